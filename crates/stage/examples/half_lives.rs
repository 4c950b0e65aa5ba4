//! How the default half-life of transitions was chosen: walks of ten minutes with several of them, measured as the tests measure
//! walks. `docs/stage.md` has the table.
//!
//! `cargo run --release -p footwork-stage --example half_lives`

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, unused_imports)]
#[path = "../tests/walk.rs"]
mod walk;

use footwork_performer::Show;
use footwork_stage::{Settings, Spring};

/// s
const HALF_LIVES: [f32; 6] = [0.05, 0.075, 0.1, 0.125, 0.15, 0.2];

fn main() {
    for show in [Show::Locomotion, Show::Boxing] {
        let rig = common::rig(show, 90.0, &[1, 2, 3]);
        let edges = common::edges(&rig, 5, 0.2);
        let springs = HALF_LIVES.map(|half| (format!("{half} s"), Spring::critical(half)));
        for (name, transition) in springs.into_iter().chain([("the paper's".into(), Spring::PAPER)]) {
            let found = walk::walk("", rig.clone(), &edges, Settings { transition, ..Settings::default() });
            println!(
                "{show:?}, {name}: {} jumps, worst {:.2} and usual {:.2} m/s, skate {:.2} cm/s, {:.2} % not held",
                found.jumps,
                found.worst_jump,
                found.usual_jump,
                100.0 * found.skate,
                100.0 * found.lost
            );
        }
    }
}
