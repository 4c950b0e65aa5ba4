#![no_main]

// The roles that a humanoid map gives, which may be any; and the character's own file with motion put back into it.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = footwork_fuzz::check("take.vrm", bytes);
    footwork_fuzz::check_character("take.vrm", bytes);
});
