//! A step of fighters allocates nothing. Its own binary, because the allocator counts for the whole process.

use crate::common;
use footwork_duel::evaluate::Ring;
use footwork_duel::tables::EdgeSettings;
use footwork_duel::{DuelMemory, DuelistSettings, Duelists};
use footwork_stage::{Settings, Stage};
use footwork_testing::allocation::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn thinking_fighting_and_being_hit_allocate_nothing() {
    let rig = common::boxing(60.0, &[1]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    let mut stage = Stage::new(Settings::default(), 3).expect("a stage");
    let actors = common::face_to_face(&mut stage, &rig, 1.0);
    let mut settings = DuelistSettings::default();
    settings.world.heavy = 2.0;
    let director =
        stage.add_director(Duelists::new(ring.tables.clone(), ring.combinations.clone(), settings));
    for actor in actors {
        stage.set_director(actor, director, true).expect("he joins");
        stage.watch(actor, 8).expect("he is there");
    }
    stage.step();
    let before = allocations();
    (0..1800).for_each(|_| stage.step());
    assert_eq!(allocations(), before);
    let memories = actors.map(|actor| stage.actor(actor).and_then(|me| me.memory::<DuelMemory>()));
    let sum: u32 = memories.iter().flatten().map(|memory| memory.suffered + memory.thrown).sum();
    assert!(sum > 5, "there is something to allocate for");
}
