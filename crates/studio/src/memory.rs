//! Memory that was used once is given back.
//!
//! glibc keeps a store of free memory for each of many threads, and lets each grow to the size of the largest piece that was ever
//! freed: a studio that exported a crowd held 200 MB where 95 were in use, and more after each panic of its stage. With two stores
//! and the limits that glibc begins with, ten minutes of that take 105 MB from the second minute on. Other allocators do as they do.

/// Sets the limits, for the whole process. To be called before other threads are started.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    /// Bytes: larger pieces come from the system and go back to it; and a store that has more than this to spare gives it back.
    const LARGE: i32 = 128 << 10;
    /// Of stores that threads share: one for the stage, one for who serves.
    const STORES: i32 = 2;
    for (what, limit) in
        [(libc::M_MMAP_THRESHOLD, LARGE), (libc::M_TRIM_THRESHOLD, LARGE), (libc::M_ARENA_MAX, STORES)]
    {
        // SAFETY: it sets a number of the allocator under the allocator's own lock, and touches no memory of anybody.
        unsafe { libc::mallopt(what, limit) };
    }
}

/// Sets the limits, where there are any.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
