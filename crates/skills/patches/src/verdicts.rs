//! What somebody said of patches, as a text file: one line each, `drop` or `keep`, and which patch.
//!
//! A patch is known by what is done in it and where, not by its number: a verdict outlives a bake as long as the same patch comes out of it.

use std::collections::BTreeMap;

use crate::browse::Verdict;
use crate::file::PatchBook;
use crate::patch::Patch;

/// The first line of the file.
pub const HEAD: &str = "footwork patches 1";

/// Why a file of verdicts cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct VerdictError {
    /// From 1 on.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Verdicts by patch.
pub type Verdicts = BTreeMap<u64, Verdict>;

/// What a patch is known by: FNV-1a of all that is done in it.
pub fn key(patch: &Patch) -> u64 {
    let bytes = postcard::to_allocvec(&patch.turns).unwrap_or_default();
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// As a file.
pub fn write(verdicts: &Verdicts) -> String {
    let line = |(key, verdict): (&u64, &Verdict)| {
        let word = if *verdict == Verdict::Kept { "keep" } else { "drop" };
        format!("{word} {key:016x}\n")
    };
    format!("{HEAD}\n{}", verdicts.iter().map(line).collect::<String>())
}

/// Reads a file. A later line of the same patch counts.
pub fn parse(text: &str) -> Result<Verdicts, VerdictError> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, line)| line.trim_end()) != Some(HEAD) {
        let what = format!("verdicts on patches begin with {HEAD:?}: record them in the scene `browse`");
        return Err(VerdictError { line: 1, what });
    }
    let mut found = Verdicts::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let fail = || VerdictError {
            line: number + 1,
            what: format!("{:?} is no verdict: `keep` or `drop`, and 16 hexadecimal digits", line.trim()),
        };
        let (word, key) = line.trim().split_once(' ').ok_or_else(fail)?;
        let verdict = match word {
            "keep" => Verdict::Kept,
            "drop" => Verdict::Dropped,
            _ => return Err(fail()),
        };
        found.insert(u64::from_str_radix(key.trim(), 16).map_err(|_| fail())?, verdict);
    }
    Ok(found)
}

/// A book without what was dropped, and how many patches that were. If all were, nothing is: a crowd needs something to do.
pub fn judged(book: PatchBook, verdicts: &Verdicts) -> (PatchBook, usize) {
    let stays = |patch: &Patch| verdicts.get(&key(patch)) != Some(&Verdict::Dropped);
    let kept: Vec<usize> = (0..book.patches.len()).filter(|at| stays(&book.patches[*at])).collect();
    let dropped = book.patches.len() - kept.len();
    if dropped == 0 || kept.is_empty() {
        return (book, 0);
    }
    let joins = book.joins.of(&kept);
    let patches = kept.iter().map(|at| book.patches[*at].clone()).collect();
    (PatchBook { patches, joins, ..book }, dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_read_back_and_what_is_wrong_is_named() {
        let verdicts: Verdicts = [(7, Verdict::Dropped), (u64::MAX, Verdict::Kept)].into();
        assert_eq!(parse(&write(&verdicts)), Ok(verdicts));
        for (text, says) in [
            ("", "line 1: verdicts on patches begin with"),
            ("footwork patches 1\nthrow 07\n", "line 2: \"throw 07\" is no verdict"),
            ("footwork patches 1\ndrop seven\n", "line 2: \"drop seven\" is no verdict"),
        ] {
            assert!(parse(text).unwrap_err().to_string().starts_with(says), "{text}");
        }
    }
}
