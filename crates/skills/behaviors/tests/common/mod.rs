//! A small repertoire of boxing, and a boxer of it.
#![allow(dead_code)]

use std::sync::Arc;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_behaviors::{BakeSettings, Behavior, Boxer, BoxerSettings, Skill, bake};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_stage::Rig;
use footwork_testing::Made;

/// Takes of the built-in performer, annotated as recordings are.
pub fn repertoire(show: Show, seconds: f32, seeds: &[u64]) -> Repertoire {
    let mut found: Option<Repertoire> = None;
    for seed in seeds {
        let mut shown = perform(show, seconds, *seed, 60.0).expect("a performance");
        shown.clip.name = format!("{}-{seed}", show.name());
        let take = Take::new(shown.clip, Annotation::default());
        found.get_or_insert(Repertoire { skeleton: shown.skeleton, takes: Vec::new() }).takes.push(take);
    }
    let mut found = found.expect("at least one seed");
    annotate(&mut found, &Settings::default(), UNHEARD).expect("takes that can be annotated");
    found
}

type Boxing = (Arc<Rig>, Arc<Skill>);

/// A rig and a skill for it; once for all tests that ask for the same.
pub fn boxing(seconds: f32, seeds: &[u64]) -> Boxing {
    static MADE: Made<(f32, Vec<u64>), Boxing> = Made::new();
    MADE.get((seconds, seeds.to_vec()), || {
        let repertoire = Arc::new(repertoire(Show::Boxing, seconds, seeds));
        let skill = bake(&repertoire, &Behavior::boxer(), &BakeSettings::default(), UNHEARD);
        (Arc::new(Rig::new(repertoire).expect("a rig")), Arc::new(skill.expect("a skill")))
    })
}

pub fn boxer(rig: &Rig, skill: &Arc<Skill>, settings: BoxerSettings) -> Boxer {
    Boxer::new(rig, skill.clone(), settings).expect("a boxer")
}
