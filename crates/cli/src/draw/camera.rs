//! Where a sheet is seen from: parallel projection along directions that are fixed in the world, or that turn with a pair.

use footwork_motion::glam::{Vec2, Vec3};

/// From which side the motion is seen. All directions but a pair's are the world's: they do not turn with the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum View {
    /// Towards −Z: a character facing +Z is seen from the front, its left on the picture's right.
    Front,
    /// Towards −X: a character facing +Z is seen from its left, walking to the picture's left.
    Side,
    /// From above, with +X to the right and +Z towards the picture's bottom.
    Top,
    /// From above the front left.
    #[default]
    ThreeQuarter,
    /// From the side of the first two, turning with them, the second on the picture's left; of one alone, as side.
    Pair,
}

impl View {
    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            View::Front => "front",
            View::Side => "side",
            View::Top => "top",
            View::ThreeQuarter => "three-quarter",
            View::Pair => "pair",
        }
    }

    /// Where the camera stands: degrees around from +Z towards +X, and degrees above the horizon. Front and side
    /// are raised a little, or else the ground would be a line.
    fn angles(self) -> (f32, f32) {
        match self {
            View::Front => (0.0, 12.0),
            View::Side | View::Pair => (90.0, 12.0),
            View::Top => (0.0, 90.0),
            View::ThreeQuarter => (40.0, 25.0),
        }
    }
}

/// A projection of the world around a point that the camera follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    right: Vec3,
    up: Vec3,
    /// From the scene to the camera.
    toward: Vec3,
    /// px per m
    pub scale: f32,
}

impl Camera {
    /// A camera that makes a metre `scale` pixels long.
    pub fn new(view: View, scale: f32) -> Camera {
        let (around, above) = view.angles();
        Camera::around(around.to_radians(), above, scale)
    }

    /// The same, for the moment in which the second of two is this way from the first; the way counts in a pair's view only.
    pub fn of_pair(view: View, scale: f32, way: Option<Vec3>) -> Camera {
        let (_, above) = view.angles();
        match way.filter(|way| view == View::Pair && way.with_y(0.0).length_squared() > 1e-6) {
            Some(way) => Camera::around(libm::atan2f(way.z, -way.x), above, scale),
            None => Camera::new(view, scale),
        }
    }

    /// rad around from +Z towards +X, and degrees above the horizon.
    fn around(around: f32, above: f32, scale: f32) -> Camera {
        let (sin, cos) = libm::sincosf(around);
        let (rise, level) = libm::sincosf(above.to_radians());
        let ahead = Vec3::new(sin, 0.0, cos);
        Camera {
            right: Vec3::new(cos, 0.0, -sin),
            up: Vec3::Y * level - ahead * rise,
            toward: ahead * level + Vec3::Y * rise,
            scale,
        }
    }

    /// Where a point, given relative to what the camera follows, is on the picture: px, Y down.
    pub fn project(&self, point: Vec3) -> Vec2 {
        self.scale * Vec2::new(self.right.dot(point), -self.up.dot(point))
    }

    /// How near the camera a point is, in metres; more is nearer.
    pub fn nearness(&self, point: Vec3) -> f32 {
        self.toward.dot(point)
    }

    /// How much shorter than wide a circle on the ground looks.
    pub fn ground_squash(&self) -> f32 {
        self.toward.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_view_shows_left_up_and_ahead_where_it_says() {
        let at = |view, point| Camera::new(view, 1.0).project(point);
        let (left, ahead) = (Vec3::X, Vec3::Z);
        assert!(at(View::Front, left).x > 0.99);
        assert!(at(View::Side, ahead).x < -0.99);
        assert!(at(View::Top, left).x > 0.99 && at(View::Top, ahead).y > 0.99);
        assert!(at(View::ThreeQuarter, left).x > 0.5 && at(View::ThreeQuarter, ahead).x < -0.5);
        for view in [View::Front, View::Side, View::ThreeQuarter] {
            assert!(at(view, Vec3::Y).y < -0.9);
        }
    }

    #[test]
    fn a_pair_is_seen_from_its_side_whichever_way_it_stands() {
        for way in [Vec3::Z, Vec3::X, -Vec3::Z, Vec3::new(-0.6, 0.3, 0.8)] {
            let second = Camera::of_pair(View::Pair, 1.0, Some(way)).project(way.with_y(0.0));
            let long = way.with_y(0.0).length();
            assert!((second.x + long).abs() < 1e-5 && second.y.abs() < 1e-5, "{way}: {second}");
        }
        let side = Camera::new(View::Side, 1.0);
        assert_eq!(Camera::of_pair(View::Pair, 1.0, None), side);
        assert_eq!(Camera::of_pair(View::Side, 1.0, Some(Vec3::X)), side, "other views do not turn");
        assert_eq!(Camera::of_pair(View::Pair, 1.0, Some(Vec3::Y)), side, "one above the other is no way");
    }

    #[test]
    fn what_is_before_the_body_is_nearer_from_the_front() {
        let camera = Camera::new(View::Front, 1.0);
        assert!(camera.nearness(Vec3::Z) > camera.nearness(Vec3::ZERO));
        assert!(Camera::new(View::Side, 1.0).nearness(Vec3::X) > 0.9);
        assert!(Camera::new(View::Top, 1.0).nearness(Vec3::Y) > 0.99);
    }
}
