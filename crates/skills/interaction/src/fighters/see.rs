//! What a fighter sees: himself and his rival on the stage, as a situation of the tables.

use bytemuck::Zeroable;
use footwork_encounter::onstage::fighter;
use footwork_encounter::tables::{Kind, OWN, Piece};
use footwork_encounter::world::{Fighter, Situation};
use footwork_motion::ground::Place;
use footwork_stage::{ActorId, ActorView, StageView};

use super::{FighterMemory, Fighters};

impl Fighters {
    /// Who is where and does what, now. The first is he himself; there is nobody else where his rival is not to be fought.
    pub(super) fn see(
        &self,
        memory: &mut FighterMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Situation {
        let mut situation = Situation { count: 1, ..Situation::zeroed() };
        let mut own = self.own(fighter(self.tables(), me, 0, memory.piece.get()), me);
        own.recent = memory.recent;
        own.forced = memory.forced.min(1) as u16;
        (own.aim, own.landed) = (memory.aim, memory.own_landed);
        (own.hand, own.guard) = (memory.hand, memory.guard);
        own.meets = own.begun.saturating_add(memory.meets.min(1000) as i32);
        situation.fighters[0] = own;
        let rival = memory.rival.get().and_then(|rival| stage.actor(ActorId(rival as u32)));
        // Another body's takes are not the tables'.
        let same = |other: &ActorView<'_>| std::ptr::eq(other.rig(), me.rig()) && !other.is_down();
        if let Some(other) = rival.filter(same) {
            situation.fighters[1] = fighter(self.tables(), other, 1, None);
            situation.count = 2;
            self.watch(memory, &own, &mut situation.fighters[1]);
        }
        situation
    }

    /// Who has got up as somebody else was recorded stands on guard as he himself was: what follows a piece is of its own takes.
    fn own(&self, seen: Fighter, me: ActorView<'_>) -> Fighter {
        let tables = self.tables();
        if self.world().piece(&seen).group == OWN {
            return seen;
        }
        let rests = |piece: &Piece| piece.group == OWN && piece.kind == Kind::Stance;
        let Some(number) = tables.pieces.iter().position(rests) else { return seen };
        let piece = &tables.pieces[number];
        let place = Place::new(me.frame()).then(&tables.ground(piece.take, piece.end).inverse());
        Fighter { place, begun: -piece.frames(), ends: 0, piece: number as u16, ..seen }
    }

    /// The same with a rival who is down: nobody fights him, but nobody stands over him either.
    pub(super) fn with_the_fallen(
        &self,
        memory: &FighterMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        situation: &Situation,
    ) -> Situation {
        let mut seen = *situation;
        let rival = memory.rival.get().and_then(|rival| stage.actor(ActorId(rival as u32)));
        if let Some(other) = rival.filter(|other| std::ptr::eq(other.rig(), me.rig()) && seen.count < 2) {
            seen.fighters[1] = fighter(self.tables(), other, 1, None);
            seen.count = 2;
        }
        seen
    }

    /// Remembers what the rival does.
    fn watch(&self, memory: &mut FighterMemory, me: &Fighter, rival: &mut Fighter) {
        let piece = u32::from(rival.piece) + 1;
        if memory.rival_piece != piece {
            memory.saw(self.world().piece(rival).kind, self.world().threatens(me, 0));
            // A blow is taken to be aimed at where he was going to be when it began.
            memory.rival_piece = piece;
            memory.rival_began = memory.rival_began.wrapping_add(1);
            memory.rival_aim = self.world().aimed(*rival, me).aim;
            memory.rival_landed = 0;
        }
        (rival.aim, rival.landed) = (memory.rival_aim, memory.rival_landed);
        rival.forced = u16::from(!self.world().piece(rival).kind.is_chosen());
    }
}
