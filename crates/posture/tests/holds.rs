//! Soft and hard constraints: what can be met is met, what cannot is let go and named, and nothing breaks.

use crate::common::{STEP, rig, standing};
use footwork_motion::{Pose, Rng, Role, Skeleton, Transform, kinematics};
use footwork_performer::Show;
use footwork_posture::hold::{self, Hold};
use footwork_posture::soft::{self, Gains, Target};
use footwork_posture::world::Acting;
use footwork_posture::{Doll, PhysicalBody};
use footwork_stage::Rig;
use glam::Vec3;

const GAINS: Gains = Gains { half_life: 0.1, most: 60.0, most_turning: 400.0, carried: 1.0 };

fn targets(stand: &Doll) -> Vec<Target> {
    let target = |(link, state): (usize, &footwork_posture::LinkState)| Target {
        link,
        at: state.at,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
    };
    stand.links.iter().enumerate().map(target).collect()
}

/// A step of a body that follows targets and is held.
fn held_step(
    body: &PhysicalBody,
    skeleton: &Skeleton,
    doll: &mut Doll,
    targets: &[Target],
    holds: &mut Vec<Hold>,
) -> Vec<Hold> {
    let mut forces = Vec::new();
    soft::follow(body, doll, targets, &GAINS.softened(hold::wishes(holds)), STEP, &mut forces);
    let acting = Acting { tone: 0.3, forces: &forces, ..Acting::default() };
    hold::step(body, skeleton, doll, &acting, holds, STEP).released
}

/// m, where a point of a link is in the pose that is shown.
fn shown(body: &PhysicalBody, skeleton: &Skeleton, doll: &Doll, hold: &Hold) -> Vec3 {
    let mut pose = Pose::rest(skeleton);
    doll.pose(body, skeleton, &mut pose);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, pose.view(), &mut world);
    world[body.links[hold.link as usize].joint].point(hold.point)
}

fn the_rig() -> std::sync::Arc<Rig> {
    rig(&[Show::named("falling").expect("a show")], 20.0)
}

/// Both hands, at places that are so far from where they are.
fn hands(body: &PhysicalBody, doll: &Doll, away: Vec3) -> Vec<Hold> {
    let hold = |(role, priority)| {
        let link = body.find(role).expect("a hand");
        let point = body.links[link].centre;
        Hold::new(link as u32, point, doll.links[link].at.point(point) + away, priority)
    };
    [(Role::LeftWrist, 5), (Role::RightWrist, 6)].map(hold).to_vec()
}

fn feet(body: &PhysicalBody, doll: &Doll) -> Vec<Hold> {
    let hold = |role| {
        let link = body.find(role).expect("a foot");
        Hold::new(link as u32, Vec3::ZERO, doll.links[link].at.translation, 9)
    };
    [Role::LeftAnkle, Role::RightAnkle].map(hold).to_vec()
}

#[test]
fn hands_and_feet_that_can_be_held_are_held_within_five_millimetres() {
    let rig = the_rig();
    let (body, stand) = standing(&rig);
    // Hands that hang are held lower by the trunk, which is to stay as it is and has to yield.
    let places = [[0.0, 0.15, 0.2], [0.1, 0.0, 0.25], [0.0, 0.05, 0.15], [0.0, -0.08, 0.1]];
    for away in places.map(Vec3::from) {
        let mut doll = stand.clone();
        let mut holds = feet(&body, &stand);
        holds.extend(hands(&body, &stand, away));
        for tick in 0..120 {
            let released = held_step(&body, rig.skeleton(), &mut doll, &targets(&stand), &mut holds);
            assert!(released.is_empty(), "{away} {tick} {released:?}");
        }
        for hold in &holds {
            let off = (shown(&body, rig.skeleton(), &doll, hold) - hold.to).length();
            assert!(off < 0.005, "{away} {}: {off}", body.links[hold.link as usize].role);
        }
    }
}

#[test]
fn legs_that_cross_are_both_held() {
    let rig = the_rig();
    let (body, stand) = standing(&rig);
    let mut doll = stand.clone();
    let mut holds = feet(&body, &stand);
    // The left foot beside the right one, past it by the width of a shin: calves of people touch so, and give way.
    let across = (holds[1].to - holds[0].to).with_y(0.0);
    holds[0].to += across + 0.03 * across.normalize();
    for tick in 0..150 {
        let released = held_step(&body, rig.skeleton(), &mut doll, &targets(&stand), &mut holds);
        assert!(released.is_empty(), "{tick} {released:?}");
    }
    for hold in &holds {
        let off = (shown(&body, rig.skeleton(), &doll, hold) - hold.to).length();
        assert!(off < 0.005, "{}: {off}", body.links[hold.link as usize].role);
    }
}

#[test]
fn of_what_cannot_be_held_together_the_least_important_is_let_go_and_the_rest_is_met() {
    let rig = the_rig();
    let (body, stand) = standing(&rig);
    let mut doll = stand.clone();
    let mut holds = feet(&body, &stand);
    holds.extend(hands(&body, &stand, Vec3::new(0.0, 0.1, 0.1)));
    // The left hand, two metres off.
    holds[2].to += 2.0 * Vec3::Z;
    let mut released = Vec::new();
    for _ in 0..240 {
        released.extend(held_step(&body, rig.skeleton(), &mut doll, &targets(&stand), &mut holds));
    }
    assert_eq!(released.len(), 1, "{released:?}");
    assert_eq!(released[0].priority, 5);
    for hold in &holds {
        let off = (shown(&body, rig.skeleton(), &doll, hold) - hold.to).length();
        assert!(off < 0.005, "{}: {off}", body.links[hold.link as usize].role);
    }
}

#[test]
fn random_sets_of_holds_half_of_them_impossible_never_break_a_body() {
    let rig = the_rig();
    let (body, stand) = standing(&rig);
    let all = targets(&stand);
    for number in 0..16 {
        let mut rng = Rng::stream(11, number);
        let mut doll = stand.clone();
        let impossible = number % 2 == 1;
        let reach = if impossible { 6.0 } else { 0.15 };
        let mut point = || Vec3::new(rng.signed(), rng.signed(), rng.signed()) * reach;
        let mut holds = feet(&body, &stand);
        for (hold, away) in hands(&body, &stand, Vec3::ZERO).into_iter().zip([point(), point()]) {
            holds.push(Hold { to: hold.to + away, ..hold });
        }
        let mut released = 0;
        for _ in 0..180 {
            released += held_step(&body, rig.skeleton(), &mut doll, &all, &mut holds).len();
            assert!(doll.is_sound(&body, rig.skeleton()), "{number}");
            // What a body of 67 kg has at 4.5 m/s.
            assert!(doll.kinetic_energy(&body) < 700.0, "{number}: {}", doll.kinetic_energy(&body));
        }
        assert!(!impossible || released > 0, "{number}");
    }
}

#[test]
fn targets_and_holds_that_are_no_numbers_are_left_out_and_named() {
    let rig = the_rig();
    let (body, stand) = standing(&rig);
    let mut doll = stand.clone();
    let mut wrong = targets(&stand);
    wrong[3].at.translation.x = f32::NAN;
    wrong[4].at.translation.y = f32::INFINITY;
    wrong[5].link = 99;
    let mut holds = feet(&body, &stand);
    holds[0].to = Vec3::NAN;
    holds[1].link = 77;
    let released = held_step(&body, rig.skeleton(), &mut doll, &wrong, &mut holds);
    assert_eq!((released.len(), holds.len()), (2, 0));
    assert!(doll.is_sound(&body, rig.skeleton()));
}
