//! An attack is one blow. People throw combinations faster, and more alike, than the network ever saw, and it takes several
//! blows for one action; but each of them was found as a strike.

use super::network::{Fits, Network};
use super::senses;
use crate::annotation::{Span, Strike};

/// s. What lands sooner after another blow belongs to it: an elbow after its hand, both hands at once.
const TOGETHER: f32 = 0.2;

/// Attacks with several strikes in them are cut between the strikes, where an end is likeliest. What each part is, is the
/// attack that fits best over it.
pub fn one_each(
    likeliest: &[(Span, usize)],
    network: &Network,
    fits: &Fits,
    strikes: &[Strike],
    rate: f32,
) -> Vec<(Span, usize)> {
    let attacks: Vec<usize> = (0..fits.labels).filter(|label| network.label(*label)[0] == "attack").collect();
    let landings: Vec<u32> =
        strikes.iter().map(|strike| libm::roundf(strike.frame as f32 * senses::RATE / rate) as u32).collect();
    let mut out = Vec::with_capacity(likeliest.len());
    for &(span, label) in likeliest {
        let cuts = match attacks.contains(&label) {
            true => cuts(span, &landings, &fits.ends),
            false => Vec::new(),
        };
        let whole = cuts.is_empty();
        let firsts = std::iter::once(span.first).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain(std::iter::once(span.end));
        for part in firsts.zip(ends).map(|(first, end)| Span { first, end }) {
            let fit = |label: usize| -> f32 {
                (part.first..part.end).map(|moment| fits.shares[moment as usize * fits.labels + label]).sum()
            };
            let better = |a: &usize, b: &usize| fit(*a).total_cmp(&fit(*b));
            let best = attacks.iter().copied().max_by(better).filter(|_| !whole);
            out.push((part, best.unwrap_or(label)));
        }
    }
    out
}

/// The likeliest ends between strikes that land within a span.
fn cuts(span: Span, landings: &[u32], ends: &[f32]) -> Vec<u32> {
    let together = libm::roundf(TOGETHER * senses::RATE) as u32;
    let from = landings.partition_point(|lands| *lands < span.first);
    let to = landings.partition_point(|lands| *lands < span.end);
    let mut cuts = Vec::new();
    let mut before: Option<u32> = None;
    for &lands in &landings[from..to.max(from)] {
        if let Some(before) = before.filter(|before| lands >= before + together) {
            let likelier = |a: &u32, b: &u32| ends[*a as usize].total_cmp(&ends[*b as usize]);
            cuts.extend((before + 1..lands).max_by(likelier));
        }
        before = Some(lands);
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_cut_between_strikes_where_an_end_is_likeliest_and_not_between_those_that_land_together() {
        let mut ends = vec![-4.0; 60];
        (ends[14], ends[33]) = (1.0, 2.0);
        let span = Span { first: 5, end: 50 };
        // The strikes at 2 and 55 are others' business; 40 and 43 are one.
        assert_eq!(cuts(span, &[2, 10, 25, 40, 43, 55], &ends), [14, 33]);
        assert_eq!(cuts(span, &[10], &ends), []);
        assert_eq!(cuts(span, &[], &ends), []);
        // Where no moment stands out, one between them will do.
        assert!(matches!(cuts(span, &[10, 20], &[0.0; 60])[..], [11..=19]));
    }
}
