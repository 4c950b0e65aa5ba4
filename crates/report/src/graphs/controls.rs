//! What fragments do: where they go, how they turn, and whether they are in the air.

use footwork_graph::Control;

use crate::html::{count, number, percent, put, px};
use crate::plot::{Series, decimals, histogram, tick_step};

/// px
const SIZE: f64 = 440.0;
/// px, around the picture, for the numbers of its axes.
const PAD: f64 = 34.0;
/// Points are put together on a raster this fine, so that an hour of motion is a small picture.
const RASTER: f64 = 3.0;
/// How many colours there are from turning right to turning left.
const TURNS: usize = 5;

/// The velocity plane, coloured by how fast the body turns.
pub fn controls(out: &mut String, controls: &[Control]) {
    let good =
        |control: &&Control| control.velocity.iter().all(|v| v.is_finite()) && control.turning.is_finite();
    let controls: Vec<&Control> = controls.iter().filter(good).collect();
    if controls.is_empty() {
        return;
    }
    let mut turning: Vec<f32> = controls.iter().map(|control| control.turning.abs()).collect();
    turning.sort_by(f32::total_cmp);
    // rad/s, where the colour is full.
    let full = f64::from(turning[(turning.len() - 1) * 95 / 100]).max(0.2);
    put!(
        out,
        "<div class=\"columns\" style=\"margin-top:16px\"><div><h4>Velocity, as the body sees it</h4>\n"
    );
    plane(out, &controls, full);
    legend(out, full);
    put!(out, "</div><div><h4>Speed</h4>\n");
    let speed = |control: &&&Control| libm::hypotf(control.velocity[0], control.velocity[1]);
    let grounded: Vec<f32> = controls.iter().filter(|control| !control.airborne).map(|c| speed(&c)).collect();
    let airborne: Vec<f32> = controls.iter().filter(|control| control.airborne).map(|c| speed(&c)).collect();
    let series = [
        Series { class: "bar2", name: "on the ground", values: &grounded },
        Series { class: "k5", name: "in the air", values: &airborne },
    ];
    histogram(out, &series, "speed, m/s");
    let signed: Vec<f32> = controls.iter().map(|control| control.turning).collect();
    put!(out, "<h4 style=\"margin-top:12px\">Turning</h4>\n");
    histogram(
        out,
        &[Series { class: "bar2", name: "", values: &signed }],
        "turning rate, rad/s, to the left is positive",
    );
    let share = airborne.len() as f64 / controls.len() as f64;
    let fastest = grounded.iter().chain(&airborne).fold(0.0_f32, |a, b| a.max(*b));
    put!(out, "<small>{} fragments, {} of them in the air", count(controls.len() as u64), percent(share));
    put!(out, "; the fastest goes {} m/s.</small></div></div>\n", number(fastest.into(), 1));
}

/// The colour of a turning rate: `t0` turns left, the middle goes straight.
fn turn_slot(turning: f64, full: f64) -> usize {
    let share = 0.5 - 0.5 * (turning / full).clamp(-1.0, 1.0);
    ((share * TURNS as f64) as usize).min(TURNS - 1)
}

fn plane(out: &mut String, controls: &[&Control], full: f64) {
    let (mut low, mut high) = ([-0.5_f64; 2], [0.5_f64; 2]);
    for control in controls {
        for axis in 0..2 {
            let value = f64::from(control.velocity[axis]).clamp(-15.0, 15.0);
            (low[axis], high[axis]) = (low[axis].min(value), high[axis].max(value));
        }
    }
    // Left on the picture is the body's left, ahead is up: as if one walked behind it.
    let span = 1.05 * (high[0] - low[0]).max(high[1] - low[1]);
    let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];
    let scale = (SIZE - 2.0 * PAD) / span;
    let x = |left: f64| 0.5 * SIZE - scale * (left - middle[0]);
    let y = |ahead: f64| 0.5 * SIZE - scale * (ahead - middle[1]);
    put!(
        out,
        "<svg class=\"plot\" viewBox=\"0 0 {SIZE} {SIZE}\" width=\"{SIZE}\" height=\"{SIZE}\" role=\"img\" "
    );
    put!(out, "aria-label=\"Velocities of fragments\">");
    let step = tick_step(span, 6.0);
    let (near, far, places) = (PAD, SIZE - PAD, decimals(step));
    let mut lines = String::new();
    let mut value = ((middle[0] - 0.5 * span) / step).ceil() * step;
    while value <= middle[0] + 0.5 * span {
        put!(lines, "M{} {near}V{far}", px(x(value)));
        put!(
            out,
            "<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>",
            px(x(value)),
            far + 13.0,
            number(value.abs(), places)
        );
        value += step;
    }
    let mut value = ((middle[1] - 0.5 * span) / step).ceil() * step;
    while value <= middle[1] + 0.5 * span {
        put!(lines, "M{near} {}H{far}", px(y(value)));
        put!(
            out,
            "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            near - 5.0,
            px(y(value) + 4.0),
            number(value, places)
        );
        value += step;
    }
    put!(out, "<path class=\"grid\" d=\"{lines}\"/>");
    put!(out, "<path class=\"axis\" d=\"M{} {near}V{far}M{near} {}H{far}\"/>", px(x(0.0)), px(y(0.0)));
    let (below, above) = (far + 28.0, near - 9.0);
    put!(
        out,
        "<text x=\"{near}\" y=\"{below}\">← left</text><text class=\"end\" x=\"{far}\" y=\"{below}\">right →</text>"
    );
    put!(out, "<text class=\"mid\" x=\"{}\" y=\"{above}\">ahead, m/s</text>", 0.5 * SIZE);
    // One mark per cell of the raster and kind: those on the ground first, so that the others are seen.
    let mut cells: Vec<(bool, usize, i32, i32)> = controls
        .iter()
        .map(|control| {
            let [left, ahead] = control.velocity.map(|v| f64::from(v).clamp(-15.0, 15.0));
            let cell = |place: f64| (place / RASTER).round() as i32;
            (control.airborne, turn_slot(control.turning.into(), full), cell(x(left)), cell(y(ahead)))
        })
        .collect();
    cells.sort_unstable();
    cells.dedup();
    for (airborne, mark) in [(false, "m-1.5-1.5h3v3h-3z"), (true, "m-3 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0z")] {
        for slot in 0..TURNS {
            let mut path = String::new();
            for (_, _, x, y) in cells.iter().filter(|(air, turn, _, _)| (*air, *turn) == (airborne, slot)) {
                put!(path, "M{} {}{mark}", px(RASTER * f64::from(*x)), px(RASTER * f64::from(*y)));
            }
            let class = if airborne { format!("air u{slot}") } else { format!("t{slot}") };
            put!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    put!(out, "</svg>\n");
}

fn legend(out: &mut String, full: f64) {
    put!(out, "<div class=\"legend\"><span>turns</span>");
    for slot in 0..TURNS {
        let middle = full * (2.0 * (slot as f64 + 0.5) / TURNS as f64 - 1.0);
        let name = match slot {
            0 => format!("left, {} rad/s", number(middle.abs(), 1)),
            _ if slot == TURNS - 1 => format!("right, {} rad/s", number(middle, 1)),
            _ if slot == TURNS / 2 => "straight".into(),
            _ => String::new(),
        };
        put!(
            out,
            "<span><svg class=\"key\" width=\"11\" height=\"11\"><rect class=\"t{slot}\" width=\"11\" height=\"11\" rx=\"2\"/></svg>{name}</span>"
        );
    }
    put!(
        out,
        "<span><svg class=\"key\" width=\"12\" height=\"12\"><circle class=\"air u2\" cx=\"6\" cy=\"6\" r=\"4\"/></svg>in the air</span></div>\n"
    );
}
