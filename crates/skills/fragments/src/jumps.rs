//! Jumps: which fragments are in the air because somebody jumped.
//!
//! The paper's airborne flag is a jump button's. A running stride leaves the ground as well, and its fragments must not
//! count as jumps, or nobody could run without them: only flights that last longer than a stride's are jumps here.

use footwork_annotate::{Repertoire, Span, Take};
use footwork_graph::Fragments;
use footwork_motion::Side;

/// s, where no jump was recorded.
const NO_JUMP: f32 = 0.5;
/// s. No jump lasts longer: where feet carry nothing for so long, their supports were not found.
const LONGEST: f32 = 1.0;

/// The spans of a take in which neither foot carries weight, for at least so many seconds but not longer than a jump.
fn jumps(take: &Take, shortest: f32) -> Vec<Span> {
    let (frames, rate) = (take.clip.frames(), take.clip.rate());
    let [left, right] = Side::BOTH.map(|side| take.annotation.supports.planted(side, frames));
    let aloft: Vec<bool> = left.iter().zip(&right).map(|(left, right)| !left && !right).collect();
    let mut spans = Span::runs(&aloft);
    spans.retain(|span| (shortest..=LONGEST).contains(&(span.frames() as f32 / rate)));
    spans
}

/// Says of every fragment whether most of it is in a jump.
pub fn mark(repertoire: &Repertoire, fragments: &mut Fragments, shortest: f32) {
    let jumps: Vec<Vec<Span>> = repertoire.takes.iter().map(|take| jumps(take, shortest)).collect();
    for (segment, control) in fragments.segments.iter().zip(&mut fragments.controls) {
        let within = |span: &Span| {
            let frames = span.end.min(segment.end).saturating_sub(span.first.max(segment.first));
            2 * frames > segment.end - segment.first
        };
        control.airborne = jumps.get(segment.take as usize).is_some_and(|spans| spans.iter().any(within));
    }
}

/// s, how long the middle one of the repertoire's jumps is in the air.
pub fn usual(repertoire: &Repertoire, shortest: f32) -> f32 {
    let seconds = |take: &Take| {
        let rate = take.clip.rate();
        jumps(take, shortest).into_iter().map(move |span| span.frames() as f32 / rate).collect::<Vec<_>>()
    };
    let mut all: Vec<f32> = repertoire.takes.iter().flat_map(seconds).collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(NO_JUMP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_annotate::{Annotation, Supports};
    use footwork_graph::{FragmentSettings, fragments};

    #[test]
    fn a_stride_is_no_jump_and_feet_that_were_not_seen_are_none_either() {
        let mut repertoire = crate::testing::performed(4.0);
        repertoire.takes.truncate(1);
        // In the air from 1.0 to 1.1 s, from 2.0 to 2.4 s, and, as it seems, from 2.7 s on.
        let left = [(0, 60), (66, 120), (144, 162)].map(|(first, end)| Span { first, end }).to_vec();
        let supports = Supports { left, right: Vec::new() };
        repertoire.takes[0].annotation = Annotation { supports, ..Annotation::default() };
        let mut cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        mark(&repertoire, &mut cut, 0.25);
        for (segment, control) in cut.segments.iter().zip(&cut.controls) {
            let middle = (segment.first + segment.end) / 2;
            if !(118..=146).contains(&middle) || (124..=140).contains(&middle) {
                assert_eq!(control.airborne, (120..144).contains(&middle), "{segment:?}");
            }
        }
        assert!((usual(&repertoire, 0.25) - 0.4).abs() < 1e-4);
        assert_eq!(usual(&repertoire, 0.9), NO_JUMP);
    }
}
