//! Labels for new actions from the most similar labelled ones.
//!
//! Paper: Shum, section 4.6.3, which says that newly captured actions can be tagged by their similarity to tagged ones,
//! and leaves open how. Here each action becomes a row of numbers of fixed length, [`describe`]: what the body looks
//! like at five moments of it, where it has gone and turned by then, how long and how fast it is, and how much of it a
//! foot or both are off the ground. Distances between rows are in metres per moment. The nearest few labelled actions
//! vote, the nearer the louder, and what the rules suggest has a say; the general class is voted on first, then the finer
//! ones among those who agree.
//!
//! All labelled actions are looked at: n actions against m labelled ones cost n·m distances of [`LENGTH`] numbers, about
//! 0.1 µs each, so that a thousand against ten thousand take a second.

use glam::Vec3;

use crate::actions::Reading;
use crate::actions::facts::facts;
use crate::annotation::{Action, Limb, Origin, Span, Zone};
use crate::vocabulary;
use footwork_motion::ground::yaw;

/// At how many moments of an action the body is looked at, from its first frame to its last.
const MOMENTS: usize = 5;
/// Numbers per moment: five points of the body, how high the feet are, the distance and the turn so far.
const PER_MOMENT: usize = 15 + 2 + 3;
/// Numbers per action.
pub const LENGTH: usize = MOMENTS * PER_MOMENT + 4;

/// m/rad. A turn counts as much as so long a distance.
const TURN: f32 = 0.3;
/// m. Twice as long, or twice as fast, counts as much as this, at every moment.
const TWICE: f32 = 0.15;
/// m. A foot in the air all the time counts as much as this, at every moment, against both feet down.
const FOOT_UP: f32 = 0.4;
/// m/s. Flying for longer counts as much as so long a distance, at every moment.
const FLIGHT: f32 = 2.0;

/// Ways of getting about.
const GAITS: [&str; 9] = ["walk", "jog", "run", "sprint", "cut", "sideways", "backward", "turn", "jump"];

/// How labels are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many of the nearest have a vote.
    pub nearest: usize,
    /// m. Whatever is further away than this is not similar.
    pub far: f32,
    /// How many voices a sure suggestion has.
    pub suggested: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { nearest: 5, far: 0.5, suggested: 2.0 }
    }
}

/// An action that somebody has labelled, as others are compared with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// See [`describe`].
    pub row: Vec<f32>,
    /// The more general first.
    pub classes: Vec<String>,
    /// The limbs it uses.
    pub limbs: Vec<Limb>,
    /// What a defence protects.
    pub protects: Option<Zone>,
}

impl Labelled {
    /// A labelled action of a clip.
    pub fn new(reading: &Reading, action: &Action) -> Labelled {
        Labelled::of(describe(reading, action.span), action)
    }

    /// A labelled action that was described already.
    pub fn of(row: Vec<f32>, action: &Action) -> Labelled {
        Labelled {
            row,
            classes: action.classes.clone(),
            limbs: action.limbs.clone(),
            protects: action.protects,
        }
    }
}

/// A span as a row of [`LENGTH`] numbers, in metres of a body of usual size, whatever the body's place and direction.
pub fn describe(reading: &Reading, span: Span) -> Vec<f32> {
    let signals = &reading.signals;
    let last = signals.frames() - 1;
    let first = (span.first as usize).min(last);
    let end = (span.end.saturating_sub(1) as usize).clamp(first, last);
    let scale = 1.0 / signals.scale();
    let at_start = yaw(-signals.yaw[first]);
    let mut row = Vec::with_capacity(LENGTH);
    for moment in 0..MOMENTS {
        let frame = first + (end - first) * moment / (MOMENTS - 1);
        let shape = &signals.shapes[frame];
        for point in [shape.stride, shape.wrists[0], shape.wrists[1], shape.head, shape.hips] {
            row.extend((point * scale).to_array());
        }
        let feet = [0, 1].map(|side| signals.ankles[side][frame].y);
        row.extend(feet.map(|height| scale * (height - feet[0].min(feet[1]))));
        let moved = at_start * (signals.hips[frame] - signals.hips[first]) * scale;
        let turn = signals.yaw[frame] - signals.yaw[first];
        row.extend([moved.x, moved.z, TURN * turn]);
    }
    let fastest = signals.activity[first..=end].iter().copied().fold(0.0, f32::max);
    let seconds = (end - first + 1) as f32 / signals.rate;
    let feet = facts(reading, span);
    let whole = [
        TWICE * libm::log2f(seconds.max(0.05)),
        TWICE * libm::log2f(fastest.max(0.05)),
        FOOT_UP * feet.up,
        FLIGHT * feet.flight.min(0.5),
    ];
    row.extend(whole.map(|number| libm::sqrtf(MOMENTS as f32) * number));
    row
}

/// m. How far two rows are apart, per moment.
pub fn distance(a: &[f32], b: &[f32]) -> f32 {
    let sum: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    libm::sqrtf(sum / MOMENTS as f32)
}

/// Whether one list of classes only says more than the other.
fn alike(a: &[String], b: &[String]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// The action with the labels of the most similar labelled ones, or as it is where nothing is similar, or where
/// a person has said what it is.
pub fn label(known: &[Labelled], row: &[f32], action: &Action, settings: &Settings) -> Action {
    if action.origin == Origin::Hand {
        return action.clone();
    }
    let mut near: Vec<(f32, usize)> = Vec::with_capacity(settings.nearest + 1);
    for (n, labelled) in known.iter().enumerate().filter(|(_, labelled)| !labelled.classes.is_empty()) {
        let far = distance(row, &labelled.row);
        if far.is_nan() || far > settings.far {
            continue;
        }
        let at = near.partition_point(|(other, _)| *other <= far);
        near.insert(at, (far, n));
        near.truncate(settings.nearest);
    }
    let Some((closest, _)) = near.first().copied() else { return action.clone() };
    // A tenth of what is far keeps a perfect match from deciding alone.
    let voice = |far: f32| 1.0 / (far + 0.1 * settings.far);
    let votes = |agrees: &dyn Fn(&[String]) -> bool| -> f32 {
        // What was suggested has a say too, as if it came from somewhere half-way to far.
        let own = if agrees(&action.classes) {
            action.sure * settings.suggested * voice(0.5 * settings.far)
        } else {
            0.0
        };
        own + near.iter().filter(|(_, n)| agrees(&known[*n].classes)).map(|(far, _)| voice(*far)).sum::<f32>()
    };
    let all = votes(&|_| true);
    let louder = |a: &f32, b: &f32| a.total_cmp(b);
    // The first of equals is the nearest.
    let Some((_, general)) = near.iter().rev().max_by(|(_, a), (_, b)| {
        let of = |n: &usize| votes(&|other| other.first() == known[*n].classes.first());
        louder(&of(a), &of(b))
    }) else {
        return action.clone();
    };
    let general = &known[*general].classes[0];
    if votes(&|other| other.first() == Some(general))
        < votes(&|other| other.first() == action.classes.first())
    {
        return action.clone();
    }
    let finest =
        near.iter().rev().filter(|(_, n)| known[*n].classes[0] == *general).max_by(|(_, a), (_, b)| {
            let of = |n: &usize| votes(&|other| alike(other, &known[*n].classes));
            louder(&of(a), &of(b))
        });
    let Some((_, chosen)) = finest else { return action.clone() };
    // Whether somebody walks or runs is read over many steps, which one step cannot better; words that the network does not
    // have are news.
    let ordinary = known[*chosen].classes.iter().all(|word| vocabulary::is_known(word));
    let gets_about = GAITS.iter().any(|word| action.is(word));
    if ordinary && gets_about && known[*chosen].classes[0] == "movement" {
        return action.clone();
    }
    let agreement = votes(&|other| other.first() == Some(general)) / all;
    let closeness = 1.0 - 0.7 * closest / settings.far;
    let chosen = &known[*chosen];
    Action {
        classes: chosen.classes.clone(),
        limbs: chosen.limbs.clone(),
        protects: chosen.protects,
        direction: action.direction.filter(|direction| *direction != Vec3::ZERO),
        sure: agreement * closeness,
        origin: Origin::Similar,
        ..action.clone()
    }
}
