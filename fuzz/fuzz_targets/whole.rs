#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    footwork_fuzz::check_whole(bytes);
});
