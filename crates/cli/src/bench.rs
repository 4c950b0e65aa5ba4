//! `footwork bench`: what things cost on this machine.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, Subcommand};
use footwork::motion::Transform;
use footwork::motion::glam::{Quat, Vec3};
use footwork::performer::Show;
use footwork::stage::minds::Wander;
use footwork::stage::{Phase, Probe, Rig, Settings, Stage};
use footwork::{performance, walk_about};
use serde_json::json;

use crate::terminal::{self, CommandError, Paint, paint};

/// Measures what things cost on this machine.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork bench stage
  footwork bench stage --actors 100,5000 --threads 2 --json")]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Actors who walk their graph: how many, and what each costs per tick, by part
    Stage(StageBench),
}

#[derive(Args)]
struct StageBench {
    /// How many actors
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,30,1000,10000",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    actors: Vec<u32>,
    /// On how many threads; parts are measured on one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        match &self.what {
            What::Stage(bench) => bench.run(),
        }
    }
}

/// Actor-ticks per run: some seconds of work.
const WORK: u64 = 1_200_000;

impl StageBench {
    fn run(&self) -> Result<ExitCode, CommandError> {
        let fail = |error: &dyn std::fmt::Display| CommandError::Other(error.to_string());
        let repertoire = performance(&[Show::Locomotion], 90.0, &[1, 2]).map_err(|error| fail(&error))?;
        let rig = Arc::new(Rig::new(Arc::new(repertoire)).map_err(|error| fail(&error))?);
        let mind = walk_about(&rig, &[]).map_err(|error| fail(&error))?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.into())
            .build()
            .map_err(|error| fail(&error))?;
        let mut runs = Vec::new();
        if !self.json {
            let head = format!(
                "{:>8} {:>7} {:>8} {:>9} {:>14}   ns per actor and tick on one thread, by part",
                "actors", "ticks", "seconds", "ticks/s", "ns/actor-tick"
            );
            terminal::line(paint(&head, Paint::Bold));
        }
        for &actors in &self.actors {
            let run = measure(&rig, &mind, actors, &pool).map_err(|error| fail(&error))?;
            if !self.json {
                let parts = run.parts.iter().map(|(name, ns)| format!("{name} {ns:.0}"));
                terminal::line(format!(
                    "{actors:>8} {:>7} {:>8.2} {:>9.0} {:>14.0}   {}",
                    run.ticks,
                    run.seconds,
                    run.ticks as f64 / run.seconds,
                    run.each(),
                    parts.collect::<Vec<_>>().join(", ")
                ));
            }
            runs.push(run);
        }
        if self.json {
            let runs: Vec<_> = runs.iter().map(Run::json).collect();
            let object = json!({ "threads": self.threads, "joints": rig.skeleton().len(), "runs": runs });
            terminal::line(format!("{object:#}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

struct Run {
    actors: u32,
    ticks: u64,
    /// s
    seconds: f64,
    /// ns per actor and tick, on one thread.
    parts: Vec<(&'static str, f64)>,
}

impl Run {
    fn each(&self) -> f64 {
        1e9 * self.seconds / (self.ticks * u64::from(self.actors)) as f64
    }

    fn json(&self) -> serde_json::Value {
        let parts: serde_json::Map<_, _> =
            self.parts.iter().map(|(name, ns)| ((*name).to_string(), json!(ns))).collect();
        json!({
            "actors": self.actors,
            "ticks": self.ticks,
            "seconds": self.seconds,
            "ticks_per_second": self.ticks as f64 / self.seconds,
            "ns_per_actor_tick": self.each(),
            "parts": parts,
        })
    }
}

fn measure(
    rig: &Arc<Rig>,
    mind: &Wander,
    actors: u32,
    pool: &rayon::ThreadPool,
) -> Result<Run, Box<dyn std::error::Error>> {
    let mut stage = Stage::new(Settings::default(), 1)?;
    let (rig, mind) = (stage.add_rig(rig.clone()), stage.add_mind(mind.clone()));
    let side = f64::from(actors).sqrt().ceil() as u32;
    for number in 0..actors {
        let at = Vec3::new((number % side) as f32 * 3.0, 0.0, (number / side) as f32 * 3.0);
        let facing = Quat::from_rotation_y(number as f32);
        stage.add_actor(rig, Some(mind), Transform::new(facing, at))?;
    }
    let ticks = (WORK / u64::from(actors)).clamp(60, 20_000);
    // Everybody has begun to walk, and all memory is there.
    (0..60).for_each(|_| stage.step());
    let start = Instant::now();
    match pool.current_num_threads() {
        1 => (0..ticks).for_each(|_| stage.step()),
        _ => (0..ticks).for_each(|_| stage.step_on(pool)),
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(Run { actors, ticks, seconds, parts: parts(&mut stage, (ticks / 4).max(30), actors) })
}

/// Adds up the time between marks.
struct Clock {
    last: Instant,
    sums: [f64; Phase::ALL.len()],
    marks: [u64; Phase::ALL.len()],
}

impl Clock {
    fn new() -> Clock {
        Clock { last: Instant::now(), sums: Default::default(), marks: Default::default() }
    }
}

impl Probe for Clock {
    fn mark(&mut self, part: Phase) {
        let now = Instant::now();
        self.sums[part as usize] += now.duration_since(self.last).as_nanos() as f64;
        self.marks[part as usize] += 1;
        self.last = now;
    }
}

/// ns per actor and tick in each part, without what looking at the clock costs.
fn parts(stage: &mut Stage, ticks: u64, actors: u32) -> Vec<(&'static str, f64)> {
    let mut looks = Clock::new();
    (0..100_000).for_each(|_| looks.mark(Phase::Decide));
    let look = looks.sums[Phase::Decide as usize] / 100_000.0;
    let mut clock = Clock::new();
    for _ in 0..ticks {
        clock.last = Instant::now();
        stage.step_probed(&mut clock);
    }
    let per = |part: Phase| {
        let own = clock.sums[part as usize] - look * clock.marks[part as usize] as f64;
        own.max(0.0) / (ticks * u64::from(actors)) as f64
    };
    Phase::ALL.iter().map(|part| (name(*part), per(*part))).collect()
}

fn name(part: Phase) -> &'static str {
    match part {
        Phase::Decide => "decide",
        Phase::Sample => "sample",
        Phase::Blend => "blend",
        Phase::Feet => "feet",
        Phase::Kinematics => "kinematics",
        Phase::Contact => "contact",
    }
}
