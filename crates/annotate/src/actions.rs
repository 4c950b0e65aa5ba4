//! Actions: where a recording falls into spans that mean something.
//!
//! Paper: *Simulating Interactions Among Multiple Characters* (Shum), section 3.1: the sum over the joints of their
//! squared accelerations ([`energy`]); spans where it is high are kept whole; cuts at the centres of double support
//! outside of them. [`Settings::paper`] is that, to the letter.
//!
//! To the letter, a pause is one cut halfway through it, and a combination of punches is one action. People who label
//! recordings name the pause and every punch. So by default, where it departs from the paper:
//!
//! - Where nothing moves, the span is an action of its own (a stance), cut at both ends. What moves is measured
//!   as the speed of a few points as the body sees them ([`signals`]), because accelerations of a recording are mostly
//!   noise and footfalls; the threshold lies between the recording's own calm and lively levels.
//! - Between pauses, somebody who fights comes home to his guard between any two actions, if only nearly. The cuts
//!   are the valleys of the distance from home ([`fight`]). A hold in the middle of an action (a block) is far from home
//!   and cuts nothing.
//! - Blows and steps of a fighter are known to the frame. Where one is, its own beginning and end take the place of what
//!   valleys say ([`events`]), because somebody who never stands still comes home to no exact place.
//! - Somebody who walks has no such home. Steps are cut at the centres of double support, as in the paper, and in
//!   running at footfalls; standing begins when the last foot is down and ends when the first is up ([`steps`]).
//!   Many steps make one walk: neighbours of the same kind belong together, and who wants them in one has [`merged`].
//!
//! Every pass is linear in the number of frames.

pub mod classes;
pub mod events;
pub mod facts;
pub mod fight;
pub mod gait;
pub mod reading;
pub mod signals;
pub mod steps;
pub mod words;

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
    /// An energetic span lasts until energy falls below this share of what began it.
    pub hysteresis: f32,
    /// Where calm ends, from 0 (the recording's 5th percentile of activity) to 1 (its 75th).
    pub calm: f32,
    /// m/s. Calm ends no lower and no higher than this, for a body whose head is 1.4 m above its ankles.
    pub calm_within: [f32; 2],
    /// s. A shorter rest at home is no pause, only a cut.
    pub pause: f32,
    /// s. A rest away from home is a hold within an action unless it lasts this long.
    pub hold: f32,
    /// m. At home, the distance from home is less than this, for a body whose head is 1.4 m above its ankles.
    pub home: f32,
    /// A valley parts two actions if it is lower than this share of the hills on both sides.
    pub valley: f32,
    /// s. An action that begins before the last one is home has begun this long before the valley.
    pub ahead: f32,
    /// s. Two blows at least so far apart are two actions.
    pub between_blows: f32,
    /// s. Both feet down for shorter is a step's double support, for longer it is standing.
    pub stand: f32,
    /// m/s. Somebody who stands is slower than this.
    pub standing_speed: f32,
    /// A flight is a jump if it is longer than this times the usual flight around it.
    pub leap: f32,
}

/// Numbers without a reason of their own were tuned on the performer's takes of seeds 1 to 6, and judged on seeds 101 to
/// 106 (docs/annotation.md has the figures).
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            literal: false,
            // One action and its pause.
            least: 0.5,
            shortest: 0.12,
            smooth: 0.05,
            energetic: 0.6,
            hysteresis: 0.5,
            calm: 0.3,
            calm_within: [0.5, 1.6],
            pause: 0.1,
            hold: 0.5,
            home: 0.2,
            // Combinations are cut where an arm has come back at least a fifth.
            valley: 0.8,
            ahead: 0.04,
            // Five blows a second.
            between_blows: 0.2,
            // Double support lasts 0.1 to 0.25 s in walking.
            stand: 0.35,
            // Slow walking is at 0.6 m/s.
            standing_speed: 0.5,
            leap: 1.6,
        }
    }
}

impl Settings {
    /// The paper's method, to the letter; only its threshold, which the paper does not give, is adapted to the recording.
    pub fn paper() -> Settings {
        Settings { literal: true, hysteresis: 1.0, ..Settings::default() }
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
    let reading = read(skeleton, clip, supports, settings)?;
    let cuts = cut_reading(&reading, skeleton, clip, supports, strikes, settings);
    let spans: Vec<Span> = tiles(&cuts, clip.frames()).collect();
    Ok(classes::suggest(&reading, strikes, &spans, settings.leap))
}

/// Where actions end and others begin: frames after the first one, in order, at least the shortest action apart.
pub fn cut(
    skeleton: &Skeleton,
    clip: &Clip,
    supports: &Supports,
    strikes: &[Strike],
    settings: &Settings,
) -> Result<Vec<u32>, ActionError> {
    let reading = read(skeleton, clip, supports, settings)?;
    Ok(cut_reading(&reading, skeleton, clip, supports, strikes, settings))
}

/// What can be read off a clip, once it is long enough.
pub fn read(
    skeleton: &Skeleton,
    clip: &Clip,
    supports: &Supports,
    settings: &Settings,
) -> Result<Reading, ActionError> {
    let seconds = clip.seconds();
    if seconds < f64::from(settings.least) || clip.frames() < 3 {
        return Err(ActionError::TooShort { seconds, least: settings.least });
    }
    Ok(Reading::new(skeleton, clip, supports, settings)?)
}

fn cut_reading(
    reading: &Reading,
    skeleton: &Skeleton,
    clip: &Clip,
    supports: &Supports,
    strikes: &[Strike],
    settings: &Settings,
) -> Vec<u32> {
    let cuts = if settings.literal {
        literal(&energy(skeleton, clip, settings.smooth), supports, settings)
    } else {
        let mut cuts = Vec::new();
        let stand = reading.signals.frames_in(settings.stand) as u32;
        let mut about: Option<Span> = None;
        for span in fight::lively(reading, settings) {
            let fights = reading.fights(span, strikes);
            // A short rest between two steps does not end a walk.
            if let Some(walked) = about.take_if(|walked| fights || span.first >= walked.end + stand) {
                steps::cut(reading, walked, settings, &mut cuts);
            }
            if fights {
                fight::cut(reading, span, strikes, settings, &mut cuts);
            } else {
                about = Some(Span { first: about.map_or(span.first, |walked| walked.first), ..span });
            }
        }
        if let Some(walked) = about {
            steps::cut(reading, walked, settings, &mut cuts);
        }
        events::settle(reading, strikes, settings, &mut cuts);
        cuts
    };
    tidy(cuts, clip.frames(), reading.signals.frames_in(settings.shortest))
}

/// The paper's cuts: centres of double support where energy is not high.
fn literal(energy: &[f32], supports: &Supports, settings: &Settings) -> Vec<u32> {
    use footwork_motion::Side;
    let mut order = energy.to_vec();
    let [low, high] = [0.2, 0.95].map(|share| libm::logf(signals::quantile(&mut order, share).max(1e-6)));
    let begins = libm::expf(low + settings.energetic * (high - low));
    let mut energetic = vec![false; energy.len()];
    reading::hysteresis(energy, begins, begins * settings.hysteresis, &mut energetic);
    let [left, right] = Side::BOTH.map(|side| supports.planted(side, energy.len()));
    let both: Vec<bool> = left.iter().zip(&right).map(|(l, r)| *l && *r).collect();
    let centres = Span::runs(&both).into_iter().map(Span::middle);
    centres.filter(|centre| !energetic[*centre as usize]).collect()
}

/// Cuts in order, within the clip, no nearer to each other or its ends than the shortest action.
fn tidy(mut cuts: Vec<u32>, frames: usize, shortest: usize) -> Vec<u32> {
    let (frames, shortest) = (frames as u32, shortest as u32);
    cuts.sort_unstable();
    let mut kept: Vec<u32> = Vec::with_capacity(cuts.len());
    for cut in cuts {
        let last = kept.last().copied().unwrap_or(0);
        if cut >= last + shortest && cut + shortest <= frames {
            kept.push(cut);
        }
    }
    kept
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
            Some(last) if last.classes == action.classes && goes_on(action) => {
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

fn goes_on(action: &Action) -> bool {
    let endless =
        ["stand", "stance", "lying", "walk", "jog", "run", "sprint", "cut", "sideways", "backward", "turn"];
    endless.iter().any(|class| action.is(class))
}
