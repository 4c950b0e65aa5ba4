//! How good a running stage looks, in the figures of `motion::quality`, taken step by step from a few of its actors.

use footwork_annotate::Limb;
use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, Skeleton, WorldClip, quality};
use footwork_stage::{ActorId, ActorView, Rig, Stage};
use serde::Serialize;

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Quality {
    /// How many actors were looked at.
    pub actors: usize,
    /// cm/s, how fast feet slide while they are held: the mean of the ball's.
    pub skate_cm_s: f32,
    /// cm/s, the same of all feet that carry weight in the recording and are on the floor, held or not.
    pub slide_cm_s: f32,
    /// Share of feet that carry weight in the recording and are above the floor.
    pub floating: f32,
    /// Share of feet that carry weight in the recording and are not held.
    pub not_held: f32,
    /// cm/s, how fast hands and knees slide that touch the floor in the recording.
    pub touch_slide_cm_s: f32,
    /// cm, how far the lowest joint went below the floor.
    pub below_floor_cm: f32,
    /// m/s, the largest change of a joint's velocity from one step to the next.
    pub worst_jump: f32,
    /// m/s, what 99.9 % of the recordings' own frames stay below.
    pub usual_jump: f32,
    /// Share of steps that jump more than that.
    pub over_usual: f32,
}

/// Watches some actors of a stage.
pub struct Measure {
    watched: Vec<Watched>,
    floor: f32,
    step: f32,
    skated: f64,
    slid: f64,
    held: u64,
    on_floor: u64,
    carrying: u64,
    floating: u64,
    not_held: u64,
    touch_slid: f64,
    touching: u64,
    deepest: f32,
    worst: f32,
    usual: f32,
    over: u64,
    steps: u64,
}

struct Watched {
    actor: ActorId,
    balls: [Option<(usize, Vec3)>; 2],
    planted: [bool; 2],
    carried: [bool; 2],
    touched: [bool; PARTS.len()],
    velocities: Vec<Vec3>,
    seen: u32,
}

impl Measure {
    /// Watches the first actors of a stage, up to so many.
    pub fn new(stage: &Stage, most: usize) -> Measure {
        let actors: Vec<_> = stage.view().actors().take(most).collect();
        let watched = actors.iter().map(|actor| Watched {
            actor: actor.id(),
            balls: balls(actor.rig().skeleton()),
            planted: [false; 2],
            carried: [false; 2],
            touched: [false; PARTS.len()],
            velocities: vec![Vec3::ZERO; actor.rig().skeleton().len()],
            seen: 0,
        });
        Measure {
            watched: watched.collect(),
            floor: stage.settings().floor,
            step: stage.settings().step,
            skated: 0.0,
            slid: 0.0,
            held: 0,
            on_floor: 0,
            carrying: 0,
            floating: 0,
            not_held: 0,
            touch_slid: 0.0,
            touching: 0,
            deepest: 0.0,
            worst: 0.0,
            usual: actors.first().map_or(0.0, |actor| usual_jump(actor.rig(), stage.settings().step)),
            over: 0,
            steps: 0,
        }
    }

    /// Looks at the last step: call it after every one.
    pub fn look(&mut self, stage: &Stage) {
        for watched in &mut self.watched {
            let Some(actor) = stage.actor(watched.actor) else { continue };
            let (now, before) = (actor.world(), actor.world_before());
            for (foot, ball) in watched.balls.iter().enumerate() {
                let (planted, carries) = (actor.is_planted(foot), carries_weight(&actor, Side::BOTH[foot]));
                let were = (watched.planted[foot], watched.carried[foot]);
                (watched.planted[foot], watched.carried[foot]) = (planted, carries);
                let Some((joint, offset)) = ball else { continue };
                let at = now[*joint].point(*offset);
                let moved = f64::from((at - before[*joint].point(*offset)).with_y(0.0).length());
                if planted && were.0 {
                    self.skated += moved;
                    self.held += 1;
                }
                if carries && were.1 {
                    self.carrying += 1;
                    self.not_held += u64::from(!planted);
                    // What floats slides nowhere, and must not count as standing still.
                    if at.y < self.floor + ON_FLOOR {
                        self.slid += moved;
                        self.on_floor += 1;
                    } else {
                        self.floating += 1;
                    }
                }
            }
            for (number, (limb, role)) in PARTS.into_iter().enumerate() {
                let touches = touches_floor(&actor, limb);
                let did = std::mem::replace(&mut watched.touched[number], touches);
                let Some(site) = actor.rig().skeleton().roles().get(role).filter(|_| touches && did) else {
                    continue;
                };
                let moved = (site.position(now) - site.position(before)).with_y(0.0);
                self.touch_slid += f64::from(moved.length());
                self.touching += 1;
            }
            let mut jump = 0.0_f32;
            for ((now, before), velocity) in now.iter().zip(before).zip(&mut watched.velocities) {
                let latest = (now.translation - before.translation) / self.step;
                jump = jump.max((latest - *velocity).length());
                *velocity = latest;
                self.deepest = self.deepest.max(self.floor - now.translation.y);
            }
            watched.seen += 1;
            // Before the second step there is no velocity to change.
            if watched.seen > 2 {
                self.worst = self.worst.max(jump);
                self.over += u64::from(jump > self.usual);
                self.steps += 1;
            }
        }
    }

    /// What was seen so far.
    pub fn quality(&self) -> Quality {
        let share = |part: f64, whole: u64| if whole == 0 { 0.0 } else { (part / whole as f64) as f32 };
        Quality {
            actors: self.watched.len(),
            skate_cm_s: 100.0 * share(self.skated, self.held) / self.step,
            slide_cm_s: 100.0 * share(self.slid, self.on_floor) / self.step,
            floating: share(self.floating as f64, self.carrying),
            not_held: share(self.not_held as f64, self.carrying),
            touch_slide_cm_s: 100.0 * share(self.touch_slid, self.touching) / self.step,
            below_floor_cm: 100.0 * self.deepest,
            worst_jump: self.worst,
            usual_jump: self.usual,
            over_usual: share(self.over as f64, self.steps),
        }
    }
}

/// m. A ball that is no higher than this is on the floor.
const ON_FLOOR: f32 = 0.03;

/// Whether a foot carries weight in what an actor plays.
fn carries_weight(actor: &ActorView<'_>, side: Side) -> bool {
    let take = actor.rig().take(actor.segment().take);
    take.is_some_and(|take| {
        let frame = (actor.time() * f64::from(take.clip.rate())).round() as u32;
        take.annotation.supports.at(side, frame)
    })
}

/// What else may touch the floor.
const PARTS: [(Limb, Role); 4] = [
    (Limb::LeftHand, Role::LeftHand),
    (Limb::RightHand, Role::RightHand),
    (Limb::LeftKnee, Role::LeftKnee),
    (Limb::RightKnee, Role::RightKnee),
];

/// Whether a hand or a knee touches the floor in what an actor plays.
fn touches_floor(actor: &ActorView<'_>, limb: Limb) -> bool {
    actor.rig().take(actor.segment().take).is_some_and(|take| {
        let frame = (actor.time() * f64::from(take.clip.rate())).round() as u32;
        take.annotation.floor.iter().any(|touch| touch.limb == limb && touch.span.contains(frame))
    })
}

fn balls(skeleton: &Skeleton) -> [Option<(usize, Vec3)>; 2] {
    Side::BOTH.map(|side| {
        let toe: Role = side.leg()[3];
        skeleton.roles().get(toe).map(|site| (site.joint, site.offset))
    })
}

/// m/s. The 99.9th percentile of how much a joint's velocity changes within a sixtieth of a second in LAFAN1's walks. Motion
/// that is smoother than people's is not judged harder for it.
const PEOPLES_JUMP: f32 = 2.2;

/// m/s. Recordings at another rate are taken at the stage's, so that like is compared with like.
fn usual_jump(rig: &Rig, step: f32) -> f32 {
    let mut jumps = Vec::new();
    for take in &rig.repertoire().takes {
        let Ok(clip) = take.clip.resampled(1.0 / step) else { continue };
        let world = WorldClip::new(rig.skeleton(), &clip);
        jumps.extend((2..world.frames()).map(|frame| quality::jump(&world, frame).velocity));
    }
    quality::percentile(jumps, 0.999).max(PEOPLES_JUMP)
}
