//! The end of an encounter: whether nothing is in anything else, and how good it is.

use super::super::{Grown, Scored};
use super::{AROUND, Branch, DISTANCE, LOOK, Sim, TOUCH};
use crate::acts::Nature;
use crate::patch::Turn;

/// m. Deeper than this trunks are never in each other.
const TRUNKS: f32 = 0.035;
/// m, frames. Deeper than this for longer no limb is in the other's body: less where somebody strikes, because a leg that is led round
/// the other one as it is shown comes back into him.
const LIMBS: f32 = 0.045;
const STRUCK: f32 = 0.015;
const LIMBS_FOR: u32 = 4;

/// m. Trunks further apart than this are out of reach: a leg that kicks is longer than an arm.
const REACH: f32 = 1.1;

impl Sim<'_> {
    /// The pattern is through: nothing may be in anything else.
    pub(super) fn finish(&self, branch: Branch, number: usize, grown: &mut Grown) {
        let over = branch.turns.iter().flat_map(|turns| turns.last().map(Turn::over)).max().unwrap_or(0);
        let strikes = |turn: &Turn| self.act(turn.act as usize).nature == Nature::Strike;
        let deepest = if branch.turns.iter().flatten().any(strikes) { STRUCK } else { LIMBS };
        let mut limbs = 0;
        let mut frame = 0;
        while frame <= over {
            let [a, b] = [0, 1].map(|who| self.at(&branch, who, frame));
            let trunks = self.acts.trunk_depth(&a, &b);
            if trunks > TRUNKS {
                grown.best[number].fail(if frame < branch.begun { DISTANCE } else { TOUCH });
                return;
            }
            let wanted = branch.touches.iter().any(|[from, to]| (*from..*to).contains(&frame));
            if trunks > -REACH && !wanted && self.acts.limb_depth(&a, &b) > deepest {
                limbs += LOOK;
                if limbs > LIMBS_FOR {
                    grown.best[number].fail(TOUCH);
                    return;
                }
            }
            frame += if trunks < -REACH { 2 * LOOK } else { LOOK };
        }
        if self.hits_unwanted(&branch) {
            grown.best[number].fail(TOUCH);
            return;
        }
        let score = self.score(&branch, over) - 0.05 * limbs as f32 / LIMBS_FOR as f32;
        let key = branch.key.clone();
        grown.found.push(Scored { branch, score, key });
    }

    /// Sec. 6.3.3: contact, distance and facing, timing; 1 is perfectly.
    fn score(&self, branch: &Branch, over: u32) -> f32 {
        let contact = (branch.off / self.pattern.contact.max(0.03)).min(2.0);
        let until = branch.touches.first().map_or(over, |[from, _]| from + AROUND);
        let (mut turned, mut looks) = (0.0, 0.0);
        let faces = self.pattern.facing < 3.1;
        for frame in (0..until.max(1)).step_by(12) {
            let [a, b] = [0, 1].map(|who| self.acts.ground(&self.at(branch, who, frame)));
            turned += 0.5 * (a.bearing(&b).abs() + b.bearing(&a).abs());
            looks += 1.0;
        }
        let facing = if faces { (turned / looks - 0.35_f32).max(0.0) } else { 0.0 };
        1.0 - 0.3 * contact - 0.4 * facing - 0.3 * branch.waits - 0.5 * branch.seams
    }
}
