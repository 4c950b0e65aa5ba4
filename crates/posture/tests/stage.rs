//! Physical bodies on a stage: let go, fall, rest, get up, and go on with their mind.

use crate::common::rig;
use footwork_annotate::Limb;
use footwork_motion::{Role, Transform};
use footwork_performer::Show;
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_stage::{ActorId, Ask, Cue, Happening, RestoreError, Settings, Snapshot, Stage};
use glam::Vec3;

fn stage(settings: PostureSettings) -> (Stage, ActorId) {
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let rig = stage.add_rig(rig(&[Show::named("falling").expect("a show")], 60.0));
    stage.set_physics(PhysicalWorld::new(settings));
    let actor = stage.add_actor(rig, None, Transform::IDENTITY).expect("an actor");
    (0..5).for_each(|_| stage.step());
    (stage, actor)
}

fn ask(stage: &mut Stage, to: ActorId, ask: Ask) {
    stage.cue(Cue { tick: 0, to, ask }).expect("a cue");
}

fn told(stage: &Stage, is: impl Fn(&Happening) -> bool) -> bool {
    stage.events().iter().any(|event| is(&event.happening))
}

#[test]
fn who_is_let_go_falls_rests_gets_up_and_stands() {
    let (mut stage, actor) = stage(PostureSettings::default());
    ask(&mut stage, actor, Ask::LetGo { tone: 0.1 });
    ask(
        &mut stage,
        actor,
        Ask::Push { point: Vec3::new(0.0, 1.2, 0.1), impulse: Vec3::new(0.0, 0.0, -90.0) },
    );
    let (mut fell, mut rest, mut rose) = (None, None, None);
    let mut before = stage.actor(actor).expect("it").world().to_vec();
    let mut jump = (0.0_f32, 0);
    for tick in 0..900 {
        stage.step();
        let now = stage.actor(actor).expect("it").world().to_vec();
        let moved = |(a, b): (&Transform, &Transform)| (a.translation - b.translation).length();
        let most = now.iter().zip(&before).map(moved).fold(0.0, f32::max);
        if most > jump.0 {
            jump = (most, tick);
        }
        before = now;
        for event in stage.events() {
            match event.happening {
                Happening::Fell { .. } => fell = fell.or(Some(tick)),
                Happening::CameToRest { rises } => {
                    assert!(rises);
                    rest = rest.or(Some(tick));
                }
                Happening::Rose { .. } => rose = rose.or(Some(tick)),
                _ => {}
            }
        }
    }
    println!("fell {fell:?} rest {rest:?} rose {rose:?} jump {jump:?}");
    let (fell, rest, rose) = (fell.expect("a fall"), rest.expect("a rest"), rose.expect("a rise"));
    assert!(fell < rest && rest < rose);
    assert!(rest < 240 && rose < 8 * 60 + rest);
    // m in a step: 12 m/s. Nothing jumps.
    assert!(jump.0 < 0.2, "{jump:?}");
}

#[test]
fn a_snapshot_in_the_middle_of_a_fall_gives_the_same_bits() {
    let (mut stage, actor) = stage(PostureSettings::default());
    ask(&mut stage, actor, Ask::LetGo { tone: 0.2 });
    (0..25).for_each(|_| stage.step());
    let saved = Snapshot::from_bytes(&stage.snapshot().to_bytes()).expect("a snapshot");
    let mut hashes = Vec::new();
    for _ in 0..400 {
        stage.step();
        hashes.push(stage.hash());
    }
    stage.restore(&saved).expect("the same stage");
    for hash in hashes {
        stage.step();
        assert_eq!(stage.hash(), hash);
    }
}

#[test]
fn a_hard_push_knocks_down_and_a_soft_one_does_not() {
    for (impulse, falls) in [(40.0, false), (120.0, true)] {
        let (mut stage, actor) =
            stage(PostureSettings { falls_at: Some(80.0), ..PostureSettings::default() });
        let push = Ask::Push { point: Vec3::new(0.0, 1.2, 0.0), impulse: Vec3::X * impulse };
        ask(&mut stage, actor, push);
        stage.step();
        assert_eq!(told(&stage, |happening| *happening == Happening::LetGo), falls, "{impulse}");
    }
}

#[test]
fn who_cannot_get_up_stays_down_and_says_so() {
    let (mut stage, actor) = stage(PostureSettings { rises: false, ..PostureSettings::default() });
    ask(&mut stage, actor, Ask::LetGo { tone: 0.0 });
    let mut said = 0;
    for _ in 0..600 {
        stage.step();
        said += usize::from(told(&stage, |h| *h == Happening::CameToRest { rises: false }));
    }
    assert_eq!(said, 1);
    assert!(stage.actor(actor).expect("it").world()[0].translation.y < 0.4);
}

#[test]
fn a_hand_that_is_pulled_goes_along_and_two_that_cannot_both_go_are_named() {
    let (mut stage, actor) = stage(PostureSettings { rises: false, ..PostureSettings::default() });
    ask(&mut stage, actor, Ask::LetGo { tone: 0.0 });
    (0..60).for_each(|_| stage.step());
    let to = Vec3::new(0.3, 1.0, 0.3);
    ask(&mut stage, actor, Ask::Pull { limb: Limb::LeftHand, to: Some(to) });
    (0..120).for_each(|_| stage.step());
    let me = stage.actor(actor).expect("it");
    let hand = me.rig().skeleton().site(Role::LeftWrist).expect("a hand").position(me.world());
    assert!((hand - to).length() < 0.15, "{hand}");
    ask(&mut stage, actor, Ask::Pull { limb: Limb::RightHand, to: Some(to + 8.0 * Vec3::X) });
    let mut released = 0;
    for _ in 0..300 {
        stage.step();
        released += usize::from(told(&stage, |h| matches!(h, Happening::HoldReleased { .. })));
    }
    assert_eq!(released, 1);
}

#[test]
fn bytes_that_are_no_bodies_are_refused_and_change_nothing() {
    let (mut stage, actor) = stage(PostureSettings::default());
    ask(&mut stage, actor, Ask::LetGo { tone: 0.2 });
    (0..10).for_each(|_| stage.step());
    let hash = stage.hash();
    let mut other = Stage::new(Settings::default(), 1).expect("a stage");
    let rig = other.add_rig(rig(&[Show::named("falling").expect("a show")], 60.0));
    other.add_actor(rig, None, Transform::IDENTITY).expect("an actor");
    assert_eq!(stage.restore(&other.snapshot()), Err(RestoreError::OtherPhysics));
    assert_eq!(stage.hash(), hash);
}

#[test]
fn who_is_put_elsewhere_while_down_is_there_and_who_leaves_is_gone() {
    let (mut stage, actor) = stage(PostureSettings::default());
    ask(&mut stage, actor, Ask::LetGo { tone: 0.1 });
    (0..40).for_each(|_| stage.step());
    ask(&mut stage, actor, Ask::Put { at: glam::Vec2::new(5.0, -3.0), heading: 0.0 });
    (0..3).for_each(|_| stage.step());
    let hips = stage.actor(actor).expect("it").world()[0].translation;
    assert!((hips - Vec3::new(5.0, hips.y, -3.0)).length() < 0.3, "{hips}");
    ask(&mut stage, actor, Ask::Leave);
    (0..3).for_each(|_| stage.step());
    assert!(stage.is_empty());
}

#[test]
fn somebody_let_go_while_let_go_only_changes_tone() {
    let (mut stage, actor) = stage(PostureSettings::default());
    for _ in 0..60 {
        ask(&mut stage, actor, Ask::LetGo { tone: 0.5 });
        stage.step();
    }
    let pose = stage.pose(actor).expect("a pose");
    assert!(pose.rotations.iter().all(|rotation| rotation.is_normalized()));
}
