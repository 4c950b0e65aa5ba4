//! What goes further than the paper, measured: more memory, a family of choices, fragments from mirrored takes.

use footwork_annotate::Repertoire;
use footwork_plan::policy::Solution;
use footwork_plan::progress::UNHEARD;
use serde::Serialize;

use super::dwell_model::DwellTable;
use super::mirrored::with_mirrors;
use super::path::{Task, qualities};
use super::trial::{Contender, Trial};
use crate::bake::{BakeSettings, Ground, table_of};
use crate::error::FragmentError;
use crate::family::{self, FamilySettings};
use crate::skill::{Controller, PolicyTable};
use crate::trace::Trace;

/// What extensions are measured with.
pub struct Set<'a> {
    pub repertoire: &'a Repertoire,
    pub settings: &'a BakeSettings,
    pub ground: &'a Ground,
    pub model: &'a Solution,
    pub learnt: &'a [Trace],
    /// As they were asked, and by the middles of bins.
    pub tasks: [&'a [Task]; 2],
    pub trials: [&'a Trial<'a>; 2],
}

/// What each extension gains.
#[derive(Debug, Serialize)]
pub struct Extensions {
    model: Percent,
    more_memory: Percent,
    family: Vec<Varied>,
    /// None where it would be too many fragments.
    mirrored: Option<Mirrored>,
}

/// Percent of optimal.
#[derive(Clone, Copy, Debug, Serialize)]
struct Percent {
    percent_of_optimal: f64,
    percent_of_optimal_by_bin: f64,
}

/// With one of several good choices instead of the best.
#[derive(Debug, Serialize)]
struct Varied {
    /// As the dial for variety has it; 0 is the plain table.
    temperature: f32,
    percent_of_optimal: f64,
    percent_of_optimal_by_bin: f64,
    /// Played in all tasks.
    different_fragments: usize,
    /// The share of steps where a second time round is not the same as the first.
    differs_next_time: f64,
}

/// With mirrored takes, against without.
#[derive(Debug, Serialize)]
struct Mirrored {
    fragments: [usize; 2],
    percent_of_optimal: [f64; 2],
    /// Motion times control, per step: the two sets have optima of their own.
    mean_quality: [f64; 2],
    bins_unanswered: [usize; 2],
}

/// Temperatures, of the dial's 0 to 0.5.
const TEMPERATURES: [f32; 4] = [0.0, 0.05, 0.1, 0.25];
/// Fragments. With more, mirroring is left out: twice the fragments take four times the time and memory.
const MOST: usize = 8_000;

impl Set<'_> {
    /// Measures all of it; tables lose no more than the bound.
    pub fn measured(&self, bound: f32) -> Result<Extensions, FragmentError> {
        let mut table = table_of(self.ground, Controller::Model, None, self.model);
        let settings = FamilySettings::default();
        table.family = Some(family::of(self.ground, Controller::Model, &self.model.table, &settings)?);
        let family: Vec<Varied> = TEMPERATURES.iter().map(|at| self.varied(&table, *at)).collect();
        let aged = DwellTable::of(self.ground, self.learnt, self.settings.fragments.seconds, bound)?;
        let paths = |at: usize| -> Vec<Vec<u32>> {
            let starts = self.trials[at].starts();
            self.tasks[at].iter().zip(starts).map(|(task, start)| aged.follow(task, start)).collect()
        };
        let plain = Contender::Table(&table);
        Ok(Extensions {
            model: self.percent([0, 1].map(|at| self.trials[at].paths(&plain))),
            more_memory: self.percent([0, 1].map(paths)),
            family,
            mirrored: self.mirrored(&table, bound)?,
        })
    }

    fn percent(&self, paths: [Vec<Vec<u32>>; 2]) -> Percent {
        let [percent_of_optimal, percent_of_optimal_by_bin] =
            [0, 1].map(|at| mean(&self.trials[at].percent(&paths[at])));
        Percent { percent_of_optimal, percent_of_optimal_by_bin }
    }

    fn varied(&self, table: &PolicyTable, temperature: f32) -> Varied {
        let paths =
            |at: usize, seed: u64| self.trials[at].paths(&Contender::Varied { table, temperature, seed });
        let [first, again] = [1, 2].map(|seed| paths(0, seed));
        let steps = || first.iter().flatten().zip(again.iter().flatten());
        let differing = steps().filter(|(a, b)| a != b).count() as f64 / steps().count().max(1) as f64;
        let mut played: Vec<u32> = first.iter().flatten().copied().collect();
        played.sort_unstable();
        played.dedup();
        let Percent { percent_of_optimal, percent_of_optimal_by_bin } =
            self.percent([first.clone(), paths(1, 1)]);
        Varied {
            temperature,
            percent_of_optimal,
            percent_of_optimal_by_bin,
            different_fragments: played.len(),
            differs_next_time: differing,
        }
    }

    fn mirrored(&self, plain: &PolicyTable, bound: f32) -> Result<Option<Mirrored>, FragmentError> {
        if 2 * self.ground.fragments.segments.len() > MOST {
            return Ok(None);
        }
        let both = with_mirrors(self.repertoire.clone())?;
        let ground = Ground::of(&both, self.learnt, self.settings)?;
        let solution = ground.solve(Controller::Model, None, bound, None, UNHEARD)?;
        let table = table_of(&ground, Controller::Model, None, &solution);
        let trial = Trial::new(&ground, self.tasks[0]);
        let judged = [(self.ground, self.trials[0], plain), (&ground, &trial, &table)].map(
            |(ground, trial, table)| {
                let paths = trial.paths(&Contender::Table(table));
                (mean(&trial.percent(&paths)), quality(ground, self.tasks[0], &paths))
            },
        );
        let grounds = [self.ground, &ground];
        Ok(Some(Mirrored {
            fragments: grounds.map(|ground| ground.fragments.segments.len()),
            percent_of_optimal: judged.map(|judged| judged.0),
            mean_quality: judged.map(|judged| judged.1),
            bins_unanswered: grounds.map(|ground| ground.unanswered().len()),
        }))
    }
}

impl Extensions {
    /// To be read.
    pub fn lines(&self) -> Vec<String> {
        let Percent { percent_of_optimal, percent_of_optimal_by_bin } = self.more_memory;
        let mut lines = vec![format!(
            "model that knows how long a bin was held: {percent_of_optimal:.1} %, by bin {percent_of_optimal_by_bin:.1} % \
             (plain {:.1} and {:.1})",
            self.model.percent_of_optimal, self.model.percent_of_optimal_by_bin
        )];
        lines.extend(self.family.iter().map(|varied| {
            format!(
                "variety {:.2}: {:.1} %, {} different fragments, {:.0} % of steps differ the next time",
                varied.temperature,
                varied.percent_of_optimal,
                varied.different_fragments,
                100.0 * varied.differs_next_time
            )
        }));
        if let Some(Mirrored { fragments, percent_of_optimal, mean_quality, bins_unanswered }) =
            &self.mirrored
        {
            lines.push(format!(
                "with mirrored takes: {} fragments, {:.1} % of their optimum, quality {:.3} a step (without {:.3}), \
                 {} bins unanswered (without {})",
                fragments[1],
                percent_of_optimal[1],
                mean_quality[1],
                mean_quality[0],
                bins_unanswered[1],
                bins_unanswered[0]
            ));
        }
        lines
    }
}

/// Motion times control quality, per step.
fn quality(ground: &Ground, tasks: &[Task], paths: &[Vec<u32>]) -> f64 {
    let steps = tasks.iter().zip(paths).flat_map(|(task, path)| qualities(ground, task, path));
    mean(&steps.map(|[motion, control]| f64::from(motion) * f64::from(control)).collect::<Vec<_>>())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
