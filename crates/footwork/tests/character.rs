//! A character's own file on a stage: its nodes go where the costume's joints are.

use std::sync::Arc;

use footwork::formats::{Character as Written, gltf};
use footwork::motion::glam::Quat;
use footwork::motion::{Joint, Skeleton, Transform};
use footwork::performer::Show;
use footwork::stage::{Rig, Settings, Stage};
use footwork::{Character, performance, walk_about};

#[test]
fn nodes_are_where_the_costumes_joints_are_and_what_nobody_can_wear_is_refused() {
    let rig = Arc::new(Rig::new(Arc::new(performance(&[Show::Locomotion], 20.0, &[1]).unwrap())).unwrap());
    let own = rig.skeleton();
    let joints = own.joints().map(|joint| Joint { name: format!("knight:{}", joint.name), ..joint });
    let skeleton = Skeleton::with_ends(joints.collect(), own.ends().to_vec()).unwrap().scaled(1.1);
    let file = gltf::write(&[Written { name: "Knight", skeleton: &skeleton, clips: &[] }]).unwrap();
    let character = Character::new("knight.glb", &file, &rig).unwrap();
    let mut worn = character.costume().worn();

    let mut stage = Stage::new(Settings::default(), 1).unwrap();
    let mind = stage.add_mind(walk_about(&rig, &[]).unwrap());
    let id = stage.add_rig(rig.clone());
    let actor = stage.add_actor(id, Some(mind), Transform::IDENTITY).unwrap();
    for _ in 0..120 {
        stage.step();
        let places: Vec<Transform> = character.show(stage.actor(actor).unwrap(), &mut worn).collect();
        // The file stands in metres below a node at the origin, so its nodes put together are the world.
        let skeleton = character.costume().skeleton();
        let mut world: Vec<Transform> = Vec::new();
        for (joint, place) in places.iter().enumerate() {
            let above = skeleton.parent(joint).map_or(Transform::IDENTITY, |parent| world[parent]);
            world.push(above * *place);
        }
        for (joint, (node, joints)) in world.iter().zip(&worn.joints).enumerate() {
            let away = node.translation.distance(joints.translation);
            assert!(away < 1e-3, "{} is {away} m away", skeleton.name(joint));
        }
    }

    let prop = Skeleton::new(vec![Joint {
        name: "Sword".into(),
        parent: None,
        offset: Default::default(),
        rest: Quat::IDENTITY,
    }]);
    let sword = gltf::write(&[Written { name: "Sword", skeleton: &prop.unwrap(), clips: &[] }]).unwrap();
    let refused = |name: &str, bytes: &[u8]| Character::new(name, bytes, &rig).unwrap_err().to_string();
    assert!(refused("sword.glb", &sword).contains("nobody with legs"));
    assert!(refused("cut.glb", &file[..file.len() / 2]).starts_with("cut.glb"));
    assert!(refused("knight.txt", &file).contains("reads"));
}
