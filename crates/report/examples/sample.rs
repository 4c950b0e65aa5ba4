//! A page about takes of the built-in performer, with what it knows about them itself.
//!
//! `cargo run --release -p footwork-report --example sample -- report.html [minutes [copies]]`

use std::time::Instant;

use footwork_report::{Graphs, page};

#[path = "../tests/performed/mod.rs"]
mod performed;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "report.html".into());
    let minutes: f32 = arguments.next().map_or(Ok(1.0), |text| text.parse())?;
    let copies: usize = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut repertoire = performed::performed(60.0 * minutes);
    let takes = repertoire.takes.clone();
    for copy in 1..copies {
        repertoire.takes.extend(takes.iter().cloned().map(|mut take| {
            take.clip.name = format!("{}, copy {copy}", take.clip.name);
            take
        }));
    }
    let start = Instant::now();
    let graphs = Graphs::build(&repertoire, &Default::default(), &Default::default())?;
    println!("graphs in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let page = page("performer", &repertoire, &graphs);
    println!("{} kB in {:.2} s", page.len() / 1000, start.elapsed().as_secs_f64());
    std::fs::write(path, page)?;
    Ok(())
}
