//! Every person of some files onto every other, and back: a table of what a viewer minds.
//!
//! ```text
//! cargo run --release -p footwork-formats --example retarget_table -- walk.bvh run.bvh knight.glb
//! ```
//!
//! The first seconds of each file's first person are carried onto every other body, and onto rigs of other conventions
//! (`crates/motion/tests/retarget/rigs.rs`). How a body stands and holds itself is learned from the rest of its file, where that is long
//! enough. Columns: `floor`, cm that planted soles are off where the source's are (90 % of
//! moments are better); `slide`, cm/s that balls of planted feet slide more than the source's; `wrong`, share of frames in
//! which a knee or elbow bends to the other side; `wrist`, degrees that an arm points elsewhere, or one of
//! its bones where it is folded (95 %, and all); `back`, share of
//! joints within 2 cm of where they were after going there and back. `*` marks what misses its bar; who does not come back is
//! followed by the two joints that are most often elsewhere.

#[path = "../../motion/tests/retarget/rigs.rs"]
#[allow(dead_code)]
mod rigs;

use std::error::Error;
use std::path::Path;

use footwork_formats::{ReadOptions, read};
use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, Retarget, Role, Side, Skeleton, Stance, WorldClip, quality};

/// s, of each file.
const SECONDS: f64 = 6.0;
/// s. Motion that shows how a body stands and holds itself.
const LEARNED: f64 = 3.0;
/// m/s, and m: ankle and ball of a planted foot move less, and its sole is no higher. Where somebody walks on the spot, feet are still only
/// where they turn back, in the air.
const PLANTED: f32 = 0.08;
const LOW: f32 = 0.1;
/// Share of its length to which an arm is folded where the way from shoulder to wrist says little.
const FOLDED: f32 = 0.6;
/// Bars: cm, cm/s, share of frames, degrees, share of joints.
const BARS: [f32; 5] = [1.0, 1.0, 0.01, 10.0, 0.95];

struct Person {
    name: String,
    skeleton: Skeleton,
    stance: Stance,
    /// None for a body that only wears others' motion.
    clip: Option<Clip>,
}

fn person(file: &str) -> Result<Person, Box<dyn Error>> {
    let import = read(file, &ReadOptions::default())?;
    let body =
        import.bodies.into_iter().find(|body| body.skeleton.leg_length().is_ok()).ok_or("nobody has legs")?;
    let whole = &body.clips[0];
    let last = whole.frames() - 1;
    // After a T-pose in front, as CMU's have it.
    let clip =
        whole.span(4.min(last), last.min((SECONDS * f64::from(whole.rate())) as usize).max(4.min(last)));
    // How a body stands and holds itself is learned from what is not measured, where the file has enough of that.
    let measured = last.min((SECONDS * f64::from(whole.rate())) as usize);
    let unseen: Vec<&Clip> = body.clips[1..].iter().collect();
    let later = whole.span(measured, last);
    let unseen: Vec<&Clip> =
        if later.seconds() > LEARNED { unseen.into_iter().chain([&later]).collect() } else { unseen };
    let learned = unseen.iter().map(|clip| clip.seconds()).sum::<f64>() > LEARNED;
    let stance = Stance::of(&body.skeleton, &if learned { unseen } else { body.clips.iter().collect() })?;
    let name = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().chars().take(14).collect());
    let clip = (clip.seconds() > 1.0).then_some(clip);
    Ok(Person { name: name.unwrap_or_default(), skeleton: body.skeleton, stance, clip })
}

/// What a viewer minds about one pair, and which joints come back elsewhere.
fn figures(from: &Person, clip: &Clip, to: &Person) -> Result<([f32; 6], String), Box<dyn Error>> {
    let there = Retarget::new(&from.skeleton, &from.stance, &to.skeleton, &to.stance)?;
    let back = Retarget::new(&to.skeleton, &to.stance, &from.skeleton, &from.stance)?;
    let carried = there.clip(clip, &from.skeleton, &to.skeleton)?;
    let again = back.clip(&carried, &to.skeleton, &from.skeleton)?;
    let (a, b) = (WorldClip::new(&from.skeleton, clip), WorldClip::new(&to.skeleton, &carried));
    let c = WorldClip::new(&from.skeleton, &again);
    let at = |person: &Person, world: &WorldClip, frame: usize, role: Role| {
        person.skeleton.roles().get(role).map(|site| site.position(world.frame(frame)))
    };
    // How high a joint of a foot is while the foot stands: with legs of unequal length, not both do in the stance.
    let stands = |person: &Person, side: Side, role: Role| {
        let joints = person.stance.joints(&person.skeleton);
        let high = |role| person.skeleton.roles().get(role).map_or(0.0, |site| site.position(&joints).y);
        let lower = Side::BOTH.map(|side| high(side.leg()[2])).into_iter().fold(f32::INFINITY, f32::min);
        high(role) - (high(side.leg()[2]) - lower)
    };
    let scale = there.scale();
    let (mut floors, mut slides, mut wrists, mut wrong) = (Vec::new(), [0.0_f32; 2], Vec::new(), 0);
    let mut planted = 0;
    for frame in 0..a.frames() - 1 {
        let mut bends_wrong = false;
        for side in Side::BOTH {
            let [_, _, ankle, toe] = side.leg();
            let moved = |role| {
                let (now, next) = (at(from, &a, frame, role), at(from, &a, frame + 1, role));
                now.zip(next).map_or(0.0, |(now, next)| now.distance(next) * a.rate())
            };
            // A foot whose heel is raised stands on its ball.
            let high = |person: &Person, world: &WorldClip| {
                let above = |role| Some(at(person, world, frame, role)?.y - stands(person, side, role));
                [ankle, toe].into_iter().filter_map(above).fold(f32::INFINITY, f32::min)
            };
            if moved(ankle).max(moved(toe)) < PLANTED && high(from, &a) < LOW {
                planted += 1;
                floors.push(100.0 * (high(to, &b) - scale * high(from, &a)).abs());
                for (who, (person, world)) in [(from, &a), (to, &b)].into_iter().enumerate() {
                    let (now, next) = (at(person, world, frame, toe), at(person, world, frame + 1, toe));
                    let step = now.zip(next).map_or(Vec3::ZERO, |(now, next)| next - now);
                    slides[who] += 100.0 * Vec3::new(step.x, 0.0, step.z).length() * a.rate();
                }
            }
            for limb in [side.arm(), side.leg()] {
                let joints = |person: &Person, world: &WorldClip| {
                    let [root, middle, tip] =
                        [limb[0], limb[1], limb[2]].map(|role| at(person, world, frame, role));
                    Some([root?, middle?, tip?])
                };
                let (Some(own), Some(worn)) = (joints(from, &a), joints(to, &b)) else { continue };
                if limb == side.arm() {
                    // Folded arms of other proportions put the wrist elsewhere though every bone points as it should.
                    let bone =
                        |from: usize| (own[from + 1] - own[from]).angle_between(worn[from + 1] - worn[from]);
                    let whole = (own[2] - own[0]).angle_between(worn[2] - worn[0]);
                    let folded = own[0].distance(own[2])
                        < FOLDED * (own[0].distance(own[1]) + own[1].distance(own[2]));
                    wrists.push(if folded { bone(0).max(bone(1)) } else { whole }.to_degrees());
                }
                let aside = |[root, middle, tip]: [Vec3; 3]| {
                    let along = (tip - root).normalize_or_zero();
                    (middle - root) - along * (middle - root).dot(along)
                };
                let (one, other) = (aside(own), aside(worn));
                bends_wrong |= one.length().min(other.length()) > 0.03 && one.dot(other) < 0.0;
            }
        }
        wrong += usize::from(bends_wrong);
    }
    let (mut near, mut all) = (0, 0);
    let mut off: Vec<(usize, Role)> = Role::ALL.map(|role| (0, role)).to_vec();
    for frame in 0..a.frames() {
        for role in Role::ALL {
            let (Some(was), Some(is)) = (at(from, &a, frame, role), at(from, &c, frame, role)) else {
                continue;
            };
            // A role that the other body lacks cannot come back from it.
            if to.skeleton.roles().get(role).is_some() {
                all += 1;
                near += usize::from(was.distance(is) < 0.02);
                off[role as usize].0 += usize::from(was.distance(is) >= 0.02);
            }
        }
    }
    let most = |values: &[f32], share| {
        if values.is_empty() { 0.0 } else { quality::percentile(values.to_vec(), share) }
    };
    let each = planted.max(1) as f32;
    off.sort_by_key(|(frames, role)| (usize::MAX - frames, *role));
    let often = off.iter().take(2).map(|(frames, role)| format!("{role} in {frames}"));
    let often = format!("  {} of {} frames", often.collect::<Vec<_>>().join(", "), a.frames());
    Ok((
        [
            most(&floors, 0.9),
            slides[1] / each - scale * slides[0] / each,
            wrong as f32 / a.frames() as f32,
            most(&wrists, 0.95),
            near as f32 / all.max(1) as f32,
            most(&wrists, 1.0),
        ],
        often,
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut people = std::env::args().skip(1).map(|file| person(&file)).collect::<Result<Vec<_>, _>>()?;
    for (name, skeleton, _) in rigs::rigs() {
        let stance = Stance::at_rest(&skeleton)?;
        people.push(Person { name: name.to_string(), skeleton, stance, clip: None });
    }
    println!(
        "{:<16}{:<16}{:>8}{:>8}{:>8}{:>7}{:>7}{:>9}",
        "from", "onto", "floor", "slide", "wrong", "wrist", "all", "back"
    );
    let (mut misses, mut pairs) = ([0; 5], 0);
    for from in &people {
        let Some(clip) = &from.clip else { continue };
        for to in people.iter().filter(|to| to.name != from.name) {
            let (figures, often) = figures(from, clip, to)?;
            let missed: [bool; 5] = std::array::from_fn(|at| match at {
                4 => figures[at] < BARS[at],
                _ => figures[at] > BARS[at],
            });
            let mark = |at: usize| if missed[at] { "*" } else { " " };
            println!(
                "{:<16}{:<16}{:>7.2}{}{:>7.2}{}{:>7.3}{}{:>6.1}{}{:>6.1}{:>7.1}%{}{}",
                from.name,
                to.name,
                figures[0],
                mark(0),
                figures[1],
                mark(1),
                figures[2],
                mark(2),
                figures[3],
                mark(3),
                figures[5],
                100.0 * figures[4],
                mark(4),
                if missed[4] { &often } else { "" }
            );
            missed.iter().zip(&mut misses).for_each(|(missed, count)| *count += usize::from(*missed));
            pairs += 1;
        }
    }
    println!(
        "{pairs} pairs; missed: floor {}, slide {}, wrong {}, wrist {}, back {}",
        misses[0], misses[1], misses[2], misses[3], misses[4]
    );
    Ok(())
}
