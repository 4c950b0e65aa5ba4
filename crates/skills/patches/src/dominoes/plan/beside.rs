//! Those who stand beside the picture.

use footwork_motion::ground::Place;
use glam::Vec2;

use super::{Composer, Person};

impl Composer<'_> {
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
            if let Some(person) = self.fits(person, 0, None) {
                self.add(person);
            }
        }
    }
}
