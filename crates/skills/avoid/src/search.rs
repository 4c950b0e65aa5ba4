//! The search for a path: all that reach an avoidance in time, the best by eq. 10.
//!
//! Paper: section 3 and 5, figure 1. Paths that the index selects come first; of what it leaves out, all that could still be better are
//! looked at too, so that the index never changes what is chosen (`exact`; the paper looks outside of the index only where it has no
//! way out). What a path is worth at least is known before volumes are compared: the most promising come first, and when
//! none can be better than the best so far the search is over. A path that is hit is found out at the moment of the attack first.
//! The authors search on another thread; here the search is spread over steps by a budget, and candidates whose moment to leave has
//! passed meanwhile are dropped.

mod drawn;

use bytemuck::{Pod, Zeroable};
use wide::f32x8;

use crate::attack::Attack;
use crate::cull::MOST_LEAN;
use crate::index::Cleared;
use crate::midst::Midst;
use crate::path::{Doing, Laid, Leave, PathChoice, World};
use crate::score::{Foreseen, LEANING, Score, at_least, foresee, in_full, score, too_near};
use crate::skill::MOST_WORDS;
use crate::spheres::MOST_GROUPS;
use crate::timing::Timing;

pub use drawn::Drawn;

/// More nodes than this are not waited for: as far as something is foreseen, and half the window.
const MOST_WAIT: u32 = 16;

/// What a search has done, in counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Work {
    /// Paths that can be timed.
    pub candidates: u32,
    /// Left out because they cannot be better than the best so far.
    pub outbid: u32,
    /// Dropped by bit images.
    pub culled: u32,
    /// Compared with the attack in full.
    pub compared: u32,
    /// Cells of the index that were looked into.
    pub cells: u32,
    /// How many candidates came from the index.
    pub indexed: u32,
    /// Compared although the index did not have them.
    pub outside: u32,
    /// Laid out, and found to be hit when the attack comes, or to be too near to it to be the best.
    pub struck: u32,
}

/// A search that may go on in the next step. All zero is one that has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Search {
    /// Whether there is nothing more to look at.
    over: u32,
    /// The node that waits are counted from, one more; 0 before the search has begun.
    base: u32,
    take: u32,
    /// Where it is.
    wait: u32,
    entry: u32,
    /// Whether a path was found, which, and what it is worth.
    found: u32,
    best_wait: u32,
    best_entry: u32,
    total: f32,
    spare: u32,
    /// What was done so far.
    pub work: Work,
}

/// A path that was found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Which.
    pub path: PathChoice,
    /// What it is worth.
    pub score: Score,
    /// How it is timed and placed.
    pub laid: Laid,
}

impl Search {
    /// Whether there is nothing more to look at.
    pub fn is_over(&self) -> bool {
        self.over != 0
    }

    /// Whether something was found, and nothing outside of the index had to be looked at for it.
    pub fn index_sufficed(&self) -> bool {
        self.found != 0 && self.work.outside == 0
    }

    /// The best so far, as it stands in the present step: it may have become another meanwhile, or impossible.
    pub fn best(&self, world: &World<'_>, doing: &Doing, attack: &Attack) -> Option<Found> {
        let shift = self.shift(world, doing)?;
        let wait =
            if self.best_wait == 0 { 0 } else { self.best_wait.checked_sub(shift).filter(|w| *w > 0)? };
        let path = PathChoice { wait, entry: self.best_entry };
        (self.found != 0).then(|| look_at(world, doing, attack, path)).flatten()
    }

    /// How many nodes were passed since it began; none if something else is played now.
    fn shift(&self, world: &World<'_>, doing: &Doing) -> Option<u32> {
        let now = world.tables.node_at(doing.take, doing.time)? as u32;
        let base = self.base.checked_sub(1)?;
        (self.take == doing.take).then(|| now.checked_sub(base)).flatten()
    }

    /// Looks at so many candidates, or at all there are. It begins anew where something else is played than before.
    pub fn go_on(&mut self, world: &World<'_>, doing: &Doing, attack: &Attack, budget: u32) {
        let Some(now) = world.tables.node_at(doing.take, doing.time) else {
            self.over = 1;
            return;
        };
        let shift = match self.shift(world, doing) {
            Some(shift) => shift,
            None => {
                let work = self.work;
                *self = Search { base: now as u32 + 1, take: doing.take, work, ..Search::zeroed() };
                0
            }
        };
        let mut left = budget;
        let mut leaves = [None; MOST_WAIT as usize + 1];
        while self.over == 0 {
            let mut batch = Batch::NONE;
            let all = self.gather(world, doing, attack, shift, &mut left, &mut batch);
            self.weigh(world, doing, attack, &batch, &mut leaves);
            if all {
                self.over = 1;
            } else if left == 0 {
                return;
            }
        }
    }

    /// Takes in the next candidates, as many as there is room for and as are left of the budget. Whether that were all.
    fn gather(
        &mut self,
        world: &World<'_>,
        doing: &Doing,
        attack: &Attack,
        shift: u32,
        left: &mut u32,
        batch: &mut Batch,
    ) -> bool {
        let words = world.tables.words().min(MOST_WORDS);
        let indexed = world.settings.index && world.tables.index.holds(attack);
        let culls = world.settings.culling && world.settings.lean <= MOST_LEAN;
        let mut local = Attack::NOTHING;
        loop {
            // Nodes that were passed meanwhile are not left from any more.
            if self.wait > 0 && self.wait <= shift {
                (self.wait, self.entry) = (shift + 1, 0);
            }
            let wait = self.wait - if self.wait > 0 { shift } else { 0 };
            let Some((node, leaves)) = leaving(world, doing, attack, wait) else { return true };
            if indexed || culls {
                attack.seen_from(world.frame_at(doing, leaves).inverse(), &mut local);
            }
            // All that is too large for the index is outside of it.
            let mut cleared = Cleared::NONE;
            if indexed {
                self.work.cells += world.tables.index.look_up(&local, words, &mut cleared).unwrap_or(0);
            }
            let drawn = culls.then(|| Drawn::new(world, doing, &local, node, leaves));
            let reach = world.tables.reach_of(node);
            let going = world.going(doing, wait, leaves);
            for word in self.entry as usize / 64..words {
                let chosen = cleared.left[word] & !cleared.kept[word];
                let bake = &world.tables.settings;
                let timed = world.times.may_be_timed(word, going, attack.time, bake, world.settings);
                let mut own = reach.get(word).copied().unwrap_or(0) & timed;
                if word == self.entry as usize / 64 {
                    own &= u64::MAX << (self.entry % 64);
                }
                while own != 0 {
                    let bit = own.trailing_zeros();
                    own &= own - 1;
                    let path = PathChoice { wait, entry: word as u32 * 64 + bit };
                    let Some(timing) = world.timing_after(going, path.entry, attack.time) else { continue };
                    if *left == 0 || batch.count == BATCH {
                        self.entry = path.entry;
                        return false;
                    }
                    *left -= 1;
                    self.work.candidates += 1;
                    let outside = chosen >> bit & 1 == 0;
                    self.work.indexed += u32::from(!outside);
                    let least = at_least(world, path, node, timing.error);
                    if self.found != 0 && least > self.total {
                        self.work.outbid += 1;
                        continue;
                    }
                    if drawn
                        .as_ref()
                        .is_some_and(|drawn| drawn.is_surely_hit(world, path, node, &timing, attack.time))
                    {
                        self.work.culled += 1;
                        continue;
                    }
                    let outside = outside && indexed;
                    batch.all[batch.count] = Candidate { least, path, wait: self.wait, timing, outside };
                    batch.count += 1;
                }
            }
            (self.wait, self.entry) = (self.wait + 1, 0);
        }
    }

    /// Compares candidates with the attack, the most promising first, until none can be better.
    fn weigh(
        &mut self,
        world: &World<'_>,
        doing: &Doing,
        attack: &Attack,
        batch: &Batch,
        leaves: &mut [Option<Leave>; MOST_WAIT as usize + 1],
    ) {
        // What the index selects first, and of each the most promising; of equals the first. Nothing is worth less than 0, so that a
        // float's bits are in its order.
        let mut order = [0_u64; BATCH];
        let order = &mut order[..batch.count];
        for (at, (key, candidate)) in order.iter_mut().zip(&batch.all).enumerate() {
            let least = u64::from(candidate.least.max(0.0).to_bits());
            *key = u64::from(candidate.outside) << 48 | least << 16 | at as u64;
        }
        order.sort_unstable();
        let (mut seen, mut laid, mut foreseen) = (Attack::NOTHING, Laid::NOWHERE, Foreseen::NOTHING);
        // What was hit of the last candidate is hit of most others: it is looked at first, before the rest is even laid out.
        let mut groups: [usize; MOST_GROUPS] = std::array::from_fn(|group| group);
        let groups = &mut groups[..world.volumes.groups()];
        let mut midst = Midst::new(attack);
        for key in order.iter() {
            let candidate = &batch.all[(key & 0xffff) as usize];
            let Candidate { least, path, timing, outside, .. } = *candidate;
            // The index may have been enough.
            let enough = outside && !world.settings.exact && self.total < LEANING;
            if self.found != 0 && (least > self.total || enough) {
                self.work.outbid += 1;
                continue;
            }
            self.work.outside += u32::from(outside);
            let leave = match &mut leaves[path.wait as usize] {
                Some(leave) => leave,
                none => match world.leave(doing, path.wait) {
                    Some(leave) => none.insert(leave),
                    None => continue,
                },
            };
            if world.place(path, timing, leave, &mut laid).is_none() {
                continue;
            }
            let most = if self.found != 0 { self.total } else { f32::MAX };
            let out = f32x8::splat(too_near(world, least, most));
            let Some(laying) = world.laying(path, &laid) else { continue };
            midst.turn_to(world, path, laid.into);
            let mut near = f32x8::splat(f32::MAX);
            let struck = groups.iter().position(|&group| {
                world.lay_group(&laying, leave, group, &mut laid);
                near = near.fast_min(midst.near(world, &laid, group, out));
                near.simd_lt(out).any()
            });
            if let Some(struck) = struck {
                groups[..=struck].rotate_right(1);
                self.work.struck += 1;
                continue;
            }
            attack.seen_from(laid.into, &mut seen);
            let near = near.to_array().into_iter().fold(f32::MAX, f32::min);
            if foresee(world, path, &laid, &seen, near, &mut foreseen).is_none() {
                continue;
            }
            if foreseen.at_least(world, least) > most {
                self.work.outbid += 1;
                continue;
            }
            self.work.compared += 1;
            let Some(score) = in_full(world, doing, path, &laid, &seen, &foreseen, [least, most]) else {
                continue;
            };
            // Of equals the first: whatever the order in which they are looked at.
            let wait = if path.wait == 0 { 0 } else { candidate.wait };
            let better = (score.total, wait, path.entry);
            let best = (self.total, self.best_wait, self.best_entry);
            if self.found == 0 || better < best {
                (self.found, self.total) = (1, score.total);
                (self.best_wait, self.best_entry) = (wait, path.entry);
            }
        }
    }
}

/// A path that may be the best.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// What it is worth at least.
    least: f32,
    path: PathChoice,
    /// As it was counted when the search began.
    wait: u32,
    timing: Timing,
    /// Whether the index left it out.
    outside: bool,
}

/// How many candidates are put in order at once.
const BATCH: usize = 512;

/// Some candidates.
struct Batch {
    all: [Candidate; BATCH],
    count: usize,
}

impl Batch {
    const NONE: Batch = Batch {
        all: [Candidate {
            least: 0.0,
            path: PathChoice { wait: 0, entry: 0 },
            wait: 0,
            timing: Timing { scales: [0.0; 3], scale: 0.0, leaves: 0.0, error: 0.0 },
            outside: false,
        }; BATCH],
        count: 0,
    };
}

/// The node that is left from after some, and when, if that is soon enough to be in the window of eq. 1.
fn leaving(world: &World<'_>, doing: &Doing, attack: &Attack, wait: u32) -> Option<(usize, f32)> {
    let latest = attack.time + 0.5 * world.settings.window;
    (wait <= MOST_WAIT).then(|| world.leaves(doing, wait)).flatten().filter(|(_, leaves)| *leaves < latest)
}

/// One path, timed, placed and compared.
pub fn look_at(world: &World<'_>, doing: &Doing, attack: &Attack, path: PathChoice) -> Option<Found> {
    leaving(world, doing, attack, path.wait)?;
    compare(world, doing, attack, path, &world.leave(doing, path.wait)?)
}

/// The same, from where it leaves.
fn compare(
    world: &World<'_>,
    doing: &Doing,
    attack: &Attack,
    path: PathChoice,
    leave: &Leave,
) -> Option<Found> {
    let timing = world.timing(doing, path, leave.leaves, attack.time)?;
    let laid = world.lay(path, timing, leave)?;
    let mut seen = Attack::NOTHING;
    attack.seen_from(laid.into, &mut seen);
    let least = at_least(world, path, leave.node, timing.error);
    let score = score(world, doing, path, &laid, &seen, least, f32::MAX)?;
    Some(Found { path, score, laid })
}

/// Compares every path there is, with neither index nor culling nor leaving anything out: what a search is measured by.
pub fn exhaustive(
    world: &World<'_>,
    doing: &Doing,
    attack: &Attack,
    mut each: impl FnMut(&Found),
) -> Option<Found> {
    let mut best: Option<Found> = None;
    for wait in 0..=MOST_WAIT {
        if leaving(world, doing, attack, wait).is_none() {
            break;
        }
        let Some(leave) = world.leave(doing, wait) else { break };
        for entry in 0..world.tables.entries.len() as u32 {
            let bits = world.tables.reach_of(leave.node).get(entry as usize / 64).copied().unwrap_or(0);
            if bits >> (entry % 64) & 1 == 0 {
                continue;
            }
            let path = PathChoice { wait, entry };
            let Some(found) = compare(world, doing, attack, path, &leave) else { continue };
            each(&found);
            let key = |found: &Found| (found.score.total, found.path);
            if best.as_ref().is_none_or(|best| key(&found) < key(best)) {
                best = Some(found);
            }
        }
    }
    best
}
