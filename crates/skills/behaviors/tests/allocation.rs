//! A step of boxers allocates nothing. Its own binary, because the allocator counts for the whole process.

use crate::common;
use footwork_behaviors::mind::{Blows, BoxerMemory};
use footwork_behaviors::{Aim, BoxerSettings};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::{Settings, Stage};
use footwork_testing::allocation::{Counting, allocations};
use glam::Vec3;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn deciding_reacting_and_going_down_allocate_nothing() {
    let (rig, skill) = common::boxing(90.0, &[1]);
    let mut stage = Stage::new(Settings::default(), 3).unwrap();
    // Every blow is a heavy one, and the hardest knock down.
    let blows = Blows { heavy: 2.0, knock_down: Some(6.0), ..Blows::default() };
    let settings = BoxerSettings { aim: Aim::Nearest, blows, ..BoxerSettings::default() };
    let mind = stage.add_mind(common::boxer(&rig, &skill, settings));
    let rig = stage.add_rig(rig);
    for number in 0..12 {
        let at = Vec3::new((number % 4) as f32, 0.0, (number / 4) as f32);
        let actor = stage.add_actor(rig, Some(mind), Transform::new(yaw(number as f32), at)).unwrap();
        stage.watch(actor, 8).unwrap();
    }
    stage.step();
    let before = allocations();
    (0..2400).for_each(|_| stage.step());
    assert_eq!(allocations(), before);
    let sum = |counted: fn(&BoxerMemory) -> u32| -> u32 {
        stage.view().actors().map(|me| counted(me.memory().unwrap())).sum()
    };
    let [suffered, thrown] = [sum(|memory| memory.suffered), sum(|memory| memory.thrown)];
    assert!(
        suffered > 10 && thrown > 30,
        "{thrown} blows thrown, {suffered} suffered: nothing to allocate for"
    );
}
