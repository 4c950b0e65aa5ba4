//! Legs that give way to each other. Feet are put where the fight wants them and the pelvis turns as blows want it to, so
//! that a joint between them may be asked for too much. Then the heel comes up (ankle bent), the foot turns on its ball
//! (ankle tilted, hip turned) or tips onto its inner edge (ankle tilted still), or the pelvis turns under the chest (hip
//! stretched, spread or crossed), by what is too much. Toes stay where they are, and shoulders nearly so. A foot in the air turns
//! about its leg (hip turned).

use footwork_motion::glam::{Quat, Vec3};

use crate::body::{ANKLE, BALL, BALL_AHEAD};
use crate::limits::leg_angles;
use crate::posture::{Posture, Turn, about};
use crate::signal::{INNER_RATE, keep_below, ramp, smooth, widen};
use crate::solve::{highest_pelvis, leg_bones};

/// rad. From where on a joint gives way: a little less than [`LIMITS`](crate::limits::LIMITS) say.
const BENDS: f32 = 0.71;
const TILTS_IN: f32 = 0.53;
const TILTS_OUT: f32 = 0.4;
const TURNS_OUT: f32 = 0.8;
const TURNS_IN: f32 = 0.54;
const STRETCHES: f32 = 0.45;
const SPREADS: f32 = 0.72;
const CROSSES: f32 = 0.47;
/// rad. How much further a hip spreads for every radian that it is bent, about.
const SPREADS_BENT: f32 = 0.3;
/// rad. The same for what only the last rounds cure, and for a leg in the air: nearly all that a joint can do, less what
/// smoothing leaves.
const TIPS: f32 = 0.58;
const AIR_TURNS_OUT: f32 = 0.82;
const AIR_TURNS_IN: f32 = 0.64;
const AIR_STRETCHES: f32 = 0.49;
const AIR_SPREADS: f32 = 0.77;
const AIR_BENDS: f32 = 0.8;
/// rad. How far a hip is turned in over a step: a foot that turned on its ball before has no time to turn out and in again.
const STEP_TURNS_IN: f32 = 0.7;
/// rad. A foot that turns or tips has its heel up at least so far.
const LIGHT: f32 = 0.13;
/// rad/s. A slower turn is none: in half a second it comes to less than a tenth of a degree.
const NO_TURN: f32 = 0.003;
/// How far a foot turns for every radian that its ankle is tilted too far.
const TILT_TURNS: f32 = 1.6;
/// And for every radian that its hip is: the knee goes a part of the foot's way.
const TURN_TURNS: f32 = 1.5;
/// rad. A hip that is turned in by less has all its room.
const ROOM: f32 = 0.4;
/// Rounds of looking and giving way, since each of them moves the others a little. In the last ones feet do not turn for
/// their ankles any more, since that takes room from hips: they tip.
const ROUNDS: usize = 5;
const TURNING: usize = 3;
/// s. A foot that has just left the ground, or is about to stand, is where the ground wants it.
const HANDOVER: f32 = 0.075;
/// s. How long before and after something gives way.
const GIVING: f32 = 0.045;
/// s. A foot that is off the ground for less makes a step.
const A_STEP: f32 = 0.3;
/// m. How much lower than the longest legs that fight allow the pelvis of somebody stays who does not: who is thrown about
/// bends his knees by 25° at least, who walks by 13°, as people do who walk.
pub(crate) const THROWN: f32 = 0.01;
pub(crate) const AT_EASE: f32 = -0.004;
/// s. So long before a foot lands its leg is as far from straight as one that stands: a knee that is straight then snaps.
const LANDING: f32 = 0.07;
/// s. And so long after it left: a leg that is stretched behind the body then snaps as it is drawn in.
const LEAVING: f32 = 0.05;
/// m. Whoever is lower does not stand.
const STANDS: f32 = 0.5;

/// Lets legs of planned postures give way. `stands` says when each foot does, in seconds; the pelvis stays lower by `spare`
/// metres, of every sample, than where a leg that stands would be straight.
pub(crate) fn give_way(postures: &mut [Posture], stands: &[Vec<[f32; 2]>; 2], spare: impl Fn(usize) -> f32) {
    // Lower, joints are bent further: before they are looked at as well as after.
    reach(postures, stands, &spare);
    for round in 0..ROUNDS {
        for (side, spans) in stands.iter().enumerate() {
            let wishes: Vec<Wish> = on_foot(postures, spans)
                .into_iter()
                .zip(postures.iter())
                .map(|(foot, posture)| match foot {
                    Carries::Body => Wish::standing(posture, side, round < TURNING),
                    Carries::Nothing => Wish::in_air(posture, side, AIR_TURNS_IN),
                    Carries::Step => Wish::in_air(posture, side, STEP_TURNS_IN),
                    Carries::Little => Wish::default(),
                })
                .collect();
            grant(postures, side, &wishes, spans);
        }
    }
    for (side, spans) in stands.iter().enumerate() {
        lighten(postures, side, spans);
    }
    reach(postures, stands, &spare);
}

/// What a leg asks for, in radians.
#[derive(Clone, Copy, Default)]
struct Wish {
    /// Of the heel.
    lift: f32,
    /// Of the foot on its ball, to the left.
    spin: f32,
    /// Of the foot onto its inner edge.
    tip: f32,
    /// Of the foot in the air about its leg, outward.
    swivel: f32,
    /// Of the pelvis.
    pitch: f32,
    roll: f32,
}

impl Wish {
    /// Of a leg that carries the body. Whether its foot may turn where the ankle is tilted too far.
    fn standing(posture: &Posture, side: usize, turns: bool) -> Wish {
        let x = if side == 0 { 1.0 } else { -1.0 };
        let [flexion, abduction, turned_out, _, _, bent, tilted_in, ..] = angles(posture, side);
        let spreads = SPREADS + SPREADS_BENT * flexion.clamp(0.0, 1.0);
        // A hip that is turned far in already leaves no room for a foot that would take the knee further.
        let for_ankle = (TILT_TURNS * over(tilted_in, -TILTS_OUT, TILTS_IN)).clamp(-0.2, 0.2)
            * ramp(turned_out, -TURNS_IN, -ROOM);
        let for_hip = TURN_TURNS * over(turned_out, -TURNS_IN, TURNS_OUT);
        Wish {
            lift: (bent - BENDS).max(0.0),
            spin: -x * if turns { for_hip + for_ankle } else { for_hip },
            tip: if turns { 0.0 } else { (tilted_in - TIPS).max(0.0) },
            pitch: (-STRETCHES - flexion).max(0.0),
            roll: x * over(abduction, -CROSSES, spreads),
            swivel: 0.0,
        }
    }

    /// Of a leg in the air, over one that stands, whose hip may be turned in by so much.
    fn in_air(posture: &Posture, side: usize, turns_in: f32) -> Wish {
        let x = if side == 0 { 1.0 } else { -1.0 };
        let [flexion, abduction, turned_out, _, _, bent, ..] = angles(posture, side);
        let spreads = AIR_SPREADS + SPREADS_BENT * flexion.clamp(0.0, 1.0);
        Wish {
            lift: (bent - AIR_BENDS).max(0.0),
            swivel: -TURN_TURNS * over(turned_out, -turns_in, AIR_TURNS_OUT),
            pitch: (-AIR_STRETCHES - flexion).max(0.0),
            roll: x * over(abduction, -CROSSES, spreads),
            ..Wish::default()
        }
    }
}

/// How far beyond a range a value is.
fn over(value: f32, least: f32, most: f32) -> f32 {
    value - value.clamp(least, most)
}

/// rad. The angles of a leg's joints.
fn angles(posture: &Posture, side: usize) -> [f32; 10] {
    let x = if side == 0 { 1.0 } else { -1.0 };
    let [thigh, shin] = leg_bones(posture, side);
    let foot = posture.feet[side];
    let joints = [
        posture.hips.rotation().conjugate() * thigh,
        thigh.conjugate() * shin,
        shin.conjugate() * foot.turn.rotation(),
        about(0, -foot.toes),
    ];
    leg_angles(&joints, x)
}

/// What a foot carries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carries {
    /// A body that stands.
    Body,
    /// A part of a body that does not stand.
    Little,
    /// It is in the air, and the body stands on the other one.
    Nothing,
    /// The same, for a step.
    Step,
}

/// What a foot carries in every posture.
fn on_foot(postures: &[Posture], stands: &[[f32; 2]]) -> Vec<Carries> {
    let mut span = 0;
    (postures.iter().enumerate())
        .map(|(i, posture)| {
            let t = i as f32 / INNER_RATE;
            while stands.get(span).is_some_and(|[_, to]| *to < t) {
                span += 1;
            }
            if posture.pelvis.y <= STANDS {
                Carries::Little
            } else if stands.get(span).is_some_and(|[from, _]| *from <= t) {
                Carries::Body
            } else {
                let lands = stands.get(span).map_or(f32::INFINITY, |[from, _]| *from);
                let left = span.checked_sub(1).map_or(f32::NEG_INFINITY, |last| stands[last][1]);
                if lands - left < A_STEP { Carries::Step } else { Carries::Nothing }
            }
        })
        .collect()
}

/// How freely a foot turns in the air: 0 on the ground, 1 when it is well off it.
fn free(stands: &[[f32; 2]], seconds: f32) -> f32 {
    let next = stands.partition_point(|span| span[1] < seconds);
    let until = stands.get(next).map_or(HANDOVER, |span| span[0] - seconds);
    let since = next.checked_sub(1).map_or(HANDOVER, |last| seconds - stands[last][1]);
    ramp(since.min(until), 0.0, HANDOVER)
}

/// Spreads a wish over the time around it: each way by itself, so that none is lost.
fn spread(wishes: &[Wish], get: impl Fn(&Wish) -> f32) -> Vec<f32> {
    let one_way = |sign: f32| {
        let mut signal: Vec<f32> = wishes.iter().map(|wish| (sign * get(wish)).max(0.0)).collect();
        if signal.iter().any(|value| *value > 0.0) {
            widen(&mut signal, (2.2 * GIVING * INNER_RATE) as usize);
            smooth(&mut signal, GIVING);
        }
        signal
    };
    one_way(1.0).into_iter().zip(one_way(-1.0)).map(|(plus, minus)| plus - minus).collect()
}

fn grant(postures: &mut [Posture], side: usize, wishes: &[Wish], stands: &[[f32; 2]]) {
    let x = if side == 0 { 1.0 } else { -1.0 };
    let (pitch, roll) = (spread(wishes, |wish| wish.pitch), spread(wishes, |wish| wish.roll));
    let (lift, spin) = (spread(wishes, |wish| wish.lift), spread(wishes, |wish| wish.spin));
    let (tip, swivel) = (spread(wishes, |wish| wish.tip), spread(wishes, |wish| wish.swivel));
    for (i, posture) in postures.iter_mut().enumerate() {
        roll_foot(posture, side, Turn::new(spin[i], lift[i], x * tip[i]));
        if swivel[i] != 0.0 {
            let about_leg = x * swivel[i] * free(stands, i as f32 / INNER_RATE);
            let (sin, cos) = libm::sincosf(0.5 * about_leg);
            let leg = (posture.hip(side) - posture.feet[side].ankle).normalize_or(Vec3::Y);
            let turn = Quat::from_vec4((sin * leg).extend(cos));
            let foot = &mut posture.feet[side];
            foot.turn = Turn::near(turn * foot.turn.rotation(), foot.turn);
        }
        posture.hips =
            Turn::new(posture.hips.yaw, posture.hips.pitch + pitch[i], posture.hips.roll + roll[i]);
        posture.chest =
            Turn::new(posture.chest.yaw, posture.chest.pitch - pitch[i], posture.chest.roll - roll[i]);
    }
}

/// Lifts the heel of a foot that stands and turns.
fn lighten(postures: &mut [Posture], side: usize, stands: &[[f32; 2]]) {
    let carries = on_foot(postures, stands);
    let last = postures.len() - 1;
    let light: Vec<Wish> = (0..=last)
        .map(|i| {
            let [before, now, after] = [i.saturating_sub(1), i, (i + 1).min(last)];
            let turn = |at: usize| postures[at].feet[side].turn;
            // A neighbour in the air says nothing about a foot that stands.
            let turned = |a: usize, b: usize| match carries[a] == carries[b] {
                true => (turn(b).yaw - turn(a).yaw).abs().max((turn(b).roll - turn(a).roll).abs()),
                false => 0.0,
            };
            let turns = INNER_RATE * turned(before, now).max(turned(now, after)) > NO_TURN;
            let low = if carries[i] == Carries::Body && turns { LIGHT - turn(i).pitch } else { 0.0 };
            Wish { lift: low.max(0.0), ..Wish::default() }
        })
        .collect();
    for (posture, lift) in postures.iter_mut().zip(spread(&light, |wish| wish.lift)) {
        roll_foot(posture, side, Turn::new(0.0, lift, 0.0));
    }
}

/// Turns, lifts and tips a foot about its ball.
fn roll_foot(posture: &mut Posture, side: usize, by: Turn) {
    if by == Turn::default() {
        return;
    }
    let foot = &mut posture.feet[side];
    let ball = Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD);
    let place = foot.ankle + foot.turn.rotation() * ball;
    foot.turn = Turn::new(foot.turn.yaw + by.yaw, foot.turn.pitch + by.pitch, foot.turn.roll + by.roll);
    foot.ankle = place - foot.turn.rotation() * ball;
    foot.toes += by.pitch;
}

/// Lowers the pelvis where a leg would not reach its foot any more, or will not when it lands.
fn reach(postures: &mut [Posture], stands: &[Vec<[f32; 2]>; 2], spare: &impl Fn(usize) -> f32) {
    let feet = [0, 1].map(|side| {
        let lands: Vec<[f32; 2]> =
            stands[side].iter().map(|[from, to]| [from - LANDING, to + LEAVING]).collect();
        on_foot(postures, &lands)
    });
    let carries = |side: usize, i: usize| feet[side][i] == Carries::Body;
    let limits: Vec<f32> = (postures.iter().enumerate())
        .map(|(i, posture)| highest_pelvis(posture, [carries(0, i), carries(1, i)]) - spare(i))
        .collect();
    let mut heights: Vec<f32> = postures.iter().map(|posture| posture.pelvis.y).collect();
    keep_below(&mut heights, &limits, GIVING);
    postures.iter_mut().zip(heights).for_each(|(posture, height)| posture.pelvis.y = height);
}
