//! Whatever a stage is given, what it does is defined: a named error at the door, or standing, with an event.

use std::sync::Arc;

use crate::common;
use footwork_annotate::{Annotation, Repertoire, Take};
use footwork_motion::{Clip, Joint, Pose, Skeleton, Transform};
use footwork_performer::Show;
use footwork_stage::minds::{Edges, Loop, Play, Wander, WanderError, WanderSettings};
use footwork_stage::{
    ActorId, Ask, CastError, Cue, Fallback, Happening, Move, Placement, RestoreError, Rig, RigError, Segment,
    Settings, SettingsError, Spring, Stage,
};
use glam::{Quat, Vec2, Vec3};

fn rig() -> Rig {
    common::rig(Show::Locomotion, 10.0, &[1])
}

fn empty() -> Stage {
    Stage::new(Settings::default(), 1).unwrap()
}

fn fallbacks(stage: &Stage) -> Vec<Fallback> {
    let reason = |happening: &Happening| match happening {
        Happening::Fallback(reason) => Some(*reason),
        _ => None,
    };
    stage.events().iter().filter_map(|event| reason(&event.happening)).collect()
}

/// Nobody is anywhere that is no place.
fn is_sound(stage: &Stage) -> bool {
    stage.view().actors().all(|actor| actor.world().iter().all(|t| t.translation.is_finite()))
}

#[test]
fn an_empty_stage_steps() {
    let mut stage = empty();
    stage.step();
    assert_eq!((stage.tick(), stage.len(), stage.events().len()), (1, 0, 0));
    assert!(stage.is_empty() && stage.actor(ActorId(0)).is_none());
    let snapshot = stage.snapshot();
    stage.restore(&snapshot).unwrap();
}

#[test]
fn an_actor_without_a_mind_stands_and_says_so_once() {
    let mut stage = empty();
    let rig = stage.add_rig(rig());
    let actor = stage.add_actor(rig, None, Transform::IDENTITY).unwrap();
    stage.step();
    assert_eq!(fallbacks(&stage), [Fallback::NoMind]);
    for _ in 0..300 {
        stage.step();
        assert!(fallbacks(&stage).is_empty());
        assert!(stage.actor(actor).unwrap().frame().translation.length() < 0.1);
    }
    assert!(stage.actor(actor).unwrap().is_fallen_back() && is_sound(&stage));
}

#[test]
fn moves_that_cannot_be_made_end_in_standing() {
    let whole = Move::whole(&rig(), 0);
    let segment = |take, first, end| Move::new(Segment { take, first, end });
    let cases = [
        (segment(7, 0.0, 1.0), Fallback::NoSuchTake),
        (segment(u32::MAX, 0.0, 1.0), Fallback::NoSuchTake),
        (segment(0, 1.0, 1.0), Fallback::NoSuchSpan),
        (segment(0, 2.0, 1.0), Fallback::NoSuchSpan),
        (segment(0, -1.0, 1.0), Fallback::NoSuchSpan),
        (segment(0, 0.0, 99.0), Fallback::NoSuchSpan),
        (segment(0, f64::NAN, 1.0), Fallback::NoSuchSpan),
        (segment(0, 0.0, f64::NAN), Fallback::NoSuchSpan),
        (segment(0, 0.0, f64::INFINITY), Fallback::NoSuchSpan),
        (whole.at_rate(0.0), Fallback::BadRate),
        (whole.at_rate(-1.0), Fallback::BadRate),
        (whole.at_rate(f32::NAN), Fallback::BadRate),
        (whole.at_rate(f32::INFINITY), Fallback::BadRate),
        (
            Move { place: Placement::At(Transform::new(Quat::IDENTITY, Vec3::NAN)), ..whole },
            Fallback::BadPlace,
        ),
        (
            Move {
                place: Placement::At(Transform::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::ZERO)),
                ..whole
            },
            Fallback::BadPlace,
        ),
    ];
    for (what, reason) in cases {
        let mut stage = empty();
        let rig = stage.add_rig(rig());
        let (bad, good) = (stage.add_mind(Loop { what }), stage.add_mind(Loop { what: whole }));
        let actor = stage.add_actor(rig, Some(bad), Transform::IDENTITY).unwrap();
        let other = stage.add_actor(rig, Some(good), Transform::IDENTITY).unwrap();
        stage.step();
        assert_eq!(fallbacks(&stage), [reason], "{what:?}");
        (0..200).for_each(|_| stage.step());
        assert!(is_sound(&stage) && stage.actor(actor).unwrap().is_fallen_back());
        assert!(!stage.actor(other).unwrap().is_fallen_back(), "the others go on");
        // And it recovers.
        stage.set_mind(actor, Some(good), true).unwrap();
        stage.step();
        assert!(!stage.actor(actor).unwrap().is_fallen_back());
    }
}

#[test]
fn a_reach_that_is_no_number_is_left_out() {
    let mut stage = empty();
    let rig = rig();
    let mut what = Move::whole(&rig, 0);
    what.reaches[0] = Some(footwork_stage::Reach {
        limb: footwork_annotate::Limb::LeftHand,
        point: Vec3::NAN,
        at: 0.1,
        ease: 0.2,
        weight: 1.0,
    });
    let mind = stage.add_mind(Play { what });
    let rig = stage.add_rig(rig);
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    (0..60).for_each(|_| stage.step());
    assert!(is_sound(&stage));
}

#[test]
fn two_actors_in_one_place_touch_and_go_on() {
    let mut stage = empty();
    let rig = stage.add_rig(rig());
    for _ in 0..2 {
        stage.add_actor(rig, None, Transform::IDENTITY).unwrap();
    }
    stage.step();
    assert_eq!(stage.contacts().len(), 1);
    let contact = stage.contacts()[0];
    assert!(contact.point.is_finite() && contact.depth > 0.1 && contact.velocity.is_finite());
    let told = stage.events().iter().filter(|e| matches!(e.happening, Happening::Contact { .. })).count();
    assert_eq!(told, 2);
    (0..100).for_each(|_| stage.step());
    assert!(is_sound(&stage) && stage.contacts().len() == 1, "they still touch, and nobody is told again");
}

#[test]
fn cues_that_are_none_are_refused_at_the_door() {
    let mut stage = empty();
    let rig = stage.add_rig(rig());
    let to = stage.add_actor(rig, None, Transform::IDENTITY).unwrap();
    let bad = [
        Ask::Stick(Vec2::NAN),
        Ask::Button { button: 32, down: true },
        Ask::Target(Vec3::INFINITY),
        Ask::Push { point: Vec3::ZERO, impulse: Vec3::NAN },
    ];
    for ask in bad {
        assert_eq!(stage.cue(Cue { tick: 0, to, ask }), Err(CastError::BadCue));
    }
    let nobody = Cue { tick: 0, to: ActorId(9), ask: Ask::Stick(Vec2::X) };
    assert_eq!(stage.cue(nobody), Err(CastError::NoSuchActor(ActorId(9))));
    // A stick is never further out than it goes, and late is better than never.
    (0..5).for_each(|_| stage.step());
    stage.cue(Cue { tick: 1, to, ask: Ask::Stick(Vec2::new(7.0, 0.0)) }).unwrap();
    stage.step();
    assert_eq!(stage.actor(to).unwrap().controls().stick, Vec2::X);
}

#[test]
fn what_is_not_on_the_stage_is_named() {
    let mut stage = empty();
    let rig_id = stage.add_rig(rig());
    let mut other = empty();
    let mind = other.add_mind(Play { what: Move::whole(&rig(), 0) });
    assert_eq!(other.add_actor(rig_id, None, Transform::IDENTITY), Err(CastError::NoSuchRig(rig_id)));
    assert_eq!(stage.add_actor(rig_id, Some(mind), Transform::IDENTITY), Err(CastError::NoSuchMind(mind)));
    let nowhere = Transform::new(Quat::IDENTITY, Vec3::NAN);
    assert!(matches!(stage.add_actor(rig_id, None, nowhere), Err(CastError::NoPlace(_))));
    let actor = stage.add_actor(rig_id, None, Transform::IDENTITY).unwrap();
    assert_eq!(other.restore(&stage.snapshot()), Err(RestoreError::OtherRig { rig: 0 }));
    assert!(other.set_mind(actor, Some(mind), true).is_err() && other.watch(actor, 1).is_err());
}

#[test]
fn settings_that_make_no_stage_are_refused() {
    let refuse = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        Stage::new(settings, 1).err()
    };
    assert_eq!(refuse(|s| s.step = 0.0), Some(SettingsError::Step(0.0)));
    assert!(matches!(refuse(|s| s.step = f32::NAN), Some(SettingsError::Step(_))));
    assert_eq!(refuse(|s| s.release = Spring::critical(0.0)), Some(SettingsError::Spring("release")));
    assert_eq!(refuse(|s| s.hold = -1.0), Some(SettingsError::Length("hold")));
    assert_eq!(refuse(|s| s.floor = f32::NAN), Some(SettingsError::Length("floor")));
    assert_eq!(refuse(|s| s.transition = Spring::PAPER), None);
}

#[test]
fn repertoires_and_graphs_that_cannot_be_played_are_refused() {
    let full = common::repertoire(Show::Locomotion, 5.0, &[1]);
    let none = Repertoire { takes: vec![], ..full.clone() };
    assert_eq!(Rig::new(Arc::new(none)).err(), Some(RigError::NoTake));
    let joint = Joint { name: "a".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
    let other = Skeleton::new(vec![joint]).unwrap();
    let strange = Repertoire { skeleton: other, ..full };
    assert!(matches!(Rig::new(Arc::new(strange)), Err(RigError::OtherBody { joints: 1, .. })));
    let rig = rig();
    let settings = WanderSettings::default();
    let refused = Wander::new(&rig, &Edges::default(), &settings);
    assert!(matches!(refused, Err(WanderError::OtherRepertoire { graph: 0, repertoire: 1 })));
    let refused = Wander::new(&rig, &Edges::new(&[601], []), &settings);
    assert_eq!(refused.unwrap_err().to_string(), "no edge of the graph leads on for ever");
}

#[test]
fn a_body_with_no_roles_and_one_frame_only_still_stands() {
    let joint =
        |name: &str, parent| Joint { name: name.into(), parent, offset: Vec3::Y, rest: Quat::IDENTITY };
    let skeleton = Skeleton::new(vec![joint("x", None), joint("y", Some(0))]).unwrap();
    let clip = Clip::still(&skeleton, "still", 30.0, Pose::rest(&skeleton)).unwrap();
    let takes = vec![Take::new(clip, Annotation::default())];
    let rig = Rig::new(Arc::new(Repertoire { skeleton, takes })).unwrap();
    let mut stage = empty();
    let mind = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
    let rig = stage.add_rig(rig);
    stage.add_actor(rig, None, Transform::new(Quat::from_rotation_y(1.0), Vec3::X)).unwrap();
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    (0..100).for_each(|_| stage.step());
    assert!(is_sound(&stage));
    let at = stage.actor(ActorId(0)).unwrap().world()[1].translation;
    assert!((at - Vec3::new(1.0, 2.0, 0.0)).length() < 1e-3, "{at}");
}
