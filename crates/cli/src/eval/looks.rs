//! `footwork eval looks`: what a viewer minds in files or in a scene, beside people.

mod scene;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches};
use footwork_formats::doctor::{Severity, cure, examine};
use footwork_looks::Seen;
use footwork_looks::report::rows;
use footwork_looks::scene::figures;
use rayon::prelude::*;

use crate::play;
use crate::source::Source;
use crate::terminal::{self, CommandError};

/// Measures what a viewer minds in motion files, or in what a scene plays: pressure that would have to be where no foot
/// is, a body that is pushed about, hands that freeze, feet that slide. Each figure stands beside people's range, and is
/// marked where it is outside.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork eval looks take.bvh
  footwork eval looks boxing-*.bvh               the middle of the files, and the least and the most
  footwork eval looks new.bvh --against old.bvh  beside other motion in place of people's
  footwork eval looks sparring --seconds 60      what a scene plays, with twins, recoil and defence of two
  footwork eval looks take.bvh --json

docs/looks.md says what each figure is and where people's ranges come from.")]
pub struct EvalLooks {
    /// Motion files (.bvh, .fbx, .amc with its .asf, .glb or .gltf), or one scene: its name or a .toml file
    #[arg(required = true, value_name = "FILES or SCENE")]
    what: Vec<PathBuf>,
    /// Files to compare with, in place of people
    #[arg(long, value_name = "FILES", num_args = 1..)]
    against: Vec<PathBuf>,
    /// How long a scene is played
    #[arg(long, value_name = "S", default_value = "30", value_parser = play::seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// The seed of a scene
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Who steers the first actor of a scene: a .trace file, or a scripted player: brisk or careful
    #[arg(long, value_name = "TRACE")]
    player: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

/// Runs it with what the command line says.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, CommandError> {
    let eval =
        EvalLooks::from_arg_matches(matches).map_err(|error| CommandError::other(error.to_string()))?;
    eval.run()
}

impl EvalLooks {
    fn run(&self) -> Result<ExitCode, CommandError> {
        self.source.options()?;
        let against = self.look_at(&self.against)?;
        let (clips, together) = match self.scene()? {
            None => (self.look_at(&self.what)?, Vec::new()),
            Some(name) => {
                let how = play::Asked {
                    player: self.player.as_deref(),
                    seconds: self.seconds,
                    seed: self.seed,
                    quiet: self.json,
                };
                let scene = scene::look_at(name, &how)?;
                let together = figures(&scene);
                (scene.actors, together)
            }
        };
        let rows = rows(&clips, &against);
        if rows.is_empty() {
            return Err(CommandError::other(format!(
                "{}: there is too little motion to judge: it takes a second or more of a person",
                self.what[0].display()
            )));
        }
        if self.json {
            terminal::line(format!("{:#}", table::object(&clips, &against, &rows, &together)));
        } else {
            table::lines(&clips, &against, &rows, &together).iter().for_each(terminal::line);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The scene that is meant; none where files are.
    fn scene(&self) -> Result<Option<&str>, CommandError> {
        let is_scene =
            |path: &Path| path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("toml"));
        match &self.what[..] {
            [one] if is_scene(one) => Ok(Some(one.to_str().unwrap_or_default())),
            several if several.iter().any(|path| is_scene(path)) => Err(CommandError::other(
                "one scene is looked at for itself: name one scene alone, or motion files alone",
            )),
            _ if self.player.is_some() => {
                Err(CommandError::other("--player steers an actor of a scene; motion files have none"))
            }
            _ => Ok(None),
        }
    }

    fn look_at(&self, files: &[PathBuf]) -> Result<Vec<Seen>, CommandError> {
        let looked: Vec<Vec<Seen>> =
            files.par_iter().map(|file| self.look_at_file(file)).collect::<Result<_, _>>()?;
        Ok(looked.into_iter().flatten().collect())
    }

    /// Everybody in a file, mended as an import mends it.
    fn look_at_file(&self, file: &Path) -> Result<Vec<Seen>, CommandError> {
        let named =
            |error: &dyn std::fmt::Display| CommandError::Other(format!("{}: {error}", file.display()));
        let mut import = self.source.read(file)?;
        let findings = examine(&import);
        let unusable = |body: usize| {
            findings.iter().find(|finding| finding.body == body && finding.severity == Severity::Unusable)
        };
        if let Some(finding) = (import.bodies.len() == 1).then(|| unusable(0)).flatten() {
            return Err(named(&format!("{}. {}", finding.what, finding.advice)));
        }
        for done in cure(&mut import, &findings) {
            terminal::warning(&format!("{}: {done}", file.display()));
        }
        let several = import.bodies.len() > 1 || import.bodies.iter().any(|body| body.clips.len() > 1);
        let people = import.bodies.iter().enumerate().filter(|(index, _)| unusable(*index).is_none());
        let mut seen = Vec::new();
        for (body, clip) in people.flat_map(|(_, body)| body.clips.iter().map(move |clip| (body, clip))) {
            let mut one = Seen::of(&body.skeleton, clip).map_err(|error| named(&error))?;
            let file = file.display();
            one.name =
                if several { format!("{file}: {} {}", body.name, clip.name) } else { file.to_string() };
            seen.push(one);
        }
        Ok(seen)
    }
}
