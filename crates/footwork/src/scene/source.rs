//! `[repertoire]`: where everybody's motion comes from.

use footwork_annotate::Repertoire;
use footwork_annotate::vocabulary::nearest_of;
use footwork_performer::Show;
use serde::Deserialize;

use super::Source;
use crate::performance::{PerformanceError, performance};

/// s. What a take of the built-in performer may last.
const SECONDS: std::ops::RangeInclusive<f32> = 1.0..=600.0;
/// Takes of the built-in performer: more would fill memory before anybody looked at them.
const MOST_TAKES: usize = 100;

/// As it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    performer: Option<Vec<String>>,
    seconds: Option<f32>,
    seeds: Option<Vec<u64>>,
    mirror: Option<bool>,
    file: Option<String>,
}

impl Given {
    pub fn checked(self) -> Result<Source, String> {
        let Given { performer, seconds, seeds, mirror, file } = self;
        match (performer, file) {
            (Some(_), Some(_)) => {
                Err("a repertoire is performed or read, not both: performer or file".to_string())
            }
            (None, Some(_)) if seconds.is_some() || seeds.is_some() || mirror.is_some() => {
                Err("seconds, seeds and mirror are for a performer".to_string())
            }
            (None, Some(file)) => Ok(Source::File(file)),
            (performer, None) => {
                let shows = performer.map_or(Ok(vec![Show::Locomotion]), |names| {
                    names.iter().map(|name| show(name)).collect::<Result<Vec<Show>, String>>()
                })?;
                let (seconds, seeds) = (seconds.unwrap_or(90.0), seeds.unwrap_or(vec![1]));
                if !SECONDS.contains(&seconds) {
                    return Err(format!(
                        "seconds = {seconds}: a take lasts from {} to {} s",
                        SECONDS.start(),
                        SECONDS.end()
                    ));
                }
                if shows.is_empty() || seeds.is_empty() || shows.len() * seeds.len() > MOST_TAKES {
                    return Err(format!("performer and seeds: from 1 to {MOST_TAKES} takes"));
                }
                Ok(Source::Performer { shows, seconds, seeds, mirror: mirror.unwrap_or(false) })
            }
        }
    }
}

fn show(name: &str) -> Result<Show, String> {
    let names = || Show::ALL.iter().map(|show| show.name());
    Show::named(name).ok_or_else(|| match nearest_of(name, names()) {
        Some(meant) => format!("performer: there is no show {name:?}; did you mean {meant:?}?"),
        None => format!(
            "performer: there is no show {name:?}; there are: {}",
            names().collect::<Vec<_>>().join(", ")
        ),
    })
}

impl Source {
    /// What a scene plays that does not say: a walk.
    pub(super) fn everyday() -> Source {
        Source::Performer { shows: vec![Show::Locomotion], seconds: 90.0, seeds: vec![1], mirror: false }
    }

    /// Performs, where nothing has to be read.
    pub fn perform(&self) -> Option<Result<Repertoire, PerformanceError>> {
        match self {
            Source::Performer { shows, seconds, seeds, mirror } => {
                let plain = performance(shows, *seconds, seeds);
                // The performer's body has all that is mirrored.
                Some(
                    plain.map(
                        |plain| if *mirror { plain.clone().with_mirrors().unwrap_or(plain) } else { plain },
                    ),
                )
            }
            Source::File(_) => None,
        }
    }
}
