//! Falling: somebody who stands or walks and is pushed over, bumped into or trips, lies there, and gets up.
//!
//! How a body goes down and up again is [`boxing`](crate::boxing)'s; here nobody boxes: people stand at ease, turn and
//! walk before they fall, and lie longer.

use footwork_motion::Side::{Left, Right};
use footwork_motion::glam::Vec3;

use crate::Take;
use crate::body::{PELVIS, joint};
use crate::boxing::fall::Fall;
use crate::boxing::{Boxer, Style};
use crate::overlay::within_reach;
use crate::play::Life;
use crate::posture::{RELAXED, about};
use crate::recite::Joints;
use crate::score::{Footing, HOME, Limb, Meaning, PARTS, Part, Score, at, by};
use crate::signal::{INNER_RATE, Rng};
use crate::truth::{Push, Touch};
use crate::weight::{STRIDE, centres};

/// s. How long turning, walking, falling, lying and getting up takes at most: nobody goes down too late to be seen getting
/// up, but for the first time.
const DOWN_AND_UP: f32 = 14.0;
/// m. Who has gone further from the middle turns back.
const AREA: f32 = 3.0;

/// Somebody who does not box.
fn bystander() -> Style {
    Style {
        tempo: 1.0,
        crouch: 0.008,
        stance: 0.3,
        // Quick steps would snap a straighter knee.
        spare: 0.004,
        life: Life {
            bounce: 0.002,
            bounce_rate: 0.5,
            rock: 0.004,
            breath: 0.014,
            breath_rate: 0.28,
            sway: 0.02,
            circle: 0.0,
            curl: RELAXED,
        },
        ..Style::energetic()
    }
}

/// Standing at ease, arms hanging.
fn ease() -> [Vec3; PARTS] {
    let mut home = [Vec3::ZERO; PARTS];
    let mut set = |part: Part, v: Vec3| home[part.index()] = v;
    set(Part::Weight, Vec3::new(0.5, 0.0, 0.0));
    set(Part::Pelvis, Vec3::new(0.0, PELVIS - 0.012, 0.02));
    set(Part::Hips, Vec3::new(0.0, 0.02, 0.0));
    set(Part::Gaze, Vec3::new(0.0, 0.06, 0.0));
    for side in [Left, Right] {
        let s = if side == Left { 1.0 } else { -1.0 };
        set(Part::Wrist(side), Vec3::new(0.1 * s, -0.46, 0.1));
        set(Part::Elbow(side), Vec3::new(0.45 * s, -0.2, -1.0));
        set(Part::Palm(side), Vec3::new(0.5, 0.15, 0.0));
    }
    set(Part::Bounce, Vec3::ONE);
    home
}

/// m. How much lower than where a leg would be straight the pelvis of somebody stays who stands at ease.
const SPARE: f32 = 0.006;
/// Where the feet of somebody are who stands at ease.
const GATHERED: Footing =
    Footing { place: [Vec3::new(0.09, 0.0, 0.03), Vec3::new(-0.09, 0.0, -0.03)], yaw: [0.1, -0.2] };

/// A kind of fall, what causes it, where it lands, and its direction: as the body sees it, X left, Z ahead.
struct Cause {
    kind: Fall,
    classes: [&'static str; 2],
    part: &'static str,
    direction: [f32; 2],
}

const CAUSES: [Cause; 9] = [
    Cause { kind: Fall::Back, classes: ["pushed_over", "from_front"], part: "chest", direction: [0.0, -1.0] },
    Cause {
        kind: Fall::Back,
        classes: ["bumped", "from_front"],
        part: "left_shoulder",
        direction: [-0.4, -1.0],
    },
    Cause {
        kind: Fall::Side(Left),
        classes: ["pushed_over", "from_right"],
        part: "right_shoulder",
        direction: [1.0, 0.0],
    },
    Cause {
        kind: Fall::Side(Left),
        classes: ["bumped", "from_right"],
        part: "right_side",
        direction: [1.0, 0.2],
    },
    Cause {
        kind: Fall::Side(Right),
        classes: ["pushed_over", "from_left"],
        part: "left_shoulder",
        direction: [-1.0, 0.0],
    },
    Cause {
        kind: Fall::Side(Right),
        classes: ["bumped", "from_left"],
        part: "left_side",
        direction: [-1.0, 0.2],
    },
    Cause { kind: Fall::Forward, classes: ["pushed_over", "from_back"], part: "back", direction: [0.0, 1.0] },
    Cause { kind: Fall::Forward, classes: ["trip", "from_back"], part: "feet", direction: [0.0, 1.0] },
    Cause { kind: Fall::Knees, classes: ["bumped", "from_back"], part: "hips", direction: [0.0, 0.8] },
];

/// A fall as it was written.
struct Written {
    cause: &'static Cause,
    doing: &'static str,
    from: f32,
    down: f32,
    /// rad
    heading: f32,
}

struct Tumbler<'a> {
    body: Boxer<'a>,
    written: Vec<Written>,
}

/// Falls and gets up for some seconds.
pub fn fall_about(seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut body = Boxer::at_ease(bystander(), ease(), &mut choices);
    body.score = Score::new(ease(), GATHERED);
    body.score.spare = SPARE;
    let mut tumbler = Tumbler { body, written: Vec::new() };
    let mut deck: Vec<&'static Cause> = Vec::new();
    tumbler.body.score.now = 0.8;
    while tumbler.body.score.now < seconds {
        if deck.is_empty() {
            deck = CAUSES.iter().collect();
            tumbler.body.rng.shuffle(&mut deck);
        }
        if !tumbler.written.is_empty() && tumbler.body.score.now + DOWN_AND_UP > seconds {
            tumbler.turn();
            let seconds = tumbler.body.rng.range(0.6, 1.4);
            tumbler.stand(seconds);
            continue;
        }
        let Some(cause) = deck.pop() else { continue };
        tumbler.go_down(cause);
    }
    let mut take = tumbler.body.take(seconds, rng);
    // An arm that hangs is nearly straight already; led on from there, its elbow would snap.
    for hand in take.postures.iter_mut().flat_map(|posture| &mut posture.hands) {
        hand.wrist = within_reach(hand.wrist);
    }
    for action in take.truth.actions.iter_mut().filter(|action| action.classes == ["stance"]) {
        action.classes = vec!["stand".to_string()];
    }
    let fallen: Vec<&Written> = tumbler.written.iter().filter(|fall| fall.down < seconds).collect();
    take.truth.pushes = fallen.iter().map(|fall| push(&take, fall)).collect();
    take.truth.touches = fallen.iter().flat_map(|fall| touches(&take, fall)).collect();
    take
}

impl Tumbler<'_> {
    /// Stands or walks, falls, lies there, and gets up.
    fn go_down(&mut self, cause: &'static Cause) {
        let trips = cause.classes[0] == "trip";
        let walks = trips || self.body.rng.unit() < 0.5;
        self.turn();
        if walks {
            self.walk(if trips { 4 } else { 3 });
        } else {
            let seconds = self.body.rng.range(0.4, 1.2);
            self.stand(seconds);
        }
        let (from, heading) = (self.body.score.now, self.body.score.heading);
        // Nobody is hit quite squarely.
        let askew = 0.3 * self.body.rng.signed();
        self.body.score.phrase(1.0, 1.0).travel(Vec3::ZERO, askew, 0.0, 0.4);
        self.body.fall(cause.kind);
        if let Some(mark) = self.body.score.marks.last_mut() {
            mark.classes.extend(cause.classes);
        }
        let down = self.body.score.now;
        self.written.push(Written {
            cause,
            doing: if walks { "walk" } else { "stand" },
            from,
            down,
            heading,
        });
        let rest = self.body.rng.range(1.2, 3.5);
        self.body.lie(rest);
        self.body.rise();
        self.gather();
    }

    /// Stands for a while: weight goes from foot to foot, eyes and shoulders go about.
    fn stand(&mut self, seconds: f32) {
        let rng = &mut *self.body.rng;
        let mut one = |most: f32| most * rng.signed();
        let (rock, look, nod, turn, lean) = (one(0.3), one(0.5), one(0.12), one(0.1), one(0.05));
        let hands = [[one(0.03), one(0.03), one(0.08)], [one(0.03), one(0.03), one(0.08)]];
        let mut m = self.body.score.phrase(1.0, 1.0);
        let end = seconds;
        m.keys(Part::Weight, 0.0, &[(0.8 * end, by(rock, 0.0, 0.0))])
            .keys(Part::Gaze, 0.0, &[(0.4 * end, by(look, nod, 0.0)), (0.9 * end, by(0.3 * look, 0.0, 0.0))])
            .keys(Part::Hips, 0.0, &[(0.7 * end, by(0.5 * turn, 0.3 * lean, 0.12 * rock))])
            .keys(Part::Chest, 0.1 * end, &[(0.7 * end, by(turn + 0.15 * look, lean, -0.12 * rock))]);
        for (side, [x, y, z]) in [Left, Right].into_iter().zip(hands) {
            m.keys(Part::Wrist(side), 0.0, &[(0.75 * end, by(x, 0.3 * y.abs(), z))]);
        }
        self.body.score.now += seconds;
    }

    /// Puts the feet together again.
    fn gather(&mut self) {
        self.body.score.footing = GATHERED;
        let mut m = self.body.score.phrase(1.0, 1.0);
        m.step(Right, 0.15, 0.5).step(Left, 0.62, 0.95);
        m.keys(
            Part::Weight,
            0.0,
            &[(0.2, at(0.8, 0.0, 0.0)), (0.5, at(0.6, 0.0, 0.0)), (0.7, at(0.25, 0.0, 0.0)), (1.1, HOME)],
        );
        m.end(1.1, Meaning { classes: &["movement", "step"], limbs: FEET, ..Meaning::default() });
    }

    /// Turns on the spot, towards the middle if that is far.
    fn turn(&mut self) {
        let (centre, heading) = (self.body.score.centre, self.body.score.heading);
        let inward = about(1, -heading) * -centre;
        let turn = match centre.length() > AREA {
            true => libm::atan2f(inward.x, inward.z),
            false => self.body.rng.range(-1.2, 1.2),
        };
        for _ in 0..(turn.abs() / 0.6) as usize {
            let part = 0.6 * turn.signum();
            let first = if turn > 0.0 { Left } else { Right };
            let other = if turn > 0.0 { Right } else { Left };
            let s = turn.signum();
            let mut m = self.body.score.phrase(1.0, 1.0);
            m.travel(Vec3::ZERO, part, 0.0, 0.75);
            m.step(first, 0.1, 0.42).step(other, 0.5, 0.82);
            m.keys(
                Part::Weight,
                0.0,
                &[(0.15, by(-0.3 * s, 0.0, 0.0)), (0.42, HOME), (0.6, by(0.3 * s, 0.0, 0.0)), (0.9, HOME)],
            );
            m.end(0.85, Meaning { classes: &["movement", "turn"], limbs: FEET, ..Meaning::default() });
        }
    }

    /// Some steps ahead, without a stop at the end of them.
    fn walk(&mut self, steps: usize) {
        let tempo = self.body.rng.range(0.95, 1.2);
        for n in 0..steps {
            let side = if n % 2 == 0 { Left } else { Right };
            let s = if side == Left { 1.0 } else { -1.0 };
            let far = if n == 0 { 0.32 } else { 0.56 };
            let mut m = self.body.score.phrase(tempo, 1.0);
            m.travel(Vec3::new(0.0, 0.0, far), 0.0, 0.0, 0.0);
            m.step(side, 0.06, 0.5);
            m.keys(Part::Weight, 0.0, &[(0.1, at(0.5 - 0.42 * s, 0.0, 0.0)), (0.5, at(0.5, 0.0, 0.0))])
                .keys(Part::Hips, 0.0, &[(0.5, by(-0.1 * s, 0.04, 0.0))])
                .keys(Part::Chest, 0.0, &[(0.5, by(0.3 * s, 0.03, 0.0))])
                .keys(Part::Wrist(side), 0.0, &[(0.5, by(0.0, 0.01, -0.17))])
                .keys(
                    Part::Wrist(if side == Left { Right } else { Left }),
                    0.0,
                    &[(0.5, by(0.0, 0.03, 0.17))],
                )
                .keys(Part::Heel(side), 0.0, &[(0.1, at(0.35, 0.0, 0.0)), (0.48, at(0.0, 0.0, 0.0))]);
            let other = if side == Left { Right } else { Left };
            m.keys(Part::Heel(other), 0.1, &[(0.5, at(0.4, 0.0, 0.0))]);
            m.end(0.5, Meaning { classes: &["movement", "walk"], limbs: FEET, ..Meaning::default() });
        }
    }
}

const FEET: &[Limb] = &[Limb::Foot(Left), Limb::Foot(Right)];

/// s. By then all that a push gives has been given.
const GIVEN: f32 = 0.35;

/// What pushed the body over: by how much it changed its velocity, as it came out.
fn push(take: &Take, fall: &Written) -> Push {
    let velocity = |seconds: f32| {
        let i = ((seconds.max(0.1) * INNER_RATE) as usize).min(take.postures.len() - 1);
        let around = centres(&take.postures[i.saturating_sub(2 * STRIDE)..=i]);
        let (Some(first), Some(last)) = (around.first(), around.last()) else { return Vec3::ZERO };
        (*last - *first) * INNER_RATE / (2 * STRIDE) as f32
    };
    let given = (velocity(fall.from + GIVEN) - velocity(fall.from)).with_y(0.0);
    let [x, z] = fall.cause.direction;
    let direction = (about(1, fall.heading) * Vec3::new(x, 0.0, z)).normalize_or_zero();
    let mut joints = Joints::new();
    let part = match fall.cause.part {
        "feet" => joint::LEFT_LEG + 3,
        "hips" => joint::HIPS,
        "left_shoulder" => joint::LEFT_ARM + 1,
        "right_shoulder" => joint::RIGHT_ARM + 1,
        _ => joint::CHEST,
    };
    Push {
        time: fall.from,
        part: fall.cause.part.to_string(),
        point: (joints.place(&take.postures, part, fall.from) - 0.1 * direction).to_array(),
        velocity: (direction * given.length().max(0.3)).to_array(),
        doing: fall.doing.to_string(),
        kept: false,
        steps: 0,
        until: fall.down,
    }
}

/// m. What is lower than this is on the floor.
const LANDS: [(&str, usize, f32); 5] = [
    ("seat", joint::HIPS, 0.22),
    ("left_knee", joint::LEFT_LEG + 1, 0.09),
    ("right_knee", joint::RIGHT_LEG + 1, 0.09),
    ("left_hand", joint::LEFT_ARM + 4, 0.06),
    ("right_hand", joint::RIGHT_ARM + 4, 0.06),
];

/// When which part comes to the floor.
fn touches(take: &Take, fall: &Written) -> Vec<Touch> {
    let mut joints = Joints::new();
    let mut found: Vec<Touch> = Vec::new();
    let mut now = fall.from;
    while now < fall.down {
        let world = joints.at(&take.postures, now);
        for (part, joint, height) in LANDS {
            let place = world[joint].translation;
            if place.y < height && found.iter().all(|touch| touch.part != part) {
                let (part, what) = (part.to_string(), "floor".to_string());
                found.push(Touch { time: now, part, point: place.to_array(), what });
            }
        }
        now += 1.0 / 60.0;
    }
    found
}
