//! Where commands write to, and as what.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use footwork_formats::bvh::{self, WriteOptions};
use footwork_formats::{Body, Character, Format, gltf, save};

use crate::terminal::{self, CommandError};

/// The formats Footwork writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutFormat {
    Bvh,
    Glb,
}

impl OutFormat {
    /// What a path's ending says.
    fn from_path(path: &Path) -> Option<OutFormat> {
        match path.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
            "bvh" => Some(OutFormat::Bvh),
            "glb" => Some(OutFormat::Glb),
            _ => None,
        }
    }

    /// The nearest to what was read.
    pub fn of(format: Format) -> OutFormat {
        match format {
            Format::Bvh | Format::Asf | Format::Amc => OutFormat::Bvh,
            Format::Gltf | Format::Glb => OutFormat::Glb,
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            OutFormat::Bvh => "bvh",
            OutFormat::Glb => "glb",
        }
    }
}

/// What the user named to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    File(OutFormat),
    Folder,
}

/// A folder is one that is there, ends with a slash, or has no ending at all.
pub fn place(out: &Path) -> Result<Place, CommandError> {
    if out.is_dir() || out.to_string_lossy().ends_with(['/', '\\']) {
        return Ok(Place::Folder);
    }
    match OutFormat::from_path(out) {
        Some(format) => Ok(Place::File(format)),
        None if out.extension().is_none() => Ok(Place::Folder),
        None => Err(CommandError::Other(format!(
            "{}: Footwork writes .bvh and .glb files, or a folder of them (end its name with /)",
            out.display()
        ))),
    }
}

/// Refuses two files that would be written under one name: the second would replace the first.
pub fn refuse_twins(files: &[PathBuf], name: impl Fn(&Path) -> PathBuf) -> Result<(), CommandError> {
    let mut names: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for file in files {
        if let Some(other) = names.insert(name(file), file) {
            let text = format!("{} and {} would become the same file", other.display(), file.display());
            return Err(CommandError::Other(text));
        }
    }
    Ok(())
}

/// A file's name without its ending.
pub fn stem(file: &Path) -> String {
    file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Writes bodies to one file. Refuses to leave out what a BVH file has no place for.
pub fn write_bodies(out: &Path, bodies: &[Body], format: OutFormat) -> Result<(), CommandError> {
    let _writing = terminal::writing();
    match (format, bodies) {
        (OutFormat::Glb, bodies) => {
            let bytes = glb(bodies)?;
            Ok(save(out, |file| file.write_all(&bytes))?)
        }
        (OutFormat::Bvh, [Body { skeleton, clips, .. }]) if clips.len() == 1 => {
            Ok(save(out, |file| bvh::write(file, skeleton, &clips[0], WriteOptions::default()))?)
        }
        (OutFormat::Bvh, _) => Err(CommandError::Other(format!(
            "{}: a BVH file holds one body and one animation, and there are several: name a .glb file",
            out.display()
        ))),
    }
}

/// Writes a file whole, even if the user interrupts meanwhile.
pub fn save_whole(out: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let _writing = terminal::writing();
    Ok(save(out, |file| file.write_all(bytes))?)
}

/// Bodies as the bytes of a GLB file.
pub fn glb(bodies: &[Body]) -> Result<Vec<u8>, CommandError> {
    let characters: Vec<Character<'_>> = bodies
        .iter()
        .map(|body| Character { name: &body.name, skeleton: &body.skeleton, clips: &body.clips })
        .collect();
    gltf::write(&characters).map_err(|error| CommandError::Other(error.to_string()))
}
