//! How soon a body answers when the player asks for something else, as users feel it.
//!
//! Not from the paper. A player asks for one thing until it is shown, then for another; what counts is the time until the
//! fragments that are played show half of the change. Changes come at any moment of a fragment, which a choice has to wait
//! for the end of.

use footwork_graph::Control;
use serde::Serialize;

use crate::bake::Ground;
use crate::control::Bin;

/// A change of what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Straight ahead, then turning.
    Turn,
    /// Going, then standing.
    Stop,
    /// Standing, then going.
    Start,
    /// On the ground, then in the air.
    Jump,
}

impl Change {
    /// All of them.
    pub const ALL: [Change; 4] = [Change::Turn, Change::Stop, Change::Start, Change::Jump];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Change::Turn => "turn",
            Change::Stop => "stop",
            Change::Start => "start",
            Change::Jump => "jump",
        }
    }

    /// Several pairs of what is asked for first, and then.
    fn pairs(self) -> Vec<[Control; 2]> {
        let go =
            |ahead: f32, turning: f32, airborne: bool| Control { velocity: [0.0, ahead], turning, airborne };
        let still = Control::default();
        let speeds = [1.5, 3.0];
        match self {
            Change::Turn => [1.5, 3.0]
                .into_iter()
                .flat_map(|v| [-1.0, 1.0].map(|turning| [go(v, 0.0, false), go(v, turning, false)]))
                .collect(),
            Change::Stop => speeds.map(|v| [go(v, 0.0, false), still]).to_vec(),
            Change::Start => speeds.map(|v| [still, go(v, 0.0, false)]).to_vec(),
            Change::Jump => [0.0, 1.5, 3.0].map(|v| [go(v, 0.0, false), go(v, 0.0, true)]).to_vec(),
        }
    }

    /// Whether half of the change is shown by two fragments together.
    fn is_shown(self, from: &Control, to: &Control, shown: [&Control; 2]) -> bool {
        let mean = |of: fn(&Control) -> f32| 0.5 * (of(shown[0]) + of(shown[1]));
        match self {
            Change::Turn => mean(|c| c.turning) * to.turning.signum() >= 0.5 * to.turning.abs(),
            Change::Stop => mean(speed) <= 0.5 * speed(from),
            Change::Start => mean(speed) >= 0.5 * speed(to),
            Change::Jump => shown[0].airborne,
        }
    }
}

fn speed(control: &Control) -> f32 {
    libm::hypotf(control.velocity[0], control.velocity[1])
}

/// How soon a change is answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Response {
    /// s, of half of all.
    pub median: f32,
    /// s, of 95 %.
    pub p95: f32,
    /// The share of changes that were not answered within [`LONGEST`].
    pub missed: f32,
}

/// s. An answer that comes later counts as none.
pub const LONGEST: f32 = 2.0;

/// Fragments before the change: enough to be about what was asked for first.
const BEFORE: usize = 20;
/// Phases of a stride at which changes come.
const PHASES: usize = 24;
/// Moments of a fragment at which changes come.
const MOMENTS: usize = 5;

/// How soon a controller answers a change. Seconds are those of a fragment.
pub fn of(
    ground: &Ground,
    seconds: f32,
    change: Change,
    mut next: impl FnMut(usize, &Control, Bin) -> usize,
) -> Response {
    let controls = &ground.fragments.controls;
    let longest = (LONGEST / seconds).ceil() as usize;
    let (mut times, mut missed, mut all) = (Vec::new(), 0, 0);
    for [from, to] in change.pairs() {
        let bins = [&from, &to].map(|control| ground.space.bin(control));
        let best = |a: &usize, b: &usize| {
            let quality = |fragment: usize| ground.space.quality(&controls[fragment], &from);
            quality(*a).total_cmp(&quality(*b))
        };
        let mut at = (0..controls.len()).max_by(best).unwrap_or(0);
        for _ in 0..BEFORE {
            at = next(at, &from, bins[0]);
        }
        for _ in 0..PHASES {
            at = next(at, &from, bins[0]);
            let mut then = at;
            let mut found = None;
            let mut last = next(then, &to, bins[1]);
            for step in 0..longest {
                then = last;
                last = next(then, &to, bins[1]);
                if change.is_shown(&from, &to, [&controls[then], &controls[last]]) {
                    found = Some(step);
                    break;
                }
            }
            for moment in 0..MOMENTS {
                let wait = seconds * (moment as f32 + 0.5) / MOMENTS as f32;
                all += 1;
                missed += usize::from(found.is_none());
                // It is seen when the fragment that shows it is half played.
                times.push(found.map_or(LONGEST, |step| wait + seconds * (step as f32 + 0.5)));
            }
        }
    }
    times.sort_by(f32::total_cmp);
    let at = |share: f32| times.get((share * times.len() as f32) as usize).or(times.last()).copied();
    Response {
        median: at(0.5).unwrap_or(LONGEST),
        p95: at(0.95).unwrap_or(LONGEST),
        missed: missed as f32 / all.max(1) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::BakeSettings;
    use crate::testing::performed;

    #[test]
    fn who_answers_at_once_is_quick_and_who_never_does_is_told() {
        let ground = Ground::of(&performed(30.0), &[], &BakeSettings::paper()).unwrap();
        let best = |asked: &Control| {
            let quality = |f: &usize| ground.space.quality(&ground.fragments.controls[*f], asked);
            (0..ground.fragments.controls.len()).max_by(|a, b| quality(a).total_cmp(&quality(b))).unwrap()
        };
        for change in Change::ALL {
            let quick = of(&ground, 0.1, change, |_, asked, _| best(asked));
            assert!(quick.median <= 0.15 && quick.missed < 0.5, "{change:?}: {quick:?}");
        }
        let still = best(&Control::default());
        let never = of(&ground, 0.1, Change::Start, |_, _, _| still);
        assert_eq!((never.median, never.missed), (LONGEST, 1.0));
    }
}
