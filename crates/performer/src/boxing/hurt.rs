//! Being hit: what is hit goes first and fast, the rest is dragged along, and the feet catch what is left.
//!
//! A blow to the head throws it within some 50 ms, at up to 600°/s, as in boxers whose heads were measured; chest
//! and pelvis follow one after the other, the head comes back past the middle, arms are left behind.

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::other;
use crate::score::{HOME, Meaning, Part, Phrase, by};

/// How many sides a blow can come from.
pub(super) const SIDES: usize = 8;

/// Where a blow comes from: eighths of a turn from ahead to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct From(pub usize);

impl From {
    pub const FRONT: From = From(0);
    pub const LEFT: From = From(2);
    pub const RIGHT: From = From(6);

    /// Which way it drives, to the left and ahead.
    pub fn drives(self) -> Vec3 {
        let (sin, cos) = libm::sincosf(self.0 as f32 * std::f32::consts::FRAC_PI_4);
        Vec3::new(-sin, 0.0, -cos)
    }

    fn name(self) -> &'static str {
        const NAMES: [&str; SIDES] = [
            "from_front",
            "from_front_left",
            "from_left",
            "from_back_left",
            "from_back",
            "from_back_right",
            "from_right",
            "from_front_right",
        ];
        NAMES[self.0 % SIDES]
    }
}

/// How hard a blow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Force {
    Light,
    Medium,
    Heavy,
}

impl Force {
    fn size(self) -> f32 {
        match self {
            Force::Light => 0.42,
            Force::Medium => 0.7,
            Force::Heavy => 1.0,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Force::Light => "light",
            Force::Medium => "medium",
            Force::Heavy => "heavy",
        }
    }
}

impl Boxer<'_> {
    /// Is hit on the head.
    pub(super) fn hit_head(&mut self, from: From, force: Force) {
        let (size, direction) = (force.size() * self.rng.range(0.88, 1.12), from.drives());
        // A hook turns the head more than it bends it, an uppercut lifts it.
        let (hook, lift) = (self.rng.range(0.7, 1.25), 0.25 * self.rng.signed().max(-0.3));
        let stagger = self.stagger(force, 0.34);
        let mut m = self.begin();
        let (left, back) = (direction.x * size, -direction.z * size);
        m.keys(
            Part::Gaze,
            0.0,
            &[
                (0.055, by(0.95 * hook * left, -(0.75 * back + lift * size), -0.45 * left)),
                (0.2, by(0.45 * hook * left, -0.15 * back, -0.25 * left)),
                (0.36, by(-0.08 * left, 0.16 * back.abs() + 0.1 * size, 0.08 * left)),
                (0.8, HOME),
            ],
        )
        .keys(
            Part::Chest,
            0.02,
            &[
                (0.14, by(0.42 * left, -0.5 * back, -0.32 * left)),
                (0.36, by(0.12 * left, 0.1 * size, -0.06 * left)),
                (0.8, HOME),
            ],
        )
        .keys(
            Part::Hips,
            0.05,
            &[
                (0.22, by(0.28 * left, -0.22 * back, -0.14 * left)),
                (0.45, by(0.06 * left, 0.06 * size, 0.0)),
                (0.8, HOME),
            ],
        );
        fling(&mut m, size, direction);
        stagger.write(m, direction, 0.07, size, &["hit", "head", force.name(), from.name()]);
    }

    /// Is hit on the body.
    pub(super) fn hit_body(&mut self, from: From, force: Force) {
        let (size, direction) = (force.size() * self.rng.range(0.88, 1.12), from.drives());
        let stagger = self.stagger(force, 0.3);
        let mut m = self.begin();
        let (left, back) = (direction.x * size, -direction.z * size);
        // It folds over what hit it; a blow from behind arches the back first.
        let fold = if back < -0.2 * size { -0.3 * size } else { 0.24 * size + 0.2 * back };
        m.keys(
            Part::Hips,
            0.0,
            &[
                (0.1, by(0.14 * left, 0.12 * size, 0.12 * left)),
                (0.4, by(0.05 * left, 0.1 * size, 0.0)),
                (0.8, HOME),
            ],
        )
        .keys(
            Part::Chest,
            0.01,
            &[
                (0.13, by(0.14 * left, fold, 0.32 * left)),
                (0.34, by(0.05 * left, 0.34 * size, 0.2 * left)),
                (0.85, HOME),
            ],
        )
        .keys(
            Part::Gaze,
            0.02,
            &[
                (0.15, by(0.12 * left, 0.3 * size + 0.1 * back, 0.14 * left)),
                (0.36, by(0.0, 0.22 * size, 0.1 * left)),
                (0.8, HOME),
            ],
        )
        // Elbows come down to where it hurts.
        .keys(
            Part::Wrist(Left),
            0.04,
            &[
                (0.22, by(-0.03, -0.16 * size, -0.06 * size)),
                (0.45, by(-0.02, -0.1 * size, 0.0)),
                (0.85, HOME),
            ],
        )
        .keys(
            Part::Wrist(Right),
            0.04,
            &[(0.24, by(0.02, -0.19 * size, 0.08 * size)), (0.5, by(0.0, -0.1 * size, 0.03)), (0.9, HOME)],
        );
        stagger.write(m, direction, 0.1, size, &["hit", "body", force.name(), from.name()]);
    }

    /// How the feet take a blow.
    fn stagger(&mut self, force: Force, far: f32) -> Stagger {
        let steps = match force {
            Force::Light => usize::from(self.rng.unit() < 0.25),
            Force::Medium => 1,
            Force::Heavy => 1 + usize::from(self.rng.unit() < 0.6),
        };
        let far = far * (0.55 + 0.45 * force.size()) * self.rng.range(0.75, 1.2);
        if steps > 0 {
            self.take_stance();
        }
        Stagger { steps, far, turn: 0.35 * force.size() * self.rng.signed(), aside: 0.12 * self.rng.signed() }
    }
}

/// How the feet go after a body that was hit.
struct Stagger {
    /// How often both of them step.
    steps: usize,
    /// m. How far the first time.
    far: f32,
    /// rad. How far the stance turns.
    turn: f32,
    /// m. How far it strays to the side.
    aside: f32,
}

impl Stagger {
    /// Writes weight and feet, and ends the move.
    fn write(&self, mut m: Phrase<'_>, direction: Vec3, deep: f32, size: f32, classes: &[&'static str]) {
        // The foot on the far side of the blow catches the body, the other one follows.
        let catches =
            if direction.z < -0.4 || (direction.z < 0.4 && direction.x < 0.0) { Right } else { Left };
        let s = if catches == Left { 1.0 } else { -1.0 };
        let across = Vec3::new(direction.z, 0.0, -direction.x);
        let mut weight = vec![];
        let mut now = 0.13;
        for n in 0..self.steps {
            let far = self.far * if n == 0 { 1.0 } else { 0.6 };
            let aside = self.aside * if n == 0 { 1.0 } else { -1.3 };
            m.travel(far * direction + aside * across, self.turn / self.steps as f32, now - 0.05, now + 0.35);
            m.step(catches, now, now + 0.18);
            let follows = m.stands_from(catches) + 0.02;
            m.step(other(catches), follows, follows + 0.19);
            let stands = m.stands_from(other(catches));
            weight.push((now, by(-0.2 * s, 0.0, 0.0)));
            weight.push((now + 0.22, by(0.3 * s, 0.0, 0.0)));
            now = stands + 0.03;
        }
        let seconds = if self.steps == 0 { 0.6 } else { now + 0.2 };
        if self.steps == 0 {
            weight.push((0.2, by(0.22 * direction.z * size + 0.1 * direction.x * size, 0.0, 0.0)));
        }
        weight.push((seconds, HOME));
        m.keys(Part::Weight, 0.02, &weight);
        let push = 0.05 * size * direction;
        m.keys(
            Part::Pelvis,
            0.02,
            &[
                (0.17, by(push.x, -0.5 * deep * size, push.z)),
                (0.36, by(0.3 * push.x, -deep * size, 0.3 * push.z)),
                (seconds, HOME),
            ],
        );
        m.end(seconds, Meaning { classes, ..Meaning::default() });
    }
}

/// Arms are left behind by a body that is thrown, and come back one after the other.
fn fling(m: &mut Phrase<'_>, size: f32, direction: Vec3) {
    let (x, z) = (-0.1 * size * direction.x, -0.12 * size * direction.z);
    m.keys(
        Part::Wrist(Left),
        0.02,
        &[
            (0.2, by(0.04 + x, -0.13 * size, 0.02 + z.max(-0.05))),
            (0.45, by(0.02, -0.1 * size, 0.0)),
            (0.78, HOME),
        ],
    )
    .keys(
        Part::Wrist(Right),
        0.03,
        &[
            (0.23, by(-0.05 + x, -0.15 * size, 0.02 + z.max(-0.04))),
            (0.52, by(-0.02, -0.12 * size, 0.0)),
            (0.86, HOME),
        ],
    );
}
