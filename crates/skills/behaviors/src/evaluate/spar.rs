//! Two boxers, and many: whether they face each other, keep their distance, hit and vary; and what it costs.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_skill::Meter;
use footwork_stage::{ActorId, ActorView, Ask, Cue, Happening, OptionalIndex, Rig, Settings, Stage};
use glam::Vec3;
use serde::Serialize;

use super::EvalError;
use crate::mind::{Aim, Boxer, BoxerMemory, BoxerSettings, RECENT};
use crate::skill::Skill;

/// What it costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// How many boxers.
    pub boxers: u32,
    /// Steps of a sixtieth of a second.
    pub frames: u32,
    /// s, of the quickest of some runs.
    pub seconds: f64,
    /// Frames of all boxers a second.
    pub fps: f64,
    /// µs, of one boxer in one step.
    pub us_per_boxer: f64,
}

/// How two boxers spar.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sparring {
    /// s
    pub seconds: f32,
    /// Blows thrown by both.
    pub thrown: u32,
    /// Blows that were led to the other.
    pub committed: u32,
    /// Blows that landed.
    pub landed: u32,
    /// Of these, on the other's head.
    pub landed_on_head: u32,
    /// By kind, the share of all thrown.
    pub shares: BTreeMap<String, f32>,
    /// How often the same blow was thrown in a row, at most.
    pub same_in_a_row: u32,
    /// s, the longest time without any blow.
    pub longest_pause: f32,
    /// m, between where they stand: the mean.
    pub distance_mean: f32,
    /// m
    pub distance_least: f32,
    /// m
    pub distance_most: f32,
    /// Share of the time in which a boxer has the other within 45° of straight ahead.
    pub facing: f32,
    /// Share of the time with the other behind him.
    pub back_turned: f32,
    /// Degrees, between where a boxer's head faces and the other's head: the mean.
    pub looks_off_mean: f32,
    /// Degrees, the same: 95 % of the time it is less.
    pub looks_off_95: f32,
    /// How often bodies were deeper than 5 cm in each other for longer than 0.1 s.
    pub penetrations: u32,
    /// s, in all.
    pub penetration_seconds: f32,
    /// s, without penetrations of what strikes and guards: trunks, heads and legs only.
    pub trunk_penetration_seconds: f32,
}

/// Over several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Of all.
    pub mean: f32,
    /// The least of all.
    pub least: f32,
    /// The most of all.
    pub most: f32,
}

impl Spread {
    fn of(runs: &[Sparring], what: impl Fn(&Sparring) -> f32) -> Spread {
        let values = || runs.iter().map(&what);
        Spread {
            mean: (values().map(f64::from).sum::<f64>() / runs.len().max(1) as f64) as f32,
            least: values().fold(f32::INFINITY, f32::min),
            most: values().fold(f32::NEG_INFINITY, f32::max),
        }
    }
}

/// The same sparring with several seeds: how much of it is luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Sparrings {
    /// How many.
    pub seeds: u32,
    pub thrown: Spread,
    pub committed: Spread,
    pub landed: Spread,
    pub landed_on_head: Spread,
    pub longest_pause: Spread,
    pub distance_mean: Spread,
    pub facing: Spread,
    pub back_turned: Spread,
    pub penetrations: Spread,
    pub penetration_seconds: Spread,
    pub trunk_penetration_seconds: Spread,
}

impl Sparrings {
    /// Puts runs together.
    pub fn of(runs: &[Sparring]) -> Sparrings {
        Sparrings {
            seeds: runs.len() as u32,
            thrown: Spread::of(runs, |run| run.thrown as f32),
            committed: Spread::of(runs, |run| run.committed as f32),
            landed: Spread::of(runs, |run| run.landed as f32),
            landed_on_head: Spread::of(runs, |run| run.landed_on_head as f32),
            longest_pause: Spread::of(runs, |run| run.longest_pause),
            distance_mean: Spread::of(runs, |run| run.distance_mean),
            facing: Spread::of(runs, |run| run.facing),
            back_turned: Spread::of(runs, |run| run.back_turned),
            penetrations: Spread::of(runs, |run| run.penetrations as f32),
            penetration_seconds: Spread::of(runs, |run| run.penetration_seconds),
            trunk_penetration_seconds: Spread::of(runs, |run| run.trunk_penetration_seconds),
        }
    }
}

/// How two of a style box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Style {
    /// m, between where they stand: the mean.
    pub distance_mean: f32,
    /// Thrown by both.
    pub blows_a_minute: f32,
    /// Of these, landed.
    pub landed_a_minute: f32,
}

impl Style {
    /// What counts of a run.
    pub fn of(run: &Sparring) -> Style {
        let minutes = (run.seconds / 60.0).max(1e-6);
        Style {
            distance_mean: run.distance_mean,
            blows_a_minute: run.thrown as f32 / minutes,
            landed_a_minute: run.landed as f32 / minutes,
        }
    }
}

/// Dials that make an infighter: he wants to be nearer, and wants it more.
pub const INFIGHT: [(u8, f32); 2] = [(7, -0.4), (0, 2.0)];
/// Dials that make an outfighter: he steps in to hit, and out again.
pub const OUTFIGHT: [(u8, f32); 1] = [(7, 0.4)];

/// m, from pair to pair: further than anybody steps in a fight.
const BETWEEN: f32 = 4.0;

/// Puts pairs on a stage, face to face.
fn pairs(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &BoxerSettings,
    boxers: u32,
    seed: u64,
) -> Result<Stage, EvalError> {
    let failed = |error: &dyn std::fmt::Display| EvalError::Stage(error.to_string());
    let mut stage = Stage::new(Settings::default(), seed).map_err(|error| failed(&error))?;
    let settings = BoxerSettings { aim: Aim::Pair, ..settings.clone() };
    let boxer = Boxer::new(rig, skill.clone(), settings).map_err(|error| failed(&error))?;
    let mind = stage.add_mind(boxer);
    let rig = stage.add_rig(rig.clone());
    let columns = (f64::from(boxers) / 2.0).sqrt().ceil().max(1.0) as u32;
    for number in 0..boxers {
        let (pair, second) = (number / 2, number % 2 == 1);
        let middle = Vec3::new((pair % columns) as f32, 0.0, (pair / columns) as f32) * BETWEEN;
        let (turn, side) = if second { (std::f32::consts::PI, 0.6) } else { (0.0, -0.6) };
        let place = Transform::new(yaw(turn), middle + Vec3::Z * side);
        stage.add_actor(rig, Some(mind), place).map_err(|error| failed(&error))?;
    }
    Ok(stage)
}

/// Runs of which the quickest counts: whatever else a machine does only ever adds.
const RUNS: u32 = 5;

/// Many boxers in pairs, and how long they take, on all threads of the machine where they are enough to share.
pub fn many(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &BoxerSettings,
    boxers: u32,
    frames: u32,
    seed: u64,
    meter: &dyn Meter,
) -> Result<Speed, EvalError> {
    let mut stage = pairs(rig, skill, settings, boxers, seed)?;
    // In the first steps everybody takes over from standing.
    (0..60).for_each(|_| stage.step());
    let pool = rayon::ThreadPoolBuilder::new().build();
    let pool = pool.map_err(|error| EvalError::Stage(error.to_string()))?;
    let mut run = || {
        let begun = meter.seconds();
        (0..frames).for_each(|_| stage.step_on(&pool));
        meter.seconds() - begun
    };
    let seconds = (0..RUNS).map(|_| run()).fold(f64::INFINITY, f64::min);
    Ok(Speed {
        boxers,
        frames,
        seconds,
        fps: f64::from(frames) / seconds.max(1e-9),
        us_per_boxer: 1e6 * seconds / (f64::from(frames) * f64::from(boxers)),
    })
}

/// m. Deeper than flesh gives, a body is seen to be in another.
const DEEP: f32 = 0.05;
/// s. Shorter than this, nobody sees it.
const LONG: f32 = 0.1;

/// Lets two spar.
pub fn spar(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &BoxerSettings,
    seconds: f32,
    seed: u64,
) -> Result<Sparring, EvalError> {
    spar_with(rig, skill, settings, &[], seconds, seed)
}

/// Lets two spar, with some of their dials turned.
pub fn spar_with(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &BoxerSettings,
    dials: &[(u8, f32)],
    seconds: f32,
    seed: u64,
) -> Result<Sparring, EvalError> {
    let mut stage = pairs(rig, skill, settings, 2, seed)?;
    for (to, &(dial, value)) in
        [0, 1].into_iter().flat_map(|id| dials.iter().map(move |dial| (ActorId(id), dial)))
    {
        let cue = Cue { tick: 0, to, ask: Ask::Dial { dial, value } };
        stage.cue(cue).map_err(|error| EvalError::Stage(error.to_string()))?;
    }
    let step = stage.settings().step;
    let steps = (seconds / step) as u32;
    let mut found = Sparring {
        seconds,
        thrown: 0,
        committed: 0,
        landed: 0,
        landed_on_head: 0,
        shares: BTreeMap::new(),
        same_in_a_row: 0,
        longest_pause: 0.0,
        distance_mean: 0.0,
        distance_least: f32::INFINITY,
        distance_most: 0.0,
        facing: 0.0,
        back_turned: 0.0,
        looks_off_mean: 0.0,
        looks_off_95: 0.0,
        penetrations: 0,
        penetration_seconds: 0.0,
        trunk_penetration_seconds: 0.0,
    };
    let mut thrown = [0_u32; 2];
    let mut last = [(OptionalIndex::NONE, 0_u32); 2];
    let (mut kinds, mut pause, mut deep_for, mut trunk_for) = (BTreeMap::<&str, u32>::new(), 0.0, 0.0, 0.0);
    let (mut far, mut ahead, mut behind) = (0.0_f64, 0_u32, 0_u32);
    let mut off: Vec<f32> = Vec::new();
    for _ in 0..steps {
        stage.step();
        let [Some(a), Some(b)] = [0, 1].map(|id| stage.actor(ActorId(id))) else { continue };
        pause += step;
        for (number, (me, other)) in [(a, b), (b, a)].into_iter().enumerate() {
            let Some(memory) = me.memory::<BoxerMemory>() else { continue };
            let now = memory.thrown;
            for count in thrown[number]..now {
                let blow = memory.recent[count as usize % RECENT];
                if let Some(known) = blow.get().and_then(|blow| skill.model.blows.get(blow)) {
                    *kinds.entry(known.name()).or_default() += 1;
                    let run = if last[number].0 == blow { last[number].1 + 1 } else { 1 };
                    last[number] = (blow, run);
                    found.same_in_a_row = found.same_in_a_row.max(run);
                }
                found.longest_pause = found.longest_pause.max(pause);
                pause = 0.0;
                found.thrown += 1;
            }
            thrown[number] = now;
            let seen = me.frame().rotation.conjugate() * (other.frame().translation - me.frame().translation);
            let angle = libm::atan2f(seen.x, seen.z).abs();
            ahead += u32::from(angle < std::f32::consts::FRAC_PI_4);
            behind += u32::from(angle > std::f32::consts::FRAC_PI_2);
            off.extend(looks_off(me, other));
        }
        let apart = a.frame().translation.distance(b.frame().translation);
        far += f64::from(apart);
        found.distance_least = found.distance_least.min(apart);
        found.distance_most = found.distance_most.max(apart);
        let deepest = stage.contacts().iter().map(|contact| contact.depth).fold(0.0, f32::max);
        episode(
            &mut deep_for,
            deepest > DEEP,
            step,
            &mut found.penetration_seconds,
            Some(&mut found.penetrations),
        );
        let trunk = |part: footwork_stage::BodyPart| {
            use footwork_stage::BodyPart::*;
            matches!(part, Pelvis | Chest | Head | LeftThigh | RightThigh | LeftShin | RightShin)
        };
        let bodies =
            stage.contacts().iter().any(|c| c.depth > DEEP && c.parts.iter().all(|part| trunk(*part)));
        episode(&mut trunk_for, bodies, step, &mut found.trunk_penetration_seconds, None);
        for event in stage.events() {
            if let Happening::StrikeLanded(landing) = event.happening
                && event.to == landing.whom
            {
                found.landed += 1;
                found.landed_on_head += u32::from(landing.part == footwork_stage::BodyPart::Head);
            }
        }
    }
    found.longest_pause = found.longest_pause.max(pause);
    found.committed = [0, 1]
        .iter()
        .filter_map(|id| stage.actor(ActorId(*id))?.memory::<BoxerMemory>().map(|memory| memory.committed))
        .sum();
    let count = f64::from(steps.max(1));
    found.distance_mean = (far / count) as f32;
    found.facing = (f64::from(ahead) / (2.0 * count)) as f32;
    found.back_turned = (f64::from(behind) / (2.0 * count)) as f32;
    off.sort_by(f32::total_cmp);
    found.looks_off_95 = off.get(off.len() * 95 / 100).copied().unwrap_or(0.0);
    found.looks_off_mean = (off.iter().copied().map(f64::from).sum::<f64>() / off.len().max(1) as f64) as f32;
    let all = kinds.values().sum::<u32>().max(1) as f32;
    found.shares = kinds.into_iter().map(|(kind, count)| (kind.to_string(), count as f32 / all)).collect();
    Ok(found)
}

/// Degrees, between where a head faces and another head.
pub fn looks_off(me: ActorView<'_>, other: ActorView<'_>) -> Option<f32> {
    let (faces, eyes) = (me.rig().head_facing(me.world())?, me.rig().eyes(me.world())?);
    let toward = other.rig().eyes(other.world())? - eyes;
    Some(libm::acosf(faces.dot(toward.normalize_or_zero()).clamp(-1.0, 1.0)).to_degrees())
}

/// Follows how long something lasts. What lasts longer than [`LONG`] counts, from its beginning.
fn episode(lasts: &mut f32, holds: bool, step: f32, sum: &mut f32, count: Option<&mut u32>) {
    if !holds {
        *lasts = 0.0;
        return;
    }
    let before = *lasts;
    *lasts += step;
    if *lasts > LONG {
        *sum += if before <= LONG { *lasts } else { step };
        if let (Some(count), true) = (count, before <= LONG) {
            *count += 1;
        }
    }
}
