//! Why there is no plan.

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlanError {
    #[error("there are {fragments} fragments and {bins} bins; at least one of each is needed")]
    Nothing { fragments: usize, bins: usize },
    #[error("{fragments} fragments are more than a table can number ({max} at most)", max = i32::MAX)]
    TooMany { fragments: usize },
    #[error(
        "{what} has {found} entries and should have {expected}; was it made for other fragments or bins?"
    )]
    Size { what: &'static str, found: usize, expected: usize },
    #[error("{what} from {row} to {column} is {value}; it must lie in 0 to 1")]
    Quality { what: &'static str, row: usize, column: usize, value: f32 },
    #[error(
        "the player's row {row} adds up to {sum}, not to 1; divide it by its sum, or let the bin stay where it is"
    )]
    Row { row: usize, sum: f64 },
    #[error("fragment {fragment} has no way to go on; keep its best one")]
    NoWay { fragment: usize },
    #[error("the ways of fragment {fragment} do not rise, or lead beyond the {fragments} fragments")]
    Ways { fragment: usize, fragments: usize },
    #[error("in the given table {what} at fragment {fragment}, bin {bin}; start without it")]
    Table { what: &'static str, fragment: usize, bin: usize },
    #[error("the setting {name} cannot be {value}: {why}")]
    Setting { name: &'static str, value: f32, why: &'static str },
}
