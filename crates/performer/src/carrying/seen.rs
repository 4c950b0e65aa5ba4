//! What is done with a box, when it can be seen. A plan has its moments; feet that already go, and a box in the hands, are
//! what shows.

use crate::recite::Event;
use crate::truth::{Action, Hold, Supports};

/// s. Hands that begin to move have gone a centimetre by then: nobody sees it sooner.
pub(super) const STIRS: f32 = 0.1;
/// Of a deed. Feet may already leave in its last part.
const LEAVES: f32 = 0.6;

/// What is done standing.
const DEEDS: [&str; 6] = ["lift", "set_down", "hand_over", "receive", "pass_on", "wait"];

/// A deed that is done standing: it is over when a foot leaves.
pub(super) fn afoot(event: Event, supports: &Supports) -> Event {
    let late = event.from + LEAVES * (event.to - event.from);
    let lifts = [&supports.left, &supports.right].into_iter().flatten().map(|span| span[1]);
    let left = lifts.filter(|up| (late..event.to).contains(up));
    Event { to: left.fold(event.to, f32::min), ..event }
}

/// s. Who stands for shorter before he does something has not been seen to stand.
const BRIEF: f32 = 0.3;

/// The same actions, but who stands with a box in the hands carries it, who waits with it has waited since he stood, and who
/// hardly stood was about what came next.
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
        let deed = DEEDS.contains(&action.classes.last().map_or("", String::as_str));
        let stood = |last: &mut Action| {
            let brief = deed && last.to - last.from < BRIEF;
            brief && last.classes == ["stand"] || (brief || waits) && last.classes == ["carry", "stand"]
        };
        if let Some(stood) = told.pop_if(stood) {
            action.from = stood.from;
        }
        // What was done until hands began to move for this goes on until they do.
        if let Some(last) = told.last_mut().filter(|last| deed && action.from - last.to < BRIEF) {
            last.to = action.from;
        }
        told.push(action);
    }
    told
}
