//! Whatever comes, there is an answer, and the stage goes on.

use std::sync::Arc;

use crate::common::{Known, known, repertoire};
use footwork_avoid::{AvoidSettings, BakeSettings, Dodger, Memory, Skill, bake};
use footwork_motion::Transform;
use footwork_plan::progress::UNHEARD;
use footwork_stage::minds::Loop;
use footwork_stage::{ActorId, Move, Prop, PropKind, PropMotion, ReflexId, Rig, Settings, Stage};
use glam::Vec3;

fn stage_of(rig: &Arc<Rig>, skill: &Skill) -> (Stage, ReflexId) {
    let dodger = Dodger::new(rig, Arc::new(skill.clone()), AvoidSettings::default()).expect("its own");
    let mut stage = Stage::new(Settings::default(), 3).expect("a stage");
    let reflex = stage.add_reflex(dodger);
    let mind = stage.add_mind(Loop { what: Move::new(rig.stand()) });
    let own = stage.add_rig(rig.clone());
    let actor = stage.add_actor(own, Some(mind), Transform::IDENTITY).expect("an actor");
    stage.set_reflexes(actor, &[reflex]).expect("a reflex");
    (stage, reflex)
}

fn ball(stage: &mut Stage, radius: f32, at: Vec3, velocity: Vec3) {
    let mut prop = Prop::new(PropKind::Ball { radius }, at, 0.0);
    (prop.velocity, prop.motion) = (velocity, PropMotion::Flies { thrower: None });
    stage.add_prop(prop).expect("it is sound");
}

/// Steps, and says how it went. Everything is a number all the time.
fn tally(stage: &mut Stage, reflex: ReflexId, steps: u32) -> footwork_avoid::Tally {
    for _ in 0..steps {
        stage.step();
        let me = stage.actor(ActorId(0)).expect("it is there");
        assert!(me.world().iter().all(|joint| joint.translation.is_finite() && joint.rotation.is_finite()));
    }
    stage.actor(ActorId(0)).and_then(|me| me.reflex_memory::<Memory>(reflex)).expect("its own").tally
}

#[test]
fn a_ball_that_starts_inside_the_body_hits_and_one_that_never_arrives_is_left_alone() {
    let Known { rig, skill, .. } = known();
    let (mut stage, reflex) = stage_of(rig, skill);
    stage.step();
    ball(&mut stage, 0.1, Vec3::new(0.0, 1.1, 0.05), Vec3::new(0.0, 0.0, -6.0));
    let inside = tally(&mut stage, reflex, 60);
    assert_eq!((inside.avoided, inside.found), (0, 0), "{inside:?}");
    let (mut stage, reflex) = stage_of(rig, skill);
    stage.step();
    // Past, away, and still.
    ball(&mut stage, 0.1, Vec3::new(4.0, 1.2, 4.0), Vec3::new(0.0, 0.0, -8.0));
    ball(&mut stage, 0.1, Vec3::new(0.0, 1.2, 3.0), Vec3::new(0.0, 0.0, 8.0));
    ball(&mut stage, 0.1, Vec3::new(0.0, 0.1, 1.5), Vec3::ZERO);
    assert_eq!(tally(&mut stage, reflex, 90), footwork_avoid::Tally::default());
}

#[test]
fn what_is_faster_than_anything_thrown_hits_and_is_survived() {
    let Known { rig, skill, .. } = known();
    for speed in [101.0, 150.0, 5000.0, 1e6] {
        let (mut stage, reflex) = stage_of(rig, skill);
        stage.step();
        ball(&mut stage, 0.1, Vec3::new(0.0, 1.2, 30.0), Vec3::new(0.0, 0.5, -speed));
        let tally = tally(&mut stage, reflex, 60);
        assert_eq!((tally.avoided, tally.found + tally.none), (0, 0), "{speed}: {tally:?}");
    }
}

#[test]
fn a_ball_that_is_no_number_is_refused_by_the_stage() {
    let Known { rig, skill, .. } = known();
    let (mut stage, _) = stage_of(rig, skill);
    let mut prop = Prop::new(PropKind::Ball { radius: 0.1 }, Vec3::Y, 0.0);
    prop.velocity = Vec3::new(f32::NAN, 0.0, 0.0);
    assert!(stage.add_prop(prop).is_err());
}

#[test]
fn a_thousand_balls_at_once_are_answered_and_the_stage_goes_on() {
    let Known { rig, skill, .. } = known();
    let (mut stage, reflex) = stage_of(rig, skill);
    stage.step();
    for number in 0..1000 {
        let angle = number as f32 * 0.37;
        let from = Vec3::new(libm::sinf(angle), 0.25, libm::cosf(angle)) * (3.0 + number as f32 * 0.01);
        ball(&mut stage, 0.08, from + Vec3::Y, (Vec3::Y * 1.2 - from).normalize() * 9.0);
    }
    let tally = tally(&mut stage, reflex, 90);
    assert!(tally.hit > 0 && tally.found + tally.none > 0, "{tally:?}");
}

#[test]
fn a_repertoire_without_avoidances_bakes_and_shields_or_stands() {
    let repertoire = repertoire(&["locomotion"], 20.0, 1);
    let skill = bake(&repertoire, &BakeSettings::default(), UNHEARD).expect("it bakes");
    assert!(skill.tables.avoidances.is_empty());
    let again = Skill::from_bytes(&skill.to_bytes()).expect("it is whole");
    let rig = Arc::new(Rig::new(Arc::new(repertoire)).expect("a rig"));
    let (mut stage, reflex) = stage_of(&rig, &again);
    stage.step();
    ball(&mut stage, 0.12, Vec3::new(0.0, 1.3, 4.0), Vec3::new(0.0, 2.4, -7.5));
    let tally = tally(&mut stage, reflex, 90);
    assert_eq!((tally.found, tally.none, tally.attacks), (0, 1, 1), "{tally:?}");
}

#[test]
fn a_stage_that_is_restored_in_the_middle_of_an_avoidance_goes_on_to_the_same_bits() {
    let Known { rig, skill, .. } = known();
    let (mut stage, _) = stage_of(rig, skill);
    ball(&mut stage, 0.1, Vec3::new(0.0, 1.3, 4.0), Vec3::new(0.0, 2.4, -7.5));
    (0..20).for_each(|_| stage.step());
    let saved = stage.snapshot();
    (0..40).for_each(|_| stage.step());
    let hash = stage.hash();
    // The same again from the middle, to the bit.
    stage.restore(&saved).expect("it is its own");
    (0..40).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
}
