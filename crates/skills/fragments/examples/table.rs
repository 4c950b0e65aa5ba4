//! Table 1 for a repertoire's file, with scripted players: `cargo run --release --example table -- NAME.rep [UNIT] [HZ]`.

use std::time::Instant;

use footwork_annotate::Repertoire;
use footwork_fragments::bake::{BakeSettings, Ground, table_of};
use footwork_fragments::evaluate::path::Task;
use footwork_fragments::evaluate::responsiveness::{self, Change};
use footwork_fragments::evaluate::{Contender, Score, Trial, fit_matching};
use footwork_fragments::matching::{MatchingSettings, Unweighted};
use footwork_fragments::{Controller, QualitySettings, players};
use footwork_plan::progress::UNHEARD;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("name a repertoire")?;
    let mut quality = QualitySettings::PAPER;
    if let Some(unit) = args.next() {
        quality.per_metre = unit.parse()?;
    }
    if let Some(rate) = args.next() {
        quality.pose_rate = rate.parse()?;
    }
    let repertoire = Repertoire::from_bytes(&std::fs::read(file)?)?;
    let settings = BakeSettings { quality, ..BakeSettings::paper() };
    let train = players::traces(&settings.space, 210.0, 1);
    let start = Instant::now();
    let ground = Ground::of(&repertoire, &train, &settings)?;
    println!("{} fragments, compared in {:.2?}", ground.fragments.segments.len(), start.elapsed());
    println!("bins without an answer: {}, visited {}", ground.unanswered().len(), ground.player.visited());
    let tasks: Vec<Task> = (100..104)
        .flat_map(|seed| players::traces(&settings.space, 15.0, seed))
        .map(|trace| Task::new(trace.name.clone(), trace.sampled(0.1), &ground.space))
        .collect();
    let start = Instant::now();
    let trial = Trial::new(&ground, &tasks);
    println!("opt in {:.2?}", start.elapsed());
    let open = ground.thresholded(0.08)?;
    show(&trial.judge("opt", false, &Contender::Optimal(None)));
    let mut tables = Vec::new();
    for kept in [None, Some(0.08)] {
        for controller in Controller::TABLES {
            let start = Instant::now();
            let solution = ground.solve(controller, kept.map(|_| &open), 1e-3, None, UNHEARD)?;
            let table = table_of(&ground, controller, kept, &solution);
            let report = trial.judge(controller.name(), kept.is_some(), &Contender::Table(&table));
            print!("{:>7.2?} {:?}", start.elapsed(), solution.effort);
            show(&report);
            for change in Change::ALL {
                let next = |at: usize, _: &_, bin: u16| {
                    usize::from(table.next[at * ground.space.bins() + usize::from(bin)])
                };
                let found = responsiveness::of(&ground, 0.1, change, next);
                print!(
                    "   {} {:.2} {:.2} {:.0} %",
                    change.name(),
                    found.median,
                    found.p95,
                    100.0 * found.missed
                );
            }
            println!();
            tables.push(table);
        }
    }
    show(&trial.judge("opt", true, &Contender::Optimal(Some(&open))));
    let features = Unweighted::of(&repertoire, &ground.fragments)?;
    let known: Vec<Task> = train[..4]
        .iter()
        .map(|trace| Task::new("", trace.part(0.0, 15.0).sampled(0.1), &ground.space))
        .collect();
    let fitted = fit_matching(&Trial::new(&ground, &known), &features);
    println!("{fitted:?}");
    for settings in [MatchingSettings::default(), fitted] {
        let matching = features.weighted(&settings);
        show(&trial.judge("matching", false, &Contender::Matching(&matching)));
    }
    let centred: Vec<Task> = tasks
        .iter()
        .map(|task| {
            let asked = task.bins.iter().map(|&bin| ground.space.centre(bin)).collect();
            Task::new(task.name.clone(), asked, &ground.space)
        })
        .collect();
    let trial = Trial::new(&ground, &centred);
    println!("where exactly the middles of bins are asked for:");
    for table in &tables {
        show(&trial.judge(table.controller.name(), table.kept.is_some(), &Contender::Table(table)));
    }
    Ok(())
}

fn show(report: &Score) {
    println!(
        "{}{:<10} {:5.1} ± {:3.1} %, motion {:.3}, control {:.3}",
        report.name,
        if report.thresholded { "-t" } else { "" },
        report.percent_of_optimal,
        report.deviation,
        report.mean_motion_quality,
        report.mean_control_quality
    );
}
