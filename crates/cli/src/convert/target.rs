//! The character that motion goes onto.

use std::path::{Path, PathBuf};

use footwork_formats::{Body, ReadOptions, RoleNames, gltf, load, read};
use footwork_motion::{Clip, Retarget, RetargetError, Role, Skeleton, Stance};

use crate::terminal::{self, CommandError};

/// A character and how it stands.
pub struct Target {
    file: PathBuf,
    /// Among the bodies of its file.
    number: usize,
    pub body: Body,
    stance: Stance,
    /// Whether its root is on the ground beneath its hips.
    grounded: bool,
}

/// A character with a root above its hips, as Unreal's, whose file has no motion that says which of the two moves: the root goes
/// along on the ground, and the hips move against it.
fn with_a_root_on_the_ground(mut body: Body) -> (Body, bool) {
    let hips = body.skeleton.joint(Role::Hips).unwrap_or(0);
    let moves = body.skeleton.translated_joints().any(|joint| joint != 0);
    let rests = body.clips.iter().all(|clip| clip.frames() == 1);
    if hips == 0 || moves || !rests {
        return (body, false);
    }
    match body.skeleton.clone().with_movers(&[hips]) {
        Ok(skeleton) => {
            body.skeleton = skeleton;
            (body, true)
        }
        Err(_) => (body, false),
    }
}

impl Target {
    /// The first person of a file.
    pub fn read(path: &Path, roles: RoleNames) -> Result<Target, CommandError> {
        // The other body's unit and axes are its own; the names of its joints are not.
        let import = read(path, &ReadOptions { roles, ..ReadOptions::default() })?;
        let named = |error: String| CommandError::Other(format!("{}: {error}", path.display()));
        let people = import.bodies.iter().filter(|body| body.skeleton.leg_length().is_ok()).count();
        let mut bodies = import.bodies.into_iter().enumerate();
        let person = bodies.find(|(_, body)| body.skeleton.leg_length().is_ok());
        let (number, body) = person.ok_or_else(|| named("there is no body with legs in it".to_string()))?;
        for warning in &import.warnings {
            terminal::warning(&format!("{}: {warning}", path.display()));
        }
        if people > 1 {
            let name = &body.name;
            terminal::warning(&format!(
                "{}: there are {people} people in it; motion goes onto the first, {name:?}",
                path.display()
            ));
        }
        let stance = Stance::of_character(&body.skeleton, &body.clips.iter().collect::<Vec<_>>())
            .map_err(|error| named(error.to_string()))?;
        let (body, grounded) = with_a_root_on_the_ground(body);
        Ok(Target { file: path.to_path_buf(), number, body, stance, grounded })
    }

    pub fn has_mesh(&self) -> bool {
        let ending = self.file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        matches!(ending.as_deref(), Some("glb" | "gltf" | "vrm"))
    }

    pub fn carry(&self, from: &Skeleton, clips: &[Clip]) -> Result<Vec<Clip>, RetargetError> {
        let stance = Stance::new(from, clips)?;
        let retarget = Retarget::new(from, &stance, &self.body.skeleton, &self.stance)?;
        let retarget = if self.grounded { retarget.root_beneath() } else { retarget };
        clips.iter().map(|clip| retarget.clip(clip, from, &self.body.skeleton)).collect()
    }

    /// The character's own file with these animations.
    pub fn dressed(&self, clips: &[Clip]) -> Result<Vec<u8>, CommandError> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let outside = |name: &str| load(folder.join(name)).map_err(|error| error.to_string());
        let bytes = load(&self.file)?;
        gltf::write_with_mesh(&bytes, &outside, (self.number, &self.body), clips)
            .map_err(|error| CommandError::Other(format!("{}: {error}", self.file.display())))
    }
}
