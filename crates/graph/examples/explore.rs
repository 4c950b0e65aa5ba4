#[path = "../tests/common/mod.rs"]
mod common;
use footwork_graph::frames::{self, collapse::collapse, *};
use footwork_performer::Show;
fn main() {
    let folder = std::path::Path::new("/work/shared/mocap/cmu");
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    for prefix in ["16_", "69_", "13_", "14_", "13_17 14_02"] {
        let files: Vec<&str> = names
            .iter()
            .filter(|n| prefix.split(' ').any(|p| n.starts_with(p)))
            .map(|s| s.as_str())
            .collect();
        let rep = common::real::repertoire(folder, &files);
        println!("{prefix}: {} files, {} takes", files.len(), rep.takes.len());
        explore(&rep);
    }
}
fn explore(rep: &footwork_annotate::Repertoire) {
    let d = FrameSettings::default();
    let mut run = |name: &str, s: FrameSettings| {
        let g = frames::build(rep, &s).unwrap();
        let st = collapse(&g, &g.component);
        let inside = g.component.inside as f64 / g.numbering.frames() as f64;
        // per take
        let per: Vec<String> = (0..rep.takes.len())
            .map(|t| {
                let r = g.numbering.starts[t]..g.numbering.starts[t + 1];
                let n = r.len();
                format!("{:.2}", r.filter(|f| g.component.contains(*f)).count() as f64 / n as f64)
            })
            .collect();
        println!(
            "{name:24} cand {:5} trans {:6} inside {inside:.3} {per:?} states {} actions {} branch {:.2} limit {:.3} p50 {:.3} jumpy {} usual {:.2}",
            g.search.candidates,
            g.to.len(),
            st.frames.len(),
            st.to.len(),
            st.to.len() as f64 / st.frames.len().max(1) as f64,
            g.search.limit,
            footwork_motion::quality::percentile(g.cost.clone(), 0.5),
            g.search.too_jumpy,
            g.search.usual_jump
        );
    };
    run("default", d.clone());
    run("seed", FrameSettings::seed());
    run("around 0", FrameSettings { leave_around: 0.0, arrive_around: 0.0, ..d.clone() });
    run("around both", FrameSettings { leave_around: 0.05, arrive_around: 0.05, ..d.clone() });
    run("k 16", FrameSettings { ways_out: 16, ..d.clone() });
    run("k 32", FrameSettings { ways_out: 32, ..d.clone() });
    run("k 16 all", FrameSettings { ways_out: 16, limit: Limit::Share(1.0), ..d.clone() });
    run("k 16 abs .05", FrameSettings { ways_out: 16, limit: Limit::Absolute(0.05), ..d.clone() });
    run("k 16 abs .1", FrameSettings { ways_out: 16, limit: Limit::Absolute(0.1), ..d.clone() });
    run("k 16 abs .2", FrameSettings { ways_out: 16, limit: Limit::Absolute(0.2), ..d.clone() });
    run("no jump", FrameSettings { most_jump: None, ..d.clone() });
    for e in FootEvent::ALL {
        run(&format!("{e:?}"), FrameSettings { events: vec![e], ways_out: 16, ..d.clone() });
    }
    run(
        "leaves",
        FrameSettings {
            events: vec![FootEvent::LeftLeaves, FootEvent::RightLeaves],
            ways_out: 16,
            ..d.clone()
        },
    );
    run("leaves+lands", FrameSettings { events: FootEvent::ALL[..4].to_vec(), ways_out: 16, ..d.clone() });
    run(
        "leaves+standing",
        FrameSettings {
            events: vec![FootEvent::LeftLeaves, FootEvent::RightLeaves, FootEvent::Standing],
            ways_out: 16,
            ..d.clone()
        },
    );
}
