//! Fights of many: two for ever, one against many, two armies. Encounters are chosen as it goes, one after the other.
//!
//! Paper: Shum 2010, sec. 6.5, 6.6.1.1 and 6.6.2.1. Who is free is paired with who is near; a patch is chosen ([`choose`]), both go to
//! where it begins (`walk`), the early one waits, and from then on all is as the patch says. Who was knocked down lies
//! for a while, gets up, and is used again.

pub mod choose;
mod go;
pub mod memory;

use std::sync::Arc;

use footwork_encounter::tables::Kind;
use footwork_motion::ground::Place;
use footwork_stage::{ActorId, Dial, Director, Rng, StageView, Troupe};
use glam::Vec2;

use crate::acts::{Acts, Nature, Stood};
use crate::compose::Weights;
use crate::file::PatchBook;
use crate::joins;
use crate::walk::{self, Goal, Way};
use choose::{Other, Standard, difference, is_free, is_idle, laid, laid_about, standards, worth};
use memory::{FighterMemory, MOST, MeleeMemory, Spot, State};

/// Who fights whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The first with the second, the third with the fourth.
    Pairs,
    /// All against the first.
    OneAgainstMany,
    /// The first half against the second.
    Armies,
}

/// What a user can wish for, as bits: buttons in this order.
pub const WISHES: [&str; 4] = ["punch", "kick", "avoid", "fall"];

/// How they fight.
#[derive(Clone, Debug, PartialEq)]
pub struct MeleeSettings {
    /// Who fights whom.
    pub manner: Manner,
    /// By eq. 6.1.
    pub weights: Weights,
    /// s, how long who was knocked down lies, and by how much more at most.
    pub lies: [f32; 2],
    /// How many choices are made in a step, at most.
    pub choices: usize,
}

impl Default for MeleeSettings {
    fn default() -> MeleeSettings {
        MeleeSettings { manner: Manner::Pairs, weights: Weights::default(), lies: [3.0, 4.0], choices: 6 }
    }
}

impl MeleeSettings {
    /// As the scenes have it: two who fight on get up soon, in a crowd others take over.
    pub fn of(manner: Manner) -> MeleeSettings {
        let lies = if manner == Manner::Pairs { [0.8, 1.0] } else { [3.0, 4.0] };
        MeleeSettings { manner, lies, ..MeleeSettings::default() }
    }
}

/// Directs fights out of patches.
pub struct Melee {
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    settings: MeleeSettings,
    /// Where the patches begin; who begins them is the first of the pattern.
    standards: Vec<Standard>,
    /// Of each patch and role: a bit for each wish that it meets.
    meets: Vec<[u32; 2]>,
    /// Pieces in which somebody stands on guard.
    guards: Vec<u16>,
    group: u8,
}

/// m. Who is nearer may be asked to an encounter.
const ASKED: f32 = 2.8;
/// How many patches are looked at closely for one encounter.
const SHORT_LIST: usize = 8;
/// m, with turns and seams: a way that leaves more than this is none.
const TOO_FAR: f32 = 1.1;
/// Most neighbours who are looked at.
const NEIGHBOURS: usize = 24;

impl Melee {
    /// Fighters who go by these patches. Falls over one another (`over`) are left out: who falls so has not been struck.
    pub fn new(acts: Arc<Acts>, book: Arc<PatchBook>, settings: MeleeSettings) -> Melee {
        let fights = |patch: &u32| {
            let patch = &book.patches[*patch as usize];
            let acts_of = patch.turns.iter().flatten().map(|turn| &acts.all[turn.act as usize]);
            acts_of.into_iter().any(|act| act.nature == Nature::Strike)
        };
        let own: Vec<u32> = (0..book.patches.len().min(MOST) as u32).filter(fights).collect();
        let meets = book.patches.iter().map(|patch| {
            [0, 1].map(|role: usize| {
                let mut bits = u32::from(patch.down[1 - role]) << 3;
                for turn in &patch.turns[role] {
                    let act = &acts.all[turn.act as usize];
                    let is = [act.is("punch"), act.is("kick"), act.nature == Nature::Defence];
                    bits |= (0..3).filter(|bit| is[*bit]).map(|bit| 1 << bit).sum::<u32>();
                }
                bits
            })
        });
        let meets = meets.collect();
        let first = own.first().and_then(|patch| book.patches[*patch as usize].turns[0].first());
        let group = first.and_then(|turn| {
            let piece = acts.tables.piece_at.get(acts.tables.frame(turn.take, turn.first))?;
            acts.tables.pieces.get(usize::from(*piece)).map(|piece| piece.group)
        });
        let group = group.unwrap_or(0);
        let stance = |piece: &u16| {
            let piece = &acts.tables.pieces[usize::from(*piece)];
            piece.kind == Kind::Stance && piece.group == group
        };
        let guards = (0..acts.tables.pieces.len() as u16).filter(stance).collect();
        Melee { standards: standards(&acts, &book, &own), meets, guards, group, acts, book, settings }
    }

    /// How many standard poses there are.
    pub fn standards(&self) -> usize {
        self.standards.len()
    }

    /// What they go by.
    pub fn book(&self) -> &PatchBook {
        &self.book
    }

    fn team(&self, at: usize, count: usize) -> u32 {
        match self.settings.manner {
            Manner::Pairs => at as u32 & 1,
            Manner::OneAgainstMany => u32::from(at > 0),
            Manner::Armies => u32::from(at * 2 >= count),
        }
    }

    /// Who somebody should fight: whoever is nearest of the other side; of those who may be asked if there is one.
    fn rival(&self, memory: &MeleeMemory, at: usize, count: usize, idle: bool) -> Option<(usize, f32)> {
        let own = memory.spots.get(at)?;
        let place = Vec2::new(own.x, own.z);
        match self.settings.manner {
            Manner::Pairs => {
                let other = at ^ 1;
                let spot = memory.spots.get(other).filter(|_| other < count)?;
                (!idle || is_idle(spot.state)).then(|| (other, Vec2::new(spot.x, spot.z).distance(place)))
            }
            Manner::OneAgainstMany if at > 0 => {
                let spot = memory.spots.first()?;
                (!idle || is_idle(spot.state)).then(|| (0, Vec2::new(spot.x, spot.z).distance(place)))
            }
            _ => {
                let mut best: Option<(usize, f32)> = None;
                let see = |best: &mut Option<(usize, f32)>, other: usize, spot: &Spot| {
                    let stands = State::of(u32::from(spot.state)) < State::Lies;
                    if spot.team == own.team || !stands || idle && !is_idle(spot.state) {
                        return;
                    }
                    let far = Vec2::new(spot.x, spot.z).distance(place);
                    if best.is_none_or(|(_, least)| far < least) {
                        *best = Some((other, far));
                    }
                };
                memory.near(place, |other, spot| see(&mut best, other, spot));
                if best.is_none() && !idle {
                    // Nobody is near: a look at some of all, so that the cost stays linear.
                    let step = (count / 16).max(1);
                    let from = (at * 7) % step;
                    for other in (from..count.min(MOST)).step_by(step) {
                        see(&mut best, other, &memory.spots[other]);
                    }
                }
                best
            }
        }
    }

    /// Two begin an encounter, if one can be found for them. Says whether.
    fn pair(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        pair: [usize; 2],
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) -> bool {
        let Some(bodies) = self.bodies(troupe, pair) else { return false };
        let wish = self.wish(troupe, pair);
        let mut list = [(f32::MIN, 0_u32, 0_usize); SHORT_LIST];
        let middle = Vec2::new(0.5 * (bodies[0].1.x + bodies[1].1.x), 0.5 * (bodies[0].1.z + bodies[1].1.z));
        for first in self.orders(pair) {
            let (a, b) = (&bodies[first].1, &bodies[1 - first].1);
            let now = crate::patch::Start {
                distance: a.distance(b),
                bearings: [a.bearing(b), b.bearing(a)],
                later: 0,
            };
            let nearest = self.standards.iter().map(|standard| difference(&now, &standard.start));
            let nearest = nearest.fold(f32::MAX, f32::min);
            for standard in &self.standards {
                // Eq. 6.3, and those that are hardly further.
                let far = difference(&now, &standard.start);
                if far > nearest + SLACK && wish == [0, 0] || far > FURTHEST {
                    continue;
                }
                for &patch in &standard.patches {
                    let meets = self.meets[patch as usize];
                    let met = wish
                        .iter()
                        .enumerate()
                        .all(|(who, bits)| meets[if first == who { 0 } else { 1 }] & bits == *bits);
                    // A wish is worth a longer way.
                    if far > nearest + SLACK && !met {
                        continue;
                    }
                    let own = worth(
                        &self.settings.weights,
                        memory,
                        patch as usize,
                        middle,
                        f32::from(u8::from(met)),
                    );
                    // Of equals not always the same one.
                    let own = own - 500.0 * far + 5.0 * rng.unit();
                    let last = SHORT_LIST - 1;
                    if own > list[last].0 {
                        let at = list.partition_point(|known| known.0 >= own);
                        list.copy_within(at..last, at + 1);
                        list[at] = (own, patch, first);
                    }
                }
            }
        }
        let mut others = [Other { place: Vec2::ZERO, plays: None, lies: None }; NEIGHBOURS];
        let count = self.others(memory, troupe, pair, middle, stage, &mut others);
        for (worth, patch, first) in list {
            if worth == f32::MIN {
                break;
            }
            let patch = patch as usize;
            let met = (0..2)
                .all(|who| self.meets[patch][if first == who { 0 } else { 1 }] & wish[who] == wish[who]);
            if !met && memory.waited < PATIENCE {
                continue;
            }
            let roles = if first == 0 { pair } else { [pair[1], pair[0]] };
            let of_roles = if first == 0 { [0, 1] } else { [1, 0] };
            let own = of_roles.map(|who: usize| bodies[who]);
            let hero = roles.iter().position(|who| *who == 0);
            let origin = match (self.settings.manner, hero) {
                // Others come to him.
                (Manner::OneAgainstMany, Some(role)) => {
                    laid_about(&self.acts, &self.book, patch, role, [&own[0].1, &own[1].1])
                }
                _ => laid(&self.acts, &self.book, patch, [&own[0].1, &own[1].1]),
            };
            if !is_free(&self.acts, &self.book, patch, &origin, &others[..count]) {
                continue;
            }
            let goals = [0, 1].map(|role| self.goal(patch, role, &origin));
            let blocked = |at: Vec2| {
                others[..count].iter().any(|other| other.place.distance_squared(at) < PERSONAL * PERSONAL)
            };
            let ways = [0, 1].map(|role: usize| {
                let (piece, body, _) = own[role];
                walk::find(&self.acts, piece, &body, &goals[role], &blocked)
            });
            if ways.iter().any(|way| way.cost > TOO_FAR) {
                continue;
            }
            let starts = self.starts(patch, &ways, [own[0].2, own[1].2], stage);
            for role in 0..2 {
                self.engage(
                    troupe,
                    roles,
                    role,
                    (patch, &origin, starts),
                    (&ways[role], &own[role], &goals[role]),
                );
            }
            memory.chosen = memory.chosen.wrapping_add(1);
            if let Some(used) = memory.used.get_mut(patch) {
                *used = memory.chosen;
            }
            for role in (0..2).filter(|role| self.book.patches[patch].down[*role]) {
                self.topple(memory, troupe, roles, role, (patch, &origin, starts), stage);
            }
            if wish != [0, 0] {
                memory.wished = memory.wished.wrapping_add(1);
                memory.met = memory.met.wrapping_add(u32::from(met));
                memory.waited = 0;
            }
            return true;
        }
        memory.nothing = memory.nothing.wrapping_add(1);
        memory.waited = memory.waited.saturating_add(u32::from(wish != [0, 0]));
        false
    }

    /// Which of the two may be the first of a pattern. The one against many is always the second: the paper's patterns have it so.
    fn orders(&self, pair: [usize; 2]) -> std::ops::Range<usize> {
        match (self.settings.manner, pair) {
            (Manner::OneAgainstMany, [0, _]) => 1..2,
            (Manner::OneAgainstMany, _) => 0..1,
            _ => 0..2,
        }
    }

    /// What the player wants each to do, as bits.
    fn wish(&self, troupe: &Troupe<'_, FighterMemory>, pair: [usize; 2]) -> [u32; 2] {
        pair.map(|who| troupe.view(who).map_or(0, |view| view.controls().buttons & 0xf))
    }

    /// Of each: the piece that he will have played, where he will be then, and in how many frames.
    fn bodies(
        &self,
        troupe: &mut Troupe<'_, FighterMemory>,
        pair: [usize; 2],
    ) -> Option<[(u16, Place, u32); 2]> {
        let mut found = [(0, Place::HERE, 0); 2];
        for (out, at) in found.iter_mut().zip(pair) {
            let member = troupe.member(at)?;
            let view = member.view();
            let piece = (member.memory.piece as u16).checked_sub(1)?;
            let own = self.acts.tables.pieces.get(usize::from(piece))?;
            let body = Place::new(view.frame());
            let segment = view.segment();
            let left = (segment.end - view.time()).max(0.0) * f64::from(self.acts.tables.rate);
            let left = (left.ceil() as u32).min(120);
            let plays = segment.take == own.take && left > 0;
            *out = if plays {
                let now = own.end.saturating_sub(left).max(own.first);
                let [a, b] = [now, own.end].map(|frame| *self.acts.tables.ground(own.take, frame));
                (piece, crate::patch::tidy(body.then(&a.to(&b))), left)
            } else {
                (piece, body, 0)
            };
        }
        Some(found)
    }

    fn goal(&self, patch: usize, role: usize, origin: &Place) -> Goal {
        let place = crate::patch::tidy(origin.then(&self.book.patches[patch].body(&self.acts, role, 0)));
        let then = self.book.patches[patch].turns[role].first().map(|turn| (turn.take, turn.first));
        Goal { place, then, pieces: 7 }
    }

    /// The tick at which an encounter begins, so that both are there when it is their turn.
    fn starts(&self, patch: usize, ways: &[Way; 2], left: [u32; 2], stage: &StageView<'_>) -> u64 {
        let ticks = |frames: i64| (frames as f32 / (self.acts.tables.rate * stage.step())).ceil() as i64;
        let patch = &self.book.patches[patch];
        let needs = [0, 1].map(|role: usize| {
            ticks(i64::from(left[role] + ways[role].frames) - i64::from(patch.span(role)[0])) + 1
        });
        stage.tick().saturating_add_signed(needs[0].max(needs[1]).max(1))
    }

    /// Where somebody's chest will be when his encounter is over.
    fn then(&self, own: &FighterMemory) -> Option<Vec2> {
        let fights = matches!(State::of(own.state), State::Comes | State::Plays);
        let patch = self.book.patches.get((own.patch as usize).checked_sub(1).filter(|_| fights)?)?;
        let stood = patch.at(own.role as usize & 1, patch.frames as i32);
        Some(self.acts.discs(&Stood { place: own.origin.then(&stood.place), ..stood })[1])
    }

    /// Everybody near two who are about to meet.
    fn others(
        &self,
        memory: &MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        pair: [usize; 2],
        middle: Vec2,
        stage: &StageView<'_>,
        out: &mut [Other; NEIGHBOURS],
    ) -> usize {
        let mut near = [(0_usize, Vec2::ZERO); NEIGHBOURS];
        let mut count = 0;
        memory.near(middle, |at, spot| {
            if !pair.contains(&at) && count < NEIGHBOURS {
                near[count] = (at, Vec2::new(spot.x, spot.z));
                count += 1;
            }
        });
        for (out, (at, place)) in out.iter_mut().zip(&near[..count]) {
            *out = Other { place: *place, plays: None, lies: None };
            let Some(member) = troupe.member(*at) else { continue };
            let own = *member.memory;
            match State::of(own.state) {
                State::Comes | State::Plays
                    if own.patch > 0 && (own.patch as usize) <= self.book.patches.len() =>
                {
                    let gone =
                        (stage.tick() as i64).wrapping_sub(own.starts as i64).clamp(-10_000, 10_000) as i32;
                    out.plays = Some((own.patch - 1, own.role as usize & 1, own.origin, gone));
                }
                State::Lies | State::Rises => {
                    let view = member.view();
                    let frame = (view.time() * f64::from(self.acts.tables.rate)) as u32;
                    let take = view.segment().take;
                    if (take as usize) + 1 < self.acts.tables.starts.len() {
                        let place = self.acts.placed(take, frame, &Place::new(view.frame()));
                        out.lies = Some(Stood { take, frame, place });
                    }
                }
                _ => {}
            }
        }
        count
    }

    /// Who is going to be knocked down falls over a third one, if one is near enough to be there in time: joined in space.
    fn topple(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        roles: [usize; 2],
        role: usize,
        (patch, origin, starts): (usize, &Place, u64),
        stage: &StageView<'_>,
    ) {
        let from = &self.book.patches[patch];
        for next in self.book.joins.spatial[role * 2 + 1].row(patch).take(LOOKED_AT) {
            let to = &self.book.patches[next];
            let Some((later, at)) = joins::overlap(from, role, to, 1) else { continue };
            let placed = crate::patch::tidy(origin.then(&at));
            let goal = self.goal(next, 0, &placed);
            let place = Vec2::new(goal.place.x, goal.place.z);
            let mut third: Option<(usize, f32)> = None;
            memory.near(place, |other, spot| {
                let far = Vec2::new(spot.x, spot.z).distance(place);
                let fits = is_idle(spot.state) && !roles.contains(&other) && far < THIRD;
                // The one against many is never fallen over.
                let is_hero = self.settings.manner == Manner::OneAgainstMany && other == 0;
                if fits && !is_hero && third.is_none_or(|(_, least)| far < least) {
                    third = Some((other, far));
                }
            });
            let Some((third, _)) = third else { continue };
            let Some([own, _]) = self.bodies(troupe, [third, third]) else { continue };
            let mut others = [Other { place: Vec2::ZERO, plays: None, lies: None }; NEIGHBOURS];
            let count = self.others(memory, troupe, [third, roles[role]], place, stage, &mut others);
            if !is_free(&self.acts, &self.book, next, &placed, &others[..count]) {
                continue;
            }
            let way = walk::find(&self.acts, own.0, &own.1, &goal, &|_| false);
            let begins = starts as i64 + i64::from(later) + i64::from(to.span(0)[0]);
            let arrives = stage.tick() as i64 + i64::from(own.2 + way.frames);
            if way.cost > TOO_FAR || arrives > begins {
                continue;
            }
            let starts = (starts as i64 + i64::from(later)).max(0) as u64;
            self.engage(troupe, [third, roles[role]], 0, (next, &placed, starts), (&way, &own, &goal));
            memory.spots[third].state = State::Comes as u16;
            memory.toppled = memory.toppled.wrapping_add(1);
            return;
        }
    }

    /// One of two sets out for an encounter.
    fn engage(
        &self,
        troupe: &mut Troupe<'_, FighterMemory>,
        roles: [usize; 2],
        role: usize,
        (patch, origin, starts): (usize, &Place, u64),
        (way, from, goal): (&Way, &(u16, Place, u32), &Goal),
    ) {
        let other = troupe.view(roles[1 - role]).map_or(0, |view| view.id().0 + 1);
        let Some(member) = troupe.member(roles[role]) else { return };
        let own = member.memory;
        own.state = State::Comes as u32;
        own.partner = other;
        (own.patch, own.role, own.turns) = (patch as u32 + 1, role as u32, 0);
        (own.origin, own.starts) = (*origin, starts);
        (own.way, own.count, own.begun) = (way.pieces, way.count, 0);
        (own.frames, own.gone) = (way.frames, 0);
        (own.way_from, own.way_end, own.way_goal) = (from.1, way.end, goal.place);
    }
}

/// m. Who is nearer to where he would be fallen over can be.
const THIRD: f32 = 1.2;
/// How many joins in space are looked at for one who is knocked down.
const LOOKED_AT: usize = 96;
/// What eq. 6.2 may give more than the nearest standard pose: half a metre, or 30°.
const SLACK: f32 = 0.03;
/// What eq. 6.2 may give at all: a metre and a half, or a right angle.
const FURTHEST: f32 = 0.25;
/// Tries. A wish waits for its chance so long before something else is done.
const PATIENCE: u32 = 45;
/// m. Who walks keeps this far from others.
const PERSONAL: f32 = 0.6;

impl Director for Melee {
    type Memory = MeleeMemory;
    type Member = FighterMemory;

    fn direct(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let count = troupe.len().min(MOST);
        memory.heads.fill(0);
        for at in 0..count {
            let team = self.team(at, count);
            let Some(mut member) = troupe.member(at) else { continue };
            member.memory.team = team;
            self.advance(&mut member, stage, rng);
            let frame = member.view().frame().translation;
            let then = self.then(member.memory).unwrap_or(Vec2::new(frame.x, frame.z));
            let (state, team) = (member.memory.state as u16, team as u16);
            let (then_x, then_z) = (then.x, then.y);
            memory.enter(at, Spot { x: frame.x, z: frame.z, then_x, then_z, state, team, next: 0, spare: 0 });
        }
        let mut choices = self.settings.choices;
        // Another one begins in every step, so that nobody is always last.
        let shift = if count == 0 { 0 } else { (stage.tick() as usize * 37) % count };
        for number in 0..count {
            let at = (number + shift) % count;
            if !is_idle(memory.spots[at].state) || choices == 0 {
                continue;
            }
            if !troupe.member(at).is_some_and(|member| member.needs_move()) {
                continue;
            }
            let Some((other, far)) = self.rival(memory, at, count, true) else { continue };
            if far > ASKED {
                continue;
            }
            choices -= 1;
            if self.pair(memory, troupe, [at, other], stage, rng) {
                memory.spots[at].state = State::Comes as u16;
                memory.spots[other].state = State::Comes as u16;
            }
        }
        for at in 0..count {
            let rival = self.rival(memory, at, count, false);
            let rival = rival.and_then(|(rival, _)| troupe.view(rival)).map(|view| (view.id(), view.frame()));
            let Some(mut member) = troupe.member(at) else { continue };
            let lay = State::of(member.memory.state) == State::Lies;
            self.rise(memory, &mut member, at, stage);
            if lay && State::of(member.memory.state) == State::Rises {
                memory.spots[at].state = State::Rises as u16;
            } else if member.needs_move() {
                self.go(memory, &mut member, at, rival.map(|(id, frame)| (id, Place::new(frame))), stage);
            }
        }
    }

    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}

/// An actor by the number that is remembered.
pub(crate) fn actor(number: u32) -> Option<ActorId> {
    number.checked_sub(1).map(ActorId)
}
