//! Getting about in the guard. Feet never cross: the one that is nearer to where it goes sets out first, pushed off by
//! the other, which follows.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::other;
use crate::score::{HOME, Limb, Meaning, Part, by};

/// What getting about uses.
const FEET: &[Limb] = &[Limb::Foot(Left), Limb::Foot(Right)];
/// s. The second foot waits so long for the first to stand. A foot that leaves at once leaves the body to the one ahead, which
/// throws it back.
const WAITS: f32 = 0.12;
/// m. No step puts the ankles further apart: hips would have to sink as in a lunge.
pub(super) const LONGEST_STANCE: f32 = 0.95;

impl Boxer<'_> {
    /// A step to the left and ahead, in metres, turning by some radians.
    pub(super) fn step(&mut self, left: f32, ahead: f32, turn: f32) {
        let leads = first_foot(Vec3::new(left, 0.0, ahead));
        // As often the other foot is drawn in first, and pushes.
        let far = left.abs().max(ahead.abs());
        let drawn_in = self.rng.unit() < 0.55 && ahead.abs() > left.abs() && far < 0.6 * self.style.stance;
        let first = if drawn_in { other(leads) } else { leads };
        self.travel(first, Vec3::new(left, 0.0, ahead), turn, name(left, ahead));
    }

    /// Turns about the lead foot, which turns on its ball while the rear foot goes round.
    pub(super) fn pivot(&mut self, turn: f32) {
        let lead = self.score.footing.place[0];
        let displacement = lead - crate::posture::about(1, turn) * lead;
        let name = if turn > 0.0 { "pivot_left" } else { "pivot_right" };
        self.take_stance();
        let swing = 0.17 + 0.08 * turn.abs();
        let mut m = self.begin();
        let lift = 0.08_f32.max(m.stands_from(Left) + 0.01);
        m.travel(displacement, turn, 0.02, lift + swing + 0.06);
        m.step(Right, lift, lift + swing);
        let land = m.stands_from(Right);
        m.step(Left, land + 0.02, land + 0.18);
        m.keys(
            Part::Weight,
            0.0,
            &[(lift, by(0.22, 0.0, 0.0)), (land, by(-0.12, 0.0, 0.0)), (land + 0.28, HOME)],
        )
        .keys(
            Part::Heel(Left),
            0.0,
            &[(0.07, by(0.14, 0.0, 0.0)), (land + 0.04, by(0.2, 0.0, 0.0)), (land + 0.3, HOME)],
        )
        .keys(Part::Spin(Left), 0.05, &[(land + 0.03, by(0.75 * turn, 0.0, 0.0)), (land + 0.2, HOME)])
        .keys(Part::Pelvis, 0.0, &[(0.5 * land, by(0.0, -0.04, 0.0)), (land + 0.24, HOME)])
        .keys(Part::Hips, 0.0, &[(0.5 * land, by(0.25 * turn, 0.03, 0.08 * turn)), (land + 0.2, HOME)])
        .keys(Part::Chest, 0.03, &[(0.6 * land, by(0.2 * turn, 0.04, 0.05 * turn)), (land + 0.24, HOME)])
        .keys(Part::Gaze, 0.0, &[(0.12, by(0.3 * turn, 0.02, 0.0)), (land + 0.2, HOME)]);
        m.end(land + 0.22, Meaning { classes: &["movement", name], limbs: FEET, ..Meaning::default() });
    }

    fn travel(&mut self, first: Side, displacement: Vec3, turn: f32, name: &'static str) {
        let s = if first == Left { 1.0 } else { -1.0 };
        self.take_stance();
        // Further takes a little longer.
        let far = displacement.length() + 0.3 * turn.abs();
        let swing = (0.13 + 0.22 * far).clamp(0.17, 0.27);
        // Knees give before a foot is far away and when it lands, and come up between.
        let give = 0.055 + 0.12 * far.min(0.5);
        let lean = 0.25 * displacement;
        // The rear foot that is left behind comes up onto its ball, so that its leg reaches.
        let pushes = if first == Left { displacement.z.clamp(0.0, 0.5) } else { 0.0 };
        let hands = [self.rng.signed(), self.rng.signed(), self.rng.signed(), self.rng.signed()];
        let mut m = self.begin();
        let displacement = m.in_reach(first, displacement, LONGEST_STANCE);
        let lift = 0.06_f32.max(m.stands_from(other(first)) + 0.01);
        let over = lift + 2.0 * swing + WAITS + 0.085;
        m.travel(displacement, turn, 0.0, over);
        m.step(first, lift, lift + swing);
        let land = m.stands_from(first);
        let lift_2 = land + WAITS;
        m.step(other(first), lift_2, lift_2 + swing);
        let land_2 = m.stands_from(other(first));
        m.keys(
            Part::Weight,
            0.0,
            &[
                (lift + 0.02, by(-0.12 * s, 0.0, 0.0)),
                (lift_2 + 0.03, by(0.1 * s, 0.0, 0.0)),
                (land_2 + 0.1, HOME),
            ],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[
                (lift + 0.01, by(0.0, -0.7 * give, 0.0)),
                (lift + 0.55 * swing, by(0.0, -0.4 * give, 0.0)),
                (land + 0.04, by(0.0, -give, 0.0)),
                (land_2 + 0.16, HOME),
            ],
        )
        .keys(
            Part::Hips,
            0.0,
            &[(land, by(0.15 * turn, 0.35 * lean.z, -0.5 * lean.x)), (land_2 + 0.05, HOME)],
        )
        .keys(
            Part::Chest,
            0.03,
            &[(land + 0.04, by(0.1 * turn, 0.3 * lean.z, -0.5 * lean.x)), (land_2 + 0.09, HOME)],
        )
        .keys(Part::Gaze, 0.0, &[(land, by(0.3 * turn, 0.04, -0.4 * lean.x)), (land_2 + 0.07, HOME)])
        .keys(Part::Heel(other(first)), 0.0, &[(lift_2, by(0.22 + pushes, 0.0, 0.0)), (land_2 + 0.08, HOME)])
        .keys(Part::Heel(first), 0.0, &[(lift, by(0.2, 0.0, 0.0)), (land + 0.08, HOME)]);
        // Hands bob with the feet, each in its own time.
        for (side, delay, [x, y]) in [(Left, 0.02, [hands[0], hands[1]]), (Right, 0.05, [hands[2], hands[3]])]
        {
            m.keys(
                Part::Wrist(side),
                delay,
                &[
                    (land + delay, by(0.02 * x, -0.025 + 0.025 * y, 0.03 * x)),
                    (land_2 + delay + 0.04, by(0.01 * y, 0.015 + 0.02 * x, -0.02 * y)),
                ],
            );
        }
        m.end(land_2 + 0.04, Meaning { classes: &["movement", name], limbs: FEET, ..Meaning::default() });
    }
}

/// The foot that is nearer to where a step goes: feet never cross.
pub(super) fn first_foot(displacement: Vec3) -> Side {
    let along = displacement.z.abs() >= 0.8 * displacement.x.abs();
    let left = if along { displacement.z > 0.0 } else { displacement.x > 0.0 };
    if left { Left } else { Right }
}

/// What a step in a direction is called.
fn name(left: f32, ahead: f32) -> &'static str {
    let (aside, along) = (left.abs() > 0.45 * ahead.abs(), ahead.abs() > 0.45 * left.abs());
    match (aside, along, left > 0.0, ahead > 0.0) {
        (true, true, true, true) => "step_ahead_left",
        (true, true, false, true) => "step_ahead_right",
        (true, true, true, false) => "step_back_left",
        (true, true, false, false) => "step_back_right",
        (true, false, true, _) => "step_left",
        (true, false, false, _) => "step_right",
        (_, _, _, true) => "step_ahead",
        _ => "step_back",
    }
}
