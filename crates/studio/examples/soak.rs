//! Viewers that connect and vanish at random, some of which stall or talk nonsense, beside one that stays and reads
//! everything; memory, bandwidth and late steps meanwhile.
//!
//! `cargo run --release -p footwork-studio --example soak -- SECONDS [VIEWERS] [SCENE.toml]`
//!
//! A thread that sleeps from one sixtieth of a second to the next, and then computes for as long as the stage's thread is
//! awake for a step, shows how late the machine lets any such thread be. What the stage is late beyond that is its own.

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use footwork::Scene;
use footwork_stage::Rng;
use footwork_studio::{Entry, Options, serve};
use tungstenite::{Message, client};

type Failure = Box<dyn std::error::Error>;

/// What the threads count.
#[derive(Default)]
struct Counts {
    over: AtomicBool,
    visits: AtomicU64,
    /// Bytes and frames that the one who stays has read.
    bytes: AtomicU64,
    frames: AtomicU64,
    /// µs, that the stage's thread is awake for a step; how often the thread beside it woke more than a step late, and
    /// the latest, in µs.
    work: AtomicU64,
    other_late: AtomicU64,
    other_latest: AtomicU64,
}

fn main() -> Result<(), Failure> {
    let mut given = std::env::args().skip(1);
    let seconds: u64 = given.next().map_or(Ok(60), |text| text.parse())?;
    let viewers: u32 = given.next().map_or(Ok(8), |text| text.parse())?;
    let file = given.next().unwrap_or_else(|| "scenes/thirty-alone.toml".to_string());
    let scene = Scene::parse(&std::fs::read_to_string(&file)?, &footwork::skills())?;
    let entry = Entry { name: "soak".to_string(), scene, folder: ".".into(), repertoire: None };
    let running = serve(Options { port: Some(0), ..Options::new(vec![entry]) })?;
    let address = running.address;
    let counts = Arc::new(Counts::default());
    let spawn = |work: Box<dyn FnOnce(&Counts) + Send>| {
        let counts = counts.clone();
        std::thread::spawn(move || work(&counts))
    };
    let mut threads = vec![
        spawn(Box::new(keep_step)),
        spawn(Box::new(move |counts| {
            if let Err(error) = stay(address, counts) {
                println!("the one who stays was sent away: {error}");
            }
        })),
    ];
    threads.extend((0..viewers).map(|number| {
        spawn(Box::new(move |counts| {
            let mut rng = Rng::new(7, number);
            while !counts.over.load(Ordering::Relaxed) {
                counts.visits.fetch_add(1, Ordering::Relaxed);
                // Being sent away is what some of them ask for.
                let _ = visit(address, &mut rng);
            }
        }))
    }));
    println!("{file}, {viewers} viewers at a time and one who stays, {seconds} s");
    println!(
        "                            |      steps of the stage      | awake, ms a step | other thread |  who stays"
    );
    println!(
        "    s  resident MB   visits |  made  missed  late  latest  |   mean   longest |  late latest |   fps   MB/s"
    );
    let (start, mut last) = (Instant::now(), (Instant::now(), 0, 0));
    while start.elapsed().as_secs() < seconds {
        std::thread::sleep(Duration::from_secs((seconds / 8).max(1)));
        let figures = running.figures();
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let awake = figures.awake / figures.steps.max(1) as f64;
        counts.work.store((awake * 1e6) as u64, Ordering::Relaxed);
        let now = (Instant::now(), count(&counts.frames), count(&counts.bytes));
        let time = (now.0 - last.0).as_secs_f64();
        println!(
            "{:5}  {:11.1}  {:7} |{:6}  {:6}  {:4}  {:6.1}  | {:6.3}  {:8.1} |  {:4} {:6.1} | {:5.1}  {:5.2}",
            start.elapsed().as_secs(),
            resident(),
            count(&counts.visits),
            figures.steps,
            figures.missed,
            figures.late,
            figures.latest * 1e3,
            awake * 1e3,
            figures.longest * 1e3,
            count(&counts.other_late),
            count(&counts.other_latest) as f64 / 1e3,
            (now.1 - last.1) as f64 / time,
            (now.2 - last.2) as f64 / time / 1e6,
        );
        last = now;
    }
    counts.over.store(true, Ordering::Relaxed);
    threads.into_iter().for_each(|thread| drop(thread.join()));
    Ok(())
}

/// Keeps the stage's time and is as busy, with nothing to do.
fn keep_step(counts: &Counts) {
    let step = Duration::from_secs_f64(1.0 / 60.0);
    let mut due = Instant::now();
    while !counts.over.load(Ordering::Relaxed) {
        due += step;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let (awake, late) = (Instant::now(), due.elapsed());
        counts.other_latest.fetch_max(late.as_micros() as u64, Ordering::Relaxed);
        if late > step {
            counts.other_late.fetch_add(1, Ordering::Relaxed);
            due = Instant::now();
        }
        while awake.elapsed().as_micros() < u128::from(counts.work.load(Ordering::Relaxed)) {
            std::hint::spin_loop();
        }
    }
}

/// A viewer who reads everything.
fn stay(address: SocketAddr, counts: &Counts) -> Result<(), Failure> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let (mut socket, _) = client(format!("ws://{address}/ws"), stream)?;
    while !counts.over.load(Ordering::Relaxed) {
        let message = socket.read()?;
        counts.bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
        counts.frames.fetch_add(u64::from(message.is_binary()), Ordering::Relaxed);
    }
    Ok(())
}

/// One viewer's visit: watches for a moment, and goes without a word. One in four reads nothing, one in four says
/// something that is no message.
fn visit(address: SocketAddr, rng: &mut Rng) -> Result<(), Failure> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let (mut socket, _) = client(format!("ws://{address}/ws"), stream)?;
    let stay = Duration::from_secs_f32(0.05 + 3.0 * rng.unit());
    let start = Instant::now();
    match (rng.unit() * 4.0) as u32 {
        0 => {
            std::thread::sleep(stay);
            return Ok(());
        }
        1 => socket.send(Message::text("{\"type\":"))?,
        _ => socket.send(Message::text("{\"type\":\"watch\",\"actor\":0}"))?,
    }
    while start.elapsed() < stay {
        socket.read()?;
    }
    Ok(())
}

/// MB, of this process: the server's and the viewers'.
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<f64>().ok()).unwrap_or(f64::NAN)
        / 1024.0
}
