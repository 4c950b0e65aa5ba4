//! A body: plays segments and looks right doing it.
//!
//! A step of a body: begin a new segment if there is one, let time pass, sample the take, add the offset that is left
//! of the last transitions, find where the joints are, keep the feet where they stand. A new segment begins where the
//! body is and faces; what differs from the pose carried so far, in place and in speed, becomes the offset.
//!
//! Seed: *Pushing People Around*, section 3.1; see [`offset`](crate::offset) for what is different.

use footwork_motion::{Transform, kinematics};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::deciding::Decided;
use crate::gaze::{self, Gaze, Look};
use crate::impulse::shove;
use crate::limbs::{self, Away, LegState};
use crate::offset::{Offset, SpringStep, rotation_of, turn_beside, turn_of};
use crate::play::{Lead, Move, Place, Reach, Segment};
use crate::rig::Rig;
use crate::separation::{self, Separation};
use crate::settings::{Part, Probe, Settings};
use crate::tracks::{locate, mixed};

/// What decides for an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Driver {
    /// It stands.
    Nobody,
    /// By its number on the stage.
    Mind(u32),
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
    pub reaches: [Option<Reach>; Move::REACHES],
    pub lead: Option<Lead>,
    /// What its head turns to, and by how much it is turned.
    pub gaze: Option<Gaze>,
    pub look: Look,
    /// It gives way to other bodies, and how.
    pub yields: bool,
    pub apart: Separation,
    /// It has not been shown yet.
    pub fresh: bool,
    /// Some offset is alive.
    pub offset: bool,
    /// It stands because it could do nothing else.
    pub fallen_back: bool,
    /// Number of the strike that has landed in this segment, plus one.
    pub landed: u32,
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
    pub release: SpringStep,
    pub settle: SpringStep,
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
            release: settings.release.step(step),
            settle: settings.settle.step(step),
            sink: settings.sink.step(step),
            gaze: settings.gaze.step(step),
            yields: settings.yields.step(step),
        }
    }
}

/// rad or m: a smaller offset is none. A tenth of a millimetre at arm's length.
const GONE: f32 = 1e-4;

/// Lets one step pass, with a new move where there is one.
pub(crate) fn advance(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    decided: &Decided,
    ctx: &Ctx<'_>,
    probe: &mut impl Probe,
) {
    let order = decided.order.as_ref();
    let began = order.is_some_and(|order| begin(body, joints, rig, order, ctx));
    for (reach, point) in body.reaches.iter_mut().zip(decided.redirected.iter().flatten()) {
        if let (Some(reach), Some(point)) = (reach, point) {
            reach.point = *point;
        }
    }
    let pushes = [order.and_then(|order| order.shove), decided.give].into_iter().flatten();
    for push in pushes.filter(|push| push.is_sound() && !body.fresh) {
        shove(joints, rig, &push, joints.world_before);
        body.offset = true;
    }
    probe.mark(Part::Blend);
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
    sample(body, joints, rig);
    probe.mark(Part::Sample);
    if body.offset {
        blend(body, joints, ctx);
    }
    joints.translations[0] += body.sink.position;
    probe.mark(Part::Blend);
    let skeleton = rig.skeleton();
    let pose = footwork_motion::PoseView { translations: joints.translations, rotations: joints.rotations };
    kinematics::world(skeleton, pose, joints.world);
    probe.mark(Part::Kinematics);
    limbs::advance(body, joints, rig, began, ctx);
    probe.mark(Part::Feet);
    gaze::advance(body, joints, rig, decided.seen, ctx);
    body.frame_before = body.frame;
    body.frame = rig.frame_of(joints.world);
    if body.fresh {
        body.frame_before = body.frame;
        body.fresh = false;
    }
    probe.mark(Part::Kinematics);
}

/// A moment of a take, at a place.
struct Moment<'a> {
    a: footwork_motion::PoseView<'a>,
    b: footwork_motion::PoseView<'a>,
    weight: f32,
    placed: Transform,
}

impl<'a> Moment<'a> {
    fn new(rig: &'a Rig, take: u32, seconds: f64, placed: Transform) -> Moment<'a> {
        let clip = &rig.repertoire().takes[take as usize].clip;
        let (a, b, weight) = locate(clip, seconds);
        Moment { a: clip.frame(a), b: clip.frame(b), weight, placed }
    }

    #[inline]
    fn rotation(&self, joint: usize) -> Quat {
        let local = mixed(self.a.rotations[joint], self.b.rotations[joint], self.weight);
        if joint == 0 { self.placed.rotation * local } else { local }
    }

    #[inline]
    fn translation(&self, translated_joint: usize) -> Vec3 {
        let (a, b) = (self.a.translations[translated_joint], self.b.translations[translated_joint]);
        let local = a + (b - a) * self.weight;
        if translated_joint == 0 { self.placed.point(local) } else { local }
    }
}

/// Two moments one step apart: what is left of a motion, or the beginning of one. `now` is the later one unless there
/// is no earlier, at the very beginning of a take; then the one after stands for it.
struct Gait<'a> {
    now: Moment<'a>,
    other: Moment<'a>,
    other_is_later: bool,
}

impl<'a> Gait<'a> {
    fn new(
        rig: &'a Rig,
        take: u32,
        seconds: f64,
        rate: f32,
        step: f32,
        placed: Transform,
        lead: Option<Lead>,
    ) -> Gait<'a> {
        let way = f64::from(rate * step);
        let other_is_later = seconds < way;
        let other = if other_is_later { seconds + way } else { seconds - way };
        let toward = if other_is_later { step } else { -step };
        let placed_then = lead.map_or(placed, |lead| led(&lead, placed, rig, take, [seconds, other], toward));
        Gait {
            now: Moment::new(rig, take, seconds, placed),
            other: Moment::new(rig, take, other, placed_then),
            other_is_later,
        }
    }

    /// A joint's rotation now and one step ago.
    #[inline]
    fn rotation(&self, joint: usize) -> (Quat, Quat) {
        let (now, other) = (self.now.rotation(joint), self.other.rotation(joint));
        // As far back as it goes forward.
        (now, if self.other_is_later { now * (other.conjugate() * now) } else { other })
    }

    #[inline]
    fn translation(&self, translated_joint: usize) -> (Vec3, Vec3) {
        let (now, other) = (self.now.translation(translated_joint), self.other.translation(translated_joint));
        (now, if self.other_is_later { 2.0 * now - other } else { other })
    }
}

/// Where a take has to be placed at the second of two times, so that from the first to it a body goes where it is led.
fn led(lead: &Lead, placed: Transform, rig: &Rig, take: u32, times: [f64; 2], seconds: f32) -> Transform {
    let [from, to] = times.map(|time| rig.ground(take, time).unwrap_or_default());
    let way = lead.mixed(from.inverse() * to, seconds);
    let placed = placed * from * way * to.inverse();
    Transform { rotation: placed.rotation.normalize(), ..placed }
}

/// Begins a segment: where the body is, with an offset that leaves place and speed of every joint as they are. Says
/// whether something else is played now.
fn begin(body: &mut Body, joints: &mut Joints<'_>, rig: &Rig, order: &Move, ctx: &Ctx<'_>) -> bool {
    let Segment { take, first, end } = order.segment;
    // A segment that ended within the last step is followed from where that step got to.
    let over = (body.time - body.segment.end).max(0.0) * f64::from(order.rate / body.rate.max(1e-6));
    let over = if body.fresh || body.time < body.segment.end { 0.0 } else { over };
    let start = (first + over).min(end);
    let goes_on = !body.fresh
        && body.segment.take == take
        && (start - body.time).abs() < 1e-6
        && order.place == Place::Here;
    let (old, old_rate, old_time, old_lead) = (body.segment, body.rate, body.time, body.lead);
    body.segment = order.segment;
    body.rate = order.rate;
    body.elapsed = 0.0;
    body.lead = order.lead.filter(|lead| lead.is_sound() && lead.weight > 0.0);
    (body.gaze, body.yields) = (order.gaze, order.yields);
    body.reaches = order.reaches.map(|reach| reach.filter(Reach::is_sound));
    if !goes_on {
        body.landed = 0;
    } else if (body.rate, body.lead) == (old_rate, old_lead) {
        return false;
    }
    let placed = match order.place {
        Place::At(place) => place,
        Place::Here if goes_on => body.placed,
        Place::Here => {
            let from = rig.ground(take, start).unwrap_or_default();
            let here = body.frame * from.inverse();
            let way = if order.lead.is_some() {
                limbs::to_held_feet(body, joints, rig, here, start)
            } else {
                Vec3::ZERO
            };
            Transform { translation: here.translation + way, ..here }
        }
    };
    let placed = Transform { rotation: placed.rotation.normalize(), translation: placed.translation };
    if !body.fresh {
        let ending = Gait::new(rig, old.take, old_time, old_rate, ctx.step, body.placed, old_lead);
        let beginning = Gait::new(rig, take, start, order.rate, ctx.step, placed, body.lead);
        absorb(joints, &ending, &beginning, ctx);
        body.offset = true;
    }
    body.time = start;
    body.placed = placed;
    !goes_on
}

/// Takes in the jump from the motion that ends to the one that begins. What is shown stays continuous.
fn absorb(joints: &mut Joints<'_>, ending: &Gait<'_>, beginning: &Gait<'_>, ctx: &Ctx<'_>) {
    for (joint, turn) in joints.turns.iter_mut().enumerate() {
        let (old_now, old_before) = ending.rotation(joint);
        let (new_now, new_before) = beginning.rotation(joint);
        let back = turn.stepped(&ctx.carry_back);
        let now = rotation_of(turn.position) * old_now * new_now.conjugate();
        let before = rotation_of(back.position) * old_before * new_before.conjugate();
        *turn = Offset::moving(turn_beside(before, now), turn_of(now), ctx.step);
    }
    for (translated_joint, slide) in joints.slides.iter_mut().enumerate() {
        let (old_now, old_before) = ending.translation(translated_joint);
        let (new_now, new_before) = beginning.translation(translated_joint);
        let back = slide.stepped(&ctx.carry_back);
        let now = slide.position + old_now - new_now;
        let before = back.position + old_before - new_before;
        *slide = Offset::moving(before, now, ctx.step);
    }
}

/// What the take shows now.
fn sample(body: &Body, joints: &mut Joints<'_>, rig: &Rig) {
    let clip = &rig.repertoire().takes[body.segment.take as usize].clip;
    let (a, b, weight) = locate(clip, body.time);
    let (a, b) = (clip.frame(a), clip.frame(b));
    for (out, (a, b)) in joints.rotations.iter_mut().zip(a.rotations.iter().zip(b.rotations)) {
        *out = mixed(*a, *b, weight);
    }
    for (out, (a, b)) in joints.translations.iter_mut().zip(a.translations.iter().zip(b.translations)) {
        *out = *a + (*b - *a) * weight;
    }
    joints.rotations[0] = body.placed.rotation * joints.rotations[0];
    joints.translations[0] = body.placed.point(joints.translations[0]);
}

/// Adds what is left of the offset.
fn blend(body: &mut Body, joints: &mut Joints<'_>, ctx: &Ctx<'_>) {
    let mut most = 0.0_f32;
    for (turn, rotation) in joints.turns.iter_mut().zip(joints.rotations.iter_mut()) {
        let (turned, size) = turn.turn_on(&ctx.carry);
        most = if size > most { size } else { most };
        *rotation = turned * *rotation;
    }
    for (slide, translation) in joints.slides.iter_mut().zip(joints.translations.iter_mut()) {
        *slide = slide.stepped(&ctx.carry);
        most = most.max(slide.size_squared());
        *translation += slide.position;
    }
    if most < GONE * GONE {
        body.offset = false;
        joints.turns.fill(Offset::NONE);
        joints.slides.fill(Offset::NONE);
    }
}
