//! The index, culling and bounds change what is looked at, never what is chosen.

use crate::common::known;
use footwork_avoid::AvoidSettings;
use footwork_avoid::path::PathChoice;
use footwork_avoid::search::{Drawn, Search, exhaustive, look_at};
use footwork_avoid::timing::Edge;
use footwork_motion::Rng;

fn all_settings() -> Vec<AvoidSettings> {
    let with = |index, culling| AvoidSettings { index, culling, ..AvoidSettings::default() };
    let paper = |index, culling| AvoidSettings { index, culling, exact: true, ..AvoidSettings::paper() };
    [true, false]
        .iter()
        .flat_map(|&i| [true, false].iter().flat_map(move |&c| [with(i, c), paper(i, c)]))
        .collect()
}

#[test]
fn index_and_culling_choose_what_comparing_everything_chooses() {
    let known = known();
    let mut rng = Rng::new(7);
    let (mut found, mut culled, mut sufficed, mut cases) = (0, 0, 0, 0);
    for _ in 0..60 {
        let doing = known.some_doing(&mut rng);
        let attack = known.some_ball(&doing, &mut rng);
        for settings in all_settings() {
            let world = known.world(&settings);
            let all = exhaustive(&world, &doing, &attack, |_| {});
            let mut search: Search = bytemuck::Zeroable::zeroed();
            search.go_on(&world, &doing, &attack, u32::MAX);
            let quick = search.best(&world, &doing, &attack);
            let choice =
                |found: &Option<footwork_avoid::search::Found>| found.map(|found| (found.path, found.score));
            assert_eq!(choice(&quick), choice(&all), "{settings:?}");
            cases += 1;
            found += usize::from(all.is_some());
            culled += search.work.culled;
            sufficed += usize::from(search.index_sufficed());
        }
    }
    println!("{cases} cases, {found} found, {culled} culled, index sufficed in {sufficed}");
    assert!(found > cases / 2 && culled > 0 && sufficed > 0, "{found} {culled} {sufficed}");
}

#[test]
fn what_is_culled_is_hit() {
    let known = known();
    let settings = AvoidSettings::default();
    let world = known.world(&settings);
    let mut rng = Rng::new(11);
    let (mut culled, mut hit) = (0, 0);
    for _ in 0..200 {
        let doing = known.some_doing(&mut rng);
        let attack = known.some_ball(&doing, &mut rng);
        for wait in 0..4 {
            let Some((node, leaves)) = world.leaves(&doing, wait) else { continue };
            let mut local = footwork_avoid::Attack::NOTHING;
            attack.seen_from(world.frame_at(&doing, leaves).inverse(), &mut local);
            let drawn = Drawn::new(&world, &doing, &local, node, leaves);
            for entry in 0..known.skill.tables.entries.len() as u32 {
                let path = PathChoice { wait, entry };
                let Some(timing) = world.timing(&doing, path, leaves, attack.time) else { continue };
                let is_hit = look_at(&world, &doing, &attack, path).is_none();
                let is_culled = drawn.is_surely_hit(&world, path, node, &timing, attack.time);
                assert!(is_hit || !is_culled, "{path:?}");
                culled += usize::from(is_culled);
                hit += usize::from(is_hit);
            }
        }
    }
    println!("{culled} of {hit} hits are culled");
    assert!(culled > 100, "{culled}");
}

#[test]
fn a_search_over_many_steps_finds_what_one_step_finds() {
    let known = known();
    let settings = AvoidSettings::default();
    let world = known.world(&settings);
    let mut rng = Rng::new(3);
    for _ in 0..30 {
        let doing = known.some_doing(&mut rng);
        let attack = known.some_ball(&doing, &mut rng);
        let [mut once, mut often]: [Search; 2] = bytemuck::Zeroable::zeroed();
        once.go_on(&world, &doing, &attack, u32::MAX);
        let mut steps = 0;
        while !often.is_over() {
            often.go_on(&world, &doing, &attack, 7);
            steps += 1;
            assert!(steps < 10_000);
        }
        let choice = |search: &Search| search.best(&world, &doing, &attack).map(|found| found.path);
        assert_eq!(choice(&once), choice(&often));
    }
}

#[test]
fn all_entries_that_can_be_timed_may_be_and_most_others_may_not() {
    let known = known();
    for settings in [AvoidSettings::default(), AvoidSettings::paper()] {
        let world = known.world(&settings);
        let mut rng = Rng::new(12);
        let (mut may, mut can) = (0, 0);
        for _ in 0..500 {
            let going = Edge { seconds: rng.range(0.0, 0.8), speed: rng.range(0.0, 2.5) };
            let attack = rng.range(0.0, 1.2);
            for entry in 0..known.skill.tables.entries.len() {
                let bake = &known.skill.tables.settings;
                let bits = known.times.may_be_timed(entry / 64, going, attack, bake, &settings);
                let may_be = bits >> (entry % 64) & 1 == 1;
                let can_be = world.timing_after(going, entry as u32, attack).is_some();
                assert!(may_be || !can_be, "entry {entry} after {going:?} for {attack} s");
                (may, can) = (may + usize::from(may_be), can + usize::from(can_be));
            }
        }
        assert!(can > 1000 && may < can + can / 4, "{can} can be, {may} were let through");
    }
}
