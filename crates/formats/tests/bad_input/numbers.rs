//! Values that are missing, too many, or no numbers.

use super::{AMC, BVH, GLTF, changed, refusal, warnings};
use crate::intake::{SKELETON, check};

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
fn frame_times_that_are_none_are_reported_and_a_rate_is_assumed() {
    for time in ["0", "-1", "nan", "inf", "soon", ""] {
        let text = changed(BVH, "Frame Time: 0.0333333", &format!("Frame Time: {time}"));
        let said = warnings("take.bvh", &text);
        assert!(said.iter().any(|w| w.contains(&format!("the frame time is {time:?}"))), "{said:?}");
    }
}
