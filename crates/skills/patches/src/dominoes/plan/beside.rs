//! Those who stand beside the picture.

use footwork_motion::ground::Place;
use glam::Vec2;

use super::{Composer, Person};

/// m, from the middle of somebody who stands at ease: as near as this nobody's limbs come; and frames between two looks.
const STANDS: f32 = 0.36;
const LOOK: usize = 8;

impl Composer<'_> {
    /// Whether nobody who falls or gets up comes to a place with any of his limbs.
    fn is_never_reached(&self, place: Vec2) -> bool {
        self.near(place).filter_map(|other| self.people[other].tumble).all(|tumble| {
            let comes_to = |take: u32, frame: u32, from: &Place| {
                self.acts.tables.parts(take, frame).iter().any(|ends| {
                    let [a, b] = ends.map(|end| from.point(end));
                    let (a, b) = (Vec2::new(a.x, a.z), Vec2::new(b.x, b.z));
                    let along = ((place - a).dot(b - a) / (b - a).length_squared().max(1e-6)).clamp(0.0, 1.0);
                    a.lerp(b, along).distance(place) < STANDS
                })
            };
            let falls = (tumble.first..=tumble.end).step_by(LOOK);
            let [first, up] = tumble.rises.span;
            !falls.into_iter().any(|frame| comes_to(tumble.take, frame, &tumble.place))
                && !(first..=up)
                    .step_by(LOOK)
                    .any(|frame| comes_to(tumble.rises.take, frame, &tumble.rises.place))
        })
    }

    /// The others stand beside it, those first who are nearest to the picture.
    pub(super) fn stand_by(&mut self) {
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
            if let Some(person) = self.fits(person, None).filter(|_| self.is_never_reached(place)) {
                self.add(person);
            }
        }
    }
}
