//! The director of fighters: looks up what to do when an action ends, or when a blow comes, or when a player asks.
//!
//! Paper: Shum 2010, sec. 5.5.1. In a state of the graph the choice is looked up ([`choose`]). Elsewhere (sec. 7.2.3) a
//! simpler level decides until there is such a state again:
//! 1. the nearest state of the same pieces, as long as it is [near](FighterSettings::nearest) by eq. 5.1;
//! 2. beyond that, and out of range, a tree of one choice: it walks up, faces the rival, and strikes where it can. Where what
//!    it plays leads back to the graph, the graph's values are its leaves.
//!
//! How often which of them decided is counted. Who is to be [`sure`](FighterSettings::sure) has the second level decide
//! always, up to three choices deep, among the few that the graph says are worth it: that costs a millisecond, and knows to
//! the centimetre whether a blow will land.

pub mod choose;
mod ease;
pub mod enemies;
mod memory;
mod overlay;
mod player;
mod react;
mod see;

use std::sync::Arc;

use footwork_encounter::onstage::{guard, meets_at, reach};
use footwork_encounter::rules::{Rules, Wanted};
use footwork_encounter::tables::Kind;
use footwork_encounter::world::{Situation, Toll, World, WorldSettings};
use footwork_encounter::{Combinations, Pruning, Style, Tables};
use footwork_motion::Rng;
use footwork_stage::{
    ActorView, Dial, Director, Gaze, KeyLoss, Keys, Member, Move, OptionalIndex, Overlay, PoseSource,
    StageView, Troupe,
};

use crate::asked::Asked;
use crate::graph::Graph;
use crate::plans::{Plan, StyleError, solve};
use crate::styles;
pub use memory::FighterMemory;
pub use overlay::TRUCE;
pub use player::BUTTONS;

/// Whom somebody fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The other one of a pair: 0 and 1, 2 and 3, and so on.
    #[default]
    Pair,
    /// The nearest who is not directed by the same director: who goes for whom as the paper says, each for himself.
    Nearest,
    /// The same, but who goes for whom is planned for all of them together.
    Team,
}

/// How somebody fights.
#[derive(Clone, Debug, PartialEq)]
pub struct FighterSettings {
    /// Whom.
    pub aim: Aim,
    /// How many choices he looks ahead.
    pub depth: u16,
    /// What he wants.
    pub style: Style,
    /// What he takes his rival to want.
    pub against: Style,
    /// Whether a player says what he does.
    pub player: bool,
    /// Whether what the graph says is best, and the best answers to it, are played out before a choice is made.
    pub sure: bool,
    /// Whether he takes his rival to do what that one was seen to do, and not what would be best for him (sec. 5.6.3). Works
    /// where choices are played out.
    pub models: bool,
    /// By eq. 5.1: a state that is further away says nothing about a situation.
    pub nearest: f32,
    /// The same for what a played-out choice leads to.
    pub leaf: f32,
    /// How much worse than the best a choice may be and still be taken now and then; 0 always takes the best. In the
    /// units of the style: about what 0.7 m of distance counts.
    pub temperature: f32,
    /// How many choices are played out by who is to be sure, at most; never more than he looks ahead.
    pub plies: u16,
    /// Of what promises most by itself so many are played out, whatever the graph says.
    pub promising: usize,
    /// How much what comes after a choice counts beside it (sec. 5.6.2): less than 1 where it is known less well.
    pub discount: f32,
    /// Whether he comes to feel like a blow when he has thrown none for a while, and risks more for it the longer that is: two
    /// who only wait for a mistake make a poor fight.
    pub keen: bool,
    /// What a rival at one's side counts where choices are played out, see [`Style::aside`]. Not in the graph: looked up, fighters
    /// won less with it.
    pub aside: f32,
    /// How blows work.
    pub world: WorldSettings,
}

impl Default for FighterSettings {
    fn default() -> FighterSettings {
        FighterSettings {
            aim: Aim::Pair,
            depth: 5,
            style: styles::BOXER,
            against: styles::BOXER,
            player: false,
            sure: false,
            models: false,
            nearest: 1.2,
            leaf: 1.0,
            temperature: 5.0,
            plies: 3,
            promising: 8,
            discount: DISCOUNT,
            keen: true,
            aside: 8.0,
            world: crate::state::ring_world(),
        }
    }
}

/// s. As if he had thrown no blow for so long: how keen he is when the bell rings.
const KEEN: f32 = 1.5;

/// m. Who does not strike keeps his head and trunk so far from his rival's: nearer they lean on each other, for a second and more.
const CLEAR: f32 = 0.2;

/// Of each choice that is looked up beyond the next: errors of states add up, and without it who looked five ahead without playing
/// anything out won less than who looked three. Of 0.5, 0.75 and 1 on takes 11 to 14.
const DISCOUNT: f32 = 0.75;

/// Depths that are solved: how strong somebody is.
pub const DEPTHS: [u16; 3] = [1, 3, 5];

/// A graph with everything that is played by it.
#[derive(Clone)]
pub struct Ring {
    /// What bodies do.
    pub tables: Arc<Tables>,
    /// Which answer suits which blow.
    pub combinations: Arc<Combinations>,
    /// The states that matter.
    pub graph: Arc<Graph>,
    /// What each piece is an answer to.
    pub kinds: Arc<[Asked]>,
}

impl Ring {
    /// A graph with the tables that it was sampled with.
    pub fn new(tables: Tables, graph: Graph) -> Ring {
        let combinations = Arc::new(Combinations::suggest(&tables));
        let kinds = tables.pieces.iter().map(|piece| Asked::of(&tables, piece)).collect();
        Ring { tables: Arc::new(tables), combinations, graph: Arc::new(graph), kinds }
    }
}

/// Decides for fighters of one repertoire.
pub struct Fighters {
    ring: Ring,
    /// By style (as the scene says, and those of the dial) and depth.
    plans: Vec<[Plan; DEPTHS.len()]>,
    settings: FighterSettings,
    pruning: Pruning,
}

pub use crate::styles::STYLES;

impl Fighters {
    /// Solves the graph for the style, and for those that can be switched to: a moment.
    pub fn new(ring: Ring, settings: FighterSettings) -> Result<Fighters, StyleError> {
        let mut plans: Vec<[Plan; DEPTHS.len()]> = Vec::new();
        for style in [settings.style].into_iter().chain(STYLES) {
            let known = plans.iter().find(|known| known[0].style() == &style);
            let own = match known {
                Some(known) => known.clone(),
                None => {
                    let solved = solve(&ring.graph, &style, &settings.against, &DEPTHS, settings.discount)?;
                    let Ok(solved) = solved.try_into() else { return Err(StyleError { name: style.name }) };
                    solved
                }
            };
            plans.push(own);
        }
        Ok(Fighters { ring, plans, settings, pruning: Pruning { clear: CLEAR, ..Pruning::default() } })
    }

    /// The plan of the scene's style that looks so far ahead, or less.
    pub fn plan(&self, depth: u16) -> &Plan {
        let at = DEPTHS.iter().rposition(|known| *known <= depth).unwrap_or(0);
        &self.plans[0][at]
    }

    /// What they are played by.
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// The world that they fight in.
    pub fn fought_in(&self) -> World<'_> {
        self.world()
    }

    fn tables(&self) -> &Tables {
        &self.ring.tables
    }

    fn world(&self) -> World<'_> {
        World { tables: &self.ring.tables, settings: &self.settings.world }
    }

    /// The rules of the tree, for where the graph has nothing to say.
    pub(crate) fn rules<'a>(&'a self, style: &'a Style, memory: &FighterMemory) -> Rules<'a> {
        Rules {
            world: self.world(),
            styles: [style, &self.settings.against, style],
            pruning: &self.pruning,
            combinations: &self.ring.combinations,
            wanted: Wanted::default(),
            seen: [0; 8],
            whim: memory.whim,
        }
    }

    /// Sees to one fighter in one step.
    fn attend(&self, member: &mut Member<'_, FighterMemory>, stage: &StageView<'_>, rng: &mut Rng) {
        let me = member.view();
        self.hear(member, stage);
        if me.pose_source() != PoseSource::Take {
            // His weight has him.
            member.memory.piece = OptionalIndex::NONE;
            member.memory.lose_key(KeyLoss::NotNow, stage.tick());
            return;
        }
        let situation = self.see(member.memory, me, stage);
        if let Some(order) = self.react(member.memory) {
            member.play(order);
            return;
        }
        let truce = me.controls().dials[usize::from(TRUCE)] > 0.5;
        // Who may not strike comes to feel like it, so that he is keen when the bell rings.
        let most = if truce { (KEEN * self.tables().rate) as u32 } else { u32::MAX };
        member.memory.waited = member.memory.waited.saturating_add(1).min(most);
        let ended = member.needs_move();
        let chosen = if truce {
            member.memory.lose_key(KeyLoss::NotNow, stage.tick());
            match self.settings.player {
                true => self.obey(member.memory, me, stage, &situation, ended, rng),
                false if ended => {
                    let seen = self.with_the_fallen(member.memory, me, stage, &situation);
                    self.at_ease(member.memory, &seen, true, came_later(member.memory, me), rng)
                }
                false => None,
            }
        } else if self.settings.player {
            self.obey(member.memory, me, stage, &situation, ended, rng)
        } else if ended || self.must_answer(member.memory, &situation) {
            self.choose(member.memory, me, &situation, rng)
        } else {
            None
        };
        if let Some(piece) = chosen {
            let order = self.order(member.memory, me, stage, &situation, piece);
            let score = member.memory.score;
            member.why().consider(order.segment, score);
            member.play(order);
        } else if let Some(point) = meets_at(&self.world(), &situation) {
            // A hand that is led to a blow follows it.
            member.memory.guard = point.to_array();
            member.redirect(0, point);
        }
    }

    /// Whether he breaks off what he does, for a blow that is about to hit him: once for each blow, and not in the middle of
    /// a blow of his own.
    fn must_answer(&self, memory: &mut FighterMemory, situation: &Situation) -> bool {
        let world = self.world();
        let (own, rival) = (&situation.fighters[0], &situation.fighters[1]);
        if situation.count != 2 || !world.attacks(rival, 0) {
            return false;
        }
        let seen = -rival.begun as f32 >= self.settings.world.reaction * self.tables().rate;
        let is_new = memory.answered != memory.rival_began;
        if !(world.can_answer(own, 0) && own.ends > 0 && seen && is_new) {
            return false;
        }
        let mut toll = Toll::default();
        let mut after = *situation;
        world.advance(&mut after, own.ends.max(rival.ends), &mut toll);
        if toll.taken[0] == 0.0 {
            return false;
        }
        memory.answered = memory.rival_began;
        memory.interrupted = memory.interrupted.wrapping_add(1);
        true
    }

    /// Plays a piece: leads its blow to where the rival will be, and looks at him.
    fn order(
        &self,
        memory: &mut FighterMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        situation: &Situation,
        piece: u16,
    ) -> Move {
        let world = self.world();
        let was = world.piece(&situation.fighters[0]).action;
        let lead = self.lead(situation, &world.begun(&situation.fighters[0], piece, situation.now));
        let situation = &self.led_round(situation, piece);
        let next = world.begun(&situation.fighters[0], piece, situation.now);
        let next = match situation.count {
            0 | 1 => next,
            _ => {
                let rival = &situation.fighters[1];
                world.parrying(world.aimed(next, rival), rival, situation.now)
            }
        };
        let played = world.piece(&next);
        if played.action != was || memory.piece == OptionalIndex::NONE {
            memory.remember(played.action);
            memory.chosen = memory.chosen.wrapping_add(1);
            memory.thrown += u32::from(played.kind == Kind::Attack);
            memory.waited *= u32::from(played.kind != Kind::Attack);
            memory.defended += u32::from(played.kind.is_defence());
        }
        memory.piece = OptionalIndex::some(usize::from(piece));
        (memory.forced, memory.own_landed) = (0, 0);
        (memory.aim, memory.hand, memory.guard) = (next.aim, next.hand, next.guard);
        memory.meets = next.meets.saturating_sub(next.begun).max(0) as u32;
        let mut order = Move::new(self.tables().segment(played));
        order.reaches[0] = reach(&world, me, stage, &next).or_else(|| guard(&world, &next));
        order.yields = true;
        // A fist goes through where it is led; a hand that meets a blow stops there.
        order.passes = played.kind == Kind::Attack;
        order.lead = lead;
        let rival = memory.rival.get().map(|rival| Gaze::Actor(footwork_stage::ActorId(rival as u32)));
        order.looking(rival.filter(|_| situation.count > 1))
    }
}

/// Whether he came to the stage after his rival.
fn came_later(memory: &FighterMemory, me: ActorView<'_>) -> bool {
    memory.rival.get().is_some_and(|rival| rival < me.id().0 as usize)
}

impl Director for Fighters {
    type Memory = enemies::Taken;
    type Member = FighterMemory;

    fn direct(
        &self,
        taken: &mut enemies::Taken,
        troupe: &mut Troupe<'_, FighterMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        self.find_rivals(taken, troupe, stage);
        for at in 0..troupe.len() {
            if let Some(mut member) = troupe.member(at) {
                self.attend(&mut member, stage, rng);
            }
        }
    }

    fn overlay(
        &self,
        _: &enemies::Taken,
        member: &FighterMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Overlay {
        self.show(member, me, stage)
    }

    fn keys(&self, member: &FighterMemory, _: ActorView<'_>) -> Option<Keys> {
        self.heard(member)
    }

    fn dials(&self) -> &'static [Dial] {
        &overlay::DIALS
    }
}
