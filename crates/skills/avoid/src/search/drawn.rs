//! Culling, as a search uses it: an attack drawn once for each node, and held against bodies' images.
//!
//! Paper: section 5.2. See [`cull`](crate::cull) for what images are.

use crate::attack::Attack;
use crate::cull::{self, DRAWN, IMAGE, IMAGES, Images, MARGIN};
use crate::path::{DECAY, Doing, PathChoice, VELOCITY_STEP, World};
use crate::spheres::Places;
use crate::timing::Timing;

/// An attack as a body sees it at a node, drawn to be compared with bodies' images.
pub struct Drawn {
    images: Images,
    /// For each size one bit for every eight words in which something is drawn.
    drawn: [u64; cull::SIZES.len()],
    /// m and m/s: how far the body is from what was recorded at the node, at most.
    off: [f32; 2],
}

impl Drawn {
    /// Draws it. `local` is the attack seen from where the body stands at the node.
    pub fn new(world: &World<'_>, doing: &Doing, local: &Attack, node: usize, leaves: f32) -> Drawn {
        let mut images = [0; IMAGES];
        let drawn = cull::draw(local, &mut images);
        let off = if drawn == [0; cull::SIZES.len()] { [0.0; 2] } else { off(world, doing, node, leaves) };
        Drawn { images, drawn, off }
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
        if self.drawn == [0; cull::SIZES.len()] {
            return false;
        }
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
        (0..cull::SIZES.len()).filter(|size| self.drawn[*size] != 0).any(|size| {
            let at = entry * IMAGES + size * IMAGE;
            let body = world.tables.images.get(at..at + IMAGE).unwrap_or(&[]);
            let attack = &self.images[size * IMAGE..(size + 1) * IMAGE];
            body.len() == IMAGE && cull::meet(attack, body, self.drawn[size])
        })
    }
}

/// m and m/s: how far a body that leaves then is at most from what was recorded at a node, and how much faster or slower.
fn off(world: &World<'_>, doing: &Doing, node: usize, leaves: f32) -> [f32; 2] {
    let groups = world.volumes.groups();
    let spheres = world.volumes.spheres.core();
    if leaves > 0.0 {
        let onward = world.onward(doing);
        let most = |places: &Places| spheres.clone().map(|at| places.get(at).length()).fold(0.0, f32::max);
        let [residual, drift] = [most(&onward.offset), most(&onward.drift)];
        let [position, velocity] = world.decay.after(leaves);
        // What is left of its offset, which goes away no faster than this. At another speed nothing is known.
        let same = (doing.rate - 1.0).abs() < 1e-4;
        let most = [residual * position + drift * velocity, residual * DECAY + drift];
        return if same { most } else { [f32::MAX; 2] };
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
