//! What somebody does who is struck.

use footwork_motion::ground::Place;
use glam::Vec2;

use super::super::Grown;
use super::{AROUND, Branch, ORDER, Sim};
use crate::acts::{Act, Nature, Stood};
use crate::patch::{Turn, tidy};

/// Frames. A struck body begins to go so long after.
const REACTION: u32 = 2;
/// m. A response may cost more: a blow changes how a body moves.
const RESPONSE_SEAM: f32 = 0.45;
/// How many of the best responses are tried.
const RESPONSES: usize = 4;
/// Frames that somebody may be kept waiting by going on as he was recorded.
const LONGEST_WAIT: u32 = 60;

impl Sim<'_> {
    /// Somebody is struck, and falls or is pushed.
    pub(super) fn respond(&self, mut branch: Branch, number: usize, grown: &mut Grown) {
        let who = self.pattern.steps[number].who;
        let other = 1 - who;
        let Some((at, direction)) = self.impact(&mut branch, other, number, grown) else { return };
        let begin = at + REACTION;
        if begin <= branch.turns[who].last().map_or(0, |turn| turn.begin) || begin < branch.begun {
            grown.best[number].fail(ORDER);
            return;
        }
        if !self.wait(&mut branch, who, begin) {
            grown.best[number].fail(ORDER);
            return;
        }
        branch.meets = branch.meets.min(at);
        let now = self.at(&branch, who, begin);
        let body = self.acts.ground(&now);
        let push = Place { x: 0.0, z: 0.0, ..body }.inside(direction);
        let push = Vec2::new(push.x, push.z).normalize_or_zero();
        for (act, first, seam) in self.responses(&now, push, number) {
            let mut next = branch.clone();
            let Act { take, end, .. } = *self.act(act);
            let place = tidy(self.acts.placed(take, first, &body));
            if let Some(last) = next.turns[who].last_mut() {
                last.end = last.first + (begin - last.begin);
            }
            next.turns[who].push(Turn {
                act: act as u32,
                take,
                first,
                end: self.whole_end(act, end),
                begin,
                place,
                touch: None,
            });
            next.begun = begin;
            next.seams += 0.3 * seam;
            next.touches.push([at.saturating_sub(AROUND), at + 2 * AROUND]);
            next.key.push(act as i32);
            self.step(next, number + 1, grown);
        }
    }

    /// Somebody goes on until a moment: a rest is held, anything else goes on as it was recorded.
    fn wait(&self, branch: &mut Branch, who: usize, until: u32) -> bool {
        let Some(last) = branch.turns[who].last_mut() else { return false };
        let over = last.over();
        if until <= over {
            return true;
        }
        let gap = until - over;
        let act = self.act(last.act as usize);
        if act.nature == Nature::Rest {
            // Whoever rests can be met a little later or sooner; he begins so that he is in time.
            last.begin += gap;
            return true;
        }
        let follows = self.acts.all.get(last.act as usize + 1).filter(|next| next.take == last.take);
        let goes_on = follows.is_some_and(|next| {
            matches!(next.nature, Nature::Rest | Nature::Other) && next.end > last.end + gap
        });
        if !goes_on || gap > LONGEST_WAIT {
            return false;
        }
        last.end += gap;
        branch.waits += gap as f32 / self.acts.tables.rate;
        true
    }

    /// The best responses to a push: number of the act, from which frame, and what the seam costs.
    fn responses(&self, now: &Stood, push: Vec2, number: usize) -> Vec<(usize, u32, f32)> {
        let mut found: Vec<(f32, usize, u32, f32)> = Vec::new();
        for act in &self.meant[number] {
            let own = self.act(*act);
            let goes = own.goes.normalize_or_zero();
            let fits = if own.goes.length() < 0.2 { 0.6 } else { goes.dot(push) };
            if fits < 0.6 {
                continue;
            }
            let last = own.first + ((own.end - own.first) / 3).min(21);
            let best = (own.first..=last)
                .step_by(3)
                .map(|frame| (self.acts.seam((now.take, now.frame), (own.take, frame)), frame))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((seam, frame)) = best.filter(|(seam, _)| *seam < RESPONSE_SEAM) {
                found.push((seam + 0.3 * (1.0 - fits), *act, frame, seam));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Not the same again and again: which of the good ones is best depends on where they are.
        found.into_iter().take(RESPONSES).map(|(_, act, frame, seam)| (act, frame, seam)).collect()
    }
}
