//! A step allocates nothing once it is warm..

use crate::common;
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderSettings};
use footwork_stage::{Ask, Costume, Cue, Settings, Snapshot, Stage};
use footwork_testing::allocation::{Counting, allocations};
use glam::{Quat, Vec2, Vec3};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_step_allocates_nothing_after_the_first() {
    boxers_close_together();
    everything_on_a_stage();
}

/// A director, given poses, props of every motion, and actors who leave by a cue.
fn everything_on_a_stage() {
    let mut stage = common::everything::stage(10);
    for tick in (0..1000).step_by(100) {
        let to = footwork_stage::ActorId(8 + tick as u32 / 100);
        stage.cue(Cue { tick, to, ask: Ask::Leave }).unwrap();
    }
    // What is asked from outside may allocate; steps may not.
    let mut allocated = 0;
    for _ in 0..1000 {
        common::everything::before_step(&mut stage);
        let before = allocations();
        stage.step();
        allocated += allocations() - before;
    }
    assert_eq!(allocated, 0, "allocations in 1000 steps");
}

fn boxers_close_together() {
    // Boxers close together, so that there are blows and touches, and everybody is watched.
    let rig = common::rig(Show::Boxing, 60.0, &[1, 2]);
    let ways = common::edges(&rig, 5, 0.2);
    let mut stage = Stage::new(Settings::default(), 3).unwrap();
    let mind = stage.add_mind(Wander::new(&rig, &ways, &WanderSettings::default()).unwrap());
    let rig = stage.add_rig(rig);
    for number in 0..40 {
        let at = Vec3::new((number % 7) as f32 * 0.6, 0.0, (number / 7) as f32 * 0.6);
        let at = Transform::new(Quat::from_rotation_y(number as f32), at);
        let actor = stage.add_actor(rig, Some(mind), at).unwrap();
        stage.watch(actor, 8).unwrap();
        for tick in (0..3000).step_by(50) {
            let ask = Ask::Stick(Vec2::new(0.1, 0.2));
            stage.cue(Cue { tick, to: actor, ask }).unwrap();
        }
    }
    let mut snapshot = Snapshot::new();
    stage.step();
    stage.snapshot_into(&mut snapshot);
    let me = stage.view().nth_actor(0).expect("there are forty");
    let costume = Costume::new(me.rig(), me.rig().skeleton().clone().scaled(1.1)).unwrap();
    let mut worn = costume.worn();
    let mut events = 0;
    let before = allocations();
    for _ in 0..3000 {
        stage.step();
        events += stage.events().len();
        let me = stage.view().nth_actor(0).expect("nobody leaves");
        costume.show_holding(me, [true, true], &mut worn);
    }
    let after = allocations();
    assert_eq!(after - before, 0, "allocations in 3000 steps");
    assert!(events > 5000, "{events} events are not enough to mean anything");
    let before = allocations();
    stage.restore(&snapshot).unwrap();
    assert_eq!(allocations() - before, 0, "going back allocates nothing either");
}
