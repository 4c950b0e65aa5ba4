//! Whether what was read from a file is a repertoire that everything after it can work with. A checksum only says that a
//! file is as it was written: it may have been written by an enemy.

use std::collections::BTreeSet;

use footwork_motion::{Role, Skeleton};
use glam::Vec3;

use super::{Repertoire, Take};
use crate::annotation::{Annotation, Span};

/// m. Nothing is further from what it hangs on, nor anybody from where the recording began: as in motion files. Beyond
/// this the squares of what is worked out would overflow.
const FARTHEST: f32 = 1e6;
/// m/s. Nothing is faster: the fastest blows of people are below 20.
const FASTEST: f32 = 1e6;

impl Repertoire {
    /// Hz. What a repertoire can have. Windows of a tenth of a second need a few frames, and a second at a lower rate would
    /// stand for hours; above, a take of a minute would be a hundred thousand frames.
    pub const RATES: std::ops::RangeInclusive<f32> = 1.0..=1000.0;

    /// Says what is the matter with it, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        check_skeleton(&self.skeleton)?;
        let mut names = BTreeSet::new();
        for take in &self.takes {
            let name = &take.clip.name;
            if !names.insert(name) {
                return Err(format!("there are two takes {name:?}"));
            }
            if take.clip.rate() != self.takes[0].clip.rate() {
                return Err(format!("{name:?} has a rate of its own"));
            }
            check_take(take).map_err(|what| format!("{name:?}: {what}"))?;
        }
        Ok(())
    }
}

fn is_near(place: Vec3) -> bool {
    // Also false where a part is no number.
    place.abs().cmple(Vec3::splat(FARTHEST)).all()
}

fn check_skeleton(skeleton: &Skeleton) -> Result<(), String> {
    let sites = Role::ALL.into_iter().filter_map(|role| skeleton.roles().get(role));
    let places = skeleton.offsets().iter().copied();
    let mut places =
        places.chain(skeleton.ends().iter().map(|end| end.offset)).chain(sites.map(|site| site.offset));
    if !places.all(is_near) {
        return Err(format!("a joint is more than {} km from where it hangs", FARTHEST / 1000.0));
    }
    match skeleton.rest().iter().all(|rest| rest.is_normalized()) {
        true => Ok(()),
        false => Err("a joint rests in four numbers that are no rotation".to_string()),
    }
}

fn check_take(take: &Take) -> Result<(), String> {
    let clip = &take.clip;
    let (low, high) = Repertoire::RATES.into_inner();
    if !Repertoire::RATES.contains(&clip.rate()) {
        return Err(format!("its rate is {} Hz, and must be from {low} to {high}", clip.rate()));
    }
    for frame in 0..clip.frames() {
        let pose = clip.frame(frame);
        if !pose.rotations.iter().all(|rotation| rotation.is_normalized()) {
            return Err(format!("frame {frame} holds four numbers that are no rotation"));
        }
        if !pose.translations.iter().all(|place| is_near(*place)) {
            return Err(format!("in frame {frame} it is more than {} km away", FARTHEST / 1000.0));
        }
    }
    check_annotation(&take.annotation, clip.frames())?;
    match take.edits.is_sound() {
        true => Ok(()),
        false => Err("what was said about it by hand speaks of no time, or of no direction".to_string()),
    }
}

fn check_annotation(annotation: &Annotation, frames: usize) -> Result<(), String> {
    let inside = |span: &Span| span.first < span.end && span.end as usize <= frames;
    for spans in [&annotation.supports.left, &annotation.supports.right] {
        if !spans.iter().all(inside) || spans.windows(2).any(|pair| pair[0].end >= pair[1].first) {
            return Err("its supports are out of order".to_string());
        }
    }
    if !annotation.floor.iter().all(|touch| inside(&touch.span))
        || !annotation.holds.iter().all(|hold| inside(&hold.span))
    {
        return Err("a touch or a hold is nowhere".to_string());
    }
    for strike in &annotation.strikes {
        let sound = is_near(strike.point) && strike.direction.is_finite() && strike.speed.abs() <= FASTEST;
        if strike.frame as usize >= frames || !inside(&strike.effective) || !sound {
            return Err("a strike is nowhere".to_string());
        }
    }
    let mut next = 0;
    for action in &annotation.actions {
        if action.span.first != next || !inside(&action.span) || !action.avoids.iter().all(inside) {
            return Err("its actions do not follow one another".to_string());
        }
        if !action.sure.is_finite() || action.direction.is_some_and(|direction| !is_near(direction)) {
            return Err("an action goes nowhere".to_string());
        }
        next = action.span.end;
    }
    if !annotation.actions.is_empty() && next as usize != frames {
        return Err("its actions end before it does".to_string());
    }
    Ok(())
}
