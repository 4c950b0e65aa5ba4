//! What must hold for whatever comes in; the fuzzers use it as well.
#![allow(dead_code)]

use footwork::Scene;

/// A scene that is read stands somewhere, and one that is refused names a line of the text.
pub fn check_scene(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Scene::parse(text) {
        Ok(scene) => {
            assert!(!scene.actors.is_empty());
            assert!(
                scene
                    .actors
                    .iter()
                    .all(|cast| cast.at.is_finite() && cast.facing.is_finite() && cast.count > 0)
            );
            assert!(scene.props.iter().all(|prop| prop.at.is_finite() && prop.facing.is_finite()));
        }
        Err(error) => assert!((1..=text.matches('\n').count() + 1).contains(&error.line), "{error}"),
    }
}
