//! Transitions: a new segment begins where the body is and faces; what differs from the pose so far, in place and in
//! speed, becomes the offset.
//!
//! The paper: *Pushing People Around*, section 3.1; see [`offset`](crate::offset) for what is different.

use footwork_motion::Transform;
use footwork_motion::pose::nlerp;
use glam::{Quat, Vec3};

use crate::body::{Body, Ctx, Joints};
use crate::given::PoseSource;
use crate::legs;
use crate::offset::{Offset, SpringStep, rotation_of, turn_beside, turn_of};
use crate::play::{Lead, Move, Placement, Reach, Segment};
use crate::rig::Rig;
use crate::tracks::locate;

/// A moment of a take, at a place.
pub(crate) struct Moment<'a> {
    a: footwork_motion::PoseView<'a>,
    b: footwork_motion::PoseView<'a>,
    weight: f32,
    placed: Transform,
}

impl<'a> Moment<'a> {
    pub fn new(rig: &'a Rig, take: u32, seconds: f64, placed: Transform) -> Moment<'a> {
        let clip = &rig.repertoire().takes[take as usize].clip;
        let (a, b, weight) = locate(clip, seconds);
        Moment { a: clip.frame(a), b: clip.frame(b), weight, placed }
    }

    #[inline]
    pub fn rotation(&self, joint: usize) -> Quat {
        let local = nlerp(self.a.rotations[joint], self.b.rotations[joint], self.weight);
        if joint == 0 { self.placed.rotation * local } else { local }
    }

    #[inline]
    pub fn translation(&self, translated_joint: usize) -> Vec3 {
        let (a, b) = (self.a.translations[translated_joint], self.b.translations[translated_joint]);
        let local = a + (b - a) * self.weight;
        if translated_joint == 0 { self.placed.point(local) } else { local }
    }
}

/// Two moments one step apart: what is left of a motion, or the beginning of one. `now` is the later one unless there
/// is no earlier, at the very beginning of a take; then the one after stands for it.
pub(crate) struct Gait<'a> {
    now: Moment<'a>,
    other: Moment<'a>,
    other_is_later: bool,
}

impl<'a> Gait<'a> {
    pub fn new(
        rig: &'a Rig,
        take: u32,
        seconds: f64,
        rate: f32,
        step: f32,
        placed: Transform,
        lead: Option<Lead>,
    ) -> Gait<'a> {
        let advance = f64::from(rate * step);
        let other_is_later = seconds < advance;
        let other = if other_is_later { seconds + advance } else { seconds - advance };
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
    pub fn rotation(&self, joint: usize) -> (Quat, Quat) {
        let (now, other) = (self.now.rotation(joint), self.other.rotation(joint));
        // As far back as it goes forward.
        (now, if self.other_is_later { now * (other.conjugate() * now) } else { other })
    }

    #[inline]
    pub fn translation(&self, translated_joint: usize) -> (Vec3, Vec3) {
        let (now, other) = (self.now.translation(translated_joint), self.other.translation(translated_joint));
        (now, if self.other_is_later { 2.0 * now - other } else { other })
    }
}

/// Where a take has to be placed at the second of two times, so that from the first to it a body goes where it is led.
pub(crate) fn led(
    lead: &Lead,
    placed: Transform,
    rig: &Rig,
    take: u32,
    times: [f64; 2],
    seconds: f32,
) -> Transform {
    let [from, to] = times.map(|time| rig.ground(take, time).unwrap_or_default());
    let path = lead.mixed(from.inverse() * to, seconds);
    let placed = placed * from * path * to.inverse();
    Transform { rotation: placed.rotation.normalize(), ..placed }
}

/// Begins a segment: where the body is, with an offset that leaves place and speed of every joint as they are. Says
/// whether something else is played now.
pub(crate) fn begin(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    order: &Move,
    ctx: &Ctx<'_>,
) -> bool {
    let Segment { take, first, end } = order.segment;
    // A segment that ended within the last step is followed from where that step got to.
    let over = (body.time - body.segment.end).max(0.0) * f64::from(order.rate / body.rate.max(1e-6));
    let over = if body.fresh || body.time < body.segment.end { 0.0 } else { over };
    let start = (first + over).min(end);
    let goes_on = !body.fresh
        && body.segment.take == take
        && (start - body.time).abs() < 1e-6
        && order.place == Placement::Here;
    let (old, old_rate, old_time, old_lead) = (body.segment, body.rate, body.time, body.lead);
    body.segment = order.segment;
    body.rate = order.rate;
    body.elapsed = 0.0;
    body.lead = order.lead.filter(|lead| lead.is_sound() && lead.weight > 0.0);
    (body.gaze, body.yields) = (order.gaze, order.yields);
    body.reaches = order.reaches.map(|reach| reach.filter(Reach::is_sound));
    body.passes = order.passes;
    if !goes_on {
        body.landed = 0;
    } else if (body.rate, body.lead) == (old_rate, old_lead) {
        return false;
    }
    let placed = match order.place {
        Placement::At(place) => place,
        Placement::Here if goes_on => body.placed,
        Placement::Here => {
            let from = rig.ground(take, start).unwrap_or_default();
            let here = body.frame * from.inverse();
            let shift = if order.lead.is_some() {
                legs::to_held_feet(body, joints, rig, here, start)
            } else {
                Vec3::ZERO
            };
            Transform { translation: here.translation + shift, ..here }
        }
    };
    let placed = Transform { rotation: placed.rotation.normalize(), translation: placed.translation };
    if !body.fresh && body.source == PoseSource::Take {
        let ending = Gait::new(rig, old.take, old_time, old_rate, ctx.step, body.placed, old_lead);
        let beginning = Gait::new(rig, take, start, order.rate, ctx.step, placed, body.lead);
        let place_back = if old_lead.is_some() { &ctx.led_back } else { &ctx.carry_back };
        absorb(joints, &ending, &beginning, place_back, ctx);
        body.offset = true;
    }
    body.time = start;
    body.placed = placed;
    !goes_on
}

/// Takes in the jump from the motion that ends to the one that begins. What is shown stays continuous. `place_back` is a
/// step back in time of the spring that the body's place was under.
fn absorb(
    joints: &mut Joints<'_>,
    ending: &Gait<'_>,
    beginning: &Gait<'_>,
    place_back: &SpringStep,
    ctx: &Ctx<'_>,
) {
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
        let back = slide.stepped(if translated_joint == 0 { place_back } else { &ctx.carry_back });
        let now = slide.position + old_now - new_now;
        let before = back.position + old_before - new_before;
        *slide = Offset::moving(before, now, ctx.step);
    }
}
