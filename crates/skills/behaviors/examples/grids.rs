//! scratch
#[path = "evaluate/takes.rs"]
mod takes;
use footwork_behaviors::*;
use footwork_behaviors::evaluate::*;
use footwork_stage::Rig;
use std::sync::Arc;
use std::path::Path;
fn cpu() -> f64 { let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); s.split(' ').next().unwrap().parse::<f64>().unwrap()/1e9 }
fn main() {
    let rep = if std::env::args().nth(1).as_deref() == Some("cmu") { takes::cmu(&Path::new(&std::env::var("FOOTWORK_MOCAP").unwrap()).join("cmu"), &["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"]) } else { takes::performer(120.0, &[1, 2, 3]) };
    let rep = Arc::new(rep);
    let s = EvalSettings::default();
    let skill = Arc::new(bake(&rep, &s.behaviors, &s.bake, &mut |_| true).unwrap());
    let rig = Arc::new(Rig::new(rep).unwrap());
    let c = cpu();
    let sp = many(&rig, &skill, 30, 1000, 1).unwrap();
    println!("30: cpu {:.3} wall {:.3}", cpu() - c, sp.seconds);
    for (seed, secs) in [(1, 200.0)] {
        println!("{}", serde_json::to_string(&spar(&rig, &skill, secs, seed).unwrap()).unwrap());
    }
    let s = EvalSettings { targets: 20, ..s };
    for k in [Target::Still, Target::Swings, Target::Moves] { println!("{}", serde_json::to_string(&hits(&rig, &skill, &s, k).unwrap()).unwrap()); }
}
