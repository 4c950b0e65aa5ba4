#[path = "../tests/recorded/mod.rs"]
mod recorded;
use footwork_looks::*;
fn main() {
    let folder = recorded::mocap().unwrap();
    let kind = Kind::from_name(&std::env::args().nth(1).unwrap()).unwrap();
    for (r, seen) in recorded::all(&folder) {
        let look = Look { seen: &seen, kind, span: 0..seen.frames() };
        if look.seconds() < 0.75 { continue; }
        print!("{:32} {:30.30} {:5.1}/{:5.1}s ", r.name, r.shows, look.seconds(), seen.seconds());
        for m in MEASURES.iter().filter(|m| m.kinds.contains(&kind)) {
            match (m.of)(&look) { Some(v) => print!("{:7.2}", v), None => print!("      -") }
        }
        println!();
    }
}
