//! A body's joints back to the nodes of the file that it was read from: for its own file with other motion, and for whoever
//! shows the file and moves its nodes.

use footwork_motion::{PoseView, Transform};

use super::buffer::Buffers;
use super::tree::{Local, Tree};
use super::{accessor, animation, body, container, document, plan};
use crate::fault::Fault;
use crate::import::Body;

/// The nodes of a glTF or VRM file that a body's joints are.
#[derive(Clone, Debug)]
pub struct Nodes {
    bones: Vec<Bone>,
    /// From the file's axes to the body's.
    turn: footwork_motion::glam::Quat,
    /// Metres per unit of the file.
    unit: f32,
    /// For each joint, where it hangs on its parent, or which of a pose's translations says so.
    slots: Vec<Option<usize>>,
    offsets: Vec<footwork_motion::glam::Vec3>,
}

/// A joint's node.
#[derive(Clone, Debug)]
pub(super) struct Bone {
    pub node: usize,
    pub local: Local,
    /// What the scales above it do to its translation.
    size: f32,
    /// Where what it hangs on is in the world; only the root's matters.
    above: Transform,
}

impl Nodes {
    /// The nodes of the body of a number among those of a file. `outside` gives files beside it.
    pub fn new(
        file: &[u8],
        outside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
        (number, body): (usize, &Body),
    ) -> Result<Nodes, Fault> {
        let (json, binary) = container::open(file)?;
        Nodes::of(&document::parse(json)?, (file, binary), outside, (number, body))
    }

    pub(super) fn of(
        document: &document::Document,
        (file, binary): (&[u8], Option<&[u8]>),
        outside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
        (number, body): (usize, &Body),
    ) -> Result<Nodes, Fault> {
        let tree = Tree::new(document)?;
        let mut unheard = Vec::new();
        let plans = plan::plans(&tree, &mut unheard)?;
        let numbers = accessor::Accessors::new(document, Buffers::new(document, file, binary, outside));
        // Animations say how nodes are scaled.
        let takes = animation::takes(document, &numbers, &plan::nodes_in_use(&tree, &plans), &mut unheard)?;
        let plan = plans.get(number).ok_or_else(|| Fault::Other(format!("there is no body {number}")))?;
        let rigid = body::bones(plan, &tree, &takes)?;
        let above = rigid.above;
        let bones = rigid.joints.into_iter().map(|(node, local, size)| Bone { node, local, size, above });
        let skeleton = &body.skeleton;
        let slot = |joint| skeleton.translated_joints().position(|slot| slot == joint);
        let nodes = Nodes {
            bones: bones.collect(),
            turn: body.turn,
            unit: body.unit.scale,
            slots: (0..skeleton.len()).map(slot).collect(),
            offsets: skeleton.offsets().to_vec(),
        };
        match nodes.bones.len() == skeleton.len() {
            true => Ok(nodes),
            false => Err(Fault::Other(format!("body {number} of this file has other joints"))),
        }
    }

    /// For each joint, its node's place in the file's list.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.bones.iter().map(|bone| bone.node)
    }

    /// Each joint's node in a pose of the body, relative to its parent node, in the file's own unit and axes; its scale stays
    /// as it is. Nothing is allocated.
    ///
    /// # Panics
    /// If the pose is of another body.
    pub fn locals<'a>(&'a self, pose: PoseView<'a>) -> impl ExactSizeIterator<Item = Transform> + 'a {
        assert_eq!(pose.rotations.len(), self.bones.len(), "a pose of another body");
        (0..self.bones.len()).map(move |joint| {
            let translation = self.slots[joint].map_or(self.offsets[joint], |slot| pose.translations[slot]);
            self.local(joint, Transform { rotation: pose.rotations[joint], translation })
        })
    }

    pub(super) fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// A joint's transform relative to its parent, as its node has it.
    pub(super) fn local(&self, joint: usize, local: Transform) -> Transform {
        let (bone, back) = (&self.bones[joint], self.turn.conjugate());
        let mut own = Transform {
            rotation: back * local.rotation * self.turn,
            translation: back * local.translation / self.unit,
        };
        if joint == 0 {
            own = bone.above.inverse() * own;
        }
        Transform { rotation: own.rotation.normalize(), translation: own.translation / bone.size }
    }
}
