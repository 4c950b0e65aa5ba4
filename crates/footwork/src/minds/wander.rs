//! `wander`: walks a body's frame graph at random, for ever.

use footwork_annotate::vocabulary::{is_known, nearest, nearest_of};
use footwork_graph::frames::Transition;
use footwork_graph::{FrameGraph, FrameSettings, GraphError, frames};
use footwork_plan::progress::UNHEARD;
use footwork_skill::{About, Casting, Context, Control, Failure, Skill, Table, TableError};
use footwork_stage::minds::{Edge, Edges, Stop, Wander, WanderError, WanderSettings};
use footwork_stage::{Rig, SharedMind};
use serde::Deserialize;

/// The mind, as scenes cast it.
pub static WANDER: WanderSkill = WanderSkill;

/// See [`WANDER`].
pub struct WanderSkill;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Wandering {
    without: Vec<String>,
}

impl Skill for WanderSkill {
    fn about(&self) -> About {
        About {
            name: "wander",
            mind: "wander",
            title: "wanders",
            line: "walks the frame graph at random",
            keys: &["without"],
            abilities: &[],
            buttons: &[],
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        Ok(Box::new(table.read::<Wandering>()?))
    }
}

impl Casting for Wandering {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        check_classes(context.rig, &self.without)?;
        Ok(Control::Mind(SharedMind::new(walk_about(context.rig, &self.without)?)))
    }
}

/// Why nobody can walk about.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum WalkError {
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error(transparent)]
    Wander(#[from] WanderError),
}

/// A mind that walks a body's frame graph for ever, at random, and never enters an action of these classes.
pub fn walk_about(rig: &Rig, without: &[String]) -> Result<Wander, WalkError> {
    let settings = FrameSettings { keep_out: without.to_vec(), ..FrameSettings::default() };
    let graph = frames::build(rig.repertoire(), &settings, UNHEARD)?;
    let settings = WanderSettings { barred: without.to_vec(), ..WanderSettings::default() };
    Ok(Wander::new(rig, &edges(&graph, rig), &settings)?)
}

/// A graph's transitions as a mind walks them: those that lead on for ever.
fn edges(graph: &FrameGraph, rig: &Rig) -> Edges {
    let frames: Vec<u32> = rig.repertoire().takes.iter().map(|take| take.clip.frames() as u32).collect();
    let stop = |frame: u32| {
        let (take, frame) = graph.numbering.place(frame);
        Stop { take, frame }
    };
    let leads_on =
        |edge: &Transition| graph.component.contains(edge.from) && graph.component.contains(edge.to);
    let edges = graph.transitions().filter(leads_on);
    Edges::new(&frames, edges.map(|edge| (stop(edge.from), Edge { to: stop(edge.to), cost: edge.cost })))
}

/// Refuses a class that is nowhere, with the nearest that would be right.
fn check_classes(rig: &Rig, without: &[String]) -> Result<(), String> {
    let actions = || rig.repertoire().takes.iter().flat_map(|take| &take.annotation.actions);
    for class in without {
        if !is_known(class) && !actions().any(|action| action.is(class)) {
            let mut own: Vec<&str> =
                actions().flat_map(|action| action.classes.iter().map(String::as_str)).collect();
            own.sort_unstable();
            own.dedup();
            let meant = nearest_of(class, own.iter().copied()).or_else(|| nearest(class));
            let right = match meant {
                Some(meant) => format!("did you mean {meant:?}?"),
                None => format!("there are: {}", own.join(", ")),
            };
            return Err(format!("without: no action is of class {class:?}; {right}"));
        }
    }
    Ok(())
}
