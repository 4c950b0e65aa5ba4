//! What the evaluation says of the built-in performer, on throws that nothing was tuned on.

mod common;

use std::sync::Arc;
use std::time::Instant;

use common::known;
use footwork_avoid::AvoidSettings;
use footwork_avoid::evaluate::evaluate;
use footwork_plan::progress::UNHEARD;
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

/// Figures of another repertoire, by hand: FOOTWORK_REP names its file.
#[test]
#[ignore = "it is for looking at repertoires"]
fn figures_of_a_repertoire() {
    let Some(file) = std::env::var_os("FOOTWORK_REP") else { return };
    let bytes = std::fs::read(file).expect("the file is there");
    let repertoire = footwork_annotate::Repertoire::from_bytes(&bytes).expect("it is a repertoire");
    let rig = Arc::new(footwork_stage::Rig::new(Arc::new(repertoire)).expect("a rig"));
    let skill = footwork_avoid::bake(rig.repertoire(), &footwork_avoid::BakeSettings::default(), UNHEARD);
    let skill = Arc::new(skill.expect("it bakes"));
    let settings = AvoidSettings::default();
    let attacks = std::env::var("FOOTWORK_ATTACKS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let clock = Clock(Instant::now());
    println!("{:#?}", evaluate(&rig, &skill, &settings, attacks, 101, &clock, UNHEARD).expect("figures"));
}

#[test]
fn attacks_are_avoided_closely_and_as_comparing_everything_would() {
    let known = known();
    let attacks = std::env::var("FOOTWORK_ATTACKS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let skill = Arc::new(known.skill.clone());
    let settings = AvoidSettings::default();
    let clock = Clock(Instant::now());
    let figures =
        evaluate(&known.rig, &skill, &settings, attacks, 31, &clock, UNHEARD).expect("it can be measured");
    println!("{figures:#?}");
    assert_eq!(figures.search_same_choice, 1.0);
    assert!(figures.avoidable > attacks / 4, "{figures:?}");
    assert!(figures.avoided_of_avoidable >= 0.93, "{figures:?}");
    assert!(figures.index_same_choice >= 0.85, "{figures:?}");
    assert!(figures.passing_cm_median < 15.0, "{figures:?}");
    assert!(figures.within_double >= 0.95, "{figures:?}");
    assert_eq!(figures.hit_from_behind, 1.0, "{figures:?}");
    assert!(figures.by_class_alone < figures.avoided_of_avoidable, "{figures:?}");
}
