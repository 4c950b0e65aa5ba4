//! How many instructions it takes to sample, place, mirror and retarget a pose, counted by callgrind: the same on a busy
//! machine as on an idle one. Needs valgrind and `cargo install
//! gungraun-runner`:
//!
//! ```text
//! cargo bench -p footwork-motion --features callgrind --bench instructions
//! ```

#![allow(missing_docs)]

mod bodies;

use std::hint::black_box;

use footwork_motion::kinematics::world;
use footwork_motion::{Clip, Mirror, Pose, Retarget, Skeleton, Stance, Transform};
use gungraun::{library_benchmark, library_benchmark_group, main};

struct Stage {
    skeleton: Skeleton,
    clip: Clip,
    mirror: Mirror,
    pose: Pose,
    world: Vec<Transform>,
}

fn stage(joints: usize) -> Stage {
    let skeleton = bodies::body(joints);
    let clip = bodies::motion(&skeleton, 60);
    let mirror = Mirror::new(&skeleton, &clip).expect("all roles");
    let pose = Pose::rest(&skeleton);
    let world = vec![Transform::IDENTITY; joints];
    Stage { skeleton, clip, mirror, pose, world }
}

#[library_benchmark(setup = stage)]
#[bench::joints_31(31)]
#[bench::joints_67(67)]
fn sample(mut stage: Stage) -> Stage {
    black_box(&stage.clip).sample(black_box(0.519), &mut stage.pose);
    stage
}

#[library_benchmark(setup = stage)]
#[bench::joints_31(31)]
#[bench::joints_67(67)]
fn kinematics(mut stage: Stage) -> Stage {
    world(black_box(&stage.skeleton), black_box(stage.clip.frame(30)), &mut stage.world);
    stage
}

#[library_benchmark(setup = stage)]
#[bench::joints_31(31)]
#[bench::joints_67(67)]
fn mirror(mut stage: Stage) -> Stage {
    stage.mirror.pose(black_box(stage.clip.frame(30)), &mut stage.pose);
    stage
}

/// An actor of 31 joints, and a character of a game that shows it.
struct Shown {
    skeleton: Skeleton,
    retarget: Retarget,
    source: Vec<Transform>,
    pose: Pose,
    world: Vec<Transform>,
}

fn shown(joints: usize) -> Shown {
    let actor = bodies::body(31);
    let played = bodies::motion(&actor, 1);
    let mut source = vec![Transform::IDENTITY; actor.len()];
    world(&actor, played.frame(0), &mut source);
    let skeleton = bodies::body(joints);
    let stand = |skeleton| Stance::at_rest(skeleton).expect("it stands at rest");
    let retarget = Retarget::new(&actor, &stand(&actor), &skeleton, &stand(&skeleton)).expect("all roles");
    let pose = Pose::rest(&skeleton);
    Shown { retarget, source, pose, world: vec![Transform::IDENTITY; joints], skeleton }
}

#[library_benchmark(setup = shown)]
#[bench::joints_31(31)]
#[bench::joints_67(67)]
fn retarget(mut shown: Shown) -> Shown {
    let Shown { skeleton, retarget, source, pose, world } = &mut shown;
    retarget.pose(black_box(source), skeleton, pose, world);
    shown
}

library_benchmark_group!(name = poses, benchmarks = [sample, kinematics, mirror, retarget]);
main!(library_benchmark_groups = poses);
