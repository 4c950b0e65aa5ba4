//! A skill's own table in a scene's TOML: read with serde, and what is wrong named with its line and key.

use footwork_annotate::vocabulary::nearest_of;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong in a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
#[allow(missing_docs)]
pub struct TableError {
    pub line: usize,
    pub what: String,
}

/// A table of a document, or the empty one of an actor that says nothing.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    text: &'a str,
    name: &'a str,
    value: Spanned<DeValue<'a>>,
}

impl<'a> Table<'a> {
    /// The table that is at a place of a document's text. Its name is the key that it stands at; a whole document has none.
    pub fn new(text: &'a str, name: &'a str, value: Spanned<DeValue<'a>>) -> Table<'a> {
        Table { text, name, value }
    }

    /// One without keys, for what begins at a place of the text.
    pub fn empty(text: &'a str, name: &'a str, at: usize) -> Table<'a> {
        Table { text, name, value: Spanned::new(at..at, DeValue::Table(DeTable::new())) }
    }

    /// The line that it begins at.
    pub fn line(&self) -> usize {
        line_of(self.text, self.value.span().start)
    }

    /// Reads all of it. A key that is not known is answered with the nearest that is.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, TableError> {
        T::deserialize(toml::de::ValueDeserializer::from(self.value.clone())).map_err(|error| {
            let at = error.span().map_or(self.value.span().start, |span| span.start);
            let what = with_nearest(error.message());
            let key = key_before(self.text, at).filter(|key| *key != self.name && !what.contains(*key));
            let named = key.map_or(String::new(), |key| format!("{key}: "));
            TableError { line: line_of(self.text, at), what: self.named(format!("{named}{what}")) }
        })
    }

    /// An error of the table as a whole.
    pub fn error(&self, what: impl std::fmt::Display) -> TableError {
        TableError { line: self.line(), what: self.named(what.to_string()) }
    }

    fn named(&self, what: String) -> String {
        if self.name.is_empty() { what } else { format!("{}: {what}", self.name) }
    }
}

/// The key whose value is at a place of the text, where both are on one line.
pub(crate) fn key_before(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at)?.rsplit('\n').next()?;
    let (key, between) = line.rsplit_once('=')?;
    // What stands after another value is a key itself.
    between.trim().is_empty().then_some(())?;
    Some(key.rsplit(['{', ',']).next().unwrap_or(key).trim())
}

/// The number of the line at a place of a text, from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Adds to "unknown … `x`, expected one of `a`, `b`" the one that was probably meant.
pub(crate) fn with_nearest(message: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let known: Vec<&str> = match (message.starts_with("unknown "), words.next()) {
        (true, Some(_)) => words.collect(),
        _ => return message.to_string(),
    };
    let wrong = message.split('`').nth(1).unwrap_or_default();
    match nearest_of(wrong, known.iter().copied()) {
        Some(meant) => format!("{wrong:?} is not known here; did you mean {meant:?}?"),
        None if known.is_empty() => format!("{wrong:?} is not known here; there is nothing to say"),
        None => format!("{wrong:?} is not known here; there are: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Own {
        aim: Option<String>,
        weight: f32,
    }

    fn read(text: &str) -> Result<Own, TableError> {
        let document = DeTable::parse(text).expect("it is TOML").into_inner();
        let value = document.get("box").expect("it has the table").clone();
        Table::new(text, "box", value).read()
    }

    #[test]
    fn a_table_is_read_whichever_way_it_is_written() {
        let inline = read("title = 1\nbox = { aim = \"head\", weight = 2.0 }\n").unwrap();
        let below = read("title = 1\n[box]\naim = \"head\"\nweight = 2.0\n").unwrap();
        assert_eq!(inline, below);
        assert_eq!(inline.weight, 2.0);
        let nothing = Table::empty("a\nb\nc", "box", 2);
        assert_eq!((nothing.read::<Own>().unwrap(), nothing.line()), (Own::default(), 2));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_key_and_what_would_be_right() {
        for (text, says) in [
            ("a = 1\n[box]\nam = \"head\"\n", "line 3: box: \"am\" is not known here; did you mean \"aim\"?"),
            ("box = { weight = \"much\" }\n", "line 1: box: weight: "),
            ("box = { weight = 1.0, am = 2 }\n", "line 1: box: \"am\" is not known here"),
            ("[box]\nweight = \"much\"\n", "line 2: box: weight: "),
            ("box = 3\n", "line 1: box: "),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(says), "{text}: {error}");
        }
    }
}
