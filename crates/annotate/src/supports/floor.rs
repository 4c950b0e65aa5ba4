//! Hands and knees on the floor: what carries somebody who falls, kneels or gets up, so that it can be held there as feet
//! are.
//!
//! A point touches while it is near the floor and slow; it keeps touching a little higher and faster, as with feet. The floor
//! is where the feet stand.

use footwork_motion::{MissingRole, Role, Skeleton, WorldClip};

use super::feet::Feet;
use super::{SupportSettings, steady};
use crate::annotation::{FloorTouch, Limb};

/// Limb, the joint that is looked at, and leg lengths above the floor below which it touches. For an adult, 9 cm for a
/// knee, which is as thick; 7 cm for the tip of a hand, which may stand on its heel or its knuckles.
const PARTS: [(Limb, Role, f32); 4] = [
    (Limb::LeftHand, Role::LeftHand, 0.085),
    (Limb::RightHand, Role::RightHand, 0.085),
    (Limb::LeftKnee, Role::LeftKnee, 0.11),
    (Limb::RightKnee, Role::RightKnee, 0.11),
];
/// A part that touches keeps touching up to this many times as high.
const LEAVES: f32 = 1.3;
/// Leg lengths a second. A part that touches is slower than this, a hand that catches a fall included: 1.7 m/s.
const SLOW: f32 = 2.0;
/// s. A shorter touch, or a shorter gap in one, is none.
const SHORTEST: f32 = 0.06;

/// When hands and knees touch the floor, by limb, then in order.
pub fn find(
    skeleton: &Skeleton,
    world: &WorldClip,
    settings: &SupportSettings,
) -> Result<Vec<FloorTouch>, MissingRole> {
    let feet = Feet::new(skeleton, world, settings)?;
    let rate = world.rate();
    let mut touches = Vec::new();
    for (limb, role, low) in PARTS {
        // A body without hands has wrists.
        let wrist = if limb == Limb::LeftHand { Role::LeftWrist } else { Role::RightWrist };
        let Some(site) = skeleton.roles().get(role).or_else(|| skeleton.roles().get(wrist)) else { continue };
        let place = |frame: usize| site.position(world.frame(frame)) / feet.leg;
        let mut down = false;
        let flags: Vec<bool> = (0..world.frames())
            .map(|frame| {
                let height = place(frame).y - feet.floor;
                let speed = place(frame).distance(place(frame.saturating_sub(1))) * rate;
                // Written so that what is not a number does not touch.
                down = if down { height < LEAVES * low } else { height < low && speed < SLOW };
                down
            })
            .collect();
        let spans = steady(&flags, SHORTEST * rate, SHORTEST * rate);
        touches.extend(spans.into_iter().map(|span| FloorTouch { limb, span }));
    }
    Ok(touches)
}
