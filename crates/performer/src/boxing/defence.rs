//! Not being hit: out of the way, or something in the way.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use crate::score::{HOME, Limb, Meaning, Part, at, by};

impl Boxer<'_> {
    /// Takes the head off the line, to a side.
    pub(super) fn slip(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let mut m = self.begin();
        m.keys(Part::Weight, 0.0, &[(0.22, by(0.24 * s, 0.0, 0.0)), (0.54, HOME)])
            .keys(Part::Pelvis, 0.0, &[(0.22, by(0.06 * s, -0.06, 0.0)), (0.54, HOME)])
            .keys(Part::Hips, 0.0, &[(0.21, by(0.24 * s, 0.06, -0.12 * s)), (0.54, HOME)])
            .keys(Part::Chest, 0.02, &[(0.23, by(0.2 * s, 0.12, -0.3 * s)), (0.56, HOME)])
            .keys(Part::Gaze, 0.0, &[(0.22, by(0.0, 0.04, -0.22 * s)), (0.54, HOME)])
            .keys(Part::Wrist(Left), 0.03, &[(0.22, by(-0.03, 0.03, -0.05)), (0.54, HOME)])
            .keys(Part::Wrist(Right), 0.03, &[(0.22, by(0.02, 0.03, 0.0)), (0.54, HOME)])
            .keys(Part::Heel(Right), 0.0, &[(0.22, by(0.12 * s, 0.0, 0.0)), (0.54, HOME)]);
        let name = if side == Left { "slip_left" } else { "slip_right" };
        m.end(0.54, avoids(&["avoid", "slip", name]));
    }

    /// Goes down under a blow, in the knees.
    pub(super) fn duck(&mut self) {
        let aside = 0.04 * self.rng.signed();
        let mut m = self.begin();
        m.keys(
            Part::Pelvis,
            0.0,
            &[(0.27, by(aside, -0.23, -0.05)), (0.36, by(aside, -0.23, -0.04)), (0.7, HOME)],
        )
        .keys(Part::Hips, 0.0, &[(0.26, by(0.05, 0.22, 0.0)), (0.36, by(0.05, 0.2, 0.0)), (0.7, HOME)])
        .keys(Part::Chest, 0.02, &[(0.28, by(0.0, 0.2, 0.0)), (0.38, by(0.0, 0.18, 0.0)), (0.72, HOME)])
        .keys(Part::Gaze, 0.02, &[(0.26, by(0.0, 0.1, 0.0)), (0.4, by(0.0, -0.02, 0.0)), (0.7, HOME)])
        .keys(Part::Wrist(Left), 0.03, &[(0.28, by(-0.04, 0.06, -0.06)), (0.7, HOME)])
        .keys(Part::Wrist(Right), 0.03, &[(0.28, by(0.02, 0.05, 0.0)), (0.7, HOME)])
        .keys(Part::Heel(Right), 0.0, &[(0.28, by(0.3, 0.0, 0.0)), (0.7, HOME)]);
        m.end(0.7, avoids(&["avoid", "duck"]));
    }

    /// Leans out of reach.
    pub(super) fn sway_back(&mut self) {
        let mut m = self.begin();
        m.keys(Part::Weight, 0.0, &[(0.22, by(-0.26, 0.0, 0.0)), (0.3, by(-0.26, 0.0, 0.0)), (0.62, HOME)])
            .keys(Part::Pelvis, 0.0, &[(0.22, by(0.0, -0.035, -0.03)), (0.62, HOME)])
            .keys(Part::Hips, 0.0, &[(0.22, by(-0.06, -0.2, 0.04)), (0.62, HOME)])
            .keys(Part::Chest, 0.02, &[(0.24, by(-0.08, -0.5, 0.04)), (0.64, HOME)])
            .keys(Part::Gaze, 0.0, &[(0.22, by(0.0, -0.12, 0.0)), (0.62, HOME)])
            .keys(Part::Wrist(Left), 0.03, &[(0.24, by(0.0, -0.07, 0.05)), (0.62, HOME)])
            .keys(Part::Wrist(Right), 0.03, &[(0.24, by(0.0, -0.05, 0.03)), (0.62, HOME)])
            .keys(Part::Heel(Right), 0.0, &[(0.22, at(0.06, 0.0, 0.0)), (0.62, HOME)]);
        m.end(0.64, avoids(&["avoid", "sway_back"]));
    }

    /// A quick step out of the line.
    pub(super) fn side_step(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        self.step(0.32 * s, 0.04, -0.3 * s);
        if let Some(mark) = self.score.marks.last_mut() {
            let name = if side == Left { "side_step_left" } else { "side_step_right" };
            mark.classes = vec!["avoid", "side_step", name];
            mark.protects = Some("head");
        }
    }

    /// Slaps a straight blow off its line.
    pub(super) fn parry(&mut self, side: Side) {
        let (name, to) = if side == Left {
            ("parry_left", Vec3::new(-0.14, 0.02, 0.05))
        } else {
            ("parry_right", Vec3::new(0.1, 0.02, 0.12))
        };
        let s = if side == Left { 1.0 } else { -1.0 };
        let mut m = self.begin();
        m.keys(Part::Hips, 0.0, &[(0.14, by(-0.08 * s, 0.0, 0.0)), (0.38, HOME)])
            .keys(Part::Chest, 0.0, &[(0.15, by(-0.12 * s, 0.02, 0.0)), (0.4, HOME)])
            .keys(
                Part::Wrist(side),
                0.0,
                &[(0.05, by(0.02 * s, 0.02, 0.01)), (0.17, by(to.x, to.y, to.z)), (0.4, HOME)],
            )
            .keys(Part::Elbow(side), 0.0, &[(0.17, at(0.8 * s, -1.0, -0.1)), (0.4, HOME)])
            .keys(Part::Palm(side), 0.02, &[(0.17, by(0.5, 0.2, 0.0)), (0.4, HOME)])
            .keys(Part::Gaze, 0.0, &[(0.16, by(0.0, 0.03, 0.06 * s)), (0.4, HOME)]);
        m.end(
            0.42,
            Meaning {
                classes: &["block", "parry", name],
                limbs: hand(side),
                protects: Some("head"),
                blow: None,
            },
        );
    }

    /// Both forearms before the face.
    pub(super) fn high_block(&mut self) {
        let mut m = self.begin();
        m.keys(
            Part::Pelvis,
            0.0,
            &[(0.18, by(0.0, -0.03, -0.02)), (0.34, by(0.0, -0.03, -0.02)), (0.62, HOME)],
        )
        .keys(Part::Chest, 0.0, &[(0.18, by(0.1, 0.14, 0.0)), (0.34, by(0.1, 0.15, 0.0)), (0.62, HOME)])
        .keys(Part::Gaze, 0.0, &[(0.18, by(0.0, 0.12, 0.0)), (0.34, by(0.0, 0.1, 0.0)), (0.62, HOME)])
        .keys(
            Part::Wrist(Left),
            0.0,
            &[(0.17, at(-0.03, 0.15, 0.22)), (0.34, at(-0.03, 0.15, 0.21)), (0.62, HOME)],
        )
        .keys(
            Part::Wrist(Right),
            0.0,
            &[(0.18, at(0.1, 0.15, 0.2)), (0.35, at(0.1, 0.15, 0.19)), (0.62, HOME)],
        )
        .keys(
            Part::Elbow(Left),
            0.0,
            &[(0.18, at(0.25, -1.0, 0.4)), (0.34, at(0.25, -1.0, 0.4)), (0.62, HOME)],
        )
        .keys(
            Part::Elbow(Right),
            0.0,
            &[(0.18, at(-0.25, -1.0, 0.4)), (0.34, at(-0.25, -1.0, 0.4)), (0.62, HOME)],
        );
        m.end(
            0.62,
            Meaning {
                classes: &["block", "high_block"],
                limbs: &[Limb::Hand(Left), Limb::Hand(Right)],
                protects: Some("head"),
                blow: None,
            },
        );
    }

    /// An elbow down to the ribs.
    pub(super) fn low_block(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let mut m = self.begin();
        m.keys(
            Part::Pelvis,
            0.0,
            &[(0.17, by(0.02 * s, -0.05, 0.0)), (0.3, by(0.02 * s, -0.05, 0.0)), (0.58, HOME)],
        )
        .keys(Part::Hips, 0.0, &[(0.17, by(-0.06 * s, 0.05, -0.05 * s)), (0.58, HOME)])
        .keys(
            Part::Chest,
            0.0,
            &[(0.18, by(-0.08 * s, 0.14, -0.2 * s)), (0.3, by(-0.08 * s, 0.14, -0.2 * s)), (0.6, HOME)],
        )
        .keys(
            Part::Wrist(side),
            0.0,
            &[(0.17, at(-0.02 * s, -0.16, 0.21)), (0.3, at(-0.02 * s, -0.16, 0.2)), (0.58, HOME)],
        )
        .keys(Part::Elbow(side), 0.0, &[(0.17, at(0.3 * s, -1.0, -0.2)), (0.58, HOME)]);
        m.end(
            0.6,
            Meaning {
                classes: &["block", "low_block"],
                limbs: hand(side),
                protects: Some("body"),
                blow: None,
            },
        );
    }
}

fn hand(side: Side) -> &'static [Limb] {
    if side == Left { &[Limb::Hand(Left)] } else { &[Limb::Hand(Right)] }
}

fn avoids<'a>(classes: &'a [&'static str]) -> Meaning<'a> {
    Meaning { classes, limbs: &[], protects: Some("head"), blow: None }
}
