//! scratch
#[path = "evaluate/takes.rs"]
mod takes;
use footwork_behaviors::*;
use footwork_motion::*;
use std::path::Path;
fn main() {
    let which = std::env::args().nth(1).unwrap_or_default();
    let rep = if which == "cmu" {
        takes::cmu(
            &Path::new(&std::env::var("FOOTWORK_MOCAP").unwrap()).join("cmu"),
            &["13_17.bvh", "14_02.bvh"],
        )
    } else {
        takes::performer(60.0, &[1])
    };
    let tracks = tracks::Tracks::new(&rep, &[]).unwrap();
    let model = model::build(&rep, &tracks, &ModelSettings::default()).unwrap();
    for b in model.blows.iter().take(24) {
        let world = WorldClip::new(&rep.skeleton, &rep.takes[b.take as usize].clip);
        let role = if b.limb == footwork_annotate::Limb::LeftHand { Role::LeftHand } else { Role::RightHand };
        let site = rep.skeleton.site(role).unwrap();
        let g = tracks.ground(tracks.number(b.take, b.lands));
        let d: Vec<String> = (-3i32..12)
            .map(|k| {
                let f = (b.lands as i32 + k).max(0) as usize;
                let p = g.inside(site.position(world.frame(f.min(world.frames() - 1))));
                format!("{:.2}", (p.x * p.x + p.z * p.z).sqrt())
            })
            .collect();
        println!(
            "{} speed {:.2} first {} lands +{} tips {} : {}",
            b.name(),
            b.weight,
            b.first,
            b.lands - b.first,
            b.tips,
            d.join(" ")
        );
    }
}
