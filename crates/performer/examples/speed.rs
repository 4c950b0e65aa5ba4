//! How long it takes to perform six minutes of getting about, two of running around, and seven each of fresh and
//! tired kick-boxing.

use std::time::Instant;

use footwork_performer::{PerformError, Show, perform};

fn main() -> Result<(), PerformError> {
    let all = Instant::now();
    for (show, takes, seconds) in [
        (Show::Locomotion, 4, 90.0),
        (Show::Running, 2, 60.0),
        (Show::Boxing, 7, 60.0),
        (Show::TiredBoxing, 7, 60.0),
    ] {
        let begun = Instant::now();
        let mut frames = 0;
        for seed in 0..takes {
            frames += perform(show, seconds, seed, 60.0)?.clip.frames();
        }
        let took = begun.elapsed().as_secs_f32();
        println!("{show:?}: {takes} takes of {seconds} s, {frames} frames, in {took:.2} s");
    }
    println!("together: {:.2} s", all.elapsed().as_secs_f32());
    Ok(())
}
