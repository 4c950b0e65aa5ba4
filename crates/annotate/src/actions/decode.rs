//! From how well labels fit at every moment to actions: the likeliest sequence of labels (Viterbi).
//!
//! A sequence is worth how well its labels fit, summed over the moments, and, wherever an action ends and the next begins,
//! the log-odds of an end. Two actions of the same label may follow each other: two jabs are two; but what never does so
//! where the network learned costs something. But for that, the best label to come from is the same for all, so that a
//! moment costs one pass over the labels.

use super::network::Fits;
use crate::annotation::Span;

/// Moments. An end stands out if none so near on either side is likelier.
const NEAR: usize = 3;
/// The log-odds of an end that does not stand out.
const UNLIKELY: f32 = -7.0;
/// Log-odds. Ends were drawn more often in training than they occur, so the network sees too many; by how much was tuned
/// on the performer's takes of seeds 501 to 504.
const TOO_MANY: f32 = 0.3;

/// The log-odds of ends, without those beside a likelier one: one end has likely moments on both sides of it.
fn peaks(ends: &[f32]) -> Vec<f32> {
    let near = |at: usize| &ends[at.saturating_sub(NEAR)..(at + NEAR + 1).min(ends.len())];
    let stands_out = |at: usize| near(at).iter().all(|other| *other <= ends[at]);
    (0..ends.len()).map(|at| if stands_out(at) { ends[at] - TOO_MANY } else { UNLIKELY }).collect()
}

/// How a label comes to hold at a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comes {
    /// It held before.
    GoesOn,
    /// It begins, after the label that is worth most then, or after the next best one.
    After(bool),
}

/// What it costs that a label begins, in logarithms: after another one, and after itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// After any.
    pub begins: f32,
    /// After itself, on top.
    pub again: f32,
}

/// Spans of moments, in order and without gaps, each with its label. `costs` are the labels'.
pub fn likeliest(read: &Fits, costs: &[Cost], fits: f32, ends: f32) -> Vec<(Span, usize)> {
    let labels = read.labels;
    let mut rows = read.shares.chunks_exact(labels.max(1));
    let Some(first) = rows.next() else { return Vec::new() };
    let mut worth: Vec<f32> = first.iter().map(|fit| fits * fit).collect();
    let mut comes = vec![Comes::GoesOn; labels];
    // The two labels that were worth most before a moment.
    let mut before = vec![[0, 0]];
    for (row, end) in rows.zip(&peaks(&read.ends)[1..]) {
        let two = best(&worth);
        let [most, next] = two.map(|label| worth[label] + ends * end);
        before.push(two);
        for (label, (worth, fit)) in worth.iter_mut().zip(row).enumerate() {
            let own = label == two[0];
            let cost = costs.get(label).copied().unwrap_or_default();
            let itself = most + cost.again;
            let other = own && next > itself;
            let begun = if !own { most } else { next.max(itself) } + cost.begins;
            comes.push(if begun > *worth { Comes::After(other) } else { Comes::GoesOn });
            *worth = worth.max(begun) + fits * fit;
        }
    }
    let mut label = best(&worth)[0];
    let mut end = before.len();
    let mut spans = Vec::new();
    for moment in (1..before.len()).rev() {
        if let Comes::After(other) = comes[moment * labels + label] {
            spans.push((Span { first: moment as u32, end: end as u32 }, label));
            (end, label) = (moment, before[moment][usize::from(other)]);
        }
    }
    spans.push((Span { first: 0, end: end as u32 }, label));
    spans.reverse();
    spans
}

/// The label that is worth most, and the next best one; the same where there is no other.
fn best(worth: &[f32]) -> [usize; 2] {
    let most = |but: Option<usize>| {
        let all = (0..worth.len()).filter(|label| Some(*label) != but);
        all.reduce(|best, label| if worth[label] > worth[best] { label } else { best })
    };
    let first = most(None).unwrap_or(0);
    [first, most(Some(first)).unwrap_or(first)]
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
        likeliest(&read(text), &[], 1.0, 1.0)
            .iter()
            .map(|(span, label)| (span.first, span.end, *label))
            .collect()
    }

    #[test]
    fn the_same_action_twice_is_two_and_a_moment_of_doubt_is_none() {
        assert_eq!(spans("aaaaBbbbBbbb"), [(0, 4, 0), (4, 8, 1), (8, 12, 1)]);
        assert_eq!(spans("aaaabaaaa"), [(0, 9, 0)]);
        assert_eq!(spans(""), []);
        // What does not follow itself is one.
        let one = likeliest(&read("aaaaBbbbBbbb"), &[Cost { again: -5.0, begins: 0.0 }; 2], 1.0, 1.0);
        assert_eq!(one.len(), 2);
    }

    #[test]
    fn no_other_sequence_is_worth_more() {
        // Every sequence of two labels and of ends over seven moments.
        for (text, again) in [("aabBbaa", 0.0), ("abababA", -1.0), ("AABBAAB", -2.5), ("bbbbBbA", -0.5)] {
            let costs = [again, 0.5 * again].map(|again| Cost { again, begins: 0.3 * again });
            let read = read(text);
            let peaks = peaks(&read.ends);
            let worth = |labels: u32, ends: u32| {
                let mut sum = 0.0;
                for (moment, peak) in peaks.iter().enumerate() {
                    let label = labels >> moment & 1;
                    sum += read.shares[moment * 2 + label as usize];
                    let changes = moment > 0 && labels >> (moment - 1) & 1 != label;
                    let ends = moment > 0 && ends >> moment & 1 == 1;
                    let cost = costs[label as usize];
                    sum += if ends { cost.begins } else { 0.0 };
                    sum += if ends && !changes { cost.again } else { 0.0 };
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
            for (span, label) in likeliest(&read, &costs, 1.0, 1.0) {
                (span.first..span.end).for_each(|moment| labels |= (label as u32) << moment);
                ends |= 1 << span.first;
            }
            assert!((worth(labels, ends) - most).abs() < 1e-4, "{text}");
        }
    }
}
