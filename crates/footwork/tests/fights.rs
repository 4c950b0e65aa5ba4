//! Skills against each other: whoever looks ahead meets whoever does not, on one stage; and the game that a visitor sees first.

use std::sync::Arc;

use footwork::game::ScriptedFighter;
use footwork::interaction::FighterMemory;
use footwork::interaction::fighters::TRUCE;
use footwork::motion::ground::Place;
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

const PLAYED: &str = include_str!("../../../scenes/fight-the-computer.toml");

#[test]
fn a_game_of_five_minutes_is_fought_to_its_end_and_goes_on_after_it() {
    let scene = Scene::parse(PLAYED, &skills()).expect("a scene");
    let repertoire = scene.repertoire.perform().expect("a performer").expect("a performance");
    let ready = scene.prepare(Arc::new(repertoire), &Supplies::NONE).expect("it can be fought");
    let mut stage = ready.stage(Settings::default(), 3).expect("a stage");
    let mut game = ready.game(&mut stage, 3).expect("a game");
    let actors = [ActorId(0), ActorId(1)];
    let mut player = ScriptedFighter::new(actors[0], actors[1], 0.25, 3);
    let (mut known, mut since, mut quiet) = (0, 0, 0);
    let (mut fought, mut away, mut over) = (0, 0, false);
    for tick in 0..60 * 300_u32 {
        player.step(&mut stage).expect("his cues are sound");
        stage.step();
        game.step(&mut stage).expect("its cues are sound");
        let both = actors.map(|actor| stage.actor(actor).expect("he is there"));
        over |= game.board().banner.is_some_and(|said| said.contains(" win") || said.contains("draw"));
        if both[0].controls().dials[usize::from(TRUCE)] > 0.5 {
            since = tick;
            continue;
        }
        let thrown =
            both.iter().map(|me| me.memory::<FighterMemory>().map_or(0, |own| own.thrown)).sum::<u32>();
        if thrown != known {
            (known, since) = (thrown, tick);
        }
        quiet = quiet.max(tick - since);
        let places = both.map(|me| Place::new(me.frame()));
        fought += 2;
        away += (0..2).filter(|own| places[*own].bearing(&places[1 - own]).abs() > 1.05).count();
    }
    assert!(over, "nobody has won in five minutes");
    // Before, who had been counted out lay for the whole next match, and a player walked away from his rival backwards.
    assert!(quiet < 60 * 8, "no blow for {} s", quiet / 60);
    assert!(away * 10 < fought, "somebody faces away in {away} of {fought}");
}
