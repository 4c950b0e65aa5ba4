//! Whether somebody has room: nobody is where another one is, from above and limb by limb.

use glam::Vec2;

use super::{Composer, NEAR, Person, Tumble, at};
use crate::acts::{DISCS, Stood, discs_meet};
use crate::joins::LOOK;

/// m. Deeper than this no limb is in anybody else; and frames between two looks: a limb that falls is that long on its way.
const LIMBS: f32 = 0.04;
/// m. The same of two of whom one fell onto the other, as they lie there for long: who lies is shown to some centimetres as he is played.
const LIE: f32 = 0.02;
const LIMB_LOOK: i64 = 8;
/// m. Who gets up comes no deeper into who lies; and frames between two looks.
const RISES: f32 = 0.02;
const RISE_LOOK: usize = 12;
/// m. Two who stand beside each other with their arms at their sides need as much.
const SHOULDERS: f32 = 0.58;

impl Composer<'_> {
    /// How many stand or lie near a place.
    pub(super) fn crowd(&self, place: Vec2) -> f32 {
        let near = self.near(place).filter(|other| {
            at(&self.people[*other].stands).distance(place) < 1.2 || self.ends[*other].distance(place) < 1.2
        });
        near.count() as f32
    }

    pub(super) fn lying(&self, person: &Person) -> Vec2 {
        person.tumble.map_or(at(&person.stands), |tumble| {
            self.acts.discs(&Stood { take: tumble.take, frame: tumble.end, place: tumble.place })[1]
        })
    }

    pub(super) fn near(&self, place: Vec2) -> impl Iterator<Item = usize> + '_ {
        let (x, z) = ((place.x / NEAR).floor() as i32, (place.y / NEAR).floor() as i32);
        let cells = (x - 1..=x + 1).flat_map(move |x| (z - 1..=z + 1).map(move |z| (x, z)));
        cells.filter_map(|cell| self.cells.get(&cell)).flatten().copied()
    }

    /// How somebody who falls is, so many frames after all began by themselves.
    fn stood(&self, person: &Person, frame: i64) -> Option<Stood> {
        let tumble = person.tumble?;
        let frame = frame - self.letter_begins(person.letter);
        if frame < i64::from(tumble.begin) {
            let (take, first, end) = tumble.waits;
            let into = (frame - i64::from(tumble.waits_from)).clamp(0, i64::from(end - first)) as u32;
            return Some(Stood { take, frame: first + into, place: tumble.waits_at });
        }
        let into = (frame - i64::from(tumble.begin)).min(i64::from(tumble.end - tumble.first)) as u32;
        Some(Stood { take: tumble.take, frame: tumble.first + into, place: tumble.place })
    }

    /// Where somebody is, seen from above.
    fn discs(&self, person: &Person, frame: i64) -> [Vec2; DISCS] {
        if let Some(stood) = self.stood(person, frame) {
            return self.acts.discs(&stood);
        }
        let here = at(&person.stands);
        let mut discs = [here; DISCS];
        // Arms hang beside who stands, and swing a little.
        let side = Vec2::new(person.stands.cos, -person.stands.sin) * 0.24;
        for (at, disc) in discs.iter_mut().enumerate().skip(3) {
            *disc = if at % 2 == 1 { here + side } else { here - side };
        }
        discs
    }

    fn letter_begins(&self, letter: usize) -> i64 {
        (letter as i64) * i64::from(self.settings.every)
    }

    /// From when to when somebody falls.
    fn span(&self, person: &Person) -> [i64; 2] {
        person.tumble.map_or([0, 0], |tumble| {
            let begins = self.letter_begins(person.letter) + i64::from(tumble.begin);
            [begins, begins + i64::from(tumble.end - tumble.first)]
        })
    }

    /// Somebody with a way up for which there is room, who is never where anybody else is; none if he is, or if there is no way up.
    pub(super) fn fits(&self, person: Person, but: Option<usize>) -> Option<Person> {
        if !self.is_free(&person, but) {
            return None;
        }
        let Some(tumble) = person.tumble else { return Some(person) };
        // Not all who fall the same way get up the same way.
        let ways = self.rises.turned(tumble.act, self.people.len());
        let ways = ways.map(|way| Tumble { rises: tumble.rising(self.acts, way), ..tumble });
        ways.map(|tumble| Person { tumble: Some(tumble), ..person }).find(|person| self.can_get_up(person))
    }

    /// Whether somebody is never where anybody else is, but for who falls onto him: seen from above, and then limb by limb.
    fn is_free(&self, person: &Person, but: Option<usize>) -> bool {
        self.stands_apart(person) && self.has_room(person, but) && self.limbs_are_free(person, but)
    }

    /// Whether of somebody who falls and each who lies near him one can get up while the other one still lies: two who are both in the
    /// other's way would lie there until one gets up through the other.
    fn can_get_up(&self, person: &Person) -> bool {
        self.near(at(&person.stands)).all(|other| {
            let other = &self.people[other];
            let rises = |who: &Person, lies: &Person| {
                let (Some(own), Some(there)) = (who.tumble, lies.tumble) else { return true };
                let lies = Stood { take: there.take, frame: there.end, place: there.place };
                let [first, up] = own.rises.span;
                (first..=up).step_by(RISE_LOOK).all(|frame| {
                    let rises = Stood { take: own.rises.take, frame, place: own.rises.place };
                    self.acts.limb_depth(&rises, &lies) < RISES
                        && self.acts.trunk_depth(&rises, &lies) < RISES
                })
            };
            rises(person, other) || rises(other, person)
        })
    }

    /// Whether nobody who waits for his turn stands with an arm in another one.
    fn stands_apart(&self, person: &Person) -> bool {
        let here = at(&person.stands);
        self.near(here).map(|other| &self.people[other]).all(|other| {
            let far = at(&other.stands).distance(here);
            // Long before either falls.
            let waits = [person, other].map(|who| self.stood(who, i64::from(i32::MIN)));
            far > SHOULDERS && !matches!(waits, [Some(a), Some(b)] if self.acts.are_deeper(&a, &b, 0.0))
        })
    }

    /// Whether no limb of who falls is in anybody else who falls: while one of both falls, and when both lie; in who falls onto him, when
    /// both lie.
    fn limbs_are_free(&self, person: &Person, but: Option<usize>) -> bool {
        let own = self.span(person);
        self.near(at(&person.stands)).all(|other| {
            let touches = Some(other) == but;
            let other = &self.people[other];
            let theirs = self.span(other);
            let until = own[1].max(theirs[1]);
            let from = if touches { until } else { own[0].min(theirs[0]) };
            (from..=until + LIMB_LOOK).step_by(LIMB_LOOK as usize).all(|frame| {
                match (self.stood(person, frame), self.stood(other, frame)) {
                    (Some(a), Some(b)) => self.acts.limb_depth(&a, &b) < if touches { LIE } else { LIMBS },
                    _ => true,
                }
            })
        })
    }

    /// Whether somebody's discs never meet those of anybody else.
    fn has_room(&self, person: &Person, but: Option<usize>) -> bool {
        let span = |person: &Person| self.span(person);
        let own = span(person);
        for other in self.near(at(&person.stands)) {
            if Some(other) == but {
                continue;
            }
            let other = &self.people[other];
            let theirs = span(other);
            let until = own[1].max(theirs[1]) + i64::from(LOOK);
            let from = match (person.tumble, other.tumble) {
                (Some(_), Some(_)) => own[0].min(theirs[0]),
                (Some(_), None) => own[0],
                (None, _) => theirs[0],
            };
            let mut frame = from - 1;
            while frame <= until {
                if discs_meet(&self.discs(person, frame), &self.discs(other, frame), 0.0) {
                    return false;
                }
                frame += i64::from(LOOK);
            }
        }
        true
    }
}
