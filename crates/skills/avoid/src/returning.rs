//! Footwork while nothing comes: who has stepped aside goes back to where he stood, and who is after somebody's blows keeps him
//! before his eyes and out of arm's reach.
//!
//! Past the paper, whose character stays wherever avoidances take it. A quick step does not come back by itself; another one,
//! played the other way, does. And who never turns is hit from behind: eyes see only ahead. Of all recorded steps that the body can
//! pass over to, each turned a little, the one is taken that leaves it nearest to where it is to be; none, if that is hardly nearer.

use footwork_motion::Transform;
use footwork_stage::{ActorId, ActorView, Rig, StageView};
use glam::{Quat, Vec2, Vec3};

use crate::dodger::Dodger;
use crate::memory::Memory;
use crate::path::{Doing, World};
use crate::skill::{FEATURES, Tables, apart};

/// The class of actions that go somewhere.
const CLASS: &str = "movement";
/// s. What is shorter is a shuffle that annotation cut off, what is longer a way and no step.
const LASTS: std::ops::RangeInclusive<f64> = 0.3..=1.3;
/// m. An avoidance that takes the body no further is no step.
const FAR: f32 = 0.15;
/// Ticks. So often somebody who stands thinks of going back.
const EVERY: u64 = 24;
/// Ticks. So often he looks whether he still has the other one before him: who circles is a step further by then.
const EVERY_FACING: u64 = 6;
/// rad, by how much a step is turned on the ground: what the offset takes up and nobody sees.
const TURNS: [f32; 5] = [0.0, 0.15, -0.15, 0.3, -0.3];
/// m for each radian: facing another way than at first is as bad as being so far off.
const FACING: f32 = 0.4;
/// The same towards somebody who strikes: half a turn away counts for more than being too near.
const FACING_HIM: f32 = 0.8;
/// rad. Who is no further from straight ahead needs no step.
const AHEAD: f32 = 0.3;
/// m. Being so much nearer or further than wanted is as good.
const SLACK: f32 = 0.2;
/// m. Who is further away is nobody to look out for.
const NEAR: f32 = 4.0;
/// m. A step that gains less is not worth it.
const GAIN: f32 = 0.12;
/// m of a transition's cost for each metre: a rough way into a step is as bad as being further off.
const ROUGH: f32 = 0.6;

/// A recorded step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub take: u32,
    /// s, in the take.
    pub span: [f32; 2],
    /// The node that it begins at.
    node: usize,
    /// Where the body stands at its beginning, in the take.
    first: Transform,
    /// From there to where it stands at its end.
    moved: Transform,
}

/// All steps of a repertoire that end on guard; where it has none, the avoidances that go somewhere.
pub(crate) fn steps(tables: &Tables, rig: &Rig) -> Vec<Step> {
    let stand = rig.stand();
    let guard = tables.node_at(stand.take, stand.first);
    let mut steps = Vec::new();
    for (number, take) in rig.repertoire().takes.iter().enumerate() {
        for action in take.annotation.actions.iter().filter(|action| action.is(CLASS)) {
            let rate = f64::from(take.clip.rate());
            let first = f64::from(action.span.first) / rate;
            let end = (f64::from(action.span.end) / rate).min(take.clip.seconds());
            let node = tables.node_at(number as u32, end);
            let ends_on_guard = guard
                .zip(node)
                .is_some_and(|(guard, end)| between(tables, end, guard) <= tables.settings.limit);
            if LASTS.contains(&(end - first)) && ends_on_guard {
                steps.extend(step_of(tables, rig, number as u32, [first as f32, end as f32]));
            }
        }
    }
    if steps.is_empty() {
        let avoidances = tables.avoidances.iter();
        let all = avoidances.filter_map(|known| step_of(tables, rig, known.take, [known.start, known.end]));
        steps.extend(all.filter(|step| step.moved.translation.length() >= FAR));
    }
    steps
}

fn step_of(tables: &Tables, rig: &Rig, take: u32, span: [f32; 2]) -> Option<Step> {
    let first = rig.ground(take, f64::from(span[0]))?;
    let last = rig.ground(take, f64::from(span[1]))?;
    let node = tables.node_at(take, f64::from(span[0]))?;
    Some(Step { take, span, node, first, moved: first.inverse() * last })
}

/// m, how far apart the bodies of two nodes are.
fn between(tables: &Tables, a: usize, b: usize) -> f32 {
    let row = |node: usize| tables.node_features.get(node * FEATURES..(node + 1) * FEATURES);
    row(a).zip(row(b)).map_or(f32::MAX, |(a, b)| apart(a, b))
}

/// Where a body is to be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// Where it stood at first: X, Z, and the way it faced.
    Home([f32; 4]),
    /// Before somebody: who, and where he is.
    Before(ActorId, Vec3),
}

/// Keeps in mind where somebody stands at first.
pub(crate) fn remember(memory: &mut Memory, me: &ActorView<'_>) {
    if memory.at_home == 0 {
        let frame = me.frame();
        let facing = frame.rotation * Vec3::Z;
        memory.home = [frame.translation.x, frame.translation.z, facing.x, facing.z];
        memory.at_home = 1;
    }
}

/// Where a body is to be, if this is a moment to think of it.
pub(crate) fn goal(
    dodger: &Dodger,
    memory: &Memory,
    me: &ActorView<'_>,
    stage: &StageView<'_>,
) -> Option<Goal> {
    let turn = stage.tick() + u64::from(me.id().0) * 7;
    if dodger.settings.faces > 0.0 && turn.is_multiple_of(EVERY_FACING) {
        let here = me.frame().translation;
        let others = stage.actors().filter(|other| other.id() != me.id());
        let near = others
            .map(|other| (other.id(), other.frame().translation, other.frame().translation.distance(here)));
        let nearest = near.filter(|(.., far)| *far < NEAR).min_by(|a, b| a.2.total_cmp(&b.2));
        if let Some((who, at, _)) = nearest {
            return Some(Goal::Before(who, at));
        }
    }
    let returns = dodger.settings.returns > 0.0 && turn.is_multiple_of(EVERY);
    returns.then_some(Goal::Home(memory.home))
}

/// m, how far off a place is; rad, how far from facing as it should; and both together in m.
fn off(place: Transform, goal: Goal, settings: &crate::AvoidSettings) -> [f32; 3] {
    let facing = place.rotation * Vec3::Z;
    let here = Vec2::new(place.translation.x, place.translation.z);
    let (away, ahead, counts) = match goal {
        Goal::Home([x, z, ahead_x, ahead_z]) => {
            (here.distance(Vec2::new(x, z)), Vec2::new(ahead_x, ahead_z), FACING)
        }
        Goal::Before(_, at) => {
            let to = Vec2::new(at.x, at.z) - here;
            (((to.length() - settings.faces).abs() - SLACK).max(0.0), to.normalize_or_zero(), FACING_HIM)
        }
    };
    let angle = libm::acosf((facing.x * ahead.x + facing.z * ahead.y).clamp(-1.0, 1.0));
    [away, angle, away + counts * angle]
}

/// The step that brings a body nearest to where it is to be, and where its take is to be; none if it is near enough, or nothing helps.
pub(crate) fn step(
    steps: &[Step],
    world: &World<'_>,
    doing: &Doing,
    goal: Goal,
) -> Option<(Step, Transform)> {
    let [away, angle, now] = off(doing.frame, goal, world.settings);
    let near_enough = match goal {
        Goal::Home(_) => away < world.settings.returns && angle < 0.6,
        Goal::Before(..) => away <= 0.0 && angle < AHEAD,
    };
    if !now.is_finite() || near_enough {
        return None;
    }
    let node = world.tables.node_at(doing.take, doing.time)?;
    let mut best = (now - GAIN, None);
    for step in steps {
        let rough = between(world.tables, node, step.node);
        if rough > world.tables.settings.limit {
            continue;
        }
        for turn in TURNS {
            let half = 0.5 * turn;
            let yaw = Quat::from_xyzw(0.0, libm::sinf(half), 0.0, libm::cosf(half));
            let from = Transform { rotation: doing.frame.rotation * yaw, ..doing.frame };
            let [.., then] = off(from * step.moved, goal, world.settings);
            if then + ROUGH * rough < best.0 {
                best = (then + ROUGH * rough, Some((*step, from * step.first.inverse())));
            }
        }
    }
    best.1
}
