//! Measures a blow: where its striking point and its limb are while it would hit, and how far the limb can be led elsewhere.

use footwork_annotate::{Limb, Strike, Take};
use footwork_motion::{Role, Site, Skeleton, Transform, kinematics};
use footwork_stage::{BodyPart, Rig};

use super::{Blow, Tables};

/// Measures a blow, and adds its striking points and limbs to the tables. None if the body lacks the limb.
pub(super) fn measure_blow(
    tables: &mut Tables,
    rig: &Rig,
    take: &Take,
    strike: &Strike,
    stride: u32,
) -> Option<Blow> {
    let skeleton = rig.skeleton();
    let limb = StrikingLimb::new(skeleton, strike.limb)?;
    let first = strike.effective.first / stride;
    let end = strike.effective.end.div_ceil(stride).max(first + 1);
    let lands = (strike.frame / stride).clamp(first, end - 1);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let last = take.clip.frames() - 1;
    let pose_at = |frame: u32, world: &mut [Transform]| {
        kinematics::world(skeleton, take.clip.frame(((frame * stride) as usize).min(last)), world);
    };
    let from = tables.tips.len() as u32;
    for frame in first..=end {
        pose_at(frame.saturating_sub(1), &mut world);
        let ends = limb.chain.map(|[root, _, end]| [root, end].map(|joint| world[joint].translation));
        tables.tips.push(limb.tip.position(&world));
        tables.limbs.push(ends.unwrap_or_default());
    }
    pose_at(lands, &mut world);
    let length = limb.chain.map_or(0.0, |chain| {
        let at = chain.map(|joint| world[joint].translation);
        at[0].distance(at[1]) + at[1].distance(at[2])
    });
    let part = tables.kinds.iter().position(|(part, _)| *part == limb.part);
    let action = take.annotation.actions.iter().find(|action| action.span.contains(strike.frame));
    let swung = |word: &String| word.ends_with("hook") || word.ends_with("uppercut");
    Some(Blow {
        limb: strike.limb,
        effective: [first, end],
        lands,
        speed: strike.speed,
        tips: from,
        led: limb.led.position(&world),
        length,
        part: part.map(|part| [part as u8, limb.end]),
        radius: limb.thick * rig.height(),
        short: limb.chain.is_none() || action.is_some_and(|action| action.classes.iter().any(swung)),
    })
}

/// What strikes, and what is led to make it land elsewhere.
struct StrikingLimb {
    tip: Site,
    led: Site,
    /// Shoulder, elbow, wrist; or hip, knee, ankle; none for elbows and knees, which cannot be led.
    chain: Option<[usize; 3]>,
    /// A share of the body's height, as on the stage.
    thick: f32,
    /// The part that the tip is an end of, and which.
    part: BodyPart,
    end: u8,
}

impl StrikingLimb {
    fn new(skeleton: &Skeleton, limb: Limb) -> Option<StrikingLimb> {
        use Role::*;
        let (tip, spare, thick) = match limb {
            Limb::LeftHand => (LeftHand, LeftWrist, 0.025),
            Limb::RightHand => (RightHand, RightWrist, 0.025),
            Limb::LeftElbow => (LeftElbow, LeftElbow, 0.028),
            Limb::RightElbow => (RightElbow, RightElbow, 0.028),
            Limb::LeftKnee => (LeftKnee, LeftKnee, 0.04),
            Limb::RightKnee => (RightKnee, RightKnee, 0.04),
            Limb::LeftFoot => (LeftToe, LeftAnkle, 0.03),
            Limb::RightFoot => (RightToe, RightAnkle, 0.03),
        };
        let (part, end) = match limb {
            Limb::LeftHand => (BodyPart::LeftHand, 1),
            Limb::RightHand => (BodyPart::RightHand, 1),
            Limb::LeftElbow => (BodyPart::LeftForearm, 0),
            Limb::RightElbow => (BodyPart::RightForearm, 0),
            Limb::LeftKnee => (BodyPart::LeftShin, 0),
            Limb::RightKnee => (BodyPart::RightShin, 0),
            Limb::LeftFoot => (BodyPart::LeftFoot, 1),
            Limb::RightFoot => (BodyPart::RightFoot, 1),
        };
        let chain = match limb {
            Limb::LeftHand => Some([LeftShoulder, LeftElbow, LeftWrist]),
            Limb::RightHand => Some([RightShoulder, RightElbow, RightWrist]),
            Limb::LeftFoot => Some([LeftHip, LeftKnee, LeftAnkle]),
            Limb::RightFoot => Some([RightHip, RightKnee, RightAnkle]),
            _ => None,
        };
        let joints = |roles: [Role; 3]| -> Option<[usize; 3]> {
            let [root, middle, end] = roles.map(|role| skeleton.joint(role).ok());
            Some([root?, middle?, end?])
        };
        let tip = skeleton.site(tip).or_else(|_| skeleton.site(spare)).ok()?;
        // A hand is led by itself, a foot by its ankle.
        let is_foot = matches!(limb, Limb::LeftFoot | Limb::RightFoot);
        let led = if is_foot { skeleton.site(spare).ok()? } else { tip };
        Some(StrikingLimb { tip, led, chain: chain.and_then(joints), thick, part, end })
    }
}
