//! Football: running with a ball under an arm, away from those who want it; and those who want it, who tackle high and
//! low, and miss.

use footwork_motion::Side::{self, Left, Right};

use crate::Take;
use crate::body::joint;
use crate::boxing::legs::{AT_EASE, give_way};
use crate::clamp_joints;
use crate::gait::{Leg, SETTINGS, walk_with};
use crate::overlay::{Seen, begin, bend, both, lead, overlay, reach};
use crate::recite::{Classes, Event, Joints, cut, told};
use crate::score::{HOME, Part, Score, at, by};
use crate::signal::Rng;
use crate::truth::{Hold, Touch, Truth};
use crate::weight::{self, Carriers};

/// m: a ball as long as a forearm; and kg.
const BALL: [f32; 3] = [0.17, 0.17, 0.28];
const BALL_MASS: f32 = 0.41;

/// s. How long the body takes to turn once round; people take 0.6 to 0.8 s (CMU 78_13).
const ROUND: f32 = 1.1;
/// m/s. How fast the way goes on meanwhile.
const SPINS_AT: f32 = 2.15;
/// m/s. How fast legs drive on against who is held.
const DRIVES_AT: f32 = 1.6;

struct Player<'a> {
    legs: Vec<(Leg, Classes)>,
    score: Score,
    events: Vec<Event>,
    holds: Vec<Hold>,
    /// s. From when to when somebody is held, who carries a part of the weight then.
    grips: Vec<[f32; 2]>,
    now: f32,
    rng: &'a mut Rng,
}

/// Plays for some seconds: with the ball, then after it, in turns.
pub fn play_football(seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut player = Player {
        legs: Vec::new(),
        score: overlay(),
        events: Vec::new(),
        holds: Vec::new(),
        grips: Vec::new(),
        now: 0.0,
        rng: &mut choices,
    };
    player.go(Leg::stand(1.0), &["stand"]);
    while player.now < seconds {
        player.carry_ball();
        player.tackle_about();
    }
    player.go(Leg::stand(3.0), &["stand"]);
    let Player { legs, score, events, mut holds, grips, .. } = player;
    let course: Vec<Leg> = legs.iter().map(|(leg, _)| *leg).collect();
    let mut walk = walk_with(&course, rng, |postures, carriers| {
        bend(&score, postures);
        reach(&score, postures, Seen::Chest);
        let leant_on = Carriers { elsewhere: grips.clone(), ..carriers.clone() };
        weight::carry(postures, &leant_on, &SETTINGS);
    });
    clamp_joints::hips(&mut walk.postures);
    // Spins ask for more of hips and ankles than one round of giving way gives.
    (0..2).for_each(|_| give_way(&mut walk.postures, &walk.supports, |_| AT_EASE));
    clamp_joints::heels(&mut walk.postures);
    clamp_joints::floor(&mut walk.postures, &walk.supports);
    let (postures, supports) = cut(walk, seconds);
    let actions = told(&legs, &supports, &events, &postures, seconds);
    holds.retain(|hold| hold.from < seconds);
    holds.iter_mut().for_each(|hold| hold.to = hold.to.min(seconds));
    let mut joints = Joints::new();
    let touches = (grips.iter().map(|grip| grip[0]).filter(|time| *time < seconds))
        .map(|time| {
            let world = joints.at(&postures, time);
            let point =
                0.5 * (world[joint::LEFT_ARM + 3].translation + world[joint::RIGHT_ARM + 3].translation);
            Touch { time, part: "arms".to_string(), point: point.to_array(), what: "tackle".to_string() }
        })
        .collect();
    Take { postures, truth: Truth { supports, actions, holds, touches, ..Truth::default() } }
}

impl Player<'_> {
    fn go(&mut self, leg: Leg, classes: Classes) {
        self.now += leg.seconds;
        self.legs.push((leg, classes));
    }

    fn either(&mut self) -> f32 {
        if self.rng.unit() < 0.5 { 1.0 } else { -1.0 }
    }

    /// Runs with the ball, and gets away from somebody now and then.
    fn carry_ball(&mut self) {
        let arm = if self.rng.unit() < 0.7 { Right } else { Left };
        let from = self.now;
        self.tuck(arm, from);
        for _ in 0..3 + (self.rng.unit() * 2.0) as usize {
            let speed = self.rng.range(2.8, 4.2);
            let (seconds, turn) = (self.rng.range(1.0, 1.7), 0.4 * self.rng.signed());
            self.go(Leg::ahead(seconds, speed).turning(turn), &["movement", "run"]);
            let side = self.either();
            match (self.rng.unit() * 5.0) as usize {
                0 => {
                    let flight = self.rng.range(0.24, 0.34);
                    self.go(Leg::ahead(0.9, speed).jumping(flight), &["avoid", "jump"]);
                }
                1 => {
                    // Once round, the back to who comes: the way goes on while the body turns.
                    self.spin(side, if arm == Left { Right } else { Left });
                    self.go(Leg::ahead(0.1, SPINS_AT), &["avoid", "spin"]);
                    let spin = std::f32::consts::TAU / ROUND * side;
                    self.go(Leg { spin, ..Leg::ahead(ROUND, SPINS_AT) }, &["avoid", "spin"]);
                    self.go(Leg::ahead(0.1, SPINS_AT), &["avoid", "spin"]);
                }
                2 => {
                    self.lean_away(side, 0.9);
                    self.go(Leg { left: 1.2 * side, ..Leg::ahead(0.45, 1.9) }, &["avoid", "side_step"]);
                    self.go(Leg { left: -0.3 * side, ..Leg::ahead(0.45, 2.8) }, &["avoid", "side_step"]);
                }
                3 => {
                    self.go(Leg::ahead(0.6, 2.1).turning(1.6 * side), &["avoid", "cut"]);
                }
                _ => {
                    // It is the arm's alone: legs run on.
                    let (from, to) = (self.now - 0.1, self.now + 0.8);
                    let (classes, limbs) = (vec!["avoid", "stiff_arm"], &["left_foot", "right_foot"]);
                    self.events.push(Event { from, to, classes, limbs });
                    self.stiff_arm(if arm == Left { Right } else { Left });
                    self.go(Leg::ahead(0.8, 3.0), &["movement", "run"]);
                }
            }
            self.go(Leg::ahead(0.9, speed), &["movement", "run"]);
        }
        self.go(Leg::ahead(0.7, 1.4), &["movement", "walk"]);
        self.go(Leg::stand(1.3), &["stand"]);
        let to = self.now - 0.3;
        let hands = if arm == Left { "left" } else { "right" };
        let (what, hands) = ("ball".to_string(), hands.to_string());
        self.holds.push(Hold { from: from + 0.3, to, what, size: BALL, mass: BALL_MASS, hands });
        lead(&mut begin(&mut self.score, 0.0), [to, self.now + 0.2], 0.0, 0.0);
    }

    /// The ball goes under an arm: the forearm lies along it, the elbow holds it to the ribs.
    fn tuck(&mut self, arm: Side, t: f32) {
        let s = if arm == Left { 1.0 } else { -1.0 };
        let mut m = begin(&mut self.score, 0.0);
        m.keys(
            Part::Wrist(arm),
            t,
            &[(t + 0.02, at(0.0, -0.24, 0.2)), (t + 0.6, at(0.02 * s, -0.23, 0.205))],
        )
        .keys(Part::Elbow(arm), t, &[(t + 0.3, at(0.6 * s, -0.6, -1.0))])
        .keys(Part::Palm(arm), t, &[(t + 0.3, at(-0.3, 0.25, 0.0))]);
        let (left, right) = if arm == Left { (1.0, 0.0) } else { (0.0, 1.0) };
        lead(&mut m, [t, t + 0.5], left, right);
    }

    /// The free hand keeps somebody off.
    fn stiff_arm(&mut self, arm: Side) {
        let (t, s) = (self.now, if arm == Left { 1.0 } else { -1.0 });
        let mut m = begin(&mut self.score, 0.0);
        m.keys(
            Part::Wrist(arm),
            t - 0.2,
            &[
                (t - 0.18, at(0.1 * s, -0.2, 0.2)),
                (t + 0.25, at(0.26 * s, -0.06, 0.4)),
                (t + 0.5, at(0.27 * s, -0.08, 0.39)),
                (t + 0.8, at(0.1 * s, -0.2, 0.2)),
            ],
        )
        .keys(Part::Elbow(arm), t - 0.2, &[(t, at(0.6 * s, -0.8, -0.3))])
        .keys(Part::Palm(arm), t - 0.2, &[(t + 0.2, at(0.5, -0.8, 0.0)), (t + 0.8, at(0.4, 0.1, 0.0))])
        .keys(Part::Chest, t - 0.2, &[(t + 0.25, by(-0.2 * s, 0.08, 0.0)), (t + 0.8, HOME)]);
        let (on, off) = if arm == Left { ((1.0, 1.0), (0.0, 1.0)) } else { ((1.0, 1.0), (1.0, 0.0)) };
        m.keys(
            Part::Bounce,
            t - 0.2,
            &[
                (t + 0.15, at(on.0, on.1, 0.0)),
                (t + 0.5, at(on.0, on.1, 0.0)),
                (t + 0.9, at(off.0, off.1, 0.0)),
            ],
        );
    }

    /// In a spin the trunk is down and the free arm flung out, which draws it round.
    fn spin(&mut self, side: f32, arm: Side) {
        let (t, s) = (self.now, if arm == Left { 1.0 } else { -1.0 });
        let (low, over) = (t + 0.3, t + ROUND);
        let mut m = begin(&mut self.score, 0.0);
        m.keys(
            Part::Chest,
            t - 0.1,
            &[(low, by(0.35 * side, 0.42, 0.0)), (over, by(0.1 * side, 0.36, 0.0)), (over + 0.4, HOME)],
        )
        .keys(
            Part::Hips,
            t - 0.1,
            &[(low, by(0.0, 0.22, 0.0)), (over, by(0.0, 0.18, 0.0)), (over + 0.4, HOME)],
        )
        .keys(
            Part::Pelvis,
            t - 0.1,
            &[(low, by(0.0, -0.13, 0.0)), (over, by(0.0, -0.12, 0.0)), (over + 0.4, HOME)],
        )
        .keys(Part::Gaze, t - 0.1, &[(low, by(0.3 * side, 0.12, 0.0)), (over + 0.3, HOME)])
        .keys(
            Part::Wrist(arm),
            t - 0.1,
            &[
                (t - 0.08, at(0.12 * s, -0.24, 0.2)),
                (t + 0.3, at(0.4 * s, -0.16, 0.2)),
                (t + 0.6, at(0.44 * s, -0.12, 0.1)),
                (over + 0.4, at(0.1 * s, -0.22, 0.2)),
            ],
        )
        .keys(Part::Elbow(arm), t - 0.1, &[(t, at(0.5 * s, -0.8, -0.5))])
        .keys(Part::Palm(arm), t - 0.1, &[(t + 0.2, at(0.4, -0.1, 0.0))]);
        let (on, off) = if arm == Left { ((0.9, 1.0), (0.0, 1.0)) } else { ((1.0, 0.9), (1.0, 0.0)) };
        m.keys(
            Part::Bounce,
            t - 0.1,
            &[
                (t + 0.3, at(on.0, on.1, 0.0)),
                (over, at(on.0, on.1, 0.0)),
                (over + 0.5, at(off.0, off.1, 0.0)),
            ],
        );
    }

    /// The trunk leans into a step to a side, and is low.
    fn lean_away(&mut self, side: f32, seconds: f32) {
        let t = self.now;
        let (out, end) = (t + 0.4 * seconds, t + seconds);
        begin(&mut self.score, 0.0)
            .keys(Part::Chest, t, &[(out, by(0.0, 0.12, -0.16 * side)), (end, HOME)])
            .keys(Part::Pelvis, t, &[(out, by(0.0, -0.05, 0.0)), (end, HOME)])
            .keys(Part::Gaze, t, &[(out, by(0.3 * side, 0.0, 0.0)), (end, HOME)]);
    }

    /// Runs up and tackles, a few times.
    fn tackle_about(&mut self) {
        for _ in 0..2 {
            let (low, missed) = (self.rng.unit() < 0.5, self.rng.unit() < 0.45);
            let speed = self.rng.range(2.6, 3.3);
            let (seconds, turn) = (self.rng.range(1.4, 2.0), 0.5 * self.rng.signed());
            self.go(Leg::ahead(seconds, speed).turning(turn), &["movement", "run"]);
            let aside = if missed { 0.25 * self.either() } else { 0.0 };
            self.tackle(low, missed, aside);
            // Legs drive on against who is held, two or three steps.
            let after = if missed { 2.0 } else { DRIVES_AT };
            self.go(Leg::ahead(0.75, after).turning(1.2 * aside), &["movement", "run"]);
            self.go(Leg::ahead(0.7, 0.6), &["movement", "walk"]);
            self.go(Leg::stand(1.2), &["stand"]);
        }
    }

    /// Arms go round somebody at chest or at hip height, the shoulder into him and the head beside; who misses closes them on
    /// nothing.
    fn tackle(&mut self, low: bool, missed: bool, aside: f32) {
        // He is met while the run still goes on.
        let shut = self.now - 0.2;
        let (t, open) = (shut - 0.5, shut - 0.16);
        let (held, end) = (shut + if missed { 0.2 } else { 0.7 }, shut + if missed { 0.85 } else { 1.15 });
        let beside = self.either();
        let size = self.rng.range(0.92, 1.06);
        let deep = |high: f32, low_one: f32| size * if low { low_one } else { high };
        let mut m = begin(&mut self.score, 0.0);
        // As the pitched chest sees it: up is ahead. One arm comes round higher than the other.
        let (hands, wrapped) = (
            if low { [0.26, 0.16, 0.32] } else { [0.28, 0.1, 0.34] },
            if low { [-0.1, 0.17, 0.31] } else { [-0.11, 0.12, 0.34] },
        );
        for (side, x) in [(Left, 1.0), (Right, -1.0)] {
            let uneven = 0.05 * x * beside;
            let to = |v: [f32; 3]| at(x * v[0], v[1] + uneven, v[2] + 0.4 * uneven);
            m.keys(
                Part::Wrist(side),
                t,
                &[
                    (t + 0.02, at(0.06 * x, -0.22, 0.2)),
                    (open, to(hands)),
                    (shut + 0.06, to(wrapped)),
                    (held, to(wrapped)),
                    (end, at(0.06 * x, -0.22, 0.2)),
                ],
            );
        }
        both(&mut m, Part::Elbow, t, &[(open, [0.9, -0.5, -0.2]), (end, [0.5, -1.0, -0.2])]);
        both(
            &mut m,
            Part::Palm,
            t,
            &[(open, [0.2, -0.3, 0.0]), (shut + 0.06, [0.2, 0.5, 0.0]), (end, [0.4, 0.1, 0.0])],
        );
        let (hips, chest, sinks) = (deep(0.5, 0.72), deep(0.58, 0.78), deep(-0.09, -0.2));
        let stays = |value: f32| 0.9 * value;
        m.keys(
            Part::Chest,
            t,
            &[
                (shut, by(-0.5 * aside - 0.1 * beside, chest, aside)),
                (held, by(-0.12 * beside, stays(chest), aside)),
                (end, HOME),
            ],
        )
        .keys(Part::Hips, t, &[(shut, by(0.0, hips, 0.0)), (held, by(0.0, stays(hips), 0.0)), (end, HOME)])
        .keys(
            Part::Pelvis,
            t,
            &[(shut, by(0.0, sinks, 0.0)), (held, by(0.0, stays(sinks), 0.04)), (end, HOME)],
        )
        .keys(
            Part::Gaze,
            t,
            &[
                (open, by(aside, deep(0.25, 0.6), 0.0)),
                (shut, by(0.35 * beside, deep(0.4, 0.98), 0.0)),
                (held, by(0.3 * beside, deep(0.38, 0.9), 0.0)),
                (end, HOME),
            ],
        );
        m.keys(
            Part::Bounce,
            t,
            &[(open, at(1.0, 1.0, 0.0)), (end - 0.25, at(1.0, 1.0, 0.0)), (end + 0.15, at(0.0, 0.0, 0.0))],
        );
        let height = if low { "low" } else { "high" };
        let classes = if missed { vec!["tackle", height, "missed"] } else { vec!["tackle", height] };
        self.events.push(Event { from: t, to: end, classes, limbs: &["left_hand", "right_hand"] });
        if !missed {
            self.grips.push([shut, held]);
        }
    }
}
