//! Measures of physical bodies: whether they stay whole, come to rest and get up again, whether holds are met, how near they come
//! to what they follow, and what they cost.

mod cost;
mod falls;
mod kept;
mod sets;
mod tracking;

pub use cost::{Cost, measure as measure_cost};
pub use falls::{Falls, measure as measure_falls};
pub use sets::{Sets, measure as measure_sets};
pub use tracking::{Tracking, measure as measure_tracking};
