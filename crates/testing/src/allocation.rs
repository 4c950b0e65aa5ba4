//! An allocator that counts, for tests that say how often something allocates.
//!
//! The test makes it the allocator of its own binary. It counts for each thread by itself, since the test runner allocates in its
//! own whenever it has to say that a test takes long:
//!
//! ```
//! use footwork_testing::allocation::Counting;
//!
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//! ```
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a count of what was asked of it.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

thread_local! {
    // Made without allocating, and never dropped, so that the allocator may use it at any time.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.with(|count| count.set(count.get() + 1));
}

/// How often memory was asked for so far, by this thread.
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

// SAFETY: everything is left to the system's allocator; only a number is kept beside it. What is asked for zeroed comes through
// `alloc`, by the trait's default.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(at, layout, size) }
    }
}
