//! Being hit: what is hit goes first and fast, the rest is dragged along, and the feet catch what is left.

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::other;
use crate::score::{HOME, Meaning, Part, Phrase, by};

/// Where a blow comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    Front,
    Left,
    Right,
}

impl From {
    /// Which way it drives, to the left and ahead.
    fn drives(self) -> Vec3 {
        match self {
            From::Front => Vec3::new(0.0, 0.0, -1.0),
            From::Left => Vec3::new(-0.85, 0.0, -0.35),
            From::Right => Vec3::new(0.85, 0.0, -0.35),
        }
    }

    fn name(self) -> &'static str {
        match self {
            From::Front => "from_front",
            From::Left => "from_left",
            From::Right => "from_right",
        }
    }
}

impl Boxer<'_> {
    /// Is hit on the head.
    pub(super) fn hit_head(&mut self, from: From, heavy: bool) {
        let (size, way) = (if heavy { 1.0 } else { 0.5 }, from.drives());
        let mut m = self.begin();
        let (left, back) = (way.x * size, -way.z * size);
        m.keys(
            Part::Gaze,
            0.0,
            &[
                (0.1, by(0.55 * left, -0.5 * back, -0.3 * left)),
                (0.26, by(0.3 * left, -0.1 * back, -0.15 * left)),
                (0.62, HOME),
            ],
        )
        .keys(
            Part::Chest,
            0.02,
            &[
                (0.16, by(0.32 * left, -0.34 * back, -0.2 * left)),
                (0.36, by(0.15 * left, 0.08 * back, -0.1 * left)),
                (0.7, HOME),
            ],
        )
        .keys(Part::Hips, 0.05, &[(0.22, by(0.16 * left, -0.14 * back, -0.08 * left)), (0.66, HOME)]);
        drop_guard(&mut m, size);
        give_way(m, way, 0.06, heavy, &["hit", "head", weight(heavy), from.name()]);
    }

    /// Is hit on the body.
    pub(super) fn hit_body(&mut self, from: From, heavy: bool) {
        let (size, way) = (if heavy { 1.0 } else { 0.5 }, from.drives());
        let mut m = self.begin();
        let (left, back) = (way.x * size, -way.z * size);
        m.keys(Part::Hips, 0.0, &[(0.14, by(0.1 * left, 0.1 * size, 0.1 * left)), (0.66, HOME)])
            // It folds over what hit it.
            .keys(
                Part::Chest,
                0.01,
                &[
                    (0.17, by(0.12 * left, 0.2 * size + 0.18 * back, 0.3 * left)),
                    (0.34, by(0.05 * left, 0.3 * size, 0.18 * left)),
                    (0.74, HOME),
                ],
            )
            .keys(Part::Gaze, 0.03, &[(0.2, by(0.1 * left, 0.28 * size, 0.1 * left)), (0.7, HOME)])
            .keys(Part::Wrist(Left), 0.04, &[(0.24, by(-0.03, -0.14 * size, -0.06 * size)), (0.72, HOME)])
            .keys(Part::Wrist(Right), 0.04, &[(0.26, by(0.02, -0.17 * size, 0.08 * size)), (0.74, HOME)]);
        give_way(m, way, 0.09, heavy, &["hit", "body", weight(heavy), from.name()]);
    }
}

/// The pelvis gives way, and after a heavy blow the feet go after it.
fn give_way(mut m: Phrase<'_>, way: Vec3, deep: f32, heavy: bool, classes: &[&'static str]) {
    let size = if heavy { 1.0 } else { 0.5 };
    let to_left = way.x > 0.3;
    let seconds = if heavy {
        // The foot on the far side of the blow catches the body, the other one follows.
        let (first, s) = if to_left { (Left, 1.0) } else { (Right, -1.0) };
        m.travel(0.3 * way, 0.0, 0.0, 0.0);
        m.step(first, 0.14, 0.32).step(other(first), 0.4, 0.58);
        m.keys(
            Part::Weight,
            0.02,
            &[(0.15, by(-0.16 * s, 0.0, 0.0)), (0.42, by(0.26 * s, 0.0, 0.0)), (0.74, HOME)],
        );
        0.78
    } else {
        m.keys(Part::Weight, 0.02, &[(0.2, by(-0.1 * way.z.abs() + 0.16 * way.x, 0.0, 0.0)), (0.55, HOME)]);
        0.56
    };
    let push = 0.09 * size * way;
    m.keys(
        Part::Pelvis,
        0.03,
        &[
            (0.18, by(push.x, -0.5 * deep * size, push.z)),
            (0.36, by(0.3 * push.x, -deep * size, 0.3 * push.z)),
            (seconds, HOME),
        ],
    );
    m.end(seconds, Meaning { classes, ..Meaning::default() });
}

fn drop_guard(m: &mut Phrase<'_>, size: f32) {
    m.keys(Part::Wrist(Left), 0.03, &[(0.22, by(0.04, -0.12 * size, 0.02)), (0.66, HOME)]).keys(
        Part::Wrist(Right),
        0.03,
        &[(0.24, by(-0.05, -0.14 * size, 0.02)), (0.68, HOME)],
    );
}

fn weight(heavy: bool) -> &'static str {
    if heavy { "heavy" } else { "light" }
}
