//! The world that fighters think in, against the stage and against everything that a save game may hold.

use crate::common;
use bytemuck::Zeroable;
use footwork_annotate::Limb;
use footwork_duel::combination::Combinations;
use footwork_duel::duelists::measure;
use footwork_duel::rules::{Rules, Wanted};
use footwork_duel::style::{Pruning, Style};
use footwork_duel::tables::{EdgeSettings, Kind};
use footwork_duel::world::{Fighter, Hit, Situation, World, WorldSettings};
use footwork_duel::{Tables, combination_file};
use footwork_encounter::onstage::reach;
use footwork_motion::Transform;
use footwork_motion::ground::Place;
use footwork_motion::ground::yaw;
use footwork_plan::game::{Desk, Game, Level, Search, Settings as SearchSettings};
use footwork_stage::minds::Loop;
use footwork_stage::{BodyPart, Move, Settings, Stage};
use glam::Vec3;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

static BOXING: LazyLock<(Arc<footwork_stage::Rig>, Arc<Tables>, Arc<Combinations>)> = LazyLock::new(|| {
    let rig = common::boxing(60.0, &[1]);
    let (tables, combinations) = measure(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    (rig, tables, combinations)
});

#[test]
fn the_gap_between_two_is_as_wide_as_they_are_moved_apart_and_never_wider_than_far() {
    let (_, tables, _) = &*BOXING;
    let world = World { tables, settings: &WorldSettings::default() };
    let piece = tables.pieces.iter().position(|piece| piece.kind == Kind::Stance).expect("somebody stands");
    let stands = |z: f32, turn: f32| {
        let at = Place::new(Transform::new(yaw(turn), Vec3::new(0.0, 0.0, z)));
        let ground = tables.ground(tables.pieces[piece].take, tables.pieces[piece].first).inverse();
        Fighter { place: at.then(&ground), piece: piece as u16, ends: 10, ..Fighter::zeroed() }
    };
    let gap = |z: f32| world.gap(&stands(0.0, 0.0), &stands(z, std::f32::consts::PI), 0);
    assert!(gap(0.1) < 0.0, "one is in the other: {}", gap(0.1));
    // Heads are before the hips, so that they are what is nearest; trunks are round, so that it is not as much by as much.
    let (near, far) = (gap(0.7), gap(0.9));
    assert!((0.1..=0.21).contains(&(far - near)), "{near} and {far}");
    assert_eq!(gap(2.0), footwork_duel::world::FAR);
}

#[test]
fn bodies_and_their_parts_are_where_the_stage_puts_them() {
    let (rig, tables, _) = &*BOXING;
    let world = World { tables, settings: &WorldSettings::default() };
    let mut off: Vec<f32> = Vec::new();
    for (number, piece) in
        tables.pieces.iter().enumerate().filter(|(_, piece)| piece.kind.is_chosen()).step_by(7)
    {
        let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
        let mind = stage.add_mind(Loop { what: Move::new(tables.segment(piece)) });
        let at = Transform::new(yaw(0.8), Vec3::new(2.0, 0.0, -1.0));
        let rig = stage.add_rig(rig.clone());
        let actor = stage.add_actor(rig, Some(mind), at).expect("there is room");
        let standing = Fighter { place: Place::new(at), ..Fighter::zeroed() };
        let ground = tables.ground(piece.take, piece.first).inverse();
        let fighter = Fighter {
            place: standing.place.then(&ground),
            piece: number as u16,
            begun: 0,
            ends: piece.frames(),
            ..standing
        };
        for step in 1..piece.frames() {
            stage.step();
            let me = stage.actor(actor).expect("he is there");
            let foreseen = world.body(&fighter, step);
            let there = Place::new(me.frame());
            assert!(foreseen.distance(&there) < 0.03, "{step}: {foreseen:?} {there:?}");
            let parts = tables.parts(piece.take, piece.first + step as u32);
            for ((part, capsule), ends) in me.rig().capsules().iter().zip(parts) {
                if *part == BodyPart::Head || *part == BodyPart::RightHand {
                    let shown = capsule.from.position(me.world());
                    off.push(shown.distance(fighter.place.point(ends[0])));
                }
            }
        }
    }
    off.sort_by(f32::total_cmp);
    let p95 = off[off.len() * 95 / 100];
    assert!(off.len() > 500 && p95 < 0.05, "{p95} m of {} moments", off.len());
}

#[test]
fn a_blow_that_is_led_goes_where_the_stage_leads_it() {
    let (rig, tables, _) = &*BOXING;
    let world = World { tables, settings: &WorldSettings::default() };
    let mut off = [Vec::new(), Vec::new()];
    let blows = tables.pieces.iter().enumerate().filter(|(_, piece)| piece.kind == Kind::Attack);
    for (number, piece) in blows {
        let blow = tables.blows_of(piece)[0];
        let foot = matches!(blow.limb, Limb::LeftFoot | Limb::RightFoot);
        if blow.length == 0.0 || piece.first == 0 {
            continue;
        }
        let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
        let place = Place::new(Transform::new(yaw(0.8), Vec3::new(2.0, 0.0, -1.0)));
        let place = place.then(&tables.ground(piece.take, piece.first).inverse());
        let begun = Fighter { place, piece: number as u16, ends: piece.frames(), ..Fighter::zeroed() };
        let landing = (blow.tips + 1 + blow.lands - blow.effective[0]) as usize;
        let aside = Vec3::new(0.1, -0.08, 0.05);
        let fighter = Fighter { aim: (place.point(tables.tips[landing]) + aside).to_array(), ..begun };
        let rig_number = stage.add_rig(rig.clone());
        let at = tables.ground(piece.take, piece.first);
        let at = place.then(at);
        let start = Transform::new(yaw(libm::atan2f(at.sin, at.cos)), Vec3::new(at.x, 0.0, at.z));
        let actor = stage.add_actor(rig_number, None, start).expect("there is room");
        let me = stage.actor(actor).expect("he is there");
        let mut order = Move::new(tables.segment(piece));
        order.reaches[0] = reach(&world, me, &stage.view(), &fighter);
        assert!(order.reaches[0].is_some());
        let mind = stage.add_mind(Loop { what: order });
        stage.set_mind(actor, Some(mind), true).expect("he has a mind");
        for step in 1..piece.frames() {
            stage.step();
            let (Some(foreseen), Some(me)) = (world.tip_at(&fighter, step), stage.actor(actor)) else {
                continue;
            };
            let [part, end] = blow.part.expect("hands and feet are parts").map(usize::from);
            let (_, capsule) = &me.rig().capsules()[part];
            let shown = if end == 0 { capsule.from } else { capsule.to }.position(me.world());
            off[usize::from(foot)].push(shown.distance(foreseen));
        }
    }
    for (limb, mut off) in ["hands", "feet"].into_iter().zip(off) {
        off.sort_by(f32::total_cmp);
        let p95 = off[off.len() * 95 / 100];
        println!("{limb}: {p95} m of {} moments", off.len());
        assert!(off.len() > 50 && p95 < 0.005, "{limb}: {p95} m of {} moments", off.len());
    }
}

#[test]
fn a_blow_lands_on_who_stands_before_it_and_not_on_who_is_out_of_reach() {
    let (_, tables, _) = &*BOXING;
    let settings = WorldSettings::default();
    let world = World { tables, settings: &settings };
    let stance = tables.pieces.iter().position(|piece| piece.kind == Kind::Stance).expect("a stance") as u16;
    let mut landed = 0;
    let blows: Vec<u16> = (0..tables.pieces.len() as u16)
        .filter(|at| tables.pieces[usize::from(*at)].kind == Kind::Attack)
        .collect();
    for blow in &blows {
        let mut best = 0.0_f32;
        for far in [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 3.0] {
            let place = |piece: u16, at: Place| {
                let own = &tables.pieces[usize::from(piece)];
                at.then(&tables.ground(own.take, own.first).inverse())
            };
            let facing = Place { x: 0.0, z: far, cos: -1.0, sin: 0.0 };
            let rival = Fighter {
                place: place(stance, facing),
                piece: stance,
                ends: 1000,
                team: 1,
                aim: [f32::NAN; 3],
                ..Fighter::zeroed()
            };
            let piece = &tables.pieces[usize::from(*blow)];
            let own = Fighter {
                place: place(*blow, Place::HERE),
                piece: *blow,
                ends: piece.frames(),
                aim: [f32::NAN; 3],
                ..Fighter::zeroed()
            };
            let mut situation = Situation { count: 2, ..Situation::zeroed() };
            situation.fighters[..2].copy_from_slice(&[world.aimed(own, &rival), rival]);
            let mut toll = Default::default();
            world.advance(&mut situation, piece.frames(), &mut toll);
            let given: f32 = toll.given[0].iter().sum();
            assert_eq!(given > 0.0, toll.taken[1] > 0.0);
            assert!(far < 2.0 || given == 0.0, "{far} m is out of reach");
            best = best.max(given);
        }
        landed += usize::from(best > 0.0);
    }
    assert!(landed * 2 > blows.len(), "{landed} of {} blows land from somewhere", blows.len());
}

#[test]
fn the_harder_a_kick_the_further_the_reaction_goes_and_never_against_it() {
    let (_, tables, _) = &*BOXING;
    let world = World { tables, settings: &WorldSettings::default() };
    let body = Place::new(Transform::IDENTITY);
    let goes = |direction: Vec3, speed: f32| {
        let hit = Hit::new(BodyPart::Chest, Limb::RightFoot, direction, speed);
        let piece = world.reaction(&body, &hit).expect("there are recorded hits");
        *tables.hits.iter().find(|hit| hit.piece == piece).expect("it is one of them")
    };
    for direction in [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X] {
        let [soft, hard] = [3.0, 8.0].map(|speed| goes(direction, speed));
        assert!(hard.far >= soft.far, "towards {direction}: {} and {} m", soft.far, hard.far);
    }
    let [soft, hard] = [3.0, 8.0].map(|speed| goes(Vec3::NEG_Z, speed));
    assert!(hard.far > soft.far + 0.1, "from ahead: {} and {} m", soft.far, hard.far);
    assert!(hard.goes.z < -0.5, "from ahead goes back: {}", hard.goes);
}

#[test]
fn combinations_are_written_and_read_again_and_mistakes_are_named() {
    let (_, tables, combinations) = &*BOXING;
    assert!(combinations.pairs().count() > 10, "there are defences against blows");
    assert!(combinations.pairs().any(|(_, _, suits)| suits > 0.3), "some suit");
    let text = combination_file::write(combinations, tables);
    let back = combination_file::parse(&text, tables).expect("what was written can be read");
    let near = |a: (u16, u16, f32), b: (u16, u16, f32)| (a.0, a.1) == (b.0, b.1) && (a.2 - b.2).abs() < 0.006;
    assert!(combinations.pairs().zip(back.pairs()).all(|(a, b)| near(a, b)));
    assert_eq!(combinations.pairs().count(), back.pairs().count());
    for (text, says) in [
        ("[jab]\nslip_rigt = 0.5", "did you mean \"slip_right\"?"),
        ("[jab]\nslip_right = 1.5", "a suitability is from 0 to 1"),
        ("[jab]\nslip_right = \"good\"", "line 2"),
        ("[jabb]\nslip_right = 0.5", "did you mean \"jab\"?"),
    ] {
        let error = combination_file::parse(text, tables).expect_err("it is wrong").to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn a_modelled_rival_does_things_of_a_kind_as_often_as_he_was_seen_to() {
    let (_, tables, combinations) = &*BOXING;
    let (settings, style) = (WorldSettings::default(), Style::BOXER);
    let mut seen = [0; 8];
    (seen[Kind::Attack as usize], seen[Kind::Movement as usize]) = (5, 2);
    let rules = Rules {
        world: World { tables, settings: &settings },
        styles: [&style; 3],
        pruning: &Pruning::default(),
        combinations,
        wanted: Wanted::default(),
        seen,
        whim: 0,
    };
    let is_one = |number: &u16, kind: Kind| tables.pieces[usize::from(*number)].kind == kind;
    let all = 0..tables.pieces.len() as u16;
    let some = |kind: Kind, count: usize| all.clone().filter(move |number| is_one(number, kind)).take(count);
    let moves: Vec<u16> =
        some(Kind::Attack, 2).chain(some(Kind::Movement, 6)).chain(some(Kind::Avoid, 3)).collect();
    let mut chances = vec![0.0; moves.len()];
    rules.chances(&Situation::zeroed(), &moves, &mut chances);
    for (kind, times) in [(Kind::Attack, 6.0), (Kind::Movement, 3.0), (Kind::Avoid, 1.0)] {
        let own = moves.iter().zip(&chances).filter(|(number, _)| is_one(number, kind));
        let sum: f32 = own.map(|(_, chance)| chance).sum();
        assert!((sum - times).abs() < 1e-5, "{kind:?}: {sum}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Thinking about whatever a save game may hold ends without a panic.
    #[test]
    fn nonsense_is_thought_about_without_a_panic(bytes in prop::collection::vec(any::<u8>(), size_of::<Situation>())) {
        let (_, tables, combinations) = &*BOXING;
        let mut situation = Situation::zeroed();
        bytemuck::bytes_of_mut(&mut situation).copy_from_slice(&bytes);
        let settings = WorldSettings::default();
        let style = Style::BOXER;
        let rules = Rules {
            world: World { tables, settings: &settings },
            styles: [&style; 3],
            pruning: &Pruning::default(),
            combinations,
            wanted: Wanted::default(),
            seen: [0; 8],
            whim: 0,
        };
        let (mut levels, mut states) = ([Level::default(); 8], [situation; 8]);
        let mut moves = [0; 8 * 32];
        let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
        let mut search = Search::begin();
        let settings = SearchSettings { depth: 2, most_nodes: 200, ..SearchSettings::default() };
        search.think(&rules, &settings, &mut desk, 400);
        let _ = (rules.turn(&situation), rules.horizon(&situation));
    }
}
