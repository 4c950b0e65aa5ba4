//! The actors that a director decides for, and how it is asked.

use std::marker::PhantomData;

use bytemuck::Pod;
use glam::Vec3;

use crate::body::Driver;
use crate::cue::Ask;
use crate::deciding::{Decided, Sight, conclude, harder, pushed, told_to};
use crate::director::SharedDirector;
use crate::event::{Event, Fallback};
use crate::impulse::GiveWay;
use crate::memory::{self, Blocks};
use crate::play::Move;
use crate::stage::ActorId;
use crate::view::ActorView;
use crate::why::{Ring, Why};
use footwork_motion::Rng;

/// The actors of a director, in the order of their ids; `M` is what it remembers of each.
pub struct Troupe<'a, M> {
    pub(crate) members: Members<'a>,
    pub(crate) kind: PhantomData<fn() -> M>,
}

impl<'a, M: Pod> Troupe<'a, M> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.indices.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.members.indices.is_empty()
    }

    /// A member as it was at the end of the last step.
    pub fn view(&self, at: usize) -> Option<ActorView<'a>> {
        let (_, index) = *self.members.indices.get(at)?;
        Some(ActorView { index: index as usize, stage: self.members.sight.view })
    }

    /// Where an actor is in the troupe, if it is in it.
    pub fn find(&self, id: ActorId) -> Option<usize> {
        let index = self.members.sight.view.state.index_of(id)?;
        self.members.indices.binary_search_by_key(&(index as u32), |(_, index)| *index).ok()
    }

    /// A member to decide for; none beyond the last.
    pub fn member(&mut self, at: usize) -> Option<Member<'_, M>> {
        let view = self.view(at)?;
        let Members { memories, decided, rings, sight, asked, .. } = &mut self.members;
        Some(Member {
            asked,
            view,
            events: told(sight.events, view.id()),
            memory: memory::write(memories.get(view.index))?,
            decided: &mut decided[view.index],
            ring: &mut rings[view.index],
        })
    }
}

/// One actor that a director decides for in this step.
pub struct Member<'t, M> {
    view: ActorView<'t>,
    events: &'t [Event],
    /// What the director remembers of it.
    pub memory: &'t mut M,
    decided: &'t mut Decided,
    ring: &'t mut Option<Box<Ring>>,
    asked: &'t mut Vec<(u32, Ask)>,
}

impl<'t, M> Member<'t, M> {
    /// The actor as it was at the end of the last step.
    pub fn view(&self) -> ActorView<'t> {
        self.view
    }

    /// What happened to it: cues of this tick, and events of the last.
    pub fn events(&self) -> &'t [Event] {
        self.events
    }

    /// Whether its segment has been played, and nothing was given to it in this step: without a move it stands.
    pub fn needs_move(&self) -> bool {
        let ended = self.view.body().is_done() || self.decided.freed;
        !self.decided.held && ended && self.decided.order.is_none()
    }

    /// Whether a reflex holds its body in this step: whatever it is told to play, it does not.
    pub fn is_held(&self) -> bool {
        self.decided.held
    }

    /// What it was given in this step, if anything was: others do not see it before the next one.
    pub fn order(&self) -> Option<&Move> {
        self.decided.order.as_ref()
    }

    /// Gives it a move, which begins in this step. Of several the last counts.
    pub fn play(&mut self, order: Move) {
        if self.decided.held {
            return;
        }
        self.decided.order = Some(order);
    }

    /// It gives way to a push so, while its segment goes on. The harder of several counts.
    pub fn give_way(&mut self, push: GiveWay) {
        if self.decided.held {
            return;
        }
        self.decided.give = harder(self.decided.give, Some(push));
        self.decided.handles_push = true;
    }

    /// It does not give way to pushes in this step. Without this, bodies do.
    pub fn ignore_pushes(&mut self) {
        self.decided.handles_push = true;
    }

    /// Moves the point that one of its reaches goes to, by its place in the move that is played.
    pub fn redirect(&mut self, reach: usize, point: Vec3) {
        if self.decided.held {
            return;
        }
        let points = self.decided.redirected.get_or_insert([None; Move::REACHES]);
        if let Some(place) = points.get_mut(reach).filter(|_| point.is_finite()) {
            *place = Some(point);
        }
    }

    /// Asks something of its hands, as a cue does: to grab, let go, throw or carry a prop. It is done in this step, before bodies
    /// move. Asks about anything else are the player's and are not heard; of more than [`ASKS`] for each actor of the stage the
    /// last are lost.
    pub fn ask(&mut self, ask: Ask) {
        let most = ASKS * self.view.stage.state.bodies.len();
        if ask.prop().is_some() && ask.is_sound() && self.asked.len() < most {
            self.asked.push((self.view.index as u32, ask));
        }
    }

    /// Where to say what was considered for it. A record begins with every call.
    pub fn why(&mut self) -> Why<'_> {
        Why::new(self.ring.as_mut().map(|ring| ring.next(self.view.stage.tick())))
    }
}

/// How many things directors may ask of hands in a step, for each actor: two hands take hold of one thing and let go of another.
pub const ASKS: usize = 4;

/// What directing changes, and what it sees.
pub(crate) struct Members<'a> {
    /// Of each member: the director's number and its place in the state's lists, in rising order.
    pub indices: &'a [(u32, u32)],
    pub sight: &'a Sight<'a>,
    pub memories: Blocks<'a>,
    pub decided: &'a mut [Decided],
    pub rings: &'a mut [Option<Box<Ring>>],
    /// What was asked of hands: whose, by his place in the state's lists.
    pub asked: &'a mut Vec<(u32, Ask)>,
}

/// Asks every director, one after the other. `members.indices` are those of all directors, sorted.
pub(crate) fn direct(
    directors: &[SharedDirector],
    mut own: Blocks<'_>,
    rngs: &mut [Rng],
    members: &mut Members<'_>,
) {
    let all = members.indices;
    for (number, (director, rng)) in directors.iter().zip(rngs).enumerate() {
        let first = all.partition_point(|(of, _)| (*of as usize) < number);
        let count = all[first..].partition_point(|(of, _)| *of as usize == number);
        let indices = &all[first..first + count];
        for (_, index) in indices {
            let out = &mut members.decided[*index as usize];
            if !out.held {
                let (freed, given_way) = (out.freed, out.given_way);
                *out = Decided { freed, given_way, ..Decided::default() };
            }
        }
        let troupe = Members {
            indices,
            sight: members.sight,
            memories: members.memories.reborrow(),
            decided: members.decided,
            rings: members.rings,
            asked: members.asked,
        };
        director.0.direct_in(own.get(number), troupe, &members.sight.view, rng);
        for (_, index) in indices {
            settle(members, *index as usize);
        }
    }
}

/// Writes down what a director decided for a member, or to stand if it needs a move and got none.
fn settle(members: &mut Members<'_>, index: usize) {
    let me = ActorView { index, stage: members.sight.view };
    let (out, body) = (&mut members.decided[index], me.body());
    if out.held {
        return;
    }
    if let Some(give) = out.given_way {
        out.give = Some(give);
    } else if !out.handles_push {
        for event in told(members.sight.events, me.id()) {
            out.give = harder(out.give, pushed(me, event));
        }
    }
    let choice = match out.order.take() {
        Some(order) => Ok(order),
        None if body.is_done() || out.freed => Err((!body.fallen_back).then_some(Fallback::NothingToDo)),
        None => {
            out.seen = body.gaze.and_then(|gaze| gaze.point(&me.stage));
            return;
        }
    };
    // A point that was moved is one of the segment that is over.
    out.redirected = None;
    conclude(out, me, choice, &mut members.rings[index]);
}

fn told(events: &[Event], id: ActorId) -> &[Event] {
    told_to(&events[events.partition_point(|event| event.to < id)..], id).0
}

/// Lists who is in which troupe, sorted by director and place.
pub(crate) fn list_members(drivers: impl Iterator<Item = Driver>, found: &mut Vec<(u32, u32)>) {
    found.clear();
    found.extend(drivers.enumerate().filter_map(|(index, driver)| match driver {
        Driver::Director(director) => Some((director, index as u32)),
        _ => None,
    }));
    found.sort_unstable();
}
