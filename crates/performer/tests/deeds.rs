//! What must hold of the shows that skills take their material from: pushed, dodging, falling, carrying, football,
//! startled. Measured on recorded frames against the takes' own truth, on seeds that nothing was tuned to.

use footwork_motion::glam::Vec3;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Role, Side, WorldClip};
use footwork_performer::truth::{Action, Push};
use footwork_performer::{Performance, Show, perform};

/// s
const SECONDS: f32 = 90.0;
/// Frames per second.
const RATE: f32 = 60.0;
const SEEDS: [u64; 6] = [21, 22, 23, 24, 25, 26];

fn takes(name: &str) -> Vec<(String, Performance)> {
    let show = Show::named(name).expect("a show of that name");
    SEEDS
        .map(|seed| (format!("{name}, seed {seed}"), perform(show, SECONDS, seed, RATE).expect("a take")))
        .into()
}

fn centres(take: &Performance, world: &WorldClip) -> Vec<Vec3> {
    (0..world.frames()).map(|f| centre_of_mass(&take.skeleton, world.frame(f)).expect("every role")).collect()
}

fn frame(seconds: f32) -> usize {
    (seconds * RATE) as usize
}

/// m/s, over the ground, around a frame.
fn velocity(centres: &[Vec3], at: usize) -> Vec3 {
    let (a, b) = (at.saturating_sub(1), (at + 1).min(centres.len() - 1));
    ((centres[b] - centres[a]) * RATE / (b - a).max(1) as f32).with_y(0.0)
}

fn named<'a>(take: &'a Performance, class: &str) -> Vec<&'a Action> {
    take.truth.actions.iter().filter(|action| action.classes.iter().any(|c| c == class)).collect()
}

fn speed(push: &Push) -> f32 {
    Vec3::from_array(push.velocity).length()
}

#[test]
fn six_takes_hold_two_hundred_pushes_of_all_kinds_and_balance_is_kept() {
    let takes = takes("pushed");
    let pushes: Vec<&Push> = takes.iter().flat_map(|(_, take)| &take.truth.pushes).collect();
    assert!(pushes.len() >= 200, "{} pushes", pushes.len());
    for part in ["chest", "back", "left_shoulder", "right_shoulder", "head", "left_side", "right_side"] {
        let count = pushes.iter().filter(|push| push.part == part).count();
        assert!(count >= 10, "{part}: {count}");
    }
    for doing in ["stand", "walk", "run"] {
        let count = pushes.iter().filter(|push| push.doing == doing).count();
        assert!(count >= 20, "{doing}: {count}");
    }
    for class in
        ["from_front", "from_back", "from_left", "from_right", "sway", "one_step", "steps", "stumble"]
    {
        let count: usize = takes.iter().map(|(_, take)| named(take, class).len()).sum();
        // Most who are pushed take a step, if only to put a foot right.
        let least = if class == "sway" { 6 } else { 10 };
        assert!(count >= least, "{class}: {count}");
    }
    let (gentle, hard) =
        (pushes.iter().filter(|p| speed(p) < 0.5).count(), pushes.iter().filter(|p| speed(p) > 1.5).count());
    assert!(gentle >= 20 && hard >= 25, "{gentle} gentle, {hard} hard");
    let hardest = pushes.iter().filter(|p| speed(p) > 2.0).count();
    assert!(hardest >= 8, "{hardest} above 2 m/s");
    let lost = pushes.iter().filter(|push| !push.kept).count();
    println!("{} pushes, {lost} lost, {gentle} below 0.5 m/s, {hard} above 1.5 m/s", pushes.len());
    assert!(lost * 20 < pushes.len(), "{lost} of {} lost", pushes.len());
}

/// The change of the centre of mass's velocity over a shove is what the truth says, but for what the feet do meanwhile.
#[test]
fn a_push_changes_the_velocity_of_the_body_by_what_it_gave() {
    let mut angles = Vec::new();
    let mut shares = Vec::new();
    for (_, take) in takes("pushed") {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let centres = centres(&take, &world);
        for push in take.truth.pushes.iter().filter(|push| push.doing == "stand" && speed(push) > 0.5) {
            let lasts = 0.1_f32.max(0.157 * speed(push));
            let [before, after] =
                [push.time - 0.02, push.time + lasts + 0.02].map(|t| velocity(&centres, frame(t)));
            let given = Vec3::from_array(push.velocity);
            angles.push((after - before).angle_between(given).to_degrees());
            shares.push((after - before).dot(given) / given.length_squared());
        }
    }
    assert!(angles.len() > 40, "{} pushes", angles.len());
    let within = angles.iter().filter(|angle| **angle < 20.0).count() as f32 / angles.len() as f32;
    let mean = shares.iter().sum::<f32>() / shares.len() as f32;
    println!("{} pushes: {within:.2} within 20°, mean share {mean:.2}", angles.len());
    assert!(within > 0.9, "{within:.2} within 20°");
    assert!((0.75..1.15).contains(&mean), "{mean:.2} of what was given");
}

#[test]
fn the_harder_the_push_the_more_steps_it_takes() {
    let takes = takes("pushed");
    let steps = |from: f32, to: f32| {
        let pushes = takes.iter().flat_map(|(_, take)| &take.truth.pushes);
        let found: Vec<usize> = pushes
            .filter(|push| push.doing == "stand" && (from..to).contains(&speed(push)))
            .map(|push| push.steps)
            .collect();
        found.iter().sum::<usize>() as f32 / found.len().max(1) as f32
    };
    let (gentle, middling, hard) = (steps(0.0, 0.45), steps(0.45, 1.0), steps(1.0, 9.0));
    println!("steps after a push: {gentle:.1}, {middling:.1}, {hard:.1}");
    assert!(gentle < middling && middling < hard, "{gentle:.1}, {middling:.1}, {hard:.1}");
}

/// Where the ground would have to press for the centre of mass to move as it does is within reach of the soles.
#[test]
fn who_is_pushed_presses_on_soles_and_not_on_air() {
    let (mut outside, mut frames) = (0, 0);
    for (_, take) in takes("pushed").into_iter().take(3) {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let centres = centres(&take, &world);
        let toes = Side::BOTH.map(|side| take.skeleton.joint(side.leg()[3]).expect("toes"));
        let ankles = Side::BOTH.map(|side| take.skeleton.joint(side.leg()[2]).expect("ankles"));
        let shoved = |t: f32| take.truth.pushes.iter().any(|push| (-0.1..0.2).contains(&(t - push.time)));
        for f in 3..world.frames() - 3 {
            let bent = (centres[f - 3] - 2.0 * centres[f] + centres[f + 3]) * (RATE / 3.0) * (RATE / 3.0);
            let force = 9.81 + bent.y;
            // What is in the air or just being shoved presses nowhere.
            if force < 3.0 || shoved(f as f32 / RATE) {
                continue;
            }
            let pressure = (centres[f] - bent * centres[f].y / force).with_y(0.0);
            let near = toes.iter().chain(&ankles).map(|&joint| {
                let place = world.position(f, joint);
                if place.y < 0.13 { (place.with_y(0.0) - pressure).length() } else { f32::INFINITY }
            });
            frames += 1;
            outside += usize::from(near.fold(f32::INFINITY, f32::min) > 0.22);
        }
    }
    let share = outside as f32 / frames as f32;
    println!("pressure far from any foot in {:.1} % of {frames} frames", 100.0 * share);
    assert!(share < 0.12, "{share:.3}");
}

#[test]
fn two_dozen_avoidances_and_more_take_the_part_they_save_out_of_the_way() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, take) in takes("dodging") {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let avoids = named(&take, "avoid");
        kinds.extend(avoids.iter().map(|action| action.classes[2].clone()));
        assert!(take.truth.dodges.len() > 30, "{name}: {}", take.truth.dodges.len());
        for dodge in &take.truth.dodges {
            let [from, to] = dodge.span;
            assert!(from < to, "{name}: {dodge:?}");
            let within = avoids.iter().any(|a| a.from <= from + 1e-3 && to <= a.to + 1e-3);
            assert!(within, "{name}: {dodge:?}");
            let role = match dodge.part.as_str() {
                "head" => Role::Head,
                "left_arm" => Side::Left.arm()[3],
                "right_arm" => Side::Right.arm()[3],
                "left_leg" => Side::Left.leg()[2],
                "right_leg" => Side::Right.leg()[2],
                "feet" => Side::Left.leg()[3],
                _ => continue,
            };
            let joint = take.skeleton.joint(role).expect("a joint");
            let away =
                (world.position(frame(0.5 * (from + to)), joint) - Vec3::from_array(dodge.point)).length();
            assert!(away > 0.04, "{name}: {} moves {:.0} mm, {dodge:?}", dodge.part, 1000.0 * away);
        }
    }
    assert!(kinds.len() >= 24, "{} kinds: {kinds:?}", kinds.len());
}

#[test]
fn who_falls_ends_on_the_floor_and_gets_up_again() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, take) in takes("falling") {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let hips = take.skeleton.joint(Role::Hips).expect("hips");
        assert!(take.truth.pushes.len() >= 6, "{name}: {} falls", take.truth.pushes.len());
        assert!(!take.truth.touches.is_empty(), "{name}");
        kinds.extend(named(&take, "fall").iter().map(|action| action.classes[1].clone()));
        for lying in named(&take, "lying") {
            let height = world.position(frame(0.5 * (lying.from + lying.to)), hips).y;
            assert!(height < 0.6, "{name}: hips at {height:.2} m, lying at {:.1} s", lying.from);
        }
        for rise in named(&take, "rise").iter().filter(|rise| rise.to < SECONDS - 0.5) {
            let height = world.position(frame(rise.to), hips).y;
            assert!(height > 0.8, "{name}: hips at {height:.2} m, risen at {:.1} s", rise.to);
        }
        for push in &take.truth.pushes {
            assert!(!push.kept && speed(push) > 0.2, "{name}: {push:?}");
        }
    }
    for kind in ["backward", "sideways", "forward", "to_knees"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
}

#[test]
fn a_box_is_between_the_hands_for_as_long_as_it_is_held() {
    let mut sizes = std::collections::BTreeSet::new();
    let mut worst = 0.0_f32;
    for (name, take) in takes("carrying") {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let hands = Side::BOTH.map(|side| take.skeleton.joint(side.arm()[3]).expect("a hand"));
        for class in ["lift", "set_down", "hand_over", "receive", "walk", "backward", "sideways", "turn"] {
            let any =
                SEEDS.len() < 2 || take.truth.actions.iter().any(|a| a.classes.contains(&class.to_string()));
            sizes.extend(any.then(|| class.to_string()));
        }
        assert!(take.truth.holds.len() >= 4, "{name}: {} boxes", take.truth.holds.len());
        for hold in &take.truth.holds {
            sizes.insert(format!("{:.2} m, {:.0} kg", hold.size[0], hold.mass));
            for f in frame(hold.from + 0.1)..frame((hold.to - 0.05).max(hold.from)).min(world.frames()) {
                let apart = (world.position(f, hands[0]) - world.position(f, hands[1])).length();
                let off = (apart - hold.size[0] - 0.05).abs();
                worst = worst.max(off);
                assert!(off < 0.02, "{name}: hands {apart:.2} m apart at {:.2} s, {hold:?}", f as f32 / RATE);
            }
        }
    }
    println!("{sizes:?}; hands are off by up to {:.0} mm", 1000.0 * worst);
    // Eight deeds, three sizes by two weights.
    assert!(sizes.len() >= 8 + 6, "{sizes:?}");
}

#[test]
fn footballers_hold_the_ball_get_away_and_tackle() {
    let mut seen = std::collections::BTreeSet::new();
    for (name, take) in takes("football") {
        assert!(
            take.truth.holds.iter().any(|hold| hold.what == "ball" && hold.to > hold.from + 2.0),
            "{name}"
        );
        seen.extend(take.truth.actions.iter().flat_map(|action| action.classes.iter().cloned()));
        let tackles = named(&take, "tackle");
        for touch in &take.truth.touches {
            assert!(tackles.iter().any(|t| (t.from..=t.to).contains(&touch.time)), "{name}: {touch:?}");
        }
    }
    for class in ["run", "jump", "spin", "side_step", "cut", "stiff_arm", "high", "low", "missed"] {
        assert!(seen.contains(class), "{class} is not among {seen:?}");
    }
}

#[test]
fn who_is_startled_gets_away_from_it_to_all_sides() {
    let mut ways = std::collections::BTreeSet::new();
    let (mut away, mut frights) = (0, 0);
    for (_, take) in takes("startled") {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let hips = take.skeleton.joint(Role::Hips).expect("hips");
        ways.extend(named(&take, "startled").iter().map(|action| action.classes[2].clone()));
        for fright in take.truth.frights.iter().filter(|fright| fright.time + 1.0 < SECONDS) {
            let far = |t: f32| {
                (world.position(frame(t), hips) - Vec3::from_array(fright.point)).with_y(0.0).length()
            };
            frights += 1;
            away += usize::from(far(fright.time + 0.8) > far(fright.time) + 0.15);
        }
    }
    assert_eq!(ways.len(), 8, "{ways:?}");
    assert!(frights > 40 && away * 10 > frights * 9, "{away} of {frights}");
}
