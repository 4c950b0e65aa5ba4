//! Scripted players: they play the game with a stand-in for the character, to make traces where no person is at hand.
//!
//! The stand-in goes exactly where the sticks say, as in the paper (sec. 4.1, "a dummy character animation controller").
//! What makes a player is its [`Temper`]: how often it looks and decides, how steady its thumbs are, whether it turns
//! toward what it wants or steps sideways. Traces of these are labelled as scripted; a person's are better.
//!
//! Thumbs have two habits of people's. They hold still until what is wanted differs noticeably from what they do
//! (control is intermittent): who looks again and sees it go about right does not aim anew. And they take time to get
//! from one place to another.

mod course;

use footwork_stage::{ActorId, Ask, Cue, Rng};
use glam::Vec2;

use crate::control::ControlSpace;
use crate::mind::JUMP_BUTTON;
use crate::trace::Trace;

pub use course::{Course, CourseError, Platform};

/// How a scripted player plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// What it is called.
    pub name: &'static str,
    /// s, from a look to the next: what happens meanwhile is not seen.
    pub reaction: f32,
    /// rad, how far a thumb misses the direction that is meant; the deviation.
    pub noise: f32,
    /// rad, or the same share of a push: a thumb holds still until what is wanted differs from what it does by more.
    pub holds: f32,
    /// s, how long a thumb takes from a stick's middle to its rim.
    pub thumb: f32,
    /// Share of the stick's way at a walk and at a run.
    pub pace: [f32; 2],
    /// m. What is further away is run to.
    pub runs_beyond: f32,
    /// From 0 to 1: how often it goes sideways or backward to a sphere without turning to it.
    pub strafes: f32,
    /// 1/s, how often it stops to look around, and for how many seconds.
    pub rests: [f32; 2],
    /// 1/s, how often it jumps for no reason.
    pub hops: f32,
}

impl Temper {
    /// Quick and steady: runs, turns toward what it wants, jumps over gaps at speed.
    pub const BRISK: Temper = Temper {
        name: "brisk",
        reaction: 0.15,
        noise: 0.05,
        holds: 0.2,
        thumb: 0.1,
        pace: [0.6, 1.0],
        runs_beyond: 1.5,
        strafes: 0.25,
        rests: [0.05, 0.6],
        hops: 0.03,
    };

    /// Slow and unsteady: walks, often sideways, stops to look, runs only over long ways.
    pub const CAREFUL: Temper = Temper {
        name: "careful",
        reaction: 0.35,
        noise: 0.2,
        holds: 0.3,
        thumb: 0.15,
        pace: [0.45, 0.9],
        runs_beyond: 4.0,
        strafes: 0.4,
        rests: [0.25, 1.2],
        hops: 0.1,
    };
}

/// s, of each scripted player that a skill is trained with where nobody has played: half an hour, which is about what a
/// person could be asked for.
pub const TRAINING: f32 = 1800.0;

/// What the two scripted players ask for in so many seconds each.
pub fn traces(space: &ControlSpace, seconds: f32, seed: u64) -> Vec<Trace> {
    let course = Course::fields();
    [Temper::BRISK, Temper::CAREFUL].map(|temper| trace(&temper, space, &course, seconds, seed)).to_vec()
}

/// What a scripted player asked for in so many seconds of the game. The same seed gives the same trace.
pub fn trace(temper: &Temper, space: &ControlSpace, course: &Course, seconds: f32, seed: u64) -> Trace {
    let mut session = Session::new(course, seed);
    let steps_each = (PERIOD / STEP).round() as u32;
    let samples = (0..(seconds.clamp(0.0, 36_000.0) / PERIOD) as u32).map(|_| {
        (0..steps_each).for_each(|_| session.step(temper, space, course));
        space.from_sticks(session.stick, session.look, session.airborne())
    });
    let samples = samples.collect();
    let name = format!("{}-{seed}", temper.name);
    Trace { name, player: format!("scripted: {}", temper.name), seconds: PERIOD, samples }
}

/// A trace as cues for an actor: what a player would do with the sticks and the button to ask for the same.
pub fn cues(trace: &Trace, space: &ControlSpace, to: ActorId, first: u64, ticks_each: u64) -> Vec<Cue> {
    let mut aloft = false;
    let mut cues = Vec::with_capacity(2 * trace.samples.len());
    for (number, sample) in trace.samples.iter().enumerate() {
        let tick = first + number as u64 * ticks_each;
        let (stick, look) = space.to_sticks(sample);
        cues.extend([Ask::Stick(stick), Ask::Look(look)].map(|ask| Cue { tick, to, ask }));
        if sample.airborne != aloft {
            aloft = sample.airborne;
            cues.push(Cue { tick, to, ask: Ask::Button { button: JUMP_BUTTON, down: aloft } });
        }
    }
    cues
}

/// s, between samples: a fragment's length.
const PERIOD: f32 = 0.1;
/// s
const STEP: f32 = 1.0 / 60.0;
/// s, how long a jump lasts, and how soon the next may come.
const JUMP: f32 = 0.5;
const LANDED: f32 = 0.5;
/// m. So near, a sphere is taken.
const REACH: f32 = 0.6;
/// s. A sphere that is not reached within this is given up.
const PATIENCE: f32 = 12.0;
/// s. How far ahead an edge is seen, and how long before it a jump begins.
const FORESIGHT: f32 = 0.5;
const BEFORE: f32 = 0.05;

/// A player, the stand-in, and the sphere that it is after.
struct Session {
    rng: Rng,
    at: Vec2,
    /// rad, to the left from Z.
    heading: f32,
    safe: Vec2,
    sphere: Vec2,
    /// s since the sphere was chosen.
    chased: f32,
    collected: u32,
    strafes: bool,
    /// Where the thumbs are, and where they go.
    stick: Vec2,
    look: Vec2,
    stick_to: Vec2,
    look_to: Vec2,
    /// How far the second stick is pushed while it rests: who rests looks around now and then.
    around: f32,
    /// s until the next look, until the rest is over, until a jump that was made up one's mind to, since the last one.
    until_look: f32,
    rest: f32,
    jump_in: f32,
    jump: f32,
}

impl Session {
    fn new(course: &Course, seed: u64) -> Session {
        let mut rng = Rng::new(seed, 0);
        let at = course.spot(Vec2::ZERO, 0.0, &mut rng);
        Session {
            at,
            heading: rng.unit() * std::f32::consts::TAU,
            safe: at,
            sphere: course.spot(at, 3.0, &mut rng),
            chased: 0.0,
            collected: 0,
            strafes: false,
            stick: Vec2::ZERO,
            look: Vec2::ZERO,
            stick_to: Vec2::ZERO,
            look_to: Vec2::ZERO,
            around: 0.0,
            until_look: 0.0,
            rest: 0.0,
            jump_in: f32::INFINITY,
            jump: f32::INFINITY,
            rng,
        }
    }

    fn airborne(&self) -> bool {
        self.jump < JUMP
    }

    /// m/s, in the world, at which the stand-in goes with the stick at a place.
    fn velocity(&self, stick: Vec2, space: &ControlSpace) -> Vec2 {
        let [left, ahead] = space.from_sticks(stick, self.look, false).velocity;
        let (sin, cos) = libm::sincosf(self.heading);
        // Left is +X where Z is ahead.
        Vec2::new(left * cos + ahead * sin, ahead * cos - left * sin)
    }

    fn step(&mut self, temper: &Temper, space: &ControlSpace, course: &Course) {
        self.until_look -= STEP;
        self.rest -= STEP;
        self.jump += STEP;
        self.jump_in -= STEP;
        self.chased += STEP;
        if self.until_look <= 0.0 {
            self.until_look = temper.reaction * (0.7 + 0.6 * self.rng.unit());
            self.decide(temper, space, course);
        }
        if self.jump_in <= 0.0 {
            (self.jump_in, self.jump) = (f32::INFINITY, 0.0);
        }
        let way = STEP / temper.thumb.max(STEP);
        self.stick = toward(self.stick, self.stick_to, way);
        self.look = toward(self.look, self.look_to, way);
        self.at += self.velocity(self.stick, space) * STEP;
        self.heading += space.from_sticks(self.stick, self.look, false).turning * STEP;
        if course.holds(self.at, 0.3) {
            self.safe = self.at;
        } else if !course.holds(self.at, 0.0) && !self.airborne() {
            self.at = self.safe;
        }
        let reached = self.at.distance(self.sphere) < REACH;
        self.collected += u32::from(reached);
        if reached || self.chased > PATIENCE {
            self.sphere = course.spot(self.at, 3.0, &mut self.rng);
            self.chased = 0.0;
            self.strafes = self.rng.unit() < temper.strafes;
        }
    }

    fn decide(&mut self, temper: &Temper, space: &ControlSpace, course: &Course) {
        // Who jumps holds on until it lands: the jump was judged by where the stick is.
        if self.airborne() {
            return;
        }
        let chance = |rng: &mut Rng, each_second: f32| rng.unit() < each_second * temper.reaction;
        if self.rest <= 0.0 && chance(&mut self.rng, temper.rests[0]) {
            self.rest = temper.rests[1] * (0.5 + self.rng.unit());
            let looks = self.rng.unit() < 0.3;
            self.around = if looks { 2.0 * self.rng.unit() - 1.0 } else { 0.0 };
        }
        let way = self.waypoint(course) - self.at;
        let angle = wrapped(libm::atan2f(way.x, way.y) - self.heading);
        let pace = if way.length() > temper.runs_beyond { temper.pace[1] } else { temper.pace[0] };
        let (sin, cos) = libm::sincosf(angle);
        let rests = self.rest > 0.0;
        let (stick, turn) = if rests {
            (Vec2::ZERO, self.around)
        } else if self.strafes {
            (pace * Vec2::new(-sin, cos), 0.0)
        } else {
            // Turns to what it wants, and goes as far as it can see it.
            let turn = if angle.abs() < 0.12 { 0.0 } else { -(angle / 0.5).clamp(-1.0, 1.0) };
            let ahead = ((cos - 0.2) / 0.5).clamp(0.0, 1.0);
            (pace * ahead * Vec2::new(-0.5 * sin, cos).normalize_or_zero(), turn)
        };
        let off = temper.noise * self.normal();
        self.stick_to = aimed(self.stick_to, stick, off, temper.holds);
        self.look_to = aimed(self.look_to, Vec2::new(turn, 0.0), 0.0, temper.holds);
        if !rests {
            self.mind_the_gap(temper, space, course);
        }
    }

    /// Jumps where there is something to land on, and turns back where there is not.
    fn mind_the_gap(&mut self, temper: &Temper, space: &ControlSpace, course: &Course) {
        self.jump_in = f32::INFINITY;
        let may_jump = self.jump > JUMP + LANDED;
        let velocity = self.velocity(self.stick_to, space);
        if self.edge(velocity, course).is_none() {
            if may_jump && self.rng.unit() < temper.hops * temper.reaction {
                self.jump_in = 0.0;
            }
            return;
        }
        // As it goes; or faster, for it takes speed to get across.
        let top = space.speeds.last().copied().unwrap_or(0.0);
        for (velocity, faster) in [(velocity, false), (velocity.normalize_or_zero() * top, true)] {
            let take_off = self.edge(velocity, course).map(|seconds| (seconds - BEFORE).max(0.0));
            let lands = |seconds: f32| course.holds(self.at + velocity * (seconds + JUMP), 0.1);
            if let Some(seconds) = take_off.filter(|seconds| may_jump && lands(*seconds)) {
                if faster {
                    self.stick_to = self.stick_to.normalize_or_zero();
                }
                self.jump_in = seconds;
                return;
            }
        }
        // No way on here: it stops, and aims anew at the next look.
        self.stick_to = Vec2::ZERO;
    }

    /// Where to go now: to the sphere, or to where the gap before it can be jumped straight across.
    fn waypoint(&self, course: &Course) -> Vec2 {
        let (Some(here), Some(there)) = (nearest(course, self.at), nearest(course, self.sphere)) else {
            return self.sphere;
        };
        if here == there {
            return self.sphere;
        }
        if let Some(lane) = lane(&here, &there, self.sphere) {
            return self.through(&here, lane);
        }
        // Around the corner: over a platform that lies beside both.
        let beside = |over: &&Platform| lane(&here, over, over.middle()).is_some();
        let leads = |over: &&Platform| lane(over, &there, self.sphere).is_some();
        match course.platforms().iter().find(|over| **over != here && beside(over) && leads(over)) {
            Some(over) => {
                lane(&here, over, over.middle()).map_or(self.sphere, |lane| self.through(&here, lane))
            }
            None => self.sphere,
        }
    }

    /// First onto the line that crosses the gap, then along it.
    fn through(&self, here: &Platform, (across, line, beyond): (usize, f32, f32)) -> Vec2 {
        let mut to = self.at;
        to[1 - across] = line;
        if (self.at[1 - across] - line).abs() > ALIGNED {
            let inside = [here.from[across] + RUN_UP, here.to[across] - RUN_UP];
            to[across] = self.at[across].clamp(inside[0].min(inside[1]), inside[1].max(inside[0]));
        } else {
            to[across] = beyond;
        }
        to
    }

    /// s, until an edge is reached, if that is soon.
    fn edge(&self, velocity: Vec2, course: &Course) -> Option<f32> {
        let times = (1..=25).map(|part| FORESIGHT * part as f32 / 25.0);
        times.into_iter().find(|seconds| !course.holds(self.at + velocity * *seconds, 0.0))
    }

    /// About normal: a sum of four.
    fn normal(&mut self) -> f32 {
        let sum: f32 = (0..4).map(|_| self.rng.unit() - 0.5).sum();
        sum * 1.732
    }
}

/// Where a thumb goes that is somewhere, or on its way there. It moves if what is wanted differs noticeably, and then
/// misses the direction by `off`. Letting go of a stick and taking hold of it are always noticed.
fn aimed(held: Vec2, wanted: Vec2, off: f32, holds: f32) -> Vec2 {
    let lets_go = (wanted == Vec2::ZERO) != (held == Vec2::ZERO);
    if lets_go || wanted.distance(held) > holds * wanted.length().max(held.length()) {
        let (sin, cos) = libm::sincosf(off);
        Vec2::new(cos, sin).rotate(wanted)
    } else {
        held
    }
}

/// From one place of a stick to another, no further than a thumb gets.
fn toward(from: Vec2, to: Vec2, way: f32) -> Vec2 {
    if from.distance(to) <= way { to } else { from + (to - from).normalize_or_zero() * way }
}

/// m. So near to a line, it is on it. And how much of a run-up it takes.
const ALIGNED: f32 = 0.35;
const RUN_UP: f32 = 1.2;

/// The platform at a place, or the one whose middle is nearest.
fn nearest(course: &Course, at: Vec2) -> Option<Platform> {
    let holds = course.platforms().iter().find(|platform| platform.holds(at, 0.0));
    let far = |platform: &&Platform| platform.middle().distance_squared(at);
    holds.or_else(|| course.platforms().iter().min_by(|a, b| far(a).total_cmp(&far(b)))).copied()
}

/// How to get straight from one platform to another that lies beside it: along which axis, on which line, to where.
fn lane(from: &Platform, to: &Platform, goal: Vec2) -> Option<(usize, f32, f32)> {
    [0, 1].into_iter().find_map(|across| {
        let along = 1 - across;
        let low = from.from[along].max(to.from[along]) + 0.8;
        let high = from.to[along].min(to.to[along]) - 0.8;
        (low < high).then(|| (across, goal[along].clamp(low, high), goal[across]))
    })
}

/// The same angle between −π and π.
fn wrapped(angle: f32) -> f32 {
    libm::remainderf(angle, std::f32::consts::TAU)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traces() -> [Trace; 2] {
        let (space, course) = (ControlSpace::default(), Course::fields());
        [Temper::BRISK, Temper::CAREFUL].map(|temper| trace(&temper, &space, &course, 120.0, 1))
    }

    #[test]
    fn players_run_turn_stop_and_jump_each_in_its_own_way() {
        let share = |trace: &Trace, is: &dyn Fn(f32, f32, f32, bool) -> bool| {
            let count =
                trace.samples.iter().filter(|s| is(s.velocity[0], s.velocity[1], s.turning, s.airborne));
            count.count() as f32 / trace.samples.len() as f32
        };
        let [brisk, careful] = traces();
        for trace in [&brisk, &careful] {
            assert_eq!(trace.samples.len(), 1200);
            let jumps = share(trace, &|_, _, _, air| air);
            assert!((0.02..0.4).contains(&jumps), "{}: {jumps} in the air", trace.name);
            let turns = share(trace, &|_, _, turning, _| turning.abs() > 0.3);
            assert!((0.1..0.9).contains(&turns), "{}: {turns} turning", trace.name);
            let aside = share(trace, &|left, ahead, _, _| left.abs() > 2.0 * ahead.abs());
            assert!(aside > 0.02, "{}: {aside} sideways", trace.name);
        }
        let fast = |trace: &Trace| share(trace, &|_, ahead, _, _| ahead > 2.0);
        let still = |trace: &Trace| share(trace, &|left, ahead, _, _| left == 0.0 && ahead == 0.0);
        assert!(fast(&brisk) > 1.5 * fast(&careful), "{} {}", fast(&brisk), fast(&careful));
        assert!(still(&careful) > still(&brisk), "{} {}", still(&careful), still(&brisk));
    }

    #[test]
    fn players_find_their_way_to_spheres_on_every_field() {
        let (space, course) = (ControlSpace::default(), Course::fields());
        for (temper, least) in [(Temper::BRISK, 20), (Temper::CAREFUL, 8)] {
            let mut session = Session::new(&course, 3);
            (0..120 * 60).for_each(|_| session.step(&temper, &space, &course));
            assert!(session.collected >= least, "{}: {} in two minutes", temper.name, session.collected);
        }
    }

    #[test]
    fn a_thumb_holds_still_until_something_else_is_wanted_and_then_takes_its_time() {
        let held = aimed(Vec2::ZERO, Vec2::Y, 0.05, 0.2);
        assert!((held.length() - 1.0).abs() < 1e-6 && held != Vec2::Y, "it misses a little: {held}");
        assert_eq!(aimed(held, Vec2::new(0.1, 0.95), -0.05, 0.2), held, "it does about what is wanted");
        assert_eq!(aimed(held, Vec2::new(0.3, 0.9), 0.0, 0.2), Vec2::new(0.3, 0.9));
        assert_eq!(aimed(0.4 * held, 0.4 * Vec2::new(0.3, 0.9), 0.0, 0.2), 0.4 * Vec2::new(0.3, 0.9));
        assert_eq!(aimed(held, Vec2::ZERO, 0.0, 2.0), Vec2::ZERO, "letting go is always noticed");
        assert_eq!(toward(Vec2::Y, Vec2::NEG_Y, 0.25), Vec2::new(0.0, 0.75));
        assert_eq!(toward(Vec2::Y, Vec2::new(0.0, 0.9), 0.25), Vec2::new(0.0, 0.9));
    }

    #[test]
    fn sticks_are_still_most_of_the_time() {
        for trace in traces() {
            let moved = trace.samples.windows(2).filter(|pair| {
                let [a, b] = [&pair[0], &pair[1]];
                (a.velocity, a.turning) != (b.velocity, b.turning)
            });
            let share = moved.count() as f32 / trace.samples.len() as f32;
            assert!((0.05..0.5).contains(&share), "{}: {share}", trace.name);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_trace_and_another_one_does_not() {
        let (space, course) = (ControlSpace::default(), Course::fields());
        let of = |seed| trace(&Temper::BRISK, &space, &course, 30.0, seed);
        assert_eq!(of(3), of(3));
        assert_ne!(of(3).samples, of(4).samples);
        assert!(of(3).player.starts_with("scripted"));
    }
}
