//! Dodging: somebody on guard, stepping about, who gets out of the way of what is thrown, swung and thrust.
//!
//! An avoidance is a line in a table: how the body is at its furthest, what that saves, and from what. It is carried out
//! quickly or slowly, early or late, from the guard or out of a step; the part it saves, and from when to when that is out
//! of the way, is measured in the motion that comes out.

mod avoidances;
mod life;

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use crate::Take;
use crate::body::{PELVIS, joint};
use crate::clear::clear_arms;
use crate::play::Life;
use crate::posture::about;
use crate::recite::{Joints, recite};
use crate::score::{Footing, Goal, Limb, Meaning, PARTS, Part, Phrase, Score, at};
use crate::signal::{INNER_RATE, Rng};
use crate::truth::Dodge;
use avoidances::{AVOIDANCES, Arms, Avoidance, Feet};

/// m. Who has strayed further from the middle steps back towards it.
const RING: f32 = 1.8;

/// m. An avoidance that takes the pelvis further down than this is one to stay in, in so many of them.
const LOW: f32 = -0.2;
const LINGER: f32 = 0.5;
/// After so many of them feet are put right.
const RESETTLES: f32 = 0.6;

/// Breath and sway of somebody who waits for what comes.
const LIFE: Life = Life {
    bounce: 0.009,
    bounce_rate: 1.7,
    rock: 0.018,
    breath: 0.014,
    breath_rate: 0.4,
    sway: 0.016,
    circle: 0.008,
    curl: 0.8,
};

/// The guard: feet apart, one ahead, knees bent, hands before the chest.
fn guard() -> [Vec3; PARTS] {
    let mut home = [Vec3::ZERO; PARTS];
    let mut set = |part: Part, x: f32, y: f32, z: f32| home[part.index()] = Vec3::new(x, y, z);
    set(Part::Weight, 0.5, 0.0, 0.0);
    set(Part::Pelvis, 0.0, PELVIS - 0.085, 0.02);
    set(Part::Hips, -0.25, 0.12, 0.0);
    set(Part::Chest, -0.05, 0.12, 0.0);
    set(Part::Gaze, 0.0, 0.08, 0.0);
    set(Part::Wrist(Left), 0.02, -0.1, 0.29);
    set(Part::Wrist(Right), 0.02, -0.14, 0.25);
    set(Part::Elbow(Left), 0.5, -1.0, -0.1);
    set(Part::Elbow(Right), -0.5, -1.0, -0.1);
    set(Part::Palm(Left), 0.3, -0.1, 0.0);
    set(Part::Palm(Right), 0.3, -0.1, 0.0);
    set(Part::Heel(Right), 0.12, 0.0, 0.0);
    set(Part::Bounce, 1.0, 0.0, 0.0);
    home
}

fn footing() -> Footing {
    Footing { place: [Vec3::new(0.16, 0.0, 0.17), Vec3::new(-0.17, 0.0, -0.17)], yaw: [0.05, -0.55] }
}

/// What was written, for the truth.
struct Written {
    avoidance: &'static Avoidance,
    from: f32,
    to: f32,
    /// rad. Where the stance faced.
    heading: f32,
}

struct Dodger<'a> {
    score: Score,
    rng: &'a mut Rng,
    written: Vec<Written>,
}

/// Dodges for some seconds.
pub fn dodge_about(seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut dodger = Dodger { score: Score::new(guard(), footing()), rng: &mut choices, written: Vec::new() };
    let mut deck: Vec<&'static Avoidance> = Vec::new();
    dodger.score.now = 0.6;
    while dodger.score.now < seconds {
        if deck.is_empty() {
            deck = AVOIDANCES.iter().collect();
            dodger.rng.shuffle(&mut deck);
        }
        if dodger.rng.unit() < 0.45 {
            dodger.step_about();
        }
        let Some(avoidance) = deck.pop() else { continue };
        dodger.avoid(avoidance);
        let pause = dodger.rng.range(0.05, 1.0);
        let until = dodger.score.now + pause * pause;
        if dodger.rng.unit() < RESETTLES {
            dodger.resettle();
        }
        dodger.wait(until - dodger.score.now);
    }
    // What would be cut off is not begun.
    dodger.written.retain(|written| written.to < seconds);
    let Dodger { score, written, .. } = dodger;
    let mut take = recite(&score, &LIFE, "stance", seconds, rng);
    clear_arms(&mut take.postures);
    take.truth.dodges = dodges(&take, &written);
    take
}

/// 1 for the left, −1 for the right.
fn sign(side: Side) -> f32 {
    if side == Left { 1.0 } else { -1.0 }
}

impl Dodger<'_> {
    /// A step or two in the guard, mostly back towards the middle.
    fn step_about(&mut self) {
        let strayed = self.score.centre.length() > RING;
        let inward = about(1, -self.score.heading) * -self.score.centre;
        let angle = if strayed { libm::atan2f(inward.x, inward.z) } else { self.rng.range(-3.1, 3.1) };
        let far = self.rng.range(0.18, 0.36);
        let displacement = about(1, angle) * Vec3::Z * far;
        let turn = 0.4 * self.rng.signed();
        let first = if displacement.x.abs() > 0.7 * displacement.z.abs() {
            if displacement.x > 0.0 { Left } else { Right }
        } else if displacement.z > 0.0 {
            Left
        } else {
            Right
        };
        let tempo = self.rng.range(0.9, 1.25);
        self.take_guard();
        self.take_stance();
        let mut m = self.score.phrase(tempo, 1.0);
        let land = travel(&mut m, first, displacement, turn);
        m.end(land + 0.12, Meaning { classes: &["movement", "step"], limbs: FEET, ..Meaning::default() });
    }

    /// One avoidance.
    fn avoid(&mut self, avoidance: &'static Avoidance) {
        let quick = self.rng.unit();
        // s. From the first movement to the furthest; how long it stays there; and the way back.
        let rise = avoidance.rise * (0.85 + 0.75 * quick * quick);
        let hold = self.rng.range(0.03, 0.22);
        // Who is down stays there for a while, to see whether there is more to come.
        let lingers = avoidance.pelvis[1] < LOW && self.rng.unit() < LINGER;
        let hold = if lingers { hold + self.rng.range(0.25, 0.75) } else { hold };
        let back = rise * self.rng.range(1.1, 1.7) + 0.06;
        let vigour = self.rng.range(0.85, 1.15);
        let settle = 0.02 * self.rng.signed();
        let heading = self.score.heading;
        let sizes = self.arm_sizes(avoidance);
        self.take_guard();
        match avoidance.saves {
            "left_arm" => self.keep_arm(Left),
            "right_arm" => self.keep_arm(Right),
            _ => {}
        }
        self.take_stance();
        let mut m = self.score.phrase(1.0, vigour);
        let end = write(&mut m, avoidance, [rise, hold, back], settle, sizes);
        let classes: &[&'static str] = &["avoid", avoidance.class, avoidance.name];
        let from = {
            m.end(end, Meaning { classes, protects: Some(avoidance.saves), ..Meaning::default() });
            self.score.now - end
        };
        self.written.push(Written { avoidance, from, to: self.score.now, heading });
    }
}

const FEET: &[Limb] = &[Limb::Foot(Left), Limb::Foot(Right)];

/// Two feet to another place, one after the other. Says when the second one lands.
fn travel(m: &mut Phrase<'_>, first: Side, displacement: Vec3, turn: f32) -> f32 {
    let far = displacement.length() + 0.25 * turn.abs();
    let swing = (0.15 + 0.22 * far).clamp(0.17, 0.27);
    let other = if first == Left { Right } else { Left };
    m.travel(displacement, turn, 0.0, 0.1 + 2.0 * swing);
    m.step(first, 0.05, 0.05 + swing).step(other, 0.07 + swing, 0.07 + 2.0 * swing);
    let s = sign(first);
    let lean = 0.3 * displacement;
    let landed = 0.07 + 2.0 * swing;
    m.keys(
        Part::Weight,
        0.0,
        &[
            (0.07, by(-0.15 * s, 0.0, 0.0)),
            (0.1 + swing, by(0.12 * s, 0.0, 0.0)),
            (landed + 0.08, Goal::Home),
        ],
    )
    .keys(Part::Pelvis, 0.0, &[(0.05 + swing, by(0.0, -0.03 - 0.06 * far, 0.0)), (landed + 0.15, Goal::Home)])
    .keys(Part::Hips, 0.0, &[(0.1, by(0.0, 0.3 * lean.z, -0.3 * lean.x)), (landed, Goal::Home)])
    .keys(
        Part::Chest,
        0.03,
        &[(0.14, by(0.15 * turn, 0.3 * lean.z, -0.3 * lean.x)), (landed + 0.05, Goal::Home)],
    )
    .keys(Part::Gaze, 0.0, &[(0.1, by(0.25 * turn, 0.0, 0.0)), (landed, Goal::Home)]);
    landed
}

fn by(x: f32, y: f32, z: f32) -> Goal {
    Goal::By(Vec3::new(x, y, z))
}

/// Writes an avoidance: out, staying and back. The hips lead, chest and head follow, hands come last. Says when it ends.
fn write(
    m: &mut Phrase<'_>,
    avoidance: &Avoidance,
    [rise, hold, back]: [f32; 3],
    settle: f32,
    sizes: [Armed; 2],
) -> f32 {
    let there = rise + hold;
    let end = there + back;
    let out = |v: [f32; 3]| by(v[0], v[1], v[2]);
    // It drifts on a little while it is held, and does not come back to quite where it was.
    let on = |v: [f32; 3]| by(1.06 * v[0], 1.06 * v[1], 1.06 * v[2]);
    let late = |m: &mut Phrase<'_>, part: Part, delay: f32, v: [f32; 3]| {
        let home = by(settle, 0.5 * settle, 0.3 * settle);
        m.keys(part, delay, &[(rise + delay, out(v)), (there + delay, on(v)), (end + 0.6 * delay, home)]);
    };
    let mut pelvis = avoidance.pelvis;
    if avoidance.feet == Feet::Jump {
        return jump(m, avoidance, rise, back);
    }
    if let Feet::Step(left, ahead) = avoidance.feet {
        let first = if left.abs() > 0.7 * ahead.abs() {
            if left > 0.0 { Left } else { Right }
        } else if ahead > 0.0 {
            Left
        } else {
            Right
        };
        travel(m, first, Vec3::new(left, 0.0, ahead), 0.0);
        pelvis[1] -= 0.03;
    }
    if let Feet::Lift(side) = avoidance.feet {
        lift(m, side, [rise, hold, back]);
    }
    m.keys(
        Part::Weight,
        0.0,
        &[
            (0.9 * rise, by(avoidance.weight, 0.0, 0.0)),
            (there, by(avoidance.weight, 0.0, 0.0)),
            (end, Goal::Home),
        ],
    );
    late(m, Part::Pelvis, 0.0, pelvis);
    late(m, Part::Hips, 0.0, avoidance.hips);
    late(m, Part::Chest, 0.02, avoidance.chest);
    late(m, Part::Gaze, 0.03, avoidance.gaze);
    let heel = avoidance.heels;
    for side in Side::BOTH {
        m.keys(
            Part::Heel(side),
            0.0,
            &[(rise, by(heel, 0.0, 0.0)), (there, by(heel, 0.0, 0.0)), (end, Goal::Home)],
        );
    }
    arms(m, avoidance.arms, [rise, there, end], sizes);
    end
}

/// What one arm makes of what both do.
#[derive(Clone, Copy, Debug)]
struct Armed {
    /// Whether it is on the side that is threatened.
    near: bool,
    /// How far it goes.
    size: f32,
}

/// What the hands do meanwhile: the near one comes up, the other opens.
fn arms(m: &mut Phrase<'_>, arms: Arms, [rise, there, end]: [f32; 3], sizes: [Armed; 2]) {
    for (side, armed) in Side::BOTH.into_iter().zip(sizes) {
        let s = sign(side);
        let (wrist, elbow) = match arms {
            Arms::Keep if armed.near => ([-0.01 * s, 0.09, -0.04], [0.5 * s, -0.9, 0.2]),
            Arms::Keep => ([0.05 * s, -0.05, -0.05], [0.45 * s, -1.0, -0.15]),
            Arms::Up if armed.near => ([-0.03 * s, 0.17, -0.04], [0.6 * s, -0.8, 0.45]),
            Arms::Up => ([0.05 * s, 0.06, -0.07], [0.45 * s, -1.0, 0.0]),
            Arms::In => ([-0.01 * s, -0.07, -0.09], [0.3 * s, -1.0, -0.3]),
            Arms::Out if armed.near => ([0.13 * s, 0.04, -0.08], [0.5 * s, -0.95, -0.2]),
            Arms::Out => ([0.2 * s, -0.06, -0.08], [0.55 * s, -0.9, -0.4]),
            Arms::Back(one) if one == side => ([0.09 * s, -0.13, -0.27], [0.45 * s, -0.8, -0.7]),
            Arms::Back(_) => ([0.0, 0.04, 0.0], [0.45 * s, -1.0, 0.0]),
        };
        let wrist = wrist.map(|way| armed.size * way);
        let delay = if side == Left { 0.04 } else { 0.055 };
        let [x, y, z] = wrist;
        m.keys(
            Part::Wrist(side),
            delay,
            &[
                (rise + delay, by(x, y, z)),
                (there + delay, by(1.05 * x, 1.1 * y, 1.05 * z)),
                (end + delay, Goal::Home),
            ],
        )
        .keys(
            Part::Elbow(side),
            delay,
            &[(rise + delay, at(elbow[0], elbow[1], elbow[2])), (end, Goal::Home)],
        );
    }
}

/// A leg drawn up out of the way of a low blow.
fn lift(m: &mut Phrase<'_>, side: Side, [rise, hold, back]: [f32; 3]) {
    let (s, there) = (sign(side), rise + hold);
    let land = there + 0.75 * back;
    m.lift(side, 0.3 * rise).step(side, there, land);
    m.keys(
        Part::Foot(side),
        0.3 * rise,
        &[(rise, at(0.03 * s, 0.24, -0.12)), (there, at(0.03 * s, 0.25, -0.13)), (land, at(0.0, 0.0, 0.0))],
    )
    .keys(
        Part::Sole(side),
        0.3 * rise,
        &[(rise, at(0.1 * s, 0.5, 0.0)), (there, at(0.1 * s, 0.5, 0.0)), (land, at(0.0, 0.0, 0.0))],
    );
}

/// Off both feet, up and over or away.
fn jump(m: &mut Phrase<'_>, avoidance: &Avoidance, rise: f32, back: f32) -> f32 {
    // s. The crouch, and the flight: 1.3 m/s up carries the body for 0.27 s and 9 cm, with the feet drawn up on top.
    let (crouch, flight) = (0.8 * rise.max(0.22), 0.28);
    let (lift, land) = (crouch + 0.13, crouch + 0.13 + flight);
    let end = land + back + 0.15;
    let [x, _, z] = avoidance.pelvis;
    m.travel(Vec3::new(x, 0.0, z), 0.0, lift, land);
    for side in Side::BOTH {
        let s = sign(side);
        let apex = 0.5 * (lift + land);
        m.step(side, lift, land)
            .keys(Part::Foot(side), lift, &[(apex, at(0.02 * s, 0.24, -0.06)), (land, at(0.0, 0.0, 0.0))])
            .keys(Part::Sole(side), lift, &[(apex, at(0.0, 0.35, 0.0)), (land, at(0.0, 0.0, 0.0))])
            .keys(
                Part::Heel(side),
                0.0,
                &[
                    (crouch, by(0.1, 0.0, 0.0)),
                    (lift, at(0.55, 0.0, 0.0)),
                    (land, at(0.45, 0.0, 0.0)),
                    (land + 0.1, at(0.0, 0.0, 0.0)),
                    (end, Goal::Home),
                ],
            )
            .keys(
                Part::Wrist(side),
                0.03,
                &[
                    (crouch, by(0.06 * s, -0.12, -0.14)),
                    (apex, by(0.12 * s, 0.12, 0.0)),
                    (land + 0.1, by(0.08 * s, -0.04, 0.0)),
                    (end, Goal::Home),
                ],
            );
    }
    m.keys(
        Part::Pelvis,
        0.0,
        &[
            (crouch, by(0.0, -0.16, -0.03)),
            (lift, by(0.0, 0.06, 0.0)),
            (0.5 * (lift + land), by(0.0, 0.16, 0.0)),
            (land, by(0.0, 0.06, 0.0)),
            (land + 0.16, by(0.0, -0.14, -0.02)),
            (end, Goal::Home),
        ],
    )
    .keys(
        Part::Hips,
        0.0,
        &[
            (crouch, by(0.0, 0.16, 0.0)),
            (lift, by(0.0, -0.05, 0.0)),
            (land + 0.14, by(0.0, 0.15, 0.0)),
            (end, Goal::Home),
        ],
    )
    .keys(
        Part::Chest,
        0.02,
        &[
            (crouch, by(0.0, 0.2, 0.0)),
            (lift, by(0.0, 0.0, 0.0)),
            (land + 0.16, by(0.0, 0.2, 0.0)),
            (end, Goal::Home),
        ],
    )
    .keys(Part::Gaze, 0.0, &[(crouch, by(0.0, 0.3, 0.0)), (land, by(0.0, 0.3, 0.0)), (end, Goal::Home)]);
    end
}

/// The joint by which a part is followed.
fn followed(part: &str) -> usize {
    match part {
        "head" => joint::HEAD,
        "chest" => joint::CHEST,
        "belly" => joint::SPINE,
        "left_arm" => joint::LEFT_ARM + 3,
        "right_arm" => joint::RIGHT_ARM + 3,
        "left_leg" => joint::LEFT_LEG + 2,
        "right_leg" => joint::RIGHT_LEG + 2,
        "feet" => joint::LEFT_LEG + 3,
        _ => joint::HIPS,
    }
}

/// The share of its furthest way at which a part is out of the way.
const AWAY: f32 = 0.6;

/// From when to when parts were out of the way, as it came out.
fn dodges(take: &Take, written: &[Written]) -> Vec<Dodge> {
    let mut joints = Joints::new();
    let mut found = Vec::new();
    for &Written { avoidance, from, to, heading } in written {
        let part = followed(avoidance.saves);
        let samples = ((to - from) * INNER_RATE / 4.0) as usize;
        let time = |n: usize| from + n as f32 * 4.0 / INNER_RATE;
        let was = joints.place(&take.postures, part, from);
        let away: Vec<f32> =
            (0..samples).map(|n| (joints.place(&take.postures, part, time(n)) - was).length()).collect();
        let furthest = away.iter().fold(0.0_f32, |most, a| most.max(*a));
        let first = away.iter().position(|a| *a > AWAY * furthest).unwrap_or(0);
        // A step does not come back.
        let last = (first..away.len()).find(|&n| away[n] < AWAY * furthest).unwrap_or(away.len());
        let [x, y, z] = avoidance.threat;
        found.push(Dodge {
            part: avoidance.saves.to_string(),
            direction: (about(1, heading) * Vec3::new(x, y, z)).normalize_or_zero().to_array(),
            span: [time(first), time(last).min(to)],
            point: was.to_array(),
        });
    }
    found
}
