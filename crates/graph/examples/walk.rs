//! Makes a graph, prints its figures, and writes a random walk on it as BVH, to look at.
//!
//!     cargo run --release -p footwork-graph --example walk -- out.bvh locomotion 60 boxing 60
//!     cargo run --release -p footwork-graph --example walk -- out.bvh takes/13_17.bvh takes/14_02.bvh

#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::path::Path;

use footwork_annotate::Repertoire;
use footwork_formats::bvh;
use footwork_graph::frames::{self, collapse::collapse};
use footwork_graph::{
    ActionSettings, FragmentSettings, FrameSegment, FrameSettings, WalkSettings, actions, figures, fragments,
    play, walk,
};
use footwork_motion::{Side, WorldClip};
use footwork_performer::Show;
use footwork_plan::progress::UNHEARD;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (out, sources) = arguments.split_first().ok_or("where to write, and what to make it of")?;
    let files: Vec<&str> = sources.iter().map(String::as_str).filter(|s| s.ends_with(".bvh")).collect();
    let repertoire = if files.is_empty() {
        let shows = sources.chunks(2).map(|pair| (show(&pair[0]), pair[1].parse().expect("seconds")));
        common::repertoire(&shows.collect::<Vec<_>>(), 77)
    } else {
        common::real::repertoire(Path::new("."), &files)
    };
    let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD)?;
    let states = collapse(&graph, &graph.component);
    println!("{:#?}", figures::of_frames(&repertoire, &graph, &states));
    let of_actions = actions::build(&repertoire, &ActionSettings::default(), UNHEARD)?;
    println!("{:#?}", figures::of_actions(&repertoire, &of_actions));
    let cut = fragments::build(&repertoire, &FragmentSettings::default())?;
    println!("{:#?}", figures::of_fragments(&repertoire, &cut));
    let jumps = frames::played_jumps(&repertoire, &graph)?;
    let at = |share| footwork_motion::quality::percentile(jumps.clone(), share);
    println!("{:?}\njumps {} {} {} m/s", graph.search, at(0.5), at(0.99), at(1.0));
    let long = WalkSettings { seconds: 300.0, ..WalkSettings::default() };
    let [blended, recorded] = skate(&repertoire, &walk(&repertoire, &graph, &long)?, graph.blend)?;
    println!("planted feet slide {blended:.1} cm/s in blends, {recorded:.1} cm/s elsewhere");
    let segments = walk(&repertoire, &graph, &WalkSettings { seconds: 12.0, ..WalkSettings::default() })?;
    println!("{segments:?}");
    let clip = play(&repertoire, &segments, graph.blend)?;
    let mut text = Vec::new();
    bvh::write(&mut text, &repertoire.skeleton, &clip, bvh::WriteOptions::default())?;
    std::fs::write(out, text)?;
    Ok(())
}

/// cm/s that ankles of planted feet slide, while two recordings are blended in which both are planted, and elsewhere.
fn skate(repertoire: &Repertoire, walk: &[FrameSegment], blend: f32) -> Result<[f32; 2], Box<dyn Error>> {
    let clip = play(repertoire, walk, blend)?;
    let world = WorldClip::new(&repertoire.skeleton, &clip);
    let half = (0.5 * blend * clip.rate()).round() as i64;
    let (mut sums, mut start) = ([(0.0, 0); 2], 0_i64);
    for (index, segment) in walk.iter().enumerate() {
        for frame in i64::from(segment.first) + 1..i64::from(segment.end) {
            let out = start + frame - i64::from(segment.first);
            // The other recording at that moment, where it takes part.
            let (after, before) = (frame - i64::from(segment.first), i64::from(segment.end) - frame);
            let other = match (index.checked_sub(1).map(|at| walk[at]), walk.get(index + 1)) {
                (Some(last), _) if after < half => Some((last.take, i64::from(last.end) + after)),
                (_, Some(next)) if before <= half => Some((next.take, i64::from(next.first) - before)),
                _ => None,
            };
            for side in Side::BOTH {
                let planted = |take: u32, frame: i64| {
                    let supports = &repertoire.takes[take as usize].annotation.supports;
                    frame > 0 && supports.at(side, frame as u32) && supports.at(side, frame as u32 - 1)
                };
                let ankle = repertoire.skeleton.joint(side.leg()[3])?;
                if planted(segment.take, frame) && other.is_none_or(|(take, frame)| planted(take, frame)) {
                    let [a, b] = [out - 1, out].map(|f| world.position(f as usize, ankle));
                    let sum = &mut sums[usize::from(other.is_none())];
                    sum.0 += 100.0 * clip.rate() * (b - a).with_y(0.0).length();
                    sum.1 += 1;
                }
            }
        }
        start += i64::from(segment.frames());
    }
    Ok(sums.map(|(sum, count)| sum / count.max(1) as f32))
}

fn show(name: &str) -> Show {
    match name {
        "boxing" => Show::Boxing,
        "tired" => Show::TiredBoxing,
        "running" => Show::Running,
        _ => Show::Locomotion,
    }
}
