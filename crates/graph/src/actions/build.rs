//! Makes an action graph.
//!
//! Paper: Shum 2010, sec. 3.3. First and last poses are clustered by k-means, with k grown until no cluster is wider than
//! a threshold; clusters are nodes, actions are edges.
//! Departs from it:
//! - The printed distance is a sum of norms, of which a mean is not the best centre. Means are taken where each
//!   term is Euclidean (`pose`), and a cluster's width, which decides when to stop, is the printed distance of
//!   its two most different poses.
//! - An action's last pose is the first one of what was recorded after it, where there is something: so the actions of a
//!   take follow each other whatever the threshold.
//! - k grows by one for every cluster that is too wide, each new centre being drawn there as k-means++ does, instead of
//!   by one at a time from scratch; and when few are left that are too wide, these are simply divided. It may end
//!   with a few more clusters, and much sooner.

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use footwork_plan::progress::{Flow, Hear, Progress};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rayon::prelude::*;

use super::kmeans::{self, Clusters, draw, settle, squared};
use super::pose::Poses;
use super::{ActionEdge, ActionGraph, ActionSettings};
use crate::error::{GraphError, check};
use crate::segment::{FrameSegment, Numbering};

/// Makes the action graph of a repertoire. Without actions it is empty.
pub fn build(
    repertoire: &Repertoire,
    settings: &ActionSettings,
    hear: Hear<'_>,
) -> Result<ActionGraph, GraphError> {
    check_settings(settings)?;
    let numbering = Numbering::new(repertoire)?;
    let mut edges = Vec::new();
    // Poses by take and frame: one that ends an action and begins the next is one pose.
    let mut moments: Vec<(u32, u32)> = Vec::new();
    for (number, take) in repertoire.takes.iter().enumerate() {
        let frames = take.clip.frames() as u32;
        for (index, action) in take.annotation.actions.iter().enumerate() {
            let (first, end) = (action.span.first, action.span.end.min(frames));
            if first < end {
                let take = number as u32;
                let segment = FrameSegment { take, first, end };
                moments.extend([(take, first), (take, end.min(frames - 1))]);
                edges.push(ActionEdge { segment, action: index as u32, from: 0, to: 0 });
            }
        }
    }
    moments.sort_unstable();
    moments.dedup();
    let poses = Poses::new(repertoire, &moments)?;
    let scales = settings.scales.unwrap_or_else(|| poses.scales());
    let factors = Poses::factors(settings.terms, scales);
    let (of, widths) = group(&poses, &factors, settings, hear)?;
    let node = |take: u32, frame: u32| moments.binary_search(&(take, frame)).map_or(0, |at| of[at]);
    for edge in &mut edges {
        let FrameSegment { take, first, end } = edge.segment;
        let last = repertoire.takes[take as usize].clip.frames() as u32 - 1;
        (edge.from, edge.to) = (node(take, first), node(take, end.min(last)));
    }
    edges.sort_by_key(|edge| (edge.from, edge.segment));
    let nodes = widths.len() as u32;
    let first = (0..=nodes).map(|node| edges.partition_point(|edge| edge.from < node) as u32).collect();
    let inside = component(&edges, widths.len());
    let mut graph = ActionGraph { rate: numbering.rate, edges, first, widths, inside, dead_ends: 0, scales };
    graph.dead_ends = (graph.edges.len() - graph.edges_inside().count()) as u32;
    Ok(graph)
}

fn check_settings(settings: &ActionSettings) -> Result<(), GraphError> {
    for weight in settings.terms.list() {
        check("terms", weight, weight >= 0.0, "it is zero or more")?;
    }
    let sum: f32 = settings.terms.list().iter().sum();
    check("terms", sum, sum > 0.0, "one of them at least is more than zero")?;
    for scale in settings.scales.into_iter().flatten() {
        check("scales", scale, scale > 0.0, "it is more than zero")?;
    }
    check("width", settings.width, settings.width >= 0.0, "it is zero or more")
}

/// One cluster too wide in so many is few: from there on, k-means over all poses costs more than it improves.
const FEW: usize = 20;
/// Rounds of k-means between two growths: the first few do nearly all, and the next growth moves means again.
const ROUNDS: usize = 8;

/// A growth can double the number of clusters, so that this many reach one for each of ten million poses.
const MOST_GROWTHS: usize = 24;

/// The group of each pose, and the groups' widths.
fn group(
    poses: &Poses,
    factors: &[f32; 6],
    settings: &ActionSettings,
    hear: Hear<'_>,
) -> Result<(Vec<u32>, Vec<f32>), GraphError> {
    let rows = poses.embedded(factors);
    let dims = poses.dims;
    let row = |pose: u32| &rows[pose as usize * dims..][..dims];
    let mut rng = Rng::new(settings.seed);
    let mut clusters = kmeans::k_means(&rows, dims, 1, settings.seed);
    // Means are moved while many clusters are too wide. Then, or after so many growths, only division goes on, which
    // ends for certain.
    let mut growths_left = MOST_GROWTHS;
    loop {
        let members = members(&clusters);
        let widths: Vec<(f32, bool)> =
            members.par_iter().map(|own| width(poses, factors, own, settings.width)).collect();
        let wide: Vec<usize> = (0..members.len()).filter(|&c| widths[c].1).collect();
        if wide.is_empty() {
            return Ok((clusters.of, widths.into_iter().map(|(width, _)| width).collect()));
        }
        let done = 1.0 - wide.len() as f32 / members.len() as f32;
        if hear(Progress { done, stage: "grouping poses that are alike" }) == Flow::Stop {
            return Err(GraphError::Stopped);
        }
        if wide.len() * FEW < members.len() {
            growths_left = 0;
        }
        if growths_left > 0 {
            growths_left -= 1;
            let mut centres = clusters.centres.clone();
            for cluster in wide {
                let centre = &clusters.centres[cluster * dims..][..dims];
                let far: Vec<f64> = members[cluster].iter().map(|&m| squared(row(m), centre)).collect();
                if let Some(drawn) = draw(&far, &mut rng) {
                    centres.extend_from_slice(row(members[cluster][drawn]));
                }
            }
            clusters = settle(&rows, dims, centres, ROUNDS);
        } else {
            let mut next = members.len() as u32;
            for cluster in wide {
                halve(poses, factors, &members[cluster], next, &mut clusters.of);
                next += 1;
            }
            clusters.centres.resize(next as usize * dims, 0.0);
        }
    }
}

/// The points of each cluster.
fn members(clusters: &Clusters) -> Vec<Vec<u32>> {
    let count = clusters.of.iter().max().map_or(0, |most| *most as usize + 1);
    let mut members = vec![Vec::new(); count];
    clusters.of.iter().enumerate().for_each(|(pose, &c)| members[c as usize].push(pose as u32));
    members
}

/// How different the two most different poses are, and whether that is more than `most`. Where one pose shows that
/// already, the others are not compared.
fn width(poses: &Poses, factors: &[f32; 6], members: &[u32], most: f32) -> (f32, bool) {
    let mut widest = 0.0_f32;
    for (index, &a) in members.iter().enumerate() {
        for &b in &members[index + 1..] {
            widest = widest.max(poses.distance(factors, a as usize, b as usize));
        }
        if widest > most {
            return (widest, true);
        }
    }
    (widest, false)
}

/// Divides poses between the first and the one most different from it, which goes to cluster `next`.
fn halve(poses: &Poses, factors: &[f32; 6], members: &[u32], next: u32, of: &mut [u32]) {
    let far = |a: u32, b: u32| poses.distance(factors, a as usize, b as usize);
    let first = members[0];
    let Some(&other) = members.iter().max_by(|&&a, &&b| far(first, a).total_cmp(&far(first, b))) else {
        return;
    };
    for &pose in members.iter().filter(|&&pose| pose == other || far(pose, other) < far(pose, first)) {
        of[pose as usize] = next;
    }
}

/// The strongly connected component with the most actions inside it; of equals, the one with the first node.
fn component(edges: &[ActionEdge], nodes: usize) -> Vec<bool> {
    let mut graph: DiGraph<(), (), u32> = DiGraph::with_capacity(nodes, edges.len());
    for _ in 0..nodes {
        graph.add_node(());
    }
    for edge in edges {
        graph.add_edge(NodeIndex::new(edge.from as usize), NodeIndex::new(edge.to as usize), ());
    }
    let mut number = vec![0_u32; nodes];
    let components = kosaraju_scc(&graph);
    for (at, component) in components.iter().enumerate() {
        component.iter().for_each(|node| number[node.index()] = at as u32);
    }
    let mut actions = vec![0_u32; components.len()];
    for edge in edges.iter().filter(|edge| number[edge.from as usize] == number[edge.to as usize]) {
        actions[number[edge.from as usize] as usize] += 1;
    }
    let first = |at: usize| components[at].iter().min().map(|node| node.index());
    let best = (0..components.len())
        .filter(|&at| actions[at] > 0)
        .max_by(|&a, &b| actions[a].cmp(&actions[b]).then_with(|| first(b).cmp(&first(a))));
    number.iter().map(|&at| Some(at as usize) == best).collect()
}
