//! Making the model of a repertoire, from its frame graph.

use footwork_annotate::Repertoire;
use footwork_graph::segment::frames_of;
use footwork_graph::{FrameGraph, FrameSettings, GraphError, frames};
use footwork_motion::MissingRole;
use footwork_motion::ground::Place;
use footwork_plan::progress::UNHEARD;

use super::{Blow, Model, find_blows, walk};
use crate::tracks::Tracks;

/// How the model is made.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSettings {
    /// Of the frame graph. Its `keep_out` holds classes that are never entered by choice.
    pub frames: FrameSettings,
    /// s. An action lasts at least so long, where the recording does.
    pub shortest: f32,
    /// s. No transition within so long before a blow lands.
    pub wind: f32,
    /// s. How long before it lands by itself a blow may be stopped by its target, and how long after, while it is
    /// effective.
    pub lands: [f32; 2],
}

/// s. One frame at 60 Hz: earlier a blow would go on through the target. And four frames, after which the arm goes back.
const LANDS: [f32; 2] = [0.017, 0.067];

/// Classes of actions that nobody does by choice.
pub const SUFFERED: [&str; 5] = ["hit", "pushed", "fall", "lying", "rise"];

impl Default for ModelSettings {
    fn default() -> ModelSettings {
        let keep_out = SUFFERED.map(str::to_string).to_vec();
        ModelSettings {
            // Falls are kept out, and a fighter needs the choice: with 0.1 m he has half of it.
            frames: FrameSettings {
                keep_out,
                standing: 0.5,
                neighbours: 20,
                most_imbalance: Some(0.18),
                ..FrameSettings::default()
            },
            shortest: 0.25,
            wind: 0.3,
            lands: LANDS,
        }
    }
}

impl ModelSettings {
    /// The paper's: every state ends an action, transitions are anywhere, and a blow counts while it is effective.
    pub fn paper() -> ModelSettings {
        ModelSettings { frames: FrameSettings::paper(), shortest: 0.0, wind: 0.0, lands: [10.0; 2] }
    }
}

/// Why there is no model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ModelError {
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
    #[error(
        "nothing in these takes can be chosen again and again: no frames with a choice lead back to one another; \
         add longer takes in which the same stance comes back, or allow more foot events"
    )]
    NoStates,
    #[error("the setting {name} cannot be {value}: it is from 0 to {most} seconds")]
    Setting { name: &'static str, value: f32, most: f32 },
}

/// Makes the model of a repertoire.
pub fn build(
    repertoire: &Repertoire,
    tracks: &Tracks,
    settings: &ModelSettings,
) -> Result<Model, ModelError> {
    let [early, late] = settings.lands;
    let seconds = [("shortest", settings.shortest, 5.0), ("wind", settings.wind, 2.0)];
    for (name, value, most) in seconds.into_iter().chain([("lands", early, 10.0), ("lands", late, 10.0)]) {
        if !(0.0..=most).contains(&value) {
            return Err(ModelError::Setting { name, value, most });
        }
    }
    let mut graph = frames::build(repertoire, &settings.frames, UNHEARD)?;
    let (blows, tips) = find_blows::find(repertoire, settings.lands)?;
    let mut barred = frames_of(repertoire, &graph.numbering, &settings.frames.keep_out);
    if settings.wind > 0.0 {
        leave_blows_whole(&mut graph, &blows, settings.wind);
        graph.component = graph.component_without(&barred);
    }
    // Where walking and boxing are not connected, the boxing is wanted, even if there is more walking.
    if !blows.is_empty() && !blows.iter().any(|blow| graph.component.contains(frame_of(&graph, blow))) {
        for take in
            (0..repertoire.takes.len()).filter(|take| blows.iter().all(|blow| blow.take as usize != *take))
        {
            let [first, end] = [take, take + 1].map(|take| graph.numbering.starts[take] as usize);
            barred[first..end].fill(true);
        }
        graph.component = graph.component_without(&barred);
    }
    let mut model = Model { rate: graph.numbering.rate, blows, tips, ..Model::default() };
    model.frames = graph.component.inside;
    walk::collect(&graph, graph.numbering.in_frames(settings.shortest), &mut model);
    if model.states.is_empty() {
        return Err(ModelError::NoStates);
    }
    model.moved = (0..model.to.len()).map(|action| moved(&model, tracks, action)).collect();
    Ok(model)
}

/// The frame in which a blow lands, among all.
fn frame_of(graph: &FrameGraph, blow: &Blow) -> u32 {
    graph.numbering.starts[blow.take as usize] + blow.lands
}

/// Where the body stands after an action, seen from where it stood before.
fn moved(model: &Model, tracks: &Tracks, action: usize) -> Place {
    model.pieces_of(action).iter().fold(Place::HERE, |so_far, piece| {
        let first = tracks.ground(tracks.number(piece.take, piece.first));
        let end = tracks.ground(tracks.number(piece.take, piece.end));
        so_far.then(&first.to(end))
    })
}

/// Drops the transitions that leave or arrive within a blow.
fn leave_blows_whole(graph: &mut FrameGraph, blows: &[Blow], wind: f32) {
    let before = graph.numbering.in_frames(wind);
    let mut inside = vec![false; graph.numbering.frames()];
    for blow in blows {
        let start = graph.numbering.starts[blow.take as usize];
        let (first, end) = (blow.lands.saturating_sub(before), blow.over);
        let end = (start + end).min(graph.numbering.starts[blow.take as usize + 1]);
        inside[(start + first) as usize..end as usize].fill(true);
    }
    let kept: Vec<_> =
        graph.transitions().filter(|edge| !inside[edge.from as usize] && !inside[edge.to as usize]).collect();
    (graph.from, graph.first, graph.to, graph.cost) = Default::default();
    for edge in kept {
        if graph.from.last() != Some(&edge.from) {
            graph.from.push(edge.from);
            graph.first.push(graph.to.len() as u32);
        }
        graph.to.push(edge.to);
        graph.cost.push(edge.cost);
    }
    graph.first.push(graph.to.len() as u32);
}
