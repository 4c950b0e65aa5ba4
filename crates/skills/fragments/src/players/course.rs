//! Where the game is played: rectangles to stand on, and what is between them.

use footwork_stage::Rng;
use glam::Vec2;

/// A rectangle that can be stood on, along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Platform {
    /// m, X and Z of the corner with the smaller ones.
    pub from: Vec2,
    /// m, X and Z of the corner with the larger ones.
    pub to: Vec2,
}

impl Platform {
    /// m, X and Z.
    pub fn middle(&self) -> Vec2 {
        0.5 * (self.from + self.to)
    }

    /// Whether a place is on it, so far from its edges. A negative distance lets it reach out.
    pub fn holds(&self, at: Vec2, inside: f32) -> bool {
        at.cmpge(self.from + inside).all() && at.cmple(self.to - inside).all()
    }
}

/// Platforms with gaps between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    platforms: Vec<Platform>,
}

/// What is wrong with a course.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CourseError {
    #[error("a course needs a platform to stand on")]
    Nothing,
    #[error(
        "platform {0} is not [x, z, x, z] in metres with the smaller corner first, two metres wide and within a kilometre"
    )]
    NoPlatform(usize),
}

/// m. A platform is at least so wide: spheres keep a metre from edges.
const NARROWEST: f32 = 2.0;
/// m, from edges to spheres.
const INSIDE: f32 = 1.0;

impl Course {
    /// A course of rectangles, each as X and Z of its two corners.
    pub fn new(corners: &[[f32; 4]]) -> Result<Course, CourseError> {
        if corners.is_empty() {
            return Err(CourseError::Nothing);
        }
        let platform = |(number, &[x, z, to_x, to_z]): (usize, &[f32; 4])| {
            let platform = Platform { from: Vec2::new(x, z), to: Vec2::new(to_x, to_z) };
            let size = platform.to - platform.from;
            let near = [x, z, to_x, to_z].iter().all(|at| (-1000.0..=1000.0).contains(at));
            let sound = near && size.min_element() >= NARROWEST;
            if sound { Ok(platform) } else { Err(CourseError::NoPlatform(number)) }
        };
        Ok(Course { platforms: corners.iter().enumerate().map(platform).collect::<Result<_, _>>()? })
    }

    /// Four fields of seven metres, a jump apart, the first of them around the origin.
    pub fn fields() -> Course {
        let field = |x: f32, z: f32| Platform { from: Vec2::new(x, z), to: Vec2::new(x + 7.0, z + 7.0) };
        Course { platforms: vec![field(-3.5, -3.5), field(4.5, -3.5), field(-3.5, 4.5), field(4.5, 4.5)] }
    }

    /// What can be stood on.
    pub fn platforms(&self) -> &[Platform] {
        &self.platforms
    }

    /// Whether a place is on a platform, so far from its edges.
    pub fn holds(&self, at: Vec2, inside: f32) -> bool {
        self.platforms.iter().any(|platform| platform.holds(at, inside))
    }

    /// The platform at a place, if one is there.
    pub fn field(&self, at: Vec2) -> Option<&Platform> {
        self.platforms.iter().find(|platform| platform.holds(at, 0.0))
    }

    /// Only what is around a place, if anything is.
    pub fn around(&self, at: Vec2) -> Option<Course> {
        Some(Course { platforms: vec![*self.field(at)?] })
    }

    /// A place for a sphere, at least so far from another place if there is one like that.
    pub fn spot(&self, away_from: Vec2, distance: f32, rng: &mut Rng) -> Vec2 {
        let mut spot = away_from;
        for _ in 0..16 {
            let Some(platform) = self.platforms.get(rng.below(self.platforms.len())) else { break };
            let size = platform.to - platform.from - 2.0 * INSIDE;
            spot = platform.from + INSIDE + size * Vec2::new(rng.unit(), rng.unit());
            if spot.distance(away_from) >= distance {
                break;
            }
        }
        spot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_have_gaps_between_them() {
        let course = Course::fields();
        assert!(course.holds(Vec2::ZERO, 1.0) && course.holds(Vec2::new(5.0, 0.0), 0.4));
        assert!(!course.holds(Vec2::new(4.0, 0.0), 0.0), "a gap");
        assert!(!course.holds(Vec2::new(-4.0, 0.0), 0.0), "an edge");
        assert!(course.holds(Vec2::new(-3.6, 0.0), -0.2));
    }

    #[test]
    fn spots_are_on_platforms_and_away() {
        let course = Course::fields();
        let mut rng = Rng::stream(1, 0);
        for _ in 0..1000 {
            let spot = course.spot(Vec2::ZERO, 2.0, &mut rng);
            assert!(course.holds(spot, 0.99) && spot.length() >= 2.0, "{spot}");
        }
    }

    #[test]
    fn around_a_place_is_its_platform_and_around_a_gap_is_nothing() {
        let course = Course::fields();
        let around = course.around(Vec2::new(5.0, 0.0)).unwrap();
        assert_eq!(around.platforms(), &course.platforms()[1..2]);
        assert_eq!(course.around(Vec2::new(4.0, 0.0)), None);
    }

    #[test]
    fn what_is_no_course_is_refused() {
        assert_eq!(Course::new(&[]), Err(CourseError::Nothing));
        let good = [-5.0, -5.0, 5.0, 5.0];
        for bad in [
            [0.0, 0.0, 1.0, 5.0],
            [5.0, 0.0, 0.0, 5.0],
            [f32::NAN, 0.0, 5.0, 5.0],
            [0.0, 0.0, f32::INFINITY, 5.0],
            [0.0, 0.0, 5.0, 5000.0],
        ] {
            assert_eq!(Course::new(&[good, bad]), Err(CourseError::NoPlatform(1)), "{bad:?}");
        }
    }
}
