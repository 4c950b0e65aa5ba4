//! A body: plays segments and looks right doing it.
//!
//! A step of a body: begin a new segment if there is one, let time pass, sample the take, add the offset that is left
//! of the last transitions; find where the joints are, keep the feet where they stand, turn the head.
//! [`moving`](crate::moving) does what is between the two halves here for several bodies at once.

use footwork_motion::Transform;
use footwork_motion::pose::nlerp_all;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::deciding::Decided;
use crate::gaze::{self, Gaze, HeadTurn};
use crate::given::PoseSource;
use crate::impulse::shove;
use crate::legs::LegState;
use crate::limbs::{self, Away, LegAims};
use crate::observe::{self, Outcome};
use crate::offset::{Offset, SpringStep};
use crate::play::{Lead, Move, Reach, Segment};
use crate::reflex::REFLEXES;
use crate::rig::Rig;
use crate::separation::{self, Separation};
use crate::settings::{Phase, Probe, Settings};
use crate::touches::{PARTS, Touch};
use crate::tracks::locate;
use crate::transition::{begin, led};
use crate::turns;

/// What decides for an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Driver {
    /// It stands.
    Nobody,
    /// By its number on the stage.
    Mind(u32),
    /// By its number on the stage.
    Director(u32),
}

/// What of an actor's body is not per joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Body {
    pub rig: u32,
    pub driver: Driver,
    /// Where its joints and translated_joints begin in the state's lists.
    pub first_joint: u32,
    pub first_translated: u32,
    pub segment: Segment,
    /// s, in the take.
    pub time: f64,
    pub rate: f32,
    /// s since the move began.
    pub elapsed: f32,
    /// From the take's space to the world, on the ground.
    pub placed: Transform,
    /// Where it stands and faces, now and one step ago.
    pub frame: Transform,
    pub frame_before: Transform,
    /// How far the hips are lower than played, so that held feet are within reach. Only Y.
    pub sink: Offset,
    /// Left and right.
    pub legs: [LegState; 2],
    pub arms: [Away; 2],
    /// Hands and knees on the floor.
    pub touches: [Touch; PARTS],
    pub reaches: [Option<Reach>; Move::REACHES],
    /// What reaches goes through its point.
    pub passes: bool,
    pub lead: Option<Lead>,
    /// What its head turns to, and by how much it is turned.
    pub gaze: Option<Gaze>,
    pub look: HeadTurn,
    /// It gives way to other bodies, and how.
    pub yields: bool,
    pub apart: Separation,
    /// It has not been shown yet.
    pub fresh: bool,
    /// Some offset is alive.
    pub offset: bool,
    pub source: PoseSource,
    /// s since a foot last carried weight.
    pub airborne: f32,
    /// It lies, or is about to.
    pub down: bool,
    /// It is gone when the cues of this step are taken in.
    pub leaves: bool,
    /// It stands because it could do nothing else.
    pub fallen_back: bool,
    /// Number of the strike that has landed in this segment, plus one.
    pub landed: u32,
    /// Its reflexes, by their numbers on the stage plus one; 0 where there is none.
    pub reflexes: [u16; REFLEXES],
    /// Which of them holds it, by its place among them plus one; 0 for none.
    pub holder: u8,
}

impl Body {
    pub fn joints(&self, rig: &Rig) -> std::ops::Range<usize> {
        let first = self.first_joint as usize;
        first..first + rig.skeleton().len()
    }

    pub fn translated_joints(&self, rig: &Rig) -> std::ops::Range<usize> {
        let first = self.first_translated as usize;
        first..first + rig.skeleton().translated_joints().len()
    }

    /// Gets another driver, which is asked when the segment ends, or at once.
    pub fn hand_over(&mut self, driver: Driver, at_once: bool) {
        self.driver = driver;
        if at_once && !self.fresh {
            self.segment.end = self.segment.end.min(self.time);
        }
    }

    /// Begins anew somewhere else, in whatever it is told to do next.
    pub fn put(&mut self, frame: Transform) {
        self.frame = frame;
        self.sink = Offset::NONE;
        self.arms = [Away::NOT; 2];
        self.touches = [Touch::NOT; PARTS];
        self.fresh = true;
        self.offset = false;
    }

    /// Whether its segment has been played.
    pub fn is_done(&self) -> bool {
        self.fresh || self.time >= self.segment.end
    }
}

/// The lists of one actor.
pub(crate) struct Joints<'a> {
    pub rotations: &'a mut [Quat],
    pub translations: &'a mut [Vec3],
    pub turns: &'a mut [Offset],
    pub slides: &'a mut [Offset],
    pub world: &'a mut [Transform],
    /// Where the joints were shown in the last step.
    pub world_before: &'a [Transform],
}

/// What is the same for all bodies in a step.
pub(crate) struct Ctx<'a> {
    pub settings: &'a Settings,
    /// s
    pub step: f32,
    pub carry: SpringStep,
    pub carry_back: SpringStep,
    pub led: SpringStep,
    pub led_back: SpringStep,
    pub release: SpringStep,
    pub steps: SpringStep,
    pub settle: SpringStep,
    pub led_settle: SpringStep,
    pub sink: SpringStep,
    pub gaze: SpringStep,
    pub yields: SpringStep,
}

impl<'a> Ctx<'a> {
    pub fn new(settings: &'a Settings) -> Ctx<'a> {
        let step = settings.step;
        Ctx {
            settings,
            step,
            carry: settings.transition.step(step),
            carry_back: settings.transition.step(-step),
            led: settings.led.step(step),
            led_back: settings.led.step(-step),
            release: settings.release.step(step),
            steps: settings.steps.step(step),
            settle: settings.settle.step(step),
            led_settle: settings.led_settle.step(step),
            sink: settings.sink.step(step),
            gaze: settings.gaze.step(step),
            yields: settings.yields.step(step),
        }
    }
}

/// What is known of a body in the middle of its step.
#[derive(Clone, Copy, Default)]
pub(crate) struct Played {
    /// Another motion is played since this step.
    pub began: bool,
    pub aims: LegAims,
}

/// rad or m: a smaller offset is none. A tenth of a millimetre at arm's length.
const GONE: f32 = 1e-4;

/// The first half of a step: a new move where there is one, and the pose that it shows with what is left of the offset. Says
/// whether another motion is played since this step.
pub(crate) fn play(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    decided: &Decided,
    ctx: &Ctx<'_>,
    probe: &mut impl Probe,
) -> bool {
    let order = decided.order.as_ref();
    let began = order.is_some_and(|order| begin(body, joints, rig, order, ctx));
    for (reach, point) in body.reaches.iter_mut().zip(decided.redirected.iter().flatten()) {
        if let (Some(reach), Some(point)) = (reach, point) {
            reach.point = *point;
        }
    }
    let pushes = [order.and_then(|order| order.shove), decided.give].into_iter().flatten();
    let fresh = body.fresh;
    for push in pushes.filter(|push| push.is_sound() && !fresh) {
        shove(joints, rig, &push, joints.world_before);
        // It is shown where it was, and gets there as from a transition.
        let carried = push.carried();
        body.placed.translation += carried;
        joints.slides[0].position -= carried;
        body.offset = true;
    }
    probe.mark(Phase::Blend);
    separation::advance(body, ctx);
    let passed = ctx.step * body.rate;
    if let Some(lead) = body.lead {
        body.placed = led(
            &lead,
            body.placed,
            rig,
            body.segment.take,
            [body.time, body.time + f64::from(passed)],
            ctx.step,
        );
    }
    body.time += f64::from(passed);
    body.elapsed += ctx.step;
    if body.source == PoseSource::Given {
        // It is shown when all poses of this step are given.
        return began;
    }
    sample(body, joints, rig);
    probe.mark(Phase::Sample);
    if body.offset {
        blend(body, joints, ctx);
    }
    joints.translations[0] += body.sink.position;
    probe.mark(Phase::Blend);
    began
}

/// The second half, when it is known where the joints are and the legs are bent: hands and head. Says what there is to tell.
pub(crate) fn settle(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    decided: &Decided,
    played: &Played,
    ctx: &Ctx<'_>,
    probe: &mut impl Probe,
) -> Outcome {
    let footsteps = limbs::advance(body, joints, rig, played.began, &played.aims, ctx);
    probe.mark(Phase::Feet);
    gaze::advance(body, joints, rig, decided.seen, ctx);
    let outcome = observe::stands(body, joints, rig, footsteps, ctx);
    probe.mark(Phase::Kinematics);
    outcome
}

/// What the take shows now.
pub(crate) fn sample(body: &Body, joints: &mut Joints<'_>, rig: &Rig) {
    let clip = &rig.repertoire().takes[body.segment.take as usize].clip;
    let (a, b, weight) = locate(clip, body.time);
    let (a, b) = (clip.frame(a), clip.frame(b));
    nlerp_all(a.rotations, b.rotations, weight, joints.rotations);
    for (out, (a, b)) in joints.translations.iter_mut().zip(a.translations.iter().zip(b.translations)) {
        *out = *a + (*b - *a) * weight;
    }
    joints.rotations[0] = body.placed.rotation * joints.rotations[0];
    joints.translations[0] = body.placed.point(joints.translations[0]);
}

/// Adds what is left of the offset.
pub(crate) fn blend(body: &mut Body, joints: &mut Joints<'_>, ctx: &Ctx<'_>) {
    let mut most = turns::advance(joints.turns, joints.rotations, &ctx.carry);
    // The first is the body's place.
    let mut carry = if body.lead.is_some() { &ctx.led } else { &ctx.carry };
    for (slide, translation) in joints.slides.iter_mut().zip(joints.translations.iter_mut()) {
        *slide = slide.stepped(std::mem::replace(&mut carry, &ctx.carry));
        most = most.max(slide.size_squared());
        *translation += slide.position;
    }
    if most < GONE * GONE {
        body.offset = false;
        joints.turns.fill(Offset::NONE);
        joints.slides.fill(Offset::NONE);
    }
}
