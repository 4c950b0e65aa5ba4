//! What a model of the player gains over none, by how long was learnt and from whom.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 4.2 learns from seven minutes of two players, and judges by
//! another session of one of them. Differences are paired: both controllers play the same pieces.

use footwork_plan::progress::UNHEARD;
use footwork_skill::Section;
use serde::Serialize;

use super::path::{self, Task};
use super::trial::{Contender, Trial};
use super::{BOUND, pieces};
use crate::bake::{Ground, table_of};
use crate::error::FragmentError;
use crate::player::PlayerModel;
use crate::players::{self, Course as Fields, Temper};
use crate::skill::Controller;
use crate::trace::Trace;

/// Model less steady, in points of percent of optimal, with the standard error over pieces.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    learnt: &'static str,
    judged: &'static str,
    pieces: usize,
    by_stick: [f64; 2],
    by_bin: [f64; 2],
}

/// s, of each player: what the paper had, and half an hour.
const PAPER: f32 = 210.0;
const LONG: f32 = players::TRAINING;
/// s, of each player to judge by.
const JUDGED: f32 = 150.0;
/// Of what is learnt, and of what is judged by: others than elsewhere.
const SEEDS: [u64; 2] = [1, 5];

/// Measures all of it. The ground's own player model is left aside.
pub fn gains(ground: &Ground, seconds: f32) -> Result<Vec<Gain>, FragmentError> {
    const BOTH: &[Temper] = &[Temper::BRISK, Temper::CAREFUL];
    const BRISK: &[Temper] = &[Temper::BRISK];
    const CAREFUL: &[Temper] = &[Temper::CAREFUL];
    let trace = |temper: &Temper, seconds: f32, seed: u64| {
        players::trace(temper, &ground.space, &Fields::fields(), seconds, seed)
    };
    let mut gains = Vec::new();
    let mut ground = ground.clone();
    let steady = ground.solve(Controller::Steady, None, BOUND, None, UNHEARD)?;
    let steady = table_of(&ground, Controller::Steady, None, &steady);
    for (learnt, from, length, judged, by) in [
        ("both, 2 × 210 s", BOTH, PAPER, "both", BOTH),
        ("both, 2 × 1800 s", BOTH, LONG, "both", BOTH),
        ("brisk, 1800 s", BRISK, LONG, "brisk", BRISK),
        ("brisk, 1800 s", BRISK, LONG, "careful", CAREFUL),
        ("careful, 1800 s", CAREFUL, LONG, "careful", CAREFUL),
        ("careful, 1800 s", CAREFUL, LONG, "brisk", BRISK),
    ] {
        let known: Vec<Trace> = from.iter().map(|temper| trace(temper, length, SEEDS[0])).collect();
        ground.player = PlayerModel::learned(&ground.space, &known, seconds)?;
        ground.chances = ground.player.chances(0.0);
        let model = ground.solve(Controller::Model, None, BOUND, None, UNHEARD)?;
        let model = table_of(&ground, Controller::Model, None, &model);
        let others: Vec<Trace> = by.iter().map(|temper| trace(temper, JUDGED, SEEDS[1])).collect();
        let task = |trace: &Trace| Task::new("", trace.sampled(seconds), &ground.space);
        let tasks: Vec<Task> = pieces(&others).iter().map(task).collect();
        let centred = path::centred(&ground, &tasks);
        let [by_stick, by_bin] = [&tasks, &centred].map(|tasks| {
            let trial = Trial::new(&ground, tasks);
            let percent = |table| trial.percent(&trial.paths(&Contender::Table(table)));
            let differences: Vec<f64> =
                percent(&model).iter().zip(percent(&steady)).map(|(a, b)| a - b).collect();
            mean_and_error(&differences)
        });
        gains.push(Gain { learnt, judged, pieces: tasks.len(), by_stick, by_bin });
    }
    Ok(gains)
}

/// The mean and its standard error.
fn mean_and_error(values: &[f64]) -> [f64; 2] {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    [mean, (squares / (count - 1.0).max(1.0) / count).sqrt()]
}

/// To be read.
pub fn section(gains: &[Gain]) -> Section {
    let mut section =
        Section::table(&["model less steady: learnt from", "judged by", "pieces", "by stick", "by bin"]);
    for gain in gains {
        let points = |[mean, error]: [f64; 2]| format!("{mean:+.1} ± {error:.1}");
        section.rows.push(vec![
            gain.learnt.to_string(),
            gain.judged.to_string(),
            gain.pieces.to_string(),
            points(gain.by_stick),
            points(gain.by_bin),
        ]);
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_of_means() {
        let [mean, error] = mean_and_error(&[1.0, 2.0, 3.0, 4.0]);
        assert!((mean - 2.5).abs() < 1e-12 && (error - (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(mean_and_error(&[]), [0.0, 0.0]);
    }
}
