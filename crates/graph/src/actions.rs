//! The action graph: poses in which actions begin and end, in groups; an action leads from one group to another.
//!
//! Paper: Shum 2010, sec. 3.3. How it is made, and where that departs from the paper, is said in `build`.

mod build;
pub mod kmeans;
mod pose;

use serde::{Deserialize, Serialize};

use crate::segment::FrameSegment;
pub use build::build;

/// How much each term of the distance counts, eq. 3.9. Only ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// How joints above the pelvis are turned, eq. 3.3.
    pub upper: f32,
    /// How they turn, eq. 3.4.
    pub upper_rate: f32,
    /// Where the feet are from the pelvis, eq. 3.5.
    pub lower: f32,
    /// How they move, eq. 3.6.
    pub lower_rate: f32,
    /// How high the pelvis is, eq. 3.7.
    pub height: f32,
    /// How it rises, eq. 3.8.
    pub height_rate: f32,
}

impl Terms {
    /// For fighting: all are equally important.
    pub const FIGHTING: Terms =
        Terms { upper: 1.0, upper_rate: 1.0, lower: 1.0, lower_rate: 1.0, height: 1.0, height_rate: 1.0 };

    /// For locomotion: the upper body is "far less important".
    pub const LOCOMOTION: Terms = Terms { upper: 0.1, upper_rate: 0.1, ..Terms::FIGHTING };

    /// In the order of the equations.
    pub fn list(self) -> [f32; 6] {
        [self.upper, self.upper_rate, self.lower, self.lower_rate, self.height, self.height_rate]
    }
}

/// How an action graph is made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionSettings {
    /// How much each term counts.
    pub terms: Terms,
    /// What each term is divided by, in rad, rad/s, m, m/s, m, m/s; none for its mean over the repertoire's poses.
    pub scales: Option<[f32; 6]>,
    /// How different the poses of one node may be, where two poses picked at random differ by 1.
    pub width: f32,
    /// Of the random numbers that k-means begins with.
    pub seed: u64,
}

impl ActionSettings {
    /// For fighting.
    pub const FIGHTING: ActionSettings =
        ActionSettings { terms: Terms::FIGHTING, scales: None, width: 0.6, seed: 1 };
    /// For locomotion.
    pub const LOCOMOTION: ActionSettings =
        ActionSettings { terms: Terms::LOCOMOTION, ..ActionSettings::FIGHTING };
}

impl Default for ActionSettings {
    fn default() -> ActionSettings {
        ActionSettings::FIGHTING
    }
}

/// An action as an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionEdge {
    /// What it plays.
    pub segment: FrameSegment,
    /// Which action of its take's annotation it is.
    pub action: u32,
    /// The node of its first pose.
    pub from: u32,
    /// The node of its last pose.
    pub to: u32,
}

/// Which actions can follow which.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ActionGraph {
    /// Frames per second.
    pub rate: f32,
    /// The actions, node by node where they begin, in the repertoire's order for each.
    pub edges: Vec<ActionEdge>,
    /// For each node, where its actions begin in that list; and where the last one's end.
    pub first: Vec<u32>,
    /// How different the two most different poses of each node are.
    pub widths: Vec<f32>,
    /// Whether each node is in the component in which every one can be reached from every other; of all such, the one
    /// with the most actions.
    pub inside: Vec<bool>,
    /// Actions that are not between nodes of the component.
    pub dead_ends: u32,
    /// What each term was divided by.
    pub scales: [f32; 6],
}

impl ActionGraph {
    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.widths.len()
    }

    /// The actions that begin at a node.
    pub fn actions_from(&self, node: u32) -> &[ActionEdge] {
        &self.edges[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The actions that can follow each other for ever.
    pub fn edges_inside(&self) -> impl Iterator<Item = &ActionEdge> {
        self.edges.iter().filter(|edge| self.inside[edge.from as usize] && self.inside[edge.to as usize])
    }
}
