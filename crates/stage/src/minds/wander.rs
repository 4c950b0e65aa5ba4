//! Walks a graph at random without entering a given class of action.
//!
//! The paper: *Pushing People Around*, section 3: the motion graph is walked without entering a response.
//! The graph comes as plain lists, so that any crate that finds transitions can be plugged in. Edges from which there is
//! no way on, but through the barred class or off a take's end, are left out when the mind is made; what is left can be
//! walked for ever.
//! Where walls or obstacles are near, a few of the ways on are weighed by where they lead, each turned a little, and the one
//! that keeps away from them is taken: somebody who sees a wall does not walk into it.

use bytemuck::{Pod, Zeroable};
use footwork_annotate::Action;

use crate::memory::OptionalIndex;
use crate::mind::Mind;
use crate::play::{Move, Placement, Segment};
use crate::prop::{Prop, PropKind};
use crate::rig::Rig;
use crate::view::{ActorView, StageView};
use crate::why::Why;
use footwork_motion::{Rng, Transform};
use glam::{Quat, Vec3};

/// A frame of a take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stop {
    /// Number of the take.
    pub take: u32,
    /// Number of the frame.
    pub frame: u32,
}

/// Where a frame can lead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// What comes next.
    pub to: Stop,
    /// What it costs; less is better.
    pub cost: f32,
}

/// What can follow what: for every frame of every take a list of edges, one list after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edges {
    /// Per take: the number of its first frame among all frames.
    bases: Vec<u32>,
    /// Per frame: where its edges begin; one more at the end.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Edges {
    /// Sorts edges into lists. `frames` says how many frames each take has; edges from or to elsewhere are left out.
    pub fn new(frames: &[u32], edges: impl IntoIterator<Item = (Stop, Edge)>) -> Edges {
        let mut bases = Vec::with_capacity(frames.len() + 1);
        let mut total = 0_u32;
        for count in frames {
            bases.push(total);
            total += count;
        }
        bases.push(total);
        let there = |stop: Stop| frames.get(stop.take as usize).is_some_and(|count| stop.frame < *count);
        let mut sorted: Vec<(Stop, Edge)> =
            edges.into_iter().filter(|(from, edge)| there(*from) && there(edge.to)).collect();
        sorted.sort_by_key(|(from, edge)| (*from, edge.to));
        let mut starts = vec![0_u32; total as usize + 1];
        for (from, _) in &sorted {
            starts[(bases[from.take as usize] + from.frame) as usize + 1] += 1;
        }
        for at in 0..total as usize {
            starts[at + 1] += starts[at];
        }
        Edges { bases, starts, edges: sorted.into_iter().map(|(_, edge)| edge).collect() }
    }

    /// The edges from a frame.
    pub fn from(&self, stop: Stop) -> &[Edge] {
        let take = stop.take as usize;
        match self.bases.get(take..take.saturating_add(2)) {
            Some(bases) if stop.frame < bases[1] - bases[0] => {
                let at = (bases[0] + stop.frame) as usize;
                &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
            }
            _ => &[],
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Edge] {
        &self.edges
    }

    fn takes(&self) -> usize {
        self.bases.len().saturating_sub(1)
    }
}

/// How to walk.
#[derive(Clone, Debug, PartialEq)]
pub struct WanderSettings {
    /// s. After a transition, play at least so much. Default: 0.3.
    pub shortest: f32,
    /// s. Leave within so much, if there is an edge. Default: 2.
    pub longest: f32,
    /// Classes of actions to keep out of. Default: none.
    pub barred: Vec<String>,
}

impl Default for WanderSettings {
    fn default() -> WanderSettings {
        WanderSettings { shortest: 0.3, longest: 2.0, barred: Vec::new() }
    }
}

/// Why there is nothing to walk.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum WanderError {
    #[error("the graph has {graph} takes, the repertoire {repertoire}; it was made for another one")]
    OtherRepertoire { graph: usize, repertoire: usize },
    #[error("no edge of the graph leads on for ever{}", of_class(.barred))]
    NoWay { barred: Vec<String> },
    #[error("`{0}` must be a number of seconds above zero")]
    BadSeconds(&'static str),
}

fn of_class(barred: &[String]) -> String {
    match barred {
        [] => String::new(),
        classes => format!(" without entering an action of class {}", classes.join(" or ")),
    }
}

/// Walks for ever.
#[derive(Clone, Debug, PartialEq)]
pub struct Wander {
    edges: Edges,
    /// Per take, the frames that have edges, in order.
    exits: Vec<Vec<u32>>,
    /// Per take and frame, the first frame from there on that must not be entered, or the take's last.
    limits: Vec<Vec<u32>>,
    shortest: f32,
    longest: f32,
}

impl Wander {
    /// Looks for the edges that can be walked for ever.
    pub fn new(rig: &Rig, edges: &Edges, settings: &WanderSettings) -> Result<Wander, WanderError> {
        let takes = &rig.repertoire().takes;
        if edges.takes() != takes.len() {
            return Err(WanderError::OtherRepertoire { graph: edges.takes(), repertoire: takes.len() });
        }
        for (name, value) in [("shortest", settings.shortest), ("longest", settings.longest)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(WanderError::BadSeconds(name));
            }
        }
        let limits: Vec<Vec<u32>> = takes
            .iter()
            .map(|take| {
                let frames = take.clip.frames();
                let mut limits = vec![frames as u32 - 1; frames];
                let is_barred = |action: &&Action| settings.barred.iter().any(|class| action.is(class));
                for action in take.annotation.actions.iter().filter(is_barred) {
                    for frame in action.span.first..action.span.end.min(frames as u32) {
                        limits[frame as usize] = frame;
                    }
                }
                for frame in (0..frames.saturating_sub(1)).rev() {
                    limits[frame] = limits[frame].min(limits[frame + 1]);
                }
                limits
            })
            .collect();
        let mut wander = Wander {
            edges: edges.clone(),
            exits: Vec::new(),
            limits,
            shortest: settings.shortest,
            longest: settings.longest.max(settings.shortest),
        };
        // An edge that leads nowhere takes others with it, until nothing changes any more.
        loop {
            let mut kept: Vec<(Stop, Edge)> = Vec::with_capacity(wander.edges.edges.len());
            wander.exits = (0..takes.len() as u32).map(|take| wander.exits_of(take)).collect();
            for (take, exits) in wander.exits.iter().enumerate() {
                for &frame in exits {
                    let from = Stop { take: take as u32, frame };
                    for edge in wander.edges.from(from) {
                        if wander.exits_after(rig, edge.to).is_some() {
                            kept.push((from, *edge));
                        }
                    }
                }
            }
            if kept.is_empty() {
                return Err(WanderError::NoWay { barred: settings.barred.clone() });
            }
            if kept.len() == wander.edges.edges.len() {
                return Ok(wander);
            }
            let frames: Vec<u32> = takes.iter().map(|take| take.clip.frames() as u32).collect();
            wander.edges = Edges::new(&frames, kept);
        }
    }

    fn exits_of(&self, take: u32) -> Vec<u32> {
        let frames = self.limits[take as usize].len() as u32;
        (0..frames).filter(|&frame| !self.edges.from(Stop { take, frame }).is_empty()).collect()
    }

    /// The frames at which a walk that is at a stop can leave: those within the longest time, or else the next one.
    fn exits_after(&self, rig: &Rig, stop: Stop) -> Option<&[u32]> {
        let rate = rig.take(stop.take)?.clip.rate();
        let limit = *self.limits.get(stop.take as usize)?.get(stop.frame as usize)?;
        let exits = &self.exits[stop.take as usize];
        // The casts saturate, and so must the sums.
        let earliest = stop.frame.saturating_add(((self.shortest * rate) as u32).max(1));
        let latest = stop.frame.saturating_add((self.longest * rate) as u32).min(limit);
        let first = exits.partition_point(|&frame| frame < earliest);
        let end = exits.partition_point(|&frame| frame <= latest);
        if first < end {
            return Some(&exits[first..end]);
        }
        exits.get(first..first + 1).filter(|next| next[0] <= limit)
    }
}

/// What a walk remembers: where it goes on when its segment has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct WanderMemory {
    /// The take, if an edge has been chosen.
    pub take: OptionalIndex,
    /// The frame in it.
    pub frame: u32,
}

impl Mind for Wander {
    type Memory = WanderMemory;

    fn choose(
        &self,
        memory: &mut WanderMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        let rig = me.rig();
        let rate = |take: u32| rig.take(take).map_or(1.0, |take| f64::from(take.clip.rate()));
        // The edge before it begins where the segment ends: one that was broken off goes on from where it is.
        let arrived = me.time() >= me.segment().end;
        let mut stop = match memory.take.get() {
            Some(take) if arrived => Stop { take: take as u32, frame: memory.frame },
            _ => {
                let take = me.segment().take;
                Stop { take, frame: (me.time() * rate(take)) as u32 }
            }
        };
        let mut exits = self.exits_after(rig, stop);
        if me.is_new() || exits.is_none() {
            // Somewhere from where it can walk for ever.
            stop = self.edges.all()[rng.below(self.edges.all().len())].to;
            exits = self.exits_after(rig, stop);
        }
        let exits = exits?;
        let mut exit = Stop { take: stop.take, frame: exits[rng.below(exits.len())] };
        let edges = self.edges.from(exit);
        let mut edge = edges.get(rng.below(edges.len()))?;
        let mut place = Placement::Here;
        let walls = Walls { me, stage };
        if !me.is_new() && walls.are_near() {
            let time = |stop: Stop| f64::from(stop.frame) / rate(stop.take);
            let mut best = f32::MAX;
            for number in 0..TRIED {
                let (own_exit, own_edge) = match number {
                    0 => (exit, edge),
                    _ => {
                        let exit = Stop { take: stop.take, frame: exits[rng.below(exits.len())] };
                        let edges = self.edges.from(exit);
                        (exit, edges.get(rng.below(edges.len()))?)
                    }
                };
                for turn in TURNS {
                    let here = walls.turned(turn, stop.take, time(stop));
                    let to = own_edge.to;
                    let cost = walls.trespass(here, stop.take, time(own_exit), to.take, time(to))
                        + TURN_COST * turn.abs();
                    if cost < best {
                        (best, exit, edge) = (cost, own_exit, own_edge);
                        place = if turn == 0.0 { Placement::Here } else { Placement::At(here) };
                    }
                }
            }
        }
        let edges = self.edges.from(exit);
        if why.is_asked() {
            for edge in edges {
                let first = f64::from(edge.to.frame) / rate(edge.to.take);
                why.consider(Segment { take: edge.to.take, first, end: first }, edge.cost);
            }
        }
        *memory = WanderMemory { take: OptionalIndex::some(edge.to.take as usize), frame: edge.to.frame };
        let order = Move::new(Segment {
            take: stop.take,
            first: f64::from(stop.frame) / rate(stop.take),
            end: f64::from(exit.frame) / rate(exit.take),
        });
        Some(Move { place, ..order })
    }
}

/// How many ways on are weighed near walls.
const TRIED: usize = 8;
/// rad, by how much each is turned on the ground: what the offset takes up within a step, and nobody sees.
const TURNS: [f32; 5] = [0.0, 0.17, -0.17, 0.35, -0.35];
/// m for each radian: what turning is weighed with.
const TURN_COST: f32 = 0.1;
/// m. A wall that is further away does not matter.
const NEAR: f32 = 3.0;
/// m. So far from a wall somebody walks at ease.
const EASE: f32 = 0.8;
/// s. What comes after a way on is looked at so far.
const BEYOND: [f64; 2] = [0.6, 1.2];

/// Walls and obstacles about somebody.
struct Walls<'a> {
    me: ActorView<'a>,
    stage: &'a StageView<'a>,
}

impl Walls<'_> {
    /// m. How far a place is within what should be kept free of walls; 0 where none is near. A wall is not passed through:
    /// what is on its other side is in it all the more.
    fn within(&self, at: Vec3) -> f32 {
        let here = self.me.frame().translation;
        let one = |prop: &Prop| {
            let into = prop.placed().inverse();
            let (local, own) = (into.point(at), into.point(here));
            match prop.kind {
                PropKind::Wall { length, .. } if local.x.abs() <= 0.5 * length + EASE => {
                    (EASE - local.z * own.z.signum()).max(0.0)
                }
                PropKind::Obstacle { radius, .. } => (EASE + radius - local.with_y(0.0).length()).max(0.0),
                _ => 0.0,
            }
        };
        self.stage.props().iter().map(one).fold(0.0, f32::max)
    }

    fn are_near(&self) -> bool {
        let here = self.me.frame().translation;
        self.stage.props().iter().any(|prop| {
            let local = prop.placed().inverse().point(here);
            match prop.kind {
                PropKind::Wall { length, .. } => local.x.abs() <= 0.5 * length + NEAR && local.z.abs() < NEAR,
                PropKind::Obstacle { radius, .. } => local.with_y(0.0).length() < radius + NEAR,
                _ => false,
            }
        })
    }

    /// Where a take is, if it is gone on with from here, turned by so much.
    fn turned(&self, turn: f32, take: u32, seconds: f64) -> Transform {
        let yaw = Quat::from_xyzw(0.0, libm::sinf(0.5 * turn), 0.0, libm::cosf(0.5 * turn));
        let frame = self.me.frame();
        let from = self.me.rig().ground(take, seconds).unwrap_or_default();
        Transform { rotation: frame.rotation * yaw, ..frame } * from.inverse()
    }

    /// m. How far a way gets into walls: where a segment ends, and what follows it.
    fn trespass(&self, placed: Transform, take: u32, end: f64, next: u32, from: f64) -> f32 {
        let rig = self.me.rig();
        let leaves = placed * rig.ground(take, end).unwrap_or_default();
        let entered = leaves * rig.ground(next, from).unwrap_or_default().inverse();
        let after = BEYOND.map(|beyond| {
            let then = entered * rig.ground(next, from + beyond).unwrap_or_default();
            self.within(then.translation)
        });
        // What is walked into first counts most.
        2.0 * self.within(leaves.translation) + after[0] + 0.5 * after[1]
    }
}
