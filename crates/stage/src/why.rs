//! Why: what was considered at a decision, so that a user who sees a bad move can find out where it came from. Kept for
//! actors that are watched, in a ring that is allocated when watching begins; no part of the state.

use crate::play::Segment;

/// One thing that could have been done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Considered {
    /// What.
    pub segment: Segment,
    /// What the mind thought of it; what that means, and whether more is better, is the mind's.
    pub score: f32,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The step in which it was made.
    pub tick: u64,
    /// What was done.
    pub chosen: Option<Segment>,
    /// The first options in the order in which the mind looked at them.
    options: [Considered; Decision::OPTIONS],
    /// How many it looked at in all.
    pub looked_at: u32,
}

impl Decision {
    /// How many options are kept.
    pub const OPTIONS: usize = 16;

    const NONE: Decision = Decision {
        tick: 0,
        chosen: None,
        options: [Considered { segment: Segment { take: 0, first: 0.0, end: 0.0 }, score: 0.0 };
            Decision::OPTIONS],
        looked_at: 0,
    };

    /// What was considered; the first [`Decision::OPTIONS`] of it.
    pub fn options(&self) -> &[Considered] {
        &self.options[..(self.looked_at as usize).min(Decision::OPTIONS)]
    }
}

/// Where a mind says what it considers. Costs nothing for actors that nobody watches.
pub struct Why<'a> {
    decision: Option<&'a mut Decision>,
}

impl<'a> Why<'a> {
    /// Says it to nobody.
    pub fn nobody() -> Why<'static> {
        Why { decision: None }
    }

    pub(crate) fn new(decision: Option<&'a mut Decision>) -> Why<'a> {
        Why { decision }
    }

    /// Whether somebody listens: for minds that would have to work out scores first.
    pub fn is_asked(&self) -> bool {
        self.decision.is_some()
    }

    /// Says that something was considered.
    pub fn consider(&mut self, segment: Segment, score: f32) {
        if let Some(decision) = &mut self.decision {
            if let Some(place) = decision.options.get_mut(decision.looked_at as usize) {
                *place = Considered { segment, score };
            }
            decision.looked_at = decision.looked_at.saturating_add(1);
        }
    }
}

/// The last decisions of one actor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ring {
    decisions: Vec<Decision>,
    made: usize,
}

impl Ring {
    pub fn new(kept: usize) -> Ring {
        Ring { decisions: vec![Decision::NONE; kept.max(1)], made: 0 }
    }

    /// A fresh record in place of the oldest.
    pub fn next(&mut self, tick: u64) -> &mut Decision {
        let at = self.made % self.decisions.len();
        self.made += 1;
        self.decisions[at] = Decision { tick, ..Decision::NONE };
        &mut self.decisions[at]
    }

    /// The one that was begun last.
    pub fn last(&mut self) -> Option<&mut Decision> {
        let kept = self.decisions.len();
        self.made.checked_sub(1).map(|last| &mut self.decisions[last % kept])
    }

    /// From the oldest to the newest.
    pub fn iter(&self) -> impl Iterator<Item = &Decision> {
        let kept = self.made.min(self.decisions.len());
        (self.made - kept..self.made).map(|at| &self.decisions[at % self.decisions.len()])
    }
}
