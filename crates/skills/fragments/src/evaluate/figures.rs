//! What was found, for programs and for people.

use footwork_skill::Section;
use serde_json::{Map, Value, json};

use super::contenders::Costs;
use super::curve::{self, Point};
use super::extensions::Extensions;
use super::learning::{self, Gain};
use super::path::Task;
use super::responsiveness::{Change, Response};
use super::trial::Score;
use crate::bake::Ground;

/// All figures.
pub struct Found<'a> {
    /// What was played with.
    pub ground: &'a Ground,
    /// What was played.
    pub tasks: &'a [Task],
    /// How well each contender did.
    pub scores: Vec<Score>,
    /// Percent of optimal by the middles of bins, of each of them.
    pub by_bin: Vec<f64>,
    /// What goes further than the paper.
    pub further: Extensions,
    /// How soon each answers each change.
    pub answers: Vec<(&'static str, Vec<(Change, Response)>)>,
    /// Of decisions.
    pub costs: Costs,
    /// What baking took.
    pub bake: Value,
    /// What is seen on the stage, at several settings.
    pub curve: Vec<Point>,
    /// What a model of the player gains; nothing where that was not asked for.
    pub gains: Vec<Gain>,
}

impl Found<'_> {
    /// All of it.
    pub fn json(&self) -> Value {
        let controllers: Vec<Value> = self
            .scores
            .iter()
            .zip(&self.by_bin)
            .map(|(score, by_bin)| {
                let mut value = serde_json::to_value(score).unwrap_or(Value::Null);
                value["percent_of_optimal_by_bin"] = json!(by_bin);
                value["decision_ns"] = json!(self.costs.of(score));
                value
            })
            .collect();
        let each = |each: &[(Change, Response)]| -> Map<String, Value> {
            each.iter().map(|(change, response)| (change.name().to_string(), json!(response))).collect()
        };
        let answers: Map<String, Value> =
            self.answers.iter().map(|(name, all)| (name.to_string(), Value::Object(each(all)))).collect();
        let tables = self.scores.iter().zip(&self.by_bin).filter(|(score, _)| !score.thresholded);
        let by_bin: Map<String, Value> =
            tables.map(|(score, percent)| (score.name.clone(), json!(percent))).collect();
        json!({
            "fragments": self.ground.fragments.segments.len(),
            "bins": self.ground.space.bins(),
            "bins_visited": self.ground.player.visited(),
            "bins_unanswered": self.ground.unanswered().len(),
            "traces": self.tasks.iter().map(|task| task.name.as_str()).collect::<Vec<_>>(),
            "controllers": controllers,
            "percent_of_optimal_by_bin": by_bin,
            "further": self.further,
            "bake": self.bake,
            "stage": self.curve,
            "players": self.gains,
            "responsiveness": answers,
            "matching_search_ns_of_50000": self.costs.matching_of_many,
        })
    }

    /// To be read.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.about(), self.table(), self.answer_times(), curve::section(&self.curve)];
        if !self.gains.is_empty() {
            sections.push(learning::section(&self.gains));
        }
        sections.push(Section::notes(self.baking()));
        sections
    }

    fn about(&self) -> Section {
        let seconds: f32 = self.tasks.iter().map(|task| task.asked.len() as f32 * 0.1).sum();
        let mut notes = vec![format!(
            "{} fragments, {} bins of which players visit {}; {} traces of {seconds:.0} s in all",
            self.ground.fragments.segments.len(),
            self.ground.space.bins(),
            self.ground.player.visited(),
            self.tasks.len()
        )];
        let unanswered = self.ground.unanswered().len();
        if unanswered > 0 {
            notes.push(format!("{unanswered} bins have no motion that answers them even half"));
        }
        Section::notes(notes)
    }

    fn table(&self) -> Section {
        let mut section =
            Section::table(&["controller", "% opt", "dev.", "by bin", "motion", "control", "ns/decision"]);
        for (score, by_bin) in self.scores.iter().zip(&self.by_bin) {
            section.rows.push(vec![
                score.label(),
                format!("{:.1}", score.percent_of_optimal),
                format!("{:.1}", score.deviation),
                format!("{by_bin:.1}"),
                format!("{:.3}", score.mean_motion_quality),
                format!("{:.3}", score.mean_control_quality),
                self.costs.of(score).map_or("-".to_string(), |ns| format!("{ns:.0}")),
            ]);
        }
        section.notes = self.further.lines();
        section
    }

    fn answer_times(&self) -> Section {
        let names = Change::ALL.map(|change| change.name());
        let mut section = Section::table(&[&["answers in"], &names[..]].concat());
        for (name, each) in &self.answers {
            let cells = each.iter().map(|(_, r)| format!("{:.2} {:.2} s", r.median, r.p95));
            section.rows.push(std::iter::once((*name).to_string()).chain(cells).collect());
        }
        section.notes.push("median and 95th percentile; 2 s is never".to_string());
        section
    }

    fn baking(&self) -> Vec<String> {
        let number = |key: &str| self.bake[key].as_f64().unwrap_or(f64::NAN);
        let checked = match self.bake["error_bound_checked"]["holds"].as_bool() {
            None => "",
            Some(true) => ", which was checked",
            Some(false) => ", which a check did NOT confirm",
        };
        vec![
            format!(
                "baked in {:.1} s, {:.0} MB at most; {} improvement and {} evaluation steps; may lose {:.4} % of the \
                 best{checked}",
                number("seconds"),
                number("peak_mb"),
                self.bake["improvement_steps"],
                self.bake["evaluation_steps"],
                100.0 * number("error_bound"),
            ),
            format!(
                "an improvement step takes {:.2} s, {:.2} times what registers alone would; a search of 50,000 takes \
                 {:.0} ns",
                number("seconds_per_improvement_step"),
                number("roofline_ratio"),
                self.costs.matching_of_many
            ),
        ]
    }
}
