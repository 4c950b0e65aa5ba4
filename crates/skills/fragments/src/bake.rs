//! From a repertoire and traces to a skill. All cores; the same bytes on any number of them.
//!
//! Seed: *Responsive Characters from Motion Fragments*, sec. 3 and fig. 3: bins, traces and fragments give the player model
//! and the quality tables, and these a policy.

use footwork_annotate::Repertoire;
use footwork_graph::{Control, FragmentSettings, Fragments, fragments};
use footwork_plan::policy::{self, Flow, Player, Problem, Progress, Solution, Solving, Sparse, Table};
use serde::{Deserialize, Serialize};

use crate::control::{Bin, ControlSpace};
use crate::error::{FragmentError, check};
use crate::family::{self, FamilySettings};
use crate::jumps;
use crate::matching::{MatchingSettings, Unweighted};
use crate::player::PlayerModel;
use crate::quality::{MotionQuality, QualitySettings, control_quality};
use crate::skill::{Controller, PolicyTable, Skill, fingerprint};
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
    /// s. What is in the air for at least so long is a jump; less is a stride of running.
    pub flight: f32,
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
    /// Classes of actions that no fragment is taken from.
    pub without: Vec<String>,
}

impl Default for BakeSettings {
    fn default() -> BakeSettings {
        BakeSettings {
            fragments: FragmentSettings::PAPER,
            space: ControlSpace::seed(),
            quality: QualitySettings::SEED,
            flight: 0.25,
            discount: 0.999,
            bound: 1e-3,
            controllers: Controller::TABLES.to_vec(),
            family: Some(FamilySettings::default()),
            matching: Some(MatchingSettings::default()),
            without: Vec::new(),
        }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doing {
    /// Comparing all fragments with all.
    Comparing,
    /// Solving for a table.
    Solving(Controller, Progress),
    /// Looking for good choices beside the best.
    Choosing,
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
    /// How well each answers each bin.
    pub control: Vec<f32>,
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
        let motion = MotionQuality::of(repertoire, &cut, &settings.quality)?;
        let control = control_quality(&settings.space, &cut);
        let player = PlayerModel::of(&settings.space, traces, settings.fragments.seconds);
        let (chances, space) = (player.chances(), settings.space.clone());
        Ok(Ground { fragments: cut, space, motion, control, player, chances, discount: settings.discount })
    }

    /// What the solver is given. Matching solves nothing; for it, this is greedy's.
    pub fn problem<'a>(&'a self, controller: Controller, open: Option<&'a Sparse>) -> Problem<'a> {
        Problem {
            fragments: self.fragments.segments.len(),
            bins: self.space.bins(),
            motion: open.map_or(self.motion.motion(), policy::Motion::Sparse),
            control: &self.control,
            player: match controller {
                Controller::Model => Player::Model(&self.chances),
                Controller::Steady => Player::Steady,
                Controller::Spread => Player::Spread,
                Controller::Greedy | Controller::Matching => Player::Greedy,
            },
            discount: self.discount,
        }
    }

    /// The best `share` of all transitions. A fragment that is left with none keeps its best one.
    pub fn thresholded(&self, share: f32) -> Result<Sparse, FragmentError> {
        check("the share of transitions", share, share > 0.0 && share <= 1.0, "it is above 0 and at most 1")?;
        let least = self.motion.least_of_best(share);
        Ok(Sparse::at_least(&self.motion.motion(), self.fragments.segments.len(), least))
    }

    /// Solves for one table.
    pub fn solve(
        &self,
        controller: Controller,
        open: Option<&Sparse>,
        bound: f32,
        start: Option<Table>,
        progress: &(dyn Fn(&Progress) -> Flow + Sync),
    ) -> Result<Solution, FragmentError> {
        if controller == Controller::Model && self.player.steps() == 0 {
            return Err(FragmentError::NoSamples);
        }
        let solving = Solving { bound, ..Solving::default() };
        Ok(policy::solve(&self.problem(controller, open), &solving, start, progress)?)
    }

    /// Bins that no fragment answers even half as well as it could.
    pub fn unanswered(&self) -> Vec<Bin> {
        let bins = self.space.bins();
        let best = |bin: usize| self.control.iter().skip(bin).step_by(bins).copied().fold(0.0, f32::max);
        (0..bins).filter(|&bin| best(bin) < 0.5).map(|bin| bin as Bin).collect()
    }
}

/// Bakes a skill. Traces are needed for the model only; without any, ask for other controllers.
pub fn bake(
    repertoire: &Repertoire,
    traces: &[Trace],
    settings: &BakeSettings,
    progress: &(dyn Fn(&Doing) -> Flow + Sync),
) -> Result<Skill, FragmentError> {
    let wanted = || settings.controllers.iter().copied().filter(|&wanted| wanted != Controller::Matching);
    if wanted().next().is_none() {
        return Err(FragmentError::NoControllers);
    }
    if settings.controllers.contains(&Controller::Model) {
        // Before the long work, not after it.
        settings.space.check()?;
        PlayerModel::learned(&settings.space, traces, settings.fragments.seconds)?;
    }
    tell(progress, &Doing::Comparing)?;
    let ground = Ground::of(repertoire, traces, settings)?;
    let mut tables: Vec<PolicyTable> = Vec::new();
    for controller in wanted() {
        if tables.iter().any(|table| table.controller == controller) {
            continue;
        }
        let told = |done: &Progress| progress(&Doing::Solving(controller, *done));
        let solution = ground.solve(controller, None, settings.bound, None, &told)?;
        if solution.table.is_empty() || (!solution.finished && told(&solution.progress) == Flow::Stop) {
            return Err(FragmentError::Stopped);
        }
        let mut table = table_of(&ground, controller, None, &solution);
        if let (Some(family), true) = (&settings.family, tables.is_empty()) {
            tell(progress, &Doing::Choosing)?;
            table.family = Some(family::of(&ground, controller, &solution.table, family)?);
        }
        tables.push(table);
    }
    let matching = match &settings.matching {
        Some(matching) => Some(Unweighted::of(repertoire, &ground.fragments)?.weighted(matching)),
        None => None,
    };
    Ok(Skill {
        fingerprint: fingerprint(repertoire),
        takeovers: Takeovers::of(repertoire, &ground.fragments)?,
        jump: jumps::usual(repertoire, settings.flight),
        space: settings.space.clone(),
        quality: settings.quality,
        discount: settings.discount,
        fragments: ground.fragments,
        player: ground.player,
        tables,
        matching,
    })
}

fn tell(progress: &dyn Fn(&Doing) -> Flow, doing: &Doing) -> Result<(), FragmentError> {
    if progress(doing) == Flow::Stop { Err(FragmentError::Stopped) } else { Ok(()) }
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
