//! Feet against the floor: floating, sinking, sliding.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, Site, Skeleton, WorldClip, quality};

use super::{Cure, Found, Severity};

/// m. Toe joints stand up to this high above the floor.
const FLOATS: f32 = 0.12;
/// m. They dip this far in good recordings.
const SINKS: f32 = -0.04;
/// m. Where a toe joint usually is when the foot stands.
const STANDS: f32 = 0.02;
/// m. Off by more than this, it is not the floor that is wrong but the unit of the path.
const ANOTHER_WORLD: f32 = 0.5;
/// m. A point of the foot within this of its lowest is taken as planted.
const LOW: f32 = 0.015;
/// s. A foot that is low for shorter only swings by.
const DOWN: f32 = 0.1;
/// m/s. Somewhere between coming down and leaving, the toes of good recordings are slower.
const SKATES: f32 = 0.2;

/// m/s. Feet that slide faster do not skate: the floor is meant to move.
const ON_A_TREADMILL: f32 = 0.6;

/// The height that a foot's lower point stands at over the clip.
fn floor_height(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Option<f32> {
    let toes: Vec<Site> = points(skeleton).collect();
    let lowest = (start..world.frames())
        .filter_map(|frame| toes.iter().map(|toe| toe.position(world.frame(frame)).y).reduce(f32::min));
    let lowest: Vec<f32> = lowest.collect();
    (!lowest.is_empty()).then(|| quality::percentile(lowest, 0.1))
}

fn points(skeleton: &Skeleton) -> impl Iterator<Item = Site> + '_ {
    [Role::LeftToe, Role::RightToe, Role::LeftAnkle, Role::RightAnkle]
        .into_iter()
        .filter_map(|role| skeleton.roles().get(role))
}

pub(super) fn floor(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Option<Found> {
    let height = floor_height(skeleton, world, start)?;
    if height.abs() > ANOTHER_WORLD {
        return Some(another_world(skeleton, world, start, height));
    }
    let (verb, depth) = match height {
        h if h > FLOATS => ("float", h),
        h if h < SINKS => ("sink", -h),
        _ => return None,
    };
    Some(Found {
        severity: Severity::Wrong,
        what: format!(
            "The feet {verb}: when they stand they are {:.0} cm {}",
            100.0 * depth,
            if verb == "float" { "above the floor" } else { "below it" }
        ),
        advice: "--fix moves the whole motion so that they stand on it.".to_string(),
        cure: Some(Cure::Lift { by: STANDS - height }),
    })
}

/// The path is of another unit than the bones, or the floor is elsewhere altogether.
fn another_world(skeleton: &Skeleton, world: &WorldClip, start: usize, height: f32) -> Found {
    let root =
        quality::percentile((start..world.frames()).map(|f| world.frame(f)[0].translation.y).collect(), 0.5);
    // The root would have to be at this height for the feet to stand.
    let wanted = root - height + STANDS;
    let factor = wanted / root;
    let known = [100.0, 10.0, 1000.0, 2.54, 39.37, 0.393_7, 25.4, 0.01, 0.1, 0.001, 0.056_44, 17.717];
    let unit = known.into_iter().find(|known: &f32| (factor / known - 1.0).abs() < 0.12);
    let leg = skeleton.leg_length().unwrap_or(0.9);
    match unit {
        Some(factor) => Found {
            severity: Severity::Wrong,
            what: format!(
                "Mixed units: the legs are {leg:.2} m long, but the root moves at a height of {root:.3} m, which is \
                 {factor} times too {}",
                if factor > 1.0 { "low" } else { "high" }
            ),
            advice: "--fix scales the root's path to the unit of the bones.".to_string(),
            cure: Some(Cure::ScalePath { factor }),
        },
        None => Found {
            severity: Severity::Wrong,
            what: format!(
                "The feet are {:.2} m {} the floor",
                height.abs(),
                if height > 0.0 { "above" } else { "below" }
            ),
            advice: "--fix moves the whole motion down or up; check the up axis as well (--assume-up)."
                .to_string(),
            cure: Some(Cure::Lift { by: STANDS - height }),
        },
    }
}

pub(super) fn skating(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Option<Found> {
    let mut worst: Option<(Side, f32)> = None;
    for side in Side::BOTH {
        let Some(toe) = skeleton.roles().get(side.leg()[3]) else { continue };
        let places: Vec<Vec3> = (start..world.frames()).map(|f| toe.position(world.frame(f))).collect();
        let standing = quality::percentile(places.iter().map(|p| p.y).collect(), 0.1);
        let low: Vec<bool> = places.iter().map(|p| (p.y - standing).abs() < LOW).collect();
        let speed = slide_while_down(&places, &low, world.rate());
        if worst.is_none_or(|(_, w)| speed > w) {
            worst = Some((side, speed));
        }
    }
    let (side, speed) = worst.filter(|(_, speed)| *speed > SKATES)?;
    if speed > ON_A_TREADMILL && travel_speed(world, start) < 0.25 * speed {
        return Some(Found {
            severity: Severity::Wrong,
            what: format!(
                "It walks on the spot: the feet slide back at {speed:.1} m/s, and the body does not travel"
            ),
            advice:
                "Export it with root motion (not \"in place\"): Footwork takes its steps from the recording."
                    .to_string(),
            cure: None,
        });
    }
    let side = if side == Side::Left { "left" } else { "right" };
    Some(Found {
        severity: Severity::Doubtful,
        what: format!("Feet skate: the {side} toes slide at {:.0} cm/s on average while they are down", 100.0 * speed),
        advice: "Clean the contacts in the source; Footwork plants feet while it plays, but keeps the slide in the path."
            .to_string(),
        cure: None,
    })
}

/// How fast a point moves in the slowest tenth of every span in which it is low, in m/s; the median over the spans.
fn slide_while_down(places: &[Vec3], low: &[bool], rate: f32) -> f32 {
    let mut slides = Vec::new();
    let mut frame = 0;
    while frame < places.len() {
        let length = low[frame..].iter().take_while(|&&low| low).count();
        if length as f32 >= DOWN * rate {
            let speeds =
                places[frame..frame + length].windows(2).map(|step| (step[1] - step[0]).length() * rate);
            slides.push(quality::percentile(speeds.collect(), 0.1));
        }
        frame += length + 1;
    }
    quality::percentile(slides, 0.5)
}

/// How fast the root gets about on the ground, in m/s: the length of its path over the time it takes.
fn travel_speed(world: &WorldClip, start: usize) -> f32 {
    let place = |frame: usize| {
        let at = world.frame(frame)[0].translation;
        Vec3::new(at.x, 0.0, at.z)
    };
    // Ten looks a second, so that sway does not count as travel.
    let step = ((0.1 * world.rate()) as usize).max(1);
    let looks: Vec<Vec3> = (start..world.frames()).step_by(step).map(place).collect();
    let path: f32 = looks.windows(2).map(|w| (w[1] - w[0]).length()).sum();
    path * world.rate() / ((looks.len() - 1).max(1) * step) as f32
}
