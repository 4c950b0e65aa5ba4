//! Patches in which something changes hands: two are put so that the hands of both are at one box at one moment.
//!
//! Paper: Shum 2010, sec. 6.3.3 (contact criterion) and 6.6.2.2. Departs from it: where the hands of both have to be is known, so that
//! start conditions are not sampled but solved for: middle of the hands on middle of the hands, line on line, in the moment in which both
//! reach out furthest. What is left is how high and how wide they hold it, and that decides.

use footwork_motion::ground::Place;
use footwork_plan::progress::{Counter, Flow, Hear};
use glam::{Vec2, Vec3};

use super::{GenerateError, Generated};
use crate::acts::{Acts, Stood};
use crate::patch::{Patch, Turn, tidy};
use crate::pattern::Pattern;

/// m. Hands of the one are this far from hands of the other along the box, so that there is room for both.
pub(crate) const ROOM: f32 = 0.12;
/// m. How much wider or higher than the other one may hold it.
const WIDER: f32 = 0.06;
const HIGHER: f32 = 0.08;
/// m. Trunks are further apart than this.
const TRUNKS: f32 = 0.0;

/// Whether a pattern is one.
pub(crate) fn is(acts: &Acts, pattern: &Pattern, meant: &[Vec<usize>]) -> bool {
    let all = |step: usize, word: &str| meant[step].iter().all(|act| acts.all[*act].is(word));
    pattern.steps.len() == 2 && all(0, "hand_over") && all(1, "receive")
}

/// The frame of an act at which the hands reach furthest from the body.
pub(super) fn furthest(acts: &Acts, act: usize) -> u32 {
    let own = &acts.all[act];
    let reach = |frame: u32| {
        let at = Stood { take: own.take, frame, place: Place::HERE };
        let seen = acts.tables.ground(own.take, frame).inside(0.5 * acts.hands(&at).iter().sum::<Vec3>());
        Vec2::new(seen.x, seen.z).length()
    };
    (own.first..own.end).max_by(|a, b| reach(*a).total_cmp(&reach(*b))).unwrap_or(own.first)
}

/// Where the box is, with its X along the hands, if a body at a frame holds it: seen from the body that holds it at its far side.
fn held(acts: &Acts, at: &Stood) -> (Place, f32, f32) {
    let [left, right] = acts.hands(at);
    let line = Vec2::new(left.x - right.x, left.z - right.z);
    let width = line.length();
    let line = line / width.max(1e-3);
    // To the left of the line is behind the body: X is left, Z ahead.
    let ahead = Vec2::new(-line.y, line.x);
    let middle = 0.5 * (left + right);
    let place = Place {
        x: middle.x + 0.5 * ROOM * ahead.x,
        z: middle.z + 0.5 * ROOM * ahead.y,
        cos: ahead.y,
        sin: ahead.x,
    };
    (place, width, middle.y)
}

/// All pairs of acts of a pattern, put so that they fit.
pub(crate) fn generate(
    acts: &Acts,
    pattern: &Pattern,
    number: u16,
    meant: &[Vec<usize>],
    hear: Hear<'_>,
) -> Result<Generated, GenerateError> {
    let counter = Counter::new(hear, "patches", meant[0].len());
    let mut found: Vec<Patch> = Vec::new();
    let (mut tried, mut nearest) = (0, f32::MAX);
    for &gives in &meant[0] {
        if counter.flow() == Flow::Stop {
            return Err(GenerateError::Stopped);
        }
        counter.count();
        for &takes in &meant[1] {
            tried += 1;
            let turn = |act: usize, place: Place, begin: u32| {
                let own = &acts.all[act];
                Turn {
                    act: act as u32,
                    take: own.take,
                    first: own.first,
                    end: own.end,
                    begin,
                    place,
                    touch: None,
                }
            };
            let reach = [gives, takes].map(|act| furthest(acts, act));
            let into = [gives, takes].map(|act| acts.all[act].first);
            let into = [reach[0] - into[0], reach[1] - into[1]];
            let meets = into[0].max(into[1]);
            // The first one begins at the origin and faces Z.
            let own = &acts.all[gives];
            let first = acts.placed(own.take, own.first, &Place::HERE);
            let (box_of_first, width, high) =
                held(acts, &Stood { take: own.take, frame: reach[0], place: first });
            let other = &acts.all[takes];
            let (box_of_second, wide, height) =
                held(acts, &Stood { take: other.take, frame: reach[1], place: Place::HERE });
            let (off, over) = ((width - wide).abs(), (high - height).abs());
            nearest = nearest.min(off.max(over));
            if off > WIDER || over > HIGHER {
                continue;
            }
            // He sees the same box from the other side.
            let round = Place { x: 0.0, z: 0.0, cos: -1.0, sin: 0.0 };
            let second = tidy(box_of_first.then(&round).then(&box_of_second.inverse()));
            let turns =
                [vec![turn(gives, first, meets - into[0])], vec![turn(takes, second, meets - into[1])]];
            let frames = turns.iter().flatten().map(Turn::over).max().unwrap_or(0);
            let score = 1.0 - 4.0 * off - 4.0 * over;
            let patch = Patch { pattern: number, turns, frames, meets, down: [false; 2], score };
            let free = (0..=frames as i32)
                .step_by(6)
                .all(|frame| acts.trunk_depth(&patch.at(0, frame), &patch.at(1, frame)) < TRUNKS);
            if free {
                found.push(patch);
            }
        }
    }
    if found.is_empty() {
        return Err(GenerateError::Nothing {
            pattern: pattern.name.clone(),
            step: 2,
            text: pattern.steps[1].text.clone(),
            why: format!(
                "of {tried} pairs none hold it alike; the nearest differ by {:.0} cm, and {:.0} are allowed",
                100.0 * nearest,
                100.0 * WIDER
            ),
        });
    }
    let fulfilled = found.len();
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(pattern.keep);
    Ok(Generated { patches: found, tried, fulfilled })
}
