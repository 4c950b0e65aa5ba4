//! Joints that jump from one frame to the next, and frames that only repeat the one before.
//!
//! A marker that is lost or swapped turns a joint by tens of degrees within a frame, and back some frames later. A
//! fast motion also turns much in a frame, but then its neighbours do so too: a jump stands out against the frames
//! around it.

use std::collections::BTreeMap;

use footwork_motion::glam::Quat;
use footwork_motion::{Clip, Role, Side, Skeleton, WorldClip};

use super::{Cure, Found, Severity};

/// Degrees in one frame at 120 Hz, below which nothing counts as a jump. Slower cameras see larger turns, but a
/// fast turn does not last, so the bound grows less than the time between frames.
const SMALL: f32 = 14.0;
/// A foot that meets the ground turns more abruptly than anything else.
const FOOT: f32 = 1.3;
/// A jump is this many times larger than the turns around it.
const STANDS_OUT: f32 = 4.5;
/// How many frames on each side a turn is compared with.
const AROUND: usize = 6;
/// Degrees per second that no joint turns at, whatever its neighbours do.
const IMPOSSIBLE: f32 = 3000.0;
/// Jumps within so many seconds are one.
const TOGETHER: f32 = 0.12;
/// Over how many seconds a jump that stays is spread.
const SPREAD: f32 = 0.2;

/// A joint that jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// The joint.
    pub joint: usize,
    /// The first frame after it jumped.
    pub frame: usize,
    /// The first frame after it last jumped; the same one, unless it jumped on or back.
    pub until: usize,
    /// Whether it is then back where it was.
    pub returns: bool,
    /// How far it turns in one frame at most, in degrees.
    pub degrees: f32,
}

pub(super) fn breaks(skeleton: &Skeleton, clip: &Clip, start: usize) -> Vec<Found> {
    let mut found = Vec::new();
    let (body, fingers): (Vec<Break>, Vec<Break>) = (0..skeleton.len())
        .flat_map(|joint| joint_breaks(skeleton, clip, joint, start))
        .partition(|b| !is_extremity(skeleton, b.joint));
    if !body.is_empty() {
        found.push(Found {
            severity: Severity::Wrong,
            what: format!("Joints jump: {}", list(skeleton, &body)),
            advice: "Look at these frames; --fix smooths over them, but cannot know what was there."
                .to_string(),
            cure: Some(Cure::Mend(body)),
        });
    }
    if !fingers.is_empty() {
        found.push(Found {
            severity: Severity::Note,
            what: format!("Fingers or toes hold noise: they flip {} times", fingers.len()),
            advice: "They were probably not captured; nothing depends on them. --fix smooths over them."
                .to_string(),
            cure: Some(Cure::Mend(fingers)),
        });
    }
    found
}

/// What lies beyond a wrist or an ankle.
fn is_extremity(skeleton: &Skeleton, joint: usize) -> bool {
    Side::BOTH.into_iter().flat_map(|side| [side.arm()[2], side.leg()[2]]).any(|role: Role| {
        let root = skeleton.joint(role).ok();
        root.is_some_and(|root| joint != root && skeleton.ancestors(joint).any(|ancestor| ancestor == root))
    })
}

fn joint_breaks(skeleton: &Skeleton, clip: &Clip, joint: usize, start: usize) -> Vec<Break> {
    let rotation = |frame: usize| clip.frame(frame).rotations[joint];
    let turns: Vec<f32> = (0..clip.frames())
        .map(|frame| if frame <= start { 0.0 } else { degrees_between(rotation(frame - 1), rotation(frame)) })
        .collect();
    let is_foot = [Role::LeftAnkle, Role::RightAnkle].iter().any(|&role| skeleton.joint(role) == Ok(joint));
    let small = SMALL * libm::powf(120.0 / clip.rate(), 0.75) * if is_foot { FOOT } else { 1.0 };
    let impossible = (IMPOSSIBLE / clip.rate()).max(small);
    let together = (TOGETHER * clip.rate()).ceil().max(2.0) as usize;
    let mut found: Vec<Break> = Vec::new();
    for frame in start + 1..clip.frames() {
        let turn = turns[frame];
        if !(turn > impossible || turn > small && turn > STANDS_OUT * around(&turns, frame, start)) {
            continue;
        }
        match found.last_mut().filter(|last| frame - last.until <= together) {
            Some(last) => {
                last.until = frame;
                last.degrees = last.degrees.max(turn);
            }
            None => found.push(Break { joint, frame, until: frame, returns: false, degrees: turn }),
        }
    }
    for b in &mut found {
        let apart = degrees_between(rotation(b.frame - 1), rotation(b.until));
        b.returns = b.until > b.frame && apart < 0.6 * b.degrees;
    }
    found
}

/// The third largest turn among the frames around one: a fast motion has several, and a flip that comes back
/// within them has one more.
fn around(turns: &[f32], frame: usize, start: usize) -> f32 {
    let (from, to) = (frame.saturating_sub(AROUND).max(start + 1), (frame + AROUND).min(turns.len() - 1));
    let mut near: Vec<f32> = (from..=to).filter(|&f| f != frame).map(|f| turns[f]).collect();
    near.sort_by(|a, b| b.total_cmp(a));
    near.get(2).or(near.last()).copied().unwrap_or(0.0)
}

fn degrees_between(a: Quat, b: Quat) -> f32 {
    2.0 * libm::acosf(a.dot(b).abs().min(1.0)).to_degrees()
}

/// The worst few, by frame: `the left arm by 94° at frame 3`.
fn list(skeleton: &Skeleton, breaks: &[Break]) -> String {
    let mut frames: BTreeMap<usize, Vec<&Break>> = BTreeMap::new();
    breaks.iter().for_each(|b| frames.entry(b.frame).or_default().push(b));
    let mut frames: Vec<(usize, Vec<&Break>)> = frames.into_iter().collect();
    let worst = |list: &[&Break]| list.iter().map(|b| b.degrees).fold(0.0, f32::max);
    let total = frames.len();
    frames.sort_by(|a, b| worst(&b.1).total_cmp(&worst(&a.1)));
    frames.truncate(6);
    frames.sort_by_key(|(frame, _)| *frame);
    let mut parts: Vec<String> = frames
        .iter()
        .map(|(frame, list)| {
            let most = list.iter().max_by(|a, b| a.degrees.total_cmp(&b.degrees));
            let name = most.map_or("", |b| skeleton.name(b.joint));
            let others = match list.len() {
                1 => String::new(),
                n if 2 * n > skeleton.len() => " and most of the body".to_string(),
                n => format!(" and {} more", n - 1),
            };
            format!("{name}{others} by {:.0}° at frame {frame}", worst(list))
        })
        .collect();
    if total > parts.len() {
        parts.push(format!("and at {} more frames", total - parts.len()));
    }
    parts.join(", ")
}

/// Smooths over breaks: a flip is bridged, a jump that stays is spread over the frames after it.
pub(super) fn mend(clip: &mut Clip, breaks: &[Break]) {
    let spread = (SPREAD * clip.rate()).ceil() as usize;
    for b in breaks {
        let rotation = |clip: &Clip, frame: usize| clip.frame(frame).rotations[b.joint];
        let before = rotation(clip, b.frame - 1);
        if !b.returns {
            // As if the joint went on as it did, and the difference died away.
            let earlier = rotation(clip, b.frame.saturating_sub(2));
            let expected = before * (earlier.conjugate() * before);
            let offset = expected * rotation(clip, b.until).conjugate();
            for frame in b.until..(b.until + spread).min(clip.frames()) {
                let x = (frame - b.until) as f32 / spread as f32;
                let weight = 1.0 - x * x * (3.0 - 2.0 * x);
                let rotation = &mut clip.rotations_mut(frame)[b.joint];
                *rotation = (Quat::IDENTITY.slerp(offset, weight) * *rotation).normalize();
            }
        }
        let after = rotation(clip, b.until);
        let steps = (b.until - b.frame + 1) as f32;
        for frame in b.frame..b.until {
            let share = (frame + 1 - b.frame) as f32 / steps;
            clip.rotations_mut(frame)[b.joint] = before.slerp(after, share).normalize();
        }
    }
}

/// Frames that repeat the one before while the body moves on before and after them: dropped by the recorder.
pub(super) fn repeats(clip: &Clip, world: &WorldClip, start: usize) -> Option<Found> {
    let same = |frame: usize| clip.frame(frame) == clip.frame(frame - 1);
    let moving = |frame: usize| {
        let (a, b) = (world.frame(frame - 1), world.frame(frame));
        a.iter().zip(b).map(|(a, b)| (a.translation - b.translation).length()).fold(0.0, f32::max)
            * world.rate()
            > 0.2
    };
    let mut frames = Vec::new();
    let mut frame = start + 2;
    while frame < clip.frames() {
        let length = (frame..clip.frames()).take_while(|&f| same(f)).count();
        let after = frame + length;
        if length > 0 && after < clip.frames() && moving(frame - 1) && moving(after) {
            frames.extend(frame..after);
        }
        frame += length + 1;
    }
    let first = *frames.first()?;
    Some(Found {
        severity: Severity::Wrong,
        what: format!(
            "Dropped frames: {} frames only repeat the one before, the first at {first}",
            frames.len()
        ),
        advice: "--fix fills them in between their neighbours.".to_string(),
        cure: Some(Cure::Fill { frames }),
    })
}

/// Replaces repeated frames by what lies between their neighbours.
pub(super) fn fill(clip: &mut Clip, frames: &[usize]) {
    let mut i = 0;
    while i < frames.len() {
        let first = frames[i];
        let length = frames[i..].iter().enumerate().take_while(|(k, f)| **f == first + k).count();
        let (before, after) = (first - 1, first + length);
        if after < clip.frames() {
            let (a, b) = (
                footwork_motion::Pose::from(clip.frame(before)),
                footwork_motion::Pose::from(clip.frame(after)),
            );
            let mut pose = a.clone();
            for frame in first..after {
                pose.blend(a.view(), b.view(), (frame - before) as f32 / (after - before) as f32);
                clip.rotations_mut(frame).copy_from_slice(&pose.rotations);
                clip.translations_mut(frame).copy_from_slice(&pose.translations);
            }
        }
        i += length;
    }
}
