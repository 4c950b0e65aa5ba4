//! Finding a route over a course: gaps are crossed where they can be jumped straight.

use glam::Vec2;

use super::course::{Course, Platform};

/// m. Whoever is so near to the line across a gap is on it: less than lanes keep from corners.
const ALIGNED: f32 = 0.35;
/// m, of run-up before a gap.
const RUN_UP: f32 = 1.2;
/// m, from a lane to the corners of both platforms.
const CORNER: f32 = 0.8;

/// Where to go next from one place to another: straight there, or to where the gap between can be jumped across.
pub fn waypoint(course: &Course, at: Vec2, goal: Vec2) -> Vec2 {
    let (Some(here), Some(there)) = (nearest(course, at), nearest(course, goal)) else {
        return goal;
    };
    if here == there {
        return goal;
    }
    if let Some(lane) = lane(&here, &there, goal) {
        return through(&here, at, lane);
    }
    // Around the corner: over a platform that lies beside both.
    let beside = |over: &&Platform| lane(&here, over, over.middle()).is_some();
    let leads = |over: &&Platform| lane(over, &there, goal).is_some();
    match course.platforms().iter().find(|over| **over != here && beside(over) && leads(over)) {
        Some(over) => lane(&here, over, over.middle()).map_or(goal, |lane| through(&here, at, lane)),
        None => goal,
    }
}

/// First onto the line that crosses the gap, then along it.
fn through(here: &Platform, at: Vec2, (across, line, beyond): (usize, f32, f32)) -> Vec2 {
    let mut to = at;
    to[1 - across] = line;
    if (at[1 - across] - line).abs() > ALIGNED {
        let inside = [here.from[across] + RUN_UP, here.to[across] - RUN_UP];
        to[across] = at[across].clamp(inside[0].min(inside[1]), inside[1].max(inside[0]));
    } else {
        to[across] = beyond;
    }
    to
}

/// The platform at a place, or the one whose middle is nearest.
fn nearest(course: &Course, at: Vec2) -> Option<Platform> {
    let holds = course.platforms().iter().find(|platform| platform.holds(at, 0.0));
    let far = |platform: &&Platform| platform.middle().distance_squared(at);
    holds.or_else(|| course.platforms().iter().min_by(|a, b| far(a).total_cmp(&far(b)))).copied()
}

/// How to get straight from one platform to another that lies beside it: along which axis, on which line, to where.
fn lane(from: &Platform, to: &Platform, goal: Vec2) -> Option<(usize, f32, f32)> {
    [0, 1].into_iter().find_map(|across| {
        let along = 1 - across;
        let low = from.from[along].max(to.from[along]) + CORNER;
        let high = from.to[along].min(to.to[along]) - CORNER;
        (low < high).then(|| (across, goal[along].clamp(low, high), goal[across]))
    })
}
