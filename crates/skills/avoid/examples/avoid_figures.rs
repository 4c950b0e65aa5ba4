//! The figures of a repertoire, as `footwork eval avoid` has them, for a few throws:
//! `cargo run --release -p footwork-avoid --example avoid_figures -- [REP] [attacks=N] [seed=N] [again=N]`.
//! Without a file it is the performer's `dodging`. `again` measures so often: a profile then shows the search.

use std::sync::Arc;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_avoid::evaluate::evaluate;
use footwork_avoid::{AvoidSettings, BakeSettings, bake};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_skill::Clocks;
use footwork_stage::Rig;
use footwork_testing::time::{seconds, thread_seconds};

const CLOCKS: Clocks = Clocks { seconds, busy_seconds: thread_seconds };

fn performed() -> Result<Repertoire, Box<dyn std::error::Error + Send + Sync>> {
    let show = Show::named("dodging").ok_or("there is no such show")?;
    let performance = perform(show, 60.0, 1, 60.0)?;
    let take = Take::new(performance.clip, Annotation::default());
    let mut repertoire = Repertoire { skeleton: performance.skeleton, takes: vec![take] };
    annotate(&mut repertoire, &Settings::default(), UNHEARD)?;
    Ok(repertoire)
}

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (mut attacks, mut seed, mut again, mut file) = (100, 101, 1, None);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("attacks", count)) => attacks = count.parse()?,
            Some(("seed", number)) => seed = number.parse()?,
            Some(("again", count)) => again = count.parse()?,
            _ => file = Some(argument),
        }
    }
    let repertoire = match file {
        Some(file) => Repertoire::from_bytes(&std::fs::read(file)?)?,
        None => performed()?,
    };
    let rig = Arc::new(Rig::new(Arc::new(repertoire))?);
    let skill = Arc::new(bake(rig.repertoire(), &BakeSettings::default(), UNHEARD)?);
    let settings = AvoidSettings::default();
    for _ in 0..again {
        println!("{:#?}", evaluate(&rig, &skill, &settings, attacks, seed, &CLOCKS, UNHEARD)?);
    }
    Ok(())
}
