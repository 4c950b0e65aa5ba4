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
    /// Keys that were pressed, and that were not answered at all.
    pub pressed: u32,
    /// See above.
    pub lost: u32,
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
    let (mut next, mut waits): (f32, Option<Waits>) = (1.0, None);
    let mut answers: Vec<f32> = Vec::new();
    let mut figures = KeyFigures::default();
    for tick in 0..(SECONDS / step) as u64 {
        let now = tick as f32 * step;
        if now >= next {
            next = now + APART * (0.5 + rng.unit());
            figures.lost += u32::from(waits.is_some());
            let button = rng.below(BUTTONS.len()) as u8;
            stage.cue(Cue { tick, to: me, ask: Ask::Button { button, down: true } })?;
            stage.cue(Cue { tick: tick + 3, to: me, ask: Ask::Button { button, down: false } })?;
            figures.pressed += 1;
            let answered = memory(&stage, me).keys_answered;
            waits = Some(Waits { since: now, answered, from: None });
        }
        stage.step();
        let Some(waiting) = &mut waits else { continue };
        let Some(actor) = stage.actor(me) else { continue };
        if memory(&stage, me).keys_answered > waiting.answered {
            let limbs = limbs(actor);
            let from = *waiting.from.get_or_insert(limbs);
            let moved = from.iter().zip(limbs).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
            if moved > VISIBLE {
                answers.push(now + step - waiting.since);
                waits = None;
            }
        }
    }
    answers.sort_by(f32::total_cmp);
    let at = |share: f32| answers.get((share * answers.len() as f32) as usize).copied().unwrap_or(0.0);
    (figures.median, figures.p95) = (at(0.5), at(0.95));
    Ok(figures)
}

/// A key that waits for its answer.
struct Waits {
    since: f32,
    answered: u32,
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
