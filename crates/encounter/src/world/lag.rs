//! What a body still has of what it did before, as the stage shows it: it comes over from there, and is not where the recording
//! says until that has faded.

use footwork_motion::ground::Place;
use glam::Vec3;

use super::{Fighter, World};

/// What a body still has of what it did before: the stage's inertialization, part by part.
pub(super) struct Lag<'a> {
    /// From the space of the take that was left, and of the one that is played, to the world.
    was: Place,
    is: Place,
    /// What is left of the jump of place, and of the step that went with it.
    fade: [f32; 2],
    /// The parts at the frame that was left and at the one before, in the take's space; and where the new piece begins.
    old: [&'a [[Vec3; 2]]; 2],
    new: [&'a [[Vec3; 2]]; 2],
}

impl Lag<'_> {
    /// m, how far both ends of a part are behind what is played.
    #[inline]
    pub(super) fn behind(&self, part: usize) -> [Vec3; 2] {
        [self.end_behind(part, 0), self.end_behind(part, 1)]
    }

    #[inline]
    fn end_behind(&self, part: usize, end: usize) -> Vec3 {
        let [jump, step] = self.fade;
        let left =
            |[now, before]: [&[[Vec3; 2]]; 2]| now[part][end] * (jump + step) - before[part][end] * step;
        let (old, new) = (turned(&self.was, left(self.old)), turned(&self.is, left(self.new)));
        old - new + Vec3::new(self.was.x - self.is.x, 0.0, self.was.z - self.is.z) * jump
    }
}

/// A direction given in a frame, seen from outside.
#[inline]
fn turned(place: &Place, vector: Vec3) -> Vec3 {
    Vec3::new(
        place.cos * vector.x + place.sin * vector.z,
        vector.y,
        place.cos * vector.z - place.sin * vector.x,
    )
}

impl<'a> World<'a> {
    /// How much of what a fighter did before is left at a moment: of a jump of place, and, in s, of one of speed.
    #[inline]
    pub(super) fn fade(&self, fighter: &Fighter, at: i32) -> Option<[f32; 2]> {
        let fade = self.tables.fades.get(usize::try_from(at.saturating_sub(fighter.begun)).ok()?);
        fade.copied().filter(|_| fighter.left != 0)
    }

    /// What a fighter's body still has of what he did before he began his piece; none where that is nothing.
    pub(super) fn lag(&self, fighter: &Fighter, at: i32) -> Option<Lag<'a>> {
        let tables = self.tables;
        let [place, speed] = self.fade(fighter, at)?;
        let old = (fighter.left as usize).checked_sub(1).filter(|old| *old < tables.ground.len())?;
        let piece = self.piece(fighter);
        let new = tables.frame(piece.take, piece.first);
        let count = tables.kinds.len();
        let parts = |frame: usize| &tables.parts[frame * count..][..count];
        // At the very beginning of a take there is no frame before.
        let before = |frame: usize| if tables.starts.contains(&(frame as u32)) { frame } else { frame - 1 };
        Some(Lag {
            was: fighter.place.then(&tables.ground[new]).then(&tables.ground[old].inverse()),
            is: fighter.place,
            fade: [place, speed * tables.rate],
            old: [parts(old), parts(before(old))],
            new: [parts(new), parts(before(new))],
        })
    }
}
