//! When actions on the way begin and end, as somebody would say who sees the take.
//!
//! A plan asks for another velocity at a moment; the body answers earlier or later, by whole steps. So a plan's
//! times are moved to what the body does: going begins when the first foot leaves the ground and is over when the last
//! one is down; running begins with the first step of an unbroken row that fly, and becomes a walk when steps are slow;
//! between other ways of going, steps belong to what they are as they were made ([`super::ways`]). Steps are parted in the
//! middle of the time that both feet are down, or by the footfall where they never are. Somebody who was to stand but
//! hardly came to is not standing.

use super::ways::{Way, changes, slows};
use crate::posture::Posture;
use crate::truth::Supports;

/// Something that was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    /// s
    pub(crate) from: f32,
    /// s
    pub(crate) to: f32,
    /// The more general first.
    pub(crate) classes: &'static [&'static str],
    /// How it goes at first and at last.
    pub(crate) ways: [Way; 2],
}

/// s. Feet that rest for shorter are still under way: stepping on the spot, both carry weight for up to 0.28 s.
const SHORTEST_STAND: f32 = 0.35;
/// s. Feet that rest for so long have halted.
const HALT: f32 = 0.2;
/// s. Supports begin when a sole is flat, so that a brisk walk seems to fly for a moment; who runs does for longer.
const SHORTEST_FLIGHT: f32 = 0.1;
/// s. From one flight to the next is no longer than this.
const NEXT_FLIGHT: f32 = 0.6;
/// s. The feet answer no further than this from what was asked.
const ANSWER: f32 = 1.0;
/// s. Who jumps from standing begins to go down, arms back, this long before the flight.
const GATHERS: f32 = 0.9;
/// s. Who has jumped stands again this long after the flight.
const SETTLES: f32 = 0.6;
/// s. Anything shorter was not seen.
const SHORTEST: f32 = 0.1;
/// s. Who stops takes a moment before he could be said to stand.
const STOPPING: f32 = 0.3;

/// What the feet do, in order of time.
struct Feet {
    /// s. From when to when one is up.
    swings: Vec<[f32; 2]>,
    /// s. From when to when both are down.
    rests: Vec<[f32; 2]>,
    /// s. From when to when both are.
    flights: Vec<[f32; 2]>,
    /// s. When one comes down.
    landings: Vec<f32>,
    /// s. Where one step ends and the next begins.
    partings: Vec<f32>,
}

impl Feet {
    fn new(supports: &Supports) -> Feet {
        let [left, right] = [&supports.left, &supports.right].map(|spans| in_the_air(spans));
        let all = swings(supports);
        let rests = rests(&all);
        let mut flights: Vec<[f32; 2]> = left
            .iter()
            .flat_map(|l| right.iter().map(move |r| [l[0].max(r[0]), l[1].min(r[1])]))
            .filter(|[from, to]| to > from)
            .collect();
        flights.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut landings: Vec<f32> = all.iter().map(|swing| swing[1]).collect();
        landings.sort_by(f32::total_cmp);
        let parting = |pair: &[[f32; 2]]| 0.5 * (pair[0][1] + pair[1][0].max(pair[0][1]));
        let partings = all.windows(2).map(parting).collect();
        Feet { partings, swings: all, rests, flights, landings }
    }

    /// The footfall before a time, or at it.
    fn footfall(&self, at: f32) -> f32 {
        self.landings.iter().rev().find(|landing| **landing <= at + 1e-3).copied().unwrap_or(at)
    }
}

fn in_the_air(spans: &[[f32; 2]]) -> Vec<[f32; 2]> {
    spans.windows(2).map(|pair| [pair[0][1], pair[1][0]]).collect()
}

/// s. From when to when a foot is up, in order.
pub(crate) fn swings(supports: &Supports) -> Vec<[f32; 2]> {
    let mut all = in_the_air(&supports.left);
    all.extend(in_the_air(&supports.right));
    all.sort_by(|a, b| a[0].total_cmp(&b[0]));
    all
}

/// s. From when to when both feet are down, between such swings.
pub(crate) fn rests(swings: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut rests: Vec<[f32; 2]> = Vec::new();
    let mut rested = 0.0;
    for swing in swings {
        rests.push([rested, swing[0]]);
        rested = swing[1].max(rested);
    }
    rests.push([rested, f32::MAX]);
    rests.retain(|[from, to]| to > from);
    rests
}

/// The plan, with times that can be seen. It still tiles the take.
pub(crate) fn visible(planned: &[Planned], supports: &Supports, postures: &[Posture]) -> Vec<Planned> {
    let feet = Feet::new(supports);
    let mut parts: Vec<Planned> = Vec::new();
    for plan in planned {
        let stops = plan.from + STOPPING;
        if plan.classes.contains(&"stop") && stops < plan.to {
            parts.push(Planned { to: stops, ..*plan });
            parts.push(Planned { from: stops, classes: &["stand"], ..*plan });
        } else {
            parts.push(*plan);
        }
    }
    // Whoever goes on standing is still standing.
    parts.dedup_by(|next, last| {
        let same = next.classes == last.classes;
        if same {
            (last.to, last.ways[1]) = (next.to, next.ways[1]);
        }
        same
    });
    let mut halts: Vec<f32> = Vec::new();
    // Who was to stand stands while both feet rest the longest, if they do.
    for n in 0..parts.len() {
        if parts[n].classes != ["stand"] {
            continue;
        }
        let (from, to) = (parts[n].from, parts[n].to);
        let shared = |rest: &[f32; 2]| rest[1].min(to) - rest[0].max(from);
        let rest = feet
            .rests
            .iter()
            .filter(|rest| shared(rest) > 0.0)
            .max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
        let least = if n == 0 { 0.0 } else { parts[n - 1].from };
        let most = parts.get(n + 1).map_or(to, |next| next.to);
        // Steps that close the feet belong to what they close: it is over with the last halt.
        let halt = feet.rests.iter().rfind(|rest| shared(rest) > 0.0 && rest[1] - rest[0] >= HALT);
        let [from, to] = match rest {
            Some([down, up]) if up - down >= SHORTEST_STAND => {
                [down.clamp(least, most), up.clamp(least, most)]
            }
            // He hardly stood, but what came before is over.
            Some(longest) => {
                let [down, up] = halt.unwrap_or(longest);
                [(0.5 * (down + up)).clamp(least, most); 2]
            }
            None => [0.5 * (from + to); 2],
        };
        if rest.is_some() {
            halts.push(from);
        }
        (parts[n].from, parts[n].to) = (from, to);
        if n > 0 {
            parts[n - 1].to = from;
        }
        if let Some(next) = parts.get_mut(n + 1) {
            next.from = to;
        }
    }
    let end = parts.last().map_or(0.0, |part| part.to);
    parts.retain(|part| part.to > part.from);
    for n in 1..parts.len() {
        let stands = [n - 1, n].iter().any(|n| parts[*n].classes == ["stand"]);
        let halted = !stands && halts.contains(&parts[n].from);
        let at = boundary(&feet, &parts[n - 1], &parts[n], halted, postures);
        let at = at.clamp(parts[n - 1].from, parts[n].to);
        (parts[n - 1].to, parts[n].from) = (at, at);
    }
    if let Some(last) = parts.last_mut() {
        last.to = end;
    }
    let mut seen: Vec<Planned> = Vec::new();
    for part in parts {
        match seen.last_mut() {
            Some(last) if last.classes == part.classes || part.to - part.from < SHORTEST => last.to = part.to,
            _ => seen.push(part),
        }
    }
    seen
}

/// When one thing is over and the next begins; `halted` if there was a halt between them, too short to stand.
fn boundary(feet: &Feet, before: &Planned, after: &Planned, halted: bool, postures: &[Posture]) -> f32 {
    let at = after.from;
    let is = |plan: &Planned, class: &str| plan.classes.contains(&class);
    let flight_in = |plan: &Planned| {
        let lasts = |flight: &&[f32; 2]| plan.from <= flight[1] && flight[0] <= plan.to;
        feet.flights.iter().filter(lasts).max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0]))).copied()
    };
    let runs = |plan: &Planned| ["jog", "run", "sprint", "cut", "feint", "stop"].iter().any(|c| is(plan, c));
    let jumps = [before, after].iter().any(|plan| is(plan, "jump"));
    let avoids = [before, after].iter().any(|plan| plan.classes[0] == "avoid");
    if halted && (jumps || avoids || runs(after) && !runs(before)) {
        return at;
    }
    if is(after, "standing_jump") {
        // A foot that is put right for it is part of it.
        let begins = flight_in(after).map_or(at, |flight| flight[0] - GATHERS);
        let swing = feet.swings.iter().find(|swing| swing[0] < begins && begins < swing[1]);
        return swing.map_or(begins, |swing| swing[0]);
    }
    if is(before, "standing_jump") {
        return flight_in(before).map_or(at, |flight| flight[1] + SETTLES);
    }
    let leaps = |plan: &Planned| is(plan, "running_jump") || is(plan, "jump") && plan.classes[0] == "avoid";
    if leaps(after) {
        // With the footfall of the foot that pushes off.
        return flight_in(after).map_or(at, |flight| feet.footfall(flight[0]));
    }
    if leaps(before) {
        return flight_in(before).map_or(at, |flight| flight[1]);
    }
    if is(before, "stand") || is(after, "stand") {
        return at;
    }
    let flies: Vec<[f32; 2]> =
        feet.flights.iter().filter(|[a, b]| b - a >= SHORTEST_FLIGHT).copied().collect();
    let near = |at: f32| {
        (0..flies.len()).min_by(|a, b| (flies[*a][0] - at).abs().total_cmp(&(flies[*b][0] - at).abs()))
    };
    let linked = |a: usize, b: usize| flies[b][0] - flies[a][1] < NEXT_FLIGHT;
    // Who gets out of somebody's way does it when he does it, and not when a foot comes down.
    if avoids {
        return at;
    }
    // Somebody who was to stand in between slowed down long before.
    let early = if halted { 2.0 * ANSWER } else { ANSWER };
    let answers = |p: &&f32| (at - early..at + ANSWER).contains(*p) && before.from < **p && **p < after.to;
    let partings: Vec<f32> = feet.partings.iter().filter(answers).copied().collect();
    match (runs(before), runs(after)) {
        (false, true) => near(at + 0.6).map_or(at, |mut n| {
            while n > 0 && linked(n - 1, n) {
                n -= 1;
            }
            feet.partings.iter().rev().find(|p| **p < flies[n][0] + 1e-3).copied().unwrap_or(at)
        }),
        (true, false) if is(after, "walk") => slows(&partings, postures).unwrap_or(at),
        (ran, runs) => {
            // Who runs goes ahead until he does something else.
            let own = if ran && !runs { &["walk"] } else { before.classes };
            let (before, after) = ((before.ways[1], own), (after.ways[0], after.classes));
            changes(&partings, before, after, postures).unwrap_or(at)
        }
    }
}
