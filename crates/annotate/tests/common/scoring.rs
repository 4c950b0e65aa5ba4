//! How found actions are held against the performer's truth. The evaluation and the tests both do it so.
//!
//! *Boundaries.* Truth and finding are brought to kinds first: the performer's jog, run, sprint, cut, feint and
//! stop are all running to the eye, an arc is a walk, every step of a fighter is a step. Neighbours of the same kind that
//! go on without end (standing, walking, running, …) are one: a walk that is cut into steps is still a walk. A
//! boundary is right if it is within 100 ms of a true one that no nearer one has taken. Gaps too short for the performer
//! to name have their boundary in the middle.
//!
//! *Classes.* Each true action is held against the found action that it shares most time with; right if the general
//! class is the same. Kinds are counted beside it, and actions of which all words are right: the same words, in any order.
#![allow(dead_code)]

use footwork_annotate::actions::{self, Settings};
use footwork_annotate::similar::{self, Labelled};
use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_annotate::{Action, Limb, Span, Strike, Supports, Zone};
use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, Skeleton, WorldClip};
use footwork_performer::{Performance, Show, perform, truth};

/// s. How near a boundary must be.
pub const NEAR: f32 = 0.1;
/// Frames per second.
pub const RATE: f32 = 60.0;
/// s. How long the takes are.
pub const SECONDS: f32 = 120.0;

/// What settings were chosen by. The network learned from takes of seeds from 1001 on.
pub const TUNED_ON: [u64; 16] =
    [501, 502, 503, 504, 505, 506, 507, 508, 509, 510, 511, 512, 513, 514, 515, 516];

/// What figures are reported for: seeds that nothing was tuned on.
pub fn held_out(show: Show) -> &'static [u64] {
    match show.name() {
        "locomotion" => &[401, 402, 403, 404],
        "boxing" => &[21, 22, 23],
        _ => &[61, 62, 63],
    }
}

/// The truth's supports and strikes, as if they had been found.
pub fn known(take: &Performance) -> (Supports, Vec<Strike>) {
    let frames = take.clip.frames() as u32;
    let frame = |seconds: f32| ((seconds * take.clip.rate()).round() as u32).min(frames);
    let spans = |spans: &[[f32; 2]]| -> Vec<Span> {
        let span = |[from, to]: &[f32; 2]| Span {
            first: frame(*from),
            end: if frame(*to) + 1 >= frames { frames } else { frame(*to) },
        };
        spans.iter().map(span).filter(|span| span.frames() > 0).collect()
    };
    let strike = |strike: &truth::Strike| {
        let at = frame(strike.time);
        Some(Strike {
            frame: at,
            effective: Span { first: at.saturating_sub(3), end: at + 1 },
            limb: limb(&strike.limb)?,
            point: Vec3::from(strike.point),
            direction: Vec3::from(strike.direction),
            speed: strike.speed,
        })
    };
    let supports =
        Supports { left: spans(&take.truth.supports.left), right: spans(&take.truth.supports.right) };
    (supports, take.truth.strikes.iter().filter_map(strike).collect())
}

fn limb(name: &str) -> Option<Limb> {
    Limb::ALL.into_iter().find(|limb| limb.name() == name)
}

/// What an action is to the eye.
pub fn kind(classes: &[String]) -> &str {
    let is = |word: &&str| classes.iter().any(|class| class == word);
    if classes[0] != "movement" {
        return &classes[0];
    }
    if is(&"jump") {
        return "jump";
    }
    if ["jog", "run", "sprint", "cut", "feint", "stop"].iter().any(&is) {
        return "run";
    }
    ["walk", "sideways", "backward", "turn"].into_iter().find(is).unwrap_or("step")
}

/// A span in seconds, and its classes.
type Timed<'a> = (f32, f32, &'a [String]);

fn partings(actions: &[Timed<'_>]) -> Vec<f32> {
    let endless = |kind: &str| {
        ["stand", "stance", "lying", "walk", "run", "sideways", "backward", "turn"].contains(&kind)
    };
    let one =
        |a: &[String], b: &[String]| kind(a) == kind(b) && endless(kind(a)) || a == b && actions::goes_on(a);
    let apart = |pair: &&[Timed<'_>]| !one(pair[0].2, pair[1].2);
    actions.windows(2).filter(apart).map(|pair| 0.5 * (pair[0].1 + pair[1].0)).collect()
}

/// How a finding fares.
#[derive(Clone, Debug, Default)]
pub struct Score {
    pub true_partings: usize,
    pub found_partings: usize,
    pub right_partings: usize,
    pub actions: usize,
    pub right_classes: usize,
    pub right_kinds: usize,
    pub right_words: usize,
    /// What went wrong, in words.
    pub wrong: Vec<String>,
}

impl Score {
    pub fn precision(&self) -> f32 {
        self.right_partings as f32 / self.found_partings.max(1) as f32
    }

    pub fn recall(&self) -> f32 {
        self.right_partings as f32 / self.true_partings.max(1) as f32
    }

    pub fn f1(&self) -> f32 {
        2.0 * self.right_partings as f32 / (self.true_partings + self.found_partings).max(1) as f32
    }

    pub fn classes(&self) -> f32 {
        self.right_classes as f32 / self.actions.max(1) as f32
    }

    pub fn kinds(&self) -> f32 {
        self.right_kinds as f32 / self.actions.max(1) as f32
    }

    /// The share of actions whose words are all right.
    pub fn words(&self) -> f32 {
        self.right_words as f32 / self.actions.max(1) as f32
    }

    /// Holds found actions against the truth.
    pub fn add(&mut self, name: &str, truth: &[truth::Action], found: &[Action], rate: f32) {
        let found = actions::merged(found);
        let seconds = |frame: u32| frame as f32 / rate;
        let truths: Vec<Timed<'_>> = truth.iter().map(|a| (a.from, a.to, a.classes.as_slice())).collect();
        let founds: Vec<Timed<'_>> = found
            .iter()
            .map(|a| (seconds(a.span.first), seconds(a.span.end), a.classes.as_slice()))
            .collect();
        let mut mine = partings(&founds);
        let theirs = partings(&truths);
        self.true_partings += theirs.len();
        self.found_partings += mine.len();
        let at = |time: f32| {
            let near = truth.iter().filter(|a| a.from - 0.05 <= time && time <= a.to + 0.05);
            near.map(|a| a.classes.join("/")).collect::<Vec<_>>().join(" | ")
        };
        let seen = |time: f32| {
            let near = founds.iter().filter(|a| a.0 - 0.02 <= time && time <= a.1 + 0.02);
            near.map(|a| a.2.join("/")).collect::<Vec<_>>().join(" | ")
        };
        let all = mine.clone();
        let off = |time: f32, of: &[f32]| {
            let near = of.iter().copied().min_by(|a, b| (a - time).abs().total_cmp(&(b - time).abs()));
            let near = near.unwrap_or(f32::MAX);
            format!("nearest {:+.2} s, {}", near - time, if of == all { seen(near) } else { at(near) })
        };
        let truly = theirs.clone();
        for parting in theirs {
            let near = (0..mine.len())
                .min_by(|a, b| (mine[*a] - parting).abs().total_cmp(&(mine[*b] - parting).abs()));
            match near.filter(|n| (mine[*n] - parting).abs() <= NEAR) {
                Some(n) => {
                    mine.remove(n);
                    self.right_partings += 1;
                }
                None => self.wrong.push(format!(
                    "{name}: missed {parting:.2} s, {}; found {}",
                    at(parting),
                    off(parting, &all)
                )),
            }
        }
        self.wrong.extend(mine.iter().map(|extra| {
            format!("{name}: extra {extra:.2} s, {}; truly {}", seen(*extra), off(*extra, &truly))
        }));
        for own in truth {
            let shared = |a: &Action| seconds(a.span.end).min(own.to) - seconds(a.span.first).max(own.from);
            let best = found.iter().max_by(|a, b| shared(a).total_cmp(&shared(b))).expect("some action");
            self.actions += 1;
            let (class, kinds) =
                (best.classes[0] == own.classes[0], kind(&best.classes) == kind(&own.classes));
            self.right_classes += usize::from(class);
            self.right_kinds += usize::from(kinds);
            let all = sorted(&best.classes) == sorted(&own.classes);
            self.right_words += usize::from(all);
            if !all {
                let (true_class, other) = (own.classes.join("/"), best.classes.join("/"));
                self.wrong.push(format!("{name}: at {:.2} s {true_class} taken for {other}", own.from));
            }
        }
    }
}

fn sorted(classes: &[String]) -> Vec<&String> {
    let mut words: Vec<&String> = classes.iter().collect();
    words.sort();
    words.dedup();
    words
}

/// Supports and strikes as they are found.
pub fn detected(skeleton: &Skeleton, clip: &Clip) -> (Supports, Vec<Strike>) {
    let world = WorldClip::new(skeleton, clip);
    let supports = supports::find(skeleton, &world, &SupportSettings::default()).expect("a whole body");
    let strikes =
        strikes::find(skeleton, &world, &supports, &StrikeSettings::default()).expect("a whole body");
    (supports, strikes)
}

/// What is scored.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    pub show: Show,
    pub seeds: &'a [u64],
    /// s, of each take.
    pub seconds: f32,
    pub settings: Settings,
    /// Where labels come from, if not from the rules.
    pub labelled: Option<&'a [Labelled]>,
    /// Whether supports and strikes are taken from the truth, and not found.
    pub told: bool,
}

impl<'a> Trial<'a> {
    /// Rules alone, on supports and strikes as they are found.
    pub fn new(show: Show, seeds: &'a [u64]) -> Trial<'a> {
        Trial { show, seeds, seconds: SECONDS, settings: Settings::default(), labelled: None, told: false }
    }
}

/// Performs takes, finds their actions and scores them.
pub fn score(trial: &Trial<'_>) -> Score {
    let Trial { show, seeds, labelled, settings, .. } = trial;
    let mut score = Score::default();
    for &seed in *seeds {
        let take = perform(*show, trial.seconds, seed, RATE).expect("a take");
        let (supports, strikes) =
            if trial.told { known(&take) } else { detected(&take.skeleton, &take.clip) };
        let mut found =
            actions::find(&take.skeleton, &take.clip, &supports, &strikes, settings).expect("actions");
        if let Some(labelled) = *labelled {
            let reading =
                actions::read(&take.skeleton, &take.clip, &supports, &strikes, settings).expect("a reading");
            for action in &mut found {
                let row = similar::describe(&reading, action.span);
                *action = similar::label(labelled, &row, action, &similar::Settings::default());
            }
        }
        score.add(&format!("{show:?} {seed}"), &take.truth.actions, &found, RATE);
    }
    score
}

/// What somebody gets who labels the actions found in one take as the truth has them.
pub fn labelled(show: Show, seed: u64, settings: &Settings) -> Vec<Labelled> {
    let take = perform(show, SECONDS, seed, RATE).expect("a take");
    let (supports, strikes) = detected(&take.skeleton, &take.clip);
    let found = actions::find(&take.skeleton, &take.clip, &supports, &strikes, settings).expect("actions");
    let reading =
        actions::read(&take.skeleton, &take.clip, &supports, &strikes, settings).expect("a reading");
    let label = |mut action: Action| {
        let (from, to) = (action.span.first as f32 / RATE, action.span.end as f32 / RATE);
        let shared = |a: &truth::Action| a.to.min(to) - a.from.max(from);
        let own =
            take.truth.actions.iter().max_by(|a, b| shared(a).total_cmp(&shared(b))).expect("an action");
        action.classes = own.classes.clone();
        action.limbs = own.limbs.iter().filter_map(|name| limb(name)).collect();
        action.protects = own.protects.as_deref().map(|part| match part {
            "head" => Zone::Head,
            "body" => Zone::Body,
            "arms" => Zone::Arms,
            _ => Zone::Legs,
        });
        Labelled::new(&reading, &action)
    };
    found.into_iter().map(label).collect()
}
