//! Knocked down: onto the back, a side, the face, or no further than the knees.
//!
//! A knock-down goes the way real ones do: the head first, a step that comes too late, knees that give, then whatever
//! comes to the floor next, with hands that go out to catch it. All of them begin by drawing the feet together, since
//! what follows is written for a stance of [`NARROW`].

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::punches::other;
use crate::body::ANKLE;
use crate::posture::{Turn, about};
use crate::score::{Footing, Meaning, Part, Phrase, at, by};
use crate::signal::Rng;

/// m. How far the ankles are apart in a stance that has given way.
const NARROW: f32 = 0.5;

/// Where the feet of somebody belong who goes down: closer together than in the guard, and more one behind the other.
pub(super) fn narrow() -> Footing {
    let ankle = |x: f32, z: f32| NARROW * Vec3::new(x, 0.0, z);
    Footing { place: [ankle(0.17, 0.455), ankle(-0.23, -0.455)], yaw: [-0.25, -0.85] }
}
/// m. How high the pelvis is when the performer lies on the back.
pub(super) const LYING: f32 = 0.12;
/// m. How far behind the feet's middle the seat comes down.
pub(super) const SEAT: f32 = -0.56;
/// m. Where the toes of somebody who kneels are, behind the middle of the stance.
const KNEELING_TOES: f32 = -0.45;
/// m. Where the pelvis of somebody who kneels is: above the knees, ahead of the toes' place below the ankles.
const KNEELING: Vec3 = Vec3::new(0.0, 0.54, 0.47);
/// rad. How far a foot is rolled onto its ball under somebody who kneels.
pub(super) const KNEELING_HEEL: f32 = 1.1;

/// Which way somebody falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fall {
    Back,
    Side(Side),
    Forward,
    Knees,
}

impl Boxer<'_> {
    /// Falls, lies for some seconds, and gets up.
    pub(super) fn knock_down(&mut self, kind: Fall, rest: f32) {
        self.fall(kind);
        self.lie(rest);
        self.rise();
    }

    /// Chances of its own for how a body goes down, lies and gets up, so that they do not change what is done next.
    pub(super) fn aside_rng(&self) -> Rng {
        self.rng.clone().split()
    }

    /// Is knocked down.
    pub(crate) fn fall(&mut self, kind: Fall) {
        self.down = Some(kind);
        self.stand_first(0.08);
        self.score.footing = narrow();
        match kind {
            Fall::Back => self.fall_back(),
            Fall::Side(side) => self.fall_aside(side),
            Fall::Forward => self.fall_forward(),
            Fall::Knees => self.fall_to_knees(),
        }
    }

    /// Backwards: the seat, then the back.
    fn fall_back(&mut self) {
        let turn = 0.25 * self.rng.signed();
        let wide = 0.05 * self.rng.signed();
        let mut m = self.begin();
        m.travel(Vec3::new(0.0, 0.0, -0.12), 0.0, 0.0, 0.0);
        m.step_aside(Right, 0.1, 0.28, Vec3::new(-0.05, 0.0, -0.12), -0.1);
        m.step(Left, 0.3, 0.48);
        m.lift(Right, 0.56).lift(Left, 0.7).carried(0.6, 1.4);
        m.keys(Part::Bounce, 0.0, &[(0.2, at(0.0, 0.0, 0.0))])
            .keys(
                Part::Gaze,
                0.0,
                &[
                    (0.07, by(turn, -0.62, 0.12)),
                    (0.34, by(turn, -0.25, 0.05)),
                    (0.62, at(0.5 * turn, 0.0, 0.0)),
                    (0.95, at(0.0, -0.55, 0.0)),
                    (1.3, at(0.7 * turn, -1.4, 0.0)),
                ],
            )
            .keys(
                Part::Weight,
                0.0,
                &[(0.1, by(0.1, 0.0, 0.0)), (0.34, by(-0.2, 0.0, 0.0)), (0.6, at(0.5, 0.0, 0.0))],
            )
            .keys(
                Part::Pelvis,
                0.03,
                &[
                    (0.2, by(0.0, -0.05, -0.05)),
                    (0.42, at(0.0, 0.74, -0.2)),
                    (0.72, at(0.0, 0.32, -0.48)),
                    (0.92, at(0.0, LYING, SEAT)),
                    (1.3, at(0.0, LYING, SEAT - 0.02)),
                ],
            )
            .keys(
                Part::Hips,
                0.02,
                &[
                    (0.2, by(0.0, -0.14, 0.0)),
                    (0.42, at(-0.3, -0.22, 0.0)),
                    (0.72, at(-0.1, -0.5, 0.0)),
                    (0.92, at(-0.04, -0.88, 0.0)),
                    (1.22, at(0.0, -1.5, 0.0)),
                ],
            )
            .keys(
                Part::Chest,
                0.0,
                &[
                    (0.14, by(0.5 * turn, -0.36, 0.0)),
                    (0.42, at(0.0, 0.12, 0.0)),
                    (0.72, at(0.0, 0.42, 0.0)),
                    (0.95, at(0.0, 0.34, 0.0)),
                    (1.27, at(0.05, -0.04, 0.0)),
                ],
            )
            .keys(
                Part::Wrist(Left),
                0.04,
                &[
                    (0.24, by(0.08, -0.1, 0.08)),
                    (0.5, at(0.18, -0.24, 0.3)),
                    (0.8, at(0.3, -0.36, 0.02)),
                    (1.05, at(0.4 + wide, -0.26, 0.06)),
                    (1.34, at(0.38 + wide, -0.3, -0.04)),
                ],
            )
            .keys(
                Part::Wrist(Right),
                0.04,
                &[
                    (0.26, by(-0.1, -0.12, 0.08)),
                    (0.5, at(-0.2, -0.24, 0.26)),
                    (0.8, at(-0.3, -0.36, 0.0)),
                    (1.05, at(-0.42, -0.2, 0.08)),
                    (1.36, at(-0.44, -0.18, -0.07)),
                ],
            )
            .keys(Part::Elbow(Left), 0.1, &[(0.7, at(0.6, -0.2, -1.0)), (1.3, at(0.7, 0.5, -0.3))])
            .keys(Part::Elbow(Right), 0.1, &[(0.7, at(-0.6, -0.2, -1.0)), (1.3, at(-0.6, 0.7, -0.25))])
            .keys(Part::Palm(Left), 0.2, &[(0.8, at(0.9, -0.2, 1.0))])
            .keys(Part::Palm(Right), 0.2, &[(0.8, at(0.9, -0.2, 1.0))])
            .keys(Part::Heel(Right), 0.05, &[(0.35, at(0.14, 0.0, 0.0)), (0.6, at(0.06, 0.0, 0.0))])
            .keys(Part::Heel(Left), 0.05, &[(0.35, at(0.0, 0.0, 0.0))])
            // Legs fly up as the back comes down, then drop.
            .keys(Part::Foot(Left), 0.7, &[(1.02, at(0.05, 0.16, 0.06)), (1.3, at(0.1, -0.02, 0.04))])
            .keys(Part::Sole(Left), 0.7, &[(1.02, at(0.3, -0.7, 0.0)), (1.3, at(0.6, -1.2, 0.0))])
            .keys(Part::Foot(Right), 0.56, &[(0.92, at(-0.02, 0.17, 0.34)), (1.24, at(-0.06, 0.0, 0.4))])
            .keys(Part::Sole(Right), 0.56, &[(0.92, at(0.6, -0.3, 0.0)), (1.24, at(0.5, 0.0, 0.0))]);
        m.end(1.36, Meaning { classes: &["fall", "backward"], ..Meaning::default() });
    }

    /// To a side: a foot steps too late, the hip comes down, then the shoulder; from there the body rolls on, onto the
    /// back or not so far.
    fn fall_aside(&mut self, side: Side) {
        let s = if side == Left { 1.0 } else { -1.0 };
        let (name, near) = if side == Left { ("to_left", other(side)) } else { ("to_right", other(side)) };
        let mut rng = self.aside_rng();
        // How far it rolls: 0 is the flank, 1 the back.
        let back = if rng.unit() < 0.5 { 0.25 * rng.unit() } else { rng.range(0.55, 0.95) };
        let (curl, spread, flung) = (rng.unit(), rng.unit(), rng.range(0.7, 1.2));
        let rolled = -1.5 * back;
        let mix = |flank: [f32; 3], lies: [f32; 3]| {
            let [x, y, z] = [0, 1, 2].map(|axis| flank[axis] + (lies[axis] - flank[axis]) * back);
            Vec3::new(x, y, z)
        };
        let goal = |v: Vec3| at(v.x * s, v.y, v.z);
        // Where the feet are put, seen from the middle between them.
        let middle = Vec3::new(0.07 * s, 0.0, 0.01);
        let apart = Vec3::new(0.16 * s, 0.0, 0.03);
        let mut m = self.begin();
        m.travel(Vec3::new(0.1 * s, 0.0, 0.0), 0.0, 0.0, 0.0);
        for (foot, place, lift, land) in
            [(side, middle + apart, 0.1, 0.3), (near, middle - apart, 0.27, 0.44)]
        {
            m.step_to(foot, lift, land, place, if foot == Left { 0.25 } else { -0.25 });
        }
        let ankle = |foot: Side, v: Vec3| {
            let from = if foot == side { apart } else { -apart };
            at(v.x * s - from.x, v.y - ANKLE, v.z - from.z)
        };
        let foot = |foot: Side, x: f32, y: f32, z: f32| ankle(foot, Vec3::new(x, y, z));
        // A foot that has far to go is down late.
        let [side_up, near_up] =
            [(side, 0.52_f32), (near, 0.5)].map(|(foot, at)| at.max(m.stands_from(foot) + 0.03));
        m.lift(side, side_up).lift(near, near_up).carried(0.5, 1.6);
        m.keys(Part::Bounce, 0.0, &[(0.2, at(0.0, 0.0, 0.0))])
            .keys(
                Part::Gaze,
                0.0,
                &[
                    (0.07, by(0.55 * s, -0.1, -0.4 * s)),
                    (0.35, by(0.3 * s, 0.2, -0.3 * s)),
                    (0.74, at(0.15 * s, 0.35, -0.5 * s)),
                    (1.02, at(0.1 * s, 0.2, -0.85 * s)),
                    (1.24, at(0.0, 0.3 * rolled, -1.42 * s)),
                    (1.5, at(0.0, 0.85 * rolled, -1.62 * s)),
                ],
            )
            .keys(
                Part::Weight,
                0.0,
                &[(0.12, by(-0.1 * s, 0.0, 0.0)), (0.4, by(0.2 * s, 0.0, 0.0)), (0.6, at(0.5, 0.0, 0.0))],
            )
            .keys(
                Part::Pelvis,
                0.03,
                &[
                    (0.2, by(0.06 * s, -0.05, 0.0)),
                    (0.45, at(0.2 * s, 0.7, 0.0)),
                    (0.7, at(0.42 * s, 0.36, -0.02)),
                    (0.88, at(0.52 * s, 0.17, -0.03)),
                    (1.1, at(0.55 * s, 0.165, -0.05)),
                    (1.46, goal(mix([0.57, 0.165, -0.06], [0.57, 0.122, -0.2]))),
                ],
            )
            .keys(
                Part::Hips,
                0.02,
                &[
                    (0.2, by(0.1 * s, 0.0, -0.14 * s)),
                    (0.45, at(-0.1 * s, 0.1, -0.35 * s)),
                    (0.7, at(-0.05 * s, 0.1, -0.78 * s)),
                    (0.88, at(0.0, 0.0, -1.12 * s)),
                    (1.1, at(0.0, 0.25 * rolled, -1.42 * s)),
                    (1.48, at(0.0, rolled, -1.5 * s)),
                ],
            )
            .keys(
                Part::Chest,
                0.0,
                &[
                    (0.13, by(0.3 * s, 0.0, -0.25 * s)),
                    (0.45, at(0.0, 0.2, -0.1 * s)),
                    (0.74, at(-0.1 * s, 0.25, 0.25 * s)),
                    (0.92, at(-0.15 * s, 0.28, 0.28 * s)),
                    (1.12, at(-0.25 * s, 0.22, 0.02 * s)),
                    (1.46, at(-0.12 * s, 0.08 + 0.2 * curl * (1.0 - back), 0.03 * s)),
                ],
            )
            // The lower hand goes out to catch, and slides away from under the shoulder.
            .keys(
                Part::Wrist(side),
                0.04,
                &[
                    (0.25, by(0.1 * s, -0.12, 0.04)),
                    (0.55, at(0.3 * s, -0.24, 0.16)),
                    (0.84, at(0.25 * s, -0.16, 0.27)),
                    (1.1, at(0.1 * s, 0.0, 0.4)),
                    (1.5, goal(mix([0.06, 0.12 * spread, 0.43], [0.4, 0.2 * spread - 0.1, 0.01]))),
                ],
            )
            .keys(
                Part::Wrist(near),
                0.04,
                &[
                    (0.26, by(-0.12 * s, -0.05, 0.1)),
                    (0.6, at(-0.25 * s, 0.0, 0.3)),
                    (0.98, at(-0.25 * s, 0.15 * flung, 0.32)),
                    (1.24, goal(mix([0.12, 0.0, 0.42], [-0.25, 0.1, 0.36]))),
                    (1.54, goal(mix([0.3, -0.1 - 0.15 * spread, 0.34], [-0.42, -0.22 + 0.3 * curl, -0.06]))),
                ],
            )
            .keys(
                Part::Elbow(side),
                0.1,
                &[
                    (0.6, at(0.8 * s, -0.2, -0.8)),
                    (1.1, at(0.3 * s, -1.0, -0.2)),
                    (1.5, goal(mix([0.0, -1.0, 0.1], [0.1, -0.7, -0.9]))),
                ],
            )
            .keys(
                Part::Elbow(near),
                0.1,
                &[(0.7, at(-0.8 * s, -0.6, -0.4)), (1.4, goal(mix([-0.6, -0.8, 0.1], [-0.6, -0.7, -0.35])))],
            )
            .keys(Part::Palm(side), 0.2, &[(0.75, at(0.9, -1.1, 1.0)), (1.2, at(0.9, -0.3, 0.7))])
            .keys(Part::Palm(near), 0.3, &[(1.2, at(0.7, 0.1, 0.6))])
            .keys(Part::Heel(near), 0.05, &[(0.35, at(0.2, 0.0, 0.0)), (0.54, at(0.35, 0.0, 0.0))])
            .keys(Part::Heel(side), 0.05, &[(0.35, at(0.1, 0.0, 0.0)), (0.56, at(0.05, 0.0, 0.0))])
            // Legs are flung up as the shoulder comes down, one after the other, and drop.
            .keys(
                Part::Foot(side),
                side_up,
                &[
                    (0.76, foot(side, 0.1, 0.07, 0.06)),
                    (1.05, foot(side, -0.02, 0.09 + 0.12 * flung * back, 0.08)),
                    (
                        1.42,
                        ankle(
                            side,
                            mix([-0.06 + 0.12 * curl, 0.055, 0.12], [-0.15 + 0.1 * curl, 0.06, -0.03]),
                        ),
                    ),
                ],
            )
            .keys(
                Part::Sole(side),
                side_up,
                &[(0.95, at(0.1 * s, 0.3, -0.8 * s)), (1.42, at(0.0, 0.4 + 0.8 * rolled, -1.35 * s))],
            )
            .keys(
                Part::Foot(near),
                near_up,
                &[
                    (1.06, foot(near, -0.1 - 0.06 * flung, 0.3 * flung, 0.04)),
                    (1.52, ankle(near, mix([0.1 * spread, 0.2, 0.17], [-0.02 + 0.14 * spread, 0.07, -0.2]))),
                ],
            )
            .keys(
                Part::Sole(near),
                near_up,
                &[
                    (near_up + 0.1, at(0.0, 0.15, -0.6 * s)),
                    (1.0, at(0.1 * s, 0.4, -0.7 * s)),
                    (1.5, at(0.0, 0.4 * (1.0 - back) + rolled, -1.25 * s)),
                ],
            );
        m.end(1.4, Meaning { classes: &["fall", "sideways", name], ..Meaning::default() });
    }

    /// On the face: one knee, the other, hands that catch and give, then the chest; it slides a little.
    fn fall_forward(&mut self) {
        let turn = 0.15 * self.rng.signed();
        // The side whose knee comes down first, and the side that the face turns to.
        let mut rng = self.aside_rng();
        let first = if rng.unit() < 0.5 { 1.0 } else { -1.0 };
        let faces = if rng.unit() < 0.5 { 1.0 } else { -1.0 };
        let tips = rng.range(0.14, 0.26) * first;
        let slides = rng.range(0.02, 0.08);
        let prone = Turn::new(0.0, 1.5, 0.0);
        let cheek = Turn::near(prone.rotation() * about(1, faces * rng.range(0.6, 1.0)), prone);
        let arms = [0, 1].map(|_| [rng.unit(), rng.unit(), rng.signed()]);
        let legs = [0, 1].map(|_| [rng.unit(), rng.signed()]);
        let mut m = self.begin();
        to_knees(&mut m, 0.75, first);
        m.lift(Left, 0.76).lift(Right, 0.8).carried(0.4, 1.5);
        m.keys(
            Part::Gaze,
            0.0,
            &[
                (0.07, by(turn, 0.4, 0.1)),
                (0.4, at(turn, 0.5, 0.0)),
                (0.72, at(turn, 0.7, 0.0)),
                (1.0, at(turn + 0.2 * cheek.yaw, 1.0, 0.2 * cheek.roll)),
                (1.36, at(cheek.yaw, cheek.pitch, cheek.roll)),
            ],
        )
        .keys(
            Part::Pelvis,
            0.02,
            &[
                (0.2, by(0.0, -0.1, 0.08)),
                (0.5, at(0.03 * first, 0.51, 0.5)),
                (0.75, at(0.02 * first, 0.42, 0.74)),
                (1.05, at(0.0, 0.18, 0.99)),
                (1.26, at(0.0, 0.13, 1.01 + 0.7 * slides)),
                (1.5, at(0.0, 0.125, 1.01 + slides)),
            ],
        )
        .keys(
            Part::Hips,
            0.02,
            &[
                (0.22, by(0.1, 0.16, 0.0)),
                (0.48, at(0.6 * tips, 0.48, -tips)),
                (0.75, at(-0.3 * tips, 0.98, 0.3 * tips)),
                (1.05, at(0.0, 1.44, 0.0)),
                (1.3, at(0.0, 1.53, 0.0)),
            ],
        )
        .keys(
            Part::Chest,
            0.0,
            &[
                (0.2, by(0.1, 0.2, 0.0)),
                (0.5, at(-0.5 * tips, 0.2, 0.6 * tips)),
                (0.78, at(0.4 * tips, -0.02, 0.0)),
                (1.08, at(0.0, -0.1, 0.0)),
                (1.32, at(0.0, 0.0, 0.2 * tips)),
            ],
        );
        for (n, side, s) in [(0, Left, 1.0), (1, Right, -1.0)] {
            let late = if s == first { 0.0 } else { 0.05 };
            let [up, out, along] = arms[n];
            m.keys(
                Part::Wrist(side),
                0.05,
                &[
                    (0.3 + late, at(0.1 * s, -0.2, 0.3)),
                    (0.62 + late, at(0.04 * s, -0.2, 0.42)),
                    (0.8 + late, at(0.05 * s, -0.1, 0.42)),
                    (1.08, at(0.14 * s, 0.02 + 0.1 * up, 0.16)),
                    (1.38, at((0.14 + 0.1 * out) * s, 0.02 + 0.26 * up, 0.1)),
                ],
            )
            .keys(
                Part::Elbow(side),
                0.05,
                &[
                    (0.6, at(0.8 * s, -0.6, -0.3)),
                    (1.05, at(0.9 * s, -0.5, -0.4)),
                    (1.3, at(1.0 * s, -0.5, -0.15)),
                ],
            )
            .keys(
                Part::Palm(side),
                0.1,
                &[(0.66, at(1.0, -1.1, 1.0)), (1.1, at(1.0, -0.7, 1.0)), (1.3, at(1.0, -0.2, 0.7))],
            );
            // Shins fly up behind and come down.
            let [flung, out] = legs[n];
            m.keys(
                Part::Foot(side),
                0.8,
                &[
                    (1.12 + late, at(0.0, 0.02 + 0.14 * flung, -0.04)),
                    (1.46 + late, at(0.03 * s + 0.02 * out, -0.09, slides - 0.03)),
                ],
            )
            .keys(
                Part::Sole(side),
                0.8,
                &[(1.12 + late, at(0.0, 0.5, 0.0)), (1.44 + late, at(0.25 * s * along, 1.15, 0.0))],
            );
        }
        m.end(1.38, Meaning { classes: &["fall", "forward"], ..Meaning::default() });
    }

    /// No further than the knees: the trunk sinks forward over them.
    fn fall_to_knees(&mut self) {
        let (turn, hang) = (0.2 * self.rng.signed(), self.rng.unit());
        let mut m = self.begin();
        to_knees(&mut m, 0.8, 0.0);
        m.carried(0.42, 1.3);
        let kneeling = KNEELING;
        m.keys(
            Part::Gaze,
            0.0,
            &[
                (0.07, by(turn, -0.35, 0.15)),
                (0.4, at(turn, 0.3, 0.0)),
                (0.85, at(turn, 0.75, 0.05)),
                (1.15, at(turn, 0.6, 0.0)),
            ],
        )
        .keys(
            Part::Pelvis,
            0.03,
            &[
                (0.2, by(0.0, -0.08, 0.0)),
                (0.56, at(0.0, kneeling.y - 0.01, kneeling.z)),
                (0.85, at(0.0, kneeling.y - 0.06, kneeling.z - 0.09)),
                (1.15, at(0.0, kneeling.y - 0.05, kneeling.z - 0.08)),
            ],
        )
        .keys(
            Part::Hips,
            0.02,
            &[
                (0.22, by(0.0, 0.08, 0.0)),
                (0.56, at(-0.05, 0.12, 0.0)),
                (0.9, at(0.0, 0.36, 0.0)),
                (1.15, at(0.0, 0.32, 0.0)),
            ],
        )
        .keys(
            Part::Chest,
            0.0,
            &[
                (0.14, by(0.5 * turn, -0.25, 0.05)),
                (0.5, at(0.0, 0.2, 0.0)),
                (0.88, at(0.5 * turn, 0.55, 0.04)),
                (1.15, at(0.5 * turn, 0.48, 0.0)),
            ],
        );
        for (side, s, late) in [(Left, 1.0, 0.0), (Right, -1.0, 0.05)] {
            m.keys(
                Part::Wrist(side),
                0.05,
                &[
                    (0.28 + late, by(0.06 * s, -0.14, 0.02)),
                    (0.62 + late, at(0.12 * s, -0.34, 0.26)),
                    (0.94 + late, at(0.08 * s, -0.4, 0.26 + 0.05 * hang)),
                    (1.15, at(0.08 * s, -0.4, 0.25)),
                ],
            )
            .keys(Part::Elbow(side), 0.1, &[(0.7, at(0.8 * s, -0.4, -0.8))])
            .keys(Part::Palm(side), 0.1, &[(0.8, at(0.6, -0.1, 1.0))]);
        }
        m.end(1.2, Meaning { classes: &["fall", "to_knees"], ..Meaning::default() });
    }
}

/// Sets the toes to where somebody who kneels has them, left and right, each from when to when.
pub(super) fn toes_behind(m: &mut Phrase<'_>, footing: &Footing, [left, right]: [[f32; 2]; 2]) {
    let [x, y] = footing.place.map(|place| place.x);
    m.step_to(Right, right[0], right[1], Vec3::new(y, 0.0, KNEELING_TOES), -0.2);
    m.step_to(Left, left[0], left[1], Vec3::new(x + 0.03, 0.0, KNEELING_TOES), -0.05);
}

/// m. How much further ahead the toes stay of the knee that comes down last.
const LAST_KNEE: f32 = 0.04;

/// Both feet go back onto their balls, under knees that come down: the left one first (1), the right one (−1) or both
/// (0).
fn to_knees(m: &mut Phrase<'_>, down: f32, first: f32) {
    m.travel(Vec3::new(0.0, 0.0, 0.095), 0.0, 0.0, 0.0);
    let ahead = |s: f32| Vec3::new(0.0, 0.0, KNEELING_TOES + LAST_KNEE * (-s * first).max(0.0));
    let [left, right] = narrow().place.map(|place| place.with_z(0.0).with_y(0.0));
    m.step_to(Right, 0.28, 0.5, right + ahead(-1.0), -0.2);
    m.step_to(Left, 0.06, 0.24, left + Vec3::new(0.03, 0.0, 0.0) + ahead(1.0), -0.05);
    m.keys(Part::Bounce, 0.0, &[(0.2, at(0.0, 0.0, 0.0))]).keys(
        Part::Weight,
        0.0,
        &[(0.1, by(0.15, 0.0, 0.0)), (0.32, by(-0.1, 0.0, 0.0)), (0.55, at(0.5, 0.0, 0.0))],
    );
    for (side, s) in [(Left, 1.0), (Right, -1.0)] {
        // The shin of the knee that comes down last leans further.
        let heel = KNEELING_HEEL + 0.15 * (-s * first).max(0.0);
        m.keys(
            Part::Heel(side),
            0.0,
            &[(0.28, at(0.6, 0.0, 0.0)), (0.55, at(heel, 0.0, 0.0)), (down, at(heel, 0.0, 0.0))],
        );
    }
}
