//! What cannot be solved is refused with a sentence.

mod common;

use common::{Owned, Who, problem};
use footwork_plan::PlanError;
use footwork_plan::policy::{
    Flow, Motion, Player, Problem, Solving, Sparse, Table, best, evaluate, improve, solve,
};

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
    let good = owned.problem(Who::Model);
    refused(&Problem { fragments: 0, ..good }, "there are 0 fragments and 3 bins");
    refused(&Problem { bins: 0, ..good }, "there are 5 fragments and 0 bins");
}

#[test]
fn sizes_that_do_not_match() {
    let owned = small();
    let good = owned.problem(Who::Model);
    refused(&Problem { motion: Motion::Dense(&owned.motion[1..]), ..good }, "motion quality has 24 entries");
    refused(&Problem { motion: Motion::Words(&[0; 3]), ..good }, "motion quality has 3 entries");
    refused(&Problem { motion: Motion::Bytes(&[0; 26]), ..good }, "motion quality has 26 entries");
    refused(&Problem { control: &owned.control[2..], ..good }, "control quality has 13 entries");
    refused(
        &Problem { player: Player::Model(&owned.model[..8]), ..good },
        "the player's model has 8 entries",
    );
}

#[test]
fn what_is_no_quality() {
    for (bad, said) in [(f32::NAN, "NaN"), (-0.1, "-0.1"), (1.5, "1.5"), (f32::INFINITY, "inf")] {
        let mut owned = small();
        owned.motion[2 * 5 + 3] = bad;
        refused(&owned.problem(Who::Steady), &format!("motion quality from 2 to 3 is {said}"));
        let mut owned = small();
        owned.control[3 * 3 + 1] = bad;
        refused(&owned.problem(Who::Steady), &format!("control quality from 3 to 1 is {said}"));
    }
}

#[test]
fn what_is_no_player() {
    let mut owned = small();
    owned.model[3..6].copy_from_slice(&[0.2, 0.5, 0.4]);
    let sentence = "the player's row 1 adds up to";
    refused(&owned.problem(Who::Model), sentence);
    owned.model[3..6].fill(0.0);
    refused(&owned.problem(Who::Model), "the player's row 1 adds up to 0");
    owned.model[5] = f32::NAN;
    refused(&owned.problem(Who::Model), "the player's share of steps from 1 to 2 is NaN");
    owned.model[5] = -0.5;
    refused(&owned.problem(Who::Model), "the player's share of steps from 1 to 2 is -0.5");
}

#[test]
fn settings() {
    let owned = small();
    let good = owned.problem(Who::Model);
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
fn lists_of_ways() {
    let owned = small();
    let rows = |rows: [&[(u32, f32)]; 5]| Sparse::of_rows(&rows.map(<[_]>::to_vec));
    let with = |sparse: &Sparse, sentence: &str| {
        refused(&Problem { motion: Motion::Sparse(sparse), ..owned.problem(Who::Model) }, sentence);
    };
    let one: &[(u32, f32)] = &[(1, 0.5)];
    with(&rows([one, one, &[], one, one]), "fragment 2 has no way to go on");
    with(&rows([one, one, &[(3, 0.1), (1, 0.2)], one, one]), "the ways of fragment 2 do not rise");
    with(&rows([one, one, one, &[(1, 0.1), (1, 0.2)], one]), "the ways of fragment 3 do not rise");
    with(&rows([one, one, one, one, &[(5, 0.1)]]), "the ways of fragment 4 do not rise, or lead beyond");
    with(&rows([one, &[(0, 0.1), (4, f32::NAN)], one, one, one]), "motion quality from 1 to 4 is NaN");
    with(&Sparse::of_rows(&[one.to_vec()]), "where ways begin has 2 entries and should have 6");
    let mut broken = rows([one; 5]);
    broken.quality.pop();
    with(&broken, "ways' qualities has 4 entries");
    let mut broken = rows([one; 5]);
    broken.first[2] = 9;
    with(&broken, "the ways of fragment 1");
    let mut broken = rows([one; 5]);
    broken.first[5] = 7;
    with(&broken, "the list of ways has 5 entries and should have 7");
}

#[test]
fn tables_of_something_else() {
    let owned = small();
    let good = owned.problem(Who::Model);
    let table = || Table { values: vec![0.0; 15], policy: vec![0; 15] };
    let with = |table: Table, sentence: &str| refused_with(&good, &Solving::default(), Some(table), sentence);
    with(Table { values: vec![0.0; 14], ..table() }, "values to start from has 14 entries");
    with(Table { policy: vec![0; 16], ..table() }, "policy to start from has 16 entries");
    let mut bad = table();
    bad.policy[7] = 5;
    with(bad, "the policy names a fragment that is not there at fragment 2, bin 1");
    let mut bad = table();
    bad.values[8] = f32::NAN;
    with(bad, "the value is not a number at fragment 2, bin 2");

    let sparse = Sparse::of_rows(&vec![vec![(1, 0.5)]; 5]);
    let problem = Problem { motion: Motion::Sparse(&sparse), ..good };
    let closed = "the policy takes a way that is closed at fragment 0, bin 0";
    refused_with(&problem, &Solving::default(), Some(table()), closed);
    assert!(matches!(evaluate(&problem, &[0; 15], 1e-3, 10), Err(PlanError::Table { .. })));
}

#[test]
fn questions_about_nothing() {
    let owned = small();
    let good = owned.problem(Who::Model);
    assert!(matches!(best(&good, &[0.0; 15], 5, 0, 1), Err(PlanError::Table { .. })));
    assert!(matches!(best(&good, &[0.0; 15], 0, 3, 1), Err(PlanError::Table { .. })));
    assert!(matches!(best(&good, &[0.0; 14], 0, 0, 1), Err(PlanError::Size { .. })));
    assert!(matches!(improve(&good, &[0.0; 14]), Err(PlanError::Size { .. })));
    assert!(matches!(improve(&good, &[f32::NAN; 15]), Err(PlanError::Table { .. })));
    assert!(matches!(evaluate(&good, &[0; 14], 1e-3, 10), Err(PlanError::Size { .. })));
    assert!(matches!(evaluate(&good, &[9; 15], 1e-3, 10), Err(PlanError::Table { .. })));
}

/// One fragment, one bin: it can only follow itself.
#[test]
fn the_smallest_problem_is_solved() {
    for player in [Player::Model(&[1.0]), Player::Steady, Player::Spread] {
        let problem = Problem {
            fragments: 1,
            bins: 1,
            motion: Motion::Dense(&[0.5]),
            control: &[0.8],
            player,
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
    let problem = owned.problem(Who::Model);
    let stopped = solve(&problem, &Solving::default(), None, &|_| Flow::Stop).unwrap();
    assert!(!stopped.finished && stopped.table.is_empty());
    let cold = solve(&problem, &Solving::default(), None, &|_| Flow::GoOn).unwrap();
    let again = solve(&problem, &Solving::default(), Some(stopped.table), &|_| Flow::GoOn).unwrap();
    assert_eq!(again, cold);
}
