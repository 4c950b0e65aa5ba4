//! What is on a stage besides bodies: boxes and balls, as solid as bodies are.

use footwork_motion::glam::{Quat, Vec3};

use super::cell::Scene;
use super::figure::{Ball, Shape, Solid};
use super::paint::Hue;

/// What a prop looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A ball; its radius in m.
    Ball(f32),
    /// A box; half of its size in m, along its own axes.
    Box(Vec3),
}

/// A prop, and where it was in every frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Prop {
    pub form: Form,
    /// Frames a second.
    pub rate: f32,
    /// The frame in which it came.
    pub first: usize,
    /// Where its middle was from then on, in m, and how it was turned.
    pub places: Vec<(Vec3, Quat)>,
}

/// m. What stands for the corners of a box where its shadow is cast.
const CORNER: f32 = 0.005;

impl Prop {
    /// What a cell shows of it, relative to the cell's middle; none while it is not there, or is farther away than `reach`.
    pub fn scene(&self, time: f64, origin: Vec3, reach: f32) -> Option<Scene> {
        // The cast saturates.
        let frame = (time * f64::from(self.rate)).round() as usize;
        let (at, turned) =
            *self.places.get(frame.checked_sub(self.first)?.min(self.places.len().max(1) - 1))?;
        let now = (at - origin).with_y(0.0);
        let is_near = at.is_finite() && turned.is_finite() && now.length() <= reach;
        is_near.then(|| Scene {
            parts: self.parts(at - origin, turned),
            now,
            before: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
        })
    }

    fn parts(&self, at: Vec3, turned: Quat) -> Vec<Solid> {
        let solid = |shape| Solid { shape, hue: Hue::Trunk, sunk: 0.0 };
        match self.form {
            Form::Ball(radius) => {
                vec![solid(Shape::Egg { ball: Ball { at, radius }, half: radius * Vec3::Y })]
            }
            Form::Box(half) => {
                let axes = [Vec3::X, Vec3::Y, Vec3::Z];
                let face = |(axis, side): (usize, f32)| {
                    let [out, one, other] = [axis, axis + 1, axis + 2].map(|at| axes[at % 3] * half);
                    let corner = |a: f32, b: f32| at + turned * (side * out + a * one + b * other);
                    let corners =
                        [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                    solid(Shape::Face { corners, normal: turned * (side * axes[axis]) })
                };
                (0..3).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]).map(face).collect()
            }
        }
    }
}

/// What stands for a face where its shadow is cast: the lowest one casts that of all.
pub fn corners_of(corners: &[Vec3; 4], normal: Vec3) -> Option<Vec<Ball>> {
    (normal.y < -0.5).then(|| corners.iter().map(|at| Ball { at: *at, radius: CORNER }).collect())
}
