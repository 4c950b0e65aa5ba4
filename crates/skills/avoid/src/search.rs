//! The search for a path: all that reach an avoidance in time, the best by eq. 10.
//!
//! Paper: section 3 and 5, figure 1. Paths of the index come first. What is not in it overlaps nothing, so that its e of eq. 6 is 1,
//! and it is left out where that and what else is known of it beforehand are worse than the best so far. So the index never
//! changes what is chosen. The authors search on another thread; here the search is spread over steps by a budget, and candidates
//! whose moment to leave has passed meanwhile are dropped.

use bytemuck::{Pod, Zeroable};

use wide::f32x8;

use crate::attack::{Attack, MOST_MOMENTS};
use crate::cull::{self, DRAWN, IMAGE, IMAGES, Images, MARGIN, MOST_LEAN};
use crate::path::{DECAY, Doing, Laid, PathChoice, VELOCITY_STEP, World};
use crate::score::{Score, at_least, score};
use crate::skill::MOST_WORDS;
use crate::spheres::LANES;
use crate::timing::Timing;

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
    spare: u32,
}

/// A search that may go on in the next step. All zero is one that has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Search {
    /// 0 in the index, 1 outside of it, 2 over.
    phase: u32,
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
        self.phase >= 2
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
            self.phase = 2;
            return;
        };
        let shift = match self.shift(world, doing) {
            Some(shift) => shift,
            None => {
                let work = self.work;
                *self = Search { base: now as u32 + 1, take: doing.take, work, ..Search::zeroed() };
                self.phase = u32::from(!world.settings.index);
                0
            }
        };
        let mut left = budget;
        while self.phase < 2 {
            // Nodes that were passed meanwhile are not left from any more.
            if self.wait > 0 && self.wait <= shift {
                (self.wait, self.entry) = (shift + 1, 0);
            }
            let wait = self.wait - if self.wait > 0 { shift } else { 0 };
            let all = self.wait_of(world, doing, attack, wait, &mut left);
            match all {
                Some(true) => (self.wait, self.entry) = (self.wait + 1, 0),
                Some(false) => return,
                None => {
                    self.phase += 1;
                    (self.wait, self.entry) = (0, 0);
                }
            }
        }
    }

    /// Looks at the paths that leave after some nodes. Whether that were all; none if there is no such node any more.
    fn wait_of(
        &mut self,
        world: &World<'_>,
        doing: &Doing,
        attack: &Attack,
        wait: u32,
        left: &mut u32,
    ) -> Option<bool> {
        let (node, leaves) = leaving(world, doing, attack, wait)?;
        let frame = world.frame_at(doing, leaves);
        let words = world.tables.words().min(MOST_WORDS);
        let mut local = Attack::NOTHING;
        attack.seen_from(frame.inverse(), &mut local);
        let mut bits = [0_u64; MOST_WORDS];
        if world.settings.index {
            // All that is too large for the index is outside of it.
            match world.tables.index.look_up(&local, words, &mut bits) {
                Some(cells) => self.work.cells += cells,
                None => bits = [0; MOST_WORDS],
            }
        }
        let outside = self.phase == 1;
        for (bits, reach) in bits.iter_mut().zip(world.tables.reach_of(node)) {
            *bits = reach & if outside { !*bits } else { *bits };
        }
        let culls = world.settings.culling && world.settings.lean <= MOST_LEAN;
        let drawn = culls.then(|| Drawn::new(world, doing, &local, node, leaves));
        for (word, bits) in bits.iter().enumerate().take(words).skip(self.entry as usize / 64) {
            let mut own = *bits;
            if word == self.entry as usize / 64 {
                own &= u64::MAX << (self.entry % 64);
            }
            while own != 0 {
                let entry = word as u32 * 64 + own.trailing_zeros();
                own &= own - 1;
                let path = PathChoice { wait, entry };
                let Some(timing) = world.timing(doing, path, leaves, attack.time) else { continue };
                if *left == 0 {
                    self.entry = entry;
                    return Some(false);
                }
                *left -= 1;
                self.candidate(world, doing, attack, path, (node, leaves, frame, timing), drawn.as_ref());
            }
        }
        Some(true)
    }

    fn candidate(
        &mut self,
        world: &World<'_>,
        doing: &Doing,
        attack: &Attack,
        path: PathChoice,
        (node, leaves, frame, timing): (usize, f32, footwork_motion::Transform, Timing),
        drawn: Option<&Drawn<'_>>,
    ) {
        self.work.candidates += 1;
        self.work.indexed += u32::from(self.phase == 0);
        let least = at_least(world, path, node, timing.error);
        // What is outside of the index overlaps nothing.
        let outside = self.phase == 1 && world.settings.index && world.tables.index.holds(attack);
        let bound = least + if outside { world.settings.weights[0] } else { 0.0 };
        if self.found != 0 && bound > self.total {
            self.work.outbid += 1;
            return;
        }
        self.work.outside += u32::from(outside);
        if drawn.is_some_and(|drawn| drawn.is_surely_hit(world, path, node, &timing, attack.time)) {
            self.work.culled += 1;
            return;
        }
        let Some(laid) = world.lay(doing, path, timing, leaves, frame) else { return };
        self.work.compared += 1;
        let mut seen = Attack::NOTHING;
        attack.seen_from(laid.placed.inverse(), &mut seen);
        let Some(score) = score(world, doing, path, &laid, &seen, least) else { return };
        // Of equals the first: whatever the order in which they are looked at.
        let wait = if path.wait == 0 { 0 } else { self.wait };
        let better = (score.total, wait, path.entry);
        let best = (self.total, self.best_wait, self.best_entry);
        if self.found == 0 || better < best {
            (self.found, self.total) = (1, score.total);
            (self.best_wait, self.best_entry) = (wait, path.entry);
        }
    }
}

/// The node that is left from after some, and when, if that is soon enough to be in the window of eq. 1.
fn leaving(world: &World<'_>, doing: &Doing, attack: &Attack, wait: u32) -> Option<(usize, f32)> {
    let latest = attack.time + 0.5 * world.settings.window;
    (wait <= MOST_WAIT).then(|| world.leaves(doing, wait)).flatten().filter(|(_, leaves)| *leaves < latest)
}

/// An attack as a body sees it at a node, drawn to be compared with bodies' images.
pub struct Drawn<'a> {
    /// As it is seen at the node.
    local: &'a Attack,
    images: Images,
    sizes: [bool; cull::SIZES.len()],
    /// m and m/s: how far the body is from what was recorded at the node, at most.
    off: [f32; 2],
}

impl<'a> Drawn<'a> {
    /// Draws it. `local` is the attack seen from where the body stands at the node.
    pub fn new(world: &World<'_>, doing: &Doing, local: &'a Attack, node: usize, leaves: f32) -> Drawn<'a> {
        let mut images = [0; IMAGES];
        let sizes = cull::draw(local, &mut images);
        let off = off(world, doing, node, leaves);
        Drawn { local, images, sizes, off }
    }

    /// Whether images show that a path is hit by more than a lean mends.
    pub fn is_surely_hit(
        &self,
        world: &World<'_>,
        path: PathChoice,
        node: usize,
        timing: &Timing,
        attack: f32,
    ) -> bool {
        let since = attack - DRAWN - timing.leaves;
        // All that is drawn is after the transition, and in the span that the body's image is of.
        let other_speed = path.wait > 0 && (timing.scales[0] - 1.0).abs() > 1e-4;
        if since * DECAY < 1.2 || timing.scales[1] < 0.5 || timing.scales[2] < 0.5 || other_speed {
            return false;
        }
        let entry = path.entry as usize;
        let Some(known) = world.tables.entries.get(entry) else { return false };
        // From here on both parts of an offset only grow smaller.
        let [gap, drift] = world.tables.gap(node, entry);
        let slower = [timing.scales[1], timing.scales[2]].map(|scale| (1.0 - 1.0 / scale).abs());
        let drift = drift + known.pace * slower[0].max(slower[1]);
        let [position, velocity] = world.decay.after(since);
        // A millimetre is for rounding.
        if (gap + self.off[0]) * position + (drift + self.off[1]) * velocity > MARGIN - 1e-3 {
            return false;
        }
        let by_image = (0..cull::SIZES.len()).filter(|size| self.sizes[*size]).any(|size| {
            let at = entry * IMAGES + size * IMAGE;
            let body = world.tables.images.get(at..at + IMAGE).unwrap_or(&[]);
            body.len() == IMAGE && cull::meet(&self.images[size * IMAGE..(size + 1) * IMAGE], body)
        });
        by_image || self.is_in_core(world, path, timing, [gap + self.off[0], drift + self.off[1]])
    }

    /// Whether the attack is in head, trunk or thighs when it comes, by more than a lean mends and `off` blends away: what the
    /// images' pixels are too large for, and still without laying the path out.
    fn is_in_core(&self, world: &World<'_>, path: PathChoice, timing: &Timing, off: [f32; 2]) -> bool {
        let local = self.local;
        let Some((entry, avoidance)) = world.entry(path.entry) else { return false };
        let moment = ((local.time - local.first) / local.step + 0.5).max(0.0) as usize;
        let after = local.moment(moment) - timing.leaves;
        if moment >= local.moments.min(MOST_MOMENTS) || after * DECAY < 1.2 {
            return false;
        }
        let [position, velocity] = world.decay.after(after);
        let sure = world.settings.lean + off[0] * position + off[1] * velocity + 1e-3;
        let taken = world.taken(entry, avoidance, timing, after);
        let body = world.volumes.at(avoidance.take, f64::from(taken));
        let from = world.rig.ground(avoidance.take, f64::from(entry.first)).unwrap_or_default();
        let spheres = &world.volumes.spheres;
        local.shots().iter().filter(|shot| shot.lives(moment)).any(|shot| {
            let at = from.point(shot.at[moment]);
            let reach = shot.radius - sure;
            (0..world.volumes.groups()).any(|group| {
                let x = f32x8::splat(at.x) - body.x[group];
                let y = f32x8::splat(at.y) - body.y[group];
                let z = f32x8::splat(at.z) - body.z[group];
                let within = (f32x8::splat(reach) + spheres.radii[group]).fast_max(f32x8::ZERO);
                let inside = (x * x + y * y + z * z).simd_lt(within * within).to_bitmask();
                u64::from(inside) & (spheres.core >> (group * LANES)) != 0
            })
        })
    }
}

/// m and m/s: how far a body that leaves then is at most from what was recorded at a node, and how much faster or slower.
fn off(world: &World<'_>, doing: &Doing, node: usize, leaves: f32) -> [f32; 2] {
    let groups = world.volumes.groups();
    let played = world.played(doing);
    let now = world.volumes.at(doing.take, doing.time).placed(played, groups);
    let spheres = world.volumes.spheres.core();
    let residual = spheres.clone().map(|at| (doing.shown.get(at) - now.get(at)).length()).fold(0.0, f32::max);
    let [left, _] = world.decay.after(leaves);
    if leaves > 0.0 {
        // What is left of its offset, which goes away no faster than this. At another speed nothing is known.
        let same = (doing.rate - 1.0).abs() < 1e-4;
        return if same { [residual * left, residual * DECAY] } else { [f32::MAX; 2] };
    }
    // Between two nodes: what it does now against what was recorded at the one before.
    let at = world.tables.node_time(doing.take, node);
    let recorded = |time: f64| {
        let into = world.rig.ground(doing.take, at).unwrap_or_default().inverse();
        world.volumes.at(doing.take, time).placed(doing.frame * into, groups)
    };
    let [before, then] = [recorded(at - VELOCITY_STEP), recorded(at)];
    let mut most = [0.0_f32; 2];
    for sphere in spheres {
        let moving = (then.get(sphere) - before.get(sphere)) / VELOCITY_STEP as f32;
        most[0] = most[0].max((doing.shown.get(sphere) - then.get(sphere)).length());
        most[1] = most[1].max((doing.moving.get(sphere) - moving).length());
    }
    most
}

/// One path, timed, placed and compared.
pub fn look_at(world: &World<'_>, doing: &Doing, attack: &Attack, path: PathChoice) -> Option<Found> {
    let (node, leaves) = leaving(world, doing, attack, path.wait)?;
    let timing = world.timing(doing, path, leaves, attack.time)?;
    let laid = world.lay(doing, path, timing, leaves, world.frame_at(doing, leaves))?;
    let mut seen = Attack::NOTHING;
    attack.seen_from(laid.placed.inverse(), &mut seen);
    let least = at_least(world, path, node, timing.error);
    let score = score(world, doing, path, &laid, &seen, least)?;
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
        let Some((node, _)) = leaving(world, doing, attack, wait) else { break };
        for entry in 0..world.tables.entries.len() as u32 {
            let bits = world.tables.reach_of(node).get(entry as usize / 64).copied().unwrap_or(0);
            if bits >> (entry % 64) & 1 == 0 {
                continue;
            }
            let Some(found) = look_at(world, doing, attack, PathChoice { wait, entry }) else { continue };
            each(&found);
            let key = |found: &Found| (found.score.total, found.path);
            if best.as_ref().is_none_or(|best| key(&found) < key(best)) {
                best = Some(found);
            }
        }
    }
    best
}
