//! What each does from step to step: sets out, waits, plays his part, lies, and gets about when nothing is planned for him.

use footwork_motion::ground::Place;
use footwork_stage::{ActorId, Gaze, Member, Move, Placement, Reach, Rng, Segment, StageView};
use glam::{Vec2, Vec3};

use super::around::Around;
use super::choose::Crowd;
use super::memory::{FighterMemory, MeleeMemory, State};
use super::{Manner, Melee, actor};
use crate::dominoes::transform;
use crate::patch::{Patch, Turn, tidy};
use crate::walk::{self, Goal};

/// m. How far one steps back from somebody who is too near.
const BACK: f32 = 0.5;
/// Ticks. Who begins sooner than this goes on as he was recorded until then.
const SOON: u64 = 8;
/// s. How long before a blow lands its limb is led, as in a duel.
const EASE: f32 = 0.2;

impl Melee {
    pub(super) fn seconds(&self, take: u32, first: u32, end: u32) -> Segment {
        let seconds = |frame: u32| f64::from(frame) / f64::from(self.acts.tables.rate);
        Segment { take, first: seconds(first), end: seconds(end) }
    }

    /// How many frames of its patch an encounter has gone on.
    fn gone(&self, own: &FighterMemory, stage: &StageView<'_>) -> i64 {
        let ticks = (stage.tick() as i64).wrapping_sub(own.starts as i64);
        (ticks as f32 * stage.step() * self.acts.tables.rate).round() as i64
    }

    /// What time has brought about: an action of the patch begins, somebody is through, lies, gets up.
    pub(super) fn advance(
        &self,
        memory: &mut MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        is_outside: bool,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        match State::of(member.memory.state) {
            State::New => {
                member.memory.state = if is_outside { State::Away } else { State::Free } as u32;
                member.memory.piece = 0;
            }
            State::Comes | State::Plays => self.play_on(memory, member, stage, rng),
            State::Rises if member.needs_move() => {
                member.memory.state = if is_outside { State::Leaves } else { State::Free } as u32;
            }
            _ => {}
        }
    }

    fn play_on(
        &self,
        memory: &mut MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let own = *member.memory;
        let Some(patch) = (own.patch as usize).checked_sub(1).and_then(|patch| self.book.patches.get(patch))
        else {
            member.memory.state = State::Free as u32;
            return;
        };
        let role = own.role as usize & 1;
        let gone = self.gone(&own, stage);
        let turns = &patch.turns[role];
        if let Some(turn) = turns.get(own.turns as usize)
            && gone >= i64::from(turn.begin)
        {
            member.memory.state = State::Plays as u32;
            member.memory.turns += 1;
            member.memory.met = own.met.wrapping_add(u32::from(own.turns == 0));
            member.memory.piece = self.piece_before(turn.take, turn.end);
            if own.turns == 0 && self.bend(member, patch, role) {
                memory.bent = memory.bent.wrapping_add(1);
            }
            let own = *member.memory;
            if own.turns as usize == turns.len() {
                let ticks = self.through(&own) as f32 / (self.acts.tables.rate * stage.step());
                member.memory.busy = own.starts + ticks as u64;
            }
            let led = self.led(&own, patch, role, turn);
            let order = match led {
                Some((lead, over)) => self.turn(&own, (patch, role), turn, [turn.begin, over]).led(lead),
                None => self.turn(&own, (patch, role), turn, [turn.begin, turn.over()]),
            };
            member.memory.halved = led.map_or(0, |(_, over)| u32::from(over < turn.over()));
            member.play(order);
            return;
        }
        if let Some(turn) = (own.turns as usize).checked_sub(1).and_then(|last| turns.get(last))
            && own.halved > 0
            && gone >= i64::from(own.bent)
        {
            // Nothing is left of the bend: the rest of the turn is as it was generated.
            member.memory.halved = 0;
            let order = self.turn(&own, (patch, role), turn, [own.bent, turn.over()]);
            member.play(order);
            return;
        }
        if own.turns as usize == turns.len() && gone >= i64::from(self.through(&own)) {
            let Some(last) = turns.last() else { return };
            if patch.down[role] {
                let [least, more] = self.settings.lies;
                let ticks = ((least + more * rng.unit()) / stage.step()) as u64;
                member.memory.state = State::Lies as u32;
                member.memory.starts = stage.tick() + ticks;
                member.memory.act = last.act;
                member.memory.fell = own.fell.wrapping_add(1);
            } else {
                member.memory.state = State::Free as u32;
            }
        }
    }

    /// Plays an action of the patch where the patch has it, from a frame of the patch to another.
    fn turn(
        &self,
        own: &FighterMemory,
        (patch, role): (&Patch, usize),
        turn: &Turn,
        [from, to]: [u32; 2],
    ) -> Move {
        let [first, end] = [from, to].map(|frame| turn.first + (frame - turn.begin));
        let mut order = Move::new(self.seconds(turn.take, first, end));
        let body = self.bent(own, patch, role, turn, from);
        order.place = Placement::At(transform(&tidy(self.acts.placed(turn.take, first, &body))));
        if let Some(touch) = turn.touch.filter(|touch| touch.at <= to) {
            let at = touch.at.saturating_sub(from) as f32 / self.acts.tables.rate;
            let point = own.origin.point(Vec3::from_array(touch.point));
            order.reaches[0] =
                Some(Reach { limb: touch.limb, point, at, ease: EASE.min(at.max(0.02)), weight: 1.0 });
        }
        order.yields = true;
        order.looking(actor(own.partner).map(Gaze::Actor))
    }

    /// The piece that ends where a frame is, plus one; 0 if there is none.
    pub(super) fn piece_before(&self, take: u32, frame: u32) -> u32 {
        let tables = &self.acts.tables;
        let at = tables.piece_at.get(tables.frame(take, frame)).copied().unwrap_or(u16::MAX);
        match tables.pieces.get(usize::from(at)) {
            Some(piece) if piece.first == frame && at > 0 => u32::from(at),
            Some(_) => u32::from(at) + 1,
            None => 0,
        }
    }

    /// Somebody whose segment has ended goes on.
    pub(super) fn go(
        &self,
        memory: &MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        at: usize,
        (rival, around): (Option<(ActorId, Place)>, &Around),
        stage: &StageView<'_>,
    ) {
        match State::of(member.memory.state) {
            State::Comes => self.come(memory, member, at, around, stage),
            State::Lies => {
                let Some(act) = self.acts.all.get(member.memory.act as usize) else { return };
                let Some([lies, risen, _]) = act.lies else { return };
                // Somebody who lies still breathes.
                let from = (lies + 20).min(risen.saturating_sub(2)).max(lies);
                let frame = (member.view().time() * f64::from(self.acts.tables.rate)) as u32;
                let from = if (lies..risen - 1).contains(&frame) { frame } else { from };
                let lies = Move::new(self.seconds(act.take, from, risen)).at_rate(0.15);
                member.play(Move { yields: true, ..lies });
            }
            State::Plays => {
                let left = i64::from(self.through(member.memory)) - self.gone(member.memory, stage);
                self.lingers(member, left.clamp(1, 60) as u32);
            }
            _ => self.roam(memory, member, at, rival, around),
        }
    }

    /// The next piece on the way to an encounter; or a wait at its end.
    fn come(
        &self,
        memory: &MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        at: usize,
        around: &Around,
        stage: &StageView<'_>,
    ) {
        let own = *member.memory;
        let rate = self.acts.tables.rate * stage.step();
        if stage.tick() < own.busy {
            return self.lingers(member, ((own.busy - stage.tick()).min(60) as f32 * rate) as u32);
        }
        let patch = self.book.patches.get((own.patch as usize).wrapping_sub(1));
        let begin = patch.map_or(0, |patch| patch.span(own.role as usize & 1)[0]);
        let begins = own.starts + (begin as f32 / rate) as u64;
        let left = begins.saturating_sub(stage.tick());
        let gaze = actor(own.partner).map(Gaze::Actor);
        let tables = &self.acts.tables;
        let next = own.walk.get(own.begun as usize).copied().filter(|_| own.begun < own.count);
        if let Some(piece) = next.and_then(|at| tables.pieces.get(usize::from(at)).map(|piece| (at, piece))) {
            let (number, piece) = piece;
            let [a, b] = [piece.first, piece.end].map(|frame| *tables.ground(piece.take, frame));
            let share = (own.gone as f32 + 0.5 * piece.frames() as f32) / own.frames.max(1) as f32;
            let body = walk::bent(&own.walk_from, &own.walk_end, &own.walk_goal, share);
            let place = tidy(body.then(&a.inverse()));
            member.memory.walk_from = tidy(own.walk_from.then(&a.to(&b)));
            member.memory.gone = own.gone.wrapping_add(piece.frames() as u32);
            member.memory.begun += 1;
            member.memory.piece = u32::from(number) + 1;
            let at = Placement::At(transform(&place));
            let order = Move { place: at, yields: true, ..Move::new(tables.segment(piece)) };
            member.play(order.looking(gaze));
            return;
        }
        let frames = (left as f32 * rate) as u32;
        let segment = member.view().segment();
        let take = segment.take as usize;
        let starts = self.acts.tables.starts.get(take..take + 2);
        let recorded = starts.map_or(0, |starts| starts[1] - starts[0]);
        let end = (segment.end * f64::from(self.acts.tables.rate)).round() as u32;
        if left <= SOON && end + frames + 2 < recorded {
            let goes_on = Move::new(self.seconds(segment.take, end, end + frames.max(1) + 1)).looking(gaze);
            return member.play(Move { yields: true, ..goes_on });
        }
        if own.runs > 0 && frames > 2 {
            return self.close(member, frames, gaze, stage);
        }
        // He waits: small steps about where he is to begin.
        let goal = Goal { place: own.walk_goal, then: None, pieces: 1 };
        let body = Place::new(member.view().frame());
        let crowd = Crowd::new(memory, Vec2::new(body.x, body.z), &[at]);
        self.step(member, &goal, gaze, &|place| crowd.blocks(place), around);
    }

    /// Nothing is planned for him: he keeps his distance and his eyes on his rival.
    fn roam(
        &self,
        memory: &MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        at: usize,
        rival: Option<(ActorId, Place)>,
        around: &Around,
    ) {
        let body = Place::new(member.view().frame());
        let crowd = Crowd::new(memory, Vec2::new(body.x, body.z), &[at]);
        let blocked = |place: Vec2| crowd.blocks(place);
        let controls = member.view().controls();
        let stick = controls.stick;
        let goal = if at == 0 && self.settings.manner == Manner::OneAgainstMany && stick.length() > 0.2 {
            // The stick is as the player sees the floor: X to the right, Y away.
            let direction = Vec2::new(-stick.x, stick.y).normalize_or_zero();
            Place {
                x: body.x + 1.2 * direction.x,
                z: body.z + 1.2 * direction.y,
                cos: direction.y,
                sin: direction.x,
            }
        } else {
            let Some((_, rival)) = rival else {
                let stays = Goal { place: body, then: None, pieces: 1 };
                return self.step(member, &stays, None, &blocked, around);
            };
            let away = Vec2::new(body.x - rival.x, body.z - rival.z);
            let keeps = match self.settings.manner {
                Manner::OneAgainstMany if at > 0 => 2.1 + 0.5 * (at % 4) as f32,
                Manner::OneAgainstMany => away.length(),
                _ => 1.4,
            };
            let direction = away.normalize_or(Vec2::Y);
            // Who is too near to somebody steps back from him first.
            let place = match crowd.away() {
                Some(back) => Vec2::new(body.x, body.z) + back * BACK,
                None => Vec2::new(rival.x, rival.z) + direction * keeps,
            };
            Place { x: place.x, z: place.y, cos: -direction.y, sin: -direction.x }
        };
        let gaze = rival.map(|(id, _)| Gaze::Actor(id));
        self.step(member, &Goal { place: goal, then: None, pieces: 3 }, gaze, &blocked, around);
    }
}
