//! A stage with everything on it: every mind, a director, props of every kind and motion, given poses, and actors who come
//! and go. What happens to it depends on its tick and state alone, so that it can be gone back and forth.
#![allow(dead_code)]

#[path = "../../../../tests/bits/src/troupe.rs"]
mod troupe;

use std::sync::{Arc, OnceLock};

use footwork_motion::{Pose, Side, Transform};
use footwork_performer::Show;
use footwork_stage::minds::{Edges, Follow, Loop, Play, Wander, WanderMemory, WanderSettings};
use footwork_stage::{
    self as stage, ActorId, ActorView, Ask, Cue, DirectorId, Event, Gaze, Happening, Lead, Mind, MindId,
    Move, Path, Prop, PropId, PropKind, PropMotion, Reach, Reaction, Rig, RigId, Rng, Segment, Settings,
    Stage, StageView, Why,
};
use glam::{Quat, Vec2, Vec3};

use troupe::Chorus;
pub use troupe::Verse;

/// Wanders, breaks off what it does when it is touched, reaches for the ball and looks at it.
struct Nervous(Wander);

impl Mind for Nervous {
    type Memory = WanderMemory;

    fn choose(
        &self,
        memory: &mut WanderMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        let mut order = self.0.choose(memory, me, stage, rng, why)?;
        let point = stage.prop_at(PropId(2), 0.2)?.translation;
        let limb = footwork_annotate::Limb::LeftHand;
        order.reaches[1] = Some(Reach { limb, point, at: 0.2, ease: 0.2, weight: 0.5 });
        order.yields = true;
        if rng.below(2) == 0 {
            order.lead = Some(Lead { velocity: [0.2, 0.8], turning: 0.3, weight: 0.5 });
        }
        Some(order.looking(Some(Gaze::Prop(PropId(2)))))
    }

    fn notice(&self, memory: &mut WanderMemory, _: ActorView<'_>, event: &Event) -> Reaction {
        match event.happening {
            Happening::Contact { .. } | Happening::StrikeLanded(_) => {
                *memory = WanderMemory::default();
                Reaction::Choose
            }
            Happening::PropHit(_) => Reaction::Ignore,
            _ => Reaction::CarryOn,
        }
    }

    fn redirect(
        &self,
        _: &mut WanderMemory,
        _: ActorView<'_>,
        stage: &StageView<'_>,
        _: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        Some(stage.prop_at(PropId(2), later)?.translation)
    }
}

/// What stages of one kind share.
fn made() -> &'static (Arc<Rig>, Edges) {
    static MADE: OnceLock<(Arc<Rig>, Edges)> = OnceLock::new();
    MADE.get_or_init(|| {
        let rig = super::rig(Show::Boxing, 20.0, &[1]);
        let edges = super::edges(&rig, 5, 0.2);
        (Arc::new(rig), edges)
    })
}

pub const CHORUS: DirectorId = DirectorId(0);
const NERVOUS: MindId = MindId(4);
/// The one that is given its poses now and then.
const DOLL: ActorId = ActorId(2);

/// The stage, with so many more who wander.
pub fn stage(more: usize) -> Stage {
    let (rig, edges) = made();
    let mut stage = Stage::new(Settings::default(), 7).unwrap();
    let wander = || Wander::new(rig, edges, &WanderSettings::default()).unwrap();
    let segment = Segment { take: 0, first: 3.0, end: 6.0 };
    stage.add_mind(Play { what: Move::new(segment) });
    stage.add_mind(Loop { what: Move::new(segment).at_rate(1.1) });
    stage.add_mind(Follow { take: 0, place: Transform::IDENTITY });
    stage.add_mind(wander());
    stage.add_mind(Nervous(wander()));
    stage.add_director(Chorus);
    stage.add_rig(rig.clone());
    for number in 0..8 + more {
        let id = add(&mut stage, number);
        if number < 5 {
            stage.set_mind(id, Some(MindId(number as u32)), true).unwrap();
        } else if number < 8 {
            stage.set_director(id, CHORUS, true).unwrap();
        }
    }
    let key = |seconds: f32, x: f32| (seconds, Transform::new(Quat::IDENTITY, Vec3::new(x, 1.2, 0.5)));
    let path = stage.add_path(Path::new(vec![key(0.0, 0.0), key(1.5, 3.0), key(3.0, 0.0)], true).unwrap());
    let follows = PropMotion::Follows { path, since: 0 };
    let flies = PropMotion::Flies { thrower: None };
    let ball = PropKind::Ball { radius: 0.11 };
    let props = [
        Prop::new(PropKind::Target { radius: 0.3 }, Vec3::new(0.0, 1.4, 0.6), 0.0),
        Prop { motion: follows, ..Prop::new(PropKind::Target { radius: 0.2 }, Vec3::Y, 0.0) },
        Prop { motion: flies, ..Prop::new(ball, Vec3::new(0.5, 2.0, 0.5), 0.0) },
        Prop { motion: flies, ..Prop::new(PropKind::Box { size: Vec3::splat(0.5) }, Vec3::Y, 0.3) },
        Prop::new(PropKind::Wall { length: 3.0, height: 2.0 }, Vec3::NEG_Z, 0.1),
        Prop::new(PropKind::Obstacle { radius: 0.3, height: 1.0 }, Vec3::NEG_X, 0.1),
        Prop { motion: flies, ..Prop::new(ball, Vec3::new(1.5, 2.0, 0.5), 0.0) },
    ];
    for prop in props {
        stage.add_prop(prop).unwrap();
    }
    stage
}

fn add(stage: &mut Stage, number: usize) -> ActorId {
    let at = Vec3::new((number % 6) as f32 * 0.9, 0.0, (number / 6) as f32 * 0.9);
    let at = Transform::new(Quat::from_rotation_y(number as f32), at);
    stage.add_actor(RIG, Some(NERVOUS), at).unwrap()
}

/// The stage's only rig.
const RIG: RigId = RigId(0);

/// What happens from outside before a step: cues, throws and grabs, poses that are given, actors who come and go.
pub fn before_step(stage: &mut Stage) {
    let tick = stage.tick();
    let ids: Vec<ActorId> = stage.view().actors().map(|me| me.id()).collect();
    let pick = ids[tick as usize / 7 % ids.len()];
    let any = |ask: Ask| Cue { tick: tick + tick % 3, to: pick, ask };
    let hand = Side::BOTH[tick as usize / 60 % 2];
    let ball = PropId(2);
    if tick.is_multiple_of(11) {
        let _ = stage.cue(any(Ask::Stick(Vec2::new(0.1, 0.001 * tick as f32))));
    }
    if tick.is_multiple_of(31) {
        let chest = stage.actor(pick).unwrap().world()[0].translation + Vec3::Y * 0.3;
        let _ = stage.cue(any(Ask::Push { point: chest, impulse: Vec3::new(40.0, 0.0, 30.0) }));
    }
    match tick % 240 {
        20 | 140 => {
            // The ball is put into a hand, grabbed, and let go or thrown later.
            let me = stage.actor(ids[1]).unwrap();
            let site = me.rig().skeleton().site(hand.arm()[3]).unwrap();
            let at = site.position(me.world());
            let _ = stage.cue(Cue { tick, to: ids[1], ask: Ask::Carry { prop: ball, to: at } });
            let _ = stage.cue(Cue { tick, to: ids[1], ask: Ask::Grab { prop: ball, hand } });
        }
        60 => {
            let _ = stage.cue(Cue { tick, to: ids[1], ask: Ask::Release { prop: ball } });
        }
        170 => {
            let at = stage.actor(pick).unwrap().world()[0].translation + Vec3::Y * 0.3;
            let toward = at - stage.view().prop(ball).unwrap().position;
            let _ = stage.cue(any(Ask::Throw { prop: ball, velocity: toward * 4.0 + Vec3::Y * 1.2 }));
            let _ = stage.throw(PropId(6), toward * 3.0 + Vec3::Y);
        }
        200 => {
            let _ = stage.cue(Cue { tick: tick + 20, to: *ids.last().unwrap(), ask: Ask::Leave });
            add(stage, tick as usize % 17);
        }
        100 => {
            let _ = stage.cue(any(Ask::Director(CHORUS)));
            let _ = stage.cue(Cue { tick: tick + 70, to: pick, ask: Ask::Mind(MindId(3)) });
            let _ =
                stage.cue(Cue { tick: tick + 30, to: ids[3], ask: Ask::Put { at: Vec2::X, heading: 1.0 } });
        }
        _ => {}
    }
    if stage.actor(DOLL).is_some() {
        match tick % 180 {
            90..150 => {
                let pose = stage.pose(DOLL).unwrap();
                let (translations, rotations) = (pose.translations.to_vec(), pose.rotations.to_vec());
                let mut pose = Pose { translations, rotations };
                pose.translations[0].y = (pose.translations[0].y - 0.02).max(0.2);
                stage.give_pose(DOLL, pose.view(), None).unwrap();
            }
            150 => stage.take_pose_back(DOLL).unwrap(),
            _ => {}
        }
    }
}

/// One step with all that.
pub fn step(stage: &mut Stage) {
    before_step(stage);
    stage.step();
}
