//! How good avoidance is, in figures: the paper's table 1, a thousand throws on a stage, and who would have chosen otherwise.

mod judge;
mod report;
mod situations;
mod trial;

use std::sync::Arc;

use footwork_annotate::{Repertoire, Zone};
use footwork_motion::quality::percentile;
use footwork_plan::progress::{Flow, Progress};
use footwork_skill::{Evaluation, Failure, Hear, Kind, Meter, OptionInfo, Options, Performed, Report};
use footwork_stage::Rig;
use serde::Serialize;

use crate::bake::{BakeError, bake};
use crate::dodger::Dodger;
use crate::settings::{AvoidSettings, BakeSettings};
use crate::skill::Skill;
pub use trial::{Outcome, Throw, Trial, draw_throw, play};

/// What `footwork eval avoid` runs.
#[derive(Clone, Copy, Debug)]
pub struct AvoidEvaluation;

const OPTIONS: [OptionInfo; 3] = [
    OptionInfo {
        name: "attacks",
        kind: Kind::Value("N"),
        help: "How many throws that would hit are answered",
        default: Some("1000"),
    },
    OptionInfo {
        name: "seed",
        kind: Kind::Value("N"),
        help: "Of the throws; nothing was tuned on those of the default",
        default: Some("101"),
    },
    OptionInfo {
        name: "paper",
        kind: Kind::Flag,
        help: "The paper's own settings: no reaction time, no lean, no shields, its scales",
        default: None,
    },
];

impl Evaluation for AvoidEvaluation {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed { shows: &["dodging"], seconds: 80.0, seeds: &[1, 2] }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let attacks = options.number("attacks", [1.0, 100_000.0], 1000.0)? as usize;
        let seed = options.number("seed", [0.0, 1e6], 101.0)? as u64;
        let paper = options.flag("paper");
        let (bake_settings, settings) = match paper {
            true => (BakeSettings::paper(), AvoidSettings::paper()),
            false => (BakeSettings::default(), AvoidSettings::default()),
        };
        let rig = Arc::new(Rig::new(Arc::new(repertoire))?);
        let skill = Arc::new(bake(rig.repertoire(), &bake_settings, hear)?);
        let figures = evaluate(&rig, &skill, &settings, attacks, seed, meter, hear)?;
        Ok(report::of(&figures))
    }
}

/// ms of a search, in the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Millis {
    pub index_alone: f64,
    pub index_culled: f64,
    pub index: f64,
    pub all_culled: f64,
    pub all: f64,
}

/// Candidates of a search, in the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Candidates {
    /// That the index gave.
    pub index: f64,
    /// All there are.
    pub all: f64,
    /// Compared in full: with index, culling and bounds.
    pub compared: f64,
    /// Laid out, and found to be hit when the attack comes: the same.
    pub struck: f64,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Throws that would have hit, and were seen in time to be answered.
    pub attacks: usize,
    /// Of those, how many some path avoids: found by comparing all of them.
    pub avoidable: usize,
    /// Of those, the share that was avoided on the stage.
    pub avoided_of_avoidable: f64,
    /// Of all, the share that was avoided, that met a forearm, and that hit.
    pub avoided: f64,
    /// See `avoided`.
    pub shielded: f64,
    /// See `avoided`.
    pub hit: f64,
    /// Hit although a path existed: a share of all.
    pub hit_though_a_path: f64,
    /// Of attacks that some path avoids, the share for which the index has one.
    pub index_share: f64,
    /// Of attacks that some path avoids, the share for which the index alone gives the choice of comparing everything.
    pub index_same_choice: f64,
    /// The share for which the search as it is gives that choice: it must be 1.
    pub search_same_choice: f64,
    /// The share for which nothing outside of the index had to be compared.
    pub index_sufficed: f64,
    /// Of a search.
    pub ms: Millis,
    /// Of a search.
    pub candidates: Candidates,
    /// cm, how near avoided throws passed the body: the median.
    pub passing_cm_median: f64,
    /// cm, the least.
    pub passing_cm_least: f64,
    /// m, how far the body moves, in the median, and the least that would have done.
    pub movement_m: f64,
    /// See `movement_m`.
    pub least_movement_m: f64,
    /// The share of avoidances whose speed was changed by no more than a factor of 2.
    pub within_double: f64,
    /// The largest change of speed of 95 % of them, as a factor.
    pub speed_change_95: f64,
    /// m/s, the largest change of a joint's velocity from one frame to the next in 99 % of avoidances.
    pub jump_99: f64,
    /// The share of choices that the judge of naturalness calls natural, or as good as the best of the candidates, as far as
    /// it can tell.
    pub agreement: f64,
    /// The same of one of the candidates drawn at random, and of the one that moves the body most.
    pub agreement_of_any: f64,
    /// See `agreement_of_any`.
    pub agreement_of_largest: f64,
    /// The share of choices that the judge puts first, however little it is ahead.
    pub agreement_first: f64,
    /// How many choices were judged.
    pub judged: usize,
    /// The share of choices that are among the best third of what else would have avoided the attack, in the order of a judge who
    /// knows nothing but how motion looks; and the share of all candidates that are.
    pub best_third: f64,
    /// See `best_third`.
    pub best_third_by_chance: f64,
    /// From 0 to 1: the mean place of the choice in that order; by chance it is a half.
    pub place: f64,
    /// What that judge's own measures agree by: how often what two of them put first is among the best third of the other three, and the
    /// other way round. No choice can be expected to agree with him more often.
    pub halves_agree: f64,
    /// How many choices were ranked: there must be three candidates.
    pub ranked: usize,
    /// The share of avoidable attacks that the nearest avoidance of the right class avoids.
    pub by_class_alone: f64,
    /// Throws from behind: the share that hit.
    pub hit_from_behind: f64,
    /// Avoidances of the repertoire.
    pub avoidances: usize,
    /// cm: each avoided throw.
    #[serde(skip)]
    pub passing: Vec<f32>,
    /// Each change of speed.
    #[serde(skip)]
    pub scales: Vec<f32>,
}

/// Measures.
pub fn evaluate(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &AvoidSettings,
    attacks: usize,
    seed: u64,
    meter: &dyn Meter,
    hear: Hear<'_>,
) -> Result<Figures, Failure> {
    let dodger = Arc::new(Dodger::new(rig, skill.clone(), settings.clone())?);
    let mut trials: Vec<Trial> = Vec::new();
    let mut number = 0;
    // Throws that would miss are not counted; a fifth of all draws does.
    while trials.len() < attacks && number < 10 * attacks as u64 + 100 {
        let done = 0.6 * trials.len() as f32 / attacks as f32;
        if number % 16 == 0 && hear(Progress { done, stage: "throwing" }) == Flow::Stop {
            return Err(BakeError::Stopped.into());
        }
        let throw = draw_throw(rig, &dodger, seed.wrapping_mul(1_000_003) + number, false);
        trials.extend(play(rig, &dodger, &throw)?);
        number += 1;
    }
    let mut figures = of_trials(&trials);
    figures.avoidances = skill.tables.avoidances.len();
    situations::measure(&dodger, &trials, meter, &mut figures);
    if hear(Progress { done: 0.8, stage: "judging" }) == Flow::Stop {
        return Err(BakeError::Stopped.into());
    }
    judge::judge(rig, &dodger, &trials, &mut figures)?;
    let mut behind = [0_usize; 2];
    for number in 0..(attacks / 10).max(10) as u64 {
        let throw = draw_throw(rig, &dodger, seed.wrapping_mul(7_000_003) + number, true);
        if let Some(trial) = play(rig, &dodger, &throw)? {
            behind = [behind[0] + 1, behind[1] + usize::from(trial.outcome == Outcome::Hit)];
        }
    }
    figures.hit_from_behind = share(behind[1], behind[0]);
    hear(Progress { done: 1.0, stage: "done" });
    Ok(figures)
}

fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

/// What of the figures comes from the stage alone.
fn of_trials(trials: &[Trial]) -> Figures {
    let count = |holds: &dyn Fn(&Trial) -> bool| trials.iter().filter(|trial| holds(trial)).count();
    let all = trials.len();
    let avoidable = count(&|trial| trial.avoidable);
    let passing: Vec<f32> = trials
        .iter()
        .filter(|trial| trial.outcome == Outcome::Avoided)
        .map(|trial| 100.0 * trial.passed)
        .collect();
    let scales: Vec<f32> =
        trials.iter().filter_map(|trial| trial.scale).map(|scale| scale.max(1.0 / scale)).collect();
    let jumps: Vec<f32> = trials.iter().map(|trial| trial.jump).collect();
    let at = |values: &[f32], share: f32| match values.is_empty() {
        true => 0.0,
        false => f64::from(percentile(values.to_vec(), share)),
    };
    Figures {
        attacks: all,
        avoidable,
        avoided_of_avoidable: share(
            count(&|trial| trial.avoidable && trial.outcome == Outcome::Avoided),
            avoidable,
        ),
        avoided: share(count(&|trial| trial.outcome == Outcome::Avoided), all),
        shielded: share(count(&|trial| trial.outcome == Outcome::Shielded), all),
        hit: share(count(&|trial| trial.outcome == Outcome::Hit), all),
        hit_though_a_path: share(count(&|trial| trial.avoidable && trial.outcome == Outcome::Hit), all),
        passing_cm_median: at(&passing, 0.5),
        passing_cm_least: at(&passing, 0.0),
        within_double: share(scales.iter().filter(|scale| **scale <= 2.0).count(), scales.len()),
        speed_change_95: at(&scales, 0.95),
        jump_99: at(&jumps, 0.99),
        passing,
        scales,
        ..Figures::default()
    }
}

/// What of a body a sphere belongs to, as annotation says what an avoidance saves.
pub(crate) fn zone(part: footwork_stage::BodyPart) -> Zone {
    use footwork_stage::BodyPart::*;
    match part {
        Head => Zone::Head,
        Pelvis | Chest => Zone::Body,
        LeftThigh | LeftShin | LeftFoot | RightThigh | RightShin | RightFoot => Zone::Legs,
        _ => Zone::Arms,
    }
}
