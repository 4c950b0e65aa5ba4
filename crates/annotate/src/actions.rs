//! Actions: where a recording falls into spans that mean something.
//!
//! Paper: *Simulating Interactions Among Multiple Characters* (Shum), section 3.1: the sum over the joints of their
//! squared accelerations ([`energy`]); spans where it is high are kept whole; cuts at the centres of double support
//! outside of them. [`Settings::paper`] is that, to the letter.
//!
//! To the letter, a pause is one cut halfway through it, and a combination of punches is one action. People who label
//! recordings name the pause and every punch. So by default, where it departs from the paper:
//!
//! - A small network that learned from the performer says, 30 times a second, what is being done and whether
//!   something else begins ([`network`], over what it sees: [`senses`]).
//! - The likeliest sequence of actions that agrees with it is found by dynamic programming ([`decode`]).
//! - An attack is one blow: combinations are cut between the strikes that were found in them (`blows.rs`).
//! - Where somebody who goes begins to go another way, it is the steps that say when ([`ways`]).
//! - A push begins with a shove, which shows in the centre of mass, and is over when arms have swung out and feet rest or go
//!   on as they will ([`shoves`], [`pushes`], [`rests`], [`onward`]).
//! - Somebody who goes on walking or running is also cut at every step, at the centres of double support as in the paper,
//!   and in running at footfalls ([`steps`]). Neighbours of the same kind belong together, and who wants them in one
//!   has [`merged`].
//!
//! Every pass is linear in the number of frames.

mod blows;
pub mod classes;
pub mod decode;
pub mod facts;
pub mod holds;
pub mod network;
pub mod onward;
pub mod pushes;
pub mod reading;
pub mod rests;
pub mod senses;
pub mod shoves;
pub mod signals;
pub mod steps;
pub mod ways;

use footwork_motion::{Clip, MissingRole, Skeleton, WorldClip};

use crate::annotation::{Action, Span, Strike, Supports};
pub use reading::Reading;
use signals::smoothed;

/// How to find actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Keep to the paper: no pauses, no cuts within energetic spans, none at footfalls.
    pub literal: bool,
    /// s. A clip must be as long as this.
    pub least: f32,
    /// s. No action is shorter.
    pub shortest: f32,
    /// s. Energy is smoothed over this much to each side.
    pub smooth: f32,
    /// Where energetic begins, from 0 (the recording's 20th percentile of energy) to 1 (its 95th), in logarithms.
    pub energetic: f32,
    /// How much it counts how well labels fit. Moments near each other say nearly the same, so less than 1.
    pub fits: f32,
    /// How much it counts whether the network sees an end.
    pub ends: f32,
}

/// `fits` and `ends` were tuned on the performer's takes of seeds 501 to 504 (docs/annotation.md).
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            literal: false,
            // One action and its pause.
            least: 0.5,
            shortest: 0.12,
            smooth: 0.05,
            energetic: 0.6,
            fits: 0.3,
            ends: 1.0,
        }
    }
}

impl Settings {
    /// The paper's method, to the letter; only its threshold, which the paper does not give, is adapted to the recording.
    pub fn paper() -> Settings {
        Settings { literal: true, ..Settings::default() }
    }
}

/// Why there are no actions.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ActionError {
    #[error("a clip of {seconds:.2} s is too short to find actions in: it must last {least:.2} s")]
    TooShort { seconds: f64, least: f32 },
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
}

/// (m/s²)², the sum over all joints of squared acceleration, per frame, smoothed over `smooth` seconds to each side.
pub fn energy(skeleton: &Skeleton, clip: &Clip, smooth: f32) -> Vec<f32> {
    let world = WorldClip::new(skeleton, clip);
    let raw: Vec<f32> = (0..clip.frames())
        .map(|frame| (0..skeleton.len()).map(|j| world.acceleration(frame, j).length_squared()).sum())
        .collect();
    smoothed(&raw, (smooth * clip.rate()) as usize)
}

/// The actions of a clip, with the classes that what is known suggests. They tile it.
pub fn find(
    skeleton: &Skeleton,
    clip: &Clip,
    supports: &Supports,
    strikes: &[Strike],
    settings: &Settings,
) -> Result<Vec<Action>, ActionError> {
    let reading = read(skeleton, clip, supports, strikes, settings)?;
    let cuts = cut(&reading, skeleton, clip, supports, settings);
    let spans: Vec<Span> = tiles(&cuts, clip.frames()).collect();
    Ok(classes::suggest(&reading, strikes, &spans))
}

/// What can be read off a clip, once it is long enough.
pub fn read(
    skeleton: &Skeleton,
    clip: &Clip,
    supports: &Supports,
    strikes: &[Strike],
    settings: &Settings,
) -> Result<Reading, ActionError> {
    let seconds = clip.seconds();
    if seconds < f64::from(settings.least) || clip.frames() < 3 {
        return Err(ActionError::TooShort { seconds, least: settings.least });
    }
    Ok(Reading::new(skeleton, clip, supports, strikes, settings)?)
}

/// Where actions end and others begin: frames after the first one, in order, at least the shortest action apart.
pub fn cut(
    reading: &Reading,
    skeleton: &Skeleton,
    clip: &Clip,
    supports: &Supports,
    settings: &Settings,
) -> Vec<u32> {
    let shortest = reading.signals.frames_in(settings.shortest);
    if settings.literal {
        let cuts = literal(&energy(skeleton, clip, settings.smooth), supports, settings);
        return tidy(&[], cuts, clip.frames(), shortest);
    }
    let mut at_steps = Vec::new();
    let spans: Vec<Span> = reading.spans().collect();
    for (span, (_, label)) in spans.iter().zip(&reading.likeliest) {
        if goes_on(&network::Network::built_in().label(*label)) {
            let swings: Vec<reading::Swing> = reading.swings_in(*span).copied().collect();
            at_steps.extend(steps::cuts(&swings).filter(|cut| span.contains(*cut)));
        }
    }
    let changes: Vec<u32> = spans.iter().skip(1).map(|span| span.first).collect();
    tidy(&changes, at_steps, clip.frames(), shortest)
}

/// The paper's cuts: centres of double support where energy is not high.
fn literal(energy: &[f32], supports: &Supports, settings: &Settings) -> Vec<u32> {
    use footwork_motion::Side;
    let mut order = energy.to_vec();
    let [low, high] = [0.2, 0.95].map(|share| libm::logf(signals::quantile(&mut order, share).max(1e-6)));
    let begins = libm::expf(low + settings.energetic * (high - low));
    let energetic: Vec<bool> = energy.iter().map(|energy| *energy > begins).collect();
    let [left, right] = Side::BOTH.map(|side| supports.planted(side, energy.len()));
    let both: Vec<bool> = left.iter().zip(&right).map(|(l, r)| *l && *r).collect();
    let centres = Span::runs(&both).into_iter().map(Span::middle);
    centres.filter(|centre| !energetic[*centre as usize]).collect()
}

/// Cuts in order, within the clip, no nearer to each other or its ends than the shortest action. Where two are too near,
/// one of the `changes` stays rather than one of the others.
fn tidy(changes: &[u32], others: Vec<u32>, frames: usize, shortest: usize) -> Vec<u32> {
    let (frames, shortest) = (frames as u32, shortest as u32);
    let mut kept: Vec<u32> = Vec::with_capacity(changes.len() + others.len());
    let fits = |cut: u32, kept: &[u32]| {
        let at = kept.partition_point(|other| *other < cut);
        let before = at.checked_sub(1).map_or(0, |at| kept[at]);
        let after = kept.get(at).copied().unwrap_or(frames);
        cut >= before + shortest && cut + shortest <= after
    };
    for cut in changes.iter().copied() {
        if fits(cut, &kept) {
            kept.push(cut);
        }
    }
    let mut cuts = kept.clone();
    for cut in others {
        let last = cuts.len();
        if fits(cut, &cuts) {
            let at = cuts[..last].partition_point(|other| *other < cut);
            cuts.insert(at, cut);
        }
    }
    cuts
}

/// The spans between cuts.
pub fn tiles(cuts: &[u32], frames: usize) -> impl Iterator<Item = Span> + '_ {
    let ends = cuts.iter().copied().chain([frames as u32]);
    let mut first = 0;
    ends.map(move |end| Span { first: std::mem::replace(&mut first, end), end })
}

/// The same actions with neighbours in one that are of equal classes and go on without end: standing, walking,
/// running. Two jabs stay two.
pub fn merged(actions: &[Action]) -> Vec<Action> {
    let mut all: Vec<Action> = Vec::new();
    for action in actions {
        match all.last_mut() {
            Some(last) if last.classes == action.classes && goes_on(&action.classes) => {
                let frames = |a: &Action| a.span.frames() as f32;
                last.sure = (last.sure * frames(last) + action.sure * frames(action))
                    / (frames(last) + frames(action)).max(1.0);
                last.span.end = action.span.end;
            }
            _ => all.push(action.clone()),
        }
    }
    all
}

/// Whether an action of some classes goes on until something else begins.
pub fn goes_on(classes: &[String]) -> bool {
    let endless =
        ["stand", "stance", "lying", "walk", "jog", "run", "sprint", "cut", "sideways", "backward", "turn"];
    let general = ["stand", "stance", "lying", "movement", "carry"];
    let is = |words: &[&str], class: &String| words.contains(&class.as_str());
    classes.first().is_some_and(|first| is(&general, first))
        && classes.iter().any(|class| is(&endless, class))
}
