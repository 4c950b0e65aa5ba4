//! What the performer does when asked to get about: long takes of walking, running and jumping, and of running around.

mod visible;
mod ways;

use crate::Take;
use crate::gait::{Leg, walk};
use crate::recite::{Classes, FEET, action, planned};
use crate::signal::Rng;
use crate::truth::{Supports, Truth};
pub(crate) use visible::{Planned, rests, swings, visible};
use ways::SIDEWAYS;
pub(crate) use ways::Way;

/// Something to do on the way, and what it is called.
struct Errand {
    leg: Leg,
    classes: &'static [&'static str],
}

/// Everyday getting about: standing, starting and stopping, walking, jogging and running at many speeds, forward,
/// backward and sideways, arcs and turns on the spot, standing and running jumps.
pub fn everyday(seconds: f32, rng: &mut Rng) -> Take {
    course(seconds, rng, &[stroll, run, stroll, backward, stroll, sideways, run, turn_around, jump])
}

/// Running around, for chase and escape: sprints, sharp cuts, feints, sudden stops.
pub fn running_around(seconds: f32, rng: &mut Rng) -> Take {
    course(seconds, rng, &[sprint, cut, feint, sprint, cut, run, sprint, sideways])
}

/// What a player may ask a character for: every direction at several speeds, straight on and turning, from standing,
/// from each other and back to standing, with jumps from standing and running. Dealt like cards, so that two minutes
/// show nearly all of it.
pub fn for_players(seconds: f32, rng: &mut Rng) -> Take {
    let mut errands = vec![Errand { leg: Leg::stand(1.2), classes: &["stand"] }];
    let mut deck: Vec<Leg> = Vec::new();
    let mut jumps = [run_and_jump, hop, run_and_jump, leap].iter().cycle();
    while length(&errands) < seconds {
        if deck.is_empty() {
            deck = legs();
            rng.shuffle(&mut deck);
        }
        // A few without a rest, as thumbs do, and a jump after every other row.
        let row = 2 + (rng.unit() * 4.0) as usize;
        let mut before = [0.0; 2];
        for next in deck.split_off(deck.len().saturating_sub(row)) {
            // Nobody turns a run into a walk backward within a step.
            if libm::hypotf(next.ahead - before[0], next.left - before[1]) > SHARPEST {
                add(&mut errands, &["stand"], Leg::stand(0.7));
            }
            before = [next.ahead, next.left];
            // A few strides of each, so that one can follow the other for as long as a player likes.
            let seconds = if next.ahead > 2.0 { rng.range(2.2, 2.8) } else { rng.range(1.5, 2.0) };
            let leg = Leg { seconds, ..next };
            add(&mut errands, named(&leg), leg);
        }
        add(&mut errands, &["stand"], Leg::stand(rng.range(0.9, 1.3)));
        if rng.unit() < 0.5
            && let Some(jump) = jumps.next()
        {
            jump(rng, &mut errands);
        }
    }
    shown(errands, seconds, rng)
}

/// m/s. More of a change is not made without a stop between.
const SHARPEST: f32 = 1.7;

/// Directions, speeds and turning rates. Sideways and backward, nobody is as fast as ahead.
fn legs() -> Vec<Leg> {
    let mut legs = Vec::new();
    for turn in [-1.0, 0.0, 1.0] {
        for eighth in 0..8 {
            let speeds: &[f32] = match eighth {
                0 => &[0.7, 1.5, 2.2, 3.0],
                1 | 7 => &[0.7, 1.4],
                2 | 6 => &[0.55, 0.8],
                3 | 5 => &[0.6, 1.0],
                _ => &[0.7, 1.3],
            };
            let (sin, cos) = libm::sincosf(eighth as f32 * std::f32::consts::FRAC_PI_4);
            // Whoever goes sideways turns less: ankles go no further.
            let turn = if eighth % 4 == 2 { 0.7 * turn } else { turn };
            let leg = |speed: &f32| Leg { left: speed * sin, ..Leg::ahead(1.0, speed * cos).turning(turn) };
            legs.extend(speeds.iter().map(leg));
        }
        if turn != 0.0 {
            legs.push(Leg::stand(1.0).turning(turn));
        }
    }
    legs
}

/// What going so is called.
fn named(leg: &Leg) -> &'static [&'static str] {
    if leg.ahead == 0.0 && leg.left == 0.0 {
        &["movement", "turn"]
    } else if leg.left.abs() > SIDEWAYS * leg.ahead.abs() {
        &["movement", "sideways"]
    } else if leg.ahead < 0.0 {
        &["movement", "backward"]
    } else if leg.ahead >= 3.0 {
        &["movement", "run"]
    } else if leg.ahead >= 2.0 {
        &["movement", "jog"]
    } else if leg.turn == 0.0 {
        &["movement", "walk"]
    } else {
        &["movement", "walk", "arc"]
    }
}

fn hop(rng: &mut Rng, errands: &mut Vec<Errand>) {
    jump_off(rng, errands, 0.0, [0.3, 0.9]);
}

fn leap(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let forward = rng.range(0.9, 1.7);
    jump_off(rng, errands, forward, [0.3, 0.9]);
}

fn run_and_jump(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let speed = if rng.unit() < 0.5 { 2.1 } else { 3.0 };
    add(errands, named(&Leg::ahead(1.2, speed)), Leg::ahead(1.2, speed));
    let leg = Leg::ahead(1.0, speed).jumping(rng.range(0.32, 0.44));
    add(errands, &["movement", "jump", "running_jump"], leg);
    add(errands, named(&Leg::ahead(1.2, speed)), Leg::ahead(1.2, speed));
    add(errands, &["stand"], Leg::stand(rng.range(0.9, 1.3)));
}

fn add(errands: &mut Vec<Errand>, classes: &'static [&'static str], leg: Leg) {
    errands.push(Errand { leg, classes });
}

/// Left or right.
fn either(rng: &mut Rng) -> f32 {
    if rng.unit() < 0.5 { 1.0 } else { -1.0 }
}

fn pause(rng: &mut Rng, errands: &mut Vec<Errand>) {
    add(errands, &["stand"], Leg::stand(rng.range(1.2, 2.2)));
}

fn stroll(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let speed = rng.range(0.6, 1.75);
    for _ in 0..1 + (rng.unit() * 3.0) as usize {
        let turn = if rng.unit() < 0.6 { either(rng) * rng.range(0.25, 0.9) } else { 0.0 };
        let leg = Leg::ahead(rng.range(2.0, 4.5), speed * rng.range(0.85, 1.15)).turning(turn);
        add(errands, if turn == 0.0 { &["movement", "walk"] } else { &["movement", "walk", "arc"] }, leg);
    }
    if rng.unit() < 0.6 {
        pause(rng, errands);
    }
}

fn run(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let speed = rng.range(2.4, 4.2);
    let classes: &[&str] = if speed < 3.0 { &["movement", "jog"] } else { &["movement", "run"] };
    for _ in 0..1 + (rng.unit() * 2.0) as usize {
        let turn = if rng.unit() < 0.6 { either(rng) * rng.range(0.3, 1.1) } else { 0.0 };
        add(errands, classes, Leg::ahead(rng.range(1.8, 3.5), speed).turning(turn));
    }
    if rng.unit() < 0.35 {
        add(
            errands,
            &["movement", "jump", "running_jump"],
            Leg::ahead(1.0, speed).jumping(rng.range(0.26, 0.4)),
        );
        add(errands, classes, Leg::ahead(1.5, speed));
    }
    if rng.unit() < 0.5 {
        add(errands, &["movement", "walk"], Leg::ahead(2.0, 1.3));
    }
    pause(rng, errands);
}

fn backward(rng: &mut Rng, errands: &mut Vec<Errand>) {
    pause(rng, errands);
    let turn = if rng.unit() < 0.3 { either(rng) * 0.3 } else { 0.0 };
    add(
        errands,
        &["movement", "backward"],
        Leg::ahead(rng.range(2.0, 3.5), -rng.range(0.5, 1.1)).turning(turn),
    );
    pause(rng, errands);
}

fn sideways(rng: &mut Rng, errands: &mut Vec<Errand>) {
    pause(rng, errands);
    let side = either(rng);
    let speed = rng.range(0.4, 0.9);
    for side in [side, -side] {
        let leg = Leg { left: side * speed, ..Leg::stand(rng.range(1.5, 2.6)) };
        add(errands, &["movement", "sideways"], leg);
        pause(rng, errands);
    }
}

fn turn_around(rng: &mut Rng, errands: &mut Vec<Errand>) {
    pause(rng, errands);
    let rate = either(rng) * rng.range(0.9, 1.8);
    add(errands, &["movement", "turn"], Leg::stand(rng.range(0.8, 2.2)).turning(rate));
    pause(rng, errands);
}

fn jump(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let forward = if rng.unit() < 0.5 { rng.range(0.9, 1.7) } else { 0.0 };
    jump_off(rng, errands, forward, [1.8, 2.2]);
}

/// From standing, off both feet, with so many seconds of standing before and after.
fn jump_off(rng: &mut Rng, errands: &mut Vec<Errand>, forward: f32, [before, after]: [f32; 2]) {
    add(errands, &["stand"], Leg::stand(before));
    add(
        errands,
        &["movement", "jump", "standing_jump"],
        Leg::ahead(2.0, forward).jumping(rng.range(0.38, 0.54)),
    );
    add(errands, &["stand"], Leg::stand(after));
}

fn sprint(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let speed = rng.range(3.9, 4.9);
    add(
        errands,
        &["movement", "sprint"],
        Leg::ahead(rng.range(1.5, 2.5), speed).turning(either(rng) * rng.range(0.0, 0.7)),
    );
    if rng.unit() < 0.4 {
        add(errands, &["movement", "stop"], Leg::stand(rng.range(1.0, 1.6)));
    }
}

fn cut(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let speed = rng.range(3.0, 4.2);
    let side = either(rng);
    add(errands, &["movement", "run"], Leg::ahead(rng.range(1.0, 1.6), speed));
    add(errands, &["movement", "cut"], Leg::ahead(0.5, 0.6 * speed).turning(side * rng.range(1.9, 2.5)));
    add(errands, &["movement", "run"], Leg::ahead(rng.range(1.0, 1.6), speed));
}

fn feint(rng: &mut Rng, errands: &mut Vec<Errand>) {
    let side = either(rng);
    add(errands, &["movement", "run"], Leg::ahead(1.2, 2.8));
    add(errands, &["movement", "feint"], Leg { left: side * 0.9, ..Leg::ahead(0.45, 1.2) });
    add(
        errands,
        &["movement", "cut"],
        Leg { left: -side * 0.6, ..Leg::ahead(0.6, 2.4).turning(-side * 1.8) },
    );
    add(errands, &["movement", "sprint"], Leg::ahead(1.4, 4.4));
}

/// s. Who performs for longer ends standing, for this long.
const LAST_STAND: f32 = 2.5;

/// Cuts errands short so that a take of some length ends standing, as a recording does.
fn end_standing(errands: &mut Vec<Errand>, seconds: f32) {
    if seconds < 4.0 * LAST_STAND {
        return;
    }
    let mut left = seconds - LAST_STAND;
    for errand in errands.iter_mut() {
        if errand.leg.seconds > left {
            // What is left of a jump's leg may not hold the jump.
            errand.leg = Leg { seconds: left, jump: 0.0, ..errand.leg };
            if errand.classes.contains(&"jump") {
                *errand = Errand { leg: Leg::stand(left), classes: &["stand"] };
            }
        }
        left -= errand.leg.seconds;
    }
    errands.retain(|errand| errand.leg.seconds > 0.0);
    // A little longer than needed: what is over is not recorded.
    errands.push(Errand { leg: Leg::stand(LAST_STAND + 1.0), classes: &["stand"] });
}

/// One kind of errand, which adds what it takes.
type Kind = fn(&mut Rng, &mut Vec<Errand>);

/// Errands until the time is over, begun standing. Kinds come as from a deck of cards that is shuffled whenever it is
/// through, so that a long take has them all.
fn course(seconds: f32, rng: &mut Rng, kinds: &[Kind]) -> Take {
    let mut deck: Vec<Kind> = Vec::new();
    let mut errands = vec![Errand { leg: Leg::stand(1.2), classes: &["stand"] }];
    while length(&errands) < seconds {
        if deck.is_empty() {
            deck.extend(kinds);
            rng.shuffle(&mut deck);
        }
        if let Some(kind) = deck.pop() {
            kind(rng, &mut errands);
        }
    }
    shown(errands, seconds, rng)
}

/// s
fn length(errands: &[Errand]) -> f32 {
    errands.iter().map(|errand| errand.leg.seconds).sum()
}

/// The take of some errands.
fn shown(mut errands: Vec<Errand>, seconds: f32, rng: &mut Rng) -> Take {
    end_standing(&mut errands, seconds);
    let legs: Vec<Leg> = errands.iter().map(|errand| errand.leg).collect();
    let mut walk = walk(&legs, rng);
    let samples = ((seconds * crate::signal::INNER_RATE) as usize + 1).min(walk.postures.len());
    walk.postures.truncate(samples);
    let within = |spans: &[[f32; 2]]| -> Vec<[f32; 2]> {
        spans.iter().map(|[from, to]| [*from, to.min(seconds)]).filter(|[from, to]| from < to).collect()
    };
    let supports = Supports { left: within(&walk.supports[0]), right: within(&walk.supports[1]) };
    let legs: Vec<(Leg, Classes)> = errands.iter().map(|errand| (errand.leg, errand.classes)).collect();
    let told = |seen: Planned| {
        let limbs: &[&str] = if seen.classes == ["stand"] { &[] } else { &FEET };
        action(seen.from, seen.to, seen.classes, limbs)
    };
    let planned = planned(&legs, 0.0, seconds);
    let actions = visible(&planned, &supports, &walk.postures).into_iter().map(told).collect();
    Take { postures: walk.postures, truth: Truth { supports, actions, ..Truth::default() } }
}
