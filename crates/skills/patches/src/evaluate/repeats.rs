//! How soon somebody who watches one place sees the same patch again.

use std::collections::BTreeMap;

use footwork_stage::{ActorView, DirectorId, Stage};
use glam::Vec3;

use crate::dominoes::{DominoMemory, Dominoes, FallerMemory, Plan};
use crate::football::{self, PlayerMemory};
use crate::luggage::{self, PorterMemory};
use crate::melee::memory::{FighterMemory, State};
use crate::rat::RatMemory;

/// m. Who sees the same patch again nearer than this may notice.
const AGAIN: f32 = 10.0;

/// How long until the same patch is seen again nearby.
#[derive(Debug, Default)]
pub struct Repeats {
    /// Of each patch: when and where it began.
    seen: BTreeMap<u32, Vec<(u64, Vec3)>>,
    /// Of each actor: what he began last.
    known: BTreeMap<u32, (u32, u64)>,
    /// How many jumps into somebody were seen so far.
    bumps: u32,
    /// How many encounters began.
    pub begun: u32,
    gaps: Vec<f64>,
}

impl Repeats {
    /// Looks at a stage after a step.
    pub fn look(&mut self, stage: &Stage, director: DirectorId, plan: Option<&Plan>, tick: u64) {
        let view = stage.view();
        if let Some(rat) = view.director_memory::<RatMemory>(director) {
            // Nobody remembers by which patch he jumped: what was chosen last is known of each patch.
            if rat.bumps != self.bumps
                && let Some(patch) = rat.used.iter().position(|used| *used == rat.chosen)
            {
                self.bumps = rat.bumps;
                self.begin(patch as u32, Vec3::new(rat.at[0], 0.0, rat.at[1]), tick);
            }
            return;
        }
        let round = view.director_memory::<DominoMemory>(director).map_or(0, |memory| memory.rounds);
        for actor in view.actors() {
            let Some(begun) = begun(&actor, plan, round) else { continue };
            if self.known.insert(actor.id().0, begun) != Some(begun) {
                self.begin(begun.0, actor.frame().translation, tick);
            }
        }
    }

    fn begin(&mut self, patch: u32, here: Vec3, tick: u64) {
        self.begun += 1;
        let places = self.seen.entry(patch).or_default();
        let last = places.iter().rev().find(|(_, place)| place.distance(here) < AGAIN);
        self.gaps.extend(last.map(|(when, _)| (tick - when) as f64 / 60.0));
        places.push((tick, here));
    }

    /// s, until a patch was seen again within 10 m, in the mean of those that were.
    pub fn mean(&self) -> Option<f64> {
        (!self.gaps.is_empty()).then(|| self.gaps.iter().sum::<f64>() / self.gaps.len() as f64)
    }

    /// The share of all that were seen within 10 m no more than so many s before.
    pub fn seen_again(&self, within: f64) -> Option<f64> {
        let soon = self.gaps.iter().filter(|gap| **gap <= within).count();
        (self.begun > 0).then(|| soon as f64 / f64::from(self.begun))
    }

    /// The share of all that were seen before within 10 m.
    pub fn share(&self) -> Option<f64> {
        (self.begun > 0).then(|| self.gaps.len() as f64 / f64::from(self.begun))
    }
}

/// The patch that somebody is the first in, and when it began; none if he is in none.
fn begun(actor: &ActorView<'_>, plan: Option<&Plan>, round: u64) -> Option<(u32, u64)> {
    if let Some(own) = actor.memory::<FighterMemory>() {
        // Who lies after it remembers the patch still, with another moment.
        let plays = State::of(own.state) == State::Plays;
        return (plays && own.role == 0 && own.turns > 0).then_some((own.patch, own.starts));
    }
    if let Some(own) = actor.memory::<PorterMemory>() {
        let plays = luggage::State::of(own.state) == luggage::State::Plays && own.role == 0;
        return plays.then_some((own.patch, own.starts));
    }
    if let Some(own) = actor.memory::<PlayerMemory>() {
        let tackles = football::State::of(own.state) == football::State::Tackles;
        return tackles.then_some((own.patch, own.starts));
    }
    let own = actor.memory::<FallerMemory>().filter(|own| Dominoes::is_hit(own))?;
    let patch = plan?.people.get(actor.id().0 as usize).filter(|_| own.phase > 0)?.patch?;
    Some((patch as u32, round))
}
