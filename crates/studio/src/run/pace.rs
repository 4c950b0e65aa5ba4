//! When steps are made: against a monotonic clock, at a speed.
//!
//! A step that comes late is caught up, a few at once; beyond that, time that was missed is missed, and counted.

use std::time::{Duration, Instant};

use crate::channel::Figures;

/// Steps that are made at once to catch up.
const CATCH_UP: u32 = 4;
/// Above normal speed, not every step is shown.
const SHOW_EVERY: Duration = Duration::from_millis(12);
/// How slow and how fast.
pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=4.0;

/// The clock of a run.
pub struct Pace {
    pub playing: bool,
    pub speed: f64,
    pub figures: Figures,
    pub steps_per_second: f32,
    /// µs, what a step costs, smoothed.
    pub cost: f32,
    due: Instant,
    shown: Instant,
    /// When the second began in which steps are counted, and how many there were before.
    second: (Instant, u64),
}

impl Pace {
    pub fn new(playing: bool) -> Pace {
        let now = Instant::now();
        Pace {
            playing,
            speed: 1.0,
            figures: Figures::default(),
            steps_per_second: 0.0,
            cost: 0.0,
            due: now,
            shown: now,
            second: (now, 0),
        }
    }

    /// Time begins anew: nothing is to be caught up.
    pub fn begin(&mut self) {
        self.due = Instant::now();
        self.second = (self.due, self.figures.steps);
    }

    /// When the next step is due; none while paused.
    pub fn due(&self) -> Option<Instant> {
        self.playing.then_some(self.due)
    }

    /// How many steps are to be made now, of this length at normal speed.
    pub fn steps_due(&mut self, step: f64, now: Instant) -> u32 {
        if !self.playing || now < self.due {
            return 0;
        }
        let period = Duration::from_secs_f64(step / self.speed);
        let late = now - self.due;
        self.figures.latest = self.figures.latest.max(late.as_secs_f64());
        self.figures.late += u64::from(late > period);
        let mut steps = 0;
        while self.due <= now && steps < CATCH_UP {
            self.due += period;
            steps += 1;
        }
        if self.due <= now {
            let missed = (now - self.due).as_secs_f64() / period.as_secs_f64();
            self.figures.missed += missed as u64 + 1;
            self.due = now + period;
        }
        steps
    }

    /// A step was made, in so long.
    pub fn stepped(&mut self, took: Duration) {
        let cost = took.as_secs_f32() * 1e6;
        self.cost += (cost - self.cost) * if self.cost == 0.0 { 1.0 } else { 0.1 };
        self.figures.steps += 1;
    }

    /// Whether what was stepped now is to be shown.
    pub fn is_to_be_shown(&mut self, now: Instant) -> bool {
        let (since, steps) = self.second;
        if now - since >= Duration::from_secs(1) {
            self.steps_per_second = (self.figures.steps - steps) as f32 / (now - since).as_secs_f32();
            self.second = (now, self.figures.steps);
        }
        let shows = self.speed <= 1.0 || now - self.shown >= SHOW_EVERY;
        if shows {
            self.shown = now;
        }
        shows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_late_is_caught_up_and_what_is_too_late_is_missed() {
        let mut pace = Pace::new(true);
        let (start, step) = (pace.due, 0.1);
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(pace.steps_due(step, at(0.05)), 1);
        assert_eq!(pace.steps_due(step, at(0.06)), 0);
        assert_eq!(pace.steps_due(step, at(0.35)), 3);
        assert_eq!(pace.figures.missed, 0);
        assert_eq!(pace.steps_due(step, at(1.45)), CATCH_UP);
        assert_eq!(pace.figures.missed, 7);
        assert_eq!(pace.steps_due(step, at(1.5)), 0);
        pace.playing = false;
        assert_eq!(pace.steps_due(step, at(9.0)), 0);
    }
}
