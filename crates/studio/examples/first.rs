//! How long it takes from starting the command until a viewer sees characters move.
//!
//! `cargo run --release -p footwork-studio --example first -- target/release/footwork studio --no-browser --port 0`

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use footwork_studio::wire;
use tungstenite::client;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut given = std::env::args().skip(1);
    let program =
        given.next().ok_or("which command? target/release/footwork studio --no-browser --port 0")?;
    let mut command = Command::new(program);
    command.args(given).stdin(Stdio::null()).stdout(Stdio::piped());
    for _ in 0..5 {
        let start = Instant::now();
        let mut studio = command.spawn()?;
        let seen = first(&mut studio, start);
        studio.kill()?;
        studio.wait()?;
        let (address, moving) = seen?;
        println!(
            "address after {:.2} s, characters moving after {:.2} s",
            address.as_secs_f64(),
            moving.as_secs_f64()
        );
    }
    Ok(())
}

/// When the address was printed, and when a frame came whose poses differ from the first one's.
fn first(studio: &mut Child, start: Instant) -> Result<(Duration, Duration), Failure> {
    let mut line = String::new();
    BufReader::new(studio.stdout.take().ok_or("it has no output")?).read_line(&mut line)?;
    let told = start.elapsed();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).ok_or("no address")?;
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let (mut socket, _) = client(format!("ws://{address}/ws"), stream)?;
    let mut still: Option<Vec<u8>> = None;
    loop {
        let message = socket.read()?;
        if !message.is_binary() {
            continue;
        }
        let poses = message.into_data().get(wire::HEAD..).ok_or("a frame is too short")?.to_vec();
        if still.get_or_insert_with(|| poses.clone()) != &poses {
            return Ok((told, start.elapsed()));
        }
    }
}
