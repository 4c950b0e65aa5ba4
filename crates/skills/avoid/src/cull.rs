//! Culling: paths that an attack surely hits are dropped by comparing bit images.
//!
//! Paper: section 5.2: nine horizontal slices, body and attack as images, overlapping pixels counted on a graphics
//! processor; "an approximation". Departs from it: here nothing is dropped that is not hit. A pixel of a body's image is set only
//! if all of its box (pixel by slice) is within some sphere of head or trunk, grown by the attack's radius and shrunk by what blending and a lean
//! may move it, all the time around the avoidance's centre; an attack's image has the pixels that its middle goes through in that time.
//! A common pixel is a hit. The attack is drawn as the body sees it, so that turning and moving the character turns and moves
//! one image and not all of them.

use glam::Vec3;
use wide::u32x8;

use crate::attack::Attack;

/// Horizontal slices.
pub const SLICES: usize = 9;
/// Pixels along each side of a slice: the bits of a row.
pub const PIXELS: usize = 32;
/// Words of an image of one size.
pub const IMAGE: usize = SLICES * PIXELS;
/// m, the height of a slice: nine are as high as a tall man with his arms up halfway.
pub const SLICE: f32 = 0.21;
/// m, the edge of a pixel: what is seen is 2.24 m wide.
pub const PIXEL: f32 = 0.07;
/// m. There is an image for attacks of at least each of these radii; smaller ones are not culled.
pub const SIZES: [f32; 3] = [0.065, 0.1, 0.13];
/// Words of all images of an entry.
pub const IMAGES: usize = SIZES.len() * IMAGE;
/// m. What is hit by no more may be mended by a lean; a larger one is not allowed where there is culling.
pub const MOST_LEAN: f32 = 0.06;
/// m. Blending may move a body by so much off its recording.
pub const MARGIN: f32 = 0.03;
/// s, of the recording, before and after the centre, in which the body surely is where its image says.
pub const AROUND: f32 = 0.1;
/// s, before and after the time of the attack, in which it is drawn: half, so that a path may go twice as fast as recorded.
pub const DRAWN: f32 = 0.5 * AROUND;
/// A bit for each pixel of each slice of each size, row by row.
pub type Images = [u32; IMAGES];

/// The word and the bit of a place, as the body sees it; none outside of the image.
fn pixel(at: Vec3) -> Option<(usize, u32)> {
    let along = |value: f32| {
        let pixel = (value / PIXEL + 0.5 * PIXELS as f32).floor();
        (0.0..PIXELS as f32).contains(&pixel).then_some(pixel as usize)
    };
    let slice = (at.y / SLICE).floor();
    let slice = (0.0..SLICES as f32).contains(&slice).then_some(slice as usize)?;
    Some((slice * PIXELS + along(at.z)?, 1 << along(at.x)?))
}

/// Draws an attack as the body sees it, where it is at its moments, and says for each size, one bit for every eight words, where
/// something was drawn.
pub fn draw(attack: &Attack, images: &mut Images) -> [u64; SIZES.len()] {
    let mut drawn = [0; SIZES.len()];
    for shot in attack.shots() {
        let Some(size) = SIZES.iter().rposition(|least| shot.radius >= *least) else { continue };
        for moment in shot.live[0] as usize..(shot.live[1] as usize).min(attack.moments) {
            if (attack.moment(moment) - attack.time).abs() <= DRAWN
                && let Some((word, bit)) = pixel(shot.at[moment])
            {
                images[size * IMAGE + word] |= bit;
                drawn[size] |= 1 << (word / 8);
            }
        }
    }
    drawn
}

/// Whether two images of one size have a pixel in common. `drawn` says where the first has any: eight words at a time.
pub fn meet(a: &[u32], b: &[u32], mut drawn: u64) -> bool {
    let mut common = u32x8::ZERO;
    while drawn != 0 {
        let at = 8 * drawn.trailing_zeros() as usize;
        drawn &= drawn - 1;
        let (Some(a), Some(b)) = (a.get(at..at + 8), b.get(at..at + 8)) else { break };
        let load = |from: &[u32]| u32x8::new(std::array::from_fn(|lane| from[lane]));
        common |= load(a) & load(b);
    }
    common.to_array() != [0; 8]
}

/// The images of a body that surely is there: `moments` are its spheres, middle and radius, in the same order at all times that
/// count. From one time to the next a sphere goes straight, so that a box which one sphere holds at both is held between.
#[cfg(feature = "bake")]
pub fn images_of(moments: &[Vec<(Vec3, f32)>]) -> Images {
    let mut images = [0; IMAGES];
    for (size, radius) in SIZES.into_iter().enumerate() {
        let within = radius - MARGIN - MOST_LEAN;
        for at in 0..IMAGE * PIXELS {
            let (slice, row, column) = (at / (PIXELS * PIXELS), at / PIXELS % PIXELS, at % PIXELS);
            let middle = Vec3::new(
                (column as f32 + 0.5 - 0.5 * PIXELS as f32) * PIXEL,
                (slice as f32 + 0.5) * SLICE,
                (row as f32 + 0.5 - 0.5 * PIXELS as f32) * PIXEL,
            );
            let held = |pair: &[Vec<(Vec3, f32)>]| {
                let both = |(a, b): (&(Vec3, f32), &(Vec3, f32))| {
                    holds(*a, middle, within) && holds(*b, middle, within)
                };
                pair[0].iter().zip(&pair[1]).any(both)
            };
            if moments.windows(2).all(held) {
                images[size * IMAGE + slice * PIXELS + row] |= 1 << column;
            }
        }
    }
    images
}

/// Whether all of the box about a pixel's middle is within a sphere that is larger by so much.
#[cfg(feature = "bake")]
fn holds((at, radius): (Vec3, f32), middle: Vec3, larger: f32) -> bool {
    let half = Vec3::new(0.5 * PIXEL, 0.5 * SLICE, 0.5 * PIXEL);
    // The corner that is furthest away.
    let far = (middle - at).abs() + half;
    let within = radius + larger;
    within > 0.0 && far.length_squared() < within * within
}
