//! What the feet do next: stay, go on, put themselves right, or catch the body, and which of them.

use footwork_motion::glam::Vec3;

use super::place::TOE_OUT;
use super::soles::Footing;
use super::{ASTRAY, MIDSOLE, ON_COURSE, Phase, TICK, Walker, Why, outward};
use crate::gait::Step;
use crate::posture::about;

/// m. Who puts his feet right with ξ this far outside the foot that stands has to catch himself instead.
const TIPPED: f32 = 0.07;
/// m. Feet further apart than this cannot both be spared.
const APART: f32 = 0.28;
/// m. A foot that is further away from the centre of mass than this must follow.
const BEHIND: f32 = 0.47;
/// s. Feet that stand untidily are put right after this long.
pub(super) const UNTIDY: f32 = 0.5;

impl Walker<'_> {
    /// Starts, steers and ends steps.
    pub(super) fn decide(&mut self) {
        match self.phase {
            Phase::Stand { since } => {
                if self.must_catch() {
                    self.lift(self.catching_foot(), Why::Catching);
                } else if let Some(side) = self.left_behind() {
                    self.lift(side, if self.going() { Why::Going } else { Why::Catching });
                } else if self.going() {
                    self.phase = Phase::Shift { since: self.now, next: self.first_foot(), why: Why::Going };
                } else if self.now - since > UNTIDY
                    && let Some(next) = self.untidy_foot()
                {
                    self.phase = Phase::Shift { since: self.now, next, why: Why::Tidying };
                }
            }
            Phase::Shift { since, next, why } => {
                let off = about(1, -self.yaw) * (self.xi() - self.feet[1 - next].sole(MIDSOLE));
                if self.must_catch() {
                    self.lift(self.catching_foot(), Why::Catching);
                } else if let Some(side) = self.left_behind() {
                    self.lift(side, if self.going() { Why::Going } else { Why::Catching });
                } else if off.x.abs() < 0.035 && (why == Why::Going || off.z.abs() < 0.06) {
                    self.lift(next, why);
                } else if self.now - since > 1.1 {
                    match why {
                        Why::Going => self.lift(next, why),
                        _ => self.phase = Phase::Stand { since: self.now },
                    }
                }
            }
            Phase::Swing { step, why } => {
                let why = self.hurry(step, why);
                self.aim(step, why);
                if self.now + 0.5 * TICK >= self.steps[step].land {
                    self.land(step, why);
                }
            }
            Phase::Transfer { onto, lift } => self.transfer(onto, lift),
            Phase::Run { onto, lift } if self.now >= lift => self.take_off(onto),
            Phase::Run { .. } => {}
            Phase::Fly { step } => {
                self.aim(step, Why::Going);
                if self.now + 0.5 * TICK >= self.steps[step].land {
                    self.land(step, Why::Going);
                }
            }
        }
    }

    pub(super) fn transfer(&mut self, onto: usize, lift: f32) {
        let other = 1 - onto;
        let left_behind = self.left_behind() == Some(other);
        if self.catch.catching {
            let held = self.outline().outside(self.xi()) < 0.01;
            if self.going() && self.off().length() < ON_COURSE {
                self.catch.catching = false;
                self.lift(other, Why::Going);
            } else if self.must_catch() || left_behind {
                self.lift(other, Why::Catching);
            } else if held && self.now - self.landed.0 > 0.1 {
                self.catch.catching = false;
                self.phase = Phase::Stand { since: self.now - 0.25 };
            }
        } else if self.now >= lift || left_behind {
            if self.going() || left_behind || self.outline().outside(self.xi()) > 0.0 {
                self.lift(other, Why::Going);
            } else {
                self.phase = Phase::Stand { since: self.now - 0.7 * UNTIDY };
            }
        }
    }

    /// A foot that the body has gone too far from.
    pub(super) fn left_behind(&self) -> Option<usize> {
        (0..2).find(|&side| self.down[side] && (self.feet[side].place - self.centre).length() > BEHIND)
    }

    /// Whether the soles do not hold the body, and it has had the time to notice.
    pub(super) fn must_catch(&self) -> bool {
        self.catch.awake(self.now) && self.outline().outside(self.xi()) > 0.015
    }

    /// The foot to catch the body with: of feet that are apart, the one that carries less; of feet together, the one on
    /// the side that the body falls to, or else the one that is further behind.
    pub(super) fn catching_foot(&self) -> usize {
        let seen = |point: Vec3| about(1, -self.yaw) * (point - self.centre);
        let falls = seen(self.xi());
        let [left, right] = [0, 1].map(|side| seen(self.feet[side].place));
        if let Phase::Transfer { onto, .. } = self.phase {
            return 1 - onto;
        }
        let pressure = seen(self.pressure);
        let light = usize::from((pressure - left).length() < (pressure - right).length());
        if (left - right).length() > APART {
            return light;
        }
        if falls.x.abs() > 0.7 * falls.z.abs() {
            return usize::from(falls.x < 0.0);
        }
        let behind = (right - left).dot(falls.normalize_or_zero());
        if behind.abs() > 0.1 {
            return usize::from(behind < 0.0);
        }
        light
    }

    /// Lets a foot that is in the air when the body is shoved come down sooner, to catch it.
    pub(super) fn hurry(&mut self, step: usize, why: Why) -> Why {
        let shoved = self.catch.hurries(self.now) && self.off().length() > ON_COURSE;
        let tipped = why == Why::Tidying && self.outline().outside(self.xi()) > TIPPED;
        if !shoved && !tipped && self.astray() < ASTRAY {
            return why;
        }
        let Step { lift, land, .. } = self.steps[step];
        self.steps[step].land = land.min((self.now + 0.2).max(lift + 0.16));
        self.catch.catching = true;
        self.phase = Phase::Swing { step, why: Why::Catching };
        Why::Catching
    }

    pub(super) fn first_foot(&self) -> usize {
        let (velocity, turning) = (self.wish.velocity(self.now + 0.5), self.wish.turning(self.now + 0.3));
        if velocity.x.abs() > velocity.z.abs() {
            return usize::from(velocity.x < 0.0);
        }
        if turning.abs() > 0.3 && velocity.length() < 0.3 {
            return usize::from(turning < 0.0);
        }
        let along = |side: usize| (about(1, -self.yaw) * (self.feet[side].place - self.centre)).dot(velocity);
        usize::from(along(1) < along(0))
    }

    /// A foot that stands where nobody stands at ease.
    pub(super) fn untidy_foot(&self) -> Option<usize> {
        let off = |side: usize| {
            let home = self.home(side, self.centre);
            (home.place - self.feet[side].place).length() + 0.25 * (home.yaw - self.feet[side].yaw).abs()
        };
        let worst = usize::from(off(1) > off(0));
        (off(worst) > 0.09).then_some(worst)
    }

    /// Where a foot stands when the body stands at ease over `centre`.
    pub(super) fn home(&self, side: usize, centre: Vec3) -> Footing {
        let out = outward(side);
        let place = centre + about(1, self.yaw) * Vec3::new(out * 0.09, 0.0, -MIDSOLE);
        Footing { place, yaw: self.yaw + out * TOE_OUT }
    }
}
