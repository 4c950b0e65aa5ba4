//! Pushes on a stage with weight, in the middle of what somebody does: who is left bad, who falls, and who stands again.

use std::sync::Arc;

use footwork_motion::ground::yaw;
use footwork_motion::{Rng, Role, Transform};
use footwork_plan::progress::{Counter, Flow, Hear};
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_skill::Failure;
use footwork_stage::{
    ActorView, Ask, Cue, Happening, Mind, Move, PoseSource, Rig, Segment, Settings, SharedReflex, Stage,
    StageView, Why,
};
use glam::Vec3;
use rayon::prelude::*;
use serde::Serialize;

use crate::bake::{Ground, upright};
use crate::deform::mass;
use crate::reflex::{Stagger, StaggerMemory, StaggerSettings};
use crate::skill::Skill;
use crate::trial::Moment;

/// What came of pushes, by what was done.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Activities {
    /// In the order of `NAMES`, those that the repertoire has.
    pub all: Vec<Activity>,
}

/// What came of pushes in the middle of one thing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Activity {
    /// `stand`, `walk`, `run`, `pushed` (a second push), `other`.
    pub name: String,
    /// How many.
    pub pushes: usize,
    /// Who was left standing on air, twisted or frozen.
    pub left_bad: usize,
    /// Who fell.
    pub fell: usize,
    /// Who stands again of those.
    pub rose: usize,
    /// Who gave way only.
    pub gave_way: usize,
    /// The quality that the oracle expected, in the mean over those who responded.
    pub quality: f32,
    /// Share that falls, of the gentlest, the middle and the hardest third of pushes.
    pub falls: [f32; 3],
}

/// What can be done.
const NAMES: [&str; 5] = ["stand", "walk", "run", "pushed", "other"];
/// m/s, of the centre of mass.
const GAINS: [f32; 2] = [0.3, 3.5];
/// Steps before the push; after it, at most; and after which who has not fallen is looked at.
const BEFORE: u32 = 30;
const AFTER: u32 = 1200;
const OVER: u32 = 420;

/// Goes on with one thing, from the beginning whenever it is over.
struct Doing(Segment);

impl Mind for Doing {
    type Memory = ();

    fn choose(
        &self,
        (): &mut (),
        _: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        Some(Move::new(self.0))
    }
}

/// What came of one push.
#[derive(Clone, Copy, Default)]
struct Came {
    gain: f32,
    left_bad: bool,
    fell: bool,
    rose: bool,
    last: u32,
    quality: f32,
}

/// Pushes.
pub fn measure(
    ground: &Ground,
    skill: &Skill,
    pushes: usize,
    seed: u64,
    hear: Hear<'_>,
) -> Result<Activities, Failure> {
    let stagger = Arc::new(Stagger::new(skill, &ground.rig, StaggerSettings::default())?);
    let counter = Counter::new(hear, "activities", NAMES.len() * pushes);
    let mut activities = Activities::default();
    for (number, name) in NAMES.iter().enumerate() {
        let moments: Vec<Moment> = ground
            .moments
            .iter()
            .map(|(moment, ..)| *moment)
            .filter(|moment| activity(&ground.rig, moment) == number && goes_on(&ground.rig, moment))
            .collect();
        if moments.is_empty() {
            continue;
        }
        let came: Vec<Option<Came>> = (0..pushes)
            .into_par_iter()
            .map(|push| {
                if counter.flow() == Flow::Stop {
                    return None;
                }
                let mut rng = Rng::stream(seed + number as u64, push as u32);
                let moment = moments[rng.below(moments.len())];
                let came = one(&ground.rig, &stagger, moment, &mut rng);
                counter.count();
                came
            })
            .collect();
        if counter.flow() == Flow::Stop {
            return Err(Failure::from("stopped"));
        }
        activities.all.push(sum(name, came.into_iter().flatten().collect()));
    }
    Ok(activities)
}

/// Whether a body stays on its feet while it does what it does at a moment.
fn goes_on(rig: &Rig, moment: &Moment) -> bool {
    let Some(take) = rig.take(moment.take) else { return false };
    let rate = f64::from(take.clip.rate());
    (-1..=6).all(|half| {
        let frame = ((moment.time + 0.5 * f64::from(half)) * rate).max(0.0) as u32;
        upright(&take.annotation, frame)
    })
}

/// What is done at a moment, by its number.
fn activity(rig: &Rig, moment: &Moment) -> usize {
    let Some(take) = rig.take(moment.take) else { return 4 };
    let frame = (moment.time * f64::from(take.clip.rate())) as u32;
    let action = take.annotation.actions.iter().find(|action| action.span.contains(frame));
    let is = |word: &str| action.is_some_and(|action| action.is(word));
    match () {
        () if is("pushed") => 3,
        () if is("run") || is("jog") || is("sprint") => 2,
        () if is("walk") => 1,
        () if is("stand") => 0,
        () => 4,
    }
}

fn one(rig: &Arc<Rig>, stagger: &Arc<Stagger>, moment: Moment, rng: &mut Rng) -> Option<Came> {
    let mut stage = Stage::new(Settings::default(), 1).ok()?;
    stage.set_physics(PhysicalWorld::new(PostureSettings::default()));
    let end = (moment.time + 3.0).min(rig.take(moment.take)?.clip.seconds());
    let first = (moment.time - 0.5).max(0.0);
    let mind = stage.add_mind(Doing(Segment { take: moment.take, first, end }));
    let reflex = stage.add_shared_reflex(SharedReflex::from(stagger.clone()));
    let number = stage.add_rig(rig.clone());
    let actor = stage.add_actor(number, Some(mind), Transform::IDENTITY).ok()?;
    stage.set_reflexes(actor, &[reflex]).ok()?;
    (0..BEFORE).for_each(|_| stage.step());
    let me = stage.actor(actor)?;
    let role = [Role::Chest, Role::LeftShoulder, Role::RightShoulder, Role::Head][rng.below(4)];
    let place = rig.skeleton().site(role).ok()?.position(me.world());
    let direction = yaw(std::f32::consts::PI * rng.signed()) * Vec3::Z;
    let gain = rng.range(GAINS[0], GAINS[1]);
    let ask = Ask::Push { point: place - 0.11 * direction, impulse: direction * (gain * mass(rig)) };
    stage.cue(Cue { tick: stage.tick(), to: actor, ask }).ok()?;
    let mut came = Came { gain, ..Came::default() };
    let mut watch = Watched::default();
    for step in 0..AFTER {
        stage.step();
        for event in stage.events() {
            match event.happening {
                Happening::LetGo => came.fell = true,
                Happening::Rose { .. } => came.rose = true,
                _ => {}
            }
        }
        let me = stage.actor(actor)?;
        watch.look(rig, me);
        if step == 0 {
            let memory = me.reflex_memory::<StaggerMemory>(reflex).copied().unwrap_or_default();
            (came.last, came.quality) = (memory.last, memory.quality);
        }
        let done = if came.fell {
            came.rose && !me.is_down() && me.pose_source() == PoseSource::Take
        } else {
            step >= OVER
        };
        if done && step > OVER {
            break;
        }
    }
    let me = stage.actor(actor)?;
    came.rose &= !me.is_down();
    came.left_bad = watch.is_bad() || (!came.fell && me.is_down());
    Some(came)
}

/// What is amiss with a body, over the last steps.
#[derive(Default)]
struct Watched {
    /// Steps in a row in which it stands on air, is twisted, or does not move.
    air: u32,
    twisted: u32,
    frozen: u32,
    broken: bool,
    worst: [u32; 3],
}

impl Watched {
    fn look(&mut self, rig: &Rig, me: ActorView<'_>) {
        self.broken |= me.world().iter().any(|joint| !joint.translation.is_finite());
        if me.pose_source() != PoseSource::Take || me.is_down() {
            (self.air, self.twisted, self.frozen) = (0, 0, 0);
            return;
        }
        let at = |role: Role| rig.skeleton().site(role).map_or(Vec3::ZERO, |site| site.position(me.world()));
        let feet = [Role::LeftAnkle, Role::RightAnkle].map(|role| at(role).y);
        let trunk = at(Role::Chest) - at(Role::Hips);
        let moved = me.world().iter().zip(me.world_before());
        let moved = moved.map(|(a, b)| (a.translation - b.translation).length()).fold(0.0_f32, f32::max);
        let count = |steps: &mut u32, worst: &mut u32, is: bool| {
            *steps = if is { *steps + 1 } else { 0 };
            *worst = (*worst).max(*steps);
        };
        count(&mut self.air, &mut self.worst[0], feet[0].min(feet[1]) > 0.3);
        count(&mut self.twisted, &mut self.worst[1], trunk.normalize_or_zero().y < 0.2);
        count(&mut self.frozen, &mut self.worst[2], moved < 1e-6);
    }

    /// A jump lasts no second, nobody bends double for two, and a body that stands breathes.
    fn is_bad(&self) -> bool {
        self.broken || self.worst[0] > 60 || self.worst[1] > 120 || self.worst[2] > 120
    }
}

fn sum(name: &str, mut came: Vec<Came>) -> Activity {
    came.sort_by(|a, b| a.gain.total_cmp(&b.gain));
    let count = |is: fn(&Came) -> bool| came.iter().filter(|one| is(one)).count();
    let responded: Vec<f32> = came.iter().filter(|one| one.last == 2).map(|one| one.quality).collect();
    let third = came.len().div_ceil(3).max(1);
    let mut falls = [0.0; 3];
    for (share, part) in falls.iter_mut().zip(came.chunks(third)) {
        *share = part.iter().filter(|one| one.fell).count() as f32 / part.len() as f32;
    }
    Activity {
        name: name.to_string(),
        pushes: came.len(),
        left_bad: count(|one| one.left_bad),
        fell: count(|one| one.fell),
        rose: count(|one| one.fell && one.rose),
        gave_way: count(|one| one.last == 1),
        quality: responded.iter().sum::<f32>() / responded.len().max(1) as f32,
        falls,
    }
}
