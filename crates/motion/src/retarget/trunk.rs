//! The chest above the hips, where the source's is.
//!
//! Turns that are shared out along a spine of other joints put the chest elsewhere: what a source bends low in its back, a
//! target with one joint there bends higher or not at all, and head and arms are elsewhere with it. So the way from between
//! the hip joints to the chest points as the source's does. Joints between the hips and the chest are turned for it, all alike;
//! a body that has none turns its pelvis, whose hip joints are near to that axis. Turns are along the shortest arc, so nothing twists.
//!
//! The chest keeps its rotation, and so does what it carries.

use glam::{Quat, Vec3};

use super::follow::Follow;
use super::limbs::arc;
use super::stance::Stance;
use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// The trunks of both bodies.
#[derive(Clone, Debug)]
pub(super) struct Trunk {
    /// Both hip joints and the chest.
    source: [usize; 3],
    /// From where the source's chest is seen, in its own frame, to where the target's is: what lies between them in the stance.
    between: Quat,
    hips: usize,
    /// m. From between the target's hip joints to its hips, in the frame of these.
    rise: Vec3,
    /// The target's joints from below the hips to the chest.
    chain: Vec<usize>,
}

impl Trunk {
    /// None where a body has no chest apart from its hips.
    pub fn new(
        (from, from_stance): (&Skeleton, &Stance),
        (to, to_stance): (&Skeleton, &Stance),
        follows: &[Option<Follow>],
    ) -> Result<Option<Trunk>, MissingRole> {
        let [left, right] = Side::BOTH.map(|side| from.joint(side.leg()[0]));
        let (Ok(source), Ok(target)) = (from.joint(Role::Chest), to.joint(Role::Chest)) else {
            return Ok(None);
        };
        let hips = to.joint(Role::Hips)?;
        let mut chain: Vec<usize> = to.ancestors(target).take_while(|&above| above != hips).collect();
        chain.reverse();
        let on_the_hips = chain.first().is_some_and(|&first| to.parent(first) == Some(hips));
        if !on_the_hips
            || source == from.joint(Role::Hips)?
            || chain.iter().any(|&joint| follows[joint].is_none())
        {
            return Ok(None);
        }
        let seen = |body: &Skeleton, stance: &Stance| {
            let joints = stance.joints(body);
            let at = |role| body.roles().get(role).map_or(Vec3::ZERO, |site| site.position(&joints));
            (0.5 * (at(Role::LeftHip) + at(Role::RightHip)), at(Role::Chest), at(Role::Hips))
        };
        let (middle, chest, _) = seen(from, from_stance);
        let (own_middle, own_chest, own_hips) = seen(to, to_stance);
        let stands = from_stance.rotation(source);
        let between = stands.conjugate() * arc(chest - middle, own_chest - own_middle) * stands;
        let rise = to_stance.rotation(hips).conjugate() * (own_hips - own_middle);
        Ok(Some(Trunk { source: [left?, right?, source], between, hips, rise, chain }))
    }

    /// Turns the spine. Joints have rotations and no places yet.
    pub fn aim(&self, source: &[Transform], to: &Skeleton, joints: &mut [Transform]) {
        let [left, right, chest] = self.source.map(|joint| source[joint]);
        let there = chest.translation - 0.5 * (left.translation + right.translation);
        let turned = chest.rotation * self.between * chest.rotation.conjugate() * there;
        let Some(ahead) = turned.try_normalize() else { return };
        let bone = |parent: usize, joint: usize| joints[parent].rotation * to.offsets()[joint];
        let low = joints[self.hips].rotation * self.rise + bone(self.hips, self.chain[0]);
        let high: Vec3 = self.chain.windows(2).map(|pair| bone(pair[0], pair[1])).sum();
        let between = &self.chain[..self.chain.len() - 1];
        if between.is_empty() || high == Vec3::ZERO {
            joints[self.hips].rotation = (arc(low, ahead) * joints[self.hips].rotation).normalize();
            return;
        }
        // How far along the way the chest is, with the upper part as long as it is; too low a bend is made as well as it goes.
        let along = low.dot(ahead);
        let far = along + (along * along - low.length_squared() + high.length_squared()).max(0.0).sqrt();
        let by = arc(high, far * ahead - low);
        between.iter().for_each(|&joint| joints[joint].rotation = (by * joints[joint].rotation).normalize());
    }
}
