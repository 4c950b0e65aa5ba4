//! A judge of naturalness who knows nothing of volumes: the measures by which any motion is put beside people's.
//!
//! Paper: section 6: a student saw all candidates of forty trials and picked the one that looks most natural; where he did not agree,
//! candidates were hard to tell apart. Here the candidates, one for each avoidance that works, are played on the stage, and
//! what is seen is measured: how much feet slide, how hard the centre of mass is accelerated, how far pressure is outside of
//! the feet, how much of the motion is shaking, how a joint's velocity jumps, and how far the hips go. Each is held against people
//! who box, and the last two against the recorded avoidances themselves: what they stay below is natural, and what is beyond it is a
//! fault, by how much it is beyond. A choice is agreed with that has no fault, or none that is larger than that of the best candidate by
//! more than the judge can tell. Which share of all candidates would be agreed with is told beside it: it is what the agreement is worth.
//!
//! Such a judge accepts nearly everything that was recorded. So he ranks, too: the candidates are put in order by each measure of
//! looks, and by the sum of their places (Borda's count, in which no measure is weighed against another), and it is told how often the choice
//! is among the best third, beside how often one drawn at random would be.
//!
//! How far he is to be believed is measured, too: two of his five measures against the other three, in all ways. Where the first of the
//! one part is hardly more often among the best third of the other than by chance, the measures do not agree with each other on what looks
//! well, and no choice could agree with all of them.

use std::sync::Arc;

use footwork_looks::kind::Kind;
use footwork_looks::measure::MEASURES;
use footwork_looks::{Look, Seen, balance, people, shake, slide};
use footwork_motion::Clip;
use footwork_motion::quality::percentile;
use footwork_skill::Failure;
use footwork_stage::{ActorId, Recorder, Rig, SharedReflex};

use super::trial::{stage_of, throw_at, ticks};
use super::{Figures, Outcome, Trial, share};
use crate::dodger::Dodger;
use crate::search::exhaustive;

/// Three times as many trials as the paper: a share of them is then sure to some four points.
const TRIALS: usize = 120;
/// Candidates that are shown for each, the best path of each avoidance: the choice, and others from all over the order that eq. 10 gives.
const SHOWN: usize = 9;
/// Measures that candidates are ranked by: those of looks. How far hips go is left out, since the choice goes by movement itself.
const RANKED: usize = 5;

/// Has choices judged.
pub(super) fn judge(
    rig: &Arc<Rig>,
    dodger: &Arc<Dodger>,
    trials: &[Trial],
    figures: &mut Figures,
) -> Result<(), Failure> {
    let Some(limits) = limits(rig, dodger) else { return Ok(()) };
    let world = dodger.world();
    let (mut judged, mut first, mut agreed, mut any, mut largest) = (0, 0, 0, 0.0, 0);
    let (mut ranked, mut third, mut by_chance, mut place) = (0_usize, 0_usize, 0.0, 0.0);
    let mut halves: Vec<bool> = Vec::new();
    for trial in trials.iter().filter(|trial| trial.outcome == Outcome::Avoided && trial.avoidable) {
        if judged == TRIALS {
            break;
        }
        let Some((doing, attack)) = &trial.situation else { continue };
        // The best path of each avoidance.
        let mut best: Vec<(f32, u32, u32)> = Vec::new();
        exhaustive(&world, doing, attack, |found| {
            let Some((entry, _)) = world.entry(found.path.entry) else { return };
            if found.score.distance < 0.0 {
                return;
            }
            let own = (found.score.total, entry.avoidance, found.path.entry);
            match best.iter_mut().find(|known| known.1 == own.1) {
                Some(known) if own.0 < known.0 => *known = own,
                Some(_) => {}
                None => best.push(own),
            }
        });
        best.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all = best.len();
        if all > SHOWN {
            best = (0..SHOWN).map(|at| best[at * (all - 1) / (SHOWN - 1)]).collect();
        }
        if best.len() < 2 {
            continue;
        }
        let mut readings: Vec<[f32; 6]> = Vec::new();
        for (_, _, entry) in &best {
            readings.push(seen(rig, dodger, trial, *entry)?);
        }
        let faults: Vec<f32> = readings.iter().map(|reading| fault(reading, &limits)).collect();
        let least = faults.iter().copied().fold(f32::MAX, f32::min);
        let is_agreed = |fault: f32| fault <= least + TELLS;
        let most = best.iter().enumerate().max_by(|(_, a), (_, b)| {
            let movement = |avoidance: u32| world.tables.avoidances[avoidance as usize].movement;
            movement(a.1).total_cmp(&movement(b.1))
        });
        judged += 1;
        first += usize::from(faults[0] <= least);
        agreed += usize::from(is_agreed(faults[0]));
        largest += usize::from(most.is_some_and(|(at, _)| is_agreed(faults[at])));
        any += share(faults.iter().filter(|fault| is_agreed(**fault)).count(), faults.len());
        if readings.len() >= 3 {
            let places = places(&readings, ALL);
            halves.extend(halves_agree(&readings));
            ranked += 1;
            third += usize::from(is_third(places[0]));
            place += places[0];
            by_chance += share(places.iter().filter(|place| is_third(**place)).count(), places.len());
        }
    }
    figures.ranked = ranked;
    figures.best_third = share(third, ranked);
    figures.best_third_by_chance = by_chance / ranked.max(1) as f64;
    figures.place = place / ranked.max(1) as f64;
    figures.halves_agree = share(halves.iter().filter(|agree| **agree).count(), halves.len());
    figures.judged = judged;
    figures.agreement = share(agreed, judged);
    figures.agreement_first = share(first, judged);
    figures.agreement_of_any = any / judged.max(1) as f64;
    figures.agreement_of_largest = share(largest, judged);
    Ok(())
}

/// From 0 (the first) to 1: where each candidate is in the order of all, by the sum of its places in each measure. Of equals each
/// has the middle of their places. `measures` has a bit for each that counts.
fn places(readings: &[[f32; 6]], measures: u32) -> Vec<f64> {
    let place_by = |values: &[f64], own: f64| {
        let before = values.iter().filter(|value| **value < own).count();
        let equal = values.iter().filter(|value| **value == own).count();
        before as f64 + 0.5 * (equal as f64 - 1.0)
    };
    let mut sums = vec![0.0; readings.len()];
    for measure in (0..RANKED).filter(|measure| measures >> measure & 1 == 1) {
        let values: Vec<f64> = readings.iter().map(|reading| f64::from(reading[measure])).collect();
        sums.iter_mut().zip(&values).for_each(|(sum, own)| *sum += place_by(&values, *own));
    }
    let last = readings.len().saturating_sub(1).max(1) as f64;
    sums.iter().map(|own| place_by(&sums, *own) / last).collect()
}

/// All measures of looks.
const ALL: u32 = (1 << RANKED) - 1;

/// Whether a place is among the best third.
fn is_third(place: f64) -> bool {
    place < 1.0 / 3.0
}

/// For every two measures and the other three, both ways: whether what the one part puts first is among the best third of the other.
fn halves_agree(readings: &[[f32; 6]]) -> Vec<bool> {
    let pairs = (0..=ALL).filter(|bits| bits.count_ones() == 2);
    let splits = pairs.flat_map(|bits| [(bits, ALL ^ bits), (ALL ^ bits, bits)]);
    let agrees = |(one, other): (u32, u32)| {
        let (by_one, by_other) = (places(readings, one), places(readings, other));
        let first = (0..by_one.len()).min_by(|a, b| by_one[*a].total_cmp(&by_one[*b]))?;
        Some(is_third(by_other[first]))
    };
    splits.filter_map(agrees).collect()
}

/// The share of recorded avoidances that stay below what is natural, in each measure.
const NATURAL: f32 = 0.9;
/// How much larger a fault has to be to be told from another: a quarter of what is natural.
const TELLS: f32 = 0.25;
/// s of what was recorded before and after an avoidance that is looked at with it.
const ABOUT: f64 = 0.4;
/// So many recorded avoidances are looked at.
const RECORDED: usize = 60;

/// What people who box stay below, as far as it is known of them; of velocity that jumps, and of how far hips go, what nine of ten of the
/// recorded avoidances stay below. None if nothing is recorded.
fn limits(rig: &Rig, dodger: &Dodger) -> Option<[f32; 6]> {
    let mut all: [Vec<f32>; 6] = Default::default();
    for avoidance in dodger.skill.tables.avoidances.iter().take(RECORDED) {
        let clip = &rig.take(avoidance.take)?.clip;
        let rate = f64::from(clip.rate());
        let first = ((f64::from(avoidance.start) - ABOUT).max(0.0) * rate) as usize;
        let end = (((f64::from(avoidance.end) + ABOUT) * rate) as usize).min(clip.frames());
        let Ok(reading) = reading(rig, &clip.span(first, end.saturating_sub(1).max(first))) else { continue };
        all.iter_mut().zip(reading).for_each(|(all, value)| all.push(value));
    }
    let recorded = (!all[0].is_empty()).then(|| all.map(|values| percentile(values, NATURAL)))?;
    let of_people = |key: &str, recorded: f32| {
        let measure = MEASURES.iter().find(|measure| measure.key == key);
        measure.and_then(|measure| people::range(Kind::Boxing, measure)).map_or(recorded, |range| range.high)
    };
    let [slide, acceleration, pressure, shake, jump, travel] = recorded;
    Some([
        of_people("slide", slide),
        of_people("com_acceleration_90", acceleration),
        of_people("pressure_outside", pressure),
        of_people("fast_share", shake),
        jump,
        travel,
    ])
}

/// How far beyond what is natural a motion is, in all measures together: 1 is twice as much as that in one of them.
fn fault(reading: &[f32; 6], limits: &[f32; 6]) -> f32 {
    reading.iter().zip(limits).map(|(own, limit)| (own / limit.max(1e-6) - 1.0).max(0.0)).sum()
}

/// Plays a throw with one way out only, and measures what is seen.
fn seen(rig: &Arc<Rig>, dodger: &Arc<Dodger>, trial: &Trial, entry: u32) -> Result<[f32; 6], Failure> {
    let only = dodger.with_only(entry);
    let (mut stage, _) = stage_of(rig, Some(SharedReflex::new(only)), &trial.throw)?;
    let mut recorder = Recorder::new();
    for _ in 0..ticks(&trial.throw) {
        throw_at(&mut stage, &trial.throw)?;
        stage.step();
        recorder.keep(&stage);
    }
    let Some(Ok(clip)) = recorder.clip(&stage, ActorId(0), "judged") else { return Ok([f32::MAX; 6]) };
    reading(rig, &clip)
}

/// What is seen of a motion.
fn reading(rig: &Rig, clip: &Clip) -> Result<[f32; 6], Failure> {
    let seen = Seen::of(rig.skeleton(), clip)?;
    let look: Look<'_> = seen.whole();
    let value = |value: Option<f32>| value.unwrap_or(0.0);
    let hips = seen.places(footwork_motion::Role::Hips);
    let travel: f32 = hips.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum();
    Ok([
        value(slide::slide(&look)),
        value(balance::acceleration(&look, 0.9)),
        value(balance::pressure_outside(&look)),
        value(shake::fast_share(&look)),
        value(shake::largest_jump(&look)),
        travel,
    ])
}
