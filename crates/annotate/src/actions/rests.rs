//! Standing: who goes begins when a foot leaves, and has come to stand when the last one is down.
//!
//! The network sees that somebody stands and goes, but not to the step: who starts slowly still seems to stand, and who puts
//! his feet right to go. So such a boundary is moved to where both feet begin to rest, or cease to.

use super::network::Network;
use super::reading::Swing;
use super::senses::{self, Senses};
use super::ways::Gait;
use crate::annotation::Span;

/// s. Feet that rest for so long stand: in the truth it is 0.3 s, and feet are found to leave a frame late.
const STANDS: f32 = 0.32;
/// s. Who steps for no longer while he stands puts his feet right.
const TIDIES: f32 = 0.6;
/// s. A boundary is moved by no more.
const FURTHEST: f32 = 1.2;
/// s. Where the network has him stand, his feet rest so soon.
const SOON: f32 = 0.3;

/// From when to when both feet rest for long enough to stand, in frames.
pub fn rests(swings: &[Swing], frames: usize, rate: f32) -> Vec<Span> {
    let mut rests: Vec<Span> = Vec::new();
    let mut first = 0;
    for swing in swings {
        rests.push(Span { first, end: swing.span.first.max(first) });
        first = first.max(swing.span.end);
    }
    rests.push(Span { first, end: (frames as u32).max(first) });
    rests.retain(|rest| rest.frames() as f32 >= STANDS * rate);
    rests
}

/// Lets stand who was pushed and then goes on, but whose feet rest first; and who puts his feet right while he stands.
pub fn stands_first(likeliest: &mut Vec<(Span, usize)>, network: &Network, rests: &[Span], rate: f32) {
    let Some(stand) = (0..network.again.len()).find(|label| network.label(*label) == ["stand"]) else {
        return;
    };
    let frame = |moment: u32| Senses::frame(moment as usize, rate);
    let goes = |words: &[String]| Gait::named(words).is_some() && words[0] == "movement";
    let mut n = 1;
    while n < likeliest.len() {
        let [before, own] = [n - 1, n].map(|n| network.label(likeliest[n].1));
        let after = likeliest.get(n + 1).map(|(_, label)| network.label(*label)[0].clone());
        let (span, at) = (likeliest[n].0, frame(likeliest[n].0.first));
        let tidies = before[0] == "stand" && matches!(after.as_deref(), Some("stand" | "pushed"));
        if goes(&own) && tidies && span.frames() as f32 <= TIDIES * senses::RATE {
            likeliest[n].1 = stand;
        } else if goes(&own) && before[0] == "pushed" {
            let long = (STANDS * rate) as u32;
            let rest = rests.iter().find(|rest| rest.first <= at + 2 && rest.end >= at + long);
            let leaves = rest.map(|rest| libm::roundf(rest.end as f32 * senses::RATE / rate) as u32);
            if let Some(leaves) = leaves.filter(|leaves| *leaves < span.end) {
                likeliest[n].0.first = leaves;
                likeliest.insert(n, (Span { first: span.first, end: leaves }, stand));
            }
        }
        n += 1;
    }
    likeliest.dedup_by(|next, last| {
        let same = next.1 == stand && last.1 == stand;
        if same {
            last.0.end = next.0.end;
        }
        same
    });
}

/// Moves boundaries between standing and going to where feet rest.
pub fn stand(likeliest: &mut [(Span, usize)], network: &Network, rests: &[Span], rate: f32) {
    let frame = |moment: u32| Senses::frame(moment as usize, rate);
    let frames = |seconds: f32| (seconds * rate) as u32;
    for n in 1..likeliest.len() {
        let [before, after] = [n - 1, n].map(|n| network.label(likeliest[n].1));
        let stands = |words: &[String]| words[0] == "stand";
        let goes = |words: &[String]| Gait::named(words).is_some_and(|_| words[0] == "movement");
        let (first, at, end) = (likeliest[n - 1].0.first, likeliest[n].0.first, likeliest[n].0.end);
        let here = frame(at);
        let near = |moves: u32| moves.abs_diff(here) <= frames(FURTHEST);
        let moves = match () {
            () if stands(&before) && goes(&after) => {
                rests.iter().rfind(|rest| rest.first < here && rest.end > frame(first)).map(|rest| rest.end)
            }
            () if goes(&before) && stands(&after) => {
                let comes = |rest: &&Span| rest.first > frame(first) && rest.first < here + frames(SOON);
                rests.iter().filter(comes).map(|rest| rest.first).find(|first| near(*first))
            }
            () => None,
        };
        let Some(moves) = moves.filter(|moves| near(*moves)) else { continue };
        let moment = libm::roundf(moves as f32 * senses::RATE / rate) as u32;
        // At least a moment of each is left.
        let moment = moment.clamp(first + 1, (end - 1).max(first + 1));
        (likeliest[n - 1].0.end, likeliest[n].0.first) = (moment, moment);
    }
}
