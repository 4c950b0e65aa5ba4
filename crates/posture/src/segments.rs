//! What the parts of a body weigh, how they resist turning, how thick they are and how far their joints go: numbers only.
//!
//! Masses, centres and radii of gyration after Winter, *Biomechanics and Motor Control of Human Movement*, table of
//! anthropometric data. Ranges of motion are those of healthy adults (American Academy of Orthopaedic Surgeons), the same
//! that the performer keeps to, with the trunk's shared by its two joints.
//!
//! A part is named by the role of the joint at which it begins. Its axes are anatomical: X to the body's left, Y up along the
//! part, Z to the front, of somebody upright with hanging arms.

use footwork_motion::{Role, Side};

/// One part of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySegment {
    /// The joint at which it begins.
    pub from: Role,
    /// Where its line ends; the next one of these that the body has.
    pub to: [Role; 2],
    /// Share of the body's mass.
    pub mass: f32,
    /// Where its centre of mass is, as a share of the way from its inner to its outer end.
    pub centre: f32,
    /// Radius of gyration about an axis across it through its centre, as a share of its length.
    pub gyration: f32,
    /// Radius of its capsule, as a share of the body's height. Estimated from photographs.
    pub radius: f32,
    /// Degrees about its own X, Y and Z, from the middle of the joint's range.
    pub range: [[f32; 2]; 3],
    /// Degrees about Z, then about X: the middle of the range of those joints that are far from straight there. Mirrored on
    /// the right.
    pub middle: [f32; 2],
    /// N·m. What its muscles can do at this joint: peak isometric torques of adults, of the weaker direction (Anderson and
    /// others 2007 for the leg; Holzbaur and others 2005 for the arm; McGill 1988 for the trunk).
    pub strength: f32,
}

/// The middle of the body.
const TRUNK: [BodySegment; 4] = [
    BodySegment {
        from: Role::Hips,
        to: [Role::Spine, Role::Chest],
        mass: 0.142,
        centre: 0.5,
        gyration: 0.5,
        radius: 0.062,
        range: [[0.0; 2]; 3],
        middle: [0.0; 2],
        strength: 0.0,
    },
    BodySegment {
        from: Role::Spine,
        to: [Role::Chest, Role::Neck],
        mass: 0.139,
        centre: 0.44,
        gyration: 0.5,
        radius: 0.062,
        range: [[-18.0, 43.0], [-25.0, 25.0], [-20.0, 20.0]],
        middle: [0.0; 2],
        strength: 150.0,
    },
    BodySegment {
        from: Role::Chest,
        to: [Role::Neck, Role::Head],
        mass: 0.216,
        centre: 0.6,
        gyration: 0.5,
        radius: 0.068,
        range: [[-18.0, 43.0], [-25.0, 25.0], [-20.0, 20.0]],
        middle: [0.0; 2],
        strength: 150.0,
    },
    BodySegment {
        from: Role::Neck,
        to: [Role::Head, Role::Head],
        mass: 0.081,
        centre: 1.0,
        gyration: 0.495,
        radius: 0.058,
        range: [[-60.0, 55.0], [-80.0, 80.0], [-43.0, 43.0]],
        middle: [0.0; 2],
        strength: 25.0,
    },
];

/// One side's limbs; the left one's.
const LIMBS: [BodySegment; 6] = [
    BodySegment {
        from: Role::LeftShoulder,
        to: [Role::LeftElbow; 2],
        mass: 0.028,
        centre: 0.436,
        gyration: 0.322,
        radius: 0.028,
        range: [[-100.0, 100.0], [-85.0, 85.0], [-85.0, 85.0]],
        middle: [45.0, -50.0],
        strength: 60.0,
    },
    BodySegment {
        from: Role::LeftElbow,
        to: [Role::LeftWrist; 2],
        mass: 0.016,
        centre: 0.430,
        gyration: 0.303,
        radius: 0.023,
        // About Y is the forearm's pronation; many skeletons have it here, and not at the wrist.
        range: [[-75.0, 75.0], [-90.0, 90.0], [-12.0, 12.0]],
        middle: [0.0, -75.0],
        strength: 45.0,
    },
    BodySegment {
        from: Role::LeftWrist,
        to: [Role::LeftHand; 2],
        mass: 0.006,
        centre: 0.506,
        gyration: 0.297,
        radius: 0.020,
        range: [[-70.0, 70.0], [-60.0, 60.0], [-70.0, 70.0]],
        middle: [0.0; 2],
        strength: 8.0,
    },
    BodySegment {
        from: Role::LeftHip,
        to: [Role::LeftKnee; 2],
        mass: 0.100,
        centre: 0.433,
        gyration: 0.323,
        radius: 0.042,
        range: [[-78.0, 78.0], [-50.0, 50.0], [-40.0, 40.0]],
        middle: [10.0, -52.0],
        strength: 150.0,
    },
    BodySegment {
        from: Role::LeftKnee,
        to: [Role::LeftAnkle; 2],
        mass: 0.0465,
        centre: 0.433,
        gyration: 0.302,
        radius: 0.030,
        range: [[-75.0, 75.0], [-15.0, 15.0], [-8.0, 8.0]],
        middle: [0.0, 73.0],
        strength: 110.0,
    },
    BodySegment {
        from: Role::LeftAnkle,
        to: [Role::LeftToe; 2],
        mass: 0.0145,
        centre: 0.5,
        gyration: 0.475,
        radius: 0.016,
        range: [[-45.0, 60.0], [-38.0, 38.0], [-35.0, 35.0]],
        middle: [0.0; 2],
        strength: 60.0,
    },
];

/// Every part of a body, inner ones first.
pub fn all() -> impl Iterator<Item = BodySegment> {
    let limbs = Side::BOTH.into_iter().flat_map(|side| {
        LIMBS.into_iter().map(move |limb| match side {
            Side::Left => limb,
            Side::Right => mirrored(limb),
        })
    });
    TRUNK.into_iter().chain(limbs)
}

/// The same part on the other side: turns about Y and Z go the other way.
fn mirrored(segment: BodySegment) -> BodySegment {
    let [x, y, z] = segment.range;
    let turned = |[from, to]: [f32; 2]| [-to, -from];
    BodySegment {
        from: segment.from.mirrored(),
        to: segment.to.map(Role::mirrored),
        range: [x, turned(y), turned(z)],
        middle: [-segment.middle[0], segment.middle[1]],
        ..segment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_make_a_whole_body() {
        let sum: f32 = all().map(|segment| segment.mass).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    }

    #[test]
    fn every_range_has_its_middle_within() {
        for segment in all() {
            assert!(segment.range.iter().all(|[from, to]| *from <= 0.0 && 0.0 <= *to), "{segment:?}");
        }
    }
}
