//! Startled: people who stand about and talk with their hands, jump away from something at their feet, to all sides, and
//! bump into others.
//!
//! Jumping away is a push off the floor that the body gives itself, and the steps that catch it are those of
//! [`crate::stagger`]; so is bumping into somebody, who gives it back.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::Take;
use crate::boxing::legs::give_way;
use crate::clamp_joints;
use crate::clear::clear_arms;
use crate::gait::{Leg, SETTINGS, embody};
use crate::overlay::{Seen, begin, bend, overlay, reach};
use crate::posture::{Posture, about};
use crate::recite::{Classes, Event, cut, told};
use crate::score::{Part, Score, at, by};
use crate::signal::{INNER_RATE, Rng};
use crate::stagger::react::{ShovedPart, react};
use crate::stagger::{self, Shove, Staggered};
use crate::truth::{Fright, Push, Touch, Truth};
use crate::weight::{STRIDE, Settings, follow};

/// m. How far from the middle of the feet the weight is of who rests on one leg.
const RESTS: f32 = 0.05;
/// rad/m. How far the pelvis hangs on the other side then, and the share of that by which the chest bends back.
const HANGS: f32 = 1.7;
const BENDS_BACK: f32 = 1.35;

/// m/s. How fast people are off when they jump away from something.
const OFF: [f32; 2] = [0.75, 1.45];
/// How much somebody is frightened: the most by three times what is least.
const FRIGHTS: [f32; 2] = [0.4, 1.2];
/// s. So long it takes to see what is there.
const NOTICED: [f32; 2] = [0.12, 0.3];

#[derive(Default)]
struct Plan {
    /// Pushes that the body gives itself, and that others give it.
    shoves: Vec<(Shove, Option<ShovedPart>)>,
    events: Vec<Event>,
    /// rad. Which way the body jumps, as it sees itself.
    jumps: Vec<(f32, f32)>,
}

/// Stands about, and is startled, for some seconds.
pub fn startle_about(seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut score = overlay();
    let mut plan = Plan::default();
    let mut bearings: Vec<f32> = Vec::new();
    let mut now = 0.8;
    while now < seconds {
        now = talk(&mut score, &mut plan, now, &mut choices);
        if bearings.is_empty() {
            // All sides, by eighths.
            bearings = (0..8).map(|eighth| (eighth as f32 * 45.0).to_radians()).collect();
            choices.shuffle(&mut bearings);
        }
        if now > seconds - 3.0 {
            break;
        }
        if let Some(bearing) = bearings.pop() {
            now = jump_away(&mut score, &mut plan, now, bearing, &mut choices);
        }
    }
    // Nobody stands quite still: a turn or two steps between.
    let legs: Vec<(Leg, Classes)> = vec![(Leg::stand(seconds + 1.0), &["stand"])];
    perform(&legs, &score, plan, seconds, rng)
}

/// Talks with the hands, now the one, now both; says when that is over.
fn talk(score: &mut Score, plan: &mut Plan, from: f32, rng: &mut Rng) -> f32 {
    let beats = 4 + (rng.unit() * 6.0) as usize;
    let main = if rng.unit() < 0.5 { 0 } else { 1 };
    let turn = 0.35 * rng.signed();
    // Who talks leans to the one he talks to, or back, and turns.
    let (lean, tips) = (rng.range(-0.05, 0.14), 0.05 * rng.signed());
    let mut now = from;
    for n in 0..beats {
        let beat = rng.range(0.28, 0.6);
        let both = rng.unit() < 0.4;
        let mut m = begin(score, 0.0);
        for (number, side) in Side::BOTH.into_iter().enumerate() {
            let s = if side == Side::Left { 1.0 } else { -1.0 };
            let busy = number == main || both;
            let goal = match busy {
                true => at(s * rng.range(-0.06, 0.16), rng.range(-0.28, -0.08), rng.range(0.2, 0.34)),
                false => at(s * 0.05, -0.48, 0.1),
            };
            m.keys(Part::Wrist(side), now, &[(now + beat, goal)])
                .keys(Part::Elbow(side), now, &[(now + beat, at(0.5 * s, -1.0, -0.3))])
                .keys(
                    Part::Palm(side),
                    now,
                    &[(now + beat, at(rng.range(-0.5, 0.5), rng.range(-0.4, 0.3), 0.0))],
                );
        }
        let shares = if both || n > 1 {
            [0.9, 0.9]
        } else if main == 0 {
            [0.9, 0.2]
        } else {
            [0.2, 0.9]
        };
        m.keys(Part::Bounce, now, &[(now + beat, at(shares[0], shares[1], 0.0))]).keys(
            Part::Gaze,
            now + 0.04,
            &[(
                now + beat + 0.04,
                by(turn + 0.2 * rng.signed(), lean + 0.16 * rng.signed(), 0.11 * rng.signed()),
            )],
        );
        // The shoulder goes with the hand that says most, and the trunk with both.
        let forth = if main == 0 { -0.1 } else { 0.1 } * rng.range(-0.4, 1.0);
        let nods = 0.08 * rng.signed();
        m.keys(
            Part::Chest,
            now,
            &[(
                now + beat,
                by(0.5 * turn + forth + 0.05 * rng.signed(), 0.7 * lean + nods, tips + 0.05 * rng.signed()),
            )],
        )
        .keys(
            Part::Hips,
            now,
            &[(now + beat, by(0.2 * turn + 0.05 * rng.signed(), 0.3 * lean + 0.3 * nods, -0.4 * tips))],
        )
        .keys(Part::Pelvis, now, &[(now + beat, by(0.015 * rng.signed(), -0.012 * rng.unit(), 0.0))]);
        now += beat;
    }
    let rest = rng.range(0.2, 1.2);
    let mut m = begin(score, 0.0);
    m.keys(Part::Bounce, now, &[(now + 0.5, at(0.0, 0.0, 0.0))]);
    for (part, left) in [(Part::Chest, 0.3), (Part::Hips, 0.2), (Part::Gaze, 0.4)] {
        m.keys(part, now, &[(now + rng.range(0.5, 0.9), by(left * turn, left * lean, 0.0))]);
    }
    plan.events.push(Event {
        from,
        to: now,
        classes: vec!["stand", "talk"],
        limbs: &["left_hand", "right_hand"],
    });
    now + rest
}

/// Sees something at the feet and jumps away from it; says when that is over.
fn jump_away(score: &mut Score, plan: &mut Plan, t: f32, bearing: f32, rng: &mut Rng) -> f32 {
    // From a start to a scare, and the sooner seen the less of it.
    let fright = rng.range(FRIGHTS[0], FRIGHTS[1]);
    let seen = t + rng.range(NOTICED[0], NOTICED[1]);
    let hurry = ((fright - FRIGHTS[0]) / (FRIGHTS[1] - FRIGHTS[0]) + 0.25 * rng.signed()).clamp(0.0, 1.0);
    let speed = (OFF[0] + (OFF[1] - OFF[0]) * hurry) * if libm::cosf(bearing) < -0.5 { 0.8 } else { 1.0 };
    let velocity = about(1, bearing) * Vec3::Z * speed;
    let off = seen + rng.range(0.1, 0.17);
    plan.shoves.push((Shove { at: off, velocity, reaction: 0.02, skill: 0.95 }, None));
    plan.jumps.push((t, bearing));
    let (up, end) = (off + 0.22, off + rng.range(0.8, 1.4));
    let (aside, ahead) = (libm::sinf(bearing), libm::cosf(bearing));
    // Which way the trunk turns and leans: with the jump for the most part, so that the head is led away.
    let turns = if rng.unit() < 0.5 + 0.35 * aside { 1.0 } else { -1.0 };
    flinch_arms(score, [seen, up, end], fright, aside, rng);
    let (twist, fold) = (turns * rng.range(0.1, 0.45) * fright, rng.range(0.14, 0.5) * fright);
    let (look, bow) = (-0.35 * aside + turns * rng.range(-0.2, 0.6) * fright, rng.range(0.3, 0.65));
    let tilt = 0.18 * fright * rng.signed();
    let mut m = begin(score, 0.0);
    // The eyes go to it first, and stay there.
    m.keys(
        Part::Gaze,
        seen - 0.05,
        &[
            (seen + 0.12, by(look, bow, tilt)),
            (up + 0.5, by(0.5 * look - 0.4 * aside, 0.9 * bow, 0.4 * tilt)),
            (end + 0.6, by(0.0, 0.0, 0.0)),
        ],
    )
    // Down before the jump, and away from what is there.
    .keys(
        Part::Pelvis,
        seen,
        &[
            (off + 0.03, by(0.0, -0.07 * fright, 0.0)),
            (up, by(0.0, -0.01, 0.0)),
            (up + 0.3, by(0.0, -0.07 * fright, 0.0)),
            (end, by(0.0, 0.0, 0.0)),
        ],
    )
    .keys(
        Part::Chest,
        seen + 0.02,
        &[
            (off + 0.08, by(0.6 * twist, fold, 0.4 * tilt)),
            (up + 0.12, by(twist + 0.15 * aside, 0.7 * fold - 0.12 * ahead, -0.14 * aside + 0.5 * tilt)),
            (end, by(0.0, 0.0, 0.0)),
        ],
    )
    .keys(
        Part::Hips,
        seen + 0.01,
        &[
            (off + 0.05, by(0.2 * twist, 0.5 * fold, 0.0)),
            (up + 0.2, by(0.3 * twist, 0.3 * fold, 0.0)),
            (end, by(0.0, 0.0, 0.0)),
        ],
    );
    let mut until = off + 1.6;
    if rng.unit() < 0.4 {
        // Somebody stands where the jump goes.
        let bump = off + rng.range(0.55, 0.8);
        let part = match (aside.abs() > ahead.abs(), aside > 0.0, ahead > 0.0) {
            (true, true, _) => ShovedPart::LeftSide,
            (true, false, _) => ShovedPart::RightSide,
            (_, _, true) => ShovedPart::Chest,
            _ => ShovedPart::Back,
        };
        let back = -0.5 * velocity * rng.range(0.7, 1.2);
        plan.shoves.push((Shove { at: bump, velocity: back, reaction: 0.16, skill: 0.95 }, Some(part)));
        until = bump + 1.6;
    }
    plan.events.push(Event {
        from: seen - 0.05,
        to: until,
        classes: vec!["avoid", "startled", eighth(bearing)],
        limbs: &["left_foot", "right_foot"],
    });
    until
}

/// The arms of who is startled: one comes up beside the head, mostly the one on the side of what is there, and the other
/// across the belly or out to the side.
fn flinch_arms(score: &mut Score, [seen, up, end]: [f32; 3], fright: f32, aside: f32, rng: &mut Rng) {
    let left_up = rng.unit() < 0.5 - 0.3 * aside;
    let across = rng.unit() < 0.6;
    let mut shares = [0.0; 2];
    for (number, side) in Side::BOTH.into_iter().enumerate() {
        let s = if side == Side::Left { 1.0 } else { -1.0 };
        let rises = left_up == (number == 0);
        let mut any = |from: f32, to: f32| rng.range(from, to);
        let (wrist, elbow) = if rises {
            let high = -0.14 + 0.32 * fright + any(-0.06, 0.06);
            ([any(0.06, 0.2) * s, high, any(0.14, 0.26)], [0.9 * s, -0.5, 0.1])
        } else if across {
            ([any(-0.16, -0.02) * s, any(-0.34, -0.2), any(0.22, 0.3)], [0.8 * s, -0.8, -0.3])
        } else {
            ([any(0.22, 0.38) * s, any(-0.34, -0.14), any(-0.06, 0.12)], [0.6 * s, -0.8, -0.5])
        };
        let [x, y, z] = wrist;
        let late = seen + any(0.0, 0.1);
        let peak = up + any(-0.08, 0.1);
        let stays = peak + any(0.1, 0.5);
        let open = any(-0.7, -0.2);
        begin(score, 0.0)
            .keys(
                Part::Wrist(side),
                late,
                &[
                    (peak, at(x, y, z)),
                    (stays, at(0.9 * x, y - 0.05, 0.9 * z)),
                    (end + 0.1, at(0.08 * s, -0.4, 0.14)),
                ],
            )
            .keys(
                Part::Elbow(side),
                late,
                &[(peak, at(elbow[0], elbow[1], elbow[2])), (end, at(0.5 * s, -1.0, -0.4))],
            )
            .keys(Part::Palm(side), late, &[(peak, at(0.5, open, 0.0)), (end, at(0.4, 0.0, 0.0))]);
        shares[number] = (0.45 + 0.5 * fright).min(1.0) * if rises { 1.0 } else { any(0.75, 1.0) };
    }
    let [left, right] = shares;
    begin(score, 0.0).keys(
        Part::Bounce,
        seen,
        &[
            (up, at(left, right, 0.0)),
            (up + 0.4, at(0.95 * left, 0.95 * right, 0.0)),
            (end + 0.3, at(0.0, 0.0, 0.0)),
        ],
    );
}

/// What jumping some way is called.
fn eighth(bearing: f32) -> &'static str {
    const DIRECTIONS: [&str; 8] =
        ["ahead", "ahead_left", "left", "back_left", "back", "back_right", "right", "ahead_right"];
    DIRECTIONS[(bearing / std::f32::consts::FRAC_PI_4).round() as usize % 8]
}

/// Lets the pelvis of who rests on one leg hang on the other side, and the chest bend back over the leg that carries.
fn hang(postures: &mut [Posture], course: &Staggered) {
    let shaken = course.shaken(postures.len());
    for ((posture, centre), shaken) in postures.iter_mut().zip(&course.centre).zip(shaken) {
        let middle = 0.5 * (posture.feet[0].ankle + posture.feet[1].ankle);
        let on = (about(1, -posture.hips.yaw) * (*centre - middle)).x.clamp(-RESTS, RESTS);
        let roll = HANGS * on * (1.0 - shaken);
        posture.hips.roll += roll;
        posture.chest.roll -= BENDS_BACK * roll;
    }
}

fn perform(legs: &[(Leg, Classes)], score: &Score, plan: Plan, seconds: f32, rng: &mut Rng) -> Take {
    let course: Vec<Leg> = legs.iter().map(|(leg, _)| *leg).collect();
    let shoves: Vec<Shove> = plan.shoves.iter().map(|(shove, _)| *shove).collect();
    let course = stagger::go(&course, &shoves, RESTS, rng);
    // Others' pushes throw the body about; its own do not.
    let felt: Vec<(Shove, ShovedPart)> = (plan.shoves.iter().zip(&course.outcomes))
        .filter_map(|((shove, part), outcome)| {
            Some((Shove { velocity: course.seen(outcome.velocity, shove.at), ..*shove }, (*part)?))
        })
        .collect();
    let mut moods = rng.split();
    let mut walk = embody(&course.path, &course.steps, &[], rng, |postures, carriers| {
        react(postures, &course, &felt, &mut moods);
        hang(postures, &course);
        bend(score, postures);
        reach(score, postures, Seen::Chest);
        let targets: Vec<Vec3> = course.centre.iter().step_by(STRIDE).copied().collect();
        follow(postures, &targets, carriers, &Settings { lean: [0.25; 2], ..SETTINGS });
    });
    clamp_joints::hips(&mut walk.postures);
    clamp_joints::feet(&mut walk.postures, &course.steps);
    let spare = course.spare(walk.postures.len());
    give_way(&mut walk.postures, &walk.supports, |i| spare[i]);
    clamp_joints::heels(&mut walk.postures);
    clear_arms(&mut walk.postures);
    let (postures, supports) = cut(walk, seconds);
    let at = |time: f32| &postures[((time * INNER_RATE) as usize).min(postures.len() - 1)];
    let frights = (plan.jumps.iter().filter(|(time, _)| *time < seconds))
        .map(|(time, bearing)| {
            let posture = at(*time);
            // It is on the other side of where the jump goes.
            let point = posture.pelvis.with_y(0.0) - about(1, posture.hips.yaw + bearing) * Vec3::Z * 0.35;
            Fright { time: *time, point: point.to_array() }
        })
        .collect();
    let mut pushes = Vec::new();
    let mut touches = Vec::new();
    for ((shove, part), outcome) in plan.shoves.iter().zip(&course.outcomes) {
        let Some(part) = part.filter(|_| shove.at < seconds) else { continue };
        let point = at(shove.at).pelvis + Vec3::Y * 0.35 - 0.14 * outcome.velocity.normalize_or_zero();
        touches.push(Touch {
            time: shove.at,
            part: part.name().to_string(),
            point: point.to_array(),
            what: "bump".to_string(),
        });
        pushes.push(Push {
            time: shove.at,
            part: part.name().to_string(),
            point: point.to_array(),
            velocity: outcome.velocity.to_array(),
            doing: "stand".to_string(),
            kept: outcome.kept,
            steps: outcome.steps,
            until: outcome.until.min(seconds),
        });
    }
    let actions = told(legs, &supports, &plan.events, &postures, seconds);
    Take { postures, truth: Truth { supports, actions, pushes, touches, frights, ..Truth::default() } }
}
