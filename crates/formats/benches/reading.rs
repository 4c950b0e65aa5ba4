//! Reading BVH, in MB/s and as a ratio to merely splitting the same text and parsing its numbers: both are measured
//! in turns in one run, since machines are noisy.

use std::hint::black_box;
use std::time::{Duration, Instant};

use footwork_formats::bvh;
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Joint, Skeleton};

/// Rounds of taking turns; the fastest of each counts.
const ROUNDS: usize = 9;

fn main() {
    let text = recording(31, 20_000);
    let megabytes = text.len() as f64 / 1e6;
    let (mut ours, mut words, mut numbers) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        ours = ours.min(timed(|| bvh::read(black_box(&text)).map(|raw| raw.bodies.len())));
        words = words.min(timed(|| split(black_box(&text))));
        numbers = numbers.min(timed(|| split_and_parse(black_box(&text))));
    }
    let rate = |time: Duration| megabytes / time.as_secs_f64();
    println!("a BVH file of {megabytes:.1} MB, 31 joints, 20000 frames; the fastest of {ROUNDS} rounds");
    println!("  read into a clip              {:>7.0} MB/s", rate(ours));
    println!("  split and parse the numbers   {:>7.0} MB/s", rate(numbers));
    println!("  split into words only         {:>7.0} MB/s", rate(words));
    println!("  reading / splitting and parsing, in time: {:.2}", ours.as_secs_f64() / numbers.as_secs_f64());
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

fn split(text: &[u8]) -> usize {
    String::from_utf8_lossy(text).split_ascii_whitespace().count()
}

fn split_and_parse(text: &[u8]) -> f64 {
    String::from_utf8_lossy(text).split_ascii_whitespace().filter_map(|word| word.parse::<f64>().ok()).sum()
}

/// A chain of joints that swing, as a BVH file.
fn recording(joints: usize, frames: usize) -> Vec<u8> {
    let joint = |i: usize| Joint {
        name: format!("joint{i}"),
        parent: i.checked_sub(1),
        offset: 0.1 * Vec3::Y,
        rest: Quat::IDENTITY,
    };
    let skeleton = Skeleton::new((0..joints).map(joint).collect()).expect("a chain");
    let place = |f: usize| Vec3::new(0.013 * f as f32, 0.9, (0.017 * f as f32).sin());
    let turn = |f: usize, j: usize| {
        let phase = 0.01 * f as f32 + j as f32;
        Quat::from_rotation_x(0.7 * phase.sin()) * Quat::from_rotation_z(0.4 * (1.7 * phase).cos())
    };
    let rotations = (0..frames).flat_map(|f| (0..joints).map(move |j| turn(f, j))).collect();
    let clip =
        Clip::new(&skeleton, "swing", 120.0, (0..frames).map(place).collect(), rotations).expect("a clip");
    let mut text = Vec::new();
    bvh::write(&mut text, &skeleton, &clip, bvh::WriteOptions::default()).expect("memory takes it all");
    text
}
