//! Finer words for what is known already: how fast somebody runs, how they jump, how high a kick goes, where a blow came
//! from.

use glam::Vec3;

use super::facts::Facts;
use super::gait::Gait;
use super::reading::Reading;
use crate::annotation::Strike;

/// m/s, of a body whose head is 1.4 m above its ankles. Who runs slower jogs, who runs faster sprints.
const JOG: f32 = 2.9;
const SPRINT: f32 = 4.2;
/// rad/s. A walk that turns faster is along an arc; a run that turns faster cuts.
const ARC: f32 = 0.15;
const CUT: f32 = 1.4;
/// Steps to either side that are read together: one alone sways.
const NEAR: usize = 1;
/// Of the hips' height above the ankles. A kick that ends lower is low, one that ends higher is high.
const LOW: f32 = 0.8;
const HIGH: f32 = 1.25;

/// How far a forearm reaches across the body in a hook, at least, and up in an uppercut, of its length. As the body
/// sees it, the performer's hooks have 0.8 and more across, other punches up to 0.3; uppercuts have 0.75 up, straight
/// punches up to 0.65.
const ACROSS: f32 = 0.55;
const UP: f32 = 0.7;

/// Where the forearm of a punch points as it lands: ahead in a straight one, up in an uppercut, across in a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Forearm {
    Ahead,
    Up,
    Across,
}

/// Where a forearm points at a frame.
pub fn forearm(reading: &Reading, left: bool, frame: usize) -> Forearm {
    let (side, inward) = if left { (0, -1.0) } else { (1, 1.0) };
    let shape = &reading.signals.shapes[frame];
    let forearm = (shape.wrists[side] - shape.elbows[side]).normalize_or_zero();
    match forearm {
        way if inward * way.x > ACROSS => Forearm::Across,
        way if way.y > UP => Forearm::Up,
        _ => Forearm::Ahead,
    }
}

/// What [`gait`] says first.
pub const GAITS: [&str; 9] = ["walk", "jog", "run", "sprint", "cut", "sideways", "backward", "turn", "jump"];

/// The words for a step of a bout, after the general one.
pub fn gait(steps: &[Facts], gaits: &[(Gait, f32)], n: usize) -> &'static [&'static str] {
    let own = gaits[n].0;
    let near = n.saturating_sub(NEAR)..(n + NEAR + 1).min(steps.len());
    let alike = || near.clone().filter(|&m| gaits[m].0 == own).map(|m| &steps[m]);
    let seconds = alike().map(|step| step.seconds).sum::<f32>().max(0.1);
    let speed = alike().map(|step| step.travel.length()).sum::<f32>() / seconds;
    let turning = alike().map(|step| step.turn).sum::<f32>().abs() / seconds;
    match own {
        Gait::Walk if turning > ARC => &["walk", "arc"],
        Gait::Walk => &["walk"],
        Gait::Run if turning > CUT => &["cut"],
        Gait::Run if speed < JOG => &["jog"],
        Gait::Run if speed > SPRINT => &["sprint"],
        Gait::Run => &["run"],
        Gait::Sideways => &["sideways"],
        Gait::Backward => &["backward"],
        Gait::Turn => &["turn"],
        Gait::Jump if steps[n].both => &["jump", "standing_jump"],
        Gait::Jump => &["jump", "running_jump"],
    }
}

/// How high a kick ends.
pub fn height(reading: &Reading, strike: &Strike) -> &'static str {
    let signals = &reading.signals;
    let frame = (strike.frame as usize).min(signals.frames() - 1);
    let standing = signals.ankles[0][frame].y.min(signals.ankles[1][frame].y);
    match (strike.point.y - standing) / (signals.hips[frame].y - standing).max(0.1) {
        part if part < LOW => "low",
        part if part > HIGH => "high",
        _ => "middle",
    }
}

/// Where a blow came from that drove the head somewhere; X is left, Z ahead.
pub fn from(head: Vec3) -> &'static str {
    const EIGHTHS: [&str; 8] = [
        "from_front",
        "from_front_left",
        "from_left",
        "from_back_left",
        "from_back",
        "from_back_right",
        "from_right",
        "from_front_right",
    ];
    let eighth = libm::roundf(libm::atan2f(-head.x, -head.z) / std::f32::consts::FRAC_PI_4) as i32;
    EIGHTHS[eighth.rem_euclid(8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_driven_back_was_hit_from_the_front_and_so_on_around() {
        for (head, word) in [
            (Vec3::NEG_Z, "from_front"),
            (Vec3::NEG_X, "from_left"),
            (Vec3::Z, "from_back"),
            (Vec3::X, "from_right"),
            (Vec3::new(-1.0, 0.3, -1.0), "from_front_left"),
            (Vec3::new(1.0, -0.3, 1.0), "from_back_right"),
        ] {
            assert_eq!(from(head), word, "{head}");
        }
    }
}
