//! FBX that is damaged, empty or out to do harm: a sentence, and nothing else.

use super::writer::{Style, fbx};
use super::{read, swayer};

fn sentence(name: &str, bytes: &[u8]) -> String {
    let said = read(name, bytes).expect_err("it is bad").to_string();
    assert!(said.starts_with(name) && said.len() < 300, "{said}");
    said
}

#[test]
fn what_is_no_fbx_or_ends_early_is_refused_by_a_sentence() {
    assert!(sentence("empty.fbx", b"").contains("empty"));
    assert!(sentence("picture.fbx", b"\x89PNG\r\n\x1a\n 1234").contains("PNG"));
    sentence("text.fbx", b"This is a letter.");
    sentence("magic.fbx", b"Kaydara FBX Binary  \0\x1a\0");
    let (skeleton, clip) = swayer();
    let whole = fbx(&skeleton, &clip, &Style::maya());
    assert!(sentence("walk.bvh", whole.as_bytes()).contains("FBX"), "a disguise is seen");
    for share in [10, 30, 50, 70] {
        let cut = &whole.as_bytes()[..whole.len() * share / 100];
        // What is cut is refused, or what is there is read; neither is a crash.
        let _ = read("cut.fbx", cut);
    }
}

#[test]
fn a_file_without_a_skeleton_says_so() {
    let nothing = "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\n}\nObjects: {\n}\nConnections: {\n}\n";
    assert!(sentence("nothing.fbx", nothing.as_bytes()).contains("nothing here that moves"));
}

#[test]
fn a_take_that_would_fill_memory_is_refused() {
    let (skeleton, clip) = swayer();
    let whole = fbx(&skeleton, &clip, &Style::maya());
    // The last key of every curve, a year later.
    let last = format!("{}", (59.0 / 30.0 * 46_186_158_000.0_f64).round());
    assert!(whole.contains(&last));
    let long = whole.replace(&last, "1400000000000000000");
    let said = sentence("long.fbx", long.as_bytes());
    assert!(said.contains("cannot hold"), "{said}");
}

#[test]
fn a_cycle_of_nodes_does_not_go_round_for_ever() {
    let (skeleton, clip) = swayer();
    let whole = fbx(&skeleton, &clip, &Style::maya());
    // The hips hang on a knee, which hangs on the hips.
    let knee = 1000 + 20 * skeleton.find("LeftKnee").unwrap();
    let round = whole.replace("C: \"OO\",1000,0\n", &format!("C: \"OO\",1000,{knee}\n"));
    assert_ne!(round, whole);
    let _ = read("round.fbx", round.as_bytes());
}

#[test]
fn a_scale_of_zero_is_said_and_a_mirrored_one_refused() {
    let (skeleton, clip) = swayer();
    let style = Style { armature: Some(("Armature", 1.0)), ..Style::maya() };
    let whole = fbx(&skeleton, &clip, &style);
    let scaled = |by: &str| whole.replace("\"A\",1,1,1", &format!("\"A\",{by},{by},{by}"));
    let import = read("zero.fbx", scaled("0").as_bytes()).unwrap();
    assert!(
        import.warnings.iter().any(|warning| warning.contains("scaled to nothing")),
        "{:?}",
        import.warnings
    );
    assert!(sentence("mirrored.fbx", scaled("-1").as_bytes()).contains("mirrored"));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let (skeleton, clip) = swayer();
    let whole = fbx(&skeleton, &clip, &Style::maya());
    let from = whole.find("KeyValueFloat").unwrap();
    let at = from + whole[from..].find("a: ").unwrap() + 3;
    for number in ["nan", "1e300", "inf", "-", "1e39"] {
        let mut bad = whole.clone();
        bad.insert_str(at, &format!("{number},"));
        let _ = read("numbers.fbx", bad.as_bytes());
    }
}
