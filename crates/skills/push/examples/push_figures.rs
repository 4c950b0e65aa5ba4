//! The figures of a repertoire, as `footwork eval push` has them, with what a baked skill is asked for varied by hand:
//! `cargo run --release -p footwork-push --example push_figures -- [REP] [pushes=N] [examples=N] [seed=N] [table]`.
//! Without a file it is the performer's `pushed`; `table` leaves the stage with weight out.

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_push::evaluate::{EvalSettings, SEED, evaluate};
use footwork_skill::Clocks;
use footwork_testing::time::{seconds, thread_seconds};

const CLOCKS: Clocks = Clocks { seconds, busy_seconds: thread_seconds };

fn performed() -> Result<Repertoire, Box<dyn std::error::Error + Send + Sync>> {
    let show = Show::named("pushed").ok_or("there is no such show")?;
    let performance = perform(show, 60.0, 2, 60.0)?;
    let take = Take::new(performance.clip, Annotation::default());
    let mut repertoire = Repertoire { skeleton: performance.skeleton, takes: vec![take] };
    annotate(&mut repertoire, &Settings::default(), UNHEARD)?;
    Ok(repertoire)
}

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut settings = EvalSettings { pushes: 40, examples: 400, seed: SEED, stage: true };
    let mut file = None;
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("pushes", count)) => settings.pushes = count.parse()?,
            Some(("examples", count)) => settings.examples = count.parse()?,
            Some(("seed", seed)) => settings.seed = seed.parse()?,
            None if argument == "table" => settings.stage = false,
            _ => file = Some(argument),
        }
    }
    let repertoire = match file {
        Some(file) => Repertoire::from_bytes(&std::fs::read(file)?)?,
        None => performed()?,
    };
    println!("{:#?}", evaluate(repertoire, &settings, &CLOCKS, UNHEARD)?);
    Ok(())
}
