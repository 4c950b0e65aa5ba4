//! How samples grow, whoever it is that they are of: the best 30 % of every state's children are expanded, then walks are taken.
//!
//! Paper: Shum 2010, sec. 5.3.2. In waves, which are looked at side by side and added one after the other, so that the number
//! of threads does not show. After a wave all that is known is plain data: whoever keeps it can go on from there later, and
//! comes to the same bytes.

use footwork_annotate::baked;
use footwork_plan::progress::{Flow, Hear, Keeping, Progress};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::archive::{Archive, Child, Looked};
use crate::state::{Likeness, State};

/// What is sampled: fighters, or carriers.
pub(crate) trait Sampled: Sync {
    /// What edges are known by.
    type Features: Copy + Send + Sync + Serialize + DeserializeOwned;

    /// Where it begins.
    fn roots(&self) -> Vec<State>;

    /// Plays everything that could be chosen in a state.
    fn look(&self, state: &State) -> Looked<Self::Features>;

    /// The states that a walk comes to, by its number.
    fn walk(&self, roots: &[State], number: u64) -> Vec<State>;
}

/// How far samples grow.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Growth {
    /// How many states, at most.
    pub states: usize,
    /// Which share of a state's children is expanded.
    pub expanded: f32,
    /// Which share of the states is found by expanding the best; the others are met on walks.
    pub by_tree: f32,
    /// What counts as the same.
    pub like: Likeness,
    /// Of the repertoire and everything that is sampled differently: what was kept with another one is of no use.
    pub fingerprint: u64,
}

/// Why nothing has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ungrown {
    /// There is nowhere to begin.
    NoRoots,
    Stopped,
}

/// States that are expanded before the next wave is sorted: enough for all cores, few enough that the best come first.
const WAVE: usize = 512;
/// Walks that are taken side by side before their states are added.
const TOGETHER: u64 = 256;
/// Where fewer than this share of the states that are come to are new, nothing is left to be found.
const RARE: f32 = 0.004;
/// Of what is kept on the way: its kind and version.
const KIND: &str = "growing";
const VERSION: u32 = 3;

/// Where sampling is between two waves.
struct Growing<F> {
    archive: Archive<F>,
    /// Still to be expanded, the best first.
    frontier: Vec<u32>,
    /// Those that were not among the best of their parent's, with their scores.
    spare: Vec<(u32, u32)>,
    /// Whether walks have begun, and how many were taken.
    walking: bool,
    walks: u64,
}

type Written<F> = (Vec<State>, Vec<Looked<F>>, Vec<u32>, Vec<(u32, u32)>, bool, u64);

impl<F: Copy + Serialize + DeserializeOwned> Growing<F> {
    fn to_bytes(&self, fingerprint: u64) -> Vec<u8> {
        let Growing { archive, frontier, spare, walking, walks } = self;
        let content = (&archive.states, &archive.looked, frontier, spare, walking, walks);
        baked::to_bytes(KIND, VERSION, fingerprint, &content)
    }

    /// What was kept; none where it is damaged or of something else: then it begins anew.
    fn from_bytes(bytes: &[u8], fingerprint: u64, classes: &[u16]) -> Option<Growing<F>> {
        let (known, content): (u64, Written<F>) = baked::from_bytes(KIND, VERSION, bytes).ok()?;
        let (states, looked, frontier, spare, walking, walks) = content;
        let count = states.len();
        let numbers = frontier.iter().chain(spare.iter().map(|(_, number)| number));
        let whole = known == fingerprint && numbers.into_iter().all(|number| (*number as usize) < count);
        let archive = Archive::again(classes.to_vec(), states, looked).filter(|_| whole)?;
        Some(Growing { archive, frontier, spare, walking, walks })
    }
}

/// Lets samples grow.
pub(crate) fn grow<S: Sampled>(
    sampled: &S,
    classes: Vec<u16>,
    growth: &Growth,
    keeping: &Keeping<'_>,
    hear: Hear<'_>,
) -> Result<Archive<S::Features>, Ungrown> {
    let before = keeping.before.and_then(|bytes| Growing::from_bytes(bytes, growth.fingerprint, &classes));
    let mut growing = match before {
        Some(before) => before,
        None => begin(sampled, classes, growth)?,
    };
    let roots = sampled.roots();
    loop {
        let goes_on = match growing.walking {
            false => expand(sampled, growth, &mut growing),
            true => walk(sampled, growth, &roots, &mut growing),
        };
        if !goes_on && std::mem::replace(&mut growing.walking, true) {
            return Ok(growing.archive);
        }
        (keeping.keep)(&|| growing.to_bytes(growth.fingerprint));
        let done = growing.archive.states.len() as f32 / growth.states.max(1) as f32;
        if hear(Progress { done: 0.8 * done.min(1.0), stage: "looking at states" }) == Flow::Stop {
            return Err(Ungrown::Stopped);
        }
    }
}

fn begin<S: Sampled>(
    sampled: &S,
    classes: Vec<u16>,
    growth: &Growth,
) -> Result<Growing<S::Features>, Ungrown> {
    let mut archive = Archive::new(classes);
    let roots = sampled.roots().into_iter().filter_map(|root| archive.add(&growth.like, root));
    let frontier: Vec<u32> = roots.collect();
    if frontier.is_empty() {
        return Err(Ungrown::NoRoots);
    }
    look_at_new(sampled, &mut archive);
    Ok(Growing { archive, frontier, spare: Vec::new(), walking: false, walks: 0 })
}

fn look_at_new<S: Sampled>(sampled: &S, archive: &mut Archive<S::Features>) {
    let from = archive.looked.len();
    let new: Vec<_> = archive.states[from..].par_iter().map(|state| sampled.look(state)).collect();
    archive.looked.extend(new);
}

/// Expands a wave. Says whether there is more to expand.
fn expand<S: Sampled>(sampled: &S, growth: &Growth, growing: &mut Growing<S::Features>) -> bool {
    let by_tree = (growth.by_tree.clamp(0.0, 1.0) * growth.states as f32) as usize;
    let Growing { archive, frontier, spare, .. } = growing;
    if archive.states.len() >= by_tree {
        return false;
    }
    if frontier.is_empty() {
        spare.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        *frontier = spare.drain(..spare.len().min(WAVE)).map(|(_, number)| number).collect();
        if frontier.is_empty() {
            return false;
        }
    }
    let wave: Vec<u32> = frontier.drain(..frontier.len().min(WAVE)).collect();
    let mut new: Vec<(u32, u32)> = Vec::new();
    for parent in wave {
        let children: Vec<State> = {
            let looked = &archive.looked[parent as usize];
            looked.children.iter().filter(|c| c.near).map(|c| c.state).collect()
        };
        for child in children {
            if archive.states.len() >= by_tree {
                break;
            }
            new.extend(archive.add(&growth.like, child).map(|number| (parent, number)));
        }
    }
    look_at_new(sampled, archive);
    let scored: Vec<(u32, u32, u32)> = new
        .par_iter()
        .map(|(parent, number)| (*parent, worth(archive, &growth.like, *number), *number))
        .collect();
    let mut best: Vec<(u32, u32)> = Vec::new();
    for own in scored.chunk_by(|a, b| a.0 == b.0) {
        let mut own: Vec<(u32, u32)> = own.iter().map(|(_, worth, number)| (*worth, *number)).collect();
        own.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let count = (growth.expanded * own.len() as f32).ceil() as usize;
        spare.extend(own.drain(count.min(own.len())..));
        best.extend(own);
    }
    best.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    frontier.extend(best.into_iter().map(|(_, number)| number));
    true
}

/// J1 + J2.
fn worth<F>(archive: &Archive<F>, like: &Likeness, number: u32) -> u32 {
    let looked = &archive.looked[number as usize];
    let known = |child: &&Child<F>| archive.find(like, &child.state).is_some();
    looked.children.iter().filter(known).count() as u32 + looked.dense
}

/// Adds the states that are met on some walks. Says whether there is more to meet.
fn walk<S: Sampled>(
    sampled: &S,
    growth: &Growth,
    roots: &[State],
    growing: &mut Growing<S::Features>,
) -> bool {
    let Growing { archive, walks, .. } = growing;
    let before = archive.states.len();
    if before >= growth.states {
        return false;
    }
    let met: Vec<Vec<State>> =
        (*walks..*walks + TOGETHER).into_par_iter().map(|one| sampled.walk(roots, one)).collect();
    *walks += TOGETHER;
    let mut all = 0;
    for state in met.into_iter().flatten() {
        all += 1;
        if archive.states.len() < growth.states {
            archive.add(&growth.like, state);
        }
    }
    look_at_new(sampled, archive);
    let new = archive.states.len() - before;
    new as f32 >= RARE * all as f32
}
