//! A posture: where people think of a pose. Feet on the ground, hands before the chest, hips, lean and gaze, in a few
//! dozen numbers that can be keyed, mixed and smoothed; [`solve`](crate::solve) makes joint rotations of it.

use footwork_motion::Side;
use footwork_motion::glam::{Quat, Vec3};

use crate::body::{ANKLE, BALL, BALL_AHEAD, HEEL_BEHIND, HIP_ASIDE, HIP_BELOW, TOES};
use crate::signal::ramp;

/// Of a unit. A direction that is less level than this is straight up or down: which way it faces is lost in rounding.
const STRAIGHT_UP: f32 = 3e-4;

/// A rotation as people say it, in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turn {
    /// To the left.
    pub yaw: f32,
    /// Forward and down.
    pub pitch: f32,
    /// To the right side.
    pub roll: f32,
}

impl Turn {
    /// Yaw, pitch and roll.
    pub fn new(yaw: f32, pitch: f32, roll: f32) -> Turn {
        Turn { yaw, pitch, roll }
    }

    /// As a rotation: first rolled, then pitched, then turned.
    pub fn rotation(self) -> Quat {
        about(1, self.yaw) * about(0, self.pitch) * about(2, self.roll)
    }

    /// A rotation as yaw, pitch and roll, in the way of saying it that is nearest to another turn.
    pub fn near(rotation: Quat, other: Turn) -> Turn {
        use std::f32::consts::PI;
        let (x, y, z) = (rotation * Vec3::X, rotation * Vec3::Y, rotation * Vec3::Z);
        let level = libm::hypotf(z.x, z.z);
        let pitch = libm::atan2f(-z.y, level);
        let (yaw, roll) = if level > STRAIGHT_UP {
            (libm::atan2f(z.x, z.z), libm::atan2f(x.y, y.y))
        } else {
            // Straight up or down, yaw and roll turn about the same axis: the roll stays, and the yaw is what is left.
            let (sin, cos) = libm::sincosf(other.roll);
            let across = cos * x - sin * y;
            (libm::atan2f(-across.z, across.x), other.roll)
        };
        let nearest = |angle: f32, to: f32| to + libm::remainderf(angle - to, 2.0 * PI);
        let say = |yaw: f32, pitch: f32, roll: f32| {
            Turn::new(nearest(yaw, other.yaw), nearest(pitch, other.pitch), nearest(roll, other.roll))
        };
        let far = |t: &Turn| {
            (t.yaw - other.yaw).abs() + (t.pitch - other.pitch).abs() + (t.roll - other.roll).abs()
        };
        let (one, two) = (say(yaw, pitch, roll), say(yaw + PI, PI - pitch, roll + PI));
        if far(&one) <= far(&two) { one } else { two }
    }

    fn mix(self, other: Turn, share: f32) -> Turn {
        let one = |a: f32, b: f32| a + (b - a) * share;
        Turn::new(one(self.yaw, other.yaw), one(self.pitch, other.pitch), one(self.roll, other.roll))
    }
}

/// A rotation about a coordinate axis, with the same bits on every platform.
pub fn about(axis: usize, angle: f32) -> Quat {
    let (sin, cos) = libm::sincosf(0.5 * angle);
    let mut q = [0.0, 0.0, 0.0, cos];
    q[axis] = sin;
    Quat::from_array(q)
}

/// A hand and the arm that carries it, seen from the chest: X to the left, Y up, Z ahead, from the shoulder joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// m. Where the wrist is.
    pub wrist: Vec3,
    /// Where the elbow sticks out to.
    pub elbow: Vec3,
    /// rad. How far the forearm is turned inwards, thumb down.
    pub pronation: f32,
    /// rad. How far the wrist is bent towards the palm.
    pub flexion: f32,
    /// rad. How far the fingers are bent at the knuckles: [`RELAXED`], or [`FIST`].
    pub curl: f32,
}

/// rad. Fingers of a hand that hangs: about 30° at the knuckles.
pub const RELAXED: f32 = 0.5;
/// rad. Fingers of a fist: knuckles bent by 86°, of the 95° that they can.
pub const FIST: f32 = 1.5;

/// A foot, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// m. Where the ankle is.
    pub ankle: Vec3,
    /// Pitched forward is heel up.
    pub turn: Turn,
    /// rad. How far the toes are bent up against the foot.
    pub toes: f32,
}

impl Foot {
    /// A foot that stands flat. `place` is the point of the ground below its ankle.
    pub fn flat(place: Vec3, yaw: f32) -> Foot {
        Foot { ankle: place + ANKLE * Vec3::Y, turn: Turn::new(yaw, 0.0, 0.0), toes: 0.0 }
    }

    /// A foot that would stand flat at `place`, rolled onto its ball by `pitch` radians, or back onto its heel where
    /// that is negative. Whatever carries it stays where it is: the toes, or the heel.
    pub fn rolled(place: Vec3, yaw: f32, pitch: f32) -> Foot {
        let heading = about(1, yaw);
        let pivot =
            if pitch >= 0.0 { Vec3::new(0.0, BALL, BALL_AHEAD) } else { Vec3::new(0.0, 0.0, -HEEL_BEHIND) };
        let ankle = pivot + about(0, pitch) * (ANKLE * Vec3::Y - pivot);
        Foot { ankle: place + heading * ankle, turn: Turn::new(yaw, pitch, 0.0), toes: pitch.max(0.0) }
    }

    /// Lifts a foot whose toes or heel would be in the floor.
    pub fn keep_off_floor(&mut self) {
        let rotation = self.turn.rotation();
        let ball = rotation * Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD);
        let tip = ball + rotation * about(0, -self.toes) * Vec3::new(0.0, 0.0, TOES);
        let heel = rotation * Vec3::new(0.0, -ANKLE, -HEEL_BEHIND);
        // However it is turned, the ankle itself has some flesh below it.
        let lowest = (ball.y - BALL).min(tip.y - BALL).min(heel.y).min(-0.04);
        self.ankle.y = self.ankle.y.max(-lowest);
    }
}

/// One moment of the performer, as a choreographer sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posture {
    /// m. Where the pelvis is.
    pub pelvis: Vec3,
    /// How it is turned, in the world.
    pub hips: Turn,
    /// How the chest is turned against the pelvis.
    pub chest: Turn,
    /// Which way the head looks, in the world.
    pub gaze: Turn,
    /// Left and right.
    pub hands: [Hand; 2],
    /// Left and right.
    pub feet: [Foot; 2],
}

impl Posture {
    /// Standing at ease, facing a direction.
    pub fn standing(place: Vec3, yaw: f32) -> Posture {
        let heading = about(1, yaw);
        let foot = |x: f32, out: f32| Foot::flat(place + heading * Vec3::new(x, 0.0, 0.0), yaw + out);
        Posture {
            pelvis: place + Vec3::new(0.0, crate::body::PELVIS - 0.012, 0.0),
            hips: Turn::new(yaw, 0.0, 0.0),
            chest: Turn::default(),
            gaze: Turn::new(yaw, 0.05, 0.0),
            hands: Side::BOTH.map(|side| hanging(side, 0.0, 0.25)),
            feet: [foot(0.1, 0.12), foot(-0.1, -0.12)],
        }
    }
}

/// An arm that hangs, swung forward by an angle, with the elbow bent by another, in radians. It is a little away from
/// the body, more so when bent.
pub fn hanging(side: Side, swing: f32, bend: f32) -> Hand {
    hanging_apart(side, swing, 0.14 + 0.07 * bend, bend)
}

/// rad. How much further fingers are bent in arms that are bent to run: people close their hands loosely.
const RUNNERS_CURL: f32 = 0.55;

/// m. How much the way that a straight arm would bend counts beside where its elbow is.
const STRAIGHT: f32 = 0.05;

/// The same, away from the body by an angle.
pub fn hanging_apart(side: Side, swing: f32, apart: f32, bend: f32) -> Hand {
    let out = if side == Side::Left { 1.0 } else { -1.0 };
    let spread = about(2, apart * out);
    // The forearm goes across ahead of the body, and past its side behind.
    let across = 0.12 + 0.3 * swing;
    let forward = about(0, -swing);
    let upper = Vec3::new(0.0, -crate::body::UPPER_ARM, 0.0);
    let lower = about(1, -across * out) * about(0, -bend) * Vec3::new(0.0, -crate::body::FOREARM, 0.0);
    Hand {
        wrist: forward * spread * (upper + lower),
        // An arm that is nearly straight bends back and a little out.
        elbow: forward * spread * (upper + STRAIGHT * Vec3::new(0.25 * out, 0.0, -1.0)),
        pronation: 0.6,
        flexion: 0.15,
        curl: RELAXED + RUNNERS_CURL * ramp(bend, 0.6, 1.4),
    }
}

impl Posture {
    /// m. Where a hip joint is: 0 for the left one, 1 for the right.
    pub fn hip(&self, side: usize) -> Vec3 {
        let x = if side == 0 { HIP_ASIDE } else { -HIP_ASIDE };
        self.pelvis + self.hips.rotation() * Vec3::new(x, -HIP_BELOW, 0.0)
    }

    /// What lies between two postures: this one at 0, the other at 1.
    pub fn mix(&self, other: &Posture, share: f32) -> Posture {
        let v = |a: Vec3, b: Vec3| a + (b - a) * share;
        let f = |a: f32, b: f32| a + (b - a) * share;
        let hand = |a: &Hand, b: &Hand| Hand {
            wrist: v(a.wrist, b.wrist),
            elbow: v(a.elbow, b.elbow),
            pronation: f(a.pronation, b.pronation),
            flexion: f(a.flexion, b.flexion),
            curl: f(a.curl, b.curl),
        };
        let foot = |a: &Foot, b: &Foot| Foot {
            ankle: v(a.ankle, b.ankle),
            turn: a.turn.mix(b.turn, share),
            toes: f(a.toes, b.toes),
        };
        Posture {
            pelvis: v(self.pelvis, other.pelvis),
            hips: self.hips.mix(other.hips, share),
            chest: self.chest.mix(other.chest, share),
            gaze: self.gaze.mix(other.gaze, share),
            hands: [hand(&self.hands[0], &other.hands[0]), hand(&self.hands[1], &other.hands[1])],
            feet: [foot(&self.feet[0], &other.feet[0]), foot(&self.feet[1], &other.feet[1])],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn a_foot_that_points_straight_up_is_turned_as_it_was() {
        for pole in [FRAC_PI_2, -FRAC_PI_2] {
            for off in [0.0, 1e-7, -3e-7, 1e-6, -1e-5, 1e-4, -1e-3, 0.01] {
                for (yaw, roll) in [(0.0, 0.0), (0.3, -0.2), (-2.5, 0.4), (1.2, 3.0)] {
                    let rotation = Turn::new(yaw, pole + off, roll).rotation();
                    let other = Turn::new(yaw + 0.1, pole - 0.05, roll - 0.1);
                    let said = Turn::near(rotation, other);
                    // From the vector part: the arc cosine of nearly 1 has no digits left.
                    let wrong = 2.0 * (rotation.conjugate() * said.rotation()).xyz().length();
                    assert!(
                        wrong < 2e-3,
                        "{wrong} rad, {off} rad from {pole}, yaw {yaw}, roll {roll}: {said:?}"
                    );
                }
            }
        }
    }
}
