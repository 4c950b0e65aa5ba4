//! Getting up again, when there is room.

use footwork_motion::ground::Place;
use footwork_stage::{Member, Move, StageView};
use glam::Vec2;

use super::around::Around;
use super::memory::{FighterMemory, MeleeMemory, State};
use super::{ASKS, Melee, PERSONAL};
use crate::coming::Coming;

/// m. Who gets up needs this much room beside those who fight.
const ROOM: f32 = 1.1;
/// m. So far from the limbs of others he stays while he does: they shift their feet meanwhile. Who has waited for some seconds
/// is content with less, then with none, and then brushes past others: two who lie beside each other would wait for each other.
const ROOM_TO_RISE: [f32; 4] = [0.08, 0.04, 0.0, -0.03];
/// Ticks, for which he is content with each of these but the last.
const CONTENT: u64 = 200;
/// Ticks. Who has waited so long for room to get up does all the same.
const WAITS: u64 = 1800;

impl Melee {
    /// Whether somebody has lain for long enough, and it is his turn to look for room.
    pub(super) fn may_rise(&self, own: &FighterMemory, at: usize, stage: &StageView<'_>) -> bool {
        State::of(own.state) == State::Lies
            && stage.tick() >= own.starts
            && (stage.tick() + at as u64).is_multiple_of(ASKS)
    }

    /// Who has lain for long enough gets up, if there is room.
    pub(super) fn rise(
        &self,
        memory: &MeleeMemory,
        member: &mut Member<'_, FighterMemory>,
        at: usize,
        around: &Around,
        stage: &StageView<'_>,
    ) {
        if !self.may_rise(member.memory, at, stage) {
            return;
        }
        let view = member.view();
        let body = Place::new(view.frame());
        let waited = stage.tick() - member.memory.starts;
        let patience = ((waited / CONTENT) as usize).min(ROOM_TO_RISE.len() - 1);
        let mut crowded = false;
        memory.near(Vec2::new(body.x, body.z), |other, spot| {
            let fights =
                matches!(State::of(u32::from(spot.state)), State::Comes | State::Plays | State::Rises);
            let far = spot.far(Vec2::new(body.x, body.z));
            crowded |= patience == 0 && other != at && far < if fights { ROOM } else { PERSONAL };
        });
        // Another way up for everybody, every fall, and every look.
        let own = *member.memory;
        let number = at + own.fell as usize + (waited / ASKS) as usize;
        let way = self.rises.turned(own.act, number).next();
        let way = way.and_then(|act| self.acts.all.get(act as usize));
        let Some((take, [_, risen, up])) = way.and_then(|act| Some((act.take, act.lies?))) else {
            member.memory.state = State::Free as u32;
            return;
        };
        let is_open = || {
            let rise = Coming::begins(&self.acts, &body, take, [risen, up]);
            !around.is_risen_into(self, &rise, ROOM_TO_RISE[patience], patience > 1)
        };
        if (crowded || !is_open()) && waited < WAITS {
            return;
        }
        member.memory.state = State::Rises as u32;
        member.memory.piece = self.piece_before(take, up);
        member.play(Move { yields: true, ..Move::new(self.seconds(take, risen, up)) });
    }
}
