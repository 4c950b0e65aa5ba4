//! The figures of a repertoire, as `footwork eval avoid` has them, for a few throws:
//! `cargo run --release -p footwork-avoid --example avoid_figures -- [REP] [attacks=N] [seed=N] [again=N] [misses]`.
//! Without a file it is the performer's `dodging`. `again` measures so often: a profile then shows the search. `misses` tells each throw
//! that some path avoids and that was not avoided, with what was foreseen of the best path.

use std::sync::Arc;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_avoid::dodger::Dodger;
use footwork_avoid::evaluate::{Outcome, draw_throw, evaluate, play};
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

/// What was foreseen of the best path against each throw that was not avoided though a path avoids it; and of all others how far.
fn tell_misses(
    rig: &Arc<Rig>,
    dodger: &Arc<Dodger>,
    attacks: usize,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (mut trials, mut number, mut avoidable, mut missed) = (0, 0, 0, 0);
    println!("  throw  foreseen cm  nearest s  attack s  wait  scale  part");
    while trials < attacks && number < 10 * attacks as u64 {
        let throw = draw_throw(rig, dodger, seed * 1_000_003 + number, false);
        number += 1;
        let Some(trial) = play(rig, dodger, &throw)? else { continue };
        trials += 1;
        avoidable += usize::from(trial.avoidable);
        if let (Some(best), Some((_, attack))) = (&trial.best, &trial.situation)
            && trial.avoidable
            && trial.outcome != Outcome::Avoided
        {
            missed += 1;
            let part = dodger.volumes().spheres.all.get(best.score.sphere as usize).map(|sphere| sphere.part);
            println!(
                "{:7}  {:11.1}  {:9.2}  {:8.2}  {:4}  {:5.2}  {part:?} {:?}",
                number - 1,
                100.0 * best.score.distance,
                best.score.when,
                attack.time,
                best.path.wait,
                best.score.scale,
                trial.outcome,
            );
        }
    }
    println!("{missed} of {avoidable} of {trials}");
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (mut attacks, mut seed, mut again, mut misses, mut file) = (100, 101, 1, false, None);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("attacks", count)) => attacks = count.parse()?,
            Some(("seed", number)) => seed = number.parse()?,
            Some(("again", count)) => again = count.parse()?,
            _ if argument == "misses" => misses = true,
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
    if misses {
        return tell_misses(&rig, &Arc::new(Dodger::new(&rig, skill, settings)?), attacks, seed);
    }
    for _ in 0..again {
        println!("{:#?}", evaluate(&rig, &skill, &settings, attacks, seed, &CLOCKS, UNHEARD)?);
    }
    Ok(())
}
