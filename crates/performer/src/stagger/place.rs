//! When and where the next foot comes down.

use footwork_motion::glam::Vec3;

use super::catch::Catch;
use super::decide::UNTIDY;
use super::soles::Footing;
use super::{ANKLES, HEIGHT, MIDSOLE, Phase, TICK, Walker, Why, outward};
use crate::gait::{Step, duty, pace, step_seconds};
use crate::posture::about;
use crate::signal::INNER_RATE;

/// rad. Toes point this far out.
pub(super) const TOE_OUT: f32 = 0.11;
/// s. A foot stands at least so long.
const SHORTEST_STAND: f32 = 0.1;
/// m. How far beyond where ξ will be a foot is put to catch the body.
const BEYOND: f32 = 0.03;
/// s. How much further ahead a running foot lands for each m/s that the body is too fast.
const RAIBERT: f32 = 0.16;
/// m. The furthest that a foot is put down ahead of the centre of mass, behind it and beside it: further, the hips would
/// drop by more than 10 cm.
const FURTHEST: f32 = 0.5;
const BACKMOST: f32 = 0.42;
const WIDEST: f32 = 0.36;
/// s. Shortly before it lands a foot goes where it goes.
const TOO_LATE: f32 = 0.07;

impl Walker<'_> {
    /// s. From footfall to footfall, at what is asked for or how fast the body is, whichever is more.
    pub(super) fn step_time(&self, at: f32) -> f32 {
        let wish = self.wish.velocity(at);
        // Who stops does it with brisk steps.
        let stopping = if wish.length() < 0.3 { 1.1 } else { 0.0 };
        let is = 0.85 * self.mean;
        let turning = 0.6 * self.wish.turning(at).abs();
        step_seconds(pace(wish).max(is.length()).max(turning).max(stopping))
    }

    /// m. How far apart the feet land, to the side.
    pub(super) fn width(&self, wish: Vec3, period: f32) -> f32 {
        2.0 * (0.08 - 0.02 * wish.z.abs().min(1.0)) + 1.1 * wish.x.abs() * period
    }

    /// s. How long both feet stand in a walk after one has landed.
    pub(super) fn both_down(&self, at: f32) -> f32 {
        let speed = self.wish.velocity(at).length().max(0.85 * self.mean.length());
        ((2.0 * duty(speed.min(1.9)) - 1.0) * self.step_time(at)).max(0.04)
    }

    pub(super) fn lift(&mut self, side: usize, why: Why) {
        // A foot that has just come down stays for a moment.
        let fresh = |side: usize| {
            self.steps.iter().rfind(|s| s.side == side).is_some_and(|s| self.now - s.land < SHORTEST_STAND)
        };
        let side = if fresh(side) { 1 - side } else { side };
        if fresh(side) {
            return;
        }
        let speed = self.wish.velocity(self.now + 0.2).length().max(0.85 * self.mean.length());
        let swing = match why {
            Why::Going => {
                self.period = self.step_time(self.now + 0.2);
                ((1.0 - duty(speed.min(1.9))) * 2.0 * self.period).max(0.24)
            }
            Why::Tidying => 0.36,
            Why::Catching => {
                self.catch.catching = true;
                self.catch.swing(self.outline().outside(self.xi()))
            }
        };
        let step = self.leave(side, self.now + swing);
        self.phase = Phase::Swing { step, why };
        self.aim(step, why);
    }

    /// A foot leaves the ground, to land at a time.
    pub(super) fn leave(&mut self, side: usize, land: f32) -> usize {
        self.down[side] = false;
        let Footing { place, yaw } = self.feet[side];
        self.steps.push(Step { side, lift: self.now, land, place, yaw });
        self.steps.len() - 1
    }

    /// The step that a foot in the air is on.
    pub(super) fn in_air(&self, side: usize) -> usize {
        self.steps.iter().rposition(|step| step.side == side).unwrap_or(0)
    }

    /// The stance of a run is over: both feet are in the air.
    pub(super) fn take_off(&mut self, onto: usize) {
        let speed = self.run_speed();
        self.period = step_seconds(speed);
        let flight = (1.0 - 2.0 * duty(speed)) * self.period;
        self.leave(onto, self.now + 2.0 * flight + 2.0 * duty(speed) * self.period);
        let step = self.in_air(1 - onto);
        self.steps[step].land = self.now + flight.max(0.04);
        self.phase = Phase::Fly { step };
        self.aim(step, Why::Going);
    }

    /// Where ξ and the body will be after some seconds on the feet that stand.
    pub(super) fn ahead(&self, seconds: f32) -> (Vec3, Vec3) {
        let airborne = self.down == [false, false];
        let outline = self.outline();
        let mut then = Walker { steps: Vec::new(), catch: Catch::default(), ..*self };
        let coarse = 4.0 * TICK;
        for n in 0..(seconds / coarse).round() as usize {
            if !airborne {
                let wanted = then.wanted_pressure(Vec3::ZERO, self.swung(self.now + n as f32 * coarse));
                then.pressure = outline.nearest(then.pressure + (wanted - then.pressure) * (coarse / ANKLES));
                then.velocity += self.force() / HEIGHT * (then.centre - then.pressure) * coarse;
            }
            then.centre += then.velocity * coarse;
        }
        (then.xi(), then.centre)
    }

    /// Steers a foot in the air to where it will be needed. Shortly before it lands it is too late for that.
    pub(super) fn aim(&mut self, step: usize, why: Why) {
        let Step { side, land, lift, .. } = self.steps[step];
        let left = (land - self.now).max(0.0);
        if left < TOO_LATE && self.now > lift + 0.05 {
            return;
        }
        // Often enough, and it is what costs most.
        let sample = (self.now * INNER_RATE).round() as usize;
        if self.now > lift && !sample.is_multiple_of(4) {
            return;
        }
        let (xi, centre) = self.ahead(left);
        let yaw = self.yaw + self.wish.turning(self.now + 0.5 * left) * left;
        let heading = about(1, yaw);
        let out = outward(side);
        // Who starts or stops steps as he will go, not as he does.
        let wish = self.wish.velocity(land + 0.3);
        let place = match why {
            Why::Tidying => self.feet[1 - side].place + heading * Vec3::new(out * 0.18, 0.0, 0.0),
            Why::Catching => {
                let beyond = BEYOND * self.off().normalize_or_zero();
                let on = heading * wish * 0.3 / (libm::expf(Self::omega() * 0.3) - 1.0);
                centre + self.catch.skill() * (xi - centre) + beyond - on
                    + heading * Vec3::new(out * 0.05, 0.0, -MIDSOLE)
            }
            Why::Going if self.down == [false, false] => {
                let speed = self.run_speed();
                let stance = duty(speed) * 2.0 * step_seconds(speed);
                let off = self.velocity - heading * wish;
                centre
                    + 0.5 * stance * self.velocity
                    + RAIBERT * off
                    + heading * Vec3::new(out * 0.035, 0.0, -MIDSOLE)
            }
            Why::Going => {
                let period = self.step_time(land);
                let growth = libm::expf(Self::omega() * period);
                // Nobody gathers more speed in a step than he falls.
                let has = about(1, -yaw) * self.velocity;
                let wish = has + (wish - has).clamp_length_max(1.0);
                let wished = Vec3::new(wish.x, 0.0, wish.z + self.trim);
                let along = heading * wished * period / (growth - 1.0);
                let inside = self.width(wish, period) / (growth + 1.0);
                // The foot has the weight half of a handover after it lands.
                let (xi, _) = self.ahead(left + 0.5 * self.both_down(land) + ANKLES);
                xi - along + heading * Vec3::new(out * inside, 0.0, -MIDSOLE)
            }
        };
        let place = self.reachable(place, side, centre, yaw);
        let turn_on = 0.4 * self.wish.turning(land) * self.period;
        let step = &mut self.steps[step];
        (step.place, step.yaw) = (Vec3::new(place.x, 0.0, place.z), yaw + turn_on + out * TOE_OUT);
    }

    /// A place as near to the one wanted as legs reach, without stepping across or onto the other foot.
    pub(super) fn reachable(&self, place: Vec3, side: usize, centre: Vec3, yaw: f32) -> Vec3 {
        let out = outward(side);
        let seen = about(1, -yaw) * (place - centre);
        let other = about(1, -yaw) * (self.feet[1 - side].place - centre);
        // The further ahead of or behind the other foot, the nearer its line may be.
        let past = ((seen.z - other.z).abs() / 0.3).min(1.0);
        let closest = other.x * out + 0.15 - 0.06 * past;
        let closest = if self.down[1 - side] { closest } else { 0.0 };
        let x = (seen.x * out).clamp(closest.min(WIDEST), WIDEST) * out;
        centre + about(1, yaw) * Vec3::new(x, 0.0, seen.z.clamp(-BACKMOST, FURTHEST))
    }

    pub(super) fn land(&mut self, step: usize, why: Why) {
        let Step { side, place, yaw, .. } = self.steps[step];
        self.steps[step].land = self.now;
        self.feet[side] = Footing { place, yaw };
        self.down[side] = true;
        let (before, from) = self.landed;
        let last = (self.centre - from) / (self.now - before).max(0.1);
        // Two steps make a stride: one alone goes to a side.
        self.mean = if self.now - before < 1.0 { 0.5 * (last + self.last) } else { last };
        self.last = last;
        self.landed = (self.now, self.centre);
        let missed = (about(1, -self.yaw) * (self.wished() - self.mean)).z;
        let steady = why == Why::Going && self.wish.velocity(self.now).z > 0.3 && !self.runs();
        if steady {
            self.trim = (self.trim + 0.2 * missed).clamp(-0.3, 0.9);
        } else if !self.going() {
            self.trim = 0.15;
        }
        let other = 1 - side;
        if !self.down[other] {
            self.pressure = self.feet[side].sole(MIDSOLE);
        }
        if why != Why::Tidying {
            self.catch.landed(self.now);
        }
        if why == Why::Tidying {
            self.phase = Phase::Stand { since: self.now - 0.6 * UNTIDY };
            return;
        }
        if self.runs() {
            let speed = self.run_speed();
            self.period = step_seconds(speed);
            if self.down[other] {
                self.leave(other, self.now + self.period);
            }
            self.phase = Phase::Run { onto: side, lift: self.now + 2.0 * duty(speed) * self.period };
        } else if !self.down[other] {
            // Out of a run, the other foot is on its way already.
            let step = self.in_air(other);
            self.steps[step].land = self.now + 0.28;
            self.phase = Phase::Swing { step, why: Why::Going };
        } else {
            self.phase = Phase::Transfer { onto: side, lift: self.now + self.both_down(self.now) };
        }
    }
}
