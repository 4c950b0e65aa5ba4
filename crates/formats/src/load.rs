//! A file's bytes, within limits: what is no file, such as a pipe, may never end, and neither may memory be filled by a
//! mistaken name.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes. No recording or repertoire is larger: an hour of a person with 60 joints is 200 MB in binary and 600 as text.
pub const MOST_BYTES: u64 = 2 << 30;
/// Bytes. No text that a person writes is larger, nor what a player did in a day.
pub const MOST_TEXT: u64 = 64 << 20;

/// Why a file's bytes cannot be had.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LoadError {
    #[error("{}: {source}", file.display())]
    Io { file: PathBuf, source: io::Error },
    #[error("{} is a folder; name the files in it", file.display())]
    Folder { file: PathBuf },
    #[error("{} is a pipe or a device; write what comes out of it to a file first", file.display())]
    NoFile { file: PathBuf },
    #[error("{} is larger than {} MiB, which is more than any such file has", file.display(), most >> 20)]
    TooLarge { file: PathBuf, most: u64 },
    #[error("{}: it is no text, which would be UTF-8", file.display())]
    NoText { file: PathBuf },
}

/// Opens a file, and nothing else: opening a pipe would wait for somebody to write to it.
pub(crate) fn open(path: &Path) -> Result<File, LoadError> {
    let failed = |source| LoadError::Io { file: path.to_path_buf(), source };
    check(path, &std::fs::metadata(path).map_err(failed)?)?;
    let file = File::open(path).map_err(failed)?;
    // It may have become something else meanwhile.
    check(path, &file.metadata().map_err(failed)?)?;
    Ok(file)
}

fn check(path: &Path, found: &Metadata) -> Result<(), LoadError> {
    let file = path.to_path_buf();
    match found.file_type() {
        kind if kind.is_dir() => Err(LoadError::Folder { file }),
        kind if kind.is_file() => Ok(()),
        _ => Err(LoadError::NoFile { file }),
    }
}

/// The bytes of an open file, so many at most. Room is made for what the system reports, so that a long file is not held
/// twice while it grows; what is really there counts, as the report may be wrong.
pub(crate) fn load_open(file: File, path: &Path, most: u64) -> Result<Vec<u8>, LoadError> {
    let failed = |source| LoadError::Io { file: path.to_path_buf(), source };
    let too_large = || LoadError::TooLarge { file: path.to_path_buf(), most };
    let length = file.metadata().map_err(failed)?.len();
    if length > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize).map_err(|_| too_large())?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// The bytes of a file: [`MOST_BYTES`] at most.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<u8>, LoadError> {
    let path = path.as_ref();
    load_open(open(path)?, path, MOST_BYTES)
}

/// The text of a file: [`MOST_TEXT`] at most.
pub fn load_text(path: impl AsRef<Path>) -> Result<String, LoadError> {
    let path = path.as_ref();
    let bytes = load_open(open(path)?, path, MOST_TEXT)?;
    String::from_utf8(bytes).map_err(|_| LoadError::NoText { file: path.to_path_buf() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_than_the_limit_is_refused_and_what_is_as_large_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("take.bvh");
        std::fs::write(&path, [b'x'; 100]).unwrap();
        let load = |most| load_open(open(&path).unwrap(), &path, most);
        assert_eq!(load(100).unwrap().len(), 100);
        assert!(matches!(load(99), Err(LoadError::TooLarge { .. })));
        // A file that says it is endless is not even begun.
        File::options().write(true).open(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        assert!(matches!(super::load(&path), Err(LoadError::TooLarge { .. })));
        assert!(matches!(load_text(&path), Err(LoadError::TooLarge { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_folders_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("take.bvh");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        assert!(matches!(load(&pipe), Err(LoadError::NoFile { .. })));
        assert!(matches!(load("/dev/zero"), Err(LoadError::NoFile { .. })));
        assert!(matches!(load(folder.path()), Err(LoadError::Folder { .. })));
        let link = folder.path().join("zero.bvh");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert!(matches!(load(&link), Err(LoadError::NoFile { .. })));
    }
}
