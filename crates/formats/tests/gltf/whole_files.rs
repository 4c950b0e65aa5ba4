//! Files that are bad as a whole: of another kind or version, too large, or damaged anywhere.

use footwork_formats::{Fault, gltf};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::faults::refused;
use super::kit::{File, read, turn_z};

#[test]
fn a_file_with_neither_skeleton_nor_animation_is_refused() {
    let fault = File::with_nodes(json!([{ "mesh": 0 }, { "camera": 0 }])).read().unwrap_err();
    assert!(fault.to_string().contains("no skeleton and no animation"), "{fault}");
}

#[test]
fn other_versions_are_refused_by_number() {
    refused(File::chain().set("/asset/version", json!("1.0")), "asset.version", "glTF 1.0");
    let one = read(br#"{"asset": {"version": "1.1"}, "nodes": {"a": {}}}"#).unwrap_err();
    assert!(one.to_string().contains("glTF 1.1"), "{one}");
    let mut glb = File::chain().glb();
    glb[4] = 1;
    assert!(read(&glb).unwrap_err().to_string().contains("version 1"));
}

#[test]
fn what_is_not_gltf_at_all_is_refused() {
    for bytes in [&b""[..], b"glTF", b"HIERARCHY\n", b"{}", b"[]", b"{\"asset\":", b"\xff\xfe"] {
        assert!(read(bytes).is_err());
    }
    let deep = "[".repeat(100_000);
    assert!(read(deep.as_bytes()).is_err());
    assert!(read(format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{deep}").as_bytes()).is_err());
}

#[test]
fn a_packed_view_says_which_extension_packed_it() {
    let packed = json!({ "EXT_meshopt_compression": { "count": 5 } });
    let file = File::chain().set("/bufferViews/0/extensions", packed);
    refused(file, "bufferViews[0]", "EXT_meshopt_compression");
}

#[test]
fn a_clip_of_a_year_is_refused_and_not_sampled() {
    let mut file = File::chain();
    file.animate(2, "translation", "LINEAR", &[0.0, 3e7], &[0.0; 6]);
    let fault = file.read().unwrap_err();
    assert!(matches!(&fault, Fault::TooLarge { what, .. } if what.contains("animations[0]")), "{fault}");
    // And one so long that its frames cannot be counted.
    let mut file = File::chain();
    file.animate(2, "translation", "LINEAR", &[f32::MIN, f32::MAX], &[0.0; 6]);
    assert!(matches!(file.read(), Err(Fault::TooLarge { .. })));
}

#[test]
fn many_accessors_of_the_same_bytes_are_refused_and_not_decoded() {
    // A thousand channels, each with its own accessors, all on the same megabyte of zeros.
    let mut file = File::with_nodes(json!(vec![json!({}); 1000]));
    file.skin(&(0..1000).collect::<Vec<_>>());
    let view = file.view(&vec![0; 1 << 20]);
    let accessor =
        |shape: &str| json!({ "bufferView": view, "componentType": 5121, "type": shape, "count": 349_525 });
    file.json["accessors"] = (0..1000).flat_map(|_| [accessor("SCALAR"), accessor("VEC3")]).collect();
    let samplers: Value = (0..1000).map(|s| json!({ "input": 2 * s, "output": 2 * s + 1 })).collect();
    let channels: Value =
        (0..1000).map(|c| json!({ "sampler": c, "target": { "node": c, "path": "translation" } })).collect();
    file.list("animations").push(json!({ "samplers": samplers, "channels": channels }));
    assert!(matches!(file.read(), Err(Fault::TooLarge { .. })));
}

#[test]
fn a_hundred_thousand_skeletons_are_refused() {
    let mut file = File::with_nodes(json!(vec![json!({}); 100_000]));
    file.skin(&(0..100_000).collect::<Vec<_>>());
    assert!(file.read().unwrap_err().to_string().contains("100000 separate skeletons"));
}

#[test]
fn many_bodies_times_many_animations_are_refused_and_not_made() {
    // Four thousand bodies below one node that two thousand animations turn.
    let mut nodes = vec![json!({ "children": (1..4001).collect::<Vec<_>>() })];
    nodes.extend(vec![json!({}); 4000]);
    let mut file = File::with_nodes(json!(nodes));
    (1..4001).for_each(|joint| file.skin(&[joint]));
    file.animate(0, "rotation", "LINEAR", &[0.0], &turn_z(1.0));
    let animation = file.json["animations"][0].clone();
    file.json["animations"] = json!(vec![animation; 2000]);
    assert!(matches!(file.read(), Err(Fault::TooLarge { .. })));
}

#[test]
fn files_beside_this_one_are_asked_for_and_others_are_not() {
    let file = File::chain();
    let json = |uri: &str| {
        let mut json = file.json.clone();
        json["buffers"][0]["uri"] = uri.into();
        serde_json::to_vec(&json).unwrap()
    };
    let found = gltf::read(&json("my%20data/a.bin"), &|path| {
        assert_eq!(path, "my data/a.bin");
        Ok(file.binary.clone())
    });
    assert_eq!(found.unwrap().bodies.len(), 1);
    let missing = gltf::read(&json("a.bin"), &|_| Err("no such file".into())).unwrap_err();
    assert!(missing.to_string().contains("\"a.bin\": no such file"), "{missing}");
    for uri in ["../a.bin", "/a.bin", "%2e%2e/a.bin", "https://host/a.bin", "file:a.bin", "c:\\a.bin"] {
        let fault = gltf::read(&json(uri), &|path| panic!("asked for {path:?}")).unwrap_err();
        assert!(matches!(fault, Fault::Part { place, .. } if place == "buffers[0].uri"), "{uri}");
    }
}

#[test]
fn a_data_uri_is_read_in_place() {
    use base64::Engine;
    let mut file = File::chain();
    let data = base64::engine::general_purpose::STANDARD.encode(&file.binary);
    file.json["buffers"][0]["uri"] = format!("data:application/octet-stream;base64,{data}").into();
    assert!(read(&serde_json::to_vec(&file.json).unwrap()).is_ok());
    file.json["buffers"][0]["uri"] = "data:application/octet-stream;base64,****".into();
    refused(file, "buffers[0].uri", "base64");
}

#[test]
fn meshes_materials_pictures_and_extensions_do_not_matter() {
    let mut file = File::chain();
    for (name, value) in [
        (
            "meshes",
            json!([{ "primitives": [{ "attributes": { "POSITION": 77 }, "extensions": { "KHR_draco": {} } }] }]),
        ),
        ("materials", json!("none at all")),
        ("images", json!([{ "uri": "/missing.png" }])),
        ("extensionsRequired", json!(["KHR_draco_mesh_compression"])),
        ("buffers", json!([file.json["buffers"][0], { "byteLength": 9, "uri": "/elsewhere.bin" }])),
    ] {
        file.json[name] = value;
    }
    assert!(file.read().unwrap().warnings.is_empty());
}

proptest! {
    #[test]
    fn a_file_with_bytes_changed_anywhere_is_read_or_refused_and_never_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)
    ) {
        let mut glb = File::chain().glb();
        for (at, value) in changes {
            let at = at.index(glb.len());
            glb[at] = value;
        }
        let _ = gltf::read(&glb, &|_| Err("not there".into()));
    }

    #[test]
    fn a_file_with_numbers_changed_anywhere_is_read_or_refused_and_never_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..9_usize), 1..4)
    ) {
        const NUMBERS: [&str; 9] = ["0", "1", "2", "-1", "3", "1e39", "18446744073709551615", "4294967296", "5121"];
        let file = File::chain();
        let text = serde_json::to_string(&file.json).unwrap();
        let mut parts: Vec<String> = text.split_inclusive([',', ':', '[', ']', '}']).map(str::to_owned).collect();
        let numbers: Vec<usize> = (0..parts.len())
            .filter(|&part| parts[part].starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        for (at, value) in changes {
            let part = &mut parts[numbers[at.index(numbers.len())]];
            let tail = part.pop().unwrap();
            *part = format!("{}{tail}", NUMBERS[value]);
        }
        if let Ok(json) = serde_json::from_str(&parts.concat()) {
            let _ = File { json, binary: file.binary }.read();
        }
    }
}
