//! Where blows land, seen from the front, from above and from the side, in the body's own frame.

use footwork_annotate::{Limb, Repertoire, Strike};
use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Skeleton, ground};

use crate::html::{count, fixed, moment, number, put, px, tile, words};
use crate::palette::{limb_legend, limb_mark, limb_slot};
use crate::plot::{Series, decimals, histogram, tick_step};
use crate::sample::Sample;

/// More marks than this are drawn without words under the pointer, to keep the page small.
const TOLD: usize = 700;
/// px
const PANEL: f64 = 360.0;
/// px, for the numbers at the axes and the view's name.
const PAD: f64 = 32.0;

/// A blow as the body sees it: X to its left, Y up, Z ahead.
struct Blow {
    strike: Strike,
    take: usize,
    point: Vec3,
    direction: Vec3,
}

/// From where one looks: what is to the right on the picture and what is down, from a point of the body's frame.
struct View {
    name: &'static str,
    right: fn(Vec3) -> f32,
    down: fn(Vec3) -> f32,
    sides: [&'static str; 2],
}

const VIEWS: [View; 3] = [
    View { name: "From the front", right: |p| p.x, down: |p| -p.y, sides: ["its right", "its left"] },
    // Ahead is down, so that left is on the same side as seen from the front.
    View {
        name: "From above, ahead is down",
        right: |p| p.x,
        down: |p| p.z,
        sides: ["its right", "its left"],
    },
    View { name: "From its right side", right: |p| p.z, down: |p| -p.y, sides: ["behind", "ahead"] },
];

/// The section about strikes.
pub fn blows(out: &mut String, repertoire: &Repertoire, sample: &Sample) {
    put!(out, "<h2 id=\"blows\">Where blows land</h2>\n");
    let blows = seen_by_body(repertoire);
    if blows.is_empty() {
        put!(out, "<p class=\"faint\">There are no strikes in this repertoire.</p>\n");
        return;
    }
    put!(
        out,
        "<p class=\"faint\">Each blow at the moment it lands, in metres from the ground below the hips. A tail "
    );
    put!(
        out,
        "shows where it came from, and how fast. The figure is the recording's most typical pose.</p>\n"
    );
    put!(out, "<div class=\"card\">\n");
    let limbs: Vec<Limb> =
        Limb::ALL.into_iter().filter(|limb| blows.iter().any(|blow| blow.strike.limb == *limb)).collect();
    limb_legend(out, |limb| limbs.contains(&limb));
    put!(out, "<div class=\"columns\">\n");
    let figure = sample.typical().unwrap_or(&[]);
    for view in &VIEWS {
        put!(out, "<div><h4>{}</h4>", view.name);
        panel(out, repertoire, &blows, figure, view);
        put!(out, "</div>\n");
    }
    put!(out, "</div>\n<div class=\"columns\" style=\"margin-top:18px\"><div><h4>Speed</h4>\n");
    let speeds: Vec<(String, Vec<f32>)> = limbs
        .iter()
        .map(|limb| {
            let own = blows.iter().filter(|blow| blow.strike.limb == *limb);
            (format!("l{}", limb_slot(*limb)), own.map(|blow| blow.strike.speed).collect())
        })
        .collect();
    let series =
        limbs.iter().zip(&speeds).map(|(limb, (class, values))| Series { class, name: limb.name(), values });
    histogram(out, &series.collect::<Vec<_>>(), "speed when it lands, m/s");
    put!(out, "</div><div><h4>By limb</h4>\n");
    table(out, &blows, &limbs);
    put!(out, "</div></div>\n");
    put!(out, "<div class=\"tiles\" style=\"margin:16px 0 0\">");
    let reach = |blow: &Blow| f64::from(Vec3::new(blow.point.x, 0.0, blow.point.z).length());
    tile(out, &count(blows.len() as u64), "strikes");
    tile(out, &format!("{} m", number(blows.iter().map(reach).fold(0.0, f64::max), 2)), "farthest reach");
    tile(out, &range(&blows, |blow| blow.point.y), "heights, m");
    tile(out, &range(&blows, |blow| blow.strike.speed), "speeds, m/s");
    put!(out, "</div></div>\n");
}

fn range(blows: &[Blow], of: fn(&Blow) -> f32) -> String {
    let values = || blows.iter().map(|blow| f64::from(of(blow)));
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    format!("{} to {}", number(low, 2), number(high, 2))
}

/// Every strike in the body's frame at its moment. Those of a body without hips, or that are no place at all, are
/// left out.
fn seen_by_body(repertoire: &Repertoire) -> Vec<Blow> {
    let mut blows = Vec::new();
    for (index, take) in repertoire.takes.iter().enumerate() {
        for strike in &take.annotation.strikes {
            let frame = (strike.frame as usize).min(take.clip.frames() - 1);
            let Ok(body) = ground::body_frame_at(&repertoire.skeleton, &take.clip, frame) else { continue };
            let point = body.inverse().point(strike.point);
            let direction = body.rotation.inverse() * strike.direction;
            if point.is_finite() && direction.is_finite() && strike.speed.is_finite() {
                blows.push(Blow { strike: *strike, take: index, point, direction });
            }
        }
    }
    blows
}

/// From when to when an axis goes, in metres: everything that is drawn, and a little more.
fn bounds(values: impl Iterator<Item = f32>) -> (f64, f64) {
    let (mut low, mut high) = (-0.1_f64, 0.1_f64);
    for value in values.filter(|value| value.is_finite()) {
        (low, high) = (low.min(f64::from(value)), high.max(f64::from(value)));
    }
    (low.max(-10.0) - 0.1, high.min(10.0) + 0.1)
}

fn panel(out: &mut String, repertoire: &Repertoire, blows: &[Blow], figure: &[Vec3], view: &View) {
    let points = || blows.iter().map(|blow| blow.point).chain(figure.iter().copied());
    let (left, right) = bounds(points().map(view.right));
    let (top, bottom) = bounds(points().map(view.down));
    // One metre is as long across as down.
    let room = PANEL - 2.0 * PAD;
    let metre = room / (right - left).max(bottom - top);
    let (middle_x, middle_y) = (0.5 * (left + right), 0.5 * (top + bottom));
    let x = |p: Vec3| 0.5 * PANEL + metre * (f64::from((view.right)(p)) - middle_x);
    let y = |p: Vec3| 0.5 * PANEL + metre * (f64::from((view.down)(p)) - middle_y);
    put!(
        out,
        "<svg class=\"plot\" viewBox=\"0 0 {PANEL} {PANEL}\" width=\"{PANEL}\" height=\"{PANEL}\" role=\"img\" "
    );
    put!(out, "aria-label=\"{}\">", view.name);
    axes(out, view, metre, middle_x, middle_y);
    bones(out, &repertoire.skeleton, figure, metre, |p| (x(p), y(p)));
    // Slow ones last: they are the shorter tails.
    let tails = blows.iter().map(|blow| {
        let from = blow.point - blow.direction * (0.02 * blow.strike.speed).min(0.5);
        (
            limb_slot(blow.strike.limb),
            format!("M{} {}L{} {}", px(x(from)), px(y(from)), px(x(blow.point)), px(y(blow.point))),
        )
    });
    let mut paths = vec![String::new(); Limb::ALL.len()];
    tails.for_each(|(slot, path)| paths[slot].push_str(&path));
    for (slot, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        put!(out, "<path class=\"stem s{slot}\" style=\"stroke-opacity:0.45\" d=\"{path}\"/>");
    }
    let told = blows.len() <= TOLD;
    let mut paths = vec![String::new(); Limb::ALL.len()];
    for blow in blows {
        let (slot, mark) = (limb_slot(blow.strike.limb), limb_mark(blow.strike.limb));
        let path = format!("M{} {}{mark}", px(x(blow.point)), px(y(blow.point)));
        if told {
            put!(
                out,
                "<path class=\"mark l{slot}\" d=\"{path}\"><title>{}</title></path>",
                about(repertoire, blow)
            );
        } else {
            paths[slot].push_str(&path);
        }
    }
    for (slot, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        put!(out, "<path class=\"mark l{slot}\" d=\"{path}\"/>");
    }
    put!(out, "</svg>\n");
}

fn about(repertoire: &Repertoire, blow: &Blow) -> String {
    let take = &repertoire.takes[blow.take].clip;
    let seconds = f64::from(blow.strike.frame) / f64::from(take.rate());
    let [x, y, z] = blow.point.to_array().map(|v| number(v.into(), 2));
    format!(
        "{}, {} m/s\n{x} left, {y} up, {z} ahead\n{} at {}",
        words(blow.strike.limb.name()),
        number(blow.strike.speed.into(), 1),
        crate::html::escape(&take.name),
        moment(seconds)
    )
}

fn axes(out: &mut String, view: &View, metre: f64, middle_x: f64, middle_y: f64) {
    let span = (PANEL - 2.0 * PAD) / metre;
    let step = tick_step(span, 6.0).max(0.1);
    let places = decimals(step);
    let (near, far) = (PAD, PANEL - PAD);
    let mut lines = String::new();
    let mut across = ((middle_x - 0.5 * span) / step).ceil() * step;
    while across <= middle_x + 0.5 * span {
        let at = px(0.5 * PANEL + metre * (across - middle_x));
        put!(lines, "M{at} {near}V{far}");
        put!(out, "<text class=\"mid\" x=\"{at}\" y=\"{}\">{}</text>", far + 12.0, number(across, places));
        across += step;
    }
    let mut down = ((middle_y - 0.5 * span) / step).ceil() * step;
    // Down on the picture is down for the body, except from above, where it is ahead.
    let sign = if (view.down)(Vec3::Y) < 0.0 { -1.0 } else { 1.0 };
    while down <= middle_y + 0.5 * span {
        let at = 0.5 * PANEL + metre * (down - middle_y);
        put!(lines, "M{near} {}H{far}", px(at));
        put!(
            out,
            "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            near - 4.0,
            px(at + 4.0),
            number(sign * down, places)
        );
        down += step;
    }
    put!(out, "<path class=\"grid\" d=\"{lines}\"/>");
    let (x, y) = (0.5 * PANEL - metre * middle_x, 0.5 * PANEL - metre * middle_y);
    put!(out, "<path class=\"axis\" d=\"M{} {near}V{far}M{near} {}H{far}\"/>", px(x), px(y));
    put!(out, "<text x=\"{near}\" y=\"{}\">← {}</text>", near - 8.0, view.sides[0]);
    put!(out, "<text class=\"end\" x=\"{far}\" y=\"{}\">{} →</text>", near - 8.0, view.sides[1]);
}

fn bones(
    out: &mut String,
    skeleton: &Skeleton,
    figure: &[Vec3],
    metre: f64,
    place: impl Fn(Vec3) -> (f64, f64),
) {
    if figure.len() != skeleton.len() {
        return;
    }
    let at = |joint: usize| place(figure[joint]);
    let mut path = String::new();
    for joint in 1..skeleton.len() {
        // What hangs on a root at the ground is no bone.
        let from_root = skeleton.parent(joint) == Some(0) && skeleton.joint(Role::Hips) != Ok(0);
        if let Some(parent) = skeleton.parent(joint).filter(|_| !from_root) {
            let ((a, b), (c, d)) = (at(parent), at(joint));
            put!(path, "M{} {}L{} {}", px(a), px(b), px(c), px(d));
        }
    }
    put!(out, "<path class=\"bone\" d=\"{path}\"/>");
    if let Ok(head) = skeleton.joint(Role::Head) {
        let (x, y) = place(figure[head] + 0.06 * Vec3::Y);
        put!(out, "<circle class=\"head\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", px(x), px(y), px(0.1 * metre));
    }
}

fn table(out: &mut String, blows: &[Blow], limbs: &[Limb]) {
    put!(
        out,
        "<div class=\"scroll\"><table><thead><tr><th>Limb</th><th>Strikes</th><th>Mean m/s</th><th>Fastest</th>"
    );
    put!(out, "<th>Mean height</th><th>Mean reach</th></tr></thead><tbody>\n");
    for limb in limbs {
        let own: Vec<&Blow> = blows.iter().filter(|blow| blow.strike.limb == *limb).collect();
        let mean =
            |of: fn(&Blow) -> f32| own.iter().map(|blow| f64::from(of(blow))).sum::<f64>() / own.len() as f64;
        let fastest = own.iter().map(|blow| f64::from(blow.strike.speed)).fold(0.0, f64::max);
        put!(out, "<tr><td>{}</td><td>{}</td>", words(limb.name()), count(own.len() as u64));
        put!(out, "<td>{}</td><td>{}</td>", fixed(mean(|blow| blow.strike.speed), 1), fixed(fastest, 1));
        put!(out, "<td>{} m</td>", fixed(mean(|blow| blow.point.y), 2));
        let reach = mean(|blow| Vec3::new(blow.point.x, 0.0, blow.point.z).length());
        put!(out, "<td>{} m</td></tr>\n", fixed(reach, 2));
    }
    put!(out, "</tbody></table></div>\n");
}
