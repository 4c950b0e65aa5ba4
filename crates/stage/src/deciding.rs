//! The first pass of a step: minds are told what happened and asked what to do.
//!
//! Actors do not touch one another here: a piece of the pass holds its own actors' part of every list, and what all of
//! them see does not change. So the result is the same however many threads there are.

use crate::body::{Body, Driver};
use crate::event::{Event, Fallback, Happening};
use crate::impulse::GiveWay;
use crate::memory::Blocks;
use crate::mind::{Reaction, SharedMind};
use crate::play::{Move, Segment};
use crate::push;
use crate::rig::Rig;
use crate::view::{ActorView, StageView};
use crate::why::{Ring, Why};
use footwork_motion::Rng;
use glam::Vec3;

/// Fewer actors than this are not worth a thread.
#[cfg(feature = "threads")]
const GRAIN: usize = 64;

/// What was decided for an actor in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Decided {
    /// It was asked for a move; otherwise there is none.
    pub asked: bool,
    pub order: Option<Move>,
    /// It gives way to this, whether it was asked or not.
    pub give: Option<GiveWay>,
    /// What it reaches for is here now, whether it was asked or not.
    pub redirected: Option<Points>,
    /// m, what its head turns to, whether it was asked or not.
    pub seen: Option<Vec3>,
    pub ended: Option<Segment>,
    pub fallback: Option<Fallback>,
    pub stands: bool,
    /// Its director sees to pushes.
    pub handles_push: bool,
    /// Its body is left to its weight, with this tone.
    pub let_go: Option<f32>,
    /// A reflex has decided: nobody else is asked.
    pub held: bool,
    /// The reflex that holds its body, by its place among the actor's own, plus one.
    pub holder: u8,
    /// A reflex has let its body go: whoever decides for it is asked at once.
    pub freed: bool,
    /// How a reflex has it give way while whoever decides for it goes on.
    pub given_way: Option<GiveWay>,
}

/// Where each reach of a move goes now; none for one that goes on as it was.
pub(crate) type Points = [Option<Vec3>; Move::REACHES];

/// What deciding changes.
pub(crate) struct Deciding<'a> {
    /// The place of the first actor in the state's lists.
    pub first: usize,
    pub memories: Blocks<'a>,
    pub rngs: &'a mut [Rng],
    pub rings: &'a mut [Option<Box<Ring>>],
    pub decided: &'a mut [Decided],
}

/// What deciding sees.
pub(crate) struct Sight<'a> {
    pub view: StageView<'a>,
    /// Sorted by whom they concern.
    pub events: &'a [Event],
}

impl<'a> Deciding<'a> {
    #[cfg(feature = "threads")]
    fn split(self) -> (Deciding<'a>, Deciding<'a>) {
        let middle = self.rngs.len() / 2;
        let (memories, memories_b) = self.memories.split_at(middle);
        let (rngs, rngs_b) = self.rngs.split_at_mut(middle);
        let (rings, rings_b) = self.rings.split_at_mut(middle);
        let (decided, decided_b) = self.decided.split_at_mut(middle);
        (
            Deciding { first: self.first, memories, rngs, rings, decided },
            Deciding {
                first: self.first + middle,
                memories: memories_b,
                rngs: rngs_b,
                rings: rings_b,
                decided: decided_b,
            },
        )
    }

    /// The same on the threads of the pool it is called on.
    #[cfg(feature = "threads")]
    pub fn run_on(self, sight: &Sight<'_>) {
        if self.rngs.len() <= GRAIN {
            return self.run(sight);
        }
        let (a, b) = self.split();
        rayon::join(|| a.run_on(sight), || b.run_on(sight));
    }

    /// Asks every mind that has to be asked.
    pub fn run(mut self, sight: &Sight<'_>) {
        let state = sight.view.state;
        let Some(first) = state.ids.get(self.first) else { return };
        let mut events = &sight.events[sight.events.partition_point(|event| event.to < *first)..];
        for number in 0..self.rngs.len() {
            let index = self.first + number;
            let told;
            (told, events) = told_to(events, state.ids[index]);
            self.decide(number, told, sight);
        }
    }

    /// Decides for one actor.
    fn decide(&mut self, number: usize, told: &[Event], sight: &Sight<'_>) {
        let me = ActorView { index: self.first + number, stage: sight.view };
        let body = me.body();
        let mind = match body.driver {
            Driver::Mind(mind) => sight.view.cast.minds.get(mind as usize),
            Driver::Nobody => None,
            // It has been decided for.
            Driver::Director(_) => return,
        };
        let block = self.memories.get(number);
        let mut heard = hear(mind, block, me, told);
        let out = &mut self.decided[number];
        if out.held {
            return;
        }
        let freed = out.freed;
        heard.give = out.given_way.take().or(heard.give);
        let asks = heard.asks || body.is_done() || freed;
        if !asks {
            let redirected = mind.and_then(|mind| redirect(mind, block, me));
            // Nearly always nothing is said: a move is large, and is not written over for nothing.
            let says = out.asked || out.give.is_some() || out.redirected.is_some() || out.let_go.is_some();
            if says || heard.give.is_some() || redirected.is_some() || heard.let_go.is_some() {
                *out = Decided { give: heard.give, redirected, let_go: heard.let_go, ..Decided::default() };
            }
            out.seen = body.gaze.and_then(|gaze| gaze.point(&sight.view));
            return;
        }
        *out = Decided { give: heard.give, let_go: heard.let_go, ..Decided::default() };
        let ring = &mut self.rings[number];
        let choice = match mind {
            None => Err((!body.fallen_back).then_some(Fallback::NoMind)),
            Some(mind) => {
                let mut why = Why::new(ring.as_mut().map(|ring| ring.next(sight.view.tick())));
                let chosen = mind.0.choose_in(block, me, &sight.view, &mut self.rngs[number], &mut why);
                chosen.ok_or((!body.fallen_back).then_some(Fallback::NothingToDo))
            }
        };
        conclude(out, me, choice, ring);
    }
}

/// The events of one actor, and those of all after it.
pub(crate) fn told_to(events: &[Event], id: crate::stage::ActorId) -> (&[Event], &[Event]) {
    // Some may be for actors that left.
    let first = events.iter().take_while(|event| event.to < id).count();
    let count = events[first..].iter().take_while(|event| event.to == id).count();
    events[first..].split_at(count)
}

/// What events did to an actor.
#[derive(Default)]
struct Heard {
    asks: bool,
    let_go: Option<f32>,
    give: Option<GiveWay>,
}

/// Tells a mind what happened. A body gives way to a push that its mind leaves to it, or that no mind is there for.
fn hear(mind: Option<&SharedMind>, block: &mut [u64], me: ActorView<'_>, told: &[Event]) -> Heard {
    let mut heard = Heard::default();
    for event in told {
        let reaction = mind.map_or(Reaction::CarryOn, |mind| mind.0.notice_in(block, me, event));
        let give = match reaction {
            Reaction::Ignore => None,
            Reaction::Give(give) => Some(give),
            Reaction::CarryOn => pushed(me, event),
            Reaction::Choose => {
                heard.asks = true;
                None
            }
            Reaction::LetGo(tone) => {
                heard.let_go = Some(tone);
                None
            }
        };
        heard.give = harder(heard.give, give);
    }
    heard
}

/// How a body gives way to what happened by itself.
pub(crate) fn pushed(me: ActorView<'_>, event: &Event) -> Option<GiveWay> {
    match event.happening {
        Happening::Pushed { point, impulse } | Happening::Bumped { point, impulse, .. } => {
            Some(push::give_way(me, point, impulse))
        }
        Happening::PropHit(hit) => Some(push::give_way(me, hit.point, hit.impulse)),
        _ => None,
    }
}

/// The harder of two pushes, where there are two.
pub(crate) fn harder(a: Option<GiveWay>, b: Option<GiveWay>) -> Option<GiveWay> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.harder(b)),
        (a, b) => a.or(b),
    }
}

/// Writes down what was chosen, or to stand if that cannot be.
pub(crate) fn conclude(
    out: &mut Decided,
    me: ActorView<'_>,
    choice: Result<Move, Option<Fallback>>,
    ring: &mut Option<Box<Ring>>,
) {
    let (body, rig): (&Body, &Rig) = (me.body(), me.rig());
    let choice = choice.and_then(|order| order.check(rig).map(|()| order).map_err(Some));
    out.asked = true;
    out.ended = (body.is_done() && !body.fresh && !body.fallen_back).then_some(body.segment);
    out.stands = choice.is_err();
    out.fallback = choice.err().flatten();
    let order = choice.unwrap_or(Move::new(rig.stand()));
    out.seen = order.gaze.and_then(|gaze| gaze.point(&me.stage));
    out.order = Some(order);
    if let Some(decision) = ring.as_mut().and_then(|ring| ring.last()) {
        decision.chosen = Some(order.segment);
    }
}

/// Asks a mind about every limb that is on its way.
fn redirect(mind: &SharedMind, block: &mut [u64], me: ActorView<'_>) -> Option<Points> {
    let body = me.body();
    let mut points: Points = [None; Move::REACHES];
    for (reach, point) in body.reaches.iter().zip(&mut points) {
        let Some(reach) = reach else { continue };
        let later = reach.at - body.elapsed;
        if later > 0.0 {
            let redirected = mind.0.redirect_in(block, me, &me.stage, reach, later);
            *point = redirected.filter(|point| point.is_finite());
        }
    }
    points.iter().any(Option::is_some).then_some(points)
}
