//! A player's thumbs on two sticks: they hold still until something else is wanted, and take their time to move.

use footwork_stage::Rng;
use glam::Vec2;

use super::Temper;

/// Where two thumbs are, and where they go.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thumbs {
    /// The left stick: to the right, and ahead, from −1 to 1.
    pub stick: Vec2,
    /// The right stick.
    pub look: Vec2,
    /// Where the left thumb goes.
    pub stick_to: Vec2,
    /// Where the right thumb goes.
    pub look_to: Vec2,
}

impl Thumbs {
    /// Decides where to go: the left stick there, the right one aside by `turn`.
    pub fn aim(&mut self, temper: &Temper, stick: Vec2, turn: f32, rng: &mut Rng) {
        let off = temper.noise * normal(rng);
        self.stick_to = aimed(self.stick_to, stick, off, temper.holds);
        self.look_to = aimed(self.look_to, Vec2::new(turn, 0.0), 0.0, temper.holds);
    }

    /// Lets so many seconds pass.
    pub fn step(&mut self, temper: &Temper, seconds: f32) {
        let reach = seconds / temper.thumb.max(seconds);
        self.stick = toward(self.stick, self.stick_to, reach);
        self.look = toward(self.look, self.look_to, reach);
    }
}

/// Where a thumb goes that holds a stick. It moves if what is wanted differs noticeably, and then misses the direction by
/// `off`. Letting go of a stick and taking hold of it are always noticed.
fn aimed(held: Vec2, wanted: Vec2, off: f32, holds: f32) -> Vec2 {
    let lets_go = (wanted == Vec2::ZERO) != (held == Vec2::ZERO);
    if lets_go || wanted.distance(held) > holds * wanted.length().max(held.length()) {
        let (sin, cos) = libm::sincosf(off);
        Vec2::new(cos, sin).rotate(wanted)
    } else {
        held
    }
}

/// From one position of a stick toward another, by no more than a thumb moves in a step.
fn toward(from: Vec2, to: Vec2, most: f32) -> Vec2 {
    if from.distance(to) <= most { to } else { from + (to - from).normalize_or_zero() * most }
}

/// About normal: a sum of four.
fn normal(rng: &mut Rng) -> f32 {
    let sum: f32 = (0..4).map(|_| rng.unit() - 0.5).sum();
    sum * 1.732
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thumb_holds_still_until_something_else_is_wanted_and_then_takes_its_time() {
        let held = aimed(Vec2::ZERO, Vec2::Y, 0.05, 0.2);
        assert!((held.length() - 1.0).abs() < 1e-6 && held != Vec2::Y, "it misses a little: {held}");
        assert_eq!(aimed(held, Vec2::new(0.1, 0.95), -0.05, 0.2), held, "it does about what is wanted");
        assert_eq!(aimed(held, Vec2::new(0.3, 0.9), 0.0, 0.2), Vec2::new(0.3, 0.9));
        assert_eq!(aimed(0.4 * held, 0.4 * Vec2::new(0.3, 0.9), 0.0, 0.2), 0.4 * Vec2::new(0.3, 0.9));
        assert_eq!(aimed(held, Vec2::ZERO, 0.0, 2.0), Vec2::ZERO, "letting go is always noticed");
        assert_eq!(toward(Vec2::Y, Vec2::NEG_Y, 0.25), Vec2::new(0.0, 0.75));
        assert_eq!(toward(Vec2::Y, Vec2::new(0.0, 0.9), 0.25), Vec2::new(0.0, 0.9));
    }
}
