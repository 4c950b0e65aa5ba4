//! Body volumes: where the spheres of a body are, in every take, at a stored rate and interpolated between.
//!
//! Paper: section 4.2, "a set of spheres in discrete frames"; "the positions between discrete frames are computed by
//! interpolating two adjacent frames". They are made from the repertoire when a skill is loaded, and no part of its file.

use std::ops::Range;

use footwork_motion::{Pose, Transform, kinematics};
use footwork_stage::Rig;
use glam::Vec3;
use wide::f32x8;

use crate::spheres::{MOST_GROUPS, Places, Spheres};

/// All takes' volumes, each in its take's own space.
#[derive(Clone, Debug, PartialEq)]
pub struct Volumes {
    /// What they are made of.
    pub spheres: Spheres,
    /// 1/s
    pub rate: f32,
    groups: usize,
    /// Of each take: where its frames begin among all, and how many there are.
    takes: Vec<(usize, usize)>,
    /// Frame by frame: X of all groups, then Y, then Z.
    lanes: Vec<f32x8>,
    /// m, frame by frame: the box about all spheres.
    boxes: Vec<[Vec3; 2]>,
}

/// A time of a take: two frames that are stored, and how far it is from the one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    frames: [usize; 2],
    share: f32,
}

impl Between {
    /// The first frame of the first take.
    pub const START: Between = Between { frames: [0; 2], share: 0.0 };
}

impl Volumes {
    /// Those of a body's takes.
    pub fn new(rig: &Rig, rate: f32) -> Volumes {
        let skeleton = rig.skeleton();
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let mut pose = Pose::rest(skeleton);
        let stand = rig.stand();
        if let Some(take) = rig.take(stand.take) {
            take.clip.sample(stand.first, &mut pose);
        }
        kinematics::world(skeleton, pose.view(), &mut world);
        let spheres = Spheres::new(rig, &world);
        let groups = spheres.groups();
        let (mut takes, mut lanes, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
        let mut first = 0;
        for take in &rig.repertoire().takes {
            let frames = (take.clip.seconds() * f64::from(rate)).floor().max(0.0) as usize + 1;
            takes.push((first, frames));
            first += frames;
            for frame in 0..frames {
                take.clip.sample(frame as f64 / f64::from(rate), &mut pose);
                kinematics::world(skeleton, pose.view(), &mut world);
                let places = spheres.places(&world);
                boxes.push(spheres.all.iter().enumerate().fold(
                    [Vec3::INFINITY, Vec3::NEG_INFINITY],
                    |[low, high], (at, sphere)| {
                        let (place, radius) = (places.get(at), Vec3::splat(sphere.radius));
                        [low.min(place - radius), high.max(place + radius)]
                    },
                ));
                for axis in [&places.x, &places.y, &places.z] {
                    lanes.extend_from_slice(&axis[..groups]);
                }
            }
        }
        Volumes { spheres, rate, groups, takes, lanes, boxes }
    }

    /// How many groups of lanes there are.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Where the spheres are at a time of a take, in the take's own space. What is before or after it is its end.
    #[inline]
    pub fn at(&self, take: u32, seconds: f64) -> Places {
        let mut out = Places::ORIGIN;
        self.read(take, seconds, &mut out);
        out
    }

    /// The same into places that there are already. Of a take that is not there nothing is read.
    #[inline]
    pub fn read(&self, take: u32, seconds: f64, out: &mut Places) {
        self.read_groups(take, seconds, 0..self.groups, out);
    }

    /// The same of some groups, and no others.
    #[inline]
    pub fn read_groups(&self, take: u32, seconds: f64, some: Range<usize>, out: &mut Places) {
        let Some(between) = self.between(take, seconds) else { return };
        for group in some.start..some.end.min(self.groups).min(MOST_GROUPS) {
            [out.x[group], out.y[group], out.z[group]] = self.group(&between, group);
        }
    }

    /// The frames about a time of a take; none of a take that is not there.
    #[inline]
    pub fn between(&self, take: u32, seconds: f64) -> Option<Between> {
        let &(first, frames) = self.takes.get(take as usize)?;
        let frame = (seconds * f64::from(self.rate)).clamp(0.0, (frames - 1) as f64);
        let low = frame as usize;
        let high = (low + 1).min(frames - 1);
        Some(Between { frames: [first + low, first + high], share: (frame - low as f64) as f32 })
    }

    /// m: X, Y and Z of one group between two frames.
    #[inline]
    pub fn group(&self, between: &Between, group: usize) -> [f32x8; 3] {
        let (groups, stride) = (self.groups, 3 * self.groups);
        let low = &self.lanes[between.frames[0] * stride..][..stride];
        let high = &self.lanes[between.frames[1] * stride..][..stride];
        let share = f32x8::splat(between.share);
        let mix = |axis: usize| {
            let (a, b) = (low[axis * groups + group], high[axis * groups + group]);
            a + (b - a) * share
        };
        [mix(0), mix(1), mix(2)]
    }

    /// m, a box that all spheres are in at a time of a take, in the take's own space: between frames both go straight.
    #[inline]
    pub fn box_at(&self, take: u32, seconds: f64) -> [Vec3; 2] {
        let Some(&(first, frames)) = self.takes.get(take as usize) else { return [Vec3::ZERO; 2] };
        let frame = (seconds * f64::from(self.rate)).clamp(0.0, (frames - 1) as f64);
        let low = frame as usize;
        let share = (frame - low as f64) as f32;
        let (a, b) = (self.boxes[first + low], self.boxes[first + (low + 1).min(frames - 1)]);
        [a[0].lerp(b[0], share), a[1].lerp(b[1], share)]
    }

    /// s, the length of a take as far as it is stored.
    pub fn seconds(&self, take: u32) -> f64 {
        self.takes.get(take as usize).map_or(0.0, |(_, frames)| (*frames - 1) as f64 / f64::from(self.rate))
    }
}
