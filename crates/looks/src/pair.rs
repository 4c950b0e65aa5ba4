//! What a viewer minds in two who face each other, and in one who is asked for something: twins, blows that nothing
//! answers, defences that come by chance, answers that come late.
//!
//! Clips of one scene begin together. Times are in seconds from that beginning.

use footwork_motion::glam::Vec3;
use footwork_motion::quality::percentile;
use footwork_motion::{Role, Side, ground};

use crate::seen::{RATE, Seen, flat};
use crate::signal::runs;

/// m. Two are in the same pose where their parts are this near to one another on average, each seen from its own hips.
const SAME: f32 = 0.03;
/// What a pose is compared by.
const POSE: [Role; 14] = [
    Role::Hips,
    Role::Head,
    Role::LeftShoulder,
    Role::RightShoulder,
    Role::LeftElbow,
    Role::RightElbow,
    Role::LeftWrist,
    Role::RightWrist,
    Role::LeftHip,
    Role::RightHip,
    Role::LeftKnee,
    Role::RightKnee,
    Role::LeftAnkle,
    Role::RightAnkle,
];

/// How much two are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twins {
    /// Share of the time in which both are in the same pose, or in each other's mirror image.
    pub share: f32,
    /// s. The longest on end.
    pub longest: f32,
    /// The share with one of them taken a quarter, a half and three quarters of the scene later: what chance gives.
    pub chance: f32,
}

/// How much two actors of a scene are alike; none of less than a second together.
pub fn twins(a: &Seen, b: &Seen) -> Option<Twins> {
    let frames = a.frames().min(b.frames());
    if frames < RATE as usize {
        return None;
    }
    let [poses, others] = [a, b].map(|seen| (0..frames).map(|f| pose(seen, f)).collect::<Vec<_>>());
    let mirrored: Vec<_> = others.iter().map(mirror_image).collect();
    let alike = |later: usize| -> Vec<bool> {
        let near = |f: usize| {
            let g = (f + later) % frames;
            distance(&poses[f], &others[g]).min(distance(&poses[f], &mirrored[g])) < SAME
        };
        (0..frames).map(near).collect()
    };
    let share = |alike: &[bool]| alike.iter().filter(|same| **same).count() as f32 / frames as f32;
    let now = alike(0);
    let longest = runs(&now, true).into_iter().map(|run| run.len()).max().unwrap_or(0);
    let chance = [1, 2, 3].map(|quarter| share(&alike(quarter * frames / 4))).iter().sum::<f32>() / 3.0;
    Some(Twins { share: share(&now), longest: longest as f32 / RATE, chance })
}

type Places = [Vec3; POSE.len()];

/// Where the parts are, seen from below the hips, Z ahead.
fn pose(seen: &Seen, frame: usize) -> Places {
    let hips = seen.places(Role::Hips)[frame];
    let below = Vec3::new(hips.x, seen.feet.floor, hips.z);
    let turn = ground::yaw(ground::heading(seen.facing[frame])).conjugate();
    POSE.map(|role| turn * (seen.places(role)[frame] - below))
}

fn mirror_image(pose: &Places) -> Places {
    POSE.map(|role| {
        let other = POSE.iter().position(|r| *r == role.mirrored()).unwrap_or(0);
        pose[other] * Vec3::new(-1.0, 1.0, 1.0)
    })
}

fn distance(a: &Places, b: &Places) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>() / POSE.len() as f32
}

fn frame_at(seen: &Seen, seconds: f32) -> Option<usize> {
    let frame = (seconds * RATE).round();
    (frame >= 0.0 && frame < seen.frames() as f32).then_some(frame as usize)
}

/// s. What is struck moves at once: within this time.
const AT_ONCE: f32 = 0.1;

/// m. How far a struck head goes over the hips along a direction, within 0.1 s of the blow. None where the clip does not
/// last as long.
pub fn recoil(struck: &Seen, at: f32, along: Vec3) -> Option<f32> {
    let (from, to) = (frame_at(struck, at)?, frame_at(struck, at + AT_ONCE)?);
    let along = flat(along).try_normalize()?;
    let over_hips = |f: usize| struck.places(Role::Head)[f] - struck.places(Role::Hips)[f];
    let start = over_hips(from);
    (from..=to).map(|f| (over_hips(f) - start).dot(along)).reduce(f32::max)
}

/// s. Before a blow arrives, in which a defence shows.
const DEFENDS: f32 = 0.4;
/// m. A head that goes further, against its course, is taken out of the way; hips that go down further duck.
const EVADES: f32 = 0.1;
/// m. A hand that comes closer to the head than this, by at least half of it, covers.
const COVERS: f32 = 0.25;
/// s. A blow's times are shifted by these to see what chance gives.
const SHIFTS: [f32; 6] = [-2.9, -1.7, -1.1, 1.1, 1.7, 2.9];

/// How often somebody defends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defence {
    /// Share of the moments before blows at which a defence shows.
    pub before_blows: f32,
    /// The share at moments shifted by 1 to 3 s: what chance gives.
    pub by_chance: f32,
}

/// How often a defence shows before blows arrive at some times, and at other times. None without blows.
pub fn defence(defender: &Seen, blows: &[f32]) -> Option<Defence> {
    let share = |times: &mut dyn Iterator<Item = f32>| {
        let shows: Vec<bool> = times.filter_map(|at| defends(defender, at)).collect();
        let count = shows.iter().filter(|shows| **shows).count();
        (!shows.is_empty()).then(|| count as f32 / shows.len() as f32)
    };
    let mut shifted = blows.iter().flat_map(|at| SHIFTS.map(|shift| at + shift));
    Some(Defence { before_blows: share(&mut blows.iter().copied())?, by_chance: share(&mut shifted)? })
}

/// Whether somebody evades or covers in the time before a blow; none outside the clip.
fn defends(seen: &Seen, at: f32) -> Option<bool> {
    let (from, to) = (frame_at(seen, at - DEFENDS)?, frame_at(seen, at)?);
    let (head, hips) = (seen.places(Role::Head), seen.places(Role::Hips));
    let seconds = (to - from) as f32 / RATE;
    // Where the head would be, had it gone on as it went.
    let course = head[from] + seconds * seen.centre_velocity[from];
    let evades = head[to].distance(course) > EVADES || hips[from].y - hips[to].y > EVADES;
    let covers = Side::BOTH.into_iter().any(|side| {
        let wrist = seen.places(side.arm()[2]);
        let gap = |f: usize| wrist[f].distance(head[f]);
        gap(to) < COVERS && gap(from) > 1.5 * COVERS
    });
    Some(evades || covers)
}

/// s. An answer is complete after this time.
const ANSWERED: f32 = 1.0;
/// m/s. What changes less is no answer that anybody sees.
const VISIBLE: f32 = 0.3;

/// s. From a cue to half of its answer: when the velocity of the centre of mass has changed by half of what it changes
/// within a second. None where nothing visible changes, or the clip ends before.
pub fn answer_delay(seen: &Seen, cue: f32) -> Option<f32> {
    let (from, to) = (frame_at(seen, cue)?, frame_at(seen, cue + ANSWERED)?);
    let velocity = |f: usize| flat(seen.centre_velocity[f]);
    let change = velocity(to) - velocity(from);
    if change.length() < VISIBLE {
        return None;
    }
    let direction = change.normalize();
    let half = |f: &usize| (velocity(*f) - velocity(from)).dot(direction) >= 0.5 * change.length();
    (from..=to).find(half).map(|f| (f - from) as f32 / RATE)
}

/// The middle of some values; none of none.
pub(crate) fn middle(values: Vec<f32>) -> Option<f32> {
    (!values.is_empty()).then(|| percentile(values, 0.5))
}
