//! How high and how fast the feet are: what both methods of finding supports look at.
//!
//! Height is measured from the level at which a point stands, which is found in the recording; lengths count in leg
//! lengths, so that a child and a giant who move alike look alike.

use footwork_motion::glam::Vec3;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::quality::percentile;
use footwork_motion::{MissingRole, Role, Side, Skeleton, WorldClip};

use super::SupportSettings;
use crate::annotation::Span;

/// A point of a foot over a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Leg lengths above the level at which it stands.
    pub height: Vec<f32>,
    /// Leg lengths a second.
    pub speed: Vec<f32>,
}

/// The feet over a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Feet {
    /// m
    pub leg: f32,
    /// Ankle, and toe where the body has one, of the left and of the right foot.
    pub points: [Vec<Point>; 2],
    /// Leg lengths from the floor up to the hips.
    pub hips: Vec<f32>,
    /// Leg lengths from the floor up to the centre of mass.
    pub centre: Vec<f32>,
    /// Leg lengths. The height of the floor: that of the lowest point of feet that stand.
    pub floor: f32,
    /// Leg lengths a second. A point that is slower stands, if it is low.
    pub slow: f32,
}

impl Feet {
    /// Measures the feet of a body.
    pub fn new(
        skeleton: &Skeleton,
        world: &WorldClip,
        settings: &SupportSettings,
    ) -> Result<Feet, MissingRole> {
        let leg = skeleton.leg_length()?;
        let leg = if leg.is_finite() && leg > 0.0 { leg } else { 1.0 };
        let step = ((settings.window * world.rate()).round() as usize).max(1);
        let mut tracks: [Vec<Track>; 2] = [Vec::new(), Vec::new()];
        for (side, points) in Side::BOTH.into_iter().zip(&mut tracks) {
            skeleton.site(side.leg()[2])?;
            for role in [side.leg()[2], side.leg()[3]] {
                let Some(site) = skeleton.roles().get(role) else { continue };
                let mut places: Vec<Vec3> =
                    (0..world.frames()).map(|f| site.position(world.frame(f)) / leg).collect();
                calm(&mut places, world.rate(), settings);
                points.push(Track::new(places, step, world.rate(), settings));
            }
        }
        let level = share_levels(&mut tracks, settings.levels_differ);
        let site = skeleton.site(Role::Hips)?;
        let hips = (0..world.frames()).map(|f| site.position(world.frame(f)).y / leg - level).collect();
        let points = tracks.map(|points| points.into_iter().map(Track::finished).collect());
        let slow = slow(&points, settings);
        let centre = (0..world.frames())
            .map(|frame| Ok(centre_of_mass(skeleton, world.frame(frame))?.y / leg - level))
            .collect::<Result<Vec<f32>, MissingRole>>();
        // A body without arms has its centre of mass at the hips, nearly.
        let centre = centre.unwrap_or_else(|_| Vec::clone(&hips));
        Ok(Feet { leg, points, hips, centre, floor: level, slow })
    }

    /// The points of a foot.
    pub fn of(&self, side: Side) -> &[Point] {
        &self.points[usize::from(side == Side::Right)]
    }

    /// Whether the body may be in the air, frame by frame: the centre of mass falls as gravity asks, or
    /// did a moment ago or will in a moment.
    pub fn may_fly(&self, rate: f32, settings: &SupportSettings) -> Vec<bool> {
        let step = ((settings.falls_window * rate).round() as usize).max(1);
        let near = (settings.falls_near * rate).round() as usize;
        let seconds = step as f32 / rate;
        let mut flies = vec![false; self.centre.len()];
        for frame in step..self.centre.len().saturating_sub(step) {
            let bend = self.centre[frame - step] - 2.0 * self.centre[frame] + self.centre[frame + step];
            if bend < -settings.falls * seconds * seconds {
                let end = (frame + near + 1).min(flies.len());
                flies[frame.saturating_sub(near)..end].fill(true);
            }
        }
        flies
    }

    /// Leg lengths per second squared. The mean vertical acceleration of the centre of mass over a span of frames, from
    /// places within it only; none where it is too short to tell.
    pub fn mean_acceleration(&self, span: Span, rate: f32, settings: &SupportSettings) -> Option<f32> {
        let step = ((settings.window * rate).round() as usize).max(1);
        let (first, last) = (span.first as usize, (span.end as usize).min(self.centre.len()).checked_sub(1)?);
        let apart = last.checked_sub(first + step).filter(|apart| *apart > step)?;
        let speed = |from: usize| (self.centre[from + step] - self.centre[from]) * rate / step as f32;
        Some((speed(last - step) - speed(first)) * rate / apart as f32)
    }

    /// How far a foot is from standing, if it has to carry because nothing else does: infinite where it cannot.
    pub fn unlikely(&self, side: Side, frame: usize, settings: &SupportSettings) -> f32 {
        let of = |point: &Point| {
            let (height, speed) = (point.height[frame], point.speed[frame]);
            // Written so that what is not a number does not carry.
            let may = height < settings.carries_low && speed < settings.carries_most;
            if may {
                speed / settings.carries_most + height.max(0.0) / settings.carries_low
            } else {
                f32::INFINITY
            }
        };
        self.of(side).iter().map(of).fold(f32::INFINITY, f32::min)
    }

    /// The speed and height of a foot's point that is nearest to standing in a frame, as multiples of the limits.
    pub fn foot(&self, side: Side, frame: usize, settings: &SupportSettings) -> [f32; 2] {
        let of =
            |point: &Point| [point.speed[frame] / self.slow, point.height[frame].max(0.0) / settings.low];
        let nearest = self.of(side).iter().map(of).min_by(|a, b| (a[0].max(a[1])).total_cmp(&b[0].max(b[1])));
        nearest.unwrap_or([f32::NAN; 2])
    }
}

/// How slow a point that stands is in this recording. Standing feet and swinging ones are far apart, but where one
/// ends and the other begins depends on how noisy the recording is and on how much this person's feet slide. So the
/// limit is a multiple of the speed that low feet have in their slowest moments.
fn slow(points: &[Vec<Point>; 2], settings: &SupportSettings) -> f32 {
    let mut speeds = Vec::new();
    for foot in points {
        for frame in 0..foot.first().map_or(0, |point| point.speed.len()) {
            let low = foot.iter().filter(|point| point.height[frame] < settings.low);
            speeds.extend(
                low.map(|point| point.speed[frame]).reduce(f32::min).filter(|speed| speed.is_finite()),
            );
        }
    }
    let standing = percentile(speeds, settings.still_share);
    (settings.still_times * standing).clamp(settings.slow_least, settings.slow_most)
}

/// A point while it is measured.
struct Track {
    heights: Vec<f32>,
    speeds: Vec<f32>,
    level: f32,
}

impl Track {
    fn new(places: Vec<Vec3>, step: usize, rate: f32, settings: &SupportSettings) -> Track {
        let speeds = speeds(&places, step, rate);
        let heights: Vec<f32> = places.iter().map(|p| p.y).collect();
        let slow = heights.iter().zip(&speeds).filter(|(h, s)| **s < settings.slow_most && h.is_finite());
        let mut slow: Vec<f32> = slow.map(|(h, _)| *h).collect();
        if slow.is_empty() {
            // It never rests: at best it touches where it is lowest.
            slow = heights.iter().copied().filter(|h| h.is_finite()).collect();
        }
        Track { level: percentile(slow, settings.standing_share), heights, speeds }
    }

    fn finished(self) -> Point {
        Point { height: self.heights.iter().map(|h| h - self.level).collect(), speed: self.speeds }
    }
}

/// Smooths a point that trembles even while it stands, a little at a time, until it does so no more. Clean recordings
/// are left as they are. Below 50 frames a second, trembling cannot be told from moving.
fn calm(places: &mut [Vec3], rate: f32, settings: &SupportSettings) {
    if rate < 50.0 || places.len() < 3 {
        return;
    }
    for _ in 0..settings.calming {
        let bends =
            places.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).length()).filter(|bend| bend.is_finite());
        if percentile(bends.collect(), settings.still_share) * rate < settings.trembles {
            return;
        }
        let mut before = places[0];
        for frame in 1..places.len() - 1 {
            let here = places[frame];
            places[frame] = 0.25 * (before + 2.0 * here + places[frame + 1]);
            before = here;
        }
    }
}

/// Leg lengths a second, at every frame: the lesser of the speeds from the frame a moment before and to the one a moment after. A
/// central difference would smear the first and the last frame of a stance; of the two sides, one is still.
fn speeds(places: &[Vec3], step: usize, rate: f32) -> Vec<f32> {
    let last = places.len().saturating_sub(1);
    let per_second = rate / step as f32;
    let speed = |frame: usize| {
        let speed = |a: usize, b: usize| places[a].distance(places[b]) * per_second;
        let back = frame.checked_sub(step).map(|before| speed(before, frame));
        let on = (frame + step <= last).then(|| speed(frame, frame + step));
        match (back, on) {
            (Some(back), Some(on)) => back.min(on),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.0,
        }
    };
    (0..places.len()).map(speed).collect()
}

/// A foot that never comes down has no level of its own: it takes the other one's. Gives the floor's height, for which
/// the lowest point of the feet has to do.
fn share_levels(tracks: &mut [Vec<Track>; 2], differ: f32) -> f32 {
    let [left, right] = tracks;
    for (one, other) in left.iter_mut().zip(right.iter_mut()) {
        let lower = one.level.min(other.level);
        for track in [one, other] {
            if track.level > lower + differ {
                track.level = lower;
            }
        }
    }
    tracks.iter().flatten().map(|track| track.level).fold(f32::INFINITY, f32::min)
}
