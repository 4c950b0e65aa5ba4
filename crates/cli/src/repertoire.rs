//! Opening repertoires, and saying what is in one.

use std::path::Path;

use footwork_annotate::{Repertoire, SupportMethod, Take};
use footwork_formats::load;
use serde_json::{Value, json};

use crate::terminal::{CommandError, Paint, paint};

/// Reads a repertoire's file.
pub fn read(path: &Path) -> Result<Repertoire, CommandError> {
    let named = |error: &dyn std::fmt::Display| CommandError::Other(format!("{}: {error}", path.display()));
    let bytes = load(path)?;
    Repertoire::from_bytes(&bytes).map_err(|error| named(&error))
}

/// A line for each take that is `wanted`, and one for all.
pub fn summary(repertoire: &Repertoire, wanted: impl Fn(&Take) -> bool) -> Vec<String> {
    let takes = &repertoire.takes;
    let mut lines: Vec<String> = Vec::new();
    for take in takes.iter().filter(|take| wanted(take)) {
        let found = &take.annotation;
        let learned =
            if found.support_method == SupportMethod::Automatic { "" } else { ", learned supports" };
        lines.push(format!(
            "{}: {:.1} s, {}, {}, {}{learned}",
            paint(&take.clip.name, Paint::Bold),
            take.clip.seconds(),
            counted(found.supports.left.len() + found.supports.right.len(), "support"),
            counted(found.strikes.len(), "strike"),
            counted(found.actions.len(), "action")
        ));
    }
    let seconds: f64 = takes.iter().map(|take| take.clip.seconds()).sum();
    let frames: usize = takes.iter().map(|take| take.clip.frames()).sum();
    lines.push(format!("{}, {frames} frames, {:.1} min", counted(takes.len(), "take"), seconds / 60.0));
    lines
}

/// "1 take", "2 takes".
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A take, for programs.
pub fn object(take: &Take) -> Value {
    let (clip, found) = (&take.clip, &take.annotation);
    json!({
        "name": clip.name,
        "mirrored_from": take.mirrored_from,
        "frames": clip.frames(),
        "rate": clip.rate(),
        "seconds": clip.seconds(),
        "supports": found.supports.left.len() + found.supports.right.len(),
        "strikes": found.strikes.len(),
        "actions": found.actions.len(),
    })
}
