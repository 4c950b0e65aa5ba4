//! What can follow what: the three graphs and their figures.

mod bars;
mod controls;
mod network;

use footwork_annotate::Repertoire;
use footwork_graph::figures::{ActionFigures, Costs, FragmentFigures, FrameFigures};
use footwork_graph::{
    ActionGraph, ActionSettings, Fragments, FrameGraph, FrameSettings, GraphError, Measure, actions, figures,
    fragments, frames,
};
use footwork_plan::progress::UNHEARD;

use crate::html::{count, number, percent, put, tile};
use crate::palette::Classes;
use crate::plot::{Series, histogram};
use bars::{coverage, waits};

/// The graphs of a repertoire with their figures; those that were not made are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graphs {
    /// Which frames can follow which.
    pub frames: Option<(FrameGraph, FrameFigures)>,
    /// In which unit the frame graph's costs are: `m` or `rad`.
    pub cost_unit: &'static str,
    /// Which actions can follow which.
    pub actions: Option<(ActionGraph, ActionFigures)>,
    /// What can be asked for.
    pub fragments: Option<(Fragments, FragmentFigures)>,
}

impl Graphs {
    /// All three, with these settings for frames and actions. A repertoire without takes has none.
    pub fn build(
        repertoire: &Repertoire,
        for_frames: &FrameSettings,
        for_actions: &ActionSettings,
    ) -> Result<Graphs, GraphError> {
        if repertoire.takes.is_empty() {
            return Ok(Graphs::default());
        }
        let graph = frames::build(repertoire, for_frames, UNHEARD)?;
        let states = frames::collapse::collapse(&graph, &graph.component);
        let of_frames = figures::of_frames(repertoire, &graph, &states);
        let clusters = actions::build(repertoire, for_actions, UNHEARD)?;
        let of_actions = figures::of_actions(repertoire, &clusters);
        let pieces = fragments::build(repertoire, &Default::default())?;
        let of_fragments = figures::of_fragments(repertoire, &pieces);
        let cost_unit = match for_frames.likeness.by {
            Measure::Positions => "m",
            Measure::Angles => "rad",
        };
        Ok(Graphs {
            frames: Some((graph, of_frames)),
            cost_unit,
            actions: Some((clusters, of_actions)),
            fragments: Some((pieces, of_fragments)),
        })
    }
}

/// Leave here, arrive there, and what it costs. Places are a take and its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    pub from: (u32, u32),
    pub to: (u32, u32),
    pub cost: f32,
}

/// The transitions of a frame graph that a walk can take again and again.
pub fn transitions(graph: &FrameGraph) -> Vec<Transition> {
    let inside = |frame: u32| graph.component.contains(frame);
    let mut found = Vec::new();
    for &from in graph.from.iter().filter(|&&from| inside(from)) {
        for at in graph.transitions_from(from).filter(|&at| inside(graph.to[at])) {
            let places = [from, graph.to[at]].map(|frame| graph.numbering.place(frame));
            found.push(Transition { from: places[0], to: places[1], cost: graph.cost[at] });
        }
    }
    found
}

/// The section about graphs.
pub fn section(out: &mut String, repertoire: &Repertoire, graphs: &Graphs, classes: &Classes) {
    put!(out, "<h2 id=\"graphs\">What can follow what</h2>\n");
    if graphs.frames.is_none() && graphs.actions.is_none() && graphs.fragments.is_none() {
        put!(out, "<p class=\"faint\">No graph was made of this repertoire.</p>\n");
        return;
    }
    if let Some((graph, figures)) = &graphs.frames {
        frame_graph(out, repertoire, graph, figures, graphs.cost_unit, classes);
    }
    if let Some((graph, figures)) = &graphs.actions {
        action_graph(out, repertoire, graph, figures, classes);
    }
    if let Some((fragments, figures)) = &graphs.fragments {
        pieces(out, fragments, figures);
    }
}

fn frame_graph(
    out: &mut String,
    repertoire: &Repertoire,
    graph: &FrameGraph,
    figures: &FrameFigures,
    unit: &str,
    classes: &Classes,
) {
    put!(
        out,
        "<div class=\"card\"><h3>Frame graph</h3>\n<p class=\"faint\">Every frame is a node; the next frame of "
    );
    put!(out, "the recording follows it, and so do frames that are alike.</p>\n<div class=\"tiles\">");
    tile(out, &percent(figures.coverage.into()), "of the motion is reachable, for ever");
    tile(out, &count(figures.transitions.into()), "transitions");
    tile(out, &count(figures.states.into()), "states with a choice");
    let most = count(figures.branching.most.into());
    tile(out, &number(figures.branching.mean.into(), 1), &format!("actions in a state, {most} at most"));
    tile(out, &number(figures.branching.states_per_second.into(), 1), "choices per second");
    tile(out, &count(figures.dead_ends.into()), "frames removed as dead ends");
    tile(out, &count(figures.leads_in.into()), "frames only lead in");
    put!(out, "</div>\n<div class=\"columns\">");
    let transitions = transitions(graph);
    if !transitions.is_empty() {
        put!(out, "<div><h4>What transitions cost</h4>\n");
        let costs: Vec<f32> = transitions.iter().map(|transition| transition.cost).collect();
        let series = [Series { class: "bar", name: "", values: &costs }];
        histogram(out, &series, &format!("cost, {unit}"));
        said(out, &figures.cost, unit);
        put!(out, "</div><div><h4>How many frames can follow</h4>\n");
        let followers = followers(graph);
        histogram(
            out,
            &[Series { class: "bar", name: "", values: &followers }],
            "frames that can follow one with a transition",
        );
        put!(out, "</div>");
    }
    put!(out, "</div>\n");
    waits(out, repertoire, &figures.waits, classes);
    if figures.takes.len() > 1 {
        put!(out, "<h4 class=\"next\">How much of each take is reachable</h4>\n");
        coverage(out, &figures.takes);
    }
    put!(out, "</div>\n");
}

/// For every frame of the component that something leaves from, how many frames can follow it.
fn followers(graph: &FrameGraph) -> Vec<f32> {
    let inside = |frame: &u32| graph.component.contains(*frame);
    let frames = graph.from.iter().filter(|frame| inside(frame));
    frames
        .map(|&frame| graph.after(frame).filter(inside).count() as f32)
        .filter(|count| *count > 1.0)
        .collect()
}

fn said(out: &mut String, costs: &Costs, unit: &str) {
    let [half, most, dearest] = [costs.p50, costs.p95, costs.most].map(|cost| number(cost.into(), 3));
    put!(out, "<small>Half cost up to {half} {unit}, 95 in 100 up to {most}, the dearest {dearest}.</small>");
}

fn action_graph(
    out: &mut String,
    repertoire: &Repertoire,
    graph: &ActionGraph,
    figures: &ActionFigures,
    classes: &Classes,
) {
    put!(
        out,
        "<div class=\"card\"><h3>Action graph</h3>\n<p class=\"faint\">Actions lead from one group of poses to "
    );
    put!(out, "another; any action that begins where one ends can follow it.</p>\n<div class=\"tiles\">");
    tile(out, &percent(figures.coverage.into()), "of the actions' time is reachable, for ever");
    tile(out, &count(figures.actions.into()), "actions");
    tile(out, &count(figures.nodes.into()), "groups of poses");
    let most = count(figures.branching.most.into());
    tile(
        out,
        &number(figures.branching.mean.into(), 1),
        &format!("actions begin in a group, {most} at most"),
    );
    tile(out, &count(figures.dead_ends.into()), "actions removed as dead ends");
    put!(out, "</div>\n<div class=\"columns\">");
    if graph.nodes() > 0 {
        put!(out, "<div><h4>How much choice there is</h4>\n");
        let nodes = (0..graph.nodes() as u32).filter(|&node| graph.inside[node as usize]);
        let actions: Vec<f32> = nodes.map(|node| graph.actions_from(node).len() as f32).collect();
        histogram(
            out,
            &[Series { class: "bar", name: "", values: &actions }],
            "actions that begin in a group",
        );
        put!(out, "</div><div><h4>How wide groups are</h4>\n");
        let series = [Series { class: "bar", name: "", values: &graph.widths }];
        histogram(out, &series, "difference of the two most unlike poses");
        put!(out, "<small>Two poses picked at random differ by 1.</small></div>");
    }
    put!(out, "</div>\n");
    waits(out, repertoire, &figures.waits, classes);
    network::network(out, repertoire, graph, classes);
    put!(out, "</div>\n");
}

fn pieces(out: &mut String, fragments: &Fragments, figures: &FragmentFigures) {
    put!(
        out,
        "<div class=\"card\"><h3>Fragments</h3>\n<p class=\"faint\">Short pieces, by what a player would have "
    );
    put!(
        out,
        "asked for to see them. Any can follow any other; what differs is how well.</p>\n<div class=\"tiles\">"
    );
    tile(out, &count(figures.fragments.into()), "fragments");
    tile(out, &percent(figures.coverage.into()), "of the motion is in one");
    tile(out, &percent(figures.airborne.into()), "in the air");
    let to = |costs: &Costs| format!("{} / {}", number(costs.p50.into(), 2), number(costs.most.into(), 2));
    tile(out, &to(&figures.speed), "m/s, median and fastest");
    tile(out, &to(&figures.turning), "rad/s of turning, median and fastest");
    put!(out, "</div>\n");
    controls::controls(out, &fragments.controls);
    put!(out, "</div>\n");
}
