//! When a path reaches its avoidance, and how fast its edges are played so that this is when the attack comes.
//!
//! Paper: section 3, eq. 1; section 4.1, eq. 2 and 3; section 4.2, eq. 9.
//! Departs from it: where no edge may be sped up, all may be by a factor of a setting (`hurry`; 1 in the paper's preset), for
//! people dodge as fast as they need to, as long as no limb gets faster than `fastest`; a path that fits as it is needs no edge that can be adjusted.

use wide::f32x8;

use crate::settings::{AvoidSettings, BakeSettings};
use crate::skill::{Entry, Tables};
use crate::spheres::LANES;

/// A part of a path that is played at one speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// s, as it would be played without a change.
    pub seconds: f32,
    /// m/s, the fastest that a hand or foot gets.
    pub speed: f32,
}

impl Edge {
    fn may_slow(&self, settings: &BakeSettings) -> bool {
        self.speed > settings.fast || self.speed < settings.still
    }

    fn may_hurry(&self, settings: &BakeSettings) -> bool {
        self.speed < settings.slow
    }
}

/// A path's timing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// By how much longer than without a change each edge lasts: going on, the way to the avoidance, the avoidance.
    pub scales: [f32; 3],
    /// s of eq. 3; the scale of those edges that are adjusted, 1 if none is.
    pub scale: f32,
    /// s from now: when the transition is.
    pub leaves: f32,
    /// e of eq. 9.
    pub error: f32,
}

/// s. A path that is off by less fits as it is.
const FITS: f32 = 0.02;

/// How a path is timed whose avoidance is to be at its centre when the attack comes; none if it cannot be. `edges` are what
/// is gone on with, the way to the avoidance, and the avoidance as far as its centre.
pub fn time(edges: [Edge; 3], attack: f32, bake: &BakeSettings, settings: &AvoidSettings) -> Option<Timing> {
    let whole: f32 = edges.iter().map(|edge| edge.seconds).sum();
    let off = attack - whole;
    // Eq. 1.
    if off.is_nan() || off.abs() >= 0.5 * settings.window {
        return None;
    }
    let mut scales = [1.0; 3];
    let mut scale = 1.0;
    if off.abs() > FITS {
        let adjusts = |edge: &Edge| match off > 0.0 {
            true => edge.may_slow(bake),
            false => edge.may_hurry(bake),
        };
        // Eq. 2 and 3.
        let adjustable: f32 = edges.iter().filter(|edge| adjusts(edge)).map(|edge| edge.seconds).sum();
        let wanted = (attack - (whole - adjustable)) / adjustable.max(1e-6);
        let within = |scale: f32, most: f32| scale * most >= 1.0 && scale <= most;
        if adjustable > 1e-3 && within(wanted, settings.most_time_scale) {
            scale = wanted;
            for (scale, edge) in scales.iter_mut().zip(&edges) {
                *scale = if adjusts(edge) { wanted } else { 1.0 };
            }
        } else if off < 0.0
            && within(attack / whole, settings.hurry)
            && edges.iter().all(|edge| edge.speed * whole <= settings.fastest * attack)
        {
            scale = attack / whole;
            scales = [scale; 3];
        } else {
            return None;
        }
    }
    let error = if scale > 1.0 { scale } else { 1.0 / scale } / settings.time_scale;
    Some(Timing { scales, scale, leaves: scales[0] * edges[0].seconds, error })
}

/// What of timing is known of all entries beforehand, eight side by side: most cannot be timed for an attack, which is found out here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntryTimes {
    /// s, from the entry to the centre of its avoidance.
    seconds: Vec<f32x8>,
    /// s of that: what may be slowed down, and what may be sped up.
    slow: Vec<f32x8>,
    hurry: Vec<f32x8>,
}

/// s. Sums in another order differ by less.
const ROUNDING: f32 = 1e-3;

impl EntryTimes {
    /// Of a skill's entries.
    pub fn new(tables: &Tables) -> EntryTimes {
        let mut times = EntryTimes::default();
        for entries in tables.entries.chunks(LANES) {
            let edges = |lane: usize| entries.get(lane).and_then(|entry| entry_edges(tables, entry));
            let sum = |adjusts: fn(&Edge, &BakeSettings) -> bool| {
                f32x8::new(std::array::from_fn(|lane| {
                    let edges = edges(lane).unwrap_or_default();
                    edges.iter().filter(|edge| adjusts(edge, &tables.settings)).map(|edge| edge.seconds).sum()
                }))
            };
            times.seconds.push(sum(|_, _| true));
            times.slow.push(sum(Edge::may_slow));
            times.hurry.push(sum(Edge::may_hurry));
        }
        times
    }

    /// Bits of those of a word of 64 entries that may be timed after an edge: all that [`time`] finds a timing for, and hardly more.
    pub fn may_be_timed(
        &self,
        word: usize,
        going: Edge,
        attack: f32,
        bake: &BakeSettings,
        settings: &AvoidSettings,
    ) -> u64 {
        let splat = f32x8::splat;
        let of_going = |adjusts: bool| splat(if adjusts { going.seconds } else { 0.0 });
        let (slow, hurry) = (of_going(going.may_slow(bake)), of_going(going.may_hurry(bake)));
        let most = settings.most_time_scale.max(1.0);
        let mut bits = 0;
        for at in 0..64 / LANES {
            let group = word * 64 / LANES + at;
            let Some(seconds) = self.seconds.get(group) else { break };
            let whole = *seconds + splat(going.seconds);
            let later = (self.slow[group] + slow) * splat(most - 1.0);
            let sooner = (self.hurry[group] + hurry) * splat(1.0 - 1.0 / most);
            let sooner = sooner.fast_max(whole * splat(1.0 - 1.0 / settings.hurry.max(1.0)));
            let window = splat(0.5 * settings.window + ROUNDING);
            let by = |most: f32x8| most.fast_max(splat(FITS)).fast_min(window) + splat(ROUNDING);
            let off = splat(attack) - whole;
            let may = off.simd_le(by(later)) & off.simd_ge(-by(sooner));
            bits |= u64::from(may.to_bitmask()) << (at * LANES);
        }
        bits
    }
}

/// The way to the avoidance of an entry, and that as far as its centre.
pub fn entry_edges(tables: &Tables, entry: &Entry) -> Option<[Edge; 2]> {
    let avoidance = tables.avoidances.get(entry.avoidance as usize)?;
    Some([
        Edge { seconds: avoidance.start - entry.first, speed: entry.speed },
        Edge { seconds: avoidance.centre - avoidance.start, speed: avoidance.speed },
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(seconds: f32, speed: f32) -> Edge {
        Edge { seconds, speed }
    }

    fn reached(edges: [Edge; 3], timing: &Timing) -> f32 {
        edges.iter().zip(timing.scales).map(|(edge, scale)| edge.seconds * scale).sum()
    }

    #[test]
    fn a_path_reaches_its_centre_when_the_attack_comes() {
        let (bake, settings) = (BakeSettings::paper(), AvoidSettings::paper());
        // Still, then slow, then fast.
        let edges = [edge(0.3, 0.0), edge(0.2, 0.05), edge(0.3, 2.0)];
        for attack in [0.6, 0.75, 0.8, 0.9, 1.2] {
            let timing = time(edges, attack, &bake, &settings).expect("it can be");
            assert!((reached(edges, &timing) - attack).abs() < FITS + 1e-5, "{attack}: {timing:?}");
        }
    }

    #[test]
    fn fast_edges_are_slowed_and_slow_ones_sped_up_and_others_left() {
        let (bake, settings) = (BakeSettings::paper(), AvoidSettings::paper());
        let edges = [edge(0.4, 0.2), edge(0.3, 0.05), edge(0.3, 2.0)];
        let later = time(edges, 1.2, &bake, &settings).expect("it can be");
        assert_eq!((later.scales[0], later.scales[1]), (1.0, 1.0));
        assert!((later.scales[2] - 5.0 / 3.0).abs() < 1e-5, "{later:?}");
        let sooner = time(edges, 0.85, &bake, &settings).expect("it can be");
        assert_eq!((sooner.scales[0], sooner.scales[2]), (1.0, 1.0));
        assert!((sooner.scales[1] - 0.5).abs() < 1e-5, "{sooner:?}");
    }

    #[test]
    fn what_cannot_be_adjusted_is_dropped_unless_it_fits() {
        let (bake, settings) = (BakeSettings::paper(), AvoidSettings::paper());
        // Neither fast nor slow.
        let edges = [edge(0.4, 0.2), edge(0.0, 0.2), edge(0.3, 0.2)];
        assert!(time(edges, 0.71, &bake, &settings).is_some_and(|timing| timing.scale == 1.0));
        assert!(time(edges, 0.8, &bake, &settings).is_none());
        assert!(time(edges, 0.5, &bake, &settings).is_none());
        assert!(time(edges, f32::NAN, &bake, &settings).is_none());
        // Outside of the window, whatever could be adjusted.
        assert!(time([edge(0.1, 0.0); 3], 0.9, &bake, &settings).is_none());
    }

    #[test]
    fn a_larger_change_of_speed_is_a_larger_error() {
        let (bake, settings) = (BakeSettings::default(), AvoidSettings::default());
        let edges = [edge(0.3, 0.1), edge(0.0, 0.0), edge(0.3, 2.0)];
        let error = |attack| time(edges, attack, &bake, &settings).expect("it can be").error;
        assert_eq!(error(0.6), 1.0 / settings.time_scale);
        assert!(error(0.7) < error(0.9) && error(0.55) < error(0.5), "{} {}", error(0.7), error(0.9));
    }
}
