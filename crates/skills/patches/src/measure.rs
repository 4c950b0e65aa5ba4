//! Watches a crowd as it is shown: who is in whom, what slides, what jumps.

use std::collections::BTreeMap;

use footwork_motion::{Role, Transform};
use footwork_stage::{ActorView, BodyPart, Rig, Stage};
use glam::{Vec2, Vec3};

use crate::acts::apart;

/// m: deeper than this is a collision; and s: if it lasts longer.
const DEEP: f32 = 0.05;
const FOR: f32 = 0.1;
/// Steps between two looks.
const EVERY: u64 = 3;
/// m. Bodies further apart are not looked at.
const NEAR: f32 = 2.0;
/// m. A foot whose ball is lower than this stands.
const STANDS: f32 = 0.03;
/// m. Nobody's hips move further in a step: 9 m/s.
const JUMP: f32 = 0.15;

/// m/s. A joint whose velocity changes by more within a step pops: people's hands take some tenths of a second for it.
const POP: f32 = 9.0;

/// Two, and whether they are meant to touch.
type Pair = (u32, u32, bool);

/// What was seen so far.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Since when two are in each other, in s, as they are meant to or not; whether it was counted.
    trunks: BTreeMap<Pair, (f32, bool)>,
    limbs: BTreeMap<Pair, (f32, bool)>,
    /// How often trunks were deeper than 5 cm in each other for more than 0.1 s.
    pub trunk_collisions: usize,
    /// The same of anything else.
    pub limb_collisions: usize,
    /// The same of trunks and of anything else, between two who are meant to touch just then.
    pub meant: [usize; 2],
    /// m, the deepest that trunks were.
    pub deepest: f32,
    slid: f64,
    stood: f64,
    /// How often hips moved by more than anybody can.
    pub jumps: usize,
    /// s, of all people together.
    pub person_seconds: f64,
    seen: BTreeMap<u32, Vec2>,
    velocities: BTreeMap<u32, Vec<Vec3>>,
    /// Joints that popped, in the order in which they did; as many as [`LISTED`].
    pub pops: Vec<Pop>,
    /// Collisions that nobody meant, in the order in which they were counted; as many as [`LISTED`].
    pub collisions: Vec<Collision>,
}

/// Two who were in each other without being meant to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// The step in which it was counted.
    pub tick: u64,
    /// The two, by their ids.
    pub actors: [u32; 2],
    /// The parts that were deepest in each other, of each.
    pub parts: [BodyPart; 2],
    /// m
    pub depth: f32,
}

/// A joint whose velocity changed by more than anybody's does within a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Pop {
    /// The step.
    pub tick: u64,
    /// Whose.
    pub actor: u32,
    /// Which one.
    pub joint: String,
    /// m/s, by how much.
    pub by: f32,
}

/// Most collisions and pops that are listed.
pub const LISTED: usize = 10_000;

impl Watch {
    /// Looks at a stage after a step. Nobody is meant to touch anybody.
    pub fn look(&mut self, stage: &Stage) {
        self.look_at(stage, &|_, _| false);
    }

    /// The same. Which two are meant to touch just then, where a blow lands or one falls onto the other, is counted apart: a
    /// collision that begins so is a wanted one as long as it is meant.
    pub fn look_at(&mut self, stage: &Stage, meant: &dyn Fn(&ActorView<'_>, &ActorView<'_>) -> bool) {
        let view = stage.view();
        let step = view.step();
        for actor in view.actors() {
            self.person_seconds += f64::from(step);
            self.feet(&actor, step);
            self.joints(&actor, view.tick(), step);
            let here = actor.frame().translation;
            let here = Vec2::new(here.x, here.z);
            let before = self.seen.insert(actor.id().0, here);
            self.jumps += usize::from(before.is_some_and(|before| before.distance(here) > JUMP));
        }
        if !view.tick().is_multiple_of(EVERY) {
            return;
        }
        let mut cells: BTreeMap<(i32, i32), Vec<ActorView<'_>>> = BTreeMap::new();
        for actor in view.actors() {
            let here = actor.frame().translation / NEAR;
            cells.entry((here.x.floor() as i32, here.z.floor() as i32)).or_default().push(actor);
        }
        let passed = EVERY as f32 * step;
        let (mut trunks, mut limbs) = (BTreeMap::new(), BTreeMap::new());
        for ((x, z), own) in &cells {
            for (dx, dz) in [(0, 0), (1, 0), (0, 1), (1, 1), (1, -1)] {
                let Some(others) = cells.get(&(x + dx, z + dz)) else { continue };
                for (at, a) in own.iter().enumerate() {
                    let from = if (dx, dz) == (0, 0) { at + 1 } else { 0 };
                    for b in &others[from..] {
                        let [trunk, limb] = touches(a, b);
                        let key = (a.id().0.min(b.id().0), a.id().0.max(b.id().0));
                        self.deepest = self.deepest.max(trunk.depth);
                        if trunk.depth <= DEEP && limb.depth <= DEEP {
                            continue;
                        }
                        // A touch that goes on when it is no longer meant is unwanted from then on.
                        let key = (key.0, key.1, meant(a, b) || meant(b, a));
                        let at = |touch: &Touched| Collision {
                            tick: view.tick(),
                            actors: [a.id().0, b.id().0],
                            parts: touch.parts,
                            depth: touch.depth,
                        };
                        if trunk.depth > DEEP {
                            let (since, counts) = since(&self.trunks, key, passed);
                            trunks.insert(key, since);
                            self.count(counts, key.2, 0, at(&trunk));
                        }
                        if limb.depth > DEEP {
                            let (since, counts) = since(&self.limbs, key, passed);
                            limbs.insert(key, since);
                            self.count(counts, key.2, 1, at(&limb));
                        }
                    }
                }
            }
        }
        (self.trunks, self.limbs) = (trunks, limbs);
    }

    /// Counts a collision: of trunks (0) or of anything else (1).
    fn count(&mut self, counts: bool, meant: bool, which: usize, collision: Collision) {
        match (counts, meant, which) {
            (false, ..) => return,
            (true, true, _) => return self.meant[which] += 1,
            (true, false, 0) => self.trunk_collisions += 1,
            (true, false, _) => self.limb_collisions += 1,
        }
        if self.collisions.len() < LISTED {
            self.collisions.push(collision);
        }
    }

    /// The joint of somebody that pops the most, if one does.
    fn joints(&mut self, actor: &ActorView<'_>, tick: u64, step: f32) {
        let known = self.velocities.entry(actor.id().0).or_default();
        // Before the second step there is no velocity to change.
        let new = actor.is_new() || known.is_empty();
        known.resize(actor.world().len(), Vec3::ZERO);
        let mut most = (POP, 0);
        for (joint, (now, before)) in actor.world().iter().zip(actor.world_before()).enumerate() {
            let velocity = (now.translation - before.translation) / step;
            let by = (velocity - std::mem::replace(&mut known[joint], velocity)).length();
            if by > most.0 {
                most = (by, joint);
            }
        }
        if most.0 > POP && !new && tick > 2 && self.pops.len() < LISTED {
            let joint = actor.rig().skeleton().name(most.1).to_string();
            self.pops.push(Pop { tick, actor: actor.id().0, joint, by: most.0 });
        }
    }

    fn feet(&mut self, actor: &ActorView<'_>, step: f32) {
        let skeleton = actor.rig().skeleton();
        if actor.is_down() || actor.is_new() {
            return;
        }
        for role in [Role::LeftToe, Role::RightToe] {
            let Ok(site) = skeleton.site(role) else { continue };
            let [now, before] = [actor.world(), actor.world_before()].map(|world| site.position(world));
            if now.y < STANDS && before.y < STANDS {
                self.stood += f64::from(step);
                self.slid += f64::from((now - before).with_y(0.0).length());
            }
        }
    }

    /// cm/s, how fast feet on the floor slide, in the mean.
    pub fn slide(&self) -> f64 {
        100.0 * self.slid / self.stood.max(1e-9)
    }
}

/// For how long two have been in each other, with whether that was counted; and whether it counts now.
fn since(known: &BTreeMap<Pair, (f32, bool)>, key: Pair, passed: f32) -> ((f32, bool), bool) {
    let (lasted, counted) =
        known.get(&key).map_or((0.0, false), |(lasted, counted)| (lasted + passed, *counted));
    let counts = !counted && lasted > FOR;
    ((lasted, counted || counts), counts)
}

fn is_trunk(part: BodyPart) -> bool {
    matches!(part, BodyPart::Pelvis | BodyPart::Chest | BodyPart::Head)
}

/// Where two bodies are deepest in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    /// m; below 0 they are apart.
    pub depth: f32,
    /// Of each.
    pub parts: [BodyPart; 2],
}

/// How deep two bodies are in each other: with their trunks, and with anything else.
pub fn touches(a: &ActorView<'_>, b: &ActorView<'_>) -> [Touched; 2] {
    let mut found = [Touched { depth: f32::MIN, parts: [BodyPart::Pelvis; 2] }; 2];
    if a.frame().translation.distance_squared(b.frame().translation) > NEAR * NEAR {
        return found;
    }
    let placed = |rig: &Rig, world: &[Transform]| -> Vec<(BodyPart, Vec3, Vec3, f32)> {
        let capsules = rig.capsules().iter();
        capsules
            .map(|(part, own)| (*part, own.from.position(world), own.to.position(world), own.radius))
            .collect()
    };
    let (of_a, of_b) = (placed(a.rig(), a.world()), placed(b.rig(), b.world()));
    for (own, p, q, r) in &of_a {
        for (other, s, t, u) in &of_b {
            let depth = r + u - apart(*p, *q, *s, *t);
            let which = usize::from(!(is_trunk(*own) && is_trunk(*other)));
            if depth > found[which].depth {
                found[which] = Touched { depth, parts: [*own, *other] };
            }
        }
    }
    found
}
