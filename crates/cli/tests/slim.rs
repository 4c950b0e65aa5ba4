//! What a game ships: `footwork` without features brings nothing that bakes, starts threads or opens files.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates that `footwork` needs with some features.
fn tree(features: &str) -> BTreeSet<String> {
    let cargo = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--package", "footwork", "--edges", "normal", "--prefix", "none"])
        .args(["--no-default-features", "--features", features])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let lines = String::from_utf8_lossy(&cargo.stdout).into_owned();
    lines.lines().filter_map(|line| line.split(' ').next()).map(String::from).collect()
}

#[test]
fn the_slim_footwork_needs_fewer_than_thirty_crates_and_none_that_bakes() {
    let slim = tree("");
    assert!(slim.len() < 30, "{}: {slim:?}", slim.len());
    // Every skill at once brings no crate of others.
    let all = tree("skills");
    assert!(all.difference(&slim).all(|name| name.starts_with("footwork")), "{all:?}");
    for heavy in ["linfa", "ndarray", "petgraph", "rayon", "toml", "serde_json", "rapier3d", "nalgebra"] {
        assert!(!all.contains(heavy), "{heavy}");
    }
    for bakes in
        ["footwork-performer", "footwork-formats", "footwork-import", "footwork-graph", "footwork-skill"]
    {
        assert!(!all.contains(bakes), "{bakes}");
    }
}

#[test]
fn features_add_what_they_say() {
    assert!(tree("physics").contains("rapier3d"));
    assert!(tree("threads").contains("rayon"));
    assert!(tree("formats").contains("footwork-formats"));
    assert!(tree("bake").contains("linfa-svm"));
    assert!(tree("performer").contains("footwork-performer"));
    assert!(tree("scenes").contains("toml"));
}
