#![no_main]

// GLB files are told by their first bytes, whatever the name.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = footwork_fuzz::check("take.gltf", bytes);
});
