//! The skill as scenes, the command and the studio know it: its table in a scene, its options, its file.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_plan::progress::{Keeping, UNKEPT};
use footwork_skill::{
    Ability, About, Baked, Baking, Casting, Context, Control, Failure, Hear, Kind, OptionInfo, Options,
    Sealed, Table, TableError,
};
use footwork_stage::{PropKind, Rig, SharedDirector};
use serde::Deserialize;

use super::carriers::grasp::refused;
use super::carriers::{CarrierSettings, Carriers, Steering};
use super::graph::{APART, CarryGraph};
use super::sample::{CarrySettings, bake_on, sample};
use super::steps::{StepSettings, Steps};
use crate::entry::told;

/// Carries by a graph.
pub static SKILL: CarrySkill = CarrySkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct CarrySkill;

/// States of a graph that a scene makes for itself.
pub const STATES: usize = 20_000;

impl footwork_skill::Skill for CarrySkill {
    fn about(&self) -> About {
        About {
            name: "carry",
            mind: "carry",
            title: "two who carry a box",
            line: "carries a box together with the next one, where a player says or out of the way of balls",
            keys: &["steering", "balls", "apart", "takes", "states", "skill"],
            abilities: &[Ability::Steered],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let given: CarryTable = table.read()?;
        let carrying = given.checked().map_err(|what| table.error(what))?;
        Ok(Box::new(carrying))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(self)
    }
}

/// A carrier's table in a scene, as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CarryTable {
    steering: Steered,
    balls: bool,
    apart: Option<f32>,
    takes: String,
    states: Option<u32>,
    skill: Option<String>,
}

/// Who steers where nobody plays.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Steered {
    /// A script that gets out of the way of balls.
    #[default]
    Avoid,
    /// Nobody: they stand.
    Stand,
}

/// What a scene asks of carriers, checked.
#[derive(Clone, Debug)]
struct Carrying {
    settings: CarrierSettings,
    apart: f32,
    takes: String,
    states: usize,
    skill: Option<String>,
}

impl CarryTable {
    fn checked(self) -> Result<Carrying, String> {
        let usual = CarrySettings::default();
        let apart = self.apart.unwrap_or(usual.apart);
        if !(APART[0]..=APART[1]).contains(&apart) {
            return Err(format!("apart = {apart}: from {} to {} m, from hips to hips", APART[0], APART[1]));
        }
        let states = self.states.unwrap_or(STATES as u32);
        if !(100..=1_000_000).contains(&states) {
            return Err(format!("states = {states}: from 100 to 1000000"));
        }
        let steering = match self.steering {
            Steered::Avoid => Steering::Avoid,
            Steered::Stand => Steering::Stand,
        };
        let settings = CarrierSettings { steering, balls: self.balls, ..CarrierSettings::default() };
        Ok(Carrying { settings, apart, takes: self.takes, states: states as usize, skill: self.skill })
    }
}

/// What carriers of one scene share.
struct Shared {
    steps: Arc<Steps>,
    carry: Arc<CarryGraph>,
}

impl Casting for Carrying {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let name = format!("carry {:?} {} {} {:?}", self.takes, self.states, self.apart, self.skill);
        let shared = context.shelf.get(&name, || match &self.skill {
            Some(name) => {
                let bytes = (context.load)(name)?;
                Ok(shared_of(context.rig, &bytes).map_err(|error| format!("{name}: {error}"))?)
            }
            None => {
                let settings = CarrySettings {
                    takes: self.takes.clone(),
                    states: self.states,
                    apart: self.apart,
                    ..CarrySettings::default()
                };
                let steps = Steps::new(context.rig, &self.takes, &settings.edges)?;
                let repertoire = context.rig.repertoire();
                let sealed = Sealed {
                    kind: CarryGraph::KIND,
                    version: CarryGraph::VERSION,
                    write: &CarryGraph::to_bytes,
                    read: &|bytes| {
                        CarryGraph::from_bytes(bytes)
                            .ok()
                            .filter(|carry| carry.check(repertoire, &steps).is_ok())
                    },
                };
                let carry = context.baked(sealed, &settings, || {
                    Ok(sample(repertoire.fingerprint(), &steps, &settings, context.hear)?)
                })?;
                Ok(Shared { carry: Arc::new(carry), steps: Arc::new(steps) })
            }
        })?;
        let boxes = context.props.iter().filter_map(|prop| match prop.kind {
            PropKind::Box { size } => Some(size),
            _ => None,
        });
        if let Some(refused) =
            boxes.zip(1..).find_map(|(size, number)| refused(number, size, shared.carry.apart))
        {
            return Err(refused.into());
        }
        let carriers = Carriers::new(context.rig, shared.steps.clone(), shared.carry.clone(), self.settings)?;
        Ok(Control::Director(SharedDirector::new(carriers)))
    }
}

/// Reads a baked graph, and makes the steps that it goes with.
fn shared_of(rig: &Rig, bytes: &[u8]) -> Result<Shared, Failure> {
    let carry = CarryGraph::from_bytes(bytes)?;
    let steps = Steps::new(rig, &carry.graph.takes, &StepSettings::default())?;
    carry.check(rig.repertoire(), &steps)?;
    Ok(Shared { steps: Arc::new(steps), carry: Arc::new(carry) })
}

const OPTIONS: [OptionInfo; 3] = [
    OptionInfo {
        name: "states",
        kind: Kind::Value("COUNT"),
        help: "How many states, at most; the paper has 128804",
        default: Some("20000"),
    },
    OptionInfo {
        name: "apart",
        kind: Kind::Value("M"),
        help: "How far apart the two are, from hips to hips",
        default: Some("1.2"),
    },
    OptionInfo {
        name: "takes",
        kind: Kind::Value("NAME"),
        help: "Only takes whose names begin so [default: all]",
        default: None,
    },
];

impl CarrySkill {
    fn settings(options: &Options) -> Result<CarrySettings, Failure> {
        let usual = CarrySettings::default();
        Ok(CarrySettings {
            states: options.number("states", [100.0, 1e6], STATES as f32)? as usize,
            apart: options.number("apart", APART, usual.apart)?,
            takes: options.text("takes").unwrap_or_default().to_string(),
            ..usual
        })
    }
}

impl Baking for CarrySkill {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--states 20000"]
    }

    fn example_repertoire(&self) -> Option<&'static str> {
        Some("carriers")
    }

    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure> {
        self.bake_on(repertoire, options, &UNKEPT, hear)
    }

    fn bake_on(
        &self,
        repertoire: &Repertoire,
        options: &Options,
        keeping: &Keeping<'_>,
        hear: Hear<'_>,
    ) -> Result<Baked, Failure> {
        let carry = bake_on(repertoire, &CarrySkill::settings(options)?, keeping, hear)?;
        Ok(told(&carry.graph, carry.to_bytes()))
    }

    fn sealed(&self) -> (&'static str, u32) {
        (CarryGraph::KIND, CarryGraph::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let carry = CarryGraph::from_bytes(bytes)?;
        if let Some(repertoire) = repertoire {
            footwork_annotate::baked::check(carry.graph.fingerprint, repertoire)?;
            let rig = Rig::new(Arc::new(repertoire.clone()))?;
            shared_of(&rig, bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(text: &str) -> Result<String, TableError> {
        let text = format!("[carry]\n{text}\n");
        let document = toml::de::DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get("carry").expect("it has the table").clone();
        let casting = footwork_skill::Skill::cast(&SKILL, &Table::new(&text, "carry", value))?;
        Ok(casting.key())
    }

    #[test]
    fn steering_and_distance_are_said_in_the_table() {
        assert!(cast("").unwrap().contains("Avoid"));
        let own = cast("steering = \"stand\"\napart = 1.4\nballs = true").unwrap();
        assert!(own.contains("Stand") && own.contains("apart: 1.4") && own.contains("balls: true"), "{own}");
    }

    #[test]
    fn what_is_wrong_in_the_table_is_named() {
        for (text, says) in [
            ("apart = 0.2", "apart = 0.2: from 0.7 to 2.4 m"),
            ("apart = nan", "apart = NaN"),
            ("states = 3", "states = 3: from 100"),
            ("steering = \"avod\"", "did you mean \"avoid\"?"),
            ("aprt = 1.0", "did you mean \"apart\"?"),
        ] {
            let error = cast(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(says), "{text}: {error}");
        }
    }
}
