//! What there is to tell about a body's step: footsteps, landings, falls.

use footwork_motion::Side;
use glam::Vec3;

use crate::body::{Body, Ctx, Joints};
use crate::event::Happening;
use crate::given::PoseSource;
use crate::rig::Rig;

/// What a body's step came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    pub footsteps: [Option<Footstep>; 2],
    pub landed: Option<Landing>,
    /// It fell or rose, with its hips at this share of their standing height.
    pub lies: Option<(bool, f32)>,
    /// It is in a strike that has not landed.
    pub strikes: bool,
    /// It is shown when all poses of this step are given.
    pub waits: bool,
}

/// A foot that was put down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footstep {
    pub point: Vec3,
    pub speed: f32,
}

/// A body that was in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Landing {
    pub seconds: f32,
    pub speed: f32,
}

/// s. Shorter flights are those of running, 0.05 to 0.15 s long; jumps take longer.
const JUMP: f32 = 0.2;
/// Share of the hips' standing height: below the first a body is down, above the second it is up again. Who crouches or
/// kneels has them above 0.5.
const DOWN: [f32; 2] = [0.45, 0.7];

/// Where a body stands after its step, and what there is to tell.
pub(crate) fn stands(
    body: &mut Body,
    joints: &Joints<'_>,
    rig: &Rig,
    footsteps: [Option<Footstep>; 2],
    ctx: &Ctx<'_>,
) -> Outcome {
    let fresh = std::mem::replace(&mut body.fresh, false);
    body.frame_before = body.frame;
    body.frame = rig.frame_of(joints.world);
    let height = rig.hips_height(joints.world);
    let strikes = rig.striking(body).is_some();
    if fresh {
        body.frame_before = body.frame;
        body.airborne = 0.0;
        body.down = height < DOWN[0];
        return Outcome { strikes, ..Outcome::default() };
    }
    let lies = if body.down { height < DOWN[1] } else { height < DOWN[0] };
    let changed = lies != std::mem::replace(&mut body.down, lies);
    let (landed, lies) = (land(body, joints, rig, ctx), changed.then_some((lies, height)));
    Outcome { footsteps, landed, lies, strikes, waits: false }
}

/// Counts the time in the air, and says when it is over.
fn land(body: &mut Body, joints: &Joints<'_>, rig: &Rig, ctx: &Ctx<'_>) -> Option<Landing> {
    let on_ground = body.source != PoseSource::Take || body.legs.iter().any(|leg| leg.planted || leg.lost);
    if !on_ground {
        body.airborne += ctx.step;
        return None;
    }
    let seconds = std::mem::take(&mut body.airborne);
    (seconds >= JUMP).then(|| {
        let hips = |world: &[_]| rig.hips(world).y;
        let speed = (hips(joints.world_before) - hips(joints.world)) / ctx.step;
        Landing { seconds, speed: speed.max(0.0) }
    })
}

impl Outcome {
    /// What is told to the actor.
    pub fn happenings(&self) -> impl Iterator<Item = Happening> + '_ {
        let steps = Side::BOTH.into_iter().zip(&self.footsteps).filter_map(|(foot, step)| {
            step.map(|Footstep { point, speed }| Happening::Footstep { foot, point, speed })
        });
        let landed = self.landed.map(|Landing { seconds, speed }| Happening::Landed { seconds, speed });
        let lies = self.lies.map(|(lies, height)| match lies {
            true => Happening::Fell { height },
            false => Happening::Rose { height },
        });
        steps.chain(landed).chain(lies)
    }
}
