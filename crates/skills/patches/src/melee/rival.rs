//! Who fights whom, and where each is and will be, as others see him.

use footwork_motion::Role;
use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Member, Troupe};
use glam::Vec2;

use super::choose::is_idle;
use super::memory::{FighterMemory, MOST, MeleeMemory, Spot, State};
use super::{ASKED, Manner, Melee, SOON, enter};
use crate::acts::Stood;
use crate::coming::Coming;

/// Most who are asked in a step by the one who is fought.
pub(super) const ABOUT: usize = 4;

impl Melee {
    /// Who somebody should fight: whoever is nearest of the other side; of those who may be asked if there is one.
    pub(super) fn rival(
        &self,
        memory: &MeleeMemory,
        at: usize,
        count: usize,
        idle: bool,
    ) -> Option<(usize, f32)> {
        let own = memory.spots.get(at)?;
        let place = Vec2::new(own.x, own.z);
        match self.settings.manner {
            Manner::Pairs => {
                let other = at ^ 1;
                let spot = memory.spots.get(other).filter(|_| other < count)?;
                (!idle || is_idle(spot)).then(|| (other, Vec2::new(spot.x, spot.z).distance(place)))
            }
            Manner::OneAgainstMany if at > 0 => {
                let spot = memory.spots.first()?;
                (!idle || is_idle(spot)).then(|| (0, Vec2::new(spot.x, spot.z).distance(place)))
            }
            _ => {
                let mut best: Option<(usize, f32)> = None;
                let see = |best: &mut Option<(usize, f32)>, other: usize, spot: &Spot| {
                    let stands = State::of(u32::from(spot.state)) < State::Lies;
                    if spot.team == own.team || !stands || idle && !is_idle(spot) {
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

    /// Who can be asked by the one who is fought: who comes in from outside or is on guard at a distance, where he sees them, and who is
    /// idle beside him. The nearest first.
    pub(super) fn about(
        &self,
        memory: &MeleeMemory,
        troupe: &Troupe<'_, FighterMemory>,
        count: usize,
    ) -> [Option<usize>; ABOUT] {
        let mut found = [None; ABOUT];
        let Some(hero) = troupe.view(0).map(|hero| Place::new(hero.frame())) else { return found };
        let mut nearest = [(f32::MAX, 0); ABOUT];
        for (at, spot) in memory.spots[..count].iter().enumerate().skip(1) {
            let there = Place { x: spot.x, z: spot.z, ..Place::HERE };
            let far = hero.distance(&there);
            let comes = match State::of(u32::from(spot.state)) {
                State::Enters => far < enter::ASKED,
                State::Free => (enter::BESIDE..enter::ASKED).contains(&far),
                _ => false,
            };
            let seen = comes && hero.bearing(&there).abs() < enter::SEEN;
            if (seen || is_idle(spot) && far <= ASKED) && far < nearest[ABOUT - 1].0 {
                let place = nearest.partition_point(|known| known.0 <= far);
                nearest.copy_within(place..ABOUT - 1, place + 1);
                nearest[place] = (far, at);
            }
        }
        for (found, (far, at)) in found.iter_mut().zip(nearest) {
            *found = (far < f32::MAX).then_some(at);
        }
        found
    }

    /// The line that somebody takes up on the floor: from where he is to where his chest will be when his encounter is over; from his
    /// feet to his head, if he lies.
    pub(super) fn line(&self, member: &Member<'_, FighterMemory>) -> [Vec2; 2] {
        let view = member.view();
        let frame = view.frame().translation;
        let here = Vec2::new(frame.x, frame.z);
        if matches!(State::of(member.memory.state), State::Lies | State::Rises) {
            let skeleton = view.rig().skeleton();
            let site = |role: Role| {
                let at = skeleton.site(role).map(|site| site.position(view.world()));
                at.map_or(here, |at| Vec2::new(at.x, at.z))
            };
            let feet = 0.5 * (site(Role::LeftAnkle) + site(Role::RightAnkle));
            return [feet, site(Role::Head)];
        }
        [here, self.then(member.memory).unwrap_or_else(|| self.comes_to(&view, here))]
    }

    /// Where somebody will be at the end of what he plays.
    fn comes_to(&self, view: &ActorView<'_>, here: Vec2) -> Vec2 {
        let coming = Coming::of(&self.acts, view).filter(|coming| coming.frames() <= 120);
        coming.map_or(here, |coming| {
            let end = self.acts.ground(&coming.at(&self.acts, coming.frames()));
            Vec2::new(end.x, end.z)
        })
    }

    /// Whether somebody is in his last action, and will be on his feet when it is over, soon.
    pub(super) fn ends(&self, own: &FighterMemory, tick: u64) -> bool {
        let patch = self.book.patches.get((own.patch as usize).wrapping_sub(1));
        let role = own.role as usize & 1;
        State::of(own.state) == State::Plays
            && patch.is_some_and(|patch| {
                let over = own.starts + u64::from(self.through(own));
                let last = own.turns as usize == patch.turns[role].len();
                last && own.halved == 0 && !patch.down[role] && over <= tick + SOON
            })
    }

    /// Where somebody's head will be when his encounter is over.
    fn then(&self, own: &FighterMemory) -> Option<Vec2> {
        let fights = matches!(State::of(own.state), State::Comes | State::Plays);
        let patch = self.book.patches.get((own.patch as usize).checked_sub(1).filter(|_| fights)?)?;
        let stood = patch.at(own.role as usize & 1, patch.frames as i32);
        Some(self.acts.discs(&Stood { place: own.origin.then(&stood.place), ..stood })[2])
    }
}
