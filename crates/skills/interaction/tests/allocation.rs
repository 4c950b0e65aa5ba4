//! A step of fighters allocates nothing. Its own binary, because the allocator counts for the whole process.

use std::sync::Arc;

use crate::common;
use footwork_interaction::carry::sample::{CarrySettings, sample as sample_carriers};
use footwork_interaction::carry::{CarrierMemory, CarrierSettings, Carriers, Steps};
use footwork_interaction::evaluate::carry::{SIZE, set};
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterMemory, FighterSettings, Fighters, Ring};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Ask, Cue, Rig, Settings, Stage};
use footwork_testing::allocation::{Counting, allocations};
use glam::Vec2;

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

#[test]
fn carrying_getting_out_of_the_way_of_balls_and_being_steered_allocate_nothing() {
    let rig =
        Arc::new(Rig::new(Arc::new(common::repertoire(&["hauling"], 40.0, &[1]))).expect("it can be played"));
    let few = CarrySettings { states: 1500, ..CarrySettings::default() };
    let steps = Arc::new(Steps::new(&rig, "", &few.edges).expect("it can be carried with"));
    let graph = sample_carriers(rig.repertoire().fingerprint(), &steps, &few, UNHEARD).expect("it grows");
    let settings = CarrierSettings { balls: true, ..CarrierSettings::default() };
    let carriers = Carriers::new(&rig, steps, Arc::new(graph), settings).expect("weights");
    let (mut stage, actors) = set(&rig, carriers, SIZE, 3, 5).expect("a stage");
    for actor in actors {
        stage.watch(actor, 8).expect("he is there");
    }
    for push in 0..40_u64 {
        // By turns the player's and the script's: that goes on five seconds after a stick was let go.
        let stick =
            if push % 20 < 8 { Vec2::new((push as f32).sin(), (push as f32).cos()) } else { Vec2::ZERO };
        let ask = Ask::Stick(stick);
        stage.cue(Cue { tick: 20 + push * 50, to: actors[0], ask }).expect("a cue");
    }
    stage.step();
    let before = allocations();
    (0..2400).for_each(|_| stage.step());
    assert_eq!(allocations(), before);
    let chosen = actors.map(|actor| stage.actor(actor).and_then(|me| me.memory::<CarrierMemory>().copied()));
    let sum: u32 = chosen.iter().flatten().flat_map(|memory| memory.decided).sum();
    assert!(sum > 20, "there is something to allocate for: {sum}");
}
