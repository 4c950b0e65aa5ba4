//! Measures of physical bodies: whether they stay whole, come to rest and get up again, and whether holds are met.

mod falls;
mod sets;

pub use falls::{Falls, measure as measure_falls};
pub use sets::{STEP, Sets, holds, measure as measure_sets, standing, step as step_held, targets};
