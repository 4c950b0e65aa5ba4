//! `footwork eval fragments`: every controller against the best that is possible, and against motion matching.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use clap::Args;
use footwork::performance;
use footwork::performer::Show;
use footwork_annotate::Repertoire;
use footwork_fragments::bake::table_of;
use footwork_fragments::evaluate::{Contender, Report, Trial, fit_matching};
use footwork_fragments::matching::{Matching, Unweighted};
use footwork_fragments::path::Course;
use footwork_fragments::responsiveness::{self, Change, Response};
use footwork_fragments::{BakeSettings, Controller, Ground, PolicyTable, Trace};
use footwork_plan::policy::{self, Problem, Solution, Sparse};
use footwork_plan::progress::Flow;
use serde_json::{Map, Value, json};

use super::extensions::{self, Extensions};
use super::{machine, plots};
use crate::out::save_whole;
use crate::repertoire;
use crate::terminal::{self, CommandError, Paint, paint};
use crate::traces;

/// Measures how good a steered character is: what each controller makes of what players ask for, in percent of the best
/// that anybody could make who knew it all beforehand; how soon the body answers; and what baking and deciding cost.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork eval fragments walker.rep
  footwork eval fragments walker.rep --json
  footwork eval fragments walker.rep -o figures   with the figures as SVG

Without a repertoire, the built-in performer's is used; without traces, those of two scripted players.")]
pub struct EvalFragments {
    /// A repertoire, as footwork import makes it
    #[arg(value_name = "NAME.rep")]
    repertoire: Option<PathBuf>,
    /// A folder of .trace files; without --test, the last quarter of each is held out to judge by
    #[arg(long, value_name = "DIR")]
    traces: Option<PathBuf>,
    /// A folder of .trace files to judge by
    #[arg(long, value_name = "DIR", requires = "traces")]
    test: Option<PathBuf>,
    /// The share of transitions that thresholded controllers may use
    #[arg(long, value_name = "SHARE", default_value_t = 0.08)]
    kept: f32,
    /// Seconds of each take of the built-in performer
    #[arg(long, value_name = "S", default_value_t = 150.0, hide = true)]
    seconds: f32,
    /// Check the bound of the model's table by an evaluation that shares nothing with the solver; takes a minute or more
    #[arg(long)]
    check: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// A folder for figures
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// s of each scripted player to learn from, and to judge by.
const LEARNT: f32 = 1800.0;
const JUDGED: f32 = 60.0;
/// What tables may lose.
const BOUND: f32 = 1e-3;
/// A search of so many fragments is what a decision is compared with.
const MANY: usize = 50_000;

impl EvalFragments {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let fail = |error: &dyn std::fmt::Display| CommandError::Other(error.to_string());
        let repertoire = match &self.repertoire {
            Some(path) => repertoire::read(path)?,
            None => {
                performance(&[Show::Locomotion, Show::Running], self.seconds, &[1]).map_err(|e| fail(&e))?
            }
        };
        let settings = BakeSettings::default();
        let (learnt, judged) = self.traces(&settings)?;
        let (ground, model, bake) = baked(&repertoire, &learnt, &settings, self.check)?;
        let courses: Vec<Course> = judged
            .iter()
            .map(|trace| {
                let asked = trace.sampled(settings.fragments.seconds);
                Course::new(trace.name.clone(), asked, &ground.space)
            })
            .collect();
        let entries = self.entries(&repertoire, &ground, &model, &learnt, &settings)?;
        let trial = Trial::new(&ground, &courses);
        let reports: Vec<Report> = entries.reports(&trial);
        let centred = centred(&ground, &courses);
        let middles = Trial::new(&ground, &centred);
        let by_bin: Vec<f64> =
            entries.reports(&middles).iter().map(|report| report.percent_of_optimal).collect();
        let further = extensions::Set {
            repertoire: &repertoire,
            settings: &settings,
            ground: &ground,
            model: &model,
            learnt: &learnt,
            courses: [&courses, &centred],
            trials: [&trial, &middles],
        }
        .measured(BOUND)
        .map_err(|error| fail(&error))?;
        let answers = entries.answers(&ground, settings.fragments.seconds);
        if let Some(folder) = &self.output {
            std::fs::create_dir_all(folder)
                .map_err(|error| CommandError::Other(format!("{}: {error}", folder.display())))?;
            save_whole(&folder.join("figure-5.svg"), plots::courses(&reports).as_bytes())?;
            save_whole(&folder.join("figure-6.svg"), plots::ranks(&reports).as_bytes())?;
            save_whole(&folder.join("figure-7.svg"), plots::qualities(&reports).as_bytes())?;
        }
        let costs = entries.costs(&ground, &courses);
        let result =
            Evaluation { ground: &ground, courses: &courses, reports, by_bin, further, answers, costs, bake };
        if self.json {
            terminal::line(format!("{:#}", result.json()));
        } else {
            result.lines().iter().for_each(terminal::line);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// To learn from, and to judge by.
    fn traces(&self, settings: &BakeSettings) -> Result<(Vec<Trace>, Vec<Trace>), CommandError> {
        let (learnt, judged) = match (&self.traces, &self.test) {
            (None, _) => {
                let learnt = traces::scripted(&settings.space, LEARNT, 1);
                (learnt, traces::pieces(&traces::scripted(&settings.space, JUDGED, 2)))
            }
            (Some(learnt), Some(judged)) => (traces::read(learnt)?, traces::pieces(&traces::read(judged)?)),
            (Some(both), None) => traces::held_out(&traces::read(both)?),
        };
        if judged.iter().all(|trace| trace.sampled(settings.fragments.seconds).is_empty()) {
            return Err(CommandError::other("the traces hold too little to judge by; record longer ones"));
        }
        Ok((learnt, judged))
    }

    fn entries(
        &self,
        repertoire: &Repertoire,
        ground: &Ground,
        model: &Solution,
        learnt: &[Trace],
        settings: &BakeSettings,
    ) -> Result<Entries, CommandError> {
        let fail = |error: footwork_fragments::FragmentError| CommandError::Other(error.to_string());
        let open = ground.thresholded(self.kept).map_err(fail)?;
        let mut tables = vec![table_of(ground, Controller::Model, None, model)];
        for kept in [None, Some(self.kept)] {
            for controller in Controller::TABLES {
                if kept.is_none() && controller == Controller::Model {
                    continue;
                }
                let ways = kept.map(|_| &open);
                let solution = ground.solve(controller, ways, BOUND, None, &|_| Flow::GoOn).map_err(fail)?;
                tables.push(table_of(ground, controller, kept, &solution));
            }
        }
        let features = Unweighted::of(repertoire, &ground.fragments).map_err(|error| fail(error.into()))?;
        // A minute of what was learnt from: matching gets its chance there, and is judged elsewhere.
        let known: Vec<Course> = traces::pieces(learnt)
            .iter()
            .step_by(traces::pieces(learnt).len().div_ceil(4).max(1))
            .map(|trace| Course::new("", trace.sampled(settings.fragments.seconds), &ground.space))
            .collect();
        let fitted = fit_matching(&Trial::new(ground, &known), &features);
        Ok(Entries { tables, open, matching: features.weighted(&fitted) })
    }
}

/// The same courses, where exactly the middles of bins are asked for: what is left when a table sees all.
fn centred(ground: &Ground, courses: &[Course]) -> Vec<Course> {
    let each = courses.iter().map(|course| {
        let asked = course.bins.iter().map(|&bin| ground.space.centre(bin)).collect();
        Course::new(course.name.clone(), asked, &ground.space)
    });
    each.collect()
}

/// What baking took, as figures.
fn baked(
    repertoire: &Repertoire,
    learnt: &[Trace],
    settings: &BakeSettings,
    check: bool,
) -> Result<(Ground, Solution, Value), CommandError> {
    let fail = |error: footwork_fragments::FragmentError| CommandError::Other(error.to_string());
    let start = Instant::now();
    let ground = Ground::of(repertoire, learnt, settings).map_err(fail)?;
    let compared = start.elapsed().as_secs_f64();
    let falling: Mutex<Vec<(f64, f32)>> = Mutex::default();
    let model = ground
        .solve(Controller::Model, None, BOUND, None, &|progress| {
            // What is done goes by the logarithm of the bound.
            let bound = BOUND.powf(progress.done);
            if let Ok(mut falling) = falling.lock()
                && falling.last().is_none_or(|(_, last)| *last != bound)
            {
                falling.push((start.elapsed().as_secs_f64(), bound));
            }
            Flow::GoOn
        })
        .map_err(fail)?;
    let seconds = start.elapsed().as_secs_f64();
    let peak = machine::peak_mb();
    let problem = ground.problem(Controller::Model, None);
    let step = machine::shortest(3, || policy::improve(&problem, &model.table.values));
    let pairs = (problem.states * problem.states * problem.inputs) as u64;
    let limit = machine::shortest(3, || policy::roofline(pairs));
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
fn checked(problem: &Problem<'_>, model: &Solution) -> Result<Value, CommandError> {
    let check = policy::evaluate(problem, &model.table.policy, f64::from(BOUND) / 10.0, CHECKS)
        .map_err(|error| CommandError::Other(error.to_string()))?;
    let off = check.values.iter().zip(&model.table.values).map(|(a, b)| (a - f64::from(*b)).abs());
    let off = off.fold(0.0, f64::max) / problem.largest_value();
    let holds = off <= f64::from(model.effort.error_bound) + check.error + 1e-6;
    Ok(json!({ "difference": off, "error_of_check": check.error, "holds": holds }))
}

/// Everything that is compared.
struct Entries {
    tables: Vec<PolicyTable>,
    open: Sparse,
    matching: Matching,
}

impl Entries {
    fn reports(&self, trial: &Trial<'_>) -> Vec<Report> {
        let table = |table: &PolicyTable| {
            trial.judge(table.controller.name(), table.kept.is_some(), &Contender::Table(table))
        };
        let mut reports: Vec<Report> = self.tables.iter().filter(|t| t.kept.is_none()).map(table).collect();
        reports.push(trial.judge("opt", false, &Contender::Optimal(None)));
        reports.push(trial.judge("matching", false, &Contender::Matching(&self.matching)));
        reports.extend(self.tables.iter().filter(|t| t.kept.is_some()).map(table));
        reports.push(trial.judge("opt", true, &Contender::Optimal(Some(&self.open))));
        reports
    }

    /// How soon each answers each change, for those that can be asked.
    fn answers(&self, ground: &Ground, seconds: f32) -> Vec<(&'static str, Vec<(Change, Response)>)> {
        let bins = ground.space.bins();
        let mut all = Vec::new();
        for table in self.tables.iter().filter(|table| table.kept.is_none()) {
            let each = Change::ALL.map(|change| {
                let next = |at: usize, _: &_, bin: u16| usize::from(table.next[at * bins + usize::from(bin)]);
                (change, responsiveness::of(ground, seconds, change, next))
            });
            all.push((table.controller.name(), each.to_vec()));
        }
        let each = Change::ALL.map(|change| {
            let next = |at: usize, asked: &_, _| self.matching.next(at, asked);
            (change, responsiveness::of(ground, seconds, change, next))
        });
        all.push((Controller::Matching.name(), each.to_vec()));
        all
    }

    /// ns per decision of each controller; and of a search through many fragments.
    fn costs(&self, ground: &Ground, courses: &[Course]) -> Costs {
        let asked: Vec<_> = courses.iter().flat_map(|course| course.asked.iter().copied()).collect();
        let count = ground.fragments.segments.len();
        const LOOKUPS: usize = 400_000;
        let tables = self.tables.iter().map(|table| {
            let bins = ground.space.bins();
            let seconds = machine::shortest(3, || {
                // What is played is where the last decision led; all of it comes with finding the bin.
                let mut at = 0;
                for step in 0..LOOKUPS {
                    let bin = ground.space.bin(&asked[step % asked.len()]);
                    at = usize::from(table.next[at * bins + usize::from(bin)]);
                }
                at
            });
            (table.controller.name(), table.kept.is_some(), 1e9 * seconds / LOOKUPS as f64)
        });
        const SEARCHES: usize = 200;
        let search = |matching: &Matching| {
            let seconds = machine::shortest(3, || {
                let mut at = 0;
                for step in 0..SEARCHES {
                    at = matching.next(at, &asked[step % asked.len()]) % count;
                }
                at
            });
            1e9 * seconds / SEARCHES as f64
        };
        Costs {
            tables: tables.collect(),
            matching: search(&self.matching),
            matching_of_many: search(&self.matching.repeated(MANY)),
        }
    }
}

struct Costs {
    tables: Vec<(&'static str, bool, f64)>,
    matching: f64,
    matching_of_many: f64,
}

impl Costs {
    fn of(&self, report: &Report) -> Option<f64> {
        if report.name == Controller::Matching.name() {
            return Some(self.matching);
        }
        let own = |(name, kept, _): &&(&str, bool, f64)| *name == report.name && *kept == report.thresholded;
        self.tables.iter().find(own).map(|(_, _, ns)| *ns)
    }
}

struct Evaluation<'a> {
    ground: &'a Ground,
    courses: &'a [Course],
    reports: Vec<Report>,
    /// Percent of optimal by the middles of bins, of each report.
    by_bin: Vec<f64>,
    further: Extensions,
    answers: Vec<(&'static str, Vec<(Change, Response)>)>,
    costs: Costs,
    bake: Value,
}

impl Evaluation<'_> {
    fn json(&self) -> Value {
        let controllers: Vec<Value> = self
            .reports
            .iter()
            .zip(&self.by_bin)
            .map(|(report, by_bin)| {
                let mut value = serde_json::to_value(report).unwrap_or(Value::Null);
                value["percent_of_optimal_by_bin"] = json!(by_bin);
                value["decision_ns"] = json!(self.costs.of(report));
                value
            })
            .collect();
        let answers: Map<String, Value> = self
            .answers
            .iter()
            .map(|(name, each)| {
                let each: Map<String, Value> = each
                    .iter()
                    .map(|(change, response)| (change.name().to_string(), json!(response)))
                    .collect();
                (name.to_string(), Value::Object(each))
            })
            .collect();
        let tables = self.reports.iter().zip(&self.by_bin).filter(|(report, _)| !report.thresholded);
        let by_bin: Map<String, Value> =
            tables.map(|(report, percent)| (report.name.clone(), json!(percent))).collect();
        json!({
            "fragments": self.ground.fragments.segments.len(),
            "bins": self.ground.space.bins(),
            "bins_visited": self.ground.player.visited(),
            "bins_unanswered": self.ground.unanswered().len(),
            "traces": self.courses.iter().map(|course| course.name.as_str()).collect::<Vec<_>>(),
            "controllers": controllers,
            "percent_of_optimal_by_bin": by_bin,
            "further": self.further,
            "bake": self.bake,
            "responsiveness": answers,
            "matching_search_ns_of_50000": self.costs.matching_of_many,
        })
    }

    fn lines(&self) -> Vec<String> {
        let seconds: f32 = self.courses.iter().map(|course| course.asked.len() as f32 * 0.1).sum();
        let mut lines = vec![format!(
            "{} fragments, {} bins of which players visit {}; {} traces of {seconds:.0} s in all",
            self.ground.fragments.segments.len(),
            self.ground.space.bins(),
            self.ground.player.visited(),
            self.courses.len()
        )];
        let unanswered = self.ground.unanswered().len();
        if unanswered > 0 {
            lines.push(format!("{unanswered} bins have no motion that answers them even half"));
        }
        let head = format!(
            "{:<12} {:>6} {:>5} {:>7} {:>8} {:>8} {:>12}",
            "controller", "% opt", "dev.", "by bin", "motion", "control", "ns/decision"
        );
        lines.push(paint(&head, Paint::Bold));
        for (report, by_bin) in self.reports.iter().zip(&self.by_bin) {
            let name = format!("{}{}", report.name, if report.thresholded { "-t" } else { "" });
            let cost = self.costs.of(report).map_or("-".to_string(), |ns| format!("{ns:.0}"));
            lines.push(format!(
                "{name:<12} {:>6.1} {:>5.1} {by_bin:>7.1} {:>8.3} {:>8.3} {cost:>12}",
                report.percent_of_optimal,
                report.deviation,
                report.mean_motion_quality,
                report.mean_control_quality
            ));
        }
        lines.extend(self.further.lines());
        let head =
            format!("{:<12} {}", "answers in", Change::ALL.map(|c| format!("{:>16}", c.name())).join(" "));
        lines.push(paint(&head, Paint::Bold));
        for (name, each) in &self.answers {
            let cells = each.iter().map(|(_, r)| format!("{:>7.2} {:>6.2} s", r.median, r.p95));
            lines.push(format!("{name:<12} {}", cells.collect::<Vec<_>>().join(" ")));
        }
        lines.push(paint("              median and 95th percentile; 2 s is never", Paint::Faint));
        let number = |key: &str| self.bake[key].as_f64().unwrap_or(f64::NAN);
        lines.push(format!(
            "baked in {:.1} s, {:.0} MB at most; {} improvement and {} evaluation steps; may lose {:.4} % of the best{}",
            number("seconds"),
            number("peak_mb"),
            self.bake["improvement_steps"],
            self.bake["evaluation_steps"],
            100.0 * number("error_bound"),
            match self.bake["error_bound_checked"]["holds"].as_bool() {
                None => "",
                Some(true) => ", which was checked",
                Some(false) => ", which a check did NOT confirm",
            }
        ));
        lines.push(format!(
            "an improvement step takes {:.2} s, {:.2} times what registers alone would; a search of 50,000 takes {:.0} ns",
            number("seconds_per_improvement_step"),
            number("roofline_ratio"),
            self.costs.matching_of_many
        ));
        lines
    }
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
