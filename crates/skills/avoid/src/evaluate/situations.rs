//! The search in the situations that throws made: with and without index and culling, against comparing everything. Table 1.

use footwork_skill::Meter;

use bytemuck::Zeroable;

use super::{Figures, Outcome, Trial, share, zone};
use crate::adapt::would_hit;
use crate::attack::Attack;
use crate::dodger::Dodger;
use crate::path::{Doing, PathChoice, World};
use crate::search::{Found, Search, exhaustive, look_at};
use crate::settings::AvoidSettings;

/// Searches so often in each situation, so that a clock can tell.
const AGAIN: u32 = 5;

/// Fills in what of the figures comes from searching.
pub(super) fn measure(dodger: &Dodger, trials: &[Trial], meter: &dyn Meter, figures: &mut Figures) {
    let situations: Vec<(&Trial, &(Doing, Attack))> =
        trials.iter().filter_map(|trial| Some((trial, trial.situation.as_ref()?))).collect();
    let count = situations.len().max(1) as f64;
    let settings = |index, culling, exact| AvoidSettings { index, culling, exact, ..dodger.settings.clone() };
    let timed = |index, culling, exact| {
        let settings = settings(index, culling, exact);
        let world = World { settings: &settings, ..dodger.world() };
        let before = meter.busy_seconds();
        for (_, (doing, attack)) in &situations {
            for _ in 0..AGAIN {
                let mut search = Search::zeroed();
                search.go_on(&world, doing, attack, u32::MAX);
                std::hint::black_box(&search);
            }
        }
        1e3 * (meter.busy_seconds() - before) / count / f64::from(AGAIN)
    };
    figures.ms.index_alone = timed(true, false, false);
    figures.ms.index_culled = timed(true, true, true);
    figures.ms.index = timed(true, false, true);
    figures.ms.all_culled = timed(false, true, true);
    let before = meter.busy_seconds();
    for (_, (doing, attack)) in &situations {
        std::hint::black_box(exhaustive(&dodger.world(), doing, attack, |_| {}).is_some());
    }
    figures.ms.all = 1e3 * (meter.busy_seconds() - before) / count;
    let world = dodger.world();
    let alone = settings(true, false, false);
    let (mut has, mut same, mut exact, mut sufficed, mut by_class) = (0, 0, 0, 0, 0);
    let (mut movement, mut least) = (Vec::new(), Vec::new());
    for (trial, (doing, attack)) in &situations {
        let best = exhaustive(&world, doing, attack, |_| {});
        let path = |found: &Option<Found>| found.as_ref().map(|found| found.path);
        // The index as the paper has it: nothing else is looked at where it has a way out.
        let alone = World { settings: &alone, ..world };
        let mut search = Search::zeroed();
        search.go_on(&alone, doing, attack, u32::MAX);
        let indexed = search.best(&alone, doing, attack).filter(|_| search.index_sufficed());
        has += usize::from(indexed.as_ref().is_some_and(|found| found.score.distance >= 0.0));
        same += usize::from(trial.avoidable && path(&indexed) == path(&best));
        let mut search = Search::zeroed();
        search.go_on(&world, doing, attack, u32::MAX);
        exact += usize::from(path(&search.best(&world, doing, attack)) == path(&best));
        sufficed += usize::from(search.index_sufficed());
        figures.candidates.index += f64::from(search.work.indexed) / count;
        figures.candidates.all += f64::from(search.work.candidates) / count;
        figures.candidates.compared += f64::from(search.work.compared) / count;
        figures.candidates.struck += f64::from(search.work.struck) / count;
        by_class += usize::from(trial.avoidable && class_alone(dodger, doing, attack));
        if trial.outcome == Outcome::Avoided
            && let Some((_, avoidance)) = best.and_then(|best| world.entry(best.path.entry))
            && trial.least_movement < f32::MAX
        {
            movement.push(avoidance.movement);
            least.push(trial.least_movement);
        }
    }
    figures.index_share = share(has, figures.avoidable);
    figures.index_same_choice = share(same, figures.avoidable);
    figures.search_same_choice = share(exact, situations.len());
    figures.index_sufficed = share(sufficed, situations.len());
    figures.by_class_alone = share(by_class, figures.avoidable);
    let middle = |values: Vec<f32>| match values.is_empty() {
        true => 0.0,
        false => f64::from(footwork_motion::quality::percentile(values, 0.5)),
    };
    (figures.movement_m, figures.least_movement_m) = (middle(movement), middle(least));
}

/// Whether the avoidance that is nearest to what the body does, of all that save what would be hit, avoids the attack, begun at
/// once: what games without volumes do.
fn class_alone(dodger: &Dodger, doing: &Doing, attack: &Attack) -> bool {
    let world = dodger.world();
    let mut own = *attack;
    let Some(hit) = would_hit(&world, doing, &mut own) else { return true };
    let Some(part) = dodger.volumes.spheres.all.get(hit.sphere as usize).map(|sphere| sphere.part) else {
        return false;
    };
    let Some(node) = world.tables.node_at(doing.take, doing.time) else { return false };
    let saves = |entry: &usize| {
        let Some((_, avoidance)) = world.entry(*entry as u32) else { return false };
        let take = dodger.rig.take(avoidance.take);
        let action = take.and_then(|take| take.annotation.actions.get(avoidance.action as usize));
        action.is_some_and(|action| action.protects == Some(zone(part)))
    };
    let nearest = (0..world.tables.entries.len())
        .filter(saves)
        .min_by(|a, b| world.tables.cost(node, *a).total_cmp(&world.tables.cost(node, *b)));
    let Some(entry) = nearest else { return false };
    let path = PathChoice { wait: 0, entry: entry as u32 };
    // At its own speed, whenever that is.
    let (_, avoidance) = match world.entry(entry as u32) {
        Some(known) => known,
        None => return false,
    };
    own.time = avoidance.centre - world.tables.entries[entry].first;
    look_at(&world, doing, &own, path).is_some_and(|found| found.score.distance >= 0.0)
}
