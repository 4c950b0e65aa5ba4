//! Directing: the way that a pair goes, and what it is to do and not to do on it; from a scene, or while it runs.
//!
//! Paper: Shum 2010, sec. 4.4.2: check points with places, times and required actions. While it runs:
//! - the button [`NEW_PATH`] going down forgets the path, and every target that comes then is its next check point;
//! - the dials `wants` and `forbids` require and forbid actions.
//!
//! Both of a pair are told: whoever directs sends the same to both.

use bytemuck::{Pod, Zeroable};
use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Ask, Rng, StageView};
use glam::Vec2;

use super::{DuelMemory, Duelists, PATIENCE};
use crate::rules::Wanted;
use crate::style::Style;
use crate::tables::Words;
use crate::world::Situation;

/// Most check points of a path.
pub const MOST_POINTS: usize = 16;
/// The button that begins a new path.
pub const NEW_PATH: u8 = 8;
/// The word of a last check point at which somebody is knocked down.
pub const KNOCK_DOWN: &str = "fall";
/// m. A check point is reached when the middle of the pair is this near.
pub const REACHED: f32 = 0.5;
/// m. The same for a runner, who turns a corner of about this radius.
const RUN_BY: f32 = 1.5;
/// m. So far ahead of itself a pair is led along its path, at most.
const AHEAD: f32 = 1.5;
/// How much harder it is pulled there than table 4.2 says: as hard as that would pull to a check point 6 m away.
const PULL: f32 = 4.0;
/// What a blow is worth by itself to who has a way to go: as much as being 3 m nearer to the next check point.
const ON_THE_WAY: f32 = 1e2;
/// How often he feels like it on the way, as a share: half of the blows of a free fight leave time for steps.
const HURRIED: f32 = 0.25;
/// m/s. Who would have to go faster than this to be at a check point when it says is late: he is pulled there so many times as hard,
/// and does not strike because he feels like it.
const LATE: f32 = 0.2;
const LATE_PULL: f32 = 3.0;
/// m. Paths that come nearer to each other than this overlap: two pairs need so much room.
const OVERLAPS: f32 = 1.5;

/// A check point, as a fighter remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Stop {
    /// m, on the ground: X and Z.
    pub place: [f32; 2],
    /// s from the scene's beginning: not left before.
    pub time: f32,
    /// Which point of the scene's path it is, plus one: what is required there is said there. 0 of one that came while it runs.
    pub given: u32,
}

impl DuelMemory {
    /// The check points of his path.
    pub fn path(&self) -> &[Stop] {
        &self.stops[..(self.stop_count as usize).min(MOST_POINTS)]
    }

    /// Begins with the path that the scene says, and with a whim of his own.
    pub(super) fn prime(&mut self, duelists: &Duelists, rng: &mut Rng) {
        if self.primed != 0 {
            return;
        }
        self.primed = 1;
        self.whim = rng.bits() as u32;
        // Somebody goes in first, and soon: not everybody has only just struck.
        self.waited = (PATIENCE * duelists.tables.rate * (self.whim % 8) as f32 / 8.0) as u32;
        for (at, point) in duelists.settings.path.iter().enumerate().take(MOST_POINTS) {
            let time = point.time.unwrap_or(0.0);
            self.stops[at] = Stop { place: point.place.to_array(), time, given: at as u32 + 1 };
            self.stop_count = at as u32 + 1;
        }
    }

    /// Takes in what is asked about his path.
    pub(super) fn take_path(&mut self, ask: &Ask) {
        match *ask {
            Ask::Button { button: NEW_PATH, down: true } => {
                (self.stop_count, self.check_point, self.downed) = (0, 0, 0);
            }
            Ask::Target(point) if (self.stop_count as usize) < MOST_POINTS => {
                self.stops[self.stop_count as usize] =
                    Stop { place: [point.x, point.z], time: 0.0, given: 0 };
                self.stop_count += 1;
            }
            _ => {}
        }
    }
}

impl Duelists {
    /// What the director of the scene wants of him now.
    pub(super) fn wanted(&self, memory: &DuelMemory, me: Option<ActorView<'_>>) -> Wanted {
        let stop = memory.path().get(memory.check_point as usize);
        let given = stop.and_then(|stop| self.settings.path.get((stop.given as usize).checked_sub(1)?));
        let words = |word: Option<&String>| {
            word.filter(|word| *word != KNOCK_DOWN).map_or(Words::NONE, |word| self.tables.words_like(word))
        };
        let dial = |number: usize| {
            let value = me.map_or(0.0, |me| me.controls().dials[number]);
            let word = WORDS.get(value.max(0.0) as usize).filter(|_| value >= 1.0);
            word.map_or(Words::NONE, |word| self.tables.words_like(word))
        };
        // Who is there fights as anybody does: with a way to go they keep to that first, and do not come together.
        let goes = self.settings.world.catch > 0.0 || self.is_on_the_way(memory);
        Wanted {
            place: stop.filter(|_| goes).map(|_| Vec2::from_array(memory.ahead)),
            required: words(given.and_then(|point| point.required.as_ref())).and(dial(WANTS)),
            forbidden: words(self.settings.forbidden.as_ref()).and(dial(FORBIDS)),
        }
    }

    /// Where a pair is to go next: a little further along the way from the last check point to the next one. The paper
    /// pulls to the check point itself, the harder the further it is, which is hardly at all when it is near, and off
    /// the line.
    pub(super) fn lead_on(&self, memory: &mut DuelMemory) {
        let at = memory.check_point as usize;
        let Some(stop) = memory.path().get(at) else { return };
        let (to, here) = (Vec2::from_array(stop.place), Vec2::from_array(memory.place));
        let last = at.checked_sub(1).and_then(|last| memory.path().get(last));
        let from = last.map_or(here, |last| Vec2::from_array(last.place));
        let leg = to - from;
        let along = (here - from).dot(leg.normalize_or_zero()).max(0.0) + AHEAD;
        memory.ahead = (from + leg.clamp_length_max(along)).to_array();
        if self.settings.world.catch > 0.0 {
            memory.ahead = to.to_array();
        }
    }

    /// A style with the weights of table 4.2, for who is directed.
    pub(super) fn directed(&self, style: Style, memory: &DuelMemory, me: ActorView<'_>) -> Style {
        let wanted = self.wanted(memory, Some(me));
        if wanted == Wanted::default() {
            return style;
        }
        let hurry = if memory.hurries == 0 { 1.0 } else { LATE_PULL };
        let path = hurry * PULL * Style::PATH_BOXER.path;
        let style = Style { path, demand: Style::PATH_BOXER.demand, ..style };
        if !self.is_on_the_way(memory) {
            return style;
        }
        // Who has a way to go is not carried away by wanting to hit.
        let hurried = if memory.hurries == 0 { HURRIED } else { 0.0 };
        Style { attack: style.attack.min(ON_THE_WAY), impulse: hurried * style.impulse, ..style }
    }

    /// Whether he has still to get to his next check point.
    pub(super) fn is_on_the_way(&self, memory: &DuelMemory) -> bool {
        let stop = memory.path().get(memory.check_point as usize);
        let far = |stop: &Stop| Vec2::from_array(stop.place).distance(Vec2::from_array(memory.place));
        stop.is_some_and(|stop| far(stop) > 0.5 * REACHED)
    }

    /// Counts catches, and goes on to the next check point.
    pub(super) fn notice_places(
        &self,
        memory: &mut DuelMemory,
        situation: &Situation,
        stage: &StageView<'_>,
    ) {
        let world = self.world();
        let chases = self.settings.world.catch > 0.0;
        let own = world.body(&situation.fighters[0], 0);
        let mut place = Vec2::new(own.x, own.z);
        if situation.count > 1 {
            let rival = world.body(&situation.fighters[1], 0);
            // Fighters go their way together, runners one after the other.
            place = if chases { place } else { middle(&own, &rival) };
            let far = own.distance(&rival);
            if memory.near == 0 && far < self.settings.world.catch {
                memory.near = 1;
                memory.catches = memory.catches.wrapping_add(u32::from(!self.settings.chased));
            } else if far > 2.0 * self.settings.world.catch {
                memory.near = 0;
            }
        }
        memory.place = place.to_array();
        memory.hurries = 0;
        let Some(stop) = memory.path().get(memory.check_point as usize).copied() else { return };
        let seconds = stage.tick() as f32 * stage.step();
        let far = (place.distance(Vec2::from_array(stop.place)) - 0.5 * REACHED).max(0.0);
        let is_late = stop.time > 0.0 && far > LATE * (stop.time - seconds).max(0.0);
        memory.hurries = u16::from(is_late && !chases);
        let is_last = memory.check_point + 1 >= memory.stop_count;
        let reached = if chases { RUN_BY } else { REACHED };
        let there = place.distance(Vec2::from_array(stop.place)) < reached && seconds >= stop.time;
        if there && !is_last {
            memory.check_point += 1;
        }
        memory.at_end = u16::from(there && is_last) | (memory.at_end & u16::from(is_last));
    }

    /// Whether the next blow that does harm is to knock him down: once, at the last check point.
    pub(super) fn goes_down(&self, memory: &DuelMemory) -> bool {
        let stop = memory.path().get(memory.check_point as usize);
        let given = stop.and_then(|stop| self.settings.path.get((stop.given as usize).checked_sub(1)?));
        let asked = given.and_then(|point| point.required.as_deref()) == Some(KNOCK_DOWN);
        asked && memory.at_end != 0 && memory.downed == 0
    }
}

fn middle(a: &Place, b: &Place) -> Vec2 {
    0.5 * Vec2::new(a.x + b.x, a.z + b.z)
}

/// Number of the dial for what is required, and of the one for what is forbidden.
pub(super) const WANTS: usize = 2;
pub(super) const FORBIDS: usize = 3;
/// What can be required and forbidden while it runs.
pub(super) const WORDS: [&str; 11] =
    ["nothing", "jab", "cross", "hook", "uppercut", "kick", "knee", "elbow", "slip", "duck", "block"];

/// Where somebody's path comes near to those of others that are not his pair's, with how many there are.
pub(super) fn overlaps(memory: &DuelMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Vec<Vec2> {
    let lines = |memory: &DuelMemory| -> Vec<[Vec2; 2]> {
        let ends: Vec<Vec2> = memory.path().iter().map(|stop| Vec2::from_array(stop.place)).collect();
        ends.windows(2).map(|ends| [ends[0], ends[1]]).collect()
    };
    let own = lines(memory);
    let mut found = Vec::new();
    let mut seen: Vec<Vec<[Vec2; 2]>> = vec![own.clone()];
    for other in stage.actors().filter(|other| other.id() != me.id()) {
        let Some(path) = other.memory::<DuelMemory>().map(lines) else { continue };
        if path.is_empty() || seen.contains(&path) {
            continue;
        }
        // The two of a pair have one path.
        let near = own.iter().flat_map(|a| path.iter().map(move |b| nearest(*a, *b)));
        let closest = near.min_by(|a, b| a.1.total_cmp(&b.1));
        found.extend(closest.filter(|(_, far)| *far < OVERLAPS).map(|(place, _)| place));
        seen.push(path);
    }
    found
}

/// m, the middle of where two lines are nearest to each other, and how near that is; looked for at a hundred points.
fn nearest(a: [Vec2; 2], b: [Vec2; 2]) -> (Vec2, f32) {
    let along = |line: [Vec2; 2], point: Vec2| {
        let leg = line[1] - line[0];
        let share = ((point - line[0]).dot(leg) / leg.length_squared().max(1e-9)).clamp(0.0, 1.0);
        line[0] + leg * share
    };
    let at = |number: u32| {
        let point = a[0].lerp(a[1], number as f32 / 100.0);
        let other = along(b, point);
        (point.midpoint(other), point.distance(other))
    };
    (0..=100).map(at).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((a[0], f32::INFINITY))
}

/// What the tables make of the words that a scene asks for: those that no action of the repertoire is.
#[cfg(feature = "bake")]
pub(crate) fn unknown_words<'a>(
    tables: &crate::tables::Tables,
    words: impl Iterator<Item = &'a String>,
) -> Vec<&'a String> {
    words.filter(|word| *word != KNOCK_DOWN && tables.words_like(word) == Words::NONE).collect()
}
