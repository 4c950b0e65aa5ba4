//! From a motion file to a character that a game can step, with `footwork` alone.
//!
//!     cargo run --release -p footwork --features bake --example import_bake_step -- walk.bvh

use std::error::Error;
use std::sync::Arc;

use footwork::fragments::{BakeSettings, Steered, SteeredSettings, bake};
use footwork::motion::Transform;
use footwork::plan::progress::UNHEARD;
use footwork::stage::{Rig, Settings, Stage};
use footwork::{ImportOptions, import};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    let repertoire = Arc::new(import(&files, &ImportOptions::default())?.repertoire);
    let skill = Arc::new(bake(&repertoire, &[], &BakeSettings::default(), UNHEARD)?);

    let rig = Rig::new(repertoire)?;
    let mind = Steered::new(skill, &rig, SteeredSettings::default())?;
    let mut stage = Stage::new(Settings::default(), 1)?;
    let mind = stage.add_mind(mind);
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY)?;
    for _ in 0..600 {
        stage.step();
    }
    println!("{}", stage.actor(actor).ok_or("it is there")?.frame().translation);
    Ok(())
}
