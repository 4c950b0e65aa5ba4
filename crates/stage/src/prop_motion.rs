//! What a step does to props: they swing, fly, follow paths and go with hands.
//!
//! A flight within a step is exact (a parabola up to the floor, and on from there), so that the frame rate does not change
//! where a ball comes down. Props hit bodies ([`prop_hits`](crate::prop_hits)) and the floor, and not each other.

use footwork_motion::{Side, Transform};
use glam::{Quat, Vec3};

use crate::cast::Cast;
use crate::offset::{Offset, SpringStep, rotation_of};
use crate::prop::{Grip, Prop, PropMotion};
use crate::rig::Rig;
use crate::settings::Settings;
use footwork_motion::pose::nlerp;

/// m/s²
pub(crate) const GRAVITY: f32 = 9.81;
/// m. What is nearer to its home is there.
const RESTS: f32 = 1e-4;
/// m/s. What comes down more slowly does not come up again: it would be up by less than a millimetre and a half.
const NO_BOUNCE: f32 = 0.17;
/// How often something bounces within a step, at most.
const BOUNCES: usize = 4;

/// What moving props needs to know.
#[derive(Clone, Copy)]
pub(crate) struct PropCtx<'a> {
    pub cast: &'a Cast,
    /// s
    pub step: f32,
    /// m, the height of the floor.
    pub floor: f32,
    pub swing: SpringStep,
    /// The step that is made.
    pub tick: u64,
}

impl<'a> PropCtx<'a> {
    pub fn new(cast: &'a Cast, settings: &Settings, tick: u64) -> PropCtx<'a> {
        let Settings { step, floor, .. } = *settings;
        PropCtx { cast, step, floor, swing: settings.swing.step(step), tick }
    }
}

/// Lets one step pass for a prop that no hand holds.
pub(crate) fn advance(prop: &mut Prop, ctx: &PropCtx<'_>) {
    match prop.motion {
        PropMotion::Rests | PropMotion::Held { .. } => {}
        PropMotion::Swings { home } => swing(prop, home, &ctx.swing),
        PropMotion::Flies { thrower } => {
            if fly(prop, ctx) && thrower.is_some() {
                prop.motion = PropMotion::Flies { thrower: None };
            }
        }
        PropMotion::Follows { path, since } => {
            let Some(path) = ctx.cast.paths.get(path.0 as usize) else { return };
            // At the end of the step that is made.
            let passed = (ctx.tick + 1).wrapping_sub(since) as i64;
            move_to(prop, path.at(passed as f64 * f64::from(ctx.step)), ctx.step);
        }
    }
}

/// Puts a prop where something takes it, and has it know how fast that is.
pub(crate) fn move_to(prop: &mut Prop, place: Transform, step: f32) {
    prop.velocity = (place.translation - prop.position) / step;
    prop.spin = Vec3::ZERO;
    (prop.position, prop.rotation) = (place.translation, place.rotation.normalize());
}

fn swing(prop: &mut Prop, home: Vec3, step: &SpringStep) {
    let offset = Offset { position: prop.position - home, velocity: prop.velocity };
    if offset == Offset::NONE {
        return;
    }
    let next = offset.stepped(step);
    let rests = next.size_squared() < RESTS * RESTS;
    prop.position = if rests { home } else { home + next.position };
    prop.velocity = if rests { Vec3::ZERO } else { next.velocity };
}

/// Falls, bounces, rolls. Says whether it touched the floor.
fn fly(prop: &mut Prop, ctx: &PropCtx<'_>) -> bool {
    let lies_at = ctx.floor + prop.support();
    let mut left = ctx.step;
    let mut touched = false;
    for _ in 0..=BOUNCES {
        let (height, speed) = (prop.position.y - lies_at, prop.velocity.y);
        if height <= 0.0 && speed.abs() < NO_BOUNCE {
            roll(prop, lies_at, left);
            touched = true;
            break;
        }
        let lands = time_to_fall(height, speed).filter(|seconds| *seconds < left);
        let seconds = lands.unwrap_or(left);
        prop.position += prop.velocity * seconds - Vec3::Y * (0.5 * GRAVITY * seconds * seconds);
        prop.velocity.y -= GRAVITY * seconds;
        turn(prop, seconds);
        if lands.is_none() {
            break;
        }
        touched = true;
        bounce(prop, lies_at);
        left -= seconds;
    }
    touched
}

/// s, until something at a height that goes up so fast is on the floor. None if that is no number.
fn time_to_fall(height: f32, speed: f32) -> Option<f32> {
    let height = height.max(0.0);
    let seconds = (speed + (speed * speed + 2.0 * GRAVITY * height).sqrt()) / GRAVITY;
    (seconds >= 0.0).then_some(seconds)
}

/// Turns the fall round. Friction takes from the way along the floor in proportion to what the floor has to give.
fn bounce(prop: &mut Prop, lies_at: f32) {
    let down = -prop.velocity.y;
    prop.position.y = lies_at;
    prop.velocity.y = if down < NO_BOUNCE { 0.0 } else { prop.material.restitution * down };
    let along = prop.velocity.with_y(0.0);
    let lost = prop.material.friction * (down + prop.velocity.y);
    let slower = along - along.clamp_length_max(lost);
    prop.velocity = slower.with_y(prop.velocity.y);
    spin_as_rolling(prop);
}

/// Rolls or slides until it lies.
fn roll(prop: &mut Prop, lies_at: f32, seconds: f32) {
    let along = prop.velocity.with_y(0.0);
    let slower = along - along.clamp_length_max(prop.material.friction * GRAVITY * seconds);
    prop.position = (prop.position + 0.5 * (along + slower) * seconds).with_y(lies_at);
    prop.velocity = slower;
    spin_as_rolling(prop);
    turn(prop, seconds);
}

fn spin_as_rolling(prop: &mut Prop) {
    prop.spin = prop.radius().map_or(Vec3::ZERO, |radius| Vec3::Y.cross(prop.velocity) / radius);
}

fn turn(prop: &mut Prop, seconds: f32) {
    if prop.spin != Vec3::ZERO && prop.radius().is_some() {
        // More than a third of a turn in a step is not seen as a turn anyway.
        let by = (prop.spin * seconds).clamp_length_max(2.0);
        prop.rotation = (rotation_of(by) * prop.rotation).normalize();
    }
}

/// Where a hand is and how it is turned; none of a body without arms.
pub(crate) fn hand(rig: &Rig, world: &[Transform], side: Side) -> Option<Transform> {
    let arm = rig.arms[side as usize].as_ref()?;
    Some(Transform { rotation: world[arm.joints[2]].rotation, translation: arm.tip.position(world) })
}

/// Where a prop is that is held so, with `hand` saying where a grip's hand is. None if no hand is there.
pub(crate) fn held(
    grips: &[Option<Grip>; 2],
    hand: impl Fn(&Grip) -> Option<Transform>,
) -> Option<Transform> {
    let mut found = grips.iter().flatten().filter_map(|grip| Some((hand(grip)?, grip)));
    let (first, second) = (found.next()?, found.next());
    let says = |(hand, grip): (Transform, &Grip)| hand * grip.hold;
    let Some(second) = second else { return Some(says(first)) };
    // Each hand says how it is turned; the line between them says it best.
    let (a, b) = (says(first), says(second));
    let turned = nlerp(a.rotation, b.rotation, 0.5);
    let grip = |(_, grip): (Transform, &Grip)| grip.hold.inverse().translation;
    let (grip_a, grip_b) = (grip(first), grip(second));
    let (hand_a, hand_b) = (first.0.translation, second.0.translation);
    let line = (turned * (grip_b - grip_a)).try_normalize().zip((hand_b - hand_a).try_normalize());
    let rotation = line.map_or(turned, |(from, to)| Quat::from_rotation_arc(from, to) * turned).normalize();
    let middle = 0.5 * (hand_a + hand_b) - rotation * (0.5 * (grip_a + grip_b));
    Some(Transform { rotation, translation: middle })
}
