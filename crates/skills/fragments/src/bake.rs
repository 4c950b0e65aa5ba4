//! From a repertoire and traces to a skill. All cores; the same bytes on any number of them.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 3 and fig. 3: bins, traces and fragments give the player model
//! and the quality tables, and these a policy.

use std::sync::atomic::{AtomicBool, Ordering};

use footwork_annotate::Repertoire;
use footwork_graph::{Control, FragmentSettings, Fragments, fragments};
use footwork_plan::policy::{self, Inputs, Problem, Solution, Solving, Sparse, Table};
use footwork_plan::progress::{Flow, Hear, Progress, rising};
use serde::{Deserialize, Serialize};

use crate::control::{Bin, ControlSpace};
use crate::error::{FragmentError, check};
use crate::evaluate::fitted;
use crate::family::{self, FamilySettings};
use crate::jumps;
use crate::matching::{MatchingSettings, Unweighted};
use crate::player::PlayerModel;
use crate::quality::{MotionQuality, QualitySettings, response};
use crate::skill::{Controller, PolicyTable, Skill};
use crate::takeover::Takeovers;
use crate::trace::Trace;

/// How a skill is baked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BakeSettings {
    /// How takes are cut.
    pub fragments: FragmentSettings,
    /// What can be asked for.
    pub space: ControlSpace,
    /// How motion is judged.
    pub quality: QualitySettings,
    /// s. What is in the air for at least so long is a jump; less is a stride of running, whose flights
    /// last 0.1 to 0.2 s.
    pub flight: f32,
    /// The share of moments at which sticks are taken to be held, beside what traces show: 0 to below 1, 0 the paper's.
    pub held: f32,
    /// What the next fragment counts against this one: 0 to below 1.
    pub discount: f32,
    /// The most that a policy may lose against the best, as a share of the largest possible value.
    pub bound: f32,
    /// Tables to bake; at least one that is not matching.
    pub controllers: Vec<Controller>,
    /// Good choices beside the best, for the first of the tables.
    pub family: Option<FamilySettings>,
    /// With motion matching to compare with.
    pub matching: Option<MatchingSettings>,
    /// Find the weights of motion matching that do best on the traces, which takes minutes, instead of taking those.
    pub fit_matching: bool,
    /// Classes of actions that no fragment is taken from.
    pub without: Vec<String>,
    /// Bytes that baking may take; more is refused before the work begins.
    pub memory: u64,
}

/// Classes of actions that nobody is steered into: fighting, being hit, and lying on the floor.
pub const NOT_STEERED: [&str; 7] = ["attack", "block", "avoid", "hit", "fall", "lying", "rise"];

/// With 0 (T as counted) a tenth of the sticks that were tried from standing are answered by nobody but the root; from 0.8 on
/// all are where takes were made for it; with 0.9, plain walking and running still stand at 0.7 m/s at a smoothness of 4. `docs/fragments.md` has more.
const HELD: f32 = 0.95;

/// Bytes, about 40 minutes of takes: half of what a small desktop has.
pub const USUAL_MEMORY: u64 = 4_000_000_000;
/// Bytes of the table of how well everything follows everything, for each pair of fragments.
const PER_PAIR: u64 = 2;
/// Bytes of values, expectations and choices that the solver works on, for each fragment and bin.
const PER_ENTRY: u64 = 32;

/// Bytes that baking takes with so many fragments and bins; what is left out is the takes themselves.
fn memory(fragments: usize, bins: usize) -> u64 {
    let fragments = fragments as u64;
    PER_PAIR * fragments * fragments + PER_ENTRY * fragments * bins as u64
}

impl Default for BakeSettings {
    fn default() -> BakeSettings {
        BakeSettings {
            fragments: FragmentSettings::PAPER,
            space: ControlSpace::paper(),
            quality: QualitySettings::PLAYED,
            flight: 0.25,
            held: HELD,
            discount: 0.999,
            bound: 1e-3,
            controllers: Controller::TABLES.to_vec(),
            family: Some(FamilySettings::default()),
            matching: Some(MatchingSettings::default()),
            fit_matching: false,
            without: NOT_STEERED.map(String::from).to_vec(),
            memory: USUAL_MEMORY,
        }
    }
}

impl BakeSettings {
    /// The paper's own measure of quality and model of the player, which its table is about.
    pub fn paper() -> BakeSettings {
        BakeSettings { quality: QualitySettings::PAPER, held: 0.0, ..BakeSettings::default() }
    }
}

/// Everything that tables are solved from.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The pieces.
    pub fragments: Fragments,
    /// What can be asked for.
    pub space: ControlSpace,
    /// How well one follows another.
    pub motion: MotionQuality,
    /// What each is worth in each bin: how well it answers, and what unbroken motion is worth.
    pub response: Vec<f32>,
    /// What the traces show.
    pub player: PlayerModel,
    /// T.
    pub chances: Vec<f32>,
    /// What the next fragment counts.
    pub discount: f32,
}

impl Ground {
    /// Cuts, compares and counts.
    pub fn of(
        repertoire: &Repertoire,
        traces: &[Trace],
        settings: &BakeSettings,
    ) -> Result<Ground, FragmentError> {
        settings.space.check()?;
        check("discount", settings.discount, (0.0..1.0).contains(&settings.discount), "it is 0 to below 1")?;
        check("held", settings.held, (0.0..1.0).contains(&settings.held), "it is 0 to below 1")?;
        check("flight", settings.flight, (0.0..=10.0).contains(&settings.flight), "it is 0 to 10 s")?;
        let mut cut = fragments::build(repertoire, &settings.fragments)?;
        leave_out(repertoire, &mut cut, &settings.without);
        jumps::mark(repertoire, &mut cut, settings.flight);
        let found = cut.segments.len();
        if found == 0 {
            return Err(FragmentError::NoFragments { seconds: settings.fragments.seconds });
        }
        if found > Skill::MOST_FRAGMENTS {
            return Err(FragmentError::TooManyFragments { found, most: Skill::MOST_FRAGMENTS });
        }
        let needs = memory(found, settings.space.bins());
        if needs > settings.memory {
            return Err(FragmentError::TooMuchMemory { fragments: found, needs, allowed: settings.memory });
        }
        let motion = MotionQuality::of(repertoire, &cut, &settings.quality)?;
        let response = response(&settings.space, &cut, &settings.quality);
        let player = PlayerModel::of(&settings.space, traces, settings.fragments.seconds);
        let (chances, space) = (player.chances(settings.held), settings.space.clone());
        Ok(Ground { fragments: cut, space, motion, response, player, chances, discount: settings.discount })
    }

    /// The problem of a controller, as the solver takes it. Matching has no table; its problem is greedy's.
    pub fn problem<'a>(&'a self, controller: Controller, open: Option<&'a Sparse>) -> Problem<'a> {
        Problem {
            states: self.fragments.segments.len(),
            inputs: self.space.bins(),
            transitions: open.map_or(self.motion.transitions(), policy::Transitions::Sparse),
            response: &self.response,
            next_input: match controller {
                Controller::Model => Inputs::Chain(&self.chances),
                Controller::Steady => Inputs::Constant,
                Controller::Spread => Inputs::Uniform,
                Controller::Greedy | Controller::Matching => Inputs::Ignored,
            },
            discount: self.discount,
        }
    }

    /// The best `share` of all transitions. A fragment that is left with none keeps its best one.
    pub fn thresholded(&self, share: f32) -> Result<Sparse, FragmentError> {
        check("the share of transitions", share, share > 0.0 && share <= 1.0, "it is above 0 and at most 1")?;
        let least = self.motion.least_of_best(share);
        Ok(Sparse::at_least(&self.motion.transitions(), self.fragments.segments.len(), least))
    }

    /// Solves for one table.
    pub fn solve(
        &self,
        controller: Controller,
        open: Option<&Sparse>,
        bound: f32,
        start: Option<Table>,
        hear: Hear<'_>,
    ) -> Result<Solution, FragmentError> {
        if controller == Controller::Model && self.player.steps() == 0 {
            return Err(FragmentError::NoSamples);
        }
        let solving = Solving { bound, ..Solving::default() };
        Ok(policy::solve(&self.problem(controller, open), &solving, start, hear)?)
    }

    /// Bins that no fragment answers even half as well as it could.
    pub fn unanswered(&self) -> Vec<Bin> {
        let bins = self.space.bins();
        let answers = |bin: Bin| {
            let asked = self.space.centre(bin);
            self.fragments.controls.iter().any(|shown| self.space.quality(shown, &asked) >= 0.5)
        };
        (0..bins as Bin).filter(|&bin| !answers(bin)).collect()
    }
}

/// How much of the bar comparing all fragments with all takes; the tables share the rest.
const COMPARED: f32 = 0.1;

/// Bakes a skill. Traces are needed for the model only; without any, ask for other controllers.
pub fn bake(
    repertoire: &Repertoire,
    traces: &[Trace],
    settings: &BakeSettings,
    hear: Hear<'_>,
) -> Result<Skill, FragmentError> {
    let mut wanted: Vec<Controller> = Vec::new();
    for &controller in &settings.controllers {
        if controller != Controller::Matching && !wanted.contains(&controller) {
            wanted.push(controller);
        }
    }
    if wanted.is_empty() {
        return Err(FragmentError::NoControllers);
    }
    if wanted.contains(&Controller::Model) {
        // Before the long work, not after it.
        settings.space.check()?;
        PlayerModel::learned(&settings.space, traces, settings.fragments.seconds)?;
    }
    let hear: Hear<'_> = &rising(hear);
    tell(hear, 0.0, "comparing all fragments with all")?;
    let ground = Ground::of(repertoire, traces, settings)?;
    let mut tables: Vec<PolicyTable> = Vec::new();
    for &controller in &wanted {
        let share = (1.0 - COMPARED) / wanted.len() as f32;
        let before = COMPARED + share * tables.len() as f32;
        let (mut table, solution) = solved(&ground, controller, settings, [before, share], hear)?;
        if let (Some(family), true) = (&settings.family, tables.is_empty()) {
            tell(hear, before + share, "looking for good choices beside the best")?;
            table.family = Some(family::of(&ground, controller, &solution.table, family)?);
        }
        tables.push(table);
    }
    let matching = match &settings.matching {
        Some(matching) => {
            let features = Unweighted::of(repertoire, &ground.fragments)?;
            let weights = if settings.fit_matching {
                tell(hear, 1.0, "fitting motion matching")?;
                fitted(&ground, &features, traces, settings.fragments.seconds)
            } else {
                *matching
            };
            Some(features.weighted(&weights))
        }
        None => None,
    };
    Ok(Skill {
        fingerprint: repertoire.fingerprint(),
        takeovers: Takeovers::of(repertoire, &ground.fragments)?,
        jump: jumps::usual(repertoire, settings.flight),
        space: settings.space.clone(),
        fragments: ground.fragments,
        player: ground.player,
        tables,
        matching,
    })
}

/// Solves for a table, which fills a part of the bar: where that begins, and how long it is.
fn solved(
    ground: &Ground,
    controller: Controller,
    settings: &BakeSettings,
    [before, share]: [f32; 2],
    hear: Hear<'_>,
) -> Result<(PolicyTable, Solution), FragmentError> {
    let stopped = AtomicBool::new(false);
    let told = |at: Progress<'_>| {
        let stage = format!("{}: {}", controller.name(), at.stage);
        let flow = hear(Progress { done: before + share * at.done, stage: &stage });
        stopped.fetch_or(flow == Flow::Stop, Ordering::Relaxed);
        flow
    };
    let solution = ground.solve(controller, None, settings.bound, None, &told)?;
    if stopped.into_inner() && !solution.finished {
        return Err(FragmentError::Stopped);
    }
    Ok((table_of(ground, controller, None, &solution), solution))
}

fn tell(hear: Hear<'_>, done: f32, stage: &str) -> Result<(), FragmentError> {
    if hear(Progress { done, stage }) == Flow::Stop { Err(FragmentError::Stopped) } else { Ok(()) }
}

/// A solution's policy as a skill keeps it.
pub fn table_of(
    ground: &Ground,
    controller: Controller,
    kept: Option<f32>,
    solution: &Solution,
) -> PolicyTable {
    let (policy, bins) = (&solution.table.policy, ground.space.bins());
    let quality = |(at, &to): (usize, &u32)| policy::to_byte(ground.motion.get(at / bins, to as usize));
    let motion = policy.iter().enumerate().map(quality).collect();
    PolicyTable { controller, kept, next: policy.iter().map(|&to| to as u16).collect(), motion, family: None }
}

/// Drops fragments that show an action of one of these classes.
fn leave_out(repertoire: &Repertoire, cut: &mut Fragments, classes: &[String]) {
    if classes.is_empty() {
        return;
    }
    let kept: Vec<bool> = cut
        .segments
        .iter()
        .map(|segment| {
            let actions = &repertoire.takes[segment.take as usize].annotation.actions;
            let mut touched =
                actions.iter().filter(|a| a.span.first < segment.end && segment.first < a.span.end);
            !touched.any(|action| classes.iter().any(|class| action.is(class)))
        })
        .collect();
    let mut keep = kept.iter();
    cut.segments.retain(|_| *keep.next().unwrap_or(&false));
    let mut keep = kept.iter();
    cut.controls.retain(|_: &Control| *keep.next().unwrap_or(&false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::path::Task;
    use crate::evaluate::{Contender, Trial};
    use crate::testing::{performed, scripted};
    use footwork_plan::progress::UNHEARD;

    #[test]
    fn a_skill_carries_weights_of_matching_that_do_better_on_its_traces_than_the_usual_ones() {
        let (repertoire, traces) = (performed(6.0), [scripted(1, 15.0)]);
        let settings = BakeSettings {
            controllers: vec![Controller::Greedy],
            fit_matching: true,
            ..BakeSettings::default()
        };
        let fitted = bake(&repertoire, &traces, &settings, UNHEARD).unwrap();
        let usual =
            bake(&repertoire, &traces, &BakeSettings { fit_matching: false, ..settings.clone() }, UNHEARD);
        let ground = Ground::of(&repertoire, &traces, &settings).unwrap();
        let courses = [Task::new("", traces[0].sampled(settings.fragments.seconds), &ground.space)];
        let trial = Trial::new(&ground, &courses);
        let [fitted, usual] = [fitted, usual.unwrap()].map(|skill| {
            let kept = Skill::from_bytes(&skill.to_bytes()).unwrap().matching.unwrap();
            trial.judge("", false, &Contender::Matching(&kept)).percent_of_optimal
        });
        assert!(fitted > usual, "{fitted} %, {usual} %");
    }
}
