//! The range of a measure over many pieces of motion.
//!
//! Recordings are cut into pieces of ten seconds, and each piece that shows enough of a kind of motion gives one value;
//! the range is where nine tenths of the values lie. So one long recording does not count as one, and a short one does
//! not count as much as a long one.

use footwork_motion::quality::percentile;

use crate::kind::Kind;
use crate::measure::{MEASURES, Measure};
use crate::seen::{Look, RATE, Seen};

/// s. Long enough for a dozen strides or a handful of blows.
pub const PIECE: f32 = 10.0;

/// Where the values of a measure lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// 5, 50 and 95 % of the pieces stay at or below.
    pub low: f32,
    /// The middle.
    pub middle: f32,
    /// The upper end.
    pub high: f32,
    /// How many pieces there were.
    pub pieces: usize,
}

impl Range {
    /// The range of some values; none of none.
    pub fn of(values: Vec<f32>) -> Option<Range> {
        let pieces = values.len();
        let at = |share: f32| percentile(values.clone(), share);
        (pieces > 0).then(|| Range { low: at(0.05), middle: at(0.5), high: at(0.95), pieces })
    }
}

/// The range of a measure over the pieces of some clips.
pub fn over<'a>(clips: impl IntoIterator<Item = &'a Seen>, measure: &Measure, kind: Kind) -> Option<Range> {
    let values = clips.into_iter().flat_map(|seen| {
        pieces(seen).filter_map(move |span| (measure.of)(&Look { seen, kind, span }))
    });
    Range::of(values.collect())
}

/// Every measure with every kind it is for.
pub fn rows() -> impl Iterator<Item = (Kind, &'static Measure)> {
    Kind::ALL.into_iter().flat_map(|kind| {
        MEASURES.iter().filter(move |measure| measure.kinds.contains(&kind)).map(move |measure| (kind, measure))
    })
}

/// A clip in equal pieces of about ten seconds.
fn pieces(seen: &Seen) -> impl Iterator<Item = std::ops::Range<usize>> {
    let frames = seen.frames();
    let count = (frames as f32 / (PIECE * RATE)).round().max(1.0) as usize;
    (0..count).map(move |n| n * frames / count..(n + 1) * frames / count)
}
