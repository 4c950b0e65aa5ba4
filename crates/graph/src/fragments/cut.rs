//! Cuts a repertoire into fragments, and reads off what each one shows.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::{body_frame, facing, heading};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Side, Skeleton, Transform, kinematics};
use rayon::prelude::*;

use super::{Control, FragmentSettings, Fragments};
use crate::error::{GraphError, check};
use crate::segment::{FrameSegment, Numbering};

/// Cuts a repertoire into fragments. A take shorter than one has none.
pub fn build(repertoire: &Repertoire, settings: &FragmentSettings) -> Result<Fragments, GraphError> {
    let numbering = Numbering::new(repertoire)?;
    let least = 1.0 / numbering.rate;
    for (name, value) in [("seconds", settings.seconds), ("every", settings.every)] {
        check(name, value, (least..=60.0).contains(&value), "it is from one frame to a minute")?;
    }
    let of_take =
        |(number, take): (usize, &Take)| fragments_of(&repertoire.skeleton, number as u32, take, settings);
    let found: Result<Vec<Vec<(FrameSegment, Control)>>, MissingRole> =
        repertoire.takes.par_iter().enumerate().map(of_take).collect();
    let (segments, controls) = found?.into_iter().flatten().unzip();
    Ok(Fragments { rate: numbering.rate, segments, controls })
}

fn fragments_of(
    skeleton: &Skeleton,
    number: u32,
    take: &Take,
    settings: &FragmentSettings,
) -> Result<Vec<(FrameSegment, Control)>, MissingRole> {
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
        found.push((FrameSegment { take: number, first, end }, control));
    }
    Ok(found)
}

/// The same angle between −π and π.
fn wrapped(angle: f32) -> f32 {
    libm::remainderf(angle, std::f32::consts::TAU)
}
