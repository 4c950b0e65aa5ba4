//! How sparring looks: heads follow the target, nobody stays in anybody, blows move whom they hit their own way, and who
//! goes down gets up.

mod common;

use std::f32::consts::PI;
use std::sync::{Arc, LazyLock};

use footwork_behaviors::evaluate::spar;
use footwork_behaviors::mind::{Blows, words};
use footwork_behaviors::{Aim, BoxerSettings, Skill};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::{ActorId, BodyPart, Happening, Landing, Rig, Settings, Stage};
use glam::Vec3;

static BOXING: LazyLock<(Arc<Rig>, Arc<Skill>)> = LazyLock::new(|| common::boxing(60.0, &[1, 2]));

fn pair(blows: Blows, seed: u64) -> Stage {
    let (rig, skill) = &*BOXING;
    let mut stage = Stage::new(Settings::default(), seed).unwrap();
    let settings = BoxerSettings { aim: Aim::Pair, blows, ..BoxerSettings::default() };
    let mind = stage.add_mind(common::boxer(rig, skill, settings));
    let rig = stage.add_rig(rig.clone());
    for (turn, z) in [(0.0, -0.6), (PI, 0.6)] {
        stage.add_actor(rig, Some(mind), Transform::new(yaw(turn), Vec3::Z * z)).unwrap();
    }
    stage
}

#[test]
fn heads_follow_the_target_over_ten_minutes() {
    let (rig, skill) = &*BOXING;
    let look = |looks: bool| {
        let settings = BoxerSettings { looks, ..BoxerSettings::default() };
        spar(rig, skill, &settings, 600.0, 1).unwrap()
    };
    let (with, without) = (look(true), look(false));
    println!("with gaze: {with:#?}\nwithout: {} and {} degrees", without.looks_off_mean, without.looks_off_95);
    assert!(with.looks_off_mean < 8.0 && with.looks_off_95 < 20.0, "{with:?}");
    assert!(with.looks_off_mean < 0.5 * without.looks_off_mean, "{without:?}");
}

#[test]
fn nobody_stays_in_anybody() {
    let (rig, skill) = &*BOXING;
    let through = |yields: bool| {
        let settings = BoxerSettings { yields, ..BoxerSettings::default() };
        spar(rig, skill, &settings, 300.0, 2).unwrap()
    };
    let (with, without) = (through(true), through(false));
    let counts = |found: &footwork_behaviors::evaluate::Sparring| {
        (found.penetrations, found.penetration_seconds, found.landed, found.thrown)
    };
    println!("{:?} without giving way {:?}", counts(&with), counts(&without));
    assert!(with.penetrations * 5 < without.penetrations, "{:?} {:?}", counts(&with), counts(&without));
    assert!(with.penetration_seconds < 3.0, "{with:?}");
    // Those who stop at each other still hit each other.
    assert!(with.landed * 2 > without.landed, "{with:?}");
}

/// The first blow to head or trunk that lands, after how many steps, and where the struck part is so much later.
fn first_blow(blows: Blows, seed: u64, later: u32) -> Option<(u64, Landing, Vec3)> {
    let mut stage = pair(blows, seed);
    for _ in 0..60 * 60 {
        stage.step();
        let landed = stage.events().iter().find_map(|event| match event.happening {
            Happening::StrikeLanded(landing) if landing.whom == event.to => Some(landing),
            _ => None,
        });
        let Some(landing) = landed else { continue };
        let tick = stage.tick();
        (0..later).for_each(|_| stage.step());
        let me = stage.actor(landing.whom)?;
        let part = me.rig().capsules().iter().find(|(part, _)| *part == landing.part)?.1;
        let middle = 0.5 * (part.from.position(me.world()) + part.to.position(me.world()));
        return Some((tick, landing, middle));
    }
    None
}

/// Degrees on the ground between a blow and how it moves the struck part, against the same without a reaction.
fn moved(blows: Blows, seed: u64, later: u32) -> Option<(Landing, f32, f32)> {
    let none = Blows { give: 0.0, heavy: 1e9, ..Blows::default() };
    let (tick, landing, with) = first_blow(blows, seed, later)?;
    let (same_tick, _, without) = first_blow(none, seed, later)?;
    // Until the first blow nothing differs.
    assert_eq!(tick, same_tick);
    let (way, blow) = ((with - without).with_y(0.0), landing.direction.with_y(0.0));
    Some((landing, way.length(), way.angle_between(blow).to_degrees()))
}

fn is_body(part: BodyPart) -> bool {
    matches!(part, BodyPart::Head | BodyPart::Chest | BodyPart::Pelvis)
}

#[test]
fn the_struck_part_gives_way_in_the_direction_of_the_blow_and_recovers() {
    let mut angles = Vec::new();
    for seed in 0..40 {
        let blows = Blows { heavy: 1e9, ..Blows::default() };
        let Some((landing, way, angle)) = moved(blows, seed, 6).filter(|(l, ..)| is_body(l.part)) else {
            continue;
        };
        println!("{seed}: {:?} {:.1} m/s: {:.1} cm, {angle:.0} degrees", landing.part, landing.speed, way * 100.0);
        assert!(way > 0.003, "nothing moves");
        angles.push(angle);
    }
    assert!(angles.len() > 5, "{} blows", angles.len());
    angles.sort_by(f32::total_cmp);
    assert!(angles[angles.len() / 2] < 30.0 && angles[angles.len() * 8 / 10] < 60.0, "{angles:?}");
}

#[test]
fn a_heavy_blow_has_a_recorded_hit_go_its_way() {
    let mut angles = Vec::new();
    for seed in 0..40 {
        let blows = Blows { heavy: 0.5, ..Blows::default() };
        let Some((landing, way, angle)) = moved(blows, seed, 18).filter(|(l, ..)| is_body(l.part)) else {
            continue;
        };
        println!("{seed}: {:?} {:.1} m/s: {:.1} cm, {angle:.0} degrees", landing.part, landing.speed, way * 100.0);
        angles.push(angle);
    }
    assert!(angles.len() > 5, "{} blows", angles.len());
    angles.sort_by(f32::total_cmp);
    assert!(angles[angles.len() / 2] < 60.0, "{angles:?}");
}

#[test]
fn who_is_knocked_down_gets_up_and_goes_on() {
    let blows = Blows { knock_down: Some(3.0), ..Blows::default() };
    let mut stage = pair(blows, 3);
    // Per boxer: whether he lies, how often he got up, blows thrown when he last got up.
    let (mut lies, mut ups, mut thrown, mut on) = ([false; 2], [0; 2], [0; 2], 0);
    for _ in 0..60 * 120 {
        stage.step();
        for id in [0, 1] {
            let me = stage.actor(ActorId(id)).unwrap();
            let number = id as usize;
            let height = me.rig().eyes(me.world()).unwrap().y;
            let now = me.memory().unwrap().get(words::THROWN);
            if height < 0.5 {
                lies[number] = true;
            } else if height > 1.2 && lies[number] {
                (lies[number], thrown[number]) = (false, now);
                ups[number] += 1;
            }
            if ups[number] > 0 && !lies[number] && now > thrown[number] {
                thrown[number] = u32::MAX;
                on += 1;
            }
            let lowest = me.world().iter().map(|joint| joint.translation.y).fold(f32::INFINITY, f32::min);
            assert!(lowest > -0.02, "{lowest} m below the floor");
        }
    }
    assert!(ups[0] + ups[1] >= 2 && on >= 2, "up {ups:?}, went on {on} times");
}
