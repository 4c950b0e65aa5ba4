//! Hands and feet: a foot that carries weight stays where it was put down, and a hand goes to what it reaches for.
//!
//! When a foot is put down, its straightened track ([`tracks`](crate::tracks)) is laid through where it is shown, once;
//! from then on the foot follows the track there, whatever the rest of the body does, so that it rolls but never
//! slides. When it is lifted, what it differs from the played motion dies away like a transition's offset. The leg
//! follows by inverse kinematics.
//!
//! No seed says how; the authors of *Pushing People Around* let feet slide.

use footwork_motion::Transform;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Ctx, Joints};
use crate::limb_ik::{bend, free_stretch, soft_reach};
use crate::offset::{Offset, rotation_of, turn_beside, turn_of};
use crate::rig::{Chain, Rig, facing_yaw};
use crate::tracks::{Foot, between, locate};

/// How the end of a limb is shown elsewhere than the motion carries it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Away {
    /// What is left of the last time it was held or reached.
    pub offset: Offset,
    /// The offset with what it reaches for.
    pub reached: Option<Offset>,
}

impl Away {
    pub const NOT: Away = Away { offset: Offset::NONE, reached: None };
}

/// What a foot is doing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LegState {
    /// It is held where it stands.
    pub planted: bool,
    /// It stands in the recording, but could not be held.
    pub lost: bool,
    /// From the take's space to where the foot stands, on the ground.
    pub held: Transform,
    /// How the held foot differs from its track since it was put down: how high its ball is, and how it is turned.
    pub place: Offset,
    pub roll: Offset,
    /// How the shown foot differs from the carried one.
    pub away: Away,
    pub turn: Offset,
    /// How much higher a foot is that steps back to where it can be held. Only Y.
    pub lift: Offset,
    /// Where it is shown, and was one step ago.
    pub shown: Transform,
    pub shown_before: Transform,
}

impl LegState {
    pub const FREE: LegState = LegState {
        planted: false,
        lost: false,
        held: Transform::IDENTITY,
        place: Offset::NONE,
        roll: Offset::NONE,
        away: Away::NOT,
        turn: Offset::NONE,
        lift: Offset::NONE,
        shown: Transform::IDENTITY,
        shown_before: Transform::IDENTITY,
    };
}

/// m and rad: a smaller difference is none.
const GONE: f32 = 5e-5;

/// s. How high a foot is lifted for every metre per second at which it goes back.
const STEP: f32 = 0.06;
/// m
const HIGHEST_STEP: f32 = 0.08;
/// m/s. A foot that goes faster is not stopped: it stands when it has come to where it stands.
const TOO_FAST: f32 = 2.0;
/// m. So near to where it stands in the recording, a foot can be held again.
const ARRIVED: f32 = 0.005;

/// Lets one step pass for all limbs. `began`: another motion is played since this step.
pub(crate) fn advance(body: &mut Body, joints: &mut Joints<'_>, rig: &Rig, began: bool, ctx: &Ctx<'_>) {
    // m, how much lower than played the hips should be.
    let mut wanted = 0.0_f32;
    for (side, leg) in rig.legs.iter().enumerate() {
        if let Some(leg) = leg {
            wanted = wanted.max(step_leg(body, joints, rig, side, leg, began, ctx));
        }
    }
    body.sink = follow(body.sink, -wanted.min(ctx.settings.deepest_sink), ctx);
    for (side, arm) in rig.arms.iter().enumerate() {
        let idle = body.arms[side] == Away::NOT
            && body.apart.limbs[2 + side] == Offset::NONE
            && body.reaches.iter().all(|reach| reach.is_none());
        if let (Some(arm), false) = (arm, idle) {
            step_arm(body, joints, rig, side, arm, ctx);
        }
    }
}

/// A height on its way to another one.
fn follow(now: Offset, height: f32, ctx: &Ctx<'_>) -> Offset {
    if now == Offset::NONE && height == 0.0 {
        return now;
    }
    let goal = Vec3::Y * height;
    let rest = Offset { position: now.position - goal, velocity: now.velocity }.stepped(&ctx.sink);
    let next = Offset { position: rest.position + goal, velocity: rest.velocity };
    if next.size_squared() < GONE * GONE { Offset::NONE } else { next }
}

/// m, how much lower a hip has to be so that a foot is no further away than a leg stretches freely.
fn too_high(hip: Vec3, foot: Vec3, free: f32) -> f32 {
    let way = hip - foot;
    let aside = way.x * way.x + way.z * way.z;
    // A foot that is out of reach from any height is let go.
    let height = (free * free - aside).max(0.0).sqrt();
    (way.y - height).max(0.0)
}

/// Where a foot's track is, so many steps ago.
fn track_at(body: &Body, rig: &Rig, side: usize, steps_ago: f32, ctx: &Ctx<'_>) -> Foot {
    let take = body.segment.take as usize;
    let seconds = body.time - f64::from(steps_ago * ctx.step * body.rate);
    let (frame, next, weight) = locate(&rig.repertoire().takes[take].clip, seconds);
    let (a, b) = (&rig.tracks[take].feet[frame][side], &rig.tracks[take].feet[next][side]);
    Foot { ankle: between(a.ankle, b.ankle, weight), ball: a.ball + (b.ball - a.ball) * weight }
}

/// m. Further than this no body is moved to get over the feet it stands on.
const FURTHEST: f32 = 0.3;

/// How far a motion has to be moved so that it stands where the feet are that stand now. The hips get there as from
/// any transition, and the feet need not be pulled along.
pub(crate) fn to_held_feet(
    body: &Body,
    joints: &Joints<'_>,
    rig: &Rig,
    placed: Transform,
    start: f64,
) -> Vec3 {
    let take = body.segment.take as usize;
    let tracks = &rig.tracks[take];
    let (frame, _, _) = locate(&rig.repertoire().takes[take].clip, start);
    let (mut way, mut feet) = (Vec3::ZERO, 0.0);
    for (side, leg) in rig.legs.iter().enumerate() {
        let stands = body.legs[side].planted && tracks.planted(frame, side);
        if let (Some(leg), Some(track), true) = (leg, tracks.feet.get(frame), stands) {
            way += leg.tip.position(joints.world_before) - placed.point(track[side].ball);
            feet += 1.0;
        }
    }
    if feet > 0.0 { (way / feet).with_y(0.0).clamp_length_max(FURTHEST) } else { Vec3::ZERO }
}

/// Whether the recording says that a foot carried weight, so many steps ago.
fn stands(body: &Body, rig: &Rig, side: usize, steps_ago: f32, ctx: &Ctx<'_>) -> bool {
    let take = body.segment.take as usize;
    let seconds = body.time - f64::from(steps_ago * ctx.step * body.rate);
    let (frame, _, _) = locate(&rig.repertoire().takes[take].clip, seconds);
    rig.tracks[take].planted(frame, side) && !rig.tracks[take].feet.is_empty()
}

/// Says how much lower than played the hips should be, in metres.
fn step_leg(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    side: usize,
    leg: &Chain,
    began: bool,
    ctx: &Ctx<'_>,
) -> f32 {
    let stands_now = ctx.settings.plant && stands(body, rig, side, 0.0, ctx);
    let track = |steps_ago: f32, body: &Body| track_at(body, rig, side, steps_ago, ctx);
    let carried = joints.world[leg.joints[2]];
    let reaching = reaching(body, side, carried.translation);
    let mut limb = body.legs[side];
    stop_reaching(&mut limb.away, body, ctx);
    if body.fresh {
        limb = LegState { shown: carried, shown_before: carried, ..LegState::FREE };
    }
    // Where the foot is if nothing holds it.
    let (offset, turn) = free(limb.away.offset, limb.turn, ctx);
    let way = reach_out(&mut limb.away, offset, reaching, ctx.step) + body.apart.limbs[side].position;
    let loose = Transform {
        rotation: rotation_of(turn.position) * carried.rotation,
        translation: carried.translation + way,
    };
    limb.lost &= stands_now;
    limb.planted &= stands_now;
    let mut target = loose;
    if limb.lost {
        limb.lost = offset.size_squared() > ARRIVED * ARRIVED;
    }
    // A foot that could not be held goes to where it stands in the recording, and steps rather than slides.
    let speed = if limb.lost { offset.velocity.with_y(0.0).length() } else { 0.0 };
    limb.lift = follow(limb.lift, (STEP * speed).min(HIGHEST_STEP), ctx);
    target.translation += limb.lift.position;
    // The ball of a foot that is held, and how far its heel is turned up.
    let (mut held, mut heel) = (None, Quat::IDENTITY);
    let mut wanted = 0.0;
    // After a change to another motion a foot may still be on its way. Who is led changes all the time, and would slide.
    let flies = !limb.planted
        && body.lead.is_none()
        && (loose.translation - limb.shown.translation).with_y(0.0).length() > TOO_FAST * ctx.step;
    if stands_now && !limb.lost && !flies {
        // The ball's place in the ankle's frame: the toe joint does not move in it.
        let ball = carried.inverse().point(leg.tip.position(joints.world));
        let foot = track(0.0, body);
        if !limb.planted {
            // Where it gets to, not where it wants to be: there it has to stay.
            let at = leg.joints.map(|joint| joints.world[joint].translation);
            let reached = soft_reach(at, loose.translation, leg.reach);
            let (before, loose) = (limb.shown, Transform { translation: reached, ..loose });
            put_down(&mut limb, [track(1.0, body), foot], [before, loose], ball, ctx.step);
        } else {
            if began {
                // What the foot did in the new recording before it stood there is no part of how it stands.
                let stood = |steps_ago: f32| stands(body, rig, side, steps_ago, ctx);
                let one = if stood(1.0) { track(1.0, body) } else { foot };
                let two = if stood(1.0) && stood(2.0) { track(2.0, body) } else { one };
                let (before, now) = (limb.shown_before, limb.shown);
                put_down(&mut limb, [two, one], [before, now], ball, ctx.step);
            }
            limb.place = limb.place.stepped(&ctx.settle);
            limb.roll = limb.roll.stepped(&ctx.settle);
        }
        // It rolls over its ball: wherever the heel comes from, the ball stays where it stands.
        let rotation = rotation_of(limb.roll.position) * limb.held.rotation * foot.ankle.rotation;
        let stands_on = limb.held.point(foot.ball) + limb.place.position;
        let stood = Transform { rotation, translation: stands_on - rotation * ball };
        let pulled = (stood.translation - carried.translation).length();
        let hip = joints.world[leg.joints[0]].translation;
        let free = free_stretch(hip, carried.translation, leg.reach);
        let easy = (carried.translation - hip).length().max(EASY_STRETCH * leg.reach);
        heel = heel_up(stood.translation - stands_on, hip - stands_on, [easy, free]);
        let ankle = stands_on + heel * (stood.translation - stands_on);
        let stretched = (ankle - hip).length() - leg.reach;
        if pulled <= ctx.settings.hold && stretched <= ctx.settings.stretch {
            limb.planted = true;
            held = Some(ball);
            target = stood;
            wanted = too_high(hip - body.sink.position, ankle, free);
        } else {
            limb.planted = false;
            limb.lost = true;
        }
    }
    if ctx.settings.plant {
        keep_above_floor(&mut target, carried, joints.world, leg, ctx.settings.floor);
    }
    if let Some(ball) = held.filter(|_| heel != Quat::IDENTITY) {
        raise_heel(&mut target, joints, leg, ball, heel);
    }
    let (place, turned) =
        (target.translation - carried.translation, turn_of(target.rotation * carried.rotation.conjugate()));
    if held.is_some() {
        // Where it is put down it stays: there is nothing to give way any more.
        body.apart.limbs[side] = Offset::NONE;
        let before = limb.away.offset.position;
        limb.away = Away { offset: Offset::moving(before, place, ctx.step), reached: None };
        limb.turn = Offset::moving(limb.turn.position, turned, ctx.step);
    } else {
        // What the floor does to a foot is not remembered: it is only as deep as the played motion is.
        limb.away.offset = offset;
        limb.turn = turn;
    }
    if place.length_squared() > GONE * GONE || turned.length_squared() > GONE * GONE {
        bend(joints, rig, leg, target);
    }
    limb.shown_before = limb.shown;
    limb.shown = joints.world[leg.joints[2]];
    body.legs[side] = limb;
    wanted
}

/// A limb's offset when nothing holds it.
fn free(offset: Offset, turn: Offset, ctx: &Ctx<'_>) -> (Offset, Offset) {
    let (offset, turn) = (offset.stepped(&ctx.release), turn.stepped(&ctx.release));
    let gone = offset.size_squared() < GONE * GONE && turn.size_squared() < GONE * GONE;
    if gone { (Offset::NONE, Offset::NONE) } else { (offset, turn) }
}

/// Lays a foot's track through where it is shown: the ball over the ball, pointing the same way. What still differs,
/// such as how far the heel is up and how fast it goes, dies away; but the ball stands at once. Tracks and places are
/// those of the step before and now.
fn put_down(limb: &mut LegState, track: [Foot; 2], shown: [Transform; 2], ball: Vec3, step: f32) {
    let shown_ball = shown[1].point(ball);
    let ahead = |ankle: Vec3, ball: Vec3, rotation: Quat| {
        let way = ball - ankle;
        let flat = Vec3::new(way.x, 0.0, way.z);
        // A foot without a ball, or one that stands on its tip.
        let spare = rotation * Vec3::Z;
        flat.try_normalize().unwrap_or_else(|| Vec3::new(spare.x, 0.0, spare.z).normalize_or(Vec3::Z))
    };
    let shown_ahead = ahead(shown[1].translation, shown_ball, shown[1].rotation);
    let track_ahead = ahead(track[1].ankle.translation, track[1].ball, track[1].ankle.rotation);
    let rotation = (facing_yaw(shown_ahead) * facing_yaw(track_ahead).conjugate()).normalize();
    let way = shown_ball - rotation * track[1].ball;
    limb.held = Transform { rotation, translation: Vec3::new(way.x, 0.0, way.z) };
    let [(height_before, roll_before), (height, roll)] = [0, 1].map(|at| {
        let height = shown[at].point(ball).y - limb.held.point(track[at].ball).y;
        (height, shown[at].rotation * (limb.held.rotation * track[at].ankle.rotation).conjugate())
    });
    limb.roll = Offset::moving(turn_beside(roll_before, roll), turn_of(roll), step);
    limb.place = Offset::moving(Vec3::Y * height_before, Vec3::Y * height, step);
}

/// rad. A heel comes up by this much beyond what was recorded, at most.
const HEEL: f32 = 0.7;

/// Share of its length up to which a leg stretches before its heel comes up.
const EASY_STRETCH: f32 = 0.94;

/// How a foot that stands turns up over its ball so that the leg reaches it: the heel comes off before the foot does.
/// Ankle and hip are seen from the ball. Beyond the first length the leg gives way ever more slowly, up to the second.
fn heel_up(ankle: Vec3, hip: Vec3, [easy, free]: [f32; 2]) -> Quat {
    let (foot, far) = (ankle.length(), hip.length());
    let over = (ankle - hip).length() - easy;
    if over <= 0.0 || foot < 1e-3 || far < 1e-3 {
        return Quat::IDENTITY;
    }
    let left = (free - easy).max(1e-3);
    let leg = easy + left * over / (left + over);
    // The triangle of ball, ankle and hip, with the leg no longer than that.
    let angle = |cosine: f32| libm::acosf(cosine.clamp(-1.0, 1.0));
    let wanted = angle((foot * foot + far * far - leg * leg) / (2.0 * foot * far));
    let turn = angle(ankle.dot(hip) / (foot * far)) - wanted;
    let Some(axis) = ankle.cross(hip).try_normalize() else { return Quat::IDENTITY };
    Quat::from_axis_angle(axis, HEEL * libm::tanhf(turn.max(0.0) / HEEL))
}

/// Turns a foot over its ball; the toes stay as they are.
fn raise_heel(target: &mut Transform, joints: &mut Joints<'_>, leg: &Chain, ball: Vec3, heel: Quat) {
    let stands_on = target.point(ball);
    let toe = leg.tip.joint;
    if toe != leg.joints[2] {
        let back = target.rotation.conjugate() * heel.conjugate() * target.rotation;
        joints.rotations[toe] = (back * joints.rotations[toe]).normalize();
    }
    target.translation = stands_on + heel * (target.translation - stands_on);
    target.rotation = (heel * target.rotation).normalize();
}

/// Lifts a foot by as much as any of it would be below the floor.
fn keep_above_floor(
    target: &mut Transform,
    carried: Transform,
    world: &[Transform],
    leg: &Chain,
    floor: f32,
) {
    let turned = target.rotation * carried.rotation.conjugate();
    let lowest = leg
        .sole
        .iter()
        .map(|site| (turned * (site.position(world) - carried.translation)).y)
        .fold(f32::INFINITY, f32::min);
    let depth = floor - (target.translation.y + lowest);
    if depth > 0.0 {
        target.translation.y += depth;
    }
}

/// What a limb reaches for, seen from where it is carried, and how hard.
fn reaching(body: &Body, limb: usize, tip: Vec3) -> Option<(Vec3, f32)> {
    let reach = body.reaches.iter().flatten().find(|reach| Rig::limb_number(reach.limb) == Some(limb))?;
    let effort = reach.effort(body.elapsed);
    (effort > 0.0).then(|| (reach.point - tip, effort))
}

/// At the beginning of a move, what the last one reached for becomes an offset that dies away.
fn stop_reaching(limb: &mut Away, body: &Body, ctx: &Ctx<'_>) {
    if body.elapsed < 1.5 * ctx.step
        && let Some(reached) = limb.reached.take()
    {
        limb.offset = reached;
    }
}

/// A limb's offset, with what it reaches for.
fn reach_out(limb: &mut Away, free: Offset, reaching: Option<(Vec3, f32)>, step: f32) -> Vec3 {
    let Some((way, effort)) = reaching else {
        limb.reached = None;
        return free.position;
    };
    let before = limb.reached.unwrap_or(limb.offset).position;
    let position = free.position + (way - free.position) * effort;
    limb.reached = Some(Offset::moving(before, position, step));
    position
}

fn step_arm(body: &mut Body, joints: &mut Joints<'_>, rig: &Rig, number: usize, arm: &Chain, ctx: &Ctx<'_>) {
    let carried = joints.world[arm.joints[2]];
    // It is the hand that reaches, but the wrist that is placed.
    let reaching = reaching(body, 2 + number, arm.tip.position(joints.world));
    let mut limb = body.arms[number];
    stop_reaching(&mut limb, body, ctx);
    let (offset, _) = free(limb.offset, Offset::NONE, ctx);
    let way = reach_out(&mut limb, offset, reaching, ctx.step);
    limb.offset = offset;
    body.arms[number] = limb;
    let way = way + body.apart.limbs[2 + number].position;
    if way.length_squared() > GONE * GONE {
        bend(joints, rig, arm, Transform { translation: carried.translation + way, ..carried });
    }
}
