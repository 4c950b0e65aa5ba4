//! How soon a player's keys are answered, on a stage.

use std::sync::Arc;

use footwork_motion::ground::{Place, yaw};
use footwork_motion::{Rng, Role, Transform};
use footwork_skill::Failure;
use footwork_stage::{ActorId, ActorView, Ask, Cue, Rig, Settings, Stage};
use glam::Vec3;
use serde::Serialize;

use crate::fighters::{BUTTONS, FighterMemory, FighterSettings, Fighters, Ring};

/// s, from a key to when it can be seen that it was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct KeyFigures {
    /// The middle one.
    pub median: f32,
    /// That 95 % are below.
    pub p95: f32,
    /// Keys that were pressed; that were not answered at all; and those of them that another key came after. A key that is
    /// pressed again while it waits is one key, which waits since it was pressed first.
    pub pressed: u32,
    /// See above.
    pub lost: u32,
    /// See above.
    pub replaced: u32,
}

/// s: fights last so long, and keys are pressed so far apart, in the mean.
const SECONDS: f32 = 60.0;
const APART: f32 = 0.9;
/// m. Hands and feet that have gone so far, seen from the body, can be seen to have moved.
const VISIBLE: f32 = 0.05;

/// A player presses keys at random while the computer fights back.
pub fn press_keys(rig: &Arc<Rig>, ring: &Ring, seed: u64) -> Result<KeyFigures, Failure> {
    let mut stage = Stage::new(Settings::default(), seed)?;
    let number = stage.add_rig(rig.clone());
    let mut actors = Vec::new();
    for (at, player) in [true, false].into_iter().enumerate() {
        let settings = FighterSettings { player, depth: 3, ..FighterSettings::default() };
        let director = stage.add_director(Fighters::new(ring.clone(), settings)?);
        let place = Transform::new(
            yaw(at as f32 * std::f32::consts::PI),
            Vec3::new(0.0, 0.0, 1.4 * (at as f32 - 0.5)),
        );
        let actor = stage.add_actor(number, None, place)?;
        stage.set_director(actor, director, true)?;
        actors.push(actor);
    }
    let me = actors[0];
    let step = stage.settings().step;
    let mut rng = Rng::new(seed);
    let (mut next, mut waits): (f32, Vec<Waits>) = (1.0, Vec::new());
    let mut answers: Vec<f32> = Vec::new();
    let mut figures = KeyFigures::default();
    let mut known = memory(&stage, me);
    for tick in 0..(SECONDS / step) as u64 {
        let now = tick as f32 * step;
        if now >= next {
            next = now + APART * (0.5 + rng.unit());
            let button = rng.below(BUTTONS.len()) as u8;
            stage.cue(Cue { tick, to: me, ask: Ask::Button { button, down: true } })?;
            stage.cue(Cue { tick: tick + 3, to: me, ask: Ask::Button { button, down: false } })?;
            figures.pressed += 1;
            waits.push(Waits { since: now, from: None });
        }
        stage.step();
        let Some(actor) = stage.actor(me) else { continue };
        let (before, limbs) = (known, limbs(actor));
        known = memory(&stage, me);
        let late = known.keys_lost.wrapping_sub(before.keys_lost);
        let replaced = known.keys_replaced.wrapping_sub(before.keys_replaced);
        for _ in 0..late + replaced {
            // The oldest one that was not answered.
            if let Some(at) = waits.iter().position(|waiting| waiting.from.is_none()) {
                waits.remove(at);
            }
        }
        (figures.lost, figures.replaced) = (figures.lost + late + replaced, figures.replaced + replaced);
        if known.keys_answered != before.keys_answered {
            waits.iter_mut().for_each(|waiting| waiting.from = waiting.from.or(Some(limbs)));
        }
        waits.retain(|waiting| {
            let moved =
                |from: [Vec3; 4]| from.iter().zip(limbs).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
            let seen = waiting.from.is_some_and(|from| moved(from) > VISIBLE);
            if seen {
                answers.push(now + step - waiting.since);
            }
            !seen
        });
    }
    // What still waits for more than a moment was not answered either.
    figures.lost += waits.iter().filter(|waiting| SECONDS - waiting.since > APART).count() as u32;
    answers.sort_by(f32::total_cmp);
    let at = |share: f32| answers.get((share * answers.len() as f32) as usize).copied().unwrap_or(0.0);
    (figures.median, figures.p95) = (at(0.5), at(0.95));
    Ok(figures)
}

/// A key that waits for its answer.
struct Waits {
    since: f32,
    /// Where hands and feet were when it was answered.
    from: Option<[Vec3; 4]>,
}

pub(super) fn memory(stage: &Stage, actor: ActorId) -> FighterMemory {
    let memory = stage.actor(actor).and_then(|me| me.memory::<FighterMemory>());
    memory.copied().unwrap_or(bytemuck::Zeroable::zeroed())
}

/// m, hands and feet, seen from the body.
fn limbs(me: ActorView<'_>) -> [Vec3; 4] {
    let here = Place::new(me.frame());
    [Role::LeftWrist, Role::RightWrist, Role::LeftAnkle, Role::RightAnkle].map(|role| {
        let site = me.rig().skeleton().site(role).ok();
        site.map_or(Vec3::ZERO, |site| here.inside(site.position(me.world())))
    })
}
