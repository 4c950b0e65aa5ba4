//! How long an hour of motion takes, on one core.

use std::time::Instant;

use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::learned::{self, Labelled, LearnSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_motion::WorldClip;
use footwork_performer::{Show, perform};

use crate::score::labels;

pub fn print() {
    println!("\n### Seconds for so many frames at 60 Hz\n");
    println!(
        "| frames | supports | learning from 20 s | supports, learned | strikes |\n|---|---|---|---|---|"
    );
    for seconds in [900.0, 3600.0] {
        let take = perform(Show::Boxing, seconds, 1, 60.0).expect("a take");
        let (skeleton, world) = (&take.skeleton, WorldClip::new(&take.skeleton, &take.clip));
        let since = |start: Instant| start.elapsed().as_secs_f32();
        let start = Instant::now();
        let found = supports::find(skeleton, &world, &SupportSettings::default()).expect("feet");
        let supports = since(start);
        let start = Instant::now();
        strikes::find(skeleton, &world, &found, &StrikeSettings::default()).expect("limbs");
        let strikes = since(start);
        let short = perform(Show::Boxing, 30.0, 1, 60.0).expect("a take");
        let short_world = WorldClip::new(skeleton, &short.clip);
        let labels = labels(&short.truth, 10.0, 30.0, 60.0);
        let start = Instant::now();
        let labelled = Labelled { skeleton, world: &short_world, labels: &labels };
        let learned = learned::learn(&[labelled], &LearnSettings::default()).expect("labels");
        let learning = since(start);
        let start = Instant::now();
        learned::find(skeleton, &world, &learned).expect("feet");
        let deciding = since(start);
        println!("| {} | {supports:.2} | {learning:.2} | {deciding:.2} | {strikes:.2} |", world.frames());
    }
}
