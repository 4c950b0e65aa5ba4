//! How solving grows: random problems of given sizes, structured like a real one.
//!
//!     cargo run --release -p footwork-plan --example solve -- 1000 5934 15000:150:words
//!
//! A size is STATES[:INPUTS[:FORM[:CHAIN[:BOUND]]]], with 150 inputs, `dense` (or `words`, `bytes`, `sparse`, the best
//! 8 %), `chain` (or `constant`, `uniform`, `ignored`) and a bound of 0.001 unless told otherwise. Each size runs in its
//! own process, so that the peak memory is its own. With CHECK set it also
//! checks the bound by an independent evaluation, which takes a minute or two.

use std::time::Instant;

use footwork_motion::Rng;
use footwork_plan::policy::{
    Inputs, Problem, Solving, Sparse, Transitions, best, evaluate, improve, roofline, solve, to_byte, to_word,
};
use footwork_plan::progress::UNHEARD;
use rayon::prelude::*;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [one, size] = &arguments[..]
        && one == "--one"
    {
        return measure(size);
    }
    println!(
        "states inputs form   next_input  rehearsals improvements evaluations    bound seconds  s/improvement  roofline s  ratio  CPU ratio  peak MB  checked bound"
    );
    for size in &arguments {
        let me = std::env::current_exe().expect("this program");
        std::process::Command::new(me).args(["--one", size]).status().expect("a process");
    }
}

fn measure(size: &str) {
    let mut parts = size.split(':');
    let mut part = |otherwise: &'static str| parts.next().unwrap_or(otherwise).to_owned();
    let states: usize = part("1000").parse().expect("a number of states");
    let inputs: usize = part("150").parse().expect("a number of inputs");
    let (form, who) = (part("dense"), part("chain"));
    let bound: f32 = part("0.001").parse().expect("a bound");

    let world = World::new(states, inputs);
    let (mut dense, mut words, mut bytes, mut sparse) = (vec![], vec![], vec![], Sparse::default());
    match form.as_str() {
        "words" => words = world.transitions(to_word),
        "bytes" => bytes = world.transitions(to_byte),
        "sparse" => sparse = world.thresholded(0.08),
        _ => dense = world.transitions(|quality| quality),
    }
    let transitions = match form.as_str() {
        "words" => Transitions::Words(&words),
        "bytes" => Transitions::Bytes(&bytes),
        "sparse" => Transitions::Sparse(&sparse),
        _ => Transitions::Dense(&dense),
    };
    let (response, model) = (world.response(), world.model());
    let next_input = match who.as_str() {
        "constant" => Inputs::Constant,
        "uniform" => Inputs::Uniform,
        "ignored" => Inputs::Ignored,
        _ => Inputs::Chain(&model),
    };
    let problem = Problem { states, inputs, transitions, response: &response, next_input, discount: 0.999 };

    let start = Instant::now();
    let settings = Solving { bound, ..Solving::default() };
    let solution = solve(&problem, &settings, None, UNHEARD);
    let solution = solution.expect("a solution");
    let seconds = start.elapsed().as_secs_f64();
    let peak = peak();

    // The better of three each, in turn. Processor time is what counts on a machine that does other things as well.
    let (mut step, mut registers) = (Cost::most(), Cost::most());
    for _ in 0..3 {
        let start = Cost::now();
        improve(&problem, &solution.table.values).expect("a policy");
        step = step.less(start);
        let start = Cost::now();
        roofline(states as u64 * states as u64 * inputs as u64);
        registers = registers.less(start);
    }
    let effort = &solution.effort;
    println!(
        "{states:9} {inputs:4} {form:6} {who:7} {:10} {:12} {:11} {:8.1e} {seconds:7.2} {:14.3} {:11.3} {:6.2} {:10.2} {peak:8} {}{}",
        effort.rehearsal_steps,
        effort.improvement_steps,
        effort.evaluation_steps,
        effort.error_bound,
        step.wall,
        registers.wall,
        step.wall / registers.wall,
        step.processor / registers.processor,
        checked(&problem, &solution.table.policy),
        if solution.finished { "" } else { " (not finished)" },
    );
}

/// What the policy is worth, found independently, and what one more step could add to it at 200 places: no place can
/// lose more than the most of that anywhere, as a share of the largest possible value.
fn checked(problem: &Problem<'_>, policy: &[u32]) -> String {
    if std::env::var_os("CHECK").is_none() {
        return "-".to_owned();
    }
    let worth = evaluate(problem, policy, 1e-6, 5000).expect("an evaluation");
    let values: Vec<f32> = worth.values.iter().map(|&value| value as f32).collect();
    let mut most: f32 = 0.0;
    for i in 0..200 {
        let (f, c) = (i * 7919 % problem.states, i * 31 % problem.inputs);
        let choice = best(problem, &values, f, c, 1).expect("a choice")[0];
        most = most.max(choice.value - values[f * problem.inputs + c]);
    }
    format!("{most:.1e} (evaluated to {:.0e} in {} steps)", worth.error, worth.steps)
}

/// States lie in clips of 80, each doing one thing; a state has a place in a space of poses that its clip runs
/// through in circles, and another follows well if it lies where this one's next lies.
struct World {
    states: usize,
    inputs: usize,
    places: Vec<[f32; POSE]>,
    /// What each state does, as a place among inputs.
    does: Vec<[f32; 2]>,
    wants: Vec<[f32; 2]>,
}

const POSE: usize = 6;
const CLIP: usize = 80;

impl World {
    fn new(states: usize, inputs: usize) -> World {
        let mut random = Rng::new(1);
        let (mut places, mut does) = (Vec::new(), Vec::new());
        let (mut centre, mut swing, mut act, mut pace) = ([0.0; POSE], [0.0; POSE], [0.0; 2], 0.0);
        for f in 0..states {
            if f % CLIP == 0 {
                centre = std::array::from_fn(|_| random.unit() * 1.6);
                swing = std::array::from_fn(|_| 0.3 + random.unit());
                act = std::array::from_fn(|_| random.unit());
                pace = 0.3 + 0.4 * random.unit();
            }
            let phase = f as f32 * pace;
            places.push(std::array::from_fn(|i| {
                centre[i] + swing[i] * (phase + i as f32 * 1.3).sin() + 0.1 * random.unit()
            }));
            does.push(act.map(|x| x + 0.1 * random.unit()));
        }
        let wants = (0..inputs).map(|_| [random.unit(), random.unit()]).collect();
        World { states, inputs, places, does, wants }
    }

    fn quality(&self, f: usize, to: usize) -> f32 {
        let next = (f + 1) % self.states;
        if to == next {
            return 1.0;
        }
        // No stutter: what was just played does not come again at once.
        if to <= f && to + 4 > f {
            return 0.0;
        }
        let away: f32 = (0..POSE).map(|i| (self.places[to][i] - self.places[next][i]).powi(2)).sum();
        (-2.0 * away).exp()
    }

    fn transitions<T: Send>(&self, code: impl Fn(f32) -> T + Sync) -> Vec<T> {
        let pairs = (0..self.states * self.states).into_par_iter();
        pairs.map(|at| code(self.quality(at / self.states, at % self.states))).collect()
    }

    fn thresholded(&self, share: f64) -> Sparse {
        let dense = self.transitions(|quality| quality);
        let mut sorted: Vec<f32> = dense.iter().copied().step_by(97).collect();
        sorted.sort_by(f32::total_cmp);
        let least = sorted[((1.0 - share) * sorted.len() as f64) as usize];
        Sparse::at_least(&Transitions::Dense(&dense), self.states, least)
    }

    fn response(&self) -> Vec<f32> {
        let mut response = Vec::with_capacity(self.states * self.inputs);
        for does in &self.does {
            response.extend(self.wants.iter().map(|wants| {
                let away = (wants[0] - does[0]).powi(2) + (wants[1] - does[1]).powi(2);
                (-8.0 * away).exp()
            }));
        }
        response
    }

    /// The next_input holds a input for a second or so and then goes to one of a few; one input in ten is never left.
    fn model(&self) -> Vec<f32> {
        let mut random = Rng::new(2);
        let mut model = vec![0.0; self.inputs * self.inputs];
        for (c, row) in model.chunks_mut(self.inputs).enumerate() {
            row[c] = 1.0;
            if c % 10 == 9 {
                continue;
            }
            for _ in 0..12 {
                row[((random.unit() * self.inputs as f32) as usize).min(self.inputs - 1)] +=
                    0.02 * random.unit();
            }
            let sum: f32 = row.iter().sum();
            row.iter_mut().for_each(|share| *share /= sum);
        }
        model
    }
}

/// Seconds by the clock and of the processors.
struct Cost {
    wall: f64,
    processor: f64,
}

impl Cost {
    fn most() -> Cost {
        Cost { wall: f64::INFINITY, processor: f64::INFINITY }
    }

    fn now() -> (Instant, f64) {
        (Instant::now(), processor_time())
    }

    fn less(&self, (start, processor): (Instant, f64)) -> Cost {
        let wall = self.wall.min(start.elapsed().as_secs_f64());
        Cost { wall, processor: self.processor.min(processor_time() - processor) }
    }
}

/// Seconds that all threads of this process have had, to a hundredth.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The most memory this process ever had, in MB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}
