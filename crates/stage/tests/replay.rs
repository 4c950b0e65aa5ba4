//! The same state and the same cues give the same bits: after going back, in a second run, on any number of threads.

#[path = "../../../tests/bits/src/events.rs"]
#[allow(dead_code)]
mod events;
#[path = "../../../tests/bits/src/history.rs"]
mod history;

use crate::common;
use crate::common::everything;
use events::Seen;
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderMemory, WanderSettings};
use footwork_stage::{
    self as stage, ActorId, ActorView, Ask, Cue, Event, Happening, Mind, Move, Prop, Reaction, Recorder,
    Replay, Rng, Settings, Snapshot, Stage, StageView, Why,
};
use glam::{Quat, Vec2, Vec3};
use history::History;

/// Wanders, and breaks off whatever it does when it is pushed or touched.
struct Nervous(Wander);

impl Mind for Nervous {
    type Memory = WanderMemory;

    fn choose(
        &self,
        memory: &mut WanderMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        self.0.choose(memory, me, stage, rng, why)
    }

    fn notice(&self, memory: &mut WanderMemory, _: ActorView<'_>, event: &Event) -> Reaction {
        match event.happening {
            Happening::Pushed { .. } | Happening::Contact { .. } | Happening::StrikeLanded(_) => {
                *memory = WanderMemory::default();
                Reaction::Choose
            }
            _ => Reaction::CarryOn,
        }
    }
}

fn stage(show: Show, actors: usize, seed: u64) -> Stage {
    let rig = common::rig(show, 40.0, &[1, 2]);
    let ways = common::edges(&rig, 5, 0.2);
    let mut stage = Stage::new(Settings::default(), seed).unwrap();
    let mind = stage.add_mind(Nervous(Wander::new(&rig, &ways, &WanderSettings::default()).unwrap()));
    let rig = stage.add_rig(rig);
    for number in 0..actors {
        let at = Vec3::new((number % 10) as f32, 0.0, (number / 10) as f32);
        let at = Transform::new(Quat::from_rotation_y(number as f32), at);
        stage.add_actor(rig, Some(mind), at).unwrap();
    }
    stage
}

fn cues(actors: u32, ticks: u64) -> Vec<Cue> {
    let mut rng = Rng::stream(11, 0);
    (0..ticks / 37)
        .map(|_| {
            let tick = rng.below(ticks as usize) as u64;
            let to = ActorId(rng.below(actors as usize) as u32);
            let mut any = || rng.unit() * 2.0 - 1.0;
            let ask = match tick % 4 {
                0 => Ask::Stick(Vec2::new(any(), any())),
                1 => Ask::Button { button: 3, down: tick % 8 == 1 },
                2 => Ask::Push { point: Vec3::new(any(), 1.2, any()), impulse: Vec3::new(any(), 0.0, any()) },
                _ => Ask::Target(Vec3::new(any(), any(), any())),
            };
            Cue { tick, to, ask }
        })
        .collect()
}

#[test]
fn going_back_at_random_over_100_000_ticks_gives_the_same_bits_again() {
    let mut stage = stage(Show::Boxing, 3, 5);
    let ticks = 100_000;
    cues(3, ticks).into_iter().for_each(|cue| stage.cue(cue).unwrap());
    let mut rng = Rng::stream(99, 0);
    let mut kept: Option<(Snapshot, u64)> = None;
    let mut returns = 0;
    let mut hashes: Vec<u64> = Vec::with_capacity(ticks as usize);
    while stage.tick() < ticks {
        // The state's hash at every tenth tick; a tick that comes again must have the same.
        if stage.tick().is_multiple_of(10) {
            let (at, hash) = (stage.tick() as usize / 10, stage.hash());
            match hashes.get(at) {
                Some(before) => assert_eq!(*before, hash, "at tick {}", stage.tick()),
                None => hashes.push(hash),
            }
        }
        if rng.below(400) == 0 {
            if let Some((snapshot, until)) = &kept
                && stage.tick() >= *until
            {
                stage.restore(snapshot).unwrap();
                assert_eq!(stage.hash(), snapshot.hash());
                returns += 1;
                kept = None;
            } else if kept.is_none() {
                kept = Some((stage.snapshot(), stage.tick() + 1 + rng.below(300) as u64));
            }
        }
        stage.step();
    }
    assert!(returns > 50, "{returns}");
}

#[test]
fn everything_on_a_stage_gives_the_same_bits_again_after_going_back_at_random() {
    let mut stage = everything::stage(4);
    let (mut history, mut seen) = (History::new(), Seen::default());
    while stage.tick() < 20_000 {
        history.pass(&mut stage).unwrap();
        everything::step(&mut stage);
        seen.look(&stage);
    }
    assert!(history.returns > 30, "{}", history.returns);
    // Physical bodies are tested where they are made; everything else but a landing happens here.
    let physical = ["let go", "came to rest", "landed"];
    let mut kinds = events::KINDS.to_vec();
    kinds.retain(|kind| !physical.contains(kind));
    kinds.push("fallback");
    let missing = seen.missing(&kinds);
    assert!(missing.is_empty(), "nothing of this happened: {missing:?}");
}

#[test]
fn a_hash_differs_where_a_prop_a_pose_a_director_or_an_actor_does() {
    let run = || {
        let mut stage = everything::stage(0);
        (0..100).for_each(|_| everything::step(&mut stage));
        stage
    };
    let hash = run().hash();
    assert_eq!(run().hash(), hash);
    for prop in run().view().props() {
        let mut changed = run();
        changed.set_prop(Prop { position: prop.position + Vec3::X * 1e-4, ..*prop }).unwrap();
        assert_ne!(changed.hash(), hash, "{prop:?}");
        changed.set_prop(*prop).unwrap();
        assert_eq!(changed.hash(), hash, "{prop:?}");
        changed.remove_prop(prop.id).unwrap();
        assert_ne!(changed.hash(), hash, "{prop:?}");
    }
    let mut fewer = run();
    fewer.remove_actor(ActorId(7)).unwrap();
    assert_ne!(fewer.hash(), hash);
    let mut given = run();
    let pose = given.pose(ActorId(0)).unwrap();
    let pose = footwork_motion::Pose {
        translations: pose.translations.to_vec(),
        rotations: pose.rotations.to_vec(),
    };
    given.give_pose(ActorId(0), pose.view(), None).unwrap();
    assert_ne!(given.hash(), hash);
    let other = given.hash();
    let mut moved = pose.clone();
    moved.translations[0].x += 1e-4;
    given.give_pose(ActorId(0), moved.view(), None).unwrap();
    assert_ne!(given.hash(), other);
    // A director that has decided once more, with nobody left to show it.
    let [mut first, mut second] = [run(), run()];
    (0..70).for_each(|_| second.step());
    let later =
        second.view().director_memory::<everything::troupe::Verse>(everything::CHORUS).unwrap().number;
    (0..70).for_each(|_| first.step());
    assert_eq!(first.hash(), second.hash());
    assert!(
        later > run().view().director_memory::<everything::troupe::Verse>(everything::CHORUS).unwrap().number
    );
}

#[test]
fn a_run_is_played_again_from_its_cues() {
    let mut first = stage(Show::Locomotion, 5, 8);
    let mut recorder = Recorder::new();
    let mut rng = Rng::stream(1, 0);
    for tick in 0..2000 {
        // As a player would: cues come while it runs, for now.
        if rng.below(20) == 0 {
            let cue = cues(5, 2000)[tick % 50];
            first.cue(Cue { tick: 0, ..cue }).unwrap();
        }
        first.step();
        recorder.keep(&first);
    }
    let mut second = stage(Show::Locomotion, 5, 8);
    let replay: Replay = recorder.replay().clone();
    assert!(replay.cues.len() > 50);
    replay.give(&mut second).unwrap();
    (0..2000).for_each(|_| second.step());
    assert_eq!(first.hash(), second.hash());
    let clip = recorder.clip(&first, ActorId(4), "five").unwrap().unwrap();
    assert_eq!(clip.frames(), 2000);
    let shown = first.pose(ActorId(4)).unwrap();
    let kept = clip.frame(1999);
    assert!((kept.translations[0] - shown.translations[0]).length() < 1e-6);
    assert!(kept.rotations.iter().zip(shown.rotations).all(|(a, b)| a.dot(*b).abs() > 0.999_999));
}

#[test]
fn another_seed_gives_another_run() {
    let run = |seed| {
        let mut stage = stage(Show::Locomotion, 2, seed);
        (0..300).for_each(|_| stage.step());
        stage.hash()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// Actors that are worth sharing among threads; fewer are stepped on one, whatever the pool.
#[cfg(feature = "threads")]
const MANY: usize = 80;

/// Ten minutes. Without optimisation that takes minutes; `golden.rs` is for both.
#[cfg(feature = "threads")]
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn ten_minutes_end_in_the_same_hash_on_one_and_on_two_threads() {
    let run = |threads| {
        let mut stage = stage(Show::Locomotion, MANY, 6);
        cues(MANY as u32, 36_000).into_iter().for_each(|cue| stage.cue(cue).unwrap());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        (0..36_000).for_each(|_| stage.step_on(&pool));
        stage.hash()
    };
    let (one, two) = (run(1), run(2));
    println!("{one:#018x} on one thread, {two:#018x} on two");
    assert_eq!(one, two);
}

/// With everything on it, and enough actors to be shared among threads.
#[cfg(feature = "threads")]
#[test]
fn everything_on_a_stage_gives_the_same_bits_on_any_number_of_threads() {
    let run = |threads: Option<usize>| {
        let mut stage = everything::stage(90);
        let pool =
            threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
        for _ in 0..500 {
            everything::before_step(&mut stage);
            match &pool {
                Some(pool) => stage.step_on(pool),
                None => stage.step(),
            }
        }
        stage.hash()
    };
    let alone = run(None);
    for threads in [1, 2, 5] {
        assert_eq!(run(Some(threads)), alone, "on {threads} threads");
    }
}

/// More than are worth sharing, and fewer.
#[cfg(feature = "threads")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (actors, ticks) in [(5, 1000), (MANY, 600), (300, 200)] {
        let mut alone = stage(Show::Boxing, actors, 4);
        cues(actors as u32, ticks).into_iter().for_each(|cue| alone.cue(cue).unwrap());
        let start = alone.snapshot();
        (0..ticks).for_each(|_| alone.step());
        let mut many = stage(Show::Boxing, actors, 4);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            many.restore(&start).unwrap();
            (0..ticks).for_each(|_| many.step_on(&pool));
            assert_eq!(many.hash(), alone.hash(), "{actors} actors on {threads} threads");
        }
    }
}
