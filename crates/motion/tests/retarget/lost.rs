//! What one rig has joints for and another has not: where it goes, and what comes back.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Retarget, Role, Side, Skeleton, Stance, WorldClip};

use super::rigs::rigs;
use super::{Person, people, planted, same_again};

fn rig(people: &[Person], name: &str) -> Person {
    let found = people.iter().find(|person| person.name.starts_with(name)).unwrap();
    Person::new(name, found.skeleton.clone(), found.clip.clone())
}

/// Turns a joint relative to its parent in every frame, by that in the parent's frame.
fn turned(mut person: Person, joint: &str, by: Quat) -> Person {
    let joint = person.skeleton.find(joint).unwrap();
    for frame in 0..person.clip.frames() {
        let own = &mut person.clip.rotations_mut(frame)[joint];
        *own = by * *own;
    }
    person
}

/// From between the hips to the chest.
fn trunk(person: &Person, frame: usize) -> Vec3 {
    let world = person.world();
    let [left, right, chest] =
        [Role::LeftHip, Role::RightHip, Role::Chest].map(|role| person.at(&world, frame, role));
    chest - 0.5 * (left + right)
}

#[test]
fn a_body_without_a_spine_leans_as_the_source_does_and_brings_it_back() {
    let people = people(true);
    for name in ["bare", "performer", "Bandai"] {
        let to = rig(&people, name);
        // All of it in the lowest joint of the back, which no other rig has.
        let from = turned(rig(&people, "CMU"), "LowerBack", Quat::from_rotation_x(0.35));
        let carried = from.onto(&to);
        for frame in (0..from.clip.frames()).step_by(20) {
            let off = trunk(&from, frame).angle_between(trunk(&carried, frame)).to_degrees();
            assert!(off < 2.0, "the trunk of {name} points {off}° elsewhere in frame {frame}");
        }
        let (share, worst) = same_again(&from, &carried.onto(&from));
        assert!(share > 0.95, "{name}: {share}, not {worst}");
    }
}

#[test]
fn wrists_of_two_joints_bend_those_of_one() {
    let people = people(false);
    let to = rig(&people, "performer");
    let straight = rig(&people, "CMU").onto(&to);
    let bent = turned(rig(&people, "CMU"), "LeftFingerBase", Quat::from_rotation_z(0.7)).onto(&to);
    let wrist = to.skeleton.joint(Role::LeftWrist).unwrap();
    let (a, b) = (straight.world(), bent.world());
    for frame in (0..a.frames()).step_by(20) {
        let angle = a.frame(frame)[wrist].rotation.angle_between(b.frame(frame)[wrist].rotation);
        assert!((angle - 0.7).abs() < 0.01, "the hand turns by {angle} rad in frame {frame}");
    }
}

#[test]
fn collar_bones_that_the_source_lacks_are_held_as_the_target_usually_does() {
    let people = people(false);
    let from = rig(&people, "bare");
    let low = Quat::from_rotation_z(-0.35);
    let to = turned(rig(&people, "performer"), "LeftCollar", low);
    // A stance that knows how the body usually moves.
    let to = Person::new("performer", to.skeleton, to.clip);
    let collar = to.skeleton.find("LeftCollar").unwrap();
    let held = |to: &Person| {
        let carried = from.onto(to);
        let frames = (0..carried.clip.frames()).step_by(20);
        frames.map(|frame| carried.clip.frame(frame).rotations[collar]).collect::<Vec<_>>()
    };
    let usual = to.clip.frame(0).rotations[collar];
    assert!(held(&to).iter().all(|own| own.angle_between(usual) < 0.05), "as in its own takes");
    let still = Person { stance: Stance::at_rest(&to.skeleton).unwrap(), ..to };
    let rest = still.skeleton.rest()[collar];
    assert!(held(&still).iter().all(|own| own.angle_between(rest) < 1e-3), "as at rest");
}

/// How far the legs of a body are stretched, of their length, in frames in which their feet are planted.
fn stretches(person: &Person, stands: &[Vec<bool>; 2]) -> Vec<f32> {
    let world = person.world();
    let stretch = |side: Side, frame: usize| {
        let [hip, knee, ankle, _] = side.leg().map(|role| person.at(&world, frame, role));
        hip.distance(ankle) / (hip.distance(knee) + knee.distance(ankle))
    };
    let moments = Side::BOTH.into_iter().zip(stands).flat_map(|(side, stands)| {
        (0..stands.len()).filter(|&frame| stands[frame]).map(move |frame| (side, frame))
    });
    moments.map(|(side, frame)| stretch(side, frame)).collect()
}

#[test]
fn legs_on_longer_feet_bend_as_the_sources_do() {
    let from = rig(&people(false), "performer");
    let mut long = rigs().swap_remove(0).1;
    for role in [Role::LeftToe, Role::RightToe] {
        let toe: usize = Skeleton::joint(&long, role).unwrap();
        let offset = long.offsets()[toe];
        long.set_offset(toe, Vec3::new(offset.x, offset.y, 1.5 * offset.z));
    }
    let to = Person {
        name: "long feet".into(),
        stance: Stance::at_rest(&long).unwrap(),
        skeleton: long,
        clip: from.clip.clone(),
    };
    let carried = from.onto(&to);
    let world = from.world();
    let stands = Side::BOTH.map(|side| planted(&from, &world, side));
    let (own, worn) = (stretches(&from, &stands), stretches(&carried, &stands));
    let off = own.iter().zip(&worn).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(off < 0.01, "a leg is stretched {off} of its length more or less");
}

#[test]
fn a_root_on_the_ground_goes_beneath_hips_that_move_against_it() {
    let people = people(false);
    let (from, vrm) = (rig(&people, "performer"), rig(&people, "VRM").skeleton);
    let hips = vrm.joint(Role::Hips).unwrap();
    let vrm = vrm.with_movers(&[hips]).unwrap();
    let stance = Stance::at_rest(&vrm).unwrap();
    let there = || Retarget::new(&from.skeleton, &from.stance, &vrm, &stance).unwrap();
    let plain = there().clip(&from.clip, &from.skeleton, &vrm).unwrap();
    let rooted = there().root_beneath().clip(&from.clip, &from.skeleton, &vrm).unwrap();
    let (a, b) = (WorldClip::new(&vrm, &plain), WorldClip::new(&vrm, &rooted));
    for frame in (0..a.frames()).step_by(20) {
        // The body is where it would be, and only what carries it differs.
        for joint in hips..vrm.len() {
            assert!(
                a.position(frame, joint).distance(b.position(frame, joint)) < 1e-4,
                "{}",
                vrm.name(joint)
            );
        }
        let (root, body) = (b.position(frame, 0), b.position(frame, hips));
        assert_eq!(root.y, 0.0);
        assert!(Vec3::new(root.x - body.x, 0.0, root.z - body.z).length() < 0.06, "{root} below {body}");
    }
    assert!(b.position(0, 0).distance(b.position(b.frames() - 1, 0)) > 1.0, "it goes along");
}
