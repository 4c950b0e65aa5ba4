//! Ways of getting about: which of them each step of a bout is.
//!
//! One step alone is a poor witness: the first from standing hardly gets anywhere, the last closes the feet. So
//! the steps of a bout are read together: each has a cost for each gait, in metres that it goes wrong, and a change of gait
//! costs something too; the cheapest sequence wins (Viterbi). A mirrored bout gives the same.

use super::facts::Facts;

/// How somebody gets about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Gait {
    Walk,
    Run,
    Sideways,
    Backward,
    Turn,
    Jump,
}

impl Gait {
    /// All of them.
    pub const ALL: [Gait; 6] =
        [Gait::Walk, Gait::Run, Gait::Sideways, Gait::Backward, Gait::Turn, Gait::Jump];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Gait::Walk => "walk",
            Gait::Run => "run",
            Gait::Sideways => "sideways",
            Gait::Backward => "backward",
            Gait::Turn => "turn",
            Gait::Jump => "jump",
        }
    }
}

/// m. What a change of gait costs.
const CHANGE: f32 = 0.3;
/// s. Feet that rest this long between two steps halt. Steps from and to standing have both feet down for up to 0.28 s.
const HALT: f32 = 0.3;
/// s. After feet rested this long, a step sets out.
const SETS_OUT: f32 = 0.2;
/// s. After feet rested for this long, a change costs next to nothing.
const REST: f32 = 0.3;
/// m. A step that goes and turns less far says nothing.
const ON_THE_SPOT: f32 = 0.04;
/// m. From standing and to it, the weight goes over a foot, by half of how far feet are apart. That is no step aside.
const SWAY: f32 = 0.12;
/// m. What it costs to run without flight, or to walk with one.
const WRONG_FEET: f32 = 0.3;
/// m. What it costs to jump without a leap, or to leap otherwise.
const WRONG_LEAP: f32 = 1.0;
/// s. What is no flight yet, and what surely is one: supports begin with a flat sole, so that a brisk walk seems to
/// fly for a moment.
const FLIGHT: [f32; 2] = [0.08, 0.12];
/// m/s. Below it people walk, above it they run, for a body whose head is 1.4 m above its ankles: people change
/// at a Froude number of one half.
const RUN: f32 = 2.1;
/// s. A step at the wrong speed costs as much as the distance it goes too far or too short in this time.
const WRONG_SPEED: f32 = 0.15;
/// m/rad. Turning by an angle is like going so far.
const TURN: f32 = 0.3;

/// The gait of each step of a bout, and how sure that is, from 0 to 1. `leap` as in the settings.
pub fn gaits(steps: &[Facts], leap: f32) -> Vec<(Gait, f32)> {
    let mut flights: Vec<f32> = steps.iter().map(|s| s.flight).filter(|f| *f > FLIGHT[0]).collect();
    let usual = super::signals::quantile(&mut flights, 0.5);
    let costs: Vec<[f32; 6]> =
        steps.iter().map(|step| Gait::ALL.map(|gait| cost(step, gait, usual, leap))).collect();
    // The least cost of coming to each gait of each step, and the gait before it.
    let mut best: Vec<[(f32, usize); 6]> = Vec::with_capacity(steps.len());
    for (n, costs) in costs.iter().enumerate() {
        best.push(std::array::from_fn(|gait| {
            let from = |before: usize| {
                let so_far = if n == 0 { 0.0 } else { best[n - 1][before].0 };
                so_far + if n > 0 && before != gait { change(&steps[n]) } else { 0.0 }
            };
            let change = (0..6).filter(|w| *w != gait).min_by(|a, b| from(*a).total_cmp(&from(*b)));
            // Of two halts with a step on the spot between them, the later one parts: that step closes the feet.
            let before = change.filter(|w| from(*w) <= from(gait) + 1e-4).unwrap_or(gait);
            (from(before) + costs[gait], before)
        }));
    }
    let last = best.last().map(|last| (0..6).min_by(|a, b| last[*a].0.total_cmp(&last[*b].0)).unwrap_or(0));
    let mut gait = last.unwrap_or(0);
    let mut gaits = Vec::with_capacity(steps.len());
    for n in (0..steps.len()).rev() {
        let own = costs[n][gait];
        let other = (0..6).filter(|w| *w != gait).map(|w| costs[n][w]).fold(f32::MAX, f32::min);
        gaits.push((Gait::ALL[gait], (0.7 + 2.0 * (other - own)).clamp(0.3, 0.98)));
        gait = best[n][gait].1;
    }
    gaits.reverse();
    let rests: Vec<f32> = steps.iter().map(|step| step.rest).collect();
    gather(steps, &rests, &mut gaits);
    let (mut back, mut after) = (steps.to_vec(), rests);
    back.reverse();
    after.reverse();
    // Before the first step from behind is the end of the bout, and so on.
    after.rotate_right(1);
    gaits.reverse();
    gather(&back, &after, &mut gaits);
    gaits.reverse();
    // Steps that close the feet before standing belong to what they close.
    let closing = steps.iter().rev().take_while(|step| on_the_spot(step)).count();
    for n in (steps.len() - closing).max(1)..steps.len() {
        if gaits[n - 1].0 != Gait::Jump {
            gaits[n].0 = gaits[n - 1].0;
        }
    }
    gaits
}

/// m. What it costs to change the gait before a step.
fn change(step: &Facts) -> f32 {
    // The longer the feet rest, the likelier it is that something else begins.
    CHANGE * (1.0 - step.rest / REST).clamp(0.1, 1.0)
}

/// How many steps it takes to gather speed, or to come to a halt.
const GATHER: usize = 3;

/// A step that gathers speed is at most this share as fast as the next.
const GATHERS: f32 = 0.75;

/// Steps that only gather speed for a run are part of it: the first ones after a halt, each faster than the last.
/// From behind, those that take it out.
fn gather(steps: &[Facts], rests: &[f32], gaits: &mut [(Gait, f32)]) {
    let speed = |step: &Facts| step.travel.length() / step.seconds.max(0.1);
    for runs in 1..gaits.len() {
        if gaits[runs].0 != Gait::Run || gaits[runs - 1].0 == Gait::Run || rests[runs] >= HALT {
            continue;
        }
        for from in (runs.saturating_sub(GATHER)..runs).rev() {
            // Between two runs, a step or two is part of them: a feint, a sharp turn.
            let between = from > 0 && gaits[from - 1].0 == Gait::Run && runs - from < GATHER;
            let gathers = speed(&steps[from]) <= GATHERS * speed(&steps[from + 1]);
            if gaits[from].0 == Gait::Jump || !(gathers || between) {
                break;
            }
            if from == 0 || rests[from] >= SETS_OUT || between {
                gaits[from..runs].iter_mut().for_each(|(gait, _)| *gait = Gait::Run);
                break;
            }
        }
    }
}

/// Whether a step goes nowhere.
fn on_the_spot(step: &Facts) -> bool {
    let sway = if step.rest >= SETS_OUT { SWAY } else { 0.0 };
    let (aside, ahead) = ((step.travel.x.abs() - sway).max(0.0), step.travel.z);
    let far = libm::sqrtf(aside * aside + ahead * ahead);
    far + TURN * step.turn.abs() < ON_THE_SPOT && step.flight < FLIGHT[0]
}

/// m. How badly a step fits a gait.
fn cost(step: &Facts, gait: Gait, usual: f32, leap: f32) -> f32 {
    // The middle of a turning step's heading decides what is ahead.
    let (sin, cos) = libm::sincosf(0.5 * step.turn);
    let (aside, ahead) =
        ((step.travel.x * cos - step.travel.z * sin).abs(), step.travel.x * sin + step.travel.z * cos);
    let far = libm::sqrtf(aside * aside + ahead * ahead);
    let turned = TURN * step.turn.abs();
    if gait != Gait::Jump && on_the_spot(step) {
        return 0.0;
    }
    let flies = ((step.flight - FLIGHT[0]) / (FLIGHT[1] - FLIGHT[0])).clamp(0.0, 1.0);
    let leaps = if step.both { step.flight > 0.12 } else { step.flight > (leap * usual).max(0.22) };
    let speed = far / step.seconds.max(0.1);
    let (slow, fast) = (WRONG_SPEED * (RUN - speed).max(0.0), WRONG_SPEED * (speed - RUN).max(0.0));
    let leap_cost = |wrong: bool| if wrong { WRONG_LEAP } else { 0.0 };
    match gait {
        Gait::Walk => aside + 2.0 * (-ahead).max(0.0) + (turned - far).max(0.0) + fast + WRONG_FEET * flies,
        Gait::Run => slow + WRONG_FEET * (1.0 - flies) + leap_cost(leaps),
        Gait::Sideways => 1.5 * ahead.abs() + 0.5 * turned + fast + WRONG_FEET * flies,
        Gait::Backward => aside + 2.0 * ahead.max(0.0) + 0.5 * turned + fast + WRONG_FEET * flies,
        Gait::Turn => far - turned.min(far) + WRONG_FEET * flies,
        Gait::Jump => leap_cost(!leaps),
    }
}
