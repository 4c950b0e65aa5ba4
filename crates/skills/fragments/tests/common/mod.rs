//! What the tests share.
#![allow(dead_code)]

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_fragments::{BakeSettings, ControlSpace, Skill, Trace, bake, players};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;

/// Two annotated takes of the built-in performer, of so many seconds each.
pub fn performed(seconds: f32) -> Repertoire {
    let mut takes = Vec::new();
    let mut skeleton = None;
    for (show, seed) in [(Show::Locomotion, 1), (Show::Running, 2)] {
        let mut shown = perform(show, seconds, seed, 60.0).unwrap();
        shown.clip.name = show.name().to_string();
        takes.push(Take::new(shown.clip, Annotation::default()));
        skeleton = Some(shown.skeleton);
    }
    let mut repertoire = Repertoire { skeleton: skeleton.unwrap(), takes };
    annotate(&mut repertoire, &Settings::default(), UNHEARD).unwrap();
    repertoire
}

/// What both scripted players ask for.
pub fn traces(seed: u64, seconds: f32) -> Vec<Trace> {
    players::traces(&ControlSpace::default(), seconds, seed)
}

/// A skill as it comes without settings.
pub fn baked(repertoire: &Repertoire) -> Skill {
    bake(repertoire, &traces(1, 120.0), &BakeSettings::default(), UNHEARD).unwrap()
}
