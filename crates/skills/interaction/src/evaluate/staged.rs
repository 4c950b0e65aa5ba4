//! What two computers do to each other on a stage, as a viewer sees it.

use std::sync::Arc;

use footwork_motion::Transform;
use footwork_motion::ground::{Place, yaw};
use footwork_skill::Failure;
use footwork_stage::{Rig, Settings, Stage};
use glam::Vec3;
use serde::Serialize;

use super::keys::memory;
use crate::fighters::{FighterSettings, Fighters, Ring};

/// What was seen, of both together, a minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StagedFigures {
    /// Blows that were thrown.
    pub thrown: f32,
    /// Blows that did harm.
    pub landed: f32,
    /// Blows that were stopped with an arm.
    pub stopped: f32,
    /// Defences that were chosen.
    pub defended: f32,
    /// What the first gave less what he took: a blow of 10 m/s does 1.
    pub lead: f32,
    /// m, from one to the other, in the mean.
    pub apart: f32,
    /// s, the longest time after the first blow in which nobody began another: a viewer takes them to have stopped.
    pub quiet: f32,
    /// The share of the time in which one of them, in the mean of both, faces away from the other by more than 60°.
    pub away: f32,
    /// s, the longest time that one of them did.
    pub away_longest: f32,
}

/// rad. Who faces so far away from his rival shows him his side: an orthodox guard turns the hips by half as much.
pub const AWAY: f32 = std::f32::consts::FRAC_PI_3;

/// Two computers fight for some seconds.
pub fn watch(
    rig: &Arc<Rig>,
    ring: &Ring,
    settings: [FighterSettings; 2],
    seconds: f32,
    seed: u64,
) -> Result<StagedFigures, Failure> {
    let mut stage = Stage::new(Settings::default(), seed)?;
    let number = stage.add_rig(rig.clone());
    let mut actors = Vec::new();
    for (settings, side) in settings.into_iter().zip([0.0, 1.0_f32]) {
        let director = stage.add_director(Fighters::new(ring.clone(), settings)?);
        let place = Transform::new(yaw(side * std::f32::consts::PI), Vec3::new(0.0, 0.0, 1.6 * (side - 0.5)));
        let actor = stage.add_actor(number, None, place)?;
        stage.set_director(actor, director, true)?;
        actors.push(actor);
    }
    let ticks = (seconds / stage.settings().step) as u32;
    let (mut apart, mut quiet) = (0.0, 0);
    let (mut known, mut since) = (0, 0);
    let (mut away, mut away_now, mut away_longest) = (0, [0_u32; 2], 0);
    for tick in 0..ticks {
        stage.step();
        let thrown = actors.iter().map(|actor| memory(&stage, *actor).thrown).sum::<u32>();
        if thrown != known {
            (known, since) = (thrown, tick);
        }
        quiet = quiet.max(if known > 0 { tick - since } else { 0 });
        let at = |number: usize| stage.actor(actors[number]).map(|me| me.frame().translation);
        apart += at(0).zip(at(1)).map_or(0.0, |(a, b)| a.distance(b));
        for (own, now) in away_now.iter_mut().enumerate() {
            let place = |number: usize| stage.actor(actors[number]).map(|me| Place::new(me.frame()));
            let off = place(own).zip(place(1 - own)).map_or(0.0, |(me, other)| me.bearing(&other).abs());
            *now = if off > AWAY { *now + 1 } else { 0 };
            away += u32::from(*now > 0);
            away_longest = away_longest.max(*now);
        }
    }
    let [a, b] = [memory(&stage, actors[0]), memory(&stage, actors[1])];
    let minutes = (seconds / 60.0).max(1e-3);
    let both = |a: u32, b: u32| (a + b) as f32 / minutes;
    Ok(StagedFigures {
        thrown: both(a.thrown, b.thrown),
        landed: both(a.landed, b.landed),
        stopped: both(a.stopped, b.stopped),
        defended: both(a.defended, b.defended),
        lead: (a.gave - a.took) / minutes,
        apart: apart / ticks.max(1) as f32,
        quiet: quiet as f32 * stage.settings().step,
        away: away as f32 / (2 * ticks).max(1) as f32,
        away_longest: away_longest as f32 * stage.settings().step,
    })
}
