//! How the frame graph grows: time and memory from annotated clips to the frame graph, for more and more hours.
//!
//!     cargo run --release -p footwork-graph --example scale -- 0.5 1 2 4
//!
//! Each size runs in its own process, so that the peak memory is its own.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use footwork_graph::frames::{self, FrameSettings, collapse::collapse};
use footwork_graph::{ActionSettings, actions};
use footwork_performer::Show;
use footwork_plan::progress::UNHEARD;
use footwork_testing::time::process_seconds;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [one, hours] = &arguments[..]
        && one == "--one"
    {
        return measure(hours.parse().expect("hours"));
    }
    println!(
        "hours  frames  candidates  transitions  seconds  CPU s  peak MB  bounds/candidate  distances/candidate  µs CPU/(n ln n)"
    );
    for hours in &arguments {
        let me = std::env::current_exe().expect("this program");
        std::process::Command::new(me).args(["--one", hours]).status().expect("a process");
    }
}

/// Takes of 90 s to 600 s of all shows in turn.
fn shows(hours: f32) -> Vec<(Show, f32)> {
    let all = [Show::Locomotion, Show::Boxing, Show::Running, Show::TiredBoxing];
    let lengths = [90.0, 600.0, 180.0, 300.0, 450.0];
    let (mut left, mut shows) = (hours * 3600.0, Vec::new());
    while left > 1.0 {
        let seconds = f32::min(lengths[shows.len() % lengths.len()], left);
        shows.push((all[shows.len() % all.len()], seconds));
        left -= seconds;
    }
    shows
}

fn measure(hours: f32) {
    let repertoire = common::repertoire(&shows(hours), 1000);
    let before = peak();
    let (start, cpu) = (Instant::now(), process_seconds());
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
    let states = collapse(&graph, &graph.component);
    let seconds = start.elapsed().as_secs_f64();
    let cpu = process_seconds() - cpu;
    let search = &graph.search;
    let n = search.candidates as f64;
    println!(
        "{hours:5} {:7} {:11} {:12} {seconds:8.2} {cpu:6.2} {:8} {:17.0} {:20.0} {:12.2}",
        graph.numbering.frames(),
        search.candidates,
        graph.to.len(),
        peak(),
        search.bounds as f64 / n,
        search.distances as f64 / n,
        cpu * 1e6 / (n * n.ln()),
    );
    eprintln!(
        "      clips alone {before} MB; {} states, {} actions, {:.3} of the frames inside; {search:?}",
        states.frames.len(),
        states.to.len(),
        f64::from(graph.component.inside) / graph.numbering.frames() as f64,
    );
    let (start, cpu) = (Instant::now(), process_seconds());
    let graph = actions::build(&repertoire, &ActionSettings::default(), UNHEARD).expect("an action graph");
    eprintln!(
        "      action graph: {} actions, {} nodes, {} dead ends, {:.2} s, {:.2} CPU s",
        graph.edges.len(),
        graph.nodes(),
        graph.dead_ends,
        start.elapsed().as_secs_f64(),
        process_seconds() - cpu,
    );
}

/// The most memory this process ever held, in MB; 0 where the system does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kb.unwrap_or(0) / 1024
}
