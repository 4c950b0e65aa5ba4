//! What a fighter sees: himself and his rivals on the stage, as a situation of the tables.

use footwork_stage::{ActorId, ActorView, OptionalIndex, PoseSource, StageView};
use glam::Vec2;

use super::{Aim, DuelMemory, Duelists, REACHED};
use crate::place::Place;
use crate::world::{Fighter, MOST, Situation};

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
        let mut own = self.fighter(me, own_team, memory.piece.get());
        own.recent = memory.recent;
        own.forced = memory.forced.min(1) as u16;
        (own.aim, own.landed) = (memory.aim, memory.own_landed);
        situation.fighters[0] = own;
        situation.count = 1;
        for (at, other) in self.others(me, stage).into_iter().enumerate() {
            let Some(other) = other.filter(|_| situation.count == at as u32 + 1) else { continue };
            // The second of two who chase is on the own side.
            let team = if at == 0 || self.settings.chased { 1 - own_team } else { own_team };
            situation.fighters[at + 1] = self.fighter(other, team, None);
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
            memory.rival_landed = 0;
        }
        (rival.aim, rival.landed) = (memory.rival_aim, memory.rival_landed);
    }

    /// Counts catches, and goes on to the next check point.
    fn notice_places(&self, memory: &mut DuelMemory, situation: &Situation, stage: &StageView<'_>) {
        let world = self.world();
        let own = world.body(&situation.fighters[0], 0);
        let mut middle = Vec2::new(own.x, own.z);
        if situation.count > 1 {
            let rival = world.body(&situation.fighters[1], 0);
            middle = 0.5 * (middle + Vec2::new(rival.x, rival.z));
            let far = own.distance(&rival);
            if memory.near == 0 && far < self.settings.world.catch {
                memory.near = 1;
                memory.catches = memory.catches.wrapping_add(u32::from(!self.settings.chased));
            } else if far > 2.0 * self.settings.world.catch {
                memory.near = 0;
            }
        }
        if let Some(point) = self.settings.path.get(memory.check_point as usize) {
            let seconds = stage.tick() as f32 * stage.step();
            let is_last = memory.check_point as usize + 1 >= self.settings.path.len();
            if middle.distance(point.place) < REACHED
                && point.time.is_none_or(|time| seconds >= time)
                && !is_last
            {
                memory.check_point += 1;
            }
        }
    }

    /// An actor as a fighter at this moment, which is 0. One who plays what the tables do not know stands.
    fn fighter(&self, actor: ActorView<'_>, team: u16, known: Option<usize>) -> Fighter {
        let tables = self.tables();
        let (segment, time) = (actor.segment(), actor.time());
        let plays = actor.pose_source() == PoseSource::Take && !actor.is_new();
        // At a seam of the recording a frame belongs to two pieces: the one that is known to be played counts, or the one
        // that the segment is.
        let whole = tables.piece_of(segment.take, 0.5 * (segment.first + segment.end));
        let whole = whole.filter(|piece| {
            let own = tables.segment(&tables.pieces[usize::from(*piece)]);
            (own.first - segment.first).abs() + (own.end - segment.end).abs() < 1e-3
        });
        let found = whole.or_else(|| tables.piece_of(segment.take, time)).filter(|_| plays);
        let is_played = |piece: &u16| {
            let own = &tables.pieces[usize::from(*piece)];
            let frame = (time * f64::from(tables.rate)) as u32;
            own.take == segment.take && (own.first..=own.end + 1).contains(&frame)
        };
        let known = known.and_then(|known| u16::try_from(known).ok());
        let known = known.filter(|known| usize::from(*known) < tables.pieces.len() && plays);
        let Some(piece) = known.filter(is_played).or(found) else { return self.standing(actor, team) };
        let own = &tables.pieces[usize::from(piece)];
        let frame = ((time * f64::from(tables.rate)) as u32).clamp(own.first, own.end);
        let place = Place::new(actor.frame()).then(&tables.ground(own.take, frame).inverse());
        let begun = own.first as i32 - frame as i32;
        // Whoever is asked has come to the end.
        let last = ((segment.end * f64::from(tables.rate)) + 0.5) as i32;
        let ends = (last.min(own.end as i32) - frame as i32).max(0);
        Fighter {
            place,
            aim: [f32::NAN; 3],
            begun,
            ends,
            piece,
            landed: 0,
            recent: Default::default(),
            forced: 0,
            team,
        }
    }

    /// Somebody about whom nothing is known but where he is.
    fn standing(&self, actor: ActorView<'_>, team: u16) -> Fighter {
        let tables = self.tables();
        let stand = actor.rig().stand();
        let piece = tables.piece_of(stand.take, stand.first);
        let piece = piece.filter(|piece| tables.pieces[usize::from(*piece)].kind.is_chosen());
        let chosen = || tables.pieces.iter().position(|piece| piece.kind.is_chosen()).unwrap_or(0) as u16;
        let piece = piece.unwrap_or_else(chosen);
        let own = &tables.pieces[usize::from(piece)];
        let place = Place::new(actor.frame()).then(&tables.ground(own.take, own.end).inverse());
        Fighter {
            place,
            aim: [f32::NAN; 3],
            begun: -own.frames(),
            ends: 0,
            piece,
            landed: 0,
            recent: Default::default(),
            forced: 0,
            team,
        }
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
                [rival, rival.and_then(|rival| nearest(Some(rival.id())))]
            }
        };
        found.map(|other| other.filter(same))
    }
}
