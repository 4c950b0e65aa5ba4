//! scratch
#[path = "evaluate/takes.rs"]
mod takes;
use footwork_behaviors::*;
use footwork_motion::{Transform, ground::yaw};
use footwork_stage::*;
use glam::Vec3;
use std::path::Path;
use std::sync::Arc;
fn main() {
    let which = std::env::args().nth(1).unwrap_or_default();
    let rep = if which == "cmu" {
        takes::cmu(
            &Path::new(&std::env::var("FOOTWORK_MOCAP").unwrap()).join("cmu"),
            &["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"],
        )
    } else {
        takes::performer(120.0, &[1, 2, 3])
    };
    let skill =
        Arc::new(Skill::from_bytes(&std::fs::read(format!("/tmp/beh-{which}.skill")).unwrap()).unwrap());
    let rig = Arc::new(Rig::new(Arc::new(rep)).unwrap());
    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage
        .add_mind(Boxer::new(&rig, skill, BoxerSettings { aim: Aim::Pair, ..Default::default() }).unwrap());
    let rig = stage.add_rig(rig);
    stage.add_actor(rig, Some(mind), Transform::new(yaw(0.0), Vec3::Z * -0.6)).unwrap();
    stage.add_actor(rig, Some(mind), Transform::new(yaw(3.14159), Vec3::Z * 0.6)).unwrap();
    let mut count = std::collections::BTreeMap::<String, u32>::new();
    let mut lasts = 0;
    let mut speeds = vec![];
    for _ in 0..60 * 300 {
        stage.step();
        let deep: Vec<_> = stage.contacts().iter().filter(|c| c.depth > 0.05).collect();
        if deep.is_empty() {
            lasts = 0
        } else {
            lasts += 1
        }
        if lasts > 6 {
            let mut p = deep[0].parts.map(|p| format!("{p:?}").replace("Left", "").replace("Right", ""));
            p.sort();
            *count.entry(p.join(" ")).or_default() += 1;
        }
        for e in stage.events() {
            if let Happening::StrikeLanded(l) = e.happening {
                if e.to == l.whom {
                    speeds.push(l.speed);
                }
            }
        }
    }
    let mut c: Vec<_> = count.into_iter().collect();
    c.sort_by_key(|x| std::cmp::Reverse(x.1));
    println!("{:?}", &c[..c.len().min(14)]);
    speeds.sort_by(f32::total_cmp);
    println!(
        "speeds {} median {:.1} p90 {:.1} max {:.1}",
        speeds.len(),
        speeds[speeds.len() / 2],
        speeds[speeds.len() * 9 / 10],
        speeds[speeds.len() - 1]
    );
}
