//! Cuts of somebody who gets about: steps, and standing between them.

use super::{Reading, Settings, fight};
use crate::actions::reading::Swing;
use crate::annotation::Span;

/// s. Whoever jumps from standing begins and recovers within this.
const AROUND_A_JUMP: f32 = 1.2;
/// s. Going down for a jump takes at least this long, and so does coming up after it, even where it is hardly seen.
const LEAST_AROUND: [f32; 2] = [0.9, 0.6];
/// Both feet leave and land together if they do so within this share of the shorter swing.
const APART: f32 = 0.3;
/// Hands that move this many times faster than calm do something, even if the feet do not.
const GESTURE: f32 = 3.0;

/// Adds the cuts of a span in which somebody gets about: at its steps, and where standing ends and begins.
pub fn cut(reading: &Reading, span: Span, settings: &Settings, cuts: &mut Vec<u32>) {
    let swings: Vec<Swing> =
        reading.swings_in(span).filter(|swing| span.contains(swing.span.first)).copied().collect();
    if swings.is_empty() {
        let activity = &reading.signals.activity[span.first as usize..span.end as usize];
        if activity.iter().any(|speed| *speed > GESTURE * reading.calm) {
            fight::cut(reading, span, &[], settings, cuts);
        }
        return;
    }
    let bouts = bouts(reading, settings, &swings);
    let around = reading.signals.frames_in(AROUND_A_JUMP) as u32;
    // Where the last bout ended, if there was one.
    let (mut done, mut last) = (span.first, 0);
    for (n, bout) in bouts.iter().enumerate() {
        let (first, end) = bout_span(bout);
        // A foot that is put right before a jump belongs to it.
        let leads_in = |next: &&[Swing]| bout.len() == 1 && is_jump(next) && end + around > bout_span(next).0;
        if bouts.get(n + 1).is_some_and(leads_in) {
            done = first;
            continue;
        }
        if is_jump(bout) {
            // The crouch and the recovery belong to it.
            let next = bouts.get(n + 1).map_or(u32::MAX, |next| bout_span(next).0);
            let after = next.min(span.end);
            let [before, settles] = LEAST_AROUND.map(|seconds| reading.signals.frames_in(seconds) as u32);
            let begins = done.max(first.saturating_sub(around));
            cuts.push(begins.min(first.saturating_sub(before).max(last)));
            cuts.push(after.min(end + around).max((end + settles).min(next)));
        } else {
            cuts.push(first);
            cuts.extend(steps(bout));
            cuts.push(end);
        }
        (done, last) = (end, end);
    }
}

/// Swings that follow each other without standing between them.
fn bouts<'a>(reading: &Reading, settings: &Settings, swings: &'a [Swing]) -> Vec<&'a [Swing]> {
    let stand = reading.signals.frames_in(settings.stand) as u32;
    let mut bouts: Vec<&[Swing]> = Vec::new();
    let (mut from, mut down) = (0, 0);
    for (n, swing) in swings.iter().enumerate() {
        let rest = Span { first: down, end: swing.span.first.max(down) };
        let stands = rest.frames() >= stand && speed(reading, rest) < settings.standing_speed;
        if n > 0 && stands {
            bouts.push(&swings[from..n]);
            from = n;
        }
        down = down.max(swing.span.end);
    }
    bouts.push(&swings[from..]);
    bouts
}

fn bout_span(bout: &[Swing]) -> (u32, u32) {
    (bout[0].span.first, bout.iter().map(|swing| swing.span.end).max().unwrap_or(0))
}

/// m/s. How fast the hips get along over a span.
fn speed(reading: &Reading, span: Span) -> f32 {
    let hips = &reading.signals.hips;
    let last = hips.len() - 1;
    let moved = hips[(span.end as usize).min(last)] - hips[(span.first as usize).min(last)];
    libm::sqrtf(moved.x * moved.x + moved.z * moved.z) * reading.signals.rate / span.frames().max(1) as f32
}

/// Whether both feet leave and land together, and nothing else happens.
fn is_jump(bout: &[Swing]) -> bool {
    matches!(bout, [a, b] if a.side != b.side && together(a.span, b.span))
}

/// Whether two swings are one leap off both feet: they leave and land nearly at once.
pub fn together(a: Span, b: Span) -> bool {
    let apart = a.first.abs_diff(b.first).max(a.end.abs_diff(b.end));
    apart as f32 <= APART * a.frames().min(b.frames()).max(1) as f32
}

/// Between steps: the centre of double support, or, where there is none, the footfall.
fn steps(bout: &[Swing]) -> impl Iterator<Item = u32> + '_ {
    bout.windows(2).filter_map(|pair| {
        let (now, next) = (pair[0].span, pair[1].span);
        if pair[0].side != pair[1].side && together(now, next) {
            return None;
        }
        Some(if next.first >= now.end { now.end + (next.first - now.end) / 2 } else { now.end })
    })
}
