#![no_main]

// Once for a fixed skeleton, and once as skeleton and motion in one, with an empty line between them.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = footwork_fuzz::check("take.amc", bytes);
    footwork_fuzz::check_with_skeleton(bytes);
});
