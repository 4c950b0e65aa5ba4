//! Hands and feet: a foot that carries weight stays where it was put down ([`legs`](crate::legs)), and a hand goes to what it
//! reaches for, or out of somebody's way ([`arms`](crate::arms)). Arms and legs follow by inverse kinematics.

use footwork_motion::{Site, Transform};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arms;
use crate::body::{Body, Ctx, Joints};
use crate::floor;
use crate::legs::{self, LegAim, LegStep};
use crate::observe::Footstep;
use crate::offset::{Offset, SpringStep};
use crate::rig::Rig;
use crate::touches;
use crate::tracks::locate;
use crate::transition::Moment;

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

/// m and rad: a smaller difference is none. At a leg's length it is less than a tenth of a millimetre.
pub(crate) const GONE: f32 = 5e-5;

/// What the legs of a body are to do.
#[derive(Clone, Copy, Default)]
pub(crate) struct LegAims {
    pub legs: [LegAim; 2],
    /// Which feet stood before this step.
    stood: [bool; 2],
    /// See [`LegStep::now`].
    now: (usize, usize, f32),
}

/// What a step of an arm or a knee is about.
#[derive(Clone, Copy)]
pub(crate) struct LimbStep<'a> {
    pub rig: &'a Rig,
    /// See [`LegStep::now`].
    pub now: (usize, usize, f32),
    /// Another motion is played since this step.
    pub began: bool,
    pub ctx: &'a Ctx<'a>,
}

/// Where the feet are to be. `began`: another motion is played since this step.
pub(crate) fn aim(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    began: bool,
    ctx: &Ctx<'_>,
) -> LegAims {
    let stood = body.legs.map(|leg| leg.planted);
    let now = locate(&rig.repertoire().takes[body.segment.take as usize].clip, body.time);
    let mut legs = [LegAim::default(); 2];
    for (side, leg) in rig.legs.iter().enumerate() {
        if let Some(leg) = leg {
            let carried = joints.world[leg.joints[2]];
            legs[side] = legs::aim(body, joints, &LegStep { rig, leg, side, carried, now, began, ctx });
        }
    }
    LegAims { legs, stood, now }
}

/// Lets one step pass for all limbs, when the legs are bent. Says which feet were put down.
pub(crate) fn advance(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    began: bool,
    aims: &LegAims,
    ctx: &Ctx<'_>,
) -> [Option<Footstep>; 2] {
    let LegAims { stood, now, .. } = *aims;
    let step = LimbStep { rig, now, began, ctx };
    for (side, leg) in rig.legs.iter().enumerate() {
        let Some(leg) = leg else { continue };
        if touches::concerns(body, rig, now.0, touches::KNEES + side) {
            touches::knee(body, joints, side, leg, &step);
        }
        floor::keep_leg_above(body, joints, leg, &step);
        legs::show(&mut body.legs[side], leg, joints.world);
    }
    let wanted = aims.legs[0].sink.max(aims.legs[1].sink);
    body.sink = follow(body.sink, -wanted.min(ctx.settings.deepest_sink), ctx);
    for (side, arm) in rig.arms.iter().enumerate() {
        let idle = body.arms[side] == Away::NOT
            && body.apart.limbs[2 + side] == Offset::NONE
            && !touches::concerns(body, rig, now.0, side)
            && body.reaches.iter().all(|reach| reach.is_none());
        if let (Some(arm), false) = (arm, idle) {
            arms::step(body, joints, side, arm, &step);
        }
    }
    std::array::from_fn(|side| {
        let put_down = body.legs[side].planted && !stood[side] && !body.fresh;
        let leg = rig.legs[side].as_ref().filter(|_| put_down)?;
        let carried = joints.world[leg.joints[2]];
        Some(legs::footstep(body, joints, &LegStep { rig, leg, side, carried, now, began, ctx }))
    })
}

/// A height on its way to another one.
pub(crate) fn follow(now: Offset, height: f32, ctx: &Ctx<'_>) -> Offset {
    if now == Offset::NONE && height == 0.0 {
        return now;
    }
    let goal = Vec3::Y * height;
    let rest = Offset { position: now.position - goal, velocity: now.velocity }.stepped(&ctx.sink);
    let next = Offset { position: rest.position + goal, velocity: rest.velocity };
    if next.size_squared() < GONE * GONE { Offset::NONE } else { next }
}

/// A limb's offset when nothing holds it.
pub(crate) fn free(offset: Offset, turn: Offset, spring: &SpringStep) -> (Offset, Offset) {
    let (offset, turn) = (offset.stepped(spring), turn.stepped(spring));
    let gone = offset.size_squared() < GONE * GONE && turn.size_squared() < GONE * GONE;
    if gone { (Offset::NONE, Offset::NONE) } else { (offset, turn) }
}

/// What a limb reaches for, seen from where it is carried, and how hard. `site` is what of it reaches.
///
/// Drawn to a point that stands still, a fist comes to rest there, however fast it is played. One that passes is moved by how far
/// it would miss the point when it is there: in between it is as fast as it is played, and the more so the nearer it comes.
pub(crate) fn reaching(body: &Body, rig: &Rig, limb: usize, site: Site, tip: Vec3) -> Option<(Vec3, f32)> {
    let reach = body.reaches.iter().flatten().find(|reach| Rig::limb_number(reach.limb) == Some(limb))?;
    let effort = reach.effort(body.elapsed);
    (effort > 0.0).then(|| {
        let to_come =
            if body.passes { to_come(body, rig, site, reach.at - body.elapsed) } else { Vec3::ZERO };
        (reach.point - tip - to_come, effort)
    })
}

/// m, in the world: how far the take carries a point of the body in so many seconds from now, or carried it since.
fn to_come(body: &Body, rig: &Rig, site: Site, seconds: f32) -> Vec3 {
    let skeleton = rig.skeleton();
    let place = |time: f64| {
        let moment = Moment::new(rig, body.segment.take, time, body.placed);
        let local = |joint: usize| {
            let translated = skeleton.translated_joints().position(|translated| translated == joint);
            let translation = translated.map_or(skeleton.offsets()[joint], |at| moment.translation(at));
            Transform { rotation: moment.rotation(joint), translation }
        };
        let joint = skeleton.ancestors(site.joint).map(local).reduce(|inner, outer| outer * inner);
        joint.map_or(Vec3::ZERO, |joint| joint.point(site.offset))
    };
    place(body.time + f64::from(seconds * body.rate)) - place(body.time)
}

/// At the beginning of a move, what the last one reached for becomes an offset that dies away.
pub(crate) fn stop_reaching(limb: &mut Away, body: &Body, ctx: &Ctx<'_>) {
    if body.elapsed < 1.5 * ctx.step
        && let Some(reached) = limb.reached.take()
    {
        limb.offset = reached;
    }
}

/// A limb's offset, with what it reaches for.
pub(crate) fn reach_out(limb: &mut Away, free: Offset, reaching: Option<(Vec3, f32)>, step: f32) -> Vec3 {
    let Some((shift, effort)) = reaching else {
        limb.reached = None;
        return free.position;
    };
    let before = limb.reached.unwrap_or(limb.offset).position;
    let position = free.position + (shift - free.position) * effort;
    limb.reached = Some(Offset::moving(before, position, step));
    position
}
