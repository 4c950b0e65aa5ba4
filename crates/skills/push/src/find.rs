//! Finding pushes in recordings: when somebody was pushed, where, which way and how hard.
//!
//! The paper has them labelled by hand (section 3.2). Here the ground tells: a body can be moved by what its soles press
//! and by what pushes it from outside. Where the centre of mass c is accelerated by more than soles can, the rest came from
//! outside. The pressure that an acceleration asks for is at p = c − h/(g + c̈ᵧ)·c̈; how far that is outside of the soles,
//! times (g + c̈ᵧ)/h, is what the soles cannot have done.

use footwork_annotate::{Action, Take};
use footwork_looks::Seen;
use footwork_looks::feet::outside;
use footwork_motion::balance::GRAVITY;
use footwork_motion::{MissingRole, Role, Skeleton, ground};
use glam::{Vec2, Vec3};

/// A push that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// s, just before it.
    pub time: f32,
    /// s, when the body is back to what it was doing.
    pub until: f32,
    /// m, where it landed, in the clip's space.
    pub point: Vec3,
    /// m/s, by how much it changed the velocity of the centre of mass, in the clip's space.
    pub gain: Vec3,
    /// m/s, by how much it changed the velocity of the point.
    pub velocity: Vec3,
    /// Whether the body fell.
    pub fell: bool,
}

/// s. A push is looked for from this long before an action begins that is called pushed; actions begin when one sees it.
const EARLIER: f32 = 0.25;
/// s. And until this long after: whoever is pushed shows it at once.
const LATER: f32 = 0.6;
/// m/s². Less can be done by soles that are a little longer than they are drawn.
const LEAST_FORCE: f32 = 1.0;
/// Share of the strongest force from which on it is the push.
const STRONG: f32 = 0.4;
/// Share of the strongest force below which a push has not begun.
const BEGINS: f32 = 0.25;
/// s. Velocities are compared from before a push to this long after it began: shoves last about a tenth of a second, and
/// the low-pass of the centre of mass smears as much.
const SHOVE: f32 = 0.15;
/// m/s. A push that changes less is none.
const LEAST_GAIN: f32 = 0.12;
/// s. What is pushed again within less is one push.
const APART: f32 = 0.35;
/// m. From a joint to the skin where hands push.
const SKIN: f32 = 0.11;

/// Finds the pushes of a take, in order.
pub fn pushes(skeleton: &Skeleton, take: &Take) -> Result<Vec<Push>, MissingRole> {
    let is_pushed = |action: &&Action| action.is("pushed") || action.is("pushed_over") || action.is("bumped");
    let actions: Vec<&Action> = take.annotation.actions.iter().filter(is_pushed).collect();
    if actions.is_empty() {
        return Ok(Vec::new());
    }
    let seen = Seen::of(skeleton, &take.clip)?;
    let forces: Vec<f32> = (0..seen.frames()).map(|frame| from_outside(&seen, frame)).collect();
    let rate = footwork_looks::RATE;
    let own = take.clip.rate();
    let mut found: Vec<Push> = Vec::new();
    for action in &actions {
        let begin = action.span.first as f32 / own;
        let end = action.span.end as f32 / own;
        let from = ((begin - EARLIER).max(0.0) * rate) as usize;
        let to = (((begin + LATER).min(end) * rate) as usize).min(seen.frames());
        let fell = !action.is("pushed");
        let until = if fell { risen(take, action).unwrap_or(end) } else { end };
        let push = peak(&forces, from, to).and_then(|begun| measure(&seen, begun, until, action, fell));
        match (push, found.last_mut()) {
            (Some(push), Some(last)) if push.time - last.time <= APART => {
                last.until = last.until.max(push.until)
            }
            (Some(push), _) => found.push(push),
            // The body is still busy with the push before.
            (None, Some(last)) if begin - last.until < APART => last.until = last.until.max(until),
            (None, _) => {}
        }
    }
    // A response ends where the next push begins.
    for next in 1..found.len() {
        found[next - 1].until = found[next - 1].until.min(found[next].time);
    }
    Ok(found)
}

/// The frame just before the first strong force within a span; catching oneself with a foot can be as strong, and comes later.
fn peak(forces: &[f32], from: usize, to: usize) -> Option<usize> {
    let strongest = forces.get(from..to)?.iter().copied().fold(0.0_f32, f32::max);
    if strongest < LEAST_FORCE {
        return None;
    }
    let above = (from..to).find(|&frame| forces[frame] >= STRONG * strongest)?;
    let top = (above..to).find(|&frame| forces.get(frame + 1).is_none_or(|next| *next < forces[frame]))?;
    Some((0..top).rev().find(|&frame| forces[frame] < BEGINS * forces[top]).unwrap_or(0))
}

/// s, when who fell is up again: the end of the getting up that follows.
fn risen(take: &Take, fall: &Action) -> Option<f32> {
    let after = take.annotation.actions.iter().filter(|action| action.span.first >= fall.span.end);
    let mut rise = None;
    for action in after {
        match () {
            () if action.is("rise") => rise = Some(action.span.end as f32 / take.clip.rate()),
            () if action.is("fall") || action.is("lying") => {}
            () => break,
        }
    }
    rise
}

/// m/s². What of the acceleration of the centre of mass the soles cannot have done.
fn from_outside(seen: &Seen, frame: usize) -> f32 {
    let (centre, pushed) = (seen.centre[frame], seen.centre_acceleration[frame]);
    let height = (centre.y - seen.feet.floor).max(0.3);
    let down = (GRAVITY + pushed.y).max(0.0);
    let at = centre - pushed * (height / down.max(1.0));
    let soles: Vec<Vec2> = seen.feet.soles(seen, frame);
    if soles.is_empty() {
        // In flight only what is not weight comes from outside.
        return Vec3::new(pushed.x, 0.0, pushed.z).length();
    }
    outside(&soles, Vec2::new(at.x, at.z)) * down / height
}

/// What a push did that began at a frame.
fn measure(seen: &Seen, begun: usize, until: f32, action: &Action, fell: bool) -> Option<Push> {
    let rate = footwork_looks::RATE;
    let after = (begun + (SHOVE * rate) as usize).min(seen.frames() - 1);
    let flat = |v: Vec3| Vec3::new(v.x, 0.0, v.z);
    let gain = flat(seen.centre_velocity[after] - seen.centre_velocity[begun]);
    if gain.length() < LEAST_GAIN || until * rate <= after as f32 {
        return None;
    }
    let direction = gain.normalize_or_zero();
    let role = pushed_role(seen, begun, direction, action);
    let places = seen.places(role);
    // Before, over the two steps that lead to it; after, over the fastest of the steps within it.
    let speed = |f: usize| (places[f] - places[f.saturating_sub(1)]) * rate;
    let before = 0.5 * (speed(begun) + speed(begun.saturating_sub(1)));
    let velocity = (begun + 1..=after)
        .map(|f| flat(speed(f) - before))
        .max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction)))
        .unwrap_or(gain);
    let point = places[begun] - direction * SKIN;
    Some(Push { time: begun as f32 / rate, until, point, gain, velocity, fell })
}

/// What was pushed: what the annotation says, or else the part of the upper body that goes ahead of the others.
fn pushed_role(seen: &Seen, begun: usize, direction: Vec3, action: &Action) -> Role {
    let said = [
        ("left_shoulder", Role::LeftShoulder),
        ("right_shoulder", Role::RightShoulder),
        ("head", Role::Head),
        ("hips", Role::Hips),
        ("chest", Role::Chest),
        ("back", Role::Chest),
        ("left_side", Role::Chest),
        ("right_side", Role::Chest),
    ];
    if let Some((_, role)) = said.iter().find(|(word, _)| action.is(word)) {
        return *role;
    }
    let soon = (begun + 6).min(seen.frames() - 1);
    let went = |role: Role| {
        let places = seen.places(role);
        (places[soon] - places[begun]).dot(direction)
    };
    let [left, right, chest] = [Role::LeftShoulder, Role::RightShoulder, Role::Chest].map(went);
    // A push on a shoulder turns the trunk: one shoulder goes, and the other stays.
    match () {
        () if left > 1.3 * right.max(0.0) && left > chest => Role::LeftShoulder,
        () if right > 1.3 * left.max(0.0) && right > chest => Role::RightShoulder,
        () => Role::Chest,
    }
}

/// Where a body stands and faces at a time of a clip.
pub fn frame_at(
    skeleton: &Skeleton,
    take: &Take,
    seconds: f32,
) -> Result<footwork_motion::Transform, MissingRole> {
    let frame = ((seconds * take.clip.rate()) as usize).min(take.clip.frames() - 1);
    ground::body_frame_at(skeleton, &take.clip, frame)
}
