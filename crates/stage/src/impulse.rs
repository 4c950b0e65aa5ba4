//! A shove: a push as a sudden velocity of the offset.
//!
//! The paper: *Pushing People Around*, section 3.2: a joint's offset gains m·exp(−ω d²), d from where the push hits.
//! Departs from it: offsets here are rotations, so the velocity that each joint would gain becomes the rate at which
//! the bones between joints turn, and bones keep their length. Only the root gains a velocity as such. A push on head or
//! trunk can leave the arms as they are, so that a guard beside a struck head is carried along and not torn off.

use footwork_motion::Transform;
use glam::Vec3;

use crate::body::Joints;
use crate::rig::{Chain, Rig};

/// How a body gives way to a push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GiveWay {
    /// m, in the world: where it hits.
    pub point: Vec3,
    /// m/s, what a joint right there gains; the paper's m, with its direction.
    pub velocity: Vec3,
    /// 1/m²: how quickly that falls off with distance; the paper's ω.
    pub falloff: f32,
    /// Whether arms near the point gain a velocity of their own. Otherwise they go along with the trunk.
    pub arms: bool,
}

impl GiveWay {
    pub(crate) fn is_sound(&self) -> bool {
        self.point.is_finite() && self.velocity.is_finite() && self.falloff >= 0.0 && self.falloff.is_finite()
    }

    /// The harder of two.
    pub(crate) fn harder(self, other: GiveWay) -> GiveWay {
        if other.velocity.length_squared() > self.velocity.length_squared() { other } else { self }
    }

    /// m/s, what a joint at a place gains.
    fn gain(&self, at: Vec3) -> Vec3 {
        self.velocity * libm::expf(-self.falloff * (at - self.point).length_squared())
    }

    /// rad/s, in the world: how the bone from a joint to its first child turns.
    fn spin(&self, rig: &Rig, world: &[Transform], joint: usize) -> Option<Vec3> {
        let at = world[joint].translation;
        let child = world[rig.first_children.get(joint).copied().flatten()? as usize].translation;
        let bone = child - at;
        let length_squared = bone.length_squared();
        (length_squared > 1e-6).then(|| bone.cross(self.gain(child) - self.gain(at)) / length_squared)
    }
}

/// Gives a body's offsets their sudden velocity. `world` is where its joints are shown.
pub(crate) fn shove(joints: &mut Joints<'_>, rig: &Rig, shove: &GiveWay, world: &[Transform]) {
    joints.slides[0].velocity += shove.gain(world[0].translation);
    for joint in (0..world.len()).filter(|joint| shove.arms || !is_of_arm(rig, *joint)) {
        let parent = rig.skeleton().parent(joint);
        // The last joints of limbs turn with their parents.
        let Some(spin) = shove.spin(rig, world, joint) else { continue };
        let (above, frame) = parent.map_or((Vec3::ZERO, glam::Quat::IDENTITY), |parent| {
            (shove.spin(rig, world, parent).unwrap_or(Vec3::ZERO), world[parent].rotation)
        });
        joints.turns[joint].velocity += frame.conjugate() * (spin - above);
    }
}

fn is_of_arm(rig: &Rig, joint: usize) -> bool {
    let holds = |arm: &Chain| arm.joints[0] == joint || arm.below.iter().any(|(j, _)| *j as usize == joint);
    rig.arms.iter().flatten().any(holds)
}
