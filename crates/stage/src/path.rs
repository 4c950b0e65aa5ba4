//! Paths that props follow: where they are at which second. Given to a stage as they are, and never changed.

use footwork_motion::Transform;

use crate::tracks::between;

/// Number of a path on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct PathId(pub u32);

/// Places with the seconds at which something is there, in a straight line from one to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    keys: Vec<(f32, Transform)>,
    repeats: bool,
}

/// Why keys make no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PathError {
    #[error("a path needs at least one key")]
    Empty,
    #[error("key {0} of the path is not later than the one before, or holds something that is no number")]
    BadKey(usize),
}

impl Path {
    /// Keys in the order of their seconds. One that repeats begins anew after its last key, which should be where the first
    /// one is; one that does not stays at its last.
    pub fn new(keys: Vec<(f32, Transform)>, repeats: bool) -> Result<Path, PathError> {
        if keys.is_empty() {
            return Err(PathError::Empty);
        }
        for (at, (seconds, place)) in keys.iter().enumerate() {
            let later = at == 0 || keys[at - 1].0 < *seconds;
            let sound =
                seconds.is_finite() && place.translation.is_finite() && place.rotation.is_normalized();
            if !(later && sound) {
                return Err(PathError::BadKey(at));
            }
        }
        Ok(Path { keys, repeats })
    }

    /// Where it is, so many seconds after it was begun at its first key.
    pub fn at(&self, seconds: f64) -> Transform {
        // There is at least one key.
        let (first, last) = (self.keys[0], self.keys[self.keys.len() - 1]);
        let length = f64::from(last.0) - f64::from(first.0);
        let within = if self.repeats && length > 0.0 { seconds.rem_euclid(length) } else { seconds };
        let at = (within + f64::from(first.0)) as f32;
        let next = self.keys.partition_point(|(when, _)| *when <= at);
        match (next.checked_sub(1).and_then(|before| self.keys.get(before)), self.keys.get(next)) {
            (Some((from, a)), Some((to, b))) => between(*a, *b, (at - from) / (to - from)),
            (Some((_, a)), None) => *a,
            (None, _) => first.1,
        }
    }

    /// Whether it begins anew at its end.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Its keys.
    pub fn keys(&self) -> &[(f32, Transform)] {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    fn at(x: f32) -> Transform {
        Transform::new(Quat::IDENTITY, Vec3::X * x)
    }

    #[test]
    fn a_path_is_at_its_keys_and_in_a_line_between_them() {
        let path = Path::new(vec![(1.0, at(0.0)), (2.0, at(3.0)), (4.0, at(0.0))], false).unwrap();
        for (seconds, x) in [(-1.0, 0.0), (0.0, 0.0), (0.5, 1.5), (1.0, 3.0), (2.0, 1.5), (9.0, 0.0)] {
            assert!((path.at(seconds).translation.x - x).abs() < 1e-6, "at {seconds}");
        }
        let round = Path::new(path.keys().to_vec(), true).unwrap();
        assert!((round.at(3.5).translation.x - 1.5).abs() < 1e-6);
        assert!((round.at(300.5).translation.x - 1.5).abs() < 1e-3);
    }

    #[test]
    fn keys_that_are_no_path_are_refused() {
        assert_eq!(Path::new(vec![], false), Err(PathError::Empty));
        assert_eq!(Path::new(vec![(0.0, at(0.0)), (0.0, at(1.0))], false), Err(PathError::BadKey(1)));
        assert_eq!(Path::new(vec![(0.0, at(f32::NAN))], false), Err(PathError::BadKey(0)));
        let alone = Path::new(vec![(0.0, at(2.0))], true).unwrap();
        assert_eq!(alone.at(7.0), at(2.0));
    }
}
