//! dbg
use footwork_performer::{Show, perform};
use footwork_motion::Clip;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = perform(Show::named(&a[1]).unwrap(), a[2].parse().unwrap(), a[3].parse().unwrap(), 60.0).unwrap();
    for x in &p.truth.actions { println!("{:.2} {:.2} {:?} {:?}", x.from, x.to, x.classes, x.protects); }
    for x in &p.truth.pushes { println!("{:.2} {} {} v {:.2?} at {:.2?} {} steps {} until +{:.2} kept {}", x.time, x.doing, x.part, x.velocity, x.point, x.doing, x.steps, x.until - x.time, x.kept); }
    for x in &p.truth.dodges { println!("{x:?}"); }
    for x in &p.truth.holds { println!("{x:?}"); }
    for x in &p.truth.touches { println!("{x:?}"); }
    for x in &p.truth.frights { println!("{x:?}"); }
    let n = p.skeleton.len();
    for s in a[5..].iter() {
        let (f, t) = s.split_once('-').unwrap();
        let (f, t) = ((f.parse::<f32>().unwrap() * 60.0) as usize, ((t.parse::<f32>().unwrap() * 60.0) as usize).min(p.clip.frames()));
        let mut tr = vec![]; let mut ro = vec![];
        for i in f..t { let v = p.clip.frame(i); tr.extend_from_slice(v.translations); ro.extend_from_slice(v.rotations); }
        let _ = n;
        let clip = Clip::new(&p.skeleton, "x", 60.0, tr, ro).unwrap();
        let mut out = Vec::new();
        footwork_formats::bvh::write(&mut out, &p.skeleton, &clip, Default::default()).unwrap();
        std::fs::write(format!("{}-{}.bvh", a[4], s), out).unwrap();
    }
}
