//! Turning the back on a rival, over the whole of an action.
//!
//! Paper: Shum 2010, sec. 4.3.3 looks at the end of an action only. A hook turns the hips by more than a radian on its way.

use super::Rules;
use crate::world::Fighter;

/// Frames between two looks at whether he turns his back: no hip turns by more than 0.4 rad in it. And rad: who has turned his back
/// may go on by as much, on the way to what turns him back.
const TURN_STEP: i32 = 4;
const TURNS_ON: f32 = 0.05;

impl Rules<'_> {
    /// Whether somebody who begins this turns his back on his rival at some moment of it, more than he had already.
    pub(super) fn turns_round(&self, next: &Fighter, rival: &Fighter, off: f32) -> bool {
        self.turned_by(next, rival, off + TURNS_ON) > 0.0
    }

    /// rad, by how much more than he may somebody turns from his rival while he does this. 0 in a chase, and where only the ends of
    /// actions count; and up to `but`.
    pub(super) fn turned_by(&self, next: &Fighter, rival: &Fighter, but: f32) -> f32 {
        let (world, may) = (&self.world, self.pruning.turning.max(but));
        if may.is_infinite() || world.settings.catch > 0.0 {
            return 0.0;
        }
        let (mut at, mut most) = (next.begun, may);
        while at < next.ends {
            at = at.saturating_add(TURN_STEP).min(next.ends);
            most = most.max(world.body(next, at).bearing(&world.body(rival, at)).abs());
        }
        most - may
    }
}
