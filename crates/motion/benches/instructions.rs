//! How many instructions it takes to sample, place and mirror a pose, counted by callgrind: the same on a busy
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
use footwork_motion::{Clip, Mirror, Pose, Skeleton, Transform};
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

library_benchmark_group!(name = poses, benchmarks = [sample, kinematics, mirror]);
main!(library_benchmark_groups = poses);
