//! Holding on: what a tired fighter does instead of getting out of the way. Arms go round the other, the head goes to
//! his shoulder, the weight hangs on him; then he is pushed off.

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use crate::score::{HOME, Limb, Meaning, Part, at, by};

impl Boxer<'_> {
    /// Falls in, holds on for some seconds and lets go.
    pub(super) fn clinch(&mut self, seconds: f32) {
        let (rock, late) = (self.rng.signed(), self.rng.range(0.0, 0.15));
        let held = 0.5 + seconds;
        self.take_stance();
        let mut m = self.begin();
        m.travel(Vec3::new(0.0, 0.0, 0.24), 0.0, 0.0, 0.0);
        m.step(Left, 0.08, 0.32).step(Right, 0.36, 0.56);
        m.keys(Part::Bounce, 0.0, &[(0.4, at(0.25, 0.0, 0.0)), (held, at(0.25, 0.0, 0.0)), (held + 0.8, HOME)])
            .keys(
                Part::Weight,
                0.0,
                &[
                    (0.1, by(-0.2, 0.0, 0.0)),
                    (0.45, by(0.24, 0.0, 0.0)),
                    (0.6 * held, by(0.18 + 0.12 * rock, 0.0, 0.0)),
                    (held, by(0.2 - 0.1 * rock, 0.0, 0.0)),
                    (held + 0.55, HOME),
                ],
            )
            .keys(
                Part::Pelvis,
                0.0,
                &[
                    (0.4, by(0.0, -0.04, 0.04)),
                    (0.6 * held, by(0.01 * rock, -0.06, 0.04)),
                    (held, by(0.0, -0.03, 0.04)),
                    (held + 0.6, HOME),
                ],
            )
            .keys(
                Part::Hips,
                0.0,
                &[(0.42, by(0.3, 0.12, 0.0)), (held, by(0.3, 0.14, 0.05 * rock)), (held + 0.55, HOME)],
            )
            .keys(
                Part::Chest,
                0.03,
                &[
                    (0.46, by(0.18, 0.16, -0.08)),
                    (0.6 * held, by(0.18, 0.2, -0.08 + 0.06 * rock)),
                    (held, by(0.18, 0.16, -0.08)),
                    (held + 0.3, by(0.1, 0.0, 0.0)),
                    (held + 0.6, HOME),
                ],
            )
            .keys(
                Part::Gaze,
                0.05,
                &[(0.5, by(0.25, 0.24, -0.2)), (held, by(0.2, 0.26, -0.22)), (held + 0.5, HOME)],
            )
            .keys(
                Part::Wrist(Left),
                0.05,
                &[
                    (0.36, at(0.12, -0.06, 0.4)),
                    (0.56 + late, at(-0.08, -0.08, 0.4)),
                    (held, at(-0.06, -0.1, 0.39)),
                    (held + 0.2, at(0.04, -0.12, 0.47)),
                    (held + 0.6, HOME),
                ],
            )
            .keys(
                Part::Wrist(Right),
                0.05,
                &[
                    (0.38, at(-0.12, -0.08, 0.38)),
                    (0.58, at(0.08, -0.1, 0.4)),
                    (held, at(0.06, -0.12, 0.4)),
                    (held + 0.2, at(-0.04, -0.12, 0.47)),
                    (held + 0.64, HOME),
                ],
            )
            .keys(Part::Elbow(Left), 0.05, &[(0.4, at(0.9, -0.6, 0.0)), (held, at(0.8, -0.8, 0.0)), (held + 0.5, HOME)])
            .keys(Part::Elbow(Right), 0.05, &[(0.4, at(-0.9, -0.6, 0.0)), (held, at(-0.8, -0.8, 0.0)), (held + 0.5, HOME)]);
        m.end(
            held + 0.6,
            Meaning {
                classes: &["block", "clinch"],
                limbs: &[Limb::Hand(Left), Limb::Hand(Right)],
                protects: Some("head"),
                blow: None,
            },
        );
    }
}
