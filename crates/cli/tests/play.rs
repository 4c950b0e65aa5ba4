//! `footwork play`: scenes without a window.

use crate::common;
use crate::common::{Scratch, keys};
use footwork_motion::WorldClip;
use serde_json::Value;

const SCENES: [&str; 5] = ["walk-about", "shadow-boxing", "thirty-alone", "crowd", "one-take"];

/// With `boxer.rep`, `walker.rep` and `my-scene.toml`, which names the first.
fn with_scene(actors: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write_repertoires();
    write_scene(&scratch, actors);
    scratch
}

/// `[repertoire]` is at line 3, the first `[[actors]]` at line 5.
fn write_scene(scratch: &Scratch, actors: &str) {
    let head = "title = \"Mine\"\nline = \"My own.\"\n[repertoire]\nfile = \"boxer.rep\"\n";
    scratch.write("my-scene.toml", format!("{head}[[actors]]\n{actors}\n"));
}

fn play(scratch: &Scratch, args: &[&str]) -> Value {
    scratch.run(&[&["play"], args, &["--json"]].concat()).ok().json()
}

fn hash(json: &Value) -> &str {
    let hash = json["hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{hash}");
    hash
}

#[test]
fn every_scene_plays_and_ends_with_its_hash() {
    let scratch = Scratch::new();
    for scene in SCENES {
        let run = scratch.run(&["play", scene, "--seconds", "2"]).ok();
        assert_eq!(run.err, "");
        let row = |name: &str| {
            let line = run.out.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("{name}: {run:#?}")).trim().to_string()
        };
        assert_eq!(row("scene "), scene);
        assert!(row("ticks ").starts_with("120 in "), "{run:#?}");
        for name in ["actors ", "events ", "planted feet ", "below the floor ", "velocity jumps "] {
            assert!(!row(name).is_empty());
        }
        // The JSON of the same run says the same.
        let json = play(&scratch, &[scene, "--seconds", "2"]);
        assert_eq!((row("hash ").as_str(), row("actors ")), (hash(&json), json["actors"].to_string()));
    }
    assert_eq!(scratch.files(), [] as [&str; 0]);
}

#[test]
fn as_many_people_play_as_are_asked_for_where_the_scene_leaves_it_open() {
    let scratch = with_scene("mind = \"stand\"\ncount = 3\nmost = 9");
    let seven = play(&scratch, &["my-scene.toml", "--seconds", "1", "--people", "7"]);
    assert_eq!(seven["actors"], 7);
    // A scene that says so itself is the same run.
    let text = std::fs::read_to_string(scratch.path("my-scene.toml")).unwrap();
    scratch.write("seven.toml", text.replace("line =", "people = 7\nline ="));
    assert_eq!(hash(&play(&scratch, &["seven.toml", "--seconds", "1"])), hash(&seven));
    assert_eq!(play(&scratch, &["my-scene.toml", "--seconds", "1"])["actors"], 3);
    let error = scratch.run(&["play", "my-scene.toml", "--seconds", "1", "--people", "10"]).one_error();
    assert!(error.contains("--people: ") && error.contains("from 1 to 9"), "{error}");
    let error = scratch.run(&["play", "one-take", "--seconds", "1", "--people", "2"]).one_error();
    assert!(error.contains("cannot be changed in this scene"), "{error}");
}

#[test]
fn the_json_has_its_keys_and_they_make_sense() {
    let scratch = Scratch::new();
    let json = play(&scratch, &["thirty-alone", "--seconds", "2"]);
    assert_eq!(
        keys(&json),
        ["actors", "events", "hash", "quality", "scene", "score", "seconds", "ticks", "ticks_per_second"]
    );
    assert_eq!(
        (&json["scene"], &json["actors"], &json["ticks"]),
        (&"thirty-alone".into(), &30.into(), &120.into())
    );
    let (seconds, rate) = (json["seconds"].as_f64().unwrap(), json["ticks_per_second"].as_f64().unwrap());
    assert!((seconds * rate / 120.0 - 1.0).abs() < 1e-6, "{json:#}");
    let events = &json["events"];
    assert_eq!(
        keys(events),
        ["contacts", "cues", "fallbacks", "pushes", "segments", "strikes", "target_hits"]
    );
    assert!(events["segments"].as_u64().unwrap() > 0, "{events:#}");
    assert_eq!((&events["pushes"], &events["cues"], &events["fallbacks"]), (&0.into(), &0.into(), &0.into()));
    let quality = &json["quality"];
    assert_eq!(
        keys(quality),
        [
            "actors",
            "below_floor_cm",
            "floating",
            "not_held",
            "over_usual",
            "skate_cm_s",
            "slide_cm_s",
            "touch_slide_cm_s",
            "usual_jump",
            "worst_jump"
        ]
    );
    let of = |key: &str| quality[key].as_f64().unwrap();
    assert!(
        (0.0..1.0).contains(&of("skate_cm_s")) && (0.0..1.0).contains(&of("below_floor_cm")),
        "{quality:#}"
    );
    assert!((0.0..=1.0).contains(&of("over_usual")) && of("usual_jump") > 0.0, "{quality:#}");
}

#[test]
fn the_result_is_the_same_on_one_two_and_three_threads() {
    let scratch = Scratch::new();
    let on = |threads: &str| {
        let mut json = play(&scratch, &["crowd", "--seconds", "1", "--threads", threads]);
        // Only what the clock says may differ.
        for key in ["seconds", "ticks_per_second"] {
            json.as_object_mut().unwrap().remove(key);
        }
        json
    };
    let one = on("1");
    assert_eq!(one, on("2"));
    assert_eq!(one, on("3"));
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_one_another() {
    let scratch = Scratch::new();
    let seeded = |seed: &str, out: &str| {
        let json = play(&scratch, &["walk-about", "--seconds", "5", "--seed", seed, "-o", out]);
        hash(&json).to_string()
    };
    let hashes = [seeded("1", "a.glb"), seeded("1", "b.glb"), seeded("2", "c.glb")];
    assert_eq!(hashes[0], hashes[1]);
    assert_ne!(hashes[0], hashes[2]);
    assert!(scratch.bytes("a.glb") == scratch.bytes("b.glb"));
    assert!(scratch.bytes("a.glb") != scratch.bytes("c.glb"));
    // What is kept changes nothing, and one is the seed that nobody asks for.
    assert_eq!(hash(&play(&scratch, &["walk-about", "--seconds", "5"])), hashes[0]);
}

#[test]
fn a_glb_has_everybody_and_a_folder_one_bvh_each_with_the_same_motion() {
    let scratch = Scratch::new();
    scratch.run(&["play", "one-take", "--seconds", "2", "-o", "all.glb"]).ok();
    scratch.run(&["play", "one-take", "--seconds", "2", "-o", "each/"]).ok();
    assert_eq!(scratch.files(), ["all.glb", "each/loop.bvh", "each/slow.bvh", "each/stands.bvh"]);
    let all = scratch.import("all.glb");
    let names: Vec<&str> = all.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["loop", "slow", "stands"]);
    for body in &all.bodies {
        let alone = scratch.body(&format!("each/{}.bvh", body.name));
        let (a, b) = (&body.clips[0], &alone.clips[0]);
        assert_eq!((body.clips.len(), a.frames(), b.frames()), (1, 120, 120), "{}", body.name);
        assert_eq!((a.rate().round(), b.rate().round()), (60.0, 60.0));
        assert!(common::farthest(&alone, body) < 2e-3, "{}", body.name);
    }
    // They stand where the scene puts them.
    let middle = |number: usize| {
        let body = &all.bodies[number];
        WorldClip::new(&body.skeleton, &body.clips[0]).position(0, 0)
    };
    assert!((middle(0).x + 1.5).abs() < 0.5 && (middle(2).x - 1.5).abs() < 0.5);
    scratch.run(&["play", "thirty-alone", "--seconds", "0.5", "-o", "thirty.glb"]).ok();
    assert_eq!(scratch.import("thirty.glb").bodies.len(), 30);
}

#[test]
fn a_name_without_an_ending_is_a_folder() {
    let scratch = Scratch::new();
    scratch.run(&["play", "walk-about", "--seconds", "0.5", "-o", "deep/down"]).ok();
    assert_eq!(scratch.files(), ["deep/down/walker.bvh"]);
}

#[test]
fn a_scene_of_ones_own_reads_the_repertoire_beside_it() {
    let scratch = with_scene(
        "mind = \"wander\"\ncount = 2\n[[actors]]\nmind = \"loop\"\nloop = { to = 2.0 }\nat = [4.0, 0.0]",
    );
    let json = play(&scratch, &["my-scene.toml", "--seconds", "2"]);
    assert_eq!((&json["scene"], &json["actors"]), (&"my-scene".into(), &3.into()));
    // Beside the scene, wherever one is.
    std::fs::create_dir(scratch.path("deep")).unwrap();
    for file in ["my-scene.toml", "boxer.rep"] {
        std::fs::rename(scratch.path(file), scratch.path("deep").join(file)).unwrap();
    }
    assert_eq!(hash(&play(&scratch, &["deep/my-scene.toml", "--seconds", "2"])), hash(&json));
}

#[test]
fn actors_of_one_name_have_a_file_each() {
    let actors =
        ["fred", "fred", "fred-1", "FRED"].map(|name| format!("mind = \"stand\"\nname = {name:?}\n"));
    let scratch = with_scene(&actors.join("[[actors]]\n"));
    scratch.run(&["play", "my-scene.toml", "--seconds", "0.1", "-o", "each/"]).ok();
    let written = scratch.files().into_iter().filter(|file| file.starts_with("each/"));
    assert_eq!(
        written.collect::<Vec<_>>(),
        ["each/FRED-2.bvh", "each/fred-1-1.bvh", "each/fred-1.bvh", "each/fred.bvh"]
    );
}

#[test]
fn an_error_in_a_scene_names_file_line_and_key_and_what_would_be_right() {
    let scratch = with_scene("mind = \"stand\"");
    let files = scratch.files();
    for (actors, said) in [
        ("mnd = \"wander\"", "line 6: \"mnd\" is not known here; did you mean \"mind\"?"),
        ("mind = \"stand\"\n[[actor]]", "line 7: \"actor\" is not known here; did you mean \"actors\"?"),
        ("mind = \"wandr\"", "line 5: mind: there is no mind \"wandr\"; did you mean \"wander\"?"),
        ("mind = \"levitate\"", "line 5: mind: there is no mind \"levitate\"; there are: stand, play, "),
        (
            "mind = \"play\"\nplay = { take = \"boxer-tak\" }",
            "take \"boxer-tak\"; did you mean \"boxer-take\"?",
        ),
        (
            "mind = \"follow\"\nfollow = { take = \"waltz\" }",
            "line 5: actor: take: there is no take \"waltz\"; there are: boxer-take",
        ),
        ("mind = \"follow\"", "line 5: follow: missing field `take`"),
        ("mind = \"play\"\nname = \"fred\"\nplay = { from = 99.0 }", "line 5: fred: from and to: 99 s"),
        ("mind = \"play\"\nplay = { to = 99.0 }", "line 5: actor: from and to: 0 s to 99 s"),
        ("mind = \"play\"\nplay = { from = 3.0, to = 2.0 }", "line 7: play: from and to "),
        (
            "mind = \"wander\"\nwander = { without = [\"kik\"] }",
            "line 5: actor: without: no action is of class \"kik\"; did you mean \"kick\"?",
        ),
        (
            "mind = \"wander\"\nwander = { without = [\"photosynthesis\"] }",
            "without: no action is of class \"photosynthesis\"; there are: ",
        ),
        (
            "mind = \"stand\"\nwithout = [\"kick\"]",
            "line 7: without belongs into the table of its mind: wander = {",
        ),
        ("mind = \"stand\"\ncount = 0", "line 5: count = 0: from 1 to "),
        ("mind = \"stand\"\ncount = -3", "line 7: actors: count: "),
        ("mind = \"stand\"\ncount = 1.5", "line 7: actors: count: "),
        ("mind = \"stand\"\nat = [nan, 0.0]", "line 5: at = NaN is nowhere"),
        ("mind = \"stand\"\nat = [0.0, inf]", "line 5: at = inf is nowhere"),
        ("mind = \"stand\"\nat = [1.0]", "line 7: actors: at: "),
        ("mind = \"stand\"\nfacing = nan", "line 5: facing = NaN"),
        ("mind = \"stand\"\napart = 0.0", "line 5: apart = 0"),
        ("mind = \"play\"\nplay = { rate = 0.0 }", "line 7: play: rate = 0: above 0"),
        ("mind = \"play\"\nplay = { rate = -1.0 }", "line 7: play: rate = -1: above 0"),
        ("mind = \"loop\"\nloop = { rate = nan }", "line 7: loop: rate = NaN: above 0"),
        ("mind = \"loop\"\nloop = { rate = inf }", "line 7: loop: rate = inf: above 0"),
        ("mind = \"stand\"\nname = \"../evil\"", "line 5: name = \"../evil\""),
        ("mind = \"stand\"\nname = \"\"", "line 5: name = \"\""),
        ("mind = \"stand", "line 6: "),
        (
            "mind = \"stand\"\n[[props]]\nkind = \"bal\"\nat = [0.0, 1.0, 0.0]",
            "line 8: kind: \"bal\" is not known here; did you mean \"ball\"?",
        ),
        ("mind = \"stand\"\n[[props]]\nkind = \"ball\"\nat = [0.0, 1.0, 0.0]\nradius = -1.0", "line 7: "),
    ] {
        write_scene(&scratch, actors);
        for out in ["out.glb", "out/"] {
            let error = scratch.run(&["play", "my-scene.toml", "--seconds", "1", "-o", out]).one_error();
            assert!(error.starts_with("error: my-scene.toml: line "), "{error}");
            assert!(error.contains(said), "{actors}: {said:?} is not in {error}");
        }
    }
    assert_eq!(scratch.files(), files);
    assert!(!scratch.has("out"));
}

#[test]
fn a_scene_whose_repertoire_is_no_good_says_where_it_is_named() {
    let scratch = with_scene("mind = \"stand\"");
    for (file, said) in scratch.write_bad_repertoires("boxer.rep") {
        scratch.write(
            "bad.toml",
            format!("title = \"Bad\"\nline = \"Bad.\"\n\n[repertoire]\nfile = {file:?}\n[[actors]]\nmind = \"stand\"\n"),
        );
        let error = scratch.run(&["play", "bad.toml", "-o", "out/"]).one_error();
        assert!(error.starts_with("error: bad.toml: line 4: file: ") && error.contains(said), "{error}");
        assert!(!scratch.has("out"));
    }
    // A repertoire that lacks what the mind needs.
    scratch.run(&["perform", "locomotion", "--seconds", "1", "-o", "blink.bvh"]).ok();
    scratch.run(&["import", "blink.bvh", "-o", "boxer.rep", "--rate", "30"]).one_error();
    std::fs::remove_file(scratch.path("boxer.rep")).unwrap();
    scratch.run(&["import", "blink.bvh", "-o", "boxer.rep"]).ok();
    write_scene(&scratch, "mind = \"wander\"");
    let error = scratch.run(&["play", "my-scene.toml"]).one_error();
    assert!(error.starts_with("error: my-scene.toml: line 5: actor: "), "{error}");
}

#[test]
fn a_repertoire_is_performed_or_read_and_nothing_else() {
    let scratch = Scratch::new();
    for (repertoire, said) in [
        (
            "performer = [\"boxin\"]",
            "line 3: performer: there is no show \"boxin\"; did you mean \"boxing\"?",
        ),
        ("performer = []", "line 3: performer and seeds"),
        ("performer = [\"boxing\"]\nfile = \"a.rep\"", "line 3: "),
        ("file = \"a.rep\"\nseconds = 3.0", "line 3: seconds, seeds and mirror"),
        ("seconds = 0.0", "line 3: seconds = 0"),
        ("seconds = nan", "line 3: seconds = NaN"),
        ("fil = \"a.rep\"", "line 4: \"fil\" is not known here; did you mean \"file\"?"),
    ] {
        let text = format!(
            "title = \"A\"\nline = \"B.\"\n[repertoire]\n{repertoire}\n[[actors]]\nmind = \"stand\"\n"
        );
        scratch.write("my.toml", text);
        let error = scratch.run(&["play", "my.toml"]).one_error();
        assert!(error.starts_with("error: my.toml: line ") && error.contains(said), "{repertoire}: {error}");
    }
    for text in ["", "title = \"A\"\nline = \"B.\"\n", "title = \"A\"\n[[actors]]\nmind = \"stand\"\n"] {
        scratch.write("my.toml", text);
        let error = scratch.run(&["play", "my.toml"]).one_error();
        assert!(error.starts_with("error: my.toml: line 1: "), "{error}");
    }
}

#[test]
fn a_scene_that_is_not_there_is_one_line_with_the_nearest() {
    let scratch = Scratch::new();
    scratch.write("bytes.toml", [0xff, 0xfe, 0]);
    scratch.write("folder.toml/readme", "");
    for (scene, said) in [
        ("crwd", "there is no scene \"crwd\"; did you mean \"crowd\"?"),
        ("walkabout", "did you mean \"walk-about\"?"),
        ("tango", "there are: fight-the-computer, battle, boxing-crowd, browse, bumping, carry, "),
        ("none.toml", "none.toml: "),
        ("none/mine.toml", "none/mine.toml: "),
        ("bytes.toml", "bytes.toml: "),
        ("folder.toml", "folder.toml is a folder"),
    ] {
        let error = scratch.run(&["play", scene]).one_error();
        assert!(error.contains(said), "{scene}: {error}");
    }
}

#[test]
fn what_cannot_be_run_or_written_is_refused_and_nothing_is_left() {
    let scratch = Scratch::new();
    scratch.write("file", "");
    scratch.write("folder.glb/readme", "");
    let files = scratch.files();
    for (option, value) in [
        ("--seconds", "0"),
        ("--seconds", "-1"),
        ("--seconds", "nan"),
        ("--seconds", "inf"),
        ("--seconds", "1e9"),
        ("--seconds", "long"),
        ("--threads", "0"),
        ("--threads", "-1"),
        ("--threads", "1000"),
        ("--seed", "1.5"),
    ] {
        scratch.run(&["play", "one-take", "-o", "out.glb", option, value]).usage_error();
    }
    for (out, said) in [
        ("out.bvh", "one .glb file, or as BVH files into a folder"),
        ("out.fbx", "out.fbx: Footwork writes"),
        ("none/out.glb", "none/out.glb could not be written"),
        ("file/out.glb", "file/out.glb could not be written"),
        ("file/out/", "file/out/: "),
    ] {
        let error = scratch.run(&["play", "one-take", "--seconds", "0.2", "-o", out]).one_error();
        assert!(error.contains(said), "{out}: {error}");
    }
    assert_eq!(scratch.files(), files);
}

/// Everything used to be kept in memory until the end, and then twice over.
#[cfg(target_os = "linux")]
#[test]
fn a_long_run_of_many_takes_no_more_memory_than_a_short_one() {
    let scratch = Scratch::new();
    scratch.write(
        "many.toml",
        "title = \"Many\"\nline = \"Many.\"\n[repertoire]\nperformer = [\"locomotion\"]\nseconds = 4.0\nseeds = [1]\n\
         [[actors]]\nname = \"one\"\nmind = \"loop\"\ncount = 150\n",
    );
    for (seconds, out) in [("1", "short.glb"), ("40", "long.glb"), ("40", "long/")] {
        // kB of address space: enough for a short run (300,000), and too little for one of 25 s that is kept (500,000).
        let footwork = env!("CARGO_BIN_EXE_footwork");
        let script = format!("ulimit -v 420000; exec {footwork} play many.toml --seconds {seconds} -o {out}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]).current_dir(scratch.path("")).env("RAYON_NUM_THREADS", "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{out}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let [short, long] =
        ["short.glb", "long.glb"].map(|name| std::fs::metadata(scratch.path(name)).unwrap().len());
    assert!(long > 10 * short, "{short} and {long} bytes");
    assert_eq!(scratch.files().iter().filter(|name| name.starts_with("long/")).count(), 150);
    assert!(scratch.files().iter().all(|name| !name.ends_with(".part")));
}

#[test]
fn what_no_glb_file_can_hold_is_refused_before_the_run() {
    let error = Scratch::new().run(&["play", "crowd", "--seconds", "86400", "-o", "day.glb"]).one_error();
    assert!(error.contains("GB, and a GLB file holds 4: name a folder"), "{error}");
}
