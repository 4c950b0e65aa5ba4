//! Who is knocked down falls over a third one; and who is near two who are about to meet.
//!
//! Paper: Shum 2010, sec. 6.4.2: patches joined in space by the one who is in both.

use footwork_motion::ground::Place;
use footwork_stage::{StageView, Troupe};
use glam::Vec2;

use super::choose::{Crowd, Does, Other, is_free, is_idle};
use super::memory::{FighterMemory, MeleeMemory, State};
use super::pair::{Planned, Ready, TOO_FAR};
use super::{Manner, Melee, NEIGHBOURS, enter};
use crate::coming::Coming;
use crate::joins;
use crate::patch::Patch;
use crate::shape::Shape;
use crate::walk;

/// m. Who is nearer to where he would be fallen over can be: over pieces, or by gait where people come in from outside.
const THIRD: f32 = 1.6;
const COMES_BEHIND: f32 = 4.5;
/// m. Who is further away than this from where he would be fallen over comes by gait, if he can.
const BY_GAIT: f32 = 0.9;
/// m. Nobody is fallen over so that limbs are deeper in each other so many frames after they met, and where both lie.
const ENTANGLED: f32 = 0.03;
const OVER: u32 = 24;
/// m. Who comes to be fallen over passes those who fight no nearer; and how many places of his way are looked at.
const BESIDE: f32 = 0.62;
const PATH: u32 = 8;
/// m. Nobody in an encounter gets further than this from its middle, with half a metre for who lies or stands there.
const REACHED: f32 = 2.9;
/// Frames. Who stands is looked for where he will be within this: a second.
const SOON: u32 = 60;
/// How many joins in space are looked at for one who is knocked down.
const LOOKED_AT: usize = 96;

impl Melee {
    /// Everybody near some who are about to meet.
    pub(super) fn others(
        &self,
        memory: &MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        (but, tick): (&[usize], u64),
        middle: Vec2,
        out: &mut [Other; NEIGHBOURS],
    ) -> usize {
        let mut near = [(0_usize, Vec2::ZERO); NEIGHBOURS];
        let mut count = 0;
        memory.near(middle, |at, spot| {
            if !but.contains(&at) && count < NEIGHBOURS && spot.far(middle) < REACHED {
                near[count] = (at, Vec2::new(spot.x, spot.z));
                count += 1;
            }
        });
        for (out, (at, place)) in out.iter_mut().zip(&near[..count]) {
            *out = Other { place: *place, ..Other::NONE };
            let Some(member) = troupe.member(*at) else { continue };
            let own = *member.memory;
            match State::of(own.state) {
                State::Comes | State::Plays
                    if own.patch > 0 && (own.patch as usize) <= self.book.patches.len() =>
                {
                    let role = own.role as usize & 1;
                    let bend = self.bend_of_other(&own);
                    out.does = Does::Plays(own.patch - 1, role, own.origin, own.starts, bend);
                }
                State::Lies => out.does = Does::Lies(Shape::of(&member.view())),
                state => {
                    let view = member.view();
                    let Some(coming) = Coming::of_member(&self.acts, &member) else { continue };
                    let shape = Shape::of(&view);
                    out.does = match state {
                        State::Rises => Does::Rises(coming, shape, tick),
                        _ => {
                            let frames = coming.frames().min(SOON);
                            Does::Stands(coming.foreseen(&self.acts, &shape, frames), shape)
                        }
                    };
                }
            }
        }
        count
    }

    /// Whether somebody who comes from a place to another one would run through two who are in a patch, or wait for it.
    fn is_run_through(
        &self,
        troupe: &Troupe<'_, FighterMemory>,
        roles: [usize; 2],
        (from, to): (&Place, &Place),
        (patch, origin): (usize, &Place),
    ) -> bool {
        let fights = [0, 1].map(|who| origin.then(&self.book.patches[patch].body(&self.acts, who, 0)));
        let stand = roles.map(|who| troupe.view(who).map(|view| Place::new(view.frame())));
        let between = |a: &Place, b: &Place, share: f32| Place {
            x: a.x + share * (b.x - a.x),
            z: a.z + share * (b.z - a.z),
            ..Place::HERE
        };
        // Neither where those two fight nor on their way there: they may be there at any moment of his.
        (0..=PATH * PATH).any(|look| {
            let [own, theirs] = [look / PATH, look % PATH].map(|at| at as f32 / PATH as f32);
            let place = between(from, to, own);
            fights.iter().zip(&stand).any(|(fights, stands)| {
                let way = stands.as_ref().map_or(*fights, |stands| between(stands, fights, theirs));
                way.distance(&place).min(fights.distance(&place)) < BESIDE
            })
        })
    }

    /// Whether two end up in each other's limbs, once the one has fallen over the other.
    fn is_entangled(&self, patch: &Patch) -> bool {
        let mut frames = (patch.meets + OVER..patch.frames).step_by(OVER as usize).chain([patch.frames]);
        frames.any(|frame| {
            let [a, b] = [0, 1].map(|who| patch.at(who, frame as i32));
            self.acts.limb_depth(&a, &b) > ENTANGLED
        })
    }

    /// Who is going to be knocked down falls over a third one, if one is near enough to be there in time: joined in space.
    pub(super) fn topple(
        &self,
        memory: &mut MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        roles: [usize; 2],
        role: usize,
        Planned { patch, origin, starts }: Planned<'_>,
        stage: &StageView<'_>,
    ) {
        let from = &self.book.patches[patch];
        let by_gait = self.is_brought_in();
        // Every other one: the floor is full soon enough, and people have to get in and out.
        if by_gait && memory.chosen.is_multiple_of(2) {
            return;
        }
        let reach = if by_gait { COMES_BEHIND } else { THIRD };
        let row = &self.book.joins.spatial[role * 2 + 1];
        let count = row.row(patch).count().max(1);
        // Others come first every time, so that not all are fallen over in the same way.
        let shift = (memory.chosen as usize * 7) % count;
        for next in row.row(patch).chain(row.row(patch)).skip(shift).take(count.min(LOOKED_AT)) {
            let to = &self.book.patches[next];
            if self.is_entangled(to) {
                continue;
            }
            let Some((later, at)) = joins::overlap(from, role, to, 1) else { continue };
            let placed = crate::patch::tidy(origin.then(&at));
            let goal = self.goal(next, 0, &placed);
            let place = Vec2::new(goal.place.x, goal.place.z);
            let mut third: Option<(usize, f32)> = None;
            memory.near(place, |other, spot| {
                let far = Vec2::new(spot.x, spot.z).distance(place);
                let enters = by_gait && State::of(u32::from(spot.state)) == State::Enters;
                let idle = enters || is_idle(spot) && spot.ends == 0;
                let fits = idle && !roles.contains(&other) && far < reach;
                // The one against many is never fallen over.
                let is_hero = self.settings.manner == Manner::OneAgainstMany && other == 0;
                if fits && !is_hero && third.is_none_or(|(_, least)| far < least) {
                    third = Some((other, far));
                }
            });
            let Some((third, far)) = third else { continue };
            let Some(own) = self.ready(troupe, third, stage) else { continue };
            let piece = own.piece.filter(|_| !by_gait || far < BY_GAIT);
            if piece.is_none() && !by_gait {
                continue;
            }
            let mut others = [Other::NONE; NEIGHBOURS];
            // That who strikes him down never meets the third is in the table; and that he strikes him is no collision.
            let but = [third, roles[0], roles[1]];
            let count = self.others(memory, troupe, (&but, stage.tick()), place, &mut others);
            let begun = (starts as i64 + i64::from(later)).max(0) as u64;
            let rate = self.acts.tables.rate * stage.step();
            let planned = (next, &placed, begun);
            if !is_free(&self.acts, &self.book, planned, &[None; 2], &others[..count], rate) {
                continue;
            }
            let crowd = Crowd::new(memory, Vec2::new(own.body.x, own.body.z), &[third, roles[0], roles[1]]);
            let own = Ready { piece, ..own };
            let walk = match piece {
                Some(piece) => walk::find(&self.acts, piece, &own.body, &goal, &|place| crowd.blocks(place)),
                None => {
                    let there = Crowd::new(memory, place, &[third, roles[0], roles[1]]);
                    if !enter::is_open(&[crowd, there], &own.body, &goal.place)
                        || self.is_run_through(troupe, roles, (&own.body, &goal.place), (patch, origin))
                    {
                        continue;
                    }
                    self.walk_in(&own.body, &goal)
                }
            };
            let begins = starts as i64 + i64::from(later) + i64::from(to.span(0)[0]);
            let arrives = stage.tick() as i64 + i64::from(own.left + walk.frames);
            if walk.cost > TOO_FAR || arrives > begins {
                continue;
            }
            let planned = Planned { patch: next, origin: &placed, starts: begun };
            self.engage(troupe, [third, roles[role]], 0, planned, (&walk, &own, &goal));
            memory.spots[third].state = State::Comes as u16;
            memory.see(next, place, stage.tick());
            memory.toppled = memory.toppled.wrapping_add(1);
            return;
        }
    }
}
