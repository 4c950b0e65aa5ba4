//! Two fighters on a stage: they fight, answer each other, and end where it was foreseen.

use crate::common;
use footwork_duel::evaluate::{Bout, BoutFigures, BoutSettings, EvalSettings, Fate, Ring, fight, mixed};
use footwork_duel::tables::EdgeSettings;
use footwork_duel::{DuelMemory, DuelistSettings, Duelists, Style};
use footwork_performer::Show;
use footwork_stage::{Settings, Stage};

fn bout(ring: &Ring, rig: &std::sync::Arc<footwork_stage::Rig>, style: Style, seed: u64) -> Bout {
    let own = DuelistSettings { style, against: style, ..DuelistSettings::default() };
    let settings = BoutSettings { seconds: 40.0, seed };
    fight(rig, &[(ring, own.clone()), (ring, own)], &settings).expect("they fight")
}

#[test]
fn equals_fight_face_to_face_and_end_where_it_was_foreseen() {
    let rig = common::boxing(90.0, &[1, 2]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    assert!(ring.tables.mean_edges() >= 12.0, "{}", ring.tables.mean_edges());
    // Three bouts have some forty blows that would land: too few for their shares.
    let bouts: Vec<Bout> = (1..7).map(|seed| bout(&ring, &rig, Style::BOXER, seed)).collect();
    let figures = BoutFigures::of(&bouts);
    println!("{figures:?}");
    assert!(figures.blows_a_minute > 20.0 && figures.harmed > 0.1, "{figures:?}");
    assert!(figures.defended > 0.5, "they answer blows: {figures:?}");
    assert!(figures.defended > 2.5 * figures.defended_shifted, "and not the air: {figures:?}");
    assert!(figures.twins < 0.05, "no twins: {figures:?}");
    assert!(figures.predicted_within > 0.9, "{figures:?}");
    assert!(figures.turned_away == 0.0, "nobody turns his back: {figures:?}");
    assert!(figures.longest_still < 3.0, "{figures:?}");
    let taken = figures.fates[Fate::Taken as usize];
    assert!(taken < 0.08, "who can be saved is: {figures:?}");
    assert!(figures.crowded < 0.05 && figures.inside < 0.005, "no clinch: {figures:?}");
    assert!(figures.commonest < 0.2 && figures.distance_p95 < 2.5, "{figures:?}");
}

#[test]
fn an_outboxer_keeps_away_and_an_infighter_comes_close() {
    let rig = common::boxing(90.0, &[1, 2]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    // Bouts of 40 s, which begin in between.
    let [near, far] = [Style::INFIGHTER, Style::OUTBOXER].map(|style| {
        let bouts: Vec<Bout> = (1..4).map(|seed| bout(&ring, &rig, style, seed)).collect();
        BoutFigures::of(&bouts).distance
    });
    println!("{near} m and {far} m");
    assert!(far > 2.0 * near, "{near} m and {far} m");
}

#[test]
fn an_infighter_gets_at_an_outboxer_and_each_throws_his_own_kinds_of_blow() {
    // On takes 1 and 2 he hardly does: docs/duel.md.
    let rig = common::boxing(90.0, &[5, 6]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    let settings = EvalSettings { seconds: 40.0, ..EvalSettings::default() };
    let (figures, [[inside, short], [outside, shorts]]) =
        mixed(&rig, &ring, &settings, 4).expect("they fight");
    println!("{inside} blows, {short} short; {outside} blows, {shorts} short; {figures:?}");
    assert!(inside > 10 && 2 * short > inside, "{inside} blows of the infighter, {short} of them short");
    assert!(outside > 10 && 2 * shorts < outside, "{outside} blows of the outboxer, {shorts} of them short");
    assert!(figures.blows_a_minute > 15.0, "{figures:?}");
}

#[test]
fn the_same_seed_gives_the_same_fight_and_no_two_fight_alike() {
    let rig = common::boxing(60.0, &[1]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    let run = || {
        let mut stage = Stage::new(Settings::default(), 7).expect("a stage");
        let actors = common::face_to_face(&mut stage, &rig, 1.2);
        let duelists =
            Duelists::new(ring.tables.clone(), ring.combinations.clone(), DuelistSettings::default());
        let director = stage.add_director(duelists);
        actors.iter().for_each(|actor| stage.set_director(*actor, director, true).expect("he joins"));
        let mut alike = 0;
        for _ in 0..900 {
            stage.step();
            let [a, b] = actors.map(|actor| stage.actor(actor).expect("he is there").segment());
            alike += u32::from(a == b);
        }
        (stage.hash(), alike)
    };
    let (hash, alike) = run();
    assert_eq!(run(), (hash, alike));
    assert!(alike < 100, "twins in {alike} of 900 steps");
}

#[test]
fn who_loses_his_opponent_goes_on() {
    let rig = common::boxing(60.0, &[1]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
    let mut stage = Stage::new(Settings::default(), 3).expect("a stage");
    let [a, b] = common::face_to_face(&mut stage, &rig, 1.2);
    let duelists = Duelists::new(ring.tables.clone(), ring.combinations.clone(), DuelistSettings::default());
    let director = stage.add_director(duelists);
    [a, b].iter().for_each(|actor| stage.set_director(*actor, director, true).expect("he joins"));
    (0..200).for_each(|_| stage.step());
    stage.remove_actor(b).expect("he was there");
    let before = chosen(&stage, a);
    (0..300).for_each(|_| stage.step());
    assert!(chosen(&stage, a) > before, "he stands there for ever");
    assert!(!stage.actor(a).expect("he is there").is_fallen_back());
}

#[test]
fn a_repertoire_without_blows_is_moved_about_with() {
    let rig = common::rig(&[Show::Locomotion], 30.0, &[1]);
    let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("there are actions");
    assert!(ring.tables.blows.is_empty() && ring.combinations.pairs().next().is_none());
    let bout = bout(&ring, &rig, Style::BOXER, 1);
    assert!(bout.gave == [0.0; 2] && !bout.distances.is_empty());
}

fn chosen(stage: &Stage, actor: footwork_stage::ActorId) -> u32 {
    stage.actor(actor).and_then(|me| me.memory::<DuelMemory>()).expect("he remembers").chosen
}
