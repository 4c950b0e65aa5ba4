//! A body of any number of joints and a motion for it: four limbs and a spine, all of them swinging.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Joint, Skeleton};

/// A person with `joints` joints: the usual ones first, then fingers.
pub fn body(joints: usize) -> Skeleton {
    let mut list: Vec<Joint> = Vec::new();
    let mut add = |name: String, parent: Option<&str>, offset: Vec3| {
        let parent = parent.and_then(|parent| list.iter().position(|joint| joint.name == parent));
        list.push(Joint { name, parent, offset, rest: Quat::IDENTITY });
    };
    add("Hips".into(), None, Vec3::Y);
    for (name, parent) in [("Spine", "Hips"), ("Chest", "Spine"), ("Neck", "Chest"), ("Head", "Neck")] {
        add(name.into(), Some(parent), 0.15 * Vec3::Y);
    }
    for (side, x) in [("Left", 0.1), ("Right", -0.1)] {
        let mut parent = "Chest".to_string();
        for part in ["Shoulder", "Arm", "ForeArm", "Hand"] {
            add(format!("{side}{part}"), Some(&parent), Vec3::new(x, 0.0, 0.0));
            parent = format!("{side}{part}");
        }
        let mut parent = "Hips".to_string();
        for part in ["UpLeg", "Leg", "Foot", "ToeBase"] {
            add(format!("{side}{part}"), Some(&parent), Vec3::new(0.3 * x, -0.3, 0.0));
            parent = format!("{side}{part}");
        }
    }
    for finger in list.len()..joints {
        let side = if finger % 2 == 0 { "Left" } else { "Right" };
        let hand = list.iter().position(|joint| joint.name == format!("{side}Hand"));
        let name = format!("{side}HandIndex{}", finger / 2);
        list.push(Joint { name, parent: hand, offset: 0.03 * Vec3::X, rest: Quat::IDENTITY });
    }
    list.truncate(joints);
    Skeleton::new(list).expect("a tree")
}

/// `frames` frames of it moving, at 60 Hz.
pub fn motion(skeleton: &Skeleton, frames: usize) -> Clip {
    let translations =
        (0..frames).map(|f| Vec3::new(0.01 * f as f32, 1.0, (0.02 * f as f32).sin())).collect();
    let rotations = (0..frames)
        .flat_map(|f| {
            (0..skeleton.len()).map(move |j| {
                let phase = 0.1 * f as f32 + j as f32;
                Quat::from_rotation_x(0.5 * phase.sin()) * Quat::from_rotation_z(0.3 * phase.cos())
            })
        })
        .collect();
    Clip::new(skeleton, "swing", 60.0, translations, rotations).expect("a clip")
}
