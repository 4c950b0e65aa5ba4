//! Blows of hands and elbows. The hips begin, the chest follows, the fist comes last; then all of it comes home.

use footwork_motion::Side;
use footwork_motion::Side::{Left, Right};

use super::{Boxer, front};
use crate::score::{HOME, Limb, Meaning, Part, at, by};

impl Boxer<'_> {
    /// The lead hand, straight.
    pub(super) fn jab(&mut self) {
        let (x, y) = (0.03 * self.rng.signed(), 0.05 * self.rng.signed());
        let mut m = self.begin();
        m.keys(Part::Hips, 0.0, &[(0.04, by(0.03, 0.0, 0.0)), (0.15, by(-0.2, 0.03, 0.0)), (0.4, HOME)])
            .keys(Part::Chest, 0.01, &[(0.05, by(0.03, 0.0, 0.0)), (0.17, by(-0.3, 0.03, 0.0)), (0.42, HOME)])
            .keys(Part::Pelvis, 0.0, &[(0.17, by(0.0, -0.02, 0.09)), (0.42, HOME)])
            .keys(Part::Weight, 0.0, &[(0.15, by(0.08, 0.0, 0.0)), (0.42, HOME)])
            .keys(
                Part::Wrist(Left),
                0.02,
                &[
                    (0.06, by(0.01, -0.015, -0.025)),
                    (0.185, front(-1.05, 0.3, -0.06 + x, 0.11 + y, 0.54)),
                    (0.41, HOME),
                ],
            )
            .keys(Part::Elbow(Left), 0.02, &[(0.15, at(0.8, -1.0, 0.0)), (0.4, HOME)])
            .keys(Part::Palm(Left), 0.02, &[(0.19, at(1.25, 0.0, 0.0)), (0.4, HOME)])
            .keys(Part::Wrist(Right), 0.02, &[(0.17, by(0.02, 0.03, 0.0)), (0.42, HOME)])
            .keys(Part::Heel(Right), 0.0, &[(0.16, by(0.15, 0.0, 0.0)), (0.42, HOME)]);
        m.end(0.42, blow(&["attack", "punch", "jab"], Limb::Hand(Left), 0.185));
    }

    /// The rear hand, straight.
    pub(super) fn cross(&mut self) {
        let (x, y) = (0.03 * self.rng.signed(), 0.05 * self.rng.signed());
        let mut m = self.begin();
        m.keys(Part::Hips, 0.0, &[(0.05, by(-0.06, 0.0, 0.0)), (0.19, by(0.66, 0.05, 0.0)), (0.47, HOME)])
            .keys(
                Part::Chest,
                0.02,
                &[(0.08, by(-0.08, 0.0, 0.0)), (0.22, by(0.42, 0.04, 0.0)), (0.49, HOME)],
            )
            .keys(Part::Pelvis, 0.0, &[(0.18, by(0.02, -0.03, 0.06)), (0.48, HOME)])
            .keys(Part::Weight, 0.0, &[(0.06, by(-0.06, 0.0, 0.0)), (0.2, by(0.2, 0.0, 0.0)), (0.48, HOME)])
            .keys(
                Part::Wrist(Right),
                0.05,
                &[
                    (0.1, by(-0.01, -0.01, -0.02)),
                    (0.25, front(0.55, 0.3, 0.07 + x, 0.11 + y, 0.54)),
                    (0.48, HOME),
                ],
            )
            .keys(Part::Elbow(Right), 0.05, &[(0.2, at(-0.9, -1.0, 0.0)), (0.47, HOME)])
            .keys(Part::Palm(Right), 0.04, &[(0.24, at(1.25, 0.0, 0.0)), (0.47, HOME)])
            .keys(Part::Wrist(Left), 0.02, &[(0.2, by(-0.06, 0.03, -0.08)), (0.48, HOME)])
            .keys(Part::Heel(Right), 0.0, &[(0.19, by(0.42, 0.0, 0.0)), (0.48, HOME)])
            .keys(Part::Gaze, 0.05, &[(0.22, by(0.0, 0.06, 0.0)), (0.48, HOME)]);
        m.end(0.5, blow(&["attack", "punch", "cross"], Limb::Hand(Right), 0.25));
    }

    /// A bent arm swung round, by either hand.
    pub(super) fn hook(&mut self, side: Side) {
        let (name, s) = if side == Left { ("lead_hook", 1.0) } else { ("rear_hook", -1.0) };
        // The rear side has further to come round.
        let (wind, turn, late) = if side == Left { (0.2, -0.36, 0.0) } else { (-0.1, 0.62, 0.03) };
        let mut m = self.begin();
        m.keys(
            Part::Hips,
            0.0,
            &[(0.09, by(wind, 0.02, 0.0)), (0.26 + late, by(turn, 0.03, 0.0)), (0.54, HOME)],
        )
        .keys(
            Part::Chest,
            0.02,
            &[(0.11, by(0.8 * wind, 0.03, -0.06 * s)), (0.3 + late, by(turn, 0.02, 0.05 * s)), (0.56, HOME)],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[(0.12, by(0.03 * s, -0.04, 0.0)), (0.25, by(0.0, -0.01, 0.03)), (0.54, HOME)],
        )
        .keys(
            Part::Weight,
            0.0,
            &[(0.11, by(0.15 * s, 0.0, 0.0)), (0.26, by(-0.12 * s, 0.0, 0.0)), (0.55, HOME)],
        )
        .keys(
            Part::Wrist(side),
            0.04,
            &[
                (0.15, by(0.12 * s, -0.06, -0.05)),
                (0.24 + late, at(0.12 * s, 0.09, 0.4)),
                (0.335 + late, at(-0.22 * s, 0.12, 0.34)),
                (0.6, HOME),
            ],
        )
        .keys(
            Part::Elbow(side),
            0.02,
            &[(0.23, at(1.0 * s, -0.3, -0.25)), (0.36, at(1.0 * s, -0.35, 0.0)), (0.54, HOME)],
        )
        .keys(Part::Palm(side), 0.06, &[(0.22, at(0.3, 0.1, 0.0)), (0.5, HOME)])
        .keys(Part::Gaze, 0.08, &[(0.29 + late, by(0.35 * turn, 0.03, 0.0)), (0.54, HOME)])
        .keys(Part::Heel(side), 0.0, &[(0.24, by(0.3, 0.0, 0.0)), (0.55, HOME)])
        .keys(Part::Wrist(other(side)), 0.02, &[(0.22, by(0.02 * s, 0.03, -0.01)), (0.54, HOME)]);
        m.end(0.6, blow(&["attack", "punch", name], Limb::Hand(side), 0.335 + late));
    }

    /// From below, by either hand.
    pub(super) fn uppercut(&mut self, side: Side) {
        let (name, s) = if side == Left { ("lead_uppercut", 1.0) } else { ("rear_uppercut", -1.0) };
        let (wind, turn, late) = if side == Left { (0.12, -0.3, 0.0) } else { (-0.08, 0.62, 0.03) };
        let mut m = self.begin();
        m.keys(
            Part::Hips,
            0.0,
            &[(0.11, by(wind, 0.08, 0.08 * -s)), (0.29 + late, by(turn, -0.02, 0.0)), (0.56, HOME)],
        )
        .keys(
            Part::Chest,
            0.01,
            &[(0.13, by(wind, 0.1, 0.1 * -s)), (0.32 + late, by(0.6 * turn, -0.08, 0.0)), (0.57, HOME)],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[(0.13, by(0.02 * s, -0.07, 0.0)), (0.31, by(0.0, 0.015, 0.05)), (0.56, HOME)],
        )
        .keys(Part::Weight, 0.0, &[(0.12, by(0.14 * s, 0.0, 0.0)), (0.28, by(0.05, 0.0, 0.0)), (0.56, HOME)])
        .keys(
            Part::Wrist(side),
            0.02,
            &[
                (0.16, at(0.02 * s, -0.22, 0.21)),
                (0.25 + late, at(-0.02 * s, -0.1, 0.36)),
                (0.34 + late, front(-0.55 + 1.6 * turn, 0.1, -0.09 * s, 0.2, 0.39)),
                (0.56, HOME),
            ],
        )
        .keys(
            Part::Elbow(side),
            0.02,
            &[(0.15, at(0.35 * s, -0.6, -0.9)), (0.3, at(0.3 * s, -1.0, 0.2)), (0.56, HOME)],
        )
        .keys(Part::Palm(side), 0.03, &[(0.2, at(-1.1, 0.1, 0.0)), (0.34, at(-1.1, 0.1, 0.0)), (0.56, HOME)])
        .keys(Part::Heel(side), 0.0, &[(0.27, by(0.3, 0.0, 0.0)), (0.56, HOME)])
        .keys(Part::Wrist(other(side)), 0.02, &[(0.22, by(0.02 * s, 0.02, -0.02)), (0.54, HOME)]);
        m.end(0.6, blow(&["attack", "punch", name], Limb::Hand(side), 0.34 + late));
    }

    /// The point of the elbow, swung across.
    pub(super) fn elbow(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let (wind, turn, late) = if side == Left { (0.15, -0.4, 0.0) } else { (-0.1, 0.72, 0.03) };
        let mut m = self.begin();
        m.keys(
            Part::Hips,
            0.0,
            &[(0.09, by(wind, 0.02, 0.0)), (0.28 + late, by(turn, 0.05, 0.0)), (0.56, HOME)],
        )
        .keys(
            Part::Chest,
            0.02,
            &[(0.11, by(wind, 0.0, 0.0)), (0.31 + late, by(0.85 * turn, 0.08, 0.04 * s)), (0.58, HOME)],
        )
        .keys(Part::Pelvis, 0.0, &[(0.24, by(0.0, -0.01, 0.09)), (0.56, HOME)])
        .keys(Part::Weight, 0.0, &[(0.24, by(0.18, 0.0, 0.0)), (0.56, HOME)])
        .keys(
            Part::Wrist(side),
            0.04,
            &[(0.14, by(0.05 * s, 0.02, -0.03)), (0.33 + late, at(-0.19 * s, 0.08, 0.2)), (0.56, HOME)],
        )
        .keys(
            Part::Elbow(side),
            0.03,
            &[(0.18, at(1.0 * s, 0.0, 0.1)), (0.33 + late, at(0.2 * s, 0.25, 1.0)), (0.62, HOME)],
        )
        .keys(Part::Palm(side), 0.05, &[(0.24, at(0.9, 0.3, 0.0)), (0.54, HOME)])
        .keys(Part::Heel(side), 0.0, &[(0.24, by(0.35, 0.0, 0.0)), (0.56, HOME)]);
        m.end(0.62, blow(&["attack", "elbow"], Limb::Elbow(side), 0.33 + late));
    }
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
