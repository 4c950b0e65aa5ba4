//! Legs that do not give up at once: who loses balance stays stiff for some tenths of a second, gives way under the load only
//! slowly, and steps to where the weight is about to be.
//!
//! People who are thrown off balance are on the floor some 0.7 s later (Hsiao and Robinovitch 1998, falls that nobody expected);
//! a limp body is there after 0.5 s. What they do meanwhile: muscles that are stretched resist (eccentric work), and a foot goes
//! ahead. The step is a pull on the foot that the pelvis takes up, so that nobody pushes himself about in the air. It is over after
//! [`SWINGS`], or where the body is too low for it. Sideways nobody steps here: the free foot would have to pass the other leg.

use footwork_motion::{Role, Side};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::PhysicalBody;
use crate::doll::Doll;
use crate::soft;
use crate::world::Force;

/// How far somebody has come with not falling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Catching {
    /// s since balance was lost.
    pub seconds: f32,
    /// The foot that steps or has stepped.
    pub foot: Option<Side>,
    /// s for which it has.
    pub stepped: f32,
}

/// How joints resist.
struct Resists {
    /// How stiff they are at first, from 0 to 1.
    tone: f32,
    /// s. After this long half of that is left.
    fades: f32,
    /// Shares of the height at which the pelvis stands: below the first nothing resists any more, above the second everything.
    low: [f32; 2],
}

/// Knees and ankles give first, so that a body sinks; what holds the trunk up over them does longer: with both alike it folded over
/// stiff legs, and went to the floor head first.
const KNEES: Resists = Resists { tone: 0.8, fades: 0.2, low: [0.45, 0.75] };
const TRUNK: Resists = Resists { tone: 1.0, fades: 0.5, low: [0.2, 0.45] };
/// m/s. Who goes slower need not step, and s: who has not begun by then does not.
const GOES: f32 = 0.5;
/// Share of the height at which the pelvis stands: who is lower does not begin to step.
const STANDS: f32 = 0.6;
const BEGINS: f32 = 0.25;
/// s. How long a foot is off the floor: that of people who step to keep their balance.
const SWINGS: f32 = 0.25;
/// m. How high it is lifted, and how far ahead of the pelvis it gets.
const LIFTED: f32 = 0.1;
const LONGEST: f32 = 0.55;
/// Cosine to the side, of the way that the body goes, from which on it goes sideways.
const SIDEWAYS: f32 = 0.75;
/// s and m/s². How a foot is drawn there: as one is thrown ahead in a run.
const HASTE: f32 = 0.05;
const MOST: f32 = 70.0;
/// m/s²
const GRAVITY: f32 = 9.81;

impl Catching {
    /// Whether all its numbers are numbers.
    pub fn is_sound(&self) -> bool {
        self.seconds.is_finite() && self.stepped.is_finite()
    }
}

/// What legs and trunk do in a step against falling: how stiff every link's joint is, and what draws the foot that steps.
pub fn resist(
    catching: &mut Catching,
    body: &PhysicalBody,
    doll: &mut Doll,
    seconds: f32,
    tones: &mut Vec<f32>,
    out: &mut Vec<Force>,
) {
    tones.clear();
    let Some(pelvis) = doll.links.first().map(|pelvis| pelvis.at.translation) else { return };
    let height = pelvis.y / body.upright.max(0.1);
    let [knees, trunk] = [KNEES, TRUNK].map(|joints| {
        let Resists { tone, fades, low } = joints;
        let stands = ((height - low[0]) / (low[1] - low[0])).clamp(0.0, 1.0);
        tone * stands * libm::exp2f(-catching.seconds / fades)
    });
    catching.seconds += seconds;
    tones.extend(body.links.iter().map(|link| match link.role {
        Role::Spine | Role::Chest | Role::LeftHip | Role::RightHip => trunk,
        Role::LeftKnee | Role::RightKnee | Role::LeftAnkle | Role::RightAnkle => knees,
        _ => 0.0,
    }));
    let velocity = velocity(body, doll);
    let direction = velocity.with_y(0.0);
    if catching.foot.is_none() && catching.seconds < BEGINS && direction.length() > GOES && height > STANDS {
        catching.foot = free_foot(body, doll, direction);
    }
    let Some(side) = catching.foot.filter(|_| catching.stepped < SWINGS && height > KNEES.low[0]) else {
        return;
    };
    catching.stepped += seconds;
    swing(catching, side, body, doll, velocity, seconds, out);
    for number in leg(body, side).into_iter().flatten() {
        // It goes on from where it got to, and is loose until then.
        doll.held[number] = doll.relative(body, number);
        tones[number] = 0.0;
    }
}

/// Draws the foot that steps.
fn swing(
    catching: &Catching,
    side: Side,
    body: &PhysicalBody,
    doll: &Doll,
    velocity: Vec3,
    seconds: f32,
    out: &mut Vec<Force>,
) {
    let [_, knee, Some(foot)] = leg(body, side) else { return };
    let pelvis = doll.links[0].at;
    let height = pelvis.translation.y.max(0.1);
    // Where a leg without weight would have to stand to bring the body to a stop over it (Hof 2008).
    let ahead = velocity.with_y(0.0) * libm::sqrtf(height / GRAVITY);
    let left = (pelvis.rotation * body.links[0].axes * Vec3::X).with_y(0.0).normalize_or_zero();
    let aside = left * if side == Side::Left { 0.1 } else { -0.1 };
    let over = libm::sinf(std::f32::consts::PI * (catching.stepped / SWINGS).clamp(0.0, 1.0));
    let state = &doll.links[foot];
    let at = state.at.point(body.links[foot].centre);
    let to = pelvis.translation + ahead.clamp_length_max(LONGEST) + aside;
    let to = to.with_y(body.links[foot].radius + LIFTED * over);
    let pull = soft::pull(HASTE, to - at, state.velocity, velocity.with_y(0.0), MOST, seconds);
    let mass = body.links[foot].mass + knee.map_or(0.0, |knee| body.links[knee].mass);
    let force = mass * (pull + GRAVITY * Vec3::Y);
    out.push(Force { link: foot, force, torque: Vec3::ZERO });
    out.push(Force { link: 0, force: -force, torque: Vec3::ZERO });
}

/// m/s, of the whole body.
fn velocity(body: &PhysicalBody, doll: &Doll) -> Vec3 {
    let momentum = body.links.iter().zip(&doll.links).map(|(link, state)| link.mass * state.velocity);
    momentum.sum::<Vec3>() / body.mass.max(1e-3)
}

/// The foot that is further behind on the way that the body goes; none if it goes sideways.
fn free_foot(body: &PhysicalBody, doll: &Doll, direction: Vec3) -> Option<Side> {
    let direction = direction.try_normalize()?;
    let left = doll.links[0].at.rotation * body.links[0].axes * Vec3::X;
    if direction.dot(left).abs() > SIDEWAYS {
        return None;
    }
    let along = |side: Side| {
        let [.., foot] = leg(body, side);
        Some(doll.links[foot?].at.translation.dot(direction))
    };
    let (left, right) = (along(Side::Left)?, along(Side::Right)?);
    Some(if left <= right { Side::Left } else { Side::Right })
}

/// Thigh, shin and foot, as far as the body has them.
fn leg(body: &PhysicalBody, side: Side) -> [Option<usize>; 3] {
    let [hip, knee, ankle, _] = side.leg();
    [hip, knee, ankle].map(|role| body.find(role))
}
