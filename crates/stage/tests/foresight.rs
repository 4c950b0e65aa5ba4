//! Where a body will be, as far as it is committed, is where it then is.

use crate::common;
use footwork_motion::{Role, Transform};
use footwork_performer::Show;
use footwork_stage::minds::{Wander, WanderSettings};
use footwork_stage::{ActorId, ActorView, Lead, Mind, Move, Rng, Segment, Settings, Stage, StageView, Why};

const STEP: f32 = 1.0 / 60.0;
const ME: ActorId = ActorId(0);
/// Not the legs: those follow held feet.
const ROLES: [Role; 5] = [Role::Hips, Role::Chest, Role::Head, Role::LeftHand, Role::RightHand];

/// How far off any of the roles is over the ground and in height, at most, over many forecasts of so many steps.
fn worst(stage: &mut Stage, steps: u32) -> [f32; 2] {
    let sites = ROLES.map(|role| stage.actor(ME).unwrap().rig().skeleton().site(role).unwrap());
    let mut worst = [0.0_f32; 2];
    let mut made = 0;
    for _ in 0..600 {
        let me = stage.actor(ME).unwrap();
        let later = steps as f32 * STEP;
        let foreseen = (me.committed() >= later).then(|| sites.map(|site| me.site_at(site, later).unwrap()));
        let before = stage.snapshot();
        (0..steps).for_each(|_| stage.step());
        if let Some(foreseen) = foreseen {
            let me = stage.actor(ME).unwrap();
            for (at, site) in sites.iter().enumerate() {
                let off = site.position(me.world()) - foreseen[at];
                worst = [worst[0].max(off.with_y(0.0).length()), worst[1].max(off.y.abs())];
            }
            made += 1;
        }
        stage.restore(&before).unwrap();
        stage.step();
    }
    assert!(made > 60, "{made} forecasts of {steps} steps");
    worst
}

#[test]
fn a_walk_is_foreseen_within_a_centimetre() {
    let rig = common::rig(Show::Locomotion, 40.0, &[1]);
    let ways = common::edges(&rig, 5, 0.2);
    let mut stage = Stage::new(Settings::default(), 4).unwrap();
    let mind = stage.add_mind(Wander::new(&rig, &ways, &WanderSettings::default()).unwrap());
    let rig = stage.add_rig(rig);
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    for steps in [1, 6, 20] {
        let worst = worst(&mut stage, steps);
        println!("{worst:?} m, {steps} steps ahead");
        // The hips go down by up to 8 cm where held feet would be out of reach.
        assert!(worst[0] < 0.01 && worst[1] < 0.08, "{worst:?} m, {steps} steps ahead");
    }
}

/// Half seconds of a take, led.
struct Led;

impl Mind for Led {
    type Memory = u32;

    fn choose(
        &self,
        next: &mut u32,
        _: ActorView<'_>,
        _: &StageView<'_>,
        _: &mut Rng,
        _: &mut Why<'_>,
    ) -> Option<Move> {
        let first = 0.5 * f64::from(*next);
        *next = (*next + 1) % 18;
        let lead = Lead { velocity: [0.4, 1.4], turning: 0.8, weight: 0.7 };
        Some(Move::new(Segment { take: 0, first, end: first + 0.5 }).at_rate(0.9).led(lead))
    }
}

#[test]
fn a_body_that_is_led_is_foreseen_where_it_is_led_to() {
    let mut stage = Stage::new(Settings::default(), 4).unwrap();
    let mind = stage.add_mind(Led);
    let rig = stage.add_rig(common::rig(Show::Locomotion, 10.0, &[4]));
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    let worst = worst(&mut stage, 15);
    assert!(worst[0] < 0.02 && worst[1] < 0.08, "{worst:?} m");
}

#[test]
fn nothing_is_foreseen_beyond_what_is_committed() {
    let mut stage = Stage::new(Settings::default(), 4).unwrap();
    let mind = stage.add_mind(Led);
    let rig = stage.add_rig(common::rig(Show::Locomotion, 10.0, &[4]));
    stage.add_actor(rig, Some(mind), Transform::IDENTITY).unwrap();
    assert_eq!(stage.actor(ME).unwrap().committed(), 0.0, "it has not been asked");
    (0..20).for_each(|_| stage.step());
    let me = stage.actor(ME).unwrap();
    let committed = me.committed();
    assert!(committed > 0.0 && committed < 0.6);
    assert_eq!(me.joint_at(0, 100.0), me.joint_at(0, committed));
    assert_eq!(me.joint_at(0, -1.0), Some(me.world()[0]));
    assert_eq!(me.joint_at(0, f32::NAN), me.joint_at(0, committed));
    assert_eq!(me.joint_at(999, 0.1), None);
}
