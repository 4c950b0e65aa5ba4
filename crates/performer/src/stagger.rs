//! A body that keeps its balance: going about, pushed, and stepping to where it can catch itself.
//!
//! The centre of mass c is an inverted pendulum over the point p where the ground presses:
//! c̈ = (g + z̈)/h · (c − p). A shove changes its velocity; nothing else moves it. All that the body can do is press
//! within its soles and put its feet elsewhere, and both go by the extrapolated centre of mass ξ = c + ċ/ω, ω = √(g/h)
//! (Hof 2008, *The 'extrapolated center of mass' concept suggests a simple control of balance in walking*; as "capture
//! point" Pratt et al. 2006):
//!
//! - **Standing**, p is put beyond ξ, as far as the soles allow, which brings ξ back over the middle. Where it leaves the
//!   soles, after a time to react, a foot steps to where ξ will be.
//! - **Walking**, a foot lands so far behind ξ that the next step carries the body on at the speed that is asked for:
//!   b = L/(e^{ωT} − 1) for steps of length L and duration T.
//! - **Running**, the body flies between stances; a foot lands half a stance's way ahead of it, further where it is too
//!   fast (Raibert 1986, *Legged robots that balance*, eq. 2.4).
//!
//! One step, several steps or a stumble come out of it. The result is steps and a path of the centre of mass, from which
//! [`gait`](crate::gait) makes a body.

mod catch;
mod decide;
mod place;
mod pressure;
pub mod react;
pub mod soles;
mod wish;

use footwork_motion::glam::Vec3;

use crate::gait::{Leg, Path, Step, foothold};
use crate::posture::about;
use crate::signal::{INNER_RATE, Rng, drift, smooth};
use crate::weight::GRAVITY;
use catch::Catch;
use soles::{Footing, Outline};
use wish::Wish;

/// m. How high the centre of mass is: 0.55 of stature, a little less for bent knees.
const HEIGHT: f32 = 0.95;
/// s. One sample.
const TICK: f32 = 1.0 / INNER_RATE;
/// s. Pressure answers to what is wanted of it: ankles take about so long to build up torque.
const ANKLES: f32 = 0.05;
/// s. How long a shove lasts at least.
pub const SHOVE: f32 = 0.1;
/// m/s². The hardest that hands push a body: some 700 N. Harder shoves last longer, and one steps before they are over.
const HARDEST: f32 = 10.0;
/// m/s. Above this speed one runs.
const RUNS: f32 = 2.05;
/// m. How far ahead of the ankle a sole carries when the body stands.
const MIDSOLE: f32 = 0.035;
/// m. A body further from its nearer foot than this falls: no leg reaches.
const REACH: f32 = 0.61;
/// m. The same in a run at most.
const FURTHEST_STRAY: f32 = 0.7;
/// s. How long a shove is tried out.
const TRIAL: f32 = 2.6;
/// How often a shove that nobody can take is made weaker, and by how much.
const WEAKENED: usize = 24;
const WEAKER: f32 = 0.93;
/// How often a course is gone again with a weaker shove.
const AGAIN: usize = 3;
/// m/s. A body that is no further off what is asked for is on course.
const ON_COURSE: f32 = 0.45;
/// m/s. One that is further off has lost its balance, shoved or not.
const ASTRAY: f32 = 1.0;
/// rad/m. How fast a body turns into a fall to a side, for each m/s of it.
const TURNS: f32 = 2.2;

/// s. How long a shove lasts that changes the velocity by so much.
pub fn lasts(velocity: Vec3) -> f32 {
    SHOVE.max(0.5 * std::f32::consts::PI * velocity.length() / HARDEST)
}

/// A shove to come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shove {
    /// s
    pub at: f32,
    /// m/s. The change of velocity that it gives, as the body sees it then: X left, Z ahead.
    pub velocity: Vec3,
    /// s. How long the body takes to answer with a step.
    pub reaction: f32,
    /// How much of the way to ξ a catching foot goes: below 1, more steps follow.
    pub skill: f32,
}

/// How a shove went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// s
    pub at: f32,
    /// m/s. The change of velocity that it gave, in the world.
    pub velocity: Vec3,
    /// Steps taken to catch the body.
    pub steps: usize,
    /// s. When the body is back to what it was doing.
    pub until: f32,
    /// m. How far the centre of mass came from the nearer foot, over the ground.
    pub strayed: f32,
    /// Whether it did not fall.
    pub kept: bool,
}

/// A body's path over the ground, with its steps.
pub struct Staggered {
    /// For a body to be made of.
    pub(crate) path: Path,
    /// In the order of lifting.
    pub(crate) steps: Vec<Step>,
    /// m. The centre of mass over the ground, at the inner rate.
    pub centre: Vec<Vec3>,
    /// m. How far ξ is outside the soles, at the inner rate.
    pub alarm: Vec<f32>,
    /// Whether the body catches itself, by steps that nobody asked for, at the inner rate.
    pub catching: Vec<bool>,
    /// m/s. What was asked for, as the body sees it.
    pub wished: Vec<Vec3>,
    /// One for every shove.
    pub outcomes: Vec<Outcome>,
}

/// What the feet are doing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Both are down, since some time.
    Stand { since: f32 },
    /// The weight goes over to one foot, so that the other can leave.
    Shift { since: f32, next: usize, why: Why },
    /// One is in the air.
    Swing { step: usize, why: Why },
    /// One has just landed; the other leaves at a time.
    Transfer { onto: usize, lift: f32 },
    /// The stance of a run, until a time. The other foot is in the air.
    Run { onto: usize, lift: f32 },
    /// Both are in the air; the foot of a step comes down next.
    Fly { step: usize },
}

/// Why a foot steps.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Why {
    Going,
    Tidying,
    Catching,
}

/// A step under way.
#[derive(Clone, Copy, Default)]
struct Swung {
    /// From 0 to 1.
    share: f32,
    /// s. Until it lands.
    left: f32,
    /// The foot that stands.
    stance: usize,
}

/// The state of a body on its way.
#[derive(Clone)]
struct Walker<'a> {
    wish: &'a Wish,
    now: f32,
    centre: Vec3,
    velocity: Vec3,
    pressure: Vec3,
    yaw: f32,
    feet: [Footing; 2],
    down: [bool; 2],
    phase: Phase,
    steps: Vec<Step>,
    /// s. When the last foot landed, and where the body was.
    landed: (f32, Vec3),
    /// m/s. The mean velocity over the last two steps, in the world.
    mean: Vec3,
    /// m/s. The same over the last step alone.
    last: Vec3,
    /// s. From footfall to footfall, as the step under way has it.
    period: f32,
    /// m/s. What is asked for on top, since steps have been too short.
    trim: f32,
    catch: Catch,
}

/// Goes a course, shoved on the way. A shove that would throw the body over is weakened until it does not. Who stands
/// rests now on one leg, now on the other: `rests` metres from the middle.
pub fn go(legs: &[Leg], shoves: &[Shove], rests: f32, rng: &mut Rng) -> Staggered {
    let dice = rng.split();
    let mut shoves = shoves.to_vec();
    for _ in 0..AGAIN {
        let course = attempt(legs, &shoves, rests, &mut dice.clone());
        // One shove too soon after another may still do it.
        let Some(thrown) = course.outcomes.iter().position(|outcome| !outcome.kept) else { return course };
        shoves[thrown].velocity *= 0.5;
    }
    attempt(legs, &shoves, rests, &mut dice.clone())
}

fn attempt(legs: &[Leg], shoves: &[Shove], rests: f32, rng: &mut Rng) -> Staggered {
    let wish = Wish::new(legs, rng);
    let length = wish.ahead.len();
    let sway = [drift(rng, length, 1.7), drift(rng, length, 2.3)];
    let mut sway: Vec<Vec3> =
        (0..length).map(|i| Vec3::new(0.02 * sway[0][i], 0.0, 0.01 * sway[1][i])).collect();
    if rests > 0.0 {
        sway.iter_mut().zip(leaning(length, rng)).for_each(|(sway, on)| sway.x += rests * on);
    }
    let mut walker = Walker::new(&wish);
    let (mut centre, mut alarm, mut yaw) = (Vec::new(), Vec::new(), Vec::new());
    let mut catching = Vec::with_capacity(length);
    let mut coming = shoves.iter().peekable();
    for i in 0..length {
        walker.now = i as f32 / INNER_RATE;
        centre.push(walker.centre);
        yaw.push(walker.yaw);
        alarm.push(walker.catch.alarm);
        catching.push(walker.catch.catching);
        if let Some(shove) = coming.next_if(|shove| walker.now >= shove.at) {
            walker.shove(shove, &sway[i..]);
        }
        walker.tick(sway[i]);
    }
    let end = length as f32 / INNER_RATE;
    let outcomes = walker.catch.records.iter().map(|record| record.outcome(end)).collect();
    let steps = walker.steps;
    let wished = (0..length).map(|i| Vec3::new(wish.left[i], 0.0, wish.ahead[i])).collect();
    Staggered { path: path(&centre, &yaw), steps, centre, alarm, catching, wished, outcomes }
}

/// s. How long one rests on a leg, and how quickly the weight goes over.
const RESTS: [f32; 2] = [1.8, 5.0];
const GOES_OVER: f32 = 0.22;

/// From -1 to 1: which leg one rests on, the right or the left, and how much.
fn leaning(length: usize, rng: &mut Rng) -> Vec<f32> {
    let mut on: Vec<f32> = Vec::with_capacity(length);
    let mut side = if rng.unit() < 0.5 { 1.0 } else { -1.0 };
    while on.len() < length {
        let samples = (rng.range(RESTS[0], RESTS[1]) * INNER_RATE) as usize;
        on.extend(std::iter::repeat_n(side * rng.range(0.35, 1.0), samples.min(length - on.len())));
        side = -side;
    }
    smooth(&mut on, GOES_OVER);
    on
}

/// The way of a body whose centre of mass goes so.
fn path(centre: &[Vec3], yaw: &[f32]) -> Path {
    let last = centre.len() - 1;
    let rate = |a: f32, b: f32, samples: usize| (b - a) * INNER_RATE / samples.max(1) as f32;
    let mut moved: [Vec<f32>; 2] = Default::default();
    let mut turning: Vec<f32> = Vec::with_capacity(centre.len());
    for i in 0..=last {
        let (a, b) = (i.saturating_sub(2), (i + 2).min(last));
        for (axis, signal) in [0, 2].into_iter().zip(&mut moved) {
            signal.push(rate(centre[a][axis], centre[b][axis], b - a));
        }
        turning.push(rate(yaw[a], yaw[b], b - a));
    }
    moved.iter_mut().for_each(|signal| smooth(signal, 0.1));
    let velocity = (0..=last).map(|i| about(1, -yaw[i]) * Vec3::new(moved[0][i], 0.0, moved[1][i])).collect();
    Path {
        astride: Vec::new(),
        place: centre.to_vec(),
        pressed: centre.to_vec(),
        yaw: yaw.to_vec(),
        velocity,
        turning,
        jumps: Vec::new(),
    }
}
impl<'a> Walker<'a> {
    fn new(wish: &'a Wish) -> Walker<'a> {
        let still = path(&[Vec3::ZERO; 2], &[0.0; 2]);
        let feet = [0, 1].map(|side| {
            let (place, yaw) = foothold(&still, side, 0.0);
            Footing { place, yaw }
        });
        Walker {
            wish,
            now: 0.0,
            centre: Vec3::ZERO,
            velocity: Vec3::ZERO,
            pressure: Vec3::ZERO,
            yaw: 0.0,
            feet,
            down: [true, true],
            phase: Phase::Stand { since: -1.0 },
            steps: Vec::new(),
            landed: (0.0, Vec3::ZERO),
            mean: Vec3::ZERO,
            last: Vec3::ZERO,
            period: 0.5,
            trim: 0.15,
            catch: Catch::default(),
        }
    }

    /// 1/s. How fast the pendulum falls.
    fn omega() -> f32 {
        (GRAVITY / HEIGHT).sqrt()
    }

    /// The extrapolated centre of mass.
    fn xi(&self) -> Vec3 {
        self.centre + self.velocity / Self::omega()
    }

    /// Takes a shove, as hard as it is or as the body can take it.
    fn shove(&mut self, shove: &Shove, sway: &[Vec3]) {
        let strays = |velocity: Vec3| {
            let mut trial = self.clone();
            trial.catch.shoved(shove, velocity);
            let start = trial.now;
            for (i, &sway) in sway.iter().enumerate().take((TRIAL * INNER_RATE) as usize) {
                trial.now = start + i as f32 * TICK;
                trial.tick(sway);
            }
            if trial.astray() < ASTRAY { trial.catch.strayed() } else { f32::INFINITY }
        };
        // A run goes further from its feet by itself.
        let reach = REACH.max(strays(Vec3::ZERO) + 0.03).min(FURTHEST_STRAY);
        let mut velocity = about(1, self.yaw) * shove.velocity;
        for _ in 0..WEAKENED {
            if strays(velocity) < reach {
                break;
            }
            velocity *= WEAKER;
        }
        self.catch.shoved(shove, velocity);
    }

    /// One sample: what the feet do, where the ground presses, where the body goes.
    fn tick(&mut self, sway: Vec3) {
        self.decide();
        let outline = self.outline();
        let airborne = self.down == [false, false];
        self.catch.alarm = if airborne { 0.0 } else { outline.outside(self.xi()) };
        let mut pull = self.catch.shoving(self.now);
        if !airborne {
            self.pressure +=
                (self.wanted_pressure(sway, self.swung(self.now)) - self.pressure) * (TICK / ANKLES);
            self.pressure = outline.nearest(self.pressure);
            pull += self.force() / HEIGHT * (self.centre - self.pressure);
        }
        self.velocity += pull * TICK;
        self.centre += self.velocity * TICK;
        self.yaw += (self.wish.turning(self.now) + self.turns_into_fall()) * TICK;
        // Legs reach less far to the side.
        let far = |side: usize| {
            let seen = about(1, -self.yaw) * (self.centre - self.feet[side].place);
            libm::hypotf(1.3 * seen.x, seen.z)
        };
        let near = (0..2).filter(|&side| self.down[side]).map(far).fold(f32::INFINITY, f32::min);
        self.catch.observe(self.now, self.calm(), if airborne { 0.0 } else { near });
    }

    /// rad/s. Who is thrown to a side turns that way, to step ahead instead of aside.
    fn turns_into_fall(&self) -> f32 {
        let seen = about(1, -self.yaw) * self.velocity;
        let thrown = (seen.x.abs() - 0.5).max(0.0) * if seen.z > -0.3 { seen.x.signum() } else { 0.0 };
        if self.catch.catching { (TURNS * thrown).clamp(-2.5, 2.5) } else { 0.0 }
    }

    fn outline(&self) -> Outline {
        Outline::of((0..2).filter(|&side| self.down[side]).map(|side| self.feet[side]))
    }

    /// Whether the body does what it is asked to, and nothing else.
    fn calm(&self) -> bool {
        let wish = self.wished();
        match self.phase {
            Phase::Stand { .. } => self.velocity.length() < 0.12 && wish.length() < 0.1,
            Phase::Shift { why, .. } | Phase::Swing { why, .. } if why == Why::Tidying => true,
            Phase::Shift { .. } => false,
            _ => {
                let missed = (self.mean - wish).length();
                wish.length() > 0.3 && !self.catch.catching && missed < 0.28 + 0.12 * wish.length()
            }
        }
    }

    /// m/s. What is asked for now, in the world.
    fn wished(&self) -> Vec3 {
        about(1, self.yaw) * self.wish.velocity(self.now)
    }

    /// Whether the body is on its way, or about to be.
    fn going(&self) -> bool {
        let soon = [0.0, 0.25].map(|ahead| self.now + ahead);
        soon.iter().any(|&t| self.wish.velocity(t).length() > 0.12 || self.wish.turning(t).abs() > 0.2)
    }

    /// Whether the next step is one of a run: asked for, or because the body is too fast to walk.
    fn runs(&self) -> bool {
        let Vec3 { x, z, .. } = about(1, -self.yaw) * self.velocity;
        x.abs() < 1.1 && (z > 1.95 || (z > 1.2 && self.wish.velocity(self.now + 0.1).z > RUNS))
    }

    /// m/s. What a run goes by: what is asked for or what the body has, whichever is more.
    fn run_speed(&self) -> f32 {
        self.wish.velocity(self.now).length().max(self.velocity.length()).max(RUNS + 0.3)
    }

    /// m/s. How far the body's velocity is off what is asked for, in the world.
    fn off(&self) -> Vec3 {
        self.velocity - self.wished()
    }

    /// m/s. The same, but for being slow: who starts is.
    fn astray(&self) -> f32 {
        let direction = self.wished().normalize_or_zero();
        let slow = self.off().dot(direction).min(0.0);
        let backward = self.velocity.dot(direction).min(0.0);
        (self.off() - direction * (slow - backward)).length()
    }
}

/// 1 for the left side, −1 for the right.
fn outward(side: usize) -> f32 {
    if side == 0 { 1.0 } else { -1.0 }
}
