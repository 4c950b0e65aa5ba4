//! `footwork perform`: a take of the built-in performer, and the truth about it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use footwork_formats::{Body, save};
use footwork_performer::{Show, perform};

use crate::out::{Destination, destination, write_bodies};
use crate::source::rate;
use crate::terminal::{self, CommandError};

/// Records a take of the built-in performer, with what is true about it beside it as NAME.truth.json.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork perform locomotion -o walk.bvh
  footwork perform running --seconds 30 --seed 7 -o chase.glb
  footwork perform boxing --rate 120 -o rounds.bvh

The truth, with times in seconds:
  supports { left [[from, to]...], right [...] }              when each foot carries weight
  strikes  [{ time, limb, point, direction, speed }]          blows that would land
  actions  [{ from, to, classes, limbs, protects }]           what is done when
  pushes   [{ time, part, point, velocity, doing, kept, until }]  what shoved the body, and how that went
  dodges   [{ part, from, span, point }]                      what was out of the way, and from when to when
  holds    [{ from, to, what, size, mass, hands }]            what was held
  touches  [{ time, part, point, what }]                      what met somebody, something or the floor
  frights  [{ time, point }]                                  what was jumped away from")]
pub struct Perform {
    /// What to show
    #[arg(value_name = "TAKE", value_parser = shows())]
    take: Show,
    /// How long, in seconds
    #[arg(long, value_name = "S", default_value_t = 90.0, allow_negative_numbers = true)]
    seconds: f32,
    /// The same seed gives the same take
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Frames per second
    #[arg(long, value_name = "HZ", default_value = "60", value_parser = rate)]
    rate: f32,
    /// File to write: .bvh or .glb
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

/// The table of shows, as choices: a misspelt one is answered with the nearest.
fn shows() -> impl TypedValueParser<Value = Show> {
    let choice = |show: Show| PossibleValue::new(show.name()).help(show.about());
    PossibleValuesParser::new(Show::ALL.map(choice)).try_map(|name| Show::named(&name).ok_or("no such show"))
}

impl Perform {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let Destination::File(format) = destination(&self.output)? else {
            let text = format!("{}: a take is one .bvh or .glb file", self.output.display());
            return Err(CommandError::Other(text));
        };
        let performance = perform(self.take, self.seconds, self.seed, self.rate)
            .map_err(|error| CommandError::Other(error.to_string()))?;
        let truth = serde_json::to_string_pretty(&performance.truth)
            .map_err(|error| CommandError::Other(error.to_string()))?;
        let (frames, seconds) = (performance.clip.frames(), performance.clip.seconds());
        let body = Body::new("performer", performance.skeleton, vec![performance.clip]);
        write_bodies(&self.output, &[body], format)?;
        let beside = self.output.with_extension("truth.json");
        save(&beside, |out| out.write_all(truth.as_bytes()))?;
        terminal::line(format!(
            "{}: {frames} frames, {seconds:.2} s; {}",
            self.output.display(),
            beside.display()
        ));
        Ok(ExitCode::SUCCESS)
    }
}
