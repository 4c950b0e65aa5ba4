//! What somebody does between dodges: a guard that is never the same twice, feet that are put right, hands and weight that
//! are never still.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::avoidances::{Arms, Avoidance};
use super::{Armed, Dodger, by, footing, guard};
use crate::score::{Goal, Part};

/// How far a guard strays from the usual one, to either side: metres, or radians for turns. At the beginning of dodges
/// people's hands spread by 4 to 11 cm and the trunk's pitch by 6° (standard deviations, CMU 76_01, 76_03).
const STRAYS: [(Part, [f32; 3]); 12] = [
    (Part::Weight, [0.08, 0.0, 0.0]),
    (Part::Pelvis, [0.0, 0.03, 0.0]),
    (Part::Hips, [0.12, 0.1, 0.03]),
    (Part::Chest, [0.12, 0.19, 0.06]),
    (Part::Gaze, [0.08, 0.07, 0.05]),
    (Part::Wrist(Left), [0.07, 0.09, 0.055]),
    (Part::Wrist(Right), [0.07, 0.09, 0.055]),
    (Part::Elbow(Left), [0.15, 0.0, 0.15]),
    (Part::Elbow(Right), [0.15, 0.0, 0.15]),
    (Part::Palm(Left), [0.3, 0.15, 0.0]),
    (Part::Palm(Right), [0.3, 0.15, 0.0]),
    (Part::Heel(Right), [0.08, 0.0, 0.0]),
];
/// m. How far from there a hand is at most that is kept where it is.
const KEPT: [f32; 3] = [0.08, 0.1, 0.06];
/// How often one hand is left to hang lower, and how much lower at most, in metres.
const LAZY: f32 = 0.3;
const LOWER: f32 = 0.16;

/// m, rad. How far each foot strays from its usual place in the stance, to either side, and how it points.
const STANCE_STRAYS: [f32; 2] = [0.06, 0.09];
const POINTS: f32 = 0.15;

/// s. From one beat of idle hands to the next.
const BEAT: [f32; 2] = [0.26, 0.44];
/// m. How far idle hands go in a beat, to either side.
const FIDGET: [f32; 3] = [0.055, 0.085, 0.065];

impl Dodger<'_> {
    /// Chooses the guard that the next move comes home to.
    pub(super) fn take_guard(&mut self) {
        let usual = guard();
        for (part, strays) in STRAYS {
            let stray = strays.map(|stray| stray * self.rng.signed());
            self.score.set_home(part, usual[part.index()] + Vec3::from_array(stray));
        }
        if self.rng.unit() < LAZY {
            let part = Part::Wrist(if self.rng.unit() < 0.5 { Left } else { Right });
            let lower = Vec3::new(0.0, LOWER * self.rng.unit(), 0.0);
            self.score.set_home(part, self.score.home(part) - lower);
        }
    }

    /// Comes home with an arm to about where it is: what saves it must take it away from there.
    pub(super) fn keep_arm(&mut self, side: Side) {
        let part = Part::Wrist(side);
        let (usual, [x, y, z]) = (guard()[part.index()], KEPT);
        let (now, _) = self.score.track(part).value(self.score.now);
        let most = Vec3::new(x, y, z);
        self.score.set_home(part, usual + (now - usual).clamp(-most, most));
    }

    /// Chooses where feet are put that step from here on.
    pub(super) fn take_stance(&mut self) {
        let mut stance = footing();
        for side in 0..2 {
            let [x, z] = STANCE_STRAYS.map(|stray| stray * self.rng.signed());
            stance.place[side] += Vec3::new(x, 0.0, z);
            stance.yaw[side] += POINTS * self.rng.signed();
        }
        self.score.footing = stance;
    }

    /// How far each arm goes in an avoidance: the one on the side that is threatened comes up.
    pub(super) fn arm_sizes(&mut self, avoidance: &Avoidance) -> [Armed; 2] {
        // What comes from the left goes to the right.
        let left = match avoidance.threat[0] {
            x if x < 0.0 => true,
            x if x > 0.0 => false,
            _ => self.rng.unit() < 0.5,
        };
        let [least, most] = match avoidance.arms {
            Arms::Back(_) | Arms::In => [0.8, 1.0],
            _ => [0.6, 1.25],
        };
        [left, !left].map(|near| Armed { near, size: self.rng.range(least, most) })
    }

    /// Puts one foot right where it stands, or both.
    pub(super) fn resettle(&mut self) {
        let both = self.rng.unit() < 0.4;
        let first = if self.rng.unit() < 0.5 { Left } else { Right };
        let swing = self.rng.range(0.17, 0.22);
        let s = super::sign(first);
        self.fidget(0.1 + swing);
        let mut m = self.score.phrase(1.0, 1.0);
        m.step(first, 0.08, 0.08 + swing).keys(
            Part::Weight,
            0.0,
            &[
                (0.1, by(-0.2 * s, 0.0, 0.0)),
                (0.14 + swing, by(0.05 * s, 0.0, 0.0)),
                (0.3 + swing, Goal::Home),
            ],
        );
        self.score.now += 0.1 + swing;
        if both {
            let other = if first == Left { Right } else { Left };
            self.fidget(0.1 + swing);
            let mut m = self.score.phrase(1.0, 1.0);
            m.step(other, 0.08, 0.08 + swing).keys(
                Part::Weight,
                0.0,
                &[(0.12, by(0.2 * s, 0.0, 0.0)), (0.3 + swing, Goal::Home)],
            );
            self.score.now += 0.1 + swing;
        }
    }

    /// Stays on guard for a while: hands are never still, weight goes to and fro, the trunk weaves.
    pub(super) fn wait(&mut self, seconds: f32) {
        let end = self.score.now + seconds;
        while self.score.now < end {
            let beat = self.rng.range(BEAT[0], BEAT[1]);
            self.fidget(beat);
            let rock = 0.1 * self.rng.signed();
            self.score.phrase(1.0, 1.0).keys(Part::Weight, 0.0, &[(beat, by(rock, 0.0, 0.0))]);
            self.score.now = (self.score.now + beat).min(end);
        }
    }

    /// What hands and trunk do in a beat.
    fn fidget(&mut self, beat: f32) {
        let size = self.rng.range(0.7, 1.3);
        let mut one = |most: f32| most * self.rng.signed();
        let hands: [[f32; 3]; 2] = [FIDGET.map(&mut one), FIDGET.map(&mut one)];
        let (lean, weave, nod) = (one(0.03), one(0.1), one(0.1));
        let (dip, look) = (one(0.02), one(0.12));
        let mut m = self.score.phrase(1.0, size);
        for (side, [x, y, z]) in [Left, Right].into_iter().zip(hands) {
            m.keys(Part::Wrist(side), 0.0, &[(beat, by(x, y, z))]);
        }
        m.keys(Part::Pelvis, 0.0, &[(beat, by(0.3 * lean, dip, 0.1 * nod))])
            .keys(Part::Hips, 0.0, &[(beat, by(0.6 * weave, 0.0, lean))])
            .keys(Part::Chest, 0.0, &[(beat, by(weave, 0.7 * nod, -lean))])
            .keys(Part::Gaze, 0.0, &[(beat, by(look, 0.6 * nod, lean))]);
    }
}
