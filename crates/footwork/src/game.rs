//! What is played in a scene: a game watches a stage, speaks to its actors by cues, and keeps a scoreboard.
//!
//! A scoreboard is data: rows, a clock, a banner. Whoever shows one knows no game by name; a new game is a variant of
//! [`Game`] and of [`GameKind`](crate::scene::GameKind).

mod rounds;
mod scripted;

use footwork_stage::{CastError, Stage};

use crate::collect;
pub use rounds::{RoundSettings, Rounds};
pub use scripted::ScriptedFighter;

/// A running game: call [`Game::step`] after every step of its stage. What changes is plain data; a clone goes on in the
/// same way.
#[derive(Clone, Debug, PartialEq)]
pub enum Game {
    /// Spheres are collected.
    Collect(collect::Game),
    /// Two fight, round by round.
    Rounds(Rounds),
}

/// How a game goes, for whoever shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scoreboard {
    /// From top to bottom.
    pub rows: Vec<ScoreRow>,
    /// s, what is left.
    pub clock: Option<f32>,
    /// What everybody should see now: a round begins, somebody is down, somebody has won.
    pub banner: Option<String>,
}

/// A line of a scoreboard.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// What it is.
    pub label: String,
    /// How much.
    pub value: Score,
    /// From 0 to 1, where it is a bar.
    pub bar: Option<f32>,
    /// The actor whom it is about, by its number.
    pub actor: Option<u32>,
}

/// What a line of a scoreboard says, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// How many, or how much in percent.
    Count(u32),
    /// Which one of how many.
    Of(u32, u32),
    /// The first one's and the second one's.
    Versus([u32; 2]),
}

/// For people.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Score::Count(count) => write!(f, "{count}"),
            Score::Of(count, all) => write!(f, "{count} of {all}"),
            Score::Versus([first, second]) => write!(f, "{first} : {second}"),
        }
    }
}

impl Game {
    /// Looks at what the last step of the stage did, and asks for what follows from it.
    pub fn step(&mut self, stage: &mut Stage) -> Result<(), CastError> {
        match self {
            Game::Collect(game) => game.step(stage),
            Game::Rounds(rounds) => rounds.step(stage),
        }
    }

    /// How it goes.
    pub fn board(&self) -> Scoreboard {
        match self {
            Game::Collect(game) => {
                let score = game.score();
                let actor = Some(game.actor().0);
                let row = |label: &str, count: u32| ScoreRow {
                    label: label.to_string(),
                    value: Score::Count(count),
                    bar: None,
                    actor,
                };
                let rows = vec![row("collected", score.collected), row("falls", score.falls)];
                Scoreboard { rows, ..Scoreboard::default() }
            }
            Game::Rounds(rounds) => rounds.board(),
        }
    }

    /// The game of spheres, if it is that.
    pub fn collect(&self) -> Option<&collect::Game> {
        match self {
            Game::Collect(game) => Some(game),
            Game::Rounds(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_numbers_and_read_as_people_say_them() {
        let said = [Score::Count(7), Score::Of(2, 3), Score::Versus([4, 0])].map(|score| score.to_string());
        assert_eq!(said, ["7", "2 of 3", "4 : 0"]);
    }
}
