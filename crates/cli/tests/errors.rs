//! What every command does with bad files, and what its help promises.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::person::Frame;
use crate::common::{Scratch, gliding, take, with_bones};

/// All that there are.
const COMMANDS: [&str; 14] = [
    "inspect", "doctor", "convert", "draw", "perform", "import", "graph", "report", "scenes", "play", "bake",
    "eval", "bench", "studio",
];

/// Every command on a file, with a result that must not appear.
fn commands(file: &str) -> [Vec<&str>; 5] {
    [
        vec!["inspect", file],
        vec!["doctor", file],
        vec!["convert", file, "out.bvh"],
        vec!["draw", file, "-o", "out.png"],
        vec!["import", file, "-o", "out.rep"],
    ]
}

#[test]
fn a_bad_file_is_one_line_that_names_it_and_nothing_is_written() {
    let scratch = Scratch::new();
    let good = take(20, gliding);
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
    scratch.write("empty.bvh", "");
    scratch.write("blank.bvh", " \n\n");
    scratch.write("picture.bvh", picture);
    scratch.write("picture.glb", picture);
    scratch.write("short.bvh", &good[..300]);
    scratch.write("row.bvh", good.trim_end().rsplit_once(' ').unwrap().0);
    scratch.write("words.bvh", good.replacen(" 95 ", " high ", 1));
    scratch.write("huge.bvh", good.replacen("CHANNELS 6", "CHANNELS 600000000000000000000", 1));
    scratch.write("lone.amc", ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n");
    scratch.write("short.glb", b"glTF\x02\0\0\0\xff\xff\0\0");
    scratch.write("short.gltf", "{ \"asset\": ");
    scratch.write("take.fbx", "Kaydara FBX Binary");
    scratch.write("take.obj", "v 0 0 0");
    scratch.write("folder.bvh/readme", "");
    let files = scratch.files();
    for (file, said) in [
        ("none.bvh", "none.bvh: "),
        ("folder.bvh", "folder.bvh is a folder"),
        ("empty.bvh", "empty.bvh is empty"),
        ("blank.bvh", "blank.bvh is empty"),
        ("picture.bvh", "picture.bvh: it is a PNG picture"),
        ("picture.glb", "picture.glb: "),
        ("short.bvh", "short.bvh: line "),
        ("row.bvh", "row.bvh: line "),
        ("words.bvh", "column 3: found \"high\", expected "),
        ("huge.bvh", "huge.bvh: line 5, column 11: found \"600000000000000000000\""),
        ("lone.amc", "lone.amc: an AMC file needs its skeleton: put lone.asf"),
        ("short.glb", "short.glb: "),
        ("short.gltf", "short.gltf: "),
        ("take.fbx", "take.fbx: it "),
        ("take.obj", "take.obj: Footwork reads .bvh, .fbx"),
    ] {
        for args in commands(file) {
            let error = scratch.run(&args).one_error();
            assert!(error.contains(said), "{args:?}: {said:?} is not in {error}");
        }
    }
    assert_eq!(scratch.files(), files);
}

#[test]
fn the_help_names_commands_and_a_wrong_one_is_refused() {
    let scratch = Scratch::new();
    let help = scratch.run(&["--help"]).ok();
    // As clap lists them, indented, one to a line; help itself comes last.
    let listed = help.out.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let listed: Vec<&str> = listed.map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(listed, [&COMMANDS[..], &["help"]].concat());
    assert!(scratch.run(&["--version"]).ok().out.starts_with("footwork "));
    let error = scratch.run(&["inspct", "take.bvh"]).usage_error();
    assert!(error.contains("'inspect'"), "{error}");
    for command in COMMANDS {
        match command {
            // It goes on until it is stopped; its own tests talk to it.
            "studio" => {}
            "scenes" => assert!(!scratch.run(&[command]).ok().out.is_empty()),
            // What can be measured or baked is worth a page.
            "bench" | "bake" | "eval" => {
                let what = if command == "bench" { "stage" } else { "fragments" };
                let run = scratch.run(&[command]);
                assert!(run.code == Some(2) && run.err.contains(what), "{run:#?}");
            }
            _ => assert!(scratch.run(&[command]).usage_error().contains("Usage: footwork "), "{command}"),
        }
    }
    assert_eq!(scratch.files(), [] as [&str; 0]);
}

/// The examples of a help text: commands, without what stands beside them.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("Examples:\n").expect("every help has examples");
    let lines = examples.lines().filter_map(|line| line.strip_prefix("  footwork "));
    lines.map(|line| format!("footwork {}", line.split("   ").next().unwrap())).collect()
}

/// The files that examples speak of.
fn write_what_examples_need(scratch: &Scratch) {
    for name in ["take.bvh", "a.bvh", "b.bvh"] {
        scratch.write(name, take(60, Frame::swaying));
    }
    // Of one performer, so that they can be in one repertoire. A minute has every kind of action.
    for (name, show, seconds) in
        [("takes/a.bvh", "boxing", "60"), ("takes/b.bvh", "boxing", "6"), ("kicks.bvh", "tired-boxing", "6")]
    {
        std::fs::create_dir_all(scratch.path("takes")).unwrap();
        scratch.run(&["perform", show, "--seconds", seconds, "-o", name]).ok();
    }
    scratch.run(&["import", "takes/a.bvh", "kicks.bvh", "-o", "boxer.rep"]).ok();
    scratch.write("walk.bvh", take(300, gliding));
    let person = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/fbx/person.fbx");
    scratch.write("walk.fbx", std::fs::read(person).unwrap());
    scratch.run(&["import", "walk.bvh", "-o", "walker.rep"]).ok();
    scratch.run(&["perform", "hauling", "--seconds", "60", "-o", "hauling.bvh"]).ok();
    scratch.run(&["import", "hauling.bvh", "-o", "carriers.rep"]).ok();
    scratch.write(
        "my-scene.toml",
        "title = \"Mine\"\nline = \"My own.\"\n[repertoire]\nfile = \"boxer.rep\"\n[[actors]]\nmind = \"loop\"\n",
    );
    scratch.write("tall-person.bvh", with_bones(&take(1, Frame::swaying), 1.1));
    scratch.write_acclaim();
    scratch.write_dancer();
    std::fs::copy(scratch.path("dancer.glb"), scratch.path("character.glb")).unwrap();
    scratch.write("box.bvh", take(60, Frame::swaying));
    let fbx = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/fbx/person.fbx");
    scratch.write("walk.fbx", std::fs::read(fbx).unwrap());
    scratch.run(&["convert", "take.bvh", "knight.glb"]).ok();
    scratch.run(&["convert", "b.bvh", "b.glb"]).ok();
    // A boxer with two animations.
    for name in ["Jab.bvh", "Hook.bvh"] {
        scratch.write(name, scratch.bytes("takes/b.bvh"));
    }
    scratch.run(&["convert", "Jab.bvh", "boxer.glb"]).ok();
    scratch.run(&["convert", "Jab.bvh", "Hook.bvh", "pack.glb", "--onto", "boxer.glb"]).ok();
}

/// Runs the examples of commands' helps. The folder is as it was before each, but for what examples added.
fn run_examples(commands: &[&str]) -> (Scratch, usize) {
    let (scratch, needed) = (Scratch::new(), Scratch::new());
    write_what_examples_need(&needed);
    // The command is found as it would be once installed; the shell does what shells do.
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_footwork")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for command in commands {
        let args: Vec<&str> = [*command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let examples = examples(&scratch.run(&args).ok().out);
        assert!(examples.len() >= 2, "footwork {command}: {examples:?}");
        for example in examples {
            for file in needed.files() {
                scratch.write(&file, needed.bytes(&file));
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", &example]).current_dir(scratch.path(".")).env("PATH", &path);
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
            count += 1;
        }
    }
    (scratch, count)
}

#[cfg(unix)]
#[test]
fn every_example_of_the_help_works() {
    let commands = COMMANDS.into_iter().filter(|command| !["bench", "studio"].contains(command));
    let (scratch, count) = run_examples(&std::iter::once("").chain(commands).collect::<Vec<_>>());
    assert!(count >= 45, "{count} examples");
    for written in [
        "take.fixed.bvh",
        "clean.bvh",
        "both.glb",
        "converted/b.glb",
        "dance.bvh",
        "take.svg",
        "box.html",
        "walker.rep",
        "plain.html",
        "boxing.glb",
        "takes/actor.bvh",
    ] {
        assert!(scratch.has(written), "{written} is not in {:?}", scratch.files());
    }
    let takes: serde_json::Value = serde_json::from_str(&scratch.text("takes.json")).unwrap();
    assert_eq!(takes.as_array().unwrap().len(), 2);
}

/// Apart, since they take their time.
#[cfg(unix)]
#[test]
fn every_example_of_what_is_measured_works() {
    assert_eq!(run_examples(&["bench"]).1, 2);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let scratch = Scratch::with_take();
    // More than a pipe holds, so that the command meets the closed end.
    let many = ["take.bvh"; 200];
    for command in [&["inspect", "--joints"][..], &["inspect", "--json"], &["doctor"], &["doctor", "--json"]]
    {
        let mut child = scratch
            .command(&[command, &many].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command:?}");
        assert!(output.status.success(), "{command:?}: {:?}", output.status);
    }
}

#[test]
fn colours_are_for_terminals_only() {
    let scratch = Scratch::with_take();
    // `run` looks for escape codes in everything that is said.
    let mut command = scratch.command(&["inspect", "take.bvh", "none.bvh"]);
    let output = command.env("CLICOLOR_FORCE", "1").env("TERM", "xterm-256color").output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(!said.contains(&0x1b), "{}", String::from_utf8_lossy(&said));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure_and_a_reader_that_has_gone_is_none() {
    let scratch = Scratch::with_take();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = scratch.command(&["inspect", "take.bvh"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error: standard output could not be written: "), "{said}");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = scratch.command(&["inspect", "take.bvh"]).stdout(writer).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn names_in_files_do_not_steer_the_terminal() {
    let scratch = Scratch::new();
    let file = take(20, gliding).replacen("Hips", "Hips\x1b]0;owned\x07", 1);
    assert!(file.contains('\x1b'));
    scratch.write("take.bvh", file);
    // Whatever is said: `run` looks for escape codes.
    for command in commands("take.bvh") {
        let _ = scratch.run(&command);
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let scratch = Scratch::new();
    assert!(Command::new("mkfifo").arg(scratch.path("pipe.bvh")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", scratch.path("zero.rep")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", scratch.path("zero.toml")).unwrap();
    for args in [
        vec!["inspect", "pipe.bvh"],
        vec!["graph", "zero.rep", "--kind", "frames"],
        vec!["play", "zero.toml"],
        vec!["inspect", "pipe.bvh", "--roles", "zero.toml"],
    ] {
        let error = scratch.run(&args).one_error();
        assert!(
            error.contains("is a pipe or a device; write what comes out of it to a file first"),
            "{error}"
        );
    }
}
