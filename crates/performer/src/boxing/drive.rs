//! What carries a blow of a hand or an elbow: a push from the floor that goes up through the body. The foot on the
//! blow's side turns on its ball, the pelvis follows, then the chest; the weight goes over, the knees give and the
//! trunk leans into it.
//!
//! In people's shadow boxing (CMU 13_17, 13_18, 14_02, 14_03) the pelvis turns fastest 33 to 50 ms before the
//! shoulders, these 50 to 83 ms before the wrist; the hips go down by 8 to 13 cm and the trunk leans by 7 to 18° around a
//! punch, and in every one of them a foot moves or turns.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use super::punches::other;
use super::steps::{LONGEST_STANCE, first_foot};
use super::{CHEST_YAW, HIPS_YAW};
use crate::score::{HOME, Part, Phrase, by};

/// The share of the pelvis' turn by which the chest stays behind at first: a trunk is wound up from below.
const COIL: f32 = 0.14;

/// s. In a step with a blow the second foot leaves so long after the first stands: the body is over both before it is left to
/// one again. Sooner, it is thrown back.
const FOLLOWS: f32 = 0.115;
/// rad. How far the heel of that foot is up by then, above the guard's.
const LEFT_BEHIND: f32 = 0.45;

/// How a blow is driven. Times are in seconds from the beginning of the move, before tempo.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drive {
    /// The foot that pushes: it turns on its ball.
    pub foot: Side,
    /// s. When the fist or elbow is furthest out.
    pub reach: f32,
    /// rad. How far the pelvis winds up, and how far it turns through, to the left.
    pub wind: f32,
    pub turn: f32,
    /// How much of the pelvis' turn the chest adds.
    pub chest: f32,
    /// m. How far the knees give while winding up, and while striking.
    pub dip: [f32; 2],
    /// rad. How far the trunk leans ahead at the end.
    pub lean: f32,
    /// rad. How far it bends to the side of the other hand.
    pub bend: f32,
    /// The lead foot's share of the weight, more than in the guard: wound up, and through.
    pub shift: [f32; 2],
    /// rad. How far that foot turns, to the left.
    pub spin: f32,
    /// Where the feet step with the blow, one after the other.
    pub step: Option<Stride>,
}

/// A step of both feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    /// m. X left, Z ahead.
    pub displacement: Vec3,
    /// rad. How far the stance turns, to the left.
    pub turn: f32,
}

impl Drive {
    /// s. When the body is in the guard again.
    pub fn home(&self) -> f32 {
        self.reach + 0.3
    }

    /// rad. Which way the chest faces when the fist is out, against the opponent's direction.
    pub fn faces(&self) -> f32 {
        HIPS_YAW + CHEST_YAW + self.turn * (1.0 + self.chest)
    }

    /// Writes what feet, pelvis, trunk and head do.
    pub fn write(&self, m: &mut Phrase<'_>) {
        let (t, home) = (self.reach, self.home());
        // Nothing begins before the move does.
        let early = |ahead: f32| (t - ahead).max(0.05);
        m.swing(
            Part::Hips,
            0.0,
            &[
                (early(0.25), by(self.wind, 0.03, 0.0)),
                (early(0.085), by(self.turn, 0.4 * self.lean, 0.4 * self.bend)),
                (t + 0.04, by(0.9 * self.turn, 0.45 * self.lean, 0.5 * self.bend)),
                (home, HOME),
            ],
        )
        .keys(
            Part::Chest,
            0.0,
            &[
                (early(0.185), by(self.chest * self.wind - COIL * self.turn, 0.03, -0.3 * self.bend)),
                (early(0.05), by(self.chest * self.turn, 0.55 * self.lean, 0.5 * self.bend)),
                (t + 0.07, by(0.9 * self.chest * self.turn, 0.6 * self.lean, 0.5 * self.bend)),
                (home + 0.09, HOME),
            ],
        )
        .keys(
            Part::Pelvis,
            0.0,
            &[
                (early(0.2), by(0.0, -self.dip[0], 0.0)),
                (early(0.02), by(0.0, -self.dip[1], 0.0)),
                (home + 0.04, HOME),
            ],
        )
        .swing(
            Part::Weight,
            0.0,
            &[
                (early(0.24), by(self.shift[0], 0.0, 0.0)),
                (early(0.03), by(self.shift[1], 0.0, 0.0)),
                (home + 0.05, HOME),
            ],
        )
        .keys(
            Part::Gaze,
            0.0,
            &[
                (early(0.2), by(0.2 * self.wind, 0.08, -0.3 * self.bend)),
                (t, by(0.25 * self.turn, 0.4 * self.lean, 0.8 * self.bend)),
                (home, HOME),
            ],
        );
        self.feet(m);
    }

    /// The foot that pushes turns on its ball with the heel up, and comes back when the weight does.
    fn feet(&self, m: &mut Phrase<'_>) {
        let (t, home) = (self.reach, self.home());
        let begins = (t - 0.28).max(0.02);
        m.keys(
            Part::Heel(self.foot),
            0.0,
            &[(begins + 0.09, by(0.16, 0.0, 0.0)), (t - 0.04, by(0.34, 0.0, 0.0)), (home + 0.1, HOME)],
        )
        .keys(
            Part::Spin(self.foot),
            begins + 0.05,
            &[(t - 0.05, by(self.spin, 0.0, 0.0)), (t + 0.02, by(self.spin, 0.0, 0.0)), (home + 0.05, HOME)],
        );
        if let Some(Stride { displacement, turn }) = self.step {
            let first = first_foot(displacement);
            let displacement = m.in_reach(first, displacement, LONGEST_STANCE);
            m.travel(displacement, turn, begins, t + 0.1);
            let lift = begins.max(m.stands_from(other(first)) + 0.01);
            let land = (t - 0.02).max(lift + 0.16);
            m.step(first, lift, land);
            // The other foot is drawn after it.
            let follows = m.stands_from(first) + FOLLOWS;
            m.step(other(first), follows, follows + 0.2);
            m.keys(Part::Heel(other(self.foot)), t, &[(t + 0.1, by(0.2, 0.0, 0.0)), (home + 0.1, HOME)]);
            if first != self.foot {
                // Left behind, it comes up further, so that its leg reaches.
                let heel = [(follows, by(LEFT_BEHIND, 0.0, 0.0)), (follows + 0.3, HOME)];
                m.keys(Part::Heel(self.foot), t - 0.04, &heel);
            }
        }
    }
}
