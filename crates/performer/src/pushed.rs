//! Standing, walking and running, and pushed about on the way.
//!
//! Pushes are dealt from decks, so that every take has all directions, places and strengths; what the body does about
//! them comes out of [`crate::stagger`].

mod seen;

use footwork_motion::glam::Vec3;

use crate::Take;
use crate::body::joint;
use crate::boxing::legs::give_way;
use crate::clamp_joints;
use crate::gait::{Leg, SETTINGS, embody};
use crate::posture::{Posture, about};
use crate::recite::{Joints, cut};
use crate::signal::{Rng, smooth};
use crate::stagger::react::{ShovedPart, react};
use crate::stagger::{self, Outcome, Shove};
use crate::truth::{Push, Truth};
use crate::weight::{STRIDE, Settings, follow};

/// What is going on when a push comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Stand,
    Walk,
    Run,
}

impl Doing {
    fn name(self) -> &'static str {
        match self {
            Doing::Stand => "stand",
            Doing::Walk => "walk",
            Doing::Run => "run",
        }
    }

    /// m/s. The hardest push ahead, back and to a side that the body is given, beside what it can take.
    fn hardest(self) -> [f32; 3] {
        match self {
            Doing::Stand => [3.0, 2.5, 2.0],
            Doing::Walk => [2.8, 2.2, 1.8],
            Doing::Run => [2.4, 2.0, 1.6],
        }
    }
}

/// Where pushes land and which way they go: degrees to the left of straight ahead, give or take 20.
const PUSHES: [(ShovedPart, f32); 20] = [
    (ShovedPart::Chest, 180.0),
    (ShovedPart::Chest, 150.0),
    (ShovedPart::Chest, -150.0),
    (ShovedPart::Back, 0.0),
    (ShovedPart::Back, 30.0),
    (ShovedPart::Back, -30.0),
    (ShovedPart::LeftShoulder, 180.0),
    (ShovedPart::RightShoulder, 180.0),
    (ShovedPart::LeftShoulder, -120.0),
    (ShovedPart::RightShoulder, 120.0),
    (ShovedPart::LeftShoulder, 0.0),
    (ShovedPart::RightShoulder, 0.0),
    (ShovedPart::LeftSide, -90.0),
    (ShovedPart::RightSide, 90.0),
    (ShovedPart::LeftSide, -60.0),
    (ShovedPart::RightSide, 60.0),
    (ShovedPart::Head, 180.0),
    (ShovedPart::Head, -90.0),
    (ShovedPart::Head, 90.0),
    (ShovedPart::Head, 0.0),
];
/// From the gentlest to the hardest push.
const STRENGTHS: [f32; 8] = [0.0, 0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0];
/// m/s. The gentlest push, and the hardest on a head.
const GENTLEST: f32 = 0.3;
const ON_HEAD: f32 = 1.2;

/// A deck of cards, shuffled whenever it is through.
struct Deck<T: Copy> {
    all: Vec<T>,
    left: Vec<T>,
}

impl<T: Copy> Deck<T> {
    fn new(all: &[T]) -> Deck<T> {
        Deck { all: all.to_vec(), left: Vec::new() }
    }

    fn deal(&mut self, rng: &mut Rng) -> T {
        if self.left.is_empty() {
            self.left = self.all.clone();
            rng.shuffle(&mut self.left);
        }
        self.left.pop().unwrap_or(self.all[0])
    }
}

/// A plan: what is asked for, and the pushes on the way.
#[derive(Default)]
struct Plan {
    legs: Vec<(Leg, &'static [&'static str])>,
    shoves: Vec<(Shove, ShovedPart, Doing)>,
    seconds: f32,
}

impl Plan {
    fn add(&mut self, leg: Leg, classes: &'static [&'static str]) {
        self.seconds += leg.seconds;
        self.legs.push((leg, classes));
    }
}

/// Is pushed about for some seconds.
pub fn pushed_about(seconds: f32, rng: &mut Rng) -> Take {
    let mut plan = Plan::default();
    let (mut pushes, mut strengths) = (Deck::new(&PUSHES), Deck::new(&STRENGTHS));
    let mut doings =
        Deck::new(&[Doing::Stand, Doing::Walk, Doing::Stand, Doing::Run, Doing::Stand, Doing::Walk]);
    plan.add(Leg::stand(1.2), &["stand"]);
    while plan.seconds < seconds {
        let doing = doings.deal(rng);
        bout(&mut plan, doing, rng, |rng| (pushes.deal(rng), strengths.deal(rng)));
    }
    // Nobody is pushed too late to be seen recovering.
    plan.shoves.retain(|(shove, ..)| shove.at < seconds - 2.0);
    perform(plan, seconds, rng)
}

type Card = ((ShovedPart, f32), f32);

/// Does one thing for a while, and is pushed a few times.
fn bout(plan: &mut Plan, doing: Doing, rng: &mut Rng, mut deal: impl FnMut(&mut Rng) -> Card) {
    let count = 4 + (rng.unit() * 3.0) as usize;
    let start = plan.seconds;
    let (first, between) = match doing {
        Doing::Stand => (0.5, [1.4, 2.0]),
        Doing::Walk => (1.3, [1.8, 2.4]),
        Doing::Run => (1.4, [1.6, 2.2]),
    };
    let mut at = start + first;
    for _ in 0..count {
        let ((part, degrees), strength) = deal(rng);
        let angle = (degrees + 20.0 * rng.signed()).to_radians();
        let velocity = about(1, angle) * Vec3::Z * force(doing, part, angle, strength);
        let reaction = rng.range(0.15, 0.22);
        let skill = rng.range(0.82, 1.05);
        plan.shoves.push((Shove { at, velocity, reaction, skill }, part, doing));
        at += rng.range(between[0], between[1]) + 0.3 * velocity.length();
    }
    let seconds = at - start;
    match doing {
        Doing::Stand => plan.add(Leg::stand(seconds), &["stand"]),
        Doing::Walk => {
            let speed = rng.range(0.8, 1.6);
            for _ in 0..2 {
                let turn = 0.35 * rng.signed();
                plan.add(Leg::ahead(0.5 * seconds, speed).turning(turn), &["movement", "walk"]);
            }
            plan.add(Leg::stand(1.3), &["stand"]);
        }
        Doing::Run => {
            let speed = rng.range(2.4, 3.4);
            let turn = 0.3 * rng.signed();
            plan.add(Leg::ahead(seconds, speed).turning(turn), &["movement", "run"]);
            plan.add(Leg::ahead(0.8, 1.2), &["movement", "walk"]);
            plan.add(Leg::stand(1.3), &["stand"]);
        }
    }
}

/// m/s. How hard a push of some strength is: nobody can take as much backward or sideways as ahead.
fn force(doing: Doing, part: ShovedPart, angle: f32, strength: f32) -> f32 {
    let [ahead, back, aside] = doing.hardest();
    let (sin, cos) = libm::sincosf(angle);
    let along = if cos > 0.0 { ahead } else { back };
    // The ellipse through the three.
    let most = 1.0 / libm::hypotf(cos / along, sin / aside);
    let most = if part == ShovedPart::Head { most.min(ON_HEAD) } else { most };
    GENTLEST + (most - GENTLEST) * strength
}

fn perform(plan: Plan, seconds: f32, rng: &mut Rng) -> Take {
    let legs: Vec<Leg> = plan.legs.iter().map(|(leg, _)| *leg).collect();
    let shoves: Vec<Shove> = plan.shoves.iter().map(|(shove, ..)| *shove).collect();
    let course = stagger::go(&legs, &shoves, 0.0, rng);
    // As hard as they turned out to be.
    let parts: Vec<(Shove, ShovedPart)> = (plan.shoves.iter().zip(&course.outcomes))
        .map(|((shove, part, _), outcome)| {
            (Shove { velocity: course.seen(outcome.velocity, shove.at), ..*shove }, *part)
        })
        .collect();
    let mut moods = rng.split();
    let mut walk = embody(&course.path, &course.steps, &[], rng, |postures, carriers| {
        soften(postures);
        react(postures, &course, &parts, &mut moods);
        let targets: Vec<Vec3> = course.centre.iter().step_by(STRIDE).copied().collect();
        follow(postures, &targets, carriers, &Settings { lean: [0.15; 2], ..SETTINGS });
    });
    clamp_joints::hips(&mut walk.postures);
    clamp_joints::feet(&mut walk.postures, &course.steps);
    let spare = course.spare(walk.postures.len());
    give_way(&mut walk.postures, &walk.supports, |i| spare[i]);
    clamp_joints::heels(&mut walk.postures);
    let (postures, supports) = cut(walk, seconds);
    let mut joints = Joints::new();
    let pushes: Vec<Push> = (plan.shoves.iter().zip(&course.outcomes))
        .map(|(&(shove, part, doing), outcome)| Push {
            time: shove.at,
            part: part.name().to_string(),
            point: point(&mut joints, &postures, part, outcome).to_array(),
            velocity: outcome.velocity.to_array(),
            doing: doing.name().to_string(),
            kept: outcome.kept,
            steps: outcome.steps,
            until: outcome.until.min(seconds),
        })
        .collect();
    // Where it landed is in `pushes`: once hands are off, a body that was pushed on a shoulder moves as one that was
    // pushed on the chest, and nobody who sees it alone could tell.
    let sides: Vec<&'static str> = plan.shoves.iter().map(|(shove, ..)| side(shove.velocity)).collect();
    let events = seen::pushes(&pushes, &sides, &course, &supports, seconds);
    let actions = seen::told(&plan.legs, &supports, &events, &postures, seconds);
    Take { postures, truth: Truth { supports, actions, pushes, ..Truth::default() } }
}

/// s. Heights of a body that is thrown from one gait into another are smoothed so far.
const SOFT: f32 = 0.02;

fn soften(postures: &mut [Posture]) {
    let mut heights: Vec<f32> = postures.iter().map(|posture| posture.pelvis.y).collect();
    smooth(&mut heights, SOFT);
    postures.iter_mut().zip(heights).for_each(|(posture, height)| posture.pelvis.y = height);
}

/// m. From a joint to the skin where hands push.
const SKIN: f32 = 0.11;

/// Where a push lands.
fn point(joints: &mut Joints, postures: &[Posture], part: ShovedPart, outcome: &Outcome) -> Vec3 {
    let world = joints.at(postures, outcome.at);
    let (joint, up) = match part {
        ShovedPart::Chest | ShovedPart::Back | ShovedPart::LeftSide | ShovedPart::RightSide => {
            (joint::CHEST, 0.05)
        }
        ShovedPart::LeftShoulder => (joint::LEFT_ARM + 1, 0.0),
        ShovedPart::RightShoulder => (joint::RIGHT_ARM + 1, 0.0),
        ShovedPart::Head => (joint::HEAD, 0.08),
        ShovedPart::Hips => (joint::HIPS, 0.0),
    };
    let aside = if matches!(part, ShovedPart::LeftSide | ShovedPart::RightSide) { 0.15 } else { SKIN };
    world[joint].point(Vec3::Y * up) - outcome.velocity.normalize_or_zero() * aside
}

/// The side a push comes from, by which way it goes as the body sees it.
fn side(velocity: Vec3) -> &'static str {
    match (velocity.x.abs() > velocity.z.abs(), velocity.x > 0.0, velocity.z > 0.0) {
        (true, true, _) => "from_right",
        (true, false, _) => "from_left",
        (_, _, true) => "from_back",
        _ => "from_front",
    }
}
