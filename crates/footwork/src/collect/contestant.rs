//! A scripted player who plays the game itself: it sees where the character really is, and moves the sticks by cues.
//!
//! [`players`](super::players) play with a stand-in, to make traces; their sticks mean nothing to a character that is
//! somewhere else. This one has the same thumbs and temper, and knows the character it steers: how late it answers, how
//! long it takes to stop, from where it clears a gap.

use footwork_fragments::ControlSpace;
use footwork_fragments::players::{Course, Platform, Temper, Thumbs, waypoint};
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::ground;
use footwork_stage::{ActorId, Ask, CastError, Cue, Rng, Stage};

use super::Game;

/// A player with a game to play: call [`Contestant::step`] before every step of its stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    temper: Temper,
    space: ControlSpace,
    rng: Rng,
    thumbs: Thumbs,
    told: Thumbs,
    goal: Option<Vec2>,
    /// s: since the goal was chosen, until the next look, until the rest is over, until the button, since it.
    chased: f32,
    until_look: f32,
    rest: f32,
    jump_in: f32,
    since_jump: f32,
    pressed: bool,
    falls: u32,
}

/// s, from a stick to half of the character's answer.
const LAG: f32 = 0.2;
/// m/s², how hard it stops.
const BRAKING: f32 = 3.5;
/// m, from edges: a foot stands so far ahead of a body that stops.
const MARGIN: f32 = 0.5;
/// m, before the edge: where the button is pressed at a run, so that the last foot stands before the edge and the next one
/// beyond the gap.
const PRESS: f32 = 1.3;
/// m/s. Slower than this no gap is jumped.
const FAST_ENOUGH: f32 = 2.2;
/// m, from the edge: where a run-up begins.
const RUN_UP: f32 = 3.0;
/// rad. Nobody jumps over a gap more askew than this.
const STRAIGHT: f32 = 0.3;
/// s, from a press to the next at the earliest.
const AGAIN: f32 = 1.2;
/// s. What is not reached within this is given up.
const PATIENCE: f32 = 12.0;
/// s, after a fall, before the sticks are taken up again.
const GATHERS: f32 = 0.5;

/// What is seen at a look.
struct Sight<'a> {
    course: &'a Course,
    at: Vec2,
    /// rad, to the left from Z.
    heading: f32,
    /// m/s, in the world.
    velocity: Vec2,
}

impl Contestant {
    /// A player of a temper. The same seed plays the same game.
    pub fn new(temper: Temper, seed: u64) -> Contestant {
        Contestant {
            temper,
            space: ControlSpace::default(),
            rng: Rng::stream(seed, u32::MAX - 1),
            thumbs: Thumbs::default(),
            told: Thumbs::default(),
            goal: None,
            chased: 0.0,
            until_look: 0.0,
            rest: 0.0,
            jump_in: f32::INFINITY,
            since_jump: AGAIN,
            pressed: false,
            falls: 0,
        }
    }

    /// Plays on for a step.
    pub fn step(&mut self, stage: &mut Stage, game: &Game) -> Result<(), CastError> {
        let (step, actor) = (stage.settings().step, game.actor());
        let Some(me) = stage.actor(actor) else { return Ok(()) };
        let frame = me.frame();
        let velocity = frame.rotation * me.root_motion().translation / step;
        let sight = Sight {
            course: game.course(),
            at: flat(frame.translation),
            heading: ground::heading(frame.rotation * Vec3::Z),
            velocity: flat(velocity),
        };
        let spheres: Vec<Vec2> = game.spheres(stage).collect();
        self.pass(step);
        if game.score().falls > self.falls {
            // The game has let the sticks go.
            self.falls = game.score().falls;
            (self.thumbs, self.told, self.goal) = (Thumbs::default(), Thumbs::default(), None);
            (self.rest, self.until_look, self.jump_in) = (GATHERS, GATHERS, f32::INFINITY);
        }
        if self.until_look <= 0.0 {
            self.until_look = self.temper.reaction * (0.7 + 0.6 * self.rng.unit());
            self.look(&sight, &spheres);
        }
        self.thumbs.step(&self.temper, step);
        self.tell(stage, actor)
    }

    fn pass(&mut self, step: f32) {
        self.until_look -= step;
        self.rest -= step;
        self.jump_in -= step;
        self.since_jump += step;
        self.chased += step;
    }

    /// Cues for what the thumbs do.
    fn tell(&mut self, stage: &mut Stage, to: ActorId) -> Result<(), CastError> {
        let tick = stage.tick();
        if self.thumbs.stick != self.told.stick {
            stage.cue(Cue { tick, to, ask: Ask::Stick(self.thumbs.stick) })?;
        }
        if self.thumbs.look != self.told.look {
            stage.cue(Cue { tick, to, ask: Ask::Look(self.thumbs.look) })?;
        }
        self.told = self.thumbs;
        let press = self.jump_in <= 0.0;
        if press != self.pressed {
            let button = footwork_fragments::mind::JUMP_BUTTON;
            stage.cue(Cue { tick, to, ask: Ask::Button { button, down: press } })?;
            self.pressed = press;
        }
        if press {
            (self.jump_in, self.since_jump) = (f32::INFINITY, 0.0);
        }
        Ok(())
    }

    fn look(&mut self, sight: &Sight<'_>, spheres: &[Vec2]) {
        // In the air the sticks are held.
        if self.since_jump < 0.5 {
            return;
        }
        if self.rest <= 0.0 && self.rng.unit() < self.temper.rests[0] * self.temper.reaction {
            self.rest = self.temper.rests[1] * (0.5 + self.rng.unit());
        }
        if self.goal.is_none_or(|goal| !spheres.contains(&goal)) || self.chased > PATIENCE {
            let cost = |sphere: &&Vec2| sight.cost(**sphere);
            self.goal = spheres.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).copied();
            self.chased = 0.0;
        }
        let goal = self.goal.filter(|_| self.rest <= 0.0);
        let (velocity, faces) = goal.map_or((Vec2::ZERO, None), |goal| self.wanted(sight, goal));
        let velocity = if self.jump_in.is_finite() { velocity } else { sight.safe(velocity) };
        let turn = faces.map_or(0.0, |way| {
            let angle = sight.angle(way);
            if angle.abs() < 0.1 { 0.0 } else { -(angle / 0.4).clamp(-1.0, 1.0) }
        });
        let top = self.space.speeds.last().copied().unwrap_or(1.0);
        let angle = sight.angle(velocity);
        let (sin, cos) = libm::sincosf(angle);
        let push = (velocity.length() / top).min(1.0);
        self.thumbs.aim(&self.temper, push * Vec2::new(-sin, cos), turn, &mut self.rng);
    }

    /// m/s in the world, and where to face. Plans a jump where one is due.
    fn wanted(&mut self, sight: &Sight<'_>, goal: Vec2) -> (Vec2, Option<Vec2>) {
        self.jump_in = f32::INFINITY;
        let top = self.space.speeds.last().copied().unwrap_or(1.0);
        let to = waypoint(sight.course, sight.at, goal);
        let way = to - sight.at;
        let direction = way.normalize_or_zero();
        let Some(gap) = sight.gap(to) else {
            let pace = if way.length() > self.temper.runs_beyond {
                self.temper.pace[1]
            } else {
                self.temper.pace[0]
            };
            // Aside and backward bodies are slow.
            let ease = 0.5 + 0.5 * libm::cosf(sight.angle(way).clamp(-2.0, 2.0));
            return (direction * top * pace * ease.max(0.4), Some(way));
        };
        let speed = sight.velocity.dot(direction);
        if sight.angle(way).abs() > STRAIGHT {
            return (Vec2::ZERO, Some(way));
        }
        if speed < FAST_ENOUGH && gap < RUN_UP - 1.0 && speed < 0.5 + gap {
            // Too near to run up from here.
            let back = sight.at - direction * (RUN_UP - gap);
            return ((back - sight.at).clamp_length_max(1.0), Some(way));
        }
        let seconds = (gap - PRESS) / speed.max(0.1);
        if self.since_jump > AGAIN && speed > FAST_ENOUGH && seconds < 2.0 * self.temper.reaction {
            self.jump_in = seconds.max(0.0);
        }
        (direction * top, Some(way))
    }
}

impl Sight<'_> {
    /// rad, to the left from where it faces.
    fn angle(&self, way: Vec2) -> f32 {
        libm::remainderf(libm::atan2f(way.x, way.y) - self.heading, std::f32::consts::TAU)
    }

    fn here(&self) -> Option<&Platform> {
        self.course.field(self.at)
    }

    /// m: how far a sphere seems. Turning round and jumping take time.
    fn cost(&self, sphere: Vec2) -> f32 {
        let way = sphere - self.at;
        let elsewhere = self.here().is_some_and(|platform| !platform.holds(sphere, 0.0));
        way.length() + self.angle(way).abs() + if elsewhere { 6.0 } else { 0.0 }
    }

    /// m, to the edge on the way to a place, where that lies beyond a gap.
    fn gap(&self, to: Vec2) -> Option<f32> {
        let here = self.here().filter(|platform| !platform.holds(to, 0.0))?;
        let direction = (to - self.at).normalize_or_zero();
        let far = |axis: usize| {
            let edge = if direction[axis] > 0.0 { here.to[axis] } else { here.from[axis] };
            if direction[axis].abs() < 1e-3 {
                f32::INFINITY
            } else {
                (edge - self.at[axis]) / direction[axis]
            }
        };
        Some(far(0).min(far(1)))
    }

    /// The same velocity, slowed down so far that the character still stops before every edge; back where it would not.
    fn safe(&self, velocity: Vec2) -> Vec2 {
        let coasts = self.at + self.velocity * LAG;
        let stops = |velocity: Vec2| coasts + velocity * (LAG + velocity.length() / (2.0 * BRAKING));
        for share in [1.0, 0.8, 0.6, 0.4, 0.2] {
            if self.course.holds(stops(velocity * share), MARGIN) {
                return velocity * share;
            }
        }
        let nearest = |platform: &&Platform| platform.middle().distance_squared(self.at);
        let platforms = self.course.platforms().iter();
        let Some(home) = platforms.min_by(|a, b| nearest(a).total_cmp(&nearest(b))) else {
            return Vec2::ZERO;
        };
        let inside = coasts.clamp(home.from + MARGIN, home.to - MARGIN);
        2.0 * (inside - coasts)
    }
}

fn flat(at: Vec3) -> Vec2 {
    Vec2::new(at.x, at.z)
}
