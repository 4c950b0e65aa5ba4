//! Bodies that give way do not stay in each other, and blows land all the same.

use std::sync::Arc;

use crate::common;
use footwork_annotate::{Limb, Strike};
use footwork_motion::Transform;
use footwork_performer::Show;
use footwork_stage::minds::{Loop, Play};
use footwork_stage::{ActorId, Happening, Move, Placement, Rig, Segment, Settings, Stage};
use glam::{Quat, Vec3};

/// Blows of the rear hand, straight ahead and aslant.
fn strikes(rig: &Rig) -> Vec<Strike> {
    let strikes = &rig.take(0).unwrap().annotation.strikes;
    strikes.iter().filter(|strike| strike.limb == Limb::RightHand).copied().collect()
}

/// How many steps in a row they are deeper than 5 cm in each other, at most, and whether a blow lands.
fn struck(rig: &Arc<Rig>, strike: Strike, yields: bool, nearer: f32) -> (u32, bool) {
    let second = f64::from(strike.frame) / 60.0;
    let what = Move {
        place: Placement::At(Transform::IDENTITY),
        yields,
        ..Move::new(Segment { take: 0, first: second - 0.3, end: second + 0.5 })
    };
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(Play { what });
    let rig = stage.add_rig(rig.clone());
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let ahead = strike.direction.with_y(0.0).normalize();
    let at = strike.point.with_y(0.0) - ahead * nearer;
    stage.add_actor(rig, None, Transform::new(Quat::IDENTITY, at)).unwrap();
    let (mut deep, mut most, mut landed) = (0, 0, false);
    for _ in 0..45 {
        stage.step();
        deep = if stage.contacts().iter().any(|contact| contact.depth > 0.05) { deep + 1 } else { 0 };
        most = most.max(deep);
        landed |= stage.events().iter().any(|event| matches!(event.happening, Happening::StrikeLanded(_)));
    }
    (most, landed)
}

#[test]
fn a_fist_stops_at_whom_it_hits() {
    let rig = Arc::new(common::rig(Show::Boxing, 60.0, &[1]));
    let strikes = strikes(&rig);
    let (mut through, mut stopped, mut landed) = (0, 0, 0);
    for strike in &strikes {
        through += struck(&rig, *strike, false, 0.12).0;
        let (deep, lands) = struck(&rig, *strike, true, 0.12);
        (stopped, landed) = (stopped + deep, landed + u32::from(lands));
    }
    let all = strikes.len() as u32;
    println!("{all} blows: {through} steps deep, {stopped} where bodies give way, {landed} land");
    assert!(through > 6 * all && 4 * landed >= 3 * all, "{through} steps, {landed} of {all} land");
    // The body behind a blow goes on for a moment, and so does the fist.
    assert!(2 * stopped <= through, "{stopped} steps instead of {through}");
}

#[test]
fn who_stands_too_near_is_taken_apart_with_his_feet_on_the_ground() {
    let stand = |yields: bool| {
        let rig = common::rig(Show::Boxing, 20.0, &[1]);
        let what = Move { yields, ..Move::new(rig.stand()) };
        let mut stage = Stage::new(Settings::default(), 1).unwrap();
        let mind = stage.add_mind(Loop { what });
        let rig = stage.add_rig(rig);
        for x in [0.0, 0.2] {
            stage.add_actor(rig, Some(mind), Transform::new(Quat::IDENTITY, Vec3::X * x)).unwrap();
        }
        // A guard bounces, and they with it: the mean over the last second.
        let (mut fastest, mut depth) = (0.0_f32, 0.0);
        for tick in 0..240 {
            stage.step();
            let deepest = stage.contacts().iter().map(|contact| contact.depth).fold(0.0, f32::max);
            depth += if tick >= 180 { deepest / 60.0 } else { 0.0 };
            for me in stage.view().actors() {
                fastest = fastest.max(me.root_motion().translation.length() * 60.0);
            }
        }
        let at = [0, 1].map(|id| stage.actor(ActorId(id)).unwrap().frame().translation);
        (at[0].distance(at[1]), depth, fastest)
    };
    let (near, through, usual) = stand(false);
    assert!(near < 0.25 && through > 0.05, "{near} m, {through} m deep");
    let (apart, depth, fastest) = stand(true);
    assert!(apart > near + 0.05 && depth < 0.05, "{apart} m, {depth} m deep");
    assert!(fastest < usual + 0.9, "{fastest} m/s");
}

#[test]
fn two_who_stand_in_the_same_place_stay_sound_and_the_bits_are_the_same_again() {
    let run = || {
        let rig = common::rig(Show::Boxing, 20.0, &[1]);
        let what = Move { yields: true, ..Move::whole(&rig, 0) };
        let mut stage = Stage::new(Settings::default(), 1).unwrap();
        let mind = stage.add_mind(Loop { what });
        let rig = stage.add_rig(rig);
        for _ in 0..3 {
            stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
        }
        (0..300).for_each(|_| stage.step());
        let sound = |joint: &Transform| joint.translation.is_finite() && joint.rotation.is_normalized();
        assert!(stage.view().actors().all(|me| me.world().iter().all(sound)));
        stage.hash()
    };
    assert_eq!(run(), run());
}
