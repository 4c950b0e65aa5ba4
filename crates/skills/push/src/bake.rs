//! Baking: pushes are found in the takes, transitions are tried out and judged, and what came of it is kept as examples.
//!
//! The paper: *Pushing People Around*, section 5.1. Departs from it: the paper shows a person random transitions with random
//! deformations. A part of those tried here is random, and the others are what the oracle would choose by then for
//! random pushes: where it is believed too much, it is corrected. People's labels are taken in beside the judge's.

mod look;

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use footwork_motion::ground::yaw;
use footwork_plan::progress::{Flow, Hear, Progress};
use footwork_stage::{Rig, RigError, Spring};
use glam::Vec3;
use rayon::prelude::*;

use crate::aim::Aim;
use crate::configuration::{Joints, Reduced, Reduction, WHOLE, reduction, velocity_of};
use crate::deform;
use crate::find;
use crate::judge::Judge;
use crate::labels::{self, Label};
use crate::oracle::{Choice, Example, Oracle, Scales};
use crate::response::{Impulse, Outcome, Response, Theta};
use crate::skill::{Content, Skill};
use crate::trial::{FIRST, Moment, Shown, Trial, show};
use look::{look, ranges, response};

pub(crate) use look::upright;

/// How much is tried.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeSettings {
    /// Transitions that are tried and judged. Default: the paper's 1,500.
    pub examples: usize,
    /// Share of them that is random; the others are what the oracle chooses. Default: 0.4.
    pub random: f32,
    /// The quality below which a response is worse than a fall. Default: 0.5, the paper's
    /// line between good and bad.
    pub threshold: f32,
    /// Of everything that is left to chance.
    pub seed: u64,
    /// How much a person's label counts beside the judge's. Default: 5.
    pub person: f32,
}

impl Default for BakeSettings {
    fn default() -> BakeSettings {
        BakeSettings { examples: 1500, random: 0.4, threshold: 0.5, seed: 1, person: 5.0 }
    }
}

/// Why nothing was baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BakeError {
    #[error(transparent)]
    Rig(#[from] RigError),
    #[error("stopped")]
    Stopped,
    #[error("{0}")]
    Body(String),
}

/// What is known about a repertoire before anything is tried.
pub struct Ground {
    /// The body and all it can do.
    pub rig: Arc<Rig>,
    /// What makes five numbers of a configuration.
    pub reduction: Reduction,
    /// What can be played.
    pub responses: Vec<Response>,
    /// Responses as they were recorded, shown by a stage: those that kept their balance.
    pub recorded: Vec<Shown>,
    /// When a body may be pushed.
    pub moments: Vec<(Moment, Reduced, [f32; WHOLE])>,
    /// What quality is.
    pub judge: Judge,
    /// m/s that the pushed point goes at first for each m/s of a deformation.
    pub answer: f32,
    /// Pushes that could not be used: too near to an end, or unseen.
    pub unused: usize,
}

/// A push that is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomPush {
    /// When.
    pub now: Moment,
    /// The body then.
    pub reduced: Reduced,
    /// Where, and how the point is to go.
    pub impulse: Impulse,
    /// m/s, what the centre of mass is to gain, in the body's frame.
    pub gain: Vec3,
    /// The body then, in full.
    pub whole: [f32; WHOLE],
}

/// s. A body is looked at so often.
const EVERY: f64 = 0.1;
/// s. Nobody is pushed nearer to the beginning or the end of a take.
const MARGIN: f64 = 0.5;
/// s. The shortest response: who is pushed sways for longer.
const SHORTEST: f64 = 0.5;
/// s. What is played beyond a push at most; who still staggers by then does so again.
const LONGEST: f64 = 4.0;
/// s, of a fall with what follows.
const LONGEST_FALL: f64 = 14.0;
/// 1/m². Deformations are tried with falloffs from the whole body to a hand's breadth.
const FALLOFFS: [f32; 2] = [1.0, 12.0];
/// rad, and shares: how far from a response's own push what is tried goes.
const AROUND: f32 = 1.0;
const STRENGTHS: [f32; 2] = [0.5, 1.7];
/// m/s, of the centre of mass: pushes that are tried.
const GAINS: [f32; 2] = [0.25, 3.5];
/// Rounds in which the oracle is asked what it would choose by then.
const ROUNDS: usize = 5;

impl Ground {
    /// Finds responses and moments.
    pub fn of(repertoire: &Repertoire) -> Result<Ground, BakeError> {
        let rig = Arc::new(Rig::new(Arc::new(repertoire.clone()))?);
        let joints = Joints::of(rig.skeleton());
        let looks = look(&rig, &joints);
        let reduction = reduction(&looks.iter().map(|look| look.whole).collect::<Vec<_>>());
        let mut responses = Vec::new();
        let (mut recorded, mut unused) = (Vec::new(), 0);
        let found: Vec<_> = (0..rig.repertoire().takes.len())
            .into_par_iter()
            .map(|take| find::pushes(rig.skeleton(), &rig.repertoire().takes[take]).unwrap_or_default())
            .collect();
        let under_way: Vec<(u32, f64)> = found
            .iter()
            .enumerate()
            .flat_map(|(take, pushes)| pushes.iter().map(move |push| (take as u32, f64::from(push.time))))
            .collect();
        for (take, pushes) in found.into_iter().enumerate() {
            for push in pushes {
                match response(&rig, &joints, &reduction, take as u32, &push) {
                    Some((response, shown)) => {
                        if response.outcome == Outcome::Kept {
                            recorded.push(shown);
                        }
                        responses.push(response);
                    }
                    None => unused += 1,
                }
            }
        }
        responses.truncate(Skill::MOST_RESPONSES);
        let judge = Judge::of(&recorded, ranges(&looks));
        let answer = deform::answer(Spring::PAPER, FIRST);
        let moments = looks
            .iter()
            .filter(|look| look.upright && !is_under_way(&under_way, look.moment))
            .map(|look| (look.moment, reduction.reduce(&look.whole), look.whole))
            .collect();
        Ok(Ground { rig, reduction, responses, recorded, moments, judge, answer, unused })
    }

    /// Tries a transition and judges it.
    pub fn judged(&self, trial: &Trial) -> Option<(Shown, f32)> {
        let shown = show(&self.rig, trial)?;
        let quality = self.judge.quality(&self.judge.signs(&shown));
        Some((shown, quality))
    }

    /// A random transition with a random deformation: what the paper shows people.
    pub fn random_trial(&self, rng: &mut Rng) -> Option<(Trial, Reduced, usize)> {
        let kept: Vec<usize> = self.kept().collect();
        if kept.is_empty() || self.moments.is_empty() {
            return None;
        }
        let (now, reduced, _) = self.moments[rng.below(self.moments.len())];
        let number = kept[rng.below(kept.len())];
        let response = &self.responses[number];
        let about = yaw(AROUND * (rng.signed() + rng.signed()));
        let before = response.velocity - response.gain * self.judge.ratio;
        let asked = before + about * (response.velocity - before) * rng.range(STRENGTHS[0], STRENGTHS[1]);
        let turn = crate::oracle::turn_between(response.velocity, asked);
        let turn = turn.clamp(-crate::oracle::MOST_TURN, crate::oracle::MOST_TURN);
        let push = (asked - yaw(turn) * response.velocity) / self.answer;
        let theta = Theta { falloff: rng.range(FALLOFFS[0], FALLOFFS[1]), push };
        let (answer, shift) = (Some(response.segment), Vec3::ZERO);
        let trial = Trial { now, answer, turn, shift, point: response.point, theta };
        Some((trial, reduced, number))
    }

    /// A random push at a random moment.
    pub fn random_push(&self, rng: &mut Rng) -> Option<RandomPush> {
        if self.moments.is_empty() || self.responses.is_empty() {
            return None;
        }
        let (now, reduced, whole) = self.moments[rng.below(self.moments.len())];
        let point = self.responses[rng.below(self.responses.len())].point;
        let direction = yaw(std::f32::consts::PI * rng.signed()) * Vec3::Z;
        let gain = direction * rng.range(GAINS[0], GAINS[1]);
        let velocity = velocity_of(&whole, point).with_y(0.0) + gain * self.judge.ratio;
        Some(RandomPush { now, reduced, impulse: Impulse { point, velocity }, gain, whole })
    }

    fn kept(&self) -> impl Iterator<Item = usize> + '_ {
        let kept = |(_, response): &(usize, &Response)| response.outcome == Outcome::Kept;
        self.responses.iter().enumerate().filter(kept).map(|(number, _)| number)
    }
}

/// Whether a recorded push is under way at a moment, or comes before one could see what another one does: nobody can say then how
/// the body would have gone on without it.
fn is_under_way(pushes: &[(u32, f64)], moment: Moment) -> bool {
    let is = |(take, time): &(u32, f64)| *take == moment.take && (-0.15..0.3).contains(&(time - moment.time));
    pushes.iter().any(is)
}

/// What the oracle would play, as it is tried out.
pub fn trial_of(oracle: &Oracle, now: Moment, impulse: &Impulse, choice: &Choice) -> Option<Trial> {
    let response = oracle.responses().get(choice.response)?;
    Some(Trial {
        now,
        answer: Some(response.segment),
        turn: choice.turn,
        shift: choice.shift,
        point: impulse.point,
        theta: choice.theta,
    })
}

/// What a reflex would choose.
pub fn decided(oracle: &Oracle, aim: &Aim, push: &RandomPush) -> Option<Choice> {
    oracle.decide_by(&push.reduced, &push.impulse, |response, turn, theta| {
        let now = (push.now.take, push.now.time);
        aim.aimed(response, turn, theta, now, &push.whole, &push.impulse)
    })
}

/// Bakes a skill.
pub fn bake(
    repertoire: &Repertoire,
    people: &[Label],
    settings: &BakeSettings,
    hear: Hear<'_>,
) -> Result<(Skill, Ground), BakeError> {
    let tell = |done: f32, stage: &str| match hear(Progress { done, stage }) {
        Flow::GoOn => Ok(()),
        Flow::Stop => Err(BakeError::Stopped),
    };
    tell(0.0, "finding pushes")?;
    let ground = Ground::of(repertoire)?;
    tell(0.15, "trying responses")?;
    let mut rng = Rng::new(settings.seed);
    let mut oracle = Oracle::new(ground.responses.clone(), Vec::new(), Scales::default(), ground.answer);
    for label in people {
        if let Some(example) = labels::example(&ground, label, settings.person) {
            oracle.add(example);
        }
    }
    let random = (settings.random * settings.examples as f32) as usize;
    let trials = (0..random).filter_map(|_| ground.random_trial(&mut rng)).collect();
    learn(&ground, &mut oracle, trials);
    oracle = fitted(oracle);
    let rest = settings.examples - random.min(settings.examples);
    let aim = Aim::new(&ground.rig, &ground.responses);
    for round in 0..ROUNDS {
        tell(0.3 + 0.6 * round as f32 / ROUNDS as f32, "asking the oracle")?;
        let pushes: Vec<_> = (0..rest / ROUNDS).filter_map(|_| ground.random_push(&mut rng)).collect();
        let trials = pushes
            .par_iter()
            .filter_map(|push| {
                let choice = decided(&oracle, &aim, push)?;
                let trial = trial_of(&oracle, push.now, &push.impulse, &choice)?;
                Some((trial, push.reduced, choice.response))
            })
            .collect();
        learn(&ground, &mut oracle, trials);
    }
    tell(0.92, "fitting distances")?;
    oracle = fitted(oracle);
    tell(1.0, "done")?;
    let content = Content {
        reduction: ground.reduction.clone(),
        responses: ground.responses.clone(),
        examples: oracle.examples().to_vec(),
        scales: *oracle.scales(),
        answer: ground.answer,
        ratio: ground.judge.ratio,
        threshold: settings.threshold,
    };
    Ok((Skill { fingerprint: repertoire.fingerprint(), content }, ground))
}

/// Tries transitions side by side, and has the oracle learn them in their order.
fn learn(ground: &Ground, oracle: &mut Oracle, trials: Vec<(Trial, Reduced, usize)>) {
    let judged: Vec<Option<Example>> =
        trials.par_iter().map(|(trial, now, response)| example(ground, trial, now, *response)).collect();
    judged.into_iter().flatten().for_each(|example| oracle.add(example));
}

/// Tries one transition.
pub fn example(ground: &Ground, trial: &Trial, now: &Reduced, response: usize) -> Option<Example> {
    let (shown, quality) = ground.judged(trial)?;
    Some(Example {
        now: *now,
        response: response as u32,
        theta: trial.theta,
        turn: trial.turn,
        impulse: shown.impulse(),
        quality,
        weight: 1.0,
    })
}

/// The same oracle with the units of distance in which it errs least about examples that are left out: each unit by itself is
/// tried larger and smaller, twice over.
fn fitted(oracle: Oracle) -> Oracle {
    let error = |scales: Scales| {
        let tried =
            Oracle::new(oracle.responses().to_vec(), oracle.examples().to_vec(), scales, oracle.answer());
        let every = tried.examples().len().div_ceil(LEFT_OUT).max(1);
        let off = |number: usize| {
            let example = &tried.examples()[number];
            f64::from((tried.quality_without(number) - example.quality).powi(2) * example.weight)
        };
        (0..tried.examples().len()).step_by(every).map(off).sum::<f64>()
    };
    if oracle.examples().len() < 30 {
        return oracle;
    }
    let mut best = *oracle.scales();
    let mut least = error(best);
    let units: [fn(&mut Scales) -> &mut f32; 6] = [
        |scales| &mut scales.apart,
        |scales| &mut scales.start,
        |scales| &mut scales.own,
        |scales| &mut scales.push,
        |scales| &mut scales.falloff,
        |scales| &mut scales.turn,
    ];
    for _ in 0..2 {
        for unit in units {
            let tried: Vec<(f64, Scales)> = [0.5, 2.0]
                .into_par_iter()
                .map(|factor| {
                    let mut scales = best;
                    *unit(&mut scales) *= factor;
                    (error(scales), scales)
                })
                .collect();
            for (off, scales) in tried {
                if off < least {
                    (least, best) = (off, scales);
                }
            }
        }
    }
    Oracle::new(oracle.responses().to_vec(), oracle.examples().to_vec(), best, oracle.answer())
}

/// Examples that are left out in turn to fit distances: more do not change what is found.
const LEFT_OUT: usize = 300;
