//! What a person says about a clip, in a small TOML file beside it. It goes before everything worked out.
//!
//! ```toml
//! # rounds.edits.toml; times in seconds
//! new_classes = ["feint"]     # words of your own
//!
//! [[cut]]
//! add = 3.25                  # or: remove = 4.1, which takes the nearest cut; or: move = 5.0 with to = 5.12
//!
//! [[action]]
//! at = 3.5                    # any moment within it
//! classes = ["attack", "punch"]
//! limbs = ["left_hand"]
//! direction = [0.0, 0.0, 1.0] # ahead, in the body's frame
//! protects = "head"           # for a defence: head, body, legs or arms
//! avoids = [3.4, 3.6]         # the part in which it avoids something
//!
//! [[support]]                 # also trains the learned supports, where there are enough of them
//! foot = "left"
//! from = 1.0
//! to = 1.4
//! down = true
//!
//! [[strike]]
//! add = 2.2                   # or: remove = 2.2, with or without its limb
//! limb = "right_foot"
//! ```

#[cfg(feature = "bake")]
mod apply;
mod file_name;
#[cfg(feature = "bake")]
mod parse;

use footwork_motion::Side;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::annotation::{Limb, Zone, mirrored_word};

#[cfg(feature = "bake")]
pub(crate) use apply::Frames;
#[cfg(feature = "bake")]
pub use apply::NEAREST_SECONDS;
#[cfg(feature = "bake")]
pub use parse::EditsError;

/// Everything a person said about a clip. Times are in seconds from its start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edits {
    /// Words for classes that the vocabulary does not have.
    pub new_classes: Vec<String>,
    /// Changes to where actions begin and end, in the order they are made.
    pub cuts: Vec<CutEdit>,
    /// What actions are.
    pub actions: Vec<ActionEdit>,
    /// When feet are down, and when not.
    pub supports: Vec<SupportEdit>,
    /// Blows that are there, or not.
    pub strikes: Vec<StrikeEdit>,
}

/// A change to where actions begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum CutEdit {
    /// Cut here.
    Add(f64),
    /// Join what the cut nearest to this moment parts.
    Remove(f64),
    /// Bring the cut nearest to the first moment to the second.
    Move(f64, f64),
}

/// What an action is. What is not given stays as it was worked out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ActionEdit {
    /// Any moment within the action.
    pub at: f64,
    pub classes: Option<Vec<String>>,
    pub limbs: Option<Vec<Limb>>,
    pub direction: Option<Vec3>,
    pub protects: Option<Zone>,
    pub avoids: Option<[f64; 2]>,
}

/// Whether a foot carries weight, from one moment to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SupportEdit {
    pub foot: Foot,
    pub from: f64,
    pub to: f64,
    pub down: bool,
}

/// A foot, as it is written in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Foot {
    Left,
    Right,
}

impl From<Foot> for Side {
    fn from(foot: Foot) -> Side {
        match foot {
            Foot::Left => Side::Left,
            Foot::Right => Side::Right,
        }
    }
}

/// A blow that is there, or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum StrikeEdit {
    /// A blow of this limb lands here.
    Add(f64, Limb),
    /// Takes the nearest blow away; of this limb, where one is given.
    Remove(f64, Option<Limb>),
}

impl Edits {
    /// Whether nobody said anything.
    pub fn is_empty(&self) -> bool {
        *self == Edits::default()
    }

    /// Whether all times and directions are some. They may be older than the clip, and speak of times beyond its end.
    pub(crate) fn is_sound(&self) -> bool {
        let time = |time: f64| time >= 0.0 && time.is_finite();
        let action = |edit: &ActionEdit| {
            time(edit.at)
                && edit.direction.is_none_or(|direction| direction.is_finite())
                && edit.avoids.is_none_or(|avoids| avoids.into_iter().all(time))
        };
        let cut = |edit: &CutEdit| match *edit {
            CutEdit::Add(at) | CutEdit::Remove(at) => time(at),
            CutEdit::Move(from, to) => time(from) && time(to),
        };
        let strike = |edit: &StrikeEdit| match *edit {
            StrikeEdit::Add(at, _) | StrikeEdit::Remove(at, _) => time(at),
        };
        self.cuts.iter().all(cut)
            && self.actions.iter().all(action)
            && self.supports.iter().all(|edit| time(edit.from) && time(edit.to))
            && self.strikes.iter().all(strike)
    }

    /// The same about the clip with left and right swapped.
    pub fn mirrored(&self) -> Edits {
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        let mut edits = self.clone();
        for action in &mut edits.actions {
            action.classes.iter_mut().flatten().for_each(|class| *class = mirrored_word(class));
            action.limbs.iter_mut().flatten().for_each(|limb| *limb = limb.mirrored());
            action.direction = action.direction.map(|direction| direction * flip);
        }
        edits.new_classes.iter_mut().for_each(|class| *class = mirrored_word(class));
        for support in &mut edits.supports {
            support.foot = if support.foot == Foot::Left { Foot::Right } else { Foot::Left };
        }
        for strike in &mut edits.strikes {
            *strike = match *strike {
                StrikeEdit::Add(at, limb) => StrikeEdit::Add(at, limb.mirrored()),
                StrikeEdit::Remove(at, limb) => StrikeEdit::Remove(at, limb.map(Limb::mirrored)),
            };
        }
        edits
    }
}
