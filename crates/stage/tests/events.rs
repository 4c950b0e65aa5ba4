//! What a game is told: footsteps where feet are put down, landings after jumps, falls.

use crate::common;
use footwork_motion::{Side, Transform};
use footwork_performer::Show;
use footwork_stage::minds::Play;
use footwork_stage::{ActorId, Happening, Move, Placement, Settings, Stage};

/// A take played as it was recorded, and what happened with the seconds at which it did.
fn played(show: Show, seconds: f32, seed: u64) -> (Stage, Vec<(f64, Happening)>) {
    let rig = common::rig(show, seconds, &[seed]);
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let what = Move { place: Placement::At(Transform::IDENTITY), ..Move::whole(&rig, 0) };
    let mind = stage.add_mind(Play { what });
    let rig = stage.add_rig(rig);
    let me = stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let mut told = Vec::new();
    while stage.tick() == 0 || !stage.actor(me).unwrap().is_fallen_back() {
        stage.step();
        let time = stage.actor(me).unwrap().time();
        told.extend(stage.events().iter().map(|event| (time, event.happening)));
    }
    (stage, told)
}

#[test]
fn every_support_begins_with_a_footstep_on_the_floor() {
    let (stage, told) = played(Show::Locomotion, 40.0, 3);
    let take = stage.actor(ActorId(0)).unwrap().rig().take(0).unwrap();
    let end = f64::from(take.clip.frames() as u32) / 60.0;
    for side in Side::BOTH {
        let steps: Vec<(f64, f32, f32)> = told
            .iter()
            .filter_map(|(time, happening)| match happening {
                Happening::Footstep { foot, point, speed } if *foot == side => Some((*time, point.y, *speed)),
                _ => None,
            })
            .collect();
        let supports = take.annotation.supports.of(side);
        let begins = supports.iter().map(|span| f64::from(span.first) / 60.0);
        let mut begins: Vec<f64> = begins.filter(|at| *at > 0.05 && *at < end - 0.1).collect();
        begins.retain(|at| !steps.iter().any(|(time, ..)| (time - at).abs() < 0.05));
        assert!(begins.is_empty(), "no step where the {side:?} foot begins to carry weight: {begins:?}");
        assert!(steps.len() <= supports.len() + 2, "{} steps, {} supports", steps.len(), supports.len());
        assert!(steps.iter().all(|(_, height, _)| (-0.01..0.12).contains(height)), "{steps:?}");
        assert!(steps.iter().all(|(.., speed)| (0.0..4.0).contains(speed)), "{steps:?}");
        assert!(steps.iter().filter(|(.., speed)| *speed > 0.05).count() * 2 > steps.len(), "{steps:?}");
    }
}

#[test]
fn a_jump_ends_in_a_landing() {
    // Some of these have jumps.
    let mut landings = 0;
    for seed in 1..4 {
        let (stage, told) = played(Show::Locomotion, 60.0, seed);
        let take = stage.actor(ActorId(0)).unwrap().rig().take(0).unwrap();
        let frames = take.clip.frames();
        let supports = &take.annotation.supports;
        let stands = |frame: usize| Side::BOTH.iter().any(|side| supports.at(*side, frame as u32));
        let mut aloft = 0;
        let mut jumps: Vec<(f64, f64)> = Vec::new();
        for frame in 0..frames {
            if !stands(frame) {
                aloft += 1;
            } else {
                if aloft >= 14 && frame > aloft {
                    jumps.push((frame as f64 / 60.0, aloft as f64 / 60.0));
                }
                aloft = 0;
            }
        }
        for (time, seconds) in jumps {
            let found = told.iter().find_map(|(at, happening)| match happening {
                Happening::Landed { seconds, speed } if (at - time).abs() < 0.06 => Some((*seconds, *speed)),
                _ => None,
            });
            let (told_seconds, speed) =
                found.unwrap_or_else(|| panic!("no landing at {time} s of seed {seed}"));
            assert!((f64::from(told_seconds) - seconds).abs() < 0.06, "{told_seconds} s of {seconds}");
            assert!((0.0..6.0).contains(&speed), "{speed} m/s");
            landings += 1;
        }
    }
    assert!(landings > 0, "no take has a jump");
}

#[test]
fn who_is_knocked_down_falls_and_rises() {
    let (mut fell, mut rose) = (Vec::new(), Vec::new());
    for seed in 1..4 {
        let (_, told) = played(Show::Boxing, 60.0, seed);
        for (time, happening) in told {
            match happening {
                Happening::Fell { height } => fell.push((time, height)),
                Happening::Rose { height } => rose.push((time, height)),
                _ => {}
            }
        }
    }
    assert!(!fell.is_empty() && !rose.is_empty(), "{fell:?} {rose:?}");
    assert!(fell.iter().all(|(_, height)| (0.3..0.46).contains(height)), "{fell:?}");
    assert!(rose.iter().all(|(_, height)| (0.69..0.85).contains(height)), "{rose:?}");
}
