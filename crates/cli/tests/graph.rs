//! `footwork graph`: what can follow what, in figures.

use crate::common::{Scratch, keys};
use serde_json::Value;

const KINDS: [&str; 3] = ["frames", "actions", "fragments"];

fn with_repertoires() -> Scratch {
    let scratch = Scratch::new();
    scratch.write_repertoires();
    scratch
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn is_share(value: &Value) {
    assert!((0.0..=1.0).contains(&number(value)), "{value}");
}

/// Percentiles never fall.
fn are_costs(costs: &Value) {
    assert_eq!(keys(costs), ["most", "p25", "p5", "p50", "p75", "p95"]);
    let values = ["p5", "p25", "p50", "p75", "p95", "most"].map(|key| number(&costs[key]));
    assert!(values[0] >= 0.0 && values.is_sorted() && values[5] > 0.0, "{costs:#}");
}

fn is_branching(branching: &Value) {
    assert_eq!(keys(branching), ["mean", "most", "states_per_second"]);
    let (mean, most) = (number(&branching["mean"]), number(&branching["most"]));
    assert!(1.0 <= mean && mean <= most, "{branching:#}");
    assert!(number(&branching["states_per_second"]) > 0.0, "{branching:#}");
}

/// One for every class, in the alphabet's order; at least one can be waited for.
fn are_waits(waits: &Value) {
    let waits = waits.as_array().unwrap();
    assert!(waits.iter().any(|wait| number(&wait["starts"]) > 0.0), "{waits:#?}");
    assert!(waits.is_sorted_by(|a, b| a["class"].as_str().unwrap() < b["class"].as_str().unwrap()));
    for wait in waits {
        assert_eq!(keys(wait), ["class", "mean", "starts", "worst"]);
        if wait["starts"] == 0 {
            // It never begins.
            assert!(wait["mean"].is_null() && wait["worst"].is_null(), "{wait:#}");
            continue;
        }
        let (mean, worst) = (number(&wait["mean"]), number(&wait["worst"]));
        assert!(0.0 <= mean && mean <= worst && worst < 20.0, "{wait:#}");
    }
}

#[test]
fn the_frame_graph_has_its_figures_and_they_make_sense() {
    let scratch = with_repertoires();
    let figures = scratch.run(&["graph", "boxer.rep", "--kind", "frames", "--json"]).ok().json();
    assert_eq!(
        keys(&figures),
        [
            "actions",
            "branching",
            "candidates",
            "cost",
            "coverage",
            "dead_ends",
            "frames",
            "leads_in",
            "seconds",
            "states",
            "takes",
            "transitions",
            "waits"
        ]
    );
    assert_eq!(figures["frames"], 1201);
    assert!((number(&figures["seconds"]) - 20.0).abs() < 0.1);
    is_share(&figures["coverage"]);
    assert!(number(&figures["coverage"]) > 0.5, "{figures:#}");
    let outside = number(&figures["dead_ends"]) + number(&figures["leads_in"]);
    assert!((number(&figures["coverage"]) + outside / 1201.0 - 1.0).abs() < 1e-3, "{figures:#}");
    assert_eq!(figures["takes"].as_array().unwrap().len(), 1);
    assert_eq!(keys(&figures["takes"][0]), ["coverage", "take"]);
    assert_eq!(figures["takes"][0]["take"], "boxer-take");
    assert!((1.0..=1201.0).contains(&number(&figures["candidates"])));
    assert!(number(&figures["transitions"]) > 0.0 && number(&figures["states"]) > 0.0);
    assert!(
        number(&figures["actions"]) > number(&figures["states"]),
        "every state has more than one way out"
    );
    is_branching(&figures["branching"]);
    are_costs(&figures["cost"]);
    are_waits(&figures["waits"]);
}

#[test]
fn the_action_graph_has_its_figures_and_they_make_sense() {
    let scratch = with_repertoires();
    let figures = scratch.run(&["graph", "boxer.rep", "--kind", "actions", "--json"]).ok().json();
    assert_eq!(keys(&figures), ["actions", "branching", "coverage", "dead_ends", "nodes", "waits", "widths"]);
    let actions = number(&figures["actions"]);
    assert!(actions > 5.0 && number(&figures["dead_ends"]) < actions, "{figures:#}");
    assert!((2.0..=2.0 * actions).contains(&number(&figures["nodes"])), "{figures:#}");
    is_share(&figures["coverage"]);
    is_branching(&figures["branching"]);
    are_costs(&figures["widths"]);
    are_waits(&figures["waits"]);
}

#[test]
fn fragments_have_their_figures_and_they_make_sense() {
    let scratch = with_repertoires();
    let figures = scratch.run(&["graph", "walker.rep", "--kind", "fragments", "--json"]).ok().json();
    assert_eq!(keys(&figures), ["airborne", "coverage", "fragments", "speed", "turning"]);
    // One every twentieth of a second.
    assert!((390.0..=400.0).contains(&number(&figures["fragments"])), "{figures:#}");
    assert!(number(&figures["coverage"]) > 0.98, "{figures:#}");
    is_share(&figures["coverage"]);
    is_share(&figures["airborne"]);
    are_costs(&figures["speed"]);
    are_costs(&figures["turning"]);
    // Somebody who walks and runs, and is no car.
    assert!((0.5..12.0).contains(&number(&figures["speed"]["most"])), "{figures:#}");
}

#[test]
fn the_text_says_what_the_json_says() {
    let scratch = with_repertoires();
    for (kind, rows) in [
        ("frames", &["frames ", "coverage ", "dead ends removed ", "branching ", "cost ", "wait for "][..]),
        ("actions", &["actions, nodes ", "coverage ", "dead ends removed ", "branching ", "wait for "]),
        ("fragments", &["fragments ", "coverage ", "in the air ", "speed, m/s ", "turning, rad/s "]),
    ] {
        let args = ["graph", "boxer.rep", "--kind", kind, "--json"];
        let text = scratch.run(&args[..4]).ok().out;
        for row in rows {
            assert!(text.lines().any(|line| line.starts_with(row)), "{kind}: no {row:?} in {text}");
        }
        let figures = scratch.run(&args).ok().json();
        let coverage = format!("{:.1} %", 100.0 * number(&figures["coverage"]));
        assert!(text.lines().any(|line| line.starts_with("coverage") && line.ends_with(&coverage)), "{text}");
        for wait in figures["waits"].as_array().into_iter().flatten() {
            let class = wait["class"].as_str().unwrap();
            let never = wait["starts"] == 0;
            assert!(
                text.lines().any(|line| {
                    line.split_whitespace().next() == Some(class) && line.contains("never") == never
                }),
                "{class}: {text}"
            );
        }
    }
}

#[test]
fn nothing_leads_into_a_class_that_is_kept_out() {
    let scratch = with_repertoires();
    let starts = |args: &[&str], class: &str| {
        let figures =
            scratch.run(&[&["graph", "boxer.rep", "--kind", "frames", "--json"], args].concat()).ok();
        let figures = figures.json();
        let waits = figures["waits"].as_array().unwrap();
        let wait = waits.iter().find(|wait| wait["class"] == class);
        (wait.unwrap_or_else(|| panic!("{class}: {figures:#}"))["starts"].as_u64().unwrap(), figures)
    };
    let (before, open) = starts(&[], "elbow");
    let (after, closed) = starts(&["--without", "elbow"], "elbow");
    assert!(before > 0 && after == 0, "{before}, {after}");
    assert!(number(&closed["coverage"]) < number(&open["coverage"]));
    assert_eq!(starts(&["--without", "elbow,punch"], "punch").0, 0);
}

#[test]
fn a_class_that_no_action_has_is_refused_with_those_that_there_are() {
    let scratch = with_repertoires();
    let error =
        scratch.run(&["graph", "boxer.rep", "--kind", "frames", "--without", "punch,punsh"]).one_error();
    assert!(
        error.contains("no action is of class \"punsh\"; there are: ") && error.contains("elbow"),
        "{error}"
    );
    let known: Vec<&str> = error.trim().split("there are: ").nth(1).unwrap().split(", ").collect();
    assert!(known.is_sorted() && known.contains(&"punch"), "{known:?}");
    for kind in ["actions", "fragments"] {
        let error = scratch.run(&["graph", "boxer.rep", "--kind", kind, "--without", "punch"]).one_error();
        assert!(error.contains("--without is for --kind frames"), "{error}");
    }
}

#[test]
fn what_is_no_repertoire_is_one_line_that_names_it() {
    let scratch = with_repertoires();
    for (file, said) in scratch.write_bad_repertoires("boxer.rep") {
        for kind in KINDS {
            let error = scratch.run(&["graph", file, "--kind", kind, "--json"]).one_error();
            assert!(error.contains(said), "{kind}: {error}");
        }
    }
    let error = scratch.run(&["graph", "boxer.rep", "--kind", "faces"]).usage_error();
    assert!(error.contains("frames") && error.contains("actions") && error.contains("fragments"), "{error}");
    scratch.run(&["graph", "boxer.rep"]).usage_error();
}

#[test]
fn a_single_short_take_has_figures_that_say_there_is_no_way_on() {
    let scratch = Scratch::new();
    scratch.run(&["perform", "locomotion", "--seconds", "1", "-o", "blink.bvh"]).ok();
    scratch.run(&["import", "blink.bvh", "-o", "blink.rep"]).ok();
    for kind in KINDS {
        let text = scratch.run(&["graph", "blink.rep", "--kind", kind]).ok().out;
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        let figures = scratch.run(&["graph", "blink.rep", "--kind", kind, "--json"]).ok().json();
        is_share(&figures["coverage"]);
        if kind != "fragments" {
            assert_eq!((&figures["coverage"], &figures["branching"]["most"]), (&0.0.into(), &0.into()));
            assert!(text.contains("never"), "{text}");
        }
    }
    let text = scratch.run(&["graph", "blink.rep", "--kind", "frames"]).ok().out;
    assert!(text.lines().any(|line| line.starts_with("hardly reached") && line.contains("blink")), "{text}");
}

#[test]
fn one_thread_and_two_say_the_same() {
    let scratch = with_repertoires();
    for kind in KINDS {
        for args in
            [vec!["graph", "boxer.rep", "--kind", kind], vec!["graph", "boxer.rep", "--kind", kind, "--json"]]
        {
            assert_eq!(scratch.run_on(1, &args).ok().out, scratch.run_on(2, &args).ok().out, "{args:?}");
        }
    }
}
