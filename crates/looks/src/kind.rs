//! What somebody does in each frame, so that like is compared with like.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::seen::{RATE, Seen, angle, flat};
use crate::signal::{drop_short, low_pass, runs};

/// What is done in a frame. Found in positions alone; see [`find`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Anything: the whole clip.
    Any,
    /// Upright, going nowhere: standing, turning, talking.
    Standing,
    /// Going about with a foot always on the ground.
    Walking,
    /// Going about with flights.
    Running,
    /// Around a flight longer than those of a run.
    Jumping,
    /// Fists up, or striking.
    Boxing,
    /// Not upright: falling, lying, getting up, crouching low.
    Down,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] =
        [Kind::Any, Kind::Standing, Kind::Walking, Kind::Running, Kind::Jumping, Kind::Boxing, Kind::Down];

    /// The word used in tables and options: `walking`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Any => "any",
            Kind::Standing => "standing",
            Kind::Walking => "walking",
            Kind::Running => "running",
            Kind::Jumping => "jumping",
            Kind::Boxing => "boxing",
            Kind::Down => "down",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// m/s. Who is faster goes somewhere: half of a slow walk.
const GOING: f32 = 0.4;
/// m/s and share. Who is faster and in the air for more than this share of the time runs.
const RUN_SPEED: f32 = 1.5;
const RUN_FLIGHT: f32 = 0.08;
/// Hz. Speeds and shares are smoothed over about a stride.
const SMOOTH: f32 = 1.0;
/// Frames around a jump that belong to it: crouching down and landing.
const AROUND_JUMP: usize = (0.5 * RATE) as usize;
/// Frames around a run that belong to it: setting off and stopping.
const AROUND_RUN: usize = (0.5 * RATE) as usize;
/// m/s. Who goes faster with his fists up runs, and does not box.
const GUARD_SPEED: f32 = 1.8;
/// Frames around a blow that belong to it.
const AROUND_BLOW: usize = RATE as usize;
/// Frames. A guard is held at least this long, and a boxer who drops it for less boxes on.
const GUARD: usize = (0.75 * RATE) as usize;
/// Of the leg's length: hips that are lower than this above the ankles' floor belong to somebody who is down.
const DOWN_HIPS: f32 = 0.55;
/// Degrees. Nor is somebody upright who leans further than this.
const DOWN_LEAN: f32 = 60.0;

/// The kind of every frame. Being down comes first, then jumps, then boxing, then how fast the body goes.
pub fn find(seen: &Seen) -> Vec<Kind> {
    let frames = seen.frames();
    let speed: Vec<f32> = seen.centre_velocity.iter().map(|v| flat(*v).length()).collect();
    let speed = low_pass(&speed, RATE, SMOOTH);
    let air: Vec<f32> = (0..frames).map(|f| f32::from(u8::from(seen.feet.airborne(f)))).collect();
    let air = low_pass(&air, RATE, SMOOTH);
    let mut kinds: Vec<Kind> = (0..frames)
        .map(|f| match speed[f] {
            v if v > RUN_SPEED && air[f] > RUN_FLIGHT => Kind::Running,
            v if v > GOING => Kind::Walking,
            _ => Kind::Standing,
        })
        .collect();
    let running: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Running).collect();
    for run in runs(&running, true) {
        kinds[run.start.saturating_sub(AROUND_RUN)..(run.end + AROUND_RUN).min(frames)].fill(Kind::Running);
    }
    for (frame, boxes) in boxing(seen, &speed).into_iter().enumerate() {
        if boxes {
            kinds[frame] = Kind::Boxing;
        }
    }
    for jump in &seen.jumps {
        let from = jump.air.start.saturating_sub(AROUND_JUMP);
        // A hop between blows stays boxing.
        for kind in &mut kinds[from..(jump.air.end + AROUND_JUMP).min(frames)] {
            if *kind != Kind::Boxing {
                *kind = Kind::Jumping;
            }
        }
    }
    let floor = seen.feet.floor;
    for (frame, kind) in kinds.iter_mut().enumerate() {
        let [hips, shoulders] = seen.trunk(frame);
        let leans = angle(Vec3::Y, shoulders - hips).to_degrees();
        if hips.y - floor < DOWN_HIPS * seen.leg || leans > DOWN_LEAN {
            *kind = Kind::Down;
        }
    }
    kinds
}

/// Fists up, or near a blow.
fn boxing(seen: &Seen, speed: &[f32]) -> Vec<bool> {
    let both = |f: usize| Side::BOTH.into_iter().all(|side| guards(seen, side, f));
    let mut boxes: Vec<bool> = (0..seen.frames()).map(|f| speed[f] < GUARD_SPEED && both(f)).collect();
    for run in runs(&boxes, true) {
        if run.len() < GUARD {
            boxes[run].fill(false);
        }
    }
    for punch in &seen.punches {
        let to = (punch.peak + AROUND_BLOW).min(boxes.len());
        boxes[punch.peak.saturating_sub(AROUND_BLOW)..to].fill(true);
    }
    drop_short(&mut boxes, false, 2 * GUARD);
    boxes
}

/// Of the way from hips to shoulders: where a fist is up.
const UP: f32 = 0.6;

/// A fist is up: above its elbow, and above the middle of the trunk.
fn guards(seen: &Seen, side: Side, frame: usize) -> bool {
    let [_, elbow, wrist, _] = side.arm();
    let [hips, shoulders] = seen.trunk(frame);
    let wrist = seen.places(wrist)[frame].y;
    wrist > seen.places(elbow)[frame].y && wrist > hips.lerp(shoulders, UP).y
}
