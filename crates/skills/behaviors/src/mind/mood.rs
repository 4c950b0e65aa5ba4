//! What a boxer feels like at the moment: his own style, how shaken he is, whether the other lies.
//!
//! The paper gives all boxers the same tables and the same rule. Two who face each other are then in the same situation and
//! do the same: they were mirror twins for seconds on end. So everybody begins in a state of his own and has a style of
//! his own, drawn once: how freely he chooses, how far away he wants to be, how long he waits between blows. Who was
//! struck wants to get away for a moment, and nobody goes up to who lies. And nobody begins what the other is doing right
//! now: of two, the one who came later to the stage does something else.

use bytemuck::{Pod, Zeroable};
use footwork_stage::{ActorView, Rng, StageView};

use super::score_actions::{NEAREST, TEMPERATURE, dial, distance};
use super::{Boxer, BoxerMemory};

/// What makes a boxer unlike others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Style {
    /// How much more freely than usual he chooses.
    pub temperature: f32,
    /// m, how much further away than usual he wants to be.
    pub further: f32,
    /// s, how long after a blow the next one counts little.
    pub pause: f32,
}

/// How much more or less freely the freest and the coolest choose than usual.
const FREEST: f32 = 2.0;
/// m. Styles are nearer or further by this at most: about half of what the dial's infighter and outfighter are.
const NEARER: f32 = 0.15;
/// s. The longest pause: combinations of people follow each other within half a second to a second and a half.
const LONGEST: f32 = 0.7;
/// What a blow counts in the pause after one.
const IN_PAUSE: f32 = 0.3;

impl Style {
    /// Draws a style: of no variety everybody's is the usual one.
    pub fn draw(rng: &mut Rng, variety: f32) -> Style {
        let mut either_way = || 2.0 * rng.unit() - 1.0;
        Style {
            temperature: libm::powf(FREEST, variety * either_way()),
            further: variety * NEARER * either_way(),
            pause: variety * LONGEST * 0.5 * (1.0 + either_way()),
        }
    }
}

/// s. How soon half of a shock is over: about as long as the recorded hits stagger.
const SHOCK: f32 = 0.6;
/// m. Who takes a heavy blow wants to be this much further away at first: a step back.
const BACK: f32 = 0.5;
/// Share of wanting to hit that a heavy blow takes away at first.
const DISCOURAGED: f32 = 0.8;
/// m. So far somebody stays away who waits for another to get up.
const WAITS: f32 = 1.7;
/// How much more it counts to be too near to somebody who lies: with the usual, one who fights on stood within 1.2 m of him for a quarter
/// of the time.
const LEAVES: f32 = 4.0;
/// m. For that, the other one seems to be nearer by this.
const WAITS_FURTHER: f32 = 0.9;

/// What counts in a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mood {
    /// m, how much further away than usual he wants to be.
    pub further: f32,
    /// What it counts to hit, beside what it usually does.
    pub strikes: f32,
    /// How freely he chooses.
    pub temperature: f32,
    /// m, nearer than this is too near.
    pub room: f32,
    /// What being too near counts, beside what it usually does.
    pub crowding: f32,
    /// What the other is doing, if that is not to be done too: a take and s in it.
    pub done: Option<(u32, f64)>,
    /// What it costs to do that.
    pub copying: f32,
}

/// s. Two who are in the same recording, this far apart or less, look alike.
const ALIKE: f64 = 0.35;
/// What it costs to look like the other, in shares of what a behaviour of weight one is worth at its best: as much as to repeat
/// a blow.
const COPYING: f32 = 1.0;

impl Mood {
    /// What dials say and nothing more: what overlays show.
    pub fn of_dials(dials: &[f32]) -> Mood {
        let further = distance(dials);
        Mood { further, strikes: 1.0, temperature: 0.0, room: 0.0, crowding: 1.0, done: None, copying: 0.0 }
    }

    /// What it costs to begin a recording at a time.
    pub fn copies(&self, take: u32, seconds: f64) -> f32 {
        let alike = |(other, at): (u32, f64)| other == take && (at - seconds).abs() < ALIKE;
        if self.done.is_some_and(alike) { self.copying } else { 0.0 }
    }
}

impl Boxer {
    /// The mood that he is in.
    pub(super) fn mood(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        opponent: Option<ActorView<'_>>,
    ) -> Mood {
        // Against a prop there is nobody to keep away from or to wait for.
        let style = if opponent.is_some() {
            memory.style
        } else {
            Style { further: 0.0, pause: 0.0, ..memory.style }
        };
        let dials = &me.controls().dials;
        let own = if memory.has_style == 0 { 1.0 } else { style.temperature };
        let temperature = dial(dials, TEMPERATURE, own * self.settings.temperature);
        let further = distance(dials) + style.further;
        let least = NEAREST.min(self.settings.room);
        let room = (self.settings.room + further).max(least);
        // Only one of two gives way to the other; bodies with other recordings are not alike anyway.
        let earlier = opponent.filter(|other| other.id() < me.id() && std::ptr::eq(other.rig(), me.rig()));
        let done = earlier.map(|other| (other.segment().take, other.time()));
        let copying = COPYING * self.settings.variety;
        if opponent.is_some_and(|other| other.is_down()) {
            let room = room.max(WAITS);
            let (further, strikes, crowding) = (WAITS_FURTHER, 0.0, LEAVES);
            return Mood { further, strikes, temperature, room, crowding, done, copying };
        }
        let shock = shock(memory, stage);
        let since = (stage.tick() as u32).wrapping_sub(memory.thrown_at) as f32 * stage.step();
        let waits = memory.thrown > 0 && since < style.pause;
        let pause = if waits { IN_PAUSE } else { 1.0 };
        let (further, strikes) = (further + BACK * shock, pause * (1.0 - DISCOURAGED * shock));
        Mood { further, strikes, temperature, room, crowding: 1.0, done, copying }
    }
}

/// From 0 to 1, what is left of the last blow that he took.
fn shock(memory: &mut BoxerMemory, stage: &StageView<'_>) -> f32 {
    if memory.shock <= 0.0 {
        return 0.0;
    }
    // Blows are told without the time; it begins with the first choice after it.
    if memory.shock_at == 0 {
        memory.shock_at = stage.tick() as u32;
    }
    let since = (stage.tick() as u32).wrapping_sub(memory.shock_at) as f32 * stage.step();
    memory.shock.min(1.0) * libm::exp2f(-since / SHOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_differ_within_their_bounds_and_without_variety_are_the_usual_one() {
        let mut rng = Rng::stream(1, 1);
        let styles: Vec<Style> = (0..200).map(|_| Style::draw(&mut rng, 1.0)).collect();
        for style in &styles {
            assert!((1.0 / FREEST..=FREEST).contains(&style.temperature), "{style:?}");
            assert!(style.further.abs() <= NEARER && (0.0..=LONGEST).contains(&style.pause), "{style:?}");
        }
        let spread = |of: fn(&Style) -> f32| {
            let values = || styles.iter().map(of);
            values().fold(f32::NEG_INFINITY, f32::max) - values().fold(f32::INFINITY, f32::min)
        };
        assert!(spread(|style| style.further) > NEARER && spread(|style| style.pause) > 0.5 * LONGEST);
        assert_eq!(Style::draw(&mut rng, 0.0), Style { temperature: 1.0, further: 0.0, pause: 0.0 });
    }
}
