//! Bones and joints that do not fit together.

use footwork_formats::{ReadOptions, read, read_bytes};

use super::{AMC, GLTF, changed, refusal};
use crate::intake::{SKELETON, read_alone};

#[test]
fn a_joint_that_is_its_own_ancestor_is_refused_by_name() {
    let message = refusal("take.asf", changed(SKELETON, "spine head", "spine head\n    head spine"));
    assert_eq!(message, "take.asf: :hierarchy: \"spine\" has two parents, or is its own ancestor");
    let cycle = changed(GLTF, r#"{"name":"chest","#, r#"{"name":"chest","children":[0],"#);
    assert_eq!(refusal("take.gltf", cycle), "take.gltf: nodes[0]: is its own ancestor");
    let itself = changed(GLTF, r#""children":[1]"#, r#""children":[0]"#);
    assert_eq!(refusal("take.gltf", itself), "take.gltf: nodes[0]: is its own ancestor");
}

#[test]
fn bones_that_do_not_fit_together_are_refused_by_name() {
    let message = refusal("take.amc", changed(AMC, "head 5", "tail 5"));
    assert_eq!(
        message,
        "take.amc: line 6, column 1: found \"tail\", expected the name of a bone of \"small\", or a frame's number"
    );
    let message = refusal("take.amc", changed(AMC, "head 5", "spine 1 2 3"));
    assert_eq!(message, "take.amc: line 6, column 1: found \"spine\", expected every bone once per frame");
    let message = refusal("take.asf", changed(SKELETON, "spine head", "spine head tail"));
    assert_eq!(
        message,
        "take.asf: :hierarchy: \"tail\" is a child of \"spine\", but :bonedata has no bone of that name"
    );
    let message = refusal("take.asf", changed(SKELETON, "root spine", "root spine head"));
    assert_eq!(message, "take.asf: :hierarchy: \"head\" has two parents, or is its own ancestor");
    let message = refusal("take.asf", changed(SKELETON, "name head", "name Spine"));
    assert_eq!(message, "take.asf: :bonedata: two bones are called \"Spine\"");
    let message = refusal("take.asf", &SKELETON[..SKELETON.find(":hierarchy").unwrap()]);
    assert_eq!(message, "take.asf: :hierarchy: no bone hangs on \"root\"");
}

#[test]
fn a_parent_with_two_lines_in_the_hierarchy_keeps_the_children_of_both() {
    let text = changed(SKELETON, "    spine head", "    root head");
    let import = read_alone("take.asf", text.as_bytes()).unwrap();
    let skeleton = &import.bodies[0].skeleton;
    assert!(skeleton.find("spine").is_some() && skeleton.find("head").is_some());
}

#[test]
fn bones_with_names_older_than_utf8_are_found() {
    let latin = |text: &str| {
        let bytes = text.replace("head", "t?te").into_bytes();
        bytes.into_iter().map(|b| if b == b'?' { 0xea } else { b }).collect::<Vec<u8>>()
    };
    let beside = |_: &str| Ok(latin(SKELETON));
    let import = read_bytes("take.amc", latin(AMC), &ReadOptions::default(), &beside).unwrap();
    assert!(import.bodies[0].skeleton.find("t\u{fffd}te").is_some());
}

#[test]
fn an_amc_without_its_skeleton_says_what_to_put_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let take = folder.path().join("16_17.amc");
    std::fs::write(&take, AMC).unwrap();
    let message = read(&take, &ReadOptions::default()).unwrap_err().to_string();
    let wanted = "16_17.amc: an AMC file needs its skeleton: put 16_17.asf or 16.asf beside it";
    assert!(message.ends_with(wanted), "{message}");
    let none = |_: &str| Err(String::new());
    let message =
        read_bytes("16_17.amc", AMC.into(), &ReadOptions::default(), &none).unwrap_err().to_string();
    assert_eq!(message, wanted);
    // A bad skeleton is what the error names.
    std::fs::write(folder.path().join("16.ASF"), "nothing").unwrap();
    let message = read(&take, &ReadOptions::default()).unwrap_err().to_string();
    assert!(message.contains("16.ASF: line 1, column 1: found \"nothing\""), "{message}");
    std::fs::write(folder.path().join("16.ASF"), SKELETON).unwrap();
    assert!(read(&take, &ReadOptions::default()).is_ok());
}
