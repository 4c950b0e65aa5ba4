//! Whatever is written reads back the same: any tree, any motion, through BVH and through GLB.

use footwork_formats::{Character, RawBody, bvh, gltf};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, End, Joint, Skeleton, WorldClip};
use proptest::prelude::*;

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

fn rotation() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0_f32..1.0)
        .prop_filter("not too short to have a direction", |q| q.iter().map(|v| v * v).sum::<f32>() > 0.01)
        .prop_map(|q| Quat::from_array(q).normalize())
}

/// Any tree of joints, with ends, some of them moving against their parents.
fn skeleton() -> impl Strategy<Value = Skeleton> {
    let joint = (any::<prop::sample::Index>(), vector(0.5), "[A-Za-z_]{1,8}");
    (prop::collection::vec(joint, 1..12), any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(list, translated_joint, moves)| {
            let joints: Vec<Joint> = list
                .into_iter()
                .enumerate()
                .map(|(i, (parent, offset, name))| Joint {
                    // Names are told apart by number.
                    name: format!("{name}{i}"),
                    parent: (i > 0).then(|| parent.index(i)),
                    offset,
                    rest: Quat::IDENTITY,
                })
                .collect();
            let count = joints.len();
            let leaves = (0..count).filter(|&j| joints.iter().all(|joint| joint.parent != Some(j)));
            let ends =
                leaves.map(|joint| End { joint, offset: Vec3::new(0.1, 0.05 * joint as f32, 0.0) }).collect();
            let translated_joints: Vec<usize> =
                if moves { vec![translated_joint.index(count)] } else { vec![] };
            Skeleton::with_ends(joints, ends).unwrap().with_movers(&translated_joints).unwrap()
        },
    )
}

fn performed() -> impl Strategy<Value = (Skeleton, Clip)> {
    (skeleton(), 2_usize..5, prop::sample::select(vec![24.0_f32, 29.970_03, 30.0, 60.0, 120.0]))
        .prop_flat_map(|(skeleton, frames, rate)| {
            let translations =
                prop::collection::vec(vector(3.0), frames * skeleton.translated_joints().len());
            let rotations = prop::collection::vec(rotation(), frames * skeleton.len());
            (Just(skeleton), Just(rate), translations, rotations)
        })
        .prop_map(|(skeleton, rate, translations, rotations)| {
            let clip = Clip::new(&skeleton, "take", rate, translations, rotations).unwrap();
            (skeleton, clip)
        })
}

/// Every joint and end is where it was, in metres per unit of the file.
fn is_same(skeleton: &Skeleton, clip: &Clip, read: &RawBody, unit: f32) -> Result<(), TestCaseError> {
    let again = &read.clips[0];
    prop_assert_eq!(clip.frames(), again.frames());
    prop_assert!((clip.rate() - again.rate()).abs() < 1e-3);
    let (a, b) = (WorldClip::new(skeleton, clip), WorldClip::new(&read.skeleton, again));
    for joint in 0..skeleton.len() {
        let other = read.skeleton.find(skeleton.name(joint));
        prop_assert!(other.is_some(), "{} is gone", skeleton.name(joint));
        for frame in 0..clip.frames() {
            let away = a.position(frame, joint) - unit * b.position(frame, other.unwrap());
            prop_assert!(away.length() < 1e-4, "{} in frame {frame}: {away}", skeleton.name(joint));
        }
    }
    prop_assert_eq!(skeleton.ends().len(), read.skeleton.ends().len());
    for end in skeleton.ends() {
        let other = read.skeleton.find(skeleton.name(end.joint));
        let there = read
            .skeleton
            .ends()
            .iter()
            .any(|e| Some(e.joint) == other && (unit * e.offset - end.offset).length() < 1e-5);
        prop_assert!(there, "the end of {} is gone", skeleton.name(end.joint));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_as_bvh_reads_back_the_same((skeleton, clip) in performed(), unit in prop::sample::select(vec![1.0_f32, 0.01, 0.0254])) {
        let mut text = Vec::new();
        bvh::write(&mut text, &skeleton, &clip, bvh::WriteOptions { unit }).unwrap();
        let raw = bvh::read(&text).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
        prop_assert_eq!(raw.warnings, Vec::<String>::new());
        is_same(&skeleton, &clip, &raw.bodies[0], unit)?;
    }

    #[test]
    fn what_is_written_as_glb_reads_back_the_same((skeleton, clip) in performed()) {
        let clips = [clip];
        let bytes = gltf::write(&[Character { name: "someone", skeleton: &skeleton, clips: &clips }]).unwrap();
        let none = |_: &str| Err("nothing is outside".to_string());
        let raw = gltf::read(&bytes, &none).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
        is_same(&skeleton, &clips[0], &raw.bodies[0], 1.0)?;
    }
}
