//! What baking gives: nodes, avoidances, the entries that lead to them, and what makes finding one quick. Plain data that
//! can be saved.
//!
//! The motion graph of the paper (section 3.1), cut so that every avoidance is near from everywhere, which the authors name as
//! future work: a *node* is a moment of a take, one every tenth of a second; from it a body may go on to the take's next node,
//! or pass over to an *entry*, a moment at or shortly before an avoidance, which is then played whole. A *path* is some edges
//! of going on, a transition, the way to the avoidance, and the avoidance.

use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use serde::{Deserialize, Serialize};

use crate::cull::IMAGES;
use crate::index::Index;
use crate::settings::BakeSettings;

/// A recorded avoidance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Avoidance {
    /// In which take.
    pub take: u32,
    /// Which action of the take's annotation it is.
    pub action: u32,
    /// s, where in its take the avoidance begins: eq. 5's t₀.
    pub start: f32,
    /// s, when the body is most out of the way.
    pub centre: f32,
    /// s, when it is back, or as far as it comes.
    pub end: f32,
    /// m/s, the fastest that a hand or foot gets.
    pub speed: f32,
    /// m, how far the body's spheres are from where they were, on average, at the centre.
    pub movement: f32,
    /// One bit for each sphere that moves.
    pub moved: u64,
}

/// A way into an avoidance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Which.
    pub avoidance: u32,
    /// s, where in its take a body arrives.
    pub first: f32,
    /// m/s, the fastest that a hand or foot gets from there to the avoidance.
    pub speed: f32,
    /// m/s, the fastest that a sphere of head or trunk goes on entry.
    pub pace: f32,
}

/// Everything a reflex needs beside the repertoire that it was baked from.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// Of the repertoire.
    pub fingerprint: u64,
    /// What is in the file.
    pub tables: Tables,
}

/// What is baked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    /// How it was made.
    pub settings: BakeSettings,
    /// How many spheres the body has.
    pub spheres: u32,
    /// For each take, where its nodes begin; and where the last one's end.
    pub nodes: Vec<u32>,
    /// m/s, for each node, the fastest that a hand or foot gets from it to the next.
    pub speeds: Vec<f32>,
    /// What nodes are compared by, [`FEATURES`] numbers each.
    pub node_features: Vec<f32>,
    /// All avoidances.
    pub avoidances: Vec<Avoidance>,
    /// All entries, by avoidance.
    pub entries: Vec<Entry>,
    /// What entries are compared by.
    pub entry_features: Vec<f32>,
    /// For each node one bit for each entry that it can pass over to, in words of 64.
    pub reach: Vec<u64>,
    /// cm, rounded up, for each node and entry: how far a sphere of head or trunk is from where the entry has
    /// it, at most; 255 is any.
    pub gaps: Vec<u8>,
    /// dm/s, rounded up: the same of velocities.
    pub drifts: Vec<u8>,
    /// Cells, and the entries whose avoidance volume meets each.
    pub index: Index,
    /// For each entry, where the body surely is at the centre of its avoidance, as it sees it on entry.
    pub images: Vec<u32>,
}

/// How many numbers nodes and entries are compared by: eleven points and their velocities, and some zeros.
pub const FEATURES: usize = 72;

impl Tables {
    /// How many words of bits there are for each node and each cell.
    pub fn words(&self) -> usize {
        self.entries.len().div_ceil(64)
    }

    /// The entries that a node can pass over to, as bits.
    pub fn reach_of(&self, node: usize) -> &[u64] {
        let words = self.words();
        self.reach.get(node * words..(node + 1) * words).unwrap_or(&[])
    }

    /// The node at or before a time of a take; none if there is no such take.
    pub fn node_at(&self, take: u32, seconds: f64) -> Option<usize> {
        let (&first, &end) = (self.nodes.get(take as usize)?, self.nodes.get(take as usize + 1)?);
        let number = (seconds / f64::from(self.settings.nodes)).max(0.0) as u32;
        (first < end).then(|| (first + number.min(end - first - 1)) as usize)
    }

    /// s, where a node is in its take.
    pub fn node_time(&self, take: u32, node: usize) -> f64 {
        let first = self.nodes.get(take as usize).copied().unwrap_or(0) as usize;
        node.saturating_sub(first) as f64 * f64::from(self.settings.nodes)
    }

    /// m and m/s: how far spheres of head and trunk are at most from where an entry has them, at a node, and how much faster or slower they are.
    pub fn gap(&self, node: usize, entry: usize) -> [f32; 2] {
        let at = node * self.entries.len() + entry;
        let read = |list: &[u8], unit: f32| match list.get(at) {
            Some(&value) if value < u8::MAX => f32::from(value) * unit,
            _ => f32::MAX,
        };
        [read(&self.gaps, 0.01), read(&self.drifts, 0.1)]
    }

    /// m, what a transition from a node to an entry costs.
    pub fn cost(&self, node: usize, entry: usize) -> f32 {
        let a = self.node_features.get(node * FEATURES..(node + 1) * FEATURES);
        let b = self.entry_features.get(entry * FEATURES..(entry + 1) * FEATURES);
        a.zip(b).map_or(f32::MAX, |(a, b)| apart(a, b))
    }
}

/// m, how far apart two rows of features are.
pub fn apart(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums side by side, always in the same order.
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += (a[lane] - b[lane]) * (a[lane] - b[lane]);
        }
    }
    sums.iter().sum::<f32>().sqrt()
}

impl Skill {
    /// Of its file.
    pub const KIND: &'static str = "avoid";
    /// Of its file.
    pub const VERSION: u32 = 3;

    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        baked::to_bytes(Self::KIND, Self::VERSION, self.fingerprint, &self.tables)
    }

    /// From a file, checked as if an enemy had written it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Skill, SealError> {
        let (fingerprint, tables) = baked::from_bytes::<Tables>(Self::KIND, Self::VERSION, bytes)?;
        tables.is_whole().map_err(|what| SealError::Nonsense(what.to_string()))?;
        Ok(Skill { fingerprint, tables })
    }

    /// Whether it is of this repertoire, and everything in it is in a take.
    pub fn check(&self, repertoire: &Repertoire) -> Result<(), SealError> {
        baked::check(self.fingerprint, repertoire)?;
        let nonsense = |what: &str| Err(SealError::Nonsense(what.to_string()));
        let Tables { nodes, avoidances, .. } = &self.tables;
        if nodes.len() != repertoire.takes.len() + 1 {
            return nonsense("nodes of other takes");
        }
        for (take, span) in repertoire.takes.iter().zip(nodes.windows(2)) {
            let most = (take.clip.seconds() / f64::from(self.tables.settings.nodes)).floor() + 1.0;
            if f64::from(span[1] - span[0]) > most {
                return nonsense("a node after the end of its take");
            }
        }
        let inside = |avoidance: &Avoidance| {
            let take = repertoire.takes.get(avoidance.take as usize);
            take.is_some_and(|take| f64::from(avoidance.end) <= take.clip.seconds() + 1e-3)
        };
        if avoidances.iter().all(inside) { Ok(()) } else { nonsense("an avoidance in no take") }
    }
}

impl Tables {
    /// Whether all lists fit together, and all numbers are numbers.
    fn is_whole(&self) -> Result<(), &'static str> {
        let nodes = self.speeds.len();
        let rises = self.nodes.first() == Some(&0)
            && self.nodes.windows(2).all(|pair| pair[0] <= pair[1])
            && self.nodes.last().is_some_and(|&last| last as usize == nodes);
        let settings = &self.settings;
        let sound = |value: f32| value > 0.0 && value.is_finite();
        if !rises || !(0.01..=1.0).contains(&settings.nodes) || !(1.0..=240.0).contains(&settings.stored) {
            return Err("nodes that are in no order");
        }
        if !(sound(settings.limit) && sound(settings.cell) && self.speeds.iter().all(|v| v.is_finite())) {
            return Err("settings or speeds that are no numbers");
        }
        if !(settings.fast.is_finite() && settings.slow.is_finite() && settings.still.is_finite()) {
            return Err("settings that are no numbers");
        }
        let avoidance = |a: &Avoidance| {
            (0.0..a.centre).contains(&a.start)
                && a.centre < a.end
                && a.end < 1e6
                && a.speed.is_finite()
                && (0.0..100.0).contains(&a.movement)
        };
        if !self.avoidances.iter().all(avoidance) {
            return Err("an avoidance that is in no order");
        }
        let entry = |e: &Entry| {
            let a = self.avoidances.get(e.avoidance as usize);
            e.speed.is_finite()
                && e.pace.is_finite()
                && a.is_some_and(|a| e.first >= 0.0 && e.first <= a.start)
        };
        if self.entries.len() > MOST_ENTRIES || !self.entries.iter().all(entry) {
            return Err("an entry that leads nowhere");
        }
        let features = self.node_features.iter().chain(&self.entry_features);
        let fits = self.node_features.len() == nodes * FEATURES
            && self.entry_features.len() == self.entries.len() * FEATURES
            && features.clone().all(|value| value.is_finite());
        let pairs = nodes * self.entries.len();
        let fits = fits && self.gaps.len() == pairs && self.drifts.len() == pairs;
        if !fits || self.reach.len() != nodes * self.words() {
            return Err("nodes without what they are compared by");
        }
        if self.images.len() != self.entries.len() * IMAGES {
            return Err("an entry without its image");
        }
        self.index.is_whole(self.words())
    }
}

/// More ways into avoidances than this are not weighed against one another: bits of them are kept on the stack.
pub const MOST_ENTRIES: usize = 4096;
/// The same in words.
pub const MOST_WORDS: usize = MOST_ENTRIES / 64;
