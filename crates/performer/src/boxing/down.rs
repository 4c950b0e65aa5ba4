//! Knocked down, lying, and up again.
//!
//! A knock-down goes the way real ones do: the head first, a step that comes too late, knees that give, the seat, the
//! back. Getting up goes over the seat: one foot is drawn in, the body lifts off a hand on the floor, the other leg goes
//! back under it to kneel, and from there it stands up.

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use crate::score::{HOME, Meaning, Part, at, by};

/// m. How high the pelvis is when the performer lies.
const LYING: f32 = 0.12;
/// m. How far behind the feet's middle the seat comes down.
const SEAT: f32 = -0.56;

impl Boxer<'_> {
    /// Is knocked down backwards, and lies.
    pub(super) fn fall(&mut self) {
        let turn = 0.25 * self.rng.signed();
        let mut m = self.begin();
        m.step_aside(Right, 0.1, 0.3, Vec3::new(-0.05, 0.0, -0.12), -0.1);
        m.lift(Right, 0.56).lift(Left, 0.7);
        m.keys(Part::Bounce, 0.0, &[(0.2, at(0.0, 0.0, 0.0))])
            .keys(
                Part::Gaze,
                0.0,
                &[
                    (0.1, by(turn, -0.5, 0.1)),
                    (0.34, by(turn, -0.25, 0.05)),
                    (0.62, at(0.5 * turn, 0.0, 0.0)),
                    (0.95, at(0.0, -0.55, 0.0)),
                    (1.3, at(0.7 * turn, -1.4, 0.0)),
                ],
            )
            .keys(
                Part::Weight,
                0.0,
                &[(0.1, by(0.1, 0.0, 0.0)), (0.34, by(-0.2, 0.0, 0.0)), (0.6, at(0.5, 0.0, 0.0))],
            )
            .keys(
                Part::Pelvis,
                0.03,
                &[
                    (0.2, by(0.0, -0.05, -0.05)),
                    (0.42, at(0.0, 0.74, -0.2)),
                    (0.72, at(0.0, 0.32, -0.48)),
                    (0.92, at(0.0, LYING, SEAT)),
                    (1.3, at(0.0, LYING, SEAT - 0.02)),
                ],
            )
            .keys(
                Part::Hips,
                0.02,
                &[
                    (0.2, by(0.0, -0.14, 0.0)),
                    (0.42, at(-0.3, -0.22, 0.0)),
                    (0.72, at(-0.1, -0.5, 0.0)),
                    (0.92, at(-0.04, -0.88, 0.0)),
                    (1.22, at(0.0, -1.5, 0.0)),
                ],
            )
            .keys(
                Part::Chest,
                0.0,
                &[
                    (0.16, by(0.5 * turn, -0.36, 0.0)),
                    (0.42, at(0.0, 0.12, 0.0)),
                    (0.72, at(0.0, 0.42, 0.0)),
                    (0.95, at(0.0, 0.34, 0.0)),
                    (1.27, at(0.05, -0.04, 0.0)),
                ],
            )
            .keys(
                Part::Wrist(Left),
                0.04,
                &[
                    (0.24, by(0.08, -0.1, 0.08)),
                    (0.5, at(0.18, -0.24, 0.3)),
                    (0.8, at(0.3, -0.36, 0.02)),
                    (1.05, at(0.4, -0.26, 0.06)),
                    (1.34, at(0.38, -0.3, -0.04)),
                ],
            )
            .keys(
                Part::Wrist(Right),
                0.04,
                &[
                    (0.26, by(-0.1, -0.12, 0.08)),
                    (0.5, at(-0.2, -0.24, 0.26)),
                    (0.8, at(-0.3, -0.36, 0.0)),
                    (1.05, at(-0.42, -0.2, 0.08)),
                    (1.36, at(-0.44, -0.18, -0.07)),
                ],
            )
            .keys(Part::Elbow(Left), 0.1, &[(0.7, at(0.6, -0.2, -1.0)), (1.3, at(0.7, 0.5, -0.3))])
            .keys(Part::Elbow(Right), 0.1, &[(0.7, at(-0.6, -0.2, -1.0)), (1.3, at(-0.6, 0.7, -0.25))])
            .keys(Part::Palm(Left), 0.2, &[(0.8, at(0.9, -0.2, 0.0))])
            .keys(Part::Palm(Right), 0.2, &[(0.8, at(0.9, -0.2, 0.0))])
            .keys(Part::Heel(Right), 0.05, &[(0.35, at(0.14, 0.0, 0.0)), (0.6, at(0.06, 0.0, 0.0))])
            .keys(Part::Heel(Left), 0.05, &[(0.35, at(0.0, 0.0, 0.0))])
            // Legs fly up as the back comes down, then drop.
            .keys(Part::Foot(Left), 0.7, &[(1.02, at(0.05, 0.16, 0.06)), (1.3, at(0.1, -0.02, 0.04))])
            .keys(Part::Sole(Left), 0.7, &[(1.02, at(0.3, -0.7, 0.0)), (1.3, at(0.6, -1.2, 0.0))])
            .keys(Part::Foot(Right), 0.56, &[(0.92, at(-0.02, 0.17, 0.34)), (1.24, at(-0.06, 0.0, 0.4))])
            .keys(Part::Sole(Right), 0.56, &[(0.92, at(0.6, -0.3, 0.0)), (1.24, at(0.5, 0.0, 0.0))]);
        m.end(1.36, Meaning { classes: &["fall", "backward"], ..Meaning::default() });
    }

    /// Lies for a while.
    pub(super) fn lie(&mut self, seconds: f32) {
        let tempo = self.style.tempo;
        let look = 0.3 * self.rng.signed();
        let mut m = self.begin();
        m.keys(Part::Gaze, 0.1, &[(0.6 * seconds / tempo, at(look, -1.35, 0.0))]);
        m.end(seconds / tempo, Meaning { classes: &["lying"], ..Meaning::default() });
    }

    /// Gets up from the back.
    pub(super) fn rise(&mut self) {
        let mut m = self.begin();
        // The new stance is where the left foot is drawn in to.
        m.travel(Vec3::new(0.0, 0.0, -0.285), 0.0, 0.0, 0.0);
        m.step_aside(Left, 0.5, 0.95, Vec3::new(0.02, 0.0, 0.0), 0.2);
        // The right one goes back under the body onto its ball.
        m.step_aside(Right, 1.1, 1.62, Vec3::new(0.02, 0.0, -0.37), 0.6);
        m.keys(Part::Foot(Left), 0.4, &[(0.72, at(0.04, 0.08, 0.03)), (0.95, HOME)])
            .keys(Part::Sole(Left), 0.4, &[(0.72, at(0.2, -0.5, 0.0)), (0.95, HOME)])
            .keys(
                Part::Foot(Right),
                0.3,
                &[
                    (0.7, at(-0.02, 0.04, 0.24)),
                    (1.1, at(-0.02, 0.02, 0.24)),
                    (1.36, at(-0.06, -0.08, 0.12)),
                    (1.62, HOME),
                ],
            )
            .keys(
                Part::Sole(Right),
                0.3,
                &[(0.9, at(0.4, 0.0, 0.0)), (1.36, at(-0.4, 0.4, 0.0)), (1.62, HOME)],
            )
            .keys(
                Part::Heel(Right),
                0.3,
                &[
                    (1.0, at(0.2, 0.0, 0.0)),
                    (1.62, at(1.1, 0.0, 0.0)),
                    (1.85, at(1.1, 0.0, 0.0)),
                    (2.3, at(0.75, 0.0, 0.0)),
                    (2.75, HOME),
                ],
            )
            .keys(
                Part::Weight,
                0.3,
                &[
                    (1.0, at(0.5, 0.0, 0.0)),
                    (1.75, at(0.5, 0.0, 0.0)),
                    (2.3, at(0.84, 0.0, 0.0)),
                    (3.0, HOME),
                ],
            )
            .keys(
                Part::Pelvis,
                0.3,
                &[
                    (0.5, at(0.0, LYING + 0.01, SEAT)),
                    (0.95, at(0.0, LYING + 0.02, -0.418)),
                    (1.05, at(0.0, LYING + 0.04, -0.4)),
                    (1.36, at(0.0, 0.5, -0.17)),
                    (1.62, at(0.0, 0.53, 0.0)),
                    (1.85, at(0.0, 0.54, 0.03)),
                    (2.3, at(0.0, 0.74, 0.06)),
                    (2.62, by(0.0, -0.05, 0.02)),
                    (3.05, HOME),
                ],
            )
            .keys(
                Part::Hips,
                0.05,
                &[
                    (0.6, at(-0.05, -0.85, 0.0)),
                    (0.95, at(-0.05, -0.5, 0.06)),
                    (1.34, at(-0.1, -0.22, 0.24)),
                    (1.65, at(-0.1, 0.12, 0.03)),
                    (1.9, at(-0.1, 0.3, 0.0)),
                    (2.25, at(-0.15, 0.4, 0.0)),
                    (2.62, by(0.0, 0.12, 0.0)),
                    (3.05, HOME),
                ],
            )
            .keys(
                Part::Chest,
                0.0,
                &[
                    (0.5, at(0.1, 0.5, 0.0)),
                    (0.95, at(-0.1, 0.6, 0.05)),
                    (1.34, at(-0.25, 0.3, 0.36)),
                    (1.65, at(0.05, 0.2, 0.0)),
                    (2.1, at(0.05, 0.36, 0.0)),
                    (2.6, by(0.0, 0.06, 0.0)),
                    (3.05, HOME),
                ],
            )
            .keys(
                Part::Gaze,
                0.0,
                &[
                    (0.45, at(0.0, -0.35, 0.0)),
                    (0.9, at(0.0, 0.15, 0.0)),
                    (1.34, at(0.0, 0.2, 0.2)),
                    (1.7, at(0.0, 0.25, 0.0)),
                    (2.2, at(0.0, 0.25, 0.0)),
                    (2.75, HOME),
                ],
            )
            .keys(
                Part::Wrist(Left),
                0.0,
                &[
                    (0.45, at(0.26, -0.36, 0.16)),
                    (0.95, at(0.1, -0.3, 0.34)),
                    (1.7, at(0.06, -0.3, 0.34)),
                    (2.3, at(0.05, -0.24, 0.32)),
                    (2.9, HOME),
                ],
            )
            // The right hand holds the body off the floor.
            .keys(
                Part::Wrist(Right),
                0.0,
                &[
                    (0.45, at(-0.32, -0.36, 0.08)),
                    (0.9, at(-0.25, -0.4, -0.1)),
                    (1.1, at(-0.25, -0.42, -0.1)),
                    (1.32, at(-0.26, -0.49, -0.12)),
                    (1.75, at(0.02, -0.32, 0.32)),
                    (2.3, at(0.02, -0.24, 0.3)),
                    (2.9, HOME),
                ],
            )
            .keys(
                Part::Elbow(Left),
                0.0,
                &[(0.8, at(0.6, -0.4, -0.8)), (1.7, at(0.8, -0.6, -0.5)), (2.8, HOME)],
            )
            .keys(
                Part::Elbow(Right),
                0.0,
                &[(0.8, at(-0.5, -0.1, -1.0)), (1.8, at(-0.8, -0.6, -0.5)), (2.8, HOME)],
            )
            .keys(Part::Palm(Left), 0.3, &[(0.8, at(0.6, 0.0, 0.0)), (2.7, HOME)])
            .keys(
                Part::Palm(Right),
                0.3,
                &[
                    (0.8, at(0.9, -0.8, 0.0)),
                    (1.3, at(0.9, -0.8, 0.0)),
                    (1.7, at(0.6, 0.0, 0.0)),
                    (2.7, HOME),
                ],
            )
            .keys(Part::Bounce, 2.3, &[(3.05, HOME)]);
        m.step(Right, 2.36, 2.72);
        m.end(3.05, Meaning { classes: &["rise"], ..Meaning::default() });
    }
}
