//! `footwork play`: a scene without a window, as fast as it goes.

mod figures;
mod set_up;
mod spool;
mod write;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use footwork::measure::Measure;
use footwork_formats::gltf::Precision;

use self::figures::{Counts, Figures};
pub use self::set_up::{Asked, Ready, set_up};
use self::spool::Spool;
pub use self::write::names;
use self::write::{open_spool, refuse_too_large, write};
use crate::out::{Destination, OutFormat, destination};
use crate::scenes::find;
use crate::source;
use crate::terminal::{self, CommandError, progress};

/// How many actors the quality of motion is measured on.
const MEASURED: usize = 16;

/// Runs a scene without a window, as fast as it goes, and prints its figures. With -o, what happened is written as
/// GLB, everybody in one file, or into a folder as BVH, one file each.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork play walk-about
  footwork play shadow-boxing --seconds 20 --seed 3 -o boxing.glb
  footwork play thirty-alone --threads 2 --json
  footwork play teams --people 200
  footwork play collect --player brisk --seconds 60
  footwork play my-scene.toml -o takes/")]
pub struct Play {
    /// The name of a scene (see footwork scenes), or a .toml file
    #[arg(value_name = "SCENE")]
    scene: String,
    /// How long, in seconds of the scene
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// The same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many people, where the scene leaves it open (see docs/scenes.md) [default: as many as it says]
    #[arg(long, value_name = "N")]
    people: Option<u32>,
    /// On how many threads; the result is the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Who steers the first actor: a .trace file, or a scripted player: brisk or careful
    #[arg(long, value_name = "TRACE")]
    player: Option<String>,
    /// A .glb file, or a folder for BVH files
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// How exactly a .glb file has the motion [default: compact for more than 20 actors, else exact]
    #[arg(long, value_name = "KEYS", requires = "output")]
    keys: Option<Keys>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What keys of motion a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Keys {
    /// All of them, as they are
    Exact,
    /// Half of the bytes or fewer: joints are within millimetres
    Compact,
}

/// Actors beyond which nobody looks at one of them from near by.
const CROWD: usize = 20;

/// From a step to a day.
pub fn seconds(text: &str) -> Result<f64, String> {
    match source::seconds(text)? {
        seconds if (0.01..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 86400".to_string()),
    }
}

impl Play {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let out = self.output.as_deref().map(destination).transpose()?;
        if matches!(out, Some(Destination::File(OutFormat::Bvh | OutFormat::Vrma))) {
            return Err(CommandError::other(
                "a run is written as one .glb file, or as BVH files into a folder",
            ));
        }
        terminal::finish_writing_on_interrupt();
        let asked = Asked {
            player: self.player.as_deref(),
            seconds: self.seconds,
            seed: self.seed,
            quiet: self.json,
        };
        let found = find(&self.scene)?.with_people(self.people)?;
        let mut ready = set_up(&found, &asked)?;
        let mut spool = None;
        if let (Some(out), Some(path)) = (out, &self.output) {
            refuse_too_large(&ready.stage, self.seconds, out)?;
            spool = Some((open_spool(path, out)?, path));
        }
        let figures = self.play(&mut ready, spool.as_mut().map(|(spool, _)| spool))?;
        if let Some((spool, path)) = spool {
            let compact = self.keys.map_or(ready.stage.len() > CROWD, |keys| keys == Keys::Compact);
            let precision = if compact { Precision::Compact } else { Precision::Exact };
            write(&found, &ready.stage, spool, path, precision)?;
        }
        terminal::finish_bar();
        if self.json {
            terminal::line(format!("{:#}", figures.json(&found.name)));
        } else {
            figures.print(&found.name);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn play(&self, ready: &mut Ready, mut spool: Option<&mut Spool>) -> Result<Figures, CommandError> {
        let pool = match self.threads {
            1 => None,
            threads => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads.into())
                    .build()
                    .map_err(|error| CommandError::Other(error.to_string()))?,
            ),
        };
        let ticks = (self.seconds / f64::from(ready.stage.settings().step)).round().max(1.0) as u64;
        let bar = progress(if self.json { 0 } else { ticks as usize });
        let mut measure = Measure::new(&ready.stage, MEASURED);
        let mut events = Counts::default();
        let mut busy = 0.0;
        for tick in 0..ticks {
            let start = Instant::now();
            ready.step(pool.as_ref())?;
            busy += start.elapsed().as_secs_f64();
            measure.look(&ready.stage);
            events.add(&ready.stage);
            if let Some(spool) = &mut spool {
                spool.keep(&ready.stage)?;
            }
            if tick % 60 == 0 {
                bar.set_position(tick);
            }
        }
        Ok(Figures {
            actors: ready.stage.len(),
            ticks,
            seconds: busy,
            events,
            board: ready.game.as_ref().map(|played| played.game.board()),
            quality: measure.quality(),
            hash: ready.stage.hash(),
        })
    }
}
