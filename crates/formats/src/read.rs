//! Reading a file: which format it is, what lies beside it, and through the door.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::import::{Format, Import, Raw, ReadOptions};
use crate::roles::RolesError;
use crate::{acclaim, bvh, door, gltf};

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReadError {
    #[error("{}: {source}", file.display())]
    Io { file: PathBuf, source: io::Error },
    #[error("{} is a folder; name the files in it", file.display())]
    Folder { file: PathBuf },
    #[error("{} is empty", file.display())]
    Empty { file: PathBuf },
    #[error("{}: Footwork reads .bvh, .asf, .amc, .gltf and .glb files", file.display())]
    UnknownFormat { file: PathBuf },
    #[error("{}: {looks} rather than {format}", file.display())]
    Disguised { file: PathBuf, format: Format, looks: &'static str },
    #[error("{}: an AMC file needs its skeleton: put {} or {} beside it", file.display(), wanted[0], wanted[1])]
    NoSkeleton { file: PathBuf, wanted: [String; 2] },
    #[error("{}: {fault}", file.display())]
    Fault { file: PathBuf, fault: Fault },
    #[error("{}: {error}", file.display())]
    Roles { file: PathBuf, error: RolesError },
}

/// Reads a motion file: BVH, ASF, AMC with its ASF beside it, glTF or GLB.
pub fn read(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Import, ReadError> {
    let path = path.as_ref();
    let file = || path.to_path_buf();
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let format = match ending.as_deref() {
        Some("bvh") => Some(Format::Bvh),
        Some("asf") => Some(Format::Asf),
        Some("amc") => Some(Format::Amc),
        Some("gltf" | "vrm") => Some(Format::Gltf),
        Some("glb" | "vrma") => Some(Format::Glb),
        _ => None,
    };
    let bytes = load(path)?;
    let format = format.ok_or_else(|| ReadError::UnknownFormat { file: file() })?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadError::Empty { file: file() });
    }
    if let Some(looks) = disguise(&bytes).filter(|_| !matches!(format, Format::Glb | Format::Gltf)) {
        return Err(ReadError::Disguised { file: file(), format, looks });
    }
    let fault = |fault| ReadError::Fault { file: file(), fault };
    let raw = match format {
        Format::Bvh => bvh::read(&bytes).map_err(fault)?,
        Format::Asf => acclaim::read_skeleton(&bytes).and_then(acclaim::Asf::at_rest).map_err(fault)?,
        Format::Amc => {
            let (skeleton_file, skeleton) = skeleton_of(path)?;
            let skeleton = acclaim::read_skeleton(&skeleton)
                .map_err(|fault| ReadError::Fault { file: skeleton_file, fault })?;
            acclaim::read_motion(&bytes, skeleton).map_err(fault)?
        }
        Format::Gltf | Format::Glb => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let outside = |name: &str| load(&folder.join(name)).map_err(|error| error.to_string());
            gltf::read(&bytes, &outside).map_err(fault)?
        }
    };
    // The text of a large file is not needed while its motion is turned and scaled.
    drop(bytes);
    finish(raw, format, path, options)
}

fn finish(mut raw: Raw, format: Format, path: &Path, options: &ReadOptions) -> Result<Import, ReadError> {
    if !options.roles.is_empty() {
        let tried: Vec<Result<(), RolesError>> =
            raw.bodies.iter_mut().map(|body| options.roles.apply(&mut body.skeleton)).collect();
        // A prop beside the body need not have the joints.
        if tried.iter().all(Result::is_err) {
            let error = tried.into_iter().find_map(Result::err).unwrap_or(RolesError::NoTable);
            return Err(ReadError::Roles { file: path.to_path_buf(), error });
        }
    }
    // What a take is called, where the format has no name for it.
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    if matches!(format, Format::Bvh | Format::Asf | Format::Amc) {
        raw.bodies.iter_mut().flat_map(|body| &mut body.clips).for_each(|clip| clip.name.clone_from(&stem));
    }
    let mut warnings = std::mem::take(&mut raw.warnings);
    let bodies = door::bring_in(raw, options, &mut warnings);
    Ok(Import { format, bodies, warnings })
}

/// A file's bytes. Grows with what is really there: the size that a system reports may be wrong.
fn load(path: &Path) -> Result<Vec<u8>, ReadError> {
    let io = |source| ReadError::Io { file: path.to_path_buf(), source };
    if path.is_dir() {
        return Err(ReadError::Folder { file: path.to_path_buf() });
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(io)?.read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}

/// The skeleton of an AMC file: for `16_17.amc` it is `16_17.asf`, `16.asf`, or the only one in the folder.
fn skeleton_of(path: &Path) -> Result<(PathBuf, Vec<u8>), ReadError> {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let subject = stem.split(['_', '-']).next().unwrap_or(&stem);
    let wanted = [format!("{stem}.asf"), format!("{subject}.asf")];
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut skeletons: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    skeletons.retain(|file| file.extension().is_some_and(|e| e.eq_ignore_ascii_case("asf")));
    let named = wanted.iter().find_map(|name| {
        let is_it = |file: &&PathBuf| file.file_name().is_some_and(|n| n.eq_ignore_ascii_case(name.as_str()));
        skeletons.iter().find(is_it)
    });
    let only = skeletons.first().filter(|_| skeletons.len() == 1);
    match named.or(only) {
        Some(skeleton) => Ok((skeleton.clone(), load(skeleton)?)),
        None => Err(ReadError::NoSkeleton { file: path.to_path_buf(), wanted }),
    }
}

/// What a file is, whose first bytes show that it is no text.
fn disguise(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 9] = [
        (b"\x89PNG", "it is a PNG picture"),
        (b"\xff\xd8\xff", "it is a JPEG picture"),
        (b"GIF8", "it is a GIF picture"),
        (b"PK\x03\x04", "it is a ZIP archive"),
        (b"%PDF", "it is a PDF document"),
        (b"glTF", "it is a GLB file"),
        (b"Kaydara FBX", "it is an FBX file, which Blender can save as glTF,"),
        (b"\x1f\x8b", "it is a gzip archive"),
        (b"BLENDER", "it is a Blender file, which Blender can save as glTF,"),
    ];
    let known = kinds.into_iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, looks)| looks);
    let binary = bytes.iter().take(512).any(|&b| b == 0);
    known.or(binary.then_some("it holds binary data"))
}
