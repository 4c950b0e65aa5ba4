//! Kick-boxing: a fighter alone in a ring, against somebody the fighter has in mind.
//!
//! Every move is a short function that writes into a [`Score`]; rounds choose them by weighted chance, as fighters do:
//! step about, strike in combinations, avoid and block, and now and then be hit, fall and get up. The guard that moves
//! lead back to is never the same twice, and neither are their tempo and size.

mod clinch;
mod defence;
mod down;
mod drive;
pub(crate) mod fall;
mod hurt;
mod kicks;
mod landing;
pub(crate) mod legs;
mod life;
mod punches;
mod raise;
mod repertoire;
mod rounds;
mod steps;
mod strides;
#[cfg(test)]
mod tests;

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use crate::body::PELVIS;
use crate::play::Life;
use crate::posture::{FIST, about};
use crate::score::{Footing, Goal, PARTS, Part, Phrase, Score};
use crate::signal::Rng;
use fall::Fall;

pub use repertoire::{moves, rehearse};
pub use rounds::box_rounds;

/// How a fighter feels today.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// How much longer everything takes.
    pub tempo: f32,
    /// s. How long the pauses between exchanges are, at most.
    pub pause: f32,
    /// m. How far the guard hangs.
    pub guard_drop: f32,
    /// rad. How far the trunk sags.
    pub sag: f32,
    /// m. How far the pelvis is below where straight legs would hold it.
    pub crouch: f32,
    /// m. How far the ankles are apart in the guard.
    pub stance: f32,
    /// m. How much lower than where a leg would be straight the pelvis stays: quick steps would snap a straighter knee.
    pub spare: f32,
    /// How fatigue shows in what is done: 0 for a fresh fighter, 1 for one at the end. Blows fall short and come home
    /// late, hands stay low, steps go back, and holding on takes the place of avoiding.
    pub fatigue: f32,
    /// The chance that a heavy blow to the head ends on the floor.
    pub falls: f32,
    /// Bounce, breath and sway.
    pub life: Life,
}

impl Style {
    /// Fresh and keen. Stance, bounce and beat are those of CMU's shadow boxers (13_17 to 14_03): ankles 65 to 74 cm
    /// apart (median of all frames; 80 in the guard), 2.3 to 3 beats a second.
    pub fn energetic() -> Style {
        Style {
            tempo: 1.0,
            pause: 0.7,
            guard_drop: 0.0,
            sag: 0.0,
            crouch: 0.045,
            stance: 0.68,
            spare: 0.034,
            fatigue: 0.0,
            falls: 0.4,
            life: Life {
                bounce: 0.085,
                bounce_rate: 2.4,
                rock: 0.06,
                breath: 0.014,
                breath_rate: 0.5,
                sway: 0.015,
                circle: 0.014,
                curl: FIST,
            },
        }
    }

    /// At the end of a long evening.
    pub fn tired() -> Style {
        Style {
            tempo: 1.3,
            pause: 1.7,
            guard_drop: 0.13,
            sag: 0.2,
            crouch: 0.03,
            stance: 0.55,
            spare: 0.045,
            fatigue: 1.0,
            falls: 0.6,
            life: Life {
                bounce: 0.032,
                bounce_rate: 1.3,
                rock: 0.03,
                breath: 0.055,
                breath_rate: 0.65,
                sway: 0.03,
                circle: 0.012,
                curl: 0.8 * FIST,
            },
        }
    }

    /// The guard: orthodox, left side ahead, both fists at the chin.
    fn guard(&self) -> [Vec3; PARTS] {
        let mut home = [Vec3::ZERO; PARTS];
        let hang = self.guard_drop;
        let mut set = |part: Part, x: f32, y: f32, z: f32| home[part.index()] = Vec3::new(x, y, z);
        set(Part::Weight, 0.48, 0.0, 0.0);
        set(Part::Pelvis, 0.0, PELVIS - self.crouch, 0.035);
        set(Part::Hips, HIPS_YAW, 0.11 + 0.3 * self.sag, 0.0);
        set(Part::Chest, CHEST_YAW, 0.08 + 0.7 * self.sag, 0.0);
        set(Part::Gaze, 0.0, 0.14 + 0.6 * self.sag, 0.03);
        set(Part::Wrist(Left), 0.02, 0.01 - hang, 0.26);
        set(Part::Wrist(Right), 0.11, 0.03 - 1.3 * hang, 0.215);
        set(Part::Elbow(Left), 0.45, -1.0, -0.1);
        set(Part::Elbow(Right), -0.5, -1.0, -0.1);
        set(Part::Palm(Left), 0.5, 0.1, 0.0);
        set(Part::Palm(Right), 0.5, 0.1, 0.0);
        set(Part::Heel(Left), 0.15 - 0.12 * self.fatigue, 0.0, 0.0);
        set(Part::Heel(Right), 0.34 - 0.12 * self.fatigue, 0.0, 0.0);
        set(Part::Bounce, 1.0, 0.0, 0.0);
        home
    }

    /// Where the feet of an orthodox stance are when the ankles are so far apart, in metres. CMU's shadow boxers stand
    /// over them with the pelvis turned by 59 to 73° from the line between the ankles, and either foot within 15° of it.
    fn footing(stance: f32) -> Footing {
        let ankle = |x: f32, z: f32| stance * Vec3::new(x, 0.0, z);
        Footing { place: [ankle(0.25, 0.42), ankle(-0.29, -0.42)], yaw: [-0.33, -0.75] }
    }
}

/// rad. Which way the pelvis faces in the guard, against the opponent's direction.
const HIPS_YAW: f32 = -0.5;
/// rad. How far the chest is turned back from there, towards the opponent: people's 6 to 10°.
const CHEST_YAW: f32 = 0.1;

/// How much the effort of blows varies, up or down, as half of the most.
const EFFORT: f32 = 0.22;
/// Nobody can do more.
const MOST_EFFORT: f32 = 1.3;

/// s. A foot that does not land within this time lies about.
const LONGEST_WAIT: f32 = 2.0;

/// How much longer a kick takes than it is written.
const KICK_TEMPO: f32 = 1.09;

/// A direction that is known to the opponent, as a chest sees it that is turned and pitched so far.
fn front(yaw: f32, pitch: f32, x: f32, y: f32, z: f32) -> Goal {
    Goal::At(about(0, -pitch) * about(1, -yaw) * Vec3::new(x, y, z))
}

/// A fighter at work.
pub(crate) struct Boxer<'a> {
    pub(crate) score: Score,
    style: Style,
    /// The guard on average.
    guard: [Vec3; PARTS],
    /// How the last fall ended, until it is got up from.
    down: Option<Fall>,
    /// Whether the next blow comes out of the last one, which has wound it up.
    flows: bool,
    /// s. When the take ends: nobody goes down too late to be seen getting up.
    ends: f32,
    pub(crate) rng: &'a mut Rng,
}

impl<'a> Boxer<'a> {
    /// Somebody who does not box, and stands at ease.
    pub(crate) fn at_ease(style: Style, guard: [Vec3; PARTS], rng: &'a mut Rng) -> Boxer<'a> {
        Boxer {
            score: Score::new(guard, Style::footing(style.stance)),
            style,
            guard,
            down: None,
            flows: false,
            ends: f32::INFINITY,
            rng,
        }
    }

    fn new(style: Style, rng: &'a mut Rng) -> Boxer<'a> {
        let guard = style.guard();
        Boxer {
            score: Score::new(guard, Style::footing(style.stance)),
            style,
            guard,
            down: None,
            flows: false,
            ends: f32::INFINITY,
            rng,
        }
    }

    /// Begins a move: never twice quite the same, in time by a quarter, in size by a fifth.
    fn begin(&mut self) -> Phrase<'_> {
        self.take_guard();
        let tempo = self.style.tempo * self.rng.range(0.85, 1.18);
        let vigour = self.rng.range(0.82, 1.16);
        self.score.phrase(tempo, vigour)
    }

    /// Begins a blow, and says with what effort: some only probe, most are meant, few are meant to end it. Effort goes
    /// into a longer path more than into a shorter time, as people's does. `tempo` and the `usual` effort
    /// are the blow's own.
    fn begin_blow(&mut self, tempo: f32, usual: f32) -> (Phrase<'_>, f32) {
        self.take_guard();
        let usual = usual - 0.07 * self.style.fatigue;
        let effort = (usual + EFFORT * (self.rng.signed() + self.rng.signed())).min(MOST_EFFORT);
        let tempo = tempo * self.style.tempo * self.rng.range(0.93, 1.08) / libm::powf(effort, 0.4);
        let vigour = self.rng.range(0.9, 1.1) * libm::powf(effort, 0.6);
        (self.score.phrase(tempo, vigour), effort)
    }

    /// Waits until both feet stand, or nearly: what is about to lift one needs it on the ground `soon` seconds later.
    fn stand_first(&mut self, soon: f32) {
        let lands = self.score.steps.iter().filter_map(|steps| steps.last()).map(|step| step.land);
        let stands = lands.filter(|land| *land < self.score.now + LONGEST_WAIT).fold(0.0, f32::max);
        self.score.now = self.score.now.max(stands + 0.02 - soon * self.style.tempo);
    }

    /// Begins a kick: never twice quite the same, and quick.
    fn begin_kick(&mut self) -> Phrase<'_> {
        self.stand_first(0.12);
        self.take_guard();
        let tempo = KICK_TEMPO * self.style.tempo * self.rng.range(0.94, 1.08);
        let vigour = self.rng.range(0.9, 1.1);
        self.score.phrase(tempo, vigour)
    }

    /// Lets the next move begin before the last one is over.
    fn link(&mut self, seconds: f32) {
        let now = self.score.now - seconds * self.style.tempo;
        self.score.now = now;
        if let Some(last) = self.score.marks.last_mut() {
            last.to = now;
        }
    }
}
