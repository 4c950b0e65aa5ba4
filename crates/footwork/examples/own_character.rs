//! Actors in a game's own character: a GLB or VRM file on a stage, its nodes moved each step.
//!
//! ```text
//! cargo run --release -p footwork --features scenes --example own_character -- knight.glb
//! ```
//!
//! Without a file, the character is a made-up one: taller than the performer who plays, and with other names.

use std::error::Error;
use std::sync::Arc;

use footwork::formats::{Character as Written, gltf, load};
use footwork::motion::{Role, Skeleton, Transform};
use footwork::performer::Show;
use footwork::stage::{Rig, Settings, Stage};
use footwork::{Character, performance, walk_about};

fn main() -> Result<(), Box<dyn Error>> {
    let rig = Arc::new(Rig::new(Arc::new(performance(&[Show::Locomotion], 20.0, &[1])?))?);
    let (name, bytes) = match std::env::args().nth(1) {
        Some(file) => (file.clone(), load(&file)?),
        None => ("made-up.glb".to_string(), made_up(rig.skeleton())?),
    };

    // Once, when the game loads the character.
    let character = Character::new(&name, &bytes, &rig)?;
    let mut worn = character.costume().worn();
    println!("{name}: {} of its nodes are moved", character.nodes().len());

    let mut stage = Stage::new(Settings::default(), 1)?;
    let mind = stage.add_mind(walk_about(&rig, &[])?);
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY)?;
    for step in 1..=300 {
        stage.step();
        let me = stage.actor(actor).ok_or("it left")?;
        // Each frame: a place for each of the file's nodes, relative to its parent. An engine that has loaded the file sets them.
        for (node, place) in character.nodes().zip(character.show(me, &mut worn)) {
            assert!(place.rotation.is_normalized(), "node {node}");
        }
        if step % 60 == 0 {
            let skeleton = character.costume().skeleton();
            let head = skeleton.site(Role::Head)?.position(&worn.joints);
            let own = me.rig().skeleton().site(Role::Head)?.position(me.world());
            println!("after {} s its head is at {head:.2}, the performer's at {own:.2}", step / 60);
        }
    }
    Ok(())
}

/// A file as a modeller would give it.
fn made_up(performer: &Skeleton) -> Result<Vec<u8>, Box<dyn Error>> {
    let joints = performer
        .joints()
        .map(|joint| footwork::motion::Joint { name: format!("knight:{}", joint.name), ..joint });
    let skeleton = Skeleton::with_ends(joints.collect(), performer.ends().to_vec())?.scaled(1.1);
    Ok(gltf::write(&[Written { name: "Knight", skeleton: &skeleton, clips: &[] }])?)
}
