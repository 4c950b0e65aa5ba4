//! One case per bad part of a file: each is refused with the part's name, or put right with a warning.

use footwork_formats::Fault;
use serde_json::{Value, json};

use super::kit::{File, read, turn_z};

#[track_caller]
pub fn refused(file: File, place: &str, word: &str) {
    let (found, what) = file.fault();
    assert_eq!(found, place, "{what}");
    assert!(what.contains(word), "{what:?} says nothing of {word:?}");
}

#[track_caller]
pub fn warned(file: File, word: &str) {
    let warnings = file.read().unwrap().warnings;
    assert!(warnings.iter().any(|warning| warning.contains(word)), "{warnings:?} say nothing of {word:?}");
}

// The chain's accessors: 0 and 1 are the rotation's times and values, 2 and 3 the translation's.

#[test]
fn a_buffer_shorter_than_it_says_is_refused_by_name() {
    refused(File::chain().set("/buffers/0/byteLength", json!(1_000_000)), "buffers[0]", "1000000");
}

#[test]
fn a_buffer_without_a_binary_chunk_is_refused_by_name() {
    let file = File::chain();
    let fault = read(&serde_json::to_vec(&file.json).unwrap()).unwrap_err();
    assert!(matches!(fault, Fault::Part { place, .. } if place == "buffers[0]"));
}

#[test]
fn a_buffer_view_outside_its_buffer_is_refused_by_name() {
    refused(File::chain().set("/bufferViews/1/byteLength", json!(99_999)), "bufferViews[1]", "99999");
    refused(File::chain().set("/bufferViews/1/byteOffset", json!(u64::MAX)), "bufferViews[1]", "only");
    refused(File::chain().set("/bufferViews/1/buffer", json!(7)), "bufferViews[1].buffer", "7");
}

#[test]
fn an_accessor_outside_its_view_is_refused_by_name() {
    refused(File::chain().set("/accessors/1/byteOffset", json!(4)), "accessors[1]", "do not fit");
    refused(File::chain().set("/accessors/1/byteOffset", json!(u64::MAX)), "accessors[1]", "do not fit");
    refused(File::chain().set("/accessors/1/count", json!(22)), "accessors[1]", "do not fit");
    refused(File::chain().set("/accessors/1/bufferView", json!(9)), "accessors[1]", "9");
}

#[test]
fn a_count_of_a_trillion_million_is_refused_and_not_allocated() {
    let count = json!(1_000_000_000_000_000_000_u64);
    refused(File::chain().set("/accessors/1/count", count.clone()), "accessors[1]", "do not fit");
    // Without a view an accessor is all zeros, however many.
    let mut file = File::chain().set("/accessors/2/count", count);
    file.json["accessors"][2].as_object_mut().unwrap().remove("bufferView");
    assert!(matches!(file.read(), Err(Fault::TooLarge { .. })));
}

#[test]
fn a_stride_less_than_an_element_or_beyond_the_view_is_refused_by_name() {
    refused(File::chain().set("/bufferViews/1/byteStride", json!(8)), "bufferViews[1]", "byteStride");
    refused(File::chain().set("/bufferViews/1/byteStride", json!(17)), "accessors[1]", "do not fit");
    refused(File::chain().set("/bufferViews/1/byteStride", json!(u64::MAX)), "accessors[1]", "do not fit");
}

#[test]
fn a_component_type_or_shape_that_cannot_be_used_is_refused_by_name() {
    refused(
        File::chain().set("/accessors/1/componentType", json!(5130)),
        "accessors[1].componentType",
        "5130",
    );
    refused(
        File::chain().set("/accessors/1/type", json!("VEC3")),
        "animations[0].samplers[0].output",
        "VEC4",
    );
    refused(
        File::chain().set("/accessors/0/type", json!("MAT4")),
        "animations[0].samplers[0].input",
        "SCALAR",
    );
}

#[test]
fn sparse_parts_outside_their_accessor_are_refused_by_name() {
    let sparse = |index: u8, count: u64, kind: u32| {
        let mut file = File::chain();
        let indices = file.view(&[index]);
        let values = file.view(&[0; 16]);
        let sparse = json!({
            "count": count,
            "indices": { "bufferView": indices, "componentType": kind },
            "values": { "bufferView": values },
        });
        file.set("/accessors/1/sparse", sparse)
    };
    refused(sparse(21, 1, 5121), "accessors[1].sparse.indices", "21");
    refused(sparse(0, 2, 5121), "accessors[1].sparse.values", "do not fit");
    refused(sparse(0, 1, 5125), "accessors[1].sparse.indices", "do not fit");
    refused(sparse(0, 1, 5120), "accessors[1].sparse.indices", "unsigned");
    refused(sparse(0, u64::MAX, 5121), "accessors[1].sparse.values", "do not fit");
}

#[test]
fn key_times_that_fall_or_are_no_numbers_are_refused_by_name() {
    for (times, word) in [
        ([0.0, 2.0, 1.0], "after key 1"),
        ([0.0, f32::NAN, 1.0], "finite"),
        ([0.0, 1.0, f32::INFINITY], "finite"),
    ] {
        let mut file = File::chain();
        file.animate(2, "translation", "LINEAR", &times, &[0.0; 9]);
        refused(file, "animations[0].samplers[2].input", word);
    }
}

#[test]
fn an_animation_without_keys_is_refused_by_name() {
    let mut file = File::chain();
    file.animate(2, "translation", "LINEAR", &[], &[]);
    refused(file, "animations[0].samplers[2].input", "no keys");
}

#[test]
fn two_keys_at_one_time_are_a_jump_and_a_warning() {
    let mut file = File::chain();
    file.animate(2, "translation", "LINEAR", &[0.0, 1.0, 1.0, 2.0], &[0.0; 12]);
    warned(file, "jumps");
}

#[test]
fn values_that_do_not_match_their_keys_are_refused_by_name() {
    let mut file = File::chain();
    file.animate(2, "translation", "LINEAR", &[0.0, 1.0], &[0.0; 9]);
    refused(file, "animations[0].samplers[2].output", "2 keys need 2 values, but there are 3");
    let mut file = File::chain();
    file.animate(2, "rotation", "CUBICSPLINE", &[0.0, 1.0], &[1.0; 8]);
    refused(file, "animations[0].samplers[2].output", "2 keys need 6 values, but there are 2");
}

#[test]
fn an_unknown_interpolation_is_refused_by_name() {
    let file = File::chain().set("/animations/0/samplers/1/interpolation", json!("BEZIER"));
    refused(file, "animations[0].samplers[1].interpolation", "LINEAR");
}

#[test]
fn quaternions_of_no_length_or_no_number_are_refused_by_name() {
    for (bad, word) in [([0.0; 4], "length zero"), ([f32::NAN, 0.0, 0.0, 1.0], "not finite")] {
        let mut file = File::chain();
        file.animate(2, "rotation", "LINEAR", &[0.0, 1.0], &[turn_z(0.0), bad].concat());
        refused(file, "animations[0].samplers[2].output", word);
    }
    refused(File::chain().set("/nodes/1/rotation", json!([0, 0, 0, 0])), "nodes[1].rotation", "length zero");
    refused(
        File::chain().set("/nodes/1/rotation", json!([1e39, 0, 0, 0])),
        "nodes[1].rotation",
        "not finite",
    );
    refused(
        File::chain().set("/nodes/1/translation", json!([1e39, 0, 0])),
        "nodes[1].translation",
        "not finite",
    );
}

#[test]
fn translations_that_are_no_numbers_are_refused_by_name() {
    let mut file = File::chain();
    file.animate(2, "translation", "STEP", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, f32::INFINITY, 0.0]);
    refused(file, "animations[0].samplers[2].output", "value 1 is not finite");
}

#[test]
fn numbers_that_overflow_when_put_together_are_refused() {
    let file = File::chain().set("/nodes/0/scale", json!([1e30, 1e30, 1e30]));
    let file = file.set("/nodes/1/translation", json!([0, 1e30, 0]));
    assert!(matches!(file.read(), Err(Fault::Skeleton(_))));
}

#[test]
fn a_node_that_is_its_own_ancestor_is_refused_by_name() {
    refused(File::chain().set("/nodes/2/children", json!([0])), "nodes[0]", "own ancestor");
    refused(File::with_nodes(json!([{ "children": [0] }])), "nodes[0]", "own ancestor");
    let aside = json!([{}, { "children": [2] }, { "children": [1] }]);
    refused(File::with_nodes(aside), "nodes[2]", "own ancestor");
}

#[test]
fn a_node_with_two_parents_is_refused_by_name() {
    refused(File::chain().set("/nodes/0/children", json!([1, 2])), "nodes[1].children[0]", "child of node 0");
    refused(File::chain().set("/nodes/0/children", json!([1, 1])), "nodes[0].children[1]", "child of node 0");
}

#[test]
fn nodes_ten_thousand_deep_are_refused_and_two_hundred_are_not() {
    let chain = |depth: usize| {
        let nodes: Vec<Value> =
            (1..depth).map(|child| json!({ "children": [child] })).chain([json!({})]).collect();
        let mut file = File::with_nodes(json!(nodes));
        file.skin(&[0, depth - 1]);
        file
    };
    refused(chain(10_000), "nodes[256]", "256 deep");
    assert_eq!(chain(200).read().unwrap().bodies[0].skeleton.len(), 200);
}

#[test]
fn indices_out_of_range_are_refused_by_name() {
    refused(File::chain().set("/nodes/2/children", json!([3])), "nodes[2].children[0]", "names node 3");
    // As 32 bits this would be node 0.
    refused(File::chain().set("/skins/0/joints/1", json!(1_u64 << 32)), "skins[0].joints[1]", "4294967296");
    refused(File::chain().set("/skins/0/joints", json!([])), "skins[0].joints", "empty");
    refused(
        File::chain().set("/animations/0/channels/0/target/node", json!(3)),
        "animations[0].channels[0].target.node",
        "is 3",
    );
    refused(
        File::chain().set("/animations/0/channels/0/sampler", json!(2)),
        "animations[0].channels[0].sampler",
        "is 2",
    );
    refused(
        File::chain().set("/animations/0/samplers/0/input", json!(4)),
        "animations[0].samplers[0].input",
        "accessor 4",
    );
}

#[test]
fn an_uneven_scale_is_evened_with_a_warning_and_a_mirroring_one_is_refused() {
    warned(File::chain().set("/nodes/1/scale", json!([1, 1, 1.3])), "not evenly");
    warned(File::chain().set("/nodes/1/scale", json!([0, 0, 0])), "scaled to nothing");
    refused(File::chain().set("/nodes/1/scale", json!([-1, 1, 1])), "nodes[1].scale", "negative");
}

#[test]
fn a_matrix_that_cannot_be_taken_apart_is_refused_by_name_where_it_matters() {
    let shear = json!([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    refused(File::chain().set("/nodes/2/matrix", shear.clone()), "nodes[2].matrix", "shears");
    let mut file = File::chain();
    file.list("nodes").push(json!({ "camera": 0, "matrix": shear }));
    assert!(file.read().is_ok());
}

#[test]
fn a_scale_that_changes_is_left_out_with_a_warning_that_names_the_node() {
    let mut file = File::chain();
    file.animate(1, "scale", "LINEAR", &[0.0, 2.0], &[1.0, 1.0, 1.0, 1.5, 1.5, 1.5]);
    warned(file, "\"Spine\"");
}

#[test]
fn two_channels_for_one_property_are_one_and_a_warning() {
    let mut file = File::chain();
    file.animate(1, "rotation", "LINEAR", &[0.0], &turn_z(1.0));
    warned(file, "another channel");
}
