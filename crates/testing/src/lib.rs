//! What the tests and examples of all crates share: where recordings of people are and their index, what takes long to
//! make and is made once, an allocator that counts, and processor time.

pub mod allocation;
mod kept;
mod made;
pub mod time;

use std::path::{Path, PathBuf};

pub use kept::kept;
pub use made::Made;

/// The folder of recordings: `FOOTWORK_MOCAP`, or `shared/mocap` beside the repository.
///
/// A test that needs recordings ends where there are none, after this has printed that it was skipped. Where
/// `FOOTWORK_REQUIRE_MOCAP` is 1 the recordings are demanded, and this panics.
pub fn mocap() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/mocap");
    let folder = std::env::var_os("FOOTWORK_MOCAP").map_or(beside, PathBuf::from);
    let required = std::env::var_os("FOOTWORK_REQUIRE_MOCAP").is_some_and(|set| set == "1");
    match look_for(&folder, required) {
        Ok(()) => Some(folder),
        Err(why) => {
            println!("{why}");
            None
        }
    }
}

fn look_for(folder: &Path, required: bool) -> Result<(), String> {
    if folder.is_dir() {
        return Ok(());
    }
    let why = format!("no recordings at {} (FOOTWORK_MOCAP names another folder)", folder.display());
    assert!(!required, "{why}, and FOOTWORK_REQUIRE_MOCAP demands them");
    Err(format!("skipped: {why}"))
}

/// One line of the recordings' index.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Recording {
    pub file: PathBuf,
    pub name: String,
    pub frames: usize,
    pub header_hz: f32,
    pub real_hz: Option<f32>,
    pub joints: usize,
    /// m; none where the index knows it only roughly.
    pub unit: Option<f32>,
    pub up: String,
    /// What sort of motion it is, such as `locomotion`.
    pub category: String,
    /// What it shows, in words.
    pub shows: String,
    pub notes: String,
}

/// Every BVH recording, from the index beside them.
pub fn recordings(folder: &Path) -> Vec<Recording> {
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("the recordings have an index");
    let mut lines = index.lines();
    let header: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    let column = |name: &str| header.iter().position(|h| *h == name).expect("a column");
    let all = lines.filter(|line| !line.trim().is_empty()).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| cells.get(column(name)).copied().unwrap_or("");
        let name = cell("path").to_string();
        Recording {
            file: folder.join(&name),
            frames: cell("frames").parse().expect("a number"),
            header_hz: cell("header_hz").parse().expect("a number"),
            real_hz: cell("real_hz").parse().ok(),
            joints: cell("joints").parse().expect("a number"),
            unit: cell("unit_m").parse().ok(),
            up: cell("up").to_string(),
            category: cell("category").to_string(),
            shows: cell("shows").to_string(),
            notes: cell("notes").to_string(),
            name,
        }
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_recordings_are_absent_a_test_is_skipped_with_a_sentence() {
        let why = look_for(Path::new("/nowhere"), false).unwrap_err();
        assert!(why.starts_with("skipped: no recordings at /nowhere"), "{why}");
        assert_eq!(look_for(Path::new(env!("CARGO_MANIFEST_DIR")), true), Ok(()));
    }

    #[test]
    #[should_panic(expected = "demands them")]
    fn where_recordings_are_demanded_and_absent_a_test_fails() {
        let _ = look_for(Path::new("/nowhere"), true);
    }
}
