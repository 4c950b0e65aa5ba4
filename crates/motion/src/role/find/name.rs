//! What a joint's name says about it: side, body part, and number.
//!
//! Rigs agree on little but words: `mixamorig:LeftForeArm`, `lradius`, `DEF-forearm.L.001`, `J_Bip_L_LowerArm`,
//! `Skeleton_arm_joint_L__3_`. A name is cut into words, the side is taken out, and what is left is looked up.

use crate::role::Side;

/// The part of a body that a name speaks of. `Shoulder`, `Hip`, `Leg`, `Arm` and `Hand` mean different joints in
/// different rigs; the structure decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedPart {
    Hips,
    Trunk,
    Neck,
    Head,
    Clavicle,
    Shoulder,
    Arm,
    UpperArm,
    LowerArm,
    Wrist,
    Hand,
    Finger,
    Hip,
    Leg,
    UpperLeg,
    LowerLeg,
    Ankle,
    Foot,
    Toe,
    /// A helper, an eye, a twist bone: never a role.
    Other,
}

/// A name, understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub side: Option<Side>,
    pub part: Option<NamedPart>,
}

/// Understands a joint's name.
pub(super) fn meaning(name: &str) -> Meaning {
    // A namespace says nothing: `mixamorig:Hips`, `Armature|Hips`.
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    if is_vertebra(name) {
        return Meaning { side: None, part: Some(NamedPart::Trunk) };
    }
    if let Some(meaning) = japanese(name) {
        return meaning;
    }
    let words = words(name);
    let mut side = None;
    let mut rest: Vec<&str> = Vec::new();
    for word in &words {
        match word.as_str() {
            "l" | "left" => side = side.or(Some(Side::Left)),
            "r" | "right" => side = side.or(Some(Side::Right)),
            // Prefixes and fillers of Biped, VRM, Rigify, Maya and exporters.
            "bip" | "bip01" | "def" | "org" | "j" | "c" | "jnt" | "joint" | "bone" | "skeleton" | "cc"
            | "base" | "character" | "mixamorig" | "skel" | "valvebiped" | "m" | "avg" | "sk" | "b" => {}
            word => rest.push(word),
        }
    }
    let core: String = rest.concat();
    if let Some(part) = part(&core, &rest) {
        return Meaning { side, part: Some(part) };
    }
    // ASF and others run the side into the word: `lfemur`, `leftarm`, `rtibia`.
    if side.is_none() {
        for (prefix, found) in
            [("left", Side::Left), ("right", Side::Right), ("l", Side::Left), ("r", Side::Right)]
        {
            if let Some(part) = core.strip_prefix(prefix).and_then(|core| part(core, &[core])) {
                return Meaning { side: Some(found), part: Some(part) };
            }
        }
    }
    Meaning { side, part: None }
}

/// Names of MikuMikuDance's rigs: the side is the first letter, and `足` is the thigh.
fn japanese(name: &str) -> Option<Meaning> {
    let sides = [("左", Side::Left), ("右", Side::Right)];
    let sided = sides.into_iter().find_map(|(letter, side)| Some((side, name.strip_prefix(letter)?)));
    let (side, rest) = sided.map_or((None, name), |(side, rest)| (Some(side), rest));
    let part = match rest {
        "下半身" | "腰" => NamedPart::Hips,
        "上半身" | "上半身2" | "上半身２" | "上半身3" => NamedPart::Trunk,
        "首" => NamedPart::Neck,
        "頭" => NamedPart::Head,
        "肩" => NamedPart::Clavicle,
        "腕" => NamedPart::UpperArm,
        "ひじ" => NamedPart::LowerArm,
        "手首" => NamedPart::Wrist,
        "足" => NamedPart::UpperLeg,
        "ひざ" => NamedPart::LowerLeg,
        "足首" => NamedPart::Ankle,
        "つま先" | "足先EX" => NamedPart::Toe,
        _ if side.is_some() && rest.contains('指') => NamedPart::Finger,
        // Helpers: twist bones, targets of inverse kinematics, copies of the legs.
        _ if side.is_some() && ["捩", "ＩＫ", "IK", "親", "D"].iter().any(|word| rest.contains(word)) => {
            NamedPart::Other
        }
        _ => return None,
    };
    Some(Meaning { side, part: Some(part) })
}

/// A name without its side: the same for a joint and the one across from it.
pub(crate) fn sideless(name: &str) -> String {
    let words = words(name);
    let is_side = |word: &String| matches!(word.as_str(), "l" | "left" | "r" | "right");
    let numbers = || name.chars().filter(char::is_ascii_digit);
    if words.iter().any(is_side) || meaning(name).side.is_none() {
        return words
            .into_iter()
            .filter(|word| !is_side(word))
            .flat_map(|w| w.chars().collect::<Vec<_>>())
            .chain(numbers())
            .collect();
    }
    // The side runs into the word.
    let lower = name.to_lowercase();
    let prefix = ["left", "right", "l", "r"].into_iter().find(|prefix| lower.starts_with(prefix));
    prefix.map_or(lower.clone(), |prefix| lower[prefix.len()..].to_string())
}

/// `L5`, `L3`, `T12`, `T8`: vertebrae, as Xsens names its trunk. Not a left side.
fn is_vertebra(name: &str) -> bool {
    let digits = name.strip_prefix(['L', 'T', 'C']).unwrap_or("");
    !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Cuts a name at punctuation, digits and capitals, in lower case, without numbers.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous_lower = false;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_alphabetic() {
            words.push(String::new());
            previous_lower = false;
            continue;
        }
        // `ForeArm` is cut before A, `LHipJoint` before H and J, `DEF` nowhere.
        let next_lower = chars.peek().is_some_and(|n| n.is_lowercase());
        if c.is_uppercase() && (previous_lower || next_lower) {
            words.push(String::new());
        }
        previous_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn part(core: &str, words: &[&str]) -> Option<NamedPart> {
    let says = |any: &[&str]| words.iter().any(|word| any.contains(word));
    if says(&[
        "twist",
        "roll",
        "end",
        "nub",
        "eye",
        "eyes",
        "jaw",
        "ik",
        "pole",
        "target",
        "heel",
        "top",
        "site",
        "tip",
        "helper",
        "ctrl",
        "mch",
        "vis",
        "brow",
        "tongue",
        "breast",
        "metatarsal",
        "tail",
        "hair",
        "ear",
        "share",
    ]) {
        return Some(NamedPart::Other);
    }
    if says(&["thumb", "index", "middle", "mid", "ring", "pinky", "little", "finger", "fingers", "palm"]) {
        return Some(NamedPart::Finger);
    }
    Some(match core {
        "hips" | "pelvis" => NamedPart::Hips,
        "hip" | "hipjoint" => NamedPart::Hip,
        "spine" | "chest" | "torso" | "thorax" | "abdomen" | "waist" | "back" | "lowerback" | "upperback"
        | "upperchest" | "lowerchest" | "lowertorso" | "uppertorso" | "sternum" | "ribcage" | "stomach"
        | "spinelower" | "spineupper" | "spinemiddle" | "spinemid" | "trunk" | "ab" => NamedPart::Trunk,
        "neck" | "lowerneck" | "upperneck" | "necklower" | "neckupper" => NamedPart::Neck,
        "head" => NamedPart::Head,
        "clavicle" | "collar" | "collarbone" | "scapula" => NamedPart::Clavicle,
        "shoulder" => NamedPart::Shoulder,
        "arm" => NamedPart::Arm,
        "upperarm" | "uparm" | "uarm" | "humerus" | "shldr" | "bicep" | "armupper" | "shldrbend" => {
            NamedPart::UpperArm
        }
        "forearm" | "farm" | "lowerarm" | "loarm" | "lowarm" | "elbow" | "radius" | "ulna" | "armlower"
        | "forearmbend" => NamedPart::LowerArm,
        "wrist" => NamedPart::Wrist,
        "hand" => NamedPart::Hand,
        "thumbs" | "fingerbase" => NamedPart::Finger,
        "leg" => NamedPart::Leg,
        "upleg" | "upperleg" | "thigh" | "femur" | "legupper" | "thighbend" => NamedPart::UpperLeg,
        "lowerleg" | "loleg" | "lowleg" | "calf" | "shin" | "knee" | "tibia" | "leglower" => {
            NamedPart::LowerLeg
        }
        "ankle" => NamedPart::Ankle,
        "foot" => NamedPart::Foot,
        "toe" | "toes" | "toebase" | "ball" | "toesbase" | "football" => NamedPart::Toe,
        // Between the pelvis and the thigh: it carries the leg and is none of its roles.
        "buttock" => NamedPart::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_rigs_are_understood() {
        use NamedPart::*;
        let left = Some(Side::Left);
        let right = Some(Side::Right);
        for (name, side, part) in [
            ("mixamorig:LeftForeArm", left, LowerArm),
            ("lradius", left, LowerArm),
            ("rfemur", right, UpperLeg),
            ("rhipjoint", right, Hip),
            ("LHipJoint", left, Hip),
            ("DEF-forearm.L.001", left, LowerArm),
            ("DEF-spine.003", None, Trunk),
            ("J_Bip_L_LowerArm", left, LowerArm),
            ("J_Bip_C_UpperChest", None, Trunk),
            ("Skeleton_arm_joint_L__3_", left, Arm),
            ("leg_joint_R_1", right, Leg),
            ("Bip01 R Calf", right, LowerLeg),
            ("rShldr", right, UpperArm),
            ("lowerback", None, Trunk),
            ("lowerneck", None, Neck),
            ("UpperArm_R", right, UpperArm),
            ("upperarm_twist_01_l", left, Other),
            ("calf_l", left, LowerLeg),
            ("right_wrist", right, Wrist),
            ("RightHandThumb1", right, Finger),
            ("lhand", left, Hand),
            ("L_Hip", left, Hip),
            ("L5", None, Trunk),
            ("T12", None, Trunk),
            ("leftUpperLeg", left, UpperLeg),
            ("LEFTARM", left, Arm),
            ("HeadTop_End", None, Other),
            ("LeftToeBase", left, Toe),
            ("hip", None, Hip),
            ("LUArm", left, UpperArm),
            ("RFArm", right, LowerArm),
            ("Skeleton1_LFArm", left, LowerArm),
            ("Ab", None, Trunk),
            ("左ひじ", left, LowerArm),
            ("右足", right, UpperLeg),
            ("右足首", right, Ankle),
            ("左足ＩＫ", left, Other),
            ("上半身2", None, Trunk),
        ] {
            assert_eq!(meaning(name), Meaning { side, part: Some(part) }, "{name}");
        }
    }

    #[test]
    fn names_that_mean_nothing_stay_unknown() {
        for name in ["", "bone_17", "光", "Armature", "x", "left"] {
            assert_eq!(meaning(name).part, None, "{name}");
        }
    }
}
