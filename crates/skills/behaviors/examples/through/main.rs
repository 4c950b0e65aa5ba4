//! What goes through what while two spar for ten minutes, by pairs of parts, and whether it pops:
//! `cargo run --release -p footwork-behaviors --example through [cmu] [no-yield] [no-gaze] [SEED]`.

#[path = "../boxers/takes.rs"]
mod takes;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use footwork_behaviors::evaluate::looks_off;
use footwork_behaviors::{Aim, BakeSettings, Behavior, Boxer, BoxerMemory, BoxerSettings, bake};
use footwork_motion::ground::yaw;
use footwork_motion::{Transform, WorldClip, quality};
use footwork_plan::progress::UNHEARD;
use footwork_stage::{ActorId, Happening, Rig, Settings, Stage};
use glam::Vec3;

/// m, and steps: deeper and longer is through.
const DEEP: f32 = 0.05;
const LONG: usize = 6;

/// How often a pair of parts went through each other, s, and m at the deepest.
type Through = BTreeMap<String, (u32, f32, f32)>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asks = |word: &str| arguments.iter().any(|argument| argument == word);
    let seed = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1);
    let repertoire = if asks("cmu") {
        let mocap = std::env::var("FOOTWORK_MOCAP").expect("FOOTWORK_MOCAP names the folder of recordings");
        let files = ["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"];
        takes::cmu(&Path::new(&mocap).join("cmu"), &files)
    } else {
        takes::performer(120.0, &[1, 2, 3])
    };
    let repertoire = Arc::new(repertoire);
    let skill = bake(&repertoire, &Behavior::boxer(), &BakeSettings::default(), UNHEARD);
    let skill = Arc::new(skill.expect("a skill"));
    let rig = Arc::new(Rig::new(repertoire).expect("a rig"));
    let usual = usual(&rig);
    let mut stage = Stage::new(Settings::default(), seed).expect("a stage");
    let (looks, yields) = (!asks("no-gaze"), !asks("no-yield"));
    let settings = BoxerSettings { looks, yields, aim: Aim::Pair, ..BoxerSettings::default() };
    let mind = stage.add_mind(Boxer::new(&rig, skill, settings).expect("a boxer"));
    let rig = stage.add_rig(rig);
    for (turn, z) in [(0.0, -0.6), (std::f32::consts::PI, 0.6)] {
        stage.add_actor(rig, Some(mind), Transform::new(yaw(turn), Vec3::Z * z)).expect("an actor");
    }
    let mut found = Through::new();
    let (mut run, mut landed) = (Vec::new(), 0);
    let (mut jumps, mut velocities, mut off) = ([0_u32; 3], [const { Vec::new() }; 2], Vec::new());
    for _ in 0..36_000 {
        stage.step();
        let both = [0, 1].map(|id| stage.actor(ActorId(id)).expect("two boxers"));
        for ((me, other), before) in both.iter().zip(both.iter().rev()).zip(&mut velocities) {
            off.extend(looks_off(*me, *other));
            let moved = me.world().iter().zip(me.world_before());
            let now: Vec<Vec3> = moved.map(|(now, was)| (now.translation - was.translation) * 60.0).collect();
            let jump =
                now.iter().zip(&*before).map(|(a, b): (&Vec3, &Vec3)| a.distance(*b)).fold(0.0, f32::max);
            *before = now;
            for (count, times) in jumps.iter_mut().zip([1.0, 1.5, 2.0]) {
                *count += u32::from(jump > times * usual);
            }
        }
        let lands = |event: &&footwork_stage::Event| matches!(event.happening, Happening::StrikeLanded(_));
        landed += stage.events().iter().filter(lands).count() / 2;
        match stage.contacts().iter().find(|contact| contact.depth > DEEP) {
            Some(contact) => run.push((contact.parts.map(|part| format!("{part:?}")), contact.depth)),
            None => note(&mut found, &mut run),
        }
    }
    let mut pairs: Vec<_> = found.into_iter().collect();
    pairs.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    for (name, (count, seconds, deepest)) in &pairs {
        println!("{name:30} {count:4} {seconds:6.2} s, deepest {:.1} cm", 100.0 * deepest);
    }
    let (count, seconds) =
        pairs.iter().fold((0, 0.0), |(count, sum), (_, pair)| (count + pair.0, sum + pair.1));
    let thrown: u32 = stage.view().actors().filter_map(|me| Some(me.memory::<BoxerMemory>()?.thrown)).sum();
    off.sort_by(f32::total_cmp);
    let mean = off.iter().sum::<f32>() / off.len().max(1) as f32;
    println!("{count} in all, {seconds:.1} s; thrown {thrown}, landed {landed}");
    println!("heads look off by {mean:.1} degrees, 95 % {:.1}", off[off.len() * 95 / 100]);
    println!("steps of 72,000 that jump by more than 1, 1.5 and 2 times {usual:.2} m/s: {jumps:?}");
}

/// Takes down a run of steps that was too long, under the pair that it shows most often.
fn note(found: &mut Through, run: &mut Vec<([String; 2], f32)>) {
    if run.len() > LONG {
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        for (parts, _) in run.iter() {
            let mut parts = parts.clone().map(|part| part.replace("Left", "").replace("Right", ""));
            parts.sort();
            *names.entry(parts.join("-")).or_default() += 1;
        }
        if let Some((name, _)) = names.into_iter().max_by_key(|(_, count)| *count) {
            let pair = found.entry(name).or_default();
            let deepest = run.iter().map(|(_, depth)| *depth).fold(pair.2, f32::max);
            *pair = (pair.0 + 1, pair.1 + run.len() as f32 / 60.0, deepest);
        }
    }
    run.clear();
}

/// m/s: 99.9 % of the recordings' frames change no joint's velocity by more.
fn usual(rig: &Rig) -> f32 {
    let mut all = Vec::new();
    for take in &rig.repertoire().takes {
        let world = WorldClip::new(rig.skeleton(), &take.clip);
        all.extend((2..world.frames()).map(|frame| quality::jump(&world, frame).velocity));
    }
    quality::percentile(all, 0.999)
}
