#[path = "../../formats/tests/common/recordings.rs"]
mod recordings;
#[path = "evaluate/takes.rs"]
mod takes;
use footwork_motion::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let folder = recordings::mocap().unwrap();
    let r = recordings::recordings(&folder).into_iter().find(|r| r.name.contains(&a[1])).unwrap();
    let (from, to, step): (usize, usize, usize) =
        (a[2].parse().unwrap(), a[3].parse().unwrap(), a[4].parse().unwrap());
    let (sk, w) = takes::load(&folder, &r).unwrap();
    println!("leg {}", sk.leg_length().unwrap());
    for f in (from..to.min(w.frames() - step)).step_by(step) {
        let mut s = format!("{f:5} ");
        for role in [Role::LeftAnkle, Role::LeftToe] {
            let p = sk.site(role).unwrap();
            let x = p.position(w.frame(f)) * 100.0;
            let y = p.position(w.frame(f + step)) * 100.0;
            let v = (y - x) * w.rate() / step as f32;
            s += &format!(
                "| {:7.1} {:6.1} {:7.1}  v {:6.1} {:6.1} {:6.1} = {:5.1} ",
                x.x,
                x.y,
                x.z,
                v.x,
                v.y,
                v.z,
                v.length()
            );
        }
        println!("{s}");
    }
}
