//! Behaviours as people write them: a few lines of TOML each. An error names the line and says what would be right.
//!
//! ```toml
//! [[behavior]]
//! name = "approach"
//! near = "hitting_points"     # a joint, "hitting_points", or a point of the body: [m to the left, m ahead]
//! sigma = 0.25                # m, how quickly an error spoils what is earned
//! angles = 24                 # points of the grid, all around
//! distances = 9
//! distance = [0.0, 2.4]       # m
//!
//! [[behavior]]
//! name = "punch"
//! weight = 8.0                # beside the others
//! strike = ["left_hand", "right_hand"]
//! within = 0.15               # m, how far a blow may be led
//! sigma = 0.2
//! angles = 24                 # ranges left out: the volume in which blows land,
//! distances = 14
//! heights = 10
//! margin = 0.2                # m, and so much more on the ground
//! active = 0.1                # counts only up to 0.1 m outside of its grid; left out: always
//!
//! [[behavior]]
//! name = "stay out of reach"
//! keep = 1.6                  # m, over the ground, from:
//! of = "hips"                 # a joint or a point; left out: where the body stands
//! sigma = 0.3
//! angles = 16
//! distances = 9
//! distance = [0.0, 3.2]
//!
//! [[behavior]]
//! name = "look at"
//! face = "head"               # a joint, or "body"
//! sigma = 0.5                 # rad
//! angles = 24                 # no distances: only the direction matters
//! ```

use footwork_annotate::{Limb, vocabulary};
use footwork_motion::Role;
use glam::Vec2;
use serde::Deserialize;
use toml::Spanned;

use crate::behavior::{Active, Behavior, PAPER_DISCOUNT, TargetGrid};
use crate::reward::{BodyPoint, Reward, Wish};

/// What is wrong with a file of behaviours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
#[allow(missing_docs)]
pub struct FileError {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    behavior: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    weight: Option<Spanned<f32>>,
    discount: Option<Spanned<f32>>,
    near: Option<Spanned<PointText>>,
    keep: Option<Spanned<f32>>,
    of: Option<Spanned<PointText>>,
    face: Option<Spanned<PointText>>,
    strike: Option<Spanned<Vec<Spanned<String>>>>,
    within: Option<Spanned<f32>>,
    sigma: Option<Spanned<f32>>,
    angles: Option<Spanned<u32>>,
    distances: Option<Spanned<u32>>,
    heights: Option<Spanned<u32>>,
    angle: Option<Spanned<[f32; 2]>>,
    distance: Option<Spanned<[f32; 2]>>,
    height: Option<Spanned<[f32; 2]>>,
    active: Option<Spanned<f32>>,
    margin: Option<Spanned<f32>>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum PointText {
    Name(String),
    Point([f32; 2]),
}

/// A skill has no more tables.
const MOST: usize = crate::Skill::MOST_TABLES;
/// Points along one axis: three such axes would be more than a grid may have.
const MOST_POINTS: u32 = 512;

/// Reads behaviours.
pub fn parse(text: &str) -> Result<Vec<Behavior>, FileError> {
    let document: Document = toml::from_str(text).map_err(|error| {
        fail(text, error.span().map_or(0, |span| span.start), error.message().to_string())
    })?;
    if document.behavior.is_empty() {
        return Err(fail(text, 0, "there is no [[behavior]]".to_string()));
    }
    let mut found: Vec<Behavior> = Vec::new();
    for entry in document.behavior {
        let at = entry.span().start;
        if found.len() == MOST {
            return Err(fail(text, at, format!("more than {MOST} behaviours are not weighed up at once")));
        }
        let behavior = Reader { text, at }.behavior(entry.into_inner())?;
        if found.iter().any(|other| other.name == behavior.name) {
            return Err(fail(text, at, format!("there are two behaviours {:?}", behavior.name)));
        }
        found.push(behavior);
    }
    Ok(found)
}

/// Checks what serde cannot, and knows the entry's position in the text.
struct Reader<'a> {
    text: &'a str,
    /// Where the entry begins.
    at: usize,
}

impl Reader<'_> {
    fn behavior(&self, entry: Entry) -> Result<Behavior, FileError> {
        if entry.name.get_ref().trim().is_empty() {
            return Err(self.fail(&entry.name, "a behaviour needs a name".to_string()));
        }
        let wish = self.wish(&entry)?;
        let strikes = matches!(wish, Wish::Strike { .. });
        let within = self.number(&entry.within, "within", 1e-6, 1e3)?;
        let sigma = self.number(&entry.sigma, "sigma", 1e-6, 1e3)?;
        if within.is_none() && sigma.is_none() {
            let what = "say how good is good: `within` for a limit, `sigma` for less and less, or both";
            return Err(fail(self.text, self.at, what.to_string()));
        }
        let grid = self.grid(&entry, strikes)?;
        let active = self.number(&entry.active, "active", 0.0, 1e3)?;
        // Values of blows are worked out near the body only.
        let active =
            active.map_or(if strikes { Active::Inside(0.0) } else { Active::Always }, Active::Inside);
        Ok(Behavior {
            weight: self.number(&entry.weight, "weight", -1e3, 1e3)?.unwrap_or(1.0),
            discount: self.number(&entry.discount, "discount", 1e-3, 0.999)?.unwrap_or(PAPER_DISCOUNT),
            reward: Reward { wish, within, sigma },
            grid,
            active,
            name: entry.name.into_inner(),
        })
    }

    fn wish(&self, entry: &Entry) -> Result<Wish, FileError> {
        let body = BodyPoint::Fixed(Vec2::ZERO);
        if let (Some(of), None) = (&entry.of, &entry.keep) {
            return Err(self.fail(of, "`of` goes with `keep`".to_string()));
        }
        match (&entry.near, &entry.keep, &entry.face, &entry.strike) {
            (Some(near), None, None, None) => Ok(Wish::Near { point: self.point(near)? }),
            (None, Some(keep), None, None) => {
                let distance = self.number(&Some(keep.clone()), "keep", 0.0, 1e3)?.unwrap_or(0.0);
                let point = entry.of.as_ref().map_or(Ok(body), |of| self.point(of))?;
                Ok(Wish::Keep { point, distance })
            }
            (None, None, Some(face), None) => Ok(Wish::Face { point: self.point(face)? }),
            (None, None, None, Some(limbs)) => {
                let found =
                    limbs.get_ref().iter().map(|limb| self.limb(limb)).collect::<Result<Vec<_>, _>>()?;
                if found.is_empty() {
                    return Err(self.fail(limbs, "`strike` names at least one limb".to_string()));
                }
                Ok(Wish::Strike { limbs: found })
            }
            _ => {
                let what = "a behaviour wants one thing: near, keep, face or strike";
                Err(fail(self.text, self.at, what.to_string()))
            }
        }
    }

    fn grid(&self, entry: &Entry, strikes: bool) -> Result<TargetGrid, FileError> {
        let angles = self.count(&entry.angles, "angles", 1)?;
        let distances = self.count(&entry.distances, "distances", 2)?;
        let heights = self.count(&entry.heights, "heights", 2)?;
        if angles == 0 && distances == 0 {
            let what = "a behaviour has `angles`, `distances`, or both: how many points its grid has";
            return Err(fail(self.text, self.at, what.to_string()));
        }
        let angle = self.range(&entry.angle, "angle", -std::f32::consts::PI, std::f32::consts::PI)?;
        let distance = self.range(&entry.distance, "distance", 0.0, 100.0)?;
        let height = self.range(&entry.height, "height", 0.0, 10.0)?;
        if angle.is_some() && angles < 2 {
            return Err(fail(
                self.text,
                self.at,
                "a range of `angle` needs two `angles` at least".to_string(),
            ));
        }
        let all = strikes && angle.is_none() && distance.is_none() && height.is_none();
        let margin = self.number(&entry.margin, "margin", 0.0, 10.0)?;
        if let (Some(given), false) = (&entry.margin, all) {
            let what = "`margin` is for blows whose ranges are left out".to_string();
            return Err(self.fail(given, what));
        }
        let around_hits = all.then_some(margin.unwrap_or(0.0));
        Ok(TargetGrid {
            angles,
            distances,
            heights,
            angle,
            distance: distance.unwrap_or([0.0, 2.0]),
            height: height.unwrap_or([0.0, 2.0]),
            around_hits,
        })
    }

    fn point(&self, text: &Spanned<PointText>) -> Result<BodyPoint, FileError> {
        match text.get_ref() {
            PointText::Point([left, ahead]) => {
                if !(left.abs() <= 10.0 && ahead.abs() <= 10.0) {
                    return Err(self.fail(text, "a point of the body is within 10 m of it".to_string()));
                }
                Ok(BodyPoint::Fixed(Vec2::new(*left, *ahead)))
            }
            PointText::Name(name) if name == "hitting_points" => Ok(BodyPoint::HittingPoints),
            PointText::Name(name) if name == "body" => Ok(BodyPoint::Fixed(Vec2::ZERO)),
            PointText::Name(name) => Role::from_name(name).map(BodyPoint::Joint).ok_or_else(|| {
                let own = ["body", "hitting_points"].into_iter();
                let known = || Role::ALL.into_iter().map(|role| role.name()).chain(own.clone());
                self.fail(text, unknown("joint", name, known()))
            }),
        }
    }

    fn limb(&self, text: &Spanned<String>) -> Result<Limb, FileError> {
        let name = text.get_ref();
        Limb::ALL.into_iter().find(|limb| limb.name() == name).ok_or_else(|| {
            self.fail(text, unknown("limb", name, Limb::ALL.into_iter().map(|limb| limb.name())))
        })
    }

    fn number(
        &self,
        value: &Option<Spanned<f32>>,
        name: &str,
        least: f32,
        most: f32,
    ) -> Result<Option<f32>, FileError> {
        match value {
            None => Ok(None),
            Some(value) if (least..=most).contains(value.get_ref()) => Ok(Some(*value.get_ref())),
            Some(value) => {
                let what = format!("{name} = {} is not from {least} to {most}", value.get_ref());
                Err(self.fail(value, what))
            }
        }
    }

    fn count(&self, value: &Option<Spanned<u32>>, name: &str, least: u32) -> Result<u32, FileError> {
        match value {
            None => Ok(0),
            Some(value) if (least..=MOST_POINTS).contains(value.get_ref()) => Ok(*value.get_ref()),
            Some(value) => {
                let what = format!("{name} = {} is not from {least} to {MOST_POINTS}", value.get_ref());
                Err(self.fail(value, what))
            }
        }
    }

    fn range(
        &self,
        value: &Option<Spanned<[f32; 2]>>,
        name: &str,
        least: f32,
        most: f32,
    ) -> Result<Option<[f32; 2]>, FileError> {
        let Some(value) = value else { return Ok(None) };
        let [low, high] = *value.get_ref();
        if low >= least && high <= most && low < high {
            return Ok(Some([low, high]));
        }
        let what = format!(
            "{name} = [{low}, {high}] is no range: two numbers from {least} to {most}, the lower first"
        );
        Err(self.fail(value, what))
    }

    fn fail<T>(&self, at: &Spanned<T>, what: String) -> FileError {
        fail(self.text, at.span().start, what)
    }
}

fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match vocabulary::nearest_of(name, known.clone()) {
        Some(meant) => format!("there is no {kind} {name:?}; did you mean {meant:?}?"),
        None => format!("there is no {kind} {name:?}; there are: {}", known.collect::<Vec<_>>().join(", ")),
    }
}

fn fail(text: &str, at: usize, what: String) -> FileError {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    FileError { line, column, what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GOOD: &str = "[[behavior]]\nname = \"a\"\nnear = \"head\"\nsigma = 0.3\nangles = 8\n";

    #[test]
    fn the_example_above_is_read() {
        let source = include_str!("behavior_file.rs");
        let example = source.split("```").nth(1).expect("an example").trim_start_matches("toml");
        let example: Vec<&str> =
            example.lines().map(|line| line.trim_start_matches("//!").trim_start()).collect();
        let found = parse(&example.join("\n")).expect("it is right");
        assert_eq!(found.len(), 4);
        assert_eq!(found[1], Behavior::punch());
        assert_eq!(found[3].reward.wish, Wish::Face { point: BodyPoint::Joint(Role::Head) });
        assert!(found.iter().all(Behavior::is_sound));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let cases = [
            ("", 1, "there is no [[behavior]]"),
            ("x = 1", 1, "unknown field"),
            (&GOOD.replace("\"head\"", "\"haed\""), 3, "did you mean \"head\"?"),
            (&GOOD.replace("near = \"head\"", "strike = [\"left_fist\"]"), 3, "there is no limb"),
            (&GOOD.replace("0.3", "-0.3"), 4, "sigma = -0.3 is not from"),
            (&GOOD.replace("0.3", "nan"), 4, "sigma = NaN is not from"),
            (&GOOD.replace("angles = 8", "angles = 0"), 5, "angles = 0"),
            (&GOOD.replace("angles = 8", "distances = 4\ndistance = [-1.0, 2.0]"), 6, "is no range"),
            (&GOOD.replace("angles = 8", "distances = 4\ndistance = [2.0, 1.0]"), 6, "is no range"),
            (&GOOD.replace("sigma = 0.3\n", ""), 1, "say how good is good"),
            (&GOOD.replace("angles = 8", ""), 1, "`angles`, `distances`, or both"),
            (&GOOD.replace("near", "keep = 1.0\nnear"), 1, "wants one thing"),
            (&GOOD.replace("near = \"head\"", "of = \"head\""), 3, "`of` goes with `keep`"),
            (&format!("{GOOD}{GOOD}"), 6, "two behaviours"),
            (&GOOD.replace("name = \"a\"", "name = \" \""), 2, "needs a name"),
        ];
        for (text, line, what) in cases {
            let error = parse(text).expect_err(text);
            assert!(error.what.contains(what) && error.line == line, "{text}\n{error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(\\[\\[behavior\\]\\]\n|name = \"[a-z]\"\n|near = (\"head\"|\"x\"|\\[1.0, nan\\])\n|sigma = [0-9.e-]{1,6}\n|angles = [0-9]{1,4}\n|distance = \\[[0-9.-]{1,4}, [0-9.-]{1,4}\\]\n|strike = \\[\"left_hand\"\\]\n|.{0,9}\n){0,12}") {
            match parse(&text) {
                Ok(found) => prop_assert!(!found.is_empty() && found.iter().all(Behavior::is_sound)),
                Err(error) => prop_assert!((1..=text.matches('\n').count() + 1).contains(&error.line)),
            }
        }
    }
}
