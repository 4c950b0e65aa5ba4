//! A rig: a repertoire made ready to be played. Everything that can be known before the first step is worked out here,
//! once, and shared by all the actors that have this body.

use std::sync::Arc;

use footwork_annotate::{Limb, Repertoire, Take};
use footwork_motion::{Role, Side, Site, Skeleton, Transform, kinematics};
use glam::{Quat, Vec3};

use crate::body::Body;
use crate::contact::{BodyPart, Capsule, Hull};
use crate::gaze::Neck;
use crate::play::Segment;
use crate::stand::{self, Unrest};
use crate::tracks::{self, Track};

/// Why a repertoire cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RigError {
    #[error("the repertoire has no take; add a recording to it")]
    NoTake,
    #[error("take {name:?} has {found} joints, but the repertoire's body has {joints}")]
    OtherBody { name: String, found: usize, joints: usize },
}

/// A limb of two bones that inverse kinematics can bend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chain {
    /// Hip, knee, ankle; or shoulder, elbow, wrist.
    pub joints: [usize; 3],
    /// The parents of those.
    pub parents: [Option<usize>; 3],
    /// The ball of the foot or the hand.
    pub tip: Site,
    /// Where the middle joint sticks out to, on average, in the first joint's frame.
    pub pole: Vec3,
    /// m, how far the last joint gets from the first.
    pub reach: f32,
    /// All joints from the first outwards, each with its parent, in order.
    pub below: Vec<(u16, u16)>,
    /// Where the palm of a hand faces, in the last joint's frame: a unit vector, square to the hand.
    pub palm: Vec3,
    /// What must not go below the floor: the last joint and everything outwards, with the ends.
    pub sole: Vec<Site>,
}

/// A repertoire and what the stage knows about it.
#[derive(Clone, Debug)]
pub struct Rig {
    repertoire: Arc<Repertoire>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) legs: [Option<Chain>; 2],
    pub(crate) arms: [Option<Chain>; 2],
    pub(crate) neck: Option<Neck>,
    pub(crate) capsules: Vec<(BodyPart, Capsule)>,
    pub(crate) hull: Hull,
    /// Where each joint's bone goes.
    pub(crate) first_children: Vec<Option<u16>>,
    /// All joints that are not of a foot.
    pub(crate) above_feet: Vec<u16>,
    footing: Footing,
    stand: Segment,
    /// m, how high the hips are when it stands.
    stand_height: f32,
    height: f32,
}

/// What says where a body stands and faces.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Footing {
    hips: Site,
    /// Left and right hip, left and right shoulder.
    pairs: [Option<[Site; 2]>; 2],
}

impl Rig {
    /// Makes a repertoire ready.
    pub fn new(repertoire: Arc<Repertoire>) -> Result<Rig, RigError> {
        let skeleton = &repertoire.skeleton;
        if repertoire.takes.is_empty() {
            return Err(RigError::NoTake);
        }
        for take in &repertoire.takes {
            let (found, joints) = (take.clip.joints(), skeleton.len());
            let translated_joints = take.clip.frame(0).translations.len();
            if found != joints || translated_joints != skeleton.translated_joints().len() {
                return Err(RigError::OtherBody { name: take.clip.name.clone(), found, joints });
            }
        }
        let pair = |a, b| skeleton.roles().require_all([a, b]).ok();
        let footing = Footing {
            hips: skeleton.site(Role::Hips).unwrap_or(Site { joint: 0, offset: Vec3::ZERO }),
            pairs: [pair(Role::LeftHip, Role::RightHip), pair(Role::LeftShoulder, Role::RightShoulder)],
        };
        let height = height(skeleton);
        let capsules = crate::contact::capsules(skeleton, height);
        let mut rig = Rig {
            legs: Side::BOTH.map(|side| chain(skeleton, side.leg())),
            arms: Side::BOTH.map(|side| chain(skeleton, side.arm())),
            neck: Neck::new(skeleton, &capsules),
            hull: crate::contact::hull(&capsules),
            capsules,
            tracks: Vec::new(),
            first_children: (0..skeleton.len())
                .map(|joint| skeleton.children(joint).next().map(|child| child as u16))
                .collect(),
            above_feet: Vec::new(),
            footing,
            stand: Segment::default(),
            stand_height: 1.0,
            height,
            repertoire: repertoire.clone(),
        };
        let of_foot = |joint: &usize| {
            rig.legs.iter().flatten().any(|leg| leg.sole.iter().any(|site| site.joint == *joint))
        };
        rig.above_feet =
            (0..skeleton.len()).filter(|joint| !of_foot(joint)).map(|joint| joint as u16).collect();
        for chain in rig.legs.iter_mut().chain(&mut rig.arms).flatten() {
            chain.pole = pole(&repertoire, chain.joints);
        }
        let found: Vec<(Track, Unrest)> =
            repertoire.takes.iter().map(|take| tracks::of_take(&rig, take)).collect();
        rig.stand = stand::find(&rig, found.iter().map(|(_, unrest)| unrest));
        rig.tracks = found.into_iter().map(|(track, _)| track).collect();
        let mut pose = footwork_motion::Pose::rest(rig.skeleton());
        rig.repertoire.takes[rig.stand.take as usize].clip.sample(rig.stand.first, &mut pose);
        let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
        kinematics::world(rig.skeleton(), pose.view(), &mut world);
        rig.stand_height = rig.hips(&world).y.max(LOWEST_HIPS);
        Ok(rig)
    }

    /// What it was made of.
    pub fn repertoire(&self) -> &Repertoire {
        &self.repertoire
    }

    /// The body.
    pub fn skeleton(&self) -> &Skeleton {
        &self.repertoire.skeleton
    }

    /// A take by its number.
    #[inline]
    pub fn take(&self, take: u32) -> Option<&Take> {
        self.repertoire.takes.get(take as usize)
    }

    /// The number of the take with a name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.repertoire.takes.iter().position(|take| take.clip.name == name).map(|take| take as u32)
    }

    /// The calmest standing there is, on straight or slightly bent legs: what a body does when it is asked for what cannot be.
    pub fn stand(&self) -> Segment {
        self.stand
    }

    /// The body's parts as capsules, for touch and for show.
    pub fn capsules(&self) -> &[(BodyPart, Capsule)] {
        &self.capsules
    }

    /// m, as guessed from the legs.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// Where a take's body stands and faces at a time, as it was recorded.
    pub fn ground(&self, take: u32, seconds: f64) -> Option<Transform> {
        let clip = &self.take(take)?.clip;
        let (frame, next, weight) = tracks::locate(clip, seconds);
        let track = &self.tracks[take as usize];
        Some(tracks::between(track.ground[frame], track.ground[next], weight))
    }

    /// The number in its take of the strike that a body is in, if it has not landed yet.
    #[inline]
    pub(crate) fn striking(&self, body: &Body) -> Option<u32> {
        let frame = (body.time * f64::from(self.take(body.segment.take)?.clip.rate())) as usize;
        let number = self.tracks[body.segment.take as usize].striking(frame)?;
        (body.landed != number + 1).then_some(number)
    }

    /// Reads the two frames that follow a time of a take, so that they are at hand when they are played.
    #[inline]
    pub(crate) fn fetch(&self, take: u32, seconds: f64) {
        let (Some(known), Some(track)) = (self.take(take), self.tracks.get(take as usize)) else { return };
        let (_, next, _) = tracks::locate(&known.clip, seconds);
        for frame in next..(next + 2).min(known.clip.frames()) {
            for rotation in known.clip.frame(frame).rotations.iter().step_by(ROTATIONS_A_LINE) {
                std::hint::black_box(rotation.x);
            }
            if let Some([left, right]) = track.feet.get(frame) {
                std::hint::black_box([left.ball.x, right.ball.x]);
            }
        }
    }

    /// Whether a foot carries weight at a time of a take.
    pub fn planted(&self, take: u32, seconds: f64, side: Side) -> bool {
        self.take(take).is_some_and(|known| {
            let (frame, _, _) = tracks::locate(&known.clip, seconds);
            self.tracks[take as usize].planted(frame, side as usize)
        })
    }

    /// Where a body stands and faces: below its hips, square to the lines through its hips and its shoulders. The
    /// same as [`footwork_motion::ground::body_frame`] without its sines, for bodies that lack roles too.
    pub(crate) fn frame_of(&self, world: &[Transform]) -> Transform {
        let hips = self.footing.hips.position(world);
        let mut across = Vec3::ZERO;
        for [left, right] in self.footing.pairs.into_iter().flatten() {
            let line = left.position(world) - right.position(world);
            across += Vec3::new(line.x, 0.0, line.z).normalize_or_zero();
        }
        let facing = across.cross(Vec3::Y).try_normalize().unwrap_or_else(|| {
            let ahead = world[0].rotation * Vec3::Z;
            Vec3::new(ahead.x, 0.0, ahead.z).normalize_or(Vec3::Z)
        });
        Transform { rotation: facing_yaw(facing), translation: Vec3::new(hips.x, 0.0, hips.z) }
    }

    /// m, where the hips are of a body whose joints are there.
    pub(crate) fn hips(&self, world: &[Transform]) -> Vec3 {
        self.footing.hips.position(world)
    }

    /// How high the hips are, as a share of how high they are when it stands.
    pub(crate) fn hips_height(&self, world: &[Transform]) -> f32 {
        self.hips(world).y / self.stand_height
    }

    /// Which way the head of a body faces, whose joints are there; none if it has no head.
    pub fn head_facing(&self, world: &[Transform]) -> Option<Vec3> {
        self.neck.as_ref().map(|neck| neck.facing(world))
    }

    /// About where the eyes are in the same; none if it has no head.
    pub fn eyes(&self, world: &[Transform]) -> Option<Vec3> {
        self.neck.as_ref().map(|neck| neck.eyes.position(world))
    }

    /// The chain that moves a hand or a foot: arms are 2 and 3, legs 0 and 1.
    pub(crate) fn limb_number(limb: Limb) -> Option<usize> {
        match limb {
            Limb::LeftFoot => Some(0),
            Limb::RightFoot => Some(1),
            Limb::LeftHand => Some(2),
            Limb::RightHand => Some(3),
            _ => None,
        }
    }
}

/// The turn about the vertical that makes Z a direction on the ground. Half angles by square roots, not by sines.
pub(crate) fn facing_yaw(facing: Vec3) -> Quat {
    let cos = (0.5 * (1.0 + facing.z)).max(0.0).sqrt();
    let sin = (0.5 * (1.0 - facing.z)).max(0.0).sqrt();
    Quat::from_xyzw(0.0, if facing.x < 0.0 { -sin } else { sin }, 0.0, cos).normalize()
}

fn chain(skeleton: &Skeleton, roles: [Role; 4]) -> Option<Chain> {
    let joint = |role| skeleton.joint(role).ok();
    let joints = [joint(roles[0])?, joint(roles[1])?, joint(roles[2])?];
    // Roles may be named by hand: a chain that is none is left alone.
    let hangs = |lower: usize, upper: usize| lower != upper && skeleton.ancestors(lower).any(|j| j == upper);
    if !(hangs(joints[1], joints[0]) && hangs(joints[2], joints[1])) {
        return None;
    }
    let mut below: Vec<(u16, u16)> = Vec::new();
    for joint in joints[0] + 1..skeleton.len() {
        if let Some(parent) = skeleton.parent(joint)
            && hangs(joint, joints[0])
        {
            below.push((joint as u16, parent as u16));
        }
    }
    let outer: Vec<usize> = (0..skeleton.len()).filter(|&j| j == joints[2] || hangs(j, joints[2])).collect();
    let ends = skeleton.ends().iter().filter(|end| outer.contains(&end.joint));
    let sole = outer.iter().map(|&joint| Site { joint, offset: Vec3::ZERO });
    let sole = sole.chain(ends.map(|end| Site { joint: end.joint, offset: end.offset })).collect();
    let length = |lower: usize, upper: usize| -> f32 {
        let along = skeleton.ancestors(lower).take_while(|&joint| joint != upper);
        along.map(|joint| skeleton.offsets()[joint].length()).sum()
    };
    Some(Chain {
        joints,
        parents: joints.map(|joint| skeleton.parent(joint)),
        tip: skeleton.site(roles[3]).unwrap_or(Site { joint: joints[2], offset: Vec3::ZERO }),
        pole: Vec3::Z,
        reach: length(joints[1], joints[0]) + length(joints[2], joints[1]),
        below,
        sole,
        palm: palm(skeleton, joints[2], roles[3]),
    })
}

/// Where the palm of a hand faces, in the frame of the joint that it hangs on: nothing in a skeleton says so, but how it is drawn
/// does. Of arms that are spread it faces down, of arms that hang, inwards.
fn palm(skeleton: &Skeleton, hand: usize, tip: Role) -> Vec3 {
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, footwork_motion::Pose::rest(skeleton).view(), &mut world);
    let at = world[hand];
    let end = skeleton.site(tip).map_or(at.translation, |site| site.position(&world));
    let Some(along) = (end - at.translation).try_normalize() else { return Vec3::NEG_Y };
    let middle = skeleton.site(Role::Chest).map_or(world[0].translation, |site| site.position(&world));
    let hangs = along.y.abs() > std::f32::consts::FRAC_1_SQRT_2;
    let faces = if hangs { (middle - at.translation).with_y(0.0) } else { Vec3::NEG_Y };
    let square = faces - along * faces.dot(along);
    at.rotation.conjugate() * square.normalize_or(along.any_orthonormal_vector())
}

/// Where the middle joint of a limb sticks out to, in the first joint's frame: the mean over all takes, so that noise in
/// straight limbs does not count.
fn pole(repertoire: &Repertoire, joints: [usize; 3]) -> Vec3 {
    let mut world = vec![Transform::IDENTITY; repertoire.skeleton.len()];
    let mut sum = Vec3::ZERO;
    for take in &repertoire.takes {
        // Some frames are enough for a mean.
        for frame in (0..take.clip.frames()).step_by(take.clip.frames().div_ceil(256)) {
            kinematics::world(&repertoire.skeleton, take.clip.frame(frame), &mut world);
            let [root, middle, tip] = joints.map(|joint| world[joint].translation);
            let ahead = (tip - root).normalize_or_zero();
            let out = (middle - root) - ahead * (middle - root).dot(ahead);
            sum += world[joints[0]].rotation.conjugate() * out;
        }
    }
    sum.normalize_or(Vec3::Z)
}

/// A line of a processor's cache is 64 bytes.
const ROTATIONS_A_LINE: usize = 64 / size_of::<Quat>();
/// m. A body whose hips are lower than this while it stands does not stand: nothing is measured by it.
const LOWEST_HIPS: f32 = 0.1;
/// m. From hip to ankle is this share of a body's height (Winter).
const LEG_SHARE: f32 = 0.474;
/// m. What a body without legs is taken for.
const SOME_HEIGHT: f32 = 1.75;

fn height(skeleton: &Skeleton) -> f32 {
    let leg = Side::BOTH.into_iter().find_map(|side| chain(skeleton, side.leg()));
    leg.map_or(SOME_HEIGHT, |leg| leg.reach / LEG_SHARE)
}
