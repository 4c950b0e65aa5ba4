//! What baking gives: tables that say which fragment comes next.

use footwork_annotate::fragments::{Control, Fragments};
use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use serde::{Deserialize, Serialize};

use crate::control::{Bin, ControlSpace};
use crate::error::FragmentError;
use crate::matching::Matching;
use crate::player::PlayerModel;
use crate::takeover::Takeovers;

/// How the next fragment is chosen, by what is believed about the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controller {
    /// The player goes on as the traces show, eq. 2.
    #[default]
    Model,
    /// The player never asks for anything else again, eq. 5.
    Steady,
    /// The player may ask for anything next, eq. 6.
    Spread,
    /// Nobody looks ahead, eq. 4.
    Greedy,
    /// No table, but a search: motion matching, to compare with.
    Matching,
}

impl Controller {
    /// All of them, the best first.
    pub const ALL: [Controller; 5] =
        [Controller::Model, Controller::Steady, Controller::Spread, Controller::Greedy, Controller::Matching];

    /// Those that look things up.
    pub const TABLES: [Controller; 4] =
        [Controller::Model, Controller::Steady, Controller::Spread, Controller::Greedy];

    /// As the paper calls it.
    pub fn name(self) -> &'static str {
        match self {
            Controller::Model => "model",
            Controller::Steady => "steady",
            Controller::Spread => "spread",
            Controller::Greedy => "greedy",
            Controller::Matching => "matching",
        }
    }
}

/// Everything a steered character needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// Of the repertoire that it was baked from.
    pub fingerprint: u64,
    /// The pieces.
    pub fragments: Fragments,
    /// What can be asked for.
    pub space: ControlSpace,
    /// What was believed about the player.
    pub player: PlayerModel,
    /// One for each controller that was asked for.
    pub tables: Vec<PolicyTable>,
    /// For comparison: motion matching on the same fragments.
    pub matching: Option<Matching>,
    /// How to take over a body that does something else.
    pub takeovers: Takeovers,
    /// s, how long the repertoire's jumps are in the air.
    pub jump: f32,
}

/// What follows each fragment in each bin.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyTable {
    /// What it believes.
    pub controller: Controller,
    /// The share of transitions that it was allowed; none is all of them.
    pub kept: Option<f32>,
    /// Fragment by fragment, bin by bin.
    pub next: Vec<u16>,
    /// The motion quality of each of these transitions: 255 is perfect.
    pub motion: Vec<u8>,
    /// Good choices beside the best.
    pub family: Option<Family>,
}

/// The best few choices of each fragment in each bin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Family {
    /// How many each has at most.
    pub most: u8,
    /// Per fragment and bin, `most` of them; the first is the best.
    pub next: Vec<u16>,
    /// What each loses against the best, in [`Family::STEPS`]ths of one fragment of perfect quality; [`Family::NONE`] is
    /// none.
    pub loss: Vec<u8>,
}

impl Family {
    /// How finely losses are told.
    pub const STEPS: f32 = 64.0;
    /// There is no such choice.
    pub const NONE: u8 = u8::MAX;

    /// The choices at a place, each with what it loses, the best first.
    pub fn at(&self, place: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let most = usize::from(self.most);
        let span = place * most..(place + 1) * most;
        let next = self.next.get(span.clone()).unwrap_or(&[]);
        let loss = self.loss.get(span).unwrap_or(&[]);
        let there = next.iter().zip(loss).filter(|(_, loss)| **loss != Family::NONE);
        there.map(|(&next, &loss)| (usize::from(next), f32::from(loss) / Family::STEPS))
    }
}

impl Skill {
    /// More than fit a table.
    pub const MOST_FRAGMENTS: usize = 1 << 16;

    /// How many bins there are.
    pub fn bins(&self) -> usize {
        self.space.bins()
    }

    /// The table of a controller.
    pub fn table(&self, controller: Controller, kept: Option<f32>) -> Option<&PolicyTable> {
        self.tables.iter().find(|table| table.controller == controller && table.kept == kept)
    }

    /// What follows a fragment when a bin is asked for. One look-up; what is not there gives the first fragment.
    #[inline]
    pub fn next(&self, table: &PolicyTable, fragment: usize, bin: Bin) -> usize {
        table.next.get(self.place(fragment, bin)).map_or(0, |&next| usize::from(next))
    }

    /// Where a fragment and a bin are in a table.
    #[inline]
    pub fn place(&self, fragment: usize, bin: Bin) -> usize {
        fragment * self.bins() + usize::from(bin)
    }

    /// The control quality of a fragment, eq. 10.
    pub fn control_quality(&self, fragment: usize, asked: &Control) -> f32 {
        self.fragments.controls.get(fragment).map_or(0.0, |shown| self.space.quality(shown, asked))
    }

    /// Refuses a repertoire that it was not baked from. A file may state any fingerprint, so all that it names is looked up
    /// as well: nothing outside of the takes can be played.
    pub fn check(&self, repertoire: &Repertoire) -> Result<(), FragmentError> {
        baked::check(self.fingerprint, repertoire)?;
        let inside = self.fragments.segments.iter().all(|segment| {
            let clip = repertoire.takes.get(segment.take as usize).map(|take| &take.clip);
            clip.is_some_and(|clip| {
                segment.end as usize <= clip.frames() && clip.rate() == self.fragments.rate
            })
        });
        if inside { Ok(()) } else { Err(SealError::Nonsense("a fragment is in no take".to_string()).into()) }
    }
}

/// One of a family by chance: each is less likely by exp(−loss/temperature). `chance` is 0 to 1.
pub fn varied(table: &PolicyTable, place: usize, temperature: f32, chance: f32) -> usize {
    let best = usize::from(table.next.get(place).copied().unwrap_or(0));
    let Some(family) = table.family.as_ref().filter(|_| temperature > 1e-4) else { return best };
    let weight = |loss: f32| libm::expf(-loss / temperature);
    let total: f32 = family.at(place).map(|(_, loss)| weight(loss)).sum();
    let mut left = chance * total;
    for (next, loss) in family.at(place) {
        left -= weight(loss);
        if left < 0.0 {
            return next;
        }
    }
    best
}
