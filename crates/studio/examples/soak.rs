//! Viewers that connect and vanish at random, some of which stall or talk nonsense; memory and missed steps meanwhile.
//!
//! `cargo run --release -p footwork-studio --example soak -- SECONDS [VIEWERS] [SCENE.toml]`

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use footwork::Scene;
use footwork_stage::Rng;
use footwork_studio::{Entry, Options, serve};
use tungstenite::{Message, client};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let seconds: u64 = given.next().map_or(Ok(60), |text| text.parse())?;
    let viewers: u32 = given.next().map_or(Ok(8), |text| text.parse())?;
    let file = given.next().unwrap_or_else(|| "scenes/thirty-alone.toml".to_string());
    let scene = Scene::parse(&std::fs::read_to_string(&file)?)?;
    let entry = Entry { name: "soak".to_string(), scene, repertoire: None };
    let running = serve(Options { port: Some(0), ..Options::new(vec![entry]) })?;
    let (over, came, bytes) =
        (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let threads: Vec<_> = (0..viewers)
        .map(|number| {
            let (over, came, bytes, address) = (over.clone(), came.clone(), bytes.clone(), running.address);
            std::thread::spawn(move || {
                let mut rng = Rng::new(7, number);
                while !over.load(Ordering::Relaxed) {
                    came.fetch_add(1, Ordering::Relaxed);
                    bytes.fetch_add(visit(address, &mut rng).unwrap_or(0), Ordering::Relaxed);
                }
            })
        })
        .collect();
    println!("{file}, {viewers} viewers at a time, {seconds} s");
    println!("    s   resident MB   steps  missed  late by a step  latest ms  visits");
    let start = Instant::now();
    while start.elapsed().as_secs() < seconds {
        std::thread::sleep(Duration::from_secs((seconds / 8).max(1)));
        let figures = running.figures();
        println!(
            "{:5}  {:12.1}  {:6}  {:6}  {:14}  {:9.1}  {:6}",
            start.elapsed().as_secs(),
            resident(),
            figures.steps,
            figures.missed,
            figures.late,
            figures.latest * 1e3,
            came.load(Ordering::Relaxed)
        );
    }
    over.store(true, Ordering::Relaxed);
    threads.into_iter().for_each(|thread| drop(thread.join()));
    println!("{:.1} MB of frames and text were read", bytes.load(Ordering::Relaxed) as f64 / 1e6);
    Ok(())
}

/// One viewer's visit: watches for a moment, and goes without a word. One in four reads nothing, one in four says
/// something that is no message.
fn visit(address: SocketAddr, rng: &mut Rng) -> Result<u64, Box<dyn std::error::Error>> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let (mut socket, _) = client(format!("ws://{address}/ws"), stream)?;
    let stay = Duration::from_secs_f32(0.05 + 3.0 * rng.unit());
    let kind = (rng.unit() * 4.0) as u32;
    let (start, mut read) = (Instant::now(), 0);
    match kind {
        0 => {
            std::thread::sleep(stay);
            return Ok(0);
        }
        1 => socket.send(Message::text("{\"type\":"))?,
        _ => socket.send(Message::text("{\"type\":\"watch\",\"actor\":0}"))?,
    }
    while start.elapsed() < stay {
        read += socket.read()?.len() as u64;
    }
    Ok(read)
}

/// MB, of this process: the server's and the viewers'.
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<f64>().ok()).unwrap_or(f64::NAN)
        / 1024.0
}
