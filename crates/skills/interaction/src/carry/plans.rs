//! What to do in every state, for every direction that can be asked for.
//!
//! Paper: Shum 2010, eq. 5.2 and 5.3: r = wθ θ² + wd (d − dp)² + wv (v − vφ)², whose weights are negative here: all of them are
//! faults. One policy for each of eight directions, by dynamic programming to a bound (`footwork_plan::explicit`).
//! Departs from it:
//! - The reward is for each second of an edge, and what follows counts less by how long the edge lasts, so that a long action
//!   and two short ones that do the same are worth the same.
//! - That the line between the two turns is a term, too, so that they go straight; standing and going round are policies.
//! - A seam costs something: of two choices that lead to the same, the one that goes on with the recording is taken.
//! - A state is seen from whoever chooses, and to the other one ahead is back. So what is ahead for the one and back for the
//!   other is one problem of twice as many states.

use std::f32::consts::FRAC_PI_4;

use footwork_plan::explicit::partners::DEAD;
use footwork_plan::explicit::{Edges, OTHER, Partners};

use super::graph::{CarryGraph, Haul};
use crate::graph::Graph;

/// What can be asked of two carriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To stand.
    Stand,
    /// One of eight directions, counted from ahead to the left: seen from who chooses, ahead is toward the other one.
    Go(u8),
    /// To go round what they carry: to the left, or to the right.
    Round(bool),
}

impl Wish {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// All of them.
    pub const ALL: [Wish; Wish::COUNT] = [
        Wish::Stand,
        Wish::Go(0),
        Wish::Go(1),
        Wish::Go(2),
        Wish::Go(3),
        Wish::Go(4),
        Wish::Go(5),
        Wish::Go(6),
        Wish::Go(7),
        Wish::Round(false),
        Wish::Round(true),
    ];

    /// Its place among all.
    pub fn number(self) -> usize {
        match self {
            Wish::Stand => 0,
            Wish::Go(direction) => 1 + usize::from(direction % 8),
            Wish::Round(left) => 9 + usize::from(left),
        }
    }

    /// The same, seen from the other one.
    pub fn turned(self) -> Wish {
        match self {
            Wish::Go(direction) => Wish::Go((direction + 4) % 8),
            wish => wish,
        }
    }

    /// For people.
    pub fn word(self) -> &'static str {
        match self {
            Wish::Stand => "stand",
            Wish::Go(0) => "ahead",
            Wish::Go(1) => "ahead to the left",
            Wish::Go(2) => "to the left",
            Wish::Go(3) => "back to the left",
            Wish::Go(4) => "back",
            Wish::Go(5) => "back to the right",
            Wish::Go(6) => "to the right",
            Wish::Go(_) => "ahead to the right",
            Wish::Round(true) => "round to the left",
            Wish::Round(false) => "round to the right",
        }
    }
}

/// What counts how much: faults for each second, but for the seam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// For each rad² that they face past each other: wθ.
    pub facing: f32,
    /// For each m² off the right distance: wd.
    pub off: f32,
    /// For each (m/s)² off the velocity that is asked for: wv.
    pub velocity: f32,
    /// For each (rad/s)² off the turning that is asked for.
    pub turn: f32,
    /// For each m of a seam's cost.
    pub seam: f32,
    /// m/s: how fast they are to go.
    pub speed: f32,
    /// rad/s: how fast they are to go round.
    pub round: f32,
    /// s, after which what comes counts half: γ.
    pub half: f32,
}

impl Default for Weights {
    /// A fault of 1 a second each: to stand where half a metre a second is asked for, to be 5 cm off, to face past each other
    /// by 15 degrees, to turn by 30 degrees a second. A seam just below the bar costs as much as a third of a second of that.
    fn default() -> Weights {
        Weights {
            facing: 14.0,
            off: 400.0,
            velocity: 4.0,
            turn: 4.0,
            seam: 2.5,
            speed: 0.5,
            round: 0.4,
            half: 0.8,
        }
    }
}

/// Weights that nothing can be decided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a weight is no number; weights are numbers from 0 on, and not all of them zero")]
pub struct WeightError;

impl Weights {
    /// Refuses what is no number.
    pub fn check(&self) -> Result<(), WeightError> {
        let Weights { facing, off, velocity, turn, seam, speed, round, half } = *self;
        let weights = [facing, off, velocity, turn, seam];
        let sound = weights.iter().all(|weight| (0.0..1e6).contains(weight));
        let pace = (0.0..100.0).contains(&speed) && (0.0..100.0).contains(&round);
        let any = weights.iter().any(|weight| *weight > 0.0);
        if sound && pace && any && (1e-2..1e3).contains(&half) { Ok(()) } else { Err(WeightError) }
    }

    /// m/s to the left and ahead, and rad/s to the left, that a wish asks for.
    pub fn asked(&self, wish: Wish) -> [f32; 3] {
        match wish {
            Wish::Stand => [0.0; 3],
            Wish::Go(direction) => {
                let (left, ahead) = libm::sincosf(f32::from(direction) * FRAC_PI_4);
                [self.speed * left, self.speed * ahead, 0.0]
            }
            Wish::Round(left) => [0.0, 0.0, if left { self.round } else { -self.round }],
        }
    }

    /// Eq. 5.3, of an edge.
    pub fn reward(&self, haul: &Haul, wish: Wish) -> f32 {
        let hauled = haul.hauled();
        let [left, ahead, turn] = self.asked(wish);
        let square = |a: f32| a * a;
        let faults = self.facing * square(hauled.facing)
            + self.off * square(hauled.off)
            + self.velocity * (square(hauled.left - left) + square(hauled.ahead - ahead))
            + self.turn * square(hauled.turn - turn);
        -hauled.seconds * faults - self.seam * hauled.seam
    }

    /// How much what comes after so many seconds counts.
    pub fn discount(&self, seconds: f32) -> f32 {
        libm::exp2f(-seconds / self.half)
    }
}

/// No edge.
pub const NONE: u8 = u8::MAX;
/// Values are known to this: a hundredth of what standing for a second costs where one should go.
const TOLERANCE: f32 = 0.01;
/// Sweeps at most.
const SWEEPS: u32 = 120;

/// The best choice of every state for every wish, and what states are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Plans {
    /// By wish and state: the number of the edge among the state's.
    best: Vec<Vec<u8>>,
    /// By wish and state.
    values: Vec<Vec<f32>>,
    /// By wish: what states are worth, in the mean of those that lead anywhere.
    usual: [f32; Wish::COUNT],
    /// What they were solved for.
    pub weights: Weights,
}

impl Plans {
    /// Solves a graph.
    pub fn new(carry: &CarryGraph, weights: Weights) -> Result<Plans, WeightError> {
        weights.check()?;
        let graph = &carry.graph;
        let discounts: Vec<f32> =
            graph.edges.iter().map(|edge| weights.discount(edge.features.hauled().seconds)).collect();
        let earned = |wish: Wish| graph.edges.iter().map(move |edge| weights.reward(&edge.features, wish));
        let mut values = vec![Vec::new(); Wish::COUNT];
        let plain: Vec<u32> = graph.to.iter().map(|to| to & !OTHER).collect();
        for wish in [Wish::Stand, Wish::Round(false), Wish::Round(true)] {
            let earned: Vec<f32> = earned(wish).collect();
            values[wish.number()] = solve(&graph.first, &plain, &earned, &discounts);
        }
        let (first, to) = doubled(graph);
        let both = [&discounts[..], &discounts[..]].concat();
        for direction in 0..4 {
            let wish = Wish::Go(direction);
            let earned: Vec<f32> = earned(wish).chain(earned(wish.turned())).collect();
            let mut solved = solve(&first, &to, &earned, &both);
            let turned = solved.split_off(graph.states.len());
            values[wish.number()] = solved;
            values[wish.turned().number()] = turned;
        }
        let mut usual = [0.0; Wish::COUNT];
        for (usual, values) in usual.iter_mut().zip(&values) {
            let alive = values.iter().filter(|value| **value > 0.5 * DEAD);
            let (sum, count) =
                alive.fold((0.0, 0), |(sum, count), value| (sum + f64::from(*value), count + 1));
            *usual = (sum / f64::from(count.max(1))) as f32;
        }
        let mut plans = Plans { best: Vec::new(), values, usual, weights };
        plans.best = Wish::ALL.iter().map(|wish| plans.choose(graph, *wish)).collect();
        Ok(plans)
    }

    fn choose(&self, graph: &Graph<Haul>, wish: Wish) -> Vec<u8> {
        let best = |state: usize| {
            let edges = graph.first[state] as usize..graph.first[state + 1] as usize;
            let worth = |edge: usize| {
                let haul = &graph.edges[edge].features;
                let later = self.weights.discount(haul.hauled().seconds) * self.value(graph.to[edge], wish);
                self.weights.reward(haul, wish) + later
            };
            let numbers = edges.clone().map(|edge| (worth(edge), (edge - edges.start) as u8));
            // Of equals the first.
            let best = numbers.reduce(|best, next| if next.0 > best.0 { next } else { best });
            best.map_or(NONE, |(_, number)| number)
        };
        (0..graph.states.len()).map(best).collect()
    }

    /// What is best in a state.
    #[inline]
    pub fn best(&self, state: u32, wish: Wish) -> Option<usize> {
        let number = *self.best[wish.number()].get(state as usize)?;
        (number != NONE).then_some(usize::from(number))
    }

    /// What it is worth to come to where an edge leads, to who asks for something: with [`OTHER`], the other one chooses there,
    /// and sees it the other way round.
    #[inline]
    pub fn value(&self, to: u32, wish: Wish) -> f32 {
        let wish = if to & OTHER == 0 { wish } else { wish.turned() };
        self.values[wish.number()].get((to & !OTHER) as usize).copied().unwrap_or(0.0)
    }

    /// What any state is worth, in the mean.
    pub fn usual(&self, wish: Wish) -> f32 {
        self.usual[wish.number()]
    }

    /// Bytes that they take in memory.
    pub fn bytes(&self) -> usize {
        self.best.iter().map(Vec::len).sum::<usize>() + 4 * self.values.iter().map(Vec::len).sum::<usize>()
    }
}

/// The graph twice: in the second half the same is asked for, seen from the other side. Where the other one chooses, an edge
/// leads to the other half.
fn doubled(graph: &Graph<Haul>) -> (Vec<u32>, Vec<u32>) {
    let (states, edges) = (graph.states.len() as u32, graph.edges.len() as u32);
    let later = graph.first.iter().skip(1).map(|first| first + edges);
    let first = graph.first.iter().copied().chain(later).collect();
    let half = |second: bool| {
        graph.to.iter().map(move |to| {
            let crosses = to & OTHER != 0;
            (to & !OTHER) + if crosses != second { states } else { 0 }
        })
    };
    (first, half(false).chain(half(true)).collect())
}

fn solve(first: &[u32], to: &[u32], earned: &[f32], discounts: &[f32]) -> Vec<f32> {
    let Ok(edges) = Edges::new(first, to) else { return vec![0.0; first.len().saturating_sub(1)] };
    let mut partners = Partners::new(edges.states());
    while partners.sweeps() < SWEEPS {
        partners.think(&edges, earned, discounts, usize::MAX);
        // Edges of no time at all count what follows in full, so that there is no bound by the largest discount; with one of
        // a half the bound is the last change itself.
        if partners.bound(0.5) <= TOLERANCE {
            break;
        }
    }
    partners.values().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carry::graph::Hauled;

    #[test]
    fn wishes_are_numbered_and_seen_from_the_other_side() {
        for (number, wish) in Wish::ALL.into_iter().enumerate() {
            assert_eq!(wish.number(), number);
            assert_eq!(wish.turned().turned(), wish);
        }
        assert_eq!(Wish::Go(1).turned(), Wish::Go(5));
    }

    #[test]
    fn who_goes_where_he_should_is_worth_more_than_who_stands_and_weights_are_numbers() {
        let weights = Weights::default();
        let goes = Haul::new(&Hauled { ahead: 0.5, seconds: 0.4, ..Hauled::default() });
        let stands = Haul::new(&Hauled { seconds: 0.4, ..Hauled::default() });
        assert!(weights.reward(&goes, Wish::Go(0)) > -0.01);
        assert!(weights.reward(&stands, Wish::Go(0)) < -0.3);
        assert!(weights.reward(&goes, Wish::Go(4)) < weights.reward(&stands, Wish::Go(4)));
        assert!(weights.check().is_ok());
        for bad in [
            Weights { facing: f32::NAN, ..weights },
            Weights { half: 0.0, ..weights },
            Weights { facing: 0.0, off: 0.0, velocity: 0.0, turn: 0.0, seam: 0.0, ..weights },
        ] {
            assert!(bad.check().unwrap_err().to_string().contains("weights are numbers"));
        }
    }
}
