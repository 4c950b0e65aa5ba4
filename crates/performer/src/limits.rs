//! How far joints go: ranges of motion in anatomical terms, and a check of a pose against them.
//!
//! Ranges are those of healthy adults: the active ranges that orthopaedic goniometry gives as normal (American Academy
//! of Orthopaedic Surgeons), widened where weight or a bent neighbour lets a joint go further: an ankle under load, a
//! hip with the knee bent, toes pressed up by the ground. Trunk and neck are measured as a whole, chest against pelvis
//! and head against chest, since that is how they are measured in people.
//!
//! A hip's angles are those of the clinic and of the International Society of Biomechanics (Grood and Suntay 1983):
//! flexion about the pelvis's own side-to-side axis, then abduction, then rotation about the thigh. Shortest-arc swing
//! and twist is the same for a leg that is only bent or only spread, but not for one that is both: sitting astride, with
//! the shins hanging, it calls "turned out by 45°" what is no turn at all. In the kicks of people (CMU 135_04, 135_07,
//! 143_24, 113_13; ankle above 45 cm) it gives −32° to 111°, where the clinic's angles give −57° to 15° but for a few
//! frames of a leg straight out to the side.

use footwork_motion::PoseView;
use footwork_motion::glam::{Quat, Vec3};

use crate::body::joint;
use crate::posture::about;
use crate::signal::ramp;

/// A range of one motion of one joint, in degrees from the anatomical position: upright, arms hanging, soles flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The joint as people call it.
    pub joint: &'static str,
    /// Which way a positive angle goes.
    pub motion: &'static str,
    /// Degrees, the least.
    pub from: f32,
    /// Degrees, the most.
    pub to: f32,
}

const fn limit(joint: &'static str, motion: &'static str, from: f32, to: f32) -> Limit {
    Limit { joint, motion, from, to }
}

/// Every range that [`measure`] measures, in its order for one side.
pub const LIMITS: [Limit; 27] = [
    // Chest against pelvis: lumbar and thoracic spine together.
    limit("trunk", "flexion", -35.0, 85.0),
    limit("trunk", "bend to the right", -40.0, 40.0),
    limit("trunk", "turn to the left", -50.0, 50.0),
    limit("neck", "flexion", -65.0, 60.0),
    limit("neck", "bend to the right", -45.0, 45.0),
    limit("neck", "turn to the left", -85.0, 85.0),
    limit("collar bone", "elevation", -10.0, 45.0),
    limit("collar bone", "protraction", -25.0, 35.0),
    limit("shoulder", "elevation", 0.0, 180.0),
    // How far behind the side of the body the arm points.
    limit("shoulder", "extension", -90.0, 65.0),
    limit("shoulder", "reach across", -90.0, 55.0),
    limit("shoulder", "internal rotation", -95.0, 95.0),
    // Up to 5° beyond straight is common; the performer's stays bent.
    limit("elbow", "flexion", 0.0, 155.0),
    limit("elbow", "sideways", -5.0, 5.0),
    limit("forearm", "pronation", -90.0, 90.0),
    limit("wrist", "flexion", -70.0, 80.0),
    limit("knuckles", "flexion", -45.0, 95.0),
    // With the knee bent; with a straight knee about 90°, which the performer's kicks need not respect at speed.
    limit("hip", "flexion", -30.0, 130.0),
    // Of a straight hip; see `SPREAD` for a bent one.
    limit("hip", "abduction", -30.0, 50.0),
    limit("hip", "external rotation", -45.0, 55.0),
    limit("knee", "flexion", 0.0, 150.0),
    limit("knee", "sideways", -5.0, 5.0),
    // 20° without load; a lunge over a planted foot takes it to 40° and more, in many people to 50°.
    limit("ankle", "dorsiflexion", -60.0, 50.0),
    // Hindfoot and forefoot together.
    limit("ankle", "inversion", -28.0, 40.0),
    // The foot against the shin, about the shin's length: mostly the knee's own turn.
    limit("ankle", "toes out", -35.0, 40.0),
    // 70° by themselves, 90° and more under load when pushing off.
    limit("toes", "extension", -40.0, 95.0),
    limit("toes", "sideways", -5.0, 5.0),
];

/// The number of the hip's abduction among them.
const ABDUCTION: usize = 18;

/// Degrees. How much further a hip spreads that is bent: the straight hip is stopped by ligaments that bending slackens
/// and by the trochanter, which a bent thigh carries clear of the socket's rim. Recorded kicks reach 59° on one side and
/// 80° on the other (CMU 135_07, 95 % of frames, hip bent by 57° and more).
const SPREAD: f32 = 20.0;
/// Degrees of flexion at which a hip begins to spread further, and at which it has all of it.
const SPREADS: [f32; 2] = [30.0, 75.0];

/// How many of the limits belong to the middle of the body; the others come once for each side.
const MIDDLE: usize = 6;

/// An angle of a pose, and the range it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Angle {
    /// `left `, `right ` or nothing.
    pub side: &'static str,
    /// What is measured, and how far it goes in this pose.
    pub limit: Limit,
    /// Degrees.
    pub degrees: f32,
}

impl Angle {
    /// Degrees beyond the range; 0 within it.
    pub fn excess(&self) -> f32 {
        (self.degrees - self.limit.to).max(self.limit.from - self.degrees).max(0.0)
    }
}

impl std::fmt::Display for Angle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Limit { joint, motion, from, to } = self.limit;
        write!(
            f,
            "{}{joint}: {motion} of {:.1}°, where {from}° to {to}° is possible",
            self.side, self.degrees
        )
    }
}

/// Every angle that has a range, of a pose of the performer's own skeleton.
pub fn measure(pose: PoseView<'_>) -> Vec<Angle> {
    let mut angles = Vec::with_capacity(2 * LIMITS.len() - MIDDLE);
    let mut add = |side: &'static str, first: usize, values: &[f32]| {
        let of =
            |(radians, limit): (&f32, &Limit)| Angle { side, limit: *limit, degrees: radians.to_degrees() };
        angles.extend(values.iter().zip(&LIMITS[first..]).map(of));
    };
    let rotation = |number: usize| pose.rotations[number];
    let trunk = rotation(joint::SPINE) * rotation(joint::SPINE_1) * rotation(joint::CHEST);
    add("", 0, &bends(trunk));
    add("", 3, &bends(rotation(joint::NECK) * rotation(joint::HEAD)));
    for (side, x, arm, leg) in [
        ("left ", 1.0, joint::LEFT_ARM, joint::LEFT_LEG),
        ("right ", -1.0, joint::RIGHT_ARM, joint::RIGHT_LEG),
    ] {
        add(side, MIDDLE, &arm_angles(&pose.rotations[arm..arm + 5], x));
        add(side, MIDDLE + 11, &leg_angles(&pose.rotations[leg..leg + 4], x));
    }
    for side in 0..2 {
        let abduction = ABDUCTION + side * (LIMITS.len() - MIDDLE);
        let bent = angles[abduction - 1].degrees;
        angles[abduction].limit.to += SPREAD * ramp(bent, SPREADS[0], SPREADS[1]);
    }
    angles
}

/// The angles of a pose that are out of range by more than some degrees.
pub fn exceeded(pose: PoseView<'_>, by: f32) -> Vec<Angle> {
    measure(pose).into_iter().filter(|angle| angle.excess() > by).collect()
}

/// Flexion, bend to the right and turn to the left of an upright part against the one below it.
fn bends(rotation: Quat) -> [f32; 3] {
    let up = rotation * Vec3::Y;
    [libm::atan2f(up.z, up.y), arcsine(-up.x), twist(rotation, rotation.y)]
}

/// Collar bone, shoulder, elbow, forearm, wrist and knuckles. `x` is 1 on the left, −1 on the right.
fn arm_angles(rotations: &[Quat], x: f32) -> [f32; 11] {
    let [collar, shoulder, elbow, wrist, knuckles] = rotations else { return [0.0; 11] };
    // At rest an arm points to its own side.
    let out = |rotation: &Quat| *rotation * Vec3::new(x, 0.0, 0.0);
    let (bone, upper, lower) = (out(collar), *collar * out(shoulder), out(elbow));
    [
        arcsine(bone.y),
        libm::atan2f(bone.z, bone.x * x),
        libm::acosf((-upper.y).clamp(-1.0, 1.0)),
        // Behind and across only mean something for an arm that points there.
        arcsine(-upper.z),
        arcsine(-upper.x * x),
        twist(*shoulder, shoulder.x),
        // The forearm bends to the upper arm's own front.
        libm::atan2f(lower.z, lower.x * x),
        arcsine(lower.y),
        -twist(*elbow, elbow.x),
        libm::atan2f(-out(wrist).y, out(wrist).x * x),
        libm::atan2f(-out(knuckles).y, out(knuckles).x * x),
    ]
}

/// Hip, knee, ankle and toes.
pub(crate) fn leg_angles(rotations: &[Quat], x: f32) -> [f32; 10] {
    let [hip, knee, ankle, toes] = rotations else { return [0.0; 10] };
    let (thigh, shin) = (*hip * Vec3::NEG_Y, *knee * Vec3::NEG_Y);
    let (foot, sole) = (*ankle * Vec3::Z, *ankle * Vec3::X);
    let toe = *toes * Vec3::Z;
    let (flexion, abduction) = (libm::atan2f(thigh.z, -thigh.y), arcsine(thigh.x * x));
    let turned = (about(0, -flexion) * about(2, x * abduction)).conjugate() * *hip;
    [
        flexion,
        abduction,
        x * twist(turned, turned.y),
        libm::atan2f(-shin.z, -shin.y),
        arcsine(shin.x),
        libm::atan2f(foot.y, foot.z),
        -x * arcsine(sole.y),
        arcsine(foot.x * x),
        libm::atan2f(toe.y, toe.z),
        arcsine(toe.x),
    ]
}

/// rad. How far a rotation turns about one of its axes, once what swings that axis away is taken off.
fn twist(rotation: Quat, part: f32) -> f32 {
    let half = libm::atan2f(part, rotation.w);
    let turn = 2.0 * half;
    // A quaternion and its negative are the same rotation.
    if turn > std::f32::consts::PI {
        turn - std::f32::consts::TAU
    } else if turn < -std::f32::consts::PI {
        turn + std::f32::consts::TAU
    } else {
        turn
    }
}

fn arcsine(value: f32) -> f32 {
    libm::asinf(value.clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::skeleton;
    use crate::posture::Posture;
    use crate::solve::solve;
    use footwork_motion::Pose;

    fn degrees(pose: &Pose, side: &str, joint: &str, motion: &str) -> f32 {
        let angles = measure(pose.view());
        let of = |a: &&Angle| a.side == side && a.limit.joint == joint && a.limit.motion == motion;
        angles.iter().find(of).expect("an angle of that name").degrees
    }

    #[test]
    fn a_bent_joint_is_measured_at_the_angle_it_was_bent_by() {
        let mut pose = Pose::rest(&skeleton());
        let bent = 40_f32.to_radians();
        pose.rotations[joint::LEFT_LEG + 1] = about(0, bent);
        pose.rotations[joint::RIGHT_LEG] = about(0, -bent);
        pose.rotations[joint::RIGHT_ARM + 2] = about(1, bent);
        pose.rotations[joint::LEFT_LEG + 2] = about(0, bent);
        pose.rotations[joint::SPINE] = about(0, 0.5 * bent);
        pose.rotations[joint::CHEST] = about(0, 0.5 * bent);
        for (side, joint, motion, wanted) in [
            ("left ", "knee", "flexion", 40.0),
            ("right ", "knee", "flexion", 0.0),
            ("right ", "hip", "flexion", 40.0),
            ("right ", "elbow", "flexion", 40.0),
            ("left ", "ankle", "dorsiflexion", -40.0),
            ("", "trunk", "flexion", 40.0),
            ("left ", "shoulder", "elevation", 90.0),
        ] {
            let found = degrees(&pose, side, joint, motion);
            assert!((found - wanted).abs() < 0.01, "{side}{joint} {motion}: {found}");
        }
    }

    #[test]
    fn a_hip_bent_and_spread_is_not_turned_and_spreads_further() {
        let mut pose = Pose::rest(&skeleton());
        for (number, side, x) in [(joint::LEFT_LEG, "left ", 1.0), (joint::RIGHT_LEG, "right ", -1.0)] {
            // Astride a horse, knee-caps up, shins hanging.
            let bent_and_spread = about(0, -80_f32.to_radians()) * about(2, x * 60_f32.to_radians());
            pose.rotations[number] = bent_and_spread * about(1, x * 20_f32.to_radians());
            for (motion, wanted) in [("flexion", 80.0), ("abduction", 60.0), ("external rotation", 20.0)] {
                let found = degrees(&pose, side, "hip", motion);
                assert!((found - wanted).abs() < 0.1, "{side}{motion}: {found}");
            }
        }
        assert!(exceeded(pose.view(), 0.0).is_empty());
        pose.rotations[joint::LEFT_LEG] = about(2, 60_f32.to_radians());
        assert_eq!(exceeded(pose.view(), 1.0).len(), 1);
    }

    #[test]
    fn standing_at_ease_is_within_every_range() {
        let mut pose = Pose::rest(&skeleton());
        solve(&skeleton(), &Posture::standing(Vec3::ZERO, 0.4), &mut pose);
        let out: Vec<String> = exceeded(pose.view(), 0.0).iter().map(Angle::to_string).collect();
        assert!(out.is_empty(), "{out:?}");
    }

    #[test]
    fn a_knee_bent_backward_is_named_with_what_it_is_over_by() {
        let mut pose = Pose::rest(&skeleton());
        pose.rotations[joint::RIGHT_LEG + 1] = about(0, -0.2);
        let out = exceeded(pose.view(), 1.0);
        assert_eq!(out.len(), 1);
        assert!((out[0].excess() - 0.2_f32.to_degrees()).abs() < 0.01);
        assert!(out[0].to_string().starts_with("right knee: flexion of -11.5°"), "{}", out[0]);
    }
}
