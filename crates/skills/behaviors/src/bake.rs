//! Baking: from a repertoire and some behaviours to a skill.
//!
//! Paper: Lee & Lee 2004, sec. 4.2 and 6. Departs from it: values are swept to a stated bound, on all cores; the paper's
//! random updates are an option. Values are kept as whole numbers of 16 bits, which adds half a step to the bound.

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use footwork_plan::grid::GridError;
use footwork_plan::progress::{Flow, Hear, Progress, rising};
use footwork_plan::sweep::{Prepared, Problem, Solution, SweepError, SweepSettings};
use glam::{Vec2, Vec3};

use crate::behavior::Behavior;
use crate::model::{self, Model, ModelError, ModelSettings};
use crate::polar::{cartesian, polar};
use crate::reward::{BodyPoint, Judge, Wish, decay};
use crate::skill::{Lookup, Skill, Table};
use crate::tracks::Tracks;

/// How to bake.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeSettings {
    /// Of states and actions.
    pub model: ModelSettings,
    /// How tables are filled.
    pub solver: Solver,
    /// s, between two looks at what is continuous. The paper's 15 Hz.
    pub look: f32,
    /// Whether boxes hold the hitting points as seen from where a blow is chosen, too, and not only at the moment
    /// when it lands.
    pub aimed: bool,
}

/// How tables are filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// Until no value is further off than this share of the largest.
    Sweeps {
        /// From 0 to 1.
        error: f32,
    },
    /// The paper's: entries chosen at random.
    Random {
        /// How often each is on average.
        visits: u32,
        /// Of the choice.
        seed: u64,
    },
}

impl Default for BakeSettings {
    fn default() -> BakeSettings {
        BakeSettings {
            model: ModelSettings::default(),
            solver: Solver::Sweeps { error: 1e-3 },
            look: 1.0 / 15.0,
            aimed: false,
        }
    }
}

impl BakeSettings {
    /// The paper's: its graph and its rule for blows, and a table filled at random. It made a million and five million updates,
    /// 35 and 29 for each of its 437 states and 65 and 400 points.
    pub fn paper() -> BakeSettings {
        let solver = Solver::Random { visits: 30, seed: 1 };
        BakeSettings { model: ModelSettings::paper(), solver, ..BakeSettings::default() }
    }
}

/// Why there is no skill.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BakeError {
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error("{behavior}: {why}")]
    Sweep { behavior: String, why: SweepError },
    #[error("{behavior}: {why}")]
    Grid { behavior: String, why: GridError },
    #[error(
        "{behavior}: no blow of {limbs} can be chosen: the repertoire has no such strikes, or they are where nothing \
         leads; see `footwork report` for the strikes it has"
    )]
    NoBlows { behavior: String, limbs: String },
    #[error("{behavior}: its numbers make no sense; check weight, discount, sigma and ranges")]
    Unsound { behavior: String },
    #[error("{behavior}: nothing that can be done earns anything; widen `within` or the grid")]
    NothingToEarn { behavior: String },
    #[error("there is no behaviour to bake")]
    NoBehaviors,
    #[error("the error must be a share above 0, not {0}")]
    Error(f32),
    #[error("baking was stopped")]
    Stopped,
}

/// Bakes. `hear` is called before every behaviour and after every sweep; random updates have no sweeps.
pub fn bake(
    repertoire: &Repertoire,
    behaviors: &[Behavior],
    settings: &BakeSettings,
    hear: Hear<'_>,
) -> Result<Skill, BakeError> {
    if behaviors.is_empty() {
        return Err(BakeError::NoBehaviors);
    }
    let roles: Vec<_> = behaviors.iter().filter_map(|behavior| behavior.reward.role()).collect();
    let tracks = Tracks::new(repertoire, &roles).map_err(ModelError::from)?;
    let model = model::build(repertoire, &tracks, &settings.model)?;
    let hear: Hear<'_> = &rising(hear);
    let mut tables = Vec::new();
    for (number, behavior) in behaviors.iter().enumerate() {
        let behavior = resolve(behavior, &model, &tracks, settings)?;
        let name = behavior.name.clone();
        let told = |at: Progress<'_>| {
            let done = (number as f32 + at.done) / behaviors.len() as f32;
            hear(Progress { done, stage: &format!("{name}: {}", at.stage) })
        };
        if told(Progress { done: 0.0, stage: "begins" }) == Flow::Stop {
            return Err(BakeError::Stopped);
        }
        tables.push(table(behavior, &model, &tracks, settings, &told)?);
    }
    let hitting_points = model.hitting_points(&tracks, &crate::behavior::FISTS);
    Ok(Skill { fingerprint: repertoire.fingerprint(), model, tables, hitting_points })
}

/// Fixes what depends on the hitting points.
pub fn resolve(
    behavior: &Behavior,
    model: &Model,
    tracks: &Tracks,
    settings: &BakeSettings,
) -> Result<Behavior, BakeError> {
    let mut behavior = behavior.clone();
    let name = behavior.name.clone();
    let limbs = match &behavior.reward.wish {
        Wish::Strike { limbs } => limbs.clone(),
        _ => crate::behavior::FISTS.to_vec(),
    };
    let points = model.hitting_points(tracks, &limbs);
    let no_blows = || {
        let limbs: Vec<&str> = limbs.iter().map(|limb| limb.name()).collect();
        BakeError::NoBlows { behavior: name.clone(), limbs: limbs.join(" or ") }
    };
    let strikes = matches!(behavior.reward.wish, Wish::Strike { .. });
    if strikes && points.is_empty() {
        return Err(no_blows());
    }
    if let Some(margin) = behavior.grid.around_hits {
        let mut points = points.clone();
        if settings.aimed {
            points.extend(model.aimed_points(tracks, &limbs));
        }
        if !behavior.grid.cover(&points, margin) {
            return Err(no_blows());
        }
    }
    if let Wish::Near { point } | Wish::Keep { point, .. } | Wish::Face { point } = &mut behavior.reward.wish
        && *point == BodyPoint::HittingPoints
    {
        if points.is_empty() {
            return Err(no_blows());
        }
        let middle = points.iter().sum::<Vec3>() / points.len() as f32;
        *point = BodyPoint::Fixed(Vec2::new(middle.x, middle.z));
    }
    if behavior.is_sound() { Ok(behavior) } else { Err(BakeError::Unsound { behavior: name }) }
}

fn table(
    behavior: Behavior,
    model: &Model,
    tracks: &Tracks,
    settings: &BakeSettings,
    hear: Hear<'_>,
) -> Result<Table, BakeError> {
    let name = behavior.name.clone();
    let lookup = Lookup::new(&behavior).map_err(|why| BakeError::Grid { behavior: name.clone(), why })?;
    let found = with_problem(&behavior, model, tracks, settings, &lookup, |problem| {
        let sweep = |why| match why {
            SweepError::Stopped => BakeError::Stopped,
            why => BakeError::Sweep { behavior: name.clone(), why },
        };
        let prepared = Prepared::new(problem).map_err(sweep)?;
        match settings.solver {
            Solver::Random { visits, seed } => {
                let mut rng = Rng::new(seed);
                let entries = model.states.len() * lookup.grid().points() * lookup.layers();
                let updates = u64::from(visits) * entries as u64;
                Ok(prepared.random(updates, &mut |count| rng.below(count)))
            }
            Solver::Sweeps { error } => {
                if error.is_nan() || error <= 0.0 {
                    return Err(BakeError::Error(error));
                }
                // Values are at least as large as rewards: so the bound is no looser than it says.
                let largest = prepared.largest_reward();
                if largest <= 0.0 {
                    return Err(BakeError::NothingToEarn { behavior: name.clone() });
                }
                let settings = SweepSettings { error: error * largest, ..SweepSettings::default() };
                prepared.solve(&settings, hear).map_err(sweep)
            }
        }
    })?;
    Ok(rounded(behavior, found))
}

/// The problem of a behaviour, as the solver sees it.
pub fn with_problem<T>(
    behavior: &Behavior,
    model: &Model,
    tracks: &Tracks,
    settings: &BakeSettings,
    lookup: &Lookup,
    then: impl FnOnce(&Problem<'_>) -> T,
) -> T {
    let decay = decay(model, behavior.discount);
    let stride = ((settings.look * model.rate).round() as u32).max(1);
    let judge = Judge { model, tracks, reward: &behavior.reward, decay: &decay, stride };
    let discounts: Vec<f32> =
        model.length.iter().map(|&frames| decay[frames as usize].min(1.0 - f32::EPSILON)).collect();
    let next = |action: usize, at: [f32; 3]| {
        let target = cartesian(behavior.grid.full(at, 0.0));
        behavior.grid.reduced(polar(model.moved[action].inside(target)))
    };
    let layers = lookup.layers();
    let points: Vec<[f32; 3]> = (0..lookup.grid().points()).map(|point| lookup.grid().point(point)).collect();
    let targets: Vec<Vec3> = points
        .iter()
        .flat_map(|point| (0..layers).map(move |layer| (point, layer)))
        .map(|(point, layer)| cartesian(behavior.grid.full(*point, lookup.height(layer))))
        .collect();
    let reward = |action: usize, out: &mut [f32]| {
        for (out, target) in out.iter_mut().zip(&targets) {
            *out = judge.earns(action, *target);
        }
    };
    then(&Problem {
        actions: &model.actions,
        to: &model.to,
        discounts: &discounts,
        grid: lookup.grid(),
        layers,
        next: &next,
        reward: &reward,
    })
}

/// Values as whole numbers.
fn rounded(behavior: Behavior, found: Solution) -> Table {
    let largest = found.values.iter().copied().fold(0.0, f32::max);
    let scale = if largest > 0.0 { largest / f32::from(u16::MAX) } else { 1.0 };
    let values = found.values.iter().map(|value| (value / scale).round().clamp(0.0, 65_535.0) as u16);
    Table {
        behavior,
        values: values.collect(),
        scale,
        sweeps: found.sweeps,
        error_bound: found.error_bound + 0.5 * scale,
    }
}
