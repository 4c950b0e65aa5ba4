//! Weighing up what can be done: the heart of a decision.

use footwork_stage::{ActorView, Rng, Segment, StageView, Why};
use glam::Vec3;

use super::mood::Mood;
use super::{Boxer, BoxerMemory, RECENT, seen_from};
use crate::reward::{Judge, Wish};

/// Among more than this nobody chooses.
const MOST_CHOICES: usize = 8;
/// How many behaviours are weighed up at most.
const MOST_TABLES: usize = 8;

/// Per behaviour, its weight and where it takes the target to be.
pub(super) type Sights = [Option<(f32, Vec3)>; MOST_TABLES];

/// Which dials are weights of behaviours: the first two, and those after temperature and repetition.
pub(super) const DIAL_OF: [usize; 5] = [0, 1, 4, 5, 6];
pub(super) const TEMPERATURE: usize = 2;
pub(super) const REPETITION: usize = 3;
/// m, further away or nearer than usual: this dial's zero is no default but none.
pub(super) const DISTANCE: usize = 7;
/// m, what that dial does at most.
pub(super) const FURTHEST: f32 = 0.6;
/// m. Nearer than this nobody wants to be, whatever the dial says.
pub(super) const NEAREST: f32 = 0.4;
/// s. How soon thrown blows are forgotten.
const FORGETS: f32 = 2.0;
/// s. About when a blow lands that is chosen now: the target is weighed up where it will be then.
const SOON: f32 = 0.3;

/// A dial's number: zero is the default, below zero is none.
pub(super) fn dial(dials: &[f32], at: usize, default: f32) -> f32 {
    match dials.get(at) {
        Some(value) if *value > 0.0 => *value,
        Some(value) if *value < 0.0 => 0.0,
        _ => default,
    }
}

/// m, how much further away than usual he wants to be.
pub(super) fn distance(dials: &[f32]) -> f32 {
    let wanted = dials.get(DISTANCE).copied().unwrap_or(0.0);
    if wanted.is_finite() { wanted.clamp(-FURTHEST, FURTHEST) } else { 0.0 }
}

/// A target as it is seen by somebody who wants to be further away from it, or nearer: it seems to be nearer, or further.
fn displaced(target: Vec3, further: f32) -> Vec3 {
    let far = libm::sqrtf(target.x * target.x + target.z * target.z);
    if further == 0.0 || !far.is_finite() || far < 1e-3 {
        return target;
    }
    let share = (far - further).max(0.0) / far;
    Vec3::new(target.x * share, target.y, target.z * share)
}

impl Boxer {
    /// One of the best actions of a state.
    pub(super) fn weigh(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        state: usize,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<usize> {
        let dials = &me.controls().dials;
        let target = self.aim(memory, me, stage, SOON).map(|target| seen_from(me.frame(), target));
        let opponent = self.opponent(memory, me, stage);
        let mood = self.mood(memory, me, stage, opponent);
        let opponent = opponent.map(|other| seen_from(me.frame(), other.frame().translation));
        let seen = self.sights(me, target, &mood);
        let since = (stage.tick() as u32).wrapping_sub(memory.thrown_at) as f32 * stage.step();
        // What is long ago is no repetition any more; else he might run out of blows.
        let repetition = dial(dials, REPETITION, self.settings.repetition) * libm::expf(-since / FORGETS);
        let kept = (self.settings.choices as usize).clamp(1, MOST_CHOICES);
        let mut best = [(f32::NEG_INFINITY, usize::MAX); MOST_CHOICES];
        for action in self.skill.model.actions_of(state) {
            let mut score = self.score(action, &seen) - repetition * self.repeats(memory, action);
            if let Some(other) = opponent {
                score -= self.settings.crowding * mood.crowding * self.crowds(action, other, mood.room);
                score -= self.settings.momentum * self.lurches[action];
            }
            if mood.done.is_some()
                && let Some(piece) = self.skill.model.pieces_of(action).first()
            {
                score -= mood.copies(piece.take, f64::from(piece.first) / f64::from(self.skill.model.rate));
            }
            if score > best[kept - 1].0 {
                best[kept - 1] = (score, action);
                // Carried up to its place: a handful of steps.
                for at in (1..kept).rev() {
                    if best[at].0 > best[at - 1].0 {
                        best.swap(at, at - 1);
                    }
                }
            }
        }
        let best = &best[..kept];
        if why.is_asked() {
            let model = &self.skill.model;
            for (score, action) in best.iter().filter(|(_, action)| *action != usize::MAX) {
                if let Some(piece) = model.pieces_of(*action).first() {
                    let seconds = |frame: u32| f64::from(frame) / f64::from(model.rate);
                    let (first, end) = (seconds(piece.first), seconds(piece.end));
                    why.consider(Segment { take: piece.take, first, end }, *score);
                }
            }
        }
        draw(best, mood.temperature, rng)
    }

    /// What each behaviour makes of a target, with its weight; nothing where it does not count. A blow has to land where
    /// the target is; all else is about how far away to be, and goes by the dial and the mood.
    pub(super) fn sights(&self, me: ActorView<'_>, target: Option<Vec3>, mood: &Mood) -> Sights {
        let mut seen: Sights = [None; MOST_TABLES];
        for (number, table) in self.skill.tables.iter().enumerate().take(MOST_TABLES) {
            let at = DIAL_OF.get(number).copied().unwrap_or(usize::MAX);
            let weight = dial(&me.controls().dials, at, table.behavior.weight);
            let strikes = matches!(table.behavior.reward.wish, Wish::Strike { .. });
            let weight = if strikes { weight * mood.strikes } else { weight };
            let target = target.map(|target| if strikes { target } else { displaced(target, mood.further) });
            seen[number] = target.and_then(|target| Some((weight, table.behavior.sees(target)?)));
        }
        seen
    }

    /// What an action is worth: what it earns, and what the state after it is worth, over all that counts.
    pub(super) fn score(&self, action: usize, seen: &Sights) -> f32 {
        let model = &self.skill.model;
        let mut sum = 0.0;
        for (number, table) in self.skill.tables.iter().enumerate().take(MOST_TABLES) {
            let Some((weight, target)) = seen[number] else { continue };
            if weight == 0.0 {
                continue;
            }
            let (tracks, decay) = (&self.tracks, &self.decays[number]);
            let judge = Judge { model, tracks, reward: &table.behavior.reward, decay, stride: self.stride };
            let earned = judge.earns(action, target);
            let after = model.moved[action].inside(target);
            let later = decay.get(model.length[action] as usize).copied().unwrap_or(0.0);
            let value = self.lookups[number].value(table, model.to[action] as usize, after);
            sum += weight * self.shares[number] * (earned + later * value);
        }
        sum
    }

    /// m, by how much an action leaves too little room between where the two stand; as the other one stands now.
    fn crowds(&self, action: usize, other: Vec3, room: f32) -> f32 {
        let moved = &self.skill.model.moved[action];
        let (x, z) = (other.x - moved.x, other.z - moved.z);
        let far = libm::sqrtf(x * x + z * z);
        if far.is_finite() { (room - far).max(0.0) } else { 0.0 }
    }

    /// How much an action repeats: 1 for a blow that was thrown just now, less for earlier ones, and a quarter for one of
    /// the same kind; added up, so that what comes back again and again gets dearer.
    fn repeats(&self, memory: &BoxerMemory, action: usize) -> f32 {
        let model = &self.skill.model;
        let thrown = memory.thrown as usize;
        let mut most = 0.0_f32;
        for piece in model.pieces_of(action) {
            for (number, blow) in (piece.blow as usize..).zip(model.blows_of(piece)) {
                let mut sum = 0.0;
                for back in 1..=RECENT.min(thrown) {
                    let other = memory.recent[(thrown - back) % RECENT].get();
                    let fresh = 1.0 - (back - 1) as f32 / RECENT as f32;
                    if other == Some(number) {
                        sum += fresh;
                    } else if let Some(other) = other.and_then(|other| model.blows.get(other))
                        && other.kind == blow.kind
                    {
                        sum += 0.25 * fresh;
                    }
                }
                most = most.max(sum);
            }
        }
        most
    }
}

/// One of the best, the better ones more often.
fn draw(best: &[(f32, usize)], temperature: f32, rng: &mut Rng) -> Option<usize> {
    let (top, first) = *best.first().filter(|(_, action)| *action != usize::MAX)?;
    // Drawn always, so that luck does not depend on dials.
    let luck = rng.unit();
    if temperature <= 1e-6 {
        return Some(first);
    }
    let mut weights = [0.0_f32; MOST_CHOICES];
    for (weight, (score, action)) in weights.iter_mut().zip(best) {
        if *action != usize::MAX {
            *weight = libm::expf((score - top) / temperature);
        }
    }
    let mut left = luck * weights.iter().sum::<f32>();
    for (weight, (_, action)) in weights.iter().zip(best).filter(|(weight, _)| **weight > 0.0) {
        left -= weight;
        if left < 0.0 {
            return Some(*action);
        }
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_ones_are_drawn_more_often_and_cold_takes_the_best() {
        let best = [(1.0, 7), (0.9, 3), (0.5, 5), (f32::NEG_INFINITY, usize::MAX)];
        let mut counts = [0; 8];
        let mut rng = Rng::stream(1, 1);
        (0..1000).for_each(|_| counts[draw(&best, 0.1, &mut rng).expect("there are some")] += 1);
        assert!(counts[7] > counts[3] && counts[3] > counts[5] && counts[3] > 100, "{counts:?}");
        assert_eq!(draw(&best, 0.0, &mut rng), Some(7));
        assert_eq!(draw(&[(f32::NEG_INFINITY, usize::MAX)], 0.1, &mut rng), None);
    }

    #[test]
    fn a_dial_at_zero_is_the_default_and_below_zero_is_off() {
        assert_eq!(dial(&[0.0, 2.0, -1.0, f32::NAN], 0, 5.0), 5.0);
        assert_eq!(dial(&[0.0, 2.0, -1.0, f32::NAN], 1, 5.0), 2.0);
        assert_eq!(dial(&[0.0, 2.0, -1.0, f32::NAN], 2, 5.0), 0.0);
        assert_eq!(dial(&[0.0, 2.0, -1.0, f32::NAN], 3, 5.0), 5.0);
        assert_eq!(dial(&[], 9, 5.0), 5.0);
    }
}
