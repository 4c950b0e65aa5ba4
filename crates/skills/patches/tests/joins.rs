//! Patches and their joins, against poses worked out afresh from the recordings.

use std::sync::{Arc, OnceLock};

use crate::common;
use footwork_annotate::Repertoire;
use footwork_motion::ground::Place;
use footwork_motion::{Transform, kinematics};
use footwork_patches::by_hand::{Chosen, by_hand, from_recording};
use footwork_patches::file::{Bake, bake};
use footwork_patches::generate::Sampling;
use footwork_patches::joins::{self, LOOK, ROLES};
use footwork_patches::patch::Start;
use footwork_patches::{Acts, Patch, PatchBook};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{BodyPart, Rig};
use glam::{Vec2, Vec3};

struct Made {
    rig: Arc<Rig>,
    acts: Acts,
    bake: Bake,
}

/// Falls of one another, coarse enough to be quick.
fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let rig = common::rig(&[common::show("falling")], 45.0, &[1, 2]);
        let acts = Acts::new(&rig, "", &Default::default()).expect("acts");
        let text = "over: stand, FALL, fall; distance 0.4..1.4; facing 180; keep 400";
        let bake = bake(&acts, text, rig.repertoire().fingerprint(), &Sampling::default(), UNHEARD);
        Made { acts, bake: bake.expect("patches"), rig }
    })
}

/// m: both ends of some parts of somebody in a patch, from his recording and nothing else.
fn parts(rig: &Rig, patch: &Patch, who: usize, frame: i32) -> Vec<(BodyPart, Vec3, Vec3, f32)> {
    let frame = frame.max(0) as u32;
    let turn = patch.turns[who].iter().rev().find(|turn| turn.begin <= frame).unwrap_or(&patch.turns[who][0]);
    let played = (turn.first + frame.saturating_sub(turn.begin)).min(turn.end);
    let clip = &rig.repertoire().takes[turn.take as usize].clip;
    let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
    kinematics::world(rig.skeleton(), clip.frame(played as usize), &mut world);
    let place = |point: Vec3| turn.place.point(point);
    let capsules = rig.capsules().iter();
    capsules
        .map(|(part, own)| {
            (*part, place(own.from.position(&world)), place(own.to.position(&world)), own.radius)
        })
        .collect()
}

fn is_trunk(part: BodyPart) -> bool {
    matches!(part, BodyPart::Pelvis | BodyPart::Chest | BodyPart::Head)
}

#[test]
fn trunks_are_never_deep_in_each_other_and_who_is_fallen_onto_is_touched_first() {
    let made = made();
    let patches = &made.bake.book.patches;
    assert!(patches.len() > 150, "{}", patches.len());
    for patch in patches.iter().step_by(7) {
        let mut deepest = f32::MIN;
        for frame in (0..=patch.frames as i32).step_by(2) {
            let [a, b] = [0, 1].map(|who| parts(&made.rig, patch, who, frame));
            for (_, p, q, r) in a.iter().filter(|(part, ..)| is_trunk(*part)) {
                for (_, s, t, u) in b.iter().filter(|(part, ..)| is_trunk(*part)) {
                    deepest = deepest.max(r + u - footwork_patches::acts::apart(*p, *q, *s, *t));
                }
            }
        }
        assert!(deepest < 0.05 + 0.01, "{deepest} m");
        let [a, b] = [0, 1].map(|who| parts(&made.rig, patch, who, patch.meets as i32));
        let touch = a.iter().flat_map(|(_, p, q, r)| {
            b.iter().map(move |(_, s, t, u)| r + u - footwork_patches::acts::apart(*p, *q, *s, *t))
        });
        let touch = touch.fold(f32::MIN, f32::max);
        assert!(touch > -1e-3, "they touch when they meet: {touch}");
        let begins = patch.turns[0].last().expect("he falls").begin;
        assert!(begins >= patch.meets && begins <= patch.meets + 6, "he falls when he is touched");
        assert!(patch.down == [true, true]);
    }
}

/// Whether two bodies seen from above are where the other is, from their recordings.
fn meet(rig: &Rig, a: (&Patch, usize, i32, Place), b: (&Patch, usize, i32, Place)) -> bool {
    let wanted = [
        (BodyPart::Pelvis, 0.12),
        (BodyPart::Chest, 0.13),
        (BodyPart::Head, 0.1),
        (BodyPart::LeftShin, 0.06),
        (BodyPart::RightShin, 0.06),
        (BodyPart::LeftFoot, 0.06),
        (BodyPart::RightFoot, 0.06),
        (BodyPart::LeftForearm, 0.04),
        (BodyPart::RightForearm, 0.04),
    ];
    let discs = |(patch, who, frame, at): (&Patch, usize, i32, Place)| -> Vec<(Vec2, f32)> {
        let own = parts(rig, patch, who, frame);
        let disc = |(part, radius): (BodyPart, f32)| {
            let (_, p, q, _) = own.iter().find(|(known, ..)| *known == part).expect("the part");
            let middle = at.point(0.5 * (*p + *q));
            (Vec2::new(middle.x, middle.z), radius)
        };
        wanted.into_iter().map(disc).collect()
    };
    let (a, b) = (discs(a), discs(b));
    a.iter().any(|(p, r)| b.iter().any(|(q, s)| p.distance(*q) < r + s - joins::BRUSH))
}

#[test]
fn spatial_joins_are_what_brute_force_over_poses_and_times_says() {
    let made = made();
    let book = &made.bake.book;
    let count = book.patches.len();
    let (mut joined, mut apart) = (0, 0);
    for at in 0..4000_usize {
        let (a, b) = ((at * 7919) % count, (at * 104_729 + at / 3) % count);
        let (from, to) = (&book.patches[a], &book.patches[b]);
        for (table, (role, becomes)) in ROLES.into_iter().enumerate() {
            let said = book.joins.spatial[table].get(a, b);
            let brute = joins::overlap(from, role, to, becomes).is_some_and(|(later, place)| {
                let until = (from.frames as i32).max(later + to.frames as i32) + LOOK;
                let start = later.min(0);
                let others = (0..=(until - start) / LOOK).map(|look| start + look * LOOK).all(|frame| {
                    !meet(
                        &made.rig,
                        (from, 1 - role, frame, Place::HERE),
                        (to, 1 - becomes, frame - later, place),
                    )
                });
                let begins = later + to.turns[becomes][0].begin as i32;
                others
                    && (0..=begins.max(0) / LOOK).all(|look| {
                        !meet(&made.rig, (from, role, look * LOOK, Place::HERE), (to, 1 - becomes, 0, place))
                    })
            });
            assert_eq!(said, brute, "patches {a} and {b}, roles {role} and {becomes}");
            if brute { joined += 1 } else { apart += 1 }
        }
    }
    assert!(joined > 20 && apart > 20, "{joined} and {apart}");
}

#[test]
fn who_is_in_two_patches_does_the_same_in_both() {
    let made = made();
    let book = &made.bake.book;
    let mut seen = 0;
    for a in (0..book.patches.len()).step_by(5) {
        for b in book.joins.spatial[1].row(a).take(3) {
            let (from, to) = (&book.patches[a], &book.patches[b]);
            let (later, place) = joins::overlap(from, 0, to, 1).expect("they overlap");
            let begins = from.turns[0].last().expect("he falls").begin as i32;
            for frame in (begins..=from.frames as i32).step_by(5) {
                let [own, other] = [parts(&made.rig, from, 0, frame), parts(&made.rig, to, 1, frame - later)];
                for ((_, p, ..), (_, q, ..)) in own.iter().zip(&other) {
                    assert!(p.distance(place.point(*q)) < 0.02, "{a} and {b} at {frame}");
                }
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_file_is_read_as_it_was_written_and_damage_is_refused() {
    let made = made();
    let book = &made.bake.book;
    let bytes = book.to_bytes();
    assert_eq!(&PatchBook::from_bytes(&bytes).expect("it is read"), book);
    book.check(made.rig.repertoire()).expect("it is of this repertoire");
    for at in (0..bytes.len()).step_by(bytes.len() / 50) {
        let mut bad = bytes.clone();
        bad[at] ^= 0x41;
        assert!(PatchBook::from_bytes(&bad).is_err(), "byte {at}");
        assert!(PatchBook::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    // What an enemy would seal anew.
    let lies: [&dyn Fn(&mut PatchBook); 7] = [
        &|book| book.patches[0].turns[0][0].take = 99,
        &|book| book.patches[0].turns[1][0].end = 1_000_000,
        &|book| book.patches[0].turns[1][0].place.x = f32::NAN,
        &|book| book.patches[0].turns[0].clear(),
        &|book| book.patches[0].pattern = 7,
        &|book| book.patches[0].frames += 1,
        &|book| {
            book.patches.pop();
        },
    ];
    for (number, lie) in lies.iter().enumerate() {
        let mut other = book.clone();
        lie(&mut other);
        let read =
            PatchBook::from_bytes(&other.to_bytes()).and_then(|read| read.check(made.rig.repertoire()));
        assert!(read.is_err(), "lie {number}");
    }
    let other =
        Repertoire { takes: made.rig.repertoire().takes[..1].to_vec(), ..made.rig.repertoire().clone() };
    assert!(book.check(&other).is_err());
}

#[test]
fn the_same_bytes_on_one_and_on_two_threads() {
    let made = made();
    let text = "over: stand, FALL, fall; distance 0.6..1.0; facing 180; keep 60";
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            bake(&made.acts, text, 1, &Sampling::default(), UNHEARD).expect("patches").book.to_bytes()
        })
    };
    assert!(on(1) == on(2));
}

#[test]
fn a_pattern_that_nothing_fulfils_says_which_step_fails_and_what_came_nearest() {
    let made = made();
    let error = |text: &str| {
        bake(&made.acts, text, 1, &Sampling::default(), UNHEARD).expect_err("it cannot be").to_string()
    };
    let none = error("a: stand, KICK");
    assert!(none.contains("step 2 (KICK)") && none.contains("no such action"), "{none}");
    let far = error("a: stand, FALL, fall; distance 6..6; facing 180");
    assert!(far.contains("Step 3 (fall) fails") && far.contains("did not reach"), "{far}");
}

#[test]
fn a_patch_made_by_hand_begins_where_it_was_asked_to_and_can_be_written() {
    let made = made();
    let own = &made.bake.book.patches[0];
    let acts = [0, 1].map(|who| {
        let turns = own.turns[who].iter();
        let chosen = turns.map(|turn| Chosen { act: turn.act as usize, begin: turn.begin });
        chosen.collect::<Vec<Chosen>>()
    });
    let start = Start { distance: 1.1, bearings: [0.4, -0.7], later: 0 };
    let patch = by_hand(&made.acts, 0, [&acts[0], &acts[1]], &start).expect("it can be made");
    let found = patch.start(&made.acts);
    assert!((found.distance - 1.1).abs() < 1e-3, "{found:?}");
    assert!((found.bearings[0] - 0.4).abs() < 1e-3 && (found.bearings[1] + 0.7).abs() < 1e-3, "{found:?}");
    let mut book = made.bake.book.clone();
    book.patches[0] = patch;
    PatchBook::from_bytes(&book.to_bytes())
        .and_then(|read| read.check(made.rig.repertoire()))
        .expect("it is sound");
    let late = [Chosen { act: 0, begin: 5 }, Chosen { act: 0, begin: 5 }];
    assert!(by_hand(&made.acts, 0, [&late, &acts[1]], &start).is_err());
    assert!(by_hand(&made.acts, 0, [&[], &acts[1]], &start).is_err());
    assert!(by_hand(&made.acts, 0, [&[Chosen { act: 99_999, begin: 0 }], &acts[1]], &start).is_err());
    let two = from_recording(&made.acts, 0, [0, 1], [30, 300]).expect("the frames are there");
    assert_eq!(two.frames, 270);
    assert!(from_recording(&made.acts, 0, [0, 9], [30, 300]).is_err());
    assert!(from_recording(&made.acts, 0, [0, 1], [30, 3_000_000]).is_err());
}
