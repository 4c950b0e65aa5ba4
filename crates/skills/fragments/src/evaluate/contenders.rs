//! All that is compared: every controller, with all transitions and with the best few, and motion matching.

use footwork_annotate::Repertoire;
use footwork_plan::policy::{Solution, Sparse};
use footwork_plan::progress::UNHEARD;
use footwork_skill::Meter;

use super::cost::shortest;
use super::path::Task;
use super::responsiveness::{self, Change, Response};
use super::trial::{Contender, Score, Trial, fit_matching};
use super::{BOUND, pieces};
use crate::bake::{BakeSettings, Ground, table_of};
use crate::error::FragmentError;
use crate::matching::{Matching, MatchingSettings, Unweighted};
use crate::skill::{Controller, PolicyTable};
use crate::trace::Trace;

/// Fragments. A search of so many is what a decision is compared with: an hour of motion has about as many.
const MANY: usize = 50_000;

/// Pieces of traces that matching is fitted on, at least, where there are as many: ten minutes.
const FITTED: usize = 40;

/// Tables and a search, ready to play.
pub struct Contenders {
    tables: Vec<PolicyTable>,
    open: Sparse,
    matching: Matching,
}

impl Contenders {
    /// Bakes all controllers but the model, whose table is there. Thresholded ones have the share `kept` of transitions.
    pub fn of(
        repertoire: &Repertoire,
        ground: &Ground,
        model: &Solution,
        learnt: &[Trace],
        kept: f32,
        settings: &BakeSettings,
    ) -> Result<Contenders, FragmentError> {
        let open = ground.thresholded(kept)?;
        let mut tables = vec![table_of(ground, Controller::Model, None, model)];
        for kept in [None, Some(kept)] {
            for controller in Controller::TABLES {
                if kept.is_none() && controller == Controller::Model {
                    continue;
                }
                let open = kept.map(|_| &open);
                let solution = ground.solve(controller, open, BOUND, None, UNHEARD)?;
                tables.push(table_of(ground, controller, kept, &solution));
            }
        }
        let features = Unweighted::of(repertoire, &ground.fragments)?;
        let fitted = fitted(ground, &features, learnt, settings.fragments.seconds);
        Ok(Contenders { tables, open, matching: features.weighted(&fitted) })
    }

    /// The weights of matching that were found to be best.
    pub fn fitted(&self) -> &MatchingSettings {
        &self.matching.settings
    }

    /// How well each does.
    pub fn scores(&self, trial: &Trial<'_>) -> Vec<Score> {
        let table = |table: &PolicyTable| {
            trial.judge(table.controller.name(), table.kept.is_some(), &Contender::Table(table))
        };
        let mut scores: Vec<Score> = self.tables.iter().filter(|t| t.kept.is_none()).map(table).collect();
        scores.push(trial.judge("opt", false, &Contender::Optimal(None)));
        scores.push(trial.judge("matching", false, &Contender::Matching(&self.matching)));
        scores.extend(self.tables.iter().filter(|t| t.kept.is_some()).map(table));
        scores.push(trial.judge("opt", true, &Contender::Optimal(Some(&self.open))));
        scores
    }

    /// How soon each answers each change, for those that can be asked.
    pub fn answers(&self, ground: &Ground, seconds: f32) -> Vec<(&'static str, Vec<(Change, Response)>)> {
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
    pub fn costs(&self, ground: &Ground, tasks: &[Task], meter: &dyn Meter) -> Costs {
        let asked: Vec<_> = tasks.iter().flat_map(|task| task.asked.iter().copied()).collect();
        let count = ground.fragments.segments.len();
        const LOOKUPS: usize = 400_000;
        let tables = self.tables.iter().map(|table| {
            let bins = ground.space.bins();
            let seconds = shortest(meter, 3, || {
                // Each decision goes on from the last one, and includes finding the bin.
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
            let seconds = shortest(meter, 3, || {
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

/// Weights of motion matching that do best on what was learnt from, all over it: matching is fitted there, and judged
/// elsewhere. Seconds are those of a fragment.
pub fn fitted(ground: &Ground, features: &Unweighted, learnt: &[Trace], seconds: f32) -> MatchingSettings {
    let pieces = pieces(learnt);
    let known: Vec<Task> = pieces
        .iter()
        .step_by((pieces.len() / FITTED).max(1))
        .map(|trace| Task::new("", trace.sampled(seconds), &ground.space))
        .collect();
    fit_matching(&Trial::new(ground, &known), features)
}

/// ns per decision.
pub struct Costs {
    tables: Vec<(&'static str, bool, f64)>,
    matching: f64,
    /// Of a search through many fragments.
    pub matching_of_many: f64,
}

impl Costs {
    /// Of what was scored; none for the best path, which nobody decides.
    pub fn of(&self, score: &Score) -> Option<f64> {
        if score.name == Controller::Matching.name() {
            return Some(self.matching);
        }
        let own = |(name, kept, _): &&(&str, bool, f64)| *name == score.name && *kept == score.thresholded;
        self.tables.iter().find(own).map(|(_, _, ns)| *ns)
    }
}
