//! Crowds that have to do with things: a rat that people jump aside from, boxes that are passed on.

use std::sync::Arc;

use crate::common;
use footwork_patches::file::bake;
use footwork_patches::football::{FootballMemory, PlayerMemory, State};
use footwork_patches::generate::Sampling;
use footwork_patches::luggage::{LuggageMemory, PorterMemory};
use footwork_patches::measure::Watch;
use footwork_patches::rat::{RatMemory, Startle};
use footwork_patches::{Acts, PatchBook, Show, pattern};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Ask, Cue, DirectorId, PropMotion, Settings, Stage};
use glam::{Vec2, Vec3};

/// A stage with a show's people and things.
fn staged(
    show: Show,
    seconds: f32,
    seeds: &[u64],
    patterns: &str,
    people: usize,
) -> (Stage, DirectorId, Arc<PatchBook>) {
    let shows: Vec<_> = show.performed().iter().map(|name| common::show(name)).collect();
    let rig = common::rig(&shows, seconds, seeds);
    let acts = Arc::new(Acts::new(&rig, "", &Default::default()).expect("acts"));
    let sampling = Sampling { joins: show.is_joined(), ..Sampling::default() };
    let made = bake(&acts, patterns, rig.repertoire().fingerprint(), &sampling, UNHEARD);
    let book = Arc::new(made.expect("patches").book);
    let mut stage = Stage::new(Settings::default(), 5).expect("a stage");
    let director = stage.add_shared_director(show.directed(&acts, &book).expect("somebody directs"));
    let rig = stage.add_rig(rig);
    common::line_up(&mut stage, rig, director, show.name(), people);
    for prop in show.props(people) {
        stage.add_prop(prop).expect("it is a prop");
    }
    (stage, director, book)
}

#[test]
fn people_jump_aside_from_a_rat_and_into_each_other_and_it_runs_where_it_is_drawn() {
    let text = "bump: any, STARTLED, pushed_away|fall; distance 0.6..1.4; facing 180; angle 40; keep 1500";
    let (mut stage, director, book) = staged(Show::Rat, 45.0, &[1], text, 30);
    let mut watch = Watch::default();
    for _ in 0..3600 {
        stage.step();
        watch.look(&stage);
    }
    let memory = *stage.view().director_memory::<RatMemory>(director).expect("it remembers");
    println!(
        "{} patches, {} jumps, {} bumps, {} nothing, {watch:?}",
        book.patches.len(),
        memory.chosen,
        memory.bumps,
        memory.nothing
    );
    assert!(memory.chosen >= 12 && memory.bumps >= 3, "{} jumps, {} bumps", memory.chosen, memory.bumps);
    assert!(watch.trunk_collisions <= 1 && watch.jumps == 0, "{watch:?}");
    // The rat is shown where it is, and goes where it is sent.
    let rat = Startle::rat(&stage.view()).expect("there is one");
    let to = stage.view().nth_actor(0).expect("there is one").id();
    let path = [Vec3::new(-2.0, 0.0, -2.0), Vec3::new(-2.0, 0.0, 1.0)];
    for point in path {
        stage.cue(Cue { tick: 0, to, ask: Ask::Target(point) }).expect("he is there");
    }
    let mut reached = 0;
    for _ in 0..1500 {
        stage.step();
        let at = stage.view().prop(rat).expect("it is there").position;
        let goal = path[reached.min(1)];
        reached += usize::from(reached < 2 && Vec2::new(at.x - goal.x, at.z - goal.z).length() < 0.2);
    }
    assert_eq!(reached, 2, "one point after the other");
}

#[test]
fn a_path_through_a_wall_of_people_is_run_as_far_as_there_is_a_way() {
    let text = "bump: any, STARTLED, pushed_away|fall; distance 0.6..1.4; facing 180; angle 40; keep 1500";
    let (mut stage, director, _) = staged(Show::Rat, 45.0, &[1], text, 36);
    (0..5).for_each(|_| stage.step());
    let to = stage.view().nth_actor(0).expect("there is one").id();
    let middle = stage.view().nth_actor(14).expect("he stands in it").frame().translation;
    let nowhere = Cue { tick: 0, to, ask: Ask::Target(Vec3::NAN) };
    assert!(stage.cue(nowhere).is_err(), "there is no such place");
    // Through all of them, onto somebody, and more points than are remembered.
    let path = [Vec3::new(-1.5, 0.0, 2.4), Vec3::new(6.5, 0.0, 2.4), middle.with_y(0.0)];
    for point in path.into_iter().chain([Vec3::new(6.5, 0.0, 2.4); 40]) {
        stage.cue(Cue { tick: 0, to, ask: Ask::Target(point) }).expect("he is there");
    }
    let (mut watch, mut lasted, mut before, mut fastest) = (Watch::default(), 0, None, 0.0_f32);
    for tick in 0..4800 {
        stage.step();
        watch.look(&stage);
        let memory = *stage.view().director_memory::<RatMemory>(director).expect("it remembers");
        let at = Vec2::from_array(memory.at);
        assert!(at.is_finite());
        fastest = fastest.max(before.replace(at).map_or(0.0, |before: Vec2| before.distance(at)));
        if memory.drawn > 0 {
            lasted = tick;
        }
    }
    assert!((300..4500).contains(&lasted), "the path is over after {lasted} ticks");
    assert!(fastest < 0.08, "{fastest} m in a tick");
    assert!(watch.jumps == 0 && watch.trunk_collisions <= 1, "{watch:?}");
}

#[test]
fn boxes_go_round_and_never_leave_hands_between_hands() {
    let text = pattern::paper("luggage").expect("it is there");
    let (mut stage, director, book) = staged(Show::Luggage, 90.0, &[1, 2, 3], text, 6);
    let mut watch = Watch::default();
    (0..5).for_each(|_| stage.step());
    let saved = stage.snapshot();
    for _ in 0..3600 {
        stage.step();
        watch.look(&stage);
        for prop in stage.view().props() {
            let PropMotion::Held { grips: [Some(a), Some(b)] } = prop.motion else {
                panic!("{:?} is in no hands, {:?}", prop.id, prop.motion)
            };
            assert_eq!(a.actor, b.actor);
            assert!(prop.position.y > 0.6 && prop.velocity.length() < 3.0, "{prop:?}");
        }
    }
    let memory = *stage.view().director_memory::<LuggageMemory>(director).expect("it remembers");
    let busy = stage
        .view()
        .actors()
        .filter_map(|me| me.memory::<PorterMemory>())
        .filter(|own| own.passed > 0)
        .count();
    println!("{} patches, {} passed by {busy}, {watch:?}", book.patches.len(), memory.passed);
    assert!(memory.passed >= 9 && memory.dropped == 0 && busy >= 4, "{} passed", memory.passed);
    assert!(watch.trunk_collisions == 0 && watch.jumps == 0, "{watch:?}");
    let hash = stage.hash();
    stage.restore(&saved).expect("it is its own");
    (0..3600).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
}

/// Who holds each box, by his place in the ring.
fn holders(stage: &Stage) -> Vec<usize> {
    let held = stage.view().props().iter().map(|prop| match prop.motion {
        PropMotion::Held { grips: [Some(grip), _] } => {
            stage.view().actors().position(|actor| actor.id() == grip.actor).expect("he is there")
        }
        _ => panic!("{:?} is in no hands", prop.id),
    });
    held.collect()
}

#[test]
fn a_button_stops_the_boxes_and_another_one_turns_them_round() {
    let text = pattern::paper("luggage").expect("it is there");
    let (mut stage, director, _) = staged(Show::Luggage, 90.0, &[1, 2, 3], text, 6);
    let press = |stage: &mut Stage, button: u8| {
        let (tick, to) = (stage.view().tick(), stage.view().nth_actor(0).expect("there is one").id());
        for down in [true, false] {
            stage.cue(Cue { tick, to, ask: Ask::Button { button, down } }).expect("he is there");
        }
    };
    // How far each box goes round in a minute, in places; the other way is below 0.
    let goes = |stage: &mut Stage| {
        let (mut before, mut gone) = (holders(stage), 0_i64);
        for _ in 0..3600 {
            stage.step();
            let now = holders(stage);
            gone += now.iter().zip(&before).map(|(now, was)| (now + 7 - was) as i64 % 6 - 1).sum::<i64>();
            before = now;
        }
        gone
    };
    (0..60).for_each(|_| stage.step());
    let first = goes(&mut stage);
    press(&mut stage, 0);
    // What has begun is done first.
    (0..600).for_each(|_| stage.step());
    let stopped = goes(&mut stage);
    press(&mut stage, 0);
    press(&mut stage, 1);
    (0..600).for_each(|_| stage.step());
    let back = goes(&mut stage);
    assert!(first >= 9 && stopped == 0 && back <= -9, "{first}, {stopped}, {back}");
    let memory = stage.view().director_memory::<LuggageMemory>(director).expect("it remembers");
    assert_eq!(memory.dropped, 0);
}

#[test]
fn a_runner_gets_past_tacklers_who_come_from_outside_and_does_as_he_is_told() {
    let text = "past: run, TACKLE, avoid; distance 2.0..12.0; facing 80; keep 200";
    let (mut stage, director, book) = staged(Show::Football, 60.0, &[1, 2], text, 9);
    let mut watch = Watch::default();
    (0..300).for_each(|_| stage.step());
    let saved = stage.snapshot();
    let (mut far, mut stopped) = (0.0_f32, [0; 9]);
    for _ in 0..3600 {
        stage.step();
        watch.look(&stage);
        for (at, actor) in stage.view().actors().enumerate() {
            let state = actor.memory::<PlayerMemory>().map(|own| State::of(own.state));
            let goes = actor.root_motion().translation.length() * 60.0 > 0.1;
            let waits = matches!(state, Some(State::Waits | State::Lies | State::Rises));
            stopped[at] = if goes || waits { 0 } else { stopped[at] + 1 };
            assert!(stopped[at] < 120, "{at} is stuck, {state:?}");
        }
        let carrier = stage.view().nth_actor(0).expect("he runs");
        far = far.max(carrier.frame().translation.z);
        let ball = stage.view().props()[0];
        let PropMotion::Held { grips: [Some(hand), None] } = ball.motion else { panic!("{:?}", ball.motion) };
        assert_eq!(hand.actor, carrier.id());
    }
    let memory = *stage.view().director_memory::<FootballMemory>(director).expect("it remembers");
    println!(
        "{} patches, {} tackles, {} in vain, {watch:?}",
        book.patches.len(),
        memory.chosen,
        memory.nothing
    );
    assert!(memory.chosen >= 6, "{} tackles", memory.chosen);
    assert!(watch.trunk_collisions == 0 && watch.jumps == 0, "{watch:?}");
    assert!(watch.slide() < 8.0, "{} cm/s", watch.slide());
    assert!(far > 15.0, "he runs down the field: {far}");
    let hash = stage.hash();
    stage.restore(&saved).expect("it is its own");
    (0..3600).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
    // The stick is as the player sees the floor: to the right is to −X.
    let to = stage.view().nth_actor(0).expect("he runs").id();
    let from = stage.view().nth_actor(0).expect("he runs").frame().translation;
    stage.cue(Cue { tick: 0, to, ask: Ask::Stick(Vec2::new(1.0, 0.0)) }).expect("he is there");
    (0..900).for_each(|_| stage.step());
    let now = stage.view().nth_actor(0).expect("he runs").frame().translation;
    assert!(now.x < from.x - 12.0, "from {from} to {now}");
}
