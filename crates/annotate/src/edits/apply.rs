//! Letting a person's word go before what was worked out.
//!
//! Times were written while looking at one result and are applied to another, so a cut or a blow is taken for the
//! one that is nearest, within [`NEAREST_SECONDS`]; where nothing is near, there is nothing to change.

use super::{ActionEdit, CutEdit, Edits, StrikeEdit};
use crate::annotation::{Action, Limb, Origin, Span, Strike, Supports};
use footwork_motion::Side;

/// s. How far a cut or a blow may be from where it is said to be.
pub const NEAREST_SECONDS: f64 = 0.15;

/// Frames of a clip, to which times are turned.
#[derive(Clone, Copy)]
pub(crate) struct Frames {
    pub rate: f64,
    pub count: u32,
}

impl Frames {
    fn at(self, seconds: f64) -> u32 {
        // A float beyond the range of an integer becomes its end.
        ((seconds * self.rate).round() as u32).min(self.count.saturating_sub(1))
    }

    pub fn span(self, from: f64, to: f64) -> Span {
        let first = self.at(from);
        Span { first, end: self.at(to).max(first + 1).min(self.count) }
    }

    fn near(self, a: u32, b: u32) -> bool {
        f64::from(a.abs_diff(b)) <= NEAREST_SECONDS * self.rate
    }
}

impl Edits {
    /// Feet are down where a person says so, and up where a person says so.
    pub(crate) fn apply_to_supports(&self, supports: &mut Supports, frames: Frames) {
        for side in [Side::Left, Side::Right] {
            let mut own = self.supports.iter().filter(|edit| Side::from(edit.foot) == side).peekable();
            if own.peek().is_none() {
                continue;
            }
            let mut planted = supports.planted(side, frames.count as usize);
            for edit in own {
                let span = frames.span(edit.from, edit.to);
                planted[span.first as usize..span.end as usize].fill(edit.down);
            }
            let spans = Span::runs(&planted);
            match side {
                Side::Left => supports.left = spans,
                Side::Right => supports.right = spans,
            }
        }
    }

    /// `measure` says all about a blow of a limb at a frame.
    pub(crate) fn apply_to_strikes(
        &self,
        strikes: &mut Vec<Strike>,
        frames: Frames,
        measure: impl Fn(u32, Limb) -> Option<Strike>,
    ) {
        for edit in &self.strikes {
            match *edit {
                StrikeEdit::Add(at, limb) => strikes.extend(measure(frames.at(at), limb)),
                StrikeEdit::Remove(at, limb) => {
                    let at = frames.at(at);
                    let candidates = strikes.iter().enumerate().filter(|(_, strike)| {
                        frames.near(strike.frame, at) && limb.is_none_or(|limb| limb == strike.limb)
                    });
                    if let Some((nearest, _)) = candidates.min_by_key(|(_, s)| s.frame.abs_diff(at)) {
                        strikes.remove(nearest);
                    }
                }
            }
        }
        strikes.sort_by_key(|strike| (strike.frame, strike.limb));
    }

    /// Cuts are the frames at which actions begin, without the clip's first. A person's cut takes the place of those
    /// that were found beside it.
    pub(crate) fn apply_to_cuts(&self, cuts: &mut Vec<u32>, frames: Frames) {
        let mut own: Vec<u32> = Vec::new();
        let mut put = |cuts: &mut Vec<u32>, at: u32| {
            cuts.retain(|&cut| own.contains(&cut) || !frames.near(cut, at));
            own.push(at);
            cuts.push(at);
        };
        for edit in &self.cuts {
            let take_nearest = |cuts: &mut Vec<u32>, at: u32| {
                let near = cuts.iter().copied().enumerate().filter(|&(_, cut)| frames.near(cut, at));
                let nearest = near.min_by_key(|(_, cut)| cut.abs_diff(at)).map(|(index, _)| index);
                nearest.map(|index| cuts.remove(index))
            };
            match *edit {
                CutEdit::Add(at) => put(cuts, frames.at(at)),
                CutEdit::Remove(at) => {
                    take_nearest(cuts, frames.at(at));
                }
                CutEdit::Move(from, to) => {
                    if take_nearest(cuts, frames.at(from)).is_some() {
                        put(cuts, frames.at(to));
                    }
                }
            }
        }
        cuts.retain(|&cut| cut > 0 && cut < frames.count);
        cuts.sort_unstable();
        cuts.dedup();
    }

    /// Whatever is said about an action is so, and sure.
    pub(crate) fn apply_to_actions(&self, actions: &mut [Action], frames: Frames) {
        for edit in &self.actions {
            let at = frames.at(edit.at);
            if let Some(action) = actions.iter_mut().find(|action| action.span.contains(at)) {
                apply_to_action(edit, action, frames);
            }
        }
    }
}

fn apply_to_action(edit: &ActionEdit, action: &mut Action, frames: Frames) {
    if let Some(classes) = &edit.classes {
        action.classes.clone_from(classes);
        (action.sure, action.origin) = (1.0, Origin::Hand);
    }
    if let Some(limbs) = &edit.limbs {
        action.limbs.clone_from(limbs);
    }
    action.direction = edit.direction.or(action.direction);
    action.protects = edit.protects.or(action.protects);
    if let Some([from, to]) = edit.avoids {
        let part = frames.span(from, to);
        let inside = Span { first: part.first.max(action.span.first), end: part.end.min(action.span.end) };
        action.avoids = (inside.first < inside.end).then_some(inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::{Foot, SupportEdit};
    use glam::Vec3;
    use proptest::prelude::*;

    const FRAMES: Frames = Frames { rate: 60.0, count: 600 };

    fn strike(frame: u32, limb: Limb) -> Strike {
        let effective = Span { first: frame, end: frame + 1 };
        Strike { frame, effective, limb, point: Vec3::ZERO, direction: Vec3::Z, speed: 6.0 }
    }

    #[test]
    fn cuts_are_added_moved_and_removed_where_a_person_says_so() {
        let edits = Edits {
            cuts: vec![CutEdit::Add(1.0), CutEdit::Remove(2.1), CutEdit::Move(3.0, 4.0)],
            ..Edits::default()
        };
        let mut cuts = vec![120, 178, 400];
        edits.apply_to_cuts(&mut cuts, FRAMES);
        assert_eq!(cuts, [60, 240, 400]);
    }

    #[test]
    fn a_cut_said_by_hand_takes_the_place_of_those_found_beside_it() {
        let edits = Edits { cuts: vec![CutEdit::Add(2.05), CutEdit::Add(2.1)], ..Edits::default() };
        let mut cuts = vec![120, 121, 140];
        edits.apply_to_cuts(&mut cuts, FRAMES);
        assert_eq!(cuts, [123, 126, 140]);
    }

    #[test]
    fn an_edit_of_a_cut_that_is_not_there_any_more_changes_nothing() {
        let edits = Edits { cuts: vec![CutEdit::Remove(5.0), CutEdit::Move(7.0, 8.0)], ..Edits::default() };
        let mut cuts = vec![120, 400];
        edits.apply_to_cuts(&mut cuts, FRAMES);
        assert_eq!(cuts, [120, 400]);
    }

    #[test]
    fn the_nearest_strike_goes_and_a_new_one_takes_its_place_in_time() {
        let edits = Edits {
            strikes: vec![
                StrikeEdit::Remove(1.0, Some(Limb::LeftHand)),
                StrikeEdit::Add(0.5, Limb::RightFoot),
            ],
            ..Edits::default()
        };
        let mut strikes =
            vec![strike(58, Limb::RightHand), strike(64, Limb::LeftHand), strike(300, Limb::LeftHand)];
        edits.apply_to_strikes(&mut strikes, FRAMES, |frame, limb| Some(strike(frame, limb)));
        let left: Vec<(u32, Limb)> = strikes.iter().map(|strike| (strike.frame, strike.limb)).collect();
        assert_eq!(left, [(30, Limb::RightFoot), (58, Limb::RightHand), (300, Limb::LeftHand)]);
    }

    #[test]
    fn a_foot_is_down_where_a_person_says_so() {
        let mut supports = Supports { left: vec![Span { first: 0, end: 100 }], right: vec![] };
        let up = SupportEdit { foot: Foot::Left, from: 0.5, to: 1.0, down: false };
        let down = SupportEdit { foot: Foot::Right, from: 9.0, to: 10.0, down: true };
        Edits { supports: vec![up, down], ..Edits::default() }.apply_to_supports(&mut supports, FRAMES);
        assert_eq!(supports.left, [Span { first: 0, end: 30 }, Span { first: 60, end: 100 }]);
        assert_eq!(supports.right, [Span { first: 540, end: 599 }]);
    }

    proptest! {
        #[test]
        fn cuts_stay_sorted_apart_and_inside(times in prop::collection::vec((0..3, 0.0..12.0_f64), 0..20)) {
            let edit = |(kind, at): (i32, f64)| match kind {
                0 => CutEdit::Add(at),
                1 => CutEdit::Remove(at),
                _ => CutEdit::Move(at, 10.0 - at),
            };
            let edits = Edits { cuts: times.into_iter().map(edit).collect(), ..Edits::default() };
            let mut cuts = vec![0, 120, 240, 599];
            edits.apply_to_cuts(&mut cuts, FRAMES);
            prop_assert!(cuts.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(cuts.iter().all(|&cut| cut > 0 && cut < 600));
        }
    }
}
