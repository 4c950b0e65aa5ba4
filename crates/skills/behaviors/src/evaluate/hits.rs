//! Whether blows land where the target is: one boxer, one target, over and over, on a real stage.

use std::sync::Arc;

use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::{ActorId, ActorView, Ask, Cue, Prop, PropId, PropKind, Rig, Rng, Settings, Stage};
use glam::Vec3;
use serde::Serialize;

use super::{EvalError, EvalSettings, median};
use crate::mind::{Aim, Boxer, BoxerMemory, BoxerSettings};
use crate::polar::cartesian;
use crate::reward::Wish;
use crate::skill::Skill;

/// What the target does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// It stays where it is.
    Still,
    /// It stays, and blows are not led to it.
    StillNotLed,
    /// It swings away as soon as its surface is met, and comes back. Distances are to its middle wherever it is by then: a
    /// fist has to go after it to come within 3 cm, so that here `met` says whether blows hit.
    Swings,
    /// It is carried about at 0.3 m/s.
    Moves,
}

impl Target {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Target::Still => "still",
            Target::StillNotLed => "still, not led",
            Target::Swings => "swings",
            Target::Moves => "moves",
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hits {
    /// What the target does.
    pub target: Target,
    /// How many targets were tried.
    pub targets: u32,
    /// How many of them were hit at all.
    pub targets_hit: u32,
    /// How many blows were committed.
    pub committed: u32,
    /// Share of these that came within 3 cm.
    pub hit_rate: f32,
    /// Share of these that met the target's surface, 8 cm about its middle.
    pub met: f32,
    /// cm, the median of all.
    pub distance_cm_median: f32,
    /// cm, the median of those that did not.
    pub miss_cm_median: f32,
    /// s, the mean over all targets; one that is not hit counts with all the time that there was.
    pub seconds_to_first_hit: f32,
    /// Committed blows a second.
    pub blows_a_second: f32,
}

/// m. Nearer is a hit: a third of the width of a fist.
const HIT: f32 = 0.03;
/// m, of a target: about a focus mitt.
const RADIUS: f32 = 0.08;
/// A fist's radius, as a share of the body's height; the stage's.
const FIST: f32 = 0.025;
/// m. A target further than this from every hitting point is not reachable.
const REACHABLE: f32 = 0.12;
/// m. How far away the boxer may begin, beyond where he could hit at once.
const AWAY: f32 = 1.5;

/// A blow that has begun.
struct Committed {
    blow: usize,
    nearest: f32,
}

/// Tries targets all over the reachable volume.
pub fn hits(
    rig: &Arc<Rig>,
    skill: &Arc<Skill>,
    settings: &EvalSettings,
    target: Target,
) -> Result<Hits, EvalError> {
    let failed = |error: &dyn std::fmt::Display| EvalError::Stage(error.to_string());
    let mut rng = Rng::stream(settings.seed, 77);
    let (mut distances, mut firsts) = (Vec::new(), Vec::new());
    for number in 0..settings.targets {
        let leads = settings.boxer.leads && target != Target::StillNotLed;
        let boxer = BoxerSettings { aim: Aim::Prop(0), leads, ..settings.boxer.clone() };
        let boxer = Boxer::new(rig, skill.clone(), boxer).map_err(|error| failed(&error))?;
        let share = if target == Target::Swings { Settings::default().swing_share } else { 0.0 };
        let settings_of = Settings { swing_share: share, ..Settings::default() };
        let mut stage = Stage::new(settings_of, settings.seed + u64::from(number)).map_err(|e| failed(&e))?;
        let mind = stage.add_mind(boxer);
        let rig_id = stage.add_rig(rig.clone());
        let at = sample(skill, &mut rng);
        // The boxer begins further away, and turned.
        let back = at.normalize_or(Vec3::Z) * -(AWAY * rng.unit());
        let turn = yaw(1.5 * (rng.unit() - 0.5));
        let place = Transform::new(turn, Vec3::new(back.x, 0.0, back.z));
        let actor = stage.add_actor(rig_id, Some(mind), place).map_err(|error| failed(&error))?;
        let prop = Prop::new(PropKind::Target { radius: RADIUS }, at, 0.0);
        stage.add_prop(prop).map_err(|error| failed(&error))?;
        let first = watch(&mut stage, actor, skill, settings.seconds, target, at, &mut distances)?;
        firsts.push(first);
    }
    let surface = RADIUS + FIST * rig.height();
    let met = distances.iter().filter(|distance| **distance <= surface).count();
    let near = distances.iter().filter(|distance| **distance <= HIT).count();
    let far: Vec<f32> = distances.iter().copied().filter(|distance| *distance > HIT).collect();
    let tried = f64::from(settings.targets) * f64::from(settings.seconds);
    Ok(Hits {
        target,
        targets: settings.targets,
        targets_hit: firsts.iter().flatten().count() as u32,
        committed: distances.len() as u32,
        hit_rate: near as f32 / distances.len().max(1) as f32,
        met: met as f32 / distances.len().max(1) as f32,
        miss_cm_median: 100.0 * median(far),
        seconds_to_first_hit: firsts.iter().map(|first| first.unwrap_or(settings.seconds)).sum::<f32>()
            / firsts.len().max(1) as f32,
        blows_a_second: distances.len() as f32 / tried.max(1e-6) as f32,
        distance_cm_median: 100.0 * median(distances),
    })
}

/// A point that some blow comes near to, seen from the body.
fn sample(skill: &Skill, rng: &mut Rng) -> Vec3 {
    let strikes = |table: &&crate::skill::Table| matches!(table.behavior.reward.wish, Wish::Strike { .. });
    let points = &skill.hitting_points;
    let Some(grid) = skill.tables.iter().find(strikes).map(|table| table.behavior.grid) else {
        return points.get(rng.below(points.len())).copied().unwrap_or(Vec3::new(0.0, 1.4, 0.7));
    };
    let angle = grid.angle.unwrap_or([-1.0, 1.0]);
    for _ in 0..10_000 {
        let mut within = |[low, high]: [f32; 2]| low + (high - low) * rng.unit();
        let at = cartesian([within(angle), within(grid.distance), within(grid.height)]);
        if points.iter().any(|point| point.distance(at) <= REACHABLE) {
            return at;
        }
    }
    points.first().copied().unwrap_or(Vec3::new(0.0, 1.4, 0.7))
}

/// Plays for some seconds and measures every committed blow. Says when the first one hit.
fn watch(
    stage: &mut Stage,
    actor: ActorId,
    skill: &Skill,
    seconds: f32,
    target: Target,
    at: Vec3,
    distances: &mut Vec<f32>,
) -> Result<Option<f32>, EvalError> {
    let step = stage.settings().step;
    let steps = (seconds / step) as u32;
    let mut committed = 0;
    let mut under_way: Option<Committed> = None;
    let mut first = None;
    for tick in 0..steps {
        if target == Target::Moves {
            let angle = 0.3 / 0.4 * tick as f32 * step;
            let to = at + Vec3::new(0.4 * libm::sinf(angle), 0.0, 0.4 * (1.0 - libm::cosf(angle)));
            let cue = Cue { tick: u64::from(tick), to: actor, ask: Ask::Carry { prop: PropId(0), to } };
            stage.cue(cue).map_err(|error| EvalError::Stage(error.to_string()))?;
        }
        stage.step();
        let Some(me) = stage.actor(actor) else { continue };
        let Some(memory) = me.memory::<BoxerMemory>() else { continue };
        if memory.committed != committed {
            committed = memory.committed;
            let blow = memory.led_blow.get().unwrap_or(usize::MAX);
            distances.extend(under_way.take().map(|blow| blow.nearest));
            under_way = Some(Committed { blow, nearest: f32::INFINITY });
        }
        let Some(blow) = &mut under_way else { continue };
        let Some(prop) = stage.view().props().first().copied() else { continue };
        look(me, skill, blow, prop.position);
        if blow.nearest <= HIT && first.is_none() {
            first = Some(tick as f32 * step);
        }
    }
    // One that has not ended is neither hit nor miss.
    distances.extend(under_way.filter(|blow| blow.nearest.is_finite()).map(|blow| blow.nearest));
    Ok(first)
}

/// How near what strikes comes to the target in this step, if it is effective.
fn look(me: ActorView<'_>, skill: &Skill, committed: &mut Committed, target: Vec3) {
    let Some(blow) = skill.model.blows.get(committed.blow) else { return };
    let rate = f64::from(skill.model.rate);
    let frame = me.time() * rate;
    // A step is about a frame long: half a frame to either side belongs to the span.
    let effective = f64::from(blow.first) - 0.5..=f64::from(blow.over) + 0.5;
    if me.segment().take != blow.take || !effective.contains(&frame) {
        return;
    }
    let skeleton = me.rig().skeleton();
    let Some(site) = striking(skeleton, blow.limb) else { return };
    let (from, to) = (site.position(me.world_before()), site.position(me.world()));
    let moved = to - from;
    let share = ((target - from).dot(moved) / moved.length_squared().max(1e-12)).clamp(0.0, 1.0);
    committed.nearest = committed.nearest.min((from + moved * share).distance(target));
}

fn striking(
    skeleton: &footwork_motion::Skeleton,
    limb: footwork_annotate::Limb,
) -> Option<footwork_motion::Site> {
    use footwork_annotate::Limb::*;
    use footwork_motion::Role;
    let (role, spare) = match limb {
        LeftHand => (Role::LeftHand, Role::LeftWrist),
        RightHand => (Role::RightHand, Role::RightWrist),
        LeftElbow => (Role::LeftElbow, Role::LeftElbow),
        RightElbow => (Role::RightElbow, Role::RightElbow),
        LeftKnee => (Role::LeftKnee, Role::LeftKnee),
        RightKnee => (Role::RightKnee, Role::RightKnee),
        LeftFoot => (Role::LeftToe, Role::LeftAnkle),
        RightFoot => (Role::RightToe, Role::RightAnkle),
    };
    skeleton.site(role).or_else(|_| skeleton.site(spare)).ok()
}
