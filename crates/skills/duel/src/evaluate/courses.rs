//! Bouts along a path, and chases.

use std::sync::Arc;

use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_skill::Failure;
use footwork_stage::{ActorId, Rig, Settings, Stage};
use glam::{Vec2, Vec3};

use super::{BoutFigures, BoutSettings, Catches, EvalSettings, Ring, fight};
use crate::duelists::{Aim, CheckPoint, DuelMemory, DuelistSettings, Duelists};
use crate::style::Style;
use crate::world::Situation;

/// m/s, over the ground: how fast a pair is asked to go. A boxer's steps are 0.14 to 0.36 m, and half of the time is for blows.
const PACE: f32 = 0.12;

/// Two who fight along a path: round a square, as far as the time is enough for, each corner with a time of its own.
pub fn along_path(rig: &Arc<Rig>, ring: &Ring, settings: &EvalSettings) -> Result<AlongPath, Failure> {
    let side = 0.25 * PACE * settings.seconds;
    let corners = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side], [0.0, 0.0]];
    let times = (0..).map(|corner| corner as f32 * 0.25 * settings.seconds);
    let path: Vec<CheckPoint> = corners
        .iter()
        .zip(times.clone())
        .map(|(at, time)| CheckPoint {
            place: Vec2::from_array(*at),
            time: Some(time),
            ..CheckPoint::default()
        })
        .collect();
    let own = DuelistSettings {
        style: Style::PATH_BOXER,
        against: Style::PATH_BOXER,
        path,
        ..DuelistSettings::default()
    };
    let mut bouts = Vec::new();
    for salt in 0..u64::from(settings.matches.min(4)) {
        let bout = BoutSettings { seconds: settings.seconds, seed: settings.seed + 500 + salt };
        bouts.push(fight(rig, &[(ring, own.clone()), (ring, own.clone())], &bout)?);
    }
    let path_error = bouts.iter().map(|bout| bout.path_error).sum::<f32>() / bouts.len().max(1) as f32;
    let reached = bouts.iter().flat_map(|bout| bout.reached.iter().zip(times.clone()).skip(1));
    let in_time = reached.filter(|(reached, time)| **reached <= time + LATE).count();
    let asked = bouts.len() * (corners.len() - 1);
    Ok(AlongPath {
        path_error,
        in_time: in_time as f32 / asked.max(1) as f32,
        blows_a_minute: BoutFigures::of(&bouts).blows_a_minute,
    })
}

/// s. Who comes later than this has not come in time.
const LATE: f32 = 1.0;

/// How two went along a path.
#[derive(Clone, Copy, Debug)]
pub struct AlongPath {
    /// m, in the mean.
    pub path_error: f32,
    /// The share of the check points that are reached in time.
    pub in_time: f32,
    /// Both together.
    pub blows_a_minute: f32,
}

/// m, from its middle: the field that is run in, as in the scenes.
const FIELD: f32 = 7.0;
/// m. Who is chased begins so far before the field's middle, and who chases so far behind him.
const START: f32 = 2.0;
const BEHIND: f32 = 4.0;
/// rad, by which a chaser begins to one side, at most; and a second one beside him.
const ASTRAY: f32 = 0.8;
const BESIDE: f32 = 0.6;

/// Chases: how soon somebody is caught.
pub fn chases(rig: &Arc<Rig>, ring: &Ring, settings: &EvalSettings) -> Result<Catches, Failure> {
    let runs = u64::from(settings.matches.min(40));
    let mean = |chasers: &[u16], prey: u16| -> Result<f32, Failure> {
        let mut sum = 0.0;
        for salt in 0..runs {
            let seed = settings.seed + 900 + salt;
            sum += chase(rig, ring, chasers, prey, settings.seconds, seed, &mut |_| {})?;
        }
        Ok(sum / runs.max(1) as f32)
    };
    Ok(Catches { equal: mean(&[2], 2)?, smart: mean(&[4], 2)?, two: mean(&[2, 2], 2)? })
}

/// s, until the first actor is caught, or as long as it lasts. Whoever watches sees the stage after every step.
pub fn chase(
    rig: &Arc<Rig>,
    ring: &Ring,
    chasers: &[u16],
    prey: u16,
    seconds: f32,
    seed: u64,
    watch: &mut dyn FnMut(&Stage),
) -> Result<f32, Failure> {
    let mut stage = Stage::new(Settings::default(), seed)?;
    let number = stage.add_rig(rig.clone());
    let aim = Aim::First;
    let duelists =
        |settings: DuelistSettings| Duelists::new(ring.tables.clone(), ring.combinations.clone(), settings);
    let flees = stage.add_director(duelists(runaway(prey, aim)));
    let start = Vec3::new(0.0, 0.0, -START);
    let actor = stage.add_actor(number, None, Transform::new(yaw(0.0), start))?;
    stage.set_director(actor, flees, true)?;
    let mut hunters = Vec::new();
    for (at, depth) in chasers.iter().enumerate() {
        let director = stage.add_director(duelists(chaser(*depth, aim)));
        // From behind, more or less: who stands face to face with a chaser is caught before he has turned.
        let turn = ASTRAY * libm::sinf(seed as f32 * 2.4) + at as f32 * BESIDE;
        let behind = Transform::new(yaw(turn), start + yaw(turn) * Vec3::new(0.0, 0.0, -BEHIND));
        let hunter = stage.add_actor(number, None, behind)?;
        stage.set_director(hunter, director, true)?;
        hunters.push(hunter);
    }
    let step = stage.settings().step;
    for tick in 0..(seconds / step) as u32 {
        stage.step();
        watch(&stage);
        let caught = |hunter: &ActorId| {
            let memory = stage.actor(*hunter).and_then(|me| me.memory::<DuelMemory>());
            memory.is_some_and(|memory| memory.catches > 0)
        };
        if hunters.iter().any(caught) {
            return Ok(tick as f32 * step);
        }
    }
    Ok(seconds)
}

/// Situations in which somebody has to choose while two chase one.
pub fn situations_of_three(
    rig: &Arc<Rig>,
    ring: &Ring,
    runs: u64,
    seed: u64,
) -> Result<Vec<Situation>, Failure> {
    let eyes = Duelists::new(ring.tables.clone(), ring.combinations.clone(), chaser(2, Aim::First));
    let mut found = Vec::new();
    for run in 0..runs {
        let mut look = |stage: &Stage| {
            // Each of the two chasers by turns.
            let view = stage.view();
            let chaser = view.nth_actor(1 + found.len() % 2).filter(|_| view.tick().is_multiple_of(LOOKS));
            let seen = chaser.map(|chaser| eyes.ahead(&eyes.situation(chaser, &view)));
            found.extend(seen.filter(|situation| situation.count == 3 && situation.caught == 0));
        };
        chase(rig, ring, &[2, 2], 2, LONG_ENOUGH, seed + run, &mut look)?;
    }
    Ok(found)
}

/// Steps between two of those situations; and s, how long a chase is looked at for them.
const LOOKS: u64 = 6;
const LONG_ENOUGH: f32 = 8.0;

/// Chasers and who they are after.
pub(super) fn chaser(depth: u16, aim: Aim) -> DuelistSettings {
    let mut settings = DuelistSettings {
        aim,
        depth,
        style: Style::CHASER,
        against: Style::RUNAWAY,
        ..DuelistSettings::default()
    };
    settings.world.catch = 0.7;
    settings.world.field = FIELD;
    settings
}

fn runaway(depth: u16, aim: Aim) -> DuelistSettings {
    let chaser = chaser(depth, aim);
    DuelistSettings { style: Style::RUNAWAY, against: Style::CHASER, chased: true, ..chaser }
}
