//! The frame graph of real recordings.

use crate::common;
use footwork_annotate::Repertoire;
use footwork_graph::frames::{self, collapse::collapse};
use footwork_graph::{FrameSettings, WalkSettings, figures, play, walk};
use footwork_looks::{Seen, topple};
use footwork_motion::{WorldClip, quality};
use footwork_plan::progress::UNHEARD;

/// Walks and boxing of one person each, and how much of the motion must be reachable.
const SETS: [(&str, &[&str], f32); 3] = [
    ("walks of 16", &["16_15", "16_16", "16_17", "16_21", "16_22", "16_31", "16_32", "16_47"], 0.6),
    ("walks of 69", &["69_06", "69_16", "69_18", "69_20", "69_24", "69_34", "69_42", "69_50"], 0.9),
    ("boxing", &["13_17", "14_02"], 0.95),
];

#[test]
fn transitions_of_recordings_played_jump_no_more_than_the_recordings_do() {
    let Some(folder) = footwork_testing::mocap() else { return };
    for (name, files, least) in SETS {
        let files: Vec<String> = files.iter().map(|file| format!("cmu/{file}.bvh")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let repertoire = common::real::repertoire(&folder, &files);
        let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD).expect("a graph");
        let usual = frames::usual_jump(&repertoire, 0.995);
        let jumps = frames::played_jumps(&repertoire, &graph).expect("jumps");
        let worst = jumps.iter().copied().fold(0.0, f32::max);
        assert!(!jumps.is_empty() && worst <= usual, "{name}: {worst} against {usual} m/s");
        let states = collapse(&graph, &graph.component);
        let figures = figures::of_frames(&repertoire, &graph, &states);
        println!(
            "{name}: {:.0} s, coverage {:.3}, {} states with {:.1} actions, cost {:.3} / {:.3}; jumps {:.2} / {:.2} m/s of {usual:.2}",
            figures.seconds,
            figures.coverage,
            figures.states,
            figures.branching.mean,
            figures.cost.p50,
            figures.cost.most,
            quality::percentile(jumps.clone(), 0.5),
            worst,
        );
        assert!(figures.coverage >= least, "{name}: {}", figures.coverage);
        let segments = walk(&repertoire, &graph, &WalkSettings::default()).expect("a walk");
        let clip = play(&repertoire, &segments, graph.blend).expect("a clip");
        let played = quality::usual_jump(&WorldClip::new(&repertoire.skeleton, &clip), 0.995).velocity;
        assert!(played <= 1.5 * usual, "{name}: {played} m/s over a walk, {usual} recorded");
    }
}

/// How often a walk over falls puts a toppling body upright, in eight minutes of it.
fn snapped_upright(repertoire: &Repertoire, most_imbalance: Option<f32>) -> usize {
    let settings = FrameSettings { most_imbalance, ..FrameSettings::default() };
    let graph = frames::build(repertoire, &settings, UNHEARD).expect("a graph");
    let snaps = |seed: u64| {
        let settings = WalkSettings { seconds: 120.0, seed, ..WalkSettings::default() };
        let segments = walk(repertoire, &graph, &settings).expect("a walk");
        let clip = play(repertoire, &segments, graph.blend).expect("a clip");
        let seen = Seen::of(&repertoire.skeleton, &clip).expect("a body");
        topple::found(&seen.whole()).len()
    };
    (1..=4).map(snaps).sum()
}

#[test]
fn wandering_over_falls_puts_no_toppling_body_upright() {
    let Some(folder) = footwork_testing::mocap() else { return };
    let repertoire = common::real::repertoire(&folder, &["lafan1/fallAndGetUp1_subject1.bvh"]);
    let with = snapped_upright(&repertoire, FrameSettings::default().most_imbalance);
    let without = snapped_upright(&repertoire, None);
    println!("{with} times; {without} if balance is not compared");
    assert!(with == 0 && without >= 8, "{with} times; {without} if balance is not compared");
}
