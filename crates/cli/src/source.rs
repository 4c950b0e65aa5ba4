//! Reading the files that commands are given, with what the user knows better than the files.

use std::path::{Path, PathBuf};

use clap::Args;
use footwork_formats::{Axis, Body, Import, ReadOptions, RoleNames, load_text, read};

use crate::terminal::CommandError;

/// What the user knows better than the files say.
#[derive(Args)]
#[command(next_help_heading = "What the file means, where it does not say so itself")]
pub struct Source {
    /// Unit of the file: m, cm, mm, in, ft, or metres per unit as a number [default: worked out from the body]
    #[arg(long, value_name = "UNIT", value_parser = unit, allow_negative_numbers = true)]
    assume_unit: Option<f32>,
    /// Axis that points up in the file: y, z, x, -y, -z or -x [default: worked out from the body]
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    assume_up: Option<Axis>,
    /// Frames per second of the file [default: as it says]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_negative_numbers = true)]
    assume_rate: Option<f32>,
    /// TOML file that says which joint plays which role, such as left_ankle = "Joint name"
    #[arg(long, value_name = "FILE")]
    roles: Option<PathBuf>,
}

impl Source {
    pub fn options(&self) -> Result<ReadOptions, CommandError> {
        let roles = match &self.roles {
            None => RoleNames::default(),
            Some(path) => {
                let named = |error: String| CommandError::Other(format!("{}: {error}", path.display()));
                let text = load_text(path)?;
                RoleNames::parse(&text).map_err(|error| named(error.to_string()))?
            }
        };
        Ok(ReadOptions { unit: self.assume_unit, up: self.assume_up, rate: self.assume_rate, roles })
    }

    pub fn read(&self, path: &Path) -> Result<Import, CommandError> {
        Ok(read(path, &self.options()?)?)
    }
}

/// A length as people write it: a unit's name or a number of metres.
pub fn unit(text: &str) -> Result<f32, String> {
    match text.to_ascii_lowercase().as_str() {
        "m" => Ok(1.0),
        "dm" => Ok(0.1),
        "cm" => Ok(0.01),
        "mm" => Ok(0.001),
        "in" => Ok(0.0254),
        "ft" => Ok(0.3048),
        number => match number.parse::<f32>() {
            Ok(scale) if (1e-6..=1e6).contains(&scale) => Ok(scale),
            _ => Err("expected m, cm, mm, in, ft, or metres per unit as a positive number".to_string()),
        },
    }
}

fn axis(text: &str) -> Result<Axis, String> {
    let found = Axis::ALL
        .into_iter()
        .find(|axis| axis.to_string().eq_ignore_ascii_case(text.trim_start_matches('+')));
    found.ok_or_else(|| "expected y, z, x, -y, -z or -x".to_string())
}

/// A frame rate: anything between a time-lapse and a high-speed camera.
pub fn rate(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(rate) if (0.01..=10_000.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number of frames per second between 0.01 and 10000".to_string()),
    }
}

/// A time in seconds, from 0 on.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds from 0 on".to_string()),
    }
}

/// Keeps the one clip that is wanted, by name or by number from 1. Names what there is where it is not found.
pub fn choose_clip(body: &mut Body, wanted: &str) -> Result<(), String> {
    let by_name = body.clips.iter().position(|clip| clip.name == wanted);
    let by_number =
        || wanted.parse::<usize>().ok().filter(|n| (1..=body.clips.len()).contains(n)).map(|n| n - 1);
    match by_name.or_else(by_number) {
        Some(index) => {
            body.clips = vec![body.clips.swap_remove(index)];
            Ok(())
        }
        None => Err(format!("there is no clip {wanted:?}; there are: {}", clip_names(body))),
    }
}

/// The names of a body's clips, for a person.
pub fn clip_names(body: &Body) -> String {
    body.clips.iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>().join(", ")
}
