//! The contact phase of a step: who touches whom, and which blows land.

use std::sync::Arc;

use footwork_annotate::Strike;
use glam::Vec3;

use crate::body::Body;
use crate::contact::{Bounds, Contact, PART_COUNT, Placed, overlap, striker};
use crate::crowd::Crowd;
use crate::event::{Blow, Event, Happening, TargetHit};
use crate::observe::Outcome;
use crate::prop::PropKind;
use crate::rig::Rig;
use crate::settings::Settings;
use crate::stage::ActorId;
use crate::state::State;

/// How many contacts are kept per actor: more than that many people do not fit around one. Of more, which are
/// kept depends on places and numbers only.
pub(crate) const CONTACTS_EACH: usize = 4;

/// What is known of all bodies when they have moved.
#[derive(Clone, Copy)]
pub(crate) struct Moved<'a> {
    pub rigs: &'a [Arc<Rig>],
    pub bounds: &'a [Bounds],
    pub outcomes: &'a [Outcome],
}

/// Scratch that is used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touching {
    crowd: Crowd,
    before: Vec<[ActorId; 2]>,
}

impl Touching {
    pub fn reserve(&mut self, actors: usize) {
        self.crowd.reserve(actors);
        self.before.reserve((CONTACTS_EACH * actors).saturating_sub(self.before.len()));
    }

    /// Finds contacts and landed strikes, and adds events of those that are new.
    pub fn find(&mut self, state: &mut State, moved: &Moved<'_>, settings: &Settings) {
        let (step, Moved { rigs, bounds, .. }) = (settings.step, *moved);
        self.before.clear();
        self.before.extend(state.contacts.iter().map(|contact| contact.actors));
        state.contacts.clear();
        self.crowd.sort(bounds);
        let most = CONTACTS_EACH * state.bodies.len();
        self.crowd.pairs(|pair| {
            if !bounds[pair[0]].meets(&bounds[pair[1]]) {
                return;
            }
            crate::separation::find(state, rigs, bounds, pair, step);
            if state.contacts.len() < most
                && let Some(contact) = deepest(state, rigs, pair, bounds, step)
            {
                state.contacts.push(contact);
            }
        });
        self.strike(state, moved, settings);
        state.contacts.sort_unstable_by_key(|contact| contact.actors);
        for contact in &state.contacts {
            if self.before.binary_search(&contact.actors).is_err() {
                let [a, b] = contact.actors;
                let tell = |with, own, other, velocity| Happening::Contact {
                    with,
                    own,
                    other,
                    point: contact.point,
                    velocity,
                };
                let [part_a, part_b] = contact.parts;
                state.events.push(Event::new(a, tell(b, part_a, part_b, contact.velocity)));
                state.events.push(Event::new(b, tell(a, part_b, part_a, -contact.velocity)));
            }
        }
    }
}

impl Touching {
    /// Finds which strikes land, on whom or on what.
    fn strike(&self, state: &mut State, moved: &Moved<'_>, settings: &Settings) {
        let (step, Moved { rigs, bounds, outcomes }) = (settings.step, *moved);
        for (actor, _) in outcomes.iter().enumerate().filter(|(_, outcome)| outcome.strikes) {
            let Some((number, strike)) = strike_now(&state.bodies[actor], rigs) else { continue };
            let mut landed: Option<(Blow, f32)> = None;
            self.crowd.near(actor, |other| {
                let found = land(state, rigs, actor, other, strike, bounds, step);
                if let Some((_, depth)) = found
                    && landed.is_none_or(|(_, deepest)| depth > deepest)
                {
                    landed = found;
                }
            });
            if let Some((landing, _)) = landed {
                state.bodies[actor].landed = number + 1;
                for to in [landing.who, landing.whom] {
                    state.events.push(Event::new(to, Happening::StrikeLanded(landing)));
                }
            } else if let Some(hit) = hit_target(state, rigs, actor, strike, step) {
                state.bodies[actor].landed = number + 1;
                if let Some(at) = state.prop_place(hit.prop) {
                    state.props[at].velocity += hit.direction * (hit.speed * settings.swing_share);
                }
                state.events.push(Event::new(state.ids[actor], Happening::TargetHit(hit)));
            }
        }
    }
}

/// The strike that a body is in, if it has not landed yet, and its number in the take.
fn strike_now<'a>(body: &Body, rigs: &'a [Arc<Rig>]) -> Option<(u32, &'a Strike)> {
    let rig = &rigs[body.rig as usize];
    let number = rig.striking(body)?;
    Some((number, rig.take(body.segment.take)?.annotation.strikes.get(number as usize)?))
}

/// Where the striking point of a limb was and is, and how thick it is.
fn sweep_of(state: &State, rigs: &[Arc<Rig>], who: usize, strike: &Strike) -> Option<Placed> {
    let body = &state.bodies[who];
    let rig = &rigs[body.rig as usize];
    let (site, share) = striker(rig.skeleton(), strike.limb)?;
    let joints = body.joints(rig);
    let (a, b) = (site.position(&state.world_before[joints.clone()]), site.position(&state.world[joints]));
    Some(Placed { a, b, radius: share * rig.height() })
}

/// The target that a strike hits in this step, if any; of several, the first.
fn hit_target(state: &State, rigs: &[Arc<Rig>], who: usize, strike: &Strike, step: f32) -> Option<TargetHit> {
    let sweep = sweep_of(state, rigs, who, strike)?;
    let go = sweep.b - sweep.a;
    state.props.iter().find_map(|prop| {
        let PropKind::Target { radius } = prop.kind else { return None };
        let along = ((prop.position - sweep.a).dot(go) / go.length_squared().max(1e-12)).clamp(0.0, 1.0);
        let point = sweep.a + go * along;
        (point.distance(prop.position) <= radius + sweep.radius).then(|| TargetHit {
            prop: prop.id,
            limb: strike.limb,
            point,
            direction: go.normalize_or(state.bodies[who].placed.rotation * strike.direction),
            speed: go.length() / step,
        })
    })
}

/// Whether a strike hits another body in this step, where, and how deep: the way of the striking point in this step
/// against every part.
fn land(
    state: &State,
    rigs: &[Arc<Rig>],
    who: usize,
    whom: usize,
    strike: &Strike,
    bounds: &[Bounds],
    step: f32,
) -> Option<(Blow, f32)> {
    let (a, b) = (&state.bodies[who], &state.bodies[whom]);
    let rig_b = &rigs[b.rig as usize];
    let sweep = sweep_of(state, rigs, who, strike)?;
    let (from, to) = (sweep.a, sweep.b);
    if !Bounds::of(&sweep).meets(&bounds[whom]) {
        return None;
    }
    let world = &state.world[b.joints(rig_b)];
    let mut best: Option<(Blow, f32)> = None;
    for (part, capsule) in &rig_b.capsules {
        let Some((depth, point, ..)) = overlap(&sweep, &Placed::new(capsule, world)) else { continue };
        if best.is_some_and(|(_, deepest)| depth <= deepest) {
            continue;
        }
        let landing = Blow {
            who: state.ids[who],
            whom: state.ids[whom],
            limb: strike.limb,
            part: *part,
            point,
            direction: (to - from).normalize_or(a.placed.rotation * strike.direction),
            speed: (to - from).length() / step,
        };
        best = Some((landing, depth));
    }
    best
}

/// Where two bodies are deepest in each other.
fn deepest(
    state: &State,
    rigs: &[Arc<Rig>],
    pair: [usize; 2],
    bounds: &[Bounds],
    step: f32,
) -> Option<Contact> {
    let [a, b] = pair.map(|actor| &state.bodies[actor]);
    let (rig_a, rig_b) = (&rigs[a.rig as usize], &rigs[b.rig as usize]);
    let (joints_a, joints_b) = (a.joints(rig_a), b.joints(rig_b));
    let (world_a, world_b) = (&state.world[joints_a.clone()], &state.world[joints_b.clone()]);
    // Only the parts that reach into the other's box are looked at, and each is placed once.
    let mut near_b = [(0, Placed::NOWHERE, Bounds::NOTHING); PART_COUNT];
    let mut count = 0;
    for (number, (_, capsule)) in rig_b.capsules.iter().enumerate().take(PART_COUNT) {
        let placed = Placed::new(capsule, world_b);
        let around = Bounds::of(&placed);
        if around.meets(&bounds[pair[0]]) {
            near_b[count] = (number, placed, around);
            count += 1;
        }
    }
    if count == 0 {
        return None;
    }
    let mut best: Option<(f32, Vec3, [usize; 2], [f32; 2])> = None;
    for (number_a, (_, capsule_a)) in rig_a.capsules.iter().enumerate() {
        let placed_a = Placed::new(capsule_a, world_a);
        let bounds_a = Bounds::of(&placed_a);
        if !bounds_a.meets(&bounds[pair[1]]) {
            continue;
        }
        for (number, placed_b, bounds_b) in &near_b[..count] {
            if !bounds_a.meets(bounds_b) {
                continue;
            }
            let Some((depth, point, s, t)) = overlap(&placed_a, placed_b) else { continue };
            if best.is_none_or(|(deepest, ..)| depth > deepest) {
                best = Some((depth, point, [number_a, *number], [s, t]));
            }
        }
    }
    // How fast they go is worked out for the deepest only.
    let (depth, point, numbers, shares) = best?;
    let [(part_a, capsule_a), (part_b, capsule_b)] =
        [&rig_a.capsules[numbers[0]], &rig_b.capsules[numbers[1]]];
    let moved = |capsule, joints: std::ops::Range<usize>, share| {
        let now = Placed::new(capsule, &state.world[joints.clone()]);
        now.at(share) - Placed::new(capsule, &state.world_before[joints]).at(share)
    };
    let speeds = [moved(capsule_a, joints_a, shares[0]), moved(capsule_b, joints_b, shares[1])];
    Some(Contact {
        actors: pair.map(|actor| state.ids[actor]),
        parts: [*part_a, *part_b],
        point,
        depth,
        velocity: (speeds[1] - speeds[0]) / step,
    })
}
