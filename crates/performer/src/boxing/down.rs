//! Lying, and up again. From the back it goes over the seat and a hand; from the face over all fours; from a side over
//! both hands. All of it goes on over one knee or a deep lunge, without a stop, the trunk low until the hips are high.

use footwork_motion::Side::{self, Left, Right};
use footwork_motion::glam::Vec3;

use super::Boxer;
use super::fall::{Fall, KNEELING_HEEL, LYING, SEAT, narrow, toes_behind};
use super::punches::other;
use crate::posture::{Turn, about};
use crate::score::{Footing, HOME, Meaning, Part, Phrase, at, by};
use crate::signal::{Rng, ramp};

impl Boxer<'_> {
    /// Lies, or kneels, for a while: limbs swing on and drop, then the body breathes, shifts, and feels where it hurts.
    pub(crate) fn lie(&mut self, seconds: f32) {
        let down = self.down.unwrap_or(Fall::Back);
        let mut stirs = Stirs::new(self);
        let mut rng = self.aside_rng();
        let (roll, deep) = (0.06 * self.rng.signed(), 0.9 + 0.3 * self.rng.signed());
        let end = seconds / self.style.tempo;
        let from = if down == Fall::Knees { 0.0 } else { stirs.settle(down, roll, &mut rng) };
        stirs.shift(down, [from, end], &mut rng);
        stirs.breathe(end, deep, &mut rng);
        let mut m = self.begin();
        m.carried(0.0, end);
        for (part, keys) in stirs.parts.iter().zip(&stirs.keys).filter(|(_, keys)| !keys.is_empty()) {
            m.stir(*part, 0.0, keys);
        }
        m.end(end, Meaning { classes: &["lying"], ..Meaning::default() });
    }

    /// Gets up from wherever the last fall ended, straight through: never twice over quite the same road.
    pub(crate) fn rise(&mut self) {
        let down = self.down.take().unwrap_or(Fall::Back);
        // A fighter comes up into the guard, anybody else over either foot.
        let mut rng = self.aside_rng();
        let fights = self.style.stance > FIGHTS;
        let ahead = if fights || rng.unit() < 0.5 { Left } else { Right };
        let road = Road { ahead, footing: if fights { narrow() } else { close(ahead) }, low: rng.unit() };
        self.score.footing = road.footing;
        let mut m = self.begin();
        let kneels = match down {
            Fall::Back => from_back(&mut m),
            Fall::Side(side) => from_side(&mut m, side),
            Fall::Forward => {
                let kneels = from_face(&mut m, &road);
                one_foot_ahead(&mut m, kneels, &road)
            }
            Fall::Knees => one_foot_ahead(&mut m, 0.12, &road),
        };
        let carried = match down {
            Fall::Back => Left,
            Fall::Side(side) => other(side),
            _ => ahead,
        };
        m.carried(0.0, kneels + 0.2);
        stand_up(&mut m, kneels, carried, road.low);
        m.end(kneels + 0.95, Meaning { classes: &["rise"], ..Meaning::default() });
    }
}

/// m. Who stands wider fights.
const FIGHTS: f32 = 0.4;

/// How somebody gets up this time.
struct Road {
    /// The foot that is set ahead.
    ahead: Side,
    footing: Footing,
    /// How low the trunk stays meanwhile, 0 to 1.
    low: f32,
}

/// +1 for the left side, −1 for the right one.
fn sign(side: Side) -> f32 {
    if side == Left { 1.0 } else { -1.0 }
}

/// Where the feet of somebody are who has got up and does not fight, one a little ahead.
fn close(ahead: Side) -> Footing {
    let s = sign(ahead);
    Footing { place: [Vec3::new(0.11, 0.0, 0.06 * s), Vec3::new(-0.11, 0.0, -0.06 * s)], yaw: [0.15, -0.25] }
}

/// What somebody who lies there does, as ways from where everything rests.
struct Stirs {
    parts: [Part; 12],
    keys: [Vec<(f32, Vec3)>; 12],
    /// Where everything rests.
    rests: [Vec3; 12],
    /// Which way up is, as the chest sees it.
    up: Vec3,
    /// s
    last: f32,
}

/// Their numbers.
const TRUNK: [usize; 4] = [0, 1, 2, 3];
const WRISTS: [usize; 2] = [4, 5];
const FEET: [usize; 2] = [6, 7];
const SOLES: [usize; 2] = [8, 9];
const ELBOWS: [usize; 2] = [10, 11];

/// s. From landing until limbs lie still: people's 0.5 to 0.8 s (LAFAN1 pushAndFall1, fallAndGetUp1).
const SETTLES: f32 = 0.7;
/// A limb's swing after it has landed: when, as a share of that time, and how far, as a share of the first.
const SWING: [(f32, f32); 4] = [(0.2, 1.0), (0.45, -0.12), (0.68, 0.3), (1.0, 0.0)];
/// m. How far a belly rises with a breath of somebody who has fallen, the radians that his chest does, and s for each.
const BELLY: f32 = 0.005;
const CHEST: f32 = 0.045;
const BREATH: [f32; 2] = [1.7, 2.4];

impl Stirs {
    fn new(boxer: &Boxer<'_>) -> Stirs {
        let score = &boxer.score;
        let [l, r] = [Left, Right];
        let parts = [
            Part::Pelvis,
            Part::Hips,
            Part::Chest,
            Part::Gaze,
            Part::Wrist(l),
            Part::Wrist(r),
            Part::Foot(l),
            Part::Foot(r),
            Part::Sole(l),
            Part::Sole(r),
            Part::Elbow(l),
            Part::Elbow(r),
        ];
        let rests = parts.map(|part| score.rests(part));
        let chest = turn(rests[TRUNK[1]]).rotation() * turn(rests[TRUNK[2]]).rotation();
        Stirs { parts, keys: Default::default(), rests, up: chest.conjugate() * Vec3::Y, last: 0.0 }
    }

    fn put(&mut self, part: usize, at: f32, by: Vec3) {
        self.keys[part].push((at, by));
    }

    /// Arms and legs swing on and drop, flesh gives way and comes back. Says when that is over.
    fn settle(&mut self, down: Fall, roll: f32, rng: &mut Rng) -> f32 {
        for side in 0..2 {
            let (late, high, along) = (rng.range(0.85, 1.15), rng.range(0.03, 0.08), 0.06 * rng.signed());
            // Knees of somebody who lies on them stay straight.
            let along = if down == Fall::Forward { -0.02 } else { along };
            let high = if let Fall::Side(_) = down { 0.6 * high } else { high };
            let (arm, across) = (rng.range(0.02, 0.06), 0.04 * rng.signed());
            let tips = 0.3 * rng.signed();
            for (at, share) in SWING {
                let (at, slid) = (SETTLES * late * at, ramp(at, 0.0, 0.6));
                let up = high * share.max(0.0);
                self.put(FEET[side], at, Vec3::new(0.5 * along * slid, up, along * slid));
                self.put(SOLES[side], at, Vec3::new(tips * slid, -2.0 * up, 0.3 * tips * share));
                self.put(WRISTS[side], 0.9 * at, arm * share.max(0.0) * self.up + across * slid * Vec3::Y);
            }
        }
        let nod = rng.range(0.02, 0.07);
        for (at, share) in SWING {
            self.put(TRUNK[3], SETTLES * at, Vec3::new(0.0, nod * share, roll * share));
        }
        self.last = SETTLES;
        1.2 * SETTLES
    }

    /// One thing after the other: the head turns, a knee is drawn up, a hand goes to what hurts.
    fn shift(&mut self, down: Fall, [from, to]: [f32; 2], rng: &mut Rng) {
        let mut now = from + 0.2 * rng.unit();
        let mut last = 9;
        while now + 0.45 < to {
            let end = (now + rng.range(0.35, 0.75)).min(to);
            let what = (0..4).filter(|what| *what != last).nth((3.0 * rng.unit()) as usize).unwrap_or(0);
            last = what;
            let side = usize::from(rng.unit() < 0.5);
            match what {
                0 => self.turn_head(down, now, end, rng),
                1 => self.draw_up(down, side, now, end, rng),
                2 => self.draw_up(down, 1 - side, now, end, rng),
                _ => self.feel(down, now, end, rng),
            }
            // One is not over when the next begins.
            now += rng.range(0.12, 0.4);
        }
    }

    /// From where a channel has come to by then, over some seconds, to a place.
    fn lead(&mut self, part: usize, from: f32, to: f32, by: Vec3) {
        let is = self.keys[part].last().copied().unwrap_or((0.0, Vec3::ZERO));
        if is.0 < from {
            self.put(part, from, is.1);
            self.put(part, to, by);
        }
    }

    fn turn_head(&mut self, down: Fall, from: f32, to: f32, rng: &mut Rng) {
        let angle = 0.6 * rng.signed();
        let rests = self.rests[TRUNK[3]];
        let by = match down {
            // About its own axis, which lies.
            Fall::Back | Fall::Side(_) | Fall::Forward => {
                let turned = Turn::near(turn(rests).rotation() * about(1, angle), turn(rests));
                Vec3::new(turned.yaw, turned.pitch, turned.roll) - rests
            }
            Fall::Knees => Vec3::new(angle, 0.2 * rng.signed(), 0.3 * angle),
        };
        self.lead(TRUNK[3], from, to, by);
    }

    fn draw_up(&mut self, down: Fall, side: usize, from: f32, to: f32, rng: &mut Rng) {
        // Which way the pelvis is.
        let way = match down {
            Fall::Back => Vec3::NEG_Z,
            Fall::Side(Left) => Vec3::X,
            Fall::Side(Right) => Vec3::NEG_X,
            // A shin swings up.
            Fall::Forward => Vec3::Y,
            Fall::Knees => return,
        };
        let most = if down == Fall::Back { 0.2 } else { 0.11 };
        let far = most * rng.range(-0.2, 1.0);
        self.lead(FEET[side], from, to, far * way + 0.02 * Vec3::Y);
    }

    fn feel(&mut self, down: Fall, from: f32, to: f32, rng: &mut Rng) {
        let side = match down {
            Fall::Side(Left) => 1,
            Fall::Side(Right) => 0,
            _ => usize::from(rng.unit() < 0.5),
        };
        let s = if side == 0 { 1.0 } else { -1.0 };
        let goal = match (down, rng.unit() < 0.6) {
            // Nothing is felt with a hand that one lies on.
            (Fall::Forward, _) => {
                let by = Vec3::new(0.04 * s * rng.unit(), 0.08 * rng.signed(), 0.0);
                return self.lead(WRISTS[side], from, to, by);
            }
            // The belly, or the other side.
            (_, true) => Vec3::new(-0.12 * s, -0.3 + 0.06 * rng.signed(), 0.2),
            // The head.
            _ => Vec3::new(-0.02 * s, 0.04 + 0.05 * rng.signed(), 0.27),
        };
        let by = goal - self.rests[WRISTS[side]];
        let elbow = Vec3::new(0.8 * s, -0.5, -0.4) - self.rests[ELBOWS[side]];
        self.lead(WRISTS[side], from, to, by);
        self.lead(ELBOWS[side], from, to, elbow);
    }

    /// Deep breaths, in the chest and the belly, and small shifts of the hips.
    fn breathe(&mut self, seconds: f32, deep: f32, rng: &mut Rng) {
        let mut now = 0.15;
        while now < seconds {
            let takes = rng.range(BREATH[0], BREATH[1]);
            for (at, share) in [(0.42, 1.0), (1.0, 0.0)] {
                let at = now + takes * at;
                let lies = 0.11 * Vec3::new(0.3 * rng.signed(), rng.signed(), 0.5 * rng.signed());
                self.put(
                    TRUNK[0],
                    at,
                    deep * share * BELLY * Vec3::Y + 0.02 * Vec3::new(rng.signed(), 0.0, rng.signed()),
                );
                self.put(TRUNK[1], at, lies);
                self.put(TRUNK[2], at, Vec3::new(0.0, -deep * share * CHEST, 0.0) - 0.4 * lies);
            }
            now += takes;
        }
    }
}

/// Yaw, pitch and roll.
fn turn(v: Vec3) -> Turn {
    Turn::new(v.x, v.y, v.z)
}

/// Over the seat: one foot is drawn in, the body lifts off a hand on the floor, the other leg goes back under it to
/// kneel. Says when it kneels.
fn from_back(m: &mut Phrase<'_>) -> f32 {
    // The new stance is where the left foot is drawn in to.
    m.travel(Vec3::new(0.0, 0.0, -0.285), 0.0, 0.0, 0.0);
    m.step_to(Left, 0.36, 0.68, Vec3::new(0.105, 0.0, 0.2275), -0.05);
    // The right one goes back under the body onto its ball.
    m.step_to(Right, 0.79, 1.17, Vec3::new(-0.095, 0.0, -0.5975), -0.25);
    m.keys(Part::Foot(Left), 0.29, &[(0.52, at(0.04, 0.08, 0.03)), (0.68, HOME)])
        .keys(Part::Sole(Left), 0.29, &[(0.52, at(0.2, -0.5, 0.0)), (0.68, HOME)])
        .keys(
            Part::Foot(Right),
            0.22,
            &[
                (0.5, at(-0.02, 0.04, 0.24)),
                (0.79, at(-0.02, 0.02, 0.24)),
                (0.98, at(-0.06, -0.08, 0.12)),
                (1.17, HOME),
            ],
        )
        .keys(Part::Sole(Right), 0.22, &[(0.65, at(0.4, 0.0, 0.0)), (0.98, at(-0.4, 0.4, 0.0)), (1.17, HOME)])
        .keys(Part::Heel(Right), 0.22, &[(0.72, at(0.2, 0.0, 0.0)), (1.17, at(KNEELING_HEEL, 0.0, 0.0))])
        .keys(Part::Weight, 0.22, &[(0.72, at(0.5, 0.0, 0.0))])
        .keys(
            Part::Pelvis,
            0.22,
            &[
                (0.36, at(0.0, LYING + 0.01, SEAT)),
                (0.68, at(0.0, LYING + 0.02, -0.418)),
                (0.76, at(0.0, LYING + 0.04, -0.4)),
                (0.98, at(0.0, 0.53, -0.19)),
                (1.17, at(0.0, 0.53, 0.0)),
            ],
        )
        .keys(
            Part::Hips,
            0.05,
            &[
                (0.43, at(-0.05, -0.85, 0.0)),
                (0.68, at(-0.05, -0.5, 0.06)),
                (0.96, at(-0.1, -0.29, 0.24)),
                (1.19, at(-0.1, 0.12, 0.03)),
            ],
        )
        .keys(
            Part::Chest,
            0.0,
            &[
                (0.36, at(0.1, 0.5, 0.0)),
                (0.68, at(-0.1, 0.6, 0.05)),
                (0.96, at(-0.25, 0.3, 0.36)),
                (1.19, at(0.05, 0.2, 0.0)),
            ],
        )
        .keys(
            Part::Gaze,
            0.0,
            &[
                (0.32, at(0.0, -0.35, 0.0)),
                (0.65, at(0.0, 0.15, 0.0)),
                (0.96, at(0.0, 0.2, 0.2)),
                (1.19, at(0.0, 0.25, 0.0)),
            ],
        )
        .keys(
            Part::Wrist(Left),
            0.0,
            &[(0.32, at(0.26, -0.36, 0.16)), (0.68, at(0.1, -0.3, 0.34)), (1.19, at(0.06, -0.3, 0.34))],
        )
        // The right hand holds the body off the floor.
        .keys(
            Part::Wrist(Right),
            0.0,
            &[
                (0.32, at(-0.32, -0.36, 0.08)),
                (0.65, at(-0.25, -0.4, -0.1)),
                (0.79, at(-0.25, -0.42, -0.1)),
                (0.98, at(-0.26, -0.49, -0.12)),
                (1.24, at(0.02, -0.32, 0.32)),
            ],
        )
        .keys(Part::Elbow(Left), 0.0, &[(0.58, at(0.6, -0.4, -0.8)), (1.15, at(0.8, -0.6, -0.5))])
        .keys(Part::Elbow(Right), 0.0, &[(0.58, at(-0.5, -0.1, -1.0)), (1.22, at(-0.8, -0.6, -0.5))])
        .keys(Part::Palm(Left), 0.22, &[(0.58, at(0.6, 0.0, 1.0))])
        .keys(
            Part::Palm(Right),
            0.22,
            &[(0.58, at(0.9, -0.8, 1.0)), (0.98, at(0.9, -0.8, 1.0)), (1.22, at(0.6, 0.0, 1.0))],
        );
    1.18
}

/// Onto all fours: hands push the chest up, the pelvis goes back over the knees. Says when both knees carry.
fn from_face(m: &mut Phrase<'_>, road: &Road) -> f32 {
    toes_behind(m, &road.footing, [[0.22, 0.46], [0.28, 0.52]]);
    for side in Side::BOTH {
        m.keys(Part::Foot(side), 0.0, &[(0.46, HOME)]).keys(Part::Sole(side), 0.0, &[(0.46, HOME)]).keys(
            Part::Heel(side),
            0.0,
            &[(0.5, at(KNEELING_HEEL, 0.0, 0.0))],
        );
    }
    m.keys(Part::Pelvis, 0.06, &[(0.45, at(0.0, 0.36, 0.84)), (0.74, at(0.0, 0.48, 0.6))])
        .keys(Part::Hips, 0.06, &[(0.45, at(0.0, 1.28, 0.0)), (0.74, at(0.0, 1.2, 0.0))])
        .keys(Part::Chest, 0.0, &[(0.4, at(0.0, -0.08, 0.0)), (0.76, at(0.0, 0.34, 0.0))])
        .keys(Part::Gaze, 0.0, &[(0.42, at(0.0, 0.85, 0.0)), (0.76, at(0.0, 0.8, 0.0))]);
    for (side, s, late) in [(Left, 1.0, 0.0), (Right, -1.0, 0.05)] {
        m.keys(
            Part::Wrist(side),
            0.0,
            &[
                (0.18, at(0.13 * s, 0.0, 0.19)),
                (0.45, at(0.05 * s, -0.06, 0.4)),
                (0.74 + late, at(0.03 * s, -0.06, 0.5)),
            ],
        )
        .keys(Part::Elbow(side), 0.0, &[(0.45, at(0.8 * s, -0.6, -0.5))])
        .keys(Part::Palm(side), 0.0, &[(0.25, at(1.0, -0.5, 1.0)), (0.5, at(1.0, -1.0, 1.0))]);
    }
    0.76
}

/// Over both hands: they push the trunk up while the upper foot is set ahead of the body and the lower knee is drawn
/// under it. Says when hands let go.
fn from_side(m: &mut Phrase<'_>, side: Side) -> f32 {
    let s = sign(side);
    let near = other(side);
    m.travel(Vec3::new(0.49 * s, 0.0, 0.2), 0.0, 0.0, 0.0);
    m.step_to(near, 0.34, 0.66, Vec3::new(-0.13 * s, 0.0, 0.14), -0.15 * s);
    m.step_to(side, 0.46, 0.82, Vec3::new(0.1 * s, 0.0, -0.43), 0.1 * s);
    for (foot, lifts, lands, heel, trails) in [(near, 0.2, 0.66, 0.25, 0.0), (side, 0.22, 0.82, 0.95, -0.16)]
    {
        // Drawn towards the body first.
        m.stir(Part::Foot(foot), 0.02, &[(lifts + 0.06, Vec3::new((0.1 - 0.6 * trails) * s, 0.03, -0.02))])
            .keys(
                Part::Foot(foot),
                lifts + 0.04,
                &[(0.56, at(-0.3 * trails * s, 0.04, trails)), (lands, HOME)],
            )
            .keys(Part::Sole(foot), lifts, &[(lands, HOME)])
            .keys(Part::Heel(foot), lifts, &[(lands - 0.06, at(heel, 0.0, 0.0))]);
    }
    m.keys(
        Part::Pelvis,
        0.0,
        &[
            (0.33, at(0.53 * s, 0.19, -0.02)),
            (0.58, at(0.32 * s, 0.3, -0.06)),
            (0.8, at(0.1 * s, 0.46, -0.09)),
            (0.95, at(0.05 * s, 0.52, -0.06)),
        ],
    )
    .keys(
        Part::Hips,
        0.0,
        &[
            (0.33, at(0.08 * s, -0.1, -1.36 * s)),
            (0.58, at(0.15 * s, 0.3, -0.9 * s)),
            (0.8, at(0.1 * s, 0.42, -0.3 * s)),
            (0.95, at(0.05 * s, 0.5, -0.12 * s)),
        ],
    )
    .keys(
        Part::Chest,
        0.0,
        &[
            (0.33, at(0.05 * s, 0.3, 0.2 * s)),
            (0.58, at(0.15 * s, 0.5, 0.15 * s)),
            (0.8, at(0.05 * s, 0.8, 0.05 * s)),
            (0.95, at(0.0, 0.85, 0.0)),
        ],
    )
    .keys(
        Part::Gaze,
        0.0,
        &[
            (0.38, at(0.15 * s, 0.4, -0.9 * s)),
            (0.75, at(0.1 * s, 0.7, -0.25 * s)),
            (0.95, at(0.0, 0.75, 0.0)),
        ],
    )
    .keys(
        Part::Wrist(side),
        0.0,
        &[
            (0.28, at(0.1 * s, -0.06, 0.34)),
            (0.58, at(0.24 * s, -0.26, 0.26)),
            (0.84, at(0.1 * s, -0.4, 0.3)),
            (1.0, at(0.06 * s, -0.42, 0.28)),
        ],
    )
    .keys(
        Part::Wrist(near),
        0.0,
        &[
            (0.3, at(0.3 * s, -0.2, 0.34)),
            (0.6, at(0.2 * s, -0.36, 0.32)),
            (0.86, at(0.02 * s, -0.44, 0.27)),
            (1.0, at(-0.02 * s, -0.42, 0.26)),
        ],
    )
    .keys(Part::Elbow(side), 0.0, &[(0.34, at(-0.1 * s, -1.0, 0.0)), (0.7, at(0.5 * s, -0.6, -0.7))])
    .keys(Part::Elbow(near), 0.0, &[(0.6, at(-0.8 * s, -0.4, -0.6))])
    .keys(Part::Palm(side), 0.0, &[(0.3, at(0.9, -1.1, 1.0)), (0.85, at(0.9, -0.9, 1.0))])
    .keys(Part::Palm(near), 0.0, &[(0.3, at(0.9, -0.9, 1.0)), (0.85, at(0.9, -0.7, 1.0))])
    .keys(Part::Weight, 0.3, &[(0.66, at(0.5 - 0.2 * s, 0.0, 0.0))]);
    0.92
}

/// From both knees onto one: a foot is set ahead, trunk low, hands at the floor. Says when it stands.
fn one_foot_ahead(m: &mut Phrase<'_>, from: f32, road: &Road) -> f32 {
    let (t, s) = (from, sign(road.ahead));
    let [foot, knee] = [road.ahead, other(road.ahead)];
    let there = road.footing.place[usize::from(foot == Right)].z;
    m.travel(Vec3::new(0.0, 0.0, LUNGE - there), 0.0, 0.0, 0.0);
    m.step_aside(foot, t + 0.02, t + 0.38, Vec3::new(0.02 * s, 0.0, 0.0), 0.1 * s);
    m.keys(Part::Foot(foot), t + 0.02, &[(t + 0.2, at(0.05 * s, 0.08, 0.0)), (t + 0.38, HOME)])
        .keys(Part::Heel(foot), t, &[(t + 0.34, at(0.0, 0.0, 0.0))])
        .keys(Part::Weight, t, &[(t + 0.4, at(0.5 + 0.1 * s, 0.0, 0.0))])
        .keys(Part::Pelvis, t, &[(t + 0.15, at(-0.02 * s, 0.52, 0.45)), (t + 0.4, at(0.0, 0.55, 0.05))])
        .keys(
            Part::Hips,
            t,
            &[(t + 0.18, at(-0.1 * s, 0.55, 0.1 * s)), (t + 0.4, at(-0.1 * s, 0.4, 0.02 * s))],
        )
        .keys(
            Part::Chest,
            t,
            &[(t + 0.2, at(0.05 * s, 0.55, -0.06 * s)), (t + 0.42, at(0.05 * s, 0.7 + 0.2 * road.low, 0.0))],
        )
        .keys(Part::Gaze, t, &[(t + 0.36, at(0.0, 0.55, 0.0))])
        .keys(Part::Wrist(foot), t, &[(t + 0.3, at(0.06 * s, -0.36, 0.36))])
        .keys(Part::Wrist(knee), t, &[(t + 0.4, at(-0.04 * s, -0.42, 0.3))])
        .keys(Part::Elbow(foot), t, &[(t + 0.4, at(0.8 * s, -0.5, -0.5))])
        .keys(Part::Elbow(knee), t, &[(t + 0.4, at(-0.8 * s, -0.5, -0.5))]);
    t + 0.4
}

/// m. How far ahead of the middle of a stance that kneels a foot is set to stand up on.
const LUNGE: f32 = 0.37;

/// From one knee up: the trunk stays low until the hips are high, the rear foot comes up last.
fn stand_up(m: &mut Phrase<'_>, from: f32, ahead: Side, low: f32) {
    let (t, s) = (from, sign(ahead));
    let rear = other(ahead);
    m.keys(
        Part::Heel(rear),
        t,
        &[(t + 0.1, at(KNEELING_HEEL, 0.0, 0.0)), (t + 0.42, at(0.75, 0.0, 0.0)), (t + 0.8, HOME)],
    )
    .keys(Part::Weight, t, &[(t + 0.36, at(0.5 + 0.34 * s, 0.0, 0.0)), (t + 0.95, HOME)])
    .keys(
        Part::Pelvis,
        t,
        &[(t + 0.4, at(0.0, 0.74, 0.05)), (t + 0.68, by(0.0, -0.05, 0.02)), (t + 1.0, HOME)],
    )
    .keys(
        Part::Hips,
        t,
        &[(t + 0.35, at(-0.12 * s, 0.5 + 0.2 * low, 0.0)), (t + 0.66, by(0.0, 0.16, 0.0)), (t + 1.05, HOME)],
    )
    .keys(
        Part::Chest,
        t,
        &[
            (t + 0.3, at(0.05 * s, 0.6 + 0.2 * low, 0.0)),
            (t + 0.7, by(0.04 * s, 0.12, 0.0)),
            (t + 1.15, HOME),
        ],
    )
    .keys(Part::Gaze, t, &[(t + 0.35, at(0.0, 0.45, 0.0)), (t + 0.95, HOME)])
    .keys(Part::Foot(rear), t, &[(t + 0.2, HOME)])
    .keys(Part::Bounce, t + 0.45, &[(t + 1.0, HOME)]);
    for (side, late) in [(ahead, 0.0), (rear, 0.08)] {
        let x = sign(side);
        m.keys(
            Part::Wrist(side),
            t,
            &[(t + 0.4 + late, by(0.06 * x, 0.1, 0.1 + 0.06 * s * x)), (t + 0.95 + late, HOME)],
        )
        .keys(Part::Elbow(side), t + late, &[(t + 0.85, HOME)])
        .keys(Part::Palm(side), t + late, &[(t + 0.6, HOME)]);
    }
    m.keys(Part::Heel(ahead), t, &[(t + 0.8, HOME)]);
    m.step(rear, t + 0.46, t + 0.8);
}
