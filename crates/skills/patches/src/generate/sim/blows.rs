//! Blows and bodies that come at somebody: whether, when and where they hit.

use glam::Vec3;

use super::super::Grown;
use super::{Branch, LOOK, NONE, Sim, TOUCH};
use crate::acts::{Stood, apart};
use crate::patch::Touch;

/// m/s. A body that is slower pushes nobody over.
const MOMENTUM: f32 = 0.5;
/// m. A blow that goes less deep brushes past.
const BRUSH: f32 = 0.05;
/// m. How deep into a body a blow is aimed, and by how much it may be led; as in a duel.
const DEEP: f32 = 0.04;

impl Sim<'_> {
    /// Whether the other one's blow would have hit somebody who stays, and misses who does what he does.
    pub(super) fn defends(&self, branch: &Branch, striker: usize, number: usize, grown: &mut Grown) -> bool {
        let Some((at, _)) = self.blow(branch, striker) else { return true };
        let stays = {
            let own = branch.turns[1 - striker][0];
            Stood { take: own.take, frame: own.first, place: own.place }
        };
        let (would, _) = self.blow_depth(branch, striker, at, &stays);
        if would < -self.pattern.contact {
            grown.best[number].fail(NONE);
            let off = -would;
            grown.best[number].nearest = Some(grown.best[number].nearest.map_or(off, |best| best.min(off)));
            return false;
        }
        let turn = branch.turns[striker][0];
        let blow = &self.acts.tables.blows[self.act(turn.act as usize).blow.unwrap_or(0)];
        let blocks = self.act(branch.turns[1 - striker][0].act as usize).is("block");
        for frame in blow.effective[0]..blow.effective[1] {
            let at = turn.begin + frame.saturating_sub(turn.first);
            let (depth, _) = self.blow_depth(branch, striker, at, &self.at(branch, 1 - striker, at));
            // An arm in the way takes some of it.
            if depth > if blocks { 0.05 } else { 0.0 } {
                grown.best[number].fail(TOUCH);
                return false;
            }
        }
        true
    }

    /// When somebody's blow lands.
    pub(super) fn met(&self, branch: &Branch, striker: usize) -> u32 {
        self.blow(branch, striker).map_or(u32::MAX, |(at, _)| at)
    }

    /// The last blow that somebody strikes: when it lands, and its number.
    pub(super) fn blow(&self, branch: &Branch, striker: usize) -> Option<(u32, usize)> {
        let turn = branch.turns[striker].last()?;
        let blow = self.act(turn.act as usize).blow?;
        let lands = self.acts.tables.blows[blow].lands;
        (turn.first..turn.end).contains(&lands).then_some((turn.begin + lands - turn.first, blow))
    }

    /// m, how deep a blow's striking point is in head or trunk at a frame of the encounter, and where it is: the point that it would be
    /// led to.
    pub(super) fn blow_depth(&self, branch: &Branch, striker: usize, at: u32, rival: &Stood) -> (f32, Vec3) {
        let Some((_, number)) = self.blow(branch, striker) else { return (f32::MIN, Vec3::ZERO) };
        let blow = &self.acts.tables.blows[number];
        let Some(turn) = branch.turns[striker].last() else { return (f32::MIN, Vec3::ZERO) };
        let frame =
            (turn.first + at.saturating_sub(turn.begin)).clamp(blow.effective[0], blow.effective[1] - 1);
        let tip = self.acts.tables.tips[(blow.tips + frame - blow.effective[0]) as usize + 1];
        let tip = turn.place.point(tip);
        let parts = self.acts.tables.parts(rival.take, rival.frame);
        let mut best = (f32::MIN, Vec3::ZERO);
        for (number, (_, radius)) in self.acts.tables.kinds.iter().enumerate().take(3) {
            let [a, b] = parts[number].map(|end| rival.place.point(end));
            let far = apart(tip, tip, a, b);
            let depth = radius + blow.radius - far;
            if depth > best.0 {
                let bone = b - a;
                let along = ((tip - a).dot(bone) / bone.length_squared().max(1e-9)).clamp(0.0, 1.0);
                let near = a + bone * along;
                let target = near + (tip - near).normalize_or(Vec3::Y) * (radius + blow.radius - DEEP);
                best = (depth, target);
            }
        }
        best
    }

    /// When and which way somebody is struck by the other one's last action; leads the blow there.
    pub(super) fn impact(
        &self,
        branch: &mut Branch,
        striker: usize,
        number: usize,
        grown: &mut Grown,
    ) -> Option<(u32, Vec3)> {
        if let Some((at, blow)) = self.blow(branch, striker) {
            let rival = self.at(branch, 1 - striker, at);
            let (depth, target) = self.blow_depth(branch, striker, at, &rival);
            let blow = &self.acts.tables.blows[blow];
            let turn = branch.turns[striker].last_mut()?;
            let tips = blow.tips as usize + (blow.lands - blow.effective[0]) as usize;
            let [before, tip] = [0, 1].map(|one| turn.place.point(self.acts.tables.tips[tips + one]));
            let off = target.distance(tip);
            let allowed = if blow.length > 0.0 { self.pattern.contact.max(0.03) } else { 0.03 };
            if off > allowed || depth < -allowed {
                let miss = &mut grown.best[number];
                miss.fail(NONE);
                miss.nearest = Some(miss.nearest.map_or(off, |best| best.min(off)));
                return None;
            }
            if blow.length > 0.0 {
                let beyond = tip - turn.place.point(blow.led);
                let point = (target - beyond).to_array();
                turn.touch = Some(Touch { limb: blow.limb, point, at });
            }
            branch.off += off;
            return Some((at, (tip - before).normalize_or_zero()));
        }
        // Bodies: when they first touch, if the one who comes is fast.
        let last = *branch.turns[striker].last()?;
        let mut frame = last.begin + 6;
        while frame < last.over() {
            let [a, b] = [self.at(branch, striker, frame), self.at(branch, 1 - striker, frame)];
            let depth = self.acts.trunk_depth(&a, &b).max(self.acts.limb_depth(&a, &b));
            if depth > 0.0 {
                let before = self.at(branch, striker, frame - 6);
                let middle = |at: &Stood| {
                    let [from, to] = self.acts.tables.parts(at.take, at.frame)[1];
                    at.place.point(0.5 * (from + to))
                };
                let velocity = (middle(&a) - middle(&before)) * (self.acts.tables.rate / 6.0);
                let velocity = velocity.with_y(0.0);
                if velocity.length() < MOMENTUM {
                    break;
                }
                return Some((frame, velocity.normalize_or_zero()));
            }
            frame += if depth < -0.3 { 2 * LOOK } else { LOOK };
        }
        grown.best[number].fail(NONE);
        None
    }

    /// Whether a blow lands that nobody wanted: one that was not led, in a part of an act that is played.
    pub(super) fn hits_unwanted(&self, branch: &Branch) -> bool {
        (0..2).any(|who| {
            branch.turns[who].iter().any(|turn| {
                let Some(number) = self.act(turn.act as usize).blow else { return false };
                let blow = &self.acts.tables.blows[number];
                let wanted = turn.touch.is_some()
                    || branch.touches.iter().any(|[from, to]| {
                        (*from..*to).contains(&(turn.begin + blow.lands.saturating_sub(turn.first)))
                    });
                !wanted
                    && (blow.effective[0].max(turn.first)..blow.effective[1].min(turn.end)).any(|frame| {
                        let rival = self.at(branch, 1 - who, turn.begin + frame - turn.first);
                        let tip = self.acts.tables.tips[(blow.tips + frame - blow.effective[0]) as usize + 1];
                        let tip = turn.place.point(tip);
                        let parts = self.acts.tables.parts(rival.take, rival.frame);
                        self.acts.tables.kinds.iter().zip(parts).take(3).any(|((_, radius), ends)| {
                            let [a, b] = ends.map(|end| rival.place.point(end));
                            radius + blow.radius - apart(tip, tip, a, b) > BRUSH
                        })
                    })
            })
        })
    }
}
