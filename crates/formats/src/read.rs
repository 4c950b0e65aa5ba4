//! Reading a file: which format it is, what lies beside it, and through the door.

use std::path::{Path, PathBuf};

use crate::fault::Fault;
#[cfg(feature = "fbx")]
use crate::fbx;
use crate::import::{Format, Import, Raw, ReadOptions};
use crate::load::{LoadError, MOST_BYTES, load, load_open, open};
use crate::roles::RolesError;
use crate::{acclaim, bvh, gltf, normalize};

/// What programs call a take that nobody gave a name: those of Mixamo, of Maya and MotionBuilder, of Blender and of 3ds Max.
const SAYS_NOTHING: [&str; 8] =
    ["", "mixamo.com", "take 001", "take_001", "default", "scene", "animation", "unreal take"];

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReadError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("{} is empty", file.display())]
    Empty { file: PathBuf },
    #[error("{}: Footwork reads .bvh, .fbx, .asf, .amc, .gltf, .glb, .vrm and .vrma files", file.display())]
    UnknownFormat { file: PathBuf },
    #[error("{}: {looks} rather than {format}", file.display())]
    Disguised { file: PathBuf, format: Format, looks: &'static str },
    #[error("{}: an AMC file needs its skeleton: put {} beside it", file.display(), either(wanted))]
    NoSkeleton { file: PathBuf, wanted: [String; 2] },
    #[cfg(not(feature = "fbx"))]
    #[error("{}: this build reads no FBX; save it as glTF, or build with the feature `fbx`", file.display())]
    NoFbx { file: PathBuf },
    #[error("{}: {fault}", file.display())]
    Fault { file: PathBuf, fault: Fault },
    #[error("{}: {error}", file.display())]
    Roles { file: PathBuf, error: RolesError },
}

/// Reads a motion file: BVH, FBX, ASF, AMC with its ASF beside it, glTF, GLB, VRM or VRMA.
pub fn read(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Import, ReadError> {
    let path = path.as_ref();
    // Opened first, so that a file that is not there is not called one of an unknown format; loaded last, as it may
    // be a film of many gigabytes.
    let file = open(path)?;
    let format = format_of(path)?;
    let bytes = load_open(file, path, MOST_BYTES)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let outside = |name: &str| {
        let path = folder.join(name);
        load(&path).map_err(|error| error.to_string())
    };
    interpret(path, format, bytes, options, || skeleton_of(path), &outside)
}

/// Reads a motion file that is in memory already. The ending of its name says what it is.
///
/// `beside` gives the files that lie beside it by their names: the skeleton of an AMC file, and the buffers of a glTF
/// file that are not within it. It is never asked for a path that leaves the folder.
pub fn read_bytes(
    name: impl AsRef<Path>,
    bytes: Vec<u8>,
    options: &ReadOptions,
    beside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Import, ReadError> {
    let path = name.as_ref();
    let skeleton = || {
        let wanted = skeleton_names(path);
        let found = wanted.iter().find_map(|name| Some((PathBuf::from(name), beside(name).ok()?)));
        found.ok_or_else(|| ReadError::NoSkeleton { file: path.to_path_buf(), wanted })
    };
    interpret(path, format_of(path)?, bytes, options, skeleton, beside)
}

fn format_of(path: &Path) -> Result<Format, ReadError> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("bvh") => Ok(Format::Bvh),
        Some("asf") => Ok(Format::Asf),
        Some("amc") => Ok(Format::Amc),
        Some("gltf" | "vrm") => Ok(Format::Gltf),
        Some("glb" | "vrma") => Ok(Format::Glb),
        Some("fbx") => Ok(Format::Fbx),
        _ => Err(ReadError::UnknownFormat { file: path.to_path_buf() }),
    }
}

fn interpret(
    path: &Path,
    format: Format,
    bytes: Vec<u8>,
    options: &ReadOptions,
    skeleton: impl FnOnce() -> Result<(PathBuf, Vec<u8>), ReadError>,
    outside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Import, ReadError> {
    let file = || path.to_path_buf();
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadError::Empty { file: file() });
    }
    if let Some(looks) = disguise(&bytes, format) {
        return Err(ReadError::Disguised { file: file(), format, looks });
    }
    let fault = |fault| ReadError::Fault { file: file(), fault };
    let raw = match format {
        Format::Bvh => bvh::read(&bytes).map_err(fault)?,
        Format::Asf => acclaim::read_skeleton(&bytes).and_then(acclaim::Asf::at_rest).map_err(fault)?,
        Format::Amc => {
            let (skeleton_file, skeleton) = skeleton()?;
            let skeleton = acclaim::read_skeleton(&skeleton)
                .map_err(|fault| ReadError::Fault { file: skeleton_file, fault })?;
            acclaim::read_motion(&bytes, skeleton).map_err(fault)?
        }
        Format::Gltf | Format::Glb => gltf::read(&bytes, outside).map_err(fault)?,
        #[cfg(feature = "fbx")]
        Format::Fbx => fbx::read(&bytes).map_err(fault)?,
        #[cfg(not(feature = "fbx"))]
        Format::Fbx => return Err(ReadError::NoFbx { file: file() }),
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
    // What a take is called, where the format has no name for it, or the program that wrote it had none.
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let nameless = matches!(format, Format::Bvh | Format::Asf | Format::Amc);
    for body in &mut raw.bodies {
        let alone = body.clips.len() == 1;
        for clip in &mut body.clips {
            if nameless || alone && SAYS_NOTHING.contains(&clip.name.to_lowercase().as_str()) {
                clip.name.clone_from(&stem);
            }
        }
    }
    let mut warnings = std::mem::take(&mut raw.warnings);
    let fault = |fault| ReadError::Fault { file: path.to_path_buf(), fault };
    let bodies = normalize::bring_in(raw, options, &mut warnings).map_err(fault)?;
    Ok(Import { format, bodies, warnings })
}

/// What the skeleton of an AMC file is called: for `16_17.amc` it is `16_17.asf` or `16.asf`.
fn skeleton_names(path: &Path) -> [String; 2] {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let subject = stem.split(['_', '-']).next().unwrap_or(&stem);
    [format!("{stem}.asf"), format!("{subject}.asf")]
}

fn either([one, other]: &[String; 2]) -> String {
    if one == other { one.clone() } else { format!("{one} or {other}") }
}

/// The skeleton of an AMC file: one of the names it should have, or the only one in the folder.
fn skeleton_of(path: &Path) -> Result<(PathBuf, Vec<u8>), ReadError> {
    let wanted = skeleton_names(path);
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

/// What a file is, whose first bytes show that it is not what it is called.
fn disguise(bytes: &[u8], format: Format) -> Option<&'static str> {
    const GLB: &[u8] = b"glTF";
    // Some tools call a GLB file .gltf, and its first bytes leave no doubt.
    if matches!(format, Format::Gltf | Format::Glb) && bytes.starts_with(GLB) {
        return None;
    }
    const FBX: [&[u8]; 2] = [b"Kaydara FBX", b"; FBX"];
    if format == Format::Fbx && FBX.iter().any(|magic| bytes.starts_with(magic)) {
        return None;
    }
    let kinds: [(&[u8], &str); 10] = [
        (b"\x89PNG", "it is a PNG picture"),
        (b"\xff\xd8\xff", "it is a JPEG picture"),
        (b"GIF8", "it is a GIF picture"),
        (b"PK\x03\x04", "it is a ZIP archive"),
        (b"%PDF", "it is a PDF document"),
        (GLB, "it is a GLB file"),
        (FBX[0], "it is an FBX file"),
        (FBX[1], "it is an FBX file"),
        (b"\x1f\x8b", "it is a gzip archive"),
        (b"BLENDER", "it is a Blender file, which Blender can save as glTF,"),
    ];
    let known = kinds.into_iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, looks)| looks);
    let binary = bytes.iter().take(512).any(|&b| b == 0);
    known.or(binary.then_some("it holds binary data"))
}
