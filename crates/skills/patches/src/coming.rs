//! Where somebody will be: what his body plays now, followed to its end. What directors ask before they send another one there.

use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Lead, Move};

use crate::acts::{Acts, Stood};
use crate::gait;
use crate::walk::bent;

/// What somebody plays from now on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coming {
    /// Where he stands and faces now.
    pub body: Place,
    take: u32,
    now: u32,
    end: u32,
    place: Place,
    /// Where he would be at its end as it was recorded, and where he is led to; none if he is not led.
    led: Option<[Place; 2]>,
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
        let end = frame(segment.end).max(now);
        let coming = Coming { body, take: segment.take, now, end, place, led: None };
        Some(actor.lead().map_or(coming, |lead| coming.led(acts, &lead)))
    }

    /// Somebody who begins a span of a take where he is.
    pub fn begins(acts: &Acts, body: &Place, take: u32, [first, end]: [u32; 2]) -> Coming {
        Coming { body: *body, take, now: first, end, place: acts.placed(take, first, body), led: None }
    }

    /// Somebody who is told to do something where he is, and may be led.
    pub fn ordered(acts: &Acts, body: &Place, order: &Move) -> Coming {
        let frame = |seconds: f64| (seconds * f64::from(acts.tables.rate)).round() as u32;
        let span = [order.segment.first, order.segment.end].map(frame);
        let coming = Coming::begins(acts, body, order.segment.take, span);
        order.lead.map_or(coming, |lead| coming.led(acts, &lead))
    }

    /// The same, led.
    pub fn led(self, acts: &Acts, lead: &Lead) -> Coming {
        if self.end == self.now {
            return self;
        }
        let ends = self.place.then(acts.tables.ground(self.take, self.end));
        let goal = self.body.then(&gait::comes_to(acts, self.take, self.now, self.frames(), lead));
        Coming { led: Some([ends, goal]), ..self }
    }

    /// How many frames it goes on.
    pub fn frames(&self) -> u32 {
        self.end - self.now
    }

    /// In so many frames; after its end as in its last.
    #[inline]
    pub fn at(&self, acts: &Acts, frames: u32) -> Stood {
        let frame = self.now.saturating_add(frames).min(self.end);
        let stood = Stood { take: self.take, frame, place: self.place };
        let Some([ends, goal]) = &self.led else { return stood };
        let share = (frame - self.now) as f32 / self.frames() as f32;
        let body = bent(&acts.ground(&stood), ends, goal, share);
        Stood { place: acts.placed(self.take, frame, &body), ..stood }
    }
}
