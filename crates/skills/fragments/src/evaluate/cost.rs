//! What baking costs: time, memory, steps, and how near an improvement step is to what the processor could do at best.

use std::hint::black_box;
use std::sync::Mutex;

use footwork_annotate::Repertoire;
use footwork_plan::policy::{self, Problem, Solution};
use footwork_plan::progress::Flow;
use footwork_skill::Meter;
use serde_json::{Value, json};

use super::BOUND;
use crate::bake::{BakeSettings, Ground};
use crate::error::FragmentError;
use crate::skill::Controller;
use crate::trace::Trace;

/// s, the shortest of some runs: what else the machine does only ever adds.
pub fn shortest<T>(meter: &dyn Meter, runs: usize, mut run: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let start = meter.seconds();
        black_box(run());
        meter.seconds() - start
    };
    (0..runs.max(1)).map(time).fold(f64::INFINITY, f64::min)
}

/// Bakes the model's table, and says what that took.
pub fn of_baking(
    repertoire: &Repertoire,
    learnt: &[Trace],
    settings: &BakeSettings,
    check: bool,
    meter: &dyn Meter,
) -> Result<(Ground, Solution, Value), FragmentError> {
    let start = meter.seconds();
    let passed = || meter.seconds() - start;
    let ground = Ground::of(repertoire, learnt, settings)?;
    let compared = passed();
    let falling: Mutex<Vec<(f64, f32)>> = Mutex::default();
    let model = ground.solve(Controller::Model, None, BOUND, None, &|progress| {
        // What is done goes by the logarithm of the bound.
        let bound = BOUND.powf(progress.done);
        if let Ok(mut falling) = falling.lock()
            && falling.last().is_none_or(|(_, last)| bound < *last)
        {
            falling.push((passed(), bound));
        }
        Flow::GoOn
    })?;
    let (seconds, peak) = (passed(), meter.peak_mb());
    let problem = ground.problem(Controller::Model, None);
    let step = shortest(meter, 3, || policy::improve(&problem, &model.table.values));
    let pairs = (problem.states * problem.states * problem.inputs) as u64;
    let limit = shortest(meter, 3, || policy::roofline(pairs));
    let checked = if check { checked(&problem, &model)? } else { Value::Null };
    let falling = thinned(&falling.into_inner().unwrap_or_default());
    let falling: Vec<Value> = falling.iter().map(|(s, bound)| json!([s, bound])).collect();
    let bake = json!({
        "seconds": seconds,
        "seconds_comparing": compared,
        "improvement_steps": model.effort.improvement_steps,
        "evaluation_steps": model.effort.evaluation_steps,
        "error_bound": model.effort.error_bound,
        "error_bound_checked": checked,
        "error_bound_falling": falling,
        "peak_mb": peak,
        "seconds_per_improvement_step": step,
        "roofline_ratio": step / limit.max(1e-9),
    });
    Ok((ground, model, bake))
}

/// At most a hundred points of a curve, its first and its last among them.
fn thinned(curve: &[(f64, f32)]) -> Vec<(f64, f32)> {
    const POINTS: usize = 100;
    if curve.len() <= POINTS {
        return curve.to_vec();
    }
    (0..POINTS).map(|point| curve[point * (curve.len() - 1) / (POINTS - 1)]).collect()
}

/// Steps of plain evaluation: at a discount of 0.999 these leave less than a thousandth.
const CHECKS: u32 = 12_000;

/// Whether the table's values are as near to what its policy is worth as the solver says.
fn checked(problem: &Problem<'_>, model: &Solution) -> Result<Value, FragmentError> {
    let check = policy::evaluate(problem, &model.table.policy, f64::from(BOUND) / 10.0, CHECKS)?;
    let off = check.values.iter().zip(&model.table.values).map(|(a, b)| (a - f64::from(*b)).abs());
    let off = off.fold(0.0, f64::max) / problem.largest_value();
    let holds = off <= f64::from(model.effort.error_bound) + check.error + 1e-6;
    Ok(json!({ "difference": off, "error_of_check": check.error, "holds": holds }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_curve_has_its_ends_and_no_more_than_a_hundred_points() {
        let curve: Vec<(f64, f32)> = (0..1234).map(|at| (at as f64, at as f32)).collect();
        let few = thinned(&curve);
        assert_eq!((few.len(), few[0], few[99]), (100, curve[0], curve[1233]));
        assert_eq!(thinned(&curve[..7]), curve[..7]);
        assert_eq!(thinned(&[]), []);
    }
}
