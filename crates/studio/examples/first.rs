//! How long it takes from starting the command until a viewer's characters move: cold, with an empty cache each time, and
//! warm, with what the last cold start kept.
//!
//! `cargo run --release -p footwork-studio --example first -- target/release/footwork [SCENE]`
//!
//! A viewer does what a browser does: waits for the address, fetches the page with everything that it names, joins, and
//! looks at frames until a joint has turned. Drawing is not in it: `node tests/studio/first.mjs` has that, in a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use footwork_studio::wire;
use tungstenite::client;

type Failure = Box<dyn std::error::Error>;

/// Starts of each kind.
const STARTS: usize = 5;
/// Bytes of an actor before its rotations (`wire.rs`).
const BEFORE_ROTATIONS: usize = 20;

fn main() -> Result<(), Failure> {
    let mut given = std::env::args().skip(1);
    let program = given.next().ok_or("which command? target/release/footwork")?;
    let scene: Vec<String> = given.collect();
    let folder = tempfile::tempdir()?;
    let mut worst = [Duration::ZERO; 2];
    for (kind, worst) in ["cold", "warm"].iter().zip(&mut worst) {
        for start in 0..STARTS {
            let number = if *kind == "cold" { start } else { STARTS - 1 };
            let Seen { address, page, bytes, moving } =
                once(&program, &scene, &folder.path().join(number.to_string()), folder.path())?;
            println!(
                "{kind}: address after {:.2} s, page ({} kB) after {:.2} s, characters moving after {:.2} s",
                address.as_secs_f64(),
                bytes >> 10,
                page.as_secs_f64(),
                moving.as_secs_f64()
            );
            *worst = (*worst).max(moving);
        }
    }
    let [cold, warm] = worst.map(|worst| worst.as_secs_f64());
    println!("at worst {cold:.2} s cold, {warm:.2} s warm");
    Ok(())
}

/// When something was there, from when the process was started.
struct Seen {
    address: Duration,
    page: Duration,
    /// Of the page.
    bytes: usize,
    moving: Duration,
}

fn once(program: &str, scene: &[String], cache: &Path, edits: &Path) -> Result<Seen, Failure> {
    let mut command = Command::new(program);
    command.arg("studio").args(scene).args(["--no-browser", "--port", "0", "--cache"]).arg(cache);
    command.arg("--edits").arg(edits).stdin(Stdio::null()).stdout(Stdio::piped());
    let start = Instant::now();
    let mut studio = command.spawn()?;
    let seen = look(&mut studio, start);
    studio.kill()?;
    studio.wait()?;
    seen
}

fn look(studio: &mut Child, start: Instant) -> Result<Seen, Failure> {
    let mut line = String::new();
    BufReader::new(studio.stdout.take().ok_or("it has no output")?).read_line(&mut line)?;
    let told = start.elapsed();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).ok_or("no address")?;
    let address = address.trim();
    let index = get(address, "/")?;
    let mut bytes = index.len();
    for file in String::from_utf8_lossy(&index).split('"').filter(|part| part.contains("assets/")) {
        bytes += get(address, &format!("/{}", file.trim_start_matches(['.', '/'])))?.len();
    }
    let page = start.elapsed();
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let (mut socket, _) = client(format!("ws://{address}/ws"), stream)?;
    let (mut joints, mut still) = (0, None);
    loop {
        let message = socket.read()?;
        if let Ok(text) = message.to_text()
            && let Ok(told) = serde_json::from_str::<serde_json::Value>(text)
            && told["type"] == "scene"
        {
            joints = told["skeleton"]["joints"].as_array().map_or(0, Vec::len);
            still = None;
        }
        if !message.is_binary() {
            continue;
        }
        let turned = rotations(&message.into_data(), joints).ok_or("a frame is too short")?;
        if still.get_or_insert_with(|| turned.clone()) != &turned {
            return Ok(Seen { address: told, page, bytes, moving: start.elapsed() });
        }
    }
}

/// The rotations of the first actor of a frame, as they are sent.
fn rotations(frame: &[u8], joints: usize) -> Option<Vec<u8>> {
    let from = wire::HEAD + BEFORE_ROTATIONS;
    frame.get(from..from + 4 * joints).map(<[u8]>::to_vec)
}

/// A file of the server, as a browser fetches it.
fn get(address: &str, path: &str) -> Result<Vec<u8>, Failure> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    match answer.starts_with(b"HTTP/1.1 200") {
        true => Ok(answer),
        false => Err(format!("{path} was not found").into()),
    }
}
