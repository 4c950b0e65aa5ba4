//! What can be set about a stage, and how its cost is measured.

use crate::offset::Spring;

/// How a stage runs. Set before the first step; no part of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// s, the length of a step. Default: 1/60.
    pub step: f32,
    /// How the jump at a transition dies away. Default: a half-life of 0.1 s; the paper's is [`Spring::PAPER`].
    pub transition: Spring,
    /// The same of the place of a body that is led, which changes to another motion up to ten times a second: a spring that
    /// takes in a jump of speed pulls with it 3.4 / half-life times as hard. Default: a half-life of 0.25 s.
    pub led: Spring,
    /// How a foot comes back to the played motion when it is lifted. Default: a half-life of 0.08 s.
    pub release: Spring,
    /// How a foot that is far from the played motion steps there. Default: a half-life of 0.13 s: a step takes 0.3 to 0.4 s, as
    /// people's do.
    pub steps: Spring,
    /// How a foot that was put down in another pose than the recording's comes to rest. Default: a half-life of
    /// 0.06 s.
    pub settle: Spring,
    /// The same of a body that is led, whose feet are often still above the floor when they have to stand. Default: a
    /// half-life of 0.03 s, with which a foot comes down as fast as in a walk.
    pub led_settle: Spring,
    /// How the hips go down to where held feet are within reach, and come up again. Default: a half-life of 0.05 s.
    pub sink: Spring,
    /// m. How far the hips go down for that, at most. Default: 0.08.
    pub deepest_sink: f32,
    /// How a head follows what it looks at, within what a neck can do. Default: a half-life of 0.08 s.
    pub gaze: Spring,
    /// How an arm gives way to somebody else's body. Default: a half-life of 0.04 s.
    pub yields: Spring,
    /// How a target that was hit comes back. Default: a half-life of 0.4 s.
    pub swing: Spring,
    /// How much of a blow's speed a target takes on. Default: 0.3.
    pub swing_share: f32,
    /// Whether feet that carry weight are held, and kept above the floor. Default: yes.
    pub plant: bool,
    /// m. The height of the floor. Default: 0.
    pub floor: f32,
    /// m. A foot is let go if the motion carries it further away than this. Default: 0.25.
    pub hold: f32,
    /// m. A foot is let go if it is further from the hip than the leg is long, by more than this. Default: 0.06.
    pub stretch: f32,
    /// Whether bodies touch and hit each other. Default: yes.
    pub contacts: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            step: 1.0 / 60.0,
            transition: Spring::critical(0.1),
            led: Spring::critical(0.25),
            release: Spring::critical(0.08),
            steps: Spring::critical(0.13),
            settle: Spring::critical(0.06),
            led_settle: Spring::critical(0.03),
            sink: Spring::critical(0.05),
            gaze: Spring::critical(0.08),
            yields: Spring::critical(0.04),
            swing: Spring::critical(0.4),
            swing_share: 0.3,
            deepest_sink: 0.08,
            plant: true,
            floor: 0.0,
            hold: 0.25,
            stretch: 0.06,
            contacts: true,
        }
    }
}

/// Why settings make no stage.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SettingsError {
    #[error("a step lasts from 0.1 ms to 0.1 s, not {0} s")]
    Step(f32),
    #[error("the spring of `{0}` needs a stiffness and a damping above zero")]
    Spring(&'static str),
    #[error("`{0}` must be a number, and no length below zero")]
    Length(&'static str),
}

impl Settings {
    /// Says what is wrong, if anything is.
    pub fn check(&self) -> Result<(), SettingsError> {
        if !(1e-4..=0.1).contains(&self.step) {
            return Err(SettingsError::Step(self.step));
        }
        let springs = [
            ("transition", self.transition),
            ("led", self.led),
            ("release", self.release),
            ("steps", self.steps),
            ("settle", self.settle),
            ("led_settle", self.led_settle),
            ("sink", self.sink),
            ("gaze", self.gaze),
            ("yields", self.yields),
            ("swing", self.swing),
        ];
        if let Some((name, _)) = springs.iter().find(|(_, spring)| !spring.is_sound()) {
            return Err(SettingsError::Spring(name));
        }
        let lengths = [
            ("hold", self.hold),
            ("stretch", self.stretch),
            ("deepest_sink", self.deepest_sink),
            ("swing_share", self.swing_share),
        ];
        if let Some((name, _)) = lengths.iter().find(|(_, length)| !(*length >= 0.0 && length.is_finite())) {
            return Err(SettingsError::Length(name));
        }
        if !self.floor.is_finite() {
            return Err(SettingsError::Length("floor"));
        }
        Ok(())
    }
}

/// The parts of a step, for measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Cues, minds, events.
    Decide,
    /// Poses out of takes.
    Sample,
    /// Transitions and offsets.
    Blend,
    /// Planted feet and reaching hands.
    Feet,
    /// Where joints and bodies are.
    Kinematics,
    /// Who touches and hits whom.
    Contact,
}

impl Phase {
    /// All of them.
    pub const ALL: [Phase; 6] =
        [Phase::Decide, Phase::Sample, Phase::Blend, Phase::Feet, Phase::Kinematics, Phase::Contact];
}

/// Listens to what a step is busy with. The stage knows no clock; a benchmark brings its own.
pub trait Probe {
    /// Everything since the last mark was this part.
    fn mark(&mut self, part: Phase);
}

/// Listens to nothing and costs nothing.
pub struct NoProbe;

impl Probe for NoProbe {
    #[inline(always)]
    fn mark(&mut self, _: Phase) {}
}
