//! The scripted judge: says from physics how good a shown transition is, where no person is at hand.
//!
//! The paper has a person watch (section 5.1). Five things that one minds are measured here on what is shown: pressure that
//! would have to be outside the soles, momentum that does not go with the push, joints beyond what the body does elsewhere,
//! feet that carry weight and slide, and jerk. Each is held against the same of responses as they were recorded: what
//! four of five of those have is faultless, half as much again and a margin is bad. The quality is the product of the five.

use footwork_looks::feet::outside;
use footwork_looks::signal::{acceleration, low_pass};
use footwork_motion::balance::GRAVITY;
use footwork_motion::quality::percentile;
use footwork_motion::{Role, Side};
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::configuration::ROLES;
use crate::trial::{FIRST, Shot, Shown};

/// What is measured of a transition; less is better.
pub const SIGNS: usize = 5;
/// Their names.
pub const SIGN_NAMES: [&str; SIGNS] = ["pressure", "momentum", "joints", "slide", "jerk"];

/// Momentum among them.
const MOMENTUM: usize = 1;
/// Share of what a body that gains nothing has, from which on momentum is no longer faultless, whatever was recorded.
const GAINED: f32 = 0.6;

/// Hz. What the centre of mass does faster than this is noise (Winter, section 2.5).
const CUTOFF: f32 = 6.0;
/// m. The spin of the body moves the pressure by some centimetres, and soles are drawn plainly.
const TOLERANCE: f32 = 0.08;
/// m. A sole begins behind the ankle and ends ahead of the ball, and is this wide to each side.
const HEEL: f32 = 0.05;
const TIP: f32 = 0.06;
const HALF_WIDTH: f32 = 0.045;
/// s. What comes from outside acts so long: pressure is not asked for meanwhile.
const SHOVE: f32 = 0.17;
/// m/s. Velocities are compared beside this: of a push of nothing no share can be said.
const BESIDE: f32 = 0.3;
/// Of recorded responses, the share that a bar lets through.
const FAULTLESS: f32 = 0.8;
/// The least width of the way from faultless to bad, for each sign: share, share, degrees, m/s, m/s.
const WIDTHS: [f32; SIGNS] = [0.15, 0.35, 12.0, 0.08, 0.6];

/// The signs of one transition.
pub type Signs = [f32; SIGNS];

/// What nobody who recorded does: what the others are measured by.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judge {
    /// For each sign, where faultless ends and where bad begins.
    pub bars: Vec<[f32; 2]>,
    /// Degrees, the least and the most of each angle in all takes.
    pub ranges: Vec<[f32; 2]>,
    /// m/s of a pushed point for each m/s of the centre of mass, in recordings.
    pub ratio: f32,
}

impl Judge {
    /// Learns from responses as they were recorded. `ranges` are those of [`angles`] over all that the body does.
    pub fn of(recorded: &[Shown], ranges: Vec<[f32; 2]>) -> Judge {
        let (mut with, mut all) = (0.0_f32, 1e-6_f32);
        for shown in recorded {
            let (velocity, gain) = (shown.change(), shown.gain());
            with += velocity.dot(gain);
            all += gain.length_squared();
        }
        let ratio = if recorded.is_empty() { 1.0 } else { (with / all).clamp(0.3, 4.0) };
        let mut judge = Judge { bars: vec![[0.0, 1.0]; SIGNS], ranges, ratio };
        let signs: Vec<Signs> = recorded.iter().map(|shown| judge.signs(shown)).collect();
        for (at, bar) in judge.bars.iter_mut().enumerate() {
            let values: Vec<f32> = signs.iter().map(|signs| signs[at]).collect();
            let faultless = if values.is_empty() { 0.0 } else { percentile(values, FAULTLESS) };
            *bar = [faultless, 1.5 * faultless + WIDTHS[at]];
        }
        // Whose body gains nothing at all from the usual push is bad, however little recordings tell of momentum.
        let pushes: Vec<f32> = recorded.iter().map(|shown| shown.change().length() / judge.ratio).collect();
        if !pushes.is_empty() {
            let usual = percentile(pushes, 0.5);
            let unmoved = usual / (usual + BESIDE);
            let [faultless, bad] = &mut judge.bars[MOMENTUM];
            *bad = bad.min(unmoved);
            *faultless = faultless.min(GAINED * *bad);
        }
        judge
    }

    /// Measures a transition.
    pub fn signs(&self, shown: &Shown) -> Signs {
        [pressure(shown), self.momentum(shown), self.joints(shown), slide(shown), jerk(shown)]
    }

    /// From 0 to 1, how good it is.
    pub fn quality(&self, signs: &Signs) -> f32 {
        let good = |(sign, [faultless, bad]): (&f32, &[f32; 2])| {
            let share = (bad - sign) / (bad - faultless).max(1e-6);
            if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
        };
        signs.iter().zip(&self.bars).map(good).product()
    }

    /// How far what the body gains is from what its pushed point says, as a share.
    fn momentum(&self, shown: &Shown) -> f32 {
        let pushed = shown.change() / self.ratio;
        (shown.gain() - pushed).length() / (pushed.length() + BESIDE)
    }

    /// Degrees, how far an angle is beyond all that the body does elsewhere.
    fn joints(&self, shown: &Shown) -> f32 {
        let beyond = |shot: &Shot| {
            let over = angles(shot).into_iter().zip(&self.ranges);
            over.map(|(angle, [least, most])| (least - angle).max(angle - most)).fold(0.0_f32, f32::max)
        };
        shown.shots[shown.push..].iter().map(beyond).fold(0.0, f32::max)
    }
}

/// How many angles are looked at.
pub const ANGLES: usize = 7;

/// Degrees: elbows and knees bent, trunk off upright, neck off the trunk, shoulders off the hips.
pub fn angles(shot: &Shot) -> [f32; ANGLES] {
    let at = |role: Role| {
        let place = ROLES.iter().position(|own| *own == role).unwrap_or(0);
        shot.places[place]
    };
    let between = |a: Vec3, b: Vec3| libm::atan2f(a.cross(b).length(), a.dot(b)).to_degrees();
    let bend = |[a, b, c, _]: [Role; 4]| between(at(b) - at(a), at(c) - at(b));
    let trunk = at(Role::Chest) - at(Role::Hips);
    let across = |a: Role, b: Role| (at(a) - at(b)).with_y(0.0);
    [
        bend(Side::Left.arm()),
        bend(Side::Right.arm()),
        bend(Side::Left.leg()),
        bend(Side::Right.leg()),
        between(trunk, Vec3::Y),
        between(at(Role::Head) - at(Role::Chest), trunk),
        between(across(Role::LeftShoulder, Role::RightShoulder), across(Role::LeftHip, Role::RightHip)),
    ]
}

/// Share of the time in which the body is carried from where nothing stands.
fn pressure(shown: &Shown) -> f32 {
    let centre: Vec<Vec3> = shown.shots.iter().map(|shot| shot.centre).collect();
    let rate = 1.0 / shown.step;
    let centre = low_pass(&centre, rate, CUTOFF);
    let pushed = acceleration(&centre, rate);
    let first = shown.push + shown.steps(SHOVE);
    // The low-pass knows nothing of what follows the last shots.
    let end = shown.shots.len().saturating_sub(4);
    let (mut out, mut all) = (0_u32, 0_u32);
    for frame in first..end {
        let down = GRAVITY + pushed[frame].y;
        if down < 0.5 * GRAVITY {
            continue;
        }
        all += 1;
        let at = centre[frame] - pushed[frame] * (centre[frame].y / down);
        let soles = soles(&shown.shots[frame]);
        let floats = soles.is_empty();
        out += u32::from(floats || outside(&soles, Vec2::new(at.x, at.z)) > TOLERANCE);
    }
    out as f32 / all.max(1) as f32
}

/// m, the corners of the soles that stand.
fn soles(shot: &Shot) -> Vec<Vec2> {
    let mut corners = Vec::with_capacity(8);
    for (side, (ball, planted)) in Side::BOTH.into_iter().zip(shot.balls.iter().zip(shot.planted)) {
        if !planted {
            continue;
        }
        let role = side.leg()[2];
        let place = ROLES.iter().position(|own| *own == role).unwrap_or(0);
        let ankle = shot.places[place].with_y(0.0);
        let ball = ball.with_y(0.0);
        let along = (ball - ankle).normalize_or(Vec3::Z);
        let across = HALF_WIDTH * Vec3::Y.cross(along);
        for at in [ankle - HEEL * along, ball + TIP * along] {
            corners.extend([at + across, at - across].map(|p| Vec2::new(p.x, p.z)));
        }
    }
    corners
}

/// m/s. How fast held feet slide, of each its slower end, in the mean.
fn slide(shown: &Shown) -> f32 {
    let (mut sum, mut count) = (0.0_f32, 0_u32);
    for pair in shown.shots[shown.push..].windows(2) {
        for (number, side) in Side::BOTH.into_iter().enumerate() {
            if !(pair[0].planted[number] && pair[1].planted[number]) {
                continue;
            }
            let role = side.leg()[2];
            let place = ROLES.iter().position(|own| *own == role).unwrap_or(0);
            let moved = |a: Vec3, b: Vec3| (b - a).with_y(0.0).length();
            let ball = moved(pair[0].balls[number], pair[1].balls[number]);
            let ankle = moved(pair[0].places[place], pair[1].places[place]);
            sum += ball.min(ankle) / shown.step;
            count += 1;
        }
    }
    sum / count.max(1) as f32
}

/// m/s. The largest change of a velocity from one step to the next, but for the push itself.
fn jerk(shown: &Shown) -> f32 {
    let shots = &shown.shots[(shown.push + shown.steps(0.5 * FIRST))..];
    let change = |three: &[Shot]| {
        let off = |at: usize| three[2].places[at] - 2.0 * three[1].places[at] + three[0].places[at];
        (0..ROLES.len()).map(|at| off(at).length()).fold(0.0_f32, f32::max) / shown.step
    };
    shots.windows(3).map(change).fold(0.0, f32::max)
}
