//! Sampling, forward kinematics, mirroring and retargeting, in time. `instructions` counts the same in instructions.

mod bodies;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use footwork_motion::kinematics::{WorldClip, world};
use footwork_motion::{Mirror, Pose, Retarget, Stance, Transform};

fn motion(c: &mut Criterion) {
    for joints in [31, 67] {
        let skeleton = bodies::body(joints);
        let clip = bodies::motion(&skeleton, 600);
        let mirror = Mirror::new(&skeleton, &clip).expect("all roles");
        let mut pose = Pose::rest(&skeleton);
        let mut joints_in_world = vec![Transform::IDENTITY; joints];
        let mut group = c.benchmark_group(format!("{joints} joints"));
        group.throughput(Throughput::Elements(joints as u64));
        let mut time = 0.0;
        group.bench_function("sample", |b| {
            b.iter(|| {
                time = (time + 0.0173) % 9.0;
                clip.sample(black_box(time), &mut pose);
            })
        });
        group.bench_function("kinematics", |b| {
            b.iter(|| world(&skeleton, black_box(clip.frame(300)), &mut joints_in_world))
        });
        group.bench_function("mirror", |b| b.iter(|| mirror.pose(black_box(clip.frame(300)), &mut pose)));
        // A body of 31 joints plays, as most recordings have; a character of its own skeleton shows it.
        let actor = bodies::body(31);
        let played = bodies::motion(&actor, 1);
        let mut source = vec![Transform::IDENTITY; actor.len()];
        world(&actor, played.frame(0), &mut source);
        let stand = |skeleton| Stance::at_rest(skeleton).expect("it stands at rest");
        let retarget =
            Retarget::new(&actor, &stand(&actor), &skeleton, &stand(&skeleton)).expect("all roles");
        group.bench_function("retarget", |b| {
            b.iter(|| retarget.pose(black_box(&source), &skeleton, &mut pose, &mut joints_in_world))
        });
        group.throughput(Throughput::Elements((joints * 600) as u64));
        group.bench_function("kinematics of a clip", |b| {
            b.iter(|| WorldClip::new(&skeleton, black_box(&clip)))
        });
        group.bench_function("resample", |b| b.iter(|| black_box(&clip).resampled(47.0)));
        group.finish();
    }
}

criterion_group!(benches, motion);
criterion_main!(benches);
