//! `footwork import`: from takes to a repertoire.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_annotate::{Repertoire, Take};
use footwork_import::{ImportError, Imported, Options, add, remove, rename};
use footwork_plan::progress::{Flow, Progress};
use serde_json::json;

use crate::out::{identity, save_unchanged};
use crate::repertoire;
use crate::source::{Source, rate};
use crate::terminal::{self, CommandError, progress};

/// Makes a repertoire of takes: reads them, mends what the doctor can mend, brings all onto one body and works out
/// what they mean. Where the repertoire is there already, takes are added to it; takes of the same name are replaced.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork import takes/*.bvh -o boxer.rep
  footwork import kicks.bvh -o boxer.rep            adds a take; what was said by hand is kept
  footwork import walk.bvh -o walker.rep --mirror   and its mirror image
  footwork import pack.glb -o boxer.rep --clip Jab --clip Hook     two of its animations
  footwork import a.bvh b.glb -o boxer.rep --rate-of a.bvh=60      what one file was recorded at
  footwork import -o boxer.rep --rename a=first_round --remove kicks
  footwork import -o boxer.rep                      annotates everything again

All takes are brought onto the body of the first, whatever rig they were recorded on. What cannot be used, such as a clip
of one pose, is skipped and said. What a person says about a take goes into a file beside it, or
beside the repertoire: rounds.edits.toml for rounds.bvh. docs/annotation.md says what can be in it.")]
pub struct ImportTakes {
    /// Motion files of one performer: .bvh, .fbx, .amc with its .asf, .glb, .gltf, .vrm or .vrma
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The repertoire to make or to add to
    #[arg(short, long, value_name = "NAME.rep")]
    output: PathBuf,
    /// Frames per second of the repertoire [default: 60, or what it has already]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_negative_numbers = true)]
    rate: Option<f32>,
    /// Add every take with left and right swapped, too
    #[arg(long)]
    mirror: bool,
    /// Only the animation of this name; FILE=CLIP is about one file. May be given several times
    #[arg(long, value_name = "CLIP")]
    clip: Vec<String>,
    /// Frames per second that one file was recorded at. May be given several times
    #[arg(long, value_name = "FILE=HZ", value_parser = rate_of)]
    rate_of: Vec<(String, f32)>,
    /// Remove a take, and its mirror image with it. May be given several times
    #[arg(long, value_name = "TAKE")]
    remove: Vec<String>,
    /// Give a take another name. May be given several times
    #[arg(long, value_name = "TAKE=NAME", value_parser = pair)]
    rename: Vec<(String, String)>,
    /// Print what came in as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

impl ImportTakes {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let read = self.source.options()?;
        terminal::finish_writing_on_interrupt();
        // Before it is read: whoever writes it from here on is found out.
        let seen = identity(&self.output)
            .map_err(|error| CommandError::Other(format!("{}: {error}", self.output.display())))?;
        let mut old = seen.is_some().then(|| repertoire::read(&self.output)).transpose()?;
        if let Some(repertoire) = &mut old {
            self.change(repertoire).map_err(|error| self.explained(error))?;
        }
        if old.is_none() && self.files.is_empty() {
            return Err(CommandError::Other(format!(
                "{} is not there yet: name the takes to make it of",
                self.output.display()
            )));
        }
        let bar = progress(100);
        let hear = |at: Progress<'_>| {
            bar.set_position((100.0 * at.done) as u64);
            bar.set_message(at.stage.to_string());
            Flow::GoOn
        };
        let options = Options {
            rate: self.rate,
            mirror: self.mirror,
            read,
            clips: self.clip.clone(),
            rates: self.rate_of.clone(),
            edits: Some(self.output.parent().unwrap_or(Path::new("")).to_path_buf()),
            hear: &hear,
            ..Options::default()
        };
        let imported = add(old, &self.files, &options).map_err(|error| self.explained(error))?;
        save_unchanged(&self.output, seen.as_deref(), &imported.repertoire.to_bytes())?;
        terminal::finish_bar();
        match self.json {
            true => terminal::line(format!("{:#}", object(&imported))),
            false => self.print(&imported),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Removes and renames takes.
    fn change(&self, repertoire: &mut Repertoire) -> Result<(), ImportError> {
        self.rename.iter().try_for_each(|(take, name)| rename(repertoire, take, name))?;
        self.remove.iter().try_for_each(|take| remove(repertoire, take))?;
        if repertoire.takes.is_empty() && self.files.is_empty() {
            return Err(ImportError::NoFiles);
        }
        Ok(())
    }

    /// A line for each take that came in, or for all where none did.
    fn print(&self, imported: &Imported) {
        imported.mended.iter().chain(&imported.remarks).for_each(|note| terminal::warning(note));
        imported.skipped.iter().for_each(|skipped| terminal::warning(&skipped.to_string()));
        let came = |take: &Take| {
            let name = take.mirrored_from.as_ref().unwrap_or(&take.clip.name);
            imported.added.is_empty() || imported.added.iter().any(|(added, _)| added == name)
        };
        for line in repertoire::summary(&imported.repertoire, came) {
            terminal::line(line);
        }
        if !imported.skipped.is_empty() {
            terminal::line(format!("{} skipped", imported.skipped.len()));
        }
    }

    /// In the command's words, where it has its own.
    fn explained(&self, error: ImportError) -> CommandError {
        match error {
            ImportError::Read(error) => CommandError::from(error),
            ImportError::OtherRate { has, .. } => CommandError::Other(format!(
                "{} is at {has} Hz: leave --rate out, or make a new repertoire",
                self.output.display()
            )),
            other => CommandError::Other(other.to_string()),
        }
    }
}

/// What came in, what was skipped and why, for programs.
fn object(imported: &Imported) -> serde_json::Value {
    let file = |take: &Take| {
        let name = take.mirrored_from.as_ref().unwrap_or(&take.clip.name);
        imported.added.iter().find(|(added, _)| added == name).map(|(_, file)| file.display().to_string())
    };
    let takes: Vec<_> = imported
        .repertoire
        .takes
        .iter()
        .map(|take| {
            let mut object = repertoire::object(take);
            object["file"] = json!(file(take));
            object
        })
        .collect();
    let skipped: Vec<_> = imported
        .skipped
        .iter()
        .map(|one| json!({ "file": one.file.display().to_string(), "part": one.part, "why": one.why }))
        .collect();
    json!({ "takes": takes, "skipped": skipped, "mended": imported.mended, "remarks": imported.remarks })
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((one, other)) if !one.is_empty() && !other.is_empty() => {
            Ok((one.to_string(), other.to_string()))
        }
        _ => Err("expected two names with = between them".to_string()),
    }
}

fn rate_of(text: &str) -> Result<(String, f32), String> {
    let (file, hz) =
        pair(text).map_err(|_| "expected a file and its rate, such as walk.bvh=60".to_string())?;
    Ok((file, rate(&hz)?))
}
