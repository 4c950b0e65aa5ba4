#![no_main]

// What parses is C: this target is worth running with an address sanitizer (see README.md).
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = footwork_fuzz::check("take.fbx", bytes);
});
