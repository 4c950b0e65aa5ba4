//! The physical body of a rig: links with mass and thickness, joined where the skeleton is, out of roles and a table.
//!
//! The thesis models 19 boxes on ball joints (appendix A.1). Here a link is everything between two joints that a person bends
//! at, up to 16 of them; the joints in between (collar bones, a spine's middle ones, fingers, toes) keep the turn that they
//! have. A link's frame is its joint's, so that a pose read off the links is a pose of the skeleton whose bones cannot stretch.
//!
//! Where a joint bends to is not in a skeleton. Knees and elbows are seen in the takes: the mean axis they bend about. Trunk,
//! head and feet are taken to be upright and level in the most upright moment of the takes.

use footwork_motion::{Role, Skeleton, Transform, kinematics};
use footwork_stage::Rig;
use glam::{Mat3, Quat, Vec3};

use crate::angles::{Angles, Kind};
use crate::segments::{self, BodySegment};

/// One rigid part.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The role of the joint at which it begins.
    pub role: Role,
    /// That joint. The link's frame is the joint's.
    pub joint: usize,
    /// The link that it hangs on; none for the pelvis.
    pub parent: Option<usize>,
    /// kg
    pub mass: f32,
    /// m, the centre of mass, in its frame.
    pub centre: Vec3,
    /// kg·m², about the centre, along the axes of `axes`.
    pub inertia: Vec3,
    /// Its anatomical axes, in its frame: X to the left, Y up, Z to the front.
    pub axes: Quat,
    /// The axes that `axes` falls together with in the middle of the joint's range, in the parent's frame.
    pub middle: Quat,
    /// rad, about those axes.
    pub range: [[f32; 2]; 3],
    /// How that is meant.
    pub kind: Kind,
    /// N·m
    pub strength: f32,
    /// m, the line in the middle of its capsule, in its frame.
    pub line: [Vec3; 2],
    /// m
    pub radius: f32,
}

/// All of a body's links.
#[derive(Clone, Debug, PartialEq)]
pub struct PhysicalBody {
    /// Parents before children; the pelvis is the first.
    pub links: Vec<Link>,
    /// The link that every joint of the skeleton goes with.
    pub owners: Vec<u8>,
    /// kg
    pub mass: f32,
    /// m, how high the pelvis is when the body stands upright.
    pub upright: f32,
}

/// kg/m². The body mass index in the middle of what is called normal.
const MASS_INDEX: f32 = 22.0;
/// kg. A body out of a skeleton of any size weighs no less and no more.
const MASSES: [f32; 2] = [1.0, 2000.0];
/// A thin part resists turning about its length by at least this share of what it resists across it. Of a real forearm it is a
/// seventh; with that, feet and forearms flip in an impact before the solver has settled.
const STOCKY: f32 = 0.35;
/// m. A part that has no length is taken for a ball of this size.
const SHORTEST: f32 = 0.02;

impl PhysicalBody {
    /// The physical body of a rig. What the skeleton lacks is left out; a pelvis there is always.
    pub fn new(rig: &Rig) -> PhysicalBody {
        let skeleton = rig.skeleton();
        let stand = Standing::new(rig);
        let mass = mass_of(rig);
        let mut owners = vec![0_u8; skeleton.len()];
        let mut links: Vec<Link> = Vec::new();
        for (segment, joint) in starting_joints(skeleton) {
            let parent = skeleton.parent(joint).map(|parent| owners[parent] as usize);
            let parent = parent.filter(|_| !links.is_empty());
            if !links.is_empty() {
                for below in (joint..skeleton.len()).filter(|&j| skeleton.ancestors(j).any(|a| a == joint)) {
                    owners[below] = links.len() as u8;
                }
            }
            links.push(stand.link(segment, joint, parent, mass, rig.height()));
        }
        for number in 0..links.len() {
            let Some(parent) = links[number].parent else { continue };
            links[number].middle = links[parent].axes * links[number].middle;
        }
        let upright = stand.world[links[0].joint].translation.y;
        PhysicalBody { links, owners, mass, upright }
    }

    /// The number of the link that begins at a role's joint.
    pub fn find(&self, role: Role) -> Option<usize> {
        self.links.iter().position(|link| link.role == role)
    }

    /// How far a link is turned from the middle of its range. `parent` and `own` are frames in the world.
    pub fn angles(&self, link: usize, parent: Quat, own: Quat) -> Angles {
        let link = &self.links[link];
        Angles::new(link.kind, link.range, parent * link.middle, own * link.axes)
    }
}

/// kg, what somebody with a rig weighs.
pub(crate) fn mass_of(rig: &Rig) -> f32 {
    (MASS_INDEX * rig.height() * rig.height()).clamp(MASSES[0], MASSES[1])
}

/// The parts that a skeleton has, each with its joint; parents first.
fn starting_joints(skeleton: &Skeleton) -> Vec<(BodySegment, usize)> {
    let mut found: Vec<(BodySegment, usize)> = Vec::new();
    for segment in segments::all() {
        let joint = match (skeleton.site(segment.from), segment.from) {
            (Ok(site), _) => site.joint,
            (Err(_), Role::Hips) => 0,
            (Err(_), Role::Neck) => match skeleton.joint(Role::Head) {
                Ok(head) => head,
                Err(_) => continue,
            },
            (Err(_), _) => continue,
        };
        let hangs = found.first().is_none_or(|(_, pelvis)| {
            joint != *pelvis && skeleton.ancestors(joint).any(|ancestor| ancestor == *pelvis)
        });
        // Roles may be named by hand: what does not hang on the pelvis is left out. Two roles of one joint are one part.
        if hangs && found.iter().all(|(_, other)| *other != joint) {
            found.push((segment, joint));
        }
    }
    // A joint's number is higher than that of all it hangs on.
    if let Some((_, rest)) = found.split_first_mut() {
        rest.sort_by_key(|(_, joint)| *joint);
    }
    found
}

/// The most upright moment of a rig's takes, where the directions of the body are known. A rig's calm standing will not do: it may
/// kneel.
struct Standing<'a> {
    rig: &'a Rig,
    world: Vec<Transform>,
    /// Where it faces.
    facing: Quat,
}

impl<'a> Standing<'a> {
    fn new(rig: &'a Rig) -> Standing<'a> {
        let skeleton = rig.skeleton();
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let mut best: Option<(f32, Vec<Transform>, Quat)> = None;
        for (number, take) in rig.repertoire().takes.iter().enumerate() {
            for frame in (0..take.clip.frames()).step_by(take.clip.frames().div_ceil(256)) {
                kinematics::world(skeleton, take.clip.frame(frame), &mut world);
                let upright = uprightness(skeleton, &world);
                if best.as_ref().is_none_or(|(most, ..)| upright > *most) {
                    let seconds = frame as f64 / f64::from(take.clip.rate());
                    let facing = rig.ground(number as u32, seconds).unwrap_or_default().rotation;
                    best = Some((upright, world.clone(), facing));
                }
            }
        }
        let (_, world, facing) = best.unwrap_or((0.0, world, Quat::IDENTITY));
        Standing { rig, world, facing }
    }

    /// m, where a role's point is in a joint's frame.
    fn point(&self, joint: usize, role: Role) -> Option<Vec3> {
        let site = self.rig.skeleton().site(role).ok()?;
        Some(self.world[joint].inverse().point(site.position(&self.world)))
    }

    fn link(
        &self,
        segment: BodySegment,
        joint: usize,
        parent: Option<usize>,
        mass: f32,
        height: f32,
    ) -> Link {
        let start = self.point(joint, segment.from).unwrap_or(Vec3::ZERO);
        let end = segment.to.into_iter().find_map(|role| self.point(joint, role)).unwrap_or(start);
        let end = if segment.from == Role::Neck { self.crown(joint, end, height) } else { end };
        let axes = self.axes(segment.from, joint, end - start);
        let radius = segment.radius * height;
        let (line, ends) = self.shape(segment.from, joint, [start, end], radius);
        let length = (ends[1] - ends[0]).length().max(SHORTEST);
        let mass = segment.mass * mass;
        let across = mass * (segment.gyration * length) * (segment.gyration * length);
        // A solver of few sweeps needs parts that do not spin up at a touch about their length.
        let along = (0.5 * mass * radius * radius).max(STOCKY * across);
        // A short thick part resists turning as a ball does.
        let across = across.max(0.4 * mass * radius * radius);
        // Feet are long to the front, all others upwards.
        let inertia = match segment.from {
            Role::LeftAnkle | Role::RightAnkle => Vec3::new(across, across, along),
            _ => Vec3::new(across, along, across),
        };
        Link {
            role: segment.from,
            joint,
            parent,
            mass,
            centre: ends[0] + segment.centre * (ends[1] - ends[0]),
            inertia,
            axes,
            middle: segment_middle(&segment),
            range: segment.range.map(|range| range.map(f32::to_radians)),
            kind: match segment.from {
                Role::LeftElbow | Role::RightElbow | Role::LeftKnee | Role::RightKnee => Kind::Hinged,
                _ => Kind::Ball,
            },
            strength: segment.strength,
            line,
            radius,
        }
    }

    /// The capsule's line, and the ends of the part itself.
    fn shape(
        &self,
        role: Role,
        joint: usize,
        [start, end]: [Vec3; 2],
        radius: f32,
    ) -> ([Vec3; 2], [Vec3; 2]) {
        let pair = |left, right| Some([self.point(joint, left)?, self.point(joint, right)?]);
        let ends = [start, end];
        match role {
            // Wider than deep.
            Role::Hips => match pair(Role::LeftHip, Role::RightHip) {
                Some([left, right]) => ([left, right], [0.5 * (left + right), end]),
                None => (ends, ends),
            },
            Role::Chest => match pair(Role::LeftShoulder, Role::RightShoulder) {
                Some([left, right]) => {
                    // The ribs are below the shoulders, and narrower.
                    let middle = 0.5 * (start + 0.5 * (left + right));
                    ([middle + 0.22 * (left - right), middle + 0.22 * (right - left)], ends)
                }
                None => (ends, ends),
            },
            Role::LeftAnkle | Role::RightAnkle => {
                // Along the sole, from below the heel to the tip.
                let own = self.world[joint];
                let ahead = (own.rotation * (end - start)).with_y(0.0);
                let heel = own.point(start) - 0.3 * ahead;
                let tip = own.point(end) + 0.25 * ahead;
                let line = [heel, tip].map(|point| own.inverse().point(point.with_y(radius)));
                (line, ends)
            }
            _ => (ends, ends),
        }
    }

    /// The middle of the skull, above the neck's joint.
    fn crown(&self, joint: usize, head: Vec3, height: f32) -> Vec3 {
        let own = self.world[joint];
        // m. The skull's middle is about half its height above where it sits on the neck.
        let up = own.rotation.conjugate() * Vec3::Y * (0.05 * height);
        head + up
    }

    /// A link's anatomical axes in its own frame.
    fn axes(&self, role: Role, joint: usize, bone: Vec3) -> Quat {
        let upright = self.world[joint].rotation.conjugate() * self.facing;
        let hinge = match role {
            Role::LeftShoulder | Role::RightShoulder | Role::LeftElbow | Role::RightElbow => {
                self.hinge(role, joint).map(|axis| -axis)
            }
            Role::LeftHip | Role::RightHip | Role::LeftKnee | Role::RightKnee => self.hinge(role, joint),
            Role::LeftWrist | Role::RightWrist => Some(upright * Vec3::X),
            // Trunk, head and feet are upright when the body stands.
            Role::LeftAnkle | Role::RightAnkle => {
                let ahead = (self.world[joint].rotation * bone).with_y(0.0);
                let Some(ahead) = ahead.try_normalize() else { return upright };
                let axes = Quat::from_mat3(&Mat3::from_cols(Vec3::Y.cross(ahead), Vec3::Y, ahead));
                return (self.world[joint].rotation.conjugate() * axes).normalize();
            }
            _ => return upright,
        };
        let up = -bone.normalize_or_zero();
        let left = hinge.unwrap_or(upright * Vec3::X);
        let left = (left - up * left.dot(up)).try_normalize();
        match left {
            Some(left) if up != Vec3::ZERO => {
                Quat::from_mat3(&Mat3::from_cols(left, up, left.cross(up))).normalize()
            }
            _ => upright,
        }
    }

    /// The axis that a knee or an elbow bends about, in a joint's frame: the mean over the takes. None if it never bends.
    fn hinge(&self, role: Role, joint: usize) -> Option<Vec3> {
        use Role::*;
        let limb = match role {
            LeftShoulder | LeftElbow => [LeftShoulder, LeftElbow, LeftWrist],
            RightShoulder | RightElbow => [RightShoulder, RightElbow, RightWrist],
            LeftHip | LeftKnee => [LeftHip, LeftKnee, LeftAnkle],
            _ => [RightHip, RightKnee, RightAnkle],
        };
        let skeleton = self.rig.skeleton();
        let [root, middle, tip] = skeleton.roles().require_all(limb).ok()?;
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let mut sum = Vec3::ZERO;
        for take in &self.rig.repertoire().takes {
            // Some frames are enough for a mean.
            for frame in (0..take.clip.frames()).step_by(take.clip.frames().div_ceil(128)) {
                kinematics::world(skeleton, take.clip.frame(frame), &mut world);
                let [a, b, c] = [root, middle, tip].map(|site| site.position(&world));
                // As long as the limb is bent: a straight one says nothing.
                let axis = (b - a).normalize_or_zero().cross((c - b).normalize_or_zero());
                sum += world[joint].rotation.conjugate() * axis;
            }
        }
        sum.try_normalize()
    }
}

/// m. Highest of somebody who stands straight with both feet flat: how high the head is, less how far it is from above the feet,
/// and less how high the ankles are, which count so much that nobody jumps or stands on his toes.
fn uprightness(skeleton: &Skeleton, world: &[Transform]) -> f32 {
    let at = |role| skeleton.site(role).ok().map(|site| site.position(world));
    let hips = at(Role::Hips).unwrap_or(world[0].translation);
    let head = at(Role::Head).unwrap_or(hips);
    let [left, right] = [Role::LeftAnkle, Role::RightAnkle].map(|role| at(role).unwrap_or(hips));
    let feet = 0.5 * (left + right);
    let aside = |point: Vec3| (point - feet).with_y(0.0).length();
    head.y - aside(head) - aside(hips) - 3.0 * (left.y + right.y)
}

/// The middle of a joint's range against the parent's axes.
fn segment_middle(segment: &BodySegment) -> Quat {
    let [about_z, about_x] = segment.middle.map(f32::to_radians);
    turn(Vec3::Z, about_z) * turn(Vec3::X, about_x)
}

/// A turn about an axis, the same on every platform.
pub(crate) fn turn(axis: Vec3, radians: f32) -> Quat {
    let (sin, cos) = (libm::sinf(0.5 * radians), libm::cosf(0.5 * radians));
    Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}
