//! Lying, and up again. From the back it goes over the seat and a hand; from the face over all fours; from a side over
//! the hand that caught the fall. All of it ends on one knee, and from there it stands up.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::fall::{Fall, KNEELING, KNEELING_HEEL, LYING, SEAT, toes_behind};
use super::punches::other;
use crate::score::{Goal, HOME, Meaning, Part, Phrase, at, by};

impl Boxer<'_> {
    /// Lies, or kneels, for a while.
    pub(crate) fn lie(&mut self, seconds: f32) {
        let tempo = self.style.tempo;
        let (look, breathe) = (0.25 * self.rng.signed(), 0.03 * self.rng.signed());
        let down = self.down.unwrap_or(Fall::Back);
        let mut m = self.begin();
        let (middle, end) = (0.5 * seconds / tempo, seconds / tempo);
        m.carried(0.0, end);
        match down {
            Fall::Back => m.keys(Part::Gaze, 0.1, &[(0.6 * end, at(look, -1.35, 0.0))]),
            Fall::Side(_) => {
                m.keys(Part::Chest, 0.0, &[(middle, propped(down, breathe)), (end, propped(down, 0.0))])
            }
            Fall::Forward => {
                m.keys(Part::Gaze, 0.0, &[(middle, at(look, 1.05, 0.0)), (end, at(look, 1.1, 0.0))])
            }
            Fall::Knees => {
                m.keys(Part::Gaze, 0.0, &[(middle, at(look, 0.66, 0.0)), (end, at(look, 0.45, 0.0))])
            }
        };
        m.end(end, Meaning { classes: &["lying"], ..Meaning::default() });
    }

    /// Gets up from wherever the last fall ended.
    pub(crate) fn rise(&mut self) {
        let down = self.down.take().unwrap_or(Fall::Back);
        let mut m = self.begin();
        let kneels = match down {
            Fall::Back => from_back(&mut m),
            Fall::Side(side) => from_side(&mut m, side),
            Fall::Forward => from_face(&mut m),
            Fall::Knees => 0.15,
        };
        let kneels = if down == Fall::Back { kneels } else { one_foot_ahead(&mut m, kneels) };
        m.carried(0.0, kneels + 0.35);
        stand_up(&mut m, kneels);
        m.end(kneels + 1.45, Meaning { classes: &["rise"], ..Meaning::default() });
    }
}

/// How the chest of somebody who lies on a side is held.
fn propped(down: Fall, more: f32) -> Goal {
    let s = if down == Fall::Side(Left) { 1.0 } else { -1.0 };
    at(-0.1 * s, 0.2 + more, 0.42 * s)
}

/// Over the seat: one foot is drawn in, the body lifts off a hand on the floor, the other leg goes back under it to
/// kneel. Says when it kneels.
fn from_back(m: &mut Phrase<'_>) -> f32 {
    // The new stance is where the left foot is drawn in to.
    m.travel(Vec3::new(0.0, 0.0, -0.285), 0.0, 0.0, 0.0);
    m.step_aside(Left, 0.5, 0.95, Vec3::new(0.02, 0.0, 0.0), 0.2);
    // The right one goes back under the body onto its ball.
    m.step_aside(Right, 1.1, 1.62, Vec3::new(0.02, 0.0, -0.37), 0.6);
    m.keys(Part::Foot(Left), 0.4, &[(0.72, at(0.04, 0.08, 0.03)), (0.95, HOME)])
        .keys(Part::Sole(Left), 0.4, &[(0.72, at(0.2, -0.5, 0.0)), (0.95, HOME)])
        .keys(
            Part::Foot(Right),
            0.3,
            &[
                (0.7, at(-0.02, 0.04, 0.24)),
                (1.1, at(-0.02, 0.02, 0.24)),
                (1.36, at(-0.06, -0.08, 0.12)),
                (1.62, HOME),
            ],
        )
        .keys(Part::Sole(Right), 0.3, &[(0.9, at(0.4, 0.0, 0.0)), (1.36, at(-0.4, 0.4, 0.0)), (1.62, HOME)])
        .keys(Part::Heel(Right), 0.3, &[(1.0, at(0.2, 0.0, 0.0)), (1.62, at(KNEELING_HEEL, 0.0, 0.0))])
        .keys(Part::Weight, 0.3, &[(1.0, at(0.5, 0.0, 0.0))])
        .keys(
            Part::Pelvis,
            0.3,
            &[
                (0.5, at(0.0, LYING + 0.01, SEAT)),
                (0.95, at(0.0, LYING + 0.02, -0.418)),
                (1.05, at(0.0, LYING + 0.04, -0.4)),
                (1.36, at(0.0, 0.5, -0.17)),
                (1.62, at(0.0, 0.53, 0.0)),
            ],
        )
        .keys(
            Part::Hips,
            0.05,
            &[
                (0.6, at(-0.05, -0.85, 0.0)),
                (0.95, at(-0.05, -0.5, 0.06)),
                (1.34, at(-0.1, -0.29, 0.24)),
                (1.65, at(-0.1, 0.12, 0.03)),
            ],
        )
        .keys(
            Part::Chest,
            0.0,
            &[
                (0.5, at(0.1, 0.5, 0.0)),
                (0.95, at(-0.1, 0.6, 0.05)),
                (1.34, at(-0.25, 0.3, 0.36)),
                (1.65, at(0.05, 0.2, 0.0)),
            ],
        )
        .keys(
            Part::Gaze,
            0.0,
            &[
                (0.45, at(0.0, -0.35, 0.0)),
                (0.9, at(0.0, 0.15, 0.0)),
                (1.34, at(0.0, 0.2, 0.2)),
                (1.65, at(0.0, 0.25, 0.0)),
            ],
        )
        .keys(
            Part::Wrist(Left),
            0.0,
            &[(0.45, at(0.26, -0.36, 0.16)), (0.95, at(0.1, -0.3, 0.34)), (1.65, at(0.06, -0.3, 0.34))],
        )
        // The right hand holds the body off the floor.
        .keys(
            Part::Wrist(Right),
            0.0,
            &[
                (0.45, at(-0.32, -0.36, 0.08)),
                (0.9, at(-0.25, -0.4, -0.1)),
                (1.1, at(-0.25, -0.42, -0.1)),
                (1.36, at(-0.26, -0.49, -0.12)),
                (1.72, at(0.02, -0.32, 0.32)),
            ],
        )
        .keys(Part::Elbow(Left), 0.0, &[(0.8, at(0.6, -0.4, -0.8)), (1.6, at(0.8, -0.6, -0.5))])
        .keys(Part::Elbow(Right), 0.0, &[(0.8, at(-0.5, -0.1, -1.0)), (1.7, at(-0.8, -0.6, -0.5))])
        .keys(Part::Palm(Left), 0.3, &[(0.8, at(0.6, 0.0, 1.0))])
        .keys(
            Part::Palm(Right),
            0.3,
            &[(0.8, at(0.9, -0.8, 1.0)), (1.36, at(0.9, -0.8, 1.0)), (1.7, at(0.6, 0.0, 1.0))],
        );
    1.65
}

/// Over all fours: hands push the chest up, the pelvis goes back over the knees. Says when both knees carry.
fn from_face(m: &mut Phrase<'_>) -> f32 {
    toes_behind(m, [[0.3, 0.52], [0.34, 0.55]]);
    m.keys(
        Part::Pelvis,
        0.1,
        &[(0.55, at(0.0, 0.38, 0.82)), (0.85, at(0.0, 0.5, 0.6)), (1.25, at(0.0, KNEELING.y, KNEELING.z))],
    )
    .keys(
        Part::Hips,
        0.1,
        &[(0.55, at(0.0, 1.25, 0.0)), (0.85, at(0.0, 1.02, 0.0)), (1.25, at(0.0, 0.3, 0.0))],
    )
    .keys(
        Part::Chest,
        0.0,
        &[(0.5, at(0.0, -0.04, 0.0)), (0.9, at(0.0, 0.26, 0.0)), (1.25, at(0.0, 0.24, 0.0))],
    )
    .keys(
        Part::Gaze,
        0.0,
        &[(0.5, at(0.0, 0.8, 0.0)), (0.9, at(0.0, 0.7, 0.0)), (1.3, at(0.0, 0.2, 0.0))],
    );
    for (side, s, late) in [(Left, 1.0, 0.0), (Right, -1.0, 0.06)] {
        m.keys(
            Part::Wrist(side),
            0.0,
            &[
                (0.25, at(0.1 * s, -0.02, 0.14)),
                (0.55, at(0.04 * s, -0.1, 0.36)),
                (0.85 + late, at(0.03 * s, -0.12, 0.45)),
                (1.1 + late, at(0.06 * s, -0.3, 0.36)),
                (1.3 + late, at(0.06 * s, -0.32, 0.32)),
            ],
        )
        .keys(Part::Elbow(side), 0.0, &[(0.55, at(0.8 * s, -0.6, -0.5)), (1.3, at(0.8 * s, -0.6, -0.5))])
        .keys(
            Part::Palm(side),
            0.0,
            &[
                (0.3, at(1.0, -0.5, 1.0)),
                (0.6, at(1.0, -1.0, 1.0)),
                (0.9, at(1.0, -1.1, 1.0)),
                (1.25, at(0.6, 0.0, 1.0)),
            ],
        );
    }
    1.3
}

/// Over the hand that caught the fall: it pushes the trunk up while the legs are drawn under it.
fn from_side(m: &mut Phrase<'_>, side: Side) -> f32 {
    let s = if side == Left { 1.0 } else { -1.0 };
    let near = other(side);
    m.travel(Vec3::new(0.34 * s, 0.0, 0.1), 0.0, 0.0, 0.0);
    toes_behind(m, [[0.6, 1.15], [0.62, 1.15]]);
    for (foot, turned) in [(side, -0.35 * s), (near, -0.15 * s)] {
        m.keys(Part::Heel(foot), 0.2, &[(1.05, at(KNEELING_HEEL, 0.0, 0.0))]);
        m.keys(Part::Foot(foot), 0.3, &[(0.84, at(0.03 * s, 0.06, 0.16)), (1.15, HOME)]).keys(
            Part::Sole(foot),
            0.3,
            &[(0.7, at(turned, 0.3, -0.45 * s)), (1.15, HOME)],
        );
    }
    m.keys(
        Part::Pelvis,
        0.15,
        &[
            (0.4, at(0.46 * s, 0.27, 0.04)),
            (0.8, at(0.31 * s, 0.55, 0.2)),
            (1.12, at(0.08 * s, 0.55, 0.42)),
            (1.5, at(0.0, KNEELING.y, KNEELING.z)),
        ],
    )
    .keys(
        Part::Hips,
        0.1,
        &[
            (0.4, at(0.0, 0.2, -0.95 * s)),
            (0.75, at(0.15 * s, 0.5, -0.45 * s)),
            (1.05, at(0.1 * s, 0.6, -0.12 * s)),
            (1.4, at(0.0, 0.25, 0.0)),
        ],
    )
    .keys(
        Part::Chest,
        0.0,
        &[
            (0.4, at(0.1 * s, 0.3, 0.3 * s)),
            (0.8, at(0.1 * s, 0.35, 0.05 * s)),
            (1.1, at(0.0, 0.34, 0.0)),
            (1.4, at(0.0, 0.24, 0.0)),
        ],
    )
    .keys(
        Part::Gaze,
        0.0,
        &[(0.4, at(0.2 * s, 0.5, -0.3 * s)), (1.0, at(0.0, 0.5, 0.0)), (1.4, at(0.0, 0.2, 0.0))],
    )
    .keys(
        Part::Wrist(side),
        0.0,
        &[
            (0.35, at(0.2 * s, -0.15, 0.2)),
            (0.75, at(0.15 * s, -0.34, 0.28)),
            (1.05, at(0.08 * s, -0.4, 0.3)),
            (1.4, at(0.06 * s, -0.34, 0.3)),
        ],
    )
    .keys(
        Part::Wrist(near),
        0.0,
        &[(0.4, at(0.08 * s, -0.34, 0.32)), (0.8, at(0.0, -0.4, 0.3)), (1.35, at(-0.06 * s, -0.32, 0.32))],
    )
    .keys(Part::Elbow(side), 0.0, &[(0.6, at(0.7 * s, -0.3, -0.9)), (1.3, at(0.8 * s, -0.6, -0.5))])
    .keys(Part::Elbow(near), 0.0, &[(0.6, at(-0.8 * s, -0.4, -0.6)), (1.3, at(-0.8 * s, -0.6, -0.5))])
    .keys(
        Part::Palm(side),
        0.0,
        &[(0.3, at(0.9, -1.1, 1.0)), (0.9, at(0.9, -0.9, 1.0)), (1.4, at(0.6, 0.0, 1.0))],
    );
    1.5
}

/// From both knees onto the right one: the left foot is set ahead. Says when it stands.
fn one_foot_ahead(m: &mut Phrase<'_>, from: f32) -> f32 {
    let t = from;
    m.travel(Vec3::new(0.0, 0.0, 0.14), 0.0, 0.0, 0.0);
    m.step_aside(Left, t + 0.02, t + 0.46, Vec3::new(0.02, 0.0, 0.0), 0.2);
    m.keys(Part::Foot(Left), t + 0.02, &[(t + 0.24, at(0.05, 0.1, 0.0)), (t + 0.46, HOME)])
        .keys(Part::Heel(Left), t, &[(t + 0.4, at(0.0, 0.0, 0.0))])
        .keys(Part::Weight, t, &[(t + 0.5, at(0.5, 0.0, 0.0))])
        .keys(Part::Pelvis, t, &[(t + 0.16, at(-0.02, KNEELING.y, 0.44)), (t + 0.5, at(0.0, 0.54, 0.06))])
        .keys(Part::Hips, t, &[(t + 0.22, at(-0.12, 0.2, 0.1)), (t + 0.5, at(-0.1, 0.16, 0.02))])
        .keys(Part::Chest, t, &[(t + 0.25, at(0.05, 0.3, -0.08)), (t + 0.5, at(0.05, 0.26, 0.0))])
        .keys(Part::Gaze, t, &[(t + 0.4, at(0.0, 0.2, 0.0))])
        // A hand on the knee that comes up.
        .keys(Part::Wrist(Left), t, &[(t + 0.5, at(0.06, -0.34, 0.32))])
        .keys(Part::Wrist(Right), t, &[(t + 0.5, at(0.02, -0.32, 0.32))]);
    t + 0.5
}

/// From one knee to the guard.
fn stand_up(m: &mut Phrase<'_>, from: f32) {
    let t = from;
    m.keys(
        Part::Heel(Right),
        t,
        &[(t + 0.2, at(KNEELING_HEEL, 0.0, 0.0)), (t + 0.65, at(0.75, 0.0, 0.0)), (t + 1.1, HOME)],
    )
    .keys(Part::Weight, t, &[(t + 0.1, at(0.5, 0.0, 0.0)), (t + 0.65, at(0.84, 0.0, 0.0)), (t + 1.35, HOME)])
    .keys(
        Part::Pelvis,
        t,
        &[
            (t + 0.2, at(0.0, 0.54, 0.03)),
            (t + 0.65, at(0.0, 0.74, 0.06)),
            (t + 0.97, by(0.0, -0.05, 0.02)),
            (t + 1.4, HOME),
        ],
    )
    .keys(
        Part::Hips,
        t,
        &[
            (t + 0.25, at(-0.1, 0.3, 0.0)),
            (t + 0.6, at(-0.15, 0.4, 0.0)),
            (t + 0.97, by(0.0, 0.12, 0.0)),
            (t + 1.4, HOME),
        ],
    )
    .keys(Part::Chest, t, &[(t + 0.45, at(0.05, 0.36, 0.0)), (t + 0.95, by(0.0, 0.06, 0.0)), (t + 1.4, HOME)])
    .keys(Part::Gaze, t, &[(t + 0.55, at(0.0, 0.25, 0.0)), (t + 1.1, HOME)])
    .keys(Part::Wrist(Left), t, &[(t + 0.65, at(0.05, -0.24, 0.32)), (t + 1.25, HOME)])
    .keys(Part::Wrist(Right), t + 0.1, &[(t + 0.65, at(0.02, -0.24, 0.3)), (t + 1.3, HOME)])
    .keys(Part::Elbow(Left), t, &[(t + 1.15, HOME)])
    .keys(Part::Elbow(Right), t + 0.15, &[(t + 1.15, HOME)])
    .keys(Part::Palm(Left), t, &[(t + 1.05, HOME)])
    .keys(Part::Palm(Right), t + 0.1, &[(t + 1.05, HOME)])
    .keys(Part::Heel(Left), t, &[(t + 1.1, HOME)])
    .keys(Part::Bounce, t + 0.65, &[(t + 1.4, HOME)]);
    m.step(Right, t + 0.71, t + 1.07);
}
