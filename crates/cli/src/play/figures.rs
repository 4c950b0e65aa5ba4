//! What a run came to, for people and as JSON.

use footwork::game::{Score, Scoreboard};
use footwork::measure::Quality;
use footwork::stage::{Happening, Stage};
use serde_json::{Value, json};

use crate::terminal::{self, Paint, paint};

/// How often things happened. What concerns two is told to both, and counted once.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Counts {
    segments: u64,
    strikes: u64,
    target_hits: u64,
    contacts: u64,
    pushes: u64,
    cues: u64,
    fallbacks: u64,
}

impl Counts {
    pub fn add(&mut self, stage: &Stage) {
        for event in stage.events() {
            match event.happening {
                Happening::SegmentEnded(_) => self.segments += 1,
                Happening::StrikeLanded(landing) => self.strikes += u64::from(landing.who == event.to),
                Happening::Contact { with, .. } => self.contacts += u64::from(event.to < with),
                Happening::Pushed { .. } => self.pushes += 1,
                Happening::Cue(_) => self.cues += 1,
                Happening::Fallback(_) => self.fallbacks += 1,
                Happening::TargetHit(_) => self.target_hits += 1,
                _ => {}
            }
        }
    }
}

/// A scoreboard by its labels: numbers, and two where there are two.
fn score(board: &Scoreboard) -> Value {
    let value = |score: Score| match score {
        Score::Count(count) => json!(count),
        Score::Of(count, of) => json!({ "count": count, "of": of }),
        Score::Versus(counts) => json!(counts),
    };
    let rows = board.rows.iter().map(|row| (row.label.replace(' ', "_"), value(row.value)));
    Value::Object(rows.collect())
}

/// What a run came to.
pub struct Figures {
    pub actors: usize,
    pub ticks: u64,
    /// s, spent in steps alone.
    pub seconds: f64,
    pub events: Counts,
    pub board: Option<Scoreboard>,
    pub quality: Quality,
    pub hash: u64,
}

impl Figures {
    pub fn json(&self, name: &str) -> Value {
        json!({
            "scene": name,
            "actors": self.actors,
            "ticks": self.ticks,
            "seconds": self.seconds,
            "ticks_per_second": self.ticks as f64 / self.seconds,
            "events": self.events,
            "score": self.board.as_ref().map(score),
            "quality": self.quality,
            "hash": format!("{:016x}", self.hash),
        })
    }

    pub fn print(&self, name: &str) {
        let row = |name: &str, what: String| {
            terminal::line(format!("{} {what}", paint(&format!("{name:<16}"), Paint::Bold)));
        };
        let Counts { segments, strikes, target_hits, contacts, pushes, cues, fallbacks } = self.events;
        let quality = &self.quality;
        row("scene", name.to_string());
        row("actors", self.actors.to_string());
        row(
            "ticks",
            format!(
                "{} in {:.2} s: {:.0} a second",
                self.ticks,
                self.seconds,
                self.ticks as f64 / self.seconds
            ),
        );
        row(
            "events",
            format!(
                "{segments} segments ended, {contacts} contacts, {strikes} strikes landed on bodies, \
                 {target_hits} on targets, {pushes} pushes, {cues} cues, {fallbacks} fallbacks"
            ),
        );
        if let Some(board) = &self.board {
            let rows = board.rows.iter().map(|row| format!("{} {}", row.label, row.value));
            row("game", rows.collect::<Vec<_>>().join(", "));
        }
        row("planted feet", format!("slide {:.2} cm/s", quality.skate_cm_s));
        row(
            "feet that carry",
            format!(
                "slide {:.2} cm/s, {:.1} % float, {:.1} % are not held",
                quality.slide_cm_s,
                100.0 * quality.floating,
                100.0 * quality.not_held
            ),
        );
        row("hands and knees", format!("slide {:.2} cm/s on the floor", quality.touch_slide_cm_s));
        row("below the floor", format!("{:.1} cm at most", quality.below_floor_cm));
        row(
            "velocity jumps",
            format!(
                "{:.2} m/s at most; {:.2} % above the recordings' 99.9 % of {:.2} m/s",
                quality.worst_jump,
                100.0 * quality.over_usual,
                quality.usual_jump
            ),
        );
        row("measured on", format!("{} actors", quality.actors));
        row("hash", format!("{:016x}", self.hash));
    }
}
