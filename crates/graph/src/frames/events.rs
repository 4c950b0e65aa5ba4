//! Where a transition may leave or arrive: frames at a foot event.
//!
//! Paper: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004), sec. 6, *Graph Construction*: a
//! transition is allowed only where the left foot is about to leave the ground. Lee et al. 2002 allow any change
//! of contact. Which events count is a setting here.
//! Departs from it: somebody who stands has no foot events for seconds on end and would be stuck; `Standing` adds
//! moments in double support.

use footwork_annotate::{Span, Take};
use footwork_motion::Side;

use super::FootEvent;

/// The frames of a take at which an event happens, in order; moments of one span of standing are together. `every` is
/// how many frames apart these are in a long span.
pub(crate) fn frames_at(take: &Take, event: FootEvent, every: u32) -> Vec<Vec<u32>> {
    let frames = take.clip.frames() as u32;
    let spans = |side: Side| take.annotation.supports.of(side).iter();
    match event {
        // A span that reaches the take's end is cut short by the end, not by a step; likewise at the start.
        FootEvent::LeftLeaves => leaves(spans(Side::Left), frames),
        FootEvent::RightLeaves => leaves(spans(Side::Right), frames),
        FootEvent::LeftLands => lands(spans(Side::Left), frames),
        FootEvent::RightLands => lands(spans(Side::Right), frames),
        FootEvent::Standing => {
            let left = take.annotation.supports.planted(Side::Left, frames as usize);
            let right = take.annotation.supports.planted(Side::Right, frames as usize);
            let both: Vec<bool> = left.iter().zip(&right).map(|(l, r)| *l && *r).collect();
            Span::runs(&both).into_iter().map(|span| spread(span, every.max(1)).collect()).collect()
        }
    }
}

fn leaves<'a>(spans: impl Iterator<Item = &'a Span>, frames: u32) -> Vec<Vec<u32>> {
    spans.filter(|span| span.frames() > 0 && span.end < frames).map(|span| vec![span.end - 1]).collect()
}

fn lands<'a>(spans: impl Iterator<Item = &'a Span>, frames: u32) -> Vec<Vec<u32>> {
    spans.filter(|span| span.first > 0 && span.first < frames).map(|span| vec![span.first]).collect()
}

/// As many moments as fit `every` frames apart, centred in the span; at least its middle.
fn spread(span: Span, every: u32) -> impl Iterator<Item = u32> {
    let count = (span.frames() / every).max(1);
    let first = span.middle() - (count - 1) * every / 2;
    (0..count).map(move |at| first + at * every)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_standing_are_spread_over_a_long_span_and_a_short_one_has_its_middle() {
        let at = |first, end| spread(Span { first, end }, 10).collect::<Vec<_>>();
        assert_eq!(at(0, 5), [2]);
        assert_eq!(at(100, 119), [109]);
        assert_eq!(at(0, 40), [5, 15, 25, 35]);
        for (first, end) in [(3, 4), (3, 14), (3, 93), (0, 10)] {
            let span = Span { first, end };
            assert!(spread(span, 10).all(|frame| span.contains(frame)), "{span:?}");
        }
    }
}
