//! Two carriers forward in time, from tables alone: who is where, and whether they keep together.
//!
//! Paper: Shum 2010, sec. 5.3: as for fighters, each plays what he chose to its end, and chooses then. Departs from it: who begins
//! something is *led* a little (the stage's `Lead`), so that he ends at the right distance and faces the other one, where
//! that is expected to be by then. People who carry something do no less: they feel through it what the other one does.
//! The paper moves its characters onto the states instead, at the price of feet that slide.

use footwork_motion::ground::Place;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::graph::{Haul, Hauled};
use super::steps::Steps;
use crate::state::{State, wrapped};

/// How two keep together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// m/s. Who is led is led by this at most, which feet that are held take up within a step.
    pub led: f32,
    /// rad/s. The same for turning.
    pub turn: f32,
    /// m. Two who are nearer or further apart than they should be by more have let the box slip. The stage adds what a seam
    /// and a held foot do, so that this is less than the 5 cm that are to be kept.
    pub kept: f32,
    /// rad. Nor may one face past the other by more.
    pub facing: f32,
    /// How much of what hips do within a step of a foot is smoothed: two who hold something between them go more evenly than
    /// one who walks alone. From 0, as it was recorded, to 1.
    pub even: f32,
}

impl Default for Holding {
    fn default() -> Holding {
        Holding { led: 0.18, turn: 0.5, kept: 0.04, facing: 0.35, even: 0.6 }
    }
}

impl Holding {
    /// Whether its numbers are numbers.
    pub(crate) fn is_sound(&self) -> bool {
        let Holding { led, turn, kept, facing, even } = *self;
        [led, turn, kept, facing].iter().all(|number| (0.0..10.0).contains(number))
            && (0.0..=1.0).contains(&even)
    }
}

/// Frames between two looks at whether they keep together.
const LOOK: i32 = 6;
/// Frames. Nothing is expected of anybody further ahead than this beyond what he plays.
const BEYOND: i32 = 36;

/// One of the two, somewhere in a piece. Times are in frames of the tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carrier {
    /// Where the body was when the piece began.
    pub from: Place,
    /// m to the left and ahead, and rad to the left: what he is led by from the piece's beginning to its end.
    pub led: [f32; 3],
    /// When it began.
    pub begun: i32,
    /// What he plays.
    pub piece: u16,
}

/// Both, at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// In the order of the troupe, or who chooses first.
    pub carriers: [Carrier; 2],
    /// Frames.
    pub now: i32,
}

/// What carriers can do, and how far apart they are to be.
#[derive(Clone, Copy)]
pub struct Hauling<'a> {
    /// What they can do.
    pub steps: &'a Steps,
    /// m, from hips to hips.
    pub apart: f32,
    /// How they keep together.
    pub holding: Holding,
}

impl Hauling<'_> {
    /// Frames of a piece. One whose number is none of the tables' is the first.
    pub fn frames(&self, piece: u16) -> i32 {
        let pieces = &self.steps.tables.pieces;
        pieces[usize::from(piece).min(pieces.len() - 1)].frames().max(1)
    }

    /// When a carrier has to choose.
    pub fn ends(&self, carrier: &Carrier) -> i32 {
        carrier.begun.saturating_add(self.frames(carrier.piece))
    }

    /// Who has to choose next; of both at one moment the first.
    pub fn chooser(&self, pair: &Pair) -> usize {
        usize::from(self.ends(&pair.carriers[1]) < self.ends(&pair.carriers[0]))
    }

    /// Where a carrier is. After the end of his piece he stands still.
    pub fn body(&self, carrier: &Carrier, at: i32) -> Place {
        let tables = &self.steps.tables;
        let piece = &tables.pieces[usize::from(carrier.piece).min(tables.pieces.len() - 1)];
        let frames = piece.frames().max(1);
        let into = at.saturating_sub(carrier.begun).clamp(0, frames);
        let own =
            tables.ground(piece.take, piece.first).to(tables.ground(piece.take, piece.first + into as u32));
        let share = into as f32 / frames as f32;
        let whole = tables.ground(piece.take, piece.first).to(tables.ground(piece.take, piece.end));
        let even = self.holding.even;
        let own = Place {
            x: own.x + even * (whole.x * share - own.x),
            z: own.z + even * (whole.z * share - own.z),
            ..own
        };
        let [left, ahead, turn] = carrier.led.map(|led| led * share);
        let (sin, cos) = libm::sincosf(turn);
        let turned = Place { x: 0.0, z: 0.0, cos, sin };
        let shifted = Place { x: own.x + left, z: own.z + ahead, ..own };
        carrier.from.then(&shifted.then(&turned))
    }

    /// Where a carrier is expected to be, if he goes on as he does.
    pub fn expected(&self, carrier: &Carrier, at: i32) -> Place {
        let over = at.saturating_sub(self.ends(carrier)).clamp(0, BEYOND) as f32;
        let body = self.body(carrier, at);
        if over == 0.0 {
            return body;
        }
        let frames = self.frames(carrier.piece) as f32;
        let going = &self.steps.going[usize::from(carrier.piece).min(self.steps.going.len() - 1)];
        let per_frame = 1.0 / self.steps.tables.rate;
        let [left, ahead, turn] = carrier.led.map(|led| led / frames);
        let (sin, cos) = libm::sincosf(over * (going.turn * per_frame + turn));
        body.then(&Place {
            x: over * (going.left * per_frame + left),
            z: over * (going.ahead * per_frame + ahead),
            cos,
            sin,
        })
    }

    /// What a carrier is led by who plays a piece from some moment until its end, so that he is then where the other one is
    /// expected to need him.
    pub fn led(&self, carrier: &Carrier, other: &Carrier, from: i32) -> [f32; 3] {
        let until = self.ends(carrier);
        let seconds = (until - from).max(1) as f32 / self.steps.tables.rate;
        let there = self.body(&Carrier { led: [0.0; 3], ..*carrier }, until);
        let partner = self.expected(other, until);
        let between = Vec3::new(partner.x - there.x, 0.0, partner.z - there.z);
        let far = between.length().max(1e-3);
        // Who is already off makes up for it sooner.
        let off = (self.body(carrier, from).distance(&self.body(other, from)) - self.apart).abs();
        let most = self.holding.led * seconds * (1.0 + (2.0 * off / self.holding.kept.max(1e-3)).min(2.0));
        let closer = (between / far) * (far - self.apart).clamp(-most, most);
        let seen = Place { x: 0.0, z: 0.0, ..carrier.from }.inside(closer);
        let moved = Place { x: there.x + closer.x, z: there.z + closer.z, ..there };
        let most = self.holding.turn * seconds;
        [seen.x, seen.z, moved.bearing(&partner).clamp(-most, most)]
    }

    /// A carrier who begins a piece where he is.
    pub fn begun(&self, from: Place, other: &Carrier, piece: u16, at: i32) -> Carrier {
        let plain = Carrier { from, led: [0.0; 3], begun: at, piece };
        Carrier { led: self.led(&plain, other, at), ..plain }
    }

    /// Whoever has to choose begins a piece; time passes until somebody has to choose again. Says what that did, seen from
    /// who chose, and how far the box slipped: at worst, of what it may. Up to 1 they kept together.
    pub fn play(&self, pair: &Pair, piece: u16, seam: f32) -> (Pair, Haul, f32) {
        let who = self.chooser(pair);
        let (own, other) = (&pair.carriers[who], &pair.carriers[1 - who]);
        let now = self.ends(own).max(pair.now);
        let begun = self.begun(self.body(own, now), other, piece, now);
        let mut after = Pair { now, ..*pair };
        after.carriers[who] = begun;
        let until = self.ends(&begun).min(self.ends(other)).max(now);
        let mut hauled =
            Hauled { seconds: (until - now) as f32 / self.steps.tables.rate, seam, ..Hauled::default() };
        let mut slipped = 0.0_f32;
        let Holding { kept, facing, .. } = self.holding;
        let mut looks = 0.0;
        let mut at = now;
        while at < until {
            at = (at + LOOK).min(until);
            let [a, b] = [&begun, other].map(|carrier| self.body(carrier, at));
            let (far, bearing, faced) = (a.distance(&b), a.bearing(&b), b.bearing(&a));
            let off = far - self.apart;
            let [apart, astray] = [off.abs(), bearing.abs().max(faced.abs())];
            slipped = slipped.max(apart / kept.max(1e-6)).max(astray / facing.max(1e-6));
            hauled.off += off * off;
            hauled.facing += bearing * bearing + faced * faced;
            looks += 1.0;
        }
        if looks > 0.0 {
            hauled.off = (hauled.off / looks).sqrt();
            hauled.facing = (0.5 * hauled.facing / looks).sqrt();
            let then = [&begun, other].map(|carrier| self.body(carrier, now));
            let later = [&begun, other].map(|carrier| self.body(carrier, until));
            let line = |[a, b]: &[Place; 2]| Vec3::new(b.x - a.x, 0.0, b.z - a.z);
            let middle = |[a, b]: &[Place; 2]| 0.5 * Vec3::new(a.x + b.x, 0.0, a.z + b.z);
            let (before, after) = (line(&then), line(&later));
            let turned = libm::atan2f(after.x, after.z) - libm::atan2f(before.x, before.z);
            let ahead = before.normalize_or(Vec3::Z);
            let moved = middle(&later) - middle(&then);
            hauled.ahead = moved.dot(ahead) / hauled.seconds;
            hauled.left = moved.dot(Vec3::new(ahead.z, 0.0, -ahead.x)) / hauled.seconds;
            hauled.turn = wrapped(turned) / hauled.seconds;
        }
        after.now = until;
        (after, Haul::new(&hauled), slipped)
    }

    /// What two are in at the moment when one of them has to choose; and whether that is the second.
    pub fn state(&self, pair: &Pair) -> (State, bool) {
        let who = self.chooser(pair);
        let (own, other) = (&pair.carriers[who], &pair.carriers[1 - who]);
        let now = self.ends(own).max(pair.now);
        let [a, b] = [own, other].map(|carrier| self.body(carrier, now));
        let frames = self.frames(other.piece);
        let frame = now.saturating_sub(other.begun).clamp(0, frames);
        let state = State {
            far: a.distance(&b),
            bearing: a.bearing(&b),
            faced: b.bearing(&a),
            own: own.piece,
            other: other.piece,
            frame: frame as u16,
            left: (frames - frame) as u16,
        };
        (state, who == 1)
    }

    /// The two as they are in a state: who chooses is the first, stands where everything is measured from, and now is 0. The
    /// other one is led from now on as he would be if he had begun now.
    pub fn pair(&self, state: &State) -> Pair {
        let (sin, cos) = libm::sincosf(state.bearing + std::f32::consts::PI - state.faced);
        let (x, z) = libm::sincosf(state.bearing);
        let there = Place { x: state.far * x, z: state.far * z, cos, sin };
        let first = self.at(state.own, self.frames(state.own), Place::HERE);
        let mut second = self.at(state.other, i32::from(state.frame), there);
        if state.left > 0 {
            let led = self.led(&second, &first, 0);
            let frames = self.frames(state.other) as f32;
            // As much of it as is still to come: what he was led by before is in where he is.
            let share = f32::from(state.left) / frames;
            let whole = led.map(|led| led / share.max(0.1));
            second.led = whole;
            let now = self.body(&second, 0);
            second.from = there.then(&now.inverse()).then(&second.from);
        }
        Pair { carriers: [first, second], now: 0 }
    }

    /// Somebody who is so many frames into a piece, at a place, and was not led.
    pub fn at(&self, piece: u16, into: i32, at: Place) -> Carrier {
        let begun = -into.clamp(0, self.frames(piece));
        let plain = Carrier { from: Place::HERE, led: [0.0; 3], begun, piece };
        Carrier { from: at.then(&self.body(&plain, 0).inverse()), ..plain }
    }
}
