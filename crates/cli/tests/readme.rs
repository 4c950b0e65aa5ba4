//! Every command of the README's tour, run as it is written, in order, in one empty folder.

use std::path::Path;
use std::process::Command;

/// A command of a page, with what the page shows that it prints.
struct Shown {
    command: String,
    output: Vec<String>,
}

/// Commands are the indented lines that begin with `$`; what follows them, as far as it is indented, is what they print.
fn commands(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut shows = false;
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(line) => match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => {
                    all.push(Shown { command: command.to_string(), output: Vec::new() });
                    shows = true;
                }
                (None, Some(last)) if shows => last.output.push(line.to_string()),
                _ => {}
            },
            None => shows = false,
        }
    }
    all
}

/// The recording that the tour lets the doctor look at.
const RECORDING: &str = "143_05.bvh";

#[test]
fn every_command_of_the_tour_works_in_order_and_prints_what_is_shown() {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folder = tempfile::tempdir().unwrap();
    let recordings = footwork_testing::mocap();
    if let Some(recordings) = &recordings {
        std::fs::copy(recordings.join("cmu").join(RECORDING), folder.path().join(RECORDING)).unwrap();
    }
    let shown = commands(&std::fs::read_to_string(repository.join("README.md")).unwrap());
    assert!(shown.len() > 15, "{} commands", shown.len());
    let program = Path::new(env!("CARGO_BIN_EXE_footwork")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for Shown { command, output } in shown {
        if recordings.is_none() && command.contains(RECORDING) {
            continue;
        }
        let run = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .current_dir(&folder)
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&run.stdout);
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "$ {command}\n{printed}{said}");
        let printed: Vec<&str> = printed.lines().collect();
        assert!(
            output.is_empty() || output == printed,
            "$ {command}\nthe page: {output:#?}\nnow: {printed:#?}"
        );
    }
}
