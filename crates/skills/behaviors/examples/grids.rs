//! scratch
#[path = "evaluate/takes.rs"]
mod takes;
use footwork_behaviors::evaluate::*;
use footwork_behaviors::*;
use footwork_stage::Rig;
use std::path::Path;
use std::sync::Arc;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    let which = std::env::args().nth(1).unwrap_or_default();
    let mode = std::env::args().nth(2).unwrap_or_default();
    let rep = if which == "cmu" {
        takes::cmu(
            &Path::new(&std::env::var("FOOTWORK_MOCAP").unwrap()).join("cmu"),
            &["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"],
        )
    } else {
        takes::performer(120.0, &[1, 2, 3])
    };
    let rep = Arc::new(rep);
    let s = EvalSettings::default();
    let path = format!("/tmp/beh-{which}.skill");
    let skill = std::fs::read(&path)
        .ok()
        .and_then(|b| Skill::from_bytes(&b).ok())
        .filter(|s| s.fits(&rep).is_ok())
        .unwrap_or_else(|| {
            let s = bake(&rep, &s.behaviors, &s.bake, &mut |_| true).unwrap();
            std::fs::write(&path, s.to_bytes()).unwrap();
            s
        });
    let rig = Arc::new(Rig::new(rep).unwrap());
    if mode == "many" {
        let skill = Arc::new(skill);
        let c = cpu();
        let n = std::env::args().nth(3).unwrap_or("20000".into()).parse().unwrap();
        let sp = many(&rig, &skill, 30, n, 1).unwrap();
        println!("30: cpu per 1000 {:.3} wall {:.3}", (cpu() - c) * 1000.0 / n as f64, sp.seconds);
        return;
    }
    for (room, crowding, weight, rep_) in [
        (0.7, 1.5, 3.0, 0.3),
        (0.8, 3.0, 4.0, 0.3),
        (0.9, 3.0, 4.0, 0.3),
        (0.9, 4.0, 8.0, 0.5),
        (1.0, 3.0, 4.0, 0.3),
        (1.0, 4.0, 8.0, 1.0),
    ] {
        let mut sk = skill.clone();
        sk.tables[1].behavior.weight = weight;
        let sk = Arc::new(sk);
        let b = BoxerSettings { room, crowding, repetition: rep_, ..BoxerSettings::default() };
        let r = spar(&rig, &sk, &b, 200.0, 1).unwrap();
        println!(
            "room {room} crowd {crowding} punch {weight} rep {rep_}: thrown {} committed {} landed {} head {} pause {:.1} dist {:.2} {:.2} {:.2} facing {:.2} pen {} {:.1}s trunk {:.1}s row {} {:?}",
            r.thrown,
            r.committed,
            r.landed,
            r.landed_on_head,
            r.longest_pause,
            r.distance_mean,
            r.distance_least,
            r.distance_most,
            r.facing,
            r.penetrations,
            r.penetration_seconds,
            r.trunk_penetration_seconds,
            r.same_in_a_row,
            r.shares.iter().map(|(k, v)| format!("{k} {v:.2}")).collect::<Vec<_>>()
        );
    }
}
