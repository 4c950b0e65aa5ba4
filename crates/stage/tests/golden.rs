//! Ten minutes of a small repertoire that is made here, of nothing but sums and `libm`, end in a hash that is written
//! here: every build checks the same number, on every processor.

use std::sync::Arc;

use footwork_annotate::{Annotation, Repertoire, Span, Supports, Take};
use footwork_motion::{Clip, Joint, Skeleton, Transform};
use footwork_stage::minds::{Edge, Edges, Stop, Wander, WanderSettings};
use footwork_stage::{ActorId, Ask, Cue, Rig, Settings, Stage};
use glam::{Quat, Vec3};

/// What the run ends in. It changes with whatever the stage does otherwise than before: where that is meant, the new one
/// goes here once both builds print it.
const GOLDEN: u64 = 0x3ec2_3444_19ba_eadd;

const TICKS: u64 = 36_000;
const ACTORS: u32 = 4;
const RATE: f32 = 60.0;
const STEPS: u32 = 12;

/// A person, in m: joints with their parents and offsets.
const JOINTS: [(&str, &str, [f32; 3]); 19] = [
    ("Hips", "", [0.0, 0.0, 0.0]),
    ("Spine", "Hips", [0.0, 0.1, 0.0]),
    ("Chest", "Spine", [0.0, 0.2, 0.0]),
    ("Neck", "Chest", [0.0, 0.25, 0.0]),
    ("Head", "Neck", [0.0, 0.1, 0.0]),
    ("LeftShoulder", "Chest", [0.18, 0.2, 0.0]),
    ("LeftElbow", "LeftShoulder", [0.28, 0.0, 0.0]),
    ("LeftWrist", "LeftElbow", [0.26, 0.0, 0.0]),
    ("RightShoulder", "Chest", [-0.18, 0.2, 0.0]),
    ("RightElbow", "RightShoulder", [-0.28, 0.0, 0.0]),
    ("RightWrist", "RightElbow", [-0.26, 0.0, 0.0]),
    ("LeftHip", "Hips", [0.1, -0.05, 0.0]),
    ("LeftKnee", "LeftHip", [0.0, -0.42, 0.0]),
    ("LeftAnkle", "LeftKnee", [0.0, -0.4, 0.0]),
    ("LeftToe", "LeftAnkle", [0.0, -0.06, 0.14]),
    ("RightHip", "Hips", [-0.1, -0.05, 0.0]),
    ("RightKnee", "RightHip", [0.0, -0.42, 0.0]),
    ("RightAnkle", "RightKnee", [0.0, -0.4, 0.0]),
    ("RightToe", "RightAnkle", [0.0, -0.06, 0.14]),
];

fn skeleton() -> Skeleton {
    let at = |name: &str| JOINTS.iter().position(|(other, ..)| *other == name);
    let joint = |&(name, parent, offset): &(&str, &str, [f32; 3])| Joint {
        name: name.into(),
        parent: at(parent),
        offset: Vec3::from(offset),
        rest: Quat::IDENTITY,
    };
    Skeleton::new(JOINTS.iter().map(joint).collect()).expect("a person")
}

/// The standard library's sine may be another one in every build.
fn about(axis: Vec3, angle: f32) -> Quat {
    let axis = axis * libm::sinf(0.5 * angle);
    Quat::from_xyzw(axis.x, axis.y, axis.z, libm::cosf(0.5 * angle))
}

/// Something like a walk: steps of so many frames and so many metres, turning by so much in each.
fn walk(skeleton: &Skeleton, name: &str, frames: u32, length: f32, turn: f32) -> Take {
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    let mut supports = [Vec::new(), Vec::new()];
    let mut at = Vec3::ZERO;
    for frame in 0..STEPS * frames {
        let (step, within) = (frame / frames, (frame % frames) as f32 / frames as f32);
        if frame % frames == 0 {
            supports[step as usize % 2].push(Span { first: frame, end: frame + frames });
        }
        let side = if step % 2 == 0 { 1.0 } else { -1.0 };
        let swing = side * libm::cosf(std::f32::consts::PI * within) * length / 1.7;
        let lift = libm::sinf(std::f32::consts::PI * within);
        let facing = about(Vec3::Y, turn * (step as f32 + within));
        at += facing * Vec3::Z * (length / frames as f32);
        translations.push(Vec3::new(at.x, 0.92 + 0.02 * lift, at.z));
        let lifts = if side > 0.0 { [0.1, 0.1 + lift] } else { [0.1 + lift, 0.1] };
        rotations.extend(JOINTS.iter().map(|(name, ..)| match *name {
            "Hips" => facing,
            "Chest" => about(Vec3::Y, 0.3 * swing),
            "LeftHip" => about(Vec3::X, -swing - 0.5 * lifts[0]),
            "RightHip" => about(Vec3::X, swing - 0.5 * lifts[1]),
            "LeftKnee" => about(Vec3::X, lifts[0]),
            "RightKnee" => about(Vec3::X, lifts[1]),
            "LeftShoulder" => about(Vec3::X, swing) * about(Vec3::Z, -1.4),
            "RightShoulder" => about(Vec3::X, -swing) * about(Vec3::Z, 1.4),
            _ => Quat::IDENTITY,
        }));
    }
    let clip = Clip::new(skeleton, name, RATE, translations, rotations).expect("whole frames");
    let [left, right] = supports;
    Take::new(clip, Annotation { supports: Supports { left, right }, ..Annotation::default() })
}

fn stage() -> Stage {
    let skeleton = skeleton();
    let paces = [("slow", 40, 0.5, 0.1), ("fast", 28, 0.7, -0.1), ("about", 36, 0.3, 0.5)];
    let takes: Vec<Take> = paces.iter().map(|&(name, f, l, t)| walk(&skeleton, name, f, l, t)).collect();
    let rig = Rig::new(Arc::new(Repertoire { skeleton, takes })).expect("a rig");
    // From the middle of each step to the middle of any step of the same foot.
    let stops: Vec<(u32, Stop)> = (0..paces.len() as u32)
        .flat_map(|take| (1..STEPS - 1).map(move |step| (take, step)))
        .map(|(take, step)| {
            let frames = paces[take as usize].1;
            (step % 2, Stop { take, frame: step * frames + frames / 2 })
        })
        .collect();
    let edges = stops.iter().flat_map(|(foot, from)| {
        let same = stops.iter().filter(move |(other, to)| foot == other && from != to);
        same.map(|(_, to)| (*from, Edge { to: *to, cost: 0.01 * from.take.abs_diff(to.take) as f32 }))
    });
    let frames = paces.map(|(_, frames, ..)| STEPS * frames);
    let edges = Edges::new(&frames, edges.collect::<Vec<_>>());
    let mut stage = Stage::new(Settings::default(), 20).expect("settings");
    let mind = stage.add_mind(Wander::new(&rig, &edges, &WanderSettings::default()).expect("a walk"));
    let rig = stage.add_rig(rig);
    for actor in 0..ACTORS {
        let at = Transform::new(Quat::IDENTITY, Vec3::X * (0.6 * actor as f32));
        stage.add_actor(rig, Some(mind), at).expect("an actor");
    }
    for tick in (0..TICKS).step_by(450) {
        let push = Ask::Push { point: Vec3::new(0.1, 1.2, 0.0), impulse: Vec3::new(20.0, 0.0, 10.0) };
        let to = ActorId((tick / 450) as u32 % ACTORS);
        stage.cue(Cue { tick, to, ask: push }).expect("a push");
    }
    stage
}

#[test]
fn ten_minutes_end_in_the_same_hash_with_and_without_optimisation() {
    let mut stage = stage();
    let mut events = 0;
    for _ in 0..TICKS {
        stage.step();
        events += stage.events().len();
    }
    println!("{:#018x}, {events} events", stage.hash());
    assert!(events > 1000, "{events} events mean nothing");
    assert!(stage.view().actors().all(|actor| !actor.is_fallen_back()));
    assert_eq!(stage.hash(), GOLDEN, "the stage does something else than before: {:#018x}", stage.hash());
}
