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
use crate::weight;

/// m: a ball as long as a forearm; and kg.
const BALL: [f32; 3] = [0.17, 0.17, 0.28];
const BALL_MASS: f32 = 0.41;

struct Player<'a> {
    legs: Vec<(Leg, Classes)>,
    score: Score,
    events: Vec<Event>,
    holds: Vec<Hold>,
    grips: Vec<f32>,
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
        weight::carry(postures, carriers, &SETTINGS);
    });
    clamp_joints::hips(&mut walk.postures);
    give_way(&mut walk.postures, &walk.supports, |_| AT_EASE);
    clamp_joints::heels(&mut walk.postures);
    clamp_joints::floor(&mut walk.postures, &walk.supports);
    let (postures, supports) = cut(walk, seconds);
    let actions = told(&legs, &supports, &events, &postures, seconds);
    holds.retain(|hold| hold.from < seconds);
    holds.iter_mut().for_each(|hold| hold.to = hold.to.min(seconds));
    let mut joints = Joints::new();
    let touches = (grips.into_iter().filter(|time| *time < seconds))
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
                    self.go(Leg::ahead(0.35, 1.8), &["movement", "run"]);
                    let turn = std::f32::consts::TAU / 3.2 * side;
                    for eighth in 0..8 {
                        let (sin, cos) = libm::sincosf((eighth as f32 + 0.5) * std::f32::consts::FRAC_PI_4);
                        let leg = Leg { left: -0.6 * sin * side, ..Leg::ahead(0.4, 0.6 * cos) };
                        self.go(leg.turning(turn), &["avoid", "spin"]);
                    }
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
            let speed = self.rng.range(2.3, 3.0);
            let (seconds, turn) = (self.rng.range(1.2, 1.8), 0.5 * self.rng.signed());
            self.go(Leg::ahead(seconds, speed).turning(turn), &["movement", "run"]);
            let aside = if missed { 0.25 * self.either() } else { 0.0 };
            self.tackle(low, missed, aside);
            let after = if missed { 1.5 } else { 0.7 };
            self.go(Leg::ahead(0.5, after).turning(1.2 * aside), &["movement", "run"]);
            self.go(Leg::ahead(0.8, 0.6), &["movement", "walk"]);
            self.go(Leg::stand(1.2), &["stand"]);
        }
    }

    /// Arms go round somebody at chest or at knee height; who misses closes them on nothing.
    fn tackle(&mut self, low: bool, missed: bool, aside: f32) {
        let t = self.now - 0.35;
        let (open, shut, end) = (t + 0.35, t + 0.62, t + 1.35);
        let deep = if low { 1.0 } else { 0.0 };
        let mut m = begin(&mut self.score, 0.0);
        let hands = if low { [0.2, -0.3, 0.38] } else { [0.26, -0.08, 0.38] };
        let wrapped = if low { [-0.08, -0.34, 0.36] } else { [-0.1, -0.1, 0.38] };
        both(
            &mut m,
            Part::Wrist,
            t,
            &[
                (t + 0.02, [0.06, -0.22, 0.2]),
                (open, hands),
                (shut, wrapped),
                (end - 0.35, wrapped),
                (end, [0.06, -0.22, 0.2]),
            ],
        );
        both(&mut m, Part::Elbow, t, &[(open, [0.9, -0.5, -0.2]), (end, [0.5, -1.0, -0.2])]);
        both(
            &mut m,
            Part::Palm,
            t,
            &[(open, [0.2, -0.3, 0.0]), (shut, [0.2, 0.5, 0.0]), (end, [0.4, 0.1, 0.0])],
        );
        let held = if missed { shut + 0.1 } else { end - 0.35 };
        m.keys(
            Part::Chest,
            t,
            &[
                (open, by(-0.5 * aside, 0.28 + 0.3 * deep, aside)),
                (held, by(0.0, 0.22 + 0.28 * deep, aside)),
                (end, HOME),
            ],
        )
        .keys(
            Part::Hips,
            t,
            &[
                (open, by(0.0, 0.16 + 0.24 * deep, 0.0)),
                (held, by(0.0, 0.14 + 0.22 * deep, 0.0)),
                (end, HOME),
            ],
        )
        .keys(
            Part::Pelvis,
            t,
            &[
                (open, by(0.0, -0.06 - 0.17 * deep, 0.0)),
                (held, by(0.0, -0.06 - 0.16 * deep, 0.0)),
                (end, HOME),
            ],
        )
        .keys(Part::Gaze, t, &[(open, by(aside, -0.05, 0.0)), (end, HOME)]);
        m.keys(
            Part::Bounce,
            t,
            &[(open, at(1.0, 1.0, 0.0)), (end - 0.25, at(1.0, 1.0, 0.0)), (end + 0.15, at(0.0, 0.0, 0.0))],
        );
        let height = if low { "low" } else { "high" };
        let classes = if missed { vec!["tackle", height, "missed"] } else { vec!["tackle", height] };
        self.events.push(Event { from: t, to: end, classes, limbs: &["left_hand", "right_hand"] });
        if !missed {
            self.grips.push(shut);
        }
    }
}
