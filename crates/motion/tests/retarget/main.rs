//! Motion between rigs: every pair of common conventions, there and back.

mod lost;
mod moves;
mod rigs;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Retarget, Role, Side, Skeleton, Stance, WorldClip, quality};
use rigs::{rigs, without_rest};

/// A body that somebody moves, and how it stands.
struct Person {
    name: String,
    skeleton: Skeleton,
    stance: Stance,
    clip: Clip,
}

impl Person {
    fn new(name: impl Into<String>, skeleton: Skeleton, clip: Clip) -> Person {
        let stance = Stance::new(&skeleton, std::slice::from_ref(&clip)).unwrap();
        Person { name: name.into(), skeleton, stance, clip }
    }

    /// The same motion on another body.
    fn onto(&self, other: &Person) -> Person {
        let retarget = Retarget::new(&self.skeleton, &self.stance, &other.skeleton, &other.stance).unwrap();
        let clip = retarget.clip(&self.clip, &self.skeleton, &other.skeleton).unwrap();
        let (name, stance) = (format!("{} onto {}", self.name, other.name), other.stance.clone());
        Person { name, skeleton: other.skeleton.clone(), stance, clip }
    }

    fn world(&self) -> WorldClip {
        WorldClip::new(&self.skeleton, &self.clip)
    }

    fn at(&self, world: &WorldClip, frame: usize, role: Role) -> Vec3 {
        self.skeleton.site(role).unwrap().position(world.frame(frame))
    }
}

/// Somebody who walks or boxes, on every rig.
fn people(boxes: bool) -> Vec<Person> {
    let (name, plain, _) = rigs().swap_remove(0);
    let clip = moves::walk(&plain, boxes);
    let first = Person::new(name, plain, clip);
    rigs()
        .into_iter()
        .map(|(name, skeleton, rests)| {
            let stance = Stance::at_rest(&skeleton).unwrap_or_else(|why| panic!("{name}: {why}"));
            let retarget = Retarget::new(&first.skeleton, &first.stance, &skeleton, &stance).unwrap();
            let clip = retarget.clip(&first.clip, &first.skeleton, &skeleton).unwrap();
            let skeleton = if rests { skeleton } else { without_rest(&skeleton) };
            Person::new(name, skeleton, clip)
        })
        .collect()
}

/// For each frame, whether a foot is planted: its ankle and toe hardly move.
fn planted(person: &Person, world: &WorldClip, side: Side) -> Vec<bool> {
    let ankle = |frame: usize| person.at(world, frame, side.leg()[2]);
    let toe = |frame: usize| person.at(world, frame, side.leg()[3]);
    (0..world.frames())
        .map(|frame| {
            let next = (frame + 1).min(world.frames() - 1);
            let moved = ankle(frame).distance(ankle(next)).max(toe(frame).distance(toe(next)));
            next > frame && moved * world.rate() < 0.08
        })
        .collect()
}

/// m/s, of an ankle while it is planted, on average.
fn slide(person: &Person, world: &WorldClip, side: Side, planted: &[bool]) -> f32 {
    let frames: Vec<usize> = (0..world.frames() - 1).filter(|&frame| planted[frame]).collect();
    let level = |v: Vec3| Vec3::new(v.x, 0.0, v.z);
    let step = |&frame: &usize| {
        level(person.at(world, frame + 1, side.leg()[2]) - person.at(world, frame, side.leg()[2])).length()
    };
    frames.iter().map(step).sum::<f32>() * world.rate() / frames.len().max(1) as f32
}

/// Everything that a viewer minds about motion on another body.
fn faults(from: &Person, to: &Person) -> Vec<String> {
    let (a, b) = (from.world(), to.world());
    let scale = to.skeleton.leg_length().unwrap() / from.skeleton.leg_length().unwrap();
    let mut faults = Vec::new();
    let mut say = |what: String| faults.push(format!("{}: {what}", to.name));
    for side in Side::BOTH {
        let planted = planted(from, &a, side);
        if planted.iter().filter(|planted| **planted).count() < 20 {
            say(format!("{side:?} never stands"));
        }
        let (before, after) = (slide(from, &a, side, &planted), slide(to, &b, side, &planted));
        if after > scale * before + 0.01 {
            say(format!("{side:?} slides at {after} m/s, {before} before"));
        }
        // All bodies stand on the floor at rest, so that is how high an ankle is on it.
        let off = |person: &Person, world: &WorldClip| {
            let stands = rigs::ankle(&person.name);
            let heights = (0..world.frames()).filter(|&frame| planted[frame]);
            let heights = heights.map(|frame| (person.at(world, frame, side.leg()[2]).y - stands).abs());
            quality::percentile(heights.collect(), 0.9)
        };
        let (before, after) = (off(from, &a), off(to, &b));
        if after > before + 0.01 {
            say(format!("{side:?} stands {after} m off the floor, {before} before"));
        }
        let (mut wrists, mut wrong_ways) = (0.0_f32, 0);
        for frame in 0..a.frames() {
            for limb in [side.arm(), side.leg()] {
                let [root, middle, tip] = [limb[0], limb[1], limb[2]]
                    .map(|role| (from.at(&a, frame, role), to.at(&b, frame, role)));
                if limb == side.arm() {
                    wrists = wrists.max((tip.0 - root.0).angle_between(tip.1 - root.1).to_degrees());
                }
                let aside = |root: Vec3, middle: Vec3, tip: Vec3| {
                    let along = (tip - root).normalize_or_zero();
                    (middle - root) - along * (middle - root).dot(along)
                };
                let (bend, own) = (aside(root.0, middle.0, tip.0), aside(root.1, middle.1, tip.1));
                // Straight limbs bend to no side.
                wrong_ways += usize::from(bend.length().min(own.length()) > 0.03 && bend.dot(own) < 0.0);
            }
        }
        if wrists > 10.0 {
            say(format!("{side:?} wrist is {wrists}° off"));
        }
        if wrong_ways > 0 {
            say(format!("{side:?} limbs bend the wrong way in {wrong_ways} frames"));
        }
    }
    faults
}

/// There and back again: the share of joints with a role that are within 2 cm, and those that are most often not.
fn same_again(from: &Person, again: &Person) -> (f32, String) {
    let (a, b) = (from.world(), again.world());
    let roles: Vec<Role> =
        Role::ALL.into_iter().filter(|&role| from.skeleton.roles().get(role).is_some()).collect();
    let mut off: Vec<(usize, Role)> = roles
        .iter()
        .map(|&role| {
            let far = |frame: &usize| from.at(&a, *frame, role).distance(again.at(&b, *frame, role)) > 0.02;
            ((0..a.frames()).filter(far).count(), role)
        })
        .collect();
    off.sort_by_key(|(frames, role)| (usize::MAX - frames, *role));
    let all: usize = off.iter().map(|(frames, _)| frames).sum();
    let worst = off.iter().take(4).map(|(frames, role)| format!("{role} in {frames} frames"));
    (1.0 - all as f32 / (roles.len() * a.frames()) as f32, worst.collect::<Vec<_>>().join(", "))
}

#[test]
fn motion_goes_from_every_rig_onto_every_other_and_back() {
    let mut wrong = Vec::new();
    for boxes in [false, true] {
        let people = people(boxes);
        for from in &people {
            for to in people.iter().filter(|to| to.name != from.name) {
                let carried = from.onto(to);
                wrong.extend(faults(from, &carried));
                let (share, worst) = same_again(from, &carried.onto(from));
                if share < 0.95 {
                    wrong.push(format!("{} and back: only {share} of the joints, not {worst}", carried.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

/// Where a bone of a finger points in the palm's own frame: along the hand, to the thumb's side, out of its back.
fn finger_way(
    person: &Person,
    world: &WorldClip,
    frame: usize,
    side: usize,
    finger: usize,
    bone: usize,
) -> Vec3 {
    let joints = rigs::phalanges(&person.name);
    let at = |joint: usize| world.position(frame, joint);
    let wrist = at(person.skeleton.joint(Side::BOTH[side].arm()[2]).unwrap());
    let [index, little] = [1, 4].map(|finger: usize| at(joints[side][finger][0]));
    let along = (0.5 * (index + little) - wrist).normalize();
    let across = (index - little - along * (index - little).dot(along)).normalize();
    let own = joints[side][finger];
    let way = (at(own[bone + 1]) - at(own[bone])).normalize();
    Vec3::new(way.dot(along), way.dot(across), way.dot(along.cross(across)))
}

#[test]
fn fists_close_and_open_on_every_rig_that_has_fingers() {
    let fingered = rigs::with_fingers();
    for from in people(true).iter_mut().filter(|person| fingered.contains(&person.name.as_str())) {
        // All bones curl more and more about what is across the palm of each hand: from straight to a fist.
        let world = from.world();
        let joints = rigs::phalanges(&from.name);
        let frames = from.clip.frames();
        for frame in 0..frames {
            for (side, hand) in joints.iter().enumerate() {
                let [index, little] = [1, 4].map(|finger: usize| world.position(frame, hand[finger][0]));
                let across = (index - little).normalize();
                let bend = 1.3 * frame as f32 / frames as f32 * if side == 0 { 1.0 } else { -1.0 };
                for finger in &hand[1..] {
                    for &joint in finger {
                        let parent = world.frame(frame)[from.skeleton.parent(joint).unwrap()].rotation;
                        // Each bone turns in its parent's frame, which the bones before it have turned already.
                        let axis = parent.conjugate() * -across;
                        let local = &mut from.clip.rotations_mut(frame)[joint];
                        *local = (Quat::from_axis_angle(axis, bend) * *local).normalize();
                    }
                }
            }
        }
        for to in
            people(true).iter().filter(|to| fingered.contains(&to.name.as_str()) && to.name != from.name)
        {
            let carried = from.onto(to);
            let (a, b) = (from.world(), carried.world());
            let mut worst = 0.0_f32;
            for frame in (0..frames).step_by(10) {
                for (side, finger, bone) in
                    (0..2).flat_map(|s| (0..5).flat_map(move |f| (0..2).map(move |b| (s, f, b))))
                {
                    let ways = [(&*from, &a), (&carried, &b)]
                        .map(|(person, world)| finger_way(person, world, frame, side, finger, bone));
                    worst = worst.max(ways[0].angle_between(ways[1]).to_degrees());
                }
            }
            assert!(worst < 12.0, "{}: a finger points {worst}° elsewhere", carried.name);
        }
    }
}

#[test]
fn fingers_without_a_counterpart_rest_as_they_do() {
    let people = people(true);
    let find = |name: &str| people.iter().find(|person| person.name == name).unwrap();
    let (from, to) = (find("performer"), find("Rigify"));
    let carried = from.onto(to);
    for joint in rigs::phalanges("Rigify").into_iter().flatten().flatten() {
        for frame in 0..carried.clip.frames() {
            let off = carried.clip.frame(frame).rotations[joint].angle_between(to.skeleton.rest()[joint]);
            assert!(off < 1e-2, "{} is {off} rad off", to.skeleton.name(joint));
        }
    }
}
