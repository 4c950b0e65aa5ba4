//! Heads turn to what a mind looks at, as far as a neck goes, and never with a jerk.

use crate::common;
use footwork_motion::{Role, Transform};
use footwork_performer::Show;
use footwork_stage::minds::Loop;
use footwork_stage::{ActorId, ActorView, Gaze, Move, Prop, PropId, PropKind, Settings, Stage};
use glam::{Quat, Vec3};

const ME: ActorId = ActorId(0);

/// Somebody who stands in a guard and looks at something, if at anything.
fn looking(gaze: Option<Gaze>) -> Stage {
    let rig = common::rig(Show::Boxing, 20.0, &[1]);
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let what = Move::new(rig.stand()).looking(gaze);
    let mind = stage.add_mind(Loop { what });
    let rig = stage.add_rig(rig);
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    stage
}

fn run(stage: &mut Stage, steps: u32) -> ActorView<'_> {
    (0..steps).for_each(|_| stage.step());
    stage.actor(ME).unwrap()
}

fn facing(me: ActorView<'_>) -> Vec3 {
    me.rig().head_facing(me.world()).unwrap()
}

/// Degrees between where the head faces and a point.
fn off(me: ActorView<'_>, point: Vec3) -> f32 {
    facing(me).angle_between(point - me.rig().eyes(me.world()).unwrap()).to_degrees()
}

/// A point 2 m away, so many degrees to the left of where somebody's chest points, and so high.
fn beside(degrees: f32, height: f32) -> Vec3 {
    let mut stage = looking(None);
    let me = run(&mut stage, 30);
    let shoulders = [Role::LeftShoulder, Role::RightShoulder]
        .map(|role| me.rig().skeleton().site(role).unwrap().position(me.world()));
    let ahead = (shoulders[0] - shoulders[1]).cross(Vec3::Y).with_y(0.0).normalize();
    let eyes = me.rig().eyes(me.world()).unwrap();
    eyes.with_y(height) + Quat::from_rotation_y(degrees.to_radians()) * ahead * 2.0
}

/// Degrees that a head may be off what it looks at: a guard bounces, and what its head nods by, some 4 degrees to either side, stays.
const NODS: f32 = 8.0;

#[test]
fn a_head_turns_to_a_point_a_prop_and_another_head() {
    for (degrees, height) in [(0.0, 1.5), (45.0, 1.6), (-45.0, 1.2), (60.0, 1.5), (-20.0, 2.2)] {
        let point = beside(degrees, height);
        let mut stage = looking(Some(Gaze::Point(point)));
        let off = off(run(&mut stage, 90), point);
        assert!(off < NODS, "{off} degrees off a point at {degrees}");
    }
    let point = beside(40.0, 1.4);
    let mut stage = looking(Some(Gaze::Prop(PropId(0))));
    stage.add_prop(Prop::new(PropKind::Ball { radius: 0.1 }, point, 0.0)).unwrap();
    assert!(off(run(&mut stage, 90), point) < NODS);
    let mut stage = looking(Some(Gaze::Actor(ActorId(1))));
    let rig = stage.add_rig(common::rig(Show::Boxing, 20.0, &[1]));
    let at = beside(-40.0, 0.0);
    stage.add_actor(rig, None, Transform::new(Quat::IDENTITY, at)).unwrap();
    run(&mut stage, 90);
    let other = stage.actor(ActorId(1)).unwrap();
    let eyes = other.rig().eyes(other.world()).unwrap();
    assert!(off(stage.actor(ME).unwrap(), eyes) < NODS);
}

#[test]
fn no_head_is_turned_further_than_a_neck_goes_and_what_is_behind_is_let_go() {
    let mut stage = looking(None);
    let played = facing(run(&mut stage, 120));
    let turned = |degrees: f32| {
        let mut stage = looking(Some(Gaze::Point(beside(degrees, 1.5))));
        let me = run(&mut stage, 120);
        let sound =
            me.world().iter().all(|joint| joint.translation.is_finite() && joint.rotation.is_normalized());
        assert!(sound);
        facing(me)
    };
    // A hundred degrees to a side are seventy for a neck, and a guard has its chest turned by up to twenty.
    let ahead = beside(0.0, 1.5) - beside(180.0, 1.5);
    for side in [-95.0, 95.0] {
        let angle = turned(side).with_y(0.0).angle_between(ahead).to_degrees();
        assert!((50.0..92.0).contains(&angle), "{angle} degrees at {side}");
    }
    let behind = turned(178.0).angle_between(played).to_degrees();
    assert!(behind < 1.0, "{behind} degrees off what is played");
}

#[test]
fn what_is_nowhere_is_not_looked_at() {
    let mut stage = looking(None);
    let played = facing(run(&mut stage, 60));
    let nowhere = [
        Gaze::Point(Vec3::NAN),
        Gaze::Point(Vec3::new(f32::INFINITY, 1.0, 0.0)),
        Gaze::Prop(PropId(7)),
        Gaze::Actor(ActorId(7)),
    ];
    for gaze in nowhere {
        let mut stage = looking(Some(gaze));
        assert_eq!(facing(run(&mut stage, 60)), played, "{gaze:?}");
    }
    // Right where he is, wherever that may be: anything but an end of the world.
    let mut stage = looking(Some(Gaze::Actor(ME)));
    assert!(facing(run(&mut stage, 60)).is_finite());
}

fn put(stage: &mut Stage, at: Vec3) {
    let prop = Prop { position: at, ..stage.view().props()[0] };
    stage.set_prop(prop).unwrap();
}

/// rad/s, the most by which the turning of a head that looks at nothing changes in a step.
fn jerk_as_played() -> f32 {
    let mut stage = looking(None);
    let facings: Vec<Vec3> = (0..300).map(|_| facing(run(&mut stage, 1))).collect();
    let jerk = |at: &[Vec3]| (at[2] - 2.0 * at[1] + at[0]).length() * 60.0;
    facings.windows(3).map(jerk).fold(0.0, f32::max)
}

#[test]
fn a_target_that_jumps_about_turns_no_head_with_a_jerk_and_bits_are_the_same_again() {
    let places =
        [beside(60.0, 1.5), beside(-60.0, 1.2), beside(170.0, 1.5), Vec3::splat(1e30), beside(20.0, 2.0)];
    let mut stage = looking(Some(Gaze::Prop(PropId(0))));
    stage.add_prop(Prop::new(PropKind::Ball { radius: 0.1 }, places[0], 0.0)).unwrap();
    let played = jerk_as_played();
    let mut kept = None;
    let (mut last, mut speed) = (None, None);
    for tick in 0..300 {
        let at = places[(tick / 20) % places.len()];
        put(&mut stage, at);
        stage.step();
        if tick == 150 {
            kept = Some(stage.snapshot());
        }
        let now = facing(stage.actor(ME).unwrap());
        let Some(before) = last.replace(now) else { continue };
        let turns = (now - before) * 60.0;
        assert!(turns.length() < 8.0, "{} rad/s", turns.length());
        if let Some(before) = speed.replace(turns) {
            // 70 rad/s² are 1.2 rad/s in a step; the played head comes on top.
            let jerk = (turns - before).length();
            assert!(jerk < 1.25 + played, "{jerk} rad/s in a step; as it is played {played}");
        }
    }
    let hash = stage.hash();
    stage.restore(&kept.unwrap()).unwrap();
    for tick in 151..300 {
        put(&mut stage, places[(tick / 20) % places.len()]);
        stage.step();
    }
    assert_eq!(stage.hash(), hash);
}
