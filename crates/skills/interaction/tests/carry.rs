//! Two carry a box: what must hold of the graph, on a stage, and of what comes from outside.

use std::sync::{Arc, Mutex, OnceLock};

use crate::common;
use footwork_interaction::carry::carriers::CarryMemory;
use footwork_interaction::carry::plans::Weights;
use footwork_interaction::carry::sample::{CarryError, CarrySettings, bake_on, sample};
use footwork_interaction::carry::{
    CarrierSettings, Carriers, CarryGraph, Plans, Steering, Steps, StepsError, Wish,
};
use footwork_interaction::evaluate::carry::{SIZE, balls, direction, look, set};
use footwork_interaction::sample::{SampleSettings, bake, bake_on as fight_on};
use footwork_plan::progress::{Flow, Keeping, UNHEARD, UNKEPT};
use footwork_stage::{Ask, Cue, PropId, PropKind, Rig, Stage};
use glam::{Vec2, Vec3};

struct Known {
    rig: Arc<Rig>,
    steps: Arc<Steps>,
    carry: Arc<CarryGraph>,
    plans: Arc<Plans>,
}

fn settings() -> CarrySettings {
    CarrySettings::default()
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let repertoire = common::repertoire(&["hauling"], 90.0, &[1]);
        let rig = Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"));
        let steps = Arc::new(Steps::new(&rig, "", &settings().edges).expect("it can be carried with"));
        let print = rig.repertoire().fingerprint();
        let carry = Arc::new(sample(print, &steps, &settings(), UNHEARD).expect("it grows"));
        let weights = Weights { speed: steps.speed(), ..Weights::default() };
        let plans = Arc::new(Plans::new(&carry, weights).expect("weights"));
        Known { rig, steps, carry, plans }
    })
}

fn carriers(steering: Steering) -> Carriers {
    let Known { rig, steps, carry, plans } = known();
    let settings = CarrierSettings { steering, balls: true, ..CarrierSettings::default() };
    Carriers::solved(rig, steps.clone(), carry.clone(), plans.clone(), settings)
}

fn worst(list: &[f32]) -> f32 {
    list.iter().copied().fold(0.0, f32::max)
}

#[test]
fn they_go_where_the_stick_says_keep_together_and_hands_stay_on_the_box() {
    for eighth in 0..8 {
        let (off, speed, seen) =
            direction(&known().rig, carriers(Steering::Stand), eighth, 40 + u64::from(eighth))
                .expect("a stage");
        println!("{eighth}: {off:.1} degrees, {speed:.2} m/s, apart {:.3}", worst(&seen.apart));
        // Degrees, after two seconds: more is seen as another direction. Usually they are off by 3; one of eight by 10.
        assert!(off < 15.0, "direction {eighth} is off by {off:.0} degrees");
        assert!(speed > 0.3, "direction {eighth}: {speed:.2} m/s");
        assert!(worst(&seen.hands) < 0.01, "direction {eighth}: a hand is {:.3} m off", worst(&seen.hands));
        assert!(worst(&seen.apart) < 0.05, "direction {eighth}: {:.3} m off", worst(&seen.apart));
    }
}

#[test]
fn who_is_steered_by_the_script_is_hit_by_a_third_of_the_balls_at_most() {
    let hits = [Steering::Stand, Steering::Avoid].map(|steering| {
        let ([rolled, hit], seen) = balls(&known().rig, carriers(steering), 90.0, 52).expect("a stage");
        println!("{steering:?}: {hit} of {rolled}, apart {:.3}", worst(&seen.apart));
        assert!(rolled > 20, "{rolled}");
        assert!(worst(&seen.apart) < 0.06, "{steering:?}: {:.3} m off", worst(&seen.apart));
        hit as f32 / rolled as f32
    });
    assert!(hits[0] > 0.4, "balls find who stands: {:.2}", hits[0]);
    assert!(hits[1] <= hits[0] / 3.0, "{:.2} of {:.2}", hits[1], hits[0]);
}

#[test]
fn a_snapshot_goes_on_in_the_same_way() {
    let (mut stage, actors) = set(&known().rig, carriers(Steering::Avoid), SIZE, 3, 5).expect("a stage");
    look(&mut stage, actors, 1.2, 6.0);
    let saved = stage.snapshot();
    look(&mut stage, actors, 1.2, 8.0);
    let hash = stage.hash();
    stage.restore(&saved).expect("it is its own");
    look(&mut stage, actors, 1.2, 8.0);
    assert_eq!(stage.hash(), hash);
}

fn memory(stage: &Stage, actor: footwork_stage::ActorId) -> CarryMemory {
    let director = stage.actor(actor).and_then(|me| me.director()).expect("a director");
    *stage.view().director_memory::<CarryMemory>(director).expect("its memory")
}

#[test]
fn both_sticks_are_heard_and_who_lets_go_stands() {
    let (mut stage, actors) = set(&known().rig, carriers(Steering::Avoid), SIZE, 0, 6).expect("a stage");
    look(&mut stage, actors, 1.2, 0.5);
    // The second one's ahead is the first one's back.
    stage.cue(Cue { tick: stage.tick(), to: actors[1], ask: Ask::Stick(Vec2::Y) }).expect("a cue");
    look(&mut stage, actors, 1.2, 0.2);
    assert_eq!(memory(&stage, actors[0]).pairs[0].wish as usize, Wish::Go(4).number());
    stage.cue(Cue { tick: stage.tick(), to: actors[1], ask: Ask::Stick(Vec2::ZERO) }).expect("a cue");
    look(&mut stage, actors, 1.2, 0.2);
    assert_eq!(memory(&stage, actors[0]).pairs[0].wish as usize, Wish::Stand.number());
    stage.cue(Cue { tick: stage.tick(), to: actors[0], ask: Ask::Look(Vec2::X) }).expect("a cue");
    let seen = look(&mut stage, actors, 1.2, 4.0);
    let [first, last] = [seen.line[0], seen.line[seen.line.len() - 1]];
    assert!(first.dot(last) < 0.8, "they go round: {first} {last}");
}

#[test]
fn a_box_that_no_hands_fit_on_is_left_alone_and_one_that_is_gone_is_not_missed() {
    let narrow = Vec3::new(0.04, 0.3, 0.7);
    let (mut stage, actors) = set(&known().rig, carriers(Steering::Stand), narrow, 0, 7).expect("a stage");
    look(&mut stage, actors, 1.2, 2.0);
    let at = stage.view().prop(PropId(0)).expect("it is there").position;
    assert_eq!(at, Vec3::Y);
    let (mut stage, actors) = set(&known().rig, carriers(Steering::Stand), SIZE, 0, 8).expect("a stage");
    look(&mut stage, actors, 1.2, 1.0);
    stage.remove_prop(PropId(0)).expect("it was there");
    look(&mut stage, actors, 1.2, 1.0);
    assert!(stage.view().props().is_empty());
    // And who is left alone stands.
    stage.cue(Cue { tick: stage.tick(), to: actors[1], ask: Ask::Leave }).expect("a cue");
    look(&mut stage, actors, 1.2, 1.0);
    assert!(stage.actor(actors[0]).is_some());
}

#[test]
fn a_box_keeps_upright_and_between_them() {
    let (mut stage, actors) = set(&known().rig, carriers(Steering::Avoid), SIZE, 3, 9).expect("a stage");
    for _ in 0..20 {
        let seen = look(&mut stage, actors, 1.2, 0.5);
        let view = stage.view();
        let prop = view.prop(PropId(0)).expect("it is there");
        assert!(matches!(prop.kind, PropKind::Box { .. }));
        assert!((prop.rotation * Vec3::Y).y > 0.9999);
        let middle = *seen.middle.last().expect("steps were made");
        let off = Vec2::new(prop.position.x, prop.position.z).distance(middle);
        assert!(off < 0.12, "it is {off:.2} m from the middle");
        let line = *seen.line.last().expect("steps were made");
        let ahead = prop.rotation * Vec3::Z;
        assert!(Vec2::new(ahead.x, ahead.z).dot(line) > 0.98);
    }
}

#[test]
fn what_cannot_be_carried_with_is_refused_in_a_sentence() {
    let rig =
        |shows: &[&str]| Rig::new(Arc::new(common::repertoire(shows, 20.0, &[1]))).expect("it can be played");
    let mut nobody = common::repertoire(&["hauling"], 10.0, &[1]);
    nobody.takes.iter_mut().for_each(|take| take.annotation.actions.retain(|action| action.is("receive")));
    let nobody = Rig::new(Arc::new(nobody)).expect("it can be played");
    let error = Steps::new(&nobody, "", &settings().edges).expect_err("nobody carries");
    assert!(error == StepsError::NoSteps && error.to_string().contains("import takes"), "{error}");
    // Who walks without anything will do, as in the paper.
    Steps::new(&rig(&["locomotion"]), "", &settings().edges).expect("it can be carried with");
    let error = Steps::new(&known().rig, "none", &settings().edges).expect_err("there is none");
    assert!(error.to_string().contains("no take's name begins so"));
    for apart in [f32::NAN, 0.1, 9.0] {
        let error = sample(1, &known().steps, &CarrySettings { apart, ..settings() }, UNHEARD);
        assert!(matches!(error, Err(CarryError::Apart(_))), "{error:?}");
    }
    let stopped = sample(1, &known().steps, &settings(), &|_| Flow::Stop);
    assert!(matches!(stopped, Err(CarryError::Stopped)));
}

#[test]
fn its_file_is_read_as_it_was_written_and_a_damaged_one_is_refused() {
    let Known { rig, steps, carry, .. } = known();
    let bytes = carry.to_bytes();
    let again = CarryGraph::from_bytes(&bytes).expect("it is whole");
    assert_eq!(again.graph.states, carry.graph.states);
    assert_eq!(again.graph.edges, carry.graph.edges);
    again.check(rig.repertoire(), steps).expect("it is of the repertoire");
    for at in [3, 20, 41, bytes.len() / 2, bytes.len() - 1] {
        let mut bad = bytes.clone();
        bad[at] ^= 0x55;
        assert!(CarryGraph::from_bytes(&bad).is_err(), "byte {at}");
    }
    let other = common::repertoire(&["hauling"], 20.0, &[3]);
    assert!(again.check(&other, steps).is_err());
}

/// A bake that is stopped after so many waves, and gone on with from what was kept.
fn resumed<T>(waves: usize, run: impl Fn(&Keeping<'_>, footwork_plan::progress::Hear<'_>) -> Option<T>) -> T {
    let kept = Mutex::new(Vec::new());
    let heard = Mutex::new(0);
    let keep = |write: &dyn Fn() -> Vec<u8>| *kept.lock().expect("it is whole") = write();
    let first = run(&Keeping { before: None, keep: &keep }, &|_| {
        let mut heard = heard.lock().expect("it is whole");
        *heard += 1;
        if *heard == waves { Flow::Stop } else { Flow::GoOn }
    });
    assert!(first.is_none(), "it was stopped");
    let kept = kept.into_inner().expect("it is whole");
    assert!(!kept.is_empty());
    run(&Keeping { before: Some(&kept), keep: &|_| {} }, UNHEARD).expect("it goes on")
}

#[test]
fn a_bake_that_was_stopped_goes_on_and_comes_to_the_same_bytes() {
    let repertoire = common::repertoire(&["hauling"], 40.0, &[2]);
    let few = CarrySettings { states: 4_000, ..CarrySettings::default() };
    let whole = bake_on(&repertoire, &few, &UNKEPT, UNHEARD).expect("it grows").to_bytes();
    // Once while the tree is expanded, and once on walks.
    for waves in [1, 6] {
        let again = resumed(waves, |keeping, hear| {
            bake_on(&repertoire, &few, keeping, hear).ok().map(|carry| carry.to_bytes())
        });
        assert!(again == whole, "stopped after {waves}");
    }
    // What is damaged, or of other settings, is not gone on from.
    let junk = Keeping { before: Some(b"junk"), keep: &|_| {} };
    assert!(bake_on(&repertoire, &few, &junk, UNHEARD).expect("it grows").to_bytes() == whole);
    let fighters = common::repertoire(&["boxing"], 40.0, &[1]);
    let few = SampleSettings { states: 1_500, ..SampleSettings::default() };
    let whole = bake(&fighters, &few, UNHEARD).expect("it grows").to_bytes();
    let again = resumed(2, |keeping, hear| {
        fight_on(&fighters, &few, keeping, hear).ok().map(|graph| graph.to_bytes())
    });
    assert!(again == whole);
}

#[test]
fn any_number_of_threads_gives_the_same_graph() {
    let few = CarrySettings { states: 3_000, ..settings() };
    let grown = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| sample(1, &known().steps, &few, UNHEARD).expect("it grows").to_bytes())
    };
    assert!(grown(1) == grown(3));
}
