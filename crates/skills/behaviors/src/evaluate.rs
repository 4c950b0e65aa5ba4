//! How good a skill is, in figures: what `footwork eval behaviors` prints.
//!
//! Everything but the seconds is the same on every run: the same seeds, the same stage.

mod hits;
mod optimal;
mod report;
mod spar;

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_skill::{
    Evaluation, Failure, Flow, Hear, Kind, Meter, OptionInfo, Options, Performed, Progress, Report,
};
use footwork_stage::Rig;
use serde::Serialize;

use crate::bake::{BakeError, BakeSettings, bake};
use crate::behavior::Behavior;
use crate::mind::BoxerSettings;
use crate::skill::Skill;

pub use hits::{Hits, Target, hits};
pub use optimal::{Finer, Gap, finer, gap};
pub use spar::{
    INFIGHT, OUTFIGHT, Sparring, Sparrings, Speed, Spread, Style, looks_off, many, spar, spar_with,
};

/// What `footwork eval behaviors` runs.
pub(crate) struct BoxersEvaluation;

const OPTIONS: [OptionInfo; 2] = [
    OptionInfo {
        name: "paper",
        kind: Kind::Flag,
        help: "The paper's own: graph, rule for blows, grids, random updates, and boxers that nothing leads",
        default: None,
    },
    OptionInfo { name: "quick", kind: Kind::Flag, help: "Look at less, to be done sooner", default: None },
];

impl Evaluation for BoxersEvaluation {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed { shows: &["boxing"], seconds: 120.0, seeds: &[1, 2, 3] }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let mut settings = EvalSettings::default();
        if options.flag("paper") {
            settings.behaviors = Behavior::paper();
            settings.bake = BakeSettings::paper();
            settings.boxer = BoxerSettings::paper();
        }
        if options.flag("quick") {
            settings =
                EvalSettings { targets: 10, seconds: 6.0, sparring: 30.0, samples: 8, depth: 2, ..settings };
        }
        let (figures, skill) = evaluate(Arc::new(repertoire), &settings, meter, hear)?;
        Ok(report::of(&figures, &skill)?)
    }
}

/// How much to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalSettings {
    /// How to bake.
    pub bake: BakeSettings,
    /// What to bake.
    pub behaviors: Vec<Behavior>,
    /// How boxers behave.
    pub boxer: BoxerSettings,
    /// How many targets are tried.
    pub targets: u32,
    /// s, for each of them.
    pub seconds: f32,
    /// s, of sparring.
    pub sparring: f32,
    /// With how many seeds.
    pub sparrings: u32,
    /// From how many states and places everything is searched.
    pub samples: u32,
    /// How many actions deep.
    pub depth: u32,
    /// Of everything that is left to chance.
    pub seed: u64,
}

impl Default for EvalSettings {
    fn default() -> EvalSettings {
        EvalSettings {
            bake: BakeSettings::default(),
            behaviors: Behavior::boxer(),
            boxer: BoxerSettings::default(),
            targets: 100,
            seconds: 12.0,
            sparring: 600.0,
            sparrings: 3,
            samples: 400,
            depth: 3,
            seed: 1,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Frames in the component.
    pub frames: u32,
    /// Frames with a choice.
    pub states: usize,
    /// Choices.
    pub actions: usize,
    /// Blows of fists that can be chosen.
    pub hitting_points: usize,
    /// Of all values.
    pub table_bytes: usize,
    /// s, from the repertoire to the skill.
    pub bake_seconds: f64,
    /// Of all behaviours.
    pub sweeps: u32,
    /// The largest of all behaviours, as a share of its largest value.
    pub error_bound: f32,
    /// Share of committed punches at a still target that come within 3 cm of it.
    pub hit_rate: f32,
    /// cm, how far the others miss; 0 if there are none.
    pub miss_cm_median: f32,
    /// s, the mean over all targets; one that is not hit counts with all the time that there was.
    pub seconds_to_first_hit: f32,
    /// How much less than an exhaustive search the tables get, as a share; the worst behaviour's.
    pub optimality_gap: f32,
    /// Thirty of them.
    pub thirty_boxers: Speed,
    /// A thousand of them.
    pub thousand_boxers: Speed,
    /// All about hits: still, the same without leading, swinging, moving.
    pub hits: Vec<Hits>,
    /// By behaviour.
    pub gaps: Vec<Gap>,
    /// By behaviour, against a grid that is four times finer, on the first take.
    pub finer: Vec<Finer>,
    /// Two of them.
    pub sparring: Sparring,
    /// Two of them, with several seeds: this one and those after it.
    pub sparrings: Sparrings,
    /// Two who want to be near.
    pub infight: Style,
    /// Two who want to be further away.
    pub outfight: Style,
}

/// Why there are no figures.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum EvalError {
    #[error(transparent)]
    Bake(#[from] BakeError),
    #[error("{0}")]
    Stage(String),
}

/// How much of the bar baking takes.
const BAKED: f32 = 0.3;

/// Bakes a skill and finds out how good it is.
pub fn evaluate(
    repertoire: Arc<Repertoire>,
    settings: &EvalSettings,
    meter: &dyn Meter,
    hear: Hear<'_>,
) -> Result<(Figures, Arc<Skill>), EvalError> {
    let tell = |done: f32, stage: &str| match hear(Progress { done, stage }) {
        Flow::GoOn => Ok(()),
        Flow::Stop => Err(EvalError::Bake(BakeError::Stopped)),
    };
    let begun = meter.seconds();
    let baking = |at: Progress<'_>| hear(Progress { done: BAKED * at.done, ..at });
    let skill = Arc::new(bake(&repertoire, &settings.behaviors, &settings.bake, &baking)?);
    let bake_seconds = meter.seconds() - begun;
    let rig = Arc::new(Rig::new(repertoire.clone()).map_err(|error| EvalError::Stage(error.to_string()))?);
    tell(BAKED, "searching everything from some states")?;
    let gaps = gap(&repertoire, &skill, settings);
    tell(0.5, "hitting targets")?;
    let kinds = [Target::Still, Target::StillNotLed, Target::Swings, Target::Moves];
    let hits =
        kinds.into_iter().map(|kind| hits(&rig, &skill, settings, kind)).collect::<Result<Vec<_>, _>>()?;
    let fight = |dials: &[(u8, f32)], seed: u64| {
        spar_with(&rig, &skill, &settings.boxer, dials, settings.sparring, seed)
    };
    tell(0.7, "sparring")?;
    let seeds = (0..u64::from(settings.sparrings.max(1))).map(|more| settings.seed.wrapping_add(more));
    let runs = seeds.map(|seed| fight(&[], seed)).collect::<Result<Vec<_>, _>>()?;
    let largest = |table: &crate::skill::Table| {
        table.scale * f32::from(table.values.iter().copied().max().unwrap_or(1).max(1))
    };
    let figures = Figures {
        frames: skill.model.frames,
        states: skill.model.states.len(),
        actions: skill.model.to.len(),
        hitting_points: skill.hitting_points.len(),
        table_bytes: skill.table_bytes(),
        bake_seconds,
        sweeps: skill.tables.iter().map(|table| table.sweeps).sum(),
        error_bound: skill.tables.iter().map(|t| t.error_bound / largest(t)).fold(0.0, f32::max),
        hit_rate: hits[0].hit_rate,
        miss_cm_median: hits[0].miss_cm_median,
        seconds_to_first_hit: hits[0].seconds_to_first_hit,
        optimality_gap: gaps.iter().map(|gap| gap.gap).fold(0.0, f32::max),
        thirty_boxers: many(&rig, &skill, &settings.boxer, 30, 1000, settings.seed, meter)?,
        thousand_boxers: many(&rig, &skill, &settings.boxer, 1000, 300, settings.seed, meter)?,
        finer: finer(&repertoire, settings),
        infight: Style::of(&fight(&INFIGHT, settings.seed)?),
        outfight: Style::of(&fight(&OUTFIGHT, settings.seed)?),
        sparrings: Sparrings::of(&runs),
        sparring: runs[0].clone(),
        hits,
        gaps,
    };
    Ok((figures, skill))
}

/// The middle one; 0 of none.
fn median(mut of: Vec<f32>) -> f32 {
    of.sort_by(f32::total_cmp);
    of.get(of.len() / 2).copied().unwrap_or(0.0)
}
