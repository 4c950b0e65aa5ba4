//! Labels: what people said about transitions, as a text file that can be read, merged, cut and carried about.
//!
//! A label names takes and times, and no numbers of anything that is baked: it holds for every skill that is baked from a
//! repertoire with the same takes. A mirrored take is one with its own name.
//!
//! ```text
//! footwork push labels
//! now = walk-1 3.250; response = pushed-1 12.417; falloff = 4.20; push = 0.310 0.000 -1.220; turn = 0.100; quality = 0.80; by = ada
//! ```

use footwork_motion::Rng;

use crate::bake::Ground;
use crate::oracle::Example;
use crate::response::Theta;
use crate::trial::{Moment, Trial};
use glam::Vec3;

/// The first line of a file of labels.
pub const HEAD: &str = "footwork push labels";

/// One transition, and what somebody said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The take and the time at which the body was pushed.
    pub now: (String, f64),
    /// The take and the time at which the response begins.
    pub response: (String, f64),
    /// How it was deformed.
    pub theta: Theta,
    /// rad, by how much it was turned.
    pub turn: f32,
    /// From 0 to 1.
    pub quality: f32,
    /// Who said so.
    pub by: String,
}

/// What is wrong with a file of labels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
#[allow(missing_docs)]
pub struct LabelError {
    pub line: usize,
    pub what: String,
}

/// Labels as text: the same ones give the same text.
pub fn write(labels: &[Label]) -> String {
    let mut text = format!("{HEAD}\n");
    for label in labels {
        let Label { now, response, theta, turn, quality, by } = label;
        let Vec3 { x, y, z } = theta.push;
        text += &format!(
            "now = {} {:.4}; response = {} {:.4}; falloff = {:.4}; push = {x:.4} {y:.4} {z:.4}; turn = {turn:.4}; quality = {quality:.3}; by = {by}\n",
            now.0, now.1, response.0, response.1, theta.falloff
        );
    }
    text
}

/// Reads labels. A line that is wrong is named; nothing of the file is used then.
pub fn parse(text: &str) -> Result<Vec<Label>, LabelError> {
    let mut lines = text.lines().enumerate();
    let fail = |line: usize, what: &str| LabelError { line: line + 1, what: what.to_string() };
    match lines.next() {
        Some((_, head)) if head.trim() == HEAD => {}
        _ => return Err(fail(0, "this is no file of labels: its first line is \"footwork push labels\"")),
    }
    let mut labels = Vec::new();
    for (number, line) in lines {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            labels.push(label(line).map_err(|what| fail(number, &what))?);
        }
    }
    Ok(labels)
}

fn label(line: &str) -> Result<Label, String> {
    let mut fields = Vec::new();
    for part in line.split(';') {
        let (key, value) =
            part.split_once('=').ok_or_else(|| format!("{:?} is no `key = value`", part.trim()))?;
        fields.push((key.trim(), value.trim()));
    }
    let text = |key: &str| {
        let found = fields.iter().find(|(own, _)| *own == key).map(|(_, value)| *value);
        found.ok_or_else(|| format!("`{key}` is missing"))
    };
    let number = |key: &str, value: &str, range: [f64; 2]| match value.parse::<f64>() {
        Ok(value) if value >= range[0] && value <= range[1] => Ok(value),
        _ => Err(format!("{key} = {value}: a number from {} to {}", range[0], range[1])),
    };
    let moment = |key: &str| {
        let (take, time) = text(key)?.rsplit_once(' ').ok_or_else(|| format!("{key}: a take and a time"))?;
        Ok::<_, String>((take.trim().to_string(), number(key, time, [0.0, 1e6])?))
    };
    let alone = |key: &str, range: [f64; 2]| Ok::<_, String>(number(key, text(key)?, range)? as f32);
    let push: Vec<f64> = text("push")?
        .split_whitespace()
        .map(|value| number("push", value, [-1e3, 1e3]))
        .collect::<Result<_, _>>()?;
    let [x, y, z] = push[..] else { return Err("push: three numbers".to_string()) };
    Ok(Label {
        now: moment("now")?,
        response: moment("response")?,
        theta: Theta {
            falloff: alone("falloff", [0.0, 1e3])?,
            push: Vec3::new(x as f32, y as f32, z as f32),
        },
        turn: alone("turn", [-3.2, 3.2])?,
        quality: alone("quality", [0.0, 1.0])?,
        by: text("by")?.to_string(),
    })
}

/// Two lots of labels as one: all of the first, and those of the second about other transitions or by somebody else.
pub fn merge(first: &[Label], second: &[Label]) -> Vec<Label> {
    let mut merged = first.to_vec();
    for label in second {
        let same = |other: &&mut Label| {
            let at = |a: &(String, f64), b: &(String, f64)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-3;
            other.by == label.by
                && at(&other.now, &label.now)
                && at(&other.response, &label.response)
                && (other.theta.push - label.theta.push).length() < 1e-3
        };
        match merged.iter_mut().find(same) {
            // Said again by the same person: what was said last holds.
            Some(known) => known.quality = label.quality,
            None => merged.push(label.clone()),
        }
    }
    merged
}

/// s. A response is meant that begins within this of what a label says: pushes are found again to the frame.
const NEAR: f64 = 0.1;

/// A label as an example; none where the repertoire has not got what it names any more.
pub fn example(ground: &Ground, label: &Label, weight: f32) -> Option<Example> {
    let take = ground.rig.find(&label.now.0)?;
    let now = Moment { take, time: label.now.1 };
    let nearest = ground.moments.iter().filter(|(moment, ..)| moment.take == take);
    let off = |moment: &Moment| (moment.time - now.time).abs();
    let (_, reduced, _) = nearest.min_by(|(a, ..), (b, ..)| off(a).total_cmp(&off(b)))?;
    let of = ground.rig.find(&label.response.0)?;
    let number = ground.responses.iter().position(|response| {
        response.segment.take == of && (response.segment.first - label.response.1).abs() < NEAR
    })?;
    let response = &ground.responses[number];
    let trial = Trial {
        now,
        answer: Some(response.segment),
        turn: label.turn,
        shift: glam::Vec3::ZERO,
        point: response.point,
        theta: label.theta,
    };
    let made = crate::bake::example(ground, &trial, reduced, number)?;
    Some(Example { quality: label.quality.clamp(0.0, 1.0), weight, ..made })
}

/// A labelling session: shows transitions one after the other, with what the oracle thinks of each, and learns what a person
/// says. What a page needs.
pub struct Session {
    ground: Ground,
    oracle: crate::oracle::Oracle,
    rng: Rng,
    labels: Vec<Label>,
    /// What the oracle thought before it was told, and what it was told.
    said: Vec<[f32; 2]>,
    weight: f32,
    by: String,
    shown: Option<(Trial, crate::configuration::Reduced, usize)>,
}

/// A transition to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToLabel {
    /// What to play: lead in to `now`, push, and answer.
    pub trial: Trial,
    /// From 0 to 1, how good the oracle thinks that it is.
    pub estimate: f32,
    /// The same, as the scripted judge says.
    pub judged: f32,
}

/// Two qualities no further apart than this agree.
pub const AGREES: f32 = 0.25;

impl Session {
    /// Begins one, with what is known already.
    pub fn new(ground: Ground, oracle: crate::oracle::Oracle, by: &str, person: f32, seed: u64) -> Session {
        let by = by.replace([';', '\n', '='], " ");
        let (rng, labels, said) = (Rng::new(seed), Vec::new(), Vec::new());
        Session { ground, oracle, rng, labels, said, weight: person, by, shown: None }
    }

    /// What is known about the repertoire.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// A random transition with a random deformation, and the estimate; none where there is no response.
    pub fn show_next(&mut self) -> Option<ToLabel> {
        let (trial, now, response) = self.ground.random_trial(&mut self.rng)?;
        let (_, judged) = self.ground.judged(&trial)?;
        self.shown = Some((trial, now, response));
        let estimate = self.oracle.quality(&now, response, &trial.theta, trial.turn);
        Some(ToLabel { trial, estimate, judged })
    }

    /// What a person says about the transition that was shown last. The oracle learns it at once.
    pub fn label(&mut self, quality: f32) -> bool {
        let Some((trial, now, response)) = self.shown.take().filter(|_| quality.is_finite()) else {
            return false;
        };
        let Some(made) = crate::bake::example(&self.ground, &trial, &now, response) else { return false };
        let quality = quality.clamp(0.0, 1.0);
        self.said.push([self.oracle.quality(&now, response, &trial.theta, trial.turn), quality]);
        self.oracle.add(Example { quality, weight: self.weight, ..made });
        let name =
            |take: u32| self.ground.rig.take(take).map_or(String::new(), |take| take.clip.name.clone());
        let segment = self.ground.responses[response].segment;
        self.labels.push(Label {
            now: (name(trial.now.take), trial.now.time),
            response: (name(segment.take), segment.first),
            theta: trial.theta,
            turn: trial.turn,
            quality,
            by: self.by.clone(),
        });
        true
    }

    /// Takes the last label back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.labels.pop().is_none() {
            return false;
        }
        self.said.pop();
        let mut examples = self.oracle.examples().to_vec();
        examples.pop();
        let (scales, answer) = (*self.oracle.scales(), self.oracle.answer());
        let responses = self.oracle.responses().to_vec();
        self.oracle = crate::oracle::Oracle::new(responses, examples, scales, answer);
        true
    }

    /// All labels of this session.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Of the last so many labels, the share that the oracle had foreseen within [`AGREES`]; none of none.
    pub fn agreement(&self, last: usize) -> Option<f32> {
        let said = &self.said[self.said.len().saturating_sub(last)..];
        let agrees = said.iter().filter(|[estimate, quality]| (estimate - quality).abs() <= AGREES).count();
        (!said.is_empty()).then(|| agrees as f32 / said.len() as f32)
    }

    /// The oracle as it is by now.
    pub fn oracle(&self) -> &crate::oracle::Oracle {
        &self.oracle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some(quality: f32, by: &str) -> Label {
        Label {
            now: ("walk 1".to_string(), 3.25),
            response: ("pushed-1.mirrored".to_string(), 12.4167),
            theta: Theta { falloff: 4.2, push: Vec3::new(0.31, 0.0, -1.22) },
            turn: 0.1,
            quality,
            by: by.to_string(),
        }
    }

    #[test]
    fn labels_are_read_as_they_were_written() {
        let labels = vec![some(0.8, "ada"), some(0.2, "bob")];
        let read = parse(&write(&labels)).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].now.clone(), read[0].by.as_str()), (("walk 1".to_string(), 3.25), "ada"));
        assert_eq!(write(&read), write(&labels));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = write(&[some(0.5, "ada")]);
        for (text, says) in [
            (String::new(), "line 1: this is no file of labels"),
            (good.replace("0.500", "1.5"), "line 2: quality = 1.5: a number from 0 to 1"),
            (good.replace("0.500", "NaN"), "line 2: quality = NaN"),
            (good.replace("; turn = 0.1000", ""), "line 2: `turn` is missing"),
            (good.replace("0.3100 ", ""), "line 2: push: three numbers"),
            (format!("{good}\nnonsense"), "line 4: \"nonsense\" is no `key = value`"),
        ] {
            let error = parse(&text).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }

    #[test]
    fn merging_keeps_everybody_and_the_last_word_of_each() {
        let merged = merge(&[some(0.8, "ada")], &[some(0.3, "ada"), some(0.6, "bob")]);
        let said: Vec<(f32, &str)> = merged.iter().map(|label| (label.quality, label.by.as_str())).collect();
        assert_eq!(said, [(0.3, "ada"), (0.6, "bob")]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(footwork push labels\n)?(now = [a-z0-9. ]{0,9}; |push = [0-9. -]{0,9}; |quality = [0-9.]{1,4}|.{0,20}\n){0,8}") {
            if let Ok(labels) = parse(&text) {
                prop_assert!(labels.iter().all(|label| (0.0..=1.0).contains(&label.quality)));
            }
        }
    }
}
