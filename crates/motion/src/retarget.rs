//! Motion from one body onto another: other proportions, other rest pose, other bones, other names.
//!
//! Joints are matched by role, and rotations are carried in the world. Both bodies are first brought into one common
//! stance (`stance`): upright, facing +Z, arms out to the sides, feet flat. How far a bone has turned from that stance in
//! the world is then the same for both, whatever axes their joints have. Spines, necks and collar bones with another
//! number of joints share the turn out along the chain (`follow`); a joint without a counterpart keeps its place relative
//! to its parent. Fingers are matched by their names, and hands that show how their palms lie are laid out alike (`fingers`).
//!
//! Lengths differ, so rotations alone would let feet slide and sink, and a chest on other joints would be elsewhere above the
//! hips. The trunk points as the source's (`trunk`), and what the source has no joints for is held as the target's own
//! recordings show it (`habit`). The path is scaled by the ratio of the legs, and the legs are bent so that the balls of the
//! feet are where the source's are, scaled about the origin: what was planted stays planted (`limbs`). Soles keep their height
//! above the floor, also where feet have another size. Hands at the head or on each other keep their place there.
//!
//! [`retarget`] does a clip. A game makes a [`Retarget`] once per pair of skeletons and asks for a pose each frame,
//! which allocates nothing. There the path is not scaled ([`Retarget::in_place`]): who stands before an opponent or a
//! door on the stage has to stand there with any legs.

use glam::{Quat, Vec3};

use crate::clip::{Clip, ClipError};
use crate::kinematics::world;
use crate::pose::{Pose, nlerp};
use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

mod fingers;
mod follow;
mod habit;
mod limbs;
mod stance;
#[cfg(test)]
mod tests;
mod trunk;

use follow::Follow;
use limbs::{Arm, Leg};
pub use stance::Stance;
use trunk::Trunk;

/// How much a foot in the air counts beside a planted one for where over the ground the hips are.
const IN_THE_AIR: f32 = 0.1;

/// Why motion cannot be carried over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RetargetError {
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
    #[error(transparent)]
    Clip(#[from] ClipError),
    #[error("this body's legs have no length; motion needs a body with legs")]
    NoLegs,
    #[error(
        "this body never stands: its rest pose is none of a standing person, and in no frame of its motion does it \
         stand; give a file in which it does"
    )]
    NoStance,
}

/// The motion of `clip`, made for the body `from`, on the body `to`. How `from` stands is seen in the clip where its rest
/// pose does not say; `to` has to stand in its rest pose. [`Retarget`] can be told more.
pub fn retarget(clip: &Clip, from: &Skeleton, to: &Skeleton) -> Result<Clip, RetargetError> {
    let stance = Stance::new(from, std::slice::from_ref(clip))?;
    Retarget::new(from, &stance, to, &Stance::at_rest(to)?)?.clip(clip, from, to)
}

/// How one skeleton's motion goes onto another. It is made once for a pair, and is plain data.
#[derive(Clone, Debug)]
pub struct Retarget {
    /// The target's leg over the source's.
    scale: f32,
    /// What places in the world are multiplied with: the legs' ratio, or over the ground one.
    across: Vec3,
    /// For each joint of the target: what it follows, and where it is relative to its parent if it follows nothing.
    follows: Vec<Option<Follow>>,
    locals: Vec<Quat>,
    /// The target's joints from the root to its ankles, whose places decide where the body is.
    path: Vec<usize>,
    /// The joint that carries the body, and its slot among the translations.
    carrier: (usize, usize),
    /// The source's root, where the target's root is another joint than its carrier and goes with it.
    root: Option<usize>,
    /// Whether the root goes along on the ground beneath the body, which another joint carries.
    root_beneath: bool,
    translations: Vec<Vec3>,
    /// The joint of the target that each translation belongs to.
    slots: Vec<usize>,
    trunk: Option<Trunk>,
    legs: [Leg; 2],
    arms: [Option<Arm>; 2],
    source_joints: usize,
}

impl Retarget {
    /// From a skeleton onto another, each with its stance.
    pub fn new(
        from: &Skeleton,
        from_stance: &Stance,
        to: &Skeleton,
        to_stance: &Stance,
    ) -> Result<Retarget, RetargetError> {
        let lengths = [from.leg_length()?, to.leg_length()?];
        if lengths.iter().any(|length| length.is_nan() || *length <= 0.0) {
            return Err(RetargetError::NoLegs);
        }
        let scale = lengths[1] / lengths[0];
        let follows = follow::follows(from, from_stance, to, to_stance)?;
        let [left, right] =
            Side::BOTH.map(|side| Leg::new(side, (from, from_stance), (to, to_stance), &follows));
        let legs = [left?, right?];
        let hips = to.joint(Role::Hips)?;
        let mut path: Vec<usize> =
            legs.iter().flat_map(|leg| to.ancestors(leg.target[2])).chain(to.ancestors(hips)).collect();
        path.sort_unstable();
        path.dedup();
        let slots: Vec<usize> = to.translated_joints().collect();
        let carrier = to
            .ancestors(hips)
            .find_map(|joint| Some((joint, slots.iter().position(|&slot| slot == joint)?)))
            .unwrap_or((0, 0));
        let root = follows[0].filter(|_| carrier.0 != 0).map(|follow| follow.source);
        Ok(Retarget {
            scale,
            across: Vec3::splat(scale),
            locals: to_stance.locals(to),
            path,
            carrier,
            root,
            root_beneath: false,
            translations: slots.iter().map(|&joint| to.offsets()[joint]).collect(),
            slots,
            trunk: Trunk::new((from, from_stance), (to, to_stance), &follows)?,
            legs,
            arms: Side::BOTH.map(|side| Arm::new(side, from, to, &follows)),
            source_joints: from.len(),
            follows,
        })
    }

    /// The target's leg over the source's: what paths and speeds are multiplied with.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The same for a body that stands where the source stands: places on the ground are not scaled. Steps are as long as
    /// the source's, so planted feet stay planted; short legs bend less, and where they end the body comes down.
    pub fn in_place(mut self) -> Retarget {
        self.across = Vec3::new(1.0, self.scale, 1.0);
        self
    }

    /// The same, with the target's root on the ground beneath the body, as engines want it that take root motion from a bone. For targets
    /// whose hips have translations of their own; others stay as they are.
    pub fn root_beneath(mut self) -> Retarget {
        self.root_beneath = self.carrier.0 != 0;
        self
    }

    /// The pose of the target for a moment of the source. `source` is where the source's joints are in the world, and
    /// `joints` is where the target's are afterwards. Nothing is allocated.
    ///
    /// # Panics
    /// If a list is not of the skeletons that this was made for.
    pub fn pose(&self, source: &[Transform], to: &Skeleton, pose: &mut Pose, joints: &mut [Transform]) {
        let fits = source.len() == self.source_joints && to.len() == self.follows.len();
        assert!(fits && joints.len() == to.len(), "joints of another skeleton");
        self.turn(source, to, joints);
        if let Some(trunk) = &self.trunk {
            trunk.aim(source, to, joints);
        }
        self.arms.iter().flatten().for_each(|arm| arm.aim(source, to, joints));
        pose.translations.copy_from_slice(&self.translations);
        if let Some(root) = self.root {
            pose.translations[0] = self.across * source[root].translation;
        }
        if self.root_beneath {
            let [left, right] = &self.legs;
            let hips = 0.5 * (source[left.source[0]].translation + source[right.source[0]].translation);
            pose.translations[0] = self.translations[0] + self.across * Vec3::new(hips.x, 0.0, hips.z);
        }
        self.place(source, to, pose, joints);
        for (leg, target) in self.legs.iter().zip(self.ankles(source, joints)) {
            leg.bend(source, self.scale, target, joints);
        }
        self.settle(to, pose, joints);
        self.reach(source, to, pose, joints);
    }

    /// Turns every joint in the world as what it follows; no joint has a place yet.
    fn turn(&self, source: &[Transform], to: &Skeleton, joints: &mut [Transform]) {
        for (joint, follow) in self.follows.iter().enumerate() {
            joints[joint].rotation = match follow {
                Some(follow) => follow.rotation(source),
                None => above(to, joints, joint) * self.locals[joint],
            };
        }
    }

    /// Moves the carrier so that the middle between the hips follows the source's, but no higher than planted feet
    /// can be reached from. Gives the joints down to the ankles their places.
    fn place(&self, source: &[Transform], to: &Skeleton, pose: &mut Pose, joints: &mut [Transform]) {
        for &joint in &self.path {
            joints[joint].translation = self.attached(to, joint, &pose.translations, joints);
        }
        let [left, right] = &self.legs;
        let from = 0.5 * (source[left.source[0]].translation + source[right.source[0]].translation);
        let now = 0.5 * (joints[left.target[0]].translation + joints[right.target[0]].translation);
        let ankles = self.ankles(source, joints);
        let mut shift = self.across * from + self.lift(source, &ankles) - now;
        let drop = self
            .legs
            .iter()
            .zip(ankles)
            .map(|(leg, ankle)| leg.out_of_reach(joints, shift, ankle) * leg.planted(source));
        shift.y -= drop.fold(0.0, f32::max);
        for &joint in &self.path {
            joints[joint].translation += shift;
        }
        let (carrier, slot) = self.carrier;
        pose.translations[slot] += above(to, joints, carrier).conjugate() * shift;
    }

    /// m. How far the hips are from where the source's are, scaled: as far as the ankles, which stand elsewhere above feet of
    /// another height and length. So legs bend as the source's do. In height, feet in the air count as flat ones.
    fn lift(&self, source: &[Transform], ankles: &[Vec3; 2]) -> Vec3 {
        let (mut over, mut counts) = (Vec3::ZERO, 0.0_f32);
        let (mut high, mut weights, mut most, mut flat) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        for (leg, &ankle) in self.legs.iter().zip(ankles) {
            let planted = leg.planted(source);
            let off = ankle - self.across * source[leg.source[2]].translation;
            over += (planted + IN_THE_AIR) * off;
            counts += planted + IN_THE_AIR;
            high += planted * off.y;
            weights += planted;
            most = most.max(planted);
            flat += 0.5 * (leg.target_foot.height - self.scale * leg.source_foot.height);
        }
        let high = if weights > 0.0 { flat + most * (high / weights - flat) } else { flat };
        Vec3::new(over.x / counts, high, over.z / counts)
    }

    /// Where a joint hangs, given its parent; the root's place is its own.
    fn attached(&self, to: &Skeleton, joint: usize, translations: &[Vec3], joints: &[Transform]) -> Vec3 {
        // One slot in nearly every skeleton.
        let slot = self.slots.iter().position(|&slot| slot == joint);
        let offset = slot.map_or(to.offsets()[joint], |slot| translations[slot]);
        to.parent(joint).map_or(offset, |parent| joints[parent].point(offset))
    }

    fn ankles(&self, source: &[Transform], joints: &[Transform]) -> [Vec3; 2] {
        [0, 1].map(|side| self.legs[side].ankle(source, self.across, joints))
    }

    /// Gives every joint its place, and the pose its local rotations.
    fn settle(&self, to: &Skeleton, pose: &mut Pose, joints: &mut [Transform]) {
        for joint in 0..joints.len() {
            let parent = above(to, joints, joint);
            if self.follows[joint].is_none() {
                joints[joint].rotation = parent * self.locals[joint];
            }
            pose.rotations[joint] = (parent.conjugate() * joints[joint].rotation).normalize();
            joints[joint].translation = self.attached(to, joint, &pose.translations, joints);
        }
    }

    /// Brings hands that are at the head or on each other to where the source's are.
    fn reach(&self, source: &[Transform], to: &Skeleton, pose: &mut Pose, joints: &mut [Transform]) {
        let moves = [0, 1].map(|side| {
            self.arms[side].as_ref().map_or(Vec3::ZERO, |arm| arm.correction(source, self.scale, joints))
        });
        for (arm, by) in self.arms.iter().zip(moves) {
            if let Some(arm) = arm.as_ref().filter(|_| by != Vec3::ZERO) {
                arm.bend_a_little(by, joints);
                self.settle_hand(arm, to, pose, joints);
            }
        }
    }

    /// Brings a hand to a place in the world, after [`Retarget::pose`]: to what the source's hand holds or hits, which a
    /// body with other arms would miss. An arm that is too short stretches toward it. Nothing is allocated.
    ///
    /// # Panics
    /// If a list is not of the skeleton that this was made for.
    pub fn reach_for(
        &self,
        side: Side,
        hand: Vec3,
        to: &Skeleton,
        pose: &mut Pose,
        joints: &mut [Transform],
    ) {
        assert!(to.len() == self.follows.len() && joints.len() == to.len(), "joints of another skeleton");
        let (Some(arm), Some(own)) = (&self.arms[side as usize], to.roles().get(side.arm()[3])) else {
            return;
        };
        let by = hand - own.position(joints);
        if by.is_finite() {
            arm.bend(by, joints);
            self.settle_hand(arm, to, pose, joints);
        }
    }

    /// Gives an arm that was bent its places and local rotations.
    fn settle_hand(&self, arm: &Arm, to: &Skeleton, pose: &mut Pose, joints: &mut [Transform]) {
        for &joint in &arm.below {
            let parent = above(to, joints, joint);
            if self.follows[joint].is_none() {
                joints[joint].rotation = parent * self.locals[joint];
            }
            pose.rotations[joint] = (parent.conjugate() * joints[joint].rotation).normalize();
            joints[joint].translation = self.attached(to, joint, &pose.translations, joints);
        }
    }

    /// A whole clip of the source.
    pub fn clip(&self, clip: &Clip, from: &Skeleton, to: &Skeleton) -> Result<Clip, RetargetError> {
        let mut source = vec![Transform::IDENTITY; from.len()];
        let mut joints = vec![Transform::IDENTITY; to.len()];
        let mut pose = Pose::rest(to);
        let (mut translations, mut rotations) = (Vec::new(), Vec::new());
        for frame in 0..clip.frames() {
            world(from, clip.frame(frame), &mut source);
            self.pose(&source, to, &mut pose, &mut joints);
            translations.extend_from_slice(&pose.translations);
            rotations.extend_from_slice(&pose.rotations);
        }
        Ok(Clip::new(to, clip.name.clone(), clip.rate(), translations, rotations)?)
    }
}

/// The rotation in the world that a joint's own is relative to.
fn above(skeleton: &Skeleton, joints: &[Transform], joint: usize) -> Quat {
    skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| joints[parent].rotation)
}

impl Follow {
    /// The target's rotation in the world.
    fn rotation(&self, source: &[Transform]) -> Quat {
        let near = source[self.source].rotation * self.turn;
        match self.toward {
            None => near,
            Some((other, turn, weight)) => nlerp(near, source[other].rotation * turn, weight),
        }
    }
}
