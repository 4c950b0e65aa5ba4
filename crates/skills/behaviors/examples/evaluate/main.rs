//! Figures.
mod takes;
use footwork_behaviors::*;
use std::time::Instant;
fn main() {
    let mocap = std::env::var("FOOTWORK_MOCAP").unwrap_or_default();
    let which = std::env::args().nth(1).unwrap_or_default();
    let rep = if which == "cmu" {
        takes::cmu(
            &std::path::Path::new(&mocap).join("cmu"),
            &["13_17.bvh", "13_18.bvh", "14_02.bvh", "14_03.bvh"],
        )
    } else if which == "cmu14" {
        takes::cmu(&std::path::Path::new(&mocap).join("cmu"), &["14_02.bvh", "14_03.bvh"])
    } else {
        takes::performer(120.0, &[1, 2, 3])
    };
    let frames: usize = rep.takes.iter().map(|t| t.clip.frames()).sum();
    let strikes: usize = rep.takes.iter().map(|t| t.annotation.strikes.len()).sum();
    println!("{frames} frames, {strikes} strikes");
    let mut sets = vec![
        ("default", BakeSettings::default(), Behavior::boxer()),
        ("seed grids", BakeSettings::default(), Behavior::seed()),
    ];
    let mut s = BakeSettings::default();
    s.model = ModelSettings::seed();
    s.model.frames.keep_out = ModelSettings::default().frames.keep_out;
    sets.push(("seed all", s, Behavior::seed()));
    let mut s = BakeSettings::default();
    s.model.frames.keep_out = vec!["fall".into(), "lying".into(), "rise".into()];
    sets.push(("hit allowed", s, Behavior::boxer()));
    for (name, settings, behaviors) in sets {
        let t = Instant::now();
        let tracks = tracks::Tracks::new(&rep, &[]).unwrap();
        let model = match model::build(&rep, &tracks, &settings.model) {
            Ok(m) => m,
            Err(e) => {
                println!("{name}: {e}");
                continue;
            }
        };
        let mt = t.elapsed().as_secs_f32();
        let t = Instant::now();
        let skill = match bake(&rep, &behaviors, &settings, &mut |_| true) {
            Ok(s) => s,
            Err(e) => {
                println!("{name}: {e}");
                continue;
            }
        };
        println!("{name}: model {mt:.2} s bake {:.2} s", t.elapsed().as_secs_f32());
        let mean = model.length.iter().sum::<u32>() as f32 / model.length.len() as f32 / 60.0;
        let min = model.length.iter().min().unwrap();
        println!(
            "  component {} states {} actions {} pieces {} mean action {mean:.2} s min {min} blows {} of {} hitting {} table {} skill {}",
            model.frames,
            model.states.len(),
            model.to.len(),
            model.pieces.len(),
            model.reachable_blows().len(),
            model.blows.len(),
            skill.hitting_points.len(),
            skill.table_bytes(),
            skill.to_bytes().len()
        );
        for t in &skill.tables {
            println!(
                "  {} {:?} sweeps {} bound {:.5} max {:.3} near {:?}",
                t.behavior.name,
                t.behavior.places,
                t.sweeps,
                t.error_bound,
                t.scale * 65535.0,
                t.behavior.reward.wish
            );
        }
    }
}
