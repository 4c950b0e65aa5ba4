//! What a scene is: everything that does not change while it runs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Vector;

/// What a scene offers to whoever watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// Actors can be pushed.
    Push,
    /// The target can be put elsewhere.
    Target,
    /// Somebody answers to sticks and buttons.
    Steer,
    /// There are balls to throw at somebody.
    Throw,
    /// Bodies have weight: hands and feet can be dragged, and bodies let go.
    Drag,
    /// The way that somebody goes can be drawn.
    Path,
}

/// What an actor with a mind can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Goes where a player's sticks say.
    Steered,
    /// Fights: blows and hits are counted.
    Fights,
    /// Learns from recorded play.
    Learns,
    /// Answers pushes by more than giving way.
    Staggers,
    /// Sees what is thrown at it.
    Dodges,
    /// Is after something that can be put on the floor.
    Targets,
    /// Goes along a path that is drawn.
    Paths,
    /// Has the scene's balls about it itself: they are not there to be thrown.
    Leads,
}

impl From<footwork_skill::Ability> for Ability {
    fn from(ability: footwork_skill::Ability) -> Ability {
        match ability {
            footwork_skill::Ability::Steered => Ability::Steered,
            footwork_skill::Ability::Fights => Ability::Fights,
            footwork_skill::Ability::Learns => Ability::Learns,
            footwork_skill::Ability::Staggers => Ability::Staggers,
            footwork_skill::Ability::Dodges => Ability::Dodges,
            footwork_skill::Ability::Targets => Ability::Targets,
            footwork_skill::Ability::Paths => Ability::Paths,
            footwork_skill::Ability::Leads => Ability::Leads,
        }
    }
}

/// A scene in the list of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SceneInfo {
    /// As it is asked for.
    pub name: String,
    pub title: String,
    /// What there is to see.
    pub line: String,
    /// How many.
    pub actors: usize,
    pub offers: Vec<Offer>,
    /// Of anybody in it.
    pub abilities: Vec<Ability>,
}

/// Another scene, or the same from its beginning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SceneMessage {
    pub name: String,
    pub title: String,
    pub line: String,
    pub offers: Vec<Offer>,
    /// Where it is looked at from to begin with, if the scene says so: `broadcast`, `shoulder` or `top`.
    pub camera: Option<String>,
    pub seed: u64,
    /// How many people there are, where that can be dialled.
    pub people: Option<PeopleInfo>,
    /// s, of a step.
    pub step: f32,
    pub skeleton: Skeleton,
    /// Everybody, in the order of their numbers.
    pub groups: Vec<ActorGroup>,
    pub minds: Vec<MindInfo>,
    pub props: Vec<PropInfo>,
    pub capsules: Vec<Capsule>,
    pub game: Option<GameInfo>,
}

/// How many people there are of those whose number is open, and may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PeopleInfo {
    pub count: u32,
    pub least: u32,
    pub most: u32,
    /// What keeps groups in proportion.
    pub step: u32,
}

/// Actors of one kind: a crowd is one entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActorGroup {
    /// Of each; with its number in the group from 1 on, where there are several: `walker-3`.
    pub name: String,
    pub count: u32,
    pub team: u32,
    /// Numbers of the minds that it can be handed to, the one that it begins with first; none where it only stands.
    pub minds: Vec<u32>,
    /// What decides for several of them at once, where they begin with that.
    pub director: Option<DirectorInfo>,
    /// What answers for them beside what decides: pushes, things that fly.
    pub reflexes: Vec<DirectorInfo>,
}

/// What decides for several actors at once, or answers for one beside its mind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DirectorInfo {
    /// For people, in a few words.
    pub title: String,
    pub abilities: Vec<Ability>,
    pub dials: Vec<DialInfo>,
    /// What can be pressed while it is played.
    pub buttons: Vec<ButtonInfo>,
}

/// What decides for actors.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MindInfo {
    pub id: u32,
    /// For people, in a few words.
    pub title: String,
    pub abilities: Vec<Ability>,
    pub dials: Vec<DialInfo>,
    /// What can be pressed while it is played.
    pub buttons: Vec<ButtonInfo>,
}

/// Something to press.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ButtonInfo {
    /// Its number.
    pub button: u8,
    /// The key that presses it, as browsers call keys: `KeyJ`, `Space`.
    pub key: String,
    /// What it does, in a word or two.
    pub name: String,
}

/// A number of a mind that can be changed while it runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DialInfo {
    pub dial: u8,
    pub name: String,
    /// What it does.
    pub line: String,
    pub min: f32,
    pub max: f32,
    /// Where it is until somebody turns it.
    pub value: f32,
    /// Names of 0, 1, 2 and so on, where those are all that it can be.
    pub choices: Vec<String>,
}

/// Where a game is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GameInfo {
    /// Spheres are collected, on platforms: X and Z of two opposite corners each, in m.
    Collect { platforms: Vec<[f32; 4]> },
}

/// A thing on the stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PropInfo {
    #[serde(flatten)]
    pub shape: PropShape,
    /// m
    pub at: Vector,
    /// rad, to the left from Z.
    pub heading: f32,
}

/// What a thing is, and how large, in m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PropShape {
    Target { radius: f32 },
    Ball { radius: f32 },
    Box { size: [f32; 3] },
    Wall { length: f32, height: f32 },
    Obstacle { radius: f32, height: f32 },
}

/// The body that everybody has.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Skeleton {
    /// Parents come before children.
    pub joints: Vec<Joint>,
    pub ends: Vec<BoneEnd>,
    /// Joints by what they are for.
    pub roles: BTreeMap<String, usize>,
    /// m
    pub height: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Joint {
    pub name: String,
    /// −1 for a root.
    pub parent: i32,
    /// m, from the parent.
    pub offset: Vector,
    /// m: where it is when the body stands upright, facing Z, arms out to the sides.
    pub stands: Vector,
    /// How it is turned then, as a quaternion.
    pub turned: [f32; 4],
}

/// Where a chain of bones ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoneEnd {
    pub joint: usize,
    /// m
    pub offset: Vector,
}

/// What a body is made of, to touch: both ends in the space of a joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Capsule {
    pub joint: usize,
    pub from: Vector,
    pub to: Vector,
    /// m
    pub radius: f32,
    /// The word for the part of the body.
    pub part: String,
}
