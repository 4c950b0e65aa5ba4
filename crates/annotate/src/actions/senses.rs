//! What the network sees of a clip: a few points as the body itself sees them, how it gets about, which feet carry it
//! and which limbs strike, [`RATE`] times a second, whatever the clip's own rate.
//!
//! Lengths count in those of a body whose legs are `LEG` metres long. Left and right come in pairs, so that the mirror
//! image of what is seen ([`mirrored`]) is what is seen of the mirror image.

use footwork_motion::ground::{facing, heading};
use footwork_motion::{MissingRole, Role, Side, Skeleton, WorldClip};
use glam::Vec3;

use super::signals::quantile;
use crate::annotation::{Limb, Strike, Supports};

/// Hz. A tenth of the shortest action lasts a third of a moment.
pub const RATE: f32 = 30.0;
/// m. The leg of an adult, from hip to ankle.
const LEG: f32 = 0.83;
/// s. Velocities are measured over this time to both sides.
const STEP: f32 = 1.0 / 30.0;
/// s. A strike is seen from this long before it lands to this long after, and most as it lands.
const STRIKE: f32 = 0.1;
/// Of points in pairs: wrist, elbow, knee and ankle.
const PAIRS: usize = 4;
/// Of flags in pairs: whether a foot is down and how high it is; strikes of hand, elbow, knee and foot.
const FLAGS: usize = 6;
/// Of points in the middle: the shoulders' line, the middle between them, the head, the hips' velocity.
const SINGLES: usize = 4;
/// Numbers a moment: those above, how high the hips are, how fast the body turns.
pub const WIDTH: usize = 6 * PAIRS + 2 * FLAGS + 3 * SINGLES + 2;

/// Which of them is how high the hips are above the floor.
pub const HEIGHT: usize = WIDTH - 2;

/// The numbers of one moment.
pub type Row = [f32; WIDTH];

/// A clip as the network sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Senses {
    /// One a moment.
    pub rows: Vec<Row>,
    /// Where the hips are on the ground, X and Z, in lengths of the body.
    pub places: Vec<[f32; 2]>,
    /// rad. Where the body faces, without jumps of a full turn.
    pub yaw: Vec<f32>,
}

impl Senses {
    /// Looks at a clip.
    pub fn new(
        skeleton: &Skeleton,
        world: &WorldClip,
        supports: &Supports,
        strikes: &[Strike],
    ) -> Result<Senses, MissingRole> {
        use Role::*;
        let pair = |left: Role, right: Role| Ok([skeleton.site(left)?, skeleton.site(right)?]);
        let shoulders = pair(LeftShoulder, RightShoulder)?;
        let arms = [pair(LeftWrist, RightWrist)?, pair(LeftElbow, RightElbow)?];
        let legs = [pair(LeftKnee, RightKnee)?, pair(LeftAnkle, RightAnkle)?];
        let (hips, head) = (skeleton.site(Hips)?, skeleton.site(Head)?);
        let leg = skeleton.leg_length()?;
        let scale = if leg.is_finite() && leg > 0.0 { LEG / leg } else { 1.0 };

        let last = world.frames().saturating_sub(1);
        let rate = world.rate();
        let ankle = |side: usize, frame: usize| scale * legs[1][side].position(world.frame(frame)).y;
        let mut lows: Vec<f32> = (0..=last).map(|frame| ankle(0, frame).min(ankle(1, frame))).collect();
        let floor = quantile(&mut lows, 0.05);

        let mut senses = Senses::default();
        let moments = (last as f32 / rate * RATE) as usize + 1;
        let step = (libm::roundf(STEP * rate) as usize).max(1);
        for moment in 0..moments {
            let frame = (libm::roundf(moment as f32 * rate / RATE) as usize).min(last);
            let at = world.frame(frame);
            let ahead = facing(skeleton, at)?;
            let left = Vec3::Y.cross(ahead);
            let seen = |v: Vec3| [scale * v.dot(left), scale * v.y, scale * v.dot(ahead)];
            let [l, r] = shoulders.map(|site| site.position(at));
            let (middle, pelvis) = (0.5 * (l + r), hips.position(at));
            let mut row: Vec<f32> = Vec::with_capacity(WIDTH);
            row.extend(arms.iter().flatten().flat_map(|site| seen(site.position(at) - middle)));
            row.extend(legs.iter().flatten().flat_map(|site| seen(site.position(at) - pelvis)));
            let down = Side::BOTH.map(|side| f32::from(supports.at(side, frame as u32)));
            row.extend(down);
            row.extend([0, 1].map(|side| ankle(side, frame) - floor));
            row.extend(struck(strikes, frame, rate));
            row.extend(seen(l - r));
            row.extend(seen(middle - pelvis));
            row.extend(seen(head.position(at) - middle));
            let (before, after) = (frame.saturating_sub(step), (frame + step).min(last));
            let seconds = (after - before).max(1) as f32 / rate;
            let moved = hips.position(world.frame(after)) - hips.position(world.frame(before));
            row.extend(seen(moved / seconds));
            let now = heading(ahead);
            let turned =
                senses.yaw.last().map_or(0.0, |yaw| libm::remainderf(now - yaw, std::f32::consts::TAU));
            let turned = if turned.is_finite() { turned } else { 0.0 };
            row.extend([scale * pelvis.y - floor, turned * RATE]);
            row.iter_mut().for_each(|number| *number = if number.is_finite() { *number } else { 0.0 });
            senses.yaw.push(senses.yaw.last().map_or(now, |yaw| yaw + turned));
            senses
                .places
                .push([scale * pelvis.x, scale * pelvis.z].map(|x| if x.is_finite() { x } else { 0.0 }));
            senses.rows.push(row.try_into().unwrap_or([0.0; WIDTH]));
        }
        Ok(senses)
    }

    /// The frame of a clip at a moment.
    pub fn frame(moment: usize, rate: f32) -> u32 {
        libm::roundf(moment as f32 * rate / RATE) as u32
    }
}

/// How near each limb is to landing a blow, hands first, left before right: 1 as it lands.
fn struck(strikes: &[Strike], frame: usize, rate: f32) -> [f32; 8] {
    let mut near = [0.0_f32; 8];
    let reach = STRIKE * rate;
    let from = strikes.partition_point(|strike| (strike.frame as f32) < frame as f32 - reach);
    for strike in strikes[from..].iter().take_while(|strike| (strike.frame as f32) < frame as f32 + reach) {
        let limb = Limb::ALL.iter().position(|limb| *limb == strike.limb).unwrap_or(0);
        let off = (strike.frame as f32 - frame as f32).abs() / reach;
        near[limb] = near[limb].max(1.0 - off);
    }
    near
}

/// What is seen of the mirror image.
pub fn mirrored(row: &Row) -> Row {
    let mut out = *row;
    for pair in 0..PAIRS {
        for axis in 0..3 {
            let sign = if axis == 0 { -1.0 } else { 1.0 };
            let (l, r) = (6 * pair + axis, 6 * pair + 3 + axis);
            (out[l], out[r]) = (sign * row[r], sign * row[l]);
        }
    }
    let flags = 6 * PAIRS;
    for pair in 0..FLAGS {
        out.swap(flags + 2 * pair, flags + 2 * pair + 1);
    }
    let singles = flags + 2 * FLAGS;
    for single in 0..SINGLES {
        out[singles + 3 * single] *= -1.0;
    }
    // The line from the right shoulder to the left one: its ends change places, too.
    for axis in 0..3 {
        out[singles + axis] *= -1.0;
    }
    out[WIDTH - 1] *= -1.0;
    out
}
