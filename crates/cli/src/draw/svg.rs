//! The SVG that a sheet is made of: numbers, text, and outlines around circles.

use std::fmt::Write;

use footwork_motion::glam::Vec2;

/// A number with two decimals at most. What is not finite becomes 0 and what is huge is cut off, so that no value
/// can break a picture.
pub fn number(value: f32) -> String {
    let value = if value.is_finite() { value.clamp(-1e5, 1e5) } else { 0.0 };
    let mut text = format!("{value:.2}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { "0".into() } else { text }
}

/// A point as a path takes it.
pub fn point(at: Vec2) -> String {
    format!("{} {}", number(at.x), number(at.y))
}

/// Text as it may stand in XML. Control characters may not stand there at all.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A circle on the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// px
    pub centre: Vec2,
    /// px
    pub radius: f32,
}

/// Fine enough that no corner shows where an arc meets a straight edge.
const STEPS: usize = 48;

/// The outline of a skin drawn tight around circles: a tapered capsule around two, a rounded wedge around more.
pub fn skin(circles: &[Circle]) -> String {
    let rim = rim(circles);
    let Some(start) = (0..rim.len()).find(|&i| rim[i].circle != rim[(i + rim.len() - 1) % rim.len()].circle)
    else {
        return rim.first().map_or_else(String::new, |rim| round(circles[rim.circle]));
    };
    let mut path = String::new();
    let mut at = 0;
    while at < rim.len() {
        let first = rim[(start + at) % rim.len()];
        let run = (at..rim.len()).take_while(|i| rim[(start + i) % rim.len()].circle == first.circle).count();
        let last = rim[(start + at + run - 1) % rim.len()];
        let _ = write!(path, "{}{}", if at == 0 { 'M' } else { 'L' }, point(first.at));
        if run > 1 {
            let turned = (last.step + STEPS - first.step) % STEPS;
            let (radius, large) = (number(circles[first.circle].radius), u8::from(2 * turned > STEPS));
            let _ = write!(path, "A{radius} {radius} 0 {large} 1 {}", point(last.at));
        }
        at += run;
    }
    path.push('Z');
    path
}

/// A whole circle as a path.
fn round(circle: Circle) -> String {
    let (radius, across) = (number(circle.radius), Vec2::new(circle.radius, 0.0));
    let (left, right) = (point(circle.centre - across), point(circle.centre + across));
    format!("M{left}A{radius} {radius} 0 1 1 {right}A{radius} {radius} 0 1 1 {left}Z")
}

/// A point of a skin, and where it comes from.
#[derive(Clone, Copy)]
struct Rim {
    at: Vec2,
    circle: usize,
    step: usize,
}

/// The convex hull of points on the circles, in the order of growing angles (Andrew's monotone chain).
fn rim(circles: &[Circle]) -> Vec<Rim> {
    let mut points: Vec<Rim> = Vec::with_capacity(circles.len() * STEPS);
    for (circle, &Circle { centre, radius }) in circles.iter().enumerate() {
        for step in 0..STEPS {
            let (sin, cos) = libm::sincosf(std::f32::consts::TAU * step as f32 / STEPS as f32);
            points.push(Rim { at: centre + radius * Vec2::new(cos, sin), circle, step });
        }
    }
    points.sort_by(|a, b| a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y)));
    let mut hull: Vec<Rim> = Vec::new();
    let lower = points.iter();
    let upper = points.iter().rev().skip(1);
    let mut kept = 1;
    for (index, next) in lower.chain(upper).enumerate() {
        // On the way back the lower half stays as it is.
        if index == points.len() {
            kept = hull.len();
        }
        while hull.len() > kept {
            let [a, b] = [hull[hull.len() - 2].at, hull[hull.len() - 1].at];
            if (b - a).perp_dot(next.at - a) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(*next);
    }
    // The first point closes the round.
    hull.pop();
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_break_a_path() {
        assert_eq!(number(1.5), "1.5");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(f32::NAN), "0");
        assert_eq!(number(f32::MAX), "100000");
    }

    #[test]
    fn text_cannot_break_out_of_its_place() {
        assert_eq!(escape("a<b & \"c\"\u{0}"), "a&lt;b &amp; &quot;c&quot; ");
    }

    #[test]
    fn a_skin_around_one_circle_is_that_circle() {
        let circle = Circle { centre: Vec2::new(3.0, 4.0), radius: 2.0 };
        assert_eq!(skin(&[circle]), "M1 4A2 2 0 1 1 5 4A2 2 0 1 1 1 4Z");
        let within = Circle { centre: Vec2::new(3.5, 4.0), radius: 1.0 };
        assert_eq!(skin(&[circle, within]), skin(&[circle]), "a circle inside another adds nothing");
    }

    #[test]
    fn a_skin_around_two_circles_has_an_arc_at_each_end() {
        let circle = |x, radius| Circle { centre: Vec2::new(x, 0.0), radius };
        let path = skin(&[circle(0.0, 2.0), circle(10.0, 2.0)]);
        assert_eq!(path.matches('A').count(), 2, "{path}");
        assert_eq!(path.matches('L').count(), 1, "{path}");
        assert!(path.contains("0 -2") && path.contains("10 2"), "{path}");
    }
}
