//! The skill as scenes, the command and the studio know it: its table in a scene, its options, its file.

use std::sync::Arc;

use footwork_annotate::{Repertoire, vocabulary};
use footwork_encounter::Style;
use footwork_skill::{
    Ability, About, Baked, Baking, Button, Casting, Context, Control, Evaluation, Failure, Hear, Keeping,
    Kind, OptionInfo, Options, Sealed, Table, TableError, UNKEPT,
};
use footwork_stage::{Rig, SharedDirector};
use serde::Deserialize;

use crate::evaluate::InteractionEvaluation;
use crate::fighters::{Aim, DEPTHS, FighterSettings, Fighters, Ring};
use crate::graph::Graph;
use crate::sample::{SampleSettings, bake_on, sample, tables_for};

/// Fights by a graph.
pub static SKILL: InteractionSkill = InteractionSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct InteractionSkill;

/// What a player's keys ask for, in the order of [`crate::fighters::BUTTONS`].
const BUTTONS: [Button; 4] = [
    Button { number: 0, key: "KeyJ", name: "punch" },
    Button { number: 1, key: "KeyK", name: "kick" },
    Button { number: 2, key: "KeyL", name: "dodge" },
    Button { number: 3, key: "Semicolon", name: "block" },
];

/// States of a graph that a scene makes for itself: `docs/interaction.md` has what more of them gain.
pub const STATES: usize = 20_000;

impl footwork_skill::Skill for InteractionSkill {
    fn about(&self) -> About {
        About {
            name: "interaction",
            mind: "fight",
            title: "a fighter who knows what to do",
            line: "fights by looking up what is best in every situation, or as a player says",
            keys: &[
                "depth",
                "style",
                "against",
                "aim",
                "player",
                "sure",
                "models",
                "temperature",
                "takes",
                "states",
                "skill",
            ],
            abilities: &[Ability::Fights, Ability::Steered],
            buttons: &BUTTONS,
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let given: FightTable = table.read()?;
        let fighting = given.checked().map_err(|what| table.error(what))?;
        Ok(Box::new(fighting))
    }

    fn baking(&self) -> Option<&dyn Baking> {
        Some(self)
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&InteractionEvaluation)
    }

    fn styles(&self) -> &'static [&'static str] {
        &STYLES
    }
}

/// A fighter's table in a scene, as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FightTable {
    depth: Option<u16>,
    style: Option<String>,
    against: Option<String>,
    aim: AimAt,
    player: bool,
    sure: bool,
    models: bool,
    temperature: Option<f32>,
    takes: String,
    states: Option<u32>,
    skill: Option<String>,
}

/// Whom he fights.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AimAt {
    /// The one he is paired with: the first with the second, the third with the fourth.
    #[default]
    Pair,
    /// Whoever is nearest of those with another table.
    Nearest,
    /// The same, planned for all who have this table.
    Team,
}

/// What a scene asks of a fighter, checked.
#[derive(Clone, Debug)]
struct Fighting {
    settings: FighterSettings,
    takes: String,
    states: usize,
    skill: Option<String>,
}

impl FightTable {
    fn checked(self) -> Result<Fighting, String> {
        let usual = FighterSettings::default();
        let depth = self.depth.unwrap_or(usual.depth);
        if !DEPTHS.contains(&depth) {
            return Err(format!("depth = {depth}: 1, 3 or 5 choices ahead"));
        }
        let temperature = self.temperature.unwrap_or(usual.temperature);
        if !(0.0..=1e6).contains(&temperature) {
            return Err(format!("temperature = {temperature}: from 0, always the best, to 1000000"));
        }
        let states = self.states.unwrap_or(STATES as u32);
        if !(100..=1_000_000).contains(&states) {
            return Err(format!("states = {states}: from 100 to 1000000"));
        }
        let settings = FighterSettings {
            aim: match self.aim {
                AimAt::Pair => Aim::Pair,
                AimAt::Nearest => Aim::Nearest,
                AimAt::Team => Aim::Team,
            },
            depth,
            style: named_style("style", self.style.as_deref())?.unwrap_or(usual.style),
            against: named_style("against", self.against.as_deref())?.unwrap_or(usual.against),
            player: self.player,
            sure: self.sure,
            models: self.models,
            temperature,
            ..usual
        };
        Ok(Fighting { settings, takes: self.takes, states: states as usize, skill: self.skill })
    }
}

const STYLES: [&str; 3] = [Style::BOXER.name, Style::INFIGHTER.name, Style::OUTBOXER.name];

fn named_style(key: &str, name: Option<&str>) -> Result<Option<Style>, String> {
    let Some(name) = name else { return Ok(None) };
    let known = crate::styles::STYLES;
    let names = || known.iter().map(|style| style.name);
    let found = known.iter().find(|style| style.name == name);
    found.map(|style| Some(*style)).ok_or_else(|| match vocabulary::nearest_of(name, names()) {
        Some(meant) => format!("{key}: there is no style {name:?}; did you mean {meant:?}?"),
        None => {
            let names: Vec<&str> = names().collect();
            format!("{key}: there is no style {name:?}; there are: {}", names.join(", "))
        }
    })
}

impl Casting for Fighting {
    fn about(&self, skill: About) -> About {
        // Who fights by himself hears no player.
        let own: &[Ability] = &[Ability::Fights];
        match self.settings.player {
            true => skill,
            false => About { abilities: own, buttons: &[], ..skill },
        }
    }

    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        // Whatever they want, all of a scene go by one graph.
        let name = format!("interaction {:?} {} {:?}", self.takes, self.states, self.skill);
        let ring = context.shelf.get(&name, || match &self.skill {
            Some(name) => {
                let bytes = (context.load)(name)?;
                Ok(ring_of(context.rig, &bytes).map_err(|error| format!("{name}: {error}"))?)
            }
            None => {
                let tables = tables_for(context.rig, &self.takes)?;
                let settings = SampleSettings {
                    takes: self.takes.clone(),
                    states: self.states,
                    ..SampleSettings::default()
                };
                let repertoire = context.rig.repertoire();
                let sealed = Sealed {
                    kind: Graph::KIND,
                    version: Graph::VERSION,
                    write: &Graph::to_bytes,
                    read: &|bytes| {
                        Graph::from_bytes(bytes).ok().filter(|graph| graph.check(repertoire, &tables).is_ok())
                    },
                };
                let graph = context.baked(sealed, &settings, || {
                    Ok(sample(repertoire.fingerprint(), &tables, &settings, context.hear)?)
                })?;
                Ok(Ring::new(tables, graph))
            }
        })?;
        let fighters = Fighters::new(Ring::clone(&ring), self.settings.clone())?;
        Ok(Control::Director(SharedDirector::new(fighters)))
    }
}

/// Reads a baked graph, and makes the tables that it goes with.
fn ring_of(rig: &Rig, bytes: &[u8]) -> Result<Ring, Failure> {
    let graph = Graph::from_bytes(bytes)?;
    let tables = tables_for(rig, &graph.takes)?;
    graph.check(rig.repertoire(), &tables)?;
    Ok(Ring::new(tables, graph))
}

const OPTIONS: [OptionInfo; 2] = [
    OptionInfo {
        name: "states",
        kind: Kind::Value("COUNT"),
        help: "How many states, at most; the paper has 79855",
        default: Some("20000"),
    },
    OptionInfo {
        name: "takes",
        kind: Kind::Value("NAME"),
        help: "Only takes whose names begin so [default: all]",
        default: None,
    },
];

impl Baking for InteractionSkill {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--states 80000"]
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
        let states = options.number("states", [100.0, 1e6], STATES as f32)? as usize;
        let takes = options.text("takes").unwrap_or_default().to_string();
        let settings = SampleSettings { takes, states, ..SampleSettings::default() };
        let graph = bake_on(repertoire, &settings, keeping, hear)?;
        Ok(told(&graph, graph.to_bytes()))
    }

    fn sealed(&self) -> (&'static str, u32) {
        (Graph::KIND, Graph::VERSION)
    }

    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure> {
        let graph = Graph::from_bytes(bytes)?;
        if let Some(repertoire) = repertoire {
            footwork_annotate::baked::check(graph.fingerprint, repertoire)?;
            let rig = Rig::new(Arc::new(repertoire.clone()))?;
            let tables = tables_for(&rig, &graph.takes)?;
            graph.check(repertoire, &tables)?;
        }
        Ok(())
    }
}

/// A baked graph, with what people are told of it.
pub(crate) fn told<F>(graph: &Graph<F>, bytes: Vec<u8>) -> Baked {
    let dead = graph.first.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let mut warnings = Vec::new();
    if dead * 4 > graph.states.len() {
        warnings.push(format!(
            "{dead} of {} states lead nowhere that is known: more states would cover more",
            graph.states.len()
        ));
    }
    let lines = vec![
        format!("{} states, {} edges, {} pieces", graph.states.len(), graph.edges.len(), graph.pieces),
        format!("{:.1} MB in memory", graph.bytes() as f64 / 1e6),
    ];
    Baked { bytes, lines, warnings }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(text: &str) -> Result<String, TableError> {
        let text = format!("[fight]\n{text}\n");
        let document = toml::de::DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get("fight").expect("it has the table").clone();
        let casting = footwork_skill::Skill::cast(&SKILL, &Table::new(&text, "fight", value))?;
        Ok(casting.key())
    }

    #[test]
    fn styles_depths_and_players_are_said_in_the_table() {
        let usual = cast("").unwrap();
        assert!(usual.contains("depth: 5") && usual.contains("player: false"), "{usual}");
        let own = cast("depth = 3\nstyle = \"outboxer\"\nplayer = true\naim = \"team\"").unwrap();
        assert!(
            own.contains("depth: 3") && own.contains("outboxer") && own.contains("player: true"),
            "{own}"
        );
        assert!(own.contains("Team"), "{own}");
    }

    #[test]
    fn what_is_wrong_in_the_table_is_named() {
        for (text, says) in [
            ("depth = 2", "depth = 2: 1, 3 or 5"),
            ("style = \"infigter\"", "did you mean \"infighter\"?"),
            ("style = \"chaser\"", "there is no style \"chaser\""),
            ("temperature = nan", "temperature = NaN"),
            ("states = 3", "states = 3: from 100"),
            ("aim = \"par\"", "did you mean \"pair\"?"),
            ("dept = 3", "did you mean \"depth\"?"),
        ] {
            let error = cast(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(says), "{text}: {error}");
        }
    }
}
