//! Reading and writing the edits' TOML. An error names the line and says what would be right.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::{ActionEdit, CutEdit, Edits, Foot, StrikeEdit, SupportEdit};
use crate::annotation::{Limb, Zone};
use crate::vocabulary;

/// What is wrong with an edits file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
#[allow(missing_docs)]
pub struct EditsError {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    new_classes: Vec<Spanned<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cut: Vec<Spanned<Cut>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    action: Vec<Spanned<Action>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    support: Vec<Spanned<Support>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    strike: Vec<Spanned<Strike>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cut {
    #[serde(skip_serializing_if = "Option::is_none")]
    add: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remove: Option<f64>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    from: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<f64>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Action {
    at: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limbs: Option<Vec<Limb>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protects: Option<Zone>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avoids: Option<[f64; 2]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Support {
    foot: Foot,
    from: f64,
    to: f64,
    down: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strike {
    #[serde(skip_serializing_if = "Option::is_none")]
    add: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remove: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limb: Option<Limb>,
}

impl Edits {
    /// Reads an edits file about a clip that lasts some seconds.
    pub fn parse(text: &str, seconds: f64) -> Result<Edits, EditsError> {
        let document: Document = toml::from_str(text).map_err(|error| {
            fail(text, error.span().map_or(0, |span| span.start), error.message().to_string())
        })?;
        let mut edits = Edits::default();
        for word in document.new_classes {
            let at = word.span().start;
            let word = word.into_inner();
            if !vocabulary::is_word(&word) {
                let what = format!("{word:?} is no name for a class: use small letters, digits and _");
                return Err(fail(text, at, what));
            }
            edits.new_classes.push(word);
        }
        let read = Reader { text, seconds };
        edits.cuts = read.each(document.cut, |cut| read.cut(cut))?;
        edits.actions = read.each(document.action, |action| read.action(action, &edits.new_classes))?;
        edits.supports = read.each(document.support, |support| read.support(support))?;
        edits.strikes = read.each(document.strike, |strike| read.strike(strike))?;
        Ok(edits)
    }

    /// The text of an edits file that says the same.
    pub fn to_toml(&self) -> String {
        let document = Document {
            new_classes: self.new_classes.iter().map(|word| Spanned::new(0..0, word.clone())).collect(),
            cut: self.cuts.iter().map(|cut| Spanned::new(0..0, written_cut(*cut))).collect(),
            action: self.actions.iter().map(|action| Spanned::new(0..0, written_action(action))).collect(),
            support: self
                .supports
                .iter()
                .map(|support| Spanned::new(0..0, written_support(*support)))
                .collect(),
            strike: self.strikes.iter().map(|strike| Spanned::new(0..0, written_strike(*strike))).collect(),
        };
        // Plain tables of plain values: there is nothing that TOML could not hold.
        toml::to_string(&document).unwrap_or_default()
    }
}

fn written_cut(cut: CutEdit) -> Cut {
    match cut {
        CutEdit::Add(at) => Cut { add: Some(at), ..Cut::default() },
        CutEdit::Remove(at) => Cut { remove: Some(at), ..Cut::default() },
        CutEdit::Move(from, to) => Cut { from: Some(from), to: Some(to), ..Cut::default() },
    }
}

fn written_action(action: &ActionEdit) -> Action {
    Action {
        at: action.at,
        classes: action.classes.clone(),
        limbs: action.limbs.clone(),
        direction: action.direction.map(|direction| direction.to_array()),
        protects: action.protects,
        avoids: action.avoids,
    }
}

fn written_support(support: SupportEdit) -> Support {
    Support { foot: support.foot, from: support.from, to: support.to, down: support.down }
}

fn written_strike(strike: StrikeEdit) -> Strike {
    match strike {
        StrikeEdit::Add(at, limb) => Strike { add: Some(at), limb: Some(limb), ..Strike::default() },
        StrikeEdit::Remove(at, limb) => Strike { remove: Some(at), limb, ..Strike::default() },
    }
}

/// Checks what serde cannot, and knows where it stands.
struct Reader<'a> {
    text: &'a str,
    seconds: f64,
}

impl Reader<'_> {
    fn each<T, U>(
        &self,
        entries: Vec<Spanned<T>>,
        read: impl Fn(T) -> Result<U, String>,
    ) -> Result<Vec<U>, EditsError> {
        let one = |entry: Spanned<T>| {
            let at = entry.span().start;
            read(entry.into_inner()).map_err(|what| fail(self.text, at, what))
        };
        entries.into_iter().map(one).collect()
    }

    fn time(&self, name: &str, at: f64) -> Result<f64, String> {
        match (0.0..=self.seconds).contains(&at) {
            true => Ok(at),
            false => {
                Err(format!("{name} = {at} is outside the clip, which goes from 0 to {:.3} s", self.seconds))
            }
        }
    }

    fn span(&self, name: &str, from: f64, to: f64) -> Result<[f64; 2], String> {
        let span = [self.time(name, from)?, self.time(name, to)?];
        if from < to { Ok(span) } else { Err(format!("{name}: {from} does not come before {to}")) }
    }

    fn cut(&self, cut: Cut) -> Result<CutEdit, String> {
        match (cut.add, cut.remove, cut.from, cut.to) {
            (Some(at), None, None, None) => Ok(CutEdit::Add(self.time("add", at)?)),
            (None, Some(at), None, None) => Ok(CutEdit::Remove(self.time("remove", at)?)),
            (None, None, Some(from), Some(to)) => {
                Ok(CutEdit::Move(self.time("move", from)?, self.time("to", to)?))
            }
            _ => Err("a cut says one thing: add, remove, or move with to".to_string()),
        }
    }

    fn action(&self, action: Action, new_classes: &[String]) -> Result<ActionEdit, String> {
        for class in action.classes.iter().flatten() {
            if !vocabulary::is_known(class) && !new_classes.contains(class) {
                let meant = vocabulary::nearest(class);
                let meant = meant.map_or(String::new(), |word| format!("did you mean {word:?}? "));
                return Err(format!(
                    "{class:?} is no class that Footwork knows; {meant}a class of your own goes into new_classes"
                ));
            }
        }
        if action.classes.as_ref().is_some_and(Vec::is_empty) {
            return Err("an action has at least one class".to_string());
        }
        let direction = action.direction.map(|direction| unit(direction.into())).transpose()?;
        let avoids = action.avoids.map(|[from, to]| self.span("avoids", from, to)).transpose()?;
        Ok(ActionEdit {
            at: self.time("at", action.at)?,
            classes: action.classes,
            limbs: action.limbs,
            direction,
            protects: action.protects,
            avoids,
        })
    }

    fn support(&self, support: Support) -> Result<SupportEdit, String> {
        let [from, to] = self.span("a support", support.from, support.to)?;
        Ok(SupportEdit { foot: support.foot, from, to, down: support.down })
    }

    fn strike(&self, strike: Strike) -> Result<StrikeEdit, String> {
        match (strike.add, strike.remove, strike.limb) {
            (Some(at), None, Some(limb)) => Ok(StrikeEdit::Add(self.time("add", at)?, limb)),
            (Some(_), None, None) => Err("a strike that is added has a limb".to_string()),
            (None, Some(at), limb) => Ok(StrikeEdit::Remove(self.time("remove", at)?, limb)),
            _ => Err("a strike says one thing: add or remove".to_string()),
        }
    }
}

/// A direction as a unit vector. One that is written by Footwork stays the same to the bit.
fn unit(direction: Vec3) -> Result<Vec3, String> {
    if direction.is_normalized() {
        return Ok(direction);
    }
    direction.try_normalize().ok_or_else(|| "a direction is three numbers, not all of them zero".to_string())
}

fn fail(text: &str, at: usize, what: String) -> EditsError {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or("");
    EditsError { line: before.matches('\n').count() + 1, column: line.chars().count() + 1, what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXAMPLE: &str = r#"
new_classes = ["feint"]
[[cut]]
add = 3.25
[[cut]]
remove = 4.1
[[cut]]
move = 5.0
to = 5.12
[[action]]
at = 3.5
classes = ["attack", "feint"]
limbs = ["left_hand"]
direction = [0.0, 0.0, 2.0]
protects = "head"
avoids = [3.4, 3.6]
[[support]]
foot = "left"
from = 1.0
to = 1.4
down = true
[[strike]]
add = 2.2
limb = "right_foot"
[[strike]]
remove = 2.4
"#;

    #[test]
    fn everything_can_be_said_and_is_written_as_it_was_read() {
        let edits = Edits::parse(EXAMPLE, 10.0).unwrap();
        assert_eq!(edits.cuts, [CutEdit::Add(3.25), CutEdit::Remove(4.1), CutEdit::Move(5.0, 5.12)]);
        assert_eq!(edits.actions[0].direction, Some(Vec3::Z));
        assert_eq!(edits.actions[0].avoids, Some([3.4, 3.6]));
        assert_eq!(edits.supports[0].foot, Foot::Left);
        assert_eq!(edits.strikes[0], StrikeEdit::Add(2.2, Limb::RightFoot));
        assert_eq!(edits.strikes[1], StrikeEdit::Remove(2.4, None));
        assert_eq!(Edits::parse(&edits.to_toml(), 10.0), Ok(edits));
    }

    fn refused(text: &str) -> String {
        Edits::parse(text, 10.0).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_class_is_refused_with_its_line_and_the_nearest_word() {
        let error = refused("[[cut]]\nadd = 1.0\n\n[[action]]\nat = 1.0\nclasses = [\"atack\"]\n");
        assert!(error.starts_with("line 4, "), "{error}");
        assert!(error.contains("did you mean \"attack\"?"), "{error}");
        assert!(error.contains("new_classes"), "{error}");
    }

    #[test]
    fn a_time_outside_the_clip_is_refused_wherever_it_stands() {
        for text in [
            "[[cut]]\nadd = 10.5",
            "[[cut]]\nremove = -1.0",
            "[[cut]]\nmove = 1.0\nto = nan",
            "[[action]]\nat = inf",
            "[[action]]\nat = 1.0\navoids = [2.0, 11.0]",
            "[[support]]\nfoot = \"left\"\nfrom = 9.0\nto = 12.0\ndown = true",
            "[[strike]]\nadd = 99.0\nlimb = \"left_hand\"",
        ] {
            assert!(refused(text).contains("outside the clip"), "{text}: {}", refused(text));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        for (text, says) in [
            ("[[cut]]\nadd = 1.0\nremove = 2.0", "a cut says one thing"),
            ("[[cut]]\nmove = 1.0", "a cut says one thing"),
            ("[[strike]]\nadd = 1.0", "has a limb"),
            ("[[strike]]\nadd = 1.0\nlimb = \"tail\"", "tail"),
            ("[[support]]\nfoot = \"left\"\nfrom = 3.0\nto = 2.0\ndown = true", "does not come before"),
            ("[[action]]\nat = 1.0\nclasses = []", "at least one class"),
            ("[[action]]\nat = 1.0\ndirection = [0.0, 0.0, 0.0]", "not all of them zero"),
            ("new_classes = [\"Big Hit\"]", "small letters"),
            ("[[cuts]]\nadd = 1.0", "cuts"),
            ("cut = 3", "line 1"),
            ("[[cut", "line 1"),
        ] {
            assert!(refused(text).contains(says), "{text}: {}", refused(text));
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = Edits::parse(&text, 1.0);
        }

        #[test]
        fn no_damage_to_a_good_file_makes_it_panic(at: prop::sample::Index, with: char) {
            let mut text: Vec<char> = EXAMPLE.chars().collect();
            let at = at.index(text.len());
            text[at] = with;
            let _ = Edits::parse(&text.into_iter().collect::<String>(), 10.0);
        }
    }
}
