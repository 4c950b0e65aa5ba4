//! How good the skill is, in figures: what `footwork eval interaction` prints.
//!
//! Bouts are fought in the tables' world, where a minute takes milliseconds; keys are pressed on a stage. Matches that
//! coverage is measured on are never sampled: sampling plays no matches at all. Everything but seconds and bytes is the
//! same on every run.

pub mod bout;
pub mod carry;
mod keys;
mod report;
mod staged;

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_skill::{
    Evaluation, Failure, Flow, Hear, Kind, Meter, OptionInfo, Options, Performed, Progress, Report,
};
use footwork_stage::Rig;
use serde::Serialize;

use crate::carry::StepsError;
use crate::carry::sample::{CarryError, CarrySettings};
use crate::carry::steps::StepSettings;
use crate::fighters::{DEPTHS, FighterSettings, Fighters, Ring, STYLES};
use crate::plans::solve;
use crate::sample::{SampleSettings, sample, tables_for};
use crate::state::State;
use bout::{Bout, Corner, fight};
pub use carry::CarryFigures;
pub use keys::{KeyFigures, press_keys};
pub use staged::{StagedFigures, watch};

/// What `footwork eval interaction` runs.
pub(crate) struct InteractionEvaluation;

const OPTIONS: [OptionInfo; 4] = [
    OptionInfo {
        name: "matches",
        kind: Kind::Value("COUNT"),
        help: "How many matches of each kind are fought",
        default: Some("12"),
    },
    OptionInfo {
        name: "states",
        kind: Kind::Value("COUNT"),
        help: "How many states the graph has, at most",
        default: Some("80000"),
    },
    OptionInfo {
        name: "carriers",
        kind: Kind::Value("COUNT"),
        help: "How many states the graph of carriers has, at most",
        default: Some("129000"),
    },
    OptionInfo { name: "quick", kind: Kind::Flag, help: "Look at less, to be done sooner", default: None },
];

impl Evaluation for InteractionEvaluation {
    fn options(&self) -> &'static [OptionInfo] {
        &OPTIONS
    }

    fn performed(&self) -> Performed {
        Performed { shows: &["boxing", "hauling"], seconds: 90.0, seeds: &[1, 2] }
    }

    fn evaluate(
        &self,
        repertoire: Repertoire,
        options: &Options,
        meter: &dyn Meter,
        hear: Hear<'_>,
    ) -> Result<Report, Failure> {
        let mut settings = EvalSettings {
            matches: options.number("matches", [1.0, 1000.0], 12.0)? as u64,
            states: options.number("states", [100.0, 1e6], 80_000.0)? as usize,
            carriers: options.number("carriers", [100.0, 1e6], 129_000.0)? as usize,
            ..EvalSettings::default()
        };
        if options.flag("quick") {
            settings.matches = settings.matches.min(3);
            settings.states = settings.states.min(10_000);
            settings.carriers = settings.carriers.min(6_000);
            settings.balls = settings.balls.min(60.0);
        }
        let rig = Arc::new(Rig::new(Arc::new(repertoire))?);
        let figures = evaluate(&rig, &settings, meter, hear)?;
        report::of(&figures)
    }
}

/// How much to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSettings {
    /// Matches of each kind.
    pub matches: u64,
    /// s, of each.
    pub seconds: f32,
    /// States of the graph.
    pub states: usize,
    /// States of the graph of carriers.
    pub carriers: usize,
    /// s, that balls are rolled at carriers who stand, and at those who are steered.
    pub balls: f32,
    /// Of everything that is left to chance: this one and those after it. Nothing was tuned on these.
    pub seed: u64,
}

impl Default for EvalSettings {
    fn default() -> EvalSettings {
        EvalSettings {
            matches: 12,
            seconds: 60.0,
            states: 80_000,
            carriers: 129_000,
            balls: 300.0,
            seed: 7000,
        }
    }
}

/// A row of table 5.1: own blows that did harm less the rival's, a match, in the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Row {
    pub player: f32,
    #[serde(rename = "static")]
    pub standing: f32,
    pub tree_2: f32,
    pub tree_3: f32,
}

/// What a graph of some size covers, and how strong it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Size {
    pub states: usize,
    pub edges: usize,
    pub coverage: f32,
    /// At depth 5 against the tree at 2.
    pub against_tree_2: f32,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Of the graph.
    pub states: usize,
    /// Of the graph.
    pub edges: usize,
    /// Pieces that can be played.
    pub pieces: usize,
    /// s
    pub bake_seconds: f64,
    /// MB, of the whole process.
    pub peak_mb: Option<f64>,
    /// MB, of the graph in memory.
    pub graph_mb: f64,
    /// Of the states that the tree visits, the share that are of the graph.
    pub coverage: f32,
    /// Table 5.1, looked up.
    pub table: BTreeMap<String, Row>,
    /// The same where what the graph says is best is played out before it is done.
    pub table_sure: BTreeMap<String, Row>,
    /// Standard errors of both, from match to match.
    pub table_errors: [BTreeMap<String, Row>; 2],
    /// Hits against players less theirs, a match, five ahead and played out: for who takes them to do what is best, and for
    /// who takes them to do what they were seen to do (sec. 5.6.3).
    pub modelling: [f32; 2],
    /// What two computers do on a stage, three and five ahead, played out.
    pub staged: StagedFigures,
    /// s, for a style at all depths.
    pub resolve_seconds: f64,
    /// ns, of finding the state and choosing.
    pub decision_ns: f64,
    /// Comparisons of a look-up, in the mean.
    pub comparisons: f32,
    /// From a key to a visible answer.
    pub key_to_answer_s: KeyFigures,
    /// What the graph expected against what came: m and rad, in the mean.
    pub off: [f32; 2],
    /// Choices at depth 5: the share looked up in a state, in the nearest, made by the tree.
    pub decided: [f32; 3],
    /// The curve of size.
    pub sizes: Vec<Size>,
    /// Two who carry a box; none where the repertoire has nobody who could.
    pub carry: Option<CarryFigures>,
}

/// Grows a graph, fights with it, and finds out how good it is.
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
    let takes = if has("boxing") { "boxing" } else { "" };
    let grown = |states: usize, hear: Hear<'_>| -> Result<Ring, Failure> {
        let tables = tables_for(rig, takes)?;
        let settings = SampleSettings { states, takes: takes.to_string(), ..SampleSettings::default() };
        let graph = sample(rig.repertoire().fingerprint(), &tables, &settings, hear)?;
        Ok(Ring::new(tables, graph))
    };
    tell(0.0, "growing the graph")?;
    let start = meter.seconds();
    let ring = grown(settings.states, &footwork_plan::progress::part(hear, 0.0, 0.3))?;
    let mut figures = Figures {
        states: ring.graph.states.len(),
        edges: ring.graph.edges.len(),
        pieces: ring.tables.pieces.iter().filter(|piece| piece.kind.is_chosen()).count(),
        bake_seconds: meter.seconds() - start,
        graph_mb: ring.graph.bytes() as f64 / 1e6,
        ..Figures::default()
    };
    let start = meter.seconds();
    solve(&ring.graph, &STYLES[1], &STYLES[0], &DEPTHS, 1.0)?;
    figures.resolve_seconds = meter.seconds() - start;
    let fighters = Fighters::new(ring.clone(), FighterSettings::default())?;
    figures.peak_mb = meter.peak_mb();
    tell(0.35, "what the tree visits")?;
    let visited = visited(&fighters, settings);
    figures.coverage = covered(&fighters, &visited);
    let comparisons: usize = visited.iter().map(|state| ring.graph.comparisons(state)).sum();
    figures.comparisons = comparisons as f32 / visited.len().max(1) as f32;
    figures.decision_ns = decision_ns(&fighters, &visited, meter);
    tell(0.4, "matches")?;
    (figures.table, figures.table_errors[0]) = table(&fighters, settings);
    let seen: Vec<Bout> = RIVALS.iter().flat_map(|rival| matches(&fighters, 5, *rival, settings)).collect();
    figures.decided = shares(&seen);
    let off: Vec<[f32; 2]> = seen.iter().flat_map(|bout| bout.off.iter().copied()).collect();
    figures.off = [0, 1].map(|at| off.iter().map(|off| off[at]).sum::<f32>() / off.len().max(1) as f32);
    tell(0.55, "matches that are played out")?;
    let usual = FighterSettings { sure: true, ..FighterSettings::default() };
    let sure = Fighters::new(ring.clone(), usual.clone())?;
    (figures.table_sure, figures.table_errors[1]) = table(&sure, settings);
    let models = Fighters::new(ring.clone(), FighterSettings { models: true, ..usual.clone() })?;
    figures.modelling = [&sure, &models].map(|fighters| {
        lead(&PLAYERS.iter().flat_map(|player| matches(fighters, 5, *player, settings)).collect::<Vec<_>>())
    });
    tell(0.8, "on a stage")?;
    let two = [5, 3].map(|depth| FighterSettings { depth, ..usual.clone() });
    figures.staged = watch(rig, &ring, two, 3.0 * settings.seconds, settings.seed)?;
    tell(0.85, "keys")?;
    figures.key_to_answer_s = press_keys(rig, &ring, settings.seed)?;
    tell(0.9, "smaller graphs")?;
    for states in [settings.states / 16, settings.states / 4] {
        let fighters = Fighters::new(grown(states.max(100), hear_nothing())?, FighterSettings::default())?;
        let graph = &fighters.ring().graph;
        figures.sizes.push(Size {
            states: graph.states.len(),
            edges: graph.edges.len(),
            coverage: covered(&fighters, &visited),
            against_tree_2: lead(&matches(&fighters, 5, Corner::Tree(2), settings)),
        });
    }
    tell(0.95, "carrying")?;
    let takes = if has("hauling") { "hauling" } else { "" };
    let edges = StepSettings { in_place: 3, each_direction: 4 };
    let carriers = CarrySettings {
        states: settings.carriers,
        takes: takes.to_string(),
        edges,
        ..CarrySettings::default()
    };
    figures.carry = match carry::carry(rig, &carriers, settings.balls, settings.seed, meter, hear_nothing()) {
        Ok(found) => Some(found),
        // Who cannot carry can still fight.
        Err(error) if error.is::<CarryError>() || error.is::<StepsError>() => None,
        Err(error) => return Err(error),
    };
    figures.sizes.push(Size {
        states: figures.states,
        edges: figures.edges,
        coverage: figures.coverage,
        against_tree_2: figures.table.get("5").map_or(0.0, |row| row.tree_2),
    });
    Ok(figures)
}

fn hear_nothing() -> Hear<'static> {
    footwork_plan::progress::UNHEARD
}

/// People's reaction times, in s.
const PLAYERS: [Corner; 2] = [Corner::Player(0.25), Corner::Player(0.4)];
const RIVALS: [Corner; 4] = [PLAYERS[0], Corner::Static, Corner::Tree(2), Corner::Tree(3)];

/// Table 5.1, and the standard errors of its figures.
fn table(fighters: &Fighters, settings: &EvalSettings) -> (BTreeMap<String, Row>, BTreeMap<String, Row>) {
    let (mut leads, mut errors) = (BTreeMap::new(), BTreeMap::new());
    for depth in DEPTHS {
        let against = |rivals: &[Corner]| {
            let all: Vec<Bout> =
                rivals.iter().flat_map(|rival| matches(fighters, depth, *rival, settings)).collect();
            [lead(&all), error(&all)]
        };
        let cells = [&PLAYERS[..], &[Corner::Static], &[Corner::Tree(2)], &[Corner::Tree(3)]].map(against);
        let row = |at: usize| {
            let [player, standing, tree_2, tree_3] = cells.map(|cell| cell[at]);
            Row { player, standing, tree_2, tree_3 }
        };
        leads.insert(depth.to_string(), row(0));
        errors.insert(depth.to_string(), row(1));
    }
    (leads, errors)
}

/// Which shares of the choices were looked up in a state, in the nearest, and made by the tree.
fn shares(bouts: &[Bout]) -> [f32; 3] {
    let counts: [u32; 3] = [0, 1, 2].map(|at| bouts.iter().map(|bout| bout.decided[at]).sum());
    let all = counts.iter().sum::<u32>().max(1);
    counts.map(|count| count as f32 / all as f32)
}

fn matches(fighters: &Fighters, depth: u16, rival: Corner, settings: &EvalSettings) -> Vec<Bout> {
    let seeds = settings.seed..settings.seed + settings.matches;
    seeds.map(|seed| fight(fighters, [Corner::Graph(depth), rival], settings.seconds, seed)).collect()
}

/// Own hits less the rival's, a match.
fn lead(bouts: &[Bout]) -> f32 {
    let lead: f32 = bouts.iter().map(|bout| bout.hits[0] as f32 - bout.hits[1] as f32).sum();
    lead / bouts.len().max(1) as f32
}

/// The standard error of that.
fn error(bouts: &[Bout]) -> f32 {
    let (mean, count) = (lead(bouts), bouts.len() as f32);
    let off = |bout: &Bout| bout.hits[0] as f32 - bout.hits[1] as f32 - mean;
    let squares: f32 = bouts.iter().map(|bout| off(bout) * off(bout)).sum();
    libm::sqrtf(squares / (count * (count - 1.0)).max(1.0))
}

/// States that trees come to who fight each other.
fn visited(fighters: &Fighters, settings: &EvalSettings) -> Vec<State> {
    let seeds = settings.seed + 500..settings.seed + 500 + settings.matches;
    let bouts = seeds.map(|seed| fight(fighters, [Corner::Tree(2), Corner::Tree(2)], settings.seconds, seed));
    bouts.flat_map(|bout| bout.states).collect()
}

/// By eq. 5.1 with the paper's σ: a state is covered if one of the graph is as near as this. Of a graph whose states are finer, its
/// own are nearer to each other than that.
const COVERED: f32 = 1.0;

fn covered(fighters: &Fighters, visited: &[State]) -> f32 {
    let nearest = |state: &&State| fighters.ring().graph.nearest(state);
    let known = visited.iter().filter(|state| nearest(state).is_some_and(|(_, far)| far < COVERED)).count();
    known as f32 / visited.len().max(1) as f32
}

/// Finds a state and chooses, again and again.
fn decision_ns(fighters: &Fighters, visited: &[State], meter: &dyn Meter) -> f64 {
    let (graph, plan) = (&fighters.ring().graph, fighters.plan(5));
    let mut rng = footwork_motion::Rng::new(1);
    let rounds = 200_000 / visited.len().max(1) + 1;
    let (mut sum, mut decisions) = (0_usize, 0_usize);
    let start = meter.seconds();
    for _ in 0..rounds {
        for state in visited {
            let Some(found) = graph.find(state) else { continue };
            let best = plan.best_near(graph, found, state);
            let (edge, _) = crate::fighters::choose::pick(
                graph.edges_of(found),
                &best,
                5.0,
                plan.style(),
                &mut rng,
                |_| 0.0,
            );
            sum = sum.wrapping_add(edge);
            decisions += 1;
        }
    }
    let seconds = meter.seconds() - start;
    std::hint::black_box(sum);
    1e9 * seconds / decisions.max(1) as f64
}
