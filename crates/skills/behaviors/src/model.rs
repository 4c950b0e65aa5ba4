//! The state-action model: what can be chosen when, how long it takes, where it leads, and which blows are in it.
//!
//! Paper: Lee & Lee 2004, sec. 3: frames that more than one frame can follow are states; what is played from one state to
//! the next is an action. Departs from it:
//!
//! - No transition leaves or arrives within a blow, from its wind-up until it has landed: a blow is chosen before it
//!   begins and played to its end, so that a hand has the time to be led to the target.
//! - An action goes on through states that come too soon, for nobody decides ten times a second.
//!
//! With `ModelSettings::paper` neither holds, and states and actions are those of the frame graph itself.

mod blows;
#[cfg(feature = "bake")]
mod build;
#[cfg(feature = "bake")]
mod find_blows;
#[cfg(feature = "bake")]
mod walk;

use footwork_annotate::Limb;
use footwork_motion::ground::Place;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::tracks::Tracks;

pub use blows::{Blow, Tip};
#[cfg(feature = "bake")]
pub use build::{ModelError, ModelSettings, SUFFERED, build};

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
    pub moved: Vec<Place>,
    /// For each action, where its pieces begin; and where the last one's end.
    pub pieces_of: Vec<u32>,
    /// What actions play.
    pub pieces: Vec<Piece>,
    /// Every blow of the repertoire, by take and time.
    pub blows: Vec<Blow>,
    /// Where what strikes is, in the effective frames of all blows.
    pub tips: Vec<Tip>,
}

/// s. A body that changes its velocity within this time after a decision is seen to lurch.
const AT_ONCE: f32 = 0.2;

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

    /// For each action, m/s: how much it changes the velocity of the centre of mass, from what it was at the end of the piece
    /// before to the first moment of each of its pieces.
    pub fn lurches(&self, tracks: &Tracks) -> Vec<f32> {
        let velocity = |take: u32, frame: u32| tracks.velocity(tracks.number(take, frame));
        let moment = (AT_ONCE * self.rate).round() as u32;
        let of_action = |state: &State, action: usize| {
            let mut from = velocity(state.take, state.frame);
            let mut sum = 0.0;
            for piece in self.pieces_of(action) {
                let change = |frame: u32| from.distance(velocity(piece.take, frame));
                let frames = piece.first..=(piece.first + moment).min(piece.end);
                sum += frames.map(change).fold(0.0, f32::max);
                from = velocity(piece.take, piece.end);
            }
            sum
        };
        let states = self.states.iter().enumerate();
        states
            .flat_map(|(number, state)| self.actions_of(number).map(move |action| of_action(state, action)))
            .collect()
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

    /// Where blows of some limbs land that can be chosen, seen from the body at that moment: the paper's effective
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
