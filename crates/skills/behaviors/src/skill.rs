//! What baking gives: the model and a table of values for every behaviour. Plain data that can be saved.

use footwork_annotate::Repertoire;
use footwork_annotate::sealed::{self, SealError};
use footwork_plan::grid::{Axis, Grid, GridError};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::behavior::Behavior;
use crate::ground::polar;
use crate::model::Model;

const KIND: &str = "boxing";

/// Everything a mind needs beside the repertoire that it was baked from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// Of the repertoire.
    pub fingerprint: u64,
    /// States, actions and blows.
    pub model: Model,
    /// One for each behaviour.
    pub tables: Vec<Table>,
    /// m. Where fists land that can be chosen, seen from the body at that moment.
    pub hitting_points: Vec<Vec3>,
}

/// The values of one behaviour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What is wanted; every part fixed, every box known.
    pub behavior: Behavior,
    /// By state, place and height, in steps of `scale`.
    pub values: Vec<u16>,
    /// What one step of a value is worth.
    pub scale: f32,
    /// How many sweeps it took.
    pub sweeps: u32,
    /// No value is further from the exact one than this, rounding included.
    pub error_bound: f32,
}

/// Why a skill cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SkillError {
    #[error(transparent)]
    Seal(#[from] SealError),
    #[error(
        "this skill was baked from another repertoire, or from an older state of this one: bake it again"
    )]
    OtherRepertoire,
}

/// A table made ready to be looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    grid: Grid,
    heights: Option<Axis>,
    layers: usize,
    per_state: usize,
}

impl Lookup {
    /// Makes the grid of a behaviour.
    pub fn new(behavior: &Behavior) -> Result<Lookup, GridError> {
        let (axes, heights) = behavior.places.axes(behavior.active);
        let grid = Grid::new(&axes)?;
        if let Some(heights) = heights {
            Grid::new(&[heights])?;
        }
        let layers = heights.map_or(1, |axis| axis.points as usize);
        let per_state = grid.points() * layers;
        Ok(Lookup { grid, heights, layers, per_state })
    }

    /// Where actions lead to and from.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many heights there are at each place.
    pub fn layers(&self) -> usize {
        self.layers
    }

    /// How many values a state has.
    pub fn per_state(&self) -> usize {
        self.per_state
    }

    /// m, of a layer.
    pub fn height(&self, layer: usize) -> f32 {
        self.heights.map_or(0.0, |axis| axis.point(layer as u32))
    }

    /// The value of a state with the target here, in the body's frame.
    #[inline]
    pub fn value(&self, table: &Table, state: usize, target: Vec3) -> f32 {
        let polar = polar(target);
        let Some(spot) = self.grid.locate(table.behavior.places.reduced(polar)) else { return 0.0 };
        let (low, share) = match self.heights {
            None => (0, 0.0),
            Some(axis) => match axis.locate(polar[2]) {
                Some((below, share)) => (below as usize, share),
                None => return 0.0,
            },
        };
        let Some(values) = table.values.get(state * self.per_state..(state + 1) * self.per_state) else {
            return 0.0;
        };
        let axes = self.grid.axes().len();
        // Both layers at once: they have the same corners.
        let above = usize::from(share > 0.0);
        let mut sums = [0.0_f32; 2];
        for corner in 0..1_usize << axes {
            let (point, weight) = spot.corner(axes, corner);
            if weight > 0.0 {
                let at = point * self.layers + low;
                sums[0] += weight * f32::from(values[at]);
                sums[1] += weight * f32::from(values[at + above]);
            }
        }
        ((1.0 - share) * sums[0] + share * sums[1]) * table.scale
    }
}

impl Skill {
    /// Of the file; grows by one whenever what is written changes.
    pub const VERSION: u32 = 1;

    /// All of it as the bytes of a `.skill` file. The same skill gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain data without maps: there is nothing that postcard could refuse.
        sealed::seal(KIND, Self::VERSION, &postcard::to_allocvec(self).unwrap_or_default())
    }

    /// Reads the bytes of a `.skill` file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Skill, SkillError> {
        let payload = sealed::open(KIND, Self::VERSION, bytes)?;
        let skill: Skill =
            postcard::from_bytes(payload).map_err(|error| SealError::Nonsense(error.to_string()))?;
        skill.check().map_err(|what| SealError::Nonsense(what.to_string()))?;
        Ok(skill)
    }

    /// Refuses a repertoire that it was not baked from.
    pub fn fits(&self, repertoire: &Repertoire) -> Result<(), SkillError> {
        let same = self.fingerprint == fingerprint(repertoire);
        // Even if two fingerprints agreed by chance, nothing outside of the takes may be named.
        let frames = |take: u32| repertoire.takes.get(take as usize).map_or(0, |take| take.clip.frames());
        let inside = self.model.pieces.iter().all(|piece| (piece.end as usize) < frames(piece.take))
            && self.model.states.iter().all(|state| (state.frame as usize) < frames(state.take));
        if same && inside { Ok(()) } else { Err(SkillError::OtherRepertoire) }
    }

    /// Bytes of all values.
    pub fn table_bytes(&self) -> usize {
        self.tables.iter().map(|table| 2 * table.values.len()).sum()
    }

    /// Whether everything that is named is there.
    fn check(&self) -> Result<(), &'static str> {
        let model = &self.model;
        let (states, actions) = (model.states.len(), model.to.len());
        let rising = |list: &[u32], lists: usize, end: usize| {
            list.len() == lists + 1
                && list.first() == Some(&0)
                && list.last().is_some_and(|&last| last as usize == end)
                && list.windows(2).all(|pair| pair[0] < pair[1])
        };
        if states == 0 || !rising(&model.actions, states, actions) {
            return Err("states without actions");
        }
        if !rising(&model.pieces_of, actions, model.pieces.len()) {
            return Err("actions without pieces");
        }
        let whole = model.length.len() == actions && model.moved.len() == actions;
        let leads = model.to.iter().all(|&to| (to as usize) < states);
        if !whole || !leads || !model.moved.iter().all(|moved| moved.is_sound()) {
            return Err("an action that leads nowhere");
        }
        if !(model.rate.is_finite() && model.rate > 0.0) {
            return Err("no frame rate");
        }
        let count = |first: u32, count: u32, of: usize| u64::from(first) + u64::from(count) <= of as u64;
        let pieces = model.pieces.iter();
        if !pieces.clone().all(|p| p.first < p.end && count(p.blow, p.blows, model.blows.len())) {
            return Err("a piece that is none");
        }
        let sound = |blow: &crate::model::Blow| {
            count(blow.tip, blow.tips, model.tips.len())
                && blow.lands >= blow.first
                && blow.lands - blow.first < blow.tips
                && blow.over > blow.lands
                && blow.first.checked_add(blow.tips).is_some()
                && (0.0..=1.0).contains(&blow.weight)
                && blow.reach.is_finite()
        };
        let finite = |tip: &crate::model::Tip| [tip.tip, tip.root, tip.beyond].iter().all(|v| v.is_finite());
        if !model.blows.iter().all(sound) || !model.tips.iter().all(finite) {
            return Err("a blow that is none");
        }
        for table in &self.tables {
            let Ok(lookup) = Lookup::new(&table.behavior) else { return Err("a table over no grid") };
            if table.values.len() != states * lookup.per_state() || !(table.scale.is_finite()) {
                return Err("a table of another size");
            }
            if !table.behavior.is_sound() {
                return Err("a behaviour that makes no sense");
            }
        }
        Ok(())
    }
}

/// A number that differs between repertoires that move or mean something else.
pub fn fingerprint(repertoire: &Repertoire) -> u64 {
    let mut hash = Xxh3::new();
    for joint in repertoire.skeleton.joints() {
        hash.update(joint.name.as_bytes());
        joint.offset.to_array().iter().for_each(|x| hash.update(&x.to_bits().to_le_bytes()));
    }
    for take in &repertoire.takes {
        hash.update(take.clip.name.as_bytes());
        hash.update(&take.clip.rate().to_bits().to_le_bytes());
        hash.update(&(take.clip.frames() as u64).to_le_bytes());
        for frame in 0..take.clip.frames() {
            let pose = take.clip.frame(frame);
            for at in pose.translations {
                at.to_array().iter().for_each(|x| hash.update(&x.to_bits().to_le_bytes()));
            }
            for turn in pose.rotations {
                turn.to_array().iter().for_each(|x| hash.update(&x.to_bits().to_le_bytes()));
            }
        }
        // What it means decides which blows there are and where transitions may be.
        hash.update(&postcard::to_allocvec(&take.annotation).unwrap_or_default());
    }
    hash.digest()
}
