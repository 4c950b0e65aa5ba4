//! `footwork scenes`, and finding a scene by its name.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use footwork::annotate::Repertoire;
use footwork::scene::{Scene, Source};
use footwork::skills;
use rust_embed::Embed;
use serde_json::{Value, json};

use crate::out::stem;
use crate::repertoire;
use crate::terminal::{self, CommandError, Paint, paint};

/// Scenes that come with Footwork: the files of `scenes/`.
#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../scenes"]
#[include = "*.toml"]
struct Folder;

/// The one that the studio opens with; it is listed first.
const OPENING: &str = "fight-the-computer";

/// Name and text of each, the opening one first, the others by name.
fn shipped() -> Vec<(String, String)> {
    let read = |file: std::borrow::Cow<'static, str>| {
        let text = Folder::get(&file)?.data;
        Some((stem(Path::new(file.as_ref())), String::from_utf8_lossy(&text).into_owned()))
    };
    let mut scenes: Vec<(String, String)> = Folder::iter().filter_map(read).collect();
    scenes.sort_by_key(|(name, _)| (name != OPENING, name.clone()));
    scenes
}

/// Lists the scenes that come with Footwork.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork scenes
  footwork scenes --json
  footwork play walk-about        runs one of them")]
pub struct Scenes {
    /// Print a JSON array with one object per scene
    #[arg(long)]
    json: bool,
}

impl Scenes {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let mut objects = Vec::new();
        for (name, text) in shipped() {
            let scene = parse(Path::new(&name), &text)?;
            if self.json {
                objects.push(object(&name, &scene));
            } else {
                let name = paint(&format!("{name:<15}"), Paint::Bold);
                terminal::line(format!("{name} {:>5}  {}", scene.cast_size(), scene.line));
            }
        }
        if self.json {
            terminal::line(format!("{:#}", Value::Array(objects)));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn object(name: &str, scene: &Scene) -> Value {
    let may: Vec<&str> = scene.may.iter().map(|permission| permission.name()).collect();
    json!({ "name": name, "title": scene.title, "line": scene.line, "actors": scene.cast_size(), "may": may })
}

fn parse(path: &Path, text: &str) -> Result<Scene, CommandError> {
    Scene::parse(text, &skills()).map_err(|error| CommandError::Other(format!("{}: {error}", path.display())))
}

/// A scene that was found, and the file it is in.
pub struct Found {
    pub name: String,
    pub path: PathBuf,
    pub scene: Scene,
    /// As it is written.
    pub text: String,
}

impl Found {
    /// The same with so many people, where that was asked for.
    pub fn with_people(mut self, people: Option<u32>) -> Result<Found, CommandError> {
        if let Some(people) = people {
            let scene = self.scene.with_people(people);
            self.scene = scene
                .map_err(|what| CommandError::Other(format!("--people: {}: {what}", self.path.display())))?;
        }
        Ok(self)
    }
}

/// A scene by its name, or by the path of a file.
pub fn find(wanted: &str) -> Result<Found, CommandError> {
    let path = PathBuf::from(wanted);
    let shipped = shipped();
    if let Some((name, text)) = shipped.iter().find(|(name, _)| *name == wanted) {
        return Ok(Found { name: name.clone(), scene: parse(&path, text)?, path, text: text.clone() });
    }
    let is_path = path.extension().is_some() || path.components().count() > 1;
    if !is_path {
        let names: Vec<&str> = shipped.iter().map(|(name, _)| name.as_str()).collect();
        let meant = footwork::annotate::vocabulary::nearest_of(wanted, names.iter().copied());
        let text = match meant {
            Some(meant) => format!("there is no scene {wanted:?}; did you mean {meant:?}?"),
            None => format!("there is no scene {wanted:?}; there are: {}, or a .toml file", names.join(", ")),
        };
        return Err(CommandError::Other(text));
    }
    let text = footwork_formats::load_text(&path)?;
    Ok(Found { name: stem(&path), scene: parse(&path, &text)?, path, text })
}

/// Every scene that comes with Footwork.
pub fn all() -> Result<Vec<Found>, CommandError> {
    shipped().iter().map(|(name, _)| find(name)).collect()
}

/// Where a scene's motion comes from: performed, or read from beside the scene's file.
pub fn repertoire_of(found: &Found) -> Result<Arc<Repertoire>, CommandError> {
    let named = |what: &dyn std::fmt::Display| {
        let line = found.scene.repertoire_line;
        CommandError::Other(format!("{}: line {line}: {what}", found.path.display()))
    };
    let repertoire = match (&found.scene.repertoire, found.scene.repertoire.perform()) {
        (_, Some(performed)) => performed.map_err(|error| named(&format!("performer: {error}")))?,
        (Source::File(file), None) => repertoire::read(&found.path.with_file_name(file))
            .map_err(|error| named(&format!("file: {error}")))?,
        (Source::Performer { .. }, None) => return Err(CommandError::other("there is no performance")),
    };
    Ok(Arc::new(repertoire))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_of_the_folder_comes_with_footwork_and_is_right() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
        let files = std::fs::read_dir(folder).unwrap().count();
        let all = all().unwrap();
        assert_eq!(all.len(), files);
        assert_eq!(all[0].name, OPENING);
    }
}
