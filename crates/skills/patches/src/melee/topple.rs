//! Who is knocked down falls over a third one; and who is near two who are about to meet.
//!
//! Paper: Shum 2010, sec. 6.4.2: patches joined in space by the one who is in both.

use footwork_stage::{StageView, Troupe};
use glam::Vec2;

use super::choose::{Crowd, Does, Other, is_free, is_idle};
use super::memory::{FighterMemory, MeleeMemory, State};
use super::pair::{Planned, TOO_FAR};
use super::{Manner, Melee, NEIGHBOURS};
use crate::coming::Coming;
use crate::joins;
use crate::shape::Shape;
use crate::walk;

/// m. Who is nearer to where he would be fallen over can be.
const THIRD: f32 = 1.6;
/// Frames. Who stands is looked for where he will be within this: a second.
const SOON: u32 = 60;
/// How many joins in space are looked at for one who is knocked down.
const LOOKED_AT: usize = 96;

impl Melee {
    /// Everybody near two who are about to meet.
    pub(super) fn others(
        &self,
        memory: &MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        (pair, tick): ([usize; 2], u64),
        middle: Vec2,
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
                    let Some(coming) = Coming::of(&self.acts, &member.view()) else { continue };
                    out.does = match state {
                        State::Rises => Does::Rises(coming, tick),
                        _ => {
                            let stands = coming.at(&self.acts, coming.frames().min(SOON));
                            Does::Stands(stands, Shape::of(&member.view()))
                        }
                    };
                }
            }
        }
        count
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
        for next in self.book.joins.spatial[role * 2 + 1].row(patch).take(LOOKED_AT) {
            let to = &self.book.patches[next];
            let Some((later, at)) = joins::overlap(from, role, to, 1) else { continue };
            let placed = crate::patch::tidy(origin.then(&at));
            let goal = self.goal(next, 0, &placed);
            let place = Vec2::new(goal.place.x, goal.place.z);
            let mut third: Option<(usize, f32)> = None;
            memory.near(place, |other, spot| {
                let far = Vec2::new(spot.x, spot.z).distance(place);
                let fits = is_idle(spot) && spot.ends == 0 && !roles.contains(&other) && far < THIRD;
                // The one against many is never fallen over.
                let is_hero = self.settings.manner == Manner::OneAgainstMany && other == 0;
                if fits && !is_hero && third.is_none_or(|(_, least)| far < least) {
                    third = Some((other, far));
                }
            });
            let Some((third, _)) = third else { continue };
            let Some(own) = self.ready(troupe, third) else { continue };
            let Some(piece) = own.piece else { continue };
            let mut others = [Other::NONE; NEIGHBOURS];
            let count = self.others(memory, troupe, ([third, roles[role]], stage.tick()), place, &mut others);
            let begun = (starts as i64 + i64::from(later)).max(0) as u64;
            let rate = self.acts.tables.rate * stage.step();
            let planned = (next, &placed, begun);
            if !is_free(&self.acts, &self.book, planned, &[None; 2], &others[..count], rate) {
                continue;
            }
            let crowd = Crowd::new(memory, Vec2::new(own.body.x, own.body.z), &[third, roles[0], roles[1]]);
            let walk = walk::find(&self.acts, piece, &own.body, &goal, &|place| crowd.blocks(place));
            let begins = starts as i64 + i64::from(later) + i64::from(to.span(0)[0]);
            let arrives = stage.tick() as i64 + i64::from(own.left + walk.frames);
            if walk.cost > TOO_FAR || arrives > begins {
                continue;
            }
            let planned = Planned { patch: next, origin: &placed, starts: begun };
            self.engage(troupe, [third, roles[role]], 0, planned, (&walk, &own, &goal));
            memory.spots[third].state = State::Comes as u16;
            memory.toppled = memory.toppled.wrapping_add(1);
            return;
        }
    }
}
