//! `footwork scenes`: what there is to play.

use std::path::Path;

use crate::common::{Scratch, keys};

/// The scenes of the folder that they are written in.
fn folder() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> =
        files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_scene_is_listed_with_a_line() {
    let scratch = Scratch::new();
    let run = scratch.run(&["scenes"]).ok();
    assert_eq!(run.err, "");
    let mut names = Vec::new();
    for line in run.out.lines() {
        let mut words = line.split_whitespace();
        names.push(words.next().unwrap().to_string());
        assert!(words.next().unwrap().parse::<u32>().unwrap() >= 1, "{line}");
        let rest: Vec<&str> = words.collect();
        assert!(rest.len() > 3 && line.ends_with('.'), "{line}");
    }
    names.sort();
    assert_eq!(names, folder());
    assert_eq!(scratch.files(), [] as [&str; 0]);
}

#[test]
fn the_json_has_name_title_line_actors_and_what_the_user_may_do() {
    let scratch = Scratch::new();
    let json = scratch.run(&["scenes", "--json"]).ok().json();
    let scenes = json.as_array().unwrap();
    let text = scratch.run(&["scenes"]).ok().out;
    assert_eq!(scenes.len(), text.lines().count());
    for (scene, row) in scenes.iter().zip(text.lines()) {
        assert_eq!(keys(scene), ["actors", "line", "may", "name", "title"]);
        assert!(row.starts_with(scene["name"].as_str().unwrap()), "{row}");
        assert!(row.ends_with(scene["line"].as_str().unwrap()), "{row}");
        assert!(!scene["title"].as_str().unwrap().is_empty());
        assert_eq!(row.split_whitespace().nth(1).unwrap(), scene["actors"].to_string());
        for deed in scene["may"].as_array().unwrap() {
            assert!(["push", "point", "target", "steer"].contains(&deed.as_str().unwrap()), "{deed}");
        }
    }
    let named = |name: &str| scenes.iter().find(|scene| scene["name"] == name).unwrap();
    assert_eq!(named("crowd")["actors"], 1000);
    assert_eq!(named("walk-about")["may"], serde_json::json!(["push"]));
}

#[test]
fn it_takes_no_names() {
    Scratch::new().run(&["scenes", "crowd"]).usage_error();
}
