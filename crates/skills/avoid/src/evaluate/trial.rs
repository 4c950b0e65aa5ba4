//! One throw at somebody on guard, on a stage.

use std::sync::Arc;

use footwork_motion::{Clip, Rng, Transform, WorldClip, quality};
use footwork_skill::Failure;
use footwork_stage::minds::Loop;
use footwork_stage::{
    Happening, Move, Prop, PropKind, PropMotion, Recorder, ReflexId, Rig, Segment, Settings, SharedReflex,
    Stage,
};
use glam::{Quat, Vec3};

use crate::attack::Attack;
use crate::dodger::Dodger;
use crate::memory::{Memory, Tally};
use crate::path::Doing;
use crate::search::{Found, exhaustive};

/// A throw, and what the thrown-at does meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// What it plays.
    pub guard: Segment,
    /// m, of the ball.
    pub radius: f32,
    /// m, where it comes from.
    pub from: Vec3,
    /// m/s
    pub velocity: Vec3,
    /// Of the stage.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Avoided,
    /// It met a forearm that was put in its way.
    Shielded,
    /// It hit.
    Hit,
}

/// A throw that would have hit, and what was done about it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The throw.
    pub throw: Throw,
    /// What came of it.
    pub outcome: Outcome,
    /// m, how near it came.
    pub passed: f32,
    /// Whether some path avoids it.
    pub avoidable: bool,
    /// What the body did, and what came at it, when it had to choose; none if it did not see it in time.
    pub situation: Option<(Doing, Attack)>,
    /// What comparing everything chooses there.
    pub best: Option<Found>,
    /// m, the least movement of all paths that avoid it.
    pub least_movement: f32,
    /// s of eq. 3 of what was played; none if nothing was.
    pub scale: Option<f32>,
    /// m/s, the largest change of a joint's velocity from one frame to the next, after the first step.
    pub jump: f32,
}

/// Ticks before the throw, so that the body is in motion, and after it has passed.
const BEFORE: u64 = 12;
const AFTER: u64 = 40;
/// m/s²
const GRAVITY: f32 = 9.81;

/// A ball at some part of somebody who is on guard, from ahead, or from behind.
pub fn draw_throw(rig: &Rig, dodger: &Dodger, seed: u64, behind: bool) -> Throw {
    let mut rng = Rng::new(seed);
    let tables = &dodger.skill.tables;
    let takes = &rig.repertoire().takes;
    let mut guard = rig.stand();
    for _ in 0..50 {
        let take = rng.below(takes.len()) as u32;
        let first = f64::from(rng.unit()) * (takes[take as usize].clip.seconds() - 2.5).max(0.0);
        // Not in the middle of an avoidance.
        let busy = tables.avoidances.iter().any(|avoidance| {
            avoidance.take == take
                && f64::from(avoidance.start) < first + 0.9
                && f64::from(avoidance.end) > first - 0.1
        });
        if !busy && first + 2.4 < takes[take as usize].clip.seconds() {
            guard = Segment { take, first, end: first + 2.4 };
            break;
        }
    }
    let (radius, speed) = (rng.range(0.05, 0.15), rng.range(5.0, 14.0));
    let far = rng.range(3.0, 5.0);
    let angle = rng.range(-1.0, 1.0) + if behind { std::f32::consts::PI } else { 0.0 };
    let from = Quat::from_rotation_y(angle) * Vec3::new(0.0, 0.0, far) + Vec3::Y * rng.range(0.8, 1.8);
    // At a sphere, as the body is when it begins.
    let ground = rig.ground(guard.take, guard.first).unwrap_or_default().inverse();
    let groups = dodger.volumes.groups();
    let body = dodger.volumes.at(guard.take, guard.first + 0.6).placed(ground, groups);
    let aim = body.get(rng.below(dodger.volumes.spheres.all.len()));
    let aim = aim + 0.04 * Vec3::new(rng.signed(), rng.signed(), rng.signed());
    let seconds = ((aim - from).length() / speed).max(0.05);
    let velocity = (aim - from) / seconds + Vec3::Y * (0.5 * GRAVITY * seconds);
    Throw { guard, radius, from, velocity, seed }
}

/// What is seen of a stage with a throw.
struct Run {
    hit: Option<footwork_stage::BodyPart>,
    passed: f32,
    clip: Option<Clip>,
}

/// A stage with somebody on guard and a ball in the air from some tick on.
pub(super) fn stage_of(
    rig: &Arc<Rig>,
    reflex: Option<SharedReflex>,
    throw: &Throw,
) -> Result<(Stage, Option<ReflexId>), Failure> {
    let mut stage = Stage::new(Settings::default(), throw.seed)?;
    let mind = stage.add_mind(Loop { what: Move::new(throw.guard) });
    let own = stage.add_rig(rig.clone());
    let actor = stage.add_actor(own, Some(mind), Transform::IDENTITY)?;
    let reflex = reflex.map(|reflex| stage.add_shared_reflex(reflex));
    if let Some(reflex) = reflex {
        stage.set_reflexes(actor, &[reflex])?;
    }
    Ok((stage, reflex))
}

/// How many ticks are played.
pub(super) fn ticks(throw: &Throw) -> u64 {
    let flight = throw.from.with_y(0.0).length() / throw.velocity.with_y(0.0).length().max(0.1);
    BEFORE + (flight * 60.0) as u64 + AFTER
}

/// Lets the ball go when it is time.
pub(super) fn throw_at(stage: &mut Stage, throw: &Throw) -> Result<(), Failure> {
    if stage.tick() == BEFORE {
        let mut prop = Prop::new(PropKind::Ball { radius: throw.radius }, throw.from, 0.0);
        (prop.velocity, prop.motion) = (throw.velocity, PropMotion::Flies { thrower: None });
        stage.add_prop(prop)?;
    }
    Ok(())
}

/// m, how far the ball's surface is from the body's, if it is there.
fn distance(stage: &Stage) -> Option<f32> {
    let view = stage.view();
    let (prop, me) = (view.props().first()?, view.nth_actor(0)?);
    // What has come down lies about, and is no attack any more.
    let radius = prop.radius().filter(|radius| prop.position.y > radius + 0.03)?;
    // Between two steps both go on: the way of the ball against the body in the middle of it.
    let [a, b] = [prop.position - prop.velocity * stage.settings().step, prop.position];
    let all = me.rig().capsules().iter().map(|(_, capsule)| {
        let (from, to) = (capsule.from.position(me.world()), capsule.to.position(me.world()));
        let apart = (0..=8).flat_map(|at| {
            let ball = a.lerp(b, at as f32 / 8.0);
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (from.lerp(to, share) - ball).length())
        });
        apart.fold(f32::MAX, f32::min) - radius - capsule.radius
    });
    all.reduce(f32::min)
}

/// When a stage is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    BeforeStep,
    AfterStep,
}

fn run(
    rig: &Arc<Rig>,
    reflex: Option<SharedReflex>,
    throw: &Throw,
    mut look: impl FnMut(&Stage, Option<ReflexId>, Moment),
) -> Result<Run, Failure> {
    let (mut stage, id) = stage_of(rig, reflex, throw)?;
    let mut found = Run { hit: None, passed: f32::MAX, clip: None };
    let mut recorder = Recorder::new();
    for _ in 0..ticks(throw) {
        throw_at(&mut stage, throw)?;
        look(&stage, id, Moment::BeforeStep);
        stage.step();
        recorder.keep(&stage);
        look(&stage, id, Moment::AfterStep);
        for event in stage.events() {
            if let Happening::PropHit(hit) = event.happening
                && found.hit.is_none()
            {
                found.hit = Some(hit.part);
            }
        }
        if found.hit.is_none() {
            found.passed = distance(&stage).map_or(found.passed, |apart| apart.min(found.passed));
        }
    }
    found.clip = recorder.clip(&stage, footwork_stage::ActorId(0), "throw").and_then(Result::ok);
    Ok(found)
}

/// Plays a throw with and without the reflex; none if it would not have hit.
pub fn play(rig: &Arc<Rig>, dodger: &Arc<Dodger>, throw: &Throw) -> Result<Option<Trial>, Failure> {
    let without = run(rig, None, throw, |_, _, _| {})?;
    if without.hit.is_none() {
        return Ok(None);
    }
    let mut situation: Option<(Doing, Attack)> = None;
    let (mut latest, mut decided) = (None, false);
    let mut tally = Tally::default();
    let mut scale = None;
    let memory = |stage: &Stage, id: Option<ReflexId>| -> Option<Memory> {
        stage.actor(footwork_stage::ActorId(0))?.reflex_memory::<Memory>(id?).copied()
    };
    let with = run(rig, Some(SharedReflex::from(dodger.clone())), throw, |stage, id, moment| {
        let Some(memory) = memory(stage, id) else { return };
        if moment == Moment::BeforeStep {
            if !decided {
                let view = stage.view();
                latest = view.nth_actor(0).and_then(|me| dodger.considers(&memory, &me, &view));
            }
            return;
        }
        if !decided && memory.tally.found + memory.tally.none > 0 {
            (decided, situation) = (true, latest);
            if memory.tally.found > 0 {
                scale = Some(memory.plan.scales.iter().copied().fold(1.0_f32, |most, scale| {
                    if scale.max(1.0 / scale) > most.max(1.0 / most) { scale } else { most }
                }));
            }
        }
        tally = memory.tally;
    })?;
    let mut least_movement = f32::MAX;
    let world = dodger.world();
    let best = situation.as_ref().and_then(|(doing, attack)| {
        exhaustive(&world, doing, attack, |found| {
            if found.score.distance >= 0.0
                && let Some((_, avoidance)) = world.entry(found.path.entry)
            {
                least_movement = least_movement.min(avoidance.movement);
            }
        })
    });
    let outcome = match (with.hit, tally.shielded) {
        (None, _) => Outcome::Avoided,
        (Some(_), shielded) if shielded > 0 => Outcome::Shielded,
        _ => Outcome::Hit,
    };
    let jump = with.clip.as_ref().map_or(0.0, |clip| jump_of(rig, clip));
    Ok(Some(Trial {
        throw: *throw,
        outcome,
        passed: with.passed,
        avoidable: best.as_ref().is_some_and(|best| best.score.distance >= 0.0),
        situation,
        best,
        least_movement,
        scale,
        jump,
    }))
}

/// m/s, the largest change of a joint's velocity from one frame to the next. A body that was just put on the stage is left out.
fn jump_of(rig: &Rig, clip: &Clip) -> f32 {
    let world = WorldClip::new(rig.skeleton(), clip);
    (4..world.frames().saturating_sub(1))
        .map(|frame| quality::jump(&world, frame).velocity)
        .fold(0.0, f32::max)
}
