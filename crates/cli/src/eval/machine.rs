//! What the machine says: the time, and memory.

use std::time::Instant;

use footwork::skill::Meter;

/// This machine, with a clock that began when it was made.
pub struct Machine {
    start: Instant,
}

impl Machine {
    pub fn new() -> Machine {
        Machine { start: Instant::now() }
    }
}

impl Meter for Machine {
    fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn busy_seconds(&self) -> f64 {
        // ns on a processor, ns waiting for one, how often.
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
        nanoseconds.map_or_else(|| self.seconds(), |own| 1e-9 * own)
    }

    fn peak_mb(&self) -> Option<f64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kilobytes / 1000.0)
    }
}
