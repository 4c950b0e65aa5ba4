//! What can follow what: the three graphs and their figures.
//!
//! What is shown is plain data, so that a page can be made of any graph.

mod controls;
mod network;

use crate::energy::quantile;
use crate::html::{count, duration, number, percent, put, px, tile, words};
use crate::palette::Classes;
use crate::plot::{Series, histogram};

/// What is known about the graphs of a repertoire; those that were not made are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graphs {
    /// Frames that can follow frames.
    pub frames: Option<FrameFigures>,
    /// Actions that can follow actions.
    pub actions: Option<ActionFigures>,
    /// Fragments, by what they do.
    pub fragments: Option<FragmentFigures>,
}

/// What a user needs to know about any graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// How many nodes there are.
    pub nodes: u64,
    /// How many transitions there are.
    pub edges: u64,
    /// From 0 to 1, how much of the motion can be reached.
    pub coverage: f64,
    /// How many ways go out where there is a choice, on average.
    pub branching: f64,
    /// The most ways that go out anywhere.
    pub most_branching: u64,
    /// How long it takes until something is reached.
    pub waits: Vec<Wait>,
    /// What each transition costs.
    pub costs: Vec<f32>,
    /// In which unit: `m`, `rad`.
    pub cost_unit: &'static str,
    /// How many nodes were removed because nothing goes on from them.
    pub dead_ends: u64,
}

/// How long it takes from anywhere until an action of a class can begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wait {
    /// What is waited for.
    pub class: String,
    /// s, on average over where one is.
    pub mean: f64,
    /// s, from the worst place.
    pub worst: f64,
    /// From 0 to 1, from how many places it is never reached.
    pub never: f64,
}

/// The frame graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameFigures {
    /// What holds for every graph.
    pub figures: Figures,
    /// The chosen transitions.
    pub transitions: Vec<Transition>,
}

/// Leave here, arrive there, and what it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Transition {
    /// The take and its frame that it leaves from.
    pub from: (u32, u32),
    /// The take and its frame that it arrives at.
    pub to: (u32, u32),
    /// m or rad
    pub cost: f32,
}

/// The action graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionFigures {
    /// What holds for every graph.
    pub figures: Figures,
    /// How many poses lie in each cluster: actions begin and end in clusters.
    pub clusters: Vec<u32>,
    /// The actions.
    pub edges: Vec<ActionEdge>,
}

/// An action as a way from one cluster of poses to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionEdge {
    /// The cluster it begins in.
    pub from: u32,
    /// The cluster it ends in.
    pub to: u32,
    /// Its general class.
    pub class: String,
}

/// The fragments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FragmentFigures {
    /// What holds for every graph.
    pub figures: Figures,
    /// What each of them does.
    pub controls: Vec<Control>,
}

/// What a player would have asked for to see a fragment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Control {
    /// m/s, of the centre of mass in the body's frame: to the left, and ahead.
    pub velocity: [f32; 2],
    /// rad/s, to the left.
    pub turning: f32,
    /// Whether no foot carries weight.
    pub airborne: bool,
}

/// The section about graphs.
pub fn section(out: &mut String, graphs: &Graphs, classes: &Classes) {
    put!(out, "<h2 id=\"graphs\">What can follow what</h2>\n");
    if *graphs == Graphs::default() {
        put!(out, "<p class=\"faint\">No graph was made of this repertoire.</p>\n");
        return;
    }
    if let Some(frames) = &graphs.frames {
        put!(
            out,
            "<div class=\"card\"><h3>Frame graph</h3>\n<p class=\"faint\">Every frame is a node; the next frame of "
        );
        put!(out, "the recording follows it, and so do frames that are alike.</p>\n");
        figures(out, &frames.figures, "frames", classes);
        put!(out, "</div>\n");
    }
    if let Some(actions) = &graphs.actions {
        put!(
            out,
            "<div class=\"card\"><h3>Action graph</h3>\n<p class=\"faint\">Actions lead from one kind of pose to "
        );
        put!(out, "another; any action that begins where one ends can follow it.</p>\n");
        figures(out, &actions.figures, "actions", classes);
        network::network(out, actions, classes);
        put!(out, "</div>\n");
    }
    if let Some(fragments) = &graphs.fragments {
        put!(
            out,
            "<div class=\"card\"><h3>Fragments</h3>\n<p class=\"faint\">Pieces of a tenth of a second, by what a "
        );
        put!(out, "player would have asked for to see them.</p>\n");
        figures(out, &fragments.figures, "fragments", classes);
        controls::controls(out, &fragments.controls);
        put!(out, "</div>\n");
    }
}

fn figures(out: &mut String, figures: &Figures, nodes: &str, classes: &Classes) {
    put!(out, "<div class=\"tiles\">");
    tile(out, &count(figures.nodes), nodes);
    tile(out, &count(figures.edges), "transitions");
    tile(out, &percent(figures.coverage), "of the motion is reachable");
    let most = count(figures.most_branching);
    tile(out, &number(figures.branching, 1), &format!("ways out of a choice, {most} at most"));
    tile(out, &count(figures.dead_ends), "dead ends removed");
    put!(out, "</div>\n<div class=\"columns\">");
    if !figures.waits.is_empty() {
        put!(out, "<div><h4>How long until it can begin, from anywhere</h4>\n");
        waits(out, &figures.waits, classes);
        put!(out, "</div>");
    }
    if figures.costs.iter().any(|cost| cost.is_finite()) {
        put!(out, "<div><h4>What transitions cost</h4>\n");
        let series = [Series { class: "bar", name: "", values: &figures.costs }];
        histogram(out, &series, &format!("cost, {}", figures.cost_unit));
        let at = |share| number(quantile(&figures.costs, share).into(), 3);
        put!(
            out,
            "<small>Half cost up to {}, nine in ten up to {}, the dearest {} {}.</small></div>",
            at(0.5),
            at(0.9),
            at(1.0),
            figures.cost_unit
        );
    }
    put!(out, "</div>\n");
}

/// A bar for the mean and a line for the worst, with the numbers beside them.
fn waits(out: &mut String, waits: &[Wait], classes: &Classes) {
    const ROW: f64 = 22.0;
    const WIDTH: f64 = 500.0;
    const NAMES: f64 = 104.0;
    const NUMBERS: f64 = 158.0;
    const MOST: usize = 40;
    let room = WIDTH - NAMES - NUMBERS;
    let longest = waits.iter().map(|wait| wait.worst).filter(|worst| worst.is_finite()).fold(0.1, f64::max);
    let shown = &waits[..waits.len().min(MOST)];
    let height = ROW * shown.len() as f64 + 18.0;
    put!(
        out,
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" "
    );
    put!(out, "aria-label=\"Waits by class\">");
    put!(out, "<text class=\"end\" x=\"{}\" y=\"11\">mean</text>", NAMES + room + 60.0);
    put!(out, "<text class=\"end\" x=\"{}\" y=\"11\">worst</text>", NAMES + room + 108.0);
    put!(out, "<text class=\"end\" x=\"{WIDTH}\" y=\"11\">never</text>");
    for (index, wait) in shown.iter().enumerate() {
        let y = 18.0 + ROW * index as f64;
        let long =
            |seconds: f64| if seconds.is_finite() { room * (seconds / longest).clamp(0.0, 1.0) } else { 0.0 };
        let slot = classes.slot(&wait.class);
        let name = wait.class.replace('_', " ");
        let short: String = match name.chars().count() {
            0..=16 => name,
            _ => name.chars().take(15).chain(['…']).collect(),
        };
        put!(
            out,
            "<text class=\"ink end\" x=\"{}\" y=\"{}\">{}</text>",
            NAMES - 8.0,
            y + 13.0,
            words(&short)
        );
        put!(out, "<path class=\"grid\" d=\"M{NAMES} {}h{}\"/>", y + 9.0, px(long(wait.worst)));
        put!(
            out,
            "<rect class=\"k{slot}\" x=\"{NAMES}\" y=\"{}\" width=\"{}\" height=\"10\" rx=\"2\"/>",
            y + 4.0,
            px(long(wait.mean).max(1.0))
        );
        put!(out, "<path class=\"worst\" d=\"M{} {}v12\"/>", px(NAMES + long(wait.worst)), y + 3.0);
        let columns =
            [(60.0, duration(wait.mean)), (108.0, duration(wait.worst)), (NUMBERS, percent(wait.never))];
        for (x, text) in columns {
            put!(out, "<text class=\"end\" x=\"{}\" y=\"{}\">{text}</text>", NAMES + room + x, y + 13.0);
        }
    }
    put!(out, "</svg>\n");
    if shown.len() < waits.len() {
        put!(out, "<small>and {} more classes</small>\n", count((waits.len() - shown.len()) as u64));
    }
}
