//! A step of somebody who is pushed allocates nothing. Its own binary, because the allocator counts for the whole process.

use crate::common::{NO_FALLS, push, standing};
use footwork_motion::Role;
use footwork_push::StaggerMemory;
use footwork_testing::allocation::{Counting, allocations};
use glam::Vec3;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn deciding_staggering_and_going_on_allocate_nothing() {
    let (mut stage, actor, reflex) = standing(NO_FALLS);
    for direction in [Vec3::Z, Vec3::X, Vec3::NEG_Z] {
        push(&mut stage, actor, Role::Chest, 70.0 * direction);
        let before = allocations();
        (0..300).for_each(|_| stage.step());
        assert_eq!(allocations(), before, "pushed {direction}");
    }
    let me = stage.actor(actor).expect("somebody");
    assert_eq!(me.reflex_memory::<StaggerMemory>(reflex).expect("its memory").pushes, 3);
}
