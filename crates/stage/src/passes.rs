//! The two passes of a step in which actors do not touch one another, cut into pieces that can run side by side.
//!
//! A piece holds its own actors' part of every list, so nothing is shared but what nobody changes, and the result is
//! the same however many threads there are.

use std::sync::Arc;

use footwork_motion::Transform;
use glam::{Quat, Vec3};

use crate::body::{self, Body, Ctx, Joints};
use crate::contact::Bounds;
use crate::event::{Event, Fallback};
use crate::impulse::GiveWay;
use crate::mind::{ActorView, Memory, Mind, Reaction, StageView};
use crate::offset::Offset;
use crate::play::{Move, Segment};
use crate::rig::Rig;
use crate::rng::Rng;
use crate::settings::Probe;
use crate::stage::{ActorId, NO_MIND};
use crate::why::{Ring, Why};

/// Fewer actors than this are not worth a thread.
#[cfg(feature = "threads")]
const GRAIN: usize = 64;

/// What an actor was told to do in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Order {
    /// Its mind was asked; otherwise the rest means nothing.
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
}

/// Where each reach of a move goes now; none for one that goes on as it was.
pub(crate) type Points = [Option<Vec3>; Move::REACHES];

/// What deciding changes.
pub(crate) struct Thinking<'a> {
    pub first: usize,
    pub memories: &'a mut [Memory],
    pub rngs: &'a mut [Rng],
    pub rings: &'a mut [Option<Box<Ring>>],
    pub orders: &'a mut [Order],
}

/// What deciding sees.
pub(crate) struct Sight<'a> {
    pub view: StageView<'a>,
    pub minds: &'a [Arc<dyn Mind>],
    /// Sorted by whom they concern.
    pub events: &'a [Event],
}

impl<'a> Thinking<'a> {
    #[cfg(feature = "threads")]
    fn split(self) -> (Thinking<'a>, Thinking<'a>) {
        let middle = self.memories.len() / 2;
        let (memories, memories_b) = self.memories.split_at_mut(middle);
        let (rngs, rngs_b) = self.rngs.split_at_mut(middle);
        let (rings, rings_b) = self.rings.split_at_mut(middle);
        let (orders, orders_b) = self.orders.split_at_mut(middle);
        (
            Thinking { first: self.first, memories, rngs, rings, orders },
            Thinking {
                first: self.first + middle,
                memories: memories_b,
                rngs: rngs_b,
                rings: rings_b,
                orders: orders_b,
            },
        )
    }

    /// The same on the threads of the pool it is called on.
    #[cfg(feature = "threads")]
    pub fn run_on(self, sight: &Sight<'_>) {
        if self.memories.len() <= GRAIN {
            return self.run(sight);
        }
        let (a, b) = self.split();
        rayon::join(|| a.run_on(sight), || b.run_on(sight));
    }

    /// Asks every mind that has to be asked.
    pub fn run(self, sight: &Sight<'_>) {
        let state = sight.view.state;
        let mut told = sight.events.partition_point(|event| (event.to.0 as usize) < self.first);
        for number in 0..self.memories.len() {
            let actor = self.first + number;
            let body = &state.bodies[actor];
            let rig = &sight.view.rigs[body.rig as usize];
            let me = ActorView { id: ActorId(actor as u32), state, rig };
            let mind = sight.minds.get(body.mind as usize);
            let mut asks = body.is_done();
            let mut give: Option<GiveWay> = None;
            while let Some(event) = sight.events.get(told).filter(|event| event.to.0 as usize == actor) {
                let memory = &mut self.memories[number];
                match mind.map(|mind| mind.notice(memory, me, event)) {
                    None | Some(Reaction::CarryOn) => {}
                    Some(Reaction::Choose) => asks = true,
                    Some(Reaction::Give(shove)) => {
                        give = Some(give.map_or(shove, |known| known.harder(shove)))
                    }
                }
                told += 1;
            }
            let out = &mut self.orders[number];
            if !asks {
                let reaches = body.reaches.iter().any(Option::is_some);
                let redirected = mind.filter(|_| reaches).and_then(|mind| {
                    redirect(mind.as_ref(), &mut self.memories[number], me, &sight.view, body)
                });
                // Nearly always: a move is large, and is not written over for nothing.
                let says = |order: &Order| order.give.is_some() || order.redirected.is_some();
                if out.asked || says(out) || give.is_some() || redirected.is_some() {
                    *out = Order { give, redirected, ..Order::default() };
                }
                out.seen = body.gaze.and_then(|gaze| gaze.point(&sight.view));
                continue;
            }
            *out = Order { asked: true, give, ..Order::default() };
            out.ended = (body.is_done() && !body.fresh && !body.fallen_back).then_some(body.segment);
            let choice = match mind {
                None => Err((body.mind == NO_MIND && !body.fallen_back).then_some(Fallback::NoMind)),
                Some(mind) => {
                    let ring = &mut self.rings[number];
                    let mut why = Why::new(ring.as_mut().map(|ring| ring.next(state.tick)));
                    let (memory, rng) = (&mut self.memories[number], &mut self.rngs[number]);
                    match mind.choose(memory, me, &sight.view, rng, &mut why) {
                        None => Err((!body.fallen_back).then_some(Fallback::NothingToDo)),
                        Some(order) => order.check(rig).map(|()| order).map_err(Some),
                    }
                }
            };
            let stand = Move::new(rig.stand());
            out.stands = choice.is_err();
            out.fallback = choice.err().flatten();
            let order = choice.unwrap_or(stand);
            out.order = Some(order);
            out.seen = order.gaze.and_then(|gaze| gaze.point(&sight.view));
            if let Some(decision) = self.rings[number].as_mut().and_then(|ring| ring.last()) {
                decision.chosen = Some(order.segment);
            }
        }
    }
}

/// Asks a mind about every limb that is on its way.
fn redirect(
    mind: &dyn Mind,
    memory: &mut Memory,
    me: ActorView<'_>,
    view: &StageView<'_>,
    body: &Body,
) -> Option<Points> {
    let mut points: Points = [None; Move::REACHES];
    for (reach, point) in body.reaches.iter().zip(&mut points) {
        let Some(reach) = reach else { continue };
        let later = reach.at - body.elapsed;
        if later > 0.0 {
            *point = mind.redirect(memory, me, view, reach, later).filter(|point| point.is_finite());
        }
    }
    points.iter().any(Option::is_some).then_some(points)
}

/// What moving changes.
pub(crate) struct Moving<'a> {
    pub bodies: &'a mut [Body],
    pub orders: &'a [Order],
    pub rotations: &'a mut [Quat],
    pub translations: &'a mut [Vec3],
    pub turns: &'a mut [Offset],
    pub slides: &'a mut [Offset],
    pub world: &'a mut [Transform],
    pub world_before: &'a mut [Transform],
    pub bounds: &'a mut [Bounds],
}

impl<'a> Moving<'a> {
    #[cfg(feature = "threads")]
    fn split(self) -> (Moving<'a>, Moving<'a>) {
        let middle = self.bodies.len() / 2;
        let joints = (self.bodies[middle].first_joint - self.bodies[0].first_joint) as usize;
        let translated_joints =
            (self.bodies[middle].first_translated - self.bodies[0].first_translated) as usize;
        let (bodies, bodies_b) = self.bodies.split_at_mut(middle);
        let (orders, orders_b) = self.orders.split_at(middle);
        let (rotations, rotations_b) = self.rotations.split_at_mut(joints);
        let (translations, translations_b) = self.translations.split_at_mut(translated_joints);
        let (turns, turns_b) = self.turns.split_at_mut(joints);
        let (slides, slides_b) = self.slides.split_at_mut(translated_joints);
        let (world, world_b) = self.world.split_at_mut(joints);
        let (world_before, world_before_b) = self.world_before.split_at_mut(joints);
        let (bounds, bounds_b) = self.bounds.split_at_mut(middle);
        (
            Moving { bodies, orders, rotations, translations, turns, slides, world, world_before, bounds },
            Moving {
                bodies: bodies_b,
                orders: orders_b,
                rotations: rotations_b,
                translations: translations_b,
                turns: turns_b,
                slides: slides_b,
                world: world_b,
                world_before: world_before_b,
                bounds: bounds_b,
            },
        )
    }

    /// The same on the threads of the pool it is called on.
    #[cfg(feature = "threads")]
    pub fn run_on(self, rigs: &[Arc<Rig>], ctx: &Ctx<'_>) {
        if self.bodies.len() <= GRAIN {
            return self.run(rigs, ctx, &mut crate::settings::NoProbe);
        }
        let (a, b) = self.split();
        rayon::join(|| a.run_on(rigs, ctx), || b.run_on(rigs, ctx));
    }

    /// Moves every body.
    pub fn run(self, rigs: &[Arc<Rig>], ctx: &Ctx<'_>, probe: &mut impl Probe) {
        let Some(first) = self.bodies.first() else { return };
        let (first_joint, first_translated) = (first.first_joint as usize, first.first_translated as usize);
        for (number, body) in self.bodies.iter_mut().enumerate() {
            let rig = &rigs[body.rig as usize];
            let joints = body.joints(rig);
            let joints = joints.start - first_joint..joints.end - first_joint;
            let translated_joints = body.translated_joints(rig);
            let translated_joints =
                translated_joints.start - first_translated..translated_joints.end - first_translated;
            let mut lists = Joints {
                rotations: &mut self.rotations[joints.clone()],
                translations: &mut self.translations[translated_joints.clone()],
                turns: &mut self.turns[joints.clone()],
                slides: &mut self.slides[translated_joints],
                world: &mut self.world[joints.clone()],
                world_before: &self.world_before[joints.clone()],
            };
            let fresh = body.fresh;
            let order = &self.orders[number];
            if order.asked {
                body.fallen_back = order.stands;
            }
            body::advance(body, &mut lists, rig, order, ctx, probe);
            if fresh {
                self.world_before[joints.clone()].copy_from_slice(&self.world[joints.clone()]);
            }
            if ctx.settings.contacts {
                self.bounds[number] = Bounds::around(&rig.hull, &self.world[joints]);
            }
            probe.mark(crate::settings::Part::Contact);
        }
    }
}
