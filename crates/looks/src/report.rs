//! Clips beside people, or beside other clips.

use footwork_motion::quality::percentile;

use crate::kind::Kind;
use crate::measure::{Measure, Reading};
use crate::people;
use crate::range::{self, Range};
use crate::seen::{Look, Seen};

/// Where a figure is, against a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// In it, or better.
    Inside,
    /// Less than it should be.
    Below,
    /// More than it should be.
    Above,
    /// There is no range.
    Unknown,
}

/// A measure of some clips, in one kind of motion.
#[derive(Clone, Debug)]
pub struct Row {
    /// The kind of motion.
    pub kind: Kind,
    /// What is measured.
    pub measure: &'static Measure,
    /// The value of each clip, in their order; none where a clip shows too little of it.
    pub values: Vec<Option<f32>>,
    /// The middle of the clips' values: what is judged.
    pub value: f32,
    /// What it is compared with.
    pub range: Option<Range>,
    /// Where it is.
    pub verdict: Verdict,
}

/// Every measure that some clip has a value of, beside people's range, or beside the range of other clips where there are
/// some.
pub fn rows(clips: &[Seen], against: &[Seen]) -> Vec<Row> {
    let row = |(kind, measure): (Kind, &'static Measure)| {
        let look = |seen| (measure.of)(&Look { seen, kind, span: 0..seen.frames() });
        let values: Vec<Option<f32>> = clips.iter().map(look).collect();
        let known: Vec<f32> = values.iter().copied().flatten().collect();
        if known.is_empty() {
            return None;
        }
        let value = percentile(known, 0.5);
        let range = match against {
            [] => people::range(kind, measure),
            others => range::over(others, measure, kind),
        };
        let verdict = verdict(value, range, measure);
        Some(Row { kind, measure, values, value, range, verdict })
    };
    range::rows().filter_map(row).collect()
}

/// Where a value is against a range. What rounds to the end of the range is in it.
pub fn verdict(value: f32, range: Option<Range>, measure: &Measure) -> Verdict {
    let Some(range) = range else { return Verdict::Unknown };
    let half = 0.5 * libm::powf(10.0, -(measure.digits as f32));
    match value {
        value if value > range.high + half => Verdict::Above,
        value if value < range.low - half && measure.reading == Reading::Within => Verdict::Below,
        _ => Verdict::Inside,
    }
}
