//! Looking through patches: two play one after the other, and whoever watches keeps or drops each.
//!
//! Paper: Shum 2010, sec. 6.7.1: animators choose among what was generated, and add patches of their own. What was said is in the memory of
//! the first of the two, so that a save game holds it; `browse::entry` writes it into a file (`verdicts`), and patches that were
//! dropped are left out of what is baked from then on.
//!
//! Both go by what the first remembers, which patch and since when. They play in short stretches, so that the second one sees in time
//! when another patch begins.

#[cfg(feature = "bake")]
pub(crate) mod entry;

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use footwork_motion::ground::Place;
use footwork_stage::{
    ActorView, Ask, Event, Figure, Happening, Mind, Move, Overlay, Placement, Reach, Reaction, Rng, Row,
    StageView, Why,
};
use glam::Vec3;

use crate::acts::Acts;
use crate::dominoes::{segment, transform};
use crate::file::PatchBook;
use crate::patch::{Turn, tidy};
use crate::verdicts::{self, Verdicts};

/// Most patches that are shown: more than anybody looks through without a pause.
pub const MOST: usize = 4096;
/// Most verdicts that can be taken back.
const BACK: usize = 256;
/// Frames: the longest stretch; until another patch begins, so that both know; and how long both stand when it is over.
const STRETCH: u32 = 12;
const BEFORE: u64 = 20;
const AFTER: u32 = 24;
/// s. How long before a blow lands its limb is led, as in a fight.
const EASE: f32 = 0.2;

/// Buttons: what can be said.
pub const KEEP: u8 = 0;
/// Throws it away.
pub const DROP: u8 = 1;
/// Says nothing, and shows the next one.
pub const SKIP: u8 = 2;
/// Takes the last verdict back, and shows it again.
pub const UNDO: u8 = 3;

/// What was said of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Stays.
    Kept,
    /// Is left out from now on.
    Dropped,
}

/// Shows patches. The first actor of the stage is the first of a patch, the next one the second; anybody else stands.
pub struct Browser {
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    /// What each patch is known by.
    keys: Vec<u64>,
}

/// What is remembered. Only what the first one remembers counts.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct BrowserMemory {
    /// When the shown patch begins: a tick.
    starts: u64,
    /// Where patches are.
    origin: Place,
    /// Of each patch of which something was said: what it is known by.
    keys: [u64; MOST],
    /// Of each patch: 0 is nothing, 1 kept, 2 dropped.
    said: [u8; MOST],
    /// The last verdicts, by the patches' numbers, and how many there are.
    order: [u16; BACK],
    count: u32,
    /// Which is shown.
    pub at: u32,
    /// Whether there is anything yet.
    begun: u32,
    /// How many buttons were pressed, and which was the last; of the first one's and the second one's how many were heard.
    pressed: u32,
    button: u32,
    heard: [u32; 2],
    spare: u32,
}

impl BrowserMemory {
    /// What was said of a patch.
    pub fn verdict(&self, patch: usize) -> Option<Verdict> {
        match self.said.get(patch) {
            Some(1) => Some(Verdict::Kept),
            Some(2) => Some(Verdict::Dropped),
            _ => None,
        }
    }

    /// All that was said.
    pub fn verdicts(&self) -> Verdicts {
        let said = (0..MOST).filter_map(|patch| Some((self.keys[patch], self.verdict(patch)?)));
        said.collect()
    }

    fn counts(&self) -> [u32; 2] {
        [1, 2].map(|what| self.said.iter().filter(|said| **said == what).count() as u32)
    }
}

impl Browser {
    /// Shows the patches of a book.
    pub fn new(acts: Arc<Acts>, book: Arc<PatchBook>) -> Browser {
        let keys = book.patches.iter().take(MOST).map(verdicts::key).collect();
        Browser { acts, book, keys }
    }

    /// What is shown.
    pub fn book(&self) -> &PatchBook {
        &self.book
    }

    fn shown(&self) -> usize {
        self.book.patches.len().min(MOST)
    }

    /// Another patch begins in a moment.
    fn go_to(&self, memory: &mut BrowserMemory, at: usize, tick: u64) {
        memory.at = (at % self.shown().max(1)) as u32;
        memory.starts = tick + BEFORE;
    }

    /// Something is said of the patch that is shown.
    fn say(&self, memory: &mut BrowserMemory, button: u8, tick: u64) {
        let at = (memory.at as usize).min(MOST - 1);
        let count = (memory.count as usize).min(BACK);
        match button {
            KEEP | DROP => {
                memory.keys[at] = self.keys.get(at).copied().unwrap_or(0);
                memory.said[at] = if button == KEEP { 1 } else { 2 };
                if count == BACK {
                    memory.order.copy_within(1.., 0);
                }
                memory.order[count.min(BACK - 1)] = at as u16;
                memory.count = (count + 1).min(BACK) as u32;
                self.go_to(memory, at + 1, tick);
            }
            SKIP => self.go_to(memory, at + 1, tick),
            UNDO if count > 0 => {
                memory.count = count as u32 - 1;
                let last = usize::from(memory.order[count - 1]).min(MOST - 1);
                memory.said[last] = 0;
                self.go_to(memory, last, tick);
            }
            _ => {}
        }
    }

    /// What one of the two plays in the next stretch.
    fn stretch(&self, leads: &BrowserMemory, role: usize, me: &ActorView<'_>, stage: &StageView<'_>) -> Move {
        let rate = self.acts.tables.rate;
        let idle = || {
            let stand = me.rig().stand();
            let left = leads.starts.saturating_sub(stage.tick()).clamp(1, u64::from(STRETCH));
            let end = (stand.first + left as f64 * f64::from(stage.step())).min(stand.end);
            Move::new(footwork_stage::Segment { end, ..stand })
        };
        let Some(patch) = self.book.patches.get(leads.at as usize) else { return idle() };
        let gone = (stage.tick().wrapping_sub(leads.starts) as i64).max(-10_000) as f32 * stage.step() * rate;
        if stage.tick() < leads.starts {
            return idle();
        }
        let gone = gone.round() as u32;
        let turns = &patch.turns[role];
        let after = turns.partition_point(|turn| turn.begin <= gone);
        let Some(turn) = turns.get(after.max(1) - 1) else { return idle() };
        // Before he begins he is as in his first frame, after he is through as in his last.
        if gone < turn.begin || gone >= turn.over() {
            let frame = if gone < turn.begin { turn.first } else { turn.end - 1 };
            let held = segment(rate, turn.take, frame, frame + 1);
            let left = if gone < turn.begin { turn.begin - gone } else { STRETCH }.clamp(1, STRETCH);
            let place = Placement::At(transform(&tidy(leads.origin.then(&turn.place))));
            return Move { place, ..Move::new(held).at_rate(1.0 / left as f32) };
        }
        self.played(leads, turn, gone)
    }

    /// A stretch of a turn, from a frame of the patch on.
    fn played(&self, leads: &BrowserMemory, turn: &Turn, gone: u32) -> Move {
        let rate = self.acts.tables.rate;
        let until = (gone + STRETCH).min(turn.over());
        let [first, end] = [gone, until].map(|frame| turn.first + (frame - turn.begin));
        let mut order = Move::new(segment(rate, turn.take, first, end));
        order.place = Placement::At(transform(&tidy(leads.origin.then(&turn.place))));
        // A blow that lands in this stretch, or soon after it.
        if let Some(touch) = turn.touch.filter(|touch| touch.at >= gone && touch.at <= until + STRETCH) {
            let at = (touch.at - gone) as f32 / rate;
            let point = leads.origin.point(Vec3::from_array(touch.point));
            let ease = EASE.min(at.max(0.02));
            order.reaches[0] = Some(Reach { limb: touch.limb, point, at, ease, weight: 1.0 });
        }
        order
    }
}

impl Mind for Browser {
    type Memory = BrowserMemory;

    fn choose(
        &self,
        memory: &mut BrowserMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        let first = stage.nth_actor(0)?;
        let second = stage.nth_actor(1);
        if me.id() == first.id() {
            if memory.begun == 0 {
                (memory.begun, memory.origin) = (1, Place::new(me.frame()));
                self.go_to(memory, 0, stage.tick());
            }
            // What is asked of the second one counts as well.
            let asked = second.and_then(|other| other.memory::<BrowserMemory>());
            let asked =
                [(memory.pressed, memory.button), asked.map_or((0, 0), |own| (own.pressed, own.button))];
            for (who, (pressed, button)) in asked.into_iter().enumerate() {
                if pressed != memory.heard[who] {
                    memory.heard[who] = pressed;
                    self.say(memory, button as u8, stage.tick());
                }
            }
            // Who says nothing sees it again.
            let frames = self.book.patches.get(memory.at as usize).map_or(0, |patch| patch.frames + AFTER);
            if stage.tick() > memory.starts + u64::from(frames) {
                memory.starts = stage.tick() + BEFORE;
            }
            return Some(self.stretch(memory, 0, &me, stage));
        }
        let leads = first.memory::<BrowserMemory>().filter(|leads| leads.begun > 0)?;
        (second.map(|second| second.id()) == Some(me.id())).then(|| self.stretch(leads, 1, &me, stage))
    }

    fn notice(&self, memory: &mut BrowserMemory, _: ActorView<'_>, event: &Event) -> Reaction {
        match event.happening {
            Happening::Cue(Ask::Button { button, down: true }) if button <= UNDO => {
                (memory.pressed, memory.button) = (memory.pressed.wrapping_add(1), u32::from(button));
                Reaction::Choose
            }
            _ => Reaction::CarryOn,
        }
    }

    fn overlay(&self, memory: &BrowserMemory, _: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let first = stage.nth_actor(0).and_then(|first| first.memory::<BrowserMemory>().copied());
        let memory = first.as_ref().unwrap_or(memory);
        let at = memory.at as usize;
        let [kept, dropped] = memory.counts();
        let word = match memory.verdict(at) {
            Some(Verdict::Kept) => "kept",
            Some(Verdict::Dropped) => "dropped",
            None => "not judged",
        };
        let score = self.book.patches.get(at).map_or(0.0, |patch| patch.score);
        let rows = vec![
            Row::count("patch", memory.at + 1),
            Row::count("of", self.shown() as u32),
            Row::number("score", score, ""),
            Row { name: "this one", value: Figure::Word(word) },
            Row::count("kept", kept),
            Row::count("dropped", dropped),
        ];
        Overlay { rows, ..Overlay::default() }
    }
}
