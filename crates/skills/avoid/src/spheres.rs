//! Spheres on the skeleton: what volumes are made of.
//!
//! Paper: section 4.2, "we assign a number of spheres on the character's skeleton manually". Here they cover the capsules by
//! which the stage knows what touches: what misses all spheres misses the body.

use std::ops::Range;

use footwork_motion::{Site, Transform};
use footwork_stage::{BodyPart, Rig};
use glam::Vec3;
use wide::f32x8;

/// Side by side.
pub const LANES: usize = 8;
/// Lanes times this is the most spheres that a body has.
pub const MOST_GROUPS: usize = 8;
/// The most that one part gets.
const MOST_OF_PART: usize = 4;
/// Spheres of a part are this share of its radius apart at most, where that does not make too many.
const APART: f32 = 1.5;
/// m. The radius of what is no sphere: nothing comes near it.
const NO_SPHERE: f32 = -1e6;

/// One of a body's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// The part that it helps to cover.
    pub part: BodyPart,
    from: Site,
    to: Site,
    share: f32,
    /// m
    pub radius: f32,
}

impl Sphere {
    /// m, where its middle is.
    pub fn place(&self, world: &[Transform]) -> Vec3 {
        self.from.position(world).lerp(self.to.position(world), self.share)
    }
}

/// A body's spheres.
#[derive(Clone, Debug, PartialEq)]
pub struct Spheres {
    /// All of them.
    pub all: Vec<Sphere>,
    /// m, lane by lane; lanes over have one that nothing comes near.
    pub radii: [f32x8; MOST_GROUPS],
    /// One bit for each of head and trunk: what blending moves little, and held feet not at all.
    pub core: u64,
    /// For the left leg and the right, lane by lane: how much of a held foot's place each sphere has. All of it at the foot, half at the
    /// knee, none at the hip.
    pub hold: [[f32x8; MOST_GROUPS]; 2],
}

impl Spheres {
    /// Those of a body. `world` is where its joints are in some pose: it says how long parts are.
    pub fn new(rig: &Rig, world: &[Transform]) -> Spheres {
        let mut all = Vec::new();
        for (part, capsule) in rig.capsules() {
            let length = (capsule.to.position(world) - capsule.from.position(world)).length();
            let wanted = 1 + (length / (APART * capsule.radius)).ceil() as usize;
            let count = if length < 1e-3 { 1 } else { wanted.min(MOST_OF_PART) };
            let apart = if count > 1 { length / (count - 1) as f32 } else { 0.0 };
            // Between two spheres the capsule bulges: they are as much larger.
            let radius = (capsule.radius * capsule.radius + 0.25 * apart * apart).sqrt();
            for number in 0..count {
                let share = if count > 1 { number as f32 / (count - 1) as f32 } else { 0.0 };
                all.push(Sphere { part: *part, from: capsule.from, to: capsule.to, share, radius });
            }
        }
        all.truncate(LANES * MOST_GROUPS);
        let radius = |at: usize| all.get(at).map_or(NO_SPHERE, |sphere: &Sphere| sphere.radius);
        let radii =
            std::array::from_fn(|group| f32x8::new(std::array::from_fn(|lane| radius(LANES * group + lane))));
        use BodyPart::*;
        let is_core = |sphere: &Sphere| matches!(sphere.part, Head | Chest | Pelvis);
        let core =
            all.iter().enumerate().fold(0, |bits, (at, sphere)| bits | u64::from(is_core(sphere)) << at);
        let held = |side: usize, at: usize| {
            let Some(sphere) = all.get(at) else { return 0.0 };
            let leg = [[LeftThigh, LeftShin, LeftFoot], [RightThigh, RightShin, RightFoot]][side];
            match leg.iter().position(|part| *part == sphere.part) {
                Some(0) => 0.5 * sphere.share,
                Some(1) => 0.5 + 0.5 * sphere.share,
                Some(_) => 1.0,
                None => 0.0,
            }
        };
        let lanes = |side: usize, group: usize| {
            f32x8::new(std::array::from_fn(|lane| held(side, LANES * group + lane)))
        };
        let hold = [0, 1].map(|side| std::array::from_fn(|group| lanes(side, group)));
        Spheres { all, radii, core, hold }
    }

    /// The numbers of those of head and trunk.
    pub fn core(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.all.len()).filter(|at| self.core >> at & 1 == 1)
    }

    /// Lane by lane: how much of feet's places the spheres of a group have that are held so much, from 0 to 1.
    #[inline]
    pub fn held(&self, feet: [f32; 2], group: usize) -> f32x8 {
        self.hold[0][group] * f32x8::splat(feet[0]) + self.hold[1][group] * f32x8::splat(feet[1])
    }

    /// The number of a foot's sphere.
    pub fn foot(&self, side: usize) -> Option<usize> {
        let foot = [BodyPart::LeftFoot, BodyPart::RightFoot][side];
        self.all.iter().position(|sphere| sphere.part == foot)
    }

    /// How many groups of lanes have a sphere.
    pub fn groups(&self) -> usize {
        self.all.len().div_ceil(LANES)
    }

    /// Where they are.
    pub fn places(&self, world: &[Transform]) -> Places {
        let mut places = Places::ORIGIN;
        for (at, sphere) in self.all.iter().enumerate() {
            places.set(at, sphere.place(world));
        }
        places
    }
}

/// A point for each sphere, side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// m
    pub x: [f32x8; MOST_GROUPS],
    /// m
    pub y: [f32x8; MOST_GROUPS],
    /// m
    pub z: [f32x8; MOST_GROUPS],
}

impl Places {
    /// All at the origin.
    pub const ORIGIN: Places = Places {
        x: [f32x8::ZERO; MOST_GROUPS],
        y: [f32x8::ZERO; MOST_GROUPS],
        z: [f32x8::ZERO; MOST_GROUPS],
    };

    /// m, one of them.
    pub fn get(&self, at: usize) -> Vec3 {
        let (group, lane) = (at / LANES, at % LANES);
        Vec3::new(
            self.x[group].as_array()[lane],
            self.y[group].as_array()[lane],
            self.z[group].as_array()[lane],
        )
    }

    /// Changes one of them.
    pub fn set(&mut self, at: usize, to: Vec3) {
        let (group, lane) = (at / LANES, at % LANES);
        self.x[group].as_mut_array()[lane] = to.x;
        self.y[group].as_mut_array()[lane] = to.y;
        self.z[group].as_mut_array()[lane] = to.z;
    }

    /// All of them moved and turned.
    pub fn placed(&self, by: Transform, groups: usize) -> Places {
        let mut out = Places::ORIGIN;
        self.place_into(by, 0..groups, &mut out);
        out
    }

    /// The same of some groups, into places that there are already.
    #[inline]
    pub fn place_into(&self, by: Transform, groups: Range<usize>, out: &mut Places) {
        let [row_x, row_y, row_z] = rows(by);
        for group in groups.start..groups.end.min(MOST_GROUPS) {
            let places = [self.x[group], self.y[group], self.z[group]];
            (out.x[group], out.y[group], out.z[group]) =
                (along(row_x, places), along(row_y, places), along(row_z, places));
        }
    }
}

/// What a row of a transform makes of places.
#[inline]
pub(crate) fn along(row: [f32; 4], [x, y, z]: [f32x8; 3]) -> f32x8 {
    f32x8::splat(row[0]) * x + f32x8::splat(row[1]) * y + f32x8::splat(row[2]) * z + f32x8::splat(row[3])
}

/// A transform as rows: what X, Y and Z of a point become, and what is added.
pub(crate) fn rows(by: Transform) -> [[f32; 4]; 3] {
    let (x, y, z) = (by.rotation * Vec3::X, by.rotation * Vec3::Y, by.rotation * Vec3::Z);
    let at = by.translation;
    [[x.x, y.x, z.x, at.x], [x.y, y.y, z.y, at.y], [x.z, y.z, z.z, at.z]]
}
