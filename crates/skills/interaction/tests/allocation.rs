//! A step of fighters allocates nothing. Its own binary, because the allocator counts for the whole process.

use crate::common;
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterMemory, FighterSettings, Fighters, Ring};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Ask, Cue, Settings, Stage};
use footwork_testing::allocation::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn choosing_obeying_and_being_hit_allocate_nothing() {
    let rig = common::boxing(60.0, &[1]);
    let tables = tables_for(&rig, "").expect("it can be fought with");
    let few = SampleSettings { states: 1500, ..SampleSettings::default() };
    let ring = Ring::new(tables.clone(), sample(1, &tables, &few, UNHEARD).expect("it grows"));
    let mut stage = Stage::new(Settings::default(), 3).expect("a stage");
    let actors = common::face_to_face(&mut stage, &rig, 1.0);
    for (actor, player) in actors.into_iter().zip([true, false]) {
        let mut settings = FighterSettings {
            player,
            aim: footwork_interaction::fighters::Aim::Team,
            ..FighterSettings::default()
        };
        settings.world.heavy = 2.0;
        let director = stage.add_director(Fighters::new(ring.clone(), settings).expect("a style"));
        stage.set_director(actor, director, true).expect("he joins");
        stage.watch(actor, 8).expect("he is there");
    }
    for press in 0..60_u64 {
        let ask = Ask::Button { button: (press % 4) as u8, down: true };
        stage.cue(Cue { tick: 20 + press * 50, to: actors[0], ask }).expect("a cue");
    }
    stage.step();
    let before = allocations();
    (0..3600).for_each(|_| stage.step());
    assert_eq!(allocations(), before);
    let memories = actors.map(|actor| stage.actor(actor).and_then(|me| me.memory::<FighterMemory>()));
    let sum: u32 = memories.iter().flatten().map(|memory| memory.suffered + memory.thrown).sum();
    assert!(sum > 5, "there is something to allocate for");
}
