//! How good a skill is, in figures that are data: the command prints, draws and writes them.

use footwork_annotate::Repertoire;
use serde_json::Value;

use crate::{Failure, Hear, OptionInfo, Options, Plot};

/// What `footwork eval` runs.
pub trait Evaluation: Sync {
    /// What the command lets a user say.
    fn options(&self) -> &'static [OptionInfo];

    /// What the built-in performer shows where the user names no repertoire.
    fn performed(&self) -> Performed;

    /// Measures.
    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure>;

    /// Measures on what the built-in performer shows. What measures several scenes asks for the takes of each.
    fn evaluate_performed(
        &self,
        perform: &dyn Fn(&Performed) -> Result<Repertoire, Failure>,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        self.evaluate(perform(&self.performed())?, options, meter, hear)
    }
}

/// Takes of the built-in performer: one of each show for each seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Performed {
    /// By their names.
    pub shows: &'static [&'static str],
    /// s, of each take.
    pub seconds: f32,
    /// One take each.
    pub seeds: &'static [u64],
}

/// The machine's clock and memory, which only the command knows.
pub trait Meter: Sync {
    /// s, since some moment.
    fn seconds(&self) -> f64;

    /// s, of the processor's time that this thread has had, where the system tells: what others do meanwhile does not count.
    fn busy_seconds(&self) -> f64 {
        self.seconds()
    }

    /// MB, the most memory that was in use so far, where the system tells.
    fn peak_mb(&self) -> Option<f64>;
}

/// A meter of two clocks, for examples and tests; what memory there is they do not tell.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    /// See [`Meter::seconds`].
    pub seconds: fn() -> f64,
    /// See [`Meter::busy_seconds`].
    pub busy_seconds: fn() -> f64,
}

impl Meter for Clocks {
    fn seconds(&self) -> f64 {
        (self.seconds)()
    }

    fn busy_seconds(&self) -> f64 {
        (self.busy_seconds)()
    }

    fn peak_mb(&self) -> Option<f64> {
        None
    }
}

/// Figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// All of them, for programs. Keys are kept.
    pub json: Value,
    /// The same for people.
    pub sections: Vec<Section>,
    /// Figures as pictures.
    pub plots: Vec<Plot>,
}

/// A table, or some lines of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The names of columns; none for a section of notes only.
    pub columns: Vec<String>,
    /// One cell for each column.
    pub rows: Vec<Vec<String>>,
    /// Sentences below it.
    pub notes: Vec<String>,
}

impl Section {
    /// Sentences only.
    pub fn notes(notes: Vec<String>) -> Section {
        Section { notes, ..Section::default() }
    }

    /// A table of these columns, still empty.
    pub fn table(columns: &[&str]) -> Section {
        Section { columns: columns.iter().map(|name| (*name).to_string()).collect(), ..Section::default() }
    }

    /// As lines of text: the first column to the left, the others to the right, so that numbers stand below each other.
    pub fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            let cells = std::iter::once(&self.columns).chain(&self.rows).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        let table = (!self.columns.is_empty()).then_some(&self.columns).into_iter().chain(&self.rows);
        table.map(line).chain(self.notes.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_below_each_other() {
        let mut section = Section::table(&["controller", "%"]);
        section.rows.push(vec!["model".to_string(), "90.1".to_string()]);
        section.rows.push(vec!["greedy".to_string(), "9.0".to_string()]);
        section.notes.push("Of the best that is possible.".to_string());
        let lines = section.lines();
        assert_eq!(lines[0], "controller     %");
        assert_eq!(lines[1], "model       90.1");
        assert_eq!(lines[2], "greedy       9.0");
        assert_eq!(lines[3], "Of the best that is possible.");
    }
}
