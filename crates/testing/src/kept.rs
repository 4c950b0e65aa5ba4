//! What takes long to make and several tests of one file need: a baked skill, say.
//!
//! Test runners give every test a process of its own, so that a `static` is made anew in each. Here the first process that
//! asks makes the bytes and keeps them in the target folder; the others wait for it, and read. What is kept belongs to the
//! very test executable, by its path, length and time: code that has changed makes it anew.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes by name, for all tests of the executable that calls this. Names are file names without an ending.
pub fn kept(name: &str, make: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    let executable = std::env::current_exe().expect("a test has an executable");
    let folder = folder(&executable);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let stem = executable.file_stem().expect("a file").to_string_lossy();
    let key = format!("{:016x}", key(&executable).expect("the executable can be looked at"));
    kept_in(&folder, &format!("{stem}-{name}"), &key, make).expect("the target folder can be written")
}

/// Beside the folders of the profiles: `target/tmp`, which cargo has for this.
fn folder(executable: &Path) -> PathBuf {
    let target = executable.ancestors().nth(3).unwrap_or(Path::new("."));
    target.join("tmp").join("kept")
}

/// Of an executable as it is now.
fn key(executable: &Path) -> io::Result<u64> {
    let about = fs::metadata(executable)?;
    let mut hasher = DefaultHasher::new();
    (executable, about.len(), about.modified()?).hash(&mut hasher);
    Ok(hasher.finish())
}

/// The lock is held while the bytes are made, so that they are made once. They are renamed into place when they are
/// whole: a process that is stopped half way leaves nothing that could be taken for them.
fn kept_in(folder: &Path, name: &str, key: &str, make: impl FnOnce() -> Vec<u8>) -> io::Result<Vec<u8>> {
    let lock = File::create(folder.join(format!("{name}.lock")))?;
    lock.lock()?;
    let path = folder.join(format!("{name}.{key}"));
    if let Ok(bytes) = fs::read(&path) {
        return Ok(bytes);
    }
    let bytes = make();
    for old in fs::read_dir(folder)?.filter_map(Result::ok) {
        let old = old.path();
        let [own, lock] = [old.file_stem() == Some(name.as_ref()), old.extension() == Some("lock".as_ref())];
        if own && !lock {
            fs::remove_file(old)?;
        }
    }
    let unfinished = folder.join(format!("{name}.unfinished"));
    fs::write(&unfinished, &bytes)?;
    fs::rename(unfinished, path)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A folder of this test's own, and empty.
    fn empty(name: &str) -> PathBuf {
        let folder = folder(&std::env::current_exe().unwrap()).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn of_several_who_ask_at_once_one_makes_and_all_get_it() {
        let folder = empty("at-once");
        let made = AtomicU32::new(0);
        let ask = || {
            kept_in(&folder, "skill", "key", || {
                made.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(50));
                vec![7; 1000]
            })
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            all.into_iter().for_each(|one| assert_eq!(one.join().unwrap().unwrap(), vec![7; 1000]));
        });
        assert_eq!(made.into_inner(), 1);
    }

    #[test]
    fn another_executable_makes_anew_and_what_is_old_goes() {
        let folder = empty("anew");
        let ask = |name: &str, key: &str, byte: u8| kept_in(&folder, name, key, || vec![byte]).unwrap();
        assert_eq!(ask("skill", "a", 1), [1]);
        assert_eq!(ask("skill", "a", 2), [1], "it is kept");
        assert_eq!(ask("skill-two", "a", 3), [3], "each name has its own");
        assert_eq!(ask("skill", "b", 4), [4]);
        assert_eq!(ask("skill-two", "a", 5), [3]);
        assert!(!folder.join("skill.a").exists() && folder.join("skill.b").exists());
    }

    #[test]
    fn one_who_fails_leaves_nothing_behind() {
        let folder = empty("fails");
        let failed = std::panic::catch_unwind(|| kept_in(&folder, "skill", "key", || panic!("no motion")));
        assert!(failed.is_err());
        assert_eq!(kept_in(&folder, "skill", "key", || vec![1]).unwrap(), [1]);
    }

    #[test]
    fn it_is_kept_in_the_target_folder() {
        let path = Path::new("/code/target/release/deps/steering-0123");
        assert_eq!(folder(path), Path::new("/code/target/tmp/kept"));
    }
}
