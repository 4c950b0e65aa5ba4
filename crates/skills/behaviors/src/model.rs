//! The state-action model: what can be chosen when, how long it takes, where it leads, and which blows are in it.
//!
//! Seed: Lee & Lee 2004, sec. 3: frames with more than one way out are states; what is played from one to the next is
//! an action. Departs from it:
//!
//! - No transition leaves or arrives within a blow, from its wind-up until it has landed: a blow is chosen before it
//!   begins and played to its end, so that a hand has the time to be led to the target.
//! - An action goes on through states that come too soon, for nobody decides ten times a second. With
//!   [`ModelSettings::seed`] neither holds, and states and actions are those of [`collapse`].
//!
//! [`collapse`]: footwork_graph::frames::collapse::collapse

mod blows;
mod walk;

use footwork_annotate::{Limb, Repertoire};
use footwork_graph::segment::frames_of;
use footwork_graph::{FrameGraph, FrameSettings, GraphError, frames};
use footwork_motion::MissingRole;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::ground::Ground;
use crate::tracks::Tracks;

pub use blows::{Blow, Tip};

/// How the model is made.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSettings {
    /// Of the frame graph. Its `keep_out` holds classes that are never entered by choice.
    pub frames: FrameSettings,
    /// s. An action lasts at least so long, where the recording does.
    pub shortest: f32,
    /// s. No transition within so long before a blow lands.
    pub wind: f32,
}

/// What nobody does of his own will.
pub const SUFFERED: [&str; 5] = ["hit", "pushed", "fall", "lying", "rise"];

impl Default for ModelSettings {
    fn default() -> ModelSettings {
        let keep_out = SUFFERED.map(str::to_string).to_vec();
        ModelSettings {
            frames: FrameSettings { keep_out, standing: 0.5, ways_out: 20, ..FrameSettings::default() },
            shortest: 0.25,
            wind: 0.3,
        }
    }
}

impl ModelSettings {
    /// The seed's: every state ends an action, and transitions are anywhere.
    pub fn seed() -> ModelSettings {
        ModelSettings { frames: FrameSettings::paper(), shortest: 0.0, wind: 0.0 }
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

/// A frame at which there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct State {
    /// Number of the take.
    pub take: u32,
    /// Number of the frame.
    pub frame: u32,
}

/// What is played in one go, from the pose at `first` to the one at `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Number of the take.
    pub take: u32,
    /// The frame that it goes on from: like the one before it, not played itself.
    pub first: u32,
    /// The last frame that is played.
    pub end: u32,
    /// The first of the blows in it.
    pub blow: u32,
    /// How many blows there are in it.
    pub blows: u32,
}

/// States, actions, blows. Plain lists; the actions of a state are together, and so are the pieces of an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Frames per second.
    pub rate: f32,
    /// How many frames are in the component that they come from.
    pub frames: u32,
    /// In order.
    pub states: Vec<State>,
    /// For each state, where its actions begin; and where the last one's end.
    pub actions: Vec<u32>,
    /// For each action, the state that it ends in.
    pub to: Vec<u32>,
    /// For each action, how many frames it plays.
    pub length: Vec<u32>,
    /// For each action, where and how the body stands at its end, seen from its beginning.
    pub moved: Vec<Ground>,
    /// For each action, where its pieces begin; and where the last one's end.
    pub pieces_of: Vec<u32>,
    /// What actions play.
    pub pieces: Vec<Piece>,
    /// Every blow of the repertoire, by take and time.
    pub blows: Vec<Blow>,
    /// Where what strikes is, in the effective frames of all blows.
    pub tips: Vec<Tip>,
}

impl Model {
    /// The actions that can be chosen in a state.
    #[inline]
    pub fn actions_of(&self, state: usize) -> std::ops::Range<usize> {
        self.actions[state] as usize..self.actions[state + 1] as usize
    }

    /// What an action plays.
    #[inline]
    pub fn pieces_of(&self, action: usize) -> &[Piece] {
        &self.pieces[self.pieces_of[action] as usize..self.pieces_of[action + 1] as usize]
    }

    /// The blows in a piece.
    #[inline]
    pub fn blows_of(&self, piece: &Piece) -> &[Blow] {
        &self.blows[piece.blow as usize..(piece.blow + piece.blows) as usize]
    }

    /// Where what strikes is, in the effective frames of a blow.
    #[inline]
    pub fn tips_of(&self, blow: &Blow) -> &[Tip] {
        &self.tips[blow.tip as usize..(blow.tip + blow.tips) as usize]
    }

    /// s, how long an action takes.
    #[inline]
    pub fn seconds(&self, action: usize) -> f32 {
        self.length[action] as f32 / self.rate
    }

    /// Which blows can be chosen: those in the pieces of some action, in order.
    pub fn reachable_blows(&self) -> Vec<u32> {
        let mut found: Vec<u32> =
            self.pieces.iter().flat_map(|piece| piece.blow..piece.blow + piece.blows).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where blows of some limbs land that can be chosen, seen from the body at that moment: the seed's effective
    /// hitting points.
    pub fn hitting_points(&self, tracks: &Tracks, limbs: &[Limb]) -> Vec<Vec3> {
        let blows = self.reachable_blows().into_iter().map(|blow| &self.blows[blow as usize]);
        let struck = blows.filter(|blow| limbs.contains(&blow.limb));
        struck
            .map(|blow| {
                let tip = self.tips_of(blow)[(blow.lands - blow.first) as usize].tip;
                tracks.ground(tracks.number(blow.take, blow.lands)).inside(tip)
            })
            .collect()
    }

    /// The same points as the body sees them when it begins the piece that they are in: what a decision is about.
    pub fn aimed_points(&self, tracks: &Tracks, limbs: &[Limb]) -> Vec<Vec3> {
        let mut points = Vec::new();
        for piece in &self.pieces {
            for blow in self.blows_of(piece).iter().filter(|blow| limbs.contains(&blow.limb)) {
                let tip = self.tips_of(blow)[(blow.lands - blow.first) as usize].tip;
                points.push(tracks.ground(tracks.number(piece.take, piece.first)).inside(tip));
            }
        }
        points
    }
}

/// Makes the model of a repertoire.
pub fn build(
    repertoire: &Repertoire,
    tracks: &Tracks,
    settings: &ModelSettings,
) -> Result<Model, ModelError> {
    for (name, value, most) in [("shortest", settings.shortest, 5.0), ("wind", settings.wind, 2.0)] {
        if !(0.0..=most).contains(&value) {
            return Err(ModelError::Setting { name, value, most });
        }
    }
    let mut graph = frames::build(repertoire, &settings.frames)?;
    let (blows, tips) = blows::find(repertoire)?;
    let mut barred = frames_of(repertoire, &graph.numbering, &settings.frames.keep_out);
    if settings.wind > 0.0 {
        leave_blows_whole(&mut graph, &blows, settings.wind);
        graph.component = graph.component_without(&barred);
    }
    // Of a repertoire that walks more than it boxes, and never goes from the one to the other, it is the boxing that
    // is wanted.
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
fn moved(model: &Model, tracks: &Tracks, action: usize) -> Ground {
    model.pieces_of(action).iter().fold(Ground::IDENTITY, |so_far, piece| {
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
        graph.transitions().filter(|way| !inside[way.from as usize] && !inside[way.to as usize]).collect();
    (graph.from, graph.first, graph.to, graph.cost) = Default::default();
    for way in kept {
        if graph.from.last() != Some(&way.from) {
            graph.from.push(way.from);
            graph.first.push(graph.to.len() as u32);
        }
        graph.to.push(way.to);
        graph.cost.push(way.cost);
    }
    graph.first.push(graph.to.len() as u32);
}
