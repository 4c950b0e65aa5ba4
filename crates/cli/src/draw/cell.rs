//! One cell: ground, path, shadow and bodies at one moment.

use std::fmt::Write;

use footwork_motion::glam::{Vec2, Vec3};

use super::camera::Camera;
use super::figure::{Ball, Shape, Solid};
use super::paint::{FINE_GRID, GRID, GROUND, Hue, PROP, Paints, face, flat};
use super::svg::{Circle, number, point, skin};

/// m; what is farther from the middle of a cell than this is left out, as a broken value.
pub const REACH: f32 = 60.0;

/// What a cell shows of one figure. Everything is relative to the middle of the cell on the ground.
pub struct Scene {
    /// Its solid parts.
    pub parts: Vec<Solid>,
    /// Where it is on the ground now.
    pub now: Vec3,
    /// Where it was long ago; where a body stays in one place, a line as dark as the rest would be a tangle.
    pub before: Vec<Vec3>,
    /// Where it was, up to now.
    pub past: Vec<Vec3>,
    /// Where it will be, from now on.
    pub future: Vec<Vec3>,
}

/// The disc of ground below a body, with lines every metre and half-metre that stay put in the world. `middle` is
/// where the cell's middle is in the world.
pub fn ground(camera: &Camera, middle: Vec3, radius: f32) -> String {
    let width = radius * camera.scale;
    let (rx, ry) = (number(width), number(width * camera.ground_squash()));
    let mut out = format!(r#"<ellipse rx="{rx}" ry="{ry}" fill="{GROUND}"/>"#);
    // Wide scenes take wider squares, or the lines would fill the ground.
    let fine = if radius <= 6.0 { 0.5 } else { 5.0 };
    let (mut thin, mut thick) = (String::new(), String::new());
    let lines = (2.0 * radius / fine) as i32 + 2;
    for axis in [Vec3::X, Vec3::Z] {
        let along = Vec3::X + Vec3::Z - axis;
        let start = ((middle.dot(axis) - radius) / fine).ceil();
        for line in 0..lines {
            let line = start + line as f32;
            let off = line * fine - middle.dot(axis);
            let half = radius * radius - off * off;
            if half > 0.0 {
                let [from, to] = [-1.0, 1.0].map(|side| off * axis + side * half.sqrt() * along);
                let path = if line.rem_euclid(2.0) == 0.0 { &mut thick } else { &mut thin };
                let _ = write!(path, "M{}L{}", point(camera.project(from)), point(camera.project(to)));
            }
        }
    }
    let _ = write!(out, r#"<path d="{thin}" stroke="{FINE_GRID}" stroke-width="0.7" fill="none"/>"#);
    let _ = write!(out, r#"<path d="{thick}" stroke="{GRID}" stroke-width="0.9" fill="none"/>"#);
    let _ =
        write!(out, r#"<ellipse rx="{rx}" ry="{ry}" fill="none" stroke="{FINE_GRID}" stroke-width="1"/>"#);
    out
}

/// The way a figure goes over the ground: faint and dotted where it will be, a dot where it is.
pub fn path(camera: &Camera, scene: &Scene, figure: usize, radius: f32) -> String {
    let colour = if figure == 0 { "#5b6675".into() } else { flat(figure, Hue::Trunk) };
    let mut out = String::new();
    let lines =
        [(&scene.future, "0.4", "1.5 3"), (&scene.before, "0.35", "none"), (&scene.past, "0.9", "none")];
    for (points, opacity, dashes) in lines {
        let line = polyline(camera, points, radius);
        if !line.is_empty() {
            let _ = write!(
                out,
                r#"<path d="{line}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-dasharray="{dashes}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>"#
            );
        }
    }
    if scene.now.is_finite() && scene.now.length() < radius {
        let Vec2 { x, y } = camera.project(scene.now);
        let (x, y, ry) = (number(x), number(y), number(4.0 * camera.ground_squash().max(0.5)));
        let _ = write!(
            out,
            r##"<ellipse cx="{x}" cy="{y}" rx="4" ry="{ry}" fill="{colour}" stroke="#ffffff" stroke-width="0.8"/>"##
        );
    }
    out
}

/// A line through the points that lie on the disc of ground, with points that would not show left out.
fn polyline(camera: &Camera, points: &[Vec3], radius: f32) -> String {
    let mut out = String::new();
    let mut last: Option<Vec2> = None;
    for &at in points {
        if !(at.is_finite() && at.length() < radius) {
            last = None;
            continue;
        }
        let next = camera.project(at);
        match last {
            Some(last) if last.distance(next) < 1.2 => continue,
            Some(_) => out.push('L'),
            None => out.push('M'),
        }
        out.push_str(&point(next));
        last = Some(next);
    }
    out
}

/// The shadow of a body on the ground, darker below what is near the ground. Blurred by `#soft`.
pub fn shadow(camera: &Camera, scene: &Scene) -> String {
    let mut out = String::from(r##"<g filter="url(#soft)" fill="#1f2937">"##);
    for part in &scene.parts {
        let Some(balls) = part.balls() else { continue };
        let low = balls.iter().map(|ball| ball.at.y - ball.radius).fold(f32::INFINITY, f32::min);
        let opacity = 0.05 + 0.3 / (1.0 + 5.0 * low.max(0.0)).powi(2);
        // A ball's shadow is as wide as the ball, and as flat as the ground is seen.
        let squash = camera.ground_squash();
        let circles = balls.iter().map(|ball| {
            let Vec2 { x, y } = camera.project(Vec3::new(ball.at.x, 0.0, ball.at.z));
            Circle { centre: Vec2::new(x, y / squash), radius: ball.radius * camera.scale }
        });
        let skin = skin(&circles.collect::<Vec<_>>());
        let _ = write!(
            out,
            r#"<path transform="scale(1 {})" d="{skin}" fill-opacity="{}"/>"#,
            number(squash),
            number(opacity)
        );
    }
    out.push_str("</g>");
    out
}

/// All bodies and props of a cell, the farthest parts first.
pub fn bodies(camera: &Camera, scenes: &[Scene], props: &[Scene], paints: &mut Paints) -> String {
    let mut order = Vec::new();
    for (figure, scene) in scenes.iter().enumerate().chain(props.iter().map(|prop| (PROP, prop))) {
        for part in scene.parts.iter().filter(|part| part.is_sound()) {
            order.push((part.nearness(camera), figure, part, scene.now));
        }
    }
    // Equal depths keep their order, so that the same motion gives the same picture.
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out = String::from(r#"<g stroke-width="0.7" stroke-linejoin="round">"#);
    for (nearness, figure, part, now) in order {
        // Dark and bright are each body's own.
        let nearness = nearness - camera.nearness(now + Vec3::Y);
        let _ = match &part.shape {
            // The back of a box is behind it.
            Shape::Face { normal, .. } if camera.nearness(*normal) <= 0.0 => Ok(()),
            Shape::Face { corners, normal } => {
                let [a, b, c, d] = corners.map(|at| point(camera.project(at)));
                let (fill, edge) = face(camera.project(*normal) / camera.scale, camera.nearness(*normal));
                write!(out, r#"<path d="M{a}L{b}L{c}L{d}Z" fill="{fill}" stroke="{edge}"/>"#)
            }
            Shape::Skin(balls) => {
                let (origin, along) = axis(camera, balls);
                let paint = paints.limb(figure, part.hue, nearness, along.perp());
                let circles = balls.iter().map(|ball| {
                    let at = camera.project(ball.at) - origin;
                    let centre = Vec2::new(along.dot(at), along.perp_dot(at));
                    Circle { centre, radius: (ball.radius * camera.scale).max(0.6) }
                });
                let skin = skin(&circles.collect::<Vec<_>>());
                let (place, fill, edge) = (place(origin, along), paint.fill, paint.edge);
                write!(out, r#"<path transform="{place}" d="{skin}" fill="{fill}" stroke="{edge}"/>"#)
            }
            Shape::Egg { ball, half } => {
                let seen = camera.project(*half);
                let (radius, tall) = (ball.radius * camera.scale, half.length() * camera.scale);
                let along = seen.try_normalize().unwrap_or(Vec2::X);
                // How an egg looks shorter as it tips towards the eye.
                let share = if tall > 0.0 { (seen.length() / tall).min(1.0) } else { 0.0 };
                let reach =
                    (radius * radius + (tall * tall - radius * radius) * share * share).max(0.36).sqrt();
                let paint = paints.ball(figure, part.hue, nearness, along);
                let (place, fill, edge) = (place(camera.project(ball.at), along), paint.fill, paint.edge);
                let (rx, ry) = (number(reach), number(radius.max(0.6)));
                write!(
                    out,
                    r#"<ellipse transform="{place}" rx="{rx}" ry="{ry}" fill="{fill}" stroke="{edge}"/>"#
                )
            }
            Shape::Dot(ball) => {
                let Vec2 { x, y } = camera.project(ball.at);
                let (x, y, radius) = (number(x), number(y), number((ball.radius * camera.scale).max(0.5)));
                write!(
                    out,
                    r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="#ffffff" fill-opacity="0.75" stroke="none"/>"##
                )
            }
        };
    }
    out.push_str("</g>");
    out
}

/// The line that a part is drawn along: where it begins on the picture, and its direction.
fn axis(camera: &Camera, balls: &[Ball]) -> (Vec2, Vec2) {
    let at = |index: usize| balls.get(index).map_or(Vec2::ZERO, |ball| camera.project(ball.at));
    let origin = at(0);
    let along = if balls.len() > 1 { at(1) - origin } else { Vec2::X };
    (origin, along.try_normalize().unwrap_or(Vec2::X))
}

/// The transform to axes that begin somewhere and lie along a direction.
fn place(origin: Vec2, along: Vec2) -> String {
    let [c, s] = [along.x, along.y].map(|v| format!("{v:.4}"));
    format!("matrix({c} {s} {:.4} {c} {})", -along.y, point(origin))
}
