//! Blows of feet and knees: the weight goes over the other foot, the knee comes up, the foot goes out, comes back
//! under the knee and is put down.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::{blow, other};
use super::raise::{Fold, Swing, keys};
use crate::posture::Turn;
use crate::score::{HOME, Limb, Part, Phrase, at, by};

/// How high a round kick goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Height {
    Low,
    Middle,
    High,
}

/// rad. How far the standing foot turns out on its ball: under a round kick of the rear leg, of the lead leg, and under
/// a front kick.
const SPINS: [f32; 3] = [1.3, -0.45, 0.35];

/// A moment of a round kick: when, which way the pelvis faces, towards the standing side, how far it rolls there (rad),
/// how far it rises (m), and how hip and knee are folded.
struct Round(f32, f32, f32, f32, [f32; 4]);

impl Height {
    /// What it is called, and how it goes: folded, half and wholly out, through, and folded again. Angles are about those of recorded
    /// round kicks (CMU 135_07: at the end of the thigh's swing the hip is bent by 77 to 93°, spread by 42 to 46° and
    /// turned in by 13 to 29°; out, by 50 to 74°, 49 to 59° and 29 to 45°, with the pelvis turned by 56 to 68° and
    /// rolled by 41 to 51°). `more` is from -1 to 1.
    fn rounds(self, more: f32) -> (&'static str, [Round; 5]) {
        let up = 2.5 * more;
        match self {
            Height::Low => (
                "low",
                [
                    Round(0.38, 0.4, 0.15, 0.03, [50.0, 26.0, 6.0, 98.0]),
                    Round(0.45, 0.71, 0.24, 0.04, [54.0, 30.0, 18.0, 92.0]),
                    Round(0.55, 1.03, 0.3, 0.04, [54.0 + up, 29.0, 26.0, 14.0]),
                    Round(0.605, 1.22, 0.3, 0.04, [59.0 + up, 23.0, 26.0, 30.0]),
                    Round(0.77, 0.7, 0.15, 0.04, [64.0, 16.0, 6.0, 92.0]),
                ],
            ),
            Height::Middle => (
                "middle",
                [
                    Round(0.38, 0.45, 0.3, 0.05, [68.0, 38.0, 6.0, 115.0]),
                    Round(0.45, 0.76, 0.46, 0.06, [69.0, 41.0, 0.0, 104.0]),
                    Round(0.55, 1.04, 0.55, 0.06, [66.0, 42.0 + up, 26.0, 20.0]),
                    Round(0.605, 1.22, 0.55, 0.06, [72.0, 36.0 + up, 26.0, 32.0]),
                    Round(0.77, 0.75, 0.25, 0.05, [78.0, 24.0, 6.0, 105.0]),
                ],
            ),
            Height::High => (
                "high",
                [
                    Round(0.38, 0.5, 0.45, 0.05, [82.0, 42.0, 14.0, 118.0]),
                    Round(0.45, 0.78, 0.56, 0.07, [86.0, 38.0, 0.0, 106.0]),
                    Round(0.55, 1.04, 0.64, 0.07, [80.0, 44.0 + up, 15.0, 20.0]),
                    Round(0.605, 1.22, 0.64, 0.07, [86.0, 41.0 + up, 14.0, 36.0]),
                    Round(0.77, 0.8, 0.35, 0.05, [92.0, 36.0, 0.0, 110.0]),
                ],
            ),
        }
    }
}

impl Boxer<'_> {
    /// Pushes the ball of the foot straight ahead: the pelvis tips back under the leg, the knee unfolds. Angles are about
    /// those of recorded front kicks (CMU 135_04), which go higher.
    pub(super) fn front_kick(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        let up = 3.0 * self.rng.signed();
        // The lead leg kicks from a pelvis that stays turned away; the rear one brings its side along.
        let (turned, wide) = if side == Left { (-0.5, 20.0) } else { (0.3, 14.0) };
        let swing = |at: f32,
                     [yaw, pitch]: [f32; 2],
                     rise: [f32; 2],
                     [flexion, turned_in, knee, pointed]: [f32; 4]| {
            let fold = Fold { flexion, abduction: wide, turned_in, knee, pointed };
            let hips = Turn::new(turned * yaw + (1.0 - yaw) * super::HIPS_YAW, pitch, 0.0);
            Swing { at, hips, rise: Vec3::new(0.0, rise[0], rise[1]), fold }
        };
        let swings = [
            swing(0.38, [0.6, -0.16], [0.04, -0.02], [84.0, 2.0, 116.0, 10.0]),
            swing(0.45, [0.85, -0.3], [0.06, 0.02], [88.0, 6.0, 102.0, 5.0]),
            swing(0.557, [1.0, -0.4], [0.06, 0.06], [87.0 + up, 8.0, 18.0, -5.0]),
            swing(0.75, [0.6, -0.18], [0.05, 0.0], [74.0, 2.0, 98.0, 15.0]),
        ];
        let stands = self.score.footing.place[usize::from(side == Left)];
        let mut kick = keys(&self.score, side, stands, &swings, Vec3::ZERO);
        kick.foot.push((0.94, HOME));
        kick.sole.push((0.94, HOME));
        kick.hips.push((1.02, HOME));
        kick.pelvis.push((1.03, HOME));
        let turn = turned - super::HIPS_YAW;
        let mut m = self.begin_kick();
        m.step(side, 0.15, 0.94)
            .keys(Part::Weight, 0.0, &[(0.18, at(full, 0.0, 0.0)), (0.76, at(full, 0.0, 0.0)), (1.03, HOME)])
            .keys(Part::Foot(side), 0.15, &kick.foot)
            .keys(Part::Sole(side), 0.15, &kick.sole)
            .keys(Part::Pelvis, 0.0, &kick.pelvis)
            .keys(Part::Hips, 0.04, &kick.hips)
            .keys(
                Part::Chest,
                0.06,
                &[
                    (0.3, by(-0.15 * turn, 0.08, 0.0)),
                    (0.52, by(-0.3 * turn, -0.12, 0.0)),
                    (0.74, by(-0.1 * turn, 0.04, 0.0)),
                    (1.0, HOME),
                ],
            )
            .keys(Part::Wrist(side), 0.1, &[(0.44, by(0.16 * s, -0.22, 0.0)), (0.85, HOME)])
            // The ball of the foot pushes off.
            .keys(Part::Heel(side), 0.03, &[(0.17, by(0.35, 0.0, 0.0)), (0.32, HOME)]);
        turn_out(&mut m, other(side), s * -SPINS[2], 0.12, 0.48, 0.7);
        m.end(1.0, blow(&["attack", "kick", "front_kick"], Limb::Foot(side), 0.562));
    }

    /// Swings the foot round from the side. The standing foot turns out on its ball, the pelvis turns its side ahead and
    /// rolls over the standing leg, and the knee unfolds.
    pub(super) fn round_kick(&mut self, side: Side, height: Height) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        let late = if side == Left { 0.0 } else { 0.06 };
        let more = self.rng.signed();
        let (name, rounds) = height.rounds(more);
        let swings = rounds.map(|Round(at, yaw, roll, rise, [flexion, abduction, turned_in, knee])| Swing {
            at: at + late,
            hips: Turn::new(-s * yaw, 0.0, s * roll),
            rise: Vec3::new(0.0, rise, 0.02),
            fold: Fold { flexion, abduction, turned_in, knee, pointed: 35.0 },
        });
        let out = swings[2].hips;
        let (turn, lean) = (out.yaw - super::HIPS_YAW, out.roll);
        let stands = self.score.footing.place[usize::from(side == Left)];
        let mut kick = keys(&self.score, side, stands, &swings, Vec3::new(0.5 * -s, 0.5, s));
        kick.foot.push((0.98 + late, HOME));
        kick.sole.push((0.98 + late, HOME));
        kick.hips.push((1.06 + late, HOME));
        kick.pelvis.push((1.06 + late, HOME));
        let mut m = self.begin_kick();
        if side == Right {
            // The pelvis opens with the foot.
            kick.hips.insert(0, (0.2, at(0.05, 0.05, 0.0)));
        }
        turn_out(&mut m, other(side), SPINS[usize::from(side == Left)], 0.06, 0.44 + late, 0.7 + late);
        let first = if side == Right { -0.14 } else { 0.0 };
        m.keys(
            Part::Weight,
            0.0,
            &[
                (0.08, by(first, 0.0, 0.0)),
                (0.2 + late, at(full, 0.0, 0.0)),
                (0.76 + late, at(full, 0.0, 0.0)),
                (1.06 + late, HOME),
            ],
        );
        m.step(side, 0.16 + late, 0.98 + late)
            .keys(Part::Foot(side), 0.16 + late, &kick.foot)
            .keys(Part::Sole(side), 0.16 + late, &kick.sole)
            // The ball of the foot pushes off.
            .keys(Part::Heel(side), 0.05 + late, &[(0.2 + late, by(0.35, 0.0, 0.0)), (0.34 + late, HOME)])
            .keys(Part::Hips, 0.03, &kick.hips)
            .keys(Part::Pelvis, 0.0, &kick.pelvis)
            .keys(
                Part::Chest,
                0.1,
                &[
                    (0.36 + late, by(-0.2 * turn, 0.0, 0.0)),
                    (0.53 + late, by(-0.3 * turn, -0.06, 0.4 * lean)),
                    (0.76 + late, by(-0.15 * turn, 0.05, 0.0)),
                    (1.06 + late, HOME),
                ],
            )
            .keys(
                Part::Gaze,
                0.1,
                &[
                    (0.53 + late, by(0.25 * turn, 0.0, 0.6 * lean)),
                    (0.62 + late, by(0.25 * turn, 0.0, 0.6 * lean)),
                    (0.95 + late, HOME),
                ],
            )
            // The arm of the kicking side is thrown down and back against the turn.
            .keys(
                Part::Wrist(side),
                0.12,
                &[
                    (0.4 + late, at(0.15 * s, -0.17, 0.2)),
                    (0.55 + late, at(0.18 * s, -0.41, -0.09)),
                    (0.74 + late, at(0.18 * s, -0.26, 0.12)),
                    (1.06 + late, HOME),
                ],
            )
            .keys(
                Part::Elbow(side),
                0.08,
                &[
                    (0.4 + late, at(0.7 * s, -0.6, -0.6)),
                    (0.52 + late, at(0.6 * s, -0.3, -1.0)),
                    (1.06 + late, HOME),
                ],
            )
            .keys(Part::Wrist(other(side)), 0.12, &[(0.46 + late, by(0.0, 0.0, 0.05)), (0.98 + late, HOME)]);
        m.end(1.0 + late, blow(&["attack", "kick", "round_kick", name], Limb::Foot(side), 0.555 + late));
    }

    /// Drives a knee up and ahead.
    pub(super) fn knee(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let full = if side == Left { 0.0 } else { 1.0 };
        let (low, up, yaw, hips) = if side == Left {
            (Vec3::new(0.0, 0.13, -0.2), Vec3::new(-0.1, 0.5, 0.0), 0.0, 0.0)
        } else {
            (Vec3::new(0.0, 0.3, 0.3), Vec3::new(0.18, 0.48, 0.84), 0.72, 0.52)
        };
        let mut m = self.begin_kick();
        m.step(side, 0.14, 0.7)
            .keys(Part::Weight, 0.0, &[(0.17, at(full, 0.0, 0.0)), (0.5, at(full, 0.0, 0.0)), (0.82, HOME)])
            .keys(
                Part::Foot(side),
                0.14,
                &[(0.27, by(0.4 * up.x, low.y, low.z)), (0.4, by(up.x, up.y, up.z)), (0.7, HOME)],
            )
            .keys(Part::Sole(side), 0.14, &[(0.4, at(yaw, 0.75, 0.0)), (0.7, HOME)])
            .keys(Part::Pelvis, 0.0, &[(0.4, by(0.0, 0.06, 0.13)), (0.8, HOME)])
            .keys(Part::Hips, 0.04, &[(0.36, by(hips, -0.18, 0.0)), (0.8, HOME)])
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

/// Turns the standing foot on its ball, heel up, by some radians, and back again.
fn turn_out(m: &mut Phrase<'_>, foot: Side, spin: f32, from: f32, there: f32, leaves: f32) {
    m.keys(
        Part::Heel(foot),
        0.0,
        &[
            (from + 0.06, at(0.16, 0.0, 0.0)),
            (there, at(0.22, 0.0, 0.0)),
            (leaves, at(0.18, 0.0, 0.0)),
            (leaves + 0.34, at(0.16, 0.0, 0.0)),
            (leaves + 0.5, HOME),
        ],
    )
    .keys(
        Part::Spin(foot),
        from,
        &[(there, by(spin, 0.0, 0.0)), (leaves, by(0.95 * spin, 0.0, 0.0)), (leaves + 0.34, HOME)],
    );
}
