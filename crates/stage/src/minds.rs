//! Minds that need no skill: play a take, play it over and over, follow a recording, walk about.

mod wander;

use footwork_motion::Transform;

pub use wander::{Edge, Edges, Stop, Wander, WanderError, WanderMemory, WanderSettings};

use crate::mind::Mind;
use crate::play::{Move, Placement, Segment};
use crate::view::{ActorView, StageView};
use crate::why::Why;
use footwork_motion::Rng;

/// Plays a segment once, then stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// What to play.
    pub what: Move,
}

impl Mind for Play {
    /// 1 once it has played.
    type Memory = u32;

    fn choose(
        &self,
        played: &mut u32,
        _: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        if std::mem::replace(played, 1) != 0 {
            return None;
        }
        why.consider(self.what.segment, 0.0);
        Some(self.what)
    }
}

/// Plays a segment over and over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loop {
    /// What to play.
    pub what: Move,
}

impl Mind for Loop {
    type Memory = ();

    fn choose(
        &self,
        _: &mut (),
        _: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        why.consider(self.what.segment, 0.0);
        Some(self.what)
    }
}

/// Does what was recorded, where it was recorded: for a clip out of a recorder, or one half of a scene of two. Then
/// stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follow {
    /// The take.
    pub take: u32,
    /// From the recording's space to the stage's, on the ground.
    pub place: Transform,
}

impl Mind for Follow {
    /// 1 once it has played.
    type Memory = u32;

    fn choose(
        &self,
        played: &mut u32,
        me: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        if std::mem::replace(played, 1) != 0 {
            return None;
        }
        let end = me.rig().take(self.take).map_or(0.0, |take| take.clip.seconds());
        let segment = Segment { take: self.take, first: 0.0, end };
        why.consider(segment, 0.0);
        Some(Move { place: Placement::At(self.place), ..Move::new(segment) })
    }
}
