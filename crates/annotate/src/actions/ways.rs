//! Ways of getting about: which of them each step of a bout is.
//!
//! One step alone is a poor witness: the first from standing hardly gets anywhere, the last closes the feet. So
//! the steps of a bout are read together: each has a cost for each way, in metres that it goes wrong, and a change of way
//! costs something too; the cheapest sequence wins (Viterbi). A mirrored bout gives the same.

use super::facts::Facts;

/// A way of getting about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Way {
    Walk,
    Run,
    Sideways,
    Backward,
    Turn,
    Jump,
}

impl Way {
    const ALL: [Way; 6] = [Way::Walk, Way::Run, Way::Sideways, Way::Backward, Way::Turn, Way::Jump];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Way::Walk => "walk",
            Way::Run => "run",
            Way::Sideways => "sideways",
            Way::Backward => "backward",
            Way::Turn => "turn",
            Way::Jump => "jump",
        }
    }
}

/// m. What a change of way costs.
const CHANGE: f32 = 0.12;
/// m. What it costs to run without flight, to walk with one, or to jump without a leap.
const WRONG_FEET: f32 = 0.5;
/// s. A flight shorter than this may be an error of a few frames.
const FLIGHT: f32 = 0.04;
/// m/rad. Turning by an angle is like going so far.
const TURN: f32 = 0.3;

/// The way of each step of a bout, and how sure that is, from 0 to 1. `leap` as in the settings.
pub fn ways(steps: &[Facts], leap: f32) -> Vec<(Way, f32)> {
    let mut flights: Vec<f32> = steps.iter().map(|s| s.flight).filter(|f| *f > FLIGHT).collect();
    let usual = super::signals::quantile(&mut flights, 0.5);
    let costs: Vec<[f32; 6]> = steps.iter().map(|step| Way::ALL.map(|way| cost(step, way, usual, leap))).collect();
    // The cheapest way to come to each way of each step, and where from.
    let mut best: Vec<[(f32, usize); 6]> = Vec::with_capacity(steps.len());
    for (n, costs) in costs.iter().enumerate() {
        best.push(std::array::from_fn(|way| {
            let from = |before: usize| {
                let so_far = if n == 0 { 0.0 } else { best[n - 1][before].0 };
                so_far + if n > 0 && before != way { CHANGE } else { 0.0 }
            };
            let before = (0..6).min_by(|a, b| from(*a).total_cmp(&from(*b))).unwrap_or(way);
            // To stay is preferred where it is as cheap.
            let before = if from(way) <= from(before) { way } else { before };
            (from(before) + costs[way], before)
        }));
    }
    let last = best.last().map(|last| (0..6).min_by(|a, b| last[*a].0.total_cmp(&last[*b].0)).unwrap_or(0));
    let mut way = last.unwrap_or(0);
    let mut ways = Vec::with_capacity(steps.len());
    for n in (0..steps.len()).rev() {
        let own = costs[n][way];
        let other = (0..6).filter(|w| *w != way).map(|w| costs[n][w]).fold(f32::MAX, f32::min);
        ways.push((Way::ALL[way], (0.7 + 2.0 * (other - own)).clamp(0.3, 0.98)));
        way = best[n][way].1;
    }
    ways.reverse();
    ways
}

/// m. How badly a step fits a way.
fn cost(step: &Facts, way: Way, usual: f32, leap: f32) -> f32 {
    // The middle of a turning step's heading decides what is ahead.
    let (sin, cos) = libm::sincosf(0.5 * step.turn);
    let (aside, ahead) =
        ((step.travel.x * cos - step.travel.z * sin).abs(), step.travel.x * sin + step.travel.z * cos);
    let far = libm::sqrtf(aside * aside + ahead * ahead);
    let turned = TURN * step.turn.abs();
    let flies = step.flight > FLIGHT;
    let leaps = if step.both { step.flight > 0.12 } else { step.flight > (leap * usual).max(0.22) };
    let wrong = |is: bool| if is { WRONG_FEET } else { 0.0 };
    match way {
        Way::Walk => aside + 2.0 * (-ahead).max(0.0) + (turned - far).max(0.0) + wrong(flies),
        Way::Run => wrong(!flies) + wrong(leaps),
        Way::Sideways => 1.5 * ahead.abs() + 0.5 * turned + 0.04 + wrong(flies),
        Way::Backward => aside + 2.0 * ahead.max(0.0) + 0.04 + 0.5 * turned + wrong(flies),
        Way::Turn => far + 0.04 - turned.min(far) + wrong(flies),
        Way::Jump => wrong(!leaps) * 2.0,
    }
}
