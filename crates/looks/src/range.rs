//! The range of a measure over many pieces of motion.
//!
//! Recordings are cut into pieces of ten seconds, and each piece that shows enough of a kind of motion gives one value;
//! the range is where nine tenths of the time lie, each piece counting for as long as it shows that kind. So one long
//! recording does not count as one, nor a short one as much as a long one.

use crate::kind::Kind;
use crate::measure::{MEASURES, Measure, Reading};
use crate::seen::{Look, RATE, Seen};

/// s. Long enough for a dozen strides or a handful of blows.
pub const PIECE: f32 = 10.0;

/// Where the values of a measure lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// 5 % of the time is at or below; 50 % at or below the middle, 95 % at or below the upper end.
    pub low: f32,
    /// The middle.
    pub middle: f32,
    /// The upper end.
    pub high: f32,
    /// How many pieces there were.
    pub pieces: usize,
}

impl Range {
    /// The range of some values of a measure, each with how long it was seen; none of none. Where the worst moment
    /// counts, it reaches up to the worst of all.
    pub fn of(mut values: Vec<(f32, f32)>, reading: Reading) -> Option<Range> {
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        let whole: f32 = values.iter().map(|(_, seconds)| seconds).sum();
        let at = |share: f32| {
            let mut sum = 0.0;
            let reached = values.iter().find(|(_, seconds)| {
                sum += seconds;
                sum >= share * whole
            });
            reached.or(values.last()).map(|(value, _)| *value)
        };
        let high = if reading == Reading::NeverAbove { 0.98 } else { 0.95 };
        Some(Range { low: at(0.05)?, middle: at(0.5)?, high: at(high)?, pieces: values.len() })
    }
}

/// The range of a measure over the pieces of some clips.
pub fn over<'a>(clips: impl IntoIterator<Item = &'a Seen>, measure: &Measure, kind: Kind) -> Option<Range> {
    let values = clips.into_iter().flat_map(|seen| {
        pieces(seen).filter_map(move |span| {
            let look = Look { seen, kind, span };
            Some(((measure.of)(&look)?, look.seconds()))
        })
    });
    Range::of(values.collect(), measure.reading)
}

/// Every measure with every kind it is for.
pub fn rows() -> impl Iterator<Item = (Kind, &'static Measure)> {
    Kind::ALL.into_iter().flat_map(|kind| {
        MEASURES
            .iter()
            .filter(move |measure| measure.kinds.contains(&kind))
            .map(move |measure| (kind, measure))
    })
}

/// A clip in equal pieces of about ten seconds.
fn pieces(seen: &Seen) -> impl Iterator<Item = std::ops::Range<usize>> {
    let frames = seen.frames();
    let count = (frames as f32 / (PIECE * RATE)).round().max(1.0) as usize;
    (0..count).map(move |n| n * frames / count..(n + 1) * frames / count)
}
