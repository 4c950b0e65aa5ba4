//! A repertoire as bytes, and back. Nothing in a file is taken on trust: joints, frames and spans are checked
//! again, so that whoever holds a [`Repertoire`] holds a sound one.

use footwork_motion::{Clip, End, Joint, Role, Roles, Site, Skeleton};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::{Repertoire, Take};
use crate::annotation::Annotation;
use crate::edits::Edits;
use crate::sealed::{self, SealError};

const KIND: &str = "rep";

#[derive(Serialize, Deserialize)]
struct Wire {
    joints: Vec<WireJoint>,
    ends: Vec<(u16, Vec3)>,
    translated_joints: Vec<u16>,
    roles: Vec<(String, u16, Vec3)>,
    takes: Vec<WireTake>,
}

#[derive(Serialize, Deserialize)]
struct WireJoint {
    name: String,
    parent: Option<u16>,
    offset: Vec3,
    rest: Quat,
}

#[derive(Serialize, Deserialize)]
struct WireTake {
    name: String,
    rate: f32,
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
    annotation: Annotation,
    edits: Edits,
    mirrored_from: Option<String>,
}

impl Repertoire {
    /// Of the file; grows by one whenever what is written changes.
    pub const VERSION: u32 = 2;

    /// All of it as the bytes of a `.rep` file. The same repertoire gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let skeleton = &self.skeleton;
        let wire = Wire {
            joints: skeleton.joints().map(wire_joint).collect(),
            ends: skeleton.ends().iter().map(|end| (end.joint as u16, end.offset)).collect(),
            translated_joints: skeleton.translated_joints().skip(1).map(|joint| joint as u16).collect(),
            roles: Role::ALL
                .into_iter()
                .filter_map(|role| Some((role, skeleton.roles().get(role)?)))
                .map(|(role, site)| (role.name().to_string(), site.joint as u16, site.offset))
                .collect(),
            takes: self.takes.iter().map(wire_take).collect(),
        };
        // Plain data without maps: there is nothing that postcard could refuse.
        sealed::seal(KIND, Self::VERSION, &postcard::to_allocvec(&wire).unwrap_or_default())
    }

    /// Reads the bytes of a `.rep` file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Repertoire, SealError> {
        let payload = sealed::open(KIND, Self::VERSION, bytes)?;
        let wire: Wire = postcard::from_bytes(payload).map_err(nonsense)?;
        let skeleton = skeleton(wire.joints, wire.ends, &wire.translated_joints, &wire.roles)?;
        let takes: Vec<Take> =
            wire.takes.into_iter().map(|take| read_take(&skeleton, take)).collect::<Result<_, _>>()?;
        let repertoire = Repertoire { skeleton, takes };
        repertoire.check().map_err(nonsense)?;
        Ok(repertoire)
    }
}

fn nonsense(error: impl std::fmt::Display) -> SealError {
    SealError::Nonsense(error.to_string())
}

fn wire_joint(joint: Joint) -> WireJoint {
    let parent = joint.parent.map(|parent| parent as u16);
    WireJoint { name: joint.name, parent, offset: joint.offset, rest: joint.rest }
}

fn wire_take(take: &Take) -> WireTake {
    let frames = || (0..take.clip.frames()).map(|frame| take.clip.frame(frame));
    WireTake {
        name: take.clip.name.clone(),
        rate: take.clip.rate(),
        translations: frames().flat_map(|pose| pose.translations.iter().copied()).collect(),
        rotations: frames().flat_map(|pose| pose.rotations.iter().copied()).collect(),
        annotation: take.annotation.clone(),
        edits: take.edits.clone(),
        mirrored_from: take.mirrored_from.clone(),
    }
}

fn skeleton(
    joints: Vec<WireJoint>,
    ends: Vec<(u16, Vec3)>,
    translated_joints: &[u16],
    roles: &[(String, u16, Vec3)],
) -> Result<Skeleton, SealError> {
    let joints = joints.into_iter().map(|joint| Joint {
        name: joint.name,
        parent: joint.parent.map(usize::from),
        offset: joint.offset,
        rest: joint.rest,
    });
    let ends = ends.into_iter().map(|(joint, offset)| End { joint: joint.into(), offset });
    let translated_joints: Vec<usize> = translated_joints.iter().map(|&joint| joint.into()).collect();
    let mut skeleton = Skeleton::with_ends(joints.collect(), ends.collect())
        .and_then(|skeleton| skeleton.with_movers(&translated_joints))
        .map_err(nonsense)?;
    // Roles may have been named by hand, so what names alone would tell is not enough.
    let mut found = Roles::default();
    for (name, joint, offset) in roles {
        let role = Role::from_name(name).ok_or_else(|| nonsense(format!("{name:?} is no role")))?;
        if usize::from(*joint) >= skeleton.len() || !offset.is_finite() {
            return Err(nonsense(format!("the {role} is nowhere")));
        }
        found.set(role, Site { joint: usize::from(*joint), offset: *offset });
    }
    *skeleton.roles_mut() = found;
    Ok(skeleton)
}

fn read_take(skeleton: &Skeleton, wire: WireTake) -> Result<Take, SealError> {
    let clip =
        Clip::new(skeleton, wire.name, wire.rate, wire.translations, wire.rotations).map_err(nonsense)?;
    Ok(Take { clip, annotation: wire.annotation, edits: wire.edits, mirrored_from: wire.mirrored_from })
}
