//! What baking gives: the model and a table of values for every behaviour. Plain data that can be saved.

use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use footwork_plan::grid::{Axis, Grid, GridError};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::behavior::Behavior;
use crate::model::{Blow, Model, Piece, Tip};
use crate::polar::polar;

/// Everything a mind needs beside the repertoire that it was baked from.
#[derive(Clone, Debug, PartialEq)]
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
    /// What is wanted; every point fixed, every range known.
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
        let (axes, heights) = behavior.grid.axes(behavior.active);
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
        let Some(spot) = self.grid.locate(table.behavior.grid.reduced(polar)) else { return 0.0 };
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

/// What a file holds beside the fingerprint.
type Content = (Model, Vec<Table>, Vec<Vec3>);

impl Skill {
    /// The kind of its file.
    pub const KIND: &str = "boxing";

    /// The version of its file; one more whenever what is written changes.
    pub const VERSION: u32 = 2;

    /// All of it as the bytes of a `.skill` file. The same skill gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let content = (&self.model, &self.tables, &self.hitting_points);
        baked::to_bytes(Self::KIND, Self::VERSION, self.fingerprint, &content)
    }

    /// Reads the bytes of a `.skill` file. Whether it fits a repertoire, [`Skill::check`] says.
    pub fn from_bytes(bytes: &[u8]) -> Result<Skill, SealError> {
        let (fingerprint, (model, tables, hitting_points)): (u64, Content) =
            baked::from_bytes(Self::KIND, Self::VERSION, bytes)?;
        let skill = Skill { fingerprint, model, tables, hitting_points };
        skill.is_whole().map_err(|what| SealError::Nonsense(what.to_string()))?;
        Ok(skill)
    }

    /// Refuses a repertoire that it was not baked from. A file may state any fingerprint, so all that it names is looked up
    /// as well: nothing outside of the takes can be played, and no action lasts longer than all of them.
    pub fn check(&self, repertoire: &Repertoire) -> Result<(), SealError> {
        baked::check(self.fingerprint, repertoire)?;
        let nonsense = |what: &str| Err(SealError::Nonsense(what.to_string()));
        let model = &self.model;
        let frames = |take: u32| repertoire.takes.get(take as usize).map_or(0, |take| take.clip.frames());
        if !model.pieces.iter().all(|piece| (piece.end as usize) < frames(piece.take)) {
            return nonsense("an action plays what is in no take");
        }
        if !model.states.iter().all(|state| (state.frame as usize) < frames(state.take)) {
            return nonsense("a state is in no take");
        }
        if !model.blows.iter().all(|blow| blow.over as usize <= frames(blow.take)) {
            return nonsense("a blow is in no take");
        }
        let all: usize = repertoire.takes.iter().map(|take| take.clip.frames()).sum();
        if !model.length.iter().all(|&length| length as usize <= all + 1) {
            return nonsense("an action lasts longer than all takes");
        }
        match repertoire.takes.iter().all(|take| take.clip.rate() == model.rate) {
            true => Ok(()),
            false => nonsense("its frame rate is another one"),
        }
    }

    /// Bytes of all values.
    pub fn table_bytes(&self) -> usize {
        self.tables.iter().map(|table| 2 * table.values.len()).sum()
    }

    /// Whether all lists fit together, and all numbers are numbers.
    fn is_whole(&self) -> Result<(), &'static str> {
        let model = &self.model;
        let (states, actions) = (model.states.len(), model.to.len());
        if states == 0 || !rises(&model.actions, states, actions) {
            return Err("states without actions");
        }
        if !rises(&model.pieces_of, actions, model.pieces.len()) {
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
        if !model.blows.iter().all(|blow| is_blow(model, blow)) || !model.tips.iter().all(is_tip) {
            return Err("a blow without its path");
        }
        if !model.pieces.iter().all(|piece| is_piece(model, piece)) {
            return Err("a piece of nothing");
        }
        if self.tables.is_empty() || self.tables.len() > Self::MOST_TABLES {
            return Err("no table, or too many");
        }
        for table in &self.tables {
            if !table.behavior.is_sound() {
                return Err("a behaviour whose numbers make no sense");
            }
            let Ok(lookup) = Lookup::new(&table.behavior) else { return Err("a table over no grid") };
            let size = states.checked_mul(lookup.per_state());
            if size != Some(table.values.len()) || !(table.scale.is_finite() && table.scale > 0.0) {
                return Err("a table of another size");
            }
        }
        let points = self.hitting_points.iter().all(|point| point.is_finite());
        if points { Ok(()) } else { Err("a hitting point that is nowhere") }
    }

    /// More behaviours than this are not weighed against one another.
    pub const MOST_TABLES: usize = 8;
}

/// Whether a list begins at 0, rises, and says for each of some things where its part of others begins and ends.
fn rises(list: &[u32], things: usize, others: usize) -> bool {
    list.len() == things + 1
        && list.first() == Some(&0)
        && list.last().is_some_and(|&last| last as usize == others)
        && list.windows(2).all(|pair| pair[0] < pair[1])
}

/// Whether so many things from a first one on are among all.
fn there(first: u32, count: u32, all: usize) -> bool {
    u64::from(first) + u64::from(count) <= all as u64
}

fn is_blow(model: &Model, blow: &Blow) -> bool {
    there(blow.tip, blow.tips, model.tips.len())
        && blow.lands >= blow.first
        && blow.lands - blow.first < blow.tips
        && blow.over > blow.lands
        && blow.first.checked_add(blow.tips).is_some()
        && (0.0..=1.0).contains(&blow.weight)
        && blow.reach.is_finite()
}

fn is_tip(tip: &Tip) -> bool {
    [tip.tip, tip.root, tip.beyond].iter().all(|point| point.is_finite())
}

/// The blows of a piece are in its take, and land after its beginning.
fn is_piece(model: &Model, piece: &Piece) -> bool {
    let own = |blow: &Blow| blow.take == piece.take && blow.lands > piece.first;
    piece.first < piece.end
        && there(piece.blow, piece.blows, model.blows.len())
        && model.blows_of(piece).iter().all(own)
}
