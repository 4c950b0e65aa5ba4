//! Where somebody will be: what his body plays now, followed to its end. What directors ask before they send another one there.

use footwork_motion::ground::Place;
use footwork_stage::ActorView;

use crate::acts::{Acts, Stood};

/// What somebody plays from now on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coming {
    /// Where he stands and faces now.
    pub body: Place,
    take: u32,
    now: u32,
    end: u32,
    place: Place,
}

impl Coming {
    /// What an actor plays; none if that is not of these takes.
    pub fn of(acts: &Acts, actor: &ActorView<'_>) -> Option<Coming> {
        let (tables, segment) = (&acts.tables, actor.segment());
        if segment.take as usize + 1 >= tables.starts.len() {
            return None;
        }
        let frame = |seconds: f64| (seconds.max(0.0) * f64::from(tables.rate)) as u32;
        let (now, body) = (frame(actor.time()), Place::new(actor.frame()));
        let place = acts.placed(segment.take, now, &body);
        Some(Coming { body, take: segment.take, now, end: frame(segment.end).max(now), place })
    }

    /// Somebody who begins a span of a take where he is.
    pub fn begins(acts: &Acts, body: &Place, take: u32, [first, end]: [u32; 2]) -> Coming {
        Coming { body: *body, take, now: first, end, place: acts.placed(take, first, body) }
    }

    /// How many frames it goes on.
    pub fn frames(&self) -> u32 {
        self.end - self.now
    }

    /// In so many frames; after its end as in its last.
    #[inline]
    pub fn at(&self, frames: u32) -> Stood {
        Stood { take: self.take, frame: self.now.saturating_add(frames).min(self.end), place: self.place }
    }
}
