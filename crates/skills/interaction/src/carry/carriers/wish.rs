//! What is asked of two carriers: by a stick of either, or by the script that gets out of the way of balls.

use footwork_motion::ground::Place;
use footwork_stage::{ActorView, StageView};
use glam::Vec2;

use super::balls::{self, Seen};
use super::{Carriers, PairMemory, Steering};
use crate::carry::plans::Wish;

/// A stick that is moved less than this is at rest.
const REST: f32 = 0.3;
/// s. Who has not moved a stick for so long plays no more.
const PLAYS: f32 = 5.0;
/// s, between two looks of the script.
const LOOKS: f32 = 0.1;

impl Carriers {
    /// What is asked of two, seen from the first of them.
    pub(super) fn asked(
        &self,
        memory: &mut PairMemory,
        views: &[ActorView<'_>; 2],
        places: [&Place; 2],
        others: &[Vec2],
        stage: &StageView<'_>,
    ) -> Wish {
        let now = Wish::ALL[(memory.wish as usize).min(Wish::COUNT - 1)];
        let sticks = views.map(|me| {
            let controls = me.controls();
            stick(controls.stick, controls.look)
        });
        // Whoever of the two is played is heard; what he sees ahead, the first sees so, too.
        if let Some(wish) = sticks[0].or(sticks[1].map(Wish::turned)) {
            memory.played = 1;
            return wish;
        }
        if memory.played > 0 {
            memory.played = memory.played.saturating_add(1);
            if memory.played as f32 * stage.step() < PLAYS {
                return Wish::Stand;
            }
            memory.played = 0;
        }
        match self.settings.steering {
            Steering::Stand => Wish::Stand,
            Steering::Avoid => {
                let every = ((LOOKS / stage.step().max(1e-4)) as u64).max(1);
                if !stage.tick().is_multiple_of(every) {
                    return now;
                }
                let velocity = Vec2::new(memory.velocity[0], memory.velocity[2]);
                let seen = Seen::new(places, velocity, memory.home);
                balls::steer(&seen, now, &self.plans.weights, stage.props(), others)
            }
        }
    }
}

/// What sticks ask for: one of eight directions, or to go round; nothing where they rest or are no numbers.
fn stick(stick: Vec2, look: Vec2) -> Option<Wish> {
    if stick.is_finite() && stick.length() > REST {
        let angle = libm::atan2f(-stick.x, stick.y) / std::f32::consts::FRAC_PI_4;
        return Some(Wish::Go((libm::roundf(angle) as i32).rem_euclid(8) as u8));
    }
    (look.is_finite() && look.x.abs() > REST).then_some(Wish::Round(look.x < 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_ask_for_eighths_and_for_going_round() {
        assert_eq!(stick(Vec2::ZERO, Vec2::ZERO), None);
        assert_eq!(stick(Vec2::Y, Vec2::ZERO), Some(Wish::Go(0)));
        assert_eq!(stick(Vec2::X, Vec2::ZERO), Some(Wish::Go(6)));
        assert_eq!(stick(Vec2::new(-0.7, 0.7), Vec2::ZERO), Some(Wish::Go(1)));
        assert_eq!(stick(Vec2::NEG_Y, Vec2::X), Some(Wish::Go(4)));
        assert_eq!(stick(Vec2::ZERO, Vec2::X), Some(Wish::Round(false)));
        assert_eq!(stick(Vec2::NAN, Vec2::NAN), None);
    }
}
