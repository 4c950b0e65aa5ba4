//! Little to learn from: what is steered still goes where it is told, as far as it can.

use std::sync::Arc;

use crate::common::{performed, traces};
use footwork_annotate::Repertoire;
use footwork_fragments::{BakeSettings, Controller, Steered, SteeredSettings, Trace, bake};
use footwork_motion::Transform;
use footwork_motion::glam::Vec2;
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Ask, Cue, Rig, Settings, Stage};

/// m, how far a body is carried in three seconds of the stick ahead, by a model that has learnt from a trace.
fn goes(repertoire: Repertoire, trace: Trace) -> f32 {
    let repertoire = Arc::new(repertoire);
    let settings = BakeSettings { controllers: vec![Controller::Model], ..BakeSettings::default() };
    let skill = bake(&repertoire, &[trace], &settings, UNHEARD).unwrap();
    let rig = Arc::new(Rig::new(repertoire).unwrap());
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = Steered::new(Arc::new(skill), &rig, SteeredSettings::default()).unwrap();
    let (mind, rig) = (stage.add_mind(mind), stage.add_rig(rig));
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    stage.cue(Cue { tick: 0, to: actor, ask: Ask::Stick(Vec2::new(0.0, 0.5)) }).unwrap();
    (0..180).for_each(|_| stage.step());
    let me = stage.actor(actor).unwrap();
    assert!(me.world().iter().all(|joint| joint.translation.is_finite()));
    me.frame().translation.z
}

#[test]
fn a_trace_of_four_samples_is_enough_to_bake() {
    let mut trace = traces(1, 5.0).swap_remove(0);
    trace.samples.truncate(4);
    assert!(goes(performed(10.0), trace) > 1.0);
}

#[test]
fn a_player_who_never_moved_can_still_go_ahead() {
    let mut trace = traces(1, 20.0).swap_remove(0);
    trace.samples.fill(Default::default());
    assert!(goes(performed(10.0), trace) > 1.0);
}

#[test]
fn a_repertoire_of_one_walk_walks_and_ends_nowhere() {
    let mut repertoire = performed(4.0);
    repertoire.takes.truncate(1);
    let moved = goes(repertoire, traces(1, 20.0).swap_remove(0));
    assert!(moved.is_finite() && moved.abs() > 0.5, "{moved} m");
}
