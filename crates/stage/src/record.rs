//! The recorder: keeps what happened on a stage, tick by tick, and gives it back as clips and as cues to play again.
//!
//! A rotation is kept in eight bytes: its three smaller parts in 20 bits each and two bits that say which one was left
//! out. That is exact to two millionths, less than f32 loses in the kinematics of an arm.

use footwork_motion::{Clip, ClipError, packing};
use glam::{Quat, Vec3};

use crate::cue::{Ask, Cue};
use crate::event::Happening;
use crate::stage::{ActorId, CastError, Stage};

/// What was kept of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorder {
    first_tick: Option<u64>,
    tracks: Vec<Kept>,
    replay: Replay,
}

/// One actor's.
#[derive(Clone, Debug, Default, PartialEq)]
struct Kept {
    /// Ticks after the recorder's first at which the actor came.
    late: usize,
    translations: Vec<Vec3>,
    rotations: Vec<u64>,
}

impl Recorder {
    /// Nothing yet.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Keeps the last step: call it after every one.
    pub fn keep(&mut self, stage: &Stage) {
        let tick = stage.tick();
        let first = *self.first_tick.get_or_insert(tick);
        let late = (tick - first.min(tick)) as usize;
        self.tracks.resize_with(self.tracks.len().max(stage.len()), || Kept { late, ..Kept::default() });
        for (actor, kept) in stage.view().actors().zip(&mut self.tracks) {
            let pose = actor.pose();
            kept.translations.extend_from_slice(pose.translations);
            kept.rotations.extend(pose.rotations.iter().map(|rotation| packed(*rotation)));
        }
        self.replay.keep(stage);
    }

    /// How many actors were seen.
    pub fn actors(&self) -> usize {
        self.tracks.len()
    }

    /// Steps after the first one kept at which an actor was seen first.
    pub fn late(&self, actor: ActorId) -> Option<usize> {
        self.tracks.get(actor.0 as usize).map(|kept| kept.late)
    }

    /// What an actor did, as a clip. None of an actor that was never seen.
    pub fn clip(&self, stage: &Stage, actor: ActorId, name: &str) -> Option<Result<Clip, ClipError>> {
        let kept = self.tracks.get(actor.0 as usize)?;
        let rig = stage.actor(actor)?.rig();
        let rotations = kept.rotations.iter().map(|bits| unpacked(*bits)).collect();
        let rate = 1.0 / stage.settings().step;
        Some(Clip::new(rig.skeleton(), name, rate, kept.translations.clone(), rotations))
    }

    /// The cues that came, to play the run again.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }
}

/// The cues of a run with the ticks at which they counted. Given to a stage that is as it was at the beginning (the
/// same seed and cast, or a restored snapshot), they make it do the same again, to the bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replay {
    /// By tick.
    pub cues: Vec<Cue>,
}

impl Replay {
    /// Keeps the cues of the last step: call it after every one. A [`Recorder`] does.
    pub fn keep(&mut self, stage: &Stage) {
        let tick = stage.tick().saturating_sub(1);
        for event in stage.events() {
            let ask = match event.happening {
                Happening::Cue(ask) => ask,
                Happening::Pushed { point, impulse } => Ask::Push { point, impulse },
                _ => continue,
            };
            self.cues.push(Cue { tick, to: event.to, ask });
        }
    }

    /// Gives a stage all its cues from here on.
    pub fn give(&self, stage: &mut Stage) -> Result<(), CastError> {
        let now = stage.tick();
        self.cues.iter().filter(|cue| cue.tick >= now).try_for_each(|cue| stage.cue(*cue))
    }
}

/// Of each part of a rotation: 62 in all, off by up to 3·10⁻⁶ rad.
const BITS: u32 = 20;

fn packed(rotation: Quat) -> u64 {
    packing::pack(rotation, BITS)
}

fn unpacked(bits: u64) -> Quat {
    packing::unpack(bits, BITS)
}
