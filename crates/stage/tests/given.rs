//! Poses that are given: bodies go over to them and back without a jump, by a game's hand or by a physical world.

use crate::common;
use footwork_motion::{Pose, PoseView, Transform};
use footwork_performer::Show;
use footwork_stage::minds::Loop;
use footwork_stage::{
    ActorId, CastError, Happening, Move, PhysicalBodies, Physics, PoseSource, RestoreError, Segment,
    Settings, Snapshot, Stage,
};
use glam::{Quat, Vec3};

const STEP: f32 = 1.0 / 60.0;
const ME: ActorId = ActorId(0);

fn walker() -> Stage {
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(Loop { what: Move::new(Segment { take: 0, first: 1.0, end: 8.0 }) });
    let rig = stage.add_rig(common::rig(Show::Locomotion, 10.0, &[4]));
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    stage
}

fn shown(stage: &Stage) -> Pose {
    let pose = stage.pose(ME).unwrap();
    Pose { translations: pose.translations.to_vec(), rotations: pose.rotations.to_vec() }
}

/// A ragdoll of a game: every joint goes on as it did when it was let go, ever more slowly.
struct Doll {
    now: Pose,
    before: Pose,
    turns: Vec<Vec3>,
    speed: Vec3,
}

impl Doll {
    /// Begins beside where the body is, so that there is something to carry over.
    fn new(stage: &Stage, before: &Pose, aside: f32) -> Doll {
        let now = shown(stage);
        let turns = now.rotations.iter().zip(&before.rotations).map(|(now, before)| {
            let turn = *now * before.conjugate();
            (if turn.w < 0.0 { -turn } else { turn }).xyz() * 2.0
        });
        let turns = turns.collect();
        let speed = now.translations[0] - before.translations[0];
        let mut doll = Doll { before: now.clone(), now, turns, speed };
        let off = Quat::from_rotation_x(aside);
        for pose in [&mut doll.now, &mut doll.before] {
            pose.rotations.iter_mut().skip(1).for_each(|rotation| *rotation = off * *rotation);
        }
        doll
    }

    fn step(&mut self) {
        self.before = self.now.clone();
        for (rotation, turn) in self.now.rotations.iter_mut().zip(&mut self.turns) {
            *rotation = (Quat::from_scaled_axis(*turn) * *rotation).normalize();
            *turn *= 0.95;
        }
        self.now.translations[0] += self.speed;
        self.speed *= 0.95;
    }
}

/// The largest change of a joint's velocity from step to step, in m/s, for each step.
#[derive(Default)]
struct Jumps {
    last: Option<Vec<Vec3>>,
    speeds: Option<Vec<Vec3>>,
}

impl Jumps {
    fn next(&mut self, stage: &Stage) -> f32 {
        let world = stage.actor(ME).unwrap().world();
        let now: Vec<Vec3> = world.iter().map(|joint| joint.translation).collect();
        let Some(last) = self.last.replace(now.clone()) else { return 0.0 };
        let speeds: Vec<Vec3> = now.iter().zip(&last).map(|(now, last)| (*now - *last) / STEP).collect();
        let Some(before) = self.speeds.replace(speeds.clone()) else { return 0.0 };
        speeds.iter().zip(&before).map(|(now, before)| (*now - *before).length()).fold(0.0, f32::max)
    }
}

#[test]
fn a_body_goes_over_to_given_poses_and_back_without_a_jump() {
    for aside in [0.0, 0.2] {
        let (mut stage, mut jumps) = (walker(), Jumps::default());
        let mut before = shown(&stage);
        let mut usual = 0.0_f32;
        for tick in 0..120 {
            before = shown(&stage);
            stage.step();
            let jump = jumps.next(&stage);
            usual = if tick > 5 { usual.max(jump) } else { 0.0 };
        }
        let mut doll = Doll::new(&stage, &before, aside);
        let mut worst = [0.0_f32; 2];
        for _ in 0..60 {
            doll.step();
            stage.give_pose(ME, doll.now.view(), Some(doll.before.view())).unwrap();
            stage.step();
            worst[0] = worst[0].max(jumps.next(&stage));
        }
        assert_eq!(stage.actor(ME).unwrap().pose_source(), PoseSource::Given);
        let off = stage.pose(ME).unwrap().rotations.iter().zip(&doll.now.rotations);
        assert!(off.clone().all(|(a, b)| a.angle_between(*b) < 0.02), "a second later it is as it is given");
        stage.take_pose_back(ME).unwrap();
        for _ in 0..60 {
            stage.step();
            worst[1] = worst[1].max(jumps.next(&stage));
        }
        let me = stage.actor(ME).unwrap();
        assert_eq!(me.pose_source(), PoseSource::Take);
        assert!(me.segment().first == 1.0, "its mind was asked at once");
        println!("{worst:?} m/s, {usual} while walking, {aside} rad aside");
        // What walks jumps by itself when a foot is put down. A spring that starts adds its own acceleration:
        // 0.2 rad at arm's length under a stiffness of 280/s² are 0.7 m/s in a step. And a foot that was given below the
        // floor is on it at once when the body walks again: a leg's length aside by 0.2 rad is 2 cm too low, and the knee
        // gives way for it.
        let allowed = 1.35 * usual + 15.0 * aside;
        assert!(
            worst.iter().all(|jump| *jump < allowed),
            "{worst:?} m/s, {usual} while walking, {aside} rad"
        );
    }
}

#[test]
fn without_a_pose_before_a_body_goes_on_as_fast_as_it_was_shown() {
    let (mut stage, mut jumps) = (walker(), Jumps::default());
    let mut before = shown(&stage);
    for _ in 0..100 {
        before = shown(&stage);
        stage.step();
        jumps.next(&stage);
    }
    let mut doll = Doll::new(&stage, &before, 0.0);
    let mut worst = 0.0_f32;
    for _ in 0..30 {
        doll.step();
        stage.give_pose(ME, doll.now.view(), None).unwrap();
        stage.step();
        worst = worst.max(jumps.next(&stage));
    }
    assert!(worst < 0.6, "{worst} m/s");
}

#[test]
fn a_body_that_is_laid_down_falls_and_one_that_is_taken_back_rises() {
    let mut stage = walker();
    (0..30).for_each(|_| stage.step());
    let mut pose = shown(&stage);
    let (mut fell, mut rose) = (0, 0);
    for tick in 0..200 {
        if tick < 80 {
            pose.translations[0].y = (pose.translations[0].y - 0.02).max(0.15);
            stage.give_pose(ME, pose.view(), None).unwrap();
        } else if tick == 80 {
            assert!(stage.actor(ME).unwrap().is_down());
            stage.take_pose_back(ME).unwrap();
        }
        stage.step();
        for event in stage.events() {
            fell += u32::from(matches!(event.happening, Happening::Fell { height } if height < 0.46));
            rose += u32::from(matches!(event.happening, Happening::Rose { height } if height > 0.69));
        }
    }
    assert_eq!((fell, rose), (1, 1));
    assert!(!stage.actor(ME).unwrap().is_down());
}

#[test]
fn poses_that_are_none_are_refused() {
    let mut stage = walker();
    stage.step();
    let pose = shown(&stage);
    let none = PoseView { translations: &pose.translations, rotations: &pose.rotations[1..] };
    assert_eq!(stage.give_pose(ME, none, None), Err(CastError::BadPose));
    let mut bad = pose.clone();
    bad.translations[0].x = f32::NAN;
    assert_eq!(stage.give_pose(ME, bad.view(), None), Err(CastError::BadPose));
    assert_eq!(stage.give_pose(ME, pose.view(), Some(bad.view())), Err(CastError::BadPose));
    assert_eq!(stage.give_pose(ActorId(7), pose.view(), None), Err(CastError::NoSuchActor(ActorId(7))));
    let before = stage.hash();
    stage.take_pose_back(ME).unwrap();
    assert_eq!(stage.hash(), before, "who plays a take goes on playing it");
}

/// A physical world of one number: everybody in it floats up, and does what they play.
#[derive(Default)]
struct Balloon {
    height: f32,
}

impl Physics for Balloon {
    fn step(&mut self, bodies: &mut PhysicalBodies<'_>, seconds: f32) {
        self.height += 0.5 * seconds;
        let actors: Vec<ActorId> = bodies.actors().collect();
        for actor in actors {
            let Some(rig) = bodies.rig(actor) else { continue };
            let mut pose = Pose::rest(rig.skeleton());
            bodies.played(actor, &mut pose).unwrap();
            assert_eq!(bodies.shown(actor).unwrap().len(), pose.rotations.len());
            pose.translations[0].y += self.height;
            bodies.give(actor, pose.view()).unwrap();
        }
    }

    fn save(&self) -> Vec<u8> {
        self.height.to_le_bytes().to_vec()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        let bytes = bytes.try_into().map_err(|_| "a height has four bytes".to_string())?;
        self.height = f32::from_le_bytes(bytes);
        Ok(())
    }
}

#[test]
fn a_physical_world_is_stepped_in_the_tick_and_goes_with_snapshots_and_hashes() {
    let mut stage = walker();
    stage.set_physics(Balloon::default());
    (0..30).for_each(|_| stage.step());
    let low = stage.actor(ME).unwrap().world()[0].translation.y;
    let pose = shown(&stage);
    stage.give_pose(ME, pose.view(), None).unwrap();
    (0..30).for_each(|_| stage.step());
    let before = stage.snapshot();
    let saved = before.to_bytes();
    (0..60).for_each(|_| stage.step());
    let high = stage.actor(ME).unwrap().world()[0].translation.y;
    assert!((0.5..1.2).contains(&(high - low)), "{high} after {low}");
    let hash = stage.hash();
    for snapshot in [before, Snapshot::from_bytes(&saved).unwrap()] {
        stage.restore(&snapshot).unwrap();
        assert_ne!(stage.hash(), hash);
        assert_eq!(stage.hash(), snapshot.hash());
        (0..60).for_each(|_| stage.step());
        assert_eq!(stage.hash(), hash);
    }
    let mut dry = walker();
    assert_eq!(dry.restore(&stage.snapshot()), Err(RestoreError::OtherPhysics));
    stage.take_pose_back(ME).unwrap();
    (0..60).for_each(|_| stage.step());
    assert!((stage.actor(ME).unwrap().world()[0].translation.y - low).abs() < 0.1, "it came down");
}
