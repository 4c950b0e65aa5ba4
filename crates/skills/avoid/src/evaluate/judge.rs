//! A judge of naturalness who knows nothing of volumes: the measures by which any motion is put beside people's.
//!
//! Paper: section 6: a student saw all candidates of forty trials and picked the one that looks most natural. Here the candidates,
//! one for each avoidance that works, are played on the stage, and what is seen is measured: how much feet slide, how hard the
//! centre of mass is accelerated, how far pressure is outside of the feet, how much of the motion is shaking, how a joint's
//! velocity jumps, and how far the body goes. Each is put in ranks; the least sum is the judge's choice.

use std::sync::Arc;

use footwork_looks::{Look, Seen, balance, shake, slide};
use footwork_skill::Failure;
use footwork_stage::{ActorId, Recorder, Rig, SharedReflex};

use super::trial::{stage_of, throw_at, ticks};
use super::{Figures, Outcome, Trial, share};
use crate::dodger::Dodger;
use crate::search::exhaustive;

/// As many trials as the paper.
const TRIALS: usize = 40;
/// Candidates that are shown for each, the best of each avoidance.
const SHOWN: usize = 6;

/// Has choices judged.
pub(super) fn judge(
    rig: &Arc<Rig>,
    dodger: &Arc<Dodger>,
    trials: &[Trial],
    figures: &mut Figures,
) -> Result<(), Failure> {
    let world = dodger.world();
    let (mut judged, mut first, mut third) = (0, 0, 0);
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
        best.truncate(SHOWN);
        if best.len() < 2 {
            continue;
        }
        let mut readings: Vec<[f32; 6]> = Vec::new();
        for (_, _, entry) in &best {
            readings.push(seen(rig, dodger, trial, *entry)?);
        }
        let sums = ranks(&readings);
        let chosen = sums[0];
        let better = sums.iter().filter(|sum| **sum < chosen).count();
        judged += 1;
        first += usize::from(better == 0);
        third += usize::from(better < 3);
    }
    figures.judged = judged;
    figures.agreement = share(first, judged);
    figures.agreement_of_three = share(third, judged);
    Ok(())
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
    let seen = Seen::of(rig.skeleton(), &clip)?;
    let look: Look<'_> = seen.whole();
    let value = |value: Option<f32>| value.unwrap_or(0.0);
    let hips = seen.places(footwork_motion::Role::Hips);
    let way: f32 = hips.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum();
    Ok([
        value(slide::slide(&look)),
        value(balance::acceleration(&look, 0.95)),
        value(balance::pressure_outside(&look)),
        value(shake::fast_share(&look)),
        value(shake::largest_jump(&look)),
        way,
    ])
}

/// For each, the sum of its places in all measures.
fn ranks(readings: &[[f32; 6]]) -> Vec<usize> {
    let place = |own: &[f32; 6]| -> usize {
        (0..6).map(|measure| readings.iter().filter(|other| other[measure] < own[measure]).count()).sum()
    };
    readings.iter().map(place).collect()
}
