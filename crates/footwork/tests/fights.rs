//! Skills against each other: whoever looks ahead meets whoever does not, on one stage.

use std::sync::Arc;

use footwork::interaction::FighterMemory;
use footwork::scene::{Scene, Supplies};
use footwork::skills;
use footwork::stage::{ActorId, Settings};

const SCENE: &str = include_str!("../examples/against_the_boxer.toml");

#[test]
fn who_looks_ahead_beats_the_boxer_who_was_taught_on_a_target_that_stands_still() {
    let scene = Scene::parse(SCENE, &skills()).expect("a scene");
    let repertoire = scene.repertoire.perform().expect("a performer").expect("a performance");
    let ready = scene.prepare(Arc::new(repertoire), &Supplies::NONE).expect("it can be fought");
    let (mut hits, mut suffered) = (0, 0);
    for seed in 0..2 {
        let mut stage = ready.stage(Settings::default(), seed).expect("a stage");
        (0..60 * 40).for_each(|_| stage.step());
        let memory = *stage.actor(ActorId(0)).and_then(|me| me.memory::<FighterMemory>()).expect("he fights");
        (hits, suffered) = (hits + memory.landed, suffered + memory.suffered);
    }
    assert!(hits > 5 && hits > 2 * suffered, "{hits} hits, {suffered} suffered");
}
