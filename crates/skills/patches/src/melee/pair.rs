//! Two begin an encounter: which patch, where, and how both get there.
//!
//! Paper: Shum 2010, sec. 6.5: eq. 6.1 to 6.3 give a short list; the first that is free, and that both can get to, is taken. Who is about
//! to end an encounter is asked before he has, so that the next one follows right on. Departs from the paper: within some decimetres
//! and degrees nobody walks to where a patch begins, the patch is bent instead (`bend`).

use footwork_motion::ground::Place;
use footwork_stage::{Rng, StageView, Troupe};
use glam::Vec2;

use super::choose::{Crowd, Does, Other, ROOM_BETWEEN, difference, is_free, laid, laid_about};
use super::memory::{FighterMemory, MeleeMemory, State};
use super::{Manner, Melee, NEIGHBOURS, enter};
use crate::acts::Stood;
use crate::compose::score;
use crate::patch::{Start, tidy};
use crate::walk::{self, Goal, Walk};

/// How many places on the way of somebody who comes by gait are looked at.
const GAIT_LOOKS: u32 = 8;
/// How many patches are looked at closely for one encounter.
const SHORT_LIST: usize = 12;
/// m, with turns and seams: a way that leaves more than this is none.
pub(super) const TOO_FAR: f32 = 1.1;
/// What eq. 6.2 may give more than the nearest standard pose: half a metre, or 30°.
const SLACK: f32 = 0.03;
/// What eq. 6.2 may give at all: a metre and a half, or a right angle.
const FURTHEST: f32 = 0.25;
/// Tries. A wish waits for its chance so long before something else is done.
const PATIENCE: u32 = 45;
/// What speaks for a patch that the table of joins has after the last one, in the measure of eq. 6.1: less than half of its use.
const GOES_ON: f32 = 300.0;
/// What speaks for a patch that both can begin right on, from where and as they are.
const AT_ONCE: f32 = 600.0;

/// m. So far apart limbs stay until they are meant to touch, in an encounter that somebody runs in for.
const ROOM_TO_RUN_IN: f32 = 0.06;

/// Somebody as he will be when what he plays now is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    /// The piece that he will have played; none of who comes in from outside.
    pub piece: Option<u16>,
    /// Where he will be.
    pub body: Place,
    /// Frames until then.
    pub left: u32,
}

/// An encounter as it is planned.
#[derive(Clone, Copy)]
pub(super) struct Planned<'a> {
    pub patch: usize,
    pub origin: &'a Place,
    /// The tick at which it begins.
    pub starts: u64,
}

impl Melee {
    /// Two begin an encounter, if one can be found for them. Says whether.
    pub(super) fn pair(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        pair: [usize; 2],
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) -> bool {
        let [Some(a), Some(b)] = pair.map(|at| self.ready(troupe, at, stage)) else { return false };
        let mut ready = [a, b];
        let stands = [ready[0].body, ready[1].body];
        for who in 0..2 {
            let enemy = self.is_brought_in() && pair[who] > 0;
            if ready[who].piece.is_none() || enemy && stands[0].distance(&stands[1]) > enter::BESIDE {
                // He can begin anywhere about the other one.
                ready[who].piece = None;
                ready[who].body = enter::before(&stands[1 - who], &stands[who]);
            }
        }
        let wish = self.wish(troupe, pair);
        let list = self.short_list(memory, troupe, (pair, &ready), (wish, stage), rng);
        let middle =
            Vec2::new(0.5 * (ready[0].body.x + ready[1].body.x), 0.5 * (ready[0].body.z + ready[1].body.z));
        let mut others = [Other::NONE; NEIGHBOURS];
        let count = self.others(memory, troupe, (&pair, stage.tick()), middle, &mut others);
        let others = &others[..count];
        let crowds = pair.map(|at| {
            let spot = &memory.spots[at];
            Crowd::new(memory, Vec2::new(spot.x, spot.z), &pair)
        });
        for (worth, patch, first) in list {
            if worth == f32::MIN {
                break;
            }
            let patch = patch as usize;
            let met = self.is_met(patch, first, wish);
            if !met && memory.waited < PATIENCE {
                continue;
            }
            let of_roles = if first == 0 { [0, 1] } else { [1, 0] };
            let (roles, own) = (of_roles.map(|who: usize| pair[who]), of_roles.map(|who: usize| ready[who]));
            let hero = roles.iter().position(|who| *who == 0);
            let origin = match (self.settings.manner, hero) {
                // Others come to him.
                (Manner::OneAgainstMany, Some(role)) => {
                    laid_about(&self.acts, &self.book, patch, role, [&own[0].body, &own[1].body])
                }
                _ => laid(&self.acts, &self.book, patch, [&own[0].body, &own[1].body]),
            };
            let goals = [0, 1].map(|role| self.goal(patch, role, &origin));
            // A look at where each would begin, before ways there are looked for.
            let is_shut = (0..2).any(|role| {
                let (own, goal) = (&own[role], &goals[role]);
                let walks =
                    own.piece.is_some_and(|piece| !self.can_be_bent(patch, role, piece, &own.body, goal));
                walks && crowds[of_roles[role]].blocks(Vec2::new(goal.place.x, goal.place.z))
            });
            if is_shut {
                continue;
            }
            let walks = [0, 1].map(|role: usize| match own[role].piece {
                Some(_) => self.walk(patch, role, &own[role], &goals[role], &crowds[of_roles[role]]),
                None => {
                    let from = &stands[of_roles[role]];
                    enter::is_open(&crowds, from, &goals[role].place)
                        .then(|| self.walk_in(from, &goals[role]))
                }
            });
            let [Some(one), Some(other)] = walks else { continue };
            let walks = [one, other];
            let rate = self.acts.tables.rate * stage.step();
            // Nobody treads on anybody on the way there, either.
            let is_clear = (0..2).all(|role| {
                let (walk, from, goal) = (&walks[role], &own[role].body, &goals[role].place);
                if own[role].piece.is_none() {
                    let way = (&stands[of_roles[role]], goal, walk.frames);
                    return self.comes_clear(way, (patch, role), others, (stage.tick(), rate));
                }
                walk::all_steps(&self.acts, walk, from, goal, |stood, gone| {
                    let then = stage.tick() + ((own[role].left + gone) as f32 / rate) as u64;
                    let meets = |other: &Other| {
                        other.is_met(&self.acts, &self.book, stood, (then, rate), ROOM_BETWEEN)
                    };
                    !others.iter().any(meets)
                })
            });
            if !is_clear {
                continue;
            }
            let starts = self.starts(patch, &walks, [own[0].left, own[1].left], stage);
            // Who does not walk to where it begins has it bent to where he is.
            let bends = [0, 1].map(|role: usize| {
                let stays = own[role].piece.is_some() && walks[role].count == 0;
                let stood = own[role].body;
                if stays { self.bend_to(patch, role, &origin, &stood) } else { None }
            });
            if !is_free(&self.acts, &self.book, (patch, &origin, starts), &bends, others, rate) {
                continue;
            }
            let planned = Planned { patch, origin: &origin, starts };
            for role in 0..2 {
                self.engage(troupe, roles, role, planned, (&walks[role], &own[role], &goals[role]));
            }
            memory.chosen = memory.chosen.wrapping_add(1);
            memory.see(patch, middle, stage.tick());
            for role in (0..2).filter(|role| self.book.patches[patch].down[*role]) {
                self.topple(memory, troupe, roles, role, planned, stage);
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

    /// Whether somebody who comes by gait treads on nobody: as he begins the patch, all along his way.
    fn comes_clear(
        &self,
        (from, goal, frames): (&Place, &Place, u32),
        (patch, role): (usize, usize),
        others: &[Other],
        (tick, rate): (u64, f32),
    ) -> bool {
        let begins = self.book.patches[patch].at(role, 0);
        (1..=GAIT_LOOKS).all(|look| {
            let share = look as f32 / GAIT_LOOKS as f32;
            let x = from.x + share * (goal.x - from.x);
            let z = from.z + share * (goal.z - from.z);
            let place = tidy(self.acts.placed(begins.take, begins.frame, &Place { x, z, ..*goal }));
            let then = tick + (share * frames as f32 / rate) as u64;
            let own = Stood { place, ..begins };
            !others.iter().any(|other| {
                let lies = !matches!(other.does, Does::Anything);
                lies && other.is_met(&self.acts, &self.book, &own, (then, rate), ROOM_BETWEEN)
            })
        })
    }

    /// The best patches for two by eq. 6.1, with who is the first in each; fewer if there are not as many.
    fn short_list(
        &self,
        memory: &MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        (pair, ready): ([usize; 2], &[Ready; 2]),
        (wish, stage): ([u32; 2], &StageView<'_>),
        rng: &mut Rng,
    ) -> [(f32, u32, usize); SHORT_LIST] {
        let mut list = [(f32::MIN, 0_u32, 0_usize); SHORT_LIST];
        let last = self.last_of(troupe, pair);
        let runs_in = ready.iter().any(|own| own.piece.is_none());
        let [a, b] = ready.map(|own| Vec2::new(own.body.x, own.body.z));
        let middle = 0.5 * (a + b);
        let density = memory.density(middle);
        let seen = memory.seen_near(middle, stage.tick(), stage.step());
        for first in self.orders(pair) {
            let (a, b) = (&ready[first].body, &ready[1 - first].body);
            let now = Start { distance: a.distance(b), bearings: [a.bearing(b), b.bearing(a)], later: 0 };
            let nearest = self.standards.iter().map(|standard| difference(&now, &standard.start));
            let nearest = nearest.fold(f32::MAX, f32::min);
            for standard in &self.standards {
                // Eq. 6.3, and those that are hardly further. Who runs in can begin anywhere about the other one.
                let far = difference(&now, &standard.start);
                let most = if runs_in { FURTHEST } else { nearest + SLACK };
                if far > most && wish == [0, 0] || far > FURTHEST {
                    continue;
                }
                for &patch in &standard.patches {
                    let met = self.is_met(patch as usize, first, wish);
                    // Who runs in puts his feet down some centimetres beside where the patch has them.
                    if runs_in && self.apart[patch as usize] < ROOM_TO_RUN_IN {
                        continue;
                    }
                    // A wish is worth a longer way.
                    if far > most && !met {
                        continue;
                    }
                    let wished = f32::from(u8::from(met));
                    let usage = seen.get(patch as usize).copied().unwrap_or(0.0);
                    let own = score(&self.settings.weights, density, usage, wished);
                    let goes_on = last.is_some_and(|(last, was)| {
                        self.book.joins.both[usize::from(was != first)].get(last, patch as usize)
                    });
                    let soon = match goes_on {
                        _ if self.is_begun_at_once(patch as usize, first, ready) => AT_ONCE,
                        true => GOES_ON,
                        false => 0.0,
                    };
                    // Of equals not always the same one.
                    let own = own - 500.0 * far + 5.0 * rng.unit() + soon;
                    let last = SHORT_LIST - 1;
                    if own > list[last].0 {
                        let at = list.partition_point(|known| known.0 >= own);
                        list.copy_within(at..last, at + 1);
                        list[at] = (own, patch, first);
                    }
                }
            }
        }
        list
    }

    /// Whether both can begin a patch right on, from where they will be.
    fn is_begun_at_once(&self, patch: usize, first: usize, ready: &[Ready; 2]) -> bool {
        let own = [&ready[first], &ready[1 - first]];
        let origin = laid(&self.acts, &self.book, patch, [&own[0].body, &own[1].body]);
        (0..2).all(|role| {
            own[role].piece.is_some_and(|piece| {
                let goal = self.goal(patch, role, &origin);
                self.can_be_bent(patch, role, piece, &own[role].body, &goal)
            })
        })
    }

    /// The patch that two are in with each other, and who of them is its first.
    fn last_of(&self, troupe: &mut Troupe<'_, FighterMemory>, pair: [usize; 2]) -> Option<(usize, usize)> {
        let ids = [troupe.view(pair[0])?.id(), troupe.view(pair[1])?.id()];
        let [a, b] = [*troupe.member(pair[0])?.memory, *troupe.member(pair[1])?.memory];
        let both = a.partner == ids[1].0 + 1 && b.partner == ids[0].0 + 1 && a.patch == b.patch;
        let patch = (a.patch as usize).checked_sub(1).filter(|_| both)?;
        Some((patch, usize::from(a.role != 0)))
    }

    /// Whether a patch is what the player wants of both, if one of them is its first.
    fn is_met(&self, patch: usize, first: usize, wish: [u32; 2]) -> bool {
        (0..2).all(|who| self.meets[patch][usize::from(first != who)] & wish[who] == wish[who])
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
    pub(super) fn wish(&self, troupe: &Troupe<'_, FighterMemory>, pair: [usize; 2]) -> [u32; 2] {
        pair.map(|who| troupe.view(who).map_or(0, |view| view.controls().buttons & 0xf))
    }

    /// Somebody as he will be when what he plays now is over.
    pub(super) fn ready(
        &self,
        troupe: &mut Troupe<'_, FighterMemory>,
        at: usize,
        stage: &StageView<'_>,
    ) -> Option<Ready> {
        let member = troupe.member(at)?;
        let (view, tables) = (member.view(), &self.acts.tables);
        let body = Place::new(view.frame());
        if State::of(member.memory.state) == State::Enters {
            // Who stood at ease outside does so to the end.
            let left = (view.segment().end - view.time()).max(0.0) * f64::from(tables.rate);
            return Some(Ready { piece: None, body, left: left as u32 });
        }
        let piece = (member.memory.piece as u16).checked_sub(1)?;
        let own = tables.pieces.get(usize::from(piece))?;
        let segment = view.segment();
        let frame = |seconds: f64| (seconds.max(0.0) * f64::from(tables.rate)).round() as u32;
        let [now, end] = [view.time(), segment.end].map(frame);
        let left = end.saturating_sub(now);
        let busy = member.memory.busy.saturating_sub(stage.tick()).min(120) as f32;
        let busy = (busy * tables.rate * stage.step()) as u32;
        if segment.take != own.take || left == 0 || left > 120 {
            return Some(Ready { piece: Some(piece), body, left: busy });
        }
        let [a, b] = [now, end].map(|frame| *tables.ground(own.take, frame));
        Some(Ready { piece: Some(piece), body: tidy(body.then(&a.to(&b))), left: left.max(busy) })
    }

    /// How somebody gets to where he begins: right on, if the patch can be bent to where he is, or over pieces.
    fn walk(&self, patch: usize, role: usize, own: &Ready, goal: &Goal, crowd: &Crowd) -> Option<Walk> {
        let piece = own.piece?;
        if self.can_be_bent(patch, role, piece, &own.body, goal) {
            return Some(Walk { end: own.body, cost: 0.0, ..Walk::NONE });
        }
        let blocked = |place: Vec2| crowd.blocks(place);
        // Nobody begins from further away than a patch can be bent in time.
        let walk = match self.has_time(patch, role, &own.body, &goal.place) {
            true => walk::find(&self.acts, piece, &own.body, goal, &blocked),
            false => walk::find_steps(&self.acts, piece, &own.body, goal, &blocked),
        };
        (walk.cost <= TOO_FAR).then_some(walk)
    }

    pub(super) fn goal(&self, patch: usize, role: usize, origin: &Place) -> Goal {
        let place = tidy(origin.then(&self.book.patches[patch].body(&self.acts, role, 0)));
        let then = self.book.patches[patch].turns[role].first().map(|turn| (turn.take, turn.first));
        Goal { place, then, pieces: 7 }
    }

    /// The tick at which an encounter begins, so that both are there when it is their turn.
    fn starts(&self, patch: usize, walks: &[Walk; 2], left: [u32; 2], stage: &StageView<'_>) -> u64 {
        let ticks = |frames: i64| (frames as f32 / (self.acts.tables.rate * stage.step())).ceil() as i64;
        let patch = &self.book.patches[patch];
        let needs = [0, 1].map(|role: usize| {
            ticks(i64::from(left[role] + walks[role].frames) - i64::from(patch.span(role)[0])) + 1
        });
        stage.tick().saturating_add_signed(needs[0].max(needs[1]).max(1))
    }

    /// One of two sets out for an encounter.
    pub(super) fn engage(
        &self,
        troupe: &mut Troupe<'_, FighterMemory>,
        roles: [usize; 2],
        role: usize,
        Planned { patch, origin, starts }: Planned<'_>,
        (walk, from, goal): (&Walk, &Ready, &Goal),
    ) {
        let other = troupe.view(roles[1 - role]).map_or(0, |view| view.id().0 + 1);
        let Some(member) = troupe.member(roles[role]) else { return };
        let own = member.memory;
        own.state = State::Comes as u32;
        own.partner = other;
        (own.patch, own.role, own.turns) = (patch as u32 + 1, role as u32, 0);
        (own.origin, own.starts) = (*origin, starts);
        (own.walk, own.count, own.begun) = (walk.pieces, walk.count, 0);
        (own.frames, own.gone) = (walk.frames, 0);
        (own.walk_from, own.walk_end, own.walk_goal) = (from.body, walk.end, goal.place);
        (own.bent, own.halved, own.runs) = (0, 0, u32::from(from.piece.is_none()));
    }
}
