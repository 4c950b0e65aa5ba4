//! Blows of hands and elbows. The hips begin, the chest follows, the fist comes last; then all of it comes home.

use footwork_motion::Side;
use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::{Boxer, front};
use crate::score::{Goal, HOME, Limb, Meaning, Part, at, by};

impl Boxer<'_> {
    /// The lead hand, straight.
    pub(super) fn jab(&mut self) {
        let (x, y) = (0.03 * self.rng.signed(), 0.05 * self.rng.signed());
        let (mut m, effort) = self.begin_blow(0.87, 1.02);
        m.swing(Part::Hips, 0.0, &[(0.06, by(0.05, 0.0, 0.0)), (0.19, by(-0.2, 0.03, 0.0)), (0.46, HOME)])
            .swing(Part::Chest, 0.0, &[(0.07, by(0.05, 0.0, 0.0)), (0.2, by(-0.3, 0.03, 0.0)), (0.46, HOME)])
            .keys(Part::Pelvis, 0.0, &[(0.19, by(0.0, -0.02, 0.09)), (0.46, HOME)])
            .keys(Part::Weight, 0.0, &[(0.17, by(0.08, 0.0, 0.0)), (0.46, HOME)])
            .keys(
                Part::Wrist(Left),
                0.0,
                &[
                    (0.065, by(0.01, -0.015, -0.04)),
                    (0.22, straight(-1.05, Vec3::new(-0.06 + x, 0.11 + y, 0.52), effort)),
                    (0.45, HOME),
                ],
            )
            .keys(Part::Elbow(Left), 0.02, &[(0.17, at(0.7, -1.0, 0.0)), (0.44, HOME)])
            .keys(Part::Palm(Left), 0.02, &[(0.2, at(1.25, 0.0, 0.0)), (0.44, HOME)])
            .keys(Part::Wrist(Right), 0.02, &[(0.18, by(0.02, 0.03, 0.0)), (0.44, HOME)])
            .keys(Part::Heel(Right), 0.0, &[(0.17, by(0.15, 0.0, 0.0)), (0.46, HOME)]);
        m.end(0.45, blow(&["attack", "punch", "jab"], Limb::Hand(Left), 0.22));
    }

    /// The rear hand, straight.
    pub(super) fn cross(&mut self) {
        let (x, y) = (0.03 * self.rng.signed(), 0.05 * self.rng.signed());
        let (mut m, effort) = self.begin_blow(0.88, 1.04);
        m.swing(Part::Hips, 0.0, &[(0.05, by(-0.06, 0.0, 0.0)), (0.2, by(0.66, 0.05, 0.0)), (0.49, HOME)])
            .swing(
                Part::Chest,
                0.02,
                &[(0.08, by(-0.08, 0.0, 0.0)), (0.23, by(0.42, 0.04, 0.0)), (0.5, HOME)],
            )
            .keys(Part::Pelvis, 0.0, &[(0.19, by(0.02, -0.03, 0.06)), (0.49, HOME)])
            .swing(Part::Weight, 0.0, &[(0.06, by(-0.06, 0.0, 0.0)), (0.2, by(0.2, 0.0, 0.0)), (0.5, HOME)])
            .keys(
                Part::Wrist(Right),
                0.04,
                &[
                    (0.11, by(-0.01, -0.01, -0.04)),
                    (0.265, straight(0.55, Vec3::new(0.07 + x, 0.11 + y, 0.52), effort)),
                    (0.5, HOME),
                ],
            )
            .keys(Part::Elbow(Right), 0.05, &[(0.21, at(-0.8, -1.0, 0.0)), (0.49, HOME)])
            .keys(Part::Palm(Right), 0.04, &[(0.25, at(1.25, 0.0, 0.0)), (0.49, HOME)])
            .keys(Part::Wrist(Left), 0.02, &[(0.21, by(-0.06, 0.03, -0.06)), (0.49, HOME)])
            .keys(Part::Heel(Right), 0.0, &[(0.2, by(0.42, 0.0, 0.0)), (0.5, HOME)])
            .keys(Part::Gaze, 0.05, &[(0.23, by(0.0, 0.06, 0.0)), (0.49, HOME)]);
        m.end(0.5, blow(&["attack", "punch", "cross"], Limb::Hand(Right), 0.265));
    }

    /// A bent arm swung round, by either hand.
    pub(super) fn hook(&mut self, side: Side) {
        let (name, s) = if side == Left { ("lead_hook", 1.0) } else { ("rear_hook", -1.0) };
        // The rear side has further to come round.
        let (wind, turn, late) = if side == Left { (0.2, -0.36, 0.0) } else { (-0.1, 0.62, 0.03) };
        let (mut m, effort) = self.begin_blow(0.935, 1.11);
        // A hard one comes from further out and goes further through.
        let wide = 3.0 * (effort - 1.1).max(0.0);
        let (late, turn) = (late + 0.1 * wide, turn * (1.0 + 0.15 * wide));
        m.swing(
            Part::Hips,
            0.0,
            &[(0.11, by(wind, 0.02, 0.0)), (0.3 + late, by(turn, 0.03, 0.0)), (0.58, HOME)],
        )
        .swing(
            Part::Chest,
            0.02,
            &[(0.13, by(0.8 * wind, 0.03, -0.05 * s)), (0.33 + late, by(turn, 0.02, 0.04 * s)), (0.6, HOME)],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[(0.14, by(0.03 * s, -0.04, 0.0)), (0.29, by(0.0, -0.01, 0.03)), (0.58, HOME)],
        )
        .swing(
            Part::Weight,
            0.0,
            &[(0.13, by(0.15 * s, 0.0, 0.0)), (0.3, by(-0.12 * s, 0.0, 0.0)), (0.59, HOME)],
        )
        .keys(
            Part::Wrist(side),
            0.02,
            &[
                (0.16 + 0.5 * late, at((0.13 + 0.12 * wide) * s, -0.04 - 0.1 * wide, 0.23 - 0.04 * wide)),
                (0.255 + late, at((0.04 + 0.08 * wide) * s, 0.04 - 0.04 * wide, 0.4 + 0.04 * wide)),
                (0.4 + late, at((-0.29 - 0.03 * wide) * s, 0.12, 0.38 + 0.02 * wide)),
                (0.66, HOME),
            ],
        )
        .keys(
            Part::Elbow(side),
            0.02,
            &[(0.29, at(1.0 * s, -0.4, -0.15)), (0.42, at(1.0 * s, -0.45, 0.0)), (0.64, HOME)],
        )
        .keys(Part::Palm(side), 0.06, &[(0.25, at(0.3, 0.1, 0.0)), (0.56, HOME)])
        .keys(Part::Gaze, 0.08, &[(0.32 + late, by(0.35 * turn, 0.03, 0.0)), (0.58, HOME)])
        .keys(Part::Heel(side), 0.0, &[(0.27, by(0.3, 0.0, 0.0)), (0.59, HOME)])
        .keys(Part::Wrist(other(side)), 0.02, &[(0.25, by(0.02 * s, 0.03, -0.01)), (0.58, HOME)]);
        m.end(0.64, blow(&["attack", "punch", name], Limb::Hand(side), 0.4 + late));
    }

    /// From below, by either hand.
    pub(super) fn uppercut(&mut self, side: Side) {
        let (name, s) = if side == Left { ("lead_uppercut", 1.0) } else { ("rear_uppercut", -1.0) };
        let (wind, turn, late) = if side == Left { (0.12, -0.3, 0.0) } else { (-0.08, 0.62, 0.03) };
        let (mut m, effort) = self.begin_blow(0.94, 1.04);
        // A hard one comes from further down.
        let deep = 0.22 * effort;
        m.swing(
            Part::Hips,
            0.0,
            &[(0.13, by(wind, 0.05, 0.05 * -s)), (0.31 + late, by(turn, -0.02, 0.0)), (0.58, HOME)],
        )
        .swing(
            Part::Chest,
            0.01,
            &[(0.15, by(wind, 0.06, 0.05 * -s)), (0.34 + late, by(0.6 * turn, -0.06, 0.0)), (0.59, HOME)],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[(0.15, by(0.02 * s, -0.06, 0.0)), (0.33, by(0.0, 0.01, 0.05)), (0.58, HOME)],
        )
        .swing(Part::Weight, 0.0, &[(0.14, by(0.14 * s, 0.0, 0.0)), (0.3, by(0.05, 0.0, 0.0)), (0.58, HOME)])
        .keys(
            Part::Wrist(side),
            0.0,
            &[
                (0.17, at(0.02 * s, -deep, 0.21)),
                (0.27 + late, at(-0.02 * s, -0.05, 0.34)),
                (0.375 + late, front(-0.55 + 1.6 * turn, 0.1, -0.09 * s, 0.2, 0.38)),
                (0.6, HOME),
            ],
        )
        .keys(
            Part::Elbow(side),
            0.0,
            &[(0.17, at(0.35 * s, -0.6, -0.9)), (0.33, at(0.3 * s, -1.0, 0.1)), (0.6, HOME)],
        )
        .keys(Part::Palm(side), 0.03, &[(0.22, at(-1.1, 0.1, 0.0)), (0.36, at(-1.1, 0.1, 0.0)), (0.6, HOME)])
        .keys(Part::Heel(side), 0.0, &[(0.29, by(0.3, 0.0, 0.0)), (0.58, HOME)])
        .keys(Part::Wrist(other(side)), 0.02, &[(0.24, by(0.02 * s, 0.02, -0.02)), (0.56, HOME)]);
        m.end(0.62, blow(&["attack", "punch", name], Limb::Hand(side), 0.375 + late));
    }

    /// The point of the elbow, swung across.
    pub(super) fn elbow(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let (wind, turn, late) = if side == Left { (0.15, -0.4, 0.0) } else { (-0.1, 0.72, 0.03) };
        let (mut m, _) = self.begin_blow(1.06, 1.0);
        m.swing(
            Part::Hips,
            0.0,
            &[(0.1, by(wind, 0.02, 0.0)), (0.3 + late, by(turn, 0.05, 0.0)), (0.6, HOME)],
        )
        .swing(
            Part::Chest,
            0.02,
            &[(0.12, by(wind, 0.0, 0.0)), (0.33 + late, by(0.85 * turn, 0.08, 0.04 * s)), (0.62, HOME)],
        )
        .keys(Part::Pelvis, 0.0, &[(0.26, by(0.0, -0.01, 0.09)), (0.6, HOME)])
        .keys(Part::Weight, 0.0, &[(0.26, by(0.18, 0.0, 0.0)), (0.6, HOME)])
        .keys(
            Part::Wrist(side),
            0.03,
            &[(0.16, by(0.05 * s, 0.02, -0.03)), (0.38 + late, at(-0.19 * s, 0.08, 0.2)), (0.62, HOME)],
        )
        .keys(
            Part::Elbow(side),
            0.0,
            &[(0.21, at(0.9 * s, -0.25, 0.15)), (0.4 + late, at(0.2 * s, 0.2, 1.0)), (0.68, HOME)],
        )
        .keys(Part::Palm(side), 0.05, &[(0.26, at(0.9, 0.3, 0.0)), (0.58, HOME)])
        .keys(Part::Heel(side), 0.0, &[(0.26, by(0.35, 0.0, 0.0)), (0.6, HOME)]);
        m.end(0.66, blow(&["attack", "elbow"], Limb::Elbow(side), 0.4 + late));
    }
}

/// Where a straight blow goes: some way, nearly as far as the arm, by effort. An arm that is quite straight would snap.
fn straight(yaw: f32, way: Vec3, effort: f32) -> Goal {
    let way = (0.545 + 0.02 * (effort - 1.0)) * way.normalize();
    front(yaw, 0.3, way.x, way.y, way.z)
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
