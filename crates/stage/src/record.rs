//! The recorder: keeps what happened on a stage, tick by tick, and gives it back as clips and as cues to play again.
//!
//! A rotation is kept in eight bytes: its three smaller parts in 20 bits each and two bits that say which one was left
//! out. That is exact to two millionths, less than f32 loses in the kinematics of an arm.

use footwork_motion::{Clip, ClipError};
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
    rig: u32,
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
        for actor in stage.view().actors() {
            // By id: of one that was never seen, nothing is kept.
            let number = actor.id().0 as usize;
            self.tracks.resize_with(self.tracks.len().max(number + 1), Kept::default);
            let kept = &mut self.tracks[number];
            if kept.rotations.is_empty() {
                (kept.late, kept.rig) = (late, actor.body().rig);
            }
            let pose = actor.pose();
            kept.translations.extend_from_slice(pose.translations);
            kept.rotations.extend(pose.rotations.iter().map(|rotation| packed(*rotation)));
        }
        self.replay.keep(stage);
    }

    /// How many actors were seen.
    pub fn actors(&self) -> usize {
        self.tracks.iter().filter(|kept| !kept.rotations.is_empty()).count()
    }

    /// Steps after the first one kept at which an actor was seen first.
    pub fn late(&self, actor: ActorId) -> Option<usize> {
        self.seen(actor).map(|kept| kept.late)
    }

    fn seen(&self, actor: ActorId) -> Option<&Kept> {
        self.tracks.get(actor.0 as usize).filter(|kept| !kept.rotations.is_empty())
    }

    /// What an actor did while it was there, as a clip. None of an actor that was never seen.
    pub fn clip(&self, stage: &Stage, actor: ActorId, name: &str) -> Option<Result<Clip, ClipError>> {
        let kept = self.seen(actor)?;
        let rig = stage.cast.rigs.get(kept.rig as usize)?;
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

/// The largest that any but the largest part of a unit quaternion can be.
const LARGEST: f32 = std::f32::consts::FRAC_1_SQRT_2;
const STEPS: f32 = ((1 << 20) - 1) as f32;

fn packed(rotation: Quat) -> u64 {
    let parts = rotation.to_array();
    let left_out = (0..4).fold(0, |most, at| if parts[at].abs() > parts[most].abs() { at } else { most });
    let sign = if parts[left_out] < 0.0 { -1.0 } else { 1.0 };
    let mut bits = left_out as u64;
    for (_, part) in parts.into_iter().enumerate().filter(|(at, _)| *at != left_out) {
        let share = (part * sign / LARGEST * 0.5 + 0.5).clamp(0.0, 1.0);
        bits = bits << 20 | (share * STEPS + 0.5) as u64;
    }
    bits
}

fn unpacked(bits: u64) -> Quat {
    let left_out = (bits >> 60) as usize & 3;
    let mut parts = [0.0_f32; 4];
    let mut square = 0.0;
    let mut shift = 60;
    for (_, part) in parts.iter_mut().enumerate().filter(|(at, _)| *at != left_out) {
        shift -= 20;
        *part = ((bits >> shift & 0xf_ffff) as f32 / STEPS - 0.5) * 2.0 * LARGEST;
        square += *part * *part;
    }
    parts[left_out] = (1.0 - square).max(0.0).sqrt();
    Quat::from_array(parts).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn rotations_survive_being_packed() {
        let mut rng = Rng::new(5, 0);
        for _ in 0..10_000 {
            let mut part = || rng.unit() * 2.0 - 1.0;
            let rotation = Quat::from_xyzw(part(), part(), part(), part()).normalize();
            let back = unpacked(packed(rotation));
            let off = (rotation * back.conjugate()).xyz().length();
            assert!(off < 3e-6, "{rotation} became {back}, {off}");
        }
        assert_eq!(unpacked(packed(Quat::IDENTITY)).w, 1.0);
    }
}
