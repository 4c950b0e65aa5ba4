//! Pushes: when they begin and when they are over, as the motion shows it.
//!
//! The network sees that somebody is pushed about, but misses gentle pushes of who walks or runs, and takes a long stagger for two.
//! Hands that push show in the centre of mass (`shoves.rs`): such a shove is a push if what the network says there makes it
//! likely enough, and a push that no shove begins is none. It is over half a second later at the soonest, when trunk and arms have
//! swung out: for who stood, when his feet rest (`rests.rs`); for who goes on, with the footfall from which on he goes as he
//! goes on (`onward.rs`).
//!
//! The weights below were fitted by logistic regression to the performer's takes of seeds 501 to 532, and to people whom nobody
//! pushes (CMU's subjects 7, 8, 16, 69, 78, 127, 128 and 143; Bandai Namco's; five takes of LAFAN1, neither its walk nor its run), whose
//! shoves count forty times: by the least of the weights tried with which its walk has no more than four pushes.

use super::network::{Fits, Network};
use super::onward::Onward;
use super::senses;
use super::shoves::Shove;
use crate::annotation::Span;

/// s. Trunk and arms have swung out after so long.
const SWINGS: f32 = 0.5;
/// s. No stagger is longer.
const LONGEST: f32 = 4.5;
/// s. A share of pushes before a shove is taken over this.
const BEFORE: f32 = 0.33;
/// s. An action that begins so near to a shove begins with it.
const NEAR: f32 = 0.15;
/// s. Nobody is pushed twice in less; a far harder shove makes one before it no push.
const APART: f32 = 0.45;
const HARDER: f32 = 2.0;
/// s. Who was shoved so recently is thrown about by his own steps.
const RECENT: f32 = 0.7;
/// The log-odds of an end where there is none.
const NO_END: f32 = -4.0;
/// Nothing is more or less likely than this and its opposite.
const SURE: f32 = 0.99;

/// What is known of a clip, as far as it matters here.
pub struct Pushes<'a> {
    /// Frames per second.
    rate: f32,
    /// How many frames there are.
    frames: usize,
    /// Its footfalls.
    onward: &'a Onward<'a>,
    /// Where its feet rest, in frames.
    rests: &'a [Span],
    /// What it knows.
    network: &'a Network,
    /// What it says.
    fits: &'a Fits,
    /// Its labels of pushes, and those of what goes on without end.
    pushes: Vec<usize>,
    goings: Vec<usize>,
}

/// What the log-odds that a shove is a push are made of: of them, 1; the logarithm of how much it changes the velocity in m/s;
/// log-odds of a push in the half second after it; of an end near it; whether the network has a push begin with it; log-odds of a
/// push before it; whether somebody stands, or runs; how much others changed, shortly before and after.
const LIKELY: [f32; 10] = [-2.58, 1.0, 1.63, 1.62, 1.0, -0.43, 0.85, 2.49, -0.4, -2.4];
fn moments(seconds: f32) -> u32 {
    libm::roundf(seconds * senses::RATE) as u32
}

impl<'a> Pushes<'a> {
    /// What is known of a clip of so many frames.
    pub fn new(
        rate: f32,
        frames: usize,
        onward: &'a Onward<'a>,
        rests: &'a [Span],
        network: &'a Network,
        fits: &'a Fits,
    ) -> Pushes<'a> {
        let labels =
            |is: &dyn Fn(&[String]) -> bool| (0..fits.labels).filter(|l| is(&network.label(*l))).collect();
        let pushes = labels(&|words| words[0] == "pushed");
        let goings = labels(&|words| super::goes_on(words));
        Pushes { rate, frames, onward, rests, network, fits, pushes, goings }
    }

    /// Whether a label is a push.
    pub fn pushed(&self, label: usize) -> bool {
        self.pushes.contains(&label)
    }

    /// A sequence of labels, in spans of moments, with pushes where shoves have them.
    pub fn put(&self, likeliest: &[(Span, usize)], shoves: &[Shove]) -> Vec<(Span, usize)> {
        let mut pushes: Vec<Shove> = Vec::new();
        let apart = (APART * self.rate) as usize;
        for n in (0..shoves.len()).filter(|n| self.likely(shoves, *n, likeliest) > 0.0) {
            match pushes.last_mut().filter(|last| shoves[n].from - last.from < apart) {
                // Of two the harder one is the push, but what is not far harder went before.
                Some(last) if shoves[n].gain > HARDER * last.gain => *last = shoves[n],
                Some(_) => (),
                None => pushes.push(shoves[n]),
            }
        }
        let begun: Vec<usize> = pushes.iter().map(|shove| shove.from).collect();
        let nexts = begun.iter().skip(1).copied().chain([self.frames]);
        let pushes: Vec<Span> = begun
            .iter()
            .zip(nexts)
            .map(|(from, next)| {
                let first = self.moment(*from);
                Span { first, end: self.over(*from, next, likeliest).max(first + 1) }
            })
            .collect();
        self.laid(likeliest, &pushes)
    }

    /// Log-odds that a shove is a push.
    fn likely(&self, shoves: &[Shove], n: usize, likeliest: &[(Span, usize)]) -> f32 {
        let shove = shoves[n];
        let at = self.moment(shove.from);
        let near = moments(NEAR);
        let around = &likeliest[likeliest.partition_point(|(span, _)| span.end + near < at)..];
        let mut around = around.iter().take_while(|(span, _)| span.first <= at + near);
        let begins =
            around.clone().any(|(span, label)| self.pushed(*label) && span.first.abs_diff(at) <= near);
        let own = around.find(|(span, _)| span.contains(at)).map(|(_, label)| *label);
        let words = own.filter(|label| !self.pushed(*label)).map(|label| self.network.label(label));
        let does = |word: &str| f32::from(words.iter().flatten().any(|own| own == word));
        let recent = (RECENT * self.rate) as usize;
        let before = n.checked_sub(1).map(|n| shoves[n]).filter(|last| shove.from - last.from < recent);
        let after = shoves.get(n + 1).filter(|next| next.from - shove.from < recent);
        let x = [
            1.0,
            libm::logf(shove.gain.max(0.01)),
            self.odds([at, at + moments(SWINGS)]),
            self.ends(at, 2, 3).max(NO_END),
            f32::from(begins),
            self.odds([at.saturating_sub(moments(BEFORE)), at]),
            does("stand"),
            does("run"),
            before.map_or(0.0, |last| last.gain),
            after.map_or(0.0, |next| next.gain),
        ];
        LIKELY.iter().zip(x).map(|(weight, x)| weight * x).sum()
    }

    /// The moment in which a push is over that begins in a frame, before the next one does.
    fn over(&self, from: usize, next: usize, likeliest: &[(Span, usize)]) -> u32 {
        let frames = |seconds: f32| libm::roundf(seconds * self.rate) as usize;
        let swung = from + frames(SWINGS);
        let until = next.min(from + frames(LONGEST)).min(self.frames);
        let before = &likeliest[..likeliest.partition_point(|(span, _)| span.first < self.moment(from))];
        let did = before.iter().rev().find(|(_, label)| !self.pushed(*label));
        let stood = did.is_none_or(|(_, label)| self.network.label(*label)[0] == "stand");
        if !stood {
            return self.moment(self.onward.goes_on(swung, until));
        }
        let rests = self.rests.iter().find(|rest| rest.end as usize > swung);
        self.moment(rests.map_or(until, |rest| (rest.first as usize).max(swung)).min(until))
    }

    /// The sequence with pushes over it. What was taken for one and is none goes on as what fits it best.
    fn laid(&self, likeliest: &[(Span, usize)], pushes: &[Span]) -> Vec<(Span, usize)> {
        let mut all: Vec<(Span, usize)> = Vec::new();
        let mut add = |span: Span, label: usize| {
            let one = super::goes_on(&self.network.label(label));
            match all.last_mut() {
                Some((last, own)) if one && *own == label => last.end = span.end,
                _ if span.frames() > 0 => all.push((span, label)),
                _ => (),
            }
        };
        let mut next = pushes.iter().copied().peekable();
        for (span, label) in likeliest {
            let mut first = span.first;
            while first < span.end {
                // The push that is next or under way.
                while next.next_if(|push| push.end <= first).is_some() {}
                let push = next.peek().copied().unwrap_or(Span { first: u32::MAX, end: u32::MAX });
                let end = if push.first <= first { push.end } else { push.first }.min(span.end);
                let part = Span { first, end };
                match () {
                    () if push.first == first => add(push, self.best(push, &self.pushes)),
                    // It was laid where it began.
                    () if push.first < first => (),
                    () if self.pushed(*label) => add(part, self.best(part, &self.goings)),
                    () => add(part, *label),
                }
                first = end;
            }
        }
        all
    }

    /// The one of some labels that fits best.
    fn best(&self, span: Span, labels: &[usize]) -> usize {
        let worth = |label: usize| {
            let fit = |moment: u32| self.fits.shares[moment as usize * self.fits.labels + label];
            (span.first..span.end).map(fit).sum::<f32>()
        };
        let better = |best: usize, label: usize| if worth(label) > worth(best) { label } else { best };
        labels.iter().copied().reduce(better).unwrap_or(0)
    }

    fn moment(&self, frame: usize) -> u32 {
        let last = self.fits.ends.len() as u32;
        (libm::roundf(frame as f32 * senses::RATE / self.rate) as u32).min(last)
    }

    /// Log-odds of a push between moments.
    fn odds(&self, span: [u32; 2]) -> f32 {
        let share = self.share(span).clamp(1.0 - SURE, SURE);
        libm::logf(share / (1.0 - share))
    }

    /// How likely any push is between moments.
    fn share(&self, [first, end]: [u32; 2]) -> f32 {
        let last = self.fits.ends.len() as u32;
        let first = first.min(last - 1);
        let span = Span { first, end: end.clamp(first + 1, last) };
        self.pushes.iter().map(|label| self.fits.share(*label, span)).sum()
    }

    /// The log-odds of an end near a moment.
    fn ends(&self, moment: u32, before: u32, after: u32) -> f32 {
        let ends = &self.fits.ends;
        let (from, to) = (moment.saturating_sub(before) as usize, (moment + after + 1) as usize);
        let near = ends.get(from.min(ends.len())..to.min(ends.len())).unwrap_or(&[]);
        near.iter().copied().reduce(f32::max).unwrap_or(NO_END)
    }
}
