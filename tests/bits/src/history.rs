//! Goes back at random moments, and sees to it that everything comes again as it was.

use std::error::Error;

use super::stage::{Rng, Snapshot, Stage};

/// Ticks between two hashes that are kept.
const EVERY: u64 = 10;
/// One in so many ticks, a state is put aside or gone back to; at most so many ticks are done again.
const SELDOM: usize = 150;
const AGAIN: usize = 200;

/// What was seen so far.
pub struct History {
    rng: Rng,
    hashes: Vec<u64>,
    kept: Option<(Snapshot, u64)>,
    /// How often a state was gone back to.
    pub returns: u64,
}

impl History {
    pub fn new() -> History {
        History { rng: Rng::stream(5, 0), hashes: Vec::new(), kept: None, returns: 0 }
    }

    /// Before a step: the state must be as it was when this tick came before; some states are put aside, some gone back to.
    /// Says whether this tick is new.
    pub fn pass(&mut self, stage: &mut Stage) -> Result<bool, Box<dyn Error>> {
        if self.rng.below(SELDOM) == 0 {
            match self.kept.take() {
                Some((snapshot, until)) if stage.tick() >= until => {
                    // Every other time by way of bytes.
                    let bytes = snapshot.to_bytes();
                    let snapshot =
                        if self.returns.is_multiple_of(2) { snapshot } else { Snapshot::from_bytes(&bytes)? };
                    stage.restore(&snapshot)?;
                    self.returns += 1;
                }
                Some(waits) => self.kept = Some(waits),
                None => {
                    let until = stage.tick() + 1 + self.rng.below(AGAIN) as u64;
                    self.kept = Some((stage.snapshot(), until));
                }
            }
        }
        let tick = stage.tick();
        let at = (tick / EVERY) as usize;
        match self.hashes.get(at) {
            Some(before) if tick.is_multiple_of(EVERY) && *before != stage.hash() => {
                Err(format!("tick {tick} came again in another way").into())
            }
            Some(_) => Ok(false),
            None if tick.is_multiple_of(EVERY) => {
                self.hashes.push(stage.hash());
                Ok(true)
            }
            None => Ok(true),
        }
    }
}
