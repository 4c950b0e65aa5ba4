//! x
use footwork_performer::{Show, perform};
fn main() {
    for (show, name, seed) in [
        (Show::Locomotion, "loco", 1),
        (Show::Locomotion, "loco2", 2),
        (Show::Running, "run", 1),
        (Show::Running, "run2", 2),
    ] {
        let p = perform(show, 90.0, seed, 60.0).unwrap();
        let mut out = std::fs::File::create(format!("/tmp/o/{name}.bvh")).unwrap();
        footwork_formats::bvh::write(
            &mut std::io::BufWriter::new(&mut out),
            &p.skeleton,
            &p.clip,
            Default::default(),
        )
        .unwrap();
    }
}
