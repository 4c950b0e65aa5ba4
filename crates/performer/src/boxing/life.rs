//! What a fighter does between moves: a guard that is never the same twice, hands that are never still, weight that
//! rocks from foot to foot.

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use super::{Boxer, Style};
use crate::score::{Part, by};

/// How far a guard strays from the usual one, to either side: metres, or radians for turns.
const STRAYS: [(Part, [f32; 3]); 12] = [
    (Part::Weight, [0.07, 0.0, 0.0]),
    (Part::Pelvis, [0.0, 0.025, 0.0]),
    (Part::Hips, [0.1, 0.06, 0.05]),
    (Part::Chest, [0.09, 0.08, 0.06]),
    (Part::Gaze, [0.06, 0.06, 0.06]),
    (Part::Wrist(Left), [0.045, 0.06, 0.05]),
    (Part::Wrist(Right), [0.04, 0.05, 0.04]),
    (Part::Elbow(Left), [0.12, 0.0, 0.12]),
    (Part::Elbow(Right), [0.12, 0.0, 0.12]),
    (Part::Palm(Left), [0.15, 0.1, 0.0]),
    (Part::Palm(Right), [0.15, 0.1, 0.0]),
    (Part::Heel(Right), [0.07, 0.0, 0.0]),
];

/// By how much of itself a stance is wider or narrower, to either side.
const STANCE_STRAYS: f32 = 0.1;

/// s. From one beat of idle hands to the next: people's wrists turn back about twice a second against the chest.
const BEAT: [f32; 2] = [0.24, 0.4];
/// m. How far idle hands go in a beat, to either side.
const FIDGET: [f32; 3] = [0.036, 0.058, 0.045];

impl Boxer<'_> {
    /// Chooses the guard and the stance that the next move comes home to.
    pub(super) fn take_guard(&mut self) {
        let more = 1.0 + 0.5 * self.style.fatigue;
        for (part, strays) in STRAYS {
            let stray = strays.map(|stray| more * stray * self.rng.signed());
            self.score.set_home(part, self.guard[part.index()] + Vec3::from_array(stray));
        }
    }

    /// Chooses how wide the feet are put from here on, and how far they are turned.
    pub(super) fn take_stance(&mut self) {
        let wide = self.style.stance * (1.0 + STANCE_STRAYS * self.rng.signed());
        let mut footing = Style::footing(wide);
        footing.yaw = footing.yaw.map(|yaw| yaw + 0.12 * self.rng.signed());
        self.score.footing = footing;
    }

    /// Stays in the guard for a while: hands paw and feint, weight rocks, the trunk weaves a little.
    pub(super) fn wait(&mut self, seconds: f32) {
        let end = self.score.now + seconds;
        let lazy = self.style.fatigue;
        while self.score.now < end {
            let beat = self.rng.range(BEAT[0], BEAT[1]) * (1.0 + 0.8 * lazy);
            let size = (1.0 - 0.45 * lazy) * self.rng.range(0.6, 1.3);
            let mut one = |most: f32| most * self.rng.signed();
            let hands: [[f32; 3]; 2] = [FIDGET.map(&mut one), FIDGET.map(&mut one)];
            let (rock, weave, nod) = (one(0.08), one(0.11), one(0.11));
            let (dip, look) = (one(0.012), one(0.12));
            let mut m = self.score.phrase(1.0, size);
            for (side, [x, y, z]) in [Left, Right].into_iter().zip(hands) {
                m.keys(Part::Wrist(side), 0.0, &[(beat, by(x, y, z))]);
            }
            m.keys(Part::Weight, 0.0, &[(beat, by(rock, 0.0, 0.0))])
                .keys(Part::Pelvis, 0.0, &[(beat, by(0.0, dip, 0.0))])
                .keys(Part::Hips, 0.0, &[(beat, by(0.6 * weave, 0.0, 0.3 * rock))])
                .keys(Part::Chest, 0.0, &[(beat, by(weave, 0.6 * nod, -0.3 * rock))])
                .keys(Part::Gaze, 0.0, &[(beat, by(look, nod, 0.5 * rock))]);
            self.score.now = (self.score.now + beat).min(end);
        }
    }
}
