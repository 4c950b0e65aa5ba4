//! The skill as scenes, the command and the studio know it: its table in a scene, its options, its file.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_skill::{
    Ability, About, Baked, Baking, Casting, Context, Control, Evaluation, Failure, Hear, Kind, OptionInfo,
    Options, Sealed, Table, TableError,
};
use footwork_stage::{Rig, SharedReflex};
use serde::Deserialize;

use crate::bake::bake;
use crate::dodger::Dodger;
use crate::evaluate::AvoidEvaluation;
use crate::settings::{AvoidSettings, BakeSettings};
use crate::skill::Skill;

/// Dodges.
pub static SKILL: AvoidSkill = AvoidSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct AvoidSkill;

impl footwork_skill::Skill for AvoidSkill {
    fn about(&self) -> About {
        About {
            name: "avoid",
            mind: "dodge",
            title: "a reflex that gets out of the way",
            line: "sees what is thrown, swung or thrust at it and slips, ducks, leans or jumps out of the way, by as little as will do",
            keys: &["reaction", "view", "shields", "lean", "returns", "faces", "paper", "skill"],
            abilities: &[Ability::Dodges],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let given: DodgeTable = table.read()?;
        let dodging = given.checked().map_err(|what| table.error(what))?;
        Ok(Box::new(dodging))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(self)
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&AvoidEvaluation)
    }
}

/// A dodger's table in a scene, as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DodgeTable {
    reaction: Option<f32>,
    view: Option<f32>,
    shields: Option<bool>,
    lean: Option<f32>,
    returns: Option<f32>,
    faces: Option<f32>,
    paper: bool,
    skill: Option<String>,
}

/// What a scene asks of a dodger, checked.
#[derive(Clone, Debug)]
struct Dodging {
    settings: AvoidSettings,
    bake: BakeSettings,
    /// A baked skill's file; none to bake it on the spot.
    skill: Option<String>,
}

impl DodgeTable {
    fn checked(self) -> Result<Dodging, String> {
        let usual = if self.paper { AvoidSettings::paper() } else { AvoidSettings::default() };
        let within = |name: &str, value: Option<f32>, range: [f32; 2], usual: f32| match value {
            None => Ok(usual),
            Some(value) if value >= range[0] && value <= range[1] => Ok(value),
            Some(value) => Err(format!("{name} = {value}: from {} to {}", range[0], range[1])),
        };
        let settings = AvoidSettings {
            reaction: within("reaction", self.reaction, [0.0, 2.0], usual.reaction)?,
            // Degrees to each side, as people say it.
            view: within("view", self.view, [0.0, 180.0], usual.view.to_degrees())?.to_radians(),
            lean: within("lean", self.lean, [0.0, 0.2], usual.lean)?,
            shields: self.shields.unwrap_or(usual.shields),
            returns: within("returns", self.returns, [0.0, 10.0], usual.returns)?,
            faces: within("faces", self.faces, [0.0, 4.0], usual.faces)?,
            ..usual
        };
        let bake = if self.paper { BakeSettings::paper() } else { BakeSettings::default() };
        Ok(Dodging { settings, bake, skill: self.skill })
    }
}

impl Casting for Dodging {
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
                context.baked(sealed, &self.bake, || Ok(bake(repertoire, &self.bake, context.hear)?))?
            }
        };
        let dodger = Dodger::new(context.rig, Arc::new(skill), self.settings.clone())?;
        Ok(Control::Reflex(SharedReflex::new(dodger)))
    }
}

const OPTIONS: [OptionInfo; 2] = [
    OptionInfo {
        name: "limit",
        kind: Kind::Value("METRES"),
        help: "What a transition may cost at most: how far apart the points of two bodies are",
        default: Some("0.3"),
    },
    OptionInfo {
        name: "paper",
        kind: Kind::Flag,
        help: "The paper's own: volumes stored ten times a second, its limits for what may be slowed down or sped up",
        default: None,
    },
];

impl Baking for AvoidSkill {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure> {
        let settings = if options.flag("paper") { BakeSettings::paper() } else { BakeSettings::default() };
        let limit = options.number("limit", [0.01, 2.0], settings.limit)?;
        let skill = bake(repertoire, &BakeSettings { limit, ..settings }, hear)?;
        let bytes = skill.to_bytes();
        Ok(Baked { lines: summary(&skill, bytes.len()), warnings: missing(&skill), bytes })
    }

    fn sealed(&self) -> (&'static str, u32) {
        (Skill::KIND, Skill::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let skill = Skill::from_bytes(bytes)?;
        let Some(repertoire) = repertoire else { return Ok(()) };
        skill.check(repertoire)?;
        // What a body's spheres have to fit is known only of a rig.
        let rig = Rig::new(Arc::new(repertoire.clone()))?;
        Dodger::new(&rig, Arc::new(skill), AvoidSettings::default())?;
        Ok(())
    }
}

fn summary(skill: &Skill, bytes: usize) -> Vec<String> {
    let tables = &skill.tables;
    let nodes = tables.speeds.len();
    let reached: u32 = tables.reach.iter().map(|bits| bits.count_ones()).sum();
    vec![
        format!(
            "{} avoidances, {} ways into them, {nodes} nodes, {} spheres",
            tables.avoidances.len(),
            tables.entries.len(),
            tables.spheres
        ),
        format!(
            "{:.0} ways into avoidances from a node in the mean",
            f64::from(reached) / nodes.max(1) as f64
        ),
        format!("{:.1} MB", bytes as f64 / 1e6),
    ]
}

fn missing(skill: &Skill) -> Vec<String> {
    match skill.tables.avoidances.len() {
        0 => vec![format!(
            "no action is of the class {:?}: whoever has this can only put arms in the way; add recordings of somebody who dodges, \
             or mark avoidances in an edit file (docs/avoid.md)",
            crate::bake::CLASS
        )],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(text: &str) -> Result<String, TableError> {
        let text = format!("[dodge]\n{text}\n");
        let document = toml::de::DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get("dodge").expect("it has the table").clone();
        Ok(footwork_skill::Skill::cast(&SKILL, &Table::new(&text, "dodge", value))?.key())
    }

    #[test]
    fn what_is_said_in_the_table_is_taken_and_the_rest_is_usual() {
        assert!(cast("").unwrap().contains(&format!("{:?}", AvoidSettings::default())));
        let own = cast("reaction = 0.3\nshields = false").unwrap();
        let wanted = AvoidSettings { reaction: 0.3, shields: false, ..AvoidSettings::default() };
        assert!(own.contains(&format!("{wanted:?}")), "{own}");
        assert!(cast("paper = true").unwrap().contains(&format!("{:?}", AvoidSettings::paper())));
    }

    #[test]
    fn what_is_wrong_in_the_table_is_named() {
        for (text, says) in [
            ("reaction = -1.0", "reaction = -1: from 0 to 2"),
            ("view = nan", "view = NaN: from 0 to 180"),
            ("lean = 3.0", "lean = 3: from 0 to 0.2"),
            ("reactoin = 0.1", "did you mean \"reaction\"?"),
        ] {
            let error = cast(text).expect_err(text).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
