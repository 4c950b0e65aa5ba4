//! Coming in from outside, and going out again.
//!
//! Paper: Shum 2010, sec. 6.5.2: who enters is planned backward from where, when and in which pose his encounter begins, and leaves
//! forward from it. Outside everybody has a station on a ring about the place that is fought for. A few are sent for at a time; they run
//! in, and as soon as an encounter is found for one of them his way is bent evenly to where it begins. For whom there is none goes on
//! guard at a distance. Who was knocked down and is up again goes out to his station. Departs from the paper: nobody is put on the
//! stage or taken off it.

use footwork_motion::ground::Place;
use footwork_stage::{ActorId, Gaze, Member, Move, StageView};
use glam::Vec2;

use super::Melee;
use super::around::Around;
use super::choose::Crowd;
use super::memory::{FighterMemory, MeleeMemory, State};
use crate::acts::{Act, Acts, Nature};
use crate::coming::Coming;
use crate::dominoes::segment;
use crate::gait::{self, Gaits, Leg, bend, seen};
use crate::patch::tidy;
use crate::walk::{Goal, Walk, turn};

/// m. How far from the middle people wait, and by how much more in three rows.
const OUTSIDE: f32 = 8.0;
const ROWS: f32 = 1.1;
/// How many wait in three rows, some 2 m apart, before there are further ones behind them.
const RING: usize = 60;
/// rad. From one station to the next: the golden angle, with which no two of any number are behind each other.
const GOLDEN: f32 = 2.399_963;
/// How many are about the one who is fought at once, coming in or on guard.
const ABOUT: usize = 5;
/// Ticks between two who are sent for.
const EVERY: u64 = 45;
/// m. Who comes in goes on guard as near as this, and is asked to an encounter from this far away.
const GUARD: f32 = 2.4;
pub(super) const ASKED: f32 = 5.5;
/// m. Who is on guard further away than this comes by gait, and can begin anywhere about the other one.
pub(super) const BESIDE: f32 = 1.7;
/// rad. The one who is fought does not turn further for who comes in.
pub(super) const SEEN: f32 = 1.3;
/// m. How far apart two begin, as long as it is not known with which patch.
const APART: f32 = 1.2;
/// Frames of a stretch.
const STRETCH: u32 = 20;
/// Ticks. Who has been on guard for so long and was not asked goes out, and another one comes.
pub(super) const GUARDS: u64 = 1200;
/// m/s: how fast people come in, close in and go out.
const COMES: f32 = 2.6;
const CLOSES: f32 = 1.9;
const GOES: f32 = 1.5;
/// m/s, how one steps off who is hemmed in.
const OFF: f32 = 0.7;
/// m/s, how one arrives: a boxer's step ahead.
const ARRIVES: f32 = 0.7;
/// m/s² and rad/s.
const STARTS: f32 = 3.0;
const TURNS: f32 = 2.4;
/// m. As near as this to his station somebody is there; and further away he goes back.
const HOME: f32 = 0.7;
const AWAY: f32 = 2.0;
/// m. The middle goes with the one who is fought if he is further away.
const LEASH: f32 = 3.0;
/// rad. How far somebody turns aside who has another one before him, the least first.
const ASIDE: [f32; 12] = [0.0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1, 1.6, -1.6, 2.2, -2.2, 3.1];
/// m. Who has somebody nearer to him than people keep goes where he has so much more room: two who stand in each other's way part.
const PARTS: f32 = 0.1;
/// How many ways round others are looked at limb by limb before somebody waits.
const TRIES: usize = 7;
/// m. So much room to others a stretch of gait should have: where led feet come down is foreseen to a hand's breadth. And what speaks
/// against one that has none of these.
const ROOMS: [f32; 3] = [0.2, 0.12, 0.04];
const DEEP: f32 = 1.0;
/// What speaks against waiting where nobody lets one through; and m: who waits so near to whom he would fight goes on guard instead.
const WAITS: f32 = 0.4;
const SHUT: f32 = 4.0;
/// s. How long somebody who is hemmed in stays where he is before he looks again.
const STAYS: f64 = 0.5;
/// Frames. Shorter rests are not worth a move.
const REST: u32 = 24;

/// What people outside go by.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside {
    /// Walking, running, and steps on guard to arrive with.
    gaits: Gaits,
    /// Acts in which somebody stands at ease.
    rests: Vec<u32>,
}

impl Outside {
    /// Out of what a repertoire has; none if nobody walks in it: then everybody is there from the beginning.
    pub fn new(acts: &Acts) -> Option<Outside> {
        let walks = |act: &Act| act.is("walk") || act.is("run");
        let eases = |act: &Act| act.nature == Nature::Rest && act.is("stand") && !act.is("stance");
        let steps = |act: &Act| act.nature == Nature::Rest || act.is("step") || act.is("movement");
        if !acts.all.iter().any(walks) {
            return None;
        }
        let gaits = Gaits::new(acts, &|act| {
            let goes = walks(act) || steps(act);
            goes && !matches!(act.nature, Nature::Strike | Nature::Fall | Nature::Pushed | Nature::Defence)
        });
        let long = |act: &Act| eases(act) && act.end - act.first >= REST;
        let rests = (0..acts.all.len() as u32).filter(|act| long(&acts.all[*act as usize])).collect();
        Some(Outside { gaits, rests })
    }
}

/// Where somebody would stand who comes to another one from where he is: before him, and turned to him.
pub(super) fn before(other: &Place, from: &Place) -> Place {
    let direction = Vec2::new(from.x - other.x, from.z - other.z).normalize_or(Vec2::Y);
    Place {
        x: other.x + APART * direction.x,
        z: other.z + APART * direction.y,
        cos: -direction.y,
        sin: -direction.x,
    }
}

/// Whether nobody is in the way from a place to another one, as far as can be seen from either.
pub(super) fn is_open(crowds: &[Crowd; 2], from: &Place, to: &Place) -> bool {
    let [from, to] = [from, to].map(|place| Vec2::new(place.x, place.z));
    let looks = 1 + (from.distance(to) / LOOKS) as usize;
    (1..=looks).all(|look| {
        let place = from.lerp(to, look as f32 / looks as f32);
        crowds.iter().all(|crowd| crowd.room(place) > -SQUEEZE)
    })
}

/// m between two looks on the way in; and by how much one may be nearer to others than people keep.
const LOOKS: f32 = 0.4;
const SQUEEZE: f32 = 0.25;

/// Where somebody waits outside, and how he stands there.
fn station(memory: &MeleeMemory, at: usize) -> Place {
    let (sin, cos) = libm::sincosf(at as f32 * GOLDEN);
    let far = OUTSIDE + ROWS * (at % 3 + 3 * (at / RING)) as f32;
    Place { x: memory.middle[0] + far * sin, z: memory.middle[1] + far * cos, cos: -cos, sin: -sin }
}

/// Whether somebody else stands where one would wait.
fn is_taken(memory: &MeleeMemory, at: usize, home: &Place) -> bool {
    let home = Vec2::new(home.x, home.z);
    Crowd::new(memory, home, &[at]).room(home) < 0.0
}

/// Somebody plays a stretch, if there is one.
fn play(member: &mut Member<'_, FighterMemory>, order: Option<(f32, Move)>) {
    if let Some((_, order)) = order {
        member.play(order);
    }
}

/// rad, which way one has to go, to the left from Z.
fn heading(direction: Vec2) -> f32 {
    libm::atan2f(direction.x, direction.y)
}

impl Melee {
    /// The way of somebody who comes in from where he is: only how long it takes.
    pub(super) fn walk_in(&self, body: &Place, goal: &Goal) -> Walk {
        let seconds = body.distance(&goal.place) / CLOSES + 0.25 * turn(body, &goal.place).abs() + 0.3;
        let frames = (seconds * self.acts.tables.rate) as u32;
        Walk { frames, end: goal.place, cost: 0.0, ..Walk::NONE }
    }

    /// Sends for the one who has waited longest, if few are about. The first of all is the one who is fought.
    pub(super) fn send(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut footwork_stage::Troupe<'_, FighterMemory>,
        count: usize,
        tick: u64,
    ) {
        let hero = &memory.spots[0];
        for (middle, at) in memory.middle.iter_mut().zip([hero.x, hero.z]) {
            *middle = middle.clamp(at - LEASH, at + LEASH);
        }
        if !tick.is_multiple_of(EVERY) {
            return;
        }
        let about = |state: u16| {
            matches!(State::of(u32::from(state)), State::Free | State::Enters | State::Comes | State::Plays)
        };
        if memory.spots[1..count.max(1)].iter().filter(|spot| about(spot.state)).count() >= ABOUT {
            return;
        }
        let mut first: Option<(u64, usize)> = None;
        for at in 1..count {
            let Some(member) = troupe.member(at) else { continue };
            let waits = State::of(member.memory.state) == State::Away;
            if waits && first.is_none_or(|(since, _)| member.memory.starts < since) {
                first = Some((member.memory.starts, at));
            }
        }
        if let Some(member) = first.and_then(|(_, at)| troupe.member(at)) {
            (member.memory.state, member.memory.starts) = (State::Enters as u32, tick);
            memory.entered = memory.entered.wrapping_add(1);
        }
    }

    /// The next stretch of somebody outside, or on his way in or out.
    pub(super) fn pass(
        &self,
        memory: &mut MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        at: usize,
        (hero, around): (Option<(ActorId, Place)>, &Around),
        stage: &StageView<'_>,
    ) {
        let body = Place::new(member.view().frame());
        let here = Vec2::new(body.x, body.z);
        let home = station(memory, at);
        let away = Vec2::new(home.x, home.z) - here;
        let gaze = hero.map(|(id, _)| Gaze::Actor(id));
        let to_hero = hero.map_or(Vec2::ZERO, |(_, hero)| Vec2::new(hero.x, hero.z) - here);
        match State::of(member.memory.state) {
            State::Enters => {
                let speed = if to_hero.length() > 4.5 { COMES } else { CLOSES };
                let is_there = to_hero.length() < GUARD + 0.4 * (at % 3) as f32;
                let order = self.stride(memory, member, at, (heading(to_hero), speed), (gaze, around), stage);
                // Who is let in by nobody goes on guard where he is.
                let is_shut = to_hero.length() < SHUT && order.is_none_or(|(loses, _)| loses >= WAITS);
                if is_there || is_shut {
                    (member.memory.state, member.memory.starts) = (State::Free as u32, stage.tick());
                    member.memory.piece = 0;
                    let stays = Goal { place: body, then: None, pieces: 1 };
                    self.step(member, &stays, gaze, &|_| false, around);
                } else {
                    play(member, order);
                }
            }
            // Where somebody else stands already he waits beside him.
            State::Leaves if away.length() < if is_taken(memory, at, &home) { AWAY } else { HOME } => {
                let faces = turn(&body, &home);
                if faces.abs() > 0.8 {
                    let order =
                        self.stride(memory, member, at, (heading(to_hero), 0.3), (gaze, around), stage);
                    return play(member, order);
                }
                (member.memory.state, member.memory.starts) = (State::Away as u32, stage.tick());
                memory.left = memory.left.wrapping_add(1);
                self.ease(member, gaze);
            }
            State::Leaves => {
                let order = self.stride(memory, member, at, (heading(away), GOES), (None, around), stage);
                play(member, order);
            }
            _ if away.length() > AWAY => {
                member.memory.state = State::Leaves as u32;
                let order = self.stride(memory, member, at, (heading(away), GOES), (None, around), stage);
                play(member, order);
            }
            _ => self.ease(member, gaze),
        }
    }

    /// Somebody stands at ease, in the rest that looks most like now.
    fn ease(&self, member: &mut Member<'_, FighterMemory>, gaze: Option<Gaze>) {
        member.memory.rested = member.memory.rested.wrapping_add(1);
        if let Some(order) = self.eases(member) {
            member.play(order.looking(gaze));
        }
    }

    fn eases(&self, member: &Member<'_, FighterMemory>) -> Option<Move> {
        let outside = self.outside.as_ref()?;
        let view = member.view();
        let now = self.now(&view);
        let shift = view.id().0.wrapping_add(member.memory.rested) as f32;
        let cost = |act: &u32| {
            let own = &self.acts.all[*act as usize];
            let seam = now.map_or(0.0, |now| self.acts.seam(now, (own.take, own.first)));
            // Nobody stands in step with his neighbour, nor always in the same way.
            seam + 0.03 * libm::sinf(*act as f32 * 12.9 + shift * 4.7)
        };
        let best = outside.rests.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let own = best.and_then(|act| self.acts.all.get(*act as usize))?;
        let rests = segment(self.acts.tables.rate, own.take, own.first, own.end);
        Some(Move { yields: true, ..Move::new(rests) })
    }

    /// Take and frame that somebody plays; none of who has just come.
    fn now(&self, view: &footwork_stage::ActorView<'_>) -> Option<(u32, u32)> {
        let take = view.segment().take;
        let known = (take as usize) + 1 < self.acts.tables.starts.len() && !view.is_new();
        known.then(|| (take, (view.time() * f64::from(self.acts.tables.rate)) as u32))
    }

    /// A stretch of gait: as fast and which way is wished, out of the others' way; and what it loses by that.
    fn stride(
        &self,
        memory: &MeleeMemory,
        member: &Member<'_, FighterMemory>,
        at: usize,
        (wished, speed): (f32, f32),
        (gaze, around): (Option<Gaze>, &Around),
        stage: &StageView<'_>,
    ) -> Option<(f32, Move)> {
        let outside = self.outside.as_ref()?;
        let view = member.view();
        let body = Place::new(view.frame());
        let here = Vec2::new(body.x, body.z);
        let seconds = STRETCH as f32 / self.acts.tables.rate;
        let crowd = Crowd::new(memory, here, &[at]);
        let room = |heading: f32| {
            let (sin, cos) = libm::sincosf(heading);
            let direction = Vec2::new(sin, cos) * speed.max(1.0);
            [0.35, 0.7].map(|later| crowd.room(here + direction * later)).into_iter().fold(f32::MAX, f32::min)
        };
        let faces = libm::atan2f(body.sin, body.cos);
        let velocity = gait::outside(&body, view.root_motion().translation).length() / stage.step();
        let now = self.now(&view);
        let leg = |direction: f32, speed: f32| {
            let off = libm::atan2f(libm::sinf(direction - faces), libm::cosf(direction - faces));
            let turned = off.clamp(-TURNS * seconds, TURNS * seconds);
            // Who has to turn far does that first; and nobody is fast at once.
            let speed = (speed * libm::cosf(off - turned).max(0.1)).min(velocity.min(4.0) + STARTS * seconds);
            let (sin, cos) = libm::sincosf(faces + 0.5 * turned);
            let to = here + Vec2::new(sin, cos) * (speed * seconds);
            let leg = Leg { to: seen(&body, to, faces + turned), frames: STRETCH, then: None };
            outside.gaits.go(&self.acts, now, &leg)
        };
        let least = (crowd.room(here) + PARTS).min(0.0);
        let free = ASIDE.into_iter().map(|aside| wished + aside).filter(|heading| room(*heading) > least);
        let on = free.take(TRIES).map(|heading| (heading, speed, 0.0));
        // Where nobody lets him through he waits for a moment; who is hemmed in steps off wherever that goes.
        let waits = [(wished, 0.15, WAITS), (faces, 0.0, WAITS)];
        let ways = on.chain(waits).chain(ASIDE.into_iter().map(|aside| (faces + aside, OFF, 0.5)));
        let mut best: Option<(f32, Move)> = None;
        for (heading, speed, loses) in ways {
            let Some(order) = leg(heading, speed) else { continue };
            let step = Coming::ordered(&self.acts, &body, &order);
            // With room for a foot if there is a way, or else as far off as it goes.
            let depth = match ROOMS.iter().position(|room| !around.is_met_within(self, &step, *room)) {
                // To get on counts more than room.
                Some(room) => loses + 0.1 * room as f32,
                None if best.as_ref().is_some_and(|(least, _)| *least < DEEP) => continue,
                None => DEEP + around.too_near(self, &step),
            };
            if best.as_ref().is_none_or(|(least, _)| depth < *least) {
                best = Some((depth, order));
            }
            if depth == 0.0 {
                break;
            }
        }
        // Who has got up among others who lie rather stays on his feet where he is than treads on them.
        if best.as_ref().is_none_or(|(least, _)| *least >= DEEP)
            && around.is_among_lying()
            && let Some(mut stays) = self.eases(member)
        {
            stays.segment.end = stays.segment.end.min(stays.segment.first + STAYS);
            let depth = DEEP + around.too_near(self, &Coming::ordered(&self.acts, &body, &stays));
            if best.as_ref().is_none_or(|(least, _)| depth < *least) {
                best = Some((depth, stays));
            }
        }
        best.map(|(loses, order)| (loses, Move { yields: true, ..order }.looking(gaze)))
    }

    fn leg(&self, member: &mut Member<'_, FighterMemory>, leg: &Leg, gaze: Option<Gaze>) {
        let Some(outside) = &self.outside else { return };
        if let Some(mut order) = outside.gaits.go(&self.acts, self.now(&member.view()), leg) {
            order.yields = true;
            member.play(order.looking(gaze));
        }
    }

    /// The last steps from outside to where an encounter begins: exactly there, then, and in its pose.
    pub(super) fn close(
        &self,
        member: &mut Member<'_, FighterMemory>,
        left: u32,
        gaze: Option<Gaze>,
        stage: &StageView<'_>,
    ) {
        let own = *member.memory;
        let Some(patch) = self.book.patches.get((own.patch as usize).wrapping_sub(1)) else { return };
        let Some(first) = patch.turns[own.role as usize & 1].first() else { return };
        let view = member.view();
        let (body, rate, goal) = (Place::new(view.frame()), self.acts.tables.rate, own.walk_goal);
        let leg = if left > 2 * STRETCH + 6 {
            let velocity = gait::outside(&body, view.root_motion().translation) / stage.step();
            let from = [Vec2::new(body.x, body.z), velocity.clamp_length_max(4.0)];
            let to = [Vec2::new(goal.x, goal.z), ARRIVES * Vec2::new(goal.sin, goal.cos)];
            let [place, direction] = bend(from, to, left as f32 / rate, STRETCH as f32 / rate);
            let most = TURNS * STRETCH as f32 / rate;
            let faces = libm::atan2f(body.sin, body.cos);
            let off = heading(direction) - faces;
            let turned = libm::atan2f(libm::sinf(off), libm::cosf(off)).clamp(-most, most);
            Leg { to: seen(&body, place, faces + turned), frames: STRETCH, then: None }
        } else {
            Leg { to: tidy(body.to(&goal)), frames: left.max(1), then: Some((first.take, first.first)) }
        };
        self.leg(member, &leg, gaze);
    }
}
