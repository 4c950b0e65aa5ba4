//! What must hold of every take, whatever its seed, measured on the recorded frames against the take's own truth.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::balance;
use footwork_formats::doctor::{Severity, examine};
use footwork_formats::{Body, Format, Import};
use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, WorldClip, quality};
use footwork_performer::body::ANKLE;
use footwork_performer::limits::{Angle, Limit, exceeded};
use footwork_performer::{Performance, Show, perform};

/// s
const SECONDS: f32 = 90.0;
/// Frames per second.
const RATE: f32 = 60.0;
const SEEDS: [u64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 42];
const BOXING_SEEDS: [u64; 3] = [1, 2, 3];
const DEED_SEEDS: [u64; 3] = [1, 2, 3];

fn take_of(show: Show, seed: u64) -> (String, Performance) {
    (format!("{show:?}, seed {seed}"), perform(show, SECONDS, seed, RATE).expect("a take"))
}

/// Takes and what they are called, made once for all tests that one process runs.
type Takes = LazyLock<Vec<(String, Performance)>>;

fn takes_of(shows: &[Show], seeds: &[u64]) -> Vec<(String, Performance)> {
    let each = shows.iter().flat_map(move |&show| seeds.iter().map(move |&seed| (show, seed)));
    each.map(|(show, seed)| take_of(show, seed)).collect()
}

/// Takes of getting about.
fn courses() -> impl Iterator<Item = &'static (String, Performance)> {
    static COURSES: Takes =
        LazyLock::new(|| takes_of(&[Show::Locomotion, Show::Running, Show::Steering], &SEEDS));
    COURSES.iter()
}

/// Takes of kick-boxing.
fn fights() -> impl Iterator<Item = &'static (String, Performance)> {
    static FIGHTS: Takes = LazyLock::new(|| takes_of(&[Show::Boxing, Show::TiredBoxing], &BOXING_SEEDS));
    FIGHTS.iter()
}

/// Takes of what is neither: pushed, falling, dodging, carrying, playing, startled.
fn deeds() -> impl Iterator<Item = &'static (String, Performance)> {
    static DEEDS: Takes = LazyLock::new(|| takes_of(&Show::ALL[5..], &DEED_SEEDS));
    DEEDS.iter()
}

/// Takes of every show.
fn takes() -> impl Iterator<Item = &'static (String, Performance)> {
    courses().chain(fights()).chain(deeds())
}

fn supports(take: &Performance, side: Side) -> &[[f32; 2]] {
    match side {
        Side::Left => &take.truth.supports.left,
        Side::Right => &take.truth.supports.right,
    }
}

/// The frames that lie within a span of time.
fn frames(take: &Performance, [from, to]: [f32; 2]) -> std::ops::Range<usize> {
    let first = (from * RATE - 2e-4).ceil().max(0.0) as usize;
    let last = (to * RATE + 2e-4).floor() as usize;
    first..(last + 1).min(take.clip.frames()).max(first)
}

/// m. An ankle that is higher has its heel up.
const HEEL_UP: f32 = ANKLE + 0.006;

/// Toes that carry weight neither slide nor turn, but for a foot that turns on its ball with the heel up: a fighter's, or
/// that of somebody who catches himself.
fn assert_planted((name, take): &(String, Performance)) {
    let world = WorldClip::new(&take.skeleton, &take.clip);
    let fights = !["locomotion", "running", "steering"].iter().any(|course| name.starts_with(course));
    for side in Side::BOTH {
        let [ankle, toe] = [2, 3].map(|n| take.skeleton.joint(side.leg()[n]).unwrap());
        for &span in supports(take, side) {
            let planted = frames(take, span);
            let Some(start) = planted.clone().next().map(|frame| world.frame(frame)[toe]) else {
                continue;
            };
            let mut held = start.rotation;
            for frame in planted {
                let now = world.frame(frame)[toe];
                let slid = (now.translation - start.translation).length();
                if fights && world.position(frame, ankle).y > HEEL_UP {
                    held = now.rotation;
                }
                // From the vector part: the arc cosine of nearly 1 has no digits left.
                let turn = (held.conjugate() * now.rotation).xyz().length();
                let turned = 2.0 * turn.asin().to_degrees();
                let at = frame as f32 / RATE;
                assert!(slid < 0.001, "{name}: {side:?} toes slide {:.1} mm by {at:.2} s", 1000.0 * slid);
                assert!(turned < 0.1, "{name}: {side:?} toes turn {turned:.2}° by {at:.2} s");
            }
        }
    }
}

#[test]
fn planted_feet_stay_where_they_are_and_never_turn_but_on_a_fighters_ball() {
    takes().for_each(assert_planted);
}

/// In these a step ends within a microsecond of a frame.
#[test]
fn a_foot_that_leaves_or_lands_just_at_a_frame_is_not_said_to_stand_while_it_moves() {
    for (show, seed) in [(Show::Running, 79), (Show::Locomotion, 109), (Show::Locomotion, 137)] {
        assert_planted(&take_of(show, seed));
    }
}

#[test]
fn nothing_goes_below_the_floor() {
    for (name, take) in takes() {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let depth = quality::ground_penetration(&take.skeleton, &world, 0.0).deepest;
        // A heel is no joint: it is a point of the foot.
        let heels = Side::BOTH.map(|side| take.skeleton.joint(side.leg()[2]).unwrap());
        let heel = (0..world.frames())
            .flat_map(|frame| heels.map(|foot| balance::heel(&world.frame(frame)[foot]).y))
            .fold(0.0, f32::min);
        assert!(depth < 0.001, "{name}: {:.1} mm", 1000.0 * depth);
        assert!(heel > -0.001, "{name}: heels {:.1} mm", 1000.0 * heel);
    }
}

/// degrees. What rounding leaves.
const SLACK: f32 = 0.1;

/// No joint leaves its range.
fn assert_within_limits<'a>(takes: impl Iterator<Item = &'a (String, Performance)>) {
    // The worst of each motion, and how often it happens.
    let mut worst: BTreeMap<[&str; 2], (Angle, String, usize)> = BTreeMap::new();
    for (name, take) in takes {
        for frame in 0..take.clip.frames() {
            let seconds = frame as f32 / RATE;
            for angle in exceeded(take.clip.frame(frame), SLACK) {
                let Limit { joint, motion, .. } = angle.limit;
                let doing: Vec<&str> = (take.truth.actions.iter())
                    .filter(|a| a.from <= seconds && seconds <= a.to)
                    .flat_map(|a| a.classes.iter().map(String::as_str))
                    .collect();
                let at = || format!("{name}, {seconds:.2} s, {doing:?}");
                let entry = worst.entry([joint, motion]).or_insert((angle, at(), 0));
                entry.2 += 1;
                if angle.excess() > entry.0.excess() {
                    (entry.0, entry.1) = (angle, at());
                }
            }
        }
    }
    let said: Vec<String> =
        worst.values().map(|(angle, at, frames)| format!("{at}: {angle}; in {frames} frames")).collect();
    assert!(said.is_empty(), "{said:#?}");
}

#[test]
fn joints_stay_within_their_limits() {
    assert_within_limits(takes());
}

#[test]
fn hips_stay_within_their_limits_in_sharp_cuts_and_when_getting_up() {
    let once = [(Show::Running, 22), (Show::Running, 133), (Show::Boxing, 12), (Show::TiredBoxing, 26)];
    assert_within_limits(once.map(|(show, seed)| take_of(show, seed)).iter());
}

/// An ankle was once turned in by 65° here, in a tired front kick.
#[test]
fn the_ankle_of_a_front_kick_does_not_flip() {
    assert_within_limits([take_of(Show::TiredBoxing, 28)].iter());
}

#[test]
fn bones_keep_their_length() {
    for (name, take) in takes() {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        for joint in 1..take.skeleton.len() {
            let parent = take.skeleton.parent(joint).unwrap();
            let length = take.skeleton.offsets()[joint].length();
            for frame in 0..world.frames() {
                let now = (world.position(frame, joint) - world.position(frame, parent)).length();
                let bone = take.skeleton.name(joint);
                assert!((now - length).abs() < 1e-4, "{name}: {bone} is {now} m long in frame {frame}");
            }
        }
    }
}

#[test]
fn the_doctor_finds_nothing_wrong() {
    let mut wrong = Vec::new();
    for (name, take) in takes() {
        let body = Body::new(name.clone(), take.skeleton.clone(), vec![take.clip.clone()]);
        let found = examine(&Import { format: Format::Bvh, bodies: vec![body], warnings: vec![] });
        let worse = found.into_iter().filter(|f| f.severity <= Severity::Wrong);
        wrong.extend(worse.map(|f| format!("{name}: {}", f.what)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn standing_still_the_centre_of_mass_is_over_the_feet() {
    let (mut seen, mut outside) = (0, Vec::new());
    for (name, take) in courses() {
        let motion = balance::Motion::of(take);
        let still = motion.still_frames(0.05, 0.5);
        seen += still.len();
        for frame in still {
            let planted = Side::BOTH
                .map(|side| supports(take, side).iter().any(|&span| frames(take, span).contains(&frame)));
            let margin = motion.margin(frame, planted);
            if margin <= 0.0 {
                let at = frame as f32 / RATE;
                outside.push(format!("{name}: {:.1} cm outside at {at:.2} s", -100.0 * margin));
            }
        }
    }
    assert!(seen > 1000, "nobody stands still: {seen} frames");
    assert!(outside.is_empty(), "{} frames, such as {:#?}", outside.len(), &outside[..outside.len().min(5)]);
}

/// Whoever stands in the guard and does nothing could stay there. On the balls of the feet the outline of what
/// touches the floor is a narrow one: a bouncing body crosses its edge now and then, by a little, and comes back.
#[test]
fn in_the_guard_the_centre_of_mass_is_over_the_feet() {
    let mut margins = Vec::new();
    for (_, take) in fights() {
        let motion = balance::Motion::of(take);
        for stance in take.truth.actions.iter().filter(|action| action.classes == ["stance"]) {
            // The last move is still being settled, and the next one begun.
            let settled = frames(take, [stance.from + 0.2, stance.to - 0.1]);
            margins.extend(settled.map(|frame| motion.margin(frame, [true, true])));
        }
    }
    assert!(margins.len() > 1000, "nobody stands in the guard: {} frames", margins.len());
    let [least, usual] = [0.01, 0.5].map(|share| 100.0 * quality::percentile(margins.clone(), share));
    println!("{} frames, 99 % at least {least:.1} cm inside, usually {usual:.1} cm", margins.len());
    assert!(usual > 0.0 && least > -5.0, "99 % at least {least:.1} cm inside, usually {usual:.1} cm");
}

/// The rule that people walk by (Hof 2008): a foot is set down behind the extrapolated centre of mass, or the body
/// would fall back, and its outer edge outside it, or the body would fall over that foot. Looked at when the other
/// foot has just left, in straight walks, seen from the ankle: the sole's edge is 4 cm further out.
#[test]
fn walking_the_extrapolated_centre_of_mass_passes_ahead_and_inside_of_the_foot() {
    let mut offsets: Vec<Vec3> = Vec::new();
    for seed in SEEDS {
        let take = perform(Show::Locomotion, SECONDS, seed, RATE).unwrap();
        let motion = balance::Motion::of(&take);
        for side in Side::BOTH {
            let other = if side == Side::Left { Side::Right } else { Side::Left };
            for [_, leaves] in supports(&take, other) {
                let at = *leaves + 0.02;
                let straight = take.truth.actions.iter().any(|action| {
                    action.classes == ["movement", "walk"] && action.from + 1.0 < at && at < action.to - 0.6
                });
                if straight && (at * RATE) as usize + 1 < take.clip.frames() {
                    offsets.push(motion.extrapolated_from_ankle((at * RATE) as usize, side));
                }
            }
        }
    }
    assert!(offsets.len() > 30, "{} steps", offsets.len());
    let share =
        |holds: fn(&&Vec3) -> bool| offsets.iter().filter(holds).count() as f32 / offsets.len() as f32;
    let (ahead, inside) = (share(|o| o.z > 0.0), share(|o| o.x > -0.04));
    let mean = offsets.iter().sum::<Vec3>() / offsets.len() as f32;
    println!("{} steps, on average {mean}; ahead {ahead:.2}, inside {inside:.2}", offsets.len());
    assert!(ahead > 0.95 && inside > 0.95, "ahead {ahead:.2}, inside {inside:.2}, on average {mean}");
    assert!((0.05..0.35).contains(&mean.z) && (0.0..0.1).contains(&mean.x), "{mean}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_another() {
    let bits = |take: &Performance| -> Vec<u32> {
        let floats = (0..take.clip.frames()).flat_map(|frame| {
            let pose = take.clip.frame(frame);
            let places = pose.translations.iter().flat_map(|t| t.to_array());
            places.chain(pose.rotations.iter().flat_map(|r| r.to_array())).collect::<Vec<f32>>()
        });
        floats.map(f32::to_bits).collect()
    };
    for show in Show::ALL {
        let [a, b, c] = [3, 3, 4].map(|seed| perform(show, 20.0, seed, RATE).unwrap());
        assert_eq!(bits(&a), bits(&b));
        assert_eq!(a.truth, b.truth);
        assert_ne!(bits(&a), bits(&c));
    }
}

#[test]
fn feet_take_turns_and_each_support_is_a_span_of_its_own() {
    for (name, take) in courses() {
        let mut landings: Vec<(f32, Side)> = Vec::new();
        for side in Side::BOTH {
            let spans = supports(take, side);
            assert!(spans.len() > 30, "{name}: {} supports", spans.len());
            assert!(spans.iter().all(|[from, to]| 0.0 <= *from && from < to && *to <= SECONDS), "{name}");
            for pair in spans.windows(2) {
                let gap = pair[1][0] - pair[0][1];
                assert!((0.1..1.5).contains(&gap), "{name}: {side:?} is {gap:.2} s in the air at {pair:?}");
            }
            landings.extend(spans.iter().skip(1).map(|[from, _]| (*from, side)));
        }
        landings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let alternate = landings.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        let share = alternate as f32 / (landings.len() - 1) as f32;
        // Who starts from standing, or lands from a jump, may begin with the foot that stepped last.
        assert!(share > 0.9, "{name}: the other foot follows in {:.0} %", 100.0 * share);
    }
}

#[test]
fn actions_tile_the_take() {
    for (name, take) in courses() {
        let actions = &take.truth.actions;
        assert_eq!(actions.first().map(|a| a.from), Some(0.0), "{name}");
        assert!(actions.last().is_some_and(|a| (a.to - SECONDS).abs() < 1e-3), "{name}");
        assert!(actions.windows(2).all(|pair| pair[0].to == pair[1].from), "{name}");
        assert!(actions.iter().all(|a| a.to > a.from && !a.classes.is_empty()), "{name}");
    }
}

#[test]
fn in_a_fight_actions_follow_each_other_without_overlap() {
    for (name, take) in fights() {
        let actions = &take.truth.actions;
        assert!(actions.len() > 20, "{name}: {} actions", actions.len());
        assert!(actions.iter().all(|a| 0.0 <= a.from && a.from < a.to && a.to <= SECONDS), "{name}");
        assert!(actions.iter().all(|a| !a.classes.is_empty()), "{name}");
        for pair in actions.windows(2) {
            assert!(pair[0].to <= pair[1].from, "{name}: {pair:?}");
        }
    }
}

#[test]
fn every_strike_lies_within_an_attack_with_the_limb_that_strikes() {
    for (name, take) in fights() {
        assert!(take.truth.strikes.len() > 10, "{name}: {} strikes", take.truth.strikes.len());
        for strike in &take.truth.strikes {
            let within = take.truth.actions.iter().any(|action| {
                action.classes[0] == "attack"
                    && action.limbs.contains(&strike.limb)
                    && (action.from..=action.to).contains(&strike.time)
            });
            assert!(within, "{name}: {strike:?}");
        }
    }
}

#[test]
fn tired_hands_are_slower_than_fresh_ones() {
    let speed = |show: Show| {
        let takes = BOXING_SEEDS.map(|seed| perform(show, SECONDS, seed, RATE).unwrap());
        let strikes = takes.iter().flat_map(|take| &take.truth.strikes);
        quality::percentile(strikes.filter(|s| s.limb.ends_with("hand")).map(|s| s.speed).collect(), 0.5)
    };
    let (fresh, tired) = (speed(Show::Boxing), speed(Show::TiredBoxing));
    println!("median speed of a hand that lands: fresh {fresh:.1} m/s, tired {tired:.1} m/s");
    assert!(tired < 0.9 * fresh, "fresh {fresh:.1} m/s, tired {tired:.1} m/s");
}

#[test]
fn takes_of_no_length_are_refused_with_a_sentence() {
    for seconds in [0.0, -1.0, f32::NAN, f32::INFINITY, 0.05, 4000.0] {
        let error = perform(Show::Locomotion, seconds, 1, RATE).unwrap_err().to_string();
        assert!(error.contains("a take lasts"), "{error}");
    }
}

#[test]
fn the_body_has_every_role() {
    let take = perform(Show::Locomotion, 1.0, 1, RATE).unwrap();
    let missing: Vec<Role> = take.skeleton.roles().missing().collect();
    assert!(missing.is_empty(), "{missing:?}");
}
