//! Makes the tables: finds avoidances, cuts takes into nodes, says which node can pass over to which entry, fills the index and
//! draws the images.
//!
//! Paper: section 3.1. The authors mark avoidance parts by hand; here they are the actions that annotation calls so (which a
//! person may correct), and when a body is most out of the way is measured.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_motion::{Role, Transform, kinematics};
use footwork_plan::progress::{Flow, Hear, Progress};
use footwork_stage::{Rig, RigError};
use glam::Vec3;
use rayon::prelude::*;

use crate::cull::{self, AROUND};
use crate::index::{Clears, Index};
use crate::path::VELOCITY_STEP;
use crate::settings::BakeSettings;
use crate::skill::{Avoidance, Entry, FEATURES, MOST_ENTRIES, Skill, Tables, apart};
use crate::spheres::Places;
use crate::volumes::Volumes;

/// Why nothing was baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BakeError {
    #[error(transparent)]
    Rig(#[from] RigError),
    #[error("baking was stopped")]
    Stopped,
}

/// The class of actions that get out of the way.
pub const CLASS: &str = "avoid";
/// m. An action in which no sphere gets so far from where it was avoids nothing.
const LEAST_MOVED: f32 = 0.08;
/// The share of its furthest way at which a body is out of the way; as in what the performer says of itself.
const AWAY: f32 = 0.6;
/// The share of it below which it has not begun, or is back.
const HOME: f32 = 0.12;
/// s. Longer actions are cut off: nobody stays out of the way for so long.
const LONGEST: f64 = 2.5;

/// The points that moments are compared by, and how much each counts: where feet are decides whether they have to slide.
const POINTS: [(Role, f32); 11] = [
    (Role::Hips, 1.0),
    (Role::Chest, 1.0),
    (Role::Head, 1.0),
    (Role::LeftElbow, 0.5),
    (Role::LeftWrist, 0.7),
    (Role::RightElbow, 0.5),
    (Role::RightWrist, 0.7),
    (Role::LeftKnee, 1.0),
    (Role::LeftAnkle, 2.0),
    (Role::RightKnee, 1.0),
    (Role::RightAnkle, 2.0),
];
/// s: so many seconds at it are a difference in position.
const VELOCITY: f32 = 0.1;

/// Bakes. A repertoire without avoidances gives a skill that shields at most.
pub fn bake(repertoire: &Repertoire, settings: &BakeSettings, hear: Hear<'_>) -> Result<Skill, BakeError> {
    let tell = |done: f32, stage: &str| match hear(Progress { done, stage }) {
        Flow::GoOn => Ok(()),
        Flow::Stop => Err(BakeError::Stopped),
    };
    tell(0.0, "placing spheres")?;
    let rig = Rig::new(Arc::new(repertoire.clone()))?;
    let volumes = Volumes::new(&rig, settings.stored);
    tell(0.3, "finding avoidances")?;
    let moments = Moments { rig: &rig, volumes: &volumes };
    let mut avoidances = moments.avoidances(settings);
    avoidances.truncate(MOST_ENTRIES / settings.leads.len().max(1));
    let entries = moments.entries(&avoidances, settings);
    tell(0.4, "cutting nodes")?;
    let mut nodes = vec![0_u32];
    let mut places: Vec<(u32, f64)> = Vec::new();
    for (number, take) in repertoire.takes.iter().enumerate() {
        let count = (take.clip.seconds() / f64::from(settings.nodes)).floor() as usize + 1;
        places.extend((0..count).map(|node| (number as u32, node as f64 * f64::from(settings.nodes))));
        nodes.push(places.len() as u32);
    }
    let of_places = |places: &[(u32, f64)]| -> Vec<f32> {
        places.par_iter().flat_map_iter(|&(take, seconds)| moments.features(take, seconds)).collect()
    };
    let node_features = of_places(&places);
    let entry_places: Vec<(u32, f64)> = entries
        .iter()
        .map(|entry| (avoidances[entry.avoidance as usize].take, f64::from(entry.first)))
        .collect();
    let entry_features = of_places(&entry_places);
    let speeds: Vec<f32> = places
        .par_iter()
        .map(|&(take, from)| moments.speed(take, from, from + f64::from(settings.nodes)))
        .collect();
    tell(0.6, "finding transitions")?;
    let words = entries.len().div_ceil(64);
    let reach: Vec<u64> = node_features
        .par_chunks(FEATURES)
        .flat_map_iter(|node| {
            let mut bits = vec![0_u64; words];
            for (entry, own) in entry_features.chunks(FEATURES).enumerate() {
                if apart(node, own) <= settings.limit {
                    bits[entry / 64] |= 1 << (entry % 64);
                }
            }
            bits
        })
        .collect();
    let seen = |places: &[(u32, f64)], step: f64| -> Vec<[Places; 2]> {
        places.par_iter().map(|&(take, time)| moments.seen(take, time, step)).collect()
    };
    let (left, entered) = (seen(&places, -VELOCITY_STEP), seen(&entry_places, VELOCITY_STEP));
    let core: Vec<usize> = volumes.spheres.core().collect();
    let pairs: Vec<[u8; 2]> =
        left.par_iter().flat_map_iter(|node| entered.iter().map(|entry| gap(node, entry, &core))).collect();
    let (gaps, drifts) = pairs.into_iter().map(|[gap, drift]| (gap, drift)).unzip();
    tell(0.8, "filling the index")?;
    let meeting: Vec<Clears> = entries.par_iter().map(|entry| moments.clears(&avoidances, entry)).collect();
    let index = Index::new(settings.cell, &meeting);
    tell(0.9, "drawing images")?;
    let images: Vec<u32> =
        entries.par_iter().flat_map_iter(|entry| moments.image(&avoidances, entry)).collect();
    let tables = Tables {
        settings: settings.clone(),
        spheres: volumes.spheres.all.len() as u32,
        nodes,
        speeds,
        node_features,
        avoidances,
        entries,
        entry_features,
        reach,
        gaps,
        drifts,
        index,
        images,
    };
    tell(1.0, "done")?;
    Ok(Skill { fingerprint: repertoire.fingerprint(), tables })
}

/// cm and dm/s, rounded up: how far apart head and trunk of two bodies are at most, and their velocities.
fn gap(a: &[Places; 2], b: &[Places; 2], core: &[usize]) -> [u8; 2] {
    [(0, 100.0), (1, 10.0)].map(|(which, units)| {
        let apart = |at: &usize| (a[which].get(*at) - b[which].get(*at)).length();
        let most = core.iter().map(apart).fold(0.0, f32::max);
        // The cast saturates.
        (most * units).ceil() as u8
    })
}

/// Moments of takes, looked at.
struct Moments<'a> {
    rig: &'a Rig,
    volumes: &'a Volumes,
}

impl Moments<'_> {
    /// m, how far spheres are from where they were: the mean, weighed by their size, and the furthest of one.
    fn distance(&self, from: &Places, to: &Places) -> (f32, f32) {
        let (mut sum, mut weights, mut most) = (0.0, 0.0, 0.0_f32);
        for (at, sphere) in self.volumes.spheres.all.iter().enumerate() {
            let distance = (to.get(at) - from.get(at)).length();
            let weight = sphere.radius * sphere.radius;
            (sum, weights, most) = (sum + weight * distance, weights + weight, most.max(distance));
        }
        (sum / f32::max(weights, 1e-9), most)
    }

    /// All avoidances of all takes.
    fn avoidances(&self, settings: &BakeSettings) -> Vec<Avoidance> {
        let mut found = Vec::new();
        for (number, take) in self.rig.repertoire().takes.iter().enumerate() {
            for (action, known) in take.annotation.actions.iter().enumerate() {
                if known.is(CLASS) {
                    let rate = f64::from(take.clip.rate());
                    let first = f64::from(known.span.first) / rate;
                    let end = (f64::from(known.span.end) / rate).min(take.clip.seconds());
                    found.extend(self.avoidance(number as u32, action as u32, first, end, settings));
                }
            }
        }
        found
    }

    /// An avoidance, measured; none if nothing gets out of the way.
    fn avoidance(
        &self,
        take: u32,
        action: u32,
        first: f64,
        end: f64,
        settings: &BakeSettings,
    ) -> Option<Avoidance> {
        const RATE: f64 = 60.0;
        let end = end.min(first + LONGEST);
        let samples = ((end - first) * RATE).floor() as usize;
        if samples < 6 {
            return None;
        }
        let time = |sample: usize| first + sample as f64 / RATE;
        let home = self.volumes.at(take, first);
        let distances: Vec<(f32, f32)> =
            (0..=samples).map(|sample| self.distance(&home, &self.volumes.at(take, time(sample)))).collect();
        let most = distances.iter().map(|distance| distance.0).fold(0.0, f32::max);
        if distances.iter().all(|distance| distance.1 < LEAST_MOVED) || most <= 0.0 {
            return None;
        }
        let away = |sample: &usize| distances[*sample].0 >= AWAY * most;
        let far = (0..=samples).find(away)?;
        let start = (0..far).rev().find(|sample| distances[*sample].0 <= HOME * most).unwrap_or(0);
        let back = (far..=samples).find(|sample| !away(sample));
        let (last, over) = match back {
            Some(back) => {
                let home = (back..=samples).find(|sample| distances[*sample].0 <= HOME * most);
                (back - 1, home.unwrap_or(samples))
            }
            // A step does not come back: it is out of the way for good, and over when the feet stand.
            None => ((far + (RATE * 0.2) as usize).min(samples), samples),
        };
        let (start, centre, end) =
            (time(start), 0.5 * (time(far) + time(last)), time(over.max(last + 1).min(samples)));
        if !(start < centre && centre < end) {
            return None;
        }
        let (was, is) = (self.volumes.at(take, start), self.volumes.at(take, centre));
        let mut moved = 0_u64;
        for at in 0..self.volumes.spheres.all.len() {
            let mut steps = 0..=((end - start) * RATE) as usize;
            let far = |step: usize| {
                let then = self.volumes.at(take, start + step as f64 / RATE);
                (then.get(at) - was.get(at)).length() > settings.moved
            };
            moved |= u64::from(steps.any(far)) << at;
        }
        Some(Avoidance {
            take,
            action,
            start: start as f32,
            centre: centre as f32,
            end: end as f32,
            speed: self.speed(take, start, end),
            movement: self.distance(&was, &is).0,
            moved,
        })
    }

    /// The ways into avoidances.
    fn entries(&self, avoidances: &[Avoidance], settings: &BakeSettings) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (number, avoidance) in avoidances.iter().enumerate() {
            for lead in &settings.leads {
                let first = avoidance.start - lead;
                if first >= 0.0 {
                    let speed = self.speed(avoidance.take, f64::from(first), f64::from(avoidance.start));
                    let [_, moving] = self.seen(avoidance.take, f64::from(first), VELOCITY_STEP);
                    let pace =
                        self.volumes.spheres.core().map(|at| moving.get(at).length()).fold(0.0, f32::max);
                    entries.push(Entry { avoidance: number as u32, first, speed, pace });
                }
            }
        }
        entries
    }

    /// m/s, the fastest that a hand or foot gets from one time to another.
    fn speed(&self, take: u32, from: f64, to: f64) -> f32 {
        const STEP: f64 = 1.0 / 30.0;
        let Some(known) = self.rig.take(take) else { return 0.0 };
        let ends = [Role::LeftWrist, Role::RightWrist, Role::LeftAnkle, Role::RightAnkle];
        let steps = (((to - from) / STEP).ceil() as usize).max(1);
        let last = known.clip.seconds();
        let at = |step: usize| self.world(take, (from + step as f64 * STEP).min(last));
        let mut most = 0.0_f32;
        let mut before = at(0);
        for step in 1..=steps {
            let now = at(step);
            for role in ends {
                if let Ok(site) = self.rig.skeleton().site(role) {
                    let distance = site.position(&now) - site.position(&before);
                    most = most.max(distance.length() / STEP as f32);
                }
            }
            before = now;
        }
        most
    }

    fn world(&self, take: u32, seconds: f64) -> Vec<Transform> {
        let skeleton = self.rig.skeleton();
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let mut pose = footwork_motion::Pose::rest(skeleton);
        if let Some(take) = self.rig.take(take) {
            take.clip.sample(seconds, &mut pose);
        }
        kinematics::world(skeleton, pose.view(), &mut world);
        world
    }

    /// What a moment is compared by: points as the body sees them, and how they move; scaled so that distances of rows are
    /// root mean squares.
    fn features(&self, take: u32, seconds: f64) -> [f32; FEATURES] {
        const STEP: f64 = 1.0 / 60.0;
        let mut out = [0.0; FEATURES];
        let last = self.rig.take(take).map_or(0.0, |take| take.clip.seconds());
        let (from, to) = ((seconds - STEP).max(0.0), (seconds + STEP).min(last));
        let [before, now, after] = [from, seconds, to].map(|time| self.world(take, time));
        let into = self.rig.ground(take, seconds).unwrap_or_default().inverse();
        let weights: f32 = POINTS.iter().map(|(_, weight)| weight).sum();
        for (at, (role, weight)) in POINTS.into_iter().enumerate() {
            let Ok(site) = self.rig.skeleton().site(role) else { continue };
            let scale = (weight / weights).sqrt();
            let place = into.point(site.position(&now)) * scale;
            let velocity = (site.position(&after) - site.position(&before)) / ((to - from) as f32).max(1e-3);
            let velocity = into.rotation * velocity * (VELOCITY * scale);
            out[6 * at..6 * at + 3].copy_from_slice(&place.to_array());
            out[6 * at + 3..6 * at + 6].copy_from_slice(&velocity.to_array());
        }
        out
    }

    /// Where spheres are, and how they move over a time from then on, or before it; as the body sees them.
    fn seen(&self, take: u32, seconds: f64, step: f64) -> [Places; 2] {
        let groups = self.volumes.groups();
        let into = self.rig.ground(take, seconds).unwrap_or_default().inverse();
        let now = self.volumes.at(take, seconds).placed(into, groups);
        let later = self.volumes.at(take, seconds + step).placed(into, groups);
        let mut moving = Places::ORIGIN;
        for at in 0..self.volumes.spheres.all.len() {
            moving.set(at, (later.get(at) - now.get(at)) / step as f32);
        }
        [now, moving]
    }

    /// The spheres that an avoidance takes away, where they were, and all spheres where they are at its furthest, as the body
    /// sees them on entry.
    fn clears(&self, avoidances: &[Avoidance], entry: &Entry) -> Clears {
        let avoidance = &avoidances[entry.avoidance as usize];
        let into = self.ground(avoidance.take, entry.first).inverse();
        let spheres = |time: f32, which: u64| {
            let places = self.volumes.at(avoidance.take, f64::from(time));
            let all = self.volumes.spheres.all.iter().enumerate();
            all.filter(|(at, _)| which >> at & 1 == 1)
                .map(|(at, sphere)| (into.point(places.get(at)), sphere.radius))
                .collect()
        };
        Clears { left: spheres(avoidance.start, avoidance.moved), kept: spheres(avoidance.centre, u64::MAX) }
    }

    /// Where the body surely is around the centre of an avoidance, as it sees it on entry.
    fn image(&self, avoidances: &[Avoidance], entry: &Entry) -> cull::Images {
        let avoidance = &avoidances[entry.avoidance as usize];
        let into = self.ground(avoidance.take, entry.first).inverse();
        // All stored moments in the span, and its two ends: between them spheres go straight.
        let rate = self.volumes.rate;
        let [from, to] = [avoidance.centre - AROUND, (avoidance.centre + AROUND).min(avoidance.end)];
        let inner = (from * rate).ceil() as i64..=(to * rate).floor() as i64;
        let times = std::iter::once(from).chain(inner.map(|frame| frame as f32 / rate)).chain([to]);
        let moments: Vec<Vec<(Vec3, f32)>> = times
            .map(|time| {
                let places = self.volumes.at(avoidance.take, f64::from(time.max(entry.first)));
                let spheres = &self.volumes.spheres;
                spheres.core().map(|at| (into.point(places.get(at)), spheres.all[at].radius)).collect()
            })
            .collect();
        cull::images_of(&moments)
    }

    fn ground(&self, take: u32, seconds: f32) -> Transform {
        self.rig.ground(take, f64::from(seconds)).unwrap_or_default()
    }
}
