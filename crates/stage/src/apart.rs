//! Apart: where bodies would go into each other, they give way. Arms are moved aside by inverse kinematics; trunks and
//! legs are taken apart over the ground, while feet stay where they stand.
//!
//! After every step, what is too deep is measured on the capsules, and becomes a place for each hand and a speed over the
//! ground for each body; in the next step these are followed by a spring and within an acceleration. What is
//! measured is the shown pose, with what is given way already: so the goal is what is given plus what is missing.
//! An arm gives way to a trunk, two arms share it. Only bodies whose mind asks for it give way
//! ([`Move::yields`](crate::Move)). No seed says how: the authors' boxers go through each other.

use std::sync::Arc;

use glam::Vec3;

use crate::body::{Body, Ctx};
use crate::contact::{BodyPart, Bounds, PART_COUNT, Placed, nearest};
use crate::offset::Offset;
use crate::rig::Rig;
use crate::state::{Feed, Hash, State};

/// How a body gives way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Apart {
    /// m, where the left and the right hand are to be, off from where they are played.
    pub goals: [Vec3; 2],
    /// The same as they are.
    pub hands: [Offset; 2],
    /// m/s, over the ground: what is wanted, and what is.
    pub wanted: Vec3,
    pub drift: Vec3,
}

impl Apart {
    pub const NOT: Apart =
        Apart { goals: [Vec3::ZERO; 2], hands: [Offset::NONE; 2], wanted: Vec3::ZERO, drift: Vec3::ZERO };
}

impl Feed for Apart {
    fn feed(&self, hash: &mut Hash) {
        hash.all(&self.goals);
        hash.all(&self.hands);
        hash.vec3(self.wanted);
        hash.vec3(self.drift);
    }
}

/// m. Arms may be so deep: flesh gives, and what touches is a contact.
const SLACK: f32 = 0.025;
/// m/s². What a hand that is stopped bears.
const STOPS: f32 = 180.0;
/// m. A hand is moved aside by no more.
const FARTHEST: f32 = 0.35;
/// 1/s. How fast bodies are taken apart for every metre that they are too deep.
const PARTS: f32 = 12.0;
/// m/s, m/s²
const FASTEST: f32 = 0.8;
const STARTS: f32 = 12.0;
/// m, m/s: less is nothing.
const GONE: f32 = 1e-4;

/// Lets one step pass for a body: hands go to where they give way to, and it drifts over the ground.
pub(crate) fn advance(body: &mut Body, ctx: &Ctx<'_>) {
    if body.apart == Apart::NOT {
        return;
    }
    if body.fresh {
        body.apart = Apart::NOT;
        return;
    }
    let Apart { goals, mut hands, wanted, drift } = body.apart;
    for (hand, goal) in hands.iter_mut().zip(goals) {
        *hand = follow(*hand, goal, ctx);
    }
    let drift = drift + (wanted - drift).clamp_length_max(STARTS * ctx.step);
    let drift = if drift.length_squared() < GONE * GONE { Vec3::ZERO } else { drift };
    body.placed.translation += drift * ctx.step;
    body.apart = Apart { goals, hands, wanted, drift };
}

/// A hand on its way to where it gives way to: quickly out, and slowly back.
fn follow(hand: Offset, goal: Vec3, ctx: &Ctx<'_>) -> Offset {
    let comes_back = goal.length_squared() <= hand.position.length_squared();
    let spring = if comes_back { &ctx.release } else { &ctx.yields };
    let away = Offset { position: hand.position - goal, velocity: hand.velocity };
    let change = (away.stepped(spring).velocity - hand.velocity).clamp_length_max(STOPS * ctx.step);
    let velocity = hand.velocity + change;
    let next = Offset { position: hand.position + 0.5 * (hand.velocity + velocity) * ctx.step, velocity };
    let rests = goal == Vec3::ZERO && next.size_squared() < GONE * GONE;
    if rests { Offset::NONE } else { next }
}

/// What was found out about the last step is forgotten.
pub(crate) fn forget(bodies: &mut [Body]) {
    for body in bodies.iter_mut().filter(|body| body.apart != Apart::NOT) {
        body.apart.goals = [Vec3::ZERO; 2];
        body.apart.wanted = Vec3::ZERO;
    }
}

/// A body's parts in the world.
struct Parts {
    placed: [(BodyPart, Placed, Bounds); PART_COUNT],
    count: usize,
    /// A bit for each kind of part that reaches into the other's box.
    near: bool,
}

impl Parts {
    /// Those that reach into a box.
    fn new(state: &State, rigs: &[Arc<Rig>], who: usize, other: &Bounds) -> Parts {
        let body = &state.bodies[who];
        let rig = &rigs[body.rig as usize];
        let world = &state.world[body.joints(rig)];
        let nowhere = (BodyPart::Head, Placed::NOWHERE, Bounds::NOTHING);
        let mut parts = Parts { placed: [nowhere; PART_COUNT], count: 0, near: false };
        for (part, capsule) in rig.capsules.iter().take(PART_COUNT) {
            let placed = Placed::new(capsule, world);
            let around = Bounds::of(&placed);
            if around.meets(other) {
                parts.placed[parts.count] = (*part, placed, around);
                parts.count += 1;
                parts.near = true;
            }
        }
        parts
    }

    fn all(&self) -> &[(BodyPart, Placed, Bounds)] {
        &self.placed[..self.count]
    }
}

/// Which arm a part belongs to, and whether it can be moved aside.
fn arm(part: BodyPart) -> Option<(usize, bool)> {
    match part {
        BodyPart::LeftHand | BodyPart::LeftForearm => Some((0, true)),
        BodyPart::RightHand | BodyPart::RightForearm => Some((1, true)),
        BodyPart::LeftUpperArm => Some((0, false)),
        BodyPart::RightUpperArm => Some((1, false)),
        _ => None,
    }
}

fn is_hand(part: BodyPart) -> bool {
    matches!(part, BodyPart::LeftHand | BodyPart::RightHand)
}

/// Finds out how two bodies whose boxes meet have to give way.
pub(crate) fn find(state: &mut State, rigs: &[Arc<Rig>], bounds: &[Bounds], pair: [usize; 2]) {
    let yields = pair.map(|who| state.bodies[who].yields);
    if yields == [false; 2] {
        return;
    }
    let [a, b] = pair;
    let parts = [Parts::new(state, rigs, a, &bounds[b]), Parts::new(state, rigs, b, &bounds[a])];
    if !(parts[0].near && parts[1].near) {
        return;
    }
    // m, per body and arm: how a hand is to be moved further, and how much nothing is in its way.
    let mut pushes = [[Vec3::ZERO; 2]; 2];
    let mut free = [[f32::INFINITY; 2]; 2];
    let (mut deepest, mut way) = (0.0_f32, Vec3::ZERO);
    for (part_a, placed_a, bounds_a) in parts[0].all() {
        for (part_b, placed_b, bounds_b) in parts[1].all() {
            if !bounds_a.meets(bounds_b) {
                continue;
            }
            let (s, t) = nearest(placed_a, placed_b);
            let gap = placed_a.at(s) - placed_b.at(t);
            let distance = gap.length();
            let depth = placed_a.radius + placed_b.radius - distance;
            let arms = [arm(*part_a), arm(*part_b)];
            if arms == [None; 2] {
                if depth > deepest {
                    (deepest, way) = (depth, gap);
                }
                continue;
            }
            let moves = arms.map(|arm| arm.is_some_and(|(_, moves)| moves));
            let able = [moves[0] && yields[0], moves[1] && yields[1]];
            let share = if able == [true; 2] { 0.5 } else { 1.0 };
            for (me, (part, along, out)) in
                [(*part_a, s, gap), (*part_b, t, -gap)].into_iter().enumerate().filter(|(me, _)| able[*me])
            {
                let Some((side, _)) = arms[me] else { continue };
                // The hand moves the forearm's other end by less.
                let lever = if is_hand(part) { 1.0 } else { along.max(0.4) };
                let whole = [placed_a, placed_b][1 - me].radius;
                let out = outward(out, distance / whole.max(1e-3), state, rigs, pair[me], side);
                let push = &mut pushes[me][side];
                let missing = (depth - SLACK) - push.dot(out) * lever;
                free[me][side] = free[me][side].min(SLACK - depth);
                if missing > 0.0 {
                    *push += out * (missing * share / lever);
                }
            }
        }
    }
    for me in [0, 1] {
        let apart = &mut state.bodies[pair[me]].apart;
        for side in [0, 1] {
            let (hand, push, free) = (apart.hands[side].position, pushes[me][side], free[me][side]);
            let given = hand.length();
            let goal = if push != Vec3::ZERO {
                hand + push
            } else if given > GONE {
                // It comes back by as much as there is room.
                hand * (1.0 - free / given).clamp(0.0, 1.0)
            } else {
                continue;
            };
            // Of several opponents, the one who is most in the way counts.
            if goal.length_squared() > apart.goals[side].length_squared() {
                apart.goals[side] = goal.clamp_length_max(FARTHEST);
            }
        }
        if yields[me] && deepest > 0.0 {
            let away = if me == 0 { way } else { -way };
            let between = state.bodies[pair[me]].frame.translation - state.bodies[pair[1 - me]].frame.translation;
            // Away from where the other stands; where that says nothing, away from what is touched.
            let flat = |way: Vec3| Vec3::new(way.x, 0.0, way.z).normalize_or_zero();
            let out = (flat(between) + 0.5 * flat(away)).normalize_or(Vec3::Z);
            let share = if yields == [true; 2] { 0.5 } else { 1.0 };
            let apart = &mut state.bodies[pair[me]].apart;
            apart.wanted = (apart.wanted + out * (PARTS * deepest * share)).clamp_length_max(FASTEST);
        }
    }
}

/// Where to a point of an arm leaves a part of somebody else: the shortest way, and, the deeper it is, the more to
/// its own shoulder, for from a body's middle all ways are short.
fn outward(
    out: Vec3,
    shallow: f32,
    state: &State,
    rigs: &[Arc<Rig>],
    who: usize,
    side: usize,
) -> Vec3 {
    let out = out.normalize_or_zero();
    let body = &state.bodies[who];
    let rig = &rigs[body.rig as usize];
    let Some(arm) = &rig.arms[side] else { return out };
    let world = &state.world[body.joints(rig)];
    let home = world[arm.joints[0]].translation - world[arm.joints[2]].translation;
    let deep = (1.0 - shallow).clamp(0.0, 1.0);
    (out + home.normalize_or_zero() * (2.0 * deep)).normalize_or(Vec3::Y)
}
