//! What must hold of anything that comes in, whatever the file was. The fuzz targets check the same.
#![allow(dead_code)]

use footwork_formats::bvh::{self, WriteOptions};
use footwork_formats::{
    Body, Character, Import, ReadError, ReadOptions, RoleNames, doctor, gltf, read_bytes,
};
use footwork_motion::glam::Quat;
use footwork_motion::{Clip, Skeleton, WorldClip};

/// Rotations are unit to this.
const UNIT: f32 = 1e-3;
/// Frames times joints, beyond which a body is not examined and written: that only takes long.
const SMALL: usize = 20_000;

/// A skeleton for AMC files that bring none: a root, a bone that turns about each axis, one that turns about one.
pub const SKELETON: &str = "\
:version 1.10
:name small
:units
  mass 1.0
  length 0.45
  angle deg
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name spine
    direction 0 1 0
    length 4
    axis 0 0 20 XYZ
    dof rx ry rz
    limits (-20.0 45.0)
           (-30.0 30.0)
           (-30.0 30.0)
  end
  begin
    id 2
    name head
    direction 0 1 0
    length 2
    axis 0 0 0 XYZ
    dof rx
  end
:hierarchy
  begin
    root spine
    spine head
  end
";

/// Reads bytes as the file of a name, with nothing beside it but [`SKELETON`] for AMC files.
pub fn read_alone(name: &str, bytes: &[u8]) -> Result<Import, ReadError> {
    let beside = |wanted: &str| match wanted.ends_with(".asf") {
        true => Ok(SKELETON.as_bytes().to_vec()),
        false => Err("there is nothing beside this file".to_string()),
    };
    read_bytes(name, bytes.to_vec(), &ReadOptions::default(), &beside)
}

/// Reads bytes and checks all that must hold of what comes in, down to what is written from it.
pub fn check(name: &str, bytes: &[u8]) -> Result<(), ReadError> {
    let import = read_alone(name, bytes)?;
    holds(&import);
    used(import);
    Ok(())
}

/// An AMC file behind its own skeleton, with an empty line between them.
pub fn check_with_skeleton(both: &[u8]) {
    let Some(at) = both.windows(2).position(|pair| pair == b"\n\n") else { return };
    let (skeleton, motion) = (&both[..at], &both[at + 2..]);
    let beside = |_: &str| Ok(skeleton.to_vec());
    if let Ok(import) = read_bytes("take.amc", motion.to_vec(), &ReadOptions::default(), &beside) {
        holds(&import);
        used(import);
    }
}

/// A character's file, which gets motion of its own back: it is refused, or what is written reads again.
pub fn check_character(name: &str, bytes: &[u8]) {
    let Ok(import) = read_alone(name, bytes) else { return };
    let body = &import.bodies[0];
    let frames: usize = body.clips.iter().map(Clip::frames).sum();
    if frames * body.skeleton.len() >= SMALL {
        return;
    }
    let beside = |_: &str| Err("there is nothing beside this file".to_string());
    if let Ok(written) = gltf::write_with_mesh(bytes, &beside, (0, body), &body.clips) {
        let again = read_alone("again.glb", &written).expect("what was written can be read");
        holds(&again);
        assert_eq!(again.bodies[0].skeleton.len(), body.skeleton.len());
    }
}

/// A roles file, used on a small body.
pub fn check_roles(bytes: &[u8]) {
    let Ok(Ok(roles)) = std::str::from_utf8(bytes).map(RoleNames::parse) else { return };
    let body = include_bytes!("person.bvh").to_vec();
    let options = ReadOptions { roles, ..ReadOptions::default() };
    if let Ok(import) = read_bytes("take.bvh", body, &options, &|_| Err(String::new())) {
        holds(&import);
        used(import);
    }
}

/// Whatever comes in is whole.
pub fn holds(import: &Import) {
    assert!(!import.bodies.is_empty());
    for body in &import.bodies {
        assert!(!body.clips.is_empty());
        assert!(body.unit.scale.is_finite() && body.unit.scale > 0.0);
        skeleton_holds(&body.skeleton);
        body.clips.iter().for_each(|clip| clip_holds(&body.skeleton, clip));
    }
}

fn skeleton_holds(skeleton: &Skeleton) {
    assert_eq!(skeleton.parent(0), None);
    for joint in 1..skeleton.len() {
        assert!(skeleton.parent(joint).is_some_and(|parent| parent < joint), "joint {joint}");
    }
    assert!(skeleton.offsets().iter().all(|offset| offset.is_finite()), "{:?}", skeleton.offsets());
    assert!(skeleton.rest().iter().all(is_unit), "{:?}", skeleton.rest());
    for end in skeleton.ends() {
        assert!(end.joint < skeleton.len() && end.offset.is_finite(), "{end:?}");
    }
    assert!(skeleton.translated_joints().all(|translated_joint| translated_joint < skeleton.len()));
}

fn clip_holds(skeleton: &Skeleton, clip: &Clip) {
    assert!(clip.rate().is_finite() && clip.rate() > 0.0);
    assert!(clip.frames() > 0);
    for frame in 0..clip.frames() {
        let pose = clip.frame(frame);
        assert_eq!(pose.rotations.len(), skeleton.len());
        assert_eq!(pose.translations.len(), skeleton.translated_joints().len());
        assert!(pose.rotations.iter().all(is_unit), "frame {frame}: {:?}", pose.rotations);
        assert!(pose.translations.iter().all(|t| t.is_finite()), "frame {frame}: {:?}", pose.translations);
    }
}

fn is_unit(rotation: &Quat) -> bool {
    (rotation.length() - 1.0).abs() < UNIT
}

/// What comes in can be used: seen in the world, examined, cured and written, and what was written reads again.
fn used(mut import: Import) {
    import.bodies.retain(|body| {
        let frames: usize = body.clips.iter().map(Clip::frames).sum();
        frames * body.skeleton.len() < SMALL
    });
    import.bodies.truncate(3);
    for body in &import.bodies {
        let _ = body.height();
        for clip in &body.clips {
            let world = WorldClip::new(&body.skeleton, clip);
            let places = (0..world.frames()).flat_map(|frame| world.frame(frame));
            assert!(places.into_iter().all(|joint| joint.translation.is_finite()));
            bvh_reads_again(&body.skeleton, clip);
        }
        glb_reads_again(body);
    }
    let findings = doctor::examine(&import);
    doctor::cure(&mut import, &findings);
    import.bodies.iter().for_each(|body| {
        skeleton_holds(&body.skeleton);
        body.clips.iter().for_each(|clip| clip_holds(&body.skeleton, clip));
    });
}

fn bvh_reads_again(skeleton: &Skeleton, clip: &Clip) {
    let mut text = Vec::new();
    bvh::write(&mut text, skeleton, clip, WriteOptions::default()).expect("memory takes it");
    let again = bvh::read(&text).expect("what was written can be read");
    let [body] = &again.bodies[..] else { panic!("one body was written") };
    assert_eq!(body.skeleton.len(), skeleton.len());
    let [read] = &body.clips[..] else { panic!("one clip was written") };
    assert_eq!(read.frames(), clip.frames());
    assert!((read.rate() / clip.rate() - 1.0).abs() < 1e-2, "{} Hz became {}", clip.rate(), read.rate());
    for frame in 0..clip.frames() {
        let (was, is) = (clip.frame(frame), read.frame(frame));
        let place = 0.01 * is.translations[0];
        let far = was.translations[0].abs().max_element().max(1.0);
        assert!((place - was.translations[0]).abs().max_element() < 1e-5 * far, "frame {frame}: {place}");
        assert!(was.rotations[0].dot(is.rotations[0]).abs() > 1.0 - 1e-4, "frame {frame}");
    }
}

fn glb_reads_again(body: &Body) {
    let character = Character { name: &body.name, skeleton: &body.skeleton, clips: &body.clips };
    let bytes = gltf::write(&[character]).expect("a small body can be written");
    // Slower than this, frames become keys to go through at 60 Hz, which may be more than a file can ask for.
    if body.clips.iter().any(|clip| clip.rate() < 10.0) {
        return;
    }
    let again = gltf::read(&bytes, &|_| Err("it is whole".into())).expect("what was written can be read");
    assert_eq!(again.bodies.len(), 1);
    assert_eq!(again.bodies[0].skeleton.len(), body.skeleton.len());
    assert_eq!(again.bodies[0].clips.len(), body.clips.len());
}
