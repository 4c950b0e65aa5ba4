//! Where commands write to, and as what.

use std::collections::BTreeMap;
use std::io::{BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use footwork_annotate::sealed;
use footwork_formats::bvh::{self, WriteOptions};
use footwork_formats::{Body, Character, Format, gltf, save, save_if};
use footwork_motion::{Clip, Skeleton, Stance};

use crate::terminal::{self, CommandError};

/// The formats Footwork writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutFormat {
    Bvh,
    Glb,
    /// Motion for VRM characters, without a mesh
    Vrma,
}

impl OutFormat {
    /// What a path's ending says.
    fn from_path(path: &Path) -> Option<OutFormat> {
        match path.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
            "bvh" => Some(OutFormat::Bvh),
            "glb" => Some(OutFormat::Glb),
            "vrma" => Some(OutFormat::Vrma),
            _ => None,
        }
    }

    /// The nearest to what was read.
    pub fn of(format: Format) -> OutFormat {
        match format {
            Format::Bvh | Format::Asf | Format::Amc => OutFormat::Bvh,
            Format::Gltf | Format::Glb | Format::Fbx => OutFormat::Glb,
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            OutFormat::Bvh => "bvh",
            OutFormat::Glb => "glb",
            OutFormat::Vrma => "vrma",
        }
    }
}

/// What the user named to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    File(OutFormat),
    Folder,
}

/// A folder is one that is there, ends with a slash, or has no ending at all.
pub fn destination(out: &Path) -> Result<Destination, CommandError> {
    if out.is_dir() || out.to_string_lossy().ends_with(['/', '\\']) {
        return Ok(Destination::Folder);
    }
    match OutFormat::from_path(out) {
        Some(format) => Ok(Destination::File(format)),
        None if out.extension().is_none() => Ok(Destination::Folder),
        None => Err(CommandError::Other(format!(
            "{}: Footwork writes .bvh, .glb and .vrma files, or a folder of them (end its name with /)",
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
        (OutFormat::Vrma, [Body { skeleton, clips, .. }]) if clips.len() == 1 => {
            let bytes = vrma(skeleton, &clips[0])?;
            Ok(save(out, |file| file.write_all(&bytes))?)
        }
        (OutFormat::Bvh | OutFormat::Vrma, _) => Err(CommandError::Other(format!(
            "{}: a {} file holds one body and one animation, and there are several: name a .glb file",
            out.display(),
            format.ending().to_uppercase()
        ))),
    }
}

/// Writes bodies to one GLB file, one after the other: `all` is given what takes the next one. The binary part is put aside on
/// disk meanwhile, so that no more than one body need be in memory.
pub fn write_glb(
    out: &Path,
    precision: gltf::Precision,
    all: impl FnOnce(&mut dyn FnMut(&Body) -> Result<(), CommandError>) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let other = |error: &dyn std::fmt::Display| CommandError::Other(format!("{}: {error}", out.display()));
    let folder = out.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut aside = tempfile::tempfile_in(folder).map_err(|error| other(&error))?;
    let mut buffer = BufWriter::with_capacity(1 << 20, &mut aside);
    let mut writer = gltf::Writer::new(&mut buffer).with_precision(precision);
    all(&mut |body| {
        let Body { name, skeleton, clips, .. } = body;
        writer.add(&Character { name, skeleton, clips }).map_err(|error| other(&error))
    })?;
    let head = writer.finish().map_err(|error| other(&error))?;
    buffer.flush().map_err(|error| other(&error))?;
    drop(buffer);
    aside.rewind().map_err(|error| other(&error))?;
    let _writing = terminal::writing();
    Ok(save(out, |file| {
        file.write_all(&head)?;
        std::io::copy(&mut aside, file).map(|_| ())
    })?)
}

/// Writes a file whole, even if the user interrupts meanwhile.
pub fn save_whole(out: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let _writing = terminal::writing();
    Ok(save(out, |file| file.write_all(bytes))?)
}

/// The same, where nobody else has written the file since it was read: `seen` is what told it apart from others then, none
/// where it was not there.
pub fn save_unchanged(out: &Path, seen: Option<&[u8]>, bytes: &[u8]) -> Result<(), CommandError> {
    let _writing = terminal::writing();
    let check = || match identity(out)?.as_deref() == seen {
        true => Ok(()),
        false => Err(std::io::Error::other(
            "somebody else wrote it meanwhile, and what they added would be lost; run the command again to add to it",
        )),
    };
    Ok(save_if(out, check, |file| file.write_all(bytes))?)
}

/// What tells a sealed file from others: its head, in which its checksum is. None where it is not there.
pub fn identity(file: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    match std::fs::File::open(file) {
        Ok(file) => file.take(sealed::HEAD as u64).read_to_end(&mut head).map(|_| Some(head)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A clip as the bytes of a VRM animation.
pub fn vrma(skeleton: &Skeleton, clip: &Clip) -> Result<Vec<u8>, CommandError> {
    let other = |error: &dyn std::fmt::Display| CommandError::Other(error.to_string());
    let stance = Stance::new(skeleton, std::slice::from_ref(clip)).map_err(|error| other(&error))?;
    gltf::write_vrma(skeleton, &stance, clip).map_err(|error| other(&error))
}

/// Bodies as the bytes of a GLB file.
pub fn glb(bodies: &[Body]) -> Result<Vec<u8>, CommandError> {
    let characters: Vec<Character<'_>> = bodies
        .iter()
        .map(|body| Character { name: &body.name, skeleton: &body.skeleton, clips: &body.clips })
        .collect();
    gltf::write(&characters).map_err(|error| CommandError::Other(error.to_string()))
}
