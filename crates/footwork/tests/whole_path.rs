//! Files that an enemy or a broken tool may have written, on the whole path from file to stage; a bounded run of what
//! `fuzz/` looks for without end.

use crate::intake::whole::check_whole;
use footwork::stage::Rng;

/// A few seconds of a test. `FOOTWORK_CASES=100000 cargo test --release -p footwork --test all whole_path::` goes on for longer.
const CASES: u32 = 150;
/// What `check_whole` says of a file that came to the stage.
const PLAYED: u8 = 2;
/// Enough for everything that is drawn.
const BYTES: usize = 96;

#[test]
fn whatever_is_odd_about_a_file_it_is_played_or_refused() {
    let asked = std::env::var("FOOTWORK_CASES").ok().and_then(|text| text.parse().ok());
    let cases: u32 = asked.unwrap_or(CASES);
    // Others where more are asked for.
    let mut rng = Rng::stream(u64::from(cases), 0);
    let mut reached = [0; 3];
    for _ in 0..cases {
        // From what is nearly a person to what is anything but one.
        let odd = rng.below(4) + 1;
        let bytes: Vec<u8> =
            (0..BYTES).map(|_| if rng.below(16) < odd { rng.bits() as u8 } else { 0 }).collect();
        reached[usize::from(check_whole(&bytes))] += 1;
    }
    println!("{} refused, {} imported only, {} played", reached[0], reached[1], reached[2]);
    assert!(reached[2] > cases / 4, "{reached:?}: hardly anything was tried");
}

/// A leg bone shorter than 1/4000 of its neighbour made the stage panic.
#[test]
fn a_leg_bone_of_next_to_no_length_is_survived() {
    assert_eq!(check_whole(&[0; BYTES]), PLAYED, "a person to begin with");
    let mut played = 0;
    for joint in [12, 13, 15, 16] {
        // No length, 1/100,000 and 1/10,000 of its own, and next to none.
        for factor in [10, 11, 12, 15] {
            let mut bytes = [0; BYTES];
            bytes[joint] = factor;
            played += u32::from(check_whole(&bytes) == PLAYED);
        }
    }
    assert!(played > 0, "all were refused");
}
