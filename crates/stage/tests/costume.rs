//! Actors in a game's own skeleton: where the stage puts them, and on held feet.

use crate::common;
use footwork_motion::{Joint, Role, Side, Skeleton, Transform, quality};
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderSettings};
use footwork_stage::{ActorId, Costume, Rig, Settings, Stage};
use glam::{Quat, Vec3};

/// A character of a game: larger, with its own axes, names with a namespace, two twist bones to a forearm.
fn character(rig: &Rig, size: f32) -> Skeleton {
    let own = rig.skeleton();
    let turn = |joint: usize| Quat::from_rotation_x(0.4 * joint as f32) * Quat::from_rotation_z(1.57);
    let mut joints: Vec<Joint> = own
        .joints()
        .enumerate()
        .map(|(index, joint)| {
            let above = joint.parent.map_or(Quat::IDENTITY, turn);
            Joint {
                name: format!("hero:{}", joint.name),
                offset: size * (above.conjugate() * joint.offset),
                rest: above.conjugate() * joint.rest * turn(index),
                ..joint
            }
        })
        .collect();
    for side in Side::BOTH {
        let elbow = own.joint(side.arm()[1]).unwrap();
        for twist in 0..2 {
            let offset = 0.3 * (twist as f32 + 1.0) * joints[own.joint(side.arm()[2]).unwrap()].offset;
            let name = format!("hero:{side:?}ForeArmTwist{twist}");
            joints.push(Joint { name, parent: Some(elbow), offset, rest: Quat::IDENTITY });
        }
    }
    Skeleton::new(joints).unwrap()
}

fn walkers() -> (Stage, ActorId, std::sync::Arc<Rig>) {
    let rig = std::sync::Arc::new(common::rig(Show::Locomotion, 30.0, &[1]));
    let ways = common::edges(&rig, 5, 0.2);
    let mut stage = Stage::new(Settings::default(), 3).unwrap();
    let mind = stage.add_mind(Wander::new(&rig, &ways, &WanderSettings::default()).unwrap());
    let id = stage.add_rig(rig.clone());
    let at = Transform::new(Quat::from_rotation_y(1.0), Vec3::new(30.0, 0.0, -20.0));
    let actor = stage.add_actor(id, Some(mind), at).unwrap();
    (stage, actor, rig)
}

/// m/s, of all ankles that the stage holds: of the actor, and in costume.
fn slides(stage: &mut Stage, actor: ActorId, costume: &Costume) -> [f32; 2] {
    let mut worn = costume.worn();
    let mut before: Option<[[Vec3; 2]; 2]> = None;
    let (mut moved, mut held) = ([0.0_f32; 2], 0);
    let ball = |skeleton: &Skeleton, joints: &[Transform], side: Side| {
        skeleton.site(side.leg()[3]).unwrap().position(joints)
    };
    for _ in 0..600 {
        stage.step();
        let me = stage.actor(actor).unwrap();
        costume.show(me, &mut worn);
        let now = Side::BOTH.map(|side| {
            [ball(me.rig().skeleton(), me.world(), side), ball(costume.skeleton(), &worn.joints, side)]
        });
        for side in [0, 1] {
            if let Some(before) = before.filter(|_| me.is_planted(side)) {
                held += 1;
                for who in [0, 1] {
                    let step = now[side][who] - before[side][who];
                    moved[who] += Vec3::new(step.x, 0.0, step.z).length();
                }
            }
        }
        before = Some(now);
    }
    assert!(held > 200, "{held} moments on held feet");
    moved.map(|metres| 60.0 * metres / held as f32)
}

#[test]
fn held_feet_stay_held_in_costumes_of_any_size() {
    for size in [0.8, 1.0, 1.2] {
        let (mut stage, actor, rig) = walkers();
        let costume = Costume::new(&rig, character(&rig, size)).unwrap();
        let [own, worn] = slides(&mut stage, actor, &costume);
        assert!(worn < own + 0.01, "size {size}: {worn} m/s, the actor's own {own}");
    }
}

#[test]
fn who_wears_a_costume_stands_where_the_stage_says_and_on_the_floor() {
    for size in [0.8, 1.2] {
        let (mut stage, actor, rig) = walkers();
        let costume = Costume::new(&rig, character(&rig, size)).unwrap();
        let mut worn = costume.worn();
        let (mut aside, mut soles) = (Vec::new(), Vec::new());
        for _ in 0..300 {
            stage.step();
            let me = stage.actor(actor).unwrap();
            costume.show(me, &mut worn);
            let hips = [
                rig.skeleton().site(Role::Hips).unwrap().position(me.world()),
                costume.skeleton().site(Role::Hips).unwrap().position(&worn.joints),
            ];
            let off = hips[1] - hips[0];
            aside.push(Vec3::new(off.x, 0.0, off.z).length());
            for side in [Side::Left, Side::Right].into_iter().filter(|side| me.is_planted(*side as usize)) {
                let height = |skeleton: &Skeleton, joints: &[Transform]| {
                    skeleton.site(side.leg()[2]).unwrap().position(joints).y
                };
                soles.push(
                    (height(costume.skeleton(), &worn.joints) - size * height(rig.skeleton(), me.world()))
                        .abs(),
                );
            }
        }
        assert!(quality::percentile(aside.clone(), 0.95) < 0.05, "{}", quality::percentile(aside, 0.95));
        assert!(quality::percentile(soles.clone(), 0.95) < 0.01, "{}", quality::percentile(soles, 0.95));
    }
}

#[test]
fn hands_that_hold_something_are_where_the_actors_are() {
    let (mut stage, actor, rig) = walkers();
    let costume = Costume::new(&rig, character(&rig, 1.1)).unwrap();
    let mut worn = costume.worn();
    for _ in 0..120 {
        stage.step();
        let me = stage.actor(actor).unwrap();
        costume.show_holding(me, [true, false], &mut worn);
        let hand = |skeleton: &Skeleton, joints: &[Transform]| {
            skeleton.site(Role::LeftHand).unwrap().position(joints)
        };
        let away = hand(rig.skeleton(), me.world()).distance(hand(costume.skeleton(), &worn.joints));
        assert!(away < 0.01, "{away} m");
        let mut placed = worn.joints.clone();
        footwork_motion::kinematics::world(costume.skeleton(), worn.pose.view(), &mut placed);
        for (a, b) in placed.iter().zip(&worn.joints) {
            assert!(a.translation.distance(b.translation) < 1e-3, "the pose puts the joints where they are");
        }
    }
}
