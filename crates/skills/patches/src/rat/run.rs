//! Where the rat runs: along the path that is drawn, or for somebody who has not seen it for long; never through anybody.

use footwork_stage::{Rng, StageView, Troupe};
use glam::Vec2;

use super::{DRAWN, PersonMemory, RatMemory};

/// m/s. A rat in a hurry does 2.7.
const SPEED: f32 = 1.6;
/// rad/s. How quickly it turns.
const TURNS: f32 = 7.0;
/// m. It keeps this far from where somebody stands, and begins to turn aside at twice that.
const KEEPS: f32 = 0.24;
/// m. What is nearer than this is reached: a point of its way; and somebody.
const REACHED: f32 = 0.12;
const REACHED_ONE: f32 = 0.6;
/// Ticks. Whom it does not get to by then it leaves alone, and a point of its way that it got no nearer to; m: by less than this.
const PATIENCE: u32 = 360;
const GETS_ON: f32 = 0.1;
/// m. Who was startled just now is as if so much further away.
const STALE: f32 = 8.0;

impl RatMemory {
    /// Draws its way on to a point. When there is no room for more, the last point is moved.
    pub fn draw(&mut self, point: Vec2) {
        if !point.is_finite() {
            return;
        }
        let last = (self.drawn as usize).min(DRAWN - 1);
        self.path[last] = [point.x, point.y];
        self.drawn = last as u32 + 1;
    }

    /// m, where it runs to along the drawn way. A point that it gets no nearer to for some seconds, as people stand there, is left out.
    fn drawn_goal(&mut self) -> Option<Vec2> {
        while self.reached < self.drawn {
            let point = Vec2::from_array(self.path[(self.reached as usize).min(DRAWN - 1)]);
            let far = point.distance(Vec2::from_array(self.at));
            let gets_on = self.nearest == 0.0 || far < self.nearest - GETS_ON;
            if gets_on {
                self.nearest = far;
            }
            self.chased = if gets_on { 0 } else { self.chased.saturating_add(1) };
            if far > REACHED && self.chased < PATIENCE {
                return Some(point);
            }
            self.reached += 1;
            self.nearest = 0.0;
        }
        (self.drawn, self.reached) = (0, 0);
        None
    }
}

fn place(troupe: &Troupe<'_, PersonMemory>, at: usize) -> Option<Vec2> {
    let here = troupe.view(at)?.frame().translation;
    Some(Vec2::new(here.x, here.z))
}

/// Lets one step pass for the rat.
pub fn run(
    memory: &mut RatMemory,
    troupe: &mut Troupe<'_, PersonMemory>,
    stage: &StageView<'_>,
    rng: &mut Rng,
) {
    if memory.begun == 0 {
        // It comes from outside: two steps beside the first one.
        let first = place(troupe, 0).unwrap_or(Vec2::ZERO);
        memory.at = (first - Vec2::splat(2.0)).to_array();
        memory.begun = 1;
    }
    let here = Vec2::from_array(memory.at);
    let goal = match memory.drawn_goal() {
        Some(goal) => goal,
        None => chase(memory, troupe, stage, rng).unwrap_or(here),
    };
    let mut direction = goal - here;
    if direction.length() < 1e-3 {
        return;
    }
    direction = direction.normalize_or(Vec2::Y);
    for at in 0..troupe.len() {
        let Some(other) = place(troupe, at) else { continue };
        let off = here - other;
        let far = off.length();
        if far < 2.0 * KEEPS && off.dot(direction) < 0.0 {
            // Round him, on the side that it is on already.
            let out = off.normalize_or(Vec2::X);
            let along = if out.perp_dot(direction) > 0.0 { out.perp() } else { -out.perp() };
            direction = (direction + 1.5 * along + out * (2.0 - far / KEEPS)).normalize_or(along);
        }
    }
    let wanted = libm::atan2f(direction.x, direction.y);
    let turn = wanted - memory.heading;
    let turn = libm::atan2f(libm::sinf(turn), libm::cosf(turn));
    let most = TURNS * stage.step();
    memory.heading += turn.clamp(-most, most);
    // It slows down where it has to turn far.
    let speed = SPEED * (0.25 + 0.75 * (1.0 - turn.abs() / std::f32::consts::PI));
    let step = Vec2::new(libm::sinf(memory.heading), libm::cosf(memory.heading)) * (speed * stage.step());
    let mut next = here + step;
    for at in 0..troupe.len() {
        let Some(other) = place(troupe, at) else { continue };
        let off = next - other;
        if off.length() < KEEPS {
            // Somebody lands on it: it is pushed aside no faster than it runs.
            next +=
                (off.normalize_or(Vec2::X) * (KEEPS - off.length())).clamp_length_max(speed * stage.step());
        }
    }
    memory.at = next.to_array();
}

/// m, where somebody is who has not seen it for long.
fn chase(
    memory: &mut RatMemory,
    troupe: &mut Troupe<'_, PersonMemory>,
    stage: &StageView<'_>,
    rng: &mut Rng,
) -> Option<Vec2> {
    let here = Vec2::from_array(memory.at);
    memory.chased = memory.chased.saturating_add(1);
    let known = (memory.after as usize).checked_sub(1).and_then(|at| Some((at, place(troupe, at)?)));
    if let Some((_, goal)) = known
        && goal.distance(here) > REACHED_ONE
        && memory.chased < PATIENCE
    {
        return Some(goal);
    }
    let was = known.map(|(at, _)| at);
    let mut best: Option<(usize, f32, Vec2)> = None;
    for at in 0..troupe.len() {
        let Some(own) = troupe.member(at).map(|member| *member.memory) else { continue };
        let Some(goal) = place(troupe, at).filter(|_| Some(at) != was) else { continue };
        let ago = (stage.tick() + 1).saturating_sub(own.startled) as f32 * stage.step();
        let stale = if own.startled == 0 { 0.0 } else { STALE / (1.0 + 0.2 * ago) };
        let far = goal.distance(here) + stale + 1.5 * rng.unit();
        if best.is_none_or(|(_, least, _)| far < least) {
            best = Some((at, far, goal));
        }
    }
    let (at, _, goal) = best?;
    (memory.after, memory.chased) = (at as u32 + 1, 0);
    Some(goal)
}
