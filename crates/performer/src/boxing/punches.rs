//! Blows of hands and elbows: what the arms do while the body drives them ([`Drive`]).

use footwork_motion::Side;
use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::drive::{Drive, Stride};
use super::rounds::RING;
use super::{Boxer, front};
use crate::posture::about;
use crate::score::{Goal, HOME, Limb, Meaning, Part, at, by};

/// s. How much sooner a blow is out that the one before it has wound up. In people's combinations blows follow each other
/// by 0.18 to 0.3 s (CMU 14_02, 14_03).
const WOUND_UP: f32 = 0.1;
/// The share of a step to the side that is taken.
const ASIDE: f32 = 0.5;
/// rad. A blow steps no further aside than this: stepping back would take its speed.
const FURTHEST_ASIDE: f32 = 1.4;
/// rad. How far the chest is pitched in the guard: pelvis and spine together.
const CHEST_PITCH: f32 = 0.19;

impl Boxer<'_> {
    /// The lead hand, straight, with a step that lands as the fist does.
    pub(super) fn jab(&mut self) {
        let (x, y) = (0.03 * self.rng.signed(), 0.05 * self.rng.signed());
        let step = self.stepping(0.9, 0.3, 0.46);
        let low = self.low_guard();
        let reach = self.reach(0.33);
        let (mut m, effort) = self.begin_blow(0.9, 1.02);
        let drive = Drive {
            foot: Right,
            reach,
            wind: 0.07,
            turn: -0.2,
            chest: 1.5,
            dip: [0.02, 0.07],
            lean: 0.2 * effort,
            bend: 0.04,
            shift: [-0.08, 0.1],
            spin: 0.4 + 0.75 * f32::from(step.is_none()),
            step,
        };
        drive.write(&mut m);
        let t = drive.reach;
        m.keys(
            Part::Wrist(Left),
            0.0,
            &[
                (t - 0.16, by(0.01, -0.02, -0.05)),
                (t, straight(drive.faces(), drive.lean, Vec3::new(-0.06 + x, 0.11 + y, 0.52), effort)),
                (t + 0.24, by(0.01, -0.03 - low, 0.02)),
                (t + 0.4, HOME),
            ],
        )
        .keys(Part::Elbow(Left), 0.02, &[(t - 0.05, at(0.7, -1.0, 0.0)), (t + 0.22, HOME)])
        .keys(Part::Palm(Left), 0.02, &[(t - 0.02, at(1.25, 0.0, 0.0)), (t + 0.22, HOME)])
        .keys(Part::Wrist(Right), 0.02, &[(t - 0.04, by(0.02, 0.03 - low, 0.0)), (t + 0.26, HOME)]);
        m.end(t + 0.24, blow(&["attack", "punch", "jab"], Limb::Hand(Left), t));
    }

    /// The rear hand, straight, over a rear foot that turns in.
    pub(super) fn cross(&mut self) {
        let (x, y) = (0.03 * self.rng.signed(), 0.05 * self.rng.signed());
        let step = self.stepping(0.88, 0.3, 0.46);
        let low = self.low_guard();
        let reach = self.reach(0.37);
        let (mut m, effort) = self.begin_blow(0.9, 1.04);
        let drive = Drive {
            foot: Right,
            reach,
            wind: -0.1,
            turn: 0.58,
            chest: 0.68,
            dip: [0.02, 0.075],
            lean: 0.27 * effort,
            bend: -0.06,
            shift: [-0.08, 0.14],
            spin: 1.25,
            step,
        };
        drive.write(&mut m);
        let t = drive.reach;
        m.keys(
            Part::Wrist(Right),
            0.02,
            &[
                (t - 0.165, by(-0.02, -0.02, -0.05)),
                (t, straight(drive.faces(), drive.lean, Vec3::new(0.07 + x, 0.11 + y, 0.52), effort)),
                (t + 0.25, by(-0.02, -0.05 - low, 0.03)),
                (t + 0.42, HOME),
            ],
        )
        .keys(Part::Elbow(Right), 0.05, &[(t - 0.055, at(-0.8, -1.0, 0.0)), (t + 0.24, HOME)])
        .keys(Part::Palm(Right), 0.04, &[(t - 0.015, at(1.25, 0.0, 0.0)), (t + 0.24, HOME)])
        .keys(Part::Wrist(Left), 0.02, &[(t - 0.05, by(-0.05, 0.03 - low, -0.07)), (t + 0.26, HOME)]);
        m.end(t + 0.26, blow(&["attack", "punch", "cross"], Limb::Hand(Right), t));
    }

    /// A bent arm swung round, by either hand, over a foot that turns with it.
    pub(super) fn hook(&mut self, side: Side) {
        let (name, s) = if side == Left { ("lead_hook", 1.0) } else { ("rear_hook", -1.0) };
        // The rear side has further to come round.
        let (wind, turn, late) = if side == Left { (0.2, -0.5, 0.0) } else { (-0.12, 0.62, 0.03) };
        let step = self.stepping(0.88, 0.3, 0.46);
        let low = self.low_guard();
        let reach = self.reach(0.43 + late);
        let (mut m, effort) = self.begin_blow(1.03, 1.11);
        // A hard one comes from further out and goes further through.
        let wide = 3.0 * (effort - 1.1).max(0.0);
        let drive = Drive {
            foot: if step.is_some() { Right } else { side },
            reach: reach + 0.1 * wide,
            wind,
            turn: turn * (1.0 + 0.15 * wide),
            chest: if side == Left { 0.75 } else { 0.7 },
            dip: [0.045, 0.06],
            lean: 0.17,
            bend: -0.15 * s,
            shift: [0.08 * s, -0.05 * s],
            spin: push_spin(side, step.is_some(), 1.2),
            step,
        };
        drive.write(&mut m);
        let t = drive.reach;
        m.keys(
            Part::Wrist(side),
            0.02,
            &[
                (t - 0.235, at((0.13 + 0.12 * wide) * s, -0.06 - 0.1 * wide, 0.23 - 0.04 * wide)),
                (t - 0.14, at((0.04 + 0.08 * wide) * s, 0.03 - 0.04 * wide, 0.4 + 0.04 * wide)),
                (t, at((-0.24 - 0.03 * wide) * s, 0.12, 0.39 + 0.02 * wide)),
                (t + 0.26, by(-0.03 * s, -0.03 - low, 0.02)),
                (t + 0.42, HOME),
            ],
        )
        .keys(
            Part::Elbow(side),
            0.02,
            &[(t - 0.11, at(1.0 * s, -0.35, -0.15)), (t + 0.02, at(1.0 * s, -0.4, 0.0)), (t + 0.26, HOME)],
        )
        .keys(Part::Palm(side), 0.06, &[(t - 0.15, at(0.3, 0.1, 0.0)), (t + 0.2, HOME)])
        .keys(
            Part::Wrist(other(side)),
            0.02,
            &[(t - 0.15, by(0.03 * s, 0.03 - low, -0.02)), (t + 0.22, HOME)],
        );
        m.end(t + 0.27, blow(&["attack", "punch", name], Limb::Hand(side), t));
    }

    /// From below, by either hand: the knees give, then push.
    pub(super) fn uppercut(&mut self, side: Side) {
        let (name, s) = if side == Left { ("lead_uppercut", 1.0) } else { ("rear_uppercut", -1.0) };
        let (wind, turn, late) = if side == Left { (0.14, -0.4, 0.0) } else { (-0.1, 0.62, 0.03) };
        let step = self.stepping(0.88, 0.3, 0.46);
        let low = self.low_guard();
        let reach = self.reach(0.41 + late);
        let (mut m, effort) = self.begin_blow(1.02, 1.04);
        let drive = Drive {
            foot: Right,
            reach,
            wind,
            turn,
            chest: if side == Left { 0.9 } else { 0.62 },
            dip: [0.09, 0.01],
            lean: -0.05,
            bend: -0.16 * s,
            shift: [0.1 * s, -0.02],
            // The pelvis turns away from a foot that turns in far.
            spin: if side == Left { 0.45 } else { 1.1 },
            step,
        };
        drive.write(&mut m);
        let t = drive.reach;
        // A hard one comes from further down.
        let deep = 0.22 * effort;
        m.keys(
            Part::Wrist(side),
            0.0,
            &[
                (t - 0.2, at(0.02 * s, -deep, 0.21)),
                (t - 0.105, at(-0.02 * s, -0.05, 0.34)),
                (t, front(drive.faces(), 0.1, -0.09 * s, 0.2, 0.38)),
                (t + 0.23, by(0.0, -0.03 - low, 0.03)),
                (t + 0.4, HOME),
            ],
        )
        .keys(
            Part::Elbow(side),
            0.0,
            &[(t - 0.2, at(0.35 * s, -0.6, -0.9)), (t - 0.045, at(0.3 * s, -1.0, 0.1)), (t + 0.22, HOME)],
        )
        .keys(
            Part::Palm(side),
            0.03,
            &[(t - 0.15, at(-1.1, 0.1, 0.0)), (t - 0.01, at(-1.1, 0.1, 0.0)), (t + 0.22, HOME)],
        )
        .keys(
            Part::Wrist(other(side)),
            0.02,
            &[(t - 0.13, by(0.03 * s, 0.03 - low, -0.02)), (t + 0.2, HOME)],
        );
        m.end(t + 0.25, blow(&["attack", "punch", name], Limb::Hand(side), t));
    }

    /// The point of the elbow, swung across.
    pub(super) fn elbow(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let (wind, turn, late) = if side == Left { (0.15, -0.4, 0.0) } else { (-0.1, 0.72, 0.03) };
        // An elbow's path is short: it needs all of its time, and the whole step.
        let step = self.stepping(0.88, 0.3, 0.46).map(|Stride { displacement, .. }| Stride {
            displacement: displacement.length() * Vec3::Z,
            turn: 0.0,
        });
        self.flows = false;
        let reach = 0.42 + late;
        let (mut m, effort) = self.begin_blow(1.04, 1.0);
        let drive = Drive {
            foot: if step.is_some() { Right } else { side },
            reach,
            wind,
            turn,
            chest: if side == Left { 0.9 } else { 0.7 },
            dip: [0.02, 0.06],
            lean: 0.2 * effort,
            bend: -0.12 * s,
            shift: [0.0, 0.15],
            spin: push_spin(side, step.is_some(), 0.8),
            step,
        };
        drive.write(&mut m);
        let t = drive.reach;
        m.keys(
            Part::Wrist(side),
            0.03,
            &[(t - 0.23, by(0.05 * s, 0.02, -0.03)), (t - 0.02, at(-0.19 * s, 0.08, 0.2)), (t + 0.24, HOME)],
        )
        .keys(
            Part::Elbow(side),
            0.0,
            &[(t - 0.16, at(0.9 * s, -0.25, 0.15)), (t, at(0.2 * s, 0.2, 1.0)), (t + 0.28, HOME)],
        )
        .keys(Part::Palm(side), 0.05, &[(t - 0.14, at(0.9, 0.3, 0.0)), (t + 0.2, HOME)]);
        m.end(t + 0.28, blow(&["attack", "elbow"], Limb::Elbow(side), t));
    }

    /// Where a blow steps, by chance: mostly ahead, and back to the ring's middle where that is far. A blow that comes out
    /// of another finds the feet still on their way, and a tired fighter stays where he is more often.
    fn stepping(&mut self, chance: f32, least: f32, most: f32) -> Option<Stride> {
        let chance = if self.flows { 0.4 * chance } else { chance * (1.0 - 0.4 * self.style.fatigue) };
        if self.rng.unit() >= chance {
            return None;
        }
        let far = self.rng.range(least, most) * (1.0 - 0.3 * self.style.fatigue);
        let inward = about(1, -self.score.heading) * -self.score.centre;
        let strays = 0.6 * (self.rng.signed() + self.rng.signed());
        let angle = if self.rng.unit() < self.score.centre.length() / RING {
            (libm::atan2f(inward.x, inward.z) + 0.5 * strays).clamp(-FURTHEST_ASIDE, FURTHEST_ASIDE)
        } else {
            strays
        };
        // Feet that are apart to the side already cannot go much further.
        let displacement = far * Vec3::new(ASIDE * libm::sinf(angle), 0.0, libm::cosf(angle));
        Some(Stride { displacement, turn: 0.2 * self.rng.signed() })
    }

    /// s. When a blow is out that is out after `usual` from a standing start.
    fn reach(&mut self, usual: f32) -> f32 {
        if std::mem::take(&mut self.flows) { usual - WOUND_UP } else { usual }
    }

    /// m. How far below the guard a hand comes home: by chance, and more when tired.
    fn low_guard(&mut self) -> f32 {
        (0.04 + 0.1 * self.style.fatigue) * self.rng.unit()
    }
}

/// rad. How far the foot turns that pushes for a bent arm: the rear one as far as it is told, and less if the lead foot
/// steps; the lead one inward.
fn push_spin(side: Side, steps: bool, rear: f32) -> f32 {
    match side {
        Right => rear,
        Left if steps => 0.5,
        Left => -0.5,
    }
}

/// Where a straight blow goes: in a direction, nearly as far as the arm, by effort. An arm that is quite straight would snap.
fn straight(yaw: f32, lean: f32, direction: Vec3, effort: f32) -> Goal {
    let direction = (0.545 + 0.04 * (effort - 1.0).min(0.5)) * direction.normalize();
    front(yaw, CHEST_PITCH + lean, direction.x, direction.y, direction.z)
}

/// What a blow means.
pub(super) fn blow<'a>(classes: &'a [&'static str], limb: Limb, reach: f32) -> Meaning<'a> {
    let limbs: &[Limb] = match limb {
        Limb::Hand(Left) => &[Limb::Hand(Left)],
        Limb::Hand(Right) => &[Limb::Hand(Right)],
        Limb::Elbow(Left) => &[Limb::Elbow(Left)],
        Limb::Elbow(Right) => &[Limb::Elbow(Right)],
        Limb::Knee(Left) => &[Limb::Knee(Left)],
        Limb::Knee(Right) => &[Limb::Knee(Right)],
        Limb::Foot(Left) => &[Limb::Foot(Left)],
        Limb::Foot(Right) => &[Limb::Foot(Right)],
    };
    Meaning { classes, limbs, protects: None, blow: Some((limb, reach)) }
}

/// The other side.
pub(super) fn other(side: Side) -> Side {
    if side == Left { Right } else { Left }
}
