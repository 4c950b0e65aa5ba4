//! Samples that are known: plain data, so that it can be kept and gone on from.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::state::{Likeness, State};

/// Something that could be chosen in a state, played once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Child<F> {
    pub state: State,
    pub piece: u16,
    pub features: F,
    /// Whether the other one chooses there.
    pub swapped: bool,
    /// Whether it is of the graph's range.
    pub near: bool,
}

/// A state that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Looked<F> {
    pub children: Vec<Child<F>>,
    pub pending: [u8; 4],
    /// J2.
    pub dense: u32,
}

/// Samples that are known.
pub(crate) struct Archive<F> {
    pub states: Vec<State>,
    /// As many, once all were looked at.
    pub looked: Vec<Looked<F>>,
    /// By own piece and the other's class; only ever asked for, never gone through.
    pairs: HashMap<(u16, u16), Vec<u32>>,
    pub classes: Vec<u16>,
}

impl<F> Archive<F> {
    /// Nothing is known. The classes say what each piece is to somebody else.
    pub fn new(classes: Vec<u16>) -> Archive<F> {
        Archive { states: Vec::new(), looked: Vec::new(), pairs: HashMap::new(), classes }
    }

    /// What was known before. None where it does not fit together.
    pub fn again(classes: Vec<u16>, states: Vec<State>, looked: Vec<Looked<F>>) -> Option<Archive<F>> {
        let mut archive = Archive::new(classes);
        let pieces = archive.classes.len();
        let sound = |state: &State| state.is_sound(pieces);
        let children = looked.iter().flat_map(|looked| &looked.children);
        let whole = states.len() == looked.len()
            && states.iter().all(sound)
            && children.into_iter().all(|child| sound(&child.state) && usize::from(child.piece) < pieces);
        if !whole {
            return None;
        }
        for (number, state) in states.iter().enumerate() {
            archive.pairs.entry(archive.pair(state)).or_default().push(number as u32);
        }
        (archive.states, archive.looked) = (states, looked);
        Some(archive)
    }

    pub fn find(&self, like: &Likeness, state: &State) -> Option<u32> {
        self.nearest(like, state).filter(|(far, _)| *far < like.within).map(|(_, number)| number)
    }

    /// The nearest known state, and how far it is.
    pub fn nearest(&self, like: &Likeness, state: &State) -> Option<(f32, u32)> {
        let known = self.pairs.get(&self.pair(state))?;
        let far = |number: &u32| like.difference(&self.states[*number as usize], state);
        let nearest = known.iter().map(|number| (far(number), *number));
        nearest.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
    }

    fn pair(&self, state: &State) -> (u16, u16) {
        (state.own, self.classes[usize::from(state.other)])
    }

    /// Adds a state that is not known yet.
    pub fn add(&mut self, like: &Likeness, state: State) -> Option<u32> {
        if self.find(like, &state).is_some() {
            return None;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.pairs.entry(self.pair(&state)).or_default().push(number);
        Some(number)
    }
}
