//! The nearest of many points, exactly, without looking at all of them.
//!
//! A k-d tree over projections ([`project`]) finds points in the order of a lower bound on their distance; the true
//! distance is worked out only for points whose bound is below the k-th best distance so far. The search stops when
//! no box is nearer than that: the answer is then the same as that of looking at every point, the k smallest by
//! (distance, number). It also stops, box by box and the nearest box first, once it has looked at `effort`·log₂(n)
//! bounds. So n points cost O(n log n) whatever they look like, and answers are exact for all n up to the effort; how
//! many searches were cut short is counted. k is bounded, so n points have at most n·k neighbours.
//!
//! Points come in groups, of which only the nearest member counts: k is a number of groups.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::frames::features::distance_squared;
use crate::frames::project::{COORDINATES, project};

/// A box with more points than this is divided.
const LEAF: usize = 24;

/// A near point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near {
    pub point: u32,
    /// Squared distance.
    pub squared: f32,
}

/// How much a search looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Points whose bound was looked at.
    pub bounds: u64,
    /// Points whose true distance was worked out.
    pub distances: u64,
    /// Searches that ended before they were sure.
    pub cut_short: u64,
}

struct Node {
    low: [f32; COORDINATES],
    high: [f32; COORDINATES],
    /// Its points, in the tree's order.
    first: u32,
    end: u32,
    /// Its two halves; none for a leaf.
    halves: Option<[u32; 2]>,
}

/// Points that can be asked for the nearest.
pub(crate) struct Tree<'a> {
    rows: &'a [f32],
    dims: usize,
    /// The group of each point.
    groups: &'a [u32],
    /// Point numbers, box by box, and their projections in the same order.
    order: Vec<u32>,
    projected: Vec<[f32; COORDINATES]>,
    /// Where each point stands in the order.
    place: Vec<u32>,
    nodes: Vec<Node>,
    /// How far rounding may put a projected distance above the true one.
    rounding: f32,
    /// How many bounds a search may look at.
    budget: u64,
}

impl<'a> Tree<'a> {
    /// Over rows of `dims` numbers. A search looks at no more than `effort` bounds for every doubling of the points.
    pub fn new(rows: &'a [f32], dims: usize, groups: &'a [u32], effort: u32) -> Tree<'a> {
        let mut projected = project(rows, dims);
        let mut order: Vec<u32> = (0..projected.len() as u32).collect();
        let mut nodes = Vec::new();
        if !order.is_empty() {
            divide(&mut nodes, &projected, &mut order, 0);
        }
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &point)| place[point as usize] = at as u32);
        projected = order.iter().map(|&point| projected[point as usize]).collect();
        // Each of two coordinates is off by half of f32::EPSILON of its size, in at most COORDINATES directions.
        let largest = projected.iter().flatten().fold(0.0_f32, |most, v| most.max(v.abs()));
        let budget = u64::from(effort) * u64::from(order.len().max(2).ilog2());
        let rounding = COORDINATES as f32 * f32::EPSILON * largest;
        Tree { rows, dims, groups, order, projected, place, nodes, rounding, budget }
    }

    pub fn row(&self, point: u32) -> &'a [f32] {
        &self.rows[point as usize * self.dims..][..self.dims]
    }

    /// The points of `count` groups nearest to one of the points, among those that `allowed` lets pass; the nearest
    /// first, of equally near ones the smaller number.
    pub fn nearest(&self, of: u32, count: usize, allowed: impl Fn(u32) -> bool) -> (Vec<Near>, Effort) {
        let mut best: Vec<Near> = Vec::with_capacity(count + 1);
        let mut effort = Effort::default();
        if count == 0 || self.nodes.is_empty() {
            return (best, effort);
        }
        let (row, at) = (self.row(of), &self.projected[self.place[of as usize] as usize]);
        // Boxes yet to be opened, the nearest on top. The bits of positive numbers are in the numbers' order.
        let mut open: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::from([Reverse((0, 0))]);
        // The k-th best squared distance so far, and what a bound may be and still hide one as good.
        let (mut worst, mut loose) = (f32::INFINITY, f32::INFINITY);
        while let Some(Reverse((bound, node))) = open.pop() {
            // An equal bound may still hide an equally near point of smaller number. All other boxes are farther.
            if f32::from_bits(bound) > loose {
                break;
            }
            if effort.bounds >= self.budget {
                effort.cut_short = 1;
                break;
            }
            let node = &self.nodes[node as usize];
            if let Some(halves) = node.halves {
                for half in halves {
                    let bound = self.nodes[half as usize].bound(at);
                    if bound <= loose {
                        open.push(Reverse((bound.to_bits(), half)));
                    }
                }
                continue;
            }
            for place in node.first as usize..node.end as usize {
                let point = self.order[place];
                if point == of || !allowed(point) {
                    continue;
                }
                effort.bounds += 1;
                if squared(at, &self.projected[place]) > loose {
                    continue;
                }
                effort.distances += 1;
                let near = Near { point, squared: distance_squared(row, self.row(point), worst) };
                let key = |near: &Near| (near.squared, near.point);
                let slot = best.partition_point(|other| key(other) < key(&near));
                let group = |near: &Near| self.groups[near.point as usize];
                let same = best.iter().position(|other| group(other) == group(&near));
                if slot < count && same.is_none_or(|same| slot <= same) {
                    if let Some(same) = same {
                        best.remove(same);
                    }
                    best.insert(slot, near);
                    best.truncate(count);
                    if best.len() == count {
                        worst = best[count - 1].squared;
                        loose = (worst.sqrt() * (1.0 + 1e-5) + self.rounding).powi(2);
                    }
                }
            }
        }
        (best, effort)
    }
}

impl Node {
    /// The squared distance from a point to the nearest corner, edge or face of the box; 0 inside.
    #[inline]
    fn bound(&self, at: &[f32; COORDINATES]) -> f32 {
        let mut sum = 0.0;
        for ((at, low), high) in at.iter().zip(&self.low).zip(&self.high) {
            let outside = (low - at).max(at - high).max(0.0);
            sum += outside * outside;
        }
        sum
    }
}

#[inline]
fn squared(a: &[f32; COORDINATES], b: &[f32; COORDINATES]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Makes a node of the points in `order`, which begin at `first` of the whole order, and returns its number.
fn divide(nodes: &mut Vec<Node>, projected: &[[f32; COORDINATES]], order: &mut [u32], first: usize) -> u32 {
    let (mut low, mut high) = ([f32::INFINITY; COORDINATES], [f32::NEG_INFINITY; COORDINATES]);
    for &point in order.iter() {
        for (d, value) in projected[point as usize].into_iter().enumerate() {
            low[d] = low[d].min(value);
            high[d] = high[d].max(value);
        }
    }
    let number = nodes.len() as u32;
    let (start, end) = (first as u32, (first + order.len()) as u32);
    nodes.push(Node { low, high, first: start, end, halves: None });
    let widest = (0..COORDINATES).max_by(|&a, &b| (high[a] - low[a]).total_cmp(&(high[b] - low[b])));
    // Equal points are divided too: a large box could not be left half-way.
    if let Some(widest) = widest
        && order.len() > LEAF
    {
        let middle = order.len() / 2;
        let key = |point: &u32| projected[*point as usize][widest];
        // By number among equals, so that the tree does not depend on how the selection works.
        order.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
        let (left, right) = order.split_at_mut(middle);
        let left = divide(nodes, projected, left, first);
        let right = divide(nodes, projected, right, first + middle);
        nodes[number as usize].halves = Some([left, right]);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Looks at every point.
    fn brute(
        rows: &[f32],
        dims: usize,
        groups: &[u32],
        of: usize,
        count: usize,
        allowed: impl Fn(u32) -> bool,
    ) -> Vec<Near> {
        let row = |p: usize| &rows[p * dims..][..dims];
        let mut all: Vec<Near> = (0..rows.len() / dims)
            .filter(|&p| p != of && allowed(p as u32))
            .map(|p| Near { point: p as u32, squared: distance_squared(row(of), row(p), f32::INFINITY) })
            .collect();
        all.sort_by(|a, b| a.squared.total_cmp(&b.squared).then(a.point.cmp(&b.point)));
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|near| seen.insert(groups[near.point as usize]));
        all.truncate(count);
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_tree_finds_what_looking_at_every_point_finds(
            dims in 1_usize..70,
            points in 0_usize..160,
            count in 0_usize..9,
            step in 1_u32..4,
            coarse in any::<bool>(),
            seed in any::<u64>(),
        ) {
            let mut rng = footwork_motion::Rng::new(seed);
            // Coarse numbers make many equal distances, and doubled points; few directions make thin clouds.
            let value = |rng: &mut footwork_motion::Rng| {
                let v = 4.0 * rng.unit_f64() as f32 - 2.0;
                if coarse { v.round() } else { v }
            };
            let flat = 1 + rng.below(dims);
            let rows: Vec<f32> = (0..points * dims)
                .map(|i| if i % dims < flat { value(&mut rng) } else { 0.5 })
                .collect();
            let groups: Vec<u32> = (0..points).map(|p| if coarse { p as u32 } else { rng.below(30) as u32 }).collect();
            let tree = Tree::new(&rows, dims, &groups, 1000);
            for of in 0..points {
                let allowed = |p: u32| p.is_multiple_of(step);
                let (found, _) = tree.nearest(of as u32, count, allowed);
                prop_assert_eq!(found, brute(&rows, dims, &groups, of, count, allowed));
            }
        }
    }

    #[test]
    fn few_points_are_looked_at_when_many_are_far() {
        // A closed curve in twenty dimensions, as a walk is one in the space of poses.
        let (points, dims) = (4000, 20);
        let rows: Vec<f32> = (0..points * dims)
            .map(|i| libm::sinf((i / dims) as f32 * 0.0015 * (1.0 + (i % 3) as f32) + (i % dims) as f32))
            .collect();
        let groups: Vec<u32> = (0..points as u32).collect();
        let tree = Tree::new(&rows, dims, &groups, 1000);
        let (found, effort) = tree.nearest(1234, 8, |_| true);
        assert_eq!(found, brute(&rows, dims, &groups, 1234, 8, |_| true));
        assert!(effort.bounds < 400 && effort.distances < 200, "{effort:?}");
    }

    #[test]
    fn equal_points_cost_no_more_than_the_budget() {
        let rows = vec![0.5; 5 * 20_000];
        let groups: Vec<u32> = (0..20_000).collect();
        let tree = Tree::new(&rows, 5, &groups, 10);
        let (found, effort) = tree.nearest(77, 4, |_| true);
        assert_eq!((found.len(), effort.cut_short), (4, 1));
        assert!(effort.bounds <= 10 * 14 + LEAF as u64, "{effort:?}");
    }
}
