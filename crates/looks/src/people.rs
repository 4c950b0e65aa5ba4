//! People's ranges, as numbers.
//!
//! The table was measured on recordings of people by `examples/people.rs`, which names them; a test measures it again
//! wherever the recordings are.

use crate::kind::Kind;
use crate::measure::Measure;
use crate::range::Range;

mod table;
pub use table::TABLE;

/// A line of the table: kind, measure, 5, 50 and 95 % of the pieces, and how many pieces there were.
pub type Line = (&'static str, &'static str, [f32; 3], usize);

/// The range of people; none where the recordings do not show it.
pub fn range(kind: Kind, measure: &Measure) -> Option<Range> {
    let line = TABLE.iter().find(|line| line.0 == kind.name() && line.1 == measure.key)?;
    let (_, _, [low, middle, high], pieces) = *line;
    Some(Range { low, middle, high, pieces })
}
