//! Rounds: what a fighter does next, by weighted chance, and within the ring.

use footwork_motion::Side::{self, Left, Right};

use Punch::{Cross, Elbow, Hook, Jab, Uppercut};

use super::fall::Fall;
use super::hurt::{Force, From};
use super::kicks::Height;
use super::landing::landing;
use super::{Boxer, Style, legs, strides};
use crate::Take;
use crate::body;
use crate::clamp_joints;
use crate::clear::clear_arms;
use crate::play::play;
use crate::posture::about;
use crate::recite;
use crate::score::Mark;
use crate::signal::Rng;
use crate::truth::{Supports, Truth};

/// m. The ring's middle is never further away than this for long.
pub(super) const RING: f32 = 2.2;
/// s. Shorter pauses between actions are not worth a name.
const SHORTEST_STANCE: f32 = 0.2;

/// Rounds of making steps shorter: each moves the body back a little, too.
const SHORTENED: usize = 4;

/// A blow of a hand or an elbow.
#[derive(Clone, Copy)]
enum Punch {
    Jab,
    Cross,
    Hook(Side),
    Uppercut(Side),
    Elbow(Side),
}

impl Punch {
    fn hand(self) -> Side {
        match self {
            Jab => Left,
            Cross => Right,
            Hook(side) | Uppercut(side) | Elbow(side) => side,
        }
    }
}

const COMBINATIONS: [&[Punch; 4]; 10] = [
    &[Jab, Cross, Hook(Left), Cross],
    &[Jab, Jab, Cross, Hook(Left)],
    &[Jab, Hook(Right), Hook(Left), Uppercut(Right)],
    &[Cross, Hook(Left), Cross, Uppercut(Left)],
    &[Hook(Left), Cross, Hook(Left), Elbow(Right)],
    &[Uppercut(Right), Hook(Left), Cross, Jab],
    &[Uppercut(Left), Cross, Hook(Left), Hook(Right)],
    &[Hook(Right), Uppercut(Left), Uppercut(Right), Hook(Left)],
    &[Elbow(Left), Elbow(Right), Hook(Left), Cross],
    &[Elbow(Right), Hook(Left), Uppercut(Right), Jab],
];

/// s. How long going down, lying and getting up takes at most.
const DOWN_AND_UP: f32 = 8.0;
/// s. A take that is longer has a knock-down and a way up again: whoever is knocked down later has to find one.
const HAS_A_FALL: f32 = 25.0;

/// Boxes for some seconds.
pub fn box_rounds(style: Style, seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut boxer = Boxer::new(style, &mut choices);
    boxer.ends = seconds;
    boxer.wait(0.6);
    while boxer.score.now < seconds {
        boxer.exchange();
        let goes_down = |mark: &Mark| mark.classes.first() == Some(&"fall");
        if seconds > HAS_A_FALL && boxer.score.now > 0.4 * seconds && !boxer.score.marks.iter().any(goes_down)
        {
            boxer.go_down();
        }
    }
    boxer.take(seconds, rng)
}

impl Boxer<'_> {
    /// Something, and a pause.
    fn exchange(&mut self) {
        if self.score.centre.length() > RING {
            self.come_back();
            return;
        }
        // A tired fighter does less of everything but step back and hold on.
        let tired = self.style.fatigue > 0.5;
        let weights = if tired { [28, 30, 8, 14, 12] } else { [36, 28, 13, 15, 8] };
        match self.weighted(&weights) {
            0 => self.move_about(),
            1 => self.combination(),
            2 => self.kick(),
            3 => self.defend(),
            _ => self.suffer(),
        }
        let pause = self.style.pause * self.rng.unit() * self.rng.unit();
        self.wait(pause + 0.03);
    }

    /// One of some things, by their weights.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let all: u32 = weights.iter().sum();
        let mut left = self.rng.unit() * all as f32;
        for (n, weight) in weights.iter().enumerate() {
            left -= *weight as f32;
            if left < 0.0 {
                return n;
            }
        }
        weights.len() - 1
    }

    fn move_about(&mut self) {
        let times = 1 + self.weighted(&[3, 3, 2]);
        let tired = self.style.fatigue > 0.5;
        let weights = if tired { [2, 7, 3, 3, 1, 1, 3, 3, 2, 2] } else { [5, 4, 4, 4, 1, 1, 1, 1, 3, 3] };
        for _ in 0..times {
            let far = self.rng.range(0.14, 0.36) * (1.0 - 0.3 * self.style.fatigue);
            let slant = 0.7 * far;
            match self.weighted(&weights) {
                0 => self.step(0.0, far, 0.0),
                1 => self.step(0.0, -far, 0.0),
                2 => self.step(0.7 * far, 0.0, -0.15),
                3 => self.step(-0.7 * far, 0.0, 0.15),
                4 => self.step(slant, slant, -0.1),
                5 => self.step(-slant, slant, 0.1),
                6 => self.step(slant, -slant, -0.1),
                7 => self.step(-slant, -slant, 0.1),
                8 => self.turn(1.0),
                _ => self.turn(-1.0),
            }
        }
    }

    fn turn(&mut self, sign: f32) {
        let turn = sign * self.rng.range(0.3, 0.65);
        self.pivot(turn);
    }

    /// Steps towards the middle, turning to face it.
    fn come_back(&mut self) {
        let home = about(1, -self.score.heading) * -self.score.centre;
        let (aside, ahead) = (home.x / home.length(), home.z / home.length());
        let angle = libm::atan2f(aside, ahead);
        if angle.abs() > 0.9 && ahead > -0.6 {
            self.pivot(0.7 * angle.signum());
        } else {
            let far = self.rng.range(0.28, 0.38);
            self.step(far * aside, far * ahead, 0.0);
        }
    }

    fn combination(&mut self) {
        let tired = self.style.fatigue > 0.5;
        let length = 1 + self.weighted(if tired { &[5, 5, 2, 0] } else { &[2, 4, 4, 3] });
        if self.rng.unit() < 0.3 {
            let far = self.rng.range(0.18, 0.34);
            self.step(0.0, far, 0.0);
        }
        let pattern = self.rng.choose(&COMBINATIONS);
        for (n, punch) in pattern.iter().take(length).enumerate() {
            if n > 0 {
                // The other hand need not wait until this one is home.
                let same = pattern[n - 1].hand() == punch.hand();
                let ahead = if same { 0.05 } else { self.rng.range(0.15, 0.21) };
                self.link(ahead * (1.0 - 0.6 * self.style.fatigue));
                self.flows = !same;
            }
            self.throw(*punch);
        }
        match self.weighted(if tired { &[5, 5, 0, 1] } else { &[5, 3, 2, 1] }) {
            1 => self.step(0.0, -0.32, 0.0),
            2 => self.kick(),
            3 => self.pivot(0.6),
            _ => {}
        }
    }

    fn throw(&mut self, punch: Punch) {
        match punch {
            Jab => self.jab(),
            Cross => self.cross(),
            Hook(side) => self.hook(side),
            Uppercut(side) => self.uppercut(side),
            Elbow(side) => self.elbow(side),
        }
    }

    fn kick(&mut self) {
        let side = self.rng.choose(&[Left, Right, Right]);
        let height = self.rng.choose(&[Height::Low, Height::Middle, Height::Middle, Height::High]);
        match self.weighted(&[3, 5, 2]) {
            0 => self.front_kick(side),
            1 => self.round_kick(side, height),
            _ => self.knee(side),
        }
    }

    fn defend(&mut self) {
        let tired = self.style.fatigue > 0.5;
        let weights = if tired { [3, 1, 3, 2, 2, 5, 3, 6] } else { [6, 4, 3, 3, 4, 3, 3, 0] };
        self.avoid(&weights);
        // Blows come in twos.
        if !tired && self.rng.unit() < 0.35 {
            self.link(0.1);
            self.avoid(&[6, 3, 1, 0, 2, 0, 0, 0]);
        }
        // Those who avoid well answer at once.
        match self.weighted(if tired { &[8, 1, 1, 1] } else { &[4, 2, 3, 2] }) {
            1 => self.jab(),
            2 => self.cross(),
            3 => self.hook(Left),
            _ => {}
        }
    }

    fn avoid(&mut self, weights: &[u32; 8]) {
        let side = self.rng.choose(&[Left, Right]);
        match self.weighted(weights) {
            0 => self.slip(side),
            1 => self.duck(),
            2 => self.sway_back(),
            3 => self.side_step(side),
            4 => self.parry(side),
            5 => self.high_block(),
            6 => self.low_block(side),
            _ => {
                let held = self.rng.range(0.4, 1.2);
                self.clinch(held);
            }
        }
    }

    fn suffer(&mut self) {
        // Most blows come from ahead.
        let from = From(self.weighted(&[5, 4, 3, 1, 1, 1, 3, 4]));
        let force = [Force::Light, Force::Medium, Force::Heavy][self.weighted(&[4, 4, 4])];
        if self.rng.unit() < 0.45 {
            self.hit_body(from, force);
        } else if force == Force::Heavy
            && self.score.now + DOWN_AND_UP * self.style.tempo < self.ends
            && self.rng.unit() < self.style.falls
        {
            self.go_down();
        } else {
            self.hit_head(from, force);
        }
    }

    fn go_down(&mut self) {
        let kinds = [Fall::Back, Fall::Side(Left), Fall::Side(Right), Fall::Forward, Fall::Knees];
        let kind = kinds[self.weighted(&[3, 2, 2, 2, 3])];
        let rest = self.rng.range(0.5, 1.4) * self.style.tempo;
        self.knock_down(kind, rest);
    }

    /// Performs what has been written.
    pub(crate) fn take(&self, seconds: f32, rng: &mut Rng) -> Take {
        let skeleton = body::skeleton();
        let mut score = self.score.clone();
        let life = *rng;
        let mut performance = play(&score, &self.style.life, seconds, rng);
        for _ in 0..SHORTENED {
            if !strides::shorten(&mut score, &performance, self.style.spare) {
                break;
            }
            *rng = life;
            performance = play(&score, &self.style.life, seconds, rng);
        }
        legs::give_way(&mut performance.postures, &performance.supports, |_| self.style.spare);
        clamp_joints::knees(&mut performance.postures);
        clear_arms(&mut performance.postures);
        clamp_joints::hands(&mut performance.postures);
        let strikes = self.score.marks.iter().filter_map(|mark| {
            let blow = mark.blow.as_ref()?;
            landing(&skeleton, &performance.postures, mark, blow)
        });
        let strikes = strikes.collect();
        let [left, right] = performance.supports;
        let actions = recite::actions(&self.score.marks, "stance", SHORTEST_STANCE, seconds);
        Take {
            postures: performance.postures,
            truth: Truth { supports: Supports { left, right }, strikes, actions, ..Truth::default() },
        }
    }
}
