//! What baking gives: tables that say which fragment comes next.

use footwork_annotate::Repertoire;
use footwork_graph::{Control, Fragments};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::control::{Bin, ControlSpace};
use crate::error::FragmentError;
use crate::matching::Matching;
use crate::player::PlayerModel;
use crate::quality::QualitySettings;
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

    /// As the seed calls it.
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
    /// How motion was judged.
    pub quality: QualitySettings,
    /// What the next fragment counted against this one.
    pub discount: f32,
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

    /// Whether it was baked from this repertoire.
    pub fn check(&self, repertoire: &Repertoire) -> Result<(), FragmentError> {
        if fingerprint(repertoire) == self.fingerprint { Ok(()) } else { Err(FragmentError::OtherRepertoire) }
    }
}

/// Differs for repertoires whose bodies or motions differ. What was said about them by hand does not matter.
pub fn fingerprint(repertoire: &Repertoire) -> u64 {
    let mut hash = Xxh3::new();
    let mut floats =
        |values: &[f32]| values.iter().for_each(|value| hash.update(&value.to_bits().to_le_bytes()));
    let skeleton = &repertoire.skeleton;
    floats(&[skeleton.len() as f32, repertoire.takes.len() as f32]);
    skeleton.offsets().iter().for_each(|offset| floats(&offset.to_array()));
    for take in &repertoire.takes {
        floats(&[take.clip.rate(), take.clip.frames() as f32]);
        for frame in 0..take.clip.frames() {
            let pose = take.clip.frame(frame);
            pose.translations.iter().for_each(|translation| floats(&translation.to_array()));
            pose.rotations.iter().for_each(|rotation| floats(&rotation.to_array()));
        }
    }
    hash.digest()
}
