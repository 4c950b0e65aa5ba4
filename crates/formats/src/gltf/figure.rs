//! A figure of capsules for any skeleton, so that its motion can be seen in any viewer.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, Skeleton, Transform};

use super::capsule::{Capsule, Mesh};

/// Shorter bones are not shown, in metres.
const SHORTEST: f32 = 0.01;

/// How thick the bones of an adult are, in metres.
mod radius {
    pub const TRUNK: f32 = 0.085;
    pub const PELVIS: f32 = 0.07;
    pub const COLLAR: f32 = 0.04;
    pub const NECK: f32 = 0.045;
    pub const HEAD: f32 = 0.085;
    pub const UPPER_ARM: f32 = 0.045;
    pub const FOREARM: f32 = 0.035;
    pub const PALM: f32 = 0.022;
    pub const FINGER: f32 = 0.011;
    pub const THIGH: f32 = 0.075;
    pub const CALF: f32 = 0.05;
    pub const FOOT: f32 = 0.038;
    pub const TOE: f32 = 0.03;
    pub const UNKNOWN: f32 = 0.03;
}

/// The leg of the adult that the radii are for, from hip to ankle, in metres.
const ADULT_LEG: f32 = 0.85;
/// How much broader a trunk is than deep.
const BREADTH: f32 = 1.5;
/// Where a head's capsule begins and ends above its joint, in metres.
const HEAD: [f32; 2] = [0.06, 0.14];

/// The figure of a body whose joints are at `world`.
pub(super) fn figure(skeleton: &Skeleton, world: &[Transform]) -> Mesh {
    let scale = skeleton.leg_length().map_or(1.0, |leg| (leg / ADULT_LEG).clamp(0.1, 10.0));
    let look = Builder { skeleton, across: across(skeleton, world), scale };
    let mut mesh = Mesh::default();
    for child in 1..skeleton.len() {
        if let Some(joint) = skeleton.parent(child) {
            look.bone(joint, world[joint].translation, world[child].translation, &mut mesh);
        }
    }
    for end in skeleton.ends() {
        let joint = world[end.joint];
        look.bone(end.joint, joint.translation, joint.point(end.offset), &mut mesh);
    }
    look.head(world, &mut mesh);
    if mesh.positions.is_empty() {
        let root = world[0].translation;
        mesh.add(0, &Capsule { from: root, to: root, radius: radius::UNKNOWN, broad: None });
    }
    mesh
}

/// The body's left in the world, if it has sides.
fn across(skeleton: &Skeleton, world: &[Transform]) -> Option<Vec3> {
    let [left, right] = Side::BOTH.map(|side| skeleton.roles().get(side.leg()[0]));
    (left?.position(world) - right?.position(world)).try_normalize()
}

struct Builder<'a> {
    skeleton: &'a Skeleton,
    across: Option<Vec3>,
    scale: f32,
}

impl Builder<'_> {
    fn bone(&self, joint: usize, from: Vec3, to: Vec3, mesh: &mut Mesh) {
        let length = from.distance(to);
        if length <= SHORTEST || self.within_head(joint) || self.above_hips(joint) {
            return;
        }
        let sideways = self.across.is_some_and(|across| across.dot((to - from) / length).abs() > 0.6);
        let (radius, trunk) = self.thickness(joint, sideways);
        // A short bone of the trunk is still broad; any other would be a ball.
        let most = length * if trunk { 1.5 } else { 0.4 };
        let broad = self.across.filter(|_| trunk).map(|across| (across, BREADTH));
        let capsule = Capsule { from, to, radius: (radius * self.scale).min(most), broad };
        mesh.add(joint as u16, &capsule);
    }

    /// The radius of a bone that begins at a joint, and whether it is of the trunk.
    fn thickness(&self, joint: usize, sideways: bool) -> (f32, bool) {
        use Role::*;
        let role_of = |joint| self.skeleton.roles().of_joint(joint);
        // A joint without a role belongs to what it hangs from.
        let role = self.skeleton.ancestors(joint).find_map(role_of);
        let itself = role_of(joint).is_some();
        let radius = match role {
            Some(Hips) if sideways => radius::PELVIS,
            Some(Spine | Chest) if sideways => radius::COLLAR,
            Some(Hips | Spine | Chest) => return (radius::TRUNK, true),
            Some(Neck | Head) => radius::NECK,
            Some(LeftShoulder | RightShoulder) => radius::UPPER_ARM,
            Some(LeftElbow | RightElbow) => radius::FOREARM,
            Some(LeftWrist | RightWrist) if itself => radius::PALM,
            Some(LeftWrist | RightWrist | LeftHand | RightHand) => radius::FINGER,
            Some(LeftHip | RightHip) => radius::THIGH,
            Some(LeftKnee | RightKnee) => radius::CALF,
            Some(LeftAnkle | RightAnkle) => radius::FOOT,
            Some(LeftToe | RightToe) => radius::TOE,
            None => radius::UNKNOWN,
        };
        (radius, false)
    }

    /// Whether a joint is the head's own or on it, such as an eye's.
    fn within_head(&self, joint: usize) -> bool {
        let head = self.skeleton.roles().get(Role::Head).filter(|head| head.offset == Vec3::ZERO);
        head.is_some_and(|head| self.skeleton.ancestors(joint).any(|above| above == head.joint))
    }

    /// Whether a joint only carries the hips, such as a root that stays on the ground: nothing of a body is there.
    fn above_hips(&self, joint: usize) -> bool {
        let hips = self.skeleton.roles().get(Role::Hips);
        hips.is_some_and(|hips| self.skeleton.ancestors(hips.joint).skip(1).any(|above| above == joint))
    }

    fn head(&self, world: &[Transform], mesh: &mut Mesh) {
        let Some(head) = self.skeleton.roles().get(Role::Head) else { return };
        let here = head.position(world);
        // Up the head is where its end is, or else on from the neck.
        let ends = self.skeleton.ends().iter().filter(|end| end.joint == head.joint);
        let tips = ends.map(|end| world[end.joint].point(end.offset));
        let children = self.skeleton.children(head.joint).map(|child| world[child].translation);
        let farthest = tips.chain(children).max_by(|a, b| here.distance(*a).total_cmp(&here.distance(*b)));
        let below = match self.skeleton.parent(head.joint) {
            Some(neck) if head.offset == Vec3::ZERO => world[neck].translation,
            _ => world[head.joint].translation,
        };
        let up = match farthest {
            Some(tip) if here.distance(tip) > SHORTEST => tip - here,
            _ => here - below,
        };
        let up = up.normalize_or(Vec3::Y) * self.scale;
        let [from, to] = HEAD.map(|height| here + up * height);
        mesh.add(head.joint as u16, &Capsule { from, to, radius: radius::HEAD * self.scale, broad: None });
    }
}
