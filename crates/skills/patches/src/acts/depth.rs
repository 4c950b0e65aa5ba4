//! How deep bodies are in each other, part by part: as they are played, and as they are shown or will be.

use footwork_motion::ground::Place;
use footwork_stage::BodyPart;
use glam::{Vec2, Vec3};

use super::{Acts, DISC_RADII, DISCS, Stood};
use crate::shape::{PARTS, Shape};

impl Acts {
    /// m, how deep the trunks of two bodies are in each other; below 0 they are apart.
    pub fn trunk_depth(&self, a: &Stood, b: &Stood) -> f32 {
        self.depth(a, &self.seen(b), &self.trunk, &self.trunk)
    }

    /// m, how deep two bodies are in each other anywhere else than with both trunks.
    pub fn limb_depth(&self, a: &Stood, b: &Stood) -> f32 {
        self.limb_depth_of(a, &self.seen(b))
    }

    /// The same of a body and of one that is shown so.
    pub fn limb_depth_in(&self, a: &Stood, b: &Shape) -> f32 {
        self.limb_depth_of(a, &Seen { parts: b.parts(), place: Place::HERE, body: b.body })
    }

    fn limb_depth_of(&self, a: &Stood, b: &Seen<'_>) -> f32 {
        let limbs: [usize; PARTS] = std::array::from_fn(|part| part);
        let limbs = &limbs[..self.tables.kinds.len().min(PARTS)];
        let own: &[usize] = &limbs[3.min(limbs.len())..];
        self.depth(a, b, own, limbs).max(self.depth(a, b, &self.trunk, own))
    }

    /// m, by how much two bodies that are shown so are nearer to each other than `room`, wherever they are nearest; 0 if they are not.
    pub fn too_near(&self, a: &Shape, b: &Shape, room: f32) -> f32 {
        self.too_near_who_gives(a, b, room, 0.0)
    }

    /// The same of a body and of one that draws in its arms and legs by up to `gives`, in m: who lies does.
    pub fn too_near_who_gives(&self, a: &Shape, b: &Shape, room: f32, gives: f32) -> f32 {
        let mut most = 0.0_f32;
        if a.body.distance(&b.body) > 2.2 {
            return most;
        }
        let kinds = &self.tables.kinds;
        for ([from, to], (_, own)) in a.parts().iter().zip(kinds) {
            let (middle, half) = (0.5 * (*from + *to), 0.5 * from.distance(*to));
            for ([c, d], (part, other)) in b.parts().iter().zip(kinds) {
                let reach = own + other + room - if gives_way(*part) { gives } else { 0.0 };
                // Bounding spheres first.
                let spare = reach + half + 0.5 * c.distance(*d) - most;
                if middle.distance_squared(0.5 * (*c + *d)) < spare * spare {
                    most = most.max(reach - apart(*from, *to, *c, *d));
                }
            }
        }
        most
    }

    /// Whether any parts of two bodies are deeper than this in each other, in m.
    pub fn are_deeper(&self, a: &Stood, b: &Stood, depth: f32) -> bool {
        self.is_deeper(a, &self.seen(b), &self.parts(), depth)
    }

    /// The same of a body and of one that is shown so.
    pub fn are_deeper_in(&self, a: &Stood, b: &Shape, depth: f32) -> bool {
        self.is_deeper(a, &Seen { parts: b.parts(), place: Place::HERE, body: b.body }, &self.parts(), depth)
    }

    /// The same of a body and of the legs of one that is shown so. Feet that stand are held where they are: between two pieces
    /// they are a hand's breadth from where they are recorded, so that what is played says too little about legs.
    pub fn are_deeper_in_legs(&self, a: &Stood, b: &Shape, depth: f32) -> bool {
        self.is_deeper(a, &Seen { parts: b.parts(), place: Place::HERE, body: b.body }, &self.legs, depth)
    }

    /// Whether the legs of a body that is shown so are deeper than this in another one, in m.
    pub fn legs_are_deeper(&self, a: &Shape, b: &Shape, depth: f32) -> bool {
        let kinds = &self.tables.kinds;
        a.body.distance(&b.body) < 2.2
            && self.legs.iter().filter_map(|leg| Some((a.parts().get(*leg)?, kinds.get(*leg)?.1))).any(
                |([p, q], own)| {
                    let mut parts = b.parts().iter().zip(kinds);
                    parts.any(|([r, s], (_, other))| apart(*p, *q, *r, *s) < own + other - depth)
                },
            )
    }

    /// A body as it is played.
    pub fn shape(&self, at: &Stood) -> Shape {
        let mut parts = [[Vec3::ZERO; 2]; PARTS];
        let played = self.tables.parts(at.take, at.frame);
        for (part, played) in parts.iter_mut().zip(played) {
            *part = played.map(|end| at.place.point(end));
        }
        Shape { parts, count: played.len().min(PARTS), body: self.ground(at), planted: [false; 2] }
    }

    /// Whether any parts of two bodies that are shown so are deeper than this in each other, in m.
    pub fn shapes_are_deeper(&self, a: &Shape, b: &Shape, depth: f32) -> bool {
        let kinds = &self.tables.kinds;
        a.body.distance(&b.body) < 2.2
            && a.parts().iter().zip(kinds).any(|([p, q], (_, own))| {
                let (middle, half) = (0.5 * (*p + *q), 0.5 * p.distance(*q));
                b.parts().iter().zip(kinds).any(|([r, s], (_, other))| {
                    // Bounding spheres first.
                    let reach = own + other - depth;
                    let spare = reach + half + 0.5 * r.distance(*s);
                    middle.distance_squared(0.5 * (*r + *s)) < spare * spare && apart(*p, *q, *r, *s) < reach
                })
            })
    }

    /// Whether a body is deeper than `depth` in one that lies, in m, but for its arms and legs, which it draws in by up to `gives`.
    pub fn are_deeper_in_who_lies(&self, own: &Shape, lies: &Shape, depth: f32, gives: f32) -> bool {
        let kinds = &self.tables.kinds;
        own.body.distance(&lies.body) < 2.2
            && lies.parts().iter().zip(kinds).any(|([r, s], (part, other))| {
                let depth = if gives_way(*part) { depth + gives } else { depth };
                own.parts()
                    .iter()
                    .zip(kinds)
                    .any(|([p, q], (_, own))| apart(*p, *q, *r, *s) < own + other - depth)
            })
    }

    /// All parts, by their numbers; those beyond the last are not there.
    fn parts(&self) -> [usize; PARTS] {
        std::array::from_fn(|part| part)
    }

    fn seen(&self, at: &Stood) -> Seen<'_> {
        Seen { parts: self.tables.parts(at.take, at.frame), place: at.place, body: self.ground(at) }
    }

    fn is_deeper(&self, a: &Stood, b: &Seen<'_>, of_b: &[usize], depth: f32) -> bool {
        // Two who lie are a man's length apart at most where they touch.
        if self.ground(a).distance(&b.body) > 2.2 {
            return false;
        }
        let parts_a = self.tables.parts(a.take, a.frame);
        let kinds = &self.tables.kinds;
        parts_a.iter().zip(kinds).any(|(part, (_, own))| {
            let [from, to] = part.map(|end| b.place.inside(a.place.point(end)));
            let (middle, half) = (0.5 * (from + to), 0.5 * from.distance(to));
            of_b.iter().any(|part| {
                let (Some([c, d]), Some((_, other))) = (b.parts.get(*part), kinds.get(*part)) else {
                    return false;
                };
                // Bounding spheres first.
                let reach = own + other - depth;
                let spare = reach + half + 0.5 * c.distance(*d);
                middle.distance_squared(0.5 * (*c + *d)) < spare * spare && apart(from, to, *c, *d) < reach
            })
        })
    }

    /// m, how deep some parts are in each other.
    fn depth(&self, a: &Stood, b: &Seen<'_>, of_a: &[usize], of_b: &[usize]) -> f32 {
        // Everything of a body is within a man's length of where it stands.
        let far = self.ground(a).distance(&b.body);
        if far > 2.6 {
            return 2.6 - far;
        }
        let parts_a = self.tables.parts(a.take, a.frame);
        let mut deepest = -1.0_f32;
        for &p in of_a {
            let [from, to] = parts_a[p].map(|end| b.place.inside(a.place.point(end)));
            for &q in of_b {
                let Some([c, d]) = b.parts.get(q) else { continue };
                let reach = self.tables.kinds[p].1 + self.tables.kinds[q].1;
                // Bounding spheres first.
                let middles = 0.5 * (from + to) - 0.5 * (*c + *d);
                let spare = reach + 0.5 * (from.distance(to) + c.distance(*d));
                if spare - middles.length() < deepest {
                    continue;
                }
                deepest = deepest.max(reach - apart(from, to, *c, *d));
            }
        }
        deepest
    }
}

/// Whether a part is one that the stage moves out of another body's way, as long as nothing stands on it.
fn gives_way(part: BodyPart) -> bool {
    use BodyPart::*;
    matches!(
        part,
        LeftForearm | RightForearm | LeftHand | RightHand | LeftShin | RightShin | LeftFoot | RightFoot
    )
}

/// A body that another one is held against.
struct Seen<'a> {
    parts: &'a [[Vec3; 2]],
    /// From the space of the parts to the world.
    place: Place,
    /// Where it stands.
    body: Place,
}

/// m, how far apart two segments are: Ericson, *Real-Time Collision Detection*, 5.1.9.
pub fn apart(p: Vec3, q: Vec3, r: Vec3, s: Vec3) -> f32 {
    let (d1, d2, w) = (q - p, s - r, p - r);
    let (a, e, f) = (d1.length_squared(), d2.length_squared(), d2.dot(w));
    const POINT: f32 = 1e-9;
    let (along, across) = if a <= POINT && e <= POINT {
        (0.0, 0.0)
    } else if a <= POINT {
        (0.0, (f / e).clamp(0.0, 1.0))
    } else {
        let c = d1.dot(w);
        if e <= POINT {
            ((-c / a).clamp(0.0, 1.0), 0.0)
        } else {
            let b = d1.dot(d2);
            let square = a * e - b * b;
            let s = if square > 1e-6 * a * e { ((b * f - c * e) / square).clamp(0.0, 1.0) } else { 0.0 };
            let t = (b * s + f) / e;
            if t < 0.0 {
                ((-c / a).clamp(0.0, 1.0), 0.0)
            } else if t > 1.0 {
                (((b - c) / a).clamp(0.0, 1.0), 1.0)
            } else {
                (s, t)
            }
        }
    };
    (p + d1 * along).distance(r + d2 * across)
}

/// Whether the discs of two bodies overlap by more than `brush` metres.
#[inline]
pub fn discs_meet(a: &[Vec2; DISCS], b: &[Vec2; DISCS], brush: f32) -> bool {
    // Nobody is longer than he lies.
    if a[0].distance_squared(b[0]) > 2.6 * 2.6 {
        return false;
    }
    a.iter().zip(DISC_RADII).any(|(p, r)| {
        b.iter().zip(DISC_RADII).any(|(q, s)| {
            let near = r + s - brush;
            near > 0.0 && p.distance_squared(*q) < near * near
        })
    })
}
