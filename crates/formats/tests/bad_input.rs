//! Bad files: each is refused with one sentence that says where and what, without a panic, a hang or much memory.

mod intake;
#[path = "intake/memory.rs"]
mod memory;

use footwork_formats::{ReadError, ReadOptions, read, read_bytes};
use intake::{SKELETON, check, read_alone};
use proptest::prelude::*;

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
    let (result, peak) = memory::peak(|| read_alone(name, bytes));
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

#[test]
fn a_hierarchy_that_ends_early_is_refused_at_the_end() {
    let cut = &BVH[..BVH.find("    End Site").unwrap()];
    let message = refusal("take.bvh", cut);
    assert_eq!(
        message,
        "take.bvh: line 10, column 1: found the end of the file, expected OFFSET, CHANNELS, JOINT, End Site or }"
    );
}

#[test]
fn a_row_with_too_few_values_is_refused_at_its_line() {
    let message = refusal("take.bvh", changed(BVH, "10 20 30", "10 20"));
    assert_eq!(
        message,
        "take.bvh: line 19, column 19: found the end of the line, expected 9 numbers in this line, one per channel"
    );
    let message = refusal("take.amc", changed(AMC, "spine 10 20 30", "spine 10 20"));
    assert_eq!(
        message,
        "take.amc: line 5, column 12: found the end of the line, expected 3 numbers for this bone"
    );
}

#[test]
fn a_row_with_too_many_values_is_refused_at_the_first_of_them() {
    let message = refusal("take.bvh", changed(BVH, "10 20 30", "10 20 30 40"));
    assert_eq!(
        message,
        "take.bvh: line 19, column 23: found \"40\", expected the end of the line after 9 values"
    );
    let message = refusal("take.amc", changed(AMC, "spine 10 20 30", "spine 10 20 30 40"));
    assert_eq!(
        message,
        "take.amc: line 5, column 16: found \"40\", expected the end of the line after 3 numbers"
    );
}

#[test]
fn values_that_are_no_usable_numbers_are_quoted_where_they_stand() {
    for value in ["nan", "NaN", "inf", "-inf", "1e999", "1e12", "-1e12", "0,5", "x"] {
        let bvh = refusal("take.bvh", changed(BVH, "10 20 30", &format!("10 {value} 30")));
        assert_eq!(
            bvh,
            format!("take.bvh: line 19, column 17: found \"{value}\", expected a number below 1e9")
        );
        // The last of its line, where a reader that has gone past it would speak of the end.
        let bvh = refusal("take.bvh", changed(BVH, "10 20 30", &format!("10 20 {value}")));
        assert!(bvh.contains(&format!("line 19, column 20: found \"{value}\"")), "{bvh}");
        let offset = refusal("take.bvh", changed(BVH, "OFFSET 0 20 0", &format!("OFFSET 0 {value} 0")));
        assert!(offset.contains(&format!("line 8, column 14: found \"{value}\"")), "{offset}");
        let amc = refusal("take.amc", changed(AMC, "spine 10 20", &format!("spine 10 {value}")));
        assert!(amc.contains(&format!("line 5, column 10: found \"{value}\"")), "{amc}");
        let asf =
            refusal("take.asf", changed(SKELETON, "direction 0 1 0", &format!("direction 0 {value} 0")));
        assert!(asf.contains(&format!("line 16, column 17: found \"{value}\"")), "{asf}");
    }
    let long = "7".repeat(1000);
    let message = refusal("take.bvh", changed(BVH, "10 20 30", &long));
    assert!(message.len() < 200, "{message}");
}

#[test]
fn numbers_in_gltf_that_are_not_finite_are_refused_by_their_place() {
    let message = refusal("take.gltf", changed(GLTF, "0.3", "1e999"));
    assert!(message.starts_with("take.gltf: JSON: number out of range at line 2 column"), "{message}");
    let message = refusal("take.gltf", changed(GLTF, "0.3", "1e39"));
    assert_eq!(message, "take.gltf: nodes[1].translation: is not finite");
    // The second key's time.
    let message = refusal("take.gltf", changed(GLTF, "AAAAAAAAgD8A", "AAAAAAAAwH8A"));
    assert_eq!(message, "take.gltf: animations[0].samplers[0].input: key 1 is at no finite time");
    let message = refusal("take.gltf", changed(GLTF, "0.3", "3e38"));
    assert!(message.contains("joint \"chest\" is more than 1000 km from where it hangs"), "{message}");
}

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
fn a_depth_of_ten_thousand_is_refused() {
    let deep = 10_000;
    let bvh = format!("HIERARCHY\nROOT a{{\n{}{}", "JOINT a{\n".repeat(deep), "}\n".repeat(deep));
    let message = refusal("take.bvh", bvh);
    assert!(
        message.contains("line 258") && message.contains("at most 256 joints from root to tip"),
        "{message}"
    );

    // Fewer bones than a skeleton may have, so that it is the depth.
    let bones: String =
        (0..4000).map(|i| format!("begin name b{i} direction 0 1 0 length 1 end\n")).collect();
    let lines: String = (1..4000).map(|i| format!("b{} b{i}\n", i - 1)).collect();
    let asf = format!(":root\n:bonedata\n{bones}:hierarchy\nbegin\nroot b0\n{lines}end\n");
    assert_eq!(refusal("take.asf", asf), "take.asf: :hierarchy: more than 256 bones from root to tip");
    let bones: String = (0..deep).map(|i| format!("begin name b{i} end\n")).collect();
    assert!(refusal("take.asf", format!(":bonedata\n{bones}")).contains("at most 4095 bones"));

    let nodes: Vec<String> = (1..=deep).map(|i| format!("{{\"children\":[{i}]}}")).collect();
    let gltf = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{},{{}}]}}", nodes.join(","));
    assert_eq!(refusal("take.gltf", gltf), "take.gltf: nodes[256]: is nested more than 256 deep");
    let json = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}", "[".repeat(deep));
    assert!(refusal("take.gltf", json).contains("JSON: EOF while parsing a list at line 1 column"));
}

#[test]
fn a_count_of_ten_to_the_eighteenth_takes_no_memory() {
    let huge = "1000000000000000000";
    let bvh = changed(BVH, "Frames: 2", &format!("Frames: {huge}"));
    let (read, peak) = memory::peak(|| warnings("take.bvh", &bvh));
    assert!(
        read.iter().any(|w| w == "the header says 1e18 frames, but there are 2; the rows count"),
        "{read:?}"
    );
    assert!(peak < 256 << 10);
    let message = refusal("take.bvh", changed(BVH, "CHANNELS 3", &format!("CHANNELS {huge}")));
    assert!(message.contains(&format!("line 9, column 14: found \"{huge}\"")), "{message}");
    let message = refusal("take.bvh", changed(BVH, "CHANNELS 3", "CHANNELS 900000000"));
    assert!(message.contains("line 10, column 5: found \"End\", expected Xposition"), "{message}");
    let message = refusal("take.gltf", changed(GLTF, "\"count\":2", &format!("\"count\":{huge}")));
    assert_eq!(
        message,
        format!("take.gltf: accessors[0]: {huge} elements from byte 0 do not fit its bufferView of 8 bytes")
    );
    let bare = changed(GLTF, "\"bufferView\":0,", "").replace("\"count\":2", &format!("\"count\":{huge}"));
    let message = refusal("take.gltf", bare);
    assert!(message.contains(&format!("accessors[0] asks for {huge} elements")), "{message}");
}

#[test]
fn joints_without_channels_cannot_ask_for_more_than_the_file_accounts_for() {
    let joints = "JOINT a{\n}\n".repeat(4000);
    let bvh = format!(
        "HIERARCHY\nROOT a{{\nCHANNELS 1 Xposition\n{joints}}}\nMOTION\nFrames: 1\nFrame Time: 1\n{}",
        "1\n".repeat(10_000)
    );
    let message = refusal("take.bvh", &bvh);
    assert!(message.contains("frames of 4001 joints, most of them without channels"), "{message}");
    let many = format!("HIERARCHY\nROOT a{{\n{}}}", "JOINT a{\n}\n".repeat(10_000));
    assert!(refusal("take.bvh", many).contains("at most 4096 joints"));
    let ends = format!("HIERARCHY\nROOT a{{\n{}}}\nMOTION\nFrames: 0\nFrame Time: 1\n", END.repeat(5000));
    assert!(refusal("take.bvh", ends).contains("4096 ends at most, this one has 5000"));
    let roots = format!("HIERARCHY\n{}MOTION\nFrames: 0\nFrame Time: 1\n", "ROOT a{\n}\n".repeat(10_000));
    assert!(
        refusal("take.bvh", roots).contains("line 2050, column 6: found \"a{\", expected at most 1024 roots")
    );
    // The same in AMC: frames that mention no bone.
    let bones: String =
        (0..4000).map(|i| format!("begin name b{i} direction 0 1 0 length 1 end\n")).collect();
    let lines: String = (0..4000).map(|i| format!("root b{i}\n")).collect();
    let asf = format!(":root\n:bonedata\n{bones}:hierarchy\nbegin\n{lines}end\n");
    let amc = "1\n".repeat(10_000);
    let options = ReadOptions::default();
    let beside = |_: &str| Ok(asf.clone().into_bytes());
    let (result, peak) = memory::peak(|| read_bytes("take.amc", amc.clone().into(), &options, &beside));
    let message = result.unwrap_err().to_string();
    assert!(message.contains("frames of 4001 bones, most of them left out"), "{message}");
    assert!(peak < (256 << 10) + 64 * (amc.len() + asf.len()), "{peak}");
}

#[test]
fn a_crowd_of_bodies_is_refused_before_it_is_made() {
    let file = |nodes: &str, rest: &str| {
        format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{nodes}{{}}],{rest}}}")
    };
    // One skin with a joint in each of many trees.
    let joints: Vec<String> = (0..50_000).map(|i| i.to_string()).collect();
    let skin = format!("\"skins\":[{{\"joints\":[{}]}}]", joints.join(","));
    let message = refusal("take.gltf", file(&"{},".repeat(50_000), &skin));
    assert_eq!(message, "take.gltf: 50000 separate skeletons; 4096 at most can be read");
    // A skin for each of many trees.
    let skins: Vec<String> = (0..50_000).map(|i| format!("{{\"joints\":[{i}]}}")).collect();
    let skins = format!("\"skins\":[{}]", skins.join(","));
    let message = refusal("take.gltf", file(&"{},".repeat(50_000), &skins));
    assert_eq!(message, "take.gltf: 50000 separate skeletons; 4096 at most can be read");
    // Nodes that all move on their own.
    let target = |i: usize| format!("{{\"sampler\":0,\"target\":{{\"node\":{i},\"path\":\"scale\"}}}}");
    let channels: Vec<String> = (0..20_000).map(target).collect();
    let animation = format!("\"animations\":[{{\"channels\":[{}]}}]", channels.join(","));
    let message = refusal("take.gltf", file(&"{},".repeat(20_000), &animation));
    assert_eq!(message, "take.gltf: 20000 separate skeletons; 4096 at most can be read");
}

#[test]
fn more_animations_of_more_joints_than_can_be_gone_through_are_refused() {
    let children: Vec<String> = (1..20_000).map(|i| i.to_string()).collect();
    let nodes = format!("{{\"children\":[{}]}}{}", children.join(","), ",{\"name\":\"a\"}".repeat(19_999));
    let start = GLTF.find("\"nodes\"").unwrap()..GLTF.find("\"animations\"").unwrap();
    let text = changed(GLTF, &GLTF[start], &format!("\"nodes\":[{nodes}],"));
    let start = text.find("{\"samplers\"").unwrap()..text.find("],\n\"accessors\"").unwrap();
    let animation = text[start].to_string().replace("\"node\":1", "\"node\":0");
    let text = changed(
        &text.replace("\"node\":1", "\"node\":0"),
        &animation,
        &vec![animation.clone(); 5001].join(","),
    );
    let message = refusal("take.gltf", text);
    assert_eq!(message, "take.gltf: animations: 5001 animations of 20000 joints are too many for one file");
}

#[test]
fn a_name_as_long_as_the_file_is_not_held_for_every_body() {
    let targets: Vec<String> = (1..=1000)
        .map(|i| format!("{{\"sampler\":0,\"target\":{{\"node\":{i},\"path\":\"rotation\"}}}}"))
        .collect();
    let children: Vec<String> = (1..=1000).map(|i| i.to_string()).collect();
    let name = "n".repeat(200_000);
    let nodes =
        format!("{{\"name\":\"{name}\",\"children\":[{}]}}{}", children.join(","), ",{}".repeat(1000));
    let start = GLTF.find("\"nodes\"").unwrap()..GLTF.find("\"animations\"").unwrap();
    let text = changed(GLTF, &GLTF[start], &format!("\"nodes\":[{nodes}],"));
    let text = changed(&text, "\"samplers\"", &format!("\"name\":\"{name}\",\"samplers\""));
    let channels = "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}";
    let text = changed(&text, channels, &targets.join(","));
    let (import, peak) = memory::peak(|| read_alone("take.gltf", text.as_bytes()).unwrap());
    assert_eq!(import.bodies.len(), 1000);
    assert!(import.bodies.iter().all(|body| body.name.len() == 255 && body.clips[0].name.len() == 255));
    assert!(peak < 64 * text.len(), "{peak} for {}", text.len());
}

#[test]
fn keys_that_are_ages_apart_are_refused_before_they_are_sampled() {
    // The second key at 1e30 s instead of 1 s.
    let message = refusal("take.gltf", changed(GLTF, "AAAAAAAAgD8A", "AAAAAMrySXEA"));
    assert!(message.contains("animations[0] would be") && message.contains("cannot hold that"), "{message}");
}

#[test]
fn buffers_that_are_too_short_or_elsewhere_are_refused() {
    let message = refusal("take.gltf", changed(GLTF, "\"byteLength\":40", "\"byteLength\":41"));
    assert_eq!(message, "take.gltf: buffers[0]: says it has 41 bytes, but only 40 are there");
    let message = refusal("take.gltf", changed(GLTF, "\"byteLength\":32", "\"byteLength\":33"));
    assert_eq!(message, "take.gltf: bufferViews[1]: has 33 bytes from byte 8, but buffers[0] has only 40");
    let message = refusal("take.gltf", changed(GLTF, "\"output\":1", "\"output\":7"));
    assert_eq!(
        message,
        "take.gltf: animations[0].samplers[0].output: names accessor 7, but there are only 2"
    );
    let start = GLTF.find("data:").unwrap();
    let uri = &GLTF[start..GLTF.rfind('"').unwrap()];
    for (other, word) in [
        ("../secret.bin", "leaves the file's folder"),
        ("a/../../secret.bin", "leaves the file's folder"),
        ("%2e%2e/secret.bin", "leaves the file's folder"),
        ("..\\\\secret.bin", "leaves the file's folder"),
        ("/etc/passwd", "is absolute"),
        ("file:///etc/passwd", "has a scheme"),
        ("http://localhost/a.bin", "has a scheme"),
        ("take.bin", "there is nothing beside this file"),
    ] {
        let message = refusal("take.gltf", changed(GLTF, uri, other));
        assert!(message.starts_with("take.gltf: buffers[0].uri: ") && message.contains(word), "{message}");
    }
}

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
        assert_eq!(
            refusal(&name, fbx),
            format!("{name}: it is an FBX file, which Blender can save as glTF, rather than {format}")
        );
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
    for name in ["take.fbx", "take", "take.bvh.zip", ".bvh"] {
        let message = refusal(name, BVH);
        assert_eq!(message, format!("{name}: Footwork reads .bvh, .asf, .amc, .gltf and .glb files"));
    }
}

#[test]
fn folders_and_files_that_are_not_there_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let options = ReadOptions::default();
    let called = folder.path().join("take.bvh");
    // Not there is what is wrong with it, not its ending.
    for name in ["take.bvh", "take.fbx"] {
        let error = read(folder.path().join(name), &options).unwrap_err();
        assert!(matches!(error, ReadError::Io { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
    std::fs::create_dir(&called).unwrap();
    let message = read(&called, &options).unwrap_err().to_string();
    assert!(message.ends_with("take.bvh is a folder; name the files in it"), "{message}");
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
fn lengths_that_are_none_are_refused_where_they_stand() {
    for length in ["0", "-1", "-0.0"] {
        let message = refusal("take.asf", changed(SKELETON, "length 0.45", &format!("length {length}")));
        assert_eq!(
            message,
            format!("take.asf: line 5, column 10: found \"{length}\", expected a length above zero")
        );
    }
    let message = refusal("take.asf", changed(SKELETON, "length 4", "length -4"));
    assert_eq!(message, "take.asf: line 17, column 12: found \"-4\", expected a length of zero or more");
    // A joint in the place of its parent is one.
    assert!(check("take.asf", changed(SKELETON, "length 4", "length 0").as_bytes()).is_ok());
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
fn frame_times_that_are_none_are_reported_and_a_rate_is_assumed() {
    for time in ["0", "-1", "nan", "inf", "soon", ""] {
        let text = changed(BVH, "Frame Time: 0.0333333", &format!("Frame Time: {time}"));
        let said = warnings("take.bvh", &text);
        assert!(said.iter().any(|w| w.contains(&format!("the frame time is {time:?}"))), "{said:?}");
    }
}

/// One thing that can happen to a file.
#[derive(Clone, Debug)]
enum Damage {
    Change(u8),
    Insert(Vec<u8>),
    Delete(usize),
    Repeat(usize),
}

fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, Damage)>> {
    let one = prop_oneof![
        any::<u8>().prop_map(Damage::Change),
        prop::collection::vec(any::<u8>(), 1..8).prop_map(Damage::Insert),
        prop::sample::select(&["{", "}", "-", "1e9", "99999999999", "nan", "\n", "\0", "[", "]", "\""][..])
            .prop_map(|text| Damage::Insert(text.into())),
        (1_usize..200).prop_map(Damage::Delete),
        (1_usize..200).prop_map(Damage::Repeat),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), one), 1..4)
}

fn damaged(mut bytes: Vec<u8>, damage: Vec<(prop::sample::Index, Damage)>) -> Vec<u8> {
    for (at, damage) in damage {
        let at = at.index(bytes.len() + 1);
        let until = |length: usize| (at + length).min(bytes.len());
        match damage {
            Damage::Change(to) if at < bytes.len() => bytes[at] = to,
            Damage::Change(to) => bytes.push(to),
            Damage::Insert(more) => drop(bytes.splice(at..at, more)),
            Damage::Delete(length) => drop(bytes.drain(at..until(length))),
            Damage::Repeat(length) => {
                let again = bytes[at..until(length)].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn damage_to_a_good_file_never_makes_a_reader_panic(which in 0_usize..5, damage in damage()) {
        let (name, bytes) = good()[which].clone();
        let _ = check(name, &damaged(bytes, damage));
    }

    #[test]
    fn damage_to_a_roles_file_never_makes_its_reader_panic(damage in damage()) {
        let roles = b"[roles]\nleft_ankle = \"LeftFoot\"\nhips = \"Hips\"\n".to_vec();
        intake::check_roles(&damaged(roles, damage));
    }
}
