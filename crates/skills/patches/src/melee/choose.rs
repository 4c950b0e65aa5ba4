//! Which patch two begin with, and where.
//!
//! Paper: Shum 2010, sec. 6.5.1 and 6.5.3: of what can follow, without collisions, the best by eq. 6.1; where nothing follows right on,
//! the standard pose that is nearest by eq. 6.2 and 6.3 leads to what begins there.

use footwork_motion::ground::Place;
use glam::Vec2;

use super::bend::Bend;
use super::memory::{CELLS, ENDS, MOST, MeleeMemory, RISES, Spot, State};
use crate::acts::{Acts, Stood};
use crate::coming::Coming;
use crate::file::PatchBook;
use crate::patch::{Patch, Start, tidy};
use crate::shape::Shape;

/// m, rad: what makes distances and angles alike in eq. 6.2. The paper's 300 cm and 180°.
pub const FAR: f32 = 3.0;
/// rad
pub const ROUND: f32 = std::f32::consts::PI;

/// A standard pose: where two often begin, and the patches that do.
#[derive(Clone, Debug, PartialEq)]
pub struct Standard {
    /// The mean of those.
    pub start: Start,
    /// By their numbers.
    pub patches: Vec<u32>,
}

/// Eq. 6.2.
pub fn difference(a: &Start, b: &Start) -> f32 {
    let angle = |a: f32, b: f32| {
        let between = a - b;
        libm::atan2f(libm::sinf(between), libm::cosf(between)) / ROUND
    };
    let far = (a.distance - b.distance) / FAR;
    let turned = [0, 1].map(|who| angle(a.bearings[who], b.bearings[who]));
    far * far + turned[0] * turned[0] + turned[1] * turned[1]
}

/// The patches whose beginnings are alike, and their means.
pub fn standards(acts: &Acts, book: &PatchBook, own: &[u32]) -> Vec<Standard> {
    let mut found: Vec<((i32, i32, i32), Standard)> = Vec::new();
    for &patch in own {
        let start = book.patches[patch as usize].start(acts);
        // Cells of 30 cm and 40°.
        let cell = (
            (start.distance / 0.3).round() as i32,
            (start.bearings[0] / 0.7).round() as i32,
            (start.bearings[1] / 0.7).round() as i32,
        );
        match found.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, standard)) => {
                let count = standard.patches.len() as f32;
                let mean = |mean: f32, new: f32| (mean * count + new) / (count + 1.0);
                standard.start.distance = mean(standard.start.distance, start.distance);
                for who in 0..2 {
                    standard.start.bearings[who] = mean(standard.start.bearings[who], start.bearings[who]);
                }
                standard.patches.push(patch);
            }
            None => found.push((cell, Standard { start, patches: vec![patch] })),
        }
    }
    found.into_iter().map(|(_, standard)| standard).collect()
}

/// Where a patch has to be, so that both have as little to go as possible: laid over the line between them, middle on middle.
pub fn laid(acts: &Acts, book: &PatchBook, patch: usize, bodies: [&Place; 2]) -> Place {
    let begins = [0, 1].map(|who| book.patches[patch].body(acts, who, 0));
    let line = |[a, b]: [&Place; 2]| libm::atan2f(b.x - a.x, b.z - a.z);
    let (sin, cos) = libm::sincosf(line(bodies) - line([&begins[0], &begins[1]]));
    let turned = Place { x: 0.0, z: 0.0, cos, sin };
    let middle = |[a, b]: [&Place; 2]| Place { x: 0.5 * (a.x + b.x), z: 0.5 * (a.z + b.z), ..Place::HERE };
    let from = turned.then(&middle([&begins[0], &begins[1]]));
    let to = middle(bodies);
    tidy(Place { x: to.x - from.x, z: to.z - from.z, ..turned })
}

/// The same, so that one of them stays where he is and only turns: others come to him.
pub fn laid_about(acts: &Acts, book: &PatchBook, patch: usize, role: usize, bodies: [&Place; 2]) -> Place {
    let laid = laid(acts, book, patch, bodies);
    let begins = laid.then(&book.patches[patch].body(acts, role, 0));
    Place { x: laid.x + bodies[role].x - begins.x, z: laid.z + bodies[role].z - begins.z, ..laid }
}

impl MeleeMemory {
    fn cell(x: f32, z: f32) -> usize {
        let [x, z] = [x, z].map(|at| libm::floorf(at / CELL) as i32 as u32);
        (x.wrapping_mul(0x9e37_79b1) ^ z.wrapping_mul(0x85eb_ca6b)) as usize % CELLS
    }

    /// Enters somebody.
    pub fn enter(&mut self, at: usize, spot: Spot) {
        if at < MOST {
            let middle = spot.middle();
            let cell = Self::cell(middle.x, middle.y);
            self.spots[at] = Spot { next: self.heads[cell], ..spot };
            self.heads[cell] = at as u16 + 1;
        }
    }

    /// Calls for everybody the middle of whose line is within a cell's width of a place.
    pub fn near(&self, place: Vec2, mut call: impl FnMut(usize, &Spot)) {
        let mut seen = [usize::MAX; 9];
        let mut count = 0;
        for (dx, dz) in (-1..=1).flat_map(|x| (-1..=1).map(move |z| (x as f32, z as f32))) {
            let cell = Self::cell(place.x + dx * CELL, place.y + dz * CELL);
            // Two places may share a cell of the table.
            if seen[..count].contains(&cell) {
                continue;
            }
            seen[count] = cell;
            count += 1;
            let mut next = usize::from(self.heads[cell]);
            let mut steps = 0;
            while next > 0 && next <= MOST && steps < MOST {
                let spot = &self.spots[next - 1];
                if (spot.middle() - place).abs().max_element() <= CELL {
                    call(next - 1, spot);
                }
                next = usize::from(spot.next);
                steps += 1;
            }
        }
    }

    /// How many are within 2 m of a place.
    pub fn density(&self, place: Vec2) -> f32 {
        let mut count = 0.0;
        self.near(place, |_, spot| {
            count += f32::from(u8::from(Vec2::new(spot.x, spot.z).distance_squared(place) < 4.0));
        });
        count
    }
}

impl Spot {
    /// m, the middle of the line that he takes up.
    pub fn middle(&self) -> Vec2 {
        0.5 * Vec2::new(self.x + self.then_x, self.z + self.then_z)
    }

    /// m, how far a place is from where he is and will be.
    pub fn far(&self, place: Vec2) -> f32 {
        place.distance(self.nearest(place))
    }

    /// m, what of where he is and will be is nearest to a place.
    pub fn nearest(&self, place: Vec2) -> Vec2 {
        let (now, then) = (Vec2::new(self.x, self.z), Vec2::new(self.then_x, self.then_z));
        let leg = then - now;
        let along = ((place - now).dot(leg) / leg.length_squared().max(1e-6)).clamp(0.0, 1.0);
        now + leg * along
    }
}

/// m. Neighbours are looked for this far: who falls gets 2.3 m from the middle of an encounter, and who lies there is 0.9 m to either side
/// of his own.
pub const CELL: f32 = 3.2;

/// Somebody else, as long as an encounter lasts.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    /// m
    pub place: Vec2,
    /// What he is at, as far as that is known.
    pub does: Does,
}

/// What somebody else is at.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant, reason = "a step allocates nothing, so that a shape is in place")]
pub enum Does {
    /// Nobody knows.
    Anything,
    /// His own encounter: the patch, who he is in it, where it is, the tick at which it begins, and how it is bent for him.
    Plays(u32, usize, Place, u64, Option<Bend>),
    /// He lies as he is shown.
    Lies(Shape),
    /// He gets up, since this tick, and was shown so then.
    Rises(Coming, Shape, u64),
    /// He will be shown so at the end of his step, and is shown so now. Who stands goes on to shift about.
    Stands(Shape, Shape),
}

impl Other {
    /// Nobody.
    pub const NONE: Other = Other { place: Vec2::ZERO, does: Does::Anything };

    /// How he will be at a tick, if he is in an encounter then. `rate` is frames a tick.
    pub fn pose(&self, acts: &Acts, book: &PatchBook, (tick, rate): (u64, f32)) -> Option<Stood> {
        let Does::Plays(number, role, at, begun, bend) = &self.does else { return None };
        let frame = (since(tick, *begun) * rate) as i32;
        Some(played(acts, &book.patches[*number as usize], *role, at, frame, bend.as_ref()))
    }

    /// Whether somebody who is played so at a tick would be nearer to him than `room` metres. `rate` is frames a tick.
    pub fn is_met(
        &self,
        acts: &Acts,
        book: &PatchBook,
        own: &Stood,
        (tick, rate): (u64, f32),
        room: f32,
    ) -> bool {
        match &self.does {
            Does::Anything => false,
            Does::Plays(..) => self
                .pose(acts, book, (tick, rate))
                .is_some_and(|pose| acts.are_deeper(own, &pose, -self.room(book, (tick, rate), room))),
            Does::Lies(shape) => acts.are_deeper_in(own, shape, -room),
            Does::Rises(coming, shape, now) => {
                let frames = (since(tick, *now).max(0.0) * rate) as u32;
                acts.are_deeper_in(own, &coming.foreseen(acts, shape, frames), -room)
            }
            Does::Stands(then, shape) => {
                acts.are_deeper_in(own, then, -room) || acts.are_deeper_in_legs(own, shape, -room)
            }
        }
    }

    /// The same of somebody who will be shown so, and of who is in an encounter then.
    pub fn is_met_in(&self, acts: &Acts, book: &PatchBook, own: &Shape, when: (u64, f32), room: f32) -> bool {
        let pose = self.pose(acts, book, when);
        pose.is_some_and(|pose| acts.are_deeper_in(&pose, own, -self.room(book, when, room)))
    }

    /// The tick at which he lies, if he falls in his encounter. `rate` is frames a tick.
    fn falls_until(&self, book: &PatchBook, rate: f32) -> Option<u64> {
        let Does::Plays(number, role, _, begun, _) = &self.does else { return None };
        let patch = book.patches.get(*number as usize)?;
        patch.down[*role].then(|| begun.saturating_add((patch.frames as f32 / rate) as u64))
    }

    /// m, how much room is left to him: more if he falls then.
    fn room(&self, book: &PatchBook, (tick, rate): (u64, f32), room: f32) -> f32 {
        let Does::Plays(number, role, _, begun, _) = &self.does else { return room };
        let patch = &book.patches[*number as usize];
        let falls = patch.down[*role] && (since(tick, *begun) * rate) as i32 > patch.meets as i32;
        if falls { room.max(ROOM_TO_FALL) } else { room }
    }
}

/// Ticks from one to another, as far as anybody minds.
fn since(tick: u64, begun: u64) -> f32 {
    (tick as i64).wrapping_sub(begun as i64).clamp(-10_000, 10_000) as f32
}

/// How one of a patch at a place stands in a frame of it, as it is bent for him.
fn played(acts: &Acts, patch: &Patch, role: usize, origin: &Place, frame: i32, bend: Option<&Bend>) -> Stood {
    let stood = patch.at(role, frame);
    let stood = Stood { place: origin.then(&stood.place), ..stood };
    bend.map_or(stood, |bend| bend.over(acts, &stood, frame))
}

/// m, how wide somebody is who stands or walks about.
const STANDS: f32 = 0.5;
/// m. Bodies in two encounters stay so far out of each other: where they will be is foreseen to some centimetres.
pub const ROOM_BETWEEN: f32 = 0.02;
/// m. The same of who falls: he is shifted by whom he touches.
pub const ROOM_TO_FALL: f32 = 0.1;
/// m. So far somebody who lies draws in an arm or a leg: a third of what the stage moves it at most.
pub const DRAWN_IN: f32 = 0.12;
/// m. Who stands shifts his feet by so much while others fight beside him.
const SHIFTS: f32 = 0.1;
/// Frames between two looks.
const LOOK: i32 = 9;

/// Whether nobody is in the way of a patch at a place that begins at a tick: both bodies, as it is bent for them, against everybody
/// else's, as they will be then. `rate` is frames a tick.
pub fn is_free(
    acts: &Acts,
    book: &PatchBook,
    (patch, origin, starts): (usize, &Place, u64),
    bends: &[Option<Bend>; 2],
    others: &[Other],
    rate: f32,
) -> bool {
    let own = &book.patches[patch];
    let through = own.frames as i32 + LOOK;
    // Who is down lies there while others are still to fall.
    let fall = others.iter().filter_map(|other| other.falls_until(book, rate)).max();
    let fall = fall.filter(|_| own.down != [false; 2]);
    let until = fall.map_or(through, |tick| through.max((since(tick, starts) * rate) as i32 + LOOK));
    let mut frame = 0;
    while frame <= until {
        let then = starts.saturating_add((frame as f32 / rate) as u64);
        for (role, bend) in bends.iter().enumerate() {
            if frame > through && !own.down[role] {
                continue;
            }
            let stood = played(acts, own, role, origin, frame, bend.as_ref());
            let falls = own.down[role] && frame > own.meets as i32;
            let discs = acts.discs(&stood);
            let met = others.iter().any(|other| {
                let stands = matches!(other.does, Does::Stands(..) | Does::Anything);
                let room = match (stands, falls) {
                    (true, _) => SHIFTS,
                    (false, true) => ROOM_TO_FALL,
                    (false, false) => ROOM_BETWEEN,
                };
                if frame > through && !matches!(other.does, Does::Plays(..)) {
                    return false;
                }
                let near = |disc: &Vec2| disc.distance_squared(other.place) < STANDS * STANDS;
                other.is_met(acts, book, &stood, (then, rate), room) || stands && discs.iter().any(near)
            });
            if met {
                return false;
            }
        }
        frame += LOOK;
    }
    true
}

/// Those who are near somebody, as he looks where to step.
pub struct Crowd {
    spots: [Spot; SEEN],
    count: usize,
    own: Vec2,
}

/// Most neighbours that are looked at.
const SEEN: usize = 48;

impl Crowd {
    /// Everybody near a place but some.
    pub fn new(memory: &MeleeMemory, own: Vec2, except: &[usize]) -> Crowd {
        let mut crowd = Crowd { spots: [Spot::default(); SEEN], count: 0, own };
        memory.near(own, |other, spot| {
            if !except.contains(&other) && crowd.count < SEEN {
                crowd.spots[crowd.count] = *spot;
                crowd.count += 1;
            }
        });
        crowd
    }

    /// Whether somebody would be too near at a place, and nearer than he is now.
    pub fn blocks(&self, place: Vec2) -> bool {
        self.spots[..self.count].iter().any(|spot| {
            let far = spot.far(place);
            far < keep(spot) && far < spot.far(self.own)
        })
    }

    /// m, how much room there is at a place, beyond what everybody near is left: below 0 somebody is too near.
    pub fn room(&self, place: Vec2) -> f32 {
        self.spots[..self.count].iter().fold(f32::MAX, |least, spot| least.min(spot.far(place) - keep(spot)))
    }
}

impl Crowd {
    /// Which way to step back from whoever is too near; none if nobody is.
    pub fn away(&self) -> Option<Vec2> {
        let near = |spot: &&Spot| spot.far(self.own) < keep(spot) - SHY;
        let nearest = self.spots[..self.count]
            .iter()
            .filter(near)
            .min_by(|a, b| (a.far(self.own) - keep(a)).total_cmp(&(b.far(self.own) - keep(b))))?;
        Some((self.own - nearest.nearest(self.own)).normalize_or(Vec2::Y))
    }
}

/// m. Who would get up is left so much room: he needs a step to either side.
const ROOM_TO_RISE: f32 = 1.35;
/// m. Nobody steps back for less.
const SHY: f32 = 0.12;

/// m, how far one keeps from somebody: fists are held half a metre ahead, who fights needs room, who lies is as wide as his arms are off
/// him.
fn keep(spot: &Spot) -> f32 {
    match State::of(u32::from(spot.state)) {
        State::Lies if spot.ends == RISES => ROOM_TO_RISE,
        State::Lies | State::Rises => 1.05,
        _ => 1.15,
    }
}

/// Whether somebody can be asked to an encounter: nothing is planned for him, or what he is in is about to end.
pub fn is_idle(spot: &Spot) -> bool {
    State::of(u32::from(spot.state)) == State::Free || spot.ends == ENDS
}
