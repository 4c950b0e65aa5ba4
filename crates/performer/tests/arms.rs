//! Arms stay out of the body: forearms and hands, as capsules, against trunk and head, over takes of every show.

use std::collections::BTreeMap;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Side, Transform, WorldClip};
use footwork_performer::body::joint;
use footwork_performer::posture::about;
use footwork_performer::{Performance, Show, perform};

/// s
const SECONDS: f32 = 90.0;
/// Frames per second.
const RATE: f32 = 60.0;
const SEEDS: [u64; 3] = [1, 2, 3];

/// m. Of a forearm and the hand that goes on from it, in the middle of their length.
const FOREARM: f32 = 0.035;
/// m. A trunk is two of these side by side: 20 cm deep and 34 cm wide, as that of an adult of 1.75 m.
const TRUNK: f32 = 0.1;
const TRUNK_ASIDE: f32 = 0.07;
/// m. A head's half width, about a point between the ears.
const HEAD: f32 = 0.085;
const EARS: Vec3 = Vec3::new(0.0, 0.07, 0.015);

/// m. Flesh and a shirt give way so much: what is deeper is inside the body.
const GIVES: f32 = 0.02;

/// m. How deep a stretch of arm is in a stretch of body, each with a radius; negative where they are apart.
fn depth(arm: [Vec3; 2], body: [Vec3; 2], radii: f32) -> f32 {
    radii - distance(arm, body)
}

/// m. Between two line segments, by going to and fro: each step takes the nearest point of the other one.
fn distance(a: [Vec3; 2], b: [Vec3; 2]) -> f32 {
    let nearest = |p: Vec3, [from, to]: [Vec3; 2]| {
        let bone = to - from;
        from + bone * ((p - from).dot(bone) / bone.length_squared().max(1e-9)).clamp(0.0, 1.0)
    };
    // Both ends and the middle, since the way from one of them can be longer than need be.
    let starts = [a[0], 0.5 * (a[0] + a[1]), a[1]];
    let runs = starts.map(|start| {
        let (mut p, mut q) = (start, nearest(start, b));
        for _ in 0..8 {
            p = nearest(q, a);
            q = nearest(p, b);
        }
        p.distance(q)
    });
    runs.into_iter().fold(f32::INFINITY, f32::min)
}

/// How deep an arm is in trunk and head.
fn depths(joints: &[Transform], first: usize, tip: Vec3) -> [f32; 2] {
    let [elbow, wrist] = [2, 3].map(|n| joints[first + n].translation);
    let arm = [[elbow, wrist], [wrist, tip]];
    let most = |body: [Vec3; 2], radius: f32| {
        arm.iter().map(|bone| depth(*bone, body, FOREARM + radius)).fold(f32::NEG_INFINITY, f32::max)
    };
    let trunk = [-TRUNK_ASIDE, TRUNK_ASIDE]
        .map(|x| {
            let aside = Vec3::new(x, 0.0, 0.0);
            let at = |number: usize, up: f32| joints[number].point(aside + up * Vec3::Y);
            let belly = most([at(joint::HIPS, 0.0), at(joint::SPINE_1, 0.0)], TRUNK);
            // Up to the collar bones, less the radius.
            belly.max(most([at(joint::SPINE_1, 0.0), at(joint::CHEST, 0.02)], TRUNK))
        })
        .into_iter()
        .fold(f32::NEG_INFINITY, f32::max);
    let ears = joints[joint::HEAD].point(EARS);
    [trunk, most([ears, ears], HEAD)]
}

/// How deep, for how many frames, and when deepest.
#[derive(Clone, Default)]
struct Worst {
    depth: f32,
    frames: usize,
    at: String,
}

/// The worst of every action and part of the body: whatever touches.
type Touches = BTreeMap<(String, &'static str), Worst>;

fn look(name: &str, take: &Performance, worst: &mut Touches) {
    let world = WorldClip::new(&take.skeleton, &take.clip);
    for (side, first) in [(Side::Left, joint::LEFT_ARM), (Side::Right, joint::RIGHT_ARM)] {
        let end = take.skeleton.ends().iter().find(|end| end.joint == first + 4).expect("a hand's end");
        for frame in 0..world.frames() {
            let joints = world.frame(frame);
            let tip = joints[end.joint].point(end.offset);
            let seconds = frame as f32 / RATE;
            for (what, depth) in ["trunk", "head"].into_iter().zip(depths(joints, first, tip)) {
                if depth <= 0.0 {
                    continue;
                }
                let action = take.truth.actions.iter().find(|a| a.from <= seconds && seconds < a.to);
                let doing = action.map_or("nothing".to_string(), |a| a.classes.join(" "));
                let entry = worst.entry((doing, what)).or_default();
                entry.frames += 1;
                if depth > entry.depth {
                    entry.depth = depth;
                    entry.at = format!("{name}, {side:?}, {seconds:.2} s");
                }
            }
        }
    }
}

#[test]
fn arms_stay_out_of_trunk_and_head() {
    let mut worst = BTreeMap::new();
    for show in [Show::Locomotion, Show::Running, Show::Boxing, Show::TiredBoxing] {
        for seed in SEEDS {
            let take = perform(show, SECONDS, seed, RATE).expect("a take");
            look(&format!("{show:?} {seed}"), &take, &mut worst);
        }
    }
    let say = |((doing, what), w): (&(String, &str), &Worst)| {
        let long = w.frames as f32 / RATE;
        format!("{doing}: {:.1} cm into the {what}, {long:.1} s in all, {}", 100.0 * w.depth, w.at)
    };
    worst.iter().for_each(|touch| println!("{}", say(touch)));
    let inside: Vec<String> = worst.iter().filter(|(_, w)| w.depth > GIVES).map(say).collect();
    assert!(inside.is_empty(), "{inside:#?}");
}

#[test]
fn a_fist_in_the_belly_is_found() {
    let mut take = perform(Show::Locomotion, 1.0, 1, RATE).expect("a take");
    let mut worst = BTreeMap::new();
    look("standing", &take, &mut worst);
    assert!(worst.is_empty(), "arms hang clear");
    let (mut translations, mut rotations) = (vec![], vec![]);
    for frame in 0..take.clip.frames() {
        let pose = take.clip.frame(frame);
        translations.extend_from_slice(pose.translations);
        let from = rotations.len();
        rotations.extend_from_slice(pose.rotations);
        // The upper arm hangs, and the forearm goes straight across.
        rotations[from + joint::LEFT_ARM] = Quat::IDENTITY;
        rotations[from + joint::LEFT_ARM + 1] = about(2, -1.5);
        rotations[from + joint::LEFT_ARM + 2] = about(2, -1.57);
    }
    take.clip = Clip::new(&take.skeleton, "folded", RATE, translations, rotations).expect("a clip");
    look("folded", &take, &mut worst);
    let deepest = worst.values().map(|w| w.depth).fold(0.0, f32::max);
    assert!((0.1..0.14).contains(&deepest), "{deepest} m");
}
