//! Bad files: each is refused with one sentence that says where and what, without a panic, a hang or much memory.

mod bones;
mod damage;
mod kinds;
mod numbers;
mod sizes;

use crate::heap;
use crate::intake::{SKELETON, check, read_alone};

const BVH: &str = "HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Chest
  {
    OFFSET 0 20 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 15 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.0333333
0 90 0 0 0 0 10 20 30
1 91 2 5 -5 90 -10 0.5 1e1
";

const END: &str = "End Site\n{\nOFFSET 0 1 0\n}\n";

const AMC: &str = ":FULLY-SPECIFIED
:DEGREES
1
root 0 16 0 0 0 0
spine 10 20 30
head 5
2
root 0 16.5 1 0 10 0
spine 11 20.5 -30
head 7
";

const GLTF: &str = r#"{"asset":{"version":"2.0"},
"nodes":[{"name":"hips","children":[1]},{"name":"chest","translation":[0,0.3,0]}],
"skins":[{"joints":[0,1]}],
"animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},
             {"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"}],
"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32}],
"buffers":[{"byteLength":40,"uri":"data:;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAgD8AAAAAAAAAAA"}]}"#;

/// The same in one binary file.
fn glb() -> Vec<u8> {
    let mut json = GLTF.replace(&GLTF[GLTF.find(",\"uri\"").unwrap()..], "}]}").into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let values = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0_f32];
    let length = 12 + 8 + json.len() + 8 + 4 * values.len();
    let mut glb = b"glTF".to_vec();
    let word = |glb: &mut Vec<u8>, word: usize| glb.extend_from_slice(&(word as u32).to_le_bytes());
    [2, length, json.len()].into_iter().for_each(|n| word(&mut glb, n));
    glb.extend_from_slice(b"JSON");
    glb.extend_from_slice(&json);
    word(&mut glb, 4 * values.len());
    glb.extend_from_slice(b"BIN\0");
    values.iter().for_each(|value| glb.extend_from_slice(&value.to_le_bytes()));
    glb
}

/// What a file is refused with. It must not take much memory to find out.
#[track_caller]
fn refusal(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let bytes = bytes.as_ref();
    let (result, peak) = heap::peak(|| read_alone(name, bytes));
    assert!(peak < (256 << 10) + 64 * bytes.len(), "{name} of {} bytes took {peak}", bytes.len());
    let message = result.expect_err("it is bad").to_string();
    assert!(
        message.starts_with(&format!("{name}: ")) || message.starts_with(&format!("{name} ")),
        "{message}"
    );
    message
}

/// A good text with a part of it changed.
#[track_caller]
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[track_caller]
fn warnings(name: &str, text: &str) -> Vec<String> {
    read_alone(name, text.as_bytes()).expect("it is good enough").warnings
}

#[test]
fn the_files_that_are_broken_here_are_good() {
    for (name, bytes) in good() {
        check(name, &bytes).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn good() -> [(&'static str, Vec<u8>); 5] {
    [
        ("take.bvh", BVH.into()),
        ("take.asf", SKELETON.into()),
        ("take.amc", AMC.into()),
        ("take.gltf", GLTF.into()),
        ("take.glb", glb()),
    ]
}

#[test]
fn a_file_cut_anywhere_is_refused_or_still_whole() {
    for (name, bytes) in good() {
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            match check(name, cut) {
                // A GLB says its own length, JSON ends with its brace.
                Ok(()) => {
                    assert!(name == "take.bvh" || name == "take.asf" || name == "take.amc", "{name} {length}")
                }
                Err(error) => assert!(error.to_string().starts_with(name), "{error}"),
            }
        }
    }
}
