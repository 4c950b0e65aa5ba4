//! `footwork draw`: a contact sheet as a picture.

mod staged;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use footwork_formats::save;
use footwork_motion::{Clip, Skeleton};

use crate::draw::{Figure, Prop, SheetOptions, View, png, svg};
use crate::play::seconds;
use crate::source::{Source, choose_clip};
use crate::terminal::{self, CommandError};

/// Draws a contact sheet of a motion: the body every so often, on a grid, with its path and time stamps.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork draw take.bvh -o take.png
  footwork draw take.bvh -o take.svg --every 0.25 --view side
  footwork draw dancer.glb -o dance.png --clip dance
  footwork draw carry -o carry.png --seconds 6 --view pair")]
pub struct Draw {
    /// Motion file; or a scene, by its name (see footwork scenes) or as a .toml file, which is played and drawn with its props
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Picture to write: .png or .svg
    #[arg(short, long, value_name = "SHEET")]
    output: PathBuf,
    /// Seconds from one picture to the next [default: about 24 pictures]
    #[arg(long, value_name = "S", value_parser = every, allow_negative_numbers = true)]
    every: Option<f64>,
    /// Where it is seen from
    #[arg(long, value_enum, default_value_t = View::ThreeQuarter)]
    view: View,
    /// Which animation, by name or by number from 1 [default: the first]
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Of a scene: how long it is played, in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// Of a scene: the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Of a scene: how many people, where it leaves that open [default: as many as it says]
    #[arg(long, value_name = "N")]
    people: Option<u32>,
    #[command(flatten)]
    source: Source,
}

/// What a sheet is drawn of.
struct Shown {
    /// Their names, bones and motion.
    bodies: Vec<(String, Skeleton, Clip)>,
    props: Vec<Prop>,
}

fn every(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("expected a positive number of seconds".to_string()),
    }
}

impl Draw {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let ending = self.output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let as_png = match ending.as_deref() {
            Some("png") => true,
            Some("svg") => false,
            _ => {
                let text = format!("{}: a sheet is a .png or .svg file", self.output.display());
                return Err(CommandError::Other(text));
            }
        };
        if let Some(scene) = staged::scene_of(&self.file) {
            return self.write(as_png, &staged::play(scene, self.seconds, self.seed, self.people)?);
        }
        let mut import = self.source.read(&self.file)?;
        for warning in &import.warnings {
            terminal::warning(&format!("{}: {warning}", self.file.display()));
        }
        if let Some(wanted) = &self.clip {
            for body in &mut import.bodies {
                choose_clip(body, wanted)
                    .map_err(|error| CommandError::Other(format!("{}: {error}", self.file.display())))?;
            }
        }
        let bodies =
            import.bodies.into_iter().map(|mut body| (body.name, body.skeleton, body.clips.swap_remove(0)));
        self.write(as_png, &Shown { bodies: bodies.collect(), props: Vec::new() })
    }

    /// Draws what is to be seen.
    fn write(&self, as_png: bool, shown: &Shown) -> Result<ExitCode, CommandError> {
        let figures: Vec<Figure<'_>> =
            shown.bodies.iter().map(|(name, skeleton, clip)| Figure { name, skeleton, clip }).collect();
        let title = self.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let props = shown.props.clone();
        let sheet = svg(&figures, &SheetOptions { every: self.every, view: self.view, title, props });
        let bytes = match as_png {
            true => png(&sheet).map_err(|error| CommandError::Other(error.to_string()))?,
            false => sheet.into_bytes(),
        };
        save(&self.output, |out| out.write_all(&bytes))?;
        terminal::line(self.output.display().to_string());
        Ok(ExitCode::SUCCESS)
    }
}
