//! What cannot be solved is refused with a sentence.

use crate::common::{Inflow, Owned, problem};
use footwork_plan::PlanError;
use footwork_plan::policy::{
    Inputs, Problem, Solving, Sparse, Table, Transitions, best, evaluate, improve, solve,
};
use footwork_plan::progress::Flow;

fn refused(problem: &Problem<'_>, sentence: &str) {
    refused_with(problem, &Solving::default(), None, sentence);
}

fn refused_with(problem: &Problem<'_>, settings: &Solving, start: Option<Table>, sentence: &str) {
    let error = solve(problem, settings, start, &|_| Flow::GoOn).unwrap_err();
    assert!(error.to_string().contains(sentence), "{error}");
}

fn small() -> Owned {
    problem(5, 3, 0.9, 1)
}

#[test]
fn nothing() {
    let owned = small();
    let good = owned.problem(Inflow::Chain);
    refused(&Problem { states: 0, ..good }, "there are 0 states and 3 inputs");
    refused(&Problem { inputs: 0, ..good }, "there are 5 states and 0 inputs");
}

#[test]
fn sizes_that_do_not_match() {
    let owned = small();
    let good = owned.problem(Inflow::Chain);
    refused(
        &Problem { transitions: Transitions::Dense(&owned.transitions[1..]), ..good },
        "quality of a transition has 24 entries",
    );
    refused(
        &Problem { transitions: Transitions::Words(&[0; 3]), ..good },
        "quality of a transition has 3 entries",
    );
    refused(
        &Problem { transitions: Transitions::Bytes(&[0; 26]), ..good },
        "quality of a transition has 26 entries",
    );
    refused(&Problem { response: &owned.response[2..], ..good }, "quality of a response has 13 entries");
    refused(
        &Problem { next_input: Inputs::Chain(&owned.model[..8]), ..good },
        "the chain of inputs has 8 entries",
    );
}

#[test]
fn what_is_no_quality() {
    for (bad, said) in [(f32::NAN, "NaN"), (-0.1, "-0.1"), (1.5, "1.5"), (f32::INFINITY, "inf")] {
        let mut owned = small();
        owned.transitions[2 * 5 + 3] = bad;
        refused(&owned.problem(Inflow::Constant), &format!("quality of a transition from 2 to 3 is {said}"));
        let mut owned = small();
        owned.response[3 * 3 + 1] = bad;
        refused(&owned.problem(Inflow::Constant), &format!("quality of a response from 3 to 1 is {said}"));
    }
}

#[test]
fn what_is_no_chain_of_inputs() {
    let mut owned = small();
    owned.model[3..6].copy_from_slice(&[0.2, 0.5, 0.4]);
    let sentence = "row 1 of the chain of inputs adds up to";
    refused(&owned.problem(Inflow::Chain), sentence);
    owned.model[3..6].fill(0.0);
    refused(&owned.problem(Inflow::Chain), "row 1 of the chain of inputs adds up to 0");
    owned.model[5] = f32::NAN;
    refused(&owned.problem(Inflow::Chain), "the chance of the next input from 1 to 2 is NaN");
    owned.model[5] = -0.5;
    refused(&owned.problem(Inflow::Chain), "the chance of the next input from 1 to 2 is -0.5");
}

#[test]
fn settings() {
    let owned = small();
    let good = owned.problem(Inflow::Chain);
    for discount in [1.0, -0.1, f32::NAN, 2.0] {
        refused(&Problem { discount, ..good }, "the setting discount cannot be");
    }
    for bound in [0.0, 1e-7, f32::NAN, 2.0] {
        refused_with(&good, &Solving { bound, ..Solving::default() }, None, "the setting bound cannot be");
    }
    let none = Solving { evaluation_steps: 0, ..Solving::default() };
    refused_with(&good, &none, None, "the setting evaluation_steps cannot be 0");
    let none = Solving { improvement_steps: 0, ..Solving::default() };
    refused_with(&good, &none, None, "the setting improvement_steps cannot be 0");
}

#[test]
fn lists_of_transitions() {
    let owned = small();
    let rows = |rows: [&[(u32, f32)]; 5]| Sparse::of_rows(&rows.map(<[_]>::to_vec));
    let with = |sparse: &Sparse, sentence: &str| {
        refused(
            &Problem { transitions: Transitions::Sparse(sparse), ..owned.problem(Inflow::Chain) },
            sentence,
        );
    };
    let one: &[(u32, f32)] = &[(1, 0.5)];
    with(&rows([one, one, &[], one, one]), "state 2 has no transition");
    with(&rows([one, one, &[(3, 0.1), (1, 0.2)], one, one]), "the transitions of state 2 do not rise");
    with(&rows([one, one, one, &[(1, 0.1), (1, 0.2)], one]), "the transitions of state 3 do not rise");
    with(&rows([one, one, one, one, &[(5, 0.1)]]), "the transitions of state 4 do not rise, or lead beyond");
    with(
        &rows([one, &[(0, 0.1), (4, f32::NAN)], one, one, one]),
        "quality of a transition from 1 to 4 is NaN",
    );
    with(&Sparse::of_rows(&[one.to_vec()]), "where transitions begin has 2 entries and should have 6");
    let mut broken = rows([one; 5]);
    broken.quality.pop();
    with(&broken, "transitions' qualities has 4 entries");
    let mut broken = rows([one; 5]);
    broken.first[2] = 9;
    with(&broken, "the transitions of state 1");
    let mut broken = rows([one; 5]);
    broken.first[5] = 7;
    with(&broken, "the list of transitions has 5 entries and should have 7");
}

#[test]
fn tables_of_something_else() {
    let owned = small();
    let good = owned.problem(Inflow::Chain);
    let table = || Table { values: vec![0.0; 15], policy: vec![0; 15] };
    let with = |table: Table, sentence: &str| refused_with(&good, &Solving::default(), Some(table), sentence);
    with(Table { values: vec![0.0; 14], ..table() }, "values to start from has 14 entries");
    with(Table { policy: vec![0; 16], ..table() }, "policy to start from has 16 entries");
    let mut bad = table();
    bad.policy[7] = 5;
    with(bad, "the policy names a state that is not there at state 2, input 1");
    let mut bad = table();
    bad.values[8] = f32::NAN;
    with(bad, "the value is not a number at state 2, input 2");

    let sparse = Sparse::of_rows(&vec![vec![(1, 0.5)]; 5]);
    let problem = Problem { transitions: Transitions::Sparse(&sparse), ..good };
    let closed = "the policy takes a transition that is closed at state 0, input 0";
    refused_with(&problem, &Solving::default(), Some(table()), closed);
    assert!(matches!(evaluate(&problem, &[0; 15], 1e-3, 10), Err(PlanError::Table { .. })));
}

#[test]
fn questions_about_nothing() {
    let owned = small();
    let good = owned.problem(Inflow::Chain);
    assert!(matches!(best(&good, &[0.0; 15], 5, 0, 1), Err(PlanError::Table { .. })));
    assert!(matches!(best(&good, &[0.0; 15], 0, 3, 1), Err(PlanError::Table { .. })));
    assert!(matches!(best(&good, &[0.0; 14], 0, 0, 1), Err(PlanError::Size { .. })));
    assert!(matches!(improve(&good, &[0.0; 14]), Err(PlanError::Size { .. })));
    assert!(matches!(improve(&good, &[f32::NAN; 15]), Err(PlanError::Table { .. })));
    assert!(matches!(evaluate(&good, &[0; 14], 1e-3, 10), Err(PlanError::Size { .. })));
    assert!(matches!(evaluate(&good, &[9; 15], 1e-3, 10), Err(PlanError::Table { .. })));
}

/// One state, one input: it can only follow itself.
#[test]
fn the_smallest_problem_is_solved() {
    for next_input in [Inputs::Chain(&[1.0]), Inputs::Constant, Inputs::Uniform] {
        let problem = Problem {
            states: 1,
            inputs: 1,
            transitions: Transitions::Dense(&[0.5]),
            response: &[0.8],
            next_input,
            discount: 0.5,
        };
        let solution = solve(&problem, &Solving::default(), None, &|_| Flow::GoOn).unwrap();
        assert!(solution.finished);
        assert_eq!(solution.table.policy, [0]);
        assert!((solution.table.values[0] - 0.8).abs() < 1e-5);
    }
}

/// A start that holds nothing is no start.
#[test]
fn an_empty_table_is_no_start() {
    let owned = small();
    let problem = owned.problem(Inflow::Chain);
    let stopped = solve(&problem, &Solving::default(), None, &|_| Flow::Stop).unwrap();
    assert!(!stopped.finished && stopped.table.is_empty());
    let cold = solve(&problem, &Solving::default(), None, &|_| Flow::GoOn).unwrap();
    let again = solve(&problem, &Solving::default(), Some(stopped.table), &|_| Flow::GoOn).unwrap();
    assert_eq!(again, cold);
}
