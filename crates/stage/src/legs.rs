//! Feet: one that carries weight stays where it was put down.
//!
//! When a foot is put down, its straightened track ([`tracks`](crate::tracks)) is laid through where it is shown, once;
//! from then on the foot follows the track there, whatever the rest of the body does, so that it rolls but never
//! slides. When it is lifted, what it differs from the played motion dies away like a transition's offset. The leg
//! follows by inverse kinematics. A step of a foot holds it where it stands if it can, plans where it goes if nothing holds
//! it, and solves that for where the ankle has to be.
//!
//! No paper says how; the authors of *Pushing People Around* let feet slide.

use footwork_motion::{Site, Transform};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Ctx, Joints};
use crate::limb_ik::{free_stretch, soft_reach};
use crate::limbs::{Away, GONE, follow, free, reach_out, reaching, stop_reaching};
use crate::observe::Footstep;
use crate::offset::{Offset, rotation_of, turn_beside, turn_of};
use crate::rig::{Chain, Rig, facing_yaw};
use crate::settings::Settings;
use crate::tracks::{Foot, between, locate};

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

/// What a step of one leg is about.
pub(crate) struct LegStep<'a> {
    pub rig: &'a Rig,
    pub leg: &'a Chain,
    /// Left is 0, right is 1.
    pub side: usize,
    /// Where the motion carries the ankle.
    pub carried: Transform,
    /// The frames of the take about now, and how far it is from the first to the second.
    pub now: (usize, usize, f32),
    /// Another motion is played since this step.
    pub began: bool,
    pub ctx: &'a Ctx<'a>,
}

impl LegStep<'_> {
    /// The frames about the moment so many steps ago.
    fn frames(&self, body: &Body, steps_ago: f32) -> (usize, usize, f32) {
        let seconds = body.time - f64::from(steps_ago * self.ctx.step * body.rate);
        locate(&self.rig.repertoire().takes[body.segment.take as usize].clip, seconds)
    }

    /// Where the foot's track is there.
    fn track(&self, body: &Body, (frame, next, weight): (usize, usize, f32)) -> Foot {
        let feet = &self.rig.tracks[body.segment.take as usize].feet;
        let (a, b) = (&feet[frame][self.side], &feet[next][self.side]);
        Foot { ankle: between(a.ankle, b.ankle, weight), ball: a.ball + (b.ball - a.ball) * weight }
    }

    /// Whether the recording says that the foot carries weight there.
    fn stands(&self, body: &Body, (frame, next, weight): (usize, usize, f32)) -> bool {
        let track = &self.rig.tracks[body.segment.take as usize];
        // A foot that is put down half a frame too late is at rest in a recording, but not under a body that is led.
        let nearest = if body.lead.is_some() && weight > 0.5 { next } else { frame };
        track.planted(nearest, self.side) && !track.feet.is_empty()
    }
}

/// s. How high a foot is lifted for every metre per second at which it goes back: a step of 30 cm in 0.3 s is 6 cm high.
const STEP: f32 = 0.06;
/// m. No step back is higher than those of a walk.
const HIGHEST_STEP: f32 = 0.08;
/// m/s. A foot that goes faster is not stopped: it stands when it has come to where it stands. Feet that are put down in
/// walks go slower than this.
const TOO_FAST: f32 = 2.0;
/// m. A foot whose ankle is higher than where it stands, by more than feet roll, is in the air.
const IN_THE_AIR: f32 = 0.03;
/// m. A foot that is further from the played motion steps there: half a short step.
const FAR: f32 = 0.2;
/// m. So near to where it stands in the recording, a foot can be held again: nobody sees it move by less.
const ARRIVED: f32 = 0.005;

/// How far a foot is held, how it steps back where it was not, and from where it is held again.
struct Limits {
    /// m, from where the motion carries it.
    pulled: f32,
    /// m, further from the hip than the leg is long.
    stretched: f32,
    /// s, how high it is lifted for every metre per second at which it goes.
    step: f32,
    /// m, from where the motion carries it.
    arrived: f32,
}

/// A body that is led goes elsewhere than its motion by up to half a step within one. Its leg says how far a foot may stay
/// behind: with the limit of other bodies a brisk player's feet were let go 37 times a minute and slid for 0.2 s each. A
/// foot out of reach is dragged on its toes, so it is let go sooner; it leaves the floor at once, since the body is away at a
/// run, and need not arrive exactly, since the motion goes on under it.
const LED: Limits = Limits { pulled: 0.6, stretched: 0.02, step: 0.15, arrived: 0.03 };

fn limits(body: &Body, settings: &Settings) -> Limits {
    match body.lead {
        Some(_) => LED,
        None => Limits { pulled: settings.hold, stretched: settings.stretch, step: STEP, arrived: ARRIVED },
    }
}

/// What a leg is to do.
#[derive(Clone, Copy, Default)]
pub(crate) struct LegAim {
    /// Where the ankle goes, if it goes anywhere else than it is carried.
    pub target: Option<Transform>,
    /// m, how much lower than played the hips should be.
    pub sink: f32,
}

/// The first half of a leg's step: where the foot is to be. The limb is bent in between.
pub(crate) fn aim(body: &mut Body, joints: &mut Joints<'_>, at: &LegStep<'_>) -> LegAim {
    let mut limb = body.legs[at.side];
    let stands = at.ctx.settings.plant && at.stands(body, at.now);
    stop_reaching(&mut limb.away, body, at.ctx);
    if body.fresh {
        limb = LegState { shown: at.carried, shown_before: at.carried, ..LegState::FREE };
    }
    limb.planted &= stands;
    let aim = choose(&mut limb, body, joints, at, stands);
    let target = solve(&mut limb, body, joints, at, &aim);
    body.legs[at.side] = limb;
    LegAim { target, sink: if let Aim::Held(held) = aim { held.sink } else { 0.0 } }
}

/// The second half: keeps where the foot is shown.
pub(crate) fn show(limb: &mut LegState, leg: &Chain, world: &[Transform]) {
    limb.shown_before = limb.shown;
    limb.shown = world[leg.joints[2]];
}

/// Where a foot is to be.
enum Aim {
    Held(Held),
    Loose(Plan),
}

/// Where a foot would go that goes on standing is only worked out if it cannot be held.
fn choose(limb: &mut LegState, body: &Body, joints: &Joints<'_>, at: &LegStep<'_>, stands: bool) -> Aim {
    let went_on = limb.planted;
    if went_on {
        limb.lift = follow(limb.lift, 0.0, at.ctx);
        if let Some(held) = hold(limb, body, joints, at, None) {
            return Aim::Held(held);
        }
    }
    let plan = plan(limb, body, at, stands, went_on);
    let held = if plan.stands { hold(limb, body, joints, at, Some(plan.loose)) } else { None };
    held.map_or(Aim::Loose(plan), Aim::Held)
}

/// Where a foot goes if nothing holds it.
struct Plan {
    /// How it differs from where it is carried.
    offset: Offset,
    turn: Offset,
    /// Where it is, and where it is while it steps back to where it can be held.
    loose: Transform,
    target: Transform,
    /// It begins to carry weight, and is slow enough to be held.
    stands: bool,
}

/// `stands`: the recording says so. `failed`: it stood until now, and could not be held any longer.
fn plan(limb: &mut LegState, body: &Body, at: &LegStep<'_>, stands: bool, failed: bool) -> Plan {
    let LegStep { carried, ctx, .. } = *at;
    // Feet that a hand-over leaves 60 cm apart from where they belong are not brought there within a tenth of a second.
    let far = limb.lost || limb.away.offset.position.length_squared() > FAR * FAR;
    let (offset, turn) = free(limb.away.offset, limb.turn, if far { &ctx.steps } else { &ctx.release });
    let ankle = Site { joint: at.leg.joints[2], offset: Vec3::ZERO };
    let reaching = reaching(body, at.rig, at.side, ankle, carried.translation);
    let away = reach_out(&mut limb.away, offset, reaching, ctx.step) + body.apart.limbs[at.side].position;
    let loose = Transform {
        rotation: rotation_of(turn.position) * carried.rotation,
        translation: carried.translation + away,
    };
    if !failed {
        let Limits { step, arrived, .. } = limits(body, ctx.settings);
        limb.lost &= stands && offset.size_squared() > arrived * arrived;
        // A foot that could not be held goes to where it stands in the recording, and steps rather than slides.
        let speed = if limb.lost { offset.velocity.with_y(0.0).length() } else { 0.0 };
        limb.lift = follow(limb.lift, (step * speed).min(HIGHEST_STEP), ctx);
    }
    let target = Transform { translation: loose.translation + limb.lift.position, ..loose };
    // After a change to another motion a foot may still be on its way. A body that is led changes all the time, and would
    // slide, but for feet that are in the air.
    let moved = (loose.translation - limb.shown.translation).with_y(0.0).length();
    let in_the_air = || loose.translation.y > at.track(body, at.now).ankle.translation.y + IN_THE_AIR;
    let flies = moved > TOO_FAST * ctx.step && (body.lead.is_none() || in_the_air());
    Plan { offset, turn, loose, target, stands: stands && !failed && !limb.lost && !flies }
}

/// A foot that is held.
struct Held {
    target: Transform,
    /// The ball in the ankle's frame, and how far the heel is turned up over it.
    ball: Vec3,
    heel: Quat,
    /// m, how much lower than played the hips should be.
    sink: f32,
}

/// Where a foot stands that carries weight, and if it begins to, where it comes from. None if the leg does not get there:
/// then it is lost.
fn hold(
    limb: &mut LegState,
    body: &Body,
    joints: &Joints<'_>,
    at: &LegStep<'_>,
    loose: Option<Transform>,
) -> Option<Held> {
    let LegStep { leg, carried, ctx, .. } = *at;
    // The toe joint does not move in the ankle's frame.
    let ball = carried.inverse().point(leg.tip.position(joints.world));
    let foot = at.track(body, at.now);
    if let Some(loose) = loose {
        // Where it gets to, not where it wants to be: there it has to stay.
        let bones = leg.joints.map(|joint| joints.world[joint].translation);
        let reached = soft_reach(bones, loose.translation, leg.reach);
        let shown = [limb.shown, Transform { translation: reached, ..loose }];
        put_down(limb, [at.track(body, at.frames(body, 1.0)), foot], shown, ball, ctx.step);
    } else {
        if at.began {
            // What the foot did in the new recording before it stood there is no part of how it stands.
            let [then, before] = [1.0, 2.0].map(|steps_ago| at.frames(body, steps_ago));
            let one = if at.stands(body, then) { at.track(body, then) } else { foot };
            let stood = at.stands(body, then) && at.stands(body, before);
            let two = if stood { at.track(body, before) } else { one };
            let shown = [limb.shown_before, limb.shown];
            put_down(limb, [two, one], shown, ball, ctx.step);
        }
        let settle = if body.lead.is_some() { &ctx.led_settle } else { &ctx.settle };
        limb.place = limb.place.stepped(settle);
        limb.roll = limb.roll.stepped(settle);
    }
    // It rolls over its ball: wherever the heel comes from, the ball stays where it stands.
    let rotation = rotation_of(limb.roll.position) * limb.held.rotation * foot.ankle.rotation;
    let stands_on = limb.held.point(foot.ball) + limb.place.position;
    let target = Transform { rotation, translation: stands_on - rotation * ball };
    let pulled = (target.translation - carried.translation).length();
    let hip = joints.world[leg.joints[0]].translation;
    let free = free_stretch(hip, carried.translation, leg.reach);
    let easy = (carried.translation - hip).length().max(EASY_STRETCH * leg.reach);
    let heel = heel_up(target.translation - stands_on, hip - stands_on, [easy, free]);
    let ankle = stands_on + heel * (target.translation - stands_on);
    let stretched = (ankle - hip).length() - leg.reach;
    let limits = limits(body, ctx.settings);
    limb.planted = pulled <= limits.pulled && stretched <= limits.stretched;
    limb.lost = !limb.planted;
    let sink = too_high(hip - body.sink.position, ankle, free);
    limb.planted.then_some(Held { target, ball, heel, sink })
}

/// Where the ankle has to go, if anywhere; keeps how it differs from where it is carried.
fn solve(
    limb: &mut LegState,
    body: &mut Body,
    joints: &mut Joints<'_>,
    at: &LegStep<'_>,
    aim: &Aim,
) -> Option<Transform> {
    let LegStep { leg, carried, ctx, .. } = *at;
    let mut target = match aim {
        Aim::Held(held) => held.target,
        Aim::Loose(plan) => plan.target,
    };
    if ctx.settings.plant {
        keep_above_floor(&mut target, carried, joints.world, leg, ctx.settings.floor);
    }
    if let Aim::Held(held) = aim
        && held.heel != Quat::IDENTITY
    {
        raise_heel(&mut target, joints, leg, held.ball, held.heel);
    }
    let place = target.translation - carried.translation;
    let turned = turn_of(target.rotation * carried.rotation.conjugate());
    match aim {
        Aim::Held(_) => {
            // Where it is put down it stays: there is nothing to give way any more.
            body.apart.limbs[at.side] = Offset::NONE;
            let before = limb.away.offset.position;
            limb.away = Away { offset: Offset::moving(before, place, ctx.step), reached: None };
            limb.turn = Offset::moving(limb.turn.position, turned, ctx.step);
        }
        Aim::Loose(plan) => {
            // What the floor does to a foot is not remembered: it is only as deep as the played motion is.
            limb.away.offset = plan.offset;
            limb.turn = plan.turn;
        }
    }
    let moves = place.length_squared() > GONE * GONE || turned.length_squared() > GONE * GONE;
    moves.then_some(target)
}

/// s. Over so much of the recording a footstep's speed is the mean: at the very end feet come to rest softly.
const COMES_DOWN: f32 = 0.1;

/// A foot that has just been put down: where, and how fast heel or ball came down in the recording.
pub(crate) fn footstep(body: &Body, joints: &Joints<'_>, at: &LegStep<'_>) -> Footstep {
    let [now, before] = [at.now, at.frames(body, COMES_DOWN / at.ctx.step)].map(|when| at.track(body, when));
    let ankle = before.ankle.translation.y - now.ankle.translation.y;
    let ball = before.ball.y - now.ball.y;
    Footstep { point: at.leg.tip.position(joints.world), speed: ankle.max(ball).max(0.0) / COMES_DOWN }
}

/// m, how much lower a hip has to be so that a foot is no further away than a leg stretches freely.
fn too_high(hip: Vec3, foot: Vec3, free: f32) -> f32 {
    let to_hip = hip - foot;
    let aside = to_hip.x * to_hip.x + to_hip.z * to_hip.z;
    // A foot that is out of reach from any height is let go.
    let height = (free * free - aside).max(0.0).sqrt();
    (to_hip.y - height).max(0.0)
}

/// m. A body is moved by no more than this to get over the feet it stands on. It may happen ten times a second, and is seen
/// as a lurch: with 0.3 a steered body reversed its speed ten times a minute, with 0.05 three times, and feet that carry
/// weight slide 0.02 cm/s more.
const FURTHEST: f32 = 0.05;

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
    let (mut offset, mut feet) = (Vec3::ZERO, 0.0);
    for (side, leg) in rig.legs.iter().enumerate() {
        let stands = body.legs[side].planted && tracks.planted(frame, side);
        if let (Some(leg), Some(track), true) = (leg, tracks.feet.get(frame), stands) {
            offset += leg.tip.position(joints.world_before) - placed.point(track[side].ball);
            feet += 1.0;
        }
    }
    if feet > 0.0 { (offset / feet).with_y(0.0).clamp_length_max(FURTHEST) } else { Vec3::ZERO }
}

/// Lays a foot's track through where it is shown: the ball over the ball, pointing the same way. What still differs,
/// such as how far the heel is up and how fast it goes, dies away; but the ball stands at once. Tracks and places are
/// those of the step before and now.
fn put_down(limb: &mut LegState, track: [Foot; 2], shown: [Transform; 2], ball: Vec3, step: f32) {
    let shown_ball = shown[1].point(ball);
    let ahead = |ankle: Vec3, ball: Vec3, rotation: Quat| {
        let to_ball = ball - ankle;
        let flat = Vec3::new(to_ball.x, 0.0, to_ball.z);
        // A foot without a ball, or one that stands on its tip.
        let spare = rotation * Vec3::Z;
        flat.try_normalize().unwrap_or_else(|| Vec3::new(spare.x, 0.0, spare.z).normalize_or(Vec3::Z))
    };
    let shown_ahead = ahead(shown[1].translation, shown_ball, shown[1].rotation);
    let track_ahead = ahead(track[1].ankle.translation, track[1].ball, track[1].ankle.rotation);
    let rotation = (facing_yaw(shown_ahead) * facing_yaw(track_ahead).conjugate()).normalize();
    let shift = shown_ball - rotation * track[1].ball;
    limb.held = Transform { rotation, translation: Vec3::new(shift.x, 0.0, shift.z) };
    let [(height_before, roll_before), (height, roll)] = [0, 1].map(|at| {
        let height = shown[at].point(ball).y - limb.held.point(track[at].ball).y;
        (height, shown[at].rotation * (limb.held.rotation * track[at].ankle.rotation).conjugate())
    });
    limb.roll = Offset::moving(turn_beside(roll_before, roll), turn_of(roll), step);
    limb.place = Offset::moving(Vec3::Y * height_before, Vec3::Y * height, step);
}

/// rad. A heel comes up by this much beyond what was recorded, at most: 40°, about as far as toes bend.
const HEEL: f32 = 0.7;

/// Share of its length up to which a leg stretches before its heel comes up: at 0.94 a knee is bent by 40°.
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
