//! Luggage: people in a ring pass boxes of several sizes on, and walk with them in between.
//!
//! Paper: Shum 2010, sec. 6.6.2.2. Each takes a box from who is before him, carries it to who comes after him, hands it over and goes
//! back; which patch is played goes by how wide the box is. What joins patches is the one who is in both: he receives in one and hands
//! over in the next. The early one waits. Departs from it: the line is closed to a ring, so that it goes on for ever; and where the paper
//! lets its user only choose the luggage, a button stops the ring and another one turns it round.

mod memory;
mod pass;
mod ring;

use std::sync::Arc;

use footwork_motion::Side;
use footwork_motion::ground::Place;
use footwork_stage::{
    ActorId, Ask, Director, Gaze, Happening, Member, Move, Placement, Prop, PropId, PropKind, PropMotion,
    Rng, StageView, Troupe,
};
use glam::{Vec2, Vec3};

use crate::acts::{Acts, Nature};
use crate::dominoes::{segment, transform};
use crate::file::PatchBook;
use crate::patch::tidy;
use crate::stride::{Gait, Strides};
pub use memory::{LuggageMemory, PATCHES, PorterMemory, State};
use ring::Ring;
pub use ring::begins;

/// m, along the ring from one to the next.
pub const SPACING: f32 = 3.0;
/// m. Who is nearer to where he waits can be asked to a patch.
const NEAR: f32 = 0.4;
/// m. How much wider than the palms' distance on the box hands may be apart, and by how much that may differ.
const PALMS: f32 = 0.05;
const WIDER: f32 = 0.055;
/// m/s, with a box and without.
const LADEN: f32 = 0.95;
const EMPTY: f32 = 1.2;
/// m. Where the middle of a box is before the middle of the hands.
const BEFORE: f32 = 0.06;
/// Frames. Shorter rests are not worth a move.
const REST: u32 = 24;

/// Directs people who pass boxes on.
pub struct Luggage {
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    laden: Strides,
    empty: Strides,
    /// Acts of standing with a box and without, with how far apart the hands are.
    holds: Vec<(u32, f32)>,
    rests: Vec<u32>,
    /// Of each patch: how far apart the hands are that pass it on, how high those of each are.
    wide: Vec<(f32, [f32; 2])>,
}

impl Luggage {
    /// People who go by these patches.
    pub fn new(acts: Arc<Acts>, book: Arc<PatchBook>) -> Luggage {
        let gaits = ["walk", "turn", "sideways", "backward", "movement"];
        let goes = |act: &crate::acts::Act| gaits.iter().any(|word| act.is(word));
        let laden = Strides::new(&acts, &|act| act.is("carry") && goes(act));
        let empty = Strides::new(&acts, &|act| !act.is("carry") && goes(act));
        let (mut holds, mut rests) = (Vec::new(), Vec::new());
        for (number, act) in acts.all.iter().enumerate().filter(|(_, act)| act.end - act.first >= REST) {
            let middle = (act.first + act.end) / 2;
            match act.is("carry") {
                true if act.is("stand") || act.is("wait") => {
                    holds.push((number as u32, acts.hands_apart(act.take, middle)));
                }
                false if act.nature == Nature::Rest => rests.push(number as u32),
                _ => {}
            }
        }
        let wide = book.patches.iter().map(|patch| {
            let stood = [0, 1].map(|who| acts.hands(&patch.at(who, patch.meets as i32)));
            let width = stood.iter().map(|[left, right]| left.distance(*right)).sum::<f32>() / 2.0;
            (width, stood.map(|[left, right]| 0.5 * (left.y + right.y)))
        });
        let wide = wide.collect();
        Luggage { laden, empty, holds, rests, wide, acts, book }
    }

    /// The first button stops the ring or lets it go on, the second turns it round. What has begun is done first.
    fn hear(memory: &mut LuggageMemory, member: &Member<'_, PorterMemory>) {
        for event in member.events() {
            match event.happening {
                Happening::Cue(Ask::Button { button: 0, down: true }) => memory.stopped ^= 1,
                Happening::Cue(Ask::Button { button: 1, down: true }) => memory.back ^= 1,
                _ => {}
            }
        }
    }

    /// What the boxes of a stage are, in the order of their numbers.
    fn boxes<'a>(stage: &StageView<'a>) -> impl Iterator<Item = &'a Prop> + use<'a> {
        stage.props().iter().filter(|prop| matches!(prop.kind, PropKind::Box { .. }))
    }

    fn prop<'a>(stage: &StageView<'a>, number: u32) -> Option<&'a Prop> {
        let id = PropId(number.checked_sub(1)?);
        stage.props().iter().find(|prop| prop.id == id)
    }

    /// m, how far apart hands are that hold a box.
    fn width(prop: &Prop) -> f32 {
        match prop.kind {
            PropKind::Box { size } => size.x + PALMS,
            _ => PALMS,
        }
    }

    /// What an act is played as, at a place or where the body is.
    fn play(&self, act: u32, at: Option<&Place>) -> Move {
        let own = &self.acts.all[act as usize];
        let order = Move::new(segment(self.acts.tables.rate, own.take, own.first, own.end));
        match at {
            None => order,
            Some(body) => {
                let place = tidy(self.acts.placed(own.take, own.first, body));
                Move { place: Placement::At(transform(&place)), ..order }
            }
        }
    }

    fn now(&self, member: &Member<'_, PorterMemory>) -> Option<(u32, u32)> {
        let view = member.view();
        let take = view.segment().take;
        let known = (take as usize) + 1 < self.acts.tables.starts.len() && !view.is_new();
        known.then(|| (take, (view.time() * f64::from(self.acts.tables.rate)) as u32))
    }

    /// Somebody stands, with a box or without, in what looks most like now.
    fn stand(
        &self,
        member: &mut Member<'_, PorterMemory>,
        prop: Option<&Prop>,
        at: Option<&Place>,
        gaze: Option<Gaze>,
    ) {
        let now = self.now(member);
        let stood = member.memory.stood;
        member.memory.stands = 1;
        member.memory.stood = stood.wrapping_add(1);
        let shift = member.view().id().0.wrapping_add(stood) as f32;
        let cost = |act: u32| {
            let own = &self.acts.all[act as usize];
            let seam = now.map_or(0.0, |now| self.acts.seam(now, (own.take, own.first)));
            // Nobody stands in step with his neighbour, nor always in the same way.
            let other = libm::sinf(act as f32 * 12.9 + shift * 4.7);
            seam + 0.02 * other
        };
        let best = match prop {
            Some(prop) => {
                let width = Luggage::width(prop);
                let off = |apart: f32| 3.0 * ((apart - width).abs() - WIDER).max(0.0);
                let costs = self.holds.iter().map(|(act, apart)| (cost(*act) + off(*apart), *act));
                costs.min_by(|a, b| a.0.total_cmp(&b.0))
            }
            None => {
                let costs = self.rests.iter().map(|act| (cost(*act), *act));
                costs.min_by(|a, b| a.0.total_cmp(&b.0))
            }
        };
        if let Some((_, act)) = best {
            member.play(self.play(act, at).looking(gaze));
        }
    }

    /// Somebody goes to a place, or stands there. Says whether he is there.
    fn go(
        &self,
        member: &mut Member<'_, PorterMemory>,
        goal: &Place,
        prop: Option<&Prop>,
        gaze: Option<Gaze>,
    ) -> bool {
        let body = Place::new(member.view().frame());
        let (strides, speed) = if prop.is_some() { (&self.laden, LADEN) } else { (&self.empty, EMPTY) };
        let gait = Gait { speed, width: prop.map(|prop| [Luggage::width(prop), WIDER]) };
        let now = self.now(member).unwrap_or((0, 0));
        match strides.toward(&self.acts, now, &body, goal, &gait) {
            Some(order) => {
                member.memory.stands = 0;
                member.play(order.looking(gaze));
                false
            }
            None => {
                let there = body.distance(goal) < NEAR;
                self.stand(member, prop, there.then_some(goal), gaze);
                there
            }
        }
    }

    /// Boxes that nobody holds any more have been dropped; who let them fall goes on without.
    fn look_after(
        &self,
        memory: &mut LuggageMemory,
        member: &mut Member<'_, PorterMemory>,
        stage: &StageView<'_>,
    ) {
        let own = *member.memory;
        let id = member.view().id();
        let held = Luggage::prop(stage, own.prop).is_some_and(|prop| holds(prop, id));
        if own.prop > 0 && !held && own.held > 0 {
            memory.dropped = memory.dropped.wrapping_add(1);
            member.memory.prop = 0;
            if State::of(own.state) == State::Laden {
                member.memory.state = State::Empty as u32;
            }
        }
        member.memory.held = u32::from(member.memory.prop > 0 && held);
    }

    /// Everybody to his place; every other one with a box, as far as there are boxes.
    fn begin(&self, member: &mut Member<'_, PorterMemory>, at: usize, ring: &Ring, stage: &StageView<'_>) {
        let own = *member.memory;
        if own.stood == 0 {
            let prop = if at.is_multiple_of(2) { Luggage::boxes(stage).nth(at / 2) } else { None };
            member.memory.prop = prop.map_or(0, |prop| prop.id.0 + 1);
            let place = ring.waits(at, prop.is_some());
            self.stand(member, prop, Some(&place), None);
            member.memory.stood = 1;
            return;
        }
        // Hands are somewhere now.
        let hands = hands_of(&member.view());
        match (own.prop.checked_sub(1).map(PropId), hands) {
            (Some(prop), Some(hands)) => {
                let body = Place::new(member.view().frame());
                let ahead = Vec3::new(body.sin, 0.0, body.cos);
                let lift = Luggage::prop(stage, own.prop).map_or(0.0, |prop| match prop.kind {
                    PropKind::Box { size } => 0.12 * size.y,
                    _ => 0.0,
                });
                let to = 0.5 * (hands[0] + hands[1]) + BEFORE * ahead + Vec3::Y * lift;
                member.ask(Ask::Carry { prop, to });
                member.ask(Ask::Grab { prop, hand: Side::Left });
                member.ask(Ask::Grab { prop, hand: Side::Right });
                member.memory.state = State::Laden as u32;
            }
            _ => member.memory.state = State::Empty as u32,
        }
    }
}

/// m, the tips of both hands, as they are shown.
fn hands_of(actor: &footwork_stage::ActorView<'_>) -> Option<[Vec3; 2]> {
    let skeleton = actor.rig().skeleton();
    let mut hands = [Vec3::ZERO; 2];
    for (out, side) in hands.iter_mut().zip(Side::BOTH) {
        let wrist = skeleton.site(side.arm()[2]).ok()?.position(actor.world());
        let tip = skeleton.site(side.arm()[3]).ok()?.position(actor.world());
        *out = 0.5 * (wrist + tip);
    }
    Some(hands)
}

/// Whether somebody holds a prop.
pub fn holds(prop: &Prop, actor: ActorId) -> bool {
    matches!(prop.motion, PropMotion::Held { grips } if grips.iter().flatten().any(|grip| grip.actor == actor))
}

impl Director for Luggage {
    type Memory = LuggageMemory;
    type Member = PorterMemory;

    fn direct(
        &self,
        memory: &mut LuggageMemory,
        troupe: &mut Troupe<'_, PorterMemory>,
        stage: &StageView<'_>,
        _: &mut Rng,
    ) {
        let count = troupe.len();
        for at in 0..count {
            if let Some(member) = troupe.member(at) {
                Luggage::hear(memory, &member);
            }
        }
        let ring = Ring { middle: Vec2::ZERO, count, back: memory.back > 0 };
        for at in 0..count {
            let Some(mut member) = troupe.member(at) else { continue };
            match State::of(member.memory.state) {
                State::New => self.begin(&mut member, at, &ring, stage),
                _ => self.look_after(memory, &mut member, stage),
            }
        }
        let passes = count > 1 && memory.stopped == 0;
        for at in (0..count).filter(|_| passes) {
            self.pair(memory, troupe, at, &ring, stage);
        }
        for at in 0..count {
            let Some(mut member) = troupe.member(at) else { continue };
            let own = *member.memory;
            match State::of(own.state) {
                State::Comes | State::Plays => self.pass(memory, troupe, at, stage),
                state @ (State::Empty | State::Laden) if member.needs_move() => {
                    let goal = ring.waits(at, state == State::Laden);
                    let prop = Luggage::prop(stage, own.prop);
                    self.go(&mut member, &goal, prop, None);
                }
                _ => {}
            }
        }
    }
}
