//! The table of fig. 5, and what else is seen when single pushes are tried.

use footwork_looks::signal::{acceleration, low_pass};
use footwork_motion::Rng;
use footwork_motion::balance::{comes_to_rest, outside};
use footwork_motion::quality::percentile;
use footwork_skill::Meter;
use glam::{Vec2, Vec3};
use rayon::prelude::*;
use serde::Serialize;

use crate::aim::{Aim, LATER};
use crate::bake::{self, Ground, RandomPush, trial_of};
use crate::judge::{SIGN_NAMES, SIGNS};
use crate::labels::AGREES;
use crate::oracle::{Choice, Oracle, turn_between};
use crate::reflex::StaggerSettings;
use crate::response::Theta;
use crate::trial::{Shown, Trial, show};

/// Shares of what the judge calls good, above a half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Good {
    pub oracle_good: f32,
    pub oracle_bad: f32,
    pub recorded: f32,
    pub nearest_pose: f32,
    pub random: f32,
    pub offset_alone: f32,
}

/// What came of pushes that were tried one by one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tried {
    /// Shares of good ones.
    pub good: Good,
    /// How many pushes the oracle called good, and bad.
    pub called: [usize; 2],
    /// Share of pushes that went the right way.
    pub direction_within_20: f32,
    /// Degrees off: the median, and what nine of ten are below.
    pub direction_deg: [f32; 2],
    /// s, until it is seen: the median.
    pub visible_s: f32,
    /// Share of pushes that are seen within 0.1 s.
    pub visible_within_01: f32,
    /// m/s, what the velocity of the pushed point is off from what was asked, in the median; and of the paper's own F.
    pub velocity_error: [f32; 2],
    /// m that the pushed point goes in 0.2 s, in the mean, of the gentlest, the middle and the hardest third.
    pub harder: [f32; 3],
    /// m, along the push: how much further it is after a second than without the push, of the same thirds.
    pub harder_later: [f32; 3],
    /// Each sign of the judge, in the mean: recorded, chosen, nearest pose.
    pub signs: Vec<(String, [f32; 3])>,
    /// What the oracle was not trained on: m that the body would come to rest outside its soles when the response is over, and
    /// m/s² of the centre of mass, 99 %: recorded, chosen, nearest pose, random.
    pub unseen: [[f32; 4]; 2],
    /// Quality over eight directions, the first from behind, and then by the left: standing, walking, running.
    pub by_direction: [[f32; 8]; 3],
    /// Quality over the strength of pushes, m/s of the centre of mass.
    pub by_strength: Vec<[f32; 2]>,
}

/// One push, and what came of it.
struct One {
    push: RandomPush,
    choice: Choice,
    shown: Shown,
    /// What the reflex shows: one that hardly moves the body is given way to, and no more.
    answered: Shown,
    quality: f32,
    others: [Option<(Shown, f32)>; 3],
    twin: Option<Shown>,
    plain_error: f32,
}

/// Tries pushes.
pub fn measure(ground: &Ground, oracle: &Oracle, count: usize, rng: &mut Rng) -> Tried {
    let pushes: Vec<(RandomPush, usize)> = (0..count)
        .filter_map(|_| Some((ground.random_push(rng)?, rng.below(ground.responses.len()))))
        .collect();
    let aim = Aim::new(&ground.rig, oracle.responses());
    let all: Vec<One> =
        pushes.par_iter().filter_map(|(push, random)| one(ground, oracle, &aim, push, *random)).collect();
    let recorded: Vec<f32> =
        ground.recorded.iter().map(|shown| ground.judge.quality(&ground.judge.signs(shown))).collect();
    let called = |good: bool| {
        all.iter()
            .filter(move |one| (one.choice.quality > 0.5) == good)
            .map(|one| one.quality)
            .collect::<Vec<_>>()
    };
    let other = |at: usize| {
        all.iter().filter_map(|one| one.others[at].as_ref().map(|(_, quality)| *quality)).collect::<Vec<_>>()
    };
    let off: Vec<f32> = all.iter().filter_map(direction).collect();
    let seen: Vec<f32> = all.iter().map(visible).collect();
    let share = |values: &[f32], below: f32| {
        values.iter().filter(|value| **value <= below).count() as f32 / values.len().max(1) as f32
    };
    let median = |values: &[f32]| if values.is_empty() { 0.0 } else { percentile(values.to_vec(), 0.5) };
    let errors = all.iter().map(|one| (one.shown.impulse().velocity - one.push.impulse.velocity).length());
    let plain: Vec<f32> = all.iter().map(|one| one.plain_error).collect();
    Tried {
        good: Good {
            oracle_good: good_share(&called(true)),
            oracle_bad: good_share(&called(false)),
            recorded: good_share(&recorded),
            nearest_pose: good_share(&other(0)),
            random: good_share(&other(1)),
            offset_alone: good_share(&other(2)),
        },
        called: [called(true).len(), called(false).len()],
        direction_within_20: share(&off, 20.0),
        direction_deg: [median(&off), if off.is_empty() { 0.0 } else { percentile(off.clone(), 0.9) }],
        visible_s: median(&seen),
        visible_within_01: share(&seen, 0.1001),
        velocity_error: [median(&errors.collect::<Vec<_>>()), median(&plain)],
        harder: by_thirds(&all, |one| Some(moved(one, one.shown.steps(LATER))?.length())),
        harder_later: by_thirds(&all, |one| {
            let direction = one.shown.frame.rotation * one.push.gain.normalize_or_zero();
            Some(moved(one, one.shown.steps(1.0))?.dot(direction))
        }),
        signs: signs(ground, &all),
        unseen: unseen(ground, &all),
        by_direction: by_direction(&all),
        by_strength: by_strength(&all),
    }
}

fn one(ground: &Ground, oracle: &Oracle, aim: &Aim, push: &RandomPush, random: usize) -> Option<One> {
    let choice = bake::decided(oracle, aim, push)?;
    let trial = trial_of(oracle, push.now, &push.impulse, &choice)?;
    let (shown, quality) = ground.judged(&trial)?;
    let with = |number: usize, turn: f32| {
        let theta = oracle.theta(number, turn, &push.impulse);
        let answer = Some(ground.responses.get(number)?.segment);
        ground.judged(&Trial { answer, turn, shift: Vec3::ZERO, theta, ..trial })
    };
    let nearest = oracle.nearest_pose(&push.reduced).and_then(|number| with(number, 0.0));
    let turn = oracle.turn(&ground.responses[random], push.impulse.velocity);
    let chance = with(random, turn);
    let alone = Theta { falloff: 6.0, push: push.gain * (ground.judge.ratio / ground.answer) };
    let alone = ground.judged(&Trial { answer: None, turn: 0.0, shift: Vec3::ZERO, theta: alone, ..trial });
    let gentle = push.gain.length() < StaggerSettings::default().least;
    let answered =
        alone.as_ref().filter(|_| gentle).map_or_else(|| shown.clone(), |(shown, _)| shown.clone());
    let nothing = Theta { falloff: 6.0, push: Vec3::ZERO };
    let twin =
        show(&ground.rig, &Trial { answer: None, turn: 0.0, shift: Vec3::ZERO, theta: nothing, ..trial });
    let plain = Trial {
        theta: oracle.plain_theta(choice.response, &push.impulse),
        turn: 0.0,
        shift: Vec3::ZERO,
        ..trial
    };
    let plain = show(&ground.rig, &plain)?;
    let plain_error = (plain.impulse().velocity - push.impulse.velocity).length();
    Some(One {
        push: *push,
        choice,
        shown,
        answered,
        quality,
        others: [nearest, chance, alone],
        twin,
        plain_error,
    })
}

/// m, in the world: how far the pushed point is from where it would be without the push.
fn moved(one: &One, steps: usize) -> Option<Vec3> {
    let twin = one.twin.as_ref()?;
    let at = one.answered.push + steps;
    Some((one.answered.shots.get(at)?.point - twin.shots.get(at)?.point).with_y(0.0))
}

/// Degrees, how far the pushed point's way is off that of the push.
fn direction(one: &One) -> Option<f32> {
    let direction = one.shown.frame.rotation * one.push.gain;
    Some(turn_between(direction, moved(one, one.shown.steps(LATER))?).to_degrees().abs())
}

/// s, until the pushed point is a centimetre from where it would be; a second where it never is.
fn visible(one: &One) -> f32 {
    let steps = one.shown.steps(1.0);
    let seen = (1..steps).find(|&step| moved(one, step).is_some_and(|direction| direction.length() > 0.01));
    seen.map_or(1.0, |step| step as f32 * one.shown.step)
}

fn good_share(qualities: &[f32]) -> f32 {
    qualities.iter().filter(|quality| **quality > 0.5).count() as f32 / qualities.len().max(1) as f32
}

/// The mean of something in the gentlest, the middle and the hardest third.
fn by_thirds(all: &[One], of: impl Fn(&One) -> Option<f32>) -> [f32; 3] {
    let mut sorted: Vec<(f32, f32)> =
        all.iter().filter_map(|one| Some((one.push.gain.length(), of(one)?))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let third = sorted.len().div_ceil(3).max(1);
    let mut means = [0.0; 3];
    for (mean, part) in means.iter_mut().zip(sorted.chunks(third)) {
        *mean = part.iter().map(|(_, direction)| direction).sum::<f32>() / part.len() as f32;
    }
    means
}

fn signs(ground: &Ground, all: &[One]) -> Vec<(String, [f32; 3])> {
    let mean = |shown: Vec<&Shown>| {
        let count = shown.len().max(1) as f32;
        shown.iter().fold([0.0; SIGNS], |mut sum, shown| {
            sum.iter_mut().zip(ground.judge.signs(shown)).for_each(|(sum, sign)| *sum += sign / count);
            sum
        })
    };
    let recorded = mean(ground.recorded.iter().collect());
    let chosen = mean(all.iter().map(|one| &one.shown).collect());
    let nearest = mean(all.iter().filter_map(|one| Some(&one.others[0].as_ref()?.0)).collect());
    let named = SIGN_NAMES.iter().enumerate();
    named.map(|(at, name)| (name.to_string(), [recorded[at], chosen[at], nearest[at]])).collect()
}

fn unseen(ground: &Ground, all: &[One]) -> [[f32; 4]; 2] {
    let other =
        |at: usize| all.iter().filter_map(|one| Some(&one.others[at].as_ref()?.0)).collect::<Vec<_>>();
    let lots = [
        ground.recorded.iter().collect::<Vec<_>>(),
        all.iter().map(|one| &one.shown).collect(),
        other(0),
        other(1),
    ];
    let mean = |lot: &Vec<&Shown>, of: fn(&Shown) -> f32| {
        lot.iter().map(|shown| of(shown)).sum::<f32>() / lot.len().max(1) as f32
    };
    [lots.each_ref().map(|lot| mean(lot, off_balance)), lots.each_ref().map(|lot| mean(lot, hardest))]
}

/// m, how far outside the feet the body would come to rest at the end of a response.
fn off_balance(shown: &Shown) -> f32 {
    let last = shown.shots.len() - 1;
    let shot = &shown.shots[last];
    let velocity = shown.velocity(|shot| shot.centre, last.saturating_sub(6), 6);
    let rest = comes_to_rest(shot.centre, velocity, shot.centre.y);
    let feet = [shot.balls[0], shot.balls[1], shot.places[13], shot.places[14]];
    outside(&feet.map(|place| Vec2::new(place.x, place.z)), Vec2::new(rest.x, rest.z)).min(1.0)
}

/// m/s², over the ground: what the centre of mass is accelerated by, but for one in a hundred steps.
fn hardest(shown: &Shown) -> f32 {
    let rate = 1.0 / shown.step;
    let centre: Vec<Vec3> = shown.shots.iter().map(|shot| shot.centre).collect();
    let pushed = acceleration(&low_pass(&centre, rate, 6.0), rate);
    let after = &pushed[(shown.push + shown.steps(0.17)).min(pushed.len() - 1)..];
    percentile(after.iter().map(|a| a.with_y(0.0).length()).collect(), 0.99)
}

fn by_direction(all: &[One]) -> [[f32; 8]; 3] {
    let mut sums = [[(0.0_f32, 0_u32); 8]; 3];
    for one in all {
        let before = one.shown.velocity(|shot| shot.centre, one.shown.push.saturating_sub(6), 6);
        let doing = match before.with_y(0.0).length() {
            speed if speed < 0.4 => 0,
            speed if speed < 2.0 => 1,
            _ => 2,
        };
        let turn = turn_between(Vec3::Z, one.push.gain) / std::f32::consts::FRAC_PI_4;
        let (sum, count) = &mut sums[doing][(turn + 8.5) as usize % 8];
        *sum += one.quality;
        *count += 1;
    }
    sums.map(|row| row.map(|(sum, count)| sum / count.max(1) as f32))
}

fn by_strength(all: &[One]) -> Vec<[f32; 2]> {
    let mut sums = [(0.0_f32, 0_u32); 6];
    for one in all {
        let (sum, count) = &mut sums[((one.push.gain.length() / 0.5) as usize).min(5)];
        *sum += one.quality;
        *count += 1;
    }
    let known = sums.iter().enumerate().filter(|(_, (_, count))| *count > 0);
    known.map(|(at, (sum, count))| [0.25 + 0.5 * at as f32, sum / *count as f32]).collect()
}

/// ms that a decision takes, in the mean.
pub fn decision_ms(ground: &Ground, oracle: &Oracle, meter: &dyn Meter, rng: &mut Rng) -> f64 {
    let pushes: Vec<RandomPush> = (0..200).filter_map(|_| ground.random_push(rng)).collect();
    let aim = Aim::new(&ground.rig, oracle.responses());
    let begun = meter.busy_seconds();
    let mut sum = 0.0;
    for push in &pushes {
        sum += bake::decided(oracle, &aim, push).map_or(0.0, |choice| choice.quality);
    }
    std::hint::black_box(sum);
    1000.0 * (meter.busy_seconds() - begun) / pushes.len().max(1) as f64
}

/// How well an oracle of so many labels foresees the judge, on random transitions that it has not learnt.
pub fn agreement(ground: &Ground, oracle: &Oracle, count: usize, rng: &mut Rng) -> Vec<[f32; 3]> {
    let trials: Vec<_> = (0..count).filter_map(|_| ground.random_trial(rng)).collect();
    let unseen: Vec<_> = trials
        .par_iter()
        .filter_map(|(trial, now, response)| bake::example(ground, trial, now, *response))
        .collect();
    let known = oracle.examples();
    let mut counts: Vec<usize> =
        [10, 30, 100, 300, 1000].into_iter().filter(|count| *count < known.len()).collect();
    counts.push(known.len());
    let measured = |count: usize| {
        // Every so many, so that random ones and chosen ones are among them.
        let some = (0..count).map(|at| known[at * known.len() / count.max(1)]).collect();
        let part = Oracle::new(ground.responses.clone(), some, *oracle.scales(), oracle.answer());
        let pairs: Vec<[f64; 2]> = unseen
            .iter()
            .map(|example| {
                let response = example.response as usize;
                let thought = part.quality(&example.now, response, &example.theta, example.turn);
                [f64::from(thought), f64::from(example.quality)]
            })
            .collect();
        let agree = pairs.iter().filter(|[a, b]| (a - b).abs() <= f64::from(AGREES)).count();
        [count as f32, agree as f32 / pairs.len().max(1) as f32, correlation(&pairs)]
    };
    counts.into_iter().map(measured).collect()
}

fn correlation(pairs: &[[f64; 2]]) -> f32 {
    let count = pairs.len().max(1) as f64;
    let mean = |at: usize| pairs.iter().map(|pair| pair[at]).sum::<f64>() / count;
    let (a, b) = (mean(0), mean(1));
    let (mut ab, mut aa, mut bb) = (0.0, 1e-12, 1e-12);
    for [x, y] in pairs {
        ab += (x - a) * (y - b);
        aa += (x - a) * (x - a);
        bb += (y - b) * (y - b);
    }
    (ab / (aa * bb).sqrt()) as f32
}
