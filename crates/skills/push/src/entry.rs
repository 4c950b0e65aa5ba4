//! The skill as scenes, the command and the studio know it: its table in a scene, its options, its file.

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use footwork_skill::{
    Ability, About, Baked, Baking, Button, Casting, Context, Control, Evaluation, Failure, Hear, Kind,
    Lessons, OptionInfo, Options, Sealed, Table, TableError,
};
use footwork_stage::{Rig, SharedMind, SharedReflex};
use serde::Deserialize;

use crate::bake::{self, BakeSettings, Ground};
use crate::evaluate::Figures;
use crate::labeller::{self, Labeller};
use crate::labels::{self, Label};
use crate::lessons::{self, Labelled};
use crate::oracle::{Oracle, Scales};
use crate::reflex::{Stagger, StaggerSettings};
use crate::skill::Skill;

/// Staggers when it is pushed.
pub static SKILL: PushSkill = PushSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct PushSkill;

const BUTTONS: [Button; 9] = [
    Button { number: 0, key: "Digit0", name: "bad" },
    Button { number: 1, key: "Digit1", name: "poor" },
    Button { number: 2, key: "Digit2", name: "so so" },
    Button { number: 3, key: "Digit3", name: "fair" },
    Button { number: 4, key: "Digit4", name: "good" },
    Button { number: 5, key: "Digit5", name: "like a person" },
    Button { number: labeller::UNDO, key: "KeyU", name: "undo" },
    Button { number: labeller::SKIP, key: "KeyN", name: "skip" },
    Button { number: labeller::TAKE, key: "Enter", name: "as the dial says" },
];

impl footwork_skill::Skill for PushSkill {
    fn about(&self) -> About {
        About {
            name: "push",
            mind: "stagger",
            title: "staggers when it is pushed",
            line: "steps, recovers or falls as a person did, or shows transitions to be labelled",
            keys: &["skill", "examples", "threshold", "least", "tone", "falls", "bumps", "label"],
            abilities: &[Ability::Staggers, Ability::Learns],
            buttons: &BUTTONS,
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let staggering: Staggering = table.read()?;
        let share = |name: &str, value: Option<f32>| match value {
            Some(value) if !(0.0..=1.0).contains(&value) => {
                Err(table.error(format!("{name} = {value}: from 0 to 1")))
            }
            _ => Ok(()),
        };
        share("threshold", staggering.threshold)?;
        share("tone", staggering.tone)?;
        if let Some(least) = staggering.least.filter(|least| !(0.0..=10.0).contains(least)) {
            return Err(
                table.error(format!("least = {least}: m/s that a push gives to the body, from 0 to 10"))
            );
        }
        if let Some(examples) = staggering.examples.filter(|examples| !EXAMPLES.contains(examples)) {
            return Err(table.error(format!(
                "examples = {examples}: from {} to {}",
                EXAMPLES.start(),
                EXAMPLES.end()
            )));
        }
        if let (Some(skill), Some(_)) = (&staggering.skill, staggering.examples) {
            return Err(table.error(format!("examples are baked into {skill}: leave them out here")));
        }
        if staggering.label && staggering.skill.is_some() {
            return Err(table.error("label: transitions to be labelled are made of takes; leave skill out"));
        }
        Ok(Box::new(staggering))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(self)
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&Figures)
    }

    fn lessons(&self) -> Option<&dyn Lessons> {
        Some(&Labelled)
    }
}

/// Examples that can be asked for.
const EXAMPLES: std::ops::RangeInclusive<usize> = 0..=20_000;
/// What is tried where a scene bakes on the spot: a few seconds.
const ON_THE_SPOT: usize = 500;

/// How an actor answers to pushes: its table in a scene.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Staggering {
    /// A baked skill's file; none to bake it on the spot.
    skill: Option<String>,
    /// Transitions that are tried when it is baked on the spot.
    examples: Option<usize>,
    threshold: Option<f32>,
    least: Option<f32>,
    tone: Option<f32>,
    falls: Option<bool>,
    bumps: Option<bool>,
    /// Shows transitions to be labelled, as a mind.
    label: bool,
}

impl Staggering {
    fn settings(&self) -> StaggerSettings {
        let usual = StaggerSettings::default();
        StaggerSettings {
            threshold: self.threshold,
            least: self.least.unwrap_or(usual.least),
            tone: self.tone.unwrap_or(usual.tone),
            falls: self.falls.unwrap_or(usual.falls),
            bumps: self.bumps.unwrap_or(usual.bumps),
        }
    }
}

impl Casting for Staggering {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let rig: &Rig = context.rig;
        let skill = match &self.skill {
            Some(name) => {
                let bytes = (context.load)(name)?;
                Skill::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
            }
            None => {
                let examples = self.examples.unwrap_or(ON_THE_SPOT);
                let settings = BakeSettings { examples, ..BakeSettings::default() };
                let people = lessons::read(context.lessons)?;
                let repertoire = rig.repertoire();
                let sealed = Sealed {
                    kind: Skill::KIND,
                    version: Skill::VERSION,
                    write: &Skill::to_bytes,
                    read: &|bytes| {
                        Skill::from_bytes(bytes).ok().filter(|skill| skill.check(repertoire).is_ok())
                    },
                };
                let mut ground = None;
                let skill = context.baked(sealed, &(&settings, context.lessons), || {
                    let (skill, made) = bake::bake(repertoire, &people, &settings, context.hear)?;
                    ground = Some(made);
                    Ok(skill)
                })?;
                if self.label {
                    // What is tried is not in the file; where that was kept, it is looked for again.
                    let ground = ground.map_or_else(|| Ground::of(repertoire), Ok)?;
                    return Ok(Control::Mind(SharedMind::new(session(&ground, &skill, &people))));
                }
                skill
            }
        };
        Ok(Control::Reflex(SharedReflex::new(Stagger::new(&skill, rig, self.settings())?)))
    }
}

/// A labelling session: random transitions, as the paper shows them, and an oracle that knows people's labels, and a few of the
/// judge's to begin with.
fn session(ground: &Ground, skill: &Skill, people: &[Label]) -> Labeller {
    let mut rng = Rng::new(7 + people.len() as u64);
    let shown = (0..labeller::MOST).filter_map(|_| {
        let (trial, now, response) = ground.random_trial(&mut rng)?;
        let example = bake::example(ground, &trial, &now, response)?;
        Some(labeller::Shown { trial, example })
    });
    let content = &skill.content;
    let oracle =
        Oracle::new(content.responses.clone(), content.examples.clone(), content.scales, content.answer);
    Labeller::new(shown.collect(), oracle)
}

const OPTIONS: [OptionInfo; 4] = [
    OptionInfo {
        name: "examples",
        kind: Kind::Value("COUNT"),
        help: "Transitions that are tried and judged",
        default: Some("1500"),
    },
    OptionInfo {
        name: "labels",
        kind: Kind::Folder { value: "DIR", ending: "labels" },
        help: "A folder of .labels files: what people said; they count more than the scripted judge",
        default: None,
    },
    OptionInfo {
        name: "threshold",
        kind: Kind::Value("QUALITY"),
        help: "The quality below which a response is worse than a fall, from 0 to 1",
        default: Some("0.5"),
    },
    OptionInfo {
        name: "seed",
        kind: Kind::Value("N"),
        help: "Of everything that is left to chance",
        default: Some("1"),
    },
];

impl Baking for PushSkill {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--labels labels", "--examples 3000"]
    }

    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure> {
        let usual = BakeSettings::default();
        let most = *EXAMPLES.end() as f32;
        let settings = BakeSettings {
            examples: options.number("examples", [0.0, most], usual.examples as f32)? as usize,
            threshold: options.number("threshold", [0.0, 1.0], usual.threshold)?,
            seed: options.number("seed", [0.0, 1e9], 1.0)? as u64,
            ..usual
        };
        let mut people: Vec<Label> = Vec::new();
        for (name, text) in options.files("labels").unwrap_or_default() {
            let more = labels::parse(text).map_err(|error| format!("--labels {name}: {error}"))?;
            people = labels::merge(&people, &more);
        }
        let (skill, ground) = bake::bake(repertoire, &people, &settings, hear)?;
        let mut warnings = Vec::new();
        if people.is_empty() {
            warnings.push("no labels were given: a scripted judge stands in".to_string());
        }
        if ground.responses.is_empty() {
            warnings.push(MISSING.to_string());
        }
        Ok(Baked { bytes: skill.to_bytes(), lines: summary(&skill, people.len()), warnings })
    }

    fn sealed(&self) -> (&'static str, u32) {
        (Skill::KIND, Skill::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let skill = Skill::from_bytes(bytes)?;
        Ok(repertoire.map_or(Ok(()), |repertoire| skill.check(repertoire))?)
    }
}

/// What is said where there is no response.
const MISSING: &str = "nobody is pushed in these takes: bodies will only give way. Add recordings of somebody who is \
                       pushed about, or the performer's `pushed`";

fn summary(skill: &Skill, people: usize) -> Vec<String> {
    let content = &skill.content;
    let good = content.examples.iter().filter(|example| example.quality > 0.5).count();
    let Scales { apart, push, .. } = content.scales;
    vec![
        format!(
            "{} responses, {} examples, {people} labels of people",
            content.responses.len(),
            content.examples.len()
        ),
        format!("{good} examples are good; a unit of pose counts {apart}, a m/s of deformation {push}"),
    ]
}
