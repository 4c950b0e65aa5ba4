//! What the README and the docs show is what there is.

use std::path::Path;

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The first example of a library's page.
fn compiled(library: &str) -> Vec<String> {
    text(library)
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .skip_while(|line| !["```", "```no_run"].contains(line))
        .skip(1)
        .take_while(|line| *line != "```")
        .filter(|line| !line.starts_with("# "))
        .map(str::to_string)
        .collect()
}

#[test]
fn every_example_of_the_readme_is_one_that_is_compiled() {
    let readme = text("README.md");
    let shown: Vec<&str> =
        readme.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!shown.is_empty());
    let compiled = ["crates/footwork/src/lib.rs", "crates/formats/src/lib.rs"].map(compiled);
    for example in shown {
        let lines: Vec<String> = example.lines().map(str::to_string).collect();
        assert!(compiled.contains(&lines), "{example}\nis none of {compiled:#?}");
    }
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    let into =
        ["blender", "godot", "unreal", "unity", "threejs", "bevy"].map(|name| format!("docs/into/{name}.md"));
    let pages =
        ["README.md", "docs/guide.md", "docs/characters.md", "docs/recordings.md", "docs/performance.md"];
    for page in pages.into_iter().chain(into.iter().map(String::as_str)) {
        let folder = repository().join(page);
        let links = text(page);
        for link in links.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            if !file.contains("://") && !file.is_empty() {
                assert!(folder.parent().unwrap().join(file).is_file(), "{page}: {link}");
            }
        }
    }
}
