//! A shove: a push as a sudden velocity of the offset.
//!
//! The paper: *Pushing People Around*, section 3.2: a joint's offset gains m·exp(−ω d²), d from where the push hits.
//! Departs from it: offsets here are rotations, so the velocity that each joint would gain becomes the rate at which
//! the bones between joints turn, and bones keep their length. Only the root gains a velocity as such. A push on head or
//! trunk can leave the arms as they are, so that a guard beside a struck head is carried along and not torn off.

use footwork_motion::Transform;
use glam::Vec3;

use crate::body::Joints;
use crate::contact::{BodyPart, Capsule};
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
    /// Share of that velocity that the centre of mass of the whole body gains, where it is known; none for what comes of the parts. What
    /// the parts gain beyond it the hips go the other way: a struck head whips back, and the body stays.
    pub whole: Option<f32>,
    /// m. How far along the ground the body is carried that way, for good: it gets there as from any transition, and its feet step
    /// after it where they cannot be held.
    pub carries: f32,
}

impl GiveWay {
    /// [`whole`](GiveWay::whole) of a blow: a fist acts with a mass of 2.9 kg (Walilko, Viano and Bir 2005) on a body of 70 kg.
    pub const BLOW: f32 = 0.04;

    pub(crate) fn is_sound(&self) -> bool {
        let whole = self.whole.unwrap_or(0.0);
        self.point.is_finite()
            && self.velocity.is_finite()
            && self.falloff >= 0.0
            && (self.falloff + whole + self.carries).is_finite()
    }

    /// The harder of two.
    pub(crate) fn harder(self, other: GiveWay) -> GiveWay {
        if other.velocity.length_squared() > self.velocity.length_squared() { other } else { self }
    }

    /// m, along the ground: by how much the body is carried.
    pub(crate) fn carried(&self) -> Vec3 {
        self.carries * self.velocity.with_y(0.0).normalize_or_zero()
    }

    /// m/s, what a joint at a place gains.
    fn gain(&self, at: Vec3) -> Vec3 {
        self.velocity * libm::expf(-self.falloff * (at - self.point).length_squared())
    }

    /// m/s, what the centre of mass gains by what the parts do. Arms that only go along do as the chest does.
    fn centre_gain(&self, rig: &Rig, world: &[Transform]) -> Vec3 {
        let middle = |capsule: &Capsule| 0.5 * (capsule.from.position(world) + capsule.to.position(world));
        let chest = rig.capsules().iter().find(|(part, _)| *part == BodyPart::Chest);
        let along = chest.map_or(Vec3::ZERO, |(_, capsule)| self.gain(middle(capsule)));
        rig.capsules()
            .iter()
            .map(|(part, capsule)| {
                let goes_along = part.is_of_arm() && !self.arms;
                part.mass_share() * if goes_along { along } else { self.gain(middle(capsule)) }
            })
            .sum()
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
    let back = shove.whole.map_or(Vec3::ZERO, |share| shove.centre_gain(rig, world) - shove.velocity * share);
    joints.slides[0].velocity += shove.gain(world[0].translation) - back;
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
