//! A step of a crowd allocates nothing. Its own binary, because the allocator counts for the whole process.

use std::sync::Arc;

use crate::common;
use footwork_patches::Acts;
use footwork_patches::file::bake;
use footwork_patches::football::{Football, FootballMemory};
use footwork_patches::generate::Sampling;
use footwork_patches::melee::memory::MeleeMemory;
use footwork_patches::melee::{Manner, Melee, MeleeSettings};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Settings, Stage};
use footwork_testing::allocation::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn composing_walking_up_and_fighting_allocate_nothing() {
    let rig = common::rig(&["boxing", "falling", "locomotion"].map(common::show), 30.0, &[1]);
    let acts = Acts::new(&rig, "boxing", &Default::default()).expect("acts");
    let text = "miss: attack, DEFENCE; keep 40; timing 0.2\nknock: ATTACK, fall; keep 40";
    let made = bake(&acts, text, 1, &Sampling::default(), UNHEARD).expect("patches");
    let (acts, book) = (Arc::new(acts), Arc::new(made.book));
    for (manner, scene, people, least) in
        [(Manner::Armies, "battle", 24, 10), (Manner::OneAgainstMany, "one-against-many", 12, 2)]
    {
        let mut stage = Stage::new(Settings::default(), 5).expect("a stage");
        let settings = MeleeSettings { manner, ..MeleeSettings::default() };
        let director = stage.add_director(Melee::new(acts.clone(), book.clone(), settings));
        let rig = stage.add_rig(rig.clone());
        common::line_up(&mut stage, rig, director, scene, people);
        stage.step();
        let before = allocations();
        (0..900).for_each(|_| stage.step());
        assert_eq!(allocations(), before);
        let chosen = stage.view().director_memory::<MeleeMemory>(director).map_or(0, |memory| memory.chosen);
        assert!(chosen > least, "there is something to allocate for: {chosen} in {scene}");
    }
    football_allocates_nothing();
}

/// In the same test: the allocator counts for the whole process.
fn football_allocates_nothing() {
    let rig = common::rig(&[common::show("football"), common::show("falling")], 40.0, &[1]);
    let acts = Acts::new(&rig, "", &Default::default()).expect("acts");
    let text = "past: run, TACKLE, avoid; distance 2.0..12.0; facing 80; keep 60";
    let made = bake(&acts, text, 1, &Sampling { joins: false, ..Sampling::default() }, UNHEARD);
    let mut stage = Stage::new(Settings::default(), 5).expect("a stage");
    let director = stage.add_director(Football::new(Arc::new(acts), Arc::new(made.expect("patches").book)));
    let rig = stage.add_rig(rig);
    common::line_up(&mut stage, rig, director, "football", 7);
    for prop in footwork_patches::Show::Football.props(7) {
        stage.add_prop(prop).expect("it is a prop");
    }
    (0..10).for_each(|_| stage.step());
    let before = allocations();
    (0..1800).for_each(|_| stage.step());
    assert_eq!(allocations(), before);
    let chosen = stage.view().director_memory::<FootballMemory>(director).map_or(0, |memory| memory.chosen);
    assert!(chosen > 1, "there is something to allocate for: {chosen}");
}
