//! Blows of feet and knees: the weight goes over the other foot, the knee comes up, the foot goes out, comes back
//! under the knee and is put down.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::{blow, other};
use crate::score::{HOME, Limb, Part, at, by};

/// How high a round kick goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Height {
    Low,
    Middle,
    High,
}

impl Boxer<'_> {
    /// Pushes the ball of the foot straight ahead.
    pub(super) fn front_kick(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        // The rear foot has further to come; the lead foot's hip is behind it.
        let (chamber, out, yaw) = if side == Left {
            (Vec3::new(-0.06, 0.5, -0.1), Vec3::new(-0.06, 0.86, 0.53), 0.22)
        } else {
            (Vec3::new(0.16, 0.5, 0.46), Vec3::new(0.2, 0.88, 1.25), 0.72)
        };
        let hips = if side == Left { -0.15 } else { 0.62 };
        let mut m = self.begin();
        m.step(side, 0.14, 0.87)
            .keys(Part::Weight, 0.0, &[(0.17, at(full, 0.0, 0.0)), (0.73, at(full, 0.0, 0.0)), (0.99, HOME)])
            .keys(
                Part::Foot(side),
                0.14,
                &[
                    (0.3, by(chamber.x, chamber.y, chamber.z)),
                    (0.45, by(out.x, out.y, out.z)),
                    (0.65, by(chamber.x, 0.9 * chamber.y, chamber.z)),
                    (0.87, HOME),
                ],
            )
            .keys(
                Part::Sole(side),
                0.14,
                &[
                    (0.3, at(yaw, -0.1, 0.0)),
                    (0.44, at(yaw, -1.15, 0.0)),
                    (0.65, at(yaw, 0.0, 0.0)),
                    (0.87, HOME),
                ],
            )
            .keys(
                Part::Pelvis,
                0.0,
                &[
                    (0.3, by(0.0, 0.055, -0.02)),
                    (0.44, by(0.0, 0.06, 0.05)),
                    (0.65, by(0.0, 0.05, 0.0)),
                    (0.99, HOME),
                ],
            )
            .keys(
                Part::Hips,
                0.04,
                &[
                    (0.3, by(0.5 * hips, -0.15, 0.0)),
                    (0.44, by(hips, -0.38, 0.0)),
                    (0.67, by(0.5 * hips, -0.15, 0.0)),
                    (0.97, HOME),
                ],
            )
            .keys(
                Part::Chest,
                0.06,
                &[(0.3, by(-0.15 * hips, 0.14, 0.0)), (0.46, by(-0.3 * hips, 0.08, 0.0)), (0.97, HOME)],
            )
            .keys(Part::Wrist(side), 0.1, &[(0.44, by(0.16 * s, -0.22, 0.0)), (0.85, HOME)])
            .keys(Part::Heel(other(side)), 0.1, &[(0.4, at(0.06, 0.0, 0.0)), (0.9, HOME)]);
        m.end(0.96, blow(&["attack", "kick", "front_kick"], Limb::Foot(side), 0.45));
    }

    /// Swings the foot round from the side. The standing foot is turned out by a step before the rear leg kicks.
    pub(super) fn round_kick(&mut self, side: Side, height: Height) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        let (name, up, lean) = match height {
            Height::Low => ("low", 0.48, 0.12),
            Height::Middle => ("middle", 0.88, 0.35),
            Height::High => ("high", 1.3, 0.62),
        };
        let late = if side == Left { 0.0 } else { 0.1 };
        // The higher it goes, the higher the foot is drawn up before.
        let folded = 0.3 + 0.33 * up;
        let (chamber, out, through, back) = if side == Left {
            (
                Vec3::new(0.25, folded, -0.3),
                Vec3::new(-0.16, up, 0.32),
                Vec3::new(-0.42, 0.9 * up, 0.12),
                Vec3::new(-0.06, 0.4, -0.1),
            )
        } else {
            (
                Vec3::new(-0.18, folded, 0.17 + 0.15 * up),
                Vec3::new(0.2, up, 1.1),
                Vec3::new(0.48, 0.9 * up, 0.98),
                Vec3::new(0.12, 0.4, 0.78),
            )
        };
        // World yaw of the foot: knee-cap and toes come round with the hips.
        let stands = if side == Left { -0.22 } else { -0.72 };
        let yaw = -0.75 * s - stands;
        let hips = if side == Left { -0.95 } else { 1.4 };
        let mut m = self.begin();
        if side == Right {
            m.step_aside(Left, 0.04, 0.19, Vec3::new(0.07, 0.0, 0.04), 0.85);
        }
        let first = if side == Right { -0.14 } else { 0.0 };
        m.keys(
            Part::Weight,
            0.0,
            &[
                (0.08, by(first, 0.0, 0.0)),
                (0.2 + late, at(full, 0.0, 0.0)),
                (0.7 + late, at(full, 0.0, 0.0)),
                (1.0 + late, HOME),
            ],
        );
        m.step(side, 0.16 + late, 0.9 + late)
            .keys(
                Part::Foot(side),
                0.16 + late,
                &[
                    (0.325 + late, by(chamber.x, chamber.y, chamber.z)),
                    (0.485 + late, by(out.x, out.y, out.z)),
                    (0.56 + late, by(through.x, through.y, through.z)),
                    (0.7 + late, by(back.x, back.y, back.z)),
                    (0.9 + late, HOME),
                ],
            )
            .keys(
                Part::Sole(side),
                0.16 + late,
                &[
                    (0.31 + late, at(0.6 * yaw, 0.5, 0.7 * s)),
                    (0.49 + late, at(yaw, 0.1, 1.35 * s)),
                    (0.57 + late, at(1.1 * yaw, 0.1, 1.3 * s)),
                    (0.72 + late, at(0.7 * yaw, 0.2, 0.75 * s)),
                    (0.9 + late, HOME),
                ],
            )
            .keys(
                Part::Hips,
                0.06,
                &[
                    (0.16 + late, by(0.12 * hips, 0.0, 0.0)),
                    (0.43 + late, by(hips, -0.1, s * lean)),
                    (0.53 + late, by(1.08 * hips, -0.1, s * lean)),
                    (0.7 + late, by(0.5 * hips, 0.0, 0.4 * s * lean)),
                    (1.0 + late, HOME),
                ],
            )
            .keys(
                Part::Chest,
                0.1,
                &[
                    (0.3 + late, by(-0.2 * hips, 0.0, 0.0)),
                    (0.5 + late, by(-0.3 * hips, 0.0, 0.3 * s * lean)),
                    (0.72 + late, by(-0.15 * hips, 0.05, 0.0)),
                    (1.0 + late, HOME),
                ],
            )
            .keys(
                Part::Pelvis,
                0.0,
                &[
                    (0.3 + late, by(0.0, 0.05, 0.0)),
                    (0.46 + late, by(0.0, 0.07, 0.03)),
                    (0.68 + late, by(0.0, 0.05, 0.0)),
                    (1.0 + late, HOME),
                ],
            )
            .keys(
                Part::Gaze,
                0.1,
                &[(0.48 + late, by(0.25 * hips, 0.0, 0.4 * s * lean)), (0.95 + late, HOME)],
            )
            // The arm of the kicking side is thrown down and back against the turn.
            .keys(
                Part::Wrist(side),
                0.12,
                &[
                    (0.34 + late, at(0.15 * s, -0.17, 0.2)),
                    (0.55 + late, at(0.18 * s, -0.41, -0.09)),
                    (0.74 + late, at(0.18 * s, -0.26, 0.12)),
                    (1.0 + late, HOME),
                ],
            )
            .keys(
                Part::Elbow(side),
                0.08,
                &[
                    (0.34 + late, at(0.7 * s, -0.6, -0.6)),
                    (0.52 + late, at(0.6 * s, -0.3, -1.0)),
                    (1.0 + late, HOME),
                ],
            )
            .keys(Part::Wrist(other(side)), 0.12, &[(0.46 + late, by(0.0, 0.05, -0.04)), (0.9 + late, HOME)])
            .keys(Part::Heel(other(side)), 0.1, &[(0.4 + late, at(0.1, 0.0, 0.0)), (0.95 + late, HOME)]);
        let mut seconds = 0.95 + late;
        if side == Right {
            m.step(Left, seconds, seconds + 0.16).keys(
                Part::Weight,
                0.8 + late,
                &[(0.98 + late, by(-0.16, 0.0, 0.0)), (1.22 + late, HOME)],
            );
            seconds += 0.2;
        }
        m.end(seconds, blow(&["attack", "kick", "round_kick", name], Limb::Foot(side), 0.51 + late));
    }

    /// Drives a knee up and ahead.
    pub(super) fn knee(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        let (low, up, yaw, hips) = if side == Left {
            (Vec3::new(0.0, 0.13, -0.2), Vec3::new(-0.1, 0.56, 0.02), 0.22, -0.1)
        } else {
            (Vec3::new(0.0, 0.3, 0.3), Vec3::new(0.16, 0.54, 0.76), 0.72, 0.62)
        };
        let mut m = self.begin();
        m.step(side, 0.14, 0.7)
            .keys(Part::Weight, 0.0, &[(0.17, at(full, 0.0, 0.0)), (0.5, at(full, 0.0, 0.0)), (0.82, HOME)])
            .keys(
                Part::Foot(side),
                0.14,
                &[(0.27, by(0.4 * up.x, low.y, low.z)), (0.4, by(up.x, up.y, up.z)), (0.7, HOME)],
            )
            .keys(Part::Sole(side), 0.14, &[(0.4, at(yaw, 0.75, 0.0)), (0.7, HOME)])
            .keys(Part::Pelvis, 0.0, &[(0.4, by(0.0, 0.06, 0.13)), (0.8, HOME)])
            .keys(Part::Hips, 0.04, &[(0.36, by(hips, -0.42, 0.0)), (0.8, HOME)])
            .keys(
                Part::Chest,
                0.05,
                &[(0.2, by(0.0, 0.12, 0.0)), (0.38, by(-0.3 * hips, 0.22, 0.0)), (0.8, HOME)],
            )
            // Hands pull the other's head down onto it.
            .keys(
                Part::Wrist(Left),
                0.04,
                &[(0.2, by(-0.02, 0.06, 0.14)), (0.38, by(0.0, -0.14, 0.02)), (0.78, HOME)],
            )
            .keys(
                Part::Wrist(Right),
                0.04,
                &[(0.2, by(-0.02, 0.06, 0.16)), (0.38, by(0.02 * s, -0.14, 0.04)), (0.78, HOME)],
            )
            .keys(Part::Heel(other(side)), 0.1, &[(0.36, at(0.3, 0.0, 0.0)), (0.75, HOME)]);
        m.end(0.8, blow(&["attack", "knee"], Limb::Knee(side), 0.4));
    }
}
