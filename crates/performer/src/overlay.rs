//! What a body on its way does besides: a score laid over postures.
//!
//! Pelvis, hips, chest and gaze are added to what the way asks of them. Hands are led away from it by a share, given on
//! [`Part::Bounce`]: X for the left, Y for the right; where to, [`Part::Wrist`] says.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::body::{self, joint};
use crate::posture::{Posture, Turn, about};
use crate::recite::Joints;
use crate::score::{Footing, Goal, PARTS, Part, Phrase, Score, at};
use crate::signal::INNER_RATE;

/// What wrists are given from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// From the shoulder, as the chest is turned.
    Chest,
    /// From the pelvis, upright: for what both hands hold.
    Pelvis,
}

/// An empty score to lay over.
pub(crate) fn overlay() -> Score {
    Score::new([Vec3::ZERO; PARTS], Footing { place: [Vec3::ZERO; 2], yaw: [0.0; 2] })
}

/// Begins something at a time.
pub(crate) fn begin(score: &mut Score, seconds: f32) -> Phrase<'_> {
    score.now = seconds;
    score.phrase(1.0, 1.0)
}

/// Leads hands, by so much of the way, from a time to a time.
pub(crate) fn lead(m: &mut Phrase<'_>, [from, to]: [f32; 2], left: f32, right: f32) {
    m.keys(Part::Bounce, from, &[(to, at(left, right, 0.0))]);
}

/// Adds trunk and head of a score to postures.
pub(crate) fn bend(score: &Score, postures: &mut [Posture]) {
    let curve = |part: Part| score.track(part).samples(postures.len());
    let [pelvis, hips, chest, gaze] = [Part::Pelvis, Part::Hips, Part::Chest, Part::Gaze].map(curve);
    let add = |turn: &mut Turn, by: Vec3| {
        (turn.yaw, turn.pitch, turn.roll) = (turn.yaw + by.x, turn.pitch + by.y, turn.roll + by.z);
    };
    for (i, posture) in postures.iter_mut().enumerate() {
        posture.pelvis += about(1, posture.hips.yaw) * pelvis[i];
        add(&mut posture.hips, hips[i]);
        add(&mut posture.chest, chest[i]);
        add(&mut posture.gaze, gaze[i]);
    }
}

/// Leads the hands. Done again once the pelvis has moved, what both hold stays between them.
pub(crate) fn reach(score: &Score, postures: &mut [Posture], seen: Seen) {
    let length = postures.len();
    let share = score.track(Part::Bounce).samples(length);
    let [wrists, elbows, palms] = [Part::Wrist, Part::Elbow, Part::Palm]
        .map(|part| Side::BOTH.map(|side| score.track(part(side)).samples(length)));
    let skeleton = body::skeleton();
    let shoulders =
        [joint::LEFT_ARM, joint::RIGHT_ARM].map(|arm| skeleton.offsets()[arm] + skeleton.offsets()[arm + 1]);
    let mut joints = Joints::new();
    for i in 0..length {
        let wrists = [wrists[0][i], wrists[1][i]];
        let shares = [share[i].x.clamp(0.0, 1.0), share[i].y.clamp(0.0, 1.0)];
        if shares == [0.0; 2] {
            continue;
        }
        let goals = match seen {
            Seen::Chest => wrists.map(within_reach),
            Seen::Pelvis => {
                let seen = from_chest(&mut joints, postures, i, wrists);
                together([seen[0] - shoulders[0], seen[1] - shoulders[1]])
            }
        };
        for (number, share) in shares.into_iter().enumerate().filter(|(_, share)| *share > 0.0) {
            let (elbow, palm) = (elbows[number][i], palms[number][i]);
            let hand = &mut postures[i].hands[number];
            hand.wrist = hand.wrist.lerp(goals[number], share);
            hand.elbow = hand.elbow.lerp(elbow, share);
            hand.pronation += (palm.x - hand.pronation) * share;
            let flexion = match seen {
                Seen::Chest => palm.y,
                Seen::Pelvis => palm.y + along_box(&mut joints, postures, i, number),
            };
            let hand = &mut postures[i].hands[number];
            hand.flexion += (flexion - hand.flexion) * share;
            if seen == Seen::Pelvis {
                hand.curl += (ALONG_BOX - hand.curl) * share;
            }
        }
    }
}

/// Places that are given from the pelvis, as the chest sees them.
fn from_chest(joints: &mut Joints, postures: &[Posture], i: usize, places: [Vec3; 2]) -> [Vec3; 2] {
    let chest = joints.at(postures, i as f32 / INNER_RATE + 1e-4)[joint::CHEST];
    places.map(|place| {
        let place = postures[i].pelvis + about(1, postures[i].hips.yaw) * place;
        chest.rotation.conjugate() * (place - chest.translation)
    })
}

/// Draws both wrists in by the same way where one does not reach, so that what they hold stays between them. The one that
/// reaches less counts more.
fn together(wrists: [Vec3; 2]) -> [Vec3; 2] {
    let pulls = wrists.map(|wrist| within_reach(wrist) - wrist);
    let weights = pulls.map(|pull| pull.length_squared());
    let pull = (weights[0] * pulls[0] + weights[1] * pulls[1]) / (weights[0] + weights[1]).max(1e-9);
    wrists.map(|wrist| (wrist + pull).clamp_length_max(LONGEST_ARM))
}

/// rad. How far a wrist has to bend for the hand to lie along the side of what both hold, whichever way the forearm comes.
fn along_box(joints: &mut Joints, postures: &[Posture], i: usize, number: usize) -> f32 {
    let (arm, x) = [(joint::LEFT_ARM, 1.0), (joint::RIGHT_ARM, -1.0)][number];
    let forearm = joints.at(postures, i as f32 / INNER_RATE + 1e-4)[arm + 2].rotation;
    let aside = about(1, postures[i].hips.yaw) * Vec3::X;
    // The hand goes along x·cos·X − sin·Y of the forearm, which is to have no part aside. A palm that faces up or down
    // cannot do that by bending.
    let (along, back) = ((forearm * Vec3::X).dot(aside), (forearm * Vec3::Y).dot(aside));
    libm::atanf(x * along * back / (back * back + FACING)).clamp(-MOST_BENT, MOST_BENT)
}

/// m. From the shoulder to the wrist, nearly straight.
const LONGEST_ARM: f32 = 0.54;
/// The square of the cosine to the side at which a palm counts half as facing the box.
const FACING: f32 = 0.05;
/// rad. Fingers lie along the side of what both hands hold.
const ALONG_BOX: f32 = 0.15;
/// rad. Hands bend no further for what they hold.
const MOST_BENT: f32 = 1.1;

/// Draws a wrist in before the arm is straight, without a corner.
pub(crate) fn within_reach(wrist: Vec3) -> Vec3 {
    let (longest, soft) = (LONGEST_ARM, 0.06);
    let far = wrist.length();
    let over = (far - (longest - soft)).max(0.0);
    wrist * ((far.min(longest - soft) + soft * over / (soft + over)) / far.max(1e-3))
}

/// Both wrists, mirrored: given as the left one has it.
pub(crate) fn both(m: &mut Phrase<'_>, part: fn(Side) -> Part, delay: f32, keys: &[(f32, [f32; 3])]) {
    for (side, x) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
        let turns = matches!(part(side), Part::Palm(_));
        let goal = |v: [f32; 3]| Goal::At(Vec3::new(if turns { v[0] } else { x * v[0] }, v[1], v[2]));
        let keys: Vec<(f32, Goal)> = keys.iter().map(|(t, v)| (*t, goal(*v))).collect();
        m.keys(part(side), delay, &keys);
    }
}
