//! Composed crowds on a stage: nobody in anybody else, and the same again.

use std::sync::{Arc, OnceLock};

use crate::common;
use footwork_patches::bitmap::Bitmap;
use footwork_patches::dominoes::{Dominoes, FallerMemory, Plan, PlanSettings, compose};
use footwork_patches::file::bake;
use footwork_patches::generate::Sampling;
use footwork_patches::measure::Watch;
use footwork_patches::melee::memory::{FighterMemory, MeleeMemory, State};
use footwork_patches::melee::{Manner, Melee, MeleeSettings};
use footwork_patches::{Acts, PatchBook};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{Ask, Cue, DirectorId, Rig, Settings, SharedDirector, Stage};
use glam::Vec3;

struct Made {
    rig: Arc<Rig>,
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
}

fn fights() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let shows = ["boxing", "falling", "locomotion"].map(common::show);
        let rig = common::rig(&shows, 45.0, &[1]);
        let acts = Acts::new(&rig, "boxing", &Default::default()).expect("acts");
        let text = "miss: attack, DEFENCE; keep 60; timing 0.3\nknock: ATTACK, fall; keep 40";
        let made = bake(&acts, text, rig.repertoire().fingerprint(), &Sampling::default(), UNHEARD);
        Made { rig, acts: Arc::new(acts), book: Arc::new(made.expect("patches").book) }
    })
}

fn falls() -> &'static (Made, Arc<Plan>) {
    static MADE: OnceLock<(Made, Arc<Plan>)> = OnceLock::new();
    MADE.get_or_init(|| {
        let rig = common::rig(&[common::show("falling")], 60.0, &[1, 2]);
        let acts = Acts::new(&rig, "", &Default::default()).expect("acts");
        let text = "over: stand, FALL, fall; distance 0.6..1.6; facing 180; keep 2000";
        let book = bake(&acts, text, rig.repertoire().fingerprint(), &Sampling::default(), UNHEARD);
        let book = book.expect("patches").book;
        let bitmap = Bitmap::of_text("L", 1.8).expect("a letter");
        let plan = compose(&acts, &book, &bitmap, &PlanSettings { people: 90, ..PlanSettings::default() });
        (Made { rig, acts: Arc::new(acts), book: Arc::new(book) }, Arc::new(plan))
    })
}

fn melee(manner: Manner) -> SharedDirector {
    let made = fights();
    let settings = MeleeSettings { manner, ..MeleeSettings::default() };
    SharedDirector::new(Melee::new(made.acts.clone(), made.book.clone(), settings))
}

fn on_stage(rig: &Arc<Rig>, director: SharedDirector, scene: &str, people: usize) -> (Stage, DirectorId) {
    let mut stage = Stage::new(Settings::default(), 5).expect("a stage");
    let director = stage.add_shared_director(director);
    let rig = stage.add_rig(rig.clone());
    common::line_up(&mut stage, rig, director, scene, people);
    (stage, director)
}

#[test]
fn a_letter_is_filled_with_people_who_fall_when_they_are_fallen_onto() {
    let (made, plan) = falls();
    assert!(plan.fallers() > 20 && plan.filled > 0.8, "{} fall, {}", plan.fallers(), plan.filled);
    for person in &plan.people {
        let (Some(own), Some(after)) = (person.tumble, person.after) else { continue };
        let before = plan.people[after].tumble.expect("who falls onto somebody falls");
        assert!(own.begin > before.begin, "one after the other");
    }
    let director = SharedDirector::new(Dominoes::new(&made.acts, plan.clone(), Some(2.0)));
    let (mut stage, _) = on_stage(&made.rig, director, "dominoes", plan.people.len());
    let mut watch = Watch::default();
    let seconds = 3.0 + plan.lasts(0) as f32 / 60.0;
    for _ in 0..(seconds * 60.0) as usize {
        stage.step();
        watch.look(&stage);
    }
    println!("{watch:?}");
    let down = stage.view().actors().filter(|actor| actor.is_down()).count();
    assert_eq!(down, plan.fallers(), "all in the picture lie, and nobody else");
    assert!(
        watch.trunk_collisions <= plan.fallers() / 20,
        "{} of {}",
        watch.trunk_collisions,
        plan.fallers()
    );
    assert_eq!(watch.jumps, 0);
    // A hand that gave way to somebody as it came to the floor popped by a quarter of a metre.
    let is_arm = |joint: &str| joint.contains("Arm") || joint.contains("Hand");
    let arms: Vec<_> = watch.pops.iter().filter(|pop| is_arm(&pop.joint)).collect();
    assert!(arms.is_empty(), "{arms:?}");
    // A knee that is held swings up from the floor now and then; that it does so in two steps is still once.
    let popped: std::collections::BTreeSet<_> =
        watch.pops.iter().map(|pop| (pop.actor, &pop.joint)).collect();
    assert!(popped.len() <= plan.fallers() / 20, "{:?}", watch.pops);
}

#[test]
fn letters_that_wait_begin_when_they_are_asked_to() {
    let (made, plan) = falls();
    let director = SharedDirector::new(Dominoes::new(&made.acts, plan.clone(), None));
    let (mut stage, _) = on_stage(&made.rig, director, "dominoes", plan.people.len());
    (0..300).for_each(|_| stage.step());
    let down = |stage: &Stage| stage.view().actors().filter(|actor| actor.is_down()).count();
    assert_eq!(down(&stage), 0);
    let to = stage.view().nth_actor(0).expect("there is one").id();
    stage.cue(Cue { tick: 0, to, ask: Ask::Target(Vec3::ZERO) }).expect("he is there");
    (0..300).for_each(|_| stage.step());
    assert!(down(&stage) > 3);
    let memory = stage.view().nth_actor(0).and_then(|me| me.memory::<FallerMemory>().copied());
    assert!(memory.is_some_and(|memory| memory.phase > 0));
}

#[test]
fn two_fight_on_and_on_without_being_in_each_other() {
    let made = fights();
    let (mut stage, director) = on_stage(&made.rig, melee(Manner::Pairs), "two-fight-on", 2);
    let mut watch = Watch::default();
    for _ in 0..3600 {
        stage.step();
        watch.look(&stage);
    }
    let memory = *stage.view().director_memory::<MeleeMemory>(director).expect("it remembers");
    println!("{} chosen, {} nothing, {:?}", memory.chosen, memory.nothing, watch);
    assert!(memory.chosen >= 10, "{}", memory.chosen);
    assert!(watch.trunk_collisions <= 1 && watch.jumps == 0, "{watch:?}");
}

#[test]
fn a_snapshot_in_the_middle_gives_the_same_fight_again() {
    let made = fights();
    let (mut stage, _) = on_stage(&made.rig, melee(Manner::OneAgainstMany), "one-against-many", 9);
    (0..400).for_each(|_| stage.step());
    let saved = stage.snapshot();
    (0..600).for_each(|_| stage.step());
    let hash = stage.hash();
    stage.restore(&saved).expect("it is its own");
    (0..600).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
    let met: u32 =
        stage.view().actors().filter_map(|me| me.memory::<FighterMemory>()).map(|own| own.met).sum();
    assert!(met > 4, "{met}");
}

#[test]
fn what_the_player_wishes_for_is_done() {
    let made = fights();
    let (mut stage, director) = on_stage(&made.rig, melee(Manner::OneAgainstMany), "one-against-many", 7);
    let hero = stage.view().nth_actor(0).expect("there is one").id();
    stage.cue(Cue { tick: 0, to: hero, ask: Ask::Button { button: 0, down: true } }).expect("he is there");
    (0..1800).for_each(|_| stage.step());
    let memory = *stage.view().director_memory::<MeleeMemory>(director).expect("it remembers");
    assert!(memory.wished > 2 && memory.met * 10 >= memory.wished * 7, "{} of {}", memory.met, memory.wished);
}

#[test]
fn enemies_come_in_from_outside_and_go_out_again() {
    let made = fights();
    let (mut stage, director) = on_stage(&made.rig, melee(Manner::OneAgainstMany), "one-against-many", 12);
    let mut watch = Watch::default();
    for _ in 0..2400 {
        stage.step();
        watch.look(&stage);
    }
    let memory = *stage.view().director_memory::<MeleeMemory>(director).expect("it remembers");
    assert!(memory.entered >= 5 && memory.left >= 3, "{} in, {} out", memory.entered, memory.left);
    assert!(memory.chosen >= 4, "{}", memory.chosen);
    assert!(watch.jumps == 0 && watch.trunk_collisions == 0, "{watch:?}");
    let middle = Vec3::new(memory.middle[0], 0.0, memory.middle[1]);
    for actor in stage.view().actors() {
        let own = actor.memory::<FighterMemory>().expect("he remembers");
        let far = actor.frame().translation.distance(middle);
        assert!(State::of(own.state) != State::Away || far > 5.0, "who waits is outside: {far}");
    }
}

#[test]
fn a_scene_that_is_too_full_to_enter_goes_on_with_who_is_there() {
    let made = fights();
    let (mut stage, director) = on_stage(&made.rig, melee(Manner::OneAgainstMany), "one-against-many", 200);
    let mut watch = Watch::default();
    for _ in 0..900 {
        stage.step();
        watch.look(&stage);
    }
    let memory = *stage.view().director_memory::<MeleeMemory>(director).expect("it remembers");
    assert!(memory.entered >= 3 && memory.chosen >= 2, "{} in, {} chosen", memory.entered, memory.chosen);
    assert!(watch.jumps == 0 && watch.trunk_collisions == 0, "{watch:?}");
}

#[test]
fn people_for_whom_a_picture_has_no_room_look_on_from_before_it() {
    let (made, plan) = falls();
    let director = SharedDirector::new(Dominoes::new(&made.acts, plan.clone(), Some(2.0)));
    let all = plan.people.len() + 40;
    let (mut stage, _) = on_stage(&made.rig, director, "dominoes", all);
    let mut watch = Watch::default();
    for _ in 0..240 {
        stage.step();
        watch.look(&stage);
    }
    let places: Vec<Vec3> = stage.view().actors().map(|actor| actor.frame().translation).collect();
    for (at, place) in places.iter().enumerate().skip(plan.people.len()) {
        let beyond = plan.beyond(at);
        assert!(place.distance(Vec3::new(beyond.x, 0.0, beyond.z)) < 0.5, "{at} is at {place}");
        assert!(places[..at].iter().all(|other| other.distance(*place) > 0.6), "{at} has no room");
    }
    assert_eq!(watch.trunk_collisions, 0, "{watch:?}");
}

#[test]
fn patches_are_bent_only_where_they_may_be() {
    let made = fights();
    // Where it is crowded: two by themselves get to where a patch begins about as soon over pieces.
    let bent = |bends: [f32; 2]| {
        let settings = MeleeSettings { bends, ..MeleeSettings::of(Manner::Armies) };
        let melee = SharedDirector::new(Melee::new(made.acts.clone(), made.book.clone(), settings));
        let (mut stage, director) = on_stage(&made.rig, melee, "battle", 80);
        (0..1200).for_each(|_| stage.step());
        let memory = *stage.view().director_memory::<MeleeMemory>(director).expect("it remembers");
        [memory.bent, memory.chosen]
    };
    let [with, without] = [bent(footwork_patches::melee::BENDS), bent([0.0; 2])];
    assert!(with[0] > 5 && with[1] > 20, "{with:?}");
    assert_eq!(without[0], 0);
    // More of what could follow does.
    assert!(with[1] > without[1], "{with:?} {without:?}");
}

#[test]
fn who_is_knocked_down_is_on_the_floor_when_he_lies() {
    let made = fights();
    let (mut stage, _) = on_stage(&made.rig, melee(Manner::Armies), "battle", 40);
    let (mut lay, mut fell, mut down) = ([false; 40], 0, 0);
    for _ in 0..1200 {
        stage.step();
        for (actor, lay) in stage.view().actors().zip(&mut lay) {
            let own = actor.memory::<FighterMemory>().expect("he fights");
            let lies = State::of(own.state) == State::Lies;
            if lies && !*lay {
                fell += 1;
                down += usize::from(actor.is_down());
            }
            *lay = lies;
        }
    }
    assert!(fell > 0, "somebody is knocked down");
    assert_eq!(down, fell, "nobody still stands when his fall is over");
}
