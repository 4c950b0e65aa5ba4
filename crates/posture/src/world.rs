//! One step of one body's world: its links, the floor and what is around it, on rapier.
//!
//! The world is built from plain numbers, stepped once and read off again, every step. So a snapshot is those numbers, and
//! restoring one gives the same bits: there is nothing else to restore. It costs the building, and the contacts' warm start,
//! which the solver's sub-steps make up for (`docs/posture.md` has both measured).
//!
//! What would be corrected at once, and so throw the body about, is corrected at a bounded speed instead: a joint beyond its
//! range, and a point that is to be held elsewhere, come in by so much a step.

use footwork_motion::{Skeleton, Transform};
use footwork_stage::ActorId;
use glam::{Quat, Vec3};
use rapier3d::prelude::*;

use crate::body::{Link, PhysicalBody, turn};
use crate::doll::{Doll, LinkState, turn_between};

/// What acts on a body in a step besides its weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acting<'a> {
    /// From 0, limp, to 1: as stiff as muscles can make it.
    pub tone: f32,
    /// The same for each link, where its joint is stiffer than that; none of none.
    pub tones: &'a [f32],
    /// Forces and torques on links, such as those of soft constraints.
    pub forces: &'a [Force],
    /// Points that are held.
    pub holds: &'a [Held],
    /// What else is there to touch.
    pub around: &'a [Obstacle],
}

/// A force and a torque on a link during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Force {
    /// Which link.
    pub link: usize,
    /// N, at its centre of mass.
    pub force: Vec3,
    /// N·m
    pub torque: Vec3,
}

/// A point of a link that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Which link.
    pub link: usize,
    /// m, in its frame.
    pub point: Vec3,
    /// m, in the world.
    pub to: Vec3,
}

/// Something that is there, and does not give way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Whose body it is of; nobody's if it is a prop.
    pub whose: Option<ActorId>,
    /// What it is.
    pub shape: Shape,
    /// Where it is.
    pub at: Transform,
    /// m/s
    pub velocity: Vec3,
}

impl Obstacle {
    /// m, the point in its middle that is nearest to a point of the world.
    fn nearest(&self, point: Vec3) -> Vec3 {
        match self.shape {
            Shape::Capsule(ends, _) => {
                let [a, b] = ends.map(|end| self.at.point(end));
                let along = b - a;
                let share = (point - a).dot(along) / along.length_squared().max(1e-9);
                a + share.clamp(0.0, 1.0) * along
            }
            Shape::Block(_) => self.at.translation,
        }
    }
}

/// What an obstacle is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// m, a line in its own frame and a radius.
    Capsule([Vec3; 2], f32),
    /// m, half its sizes.
    Block(Vec3),
}

/// What a body gave to somebody whom it touched in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressed {
    /// To whom.
    pub whom: ActorId,
    /// m, where, in the world.
    pub point: Vec3,
    /// N·s, as to something that does not give way.
    pub impulse: Vec3,
}

/// rad/s. How fast a joint that is beyond its range is pulled in: about as fast as a limb falls.
const PULL_IN: f32 = 3.0;
/// m/s. How fast a point that is to be held elsewhere is drawn there: as a hand reaches.
const DRAW_IN: f32 = 2.0;
/// m/s and rad/s. How fast bodies are pushed out of each other and out of the floor, and joints into their range. With 1,
/// knees are 13° off in an impact.
const PUSH_OUT: f32 = 3.0;
/// rad. A joint is this far out of its range before it is put right beside the solver: one degree.
const SLACK: f32 = 0.02;
/// m. What is deeper in the floor is lifted beside the solver.
const SUNK: f32 = 0.012;
/// m. Contacts are looked for once a step, this far ahead: what falls by 5 m/s goes 8 cm in a step. With the engine's 2 cm,
/// feet go 4 cm into the floor.
const AHEAD: f32 = 0.1;
/// Sweeps of the solver in each of its four sub-steps. Of 20 falls, ranges were exceeded by 94° at most with 1, and by 9° with 4;
/// with 8 it is no better than with 5, and takes 30 µs more.
const SWEEPS: usize = 5;
/// 1/s. What soft tissue takes out of a part's turning, in a body that moves and in one that is about to lie: without it, round
/// capsules roll and rock on for seconds.
pub(crate) const SOFT: [f32; 2] = [1.0, 6.0];
/// m/s. A body that moves slower begins to lie.
const SLOW: f32 = 0.8;
/// Of cloth and skin on a floor.
const FRICTION: f32 = 0.7;
/// 1/s. What the tissue around joints takes out of their turning when the body is limp, as a share of the muscles' strength:
/// at 3 rad/s a limp hip resists with 7 N·m. Of a body about to lie, five times that: tissue sticks.
pub(crate) const LIMP: f32 = 0.015;
/// rad. What limits and muscles are told a joint has to go at most: within a step it goes far less.
const MOST: f32 = 1.5;
/// rad. An impact turns a joint by this much more within a step, at most: 25 rad/s.
const TURNS: f32 = 0.4;
/// rad. A stiff muscle gives all its strength when the joint is this far from where it is held.
const GIVES: f32 = 0.35;
/// s. How long a stiff joint takes to stop.
const STOPS: f32 = 0.12;
/// m/s and rad/s. Nothing of a body moves faster.
const FASTEST: [f32; 2] = [40.0, 80.0];
/// s. A step that is longer is taken as this long: a body must not fall through the floor in one.
const LONGEST: f32 = 1.0 / 15.0;

// Who touches whom: what hangs on the trunk overlaps it at the joint.
const TRUNK: Group = Group::GROUP_1;
const UPPER: Group = Group::GROUP_2;
const ARM: Group = Group::GROUP_3;
const LEG: Group = Group::GROUP_4;
const OTHERS: Group = Group::GROUP_5;

/// Lets a step pass for one body. Gives back what it gave to others, one for each pair of parts that touch.
pub fn step(
    body: &PhysicalBody,
    skeleton: &Skeleton,
    doll: &mut Doll,
    acting: &Acting<'_>,
    seconds: f32,
) -> Vec<Pressed> {
    let mut world = PhysicsWorld::new();
    world.integration_parameters.dt = seconds.clamp(0.0, LONGEST);
    let parameters = &mut world.integration_parameters;
    parameters.normalized_max_corrective_velocity = PUSH_OUT;
    parameters.normalized_prediction_distance = AHEAD;
    parameters.num_internal_pgs_iterations = SWEEPS;
    // Contacts are found far enough ahead: nothing need be traced through its step.
    parameters.max_ccd_substeps = 0;
    let slow = (1.0 - doll.speed(body) / SLOW).clamp(0.0, 1.0);
    let soft = SOFT[0] + slow * (SOFT[1] - SOFT[0]);
    let links = body.links.iter().zip(&doll.links);
    let legs_meet = !both_feet_held(body, acting.holds);
    let handles: Vec<RigidBodyHandle> =
        links.map(|(link, state)| add_link(&mut world, link, state, soft, legs_meet)).collect();
    for number in 1..body.links.len() {
        if let Some(parent) = body.links[number].parent {
            let limp = LIMP * (1.0 + 4.0 * slow);
            let tone = acting.tones.get(number).map_or(acting.tone, |own| own.max(acting.tone));
            let joint = joint(body, skeleton, doll, number, parent, [limp, tone], seconds);
            world.impulse_joints.insert(handles[parent], handles[number], joint, false);
        }
    }
    add_floor(&mut world);
    for (number, obstacle) in acting.around.iter().enumerate() {
        add_obstacle(&mut world, obstacle, number);
    }
    for held in acting.holds {
        hold(&mut world, handles[held.link], &doll.links[held.link], held, seconds);
    }
    for Force { link, force, torque } in acting.forces {
        let rigid = &mut world.bodies[handles[*link]];
        rigid.add_force(*force, false);
        rigid.add_torque(*torque, false);
    }
    world.step();
    let before = doll.clone();
    read(&world, &handles, doll);
    settle(body, skeleton, &before, doll, PULL_IN * seconds);
    if acting.around.iter().any(|obstacle| obstacle.whose.is_some()) {
        pressed(&world, acting.around)
    } else {
        Vec::new()
    }
}

/// What was given to others in a step that was made: the solver's own impulses.
fn pressed(world: &PhysicsWorld, around: &[Obstacle]) -> Vec<Pressed> {
    let mut found = Vec::new();
    for pair in world.narrow_phase.contact_pairs() {
        let [Some(a), Some(b)] = [pair.collider1, pair.collider2].map(|handle| world.colliders.get(handle))
        else {
            continue;
        };
        // The normal points from the first to the second.
        let (number, link, sign) =
            if a.user_data > 0 { (a.user_data, b, -1.0) } else { (b.user_data, a, 1.0) };
        let obstacle = (number as usize).checked_sub(1).and_then(|number| around.get(number));
        let Some((obstacle, whom)) = obstacle.and_then(|obstacle| Some((obstacle, obstacle.whose?))) else {
            continue;
        };
        let impulse = sign * pair.total_impulse();
        if impulse.is_finite() && impulse != Vec3::ZERO {
            found.push(Pressed { whom, point: obstacle.nearest(link.position().translation), impulse });
        }
    }
    found
}

/// Puts right what the solver has left, from the pelvis outwards: links are at their joints again, and no joint is further out
/// of its range than it was before, less what it is pulled in by. So what is touched is what is shown.
fn settle(body: &PhysicalBody, skeleton: &Skeleton, before: &Doll, doll: &mut Doll, give: f32) {
    for number in 1..body.links.len() {
        let Some(parent) = body.links[number].parent else { continue };
        let angles = |doll: &Doll| {
            let [above, own] = [parent, number].map(|link| doll.links[link].at.rotation);
            body.angles(number, above, own)
        };
        let (then, now) = (angles(before), angles(doll));
        let mut turned = Quat::IDENTITY;
        for (at, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            let ([from, to], angle) = (now.range[at], now.now[at]);
            // How far it was out on either side, less what it is pulled in by.
            let [least, most] = then.range[at];
            let [under, over] =
                [least - then.now[at], then.now[at] - most].map(|out| (out - give).max(SLACK));
            let bounded = angle.max(from - under).min(to + over);
            turned *= turn(axis, bounded - angle);
        }
        let anchor = doll.links[parent].at.point(doll.anchor(body, skeleton, number));
        let at = &mut doll.links[number].at;
        at.rotation = (now.axes * turned * now.axes.conjugate() * at.rotation).normalize();
        at.translation = anchor;
    }
    let lowest = |(link, state): (&Link, &LinkState)| {
        link.line.map(|end| link.radius - state.at.point(end).y).into_iter().fold(0.0, f32::max)
    };
    let deepest = body.links.iter().zip(&doll.links).map(lowest).fold(0.0, f32::max);
    let up = Vec3::Y * (deepest - SUNK).clamp(0.0, give);
    doll.links.iter_mut().for_each(|state| state.at.translation += up);
}

/// Whether both feet are where they must be. Legs then need not keep each other apart: recorded legs that cross touch, and flesh gives way
/// where capsules do not, so that of two feet that can stand one was let go.
fn both_feet_held(body: &PhysicalBody, holds: &[Held]) -> bool {
    use footwork_motion::Role::*;
    [LeftAnkle, RightAnkle]
        .into_iter()
        .all(|foot| holds.iter().any(|held| body.links[held.link].role == foot))
}

pub(crate) fn add_link(
    world: &mut PhysicsWorld,
    link: &Link,
    state: &LinkState,
    soft: f32,
    legs_meet: bool,
) -> RigidBodyHandle {
    use footwork_motion::Role::*;
    let properties =
        MassProperties::with_principal_inertia_frame(link.centre, link.mass, link.inertia, link.axes);
    let (group, others) = match link.role {
        Hips | Spine | Chest | Neck | Head => (TRUNK, ARM | OTHERS),
        LeftShoulder | RightShoulder => (UPPER, OTHERS),
        LeftHip | RightHip => (UPPER, ARM | OTHERS),
        LeftElbow | RightElbow | LeftWrist | RightWrist => (ARM, TRUNK | UPPER | OTHERS),
        _ if legs_meet => (LEG, LEG | OTHERS),
        _ => (LEG, OTHERS),
    };
    let rigid = RigidBodyBuilder::dynamic()
        .pose(pose(state.at))
        .linvel(state.velocity)
        .angvel(state.spin)
        .additional_mass_properties(properties)
        .angular_damping(soft)
        .can_sleep(false);
    let collider = ColliderBuilder::capsule_from_endpoints(link.line[0], link.line[1], link.radius)
        .density(0.0)
        .friction(FRICTION)
        .collision_groups(InteractionGroups::new(group, others, InteractionTestMode::And));
    world.insert(rigid, collider).0
}

fn pose(at: Transform) -> Pose {
    Pose::from_parts(at.translation, at.rotation)
}

/// The joint of a link and its parent: where it is, how far it goes, and how its muscles hold it.
pub(crate) fn joint(
    body: &PhysicalBody,
    skeleton: &Skeleton,
    doll: &Doll,
    number: usize,
    parent: usize,
    [limp, tone]: [f32; 2],
    seconds: f32,
) -> GenericJoint {
    const AXES: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];
    let link = &body.links[number];
    let (above, own) = (doll.links[parent].at.rotation, doll.links[number].at.rotation);
    let angles = body.angles(number, above, own);
    // The engine measures angles well near zero only: so its frames fall together as the joint is now, along the axes about
    // which its angles change, and its limits are what is left of the range.
    let mut joint = GenericJoint::new(JointAxesMask::LIN_AXES);
    joint.local_frame1 =
        Pose::from_parts(doll.anchor(body, skeleton, number), (above.conjugate() * angles.axes).normalize());
    joint.local_frame2 = Pose::from_parts(Vec3::ZERO, (own.conjugate() * angles.axes).normalize());
    joint.contacts_enabled = false;
    let wanted = angles.axes.conjugate() * turn_between(own, above * doll.held[number]);
    let tone = tone.clamp(0.0, 1.0);
    let turning = (doll.links[number].spin - doll.links[parent].spin).length();
    let reach = TURNS + turning * seconds;
    let damping = link.strength * (limp + tone * STOPS);
    for (at, axis) in AXES.into_iter().enumerate() {
        let [from, to] = angles.range[at].map(|bound| bound - angles.now[at]);
        let give = PULL_IN * seconds;
        // What cannot be reached within a step need not be solved for.
        if from > -reach || to < reach {
            joint.set_limits(axis, [from.min(give).max(-MOST), to.max(-give).min(MOST)]);
        }
        joint.set_motor_model(axis, MotorModel::ForceBased);
        joint.set_motor(axis, wanted[at].clamp(-MOST, MOST), 0.0, tone * link.strength / GIVES, damping);
        joint.set_motor_max_force(axis, link.strength.max(1.0));
    }
    joint
}

pub(crate) fn add_floor(world: &mut PhysicsWorld) {
    let ground = ColliderBuilder::new(SharedShape::halfspace(Vec3::Y))
        .friction(FRICTION)
        .collision_groups(InteractionGroups::new(OTHERS, !OTHERS, InteractionTestMode::And));
    world.colliders.insert(ground);
}

fn add_obstacle(world: &mut PhysicsWorld, obstacle: &Obstacle, number: usize) {
    let shape = match obstacle.shape {
        Shape::Capsule([a, b], radius) => SharedShape::capsule(a, b, radius),
        Shape::Block(half) => SharedShape::cuboid(half.x, half.y, half.z),
    };
    let rigid =
        RigidBodyBuilder::kinematic_velocity_based().pose(pose(obstacle.at)).linvel(obstacle.velocity);
    let groups = InteractionGroups::new(OTHERS, !OTHERS, InteractionTestMode::And);
    // By which what was touched is known again: from 1 on, for links have 0.
    let collider =
        ColliderBuilder::new(shape).friction(FRICTION).collision_groups(groups).user_data(number as u128 + 1);
    world.insert(rigid, collider);
}

/// Holds a point of a link, by a ball joint to the world (appendix A.3), at most so far from where it is now as it may be
/// pulled in a step.
fn hold(world: &mut PhysicsWorld, link: RigidBodyHandle, state: &LinkState, held: &Held, seconds: f32) {
    let now = state.at.point(held.point);
    let to = now + (held.to - now).clamp_length_max(DRAW_IN * seconds);
    let anchor = world.insert_body(RigidBodyBuilder::fixed().translation(to));
    let mut joint = GenericJoint::new(JointAxesMask::LIN_AXES);
    joint.local_frame2 = Pose::from_parts(held.point, Quat::IDENTITY);
    world.impulse_joints.insert(anchor, link, joint, false);
}

/// Takes over where the links are. What is no number stays as it was, at rest.
fn read(world: &PhysicsWorld, handles: &[RigidBodyHandle], doll: &mut Doll) {
    let states = handles.iter().map(|handle| {
        let rigid = &world.bodies[*handle];
        let at = rigid.position();
        LinkState {
            at: Transform::new(at.rotation.normalize(), at.translation),
            velocity: rigid.linvel().clamp_length_max(FASTEST[0]),
            spin: rigid.angvel().clamp_length_max(FASTEST[1]),
        }
    });
    let states: Vec<LinkState> = states.collect();
    let sound = |state: &LinkState| {
        let LinkState { at, velocity, spin } = *state;
        at.rotation.is_normalized() && at.translation.is_finite() && velocity.is_finite() && spin.is_finite()
    };
    if states.iter().all(sound) {
        doll.links = states;
    } else {
        for link in &mut doll.links {
            (link.velocity, link.spin) = (Vec3::ZERO, Vec3::ZERO);
        }
    }
}
