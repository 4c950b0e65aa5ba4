//! Why there is no plan.

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlanError {
    #[error("there are {states} states and {inputs} inputs; at least one of each is needed")]
    Nothing { states: usize, inputs: usize },
    #[error("{states} states are more than a table can number ({max} at most)", max = i32::MAX)]
    TooMany { states: usize },
    #[error("{what} has {found} entries and should have {expected}; was it made for other states or inputs?")]
    Size { what: &'static str, found: usize, expected: usize },
    #[error("{what} from {row} to {column} is {value}; it must lie in 0 to 1")]
    Quality { what: &'static str, row: usize, column: usize, value: f32 },
    #[error(
        "row {row} of the chain of inputs adds up to {sum}, not to 1; divide it by its sum, or let the input stay as it is"
    )]
    Row { row: usize, sum: f64 },
    #[error("state {state} has no transition; keep its best one")]
    NoTransition { state: usize },
    #[error("the transitions of state {state} do not rise, or lead beyond the {states} states")]
    Transitions { state: usize, states: usize },
    #[error("in the given table {what} at state {state}, input {input}; start without it")]
    Table { what: &'static str, state: usize, input: usize },
    #[error("the setting {name} cannot be {value}: {why}")]
    Setting { name: &'static str, value: f32, why: &'static str },
}
