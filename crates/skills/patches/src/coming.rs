//! Where somebody will be: what his body plays now, followed to its end. What directors ask before they send another one there.

use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Lead, Member, Move, Placement};
use glam::Vec3;

use crate::acts::{Acts, Stood};
use crate::feet;
use crate::gait;
use crate::shape::Shape;
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

    /// What a member of a troupe plays, or was told to in this very step.
    pub fn of_member<M>(acts: &Acts, member: &Member<'_, M>) -> Option<Coming> {
        let view = member.view();
        match member.order() {
            Some(order) => Some(Coming::ordered(acts, &Place::new(view.frame()), order)),
            None => Coming::of(acts, &view),
        }
    }

    /// Somebody who begins a span of a take where he is.
    pub fn begins(acts: &Acts, body: &Place, take: u32, [first, end]: [u32; 2]) -> Coming {
        Coming { body: *body, take, now: first, end, place: acts.placed(take, first, body), led: None }
    }

    /// Somebody who is told to do something where he is, and may be led.
    pub fn ordered(acts: &Acts, body: &Place, order: &Move) -> Coming {
        let frame = |seconds: f64| (seconds * f64::from(acts.tables.rate)).round() as u32;
        let span = [order.segment.first, order.segment.end].map(frame);
        let mut coming = Coming::begins(acts, body, order.segment.take, span);
        if let Placement::At(place) = &order.place {
            coming.place = Place::new(*place);
            coming.body = coming.place.then(acts.tables.ground(order.segment.take, span[0]));
        }
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

    /// How he will be shown in so many frames, who is shown so now: feet that stand stay where they are until they are lifted, and get
    /// to where they are played from then on.
    pub fn foreseen(&self, acts: &Acts, shown: &Shape, frames: u32) -> Shape {
        let at = self.at(acts, frames);
        let mut shape = acts.shape(&at);
        for side in 0..2 {
            let off = self.off(acts, shown, &at, side);
            // The foot goes all the way, the knee half of it.
            let shares = [[0.0, 0.5], [0.5, 1.0], [1.0, 1.0]];
            for (part, shares) in acts.legs[3 * side..][..3].iter().zip(shares) {
                for (end, share) in shape.parts[*part].iter_mut().zip(shares) {
                    *end += off * share;
                }
            }
        }
        shape
    }

    /// m, how far a foot will be shown from where it is played.
    fn off(&self, acts: &Acts, shown: &Shape, at: &Stood, side: usize) -> Vec3 {
        let foot = acts.legs[3 * side + 2];
        let middle = |[a, b]: [Vec3; 2]| 0.5 * (a + b);
        let played =
            |at: &Stood| middle(acts.tables.parts(at.take, at.frame)[foot].map(|end| at.place.point(end)));
        let stands = |frame: u32| acts.feet.stands(acts.tables.frame(self.take, frame), side);
        let is = middle(shown.parts[foot]);
        let lifted = stands(self.now).filter(|_| shown.planted[side]).map_or(self.now, |[_, end]| end);
        if at.frame < lifted {
            return is - played(at);
        }
        let off = is - played(&self.at(acts, lifted - self.now));
        // Once it is put down it stays.
        let put_down = stands(at.frame).map_or(at.frame, |[first, _]| first).max(lifted).min(at.frame);
        let moved = if put_down < at.frame {
            played(&self.at(acts, put_down - self.now)) - played(at)
        } else {
            Vec3::ZERO
        };
        (off * feet::left(put_down - lifted) + moved).with_y(0.0)
    }
}
