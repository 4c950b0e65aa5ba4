//! Real files, where they are at hand.

use footwork_formats::{Character, Raw, gltf};
use footwork_motion::{Role, WorldClip};

use super::kit::read;
use footwork_testing::mocap;

/// The bytes of a sample file; none, and a line that says so, where the samples are not there.
fn sample(name: &str) -> Option<Vec<u8>> {
    let path = mocap()?.join("gltf").join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(_) => {
            println!("passed over: {} is not there", path.display());
            None
        }
    }
}

/// Checks what holds for any of them: a person of about a person's height, and the same after writing.
fn check(raw: &Raw) {
    assert_eq!(raw.bodies.len(), 1);
    let body = &raw.bodies[0];
    let missing: Vec<Role> = body.skeleton.roles().missing().collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    let head = body.skeleton.joint(Role::Head).unwrap();
    for clip in &body.clips {
        let height = WorldClip::new(&body.skeleton, clip).position(0, head).y;
        assert!((1.0..2.0).contains(&height), "the head of {:?} is {height} m up", clip.name);
    }
    let character = Character { name: &body.name, skeleton: &body.skeleton, clips: &body.clips };
    let back = read(&gltf::write(&[character]).unwrap()).unwrap();
    for (clip, again) in body.clips.iter().zip(&back.bodies[0].clips) {
        assert_eq!((&clip.name, clip.rate(), clip.frames()), (&again.name, again.rate(), again.frames()));
        let (a, b) = (WorldClip::new(&body.skeleton, clip), WorldClip::new(&back.bodies[0].skeleton, again));
        for (frame, joint) in (0..clip.frames()).flat_map(|f| (0..body.skeleton.len()).map(move |j| (f, j))) {
            assert!(a.position(frame, joint).distance(b.position(frame, joint)) < 1e-4);
        }
    }
}

#[test]
fn cesium_man_walks_at_twenty_four_frames_a_second() {
    let Some(bytes) = sample("CesiumMan.glb") else { return };
    let raw = read(&bytes).unwrap();
    let clip = &raw.bodies[0].clips[0];
    assert_eq!((raw.bodies[0].skeleton.len(), clip.rate(), clip.frames()), (19, 24.0, 48));
    check(&raw);
}

#[test]
fn the_rigged_figure_has_two_keys_and_an_assumed_rate() {
    let Some(bytes) = sample("RiggedFigure.glb") else { return };
    let raw = read(&bytes).unwrap();
    let clip = &raw.bodies[0].clips[0];
    assert_eq!((raw.bodies[0].skeleton.len(), clip.rate(), clip.frames()), (19, 60.0, 76));
    assert!(raw.warnings.iter().any(|warning| warning.contains("60 frames a second")), "{:?}", raw.warnings);
    check(&raw);
}

#[test]
fn the_bot_comes_in_metres_with_its_seven_clips() {
    let Some(bytes) = sample("Xbot.glb") else { return };
    let raw = read(&bytes).unwrap();
    let body = &raw.bodies[0];
    let clips: Vec<_> =
        body.clips.iter().map(|clip| (clip.name.as_str(), clip.rate(), clip.frames())).collect();
    let expected = [
        ("agree", 56),
        ("headShake", 78),
        ("idle", 76),
        ("run", 22),
        ("sad_pose", 2),
        ("sneak_pose", 2),
        ("walk", 30),
    ];
    assert_eq!(clips, expected.map(|(name, frames)| (name, 30.0, frames)));
    assert!(raw.warnings.is_empty(), "{:?}", raw.warnings);
    check(&raw);
}
