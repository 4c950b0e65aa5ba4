//! Scenes that are made on the page, and motion that is dropped on it.
//!
//! A scene travels as its TOML's tables, so that what the page does not know of it stays as it is. Files go to the folder
//! `imports` beside the edits, and nothing that comes from the page names a file anywhere else.

use std::path::PathBuf;
use std::sync::Arc;

use footwork::scene::{Scene, Source};
use footwork_annotate::Repertoire;
use footwork_skill::{Ability, Skills};
use serde_json::{Map, Value, json};

use crate::library::{Library, is_inside};
use crate::protocol::{ImportReport, ImportUse, ImportedTake, SceneDraft};
use crate::{Catalogue, Entry};

/// Where dropped files go, and repertoires that are made of them.
pub const IMPORTS: &str = "imports";
/// Endings of files that motion comes in.
const ENDINGS: [&str; 7] = ["bvh", "glb", "gltf", "vrm", "asf", "amc", "fbx"];
/// Bytes of a name: longer ones are no names.
const LONGEST: usize = 80;

/// A scene as it is written, for the page to change.
pub fn draft(entry: &Entry) -> Result<SceneDraft, String> {
    let tables: toml::Table = toml::from_str(&entry.text).map_err(|error| error.message().to_string())?;
    let draft = serde_json::to_value(tables).map_err(|error| error.to_string())?;
    Ok(SceneDraft { name: entry.name.clone(), own: entry.confined, text: entry.text.clone(), draft })
}

/// A scene's text out of what the page made of it.
pub fn text_of(draft: &Value) -> Result<String, String> {
    let without_null = strip(draft.clone()).ok_or("this is no scene")?;
    toml::to_string_pretty(&without_null).map_err(|error| format!("this is no scene: {error}"))
}

/// TOML knows no null: what is null is left out.
fn strip(value: Value) -> Option<Value> {
    Some(match value {
        Value::Null => return None,
        Value::Array(all) => Value::Array(all.into_iter().filter_map(strip).collect()),
        Value::Object(all) => {
            let kept = all.into_iter().filter_map(|(key, value)| Some((key, strip(value)?)));
            Value::Object(kept.collect::<Map<String, Value>>())
        }
        other => other,
    })
}

/// A scene that can be chosen, out of a text from the page. What is wrong with it is said with its line.
pub fn entry(
    name: &str,
    text: &str,
    library: &Library,
    catalogue: &Catalogue,
    skills: &Skills,
) -> Result<Entry, String> {
    check_name(name)?;
    if catalogue.all().iter().any(|known| known.name == name && !known.confined && known.text != text) {
        return Err(format!("{name:?} is the name of a scene already: call yours something else"));
    }
    let scene = Scene::parse(text, skills).map_err(|error| error.to_string())?;
    let repertoire = match &scene.repertoire {
        Source::Performer { .. } => None,
        Source::File(file) if !is_inside(file) => {
            return Err(format!(
                "{file:?} is elsewhere: a scene from the page plays only files of its own folder"
            ));
        }
        Source::File(file) => {
            let bytes =
                footwork_formats::load(library.folder().join(file)).map_err(|error| error.to_string())?;
            Some(Arc::new(Repertoire::from_bytes(&bytes).map_err(|error| format!("{file}: {error}"))?))
        }
    };
    let (name, text, folder) = (name.to_string(), text.to_string(), library.folder().to_path_buf());
    Ok(Entry { name, scene, text, folder, repertoire, confined: true })
}

/// Writes a scene's file. Where somebody else wrote it since, that is said, and nothing is lost.
pub fn save(name: &str, text: &str, known: Option<&str>, library: &Library) -> Result<PathBuf, String> {
    check_name(name)?;
    let path = library.folder().join(format!("{name}.toml"));
    let there = footwork_formats::load_text(&path).ok();
    if let Some(there) = there.filter(|there| there != text && known != Some(there.as_str())) {
        let lines = there.lines().count();
        return Err(format!(
            "{} is there already, with {lines} lines that you have not seen: save yours under another name",
            path.display()
        ));
    }
    std::fs::create_dir_all(library.folder())
        .map_err(|error| format!("{}: {error}", library.folder().display()))?;
    footwork_formats::save(&path, |file| file.write_all(text.as_bytes()))
        .map_err(|error| error.to_string())?;
    Ok(path)
}

/// Whether something may be the name of a scene, and of its file.
fn check_name(name: &str) -> Result<(), String> {
    let fine = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    match !name.trim().is_empty() && name.len() <= LONGEST && name.chars().all(fine) {
        true => Ok(()),
        false => Err(format!("{name:?} is no name for a scene: letters, digits, spaces, - and _")),
    }
}

/// Whether a dropped file may be kept: one of motion, with a plain name.
fn check_file(name: &str) -> Result<(), String> {
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase());
    if !ENDINGS.contains(&ending.as_str()) {
        return Err(format!(
            "{name} is no motion file: drop BVH, GLB, glTF, VRM or FBX, or AMC with its ASF"
        ));
    }
    let plain = is_inside(name) && !name.starts_with('.') && name.len() <= LONGEST;
    match plain && !name.chars().any(|c| c.is_control() || r#"/\:*?"<>|"#.contains(c)) {
        true => Ok(()),
        false => Err(format!("{name:?} is no name for a file here: rename it, and drop it again")),
    }
}

/// Keeps a dropped file until it is imported.
pub fn keep(name: &str, bytes: &[u8], library: &Library) -> Result<(), String> {
    check_file(name)?;
    let folder = library.folder().join(IMPORTS);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    footwork_formats::save(folder.join(name), |file| file.write_all(bytes)).map_err(|error| error.to_string())
}

/// Makes a repertoire of files that were dropped, and says what the doctor found.
pub fn import(name: &str, files: &[String], library: &Library) -> Result<ImportReport, String> {
    check_name(name)?;
    files.iter().try_for_each(|file| check_file(file))?;
    let folder = library.folder().join(IMPORTS);
    // An ASF belongs to the AMC files beside it, and is none by itself.
    let paths: Vec<PathBuf> = files
        .iter()
        .filter(|file| !file.to_lowercase().ends_with(".asf"))
        .map(|file| folder.join(file))
        .collect();
    if paths.is_empty() {
        return Err("a skeleton alone has no motion: drop its AMC files, too".to_string());
    }
    let options =
        footwork_import::Options { edits: Some(folder.clone()), ..footwork_import::Options::default() };
    let imported =
        footwork_import::import(&paths, &options).map_err(|error| short(&error.to_string(), &folder))?;
    let file = format!("{IMPORTS}/{name}.rep");
    footwork_formats::save(library.folder().join(&file), |out| {
        out.write_all(&imported.repertoire.to_bytes())
    })
    .map_err(|error| error.to_string())?;
    let takes = imported.repertoire.takes.iter().map(|take| ImportedTake {
        name: take.clip.name.clone(),
        seconds: take.clip.seconds(),
        actions: take.annotation.actions.len(),
        strikes: take.annotation.strikes.len(),
    });
    let blows = imported.repertoire.takes.iter().any(|take| !take.annotation.strikes.is_empty());
    Ok(ImportReport {
        uses: uses(name, &file, blows, library.skills()),
        file,
        takes: takes.collect(),
        mended: imported.mended.iter().map(|note| short(note, &folder)).collect(),
        skipped: imported.skipped.iter().map(|note| short(&note.to_string(), &folder)).collect(),
        remarks: imported.remarks.iter().map(|note| short(note, &folder)).collect(),
    })
}

/// What can be done with recordings, by what the skills that are there can do.
fn uses(name: &str, file: &str, blows: bool, skills: &Skills) -> Vec<ImportUse> {
    let with = |ability: Ability| {
        skills.iter().map(|skill| skill.about()).find(|about| about.abilities.contains(&ability))
    };
    let draft = |line: &str, actors: Value| json!({ "title": name, "line": line, "repertoire": { "file": file }, "actors": actors });
    let wanders = json!([{ "name": "performer", "mind": "wander" }]);
    let mut uses = vec![ImportUse {
        label: "Look at them".to_string(),
        tip: "They are walked through, one motion after the other".to_string(),
        draft: draft("The recordings, one motion after the other.", wanders.clone()),
    }];
    if let Some(about) = with(Ability::Steered) {
        let mut draft = draft("Go where you like.", json!([{ "name": "hero", "mind": about.mind }]));
        draft["may"] = json!(["steer"]);
        let tip = "Somebody goes where you say, out of these recordings".to_string();
        uses.push(ImportUse { label: "Steer one".to_string(), tip, draft });
    }
    if let Some(about) = with(Ability::Fights).filter(|_| blows) {
        let actors = json!([
            { "name": "blue", "mind": about.mind, "at": [0.0, -0.8], "team": 0 },
            { "name": "orange", "mind": about.mind, "at": [0.0, 0.8], "facing": 180.0, "team": 1 },
        ]);
        let tip = "Two of them, each after the other".to_string();
        let draft = draft("Two fight, each after the other.", actors);
        uses.push(ImportUse { label: "Have two fight".to_string(), tip, draft });
    }
    let mut pushed = draft("Push them about.", wanders);
    pushed["physics"] = json!({});
    pushed["may"] = json!(["push"]);
    let tip = "They have weight, fall and get up".to_string();
    uses.push(ImportUse { label: "Push them about".to_string(), tip, draft: pushed });
    uses
}

/// Without the folder that everything is in.
fn short(text: &str, folder: &std::path::Path) -> String {
    text.replace(&format!("{}/", folder.display()), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_and_of_other_places_are_refused() {
        for (name, says) in [
            ("holiday.png", "no motion file"),
            ("noending", "no motion file"),
            ("../../etc/passwd.bvh", "no name"),
            ("/tmp/walk.bvh", "no name"),
            (".walk.bvh", "no name"),
            ("C:walk.bvh", "no name"),
        ] {
            let error = check_file(name).unwrap_err();
            assert!(error.contains(says), "{name}: {error}");
        }
        for name in ["walk.bvh", "Walk 01.GLB", "subject.asf", "01_02.amc"] {
            assert_eq!(check_file(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_scene_survives_the_way_to_the_page_and_back() {
        let text = "title = \"A\"\nline = \"B\"\n\n[[actors]]\nmind = \"wander\"\nwander = { without = [\"fall\"] }\n";
        let tables: toml::Table = toml::from_str(text).unwrap();
        let back = text_of(&serde_json::to_value(&tables).unwrap()).unwrap();
        assert_eq!(toml::from_str::<toml::Table>(&back).unwrap(), tables);
    }

    #[test]
    fn names_of_scenes_stay_in_the_folder() {
        for bad in ["", " ", "../a", "a/b", "a.b", "a\\b"] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
        assert!(check_name("My scene 2").is_ok());
    }
}
