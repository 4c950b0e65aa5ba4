//! What must hold for whatever comes in; the fuzzers use it as well.
#![allow(dead_code)]

pub mod baked;
pub mod changed;
pub mod company;
pub mod whole;

use std::sync::OnceLock;

use footwork::annotate::{Repertoire, sealed};
use footwork::performer::Show;
use footwork::skill::{Flow, Given, Kind, Lesson, Options, Skill, Table};
use footwork::{Scene, performance, skills};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A scene that is read stands somewhere, and one that is refused names a line of the text.
pub fn check_scene(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Scene::parse(text, &skills()) {
        Ok(scene) => {
            assert!(!scene.actors.is_empty());
            for cast in &scene.actors {
                assert!(!cast.at.is_empty() && cast.at.iter().all(|at| at.is_finite()));
                assert!(cast.facing.is_finite() && cast.count > 0);
            }
            assert!(scene.props.iter().all(|prop| prop.at.is_finite() && prop.facing.is_finite()));
        }
        Err(error) => assert!(is_line(text, error.line), "{error}"),
    }
}

/// Whatever the bytes are, every skill reads or refuses them: as its baked file, as its table in a scene, as the files that
/// its options name, and as what it learns from.
pub fn check_skills(bytes: &[u8]) {
    for skill in skills().iter() {
        check_baked(skill, bytes);
        if let Ok(text) = std::str::from_utf8(bytes) {
            check_table(skill, text);
            check_options(skill, text);
            check_lesson(skill, text);
        }
    }
}

/// A second of motion, to check files against.
fn repertoire() -> &'static Repertoire {
    static KNOWN: OnceLock<Repertoire> = OnceLock::new();
    KNOWN.get_or_init(|| performance(&[Show::Boxing], 1.0, &[1]).expect("a performance"))
}

fn check_baked(skill: &dyn Skill, bytes: &[u8]) {
    let Some(baking) = skill.baking() else { return };
    let (kind, version) = baking.sealed();
    for bytes in [bytes, &sealed::seal(kind, version, bytes)] {
        let alone = baking.open(bytes, None);
        let with = baking.open(bytes, Some(repertoire()));
        assert!(alone.is_ok() || with.is_err(), "a repertoire only adds reasons to refuse");
    }
}

fn check_table(skill: &dyn Skill, text: &str) {
    let Ok(document) = DeTable::parse(text) else { return };
    let span = document.span();
    let value = Spanned::new(span, DeValue::Table(document.into_inner()));
    match skill.cast(&Table::new(text, skill.about().mind, value)) {
        Ok(casting) => assert!(!casting.key().is_empty()),
        Err(error) => assert!(is_line(text, error.line), "{error}"),
    }
}

/// Options are read before anything is baked, and of no takes nothing is baked.
fn check_options(skill: &dyn Skill, text: &str) {
    let Some(baking) = skill.baking() else { return };
    let nothing = Repertoire { skeleton: repertoire().skeleton.clone(), takes: Vec::new() };
    let is_file = |kind: &Kind| matches!(kind, Kind::File(_) | Kind::Folder { .. });
    for option in baking.options().iter().filter(|option| is_file(&option.kind)) {
        let mut options = Options::defaults(baking.options());
        options.set(option.name, Given::Files(vec![("file".to_string(), text.to_string())]));
        let refused = baking.bake(&nothing, &options, &|_| Flow::GoOn).expect_err("there are no takes");
        assert!(!refused.to_string().is_empty());
    }
}

fn check_lesson(skill: &dyn Skill, text: &str) {
    let Some(lessons) = skill.lessons() else { return };
    let lesson = Lesson { name: "lesson".to_string(), text: text.to_string() };
    if let Ok(summary) = lessons.summary(&lesson) {
        assert!(summary.seconds.is_finite() && summary.seconds >= 0.0, "{summary:?}");
    }
}

fn is_line(text: &str, line: usize) -> bool {
    (1..=text.matches('\n').count() + 1).contains(&line)
}
