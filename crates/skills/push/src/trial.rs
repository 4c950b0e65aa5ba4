//! Trying a transition out: what a stage shows of it, frame by frame.
//!
//! The paper judges what is displayed (section 5.1). So does this: a body leads in to the moment of the push as recorded, goes
//! over into a response that is deformed, and what is kept is the shown pose, with transitions, held feet and all.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Role, Side, Site, Skeleton, Transform};
use footwork_stage::{ActorView, Mind, Move, Rig, Rng, Segment, Settings, Stage, StageView, Why};
use glam::Vec3;

use crate::configuration::{Joints, ROLES};
use crate::deform::{self, Sway};
use crate::response::{Impulse, Response, Theta};

/// s. How long the body is shown before it is pushed: held feet and offsets settle.
pub const LEAD: f32 = 0.35;
/// s. The velocity of the pushed point is the mean over so long after the push: what is seen of it at first.
pub const FIRST: f32 = 8.0 / 60.0;
/// s. Nothing is tried for longer.
const LONGEST: f32 = 2.5;

/// A moment of a take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Number of the take.
    pub take: u32,
    /// s
    pub time: f64,
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// When the body is pushed.
    pub now: Moment,
    /// What it answers with; none goes on with what it does, and only gives way.
    pub answer: Option<Segment>,
    /// rad, by how much the answer is turned.
    pub turn: f32,
    /// m, over the ground in the body's frame: by how much it is played beside where the body stands.
    pub shift: Vec3,
    /// m, where it is pushed, in the body's frame.
    pub point: Vec3,
    /// How it is deformed.
    pub theta: Theta,
}

impl Trial {
    /// A response as it was recorded.
    pub fn recorded(response: &Response) -> Trial {
        let now = Moment { take: response.segment.take, time: response.segment.first };
        let theta = Theta { falloff: 6.0, push: Vec3::ZERO };
        Trial {
            now,
            answer: Some(response.segment),
            turn: 0.0,
            shift: Vec3::ZERO,
            point: response.point,
            theta,
        }
    }
}

/// One step as it was shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// m, of [`ROLES`].
    pub places: [Vec3; ROLES.len()],
    /// m, ball of the left and the right foot.
    pub balls: [Vec3; 2],
    /// m, the centre of mass.
    pub centre: Vec3,
    /// m, the pushed point, carried by the nearest part.
    pub point: Vec3,
    /// Whether each foot is held.
    pub planted: [bool; 2],
}

/// What was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Every step, from some before the push.
    pub shots: Vec<Shot>,
    /// The last one before the push is seen.
    pub push: usize,
    /// Where the body stood and faced then.
    pub frame: Transform,
    /// s
    pub step: f32,
}

impl Shown {
    /// m/s, of something over a span of shots from one on.
    pub fn velocity(&self, of: impl Fn(&Shot) -> Vec3, from: usize, count: usize) -> Vec3 {
        let to = (from + count).min(self.shots.len() - 1);
        if to <= from {
            return Vec3::ZERO;
        }
        (of(&self.shots[to]) - of(&self.shots[from])) / (self.step * (to - from) as f32)
    }

    /// The pushed point, and how it goes at first, over the ground in the body's frame.
    pub fn impulse(&self) -> Impulse {
        let back = self.frame.rotation.conjugate();
        let after = self.velocity(|shot| shot.point, self.push, self.steps(FIRST));
        let point = self.frame.inverse().point(self.shots[self.push].point);
        Impulse { point, velocity: (back * after).with_y(0.0) }
    }

    /// m/s. By how much the velocity of the pushed point changed at first, in the body's frame.
    pub fn change(&self) -> Vec3 {
        let before = self.velocity(|shot| shot.point, self.push.saturating_sub(2), 2);
        self.impulse().velocity - (self.frame.rotation.conjugate() * before).with_y(0.0)
    }

    /// m/s. By how much the velocity of the centre of mass changed over a push, in the body's frame.
    pub fn gain(&self) -> Vec3 {
        let back = self.frame.rotation.conjugate();
        let before = self.velocity(|shot| shot.centre, self.push.saturating_sub(4), 4);
        let after = self.velocity(|shot| shot.centre, self.push + self.steps(0.1), self.steps(0.1));
        (back * (after - before)).with_y(0.0)
    }

    /// How many steps there are in some seconds.
    pub fn steps(&self, seconds: f32) -> usize {
        (seconds / self.step + 0.5) as usize
    }
}

/// Leads in, and answers when that is over.
struct Script {
    lead: Segment,
    trial: Trial,
}

/// What a script remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Answering {
    sway: Sway,
    /// Steps since the push.
    steps: u32,
}

impl Mind for Script {
    type Memory = Answering;

    fn choose(
        &self,
        memory: &mut Answering,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        if me.is_new() {
            return Some(Move::new(self.lead));
        }
        let Trial { now, answer, turn, shift, point, theta } = self.trial;
        let end = me.rig().take(now.take)?.clip.seconds();
        let segment = answer.unwrap_or(Segment { take: now.take, first: me.time(), end });
        memory.steps += 1;
        if memory.steps == 1 {
            let shove = deform::give_way(me.frame(), point, &theta);
            memory.sway = Sway::new(&shove);
            let order = deform::played(me.rig(), me.frame(), segment, turn, shift, Some(shove));
            return Some(deform::by_steps(order, me, stage.step()));
        }
        let order = Move::new(Segment { first: me.time(), ..segment });
        if memory.sway.is_over() {
            return Some(order);
        }
        let give = memory.sway.step(Settings::default().transition, stage.step(), me.frame().point(point));
        Some(deform::by_steps(Move { shove: Some(give), ..order }, me, stage.step()))
    }
}

/// What is looked at on a body.
struct Watch {
    joints: Joints,
    balls: [Site; 2],
}

impl Watch {
    fn of(skeleton: &Skeleton) -> Watch {
        let ball = |side: Side| {
            let [_, _, ankle, toe] = side.leg();
            let root = Site { joint: 0, offset: Vec3::ZERO };
            skeleton.site(toe).or_else(|_| skeleton.site(ankle)).unwrap_or(root)
        };
        Watch { joints: Joints::of(skeleton), balls: Side::BOTH.map(ball) }
    }
}

/// Shows a trial; none where there is nothing to lead in with, or the body lacks what is looked at.
pub fn show(rig: &Arc<Rig>, trial: &Trial) -> Option<Shown> {
    let Moment { take, time } = trial.now;
    let settings = Settings { contacts: false, ..Settings::default() };
    let step = settings.step;
    let first = (time - f64::from(LEAD)).max(0.0);
    if time - first < 4.0 * f64::from(step) {
        return None;
    }
    let mut stage = Stage::new(settings, 1).ok()?;
    let mind = stage.add_mind(Script { lead: Segment { take, first, end: time }, trial: *trial });
    let number = stage.add_rig(rig.clone());
    let actor = stage.add_actor(number, Some(mind), Transform::IDENTITY).ok()?;
    let watch = Watch::of(rig.skeleton());
    let seconds = trial.answer.map_or(LONGEST, |answer| ((answer.end - answer.first) as f32).min(LONGEST));
    let lead = ((time - first) as f32 / step + 0.5) as usize;
    let steps = lead + (seconds / step) as usize;
    let mut shots: Vec<Shot> = Vec::with_capacity(steps);
    let (mut push, mut frame, mut carrier) = (None, Transform::IDENTITY, (0, Vec3::ZERO));
    for _ in 0..steps {
        let was = stage.actor(actor)?;
        let pushed = push.is_none() && !was.is_new() && was.is_free();
        if pushed {
            // What is shown now is the last before the push.
            push = Some(shots.len().checked_sub(1)?);
            frame = was.frame();
            carrier = carry(&watch, was.world(), frame.point(trial.point));
            for shot in &mut shots {
                shot.point = shot.places[carrier.0] + carrier.1;
            }
        }
        stage.step();
        let me = stage.actor(actor)?;
        let places = watch.joints.places(me.world());
        shots.push(Shot {
            places,
            balls: watch.balls.map(|ball| ball.position(me.world())),
            centre: centre_of_mass(rig.skeleton(), me.world()).ok()?,
            point: places[carrier.0] + carrier.1,
            planted: [me.is_planted(0), me.is_planted(1)],
        });
    }
    let push = push?;
    (push >= 4 && push + 12 < shots.len()).then_some(Shown { shots, push, frame, step })
}

/// Which joint of the upper body carries a point, and where it is from there.
fn carry(watch: &Watch, world: &[Transform], point: Vec3) -> (usize, Vec3) {
    let upper = [Role::Hips, Role::Chest, Role::Head, Role::LeftShoulder, Role::RightShoulder];
    let places = watch.joints.places(world);
    let of = (0..ROLES.len()).filter(|at| upper.contains(&ROLES[*at]));
    let far = |at: &usize| (places[*at] - point).length_squared();
    let nearest = of.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0);
    (nearest, point - places[nearest])
}
