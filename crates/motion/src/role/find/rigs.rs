//! Role finding, tried on the joint names and trees of common rigs.

use glam::{Quat, Vec3};

use crate::role::Role;
use crate::skeleton::{End, Joint, Skeleton};

/// A skeleton from lines of `parent: child child …`. Offsets are alike left and right, and never zero.
fn rig(tree: &str) -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    for line in tree.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (parent, children) = line.split_once(" > ").unwrap();
        if joints.is_empty() {
            joints.push(Joint {
                name: parent.into(),
                parent: None,
                offset: Vec3::ZERO,
                rest: Quat::IDENTITY,
            });
        }
        for chain in children.split(", ") {
            let mut above = joints.iter().position(|j| j.name == parent);
            assert!(above.is_some(), "{parent} is not there yet");
            for name in chain.split(" - ") {
                joints.push(Joint {
                    name: name.into(),
                    parent: above,
                    offset: Vec3::Y,
                    rest: Quat::IDENTITY,
                });
                above = Some(joints.len() - 1);
            }
        }
    }
    Skeleton::new(joints).unwrap()
}

/// Fills both sides into a tree: `#` becomes what a rig calls left, then what it calls right.
fn both(tree: &str, left: &str, right: &str) -> String {
    let sides = |line: &str| match line.contains('#') {
        true => format!("{}\n{}", line.replace('#', left), line.replace('#', right)),
        false => line.to_string(),
    };
    tree.lines().map(sides).collect::<Vec<_>>().join("\n")
}

fn expect(skeleton: &Skeleton, expected: &[(Role, &str)]) {
    for &(role, name) in expected {
        let found = skeleton.joint(role).map(|joint| skeleton.name(joint));
        assert_eq!(found, Ok(name), "{role}");
    }
}

fn expect_all(skeleton: &Skeleton) {
    let missing: Vec<Role> = skeleton.roles().missing().collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
}

#[test]
fn mixamo() {
    let tree = both(
        "mixamorig:Hips > mixamorig:Spine - mixamorig:Spine1 - mixamorig:Spine2
         mixamorig:Spine2 > mixamorig:Neck - mixamorig:Head - mixamorig:HeadTop_End
         mixamorig:Spine2 > mixamorig:#Shoulder - mixamorig:#Arm - mixamorig:#ForeArm - mixamorig:#Hand
         mixamorig:#Hand > mixamorig:#HandThumb1, mixamorig:#HandIndex1, mixamorig:#HandMiddle1
         mixamorig:Hips > mixamorig:#UpLeg - mixamorig:#Leg - mixamorig:#Foot - mixamorig:#ToeBase",
        "Left",
        "Right",
    );
    let skeleton = rig(&tree);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Hips, "mixamorig:Hips"),
            (Role::Spine, "mixamorig:Spine"),
            (Role::Chest, "mixamorig:Spine2"),
            (Role::Neck, "mixamorig:Neck"),
            (Role::Head, "mixamorig:Head"),
            (Role::LeftShoulder, "mixamorig:LeftArm"),
            (Role::LeftElbow, "mixamorig:LeftForeArm"),
            (Role::LeftWrist, "mixamorig:LeftHand"),
            (Role::LeftHand, "mixamorig:LeftHandMiddle1"),
            (Role::RightHip, "mixamorig:RightUpLeg"),
            (Role::RightKnee, "mixamorig:RightLeg"),
            (Role::RightAnkle, "mixamorig:RightFoot"),
            (Role::RightToe, "mixamorig:RightToeBase"),
        ],
    );
}

#[test]
fn the_other_cmu_conversion_with_poser_names() {
    let tree = both(
        "hip > abdomen - chest
         chest > neck - head
         head > leftEye, rightEye
         chest > #Collar - #Shldr - #ForeArm - #Hand
         #Hand > #Thumb1 - #Thumb2, #Index1 - #Index2, #Mid1 - #Mid2
         hip > #Buttock - #Thigh - #Shin - #Foot - #Toe",
        "l",
        "r",
    );
    let skeleton = rig(&tree);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Hips, "hip"),
            (Role::Spine, "abdomen"),
            (Role::Chest, "chest"),
            (Role::LeftShoulder, "lShldr"),
            (Role::LeftHand, "lMid1"),
            (Role::LeftHip, "lThigh"),
            (Role::RightAnkle, "rFoot"),
        ],
    );
}

#[test]
fn acclaim_names_run_the_side_into_the_word() {
    let tree = both(
        "root > lowerback - upperback - thorax
         thorax > lowerneck - upperneck - head
         thorax > #clavicle - #humerus - #radius - #wrist - #hand - #fingers
         root > #hipjoint - #femur - #tibia - #foot - #toes",
        "l",
        "r",
    );
    let skeleton = rig(&tree);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Hips, "root"),
            (Role::Chest, "thorax"),
            (Role::Neck, "lowerneck"),
            (Role::LeftShoulder, "lhumerus"),
            (Role::LeftElbow, "lradius"),
            (Role::LeftWrist, "lwrist"),
            (Role::LeftHand, "lhand"),
            (Role::RightHip, "rfemur"),
            (Role::RightToe, "rtoes"),
        ],
    );
}

#[test]
fn xsens_counts_vertebrae_and_other_bvh_exports_name_joints_after_joints() {
    let mvn = both(
        "Pelvis > L5 - L3 - T12 - T8
         T8 > Neck - Head
         T8 > #Shoulder - #UpperArm - #ForeArm - #Hand
         Pelvis > #UpperLeg - #LowerLeg - #Foot - #Toe",
        "Left",
        "Right",
    );
    let skeleton = rig(&mvn);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Spine, "L5"),
            (Role::Chest, "T8"),
            (Role::LeftShoulder, "LeftUpperArm"),
            (Role::LeftHand, "LeftHand"),
        ],
    );
    let bvh = both(
        "Hips > Chest - Chest2 - Chest3 - Chest4
         Chest4 > Neck - Head
         Chest4 > #Collar - #Shoulder - #Elbow - #Wrist
         Hips > #Hip - #Knee - #Ankle - #Toe",
        "Left",
        "Right",
    );
    let skeleton = rig(&bvh);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Chest, "Chest4"),
            (Role::LeftShoulder, "LeftShoulder"),
            (Role::LeftElbow, "LeftElbow"),
            (Role::RightHip, "RightHip"),
            (Role::RightAnkle, "RightAnkle"),
        ],
    );
}

#[test]
fn rokoko() {
    let tree = both(
        "Hips > Spine - Spine2 - Spine3 - Spine4
         Spine4 > Neck - Head
         Spine4 > #Shoulder - #Arm - #ForeArm - #Hand - #HandIndex1
         Hips > #Thigh - #Shin - #Foot - #Toe",
        "Left",
        "Right",
    );
    let skeleton = rig(&tree);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[(Role::Chest, "Spine4"), (Role::LeftHip, "LeftThigh"), (Role::LeftHand, "LeftHandIndex1")],
    );
}

#[test]
fn rigify_numbers_its_spine_up_to_the_head_and_halves_its_limbs() {
    let tree = both(
        "DEF-spine > DEF-spine.001 - DEF-spine.002 - DEF-spine.003
         DEF-spine.003 > DEF-spine.004 - DEF-spine.005 - DEF-spine.006
         DEF-spine > DEF-pelvis.#
         DEF-spine.003 > DEF-shoulder.# - DEF-upper_arm.# - DEF-upper_arm.#.001 - DEF-forearm.# - DEF-forearm.#.001
         DEF-forearm.#.001 > DEF-hand.#
         DEF-hand.# > DEF-palm.01.# - DEF-f_index.01.#, DEF-palm.02.# - DEF-f_middle.01.#, DEF-thumb.01.#
         DEF-spine > DEF-thigh.# - DEF-thigh.#.001 - DEF-shin.# - DEF-shin.#.001 - DEF-foot.# - DEF-toe.#",
        "L",
        "R",
    );
    let skeleton = rig(&tree);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Hips, "DEF-spine"),
            (Role::Spine, "DEF-spine.001"),
            (Role::Chest, "DEF-spine.003"),
            (Role::Neck, "DEF-spine.004"),
            (Role::Head, "DEF-spine.006"),
            (Role::LeftShoulder, "DEF-upper_arm.L"),
            (Role::LeftElbow, "DEF-forearm.L"),
            (Role::LeftWrist, "DEF-hand.L"),
            (Role::LeftHand, "DEF-f_middle.01.L"),
            (Role::RightHip, "DEF-thigh.R"),
            (Role::RightKnee, "DEF-shin.R"),
            (Role::RightToe, "DEF-toe.R"),
        ],
    );
}

#[test]
fn vrm_and_unity_humanoids() {
    let unity = both(
        "hips > spine - chest - upperChest
         upperChest > neck - head
         upperChest > #Shoulder - #UpperArm - #LowerArm - #Hand - #MiddleProximal
         hips > #UpperLeg - #LowerLeg - #Foot - #Toes",
        "left",
        "right",
    );
    let skeleton = rig(&unity);
    expect_all(&skeleton);
    expect(&skeleton, &[(Role::Chest, "upperChest"), (Role::LeftKnee, "leftLowerLeg")]);
    let vroid = both(
        "Root > J_Bip_C_Hips - J_Bip_C_Spine - J_Bip_C_Chest - J_Bip_C_UpperChest
         J_Bip_C_UpperChest > J_Bip_C_Neck - J_Bip_C_Head - J_Adj_L_FaceEye
         J_Bip_C_UpperChest > J_Bip_#_Shoulder - J_Bip_#_UpperArm - J_Bip_#_LowerArm - J_Bip_#_Hand - J_Bip_#_Middle1
         J_Bip_C_Hips > J_Bip_#_UpperLeg - J_Bip_#_LowerLeg - J_Bip_#_Foot - J_Bip_#_ToeBase",
        "L",
        "R",
    );
    let skeleton = rig(&vroid);
    expect_all(&skeleton);
    expect(&skeleton, &[(Role::Hips, "J_Bip_C_Hips"), (Role::RightToe, "J_Bip_R_ToeBase")]);
}

#[test]
fn a_deepmimic_body_lacks_only_what_it_does_not_have() {
    let tree = both(
        "root > chest - neck
         chest > #_shoulder - #_elbow - #_wrist
         root > #_hip - #_knee - #_ankle",
        "left",
        "right",
    );
    let skeleton = rig(&tree);
    let missing: Vec<Role> = skeleton.roles().missing().collect();
    assert_eq!(missing, [Role::LeftToe, Role::RightToe]);
    expect(
        &skeleton,
        &[
            (Role::Hips, "root"),
            (Role::Spine, "chest"),
            (Role::Chest, "chest"),
            (Role::Head, "neck"),
            (Role::LeftShoulder, "left_shoulder"),
            (Role::LeftHand, "left_wrist"),
        ],
    );
}

#[test]
fn unreal_and_biped_and_smpl() {
    let unreal = both(
        "root > pelvis - spine_01 - spine_02 - spine_03
         spine_03 > neck_01 - head
         spine_03 > clavicle_# - upperarm_# - lowerarm_# - hand_# - middle_01_#
         upperarm_# > upperarm_twist_01_#
         pelvis > thigh_# - calf_# - foot_# - ball_#",
        "l",
        "r",
    );
    let skeleton = rig(&unreal);
    expect_all(&skeleton);
    expect(&skeleton, &[(Role::Hips, "pelvis"), (Role::LeftToe, "ball_l"), (Role::LeftHand, "middle_01_l")]);
    let biped = both(
        "Bip01 > Bip01 Pelvis - Bip01 Spine - Bip01 Spine1 - Bip01 Neck
         Bip01 Neck > Bip01 Head
         Bip01 Neck > Bip01 # Clavicle - Bip01 # UpperArm - Bip01 # Forearm - Bip01 # Hand - Bip01 # Finger0
         Bip01 Pelvis > Bip01 # Thigh - Bip01 # Calf - Bip01 # Foot - Bip01 # Toe0",
        "L",
        "R",
    );
    let skeleton = rig(&biped);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[(Role::Chest, "Bip01 Spine1"), (Role::Neck, "Bip01 Neck"), (Role::Head, "Bip01 Head")],
    );
    let smpl = both(
        "Pelvis > Spine1 - Spine2 - Spine3
         Spine3 > Neck - Head
         Spine3 > #_Collar - #_Shoulder - #_Elbow - #_Wrist - #_Hand
         Pelvis > #_Hip - #_Knee - #_Ankle - #_Foot",
        "L",
        "R",
    );
    let skeleton = rig(&smpl);
    expect_all(&skeleton);
    expect(&skeleton, &[(Role::LeftHand, "L_Hand"), (Role::LeftToe, "L_Foot"), (Role::LeftHip, "L_Hip")]);
}

#[test]
fn limbs_that_are_only_counted() {
    let tree = both(
        "torso_joint_1 > torso_joint_2 - torso_joint_3
         torso_joint_3 > neck_joint_1 - neck_joint_2
         torso_joint_3 > arm_joint_#_1 - arm_joint_#_2 - arm_joint_#_3
         torso_joint_1 > leg_joint_#_1 - leg_joint_#_2 - leg_joint_#_3 - leg_joint_#_5",
        "L",
        "R",
    );
    let skeleton = rig(&tree);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Hips, "torso_joint_1"),
            (Role::Spine, "torso_joint_2"),
            (Role::Chest, "torso_joint_3"),
            (Role::Head, "neck_joint_2"),
            (Role::LeftWrist, "arm_joint_L_3"),
            (Role::LeftToe, "leg_joint_L_5"),
        ],
    );
}

#[test]
fn a_body_without_names_is_read_by_its_shape() {
    let named = crate::testing::person();
    let joints: Vec<Joint> =
        named.joints().enumerate().map(|(i, joint)| Joint { name: format!("bone{i}"), ..joint }).collect();
    let nameless = Skeleton::with_ends(joints, named.ends().to_vec()).unwrap();
    for role in Role::ALL {
        let (a, b) = (named.joint(role), nameless.joint(role));
        assert_eq!(a.map(|j| named.name(j)), b.map(|j| named.name(j)), "{role}");
    }
}

/// The arms used to be one joint too low where the hand's bone ended in a joint of its own.
#[test]
fn a_body_without_names_is_read_by_its_shape_with_joints_at_the_ends_of_its_hands() {
    let named = crate::testing::person();
    let mut joints: Vec<Joint> = named.joints().collect();
    for (hand, x) in [("LeftHand", 0.09), ("RightHand", -0.09)] {
        let parent = named.find(hand);
        joints.push(Joint { name: format!("{hand}Tip"), parent, offset: x * Vec3::X, rest: Quat::IDENTITY });
    }
    for (index, joint) in joints.iter_mut().enumerate() {
        joint.name = format!("骨{index}");
    }
    let nameless = Skeleton::with_ends(joints, named.ends().to_vec()).unwrap();
    for role in Role::ALL.into_iter().filter(|role| ![Role::LeftHand, Role::RightHand].contains(role)) {
        assert_eq!(nameless.joint(role), named.joint(role), "{role}");
    }
}

#[test]
fn optitrack_and_miku_miku_dance() {
    let motive = both(
        "Hip > Ab - Chest
         Chest > Neck - Head
         Chest > #Shoulder - #UArm - #FArm - #Hand
         Hip > #Thigh - #Shin - #Foot - #Toe",
        "L",
        "R",
    );
    let skeleton = rig(&motive);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Spine, "Ab"),
            (Role::LeftShoulder, "LUArm"),
            (Role::LeftElbow, "LFArm"),
            (Role::LeftWrist, "LHand"),
        ],
    );
    let miku = both(
        "センター > 上半身 - 上半身2
         上半身2 > 首 - 頭
         上半身2 > #肩 - #腕 - #腕捩 - #ひじ - #手首 - #中指１
         センター > 下半身
         下半身 > #足 - #ひざ - #足首 - #つま先",
        "左",
        "右",
    );
    let skeleton = rig(&miku);
    expect_all(&skeleton);
    expect(
        &skeleton,
        &[
            (Role::Chest, "上半身2"),
            (Role::LeftShoulder, "左腕"),
            (Role::LeftElbow, "左ひじ"),
            (Role::LeftWrist, "左手首"),
            (Role::RightHip, "右足"),
            (Role::RightAnkle, "右足首"),
        ],
    );
}

#[test]
fn toes_may_be_an_end_of_the_foot_and_a_fist_a_point_beyond_the_wrist() {
    let tree = both(
        "Hips > Spine - Neck - Head
         Spine > #Arm - #ForeArm - #Hand
         Hips > #UpLeg - #Leg - #Foot",
        "Left",
        "Right",
    );
    let bare = rig(&tree);
    let foot = bare.find("LeftFoot").unwrap();
    let ends = vec![End { joint: foot, offset: Vec3::Z }];
    let skeleton = Skeleton::with_ends(bare.joints().collect(), ends).unwrap();
    let toe = skeleton.site(Role::LeftToe).unwrap();
    assert_eq!((toe.joint, toe.offset), (foot, Vec3::Z));
    let hand = skeleton.site(Role::LeftHand).unwrap();
    assert_eq!((skeleton.name(hand.joint), hand.offset), ("LeftHand", 0.3 * Vec3::Y));
    assert!(skeleton.site(Role::RightToe).is_err());
}

#[test]
fn a_prop_has_no_roles() {
    let skeleton = rig("Sword > Blade - Tip");
    assert_eq!(skeleton.roles().missing().count(), Role::COUNT);
}
