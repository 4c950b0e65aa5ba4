//! One player's game, step by step: looking, deciding, moving thumbs, and a stand-in that goes exactly where they say.

use footwork_stage::Rng;
use glam::Vec2;

use super::Temper;
use super::course::Course;
use super::route::waypoint;
use super::thumbs::Thumbs;
use crate::control::ControlSpace;

/// s, of a step of the game.
pub const STEP: f32 = 1.0 / 60.0;
/// s, how long a jump lasts: about what repertoires' jumps do.
const JUMP: f32 = 0.5;
/// s, from a landing to the next jump at the earliest.
const LANDED: f32 = 0.5;
/// m. So near, a sphere is taken.
const REACH: f32 = 0.6;
/// s. A sphere that is not reached within this is given up.
const PATIENCE: f32 = 12.0;
/// s. How far ahead an edge is seen: further than the slower player's reaction of 0.35 s.
const FORESIGHT: f32 = 0.5;
/// s, from the take-off of a jump to the edge.
const BEFORE: f32 = 0.05;

/// A player, the stand-in, and the sphere that it is after.
pub struct Session {
    rng: Rng,
    at: Vec2,
    /// rad, to the left from Z.
    heading: f32,
    safe: Vec2,
    sphere: Vec2,
    /// s since the sphere was chosen.
    chased: f32,
    pub collected: u32,
    strafes: bool,
    pub thumbs: Thumbs,
    /// How far the second stick is pushed while the player rests, to look around.
    around: f32,
    /// s: until the next look, until the rest is over, until a jump that was decided on, and since the last one.
    until_look: f32,
    rest: f32,
    jump_in: f32,
    jump: f32,
}

impl Session {
    pub fn new(course: &Course, seed: u64) -> Session {
        let mut rng = Rng::stream(seed, 0);
        let at = course.spot(Vec2::ZERO, 0.0, &mut rng);
        Session {
            at,
            heading: rng.unit() * std::f32::consts::TAU,
            safe: at,
            sphere: course.spot(at, 3.0, &mut rng),
            chased: 0.0,
            collected: 0,
            strafes: false,
            thumbs: Thumbs::default(),
            around: 0.0,
            until_look: 0.0,
            rest: 0.0,
            jump_in: f32::INFINITY,
            jump: f32::INFINITY,
            rng,
        }
    }

    pub fn airborne(&self) -> bool {
        self.jump < JUMP
    }

    /// m/s, in the world, at which the stand-in goes with the stick at a place.
    fn velocity(&self, stick: Vec2, space: &ControlSpace) -> Vec2 {
        let [left, ahead] = space.from_sticks(stick, self.thumbs.look, false).velocity;
        let (sin, cos) = libm::sincosf(self.heading);
        // Left is +X where Z is ahead.
        Vec2::new(left * cos + ahead * sin, ahead * cos - left * sin)
    }

    pub fn step(&mut self, temper: &Temper, space: &ControlSpace, course: &Course) {
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
        self.thumbs.step(temper, STEP);
        self.at += self.velocity(self.thumbs.stick, space) * STEP;
        self.heading += space.from_sticks(self.thumbs.stick, self.thumbs.look, false).turning * STEP;
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
        // In the air the sticks are held: the jump was judged by where they are.
        if self.airborne() {
            return;
        }
        let chance = |rng: &mut Rng, each_second: f32| rng.unit() < each_second * temper.reaction;
        if self.rest <= 0.0 && chance(&mut self.rng, temper.rests[0]) {
            self.rest = temper.rests[1] * (0.5 + self.rng.unit());
            let looks = self.rng.unit() < 0.3;
            self.around = if looks { 2.0 * self.rng.unit() - 1.0 } else { 0.0 };
        }
        let goal = waypoint(course, self.at, self.sphere) - self.at;
        let angle = wrapped(libm::atan2f(goal.x, goal.y) - self.heading);
        let pace = if goal.length() > temper.runs_beyond { temper.pace[1] } else { temper.pace[0] };
        let (sin, cos) = libm::sincosf(angle);
        let rests = self.rest > 0.0;
        let (stick, turn) = if rests {
            (Vec2::ZERO, self.around)
        } else if self.strafes {
            (pace * Vec2::new(-sin, cos), 0.0)
        } else {
            // Turns to what it wants, and goes there as far as it faces it.
            let turn = if angle.abs() < 0.12 { 0.0 } else { -(angle / 0.5).clamp(-1.0, 1.0) };
            let ahead = ((cos - 0.2) / 0.5).clamp(0.0, 1.0);
            (pace * ahead * Vec2::new(-0.5 * sin, cos).normalize_or_zero(), turn)
        };
        self.thumbs.aim(temper, stick, turn, &mut self.rng);
        if !rests {
            self.mind_the_gap(temper, space, course);
        }
    }

    /// Jumps where there is something to land on, and stops where there is not.
    fn mind_the_gap(&mut self, temper: &Temper, space: &ControlSpace, course: &Course) {
        self.jump_in = f32::INFINITY;
        let may_jump = self.jump > JUMP + LANDED;
        let velocity = self.velocity(self.thumbs.stick_to, space);
        if self.edge(velocity, course).is_none() {
            if may_jump && self.rng.unit() < temper.hops * temper.reaction {
                self.jump_in = 0.0;
            }
            return;
        }
        // At the present speed; or at the highest, if only that gets across.
        let top = space.speeds.last().copied().unwrap_or(0.0);
        for (velocity, faster) in [(velocity, false), (velocity.normalize_or_zero() * top, true)] {
            let take_off = self.edge(velocity, course).map(|seconds| (seconds - BEFORE).max(0.0));
            let lands = |seconds: f32| course.holds(self.at + velocity * (seconds + JUMP), 0.1);
            if let Some(seconds) = take_off.filter(|seconds| may_jump && lands(*seconds)) {
                if faster {
                    self.thumbs.stick_to = self.thumbs.stick_to.normalize_or_zero();
                }
                self.jump_in = seconds;
                return;
            }
        }
        // It cannot go on here: it stops, and aims anew at the next look.
        self.thumbs.stick_to = Vec2::ZERO;
    }

    /// s, until an edge is reached, if that is soon.
    fn edge(&self, velocity: Vec2, course: &Course) -> Option<f32> {
        let times = (1..=25).map(|part| FORESIGHT * part as f32 / 25.0);
        times.into_iter().find(|seconds| !course.holds(self.at + velocity * *seconds, 0.0))
    }
}

/// The same angle between −π and π.
fn wrapped(angle: f32) -> f32 {
    libm::remainderf(angle, std::f32::consts::TAU)
}
