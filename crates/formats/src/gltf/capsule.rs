//! A capsule as triangles: a tube with round ends, each vertex fixed to one joint.

use std::f32::consts::{FRAC_1_SQRT_2, TAU};

use footwork_motion::glam::Vec3;

/// Around a capsule. Few, because a crowd may be written.
const SIDES: u32 = 8;

/// Triangles whose vertices each follow one joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mesh {
    /// m
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub joints: Vec<u16>,
    /// Three per triangle, counter-clockwise from outside.
    pub indices: Vec<u32>,
}

/// All points within a radius of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Capsule {
    /// m
    pub from: Vec3,
    /// m
    pub to: Vec3,
    /// m
    pub radius: f32,
    /// A direction in which it is broader, and by how much: a trunk is not round.
    pub broad: Option<(Vec3, f32)>,
}

impl Mesh {
    /// Adds a capsule that follows a joint.
    pub fn add(&mut self, joint: u16, capsule: &Capsule) {
        let Capsule { from, to, radius, broad } = *capsule;
        let along = (to - from).normalize_or(Vec3::Y);
        let side = along.any_orthonormal_vector();
        let other = along.cross(side);
        let stretch = Stretch::new(broad, along, (from + to) / 2.0);
        let first = self.positions.len() as u32;
        let mut vertex = |centre: Vec3, normal: Vec3| {
            self.positions.push(stretch.point(centre + normal * radius));
            self.normals.push(stretch.normal(normal));
            self.joints.push(joint);
        };

        vertex(from, -along);
        // Each end has a ring halfway to its pole and one where the tube begins.
        for (centre, lean) in [(from, -FRAC_1_SQRT_2), (from, 0.0), (to, 0.0), (to, FRAC_1_SQRT_2)] {
            for step in 0..SIDES {
                let (sine, cosine) = (TAU * step as f32 / SIDES as f32).sin_cos();
                let outwards = side * cosine + other * sine;
                vertex(centre, along * lean + outwards * (1.0 - lean * lean).sqrt());
            }
        }
        vertex(to, along);

        let ring = |ring: u32, step: u32| first + 1 + ring * SIDES + step % SIDES;
        let last = ring(4, 0);
        for step in 0..SIDES {
            self.indices.extend([first, ring(0, step + 1), ring(0, step)]);
            for lower in 0..3 {
                let [a, b] = [ring(lower, step), ring(lower, step + 1)];
                let [c, d] = [ring(lower + 1, step), ring(lower + 1, step + 1)];
                self.indices.extend([a, b, d, a, d, c]);
            }
            self.indices.extend([ring(3, step), ring(3, step + 1), last]);
        }
    }
}

/// Makes a round thing broader across its own axis.
struct Stretch {
    across: Vec3,
    factor: f32,
    centre: Vec3,
}

impl Stretch {
    fn new(broad: Option<(Vec3, f32)>, along: Vec3, centre: Vec3) -> Stretch {
        let (across, factor) = broad.unwrap_or((Vec3::ZERO, 1.0));
        // Only what is square to the axis, so that the ends stay where they are.
        let across = (across - along * across.dot(along)).normalize_or_zero();
        Stretch { across, factor, centre }
    }

    fn point(&self, point: Vec3) -> Vec3 {
        point + self.across * (self.across.dot(point - self.centre) * (self.factor - 1.0))
    }

    /// Normals shrink where surfaces grow.
    fn normal(&self, normal: Vec3) -> Vec3 {
        (normal + self.across * (self.across.dot(normal) * (1.0 / self.factor - 1.0))).normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Mesh> {
        let (from, to) = (Vec3::new(0.1, 1.0, -0.2), Vec3::new(0.3, 0.6, 0.1));
        let round = Capsule { from, to, radius: 0.05, broad: None };
        let broad = Capsule { broad: Some((Vec3::X, 1.5)), ..round };
        let ball = Capsule { to: from, ..round };
        let mesh = |capsule| {
            let mut mesh = Mesh::default();
            mesh.add(3, &capsule);
            mesh
        };
        [round, broad, ball].map(mesh).to_vec()
    }

    #[test]
    fn every_triangle_faces_outwards_as_its_normals_do() {
        for mesh in samples() {
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner| mesh.positions[triangle[corner] as usize]);
                let normal = triangle.iter().map(|&v| mesh.normals[v as usize]).sum::<Vec3>();
                let area = (b - a).cross(c - a);
                // A ball's tube has no length, and so no area.
                assert!(area.length() < 1e-9 || area.dot(normal) > 0.0);
            }
        }
    }

    #[test]
    fn the_surface_is_closed() {
        for mesh in samples() {
            let edges = |a: usize, b: usize| {
                let triangles = mesh.indices.chunks_exact(3);
                let mut edges: Vec<_> =
                    triangles.flat_map(|t| [0, 1, 2].map(|e| [t[(e + a) % 3], t[(e + b) % 3]])).collect();
                edges.sort();
                edges
            };
            assert_eq!(edges(0, 1), edges(1, 0));
        }
    }

    #[test]
    fn normals_are_unit_and_a_round_capsules_vertices_are_a_radius_from_its_line() {
        let mesh = &samples()[0];
        let (from, to) = (Vec3::new(0.1, 1.0, -0.2), Vec3::new(0.3, 0.6, 0.1));
        for (&position, normal) in mesh.positions.iter().zip(&mesh.normals) {
            let share = ((position - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
            assert!((position.distance(from.lerp(to, share)) - 0.05).abs() < 1e-5);
            assert!((normal.length() - 1.0).abs() < 1e-5);
        }
    }
}
