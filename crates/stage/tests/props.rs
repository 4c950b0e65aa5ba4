//! Props: they fly, bounce, roll, follow paths, are held and thrown, hit bodies; and where they will be is known before.

use crate::common;
use footwork_motion::{Side, Transform};
use footwork_performer::Show;
use footwork_stage::minds::Loop;
use footwork_stage::{
    ActorId, Ask, CastError, Cue, Happening, Move, Path, Prop, PropId, PropKind, PropMotion, Segment,
    Settings, Stage,
};
use glam::{Quat, Vec3};

const STEP: f32 = 1.0 / 60.0;
const BALL: PropKind = PropKind::Ball { radius: 0.11 };

fn empty() -> Stage {
    Stage::new(Settings::default(), 1).unwrap()
}

fn ball(at: Vec3, velocity: Vec3) -> Prop {
    Prop { velocity, motion: PropMotion::Flies { thrower: None }, ..Prop::new(BALL, at, 0.0) }
}

fn prop(stage: &Stage, id: PropId) -> Prop {
    *stage.view().prop(id).unwrap()
}

#[test]
fn a_ball_falls_as_gravity_has_it_at_any_frame_rate_and_bounces_as_its_material_does() {
    for step in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
        let mut stage = Stage::new(Settings { step, ..Settings::default() }, 1).unwrap();
        let id = stage.add_prop(ball(Vec3::Y * 2.0, Vec3::X * 3.0)).unwrap();
        let drop = 2.0_f32 - 0.11;
        let down = (2.0 * drop / 9.81).sqrt();
        let (mut apex, mut seconds) = (0.0_f32, 0.0);
        while seconds < 1.2 {
            stage.step();
            seconds += step;
            let Prop { position, .. } = prop(&stage, id);
            if seconds < down - step {
                let wanted = 2.0 - 0.5 * 9.81 * seconds * seconds;
                assert!((position.y - wanted).abs() < 1e-3, "{position} at {seconds}");
                assert!((position.x - 3.0 * seconds).abs() < 1e-3);
            } else if seconds > down {
                apex = apex.max(position.y - 0.11);
            }
        }
        // It comes up again by the square of what is left of its speed.
        assert!((apex - 0.63 * 0.63 * drop).abs() < 0.01, "{apex} m at steps of {step} s");
    }
}

#[test]
fn a_ball_rolls_to_rest_with_friction_and_lies_on_the_floor() {
    let mut stage = empty();
    let id = stage.add_prop(ball(Vec3::Y * 0.11, Vec3::Z * 2.0)).unwrap();
    let mut turned = 0.0_f32;
    for _ in 0..600 {
        let before = prop(&stage, id).rotation;
        stage.step();
        turned += prop(&stage, id).rotation.angle_between(before);
    }
    let rests = prop(&stage, id);
    // v²/2μg.
    let far = 2.0 * 2.0 / (2.0 * 0.05 * 9.81);
    assert!((rests.position.z - far).abs() < 0.05, "{} of {far} m", rests.position.z);
    assert_eq!((rests.velocity, rests.position.y), (Vec3::ZERO, 0.11));
    assert!((turned - far / 0.11).abs() < 0.05 * far / 0.11, "it rolled by {turned} rad");
}

#[test]
fn a_box_falls_onto_its_side_and_slides_to_rest() {
    let mut stage = empty();
    let size = Vec3::new(0.4, 0.2, 0.3);
    let mut thing = Prop::new(PropKind::Box { size }, Vec3::new(0.0, 1.0, 0.0), 0.5);
    thing.motion = PropMotion::Flies { thrower: None };
    thing.velocity = Vec3::X;
    let id = stage.add_prop(thing).unwrap();
    (0..240).for_each(|_| stage.step());
    let rests = prop(&stage, id);
    assert!((rests.position.y - 0.1).abs() < 1e-5 && rests.velocity == Vec3::ZERO, "{rests:?}");
    assert!((0.2..0.8).contains(&rests.position.x), "{rests:?}");
}

#[test]
fn a_prop_follows_its_path() {
    let mut stage = empty();
    let key = |seconds: f32, x: f32| (seconds, Transform::new(Quat::IDENTITY, Vec3::new(x, 1.0, 0.0)));
    let path = stage.add_path(Path::new(vec![key(0.0, 0.0), key(1.0, 2.0), key(2.0, 0.0)], true).unwrap());
    let follows = PropMotion::Follows { path, since: 0 };
    let id = stage.add_prop(Prop { motion: follows, ..Prop::new(BALL, Vec3::Y, 0.0) }).unwrap();
    for tick in 1..=300 {
        stage.step();
        let seconds = (tick as f32 * STEP) % 2.0;
        let wanted = if seconds < 1.0 { 2.0 * seconds } else { 4.0 - 2.0 * seconds };
        assert!((prop(&stage, id).position.x - wanted).abs() < 1e-3, "at tick {tick}");
    }
    assert!((prop(&stage, id).velocity.x.abs() - 2.0).abs() < 0.05);
    let nowhere = PropMotion::Follows { path: footwork_stage::PathId(5), since: 0 };
    let refused = stage.add_prop(Prop { motion: nowhere, ..Prop::new(BALL, Vec3::Y, 0.0) });
    assert!(matches!(refused, Err(CastError::NoSuchPath(_))));
}

/// Boxers in a loop, each at its place.
fn boxers(places: &[f32]) -> Stage {
    let rig = common::rig(Show::Boxing, 20.0, &[1]);
    let mut stage = empty();
    let mind = stage.add_mind(Loop { what: Move::new(Segment { take: 0, first: 1.0, end: 9.0 }) });
    let rig = stage.add_rig(rig);
    for x in places {
        stage.add_actor(rig, Some(mind), Transform::new(Quat::IDENTITY, Vec3::X * *x)).unwrap();
    }
    (0..30).for_each(|_| stage.step());
    stage
}

fn hand(stage: &Stage, actor: u32, side: Side) -> Transform {
    let me = stage.actor(ActorId(actor)).unwrap();
    let skeleton = me.rig().skeleton();
    let wrist = skeleton.joint(side.arm()[2]).unwrap();
    let tip = skeleton.site(side.arm()[3]).unwrap();
    Transform::new(me.world()[wrist].rotation, tip.position(me.world()))
}

#[test]
fn what_a_hand_grabs_goes_with_it_and_flies_on_as_the_hand_moved() {
    let mut stage = boxers(&[0.0]);
    let grabbed = hand(&stage, 0, Side::Right);
    let id = stage.add_prop(Prop::new(BALL, grabbed.translation + Vec3::Y * 0.1, 0.0)).unwrap();
    let to = ActorId(0);
    stage.cue(Cue { tick: 0, to, ask: Ask::Grab { prop: id, hand: Side::Right } }).unwrap();
    let hold = grabbed.inverse() * prop(&stage, id).placed();
    let mut last = prop(&stage, id).position;
    for tick in 0..120 {
        stage.step();
        let told = stage.events().iter().filter(|e| matches!(e.happening, Happening::Grabbed { .. })).count();
        assert_eq!(told, usize::from(tick == 0));
        let wanted = hand(&stage, 0, Side::Right) * hold;
        let there = prop(&stage, id);
        assert!((there.position - wanted.translation).length() < 1e-4, "at {tick}");
        assert!(there.rotation.dot(wanted.rotation).abs() > 0.9999);
        assert!(((there.position - last) / STEP - there.velocity).length() < 1e-2);
        last = there.position;
    }
    let going = prop(&stage, id).velocity;
    stage.cue(Cue { tick: 0, to, ask: Ask::Release { prop: id } }).unwrap();
    stage.step();
    let free = prop(&stage, id);
    assert!(
        (free.velocity - going + Vec3::Y * 9.81 * STEP).length() < 1e-3,
        "{} after {going}",
        free.velocity
    );
    let told = |e: &&footwork_stage::Event| matches!(e.happening, Happening::Released { velocity, .. } if velocity == going);
    assert_eq!(stage.events().iter().filter(told).count(), 1);
    (0..300).for_each(|_| stage.step());
    assert_eq!(prop(&stage, id).position.y, 0.11, "it lies on the floor");
}

#[test]
fn two_hands_of_two_actors_carry_one_box_and_one_of_them_may_leave() {
    let mut stage = boxers(&[0.0, 0.9]);
    let (left, right) = (hand(&stage, 0, Side::Left), hand(&stage, 1, Side::Right));
    let middle = 0.5 * (left.translation + right.translation);
    let span = (right.translation - left.translation).length();
    let size = Vec3::new(span, 0.2, span);
    let id = stage.add_prop(Prop::new(PropKind::Box { size }, middle, 0.0)).unwrap();
    stage.grab(ActorId(0), id, Side::Left).unwrap();
    stage.grab(ActorId(1), id, Side::Right).unwrap();
    assert_eq!(stage.grab(ActorId(1), id, Side::Left), Err(CastError::OutOfReach(id)), "two hold it");
    let start = prop(&stage, id).placed();
    let mut last = start.translation;
    for _ in 0..60 {
        stage.step();
        let (a, b) = (hand(&stage, 0, Side::Left).translation, hand(&stage, 1, Side::Right).translation);
        let there = prop(&stage, id);
        // The line between the hands is the line between the grips.
        let grips = [left.translation, right.translation].map(|at| start.inverse().point(at));
        let line = there.rotation * (grips[1] - grips[0]);
        assert!(line.normalize().dot((b - a).normalize()) > 0.9999);
        assert!((there.position - last).length() < 0.2, "no jump");
        last = there.position;
    }
    stage.remove_actor(ActorId(0)).unwrap();
    assert!((prop(&stage, id).position - last).length() < 1e-6);
    let held = |stage: &Stage| hand(stage, 1, Side::Right).inverse().point(prop(stage, id).position);
    let before = held(&stage);
    stage.step();
    assert!((held(&stage) - before).length() < 1e-3, "it stays in the other's hand, as it is");
    stage.remove_actor(ActorId(1)).unwrap();
    (0..120).for_each(|_| stage.step());
    assert!(matches!(prop(&stage, id).motion, PropMotion::Flies { .. }));
    assert!(prop(&stage, id).velocity.length() < 1e-3, "it fell, and lies");
}

#[test]
fn what_is_out_of_reach_fixed_or_gone_is_not_grabbed_or_thrown() {
    let mut stage = boxers(&[0.0]);
    let far = stage.add_prop(Prop::new(BALL, Vec3::new(5.0, 1.0, 0.0), 0.0)).unwrap();
    let wall =
        stage.add_prop(Prop::new(PropKind::Wall { length: 1.0, height: 2.0 }, Vec3::ZERO, 0.0)).unwrap();
    let me = ActorId(0);
    assert_eq!(stage.grab(me, far, Side::Left), Err(CastError::OutOfReach(far)));
    assert_eq!(stage.grab(me, wall, Side::Left), Err(CastError::FixedProp(wall)));
    assert_eq!(stage.throw(wall, Vec3::X), Err(CastError::FixedProp(wall)));
    assert_eq!(stage.throw(far, Vec3::NAN), Err(CastError::BadProp));
    assert_eq!(stage.grab(ActorId(3), far, Side::Left), Err(CastError::NoSuchActor(ActorId(3))));
    // As cues they are dropped when they are due.
    stage.cue(Cue { tick: 0, to: me, ask: Ask::Grab { prop: far, hand: Side::Left } }).unwrap();
    stage.cue(Cue { tick: 0, to: me, ask: Ask::Throw { prop: wall, velocity: Vec3::X } }).unwrap();
    stage.cue(Cue { tick: 50, to: me, ask: Ask::Throw { prop: far, velocity: Vec3::X } }).unwrap();
    stage.step();
    assert_eq!(prop(&stage, far).motion, PropMotion::Rests);
    stage.remove_prop(far).unwrap();
    assert_eq!(stage.remove_prop(far), Err(CastError::NoSuchProp(far)));
    (0..60).for_each(|_| stage.step());
    assert_eq!(stage.view().props().len(), 1);
    let next = stage.add_prop(Prop::new(BALL, Vec3::Y, 0.0)).unwrap();
    assert_eq!(next, PropId(2), "ids are never used again");
    let flat = PropKind::Ball { radius: 0.0 };
    assert_eq!(stage.add_prop(Prop::new(flat, Vec3::Y, 0.0)), Err(CastError::BadProp));
    assert_eq!(stage.add_prop(Prop::new(BALL, Vec3::NAN, 0.0)), Err(CastError::BadProp));
}

#[test]
fn a_ball_hits_a_body_bounces_off_and_the_body_gives_way() {
    let mut calm = boxers(&[0.0]);
    let mut stage = boxers(&[0.0]);
    let chest = |stage: &Stage| {
        let me = stage.actor(ActorId(0)).unwrap();
        let site = me.rig().skeleton().site(footwork_motion::Role::Chest).unwrap();
        site.position(me.world())
    };
    // At 15 m/s, hardly bent by gravity, from 2 m behind.
    let at = chest(&stage) - Vec3::Z * 2.0;
    let id = stage.add_prop(ball(at, Vec3::Z * 15.0)).unwrap();
    let (mut hits, mut most) = (Vec::new(), 0.0_f32);
    for _ in 0..60 {
        calm.step();
        stage.step();
        hits.extend(stage.events().iter().filter_map(|event| match event.happening {
            Happening::PropHit(hit) => Some((event.to, hit)),
            _ => None,
        }));
        most = most.max(chest(&calm).distance(chest(&stage)));
    }
    let (to, hit) = hits[0];
    assert_eq!((to, hit.prop), (ActorId(0), id));
    assert!((14.0..17.0).contains(&hit.velocity.z), "{hit:?}");
    // Between what it gives when it sticks and when it bounces straight back; less where it is hit at a slant.
    let straight = 0.43 * hit.velocity.length() * 1.63;
    assert!(hit.impulse.z > 0.0 && hit.impulse.length() <= straight * 1.01, "{hit:?}");
    assert!(hit.impulse.length() > 0.3 * straight, "{hit:?}");
    assert!(most > 0.004, "the chest moved by {most} m");
}

#[test]
fn where_a_prop_will_be_is_where_it_then_is() {
    let mut stage = boxers(&[0.0, 40.0]);
    let key = |seconds: f32, x: f32| (seconds, Transform::new(Quat::IDENTITY, Vec3::new(x, 1.0, 9.0)));
    let path = stage.add_path(Path::new(vec![key(0.0, 0.0), key(1.0, 2.0), key(2.0, 0.0)], true).unwrap());
    let follows = PropMotion::Follows { path, since: 3 };
    let target = PropKind::Target { radius: 0.1 };
    let held = hand(&stage, 0, Side::Left).translation;
    let all = [
        ball(Vec3::new(3.0, 1.0, 0.0), Vec3::new(1.0, 2.0, 0.0)),
        Prop { velocity: Vec3::X, ..Prop::new(target, Vec3::new(5.0, 1.0, 0.0), 0.0) },
        Prop { motion: follows, ..Prop::new(BALL, Vec3::Y, 0.0) },
        Prop::new(BALL, held, 0.0),
        Prop::new(BALL, Vec3::new(7.0, 1.0, 0.0), 0.0),
    ];
    let ids = all.map(|prop| stage.add_prop(prop).unwrap());
    stage.grab(ActorId(0), ids[3], Side::Left).unwrap();
    (0..10).for_each(|_| stage.step());
    for steps in [1_u32, 7, 30, 59] {
        let later = steps as f32 * STEP;
        let foreseen = ids.map(|id| stage.view().prop_at(id, later).unwrap());
        assert!(stage.actor(ActorId(0)).unwrap().committed() >= later, "the segment is long enough");
        (0..steps).for_each(|_| stage.step());
        for (at, id) in ids.into_iter().enumerate() {
            let there = prop(&stage, id).placed();
            let off = (there.translation - foreseen[at].translation).length();
            // A hand is foreseen without what its arm gives way to; nobody is near.
            assert!(off < if at == 3 { 0.01 } else { 1e-6 }, "prop {at} by {off} m, {steps} steps ahead");
        }
    }
    assert_eq!(stage.view().prop_at(PropId(77), 0.5), None);
}
