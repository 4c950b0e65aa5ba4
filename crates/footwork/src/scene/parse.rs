//! Reading a scene. An error names line and key, and the nearest that would be right.

use std::collections::BTreeMap;

use footwork_annotate::vocabulary;
use footwork_behaviors::mind::Blows;
use footwork_fragments::{Controller, Steered};
use footwork_motion::glam::{Vec2, Vec3};
use footwork_performer::Show;
use footwork_stage::{Move, PropKind};
use serde::Deserialize;
use toml::Spanned;

use super::{Aimed, Boxing, Cast, Deed, GameKind, MindKind, Part, PropPlace, Scene, Source, Steering};
use crate::collect::Course;

/// More actors than any machine holds.
const MOST_ACTORS: u32 = 1_000_000;
/// More than anybody finds his way among.
const MOST_SPHERES: u32 = 1000;

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
#[allow(missing_docs)]
pub struct SceneError {
    pub line: usize,
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    line: String,
    #[serde(default)]
    may: Vec<Deed>,
    repertoire: Option<Spanned<Repertoire>>,
    #[serde(default)]
    actors: Vec<Spanned<Actors>>,
    #[serde(default)]
    props: Vec<Spanned<Prop>>,
    game: Option<Spanned<Game>>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Game {
    Collect {
        #[serde(default = "six")]
        spheres: u32,
        platforms: Option<Vec<[f32; 4]>>,
    },
}

fn six() -> u32 {
    6
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repertoire {
    performer: Option<Vec<Show>>,
    seconds: Option<f32>,
    seeds: Option<Vec<u64>>,
    file: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Actors {
    name: Option<String>,
    mind: MindName,
    #[serde(default = "one")]
    count: u32,
    apart: Option<f32>,
    #[serde(default)]
    at: [f32; 2],
    #[serde(default)]
    facing: f32,
    #[serde(default)]
    team: u32,
    without: Option<Vec<String>>,
    take: Option<String>,
    from: Option<f64>,
    to: Option<f64>,
    rate: Option<f32>,
    other: Option<MindName>,
    controller: Option<Controller>,
    root: Option<f32>,
    skill: Option<String>,
    aim: Option<Aimed>,
    weights: Option<BTreeMap<String, f32>>,
    blows: Option<BlowsGiven>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlowsGiven {
    give: Option<f32>,
    heavy: Option<f32>,
    knock_down: Option<f32>,
}

impl BlowsGiven {
    fn checked(self) -> Result<Blows, String> {
        let usual = Blows::default();
        let BlowsGiven { give, heavy, knock_down } = self;
        for (key, value) in [("give", give), ("heavy", heavy), ("knock_down", knock_down)] {
            if let Some(value) = value.filter(|value| !(0.0..=100.0).contains(value)) {
                return Err(format!("blows: {key} = {value}: from 0 to 100"));
            }
        }
        let (give, heavy) = (give.unwrap_or(usual.give), heavy.unwrap_or(usual.heavy));
        Ok(Blows { give, heavy, knock_down: knock_down.or(usual.knock_down), ..usual })
    }
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MindName {
    Stand,
    Play,
    Loop,
    Follow,
    Wander,
    Steer,
    Box,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Prop {
    Target {
        at: [f32; 3],
        radius: f32,
    },
    Ball {
        at: [f32; 3],
        radius: f32,
    },
    Wall {
        at: [f32; 3],
        length: f32,
        height: f32,
        #[serde(default)]
        facing: f32,
    },
    Obstacle {
        at: [f32; 3],
        radius: f32,
        height: f32,
    },
}

impl Scene {
    /// Reads a scene's text.
    pub fn parse(text: &str) -> Result<Scene, SceneError> {
        let document: Document = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let key = key_before(text, at).map_or(String::new(), |key| format!("{key}: "));
            SceneError { line: line_of(text, at), what: key + &with_nearest(error.message()) }
        })?;
        if document.actors.is_empty() {
            return Err(SceneError { line: 1, what: "there is nobody in it: add [[actors]]".to_string() });
        }
        let (repertoire, repertoire_line) = match document.repertoire {
            None => (everyday(), 1),
            Some(given) => {
                let line = line_of(text, given.span().start);
                (source(given.into_inner()).map_err(|what| SceneError { line, what })?, line)
            }
        };
        Ok(Scene {
            title: document.title,
            line: document.line,
            may: document.may,
            repertoire,
            repertoire_line,
            actors: each(text, document.actors, cast)?,
            props: each(text, document.props, |prop, _| place(prop))?,
            game: each(text, document.game.into_iter().collect(), |given, _| game(given))?.pop(),
        })
    }
}

fn each<T, U>(
    text: &str,
    entries: Vec<Spanned<T>>,
    read: impl Fn(T, usize) -> Result<U, String>,
) -> Result<Vec<U>, SceneError> {
    let one = |entry: Spanned<T>| {
        let line = line_of(text, entry.span().start);
        read(entry.into_inner(), line).map_err(|what| SceneError { line, what })
    };
    entries.into_iter().map(one).collect()
}

fn everyday() -> Source {
    Source::Performer { shows: vec![Show::Locomotion], seconds: 90.0, seeds: vec![1] }
}

fn source(given: Repertoire) -> Result<Source, String> {
    let Repertoire { performer, seconds, seeds, file } = given;
    match (performer, file) {
        (Some(_), Some(_)) => {
            Err("a repertoire is performed or read, not both: performer or file".to_string())
        }
        (None, Some(_)) if seconds.is_some() || seeds.is_some() => {
            Err("seconds and seeds are for a performer".to_string())
        }
        (None, Some(file)) => Ok(Source::File(file)),
        (performer, None) => {
            let shows = performer.unwrap_or(vec![Show::Locomotion]);
            let (seconds, seeds) = (seconds.unwrap_or(90.0), seeds.unwrap_or(vec![1]));
            if !(1.0..=600.0).contains(&seconds) {
                return Err(format!("seconds = {seconds}: a take lasts from 1 to 600 s"));
            }
            if shows.is_empty() || seeds.is_empty() || shows.len() * seeds.len() > 100 {
                return Err("performer and seeds: from 1 to 100 takes".to_string());
            }
            Ok(Source::Performer { shows, seconds, seeds })
        }
    }
}

fn cast(given: Actors, line: usize) -> Result<Cast, String> {
    let finite = |name: &str, value: f32| match value.is_finite() && value.abs() < 1e5 {
        true => Ok(value),
        false => Err(format!("{name} = {value} is nowhere")),
    };
    if !(1..=MOST_ACTORS).contains(&given.count) {
        return Err(format!("count = {}: from 1 to {MOST_ACTORS}", given.count));
    }
    let apart = given.apart.unwrap_or(2.0);
    if !(apart > 0.0 && apart < 1e4) {
        return Err(format!("apart = {apart}: a distance in metres"));
    }
    let rate = given.rate.unwrap_or(1.0);
    if !(rate > 0.0 && rate <= Move::MAX_RATE) {
        return Err(format!("rate = {rate}: above 0, and at most {}", Move::MAX_RATE));
    }
    let name = given.name.unwrap_or_else(|| "actor".to_string());
    if !is_name(&name) {
        return Err(format!("name = {name:?}: files are named after it: letters, digits, spaces, - and _"));
    }
    let is = |name: MindName| given.mind == name || given.other == Some(name);
    let plays = is(MindName::Play) || is(MindName::Loop);
    let (steers, boxes) = (is(MindName::Steer), is(MindName::Box));
    let unused = [
        ("without", given.without.is_some() && !is(MindName::Wander), "wander"),
        ("take", given.take.is_some() && !plays && !is(MindName::Follow), "play, loop and follow"),
        ("from", given.from.is_some() && !plays, "play and loop"),
        ("to", given.to.is_some() && !plays, "play and loop"),
        ("rate", given.rate.is_some() && !plays, "play and loop"),
        ("controller", given.controller.is_some() && !steers, "steer"),
        ("root", given.root.is_some() && !steers, "steer"),
        ("aim", given.aim.is_some() && !boxes, "box"),
        ("weights", given.weights.is_some() && !boxes, "box"),
        ("blows", given.blows.is_some() && !boxes, "box"),
        ("skill", given.skill.is_some() && steers == boxes, "steer or box, not for both at once"),
    ];
    if let Some((key, _, minds)) = unused.into_iter().find(|(_, unused, _)| *unused) {
        return Err(format!("{key} is for {minds}"));
    }
    let from = given.from.unwrap_or(0.0);
    if !(from >= 0.0 && from.is_finite()) || given.to.is_some_and(|to| !(to > from && to.is_finite())) {
        return Err("from and to are seconds from the take's start, from before to".to_string());
    }
    let part = Part { take: given.take.clone(), from, to: given.to, rate };
    let root = given.root.unwrap_or(Steered::ROOT);
    if !(0.0..=1.0).contains(&root) {
        return Err(format!("root = {root}: from 0, the recording's way, to 1, the player's"));
    }
    let weights = given.weights.unwrap_or_default();
    if let Some((name, weight)) = weights.iter().find(|(_, weight)| !(0.0..=1e6).contains(*weight)) {
        return Err(format!("weights: {name} = {weight}: a weight is not below zero"));
    }
    let steering =
        Steering { controller: given.controller.unwrap_or_default(), root, skill: given.skill.clone() };
    let blows = given.blows.map_or(Ok(Blows::default()), BlowsGiven::checked)?;
    let boxing = Boxing { aim: given.aim.unwrap_or_default(), weights, skill: given.skill, blows };
    let kind = |name: MindName| -> Result<MindKind, String> {
        Ok(match name {
            MindName::Stand => MindKind::Stand,
            MindName::Play => MindKind::Play(part.clone()),
            MindName::Loop => MindKind::Loop(part.clone()),
            MindName::Follow => MindKind::Follow {
                take: given
                    .take
                    .clone()
                    .ok_or_else(|| "follow needs the name of a take: take = \"…\"".to_string())?,
            },
            MindName::Wander => MindKind::Wander { without: given.without.clone().unwrap_or_default() },
            MindName::Steer => MindKind::Steer(steering.clone()),
            MindName::Box => MindKind::Box(boxing.clone()),
        })
    };
    let (mind, other) = (kind(given.mind)?, given.other.map(kind).transpose()?);
    Ok(Cast {
        name,
        mind,
        other,
        count: given.count,
        apart,
        at: Vec2::new(finite("at", given.at[0])?, finite("at", given.at[1])?),
        facing: finite("facing", given.facing)?.to_radians(),
        team: given.team,
        line,
    })
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
    }
}

fn place(prop: Prop) -> Result<PropPlace, String> {
    let (kind, at, facing) = match prop {
        Prop::Target { at, radius } => (PropKind::Target { radius }, at, 0.0),
        Prop::Ball { at, radius } => (PropKind::Ball { radius }, at, 0.0),
        Prop::Wall { at, length, height, facing } => (PropKind::Wall { length, height }, at, facing),
        Prop::Obstacle { at, radius, height } => (PropKind::Obstacle { radius, height }, at, 0.0),
    };
    let sizes = match kind {
        PropKind::Target { radius } | PropKind::Ball { radius } => [radius, radius],
        PropKind::Wall { length, height } => [length, height],
        PropKind::Obstacle { radius, height } => [radius, height],
    };
    let at = Vec3::from(at);
    if !sizes.iter().all(|size| *size > 0.0 && *size < 1e4) {
        return Err("a prop's size is a length in metres above zero".to_string());
    }
    if !(at.is_finite() && at.abs().max_element() < 1e5 && facing.is_finite()) {
        return Err("at is three numbers in metres".to_string());
    }
    Ok(PropPlace { kind, at, facing: facing.to_radians() })
}

/// A run is written into files named after its actors, which stay in the folder that was asked for.
fn is_name(name: &str) -> bool {
    !name.trim().is_empty()
        && !name.starts_with('.')
        && name.len() <= 100
        && !name.chars().any(|c| c.is_control() || r#"/\:*?"<>|"#.contains(c))
}

/// The key whose value is at a place of the text, where both are on one line.
fn key_before(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at)?.rsplit('\n').next()?;
    line.split_once('=').map(|(key, _)| key.trim())
}

fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Adds to "unknown … `x`, expected one of `a`, `b`" the one that was probably meant.
fn with_nearest(message: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let known: Vec<&str> = match (message.starts_with("unknown "), words.next()) {
        (true, Some(_)) => words.collect(),
        _ => return message.to_string(),
    };
    let wrong = message.split('`').nth(1).unwrap_or_default();
    match vocabulary::nearest_of(wrong, known.iter().copied()) {
        Some(meant) => format!("{wrong:?} is not known here; did you mean {meant:?}?"),
        None => format!("{wrong:?} is not known here; there are: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SCENE: &str = r#"
title = "Three"
line = "One walks, two play."
may = ["push"]

[repertoire]
performer = ["boxing", "tired-boxing"]
seconds = 30.0
seeds = [1, 2]

[[actors]]
name = "walker"
mind = "wander"
without = ["fall"]

[[actors]]
mind = "loop"
take = "boxing-1"
from = 1.0
to = 3.0
rate = 0.5
count = 2
apart = 1.5
at = [3.0, -1.0]
facing = 90.0
team = 1

[[props]]
kind = "wall"
at = [0.0, 0.0, 4.0]
length = 5.0
height = 2.0
"#;

    #[test]
    fn a_scene_is_what_it_says() {
        let scene = Scene::parse(SCENE).unwrap();
        assert_eq!(scene.may, [Deed::Push]);
        assert!(
            matches!(&scene.repertoire, Source::Performer { shows, seeds, .. } if shows.len() == 2 && *seeds == [1, 2])
        );
        assert_eq!(scene.actors[0].mind, MindKind::Wander { without: vec!["fall".to_string()] });
        assert_eq!((scene.actors[1].count, scene.actors[1].line), (2, 16));
        assert!(
            matches!(&scene.actors[1].mind, MindKind::Loop(part) if part.rate == 0.5 && part.to == Some(3.0))
        );
        assert_eq!(scene.props[0].kind, PropKind::Wall { length: 5.0, height: 2.0 });
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_what_would_be_right() {
        let change =
            |from: &str, to: &str| Scene::parse(&SCENE.replacen(from, to, 1)).unwrap_err().to_string();
        for (from, to, says) in [
            (
                "mind = \"wander\"",
                "mnd = \"wander\"",
                "line 13: \"mnd\" is not known here; did you mean \"mind\"?",
            ),
            (
                "\"wander\"",
                "\"wandr\"",
                "line 13: mind: \"wandr\" is not known here; did you mean \"wander\"?",
            ),
            ("\"push\"", "\"pushing\"", "line 4: "),
            ("\"boxing\"", "\"boxin\"", "did you mean \"boxing\"?"),
            ("\"wall\"", "\"wal\"", "did you mean \"wall\"?"),
            ("seconds = 30.0", "seconds = -1.0", "line 6: seconds = -1"),
            ("rate = 0.5", "rate = nan", "line 16: rate = NaN"),
            ("rate = 0.5", "rate = 0.0", "line 16: rate = 0"),
            ("count = 2", "count = 0", "line 16: count = 0"),
            ("count = 2", "count = -2", "line 22: count: "),
            ("\"walker\"", "\"../walker\"", "line 11: name = \"../walker\""),
            ("\"walker\"", "\"a\\nb\"", "line 11: name = "),
            ("\"walker\"", "\"\"", "line 11: name = "),
            ("take = \"boxing-1\"", "without = [\"hit\"]", "without is for wander"),
            ("length = 5.0", "length = -5.0", "size"),
            ("from = 1.0", "from = 5.0", "from before to"),
            ("title = \"Three\"", "", "title"),
        ] {
            let error = change(from, to);
            assert!(error.contains(says), "{to}: {error}");
        }
        assert!(Scene::parse("title = \"a\"\nline = \"b\"").unwrap_err().what.contains("nobody"));
    }

    #[test]
    fn what_blows_do_is_said_in_the_scene() {
        let boxer = |line: &str| {
            Scene::parse(&format!("title = \"a\"\nline = \"b\"\n[[actors]]\nmind = \"box\"\n{line}\n"))
        };
        let of = |scene: Scene| match &scene.actors[0].mind {
            MindKind::Box(boxing) => boxing.blows,
            other => panic!("{other:?} does not box"),
        };
        assert_eq!(of(boxer("").unwrap()), Blows::default());
        let blows = of(boxer("blows = { heavy = 4.0, knock_down = 6.0 }").unwrap());
        assert_eq!(blows, Blows { heavy: 4.0, knock_down: Some(6.0), ..Blows::default() });
        for (line, says) in [
            ("blows = { give = -1.0 }", "give = -1: from 0 to 100"),
            ("blows = { heavy = nan }", "heavy = NaN"),
            ("blows = { hevy = 2.0 }", "did you mean \"heavy\"?"),
        ] {
            let error = boxer(line).unwrap_err().to_string();
            assert!(error.contains(says), "{line}: {error}");
        }
        let stands = Scene::parse("title = \"a\"\nline = \"b\"\n[[actors]]\nmind = \"stand\"\nblows = {}\n");
        assert!(stands.unwrap_err().what.contains("blows is for box"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = Scene::parse(&text);
        }

        #[test]
        fn no_damage_to_a_good_scene_makes_it_panic(at: prop::sample::Index, with: char) {
            let mut text: Vec<char> = SCENE.chars().collect();
            let at = at.index(text.len());
            text[at] = with;
            let _ = Scene::parse(&text.into_iter().collect::<String>());
        }
    }
}
