//! Bodies as common rigs have them: their names, trees, rest poses and axes, each with proportions of its own. All stand
//! on the floor at rest, facing +Z.

use footwork_motion::glam::{Mat3, Quat, Vec3};
use footwork_motion::{End, Joint, Skeleton};

/// How a rig's joints are turned at rest.
#[derive(Clone, Copy, PartialEq)]
enum Axes {
    /// As the world.
    World,
    /// X along the bone.
    X,
    /// Y along the bone, as Blender's.
    Y,
}

/// A rig: lines of `joint < parent @ place`; `#` stands for either side.
struct Rig {
    name: &'static str,
    tree: &'static str,
    sides: [&'static str; 2],
    axes: Axes,
    /// Degrees that the arms hang below a T-pose.
    arms_down: f32,
    /// Whether the file keeps its rest pose; recordings may not.
    rests: bool,
    size: f32,
    /// How much longer legs and arms are than usual.
    legs: f32,
    arms: f32,
    /// What a bone of a finger is called (thumb first, from the palm outwards), and how far its fingers are curled at
    /// rest, in degrees a bone; none where it has no fingers.
    fingers: Option<(FingerName, f32)>,
}

/// Of a finger's and a bone's number, on a side.
type FingerName = fn(usize, usize, &str) -> String;

const FINGERS: [&str; 5] = ["Thumb", "Index", "Middle", "Ring", "Pinky"];

fn mixamo_finger(finger: usize, bone: usize, side: &str) -> String {
    format!("mixamorig:{side}Hand{}{}", FINGERS[finger], bone + 1)
}

fn vrm_finger(finger: usize, bone: usize, side: &str) -> String {
    let name = if finger == 4 { "Little" } else { FINGERS[finger] };
    format!("J_Bip_{side}_{name}{}", bone + 1)
}

fn rigify_finger(finger: usize, bone: usize, side: &str) -> String {
    let name =
        if finger == 0 { "thumb".to_string() } else { format!("f_{}", FINGERS[finger].to_lowercase()) };
    format!("DEF-{name}.0{}.{side}", bone + 1)
}

fn unreal_finger(finger: usize, bone: usize, side: &str) -> String {
    format!("{}_0{}_{side}", FINGERS[finger].to_lowercase(), bone + 1)
}

const RIGS: [Rig; 8] = [
    Rig {
        name: "performer",
        tree: "Hips < @ hips
            Spine < Hips @ spine0.3
            Chest < Spine @ chest
            Neck < Chest @ neck
            Head < Neck @ head
            #Collar < Chest @ collar
            #UpperArm < #Collar @ shoulder
            #LowerArm < #UpperArm @ elbow
            #Hand < #LowerArm @ wrist
            #UpperLeg < Hips @ hip
            #LowerLeg < #UpperLeg @ knee
            #Foot < #LowerLeg @ ankle
            #Toes < #Foot @ toe",
        sides: ["Left", "Right"],
        axes: Axes::World,
        arms_down: 0.0,
        rests: true,
        size: 1.0,
        legs: 1.0,
        arms: 1.0,
        fingers: None,
    },
    Rig {
        name: "Mixamo",
        tree: "mixamorig:Hips < @ hips
            mixamorig:Spine < mixamorig:Hips @ spine0.3
            mixamorig:Spine1 < mixamorig:Spine @ spine0.65
            mixamorig:Spine2 < mixamorig:Spine1 @ chest
            mixamorig:Neck < mixamorig:Spine2 @ neck
            mixamorig:Head < mixamorig:Neck @ head
            mixamorig:#Shoulder < mixamorig:Spine2 @ collar
            mixamorig:#Arm < mixamorig:#Shoulder @ shoulder
            mixamorig:#ForeArm < mixamorig:#Arm @ elbow
            mixamorig:#Hand < mixamorig:#ForeArm @ wrist
            mixamorig:#UpLeg < mixamorig:Hips @ hip
            mixamorig:#Leg < mixamorig:#UpLeg @ knee
            mixamorig:#Foot < mixamorig:#Leg @ ankle
            mixamorig:#ToeBase < mixamorig:#Foot @ toe",
        sides: ["Left", "Right"],
        axes: Axes::Y,
        arms_down: 0.0,
        rests: true,
        size: 1.02,
        legs: 1.05,
        arms: 0.95,
        fingers: Some((mixamo_finger, 0.0)),
    },
    Rig {
        name: "VRM",
        tree: "Root < @ floor
            J_Bip_C_Hips < Root @ hips
            J_Bip_C_Spine < J_Bip_C_Hips @ spine0.25
            J_Bip_C_Chest < J_Bip_C_Spine @ spine0.6
            J_Bip_C_UpperChest < J_Bip_C_Chest @ chest
            J_Bip_C_Neck < J_Bip_C_UpperChest @ neck
            J_Bip_C_Head < J_Bip_C_Neck @ head
            J_Bip_#_Shoulder < J_Bip_C_UpperChest @ collar
            J_Bip_#_UpperArm < J_Bip_#_Shoulder @ shoulder
            J_Bip_#_LowerArm < J_Bip_#_UpperArm @ elbow
            J_Bip_#_Hand < J_Bip_#_LowerArm @ wrist
            J_Bip_#_UpperLeg < J_Bip_C_Hips @ hip
            J_Bip_#_LowerLeg < J_Bip_#_UpperLeg @ knee
            J_Bip_#_Foot < J_Bip_#_LowerLeg @ ankle
            J_Bip_#_ToeBase < J_Bip_#_Foot @ toe",
        sides: ["L", "R"],
        axes: Axes::World,
        arms_down: 0.0,
        rests: true,
        size: 0.85,
        legs: 1.1,
        arms: 0.9,
        fingers: Some((vrm_finger, 4.0)),
    },
    Rig {
        name: "Rigify",
        tree: "DEF-spine < @ hips
            DEF-spine.001 < DEF-spine @ spine0.3
            DEF-spine.002 < DEF-spine.001 @ spine0.6
            DEF-spine.003 < DEF-spine.002 @ chest
            DEF-spine.004 < DEF-spine.003 @ neck
            DEF-spine.005 < DEF-spine.004 @ neck0.5
            DEF-spine.006 < DEF-spine.005 @ head
            DEF-shoulder.# < DEF-spine.003 @ collar
            DEF-upper_arm.# < DEF-shoulder.# @ shoulder
            DEF-upper_arm.#.001 < DEF-upper_arm.# @ arm0.5
            DEF-forearm.# < DEF-upper_arm.#.001 @ elbow
            DEF-forearm.#.001 < DEF-forearm.# @ forearm0.5
            DEF-hand.# < DEF-forearm.#.001 @ wrist
            DEF-thigh.# < DEF-spine @ hip
            DEF-thigh.#.001 < DEF-thigh.# @ thigh0.5
            DEF-shin.# < DEF-thigh.#.001 @ knee
            DEF-shin.#.001 < DEF-shin.# @ shin0.5
            DEF-foot.# < DEF-shin.#.001 @ ankle
            DEF-toe.# < DEF-foot.# @ toe",
        sides: ["L", "R"],
        axes: Axes::Y,
        arms_down: 45.0,
        rests: true,
        size: 1.08,
        legs: 1.0,
        arms: 1.05,
        fingers: Some((rigify_finger, 14.0)),
    },
    Rig {
        name: "CMU",
        tree: "Hips < @ hips
            LowerBack < Hips @ hips
            Spine < LowerBack @ spine0.5
            Spine1 < Spine @ chest
            Neck < Spine1 @ chest
            Neck1 < Neck @ neck
            Head < Neck1 @ head
            #Shoulder < Spine1 @ chest
            #Arm < #Shoulder @ shoulder
            #ForeArm < #Arm @ elbow
            #Hand < #ForeArm @ wrist
            #FingerBase < #Hand @ wrist
            #HandIndex1 < #FingerBase @ knuckle
            #HipJoint < Hips @ hips
            #UpLeg < #HipJoint @ hip
            #Leg < #UpLeg @ knee
            #Foot < #Leg @ ankle
            #ToeBase < #Foot @ toe",
        sides: ["Left", "Right"],
        axes: Axes::World,
        arms_down: 8.0,
        rests: true,
        size: 0.96,
        legs: 0.95,
        arms: 1.0,
        fingers: None,
    },
    Rig {
        name: "LAFAN1",
        tree: "Hips < @ hips
            Spine < Hips @ spine0.3
            Spine1 < Spine @ spine0.65
            Spine2 < Spine1 @ chest
            Neck < Spine2 @ neck
            Head < Neck @ head
            #Shoulder < Spine2 @ collar
            #Arm < #Shoulder @ shoulder
            #ForeArm < #Arm @ elbow
            #Hand < #ForeArm @ wrist
            #UpLeg < Hips @ hip
            #Leg < #UpLeg @ knee
            #Foot < #Leg @ ankle
            #Toe < #Foot @ toe",
        sides: ["Left", "Right"],
        axes: Axes::X,
        arms_down: 0.0,
        rests: false,
        size: 1.0,
        legs: 1.0,
        arms: 1.0,
        fingers: None,
    },
    Rig {
        name: "Bandai",
        tree: "joint_Root < @ floor
            Hips < joint_Root @ hips
            Spine < Hips @ spine0.4
            Chest < Spine @ chest
            Neck < Chest @ neck
            Head < Neck @ head
            Shoulder_# < Chest @ collar
            UpperArm_# < Shoulder_# @ shoulder
            LowerArm_# < UpperArm_# @ elbow
            Hand_# < LowerArm_# @ wrist
            UpperLeg_# < Hips @ hip
            LowerLeg_# < UpperLeg_# @ knee
            Foot_# < LowerLeg_# @ ankle
            Toes_# < Foot_# @ toe",
        sides: ["L", "R"],
        axes: Axes::World,
        arms_down: 0.0,
        rests: true,
        size: 0.92,
        legs: 1.0,
        arms: 1.0,
        fingers: None,
    },
    Rig {
        name: "bare, without collar bones and toes",
        tree: "pelvis < @ hips
            chest < pelvis @ chest
            head < chest @ head
            upper_arm_# < chest @ shoulder
            lower_arm_# < upper_arm_# @ elbow
            hand_# < lower_arm_# @ wrist
            thigh_# < pelvis @ hip
            calf_# < thigh_# @ knee
            foot_# < calf_# @ ankle",
        sides: ["l", "r"],
        axes: Axes::X,
        arms_down: 60.0,
        rests: true,
        size: 1.15,
        legs: 0.9,
        arms: 1.1,
        fingers: Some((unreal_finger, 9.0)),
    },
];

/// All rigs, by name, and whether their rest pose means something.
pub fn rigs() -> Vec<(&'static str, Skeleton, bool)> {
    RIGS.iter().map(|rig| (rig.name, build(rig), rig.rests)).collect()
}

/// m. How high the ankles of a rig are when it stands; a body is called after its rig, or `... onto RIG`.
pub fn ankle(name: &str) -> f32 {
    let rig = RIGS.iter().find(|rig| name.ends_with(rig.name)).unwrap();
    rig.size * place_of("ankle", rig).y
}

/// For each side, finger and bone of a rig that has fingers, its joint.
pub fn phalanges(name: &str) -> Vec<[[usize; 3]; 5]> {
    let rig = RIGS.iter().find(|rig| name.ends_with(rig.name)).unwrap();
    let (skeleton, (namer, _)) = (build(rig), rig.fingers.unwrap());
    let joint = |side: usize, finger: usize, bone: usize| {
        skeleton.find(&namer(finger, bone, rig.sides[side])).unwrap()
    };
    [0, 1].map(|side| [0, 1, 2, 3, 4].map(|finger| [0, 1, 2].map(|bone| joint(side, finger, bone)))).to_vec()
}

/// The names of rigs that have fingers.
pub fn with_fingers() -> Vec<&'static str> {
    RIGS.iter().filter(|rig| rig.fingers.is_some()).map(|rig| rig.name).collect()
}

/// The same skeleton with a rest pose that means nothing, as recordings have it.
pub fn without_rest(skeleton: &Skeleton) -> Skeleton {
    let joints = skeleton.joints().map(|joint| Joint { rest: Quat::IDENTITY, ..joint }).collect();
    Skeleton::with_ends(joints, skeleton.ends().to_vec()).unwrap()
}

fn build(rig: &Rig) -> Skeleton {
    let mut places: Vec<(String, Option<usize>, Vec3)> = Vec::new();
    for line in rig.tree.lines().map(str::trim) {
        let (joint, rest) = line.split_once(" < ").unwrap();
        let (parent, place) = rest.split_once("@ ").unwrap();
        let sides: &[usize] = if joint.contains('#') { &[0, 1] } else { &[0] };
        for &side in sides {
            let fill = |text: &str| text.trim().replace('#', rig.sides[side]);
            let above = places.iter().position(|(name, ..)| *name == fill(parent));
            assert_eq!(above.is_none(), places.is_empty(), "{line}");
            let mut at = place_of(place, rig);
            at.x *= if side == 1 { -1.0 } else { 1.0 };
            places.push((fill(joint), above, rig.size * at));
            if place == "wrist" {
                fingers(rig, side, &mut places);
            }
        }
    }
    let first_child =
        |joint: usize| places.iter().find(|(_, parent, _)| *parent == Some(joint)).map(|(.., at)| *at);
    let turned: Vec<Quat> = (0..places.len())
        .map(|joint| {
            let along = first_child(joint).and_then(|child| (child - places[joint].2).try_normalize());
            let along = along.unwrap_or(Vec3::Y);
            match rig.axes {
                Axes::World => Quat::IDENTITY,
                Axes::X => Quat::from_mat3(&frame(along)),
                Axes::Y => {
                    Quat::from_mat3(&frame(along)) * Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2)
                }
            }
        })
        .collect();
    let joints = places.iter().enumerate().map(|(joint, (name, parent, at))| {
        let above = parent.map_or(Quat::IDENTITY, |parent| turned[parent]);
        let from = parent.map_or(Vec3::ZERO, |parent| places[parent].2);
        Joint {
            name: name.clone(),
            parent: *parent,
            offset: above.conjugate() * (*at - from),
            rest: above.conjugate() * turned[joint],
        }
    });
    let joints: Vec<Joint> = joints.collect();
    let toe = |(joint, (_, _, at)): (usize, &(String, Option<usize>, Vec3))| {
        // Feet without toes end ahead of the ankle.
        let low = at.y < 0.12 * rig.size && at.y > 0.05 * rig.size && first_child(joint).is_none();
        low.then(|| End {
            joint,
            offset: turned[joint].conjugate() * (rig.size * Vec3::new(0.0, -0.08, 0.15)),
        })
    };
    let tip = |(joint, (name, parent, at)): (usize, &(String, Option<usize>, Vec3))| {
        let (namer, _) = rig.fingers?;
        let last = (0..5).any(|finger| rig.sides.iter().any(|side| namer(finger, 2, side) == *name));
        let bone = (*at - places[(*parent)?].2).normalize();
        last.then(|| End { joint, offset: turned[joint].conjugate() * (0.025 * rig.size * bone) })
    };
    let ends = places.iter().enumerate();
    let ends: Vec<End> = ends.clone().filter_map(toe).chain(ends.filter_map(tip)).collect();
    Skeleton::with_ends(joints, ends).unwrap()
}

/// Five fingers of three bones below the wrist that was put last, curled as the rig rests; palms face down.
fn fingers(rig: &Rig, side: usize, places: &mut Vec<(String, Option<usize>, Vec3)>) {
    let Some((name, curl)) = rig.fingers else { return };
    let (wrist, out) = (places.len() - 1, Quat::from_rotation_z(-rig.arms_down.to_radians()));
    let mirror = |v: Vec3| Vec3::new(if side == 1 { -v.x } else { v.x }, v.y, v.z);
    for finger in 0..5 {
        let root = match finger {
            0 => Vec3::new(0.03, -0.01, 0.03),
            _ => Vec3::new(0.09, 0.0, 0.05 - 0.02 * finger as f32),
        };
        let mut at = root;
        for bone in 0..3 {
            let parent = if bone == 0 { wrist } else { places.len() - 1 };
            let from_wrist = rig.size * mirror(out * at);
            let at_wrist = places[wrist].2;
            places.push((name(finger, bone, rig.sides[side]), Some(parent), at_wrist + from_wrist));
            let way = if finger == 0 { Vec3::new(0.7, 0.0, 0.7) } else { Vec3::X };
            at += 0.03 * (Quat::from_rotation_z(-(curl * (bone + 1) as f32).to_radians()) * way);
        }
    }
}

/// Axes with X along a bone.
fn frame(along: Vec3) -> Mat3 {
    let beside = along.any_orthonormal_vector();
    Mat3::from_cols(along, beside, along.cross(beside))
}

/// m. Where a part of the left half is on a person of 1.75 m: `spine0.3` is that share of the way from hips to chest.
fn place_of(part: &str, rig: &Rig) -> Vec3 {
    let (name, share) = part.split_at(part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len()));
    let share: f32 = share.parse().unwrap_or(0.0);
    let ankle = Vec3::new(0.1, 0.08, -0.01);
    let knee = ankle + Vec3::new(0.0, 0.4 * rig.legs, 0.02);
    let hip = knee + Vec3::new(-0.005, 0.42 * rig.legs, -0.01);
    let hips = Vec3::new(0.0, hip.y + 0.05, 0.0);
    let chest = hips + Vec3::new(0.0, 0.32, -0.01);
    let neck = chest + Vec3::new(0.0, 0.16, 0.0);
    let head = neck + Vec3::new(0.0, 0.1, 0.02);
    let shoulder = chest + Vec3::new(0.18, 0.1, 0.0);
    let out = Quat::from_rotation_z(-rig.arms_down.to_radians()) * Vec3::X;
    let elbow = shoulder + 0.28 * rig.arms * out;
    let wrist = elbow + 0.25 * rig.arms * out;
    match name {
        "floor" => Vec3::ZERO,
        "hips" => hips,
        "spine" => hips.lerp(chest, share),
        "chest" => chest,
        "neck" => neck.lerp(head, share),
        "head" => head,
        "collar" => chest + Vec3::new(0.04, 0.09, 0.01),
        "shoulder" => shoulder,
        "arm" => shoulder.lerp(elbow, share),
        "elbow" => elbow,
        "forearm" => elbow.lerp(wrist, share),
        "wrist" => wrist,
        "knuckle" => wrist + 0.09 * out,
        "hip" => hip,
        "thigh" => hip.lerp(knee, share),
        "knee" => knee,
        "shin" => knee.lerp(ankle, share),
        "ankle" => ankle,
        "toe" => ankle + Vec3::new(0.01, -0.06, 0.14),
        other => panic!("no such part: {other}"),
    }
}
