//! What is looked at beside the server: how late the machine is, how much memory there is, what the files hold.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::{Counts, count};

/// Steps that the stage catches up at once; what is later than that is missed there.
const CATCH_UP: u32 = 4;

/// Keeps the stage's time and is as busy, with nothing to do.
pub fn keep_step(counts: &Counts) {
    let step = Duration::from_secs_f64(1.0 / 60.0);
    let mut due = Instant::now();
    while !counts.is_over() {
        due += step;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let (awake, late) = (Instant::now(), due.elapsed());
        counts.other_latest.fetch_max(late.as_micros() as u64, Ordering::Relaxed);
        if late > step {
            count(&counts.other_late);
        }
        if late > step * CATCH_UP {
            let missed = (late.as_secs_f64() / step.as_secs_f64()) as u64 - u64::from(CATCH_UP) + 1;
            counts.other_missed.fetch_add(missed, Ordering::Relaxed);
            due = Instant::now();
        }
        while awake.elapsed().as_micros() < u128::from(counts.work.load(Ordering::Relaxed)) {
            std::hint::spin_loop();
        }
    }
}

/// MB, the least and the most until a moment. What grows is in the least: the most has whatever is being exported in it. The
/// first half is left out, where there may have been a panic.
pub fn resident_until(until: Instant) -> (f64, f64) {
    let from = Instant::now() + until.saturating_duration_since(Instant::now()) / 2;
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    while Instant::now() < until {
        std::thread::sleep(Duration::from_millis(250));
        if Instant::now() >= from {
            let now = resident();
            (least, most) = (least.min(now), most.max(now));
        }
    }
    (least, most)
}

/// MB, of this process: the server's and the viewers'.
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<f64>().ok()).unwrap_or(f64::NAN)
        / 1024.0
}

/// Cuts in all edits files of a folder.
pub fn cuts_in(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let text = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    text.map(|text| text.matches("[[cut]]").count() as u64).sum()
}
