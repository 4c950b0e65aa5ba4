//! A fighter whom a player moves: buttons and a stick.
//!
//! Paper: Shum 2010, sec. 5.5.1.1: the best action of the asked kind. A key is answered in the step in which it
//! comes, unless the fighter is being hit, or in the middle of a blow: then it waits for [`WAITS`] seconds at most. What
//! the stick says holds as long as it is held. Without either he stays on guard and turns to his rival.

use footwork_encounter::Style;
use footwork_encounter::tables::Kind;
use footwork_encounter::world::{Fighter, Situation};
use footwork_motion::Rng;
use footwork_stage::{ActorView, KeyLoss, Keys, LostKey, StageView};
use glam::Vec2;

use super::memory::LOSSES;
use super::{FighterMemory, Fighters, came_later};
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
const STUNNED: f32 = 0.25;
/// What a blow with a knee on the floor is worth less, as much as 4 m/s: a player whose fighter kneels for it thinks it the wrong one.
const DEEP: f32 = 4e4;
/// m/s per rad, of facing away from the rival at a step's end; and of taking the same step again: no two in a row are alike.
const AWAY: f32 = 0.6;
const AGAIN: f32 = 0.15;
/// The share of a defence after which another action may begin.
const DEFENDED: f32 = 0.3;
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
        rng: &mut Rng,
    ) -> Option<u16> {
        let waited = (stage.tick() as u32).wrapping_sub(memory.asked_at);
        if memory.asked != 0 && waited as f32 * stage.step() > WAITS {
            memory.lose_key(KeyLoss::Late, stage.tick());
        }
        // Who is getting up plays nothing that he chose.
        let free = ended || (memory.piece.get().is_some() && self.is_free(&situation.fighters[0]));
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
            None => None,
        }
        .or_else(|| self.at_ease(memory, situation, false, came_later(memory, me), rng))
    }

    /// Whether he can leave what he does at once.
    fn is_free(&self, own: &Fighter) -> bool {
        let piece = self.world().piece(own);
        let played = -own.begun as f32 / piece.frames().max(1) as f32;
        match piece.kind {
            Kind::Stance | Kind::Movement => true,
            Kind::Recovery => played > RECOVERED,
            Kind::Attack => self.world().can_answer(own, 0),
            Kind::Avoid | Kind::Block => played > DEFENDED,
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
        let style = &Style { aside: self.settings.aside, ..*self.dialled(me).style() };
        let world = self.world();
        let mut now = *situation;
        now.fighters[0].ends = now.now;
        let worth = |piece: u16, seam: f32| {
            if situation.count < 2 {
                return -seam;
            }
            let now = self.led_round(&now, piece);
            let (after, outcome) = play(&world, &self.ring.combinations, &now, piece);
            let toll = pending(&world, &after);
            let given = style.give[0] * toll.given[0][0] + style.give[1] * toll.given[0][1];
            let next = world.begun(&now.fighters[0], piece, now.now);
            let led = world.aim(&next, &now.fighters[1]).map_or(0.0, |(_, away)| away);
            // Of two blows that do as much the other one than last time, and the one that is thrown standing.
            let again = style.repeat * self.repeats(memory, piece, situation);
            let deep = DEEP * self.tables().deep[usize::from(piece)];
            outcome.reward(style) + given - style.take * toll.taken[0] - LED * led - again - deep
        };
        let edges = self.tables().edges_of(situation.fighters[0].piece).iter();
        let own = edges.filter(|edge| is(self.ring.kinds[usize::from(edge.piece)]));
        let best =
            own.map(|edge| (worth(edge.piece, edge.cost), edge.piece)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        memory.score = best.0;
        Some(best.1)
    }

    /// The step that goes best where the stick points, as who looks at his rival sees it, and faces him.
    fn step_to(&self, memory: &mut FighterMemory, situation: &Situation, stick: Vec2) -> Option<u16> {
        let (own, rival) = (&situation.fighters[0], &situation.fighters[1]);
        let [here, there] = [own, rival].map(|one| self.world().body(one, situation.now));
        // Ahead is where the rival is, wherever the last blow has turned him: else he walks away from him backwards.
        let towards = if situation.count > 1 { here.bearing(&there) } else { 0.0 };
        let (sin, cos) = libm::sincosf(towards);
        let stick = Vec2::new(-stick.x, stick.y).normalize_or_zero();
        let wanted = Vec2::new(stick.x * cos + stick.y * sin, stick.y * cos - stick.x * sin);
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
            let (away, _) = self.ends_at(situation, piece);
            (along - 0.5 * aside) / seconds.max(0.1)
                - AWAY * away
                - AGAIN * self.done_lately(memory, piece, situation)
                - seam
        };
        let best = steps
            .map(|edge| (score(edge.piece, edge.cost), edge.piece))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        memory.score = best.0;
        Some(best.1)
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
