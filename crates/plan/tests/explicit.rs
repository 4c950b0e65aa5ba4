//! Solvers on graphs that are there as lists, against playing everything out.

use footwork_plan::explicit::partners::DEAD;
use footwork_plan::explicit::rivals::Earned;
use footwork_plan::explicit::{Edges, GraphError, OTHER, Partners, Rivals};
use proptest::prelude::*;

/// A small graph with what its edges earn either player.
#[derive(Clone, Debug)]
struct Small {
    first: Vec<u32>,
    to: Vec<u32>,
    own: Vec<f32>,
    rival: Vec<f32>,
    start: Vec<f32>,
}

fn small() -> impl Strategy<Value = Small> {
    let state = prop::collection::vec((0..6_u32, any::<bool>(), -9..9_i8, -9..9_i8), 0..4);
    let states = prop::collection::vec((state, -9..9_i8), 6);
    states.prop_map(|states| {
        let mut graph = Small { first: vec![0], to: vec![], own: vec![], rival: vec![], start: vec![] };
        for (edges, start) in states {
            for (to, other, own, rival) in edges {
                graph.to.push(if other { to | OTHER } else { to });
                graph.own.push(f32::from(own));
                graph.rival.push(f32::from(rival));
            }
            graph.first.push(graph.to.len() as u32);
            graph.start.push(f32::from(start));
        }
        graph
    })
}

/// What a state is worth, by playing out everything.
fn brute(graph: &Small, edges: &Edges<'_>, state: usize, own: bool, depth: u16, discount: f32) -> f32 {
    if depth == 0 || edges.of(state).is_empty() {
        return if own { graph.start[state] } else { -graph.start[state] };
    }
    let worth = |edge: usize| {
        let (to, other) = edges.to(edge);
        let then = discount * brute(graph, edges, to, own != other, depth - 1, discount);
        if own { graph.own[edge] + then } else { then - graph.rival[edge] }
    };
    let all = edges.of(state).map(worth);
    if own { all.fold(f32::NEG_INFINITY, f32::max) } else { all.fold(f32::INFINITY, f32::min) }
}

proptest! {
    #[test]
    fn rivals_are_worth_what_playing_everything_out_gives(
        graph in small(), depth in 0..5_u16, half: bool, at_once in 1..9_usize,
    ) {
        let discount = if half { 0.5 } else { 1.0 };
        let edges = Edges::new(&graph.first, &graph.to).unwrap();
        let earned = Earned { own: &graph.own, rival: &graph.rival, discount };
        let other: Vec<f32> = graph.start.iter().map(|start| -start).collect();
        let mut whole = Rivals::new(graph.start.clone(), other.clone());
        whole.deepen(&edges, &earned, depth);
        // A few states at a time come to the same.
        let mut bits = Rivals::new(graph.start.clone(), other);
        while bits.depth() < depth {
            bits.think(&edges, &earned, at_once);
        }
        prop_assert_eq!(&whole, &bits);
        for state in 0..edges.states() {
            prop_assert_eq!(whole.own()[state], brute(&graph, &edges, state, true, depth, discount));
            prop_assert_eq!(whole.rival()[state], brute(&graph, &edges, state, false, depth, discount));
        }
    }

    #[test]
    fn partners_are_within_the_bound_of_what_is_exact(graph in small()) {
        let edges = Edges::new(&graph.first, &graph.to).unwrap();
        let discounts = vec![0.7; graph.to.len()];
        let mut partners = Partners::new(edges.states());
        let proven = partners.solve(&edges, &graph.own, &discounts, 1e-3, 1000);
        prop_assert!(proven <= 1e-3, "{proven}");
        // Swept so often that nothing moves any more.
        let mut exact = vec![0.0_f64; edges.states()];
        for _ in 0..400 {
            exact = (0..edges.states()).map(|state| {
                let worth = |edge: usize| f64::from(graph.own[edge]) + 0.7 * exact[edges.to(edge).0];
                edges.of(state).map(worth).reduce(f64::max).unwrap_or(-1e6)
            }).collect();
        }
        for (value, exact) in partners.values().iter().zip(&exact) {
            // Single precision at a million is 0.06.
            let slack = 1e-3 + 1e-6 * exact.abs();
            prop_assert!((f64::from(*value) - exact).abs() <= slack, "{value} and {exact}");
        }
    }
}

#[test]
fn lists_that_are_no_graph_are_refused() {
    assert_eq!(Edges::new(&[0, 1], &[1]), Err(GraphError::Nowhere { to: 1, states: 1 }));
    for (first, to) in [(&[][..], &[][..]), (&[1, 1], &[0]), (&[0, 2, 1], &[0]), (&[0, 1], &[])] {
        assert_eq!(Edges::new(first, to), Err(GraphError::Lists), "{first:?}");
    }
}

#[test]
fn nothing_is_proven_before_the_first_sweep_and_all_after_it_where_nothing_follows() {
    let first = [0, 0, 0];
    let edges = Edges::new(&first, &[]).unwrap();
    let mut partners = Partners::new(edges.states());
    assert_eq!(partners.bound(0.0), f32::INFINITY);
    assert_eq!(partners.solve(&edges, &[], &[], 1e-3, 1000), 0.0);
    assert_eq!((partners.sweeps(), partners.values()), (1, &[DEAD, DEAD][..]));
}

#[test]
fn a_state_without_a_way_out_keeps_its_worth() {
    // The only way leads to where nothing follows.
    let (first, to) = ([0, 1, 1], [1]);
    let edges = Edges::new(&first, &to).unwrap();
    let earned = Earned { own: &[2.0], rival: &[3.0], discount: 1.0 };
    let mut rivals = Rivals::new(vec![0.0, 5.0], vec![0.0, 7.0]);
    rivals.deepen(&edges, &earned, 4);
    assert_eq!((rivals.own(), rivals.rival()), (&[7.0, 5.0][..], &[4.0, 7.0][..]));
}
