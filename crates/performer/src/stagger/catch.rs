//! What a shove does to the stepping: when the body answers, how quickly, and how it went.

use footwork_motion::glam::Vec3;

use super::{Outcome, SHOVE, Shove, lasts};

/// s. How long a catching foot is in the air: from a small loss of balance to a large one. People's fast steps after a
/// tug at the waist take 0.15 to 0.3 s (McIlroy and Maki 1996).
const SWING: [f32; 2] = [0.3, 0.19];
/// m. ξ so far outside the soles is a large loss.
const LARGE: f32 = 0.35;
/// s. Calm for so long is back to normal.
const CALM: f32 = 0.25;
/// s. A foot in the air when the body is shoved comes down sooner, if it was shoved no longer ago than this.
const HURRY: f32 = 0.5;

/// m. Nobody whose centre of mass is further from the nearer foot stays up.
const FALLEN: f32 = 0.75;

/// A shove that was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    at: f32,
    reaction: f32,
    skill: f32,
    /// m/s, in the world.
    velocity: Vec3,
    steps: usize,
    calm_since: Option<f32>,
    settled: Option<f32>,
    strayed: f32,
}

impl Record {
    pub(super) fn outcome(&self, end: f32) -> Outcome {
        Outcome {
            at: self.at,
            velocity: self.velocity,
            steps: self.steps,
            until: self.settled.unwrap_or(end),
            strayed: self.strayed,
            kept: self.strayed < FALLEN,
        }
    }
}

/// The shoves so far.
#[derive(Clone, Default)]
pub(super) struct Catch {
    pub(super) records: Vec<Record>,
    /// Whether a step is under way, or was just made, that nobody asked for.
    pub(super) catching: bool,
    /// m. How far ξ is outside the soles.
    pub(super) alarm: f32,
}

impl Catch {
    pub(super) fn shoved(&mut self, shove: &Shove, velocity: Vec3) {
        let Shove { at, reaction, skill, .. } = *shove;
        // What was not over is now.
        if let Some(last) = self.records.last_mut() {
            last.settled.get_or_insert(at);
        }
        self.records.push(Record {
            at,
            reaction,
            skill,
            velocity,
            steps: 0,
            calm_since: None,
            settled: None,
            strayed: 0.0,
        });
    }

    /// m/s². What shoves do to the body now.
    pub(super) fn shoving(&self, now: f32) -> Vec3 {
        let pushing = |last: &&Record| now - last.at < lasts(last.velocity);
        let Some(last) = self.records.last().filter(pushing) else { return Vec3::ZERO };
        let lasts = lasts(last.velocity);
        // A half sine: hands come on and off.
        let pulse = libm::sinf(std::f32::consts::PI * ((now - last.at) / lasts).clamp(0.0, 1.0));
        last.velocity * (0.5 * std::f32::consts::PI / lasts * pulse)
    }

    /// m. How far the body came from its nearer foot in the last shove.
    pub(super) fn strayed(&self) -> f32 {
        self.records.last().map_or(0.0, |last| last.strayed)
    }

    /// Whether the body has had the time to notice the last shove.
    pub(super) fn awake(&self, now: f32) -> bool {
        self.records.last().is_none_or(|last| now >= last.at + last.reaction)
    }

    pub(super) fn hurries(&self, now: f32) -> bool {
        let last = self.records.last().filter(|last| last.velocity.length() > 0.4);
        last.is_some_and(|last| (last.reaction..HURRY).contains(&(now - last.at)))
    }

    /// How much of the way to ξ a catching foot goes.
    pub(super) fn skill(&self) -> f32 {
        self.records.last().map_or(1.0, |last| last.skill)
    }

    /// s. How long a catching foot is in the air.
    pub(super) fn swing(&self, outside: f32) -> f32 {
        SWING[0] + (SWING[1] - SWING[0]) * (outside / LARGE).min(1.0)
    }

    /// A foot has landed.
    pub(super) fn landed(&mut self, now: f32) {
        let given = |last: &&mut Record| last.settled.is_none() && now > last.at + last.reaction.min(SHOVE);
        let unsettled = self.records.last_mut().filter(given);
        if let Some(last) = unsettled {
            last.steps += 1;
        }
    }

    /// Looks whether the body is back to normal, `far` metres from its nearer foot.
    pub(super) fn observe(&mut self, now: f32, calm: bool, far: f32) {
        let Some(last) = self.records.last_mut() else { return };
        last.strayed = last.strayed.max(far);
        if last.settled.is_some() {
            return;
        }
        if !calm || now < last.at + last.reaction {
            last.calm_since = None;
            return;
        }
        let since = *last.calm_since.get_or_insert(now);
        if now - since > CALM {
            last.settled = Some(since);
        }
    }
}
