//! Who stands where, and falls when: patches joined in space until a picture is full.
//!
//! Paper: Shum 2010, sec. 6.5.2 and 6.6.1.2. Who was fallen onto falls himself, and the same fall is the beginning of the next patch.
//! One may fall onto two. What is chosen among what fits is by eq. 6.1; what would be in anybody else's way does not fit.

mod beside;
mod room;

use footwork_motion::ground::Place;
use glam::Vec2;

use crate::acts::{Acts, Stood};
use crate::bitmap::Bitmap;
use crate::compose::{Weights, score, used};
use crate::file::PatchBook;
use crate::patch::tidy;
use crate::rises::Rises;

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
    /// The act of the fall, and as what he gets up.
    pub act: u32,
    /// The same.
    pub rises: Rising,
}

/// How somebody gets up: the take, its first frame and its end, and from its space to the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rising {
    /// The take.
    pub take: u32,
    /// Frames of the take.
    pub span: [u32; 2],
    /// From its space to the floor.
    pub place: Place,
}

impl Tumble {
    /// How he gets up from where he lies as after an act; as it is, if that is no fall.
    pub(super) fn rising(&self, acts: &Acts, act: u32) -> Rising {
        let own = acts.all.get(act as usize);
        let Some((take, [_, risen, up])) = own.and_then(|own| Some((own.take, own.lies?))) else {
            return self.rises;
        };
        let lies = Stood { take: self.take, frame: self.lies[1], place: self.place };
        Rising { take, span: [risen, up], place: tidy(acts.placed(take, risen, &acts.ground(&lies))) }
    }
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

/// What speaks against a fall that begins with another one of the same beside it: as much as two more people there.
const IN_STEP: f32 = 3000.0;
/// m and frames: nearer than this in both two who fall the same way do so in step.
const BESIDE: f32 = 8.0;
const AT_ONCE: f32 = 100.0;
/// Frames of a take: two falls that begin nearer to each other than this are the same one.
const SAME: u32 = 60;

/// How many of the best are looked at before a place is given up.
const TRIES: usize = 60;
/// m. Nobody's parts are further from where he stands.
const NEAR: f32 = 3.4;

struct Composer<'a> {
    acts: &'a Acts,
    book: &'a PatchBook,
    rises: Rises,
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
        rises: Rises::new(acts),
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
                    act: *act as u32,
                    rises: Rising { take: own.take, span: [risen, up], place },
                };
                let person = Person { stands, letter, tumble: Some(tumble), patch: None, after: None };
                if self.lies_inside(&person)
                    && let Some(person) = self.fits(person, None)
                {
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
            let worth = score(&self.settings.weights, density, usage, wish) - IN_STEP * self.in_step(&person);
            fit.push((worth, patch, person));
        }
        fit.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, patch, person) in fit.into_iter().take(TRIES) {
            if let Some(person) = self.fits(person, Some(faller)) {
                self.chosen += 1;
                self.last_used[patch] = self.chosen;
                self.add(person);
                return true;
            }
        }
        false
    }

    /// How much somebody falls in step with who falls the same way, from 0 to 1.
    fn in_step(&self, person: &Person) -> f32 {
        let Some(own) = person.tumble else { return 0.0 };
        let begins = |who: &Person, tumble: &Tumble| {
            // Those of no letter do not fall.
            let letter = who.letter.min(self.bitmap.letters()) as u32;
            (letter * self.settings.every + tumble.begin) as f32 - tumble.first as f32
        };
        let same = |a: &Tumble, b: &Tumble| a.take == b.take && a.first.abs_diff(b.first) < SAME;
        let mut most = 0.0_f32;
        for other in &self.people {
            let Some(theirs) = other.tumble.filter(|theirs| same(theirs, &own)) else { continue };
            let far = at(&other.stands).distance(at(&person.stands)) / BESIDE;
            let later = (begins(person, &own) - begins(other, &theirs)).abs() / AT_ONCE;
            most = most.max((1.0 - far).max(0.0).min((1.0 - later).max(0.0)));
        }
        most
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
        let [lies, risen, up] = act.lies?;
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
            lies: [lies, risen],
            act: falls.act,
            rises: Rising { take: falls.take, span: [risen, up], place: origin.then(&falls.place) },
        };
        let stands = origin.then(&patch.body(self.acts, 0, 0));
        let (tumbles, patch, after) = (Some(tumble), Some(number), Some(faller));
        (tumble.waits_from < tumble.begin).then_some(Person { stands, letter, tumble: tumbles, patch, after })
    }

    /// Whether most of somebody lies in his letter.
    fn lies_inside(&self, person: &Person) -> bool {
        let Some(tumble) = person.tumble else { return false };
        let lies = self.acts.discs(&Stood { take: tumble.take, frame: tumble.end, place: tumble.place });
        lies[..3].iter().all(|disc| self.bitmap.letter_at(*disc) == Some(person.letter))
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
}

fn at(place: &Place) -> Vec2 {
    Vec2::new(place.x, place.z)
}
