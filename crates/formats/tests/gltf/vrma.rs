//! VRM animations: written from any rig, and read back by the humanoid map.

use footwork_formats::{ReadOptions, gltf, read_bytes};
use footwork_motion::{Retarget, Role, Stance, WorldClip};
use serde_json::Value;

use crate::common::person::{self, Frame};

fn walker() -> footwork_formats::Body {
    let frames = (0..90).map(|frame| {
        let t = f64::from(frame) / 30.0;
        let mut pose = Frame::swaying(t);
        pose.hips = [10.0 * t, person::STANDING, 60.0 * t];
        pose.turns.push(("Hips", [0.0, 40.0 * t, 3.0]));
        pose.turns.push(("LeftHip", [4.0, 0.0, -25.0 * (4.0 * t).sin()]));
        pose.turns.push(("LeftKnee", [0.0, 0.0, 20.0 + 20.0 * (4.0 * t).sin()]));
        pose.turns.push(("RightCollar", [6.0 * t.sin(), 4.0, 0.0]));
        pose
    });
    let text = person::bvh(1.0 / 30.0, frames);
    let read = read_bytes("walk.bvh", text.into_bytes(), &ReadOptions::default(), &|_| Err(String::new()));
    read.unwrap().bodies.swap_remove(0)
}

#[test]
fn a_clip_becomes_a_vrm_animation_that_reads_back_the_same() {
    let body = walker();
    let stance = Stance::new(&body.skeleton, &body.clips).unwrap();
    let bytes = gltf::write_vrma(&body.skeleton, &stance, &body.clips[0]).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let whole: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let vrm = &whole["extensions"]["VRMC_vrm_animation"];
    assert_eq!(vrm["specVersion"], "1.0");
    let bones = vrm["humanoid"]["humanBones"].as_object().unwrap();
    // What VRM demands of every humanoid.
    for name in ["hips", "spine", "head"] {
        assert!(bones.contains_key(name), "{name}");
    }
    for side in ["left", "right"] {
        for part in ["UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"] {
            assert!(bones.contains_key(&format!("{side}{part}")), "{side}{part}");
        }
    }
    let beside = |_: &str| Err(String::new());
    let again =
        read_bytes("walk.vrma", bytes, &ReadOptions::default(), &beside).unwrap().bodies.swap_remove(0);
    assert_eq!(again.clips[0].frames(), body.clips[0].frames());
    let rest = Stance::at_rest(&again.skeleton).expect("it stands in a T-pose");
    let (a, b) =
        (WorldClip::new(&body.skeleton, &body.clips[0]), WorldClip::new(&again.skeleton, &again.clips[0]));
    for role in Role::ALL.into_iter().filter(|role| !matches!(role, Role::LeftHand | Role::RightHand)) {
        let [one, two] = [&body, &again].map(|body| body.skeleton.site(role).unwrap());
        for frame in 0..a.frames() {
            let away = one.position(a.frame(frame)).distance(two.position(b.frame(frame)));
            assert!(away < 2e-3, "{role} in frame {frame} is {away} m away");
        }
    }
    Retarget::new(&again.skeleton, &rest, &body.skeleton, &stance).unwrap();
}

#[test]
fn a_body_without_what_vrm_demands_is_refused_by_what_is_missing() {
    let body = walker();
    let joints: Vec<_> = body.skeleton.joints().take(3).collect();
    let trunk = footwork_motion::Skeleton::new(joints).unwrap();
    let stance = Stance::new(&body.skeleton, &body.clips).unwrap();
    let clip =
        footwork_motion::Clip::still(&trunk, "stump", 30.0, footwork_motion::Pose::rest(&trunk)).unwrap();
    let said = gltf::write_vrma(&trunk, &stance, &clip).unwrap_err().to_string();
    assert!(said.contains("no "), "{said}");
    assert!(gltf::write_vrma(&trunk, &stance, &body.clips[0]).is_err());
}
