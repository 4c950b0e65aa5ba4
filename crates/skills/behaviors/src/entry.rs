//! The skill as scenes, the command and the studio know it: its table in a scene, its options, its file.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_annotate::{Repertoire, vocabulary};
use footwork_skill::{
    Ability, About, Baked, Baking, Casting, Context, Control, Evaluation, Failure, Hear, Kind, OptionError,
    OptionInfo, Options, Sealed, Table, TableError,
};
use footwork_stage::{PropKind, SharedMind};
use serde::Deserialize;

use crate::bake::{BakeSettings, Solver, bake};
use crate::behavior::Behavior;
use crate::behavior_file;
use crate::evaluate::BoxersEvaluation;
use crate::mind::{Aim, Blows, Boxer, BoxerSettings};
use crate::skill::Skill;

/// Approaches and hits.
pub static SKILL: BehaviorsSkill = BehaviorsSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct BehaviorsSkill;

impl footwork_skill::Skill for BehaviorsSkill {
    fn about(&self) -> About {
        About {
            name: "behaviors",
            mind: "box",
            title: "a character that approaches a target and hits it",
            line: "approaches a target or an opponent and hits it where it is, by tables of what every action is worth",
            keys: &["aim", "weights", "blows", "variety", "paper", "skill"],
            abilities: &[Ability::Fights],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let given: BoxTable = table.read()?;
        let boxing = given.checked().map_err(|what| table.error(what))?;
        Ok(Box::new(boxing))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(self)
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&BoxersEvaluation)
    }
}

/// A boxer's table in a scene, as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct BoxTable {
    aim: AimAt,
    weights: BTreeMap<String, f32>,
    blows: BlowsTable,
    variety: Option<f32>,
    paper: bool,
    skill: Option<String>,
}

/// What a boxer is after.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AimAt {
    /// The first prop that is a target.
    Target,
    /// The head of the one it is paired with: the first with the second, the third with the fourth.
    Pair,
    /// The head of whoever is nearest.
    #[default]
    Nearest,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct BlowsTable {
    give: Option<f32>,
    shaken: Option<f32>,
    heavy: Option<f32>,
    knock_down: Option<f32>,
}

/// What a scene asks of a boxer, checked.
#[derive(Clone, Debug)]
struct Boxing {
    aim: AimAt,
    /// How much each behaviour counts, by its name; one that is not named counts as it was baked.
    weights: BTreeMap<String, f32>,
    /// How it behaves, but for its aim.
    settings: BoxerSettings,
    /// Baked as the paper does, if it is baked on the spot.
    paper: bool,
    /// A baked skill's file; none to bake it on the spot.
    skill: Option<String>,
}

impl BoxTable {
    fn checked(self) -> Result<Boxing, String> {
        if let Some((name, weight)) = self.weights.iter().find(|(_, weight)| !(0.0..=1e6).contains(*weight)) {
            return Err(format!("weights: {name} = {weight}: a weight is not below zero"));
        }
        let BlowsTable { give, shaken, heavy, knock_down } = self.blows;
        let numbers = [("give", give), ("shaken", shaken), ("heavy", heavy), ("knock_down", knock_down)];
        for (key, value) in numbers {
            if let Some(value) = value.filter(|value| !(0.0..=100.0).contains(value)) {
                return Err(format!("blows: {key} = {value}: from 0 to 100"));
            }
        }
        let usual = if self.paper { BoxerSettings::paper() } else { BoxerSettings::default() };
        let variety = self.variety.unwrap_or(usual.variety);
        if !(0.0..=1.0).contains(&variety) {
            return Err(format!("variety = {variety}: from 0, all alike, to 1"));
        }
        let blows = Blows {
            give: give.unwrap_or(usual.blows.give),
            shaken: shaken.unwrap_or(usual.blows.shaken),
            heavy: heavy.unwrap_or(usual.blows.heavy),
            knock_down: knock_down.or(usual.blows.knock_down),
            ..usual.blows
        };
        let settings = BoxerSettings { blows, variety, ..usual };
        Ok(Boxing { aim: self.aim, weights: self.weights, settings, paper: self.paper, skill: self.skill })
    }
}

impl Casting for Boxing {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let mut skill = match &self.skill {
            Some(name) => {
                let bytes = (context.load)(name)?;
                Skill::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
            }
            None => {
                let (behaviors, settings) = match self.paper {
                    true => (Behavior::paper(), BakeSettings::paper()),
                    false => (Behavior::boxer(), BakeSettings::default()),
                };
                let repertoire = context.rig.repertoire();
                let sealed = Sealed {
                    kind: Skill::KIND,
                    version: Skill::VERSION,
                    write: &Skill::to_bytes,
                    read: &|bytes| {
                        Skill::from_bytes(bytes).ok().filter(|skill| skill.check(repertoire).is_ok())
                    },
                };
                context.baked(sealed, &(&behaviors, &settings), || {
                    Ok(bake(repertoire, &behaviors, &settings, context.hear)?)
                })?
            }
        };
        for (name, weight) in &self.weights {
            let found = skill.tables.iter().position(|table| table.behavior.name == *name);
            let number = found.ok_or_else(|| unknown_behavior(name, &skill))?;
            skill.tables[number].behavior.weight = *weight;
        }
        let is_target = |kind: &PropKind| matches!(kind, PropKind::Target { .. });
        let aim = match self.aim {
            AimAt::Target => {
                let target = context.props.iter().position(|prop| is_target(&prop.kind));
                Aim::Prop(target.ok_or("aim = \"target\": there is no prop of kind target")? as u32)
            }
            AimAt::Pair => Aim::Pair,
            AimAt::Nearest => Aim::Nearest,
        };
        let settings = BoxerSettings { aim, ..self.settings.clone() };
        Ok(Control::Mind(SharedMind::new(Boxer::new(context.rig, Arc::new(skill), settings)?)))
    }
}

fn unknown_behavior(name: &str, skill: &Skill) -> String {
    let names: Vec<&str> = skill.tables.iter().map(|table| table.behavior.name.as_str()).collect();
    let right = match vocabulary::nearest_of(name, names.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("there are: {}", names.join(", ")),
    };
    format!("weights: there is no behaviour {name:?}; {right}")
}

const OPTIONS: [OptionInfo; 3] = [
    OptionInfo {
        name: "behaviors",
        kind: Kind::File("FILE"),
        help: "What the character wants, as TOML; docs/behaviors.md says how it is written [default: approach, and punch]",
        default: None,
    },
    OptionInfo {
        name: "bound",
        kind: Kind::Value("SHARE"),
        help: "The most that a value may be off, as a share of the largest reward",
        default: Some("0.001"),
    },
    OptionInfo {
        name: "paper",
        kind: Kind::Flag,
        help: "The paper's own: graph, rule for blows, grids and random updates",
        default: None,
    },
];

impl Baking for BehaviorsSkill {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--behaviors mine.toml"]
    }

    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure> {
        let paper = options.flag("paper");
        let behaviors = match options.file("behaviors") {
            None if paper => Behavior::paper(),
            None => Behavior::boxer(),
            Some((name, text)) => behavior_file::parse(text).map_err(|error| OptionError {
                option: "behaviors",
                given: name.to_string(),
                right: error.to_string(),
            })?,
        };
        let error = options.number("bound", [1e-6, 1.0], 1e-3)?;
        let settings = match paper {
            true => BakeSettings::paper(),
            false => BakeSettings { solver: Solver::Sweeps { error }, ..BakeSettings::default() },
        };
        let skill = bake(repertoire, &behaviors, &settings, hear)?;
        Ok(Baked { bytes: skill.to_bytes(), lines: summary(&skill), warnings: Vec::new() })
    }

    fn sealed(&self) -> (&'static str, u32) {
        (Skill::KIND, Skill::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let skill = Skill::from_bytes(bytes)?;
        Ok(repertoire.map_or(Ok(()), |repertoire| skill.check(repertoire))?)
    }
}

fn summary(skill: &Skill) -> Vec<String> {
    let model = &skill.model;
    let mut lines = vec![format!(
        "{} frames, {} states, {} actions, {} hitting points",
        model.frames,
        model.states.len(),
        model.to.len(),
        skill.hitting_points.len()
    )];
    lines.extend(skill.tables.iter().map(|table| {
        let (name, sweeps) = (&table.behavior.name, table.sweeps);
        format!("{name}: {sweeps} sweeps, values off by {:.4} at most", table.error_bound)
    }));
    lines.push(format!("{:.1} MB of values", skill.table_bytes() as f64 / 1e6));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(text: &str) -> Result<String, TableError> {
        let text = format!("[box]\n{text}\n");
        let document = toml::de::DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get("box").expect("it has the table").clone();
        let casting = footwork_skill::Skill::cast(&SKILL, &Table::new(&text, "box", value))?;
        Ok(casting.key())
    }

    #[test]
    fn what_blows_do_and_whom_they_are_for_is_said_in_the_table() {
        let usual = cast("").unwrap();
        assert!(usual.contains(&format!("{:?}", Blows::default())) && usual.contains("Nearest"), "{usual}");
        let blows = Blows { heavy: 4.0, knock_down: Some(6.0), ..Blows::default() };
        let own = cast("aim = \"pair\"\nblows = { heavy = 4.0, knock_down = 6.0 }").unwrap();
        assert!(own.contains(&format!("{blows:?}")) && own.contains("Pair"), "{own}");
    }

    #[test]
    fn one_key_makes_a_boxer_the_papers() {
        let paper = cast("paper = true").unwrap();
        assert!(paper.contains(&format!("{:?}", BoxerSettings::paper())) && paper.contains("paper: true"));
        let led = cast("").unwrap();
        assert!(led.contains(&format!("{:?}", BoxerSettings::default())) && led.contains("paper: false"));
    }

    #[test]
    fn what_is_wrong_in_the_table_is_named() {
        for (text, says) in [
            ("blows = { give = -1.0 }", "give = -1: from 0 to 100"),
            ("blows = { heavy = nan }", "heavy = NaN"),
            ("blows = { hevy = 2.0 }", "did you mean \"heavy\"?"),
            ("weights = { punch = -1.0 }", "punch = -1: a weight is not below zero"),
            ("variety = 2.0", "variety = 2: from 0, all alike, to 1"),
            ("aim = \"nearst\"", "did you mean \"nearest\"?"),
            ("aims = \"pair\"", "did you mean \"aim\"?"),
        ] {
            let error = cast(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn the_command_bakes_to_the_bound_that_a_scene_bakes_to() {
        let bound = Options::defaults(&OPTIONS).number("bound", [0.0, 1.0], f32::NAN).unwrap();
        assert_eq!(BakeSettings::default().solver, Solver::Sweeps { error: bound });
    }
}
