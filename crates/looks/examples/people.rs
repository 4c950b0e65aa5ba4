//! Measures recordings of people, and prints what `src/people/table.rs` holds.
//!
//!     cargo run --release -p footwork-looks --example people > crates/looks/src/people/table.rs
//!
//! The recordings are found as tests find them: in `FOOTWORK_MOCAP`, or in `shared/mocap` beside the repository.

#[path = "../tests/recorded/mod.rs"]
mod recorded;

fn main() {
    let Some(folder) = recorded::mocap() else { std::process::exit(1) };
    print!("{}", recorded::table(&folder));
}
