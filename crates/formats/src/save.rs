//! Writing a file so that it is either whole or not there: beside its place first, then renamed.
//!
//! What a process that was killed left beside its place, the next write into the same folder removes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const PREFIX: &str = ".footwork-";
const SUFFIX: &str = ".part";
/// A file beside its place that is younger than this may be one that is about to be locked.
const YOUNG: Duration = Duration::from_secs(60);
/// Links that lead to one another for ever are given up after so many, as Linux does.
const MOST_LINKS: usize = 40;

/// Why a file could not be written. What stood there before still does.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be written: {source}", file.display())]
pub struct SaveError {
    file: PathBuf,
    source: io::Error,
}

/// Writes a file through a buffer. Until all of it is on disk, the file that stood there stays as it was. A link stays a
/// link, and what it leads to is written.
pub fn save(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SaveError> {
    save_if(path, || Ok(()), write)
}

/// The same, where nothing has happened to the old file that it must not be replaced for: `check` looks at it while no
/// other process that writes in this way can. Of two that read the same old file, the second learns of the first.
pub fn save_if(
    path: impl AsRef<Path>,
    check: impl FnOnce() -> io::Result<()>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SaveError> {
    let path = path.as_ref();
    attempt(path, check, write).map_err(|source| SaveError { file: path.to_path_buf(), source })
}

fn attempt(
    path: &Path,
    check: impl FnOnce() -> io::Result<()>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let place = behind_links(path)?;
    let old = fs::metadata(&place).ok();
    match old.as_ref().map(|old| old.file_type()) {
        Some(kind) if kind.is_dir() => return Err(io::Error::other("it is a folder")),
        // A device or a pipe is written to, never replaced.
        Some(kind) if !kind.is_file() => {
            let mut out = BufWriter::new(File::options().write(true).open(&place)?);
            write(&mut out)?;
            return out.flush();
        }
        _ => {}
    }
    let folder = place.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    remove_abandoned(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // What the user's mask leaves of it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    // Says that somebody is still at it; where locks cannot be had, only its age does.
    let _ = file.as_file().try_lock();
    let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    let held = hold(folder);
    check()?;
    file.persist(&place).map_err(|error| error.error)?;
    // The name is on disk only when the folder is.
    match held.map(|folder| folder.sync_all()) {
        // Some file systems know no such thing.
        Some(Err(error))
            if !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Where a path leads to; it need not be there.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            // Relative to the folder that the link is in; an absolute one replaces it.
            Ok(to) => place = place.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("it is a link that leads to itself"))
}

/// A folder that no other process holds until this is dropped. None where folders cannot be opened, as on Windows.
fn hold(folder: &Path) -> Option<File> {
    let held = File::open(folder).ok()?;
    // Where it cannot be locked, two at the same moment are not told apart.
    let _ = held.lock();
    Some(held)
}

/// Removes what killed processes left: what is not young, and what nobody holds.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            continue;
        }
        let age = entry.metadata().and_then(|found| found.modified()).map(|time| time.elapsed());
        let is_young = !matches!(age, Ok(Ok(age)) if age > YOUNG);
        let is_held = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_err());
        if !is_young && !is_held {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_write_that_fails_midway_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("take.bvh");
        fs::write(&path, "old").unwrap();
        let failed = save(&path, |out| {
            out.write_all(b"new, but on")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.unwrap_err().to_string().ends_with("the disk is full"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["take.bvh"]);
        save(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_folder_that_is_not_there_or_in_the_way_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = save(folder.path().join("none/take.bvh"), |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("take.bvh"));
        assert!(save(folder.path(), |_| Ok(())).unwrap_err().to_string().contains("a folder"));
    }

    #[test]
    fn what_must_not_be_replaced_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boxer.rep");
        fs::write(&path, "another's").unwrap();
        let refused = save_if(&path, || Err(io::Error::other("changed")), |out| out.write_all(b"mine"));
        assert!(refused.unwrap_err().to_string().ends_with("changed"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "another's");
        assert_eq!(names(folder.path()), ["boxer.rep"]);
    }

    #[test]
    fn what_a_killed_process_left_is_removed_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let part = |name: &str, seconds: u64| {
            let path = folder.path().join(name);
            let file = File::create(&path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
            file
        };
        part(".footwork-left.part", 3600);
        part(".footwork-young.part", 1);
        part(".footwork-other.txt", 3600);
        let held = part(".footwork-held.part", 3600);
        held.lock().unwrap();
        save(folder.path().join("take.bvh"), |_| Ok(())).unwrap();
        let expected = [".footwork-held.part", ".footwork-other.txt", ".footwork-young.part", "take.bvh"];
        assert_eq!(names(folder.path()), expected);
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{PermissionsExt, symlink};

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn a_new_file_has_the_permissions_of_any_new_file_and_an_old_one_keeps_its_own() {
            let folder = tempfile::tempdir().unwrap();
            let [path, any] = ["take.bvh", "any"].map(|name| folder.path().join(name));
            // Whatever this process's mask is, an ordinary file goes by it.
            fs::write(&any, "").unwrap();
            save(&path, |_| Ok(())).unwrap();
            assert_eq!(mode(&path), mode(&any));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            save(&path, |_| Ok(())).unwrap();
            assert_eq!(mode(&path), 0o640);
        }

        #[test]
        fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("there")).unwrap();
            let [link, place] = ["take.bvh", "there/real.bvh"].map(|name| folder.path().join(name));
            symlink("there/real.bvh", &link).unwrap();
            for text in ["where the link leads to nothing", "and to something"] {
                save(&link, |out| out.write_all(text.as_bytes())).unwrap();
                assert_eq!(fs::read_to_string(&place).unwrap(), text);
                assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            }
            let circle = folder.path().join("circle");
            symlink("circle", &circle).unwrap();
            assert!(save(&circle, |_| Ok(())).unwrap_err().to_string().contains("itself"));
        }

        #[test]
        fn a_device_is_written_to_and_not_replaced() {
            save("/dev/null", |out| out.write_all(b"gone")).unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());
            let full = save("/dev/full", |out| out.write_all(b"no room"));
            assert!(full.is_err());
        }
    }
}
