//! What fighters do who do nothing in particular: before the bell, and under a player's stick.

use std::sync::{Arc, OnceLock};

use footwork_interaction::fighters::TRUCE;
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterMemory, FighterSettings, Fighters, Ring};
use footwork_motion::Transform;
use footwork_motion::ground::{Place, yaw};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{ActorId, Ask, Cue, Rig, Settings, Stage};
use glam::{Vec2, Vec3};

use crate::common;

fn known() -> &'static (Arc<Rig>, Ring) {
    static KNOWN: OnceLock<(Arc<Rig>, Ring)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let rig = common::boxing(60.0, &[1]);
        let tables = tables_for(&rig, "").expect("it can be fought with");
        let few = SampleSettings { states: 1500, ..SampleSettings::default() };
        let graph = sample(rig.repertoire().fingerprint(), &tables, &few, UNHEARD).expect("it grows");
        (rig, Ring::new(tables, graph))
    })
}

/// Two, so many metres apart; the first faces so many radians away from the second.
fn staged(apart: f32, turned: f32, player: bool, seed: u64) -> (Stage, [ActorId; 2]) {
    let (rig, ring) = known();
    let mut stage = Stage::new(Settings::default(), seed).expect("a stage");
    let number = stage.add_rig(rig.clone());
    let places = [(turned, -0.5 * apart), (std::f32::consts::PI, 0.5 * apart)];
    let actors = places.map(|(heading, z)| {
        let at = Transform::new(yaw(heading), Vec3::new(0.0, 0.0, z));
        stage.add_actor(number, None, at).expect("there is room")
    });
    for actor in actors {
        let settings = FighterSettings { player, ..FighterSettings::default() };
        let director = stage.add_director(Fighters::new(ring.clone(), settings).expect("a style"));
        stage.set_director(actor, director, true).expect("he joins");
    }
    (stage, actors)
}

fn place(stage: &Stage, actor: ActorId) -> Place {
    Place::new(stage.actor(actor).expect("he is there").frame())
}

#[test]
fn before_the_bell_nobody_strikes_and_nobody_stands_like_a_statue_or_like_the_other() {
    let mut all = 0;
    for seed in 11..19 {
        let (mut stage, actors) = staged(1.6, 0.0, false, seed);
        for to in actors {
            stage.cue(Cue { tick: 0, to, ask: Ask::Dial { dial: TRUCE, value: 1.0 } }).expect("a cue");
        }
        let (mut ways, mut alike, mut before) = ([0.0_f32; 2], 0, actors.map(|actor| place(&stage, actor)));
        for _ in 0..600 {
            stage.step();
            let now = actors.map(|actor| place(&stage, actor));
            (0..2).for_each(|at| ways[at] += now[at].distance(&before[at]));
            let apart = now[0].distance(&now[1]);
            assert!((0.8..2.6).contains(&apart), "seed {seed}: {apart} m apart");
            let [a, b] = actors.map(|actor| stage.actor(actor).expect("he is there"));
            alike += u32::from(a.segment() == b.segment() && (a.time() - b.time()).abs() < 0.05);
            before = now;
        }
        let thrown = actors.map(|actor| {
            stage.actor(actor).and_then(|me| me.memory::<FighterMemory>()).expect("he fights").thrown
        });
        assert_eq!(thrown, [0, 0], "seed {seed}");
        // In ten seconds; who rocks on the spot gets half of it.
        assert!(ways.iter().all(|way| *way > 2.0), "seed {seed}: {ways:?} m");
        assert!(alike < 60, "seed {seed}: alike in {alike} of 600 steps");
        all += alike;
    }
    // Now and then two begin the same in one step. Before they minded, they were alike in 47 of 600 steps in the mean of these, and
    // for three seconds on end in one.
    println!("alike in {all} of 4800 steps");
    assert!(all < 8 * 15, "alike in {all} of 4800 steps");
}

#[test]
fn who_holds_the_stick_ahead_with_his_back_to_the_rival_turns_and_comes_up_to_him() {
    for turned in [2.5, -1.5] {
        let (mut stage, [me, other]) = staged(2.5, turned, true, 4);
        stage.cue(Cue { tick: 0, to: me, ask: Ask::Stick(Vec2::Y) }).expect("a cue");
        (0..300).for_each(|_| stage.step());
        let (own, rival) = (place(&stage, me), place(&stage, other));
        assert!(own.bearing(&rival).abs() < 0.7, "{turned}: he faces {} rad away", own.bearing(&rival));
        assert!(own.distance(&rival) < 1.6, "{turned}: he is {} m away", own.distance(&rival));
    }
}
