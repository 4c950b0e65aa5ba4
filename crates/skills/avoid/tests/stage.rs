//! Dodging on a stage.

use std::sync::Arc;

use crate::common::known;
use footwork_avoid::evaluate::{Outcome, draw_throw, play};
use footwork_avoid::{AvoidSettings, Dodger};

#[test]
fn what_can_be_avoided_is_avoided_by_little() {
    let known = known();
    let skill = Arc::new(known.skill.clone());
    let dodger = Arc::new(Dodger::new(&known.rig, skill, AvoidSettings::default()).expect("its own"));
    let (mut avoidable, mut avoided, mut all, mut passed) = (0, 0, 0, Vec::new());
    for seed in 0..80 {
        let throw = draw_throw(&known.rig, &dodger, 9_000 + seed, false);
        let Some(trial) = play(&known.rig, &dodger, &throw).expect("it plays") else { continue };
        all += 1;
        avoidable += usize::from(trial.avoidable);
        avoided += usize::from(trial.avoidable && trial.outcome == Outcome::Avoided);
        if trial.outcome == Outcome::Avoided {
            passed.push(trial.passed);
        }
        if std::env::var_os("FOOTWORK_SHOW").is_some() {
            let plan = trial.best.map(|b| (b.score.distance, b.laid.timing.leaves, b.score.scale));
            println!(
                "{seed} {:?} avoidable {} passed {:.3} jump {:.2} seen {} best {plan:?}",
                trial.outcome,
                trial.avoidable,
                trial.passed,
                trial.jump,
                trial.situation.is_some()
            );
        }
    }
    passed.sort_by(f32::total_cmp);
    println!(
        "{all} throws, {avoidable} avoidable, {avoided} avoided, median {:?}",
        passed.get(passed.len() / 2)
    );
    assert!(avoided as f32 >= 0.9 * avoidable as f32, "{avoided} of {avoidable}");
    assert!(passed[passed.len() / 2] < 0.15, "{passed:?}");
}
