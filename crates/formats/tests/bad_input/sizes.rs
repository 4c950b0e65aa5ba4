//! Files that ask for more than they account for: depth, counts, crowds.

use footwork_formats::{ReadOptions, read_bytes};

use super::{BVH, END, GLTF, changed, refusal, warnings};
use crate::heap;
use crate::intake::read_alone;

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
    let (read, peak) = heap::peak(|| warnings("take.bvh", &bvh));
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
    let (result, peak) = heap::peak(|| read_bytes("take.amc", amc.clone().into(), &options, &beside));
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
    let (import, peak) = heap::peak(|| read_alone("take.gltf", text.as_bytes()).unwrap());
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
