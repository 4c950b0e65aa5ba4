//! Trains the network that reads actions (`src/actions/network.rs`) and writes it.
//!
//! `cargo run --release -p footwork-annotate --example learn -- network.bin [steps] [takes of each show]`
//!
//! It learns from the performer, whose takes of seeds from 1001 on come with what they are; and from recordings of people,
//! where there are any, of which only the kind is known: a shadow boxer is not hit, whoever walks does not lie. What fits
//! such a kind is all right, however it is shared out among its labels (see [`people`]).
//!
//! Of every other moment the network sees a slightly different body: points shifted and stretched for the whole window, time
//! a little faster or slower. Otherwise it would learn the performer's posture instead of what is done.

mod adam;
mod moments;
mod people;

use footwork_annotate::actions::network::Network;
use footwork_motion::rng::Rng;

use adam::Trainer;
use moments::Source;

/// Training steps, where nobody says otherwise.
const STEPS: usize = 20_000;
/// Takes of every show, where nobody says otherwise.
const TAKES: u64 = 32;
/// Moments of the performer, and of people, in a step.
const BATCH: [usize; 2] = [384, 80];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let out = words.first().ok_or("say where the network is to be written")?;
    let steps = words.get(1).map_or(Ok(STEPS), |steps| steps.parse())?;
    let takes = words.get(2).map_or(Ok(TAKES), |takes| takes.parse())?;
    let source = Source::performed(takes);
    println!("{} moments, {} labels, {} words", source.len(), source.labels.len(), source.words.len());
    let people = people::shown(&source);
    let mut trainer = Trainer::new(&source, &mut Rng::new(1));
    let mut rng = Rng::new(2);
    let mut draw = || {
        let mut batch = source.draw(BATCH[0], &mut rng);
        batch.extend(people::draw(&source, &people, BATCH[1], &mut rng));
        batch
    };
    let (mut batch, mut losses) = (draw(), 0.0);
    for step in 0..steps {
        // While one batch is learned from, the next is drawn.
        let (loss, next) = rayon::join(|| trainer.step(&batch, step, steps), &mut draw);
        batch = next;
        losses += loss;
        if step % 500 == 499 {
            println!("{}: mean loss {:.3}", step + 1, losses / 500.0);
            losses = 0.0;
        }
    }
    let network: Network = trainer.network(&source);
    std::fs::write(out, network.to_bytes())?;
    Ok(())
}
