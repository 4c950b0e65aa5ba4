//! The skill as scenes, the command and the studio know it: its table in a scene.

use std::sync::Arc;

use footwork_annotate::vocabulary;
use footwork_skill::{
    Ability, About, Casting, Context, Control, Evaluation, Failure, Table, TableError as SceneTableError,
};
use footwork_stage::SharedDirector;
use glam::Vec2;
use serde::Deserialize;

use crate::combination_file;
use crate::duelists::{
    Aim, CheckPoint, DEEPEST, DuelistSettings, Duelists, MOST_POINTS, measure, unknown_words,
};
use crate::evaluate::DuelEvaluation;
use crate::style::Style;
use crate::tables::EdgeSettings;

/// Thinks ahead against an opponent.
pub static SKILL: DuelSkill = DuelSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct DuelSkill;

const STYLES: [&str; Style::ALL.len()] = {
    let mut names = [""; Style::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Style::ALL[at].name;
        at += 1;
    }
    names
};

impl footwork_skill::Skill for DuelSkill {
    fn about(&self) -> About {
        About {
            name: "duel",
            mind: "duel",
            title: "a fighter who thinks ahead",
            line: "fights or chases by thinking several choices ahead, defends himself, and keeps to a style or a path",
            keys: &[
                "depth",
                "style",
                "against",
                "aim",
                "takes",
                "models",
                "heavy",
                "catch",
                "field",
                "path",
                "forbidden",
                "combinations",
            ],
            abilities: &[Ability::Fights, Ability::Paths],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, SceneTableError> {
        let given: DuelTable = table.read()?;
        let dueling = given.checked().map_err(|what| table.error(what))?;
        Ok(Box::new(dueling))
    }

    fn evaluation(&self) -> Option<&dyn Evaluation> {
        Some(&DuelEvaluation)
    }

    fn styles(&self) -> &'static [&'static str] {
        &STYLES
    }
}

// What a page holds while it draws a path.
const _: () = assert!(crate::duelists::NEW_PATH == footwork_skill::NEW_PATH);

/// A fighter's table in a scene, as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DuelTable {
    depth: Option<u32>,
    style: Option<String>,
    against: Option<String>,
    aim: AimAt,
    takes: String,
    models: bool,
    heavy: Option<f32>,
    catch: Option<f32>,
    field: f32,
    path: Vec<PathPoint>,
    forbidden: Option<String>,
    combinations: Option<String>,
}

/// Whom he fights.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AimAt {
    /// The one he is paired with: the first with the second, the third with the fourth.
    #[default]
    Pair,
    /// Whoever is nearest.
    Nearest,
    /// The first actor; and he, the two who are nearest to him.
    First,
}

/// A place on a path.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathPoint {
    at: [f32; 2],
    time: Option<f32>,
    does: Option<String>,
}

/// What a scene asks of a fighter, checked.
#[derive(Clone, Debug)]
struct Dueling {
    settings: DuelistSettings,
    takes: String,
    combinations: Option<String>,
}

impl DuelTable {
    fn checked(self) -> Result<Dueling, String> {
        let usual = DuelistSettings::default();
        let depth = self.depth.unwrap_or(u32::from(usual.depth));
        if !(1..=u32::from(DEEPEST)).contains(&depth) {
            return Err(format!("depth = {depth}: from 1 to {DEEPEST} choices ahead"));
        }
        let mut style = named_style("style", self.style.as_deref())?.unwrap_or(usual.style);
        let against = style_against(style, named_style("against", self.against.as_deref())?);
        let chases = style.name == "chaser" || style.name == "runaway";
        let catch = self.catch.unwrap_or(if chases { CATCH } else { 0.0 });
        let heavy = self.heavy.unwrap_or(0.0);
        for (key, value, most) in
            [("heavy", heavy, 100.0), ("catch", catch, 10.0), ("field", self.field, 1e3)]
        {
            if !(0.0..=most).contains(&value) {
                return Err(format!("{key} = {value}: from 0 to {most}"));
            }
        }
        if self.path.len() > MOST_POINTS {
            return Err(format!("path: {} points, and {MOST_POINTS} are the most", self.path.len()));
        }
        for (number, point) in self.path.iter().enumerate() {
            let sound = point.at.iter().all(|at| at.abs() < 1e4) && point.time.is_none_or(|time| time >= 0.0);
            if !sound {
                return Err(format!(
                    "path: point {number} is no place: at = [x, z] in metres, time in seconds"
                ));
            }
            known_word("path: does", point.does.as_deref())?;
        }
        known_word("forbidden", self.forbidden.as_deref())?;
        let point = |point: PathPoint| CheckPoint {
            place: Vec2::from_array(point.at),
            time: point.time,
            required: point.does,
        };
        let path: Vec<CheckPoint> = self.path.into_iter().map(point).collect();
        if !path.is_empty() || self.forbidden.is_some() {
            // Table 4.2.
            (style.path, style.demand) = (Style::PATH_BOXER.path, Style::PATH_BOXER.demand);
        }
        let mut settings = DuelistSettings {
            aim: match self.aim {
                AimAt::Pair => Aim::Pair,
                AimAt::Nearest => Aim::Nearest,
                AimAt::First => Aim::First,
            },
            depth: depth as u16,
            style,
            against,
            models: self.models,
            chased: style.name == "runaway",
            path,
            forbidden: self.forbidden,
            ..usual
        };
        settings.world.heavy = self.heavy.unwrap_or(settings.world.heavy);
        settings.world.catch = catch;
        settings.world.field = self.field;
        Ok(Dueling { settings, takes: self.takes, combinations: self.combinations })
    }
}

/// m. Who is nearer than this to whom he chases has caught him: an arm's length, from hips to hips.
const CATCH: f32 = 0.7;

fn named_style(key: &str, name: Option<&str>) -> Result<Option<Style>, String> {
    let Some(name) = name else { return Ok(None) };
    let names = || Style::ALL.iter().map(|style| style.name);
    Style::named(name).map(Some).ok_or_else(|| match vocabulary::nearest_of(name, names()) {
        Some(meant) => format!("{key}: there is no style {name:?}; did you mean {meant:?}?"),
        None => {
            format!(
                "{key}: there is no style {name:?}; there are: {}",
                names().collect::<Vec<_>>().join(", ")
            )
        }
    })
}

/// What the rival is taken to want: what the scene says, or what goes with the own style.
fn style_against(own: Style, said: Option<Style>) -> Style {
    said.unwrap_or(match own.name {
        "chaser" => Style::RUNAWAY,
        "runaway" => Style::CHASER,
        _ => Style::BOXER,
    })
}

fn known_word(key: &str, word: Option<&str>) -> Result<(), String> {
    match word {
        Some(word) if !vocabulary::is_known(word) => Err(match vocabulary::nearest(word) {
            Some(meant) => format!("{key}: there is no action {word:?}; did you mean {meant:?}?"),
            None => format!("{key}: there is no action {word:?}; docs/annotation.md lists them"),
        }),
        _ => Ok(()),
    }
}

impl Casting for Dueling {
    /// Who chases or runs away does not fight.
    fn about(&self, skill: About) -> About {
        let chases = self.settings.world.catch > 0.0;
        About { abilities: if chases { &[Ability::Paths] } else { skill.abilities }, ..skill }
    }

    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let takes = &context.rig.repertoire().takes;
        if !takes.iter().any(|take| take.clip.name.starts_with(&self.takes)) {
            return Err(format!("takes = {:?}: no take's name begins so", self.takes).into());
        }
        let chases = self.settings.world.catch > 0.0;
        let edges = if chases { EdgeSettings::running() } else { EdgeSettings::fighting() };
        let (tables, suggested) = measure(context.rig, &self.takes, &edges)?;
        let asked = self.settings.path.iter().filter_map(|point| point.required.as_ref());
        if let Some(word) = unknown_words(&tables, asked.chain(&self.settings.forbidden)).first() {
            return Err(
                format!("{word:?} is asked for or forbidden, and no action of the takes is one").into()
            );
        }
        let combinations = match &self.combinations {
            None => suggested,
            Some(name) => {
                let text =
                    String::from_utf8((context.load)(name)?).map_err(|_| format!("{name}: it is no text"))?;
                let read =
                    combination_file::parse(&text, &tables).map_err(|error| format!("{name}: {error}"))?;
                Arc::new(read)
            }
        };
        let duelists = Duelists::new(tables, combinations, self.settings.clone());
        Ok(Control::Director(SharedDirector::new(duelists)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(text: &str) -> Result<String, SceneTableError> {
        let text = format!("[duel]\n{text}\n");
        let document = toml::de::DeTable::parse(&text).expect("it is TOML").into_inner();
        let value = document.get("duel").expect("it has the table").clone();
        let casting = footwork_skill::Skill::cast(&SKILL, &Table::new(&text, "duel", value))?;
        Ok(casting.key())
    }

    #[test]
    fn styles_depths_and_paths_are_said_in_the_table() {
        let usual = cast("").unwrap();
        assert!(usual.contains("depth: 3") && usual.contains("name: \"boxer\""), "{usual}");
        let own = cast("depth = 5\nstyle = \"outboxer\"\nagainst = \"infighter\"").unwrap();
        assert!(own.contains("depth: 5") && own.contains("outboxer") && own.contains("infighter"), "{own}");
        let chased = cast("style = \"runaway\"").unwrap();
        assert!(chased.contains("chased: true") && chased.contains("chaser"), "{chased}");
        let path = cast("path = [{ at = [0.0, 2.0], time = 5.0, does = \"cross\" }]").unwrap();
        assert!(path.contains("path: 10.0") && path.contains("cross"), "{path}");
    }

    #[test]
    fn the_tables_of_the_scenes_are_read() {
        let scenes = [
            include_str!("../../../../scenes/chase.toml"),
            include_str!("../../../../scenes/chase-path.toml"),
            include_str!("../../../../scenes/fight.toml"),
            include_str!("../../../../scenes/infighter-outboxer.toml"),
            include_str!("../../../../scenes/paths.toml"),
            include_str!("../../../../scenes/smart-chase.toml"),
            include_str!("../../../../scenes/smart-fight.toml"),
            include_str!("../../../../scenes/tired-fight.toml"),
            include_str!("../../../../scenes/two-chase-one.toml"),
        ];
        let mut fighters = 0;
        for text in scenes {
            let document = toml::de::DeTable::parse(text).expect("it is TOML").into_inner();
            let actors =
                document.get("actors").and_then(|actors| actors.get_ref().as_array()).expect("actors");
            for actor in actors {
                let own = actor.get_ref().as_table().and_then(|actor| actor.get("duel")).expect("a table");
                let cast = footwork_skill::Skill::cast(&SKILL, &Table::new(text, "duel", own.clone()));
                assert!(cast.is_ok(), "{:?}", cast.err());
                fighters += 1;
            }
        }
        assert_eq!(fighters, 8 * 2 + 12 * 2);
    }

    #[test]
    fn what_is_wrong_in_the_table_is_named() {
        for (text, says) in [
            ("depth = 0", "depth = 0: from 1 to 8"),
            ("depth = 100", "depth = 100: from 1 to 8"),
            ("style = \"infigter\"", "did you mean \"infighter\"?"),
            ("against = \"nobody\"", "there is no style \"nobody\""),
            ("aim = \"par\"", "did you mean \"pair\"?"),
            ("heavy = nan", "heavy = NaN"),
            ("field = -1.0", "field = -1"),
            ("path = [{ at = [nan, 0.0] }]", "path: point 0 is no place"),
            ("path = [{ at = [0.0, 0.0], does = \"jabb\" }]", "did you mean \"jab\"?"),
            ("forbidden = \"kik\"", "did you mean \"kick\"?"),
            ("dept = 3", "did you mean \"depth\"?"),
        ] {
            let error = cast(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(says), "{text}: {error}");
        }
    }
}
