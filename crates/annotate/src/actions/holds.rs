//! When something is held: from the carrying actions, to the moment at which hands take it and let it go.
//!
//! Hands take what lies on the floor, and let go of what is set down, where they are lowest; what is handed over or received
//! changes hands where they reach furthest.

use super::Reading;
use crate::annotation::{Action, Hold, Span};

/// The holds of a clip, in order.
pub fn find(reading: &Reading, actions: &[Action]) -> Vec<Hold> {
    let mut holds = Vec::new();
    let mut since: Option<u32> = None;
    let mut close = |from: u32, to: u32| {
        if to > from {
            holds.push(Hold { span: Span { first: from, end: to } });
        }
    };
    for action in actions {
        let span = action.span;
        let halves = [Span { end: span.middle(), ..span }, Span { first: span.middle(), ..span }];
        if !action.is("carry") {
            if let Some(from) = since.take() {
                close(from, span.first);
            }
        } else if action.is("lift") {
            since = since.or(Some(lowest(reading, span)));
        } else if action.is("receive") {
            since = since.or(Some(furthest(reading, span)));
        } else if action.is("set_down") {
            close(since.take().unwrap_or(span.first), lowest(reading, span));
        } else if action.is("hand_over") {
            close(since.take().unwrap_or(span.first), furthest(reading, span));
        } else if action.is("pass_on") {
            let from = since.take().unwrap_or_else(|| furthest(reading, halves[0]));
            close(from, furthest(reading, halves[1]));
        } else {
            since = since.or(Some(span.first));
        }
    }
    if let Some(from) = since {
        close(from, reading.signals.frames() as u32);
    }
    holds
}

/// The frame at which the hands are lowest.
fn lowest(reading: &Reading, span: Span) -> u32 {
    let height = |frame: u32| {
        let (shape, at) = (&reading.signals.shapes[frame as usize], frame as usize);
        reading.signals.head[at].y + shape.wrists[0].y + shape.wrists[1].y
    };
    least(span, reading, height)
}

/// The frame at which the hands reach furthest ahead or aside.
fn furthest(reading: &Reading, span: Span) -> u32 {
    let reach = |frame: u32| {
        let [l, r] = reading.signals.shapes[frame as usize].wrists;
        let middle = 0.5 * (l + r);
        -libm::hypotf(middle.x, middle.z)
    };
    least(span, reading, reach)
}

fn least(span: Span, reading: &Reading, value: impl Fn(u32) -> f32) -> u32 {
    let end = span.end.min(reading.signals.frames() as u32);
    (span.first..end).min_by(|a, b| value(*a).total_cmp(&value(*b))).unwrap_or(span.first)
}
