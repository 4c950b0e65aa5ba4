//! How good boxers are, in figures: `cargo run --release -p footwork-behaviors --example boxers [performer|cmu] [paper] [quick]`.

mod takes;

use std::path::Path;
use std::sync::Arc;

use footwork_behaviors::Behavior;
use footwork_behaviors::evaluate::{EvalSettings, evaluate};
use footwork_plan::progress::UNHEARD;
use footwork_skill::Meter;

struct Clock(std::time::Instant);

impl Meter for Clock {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    fn peak_mb(&self) -> Option<f64> {
        None
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asks = |word: &str| arguments.iter().any(|argument| argument == word);
    let repertoire = if asks("cmu") {
        let mocap = std::env::var("FOOTWORK_MOCAP").expect("FOOTWORK_MOCAP names the folder of recordings");
        let files = ["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"];
        takes::cmu(&Path::new(&mocap).join("cmu"), &files)
    } else {
        takes::performer(120.0, &[1, 2, 3])
    };
    let mut settings = EvalSettings::default();
    if asks("paper") {
        settings.behaviors = Behavior::paper();
    }
    if asks("quick") {
        settings = EvalSettings { targets: 30, sparring: 120.0, samples: 20, depth: 2, ..settings };
    }
    let clock = Clock(std::time::Instant::now());
    let (figures, _) = evaluate(Arc::new(repertoire), &settings, &clock, UNHEARD).expect("figures");
    println!("{}", serde_json::to_string_pretty(&figures).expect("plain figures"));
}
