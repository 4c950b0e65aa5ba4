//! What quality is measured by, and what of it is the paper's.

use serde::{Deserialize, Serialize};

use crate::error::{FragmentError, check};

/// How motion quality is measured, eq. 9.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct QualitySettings {
    /// How much being off at each offset counts.
    pub weights: [f32; 3],
    /// How many poses before the end of the one fragment, and into the other, are compared.
    pub offsets: [u32; 3],
    /// Hz, how many poses a second has.
    pub pose_rate: f32,
    /// How many units of distance a metre is.
    pub per_metre: f32,
    /// s. A fragment must not be followed by one that begins in so long a window before its start, or within it.
    pub stutter: f32,
    /// What a fragment is expected to go on like.
    pub expected: Expected,
    /// s. So many metres of one bone tip's distance count as much as a m/s of the centre of mass's velocity.
    pub momentum: f32,
    /// m. So much of one bone tip's distance counts as much as a foot that carries weight in the one and not in the other.
    pub contact: f32,
    /// From 0, responsive, to 4, smooth: what unbroken motion is worth beside answering, in fragments of perfect control.
    pub smoothness: f32,
    /// How many times more answering counts while somebody is asked to be in the air. A jump is over within half a second;
    /// whoever does not break the motion for it has missed it.
    pub urgency: f32,
}

/// What a fragment is expected to go on like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// Its last poses, reflected over the last one.
    Reflected,
    /// The take it is from; reflected where that ends.
    Continued,
}

impl QualitySettings {
    /// The paper's numbers, in metres; the paper names no unit.
    pub const PAPER: QualitySettings = QualitySettings {
        weights: [0.8, 0.5, 0.3],
        offsets: [1, 2, 3],
        pose_rate: 60.0,
        per_metre: 1.0,
        stutter: 0.25,
        expected: Expected::Reflected,
        momentum: 0.0,
        contact: 0.0,
        smoothness: 0.0,
        urgency: 1.0,
    };

    /// What plays best on the stage; `docs/fragments.md` has the curve that `smoothness` was chosen from. Metres.
    pub const PLAYED: QualitySettings = QualitySettings {
        expected: Expected::Continued,
        momentum: 0.5,
        contact: 0.5,
        smoothness: 4.0,
        urgency: 4.0,
        ..QualitySettings::PAPER
    };

    /// The same in the unit of CMU's files, 1/0.45 inch: hardly anything but going on in a take passes for good.
    pub const CMU_UNITS: QualitySettings =
        QualitySettings { per_metre: 0.45 / 0.0254, ..QualitySettings::PAPER };

    pub(super) fn check(&self) -> Result<(), FragmentError> {
        for weight in self.weights {
            check("weights", weight, (0.0..=1e6).contains(&weight), "a weight is not below zero")?;
        }
        for offset in self.offsets {
            check("offsets", offset as f32, (1..=1000).contains(&offset), "an offset is 1 to 1000 poses")?;
        }
        let Self { pose_rate, per_metre, stutter, momentum, contact, smoothness, urgency, .. } = *self;
        check("pose_rate", pose_rate, (1.0..=1000.0).contains(&pose_rate), "it is 1 to 1000 Hz")?;
        check("per_metre", per_metre, per_metre > 0.0 && per_metre <= 1e6, "it is above zero")?;
        check("stutter", stutter, (0.0..=60.0).contains(&stutter), "it is 0 to 60 s")?;
        check("momentum", momentum, (0.0..=1e3).contains(&momentum), "it is 0 to 1000 s")?;
        check("contact", contact, (0.0..=1e3).contains(&contact), "it is 0 to 1000 m")?;
        check("smoothness", smoothness, (0.0..=100.0).contains(&smoothness), "it is 0 to 100")?;
        check("urgency", urgency, (1.0..=100.0).contains(&urgency), "it is 1 to 100")
    }
}

impl Default for QualitySettings {
    fn default() -> QualitySettings {
        QualitySettings::PLAYED
    }
}
