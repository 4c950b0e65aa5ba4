//! What the machine says: memory, and how long things take.

use std::hint::black_box;
use std::time::Instant;

/// MB that this process had in use at most; none where the system does not tell.
pub fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1000.0)
}

/// s, the shortest of some runs: what else the machine does only ever adds.
pub fn shortest<T>(runs: usize, mut run: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64()
    };
    (0..runs.max(1)).map(time).fold(f64::INFINITY, f64::min)
}
