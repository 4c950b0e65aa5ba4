//! A command's options as data: a skill says what there is, the command reads it from the command line.

/// One option of `footwork bake NAME` or `footwork eval NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// As it is written: `bound` is `--bound`.
    pub name: &'static str,
    /// What follows it.
    pub kind: Kind,
    /// What it does, in a line.
    pub help: &'static str,
    /// What counts where it is left out, as it would be written.
    pub default: Option<&'static str>,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: it is there or not.
    Flag,
    /// A value; how it is called in the help.
    Value(&'static str),
    /// A text file, which the command reads.
    File(&'static str),
    /// A folder, of which the command reads all text files with this ending.
    Folder {
        /// How it is called in the help.
        value: &'static str,
        /// Without the dot.
        ending: &'static str,
    },
}

/// What a user said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// It is there.
    Flag,
    /// A value, as it was written.
    Text(String),
    /// Files, each with its name and its text.
    Files(Vec<(String, String)>),
}

/// An option that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--{option} {given}: {right}")]
#[allow(missing_docs)]
pub struct OptionError {
    pub option: &'static str,
    pub given: String,
    pub right: String,
}

/// All that a user said, or left to the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    given: Vec<(String, Given)>,
}

impl Options {
    /// The defaults of a list of options.
    pub fn defaults(infos: &[OptionInfo]) -> Options {
        let mut options = Options::default();
        for info in infos {
            if let Some(default) = info.default {
                options.set(info.name, Given::Text(default.to_string()));
            }
        }
        options
    }

    /// Says something, in place of what was said before.
    pub fn set(&mut self, name: &str, given: Given) {
        self.given.retain(|(known, _)| known != name);
        self.given.push((name.to_string(), given));
    }

    fn get(&self, name: &str) -> Option<&Given> {
        self.given.iter().find(|(known, _)| known == name).map(|(_, given)| given)
    }

    /// Whether a flag is there.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// A value as it was written.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Given::Text(text) => Some(text),
            Given::Flag | Given::Files(_) => None,
        }
    }

    /// The words of a value, apart by commas.
    pub fn words(&self, name: &str) -> Vec<&str> {
        self.text(name).into_iter().flat_map(|text| text.split(',')).filter(|word| !word.is_empty()).collect()
    }

    /// A number within a range, or `otherwise` where nothing was said.
    pub fn number(&self, name: &'static str, range: [f32; 2], otherwise: f32) -> Result<f32, OptionError> {
        let Some(text) = self.text(name) else { return Ok(otherwise) };
        match text.parse::<f32>() {
            Ok(value) if value >= range[0] && value <= range[1] => Ok(value),
            _ => Err(OptionError {
                option: name,
                given: text.to_string(),
                right: format!("it is a number from {} to {}", range[0], range[1]),
            }),
        }
    }

    /// The text of a file, with its name.
    pub fn file(&self, name: &str) -> Option<(&str, &str)> {
        self.files(name)?.first().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The files of a folder, each with its name and its text, in the order of their names.
    pub fn files(&self, name: &str) -> Option<&[(String, String)]> {
        match self.get(name)? {
            Given::Files(files) => Some(files),
            Given::Flag | Given::Text(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUND: OptionInfo =
        OptionInfo { name: "bound", kind: Kind::Value("SHARE"), help: "", default: Some("0.5") };

    #[test]
    fn what_is_not_said_is_the_default_and_what_is_said_twice_is_the_last() {
        let mut options = Options::defaults(&[BOUND]);
        assert_eq!(options.number("bound", [0.0, 1.0], 0.1), Ok(0.5));
        options.set("bound", Given::Text("0.25".to_string()));
        assert_eq!(options.number("bound", [0.0, 1.0], 0.1), Ok(0.25));
        assert_eq!(options.number("other", [0.0, 1.0], 0.1), Ok(0.1));
    }

    #[test]
    fn a_number_out_of_range_or_none_at_all_is_named_with_what_would_be_right() {
        for wrong in ["2", "nan", "inf", "much", ""] {
            let mut options = Options::default();
            options.set("bound", Given::Text(wrong.to_string()));
            let error = options.number("bound", [0.0, 1.0], 0.1).expect_err(wrong).to_string();
            assert_eq!(error, format!("--bound {wrong}: it is a number from 0 to 1"));
        }
    }
}
