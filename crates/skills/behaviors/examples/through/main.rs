//! What goes through what while two spar, by pairs of parts.

#[path = "../boxers/takes.rs"]
mod takes;

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_behaviors::mind::words;
use footwork_behaviors::{Aim, BakeSettings, Behavior, Boxer, BoxerSettings, bake};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::{ActorId, Happening, Rig, Settings, Stage};
use glam::Vec3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let repertoire = if arguments.iter().any(|a| a == "cmu") {
        let mocap = std::env::var("FOOTWORK_MOCAP").expect("FOOTWORK_MOCAP names the folder of recordings");
        let files = ["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"];
        takes::cmu(&std::path::Path::new(&mocap).join("cmu"), &files)
    } else {
        takes::performer(120.0, &[1, 2, 3])
    };
    let repertoire = Arc::new(repertoire);
    let skill = Arc::new(
        bake(&repertoire, &Behavior::boxer(), &BakeSettings::default(), &mut |_| true).expect("a skill"),
    );
    let rig = Arc::new(Rig::new(repertoire).expect("a rig"));
    let mut stage = Stage::new(Settings::default(), 1).expect("a stage");
    let without = |word: &str| !arguments.iter().any(|argument| argument == word);
    let (looks, yields) = (without("no-gaze"), without("no-yield"));
    let settings = BoxerSettings { looks, yields, aim: Aim::Pair, ..BoxerSettings::default() };
    let mind = stage.add_mind(Boxer::new(&rig, skill.clone(), settings).expect("a boxer"));
    let id = stage.add_rig(rig);
    for (turn, z) in [(0.0, -0.6), (std::f32::consts::PI, 0.6)] {
        stage.add_actor(id, Some(mind), Transform::new(yaw(turn), Vec3::Z * z)).expect("an actor");
    }
    // By pair: number, seconds, deepest.
    let mut pairs: BTreeMap<String, (u32, f32, f32)> = BTreeMap::new();
    let (mut run, mut since_landed, mut landed) = (Vec::new(), 1e9_f32, 0);
    let usual = usual(stage.actor(ActorId(0)).unwrap().rig());
    let mut jumps = [0_u32; 3];
    let mut velocities: [Vec<Vec3>; 2] = Default::default();
    let mut off: Vec<f32> = Vec::new();
    let mut by_joint: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..36_000 {
        stage.step();
        for id in [0, 1] {
            let me = stage.actor(ActorId(id)).unwrap();
            off.extend(footwork_behaviors::evaluate::looks_off(me, stage.actor(ActorId(1 - id)).unwrap()));
            let now: Vec<Vec3> = me
                .world()
                .iter()
                .zip(me.world_before())
                .map(|(now, before)| (now.translation - before.translation) * 60.0)
                .collect();
            let old = std::mem::replace(&mut velocities[id as usize], now);
            let now = &velocities[id as usize];
            let worst = old
                .iter()
                .zip(now)
                .map(|(a, b)| (*a - *b).length())
                .enumerate()
                .fold((0, 0.0), |w, c| if c.1 > w.1 { c } else { w });
            if worst.1 > usual {
                *by_joint.entry(me.rig().skeleton().name(worst.0).to_string()).or_default() += 1;
            }
            for (count, times) in jumps.iter_mut().zip([1.0, 1.5, 2.0]) {
                *count += u32::from(worst.1 > times * usual);
            }
        }
        since_landed += 1.0 / 60.0;
        for event in stage.events() {
            if let Happening::StrikeLanded(landing) = event.happening
                && landing.who == event.to
            {
                since_landed = 0.0;
                landed += 1;
            }
        }
        let deep = stage.contacts().iter().find(|c| c.depth > 0.05).copied();
        match deep {
            Some(contact) => {
                let far = stage
                    .actor(ActorId(0))
                    .unwrap()
                    .frame()
                    .translation
                    .distance(stage.actor(ActorId(1)).unwrap().frame().translation);
                run.push((contact, since_landed < 0.15, far))
            }
            None => {
                if run.len() > 6 {
                    let mut own: BTreeMap<String, u32> = BTreeMap::new();
                    for (contact, ..) in &run {
                        let mut names = contact
                            .parts
                            .map(|part| format!("{part:?}").replace("Left", "").replace("Right", ""));
                        names.sort();
                        *own.entry(names.join("-")).or_default() += 1;
                    }
                    let (name, _) = own.iter().max_by_key(|(_, count)| **count).unwrap();
                    let hit = if run.iter().take(3).any(|(_, hit, _)| *hit) { "landed" } else { "" };
                    let entry = pairs.entry(format!("{name} {hit}")).or_default();
                    entry.0 += 1;
                    entry.1 += run.len() as f32 / 60.0;
                    entry.2 = entry.2.max(run.iter().map(|(c, ..)| c.depth).fold(0.0, f32::max));
                }
                run.clear();
            }
        }
    }
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    for (name, (count, seconds, deepest)) in &pairs {
        println!("{name:40} {count:4} {seconds:6.2} s, deepest {:.1} cm", deepest * 100.0);
    }
    off.sort_by(f32::total_cmp);
    println!(
        "usual {usual:.2} m/s; jumps above 1, 1.5, 2 times that: {jumps:?} of 72000 {by_joint:?}; looks off by {:.1}, 95 % {:.1}",
        off.iter().sum::<f32>() / off.len() as f32,
        off[off.len() * 95 / 100]
    );
    let sum: u32 = pairs.iter().map(|p| p.1.0).sum();
    let thrown: u32 =
        [0, 1].iter().map(|id| stage.actor(ActorId(*id)).unwrap().memory().unwrap().get(words::THROWN)).sum();
    println!(
        "{sum} in all, {:.1} s; landed {landed}, thrown {thrown}",
        pairs.iter().map(|p| p.1.1).sum::<f32>()
    );
}

/// m/s: 99.9 % of the recordings' frames change no joint's velocity by more.
fn usual(rig: &Rig) -> f32 {
    let mut all = Vec::new();
    for take in &rig.repertoire().takes {
        let mut worlds = Vec::new();
        for frame in 0..take.clip.frames() {
            let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
            footwork_motion::kinematics::world(rig.skeleton(), take.clip.frame(frame), &mut world);
            worlds.push(world);
        }
        for three in worlds.windows(3) {
            let change = |joint: usize| {
                let at = |frame: usize| three[frame][joint].translation;
                (at(2) - 2.0 * at(1) + at(0)).length() * 60.0
            };
            all.push((0..rig.skeleton().len()).map(change).fold(0.0, f32::max));
        }
    }
    all.sort_by(f32::total_cmp);
    all[all.len() * 999 / 1000]
}
