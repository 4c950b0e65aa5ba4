//! The skill as scenes, the command and the studio know it: its table in a scene, its options, its file.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_skill::{
    Ability, About, Baked, Baking, Button, Casting, Context, Control, Evaluation, Failure, Hear, Kind,
    Lessons, OptionError, OptionInfo, Options, Sealed, Table, TableError,
};
use footwork_stage::SharedMind;
use serde::Deserialize;

use crate::bake::{BakeSettings, bake};
use crate::error::FragmentError;
use crate::evaluate::Figures;
use crate::lessons::{self, Traces};
use crate::mind::{JUMP_BUTTON, Steered, SteeredSettings};
use crate::players;
use crate::quality::QualitySettings;
use crate::skill::{Controller, Skill};
use crate::trace::Trace;

/// Steered by a player.
pub static SKILL: FragmentsSkill = FragmentsSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct FragmentsSkill;

impl footwork_skill::Skill for FragmentsSkill {
    fn about(&self) -> About {
        About {
            name: "fragments",
            mind: "steer",
            title: "a character that a player steers",
            line: "goes where a player's sticks say, in steps of a tenth of a second that a table looks up",
            keys: &["controller", "offers", "root", "smoothness", "skill"],
            abilities: &[Ability::Steered, Ability::Learns],
            buttons: &[Button { number: JUMP_BUTTON, key: "Space", name: "jump" }],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let steering: Steering = table.read()?;
        if !(0.0..=1.0).contains(&steering.root) {
            let root = steering.root;
            return Err(
                table.error(format!("root = {root}: from 0, the recording's path, to 1, the player's"))
            );
        }
        if let Some(smoothness) = steering.smoothness {
            if !(0.0..=SMOOTHEST).contains(&smoothness) {
                return Err(table.error(format!(
                    "smoothness = {smoothness}: from 0, which answers at once, to {SMOOTHEST}, which hardly breaks a motion"
                )));
            }
            if let Some(skill) = &steering.skill {
                return Err(table.error(format!(
                    "smoothness is baked into {skill}: leave it out here and bake with --smoothness {smoothness}"
                )));
            }
        }
        Ok(Box::new(steering))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(self)
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&Figures)
    }

    fn lessons(&self) -> Option<&dyn Lessons> {
        Some(&Traces)
    }
}

/// How an actor is steered: its table in a scene.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Steering {
    /// What chooses.
    controller: Controller,
    /// What it can be swapped for while it runs, beside matching, which is always there.
    offers: Vec<Controller>,
    /// From 0, the recording's own path over the ground, to 1, exactly the player's.
    root: f32,
    /// From 0, responsive, to 4, smooth; only where it is baked on the spot.
    smoothness: Option<f32>,
    /// A baked skill's file; none to bake it on the spot.
    skill: Option<String>,
}

/// Smoother than this a body takes seconds to answer.
const SMOOTHEST: f32 = 8.0;

impl Default for Steering {
    fn default() -> Steering {
        Steering {
            controller: Controller::default(),
            offers: Vec::new(),
            root: Steered::ROOT,
            smoothness: None,
            skill: None,
        }
    }
}

impl Steering {
    /// The tables that are baked on the spot: only what is named, as all four take three times as long as one. Matching
    /// needs none, and gets the quickest.
    fn tables(&self) -> Vec<Controller> {
        let named = |table: &Controller| *table == self.controller || self.offers.contains(table);
        let tables: Vec<Controller> = Controller::TABLES.into_iter().filter(named).collect();
        if tables.is_empty() { vec![Controller::Greedy] } else { tables }
    }
}

impl Casting for Steering {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let skill = match &self.skill {
            Some(name) => {
                let bytes = (context.load)(name)?;
                Skill::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
            }
            None => {
                let repertoire = context.rig.repertoire();
                let sealed = Sealed {
                    kind: Skill::KIND,
                    version: Skill::VERSION,
                    write: &Skill::to_bytes,
                    read: &|bytes| {
                        Skill::from_bytes(bytes).ok().filter(|skill| skill.check(repertoire).is_ok())
                    },
                };
                let traces = lessons::read(context.lessons)?;
                let mut settings = BakeSettings { controllers: self.tables(), ..BakeSettings::default() };
                settings.quality.smoothness = self.smoothness.unwrap_or(settings.quality.smoothness);
                let scripted = if traces.is_empty() { players::TRAINING } else { BESIDE };
                context.baked(sealed, &(&settings, scripted, context.lessons), || {
                    Ok(taught(repertoire, traces, scripted, &settings, context.hear)?)
                })?
            }
        };
        let settings =
            SteeredSettings { controller: self.controller, lead: self.root, ..SteeredSettings::default() };
        Ok(Control::Mind(SharedMind::new(Steered::new(Arc::new(skill), context.rig, settings)?)))
    }
}

/// s, of each scripted player, beside what people played: so little that people count wherever they have been, and enough
/// to know what follows where they have not. The paper's players had as much.
const BESIDE: f32 = 210.0;

/// Bakes from what people played, and from so many seconds of what each scripted player does.
fn taught(
    repertoire: &Repertoire,
    mut traces: Vec<Trace>,
    scripted: f32,
    settings: &BakeSettings,
    hear: Hear<'_>,
) -> Result<Skill, FragmentError> {
    traces.extend(players::traces(&settings.space, scripted, 1));
    bake(repertoire, &traces, settings, hear)
}

/// The options of baking that evaluation has, too.
pub(crate) const TRACES: OptionInfo = OptionInfo {
    name: "traces",
    kind: Kind::Folder { value: "DIR", ending: "trace" },
    help: "A folder of .trace files: what players asked for [default: two scripted players]",
    default: None,
};

pub(crate) const SCRIPTED: OptionInfo = OptionInfo {
    name: "scripted",
    kind: Kind::Value("S"),
    help: "Seconds of each scripted player to learn from [default: 1800, or none with --traces]",
    default: None,
};

/// s, of each scripted player to learn from.
pub(crate) fn scripted_seconds(options: &Options, traces: bool) -> Result<f32, OptionError> {
    options.number("scripted", [0.0, 36_000.0], if traces { 0.0 } else { players::TRAINING })
}

const OPTIONS: [OptionInfo; 9] = [
    TRACES,
    SCRIPTED,
    OptionInfo {
        name: "controllers",
        kind: Kind::Value("NAMES"),
        help: "Which tables: model, steady, spread, greedy",
        default: Some("model,steady,spread,greedy"),
    },
    OptionInfo {
        name: "smoothness",
        kind: Kind::Value("N"),
        help: "From 0, which answers at once, to 8, which hardly breaks a motion",
        default: Some("4"),
    },
    OptionInfo {
        name: "paper",
        kind: Kind::Flag,
        help: "Judge motion and players as the paper does: responsive, and it lurches; --smoothness does not count then",
        default: None,
    },
    OptionInfo {
        name: "bound",
        kind: Kind::Value("SHARE"),
        help: "The most that a table may lose against the best possible one, as a share",
        default: Some("0.001"),
    },
    OptionInfo {
        name: "fit",
        kind: Kind::Flag,
        help: "Find the weights of motion matching that do best on the traces; takes minutes",
        default: None,
    },
    OptionInfo {
        name: "without",
        kind: Kind::Value("CLASSES"),
        help: "Classes of actions that no fragment is taken from",
        default: Some("attack,block,avoid,hit,fall,lying,rise"),
    },
    OptionInfo {
        name: "memory",
        kind: Kind::Value("GB"),
        help: "How much memory it may take; more is refused before the work begins",
        default: Some("4"),
    },
];

impl Baking for FragmentsSkill {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--traces traces", "--controllers steady,greedy", "--smoothness 1.5"]
    }

    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure> {
        let smoothness =
            options.number("smoothness", [0.0, SMOOTHEST], QualitySettings::PLAYED.smoothness)?;
        let played = QualitySettings { smoothness, ..QualitySettings::PLAYED };
        let usual = match options.flag("paper") {
            true => BakeSettings::paper(),
            false => BakeSettings { quality: played, ..BakeSettings::default() },
        };
        let settings = BakeSettings {
            controllers: controllers(options)?,
            bound: options.number("bound", [1e-5, 1.0], 1e-3)?,
            fit_matching: options.flag("fit"),
            without: options.words("without").into_iter().map(String::from).collect(),
            memory: (f64::from(options.number("memory", [0.001, 1e6], 4.0)?) * 1e9) as u64,
            ..usual
        };
        let traces = traces(options, "traces")?;
        let scripted = scripted_seconds(options, traces.is_some())?;
        let mut warnings = Vec::new();
        if traces.is_none() {
            warnings.push("no traces were given: two scripted players stand in".to_string());
        }
        let skill = taught(repertoire, traces.unwrap_or_default(), scripted, &settings, hear)?;
        Ok(Baked { bytes: skill.to_bytes(), lines: summary(&skill), warnings })
    }

    fn sealed(&self) -> (&'static str, u32) {
        (Skill::KIND, Skill::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let skill = Skill::from_bytes(bytes)?;
        Ok(repertoire.map_or(Ok(()), |repertoire| skill.check(repertoire))?)
    }
}

fn controllers(options: &Options) -> Result<Vec<Controller>, OptionError> {
    let known = |word: &str| {
        Controller::TABLES.into_iter().find(|controller| controller.name() == word).ok_or_else(|| {
            OptionError {
                option: "controllers",
                given: word.to_string(),
                right: "it is model, steady, spread or greedy".to_string(),
            }
        })
    };
    options.words("controllers").into_iter().map(known).collect()
}

/// The traces of an option that names a folder; none where it was left out.
pub(crate) fn traces(options: &Options, option: &'static str) -> Result<Option<Vec<Trace>>, OptionError> {
    let Some(files) = options.files(option) else { return Ok(None) };
    let trace = |(name, text): &(String, String)| {
        Trace::parse(text).map_err(|error| OptionError {
            option,
            given: name.clone(),
            right: error.to_string(),
        })
    };
    files.iter().map(trace).collect::<Result<_, _>>().map(Some)
}

fn summary(skill: &Skill) -> Vec<String> {
    let tables: Vec<&str> = skill.tables.iter().map(|table| table.controller.name()).collect();
    vec![
        format!(
            "{} fragments, {} bins, {} steps of {} bins in the traces",
            skill.fragments.segments.len(),
            skill.bins(),
            skill.player.steps(),
            skill.player.visited()
        ),
        format!("tables: {}; jumps last {:.2} s", tables.join(", "), skill.jump),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::NOT_STEERED;

    #[test]
    fn the_command_leaves_out_what_a_scene_leaves_out() {
        let options = Options::defaults(&OPTIONS);
        assert_eq!(options.words("without"), NOT_STEERED);
        assert_eq!(controllers(&options).unwrap(), Controller::TABLES);
        let settings = BakeSettings::default();
        assert_eq!(options.number("bound", [0.0, 1.0], f32::NAN), Ok(settings.bound));
        assert_eq!(
            options.number("memory", [0.0, 10.0], f32::NAN).map(|gb| gb as u64 * 1_000_000_000),
            Ok(settings.memory)
        );
        assert_eq!(options.number("smoothness", [0.0, SMOOTHEST], f32::NAN), Ok(settings.quality.smoothness));
        assert_eq!((settings.without.len(), settings.controllers.len()), (NOT_STEERED.len(), 4));
    }
}
