//! How it goes: blows that landed, counted where they happen, so that every tab and every reload shows the same.

use footwork::game::{Game, Score, Scoreboard};
use footwork::scene::Scene;
use footwork_stage::{Happening, Stage};

use crate::cast::{self, CastGroup};
use crate::protocol::{Ability, Figure, ScoreMessage, ScoreRow};

/// With more than these, blows are counted by team.
const FEW: usize = 4;

/// Blows by actor or by team.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Whether blows are what it is about.
    fights: bool,
    sides: Vec<Side>,
    /// Whose blow counts for which side, by the actor's number.
    side_of: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Side {
    label: String,
    actor: Option<u32>,
    team: u32,
    landed: u32,
}

impl Tally {
    pub fn new(scene: &Scene, groups: &[CastGroup]) -> Tally {
        let fights = cast::abilities(scene).contains(&Ability::Fights);
        let names = cast::names(groups);
        let teams: Vec<u32> =
            groups.iter().flat_map(|group| std::iter::repeat_n(group.team, group.count as usize)).collect();
        if names.len() <= FEW {
            let side = |(number, (label, team)): (usize, (&String, &u32))| Side {
                label: label.clone(),
                actor: Some(number as u32),
                team: *team,
                landed: 0,
            };
            let sides = names.iter().zip(&teams).enumerate().map(side).collect();
            return Tally { fights, sides, side_of: (0..names.len()).collect() };
        }
        let mut distinct = teams.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let label = |team: &u32| match distinct.len() {
            1 => "everybody".to_string(),
            _ => groups
                .iter()
                .find(|group| group.team == *team)
                .map_or(String::new(), |group| group.name.clone()),
        };
        let sides =
            distinct.iter().map(|team| Side { label: label(team), actor: None, team: *team, landed: 0 });
        let side_of = teams.iter().map(|team| distinct.binary_search(team).unwrap_or(0)).collect();
        Tally { fights, sides: sides.collect(), side_of }
    }

    /// Counts what landed in the last step.
    pub fn count(&mut self, stage: &Stage) {
        for event in stage.events() {
            let landed = match event.happening {
                Happening::StrikeLanded(blow) => blow.who == event.to,
                Happening::TargetHit(_) => true,
                _ => false,
            };
            let side = self.side_of.get(event.to.0 as usize).filter(|_| landed);
            if let Some(side) = side.and_then(|side| self.sides.get_mut(*side)) {
                side.landed += 1;
            }
        }
    }

    /// What there is to tell: the game's score, or blows; nothing where there is nothing to win.
    pub fn told(&self, game: Option<&Game>) -> ScoreMessage {
        let row = |label: &str, count: u32| ScoreRow {
            label: label.to_string(),
            value: Figure::Count { count },
            bar: None,
            actor: None,
            team: None,
        };
        let rows = match game {
            Some(game) => return board(game.board()),
            None if self.fights || self.sides.iter().any(|side| side.landed > 0) => {
                let one = self.sides.len() == 1;
                let side = |side: &Side| ScoreRow {
                    actor: side.actor,
                    team: Some(side.team),
                    ..row(if one { "blows landed" } else { &side.label }, side.landed)
                };
                self.sides.iter().map(side).collect()
            }
            None => Vec::new(),
        };
        ScoreMessage { rows, clock: None, banner: None }
    }
}

/// A game's scoreboard, as it is told.
fn board(board: Scoreboard) -> ScoreMessage {
    let row = |row: footwork::game::ScoreRow| ScoreRow {
        label: row.label,
        value: match row.value {
            Score::Count(count) => Figure::Count { count },
            Score::Of(count, of) => Figure::Of { count, of },
            Score::Versus(counts) => Figure::Versus { counts },
        },
        bar: row.bar,
        actor: row.actor,
        team: None,
    };
    ScoreMessage { rows: board.rows.into_iter().map(row).collect(), clock: board.clock, banner: board.banner }
}
