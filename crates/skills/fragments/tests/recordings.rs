//! Real locomotion: the order of controllers that the paper found.

use crate::common::traces;
use footwork_annotate::Repertoire;
use footwork_formats::ReadOptions;
use footwork_fragments::bake::table_of;
use footwork_fragments::evaluate::path::Task;
use footwork_fragments::evaluate::{Contender, Trial, fit_matching};
use footwork_fragments::matching::Unweighted;
use footwork_fragments::{BakeSettings, Controller, Ground};
use footwork_import::{Options, import};
use footwork_plan::policy::evaluate;
use footwork_plan::progress::Flow;

/// One person who runs, jumps, paces, and walks ahead, back and to the sides: about 100 s, at 60 Hz.
const TAKES: [&str; 8] = ["143_04", "143_05", "143_06", "143_29", "143_32", "143_39", "143_40", "143_42"];

fn repertoire() -> Option<Repertoire> {
    let folder = footwork_testing::mocap()?.join("cmu");
    let files = TAKES.map(|name| folder.join(format!("{name}.bvh")));
    // These were recorded at 60 Hz, whatever their headers say.
    let read = ReadOptions { rate: Some(60.0), ..ReadOptions::default() };
    Some(import(&files, &Options { read, ..Options::default() }).expect("recordings").repertoire)
}

#[test]
fn on_real_motion_a_model_of_the_player_is_best_and_thresholds_hurt() {
    let Some(repertoire) = repertoire() else { return };
    let learnt = traces(1, 210.0);
    let ground = Ground::of(&repertoire, &learnt, &BakeSettings::paper()).unwrap();
    let tasks: Vec<Task> = (2..6)
        .flat_map(|seed| traces(seed, 15.0))
        .map(|trace| Task::new(trace.name.clone(), trace.sampled(0.1), &ground.space))
        .collect();
    let trial = Trial::new(&ground, &tasks);
    let open = ground.thresholded(0.08).unwrap();
    let percent = |controller: Controller, open| {
        let solution = ground.solve(controller, open, 1e-3, None, &|_| Flow::GoOn).unwrap();
        assert!(solution.finished, "{controller:?}");
        let table = table_of(&ground, controller, None, &solution);
        let report = trial.judge(controller.name(), open.is_some(), &Contender::Table(&table));
        println!("{} {:?}: {:.1} %", report.name, open.is_some(), report.percent_of_optimal);
        (report.percent_of_optimal, solution)
    };
    let [model, steady, spread, greedy] = Controller::TABLES.map(|controller| percent(controller, None));
    // Seven minutes of play do not tell model from steady, nor spread from greedy (docs/fragments.md has an hour's figures);
    // that looking ahead pays, they do.
    assert!(model.0 > steady.0 - 1.0 && steady.0 > spread.0 + 5.0 && model.0 > greedy.0 + 5.0);
    assert!(percent(Controller::Model, Some(&open)).0 < model.0);
    assert!(percent(Controller::Steady, Some(&open)).0 < steady.0);
    let knowing = trial.judge("opt", true, &Contender::Optimal(Some(&open))).percent_of_optimal;
    assert!((80.0..=100.0).contains(&knowing), "{knowing}");

    let features = Unweighted::of(&repertoire, &ground.fragments).unwrap();
    let known: Vec<Task> =
        learnt.iter().map(|t| Task::new("", t.part(0.0, 15.0).sampled(0.1), &ground.space)).collect();
    let matching = features.weighted(&fit_matching(&Trial::new(&ground, &known), &features));
    let matched = trial.judge("matching", false, &Contender::Matching(&matching)).percent_of_optimal;
    println!("matching: {matched:.1} %");
    assert!(model.0 > matched + 10.0, "{matched}");

    // The bound, by an evaluation that shares nothing with the solver.
    let problem = ground.problem(Controller::Model, None);
    let check = evaluate(&problem, &model.1.table.policy, 1e-4, 12_000).unwrap();
    let off = check.values.iter().zip(&model.1.table.values).map(|(a, b)| (a - f64::from(*b)).abs());
    let off = off.fold(0.0, f64::max) / problem.largest_value();
    assert!(check.error < 1e-3, "{}", check.error);
    assert!(off <= f64::from(model.1.effort.error_bound) + check.error + 1e-6, "{off}, {}", check.error);
}
