//! What a fighter sees: himself and his rivals on the stage, as a situation of the tables.

use footwork_encounter::onstage::fighter;
use footwork_stage::{ActorId, ActorView, OptionalIndex, StageView};

use super::{Aim, DuelMemory, Duelists};
use crate::tables::Kind;
use crate::world::{Fighter, MOST, Situation};
use footwork_motion::ground::Place;

/// s. Even the quickest of a few answers comes so much later than its blow was seen: an action can be left ten times a second.
const READS: f32 = 0.05;

impl Duelists {
    /// Fills in who is where and does what. The first is he himself.
    pub(crate) fn see(
        &self,
        memory: &mut DuelMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        situation: &mut Situation,
    ) {
        let own_team = u16::from(self.settings.chased);
        let mut own = fighter(self.tables(), me, own_team, memory.piece.get());
        own.recent = memory.recent;
        own.forced = memory.forced.min(1) as u16;
        (own.aim, own.landed, own.left) = (memory.aim, memory.own_landed, memory.own_left);
        (own.hand, own.guard) = (memory.hand, memory.guard);
        own.rested = i32::from(memory.rested);
        let (_, depth) = self.dialled(memory, me);
        own.late = self.late(depth);
        own.meets = own.begun.saturating_add(memory.meets.min(1000) as i32);
        situation.fighters[0] = own;
        situation.count = 1;
        for (at, other) in self.others(me, stage).into_iter().enumerate() {
            let Some(other) = other.filter(|_| situation.count == at as u32 + 1) else { continue };
            // The second of two who chase is on the own side.
            let team = if at == 0 { 1 - own_team } else { own_team };
            situation.fighters[at + 1] = fighter(self.tables(), other, team, None);
            situation.count += 1;
            if at == 0 {
                let me = situation.fighters[0];
                self.watch(memory, other.id(), &me, &mut situation.fighters[1]);
            }
        }
        if situation.count == 1 {
            memory.rival = OptionalIndex::NONE;
        }
        self.notice_places(memory, situation, stage);
    }

    /// Remembers what the rival does.
    fn watch(&self, memory: &mut DuelMemory, id: ActorId, me: &Fighter, rival: &mut Fighter) {
        let id = OptionalIndex::some(id.0 as usize);
        if memory.rival != id {
            (memory.rival, memory.rival_recent, memory.seen) = (id, Default::default(), Default::default());
            (memory.unseen, memory.delays) = (0, Default::default());
            memory.rival_known = *rival;
        }
        if self.overlooks(memory, me, rival) {
            return;
        }
        if memory.rival_piece != u32::from(rival.piece) + 1 {
            self.time_answer(memory, me, rival);
        }
        let piece = self.world().piece(rival);
        let mark = piece.action.wrapping_add(1);
        if memory.rival_recent[0] != mark {
            memory.rival_recent.rotate_right(1);
            memory.rival_recent[0] = mark;
            let seen = &mut memory.seen[(piece.kind as usize).min(7)];
            *seen = seen.saturating_add(1);
        }
        rival.recent = memory.rival_recent;
        let piece = u32::from(rival.piece) + 1;
        if memory.rival_piece != piece {
            // A blow is taken to be aimed at where he was going to be when it began.
            memory.rival_piece = piece;
            memory.rival_began = memory.rival_began.wrapping_add(1);
            memory.rival_aim = self.world().aimed(*rival, me).aim;
            // What has hit him before he saw it is over.
            memory.rival_landed = if memory.unseen > 0 { memory.rival_landed } else { 0 };
            memory.rival_left = memory.rival_frame;
            let spent = Fighter { rested: i32::from(memory.rival_rested), ..*rival };
            memory.rival_rested = self.world().spent(spent, 0).rested.clamp(0, 10_000) as u16;
        }
        rival.rested = i32::from(memory.rival_rested);
        memory.rival_frame = self.world().frame_of(rival, 0) as u32 + 1;
        (rival.aim, rival.landed, rival.left) = (memory.rival_aim, memory.rival_landed, memory.rival_left);
        rival.late = self.rival_late(memory);
        (memory.rival_known, memory.unseen) = (*rival, 0);
    }

    /// Whether he has not seen yet that his rival has begun a blow: then that one seems to go on with what he did before.
    fn overlooks(&self, memory: &mut DuelMemory, me: &Fighter, rival: &mut Fighter) -> bool {
        let is_new = memory.rival_piece != u32::from(rival.piece) + 1 && memory.rival_piece != 0;
        let strikes = self.world().piece(rival).kind == Kind::Attack;
        let hit = memory.unseen > 0 && memory.rival_landed != 0;
        if !is_new || !strikes || hit || -rival.begun >= me.late {
            return false;
        }
        if memory.unseen == 0 {
            memory.rival_landed = 0;
        }
        memory.unseen = memory.unseen.saturating_add(1);
        let gone = i32::from(memory.unseen);
        let known = memory.rival_known;
        *rival = Fighter {
            begun: known.begun.saturating_sub(gone),
            ends: known.ends.saturating_sub(gone).max(1),
            rested: known.rested.saturating_sub(gone).max(0),
            ..known
        };
        true
    }

    /// Remembers how soon his rival defends himself against a blow.
    fn time_answer(&self, memory: &mut DuelMemory, me: &Fighter, rival: &Fighter) {
        let world = self.world();
        // A defence may have several pieces; the first is the answer.
        let goes_on = world.piece(&memory.rival_known).kind.is_defence();
        if world.threatens(me, 0) && world.piece(rival).kind.is_defence() && !goes_on {
            memory.delays.rotate_right(1);
            memory.delays[0] = (-me.begun).clamp(1, 1000) as u16;
        }
    }

    /// Frames by which he takes his rival to see blows later than a quick one: by the quickest of the last answers.
    fn rival_late(&self, memory: &DuelMemory) -> i32 {
        let quickest = memory.delays.iter().copied().min().unwrap_or(0);
        let usual = (self.settings.world.reaction + READS) * self.tables.rate;
        (f32::from(quickest) - usual).max(0.0) as i32
    }

    /// Whom he sees: his rival, and a third one where three are thought about.
    fn others<'a>(&self, me: ActorView<'_>, stage: &StageView<'a>) -> [Option<ActorView<'a>>; MOST - 1] {
        let here = Place::new(me.frame());
        let far = |other: &ActorView<'_>| here.distance(&Place::new(other.frame()));
        let nearest = |but: Option<ActorId>| {
            let others = stage.actors().filter(|other| other.id() != me.id() && Some(other.id()) != but);
            others.min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        // Another body's takes are not the tables'.
        let same = |other: &ActorView<'_>| std::ptr::eq(other.rig(), me.rig());
        let found = match self.settings.aim {
            Aim::Pair => [stage.actor(ActorId(me.id().0 ^ 1)), None],
            Aim::Nearest => [nearest(None), None],
            Aim::First => {
                let first = stage.nth_actor(0).filter(|first| first.id() != me.id());
                let rival = first.or_else(|| nearest(None));
                // Two who chase think as one. Who is chased looks at the nearer of them: who looked at both, and a choice further ahead for it,
                // was caught later than by one alone (21 and 11 s on takes 1 and 2; so it is 7.6 s).
                let third = rival.filter(|_| !self.settings.chased);
                [rival, third.and_then(|rival| nearest(Some(rival.id())))]
            }
        };
        found.map(|other| other.filter(same))
    }
}
