//! A studio left alone with its public: eight viewers who come and go, six of whom ask for random things and two of whom
//! mean harm; one who stays and reads everything, one who edits takes; and a stage that is made to panic twice.
//!
//! `cargo run --release -p footwork-studio --example soak -- [SECONDS] [VIEWERS] [SCENE.toml] [PEOPLE]`
//!
//! Ten minutes of a crowd of 200 unless told otherwise; two are enough to see whether it works. Prints a line ten times, then
//! what had to hold, and exits with 1 where it did not.
//!
//! A thread that sleeps from one sixtieth of a second to the next, and then computes for as long as the stage's thread is
//! awake for a step, shows how late the machine lets any such thread be. What the stage is late beyond that is its own.

mod beside;
mod public;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use footwork::Scene;
use footwork_studio::{Entry, Figures, Options, serve};

type Failure = Box<dyn std::error::Error>;

/// Viewers who mean harm.
const HOSTILE: u32 = 2;
/// Lines that are printed, and those before which the stage is made to panic.
const LINES: u64 = 10;
const PANICS: [u64; 2] = [2, 6];
/// MB. What the least memory of a line may grow by from the first panic to the end, where the last minute that is kept is full: caches, and pages
/// that the allocator keeps.
const GROWTH: f64 = 8.0;
/// Of all steps, those that may be late or missed beyond what the thread beside the stage was: two in a thousand.
const LATE: f64 = 0.002;

/// What the threads count.
#[derive(Default)]
struct Counts {
    over: AtomicBool,
    visits: AtomicU64,
    /// Visits of those who mean harm, and attacks that were answered as if they were none.
    attacks: AtomicU64,
    /// Bytes and frames that the one who stays has read; whether he was sent away.
    bytes: AtomicU64,
    frames: AtomicU64,
    sent_away: AtomicBool,
    /// Edits that were accepted, and those that were told to come again.
    edits: AtomicU64,
    put_off: AtomicU64,
    /// µs, that the stage's thread is awake for a step; how often the thread beside it woke more than a step late, how
    /// many steps it missed by that, and the latest, in µs.
    work: AtomicU64,
    other_late: AtomicU64,
    other_missed: AtomicU64,
    other_latest: AtomicU64,
}

impl Counts {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// A counter by one more.
fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn main() -> Result<ExitCode, Failure> {
    let mut given = std::env::args().skip(1);
    let seconds: u64 = given.next().map_or(Ok(600), |text| text.parse())?;
    let viewers: u32 = given.next().map_or(Ok(8), |text| text.parse())?;
    let file = given.next().unwrap_or_else(|| "scenes/crowd.toml".to_string());
    let people: u32 = given.next().map_or(Ok(200), |text| text.parse())?;
    // A backtrace loads more than a hundred megabytes of debug information, once: memory is looked at here.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let scene = Scene::parse(&std::fs::read_to_string(&file)?, &footwork::skills())?;
    // A scene that says how many there are has as many.
    let scene = scene.with_people(people).unwrap_or(scene);
    let actors = scene.cast_size();
    let entry = Entry {
        name: "soak".to_string(),
        scene,
        text: String::new(),
        folder: ".".into(),
        repertoire: None,
        confined: false,
    };
    let folder = tempfile::tempdir()?;
    let options = Options { port: Some(0), edits_folder: folder.path().into(), ..Options::new(vec![entry]) };
    let running = serve(options)?;
    let address = running.address;
    let counts = Arc::new(Counts::default());
    let spawn = |work: Box<dyn FnOnce(&Counts) + Send>| {
        let counts = counts.clone();
        std::thread::spawn(move || work(&counts))
    };
    let between = Duration::from_secs_f64(seconds as f64 / 40.0);
    let mut threads = vec![
        spawn(Box::new(beside::keep_step)),
        spawn(Box::new(move |counts| public::stay(address, counts))),
        spawn(Box::new(move |counts| public::edit(address, between, counts))),
    ];
    threads.extend((0..viewers).map(|number| {
        spawn(Box::new(move |counts| match number < HOSTILE {
            true => public::attack(address, number, counts),
            false => public::visit(address, number, counts),
        }))
    }));
    println!("{file}, {actors} actors, {viewers} viewers at a time, {HOSTILE} of them hostile; {seconds} s");
    println!(
        "                              |      steps of the stage      | awake, ms a step | other thread |  who stays"
    );
    println!(
        "    s     resident MB  visits |  made  missed  late  latest  |   mean   longest |  late latest |   fps   MB/s"
    );
    let (start, mut last) = (Instant::now(), (Instant::now(), 0, 0));
    let mut resident = Vec::new();
    for line in 0..LINES {
        if PANICS.contains(&line) {
            running.make_stage_panic();
        }
        let until = start + Duration::from_secs_f64((line + 1) as f64 * seconds as f64 / LINES as f64);
        let (least, most) = beside::resident_until(until);
        let figures = running.figures();
        resident.push(least);
        last = print(start, last, (least, most), &figures, &counts);
    }
    let (figures, ended) = (running.figures(), running.has_ended());
    counts.over.store(true, Ordering::Relaxed);
    threads.into_iter().for_each(|thread| drop(thread.join()));
    let held = judge(&figures, ended, &resident, &counts, folder.path());
    Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A line of the table. Gives when it was, and what the one who stays had read.
fn print(
    start: Instant,
    last: (Instant, u64, u64),
    (least, most): (f64, f64),
    figures: &Figures,
    counts: &Counts,
) -> (Instant, u64, u64) {
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let awake = figures.awake / figures.steps.max(1) as f64;
    counts.work.store((awake * 1e6) as u64, Ordering::Relaxed);
    let now = (Instant::now(), get(&counts.frames), get(&counts.bytes));
    let time = (now.0 - last.0).as_secs_f64();
    println!(
        "{:5}  {least:5.0} to {most:4.0}  {:6} |{:6}  {:6}  {:4}  {:6.1}  | {:6.3}  {:8.1} |  {:4} {:6.1} | {:5.1}  {:5.2}",
        start.elapsed().as_secs(),
        get(&counts.visits),
        figures.steps,
        figures.missed,
        figures.late,
        figures.latest * 1e3,
        awake * 1e3,
        figures.longest * 1e3,
        get(&counts.other_late),
        get(&counts.other_latest) as f64 / 1e3,
        (now.1 - last.1) as f64 / time,
        (now.2 - last.2) as f64 / time / 1e6,
    );
    now
}

/// Says what had to hold and whether it did.
fn judge(figures: &Figures, ended: bool, resident: &[f64], counts: &Counts, folder: &Path) -> bool {
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let mut held = true;
    let mut say = |what: String, holds: bool| {
        println!("{}  {what}", if holds { "held  " } else { "BROKEN" });
        held &= holds;
    };
    let panics = PANICS.len() as u64;
    say(
        format!("{} panics, and the stage goes on after each", figures.failures),
        figures.failures == panics && !ended,
    );
    let sent_away = counts.sent_away.load(Ordering::Relaxed);
    say("the one who stays is never sent away".to_string(), !sent_away);
    let own = (figures.late + figures.missed) as f64;
    let other = (get(&counts.other_late) + get(&counts.other_missed)) as f64;
    let excess = (own - other).max(0.0) / figures.steps.max(1) as f64;
    say(
        format!(
            "steps are kept: {} late and {} missed of {}; {} and {} of the thread that does nothing",
            figures.late,
            figures.missed,
            figures.steps,
            get(&counts.other_late),
            get(&counts.other_missed)
        ),
        excess <= LATE,
    );
    let (first, end) = (resident[PANICS[0] as usize], resident[resident.len() - 1]);
    say(
        format!("memory is flat: {first:.0} MB after the first panic, {end:.0} MB at the end, at the least"),
        end - first <= GROWTH,
    );
    let (edits, kept) = (get(&counts.edits), beside::cuts_in(folder));
    let put_off = get(&counts.put_off);
    say(
        format!("nothing is lost: {edits} edits were accepted, {kept} are in the file, {put_off} put off"),
        edits > 0 && edits == kept,
    );
    say(
        format!("{} attacks among {} visits", get(&counts.attacks), get(&counts.visits)),
        get(&counts.attacks) > 0,
    );
    held
}
