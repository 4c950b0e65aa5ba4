//! What becomes of blows that would land: why some are answered and others are not.

use crate::world::{Situation, Toll, World};

/// What became of a blow that would have landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The rival took the harm out of it on purpose.
    Answered,
    /// It did no harm, by chance.
    Missed,
    /// The rival was in the middle of a reaction.
    Reeling,
    /// The rival was throwing a blow of his own.
    Exchanged,
    /// Nothing that the rival could have begun when he saw it would have saved him.
    NoWayOut,
    /// He began nothing new.
    Late,
    /// He expected to be safe.
    Mistaken,
    /// He knew, and took it for something that he thought better.
    Taken,
}

impl Fate {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// What they are called.
    pub const NAMES: [&str; Fate::COUNT] = [
        "answered on purpose",
        "missed by chance",
        "was reeling",
        "was throwing a blow himself",
        "nothing would have saved him",
        "began nothing new",
        "expected to be safe",
        "knew, and took it",
    ];
}

/// A blow, as somebody at the ring sees it.
pub(super) struct Thrown {
    /// Steps of the bout.
    pub begun: usize,
    pub lands: usize,
    pub would_land: bool,
    pub harmed: bool,
    /// Whether the rival was in a reaction when it began; could break off what he did; and would have been saved by something.
    pub forced: bool,
    pub free: bool,
    pub could: bool,
}

impl Thrown {
    /// What became of it. `saw` is what the rival expected when it was to land, `anew` whether he had begun something by then.
    pub fn fate(&self, on_purpose: bool, saw: u32, anew: bool) -> Fate {
        match () {
            () if !self.harmed && on_purpose => Fate::Answered,
            () if !self.harmed => Fate::Missed,
            () if self.forced => Fate::Reeling,
            () if !self.free => Fate::Exchanged,
            () if !self.could => Fate::NoWayOut,
            () if !anew => Fate::Late,
            () if saw == 1 => Fate::Mistaken,
            () => Fate::Taken,
        }
    }
}

/// Whether the rival of who has just begun a blow has a way out that would save him when he sees it.
pub(super) fn could_answer(world: &World<'_>, situation: &Situation) -> bool {
    let mut seen = *situation;
    seen.fighters[1] = world.alarmed(&situation.fighters[1], situation.now);
    let at = seen.fighters[1].ends;
    world.advance(&mut seen, at, &mut Toll::default());
    let rival = seen.fighters[1];
    let saves = |piece: u16| {
        let mut after = seen;
        let begun = world.aimed(world.begun(&rival, piece, at), &seen.fighters[0]);
        after.fighters[1] = world.parrying(begun, &seen.fighters[0], at);
        let mut toll = Toll::default();
        world.advance(&mut after, situation.fighters[0].ends, &mut toll);
        toll.taken[1] == 0.0
    };
    let edges = world.tables.edges_from(rival.piece, at.saturating_sub(rival.begun));
    edges.iter().any(|edge| saves(edge.piece))
}
