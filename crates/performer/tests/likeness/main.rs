//! The performer beside people: one table, and what must hold of it. Run with `--nocapture` to see the table.

mod joints;
mod strides;
mod takes;

use footwork_motion::quality::percentile;

use joints::{PARTS, spread};
use strides::{Feet, Stride};
use takes::{Kind, Take, mocap, performed, recorded};

/// A figure of a stride: what it is, its unit, how to get it.
type Figure = (&'static str, &'static str, fn(&Stride) -> f32);

const FIGURES: [Figure; 10] = [
    ("step length", "m", |s| s.step),
    ("cadence", "steps/min", |s| s.cadence),
    ("pelvis rise and fall", "cm", |s| 100.0 * s.rise),
    ("knee range", "°", |s| s.knee),
    ("knee bent most", "°", |s| s.knee_most),
    ("hip range", "°", |s| s.hip),
    ("double support", "%", |s| 100.0 * s.double),
    ("flight", "%", |s| 100.0 * s.flight),
    ("extrapolated centre ahead of ankle", "cm", |s| 100.0 * s.ahead),
    ("extrapolated centre inside ankle", "cm", |s| 100.0 * s.inside),
];

/// m/s. Strides are compared with strides of about the same speed.
const SPEEDS: [(bool, f32, f32); 6] = [
    (false, 0.6, 0.95),
    (false, 0.95, 1.3),
    (false, 1.3, 1.75),
    (true, 2.0, 2.8),
    (true, 2.8, 3.6),
    (true, 3.6, 5.5),
];

fn strides(takes: &[Take]) -> Vec<Stride> {
    takes.iter().flat_map(|take| Feet::of(take).strides()).collect()
}

fn among(strides: &[Stride], (runs, from, to): (bool, f32, f32)) -> Vec<Stride> {
    strides.iter().filter(|s| s.runs == runs && (from..to).contains(&s.speed)).copied().collect()
}

#[test]
fn strides_are_within_the_range_of_people() {
    let ours = strides(&performed());
    let Some(folder) = mocap() else { return };
    let theirs = strides(&recorded(&folder));
    println!("| gait | figure | performer: median | 5 % to 95 % | people: median | 5 % to 95 % |");
    println!("|---|---|---|---|---|---|");
    for group in SPEEDS {
        let (ours, theirs) = (among(&ours, group), among(&theirs, group));
        let gait = if group.0 { "run" } else { "walk" };
        for (name, unit, get) in FIGURES {
            let of = |s: &[Stride], share| percentile(s.iter().map(get).collect(), share);
            let cell = |s: &[Stride]| format!("{:.2} | {:.2} to {:.2}", of(s, 0.5), of(s, 0.05), of(s, 0.95));
            println!(
                "| {gait} {} to {} m/s ({}, {}) | {name}, {unit} | {} | {} |",
                group.1,
                group.2,
                ours.len(),
                theirs.len(),
                cell(&ours),
                cell(&theirs)
            );
        }
    }
    let jumps =
        |takes: &[Take]| -> Vec<f32> { takes.iter().flat_map(|take| Feet::of(take).jumps()).collect() };
    println!("{:?}\n{:?}", jumps(&performed()), jumps(&recorded(&folder)));
}

#[test]
fn joints_move_no_more_abruptly_than_those_of_people() {
    let ours = performed();
    let Some(folder) = mocap() else { return };
    let theirs = recorded(&folder);
    println!(
        "| kind | part | speed 50 %, 95 %, 99.9 % m/s: performer | people | acceleration 99.9 %, most m/s2 | people 99.9 % |"
    );
    println!("|---|---|---|---|---|---|");
    for kind in Kind::ALL {
        for (part, roles) in PARTS {
            let (us, them) = (spread(&ours, kind, roles), spread(&theirs, kind, roles));
            let speeds =
                |s: &joints::Spread| [0.5, 0.95, 0.999].map(|p| format!("{:.2}", s.speed(p))).join(", ");
            let most =
                us.accelerations.iter().max_by(|a, b| a.0.total_cmp(&b.0)).copied().unwrap_or_default();
            println!(
                "| {kind:?} | {part} | {} | {} | {:.0}, {:.0} ({} {:.2} s) | {:.0} |",
                speeds(&us),
                speeds(&them),
                us.acceleration(0.999),
                most.0,
                ours[most.1].name,
                most.2 as f32 / 60.0,
                them.acceleration(0.999)
            );
        }
    }
}
