//! What a boxer costs: nanoseconds per boxer and step, by part of the step, for crowds of several sizes.
//!
//! `cargo run --release -p footwork-behaviors --example instructions [-- BOXERS…]`; with `pairs` they stand in pairs instead of a
//! crowd. Seconds say little on a busy machine: `keep FILE` keeps what is baked, and `from FILE BOXERS…` goes on from there,
//! so that instructions can be counted (`valgrind --tool=callgrind --toggle-collect='*counted*'`).

#[path = "boxers/takes.rs"]
#[allow(dead_code)]
mod takes;

use std::sync::Arc;
use std::time::Instant;

use footwork_annotate::Repertoire;
use footwork_behaviors::{Aim, BakeSettings, Behavior, Boxer, BoxerSettings, Skill, bake};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Phase, Probe, Rig, Settings, Stage};
use glam::Vec3;

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

/// A crowd in which everybody fights whoever is nearest, or one of pairs that keep to themselves.
fn crowd(rig: &Arc<Rig>, skill: &Arc<Skill>, boxers: usize, pairs: bool) -> Stage {
    let mut stage = Stage::new(Settings::default(), 1).expect("sound settings");
    let aim = if pairs { Aim::Pair } else { Aim::Nearest };
    let settings = BoxerSettings { aim, ..BoxerSettings::default() };
    let mind = stage.add_mind(Boxer::new(rig, skill.clone(), settings).expect("a boxer"));
    let rig = stage.add_rig(rig.clone());
    let side = (boxers as f32).sqrt().ceil() as usize;
    for number in 0..boxers {
        let place = if pairs {
            let (pair, second) = (number / 2, number % 2 == 1);
            let (turn, aside) = if second { (std::f32::consts::PI, 0.6) } else { (0.0, -0.6) };
            let at = Vec3::new((pair % side) as f32, 0.0, (pair / side) as f32) * 4.0 + Vec3::Z * aside;
            Transform::new(yaw(turn), at)
        } else {
            let at = Vec3::new((number % side) as f32, 0.0, (number / side) as f32) * 1.5;
            Transform::new(yaw(number as f32), at)
        };
        stage.add_actor(rig, Some(mind), place).expect("a place");
    }
    stage
}

/// Boxers times steps that are counted, so that every crowd takes about as long.
const LOOKED_AT: usize = 30_000;
/// But every crowd is looked at for so many steps, in which everybody decides some times.
const LEAST_STEPS: usize = 240;
/// Steps in which everybody takes over from standing.
const BEGINNING: usize = 60;

/// What a profiler looks at.
#[inline(never)]
fn counted(stage: &mut Stage, steps: usize) {
    (0..steps).for_each(|_| stage.step());
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let keeps = arguments.first().is_some_and(|word| word == "keep");
    let file = (keeps || arguments.first().is_some_and(|word| word == "from")).then(|| {
        arguments.remove(0);
        arguments.remove(0)
    });
    let (repertoire, skill) = match &file {
        Some(file) if !keeps => {
            let rep = std::fs::read(format!("{file}.rep")).expect("a repertoire that was kept");
            let skill = std::fs::read(format!("{file}.skill")).expect("a skill that was kept");
            (Repertoire::from_bytes(&rep).expect("takes"), Skill::from_bytes(&skill).expect("a skill"))
        }
        _ => {
            let takes = takes::performer(120.0, &[1, 2, 3]);
            let skill = bake(&takes, &Behavior::boxer(), &BakeSettings::default(), UNHEARD);
            (takes, skill.expect("a skill"))
        }
    };
    if let Some(file) = file.filter(|_| keeps) {
        std::fs::write(format!("{file}.rep"), repertoire.to_bytes()).expect("a place to write");
        std::fs::write(format!("{file}.skill"), skill.to_bytes()).expect("a place to write");
        return;
    }
    let (rig, skill) = (Arc::new(Rig::new(Arc::new(repertoire)).expect("a rig")), Arc::new(skill));
    let pairs = arguments.iter().any(|word| word == "pairs");
    let wanted: Vec<usize> = arguments.iter().filter_map(|count| count.parse().ok()).collect();
    let wanted = if wanted.is_empty() { vec![2, 30, 100, 300, 1000] } else { wanted };
    for boxers in wanted {
        let mut stage = crowd(&rig, &skill, boxers, pairs);
        (0..BEGINNING).for_each(|_| stage.step());
        let steps = (LOOKED_AT / boxers.max(1)).max(LEAST_STEPS);
        let mut clock = Clock { last: Instant::now(), sums: [0.0; Phase::ALL.len()] };
        (0..steps).for_each(|_| stage.step_probed(&mut clock));
        let begun = Instant::now();
        counted(&mut stage, steps);
        let each = |nanoseconds: f64| nanoseconds / (steps * boxers) as f64;
        println!("{boxers} boxers, {steps} steps: {:.0} ns", each(begun.elapsed().as_nanos() as f64));
        let pool = rayon::ThreadPoolBuilder::new().build().expect("threads");
        let shared = pool.install(|| {
            let begun = Instant::now();
            (0..steps).for_each(|_| stage.step_on(&pool));
            begun.elapsed().as_nanos() as f64
        });
        println!("  on {} threads: {:.0} ns", pool.current_num_threads(), each(shared));
        for part in Phase::ALL {
            println!("  {part:?}: {:.0} ns", each(clock.sums[part as usize]));
        }
    }
}
