//! Blows of feet and knees: the weight goes over the other foot, the knee comes up, the foot goes out, comes back
//! under the knee and is put down.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::{blow, other};
use super::raise::{Carry, Fold, raised};
use crate::posture::Turn;
use crate::score::{Goal, HOME, Limb, Part, at, by};

/// How high a round kick goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Height {
    Low,
    Middle,
    High,
}

/// rad. How far the standing foot is turned out before the rear leg kicks.
const STANDING_OUT: f32 = 1.1;

/// A moment of a round kick: which way the pelvis faces, towards the standing side, how far it rolls there (rad), how far
/// it rises (m), and how the leg is folded.
struct Swing {
    yaw: f32,
    roll: f32,
    lift: f32,
    fold: Fold,
}

const fn swing(yaw: f32, roll: f32, lift: f32, [flexion, abduction, turned_in, knee]: [f32; 4]) -> Swing {
    Swing { yaw, roll, lift, fold: Fold { flexion, abduction, turned_in, knee, pointed: 35.0 } }
}

impl Height {
    /// What it is called, and how it goes: folded, half and wholly out, through, and folded again. Angles are about those of recorded
    /// round kicks (CMU 135_07: at the end of the thigh's swing the hip is bent by 77 to 93°, spread by 42 to 46° and
    /// turned in by 13 to 29°; out, by 50 to 74°, 49 to 59° and 29 to 45°, with the pelvis turned by 56 to 68° and
    /// rolled by 41 to 51°). `more` is from -1 to 1.
    fn swings(self, more: f32) -> (&'static str, [Swing; 5]) {
        let up = 2.5 * more;
        match self {
            Height::Low => (
                "low",
                [
                    swing(0.4, 0.15, 0.03, [42.0, 24.0, 4.0, 95.0]),
                    swing(0.75, 0.24, 0.04, [46.0, 27.0, 20.0, 58.0]),
                    swing(1.0, 0.3, 0.04, [46.0 + up, 25.0, 26.0, 14.0]),
                    swing(1.2, 0.3, 0.04, [52.0 + up, 19.0, 26.0, 30.0]),
                    swing(0.7, 0.15, 0.04, [60.0, 14.0, 6.0, 90.0]),
                ],
            ),
            Height::Middle => (
                "middle",
                [
                    swing(0.45, 0.3, 0.05, [68.0, 38.0, 6.0, 115.0]),
                    swing(0.8, 0.46, 0.06, [69.0, 41.0, 26.0, 70.0]),
                    swing(1.0, 0.55, 0.06, [66.0, 42.0 + up, 26.0, 14.0]),
                    swing(1.2, 0.55, 0.06, [72.0, 36.0 + up, 26.0, 32.0]),
                    swing(0.75, 0.25, 0.05, [78.0, 24.0, 6.0, 105.0]),
                ],
            ),
            Height::High => (
                "high",
                [
                    swing(0.5, 0.45, 0.05, [82.0, 42.0, 14.0, 118.0]),
                    swing(0.82, 0.66, 0.07, [86.0, 45.0, 32.0, 74.0]),
                    swing(1.0, 0.78, 0.07, [80.0, 52.0 + up, 15.0, 14.0]),
                    swing(1.2, 0.78, 0.07, [86.0, 46.0 + up, 14.0, 36.0]),
                    swing(0.8, 0.35, 0.05, [92.0, 36.0, 0.0, 110.0]),
                ],
            ),
        }
    }
}

impl Boxer<'_> {
    /// Pushes the ball of the foot straight ahead.
    pub(super) fn front_kick(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        // The rear foot has further to come; the lead foot's hip is behind it.
        let (chamber, out, yaw) = if side == Left {
            (Vec3::new(-0.06, 0.46, -0.08), Vec3::new(-0.06, 0.84, 0.53), 0.22)
        } else {
            (Vec3::new(0.16, 0.44, 0.48), Vec3::new(0.2, 0.86, 1.25), 0.72)
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

    /// Swings the foot round from the side. The standing foot is turned out by a step before the rear leg kicks; then
    /// the pelvis turns its side ahead and rolls over the standing leg, and the knee unfolds.
    pub(super) fn round_kick(&mut self, side: Side, height: Height) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        let late = if side == Left { 0.0 } else { 0.1 };
        let more = self.rng.signed();
        let (name, swings) = height.swings(more);
        let lean = swings[2].roll;
        // Where the standing foot will be, in the stance frame.
        let (aside, out) = (Vec3::new(0.07, 0.0, 0.04), STANDING_OUT);
        let footing = self.score.footing;
        let stands = if side == Right { footing.place[0] + aside } else { footing.place[1] };
        let heel = self.score.home(Part::Heel(side)).x;
        let over = self.score.home(Part::Pelvis);
        let (mut foot, mut sole, mut hips, mut pelvis) = (vec![], vec![], vec![], vec![]);
        let mut near = Vec3::new(0.5 * -s, 0.5, s);
        for (swing, at) in swings.iter().zip([0.3, 0.4, 0.49, 0.585, 0.72]) {
            let turn = Turn::new(-s * swing.yaw, 0.0, s * swing.roll);
            let lift = Vec3::new(0.0, swing.lift, 0.02);
            let carry = Carry { pelvis: stands + over + lift, hips: turn };
            let [way, turned] = raised(&footing, side, heel, carry, swing.fold, near);
            near = turned;
            foot.push((at + late, Goal::At(way)));
            sole.push((at + late, Goal::At(turned)));
            // The hips are there first.
            hips.push((at + late - 0.02, Goal::At(Vec3::new(turn.yaw, turn.pitch, turn.roll))));
            pelvis.push((at + late - 0.02, Goal::At(over + lift)));
        }
        foot.push((0.9 + late, HOME));
        sole.push((0.9 + late, HOME));
        hips.push((1.0 + late, HOME));
        pelvis.push((1.0 + late, HOME));
        let turn = -s * swings[2].yaw - super::HIPS_YAW;
        let mut m = self.begin();
        if side == Right {
            m.step_aside(Left, 0.04, 0.19, aside, out);
            // The pelvis opens with the foot.
            hips.insert(0, (0.24, at(0.05, 0.05, 0.0)));
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
            .keys(Part::Foot(side), 0.16 + late, &foot)
            .keys(Part::Sole(side), 0.16 + late, &sole)
            // The ball of the foot pushes off.
            .keys(Part::Heel(side), 0.05 + late, &[(0.2 + late, by(0.35, 0.0, 0.0)), (0.34 + late, HOME)])
            .keys(Part::Hips, 0.03, &hips)
            .keys(Part::Pelvis, 0.0, &pelvis)
            .keys(
                Part::Chest,
                0.1,
                &[
                    (0.3 + late, by(-0.2 * turn, 0.0, 0.0)),
                    (0.5 + late, by(-0.3 * turn, 0.0, 0.15 * s * lean)),
                    (0.72 + late, by(-0.15 * turn, 0.05, 0.0)),
                    (1.0 + late, HOME),
                ],
            )
            .keys(
                Part::Gaze,
                0.1,
                &[
                    (0.48 + late, by(0.25 * turn, 0.0, 0.6 * s * lean)),
                    (0.58 + late, by(0.25 * turn, 0.0, 0.6 * s * lean)),
                    (0.95 + late, HOME),
                ],
            )
            // The arm of the kicking side is thrown down and back against the turn.
            .keys(
                Part::Wrist(side),
                0.12,
                &[
                    (0.32 + late, by(0.05 * s, 0.0, 0.05)),
                    (0.4 + late, at(0.16 * s, -0.24, 0.22)),
                    (0.51 + late, at(0.18 * s, -0.44, -0.18)),
                    (0.7 + late, at(0.2 * s, -0.3, 0.14)),
                    (0.95 + late, HOME),
                ],
            )
            .keys(
                Part::Elbow(side),
                0.08,
                &[
                    (0.34 + late, at(0.7 * s, -0.5, -0.6)),
                    (0.48 + late, at(0.5 * s, -0.1, -1.0)),
                    (0.66 + late, at(0.6 * s, -0.4, -0.8)),
                    (0.92 + late, HOME),
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
