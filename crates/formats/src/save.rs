//! Writing a file so that it is either whole or not there: beside its place first, then renamed.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why a file could not be written. What stood there before still does.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be written: {source}", file.display())]
pub struct SaveError {
    file: PathBuf,
    source: io::Error,
}

/// Writes a file through a buffer. Until all of it is on disk, the file that stood there stays as it was.
pub fn save(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SaveError> {
    let path = path.as_ref();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let attempt = || -> io::Result<()> {
        if path.is_dir() {
            return Err(io::Error::other("it is a folder"));
        }
        let mut file = tempfile::Builder::new().prefix(".footwork-").suffix(".part").tempfile_in(folder)?;
        let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.as_file().sync_all()?;
        // A private temporary file becomes an ordinary one.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(path).map_or(0o644, |old| old.permissions().mode());
            file.as_file().set_permissions(std::fs::Permissions::from_mode(mode))?;
        }
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    attempt().map_err(|source| SaveError { file: path.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_midway_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("take.bvh");
        std::fs::write(&path, "old").unwrap();
        let failed = save(&path, |out| {
            out.write_all(b"new, but on")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.unwrap_err().to_string().ends_with("the disk is full"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        save(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_folder_that_is_not_there_or_in_the_way_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = save(folder.path().join("none/take.bvh"), |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("take.bvh"));
        assert!(save(folder.path(), |_| Ok(())).unwrap_err().to_string().contains("a folder"));
    }
}
