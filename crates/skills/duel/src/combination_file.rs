//! The combination table as people read and write it: TOML, a table for each blow, a line for each answer.
//!
//! ```toml
//! [jab]
//! slip_right = 0.65
//! high_block = 0.2
//! ```

use std::collections::BTreeMap;

use footwork_annotate::vocabulary;

use crate::combination::Combinations;
use crate::tables::Tables;

/// Why a combination table cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CombinationError {
    #[error("{0}")]
    Toml(String),
    #[error("there is no action {word:?}; {right}")]
    Word { word: String, right: String },
    #[error("[{blow}] {answer} = {value}: a suitability is from 0 to 1")]
    Value { blow: String, answer: String, value: f32 },
}

/// Reads a table. Words that the repertoire has no action for are known all the same, and have no effect.
pub fn parse(text: &str, tables: &Tables) -> Result<Combinations, CombinationError> {
    let written: ByWord = toml::from_str(text).map_err(|error| CombinationError::Toml(error.to_string()))?;
    let mut combinations = Combinations::empty(tables.words.len());
    for (blow, answers) in &written {
        let blow_number = number(blow, tables)?;
        for (answer, value) in answers {
            let answer_number = number(answer, tables)?;
            if !(0.0..=1.0).contains(value) {
                let (blow, answer) = (blow.clone(), answer.clone());
                return Err(CombinationError::Value { blow, answer, value: *value });
            }
            if let (Some(blow), Some(answer)) = (blow_number, answer_number) {
                combinations.set(blow, answer, *value);
            }
        }
    }
    Ok(combinations)
}

/// The number of a word in the tables; none for one that only the vocabulary knows.
fn number(word: &str, tables: &Tables) -> Result<Option<u16>, CombinationError> {
    let found = tables.words.iter().position(|known| known == word).map(|at| at as u16);
    if found.is_some() || vocabulary::is_known(word) {
        return Ok(found);
    }
    let right = match vocabulary::nearest(word) {
        Some(meant) => format!("did you mean {meant:?}?"),
        None => "docs/annotation.md lists them".to_string(),
    };
    Err(CombinationError::Word { word: word.to_string(), right })
}

/// A table by words: of each blow, how well each answer suits it.
pub type ByWord = BTreeMap<String, BTreeMap<String, f32>>;

/// A table in words, to two places.
pub fn by_word(combinations: &Combinations, tables: &Tables) -> ByWord {
    let word = |number: u16| tables.words.get(usize::from(number)).cloned().unwrap_or_default();
    let mut written = ByWord::new();
    for (blow, answer, suits) in combinations.pairs() {
        written.entry(word(blow)).or_default().insert(word(answer), (suits * 100.0).round() / 100.0);
    }
    written
}

/// Writes a table.
pub fn write(combinations: &Combinations, tables: &Tables) -> String {
    let mut text = String::new();
    for (blow, answers) in by_word(combinations, tables) {
        text += &format!("[{blow}]\n");
        for (answer, suits) in answers {
            text += &format!("{answer} = {suits:?}\n");
        }
        text.push('\n');
    }
    text
}
