//! `footwork studio`, as a person starts and ends it.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::common::Scratch;

/// Quick to set up.
const SCENE: &str = "title = \"Mine\"\nline = \"My own.\"\n[repertoire]\nperformer = [\"boxing\"]\nseconds = 6.0\n\
    seeds = [1]\n[[actors]]\nmind = \"loop\"\n";

/// A studio that runs, and is ended with the test.
struct Studio {
    child: Child,
    /// Host and port, as they were printed.
    address: String,
    /// What is behind them: where other machines can reach it, the token.
    path: String,
    err: BufReader<ChildStderr>,
}

impl Studio {
    fn start(mut command: Command) -> Studio {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let link = line.strip_prefix("The studio is at http://").and_then(|rest| rest.split(' ').next());
        let (address, path) =
            link.and_then(|link| link.split_once('/')).unwrap_or_else(|| panic!("{line:?}"));
        let (address, path) = (address.to_string(), format!("/{}", path.trim()));
        let err = BufReader::new(child.stderr.take().unwrap());
        Studio { child, address, path, err }
    }

    fn warning(&mut self) -> String {
        let mut line = String::new();
        self.err.read_line(&mut line).unwrap();
        assert!(line.starts_with("warning: "), "{line:?}");
        line
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// With `mine.toml`, and nothing that opens browsers.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("mine.toml", SCENE);
    std::fs::create_dir(scratch.path("bin")).unwrap();
    scratch
}

fn studio(scratch: &Scratch, more: &[&str]) -> Command {
    let mut command = scratch.command(&[&["studio", "mine.toml", "--port", "0"], more].concat());
    command.env("PATH", scratch.path("bin"));
    command
}

#[test]
fn the_page_is_at_the_address_and_ctrl_c_ends_it() {
    let scratch = scratch();
    let mut studio = Studio::start(studio(&scratch, &["--no-browser"]));
    let page = studio.get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Footwork"), "{page}");
    // Built with Node it has a program; without, it says so.
    assert!(page.contains("<script") || page.contains("Node.js"), "{page}");
    let scenes = studio.get("/api/scenes");
    assert!(scenes.contains("\"mine\"") && scenes.contains("\"walk-about\""), "{scenes}");
    let interrupt = Command::new("kill").args(["-INT", &studio.child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    assert_eq!(studio.child.wait().unwrap().code(), Some(0));
    assert_eq!(scratch.files(), ["mine.toml"]);
    let mut said = String::new();
    studio.err.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn a_missing_browser_is_a_sentence_and_the_studio_goes_on() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = scratch();
    // Once there is nothing to open browsers with, and once there is, but no browser.
    for _ in 0..2 {
        let mut studio = Studio::start(studio(&scratch, &[]));
        let warning = studio.warning();
        assert!(
            warning.contains("no browser could be opened") && warning.contains(&studio.address),
            "{warning}"
        );
        assert!(studio.get("/api/scenes").starts_with("HTTP/1.1 200"));
        for opener in ["bin/xdg-open", "bin/open"] {
            let opener = scratch.write(opener, "#!/bin/sh\nexit 3\n");
            std::fs::set_permissions(opener, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
}

#[test]
fn a_studio_that_others_can_reach_warns() {
    let scratch = scratch();
    let mut studio = Studio::start(studio(&scratch, &["--no-browser", "--host", "0.0.0.0"]));
    let warning = studio.warning();
    assert!(warning.contains("can be reached from other machines"), "{warning}");
    assert!(studio.address.starts_with("localhost:"));
    // Who has the link gets in, who only knows the address does not.
    let (with, without) = (studio.get(&studio.path), studio.get("/"));
    assert!(with.starts_with("HTTP/1.1 2") || with.starts_with("HTTP/1.1 3"), "{with}");
    assert!(without.starts_with("HTTP/1.1 4"), "{without}");
}

#[test]
fn edits_go_where_the_user_says() {
    let scratch = scratch();
    let studio = Studio::start(studio(&scratch, &["--no-browser", "--edits", "mine"]));
    // The page is there before the scene is ready.
    let mut takes = studio.get("/api/takes");
    for _ in 0..600 {
        if takes.contains("boxing-1") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        takes = studio.get("/api/takes");
    }
    assert!(takes.contains("/mine/boxing-1.edits.toml\""), "{takes}");
}

#[test]
fn what_cannot_be_served_is_a_sentence() {
    let scratch = scratch();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (args, said) in [
        (
            &["studio", "mine.toml", "--no-browser", "--port", &port][..],
            "is in use: name another one with --port",
        ),
        (&["studio", "mine.toml", "--host", "no.such.host.invalid"], "is no address to listen on"),
        (&["studio", "none.toml"], "none.toml: "),
        (&["studio", "mine.toml", "--repertoire", "none.rep"], "none.rep: "),
        (&["studio", "mine.toml", "--edits", "mine.toml"], "mine.toml is no folder"),
    ] {
        let error = scratch.run(args).one_error();
        assert!(error.contains(said), "{args:?}: {error}");
    }
    assert_eq!(scratch.files(), ["mine.toml"]);
}
