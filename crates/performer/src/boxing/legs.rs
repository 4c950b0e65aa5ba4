//! Legs that give way to each other. Feet are put where the fight wants them and the pelvis turns as blows want it to, so
//! that a joint between them may be asked for too much. Then the heel comes up (ankle bent), the foot turns on its ball
//! (ankle tilted, hip turned), or the pelvis turns under the chest (hip stretched or spread), by what is too much. Toes stay
//! where they are, and shoulders nearly so.

use footwork_motion::glam::Vec3;

use crate::body::{ANKLE, BALL, BALL_AHEAD};
use crate::limits::leg_angles;
use crate::posture::{Posture, Turn, about};
use crate::signal::{INNER_RATE, keep_below, ramp, smooth, widen};
use crate::solve::{highest_pelvis, leg_bones};

/// rad. From where on a joint gives way: a little less than [`LIMITS`](crate::limits::LIMITS) say.
const BENDS: f32 = 0.75;
const TILTS_IN: f32 = 0.56;
const TILTS_OUT: f32 = 0.4;
const TURNS_OUT: f32 = 0.85;
const TURNS_IN: f32 = 0.58;
const STRETCHES: f32 = 0.45;
const SPREADS: f32 = 0.8;
/// rad. How much further a hip spreads for every radian that it is bent, about.
const SPREADS_BENT: f32 = 0.3;
/// rad. A foot that turns has its heel up at least so far.
const LIGHT: f32 = 0.13;
/// rad. A smaller turn is none.
const NO_TURN: f32 = 0.002;
/// How far a foot turns for every radian that its ankle is tilted too far.
const TILT_TURNS: f32 = 1.6;
/// And for every radian that its hip is: the knee goes a part of the foot's way.
const TURN_TURNS: f32 = 1.5;
/// rad. A hip that is turned in by less has all its room.
const ROOM: f32 = 0.4;
/// Rounds of looking and giving way, since each of them moves the others a little.
const ROUNDS: usize = 3;
/// s. How long before and after something gives way.
const GIVING: f32 = 0.045;
/// m. How much lower than where a leg would be straight the pelvis stays.
const SPARE: f32 = 0.03;
/// m. Whoever is lower does not stand.
const STANDS: f32 = 0.5;

/// Lets legs of planned postures give way. `stands` says when each foot does, in seconds.
pub(crate) fn give_way(postures: &mut [Posture], stands: &[Vec<[f32; 2]>; 2]) {
    for _ in 0..ROUNDS {
        for (side, spans) in stands.iter().enumerate() {
            let wishes: Vec<Wish> = on_foot(postures, spans)
                .into_iter()
                .zip(postures.iter())
                .map(|(stands, posture)| if stands { Wish::of(posture, side) } else { Wish::default() })
                .collect();
            grant(postures, side, &wishes);
        }
    }
    reach(postures, stands);
}

/// What a leg asks for, in radians.
#[derive(Clone, Copy, Default)]
struct Wish {
    /// Of the heel.
    lift: f32,
    /// Of the foot on its ball, to the left.
    spin: f32,
    /// Of the pelvis.
    pitch: f32,
    roll: f32,
}

impl Wish {
    fn of(posture: &Posture, side: usize) -> Wish {
        let x = if side == 0 { 1.0 } else { -1.0 };
        let [thigh, shin] = leg_bones(posture, side);
        let foot = posture.feet[side];
        let hips = posture.hips.rotation();
        let joints = [
            hips.conjugate() * thigh,
            thigh.conjugate() * shin,
            shin.conjugate() * foot.turn.rotation(),
            about(0, -foot.toes),
        ];
        let [flexion, abduction, turned_out, _, _, bent, tilted_in, ..] = leg_angles(&joints, x);
        let over = |value: f32, least: f32, most: f32| value - value.clamp(least, most);
        let spreads = SPREADS + SPREADS_BENT * flexion.clamp(0.0, 1.0);
        Wish {
            lift: (bent - BENDS).max(0.0),
            // A hip that is turned far in already leaves no room for a foot that would take the knee further.
            spin: -x * TURN_TURNS * over(turned_out, -TURNS_IN, TURNS_OUT)
                - x * (TILT_TURNS * over(tilted_in, -TILTS_OUT, TILTS_IN)).clamp(-0.2, 0.2)
                    * ramp(turned_out, -TURNS_IN, -ROOM),
            pitch: (-STRETCHES - flexion).max(0.0),
            roll: x * (abduction - spreads).max(0.0),
        }
    }
}

/// Whether a foot carries a body that stands, for every posture.
fn on_foot(postures: &[Posture], stands: &[[f32; 2]]) -> Vec<bool> {
    let mut span = 0;
    (postures.iter().enumerate())
        .map(|(i, posture)| {
            let t = i as f32 / INNER_RATE;
            while stands.get(span).is_some_and(|[_, to]| *to < t) {
                span += 1;
            }
            stands.get(span).is_some_and(|[from, _]| *from <= t) && posture.pelvis.y > STANDS
        })
        .collect()
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

fn grant(postures: &mut [Posture], side: usize, wishes: &[Wish]) {
    let (pitch, roll) = (spread(wishes, |wish| wish.pitch), spread(wishes, |wish| wish.roll));
    let (lift, spin) = (spread(wishes, |wish| wish.lift), spread(wishes, |wish| wish.spin));
    // A foot that turns is light.
    let light: Vec<Wish> = (spin.iter().zip(postures.iter()))
        .map(|(spin, posture)| {
            let low = if spin.abs() > NO_TURN { LIGHT - posture.feet[side].turn.pitch } else { 0.0 };
            Wish { lift: low.max(0.0), ..Wish::default() }
        })
        .collect();
    let light = spread(&light, |wish| wish.lift);
    for (i, posture) in postures.iter_mut().enumerate() {
        roll_foot(posture, side, spin[i], lift[i].max(light[i]));
        posture.hips =
            Turn::new(posture.hips.yaw, posture.hips.pitch + pitch[i], posture.hips.roll + roll[i]);
        posture.chest =
            Turn::new(posture.chest.yaw, posture.chest.pitch - pitch[i], posture.chest.roll - roll[i]);
    }
}

/// Turns and lifts a foot about its ball.
fn roll_foot(posture: &mut Posture, side: usize, spin: f32, lift: f32) {
    if spin == 0.0 && lift == 0.0 {
        return;
    }
    let foot = &mut posture.feet[side];
    let ball = Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD);
    let place = foot.ankle + foot.turn.rotation() * ball;
    foot.turn = Turn::new(foot.turn.yaw + spin, foot.turn.pitch + lift, foot.turn.roll);
    foot.ankle = place - foot.turn.rotation() * ball;
    foot.toes += lift;
}

/// Lowers the pelvis where a leg would not reach its foot any more.
fn reach(postures: &mut [Posture], stands: &[Vec<[f32; 2]>; 2]) {
    let feet = [0, 1].map(|side| on_foot(postures, &stands[side]));
    let limits: Vec<f32> = (postures.iter().enumerate())
        .map(|(i, posture)| highest_pelvis(posture, [feet[0][i], feet[1][i]]) - SPARE)
        .collect();
    let mut heights: Vec<f32> = postures.iter().map(|posture| posture.pelvis.y).collect();
    keep_below(&mut heights, &limits, GIVING);
    postures.iter_mut().zip(heights).for_each(|(posture, height)| posture.pelvis.y = height);
}
