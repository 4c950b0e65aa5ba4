//! Cuts in a fight: where the body rests in its guard, its home, and where it passes through it.

use super::{Reading, Settings};
use crate::annotation::{Span, Strike};

/// The spans in which something happens, in order. Between them is rest; where two touch, a rest was too short to name.
pub fn lively(reading: &Reading, settings: &Settings) -> Vec<Span> {
    let signals = &reading.signals;
    let near = settings.home * signals.scale();
    let (pause, hold) = (signals.frames_in(settings.pause) as u32, signals.frames_in(settings.hold) as u32);
    let mut spans: Vec<Span> = Vec::new();
    let mut from = 0;
    for lull in Span::runs(&reading.calms) {
        let inside = &reading.away[lull.first as usize..lull.end as usize];
        let nearest = inside.iter().copied().fold(f32::MAX, f32::min);
        // A block is held far from home; a long rest is a rest wherever it is.
        if nearest > near && lull.frames() < hold {
            continue;
        }
        let (first, end) =
            if lull.frames() >= pause { (lull.first, lull.end) } else { (lull.middle(), lull.middle()) };
        spans.push(Span { first: from, end: first });
        from = end;
    }
    spans.push(Span { first: from, end: signals.frames() as u32 });
    spans.retain(|span| span.frames() > 0);
    spans
}

/// Adds the cuts of a span in which somebody fights: its ends, its valleys, and between any two blows.
pub fn cut(reading: &Reading, span: Span, strikes: &[Strike], settings: &Settings, cuts: &mut Vec<u32>) {
    let valleys = valleys(reading, settings, span);
    let from = strikes.partition_point(|strike| strike.frame < span.first);
    let blows = strikes[from..].iter().map(|strike| strike.frame).take_while(|frame| *frame < span.end);
    let blows: Vec<u32> = blows.filter(|frame| span.contains(*frame)).collect();
    let apart = reading.signals.frames_in(settings.between_blows) as u32;
    let ahead = reading.signals.frames_in(settings.ahead) as u32;
    for pair in blows.windows(2) {
        let (one, next) = (pair[0], pair[1]);
        let parted = valleys.iter().any(|cut| (one + 1..=next).contains(cut));
        if parted || next < one + apart {
            continue;
        }
        // Two blows without coming home between them are cut where the body is nearest to it.
        let away = |frame: &u32| reading.away[*frame as usize];
        let nearest = (one + 1..next).min_by(|a, b| away(a).total_cmp(&away(b)));
        cuts.extend(nearest.map(|frame| frame.saturating_sub(ahead).max(one + 1)));
    }
    cuts.push(span.first);
    cuts.extend(valleys);
    cuts.push(span.end);
}

/// Where the body is nearest to home between two hills that are so much higher. One pass: up until the distance falls below
/// a share of the highest so far, down until it rises above the lowest by as much.
pub fn valleys(reading: &Reading, settings: &Settings, span: Span) -> Vec<u32> {
    let floor = settings.home * reading.signals.scale();
    let away = |frame: u32| reading.away[frame as usize].max(floor);
    // Where the body does not quite come home, the next action began before it was nearest to it.
    let ahead = reading.signals.frames_in(settings.ahead) as u32;
    let mut valleys: Vec<u32> = Vec::new();
    let (mut rising, mut highest, mut lowest) = (true, floor, f32::MAX);
    // The frames since the last hill at which the body was about as near to home as it came.
    let mut at: Vec<u32> = Vec::new();
    for frame in span.first..span.end {
        let distance = away(frame);
        if rising {
            highest = highest.max(distance);
            if distance < settings.valley * highest {
                (rising, lowest) = (false, distance);
                at = vec![frame];
            }
            continue;
        }
        if distance < lowest {
            lowest = distance;
            at.retain(|f| away(*f) <= 1.1 * distance);
        }
        if distance <= 1.1 * lowest {
            at.push(frame);
        }
        if lowest < settings.valley * distance {
            // Of frames that are equally near, the calmest.
            let activity = |f: &u32| reading.signals.activity[*f as usize];
            let calmest = at.iter().min_by(|a, b| activity(a).total_cmp(&activity(b)));
            let early = if lowest > floor { ahead } else { 0 };
            valleys.extend(calmest.map(|frame| frame.saturating_sub(early).max(span.first)));
            (rising, highest) = (true, distance);
        }
    }
    valleys
}
