//! dbg: quick checks of a show
use footwork_performer::{Show, perform, limits::exceeded};
use footwork_motion::{Side, WorldClip, quality};
use std::collections::BTreeMap;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    for seed in a[2].split(',') {
        let seed: u64 = seed.parse().unwrap();
        let t0 = std::time::Instant::now();
        let take = perform(Show::named(&a[1]).unwrap(), 90.0, seed, 60.0).unwrap();
        let dt = t0.elapsed();
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let n = world.frames();
        let mut worst_slide: (f32, f32, String) = Default::default();
        let mut slides = 0;
        for side in Side::BOTH {
            let toe = take.skeleton.joint(side.leg()[3]).unwrap();
            let spans = if side == Side::Left { &take.truth.supports.left } else { &take.truth.supports.right };
            for &[f, t] in spans {
                let first = (f * 60.0 - 2e-4).ceil().max(0.0) as usize;
                let last = (t * 60.0 + 2e-4).floor() as usize;
                if first >= n || last < first { continue; }
                let s = world.frame(first)[toe];
                let mut w: f32 = 0.0;
                for k in first..=last.min(n - 1) {
                    let x = world.frame(k)[toe];
                    let d = (x.translation - s.translation).length();
                    let turn = (s.rotation.conjugate() * x.rotation).xyz().length();
                    let turned = 2.0 * turn.asin().to_degrees();
                    w = w.max(d);
                    if d > worst_slide.0 { worst_slide = (d, k as f32 / 60.0, format!("{side:?} turned {turned:.2}")); }
                    if d > 0.001 || turned > 0.1 { w = 1.0; }
                }
                if w > 0.001 { slides += 1; }
            }
        }
        let depth = quality::ground_penetration(&take.skeleton, &world, 0.0).deepest;
        let mut bad: BTreeMap<String, (f32, f32, usize)> = BTreeMap::new();
        for k in 0..n {
            for x in exceeded(take.clip.frame(k), 0.1) {
                let e = bad.entry(format!("{} {}{}", x.limit.joint, x.side, x.limit.motion)).or_insert((0.0, 0.0, 0));
                e.2 += 1;
                if x.excess() > e.0 { e.0 = x.excess(); e.1 = k as f32 / 60.0; }
            }
        }
        // accelerations
        let mut acc: Vec<(f32, usize, usize)> = vec![];
        for j in 0..take.skeleton.len() {
            let mut m = (0.0, 0, j);
            for k in 1..n - 1 {
                let x = (world.position(k - 1, j) - 2.0 * world.position(k, j) + world.position(k + 1, j)).length() * 3600.0;
                if x > m.0 { m = (x, k, j); }
            }
            acc.push(m);
        }
        acc.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut low = (0.0_f32, 0, 0);
        for k in 0..n { for j in 0..take.skeleton.len() { let y = world.position(k, j).y; if y < low.0 { low = (y, k, j); } } }
        println!("   lowest joint {:.3} {} at {:.2}", low.0, take.skeleton.name(low.2), low.1 as f32 / 60.0);
        println!("{} seed {seed}: {:.2} s; slide {:.1} mm at {:.2} {} ({slides} spans); below {:.1} mm", a[1], dt.as_secs_f32(), worst_slide.0 * 1000.0, worst_slide.1, worst_slide.2, depth * 1000.0);
        for m in acc.iter().take(4) { println!("   acc {:.0} {} at {:.2}", m.0, take.skeleton.name(m.2), m.1 as f32 / 60.0); }
        let mut by_action: BTreeMap<String, usize> = BTreeMap::new();
        for k in 0..n { let e = exceeded(take.clip.frame(k), 0.1); if e.is_empty() { continue; } let t = k as f32 / 60.0; for a in take.truth.actions.iter().filter(|a| a.from <= t && t < a.to) { for x in &e { *by_action.entry(format!("{:?} {} {}{}", a.classes, x.limit.joint, x.side, x.limit.motion)).or_default() += 1; } } }
        let mut v: Vec<_> = by_action.into_iter().collect(); v.sort_by_key(|x| usize::MAX - x.1);
        for x in v.iter().take(8) { println!("      {} {}", x.1, x.0); }
        for (k, v) in bad { println!("   {k}: over {:.1} at {:.2}, {} frames", v.0, v.1, v.2); }
    }
}
