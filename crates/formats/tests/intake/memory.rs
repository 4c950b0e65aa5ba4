//! An allocator that counts, so that a test can say how much memory a file was given.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Tests run side by side: each thread counts its own. Constant and without a destructor, so that counting never
    // allocates itself.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(change: isize) {
    let now = NOW.get() + change;
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
}

// SAFETY: everything is left to the system's allocator; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While it is copied, both are there.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(at, layout, size) }
    }
}

/// What a piece of work gives, and how many bytes it held at once at most.
pub fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before) as usize)
}
