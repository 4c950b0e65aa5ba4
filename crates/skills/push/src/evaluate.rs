//! How good the skill is, in figures: what `footwork eval push` prints.
//!
//! The paper: *Pushing People Around*, section 6 and fig. 5, as far as that can be had without people: the scripted judge says
//! what is good. Everything but the milliseconds is the same on every run. Pushes are of another seed than what was learnt.

mod activities;
mod report;
mod table;

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use footwork_plan::progress::part;
use footwork_skill::{
    Evaluation, Failure, Flow, Hear, Kind, Meter, OptionInfo, Options, Performed, Progress, Report,
};
use serde::Serialize;

use crate::bake::{self, BakeSettings};
use crate::oracle::Oracle;
use crate::skill::Skill;

pub use activities::{Activities, Activity};
pub use table::{Good, Tried};

/// What `footwork eval push` runs.
pub(crate) struct Figures;

const OPTIONS: [OptionInfo; 4] = [
    OptionInfo {
        name: "pushes",
        kind: Kind::Value("COUNT"),
        help: "How many pushes are tried for the table, and in each activity on a stage",
        default: Some("200"),
    },
    OptionInfo {
        name: "examples",
        kind: Kind::Value("COUNT"),
        help: "Transitions that are tried and judged when it is baked",
        default: Some("1500"),
    },
    OptionInfo {
        name: "seed",
        kind: Kind::Value("N"),
        help: "Of the pushes; nothing was tuned on those of the default",
        default: Some("9001"),
    },
    OptionInfo { name: "quick", kind: Kind::Flag, help: "Look at less, to be done sooner", default: None },
];

/// Of what is measured: another one than anything is baked with, or was tuned on.
pub const SEED: u64 = 9001;

impl Evaluation for Figures {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed { shows: &["pushed", "falling"], seconds: 90.0, seeds: &[1, 2] }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let mut settings = EvalSettings {
            pushes: options.number("pushes", [1.0, 1e5], 200.0)? as usize,
            examples: options.number("examples", [0.0, 2e4], 1500.0)? as usize,
            seed: options.number("seed", [0.0, 1e6], SEED as f32)? as u64,
            stage: true,
        };
        if options.flag("quick") {
            let EvalSettings { pushes, examples, .. } = settings;
            settings = EvalSettings { pushes: pushes.min(30), examples: examples.min(400), ..settings };
        }
        report::of(&evaluate(repertoire, &settings, meter, hear)?)
    }
}

/// How much to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSettings {
    /// Pushes of the table, and in each activity.
    pub pushes: usize,
    /// Transitions that are tried when it is baked.
    pub examples: usize,
    /// Of the pushes; of what is baked it is another.
    pub seed: u64,
    /// Whether somebody is pushed on a stage with weight, too.
    pub stage: bool,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// Shares of what the judge calls good.
    pub good: Good,
    /// Share of pushes in which the pushed point is off by no more than 20 degrees from the way it was pushed, 0.2 s later.
    pub direction_within_20: f32,
    /// s, until the pushed point is a centimetre from where it would be: the median.
    pub visible_s: f32,
    /// ms that a decision takes.
    pub decision_ms: f64,
    /// Pushes that were given on a stage.
    pub pushes: usize,
    /// Who was left standing on air, twisted or frozen.
    pub left_bad: usize,
    /// Who fell.
    pub fell: usize,
    /// Share of those who stand again.
    pub rose: f32,
    /// The table in full.
    pub tried: Tried,
    /// By activity.
    pub activities: Activities,
    /// Number of labels, share of estimates within a quarter of the judge's word, and correlation, on transitions that
    /// were not learnt.
    pub agreement: Vec<[f32; 3]>,
    /// How many there are.
    pub responses: usize,
    /// What was learnt.
    pub examples: usize,
    /// Recorded pushes that could not be used.
    pub unused: usize,
}

/// Bakes, pushes, and finds out how good it is.
pub fn evaluate(
    repertoire: Repertoire,
    settings: &EvalSettings,
    meter: &dyn Meter,
    hear: Hear<'_>,
) -> Result<Found, Failure> {
    let tell = |done: f32, stage: &str| match hear(Progress { done, stage }) {
        Flow::GoOn => Ok(()),
        Flow::Stop => Err(Failure::from("stopped")),
    };
    // A body that lacks what is mirrored is taken as it is.
    let repertoire = repertoire.clone().with_mirrors().unwrap_or(repertoire);
    let baking = BakeSettings { examples: settings.examples, ..BakeSettings::default() };
    let (skill, ground) = bake::bake(&repertoire, &[], &baking, &part(hear, 0.0, 0.4))?;
    let oracle = oracle_of(&skill);
    let mut found = Found {
        responses: ground.responses.len(),
        examples: oracle.examples().len(),
        unused: ground.unused,
        ..Found::default()
    };
    if ground.responses.is_empty() {
        return Ok(found);
    }
    tell(0.4, "the table")?;
    let mut rng = Rng::new(settings.seed);
    found.tried = table::measure(&ground, &oracle, settings.pushes, &mut rng);
    (found.good, found.direction_within_20) = (found.tried.good, found.tried.direction_within_20);
    found.visible_s = found.tried.visible_s;
    found.decision_ms = table::decision_ms(&ground, &oracle, meter, &mut rng);
    tell(0.55, "labels and agreement")?;
    found.agreement = table::agreement(&ground, &oracle, settings.pushes, &mut rng);
    tell(0.65, "activities")?;
    if settings.stage {
        found.activities =
            activities::measure(&ground, &skill, settings.pushes, settings.seed + 1, &part(hear, 0.65, 1.0))?;
    }
    let all = &found.activities.all;
    found.pushes = all.iter().map(|one| one.pushes).sum();
    found.left_bad = all.iter().map(|one| one.left_bad).sum();
    found.fell = all.iter().map(|one| one.fell).sum();
    let rose: usize = all.iter().map(|one| one.rose).sum();
    found.rose = if found.fell == 0 { 1.0 } else { rose as f32 / found.fell as f32 };
    tell(1.0, "done")?;
    Ok(found)
}

/// The oracle of a skill.
pub fn oracle_of(skill: &Skill) -> Oracle {
    let content = &skill.content;
    Oracle::new(content.responses.clone(), content.examples.clone(), content.scales, content.answer)
}
