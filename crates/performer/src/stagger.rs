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
pub mod react;
pub mod soles;

use footwork_motion::glam::Vec3;

use crate::body::BALL_AHEAD;
use crate::gait::{Leg, Path, Step, duty, foothold, pace, step_seconds};
use crate::posture::about;
use crate::signal::{INNER_RATE, Rng, drift, smooth};
use crate::weight::GRAVITY;
use catch::Catch;
use soles::{Footing, Outline};

/// m. How high the centre of mass is: 0.55 of stature, a little less for bent knees.
const HEIGHT: f32 = 0.95;
/// s. One sample.
const TICK: f32 = 1.0 / INNER_RATE;
/// s. Pressure answers to what is wanted of it: ankles take about so long to build up torque.
const ANKLES: f32 = 0.05;
/// How eagerly standing brings ξ back, against ω.
const EAGER: f32 = 0.9;
/// s. How long a shove lasts.
pub const SHOVE: f32 = 0.1;
/// m/s. Above this speed one runs.
const RUNS: f32 = 2.05;
/// m. How far ahead of the ankle a sole carries when the body stands.
const MIDSOLE: f32 = 0.035;
/// rad. Toes point this far out.
const TOE_OUT: f32 = 0.11;
/// m. A body further from its nearer foot than this falls: no leg reaches.
const REACH: f32 = 0.61;
/// m. The same in a run at most.
const FURTHEST_STRAY: f32 = 0.7;
/// s. How long a shove is tried out.
const TRIAL: f32 = 2.6;
/// How often a shove that nobody can take is made weaker, and by how much.
const WEAKENED: usize = 12;
const WEAKER: f32 = 0.86;
/// How often a course is gone again with a weaker shove.
const AGAIN: usize = 3;
/// m/s. A body that is no further off what is asked for is on course.
const ON_COURSE: f32 = 0.45;
/// m/s. One that is further off has lost its balance, shoved or not.
const ASTRAY: f32 = 1.0;
/// m. Who puts his feet right with ξ this far outside the foot that stands has to catch himself instead.
const TIPPED: f32 = 0.07;
/// m. Feet further apart than this cannot both be spared.
const APART: f32 = 0.28;
/// rad/m. How fast a body turns into a fall to a side, for each m/s of it.
const TURNS: f32 = 2.2;
/// s. A foot stands at least so long.
const SHORTEST_STAND: f32 = 0.1;
/// m. How far beyond where ξ will be a foot is put to catch the body.
const BEYOND: f32 = 0.03;
/// s. How much further ahead a running foot lands for each m/s that the body is too fast.
const RAIBERT: f32 = 0.16;
/// m. The furthest that a foot is put down ahead of the centre of mass, behind it and beside it: further, the hips would
/// drop by more than 10 cm.
const FURTHEST: f32 = 0.5;
const BACKMOST: f32 = 0.42;
const WIDEST: f32 = 0.36;
/// m. A foot that is further away from the centre of mass than this must follow.
const BEHIND: f32 = 0.47;
/// s. Shortly before it lands a foot goes where it goes.
const TOO_LATE: f32 = 0.07;
/// s. Feet that stand untidily are put right after this long.
const UNTIDY: f32 = 0.5;

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

/// A body's way over the ground, with its steps.
pub struct Course {
    /// For a body to be made of.
    pub(crate) path: Path,
    /// In the order of lifting.
    pub(crate) steps: Vec<Step>,
    /// m. The centre of mass over the ground, at the inner rate.
    pub centre: Vec<Vec3>,
    /// m. How far ξ is outside the soles, at the inner rate.
    pub alarm: Vec<f32>,
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

/// What is asked for, at the inner rate.
struct Wish {
    left: Vec<f32>,
    ahead: Vec<f32>,
    turn: Vec<f32>,
}

impl Wish {
    fn new(legs: &[Leg], rng: &mut Rng) -> Wish {
        let signal = |of: fn(&Leg) -> f32| -> Vec<f32> {
            let held = |leg: &Leg| std::iter::repeat_n(of(leg), (leg.seconds * INNER_RATE) as usize);
            legs.iter().flat_map(held).collect()
        };
        let (mut left, mut ahead, mut turn) = (signal(|l| l.left), signal(|l| l.ahead), signal(|l| l.turn));
        let whim = drift(rng, ahead.len(), 3.0);
        ahead.iter_mut().zip(whim).for_each(|(ahead, whim)| *ahead *= 1.0 + 0.05 * whim);
        // Bodies are slow to start and stop, quicker to turn.
        smooth(&mut left, 0.2);
        smooth(&mut ahead, 0.26);
        smooth(&mut turn, 0.12);
        Wish { left, ahead, turn }
    }

    fn at(&self, signal: &[f32], seconds: f32) -> f32 {
        signal[((seconds * INNER_RATE).max(0.0) as usize).min(signal.len() - 1)]
    }

    /// m/s, as the body sees it.
    fn velocity(&self, seconds: f32) -> Vec3 {
        Vec3::new(self.at(&self.left, seconds), 0.0, self.at(&self.ahead, seconds))
    }

    fn turning(&self, seconds: f32) -> f32 {
        self.at(&self.turn, seconds)
    }
}

/// Goes a course, shoved on the way. A shove that would throw the body over is weakened until it does not.
pub fn go(legs: &[Leg], shoves: &[Shove], rng: &mut Rng) -> Course {
    let dice = rng.split();
    let mut shoves = shoves.to_vec();
    for _ in 0..AGAIN {
        let course = attempt(legs, &shoves, &mut dice.clone());
        // One shove too soon after another may still do it.
        let Some(thrown) = course.outcomes.iter().position(|outcome| !outcome.kept) else { return course };
        shoves[thrown].velocity *= 0.5;
    }
    attempt(legs, &shoves, &mut dice.clone())
}

fn attempt(legs: &[Leg], shoves: &[Shove], rng: &mut Rng) -> Course {
    let wish = Wish::new(legs, rng);
    let length = wish.ahead.len();
    let sway = [drift(rng, length, 1.7), drift(rng, length, 2.3)];
    let sway: Vec<Vec3> = (0..length).map(|i| Vec3::new(0.02 * sway[0][i], 0.0, 0.01 * sway[1][i])).collect();
    let mut walker = Walker::new(&wish);
    let (mut centre, mut alarm, mut yaw) = (Vec::new(), Vec::new(), Vec::new());
    let mut coming = shoves.iter().peekable();
    for i in 0..length {
        walker.now = i as f32 / INNER_RATE;
        centre.push(walker.centre);
        yaw.push(walker.yaw);
        alarm.push(walker.catch.alarm);
        if let Some(shove) = coming.next_if(|shove| walker.now >= shove.at) {
            walker.shove(shove, &sway[i..]);
        }
        walker.tick(sway[i]);
    }
    let end = length as f32 / INNER_RATE;
    let outcomes = walker.catch.records.iter().map(|record| record.outcome(end)).collect();
    let steps = walker.steps;
    let wished = (0..length).map(|i| Vec3::new(wish.left[i], 0.0, wish.ahead[i])).collect();
    Course { path: path(&centre, &yaw), steps, centre, alarm, wished, outcomes }
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
    let velocity = (0..=last)
        .map(|i| about(1, -yaw[i]) * Vec3::new(moved[0][i], 0.0, moved[1][i]))
        .collect();
    Path {
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
            self.pressure += (self.wanted_pressure(sway, self.swung(self.now)) - self.pressure) * (TICK / ANKLES);
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

    /// m/s². The vertical force on each kilogram: in a run it swells and fades over a stance.
    fn force(&self) -> f32 {
        let Phase::Run { lift, .. } = self.phase else { return GRAVITY };
        let from = self.landed.0;
        let stance = (lift - from).max(0.1);
        let swell = libm::sinf(std::f32::consts::PI * ((self.now - from) / stance).clamp(0.0, 1.0));
        GRAVITY * self.period / stance * 0.5 * std::f32::consts::PI * swell
    }

    /// The step under way as it will be at a time.
    fn swung(&self, at: f32) -> Swung {
        let (Phase::Swing { step, .. } | Phase::Fly { step }) = self.phase else { return Swung::default() };
        let Step { lift, land, side, .. } = self.steps[step];
        let share = ((at - lift) / (land - lift)).clamp(0.0, 1.0);
        Swung { share, left: (land - at).max(0.0), stance: 1 - side }
    }

    /// Where the body would like the ground to press.
    fn wanted_pressure(&self, sway: Vec3, swung: Swung) -> Vec3 {
        let xi = self.xi();
        let back = |goal: Vec3, eager: f32| xi + eager * (xi - goal);
        let middle = 0.5 * (self.feet[0].sole(MIDSOLE) + self.feet[1].sole(MIDSOLE));
        match self.phase {
            Phase::Stand { .. } => back(middle + about(1, self.yaw) * sway, EAGER),
            Phase::Shift { next, .. } => {
                // Who is about to go lets himself fall that way.
                let lead = (0.05 * self.wish.velocity(self.now + 0.3)).clamp_length_max(0.05);
                back(self.feet[1 - next].sole(MIDSOLE) + about(1, self.yaw) * lead, 1.6)
            }
            Phase::Swing { why: Why::Catching, .. } => back(middle, EAGER),
            Phase::Swing { .. } => {
                // Pressure rolls from under the ankle to the ball, the more the faster.
                let roll = (0.8 * (about(1, -self.yaw) * self.velocity).z).clamp(-0.3, 1.0);
                let along = self.feet[swung.stance].sole(MIDSOLE + roll * (0.12 * swung.share - 0.03));
                along + about(1, self.yaw) * Vec3::X * self.steers_aside(swung)
            }
            Phase::Transfer { onto, .. } if self.catch.catching || !self.going() => {
                back(self.feet[onto].sole(MIDSOLE), EAGER)
            }
            Phase::Transfer { onto, lift } => {
                let from = self.landed.0;
                let s = ((self.now - from) / (lift - from).max(0.02)).clamp(0.0, 1.0);
                let [old, new] = [self.feet[1 - onto].sole(BALL_AHEAD), self.feet[onto].sole(MIDSOLE)];
                old.lerp(new, s)
            }
            Phase::Run { onto, .. } => self.feet[onto].sole(MIDSOLE),
            Phase::Fly { .. } => self.pressure,
        }
    }

    /// m, to the left. Where the ground must press beside the middle of the sole for the other foot to land as far to
    /// the side as it should.
    fn steers_aside(&self, swung: Swung) -> f32 {
        let inward = -outward(swung.stance);
        let wish = self.wish.velocity(self.now);
        let period = step_seconds(pace(wish).max(1.1));
        let width = self.width(wish, period);
        let target = inward * (width - width / (libm::expf(Self::omega() * period) + 1.0));
        let growth = libm::expf(Self::omega() * (swung.left + 0.1));
        let xi = (about(1, -self.yaw) * (self.xi() - self.feet[swung.stance].sole(MIDSOLE))).x;
        ((xi * growth - target) / (growth - 1.0)).clamp(-0.03, 0.03)
    }

    /// Starts, steers and ends steps.
    fn decide(&mut self) {
        match self.phase {
            Phase::Stand { since } => {
                if self.must_catch() {
                    self.lift(self.catching_foot(), Why::Catching);
                } else if let Some(side) = self.left_behind() {
                    self.lift(side, if self.going() { Why::Going } else { Why::Catching });
                } else if self.going() {
                    self.phase = Phase::Shift { since: self.now, next: self.first_foot(), why: Why::Going };
                } else if self.now - since > UNTIDY
                    && let Some(next) = self.untidy_foot()
                {
                    self.phase = Phase::Shift { since: self.now, next, why: Why::Tidying };
                }
            }
            Phase::Shift { since, next, why } => {
                let off = about(1, -self.yaw) * (self.xi() - self.feet[1 - next].sole(MIDSOLE));
                if self.must_catch() {
                    self.lift(self.catching_foot(), Why::Catching);
                } else if let Some(side) = self.left_behind() {
                    self.lift(side, if self.going() { Why::Going } else { Why::Catching });
                } else if off.x.abs() < 0.035 && (why == Why::Going || off.z.abs() < 0.06) {
                    self.lift(next, why);
                } else if self.now - since > 1.1 {
                    match why {
                        Why::Going => self.lift(next, why),
                        _ => self.phase = Phase::Stand { since: self.now },
                    }
                }
            }
            Phase::Swing { step, why } => {
                let why = self.hurry(step, why);
                self.aim(step, why);
                if self.now + 0.5 * TICK >= self.steps[step].land {
                    self.land(step, why);
                }
            }
            Phase::Transfer { onto, lift } => self.transfer(onto, lift),
            Phase::Run { onto, lift } if self.now >= lift => self.take_off(onto),
            Phase::Run { .. } => {}
            Phase::Fly { step } => {
                self.aim(step, Why::Going);
                if self.now + 0.5 * TICK >= self.steps[step].land {
                    self.land(step, Why::Going);
                }
            }
        }
    }

    /// A foot that the body has gone too far from.
    fn left_behind(&self) -> Option<usize> {
        (0..2).find(|&side| self.down[side] && (self.feet[side].place - self.centre).length() > BEHIND)
    }

    fn transfer(&mut self, onto: usize, lift: f32) {
        let other = 1 - onto;
        let left_behind = self.left_behind() == Some(other);
        if self.catch.catching {
            let held = self.outline().outside(self.xi()) < 0.01;
            if self.going() && self.off().length() < ON_COURSE {
                self.catch.catching = false;
                self.lift(other, Why::Going);
            } else if self.must_catch() || left_behind {
                self.lift(other, Why::Catching);
            } else if held && self.now - self.landed.0 > 0.1 {
                self.catch.catching = false;
                self.phase = Phase::Stand { since: self.now - 0.25 };
            }
        } else if self.now >= lift || left_behind {
            if self.going() || left_behind || self.outline().outside(self.xi()) > 0.0 {
                self.lift(other, Why::Going);
            } else {
                self.phase = Phase::Stand { since: self.now - 0.7 * UNTIDY };
            }
        }
    }

    /// m/s. How far the body's velocity is off what is asked for, in the world.
    fn off(&self) -> Vec3 {
        self.velocity - self.wished()
    }

    /// m/s. The same, but for being slow: who starts is.
    fn astray(&self) -> f32 {
        let way = self.wished().normalize_or_zero();
        let slow = self.off().dot(way).min(0.0);
        let backward = self.velocity.dot(way).min(0.0);
        (self.off() - way * (slow - backward)).length()
    }

    fn first_foot(&self) -> usize {
        let (velocity, turning) = (self.wish.velocity(self.now + 0.5), self.wish.turning(self.now + 0.3));
        if velocity.x.abs() > velocity.z.abs() {
            return usize::from(velocity.x < 0.0);
        }
        if turning.abs() > 0.3 && velocity.length() < 0.3 {
            return usize::from(turning < 0.0);
        }
        let along = |side: usize| (about(1, -self.yaw) * (self.feet[side].place - self.centre)).dot(velocity);
        usize::from(along(1) < along(0))
    }

    /// A foot that stands where nobody stands at ease.
    fn untidy_foot(&self) -> Option<usize> {
        let off = |side: usize| {
            let home = self.home(side, self.centre);
            (home.place - self.feet[side].place).length() + 0.25 * (home.yaw - self.feet[side].yaw).abs()
        };
        let worst = usize::from(off(1) > off(0));
        (off(worst) > 0.09).then_some(worst)
    }

    /// Where a foot stands when the body stands at ease over `centre`.
    fn home(&self, side: usize, centre: Vec3) -> Footing {
        let out = outward(side);
        let place = centre + about(1, self.yaw) * Vec3::new(out * 0.09, 0.0, -MIDSOLE);
        Footing { place, yaw: self.yaw + out * TOE_OUT }
    }
}

/// 1 for the left side, −1 for the right.
fn outward(side: usize) -> f32 {
    if side == 0 { 1.0 } else { -1.0 }
}

/// Where the next foot belongs.
impl Walker<'_> {
    /// s. From footfall to footfall, at what is asked for or how fast the body is, whichever is more.
    fn step_time(&self, at: f32) -> f32 {
        let wish = self.wish.velocity(at);
        // Who stops does it with brisk steps.
        let stopping = if wish.length() < 0.3 { 1.1 } else { 0.0 };
        let is = 0.85 * self.mean;
        let turning = 0.6 * self.wish.turning(at).abs();
        step_seconds(pace(wish).max(is.length()).max(turning).max(stopping))
    }

    /// m. How far apart the feet land, to the side.
    fn width(&self, wish: Vec3, period: f32) -> f32 {
        2.0 * (0.08 - 0.02 * wish.z.abs().min(1.0)) + 1.1 * wish.x.abs() * period
    }

    /// s. How long both feet stand in a walk after one has landed.
    fn both_down(&self, at: f32) -> f32 {
        let speed = self.wish.velocity(at).length().max(0.85 * self.mean.length());
        ((2.0 * duty(speed.min(1.9)) - 1.0) * self.step_time(at)).max(0.04)
    }

    fn lift(&mut self, side: usize, why: Why) {
        // A foot that has just come down stays for a moment.
        let fresh = |side: usize| {
            self.steps.iter().rfind(|s| s.side == side).is_some_and(|s| self.now - s.land < SHORTEST_STAND)
        };
        let side = if fresh(side) { 1 - side } else { side };
        if fresh(side) {
            return;
        }
        let speed = self.wish.velocity(self.now + 0.2).length().max(0.85 * self.mean.length());
        let swing = match why {
            Why::Going => {
                self.period = self.step_time(self.now + 0.2);
                ((1.0 - duty(speed.min(1.9))) * 2.0 * self.period).max(0.24)
            }
            Why::Tidying => 0.36,
            Why::Catching => {
                self.catch.catching = true;
                self.catch.swing(self.outline().outside(self.xi()))
            }
        };
        let step = self.leave(side, self.now + swing);
        self.phase = Phase::Swing { step, why };
        self.aim(step, why);
    }

    /// A foot leaves the ground, to land at a time.
    fn leave(&mut self, side: usize, land: f32) -> usize {
        self.down[side] = false;
        let Footing { place, yaw } = self.feet[side];
        self.steps.push(Step { side, lift: self.now, land, place, yaw });
        self.steps.len() - 1
    }

    /// The step that a foot in the air is on.
    fn in_air(&self, side: usize) -> usize {
        self.steps.iter().rposition(|step| step.side == side).unwrap_or(0)
    }

    /// The stance of a run is over: both feet are in the air.
    fn take_off(&mut self, onto: usize) {
        let speed = self.run_speed();
        self.period = step_seconds(speed);
        let flight = (1.0 - 2.0 * duty(speed)) * self.period;
        self.leave(onto, self.now + 2.0 * flight + 2.0 * duty(speed) * self.period);
        let step = self.in_air(1 - onto);
        self.steps[step].land = self.now + flight.max(0.04);
        self.phase = Phase::Fly { step };
        self.aim(step, Why::Going);
    }

    /// Where ξ and the body will be after some seconds on the feet that stand.
    fn ahead(&self, seconds: f32) -> (Vec3, Vec3) {
        let airborne = self.down == [false, false];
        let outline = self.outline();
        let mut then = Walker { steps: Vec::new(), catch: Catch::default(), ..*self };
        let coarse = 4.0 * TICK;
        for n in 0..(seconds / coarse).round() as usize {
            if !airborne {
                let wanted = then.wanted_pressure(Vec3::ZERO, self.swung(self.now + n as f32 * coarse));
                then.pressure = outline.nearest(then.pressure + (wanted - then.pressure) * (coarse / ANKLES));
                then.velocity += self.force() / HEIGHT * (then.centre - then.pressure) * coarse;
            }
            then.centre += then.velocity * coarse;
        }
        (then.xi(), then.centre)
    }

    /// Lets a foot that is in the air when the body is shoved come down sooner, to catch it.
    fn hurry(&mut self, step: usize, why: Why) -> Why {
        let shoved = self.catch.hurries(self.now) && self.off().length() > ON_COURSE;
        let tipped = why == Why::Tidying && self.outline().outside(self.xi()) > TIPPED;
        if !shoved && !tipped && self.astray() < ASTRAY {
            return why;
        }
        let Step { lift, land, .. } = self.steps[step];
        self.steps[step].land = land.min((self.now + 0.2).max(lift + 0.16));
        self.catch.catching = true;
        self.phase = Phase::Swing { step, why: Why::Catching };
        Why::Catching
    }

    /// Steers a foot in the air to where it will be needed. Shortly before it lands it is too late for that.
    fn aim(&mut self, step: usize, why: Why) {
        let Step { side, land, lift, .. } = self.steps[step];
        let left = (land - self.now).max(0.0);
        if left < TOO_LATE && self.now > lift + 0.05 {
            return;
        }
        // Often enough, and it is what costs most.
        let sample = (self.now * INNER_RATE).round() as usize;
        if self.now > lift && sample % 4 != 0 {
            return;
        }
        let (xi, centre) = self.ahead(left);
        let yaw = self.yaw + self.wish.turning(self.now + 0.5 * left) * left;
        let heading = about(1, yaw);
        let out = outward(side);
        // Who starts or stops steps as he will go, not as he does.
        let wish = self.wish.velocity(land + 0.3);
        let place = match why {
            Why::Tidying => self.feet[1 - side].place + heading * Vec3::new(out * 0.18, 0.0, 0.0),
            Why::Catching => {
                let beyond = BEYOND * self.off().normalize_or_zero();
                let on = heading * wish * 0.3 / (libm::expf(Self::omega() * 0.3) - 1.0);
                centre + self.catch.skill() * (xi - centre) + beyond - on
                    + heading * Vec3::new(out * 0.05, 0.0, -MIDSOLE)
            }
            Why::Going if self.down == [false, false] => {
                let speed = self.run_speed();
                let stance = duty(speed) * 2.0 * step_seconds(speed);
                let off = self.velocity - heading * wish;
                centre + 0.5 * stance * self.velocity + RAIBERT * off
                    + heading * Vec3::new(out * 0.035, 0.0, -MIDSOLE)
            }
            Why::Going => {
                let period = self.step_time(land);
                let growth = libm::expf(Self::omega() * period);
                // Nobody gathers more speed in a step than he falls.
                let has = about(1, -yaw) * self.velocity;
                let wish = has + (wish - has).clamp_length_max(1.0);
                let wished = Vec3::new(wish.x, 0.0, wish.z + self.trim);
                let along = heading * wished * period / (growth - 1.0);
                let inside = self.width(wish, period) / (growth + 1.0);
                // The foot has the weight half of a handover after it lands.
                let (xi, _) = self.ahead(left + 0.5 * self.both_down(land) + ANKLES);
                xi - along + heading * Vec3::new(out * inside, 0.0, -MIDSOLE)
            }
        };
        let place = self.reachable(place, side, centre, yaw);
        let turn_on = 0.4 * self.wish.turning(land) * self.period;
        let step = &mut self.steps[step];
        (step.place, step.yaw) = (Vec3::new(place.x, 0.0, place.z), yaw + turn_on + out * TOE_OUT);
    }

    /// A place as near to the one wanted as legs reach, without stepping across or onto the other foot.
    fn reachable(&self, place: Vec3, side: usize, centre: Vec3, yaw: f32) -> Vec3 {
        let out = outward(side);
        let seen = about(1, -yaw) * (place - centre);
        let other = about(1, -yaw) * (self.feet[1 - side].place - centre);
        // The further ahead of or behind the other foot, the nearer its line may be.
        let past = ((seen.z - other.z).abs() / 0.3).min(1.0);
        let closest = other.x * out + 0.15 - 0.06 * past;
        let closest = if self.down[1 - side] { closest } else { 0.0 };
        let x = (seen.x * out).clamp(closest.min(WIDEST), WIDEST) * out;
        centre + about(1, yaw) * Vec3::new(x, 0.0, seen.z.clamp(-BACKMOST, FURTHEST))
    }

    fn land(&mut self, step: usize, why: Why) {
        let Step { side, place, yaw, .. } = self.steps[step];
        self.steps[step].land = self.now;
        self.feet[side] = Footing { place, yaw };
        self.down[side] = true;
        let (before, from) = self.landed;
        let last = (self.centre - from) / (self.now - before).max(0.1);
        // Two steps make a stride: one alone goes to a side.
        self.mean = if self.now - before < 1.0 { 0.5 * (last + self.last) } else { last };
        self.last = last;
        self.landed = (self.now, self.centre);
        let missed = (about(1, -self.yaw) * (self.wished() - self.mean)).z;
        let steady = why == Why::Going && self.wish.velocity(self.now).z > 0.3 && !self.runs();
        if steady {
            self.trim = (self.trim + 0.2 * missed).clamp(-0.3, 0.9);
        } else if !self.going() {
            self.trim = 0.15;
        }
        let other = 1 - side;
        if !self.down[other] {
            self.pressure = self.feet[side].sole(MIDSOLE);
        }
        if why != Why::Tidying {
            self.catch.landed(self.now);
        }
        if why == Why::Tidying {
            self.phase = Phase::Stand { since: self.now - 0.6 * UNTIDY };
            return;
        }
        if self.runs() {
            let speed = self.run_speed();
            self.period = step_seconds(speed);
            if self.down[other] {
                self.leave(other, self.now + self.period);
            }
            self.phase = Phase::Run { onto: side, lift: self.now + 2.0 * duty(speed) * self.period };
        } else if !self.down[other] {
            // Out of a run, the other foot is on its way already.
            let step = self.in_air(other);
            self.steps[step].land = self.now + 0.28;
            self.phase = Phase::Swing { step, why: Why::Going };
        } else {
            self.phase = Phase::Transfer { onto: side, lift: self.now + self.both_down(self.now) };
        }
    }

    /// Whether the soles do not hold the body, and it has had the time to notice.
    fn must_catch(&self) -> bool {
        self.catch.awake(self.now) && self.outline().outside(self.xi()) > 0.015
    }

    /// The foot to catch the body with: of feet that are apart, the one that carries less; of feet together, the one on
    /// the side that the body falls to, or else the one that is further behind.
    fn catching_foot(&self) -> usize {
        let seen = |point: Vec3| about(1, -self.yaw) * (point - self.centre);
        let falls = seen(self.xi());
        let [left, right] = [0, 1].map(|side| seen(self.feet[side].place));
        if let Phase::Transfer { onto, .. } = self.phase {
            return 1 - onto;
        }
        let pressure = seen(self.pressure);
        let light = usize::from((pressure - left).length() < (pressure - right).length());
        if (left - right).length() > APART {
            return light;
        }
        if falls.x.abs() > 0.7 * falls.z.abs() {
            return usize::from(falls.x < 0.0);
        }
        let behind = (right - left).dot(falls.normalize_or_zero());
        if behind.abs() > 0.1 {
            return usize::from(behind < 0.0);
        }
        light
    }
}
