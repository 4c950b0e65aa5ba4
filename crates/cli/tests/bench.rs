//! `footwork bench`: its figures are there. How large they are is the machine's affair.

use crate::common::{Scratch, keys};

const PARTS: [&str; 6] = ["blend", "contact", "decide", "feet", "kinematics", "sample"];

#[test]
fn the_stage_s_json_has_the_documented_keys_and_its_figures_agree() {
    let scratch = Scratch::new();
    let json = scratch.run(&["bench", "stage", "--actors", "1,3", "--threads", "1", "--json"]).ok().json();
    assert_eq!(keys(&json), ["joints", "runs", "threads"]);
    assert_eq!((&json["threads"], &json["joints"]), (&1.into(), &24.into()));
    let runs = json["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|run| run["actors"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 3]);
    for run in runs {
        assert_eq!(
            keys(run),
            ["actors", "ns_per_actor_tick", "parts", "seconds", "ticks", "ticks_per_second"]
        );
        assert_eq!(keys(&run["parts"]), PARTS);
        let of = |key: &str| run[key].as_f64().unwrap();
        assert!(of("ticks") >= 60.0 && of("seconds") > 0.0, "{run:#}");
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-6;
        assert!(close(of("ticks_per_second") * of("seconds"), of("ticks")), "{run:#}");
        assert!(close(of("ns_per_actor_tick") * of("ticks") * of("actors"), 1e9 * of("seconds")), "{run:#}");
        for part in PARTS {
            assert!(run["parts"][part].as_f64().unwrap() >= 0.0, "{run:#}");
        }
        let parts: f64 = PARTS.iter().map(|part| run["parts"][part].as_f64().unwrap()).sum();
        assert!(parts > 0.0, "{run:#}");
    }
}

#[test]
fn the_text_has_a_row_for_every_number_of_actors() {
    let scratch = Scratch::new();
    let text = scratch.run(&["bench", "stage", "--actors", "2000,1000"]).ok().out;
    let first: Vec<&str> = text.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(first, ["actors", "2000", "1000"]);
    for part in PARTS {
        assert!(text.lines().skip(1).all(|line| line.contains(&format!("{part} "))), "{part}: {text}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let scratch = Scratch::new();
    for args in [
        &["bench", "stage", "--actors", "0"][..],
        &["bench", "stage", "--actors", "-1"],
        &["bench", "stage", "--actors", "1,,2"],
        &["bench", "stage", "--actors", "many"],
        &["bench", "stage", "--actors", "1000001"],
        &["bench", "stage", "--threads", "0"],
        &["bench", "nothing"],
    ] {
        scratch.run(args).usage_error();
    }
}
