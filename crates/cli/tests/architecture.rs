//! `ARCHITECTURE.md` and the tree say the same: which crates there are, which use which, and who opens files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row of the page's table of crates.
struct Row {
    is_run_time: bool,
    /// None for all.
    uses: Option<BTreeSet<String>>,
}

/// The names between backticks.
fn names(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(String::from).collect()
}

fn page() -> BTreeMap<String, Row> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    let table = text.split("## The crates").nth(1).expect("a list of crates");
    let table = table.split("\n\n").find(|part| part.trim_start().starts_with("| crate")).expect("a table");
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let name = names(cells[0]).pop_first().expect("a crate's name");
        let all = cells[3].starts_with("all") || cells[3].contains("re-exports");
        (name, Row { is_run_time: cells[1] == "●", uses: (!all).then(|| names(cells[3])) })
    };
    table.trim().lines().skip(2).map(row).collect()
}

/// Every crate of the tree: as the page calls it, and its folder.
fn tree() -> BTreeMap<String, PathBuf> {
    let crates = root().join("crates");
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder of crates");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let all = inside(&crates).into_iter().chain(inside(&crates.join("skills")));
    all.filter(|path| path.join("Cargo.toml").exists())
        .map(|path| (path.strip_prefix(&crates).expect("below it").to_string_lossy().into_owned(), path))
        .collect()
}

/// The crates of this workspace that a crate depends on, outside of its tests.
fn uses(folder: &Path) -> BTreeSet<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or("");
    let section = section.split("\n[").next().unwrap_or("");
    let name = |line: &str| line.split(['.', '=', ' ']).next().map(String::from);
    section.lines().filter(|line| line.starts_with("footwork")).filter_map(name).collect()
}

fn package(name: &str) -> String {
    match name.rsplit('/').next().unwrap_or(name) {
        "footwork" => "footwork".to_string(),
        other => format!("footwork-{other}"),
    }
}

/// All source files of a crate that are part of it: no tests, no examples.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
                false => {}
            }
        }
    }
    found
}

/// A file's text without its comments and unit tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_lists_exactly_the_crates_that_are_there() {
    let (page, tree) = (page(), tree());
    assert_eq!(page.keys().collect::<Vec<_>>(), tree.keys().collect::<Vec<_>>());
}

#[test]
fn a_crate_uses_only_what_the_page_allows() {
    let page = page();
    for (name, folder) in tree() {
        let Some(allowed) = &page[&name].uses else { continue };
        let allowed: BTreeSet<String> = allowed.iter().map(|name| package(name)).collect();
        let found = uses(&folder);
        let beyond: Vec<_> = found.difference(&allowed).collect();
        assert!(beyond.is_empty(), "{name} uses {beyond:?}, and ARCHITECTURE.md does not say so");
    }
}

#[test]
fn skills_never_use_each_other() {
    let skills: BTreeSet<String> =
        tree().keys().filter(|name| name.starts_with("skills/")).map(|name| package(name)).collect();
    for (name, folder) in tree().iter().filter(|(name, _)| name.starts_with("skills/")) {
        let others: Vec<_> = uses(folder).intersection(&skills).cloned().collect();
        assert!(others.is_empty(), "{name} uses {others:?}");
    }
}

#[test]
fn only_formats_import_the_command_and_the_studio_open_files_and_sockets() {
    for (name, folder) in tree() {
        if ["formats", "import", "cli", "studio", "testing"].contains(&name.as_str()) {
            continue;
        }
        for file in sources(&folder) {
            let code = code(&file);
            for word in ["std::fs", "std::net", "std::process", "File::open"] {
                assert!(!code.contains(word), "{}: {word}", file.display());
            }
        }
    }
}

#[test]
fn run_time_reads_no_clock() {
    let page = page();
    for (name, folder) in tree().iter().filter(|(name, _)| page[*name].is_run_time) {
        for file in sources(folder) {
            assert!(!code(&file).contains("std::time"), "{name}: {}", file.display());
        }
    }
}

#[test]
fn every_run_time_crate_is_built_alone_by_the_tests() {
    let script = fs::read_to_string(root().join("test")).expect("the script");
    let built =
        script.lines().find_map(|line| line.trim_start().strip_prefix("for crate in ")).expect("the list");
    let built: BTreeSet<String> =
        built.trim_end_matches("; do").split(' ').map(|name| format!("footwork-{name}")).collect();
    let page = page();
    let run_time = page.iter().filter(|(name, row)| row.is_run_time && *name != "footwork");
    assert_eq!(built, run_time.map(|(name, _)| package(name)).collect());
}

#[test]
fn every_file_of_tests_is_in_the_program_that_runs_them() {
    for (name, folder) in tree() {
        let tests = folder.join("tests");
        let Ok(program) = fs::read_to_string(tests.join("all.rs")) else { continue };
        for entry in fs::read_dir(&tests).expect("a folder of tests").flatten() {
            let path = entry.path();
            let is_module =
                path.join("mod.rs").exists() || path.extension().is_some_and(|ending| ending == "rs");
            let module = path.file_stem().expect("a name").to_string_lossy();
            let listed = program.lines().any(|line| line == format!("mod {module};"));
            assert!(!is_module || module == "all" || listed, "{name}: tests/all.rs does not list {module}");
        }
    }
}
