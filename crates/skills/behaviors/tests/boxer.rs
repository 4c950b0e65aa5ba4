//! Boxers on a stage: they hit, they spar, they go on whatever the target is, and always in the same way.

use std::f32::consts::PI;
use std::sync::Arc;

use crate::common;
use footwork_behaviors::evaluate::{
    EvalSettings, INFIGHT, OUTFIGHT, Sparring, Sparrings, Target, hits, spar,
};
use footwork_behaviors::{Aim, BoxerMemory, BoxerSettings, Skill};
use footwork_motion::ground::yaw;
use footwork_motion::{Role, Transform};
use footwork_stage::minds::{Edge, Edges, Stop, Wander, WanderSettings};
use footwork_stage::{ActorId, Ask, CastError, Cue, Happening, Prop, PropId, PropKind, Rig, Settings, Stage};
use glam::Vec3;

fn alone(rig: &Arc<Rig>, skill: &Arc<Skill>, settings: BoxerSettings, target: Vec3) -> Stage {
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(common::boxer(rig, skill, settings));
    let rig = stage.add_rig(rig.clone());
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    stage.add_prop(Prop::new(PropKind::Target { radius: 0.08 }, target, 0.0)).unwrap();
    stage
}

fn pairs(rig: &Arc<Rig>, skill: &Arc<Skill>, count: u32) -> Stage {
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let settings = BoxerSettings { aim: Aim::Pair, ..BoxerSettings::default() };
    let mind = stage.add_mind(common::boxer(rig, skill, settings));
    let rig = stage.add_rig(rig.clone());
    for number in 0..count {
        let second = number % 2 == 1;
        let at = Vec3::new((number / 2) as f32 * 3.0, 0.0, if second { 0.6 } else { -0.6 });
        stage.add_actor(rig, Some(mind), Transform::new(yaw(if second { PI } else { 0.0 }), at)).unwrap();
    }
    stage
}

#[test]
fn committed_blows_land_within_three_centimetres_and_without_leading_they_do_not() {
    let (rig, skill) = common::boxing(60.0, &[1]);
    let settings = EvalSettings { targets: 12, seconds: 10.0, ..EvalSettings::default() };
    let led = hits(&rig, &skill, &settings, Target::Still).unwrap();
    assert!(led.committed > 40 && led.hit_rate >= 0.95, "{led:?}");
    assert!(led.targets_hit >= 11, "{led:?}");
    let not_led = hits(&rig, &skill, &settings, Target::StillNotLed).unwrap();
    assert!(not_led.hit_rate < led.hit_rate && not_led.distance_cm_median < 15.0, "{not_led:?}");
}

#[test]
fn a_target_that_is_carried_about_is_met() {
    let (rig, skill) = common::boxing(60.0, &[1, 2]);
    let settings = EvalSettings { targets: 20, seconds: 12.0, ..EvalSettings::default() };
    let found = hits(&rig, &skill, &settings, Target::Moves).unwrap();
    assert!(found.committed > 20 && found.hit_rate >= 0.9, "{found:?}");
}

#[test]
fn a_fist_that_follows_a_leaping_target_does_not_jump() {
    let (rig, skill) = common::boxing(60.0, &[1]);
    // The largest change of a wrist's velocity from one step to the next, in m/s; and how many blows were aimed. Not of elbows:
    // those of hooks, whose fists go round their shoulders, turn faster.
    let wrists = [Role::LeftWrist, Role::RightWrist].map(|role| rig.skeleton().joint(role).unwrap());
    let run = |follows: f32| {
        let settings = BoxerSettings { follows, ..BoxerSettings::default() };
        let home = Vec3::new(0.1, 1.35, 0.7);
        let mut stage = alone(&rig, &skill, settings, home);
        let (mut velocities, mut worst, mut committed): (_, f32, u32) = ([Vec3::ZERO; 2], 0.0, 0);
        for tick in 0..60 * 60 {
            // To and fro by 30 cm at once, five times a second: whoever followed it at once would be torn about.
            if tick % 12 == 0 {
                let to = home + Vec3::X * if tick % 24 == 0 { 0.15 } else { -0.15 };
                stage.cue(Cue { tick, to: ActorId(0), ask: Ask::Carry { prop: PropId(0), to } }).unwrap();
            }
            stage.step();
            let me = stage.actor(ActorId(0)).unwrap();
            committed = me.memory::<BoxerMemory>().unwrap().committed;
            let moved = |joint: usize| me.world()[joint].translation - me.world_before()[joint].translation;
            let now = wrists.map(|wrist| moved(wrist) * 60.0);
            if tick > 60 {
                worst = now.iter().zip(&velocities).map(|(a, b)| (*a - *b).length()).fold(worst, f32::max);
            }
            velocities = now;
        }
        (worst, committed)
    };
    let ((still, _), (follows, committed), (at_once, _)) = (run(0.0), run(1.0), run(1e3));
    assert!(committed > 5, "{committed}");
    assert!(at_once > follows + 1.0, "{at_once} m/s at once is no worse than {follows} m/s");
    assert!(follows < still.max(4.0) + 0.5, "{follows} m/s, and {still} m/s if nothing is followed");
}

#[test]
fn dials_make_an_infighter_and_an_outfighter_while_they_box() {
    let (rig, skill) = common::boxing(60.0, &[1, 2]);
    let mut stage = pairs(&rig, &skill, 2);
    let apart = |stage: &mut Stage, dials: &[(u8, f32)]| {
        let tick = stage.tick();
        for (to, &(dial, value)) in [0, 1].into_iter().flat_map(|id| dials.iter().map(move |dial| (id, dial)))
        {
            stage.cue(Cue { tick, to: ActorId(to), ask: Ask::Dial { dial, value } }).unwrap();
        }
        let mut sum = 0.0;
        for _ in 0..60 * 60 {
            stage.step();
            let [a, b] = [0, 1].map(|id| stage.actor(ActorId(id)).unwrap().frame().translation);
            sum += a.distance(b);
        }
        sum / 3600.0
    };
    let out = apart(&mut stage, &OUTFIGHT);
    let near = apart(&mut stage, &INFIGHT);
    let out_again = apart(&mut stage, &[(0, 0.0), OUTFIGHT[0]]);
    assert!(out.min(out_again) > near + 0.1, "{out} m, then {near} m, then {out_again} m");
}

#[test]
fn two_boxers_face_each_other_stay_together_hit_and_vary() {
    let (rig, skill) = common::boxing(60.0, &[1, 2]);
    let spar = |seed| spar(&rig, &skill, &BoxerSettings::default(), 60.0, seed).unwrap();
    let runs: Vec<Sparring> = (1..=6).map(spar).collect();
    for found in &runs {
        assert!(found.thrown > 20 && found.landed > 10, "{found:?}");
        assert!((0.6..1.3).contains(&found.distance_mean) && found.distance_most < 2.0, "{found:?}");
        assert!(found.longest_pause < 15.0 && found.same_in_a_row < 6, "{found:?}");
        assert!(found.shares.len() >= 3 && found.facing > 0.75, "{found:?}");
    }
    // Who is turned by a kick turns back: it comes once in some bouts, so that one alone tells nothing.
    let all = Sparrings::of(&runs);
    println!("{all:?}");
    assert!(all.facing.mean > 0.85 && all.back_turned.mean < 0.02, "{all:?}");
}

#[test]
fn a_target_that_is_far_away_or_right_here_leaves_him_moving_and_one_that_is_nowhere_is_refused() {
    let (rig, skill) = common::boxing(40.0, &[1]);
    let nowhere = [Vec3::splat(f32::INFINITY), Vec3::splat(f32::NAN), Vec3::new(0.0, f32::NAN, 1.0)];
    for target in nowhere {
        let mut stage = alone(&rig, &skill, BoxerSettings::default(), Vec3::Y);
        let prop = Prop::new(PropKind::Target { radius: 0.08 }, target, 0.0);
        assert_eq!(stage.add_prop(prop), Err(CastError::BadProp), "{target}");
    }
    for target in [Vec3::new(0.0, 1.4, 0.0), Vec3::new(1e5, 1.4, 1e5)] {
        let mut stage = alone(&rig, &skill, BoxerSettings::default(), target);
        for _ in 0..300 {
            stage.step();
            let wrong = |happening| matches!(happening, Happening::Fallback(_));
            assert!(!stage.events().iter().any(|event| wrong(event.happening)), "{target}");
        }
        let me = stage.actor(ActorId(0)).unwrap();
        assert!(me.frame().translation.is_finite() && me.world().iter().all(|j| j.translation.is_finite()));
    }
    // A prop, an actor and a cue that are not there.
    for aim in [Aim::Prop(9), Aim::Actor(ActorId(7)), Aim::Nearest, Aim::Pair, Aim::Cue] {
        let mut stage = alone(&rig, &skill, BoxerSettings { aim, ..BoxerSettings::default() }, Vec3::Y);
        (0..120).for_each(|_| stage.step());
        assert!(stage.actor(ActorId(0)).unwrap().frame().translation.is_finite());
    }
}

#[test]
fn a_boxer_walks_up_to_a_target_that_is_far_away() {
    let (rig, skill) = common::boxing(60.0, &[1, 2]);
    for angle in [0.0_f32, 1.5, 3.0] {
        let target = Vec3::new(3.0 * angle.sin(), 1.35, 3.0 * angle.cos());
        let mut stage = alone(&rig, &skill, BoxerSettings::default(), target);
        (0..60 * 15).for_each(|_| stage.step());
        let at = stage.actor(ActorId(0)).unwrap().frame().translation;
        let far = Vec3::new(target.x - at.x, 0.0, target.z - at.z).length();
        assert!(far < 1.2, "{far} m from a target at {angle}");
    }
}

#[test]
fn dials_switch_behaviours_off_and_on() {
    let (rig, skill) = common::boxing(60.0, &[1]);
    let landed = |dial: f32| {
        let mut stage = alone(&rig, &skill, BoxerSettings::default(), Vec3::new(0.1, 1.35, 0.7));
        stage.cue(Cue { tick: 0, to: ActorId(0), ask: Ask::Dial { dial: 1, value: dial } }).unwrap();
        (0..60 * 20).for_each(|_| stage.step());
        stage.actor(ActorId(0)).unwrap().memory::<BoxerMemory>().unwrap().committed
    };
    assert!(landed(0.0) > 2 * landed(-1.0).max(1), "{} {}", landed(0.0), landed(-1.0));
}

#[test]
fn in_a_large_crowd_everybody_finds_whoever_is_nearest_and_somebody_new_after_a_while() {
    let (rig, skill) = common::boxing(40.0, &[1]);
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let settings = BoxerSettings { aim: Aim::Nearest, ..BoxerSettings::default() };
    let mind = stage.add_mind(common::boxer(&rig, &skill, settings));
    let rig = stage.add_rig(rig.clone());
    const CROWD: u32 = 300;
    for number in 0..CROWD {
        let at = Vec3::new((number % 20) as f32 * 3.0, 0.0, (number / 20) as f32 * 3.5);
        stage.add_actor(rig, Some(mind), Transform::new(yaw(number as f32), at)).unwrap();
    }
    let at = |stage: &Stage, id: u32| stage.actor(ActorId(id)).unwrap().frame().translation;
    let opponent = |stage: &Stage, id: u32| {
        stage.actor(ActorId(id)).unwrap().memory::<BoxerMemory>().unwrap().opponent.get().unwrap() as u32
    };
    stage.step();
    for id in 0..CROWD {
        assert_eq!(opponent(&stage, id), if id % 20 == 0 { id + 1 } else { id - 1 }, "of {id}");
    }
    // Beside the last one, and far from whom he fought.
    let tick = stage.tick();
    let to = at(&stage, CROWD - 1) + Vec3::X;
    let ask = Ask::Put { at: glam::Vec2::new(to.x, to.z), heading: 0.0 };
    stage.cue(Cue { tick, to: ActorId(0), ask }).unwrap();
    (0..60 * 30).for_each(|_| stage.step());
    let far = at(&stage, 0).distance(at(&stage, opponent(&stage, 0)));
    assert!(far < 5.0, "he fights somebody {far} m away");
}

#[test]
fn the_same_bits_again_and_on_any_number_of_threads() {
    let (rig, skill) = common::boxing(40.0, &[1]);
    let run = |threads: Option<usize>| {
        let mut stage = pairs(&rig, &skill, 80);
        let pool =
            threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
        for _ in 0..200 {
            match &pool {
                Some(pool) => stage.step_on(pool),
                None => stage.step(),
            }
        }
        stage.hash()
    };
    let one = run(None);
    assert_eq!(one, run(None));
    assert_eq!(one, run(Some(1)));
    assert_eq!(one, run(Some(3)));
}

#[test]
fn he_takes_over_in_mid_motion_without_a_jump() {
    let (rig, skill) = common::boxing(60.0, &[1]);
    // Somebody else plays the same takes from end to end.
    let frames: Vec<u32> = rig.repertoire().takes.iter().map(|take| take.clip.frames() as u32).collect();
    let around =
        (Stop { take: 0, frame: frames[0] - 10 }, Edge { to: Stop { take: 0, frame: 5 }, cost: 0.0 });
    let wander = Wander::new(&rig, &Edges::new(&frames, [around]), &WanderSettings::default()).unwrap();
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let other = stage.add_mind(wander);
    let boxer = stage.add_mind(common::boxer(&rig, &skill, BoxerSettings::default()));
    let rig = stage.add_rig(rig.clone());
    let actor = stage.add_actor(rig, Some(other), Transform::IDENTITY).unwrap();
    let target = Prop::new(PropKind::Target { radius: 0.08 }, Vec3::new(0.0, 1.35, 1.5), 0.0);
    stage.add_prop(target).unwrap();
    let mut velocities: Vec<Vec3> = Vec::new();
    let mut worst = 0.0_f32;
    for tick in 0..600 {
        if tick % 100 == 97 {
            let mind = if tick % 200 == 97 { boxer } else { other };
            stage.set_mind(actor, Some(mind), true).unwrap();
        }
        stage.step();
        let me = stage.actor(actor).unwrap();
        let now: Vec<Vec3> = me
            .world()
            .iter()
            .zip(me.world_before())
            .map(|(now, before)| (now.translation - before.translation) * 60.0)
            .collect();
        let jump = now.iter().zip(&velocities).map(|(a, b)| (*a - *b).length()).fold(0.0, f32::max);
        // From three steps before a hand-over to three after it.
        if (95..=103).contains(&(tick % 100 + if tick % 100 < 50 { 100 } else { 0 })) {
            worst = worst.max(jump);
        }
        velocities = now;
    }
    // Fists of the recordings themselves change by 4 m/s from frame to frame.
    assert!(worst < 5.0, "{worst} m/s");
}
