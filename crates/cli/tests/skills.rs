//! `footwork bake` and `footwork eval`, which go over the list of skills.

use crate::common::{Scratch, keys};
use serde_json::Value;

fn with_walker() -> Scratch {
    let scratch = Scratch::new();
    scratch.run(&["perform", "locomotion", "--seconds", "20", "-o", "walk.bvh"]).ok();
    scratch.run(&["import", "walk.bvh", "-o", "walker.rep"]).ok();
    scratch
}

const TRACE: &str = "footwork trace 1\nname a\nplayer Kim\nseconds 0.1\nsamples\n";

/// A player who goes ahead and turns now and then.
fn trace(seconds: usize) -> String {
    let line = |step: usize| match step / 15 % 3 {
        0 => "0 1.4 0 0\n",
        1 => "0.1 1.5 0.9 0\n",
        _ => "0 0 0 0\n",
    };
    TRACE.to_string() + &(0..10 * seconds).map(line).collect::<String>()
}

#[test]
fn a_skill_is_baked_from_traces_and_the_same_again() {
    let scratch = with_walker();
    scratch.write("traces/a.trace", trace(30));
    scratch.write("traces/notes.txt", "not a trace");
    let args = ["bake", "fragments", "walker.rep", "--traces", "traces", "-o"];
    let run = scratch.run(&[&args[..], &["walker.skill"]].concat()).ok();
    assert!(run.out.contains("model, steady, spread, greedy"), "{}", run.out);
    scratch.run(&[&args[..], &["again.skill"]].concat()).ok();
    let [one, other] = ["walker.skill", "again.skill"].map(|name| std::fs::read(scratch.path(name)).unwrap());
    assert!(one == other && one.starts_with(b"footworkfragment"));
}

#[test]
fn bad_traces_and_bad_names_are_refused_in_a_line() {
    let scratch = with_walker();
    scratch.write("nan/a.trace", format!("{TRACE}0 1 0 0\n0 NaN 0 0\n"));
    scratch.write("empty/readme", "");
    scratch.write("nothing/a.trace", TRACE);
    let before = scratch.files();
    for (folder, said) in [
        ("nan", "line 7: the velocity ahead cannot be \"NaN\""),
        ("empty", "there is no .trace file in it"),
        ("none", "none: "),
        ("nothing", "no trace holds a sample"),
    ] {
        let bake = ["bake", "fragments", "walker.rep", "--traces", folder, "-o", "walker.skill"];
        let error = scratch.run(&bake).one_error();
        assert!(error.contains(said), "{folder}: {error}");
    }
    let bake = |option: &str, value: &str| {
        scratch.run(&["bake", "fragments", "walker.rep", option, value, "-o", "walker.skill"]).one_error()
    };
    assert!(
        bake("--controllers", "matching")
            .contains("--controllers matching: it is model, steady, spread or greedy")
    );
    assert!(bake("--bound", "much").contains("--bound much: it is a number from"));
    assert!(scratch.run(&["eval", "fragments", "none.rep"]).one_error().contains("none.rep"));
    assert_eq!(scratch.files(), before);
}

#[test]
fn the_evaluation_has_its_figures_and_the_best_is_the_best() {
    let scratch = with_walker();
    scratch.write("traces/a.trace", trace(60));
    let eval =
        ["eval", "fragments", "walker.rep", "--traces", "traces", "--json", "--check", "-o", "figures"];
    let found = scratch.run(&eval).ok().json();
    for key in ["fragments", "bins", "controllers", "bake", "responsiveness", "further"] {
        assert!(!found[key].is_null(), "{key}");
    }
    assert_eq!(found["bins"], 150);
    let named = |name: &str, thresholded: bool| {
        let all = found["controllers"].as_array().unwrap();
        let own = |c: &&Value| c["name"] == name && c["thresholded"] == thresholded;
        all.iter().find(own).unwrap_or_else(|| panic!("{name} {thresholded} is missing"))
    };
    for name in ["model", "steady", "spread", "greedy", "opt", "matching"] {
        let controller = named(name, false);
        let percent = controller["percent_of_optimal"].as_f64().unwrap();
        assert!((0.0..=100.01).contains(&percent), "{name}: {percent}");
        for key in ["deviation", "mean_motion_quality", "mean_control_quality", "percent_of_optimal_by_bin"] {
            assert!(controller[key].as_f64().unwrap() >= 0.0, "{name}: {key}");
        }
        assert_eq!(controller["decision_ns"].is_number(), name != "opt");
    }
    assert!((named("opt", false)["percent_of_optimal"].as_f64().unwrap() - 100.0).abs() < 1e-6);
    assert!(named("opt", true)["percent_of_optimal"].as_f64().unwrap() <= 100.01);
    let bake = &found["bake"];
    for key in [
        "seconds",
        "improvement_steps",
        "evaluation_steps",
        "error_bound",
        "peak_mb",
        "seconds_per_improvement_step",
        "roofline_ratio",
    ] {
        assert!(bake[key].is_number(), "{key}: {bake:#}");
    }
    assert_eq!(bake["error_bound_checked"]["holds"], true);
    assert!((1..=100).contains(&bake["error_bound_falling"].as_array().unwrap().len()));
    let further = &found["further"];
    assert_eq!(keys(further), ["family", "mirrored", "model", "more_memory"]);
    assert_eq!(further["model"]["percent_of_optimal"], named("model", false)["percent_of_optimal"]);
    let family = further["family"].as_array().unwrap();
    assert_eq!(family[0]["percent_of_optimal"], further["model"]["percent_of_optimal"], "no variety");
    assert_eq!(family[0]["differs_next_time"], 0.0);
    assert!(family.last().unwrap()["differs_next_time"].as_f64().unwrap() > 0.0);
    let fragments = &further["mirrored"]["fragments"];
    assert_eq!(fragments[1].as_u64().unwrap(), 2 * fragments[0].as_u64().unwrap());
    assert_eq!(keys(&found["responsiveness"]), ["greedy", "matching", "model", "spread", "steady"]);
    assert_eq!(keys(&found["responsiveness"]["model"]), ["jump", "start", "stop", "turn"]);
    for figure in ["figures/figure-5.svg", "figures/figure-6.svg", "figures/figure-7.svg"] {
        let text = std::fs::read_to_string(scratch.path(figure)).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>") && !text.contains("NaN"));
    }
    // The same for people, of less: what is told does not depend on how much there is.
    scratch.run(&["perform", "locomotion", "--seconds", "4", "-o", "short.bvh"]).ok();
    scratch.run(&["import", "short.bvh", "-o", "short.rep"]).ok();
    scratch.write("short/a.trace", trace(8));
    let table = scratch.run(&["eval", "fragments", "short.rep", "--traces", "short"]).ok().out;
    assert!(table.contains("model-t") && table.contains("answers in"), "{table}");
}

#[test]
fn a_skill_that_is_not_there_is_answered_with_the_nearest_and_help_lists_all() {
    let scratch = Scratch::new();
    for command in ["bake", "eval"] {
        assert!(scratch.run(&[command, "fragmets", "walker.rep"]).usage_error().contains("'fragments'"));
        let help = scratch.run(&[command, "--help"]).ok().out;
        assert!(help.contains("fragments") && help.contains("behaviors"), "{help}");
    }
    let help = scratch.run(&["bake", "behaviors", "--help"]).ok().out;
    assert!(help.contains("--bound <SHARE>") && help.contains("[default: 0.001]"), "{help}");
    assert!(
        help.contains("footwork bake behaviors boxer.rep --behaviors mine.toml -o boxer.skill"),
        "{help}"
    );
    let help = scratch.run(&["eval", "behaviors", "--help"]).ok().out;
    assert!(help.contains("--paper") && !help.contains("--seed"), "{help}");
}

#[test]
fn boxers_are_baked_and_what_is_wrong_with_their_behaviours_is_named_with_its_line() {
    let scratch = Scratch::new();
    scratch.run(&["perform", "boxing", "--seconds", "20", "-o", "box.bvh"]).ok();
    scratch.run(&["import", "box.bvh", "-o", "boxer.rep"]).ok();
    let run = scratch.run(&["bake", "behaviors", "boxer.rep", "-o", "boxer.skill"]).ok();
    assert!(run.out.contains("hitting points") && run.out.contains("punch: "), "{}", run.out);
    assert!(std::fs::read(scratch.path("boxer.skill")).unwrap().starts_with(b"footworkboxing"));
    scratch.write("mine.toml", "[[behavior]]\nname = \"a\"\nnear = \"haed\"\nsigma = 0.3\nangles = 8\n");
    let bake = ["bake", "behaviors", "boxer.rep", "--behaviors", "mine.toml", "-o", "other.skill"];
    let error = scratch.run(&bake).one_error();
    assert!(error.contains("--behaviors mine.toml: line 3") && error.contains("\"head\""), "{error}");
}
