//! How long it takes to perform 90 s of every show, on two threads.
//!
//! Where the system tells, processor time is printed too: it does not depend on what else the machine is doing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use footwork_performer::{PerformError, Show, perform};

/// s. Of each show.
const SECONDS: f32 = 90.0;
/// Hz
const RATE: f32 = 60.0;
const THREADS: usize = 2;

fn main() -> Result<(), PerformError> {
    let begun = Instant::now();
    let next = AtomicUsize::new(0);
    let work = || -> Result<Option<f32>, PerformError> {
        while let Some(&show) = Show::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            let before = processor_seconds();
            let frames = perform(show, SECONDS, 1, RATE)?.clip.frames();
            let took =
                before.zip(processor_seconds()).map_or(String::new(), |(a, b)| format!(" in {:.2} s", b - a));
            println!("{show:?}: {frames} frames{took}");
        }
        Ok(processor_seconds())
    };
    let threads = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.collect::<Result<Vec<_>, PerformError>>()
    })?;
    println!("together: {:.2} s on {THREADS} threads", begun.elapsed().as_secs_f32());
    if let Some(busy) = threads.into_iter().collect::<Option<Vec<f32>>>() {
        let most = busy.iter().fold(0.0_f32, |most, &one| most.max(one));
        println!("processor time: {:.2} s, of the busier thread {most:.2} s", busy.iter().sum::<f32>());
    }
    Ok(())
}

/// s. How long this thread has had a processor, where Linux tells.
fn processor_seconds() -> Option<f32> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = stat.split_whitespace().next()?.parse().ok()?;
    Some((nanoseconds * 1e-9) as f32)
}
