//! Scripted players: they play the game with a stand-in for the character, to make traces where no person is at hand.
//!
//! The stand-in goes exactly where the sticks say, as in the paper (sec. 4.1, "a dummy character animation controller").
//! What makes a player is its [`Temper`]: how often it looks and decides, how steady its thumbs are, whether it turns
//! toward what it wants or steps sideways. Traces of these are labelled as scripted; a person's are better.
//!
//! Two habits of people's thumbs are modelled. Control is intermittent: a thumb holds still until what is wanted differs
//! noticeably from what it asks for. And it takes time to move the stick.

mod course;
mod route;
mod session;
mod thumbs;

use footwork_stage::{ActorId, Ask, Cue};

use crate::control::ControlSpace;
use crate::mind::JUMP_BUTTON;
use crate::trace::Trace;
use session::{STEP, Session};

pub use course::{Course, CourseError, Platform};
pub use route::waypoint;
pub use thumbs::Thumbs;

/// How a scripted player plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// What it is called.
    pub name: &'static str,
    /// s, between looks: what happens meanwhile is not seen.
    pub reaction: f32,
    /// rad, how far a thumb misses the direction that is meant; the deviation.
    pub noise: f32,
    /// A thumb holds still until what is wanted differs from what it asks for by more: rad of direction, or share of a push.
    pub holds: f32,
    /// s, how long a thumb takes from a stick's middle to its rim.
    pub thumb: f32,
    /// How far the stick is pushed at a walk and at a run, as a share.
    pub pace: [f32; 2],
    /// m. It runs to whatever is further away.
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

    /// Slow and unsteady: walks, often sideways, stops to look, runs only over long distances.
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

/// s, between samples: a fragment's length.
const PERIOD: f32 = 0.1;

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
        space.from_sticks(session.thumbs.stick, session.thumbs.look, session.airborne())
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
