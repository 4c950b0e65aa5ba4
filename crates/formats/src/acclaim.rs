//! Acclaim's ASF and AMC: a skeleton in one file, motion in another.
//!
//! A bone begins where its parent ends and points along a direction of the world at rest; a joint here is a bone's
//! beginning, under the bone's name. A bone turns about axes of its own, C: what a frame says, M, becomes C·M·C⁻¹ in
//! axes that are the world's at rest. So all rest rotations are the identity, as in BVH.
//!
//! An AMC file says neither its rate nor its skeleton.

mod amc;
mod asf;

pub use amc::read as read_motion;
pub use asf::{Asf, read as read_skeleton};

use footwork_motion::glam::Quat;

/// One rotation about each axis of a list, the first applied first, in radians.
fn rotation(turns: impl IntoIterator<Item = (Axis, f64)>) -> Quat {
    let mut total = Quat::IDENTITY;
    for (axis, angle) in turns {
        let (s, c) = libm::sincosf((0.5 * angle) as f32);
        let one = match axis {
            Axis::X => Quat::from_xyzw(s, 0.0, 0.0, c),
            Axis::Y => Quat::from_xyzw(0.0, s, 0.0, c),
            Axis::Z => Quat::from_xyzw(0.0, 0.0, s, c),
        };
        total = one * total;
    }
    total
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    fn from_letter(letter: char) -> Option<Axis> {
        match letter.to_ascii_lowercase() {
            'x' => Some(Axis::X),
            'y' => Some(Axis::Y),
            'z' => Some(Axis::Z),
            _ => None,
        }
    }
}

/// What one number of a frame does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dof {
    Turn(Axis),
    Move(Axis),
    /// A bone that stretches; kept out of the motion.
    Length,
}

impl Dof {
    fn from_word(word: &str) -> Option<Dof> {
        let word = word.to_ascii_lowercase();
        let axis = word.chars().nth(1).and_then(Axis::from_letter);
        match (word.chars().next(), axis, word.len()) {
            (Some('r'), Some(axis), 2) => Some(Dof::Turn(axis)),
            (Some('t'), Some(axis), 2) => Some(Dof::Move(axis)),
            (Some('l'), None, 1) => Some(Dof::Length),
            _ => None,
        }
    }
}
