//! What the evaluation says of the built-in performer, on pushes that nothing was learnt from.

mod common;

use std::time::Instant;

use common::performed;
use footwork_annotate::Repertoire;
use footwork_plan::progress::UNHEARD;
use footwork_push::evaluate::{EvalSettings, Found, evaluate};
use footwork_skill::Meter;

struct Clock(Instant);

impl Meter for Clock {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    fn busy_seconds(&self) -> f64 {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let own = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
        own.map_or_else(|| self.seconds(), |own| 1e-9 * own)
    }

    fn peak_mb(&self) -> Option<f64> {
        None
    }
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn found(repertoire: Repertoire, settings: &EvalSettings) -> Found {
    evaluate(repertoire, settings, &Clock(Instant::now()), UNHEARD).expect("it can be measured")
}

#[test]
fn pushed_points_go_the_way_of_the_push_and_nobody_is_left_bad() {
    let settings = EvalSettings { pushes: 16, examples: 120 };
    let found = found(performed("pushed", 40.0), &settings);
    println!("{found:#?}");
    assert!(found.direction_within_20 >= 0.7, "{}", found.direction_within_20);
    assert!(found.visible_s <= 0.1, "{}", found.visible_s);
    assert_eq!(found.left_bad, 0);
    assert!(found.good.oracle_good > found.good.nearest_pose, "{:?}", found.good);
}

/// Figures of another repertoire, by hand: FOOTWORK_REP names its file; without it, of the performer's.
#[test]
#[ignore = "it is for looking at repertoires"]
fn figures_of_a_repertoire() {
    let settings =
        EvalSettings { pushes: number("FOOTWORK_PUSHES", 40), examples: number("FOOTWORK_EXAMPLES", 400) };
    let repertoire = match std::env::var_os("FOOTWORK_REP") {
        Some(file) => Repertoire::from_bytes(&std::fs::read(file).expect("the file is there")).expect("one"),
        None => performed("pushed", 60.0),
    };
    println!("{:#?}", found(repertoire, &settings));
}
