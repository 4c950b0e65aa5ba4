//! Somebody is pushed on a stage: he answers, and goes on with what he did.

use std::sync::Arc;

use crate::common::{Known, NO_FALLS, known, performed, push, standing};
use footwork_motion::{Role, Transform};
use footwork_plan::progress::UNHEARD;
use footwork_push::{BakeSettings, Skill, Stagger, StaggerMemory, StaggerSettings, bake};
use footwork_stage::minds::Loop;
use footwork_stage::{ActorId, Move, ReflexId, Rig, Segment, Settings, Stage};
use glam::Vec3;

fn memory(stage: &Stage, actor: ActorId, reflex: ReflexId) -> StaggerMemory {
    *stage.actor(actor).expect("somebody").reflex_memory(reflex).expect("its memory")
}

#[test]
fn pushes_are_found_and_baked_with_their_mirror_images() {
    let content = &known().skill.content;
    assert!(content.responses.len() >= 16, "{} responses", content.responses.len());
    let mirrored = content.responses.iter().filter(|response| response.segment.take == 1).count();
    assert_eq!(2 * mirrored, content.responses.len());
    assert!(content.examples.len() >= 100);
    let again = Skill::from_bytes(&known().skill.to_bytes()).expect("it was just written");
    assert_eq!(again, known().skill);
}

#[test]
fn who_is_pushed_answers_the_way_he_is_pushed_and_goes_on() {
    for direction in [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X] {
        let (mut stage, actor, reflex) = standing(NO_FALLS);
        let before = stage.actor(actor).expect("somebody").frame().translation;
        let doing = stage.actor(actor).expect("somebody").segment();
        push(&mut stage, actor, Role::Chest, 60.0 * direction);
        stage.step();
        assert_eq!(memory(&stage, actor, reflex).last, 2, "{direction}");
        assert!(stage.actor(actor).expect("somebody").held_by().is_some());
        (0..40).for_each(|_| stage.step());
        let went = stage.actor(actor).expect("somebody").frame().translation - before;
        assert!(went.dot(direction) > 0.05, "pushed {direction}, went {went}");
        (0..300).for_each(|_| stage.step());
        let me = stage.actor(actor).expect("somebody");
        assert!(me.held_by().is_none());
        assert_eq!(me.segment().take, doing.take);
        assert!(me.segment().first >= doing.first && me.segment().end <= doing.end + 1e-9);
    }
}

#[test]
fn the_harder_the_push_the_further_he_goes() {
    // In the mean over eight sides and three places: each has its own recorded answers.
    let (mut stage, actor, _) = standing(NO_FALLS);
    let rested = stage.snapshot();
    let mut went = |impulse: f32| -> f32 {
        let along = |(side, role): (usize, Role)| {
            let direction = footwork_motion::ground::yaw(side as f32 * std::f32::consts::FRAC_PI_4) * Vec3::Z;
            stage.restore(&rested).expect("its own");
            let before = stage.actor(actor).expect("somebody").frame().translation;
            push(&mut stage, actor, role, impulse * direction);
            (0..60).for_each(|_| stage.step());
            (stage.actor(actor).expect("somebody").frame().translation - before).dot(direction)
        };
        let roles = [Role::Chest, Role::LeftShoulder, Role::RightShoulder];
        let all = roles.into_iter().flat_map(|role| (0..8).map(move |side| (side, role)));
        all.map(along).sum::<f32>() / 24.0
    };
    let [gentle, middling, hard] = [20.0, 60.0, 120.0].map(&mut went);
    assert!(1.1 * gentle < middling && 1.1 * middling < hard, "{gentle} {middling} {hard}");
}

#[test]
fn a_touch_and_a_push_on_a_foot_are_given_way_to_and_no_more() {
    for (role, impulse) in [(Role::Chest, 5.0), (Role::LeftAnkle, 80.0), (Role::RightKnee, 80.0)] {
        let (mut stage, actor, reflex) = standing(StaggerSettings::default());
        push(&mut stage, actor, role, impulse * Vec3::Z);
        stage.step();
        assert_eq!(memory(&stage, actor, reflex).last, 1, "{role:?}");
        assert!(stage.actor(actor).expect("somebody").held_by().is_none());
        (0..120).for_each(|_| stage.step());
        assert_eq!(memory(&stage, actor, reflex).pushes, 1);
    }
}

#[test]
fn whatever_the_push_every_joint_stays_somewhere() {
    for impulse in [1e6 * Vec3::X, 1e38 * Vec3::Z, Vec3::ZERO, 1e6 * Vec3::Y] {
        let (mut stage, actor, _) = standing(StaggerSettings::default());
        push(&mut stage, actor, Role::Head, impulse);
        for _ in 0..300 {
            stage.step();
            let me = stage.actor(actor).expect("somebody");
            assert!(me.world().iter().all(|joint| joint.translation.is_finite()), "{impulse}");
        }
    }
}

#[test]
fn pushed_again_in_the_middle_of_a_response_he_answers_again() {
    let (mut stage, actor, reflex) = standing(NO_FALLS);
    push(&mut stage, actor, Role::Chest, 50.0 * Vec3::Z);
    (0..12).for_each(|_| stage.step());
    let first = memory(&stage, actor, reflex).playing.get();
    push(&mut stage, actor, Role::Chest, 70.0 * Vec3::X);
    stage.step();
    let again = memory(&stage, actor, reflex);
    assert_eq!((again.last, again.pushes), (2, 2));
    assert!(first.is_some() && again.playing.get().is_some());
}

#[test]
fn where_nothing_has_weight_who_would_fall_plays_the_best_there_is() {
    let always = StaggerSettings { threshold: Some(1.0), ..StaggerSettings::default() };
    let (mut stage, actor, reflex) = standing(always);
    push(&mut stage, actor, Role::Chest, 60.0 * Vec3::Z);
    stage.step();
    assert_eq!(memory(&stage, actor, reflex).last, 3);
    stage.step();
    stage.step();
    let memory = memory(&stage, actor, reflex);
    assert!(memory.playing.get().is_some() && memory.pushes == 1, "{memory:?}");
    assert!(stage.actor(actor).expect("somebody").held_by().is_some());
}

#[test]
fn restored_in_the_middle_of_a_response_the_bits_are_the_same() {
    let (mut stage, actor, _) = standing(NO_FALLS);
    push(&mut stage, actor, Role::LeftShoulder, Vec3::new(30.0, 0.0, -50.0));
    (0..7).for_each(|_| stage.step());
    let saved = stage.snapshot();
    let run = |stage: &mut Stage| {
        (0..150).for_each(|_| stage.step());
        stage.hash()
    };
    let once = run(&mut stage);
    stage.restore(&saved).expect("its own");
    assert_eq!(run(&mut stage), once);
}

#[test]
fn who_walk_into_each_other_push_each_other() {
    let Known { rig, skill } = known();
    let take = rig.take(0).expect("a take");
    // A stretch of walking, of at least two seconds.
    let walk = take.annotation.actions.iter().find(|action| action.is("walk") && action.span.frames() > 60);
    let Some(walk) = walk else { return };
    let rate = f64::from(take.clip.rate());
    let span =
        Segment { take: 0, first: f64::from(walk.span.first) / rate, end: f64::from(walk.span.end) / rate };
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let mind = stage.add_mind(Loop { what: Move::new(span) });
    let reflex = stage.add_reflex(Stagger::new(skill, rig, NO_FALLS).expect("its own"));
    let number = stage.add_rig(rig.clone());
    let facing =
        |z: f32, turn: f32| Transform::new(footwork_motion::ground::yaw(turn), Vec3::new(0.0, 0.0, z));
    let actors = [facing(-1.5, 0.0), facing(1.5, std::f32::consts::PI)].map(|place| {
        let actor = stage.add_actor(number, Some(mind), place).expect("an actor");
        stage.set_reflexes(actor, &[reflex]).expect("it is there");
        actor
    });
    (0..360).for_each(|_| stage.step());
    let pushed = actors.map(|actor| memory(&stage, actor, reflex).pushes);
    assert!(pushed.iter().all(|pushes| (1..20).contains(pushes)), "{pushed:?}");
}

#[test]
fn takes_in_which_nobody_is_pushed_give_bodies_that_only_give_way() {
    let repertoire = performed("locomotion", 8.0);
    let settings = BakeSettings { examples: 20, ..BakeSettings::default() };
    let (skill, ground) = bake(&repertoire, &[], &settings, UNHEARD).expect("it bakes");
    assert!(ground.responses.is_empty() && skill.content.examples.is_empty());
    let rig = Arc::new(Rig::new(Arc::new(repertoire)).expect("a rig"));
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let mind = stage.add_mind(Loop { what: Move::new(rig.stand()) });
    let reflex = stage.add_reflex(Stagger::new(&skill, &rig, NO_FALLS).expect("its own"));
    let number = stage.add_rig(rig);
    let actor = stage.add_actor(number, Some(mind), Transform::IDENTITY).expect("an actor");
    stage.set_reflexes(actor, &[reflex]).expect("it is there");
    (0..20).for_each(|_| stage.step());
    push(&mut stage, actor, Role::Chest, 60.0 * Vec3::Z);
    stage.step();
    assert_eq!(memory(&stage, actor, reflex).last, 1);
}

#[test]
fn stopped_baking_says_so() {
    let stopped = bake(known().rig.repertoire(), &[], &BakeSettings::default(), &|_| {
        footwork_plan::progress::Flow::Stop
    });
    assert_eq!(stopped.err().map(|error| error.to_string()).as_deref(), Some("stopped"));
}
