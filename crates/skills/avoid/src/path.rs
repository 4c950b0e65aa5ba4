//! A path, and where a body that takes it will be.
//!
//! What is shown after a transition is the recording with an offset that dies away, on joints (the stage's `offset`). Here the
//! offset is on spheres, and dies away by the same spring: what the difference is after the quarter of a second that it takes
//! until something hits is a few millimetres.

mod decay;
mod footing;

use footwork_motion::{Side, Transform};
use footwork_stage::Rig;
use wide::f32x8;

use crate::settings::AvoidSettings;
use crate::skill::{Avoidance, Entry, Tables};
use crate::spheres::{MOST_GROUPS, Places, along, rows};
use crate::timing::{Edge, EntryTimes, Timing, entry_edges, time};
use crate::volumes::{Between, Volumes};
use footing::down_until;

pub use decay::{DECAY, Decay};
pub use footing::{Footing, footings};

/// What a body does now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doing {
    /// The take that is played.
    pub take: u32,
    /// s, where in it.
    pub time: f64,
    /// How fast it is played.
    pub rate: f32,
    /// Where the body stands and faces.
    pub frame: Transform,
    /// m, where its spheres are shown, in the world.
    pub shown: Places,
    /// m/s, how they move.
    pub moving: Places,
    /// Whether the left foot and the right are held where they stand.
    pub down: [bool; 2],
}

/// A path: from what is done to an avoidance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathChoice {
    /// How many nodes are passed before the transition; 0 to leave at once.
    pub wait: u32,
    /// By which entry.
    pub entry: u32,
}

/// s, over which the velocity of what is left and of what is entered is measured: before the one, after the other.
pub const VELOCITY_STEP: f64 = 1.0 / 30.0;

/// m/s. A foot that goes faster is not stopped by the stage, but goes on to where it is put down.
const TOO_FAST: f32 = 2.0;

/// What paths are made of.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// Nodes, entries, avoidances.
    pub tables: &'a Tables,
    /// Where bodies are in takes.
    pub volumes: &'a Volumes,
    /// How offsets die away.
    pub decay: &'a Decay,
    /// The body.
    pub rig: &'a Rig,
    /// How long entries take to their avoidances.
    pub times: &'a EntryTimes,
    /// Of each entry: see [`footings`].
    pub footings: &'a [Footing],
    /// How attacks are answered.
    pub settings: &'a AvoidSettings,
}

/// A body where a path leaves from, in the world: the same for all paths that leave there.
#[derive(Clone, Copy, Debug)]
pub struct Leave {
    /// The node.
    pub node: usize,
    /// s from now, if nothing is sped up or slowed down.
    pub leaves: f32,
    /// Where it stands and faces then.
    pub frame: Transform,
    /// Where the take is that is played until then.
    pub played: Transform,
    /// m, where its spheres are shown.
    pub shown: Places,
    /// m/s, how they move.
    pub moving: Places,
    /// Whether the left foot and the right are held where they stand.
    pub down: [bool; 2],
    /// Whether they would be where a recording has them down that begins there: all that are not too fast.
    pub is_put_down: [bool; 2],
}

/// How far what is shown of a body is from what it plays: what goes on to die away while it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onward {
    /// Where the take that it plays is, in the world.
    pub played: Transform,
    /// m
    pub offset: Places,
    /// m/s
    pub drift: Places,
    /// s from now: until when the left foot and the right stay down that are held.
    pub down_for: [f32; 2],
}

/// A path made ready: timed and placed.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// How it is timed.
    pub timing: Timing,
    /// Where the take of the avoidance is, in the world.
    pub placed: Transform,
    /// The way back from there.
    pub into: Transform,
    /// m, and m/s, in that take's space: how far the body is from the recording at the transition.
    pub offset: Places,
    /// m/s
    pub drift: Places,
    /// m: what of that does not die away, for feet are held where they are.
    pub held: Places,
    /// How much of the left foot's and the right one's does not: see [`Footing::holds`].
    pub feet: [f32; 2],
    /// What is gone on with, in the avoidance's space; none if the transition is at once.
    pub before: Option<Transform>,
}

/// What laying out a path needs, for all of its groups the same.
#[derive(Clone, Copy, Debug)]
pub struct Laying {
    /// From the world into the avoidance's take, as rows.
    into: [[f32; 4]; 3],
    /// How fast what is gone on with moves.
    slower: f32,
    /// Where the take is entered, and a moment later.
    start: Between,
    after: Between,
    /// 1/s, what is between those two as a velocity.
    per: f32,
}

impl Laid {
    /// None yet.
    pub const NOWHERE: Laid = Laid {
        timing: Timing { scales: [1.0; 3], scale: 1.0, leaves: 0.0, error: 0.0 },
        placed: Transform::IDENTITY,
        into: Transform::IDENTITY,
        offset: Places::ORIGIN,
        drift: Places::ORIGIN,
        held: Places::ORIGIN,
        feet: [0.0; 2],
        before: None,
    };

    /// m: one group of a recording with what is left of the offset, of which so much is left of its position and s of its velocity.
    #[inline]
    pub fn blend_group(
        &self,
        recorded: [f32x8; 3],
        [position, velocity]: [f32; 2],
        group: usize,
    ) -> [f32x8; 3] {
        let (position, velocity) = (f32x8::splat(position), f32x8::splat(velocity));
        let Laid { offset, drift, held, .. } = self;
        let [x, y, z] = recorded;
        [
            x + held.x[group] + (offset.x[group] * position + drift.x[group] * velocity),
            y + held.y[group] + (offset.y[group] * position + drift.y[group] * velocity),
            z + held.z[group] + (offset.z[group] * position + drift.z[group] * velocity),
        ]
    }

    /// The same of all groups.
    #[inline]
    pub fn blend(&self, recorded: &Places, left: [f32; 2], groups: usize, out: &mut Places) {
        for group in 0..groups.min(MOST_GROUPS) {
            let group_recorded = [recorded.x[group], recorded.y[group], recorded.z[group]];
            [out.x[group], out.y[group], out.z[group]] = self.blend_group(group_recorded, left, group);
        }
    }

    /// m, m/s and m: the largest offset of a sphere, the largest velocity of one, and the largest that stays.
    pub fn most(&self, groups: usize) -> [f32; 3] {
        [&self.offset, &self.drift, &self.held].map(|places| {
            let largest = (0..groups).fold(f32x8::ZERO, |most, group| {
                let (x, y, z) = (places.x[group], places.y[group], places.z[group]);
                most.fast_max(x * x + y * y + z * z)
            });
            largest.to_array().into_iter().fold(0.0, f32::max).sqrt()
        })
    }
}

impl<'a> World<'a> {
    /// What a path's entry is.
    pub fn entry(&self, entry: u32) -> Option<(&'a Entry, &'a Avoidance)> {
        let entry = self.tables.entries.get(entry as usize)?;
        Some((entry, self.tables.avoidances.get(entry.avoidance as usize)?))
    }

    /// The node that a path leaves from, and how long after now that is if nothing is sped up or slowed down.
    pub fn leaves(&self, doing: &Doing, wait: u32) -> Option<(usize, f32)> {
        let now = self.tables.node_at(doing.take, doing.time)?;
        if wait == 0 {
            return Some((now, 0.0));
        }
        let node = now + wait as usize;
        let end = *self.tables.nodes.get(doing.take as usize + 1)? as usize;
        let later = (self.tables.node_time(doing.take, node) - doing.time) as f32 / doing.rate.max(1e-3);
        (node < end && later > 0.0).then_some((node, later))
    }

    /// m/s, the fastest that a hand or foot gets from now to a node.
    fn speed_until(&self, doing: &Doing, wait: u32) -> f32 {
        let Some(now) = self.tables.node_at(doing.take, doing.time) else { return 0.0 };
        let edges = self.tables.speeds.get(now..now + wait as usize).unwrap_or(&[]);
        edges.iter().fold(0.0, |most: f32, speed| most.max(*speed))
    }

    /// How a path is timed; none if it cannot be.
    pub fn timing(&self, doing: &Doing, path: PathChoice, leaves: f32, attack: f32) -> Option<Timing> {
        self.timing_after(self.going(doing, path.wait, leaves), path.entry, attack)
    }

    /// What is gone on with until a node: the same edge for all paths that leave there.
    pub fn going(&self, doing: &Doing, wait: u32, leaves: f32) -> Edge {
        Edge { seconds: leaves, speed: self.speed_until(doing, wait) * doing.rate }
    }

    /// How a path is timed that begins with an edge and goes on by an entry; none if it cannot be.
    #[inline]
    pub fn timing_after(&self, going: Edge, entry: u32, attack: f32) -> Option<Timing> {
        let [enters, avoids] = entry_edges(self.tables, self.tables.entries.get(entry as usize)?)?;
        time([going, enters, avoids], attack, &self.tables.settings, self.settings)
    }

    /// Where the take that is played is, in the world.
    pub fn played(&self, doing: &Doing) -> Transform {
        doing.frame * self.rig.ground(doing.take, doing.time).unwrap_or_default().inverse()
    }

    /// The ground frame of a body that passes over so many seconds from now, at a node, in the world.
    pub fn frame_at(&self, doing: &Doing, leaves: f32) -> Transform {
        if leaves <= 0.0 {
            return doing.frame;
        }
        let then = doing.time + f64::from(leaves * doing.rate);
        self.played(doing) * self.rig.ground(doing.take, then).unwrap_or_default()
    }

    /// How far what is shown of a body is from what it plays, and how much faster it is.
    pub fn onward(&self, doing: &Doing) -> Onward {
        let groups = self.volumes.groups();
        let played = self.played(doing);
        let now = self.volumes.at(doing.take, doing.time).placed(played, groups);
        let earlier = doing.time - VELOCITY_STEP * f64::from(doing.rate);
        let before = self.volumes.at(doing.take, earlier).placed(played, groups);
        let per = f32x8::splat(if earlier > 0.0 { 1.0 / VELOCITY_STEP as f32 } else { 0.0 });
        let (mut offset, mut drift) = (doing.shown, doing.moving);
        for group in 0..groups {
            offset.x[group] -= now.x[group];
            offset.y[group] -= now.y[group];
            offset.z[group] -= now.z[group];
            drift.x[group] -= (now.x[group] - before.x[group]) * per;
            drift.y[group] -= (now.y[group] - before.y[group]) * per;
            drift.z[group] -= (now.z[group] - before.z[group]) * per;
        }
        let down_for = [0, 1].map(|side| match doing.down[side] {
            true => {
                let until = down_until(self.rig, doing.take, doing.time, Side::BOTH[side]);
                (until - doing.time) as f32 / doing.rate.max(1e-3)
            }
            false => -1.0,
        });
        Onward { played, offset, drift, down_for }
    }

    /// A body that goes on with what it does for so many seconds: where its spheres are, in the world.
    pub fn going_on(&self, doing: &Doing, onward: &Onward, seconds: f32) -> Places {
        let groups = self.volumes.groups();
        let then = self.volumes.at(doing.take, doing.time + f64::from(seconds * doing.rate));
        let mut then = then.placed(onward.played, groups);
        let [position, velocity] = self.decay.after(seconds).map(f32x8::splat);
        let feet = onward.down_for.map(|down| if down >= seconds { 1.0 } else { 0.0 });
        for group in 0..groups {
            let (offset, drift) = (&onward.offset, &onward.drift);
            // What is held stays where it is, and goes nowhere.
            let held = self.volumes.spheres.held(feet, group);
            let (position, velocity) =
                (position + held * (f32x8::ONE - position), velocity * (f32x8::ONE - held));
            then.x[group] += offset.x[group] * position + drift.x[group] * velocity;
            then.y[group] += offset.y[group] * position + drift.y[group] * velocity;
            then.z[group] += offset.z[group] * position + drift.z[group] * velocity;
        }
        then
    }

    /// A body as it is after some nodes, ready to pass over to any entry; none if there is no such node.
    pub fn leave(&self, doing: &Doing, wait: u32) -> Option<Leave> {
        let (node, leaves) = self.leaves(doing, wait)?;
        let frame = self.frame_at(doing, leaves);
        let played = self.played(doing);
        if wait == 0 {
            let Doing { shown, moving, down, .. } = *doing;
            let is_put_down = self.is_put_down(down, &moving);
            return Some(Leave { node, leaves, frame, played, shown, moving, down, is_put_down });
        }
        // As it will be shown, from one moment to the next.
        const STEP: f32 = VELOCITY_STEP as f32;
        let onward = self.onward(doing);
        let shown = self.going_on(doing, &onward, leaves);
        let before = self.going_on(doing, &onward, (leaves - STEP).max(0.0));
        let mut moving = Places::ORIGIN;
        let per = f32x8::splat(1.0 / STEP.min(leaves).max(1e-3));
        for group in 0..self.volumes.groups() {
            moving.x[group] = (shown.x[group] - before.x[group]) * per;
            moving.y[group] = (shown.y[group] - before.y[group]) * per;
            moving.z[group] = (shown.z[group] - before.z[group]) * per;
        }
        let then = doing.time + f64::from(leaves * doing.rate);
        let down = Side::BOTH.map(|side| down_until(self.rig, doing.take, then, side) >= then);
        let is_put_down = self.is_put_down(down, &moving);
        Some(Leave { node, leaves, frame, played, shown, moving, down, is_put_down })
    }

    /// Which feet are put down where they are by a recording that has them down: the stage's rule.
    fn is_put_down(&self, down: [bool; 2], moving: &Places) -> [bool; 2] {
        [0, 1].map(|side| {
            let speed = |foot: usize| moving.get(foot).with_y(0.0).length();
            down[side] || self.volumes.spheres.foot(side).is_some_and(|foot| speed(foot) < TOO_FAST)
        })
    }

    /// Lays a path out.
    pub fn lay(&self, path: PathChoice, timing: Timing, leave: &Leave) -> Option<Laid> {
        let mut laid = Laid::NOWHERE;
        self.place(path, timing, leave, &mut laid)?;
        let laying = self.laying(path, &laid)?;
        (0..self.volumes.groups()).for_each(|group| self.lay_group(&laying, leave, group, &mut laid));
        Some(laid)
    }

    /// Says when and where a path is played, and nothing yet of how far the body is from it; none if it cannot be.
    pub fn place(&self, path: PathChoice, timing: Timing, leave: &Leave, laid: &mut Laid) -> Option<()> {
        let footing = self.footings.get(path.entry as usize)?;
        let (entry, avoidance) = self.entry(path.entry)?;
        laid.feet = footing.holds(entry, avoidance, &timing, leave.is_put_down, self.decay);
        let placed = leave.frame * footing.ground;
        let into = placed.inverse();
        laid.before = (path.wait > 0).then(|| into * leave.played);
        (laid.timing, laid.placed, laid.into) = (timing, placed, into);
        Some(())
    }

    /// What laying out a path that was placed needs, for all groups the same.
    pub fn laying(&self, path: PathChoice, laid: &Laid) -> Option<Laying> {
        let (entry, avoidance) = self.entry(path.entry)?;
        let (first, timing) = (f64::from(entry.first), laid.timing);
        // The recording goes as fast as it is played there.
        let scale = if avoidance.start > entry.first { timing.scales[1] } else { timing.scales[2] };
        Some(Laying {
            into: rows(laid.into),
            // What is gone on with more slowly moves more slowly.
            slower: if path.wait == 0 { 1.0 } else { 1.0 / timing.scales[0] },
            start: self.volumes.between(avoidance.take, first)?,
            after: self.volumes.between(avoidance.take, first + VELOCITY_STEP)?,
            per: 1.0 / (VELOCITY_STEP as f32 * scale),
        })
    }

    /// How far one group of a body is from a path that was placed.
    #[inline]
    pub fn lay_group(&self, laying: &Laying, leave: &Leave, group: usize, laid: &mut Laid) {
        let (slower, per) = (f32x8::splat(laying.slower), f32x8::splat(laying.per));
        let shown = [leave.shown.x[group], leave.shown.y[group], leave.shown.z[group]];
        let moving = [leave.moving.x[group], leave.moving.y[group], leave.moving.z[group]];
        let start = self.volumes.group(&laying.start, group);
        let after = self.volumes.group(&laying.after, group);
        let across = self.volumes.spheres.held(laid.feet, group);
        // What was in the air comes down, but stays above where it was.
        let fall = [0, 1].map(|side| if leave.down[side] { laid.feet[side] } else { 0.0 });
        let shares = [across, self.volumes.spheres.held(fall, group), across];
        let (held, offset, drift) = (&mut laid.held, &mut laid.offset, &mut laid.drift);
        let out = [
            (&mut held.x[group], &mut offset.x[group], &mut drift.x[group]),
            (&mut held.y[group], &mut offset.y[group], &mut drift.y[group]),
            (&mut held.z[group], &mut offset.z[group], &mut drift.z[group]),
        ];
        for (axis, (held_out, offset_out, drift_out)) in out.into_iter().enumerate() {
            let row = laying.into[axis];
            let offset = along(row, shown) - start[axis];
            let moving = along([row[0], row[1], row[2], 0.0], moving);
            let drift = moving * slower - (after[axis] - start[axis]) * per;
            let (share, rest) = (shares[axis], f32x8::ONE - shares[axis]);
            (*held_out, *offset_out, *drift_out) = (offset * share, offset * rest, drift * rest);
        }
    }

    /// s, where in the avoidance's take a body is so long after the transition.
    #[inline]
    pub fn taken(&self, entry: &Entry, avoidance: &Avoidance, timing: &Timing, after: f32) -> f32 {
        let lead = (avoidance.start - entry.first) * timing.scales[1];
        let at = if after < lead {
            entry.first + after / timing.scales[1]
        } else {
            avoidance.start + (after - lead) / timing.scales[2]
        };
        at.min(avoidance.end)
    }
}
