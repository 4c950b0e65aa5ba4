//! Which nodes are the joints of which body.
//!
//! Skins say it where there are any: a body is the joints of one or more skins and the nodes between them. A file
//! without skins has its animated nodes instead, and what hangs below them.

use std::collections::{BTreeMap, BTreeSet};

use super::document::Property;
use super::tree::Tree;
use crate::fault::Fault;

/// More than any crowd that anyone exports, and few enough to go through all animations for each.
const MOST_BODIES: usize = 4096;

/// One body, in nodes.
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
pub(super) fn plans(tree: &Tree<'_>, warnings: &mut Vec<String>) -> Result<Vec<Plan>, Fault> {
    let animated = animated(tree)?;
    let plans = if tree.document.skins.is_empty() {
        from_animation(tree, &animated)?
    } else {
        from_skins(tree, &animated, warnings)?
    };
    if plans.is_empty() {
        return Err(Fault::Other("no skeleton and no animation: there is nothing here that moves".into()));
    }
    Ok(plans)
}

/// Which nodes any of the plans wants to see animated.
pub(super) fn nodes_in_use(tree: &Tree<'_>, plans: &[Plan]) -> Vec<bool> {
    let mut used = vec![false; tree.len()];
    for &node in plans.iter().flat_map(|plan| plan.above.iter().chain(&plan.joints)) {
        used[node] = true;
    }
    used
}

/// Which nodes an animation moves, turns or scales.
fn animated(tree: &Tree<'_>) -> Result<Vec<bool>, Fault> {
    let mut animated = vec![false; tree.len()];
    for (a, animation) in tree.document.animations.iter().enumerate() {
        for (c, channel) in animation.channels.iter().enumerate() {
            let Some(node) = channel.target.node.filter(|_| channel.target.path != Property::Other) else {
                continue;
            };
            let Some(animated) = animated.get_mut(node) else {
                let place = format!("animations[{a}].channels[{c}].target.node");
                return Err(Fault::part(
                    place,
                    format!("is {node}, but there are only {} nodes", tree.len()),
                ));
            };
            *animated = true;
        }
    }
    Ok(animated)
}

fn from_skins(tree: &Tree<'_>, animated: &[bool], warnings: &mut Vec<String>) -> Result<Vec<Plan>, Fault> {
    // Skins whose joints lie below one top joint share a body. The highest top comes first, so that the others find
    // it when they go up.
    let mut tops = tops(tree, warnings)?;
    tops.sort_by_key(|&(top, skin)| (tree.depth(top), skin));
    let mut skins_of: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (top, skin) in tops {
        let top = tree.upwards(top).find(|node| skins_of.contains_key(node)).unwrap_or(top);
        skins_of.entry(top).or_default().insert(skin);
    }
    few_enough(skins_of.len())?;

    // What lies between a joint and its top, or whatever was reached from another joint before.
    let mut members = vec![false; tree.len()];
    skins_of.keys().for_each(|&top| members[top] = true);
    for &joint in tree.document.skins.iter().flat_map(|skin| &skin.joints[..]) {
        for node in tree.upwards(joint) {
            if std::mem::replace(&mut members[node], true) {
                break;
            }
        }
    }

    let mut bodies: Vec<_> = skins_of.into_iter().collect();
    bodies.sort_by_key(|(top, skins)| (skins.first().copied(), *top));
    let plans = bodies.into_iter().enumerate().map(|(index, (top, skins))| {
        let joints = tree.downwards(top, |node| members[node]);
        let is_end = |node: usize| {
            let leaf = tree.node(node);
            leaf.children.is_empty() && !members[node] && !animated[node] && !leaf.carries_something()
        };
        let name = skins.iter().find_map(|&skin| tree.document.skins[skin].name.as_deref());
        plan(tree, name.filter(|name| !name.is_empty()).map(str::to_owned), index, joints, is_end)
    });
    Ok(plans.collect())
}

/// For each skin, the lowest node that all its joints are or are below of; several where it has joints in several
/// trees.
fn tops(tree: &Tree<'_>, warnings: &mut Vec<String>) -> Result<Vec<(usize, usize)>, Fault> {
    let mut tops = Vec::new();
    for (s, skin) in tree.document.skins.iter().enumerate() {
        if skin.joints.is_empty() {
            return Err(Fault::part(format!("skins[{s}].joints"), "is empty"));
        }
        // By the top of the tree they are in.
        let mut found: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, &joint) in skin.joints.iter().enumerate() {
            if joint >= tree.len() {
                let what = format!("names node {joint}, but there are only {}", tree.len());
                return Err(Fault::part(format!("skins[{s}].joints[{at}]"), what));
            }
            let root = tree.upwards(joint).last().unwrap_or(joint);
            let top = found.entry(root).or_insert(joint);
            *top = tree.common(*top, joint).unwrap_or(joint);
        }
        if found.len() > 1 {
            warnings.push(format!("skins[{s}] has joints in {} separate trees; each is a body", found.len()));
        }
        tops.extend(found.into_values().map(|top| (top, s)));
    }
    Ok(tops)
}

fn from_animation(tree: &Tree<'_>, animated: &[bool]) -> Result<Vec<Plan>, Fault> {
    // A camera's ride is no body's motion.
    let moves: Vec<bool> = (0..tree.len()).map(|n| animated[n] && !tree.node(n).films_or_lights()).collect();
    let mut leads_to_motion = vec![false; tree.len()];
    for node in (0..tree.len()).filter(|&node| moves[node]) {
        for node in tree.upwards(node) {
            if std::mem::replace(&mut leads_to_motion[node], true) {
                break;
            }
        }
    }
    let named_end = |node: usize| {
        let name = tree.name(node).to_lowercase();
        tree.node(node).name.is_none() || ["end", "end site", "nub"].iter().any(|word| name.ends_with(word))
    };
    let is_end = |node: usize| {
        let leaf = tree.node(node);
        leaf.children.is_empty() && !animated[node] && !leaf.carries_something() && named_end(node)
    };
    let is_joint =
        |node: usize| leads_to_motion[node] || (!tree.node(node).carries_something() && !is_end(node));
    let topmost = |node: &usize| moves[*node] && !tree.upwards(*node).skip(1).any(|above| moves[above]);
    let tops: Vec<usize> = (0..tree.len()).filter(topmost).collect();
    few_enough(tops.len())?;
    let plans = tops.into_iter().enumerate().map(|(index, top)| {
        let name = tree.node(top).name.as_deref().filter(|name| !name.is_empty()).map(str::to_owned);
        plan(tree, name, index, tree.downwards(top, is_joint), is_end)
    });
    Ok(plans.collect())
}

fn few_enough(bodies: usize) -> Result<(), Fault> {
    match bodies {
        0..=MOST_BODIES => Ok(()),
        _ => Err(Fault::Other(format!("{bodies} separate skeletons; {MOST_BODIES} at most can be read"))),
    }
}

fn plan(
    tree: &Tree<'_>,
    name: Option<String>,
    index: usize,
    joints: Vec<usize>,
    is_end: impl Fn(usize) -> bool,
) -> Plan {
    let mut above: Vec<usize> = tree.upwards(joints[0]).skip(1).collect();
    above.reverse();
    let ends = joints
        .iter()
        .enumerate()
        .flat_map(|(at, &joint)| tree.node(joint).children.iter().map(move |&child| (at, child)))
        .filter(|&(_, node)| is_end(node))
        .collect();
    let name = name.unwrap_or_else(|| match above.last().map(|&node| &tree.node(node).name) {
        Some(Some(name)) if !name.is_empty() => name.to_string(),
        _ => format!("body_{index}"),
    });
    Plan { name, above, joints, ends }
}
