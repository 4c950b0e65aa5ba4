#![no_main]

// What is changed is baked before anything is timed.
libfuzzer_sys::fuzz_target!(init: footwork_fuzz::check_changed_save(&[]), |bytes: &[u8]| {
    footwork_fuzz::check_changed_save(bytes);
});
