//! Grows a graph of two carriers, and says how large it is, how fast it grew, and how they carry by it. What is to be tried is
//! said in words:
//!
//! `cargo run --release -p footwork-interaction --example haul -- seconds=90 states=20000 balls=60 seed=9000`

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::Instant;

use footwork_interaction::carry::sample::{CarrySettings, sample};
use footwork_interaction::carry::steps::StepSettings;
use footwork_interaction::carry::{CarrierSettings, Carriers, Plans, Steering, Steps, plans::Weights};
use footwork_interaction::evaluate::carry::{balls, direction, look, looked_up, set};
use footwork_plan::progress::UNHEARD;
use footwork_stage::Rig;

/// A number that was given by its name.
fn given(name: &str, usual: f32) -> f32 {
    let own = |word: String| word.strip_prefix(name)?.strip_prefix('=')?.parse().ok();
    std::env::args().find_map(own).unwrap_or(usual)
}

fn main() {
    let show = std::env::args().find_map(|word| word.strip_prefix("show=").map(str::to_string));
    let show = show.unwrap_or_else(|| "hauling".to_string());
    let seeds: Vec<u64> = (1..=given("takes", 1.0) as u64).collect();
    let start = Instant::now();
    let repertoire = common::repertoire(&[&show], given("seconds", 90.0), &seeds);
    println!("performed in {:.2} s", start.elapsed().as_secs_f32());
    let mut words: Vec<(String, u32)> = Vec::new();
    for action in repertoire.takes.iter().flat_map(|take| &take.annotation.actions) {
        let name = action.classes.join(" ");
        match words.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += action.span.frames(),
            None => words.push((name, action.span.frames())),
        }
    }
    println!("{words:?}");
    let rig = Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"));
    let start = Instant::now();
    let usual = CarrySettings::default();
    let edges = StepSettings {
        in_place: given("in_place", usual.edges.in_place as f32) as usize,
        each_direction: given("each_way", usual.edges.each_direction as f32) as usize,
    };
    let steps = Arc::new(Steps::new(&rig, "", &edges).expect("it can be carried with"));
    let mut towards = std::collections::BTreeMap::new();
    for (going, piece) in
        steps.going.iter().zip(&steps.tables.pieces).filter(|(_, piece)| piece.kind.is_chosen())
    {
        let entry: &mut (u32, f32) = towards.entry(format!("{:?}", going.toward())).or_default();
        entry.0 += 1;
        entry.1 += (going.left * going.left + going.ahead * going.ahead).sqrt();
        let _ = piece;
    }
    for (name, (count, speed)) in &towards {
        println!("  {name}: {count}, {:.2} m/s", speed / *count as f32);
    }
    println!(
        "{} pieces, {:.1} ways, speed {:.2}, {:.2} s",
        steps.tables.pieces.len(),
        steps.tables.mean_edges(),
        steps.speed(),
        start.elapsed().as_secs_f32()
    );
    let start = Instant::now();
    let mut like = usual.like;
    like.far = given("far", like.far);
    like.angle = given("angle", like.angle);
    let held = usual.holding;
    let holding = footwork_interaction::carry::Holding {
        led: given("led", held.led),
        turn: given("turn", held.turn),
        kept: given("kept", held.kept),
        even: given("even", held.even),
        ..held
    };
    let settings = CarrySettings {
        holding,
        states: given("states", 20_000.0) as usize,
        apart: given("apart", usual.apart),
        like,
        edges,
        ..usual
    };
    let carry = Arc::new(sample(1, &steps, &settings, UNHEARD).expect("it grows"));
    let dead = carry.graph.first.windows(2).filter(|pair| pair[0] == pair[1]).count();
    println!(
        "{} states, {} edges, {dead} dead ends, {:.2} s, {} MB",
        carry.graph.states.len(),
        carry.graph.edges.len(),
        start.elapsed().as_secs_f32(),
        carry.graph.bytes() / 1_000_000
    );
    let start = Instant::now();
    let usual = Weights::default();
    let weights = Weights {
        speed: steps.speed(),
        seam: given("seam", usual.seam),
        velocity: given("velocity", usual.velocity),
        off: given("off", usual.off),
        half: given("half", usual.half),
        ..usual
    };
    let plans = Arc::new(Plans::new(&carry, weights).expect("weights"));
    println!("solved in {:.2} s", start.elapsed().as_secs_f32());
    let with = |steering: Steering| {
        let settings = CarrierSettings {
            steering,
            balls: true,
            weights,
            aside: given("aside", CarrierSettings::default().aside),
            ..CarrierSettings::default()
        };
        Carriers::solved(&rig, steps.clone(), carry.clone(), plans.clone(), settings)
    };
    println!("{:?}", with(Steering::Stand).grasp());
    let seed = given("seed", 0.0) as u64;
    for eighth in 0..8 {
        let (off, speed, seen) =
            direction(&rig, with(Steering::Stand), eighth, seed + u64::from(eighth)).expect("a stage");
        let worst = |list: &[f32]| 100.0 * list.iter().copied().fold(0.0, f32::max);
        let mean = 100.0 * seen.apart.iter().sum::<f32>() / seen.apart.len() as f32;
        println!(
            "direction {eighth}: {off:.0} degrees off, {speed:.2} m/s; hands {:.1} cm, apart {:.1} cm, {mean:.1} in the mean",
            worst(&seen.hands),
            worst(&seen.apart)
        );
    }
    let seconds = given("balls", 60.0);
    for (name, steering) in [("standing", Steering::Stand), ("steered", Steering::Avoid)] {
        let ([rolled, hit], seen) = balls(&rig, with(steering), seconds, seed + 20).expect("a stage");
        let worst = |list: &[f32]| 100.0 * list.iter().copied().fold(0.0, f32::max);
        println!(
            "{name}: {hit} of {rolled} balls; hands {:.1} cm, apart {:.1} cm",
            worst(&seen.hands),
            worst(&seen.apart)
        );
    }
    let (mut stage, actors) =
        set(&rig, with(Steering::Avoid), footwork_interaction::evaluate::carry::SIZE, 3, seed + 30)
            .expect("a stage");
    look(&mut stage, actors, settings.apart, 30.0);
    println!("looked up: {:.0} %", 100.0 * looked_up(&stage, actors));
}
