//! What a scene is.

use footwork::collect::Platform;
use footwork::scene::{GameKind, People, Permission, PropPlace, Scene};
use footwork_motion::{Pose, Role, Stance, Transform, kinematics};
use footwork_skill::About;
use footwork_stage::{ActorId, Dial, MindId, PropKind, Rig, Stage};

use crate::cast::{CastGroup, CastMind};
use crate::protocol::{
    Ability, ActorGroup, BoneEnd, ButtonInfo, Capsule, DialInfo, DirectorInfo, GameInfo, Joint, MindInfo,
    Offer, PeopleInfo, PropInfo, PropShape, SceneInfo, SceneMessage, ServerMessage, Skeleton, word,
};

/// A scene in a list.
pub fn listed(name: &str, scene: &Scene) -> SceneInfo {
    let abilities = crate::cast::abilities(scene);
    SceneInfo {
        name: name.to_string(),
        title: scene.title.clone(),
        line: scene.line.clone(),
        actors: scene.cast_size(),
        offers: offers(scene, &abilities),
        abilities,
    }
}

/// What whoever watches can do: by what actors can do, and by what the scene says of its target.
fn offers(scene: &Scene, abilities: &[Ability]) -> Vec<Offer> {
    let steer = abilities.contains(&Ability::Steered).then_some(Offer::Steer);
    let targets = scene.may.contains(&Permission::Target) || abilities.contains(&Ability::Targets);
    let target = targets.then_some(Offer::Target);
    let drag = scene.physics.map(|_| Offer::Drag);
    // Balls of a game are the game's, and some are led by who decides.
    let is_ball = |prop: &PropPlace| matches!(prop.kind, PropKind::Ball { .. });
    let is_led = scene.game.is_some() || abilities.contains(&Ability::Leads);
    let throw = (!is_led && scene.props.iter().any(is_ball)).then_some(Offer::Throw);
    let path = abilities.contains(&Ability::Paths).then_some(Offer::Path);
    steer.into_iter().chain(target).chain([Offer::Push]).chain(throw).chain(drag).chain(path).collect()
}

/// Everything about a scene that does not change while it runs.
pub fn scene(
    name: &str,
    scene: &Scene,
    groups: &[CastGroup],
    minds: &[CastMind],
    seed: u64,
    stage: &Stage,
) -> ServerMessage {
    let SceneInfo { name, title, line, offers, .. } = listed(name, scene);
    let rig = stage.actor(ActorId(0)).map(|actor| actor.rig());
    ServerMessage::Scene(SceneMessage {
        name,
        title,
        line,
        offers,
        camera: scene.camera.map(word),
        seed,
        people: scene.people().map(|People { count, least, most, step }| PeopleInfo {
            count,
            least,
            most,
            step,
        }),
        step: stage.settings().step,
        skeleton: rig.map(skeleton).unwrap_or_default(),
        groups: groups.iter().map(|one| group(one, stage)).collect(),
        minds: minds.iter().map(|mind| mind_info(mind, stage)).collect(),
        props: stage.view().props().iter().map(prop_info).collect(),
        capsules: rig.map(capsules).unwrap_or_default(),
        game: scene.game.as_ref().and_then(game),
    })
}

fn group(group: &CastGroup, stage: &Stage) -> ActorGroup {
    let minds = group.minds.iter().map(|MindId(number)| *number).collect();
    let info = |about: &About, dials: &[Dial]| DirectorInfo {
        title: about.title.to_string(),
        abilities: about.abilities.iter().map(|ability| (*ability).into()).collect(),
        dials: dials.iter().map(dial).collect(),
        buttons: about.buttons.iter().map(button).collect(),
    };
    let director = group.director.as_ref().map(|(id, about)| info(about, stage.director_dials(*id)));
    let reflexes = group.reflexes.iter().map(|(id, about)| info(about, stage.reflex_dials(*id))).collect();
    ActorGroup { name: group.name.clone(), count: group.count, team: group.team, minds, director, reflexes }
}

fn dial(dial: &Dial) -> DialInfo {
    DialInfo {
        dial: dial.number,
        name: dial.name.to_string(),
        line: dial.line.to_string(),
        min: dial.range[0],
        max: dial.range[1],
        value: dial.start,
        choices: dial.choices.iter().map(|choice| choice.to_string()).collect(),
    }
}

fn mind_info(mind: &CastMind, stage: &Stage) -> MindInfo {
    MindInfo {
        id: mind.id.0,
        title: mind.title.to_string(),
        abilities: mind.abilities.iter().map(|ability| (*ability).into()).collect(),
        dials: stage.dials(mind.id).iter().map(dial).collect(),
        buttons: mind.buttons.iter().map(button).collect(),
    }
}

fn button(button: &footwork_skill::Button) -> ButtonInfo {
    ButtonInfo { button: button.number, key: button.key.to_string(), name: button.name.to_string() }
}

fn prop_info(prop: &footwork_stage::Prop) -> PropInfo {
    let shape = match prop.kind {
        PropKind::Target { radius } => PropShape::Target { radius },
        PropKind::Ball { radius } => PropShape::Ball { radius },
        PropKind::Box { size } => PropShape::Box { size: size.to_array() },
        PropKind::Wall { length, height } => PropShape::Wall { length, height },
        PropKind::Obstacle { radius, height } => PropShape::Obstacle { radius, height },
    };
    PropInfo { shape, at: prop.position.to_array(), heading: prop.heading() }
}

/// What has a place of its own to be drawn; every game has a scoreboard.
fn game(game: &GameKind) -> Option<GameInfo> {
    match game {
        GameKind::Collect { course, .. } => {
            let corners = |Platform { from, to }: &Platform| [from.x, from.y, to.x, to.y];
            Some(GameInfo::Collect { platforms: course.platforms().iter().map(corners).collect() })
        }
        GameKind::Rounds(_) => None,
    }
}

fn skeleton(rig: &Rig) -> Skeleton {
    let skeleton = rig.skeleton();
    let stands = standing(rig);
    let joint = |joint: usize| Joint {
        name: skeleton.name(joint).to_string(),
        parent: skeleton.parent(joint).map_or(-1, |parent| parent as i32),
        offset: skeleton.offsets()[joint].to_array(),
        stands: stands[joint].translation.to_array(),
        turned: stands[joint].rotation.to_array(),
    };
    let end = |end: &footwork_motion::End| BoneEnd { joint: end.joint, offset: end.offset.to_array() };
    let roles = Role::ALL.iter().filter_map(|role| {
        let site = skeleton.roles().get(*role)?;
        Some((role.name().to_string(), site.joint))
    });
    Skeleton {
        joints: (0..skeleton.len()).map(joint).collect(),
        ends: skeleton.ends().iter().map(end).collect(),
        roles: roles.collect(),
        height: rig.height(),
    }
}

/// The body in the stance that all bodies share, so that a figure can be put on any rig; at rest, where it never stands.
fn standing(rig: &Rig) -> Vec<Transform> {
    let skeleton = rig.skeleton();
    let clips: Vec<_> = rig.repertoire().takes.iter().map(|take| &take.clip).collect();
    let stance = Stance::at_rest(skeleton).or_else(|_| Stance::of(skeleton, &clips));
    stance.map(|stance| stance.joints(skeleton)).unwrap_or_else(|_| {
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        kinematics::world(skeleton, Pose::rest(skeleton).view(), &mut world);
        world
    })
}

/// Both ends in the space of the first one's joint, as the body stands at rest.
fn capsules(rig: &Rig) -> Vec<Capsule> {
    let skeleton = rig.skeleton();
    let pose = Pose::rest(skeleton);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, pose.view(), &mut world);
    let capsules = rig.capsules().iter().map(|(part, capsule)| Capsule {
        joint: capsule.from.joint,
        from: capsule.from.offset.to_array(),
        to: world[capsule.from.joint].inverse().point(capsule.to.position(&world)).to_array(),
        radius: capsule.radius,
        part: word(part),
    });
    capsules.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_are_offered_to_be_thrown_where_nobody_leads_them_himself() {
        let throws = |text: &str| {
            let scene = Scene::parse(text, &footwork::skills()).unwrap();
            listed("a", &scene).offers.contains(&Offer::Throw)
        };
        assert!(throws(include_str!("../../../../scenes/dodge.toml")));
        assert!(!throws(include_str!("../../../../scenes/rat.toml")), "the rat is a ball");
        assert!(!throws(include_str!("../../../../scenes/football.toml")), "the ball is carried");
    }
}
