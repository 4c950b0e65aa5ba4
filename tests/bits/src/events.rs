//! What happened in a run, counted: a hash of a run in which nothing happened would say nothing.

use std::collections::BTreeMap;

use super::stage::{Happening, Stage};

/// How often each kind of thing happened.
#[derive(Default)]
pub struct Seen(BTreeMap<&'static str, u64>);

/// What must happen where there are physical bodies.
pub const KINDS: [&str; 15] = [
    "cue",
    "push",
    "segment ended",
    "strike",
    "target hit",
    "contact",
    "prop hit",
    "grab",
    "release",
    "footstep",
    "fell",
    "rose",
    "landed",
    "let go",
    "came to rest",
];

impl Seen {
    pub fn look(&mut self, stage: &Stage) {
        for event in stage.events() {
            *self.0.entry(kind(&event.happening)).or_default() += 1;
        }
    }

    /// Something that is no event.
    pub fn count(&mut self, kind: &'static str) {
        *self.0.entry(kind).or_default() += 1;
    }

    pub fn print(&self) {
        self.0.iter().for_each(|(kind, count)| println!("{kind:<14} {count}"));
    }

    /// What of some kinds never happened.
    pub fn missing(&self, kinds: &[&'static str]) -> Vec<&'static str> {
        kinds.iter().copied().filter(|kind| !self.0.contains_key(kind)).collect()
    }
}

fn kind(happening: &Happening) -> &'static str {
    match happening {
        Happening::Cue(_) => "cue",
        Happening::Pushed { .. } => "push",
        Happening::SegmentEnded(_) => "segment ended",
        Happening::StrikeLanded(_) => "strike",
        Happening::TargetHit(_) => "target hit",
        Happening::Contact { .. } => "contact",
        Happening::PropHit(_) => "prop hit",
        Happening::Grabbed { .. } => "grab",
        Happening::Released { .. } => "release",
        Happening::Footstep { .. } => "footstep",
        Happening::Landed { .. } => "landed",
        Happening::Fell { .. } => "fell",
        Happening::Rose { .. } => "rose",
        Happening::Fallback(_) => "fallback",
        Happening::LetGo => "let go",
        Happening::CameToRest { .. } => "came to rest",
        Happening::HoldReleased { .. } => "hold released",
        Happening::Bumped { .. } => "bump",
    }
}
