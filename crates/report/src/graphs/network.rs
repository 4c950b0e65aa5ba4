//! The action graph as a picture: circles are kinds of poses, arrows are actions.
//!
//! Places come from springs (Fruchterman & Reingold 1991), from a circle and with a fixed number of steps, so that the
//! same graph always looks the same.

use std::collections::BTreeMap;

use footwork_annotate::Repertoire;
use footwork_graph::ActionGraph;
use footwork_motion::glam::DVec2;

use crate::html::{count, counted, put, px, words};
use crate::palette::{Classes, general};

/// px
const SIZE: DVec2 = DVec2::new(1100.0, 620.0);
/// px, around the nodes, for loops and names.
const PAD: f64 = 84.0;
/// More would be a ball of wool: the largest are drawn.
const MOST: usize = 60;
/// Rounds of pushing nodes apart and pulling neighbours together.
const STEPS: usize = 400;

/// Actions of one class from one group to another.
#[derive(Clone, Debug, PartialEq)]
struct Bundle<'a> {
    from: usize,
    to: usize,
    class: &'a str,
    actions: usize,
}

/// The picture, and what is on it.
pub fn network(out: &mut String, repertoire: &Repertoire, graph: &ActionGraph, classes: &Classes) {
    if graph.edges.is_empty() {
        return;
    }
    let shown = largest(&sizes(graph));
    let bundles = bundle(repertoire, graph, &shown);
    let largest = shown.iter().map(|(_, size)| *size).max().unwrap_or(1).max(1);
    let radius = |index: usize| 7.0 + 15.0 * (f64::from(shown[index].1) / f64::from(largest)).sqrt();
    let mut places = layout(shown.len(), &bundles);
    part(&mut places, radius);
    put!(out, "<h4 style=\"margin-top:18px\">Groups of poses, and the actions between them</h4>\n");
    put!(
        out,
        "<svg class=\"plot\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"Action graph\">\n",
        SIZE.x,
        SIZE.y,
        SIZE.x,
        SIZE.y
    );
    let mut beside: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for bundle in &bundles {
        // Several classes between the same two bend more and more, so that all are seen.
        let order = beside.entry((bundle.from, bundle.to)).or_default();
        edge(out, bundle, &places, *order, classes.slot(bundle.class), radius);
        *order += 1;
    }
    for (index, (group, size)) in shown.iter().enumerate() {
        let at = places[index];
        put!(out, "<g><title>{}</title>", about(index, *size, &bundles));
        let left_out = if graph.inside[*group] { "" } else { " outside" };
        put!(
            out,
            "<circle class=\"node{left_out}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            px(at.x),
            px(at.y),
            px(radius(index))
        );
        put!(
            out,
            "<text class=\"mid ink\" x=\"{}\" y=\"{}\">{}</text></g>\n",
            px(at.x),
            px(at.y + 4.0),
            group + 1
        );
    }
    put!(out, "</svg>\n<small>");
    put!(out, "{}, {}", counted(graph.nodes(), "group"), counted(graph.edges.len(), "action"));
    if shown.len() < graph.nodes() {
        put!(out, "; the largest {} are drawn", count(shown.len() as u64));
    }
    put!(
        out,
        ". An arrow's width says how many actions it stands for; its colour is their class. Dashed groups lie outside of what can be played for ever.</small>\n"
    );
    classes.legend(out);
}

/// Which groups are drawn, with their sizes, in order.
fn largest(groups: &[u32]) -> Vec<(usize, u32)> {
    let mut all: Vec<(usize, u32)> = groups.iter().copied().enumerate().collect();
    all.sort_by_key(|(index, size)| (std::cmp::Reverse(*size), *index));
    all.truncate(MOST);
    all.sort_unstable();
    all
}

/// How many actions begin or end in each group.
fn sizes(graph: &ActionGraph) -> Vec<u32> {
    let mut sizes = vec![0; graph.nodes()];
    for edge in &graph.edges {
        sizes[edge.from as usize] += 1;
        sizes[edge.to as usize] += 1;
    }
    sizes
}

fn bundle<'a>(repertoire: &'a Repertoire, graph: &ActionGraph, shown: &[(usize, u32)]) -> Vec<Bundle<'a>> {
    let place = |group: u32| shown.binary_search_by_key(&(group as usize), |(index, _)| *index).ok();
    let mut bundles: BTreeMap<(usize, usize, &str), usize> = BTreeMap::new();
    for edge in &graph.edges {
        let take = repertoire.takes.get(edge.segment.take as usize);
        let action = take.and_then(|take| take.annotation.actions.get(edge.action as usize));
        if let (Some(from), Some(to), Some(action)) = (place(edge.from), place(edge.to), action) {
            *bundles.entry((from, to, general(&action.classes))).or_default() += 1;
        }
    }
    bundles.into_iter().map(|((from, to, class), actions)| Bundle { from, to, class, actions }).collect()
}

fn about(index: usize, size: u32, bundles: &[Bundle<'_>]) -> String {
    let mut text = format!("{} begin or end here", counted(size as usize, "action"));
    let mut by_class: BTreeMap<&str, usize> = BTreeMap::new();
    for bundle in bundles.iter().filter(|bundle| bundle.from == index) {
        *by_class.entry(bundle.class).or_default() += bundle.actions;
    }
    for (class, actions) in by_class {
        put!(text, "\n{} begin here: {}", count(actions as u64), words(class));
    }
    text
}

/// Places on the picture.
fn layout(nodes: usize, bundles: &[Bundle<'_>]) -> Vec<DVec2> {
    let mut places: Vec<DVec2> = (0..nodes)
        .map(|index| {
            let angle = std::f64::consts::TAU * index as f64 / nodes as f64;
            DVec2::new(libm::cos(angle), 0.6 * libm::sin(angle))
        })
        .collect();
    // The distance at which pushing and pulling are in balance.
    let rest = 2.0 / (nodes as f64).sqrt();
    for step in 0..STEPS {
        let mut forces = vec![DVec2::ZERO; nodes];
        for a in 0..nodes {
            for b in 0..a {
                let apart = places[a] - places[b];
                let push = rest * rest / apart.length_squared().max(1e-4) * apart;
                forces[a] += push;
                forces[b] -= push;
            }
            // A gentle pull to the middle keeps what hangs together with nothing on the picture; sideways there is more
            // room.
            forces[a] -= places[a] * DVec2::new(0.5, 0.9);
        }
        for bundle in bundles.iter().filter(|bundle| bundle.from != bundle.to) {
            let apart = places[bundle.to] - places[bundle.from];
            let pull = (0.35 * (1.0 + bundle.actions as f64).ln()).min(1.5) * apart.length() / rest * apart;
            forces[bundle.from] += pull;
            forces[bundle.to] -= pull;
        }
        let most = 0.12 * (1.0 - step as f64 / STEPS as f64);
        for (place, force) in places.iter_mut().zip(&forces) {
            *place += force.clamp_length_max(most);
        }
    }
    fit(places)
}

/// Fills the picture.
fn fit(places: Vec<DVec2>) -> Vec<DVec2> {
    let low = places.iter().copied().fold(DVec2::INFINITY, DVec2::min);
    let high = places.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
    let room = SIZE - DVec2::splat(2.0 * PAD);
    let span = (high - low).max(DVec2::splat(1e-6));
    let one = places.len() == 1;
    places
        .iter()
        .map(|place| if one { 0.5 * SIZE } else { DVec2::splat(PAD) + (*place - low) / span * room })
        .collect()
}

/// Moves circles apart that would lie upon one another.
fn part(places: &mut [DVec2], radius: impl Fn(usize) -> f64) {
    for _ in 0..60 {
        for a in 0..places.len() {
            for b in 0..a {
                let apart = places[a] - places[b];
                let wanted = radius(a) + radius(b) + 16.0;
                let missing = wanted - apart.length();
                if missing > 0.0 {
                    let push = apart.try_normalize().unwrap_or(DVec2::X) * 0.5 * missing;
                    places[a] = (places[a] + push).clamp(DVec2::splat(PAD), SIZE - DVec2::splat(PAD));
                    places[b] = (places[b] - push).clamp(DVec2::splat(PAD), SIZE - DVec2::splat(PAD));
                }
            }
        }
    }
}

fn edge(
    out: &mut String,
    bundle: &Bundle<'_>,
    places: &[DVec2],
    order: usize,
    slot: usize,
    radius: impl Fn(usize) -> f64,
) {
    let (from, to) = (places[bundle.from], places[bundle.to]);
    let width = px(0.8 + (bundle.actions as f64).sqrt().min(8.0) * 0.6);
    put!(out, "<path class=\"edge k{slot}\" style=\"stroke-width:{width}\" ");
    if bundle.from == bundle.to {
        // A loop, away from the middle of the picture, wider for every further class.
        let away = (from - 0.5 * SIZE).try_normalize().unwrap_or(-DVec2::Y);
        let (side, r) = (away.perp(), radius(bundle.from));
        let out_by = (r + 20.0 + 11.0 * order as f64).min(PAD);
        let (a, b) = (from + r * (0.8 * away + 0.6 * side), from + r * (0.8 * away - 0.6 * side));
        let (c, d) = (from + out_by * (away + 0.7 * side), from + out_by * (away - 0.7 * side));
        let [a, b, c, d] = [a, b, c, d].map(|p| format!("{} {}", px(p.x), px(p.y)));
        put!(out, "d=\"M{a}C{c} {d} {b}\">");
    } else {
        let along = (to - from).normalize_or(DVec2::X);
        // The two directions between the same two bend to their own right.
        let bend = from.distance(to) * (0.12 + 0.07 * order as f64);
        let middle = 0.5 * (from + to) + bend * along.perp();
        let leave = (middle - from).normalize_or(along);
        let arrive = (to - middle).normalize_or(along);
        let (a, b) = (from + radius(bundle.from) * leave, to - (radius(bundle.to) + 2.0) * arrive);
        let (head, side) = (b - 7.0 * arrive, 3.5 * arrive.perp());
        let [a, m, b, l, r] =
            [a, middle, b, head + side, head - side].map(|p| format!("{} {}", px(p.x), px(p.y)));
        put!(out, "d=\"M{a}Q{m} {b}M{l}L{b}L{r}\">");
    }
    put!(out, "<title>{}, {}</title></path>\n", words(bundle.class), counted(bundle.actions, "action"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_on_the_picture_and_none_upon_another() {
        let bundles: Vec<Bundle<'_>> =
            (0..20).map(|i| Bundle { from: i, to: (i * 7 + 1) % 20, class: "a", actions: 1 + i }).collect();
        for nodes in [20, 25] {
            let places = layout(nodes, &bundles);
            for (index, place) in places.iter().enumerate() {
                assert!(place.cmpge(DVec2::ZERO).all() && place.cmple(SIZE).all(), "{place}");
                assert!(places[..index].iter().all(|other| other.distance(*place) > 5.0), "{index}");
            }
        }
        assert_eq!(layout(1, &[]), [0.5 * SIZE]);
        assert!(layout(0, &[]).is_empty());
    }
}
