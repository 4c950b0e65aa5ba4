//! Steps: somebody who goes on walking or running is cut at every one.
//!
//! Paper: Shum, section 3.1: cuts at the centres of double support. In running there is none, and the cut is at the footfall.

use super::reading::Swing;
use crate::annotation::Span;

/// Both feet leave and land together if they do so within this share of the shorter swing.
const APART: f32 = 0.3;

/// Whether two swings are one leap off both feet: they leave and land nearly at once.
pub fn together(a: Span, b: Span) -> bool {
    let apart = a.first.abs_diff(b.first).max(a.end.abs_diff(b.end));
    apart as f32 <= APART * a.frames().min(b.frames()).max(1) as f32
}

/// Between steps: the centre of double support, or, where there is none, the footfall.
pub fn cuts(swings: &[Swing]) -> impl Iterator<Item = u32> + '_ {
    swings.windows(2).filter_map(|pair| {
        let (now, next) = (pair[0].span, pair[1].span);
        if pair[0].side != pair[1].side && together(now, next) {
            return None;
        }
        Some(if next.first >= now.end { now.end + (next.first - now.end) / 2 } else { now.end })
    })
}
