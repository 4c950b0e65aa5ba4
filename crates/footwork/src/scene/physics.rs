//! `[physics]`: how much of bodies is physical, how they fall by their weight, and whether they get up.

use footwork_posture::PostureSettings;
use footwork_stage::PhysicsLevel;
use serde::Deserialize;

/// N·s. What may knock somebody down: a touch, and what a car gives.
const IMPULSES: std::ops::RangeInclusive<f32> = 1.0..=10_000.0;

/// As it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    falls_at: Option<f32>,
    tone: Option<f32>,
    reflex: Option<bool>,
    gets_up: Option<bool>,
    level: Option<Level>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Level {
    Off,
    Touch,
    Full,
}

impl Given {
    pub fn checked(self) -> Result<PostureSettings, String> {
        let usual = PostureSettings::default();
        let tone = self.tone.unwrap_or(usual.tone);
        if !(0.0..=1.0).contains(&tone) {
            return Err(format!("tone = {tone}: from 0, limp, to 1, stiff"));
        }
        if let Some(falls_at) = self.falls_at.filter(|falls_at| !IMPULSES.contains(falls_at)) {
            let (from, to) = (IMPULSES.start(), IMPULSES.end());
            return Err(format!("falls_at = {falls_at}: from {from} to {to} N·s"));
        }
        Ok(PostureSettings {
            falls_at: self.falls_at,
            tone,
            reflex: self.reflex.unwrap_or(usual.reflex),
            rises: self.gets_up.unwrap_or(usual.rises),
            level: self.level.map_or(usual.level, |level| match level {
                Level::Off => PhysicsLevel::Off,
                Level::Touch => PhysicsLevel::Touch,
                Level::Full => PhysicsLevel::Full,
            }),
            ..usual
        })
    }
}
