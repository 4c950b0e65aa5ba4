//! Traces: what a player asked for, sampled at a fixed rate, and the plain text file that holds it.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 3: example input streams, collected with a stand-in for the
//! animated character.
//!
//! A file is a line `footwork trace 1`, lines `name …`, `player …` and `seconds 0.1` in any order, a line `samples`, and
//! then one line a sample: m/s to the left, m/s ahead, rad/s to the left, and 1 in the air or 0. Empty lines and what
//! follows a `#` are passed over.

use std::fmt::Write;

use footwork_annotate::fragments::Control;
use serde::{Deserialize, Serialize};

/// What a player asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// What it is called.
    pub name: String,
    /// Whose it is: a person's name, or what a scripted player is called.
    pub player: String,
    /// s from a sample to the next.
    pub seconds: f32,
    /// In order.
    pub samples: Vec<Control>,
}

/// Why a text is no trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TraceError {
    /// Counted from 1.
    pub line: usize,
    /// What is the matter with it.
    pub what: String,
}

const HEAD: &str = "footwork trace 1";
/// Characters of the text that are quoted in an error.
const SHOWN: usize = 40;
/// m/s, rad/s. More than any body could be asked for is a mistake in the file.
const MOST: f32 = 1000.0;

impl Trace {
    /// Reads a file's text.
    pub fn parse(text: &str) -> Result<Trace, TraceError> {
        let mut trace =
            Trace { name: String::new(), player: String::new(), seconds: 0.1, samples: Vec::new() };
        let error = |line: usize, what: String| TraceError { line, what };
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, bare(line)));
        let mut last = 1;
        let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty());
        match lines.next() {
            Some((_, HEAD)) => {}
            Some((line, other)) => {
                return Err(error(line, format!("a trace begins with {HEAD:?}, not with {}", shown(other))));
            }
            None => return Err(error(1, format!("it is empty; a trace begins with {HEAD:?}"))),
        }
        let mut begun = false;
        for (line, words) in lines.by_ref() {
            last = line;
            let (key, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
            let value = value.trim();
            match key {
                "name" => trace.name = value.to_string(),
                "player" => trace.player = value.to_string(),
                "seconds" => {
                    let seconds = value.parse().unwrap_or(f32::NAN);
                    if !(0.001..=10.0).contains(&seconds) {
                        let what = format!(
                            "seconds from a sample to the next are 0.001 to 10, not {}",
                            shown(value)
                        );
                        return Err(error(line, what));
                    }
                    trace.seconds = seconds;
                }
                "samples" if value.is_empty() => {
                    begun = true;
                    break;
                }
                _ => {
                    let what = format!("expected name, player, seconds or samples, found {}", shown(words));
                    return Err(error(line, what));
                }
            }
        }
        if !begun {
            return Err(error(last, "it ends before its line \"samples\"".to_string()));
        }
        for (line, words) in lines {
            trace.samples.push(sample(words).map_err(|what| error(line, what))?);
        }
        Ok(trace)
    }

    /// The file's text. It reads the same again, but for line ends and `#` in names.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}\nname {}\nplayer {}\n", one_line(&self.name), one_line(&self.player));
        let _ = writeln!(text, "seconds {}\nsamples", self.seconds);
        for Control { velocity: [left, ahead], turning, airborne } in &self.samples {
            let _ = writeln!(text, "{left} {ahead} {turning} {}", u8::from(*airborne));
        }
        text
    }

    /// s, all of it.
    pub fn length(&self) -> f32 {
        self.samples.len() as f32 * self.seconds
    }

    /// What was asked for once every so many seconds: the sample that held at each moment.
    pub fn sampled(&self, every: f32) -> Vec<Control> {
        let count = libm::floor(f64::from(self.length()) / f64::from(every.max(1e-3)) + 1e-4) as usize;
        let at = |index: usize| {
            let seconds = index as f64 * f64::from(every);
            // A hair of tolerance, for times that fall on a sample.
            let sample = (seconds / f64::from(self.seconds) + 1e-4) as usize;
            self.samples.get(sample).or(self.samples.last()).copied().unwrap_or_default()
        };
        (0..count).map(at).collect()
    }

    /// The part from one moment to another, in seconds.
    pub fn part(&self, from: f32, to: f32) -> Trace {
        let at = |seconds: f32| {
            let index = (f64::from(seconds.max(0.0)) / f64::from(self.seconds) + 1e-4) as usize;
            index.min(self.samples.len())
        };
        let samples = self.samples[at(from)..at(to).max(at(from))].to_vec();
        Trace { samples, ..self.clone() }
    }

    /// The whole in pieces of so many seconds; the last piece also has the rest.
    pub fn pieces(&self, seconds: f32) -> Vec<Trace> {
        let count = ((self.length() / seconds.max(self.seconds) + 1e-3) as usize).max(1);
        (0..count)
            .map(|piece| {
                let from = piece as f32 * seconds;
                let to = if piece + 1 == count { self.length() + 1.0 } else { from + seconds };
                let mut part = self.part(from, to);
                if count > 1 {
                    part.name = format!("{} {}", self.name, piece + 1).trim().to_string();
                }
                part
            })
            .collect()
    }
}

fn bare(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || c == '#' { ' ' } else { c })
        .collect::<String>()
        .trim()
        .to_string()
}

fn shown(text: &str) -> String {
    let mut start: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        start.push('…');
    }
    format!("{start:?}")
}

fn sample(line: &str) -> Result<Control, String> {
    let mut words = line.split_whitespace();
    let mut number = |what: &str| {
        let word = words.next().ok_or_else(|| format!("{what} is missing; a sample has four numbers"))?;
        let value: f32 = word.parse().map_err(|_| format!("{what} is no number: {}", shown(word)))?;
        if value.is_finite() && value.abs() <= MOST {
            Ok(value)
        } else {
            Err(format!("{what} cannot be {}: it lies between -{MOST} and {MOST}", shown(word)))
        }
    };
    let velocity = [number("the velocity to the left")?, number("the velocity ahead")?];
    let turning = number("the turning")?;
    let airborne = number("the flag for the air")?;
    if airborne != 0.0 && airborne != 1.0 {
        return Err(format!("the flag for the air is 0 or 1, not {airborne}"));
    }
    match words.next() {
        None => Ok(Control { velocity, turning, airborne: airborne == 1.0 }),
        Some(more) => Err(format!("a sample has four numbers, but here is also {}", shown(more))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn control() -> impl Strategy<Value = Control> {
        let speed = || -MOST..MOST;
        (speed(), speed(), speed(), any::<bool>()).prop_map(|(left, ahead, turning, airborne)| Control {
            velocity: [left, ahead],
            turning,
            airborne,
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same(
            samples in prop::collection::vec(control(), 0..40), name in "[ -~]{0,12}", seconds in 0.001_f32..10.0,
        ) {
            let trace = Trace { name: one_line(&name), player: "Kim".into(), seconds, samples };
            prop_assert_eq!(Trace::parse(&trace.to_text()), Ok(trace));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = Trace::parse(&text);
            let _ = Trace::parse(&format!("{HEAD}\nsamples\n{text}"));
        }

        #[test]
        fn pieces_make_up_the_whole(count in 0..200_usize, seconds in 0.05_f32..3.0) {
            let samples = (0..count).map(|i| Control { turning: i as f32, ..Control::default() }).collect();
            let trace = Trace { name: "t".into(), player: String::new(), seconds: 0.1, samples };
            let whole: Vec<Control> = trace.pieces(seconds).into_iter().flat_map(|piece| piece.samples).collect();
            prop_assert_eq!(whole, trace.samples);
        }
    }

    #[test]
    fn each_refusal_names_its_line() {
        for (text, line, said) in [
            ("", 1, "empty"),
            ("\n\n# nothing\n", 1, "empty"),
            ("bvh", 1, "begins with"),
            ("footwork trace 1\n", 1, "ends before"),
            ("footwork trace 1\nseconds 0.1", 2, "ends before"),
            ("footwork trace 1\nseconds NaN\nsamples", 2, "0.001 to 10"),
            ("footwork trace 1\nseconds\nsamples", 2, "0.001 to 10"),
            ("footwork trace 1\ncolour red\nsamples", 2, "expected name"),
            ("footwork trace 1\nsamples\n1 2 0 0\n1 NaN 0 0", 4, "the velocity ahead cannot be"),
            ("footwork trace 1\nsamples\n1 inf 0 0", 3, "cannot be"),
            ("footwork trace 1\nsamples\n1 1e30 0 0", 3, "cannot be"),
            ("footwork trace 1\nsamples\n1 x 0 0", 3, "is no number"),
            ("footwork trace 1\nsamples\n1 2 0", 3, "the flag for the air is missing"),
            ("footwork trace 1\nsamples\n1 2 0 0.5", 3, "0 or 1"),
            ("footwork trace 1\nsamples\n1 2 0 1 7", 3, "also"),
        ] {
            let error = Trace::parse(text).unwrap_err();
            assert_eq!(error.line, line, "{text:?}");
            assert!(error.what.contains(said), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_trace_without_samples_is_one() {
        let trace = Trace::parse("footwork trace 1\nplayer Kim # a person\nsamples\n").unwrap();
        assert_eq!((trace.player.as_str(), trace.samples.len(), trace.length()), ("Kim", 0, 0.0));
        assert_eq!(trace.sampled(0.1), []);
        assert_eq!(trace.pieces(15.0).len(), 1);
    }

    #[test]
    fn sampling_takes_what_held_at_each_moment() {
        let samples = (0..10).map(|i| Control { turning: i as f32, ..Control::default() }).collect();
        let trace = Trace { name: String::new(), player: String::new(), seconds: 0.05, samples };
        let turned: Vec<f32> = trace.sampled(0.1).iter().map(|control| control.turning).collect();
        assert_eq!(turned, [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(trace.sampled(0.05).len(), 10);
    }
}
