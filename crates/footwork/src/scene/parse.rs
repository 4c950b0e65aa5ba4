//! Reading a scene. An error names line and key, and the nearest that would be right.

use footwork_skill::{Skills, Table, TableError};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::people::{MOST_PEOPLE, Written};
use super::{Camera, Cast, GameKind, Permission, Scene, Source, actors, physics, props, source};
use crate::collect::Course;
use crate::game::RoundSettings;

/// More than anybody finds their way among.
const MOST_SPHERES: u32 = 1000;

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
#[allow(missing_docs)]
pub struct SceneError {
    pub line: usize,
    pub what: String,
}

impl From<TableError> for SceneError {
    fn from(error: TableError) -> SceneError {
        SceneError { line: error.line, what: error.what }
    }
}

/// Everything but the actors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    line: String,
    #[serde(default)]
    may: Vec<Permission>,
    camera: Option<Camera>,
    people: Option<Spanned<u32>>,
    repertoire: Option<Spanned<source::Given>>,
    #[serde(default)]
    props: Vec<Spanned<props::Given>>,
    game: Option<Spanned<Game>>,
    physics: Option<Spanned<physics::Given>>,
    /// Read apart, and listed here so that a key that is nearly it is answered with it.
    #[serde(rename = "actors")]
    _actors: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Game {
    Collect {
        #[serde(default = "six")]
        spheres: u32,
        platforms: Option<Vec<[f32; 4]>>,
    },
    Rounds {
        rounds: Option<u32>,
        seconds: Option<f32>,
        health: Option<f32>,
    },
}

fn six() -> u32 {
    6
}

impl Scene {
    /// Reads a scene's text. Minds and their tables are those of the skills.
    pub fn parse(text: &str, skills: &Skills) -> Result<Scene, SceneError> {
        let mut keys = DeTable::parse(text)
            .map_err(|error| {
                let at = error.span().map_or(0, |span| span.start);
                SceneError { line: line_of(text, at), what: error.message().to_string() }
            })?
            .into_inner();
        let entries = match keys.remove("actors").map(Spanned::into_inner) {
            Some(DeValue::Array(entries)) => entries,
            _ => {
                return Err(SceneError {
                    line: 1,
                    what: "there is nobody in it: add [[actors]]".to_string(),
                });
            }
        };
        let whole = Spanned::new(0..text.len(), DeValue::Table(keys));
        let document: Document = Table::new(text, "", whole).read()?;
        let actors: Vec<Cast> = entries
            .iter()
            .map(|entry| actors::read(text, entry, skills))
            .collect::<Result<_, TableError>>()?;
        let (repertoire, repertoire_line) = match document.repertoire {
            None => (Source::everyday(), 1),
            Some(given) => {
                let line = line_of(text, given.span().start);
                (given.into_inner().checked().map_err(|what| SceneError { line, what })?, line)
            }
        };
        let props = each(text, document.props, props::Given::checked)?;
        let scene = Scene {
            title: document.title,
            line: document.line,
            may: document.may,
            camera: document.camera,
            repertoire,
            repertoire_line,
            written: Written::new(&actors, &props),
            actors,
            props,
            game: each(text, document.game.into_iter().collect(), game)?.pop(),
            physics: each(text, document.physics.into_iter().collect(), physics::Given::checked)?.pop(),
        };
        let most: u64 = scene.actors.iter().map(|cast| u64::from(cast.most.unwrap_or(0))).sum();
        if most > u64::from(MOST_PEOPLE) {
            let line = scene.actors.iter().find(|cast| cast.most.is_some()).map_or(1, |cast| cast.line);
            let what = format!("most: {most} in all; at most {MOST_PEOPLE} can be dialled");
            return Err(SceneError { line, what });
        }
        let Some(people) = document.people else { return Ok(scene) };
        let line = line_of(text, people.span().start);
        scene.with_people(people.into_inner()).map_err(|what| SceneError { line, what })
    }
}

fn each<T, U>(
    text: &str,
    entries: Vec<Spanned<T>>,
    read: impl Fn(T) -> Result<U, String>,
) -> Result<Vec<U>, SceneError> {
    let one = |entry: Spanned<T>| {
        let line = line_of(text, entry.span().start);
        read(entry.into_inner()).map_err(|what| SceneError { line, what })
    };
    entries.into_iter().map(one).collect()
}

fn game(given: Game) -> Result<GameKind, String> {
    match given {
        Game::Collect { spheres, platforms } => {
            if spheres > MOST_SPHERES {
                return Err(format!("spheres = {spheres}: at most {MOST_SPHERES}"));
            }
            let course = platforms.map_or(Ok(Course::fields()), |corners| Course::new(&corners));
            Ok(GameKind::Collect { course: course.map_err(|error| error.to_string())?, spheres })
        }
        Game::Rounds { rounds, seconds, health } => {
            let usual = RoundSettings::default();
            let settings = RoundSettings {
                rounds: rounds.unwrap_or(usual.rounds),
                seconds: seconds.unwrap_or(usual.seconds),
                health: health.unwrap_or(usual.health),
            };
            if !(1..=15).contains(&settings.rounds) {
                return Err(format!("rounds = {}: from 1 to 15", settings.rounds));
            }
            for (key, value) in [("seconds", settings.seconds), ("health", settings.health)] {
                if !(0.5..=1e4).contains(&value) {
                    return Err(format!("{key} = {value}: from 0.5 to 10000"));
                }
            }
            Ok(GameKind::Rounds(settings))
        }
    }
}

/// The number of the line at a place of a text, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}
