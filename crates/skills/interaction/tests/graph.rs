//! The graph says what the tables' world says, is the same on any number of threads, and nothing wrong gets in.

use std::sync::{Arc, OnceLock};

use crate::common;
use bytemuck::Zeroable;
use footwork_annotate::sealed;
use footwork_encounter::rules::{EFFORT, Rules, Wanted};
use footwork_encounter::tables::Kind;
use footwork_encounter::world::World;
use footwork_encounter::{Combinations, Pruning, Style};
use footwork_interaction::evaluate::bout::{Corner, fight};
use footwork_interaction::evaluate::{press_keys, watch};
use footwork_interaction::fighters::choose::Found;
use footwork_interaction::outcome::{Features, expected, play};
use footwork_interaction::plans::{NONE, check_style, solve};
use footwork_interaction::sample::{SampleError, SampleSettings, bake, sample, tables_for};
use footwork_interaction::state::ring_world;
use footwork_interaction::{FighterMemory, FighterSettings, Fighters, Graph, Ring, State, styles};
use footwork_plan::explicit::OTHER;
use footwork_plan::game::Game;
use footwork_plan::progress::{Flow, UNHEARD};
use footwork_stage::{ActorId, Ask, Cue, Rig, Settings, Stage};
use glam::Vec2;

const STATES: usize = 4000;

fn settings() -> SampleSettings {
    SampleSettings { states: STATES, ..SampleSettings::default() }
}

/// A boxer and his graph, made once.
fn known() -> &'static (Arc<Rig>, Ring) {
    static KNOWN: OnceLock<(Arc<Rig>, Ring)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let rig = common::boxing(60.0, &[1]);
        let tables = tables_for(&rig, "").expect("it can be fought with");
        let graph = sample(rig.repertoire().fingerprint(), &tables, &settings(), UNHEARD).expect("it grows");
        (rig, Ring::new(tables, graph))
    })
}

#[test]
fn a_state_is_the_situation_that_it_was_made_of() {
    let (_, ring) = known();
    let world_settings = ring_world();
    let world = World { tables: &ring.tables, settings: &world_settings };
    for state in ring.graph.states.iter().step_by(7) {
        let (again, swapped) = State::of(&world, &state.situation(&world));
        assert!(!swapped);
        assert_eq!(
            (again.own, again.other, again.frame, again.left),
            (state.own, state.other, state.frame, state.left)
        );
        assert!((again.far - state.far).abs() < 1e-3, "{again:?} {state:?}");
        assert!((again.bearing - state.bearing).abs() < 1e-3 || state.far < 0.05, "{again:?} {state:?}");
        assert!((again.faced - state.faced).abs() < 1e-3 || state.far < 0.05, "{again:?} {state:?}");
    }
}

#[test]
fn edges_are_what_the_world_gives_and_rewards_those_of_the_tree() {
    let (_, ring) = known();
    let (graph, world_settings) = (&ring.graph, ring_world());
    let world = World { tables: &ring.tables, settings: &world_settings };
    let (style, pruning) = (Style::BOXER, Pruning::default());
    let rules = Rules {
        world,
        styles: [&style; 3],
        pruning: &pruning,
        combinations: &ring.combinations,
        wanted: Wanted::default(),
        seen: [0; 8],
        whim: 0,
    };
    let (mut checked, mut others, mut unsure) = (0, 0, 0);
    for number in (0..graph.states.len()).step_by(11) {
        let state = &graph.states[number];
        let situation = state.situation(&world);
        for (at, edge) in graph.edges_of(number as u32).iter().enumerate() {
            let (after, outcome) = play(&world, &ring.combinations, &situation, edge.piece);
            let (_, mean) = expected(&world, &ring.combinations, &graph.like, state, edge.piece);
            assert_eq!(edge.features, Features::new(&mean));
            // Only damage is a matter of where exactly they are.
            assert_eq!((mean.bearing, mean.far, mean.seam), (outcome.bearing, outcome.far, outcome.seam));
            unsure += usize::from(mean.given != outcome.given || mean.taken != outcome.taken);
            let (next, swapped) = State::of(&world, &after);
            let to = graph.to[graph.first[number] as usize + at];
            assert_eq!(swapped, to & OTHER != 0);
            // A hand on its way to a blow is not part of a state: now and then another one is as near.
            others += usize::from(graph.nearest(&next).map(|(state, _)| state) != Some(to & !OTHER));
            // The tree's own score of the same edge, but for his whims and what a blow costs him there.
            let quiet = Style { whim: 0.0, attack: 0.0, repeat: 0.0, ..style };
            let quiet_rules = Rules { styles: [&quiet; 3], ..rules };
            let throws = world.tables.pieces[usize::from(edge.piece)].kind == Kind::Attack;
            let effort = if throws { EFFORT } else { 0.0 };
            let comp = quiet_rules.play(&situation, edge.piece).1.comp as f32 + effort;
            assert!(
                (outcome.reward(&style) - comp).abs() <= 1e-3 * comp.abs().max(1.0),
                "{outcome:?} {comp}"
            );
            checked += 1;
        }
    }
    assert!(checked > 500 && others * 50 <= checked, "{checked}, {others}");
    assert!(unsure > 0, "where exactly they are decides nothing in {checked} choices");
}

#[test]
fn plans_take_what_is_best_and_every_state_is_found_by_itself() {
    let (_, ring) = known();
    let graph = &ring.graph;
    for (number, state) in graph.states.iter().enumerate() {
        assert_eq!(graph.find(state), Some(number as u32));
    }
    let plans = solve(graph, &Style::BOXER, &Style::BOXER, &[1, 3, 5], 1.0).expect("a style");
    for plan in &plans {
        for number in (0..graph.states.len()).step_by(5) {
            let edges = graph.edges_of(number as u32);
            let best = &plan.best[number];
            let worth = |at: usize| plan.worth(graph, number as u32, at);
            let most = (0..edges.len()).map(worth).reduce(f32::max);
            assert_eq!(best.edges[0] == NONE, edges.is_empty());
            if let Some(most) = most {
                assert!((best.worth[0] - most).abs() <= 1e-3 * most.abs().max(1.0));
                assert!(best.worth.windows(2).all(|pair| pair[0] >= pair[1]));
            }
        }
    }
}

#[test]
fn a_look_up_is_a_handful_of_comparisons() {
    let (_, ring) = known();
    let sum: usize = ring.graph.states.iter().map(|state| ring.graph.comparisons(state)).sum();
    let mean = sum as f32 / ring.graph.states.len() as f32;
    // A comparison is three differences: some three nanoseconds.
    assert!(mean < 150.0, "{mean}");
}

#[test]
fn the_number_of_threads_does_not_show() {
    let (rig, ring) = known();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let few = SampleSettings { states: 1200, ..settings() };
        let again = pool.install(|| sample(1, &ring.tables, &few, UNHEARD)).expect("it grows").to_bytes();
        let here = sample(1, &ring.tables, &few, UNHEARD).expect("it grows").to_bytes();
        assert!(again == here, "{threads} threads");
    }
    let _ = rig;
}

#[test]
fn a_file_opens_with_its_own_repertoire_and_nothing_wrong_gets_in() {
    let (rig, ring) = known();
    let bytes = ring.graph.to_bytes();
    let read = Graph::from_bytes(&bytes).expect("it was just written");
    assert_eq!(read, *ring.graph);
    read.check(rig.repertoire(), &ring.tables).expect("it is its own");
    let other = common::repertoire(&["boxing"], 20.0, &[2]);
    let error = read.check(&other, &ring.tables).expect_err("another one").to_string();
    assert!(error.contains("another repertoire"), "{error}");
    let refused = |change: &dyn Fn(&mut Graph)| {
        let mut graph = Graph::clone(&ring.graph);
        change(&mut graph);
        match Graph::from_bytes(&graph.to_bytes()) {
            Ok(read) => {
                read.check(rig.repertoire(), &ring.tables).expect_err("it makes no sense").to_string()
            }
            Err(error) => error.to_string(),
        }
    };
    for (change, says) in [
        (&(|graph: &mut Graph| graph.states[3].far = f32::NAN) as &dyn Fn(&mut Graph), "a state of nobody"),
        (&|graph: &mut Graph| graph.to[0] = u32::MAX, "leads nowhere"),
        (&|graph: &mut Graph| graph.first[1] = u32::MAX, "leads nowhere"),
        (&|graph: &mut Graph| graph.edges[0].piece = u16::MAX, "plays nothing"),
        (&|graph: &mut Graph| graph.states.swap(0, STATES - 1), "in no order"),
        (&|graph: &mut Graph| graph.classes[0] = u16::MAX, "no class"),
        (&|graph: &mut Graph| graph.like.within = f32::NAN, "alike in no way"),
        (&|graph: &mut Graph| graph.states.clear(), "states without edges"),
    ] {
        let error = refused(change);
        assert!(error.contains(says), "{error}: {says}");
    }
    let cut = sealed::seal(Graph::KIND, Graph::VERSION, &bytes[60..90]);
    assert!(Graph::from_bytes(&cut).is_err());
}

#[test]
fn what_cannot_be_baked_is_said() {
    let walking = common::repertoire(&["carrying"], 20.0, &[1]);
    // Without a blow there is a graph all the same: they walk about each other.
    let graph = bake(&walking, &SampleSettings { states: 300, ..settings() }, UNHEARD).expect("it grows");
    assert!(graph.edges.iter().all(|edge| !edge.features.harms()));
    let (rig, _) = known();
    let error = tables_for(rig, "nobody").expect_err("no such takes");
    assert!(error.to_string().contains("no take's name begins so"));
    let stopped = bake(rig.repertoire(), &settings(), &|_| Flow::Stop);
    assert_eq!(stopped, Err(SampleError::Stopped));
    for style in [
        Style { facing: f32::NAN, ..Style::BOXER },
        Style {
            facing: 0.0,
            spacing: 0.0,
            give: [0.0; 2],
            take: 0.0,
            combine: 0.0,
            seam: 0.0,
            ..Style::BOXER
        },
    ] {
        let error = check_style(&style).expect_err("nothing can be decided by it").to_string();
        assert!(error.contains("weights are numbers"), "{error}");
    }
}

/// Two on a stage, each with settings of his own.
fn staged(own: [FighterSettings; 2], seed: u64) -> (Stage, [ActorId; 2]) {
    let (rig, ring) = known();
    let mut stage = Stage::new(Settings::default(), seed).expect("a stage");
    let actors = common::face_to_face(&mut stage, rig, 1.2);
    for (actor, settings) in actors.iter().zip(own) {
        let director = stage.add_director(Fighters::new(ring.clone(), settings).expect("a style"));
        stage.set_director(*actor, director, true).expect("he joins");
    }
    (stage, actors)
}

fn memory(stage: &Stage, actor: ActorId) -> FighterMemory {
    let found = stage.actor(actor).and_then(|me| me.memory::<FighterMemory>());
    found.copied().unwrap_or(FighterMemory::zeroed())
}

#[test]
fn they_fight_on_a_stage_and_a_snapshot_goes_on_in_the_same_way() {
    let (mut stage, actors) = staged([FighterSettings::default(), FighterSettings::default()], 5);
    (0..900).for_each(|_| stage.step());
    let saved = stage.snapshot();
    (0..900).for_each(|_| stage.step());
    let hash = stage.hash();
    let [a, b] = actors.map(|actor| memory(&stage, actor));
    println!("{a:?}\n{b:?}");
    assert!(a.thrown + b.thrown > 6 && a.landed + b.landed > 0, "{a:?} {b:?}");
    assert!(a.decided[0] + a.decided[1] > 5, "{:?}", a.decided);
    let [x, y] = actors.map(|actor| stage.actor(actor).expect("he is there").frame().translation);
    assert!(x.distance(y) < 3.0, "they lost each other: {}", x.distance(y));
    stage.restore(&saved).expect("it is its own");
    (0..900).for_each(|_| stage.step());
    assert_eq!(stage.hash(), hash);
}

#[test]
fn two_computers_fight_busily_and_who_looks_further_ahead_wins() {
    let (rig, ring) = known();
    let usual = FighterSettings { sure: true, ..FighterSettings::default() };
    let two = [5, 3].map(|depth| FighterSettings { depth, ..usual.clone() });
    let seen = watch(rig, ring, two, 40.0, 3).expect("a stage");
    println!("{seen:?}");
    // A minute of two who know a minute of boxing; those of the scenes know three, and throw twice as many blows. Some
    // land, and some are stopped.
    assert!(seen.thrown > 15.0 && seen.landed > 3.0 && seen.stopped > 3.0, "{seen:?}");
    assert!(seen.landed + seen.stopped > 0.4 * seen.thrown && seen.apart < 1.5, "{seen:?}");
    // Before, they stood on guard for up to twelve seconds.
    assert!(seen.quiet < 6.0, "{seen:?}");
    let fighters = Fighters::new(ring.clone(), usual).expect("a style");
    let mut all = [0; 2];
    for (own, rival) in [(5, Corner::Graph(1)), (3, Corner::Static), (3, Corner::Player(0.25))] {
        let [given, taken] = fight(&fighters, [Corner::Graph(own), rival], 60.0, 20).hits;
        println!("{own} against {rival:?}: {given} : {taken}");
        assert!(rival != Corner::Graph(1) || given > taken, "{own} against {rival:?}: {given} : {taken}");
        all = [all[0] + given, all[1] + taken];
    }
    assert!(all[0] * 10 > all[1] * 13, "{all:?}");
}

/// Own hits less the rival's, of some bouts together.
fn lead(fighters: &Fighters, depth: u16, rival: Corner) -> i32 {
    let bouts = (30..36).map(|seed| fight(fighters, [Corner::Graph(depth), rival], 60.0, seed).hits);
    bouts.map(|[given, taken]| given as i32 - taken as i32).sum()
}

#[test]
fn each_depth_is_stronger_against_trees_and_five_is_about_a_tree_of_three() {
    let (_, ring) = known();
    let usual = FighterSettings { sure: true, ..FighterSettings::default() };
    let fighters = Fighters::new(ring.clone(), usual).expect("a style");
    let [one, three, five] = [1, 3, 5].map(|depth| lead(&fighters, depth, Corner::Tree(2)));
    println!("against a tree of two: {one}, {three}, {five}");
    // From bout to bout a lead varies by 7, so that six together are sure to 17.
    assert!(one + 30 < three && three + 30 < five && five > 0, "{one}, {three}, {five}");
    let five = lead(&fighters, 5, Corner::Tree(3));
    println!("against a tree of three: {five}");
    assert!(five > -30, "{five}");
}

#[test]
fn each_depth_is_stronger_against_one_who_takes_his_rival_to_stand_still() {
    // What a minute of boxing has in it decides more than the luck of bouts: who looks one choice ahead, as the other one does, leads by
    // -10 to +13 a bout with one take or another, and by about none with all.
    let mut all = [0; 3];
    for take in 1..=5 {
        let rig = common::boxing(60.0, &[take]);
        let tables = tables_for(&rig, "").expect("it can be fought with");
        let graph = sample(rig.repertoire().fingerprint(), &tables, &settings(), UNHEARD).expect("it grows");
        let usual = FighterSettings { sure: true, ..FighterSettings::default() };
        let fighters = Fighters::new(Ring::new(tables, graph), usual).expect("a style");
        let leads = [1, 3, 5].map(|depth| lead(&fighters, depth, Corner::Static));
        println!("take {take}: {leads:?} in six bouts");
        assert!(leads[1] > 0 && leads[2] > 0 && leads[0] < leads[2], "take {take}: {leads:?}");
        (0..3).for_each(|at| all[at] += leads[at]);
    }
    let [one, three, five] = all;
    println!("with all: {all:?} in thirty");
    // Five in a bout for the one step, two for the other.
    assert!(one > -75 && one + 150 < three && three + 60 < five, "{all:?}");
}

#[test]
fn what_will_be_answered_is_not_on_its_way() {
    let (_, ring) = known();
    let (graph, settings) = (&ring.graph, ring_world());
    let world = World { tables: &ring.tables, settings: &settings };
    let (mut answered, mut lands) = (0, 0);
    for (state, pending) in graph.states.iter().zip(&graph.pending) {
        let situation = state.situation(&world);
        let [own, other] = [&situation.fighters[0], &situation.fighters[1]];
        if world.will_answer(other, own, situation.now) {
            answered += 1;
            assert_eq!(pending[2..], [0, 0], "{state:?}");
        } else {
            lands += usize::from(pending[2..] != [0, 0]);
        }
    }
    assert!(answered > 50 && lands > 10, "{answered}, {lands}");
}

#[test]
fn a_player_gets_what_he_asks_for_and_soon() {
    let (rig, ring) = known();
    let figures = press_keys(rig, ring, 3).expect("a stage");
    println!("{figures:?}");
    assert!(figures.pressed > 40 && figures.lost * 10 < figures.pressed, "{figures:?}");
    assert!(figures.median <= 0.25 && figures.p95 <= 0.5, "{figures:?}");
    // A stick is followed for as long as it is held.
    let player = FighterSettings { player: true, ..FighterSettings::default() };
    let (mut stage, [me, other]) = staged([player.clone(), player], 5);
    (0..60).for_each(|_| stage.step());
    let apart = |stage: &Stage| {
        let [a, b] = [me, other].map(|actor| stage.actor(actor).expect("he is there").frame().translation);
        a.distance(b)
    };
    let before = apart(&stage);
    stage.cue(Cue { tick: stage.tick(), to: me, ask: Ask::Stick(Vec2::new(0.0, -1.0)) }).expect("a cue");
    (0..150).for_each(|_| stage.step());
    assert!(apart(&stage) > before + 0.3, "{before} m and {} m", apart(&stage));
}

#[test]
fn styles_are_switched_while_they_fight() {
    let (rig, ring) = known();
    let _ = rig;
    let fighters = Fighters::new(ring.clone(), FighterSettings::default()).expect("a style");
    let far = |style: Style| {
        let own = FighterSettings { style, ..FighterSettings::default() };
        let fighters = Fighters::new(ring.clone(), own).expect("a style");
        let bout = fight(&fighters, [Corner::Graph(3), Corner::Graph(3)], 60.0, 4);
        bout.states.iter().map(|state| state.far).sum::<f32>() / bout.states.len() as f32
    };
    let (near, away) = (far(styles::INFIGHTER), far(styles::OUTBOXER));
    assert!(away > near + 0.2, "{near} m and {away} m");
    // Whoever is far away walks up: there is nothing to look up.
    let world = fighters.fought_in();
    let stands = ring.graph.states[0];
    let situation = State { far: 9.0, bearing: 0.0, faced: 0.0, ..stands }.situation(&world);
    assert_eq!(fighters.find(&situation), Found::Nowhere);
    let bout = fight(&fighters, [Corner::Graph(5), Corner::Static], 60.0, 9);
    assert!(bout.hits[0] > bout.hits[1], "{:?}", bout.hits);
    let _ = Combinations::empty(0);
}
