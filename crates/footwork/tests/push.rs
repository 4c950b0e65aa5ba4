//! A push is true: in every scene that comes with Footwork, who is pushed gives way, and comes back.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use footwork::annotate::Repertoire;
use footwork::motion::Role;
use footwork::motion::glam::Vec3;
use footwork::push::StaggerMemory;
use footwork::scene::{Scene, Source, Supplies};
use footwork::stage::{ActorView, Ask, Cue, Event, Happening, Settings, Stage};

use crate::skills::Kept;

/// N·s, a hard shove with both hands.
const IMPULSE: f32 = 120.0;
/// Steps before the push, within which it must be seen, and after which it must be over.
const BEFORE: u32 = 60;
const SEEN: u32 = 18;
const OVER: u32 = 150;
/// Steps in which somebody falls, lies and has got up again.
const UP_AGAIN: u32 = 900;

fn place(me: ActorView<'_>, role: Role) -> Vec3 {
    me.rig().skeleton().site(role).expect("a person").position(me.world())
}

/// Where the head is, seen from the hips, in the body's own frame.
fn carriage(me: ActorView<'_>) -> Vec3 {
    me.frame().rotation.inverse() * (place(me, Role::Head) - place(me, Role::Hips))
}

fn push(stage: &mut Stage) {
    let me = stage.view().actors().next().expect("somebody");
    let chest = place(me, Role::Chest);
    let ahead = me.frame().rotation * Vec3::Z;
    let ask = Ask::Push { point: chest + 0.1 * ahead, impulse: -IMPULSE * ahead };
    let (tick, to) = (stage.tick(), me.id());
    stage.cue(Cue { tick, to, ask }).expect("a cue");
}

/// The same show is performed once for all scenes.
fn repertoire(source: &Source) -> Arc<Repertoire> {
    static KNOWN: Mutex<Vec<(Source, Arc<Repertoire>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().expect("nobody panicked");
    if let Some((_, found)) = known.iter().find(|(own, _)| own == source) {
        return found.clone();
    }
    let performed = source.perform().expect("it is performed").expect("a performance");
    let performed = Arc::new(performed);
    known.push((source.clone(), performed.clone()));
    performed
}

fn is_pushed_and_comes_back(name: &str, text: &str, supplies: &Supplies<'_>) {
    let scene = Scene::parse(text, &footwork::skills()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let ready = scene.prepare(repertoire(&scene.repertoire), supplies);
    let ready = ready.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut stages = [(), ()].map(|()| ready.stage(Settings::default(), 1).expect("a stage"));
    stages.iter_mut().for_each(|stage| (0..BEFORE).for_each(|_| stage.step()));
    push(&mut stages[1]);
    let (mut furthest, mut low, mut high, mut last) =
        (0.0_f32, Vec3::INFINITY, Vec3::NEG_INFINITY, Vec3::ZERO);
    // Where bodies have weight, the push knocks them down.
    let over = if scene.physics.is_some() { UP_AGAIN } else { OVER };
    for step in 0..over {
        stages.iter_mut().for_each(Stage::step);
        let [usual, pushed] = [0, 1].map(|at| stages[at].view().actors().next().expect("somebody"));
        if step < SEEN {
            furthest = furthest.max(place(pushed, Role::Head).distance(place(usual, Role::Head)));
        }
        let usual = carriage(usual);
        (low, high, last) = (low.min(usual), high.max(usual), carriage(pushed));
    }
    assert!(furthest > 0.03, "{name}: a push of {IMPULSE} N·s moved the head by {furthest} m");
    // A mind may do something else since: then the head is within what it does anyway.
    let margin = Vec3::splat(0.15);
    let back = last.cmpge(low - margin).all() && last.cmple(high + margin).all();
    assert!(back, "{name}: after {over} steps the head is at {last}, usually from {low} to {high}");
}

#[test]
fn in_every_scene_the_head_of_who_is_pushed_moves_and_comes_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("scenes").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    // What scenes have in common is baked once.
    let kept = Kept::default();
    let supplies = Supplies { cache: Some(&kept), ..Supplies::NONE };
    for file in files {
        let text = fs::read_to_string(&file).expect("a scene");
        // A few of a crowd are enough.
        let text = text.replace("count = 1000", "count = 4").replace("count = 200", "count = 4");
        is_pushed_and_comes_back(&file.display().to_string(), &text, &supplies);
    }
}

#[test]
fn people_bump_into_each_other_at_a_walk_and_nobody_falls() {
    let text = include_str!("../../../scenes/bumping.toml");
    let scene = Scene::parse(text, &footwork::skills()).expect("the scene");
    let ready = scene.prepare(repertoire(&scene.repertoire), &Supplies::NONE).expect("it is ready");
    let mut stage = ready.stage(Settings::default(), 17).expect("a stage");
    let mut fell = 0;
    for _ in 0..60 * 40 {
        stage.step();
        let fell_now = |event: &&Event| matches!(event.happening, Happening::LetGo);
        fell += stage.events().iter().filter(fell_now).count();
    }
    let pushes: u32 = stage
        .view()
        .actors()
        .flat_map(|me| me.reflexes().filter_map(move |reflex| me.reflex_memory::<StaggerMemory>(reflex)))
        .map(|memory| memory.pushes)
        .sum();
    assert!(pushes > 20, "{pushes} bumps in 40 s");
    assert_eq!(fell, 0, "of {pushes} bumps");
}
