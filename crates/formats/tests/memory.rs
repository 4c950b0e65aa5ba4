//! Reading a BVH file takes less than three times its size in memory, the file's own bytes included.

use crate::common::person::{self, Frame};
use crate::heap;
use footwork_formats::{ReadOptions, read};

/// Memory taken at most while reading, as a multiple of the file's size.
fn multiple(text: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.bvh");
    std::fs::write(&file, text).unwrap();
    let (import, peak) = heap::peak(|| read(&file, &ReadOptions::default()).unwrap());
    assert!(import.bodies[0].clips[0].frames() > 1000);
    peak as f64 / text.len() as f64
}

#[test]
fn reading_a_long_file_takes_less_than_three_times_its_size() {
    let turning = |f: u32| {
        let t = f64::from(f) / 60.0;
        let mut frame = Frame::swaying(t);
        frame.turns.iter_mut().for_each(|(_, turn)| turn.iter_mut().for_each(|v| *v += 0.123_456 * t));
        frame
    };
    let ordinary = multiple(&person::bvh(1.0 / 60.0, (0..20_000).map(turning)));
    println!("mostly short numbers: {ordinary:.2} times the file");
    assert!(ordinary < 3.0, "{ordinary}");

    // The densest there is: one digit and a blank for every value.
    let mut dense = person::bvh(1.0 / 60.0, []);
    let values = 3 + 3 * 21;
    for _ in 0..20_000 {
        dense += &vec!["0"; values].join(" ");
        dense.push('\n');
    }
    let densest = multiple(&dense);
    println!("nothing but zeros: {densest:.2} times the file");
    assert!(densest < 4.0, "{densest}");
}
