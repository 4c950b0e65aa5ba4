//! A steered character on the built-in performer's motion: it does what the sticks say, and moves like a person.

use std::sync::{Arc, LazyLock};

use footwork::collect::Course;
use footwork::collect::players::{self, Temper};
use footwork::fragments::ControlSpace;
use footwork::measure::{Measure, Quality};
use footwork::motion::glam::{Vec2, Vec3};
use footwork::performer::Show;
use footwork::scene::{Prepared, Scene, Supplies};
use footwork::stage::{ActorId, Ask, Cue, Settings, Stage};
use footwork::{performance, skills};

const ME: ActorId = ActorId(0);

static COLLECT: LazyLock<Prepared> = LazyLock::new(|| {
    let scene = Scene::parse(include_str!("../../../scenes/collect.toml"), &skills()).expect("the scene");
    let repertoire = performance(&[Show::Steering], 150.0, &[1]).expect("a performance");
    scene.prepare(Arc::new(repertoire), &Supplies::NONE).expect("it is made ready")
});

fn stage() -> Stage {
    COLLECT.stage(Settings::default(), 1).expect("a stage")
}

fn ask(stage: &mut Stage, ask: Ask) {
    stage.cue(Cue { tick: stage.tick(), to: ME, ask }).expect("a cue");
}

/// m/s ahead and to the left, and rad/s, over so many steps.
fn run(stage: &mut Stage, steps: u32) -> (Vec3, f32) {
    let (mut way, mut turned) = (Vec3::ZERO, 0.0);
    for _ in 0..steps {
        stage.step();
        let step = stage.actor(ME).expect("an actor").root_motion();
        way += step.translation;
        turned += step.yaw;
    }
    let seconds = steps as f32 / 60.0;
    (way / seconds, turned / seconds)
}

#[test]
fn the_stick_ahead_runs_the_stick_aside_sidesteps_and_a_stick_that_is_let_go_stops() {
    let mut stage = stage();
    run(&mut stage, 60);
    ask(&mut stage, Ask::Stick(Vec2::new(0.0, 1.0)));
    run(&mut stage, 60);
    let (speed, _) = run(&mut stage, 60);
    assert!(speed.z > 2.0 && speed.x.abs() < 0.5, "ahead: {speed}");
    ask(&mut stage, Ask::Stick(Vec2::ZERO));
    run(&mut stage, 60);
    let (speed, _) = run(&mut stage, 60);
    assert!(speed.length() < 0.25, "let go: {speed}");
    ask(&mut stage, Ask::Stick(Vec2::new(-0.45, 0.0)));
    run(&mut stage, 60);
    let (speed, _) = run(&mut stage, 60);
    assert!(speed.x > 0.4 && speed.x > 2.0 * speed.z.abs(), "to the left: {speed}");
}

#[test]
fn the_second_stick_turns() {
    let mut stage = stage();
    run(&mut stage, 60);
    ask(&mut stage, Ask::Stick(Vec2::new(0.0, 0.5)));
    ask(&mut stage, Ask::Look(Vec2::new(1.0, 0.0)));
    run(&mut stage, 60);
    let (_, right) = run(&mut stage, 90);
    assert!(right < -0.5, "{right} rad/s");
    ask(&mut stage, Ask::Look(Vec2::new(-1.0, 0.0)));
    run(&mut stage, 60);
    let (_, left) = run(&mut stage, 90);
    assert!(left > 0.5, "{left} rad/s");
}

#[test]
fn a_jump_at_a_run_leaves_the_ground_and_meets_it_again() {
    jumps(Vec2::new(0.0, 1.0));
}

#[test]
fn a_jump_from_standing_leaves_the_ground_and_meets_it_again() {
    jumps(Vec2::ZERO);
}

fn jumps(stick: Vec2) {
    let mut stage = stage();
    ask(&mut stage, Ask::Stick(stick));
    run(&mut stage, 90);
    ask(&mut stage, Ask::Button { button: 0, down: true });
    let stands: Vec<bool> = (0..120)
        .map(|_| {
            stage.step();
            let me = stage.actor(ME).expect("an actor");
            me.is_planted(0) || me.is_planted(1)
        })
        .collect();
    // A running stride flies for a tenth of a second.
    let first = stands.iter().position(|stands| !*stands).unwrap_or(120);
    assert!(stick != Vec2::ZERO || first < 24, "it leaves the ground {first} steps after the button");
    let flight = stands.split(|stands| *stands).map(<[bool]>::len).max().unwrap_or(0);
    assert!((15..60).contains(&flight), "{flight} steps in the air");
    assert!(stands[60..].contains(&true), "it comes down");
}

#[test]
fn a_character_whose_stick_is_still_stands_still() {
    let mut stage = stage();
    run(&mut stage, 120);
    let from = stage.actor(ME).expect("an actor").frame().translation;
    let (speed, turned) = run(&mut stage, 600);
    let way = (stage.actor(ME).expect("an actor").frame().translation - from).length();
    assert!(
        way < 1.0 && speed.length() < 0.1 && turned.abs() < 0.1,
        "{way} m in ten seconds, {turned} rad/s"
    );
}

/// How the character looks while a scripted player has the sticks for two minutes.
fn played(temper: &Temper) -> Quality {
    let mut stage = stage();
    let space = ControlSpace::default();
    let trace = players::trace(temper, &space, &Course::fields(), 120.0, 9);
    players::cues(&trace, &space, ME, 0, 6).into_iter().for_each(|cue| stage.cue(cue).expect("a cue"));
    let mut measure = Measure::new(&stage, 1);
    for _ in 0..7200 {
        stage.step();
        measure.look(&stage);
    }
    measure.quality()
}

#[test]
fn two_minutes_of_each_players_sticks_keep_the_stages_bars() {
    let both = [Temper::BRISK, Temper::CAREFUL].map(|temper| played(&temper));
    println!("{both:#?}");
    let mean = |of: fn(&Quality) -> f32| both.iter().map(of).sum::<f32>() / 2.0;
    assert!(both.iter().all(|quality| quality.below_floor_cm < 0.5), "{both:?}");
    assert!(mean(|quality| quality.skate_cm_s) < 1.0, "{both:?}");
    assert!(mean(|quality| quality.slide_cm_s) < 2.0 && mean(|quality| quality.not_held) < 0.1, "{both:?}");
    // Sudden turns of the sticks cost smoothness: docs/fragments.md has what recordings do.
    assert!(mean(|quality| quality.over_usual) < 0.05, "{both:?}");
}

#[test]
fn who_steps_over_an_edge_is_put_back_and_who_runs_through_a_sphere_collects_it() {
    let mut stage = stage();
    let mut game = COLLECT.game(&mut stage, 1).expect("a game");
    assert_eq!(game.course().platforms().len(), 4);
    // Straight ahead over the edge of the last field, again and again; a running stride passes over gaps.
    ask(&mut stage, Ask::Stick(Vec2::new(0.0, 1.0)));
    let mut furthest = 0.0_f32;
    for _ in 0..600 {
        stage.step();
        game.step(&mut stage).expect("the game's cues are sound");
        furthest = furthest.max(stage.actor(ME).expect("an actor").frame().translation.z);
    }
    assert!(game.score().falls > 0 && furthest < 13.0, "{:?}, {furthest} m", game.score());
    // A sphere right where it stands.
    let before = game.score().collected;
    ask(&mut stage, Ask::Stick(Vec2::ZERO));
    let at = stage.actor(ME).expect("an actor").frame().translation;
    ask(&mut stage, Ask::Carry { prop: 0, to: at + Vec3::Y });
    for _ in 0..3 {
        stage.step();
        game.step(&mut stage).expect("the game's cues are sound");
    }
    assert_eq!(game.score().collected, before + 1);
    assert!(stage.view().props()[0].home.distance(at) > 1.5, "it is elsewhere now");
}
