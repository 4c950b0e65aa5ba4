//! Not being hit: out of the way, or something in the way. How long it is held, how deep it goes and how quickly it
//! comes differs every time: who sees a blow late is quick and shallow, who sees it early is slow and stays.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use crate::score::{HOME, Limb, Meaning, Part, at, by};

/// How a defence goes this time.
struct Timing {
    /// s. When it is there, and until when it stays.
    there: f32,
    leaves: f32,
    /// s. When it is home again.
    home: f32,
    /// How far it goes, against the usual.
    size: f32,
}

impl Boxer<'_> {
    /// A defence that usually is there after `there` seconds and needs `back` to come home.
    fn timing(&mut self, there: f32, back: f32) -> Timing {
        // -1: seen late. 1: seen early.
        let early = self.rng.signed();
        let tired = self.style.fatigue;
        let there = there * (1.0 + 0.28 * early);
        let stays = (0.02 + 0.22 * self.rng.unit() * self.rng.unit()) * (1.0 + 0.4 * early + 0.6 * tired);
        let leaves = there + stays;
        let size = (1.0 + 0.14 * early - 0.12 * tired) * self.rng.range(0.88, 1.1);
        Timing { there, leaves, home: leaves + back * self.rng.range(0.85, 1.25), size }
    }

    /// Takes the head off the line, to a side, over the foot on that side.
    pub(super) fn slip(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let Timing { there, leaves, home, size } = self.timing(0.23, 0.32);
        let mut m = self.begin();
        let z = size * s;
        m.keys(
            Part::Weight,
            0.0,
            &[(there, by(0.06 * z, 0.0, 0.0)), (leaves, by(0.06 * z, 0.0, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[
                (there, by(-0.02 * z, -0.09 * size, 0.0)),
                (leaves, by(-0.02 * z, -0.07 * size, 0.0)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Hips,
            0.0,
            &[
                (there - 0.02, by(0.28 * z, 0.08, -0.14 * z)),
                (leaves, by(0.2 * z, 0.08, -0.12 * z)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Chest,
            0.02,
            &[
                (there, by(0.2 * z, 0.14, -0.32 * z)),
                (leaves + 0.02, by(0.1 * z, 0.14, -0.26 * z)),
                (home + 0.02, HOME),
            ],
        )
        .keys(
            Part::Gaze,
            0.0,
            &[(there, by(0.06 * z, 0.06, -0.26 * z)), (leaves, by(0.0, 0.06, -0.2 * z)), (home, HOME)],
        )
        .keys(
            Part::Wrist(Left),
            0.03,
            &[(there, by(-0.03, 0.03, -0.05)), (leaves + 0.04, by(0.0, -0.03, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Wrist(Right),
            0.03,
            &[(there + 0.02, by(0.02, 0.03, 0.0)), (leaves + 0.03, by(-0.02, -0.02, 0.02)), (home, HOME)],
        )
        .keys(Part::Heel(Right), 0.0, &[(there, by(0.14 * z, 0.0, 0.0)), (home, HOME)]);
        // The foot that is let off turns a little.
        let (foot, spin) = if side == Left { (Right, 0.5) } else { (Left, -0.15) };
        m.keys(
            Part::Heel(foot),
            0.0,
            &[(0.08, by(0.14, 0.0, 0.0)), (there, by(0.22, 0.0, 0.0)), (home + 0.1, HOME)],
        )
        .keys(
            Part::Spin(foot),
            0.09,
            &[(there + 0.02, by(spin * size, 0.0, 0.0)), (home - 0.03, HOME)],
        );
        let name = if side == Left { "slip_left" } else { "slip_right" };
        m.end(home, avoids(&["avoid", "slip", name]));
    }

    /// Goes down under a blow, in the knees, and comes up on the other side.
    pub(super) fn duck(&mut self) {
        let s = if self.rng.unit() < 0.5 { 1.0 } else { -1.0 };
        let Timing { there, leaves, home, size } = self.timing(0.28, 0.38);
        let weave = s * self.rng.range(0.0, 0.1);
        let mut m = self.begin();
        m.keys(
            Part::Pelvis,
            0.0,
            &[
                (there, by(-0.2 * weave, -0.23 * size, -0.02)),
                (leaves, by(0.5 * weave, -0.21 * size, -0.02)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Weight,
            0.0,
            &[(there, by(-weave, 0.0, 0.0)), (leaves + 0.04, by(1.6 * weave, 0.0, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Hips,
            0.0,
            &[
                (there, by(0.05, 0.24 * size, 0.4 * weave)),
                (leaves, by(0.05, 0.2, -0.6 * weave)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Chest,
            0.02,
            &[
                (there, by(0.0, 0.22 * size, 0.6 * weave)),
                (leaves + 0.02, by(0.0, 0.18, -1.2 * weave)),
                (home + 0.02, HOME),
            ],
        )
        .keys(
            Part::Gaze,
            0.02,
            &[
                (there, by(0.0, 0.14, 0.5 * weave)),
                (leaves + 0.04, by(0.0, -0.04, -0.8 * weave)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Wrist(Left),
            0.03,
            &[(there, by(-0.04, 0.06, -0.06)), (leaves + 0.05, by(-0.01, 0.03, -0.02)), (home, HOME)],
        )
        .keys(
            Part::Wrist(Right),
            0.03,
            &[(there + 0.02, by(0.02, 0.05, 0.0)), (leaves + 0.03, by(0.0, 0.01, 0.02)), (home, HOME)],
        )
        .keys(Part::Heel(Right), 0.0, &[(there, by(0.3, 0.0, 0.0)), (home, HOME)])
        .keys(Part::Heel(Left), 0.0, &[(there, by(0.1, 0.0, 0.0)), (home, HOME)]);
        m.end(home, avoids(&["avoid", "duck"]));
    }

    /// Leans out of reach, over the rear foot.
    pub(super) fn sway_back(&mut self) {
        let Timing { there, leaves, home, size } = self.timing(0.23, 0.34);
        let s = 0.06 * self.rng.signed();
        let mut m = self.begin();
        m.keys(
            Part::Weight,
            0.0,
            &[(there, by(-0.2 * size, 0.0, 0.0)), (leaves, by(-0.2 * size, 0.0, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[(there, by(0.0, -0.05 * size, -0.02)), (leaves, by(0.0, -0.06, -0.02)), (home, HOME)],
        )
        .keys(
            Part::Hips,
            0.0,
            &[(there, by(-0.08, -0.2 * size, 0.04 + s)), (leaves, by(-0.06, -0.18, 0.04)), (home, HOME)],
        )
        .keys(
            Part::Chest,
            0.02,
            &[
                (there + 0.01, by(-0.1, -0.48 * size, 0.04 + s)),
                (leaves + 0.02, by(-0.08, -0.4, 0.04)),
                (home + 0.02, HOME),
            ],
        )
        .keys(
            Part::Gaze,
            0.0,
            &[(there, by(0.0, -0.16 * size, s)), (leaves, by(0.0, -0.08, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Wrist(Left),
            0.03,
            &[(there + 0.01, by(0.0, -0.08, 0.06)), (leaves + 0.05, by(0.0, -0.02, 0.02)), (home, HOME)],
        )
        .keys(
            Part::Wrist(Right),
            0.03,
            &[(there + 0.03, by(0.0, -0.05, 0.03)), (leaves + 0.03, by(0.0, 0.02, 0.0)), (home, HOME)],
        )
        .keys(Part::Heel(Right), 0.0, &[(there, at(0.12, 0.0, 0.0)), (home, HOME)])
        .keys(
            Part::Heel(Left),
            0.0,
            &[(0.08, by(0.1, 0.0, 0.0)), (there, by(0.2, 0.0, 0.0)), (home + 0.1, HOME)],
        )
        .keys(Part::Spin(Left), 0.09, &[(there, by(0.25 * size, 0.0, 0.0)), (home - 0.06, HOME)]);
        m.end(home, avoids(&["avoid", "sway_back"]));
    }

    /// A quick step out of the line.
    pub(super) fn side_step(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let (far, ahead) = (self.rng.range(0.22, 0.36), self.rng.range(-0.08, 0.1));
        self.step(far * s, ahead, -0.3 * s);
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
        let Timing { there, home, size, .. } = self.timing(0.17, 0.22);
        let to = to * size;
        let mut m = self.begin();
        m.keys(Part::Hips, 0.0, &[(there - 0.03, by(-0.12 * s, 0.0, 0.0)), (home, HOME)])
            .keys(Part::Chest, 0.0, &[(there - 0.01, by(-0.16 * s, 0.03, 0.0)), (home + 0.02, HOME)])
            .keys(Part::Weight, 0.0, &[(there, by(-0.1, 0.0, 0.0)), (home + 0.05, HOME)])
            .keys(Part::Pelvis, 0.0, &[(there, by(0.0, -0.03, -0.02)), (home + 0.05, HOME)])
            .keys(
                Part::Wrist(side),
                0.0,
                &[(0.3 * there, by(0.02 * s, 0.02, 0.01)), (there, by(to.x, to.y, to.z)), (home, HOME)],
            )
            .keys(Part::Elbow(side), 0.0, &[(there, at(0.8 * s, -1.0, -0.1)), (home, HOME)])
            .keys(Part::Palm(side), 0.02, &[(there, by(0.5, 0.2, 0.0)), (home, HOME)])
            .keys(Part::Gaze, 0.0, &[(there, by(0.05 * s, 0.03, 0.08 * s)), (home, HOME)]);
        m.end(
            home,
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
        let Timing { there, leaves, home, size } = self.timing(0.18, 0.3);
        let leaves = leaves + 0.08;
        // What lands on the forearms pushes the body back a little.
        let jolt = 0.5 * (there + leaves);
        let mut m = self.begin();
        m.keys(
            Part::Pelvis,
            0.0,
            &[(there, by(0.0, -0.05 * size, -0.02)), (leaves, by(0.0, -0.07, -0.03)), (home, HOME)],
        )
        .keys(Part::Weight, 0.0, &[(there, by(-0.06, 0.0, 0.0)), (leaves, by(-0.16, 0.0, 0.0)), (home, HOME)])
        .keys(Part::Hips, 0.0, &[(there, by(0.06, 0.05, 0.0)), (jolt, by(0.03, 0.01, 0.0)), (home, HOME)])
        .keys(
            Part::Chest,
            0.0,
            &[
                (there, by(0.1, 0.14, 0.0)),
                (jolt, by(0.07, 0.08, 0.0)),
                (leaves, by(0.1, 0.15, 0.0)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Gaze,
            0.0,
            &[
                (there, by(0.0, 0.12, 0.0)),
                (jolt, by(0.0, 0.05, 0.0)),
                (leaves, by(0.0, 0.1, 0.0)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Wrist(Left),
            0.0,
            &[
                (there - 0.01, at(-0.03, 0.15, 0.22)),
                (jolt, at(-0.03, 0.14, 0.2)),
                (leaves, at(-0.03, 0.15, 0.22)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Wrist(Right),
            0.0,
            &[
                (there, at(0.1, 0.15, 0.2)),
                (jolt, at(0.1, 0.14, 0.185)),
                (leaves + 0.01, at(0.1, 0.15, 0.2)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Elbow(Left),
            0.0,
            &[(there, at(0.25, -1.0, 0.4)), (leaves, at(0.25, -1.0, 0.4)), (home, HOME)],
        )
        .keys(
            Part::Elbow(Right),
            0.0,
            &[(there, at(-0.25, -1.0, 0.4)), (leaves, at(-0.25, -1.0, 0.4)), (home, HOME)],
        );
        m.end(
            home,
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
        let Timing { there, leaves, home, size } = self.timing(0.18, 0.3);
        let leaves = leaves + 0.06;
        let mut m = self.begin();
        m.keys(
            Part::Pelvis,
            0.0,
            &[(there, by(0.02 * s, -0.07 * size, 0.0)), (leaves, by(0.0, -0.06, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Weight,
            0.0,
            &[(there, by(0.1 * s, 0.0, 0.0)), (leaves, by(-0.08 * s, 0.0, 0.0)), (home, HOME)],
        )
        .keys(
            Part::Hips,
            0.0,
            &[(there, by(-0.08 * s, 0.06, -0.06 * s)), (leaves, by(-0.1 * s, 0.05, -0.03 * s)), (home, HOME)],
        )
        .keys(
            Part::Chest,
            0.0,
            &[
                (there, by(-0.08 * s, 0.14, -0.2 * s)),
                (leaves, by(-0.1 * s, 0.12, -0.17 * s)),
                (home + 0.02, HOME),
            ],
        )
        .keys(Part::Gaze, 0.0, &[(there, by(0.0, 0.08, -0.08 * s)), (home, HOME)])
        .keys(
            Part::Wrist(side),
            0.0,
            &[(there - 0.01, at(-0.02 * s, -0.16, 0.21)), (leaves, at(-0.02 * s, -0.15, 0.22)), (home, HOME)],
        )
        .keys(Part::Elbow(side), 0.0, &[(there, at(0.3 * s, -1.0, -0.2)), (home, HOME)]);
        m.end(
            home,
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
