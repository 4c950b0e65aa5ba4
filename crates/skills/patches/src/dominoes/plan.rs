//! Who stands where, and falls when: patches joined in space until a picture is full.
//!
//! Paper: Shum 2010, sec. 6.5.2 and 6.6.1.2. Who was fallen onto falls himself, and the same fall is the beginning of the next patch.
//! One may fall onto two. What is chosen among what fits is by eq. 6.1; what would be in anybody else's way does not fit.

use footwork_motion::ground::Place;
use glam::Vec2;

use crate::acts::{Acts, DISCS, Stood, discs_meet};
use crate::bitmap::Bitmap;
use crate::compose::{Weights, score, used};
use crate::file::PatchBook;
use crate::joins::LOOK;
use crate::patch::tidy;

/// How somebody goes down. Frames count from his letter's beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tumble {
    /// What he waits in: take, first frame and end; where, and since when.
    pub waits: (u32, u32, u32),
    /// From the take's space to the floor.
    pub waits_at: Place,
    /// Since when.
    pub waits_from: u32,
    /// The fall's take, and its frames.
    pub take: u32,
    /// The first.
    pub first: u32,
    /// After the last.
    pub end: u32,
    /// When it begins.
    pub begin: u32,
    /// From the take's space to the floor.
    pub place: Place,
    /// Frames of the take in which he lies.
    pub lies: [u32; 2],
    /// The frame of the take at which he is up again.
    pub up: u32,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// Where he stands and faces.
    pub stands: Place,
    /// The letter that he belongs to; that of nobody for who only stands.
    pub letter: usize,
    /// How he goes down, if he does.
    pub tumble: Option<Tumble>,
    /// The patch in which he is fallen onto; none for who begins.
    pub patch: Option<usize>,
    /// Who falls onto him.
    pub after: Option<usize>,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Who falls comes first.
    pub people: Vec<Person>,
    /// Frames, of each letter: until all lie.
    lasts: Vec<u32>,
    /// m, the middle of each letter.
    middles: Vec<Vec2>,
    /// How many patches were looked at.
    pub considered: usize,
    /// The share of the picture's pixels in which somebody lies.
    pub filled: f32,
    /// m, half of the picture's sides, with those who stand beside it.
    half: Vec2,
}

impl Plan {
    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.lasts.len()
    }

    /// Frames, until all of a letter lie.
    pub fn lasts(&self, letter: usize) -> u32 {
        self.lasts.get(letter).copied().unwrap_or(0)
    }

    /// The letter nearest to a place.
    pub fn nearest(&self, place: Vec2) -> Option<usize> {
        let far = |letter: &usize| self.middles[*letter].distance_squared(place);
        (0..self.middles.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Where somebody stands for whom there was no room: in rows before the picture, and looks at it.
    pub fn beyond(&self, number: usize) -> Place {
        let over = number.saturating_sub(self.people.len());
        let columns = ((2.0 * self.half.x) as usize).max(1);
        let (column, row) = ((over % columns) as f32, (over / columns) as f32);
        Place { x: column - self.half.x, z: self.half.y + 2.0 + row, cos: -1.0, sin: 0.0 }
    }

    /// How many fall.
    pub fn fallers(&self) -> usize {
        self.people.iter().filter(|person| person.tumble.is_some()).count()
    }
}

/// How a plan is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanSettings {
    /// How many people there are, at most.
    pub people: usize,
    /// Frames between two letters' beginnings, where they begin by themselves.
    pub every: u32,
    /// m, how far apart those stand who only stand.
    pub apart: f32,
    /// Onto how many somebody falls at most.
    pub onto: usize,
    /// By eq. 6.1.
    pub weights: Weights,
}

impl Default for PlanSettings {
    fn default() -> PlanSettings {
        PlanSettings { people: 500, every: 120, apart: 0.9, onto: 3, weights: Weights::default() }
    }
}

/// How many of the best are looked at before a place is given up.
const TRIES: usize = 60;
/// m. Deeper than this no limb is in anybody else; and frames between two looks: a limb that falls is that long on its way.
const LIMBS: f32 = 0.04;
const LIMB_LOOK: i64 = 8;
/// m. Nobody's parts are further from where he stands.
const NEAR: f32 = 3.4;

struct Composer<'a> {
    acts: &'a Acts,
    book: &'a PatchBook,
    bitmap: &'a Bitmap,
    settings: &'a PlanSettings,
    people: Vec<Person>,
    /// Where each begins and ends, for looking for neighbours.
    cells: std::collections::BTreeMap<(i32, i32), Vec<usize>>,
    /// m, where each lies in the end, or stands.
    ends: Vec<Vec2>,
    last_used: Vec<u32>,
    chosen: u32,
    considered: usize,
}

/// Makes a plan.
pub fn compose(acts: &Acts, book: &PatchBook, bitmap: &Bitmap, settings: &PlanSettings) -> Plan {
    let mut composer = Composer {
        acts,
        book,
        bitmap,
        settings,
        people: Vec::new(),
        cells: std::collections::BTreeMap::new(),
        ends: Vec::new(),
        last_used: vec![0; book.patches.len()],
        chosen: 0,
        considered: 0,
    };
    for letter in 0..bitmap.letters() {
        composer.fill(letter);
    }
    let lasts = (0..bitmap.letters()).map(|letter| {
        let own = composer.people.iter().filter(|person| person.letter == letter);
        own.filter_map(|person| person.tumble).map(|own| own.begin + own.end - own.first).max().unwrap_or(0)
    });
    let lasts: Vec<u32> = lasts.collect();
    let middles = (0..bitmap.letters()).map(|letter| {
        let (sum, count) =
            bitmap.pixels(letter).fold((Vec2::ZERO, 0.0), |(sum, count), pixel| (sum + pixel, count + 1.0));
        sum / f32::max(count, 1.0)
    });
    let middles = middles.collect();
    let filled = composer.filled();
    composer.stand_by();
    let Composer { people, considered, .. } = composer;
    let half = bitmap.half() + 3.0 * bitmap.pixel;
    Plan { people, lasts, middles, considered, filled, half }
}

impl Composer<'_> {
    /// Fills a letter with people who fall, from one starting point.
    fn fill(&mut self, letter: usize) {
        let mut first = self.people.len();
        let starts: Vec<Vec2> = self.bitmap.pixels(letter).collect();
        for (number, start) in starts.into_iter().enumerate() {
            if self.people.len() >= self.settings.people {
                return;
            }
            // Pixels that nobody came to get a beginning of their own, a little later.
            let empty = !self
                .people
                .iter()
                .any(|own| Vec2::new(own.stands.x, own.stands.z).distance(start) < 0.75 * self.bitmap.pixel);
            if number > 0 && !empty {
                continue;
            }
            let begin = if number == 0 { 0 } else { self.when_near(start, letter) };
            if self.begin(start, letter, begin) {
                self.grow(first, letter);
                first = self.people.len();
            }
        }
    }

    /// When people near a place go down.
    fn when_near(&self, place: Vec2, letter: usize) -> u32 {
        let own = self.people.iter().filter(|person| person.letter == letter);
        let far = |person: &&Person| Vec2::new(person.stands.x, person.stands.z).distance_squared(place);
        let near = own.min_by(|a, b| far(a).total_cmp(&far(b)));
        near.and_then(|near| near.tumble).map_or(0, |tumble| tumble.begin + 30)
    }

    /// Somebody falls by himself, at a place.
    fn begin(&mut self, start: Vec2, letter: usize, begin: u32) -> bool {
        let falls: Vec<usize> =
            (0..self.acts.all.len()).filter(|act| self.acts.all[*act].lies.is_some()).collect();
        for turn in 0..18 {
            for (number, act) in falls.iter().enumerate() {
                let heading = (turn * 7 + number) as f32 * 20_f32.to_radians();
                let (sin, cos) = libm::sincosf(heading);
                let stands = Place { x: start.x, z: start.y, cos, sin };
                let own = &self.acts.all[*act];
                let place = self.acts.placed(own.take, own.first, &stands);
                let Some([lies, risen, up]) = own.lies else { continue };
                let end = (lies + 20).min(risen);
                let tumble = Tumble {
                    waits: (own.take, own.first.saturating_sub(30), own.first),
                    waits_at: place,
                    waits_from: begin.saturating_sub(30),
                    take: own.take,
                    first: own.first,
                    end,
                    begin,
                    place,
                    lies: [lies, risen],
                    up,
                };
                let person = Person { stands, letter, tumble: Some(tumble), patch: None, after: None };
                if self.lies_inside(&person) && self.is_free(&person, None) {
                    self.add(person);
                    return true;
                }
            }
        }
        false
    }

    /// Who fell falls onto others, those first who fell first.
    fn grow(&mut self, from: usize, letter: usize) {
        let mut at = from;
        let mut order: Vec<usize> = Vec::new();
        while at < self.people.len() && self.people.len() < self.settings.people {
            order.clear();
            order.extend(at..self.people.len());
            order.sort_by_key(|person| self.people[*person].tumble.map_or(0, |tumble| tumble.begin));
            at = self.people.len();
            for &faller in &order {
                for _ in 0..self.settings.onto {
                    if self.people.len() >= self.settings.people || !self.topple(faller, letter) {
                        break;
                    }
                }
            }
        }
    }

    /// Somebody falls onto one more.
    fn topple(&mut self, faller: usize, letter: usize) -> bool {
        let mut fit: Vec<(f32, usize, Person)> = Vec::new();
        let from = self.people[faller];
        let Some(tumble) = from.tumble else { return false };
        let candidates: Vec<usize> = match from.patch {
            Some(patch) => self.book.joins.spatial[1].row(patch).collect(),
            None => (0..self.book.patches.len()).filter(|patch| self.begins_so(*patch, &tumble)).collect(),
        };
        for patch in candidates {
            self.considered += 1;
            let Some(person) = self.fallen_onto(faller, patch, letter) else { continue };
            if self.bitmap.letter_at(at(&person.stands)) != Some(letter) || !self.lies_inside(&person) {
                continue;
            }
            let density = self.crowd(at(&person.stands));
            let usage = used(self.chosen, self.last_used[patch]);
            // What the user wants is a full picture: open space counts.
            let wish = 1.0 / (1.0 + density);
            fit.push((score(&self.settings.weights, density, usage, wish), patch, person));
        }
        fit.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, patch, person) in fit.into_iter().take(TRIES) {
            if self.is_free(&person, Some(faller)) {
                self.chosen += 1;
                self.last_used[patch] = self.chosen;
                self.add(person);
                return true;
            }
        }
        false
    }

    /// Whether a patch begins with a fall.
    fn begins_so(&self, patch: usize, tumble: &Tumble) -> bool {
        let first = self.book.patches[patch].turns[1].first();
        first.is_some_and(|turn| turn.take == tumble.take && turn.first == tumble.first)
    }

    /// Whom somebody falls onto in a patch.
    fn fallen_onto(&self, faller: usize, number: usize, letter: usize) -> Option<Person> {
        let patch = &self.book.patches[number];
        let tumble = self.people[faller].tumble?;
        let own = patch.turns[1].first()?;
        // Where the patch is on the floor, and when it begins.
        let origin = tidy(tumble.place.then(&own.place.inverse()));
        let begin =
            i64::from(tumble.begin) - i64::from(tumble.first) - (i64::from(own.begin) - i64::from(own.first));
        let [waits, falls] = [patch.turns[0].first()?, patch.turns[0].last()?];
        let act = self.acts.all.get(falls.act as usize)?;
        let [_, risen, up] = act.lies?;
        let when = |frame: u32| (begin + i64::from(frame)).max(0) as u32;
        let tumble = Tumble {
            waits: (waits.take, waits.first, waits.end),
            waits_at: origin.then(&waits.place),
            waits_from: when(waits.begin),
            take: falls.take,
            first: falls.first,
            end: falls.end,
            begin: when(falls.begin),
            place: origin.then(&falls.place),
            lies: [act.lies?[0], risen],
            up,
        };
        let stands = origin.then(&patch.body(self.acts, 0, 0));
        (tumble.waits_from < tumble.begin).then_some(Person {
            stands,
            letter,
            tumble: Some(tumble),
            patch: Some(number),
            after: Some(faller),
        })
    }

    /// Whether most of somebody lies in his letter.
    fn lies_inside(&self, person: &Person) -> bool {
        let Some(tumble) = person.tumble else { return false };
        let lies = self.acts.discs(&Stood { take: tumble.take, frame: tumble.end, place: tumble.place });
        lies[..3].iter().all(|disc| self.bitmap.letter_at(*disc) == Some(person.letter))
    }

    /// How many stand or lie near a place.
    fn crowd(&self, place: Vec2) -> f32 {
        let near = self.near(place).filter(|other| {
            at(&self.people[*other].stands).distance(place) < 1.2 || self.ends[*other].distance(place) < 1.2
        });
        near.count() as f32
    }

    fn lying(&self, person: &Person) -> Vec2 {
        person.tumble.map_or(at(&person.stands), |tumble| {
            self.acts.discs(&Stood { take: tumble.take, frame: tumble.end, place: tumble.place })[1]
        })
    }

    fn near(&self, place: Vec2) -> impl Iterator<Item = usize> + '_ {
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

    /// Whether somebody is never where anybody else is, but for who falls onto him: seen from above, and then limb by limb.
    fn is_free(&self, person: &Person, but: Option<usize>) -> bool {
        self.has_room(person, but) && self.limbs_are_free(person, but)
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
                    (Some(a), Some(b)) => self.acts.limb_depth(&a, &b) < LIMBS,
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

    fn add(&mut self, person: Person) {
        let place = at(&person.stands);
        let cell = ((place.x / NEAR).floor() as i32, (place.y / NEAR).floor() as i32);
        self.cells.entry(cell).or_default().push(self.people.len());
        self.ends.push(self.lying(&person));
        self.people.push(person);
    }

    /// The share of pixels in or beside which somebody lies.
    fn filled(&self) -> f32 {
        let pixels = (0..self.bitmap.letters()).flat_map(|letter| self.bitmap.pixels(letter));
        let lies = &self.ends;
        let (mut all, mut full) = (0.0_f32, 0.0);
        for pixel in pixels {
            all += 1.0;
            full +=
                f32::from(u8::from(lies.iter().any(|lies| lies.distance(pixel) < 0.8 * self.bitmap.pixel)));
        }
        full / all.max(1.0)
    }

    /// The others stand beside it, those first who are nearest to the picture.
    fn stand_by(&mut self) {
        let (apart, half) = (self.settings.apart.max(0.5), self.bitmap.half());
        let margin = 3.0 * self.bitmap.pixel;
        let columns = ((half.x + margin) / apart) as i32;
        let rows = ((half.y + margin) / apart) as i32;
        let mut places: Vec<(f32, Vec2, f32)> = Vec::new();
        let mut noise = footwork_motion::Rng::new(7);
        for row in -rows..=rows {
            for column in -columns..=columns {
                let jitter = Vec2::new(noise.unit() - 0.5, noise.unit() - 0.5) * 0.3 * apart;
                let heading = noise.unit() * std::f32::consts::TAU;
                let place = Vec2::new(column as f32 + 0.5 * (row & 1) as f32, row as f32) * apart + jitter;
                if self.bitmap.letter_at(place).is_some() {
                    continue;
                }
                let beyond = (place.abs() - half).max(Vec2::ZERO).length();
                // Spread over the whole picture, whatever their number.
                places.push((libm::floorf(beyond / 2.0) + noise.unit(), place, heading));
            }
        }
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, place, heading) in places {
            if self.people.len() >= self.settings.people {
                break;
            }
            let (sin, cos) = libm::sincosf(heading);
            let stands = Place { x: place.x, z: place.y, cos, sin };
            let person = Person { stands, letter: usize::MAX, tumble: None, patch: None, after: None };
            if self.is_free(&person, None) {
                self.add(person);
            }
        }
    }
}

fn at(place: &Place) -> Vec2 {
    Vec2::new(place.x, place.z)
}
