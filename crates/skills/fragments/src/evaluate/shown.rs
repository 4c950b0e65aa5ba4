//! How a skill looks and answers on the stage: measured on the body that is seen, after blending, leading and held feet.
//!
//! Not from the paper, which judges the fragments that are chosen. Two minutes of scripted sticks say how steady the body
//! is; sudden changes of the sticks, each at several moments of a stride, say how soon it answers.

use std::sync::Arc;

use footwork_graph::Control;
use footwork_looks::{Look, Seen, balance, shake, slide};
use footwork_motion::quality::{self, percentile};
use footwork_motion::{Clip, MissingRole, Transform, WorldClip};
use footwork_stage::{ActorId, CastError, Cue, Recorder, Rig, Settings, SettingsError, Stage};
use glam::{Vec2, Vec3};
use serde::Serialize;

use crate::control::ControlSpace;
use crate::mind::Steered;
use crate::players;
use crate::trace::Trace;

/// What is seen of a body that is steered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// A minute: how often the centre of mass gains more than 0.8 m/s and loses it again within 0.4 s.
    pub reversals: f32,
    /// m/s², what the centre of mass's acceleration over the ground stays below for 90 % of the time.
    pub acceleration: f32,
    /// m, how far the body is after a second from where the sticks would have taken it, the mean.
    pub path_error: f32,
    /// cm/s, of feet that carry weight.
    pub slide: f32,
    /// m/s, the largest change of a joint's velocity from one frame to the next.
    pub worst_jump: f32,
    /// Share of frames with a larger change than 99.9 % of the recordings' have.
    pub over_usual: f32,
    /// s, from a stick to half of its answer: the median of all changes. What is never answered counts as the full wait.
    pub answer: f32,
    /// s, the same of 90 % of all changes.
    pub slow_answer: f32,
    /// Share of changes that are never answered.
    pub unanswered: f32,
}

/// A mind on a stage of its own.
pub struct Performance<'a> {
    /// The body.
    pub rig: &'a Arc<Rig>,
    /// Who steers it.
    pub mind: &'a Steered,
    /// What traces are in.
    pub space: &'a ControlSpace,
    /// m/s, the change of a joint's velocity that 99.9 % of the recordings' frames stay below.
    pub usual_jump: f32,
}

/// Why nothing could be shown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ShownError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Cast(#[from] CastError),
    #[error(transparent)]
    Role(#[from] MissingRole),
    #[error("nothing was recorded: {0}")]
    Nothing(String),
}

/// Ticks from one sample of a trace to the next: a tenth of a second.
const TICKS: u64 = 6;
/// s. A path is compared after so long.
const AHEAD: usize = 60;
/// Frames: 0.3 s. The motion before a change is the mean of so long, and an answer lasts as long.
const LASTS: usize = 18;
/// s, samples: how long the sticks rest before a change, and how long an answer is waited for.
const SETTLE: usize = 20;
const WAIT: usize = 20;
/// How many moments of a stride each change is tried at, 0.1 s apart: about a stride.
const MOMENTS: usize = 8;

/// What is asked for, and what after it.
fn changes() -> Vec<[Control; 2]> {
    let still = Control::default();
    let ahead = |speed: f32| Control { velocity: [0.0, speed], ..still };
    let aside = |speed: f32| Control { velocity: [speed, 0.0], ..still };
    let turning = |control: Control, turning: f32| Control { turning, ..control };
    vec![
        [still, ahead(1.5)],
        [still, ahead(3.0)],
        [ahead(1.5), still],
        [ahead(3.0), still],
        [ahead(1.5), ahead(3.0)],
        [ahead(3.0), ahead(1.5)],
        [ahead(1.5), turning(ahead(1.5), 1.0)],
        [ahead(1.5), turning(ahead(1.5), -1.0)],
        [ahead(1.5), aside(0.7)],
        [aside(0.7), aside(-0.7)],
        [still, aside(-0.7)],
    ]
}

impl Performance<'_> {
    /// Lets some traces be played, each on a stage of its own, and looks.
    pub fn shown(&self, traces: &[Trace]) -> Result<Shown, ShownError> {
        let mut all = Vec::new();
        for trace in traces {
            all.push(self.steady(trace)?);
        }
        let mean = |of: fn(&Steady) -> f32| all.iter().map(of).sum::<f32>() / all.len().max(1) as f32;
        let answers = self.answers()?;
        let unanswered = answers.iter().filter(|seconds| seconds.is_none()).count() as f32;
        let count = answers.len().max(1) as f32;
        let longest = WAIT as f32 * 0.1;
        let times: Vec<f32> = answers.into_iter().map(|seconds| seconds.unwrap_or(longest)).collect();
        Ok(Shown {
            reversals: mean(|s| s.reversals),
            acceleration: mean(|s| s.acceleration),
            path_error: mean(|s| s.path_error),
            slide: mean(|s| s.slide),
            worst_jump: all.iter().map(|s| s.worst_jump).fold(0.0, f32::max),
            over_usual: mean(|s| s.over_usual),
            answer: percentile(times.clone(), 0.5),
            slow_answer: percentile(times, 0.9),
            unanswered: unanswered / count,
        })
    }

    /// What is shown while a trace is played.
    pub fn clip(&self, trace: &Trace) -> Result<Clip, ShownError> {
        let mut stage = Stage::new(Settings::default(), 1)?;
        let mind = stage.add_mind(self.mind.clone());
        let rig = stage.add_rig(self.rig.clone());
        let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY)?;
        let cues: Vec<Cue> = players::cues(trace, self.space, actor, 0, TICKS);
        for cue in cues {
            stage.cue(cue)?;
        }
        let mut recorder = Recorder::new();
        for _ in 0..trace.samples.len() as u64 * TICKS {
            stage.step();
            recorder.keep(&stage);
        }
        let nothing = |why: &str| ShownError::Nothing(why.to_string());
        let clip = recorder.clip(&stage, ActorId(0), "steered").ok_or_else(|| nothing("no actor"))?;
        clip.map_err(|error| nothing(&error.to_string()))
    }

    fn steady(&self, trace: &Trace) -> Result<Steady, ShownError> {
        let clip = self.clip(trace)?;
        let skeleton = self.rig.skeleton();
        let seen = Seen::of(skeleton, &clip)?;
        let world = WorldClip::new(skeleton, &clip);
        let jumps: Vec<f32> = (3..world.frames()).map(|f| quality::jump(&world, f).velocity).collect();
        let over = jumps.iter().filter(|jump| **jump > self.usual_jump).count();
        let look: Look<'_> = seen.whole();
        Ok(Steady {
            reversals: shake::reversals(&look).unwrap_or(0.0),
            acceleration: balance::acceleration(&look, 0.9).unwrap_or(0.0),
            path_error: path_error(&seen, trace),
            slide: 100.0 * slide::slide(&look).unwrap_or(0.0),
            worst_jump: jumps.iter().copied().fold(0.0, f32::max),
            over_usual: over as f32 / jumps.len().max(1) as f32,
        })
    }

    /// s, from each change to half of its answer.
    fn answers(&self) -> Result<Vec<Option<f32>>, ShownError> {
        let (mut samples, mut asked) = (Vec::new(), Vec::new());
        for [from, to] in changes() {
            for moment in 0..MOMENTS {
                samples.extend(std::iter::repeat_n(from, SETTLE + moment));
                asked.push((samples.len() * TICKS as usize, [from, to]));
                samples.extend(std::iter::repeat_n(to, WAIT));
            }
        }
        let trace = Trace { name: String::new(), player: String::new(), seconds: 0.1, samples };
        let clip = self.clip(&trace)?;
        let seen = Seen::of(self.rig.skeleton(), &clip)?;
        Ok(asked.into_iter().map(|(at, change)| answer(&seen, at, change)).collect())
    }
}

/// What is seen while one trace is played.
struct Steady {
    reversals: f32,
    acceleration: f32,
    path_error: f32,
    slide: f32,
    worst_jump: f32,
    over_usual: f32,
}

/// m/s to the left and ahead.
fn velocity(seen: &Seen, frame: usize) -> Vec2 {
    let ahead = seen.facing[frame];
    let left = Vec3::Y.cross(ahead);
    let velocity = seen.centre_velocity[frame];
    Vec2::new(velocity.dot(left), velocity.dot(ahead))
}

/// rad to the left, from one facing to another.
fn turned(from: Vec3, to: Vec3) -> f32 {
    libm::atan2f(from.cross(to).y, from.dot(to))
}

/// rad/s to the left, over a tenth of a second on either side.
fn turning(seen: &Seen, frame: usize) -> f32 {
    let (before, after) = (frame.saturating_sub(6), (frame + 6).min(seen.frames() - 1));
    turned(seen.facing[before], seen.facing[after]) * 60.0 / (after - before).max(1) as f32
}

/// s, from a change of the sticks at a frame to half of what they ask for. It has to last: a body that is thrown that way
/// for a moment has not answered.
fn answer(seen: &Seen, at: usize, [from, to]: [Control; 2]) -> Option<f32> {
    let turns = from.velocity == to.velocity;
    let asked = if turns { Vec2::new(to.turning, 0.0) } else { Vec2::from(to.velocity) };
    let shown = |f: usize| if turns { Vec2::new(turning(seen, f), 0.0) } else { velocity(seen, f) };
    let mean = |frames: std::ops::Range<usize>| {
        let count = frames.len().max(1) as f32;
        frames.map(shown).sum::<Vec2>() / count
    };
    let was = mean(at.saturating_sub(LASTS)..at);
    let change = asked - was;
    let half = |velocity: Vec2| (velocity - was).dot(change) >= 0.5 * change.length_squared();
    let last = (at + TICKS as usize * WAIT).min(seen.frames());
    let answered = |f: &usize| half(shown(*f)) && half(mean(*f..(*f + LASTS).min(last)));
    (at..last).find(answered).map(|f| (f - at) as f32 / 60.0)
}

/// m, how far the body is after a second from where the sticks would have taken it.
fn path_error(seen: &Seen, trace: &Trace) -> f32 {
    let (mut sum, mut count) = (0.0_f64, 0_u32);
    for from in (0..seen.frames().saturating_sub(AHEAD)).step_by(6) {
        let ahead = seen.facing[from];
        let left = Vec3::Y.cross(ahead);
        let (mut at, mut heading) = (Vec2::ZERO, 0.0_f32);
        for frame in from..from + AHEAD {
            let Some(asked) = trace.samples.get(frame / TICKS as usize) else { break };
            let (sin, cos) = libm::sincosf(heading);
            let [to_left, to_front] = asked.velocity;
            at += Vec2::new(to_left * cos + to_front * sin, to_front * cos - to_left * sin) / 60.0;
            heading += asked.turning / 60.0;
        }
        let went = seen.centre[from + AHEAD] - seen.centre[from];
        sum += f64::from(Vec2::new(went.dot(left), went.dot(ahead)).distance(at));
        count += 1;
    }
    (sum / f64::from(count.max(1))) as f32
}
