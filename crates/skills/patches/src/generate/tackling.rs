//! Patches in which somebody runs past a tackle: the tackler goes for where the runner would be if he ran on, and he is not there.
//!
//! Paper: Shum 2010, table 6.2 (`run, TACKLE, avoid`) and sec. 6.6.1.3. Departs from it: where the arms of the tackler have to close is
//! known, so that distances are not sampled but solved for: on the place that the runner would have come to. What is sampled is from which
//! side he comes, every 20°, in which moment of the avoidance, every 0.1 s, and by how much he is too short. Where trunks touch all the
//! same, or the tackle is too far from him to be one, it is thrown away. Who tackles low may dive: his tackle goes over into a fall ahead.

use footwork_motion::ground::Place;
use footwork_plan::progress::{Counter, Flow, Hear};
use glam::{Vec2, Vec3};
use rayon::prelude::*;

use super::handing::furthest;
use super::{GenerateError, Generated, Sampling, chosen};
use crate::acts::{Acts, Stood};
use crate::patch::{Patch, Turn, tidy};
use crate::pattern::Pattern;

/// Frames between two looks at whether bodies touch.
const LOOK: u32 = 3;
/// Frames of running before the avoidance, and before the tackle: what both are joined into from any other running.
const RUNS_UP: u32 = 72;
const TACKLER_RUNS_UP: u32 = 18;
/// Frames of running after it.
const RUNS_ON: u32 = 15;
/// Frames. Shorter actions are no acts, and are run through.
const GAP: u32 = 8;
/// Frames of a run that say how fast somebody would have gone on.
const PACE: u32 = 30;
/// m. Trunks stay this far apart: the stage blends motions, which may cost some centimetres.
const TRUNKS: f32 = -0.06;
/// m, frames. Deeper than this for longer no limb is in the other's body: a centimetre and more less than a collision is, for how it is shown.
const LIMBS: f32 = 0.035;
const LIMBS_FOR: u32 = 5;
/// m. A tackler whose trunk comes no nearer than this does not tackle him.
const NEAR: f32 = 0.75;

/// Whether a pattern is one.
pub(crate) fn is(acts: &Acts, pattern: &Pattern, meant: &[Vec<usize>]) -> bool {
    let who: Vec<usize> = pattern.steps.iter().map(|step| step.who).collect();
    let all = |step: usize, word: &str| meant[step].iter().all(|act| acts.all[*act].is(word));
    who == [0, 1, 0] && all(1, "tackle") && all(2, "avoid")
}

/// A patch with its score, and what is the same for near doubles.
struct Found {
    patch: Patch,
    key: Vec<i32>,
}

/// What a runner does: his run up to an avoidance, and how he would have gone on.
struct Runner {
    turns: [Turn; 2],
    /// The same for all that avoid in the same way: no way crowds out the others.
    kind: i32,
    /// m and m/s, in the patch's space: where he begins to avoid, and how fast he is.
    from: Vec2,
    velocity: Vec2,
}

/// The run that comes right before an avoidance, step after step, with it.
fn runner(acts: &Acts, runs: &[usize], avoids: usize) -> Option<Runner> {
    let own = &acts.all[avoids];
    let mut since = own.first;
    for run in (0..avoids).rev() {
        let before = &acts.all[run];
        let follows = before.take == own.take && before.end + GAP >= since && runs.contains(&run);
        if !follows || own.first - since >= RUNS_UP {
            break;
        }
        since = before.first;
    }
    let first = since.max(own.first.saturating_sub(RUNS_UP));
    if own.first - first < PACE {
        return None;
    }
    let run = avoids - 1;
    let place = acts.placed(own.take, first, &Place::HERE);
    let at = |frame: u32| {
        let ground = place.then(acts.tables.ground(own.take, frame));
        Vec2::new(ground.x, ground.z)
    };
    let velocity = (at(own.first) - at(own.first - PACE)) * (acts.tables.rate / PACE as f32);
    let turn = |act: usize, first: u32, end: u32, begin: u32| Turn {
        act: act as u32,
        take: own.take,
        first,
        end,
        begin,
        place,
        touch: None,
    };
    // He runs on as he was recorded, until he is past.
    let on = acts.all.get(avoids + 1).filter(|next| next.take == own.take && runs.contains(&(avoids + 1)));
    let end = on.map_or(own.end, |next| next.end.min(own.end + RUNS_ON));
    let turns = [turn(run, first, own.first, 0), turn(avoids, own.first, end, own.first - first)];
    let kind = acts.all.iter().position(|known| known.classes == own.classes).unwrap_or(avoids) as i32;
    Some(Runner { turns, kind, from: at(own.first), velocity })
}

/// What a tackler does: runs up, throws his arms, and stays on his feet or dives.
struct Tackler {
    turns: Vec<Turn>,
    /// Frames from his beginning until his arms close, and where the hands and the body are then, in his take's space.
    closes: u32,
    hands: Vec3,
    body: Place,
    /// Where he begins, in his take's space.
    first: Place,
}

/// m. A seam into a dive that costs more is not used: who throws himself down changes how he moves, but not at once.
const DIVE_SEAM: f32 = 0.45;
/// Frames before and after his arms close in which a dive can begin.
const DIVES: [u32; 2] = [6, 15];

/// The ways in which a tackle goes: as it was recorded; and if it is low, down onto the floor with the fall ahead that fits best.
fn tacklers(acts: &Acts, tackle: usize) -> Vec<Tackler> {
    let own = &acts.all[tackle];
    let closes = furthest(acts, tackle);
    let first = own.first.saturating_sub(TACKLER_RUNS_UP);
    let hands = acts.hands(&Stood { take: own.take, frame: closes, place: Place::HERE });
    let turn = Turn {
        act: tackle as u32,
        take: own.take,
        first,
        end: own.end,
        begin: 0,
        place: Place::HERE,
        touch: None,
    };
    let tackler = |turns: Vec<Turn>| Tackler {
        turns,
        closes: closes - first,
        hands: 0.5 * (hands[0] + hands[1]),
        body: *acts.tables.ground(own.take, closes),
        first: *acts.tables.ground(own.take, first),
    };
    let mut found = vec![tackler(vec![turn])];
    let falls = acts
        .all
        .iter()
        .enumerate()
        .filter(|(_, act)| act.lies.is_some() && act.goes.y > 0.3 && act.goes.x.abs() < act.goes.y);
    let mut best: Option<(f32, u32, usize, u32)> = None;
    for (number, fall) in falls.filter(|_| own.is("low")) {
        for leaves in (closes.saturating_sub(DIVES[0])..closes + DIVES[1]).step_by(LOOK as usize) {
            for enters in (fall.first..fall.first + (fall.end - fall.first) / 2).step_by(LOOK as usize) {
                let seam = acts.seam((own.take, leaves), (fall.take, enters));
                if seam < DIVE_SEAM && best.is_none_or(|(least, ..)| seam < least) {
                    best = Some((seam, leaves, number, enters));
                }
            }
        }
    }
    if let Some((_, leaves, number, enters)) = best.filter(|(_, leaves, ..)| *leaves > first) {
        let fall = &acts.all[number];
        let place = tidy(acts.placed(fall.take, enters, acts.tables.ground(own.take, leaves)));
        let end = fall.lies.map_or(fall.end, |[lies, risen, _]| (lies + LIES).min(risen));
        let goes_down = Turn {
            act: number as u32,
            take: fall.take,
            first: enters,
            end,
            begin: leaves - first,
            place,
            touch: None,
        };
        found.push(tackler(vec![Turn { end: leaves, ..turn }, goes_down]));
    }
    found
}

/// Frames that somebody lies before a patch is over.
const LIES: u32 = 20;

/// All tackles that a pattern means against all avoidances, from all sides.
pub(crate) fn generate(
    acts: &Acts,
    pattern: &Pattern,
    number: u16,
    meant: &[Vec<usize>],
    sampling: &Sampling,
    hear: Hear<'_>,
) -> Result<Generated, GenerateError> {
    let counter = Counter::new(hear, "patches", meant[2].len());
    let tacklers: Vec<Tackler> = meant[1].iter().flat_map(|tackle| tacklers(acts, *tackle)).collect();
    let grown: Vec<(usize, Vec<Found>)> = meant[2]
        .par_iter()
        .map(|&avoids| {
            let mut found = (0, Vec::new());
            if counter.flow() == Flow::GoOn {
                if let Some(runner) = runner(acts, &meant[0], avoids) {
                    tacklers.iter().for_each(|tackler| {
                        against(acts, pattern, number, (&runner, tackler), sampling, &mut found);
                    });
                }
                counter.count();
            }
            found
        })
        .collect();
    if counter.flow() == Flow::Stop {
        return Err(GenerateError::Stopped);
    }
    let tried = grown.iter().map(|(tried, _)| tried).sum();
    let found: Vec<Found> = grown.into_iter().flat_map(|(_, found)| found).collect();
    if found.is_empty() {
        return Err(GenerateError::Nothing {
            pattern: pattern.name.clone(),
            step: 3,
            text: pattern.steps[2].text.clone(),
            why: format!(
                "of {tried} tackles each hits, or goes nowhere near; or nobody runs before he avoids"
            ),
        });
    }
    let fulfilled = found.len();
    let best = chosen(found, pattern.keep, |found| (found.patch.score, &found.key));
    Ok(Generated { patches: best.into_iter().map(|found| found.patch).collect(), tried, fulfilled })
}

/// m. How much too short a tackle may be: who jumps or steps aside only a little gets past no other.
const SHORT: [f32; 2] = [0.0, 0.35];

/// One tackle against one runner, from all sides and in all moments.
fn against(
    acts: &Acts,
    pattern: &Pattern,
    number: u16,
    (runner, tackler): (&Runner, &Tackler),
    sampling: &Sampling,
    (tried, found): &mut (usize, Vec<Found>),
) {
    let rate = acts.tables.rate;
    let ahead = libm::atan2f(tackler.body.sin, tackler.body.cos);
    let every = pattern.angle.unwrap_or(sampling.angle);
    let round = (std::f32::consts::TAU / every).round() as i32;
    let avoids = &runner.turns[1];
    let over = avoids.over();
    let step = ((sampling.time * rate).round() as u32).max(1);
    for meets in (avoids.begin + step..over).step_by(step as usize) {
        let Some(begin) = meets.checked_sub(tackler.closes) else { continue };
        let aim = runner.from + runner.velocity * ((meets - avoids.begin) as f32 / rate);
        for (side, short) in (0..round).flat_map(|side| SHORT.map(move |short| (side, short))) {
            *tried += 1;
            // The tackler's arms close about the place where the runner would be, or a little before it.
            let bearing = side as f32 * every;
            let (sin, cos) = libm::sincosf(bearing - ahead);
            let turned = Place { x: 0.0, z: 0.0, cos, sin };
            let off = turned.point(tackler.hands);
            let (sin, cos) = libm::sincosf(bearing);
            let place =
                tidy(Place { x: aim.x - off.x - short * sin, z: aim.y - off.z - short * cos, ..turned });
            let first = place.then(&tackler.first);
            let seen = [Place::HERE.bearing(&first), first.bearing(&Place::HERE)];
            let far = first.distance(&Place::HERE);
            if seen.iter().any(|bearing| bearing.abs() > pattern.facing)
                || !(pattern.distance[0]..=pattern.distance[1]).contains(&far)
            {
                continue;
            }
            let turns = tackler.turns.iter().map(|turn| Turn {
                begin: begin + turn.begin,
                place: tidy(place.then(&turn.place)),
                ..*turn
            });
            let turns = [runner.turns.to_vec(), turns.collect::<Vec<Turn>>()];
            let frames = turns[1].last().map_or(over, |last| last.over().max(over));
            let down = [false, tackler.turns.len() > 1];
            let mut patch = Patch { pattern: number, turns, frames, meets, down, score: 0.0 };
            if let Some([gap, brushed]) = passes(acts, &patch) {
                patch.score = 1.0 - 0.5 * gap - 0.3 * brushed - 0.3 * short;
                let tackle = patch.turns[1][0].act as i32 * 2 + i32::from(down[1]);
                let when = (meets / (2 * step)) as i32;
                let key = vec![runner.kind, tackle, avoids.act as i32, side / 2, when];
                found.push(Found { patch, key });
            }
        }
    }
}

/// Frames that the runner is followed after his part: a stretch of his run, after which he sees who is before him, and half of one.
const RUN_ON: u32 = 30;

/// m a frame, in the patch's space: how the runner goes when he is through.
fn goes_on(acts: &Acts, patch: &Patch) -> Vec2 {
    let over = patch.span(0)[1] as i32;
    let [a, b] = [over - RUNS_ON as i32, over].map(|frame| patch.body(acts, 0, frame));
    Vec2::new(b.x - a.x, b.z - a.z) / RUNS_ON as f32
}

/// m and from 0 to 1: how near the trunks come to each other, and how long limbs touch; none if that is too much of either.
fn passes(acts: &Acts, patch: &Patch) -> Option<[f32; 2]> {
    // Most fail in the moment in which they meet.
    let [a, b] = [0, 1].map(|who| patch.at(who, patch.meets as i32));
    if !(-NEAR - 0.5..=TRUNKS).contains(&acts.trunk_depth(&a, &b)) {
        return None;
    }
    let (mut nearest, mut limbs) = (f32::MIN, 0);
    let over = patch.span(0)[1];
    let runs = goes_on(acts, patch);
    for frame in (0..=patch.frames.max(over + RUN_ON)).step_by(LOOK as usize) {
        let [a, b] = [0, 1].map(|who| patch.at(who, frame as i32));
        // Who is through with it runs on, and not into the tackler, who is not.
        let on = runs * frame.saturating_sub(over) as f32;
        let a = Stood { place: Place { x: a.place.x + on.x, z: a.place.z + on.y, ..a.place }, ..a };
        let trunks = acts.trunk_depth(&a, &b);
        nearest = nearest.max(trunks);
        if trunks > TRUNKS {
            return None;
        }
        if trunks > -0.8 && acts.limb_depth(&a, &b) > LIMBS {
            limbs += LOOK;
            if limbs > LIMBS_FOR {
                return None;
            }
        }
    }
    (nearest > -NEAR).then_some([-nearest, limbs as f32 / LIMBS_FOR as f32])
}
