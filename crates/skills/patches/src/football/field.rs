//! The field: where everybody belongs, where the carrier runs, and how people keep out of each other's way.

use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Troupe};
use glam::Vec2;

use super::memory::{FootballMemory, PlayerMemory};
use crate::acts::Acts;
use crate::coming::Coming;
use crate::gait::outside;
use crate::shape::Shape;

/// m, half of how far the carrier runs down the field before he turns round.
pub const HALF: f32 = 19.0;
/// m. How far beside his lane tacklers wait, and from one to the next along it.
const BESIDE: f32 = 7.5;
const SPACING: f32 = 7.0;
/// m. How far the carrier may be steered from the middle of the field before it goes with him.
const LEASH: [f32; 2] = [5.0, HALF + 4.0];
/// m. A target that is nearer than this is reached.
const REACHED: f32 = 1.5;
/// m/s and rad/s: how he runs with the ball.
pub const SPEED: f32 = 3.2;
const TURNS: f32 = 1.7;
/// Most players who are seen to; others stand.
pub const PLAYERS: usize = 48;
/// m. Nobody passes another one nearer than this on his way, if he can help it; and s: how far ahead he looks.
const APART: f32 = 1.0;
const LOOKS: f32 = 1.4;
/// m. How much more room somebody takes who lies, and how low his hips are then.
const LIES: f32 = 0.45;
const LOW: f32 = 0.65;
/// rad. How far he turns aside for it, the least first.
pub const ASIDE: [f32; 9] = [0.0, 0.3, -0.3, 0.6, -0.6, 0.95, -0.95, 1.4, -1.4];

/// Where a player is and how he goes, on the ground in m and m/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// m
    pub at: Vec2,
    /// m/s
    pub velocity: Vec2,
    /// m, by how much more room he takes: who lies is longer than he is wide.
    pub wide: f32,
}

/// All players.
#[derive(Clone, Copy)]
pub struct Spots {
    all: [Spot; PLAYERS],
    /// What each plays, and how he is shown.
    bodies: [Option<(Coming, Shape)>; PLAYERS],
    count: usize,
}

/// m. Limbs of who is further away are not reached within a stretch.
const REACH: f32 = 2.6;
/// m. So far from limbs of others somebody runs past.
const ROOM: f32 = 0.05;
/// How many moments of a stretch are looked at.
const MOMENTS: u32 = 4;

impl Spots {
    /// Nobody.
    const NONE: Spots = Spots {
        all: [Spot { at: Vec2::ZERO, velocity: Vec2::ZERO, wide: 0.0 }; PLAYERS],
        bodies: [None; PLAYERS],
        count: 0,
    };

    /// As they are now.
    pub fn new(acts: &Acts, troupe: &Troupe<'_, PlayerMemory>, step: f32) -> Spots {
        let mut spots = Spots { count: troupe.len().min(PLAYERS), ..Spots::NONE };
        for at in 0..spots.count {
            if let Some(view) = troupe.view(at) {
                spots.all[at] = spot_of(&view, step);
                spots.bodies[at] = Coming::of(acts, &view).map(|coming| (coming, Shape::of(&view)));
            }
        }
        spots
    }

    /// m, by how much a stretch of somebody who is shown so comes nearer to anybody else than people run past, limb by limb.
    pub fn too_near(&self, acts: &Acts, (stretch, shown): (&Coming, &Shape), except: [usize; 2]) -> f32 {
        let here = Vec2::new(stretch.body.x, stretch.body.z);
        let mut most = 0.0_f32;
        for at in (0..self.count).filter(|at| !except.contains(at)) {
            let Some((coming, shape)) = self.bodies[at].as_ref() else { continue };
            if self.all[at].at.distance(here) >= REACH {
                continue;
            }
            for moment in 1..=MOMENTS {
                let frames = stretch.frames() * moment / MOMENTS;
                // After what he plays he runs on as he does now.
                let later = frames.saturating_sub(coming.frames()) as f32 / acts.tables.rate;
                let then = coming.foreseen(acts, shape, frames).moved(self.all[at].velocity * later);
                most = most.max(acts.too_near(&stretch.foreseen(acts, shown, frames), &then, ROOM));
            }
        }
        most
    }

    /// One of them.
    pub fn of(&self, at: usize) -> Spot {
        self.all.get(at).copied().unwrap_or_default()
    }

    /// rad, which way to go, to the left from Z: as wished, or as little beside it as keeps out of the others' way. `except` are not
    /// looked at.
    pub fn aside(&self, from: Vec2, wished: f32, speed: f32, except: [usize; 2]) -> f32 {
        let room = |heading: f32| {
            let velocity = ahead(heading) * speed;
            let others = self.all[..self.count].iter().enumerate().filter(|(at, _)| !except.contains(at));
            others.fold(f32::MAX, |least, (_, spot)| {
                least.min(nearest(from - spot.at, velocity - spot.velocity) - spot.wide)
            })
        };
        let mut best = (f32::MIN, wished);
        for aside in ASIDE {
            let heading = wished + aside;
            let room = room(heading);
            if room > APART {
                return heading;
            }
            if room > best.0 {
                best = (room, heading);
            }
        }
        best.1
    }

    /// Whether somebody who is on a way at a moment, in s from now, has room there.
    pub fn has_room(&self, place: Vec2, seconds: f32, except: [usize; 2]) -> bool {
        let mut others = self.all[..self.count].iter().enumerate().filter(|(at, _)| !except.contains(at));
        others.all(|(_, spot)| (spot.at + spot.velocity * seconds).distance(place) > 0.8 * APART + spot.wide)
    }
}

/// m, how near two come who are so far apart and go so past each other.
fn nearest(off: Vec2, velocity: Vec2) -> f32 {
    let square = velocity.length_squared();
    let when = if square > 1e-6 { (-off.dot(velocity) / square).clamp(0.0, LOOKS) } else { 0.0 };
    (off + velocity * when).length()
}

fn spot_of(view: &ActorView<'_>, step: f32) -> Spot {
    let body = Place::new(view.frame());
    let velocity = outside(&body, view.root_motion().translation) / step;
    // A body that was put somewhere has gone nowhere.
    let velocity = if velocity.length() < 8.0 { velocity } else { Vec2::ZERO };
    Spot { at: Vec2::new(body.x, body.z), velocity, wide: if is_low(view) { LIES } else { 0.0 } }
}

/// Whether somebody lies, dives or gets up: his hips are low.
fn is_low(view: &ActorView<'_>) -> bool {
    view.is_down() || view.world().first().is_some_and(|hips| hips.translation.y < LOW)
}

/// A heading as a way, in rad to the left from Z.
pub fn ahead(heading: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(heading);
    Vec2::new(sin, cos)
}

/// rad, to the left from Z.
pub fn heading(body: &Place) -> f32 {
    libm::atan2f(body.sin, body.cos)
}

/// rad, from −π to π.
pub fn around(angle: f32) -> f32 {
    libm::atan2f(libm::sinf(angle), libm::cosf(angle))
}

/// Where somebody waits who has a station, of so many, and which way he faces.
pub fn station(memory: &FootballMemory, number: u32, count: usize) -> (Vec2, f32) {
    let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    let rows = count.div_ceil(2).max(1) as f32;
    let row = (number / 2) as f32 - 0.5 * (rows - 1.0);
    // Nobody stands right across from another one.
    let along = SPACING.min(2.0 * HALF / rows) * (row + 0.2 * side);
    let middle = Vec2::from_array(memory.middle);
    let turn = std::f32::consts::FRAC_PI_2;
    (middle + Vec2::new(side * (BESIDE + 0.6 * (number % 3) as f32), along), -side * turn)
}

/// How the carrier runs on: where to, and where he runs by himself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunPlan {
    /// A wish of the player, as a direction.
    pub stick: Option<Vec2>,
    /// m, where he was sent.
    pub target: Option<Vec2>,
    /// m, the middle of the field.
    pub middle: Vec2,
    /// Whether he runs back, by himself.
    pub back: bool,
}

impl RunPlan {
    /// What the player wants, and what is remembered.
    pub fn new(memory: &FootballMemory, stick: Vec2) -> RunPlan {
        RunPlan {
            // The stick is as the player sees the floor: X to the right, Y away.
            stick: (stick.length() > 0.2).then(|| Vec2::new(-stick.x, stick.y).normalize_or(Vec2::Y)),
            target: (memory.sent > 0).then(|| Vec2::from_array(memory.target)),
            middle: Vec2::from_array(memory.middle),
            back: memory.back > 0,
        }
    }

    /// rad, which way he wants to run from a place, to the left from Z. Who is at an end of the field turns round.
    pub fn wanted(&mut self, at: Vec2) -> f32 {
        if self.target.is_some_and(|target| target.distance(at) < REACHED) {
            self.target = None;
        }
        let side = if self.back { -1.0 } else { 1.0 };
        if side * (at.y - self.middle.y) > HALF {
            self.back = !self.back;
        }
        let side = if self.back { -1.0 } else { 1.0 };
        let direction = match (self.stick, self.target) {
            (Some(direction), _) => direction,
            (None, Some(target)) => target - at,
            // Down the field, and gently back to the middle of it.
            (None, None) => Vec2::new(0.2 * (self.middle.x - at.x), side),
        };
        libm::atan2f(direction.x, direction.y)
    }

    /// rad, how far he turns in some seconds to where he wants.
    pub fn turn(&self, body: &Place, wanted: f32, seconds: f32) -> f32 {
        around(wanted - heading(body)).clamp(-TURNS * seconds, TURNS * seconds)
    }

    /// Where he is some seconds later, if nobody is in his way.
    pub fn on(&mut self, body: &Place, seconds: f32) -> Place {
        let at = Vec2::new(body.x, body.z);
        let wanted = self.wanted(at);
        let turned = self.turn(body, wanted, seconds);
        let step = ahead(heading(body) + 0.5 * turned) * (SPEED * seconds);
        let (sin, cos) = libm::sincosf(heading(body) + turned);
        Place { x: at.x + step.x, z: at.y + step.y, cos, sin }
    }
}

/// The field goes with who is steered off it.
pub fn follow(memory: &mut FootballMemory, carrier: Vec2) {
    for (middle, (at, leash)) in memory.middle.iter_mut().zip([carrier.x, carrier.y].into_iter().zip(LEASH)) {
        *middle = middle.clamp(at - leash, at + leash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carrier_runs_down_the_field_and_turns_round() {
        let mut course = RunPlan { stick: None, target: None, middle: Vec2::ZERO, back: false };
        let mut body = Place { z: -HALF, ..Place::HERE };
        let (mut least, mut most) = (f32::MAX, f32::MIN);
        for _ in 0..300 {
            body = course.on(&body, 0.3);
            (least, most) = (least.min(body.z), most.max(body.z));
            assert!(body.x.abs() < LEASH[0] && body.z.abs() < LEASH[1], "{body:?}");
        }
        assert!(most > HALF && least < -HALF, "{least} to {most}");
    }

    #[test]
    fn who_has_somebody_before_him_turns_aside() {
        let mut spots = Spots { count: 2, ..Spots::NONE };
        spots.all[1] = Spot { at: Vec2::new(0.5, 2.0), ..Spot::default() };
        let heading = spots.aside(Vec2::ZERO, 0.0, 3.0, [0, 0]);
        assert!(heading < -0.2, "he passes him to the right: {heading}");
        assert_eq!(spots.aside(Vec2::ZERO, 0.0, 3.0, [0, 1]), 0.0);
    }
}
