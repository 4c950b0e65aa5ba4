//! A steered body on a stage: it goes where it is told, jumps, takes over from others, and costs no memory.

#[path = "../../../formats/tests/intake/memory.rs"]
mod memory;

use std::sync::{Arc, OnceLock};

use crate::common::{baked, performed};
use footwork_annotate::Repertoire;
use footwork_annotate::fragments::Control;
use footwork_annotate::sealed::SealError;
use footwork_fragments::{
    ControlSpace, Controller, FragmentError, Skill, Steered, SteeredMemory, SteeredSettings, mind,
};
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::{Role, Transform};
use footwork_stage::minds::Loop;
use footwork_stage::{ActorId, Ask, Cue, MindId, Move, Rig, Segment, Settings, Stage};

fn known() -> &'static (Arc<Repertoire>, Arc<Skill>) {
    static KNOWN: OnceLock<(Arc<Repertoire>, Arc<Skill>)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let repertoire = performed(60.0);
        let bytes = footwork_testing::kept("skill", || baked(&repertoire).to_bytes());
        let skill = Skill::from_bytes(&bytes).unwrap();
        (Arc::new(repertoire), Arc::new(skill))
    })
}

struct Scene {
    stage: Stage,
    actor: ActorId,
    steered: MindId,
    looped: MindId,
}

fn scene(settings: SteeredSettings) -> Scene {
    let (repertoire, skill) = known();
    let rig = Arc::new(Rig::new(repertoire.clone()).unwrap());
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let steered = stage.add_mind(Steered::new(skill.clone(), &rig, settings).unwrap());
    let looped = stage.add_mind(Loop { what: Move::new(Segment { take: 0, first: 1.03, end: 9.41 }) });
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(steered), Transform::IDENTITY).unwrap();
    Scene { stage, actor, steered, looped }
}

impl Scene {
    fn ask(&mut self, ask: Ask) {
        let tick = self.stage.tick();
        // What is no number is refused at the door.
        let _ = self.stage.cue(Cue { tick, to: self.actor, ask });
    }

    fn run(&mut self, seconds: f32) {
        (0..(60.0 * seconds) as usize).for_each(|_| self.stage.step());
    }

    fn frame(&self) -> Transform {
        self.stage.actor(self.actor).unwrap().frame()
    }

    fn toes(&self) -> [f32; 2] {
        let me = self.stage.actor(self.actor).unwrap();
        [Role::LeftToe, Role::RightToe]
            .map(|role| me.rig().skeleton().site(role).unwrap().position(me.world()).y)
    }
}

#[test]
fn whoever_holds_the_stick_is_answered_by_the_motion_and_not_by_the_root_alone() {
    // Without a lead the body goes where its own motion takes it: who would be drawn along standing does not get away.
    let space = ControlSpace::default();
    for speed in [0.7, 1.5, 3.0] {
        let mut scene = scene(SteeredSettings { lead: 0.0, ..SteeredSettings::default() });
        scene.run(1.0);
        let (stick, _) = space.to_sticks(&Control { velocity: [0.0, speed], ..Control::default() });
        scene.ask(Ask::Stick(stick));
        scene.run(1.0);
        let before = scene.frame();
        scene.run(3.0);
        let gone = (scene.frame().translation - before.translation).length() / 3.0;
        assert!(gone > 0.6 * speed, "{speed} m/s asked for, {gone:.2} m/s gone");
    }
}

#[test]
fn it_goes_where_the_stick_points_and_turns_where_the_other_one_does() {
    for lead in [0.0, 0.5, 1.0] {
        let mut scene = scene(SteeredSettings { lead, ..SteeredSettings::default() });
        scene.run(1.0);
        scene.ask(Ask::Stick(Vec2::new(0.0, 0.6)));
        scene.run(1.5);
        let before = scene.frame();
        scene.run(2.0);
        let moved = (before.inverse() * scene.frame()).translation;
        assert!(moved.z > 1.5 && moved.x.abs() < 0.6 * moved.z, "{lead}: {moved}");

        scene.ask(Ask::Look(Vec2::new(-1.0, 0.0)));
        scene.run(1.0);
        let before = scene.frame();
        scene.run(1.0);
        let facing = (before.inverse() * scene.frame()).rotation * Vec3::Z;
        assert!(facing.x > 0.3, "{lead}: to the left, {facing}");

        scene.ask(Ask::Look(Vec2::ZERO));
        scene.ask(Ask::Stick(Vec2::ZERO));
        scene.run(2.0);
        let before = scene.frame();
        scene.run(1.0);
        let moved = (before.inverse() * scene.frame()).translation;
        assert!(moved.length() < 0.3, "{lead}: it stands, {moved}");
    }
}

#[test]
fn a_jump_leaves_the_ground_and_meets_it_again() {
    let mut scene = scene(SteeredSettings::default());
    scene.run(1.0);
    // The performer jumps while it goes ahead, and so the table has no jump from standing.
    scene.ask(Ask::Stick(Vec2::new(0.0, 0.7)));
    scene.run(2.0);
    let lowest = |scene: &mut Scene| {
        (0..60).fold(f32::INFINITY, |low, _| {
            scene.stage.step();
            scene.toes().into_iter().fold(low, f32::min)
        })
    };
    let low = lowest(&mut scene);
    scene.ask(Ask::Button { button: mind::JUMP_BUTTON, down: true });
    scene.run(1.0 / 60.0);
    scene.ask(Ask::Button { button: mind::JUMP_BUTTON, down: false });
    let (mut highest, mut asked) = (0.0_f32, false);
    for _ in 0..60 {
        scene.stage.step();
        let toes = scene.toes();
        highest = highest.max(toes[0].min(toes[1]) - low);
        let memory: &SteeredMemory = scene.stage.actor(scene.actor).unwrap().memory().unwrap();
        asked |= memory.asked().is_some_and(|asked| asked.airborne);
    }
    assert!(asked, "a short press between two choices is not lost");
    // At this speed the performer's jumps are long and flat.
    assert!(highest > 0.05, "{highest}");
    let after = lowest(&mut scene);
    assert!((after - low).abs() < 0.04, "{after} against {low}");
}

#[test]
fn it_takes_over_in_the_middle_of_something_else_and_gives_back_without_a_jump() {
    let mut scene = scene(SteeredSettings::default());
    scene.ask(Ask::Mind(scene.looped));
    scene.run(3.217);
    for to in [scene.steered, scene.looped, scene.steered] {
        let most = |scene: &mut Scene, steps: usize| {
            let mut most = 0.0_f32;
            for _ in 0..steps {
                let me = scene.stage.actor(scene.actor).unwrap();
                let before: Vec<Vec3> = me.world().iter().map(|joint| joint.translation).collect();
                scene.stage.step();
                let me = scene.stage.actor(scene.actor).unwrap();
                let moved =
                    me.world().iter().zip(&before).map(|(now, before)| now.translation.distance(*before));
                most = moved.fold(most, f32::max);
            }
            most
        };
        let usual = most(&mut scene, 60);
        scene.ask(Ask::Mind(to));
        let at_hand_over = most(&mut scene, 12);
        assert!(at_hand_over < 2.0 * usual.max(0.03), "{at_hand_over} m in a step, usually {usual}");
        scene.run(0.5);
    }
}

#[test]
fn every_controller_plays_and_odd_dials_do_no_harm() {
    let mut scene = scene(SteeredSettings::default());
    scene.ask(Ask::Stick(Vec2::new(0.0, 0.6)));
    for value in [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 17.0, -3.0, 1e30] {
        scene.ask(Ask::Dial { dial: mind::TABLE as u8, value });
        scene.ask(Ask::Dial { dial: mind::VARIETY as u8, value: value * 0.1 });
        scene.ask(Ask::Dial { dial: mind::LEAD as u8, value });
        scene.run(1.0);
        let me = scene.stage.actor(scene.actor).unwrap();
        assert!(me.frame().translation.is_finite() && !me.is_fallen_back(), "{value}");
        let by = me.memory::<SteeredMemory>().unwrap().controller();
        let named = (value as usize).checked_sub(1).and_then(|at| Controller::ALL.get(at));
        assert_eq!(by, named.copied().unwrap_or_default(), "{value}");
    }
    // What is no number never gets to a mind.
    scene.ask(Ask::Stick(Vec2::new(f32::NAN, 1.0)));
    scene.ask(Ask::Look(Vec2::new(f32::INFINITY, 1.0)));
    scene.run(0.5);
    assert!(scene.frame().translation.is_finite());
}

#[test]
fn the_same_cues_give_the_same_bits_and_variety_differs_by_chance_only() {
    let run = |variety: f32| {
        let mut scene = scene(SteeredSettings::default());
        scene.ask(Ask::Dial { dial: mind::VARIETY as u8, value: variety });
        scene.ask(Ask::Stick(Vec2::new(0.3, 0.8)));
        scene.run(3.0);
        scene.stage.hash()
    };
    assert_eq!(run(0.0), run(0.0));
    assert_eq!(run(0.2), run(0.2));
    assert_ne!(run(0.0), run(0.2));
}

#[test]
fn steering_allocates_nothing() {
    let mut scene = scene(SteeredSettings::default());
    scene.ask(Ask::Stick(Vec2::new(0.0, 1.0)));
    scene.run(1.0);
    for dial in [0.0, 5.0] {
        scene.ask(Ask::Dial { dial: mind::TABLE as u8, value: dial });
        scene.ask(Ask::Mind(scene.looped));
        scene.run(0.5);
        scene.ask(Ask::Mind(scene.steered));
        let (_, peak) = memory::peak(|| (0..60).for_each(|_| scene.stage.step()));
        assert_eq!(peak, 0);
    }
}

#[test]
fn a_skill_of_another_repertoire_is_refused() {
    let (_, skill) = known();
    let rig = Rig::new(Arc::new(performed(5.0))).unwrap();
    let refused = Steered::new(skill.clone(), &rig, SteeredSettings::default());
    assert_eq!(refused.err(), Some(FragmentError::Sealed(SealError::OtherRepertoire)));
    let rig = Rig::new(known().0.clone()).unwrap();
    for bad in [
        SteeredSettings { lead: f32::NAN, ..SteeredSettings::default() },
        SteeredSettings { rates: [0.0, 1.0], ..SteeredSettings::default() },
        SteeredSettings { jump: Some(-1.0), ..SteeredSettings::default() },
    ] {
        let refused = Steered::new(skill.clone(), &rig, bad);
        assert!(matches!(refused.err(), Some(FragmentError::Setting { .. })), "{bad:?}");
    }
}
