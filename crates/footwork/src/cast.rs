//! From what one has to what a stage needs: a repertoire out of the built-in performer, a mind out of a graph.

use footwork_annotate::{AnnotateError, Annotation, Repertoire, Settings, Take, annotate};
use footwork_graph::frames::Transition;
use footwork_graph::{FrameGraph, FrameSettings, GraphError, frames};
use footwork_performer::{PerformError, Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_stage::Rig;
use footwork_stage::minds::{Stop, Wander, WanderError, WanderSettings, Way, Ways};

/// Frames per second of the built-in performer's takes.
const RATE: f32 = 60.0;

/// Why there is nobody to put on a stage.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CastError {
    #[error(transparent)]
    Perform(#[from] PerformError),
    #[error(transparent)]
    Annotate(#[from] AnnotateError),
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error(transparent)]
    Wander(#[from] WanderError),
}

/// The repertoire of the built-in performer: a take of every show for every seed, annotated as recordings are.
pub fn performance(shows: &[Show], seconds: f32, seeds: &[u64]) -> Result<Repertoire, CastError> {
    let mut repertoire: Option<Repertoire> = None;
    for &show in shows {
        for &seed in seeds {
            let mut performance = perform(show, seconds, seed, RATE)?;
            performance.clip.name = format!("{}-{seed}", show.name());
            let take = Take::new(performance.clip, Annotation::default());
            let skeleton = performance.skeleton;
            repertoire.get_or_insert(Repertoire { skeleton, takes: Vec::new() }).takes.push(take);
        }
    }
    let Some(mut repertoire) = repertoire else { return Err(GraphError::NoTakes.into()) };
    annotate(&mut repertoire, &Settings::default(), UNHEARD)?;
    Ok(repertoire)
}

/// A mind that walks a body's frame graph for ever, at random, and never enters an action of these classes.
pub fn walk_about(rig: &Rig, without: &[String]) -> Result<Wander, CastError> {
    let settings = FrameSettings { keep_out: without.to_vec(), ..FrameSettings::default() };
    let graph = frames::build(rig.repertoire(), &settings, UNHEARD)?;
    let settings = WanderSettings { barred: without.to_vec(), ..WanderSettings::default() };
    Ok(Wander::new(rig, &ways(&graph, rig), &settings)?)
}

/// A graph's transitions as a mind walks them: those that lead on for ever.
fn ways(graph: &FrameGraph, rig: &Rig) -> Ways {
    let frames: Vec<u32> = rig.repertoire().takes.iter().map(|take| take.clip.frames() as u32).collect();
    let stop = |frame: u32| {
        let (take, frame) = graph.numbering.place(frame);
        Stop { take, frame }
    };
    let leads_on = |way: &Transition| graph.component.contains(way.from) && graph.component.contains(way.to);
    let ways = graph.transitions().filter(leads_on);
    Ways::new(&frames, ways.map(|way| (stop(way.from), Way { to: stop(way.to), cost: way.cost })))
}
