//! Two boxers, and many: whether they face each other, keep their distance, hit and vary; and what it costs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::{ActorId, ActorView, Happening, Rig, Settings, Stage};
use glam::Vec3;
use serde::Serialize;

use super::EvalError;
use crate::mind::{Aim, Boxer, BoxerSettings, words};
use crate::skill::Skill;

/// What it costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// How many boxers.
    pub boxers: u32,
    /// Steps of a sixtieth of a second.
    pub frames: u32,
    /// s
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
    /// The other's head and upper body, and what else was hit.
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

/// m. Pairs stand so far apart.
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

/// Many boxers in pairs, and how long they take. On two threads where there are enough of them.
pub fn many(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    boxers: u32,
    frames: u32,
    seed: u64,
) -> Result<Speed, EvalError> {
    let mut stage = pairs(rig, skill, &BoxerSettings::default(), boxers, seed)?;
    // The first steps find everybody's way in.
    (0..60).for_each(|_| stage.step());
    let begun = Instant::now();
    (0..frames).for_each(|_| stage.step());
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Speed {
        boxers,
        frames,
        seconds,
        fps: f64::from(frames) / seconds.max(1e-9),
        us_per_boxer: 1e6 * seconds / (f64::from(frames) * f64::from(boxers)),
    })
}

/// m, s: deeper and longer is through.
const DEEP: f32 = 0.05;
const LONG: f32 = 0.1;

/// Lets two spar.
pub fn spar(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &BoxerSettings,
    seconds: f32,
    seed: u64,
) -> Result<Sparring, EvalError> {
    let mut stage = pairs(rig, skill, settings, 2, seed)?;
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
    let mut last = [(0_u32, 0_u32); 2];
    let (mut kinds, mut pause, mut deep_for, mut trunk_for) = (BTreeMap::<&str, u32>::new(), 0.0, 0.0, 0.0);
    let (mut far, mut ahead, mut behind) = (0.0_f64, 0_u32, 0_u32);
    let mut off: Vec<f32> = Vec::new();
    for _ in 0..steps {
        stage.step();
        let [Some(a), Some(b)] = [0, 1].map(|id| stage.actor(ActorId(id))) else { continue };
        pause += step;
        for (number, (me, other)) in [(a, b), (b, a)].into_iter().enumerate() {
            let Some(memory) = me.memory() else { continue };
            let now = memory.get(words::THROWN);
            for count in thrown[number]..now {
                let blow = memory.get(words::RECENT + count as usize % words::RECENT_COUNT);
                if let Some(known) = skill.model.blows.get((blow as usize).wrapping_sub(1)) {
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
            let way = me.frame().rotation.conjugate() * (other.frame().translation - me.frame().translation);
            let angle = libm::atan2f(way.x, way.z).abs();
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
        .filter_map(|id| stage.actor(ActorId(*id))?.memory().map(|memory| memory.get(words::COMMITTED)))
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
    let way = other.rig().eyes(other.world())? - eyes;
    Some(libm::acosf(faces.dot(way.normalize_or_zero()).clamp(-1.0, 1.0)).to_degrees())
}

/// Follows how long something lasts. What lasts too long counts, from its beginning.
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
