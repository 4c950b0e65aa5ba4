//! Carrying: boxes of three sizes and two weights, lifted, carried in all directions, waited with, handed over, taken,
//! passed along and set down.
//!
//! The way is [`gait`](crate::gait)'s; what hands and trunk do about the box is laid over it. Who carries something heavy
//! leans back against it, and walks slower.

mod load;
mod seen;
mod together;

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::Take;
use crate::boxing::legs::{AT_EASE, give_way};
use crate::clamp_joints;
use crate::gait::{Leg, SETTINGS, walk_with};
use crate::overlay::{Seen, begin, bend, both, lead, overlay, reach};
use crate::posture::about;
use crate::recite::{Classes, Event, cut, told};
use crate::score::{HOME, Part, Score, at, by};
use crate::signal::Rng;
use crate::truth::{Hold, Touch, Truth};
use crate::weight;
use load::{LOADS, Load};
pub use together::carry_together;

/// Something that is done with a box, from when to when.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Lift,
    SetDown,
    HandOver,
    Receive,
    PassOn,
    Wait,
}

impl Deed {
    fn classes(self) -> [&'static str; 2] {
        match self {
            Deed::Lift => ["carry", "lift"],
            Deed::SetDown => ["carry", "set_down"],
            Deed::HandOver => ["carry", "hand_over"],
            Deed::Receive => ["carry", "receive"],
            Deed::PassOn => ["carry", "pass_on"],
            Deed::Wait => ["carry", "wait"],
        }
    }

    /// s. How long it takes somebody with a light box.
    fn seconds(self) -> f32 {
        match self {
            Deed::Lift | Deed::SetDown => 2.5,
            Deed::HandOver | Deed::Receive => 1.7,
            Deed::PassOn => 3.0,
            Deed::Wait => 1.8,
        }
    }
}

/// A plan: the way, and what is done on it.
struct Porter<'a> {
    legs: Vec<(Leg, Classes)>,
    score: Score,
    events: Vec<Event>,
    holds: Vec<Hold>,
    /// When and where, seen from the pelvis, a box changes hands.
    passes: Vec<(f32, [f32; 3], &'static str)>,
    now: f32,
    /// What is held, since when.
    held: Option<(Load, f32)>,
    /// m. How far the left foot is to be ahead of the right one in what is done next.
    astride: f32,
    rng: &'a mut Rng,
}

/// Carries boxes about for some seconds.
pub fn carry_about(seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut porter = Porter::new(&mut choices);
    let mut loads: Vec<Load> = Vec::new();
    porter.go(Leg::stand(1.0), &["stand"]);
    while porter.now < seconds {
        if loads.is_empty() {
            loads = LOADS.to_vec();
            porter.rng.shuffle(&mut loads);
        }
        let Some(load) = loads.pop() else { continue };
        porter.job(load);
    }
    porter.go(Leg::stand(3.0), &["stand"]);
    porter.perform(seconds, rng)
}

fn hold(load: Load, from: f32, to: f32) -> Hold {
    let what = "box".to_string();
    Hold { from, to, what, size: load.size, mass: load.mass, hands: "both".to_string() }
}

fn plus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

impl Porter<'_> {
    fn new(rng: &mut Rng) -> Porter<'_> {
        Porter {
            legs: Vec::new(),
            score: overlay(),
            events: Vec::new(),
            holds: Vec::new(),
            passes: Vec::new(),
            now: 0.0,
            held: None,
            astride: 0.0,
            rng,
        }
    }

    /// Performs the plan, and tells the truth about it.
    fn perform(self, seconds: f32, rng: &mut Rng) -> Take {
        let Porter { legs, score, events, mut holds, passes, held, now, .. } = self;
        holds.extend(held.map(|(load, from)| hold(load, from, now)));
        let course: Vec<Leg> = legs.iter().map(|(leg, _)| *leg).collect();
        let mut walk = walk_with(&course, rng, |postures, carriers| {
            bend(&score, postures);
            reach(&score, postures, Seen::Pelvis);
            weight::carry(postures, carriers, &SETTINGS);
            // Who is far down is on his toes: the more so once they are up.
            (0..2).for_each(|_| clamp_joints::heels(postures));
        });
        give_way(&mut walk.postures, &walk.supports, |_| AT_EASE);
        clamp_joints::heels(&mut walk.postures);
        clamp_joints::floor(&mut walk.postures, &walk.supports);
        reach(&score, &mut walk.postures, Seen::Pelvis);
        let (postures, supports) = cut(walk, seconds);
        let events: Vec<Event> = events.into_iter().map(|event| seen::afoot(event, &supports)).collect();
        let actions = seen::laden(told(&legs, &supports, &events, &postures, seconds), &holds);
        holds.retain(|hold| hold.from < seconds);
        holds.iter_mut().for_each(|hold| hold.to = hold.to.min(seconds));
        let touch = |(time, place, what): (f32, [f32; 3], &str)| {
            let posture = &postures[((time * crate::signal::INNER_RATE) as usize).min(postures.len() - 1)];
            let point = posture.pelvis + about(1, posture.hips.yaw) * Vec3::from_array(place);
            Touch { time, part: "hands".to_string(), point: point.to_array(), what: what.to_string() }
        };
        let touches = passes.into_iter().filter(|(time, ..)| *time < seconds).map(touch).collect();
        Take { postures, truth: Truth { supports, actions, holds, touches, ..Truth::default() } }
    }

    fn go(&mut self, leg: Leg, classes: Classes) {
        self.now += leg.seconds;
        self.legs.push((leg, classes));
    }

    /// Gets a box, goes about with it, and gets rid of it.
    fn job(&mut self, load: Load) {
        let slow = 1.0 - 0.3 * load.heavy();
        let speed = self.rng.range(0.9, 1.3);
        let (seconds, turn) = (self.rng.range(1.5, 2.2), 0.5 * self.rng.signed());
        self.go(Leg::ahead(seconds, speed).turning(turn), &["movement", "walk"]);
        self.go(Leg::stand(1.0), &["stand"]);
        self.take_up(load);
        let legs = 2 + (self.rng.unit() * 2.5) as usize;
        for _ in 0..legs {
            let (leg, classes) = self.next_leg(slow);
            self.glance(&leg);
            self.go(leg, classes);
            if self.rng.unit() < 0.35 {
                self.go(Leg::stand(0.7), &["stand"]);
            }
        }
        self.go(Leg::stand(0.9), &["stand"]);
        if self.rng.unit() < 0.5 {
            self.during(Deed::Wait, |porter, load, t, end| porter.wait(load, t, end));
        }
        self.put_down();
        self.go(Leg::stand(0.4), &["stand"]);
    }

    /// A direction to carry it in: ahead mostly, back, to a side, turning.
    fn next_leg(&mut self, slow: f32) -> (Leg, Classes) {
        let (choice, side) = (self.rng.unit(), if self.rng.unit() < 0.5 { 1.0 } else { -1.0 });
        let turn = 0.6 * self.rng.signed();
        if choice < 0.45 {
            let speed = slow * self.rng.range(0.7, 1.25);
            (Leg::ahead(self.rng.range(1.8, 3.0), speed).turning(turn), &["carry", "walk"])
        } else if choice < 0.6 {
            (Leg::ahead(self.rng.range(1.6, 2.4), -0.65 * slow), &["carry", "backward"])
        } else if choice < 0.8 {
            (Leg { left: 0.5 * slow * side, ..Leg::stand(self.rng.range(1.5, 2.2)) }, &["carry", "sideways"])
        } else {
            (Leg::stand(self.rng.range(0.9, 1.6)).turning(0.9 * side), &["carry", "turn"])
        }
    }

    /// Does something standing, and says so.
    fn during(&mut self, deed: Deed, write: impl FnOnce(&mut Self, Load, f32, f32)) {
        let Some((load, _)) = self.held else { return };
        let seconds = deed.seconds() * (1.0 + 0.25 * load.heavy()) * self.rng.range(0.9, 1.15);
        let (from, to) = (self.now, self.now + seconds);
        write(self, load, from, to);
        self.events.push(Event {
            from: from + seen::STIRS,
            to,
            classes: deed.classes().to_vec(),
            limbs: &["left_hand", "right_hand"],
        });
        self.go(Leg { astride: self.astride, ..Leg::stand(seconds) }, &["stand"]);
        self.astride = 0.0;
    }

    /// Chooses how to go down to a box, and puts a foot ahead where that asks for it: who stands already steps.
    fn gets_ready(&mut self) -> Form {
        let form = match (self.rng.unit() * 3.0) as usize {
            0 => Form::Squat,
            1 => Form::Stoop,
            _ => Form::Astride,
        };
        self.astride = match form {
            Form::Astride => ASTRIDE * if self.rng.unit() < 0.5 { 1.0 } else { -1.0 },
            _ => 0.0,
        };
        if let Some((last, _)) = self.legs.last_mut().filter(|(_, classes)| *classes == ["stand"]) {
            last.astride = self.astride;
        }
        form
    }

    fn take_up(&mut self, load: Load) {
        let from = self.now;
        self.held = Some((load, from));
        if self.rng.unit() < 0.6 {
            let form = self.gets_ready();
            self.during(Deed::Lift, |porter, load, t, end| porter.lift(load, form, t, end));
        } else {
            self.during(Deed::Receive, |porter, load, t, end| porter.receive(load, [0.0, 0.0], t, end));
        }
    }

    fn put_down(&mut self) {
        let choice = self.rng.unit();
        if choice < 0.4 {
            let form = self.gets_ready();
            self.during(Deed::SetDown, |porter, load, t, end| porter.set_down(load, form, t, end));
        } else if choice < 0.75 {
            self.during(Deed::HandOver, |porter, load, t, end| porter.hand_over(load, [0.0, 0.0], t, end));
        } else {
            let side = if self.rng.unit() < 0.5 { 1.0 } else { -1.0 };
            self.during(Deed::HandOver, |porter, load, t, end| {
                porter.hand_over(load, [0.3 * side, 0.5 * side], t, end)
            });
            // And another comes along the line.
            self.go(Leg::stand(0.5), &["stand"]);
            self.held = Some((LOADS[1], self.now));
            self.during(Deed::PassOn, |porter, load, t, end| porter.pass_on(load, side, t, end));
        }
    }

    /// Writes where the box is: both hands on it.
    fn move_box(&mut self, load: Load, from: f32, keys: &[(f32, [f32; 3])]) {
        let grip = load.grip();
        let mut m = begin(&mut self.score, 0.0);
        for (side, x) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
            let hand = [x * grip[0], grip[1], grip[2]];
            let keys: Vec<_> = keys.iter().map(|(t, v)| (*t, plus(*v, hand))).collect();
            let keys: Vec<_> = keys.iter().map(|(t, v)| (*t, at(v[0], v[1], v[2]))).collect();
            m.keys(Part::Wrist(side), from, &keys);
        }
        both(&mut m, Part::Elbow, from, &[(from + 0.3, [0.55, -0.9, -0.5])]);
        both(&mut m, Part::Palm, from, &[(from + 0.3, [0.15, 0.0, 0.0])]);
    }

    /// How the body is while it carries: nearly as upright as without, a little further back with what is heavy, and the
    /// eyes down on it.
    fn brace(&mut self, load: Load, [from, to]: [f32; 2]) {
        let heavy = load.heavy();
        let mut m = begin(&mut self.score, 0.0);
        m.keys(Part::Chest, from, &[(to, by(0.0, 0.03 - 0.05 * heavy, 0.0))])
            .keys(Part::Hips, from, &[(to, by(0.0, -0.02 * heavy, 0.0))])
            .keys(Part::Pelvis, from, &[(to, by(0.0, -0.004 * heavy, -0.01 - 0.02 * heavy))])
            .keys(Part::Gaze, from, &[(to, by(0.0, CARRIES, 0.0))]);
    }

    /// Looks from the box to where the way goes, and back.
    fn glance(&mut self, leg: &Leg) {
        let (from, to) = (self.now, self.now + leg.seconds);
        let aside = if leg.ahead < 0.0 { 0.55 * self.rng.signed() } else { 0.5 * leg.left + 0.35 * leg.turn };
        let begins = from + self.rng.range(0.0, 0.3) * leg.seconds;
        let up = begins + self.rng.range(0.3, 0.45);
        let stays = up + self.rng.range(0.25, 0.7);
        let [ahead, down] =
            [by(aside, self.rng.range(-0.02, 0.1), 0.0), by(0.0, self.rng.range(0.2, 0.42), 0.0)];
        let keys = [(up, ahead), (stays, ahead), ((stays + 0.45).max(to - 0.1), down)];
        begin(&mut self.score, 0.0).keys(Part::Gaze, begins, &keys);
    }

    /// The head goes down to the place of a box before the body does.
    fn look_down(&mut self, t: f32) {
        begin(&mut self.score, 0.0).keys(
            Part::Gaze,
            t - 1.2,
            &[(t - 0.6, by(0.0, LOOKS_DOWN[0], 0.0)), (t, by(0.0, LOOKS_DOWN[1], 0.0))],
        );
    }

    /// m. The box's middle on the floor, seen from the pelvis of somebody who is down to it.
    fn low(load: Load, form: Form) -> [f32; 3] {
        [0.0, 0.5 * load.size[1] + 0.08 - form.height(load), form.ahead() + 0.5 * load.size[2]]
    }

    /// Down to the floor and up again. Who lifts turns a little on the way up, by `turn` radians.
    fn go_down(&mut self, [from, down, up, to]: [f32; 4], load: Load, form: Form, turn: f32) {
        let sinks = form.height(load) - STANDING;
        let [hips, chest, gaze] = form.bends().map(|angle| angle + 0.05 * load.heavy());
        let risen = up + 0.7 * (to - up);
        let mut m = begin(&mut self.score, 0.0);
        let back = form.back();
        m.keys(Part::Pelvis, from, &[(down, by(0.0, sinks, back)), (up, by(0.0, sinks, back)), (to, HOME)])
            .keys(
                Part::Hips,
                from,
                &[
                    (down, by(0.0, hips, 0.0)),
                    (up, by(0.0, hips, 0.0)),
                    (risen, by(turn, 0.1, 0.0)),
                    (to, HOME),
                ],
            )
            .keys(
                Part::Chest,
                from,
                &[
                    (down, by(0.0, chest, 0.0)),
                    (up, by(0.0, chest, 0.0)),
                    (risen, by(turn, 0.08, 0.0)),
                    (to, HOME),
                ],
            )
            .keys(
                Part::Gaze,
                from,
                &[
                    (down - 0.1, by(0.0, gaze, 0.0)),
                    (up, by(0.0, gaze - 0.05, 0.0)),
                    (risen, by(1.5 * turn, 0.4, 0.0)),
                    (to, by(0.0, CARRIES, 0.0)),
                ],
            );
    }

    fn lift(&mut self, load: Load, form: Form, t: f32, end: f32) {
        let span = end - t;
        let (down, up) = (t + 0.36 * span, t + 0.48 * span);
        self.look_down(t);
        let turn = 0.16 * self.rng.signed();
        self.go_down([t, down, up, end - 0.1], load, form, turn);
        self.move_box(
            load,
            t,
            &[
                (t + 0.05, plus(load.carried(), [0.0, -0.2, 0.0])),
                (down, Self::low(load, form)),
                (up, Self::low(load, form)),
                (t + 0.72 * span, plus(load.carried(), [0.0, -0.12, 0.08])),
                (end, load.carried()),
            ],
        );
        self.brace(load, [t + 0.75 * span, end]);
        lead(&mut begin(&mut self.score, 0.0), [t, down], 1.0, 1.0);
        self.held = Some((load, up - 0.02));
    }

    fn set_down(&mut self, load: Load, form: Form, t: f32, end: f32) {
        let span = end - t;
        let (down, up) = (t + 0.5 * span, t + 0.58 * span);
        self.look_down(t);
        self.go_down([t, down, up, end], load, form, 0.0);
        // The eyes stay on it for half a second, then go up.
        begin(&mut self.score, 0.0).keys(Part::Gaze, end - 0.1, &[(end + 0.5, HOME)]);
        self.move_box(
            load,
            t,
            &[
                (t + 0.2 * span, plus(load.carried(), [0.0, -0.08, 0.06])),
                (down, Self::low(load, form)),
                (up, Self::low(load, form)),
                (end, plus(load.carried(), [0.0, -0.25, 0.0])),
            ],
        );
        lead(&mut begin(&mut self.score, 0.0), [up, end - 0.1], 0.0, 0.0);
        self.holds.push(hold(load, self.held.map_or(t, |(_, since)| since), down));
        self.held = None;
    }

    /// Holds it out, ahead or to a side, by so many metres and radians, until somebody has it.
    fn hand_over(&mut self, load: Load, [aside, turn]: [f32; 2], t: f32, end: f32) {
        let span = end - t;
        let (out, gone) = (t + 0.45 * span, t + 0.6 * span);
        let there = plus(load.carried(), [aside, 0.06, if aside == 0.0 { 0.16 } else { 0.02 }]);
        self.move_box(
            load,
            t,
            &[
                (out, there),
                (gone, plus(there, [0.2 * aside, 0.0, 0.02])),
                (end, plus(load.carried(), [0.0, -0.2, 0.0])),
            ],
        );
        let mut m = begin(&mut self.score, 0.0);
        m.keys(Part::Chest, t, &[(out, by(turn, 0.1, 0.0)), (gone, by(turn, 0.12, 0.0)), (end, HOME)])
            .keys(
                Part::Hips,
                t,
                &[(out, by(0.3 * turn, 0.06, 0.0)), (gone, by(0.3 * turn, 0.06, 0.0)), (end, HOME)],
            )
            .keys(Part::Pelvis, t, &[(out, by(0.1 * aside, -0.03, 0.02)), (end, HOME)])
            .keys(
                Part::Gaze,
                t - 0.3,
                &[
                    (out - 0.3, by(1.2 * turn, WATCHES, 0.0)),
                    (gone, by(1.2 * turn, WATCHES, 0.0)),
                    (end, by(0.8 * turn, 0.0, 0.0)),
                    (end + 0.5, HOME),
                ],
            );
        lead(&mut m, [gone, end], 0.0, 0.0);
        self.holds.push(hold(load, self.held.map_or(t, |(_, since)| since), gone));
        self.passes.push((gone, there, "hand_over"));
        self.held = None;
    }

    /// Reaches for it and draws it in.
    fn receive(&mut self, load: Load, [aside, turn]: [f32; 2], t: f32, end: f32) {
        let span = end - t;
        let (out, got) = (t + 0.4 * span, t + 0.55 * span);
        let there = plus(load.carried(), [aside, 0.06, if aside == 0.0 { 0.16 } else { 0.02 }]);
        self.move_box(
            load,
            t,
            &[
                (t + 0.05, plus(load.carried(), [0.0, -0.1, 0.0])),
                (out, there),
                (got, plus(there, [0.0, -0.03 * load.heavy(), 0.0])),
                (end, load.carried()),
            ],
        );
        let mut m = begin(&mut self.score, 0.0);
        m.keys(Part::Chest, t, &[(out, by(turn, 0.12, 0.0)), (got, by(turn, 0.1, 0.0))])
            .keys(Part::Hips, t, &[(out, by(0.3 * turn, 0.06, 0.0)), (got, by(0.3 * turn, 0.06, 0.0))])
            .keys(
                Part::Gaze,
                t - 0.3,
                &[(out - 0.3, by(1.2 * turn, WATCHES, 0.0)), (got, by(1.2 * turn, WATCHES, 0.0))],
            );
        lead(&mut m, [t, out], 1.0, 1.0);
        self.brace(load, [got, end]);
        self.passes.push((got, there, "receive"));
        self.held = Some((load, got));
    }

    /// Takes it from one side and gives it to the other.
    fn pass_on(&mut self, load: Load, side: f32, t: f32, end: f32) {
        let middle = t + 0.5 * (end - t);
        self.receive(load, [0.3 * side, 0.5 * side], t, middle);
        self.hand_over(load, [-0.3 * side, -0.5 * side], middle, end);
    }

    /// Shifts the weight, looks about, settles the box.
    fn wait(&mut self, load: Load, t: f32, end: f32) {
        let look = self.rng.signed();
        let middle = 0.5 * (t + end);
        self.move_box(
            load,
            t,
            &[
                (t + 0.35, plus(load.carried(), [0.0, 0.035, -0.01])),
                (t + 0.6, load.carried()),
                (end, load.carried()),
            ],
        );
        let mut m = begin(&mut self.score, 0.0);
        m.keys(Part::Gaze, t, &[(middle, by(0.7 * look, -0.05, 0.0)), (end, by(0.0, CARRIES, 0.0))]).keys(
            Part::Chest,
            t,
            &[
                (middle, by(0.2 * look, -0.02 - 0.04 * load.heavy(), 0.0)),
                (end, by(0.0, 0.03 - 0.05 * load.heavy(), 0.0)),
            ],
        );
    }
}

/// m. How high the pelvis is when standing.
const STANDING: f32 = 0.955;
/// rad. How far the head of people who carry is down, over how they hold it in walking (CMU 69_70 and 69_72: 10 to 18°).
const CARRIES: f32 = 0.24;
/// rad. The same half a second before they go down to a box, and as they begin to (20 and 31°; 143_10 and 143_13 as much).
const LOOKS_DOWN: [f32; 2] = [0.3, 0.5];
/// rad. How far it is down to a box that is held out between two.
const WATCHES: f32 = 0.46;
/// m. How far one foot is ahead of the other in a lift with feet apart.
const ASTRIDE: f32 = 0.3;

/// How somebody goes down to a box. People do it in two ways, and with a foot ahead or not: with a bent back over knees that
/// hardly bend (CMU 69_72, 143_10, 115_01: trunk 65 to 87°, hips at 0.72 to 1.04 leg lengths), and down on the heels
/// (69_70, 115_06: 26 to 37°, 0.32 to 0.63).
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Squat,
    Stoop,
    /// Half of either, one foot ahead of the other.
    Astride,
}

impl Form {
    /// m. How high the pelvis is.
    fn height(self, load: Load) -> f32 {
        match self {
            Form::Squat => 0.52,
            Form::Stoop => 0.7 + 0.25 * load.size[1],
            Form::Astride => 0.6,
        }
    }

    /// rad. How far pelvis, chest and head are pitched.
    fn bends(self) -> [f32; 3] {
        match self {
            Form::Squat => [0.34, 0.46, 0.68],
            Form::Stoop => [0.72, 0.8, 1.25],
            Form::Astride => [0.5, 0.56, 0.85],
        }
    }

    /// m. How far the pelvis goes back.
    fn back(self) -> f32 {
        if self == Form::Stoop { -0.14 } else { -0.08 }
    }

    /// m. From the pelvis to the near side of the box.
    fn ahead(self) -> f32 {
        if self == Form::Stoop { 0.3 } else { 0.2 }
    }
}
