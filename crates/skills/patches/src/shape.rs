//! How somebody is really shown: his capsules where they are now, or as they will be shown. Who lies is shifted by others and keeps his
//! hands where he put them down, so that where he was recorded says too little to whoever steps beside him.

use footwork_motion::ground::Place;
use footwork_stage::ActorView;
use glam::{Vec2, Vec3};

/// Most parts of a body.
pub const PARTS: usize = 15;

/// The parts of a body in the world, in the order of the tables' kinds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// m, both ends of each.
    pub(crate) parts: [[Vec3; 2]; PARTS],
    pub(crate) count: usize,
    /// Where he stands or lies.
    pub body: Place,
    /// Which feet are held where they stand, the left one first.
    pub planted: [bool; 2],
}

impl Shape {
    /// An actor's, as he is shown now.
    pub fn of(actor: &ActorView<'_>) -> Shape {
        let mut parts = [[Vec3::ZERO; 2]; PARTS];
        let capsules = actor.rig().capsules();
        for (part, (_, capsule)) in parts.iter_mut().zip(capsules) {
            *part = [&capsule.from, &capsule.to].map(|site| site.position(actor.world()));
        }
        let planted = [0, 1].map(|foot| actor.is_planted(foot));
        Shape { parts, count: capsules.len().min(PARTS), body: Place::new(actor.frame()), planted }
    }

    /// The same somewhere else: by so many m over the ground.
    pub fn moved(mut self, by: Vec2) -> Shape {
        for end in self.parts[..self.count].iter_mut().flatten() {
            *end += Vec3::new(by.x, 0.0, by.y);
        }
        self.body = Place { x: self.body.x + by.x, z: self.body.z + by.y, ..self.body };
        self
    }

    /// m, on the ground: the middle of all parts.
    pub fn middle(&self) -> Vec2 {
        let sum: Vec3 = self.parts().iter().map(|[a, b]| 0.5 * (*a + *b)).sum();
        Vec2::new(sum.x, sum.z) / self.count.max(1) as f32
    }

    /// m, both ends of each part.
    pub fn parts(&self) -> &[[Vec3; 2]] {
        &self.parts[..self.count]
    }
}
