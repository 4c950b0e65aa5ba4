//! What is no motion file at all.

use footwork_formats::{LoadError, ReadError, ReadOptions, read};

use super::{BVH, glb, refusal};
use crate::intake::SKELETON;

#[test]
fn files_with_nothing_in_them_are_called_empty() {
    for ending in ["bvh", "asf", "amc", "gltf", "glb"] {
        for nothing in ["", " ", "\n\n\t \r\n"] {
            let name = format!("take.{ending}");
            assert_eq!(refusal(&name, nothing), format!("{name} is empty"));
        }
    }
}

#[test]
fn files_of_another_kind_are_called_what_they_are() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF";
    let fbx = b"Kaydara FBX Binary  \0\x1a\0";
    for ending in ["bvh", "asf", "amc", "gltf", "glb"] {
        let name = format!("take.{ending}");
        let format = if ending == "gltf" { "glTF".to_string() } else { ending.to_uppercase() };
        assert_eq!(refusal(&name, png), format!("{name}: it is a PNG picture rather than {format}"));
        assert_eq!(refusal(&name, jpeg), format!("{name}: it is a JPEG picture rather than {format}"));
        assert_eq!(refusal(&name, fbx), format!("{name}: it is an FBX file rather than {format}"));
        assert_eq!(
            refusal(&name, [1, 2, 3, 0]),
            format!("{name}: it holds binary data rather than {format}")
        );
    }
    assert_eq!(refusal("take.bvh", glb()), "take.bvh: it is a GLB file rather than BVH");
    assert!(
        refusal("take.bvh", SKELETON).contains("line 1, column 1: found \":version\", expected HIERARCHY")
    );
    assert!(refusal("take.asf", BVH).contains("line 1, column 1: found \"HIERARCHY\", expected a section"));
    assert!(refusal("take.gltf", BVH).contains("JSON: expected value at line 1 column 1"));
}

#[test]
fn an_unknown_ending_is_refused_with_the_known_ones() {
    for name in ["take.obj", "take", "take.bvh.zip", ".bvh"] {
        let message = refusal(name, BVH);
        assert_eq!(
            message,
            format!("{name}: Footwork reads .bvh, .fbx, .asf, .amc, .gltf, .glb, .vrm and .vrma files")
        );
    }
}

#[test]
fn folders_and_files_that_are_not_there_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let options = ReadOptions::default();
    let called = folder.path().join("take.bvh");
    // Not there is what is wrong with it, not its ending.
    for name in ["take.bvh", "take.obj"] {
        let error = read(folder.path().join(name), &options).unwrap_err();
        assert!(matches!(error, ReadError::Load(LoadError::Io { .. })), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
    std::fs::create_dir(&called).unwrap();
    let message = read(&called, &options).unwrap_err().to_string();
    assert!(message.ends_with("take.bvh is a folder; name the files in it"), "{message}");
}
