//! The offsets of all joints of a body: a step passes for each, and what it has become is added to the played rotation.
//!
//! Four joints are done side by side, in the operations and the order of [`Offset::stepped`], [`rotation_of`] and
//! [`Offset::size_squared`], and so with the same bits.

use footwork_motion::lanes::{LANES, Rotations, Vectors};
use glam::{Quat, Vec3};
use wide::f32x4;

use crate::offset::{Offset, SpringStep, rotation_of};

/// Lets a step pass for every offset and turns every rotation by what is left of it. Gives the size of the largest offset,
/// squared.
pub(crate) fn advance(turns: &mut [Offset], rotations: &mut [Quat], step: &SpringStep) -> f32 {
    let (fours, rest) = turns.as_chunks_mut::<LANES>();
    let (fours_of_rotations, rest_of_rotations) = rotations.as_chunks_mut::<LANES>();
    let mut most = f32x4::splat(0.0);
    for (turns, rotations) in fours.iter_mut().zip(fours_of_rotations) {
        let (turned, size) = advance_four(turns, step);
        most = size.simd_gt(most).select(size, most);
        *rotations = turned.times(Rotations::new(*rotations)).to_array();
    }
    let mut most = most.to_array().into_iter().fold(0.0, larger);
    for (turn, rotation) in rest.iter_mut().zip(rest_of_rotations) {
        *turn = turn.stepped(step);
        most = larger(most, turn.size_squared());
        *rotation = rotation_of(turn.position) * *rotation;
    }
    most
}

fn larger(most: f32, size: f32) -> f32 {
    if size > most { size } else { most }
}

/// Four offsets one step later: the rotations that they stand for, and their sizes squared.
#[inline]
fn advance_four(turns: &mut [Offset; LANES], step: &SpringStep) -> (Rotations, f32x4) {
    // Each offset is six numbers in a row. They are read as the first four and the last four of these.
    let [x, y, z, goes_x] =
        f32x4::transpose(turns.map(|Offset { position: p, velocity: v }| [p.x, p.y, p.z, v.x].into()));
    let [_, _, goes_y, goes_z] =
        f32x4::transpose(turns.map(|Offset { position: p, velocity: v }| [p.z, v.x, v.y, v.z].into()));
    let (was, went) = (Vectors { x, y, z }, Vectors { x: goes_x, y: goes_y, z: goes_z });
    let stepped = |[a, b]: [f32; 2]| was.scaled(f32x4::splat(a)).plus(went.scaled(f32x4::splat(b)));
    let (now, goes) = (stepped(step.position), stepped(step.velocity));
    let first = f32x4::transpose([now.x, now.y, now.z, goes.x]);
    let last = f32x4::transpose([now.z, goes.x, goes.y, goes.z]);
    for (turn, (first, last)) in turns.iter_mut().zip(first.into_iter().zip(last)) {
        let ([x, y, z, goes_x], [_, _, goes_y, goes_z]) = (first.to_array(), last.to_array());
        *turn = Offset { position: Vec3::new(x, y, z), velocity: Vec3::new(goes_x, goes_y, goes_z) };
    }
    let (one, two) = (f32x4::splat(1.0), f32x4::splat(2.0));
    let quarter = now.scaled(f32x4::splat(0.25));
    let square = quarter.dot(quarter);
    let scale = one / (one + square);
    let axis = quarter.scaled(two * scale);
    let rotations = Rotations { x: axis.x, y: axis.y, z: axis.z, w: (one - square) * scale };
    (rotations, now.dot(now) + f32x4::splat(0.0025) * goes.dot(goes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::offset::Spring;
    use footwork_motion::Rng;

    #[test]
    fn all_joints_at_once_are_each_by_itself_to_the_bit() {
        let step = Spring::PAPER.step(1.0 / 60.0);
        let mut rng = Rng::new(7);
        for joints in 1..20 {
            let mut vector = || Vec3::new(rng.signed(), rng.signed(), rng.signed());
            let mut turns: Vec<Offset> =
                (0..joints).map(|_| Offset { position: vector(), velocity: 5.0 * vector() }).collect();
            let mut rotations: Vec<Quat> = (0..joints).map(|_| rotation_of(vector())).collect();
            for _ in 0..50 {
                let stepped: Vec<Offset> = turns.iter().map(|turn| turn.stepped(&step)).collect();
                let turned: Vec<Quat> =
                    stepped.iter().zip(&rotations).map(|(turn, r)| rotation_of(turn.position) * *r).collect();
                let most = advance(&mut turns, &mut rotations, &step);
                assert_eq!((&turns, &rotations), (&stepped, &turned));
                assert_eq!(most, stepped.iter().map(|turn| turn.size_squared()).fold(0.0, f32::max));
            }
        }
    }
}
