//! Where somebody who goes begins to go another way: at which of the steps.
//!
//! The network sees that somebody who walked goes sideways now, but is often a step early or late: the body goes over from
//! one to the other in a step or two. So such a boundary is moved to the parting of steps that divides them best, each by
//! what it is itself: how far the hips came, which way as the body sees it, and by how much the body turned.

use footwork_motion::ground::yaw;
use glam::Vec3;

use super::reading::Swing;
use super::signals::Signals;
use super::steps;

/// s. A boundary is moved by less than this.
const FURTHEST: f32 = 1.2;
/// m. The leg of an adult, from hip to ankle, whom the speeds below are for.
const LEG: f32 = 0.83;
/// m/rad. Turning counts as much as going so far.
const TURN: f32 = 0.35;
/// m/s. Who goes and turns by less does neither: such a step closes the feet.
const SLOW: f32 = 0.12;
/// The tangent of what is nearer to a side than to any diagonal. Diagonals go ahead or back.
const SIDEWAYS: f32 = 2.4;
/// m/s. Steps of a run are faster than those of a walk.
const RUNS: f32 = 1.85;
/// s. What somebody does is seen so far from where it changes.
const APART: f32 = 0.5;

/// How somebody goes, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Ahead, on a diagonal as well.
    Walk,
    /// Backward, on a diagonal as well.
    Backward,
    /// To a side.
    Sideways,
    /// On the spot.
    Turn,
    /// With flights.
    Run,
    /// The end of a run.
    Stop,
}

impl Gait {
    /// The one that an action's words name, if they do.
    pub fn named(words: &[String]) -> Option<Gait> {
        if !["movement", "carry"].contains(&words.first()?.as_str()) {
            return None;
        }
        words.iter().find_map(|word| match word.as_str() {
            "walk" => Some(Gait::Walk),
            "backward" => Some(Gait::Backward),
            "sideways" => Some(Gait::Sideways),
            "turn" => Some(Gait::Turn),
            "jog" | "run" | "sprint" | "cut" | "feint" => Some(Gait::Run),
            "stop" => Some(Gait::Stop),
            _ => None,
        })
    }

    fn runs(self) -> bool {
        matches!(self, Gait::Run | Gait::Stop)
    }
}

/// Steps as they were made: between partings, in frames, how the body went. X to the left, Y ahead, in m/s for a body of
/// usual size; Z is turning, as it counts.
pub struct Ways {
    rate: f32,
    partings: Vec<u32>,
    made: Vec<Vec3>,
}

impl Ways {
    /// Looks at every step.
    pub fn new(signals: &Signals, swings: &[Swing]) -> Ways {
        let mut partings: Vec<u32> = steps::cuts(swings).collect();
        partings.sort_unstable();
        partings.dedup();
        let made =
            partings.windows(2).map(|pair| made(signals, pair[0] as usize, pair[1] as usize)).collect();
        Ways { rate: signals.rate, partings, made }
    }

    /// Where, near a frame and within a span of them, one way of going becomes another; the frame itself where steps do
    /// not say.
    pub fn changes(&self, at: u32, [from, to]: [u32; 2], before: Gait, after: Gait) -> u32 {
        let reach = (FURTHEST * self.rate) as u32;
        let (first, last) = (at.saturating_sub(reach).max(from + 1), (at + reach).min(to.saturating_sub(1)));
        let steps =
            self.partings.partition_point(|p| *p < first)..self.partings.partition_point(|p| *p <= last);
        // From a walk to a run is a matter of flights and of halts, which the network sees better.
        if before == after || after.runs() || steps.len() < 2 {
            return at;
        }
        let apart = (APART * self.rate) as u32;
        let mut ways = [self.mean(from, at.saturating_sub(apart)), self.mean(at + apart, to)];
        if before == Gait::Stop {
            // Who stops means to stand.
            ways[0] = Some(Vec3::ZERO);
        }
        let slows = before.runs() && after == Gait::Walk;
        // Who runs goes ahead until he does something else.
        let own = |gait: Gait| gait == before || before.runs() && gait == Gait::Walk;
        let belongs = |made: Vec3| match gait(made) {
            _ if slows && speed(made) > RUNS => -1.0,
            _ if slows => 1.0,
            Some(gait) if own(gait) => -1.0,
            Some(gait) if gait == after => 1.0,
            _ => between(made, ways),
        };
        let mut best = (0.0, self.partings[steps.start]);
        let mut sum = 0.0;
        for n in steps.start..steps.end - 1 {
            let seconds = (self.partings[n + 1] - self.partings[n]) as f32 / self.rate;
            sum += seconds * belongs(self.made[n]);
            if sum < best.0 {
                best = (sum, self.partings[n + 1]);
            }
        }
        best.1
    }

    /// How the body goes on average in the steps within a span.
    fn mean(&self, from: u32, to: u32) -> Option<Vec3> {
        let steps = self.partings.partition_point(|p| *p < from)..self.partings.partition_point(|p| *p <= to);
        let made = self.made.get(steps.start..steps.end.max(1) - 1).filter(|made| !made.is_empty())?;
        Some(made.iter().sum::<Vec3>() / made.len() as f32)
    }
}

/// m/s
fn speed(made: Vec3) -> f32 {
    libm::hypotf(made.x, made.y)
}

/// What going so is, if it gets anywhere.
fn gait(made: Vec3) -> Option<Gait> {
    let speed = speed(made);
    match () {
        () if speed.max(made.z.abs()) < SLOW => None,
        () if made.z.abs() > speed => Some(Gait::Turn),
        () if made.x.abs() > SIDEWAYS * made.y.abs() => Some(Gait::Sideways),
        () if made.y < 0.0 => Some(Gait::Backward),
        () => Some(Gait::Walk),
    }
}

/// From -1, like the first way, to 1, like the second; 0 where one of them is not known.
fn between(made: Vec3, ways: [Option<Vec3>; 2]) -> f32 {
    let [Some(before), Some(after)] = ways else { return 0.0 };
    let (apart, middle) = (after - before, 0.5 * (before + after));
    (2.0 * (made - middle).dot(apart) / apart.length_squared().max(1e-6)).clamp(-1.0, 1.0)
}

/// How the body goes from a frame to another, as it sees it halfway.
fn made(signals: &Signals, from: usize, to: usize) -> Vec3 {
    let last = signals.frames() - 1;
    let (a, b) = (from.min(last), to.min(last));
    let (before, after) = (a.saturating_sub(b - a), (b + (b - a)).min(last));
    // Hips swing to and fro with the steps. Over a whole one that is nothing.
    let facing = |from: usize, to: usize| {
        let span = &signals.hips_yaw[from..=to];
        span.iter().sum::<f32>() / span.len() as f32
    };
    let seconds = |frames: usize| frames.max(1) as f32 / signals.rate;
    let turned = facing(b, after) - facing(before, a);
    let went =
        yaw(-facing(a, b)) * (signals.hips[b] - signals.hips[a]) * (LEG / signals.leg) / seconds(b - a);
    Vec3::new(went.x, went.z, TURN * turned / (0.5 * seconds(b + after - before - a)))
}
