//! The solver against a textbook's, its bound against independent evaluation, and that its bits do not depend on
//! threads or stops.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::{ALL, Inflow, Owned, action_value, chain, problem, textbook};
use footwork_plan::policy::{
    Problem, Solution, Solving, Sparse, Transitions, best, evaluate, improve, solve, to_byte, to_word,
};
use footwork_plan::progress::{Flow, Progress};
use proptest::prelude::*;

fn on(_: Progress<'_>) -> Flow {
    Flow::GoOn
}

fn to(bound: f32) -> Solving {
    Solving { bound, ..Solving::default() }
}

fn solved(problem: &Problem<'_>, bound: f32) -> Solution {
    let solution = solve(problem, &to(bound), None, &on).unwrap();
    assert!(solution.finished && solution.effort.error_bound <= bound, "{:?}", solution.effort);
    solution
}

/// What a policy loses at most, as a share of the largest value.
fn loss(problem: &Problem<'_>, policy: &[u32], optimal: &[f64]) -> f64 {
    let worth = evaluate(problem, policy, 1e-10, 1_000_000).unwrap();
    let losses = optimal.iter().zip(&worth.values).map(|(best, worth)| best - worth);
    losses.fold(0.0, f64::max) / problem.largest_value()
}

/// Everything the solver promises about a small problem.
fn promises(
    owned: &Owned,
    who: Inflow,
    problem: &Problem<'_>,
    bound: f32,
    open: impl Fn(usize, usize) -> bool,
) {
    let solution = solved(problem, bound);
    let optimal = textbook(owned, who, open);
    let (stated, largest) = (f64::from(solution.effort.error_bound), problem.largest_value());
    let lost = loss(problem, &solution.table.policy, &optimal);
    assert!(lost <= stated + 1e-9, "{who:?}: loses {lost}, states {stated}");
    for (at, (&value, optimal)) in solution.table.values.iter().zip(&optimal).enumerate() {
        let off = (f64::from(value) - optimal).abs() / largest;
        assert!(off <= stated + 2e-7, "{who:?}: value {at} is {value}, not {optimal}; states {stated}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn small_problems_are_solved_as_in_the_textbook(
        states in 1usize..14, inputs in 1usize..11, seed in 0u64..1_000_000,
        discount in prop_oneof![Just(0.0f32), 0.5f32..0.95], bound in prop_oneof![Just(1e-5f32), Just(1e-3)],
    ) {
        let owned = problem(states, inputs, discount, seed);
        for who in ALL {
            promises(&owned, who, &owned.problem(who), bound, |_, _| true);
        }
    }

    #[test]
    fn closed_transitions_are_not_taken(
        states in 1usize..14, inputs in 1usize..6, seed in 0u64..1_000_000, least in 0.0f32..0.9,
    ) {
        let owned = problem(states, inputs, 0.9, seed);
        let sparse = Sparse::at_least(&Transitions::Dense(&owned.transitions), states, least);
        for who in ALL {
            let problem = Problem { transitions: Transitions::Sparse(&sparse), ..owned.problem(who) };
            promises(&owned, who, &problem, 1e-4, |f, to| problem.quality(f, to).is_some());
        }
    }
}

/// λ as in the paper. The textbook would take tens of thousands of steps; so the value that the policy really has is
/// found independently, and then what one more step could add to it anywhere: that times 1/(1−λ) bounds the loss.
#[test]
fn the_bound_holds_at_the_papers_discount() {
    let owned = problem(150, 20, 0.999, 7);
    for who in ALL {
        let problem = owned.problem(who);
        let solution = solved(&problem, 1e-4);
        let worth = evaluate(&problem, &solution.table.policy, 1e-9, 1_000_000).unwrap();
        assert!(worth.error <= 1e-9);
        let chain = chain(&owned, who);
        let mut most: f64 = 0.0;
        for at in 0..worth.values.len() {
            let (f, c) = (at / owned.inputs, at % owned.inputs);
            for to in 0..owned.states {
                let value = action_value(&owned, &chain, &worth.values, (f, c, to));
                most = most.max(value - worth.values[at]);
            }
            let off =
                (f64::from(solution.table.values[at]) - worth.values[at]).abs() / problem.largest_value();
            assert!(off <= f64::from(solution.effort.error_bound) + 2e-7, "{who:?}: {off} at {at}");
        }
        assert!(most <= 1.1e-4, "{who:?}: a step could still add {most}");
    }
}

#[test]
fn a_list_of_all_transitions_gives_the_bits_of_the_square() {
    let owned = problem(70, 9, 0.99, 3);
    let sparse = Sparse::at_least(&Transitions::Dense(&owned.transitions), 70, 0.0);
    assert_eq!(sparse.to.len(), 70 * 70);
    for who in ALL {
        let dense = owned.problem(who);
        let listed = Problem { transitions: Transitions::Sparse(&sparse), ..dense };
        assert_eq!(solved(&dense, 1e-4), solved(&listed, 1e-4));
    }
}

/// Ways of quality 0 that no good policy takes can be left out.
#[test]
fn zeros_can_be_left_out_where_nobody_wants_them() {
    let mut owned = problem(60, 7, 0.3, 11);
    owned.response.iter_mut().for_each(|quality| *quality = 0.5 + 0.5 * *quality);
    owned.transitions.iter_mut().filter(|quality| **quality < 0.01).for_each(|quality| *quality = 0.0);
    let sparse = Sparse::at_least(&Transitions::Dense(&owned.transitions), 60, f32::MIN_POSITIVE);
    let dense = solved(&owned.problem(Inflow::Chain), 1e-5);
    let listed =
        solved(&Problem { transitions: Transitions::Sparse(&sparse), ..owned.problem(Inflow::Chain) }, 1e-5);
    assert!(sparse.to.len() < 60 * 60);
    let zeros = dense.table.policy.iter().enumerate();
    let wanted = zeros.filter(|&(at, &to)| owned.transitions[at / 7 * 60 + to as usize] == 0.0).count();
    assert_eq!(wanted, 0, "the problem is not what this test is about");
    for (dense, listed) in dense.table.values.iter().zip(&listed.table.values) {
        assert!((dense - listed).abs() <= 2e-5 * 1.5, "{dense} against {listed}");
    }
}

/// A code's error moves values by no more than itself, as shares of the largest.
#[test]
fn codes_cost_what_they_say() {
    let owned = problem(80, 10, 0.99, 5);
    let words: Vec<u16> = owned.transitions.iter().map(|&quality| to_word(quality)).collect();
    let bytes: Vec<u8> = owned.transitions.iter().map(|&quality| to_byte(quality)).collect();
    let exact = solved(&owned.problem(Inflow::Chain), 1e-5).table.values;
    for (transitions, error) in
        [(Transitions::Words(&words), 1.0 / 131_070.0), (Transitions::Bytes(&bytes), 1.0 / 510.0)]
    {
        let problem = Problem { transitions, ..owned.problem(Inflow::Chain) };
        let coded = solved(&problem, 1e-5).table.values;
        for (exact, coded) in exact.iter().zip(&coded) {
            let off = f64::from((exact - coded).abs()) / problem.largest_value();
            assert!(off <= error + 3e-5, "{exact} became {coded}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let owned = problem(300, 13, 0.999, 9);
    for who in ALL {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solved(&owned.problem(who), 1e-4))
        };
        let one = run(1);
        assert!(one == run(2) && one == run(3), "{who:?}");
    }
}

/// Stopped after every n-th call, within steps and between them, and taken up again each time. The larger problem is
/// rehearsed, and a rehearsal that is stopped begins anew, so calls count from its end on.
#[test]
fn stopping_and_going_on_changes_no_bit() {
    for (states, patience) in [(400, 3), (400, 5), (400, 11), (700, 3), (700, 5)] {
        let owned = problem(states, 9, 0.999, 13);
        let problem = owned.problem(Inflow::Chain);
        let whole = solved(&problem, 1e-5);
        let rehearsed = whole.effort.rehearsal_steps > 0;
        assert_eq!(rehearsed, states == 700);
        assert!(rehearsed || whole.effort.improvement_steps >= 3, "too easy: {:?}", whole.effort);
        let (mut table, mut runs) = (None, 0);
        let end = loop {
            let (calls, patience) = (AtomicU32::new(0), patience + runs % 7);
            let watch = |progress: Progress<'_>| {
                let counts = u32::from(!progress.stage.starts_with("rehearsing"));
                let calls = calls.fetch_add(counts, Ordering::Relaxed) + counts;
                if calls >= patience { Flow::Stop } else { Flow::GoOn }
            };
            let solution = solve(&problem, &to(1e-5), table.take(), &watch).unwrap();
            runs += 1;
            assert!(runs < 200, "never ends");
            if solution.finished {
                break solution;
            }
            table = Some(solution.table);
        };
        assert!(runs > 1);
        assert!(end.table == whole.table, "{states} states, patience {patience}");
        assert_eq!(end.effort.error_bound, whole.effort.error_bound);
    }
}

#[test]
fn a_warm_start_needs_fewer_steps() {
    let mut owned = problem(300, 12, 0.999, 21);
    let cold = solved(&owned.problem(Inflow::Chain), 1e-4);
    let again = solve(&owned.problem(Inflow::Chain), &to(1e-4), Some(cold.table.clone()), &on).unwrap();
    assert!(again.finished);
    assert_eq!(again.effort.improvement_steps, 1);

    owned.transitions.iter_mut().step_by(97).for_each(|quality| *quality *= 0.9);
    let changed = solved(&owned.problem(Inflow::Chain), 1e-4);
    let warm = solve(&owned.problem(Inflow::Chain), &to(1e-4), Some(cold.table), &on).unwrap();
    assert!(warm.finished && warm.effort.error_bound <= 1e-4);
    let (warm, cold) = (warm.effort.improvement_steps, changed.effort.improvement_steps);
    assert!(warm < cold, "{warm} against {cold}");
}

#[test]
fn ignoring_what_comes_takes_one_step() {
    let owned = problem(90, 8, 0.999, 2);
    let solution = solved(&owned.problem(Inflow::Ignored), 1e-5);
    assert_eq!((solution.effort.improvement_steps, solution.effort.evaluation_steps), (1, 0));
}

#[test]
fn the_best_choices_are_the_best() {
    let owned = problem(40, 6, 0.99, 4);
    for who in ALL {
        let problem = owned.problem(who);
        let table = solved(&problem, 1e-5).table;
        let values: Vec<f64> = table.values.iter().map(|&value| f64::from(value)).collect();
        let chain = chain(&owned, who);
        for at in (0..table.values.len()).step_by(7) {
            let (f, c) = (at / owned.inputs, at % owned.inputs);
            let mut all: Vec<(f64, u32)> =
                (0..40).map(|to| (action_value(&owned, &chain, &values, (f, c, to)), to as u32)).collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let found = best(&problem, &table.values, f, c, 5).unwrap();
            assert_eq!(found.len(), 5);
            for (found, expected) in found.iter().zip(&all) {
                assert!((f64::from(found.value) - expected.0).abs() < 1e-4 * expected.0.max(1.0));
                let sum = found.transition * found.response + found.future;
                assert!((sum - found.value).abs() < 1e-4 * sum.max(1.0));
            }
            // The table's choice is among them, up to what `f32` leaves of the values.
            let chosen = all.iter().find(|choice| choice.1 == table.policy[at]).unwrap();
            assert!(all[0].0 - chosen.0 < 1e-5 * problem.largest_value());
        }
        assert_eq!(best(&problem, &table.values, 0, 0, 1000).unwrap().len(), 40);
    }
}

#[test]
fn one_improvement_step_by_itself_is_greedy() {
    let owned = problem(50, 7, 0.95, 8);
    let problem = owned.problem(Inflow::Uniform);
    let values: Vec<f32> = (0..350).map(|at| (at % 17) as f32).collect();
    let wide: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
    let (policy, chain) = (improve(&problem, &values).unwrap(), chain(&owned, Inflow::Uniform));
    for (at, &to) in policy.iter().enumerate() {
        let (f, c) = (at / 7, at % 7);
        let value = |to| action_value(&owned, &chain, &wide, (f, c, to));
        let most = (0..50).map(value).fold(f64::NEG_INFINITY, f64::max);
        assert!(most - value(to as usize) < 1e-5);
    }
}
