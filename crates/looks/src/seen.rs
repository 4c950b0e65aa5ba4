//! A clip as a viewer sees it: where the parts of the body are, 60 times a second, and what follows from that.
//!
//! Everything that several measures need is worked out here once. It is all found in positions, by the same rules for
//! whoever moves: nothing is taken from annotations, which a performer knows and people's recordings lack.

use std::ops::Range;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Clip, MissingRole, Role, Side, Skeleton, WorldClip, ground};

use crate::feet::Feet;
use crate::jumps::{self, Jump};
use crate::kind::{self, Kind};
use crate::punches::{self, Punch};
use crate::signal::{acceleration, low_pass, velocity};
use crate::strides::{self, Stride};

/// Frames per second that everything is looked at. A screen's; and twice what the slowest recordings have.
pub const RATE: f32 = 60.0;

/// Hz. What the centre of mass does faster than this is noise of the recording: the usual cutoff for whole-body motion
/// (Winter, section 2.5).
const CENTRE_CUTOFF: f32 = 6.0;

/// A clip that can be measured.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The clip's name.
    pub name: String,
    /// The clip's own frames per second.
    pub own_rate: f32,
    /// m. The centre of mass.
    pub centre: Vec<Vec3>,
    /// m/s and m/s², of the centre of mass.
    pub centre_velocity: Vec<Vec3>,
    /// m/s², of the centre of mass.
    pub centre_acceleration: Vec<Vec3>,
    /// Which way the body faces, on the ground.
    pub facing: Vec<Vec3>,
    /// How the head is turned in the world.
    pub head: Vec<Quat>,
    /// Where the feet stand.
    pub feet: Feet,
    /// What is done in each frame.
    pub kinds: Vec<Kind>,
    /// Strides at a steady pace.
    pub strides: Vec<Stride>,
    /// Blows of the fists.
    pub punches: Vec<Punch>,
    /// Flights longer than those of a run.
    pub jumps: Vec<Jump>,
    /// m, the longer leg from hip to ankle.
    pub leg: f32,
    places: [Option<Vec<Vec3>>; Role::COUNT],
}

impl Seen {
    /// Looks at a clip. Bodies without limbs, trunk or head cannot be judged; hands and toes may be missing.
    pub fn of(skeleton: &Skeleton, clip: &Clip) -> Result<Seen, MissingRole> {
        // A clip that fits in memory does so at this rate too, or is left at its own.
        let resampled = clip.resampled(RATE).unwrap_or_else(|_| clip.clone());
        let world = WorldClip::new(skeleton, &resampled);
        let frames = 0..world.frames();
        let centre: Vec<Vec3> =
            frames.clone().map(|f| centre_of_mass(skeleton, world.frame(f))).collect::<Result<_, _>>()?;
        let facing: Vec<Vec3> =
            frames.clone().map(|f| ground::facing(skeleton, world.frame(f))).collect::<Result<_, _>>()?;
        let head = skeleton.joint(Role::Head)?;
        let head = frames.clone().map(|f| world.frame(f)[head].rotation).collect();
        let places = Role::ALL.map(|role| {
            let site = skeleton.roles().get(role)?;
            Some(frames.clone().map(|f| site.position(world.frame(f))).collect())
        });
        let centre = low_pass(&centre, RATE, CENTRE_CUTOFF);
        let mut seen = Seen {
            name: clip.name.clone(),
            own_rate: clip.rate(),
            centre_velocity: velocity(&centre, RATE),
            centre_acceleration: acceleration(&centre, RATE),
            centre,
            facing,
            head,
            feet: Feet::default(),
            kinds: Vec::new(),
            strides: Vec::new(),
            punches: Vec::new(),
            jumps: Vec::new(),
            leg: skeleton.leg_length()?,
            places,
        };
        seen.feet = Feet::of(&seen);
        seen.jumps = jumps::find(&seen);
        seen.punches = punches::find(&seen);
        seen.kinds = kind::find(&seen);
        seen.strides = strides::find(&seen);
        Ok(seen)
    }

    /// How many frames there are at [`RATE`]; at least one.
    pub fn frames(&self) -> usize {
        self.centre.len()
    }

    /// From the first frame to the last.
    pub fn seconds(&self) -> f32 {
        (self.frames() - 1) as f32 / RATE
    }

    /// Where what plays a role is, in every frame. What is missing is looked for further in: a hand at the wrist, a toe
    /// at the ankle.
    pub fn places(&self, role: Role) -> &[Vec3] {
        let inner = match role {
            Role::LeftHand => Role::LeftWrist,
            Role::RightHand => Role::RightWrist,
            Role::LeftToe => Role::LeftAnkle,
            Role::RightToe => Role::RightAnkle,
            _ => Role::Hips,
        };
        let place = |role: Role| self.places[role as usize].as_deref();
        place(role).or_else(|| place(inner)).unwrap_or(&self.centre)
    }

    /// Whether anything plays a role.
    pub fn has(&self, role: Role) -> bool {
        self.places[role as usize].is_some()
    }

    /// m. The middle between the hip joints, and between the shoulders.
    pub fn trunk(&self, frame: usize) -> [Vec3; 2] {
        let middle = |a: Role, b: Role| 0.5 * (self.places(a)[frame] + self.places(b)[frame]);
        [middle(Role::LeftHip, Role::RightHip), middle(Role::LeftShoulder, Role::RightShoulder)]
    }

    /// Degrees. How far the trunk leans ahead and to its left.
    pub fn lean(&self, frame: usize) -> [f32; 2] {
        let [hips, shoulders] = self.trunk(frame);
        let up = shoulders - hips;
        let ahead = self.facing[frame];
        let left = Vec3::Y.cross(ahead);
        [ahead, left].map(|axis| libm::atan2f(up.dot(axis), up.y).to_degrees())
    }

    /// Degrees, 0 when straight: how far an elbow or a knee is bent.
    pub fn bend(&self, joints: [Role; 3], frame: usize) -> f32 {
        let [a, b, c] = joints.map(|role| self.places(role)[frame]);
        angle(b - a, c - b).to_degrees()
    }

    /// Degrees. How far a knee is bent.
    pub fn knee(&self, side: Side, frame: usize) -> f32 {
        let [hip, knee, ankle, _] = side.leg();
        self.bend([hip, knee, ankle], frame)
    }

    /// Degrees. How far an elbow is bent.
    pub fn elbow(&self, side: Side, frame: usize) -> f32 {
        let [shoulder, elbow, wrist, _] = side.arm();
        self.bend([shoulder, elbow, wrist], frame)
    }

    /// The whole of it, whatever is done there.
    pub fn whole(&self) -> Look<'_> {
        Look { seen: self, kind: Kind::Any, span: 0..self.frames() }
    }
}

/// Radians between two vectors; 0 where one has no length.
pub(crate) fn angle(a: Vec3, b: Vec3) -> f32 {
    libm::atan2f(a.cross(b).length(), a.dot(b))
}

/// A vector on the ground.
pub(crate) fn flat(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

/// What a measure is taken over: the frames of one kind in a span of a clip.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The clip.
    pub seen: &'a Seen,
    /// Only what is of this kind counts.
    pub kind: Kind,
    /// Frames; only these count.
    pub span: Range<usize>,
}

impl<'a> Look<'a> {
    /// Whether a frame counts.
    pub fn counts(&self, frame: usize) -> bool {
        self.span.contains(&frame) && (self.kind == Kind::Any || self.seen.kinds[frame] == self.kind)
    }

    /// The frames that count.
    pub fn frames(&self) -> impl Iterator<Item = usize> + '_ {
        self.span.clone().filter(|&frame| self.counts(frame))
    }

    /// s, how long all frames together are that count.
    pub fn seconds(&self) -> f32 {
        self.frames().count() as f32 / RATE
    }
}
