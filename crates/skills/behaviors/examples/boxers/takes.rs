//! Repertoires to evaluate on: the built-in performer's boxing, and recordings of boxing.

use std::path::Path;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_formats::doctor::{cure, examine};
use footwork_formats::{ReadOptions, read};
use footwork_motion::retarget;
use footwork_performer::{Show, perform};

const RATE: f32 = 60.0;

/// The built-in performer.
pub fn performer(seconds: f32, seeds: &[u64]) -> Repertoire {
    let mut found: Option<Repertoire> = None;
    for seed in seeds {
        let mut shown = perform(Show::Boxing, seconds, *seed, RATE).expect("a performance");
        shown.clip.name = format!("boxing-{seed}");
        let take = Take::new(shown.clip, Annotation::default());
        found.get_or_insert(Repertoire { skeleton: shown.skeleton, takes: Vec::new() }).takes.push(take);
    }
    let mut found = found.expect("at least one seed");
    annotate(&mut found, &Settings::default(), &|| {}).expect("the performer's takes can be annotated");
    found
}

/// CMU's shadow boxing, on the body of the first take.
pub fn cmu(folder: &Path, files: &[&str]) -> Repertoire {
    let mut found: Option<Repertoire> = None;
    for file in files {
        let mut import = read(folder.join(file), &ReadOptions::default()).expect("a recording");
        let findings = examine(&import);
        cure(&mut import, &findings);
        let body = import.bodies.remove(0);
        let mut clip = body.clips[0].resampled(RATE).expect("a rate");
        let found =
            found.get_or_insert_with(|| Repertoire { skeleton: body.skeleton.clone(), takes: Vec::new() });
        if body.skeleton != found.skeleton {
            clip = retarget(&clip, &body.skeleton, &found.skeleton).expect("a body like the first");
        }
        clip.name = file.trim_end_matches(".bvh").to_string();
        found.takes.push(Take::new(clip, Annotation::default()));
    }
    let mut found = found.expect("at least one file");
    annotate(&mut found, &Settings::default(), &|| {}).expect("recordings can be annotated");
    found
}
