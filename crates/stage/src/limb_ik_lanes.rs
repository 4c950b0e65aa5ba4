//! How the same limb of four bodies bends, side by side: [`limb_ik`](crate::limb_ik) in lanes, with the same bits.
//!
//! What hardly ever happens, such as a limb that cannot get there, is left to the plain version, lane by lane.

use footwork_motion::Transform;
use footwork_motion::lanes::{LANES, Rotations, Transforms, Vectors};
use glam::{Quat, Vec3};
use wide::f32x4;

use crate::limb_ik::{FREE_STRETCH, MOVED, ROUND, STRAIGHT, Swivel, two_bone};
use crate::rig::{Chain, Rig};

/// The pose and the joints of four bodies with one skeleton whose root alone is translated, one after the other.
pub(crate) struct Four<'a> {
    pub rotations: &'a mut [Quat],
    pub world: &'a mut [Transform],
    /// How many joints each has.
    pub joints: usize,
}

impl Four<'_> {
    fn placed(&self, joint: usize) -> Transforms {
        Transforms::new(std::array::from_fn(|lane| &self.world[lane * self.joints + joint]))
    }

    fn above(&self, parent: Option<usize>) -> Rotations {
        let turned = |lane: usize| {
            parent.map_or(Quat::IDENTITY, |joint| self.world[lane * self.joints + joint].rotation)
        };
        Rotations::new(std::array::from_fn(turned))
    }
}

/// Bends a limb of every body that has a target for it; see [`bend`](crate::limb_ik::bend).
pub(crate) fn bend(
    four: &mut Four<'_>,
    rig: &Rig,
    chain: &Chain,
    targets: &[Option<Transform>; LANES],
    swivels: &[Option<Swivel>; LANES],
) {
    let placed = chain.joints.map(|joint| four.placed(joint));
    let at = placed.map(|placed| placed.translation);
    // Who has no target stays where it is.
    let stays = placed[2].to_array();
    let targets_or_stays: [Transform; LANES] =
        std::array::from_fn(|lane| targets[lane].unwrap_or(stays[lane]));
    let target = Transforms::new(targets_or_stays.each_ref());
    let reached = soft_reach(at, target.translation, chain.reach);
    let pole = placed[0].rotation.turned(Vectors::splat(chain.pole));
    let turns = two_bones(at, reached, pole);
    let (turn_upper, turn_lower) = swung_back(turns, at, reached, swivels);
    let above = chain.parents.map(|parent| four.above(parent));
    let new_upper = turn_upper.times(placed[0].rotation);
    let new_lower = turn_lower.times(placed[1].rotation);
    let locals = [
        above[0].conjugate().times(new_upper),
        turn_upper.times(above[1]).conjugate().times(new_lower),
        turn_lower.times(above[2]).conjugate().times(target.rotation),
    ];
    let bends = targets.map(|target| target.is_some());
    let lanes = || (0..LANES).filter(|lane| bends[*lane]);
    for (joint, local) in chain.joints.into_iter().zip(locals) {
        let local = local.to_array();
        lanes().for_each(|lane| four.rotations[lane * four.joints + joint] = local[lane]);
    }
    let new_upper = new_upper.to_array();
    lanes().for_each(|lane| four.world[lane * four.joints + chain.joints[0]].rotation = new_upper[lane]);
    let mut last = (usize::MAX, placed[0]);
    for &(joint, parent) in &chain.below {
        let (joint, parent) = (joint as usize, parent as usize);
        let above = if parent == last.0 { last.1 } else { four.placed(parent) };
        let local = Rotations::new(std::array::from_fn(|lane| four.rotations[lane * four.joints + joint]));
        let moved = above.times(local, Vectors::splat(rig.skeleton().offsets()[joint]));
        let each = moved.to_array();
        lanes().for_each(|lane| four.world[lane * four.joints + joint] = each[lane]);
        last = (joint, moved);
    }
}

/// Middle joints swing no further than they may: hardly ever one has to be taken back.
#[inline]
fn swung_back(
    turns: (Rotations, Rotations),
    at: [Vectors; 3],
    reached: Vectors,
    swivels: &[Option<Swivel>; LANES],
) -> (Rotations, Rotations) {
    let middle = at[0].plus(turns.0.turned(at[1].minus(at[0]))).to_array();
    let (first, last) = (at[0].to_array(), reached.to_array());
    let back: [Option<Quat>; LANES] = std::array::from_fn(|lane| {
        swivels[lane].as_ref().and_then(|swivel| swivel.back(first[lane], middle[lane], last[lane]))
    });
    if back.iter().all(Option::is_none) {
        return turns;
    }
    let (mut upper, mut lower) = (turns.0.to_array(), turns.1.to_array());
    for (lane, back) in back.into_iter().enumerate() {
        if let Some(back) = back {
            (upper[lane], lower[lane]) = (back * upper[lane], back * lower[lane]);
        }
    }
    (Rotations::new(upper), Rotations::new(lower))
}

/// See [`soft_reach`](crate::limb_ik::soft_reach).
#[inline]
fn soft_reach(at: [Vectors; 3], target: Vectors, length: f32) -> Vectors {
    let to_target = target.minus(at[0]);
    let wanted = to_target.length();
    let carried = at[2].minus(at[0]).length();
    let least = f32x4::splat(FREE_STRETCH * length);
    let free = carried.simd_gt(least).select(carried, least);
    let over = wanted - free;
    let (rest, hair) = (f32x4::splat(length) - free, f32x4::splat(1e-4));
    let left = rest.simd_gt(hair).select(rest, hair);
    let soft = at[0].plus(to_target.scaled((free + left * over / (left + over)) / wanted));
    select(over.simd_le(f32x4::splat(0.0)), target, soft)
}

/// See [`two_bone`].
#[inline]
fn two_bones(at: [Vectors; 3], target: Vectors, pole: Vectors) -> (Rotations, Rotations) {
    let (zero, one, two) = (f32x4::splat(0.0), f32x4::splat(1.0), f32x4::splat(2.0));
    let (upper, lower) = (at[1].minus(at[0]), at[2].minus(at[1]));
    let (limb, to_target) = (at[2].minus(at[0]), target.minus(at[0]));
    let (a, b) = (upper.dot(upper), lower.dot(lower));
    let (now, far) = (limb.length(), to_target.length());
    let along = upper.dot(limb) / now;
    let new_along = (a + far * far - b) / (two * far);
    let new_aside = a - new_along * new_along;
    let short = f32x4::splat(1e-4);
    let reached = new_aside.simd_gt(zero) & now.simd_gt(short) & far.simd_gt(short);
    let ahead = over(limb, now);
    let out = upper.minus(ahead.scaled(along));
    let aside = out.length();
    let moved = (target.minus(at[2]).length() / f32x4::splat(MOVED)).fast_min(one);
    let knows = f32x4::splat(STRAIGHT[1]);
    let straight = (knows - aside) / f32x4::splat(STRAIGHT[1] - STRAIGHT[0]);
    let straight = straight.fast_max(zero).fast_min(one);
    let is_straight = aside.simd_lt(knows);
    let (toward, has_pole) = toward_pole(out, ahead, pole, moved * straight);
    let out = select(is_straight, toward, over(out, aside));
    let new_upper = ahead.scaled(new_along).plus(out.scaled(new_aside.sqrt()));
    let new_lower = ahead.scaled(far).minus(new_upper);
    let (a, b) = (one / a.sqrt(), one / b.sqrt());
    let (swing, swings) = arc(ahead, over(to_target, far));
    let (turn_upper, turns_upper) = arc(upper.scaled(a), new_upper.scaled(a));
    let (turn_lower, turns_lower) = arc(lower.scaled(b), new_lower.scaled(b));
    let turns = (swing.times(turn_upper), swing.times(turn_lower));
    let plain = reached & swings & turns_upper & turns_lower & is_straight.select(has_pole, reached);
    if plain.to_bitmask() == (1 << LANES) - 1 {
        return turns;
    }
    one_by_one(turns, plain.to_bitmask(), at, target, pole)
}

/// The lanes that have no bit in `plain`, by the plain version.
#[cold]
fn one_by_one(
    turns: (Rotations, Rotations),
    plain: u32,
    at: [Vectors; 3],
    target: Vectors,
    pole: Vectors,
) -> (Rotations, Rotations) {
    let (mut upper, mut lower) = (turns.0.to_array(), turns.1.to_array());
    let (at, target, pole) = (at.map(Vectors::to_array), target.to_array(), pole.to_array());
    for lane in (0..LANES).filter(|lane| plain >> lane & 1 == 0) {
        let at: [Vec3; 3] = at.map(|joint| joint[lane]);
        (upper[lane], lower[lane]) = two_bone(at, target[lane], pole[lane]);
    }
    (Rotations::new(upper), Rotations::new(lower))
}

/// The direction, and in which lanes there is one.
#[inline]
fn toward_pole(out: Vectors, ahead: Vectors, pole: Vectors, share: f32x4) -> (Vectors, f32x4) {
    let (zero, one) = (f32x4::splat(0.0), f32x4::splat(1.0));
    let (front, has_front) = normalized(pole.minus(ahead.scaled(pole.dot(ahead))));
    let behind = (-out.dot(front)).fast_max(zero);
    let side = ahead.cross(front).scaled(f32x4::splat(ROUND) * behind * share * (one - share));
    let between = out.scaled(one - share).plus(front.scaled(f32x4::splat(STRAIGHT[1]) * share)).plus(side);
    let (toward, has_direction) = normalized(between);
    (toward, has_front & has_direction)
}

/// Unit vectors, and which of them have a direction.
#[inline]
fn normalized(v: Vectors) -> (Vectors, f32x4) {
    let scale = f32x4::splat(1.0) / v.length();
    let is_one = scale.simd_gt(f32x4::splat(0.0)) & scale.simd_lt(f32x4::splat(f32::INFINITY));
    (v.scaled(scale), is_one)
}

/// The rotation from one unit vector to another, and where they are not opposite.
#[inline]
fn arc(from: Vectors, to: Vectors) -> (Rotations, f32x4) {
    let one = f32x4::splat(1.0);
    let (axis, w) = (from.cross(to), one + from.dot(to));
    let square = axis.dot(axis) + w * w;
    let scale = one / square.sqrt();
    let Vectors { x, y, z } = axis.scaled(scale);
    (Rotations { x, y, z, w: w * scale }, square.simd_ge(f32x4::splat(1e-9)))
}

#[inline]
fn over(v: Vectors, by: f32x4) -> Vectors {
    Vectors { x: v.x / by, y: v.y / by, z: v.z / by }
}

#[inline]
fn select(mask: f32x4, a: Vectors, b: Vectors) -> Vectors {
    Vectors { x: mask.select(a.x, b.x), y: mask.select(a.y, b.y), z: mask.select(a.z, b.z) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb_ik;
    use footwork_motion::Rng;

    #[test]
    fn four_limbs_at_once_bend_as_each_by_itself_to_the_bit() {
        let mut rng = Rng::new(11);
        let mut odd = 0;
        for round in 0..20_000 {
            let mut point = |size: f32| size * Vec3::new(rng.signed(), rng.signed(), rng.signed());
            // Bent limbs, all but straight ones, straight ones and some that do not get there.
            let aside = [0.3, 0.03, 1e-3, 0.0][round % 4];
            let far = [0.05, 0.3, 1.5][round % 3];
            let roots: [Vec3; LANES] = std::array::from_fn(|_| point(5.0));
            let knees = roots.map(|root| root - 0.45 * Vec3::Y + point(aside));
            let feet = knees.map(|knee| knee - 0.42 * Vec3::Y + point(aside));
            let targets = feet.map(|foot| foot + point(far));
            let poles: [Vec3; LANES] = std::array::from_fn(|_| point(1.0).normalize_or(Vec3::Z));
            let at = [roots, knees, feet].map(Vectors::new);
            let reached = soft_reach(at, Vectors::new(targets), 0.9);
            let (upper, lower) = two_bones(at, reached, Vectors::new(poles));
            for lane in 0..LANES {
                let at = [roots[lane], knees[lane], feet[lane]];
                let wanted = limb_ik::soft_reach(at, targets[lane], 0.9);
                assert_eq!(reached.to_array()[lane], wanted);
                odd += usize::from(wanted != targets[lane]);
                let (a, b) = two_bone(at, wanted, poles[lane]);
                let found = [upper, lower].map(|turns| turns.to_array()[lane]);
                assert_eq!(
                    found.map(|q| q.to_array().map(f32::to_bits)),
                    [a, b].map(|q| q.to_array().map(f32::to_bits))
                );
            }
        }
        assert!(odd > 1000, "{odd} out of reach are too few to mean anything");
    }
}
