//! What the file with a take's edits is called: the same beside a recording, beside a repertoire and in the studio.

use xxhash_rust::xxh3::xxh3_64;

use super::Edits;

/// Characters, after which a name is cut: file systems allow 255 bytes, and a letter has up to four.
const LONGEST: usize = 50;

impl Edits {
    /// The name of the file with the edits of a take: `rounds.edits.toml` for the take `rounds`. A take may be called
    /// anything; where its name cannot be a file's on some system, what cannot stand in it becomes `_`, and a number made
    /// of the name is added. The result never names a folder.
    pub fn file_name(take: &str) -> String {
        let fits = |letter: char| !letter.is_control() && !"/\\:*?\"<>|".contains(letter);
        let safe: String = take.chars().take(LONGEST).map(|c| if fits(c) { c } else { '_' }).collect();
        let plain = safe == take && !take.is_empty() && !take.starts_with('.') && take.trim() == take;
        match plain {
            true => format!("{take}.edits.toml"),
            false => format!(
                "{}-{:016x}.edits.toml",
                safe.trim_start_matches('.').trim(),
                xxh3_64(take.as_bytes())
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_plain_name_stays_as_it_is() {
        for name in ["rounds", "143_05", "walk.mirrored", "my take", "日本"] {
            assert_eq!(Edits::file_name(name), format!("{name}.edits.toml"));
        }
        assert_ne!(Edits::file_name("a/b"), Edits::file_name("a_b"));
        assert_ne!(Edits::file_name("a/b"), Edits::file_name("a\\b"));
    }

    proptest! {
        #[test]
        fn no_name_leads_out_of_its_folder(take in prop_oneof![any::<String>(), "[./\\\\: a]{0,6}"]) {
            let name = Edits::file_name(&take);
            let parts: Vec<Component<'_>> = Path::new(&name).components().collect();
            prop_assert!(matches!(parts[..], [Component::Normal(_)]), "{take:?}: {name:?}");
            prop_assert!(name.len() <= 255 && !name.contains(['\\', ':', '\0', '\n']), "{name:?}");
        }
    }
}
