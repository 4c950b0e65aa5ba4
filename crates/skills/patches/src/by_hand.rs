//! Patches made by hand, action by action; and out of recordings of two.
//!
//! Paper: Shum 2010, sec. 6.7.1: animators may design patches themselves, or record two people at once, and add them to the others.

use footwork_motion::ground::Place;

use crate::acts::{Acts, Nature};
use crate::patch::{Patch, Start, Turn, tidy};

/// What somebody does, by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Number of the act.
    pub act: usize,
    /// Frame of the patch at which it begins; not before the one before it is begun, which it breaks off.
    pub begin: u32,
}

/// Why a patch cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum HandError {
    #[error("there is no act {0}")]
    NoAct(usize),
    #[error("action {0} of the {1} one begins before the one before it has begun")]
    Order(usize, &'static str),
    #[error("both have something to do")]
    Nothing,
    #[error("the recordings of two have no {0} frames")]
    NoFrames(u32),
}

/// Makes a patch of acts that somebody chose, from where he wants them to begin. Whether anything is in anything else is for him to see
/// ([`depths`] says it).
pub fn by_hand(acts: &Acts, pattern: u16, own: [&[Chosen]; 2], start: &Start) -> Result<Patch, HandError> {
    let between =
        [libm::sinf(start.bearings[0]), libm::cosf(start.bearings[0])].map(|part| part * start.distance);
    let (sin, cos) = libm::sincosf(libm::atan2f(-between[0], -between[1]) - start.bearings[1]);
    let mut turns = [Vec::new(), Vec::new()];
    for (who, (chosen, body)) in
        own.iter().zip([Place::HERE, Place { x: between[0], z: between[1], cos, sin }]).enumerate()
    {
        let mut body = body;
        for (number, Chosen { act, begin }) in chosen.iter().copied().enumerate() {
            let found = acts.all.get(act).ok_or(HandError::NoAct(act))?;
            if let Some(last) = turns[who].last_mut() {
                let last: &mut Turn = last;
                if begin <= last.begin {
                    return Err(HandError::Order(number + 1, ["first", "second"][who]));
                }
                last.end = last.end.min(last.first + (begin - last.begin));
                body = last.place.then(acts.tables.ground(last.take, last.end));
            }
            let (take, first) = (found.take, found.first);
            let end = found.lies.map_or(found.end, |[from, to, _]| (from + 20).min(to));
            let place = tidy(acts.placed(take, first, &body));
            turns[who].push(Turn { act: act as u32, take, first, end, begin, place, touch: None });
        }
    }
    finished(acts, pattern, turns)
}

/// Makes a patch of two takes that were recorded at once, on one floor: the same frames of both.
pub fn from_recording(
    acts: &Acts,
    pattern: u16,
    takes: [u32; 2],
    [first, end]: [u32; 2],
) -> Result<Patch, HandError> {
    let mut turns = [Vec::new(), Vec::new()];
    for (who, take) in takes.into_iter().enumerate() {
        let starts = acts.tables.starts.get(take as usize..take as usize + 2);
        let frames = starts.map_or(0, |starts| starts[1] - starts[0]);
        if first >= end || end >= frames {
            return Err(HandError::NoFrames(end));
        }
        let act = acts.all.iter().position(|act| act.take == take && act.end > first);
        let act = act.ok_or(HandError::NoAct(0))? as u32;
        turns[who].push(Turn { act, take, first, end, begin: 0, place: Place::HERE, touch: None });
    }
    finished(acts, pattern, turns)
}

fn finished(acts: &Acts, pattern: u16, mut turns: [Vec<Turn>; 2]) -> Result<Patch, HandError> {
    let Some(first) = turns[0].first().copied().filter(|_| !turns[1].is_empty()) else {
        return Err(HandError::Nothing);
    };
    let back = first.place.then(acts.tables.ground(first.take, first.first)).inverse();
    for turn in turns.iter_mut().flatten() {
        turn.place = tidy(back.then(&turn.place));
    }
    let frames = turns.iter().filter_map(|turns| turns.last()).map(Turn::over).max().unwrap_or(0);
    let down = [0, 1].map(|who: usize| {
        turns[who].last().is_some_and(|turn| acts.all[turn.act as usize].nature == Nature::Fall)
    });
    let mut patch = Patch { pattern, turns, frames, meets: frames, down, score: 0.0 };
    let touches = |frame: &u32| {
        let [a, b] = [0, 1].map(|who| patch.at(who, *frame as i32));
        acts.trunk_depth(&a, &b).max(acts.limb_depth(&a, &b)) > 0.0
    };
    patch.meets = (0..frames).step_by(3).find(touches).unwrap_or(frames);
    Ok(patch)
}

/// m, the deepest that trunks, and anything else, are in each other in a patch; below 0 they never touch.
pub fn depths(acts: &Acts, patch: &Patch) -> [f32; 2] {
    (0..=patch.frames as i32).step_by(3).fold([f32::MIN; 2], |[trunks, limbs], frame| {
        let [a, b] = [0, 1].map(|who| patch.at(who, frame));
        [trunks.max(acts.trunk_depth(&a, &b)), limbs.max(acts.limb_depth(&a, &b))]
    })
}
