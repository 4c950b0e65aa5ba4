//! Makes a graph, prints its figures, and writes a random walk on it as BVH, to look at.
//!
//!     cargo run --release -p footwork-graph --example walk -- out.bvh locomotion 60 boxing 60
//!     cargo run --release -p footwork-graph --example walk -- out.bvh takes/13_17.bvh takes/14_02.bvh

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;

use footwork_formats::bvh;
use footwork_graph::frames::{self, collapse::collapse};
use footwork_graph::{
    ActionSettings, FragmentSettings, FrameSettings, WalkSettings, actions, figures, fragments, play, walk,
};
use footwork_performer::Show;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (out, sources) = arguments.split_first().ok_or("where to write, and what to make it of")?;
    let files: Vec<&str> = sources.iter().map(String::as_str).filter(|s| s.ends_with(".bvh")).collect();
    let repertoire = if files.is_empty() {
        let shows = sources.chunks(2).map(|pair| (show(&pair[0]), pair[1].parse().expect("seconds")));
        common::repertoire(&shows.collect::<Vec<_>>(), 77)
    } else {
        common::real::repertoire(Path::new("."), &files)
    };
    let graph = frames::build(&repertoire, &FrameSettings::default())?;
    let states = collapse(&graph, &graph.component);
    println!("{:#?}", figures::of_frames(&repertoire, &graph, &states));
    let of_actions = actions::build(&repertoire, &ActionSettings::default())?;
    println!("{:#?}", figures::of_actions(&repertoire, &of_actions));
    let cut = fragments::build(&repertoire, &FragmentSettings::default())?;
    println!("{:#?}", figures::of_fragments(&repertoire, &cut));
    let jumps = frames::played_jumps(&repertoire, &graph)?;
    let at = |share| footwork_motion::quality::percentile(jumps.clone(), share);
    println!("{:?}\njumps {} {} {} m/s", graph.search, at(0.5), at(0.99), at(1.0));
    let segments = walk(&repertoire, &graph, &WalkSettings { seconds: 12.0, ..WalkSettings::default() })?;
    println!("{segments:?}");
    let clip = play(&repertoire, &segments, graph.blend)?;
    let mut text = Vec::new();
    bvh::write(&mut text, &repertoire.skeleton, &clip, bvh::WriteOptions::default())?;
    std::fs::write(out, text)?;
    Ok(())
}

fn show(name: &str) -> Show {
    match name {
        "boxing" => Show::Boxing,
        "tired" => Show::TiredBoxing,
        "running" => Show::Running,
        _ => Show::Locomotion,
    }
}
