//! x
use footwork_performer::{body, gait, record, signal::Rng};
fn main() {
    let l = |seconds, ahead, left, turn| gait::Leg { seconds, ahead, left, turn };
    let course = [
        l(1.0, 0., 0., 0.),
        l(4.0, 1.3, 0., 0.),
        l(3.0, 1.3, 0., 0.5),
        l(3.0, 2.6, 0., 0.),
        l(3., 4.0, 0., 0.),
        l(2., 1., 0., 0.),
        l(1.5, 0., 0., 0.),
        l(3., 0., 0., 1.2),
        l(3., -0.8, 0., 0.),
        l(1.5, 0., 0., 0.),
        l(3., 0., 0.6, 0.),
        l(2., 0., 0., 0.),
    ];
    let w = gait::walk(&course, &mut Rng::new(1));
    let s = body::skeleton();
    let c = record(&s, "walk", &w.postures, 60.0);
    let mut out = std::fs::File::create("/tmp/o/walk.bvh").unwrap();
    footwork_formats::bvh::write(&mut std::io::BufWriter::new(&mut out), &s, &c, Default::default()).unwrap();
    println!("{:?}", w.supports[0]);
}
