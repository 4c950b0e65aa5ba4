//! Shoves: changes of the way a body goes that it did not make by itself.
//!
//! The pressure that an acceleration c̈ of the centre of mass asks for is at p = c − h/(g + c̈ᵧ)·c̈. How far that is outside of
//! the soles, times (g + c̈ᵧ)/h, is what the soles cannot have done: it came from somewhere else, as from hands that push.

use footwork_motion::balance::{GRAVITY, outside};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Side, Skeleton, WorldClip};
use glam::{Vec2, Vec3};

use super::signals::quantile;
use crate::annotation::Supports;

/// s. The centre of mass is smoothed over this much to each side, twice; shoves last a tenth of a second and longer.
const SMOOTH: f32 = 0.017;
/// s, to either side. Accelerations are measured over this time.
const STEP: f32 = 0.034;
/// Of a leg's length: how far a sole reaches behind the ankle, beyond the toe, and to each side.
const HEEL: f32 = 0.07;
const TIP: f32 = 0.06;
const HALF_WIDTH: f32 = 0.05;
/// s. So long before a foot is found to stand, its heel may carry.
const HEEL_FIRST: f32 = 0.1;
/// The floor is where the lower foot is in this share of the frames.
const FLOOR: f32 = 0.05;
/// m. No centre of mass is taken to be lower, so that nothing is divided by nothing.
const LOWEST: f32 = 0.3;
/// m/s². Weaker forces are noise.
const WEAKEST: f32 = 0.6;
/// Of the strongest force: with less a shove has not begun, or is over.
const BEGINS: f32 = 0.25;
/// m/s². Nobody's feet press him over the ground harder, wherever they stand.
const HARDEST: f32 = 7.0;
/// s. Such a shove began no longer before it is seen otherwise.
const BEFORE: f32 = 0.3;
/// s. The strongest force within so much to either side is one shove.
const NEAR: f32 = 0.15;
/// s. Shorter pauses do not end a shove.
const PAUSE: f32 = 0.034;

/// A change of velocity that the body did not make by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shove {
    /// The frame in which it begins.
    pub from: usize,
    /// The frame in which it is over.
    pub to: usize,
    /// m/s. By how much it changed the velocity at least.
    pub gain: f32,
}

/// m. The centres of mass of a clip, smoothed, frame by frame.
pub fn centres(skeleton: &Skeleton, world: &WorldClip) -> Result<Vec<Vec3>, MissingRole> {
    let centre = |frame: usize| {
        let centre = centre_of_mass(skeleton, world.frame(frame))?;
        Ok(if centre.is_finite() { centre } else { Vec3::ZERO })
    };
    let centre: Vec<Vec3> = (0..world.frames()).map(centre).collect::<Result<_, MissingRole>>()?;
    let reach = smooths(world.rate());
    Ok(smoothed(&smoothed(&centre, reach), reach))
}

/// Over so many frames to either side.
fn smooths(rate: f32) -> usize {
    libm::roundf(SMOOTH * rate) as usize
}

/// The shoves of a clip, in order, from its [`centres`].
pub fn find(
    skeleton: &Skeleton,
    world: &WorldClip,
    centre: &[Vec3],
    supports: &Supports,
) -> Result<Vec<Shove>, MissingRole> {
    let pushed = accelerations(world.rate(), centre);
    let force = forces(skeleton, world, centre, &pushed, supports)?;
    let frames = |seconds: f32| libm::roundf(seconds * world.rate()) as usize;
    let (near, pause) = (frames(NEAR), frames(PAUSE));
    let mut shoves: Vec<Shove> = Vec::new();
    for (top, most) in force.iter().enumerate() {
        let around = &force[top.saturating_sub(near)..(top + near + 1).min(force.len())];
        if *most < WEAKEST || around.iter().any(|other| other > most) {
            continue;
        }
        let none = |span: &[f32]| span.iter().all(|force| *force < BEGINS * most);
        let before = (0..top).rev().find(|frame| none(&force[frame.saturating_sub(pause)..=*frame]));
        let after =
            (top..force.len()).find(|frame| none(&force[*frame..(frame + pause.max(1)).min(force.len())]));
        let (Some(from), Some(to)) = (before, after) else { continue };
        match shoves.last_mut().filter(|last| from < last.to) {
            Some(last) => last.to = last.to.max(to),
            None => shoves.push(Shove { from, to, gain: 0.0 }),
        }
    }
    for shove in &mut shoves {
        shove.gain = force[shove.from..shove.to].iter().sum::<f32>() / world.rate();
        // What began within what feet can do shows in the acceleration.
        let hard = |a: &usize, b: &usize| flat(pushed[*a]).length().total_cmp(&flat(pushed[*b]).length());
        let earliest = shove.from.saturating_sub(frames(BEFORE));
        let Some(top) = (earliest..shove.to).max_by(hard) else { continue };
        let most = flat(pushed[top]);
        if most.length() > HARDEST {
            let still = |frame: &usize| flat(pushed[*frame]).dot(most) >= BEGINS * most.length_squared();
            let begun = (earliest..shove.from.min(top)).rev().take_while(still).last();
            shove.from = begun.unwrap_or(shove.from);
        }
    }
    Ok(shoves)
}

/// m/s². The acceleration of the centre of mass, frame by frame; none at the ends, where nobody knows it.
fn accelerations(rate: f32, centre: &[Vec3]) -> Vec<Vec3> {
    let (step, reach) = ((libm::roundf(STEP * rate) as usize).max(1), smooths(rate));
    let seconds = step as f32 / rate;
    let known = step + 2 * reach..centre.len().saturating_sub(step + 2 * reach);
    let at = |frame: usize| {
        if !known.contains(&frame) {
            return Vec3::ZERO;
        }
        (centre[frame - step] + centre[frame + step] - 2.0 * centre[frame]) / (seconds * seconds)
    };
    (0..centre.len()).map(at).collect()
}

/// m/s². What of the acceleration of the centre of mass feet cannot have done, frame by frame.
fn forces(
    skeleton: &Skeleton,
    world: &WorldClip,
    centre: &[Vec3],
    pushed: &[Vec3],
    supports: &Supports,
) -> Result<Vec<f32>, MissingRole> {
    let feet = Feet::of(skeleton, world)?;
    let soon = libm::roundf(HEEL_FIRST * world.rate()) as u32;
    let force = |frame: usize| {
        let (here, pushed) = (centre[frame], pushed[frame]);
        if pushed == Vec3::ZERO {
            return 0.0;
        }
        let height = (here.y - feet.floor).max(LOWEST);
        let down = (GRAVITY + pushed.y).max(0.0);
        let soles = feet.soles(supports, frame, soon);
        // In flight only what is not weight comes from outside.
        if soles.is_empty() {
            return flat(pushed).length();
        }
        let beyond = outside(&soles, flat(here - pushed * (height / down.max(1.0)))) * down / height;
        beyond.max(flat(pushed).length() - HARDEST)
    };
    Ok((0..world.frames()).map(force).collect())
}

/// Ankles and toes over a clip.
struct Feet {
    /// m. From hip to ankle.
    leg: f32,
    /// m
    floor: f32,
    /// m. Ankle and toe of the left and of the right foot, per frame.
    places: Vec<[[Vec3; 2]; 2]>,
}

impl Feet {
    fn of(skeleton: &Skeleton, world: &WorldClip) -> Result<Feet, MissingRole> {
        let sites = |side: Side| {
            let ankle = skeleton.site(side.leg()[2])?;
            Ok([ankle, skeleton.roles().get(side.leg()[3]).unwrap_or(ankle)])
        };
        let sites = [sites(Side::Left)?, sites(Side::Right)?];
        let finite = |v: Vec3| if v.is_finite() { v } else { Vec3::ZERO };
        let at = |frame: usize| sites.map(|foot| foot.map(|site| finite(site.position(world.frame(frame)))));
        let places: Vec<[[Vec3; 2]; 2]> = (0..world.frames()).map(at).collect();
        let lowest = |feet: &[[Vec3; 2]; 2]| feet.iter().flatten().map(|p| p.y).fold(f32::INFINITY, f32::min);
        let mut lows: Vec<f32> = places.iter().map(lowest).collect();
        Ok(Feet { leg: skeleton.leg_length()?, floor: quantile(&mut lows, FLOOR), places })
    }

    /// The corners of the soles that stand, or will in so many frames.
    fn soles(&self, supports: &Supports, frame: usize, soon: u32) -> Vec<Vec2> {
        let now = frame as u32;
        let mut corners = Vec::with_capacity(8);
        for (side, [ankle, toe]) in Side::BOTH.into_iter().zip(self.places[frame]) {
            let spans = supports.of(side);
            let next = spans.partition_point(|span| span.end <= now);
            if spans.get(next).is_none_or(|span| span.first > now + soon) {
                continue;
            }
            let along = flat(toe - ankle).normalize_or_zero();
            let across = HALF_WIDTH * self.leg * along.perp();
            let (heel, tip) = (flat(ankle) - HEEL * self.leg * along, flat(toe) + TIP * self.leg * along);
            corners.extend([heel + across, heel - across, tip + across, tip - across]);
        }
        corners
    }
}

fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.x, v.z)
}

/// The mean over `reach` frames to each side.
fn smoothed(places: &[Vec3], reach: usize) -> Vec<Vec3> {
    let near = |at: usize| &places[at.saturating_sub(reach)..(at + reach + 1).min(places.len())];
    (0..places.len()).map(|at| near(at).iter().sum::<Vec3>() / near(at).len() as f32).collect()
}
