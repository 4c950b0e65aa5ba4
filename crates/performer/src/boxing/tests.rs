use std::sync::LazyLock;

use footwork_motion::glam::Quat;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Pose, Skeleton, Transform, kinematics};

use super::*;
use crate::Take;
use crate::body::{self, joint};
use crate::falling::fall_about;
use crate::posture::Posture;
use crate::signal::INNER_RATE;
use crate::solve::{leg_bones, solve};
use crate::truth::Truth;

/// s
const SECONDS: f32 = 90.0;

/// Some long takes of both performers.
static TAKES: LazyLock<Vec<(&str, Take)>> = LazyLock::new(|| {
    let mut takes = Vec::new();
    for seed in 1..=4 {
        takes.push(("energetic", box_rounds(Style::energetic(), SECONDS, &mut Rng::new(seed))));
        takes.push(("tired", box_rounds(Style::tired(), SECONDS, &mut Rng::new(seed))));
    }
    takes
});

/// Every posture of a take, solved.
fn solved(take: &Take, mut see: impl FnMut(usize, &Skeleton, &Pose, &[Transform])) {
    let skeleton = body::skeleton();
    let mut pose = Pose::rest(&skeleton);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    for (i, posture) in take.postures.iter().enumerate() {
        solve(&skeleton, posture, &mut pose);
        kinematics::world(&skeleton, pose.view(), &mut world);
        see(i, &skeleton, &pose, &world);
    }
}

fn doing(take: &Take, seconds: f32) -> String {
    let action = take.truth.actions.iter().find(|a| a.from <= seconds && seconds < a.to);
    action.map_or(String::new(), |a| a.classes.join(" "))
}

/// A foot may turn on its ball, with the heel up; a sole that is flat stays as it is.
#[test]
fn planted_feet_do_not_move_and_turn_only_on_their_balls() {
    /// m. An ankle that is higher has its heel up.
    const HEEL_UP: f32 = body::ANKLE + 0.006;
    for (who, take) in TAKES.iter() {
        let supports = [&take.truth.supports.left, &take.truth.supports.right];
        let mut held: [Option<[Transform; 2]>; 2] = [None; 2];
        solved(take, |i, _, _, world| {
            let t = i as f32 / INNER_RATE;
            for side in 0..2 {
                let leg = [joint::LEFT_LEG, joint::RIGHT_LEG][side];
                let (toes, ankle) = (world[leg + 3], world[leg + 2]);
                if !supports[side].iter().any(|[from, to]| (*from..=*to).contains(&t)) {
                    held[side] = None;
                    continue;
                }
                let [first, turned_to] = held[side].get_or_insert([toes; 2]);
                let slid = (toes.translation - first.translation).length();
                assert!(slid < 1e-3, "{who} at {t:.2} s ({}): {slid} m", doing(take, t));
                if ankle.translation.y > HEEL_UP {
                    *turned_to = toes;
                }
                let turned = turned_to.rotation.angle_between(toes.rotation);
                assert!(turned < 0.01, "{who} at {t:.2} s ({}): {turned} rad", doing(take, t));
            }
        });
    }
}

#[test]
fn nothing_goes_below_the_floor() {
    for (who, take) in TAKES.iter() {
        solved(take, |i, skeleton, _, world| {
            let t = i as f32 / INNER_RATE;
            let ends = skeleton.ends().iter().map(|end| world[end.joint].point(end.offset).y);
            for (n, y) in world.iter().map(|joint| joint.translation.y).chain(ends).enumerate() {
                assert!(y > -1e-3, "{who} at {t:.2} s ({}): {n} at {y} m", doing(take, t));
            }
        });
    }
}

#[test]
fn blows_are_as_fast_as_people_strike() {
    for (who, take) in TAKES.iter() {
        assert!(take.truth.strikes.len() > 15, "{who}: {}", take.truth.strikes.len());
        for strike in &take.truth.strikes {
            let tired = *who == "tired";
            let (slow, fast) = match strike.limb.split_once('_').map(|(_, part)| part) {
                // Some blows only probe.
                Some("hand") if tired => (2.3, 8.0),
                Some("hand") => (3.0, 10.5),
                Some("foot") if tired => (4.0, 10.0),
                Some("foot") => (6.0, 14.0),
                // Elbows and knees; one elbow that comes out of another blow lands with 1.7 m/s.
                _ => (1.7, 10.0),
            };
            assert!((slow..fast).contains(&strike.speed), "{who}: {strike:?} {}", doing(take, strike.time));
            let direction = Vec3::from_array(strike.direction);
            assert!((direction.length() - 1.0).abs() < 1e-4);
        }
    }
}

#[test]
fn no_joint_pops() {
    /// rad in a sixtieth of a second: what a whipping forearm or shin does at its fastest.
    const LIMB: f32 = 0.66;
    /// rad: trunk and head have more to carry.
    const TRUNK: f32 = 0.18;
    let mut worst: Vec<(f32, String)> = Vec::new();
    for (who, take) in TAKES.iter() {
        let mut last: Vec<Quat> = Vec::new();
        solved(take, |i, skeleton, pose, _| {
            if i % 4 != 0 {
                return;
            }
            let t = i as f32 / INNER_RATE;
            for (joint, (now, before)) in pose.rotations.iter().zip(&last).enumerate() {
                let turned = now.angle_between(*before);
                let limit = if joint < joint::LEFT_ARM { TRUNK } else { LIMB };
                if turned > limit {
                    let name = skeleton.name(joint);
                    worst.push((turned, format!("{who} at {t:.2} s ({}): {name}", doing(take, t))));
                }
            }
            last.clone_from(&pose.rotations);
        });
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut known = std::collections::HashSet::new();
    worst.retain(|w| known.insert(w.1.split_once('(').unwrap().1.to_string()));
    assert!(worst.is_empty(), "{} times, such as {:?}", worst.len(), &worst[..worst.len().min(60)]);
}

#[test]
fn actions_are_in_order_and_within_the_take() {
    for (_, take) in TAKES.iter() {
        let mut now = 0.0;
        for action in &take.truth.actions {
            assert!(
                action.from >= now - 1e-4 && action.to > action.from && action.to <= SECONDS,
                "{action:?}"
            );
            now = action.to;
        }
        let mut last = 0.0;
        for strike in &take.truth.strikes {
            assert!(strike.time > last && strike.time < SECONDS);
            assert!(
                doing(take, strike.time).starts_with("attack"),
                "{strike:?} {}",
                doing(take, strike.time)
            );
            last = strike.time;
        }
    }
}

#[test]
fn every_kind_of_action_comes_up() {
    let all: Vec<String> = TAKES
        .iter()
        .flat_map(|(_, take)| take.truth.actions.iter().flat_map(|a| a.classes.clone()))
        .collect();
    for class in [
        "jab",
        "cross",
        "lead_hook",
        "rear_hook",
        "lead_uppercut",
        "rear_uppercut",
        "elbow",
        "knee",
        "front_kick",
        "round_kick",
        "low",
        "middle",
        "high",
        "slip",
        "duck",
        "sway_back",
        "side_step",
        "parry",
        "high_block",
        "low_block",
        "head",
        "body",
        "light",
        "heavy",
        "fall",
        "lying",
        "rise",
        "stance",
        "pivot_left",
        "pivot_right",
        "step_ahead",
        "step_back",
        "step_left",
        "step_right",
        "step_ahead_left",
    ] {
        assert!(all.iter().any(|c| c == class), "no {class} in {} actions", all.len());
    }
}

#[test]
fn a_defence_says_what_it_protects() {
    for action in TAKES.iter().flat_map(|(_, take)| &take.truth.actions) {
        let defends = ["avoid", "block"].contains(&action.classes[0].as_str());
        assert_eq!(action.protects.is_some(), defends, "{action:?}");
    }
}

#[test]
fn the_ring_is_not_left() {
    for (who, take) in TAKES.iter() {
        let far = take.postures.iter().map(|p| Vec3::new(p.pelvis.x, 0.0, p.pelvis.z).length());
        let far = far.fold(0.0_f32, f32::max);
        assert!(far < 3.2, "{who}: {far} m");
    }
}

#[test]
fn a_seed_is_a_performance() {
    let take = |seed: u64| box_rounds(Style::energetic(), 12.0, &mut Rng::new(seed));
    assert_eq!(take(5), take(5));
    assert_ne!(take(5), take(6));
}

#[test]
fn one_foot_carries_while_the_other_is_in_the_air() {
    for (who, take) in TAKES.iter() {
        let Truth { supports, .. } = &take.truth;
        let down = |spans: &[[f32; 2]], t: f32| spans.iter().any(|[from, to]| (*from..=*to).contains(&t));
        for i in 0..take.postures.len() {
            let t = i as f32 / INNER_RATE;
            let what = doing(take, t);
            let lies = ["fall", "lying", "rise"].iter().any(|word| what.starts_with(word)) || what.is_empty();
            assert!(lies || down(&supports.left, t) || down(&supports.right, t), "{who} at {t:.2} s: {what}");
        }
    }
}

#[test]
fn the_centre_of_mass_is_over_the_foot_that_carries_a_kick() {
    let skeleton = body::skeleton();
    let mut pose = Pose::rest(&skeleton);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    for (who, take) in TAKES.iter() {
        for strike in take.truth.strikes.iter().filter(|s| s.limb.ends_with("_foot")) {
            solve(&skeleton, &take.postures[(strike.time * INNER_RATE) as usize], &mut pose);
            kinematics::world(&skeleton, pose.view(), &mut world);
            let leg = if strike.limb == "left_foot" { joint::RIGHT_LEG } else { joint::LEFT_LEG };
            let centre = centre_of_mass(&skeleton, &world).expect("every role");
            // The middle of the sole. Who kicks need not stay there: the foot comes down soon.
            let stands = 0.5 * (world[leg + 2].translation + world[leg + 3].translation);
            let off = Vec3::new(centre.x - stands.x, 0.0, centre.z - stands.z).length();
            assert!(off < 0.16, "{who} at {:.2} s: {off} m", strike.time);
        }
    }
}

#[test]
fn every_move_can_be_shown() {
    let names: Vec<&str> = moves().collect();
    assert!(names.len() > 40);
    let take = rehearse(Style::tired(), &names, 0.2, &mut Rng::new(1)).expect("they are all known");
    assert!(take.truth.actions.len() > names.len());
    let lies = rehearse(Style::tired(), &["fall"], 0.5, &mut Rng::new(1)).expect("it is known");
    assert!(lies.truth.supports.left.iter().all(|[_, to]| *to < 2.2), "who lies does not stand");
    assert!(rehearse(Style::tired(), &["headbutt"], 0.2, &mut Rng::new(1)).is_none());
}

/// CMU's shadow boxers bend the lead knee by 48 to 58° in the guard, the rear one by 41 to 57°, on ankles 54 to 67 cm apart.
#[test]
fn a_guard_stands_wide_on_soft_knees() {
    let take = box_rounds(Style::energetic(), 60.0, &mut Rng::new(5));
    let (mut knees, mut apart): ([Vec<f32>; 2], Vec<f32>) = Default::default();
    for (i, posture) in take.postures.iter().enumerate() {
        if doing(&take, i as f32 / INNER_RATE) == "stance" {
            for (side, knees) in knees.iter_mut().enumerate() {
                let [thigh, shin] = leg_bones(posture, side);
                knees.push(thigh.angle_between(shin).to_degrees());
            }
            let apart_by = posture.feet[0].ankle - posture.feet[1].ankle;
            apart.push(libm::hypotf(apart_by.x, apart_by.z));
        }
    }
    let [lead, rear] = knees.each_mut().map(|knees| median(knees));
    assert!((35.0..62.0).contains(&lead) && (35.0..62.0).contains(&rear), "knees {lead:.0}°, {rear:.0}°");
    let apart = median(&mut apart);
    assert!((0.6..0.85).contains(&apart), "{apart:.2} m");
}

/// In people's punches a foot moves by 25 to 60 cm.
#[test]
fn who_punches_steps() {
    let take = box_rounds(Style::energetic(), 60.0, &mut Rng::new(6));
    let at = |t: f32| ((t * INNER_RATE) as usize).min(take.postures.len() - 1);
    let hands = take.truth.strikes.iter().filter(|strike| strike.limb.ends_with("_hand"));
    let mut distances: Vec<f32> = hands
        .map(|strike| {
            let around = &take.postures[at(strike.time - 0.4)..=at(strike.time + 0.25)];
            let moved = |side: usize| {
                let places = around.iter().map(|posture| posture.feet[side].ankle);
                places.map(|place| place.distance(around[0].feet[side].ankle)).fold(0.0, f32::max)
            };
            moved(0).max(moved(1))
        })
        .collect();
    assert!(distances.len() > 10, "{} punches", distances.len());
    let moved = median(&mut distances);
    assert!((0.22..0.6).contains(&moved), "{moved:.2} m");
}

/// People's knees stay above 26 cm in shadow boxing (CMU 13 and 14), but for few moments.
#[test]
fn nobody_kneels_to_strike() {
    /// m
    const KNEELS: f32 = 0.2;
    const USUAL: f32 = 0.3;
    for (who, take) in TAKES.iter() {
        let mut lowest: Vec<(f32, f32)> = vec![];
        let mut last = String::new();
        solved(take, |i, _, _, world| {
            let t = i as f32 / INNER_RATE;
            let does = doing(take, t);
            let knee = [joint::LEFT_LEG, joint::RIGHT_LEG].map(|leg| world[leg + 1].translation.y);
            let knee = knee[0].min(knee[1]);
            match lowest.last_mut().filter(|_| does == last) {
                Some(low) if does.starts_with("attack") && knee < low.0 => *low = (knee, t),
                None if does.starts_with("attack") => lowest.push((knee, t)),
                _ => (),
            }
            last = does;
        });
        let (knee, t) = lowest.iter().copied().reduce(|a, b| if b.0 < a.0 { b } else { a }).expect("a blow");
        assert!(knee > KNEELS, "{who} at {t:.2} s ({}): a knee {knee} m up", doing(take, t));
        let mut knees: Vec<f32> = lowest.iter().map(|(knee, _)| *knee).collect();
        assert!(median(&mut knees) > USUAL, "{who}: {knees:?}");
    }
}

#[test]
fn fists_are_closed_and_hands_open_to_catch_a_fall() {
    let curls = |name: &str| {
        let take = rehearse(Style::energetic(), &[name], 0.3, &mut Rng::new(1)).expect("it is known");
        let of = |posture: &Posture| posture.hands.map(|hand| hand.curl);
        take.postures.iter().flat_map(of).fold([f32::MAX, 0.0], |[a, b], curl| [a.min(curl), b.max(curl)])
    };
    assert!(curls("cross")[0] > 0.9 * FIST, "{:?}", curls("cross"));
    let [open, closed] = curls("knock_down_forward");
    assert!(open < 0.3 && closed > 0.9 * FIST, "{open:.2} to {closed:.2} rad");
}

#[test]
fn who_goes_down_is_seen_getting_up() {
    for seed in 1..=3 {
        let rng = || Rng::new(seed);
        for take in [box_rounds(Style::tired(), SECONDS, &mut rng()), fall_about(SECONDS, &mut rng())] {
            let actions = &take.truth.actions;
            let called = |n: usize, name: &str| actions.get(n).is_some_and(|a| a.classes[0] == name);
            let falls: Vec<usize> = (0..actions.len()).filter(|&n| called(n, "fall")).collect();
            assert!(!falls.is_empty(), "seed {seed}");
            for n in falls {
                let (from, up) = (actions[n].from, actions.get(n + 2).map_or(SECONDS, |action| action.to));
                assert!(called(n + 1, "lying") && called(n + 2, "rise"), "seed {seed}, {from:.1} s");
                let height = take.postures[((up + 0.1) * INNER_RATE) as usize].pelvis.y;
                assert!(up < SECONDS - 0.1 && height > 0.7, "seed {seed}, {from:.1} s: {height:.2} m");
            }
        }
    }
}

fn median(values: &mut [f32]) -> f32 {
    values.sort_by(f32::total_cmp);
    values[values.len() / 2]
}
