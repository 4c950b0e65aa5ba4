//! Directing while it runs, and repertoires and companies that a fight was not made for.

use std::sync::{Arc, LazyLock};

use crate::common;
use footwork_annotate::{Action, Repertoire};
use footwork_duel::duelists::{Aim, CheckPoint, KNOCK_DOWN, NEW_PATH};
use footwork_duel::evaluate::Ring;
use footwork_duel::tables::{EdgeSettings, Kind, OWN};
use footwork_duel::{DuelMemory, DuelistSettings, Duelists};
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::{ActorId, Ask, Cue, Rig, Settings, Stage};
use glam::{Quat, Vec2, Vec3};

static BOXING: LazyLock<(Arc<Rig>, Ring)> = LazyLock::new(|| {
    let rig = common::boxing(60.0, &[1]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    (rig, ring)
});

/// Two who fight, both with the same settings.
fn pair(rig: &Arc<Rig>, ring: &Ring, settings: DuelistSettings) -> (Stage, [ActorId; 2]) {
    pair_of(rig, ring, settings, 5)
}

fn pair_of(rig: &Arc<Rig>, ring: &Ring, settings: DuelistSettings, seed: u64) -> (Stage, [ActorId; 2]) {
    let mut stage = Stage::new(Settings::default(), seed).expect("a stage");
    let actors = common::face_to_face(&mut stage, rig, 1.2);
    let duelists = Duelists::new(ring.tables.clone(), ring.combinations.clone(), settings);
    let director = stage.add_director(duelists);
    actors.iter().for_each(|actor| stage.set_director(*actor, director, true).expect("he joins"));
    (stage, actors)
}

fn shallow() -> DuelistSettings {
    DuelistSettings { depth: 2, ..DuelistSettings::default() }
}

fn memory(stage: &Stage, actor: ActorId) -> DuelMemory {
    *stage.actor(actor).and_then(|me| me.memory::<DuelMemory>()).expect("he remembers")
}

fn ask(stage: &mut Stage, actors: &[ActorId], asked: Ask) {
    for to in actors {
        stage.cue(Cue { tick: 0, to: *to, ask: asked }).expect("it can be asked");
    }
}

#[test]
fn a_path_that_comes_by_cue_is_gone_along() {
    let (rig, ring) = &*BOXING;
    let (mut stage, actors) = pair(rig, ring, shallow());
    (0..60).for_each(|_| stage.step());
    ask(&mut stage, &actors, Ask::Button { button: NEW_PATH, down: true });
    for at in [[1.2, 0.0], [2.4, 0.6]] {
        ask(&mut stage, &actors, Ask::Target(Vec3::new(at[0], 0.0, at[1])));
    }
    let middle = |stage: &Stage| {
        let [a, b] = actors.map(|actor| stage.actor(actor).expect("he is there").frame().translation);
        0.5 * Vec2::new(a.x + b.x, a.z + b.z)
    };
    let before = middle(&stage).distance(Vec2::new(2.4, 0.6));
    let mut nearest = f32::INFINITY;
    for _ in 0..1800 {
        stage.step();
        nearest = nearest.min(middle(&stage).distance(Vec2::new(2.4, 0.6)));
    }
    assert_eq!(memory(&stage, actors[0]).path().len(), 2);
    assert!(memory(&stage, actors[0]).check_point == 1, "the first is reached");
    assert!(nearest < 0.8 && before > 2.0, "from {before} m to {nearest} m");
    // A new path begins from nothing.
    ask(&mut stage, &actors, Ask::Button { button: NEW_PATH, down: true });
    (0..2).for_each(|_| stage.step());
    assert!(memory(&stage, actors[1]).path().is_empty());
}

#[test]
fn what_a_dial_forbids_is_not_done() {
    let (rig, ring) = &*BOXING;
    let (mut stage, actors) = pair(rig, ring, shallow());
    let kicks = ring.tables.words_like("kick");
    // The sixth of the dial's words is a kick.
    ask(&mut stage, &actors, Ask::Dial { dial: 3, value: 5.0 });
    stage.step();
    let mut blows = 0;
    for _ in 0..1500 {
        stage.step();
        for actor in actors {
            let own = memory(&stage, actor);
            let piece = own.piece.get().map(|piece| ring.tables.pieces[piece]).expect("he does something");
            assert!(!kicks.has(piece.word) || piece.kind != Kind::Attack, "{}", ring.tables.word_of(&piece));
            blows = blows.max(own.thrown);
        }
    }
    assert!(blows > 1, "other blows are thrown");
}

#[test]
fn somebody_goes_down_once_at_the_last_check_point_and_gets_up() {
    let (rig, ring) = &*BOXING;
    let point = CheckPoint { required: Some(KNOCK_DOWN.to_string()), ..CheckPoint::default() };
    let settings = DuelistSettings { path: vec![point], ..DuelistSettings::default() };
    let (mut thrown, mut fallen) = (0, 0);
    for seed in 5..11 {
        let (mut stage, actors) = pair_of(rig, ring, settings.clone(), seed);
        let falls = |stage: &Stage| {
            let kind = |actor| memory(stage, actor).piece.get().map(|piece| ring.tables.pieces[piece].kind);
            actors.map(|actor| kind(actor) == Some(Kind::Fall))
        };
        let (mut steps, mut times, mut before) = ([0; 2], [0; 2], [false; 2]);
        for _ in 0..3600 {
            stage.step();
            let down = falls(&stage);
            for at in 0..2 {
                steps[at] += i32::from(down[at]);
                times[at] += i32::from(down[at] && !before[at]);
            }
            before = down;
        }
        assert!(times.iter().all(|times| *times <= 1), "seed {seed}: {times:?} times");
        for at in 0..2 {
            // Not still down unless it was just now.
            assert!(times[at] == 0 || steps[at] > 30, "seed {seed}: {steps:?} steps");
            assert!(!before[at] || steps[at] < 600, "seed {seed}: he does not get up");
        }
        let kept = actors.map(|actor| memory(&stage, actor));
        thrown += kept.iter().map(|own| own.thrown).sum::<u32>();
        fallen += i32::from(times != [0; 2]);
        println!("seed {seed}: {times:?} times down, {} blows", kept[0].thrown + kept[1].thrown);
    }
    // It takes a blow that does harm, and of two who look three choices ahead some land none in a minute.
    assert!(fallen >= 3, "somebody goes down in {fallen} of six bouts");
    // Where they were to go they fight as anybody does, 25 to 40 blows a minute.
    assert!(thrown > 6 * 15, "{thrown} blows in six minutes");
}

#[test]
fn a_pair_that_is_where_it_was_to_go_fights_there() {
    let (rig, ring) = &*BOXING;
    let settings = DuelistSettings { path: vec![CheckPoint::default()], ..shallow() };
    let (mut thrown, mut away) = (0, 0.0_f32);
    for seed in 5..8 {
        let (mut stage, actors) = pair_of(rig, ring, settings.clone(), seed);
        for _ in 0..3600 {
            stage.step();
            let [a, b] = actors.map(|actor| stage.actor(actor).expect("he is there").frame().translation);
            away = away.max((0.5 * (a + b)).with_y(0.0).length());
        }
        thrown += actors.iter().map(|actor| memory(&stage, *actor).thrown).sum::<u32>();
    }
    // While they had still a way to go they stood 2 m apart, and threw 5 in three minutes.
    println!("{thrown} blows, {away} m away at most");
    assert!(thrown >= 20 && away < 1.2, "{thrown} blows, {away} m away");
}

#[test]
fn who_is_tired_stays_tired_also_when_he_is_struck() {
    let rig = common::rig(&[Show::Boxing, Show::TiredBoxing], 60.0, &[1]);
    let mut stage = Stage::new(Settings::default(), 5).expect("a stage");
    let actors = common::face_to_face(&mut stage, &rig, 1.0);
    let rings = ["boxing", "tired-boxing"]
        .map(|takes| Ring::new(&rig, takes, &EdgeSettings::fighting()).expect("it can be fought with"));
    for (actor, ring) in actors.iter().zip(&rings) {
        let mut settings = shallow();
        settings.world.heavy = 2.0;
        let duelists = Duelists::new(ring.tables.clone(), ring.combinations.clone(), settings);
        let director = stage.add_director(duelists);
        stage.set_director(*actor, director, true).expect("he joins");
    }
    let mut struck = 0;
    // Three minutes at most: who steps out is struck more seldom.
    for _ in 0..10_800 {
        if struck > 10 {
            break;
        }
        stage.step();
        for (actor, ring) in actors.iter().zip(&rings) {
            let own = memory(&stage, *actor);
            let Some(piece) = own.piece.get() else { continue };
            assert_eq!(
                ring.tables.pieces[piece].group,
                OWN,
                "{}",
                ring.tables.word_of(&ring.tables.pieces[piece])
            );
            struck += own.forced;
        }
    }
    assert!(struck > 10, "nobody is struck");
}

#[test]
fn repertoires_without_defences_and_with_one_action_are_fought_with() {
    let keep = |kept: fn(usize, &Action) -> bool| -> Arc<Rig> {
        let mut repertoire: Repertoire = BOXING.0.repertoire().clone();
        for take in &mut repertoire.takes {
            let mut number = 0;
            take.annotation.actions.retain(|action| {
                number += 1;
                kept(number - 1, action)
            });
        }
        Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"))
    };
    let open = keep(|_, action| !action.is("avoid") && !action.is("block"));
    let single = keep(|number, _| number == 0);
    for (rig, actions) in [(open, 10), (single, 1)] {
        let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("there are actions");
        assert!(ring.tables.pieces.len() >= actions);
        assert!(!ring.tables.pieces.iter().any(|piece| piece.kind.is_defence()) || actions == 1);
        let (mut stage, actors) = pair(&rig, &ring, shallow());
        (0..240).for_each(|_| stage.step());
        for actor in actors {
            assert!(!stage.actor(actor).expect("he is there").is_fallen_back());
        }
    }
}

#[test]
fn a_third_where_two_fight_goes_on_by_himself() {
    let (rig, ring) = &*BOXING;
    for aim in [Aim::Pair, Aim::Nearest, Aim::First] {
        let mut stage = Stage::new(Settings::default(), 5).expect("a stage");
        let mut actors = common::face_to_face(&mut stage, rig, 1.2).to_vec();
        let third = stage.add_rig(rig.clone());
        let at = Transform::new(Quat::IDENTITY, Vec3::new(2.0, 0.0, 0.0));
        actors.push(stage.add_actor(third, None, at).expect("there is room"));
        let settings = DuelistSettings { aim, ..shallow() };
        let director =
            stage.add_director(Duelists::new(ring.tables.clone(), ring.combinations.clone(), settings));
        actors.iter().for_each(|actor| stage.set_director(*actor, director, true).expect("he joins"));
        (0..180).for_each(|_| stage.step());
        for actor in actors {
            assert!(memory(&stage, actor).chosen > 1, "he stands there for ever");
        }
    }
}

#[test]
fn a_cue_with_what_is_no_number_is_refused_and_too_many_points_are_left_out() {
    let (rig, ring) = &*BOXING;
    let (mut stage, actors) = pair(rig, ring, shallow());
    let bad = Cue { tick: 0, to: actors[0], ask: Ask::Target(Vec3::new(f32::NAN, 0.0, 0.0)) };
    assert!(stage.cue(bad).is_err());
    for number in 0..40 {
        ask(&mut stage, &actors, Ask::Target(Vec3::new(number as f32, 0.0, 0.0)));
    }
    (0..3).for_each(|_| stage.step());
    assert_eq!(memory(&stage, actors[0]).path().len(), footwork_duel::duelists::MOST_POINTS);
}
