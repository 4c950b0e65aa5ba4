//! How far the tables are from the best: against an exhaustive search, and against a finer grid.

use footwork_annotate::Repertoire;
use footwork_plan::progress::UNHEARD;
use footwork_stage::Rng;
use glam::Vec3;
use rayon::prelude::*;
use serde::Serialize;

use super::EvalSettings;
use crate::bake::bake;
use crate::behavior::{Active, Behavior};
use crate::polar::{cartesian, polar};
use crate::reward::{Judge, decay};
use crate::skill::{Lookup, Skill, Table};
use crate::tracks::Tracks;

/// The tables' choices against an exhaustive search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gap {
    /// The behaviour.
    pub behavior: String,
    /// From how many states and places.
    pub samples: u32,
    /// How many actions deep.
    pub depth: u32,
    /// How much less than the search the tables' choices earn, as a share of what it does.
    pub gap: f32,
    /// Share of samples in which they earn 1 % less or more.
    pub off_by_a_hundredth: f32,
    /// The same gap if the search may leave the behaviour's grid and come back, which the table takes for worthless.
    pub gap_beyond: f32,
}

/// Values against those of a grid that is four times finer along every axis that actions move along.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finer {
    /// The behaviour.
    pub behavior: String,
    /// Mean difference, as a share of the largest value.
    pub mean: f32,
    /// The largest one.
    pub worst: f32,
    /// s, for which both tables' choices are played from the same states and places.
    pub seconds: f32,
    /// Share of these in which the coarse table's choices earn at least 1 % less than the finer one's.
    pub lose_a_hundredth: f32,
    /// How much less they earn all together.
    pub loses: f32,
}

struct World<'a> {
    judge: Judge<'a>,
    table: &'a Table,
    lookup: &'a Lookup,
}

impl World<'_> {
    fn next(&self, action: usize, target: Vec3) -> Vec3 {
        self.judge.model.moved[action].inside(target)
    }

    fn later(&self, action: usize) -> f32 {
        self.judge.decay[self.judge.model.length[action] as usize]
    }

    fn value(&self, state: usize, target: Vec3) -> f32 {
        self.lookup.value(self.table, state, target)
    }

    /// Whether a place is on the table's grid at all.
    fn counts(&self, target: Vec3) -> bool {
        match self.table.behavior.active {
            Active::Always => true,
            Active::Inside(_) => self.table.behavior.grid.holds(target, 1e-4),
        }
    }

    /// The best that any sequence of so many actions earns, with the table's value of where it ends. What is off the
    /// grid is worth nothing, unless `beyond` is asked for.
    fn search(&self, state: usize, target: Vec3, depth: u32, beyond: bool) -> f32 {
        if !beyond && !self.counts(target) {
            return 0.0;
        }
        if depth == 0 {
            return self.value(state, target);
        }
        let worth = |action: usize| {
            let next = self.next(action, target);
            let after = self.search(self.judge.model.to[action] as usize, next, depth - 1, beyond);
            self.judge.earns(action, target) + self.later(action) * after
        };
        self.judge.model.actions_of(state).map(worth).fold(0.0, f32::max)
    }

    /// The action that the table chooses, and what it earns.
    fn choose(&self, state: usize, target: Vec3) -> Option<(usize, f32)> {
        let worth = |action: usize| {
            let after = self.value(self.judge.model.to[action] as usize, self.next(action, target));
            self.judge.earns(action, target) + self.later(action) * after
        };
        let best = self.judge.model.actions_of(state).max_by(|a, b| worth(*a).total_cmp(&worth(*b)))?;
        Some((best, self.judge.earns(best, target)))
    }

    /// What the table's own choices really earn in so many seconds, or until they leave its grid.
    fn play(&self, mut state: usize, mut target: Vec3, seconds: f32) -> f32 {
        let (mut earned, mut left, mut passed) = (0.0, 1.0, 0.0);
        while passed < seconds && self.counts(target) {
            let Some((action, earns)) = self.choose(state, target) else { break };
            earned += left * earns;
            left *= self.later(action);
            passed += self.judge.model.seconds(action).max(1e-3);
            (state, target) = (self.judge.model.to[action] as usize, self.next(action, target));
        }
        earned
    }

    /// What the table's own choices earn, with its value of where they end.
    fn follow(&self, state: usize, target: Vec3, depth: u32) -> f32 {
        if depth == 0 || !self.counts(target) {
            return self.value(state, target);
        }
        let Some((best, earns)) = self.choose(state, target) else { return 0.0 };
        let after = self.follow(self.judge.model.to[best] as usize, self.next(best, target), depth - 1);
        earns + self.later(best) * after
    }
}

/// A place somewhere within a behaviour's grid.
fn somewhere(behavior: &Behavior, rng: &mut Rng) -> Vec3 {
    let mut within = |[low, high]: [f32; 2]| low + (high - low) * rng.unit();
    let angle = behavior.grid.angle.unwrap_or([-std::f32::consts::PI, std::f32::consts::PI]);
    cartesian([within(angle), within(behavior.grid.distance), within(behavior.grid.height)])
}

/// Searches everything from sampled states and places.
pub fn gap(repertoire: &Repertoire, skill: &Skill, settings: &EvalSettings) -> Vec<Gap> {
    let roles: Vec<_> = skill.tables.iter().filter_map(|table| table.behavior.reward.role()).collect();
    let Ok(tracks) = Tracks::new(repertoire, &roles) else { return Vec::new() };
    let mut gaps = Vec::new();
    for table in &skill.tables {
        let Ok(lookup) = Lookup::new(&table.behavior) else { continue };
        let decay = decay(&skill.model, table.behavior.discount);
        let stride = ((settings.bake.look * skill.model.rate).round() as u32).max(1);
        let samples: Vec<(usize, Vec3)> = {
            let mut rng = Rng::stream(settings.seed, 5);
            let states = skill.model.states.len();
            (0..settings.samples).map(|_| (rng.below(states), somewhere(&table.behavior, &mut rng))).collect()
        };
        let earned: Vec<[f32; 3]> = samples
            .par_iter()
            .map(|&(state, target)| {
                let reward = &table.behavior.reward;
                let judge = Judge { model: &skill.model, tracks: &tracks, reward, decay: &decay, stride };
                let world = World { judge, table, lookup: &lookup };
                let depth = settings.depth;
                let beyond = match table.behavior.active {
                    Active::Always => 0.0,
                    Active::Inside(_) => world.search(state, target, depth, true),
                };
                [world.follow(state, target, depth), world.search(state, target, depth, false), beyond]
            })
            .collect();
        let sum = |of: usize| earned.iter().map(|earned| f64::from(earned[of])).sum::<f64>();
        let (followed, searched) = (sum(0), sum(1));
        let off = earned.iter().filter(|earned| earned[0] < 0.99 * earned[1]).count();
        let less = |than: f64| (1.0 - followed / than.max(1e-12)).max(0.0) as f32;
        gaps.push(Gap {
            behavior: table.behavior.name.clone(),
            samples: settings.samples,
            depth: settings.depth,
            gap: less(searched),
            gap_beyond: less(sum(2).max(followed)),
            off_by_a_hundredth: off as f32 / earned.len().max(1) as f32,
        });
    }
    gaps
}

/// Heights that are enough to compare with a finer grid: no action changes a height, so each is a problem of its own.
const SOME_HEIGHTS: u32 = 3;

/// s. So long both tables' choices are played; what comes later counts for 1 % or less.
const PLAYED: f32 = 10.0;

/// Bakes the first take twice, once with four times as many angles and distances, and compares the values between points, at
/// some heights, and what the choices of both earn.
pub fn finer(repertoire: &Repertoire, settings: &EvalSettings) -> Vec<Finer> {
    let first = Repertoire {
        skeleton: repertoire.skeleton.clone(),
        takes: repertoire.takes.iter().take(1).cloned().collect(),
    };
    let mut coarse = settings.behaviors.clone();
    coarse.iter_mut().for_each(|behavior| {
        behavior.grid.heights = behavior.grid.heights.min(SOME_HEIGHTS);
    });
    let fine: Vec<Behavior> = coarse
        .iter()
        .map(|behavior| {
            let mut fine = behavior.clone();
            let wraps = fine.grid.angle.is_none() && fine.grid.around_hits.is_none();
            // The coarse points stay points of the fine grid.
            let more = |points: u32, wraps: bool| match points {
                0 => 0,
                points if wraps => 4 * points,
                points => 4 * (points - 1) + 1,
            };
            fine.grid.angles = more(fine.grid.angles, wraps);
            fine.grid.distances = more(fine.grid.distances, false);
            fine
        })
        .collect();
    let coarse = bake(&first, &coarse, &settings.bake, UNHEARD);
    let fine = bake(&first, &fine, &settings.bake, UNHEARD);
    let (Ok(coarse), Ok(fine)) = (coarse, fine) else { return Vec::new() };
    let roles: Vec<_> = coarse.tables.iter().filter_map(|table| table.behavior.reward.role()).collect();
    let Ok(tracks) = Tracks::new(&first, &roles) else { return Vec::new() };
    let mut found = Vec::new();
    for (coarse_table, fine_table) in coarse.tables.iter().zip(&fine.tables) {
        let lookups = [coarse_table, fine_table].map(|table| Lookup::new(&table.behavior));
        let [Ok(coarse_lookup), Ok(fine_lookup)] = lookups else { continue };
        let largest = fine_table.scale * f32::from(u16::MAX);
        let mut rng = Rng::stream(settings.seed, 9);
        let (mut sum, mut worst) = (0.0_f64, 0.0_f32);
        let samples = 20_000;
        for _ in 0..samples {
            let state = rng.below(coarse.model.states.len());
            let mut at = polar(somewhere(&coarse_table.behavior, &mut rng));
            // On a layer: heights are the same in both.
            at[2] = coarse_lookup.height(rng.below(coarse_lookup.layers()));
            let at = cartesian(at);
            let apart =
                coarse_lookup.value(coarse_table, state, at) - fine_lookup.value(fine_table, state, at);
            sum += f64::from(apart.abs());
            worst = worst.max(apart.abs());
        }
        let decay = decay(&coarse.model, coarse_table.behavior.discount);
        let stride = ((settings.bake.look * coarse.model.rate).round() as u32).max(1);
        let world = |table, lookup| {
            let (model, reward) = (&coarse.model, &coarse_table.behavior.reward);
            World { judge: Judge { model, tracks: &tracks, reward, decay: &decay, stride }, table, lookup }
        };
        let worlds = [world(coarse_table, &coarse_lookup), world(fine_table, &fine_lookup)];
        let places: Vec<(usize, Vec3)> = (0..settings.samples)
            .map(|_| (rng.below(coarse.model.states.len()), somewhere(&coarse_table.behavior, &mut rng)))
            .collect();
        let earned: Vec<[f32; 2]> = places
            .par_iter()
            .map(|&(state, target)| [0, 1].map(|table| worlds[table].play(state, target, PLAYED)))
            .collect();
        let total = |table: usize| earned.iter().map(|earned| f64::from(earned[table])).sum::<f64>();
        let lose = earned.iter().filter(|[coarse, fine]| *coarse < 0.99 * fine).count();
        found.push(Finer {
            behavior: coarse_table.behavior.name.clone(),
            mean: (sum / f64::from(samples)) as f32 / largest,
            worst: worst / largest,
            seconds: PLAYED,
            lose_a_hundredth: lose as f32 / earned.len().max(1) as f32,
            loses: (1.0 - total(0) / total(1).max(1e-12)) as f32,
        });
    }
    found
}
