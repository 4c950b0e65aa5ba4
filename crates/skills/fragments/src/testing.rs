//! What the tests share.

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;

/// Two annotated takes of the built-in performer, of so many seconds each.
pub fn performed(seconds: f32) -> Repertoire {
    let mut skeleton = None;
    let mut takes = Vec::new();
    for (show, seed) in [(Show::Locomotion, 1), (Show::Running, 2)] {
        let mut shown = perform(show, seconds, seed, 60.0).expect("a performance");
        shown.clip.name = show.name().to_string();
        takes.push(Take::new(shown.clip, Annotation::default()));
        skeleton = Some(shown.skeleton);
    }
    let mut repertoire = Repertoire { skeleton: skeleton.expect("a body"), takes };
    annotate(&mut repertoire, &Settings::default(), UNHEARD).expect("annotated");
    repertoire
}

/// What a scripted player asks for, once every tenth of a second.
pub fn scripted(seed: u64, seconds: f32) -> crate::Trace {
    let (space, course) = (crate::ControlSpace::default(), crate::players::Course::fields());
    crate::players::trace(&crate::players::Temper::BRISK, &space, &course, seconds, seed)
}
