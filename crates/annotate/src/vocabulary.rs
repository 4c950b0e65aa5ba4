//! The words for what actions are.
pub fn is_known(word: &str) -> bool {
    ["attack", "punch"].contains(&word)
}
pub fn nearest(_word: &str) -> &'static str {
    "attack"
}
/// Whether a word could be a class: small letters, digits and `_`, not too long.
pub fn is_word(word: &str) -> bool {
    (1..=40).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}
