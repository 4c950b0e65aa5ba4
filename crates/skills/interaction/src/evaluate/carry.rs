//! How well two carry a box, on a stage: where they go, whether they keep together, where hands are, and how many balls hit.

use std::sync::Arc;

use footwork_motion::ground::{Place, yaw};
use footwork_motion::{Side, Transform};
use footwork_skill::{Failure, Hear, Meter};
use footwork_stage::{ActorId, Ask, Cue, Prop, PropId, PropKind, Rig, Settings, Stage};
use glam::{Vec2, Vec3};
use serde::Serialize;

use crate::carry::carriers::grasp::PALM;
use crate::carry::sample::{CarrySettings, sample};
use crate::carry::{CarrierMemory, CarrierSettings, Carriers, CarryMemory, Plans, Steering, Steps};

/// What was found of carrying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CarryFigures {
    /// Of the graph.
    pub states: usize,
    /// Of the graph.
    pub edges: usize,
    /// s
    pub bake_seconds: f64,
    /// s, to solve it for all directions.
    pub solve_seconds: f64,
    /// cm, how far a palm was from the side of the box, at worst.
    pub hands_cm_worst: f32,
    /// cm, how far from the right distance the two were: at worst, and what 95 % of the time was below.
    pub apart_cm_worst: f32,
    /// See above.
    pub apart_cm_p95: f32,
    /// Degrees off the direction that was asked for, from 2 s on: the worst of eight, and their mean.
    pub direction_deg_worst: f32,
    /// See above.
    pub direction_deg_mean: f32,
    /// m/s that was asked for, and that they went in the mean of eight.
    pub speed: [f32; 2],
    /// Of choices, the share that was looked up.
    pub looked_up: f32,
    /// Balls that were rolled at those who stand.
    pub rolled: u32,
    /// Of a hundred balls, how many hit two whom the script steers.
    pub hit_steered: f32,
    /// The same of two who stand.
    pub hit_standing: f32,
}

/// What two did on a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Carried {
    /// m, how far each palm was from the side of the box: the worst of each step.
    pub hands: Vec<f32>,
    /// m, how far from the right distance they were, by step.
    pub apart: Vec<f32>,
    /// m, where the middle of the two was, by step.
    pub middle: Vec<Vec2>,
    /// How the line from the first to the second pointed, by step.
    pub line: Vec<Vec2>,
}

/// m: the box that figures are of.
pub const SIZE: Vec3 = Vec3::new(0.42, 0.32, 0.7);
/// Balls that are rolled.
const BALLS: usize = 3;

/// Two who carry a box on a stage of their own, with some balls.
pub fn set(
    rig: &Arc<Rig>,
    carriers: Carriers,
    size: Vec3,
    balls: usize,
    seed: u64,
) -> Result<(Stage, [ActorId; 2]), Failure> {
    let mut stage = Stage::new(Settings::default(), seed)?;
    let number = stage.add_rig(rig.clone());
    let director = stage.add_director(carriers);
    let mut actors = [ActorId(0); 2];
    for (side, actor) in actors.iter_mut().enumerate() {
        let turn = yaw(side as f32 * std::f32::consts::PI);
        let place = Transform::new(turn, Vec3::new(0.0, 0.0, 1.2 * (side as f32 - 0.5)));
        *actor = stage.add_actor(number, None, place)?;
        stage.set_director(*actor, director, true)?;
    }
    stage.add_prop(Prop::new(PropKind::Box { size }, Vec3::Y, 0.0))?;
    for ball in 0..balls {
        let at = Vec3::new(20.0 + ball as f32, 0.2, 0.0);
        stage.add_prop(Prop::new(PropKind::Ball { radius: 0.2 }, at, 0.0))?;
    }
    Ok((stage, actors))
}

/// Looks at two for some seconds.
pub fn look(stage: &mut Stage, actors: [ActorId; 2], apart: f32, seconds: f32) -> Carried {
    let mut seen = Carried::default();
    for _ in 0..(seconds / stage.settings().step) as u32 {
        stage.step();
        let views = actors.map(|actor| stage.actor(actor));
        let [Some(a), Some(b)] = views else { continue };
        let places = [a, b].map(|me| Place::new(me.frame()));
        let [x, y] = places.map(|place| Vec2::new(place.x, place.z));
        seen.apart.push((x.distance(y) - apart).abs());
        seen.middle.push(0.5 * (x + y));
        seen.line.push((y - x).normalize_or_zero());
        let view = stage.view();
        let Some(prop) = view.prop(PropId(0)) else { continue };
        let PropKind::Box { size } = prop.kind else { continue };
        let worst = [a, b].into_iter().flat_map(|me| {
            Side::BOTH.map(|side| {
                let Ok(site) = me.rig().skeleton().site(side.arm()[3]) else { return 0.0 };
                let off = prop.placed().inverse().point(site.position(me.world())).abs() - 0.5 * size;
                (off.max(Vec3::ZERO).length() + off.max_element().min(0.0) - PALM).abs()
            })
        });
        seen.hands.push(worst.fold(0.0, f32::max));
    }
    seen
}

/// Degrees off an asked direction, and m/s: how two went who were asked to go one of eight ways, from 2 s on.
pub fn direction(
    rig: &Arc<Rig>,
    carriers: Carriers,
    eighth: u8,
    seed: u64,
) -> Result<(f32, f32, Carried), Failure> {
    let apart = carriers.hauling().apart;
    let (mut stage, actors) = set(rig, carriers, SIZE, 0, seed)?;
    look(&mut stage, actors, apart, 1.0);
    let (sin, cos) = libm::sincosf(f32::from(eighth) * std::f32::consts::FRAC_PI_4);
    stage.cue(Cue { tick: stage.tick(), to: actors[0], ask: Ask::Stick(Vec2::new(-sin, cos)) })?;
    let start = look(&mut stage, actors, apart, 2.0);
    let seen = look(&mut stage, actors, apart, 4.0);
    // Each step's way, as the line between them sees it.
    let mut sum = Vec2::ZERO;
    for (pair, line) in seen.middle.windows(2).zip(&seen.line) {
        let moved = pair[1] - pair[0];
        sum += Vec2::new(moved.dot(Vec2::new(line.y, -line.x)), moved.dot(*line));
    }
    let heading = libm::atan2f(sum.x, sum.y);
    let off = crate::state::wrapped(heading - f32::from(eighth) * std::f32::consts::FRAC_PI_4);
    let off = crate::state::wrapped(off).abs().to_degrees();
    let mut all = start;
    all.hands.extend(&seen.hands);
    all.apart.extend(&seen.apart);
    Ok((off, sum.length() / 4.0, all))
}

/// Balls that were rolled at two, and that hit one of them, in some seconds.
pub fn balls(
    rig: &Arc<Rig>,
    carriers: Carriers,
    seconds: f32,
    seed: u64,
) -> Result<([u32; 2], Carried), Failure> {
    let apart = carriers.hauling().apart;
    let (mut stage, actors) = set(rig, carriers, SIZE, BALLS, seed)?;
    let seen = look(&mut stage, actors, apart, seconds);
    let director = stage.actor(actors[0]).and_then(|me| me.director());
    let view = stage.view();
    let memory = director.and_then(|director| view.director_memory::<CarryMemory>(director));
    let pair = memory.map_or_else(Default::default, |memory| memory.pairs[0]);
    Ok(([pair.rolled, pair.hit], seen))
}

/// Of choices, the share that was looked up.
pub fn looked_up(stage: &Stage, actors: [ActorId; 2]) -> f32 {
    let decided = actors.map(|actor| {
        let memory = stage.actor(actor).and_then(|me| me.memory::<CarrierMemory>());
        memory.map_or([0; 2], |memory| memory.decided)
    });
    let [graph, tree] = [0, 1].map(|at| decided[0][at] + decided[1][at]);
    graph as f32 / (graph + tree).max(1) as f32
}

/// Grows a graph of carriers, and looks how they carry by it.
pub fn carry(
    rig: &Arc<Rig>,
    settings: &CarrySettings,
    seconds: f32,
    seed: u64,
    meter: &dyn Meter,
    hear: Hear<'_>,
) -> Result<CarryFigures, Failure> {
    let start = meter.seconds();
    let steps = Arc::new(Steps::new(rig, &settings.takes, &settings.edges)?);
    let graph = Arc::new(sample(rig.repertoire().fingerprint(), &steps, settings, hear)?);
    let baked = meter.seconds();
    let weights = crate::carry::plans::Weights { speed: steps.speed(), ..Default::default() };
    let plans = Arc::new(Plans::new(&graph, weights)?);
    let mut figures = CarryFigures {
        states: graph.graph.states.len(),
        edges: graph.graph.edges.len(),
        bake_seconds: baked - start,
        solve_seconds: meter.seconds() - baked,
        ..CarryFigures::default()
    };
    let with = |steering: Steering| {
        let settings = CarrierSettings { steering, balls: true, ..CarrierSettings::default() };
        Carriers::solved(rig, steps.clone(), graph.clone(), plans.clone(), settings)
    };
    let (mut hands, mut apart) = (Vec::new(), Vec::new());
    let mut offs = Vec::new();
    let mut speed = 0.0;
    for eighth in 0..8 {
        let (off, went, seen) = direction(rig, with(Steering::Stand), eighth, seed + u64::from(eighth))?;
        offs.push(off);
        speed += went / 8.0;
        hands.extend(seen.hands);
        apart.extend(seen.apart);
    }
    figures.direction_deg_worst = offs.iter().copied().fold(0.0, f32::max);
    figures.direction_deg_mean = offs.iter().sum::<f32>() / 8.0;
    figures.speed = [weights.speed, speed];
    let percent = |[rolled, hit]: [u32; 2]| 100.0 * hit as f32 / rolled.max(1) as f32;
    let (standing, seen) = balls(rig, with(Steering::Stand), seconds, seed + 20)?;
    (figures.rolled, figures.hit_standing) = (standing[0], percent(standing));
    hands.extend(seen.hands);
    apart.extend(seen.apart);
    let (steered, seen) = balls(rig, with(Steering::Avoid), seconds, seed + 21)?;
    figures.hit_steered = percent(steered);
    hands.extend(seen.hands);
    apart.extend(seen.apart);
    let (mut stage, actors) = set(rig, with(Steering::Avoid), SIZE, BALLS, seed + 22)?;
    look(&mut stage, actors, settings.apart, 30.0);
    figures.looked_up = looked_up(&stage, actors);
    figures.hands_cm_worst = 100.0 * hands.iter().copied().fold(0.0, f32::max);
    apart.sort_by(f32::total_cmp);
    let often = apart.get((0.95 * apart.len() as f32) as usize);
    figures.apart_cm_p95 = 100.0 * often.copied().unwrap_or(0.0);
    figures.apart_cm_worst = 100.0 * apart.last().copied().unwrap_or(0.0);
    Ok(figures)
}
