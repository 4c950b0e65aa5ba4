//! Where recordings are, and their index. Tests of every crate find them here.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// The folder of motion capture: `FOOTWORK_MOCAP`, or `shared/mocap` beside the repository. None, and a line that
/// says so, where it is absent.
pub fn mocap() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/mocap");
    let folder = std::env::var_os("FOOTWORK_MOCAP").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("no motion capture at {} (FOOTWORK_MOCAP names another folder): passed over", folder.display());
    None
}

/// One line of the recordings' index.
#[derive(Debug)]
pub struct Recording {
    pub file: PathBuf,
    pub name: String,
    pub frames: usize,
    pub header_hz: f32,
    pub real_hz: Option<f32>,
    pub joints: usize,
    /// None where the index knows it only roughly.
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
