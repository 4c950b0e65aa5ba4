//! From how well labels fit at every moment to actions: the likeliest sequence of labels (Viterbi).
//!
//! A sequence is worth how well its labels fit, summed over the moments, and, wherever an action ends and the next begins,
//! the log-odds of an end. Two actions of the same label may follow each other: two jabs are two. From any label the best
//! one to come from is the same, so that a moment costs one pass over the labels.

use super::network::Fits;
use crate::annotation::Span;

/// Moments. An end stands out if none so near on either side is likelier.
const NEAR: usize = 3;
/// The log-odds of an end that does not stand out.
const UNLIKELY: f32 = -7.0;
/// Log-odds. Ends were drawn more often in training than they occur, so the network sees too many; by how much was tuned
/// on the performer's takes of seeds 501 and 502.
const TOO_MANY: f32 = 1.0;

/// The log-odds of ends, without those beside a likelier one: one end has likely moments on both sides of it.
fn peaks(ends: &[f32]) -> Vec<f32> {
    let near = |at: usize| &ends[at.saturating_sub(NEAR)..(at + NEAR + 1).min(ends.len())];
    let stands_out = |at: usize| near(at).iter().all(|other| *other <= ends[at]);
    (0..ends.len()).map(|at| if stands_out(at) { ends[at] - TOO_MANY } else { UNLIKELY }).collect()
}

/// Spans of moments, in order and without gaps, each with its label.
pub fn likeliest(read: &Fits, fits: f32, ends: f32) -> Vec<(Span, usize)> {
    let labels = read.labels;
    let mut rows = read.shares.chunks_exact(labels.max(1));
    let Some(first) = rows.next() else { return Vec::new() };
    let mut worth: Vec<f32> = first.iter().map(|fit| fits * fit).collect();
    // Whether a label that holds at a moment began there, and which label was best before it.
    let mut begins = vec![false; labels];
    let mut before = vec![0];
    for (row, end) in rows.zip(&peaks(&read.ends)[1..]) {
        let best = best(&worth);
        let begun = worth[best] + ends * end;
        before.push(best);
        for (worth, fit) in worth.iter_mut().zip(row) {
            begins.push(begun > *worth);
            *worth = worth.max(begun) + fits * fit;
        }
    }
    let mut label = best(&worth);
    let mut end = before.len();
    let mut spans = Vec::new();
    for moment in (1..before.len()).rev() {
        if begins[moment * labels + label] {
            spans.push((Span { first: moment as u32, end: end as u32 }, label));
            (end, label) = (moment, before[moment]);
        }
    }
    spans.push((Span { first: 0, end: end as u32 }, label));
    spans.reverse();
    spans
}

fn best(worth: &[f32]) -> usize {
    (0..worth.len()).fold(0, |best, label| if worth[label] > worth[best] { label } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reading in which the labels of a text fit, one letter a moment, with an end before each capital.
    fn read(text: &str) -> Fits {
        let fit = |letter: char, label: char| if letter.eq_ignore_ascii_case(&label) { -0.1 } else { -3.0 };
        Fits {
            labels: 2,
            shares: text.chars().flat_map(|letter| ['a', 'b'].map(|label| fit(letter, label))).collect(),
            ends: text.chars().map(|letter| if letter.is_uppercase() { 3.0 } else { -4.0 }).collect(),
        }
    }

    fn spans(text: &str) -> Vec<(u32, u32, usize)> {
        likeliest(&read(text), 1.0, 1.0).iter().map(|(span, label)| (span.first, span.end, *label)).collect()
    }

    #[test]
    fn the_same_action_twice_is_two_and_a_moment_of_doubt_is_none() {
        assert_eq!(spans("aaaaBbbbBbbb"), [(0, 4, 0), (4, 8, 1), (8, 12, 1)]);
        assert_eq!(spans("aaaabaaaa"), [(0, 9, 0)]);
        assert_eq!(spans(""), []);
    }

    #[test]
    fn no_other_sequence_is_worth_more() {
        // Every sequence of two labels and of ends over seven moments.
        for text in ["aabBbaa", "abababA", "AABBAAB", "bbbbaaA"] {
            let read = read(text);
            let peaks = peaks(&read.ends);
            let worth = |labels: u32, ends: u32| {
                let mut sum = 0.0;
                for (moment, peak) in peaks.iter().enumerate() {
                    let label = labels >> moment & 1;
                    sum += read.shares[moment * 2 + label as usize];
                    let changes = moment > 0 && labels >> (moment - 1) & 1 != label;
                    let ends = moment > 0 && ends >> moment & 1 == 1;
                    if changes && !ends {
                        return f32::MIN;
                    }
                    sum += if ends { *peak } else { 0.0 };
                }
                sum
            };
            let most = (0..128).flat_map(|l| (0..128).map(move |e| (l, e))).map(|(l, e)| worth(l, e));
            let most = most.fold(f32::MIN, f32::max);
            let (mut labels, mut ends) = (0, 0);
            for (span, label) in likeliest(&read, 1.0, 1.0) {
                (span.first..span.end).for_each(|moment| labels |= (label as u32) << moment);
                ends |= 1 << span.first;
            }
            assert!((worth(labels, ends) - most).abs() < 1e-4, "{text}");
        }
    }
}
