//! What is done with a box, when it can be seen. A plan has its moments; feet that already go, and a box in the hands, are
//! what shows.

use crate::recite::Event;
use crate::truth::{Action, Hold, Supports};

/// Of a deed. Feet may already leave in its last part.
const LEAVES: f32 = 0.6;

/// A deed that is done standing: it is over when a foot leaves.
pub(super) fn afoot(event: Event, supports: &Supports) -> Event {
    let late = event.from + LEAVES * (event.to - event.from);
    let lifts = [&supports.left, &supports.right].into_iter().flatten().map(|span| span[1]);
    let left = lifts.filter(|up| (late..event.to).contains(up));
    Event { to: left.fold(event.to, f32::min), ..event }
}

/// The same actions, but who stands with a box in the hands carries it, and who waits with it has waited since he stood.
pub(super) fn laden(actions: Vec<Action>, holds: &[Hold]) -> Vec<Action> {
    let held = |action: &Action| {
        let middle = 0.5 * (action.from + action.to);
        holds.iter().any(|hold| hold.from <= middle && middle <= hold.to)
    };
    let mut told: Vec<Action> = Vec::with_capacity(actions.len());
    for mut action in actions {
        if action.classes == ["stand"] && held(&action) {
            action.classes = vec!["carry".to_string(), "stand".to_string()];
        }
        let waits = action.classes == ["carry", "wait"];
        if let Some(stood) = told.pop_if(|last| waits && last.classes == ["carry", "stand"]) {
            action.from = stood.from;
        }
        told.push(action);
    }
    told
}
