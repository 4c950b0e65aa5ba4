//! Which nodes are the joints of which body.
//!
//! A joint is a node that is called a bone, or that a mesh hangs on, and what lies between two of them. A file without
//! any has its animated nodes instead: some programs export skeletons as empty nodes.

use std::collections::{BTreeMap, BTreeSet};

use ufbx::{Node, Scene};

use crate::fault::Fault;

/// More than any crowd that anyone exports, and few enough to go through all takes for each.
const MOST_BODIES: usize = 1024;

/// One body, in nodes. Nodes are named by their place in the scene's list.
#[derive(Debug, PartialEq)]
pub(super) struct Plan {
    pub name: String,
    /// The nodes above the root joint, from the top of the scene down.
    pub above: Vec<usize>,
    /// The joints' nodes, parents before children.
    pub joints: Vec<usize>,
    /// For each end, the joint (by its place in `joints`) and the node.
    pub ends: Vec<(usize, usize)>,
}

/// The bodies of a file, at least one.
pub(super) fn plans(scene: &Scene) -> Result<Vec<Plan>, Fault> {
    let mut bones: BTreeSet<usize> =
        scene.nodes.into_iter().filter(|node| is_bone(node)).map(place).collect();
    let skinned = skinned(scene);
    bones.extend(skinned.values().flatten());
    let moved = moved(scene);
    if bones.is_empty() {
        bones.clone_from(&moved);
    }
    if bones.is_empty() {
        return Err(Fault::Other("no skeleton and no animation: there is nothing here that moves".into()));
    }

    // One skin's bones may stand in several trees below one node, which then is the body's root.
    let mut members = bones.clone();
    for skin in skinned.values() {
        let tops: BTreeSet<usize> = skin.iter().map(|&bone| topmost(scene, &bones, bone)).collect();
        if tops.len() > 1 {
            members.extend(shared(scene, &tops));
        }
    }
    // What lies between a joint and the topmost one above it.
    for &bone in &bones {
        let chain: Vec<usize> = upwards(scene, bone).collect();
        let top = chain.iter().rposition(|node| members.contains(node)).unwrap_or(0);
        members.extend(&chain[..top]);
    }
    let tops: Vec<usize> = members
        .iter()
        .copied()
        .filter(|&node| !upwards(scene, node).skip(1).any(|up| members.contains(&up)))
        .collect();
    if tops.len() > MOST_BODIES {
        let found = tops.len();
        return Err(Fault::Other(format!("{found} separate skeletons; {MOST_BODIES} at most can be read")));
    }
    let held: BTreeSet<usize> = skinned.into_values().flatten().collect();
    let is_end = |node: &Node| {
        let at = place(node);
        let name = node.element.name.to_lowercase();
        let named = ["end", "end site", "nub"].iter().any(|word| name.ends_with(word));
        node.children.is_empty() && named && !held.contains(&at) && !moved.contains(&at)
    };
    Ok(tops.into_iter().enumerate().map(|(index, top)| plan(scene, index, top, &members, &is_end)).collect())
}

fn plan(
    scene: &Scene,
    index: usize,
    top: usize,
    members: &BTreeSet<usize>,
    is_end: &dyn Fn(&Node) -> bool,
) -> Plan {
    let (mut joints, mut ends) = (Vec::new(), Vec::new());
    let mut waiting = vec![(top, None)];
    while let Some((node, parent)) = waiting.pop() {
        if let Some(parent) = parent.filter(|_| is_end(&scene.nodes[node])) {
            ends.push((parent, node));
        } else if members.contains(&node) {
            let at = joints.len();
            joints.push(node);
            waiting.extend(scene.nodes[node].children.iter().rev().map(|child| (place(child), Some(at))));
        }
    }
    let mut above: Vec<usize> = upwards(scene, top).skip(1).collect();
    above.reverse();
    let named =
        |node: &usize| Some(scene.nodes[*node].element.name.to_string()).filter(|name| !name.is_empty());
    // The node that carries the bones is what people call the character; the scene's own root has no name.
    let name =
        above.last().and_then(named).or_else(|| named(&top)).unwrap_or_else(|| format!("body_{index}"));
    Plan { name, above, joints, ends }
}

fn is_bone(node: &Node) -> bool {
    node.bone.is_some() && !node.is_root
}

/// A node's place in the scene's list.
pub(super) fn place(node: &Node) -> usize {
    node.element.typed_id as usize
}

/// For each skin, the nodes that it hangs on.
fn skinned(scene: &Scene) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut skins = BTreeMap::new();
    for (index, skin) in scene.skin_deformers.into_iter().enumerate() {
        let bones = skin.clusters.into_iter().filter_map(|cluster| cluster.bone_node.as_ref());
        let bones: BTreeSet<usize> = bones.filter(|node| !node.is_root).map(|node| place(node)).collect();
        if !bones.is_empty() {
            skins.insert(index, bones);
        }
    }
    skins
}

/// The nodes that any take moves or turns, but for cameras and lights.
fn moved(scene: &Scene) -> BTreeSet<usize> {
    let mut moved = BTreeSet::new();
    for layer in &scene.anim_layers {
        for prop in &layer.anim_props {
            let Some(node) = super::body::animated_node(scene, prop) else { continue };
            if !node.is_root && node.camera.is_none() && node.light.is_none() {
                moved.insert(place(node));
            }
        }
    }
    moved
}

/// A node, its parent, and so on, without the scene's root.
fn upwards(scene: &Scene, node: usize) -> impl Iterator<Item = usize> + '_ {
    let parent =
        |&node: &usize| scene.nodes[node].parent.as_ref().filter(|up| !up.is_root).map(|up| place(up));
    std::iter::successors(Some(node), parent)
}

fn topmost(scene: &Scene, bones: &BTreeSet<usize>, bone: usize) -> usize {
    upwards(scene, bone).filter(|node| bones.contains(node)).last().unwrap_or(bone)
}

/// The lowest node above all of some, if it is not the scene's root.
fn shared(scene: &Scene, nodes: &BTreeSet<usize>) -> Option<usize> {
    let chains: Vec<Vec<usize>> = nodes.iter().map(|&node| upwards(scene, node).collect()).collect();
    let first = chains.first()?;
    first.iter().copied().find(|node| chains.iter().all(|chain| chain.contains(node)))
}
