//! What the tests share: a boxer out of the built-in performer.
#![allow(dead_code)]

use std::sync::Arc;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{ActorId, Rig, Stage};
use footwork_testing::Made;
use glam::Vec3;

/// A rig with takes of some shows; once for all tests that ask for the same.
pub fn rig(shows: &[Show], seconds: f32, seeds: &[u64]) -> Arc<Rig> {
    static MADE: Made<(Vec<Show>, f32, Vec<u64>), Arc<Rig>> = Made::new();
    MADE.get((shows.to_vec(), seconds, seeds.to_vec()), || performed(shows, seconds, seeds))
}

fn performed(shows: &[Show], seconds: f32, seeds: &[u64]) -> Arc<Rig> {
    let mut takes = Vec::new();
    let mut skeleton = None;
    for show in shows {
        for seed in seeds {
            let mut shown = perform(*show, seconds, *seed, 60.0).expect("the performer performs");
            shown.clip.name = format!("{}-{seed}", show.name());
            skeleton = Some(shown.skeleton);
            takes.push(Take::new(shown.clip, Annotation::default()));
        }
    }
    let mut repertoire = Repertoire { skeleton: skeleton.expect("there is a show"), takes };
    annotate(&mut repertoire, &Settings::default(), UNHEARD).expect("it can be annotated");
    Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"))
}

/// A boxer.
pub fn boxing(seconds: f32, seeds: &[u64]) -> Arc<Rig> {
    rig(&[Show::Boxing], seconds, seeds)
}

/// Two actors face to face, so many metres apart.
pub fn face_to_face(stage: &mut Stage, rig: &Arc<Rig>, apart: f32) -> [ActorId; 2] {
    let rig = stage.add_rig(rig.clone());
    [(-0.5, 0.0), (0.5, std::f32::consts::PI)].map(|(side, turn)| {
        let at = Transform::new(yaw(turn), Vec3::new(0.0, 0.0, side * apart));
        stage.add_actor(rig, None, at).expect("there is room")
    })
}
