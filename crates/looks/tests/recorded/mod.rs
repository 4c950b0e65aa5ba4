//! Recordings of people, looked at.
#![allow(dead_code)]

use std::fmt::Write;
use std::path::Path;

use footwork_formats::doctor::{Cure, cure, examine};
use footwork_formats::{ReadOptions, read};
use footwork_looks::range::{self, Range};
use footwork_looks::{Kind, Look, Measure, Seen};

pub use footwork_testing::mocap;
use footwork_testing::{Recording, recordings};

/// Who shows what: boxing is taken from boxers, walking from those who were asked to walk, and so on.
fn shows(recording: &Recording, kind: Kind) -> bool {
    let is = |words: &[&str]| words.iter().any(|word| recording.shows.contains(word));
    match kind {
        Kind::Boxing => recording.category == "boxing",
        Kind::Standing | Kind::Jumping => recording.category == "locomotion",
        Kind::Walking => recording.category == "locomotion" && !is(&["run", "jog", "jump", "floor"]),
        Kind::Running => {
            ["locomotion", "agility"].contains(&recording.category.as_str()) && !is(&["roll", "dive"])
        }
        Kind::Any => {
            let upright = ["locomotion", "agility", "boxing", "martial arts"];
            upright.contains(&recording.category.as_str()) && !is(&["roll", "dive", "floor"])
        }
        Kind::Down => ["fall / get up", "push"].contains(&recording.category.as_str()),
    }
}

/// Every recording that some kind is taken from, looked at. Those with known jumps of a joint, and those whose rate is not
/// known, are left out.
pub fn all(folder: &Path) -> Vec<(Recording, Seen)> {
    let usable = |r: &Recording| r.real_hz.is_some() && !r.notes.contains("jump") && r.category != "importer";
    let some_kind = |r: &Recording| Kind::ALL.into_iter().any(|kind| shows(r, kind));
    let wanted = recordings(folder).into_iter().filter(usable).filter(some_kind);
    wanted.map(|recording| (seen(&recording), recording)).map(|(seen, recording)| (recording, seen)).collect()
}

fn seen(recording: &Recording) -> Seen {
    let options = ReadOptions { rate: recording.real_hz, ..ReadOptions::default() };
    let mut import = read(&recording.file, &options).unwrap_or_else(|error| panic!("{error}"));
    // The rate is known better than gravity tells it.
    let mut findings = examine(&import);
    findings.retain(|finding| !matches!(finding.cure, Some(Cure::SetRate { .. })));
    cure(&mut import, &findings);
    let body = &import.bodies[0];
    Seen::of(&body.skeleton, &body.clips[0]).expect("a whole body")
}

/// The range of people in a row.
pub fn range_of(recorded: &[(Recording, Seen)], kind: Kind, measure: &Measure) -> Option<Range> {
    let serves = |recording: &Recording| !measure.dense || recording.real_hz.is_some_and(|rate| rate >= 59.0);
    let of_kind = recorded.iter().filter(|(recording, _)| shows(recording, kind) && serves(recording));
    range::over(of_kind.map(|(_, seen)| seen), measure, kind)
}

/// The file of the table, with the recordings named.
pub fn table(folder: &Path) -> String {
    let recorded = all(folder);
    let mut out = String::from(
        "//! Made by `examples/people.rs` from these recordings (CMU, LAFAN1, Bandai Namco 1), by kind:\n//!\n",
    );
    for kind in Kind::ALL {
        out.push_str(&sources(&recorded, kind));
    }
    out.push_str("\nuse super::Line;\n\n/// Every line.\n#[rustfmt::skip]\npub const TABLE: &[Line] = &[\n");
    for (kind, measure) in range::rows() {
        let Some(range) = range_of(&recorded, kind, measure) else { continue };
        let digits = measure.digits + 1;
        let Range { low, middle, high, pieces } = range;
        let _ = writeln!(
            out,
            "    (\"{}\", \"{}\", [{low:.digits$}, {middle:.digits$}, {high:.digits$}], {pieces}),",
            kind.name(),
            measure.key
        );
    }
    out.push_str("];\n");
    out
}

/// s. Recordings that show less of a kind are not named for it.
const NAMED: f32 = 0.75;

/// A comment that names the recordings that show a kind, in lines of the usual width.
fn sources(recorded: &[(Recording, Seen)], kind: Kind) -> String {
    let mut out = format!("//! - {}:", kind.name());
    let mut width = out.len();
    for (recording, seen) in recorded.iter().filter(|(recording, _)| shows(recording, kind)) {
        if (Look { seen, kind, span: 0..seen.frames() }).seconds() < NAMED {
            continue;
        }
        let name = recording.name.trim_end_matches(".bvh");
        if width + name.len() + 2 > 110 {
            out.push_str("\n//!  ");
            width = 6;
        }
        let _ = write!(out, " {name}");
        width += name.len() + 1;
    }
    out.push('\n');
    out
}
