//! Patches out of patterns: start conditions sampled, a tree over the pattern's steps, what does not work thrown away.
//!
//! Paper: Shum 2010, sec. 6.3.2 and 6.3.3. Distances every 20 cm, angles every 20°, times every 0.1 s, within what the pattern
//! allows. Every act that a step means is a branch; discarded are wrong distances, wrong orders, unwanted contacts, wanted ones that
//! do not come about. Who is struck gets the response that matches best in pose and direction, from its best frame on.
//! Departs from it: bodies are capsules, not boxes; who has to wait goes on as he was recorded.

mod handing;
mod sim;
mod tackling;

use std::cmp::Ordering;

use footwork_plan::progress::{Counter, Flow, Hear};
use rayon::prelude::*;

use crate::acts::{Acts, Nature};
use crate::patch::{Patch, Turn, tidy};
use crate::pattern::{Pattern, Step};
use sim::{Branch, Miss, Sim};

/// m, rad, s: how finely start conditions are sampled. The paper's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// m
    pub distance: f32,
    /// rad
    pub angle: f32,
    /// s
    pub time: f32,
    /// Whether it is worked out which patch can be joined to which: who composes person by person looks at where people are instead.
    pub joins: bool,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { distance: 0.2, angle: 20_f32.to_radians(), time: 0.1, joins: true }
    }
}

/// Why there are no patches.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GenerateError {
    #[error("pattern {pattern:?}, step {step} ({text}): the repertoire has no such action{nearest}")]
    NoAct { pattern: String, step: usize, text: String, nearest: String },
    #[error("pattern {pattern:?}: nothing fulfils it. Step {step} ({text}) fails: {why}")]
    Nothing { pattern: String, step: usize, text: String, why: String },
    #[error("stopped")]
    Stopped,
}

/// What was generated, and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generated {
    /// The best, without near doubles.
    pub patches: Vec<Patch>,
    /// How many start conditions and branches were tried.
    pub tried: usize,
    /// How many fulfilled the pattern.
    pub fulfilled: usize,
}

/// Generates the patches of one pattern.
pub fn generate(
    acts: &Acts,
    pattern: &Pattern,
    number: u16,
    sampling: &Sampling,
    hear: Hear<'_>,
) -> Result<Generated, GenerateError> {
    let mut meant: Vec<Vec<usize>> = Vec::new();
    for (at, step) in pattern.steps.iter().enumerate() {
        let own: Vec<usize> = (0..acts.all.len()).filter(|act| step.means(&acts.all[*act])).collect();
        if own.is_empty() {
            return Err(GenerateError::NoAct {
                pattern: pattern.name.clone(),
                step: at + 1,
                text: step.text.clone(),
                nearest: nearest_act(acts, step),
            });
        }
        meant.push(own);
    }
    if handing::is(acts, pattern, &meant) {
        return handing::generate(acts, pattern, number, &meant, hear);
    }
    if tackling::is(acts, pattern, &meant) {
        return tackling::generate(acts, pattern, number, &meant, sampling, hear);
    }
    let sim = Sim { acts, pattern, meant: &meant, sampling: *sampling };
    let roots = sim.roots();
    let counter = Counter::new(hear, "patches", roots.len());
    let grown: Vec<Grown> = roots
        .par_iter()
        .map(|root| {
            let mut grown = Grown { best: vec![Miss::default(); pattern.steps.len()], ..Grown::default() };
            if counter.flow() == Flow::GoOn {
                sim.grow(root, &mut grown);
                counter.count();
            }
            grown
        })
        .collect();
    if counter.flow() == Flow::Stop {
        return Err(GenerateError::Stopped);
    }
    let tried = grown.iter().map(|grown| grown.tried).sum();
    let mut found: Vec<Scored> = Vec::new();
    let mut misses = vec![Miss::default(); pattern.steps.len()];
    for grown in grown {
        for (all, own) in misses.iter_mut().zip(&grown.best) {
            all.join(own);
        }
        found.extend(grown.found);
    }
    if found.is_empty() {
        let (step, miss) = deepest(&misses);
        return Err(GenerateError::Nothing {
            pattern: pattern.name.clone(),
            step: step + 1,
            text: pattern.steps[step].text.clone(),
            why: miss.say(),
        });
    }
    let fulfilled = found.len();
    let best = chosen(found, pattern.keep, |scored| (scored.score, &scored.key));
    let patches = best.into_iter().map(|scored| scored.patch(acts, number)).collect();
    Ok(Generated { patches, tried, fulfilled })
}

/// What came of one root.
#[derive(Default)]
pub(crate) struct Grown {
    found: Vec<Scored>,
    tried: usize,
    /// What came nearest, for each step.
    best: Vec<Miss>,
}

/// A branch that fulfils its pattern.
pub(crate) struct Scored {
    branch: Branch,
    score: f32,
    /// The same for near doubles.
    key: Vec<i32>,
}

impl Scored {
    /// The same, in the space of the first one.
    fn patch(self, acts: &Acts, pattern: u16) -> Patch {
        let Branch { mut turns, meets, .. } = self.branch;
        let first = turns[0][0];
        let body = first.place.then(acts.tables.ground(first.take, first.first));
        let back = body.inverse();
        for turn in turns.iter_mut().flatten() {
            turn.place = tidy(back.then(&turn.place));
            if let Some(touch) = &mut turn.touch {
                touch.point = back.point(glam::Vec3::from_array(touch.point)).to_array();
            }
        }
        let frames = turns.iter().flat_map(|turns| turns.last().map(Turn::over)).max().unwrap_or(0);
        let down = [0, 1].map(|who: usize| {
            turns[who].last().is_some_and(|turn| acts.all[turn.act as usize].nature == Nature::Fall)
        });
        Patch { pattern, turns, frames, meets: meets.min(frames), down, score: self.score }
    }
}

/// The best of all, by turns of each first action so that no single one crowds out the others, and without near doubles.
fn chosen<T>(mut found: Vec<T>, keep: usize, of: impl Fn(&T) -> (f32, &Vec<i32>)) -> Vec<T> {
    let order = |a: &T, b: &T| -> Ordering {
        let ((a, own), (b, other)) = (of(a), of(b));
        b.total_cmp(&a).then_with(|| own.cmp(other))
    };
    found.sort_by(order);
    let mut seen: std::collections::BTreeSet<Vec<i32>> = std::collections::BTreeSet::new();
    found.retain(|scored| seen.insert(of(scored).1.clone()));
    // Round after round, each first pair of actions gives its next best.
    let mut rounds: std::collections::BTreeMap<(i32, i32), usize> = std::collections::BTreeMap::new();
    let mut with_round: Vec<(usize, T)> = Vec::new();
    for scored in found {
        let key = of(&scored).1;
        let pair = (key[0], key.get(1).copied().unwrap_or(0));
        let round = rounds.entry(pair).or_insert(0);
        with_round.push((*round, scored));
        *round += 1;
    }
    with_round.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| order(x, y)));
    with_round.truncate(keep);
    with_round.into_iter().map(|(_, scored)| scored).collect()
}

/// The last step that anything came to.
fn deepest(misses: &[Miss]) -> (usize, &Miss) {
    let at = misses.iter().rposition(|miss| miss.tried > 0).unwrap_or(0);
    (at, &misses[at])
}

/// What the repertoire has instead.
fn nearest_act(acts: &Acts, step: &Step) -> String {
    let mut have: Vec<&str> = acts.all.iter().flat_map(|act| &act.classes).map(String::as_str).collect();
    have.sort_unstable();
    have.dedup();
    let asked = step.words.iter().flatten().next().map_or("", String::as_str);
    let near = footwork_annotate::vocabulary::nearest_of(asked, have.iter().copied());
    match near {
        Some(near) => format!("; the nearest that it has is {near:?}"),
        None => format!("; it has: {}", have.join(", ")),
    }
}
