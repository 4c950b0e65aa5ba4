//! Each measure against a motion whose answer is known.

use std::f32::consts::TAU;

use crate::body::{ANKLE, RATE, SPEED, clip, hang_arms, person, place_foot, turn, walker};
use footwork_looks::feet::outside;
use footwork_looks::pair::{answer_delay, defence, recoil, twins};
use footwork_looks::{Kind, Look, Seen, balance, blows, gait, scene, shake, slide, stance, topple};
use footwork_motion::glam::{Quat, Vec2, Vec3};
use footwork_motion::{Clip, Mirror, Pose, Role, Side, Skeleton};

fn seen(skeleton: &Skeleton, clip: &Clip) -> Seen {
    Seen::of(skeleton, clip).expect("a whole body")
}

fn near(value: Option<f32>, expected: f32, tolerance: f32) {
    let value = value.expect("a value");
    assert!((value - expected).abs() <= tolerance, "{value}, not {expected}");
}

/// Both feet where they are at rest, whatever the hips do.
fn planted(skeleton: &Skeleton, pose: &mut Pose) {
    for (side, x) in [(Side::Left, 0.1), (Side::Right, -0.1)] {
        place_foot(skeleton, pose, side, Vec3::new(x, ANKLE, 0.0));
    }
}

/// Sways sideways by `size` m, `hz` times a second, over feet that stand.
fn swaying(skeleton: &Skeleton, size: f32, hz: f32) -> Clip {
    clip(skeleton, 10.0, |t, pose| {
        pose.translations[0] += Vec3::new(size * (TAU * hz * t).sin(), -0.1, 0.0);
        planted(skeleton, pose);
    })
}

#[test]
fn a_swaying_body_has_the_acceleration_of_its_sway() {
    let skeleton = person();
    // Not a whole number of frames a sway, so that its phases fall anywhere.
    let hz = 0.93;
    let body = seen(&skeleton, &swaying(&skeleton, 0.02, hz));
    // Feet stay, so the centre of mass sways less than the hips.
    let xs = || body.centre[120..480].iter().map(|c| c.x);
    let size = 0.5 * (xs().fold(f32::NEG_INFINITY, f32::max) - xs().fold(f32::INFINITY, f32::min));
    let most = size * (TAU * hz) * (TAU * hz);
    near(balance::acceleration(&body.whole(), 0.99), most, 0.03 * most);
    // Of a sine, half of the values are above sin 45°.
    near(balance::acceleration(&body.whole(), 0.5), most * 0.5_f32.sqrt(), 0.03 * most);
}

#[test]
fn pressure_goes_beyond_the_centre_of_mass_by_height_over_gravity_times_acceleration() {
    let skeleton = person();
    let body = seen(&skeleton, &swaying(&skeleton, 0.02, 1.0));
    for frame in (60..540).step_by(7) {
        let [centre, pushed] = [body.centre[frame], body.centre_acceleration[frame]];
        let at = balance::pressure(&body, frame).expect("weight on the feet");
        let expected = centre.x - (centre.y - body.feet.floor) / 9.81 * pushed.x;
        assert!((at.x - expected).abs() < 5e-3, "{} not {expected}", at.x);
    }
}

#[test]
fn who_leans_out_over_feet_that_stay_and_is_upright_again_was_snapped_upright() {
    let skeleton = person();
    // Every 2 s half a second out by 45 cm, and back within 0.3 s: nothing is there to push him, neither out nor back.
    let leans = |t: f32| (1.0 - ((t % 2.0 - 1.0).abs() - 0.25).max(0.0) / 0.3).clamp(0.0, 1.0);
    let clip_of = |far: f32| {
        clip(&skeleton, 20.0, |t, pose| {
            pose.translations[0] += Vec3::new(0.0, -0.15, far) * leans(t);
            planted(&skeleton, pose);
        })
    };
    let found = topple::found(&seen(&skeleton, &clip_of(0.45)).whole());
    assert!((18..=22).contains(&found.len()), "{found:?}");
    // Over the feet he may sway as he likes, and a walker's next foot comes under him.
    near(topple::snaps(&seen(&skeleton, &clip_of(0.03)).whole()), 0.0, 0.0);
    let walk = walker(&skeleton, 20.0, |_, _| {});
    near(topple::snaps(&seen(&skeleton, &walk).whole()), 0.0, 0.0);
}

#[test]
fn pressure_is_under_who_stands_and_outside_under_who_leans_too_far() {
    let skeleton = person();
    let upright = clip(&skeleton, 2.0, |_, _| {});
    near(balance::pressure_outside(&seen(&skeleton, &upright).whole()), 0.0, 0.0);
    // 40 cm ahead of feet that stay: nobody can stand like that.
    let ahead = clip(&skeleton, 2.0, |_, pose| {
        pose.translations[0] += Vec3::new(0.0, -0.15, 0.45);
        planted(&skeleton, pose);
    });
    let body = seen(&skeleton, &ahead);
    let centre = body.centre[60];
    let gap = outside(&body.feet.soles(&body, 60), Vec2::new(centre.x, centre.z));
    assert!(gap > 0.1, "only {gap} m outside");
    near(balance::pressure_outside(&body.whole()), 1.0, 0.0);
}

#[test]
fn a_rigid_body_that_is_shoved_along_slides_at_its_speed_and_one_that_stands_does_not() {
    let skeleton = person();
    let shoved = clip(&skeleton, 4.0, |t, pose| pose.translations[0].z += t);
    near(slide::slide(&seen(&skeleton, &shoved).whole()), 1.0, 0.02);
    let still = clip(&skeleton, 4.0, |_, _| {});
    near(slide::slide(&seen(&skeleton, &still).whole()), 0.0, 1e-3);
}

#[test]
fn a_body_that_is_carried_by_nothing_floats_and_one_that_falls_does_not() {
    let skeleton = person();
    // Half of the time 30 cm up, raised and lowered slowly.
    let raised = clip(&skeleton, 8.0, |t, pose| {
        pose.translations[0].y += 0.3 * ((t - 3.0).clamp(0.0, 1.0) - (t - 7.0).clamp(0.0, 1.0))
    });
    let share = slide::floating(&seen(&skeleton, &raised).whole()).expect("a share");
    assert!((0.4..0.62).contains(&share), "{share}");
    let jumping = clip(&skeleton, 4.0, |t, pose| {
        let t = t % 1.0;
        pose.translations[0].y += if t < 0.5 { 0.5 * 9.81 * t * (0.5 - t) } else { 0.0 };
    });
    let share = slide::floating(&seen(&skeleton, &jumping).whole()).expect("a share");
    // A body that lands without bending its knees is stopped in no time, which the low-pass smears into the flight.
    assert!(share < 0.1, "{share}");
}

#[test]
fn a_body_over_two_planted_feet_that_goes_fast_glides() {
    let skeleton = person();
    let glides =
        |size| slide::glide(&seen(&skeleton, &swaying(&skeleton, size, 0.8)).whole()).expect("a share");
    assert!(glides(0.25) > 0.5, "{}", glides(0.25));
    assert_eq!(glides(0.02), 0.0);
}

#[test]
fn a_foot_below_where_it_stands_is_as_deep_as_it_is() {
    let skeleton = person();
    let dips = clip(&skeleton, 4.0, |t, pose| {
        pose.translations[0].y -= if (2.0..2.2).contains(&t) { 0.07 } else { 0.0 };
    });
    near(slide::below_floor(&seen(&skeleton, &dips).whole()), 0.07, 2e-3);
}

#[test]
fn ankles_are_as_far_apart_as_they_are_put() {
    let skeleton = person();
    let wide = clip(&skeleton, 2.0, |_, pose| {
        pose.translations[0].y -= 0.1;
        place_foot(&skeleton, pose, Side::Left, Vec3::new(0.15, ANKLE, 0.3));
        place_foot(&skeleton, pose, Side::Right, Vec3::new(-0.15, ANKLE, -0.1));
    });
    near(stance::ankles_apart(&seen(&skeleton, &wide).whole()), 0.5, 2e-3);
}

#[test]
fn hands_are_still_for_as_long_as_they_do_not_move() {
    let skeleton = person();
    let waves = clip(&skeleton, 8.0, |t, pose| {
        hang_arms(&skeleton, pose);
        if t > 6.0 {
            turn(&skeleton, pose, Role::LeftElbow, Quat::from_rotation_z((3.0 * (t - 6.0)).sin()));
        }
    });
    // One of two hands, a quarter of the time.
    near(stance::hands_still(&seen(&skeleton, &waves).whole()), 0.875, 0.03);
}

fn walking(skeleton: &Skeleton, change: impl Fn(f32, &mut Pose)) -> Seen {
    seen(skeleton, &walker(skeleton, 12.0, change))
}

fn look(seen: &Seen, kind: Kind) -> Look<'_> {
    Look { seen, kind, span: 0..seen.frames() }
}

#[test]
fn strides_are_found_at_their_pace_and_nothing_in_them_differs() {
    let skeleton = person();
    let body = walking(&skeleton, |_, _| {});
    assert!(body.strides.len() >= 16, "{} strides", body.strides.len());
    for stride in &body.strides {
        assert_eq!(stride.to - stride.from, RATE as usize);
        assert!((stride.speed - SPEED).abs() < 0.02 && stride.kind == Kind::Walking);
    }
    let walk = look(&body, Kind::Walking);
    for same in
        [gait::trunk_roll_variation, gait::knee_variation, gait::elbow_variation, gait::tempo_variation]
    {
        near(same(&walk), 0.0, 0.05);
    }
    near(gait::knee_asymmetry(&walk), 0.0, 0.2);
    near(stance::head_roll(&walk), 0.0, 0.05);
    near(shake::reversals(&walk), 0.0, 0.0);
    near(slide::floating(&walk), 0.0, 0.0);
}

#[test]
fn a_head_that_rolls_by_a_known_angle_is_measured_at_it() {
    let skeleton = person();
    let body = walking(&skeleton, |t, pose| {
        turn(&skeleton, pose, Role::Head, Quat::from_rotation_z(3_f32.to_radians() * (TAU * t).sin()));
    });
    near(stance::head_roll(&look(&body, Kind::Walking)), 6.0, 0.1);
}

#[test]
fn an_elbow_that_bends_by_a_known_angle_is_measured_at_it_and_one_sided_swing_is_asymmetric() {
    let skeleton = person();
    let body = walking(&skeleton, |t, pose| {
        let bend = 20_f32.to_radians() * (1.0 + (TAU * t).sin());
        turn(&skeleton, pose, Role::LeftElbow, Quat::from_rotation_y(-bend));
    });
    let values: Vec<f32> = body
        .strides
        .iter()
        .filter(|stride| stride.side == Side::Left)
        .map(|stride| {
            let angles = (stride.from..stride.to).map(|f| body.elbow(Side::Left, f));
            angles.clone().fold(0.0, f32::max) - angles.fold(180.0, f32::min)
        })
        .collect();
    assert!(values.iter().all(|range| (range - 40.0).abs() < 0.5), "{values:?}");
    // The mean of 20° (1 + sin) against an arm that hangs straight.
    near(gait::elbow_asymmetry(&look(&body, Kind::Walking)), 20.0, 0.5);
}

#[test]
fn a_trunk_that_leans_differently_in_every_stride_varies_by_its_deviation() {
    let skeleton = person();
    let body = walking(&skeleton, |t, pose| {
        // 0°, 2°, 4° and again: neighbours differ by 2°, 2° and 4°, which is a deviation of 2°.
        let lean = 2.0 * (t.floor() % 3.0);
        turn(&skeleton, pose, Role::Spine, Quat::from_rotation_z(-lean.to_radians()));
    });
    let varies = gait::trunk_roll_variation(&look(&body, Kind::Walking)).expect("strides");
    // The leaning part begins above the hips, so the trunk as a whole leans a little less.
    assert!((1.4..2.1).contains(&varies), "{varies}");
}

#[test]
fn a_straight_stance_leg_has_its_angle() {
    let skeleton = person();
    let body = walking(&skeleton, |_, _| {});
    let least = gait::stance_knee(&look(&body, Kind::Walking)).expect("strides");
    let brute = body.strides.iter().map(|s| {
        let stands = (s.from..s.to).take_while(|&f| body.feet.stands(s.side, f));
        stands.map(|f| body.knee(s.side, f)).fold(180.0, f32::min)
    });
    assert!(brute.clone().any(|knee| (knee - least).abs() < 0.5), "{least}");
    assert!((0.0..40.0).contains(&least));
}

#[test]
fn a_jump_from_standing_is_found_with_its_rise() {
    let skeleton = person();
    let jumps = clip(&skeleton, 3.0, |t, pose| {
        let t = t - 1.0;
        hang_arms(&skeleton, pose);
        pose.translations[0].y += if (0.0..0.5).contains(&t) { 0.5 * 9.81 * t * (0.5 - t) } else { 0.0 };
    });
    let body = seen(&skeleton, &jumps);
    assert_eq!(body.jumps.len(), 1);
    assert!(body.jumps[0].standing);
    // g t² / 8 of half a second, less what rises before the feet are seen to leave.
    let rise = stance::jump_rise(&look(&body, Kind::Jumping)).expect("a jump");
    assert!((0.2..0.33).contains(&rise), "{rise}");
    near(stance::take_off_knees(&look(&body, Kind::Jumping)), 0.0, 0.5);
}

/// A smooth step from 0 to 1, `length` s long, fastest in its middle, at `at`.
fn step(t: f32, at: f32, length: f32) -> f32 {
    let x = ((t - at) / length + 0.5).clamp(0.0, 1.0);
    x * x * x * (10.0 - 15.0 * x + 6.0 * x * x)
}

/// Punches with the right once a second: pelvis, shoulders and arm each fastest `lag` after the other, hips going down by
/// `drop`, the right foot turning on its ankle by `pivot` degrees.
fn puncher(skeleton: &Skeleton, lag: f32, drop: f32, pivot: f32) -> Clip {
    clip(skeleton, 10.0, |t, pose| {
        let t = t % 1.0;
        let there_and_back = |at: f32, length: f32| step(t, at, length) - step(t, at + 0.4, 0.25);
        pose.translations[0].y -= 0.05 + drop * there_and_back(0.4, 0.2);
        let turned =
            |at: f32, degrees: f32| Quat::from_rotation_y(degrees.to_radians() * there_and_back(at, 0.2));
        turn(skeleton, pose, Role::Hips, turned(0.4 - 2.0 * lag, 20.0));
        turn(skeleton, pose, Role::Spine, turned(0.4 - lag, 40.0));
        let out = there_and_back(0.4, 0.2);
        for (side, way) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
            let fold = 2.4 * if side == Side::Right { 1.0 - out } else { 1.0 };
            let [shoulder, elbow, ..] = side.arm();
            // Upper arm ahead and down, folded up; the fist goes out ahead.
            turn(skeleton, pose, shoulder, Quat::from_rotation_y(-way * 1.4));
            turn(skeleton, pose, elbow, Quat::from_rotation_z(way * fold));
        }
        planted(skeleton, pose);
        turn(skeleton, pose, Role::RightAnkle, Quat::from_rotation_y(pivot.to_radians() * out));
    })
}

#[test]
fn punches_are_found_with_their_feet_drop_and_chain() {
    let skeleton = person();
    let body = seen(&skeleton, &puncher(&skeleton, 0.05, 0.1, 30.0));
    let right: Vec<_> = body.punches.iter().filter(|punch| punch.side == Side::Right).collect();
    assert!((9..=10).contains(&right.len()) && body.punches.len() == right.len(), "{:?}", body.punches);
    let boxing = look(&body, Kind::Boxing);
    near(blows::hips_drop(&boxing), 0.1, 0.01);
    near(blows::feet_pivot(&boxing), 1.0, 0.0);
    let frame = 1.0 / RATE;
    near(blows::shoulders_to_wrist(&boxing), 0.05, 1.6 * frame);
    let (chain, none) =
        (blows::pelvis_to_shoulders(&boxing), seen(&skeleton, &puncher(&skeleton, 0.0, 0.0, 0.0)));
    assert!(chain.expect("punches") >= 0.5 * frame, "{chain:?}");
    let boxing = look(&none, Kind::Boxing);
    near(blows::pelvis_to_shoulders(&boxing), 0.0, frame);
    near(blows::feet_pivot(&boxing), 0.0, 0.0);
    near(blows::feet_move(&boxing), 0.0, 0.0);
    near(blows::hips_drop(&boxing), 0.0, 2e-3);
    near(blows::lean(&boxing), 0.0, 0.5);
}

#[test]
fn a_body_thrown_to_and_fro_reverses_as_often_as_it_does() {
    let skeleton = person();
    // Every two seconds 1.4 m/s one way and back, within 0.3 s.
    let thrown = clip(&skeleton, 20.0, |t, pose| {
        let hops: f32 = (0..10).map(|n| 0.2 * step(t, 1.0 + 2.0 * n as f32, 0.3)).sum();
        pose.translations[0].z += hops;
    });
    near(shake::reversals(&seen(&skeleton, &thrown).whole()), 30.0, 3.1);
}

#[test]
fn a_joint_that_leaps_is_as_fast_as_it_leaps() {
    let skeleton = person();
    let flips = clip(&skeleton, 2.0, |t, pose| {
        if t > 1.0 {
            turn(&skeleton, pose, Role::LeftShoulder, Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2));
        }
    });
    let body = seen(&skeleton, &flips);
    // An upper arm of 28 cm turned by a right angle in one frame.
    near(shake::elbow_speed(&body.whole()), 0.28 * 2_f32.sqrt() * RATE, 0.01);
    // The wrist, 54 cm from the shoulder, starts and stops.
    near(shake::largest_jump(&body.whole()), 0.54 * 2_f32.sqrt() * RATE, 0.01);
}

#[test]
fn fast_trembling_has_its_power_above_six_hertz_and_slow_bending_has_not() {
    let skeleton = person();
    let bends = |hz: f32| {
        let clip = clip(&skeleton, 10.0, |t, pose| {
            turn(
                &skeleton,
                pose,
                Role::LeftElbow,
                Quat::from_rotation_y(-0.3 * (1.5 + (TAU * hz * t).sin())),
            );
        });
        shake::fast_share(&seen(&skeleton, &clip).whole()).expect("a share")
    };
    assert!(bends(1.0) < 0.01 && bends(15.0) > 0.9, "{} and {}", bends(1.0), bends(15.0));
}

#[test]
fn a_mirror_image_is_a_twin_and_somebody_else_is_not() {
    let skeleton = person();
    let punches = puncher(&skeleton, 0.05, 0.1, 30.0);
    let mirror = Mirror::new(&skeleton, &punches).expect("a mirror");
    let one = seen(&skeleton, &punches);
    let image = seen(&skeleton, &mirror.clip(&punches));
    for other in [&one, &image] {
        let twins = twins(&one, other).expect("two");
        assert_eq!((twins.share, twins.longest), (1.0, one.frames() as f32 / RATE));
    }
    let stands = seen(&skeleton, &clip(&skeleton, 10.0, |_, pose| hang_arms(&skeleton, pose)));
    assert_eq!(twins(&one, &stands).expect("two").share, 0.0);
}

#[test]
fn a_struck_head_goes_back_as_far_as_it_goes_and_an_unmoved_one_does_not() {
    let skeleton = person();
    let struck = clip(&skeleton, 3.0, |t, pose| {
        // Head and neck are 65 cm above the spine: 10° are 11 cm.
        let back = 10_f32.to_radians() * step(t, 1.05, 0.1);
        turn(&skeleton, pose, Role::Spine, Quat::from_rotation_x(-back));
    });
    let body = seen(&skeleton, &struck);
    let expected = 0.55 * 10_f32.to_radians().sin();
    near(recoil(&body, 1.0, Vec3::NEG_Z), expected, 0.01);
    near(recoil(&body, 2.0, Vec3::NEG_Z), 0.0, 1e-3);
    assert_eq!(recoil(&body, 99.0, Vec3::NEG_Z), None);
    assert_eq!(recoil(&body, 1.0, Vec3::Y), None, "a blow from above has no direction on the ground");
}

#[test]
fn defences_at_blows_are_told_from_chance() {
    let skeleton = person();
    let blows = [3.0, 8.0, 13.0, 18.0];
    let ducks = clip(&skeleton, 22.0, |t, pose| {
        let down: f32 = blows.iter().map(|at| step(t, at - 0.2, 0.3) - step(t, at + 0.4, 0.4)).sum();
        pose.translations[0].y -= 0.05 + 0.2 * down;
        planted(&skeleton, pose);
    });
    let found = defence(&seen(&skeleton, &ducks), &blows).expect("blows");
    assert_eq!((found.before_blows, found.by_chance), (1.0, 0.0));
    assert_eq!(defence(&seen(&skeleton, &ducks), &[]), None);
}

#[test]
fn an_answer_is_as_late_as_it_is() {
    let skeleton = person();
    // Speed goes from 0 to 1 m/s around 2.25 s; half of it is reached there.
    let goes = clip(&skeleton, 6.0, |t, pose| {
        let frames = (t * RATE).round() as usize;
        pose.translations[0].z += (0..frames).map(|f| step(f as f32 / RATE, 2.25, 0.4) / RATE).sum::<f32>();
    });
    let body = seen(&skeleton, &goes);
    near(answer_delay(&body, 2.0), 0.25, 1.5 / RATE);
    assert_eq!(answer_delay(&body, 4.0), None, "nothing changes");
    let scene = scene::Scene {
        actors: vec![body],
        asked: vec![scene::Asked { at: 2.0, whom: 0 }, scene::Asked { at: 2.0, whom: 7 }],
        hits: Vec::new(),
    };
    let figures = scene::figures(&scene);
    assert_eq!(figures.iter().map(|f| f.key).collect::<Vec<_>>(), ["answer_delay"]);
}
