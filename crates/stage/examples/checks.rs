//! What it costs to be able to go back after a panic, as the studio is: every step is caught, and once a second a snapshot is
//! kept. Steps with and without it take turns in one run, and the thread's own processor time counts, where Linux tells:
//! other work on the machine adds little to that.
//!
//! `cargo run --release -p footwork-stage --example checks [-- ACTORS…]`
//!
//! With `count` it makes 600 steps without, with `count checked` 600 steps with it, for a profiler that counts instructions:
//! `valgrind --tool=callgrind --toggle-collect='checks::run' …/checks count checked 30`

#[path = "../tests/common/mod.rs"]
mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderSettings};
use footwork_stage::{Rig, Settings, Snapshot, Stage};
use footwork_testing::time::thread_seconds;
use glam::{Quat, Vec3};

/// Steps between two snapshots: a second.
const KEEP_EVERY: usize = 60;
/// Turns of each kind; the quickest counts, since other work on the machine only ever adds.
const TURNS: usize = 60;

fn stage(rig: &Arc<Rig>, wander: &Wander, actors: usize) -> Stage {
    let mut stage = Stage::new(Settings::default(), 1).expect("sound settings");
    let mind = stage.add_mind(wander.clone());
    let rig = stage.add_rig(rig.clone());
    let side = (actors as f32).sqrt().ceil() as usize;
    for number in 0..actors {
        let at = Vec3::new((number % side) as f32 * 3.0, 0.0, (number / side) as f32 * 3.0);
        let facing = Quat::from_rotation_y(number as f32);
        stage.add_actor(rig, Some(mind), Transform::new(facing, at)).expect("a place");
    }
    stage
}

/// A second of steps, with or without the checks. Never inlined, so that a profiler finds it.
#[inline(never)]
fn run(stage: &mut Stage, kept: &mut Vec<Snapshot>, checked: bool) {
    for _ in 0..KEEP_EVERY {
        if checked {
            catch_unwind(AssertUnwindSafe(|| stage.step())).expect("it does not panic");
        } else {
            stage.step();
        }
    }
    if checked {
        if kept.len() == 2 {
            kept.remove(0);
        }
        kept.push(stage.snapshot());
    }
}

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let counts = args.next_if(|arg| arg == "count").is_some();
    let checked = args.next_if(|arg| arg == "checked").is_some();
    let wanted: Vec<usize> = args.filter_map(|count| count.parse().ok()).collect();
    let wanted = if wanted.is_empty() { vec![1, 30, 1000] } else { wanted };
    let rig = Arc::new(common::rig(Show::Locomotion, 90.0, &[1, 2, 3]));
    let ways = common::edges(&rig, 5, 0.14);
    let wander = Wander::new(&rig, &ways, &WanderSettings::default()).expect("a graph");
    for actors in wanted {
        let mut stage = stage(&rig, &wander, actors);
        let mut kept = Vec::new();
        if counts {
            (0..10).for_each(|_| run(&mut stage, &mut kept, checked));
            println!("600 steps of {actors} end in {:#018x}", stage.hash());
            continue;
        }
        // Both kinds make the same steps: each turn begins where the other did.
        let mut best = [f64::INFINITY; 2];
        for turn in 0..TURNS {
            let start = stage.snapshot();
            // Whoever is first finds a cold cache.
            let order = if turn % 2 == 0 { [false, true] } else { [true, false] };
            for checked in order {
                stage.restore(&start).expect("its own");
                let before = thread_seconds();
                run(&mut stage, &mut kept, checked);
                let best = &mut best[usize::from(checked)];
                *best = best.min(thread_seconds() - before);
            }
        }
        let [plain, with] = best.map(|seconds| seconds * 1e6 / KEEP_EVERY as f64);
        println!(
            "{actors:>6} actors: {plain:8.2} µs a step, {with:8.2} with the checks: {:+.2} %",
            100.0 * (with / plain - 1.0)
        );
    }
}
