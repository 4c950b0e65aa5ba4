//! A fighter whom a player moves: buttons and a stick.
//!
//! Paper: Shum 2010, sec. 5.5.1.1: the best action of the asked kind. A key is answered in the step in which it
//! comes, unless the fighter is being hit, or in the middle of a blow: then it waits for [`WAITS`] seconds at most. What
//! the stick says holds as long as it is held. Without either he stays on guard and turns to his rival.

use footwork_encounter::tables::Kind;
use footwork_encounter::world::{Fighter, Situation};
use footwork_stage::{ActorView, KeyLoss, Keys, LostKey, StageView};
use glam::Vec2;

use super::memory::LOSSES;
use super::{FighterMemory, Fighters};
use crate::asked::{Asked, goes};
use crate::outcome::{pending, play};

/// The buttons, by number, and what they ask for.
pub const BUTTONS: [Asked; 4] = [Asked::Punch, Asked::Kick, Asked::Dodge, Asked::Block];
/// s. A key that could not be answered for so long is out of date.
const WAITS: f32 = 0.7;
/// A stick that is moved less than this is at rest.
const REST: f32 = 0.35;
/// Per m that a blow is led: of two that miss, the one that misses less. A metre is a fifth of a good blow.
const LED: f32 = 2e4;
/// s. Who was hit hard is at a loss for so long; how he comes to himself again, which lasts up to a second more, can be left for what
/// a player asks for. Of keys that were lost all but those that another key came after were lost there.
const STUNNED: f32 = 0.5;
/// The share of a blow's way back after which another action may begin.
const RECOVERED: f32 = 0.3;

impl Fighters {
    /// A button went down.
    pub(super) fn key(&self, memory: &mut FighterMemory, button: u8, stage: &StageView<'_>) {
        if let Some(asked) = BUTTONS.get(usize::from(button)) {
            let asked = *asked as u32 + 1;
            // Pressed again it is asked for anew; another one takes its place.
            if memory.asked != asked {
                memory.lose_key(KeyLoss::Replaced, stage.tick());
            }
            (memory.asked, memory.asked_at) = (asked, stage.tick() as u32);
        }
    }

    /// What became of the keys of a player, for a game's display.
    pub(super) fn heard(&self, memory: &FighterMemory) -> Option<Keys> {
        let button = |asked: u32| BUTTONS.iter().position(|own| *own as u32 + 1 == asked).map(|at| at as u8);
        let lost = button(memory.lost).map(|button| LostKey {
            button,
            why: LOSSES.get(memory.lost_why as usize).copied().unwrap_or(KeyLoss::Late),
            tick: u64::from(memory.lost_at),
        });
        self.settings.player.then(|| Keys { waits: button(memory.asked), lost })
    }

    /// What the player's fighter begins in this step, if anything.
    pub(super) fn obey(
        &self,
        memory: &mut FighterMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        situation: &Situation,
        ended: bool,
    ) -> Option<u16> {
        let waited = (stage.tick() as u32).wrapping_sub(memory.asked_at);
        if memory.asked != 0 && waited as f32 * stage.step() > WAITS {
            memory.lose_key(KeyLoss::Late, stage.tick());
        }
        let free = ended || self.is_free(&situation.fighters[0]);
        let asked = Asked::ALL.get((memory.asked as usize).wrapping_sub(1)).copied();
        if let Some(asked) = asked.filter(|_| free)
            && let Some(piece) = self.best_of(memory, me, situation, &|kind| kind == asked)
        {
            memory.asked = 0;
            memory.keys_answered += 1;
            memory.key_ticks = waited;
            return Some(piece);
        }
        let controls = me.controls();
        let steps = stick(controls.stick, controls.look);
        let pushed = steps.map_or(0, |step| step as u32 + 1);
        let moved = pushed != 0 && pushed != memory.stick;
        if !(ended || (moved && free)) {
            return None;
        }
        memory.stick = pushed;
        match steps {
            Some(Asked::TurnLeft | Asked::TurnRight) => {
                self.best_of(memory, me, situation, &|kind| Some(kind) == steps)
            }
            Some(_) => self.step_to(memory, situation, controls.stick),
            None => self.on_guard(situation),
        }
        .or_else(|| self.on_guard(situation))
    }

    /// Whether he can leave what he does at once.
    fn is_free(&self, own: &Fighter) -> bool {
        let piece = self.world().piece(own);
        let played = -own.begun as f32 / piece.frames().max(1) as f32;
        match piece.kind {
            Kind::Stance | Kind::Movement => true,
            Kind::Recovery => played > RECOVERED,
            Kind::Attack => self.world().can_answer(own, 0),
            Kind::Avoid | Kind::Block => played > 0.4,
            Kind::Hit => -own.begun as f32 > STUNNED * self.tables().rate,
            Kind::Fall | Kind::Other => false,
        }
    }

    /// The best choice of some kinds. There are five of a kind at most, so that each is played out where the two are: what
    /// it does, what is then on its way, and as little leading of the blow as can be. What a rival answers is the player's
    /// to think of.
    pub(super) fn best_of(
        &self,
        memory: &mut FighterMemory,
        me: ActorView<'_>,
        situation: &Situation,
        is: &dyn Fn(Asked) -> bool,
    ) -> Option<u16> {
        self.looked_up(memory, situation);
        let (world, style) = (self.world(), self.dialled(me).style());
        let mut now = *situation;
        now.fighters[0].ends = now.now;
        let worth = |piece: u16, seam: f32| {
            if situation.count < 2 {
                return -seam;
            }
            let (after, outcome) = play(&world, &self.ring.combinations, &now, piece);
            let toll = pending(&world, &after);
            let given = style.give[0] * toll.given[0][0] + style.give[1] * toll.given[0][1];
            let next = world.begun(&now.fighters[0], piece, now.now);
            let led = world.aim(&next, &now.fighters[1]).map_or(0.0, |(_, away)| away);
            outcome.reward(style) + given - style.take * toll.taken[0] - LED * led
        };
        let edges = self.tables().edges_of(situation.fighters[0].piece).iter();
        let own = edges.filter(|edge| is(self.ring.kinds[usize::from(edge.piece)]));
        let best =
            own.map(|edge| (worth(edge.piece, edge.cost), edge.piece)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        memory.score = best.0;
        Some(best.1)
    }

    /// The step that goes best where the stick points, and faces the rival.
    fn step_to(&self, memory: &mut FighterMemory, situation: &Situation, stick: Vec2) -> Option<u16> {
        let wanted = Vec2::new(-stick.x, stick.y).normalize_or_zero();
        let edges = self.tables().edges_of(situation.fighters[0].piece).iter();
        let steps = edges.filter(|edge| {
            use Asked::*;
            matches!(self.ring.kinds[usize::from(edge.piece)], Ahead | Back | Left | Right)
        });
        let score = |piece: u16, seam: f32| {
            let own = &self.tables().pieces[usize::from(piece)];
            let (step, _) = goes(self.tables(), own);
            let seconds = own.frames() as f32 / self.tables().rate;
            // m/s that way, less what goes another way.
            let along = step.dot(wanted);
            let aside = (step - along * wanted).length();
            (along - 0.5 * aside) / seconds.max(0.1) - 0.4 * self.faces_away(situation, piece) - seam
        };
        let best = steps
            .map(|edge| (score(edge.piece, edge.cost), edge.piece))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        memory.score = best.0;
        Some(best.1)
    }

    /// Stays on guard, and turns to the rival.
    pub(super) fn on_guard(&self, situation: &Situation) -> Option<u16> {
        let edges = self.tables().edges_of(situation.fighters[0].piece);
        let stays = |piece: u16| {
            use Asked::*;
            matches!(self.ring.kinds[usize::from(piece)], Guard | TurnLeft | TurnRight | Recovery)
        };
        let cost = |piece: u16, seam: f32| self.faces_away(situation, piece) + 2.0 * seam;
        let still = edges.iter().filter(|edge| stays(edge.piece));
        let best =
            still.map(|edge| (cost(edge.piece, edge.cost), edge.piece)).min_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|best| best.1).or_else(|| edges.first().map(|edge| edge.piece))
    }

    /// rad, how far away from his rival he would face at a piece's end.
    fn faces_away(&self, situation: &Situation, piece: u16) -> f32 {
        if situation.count < 2 {
            return 0.0;
        }
        let world = self.world();
        let next = world.begun(&situation.fighters[0], piece, situation.now);
        let rival = world.body(&situation.fighters[1], next.ends);
        world.body(&next, next.ends).bearing(&rival).abs()
    }
}

/// What the sticks ask for.
fn stick(stick: Vec2, look: Vec2) -> Option<Asked> {
    if stick.length() > REST {
        return Some(match (stick.y.abs() >= stick.x.abs(), stick.y > 0.0, stick.x > 0.0) {
            (true, true, _) => Asked::Ahead,
            (true, false, _) => Asked::Back,
            (false, _, true) => Asked::Right,
            (false, _, false) => Asked::Left,
        });
    }
    match look.x {
        x if x > REST => Some(Asked::TurnRight),
        x if x < -REST => Some(Asked::TurnLeft),
        _ => None,
    }
}
