//! Bodies that fall on others push them; balls bounce off bodies that lie.

use std::sync::{Arc, LazyLock};

use crate::common::rig;
use footwork_motion::{Role, Transform};
use footwork_performer::Show;
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_stage::{
    ActorId, Ask, Cue, Happening, Prop, PropKind, PropMotion, Rig, Settings, Snapshot, Stage,
};
use glam::{Quat, Vec3};

static STANDS: LazyLock<Arc<Rig>> = LazyLock::new(|| rig(&[Show::named("falling").expect("a show")], 20.0));

/// Two who stand one behind the other, so far apart; the first is let go and pushed at the second.
fn falls_on(apart: f32, settings: PostureSettings) -> (Stage, [ActorId; 2]) {
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let rig = stage.add_rig(STANDS.clone());
    stage.set_physics(PhysicalWorld::new(settings));
    let place = |z: f32| Transform::new(Quat::IDENTITY, z * Vec3::Z);
    let actors = [0.0, apart].map(|z| stage.add_actor(rig, None, place(z)).expect("an actor"));
    (0..5).for_each(|_| stage.step());
    let push = Ask::Push { point: Vec3::new(0.0, 1.3, -0.15), impulse: 90.0 * Vec3::Z };
    for ask in [Ask::LetGo { tone: 0.15 }, push] {
        stage.cue(Cue { tick: stage.tick(), to: actors[0], ask }).expect("a cue");
    }
    (stage, actors)
}

fn chest(stage: &Stage, actor: ActorId) -> Vec3 {
    let me = stage.actor(actor).expect("it");
    me.rig().skeleton().site(Role::Chest).expect("a chest").position(me.world())
}

#[test]
fn who_falls_on_somebody_pushes_him_by_no_more_than_he_brings_and_who_lies_pushes_nobody() {
    let (mut stage, [falls, stands]) = falls_on(0.6, PostureSettings { rises: false, ..Default::default() });
    let (mut alone, [_, unmoved]) = falls_on(3.0, PostureSettings { rises: false, ..Default::default() });
    let (mut sum, mut moved, mut last) = (Vec3::ZERO, 0.0_f32, 0);
    let still = chest(&alone, unmoved) - 2.4 * Vec3::Z;
    for tick in 0..360 {
        stage.step();
        alone.step();
        for event in stage.events() {
            if let Happening::Bumped { by, impulse, .. } = event.happening {
                assert_eq!((event.to, by), (stands, falls));
                sum += impulse;
                last = tick;
            }
        }
        assert!(!alone.events().iter().any(|event| matches!(event.happening, Happening::Bumped { .. })));
        moved = moved.max((chest(&stage, stands) - still).z);
    }
    println!("{sum} N·s, {moved} m, until {last}");
    // Pushed with 90 N·s and falling, he brings some 150 N·s along, of which two who weigh the same share the half.
    assert!(sum.z > 10.0 && sum.length() < 120.0, "{sum}");
    assert!(moved > 0.01, "{moved}");
    assert!(last < 120, "{last}");
}

#[test]
fn who_is_fallen_on_hard_enough_falls_too_and_a_snapshot_in_between_gives_the_same_bits() {
    let settings = PostureSettings { falls_at: Some(20.0), ..PostureSettings::default() };
    let (mut stage, [_, stands]) = falls_on(0.6, settings);
    let mut fell = false;
    let mut kept: Option<Snapshot> = None;
    for tick in 0..120 {
        if tick == 25 {
            kept = Some(stage.snapshot());
        }
        stage.step();
        fell |= stage.events().iter().any(|event| event.to == stands && event.happening == Happening::LetGo);
    }
    assert!(fell);
    let hash = stage.hash();
    stage.restore(&kept.expect("a snapshot")).expect("it fits");
    (25..120).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
}

#[test]
fn a_ball_bounces_off_somebody_who_lies() {
    let (mut stage, [lies, other]) = falls_on(4.0, PostureSettings { rises: false, ..Default::default() });
    (0..300).for_each(|_| stage.step());
    let above = chest(&stage, lies) + 1.2 * Vec3::Y;
    let ball = stage.add_prop(Prop::new(PropKind::Ball { radius: 0.11 }, above, 0.0)).expect("a ball");
    let throw = Ask::Throw { prop: ball, velocity: -4.0 * Vec3::Y };
    stage.cue(Cue { tick: stage.tick(), to: other, ask: throw }).expect("a cue");
    let (mut hit, mut up) = (false, 0.0_f32);
    for _ in 0..60 {
        stage.step();
        hit |= stage.events().iter().any(|event| {
            event.to == lies && matches!(event.happening, Happening::PropHit(hit) if hit.prop == ball)
        });
        let prop = stage.view().props().iter().find(|prop| prop.id == ball).copied().expect("a ball");
        assert!(matches!(prop.motion, PropMotion::Flies { .. }));
        if hit {
            up = up.max(prop.velocity.y);
        }
    }
    // Down with 6 m/s, up with a good part of it.
    assert!(hit && up > 1.5, "{hit} {up}");
}
