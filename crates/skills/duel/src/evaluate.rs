//! How good the skill is, in figures: what `footwork eval duel` prints.
//!
//! Everything but the milliseconds is the same on every run: the same seeds, the same stage.

mod bout;
mod courses;
mod exact;
mod fates;
mod report;

use std::sync::Arc;

use footwork_annotate::{Repertoire, Take};
use footwork_skill::{
    Evaluation, Failure, Flow, Hear, Kind, Meter, OptionInfo, Options, Performed, Progress, Report,
};
use footwork_stage::Rig;
use rayon::prelude::*;
use serde::Serialize;

use crate::combination::Combinations;
use crate::combination_file;
use crate::duelists::{DuelistSettings, measure};
use crate::style::Style;
use crate::tables::{EdgeSettings, Tables};
pub use bout::{Bout, BoutSettings, Figures as BoutFigures, fight};
pub use courses::{AlongPath, along_path, chase, chases, situations_of_three};
pub use exact::{Cost, Exact, cost, exact};
pub use fates::Fate;

/// The performer's shows that are measured.
const SHOWS: [&str; 3] = ["boxing", "tired-boxing", "running"];

/// What `footwork eval duel` runs.
pub(crate) struct DuelEvaluation;

const OPTIONS: [OptionInfo; 3] = [
    OptionInfo {
        name: "matches",
        kind: Kind::Value("COUNT"),
        help: "How many matches of each kind are fought",
        default: Some("40"),
    },
    OptionInfo {
        name: "combinations",
        kind: Kind::Flag,
        help: "Print the suggested combination table as TOML, to be edited and named in a scene",
        default: None,
    },
    OptionInfo { name: "quick", kind: Kind::Flag, help: "Look at less, to be done sooner", default: None },
];

impl Evaluation for DuelEvaluation {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed { shows: &SHOWS, seconds: 90.0, seeds: &[1, 2] }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let matches = options.number("matches", [1.0, 1000.0], 40.0)? as u32;
        let mut settings = EvalSettings { matches, ..EvalSettings::default() };
        if options.flag("quick") {
            settings = EvalSettings {
                matches: matches.min(4),
                seconds: 30.0,
                long: 60.0,
                situations: 60,
                ..settings
            };
        }
        let rig = Arc::new(Rig::new(Arc::new(repertoire))?);
        let figures = evaluate(&rig, &settings, meter, hear)?;
        let mut report = report::of(&figures)?;
        if options.flag("combinations") {
            let ring = Ring::new(&rig, "", &EdgeSettings::fighting())?;
            let text = combination_file::write(&ring.combinations, &ring.tables);
            report.sections.push(footwork_skill::Section::notes(text.lines().map(String::from).collect()));
        }
        Ok(report)
    }
}

/// How much to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSettings {
    /// Matches of each kind.
    pub matches: u32,
    /// s, of each.
    pub seconds: f32,
    /// s, of the long one.
    pub long: f32,
    /// Situations in which the search is compared with the full tree.
    pub situations: usize,
    /// Of everything that is left to chance: this one and those after it.
    pub seed: u64,
}

impl Default for EvalSettings {
    fn default() -> EvalSettings {
        EvalSettings { matches: 40, seconds: 60.0, long: 600.0, situations: 1000, seed: 1 }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// The search against the full tree.
    pub exact: Exact,
    /// Shares of matches that are won; none where the repertoire lacks what they need.
    pub matches: Matches,
    /// Of blows that would have landed, the share that was blocked, parried or avoided on purpose.
    pub defended: f32,
    /// The share of defences at moments that have nothing to do with a blow.
    pub defended_at_shifted_moments: f32,
    /// s until somebody is caught, in the mean; none without running.
    pub catch_s: Option<Catches>,
    /// m, how far the middle of a pair is from its path, in the mean.
    pub path_error_m: f32,
    /// The share of its check points that a pair reaches in time.
    pub path_in_time: f32,
    /// Blows along a path, as a share of those in a free fight.
    pub path_blows: f32,
    /// ms, what a decision takes, by depth.
    pub decision_ms: std::collections::BTreeMap<String, f64>,
    /// Nodes and ms of a decision over depth, and over the share of the actions that there are to choose from.
    pub cost: Vec<Cost>,
    /// The share of actions that end where and how it was foreseen, within 5 cm and 5 degrees.
    pub predicted_within: f32,
    /// Actions of the repertoire.
    pub actions: usize,
    /// Pieces that they are cut into.
    pub pieces: usize,
    /// Ways out of a piece, in the mean.
    pub edges: f32,
    /// Ways out in the mean, by the bar on what a seam costs in m.
    pub edges_by_cost: Vec<[f32; 2]>,
    /// m, what 95 % of the seams that are played cost less than.
    pub seam_cost_p95: f32,
    /// Two equals.
    pub equals: BoutFigures,
    /// Two equals over ten minutes; and m, their distance in the first and in the last minute, in the middle.
    pub long: BoutFigures,
    /// m
    pub drift_m: [f32; 2],
    /// Two infighters, and two outboxers.
    pub infighters: BoutFigures,
    /// Two outboxers.
    pub outboxers: BoutFigures,
    /// An infighter against an outboxer; and of the blows of each, the share for short range.
    pub mixed: BoutFigures,
    /// See above.
    pub short_shares: [f32; 2],
    /// The suggested combination table: of each blow, how well each answer suits it.
    pub combinations: combination_file::ByWord,
}

/// Who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Matches {
    pub depth_4_beats_2: f32,
    pub energetic_beats_tired: Option<f32>,
    pub tired_5_beats_energetic_2: Option<f32>,
}

/// s until somebody is caught; a minute counts where nobody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Catches {
    pub equal: f32,
    pub smart: f32,
    pub two: f32,
}

/// A repertoire, measured for fighters whose takes' names begin so.
pub struct Ring {
    /// What they do.
    pub tables: Arc<Tables>,
    /// Which answer suits which blow.
    pub combinations: Arc<Combinations>,
}

impl Ring {
    /// Measures it.
    pub fn new(rig: &Rig, takes: &str, edges: &EdgeSettings) -> Result<Ring, Failure> {
        let (tables, combinations) = measure(rig, takes, edges)?;
        Ok(Ring { tables, combinations })
    }
}

/// Fights, and finds out how good it is.
pub fn evaluate(
    rig: &Arc<Rig>,
    settings: &EvalSettings,
    meter: &dyn Meter,
    hear: Hear<'_>,
) -> Result<Figures, Failure> {
    let tell = |done: f32, stage: &str| match hear(Progress { done, stage }) {
        Flow::GoOn => Ok(()),
        Flow::Stop => Err(Failure::from("stopped")),
    };
    let has = |name: &str| rig.repertoire().takes.iter().any(|take| take.clip.name.starts_with(name));
    // Where there are nothing but shows of these kinds, boxers box and runners run; anybody else's takes are all one.
    let is_show = |take: &Take| SHOWS.iter().any(|show| take.clip.name.starts_with(show));
    let boxing = if has(SHOWS[0]) && rig.repertoire().takes.iter().all(is_show) { SHOWS[0] } else { "" };
    let ring = Ring::new(rig, boxing, &EdgeSettings::fighting())?;
    let usual = DuelistSettings::default();
    let of_depth = |depth: u16| DuelistSettings { depth, ..usual.clone() };
    let bout = |ring: &Ring, sides: [DuelistSettings; 2], salt: u64| -> Result<Bout, Failure> {
        let corner = |settings: DuelistSettings| (ring, settings);
        fight(
            rig,
            &sides.map(corner),
            &BoutSettings { seconds: settings.seconds, seed: settings.seed + salt },
        )
    };
    let mut figures = Figures {
        pieces: ring.tables.pieces.len(),
        edges: ring.tables.mean_edges(),
        actions: actions_of(&ring.tables),
        combinations: combination_file::by_word(&ring.combinations, &ring.tables),
        ..Figures::default()
    };
    for bar in [0.05, 0.1, 0.15, 0.2, 0.25, 0.3] {
        let tables = Tables::new(rig, boxing, &EdgeSettings { bar, least: 0, ..EdgeSettings::fighting() })?;
        figures.edges_by_cost.push([bar, tables.mean_edges()]);
    }
    tell(0.05, "two equals")?;
    let equals: Vec<Bout> = (0..u64::from(settings.matches.min(8)))
        .into_par_iter()
        .map(|salt| bout(&ring, [of_depth(3), of_depth(3)], salt))
        .collect::<Result<_, _>>()?;
    figures.equals = BoutFigures::of(&equals);
    (figures.defended, figures.defended_at_shifted_moments) =
        (figures.equals.defended, figures.equals.defended_shifted);
    (figures.predicted_within, figures.seam_cost_p95) =
        (figures.equals.predicted_within, figures.equals.seam_cost_p95);
    tell(0.2, "the full tree")?;
    let runners = has("running").then(|| Ring::new(rig, "running", &EdgeSettings::running())).transpose()?;
    let three = match &runners {
        Some(runners) => situations_of_three(rig, runners, 8, settings.seed + 800)?,
        None => Vec::new(),
    };
    let three = runners.as_ref().map(|runners| (runners, three.as_slice()));
    figures.exact = exact(&ring, &equals, three, settings.situations);
    for depth in 1..=5 {
        let count = settings.situations.min(if depth == 5 { 30 } else { 100 });
        let cost = cost(&ring, &equals, depth, count, meter);
        if depth == 3 || depth == 5 {
            figures.decision_ms.insert(depth.to_string(), cost.ms);
        }
        figures.cost.push(cost);
    }
    for share in [0.25, 0.5] {
        let least = EdgeSettings::fighting();
        let most = least.most.map(|most| ((most as f32 * share).round() as usize).max(1));
        let ring = Ring::new(rig, boxing, &EdgeSettings { most, ..least })?;
        figures.cost.push(cost(&ring, &equals, 3, settings.situations.min(100), meter));
    }
    tell(0.25, "ten minutes")?;
    let long = fight(
        rig,
        &[(&ring, of_depth(3)), (&ring, of_depth(3))],
        &BoutSettings { seconds: settings.long, seed: settings.seed + 700 },
    )?;
    let minute = (60.0 * settings.long.min(60.0)
        / 60.0
        / (settings.long / long.distances.len().max(1) as f32)) as usize;
    let ends = [
        &long.distances[..minute.min(long.distances.len())],
        &long.distances[long.distances.len().saturating_sub(minute)..],
    ];
    figures.drift_m = ends.map(|part| bout::percentile(part.to_vec(), 0.5));
    figures.long = BoutFigures::of(&[long]);
    tell(0.3, "depth 4 against 2")?;
    let share = |a: &Ring, b: &Ring, sides: [DuelistSettings; 2]| -> Result<f32, Failure> {
        let won = |salt: u64| -> Result<f32, Failure> {
            // Corners change, so that where one stands does not count.
            let corners = if salt.is_multiple_of(2) {
                [(a, sides[0].clone()), (b, sides[1].clone())]
            } else {
                [(b, sides[1].clone()), (a, sides[0].clone())]
            };
            let seed = settings.seed + 100 + salt;
            let bout = fight(rig, &corners, &BoutSettings { seconds: settings.seconds, seed })?;
            let lead = (bout.gave[0] - bout.gave[1]) * if salt.is_multiple_of(2) { 1.0 } else { -1.0 };
            Ok(if lead == 0.0 { 0.5 } else { f32::from(u8::from(lead > 0.0)) })
        };
        let won: Vec<f32> =
            (0..u64::from(settings.matches)).into_par_iter().map(won).collect::<Result<_, _>>()?;
        Ok(won.iter().sum::<f32>() / settings.matches.max(1) as f32)
    };
    figures.matches.depth_4_beats_2 = share(&ring, &ring, [of_depth(4), of_depth(2)])?;
    if has("tired-boxing") {
        tell(0.5, "energetic against tired")?;
        let tired = Ring::new(rig, "tired-boxing", &EdgeSettings::fighting())?;
        let equal = share(&ring, &tired, [of_depth(3), of_depth(3)])?;
        tell(0.6, "tired but thinking")?;
        let thinking = share(&tired, &ring, [of_depth(5), of_depth(2)])?;
        (figures.matches.energetic_beats_tired, figures.matches.tired_5_beats_energetic_2) =
            (Some(equal), Some(thinking));
    }
    tell(0.8, "styles")?;
    let styled = |style: Style| -> Result<BoutFigures, Failure> {
        let own = DuelistSettings { style, against: style, ..usual.clone() };
        let bouts: Result<Vec<Bout>, Failure> =
            (0..4).into_par_iter().map(|salt| bout(&ring, [own.clone(), own.clone()], salt)).collect();
        Ok(BoutFigures::of(&bouts?))
    };
    figures.infighters = styled(Style::INFIGHTER)?;
    figures.outboxers = styled(Style::OUTBOXER)?;
    let blows;
    (figures.mixed, blows) = mixed(rig, &ring, settings, 4)?;
    figures.short_shares = blows.map(|[all, short]| short as f32 / all.max(1) as f32);
    tell(0.85, "along a path")?;
    let along = along_path(rig, &ring, settings)?;
    (figures.path_error_m, figures.path_in_time) = (along.path_error, along.in_time);
    figures.path_blows = along.blows_a_minute / figures.equals.blows_a_minute.max(1e-3);
    if let Some(runners) = &runners {
        tell(0.9, "chasing")?;
        figures.catch_s = Some(chases(rig, runners, settings)?);
    }
    Ok(figures)
}

/// Bouts of an infighter against an outboxer; and of each, all blows and those for short range.
pub fn mixed(
    rig: &Arc<Rig>,
    ring: &Ring,
    settings: &EvalSettings,
    bouts: u64,
) -> Result<(BoutFigures, [[u32; 2]; 2]), Failure> {
    let styles = [Style::INFIGHTER, Style::OUTBOXER];
    let corners = [0, 1].map(|own| {
        let own =
            DuelistSettings { style: styles[own], against: styles[1 - own], ..DuelistSettings::default() };
        (ring, own)
    });
    let bout = |salt: u64| {
        fight(rig, &corners, &BoutSettings { seconds: settings.seconds, seed: settings.seed + 300 + salt })
    };
    let bouts = (0..bouts).into_par_iter().map(bout).collect::<Result<Vec<Bout>, _>>()?;
    let blows = [0, 1].map(|own| [0, 1].map(|kind| bouts.iter().map(|bout| bout.blows_of[own][kind]).sum()));
    Ok((BoutFigures::of(&bouts), blows))
}

/// How many different actions the own group's pieces are of.
fn actions_of(tables: &Tables) -> usize {
    let own = tables.pieces.iter().filter(|piece| piece.group == 0 && piece.kind.is_chosen());
    let mut actions: Vec<u16> = own.map(|piece| piece.action).collect();
    actions.dedup();
    actions.len()
}
