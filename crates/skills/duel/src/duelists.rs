//! The director of fighters: thinks for each of them while he plays, and chooses when his action ends.
//!
//! Paper: Shum 2010, sec. 4.2: when a character's action ends, a game tree is expanded and the best action is performed. Departs
//! from it so that it runs in real time:
//! - A search begins when an action begins, from the situation in which it will end, and goes on by some nodes in every step.
//!   It begins anew when the rival begins something else, or the fighter is struck. Who sees a blow begin that will harm him
//!   thinks about the moment when he can break off what he does (`answer`).
//! - When the action ends, the deepest finished search counts. Depth is how far he looks at most: his strength.
//!
//! Where the rival's action ends before the own one, he is taken to go on as he was recorded.

mod answer;
mod memory;
mod overlay;
mod path;
mod react;
mod see;

use std::sync::Arc;

use footwork_encounter::onstage::{guard, meets_at, reach};
use footwork_plan::game::{Search, Settings as SearchSettings};
use footwork_stage::{
    ActorView, Dial, Director, Gaze, Member, Move, OptionalIndex, Overlay, Rig, Rng, StageView, Troupe,
};
use glam::Vec2;

use crate::combination::Combinations;
use crate::rules::Rules;
use crate::style::{Pruning, Style};
use crate::tables::{Kind, Tables};
use crate::world::{MOST, Situation, Toll, World, WorldSettings};
use answer::{Alarm, about};
pub use memory::{DuelMemory, LEVELS};
#[cfg(feature = "bake")]
pub(crate) use path::unknown_words;
pub use path::{KNOCK_DOWN, MOST_POINTS, NEW_PATH, REACHED, Stop};

/// Whom somebody fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The other one of a pair: 0 and 1, 2 and 3, and so on.
    #[default]
    Pair,
    /// Whoever is nearest.
    Nearest,
    /// All fight the first actor, two of them together; and he fights, or runs from, who is nearest to him.
    First,
}

/// A place on the way of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckPoint {
    /// m, on the ground: X and Z.
    pub place: Vec2,
    /// s from the scene's beginning: not left before.
    pub time: Option<f32>,
    /// The word of actions that are wanted on the way to it.
    pub required: Option<String>,
}

/// How somebody fights.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelistSettings {
    /// Whom.
    pub aim: Aim,
    /// How many choices he looks ahead.
    pub depth: u16,
    /// What he wants.
    pub style: Style,
    /// What he takes his rival to want.
    pub against: Style,
    /// Whether he takes his rival to do what is best, or what he has been seen to do (sec. 4.6.2).
    pub models: bool,
    /// Whether he is the one who is chased.
    pub chased: bool,
    /// Nodes that he thinks about in a step, at most; fewer of one who does not look far.
    pub nodes: u32,
    /// Nodes of one decision, at most.
    pub most_nodes: u32,
    /// How blows work.
    pub world: WorldSettings,
    /// What is not worth thinking about.
    pub pruning: Pruning,
    /// The way that the pair goes, one place after the other.
    pub path: Vec<CheckPoint>,
    /// The word of actions that are forbidden.
    pub forbidden: Option<String>,
}

impl Default for DuelistSettings {
    fn default() -> DuelistSettings {
        DuelistSettings {
            aim: Aim::Pair,
            depth: 3,
            style: Style::BOXER,
            against: Style::BOXER,
            models: false,
            chased: false,
            nodes: 4000,
            most_nodes: 50_000,
            world: WorldSettings { breath: BREATH, firm: true, ..WorldSettings::default() },
            pruning: Pruning { clear: CLEAR, turning: TURNING, seam: SEAM, ..Pruning::default() },
            path: Vec::new(),
            forbidden: None,
        }
    }
}

/// Nodes of a step, by depth: with them a search of that depth is over within the tenth of a second or two that is left after
/// the rival has begun something else, and no step is held up by many who begin at once. The last takes 5 ms.
const NODES_BY_DEPTH: [u32; 6] = [100, 100, 100, 300, 1500, 4000];
/// s, in which somebody gets the breath for one blow: at most 30 a minute each, in bursts of three. Who can throw as many as he
/// sees openings for throws 45 a minute, which nobody keeps up for long, and few of which are answered.
const BREATH: f32 = 2.0;
/// s. Who has thrown no blow for about so long goes in until he throws one: two who see everything would only step about.
pub(super) const PATIENCE: f32 = 2.0;
/// How much more seldom somebody feels like a blow than his style says.
const SELDOM: f32 = 0.5;
/// s/m. Who likes to be further away comes in more seldom.
const PATIENCE_PER_METRE: f32 = 12.0;
/// As a share of where he likes to be: a rival who likes to be nearer and comes as near as this is met with a blow soon, not only when
/// he would have gone in himself.
const MEETS: f32 = 0.9;
/// How near somebody goes in, as a share of where he likes to be: an outboxer's kicks reach further than fists do.
const GOES_IN: f32 = 0.6;
/// Who does not go in waits so many times as far away as his style says, and who that is, by m: at table 4.1's 0.8 m heads are
/// within a forearm of each other all the time, in a clinch. Infighters like that, and outboxers are far away anyway.
const BIDES: f32 = 1.25;
const BIDERS: std::ops::Range<f32> = 0.7..1.5;
/// m. Who does not strike keeps his head and trunk so far from his rival's: about a forearm. Of 0.08, 0.15, 0.25 and 0.35 m, with
/// this most blows were answered on takes 11 to 14.
const CLEAR: f32 = 0.25;
/// rad. So far from facing his rival nobody lets an action bring him, at any moment of it: a shoulder is turned at him then, not the
/// back, and what the rival does meanwhile may still add to it.
const TURNING: f32 = 1.5;
/// m, what a seam costs: as much as one into a defence may. What costs more is there so that nobody is left with nothing but what turns
/// his back.
const SEAM: f32 = 0.225;
/// m. From here blows reach.
const CLOSE: f32 = 0.9;
/// Deeper than this nobody looks: each level multiplies what it costs.
pub const DEEPEST: u16 = 8;

/// Thinks for fighters of one repertoire.
pub struct Duelists {
    tables: Arc<Tables>,
    combinations: Arc<Combinations>,
    settings: DuelistSettings,
}

impl Duelists {
    /// Fighters who go by these tables.
    pub fn new(tables: Arc<Tables>, combinations: Arc<Combinations>, settings: DuelistSettings) -> Duelists {
        Duelists { tables, combinations, settings }
    }

    /// What they do.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    pub(crate) fn world(&self) -> World<'_> {
        World { tables: &self.tables, settings: &self.settings.world }
    }

    /// The rules as a fighter sees them.
    fn rules<'a>(&'a self, memory: &DuelMemory, me: ActorView<'_>, styles: &'a [Style; 2]) -> Rules<'a> {
        let [style, against] = styles;
        Rules {
            world: self.world(),
            // A third one is on the own side.
            styles: [style, against, style],
            pruning: &self.settings.pruning,
            combinations: &self.combinations,
            wanted: self.wanted(memory, Some(me)),
            seen: memory.seen,
            whim: memory.whim,
        }
    }

    fn search_settings(&self, depth: u16) -> SearchSettings {
        SearchSettings {
            depth,
            most_nodes: self.settings.most_nodes,
            modelled: self.settings.models,
            cuts: true,
        }
    }

    /// Sees to one fighter in one step.
    fn attend(&self, member: &mut Member<'_, DuelMemory>, stage: &StageView<'_>, rng: &mut Rng) {
        let me = member.view();
        member.memory.prime(self, rng);
        member.memory.waited = member.memory.waited.saturating_add(1);
        member.memory.rested = member.memory.rested.saturating_sub(1);
        member.memory.rival_rested = member.memory.rival_rested.saturating_sub(1);
        self.hear(member);
        let mut situation = Situation { count: 1, ..bytemuck::Zeroable::zeroed() };
        self.see(member.memory, me, stage, &mut situation);
        if let Some(order) = self.react(member.memory) {
            member.memory.search = Search::default();
            member.play(order);
            return;
        }
        let (_, depth) = self.dialled(member.memory, me);
        let alarm = self.alarm(&situation, depth);
        if member.needs_move() || self.must_answer(member.memory, &mut situation, alarm) {
            member.memory.completed = u32::from(member.needs_move());
            let chosen = self.decide(member.memory, me, &situation, alarm);
            member.memory.whim = rng.bits() as u32;
            if let Some(piece) = chosen {
                let order = self.order(member.memory, me, stage, &situation, piece);
                let score = member.memory.score;
                member.why().consider(order.segment, score);
                member.play(order);
            }
        } else {
            self.think(member.memory, me, &situation, alarm);
            if let Some(point) = meets_at(&self.world(), &situation) {
                member.memory.guard = point.to_array();
                member.redirect(0, point);
            }
        }
    }

    /// The situation in which the own action will end.
    pub(crate) fn ahead(&self, situation: &Situation) -> Situation {
        let world = self.world();
        let mut ahead = *situation;
        let mut toll = Toll::default();
        // Rivals whose action ends sooner go on as they were recorded.
        for _ in 0..LEVELS {
            let own_end = ahead.fighters[0].ends;
            let count = (ahead.count as usize).min(MOST);
            let sooner = (1..count).filter(|other| ahead.fighters[*other].ends <= own_end);
            let next = sooner.min_by_key(|other| ahead.fighters[*other].ends);
            let Some(other) = next else {
                world.advance(&mut ahead, own_end, &mut toll);
                if ahead.fighters[0].ends == own_end {
                    break;
                }
                continue;
            };
            let end = ahead.fighters[other].ends;
            world.advance(&mut ahead, end, &mut toll);
            let fighter = &mut ahead.fighters[other];
            if fighter.ends == end {
                match self.tables.next_of(fighter.piece) {
                    Some(next) => *fighter = world.begun(fighter, next, end),
                    None => fighter.ends = own_end.saturating_add(1),
                }
            }
        }
        ahead
    }

    /// Goes on thinking about what to do when the own action ends.
    fn think(&self, memory: &mut DuelMemory, me: ActorView<'_>, situation: &Situation, alarm: Option<Alarm>) {
        let about = about(situation, alarm);
        if !memory.search.is_begun() || memory.about != about {
            memory.about = about;
            self.begin(memory, situation);
            let mut then = *situation;
            if let Some(alarm) = alarm {
                then.fighters[0].ends = alarm.wait;
            }
            memory.states[0] = self.ahead(&then);
        }
        self.search(memory, me, None, None);
    }

    /// Begins a search. What he wants stays as it is until it is over.
    fn begin(&self, memory: &mut DuelMemory, situation: &Situation) {
        memory.search = Search::begin();
        self.lead_on(memory);
        let (style, world) = (&self.settings.style, self.world());
        let [own, rival] = [0, 1].map(|who| world.body(&situation.fighters[who], situation.now));
        let comes_in = situation.count > 1 && self.settings.against.distance < style.distance;
        let meets = comes_in && own.distance(&rival) < MEETS * style.distance;
        let further = if meets { 0.0 } else { (style.distance - CLOSE).max(0.0) };
        // Not all at the same moment.
        let patience = (PATIENCE + PATIENCE_PER_METRE * further) * (0.5 + (memory.chosen % 8) as f32 / 8.0);
        let patience = if self.is_on_the_way(memory) { 2.5 * patience } else { patience };
        let waited = memory.waited as f32 > patience * self.tables.rate;
        memory.eager = u32::from(waited && self.settings.world.catch == 0.0 && memory.hurries == 0);
    }

    /// Goes on with a search: for as many nodes as a step has room for, and as deep as he looks, unless said otherwise.
    fn search(&self, memory: &mut DuelMemory, me: ActorView<'_>, depth: Option<u16>, nodes: Option<u32>) {
        let (mut styles, dialled) = self.dialled(memory, me);
        // Who waits too long goes in anyway: he need not feel like it as often as one who only does what he feels like.
        styles[0].impulse *= SELDOM;
        if memory.eager != 0 {
            let close = styles[0].distance.min(CLOSE.max(GOES_IN * styles[0].distance));
            styles[0] = Style { impulse: 1.0, distance: close, ..styles[0] };
        } else if BIDERS.contains(&styles[0].distance) && self.settings.world.catch == 0.0 {
            styles[0].distance *= BIDES;
        }
        // Where three choose, as much time ahead takes half as many choices more.
        let three = memory.states[0].count as usize == MOST;
        let depth = depth.unwrap_or(if three { (dialled + dialled / 2).min(DEEPEST) } else { dialled });
        let nodes = nodes.unwrap_or(self.settings.nodes.min(NODES_BY_DEPTH[usize::from(depth).min(5)]));
        let rules = self.rules(memory, me, &styles);
        let mut search = memory.search;
        search.think(&rules, &self.search_settings(depth), &mut memory.desk(), nodes);
        memory.search = search;
    }

    /// What to do now: what the search found, if it is about what came.
    fn decide(
        &self,
        memory: &mut DuelMemory,
        me: ActorView<'_>,
        situation: &Situation,
        alarm: Option<Alarm>,
    ) -> Option<u16> {
        let own = &situation.fighters[0];
        let about = about(situation, alarm);
        if !memory.search.is_begun() || memory.about != about {
            self.begin(memory, situation);
            memory.states[0] = *situation;
        }
        self.search(memory, me, None, None);
        // There is always time for one choice ahead: as many nodes as there are ways.
        if memory.search.best().is_none() {
            self.search(memory, me, Some(1), Some(64));
        }
        let best = memory.search.best();
        memory.nodes = memory.search.nodes();
        memory.depth = best.map_or(0, |best| u32::from(best.depth));
        memory.score = best.map_or(0.0, |best| best.scores.comp as f32);
        memory.search = Search::default();
        let edges = self.tables.edges_from(own.piece, -own.begun);
        let found = best.map(|best| best.number).filter(|best| edges.iter().any(|edge| edge.piece == *best));
        if let Some(saved) = found.and_then(|found| self.saved(memory, me, situation, found)) {
            return Some(saved);
        }
        found.or_else(|| edges.first().map(|edge| edge.piece))
    }

    /// Plays a piece: leads its blow to where the rival will be, and looks at him.
    fn order(
        &self,
        memory: &mut DuelMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        situation: &Situation,
        piece: u16,
    ) -> Move {
        let world = self.world();
        let own = &situation.fighters[0];
        let was = world.piece(own).action;
        let next = world.begun(own, piece, situation.now);
        let next = if situation.count > 1 {
            let rival = &situation.fighters[1];
            world.spent(world.parrying(world.aimed(next, rival), rival, situation.now), situation.now)
        } else {
            next
        };
        let played = world.piece(&next);
        if played.action != was || memory.piece == OptionalIndex::NONE {
            memory.recent.rotate_right(1);
            memory.recent[0] = played.action.wrapping_add(1);
            memory.chosen = memory.chosen.wrapping_add(1);
            memory.thrown += u32::from(played.kind == Kind::Attack);
            memory.waited *= u32::from(played.kind != Kind::Attack);
            memory.defended += u32::from(played.kind.is_defence());
        }
        memory.piece = OptionalIndex::some(usize::from(piece));
        (memory.forced, memory.own_landed) = (0, 0);
        (memory.aim, memory.own_left) = (next.aim, next.left);
        (memory.hand, memory.guard) = (next.hand, next.guard);
        memory.meets = next.meets.saturating_sub(next.begun).max(0) as u32;
        memory.rested = next.rested.saturating_sub(situation.now).clamp(0, 10_000) as u16;
        let foresaw = self.foresees(situation, next);
        // Who is out of a blow's way by what he did before stays so on purpose.
        let same = memory.foresaw == 1 && memory.foresaw_blow == memory.rival_began;
        memory.foresaw = if foresaw == 0 && same { 1 } else { foresaw };
        memory.foresaw_blow = memory.rival_began;
        let mut order = Move::new(self.tables.segment(played));
        order.reaches[0] = reach(&world, me, stage, &next).or_else(|| guard(&world, &next));
        order.yields = true;
        let rival = memory.rival.get().map(|rival| Gaze::Actor(footwork_stage::ActorId(rival as u32)));
        order.looking(rival.filter(|_| situation.count > 1))
    }
}

impl Director for Duelists {
    type Memory = ();
    type Member = DuelMemory;

    fn direct(&self, _: &mut (), troupe: &mut Troupe<'_, DuelMemory>, stage: &StageView<'_>, rng: &mut Rng) {
        for at in 0..troupe.len() {
            if let Some(mut member) = troupe.member(at) {
                self.attend(&mut member, stage, rng);
            }
        }
    }

    fn overlay(&self, _: &(), member: &DuelMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        self.show(member, me, stage)
    }

    fn dials(&self) -> &'static [Dial] {
        &overlay::DIALS
    }
}

/// Measures a repertoire for fighting: the tables, and which answer suits which blow.
pub fn measure(
    rig: &Rig,
    own: &str,
    edges: &crate::tables::EdgeSettings,
) -> Result<(Arc<Tables>, Arc<Combinations>), crate::tables::TableError> {
    let tables = Tables::new(rig, own, edges)?;
    let combinations = Combinations::suggest(&tables);
    Ok((Arc::new(tables), Arc::new(combinations)))
}
