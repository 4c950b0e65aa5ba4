//! Fragments: a tenth of a second of motion each, and what a player must have asked for to get it.
//!
//! Seed: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007), sec. 4: fragments of 0.1 s, one every
//! 0.05 s; "evident control" estimated from the motion of the centre of mass: velocity on the ground in the body's
//! frame, turning rate, airborne.
//! Departs from it: the seed leaves the body's frame open. Here it is that of the fragment's middle, so that somebody
//! who runs in a circle runs straight ahead and turns.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::{body_frame, facing, heading};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Side, Skeleton, Transform, kinematics};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::{GraphError, check};
use crate::segment::{Numbering, Segment};

/// How fragments are cut.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FragmentSettings {
    /// s, how long each is.
    pub seconds: f32,
    /// s, from one's start to the next one's.
    pub every: f32,
}

impl FragmentSettings {
    /// The seed's.
    pub const SEED: FragmentSettings = FragmentSettings { seconds: 0.1, every: 0.05 };
}

impl Default for FragmentSettings {
    fn default() -> FragmentSettings {
        FragmentSettings::SEED
    }
}

/// What a fragment shows that a player could have asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// m/s, of the centre of mass on the ground, in the body's frame: to its left, and ahead.
    pub velocity: [f32; 2],
    /// rad/s, positive to the left.
    pub turning: f32,
    /// Neither foot carries weight for most of it.
    pub airborne: bool,
}

/// Fragments of a repertoire, take by take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fragments {
    /// Frames per second.
    pub rate: f32,
    /// What each plays; none reaches beyond its take's end.
    pub segments: Vec<Segment>,
    /// What each shows.
    pub controls: Vec<Control>,
}

/// Cuts a repertoire into fragments. A take shorter than one has none.
pub fn build(repertoire: &Repertoire, settings: &FragmentSettings) -> Result<Fragments, GraphError> {
    let numbering = Numbering::new(repertoire)?;
    let least = 1.0 / numbering.rate;
    for (name, value) in [("seconds", settings.seconds), ("every", settings.every)] {
        check(name, value, (least..=60.0).contains(&value), "it is from one frame to a minute")?;
    }
    let of_take =
        |(number, take): (usize, &Take)| fragments_of(&repertoire.skeleton, number as u32, take, settings);
    let found: Result<Vec<Vec<(Segment, Control)>>, MissingRole> =
        repertoire.takes.par_iter().enumerate().map(of_take).collect();
    let (segments, controls) = found?.into_iter().flatten().unzip();
    Ok(Fragments { rate: numbering.rate, segments, controls })
}

fn fragments_of(
    skeleton: &Skeleton,
    number: u32,
    take: &Take,
    settings: &FragmentSettings,
) -> Result<Vec<(Segment, Control)>, MissingRole> {
    let (rate, frames) = (take.clip.rate(), take.clip.frames() as u32);
    let length = ((settings.seconds * rate).round() as u32).max(1);
    let planted = Side::BOTH.map(|side| take.annotation.supports.planted(side, frames as usize));
    let mut found = Vec::new();
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    for index in 0_u32.. {
        // From the time, not from the fragment before: at 24 Hz one every 0.05 s is not a whole number of frames.
        let first = (f64::from(index) * f64::from(settings.every) * f64::from(rate)).round() as u32;
        let end = first.saturating_add(length);
        if end > frames {
            break;
        }
        // From its first pose to the one after it, which is there but for the take's last fragment.
        let last = end.min(frames - 1);
        let seconds = (last - first).max(1) as f32 / rate;
        let mut at = |frame: u32| {
            kinematics::world(skeleton, take.clip.frame(frame as usize), &mut joints);
            let heading = heading(facing(skeleton, &joints)?);
            Ok((centre_of_mass(skeleton, &joints)?, heading))
        };
        let (from, before) = at(first)?;
        let (to, after) = at(last)?;
        kinematics::world(skeleton, take.clip.frame((first + (last - first) / 2) as usize), &mut joints);
        let body = body_frame(skeleton, &joints)?.rotation.conjugate();
        let velocity = body * (to - from) / seconds;
        let in_air = (first..end).filter(|&f| planted.iter().all(|foot| !foot[f as usize])).count();
        let control = Control {
            velocity: [velocity.x, velocity.z],
            turning: wrapped(after - before) / seconds,
            airborne: 2 * in_air > length as usize,
        };
        found.push((Segment { take: number, first, end }, control));
    }
    Ok(found)
}

/// The same angle between −π and π.
fn wrapped(angle: f32) -> f32 {
    libm::remainderf(angle, std::f32::consts::TAU)
}
