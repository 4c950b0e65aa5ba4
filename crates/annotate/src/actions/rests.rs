//! Standing: who goes begins when a foot leaves, and has come to stand when the last one is down.
//!
//! The network sees that somebody stands and goes, but not to the step: who starts slowly still seems to stand, and who puts
//! his feet right to go. So such a boundary is moved to where both feet begin to rest, or cease to.

use super::network::Network;
use super::reading::Swing;
use super::senses::{self, Senses};
use super::ways::Gait;
use crate::annotation::Span;

/// s. Feet that rest for so long stand: stepping on the spot, both carry weight for up to 0.28 s.
const STANDS: f32 = 0.3;
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
