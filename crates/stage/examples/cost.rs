//! What a step costs: nanoseconds per actor and step, by part, for actors who walk their graph.
//!
//! `cargo run --release -p footwork-stage --features threads --example cost [-- ACTORS…]`
//!
//! With `count STEPS` before the numbers of actors it only makes so many steps with each, for a profiler that counts instructions:
//! `valgrind --tool=callgrind --toggle-collect='*Stage>::step' …/cost count 60 1000`

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::Instant;

use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderSettings};
use footwork_stage::{Phase, Probe, Rig, Settings, Stage};
use glam::{Quat, Vec3};

/// Adds up the time between marks.
struct Clock {
    last: Instant,
    sums: [f64; Phase::ALL.len()],
}

impl Probe for Clock {
    fn mark(&mut self, part: Phase) {
        let now = Instant::now();
        self.sums[part as usize] += now.duration_since(self.last).as_nanos() as f64;
        self.last = now;
    }
}

/// A stage full of people, each with room to walk.
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

const BATCHES: usize = 300;

/// s, the quickest of some batches: other work on the machine only ever adds.
fn best(mut batch: impl FnMut()) -> f64 {
    let times = (0..BATCHES).map(|_| {
        let start = Instant::now();
        batch();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let counts = args.next_if(|arg| arg == "count").is_some();
    let mut wanted: Vec<usize> = args.filter_map(|count| count.parse().ok()).collect();
    let steps = if counts && !wanted.is_empty() { wanted.remove(0) } else { 60 };
    let wanted = if wanted.is_empty() { vec![1, 30, 1000, 10_000] } else { wanted };
    let rig = Arc::new(common::rig(Show::Locomotion, 90.0, &[1, 2, 3]));
    let edges = common::edges(&rig, 5, 0.14);
    let wander = Wander::new(&rig, &edges, &WanderSettings::default()).expect("a graph");
    if counts {
        for actors in wanted {
            let mut stage = stage(&rig, &wander, actors);
            (0..steps).for_each(|_| stage.step());
            println!("{steps} steps of {actors} end in {:#018x}", stage.hash());
        }
        return;
    }
    // What looking at the clock costs.
    let mut clock = Clock { last: Instant::now(), sums: Default::default() };
    let look = best(|| (0..10_000).for_each(|_| clock.mark(Phase::Decide))) * 1e9 / 10_000.0;
    println!(
        "{:>7} {:>9} {:>9}  by part, with the clock's own {look:.0} ns taken off",
        "actors", "ns each", "ticks/s"
    );
    for actors in wanted {
        let mut stage = stage(&rig, &wander, actors);
        let ticks = (1500 / actors).max(1);
        (0..120).for_each(|_| stage.step());
        let seconds = best(|| (0..ticks).for_each(|_| stage.step()));
        let each = seconds * 1e9 / (ticks * actors) as f64;
        let mut sums = [f64::INFINITY; Phase::ALL.len()];
        for _ in 0..BATCHES {
            let mut clock = Clock { last: Instant::now(), sums: Default::default() };
            (0..ticks).for_each(|_| stage.step_probed(&mut clock));
            sums.iter_mut().zip(clock.sums).for_each(|(best, now)| *best = best.min(now));
        }
        let per = |part: Phase| sums[part as usize] / (ticks * actors) as f64;
        print!("{actors:>7} {each:>9.0} {:>9.0} ", ticks as f64 / seconds);
        for part in Phase::ALL {
            // How often each part is marked, per actor.
            let own = match part {
                Phase::Blend => 2.0,
                Phase::Kinematics => 1.25,
                Phase::Decide => 2.0 / actors as f64,
                Phase::Sample | Phase::Feet => 1.0,
                Phase::Contact => 1.0 + 1.0 / actors as f64,
            };
            print!(" {part:?} {:.0}", (per(part) - own * look).max(0.0));
        }
        println!();
        #[cfg(feature = "threads")]
        threaded(&mut stage, ticks, actors);
    }
}

#[cfg(feature = "threads")]
fn threaded(stage: &mut Stage, ticks: usize, actors: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let seconds = best(|| (0..ticks).for_each(|_| stage.step_on(&pool)));
    let each = seconds * 1e9 / (ticks * actors) as f64;
    println!("{:>7} {each:>9.0} {:>9.0}  on two threads", "", ticks as f64 / seconds);
}
