//! `[[actors]]`: who is on the stage, and what decides for them.
//!
//! An actor has keys of its own, and a table for each of its minds, which that mind's skill reads.

use std::sync::Arc;

use footwork_annotate::vocabulary::nearest_of;
use footwork_motion::glam::Vec2;
use footwork_skill::{Skill, Skills, Table, TableError};
use footwork_stage::REFLEXES;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::parse::line_of;
use super::people::MOST_PEOPLE;
use super::{Assigned, Cast};

/// More actors than any machine holds.
const MOST_ACTORS: u32 = 1_000_000;
/// m. A place further away is a slip of the pen.
const FURTHEST: f32 = 1e5;
/// m, between one actor and the next: less than any crowd is wide.
const WIDEST: f32 = 1e4;

/// The keys that are an actor's own.
const OWN: [&str; 10] =
    ["name", "mind", "other", "reflexes", "count", "most", "apart", "at", "facing", "team"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    name: Option<String>,
    mind: Option<String>,
    other: Option<String>,
    #[serde(default)]
    reflexes: Vec<String>,
    #[serde(default = "one")]
    count: u32,
    most: Option<u32>,
    apart: Option<f32>,
    #[serde(default)]
    at: At,
    #[serde(default)]
    facing: f32,
    #[serde(default)]
    team: u32,
}

/// Where they are: all of them, or a company of them at each of several places.
#[derive(Deserialize)]
#[serde(untagged, expecting = "at: a place, [x, z], or several, [[x, z], [x, z]]")]
enum At {
    Place([f32; 2]),
    Places(Vec<[f32; 2]>),
}

impl Default for At {
    fn default() -> At {
        At::Place([0.0; 2])
    }
}

fn one() -> u32 {
    1
}

/// Reads one entry of `[[actors]]`.
pub(super) fn read<'a>(
    text: &'a str,
    entry: &Spanned<DeValue<'a>>,
    skills: &Skills,
) -> Result<Cast, TableError> {
    let start = entry.span().start;
    let line = line_of(text, start);
    let fail = |what: String| TableError { line, what };
    let DeValue::Table(keys) = entry.get_ref() else {
        return Err(fail("actors: each is a table, [[actors]]".to_string()));
    };
    let (mut own, mut tables) = (DeTable::new(), Vec::new());
    for (key, value) in keys {
        let name: &str = key.get_ref();
        if OWN.contains(&name) {
            own.insert(key.clone(), value.clone());
        } else if let Some(skill) = skills.of_mind(name) {
            tables.push((skill, value.clone()));
        } else {
            let line = line_of(text, key.span().start);
            return Err(TableError { line, what: unknown_key(name, skills) });
        }
    }
    let given: Given = Table::new(text, "actors", Spanned::new(entry.span(), DeValue::Table(own))).read()?;
    let reflexes = reflexes(&given, skills).map_err(fail)?;
    let (mind, other) = minds(&given, &reflexes, &tables, skills).map_err(fail)?;
    let assigned = |skill: &'static dyn Skill| {
        let mind = skill.about().mind;
        let found = tables.iter().find(|(known, _)| known.about().mind == mind);
        let table = match found {
            Some((_, value)) => Table::new(text, mind, value.clone()),
            None => Table::empty(text, mind, start),
        };
        let casting = skill.cast(&table)?;
        Ok(Assigned { about: casting.about(skill.about()), casting: Arc::from(casting) })
    };
    let (mind, other) = (assigned(mind)?, other.map(assigned).transpose()?);
    let reflexes = reflexes.into_iter().map(assigned).collect::<Result<_, _>>()?;
    checked(given, (mind, other, reflexes), line).map_err(fail)
}

/// Which mind comes first, and which is the other. Every table that is there belongs to one of them.
type Minds = (&'static dyn Skill, Option<&'static dyn Skill>);

/// What an actor does by itself.
fn reflexes(given: &Given, skills: &Skills) -> Result<Vec<&'static dyn Skill>, String> {
    if given.reflexes.len() > REFLEXES {
        return Err(format!("reflexes: an actor has at most {REFLEXES}"));
    }
    let named = |name: &String| {
        skills.of_mind(name).ok_or_else(|| format!("reflexes: {}", unknown("reflex", name, skills)))
    };
    given.reflexes.iter().map(named).collect()
}

fn minds(
    given: &Given,
    reflexes: &[&'static dyn Skill],
    tables: &[(&'static dyn Skill, Spanned<DeValue<'_>>)],
    skills: &Skills,
) -> Result<Minds, String> {
    let is_reflex = |mind: &str| reflexes.iter().any(|reflex| reflex.about().mind == mind);
    let named = |key: &str, name: &str| {
        skills.of_mind(name).ok_or_else(|| format!("{key}: {}", unknown("mind", name, skills)))
    };
    let other = given.other.as_deref().map(|name| named("other", name)).transpose()?;
    let first = match &given.mind {
        Some(name) => named("mind", name)?,
        None => {
            let others = tables.iter().map(|(skill, _)| *skill);
            let of_other = |skill: &&dyn Skill| other.is_some_and(|o| o.about().mind == skill.about().mind);
            let left: Vec<&'static dyn Skill> =
                others.filter(|skill| !of_other(skill) && !is_reflex(skill.about().mind)).collect();
            match left[..] {
                [only] => only,
                [] => return Err("an actor needs a mind: mind = \"…\"".to_string()),
                [a, b, ..] => {
                    let (a, b) = (a.about().mind, b.about().mind);
                    return Err(format!(
                        "there are tables of two minds, {a} and {b}: say which comes first, mind = \"{a}\", and \
                         other = \"{b}\" or leave it out"
                    ));
                }
            }
        }
    };
    let has = |mind: &str| {
        first.about().mind == mind || is_reflex(mind) || other.is_some_and(|other| other.about().mind == mind)
    };
    if let Some((unused, _)) = tables.iter().find(|(skill, _)| !has(skill.about().mind)) {
        let (unused, first) = (unused.about().mind, first.about().mind);
        return Err(format!(
            "the table {unused} is of a mind that this actor does not have: its mind is {first}; leave the table out, or \
             say other = \"{unused}\" or reflexes = [\"{unused}\"]"
        ));
    }
    Ok((first, other))
}

fn checked(
    given: Given,
    (mind, other, reflexes): (Assigned, Option<Assigned>, Vec<Assigned>),
    line: usize,
) -> Result<Cast, String> {
    let finite = |name: &str, value: f32| match value.is_finite() && value.abs() < FURTHEST {
        true => Ok(value),
        false => Err(format!("{name} = {value} is nowhere")),
    };
    if !(1..=MOST_ACTORS).contains(&given.count) {
        return Err(format!("count = {}: from 1 to {MOST_ACTORS}", given.count));
    }
    if let Some(most) = given.most.filter(|most| !(given.count..=MOST_PEOPLE).contains(most)) {
        return Err(format!("most = {most}: from count, {}, to {MOST_PEOPLE}", given.count));
    }
    let apart = given.apart.unwrap_or(2.0);
    if !(apart > 0.0 && apart < WIDEST) {
        return Err(format!("apart = {apart}: a distance in metres"));
    }
    let places = match given.at {
        At::Place(place) => vec![place],
        At::Places(places) => places,
    };
    if places.is_empty() || places.len() > given.count as usize {
        let (count, places) = (given.count, places.len());
        return Err(format!("at: {places} places for {count}; from one to as many as they are"));
    }
    let place = |[x, z]: [f32; 2]| Ok(Vec2::new(finite("at", x)?, finite("at", z)?));
    let at = places.into_iter().map(place).collect::<Result<_, String>>()?;
    let name = given.name.unwrap_or_else(|| "actor".to_string());
    if !is_name(&name) {
        return Err(format!("name = {name:?}: files are named after it: letters, digits, spaces, - and _"));
    }
    Ok(Cast {
        name,
        mind,
        other,
        reflexes,
        count: given.count,
        most: given.most,
        apart,
        at,
        facing: finite("facing", given.facing)?.to_radians(),
        team: given.team,
        line,
    })
}

/// A run is written into files named after its actors, which stay in the folder that was asked for.
fn is_name(name: &str) -> bool {
    !name.trim().is_empty()
        && !name.starts_with('.')
        && name.len() <= 100
        && !name.chars().any(|c| c.is_control() || r#"/\:*?"<>|"#.contains(c))
}

fn unknown(what: &str, name: &str, skills: &Skills) -> String {
    let minds = || skills.iter().map(|skill| skill.about().mind);
    match nearest_of(name, minds()) {
        Some(meant) => format!("there is no {what} {name:?}; did you mean {meant:?}?"),
        None => format!("there is no {what} {name:?}; there are: {}", minds().collect::<Vec<_>>().join(", ")),
    }
}

/// A key may belong to a mind's table, be misspelt, or be the table of a skill that is not there.
fn unknown_key(name: &str, skills: &Skills) -> String {
    if let Some(skill) = skills.iter().find(|skill| skill.about().keys.contains(&name)) {
        let mind = skill.about().mind;
        return format!("{name} belongs into the table of its mind: {mind} = {{ {name} = … }}");
    }
    match nearest_of(name, OWN.into_iter()) {
        Some(meant) => format!("{name:?} is not known here; did you mean {meant:?}?"),
        None => unknown("key or mind", name, skills),
    }
}
