//! Bouts: fighters on a stage, and what is counted while they fight.

use std::sync::Arc;

use bytemuck::Zeroable;
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_skill::Failure;
use footwork_stage::{ActorId, BodyPart, Happening, Rig, Settings, SharedDirector, Stage};
use glam::{Vec2, Vec3};
use serde::Serialize;

use super::Ring;
use super::fates::{Fate, Thrown, could_answer};
use crate::duelists::{DuelMemory, DuelistSettings, Duelists, REACHED};
use crate::tables::{Kind, Tables};
use crate::world::{Situation, Toll, harm};
use footwork_motion::ground::Place;

/// How a bout is fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoutSettings {
    /// s
    pub seconds: f32,
    /// Of the stage.
    pub seed: u64,
}

/// What was seen of a bout.
#[derive(Clone, Debug, Default)]
pub struct Bout {
    /// Damage that each gave.
    pub gave: [f32; 2],
    /// Blows of each that did harm.
    pub hits: [u32; 2],
    /// Blows that would have landed if the rival had gone on as he did; of those, how many he answered with a defence and was
    /// not harmed by; and how many harmed him.
    pub would_land: u32,
    /// Blows that would have landed, and were broken off by who had begun them.
    pub withdrawn: u32,
    /// See above.
    pub answered: u32,
    /// See above.
    pub harmed: u32,
    /// What the rival was doing when such a blow was to land, by kind.
    pub doing: [u32; 9],
    /// What became of such blows, by [`Fate`].
    pub fates: [u32; Fate::COUNT],
    /// The same of each one's blows.
    pub fates_of: [[u32; Fate::COUNT]; 2],
    /// Of who answered with a defence: expected no harm and had none, or had; expected harm and had none, or had.
    pub foreseen_answers: [[u32; 2]; 2],
    /// Of as many other moments, at how many he was in a defence.
    pub shifted: f32,
    /// All blows, and those for short range.
    pub blows: [u32; 2],
    /// Of each, all blows and those for short range.
    pub blows_of: [[u32; 2]; 2],
    /// m, between the two, step by step.
    pub distances: Vec<f32>,
    /// Actions that ended, and of those how many where they were foreseen.
    pub ended: [u32; 2],
    /// m, what the seams that were played cost.
    pub seams: Vec<f32>,
    /// Steps in which one had turned his back on the other.
    pub turned: u32,
    /// Steps in which heads and trunks are nearer than a hand's breadth to each other; and in which they are in each other.
    pub crowded: u32,
    /// See above.
    pub inside: u32,
    /// Steps in which both did the same at the same moment.
    pub twins: u32,
    /// s, the longest that one did nothing but stand.
    pub longest_still: f32,
    /// How often each action was chosen.
    pub chosen: std::collections::BTreeMap<u16, u32>,
    /// Some situations in which somebody has to choose.
    pub situations: Vec<Situation>,
    /// Decisions, how many choices ahead they looked, and their nodes, summed.
    pub thought: [u64; 3],
    /// Of each, decisions by how many choices ahead they looked; 0 where there was nothing to choose.
    pub depths_of: [[u32; 9]; 2],
    /// m, from the path, in the mean.
    pub path_error: f32,
    /// s, when the check points were reached, one after the other, as far as they were.
    pub reached: Vec<f32>,
    /// s, the whole of it.
    pub seconds: f32,
}

/// Bouts in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Of blows that would have landed, the share that was answered on purpose.
    pub defended: f32,
    /// The share of defences at other moments.
    pub defended_shifted: f32,
    /// Of blows that would have landed, the share that did harm.
    pub harmed: f32,
    /// Blows that were broken off by who had begun them, as a share of those that would have landed.
    pub withdrawn: f32,
    /// Of those whom they were meant for, the share that was throwing a blow of his own.
    pub exchanged: f32,
    /// Both together.
    pub blows_a_minute: f32,
    /// Of those, the share for short range.
    pub short_share: f32,
    /// m, the middle one.
    pub distance: f32,
    /// m, that 95 % of the time they are nearer than.
    pub distance_p95: f32,
    /// How many choices ahead decisions looked, in the mean.
    pub depth_reached: f32,
    /// Nodes of a decision, in the mean.
    pub nodes: f32,
    /// The share of actions that ended where it was foreseen.
    pub predicted_within: f32,
    /// m
    pub seam_cost_p95: f32,
    /// The share of time that one of them had turned his back.
    pub turned_away: f32,
    /// The share of time that heads and trunks are within a hand's breadth of each other, and in each other.
    pub crowded: f32,
    /// See above.
    pub inside: f32,
    /// The share of time that both did the same.
    pub twins: f32,
    /// s, the longest that one stood still.
    pub longest_still: f32,
    /// What became of blows that would have landed, as shares: see [`Fate`].
    pub fates: [f32; Fate::COUNT],
    /// The share of the action that was chosen most.
    pub commonest: f32,
}

impl Figures {
    /// Of some bouts.
    pub fn of(bouts: &[Bout]) -> Figures {
        let sum = |of: &dyn Fn(&Bout) -> f32| -> f32 { bouts.iter().map(of).sum() };
        let share = |part: f32, whole: f32| if whole > 0.0 { part / whole } else { 0.0 };
        let would = sum(&|bout| bout.would_land as f32);
        let blows = sum(&|bout| bout.blows[0] as f32);
        let seconds = sum(&|bout| bout.seconds);
        let decisions = sum(&|bout| bout.thought[0] as f32);
        let far: Vec<f32> = bouts.iter().flat_map(|bout| bout.distances.iter().copied()).collect();
        let seams: Vec<f32> = bouts.iter().flat_map(|bout| bout.seams.iter().copied()).collect();
        let mut chosen = std::collections::BTreeMap::new();
        for (action, count) in bouts.iter().flat_map(|bout| &bout.chosen) {
            *chosen.entry(*action).or_insert(0) += count;
        }
        let all: u32 = chosen.values().sum();
        Figures {
            defended: share(sum(&|bout| bout.answered as f32), would),
            defended_shifted: share(sum(&|bout| bout.shifted), would),
            harmed: share(sum(&|bout| bout.harmed as f32), would),
            withdrawn: share(sum(&|bout| bout.withdrawn as f32), would),
            exchanged: share(sum(&|bout| bout.doing[Kind::Attack as usize] as f32), would),
            blows_a_minute: share(60.0 * blows, seconds),
            short_share: share(sum(&|bout| bout.blows[1] as f32), blows),
            distance: percentile(far.clone(), 0.5),
            distance_p95: percentile(far.clone(), 0.95),
            depth_reached: share(sum(&|bout| bout.thought[1] as f32), decisions),
            nodes: share(sum(&|bout| bout.thought[2] as f32), decisions),
            predicted_within: share(sum(&|bout| bout.ended[1] as f32), sum(&|bout| bout.ended[0] as f32)),
            seam_cost_p95: percentile(seams, 0.95),
            crowded: share(sum(&|bout| bout.crowded as f32), far.len() as f32),
            inside: share(sum(&|bout| bout.inside as f32), far.len() as f32),
            twins: share(sum(&|bout| bout.twins as f32), far.len() as f32),
            fates: std::array::from_fn(|fate| share(sum(&|bout| bout.fates[fate] as f32), would)),
            turned_away: share(sum(&|bout| bout.turned as f32), far.len() as f32),
            longest_still: bouts.iter().map(|bout| bout.longest_still).fold(0.0, f32::max),
            commonest: share(chosen.values().copied().max().unwrap_or(0) as f32, all as f32),
        }
    }
}

pub(super) fn percentile(mut values: Vec<f32>, share: f32) -> f32 {
    values.sort_by(f32::total_cmp);
    let at = (share * values.len() as f32) as usize;
    values.get(at.min(values.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

/// m, how far apart two begin.
const APART: f32 = 1.4;
/// s. Two who are nearer to each other in the same take look like one.
const TWINS: f64 = 0.1;
/// m. Heads and trunks that are nearer than a hand is wide and long are in a clinch; and beyond flesh that gives, in each other.
const CROWDED: f32 = 0.15;
const INSIDE: f32 = -0.03;
/// rad. Who faces further away than this has turned his back.
const BACK: f32 = 2.0;
/// Steps: moments that have nothing to do with a blow are so long after it, and as long again; and how many are looked at.
const SHIFT: usize = 97;
const SHIFTS: usize = 5;
/// m and rad: what counts as foreseen.
const WITHIN: [f32; 2] = [0.05, 0.0873];

/// Two on a stage, each with his ring and settings.
pub fn fight(
    rig: &Arc<Rig>,
    corners: &[(&Ring, DuelistSettings); 2],
    settings: &BoutSettings,
) -> Result<Bout, Failure> {
    let mut stage = Stage::new(Settings::default(), settings.seed)?;
    let number = stage.add_rig(rig.clone());
    let mut seen = Vec::new();
    for (at, (ring, own)) in corners.iter().enumerate() {
        let side = at as f32 - 0.5;
        let place = Transform::new(yaw(at as f32 * std::f32::consts::PI), Vec3::new(0.0, 0.0, side * APART));
        let duelists = Arc::new(Duelists::new(ring.tables.clone(), ring.combinations.clone(), own.clone()));
        let director = stage.add_shared_director(SharedDirector::from(duelists.clone()));
        let actor = stage.add_actor(number, None, place)?;
        stage.set_director(actor, director, true)?;
        seen.push(Watched::new(actor, duelists));
    }
    let steps = (settings.seconds / stage.settings().step) as usize;
    let mut bout = Bout { seconds: settings.seconds, ..Bout::default() };
    let path: Vec<Vec2> = corners[0].1.path.iter().map(|point| point.place).collect();
    for step in 0..steps {
        stage.step();
        for at in 0..2 {
            watch(&mut seen, at, &stage, step, &mut bout);
        }
        let [a, b] =
            [0, 1].map(|at| stage.actor(seen[at].actor).map_or(Place::HERE, |me| Place::new(me.frame())));
        bout.distances.push(a.distance(&b));
        let [does_a, does_b] =
            [0, 1].map(|at| stage.actor(seen[at].actor).map(|me| (me.segment().take, me.time())));
        bout.twins +=
            u32::from(does_a.zip(does_b).is_some_and(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < TWINS));
        let gap = gap(&stage, [seen[0].actor, seen[1].actor]);
        bout.crowded += u32::from(gap < CROWDED);
        bout.inside += u32::from(gap < INSIDE);
        bout.turned += u32::from(a.bearing(&b).abs() > BACK || b.bearing(&a).abs() > BACK);
        let middle = 0.5 * Vec2::new(a.x + b.x, a.z + b.z);
        bout.path_error += from_path(&path, middle) / steps as f32;
        if path.get(bout.reached.len()).is_some_and(|next| next.distance(middle) < REACHED) {
            bout.reached.push(step as f32 * stage.settings().step);
        }
    }
    for (at, watched) in seen.iter().enumerate() {
        let memory = stage.actor(watched.actor).and_then(|me| me.memory::<DuelMemory>());
        (bout.gave[at], bout.hits[at]) = memory.map_or((0.0, 0), |own| (own.gave, own.landed));
        let rival = &seen[1 - at];
        for blow in watched.blows.iter().filter(|blow| blow.would_land) {
            let does = |step: usize| rival.does.get(step).copied().unwrap_or(Kind::Other);
            // Also who steps out of a blow's way, if he chose that with the blow before his eyes to be safe from it.
            let strikes = |step: usize| watched.does.get(step) == Some(&Kind::Attack);
            let saw = |step: usize| rival.foresaw.get(step).copied().filter(|_| strikes(step)).unwrap_or(0);
            let defends = |step: usize| does(step).is_defence() || saw(step) == 1;
            let plays = |step: usize| watched.plays.get(step).map(|[piece, _]| *piece);
            let own = watched.does.get(blow.lands).copied().unwrap_or(Kind::Other);
            // Who breaks off a blow himself has not thrown it.
            if plays(blow.begun) != plays(blow.lands) && own.is_chosen() {
                bout.withdrawn += 1;
                continue;
            }
            bout.would_land += 1;
            bout.doing[does(blow.lands) as usize] += 1;
            bout.harmed += u32::from(blow.harmed);
            let foresaw = saw(blow.lands);
            if (1..=2).contains(&foresaw) && defends(blow.lands) {
                bout.foreseen_answers[foresaw as usize - 1][usize::from(blow.harmed)] += 1;
            }
            bout.answered += u32::from(!blow.harmed && defends(blow.lands));
            let on_purpose = defends(blow.lands);
            let anew = rival.plays.get(blow.begun) != rival.plays.get(blow.lands);
            let fate = blow.fate(on_purpose, saw(blow.lands), anew);
            bout.fates[fate as usize] += 1;
            bout.fates_of[at][fate as usize] += 1;
            // What comes after the bout's end is what was at its beginning.
            let later = |shift: usize| (blow.lands + shift * SHIFT) % rival.does.len().max(1);
            let there = (1..=SHIFTS).filter(|shift| defends(later(*shift))).count();
            bout.shifted += there as f32 / SHIFTS as f32;
        }
    }
    Ok(bout)
}

/// m, between the surfaces of two heads and trunks as they are shown, where they are nearest.
fn gap(stage: &Stage, actors: [ActorId; 2]) -> f32 {
    let [Some(a), Some(b)] = actors.map(|actor| stage.actor(actor)) else { return f32::INFINITY };
    let is_trunk = |part: BodyPart| matches!(part, BodyPart::Head | BodyPart::Chest | BodyPart::Pelvis);
    let placed = |actor: footwork_stage::ActorView<'_>| -> Vec<(Vec3, Vec3, f32)> {
        let parts = actor.rig().capsules().iter().filter(|(part, _)| is_trunk(*part));
        let at = |(_, capsule): &(BodyPart, footwork_stage::Capsule)| {
            (capsule.from.position(actor.world()), capsule.to.position(actor.world()), capsule.radius)
        };
        parts.map(at).collect()
    };
    let (own, other) = (placed(a), placed(b));
    let mut least = f32::INFINITY;
    for (p, q, radius) in &own {
        for (r, s, thick) in &other {
            // Capsules this short are near enough as five balls each.
            for i in 0..5 {
                for j in 0..5 {
                    let (x, y) = (p.lerp(*q, i as f32 / 4.0), r.lerp(*s, j as f32 / 4.0));
                    least = least.min(x.distance(y) - radius - thick);
                }
            }
        }
    }
    least
}

/// One of them, as somebody at the ring sees him.
struct Watched {
    actor: ActorId,
    duelists: Arc<Duelists>,
    /// What he plays, and since when it counts as one stand.
    piece: Option<usize>,
    still: u32,
    /// Where he was one step ago, and how many frames into his piece.
    was: Place,
    into: i32,
    /// Where his action is foreseen to end.
    foreseen: Option<Place>,
    /// How many blows had met him when it began: nobody foresees where a blow pushes him.
    met: u32,
    blows: Vec<Thrown>,
    /// What he is doing, step by step.
    does: Vec<Kind>,
    /// What he expects of the blow that is on its way, step by step.
    foresaw: Vec<u32>,
    /// What he plays and how many actions he has chosen, step by step.
    plays: Vec<[usize; 2]>,
}

impl Watched {
    fn new(actor: ActorId, duelists: Arc<Duelists>) -> Watched {
        Watched {
            actor,
            duelists,
            piece: None,
            still: 0,
            was: Place::HERE,
            into: 0,
            foreseen: None,
            met: 0,
            blows: Vec::new(),
            does: Vec::new(),
            foresaw: Vec::new(),
            plays: Vec::new(),
        }
    }
}

fn watch(seen: &mut [Watched], at: usize, stage: &Stage, step: usize, bout: &mut Bout) {
    let watched = &mut seen[at];
    let duelists = watched.duelists.clone();
    let tables: &Tables = duelists.tables();
    let Some(me) = stage.actor(watched.actor) else { return };
    let Some(memory) = me.memory::<DuelMemory>() else { return };
    let Some(piece) = memory.piece.get().and_then(|piece| tables.pieces.get(piece)) else { return };
    let here = Place::new(me.frame());
    watched.does.push(piece.kind);
    watched.foresaw.push(memory.foresaw);
    watched.plays.push([memory.piece.get().unwrap_or(0), memory.chosen as usize]);
    for event in stage.events() {
        let Happening::StrikeLanded(blow) = event.happening else { continue };
        if event.to != watched.actor || blow.who != watched.actor {
            continue;
        }
        if let Some(last) = watched.blows.last_mut() {
            last.harmed |= harm(blow.part) > 0.0;
        }
    }
    // A new piece has just begun where the body was a step ago.
    let begun =
        me.time() - f64::from(piece.first) / f64::from(tables.rate) < 1.5 * f64::from(stage.settings().step);
    if begun && (watched.piece != memory.piece.get() || watched.foreseen.is_none()) {
        let last = watched.piece.and_then(|last| tables.pieces.get(last).map(|piece| (last, piece)));
        if let (Some((number, last)), Some(foreseen)) = (last, watched.foreseen.take()) {
            let edge = tables
                .edges_from(number as u16, watched.into)
                .iter()
                .find(|edge| Some(usize::from(edge.piece)) == memory.piece.get());
            if last.action != piece.action {
                bout.seams.extend(edge.map(|edge| edge.cost).filter(|_| memory.forced == 0));
                *bout.chosen.entry(piece.action).or_insert(0) += 1;
            }
            let turn = (foreseen.cos * watched.was.sin - foreseen.sin * watched.was.cos).abs();
            let near = foreseen.distance(&watched.was) < WITHIN[0] && turn < WITHIN[1];
            let met = memory.suffered + memory.stopped;
            if memory.forced == 0 && memory.completed == 1 && met == watched.met {
                bout.ended[0] += 1;
                bout.ended[1] += u32::from(near);
            }
        }
        let place = watched.was.then(&tables.ground(piece.take, piece.first).inverse());
        watched.foreseen = Some(place.then(tables.ground(piece.take, piece.end)));
        watched.piece = memory.piece.get();
        watched.met = memory.suffered + memory.stopped;
        if memory.forced == 0 {
            let thought = [1, u64::from(memory.depth), u64::from(memory.nodes)];
            bout.thought.iter_mut().zip(thought).for_each(|(sum, own)| *sum += own);
            let depth = if memory.nodes == 0 { 0 } else { memory.depth };
            bout.depths_of[at][(depth as usize).min(8)] += 1;
        }
        if piece.kind == Kind::Attack && memory.forced == 0 {
            bout.blows[0] += 1;
            let short = u32::from(tables.blows_of(piece).first().is_some_and(|blow| blow.short));
            bout.blows[1] += short;
            bout.blows_of[at][0] += 1;
            bout.blows_of[at][1] += short;
            let situation = duelists.situation(me, &stage.view());
            let mut after = situation;
            let mut toll = Toll::default();
            duelists.world().advance(&mut after, situation.fighters[0].ends, &mut toll);
            let lands = tables.blows_of(piece).first().map_or(0, |blow| blow.lands - piece.first) as usize;
            let would_land = toll.given[0].iter().sum::<f32>() > 0.0;
            let (world, rival) = (duelists.world(), situation.fighters[1]);
            watched.blows.push(Thrown {
                begun: step,
                lands: step + lands,
                would_land,
                harmed: false,
                forced: rival.forced != 0,
                free: world.can_answer(&rival, 0),
                could: could_answer(&world, &situation),
            });
        }
        if bout.situations.len() < 2000 && step % 3 == at {
            bout.situations.push(duelists.ahead(&duelists.situation(me, &stage.view())));
        }
    }
    watched.still = if piece.kind == Kind::Stance { watched.still + 1 } else { 0 };
    bout.longest_still = bout.longest_still.max(watched.still as f32 * stage.settings().step);
    watched.was = here;
    watched.into = (me.time() * f64::from(tables.rate)) as i32 - piece.first as i32;
}

/// m, how far a point is from a line of points; 0 from none.
fn from_path(path: &[Vec2], point: Vec2) -> f32 {
    let to_segment = |ends: &[Vec2]| {
        let bone = ends[1] - ends[0];
        let along = ((point - ends[0]).dot(bone) / bone.length_squared().max(1e-9)).clamp(0.0, 1.0);
        point.distance(ends[0] + bone * along)
    };
    path.windows(2).map(to_segment).reduce(f32::min).unwrap_or(0.0)
}

impl Duelists {
    /// What a fighter sees now, for whoever measures.
    pub(crate) fn situation(
        &self,
        me: footwork_stage::ActorView<'_>,
        stage: &footwork_stage::StageView<'_>,
    ) -> Situation {
        let mut memory = me.memory::<DuelMemory>().copied().unwrap_or(DuelMemory::zeroed());
        let mut situation = Situation { count: 1, ..Situation::zeroed() };
        self.see(&mut memory, me, stage, &mut situation);
        situation
    }
}
