//! How good controllers are against the best that is possible.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 4.2, table 1 and fig. 5 to 7. Every controller plays the same
//! tasks from the same fragment, the one that the best path begins with; paths are judged by what was asked, not by
//! the middle of its bin.

use footwork_graph::Control;
use footwork_plan::policy::Sparse;
use rayon::prelude::*;
use serde::Serialize;

use crate::bake::Ground;
use crate::control::Bin;
use crate::evaluate::path::{self, Task, answers, follow, qualities};
use crate::matching::{Matching, MatchingSettings, Unweighted};
use crate::skill::{PolicyTable, varied};

/// Something that chooses fragments, to be judged.
pub enum Contender<'a> {
    /// Looks it up.
    Table(&'a PolicyTable),
    /// Takes one of the family at random: the more it loses, the less likely.
    Varied {
        /// With its family.
        table: &'a PolicyTable,
        /// What may be lost for variety, as a share of one fragment's perfect quality.
        temperature: f32,
        /// For chance.
        seed: u64,
    },
    /// Searches.
    Matching(&'a Matching),
    /// Knows everything that will be asked.
    Optimal(Option<&'a Sparse>),
}

/// How well a contender did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// As the paper calls it.
    pub name: String,
    /// Whether it could use the best transitions only.
    pub thresholded: bool,
    /// Mean over tasks.
    pub percent_of_optimal: f64,
    /// Of the same, over tasks.
    pub deviation: f64,
    /// Over all steps.
    pub mean_motion_quality: f64,
    /// Over all steps.
    pub mean_control_quality: f64,
    /// Percent of optimal of each task.
    pub tasks: Vec<f64>,
    /// Steps by how their motion and their control quality rank.
    pub transitions: Transitions,
}

impl Score {
    /// As it is called in tables and figures.
    pub fn label(&self) -> String {
        format!("{}{}", self.name, if self.thresholded { "-t" } else { "" })
    }
}

/// How many parts percentiles are counted in.
pub const TENTHS: usize = 10;
/// How many parts quality is counted in.
pub const TWENTIETHS: usize = 20;

/// Where a contender's steps lie.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Transitions {
    /// By tenths of all transitions by motion quality (rows, the worst first), and of all fragments by control quality for
    /// what was asked (columns), fig. 6.
    pub ranks: [[u32; TENTHS]; TENTHS],
    /// By quality, from 0 to 1, fig. 7.
    pub quality: [u32; TWENTIETHS],
}

/// Tasks, and the best that can be made of them.
pub struct Trial<'a> {
    ground: &'a Ground,
    tasks: &'a [Task],
    best: Vec<Vec<u32>>,
    worth: Vec<f64>,
    /// Per word of motion quality, the share of transitions below it.
    below: Vec<f64>,
}

impl<'a> Trial<'a> {
    /// Finds the best path of each task.
    pub fn new(ground: &'a Ground, tasks: &'a [Task]) -> Trial<'a> {
        let best = path::optimal(ground, tasks, None);
        let worth = tasks.iter().zip(&best).map(|(task, path)| worth(ground, task, path)).collect();
        let counts = ground.motion.histogram();
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let mut seen = 0;
        let below = counts
            .iter()
            .map(|count| {
                let share = (seen as f64 + 0.5 * *count as f64) / total;
                seen += count;
                share
            })
            .collect();
        Trial { ground, tasks, best, worth, below }
    }

    /// What a contender plays for each task.
    pub fn paths(&self, contender: &Contender<'_>) -> Vec<Vec<u32>> {
        let bins = self.ground.space.bins();
        let starts = self.best.iter().map(|path| path[0] as usize);
        let each = |next: &mut dyn FnMut(usize, &Control, Bin) -> usize| {
            let tasks = self.tasks.iter().zip(starts.clone());
            tasks.map(|(task, start)| follow(task, start, &mut *next)).collect()
        };
        match contender {
            Contender::Optimal(None) => self.best.clone(),
            Contender::Optimal(open) => path::optimal(self.ground, self.tasks, *open),
            Contender::Matching(matching) => {
                let starts: Vec<usize> = starts.clone().collect();
                let play = |(task, start): (&Task, usize)| {
                    follow(task, start, &mut |at, asked: &Control, _| matching.next(at, asked))
                };
                self.tasks.par_iter().zip(starts).map(play).collect()
            }
            Contender::Table(table) => {
                each(&mut |at, _, bin| usize::from(table.next[at * bins + usize::from(bin)]))
            }
            Contender::Varied { table, temperature, seed } => {
                let mut rng = footwork_stage::Rng::stream(*seed, 0);
                each(&mut |at, _, bin| {
                    let place = at * bins + usize::from(bin);
                    varied(table, place, *temperature, rng.unit())
                })
            }
        }
    }

    /// Judges a contender.
    pub fn judge(&self, name: &str, thresholded: bool, contender: &Contender<'_>) -> Score {
        self.judge_paths(name, thresholded, &self.paths(contender))
    }

    /// Where each task begins: with the first fragment of its best path.
    pub fn starts(&self) -> Vec<usize> {
        self.best.iter().map(|path| path[0] as usize).collect()
    }

    /// What was played, in percent of the best of each task.
    pub fn percent(&self, paths: &[Vec<u32>]) -> Vec<f64> {
        let share = |c: usize| worth(self.ground, &self.tasks[c], &paths[c]) / self.worth[c].max(1e-9);
        (0..self.tasks.len()).map(|c| 100.0 * share(c)).collect()
    }

    /// Judges what was played.
    pub fn judge_paths(&self, name: &str, thresholded: bool, paths: &[Vec<u32>]) -> Score {
        let percent = self.percent(paths);
        let (mut motion, mut control, mut steps) = (0.0, 0.0, 0_u64);
        let mut transitions = Transitions::default();
        for (task, path) in self.tasks.iter().zip(paths) {
            let found = qualities(self.ground, task, path);
            for ((quality, asked), &to) in found.iter().zip(&task.asked).zip(&path[1..]) {
                motion += f64::from(quality[0]);
                control += f64::from(quality[1]);
                steps += 1;
                let rank = self.below[usize::from(footwork_plan::policy::to_word(quality[0]))];
                let answer = self.rank_of_answer(asked, to as usize);
                transitions.ranks[part(rank, TENTHS)][part(answer, TENTHS)] += 1;
                transitions.quality[part(f64::from(quality[0] * quality[1]), TWENTIETHS)] += 1;
            }
        }
        let steps = steps.max(1) as f64;
        let (mean, deviation) = spread(&percent);
        Score {
            name: name.to_string(),
            thresholded,
            percent_of_optimal: mean,
            deviation,
            mean_motion_quality: motion / steps,
            mean_control_quality: control / steps,
            tasks: percent,
            transitions,
        }
    }

    /// The share of fragments that answer a control worse than one.
    fn rank_of_answer(&self, asked: &Control, fragment: usize) -> f64 {
        let all = answers(&self.ground.space, &self.ground.fragments, asked);
        let own = all[fragment];
        let worse = all.iter().filter(|other| **other < own).count() as f64;
        let same = all.iter().filter(|other| **other == own).count() as f64;
        (worse + 0.5 * same) / all.len() as f64
    }
}

/// Weights for motion matching that do best on some tasks: each is halved and doubled in turn while that helps. So the
/// contender that others are compared with has had its chance.
pub fn fit_matching(trial: &Trial<'_>, features: &Unweighted) -> MatchingSettings {
    let judge = |settings: &MatchingSettings| {
        let matching = features.weighted(settings);
        spread(&trial.percent(&trial.paths(&Contender::Matching(&matching)))).0
    };
    let own = MatchingSettings::default();
    // Hill climbing ends on the nearest hill, so it begins in several places.
    let starts = [
        own,
        MatchingSettings { half_life: 0.0, feet: 0.25, speeds: 0.25, ..own },
        MatchingSettings { half_life: 0.3, feet: 2.0, speeds: 2.0, stay: 0.5, ..own },
        MatchingSettings { places: 0.25, directions: 0.5, airborne: 4.0, ..own },
    ];
    let climbed = starts.map(|start| climbed(start, &judge));
    climbed.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(own, |(settings, _)| settings)
}

/// The best settings that are reached from some by changing one at a time, and how good they are.
fn climbed(start: MatchingSettings, judge: &impl Fn(&MatchingSettings) -> f64) -> (MatchingSettings, f64) {
    let (mut best, mut most) = (start, judge(&start));
    let turn: [fn(&mut MatchingSettings, f32); 7] = [
        |s, by| s.places *= by,
        |s, by| s.directions *= by,
        |s, by| s.feet *= by,
        |s, by| s.speeds *= by,
        |s, by| s.airborne *= by,
        |s, by| {
            s.half_life = if by > 1.0 { (s.half_life + 0.1).min(0.4) } else { (s.half_life - 0.1).max(0.0) }
        },
        |s, by| s.stay = if by > 1.0 { (s.stay + 0.2).min(0.9) } else { (s.stay - 0.2).max(0.0) },
    ];
    for _round in 0..4 {
        let before = most;
        for turn in turn {
            for by in [0.5, 2.0] {
                let mut tried = best;
                turn(&mut tried, by);
                let found = judge(&tried);
                if found > most {
                    (best, most) = (tried, found);
                }
            }
        }
        if most <= before {
            break;
        }
    }
    (best, most)
}

/// The sum of a path's quality.
fn worth(ground: &Ground, task: &Task, path: &[u32]) -> f64 {
    qualities(ground, task, path).iter().map(|q| f64::from(q[0]) * f64::from(q[1])).sum()
}

fn part(share: f64, parts: usize) -> usize {
    ((share * parts as f64) as usize).min(parts - 1)
}

/// Mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    (mean, variance.sqrt())
}
