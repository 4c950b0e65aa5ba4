//! What segmentation and classes look at, frame by frame: a few points of the body as the body itself sees them.
//!
//! Everything is in the body's own frame on the ground (X left, Z ahead), so that neither position nor heading
//! matters, and a mirrored clip gives mirrored signals. One pass over the frames.

use footwork_motion::ground::{facing, heading};
use footwork_motion::{Clip, MissingRole, Role, Side, Skeleton, Transform, kinematics};
use glam::Vec3;

/// One frame as the body sees it. Lengths in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyShape {
    /// From the right ankle to the left one.
    pub stride: Vec3,
    /// Left and right wrist, from the middle between the shoulders.
    pub wrists: [Vec3; 2],
    /// Left and right elbow, from the middle between the shoulders.
    pub elbows: [Vec3; 2],
    /// The head, from the hips.
    pub head: Vec3,
    /// The hips, from the middle between the ankles.
    pub hips: Vec3,
}

/// m. Boxers' hips bounce by no more than this to either side.
const BOUNCE: f32 = 0.06;

impl BodyShape {
    /// How far this is from another shape, in metres: the root of the summed squares of its points' distances.
    pub fn away(&self, other: &BodyShape) -> f32 {
        let less = self.less(other);
        // What is deeper than any bounce counts in full.
        let deep = (less.hips.y.abs() - BOUNCE).max(0.0);
        libm::sqrtf(less.squared() + deep * deep)
    }

    fn less(&self, other: &BodyShape) -> BodyShape {
        BodyShape {
            stride: self.stride - other.stride,
            wrists: [0, 1].map(|side| self.wrists[side] - other.wrists[side]),
            elbows: [0, 1].map(|side| self.elbows[side] - other.elbows[side]),
            head: self.head - other.head,
            hips: self.hips - other.hips,
        }
    }

    fn squared(&self) -> f32 {
        // Bouncing and breathing lift the hips all the time and mean little.
        let hips = Vec3::new(self.hips.x, 0.4 * self.hips.y, self.hips.z);
        self.stride.length_squared()
            + self.wrists.iter().map(|w| w.length_squared()).sum::<f32>()
            + self.head.length_squared()
            + hips.length_squared()
    }
}

/// The signals of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Signals {
    /// Frames per second.
    pub rate: f32,
    /// m. How high the head's joint is above the ankles when the body stands: the scale of everything.
    pub size: f32,
    /// Per frame.
    pub shapes: Vec<BodyShape>,
    /// m. The hips in the world, per frame.
    pub hips: Vec<Vec3>,
    /// m. The left and the right ankle in the world, per frame.
    pub ankles: [Vec<Vec3>; 2],
    /// m. The head in the world, per frame.
    pub head: Vec<Vec3>,
    /// rad. Where the body faces, without jumps of a full turn.
    pub yaw: Vec<f32>,
    /// rad. Where the hips face, which swing with the steps more than the body does, without jumps of a full turn.
    pub hips_yaw: Vec<f32>,
    /// m. From hip to ankle.
    pub leg: f32,
    /// m/s. How fast the shape changes and the body turns, smoothed.
    pub activity: Vec<f32>,
}

/// s. Signals are smoothed over this much to each side: longer than a camera's noise, shorter than a jab.
const SMOOTH: f32 = 0.035;

impl Signals {
    /// Looks at every frame.
    pub fn new(skeleton: &Skeleton, clip: &Clip) -> Result<Signals, MissingRole> {
        use Role::*;
        let site = |role: Role| skeleton.site(role);
        let ankles = [site(LeftAnkle)?, site(RightAnkle)?];
        let wrists = [site(LeftWrist)?, site(RightWrist)?];
        let elbows = [site(LeftElbow)?, site(RightElbow)?];
        let shoulders = [site(LeftShoulder)?, site(RightShoulder)?];
        let sockets = [site(LeftHip)?, site(RightHip)?];
        let (head, hips) = (site(Head)?, site(Hips)?);
        let frames = clip.frames();
        let mut out = Signals {
            rate: clip.rate(),
            size: 1.0,
            shapes: Vec::with_capacity(frames),
            hips: Vec::with_capacity(frames),
            ankles: [Vec::with_capacity(frames), Vec::with_capacity(frames)],
            head: Vec::with_capacity(frames),
            yaw: Vec::with_capacity(frames),
            hips_yaw: Vec::with_capacity(frames),
            leg: skeleton.leg_length()?,
            activity: Vec::new(),
        };
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        for frame in 0..frames {
            kinematics::world(skeleton, clip.frame(frame), &mut world);
            let ahead = facing(skeleton, &world)?;
            let left = Vec3::Y.cross(ahead);
            let seen = |v: Vec3| finite(Vec3::new(v.dot(left), v.y, v.dot(ahead)));
            let [l, r] = ankles.map(|site| site.position(&world));
            let shoulder = 0.5 * (shoulders[0].position(&world) + shoulders[1].position(&world));
            let (head, hips) = (head.position(&world), hips.position(&world));
            out.shapes.push(BodyShape {
                stride: seen(l - r),
                wrists: wrists.map(|site| seen(site.position(&world) - shoulder)),
                elbows: elbows.map(|site| seen(site.position(&world) - shoulder)),
                head: seen(head - hips),
                hips: seen(hips - 0.5 * (l + r)),
            });
            out.hips.push(finite(hips));
            out.head.push(finite(head));
            out.ankles[0].push(finite(l));
            out.ankles[1].push(finite(r));
            turned(&mut out.yaw, heading(ahead));
            let across = sockets[0].position(&world) - sockets[1].position(&world);
            turned(&mut out.hips_yaw, heading(across.cross(Vec3::Y)));
        }
        let mut heights: Vec<f32> = out.shapes.iter().map(|shape| shape.hips.y + shape.head.y).collect();
        out.size = quantile(&mut heights, 0.75).max(0.1);
        out.activity = activity(&out);
        Ok(out)
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        self.shapes.len()
    }

    /// As many frames as make some seconds, at least one.
    pub fn frames_in(&self, seconds: f32) -> usize {
        (libm::roundf(seconds * self.rate).max(1.0)) as usize
    }

    /// How large the body is against one whose head is 1.4 m above its ankles.
    pub fn scale(&self) -> f32 {
        self.size / 1.4
    }

    /// Whether the body lies or nearly does: the head is hardly above the ankles.
    pub fn lies(&self, frame: usize) -> bool {
        let shape = &self.shapes[frame];
        shape.hips.y + shape.head.y < 0.45 * self.size
    }

    /// m. How high the hips are above the lower ankle.
    pub fn hip_height(&self, frame: usize) -> f32 {
        self.hips[frame].y - self.ankles[0][frame].y.min(self.ankles[1][frame].y)
    }

    /// m. The ankle's place of a side.
    pub fn ankle(&self, side: Side, frame: usize) -> Vec3 {
        self.ankles[usize::from(side == Side::Right)][frame]
    }
}

/// Adds where a body faces now to where it faced before. One that lies or does a somersault may seem to turn about in one
/// frame: that is no turn.
fn turned(faced: &mut Vec<f32>, now: f32) {
    let before = faced.last().copied().unwrap_or(0.0);
    let turn = libm::remainderf(now - before, 2.0 * std::f32::consts::PI);
    faced.push(if turn.is_finite() { before + turn } else { before });
}

/// A vector that is not finite says nothing: it becomes zero, so that no sum is spoilt.
fn finite(v: Vec3) -> Vec3 {
    if v.is_finite() { v } else { Vec3::ZERO }
}

/// m/s. The speed of the shape; turning counts as at the end of an arm of half a metre.
fn activity(signals: &Signals) -> Vec<f32> {
    const ARM: f32 = 0.5;
    let frames = signals.frames();
    let last = frames.saturating_sub(1);
    let speed = |frame: usize| {
        let (a, b) = (frame.saturating_sub(1), (frame + 1).min(last));
        if a == b {
            return 0.0;
        }
        let seconds = (b - a) as f32 / signals.rate;
        let turn = ARM * (signals.yaw[b] - signals.yaw[a]);
        let moved = signals.shapes[b].less(&signals.shapes[a]).squared() + turn * turn;
        libm::sqrtf(moved) / seconds
    };
    let raw: Vec<f32> = (0..frames).map(speed).collect();
    smoothed(&raw, signals.frames_in(SMOOTH))
}

/// Twice the mean over `reach` frames to each side: nearly a bell, in linear time.
pub fn smoothed(values: &[f32], reach: usize) -> Vec<f32> {
    boxed(&boxed(values, reach), reach)
}

fn boxed(values: &[f32], reach: usize) -> Vec<f32> {
    let mut sums = Vec::with_capacity(values.len() + 1);
    let mut sum = 0.0_f64;
    sums.push(sum);
    for value in values {
        sum += if value.is_finite() { f64::from(*value) } else { 0.0 };
        sums.push(sum);
    }
    (0..values.len())
        .map(|at| {
            let (from, to) = (at.saturating_sub(reach), (at + reach + 1).min(values.len()));
            ((sums[to] - sums[from]) / (to - from) as f64) as f32
        })
        .collect()
}

/// The value that a share of some values is below. Orders them.
pub fn quantile(values: &mut [f32], share: f32) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let at = ((values.len() - 1) as f32 * share) as usize;
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}
