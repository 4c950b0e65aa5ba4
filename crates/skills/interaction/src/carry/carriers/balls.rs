//! Balls that roll in at random, and a script that gets two carriers out of their way.
//!
//! Paper: Shum 2010, sec. 5.5.2.1: eight policies, and somebody above them who says which holds. There it is the user; where
//! nobody plays, the script looks where every ball will be in the next seconds, tries the eight directions and standing, and
//! asks for what comes nearest to no ball. Of things as good it takes what leads back to where they began.

use footwork_motion::Rng;
use footwork_motion::ground::Place;
use footwork_stage::{Ask, Prop, PropKind, PropMotion, StageView, Troupe};
use glam::{Vec2, Vec3};

use super::memory::{BALLS, CarrierMemory, CarryMemory, PAIRS};
use crate::carry::plans::{Weights, Wish};

/// m. Balls set out so far from the middle of two, and go past it by this much at most.
const FROM: f32 = 7.0;
const PAST: f32 = 0.8;
/// m/s when they set out; friction takes a third of it on the way.
const FAST: [f32; 2] = [2.8, 3.6];
/// s, between two rolls of one ball.
const EVERY: [f32; 2] = [5.0, 8.0];
/// m, from the line between two to where their feet may be.
const FEET: f32 = 0.42;
/// m. What passes further away than this beside that is no matter.
const CLEAR: f32 = 0.35;
/// s: so far ahead the script looks, and how often in between.
const AHEAD: f32 = 3.2;
const LOOK: f32 = 0.1;
/// s, until two who are asked for something else have turned to it.
const ANSWERS: f32 = 0.55;
/// The share of the speed that is asked for at which they go.
const GOES: f32 = 0.85;
/// m/s². Gravity.
const GRAVITY: f32 = 9.81;
/// For each m² away from home beyond the second, in m: it is less than any ball.
const HOME: [f32; 2] = [0.004, 0.4];
/// What another wish than the one that holds has to be better by.
const CHANGE: f32 = 0.01;
/// m. Other pairs are kept away from by this, from middle to middle.
const OTHERS: f32 = 2.4;

/// Two carriers on the ground, as the script sees them.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// m
    pub a: Vec2,
    /// m
    pub b: Vec2,
    /// m/s, of their middle.
    pub velocity: Vec2,
    /// m, where they began.
    pub home: Vec2,
}

impl Seen {
    /// From where both are.
    pub fn new([a, b]: [&Place; 2], velocity: Vec2, home: [f32; 2]) -> Seen {
        Seen { a: Vec2::new(a.x, a.z), b: Vec2::new(b.x, b.z), velocity, home: Vec2::from_array(home) }
    }

    fn middle(&self) -> Vec2 {
        0.5 * (self.a + self.b)
    }

    /// What a velocity that is given to the left and ahead of the first is on the ground.
    fn outside(&self, [left, ahead, _]: [f32; 3]) -> Vec2 {
        let line = (self.b - self.a).normalize_or(Vec2::Y);
        line * ahead + Vec2::new(line.y, -line.x) * left
    }
}

/// Where a ball is so many seconds later, if it meets nobody.
fn rolls(ball: &Prop, seconds: f32) -> Vec2 {
    let velocity = Vec2::new(ball.velocity.x, ball.velocity.z);
    let speed = velocity.length();
    let slows = (ball.material.friction * GRAVITY).max(1e-3);
    let seconds = seconds.min(speed / slows);
    let at = Vec2::new(ball.position.x, ball.position.z);
    at + velocity.normalize_or_zero() * (speed * seconds - 0.5 * slows * seconds * seconds)
}

/// m, from a point to the line between two.
fn beside(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    let line = b - a;
    let share = ((point - a).dot(line) / line.length_squared().max(1e-6)).clamp(0.0, 1.0);
    point.distance(a + line * share)
}

/// What the script asks for.
pub fn steer(seen: &Seen, now: Wish, weights: &Weights, balls: &[Prop], others: &[Vec2]) -> Wish {
    let mut best: Option<(f32, Wish)> = None;
    for wish in Wish::ALL.into_iter().filter(|wish| !matches!(wish, Wish::Round(_))) {
        let velocity = GOES * seen.outside(weights.asked(wish));
        let moved = |seconds: f32| {
            seen.velocity * (0.5 * seconds.min(ANSWERS)) + velocity * (seconds - 0.5 * ANSWERS).max(0.0)
        };
        let mut cost = if wish == now { 0.0 } else { CHANGE };
        for ball in balls {
            let (PropKind::Ball { radius }, PropMotion::Flies { .. }) = (ball.kind, ball.motion) else {
                continue;
            };
            let nearest = (1..=(AHEAD / LOOK) as u32).map(|at| {
                let seconds = at as f32 * LOOK;
                let shift = moved(seconds);
                let clear = beside(rolls(ball, seconds), seen.a + shift, seen.b + shift) - radius - FEET;
                // What comes later can still be got out of the way of.
                (CLEAR - clear).max(0.0) / (1.0 + 0.3 * seconds)
            });
            let nearest = nearest.fold(0.0, f32::max);
            cost += nearest * nearest;
        }
        let middle = seen.middle() + moved(1.5);
        let away = (middle.distance(seen.home) - HOME[1]).max(0.0);
        cost += HOME[0] * away * away;
        for other in others {
            let near = (OTHERS - middle.distance(*other)).max(0.0);
            cost += near * near;
        }
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, wish));
        }
    }
    best.map_or(Wish::Stand, |(_, wish)| wish)
}

/// Rolls the balls of a stage whose time has come at one of so many pairs, whose middles these are.
pub(super) fn roll(
    memory: &mut CarryMemory,
    troupe: &mut Troupe<'_, CarrierMemory>,
    stage: &StageView<'_>,
    middles: &[Option<Vec2>; PAIRS],
    rng: &mut Rng,
) {
    let tick = stage.tick() as u32;
    let ticks = |seconds: f32| (seconds / stage.step().max(1e-4)) as u32;
    let pairs = middles.iter().filter(|middle| middle.is_some()).count();
    let balls = stage.props().iter().filter_map(|prop| match (prop.kind, prop.motion) {
        (_, PropMotion::Held { .. }) => None,
        (PropKind::Ball { radius }, _) => Some((prop, radius)),
        _ => None,
    });
    for (number, (prop, radius)) in balls.enumerate().take(BALLS) {
        let ball = &mut memory.balls[number];
        if ball.next == 0 {
            // Not all at once, and not while they still take hold of the box.
            ball.next = tick + ticks(1.0 + EVERY[0] * rng.unit());
            continue;
        }
        if tick < ball.next || pairs == 0 {
            continue;
        }
        ball.next = tick + ticks(rng.range(EVERY[0], EVERY[1]));
        let whom = (number + rng.below(pairs)) % pairs;
        let Some((pair, middle)) =
            middles.iter().enumerate().filter_map(|(at, middle)| Some((at, (*middle)?))).nth(whom)
        else {
            continue;
        };
        ball.at = pair as u32 + 1;
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * rng.unit());
        let out = Vec2::new(sin, cos);
        let from = middle + FROM * out;
        let past = middle + Vec2::new(cos, -sin) * (PAST * rng.signed());
        let velocity = (past - from).normalize_or(-out) * rng.range(FAST[0], FAST[1]);
        memory.pairs[pair].rolled = memory.pairs[pair].rolled.saturating_add(1);
        let Some(mut member) = troupe.member(2 * pair) else { continue };
        member.ask(Ask::Carry { prop: prop.id, to: Vec3::new(from.x, radius, from.y) });
        member.ask(Ask::Throw { prop: prop.id, velocity: Vec3::new(velocity.x, 0.0, velocity.y) });
    }
}

/// Counts a ball that hit somebody of a pair: once for each time it is rolled.
pub(super) fn count(
    memory: &mut CarryMemory,
    pair: usize,
    prop: footwork_stage::PropId,
    stage: &StageView<'_>,
) {
    let balls = stage.props().iter().filter(|prop| {
        matches!(prop.kind, PropKind::Ball { .. }) && !matches!(prop.motion, PropMotion::Held { .. })
    });
    let Some(number) = balls.into_iter().position(|ball| ball.id == prop) else { return };
    let Some(ball) = memory.balls.get_mut(number) else { return };
    if std::mem::take(&mut ball.at) != 0 {
        memory.pairs[pair].hit = memory.pairs[pair].hit.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_stage::PropId;

    fn ball(at: Vec3, velocity: Vec3) -> Prop {
        let mut prop = Prop::new(PropKind::Ball { radius: 0.2 }, at, 0.0);
        (prop.id, prop.velocity, prop.motion) = (PropId(0), velocity, PropMotion::Flies { thrower: None });
        prop
    }

    #[test]
    fn the_script_stands_where_nothing_comes_and_goes_aside_where_something_does() {
        let seen =
            Seen { a: Vec2::new(0.0, -0.6), b: Vec2::new(0.0, 0.6), velocity: Vec2::ZERO, home: Vec2::ZERO };
        let weights = Weights::default();
        assert_eq!(steer(&seen, Wish::Stand, &weights, &[], &[]), Wish::Stand);
        let comes = ball(Vec3::new(4.5, 0.2, 0.1), Vec3::new(-3.0, 0.0, 0.0));
        let chosen = steer(&seen, Wish::Stand, &weights, &[comes], &[]);
        // It comes from the side of the line between them: they go along the line, ahead or back.
        assert!(matches!(chosen, Wish::Go(0 | 1 | 3 | 4 | 5 | 7)), "{chosen:?}");
        let goes = ball(Vec3::new(6.0, 0.2, 0.1), Vec3::new(3.0, 0.0, 0.0));
        assert_eq!(steer(&seen, Wish::Stand, &weights, &[goes], &[]), Wish::Stand);
        let away = Seen { home: Vec2::new(0.0, 4.0), ..seen };
        assert_eq!(steer(&away, Wish::Stand, &weights, &[], &[]), Wish::Go(0));
    }

    #[test]
    fn a_ball_slows_down_and_lies() {
        let ball = ball(Vec3::ZERO, Vec3::new(0.0, 0.0, 1.0));
        let stops = 1.0 / (ball.material.friction * GRAVITY);
        assert!((rolls(&ball, 100.0).y - 0.5 * stops).abs() < 1e-3);
        assert!(rolls(&ball, 0.5).y < 0.5);
    }
}
