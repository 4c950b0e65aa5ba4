//! What rewards look at, frame by frame, in each take's own space: where the body stands and faces, how its centre of mass goes,
//! and where those joints are that some reward names. Worked out from a repertoire in a moment, so that it is in no file.

use footwork_annotate::Repertoire;
use footwork_motion::ground::{Place, body_frame};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Role, WorldClip};
use glam::{Vec2, Vec3};

/// One number for every frame of a repertoire, and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tracks {
    /// The number of each take's first frame, and one past the last of all.
    starts: Vec<u32>,
    ground: Vec<Place>,
    /// m/s, of the centre of mass over the ground, as the body sees it: X to the left, Y ahead.
    velocity: Vec<Vec2>,
    joints: Vec<JointTrack>,
}

/// s. Over so much a velocity is the mean, to either side.
const AROUND: f32 = 0.05;

#[derive(Clone, Debug, PartialEq)]
struct JointTrack {
    role: Role,
    /// m, where it is, frame by frame.
    at: Vec<Vec3>,
    /// The direction over the ground that it faces: X and Z of a unit vector.
    ahead: Vec<Vec2>,
}

impl Tracks {
    /// Looks at every frame.
    pub fn new(repertoire: &Repertoire, roles: &[Role]) -> Result<Tracks, MissingRole> {
        let skeleton = &repertoire.skeleton;
        let mut roles = roles.to_vec();
        roles.sort_unstable_by_key(|role| *role as usize);
        roles.dedup();
        let sites = roles.iter().map(|role| skeleton.site(*role)).collect::<Result<Vec<_>, _>>()?;
        let mut tracks = Tracks {
            starts: vec![0],
            ground: Vec::new(),
            velocity: Vec::new(),
            joints: roles
                .iter()
                .map(|&role| JointTrack { role, at: Vec::new(), ahead: Vec::new() })
                .collect(),
        };
        // Which direction of each joint faces ahead, on average, in its own frame.
        let mut fronts = vec![Vec3::ZERO; sites.len()];
        let mut rotations = vec![Vec::new(); sites.len()];
        for take in &repertoire.takes {
            let world = WorldClip::new(skeleton, &take.clip);
            let mut centres = Vec::with_capacity(world.frames());
            for frame in 0..world.frames() {
                let joints = world.frame(frame);
                let body = body_frame(skeleton, joints)?;
                tracks.ground.push(Place::new(body));
                // A body that lacks a limb is where its hips are.
                centres.push(centre_of_mass(skeleton, joints).unwrap_or(body.translation));
                for (number, site) in sites.iter().enumerate() {
                    let turned = joints[site.joint].rotation;
                    tracks.joints[number].at.push(site.position(joints));
                    fronts[number] += turned.conjugate() * (body.rotation * Vec3::Z);
                    rotations[number].push(turned);
                }
            }
            let start = tracks.velocity.len();
            let around = ((AROUND * take.clip.rate()).round() as usize).max(1);
            for frame in 0..centres.len() {
                let (before, after) = (frame.saturating_sub(around), (frame + around).min(centres.len() - 1));
                let velocity =
                    (centres[after] - centres[before]) * take.clip.rate() / (after - before).max(1) as f32;
                let velocity = Place { x: 0.0, z: 0.0, ..tracks.ground[start + frame] }.inside(velocity);
                tracks.velocity.push(Vec2::new(velocity.x, velocity.z));
            }
            tracks.starts.push(tracks.ground.len() as u32);
        }
        for (number, track) in tracks.joints.iter_mut().enumerate() {
            let front = fronts[number].normalize_or(Vec3::Z);
            track.ahead.extend(rotations[number].iter().map(|turned| {
                let ahead = *turned * front;
                Vec2::new(ahead.x, ahead.z).normalize_or(Vec2::Y)
            }));
        }
        Ok(tracks)
    }

    /// The number of a take's frame; the last one of the take if it has not so many.
    #[inline]
    pub fn number(&self, take: u32, frame: u32) -> usize {
        let (start, end) = (self.starts[take as usize], self.starts[take as usize + 1]);
        (start + frame).min(end - 1) as usize
    }

    /// Where the body stands and faces.
    #[inline]
    pub fn ground(&self, number: usize) -> &Place {
        &self.ground[number]
    }

    /// m/s, of the centre of mass over the ground, as the body sees it: X to the left, Y ahead.
    #[inline]
    pub fn velocity(&self, number: usize) -> Vec2 {
        self.velocity[number]
    }

    /// Which of the tracks is a role's, if it has one.
    pub fn joint(&self, role: Role) -> Option<usize> {
        self.joints.iter().position(|track| track.role == role)
    }

    /// Where a joint is, and the direction over the ground that it faces.
    #[inline]
    pub fn joint_at(&self, joint: usize, number: usize) -> (Vec3, Vec2) {
        (self.joints[joint].at[number], self.joints[joint].ahead[number])
    }
}
