//! Traces from files, and from scripted players where there are none.

use std::path::{Path, PathBuf};

use footwork::skills::scripted_traces;
use footwork_fragments::{ControlSpace, Trace};

use crate::terminal::CommandError;

/// All traces of a folder, in the order of their names.
pub fn read(folder: &Path) -> Result<Vec<Trace>, CommandError> {
    let named = |path: &Path, error: &dyn std::fmt::Display| {
        CommandError::Other(format!("{}: {error}", path.display()))
    };
    let entries = std::fs::read_dir(folder).map_err(|error| named(folder, &error))?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| named(folder, &error))?.path();
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("trace")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(CommandError::Other(format!("{}: there is no .trace file in it", folder.display())));
    }
    let mut traces = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).map_err(|error| named(file, &error))?;
        traces.push(Trace::parse(&text).map_err(|error| named(file, &error))?);
    }
    Ok(traces)
}

/// What two scripted players ask for in so many seconds each: no person's, and labelled so.
pub fn scripted(space: &ControlSpace, seconds: f32, seed: u64) -> Vec<Trace> {
    scripted_traces(space, seconds, seed).to_vec()
}

/// s. A trace is judged in pieces of about this length.
const PIECE: f32 = 15.0;

/// Of each trace the first part to learn from, and the last quarter, in pieces, to judge by.
pub fn held_out(traces: &[Trace]) -> (Vec<Trace>, Vec<Trace>) {
    let cut = |trace: &Trace| 0.75 * trace.length();
    let learnt = traces.iter().map(|trace| trace.part(0.0, cut(trace))).collect();
    let judged = traces.iter().flat_map(|trace| trace.part(cut(trace), trace.length() + 1.0).pieces(PIECE));
    (learnt, judged.filter(|trace| !trace.samples.is_empty()).collect())
}

/// Whole traces in pieces, to judge by.
pub fn pieces(traces: &[Trace]) -> Vec<Trace> {
    traces.iter().flat_map(|trace| trace.pieces(PIECE)).filter(|trace| !trace.samples.is_empty()).collect()
}
