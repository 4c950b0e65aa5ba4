//! The scenes with people who get out of the way: what is thrown is avoided, and whoever decides goes on after.

use std::sync::Arc;

use footwork::avoid::{Memory, Tally};
use footwork::scene::{Scene, Source, Supplies};
use footwork::skills;
use footwork::stage::{Settings, Stage};

fn stage_of(text: &str) -> Stage {
    let scene = Scene::parse(text, &skills()).expect("the scene");
    let repertoire = match &scene.repertoire {
        Source::Performer { .. } => scene.repertoire.perform().expect("a performer").expect("a performance"),
        Source::File(name) => panic!("{name} is a file"),
    };
    let ready = scene.prepare(Arc::new(repertoire), &Supplies::NONE).expect("a scene");
    ready.stage(Settings::default(), 1).expect("a stage")
}

/// Plays for some seconds; how it went for everybody together.
fn play(stage: &mut Stage, seconds: u32) -> Tally {
    (0..60 * seconds).for_each(|_| stage.step());
    let mut sum = Tally::default();
    for me in stage.view().actors() {
        for reflex in me.reflexes() {
            let Some(memory) = me.reflex_memory::<Memory>(reflex) else { continue };
            sum.attacks += memory.tally.attacks;
            sum.avoided += memory.tally.avoided;
            sum.shielded += memory.tally.shielded;
            sum.hit += memory.tally.hit;
            sum.found += memory.tally.found;
        }
    }
    sum
}

#[test]
fn most_balls_of_the_scene_are_avoided() {
    let mut stage = stage_of(include_str!("../../../scenes/dodge.toml"));
    let tally = play(&mut stage, 40);
    println!("dodge: {tally:?}");
    assert!(tally.attacks >= 5 && tally.avoided > tally.hit, "{tally:?}");
}

#[test]
fn thirty_people_in_a_storm_avoid_more_than_they_are_hit_by() {
    let mut stage = stage_of(include_str!("../../../scenes/storm.toml"));
    let tally = play(&mut stage, 12);
    println!("storm: {tally:?}");
    assert!(tally.avoided > 10 && tally.avoided > tally.hit / 2, "{tally:?}");
}

#[test]
fn a_boxers_blows_are_seen_and_some_are_avoided() {
    let mut stage = stage_of(include_str!("../../../scenes/dodge-the-boxer.toml"));
    let tally = play(&mut stage, 30);
    println!("dodge-the-boxer: {tally:?}");
    assert!(tally.attacks > 0 && tally.found > 0, "{tally:?}");
}
