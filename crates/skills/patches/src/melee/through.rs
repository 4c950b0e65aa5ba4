//! When somebody is through with his part: not before the other one is, or the leg that he ducked under is away again: he would rise
//! into it.

use footwork_motion::ground::Place;
use footwork_stage::{Member, Move};

use super::Melee;
use super::memory::FighterMemory;
use crate::acts::Acts;
use crate::file::PatchBook;
use crate::patch::Patch;

/// m. A leg that is lifted higher than this, and is nearer than that to somebody's middle, is over him.
const LIFTED: f32 = 0.3;
const NEAR: f32 = 0.7;
/// Frames. Who is through first waits no longer for the other one who stays on his feet.
const LONGEST: u32 = 45;
/// How fast somebody goes on meanwhile as he was recorded.
const SLOWLY: f64 = 0.3;

/// Of each patch and role: the frame at which he is through.
pub(super) fn through(acts: &Acts, book: &PatchBook) -> Vec<[u32; 2]> {
    book.patches.iter().map(|patch| [0, 1].map(|role| through_of(acts, patch, role))).collect()
}

fn through_of(acts: &Acts, patch: &Patch, role: usize) -> u32 {
    let [_, over] = patch.span(role);
    if patch.down[role] {
        return over;
    }
    if !patch.down[1 - role] {
        return patch.frames.min(over + LONGEST);
    }
    let is_over = |frame: u32| {
        let [own, other] = [role, 1 - role].map(|who| patch.at(who, frame as i32));
        let (body, parts) = (acts.ground(&own), acts.tables.parts(other.take, other.frame));
        acts.legs.iter().filter_map(|leg| parts.get(*leg)).flatten().any(|end| {
            let end = other.place.point(*end);
            end.y > LIFTED && body.distance(&Place { x: end.x, z: end.z, ..Place::HERE }) < NEAR
        })
    };
    (over..patch.frames).rev().find(|frame| is_over(*frame)).map_or(over, |frame| frame + 1)
}

impl Melee {
    /// The frame of his patch at which somebody is through.
    pub(super) fn through(&self, own: &FighterMemory) -> u32 {
        let patch = self.through.get((own.patch as usize).wrapping_sub(1));
        patch.map_or(0, |through| through[own.role as usize & 1])
    }

    /// Somebody whose part is over goes on slowly until he is through.
    pub(super) fn lingers(&self, member: &mut Member<'_, FighterMemory>, frames: u32) {
        let segment = member.view().segment();
        let rate = f64::from(self.acts.tables.rate);
        let starts = self.acts.tables.starts.get(segment.take as usize..segment.take as usize + 2);
        let recorded = starts.map_or(0, |starts| starts[1] - starts[0]);
        let first = (segment.end * rate).round() as u32;
        let end = first + (f64::from(frames) * SLOWLY).ceil().max(1.0) as u32;
        let (first, end) = if end < recorded { (first, end) } else { (first.saturating_sub(2), first) };
        let goes_on = Move::new(self.seconds(segment.take, first, end)).at_rate(SLOWLY as f32);
        member.play(Move { yields: true, ..goes_on });
    }
}
