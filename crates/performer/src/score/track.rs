//! One channel of a score: keys, and the smoothest curve through them.
//!
//! Between two keys runs the polynomial of least jerk for the velocities there. A key that the channel goes through has
//! the velocity of its surroundings; a key where it turns round has none, so that nothing overshoots.

use footwork_motion::glam::Vec3;

use crate::signal::INNER_RATE;

#[derive(Clone, Copy, Debug)]
struct Key {
    at: f32,
    value: Vec3,
    /// Given where a move was taken over by another; otherwise it follows from the keys around.
    velocity: Option<Vec3>,
}

/// One channel: keys in order of time.
#[derive(Clone, Debug)]
pub struct Track {
    keys: Vec<Key>,
}

impl Track {
    pub(super) fn new(value: Vec3) -> Track {
        Track { keys: vec![Key { at: f32::NEG_INFINITY, value, velocity: Some(Vec3::ZERO) }] }
    }

    /// Forgets what comes after a time, and goes on from what there is then.
    pub(super) fn cut(&mut self, at: f32) {
        let (value, velocity) = self.value(at);
        self.keys.retain(|key| key.at < at);
        self.keys.push(Key { at, value, velocity: Some(velocity) });
    }

    pub(super) fn put(&mut self, at: f32, value: Vec3) {
        self.keys.push(Key { at, value, velocity: None });
    }

    /// The velocity at a key: none where the channel turns round, and never so much that it would overshoot.
    fn velocity(&self, n: usize) -> Vec3 {
        let key = &self.keys[n];
        if let Some(velocity) = key.velocity {
            return velocity;
        }
        let (Some(before), Some(after)) = (n.checked_sub(1).map(|n| &self.keys[n]), self.keys.get(n + 1))
        else {
            return Vec3::ZERO;
        };
        let a = (key.value - before.value) / (key.at - before.at);
        let b = (after.value - key.value) / (after.at - key.at);
        let mean = |a: f32, b: f32| if a * b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 };
        Vec3::new(mean(a.x, b.x), mean(a.y, b.y), mean(a.z, b.z))
    }

    /// Value and velocity at a time.
    pub(crate) fn value(&self, at: f32) -> (Vec3, Vec3) {
        let after = self.keys.partition_point(|key| key.at <= at);
        self.between(after, at)
    }

    /// Value and velocity before the key of a number.
    fn between(&self, after: usize, at: f32) -> (Vec3, Vec3) {
        let a = &self.keys[after.max(1) - 1];
        let Some(b) = self.keys.get(after).filter(|_| a.at.is_finite()) else {
            return (a.value, Vec3::ZERO);
        };
        let time = b.at - a.at;
        let (va, vb) = (self.velocity(after - 1) * time, self.velocity(after) * time);
        let s = (at - a.at) / time;
        // The smoothest curve with these ends and no acceleration there.
        let change = b.value - a.value;
        let (c3, c4, c5) = (
            10.0 * change - 6.0 * va - 4.0 * vb,
            -15.0 * change + 8.0 * va + 7.0 * vb,
            6.0 * change - 3.0 * (va + vb),
        );
        let value = a.value + s * (va + s * s * (c3 + s * (c4 + s * c5)));
        let velocity = va + s * s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5));
        (value, velocity / time)
    }

    /// The whole channel at the inner rate.
    pub fn samples(&self, length: usize) -> Vec<Vec3> {
        let mut after = 1;
        (0..length)
            .map(|i| {
                let at = i as f32 / INNER_RATE;
                while self.keys.get(after).is_some_and(|key| key.at <= at) {
                    after += 1;
                }
                self.between(after, at).0
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up(y: f32) -> Vec3 {
        Vec3::new(0.0, y, 0.0)
    }

    fn track(keys: &[(f32, f32)]) -> Track {
        let mut track = Track::new(up(0.0));
        track.cut(0.1);
        keys.iter().for_each(|(at, y)| track.put(*at, up(*y)));
        track
    }

    #[test]
    fn a_curve_goes_through_its_keys_and_not_beyond() {
        let track = track(&[(0.3, 1.0), (0.4, 3.0), (0.8, 0.5)]);
        for (at, y) in [(0.0, 0.0), (0.1, 0.0), (0.3, 1.0), (0.4, 3.0), (0.8, 0.5), (2.0, 0.5)] {
            assert!((track.value(at).0.y - y).abs() < 1e-5, "{at}");
        }
        let samples = track.samples(240);
        assert!(samples.iter().all(|v| (-1e-4..=3.0 + 1e-4).contains(&v.y)));
    }

    #[test]
    fn a_curve_does_not_stop_on_its_way() {
        let track = track(&[(0.3, 1.0), (0.5, 2.0)]);
        assert!(track.value(0.3).1.y > 2.0);
    }

    #[test]
    fn a_move_is_taken_over_with_the_speed_it_has() {
        let mut track = track(&[(0.5, 1.0)]);
        let (value, velocity) = track.value(0.3);
        track.cut(0.3);
        track.put(0.6, up(-1.0));
        for at in [0.2999, 0.3001] {
            assert!((track.value(at).0 - value).length() < 1e-2);
            assert!((track.value(at).1 - velocity).length() < 0.1, "{at}");
        }
        assert!((track.value(0.6).0.y + 1.0).abs() < 1e-5);
    }

    #[test]
    fn velocity_and_acceleration_have_no_jumps() {
        let samples = track(&[(0.3, 1.0), (0.4, 3.0), (0.8, 0.5)]).samples(300);
        let step = 1.0 / INNER_RATE;
        let speed: Vec<f32> = samples.windows(2).map(|w| (w[1].y - w[0].y) / step).collect();
        let force: Vec<f32> = speed.windows(2).map(|w| (w[1] - w[0]) / step).collect();
        // A jump would be as large as the greatest acceleration itself.
        let most = force.iter().fold(0.0_f32, |most, f| most.max(f.abs()));
        assert!(force.windows(2).all(|w| (w[1] - w[0]).abs() < 0.3 * most));
    }
}
