//! Fighters of the interaction graph against the boxer of `behaviors`, who was taught on a target that stands still: on a stage, one and
//! the same body, out of the same recordings. Prints own hits less the boxer's, a bout of a minute, in the mean.
//!
//!     cargo run --release -p footwork --all-features --example against_the_boxer -- [BOUTS] [SEED]

use std::error::Error;
use std::sync::Arc;

use footwork::Scene;
use footwork::interaction::FighterMemory;
use footwork::scene::Supplies;
use footwork::stage::{ActorId, Settings};

/// s, of a bout.
const SECONDS: u32 = 60;

/// The two of them.
const SCENE: &str = include_str!("against_the_boxer.toml");
/// In it: how far the fighter looks ahead, and whether he plays out what he looked up.
const LOOKS: &str = "depth = 5, sure = true";

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let bouts: u64 = given.next().map_or(Ok(12), |text| text.parse())?;
    let seed: u64 = given.next().map_or(Ok(7000), |text| text.parse())?;
    let skills = footwork::skills();
    let open = |sure: bool, depth: u32| {
        Scene::parse(&SCENE.replace(LOOKS, &format!("depth = {depth}, sure = {sure}")), &skills)
    };
    let performed = open(false, 1)?.repertoire.perform().ok_or("it is performed")??;
    let repertoire = Arc::new(performed);
    println!("              hits  suffered   lead a bout   bouts won");
    for sure in [false, true] {
        for depth in [1, 3, 5] {
            let ready = open(sure, depth)?.prepare(repertoire.clone(), &Supplies::NONE)?;
            let (mut hits, mut suffered, mut won) = (0, 0, 0);
            for bout in 0..bouts {
                let mut stage = ready.stage(Settings::default(), seed + bout)?;
                (0..60 * SECONDS).for_each(|_| stage.step());
                let fighter = stage.actor(ActorId(0)).ok_or("he is there")?;
                let memory = fighter.memory::<FighterMemory>().ok_or("he fights")?;
                (hits, suffered) = (hits + memory.landed, suffered + memory.suffered);
                won += u32::from(memory.landed > memory.suffered);
            }
            let name = if sure { "sure" } else { "looked up" };
            let lead = (f64::from(hits) - f64::from(suffered)) / bouts.max(1) as f64;
            println!("{name:>9}, {depth}  {hits:5}  {suffered:8}  {lead:+12.1}   {won:3} of {bouts}");
        }
    }
    Ok(())
}
