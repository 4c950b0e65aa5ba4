//! Running where one has to: short stretches of recorded gait, chosen for speed, turn and how they look at both ends, and led by no more
//! than what is missing.
//!
//! Paper: Shum 2010, sec. 6.5.2: the locomotion engine. Where `stride` leads a body evenly, which is right for walking, here what
//! is recorded is kept and only the difference between where it goes and where it should go is laid over it, evenly: who runs pushes off
//! and brakes in every step, and feet that stand would slide under a body that glides.

use footwork_motion::ground::Place;
use footwork_stage::{Lead, Move};
use glam::{Vec2, Vec3};

use crate::acts::{Act, Acts};
use crate::dominoes::segment;
use crate::walk::turn;

/// Frames between two stretches to choose from: in a run every step is found in all its phases.
const EVERY: u32 = 3;
/// Frames. Shorter stretches are not worth a seam.
const SHORTEST: u32 = 12;
/// Frames. Shorter actions are no acts, and are run through.
const GAP: u32 = 8;
/// How much a seam of a metre counts beside a m/s that a stretch is too fast or slow; and a rad/s.
const SEAM: f32 = 5.0;
const TURNING: f32 = 0.4;
/// How much of the lead is mixed in: the rest is the recording's own way. Small, so that a body goes on as it was recorded; not too
/// small, because the lead is larger by as much.
const MIXED: f32 = 0.25;

/// Where a stretch can begin.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    take: u32,
    first: u32,
    /// Frames that can be played from there on.
    room: u32,
}

/// Stretches to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gaits {
    stretches: Vec<Stretch>,
}

/// Where somebody has to get to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// m and turn, as he sees it now: where he is and faces at its end.
    pub to: Place,
    /// Frames that it takes.
    pub frames: u32,
    /// Take and frame of what comes next: the pose to arrive in; none if any will do.
    pub then: Option<(u32, u32)>,
}

/// What a stretch of a recording does in so many frames: m/s to the left and ahead as seen in the middle of the way, and rad/s.
pub(crate) fn pace(acts: &Acts, take: u32, first: u32, frames: u32) -> (Vec2, f32) {
    let [a, b] = [first, first + frames].map(|frame| *acts.tables.ground(take, frame));
    mean(&a.to(&b), frames as f32 / acts.tables.rate)
}

/// The same of a way.
fn mean(to: &Place, seconds: f32) -> (Vec2, f32) {
    let turned = turn(&Place::HERE, to);
    (half_turned(Vec2::new(to.x, to.z), turned) / seconds, turned / seconds)
}

/// A way that begins before a turn, as a body sees it that turns evenly while it goes: half of the turn is behind it in the middle.
pub(crate) fn half_turned(vector: Vec2, turned: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(-0.5 * turned);
    Vec2::new(vector.x * cos + vector.y * sin, vector.y * cos - vector.x * sin)
}

/// What leads a stretch of a recording so that it ends at a place, as seen from where it begins: what is recorded is kept, and only
/// what is missing is laid over it, evenly.
pub fn led(acts: &Acts, take: u32, first: u32, frames: u32, to: &Place) -> Lead {
    let (own, turns) = pace(acts, take, first, frames.max(1));
    let (velocity, turning) = mean(to, frames.max(1) as f32 / acts.tables.rate);
    let velocity = (own + (velocity - own) / MIXED).to_array();
    Lead { velocity, turning: turns + (turning - turns) / MIXED, weight: MIXED }
}

/// Where a stretch of a recording that is led so ends, as seen from where it begins: what [`led`] is the other way round.
pub fn comes_to(acts: &Acts, take: u32, first: u32, frames: u32, lead: &Lead) -> Place {
    let (own, turns) = pace(acts, take, first, frames.max(1));
    let seconds = frames.max(1) as f32 / acts.tables.rate;
    let velocity = own + (Vec2::from_array(lead.velocity) - own) * lead.weight;
    let turned = (turns + (lead.turning - turns) * lead.weight) * seconds;
    let way = half_turned(velocity * seconds, -turned);
    let (sin, cos) = libm::sincosf(turned);
    Place { x: way.x, z: way.y, cos, sin }
}

impl Gaits {
    /// Out of the acts that fit, on through all that follow one another.
    pub fn new(acts: &Acts, fits: &dyn Fn(&Act) -> bool) -> Gaits {
        let mut spans: Vec<(u32, [u32; 2])> = Vec::new();
        for act in acts.all.iter().filter(|act| fits(act)) {
            match spans.last_mut() {
                Some((take, [_, end])) if *take == act.take && act.first <= *end + GAP => *end = act.end,
                _ => spans.push((act.take, [act.first, act.end])),
            }
        }
        let all = spans.iter().flat_map(|(take, [first, end])| {
            (*first..end.saturating_sub(SHORTEST)).step_by(EVERY as usize).map(move |at| Stretch {
                take: *take,
                first: at,
                room: end - at,
            })
        });
        Gaits { stretches: all.collect() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.stretches.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The best stretch from a frame of a take on; none if nothing is long enough.
    pub fn go(&self, acts: &Acts, now: Option<(u32, u32)>, leg: &Leg) -> Option<Move> {
        let frames = leg.frames.max(1);
        let seconds = frames as f32 / acts.tables.rate;
        let (velocity, turning) = mean(&leg.to, seconds);
        let mut best: Option<(f32, Stretch)> = None;
        // As it was recorded it goes on without a seam.
        let on = now.and_then(|(take, frame)| {
            let near =
                |known: &&Stretch| known.take == take && known.first <= frame && frame < known.first + EVERY;
            let known = self.stretches.iter().find(near)?;
            Some(Stretch { take, first: frame, room: known.room.saturating_sub(frame - known.first) })
        });
        for stretch in on.iter().chain(&self.stretches).filter(|stretch| stretch.room >= frames) {
            let (own, turns) = pace(acts, stretch.take, stretch.first, frames);
            let off = (own - velocity).length() + TURNING * (turns - turning).abs();
            if best.is_some_and(|(least, _)| off >= least) {
                continue;
            }
            let into = now.map_or(0.0, |now| acts.seam(now, (stretch.take, stretch.first)));
            let out = leg.then.map_or(0.0, |then| acts.seam((stretch.take, stretch.first + frames), then));
            let cost = off + SEAM * (into + out);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *stretch));
            }
        }
        let (_, stretch) = best?;
        let lead = led(acts, stretch.take, stretch.first, frames, &leg.to);
        let played = segment(acts.tables.rate, stretch.take, stretch.first, stretch.first + frames);
        Some(Move::new(played).led(lead))
    }
}

/// A way that bends evenly from how somebody goes now to how he has to arrive: a cubic over both places and velocities, all in m and
/// m/s on the ground. Gives the place and the velocity after some of its seconds.
pub fn bend(from: [Vec2; 2], to: [Vec2; 2], seconds: f32, at: f32) -> [Vec2; 2] {
    let seconds = seconds.max(1e-3);
    let s = (at / seconds).clamp(0.0, 1.0);
    let (a, b) = (from[1] * seconds, to[1] * seconds);
    let (s2, s3) = (s * s, s * s * s);
    let place = from[0] * (2.0 * s3 - 3.0 * s2 + 1.0)
        + a * (s3 - 2.0 * s2 + s)
        + to[0] * (3.0 * s2 - 2.0 * s3)
        + b * (s3 - s2);
    let velocity = from[0] * (6.0 * s2 - 6.0 * s)
        + a * (3.0 * s2 - 4.0 * s + 1.0)
        + to[0] * (6.0 * s - 6.0 * s2)
        + b * (3.0 * s2 - 2.0 * s);
    [place, velocity / seconds]
}

/// Where a body is after a step to a place with a heading, rad to the left from Z, as it sees it now.
pub fn seen(body: &Place, to: Vec2, heading: f32) -> Place {
    let (sin, cos) = libm::sincosf(heading);
    body.to(&Place { x: to.x, z: to.y, cos, sin })
}

/// m/s, on the ground: how somebody goes who goes so in his own frame.
pub fn outside(body: &Place, velocity: Vec3) -> Vec2 {
    let (x, z) = (velocity.x, velocity.z);
    Vec2::new(body.cos * x + body.sin * z, body.cos * z - body.sin * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bent_way_begins_and_ends_as_it_should() {
        let (from, to) = ([Vec2::ZERO, Vec2::new(0.0, 2.0)], [Vec2::new(2.0, 5.0), Vec2::new(3.0, 0.0)]);
        let [first, last] = [0.0, 2.0].map(|at| bend(from, to, 2.0, at));
        for (got, wanted) in first.iter().chain(&last).zip(from.iter().chain(&to)) {
            assert!(got.distance(*wanted) < 1e-4, "{got} is not {wanted}");
        }
        // What is said of velocities is how places change.
        let [before, after] = [0.999, 1.001].map(|at| bend(from, to, 2.0, at)[0]);
        assert!(((after - before) / 0.002).distance(bend(from, to, 2.0, 1.0)[1]) < 0.01);
    }
}
