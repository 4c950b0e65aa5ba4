//! What happened, as one GLB file or a folder of BVH files.

use std::collections::BTreeSet;
use std::path::Path;

use footwork::motion::Clip;
use footwork::scene::Scene;
use footwork::stage::{ActorId, Stage};
use footwork_formats::Body;
use footwork_formats::gltf::Precision;

use super::spool::Spool;
use crate::out::{Destination, OutFormat, destination, write_bodies, write_glb};
use crate::scenes::Found;
use crate::terminal::CommandError;

/// What everybody is called: no two the same, also where a file system takes capitals for small letters.
pub fn names(scene: &Scene) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::with_capacity(scene.cast_size());
    for cast in &scene.actors {
        let mut numbers = 1..;
        for _ in 0..cast.count {
            let alone = (cast.count == 1).then(|| cast.name.clone());
            let numbered = numbers.by_ref().map(|number| format!("{}-{number}", cast.name));
            names.extend(alone.into_iter().chain(numbered).find(|name| taken.insert(name.to_lowercase())));
        }
    }
    names
}

/// Bytes that a GLB file can hold.
const MOST_GLB: f64 = 4.0 * (1_u64 << 30) as f64;

/// Says before a long run that what comes of it would not fit.
pub fn refuse_too_large(stage: &Stage, seconds: f64, out: Destination) -> Result<(), CommandError> {
    let joints: usize = stage.view().actors().map(|actor| actor.pose().rotations.len()).sum();
    let bytes = 16.0 * joints as f64 * seconds / f64::from(stage.settings().step);
    if out == Destination::Folder || bytes < MOST_GLB {
        return Ok(());
    }
    Err(CommandError::Other(format!(
        "{} actors for {seconds} s are about {:.1} GB, and a GLB file holds 4: name a folder for BVH files, or fewer seconds",
        stage.len(),
        bytes / 1e9
    )))
}

/// On the disk that the result goes to.
pub fn open_spool(path: &Path, out: Destination) -> Result<Spool, CommandError> {
    let folder = match out {
        Destination::Folder => {
            std::fs::create_dir_all(path)
                .map_err(|error| CommandError::Other(format!("{}: {error}", path.display())))?;
            path
        }
        Destination::File(_) => path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")),
    };
    Spool::new(folder)
        .map_err(|error| CommandError::Other(format!("{} could not be written: {error}", path.display())))
}

/// Writes everybody into one GLB file, or each into a BVH file of a folder, one after the other.
pub fn write(
    found: &Found,
    stage: &Stage,
    spool: Spool,
    out: &Path,
    precision: Precision,
) -> Result<(), CommandError> {
    let names = names(&found.scene);
    let name_of =
        |id: ActorId| names.get(id.0 as usize).cloned().unwrap_or_else(|| format!("actor-{}", id.0));
    let body = |id: ActorId, mut clip: Clip| {
        let name = name_of(id);
        clip.name.clone_from(&name);
        Some(Body::new(name, stage.actor(id)?.rig().skeleton().clone(), vec![clip]))
    };
    if destination(out)? == Destination::Folder {
        return spool.clips(stage, |id, clip| {
            let Some(body) = body(id, clip) else { return Ok(()) };
            let path = out.join(format!("{}.bvh", body.name));
            write_bodies(&path, std::slice::from_ref(&body), OutFormat::Bvh)
        });
    }
    write_glb(out, precision, |add| {
        spool.clips(stage, |id, clip| match body(id, clip) {
            Some(body) => add(&body),
            None => Ok(()),
        })
    })
}
