//! Colours and shading: every part is lit from the upper left as a round body would be, with gradients that all
//! cells share.

use std::collections::BTreeSet;
use std::fmt::Write;

use footwork_motion::glam::{Vec2, Vec3};

use super::svg::number;

/// The page behind the cells.
pub const PAGE: &str = "#f4f5f7";
/// A cell.
pub const CARD: &str = "#ffffff";
/// Lines around cells.
pub const BORDER: &str = "#e3e6ea";
/// Titles and times.
pub const INK: &str = "#22272e";
/// What matters less.
pub const FAINT_INK: &str = "#818a96";
/// The ground a body stands on, and its grid.
pub const GROUND: &str = "#f7f8fa";
/// Lines every metre.
pub const GRID: &str = "#bcc4cd";
/// Lines between them.
pub const FINE_GRID: &str = "#dfe3e8";

/// Which colour of its figure a part has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hue {
    /// Head, trunk and whatever has no side.
    Trunk,
    /// The character's own left.
    Left,
    /// The character's own right.
    Right,
}

/// Trunk, left and right of each figure; a scene with more figures begins again. Left is always warm and right cool.
const TINTS: [[u32; 3]; 4] = [
    [0x9aa3af, 0xe9813a, 0x3f7fd6],
    [0x74a98f, 0xdca02f, 0x2f9aa8],
    [0xa98bb5, 0xd9607b, 0x7668cf],
    [0xb89a7a, 0xc4622d, 0x4a6fa0],
];

/// The figure whose colours props have: wood and leather.
pub const PROP: usize = 3;

/// The fill and the edge of a flat side of a prop, by where its normal points: right, down on the picture, and out of it.
pub fn face(seen: Vec2, out: f32) -> (String, String) {
    let plain = colour(PROP, Hue::Trunk);
    let lit = seen.extend(out).dot(LIGHT).max(0.0);
    // What the light does not reach is as dark as bodies' edges are.
    (hex(plain * (0.62 + 0.5 * lit)), hex(0.55 * plain))
}

/// A figure's plain colour, for legends and paths.
pub fn flat(figure: usize, hue: Hue) -> String {
    hex(colour(figure, hue))
}

fn colour(figure: usize, hue: Hue) -> Vec3 {
    let rgb = TINTS[figure % TINTS.len()][hue as usize];
    Vec3::new((rgb >> 16 & 255) as f32, (rgb >> 8 & 255) as f32, (rgb & 255) as f32) / 255.0
}

fn hex(colour: Vec3) -> String {
    let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(colour.x), byte(colour.y), byte(colour.z))
}

/// Where the light comes from: right, down on the picture, and out of it. A unit vector.
const LIGHT: Vec3 = Vec3::new(-0.48, -0.6, 0.64);

/// Few steps, so that a sheet of thousands of parts needs some dozens of gradients.
const DEPTHS: i8 = 6;
const TILTS: i8 = 4;
const TURNS: i8 = 16;

/// A gradient that some part needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shade {
    /// Across a limb. `tilt` says how far the light falls from its side.
    Across { figure: usize, hue: Hue, depth: i8, tilt: i8 },
    /// Over a ball. `turn` says which way the light is.
    Ball { figure: usize, hue: Hue, depth: i8, turn: i8 },
}

/// The gradients that have been asked for.
#[derive(Clone, Debug, Default)]
pub struct Paints {
    used: BTreeSet<Shade>,
}

/// What to fill a part and its edge with.
pub struct Paint {
    /// A reference to a gradient.
    pub fill: String,
    /// A plain colour.
    pub edge: String,
}

impl Paints {
    /// For a limb drawn along X in axes of its own, where `across` is its Y on the picture. `nearness` is in metres
    /// from the middle of the body: what is farther is darker.
    pub fn limb(&mut self, figure: usize, hue: Hue, nearness: f32, across: Vec2) -> Paint {
        let depth = depth_step(nearness);
        let tilt = (across.dot(LIGHT.truncate()) * f32::from(TILTS)).round() as i8;
        self.take(Shade::Across { figure: figure % TINTS.len(), hue, depth, tilt: tilt.clamp(-TILTS, TILTS) })
    }

    /// For a ball or egg drawn along X in axes of its own, where `along` is its X on the picture.
    pub fn ball(&mut self, figure: usize, hue: Hue, nearness: f32, along: Vec2) -> Paint {
        let light = LIGHT.truncate();
        let angle = libm::atan2f(along.perp_dot(light), along.dot(light));
        let turn = (angle / std::f32::consts::TAU * f32::from(TURNS)).round() as i8;
        self.take(Shade::Ball {
            figure: figure % TINTS.len(),
            hue,
            depth: depth_step(nearness),
            turn: turn.rem_euclid(TURNS),
        })
    }

    fn take(&mut self, shade: Shade) -> Paint {
        self.used.insert(shade);
        Paint { fill: format!("url(#{})", shade.id()), edge: hex(0.66 * shade.base()) }
    }

    /// The gradients, to stand in `<defs>`.
    pub fn defs(&self) -> String {
        let mut out = String::new();
        for shade in &self.used {
            let _ = match *shade {
                Shade::Across { tilt, .. } => {
                    writeln!(out, r#"<linearGradient id="{}" x2="0" y2="1">"#, shade.id()).and_then(|()| {
                        let tilt = f32::from(tilt) / f32::from(TILTS);
                        stops(&mut out, [-1.0, -0.85, -0.5, 0.0, 0.5, 0.85, 1.0], |side| {
                            lit(shade.base(), side * tilt + (1.0 - side * side).sqrt() * LIGHT.z)
                        });
                        out.write_str("</linearGradient>\n")
                    })
                }
                Shade::Ball { turn, .. } => {
                    let angle = f32::from(turn) / f32::from(TURNS) * std::f32::consts::TAU;
                    let (sin, cos) = libm::sincosf(angle);
                    let [x, y] = [0.5 + 0.26 * cos, 0.5 + 0.26 * sin].map(number);
                    writeln!(out, r#"<radialGradient id="{}" cx="{x}" cy="{y}" r="0.78">"#, shade.id())
                        .and_then(|()| {
                            // From the brightest point (−1) to the far rim (1).
                            stops(&mut out, [-1.0, -0.4, 0.1, 0.6, 1.0], |out| {
                                let away = 0.5 * (out + 1.0);
                                lit(shade.base(), 1.0 - 1.1 * away * away)
                            });
                            out.write_str("</radialGradient>\n")
                        })
                }
            };
        }
        out
    }
}

impl Shade {
    fn id(self) -> String {
        match self {
            Shade::Across { figure, hue, depth, tilt } => {
                format!("l{figure}-{}-{}-{}", hue as u8, depth + DEPTHS, tilt + TILTS)
            }
            Shade::Ball { figure, hue, depth, turn } => {
                format!("b{figure}-{}-{}-{turn}", hue as u8, depth + DEPTHS)
            }
        }
    }

    fn base(self) -> Vec3 {
        let (Shade::Across { figure, hue, depth, .. } | Shade::Ball { figure, hue, depth, .. }) = self;
        let nearness = f32::from(depth) / f32::from(DEPTHS);
        colour(figure, hue) * (0.92 + 0.18 * nearness)
    }
}

/// Half a metre before or behind the middle of the body is as bright or dark as a part gets.
fn depth_step(nearness: f32) -> i8 {
    ((2.0 * nearness).clamp(-1.0, 1.0) * f32::from(DEPTHS)).round() as i8
}

/// A colour under some light: 1 is full, 0 and less is shade.
fn lit(base: Vec3, light: f32) -> Vec3 {
    let light = light.clamp(-0.2, 1.0);
    let matt = base * (0.74 + 0.34 * light);
    // A gentle gleam where the light falls straight on.
    matt + (Vec3::ONE - matt) * 0.3 * (light.max(0.0) * light.max(0.0))
}

fn stops<const N: usize>(out: &mut String, at: [f32; N], colour: impl Fn(f32) -> Vec3) {
    for side in at {
        let (offset, colour) = (number(0.5 * (side + 1.0)), hex(colour(side)));
        let _ = write!(out, r#"<stop offset="{offset}" stop-color="{colour}"/>"#);
    }
}
