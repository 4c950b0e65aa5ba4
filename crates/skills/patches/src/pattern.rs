//! Patterns: what two do with each other, as a person writes it.
//!
//! Paper: Shum 2010, sec. 6.3.2.1 and table 6.2. A line is a pattern:
//!
//! ```text
//! counter: attack, DEFENCE, ATTACK, fall; distance 0.6..1.6; facing 40; contact 0.1; keep 60
//! ```
//!
//! What the first one does is in small letters, what the second does in capitals; or by number, `1:attack, 2:defence`. The order is
//! that in which actions begin. `jab|cross` is either, `kick+high` is both at once. After the steps come wishes.

use footwork_annotate::vocabulary::{self, nearest_of};

use crate::acts::{Acts, OWN_WORDS};

/// One step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// 0 or 1: who does it.
    pub who: usize,
    /// Any of these; each is words that all have to hold.
    pub words: Vec<Vec<String>>,
    /// As it was written.
    pub text: String,
}

impl Step {
    /// Whether an act is one of those meant.
    pub fn means(&self, act: &crate::acts::Act) -> bool {
        self.words.iter().any(|all| all.iter().all(|word| Acts::is_called(act, word)))
    }
}

/// What somebody wants to see, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// What it is called.
    pub name: String,
    /// In the order in which they begin. At most [`MOST_STEPS`].
    pub steps: Vec<Step>,
    /// m, from hips to hips: where the two may begin.
    pub distance: [f32; 2],
    /// rad. How far either may be turned away from the other when they begin.
    pub facing: f32,
    /// rad. How finely that is sampled, if not as everything is.
    pub angle: Option<f32>,
    /// m. How near to the other's body a wanted touch has to come by itself; limbs are led the rest of the way.
    pub contact: f32,
    /// s. How much later than the first the second may begin.
    pub timing: f32,
    /// How many of the best are kept.
    pub keep: usize,
}

/// The paper limits patches to four actions; its own luggage has six.
pub const MOST_STEPS: usize = 6;
/// So many patterns are plenty.
pub const MOST_PATTERNS: usize = 64;
/// Of one pattern.
pub const MOST_KEPT: usize = 20_000;

/// What is wrong with a text of patterns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
#[allow(missing_docs)]
pub struct PatternError {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

/// Table 6.2, with the distances and numbers that came out well; and the patterns of the battle, which is beyond it.
pub const PAPER: &[(&str, &str)] = &[
    (
        "one-against-many",
        "counter: attack, DEFENCE, ATTACK, fall; distance 0.6..1.6; facing 40; keep 240\n\
         knock: ATTACK, fall; distance 0.6..1.6; facing 40; keep 180\n\
         stop: attack, ATTACK, fall; distance 0.6..1.6; facing 40; keep 160\n\
         over: any, FALL, fall; distance 0.4..1.6; facing 180; keep 400\n",
    ),
    (
        "two-fight-on",
        "miss: attack, DEFENCE; distance 0.6..1.6; facing 40; keep 600\n\
         knock: ATTACK, fall; distance 0.6..1.6; facing 40; keep 200\n",
    ),
    (
        "battle",
        "miss: attack, DEFENCE; distance 0.6..1.6; facing 40; keep 800\n\
         counter: attack, DEFENCE, ATTACK, fall; distance 0.6..1.6; facing 40; keep 400\n\
         knock: ATTACK, fall; distance 0.6..1.6; facing 40; keep 400\n",
    ),
    ("football", "past: run, TACKLE, avoid; distance 2.0..12.0; facing 80; keep 400\n"),
    ("rat", "bump: any, STARTLED, pushed_away|fall; distance 0.6..1.4; facing 180; keep 4000\n"),
    ("dominoes", "over: stand, FALL, fall; distance 0.6..1.6; facing 180; keep 5000\n"),
    ("luggage", "pass: hand_over, RECEIVE; keep 400\n"),
];

/// The paper's patterns of a scene.
pub fn paper(scene: &str) -> Option<&'static str> {
    PAPER.iter().find(|(name, _)| *name == scene).map(|(_, text)| *text)
}

/// Reads patterns, one in a line. `#` begins a remark.
pub fn parse(text: &str) -> Result<Vec<Pattern>, PatternError> {
    let mut found: Vec<Pattern> = Vec::new();
    for (number, whole) in text.lines().enumerate() {
        let line = whole.split('#').next().unwrap_or("");
        if line.trim().is_empty() {
            continue;
        }
        let reader = Reader { line: number + 1, whole: line };
        let pattern = reader.pattern()?;
        if found.iter().any(|known| known.name == pattern.name) {
            return Err(reader.fail(line, format!("there are two patterns {:?}", pattern.name)));
        }
        if found.len() == MOST_PATTERNS {
            return Err(reader.fail(line, format!("more than {MOST_PATTERNS} patterns")));
        }
        found.push(pattern);
    }
    if found.is_empty() {
        let what = "there is no pattern: write one, `name: attack, DEFENCE`".to_string();
        return Err(PatternError { line: 1, column: 1, what });
    }
    Ok(found)
}

struct Reader<'a> {
    line: usize,
    whole: &'a str,
}

impl<'a> Reader<'a> {
    /// What is wrong with a part of the line.
    fn fail(&self, part: &str, what: String) -> PatternError {
        let at = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        let before = self.whole.get(..at.min(self.whole.len())).unwrap_or("");
        let blank = part.chars().take_while(|letter| letter.is_whitespace()).count();
        PatternError { line: self.line, column: before.chars().count() + blank + 1, what }
    }

    fn pattern(&self) -> Result<Pattern, PatternError> {
        let Some((name, rest)) = self.whole.split_once(':').filter(|(name, _)| !name.contains(',')) else {
            return Err(self.fail(self.whole, "a pattern has a name: `name: attack, DEFENCE`".to_string()));
        };
        if !vocabulary::is_word(&name.trim().replace('-', "_")) {
            let what = format!("{:?} is no name: small letters, digits, - and _", name.trim());
            return Err(self.fail(name, what));
        }
        let mut parts = rest.split(';');
        let steps = parts.next().unwrap_or("");
        let steps = steps.split(',').map(|step| self.step(step)).collect::<Result<Vec<Step>, _>>()?;
        if steps.len() > MOST_STEPS {
            let what = format!("{} steps: at most {MOST_STEPS}; join short patterns instead", steps.len());
            return Err(self.fail(rest, what));
        }
        if !(0..2).all(|who| steps.iter().any(|step| step.who == who)) {
            let what = "both have something to do: the second one's words are in capitals".to_string();
            return Err(self.fail(rest, what));
        }
        let mut pattern = Pattern {
            name: name.trim().to_string(),
            steps,
            distance: [0.6, 1.6],
            facing: 40_f32.to_radians(),
            angle: None,
            contact: 0.12,
            timing: 0.6,
            keep: 100,
        };
        for wish in parts.filter(|wish| !wish.trim().is_empty()) {
            self.wish(wish, &mut pattern)?;
        }
        Ok(pattern)
    }

    fn step(&self, text: &'a str) -> Result<Step, PatternError> {
        let trimmed = text.trim();
        let (who, words) = match trimmed.split_once(':') {
            Some(("1", words)) => (Some(0), words.trim()),
            Some(("2", words)) => (Some(1), words.trim()),
            Some((number, _)) => {
                return Err(
                    self.fail(text, format!("{number:?}: there are the first and the second, 1 and 2"))
                );
            }
            None => (None, trimmed),
        };
        if words.is_empty() {
            return Err(self.fail(text, "a step is missing here".to_string()));
        }
        let letters = || words.chars().filter(|letter| letter.is_alphabetic());
        let (capital, small) = (letters().all(char::is_uppercase), letters().all(char::is_lowercase));
        let who = match who {
            Some(who) => who,
            None if capital => 1,
            None if small => 0,
            None => {
                let what = format!("{words:?}: small letters for the first one, capitals for the second");
                return Err(self.fail(text, what));
            }
        };
        let tidy = |word: &str| word.trim().to_lowercase().replace([' ', '-'], "_");
        let any: Vec<Vec<String>> = words.split('|').map(|all| all.split('+').map(tidy).collect()).collect();
        for word in any.iter().flatten() {
            if !Acts::is_word(word) {
                let known = OWN_WORDS.into_iter().chain(vocabulary::WORDS.iter().map(|(word, _)| *word));
                return Err(self.fail(
                    text,
                    match nearest_of(word, known) {
                        Some(meant) => format!("there is no action {word:?}; did you mean {meant:?}?"),
                        None => format!("there is no action {word:?}; docs/annotation.md lists them"),
                    },
                ));
            }
        }
        Ok(Step { who, words: any, text: trimmed.to_string() })
    }

    fn wish(&self, text: &'a str, pattern: &mut Pattern) -> Result<(), PatternError> {
        let (key, value) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let number = |value: &str, range: [f32; 2]| match value.trim().parse::<f32>() {
            Ok(number) if number >= range[0] && number <= range[1] => Ok(number),
            _ => Err(self
                .fail(text, format!("{key} {:?}: a number from {} to {}", value.trim(), range[0], range[1]))),
        };
        match key {
            "distance" => {
                let (from, to) = value.split_once("..").unwrap_or((value, value));
                pattern.distance = [number(from, [0.0, 20.0])?, number(to, [0.0, 20.0])?];
                if pattern.distance[0] > pattern.distance[1] {
                    return Err(self.fail(text, format!("distance {value}: from the smaller to the larger")));
                }
            }
            "facing" => pattern.facing = number(value, [0.0, 180.0])?.to_radians(),
            "angle" => pattern.angle = Some(number(value, [5.0, 90.0])?.to_radians()),
            "contact" => pattern.contact = number(value, [0.0, 1.0])?,
            "timing" => pattern.timing = number(value, [0.0, 5.0])?,
            "keep" => pattern.keep = number(value, [1.0, MOST_KEPT as f32])? as usize,
            _ => {
                let known = ["distance", "facing", "angle", "contact", "timing", "keep"];
                return Err(self.fail(
                    text,
                    match nearest_of(key, known.into_iter()) {
                        Some(meant) => format!("there is no wish {key:?}; did you mean {meant:?}?"),
                        None => format!("there is no wish {key:?}; there are: {}", known.join(", ")),
                    },
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_patterns_are_read() {
        for (scene, text) in PAPER {
            let patterns = parse(text).unwrap_or_else(|error| panic!("{scene}: {error}"));
            assert!(patterns.iter().all(|pattern| pattern.steps.len() <= 4), "{scene}");
        }
        let counter = &parse(paper("one-against-many").unwrap()).unwrap()[0];
        let who: Vec<usize> = counter.steps.iter().map(|step| step.who).collect();
        assert_eq!(who, [0, 1, 1, 0]);
        assert!((counter.facing - 0.698).abs() < 1e-3);
    }

    #[test]
    fn numbers_do_for_capitals_and_words_can_be_either_or_both() {
        let read = parse("a: 1:jab|cross, 2:kick+high").unwrap();
        assert_eq!(read[0].steps[0].who, 0);
        assert_eq!(read[0].steps[0].words.len(), 2);
        assert_eq!(read[0].steps[1].words[0], ["kick", "high"]);
    }

    #[test]
    fn what_is_wrong_is_named_with_line_and_column() {
        for (text, at, says) in [
            ("", [1, 1], "no pattern"),
            ("# only a remark\n", [1, 1], "no pattern"),
            ("a: attack, DEFENSE\nb: atack, FALL", [2, 4], "did you mean \"attack\"?"),
            ("attack, DEFENCE", [1, 1], "has a name"),
            ("a: attack, Defence", [1, 12], "capitals"),
            ("a: attack, defence", [1, 4], "both have something to do"),
            ("a: attack,, FALL", [1, 11], "a step is missing"),
            ("a: 3:attack, FALL", [1, 4], "the first and the second"),
            ("a: attack, FALL; distance 2..1", [1, 18], "from the smaller"),
            ("a: attack, FALL; distence 1..2", [1, 18], "did you mean \"distance\"?"),
            ("a: attack, FALL; keep 0", [1, 18], "from 1 to"),
            ("a: attack, FALL; facing nan", [1, 18], "from 0 to 180"),
            ("a: attack, FALL\na: attack, FALL", [2, 1], "two patterns"),
            ("a: xyzzyxyz, FALL", [1, 4], "docs/annotation.md"),
            ("a: fall, FALL, fall, FALL, fall, FALL, fall", [1, 4], "at most 6"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.what.contains(says), "{text:?}: {error}");
            assert_eq!([error.line, error.column], at, "{text:?}: {error}");
        }
    }
}
