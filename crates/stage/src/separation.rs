//! Separation: where bodies would go into each other, they give way. Arms, and legs that carry no weight, are moved aside by
//! inverse kinematics; what cannot be moved aside is taken apart over the ground, while feet stay where they stand.
//!
//! After every step, what is too deep is measured on the capsules, and becomes a place for each hand and foot and a
//! speed over the ground for each body; in the next step these are followed by a spring and within an acceleration. What
//! is measured is the shown pose, with what is given way already: so the goal is what is given plus what is missing, and
//! what will be missing in a moment. A limb gives way to a trunk, two limbs share it. Only bodies whose mind asks for
//! it give way ([`Move::yields`](crate::Move)). No paper says how: the boxers of Lee & Lee go through each
//! other.

use std::sync::Arc;

use footwork_motion::Transform;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::{Body, Ctx};
use crate::contact::{BodyPart, Bounds, PART_COUNT, Placed, nearest};
use crate::offset::Offset;
use crate::rig::Rig;
use crate::state::State;

/// Two feet, two hands: numbered like the limbs of a rig.
const LIMBS: usize = 4;

/// How a body gives way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Separation {
    /// m, where left and right foot and left and right hand are to be, off from where they are played.
    pub goals: [Vec3; LIMBS],
    /// The same as they are.
    pub limbs: [Offset; LIMBS],
    /// m/s, over the ground: what is wanted, and what is.
    pub wanted: Vec3,
    pub drift: Vec3,
}

impl Separation {
    pub const NOT: Separation = Separation {
        goals: [Vec3::ZERO; LIMBS],
        limbs: [Offset::NONE; LIMBS],
        wanted: Vec3::ZERO,
        drift: Vec3::ZERO,
    };
}

/// m. Limbs may be so deep in each other: flesh gives by about a centimetre.
const SLACK: f32 = 0.01;
/// s. How far ahead it is seen that a limb goes deeper: about as long as its spring takes to answer.
const SOON: f32 = 0.05;
/// m/s². How hard a hand is stopped at most: a fist of 5 m/s within 10 cm.
const STOPS: f32 = 120.0;
/// m. A limb is moved aside by no more: half the length of an arm, beyond which the elbow would fold.
const FARTHEST: f32 = 0.35;
/// 1/s. How fast bodies are taken apart for every metre that they are too deep: 3 cm make full speed.
const PARTS: f32 = 30.0;
/// m/s. How fast bodies are taken apart at most: a slow step; any faster, feet that stand would be pulled along.
const FASTEST: f32 = 0.8;
/// m/s². Full speed is reached in four steps at 60 Hz, so that nothing is seen to start.
const STARTS: f32 = 12.0;
/// m, m/s: less than a tenth of a millimetre is nothing.
const GONE: f32 = 1e-4;

/// Lets one step pass for a body: limbs go to where they give way to, and it drifts over the ground.
pub(crate) fn advance(body: &mut Body, ctx: &Ctx<'_>) {
    if body.apart == Separation::NOT {
        return;
    }
    if body.fresh {
        body.apart = Separation::NOT;
        return;
    }
    let Separation { goals, mut limbs, wanted, drift } = body.apart;
    for (limb, goal) in limbs.iter_mut().zip(goals) {
        *limb = follow(*limb, goal, ctx);
    }
    let drift = drift + (wanted - drift).clamp_length_max(STARTS * ctx.step);
    let drift = if drift.length_squared() < GONE * GONE { Vec3::ZERO } else { drift };
    body.placed.translation += drift * ctx.step;
    // What is wanted is found anew after every step.
    body.apart = Separation { limbs, drift, ..Separation::NOT };
}

/// A limb on its way to where it gives way to: quickly out, and slowly back.
fn follow(limb: Offset, goal: Vec3, ctx: &Ctx<'_>) -> Offset {
    if limb == Offset::NONE && goal == Vec3::ZERO {
        return limb;
    }
    let comes_back = goal.length_squared() <= limb.position.length_squared();
    let spring = if comes_back { &ctx.release } else { &ctx.yields };
    let away = Offset { position: limb.position - goal, velocity: limb.velocity };
    let change = (away.stepped(spring).velocity - limb.velocity).clamp_length_max(STOPS * ctx.step);
    let velocity = limb.velocity + change;
    let next = Offset { position: limb.position + 0.5 * (limb.velocity + velocity) * ctx.step, velocity };
    let rests = goal == Vec3::ZERO && next.size_squared() < GONE * GONE;
    if rests { Offset::NONE } else { next }
}

/// A body's parts in the world.
struct Parts<'a> {
    body: &'a Body,
    rig: &'a Rig,
    world: &'a [Transform],
    before: &'a [Transform],
    placed: [(usize, Placed, Bounds); PART_COUNT],
    count: usize,
}

impl<'a> Parts<'a> {
    /// Those that reach into a box.
    fn new(state: &'a State, rigs: &'a [Arc<Rig>], who: usize, other: &Bounds) -> Parts<'a> {
        let body = &state.bodies[who];
        let rig = &*rigs[body.rig as usize];
        let joints = body.joints(rig);
        let (world, before) = (&state.world[joints.clone()], &state.world_before[joints]);
        let placed = [(0, Placed::NOWHERE, Bounds::NOTHING); PART_COUNT];
        let mut parts = Parts { body, rig, world, before, placed, count: 0 };
        for (number, (_, capsule)) in rig.capsules.iter().enumerate().take(PART_COUNT) {
            let placed = Placed::new(capsule, world);
            let around = Bounds::of(&placed);
            if around.meets(other) {
                parts.placed[parts.count] = (number, placed, around);
                parts.count += 1;
            }
        }
        parts
    }

    fn all(&self) -> &[(usize, Placed, Bounds)] {
        &self.placed[..self.count]
    }

    /// The limb that a part belongs to, if that can be moved aside, and by how much of what its end is moved the part
    /// moves at a share of its length.
    fn limb(&self, number: usize, along: f32) -> Option<(usize, f32)> {
        if !self.body.yields {
            return None;
        }
        // The end of a limb moves its middle by less.
        let (limb, lever) = match self.rig.capsules[number].0 {
            BodyPart::LeftHand => (2, 1.0),
            BodyPart::RightHand => (3, 1.0),
            BodyPart::LeftForearm => (2, along.max(0.4)),
            BodyPart::RightForearm => (3, along.max(0.4)),
            BodyPart::LeftFoot => (0, 1.0),
            BodyPart::RightFoot => (1, 1.0),
            BodyPart::LeftShin => (0, along.max(0.4)),
            BodyPart::RightShin => (1, along.max(0.4)),
            _ => return None,
        };
        // A foot that carries weight stays.
        let stands = self.body.legs.get(limb).is_some_and(|leg| leg.planted || leg.lost);
        (!stands).then_some((limb, lever))
    }

    /// m, how far a point of a part went in the last step.
    fn moved(&self, number: usize, placed: &Placed, along: f32) -> Vec3 {
        placed.at(along) - Placed::new(&self.rig.capsules[number].1, self.before).at(along)
    }

    /// Where to a point of a limb leaves a part of somebody else: the shortest way, and, the deeper it is, the more to
    /// where the limb hangs, for from a body's middle all responses are short.
    fn outward(&self, out: Vec3, shallow: f32, limb: usize) -> Vec3 {
        let out = out.normalize_or_zero();
        let chain = if limb < 2 { &self.rig.legs[limb] } else { &self.rig.arms[limb - 2] };
        let Some(chain) = chain else { return out };
        let home = self.world[chain.joints[0]].translation - self.world[chain.joints[2]].translation;
        let deep = (1.0 - shallow).clamp(0.0, 1.0);
        (out + home.normalize_or_zero() * (1.5 * deep)).normalize_or(Vec3::Y)
    }
}

/// How one of two bodies has to give way.
#[derive(Clone, Copy)]
struct Response {
    /// m, per limb: how it is to be moved further, and by how much it may come back.
    pushes: [Vec3; LIMBS],
    free: [f32; LIMBS],
    /// m/s
    drift: Vec3,
}

/// Finds out how two bodies whose boxes meet have to give way.
pub(crate) fn find(state: &mut State, rigs: &[Arc<Rig>], bounds: &[Bounds], pair: [usize; 2], step: f32) {
    let yields = pair.map(|who| state.bodies[who].yields);
    if yields == [false; 2] {
        return;
    }
    let responses = responses(state, rigs, bounds, pair, step);
    for ((response, who), _) in responses.into_iter().zip(pair).zip(yields).filter(|(_, yields)| *yields) {
        let apart = &mut state.bodies[who].apart;
        for limb in 0..LIMBS {
            let (given, push) = (apart.limbs[limb].position, response.pushes[limb]);
            if given == Vec3::ZERO && push == Vec3::ZERO {
                continue;
            }
            let goal = if push != Vec3::ZERO {
                given + push
            } else {
                // It comes back by as much as there is room.
                given * (1.0 - response.free[limb] / given.length().max(GONE)).clamp(0.0, 1.0)
            };
            // Of several opponents, the one who is most in the way counts.
            if goal.length_squared() > apart.goals[limb].length_squared() {
                apart.goals[limb] = goal.clamp_length_max(FARTHEST);
            }
        }
        apart.wanted = (apart.wanted + response.drift).clamp_length_max(FASTEST);
    }
}

fn responses(
    state: &State,
    rigs: &[Arc<Rig>],
    bounds: &[Bounds],
    pair: [usize; 2],
    step: f32,
) -> [Response; 2] {
    let none = Response { pushes: [Vec3::ZERO; LIMBS], free: [f32::INFINITY; LIMBS], drift: Vec3::ZERO };
    let mut responses = [none; 2];
    let [a, b] = pair;
    let parts = [Parts::new(state, rigs, a, &bounds[b]), Parts::new(state, rigs, b, &bounds[a])];
    let (mut deepest, mut between) = (SLACK, Vec3::ZERO);
    for (number_a, placed_a, bounds_a) in parts[0].all() {
        for (number_b, placed_b, bounds_b) in parts[1].all() {
            if !bounds_a.meets(bounds_b) {
                continue;
            }
            let (s, t) = nearest(placed_a, placed_b);
            let gap = placed_a.at(s) - placed_b.at(t);
            let distance = gap.length();
            let depth = placed_a.radius + placed_b.radius - distance;
            let limbs = [parts[0].limb(*number_a, s), parts[1].limb(*number_b, t)];
            if limbs == [None; 2] {
                if depth > deepest {
                    (deepest, between) = (depth, gap);
                }
                continue;
            }
            let mut soon = depth;
            if depth > 0.0 {
                let moved = parts[0].moved(*number_a, placed_a, s) - parts[1].moved(*number_b, placed_b, t);
                let closing = -moved.dot(gap) / (distance.max(1e-3) * step);
                soon += SOON * closing.max(0.0);
            }
            let share = if limbs.iter().all(Option::is_some) { 0.5 } else { 1.0 };
            for me in [0, 1] {
                let Some((limb, lever)) = limbs[me] else { continue };
                let (out, whole) = if me == 0 { (gap, placed_b.radius) } else { (-gap, placed_a.radius) };
                let out = parts[me].outward(out, distance / whole.max(1e-3), limb);
                let push = &mut responses[me].pushes[limb];
                let missing = (soon - SLACK) - push.dot(out) * lever;
                responses[me].free[limb] = responses[me].free[limb].min((SLACK - soon).max(0.0));
                if missing > 0.0 {
                    *push += out * (missing * share / lever);
                }
            }
        }
    }
    if deepest > SLACK {
        // Away from where the other stands; where that says nothing, away from what is touched.
        let flat = |vector: Vec3| Vec3::new(vector.x, 0.0, vector.z).normalize_or_zero();
        let stand = parts[0].body.frame.translation - parts[1].body.frame.translation;
        let out = (flat(stand) + 0.5 * flat(between)).normalize_or(Vec3::Z);
        let share = if pair.iter().all(|who| state.bodies[*who].yields) { 0.5 } else { 1.0 };
        responses[0].drift = out * (PARTS * (deepest - SLACK) * share);
        responses[1].drift = -responses[0].drift;
    }
    responses
}
