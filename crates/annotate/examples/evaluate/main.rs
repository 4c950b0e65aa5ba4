//! How good annotation is, as tables in Markdown: `cargo run --release --example evaluate`.

mod actions;

fn main() {
    actions::print();
}
