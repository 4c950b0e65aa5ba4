//! Animations: key frames loaded and checked, and their values at any time.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

use footwork_motion::glam::{Quat, Vec3, Vec4};

use super::accessor::Accessors;
use super::document::{Animation, Document, Extras, Interpolation, Property, Sampler, Shape};
use super::tree::unit;
use crate::fault::Fault;

/// Every animation is asked about every joint. Real libraries come to a million looks; this takes seconds.
const MOST_LOOKS: usize = 100_000_000;

/// Hz. What a file can say that its frames are.
const RATES: std::ops::RangeInclusive<f64> = 1.0..=1000.0;

/// One animation, as far as it moves nodes that matter.
pub(super) struct Take {
    /// Its place in the file.
    pub index: usize,
    pub name: String,
    /// Hz, where the file says so.
    pub rate: Option<f64>,
    pub motions: BTreeMap<usize, Motion>,
}

/// What an animation does to one node.
#[derive(Default)]
pub(super) struct Motion {
    pub translation: Option<Track>,
    pub rotation: Option<Track>,
    pub scale: Option<Track>,
}

impl Motion {
    pub fn tracks(&self) -> impl Iterator<Item = &Track> {
        [&self.translation, &self.rotation, &self.scale].into_iter().flatten()
    }
}

/// The key frames of one property of one node. There is at least one key, times never fall, and all is finite.
#[derive(Clone)]
pub(super) struct Track {
    /// s
    times: Rc<[f32]>,
    /// Components of one element per key, or for splines of three: tangent in, value, tangent out.
    values: Rc<[f32]>,
    interpolation: Interpolation,
    /// Whether no key's value differs from the first's by more than [`STEADY`].
    pub steady: bool,
}

/// How much the parts of a value may change and still count as steady, as a part of the greatest.
const STEADY: f32 = 0.01;

/// Where a time falls among the keys.
enum Moment {
    At(usize),
    /// After a key and before the next: how far from 0 to 1, and the seconds from the one to the other.
    After(usize, f32, f32),
}

impl Track {
    pub fn times(&self) -> &Rc<[f32]> {
        &self.times
    }

    /// The value at a time, in seconds. A time within `near` of a key counts as the key's own, which undoes the
    /// rounding of times.
    pub fn vector(&self, seconds: f64, near: f64) -> Vec3 {
        match self.moment(seconds, near) {
            Moment::At(key) => self.key_vector(key),
            Moment::After(key, share, span) => match self.interpolation {
                Interpolation::CubicSpline => self.spline(key, share, span).truncate(),
                Interpolation::Step => self.key_vector(key),
                _ => self.key_vector(key).lerp(self.key_vector(key + 1), share),
            },
        }
    }

    /// The same for a rotation.
    pub fn rotation(&self, seconds: f64, near: f64) -> Quat {
        match self.moment(seconds, near) {
            Moment::At(key) => self.key_rotation(key),
            Moment::After(key, share, span) => match self.interpolation {
                // Where a wild spline passes through zero there is no rotation; the last key's stays.
                Interpolation::CubicSpline => unit(Quat::from_vec4(self.spline(key, share, span)))
                    .unwrap_or_else(|_| self.key_rotation(key)),
                Interpolation::Step => self.key_rotation(key),
                _ => self.key_rotation(key).slerp(self.key_rotation(key + 1), share).normalize(),
            },
        }
    }

    /// The value of the first key.
    pub fn first(&self) -> Vec3 {
        self.key_vector(0)
    }

    fn moment(&self, seconds: f64, near: f64) -> Moment {
        let time = |key: usize| f64::from(self.times[key]);
        let last = self.times.len() - 1;
        let next = self.times.partition_point(|&key| f64::from(key) <= seconds);
        if next > last {
            Moment::At(last)
        } else if time(next) - seconds <= near || next == 0 {
            Moment::At(next)
        } else if seconds - time(next - 1) <= near {
            Moment::At(next - 1)
        } else {
            let span = time(next) - time(next - 1);
            Moment::After(next - 1, ((seconds - time(next - 1)) / span) as f32, span as f32)
        }
    }

    /// An element's components, the fourth zero where there are three.
    fn element(&self, element: usize) -> Vec4 {
        let size = self.values.len() / self.elements();
        let mut out = [0.0; 4];
        out[..size].copy_from_slice(&self.values[element * size..][..size]);
        Vec4::from(out)
    }

    fn elements(&self) -> usize {
        self.times.len() * if self.interpolation == Interpolation::CubicSpline { 3 } else { 1 }
    }

    fn key(&self, key: usize) -> Vec4 {
        self.element(if self.interpolation == Interpolation::CubicSpline { 3 * key + 1 } else { key })
    }

    fn key_vector(&self, key: usize) -> Vec3 {
        self.key(key).truncate()
    }

    fn key_rotation(&self, key: usize) -> Quat {
        // Checked when it was loaded.
        unit(Quat::from_vec4(self.key(key))).unwrap_or(Quat::IDENTITY)
    }

    /// The Hermite spline of the specification's appendix C: tangents are per second.
    fn spline(&self, key: usize, t: f32, span: f32) -> Vec4 {
        let [value, leave] = [1, 2].map(|part| self.element(3 * key + part));
        let [arrive, next] = [0, 1].map(|part| self.element(3 * (key + 1) + part));
        let (t2, t3) = (t * t, t * t * t);
        value * (2.0 * t3 - 3.0 * t2 + 1.0)
            + leave * (span * (t3 - 2.0 * t2 + t))
            + next * (3.0 * t2 - 2.0 * t3)
            + arrive * (span * (t3 - t2))
    }
}

/// Loads the animations, as far as they move nodes that are in use.
pub(super) fn takes(
    document: &Document,
    numbers: &Accessors<'_>,
    used: &[bool],
    warnings: &mut Vec<String>,
) -> Result<Vec<Take>, Fault> {
    let mut loader = Loader { numbers, checked: BTreeMap::new() };
    let mut takes = Vec::with_capacity(document.animations.len());
    for (index, animation) in document.animations.iter().enumerate() {
        let take = loader.take(index, animation, used, warnings)?;
        takes.extend(Some(take).filter(|take| !take.motions.is_empty()));
    }
    let nodes = used.iter().filter(|&&used| used).count();
    if nodes.saturating_mul(takes.len()) > MOST_LOOKS {
        let what = format!("{} animations of {nodes} joints are too many for one file", takes.len());
        return Err(Fault::part("animations", what));
    }
    Ok(takes)
}

struct Loader<'a, 'b> {
    numbers: &'a Accessors<'b>,
    /// Accessors known to be good as what they are used for, and whether they are steady: sharing one costs nothing.
    checked: BTreeMap<(usize, Use), bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Times,
    Vectors(Interpolation),
    Rotations(Interpolation),
}

impl Loader<'_, '_> {
    fn take(
        &mut self,
        index: usize,
        animation: &Animation,
        used: &[bool],
        warnings: &mut Vec<String>,
    ) -> Result<Take, Fault> {
        let name = animation.name.as_deref().filter(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("animation_{index}"), str::to_owned);
        let mut motions: BTreeMap<usize, Motion> = BTreeMap::new();
        for (c, channel) in animation.channels.iter().enumerate() {
            let property = channel.target.path;
            let Some(node) = channel.target.node.filter(|&node| used.get(node) == Some(&true)) else {
                continue;
            };
            let motion = motions.entry(node).or_default();
            let slot = match property {
                Property::Translation => &mut motion.translation,
                Property::Rotation => &mut motion.rotation,
                Property::Scale => &mut motion.scale,
                Property::Other => continue,
            };
            let place = format!("animations[{index}].channels[{c}]");
            if slot.is_some() {
                warnings.push(format!("{place} animates what another channel does; it is left out"));
                continue;
            }
            let Some(sampler) = animation.samplers.get(channel.sampler) else {
                let what = format!("is {}, but there are only {}", channel.sampler, animation.samplers.len());
                return Err(Fault::part(format!("{place}.sampler"), what));
            };
            let place = format!("animations[{index}].samplers[{}]", channel.sampler);
            *slot = Some(self.track(sampler, property, &place, warnings)?);
        }
        motions.retain(|_, motion| motion.tracks().next().is_some());
        let rate = match &animation.extras {
            Some(Extras::Rate { rate }) => Some(*rate).filter(|rate| RATES.contains(rate)),
            _ => None,
        };
        Ok(Take { index, name, rate, motions })
    }

    fn track(
        &mut self,
        sampler: &Sampler,
        property: Property,
        place: &str,
        warnings: &mut Vec<String>,
    ) -> Result<Track, Fault> {
        let interpolation = sampler.interpolation;
        if interpolation == Interpolation::Unknown {
            let what = "is not LINEAR, STEP or CUBICSPLINE";
            return Err(Fault::part(format!("{place}.interpolation"), what));
        }
        let input = format!("{place}.input");
        let times = self.numbers.floats(sampler.input, Shape::Scalar, &input)?;
        if let Entry::Vacant(unchecked) = self.checked.entry((sampler.input, Use::Times)) {
            check_times(&times, &input, warnings)?;
            unchecked.insert(true);
        }

        let output = format!("{place}.output");
        let (shape, size) = if property == Property::Rotation { (Shape::Vec4, 4) } else { (Shape::Vec3, 3) };
        let values = self.numbers.floats(sampler.output, shape, &output)?;
        let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        if values.len() != times.len() * per_key * size {
            let (keys, found) = (times.len(), values.len() / size);
            let what = format!("{keys} keys need {} values, but there are {found}", keys * per_key);
            return Err(Fault::part(output, what));
        }
        let used_for = match property {
            Property::Rotation => Use::Rotations(interpolation),
            _ => Use::Vectors(interpolation),
        };
        let mut track = Track { times, values, interpolation, steady: true };
        track.steady = match self.checked.get(&(sampler.output, used_for)) {
            Some(&steady) => steady,
            None => check_values(&track, property, &output)?,
        };
        self.checked.insert((sampler.output, used_for), track.steady);
        Ok(track)
    }
}

fn check_times(times: &[f32], place: &str, warnings: &mut Vec<String>) -> Result<(), Fault> {
    if times.is_empty() {
        return Err(Fault::part(place, "has no keys"));
    }
    if let Some(key) = times.iter().position(|time| !time.is_finite()) {
        return Err(Fault::part(place, format!("key {key} is at no finite time")));
    }
    if let Some(key) = times.windows(2).position(|pair| pair[1] < pair[0]) {
        let what =
            format!("key {} at {} s comes after key {key} at {} s", key + 1, times[key + 1], times[key]);
        return Err(Fault::part(place, what));
    }
    if let Some(key) = times.windows(2).position(|pair| pair[1] == pair[0]) {
        warnings.push(format!("{place}: two keys are at {} s; the motion jumps there", times[key]));
    }
    Ok(())
}

/// Refuses values that mean nothing, and says whether they are steady.
fn check_values(track: &Track, property: Property, place: &str) -> Result<bool, Fault> {
    let size = track.values.len() / track.elements();
    if let Some(at) = track.values.iter().position(|value| !value.is_finite()) {
        return Err(Fault::part(place, format!("value {} is not finite", at / size)));
    }
    if property == Property::Rotation {
        for key in 0..track.times.len() {
            unit(Quat::from_vec4(track.key(key)))
                .map_err(|what| Fault::part(place, format!("key {key} {what}")))?;
        }
    }
    let limit = STEADY * track.key(0).abs().max_element();
    let same = |key| (track.key(key) - track.key(0)).abs().max_element() <= limit;
    Ok((0..track.times.len()).all(same))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(interpolation: Interpolation, times: &[f32], values: &[f32]) -> Track {
        Track { times: times.into(), values: values.into(), interpolation, steady: false }
    }

    #[test]
    fn linear_vectors_lie_on_the_line_between_keys_and_stay_at_the_ends() {
        let track = track(Interpolation::Linear, &[1.0, 3.0], &[0.0, 0.0, 0.0, 4.0, -8.0, 2.0]);
        assert_eq!(track.vector(1.5, 0.0), Vec3::new(1.0, -2.0, 0.5));
        assert_eq!(track.vector(0.0, 0.0), Vec3::ZERO);
        assert_eq!(track.vector(9.0, 0.0), Vec3::new(4.0, -8.0, 2.0));
    }

    #[test]
    fn linear_rotations_go_the_shorter_way_at_a_steady_speed() {
        let far = -Quat::from_rotation_y(1.2);
        let values = [[0.0, 0.0, 0.0, 1.0], far.to_array()].concat();
        let track = track(Interpolation::Linear, &[0.0, 1.0], &values);
        for share in [0.25, 0.5, 0.75] {
            let expected = Quat::from_rotation_y(1.2 * share as f32);
            assert!(track.rotation(share, 0.0).dot(expected).abs() > 1.0 - 1e-6);
        }
    }

    #[test]
    fn a_step_holds_its_value_until_the_next_key() {
        let track = track(Interpolation::Step, &[0.0, 1.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(track.vector(0.99, 0.0), Vec3::ONE);
        assert_eq!(track.vector(1.0, 0.0), Vec3::splat(2.0));
    }

    #[test]
    fn a_cubic_spline_is_the_specifications() {
        // From 1 to 3 in two seconds, leaving at 0.5 per second and arriving at -1.
        let values = [[9.0; 3], [1.0; 3], [0.5; 3], [-1.0; 3], [3.0; 3], [9.0; 3]].concat();
        let track = track(Interpolation::CubicSpline, &[0.0, 2.0], &values);
        // Halfway the weights are ½, ¼·½, ½ and −¼·½, with tangents times two seconds.
        assert!((track.vector(1.0, 0.0).x - (0.5 + 2.0 * 0.5 * 0.125 + 1.5 + 2.0 * 0.125)).abs() < 1e-6);
        // At a quarter: 27/32, 9/64, 5/32, −3/64.
        let quarter = 27.0 / 32.0 + 2.0 * 0.5 * 9.0 / 64.0 + 3.0 * 5.0 / 32.0 + 2.0 * 3.0 / 64.0;
        assert!((track.vector(0.5, 0.0).y - quarter).abs() < 1e-6);
        assert_eq!((track.vector(0.0, 0.0), track.vector(2.0, 0.0)), (Vec3::ONE, Vec3::splat(3.0)));
    }

    #[test]
    fn a_cubic_rotation_is_normalised_and_one_through_zero_keeps_its_key() {
        let (a, b) = (Quat::IDENTITY.to_array(), Quat::from_rotation_x(1.0).to_array());
        let zero = [0.0; 4];
        let smooth = track(Interpolation::CubicSpline, &[0.0, 1.0], &[zero, a, zero, zero, b, zero].concat());
        let middle = smooth.rotation(0.5, 0.0);
        assert!(middle.dot(Quat::from_rotation_x(0.5)) > 1.0 - 1e-6 && middle.is_normalized());
        let back = [0.0, 0.0, 0.0, -1.0];
        let wild =
            track(Interpolation::CubicSpline, &[0.0, 1.0], &[zero, a, zero, zero, back, zero].concat());
        assert_eq!(wild.rotation(0.5, 0.0), Quat::IDENTITY);
    }

    #[test]
    fn a_time_near_a_key_is_the_keys() {
        let track = track(Interpolation::Step, &[0.0, 1.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(track.vector(0.9999, 0.001), Vec3::splat(2.0));
    }
}
