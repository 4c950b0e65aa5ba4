//! Random walks: what a body that changes from motion to motion looks like, measured against the recordings.

mod common;

use footwork_motion::{Clip, Role, Side, Transform, WorldClip, quality};
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderSettings};
use footwork_stage::{ActorId, Recorder, Rig, Settings, Stage};
use glam::Vec3;

/// What of a walk is measured.
#[derive(Debug)]
struct Figures {
    /// m/s, of the balls of planted feet.
    skate: f32,
    /// m/s
    worst_skate: f32,
    /// m/s
    worst_jump: f32,
    /// Frames that change more than that, and more than the recording does there.
    jumps: usize,
    /// m/s, the walk's 99.9th percentile.
    usual_walk: f32,
    /// m/s, the recordings' own 99.9th percentile.
    usual_jump: f32,
    recorded_worst: f32,
    penetration: f32,
    lost: usize,
    transitions: usize,
}

fn walk(rig: Rig, ways: &footwork_stage::minds::Ways, settings: Settings, ticks: usize) -> (Figures, Clip) {
    let skeleton = rig.skeleton().clone();
    let own: Vec<Vec<f32>> = rig
        .repertoire()
        .takes
        .iter()
        .map(|take| {
            let world = WorldClip::new(&skeleton, &take.clip);
            (0..world.frames()).map(|frame| quality::jump(&world, frame).velocity).collect()
        })
        .collect();
    let usual: Vec<f32> = own.iter().flatten().copied().collect();
    let mut stage = Stage::new(settings, 7).unwrap();
    let wander = Wander::new(&rig, ways, &WanderSettings::default()).unwrap();
    let mind = stage.add_mind(wander);
    let rig = stage.add_rig(rig);
    let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let mut recorder = Recorder::new();
    let mut planted: [Vec<bool>; 2] = Default::default();
    let (mut transitions, mut lost) = (0, 0);
    let mut begun = Vec::new();
    // How much the recording itself changes at what is played.
    let mut recorded = Vec::new();
    for tick in 0..ticks {
        stage.step();
        recorder.keep(&stage);
        let me = stage.actor(actor).unwrap();
        for side in Side::BOTH {
            let held = me.is_planted(side as usize);
            planted[side as usize].push(held);
            let stands = me.rig().planted(me.segment().take, me.time(), side);
            lost += usize::from(stands && !held);
        }
        let jumps = &own[me.segment().take as usize];
        let at = (me.time() * 60.0) as usize;
        let around = &jumps[at.saturating_sub(2)..(at + 3).min(jumps.len())];
        recorded.push(around.iter().copied().fold(0.0, f32::max));
        let ended = !stage.events().is_empty();
        transitions += usize::from(ended);
        if ended {
            begun.push(tick);
        }
    }
    let clip = recorder.clip(&stage, ActorId(0), "walk").unwrap().unwrap();
    let world = WorldClip::new(&skeleton, &clip);
    let (mut skate, mut worst_skate) = (0.0_f32, 0.0_f32);
    for side in Side::BOTH {
        let toe = skeleton.joint(side.leg()[3]).unwrap();
        let at: Vec<Vec3> = (0..world.frames()).map(|frame| world.position(frame, toe)).collect();
        skate = skate.max(quality::foot_skate(&at, &planted[side as usize], 60.0));
        for frame in 1..at.len() {
            let held = &planted[side as usize];
            if held[frame] && held[frame - 1] {
                let slide = at[frame] - at[frame - 1];
                worst_skate = worst_skate.max(60.0 * Vec3::new(slide.x, 0.0, slide.z).length());
            }
        }
    }
    let usual_jump = quality::percentile(usual.clone(), 0.999);
    let jumps: Vec<f32> = (3..world.frames()).map(|frame| quality::jump(&world, frame).velocity).collect();
    if std::env::var("SHOW").is_ok() {
        let mut worst: Vec<(usize, f32)> =
            jumps.iter().copied().enumerate().map(|(f, j)| (f + 3, j)).collect();
        worst.retain(|(frame, jump)| *jump > usual_jump && *jump > 1.1 * recorded[*frame]);
        worst.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (frame, jump) in worst.iter().take(12) {
            let rate = 60.0;
            let mut of: Vec<(f32, &str)> = (0..skeleton.len())
                .map(|joint| {
                    let [a, b, c] = [2, 1, 0].map(|back| world.position(frame - back, joint));
                    ((a - 2.0 * b + c).length() * rate, skeleton.name(joint))
                })
                .collect();
            of.sort_by(|a, b| b.0.total_cmp(&a.0));
            let since = begun.iter().rev().find(|tick| *tick <= frame).map(|tick| frame - tick);
            let held = planted.each_ref().map(|p| (p[frame - 2], p[frame - 1], p[*frame]));
            println!("frame {frame}: {jump:.2} m/s {:?} since {since:?} {held:?}", &of[..3]);
        }
    }
    let figures = Figures {
        skate,
        worst_skate,
        worst_jump: jumps.iter().copied().fold(0.0, f32::max),
        jumps: (0..jumps.len())
            .filter(|at| jumps[*at] > usual_jump && jumps[*at] > 1.1 * recorded[at + 3])
            .count(),
        usual_walk: quality::percentile(jumps.clone(), 0.999),
        usual_jump,
        recorded_worst: usual.iter().copied().fold(0.0, f32::max),
        penetration: quality::ground_penetration(&skeleton, &world, 0.0).deepest,
        lost,
        transitions,
    };
    (figures, clip)
}

#[test]
fn ten_minutes_of_walking_about_look_like_the_recordings() {
    for (show, worst) in [(Show::Locomotion, 0.14), (Show::Boxing, 0.14)] {
        let rig = common::rig(show, 90.0, &[1, 2, 3]);
        let ways = common::ways(&rig, 5, worst);
        println!("{show:?}: {} ways", ways.all().len());
        let skeleton = rig.skeleton().clone();
        let (figures, clip) = walk(rig, &ways, Settings::default(), 36_000);
        if let Ok(folder) = std::env::var("SHOW") {
            let path = format!("{folder}/{show:?}.bvh");
            footwork_formats::save(path, |out| {
                footwork_formats::bvh::write(out, &skeleton, &clip, Default::default())
            })
            .unwrap();
        }
        println!("{figures:#?}");
        let _ = Role::ALL;
    }
}
