//! The skeleton: a tree of joints, parents before children.

use glam::{Quat, Vec3};

use crate::role::{MissingRole, Role, Roles, Site, find};

/// One joint as it is given to [`Skeleton::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// As in the file it came from.
    pub name: String,
    /// Index of the parent, which stands before the joint in the list; none for the root.
    pub parent: Option<usize>,
    /// m, from the parent's origin to this joint's, in the parent's frame.
    pub offset: Vec3,
    /// Local rotation in the rest pose. Identity in most motion capture, where it may mean nothing.
    pub rest: Quat,
}

/// Where a bone without a further joint ends: the tip of a toe, the top of the head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The joint it belongs to.
    pub joint: usize,
    /// m, in the joint's frame.
    pub offset: Vec3,
}

/// Why joints do not make a skeleton.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SkeletonError {
    #[error("a skeleton needs at least one joint")]
    Empty,
    #[error("a skeleton can have {max} joints at most, this one has {found}", max = Skeleton::MAX_JOINTS)]
    TooManyJoints { found: usize },
    #[error("a skeleton can have {max} ends at most, this one has {found}", max = Skeleton::MAX_JOINTS)]
    TooManyEnds { found: usize },
    #[error("the first joint must be the root, but {name:?} has a parent")]
    RootHasParent { name: String },
    #[error("joint {name:?} has no parent, but a skeleton has one root only")]
    SecondRoot { name: String },
    #[error("joint {name:?} stands before its parent, or is its own ancestor")]
    ParentAfterChild { name: String },
    #[error("joint {name:?} has an offset or a rest rotation that is not a finite number")]
    NotFinite { name: String },
    #[error("an end or a translated joint names joint {joint}, but there are only {joints}")]
    NoSuchJoint { joint: usize, joints: usize },
}

/// In the list of parents: of the root.
pub(crate) const NO_PARENT: u16 = u16::MAX;

/// The tree of bones. Joints are numbered so that parents come before children; joint 0 is the root.
///
/// ```
/// use footwork_motion::{Joint, Skeleton, glam::{Quat, Vec3}};
///
/// let joint = |name: &str, parent, offset| Joint { name: name.into(), parent, offset, rest: Quat::IDENTITY };
/// let skeleton = Skeleton::new(vec![
///     joint("Hips", None, Vec3::ZERO),
///     joint("Spine", Some(0), Vec3::new(0.0, 0.1, 0.0)),
/// ])?;
/// assert_eq!(skeleton.find("Spine"), Some(1));
/// # Ok::<(), footwork_motion::SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    names: Vec<String>,
    parents: Vec<u16>,
    offsets: Vec<Vec3>,
    rest: Vec<Quat>,
    ends: Vec<End>,
    translated_joints: Vec<u16>,
    roles: Roles,
}

impl Skeleton {
    /// More than any rig has, and few enough that an index fits two bytes.
    pub const MAX_JOINTS: usize = 4096;

    /// Makes a skeleton and finds its roles from the joints' names and structure.
    pub fn new(joints: Vec<Joint>) -> Result<Skeleton, SkeletonError> {
        Skeleton::with_ends(joints, Vec::new())
    }

    /// The same, with the places where its last bones end.
    pub fn with_ends(joints: Vec<Joint>, ends: Vec<End>) -> Result<Skeleton, SkeletonError> {
        if joints.is_empty() {
            return Err(SkeletonError::Empty);
        }
        if joints.len() > Skeleton::MAX_JOINTS {
            return Err(SkeletonError::TooManyJoints { found: joints.len() });
        }
        if ends.len() > Skeleton::MAX_JOINTS {
            return Err(SkeletonError::TooManyEnds { found: ends.len() });
        }
        for (index, joint) in joints.iter().enumerate() {
            let name = || joint.name.clone();
            match joint.parent {
                Some(_) if index == 0 => return Err(SkeletonError::RootHasParent { name: name() }),
                None if index > 0 => return Err(SkeletonError::SecondRoot { name: name() }),
                Some(parent) if parent >= index => {
                    return Err(SkeletonError::ParentAfterChild { name: name() });
                }
                _ => {}
            }
            if !joint.offset.is_finite() || !joint.rest.is_finite() {
                return Err(SkeletonError::NotFinite { name: name() });
            }
        }
        if let Some(end) = ends.iter().find(|end| end.joint >= joints.len()) {
            return Err(SkeletonError::NoSuchJoint { joint: end.joint, joints: joints.len() });
        }
        if let Some(end) = ends.iter().find(|end| !end.offset.is_finite()) {
            return Err(SkeletonError::NotFinite { name: joints[end.joint].name.clone() });
        }
        let mut skeleton = Skeleton {
            parents: joints.iter().map(|j| j.parent.map_or(NO_PARENT, |p| p as u16)).collect(),
            offsets: joints.iter().map(|j| j.offset).collect(),
            rest: joints.iter().map(|j| j.rest).collect(),
            names: joints.into_iter().map(|j| j.name).collect(),
            ends,
            translated_joints: vec![0],
            roles: Roles::default(),
        };
        skeleton.roles = find::roles(&skeleton);
        Ok(skeleton)
    }

    /// Says which joints besides the root carry a translation in every pose, as the hips do below a root that
    /// stays on the ground. The order given here is the order of [`Pose::translations`](crate::Pose), after the
    /// root's.
    pub fn with_movers(mut self, translated_joints: &[usize]) -> Result<Skeleton, SkeletonError> {
        if let Some(&joint) = translated_joints.iter().find(|&&joint| joint >= self.len()) {
            return Err(SkeletonError::NoSuchJoint { joint, joints: self.len() });
        }
        self.translated_joints = vec![0];
        self.translated_joints
            .extend(translated_joints.iter().filter(|&&joint| joint != 0).map(|&joint| joint as u16));
        Ok(self)
    }

    /// How many joints there are; at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// A joint's name.
    pub fn name(&self, joint: usize) -> &str {
        &self.names[joint]
    }

    /// The first joint with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n == name)
    }

    /// A joint's parent; none for the root.
    #[inline]
    pub fn parent(&self, joint: usize) -> Option<usize> {
        match self.parents[joint] {
            NO_PARENT => None,
            parent => Some(parent as usize),
        }
    }

    #[inline]
    pub(crate) fn parents(&self) -> &[u16] {
        &self.parents
    }

    /// m, from the parent's origin to each joint's, in the parent's frame.
    #[inline]
    pub fn offsets(&self) -> &[Vec3] {
        &self.offsets
    }

    /// Each joint's local rotation in the rest pose.
    pub fn rest(&self) -> &[Quat] {
        &self.rest
    }

    /// Where the last bones end.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The joints that carry a translation in every pose; the root is the first.
    pub fn translated_joints(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.translated_joints.iter().map(|&joint| joint as usize)
    }

    /// Which joint plays which role.
    pub fn roles(&self) -> &Roles {
        &self.roles
    }

    /// To name roles by hand where they were not found.
    pub fn roles_mut(&mut self) -> &mut Roles {
        &mut self.roles
    }

    /// The joint that plays a role.
    pub fn joint(&self, role: Role) -> Result<usize, MissingRole> {
        self.roles.require(role).map(|site| site.joint)
    }

    /// The point that plays a role.
    pub fn site(&self, role: Role) -> Result<Site, MissingRole> {
        self.roles.require(role)
    }

    /// The children of a joint, in order.
    pub fn children(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        (joint + 1..self.len()).filter(move |&child| self.parents[child] as usize == joint)
    }

    /// The joint itself, its parent, and so on to the root.
    pub fn ancestors(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(joint), |&j| self.parent(j))
    }

    /// The joints again, as they were given.
    pub fn joints(&self) -> impl Iterator<Item = Joint> + '_ {
        (0..self.len()).map(|j| Joint {
            name: self.names[j].clone(),
            parent: self.parent(j),
            offset: self.offsets[j],
            rest: self.rest[j],
        })
    }

    /// How long a leg is from hip to ankle, in metres; the longer one of the two.
    pub fn leg_length(&self) -> Result<f32, MissingRole> {
        let mut longest = 0.0_f32;
        for side in crate::role::Side::BOTH {
            let [hip, _, ankle, _] = side.leg();
            longest = longest.max(self.chain_length(self.joint(hip)?, self.joint(ankle)?));
        }
        Ok(longest)
    }

    /// The summed length of the bones from a joint down to one of its descendants, in metres.
    pub fn chain_length(&self, from: usize, to: usize) -> f32 {
        self.ancestors(to).take_while(|&j| j != from).map(|j| self.offsets[j].length()).sum()
    }

    /// The same body in another unit: every length multiplied by `factor`.
    pub fn scaled(mut self, factor: f32) -> Skeleton {
        self.offsets.iter_mut().for_each(|offset| *offset *= factor);
        self.ends.iter_mut().for_each(|end| end.offset *= factor);
        self.roles.map_offsets(|offset| offset * factor);
        self
    }

    /// The same body in another world: every joint's frame keeps its meaning relative to the world's axes, which
    /// are turned by `turn`. [`Clip::turned`](crate::Clip::turned) does the same to its motion.
    pub fn turned(mut self, turn: Quat) -> Skeleton {
        self.offsets.iter_mut().for_each(|offset| *offset = turn * *offset);
        self.ends.iter_mut().for_each(|end| end.offset = turn * end.offset);
        self.rest.iter_mut().for_each(|rest| *rest = turn * *rest * turn.conjugate());
        self.roles.map_offsets(|offset| turn * offset);
        self
    }

    /// Replaces a joint's offset, for bodies of other proportions.
    pub fn set_offset(&mut self, joint: usize, offset: Vec3) {
        self.offsets[joint] = offset;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(name: &str, parent: Option<usize>) -> Joint {
        Joint { name: name.into(), parent, offset: Vec3::Y, rest: Quat::IDENTITY }
    }

    #[test]
    fn trees_that_are_none_are_refused_by_name() {
        assert_eq!(Skeleton::new(vec![]), Err(SkeletonError::Empty));
        let own_ancestor = vec![joint("a", None), joint("b", Some(2)), joint("c", Some(1))];
        assert_eq!(Skeleton::new(own_ancestor), Err(SkeletonError::ParentAfterChild { name: "b".into() }));
        let two_roots = vec![joint("a", None), joint("b", None)];
        assert_eq!(Skeleton::new(two_roots), Err(SkeletonError::SecondRoot { name: "b".into() }));
        let rootless = vec![joint("a", Some(0))];
        assert_eq!(Skeleton::new(rootless), Err(SkeletonError::RootHasParent { name: "a".into() }));
        let mut broken = vec![joint("a", None)];
        broken[0].offset.x = f32::NAN;
        assert_eq!(Skeleton::new(broken), Err(SkeletonError::NotFinite { name: "a".into() }));
    }

    #[test]
    fn a_chain_is_as_long_as_its_bones() {
        let skeleton =
            Skeleton::new(vec![joint("a", None), joint("b", Some(0)), joint("c", Some(1))]).unwrap();
        assert_eq!(skeleton.chain_length(0, 2), 2.0);
        assert_eq!(skeleton.chain_length(1, 1), 0.0);
    }
}
