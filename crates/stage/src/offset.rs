//! The offset: what keeps a body from jumping when it changes to another motion.
//!
//! At a transition the new motion begins somewhere else than the body is. The difference becomes an offset that is
//! added to whatever is played from then on, and dies away like a damped spring. A push is a sudden velocity of the
//! same offset.
//!
//! The paper: *Pushing People Around*, sections 3.1 and 3.2, eq. 1.
//! Departs from it: the spring is solved exactly for a step of any length instead of being integrated, so the frame
//! rate does not change the motion and no step is too long. The offset is on joint rotations and the root's place,
//! not on joint positions, so that bones keep their length. A rotation is written as 4·tan(θ/4) along its axis: the
//! rotation vector but for 3 % at 70 degrees, and to and from quaternions with no sine.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// How an offset dies away: acceleration = −stiffness · offset − damping · velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// 1/s²
    pub stiffness: f32,
    /// 1/s
    pub damping: f32,
}

impl Spring {
    /// The paper's constants. A little underdamped: an offset overshoots once, by 4 %.
    pub const PAPER: Spring = Spring { stiffness: 50.0, damping: 10.0 };

    /// The quickest spring without overshoot that halves an offset at rest in `half_life` seconds.
    pub fn critical(half_life: f32) -> Spring {
        // (1 + x)·e⁻ˣ = ½ at this x: the half-life of a critically damped spring of unit rate.
        const HALF: f32 = 1.678_347;
        let rate = HALF / half_life;
        Spring { stiffness: rate * rate, damping: 2.0 * rate }
    }

    /// Whether offsets die away under it.
    pub fn is_sound(self) -> bool {
        self.stiffness.is_finite() && self.damping.is_finite() && self.stiffness > 0.0 && self.damping > 0.0
    }

    /// What a step of `seconds` does to any offset. A step back in time undoes one forward.
    pub fn step(self, seconds: f32) -> SpringStep {
        let half = 0.5 * self.damping;
        let decay = libm::expf(-half * seconds);
        // c and s solve the spring for (position, velocity) = (1, −half) and (0, 1), before decay.
        let w2 = self.stiffness - half * half;
        let (c, s) = if w2 > f32::EPSILON * self.stiffness {
            let w = w2.sqrt();
            (libm::cosf(w * seconds), libm::sinf(w * seconds) / w)
        } else if w2 < -f32::EPSILON * self.stiffness {
            let w = (-w2).sqrt();
            (libm::coshf(w * seconds), libm::sinhf(w * seconds) / w)
        } else {
            (1.0, seconds)
        };
        let position = [decay * (c + s * half), decay * s];
        let velocity = [decay * (c * half - w2 * s) - half * position[0], decay * c - half * position[1]];
        SpringStep { position, velocity }
    }
}

/// A spring solved for one length of step: the new position and velocity out of the old ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringStep {
    /// What the old position and velocity count for in the new position.
    pub(crate) position: [f32; 2],
    /// The same for the new velocity.
    pub(crate) velocity: [f32; 2],
}

/// Where something is shown, relative to the motion being played. In metres or, for rotations, radians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct Offset {
    /// m or rad
    pub position: Vec3,
    /// m/s or rad/s
    pub velocity: Vec3,
}

impl Offset {
    /// No offset.
    pub const NONE: Offset = Offset { position: Vec3::ZERO, velocity: Vec3::ZERO };

    /// The offset that is at `now` and was at `before` one step of `seconds` ago.
    pub fn moving(before: Vec3, now: Vec3, seconds: f32) -> Offset {
        Offset { position: now, velocity: (now - before) / seconds }
    }

    /// After a step.
    #[inline]
    pub fn stepped(self, step: &SpringStep) -> Offset {
        Offset {
            position: self.position * step.position[0] + self.velocity * step.position[1],
            velocity: self.position * step.velocity[0] + self.velocity * step.velocity[1],
        }
    }

    /// How much of it there is: position and what velocity will make of it in a twentieth of a second, squared.
    #[inline]
    pub fn size_squared(self) -> f32 {
        self.position.length_squared() + 0.0025 * self.velocity.length_squared()
    }
}

/// A rotation as a vector, the shorter way round.
#[inline]
pub fn turn_of(rotation: Quat) -> Vec3 {
    turn_as_is(if rotation.w < 0.0 { -rotation } else { rotation })
}

/// A rotation as a vector, the way round that is nearer to another rotation's.
#[inline]
pub fn turn_beside(rotation: Quat, other: Quat) -> Vec3 {
    let other = if other.w < 0.0 { -other } else { other };
    turn_as_is(if rotation.dot(other) < 0.0 { -rotation } else { rotation })
}

#[inline]
fn turn_as_is(rotation: Quat) -> Vec3 {
    // Beyond a whole turn there is no such vector; offsets never come near.
    rotation.xyz() * (4.0 / (1.0 + rotation.w).max(1e-3))
}

/// The rotation that a vector of [`turn_of`] stands for.
#[inline]
pub fn rotation_of(turn: Vec3) -> Quat {
    let quarter = turn * 0.25;
    let square = quarter.length_squared();
    let scale = 1.0 / (1.0 + square);
    let axis = quarter * (2.0 * scale);
    Quat::from_xyzw(axis.x, axis.y, axis.z, (1.0 - square) * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Offset = Offset { position: Vec3::new(0.3, -0.1, 0.2), velocity: Vec3::new(-1.0, 0.5, 0.0) };

    fn close(a: Vec3, b: Vec3, within: f32) {
        assert!((a - b).length() < within, "{a} is not {b} within {within}");
    }

    #[test]
    fn the_step_agrees_with_integrating_equation_1_finely() {
        for spring in [Spring::PAPER, Spring::critical(0.1), Spring { stiffness: 20.0, damping: 30.0 }] {
            let (mut x, mut v) = (START.position.as_dvec3(), START.velocity.as_dvec3());
            let dt = 1e-6;
            for _ in 0..250_000 {
                v += dt * (-f64::from(spring.stiffness) * x - f64::from(spring.damping) * v);
                x += dt * v;
            }
            let offset = START.stepped(&spring.step(0.25));
            close(offset.position, x.as_vec3(), 1e-5);
            close(offset.velocity, v.as_vec3(), 1e-4);
        }
    }

    #[test]
    fn the_frame_rate_does_not_change_the_motion_and_a_step_back_undoes_one() {
        for spring in [Spring::PAPER, Spring::critical(0.08)] {
            let (whole, half) = (spring.step(1.0 / 30.0), spring.step(1.0 / 60.0));
            let (a, b) = (START.stepped(&whole), START.stepped(&half).stepped(&half));
            close(a.position, b.position, 1e-6);
            let back = a.stepped(&spring.step(-1.0 / 30.0));
            close(back.position, START.position, 1e-5);
            close(back.velocity, START.velocity, 1e-4);
        }
    }

    #[test]
    fn a_critical_spring_halves_an_offset_in_its_half_life_and_ends_it() {
        let offset = Offset { position: Vec3::X, velocity: Vec3::ZERO };
        close(offset.stepped(&Spring::critical(0.2).step(0.2)).position, 0.5 * Vec3::X, 1e-4);
        let gone = START.stepped(&Spring::PAPER.step(3.0));
        assert!(gone.position.length() < 1e-6 && gone.velocity.length() < 1e-5);
    }

    #[test]
    fn rotations_become_vectors_and_come_back() {
        for turn in [Vec3::ZERO, Vec3::new(0.4, -0.2, 0.9), Vec3::new(0.0, 3.9, 0.0)] {
            let rotation = rotation_of(turn);
            assert!((rotation.length() - 1.0).abs() < 1e-6);
            close(turn_of(rotation), turn, 1e-5);
            close(turn_of(-rotation), turn, 1e-5);
        }
        let small = Quat::from_rotation_y(0.1);
        close(turn_of(small), Vec3::new(0.0, 0.1, 0.0), 1e-4);
        // Just beyond half a turn, a vector stays beside its neighbour instead of flipping over.
        let (a, b) = (Quat::from_rotation_z(3.1), Quat::from_rotation_z(3.2));
        close(turn_beside(b, a), turn_of(a), 0.3);
    }
}
