//! A patch: a short encounter of two, action by action, with where they begin.
//!
//! Paper: Shum 2010, sec. 6.3. Departs from it: besides the start condition and the lists of actions, a patch keeps where each
//! action is played, so that what was seen when it was generated is what is shown.

use footwork_annotate::Limb;
use footwork_motion::ground::Place;
use serde::{Deserialize, Serialize};

use crate::acts::{Acts, Stood};

/// A limb that is led to a touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// Which.
    pub limb: Limb,
    /// m, where the led joint goes, in the patch's space.
    pub point: [f32; 3],
    /// Frame of the patch: when.
    pub at: u32,
}

/// One action of one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Number of the act.
    pub act: u32,
    /// Number of the take.
    pub take: u32,
    /// Frames of the take, from the first to before the end.
    pub first: u32,
    /// After the last.
    pub end: u32,
    /// Frame of the patch at which it begins.
    pub begin: u32,
    /// From the take's space to the patch's.
    pub place: Place,
    /// What a limb is led to, if it is.
    pub touch: Option<Touch>,
}

impl Turn {
    /// Frame of the patch at which it is over.
    pub fn over(&self) -> u32 {
        self.begin + (self.end - self.first)
    }
}

/// An encounter of two. The first of them begins at the origin of the patch's space and faces Z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// Number of the pattern that it follows.
    pub pattern: u16,
    /// What each does, in order.
    pub turns: [Vec<Turn>; 2],
    /// Frame at which both are through.
    pub frames: u32,
    /// Frame at which they first meet: a blow lands or is avoided, a body is fallen onto.
    pub meets: u32,
    /// Who lies in the end.
    pub down: [bool; 2],
    /// How well it fulfils its pattern: 1 is perfectly.
    pub score: f32,
}

/// Where two begin: the paper's r, θ1, θ2 and t_diff.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Start {
    /// m, from one to the other.
    pub distance: f32,
    /// rad: how far the other is to the left of where each faces.
    pub bearings: [f32; 2],
    /// Frames: how much later the second one begins; negative if the first one does.
    pub later: i32,
}

impl Patch {
    /// Who of the two, in which moment of what. Before he begins he is as in his first frame, after he is through as in his last.
    #[inline]
    pub fn at(&self, who: usize, frame: i32) -> Stood {
        let turns = &self.turns[who];
        let frame = frame.max(0) as u32;
        let after = turns.partition_point(|turn| turn.begin <= frame).max(1);
        let turn = &turns[after - 1];
        let into = frame.saturating_sub(turn.begin).min(turn.end - turn.first);
        Stood { take: turn.take, frame: turn.first + into, place: turn.place }
    }

    /// Where one of them stands and faces, in the patch's space.
    pub fn body(&self, acts: &Acts, who: usize, frame: i32) -> Place {
        acts.ground(&self.at(who, frame))
    }

    /// When one of them begins, and when he is through.
    pub fn span(&self, who: usize) -> [u32; 2] {
        let turns = &self.turns[who];
        [turns.first().map_or(0, |turn| turn.begin), turns.last().map_or(0, Turn::over)]
    }

    /// Where they begin.
    pub fn start(&self, acts: &Acts) -> Start {
        let [a, b] = [0, 1].map(|who| self.body(acts, who, 0));
        let later = self.span(1)[0] as i32 - self.span(0)[0] as i32;
        Start { distance: a.distance(&b), bearings: [a.bearing(&b), b.bearing(&a)], later }
    }

    /// Whether it makes sense: what is played is there, in order, and somewhere.
    pub fn check(
        &self,
        frames_of: &dyn Fn(u32) -> Option<u32>,
        acts: usize,
        patterns: usize,
    ) -> Result<(), String> {
        if usize::from(self.pattern) >= patterns || !self.score.is_finite() {
            return Err("a patch follows a pattern that is not there".to_string());
        }
        let mut last = 0;
        for turns in &self.turns {
            if turns.is_empty() || turns.len() > 16 {
                return Err(format!("somebody does {} things in a patch", turns.len()));
            }
            let mut over = 0;
            for turn in turns {
                let frames = frames_of(turn.take).ok_or("a patch plays a take that is not there")?;
                let sound = turn.first < turn.end
                    && turn.end < frames
                    && turn.begin >= over
                    && turn.begin <= LONGEST
                    && (turn.act as usize) < acts
                    && turn.place.is_sound();
                let touch = turn.touch.is_none_or(|touch| {
                    touch.point.iter().all(|value| value.is_finite()) && touch.at <= LONGEST
                });
                if !(sound && touch) {
                    return Err("an action of a patch is nowhere, or not in order".to_string());
                }
                over = turn.over();
            }
            last = last.max(over);
        }
        if self.frames != last || self.frames > LONGEST || self.meets > self.frames {
            return Err("a patch is longer or shorter than what is done in it".to_string());
        }
        Ok(())
    }
}

/// Frames: half a minute. Patches are short.
pub const LONGEST: u32 = 1800;

/// Turns stay turns over many products.
pub(crate) fn tidy(place: Place) -> Place {
    let size = (place.cos * place.cos + place.sin * place.sin).sqrt().max(1e-6);
    Place { cos: place.cos / size, sin: place.sin / size, ..place }
}
