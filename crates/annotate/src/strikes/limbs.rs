//! The ends of the limbs over a clip: where they are and how fast they go against the body's travel.

use footwork_motion::glam::Vec3;
use footwork_motion::quality::percentile;
use footwork_motion::{MissingRole, Role, Side, Site, Skeleton, WorldClip, ground};

use super::StrikeSettings;
use crate::annotation::Limb;

/// The end of a limb over a clip.
pub(super) struct Tip {
    pub limb: Limb,
    /// Frames a second.
    pub rate: f32,
    /// m, in the world.
    pub place: Vec<Vec3>,
    /// m/s, against the body's travel.
    pub velocity: Vec<Vec3>,
    /// m/s, against the body's travel.
    pub speed: Vec<f32>,
    /// m/s, against the body's travel, along the limb's last segment.
    pub along: Vec<f32>,
    /// m, in the world: where the limb begins.
    pub begins: Vec<Vec3>,
    /// m, from where the limb begins, over the frames.
    pub reach: Vec<f32>,
    /// m/s. What strikes is this fast.
    pub fast: f32,
    /// Frames to either side over which speed is measured.
    pub step: usize,
}

impl Tip {
    /// m/s, in the world.
    pub fn world_velocity(&self, frame: usize) -> Vec3 {
        velocity(&self.place, frame, self.step, self.rate)
    }
}

/// A body over a clip, as far as strikes go.
pub(super) struct Body {
    /// m, from the shoulder to the fist.
    pub arm: f32,
    /// m, from the hip to the ankle.
    pub leg: f32,
    /// m, the height of the floor.
    pub floor: f32,
    /// m, the height of the hips.
    pub hips: Vec<f32>,
    /// m/s, how fast it travels over the ground.
    pub travel: Vec<f32>,
    /// Where it faces.
    pub facing: Vec<Vec3>,
    /// Fist, elbow, knee and foot, left and right.
    tips: [[Tip; 4]; 2],
}

impl Body {
    pub fn new(
        skeleton: &Skeleton,
        world: &WorldClip,
        settings: &StrikeSettings,
    ) -> Result<Body, MissingRole> {
        let frames = world.frames();
        let step = ((settings.window * world.rate()).round() as usize).max(1);
        let places =
            |site: Site| -> Vec<Vec3> { (0..frames).map(|f| site.position(world.frame(f))).collect() };
        let role = |role: Role| skeleton.site(role).map(places);
        let leg = usable(skeleton.leg_length()?);
        let hips = role(Role::Hips)?;
        let facing: Result<Vec<Vec3>, MissingRole> =
            (0..frames).map(|frame| ground::facing(skeleton, world.frame(frame))).collect();
        let half = ((settings.travel * world.rate()).round() as usize).max(1);
        let travel: Vec<Vec3> =
            (0..frames).map(|frame| difference(&hips, frame, half, world.rate())).collect();
        let mut lows = Vec::new();
        // The longer one, so that a mirrored clip gives mirrored strikes.
        let arm = Side::BOTH.map(|side| arm_length(skeleton, side));
        let arm = usable(arm[0]?.max(arm[1]?));
        let mut side = |side: Side| -> Result<[Tip; 4], MissingRole> {
            let [shoulder, elbow, wrist, _] = side.arm();
            let [shoulder, elbow, wrist] = [role(shoulder)?, role(elbow)?, role(wrist)?];
            let [hip, knee, ankle, toe] = side.leg();
            let (hip, knee, ankle) = (role(hip)?, role(knee)?, role(ankle)?);
            let foot = role(toe).unwrap_or_else(|_| ankle.clone());
            lows.extend(foot.iter().map(|p| p.y).filter(|y| y.is_finite()));
            // Fingers of recordings hold noise: the fist is taken to be as far ahead of the wrist, in line with the
            // forearm, as the hand is at rest.
            let hand = hand_length(skeleton, side);
            let ahead =
                |(elbow, wrist): (&Vec3, &Vec3)| *wrist + hand * (*wrist - *elbow).normalize_or_zero();
            let fist: Vec<Vec3> = elbow.iter().zip(&wrist).map(ahead).collect();
            let limbs = match side {
                Side::Left => [Limb::LeftHand, Limb::LeftElbow, Limb::LeftKnee, Limb::LeftFoot],
                Side::Right => [Limb::RightHand, Limb::RightElbow, Limb::RightKnee, Limb::RightFoot],
            };
            let tip = |limb: usize, place: &[Vec3], before: &[Vec3], begins: &[Vec3], fast: f32| {
                let velocity: Vec<Vec3> = (0..frames)
                    .map(|frame| velocity(place, frame, step, world.rate()) - travel[frame])
                    .collect();
                let axis = |frame: usize| (place[frame] - before[frame]).normalize_or_zero();
                Tip {
                    limb: limbs[limb],
                    rate: world.rate(),
                    speed: velocity.iter().map(|velocity| velocity.length()).collect(),
                    along: (0..frames).map(|frame| velocity[frame].dot(axis(frame))).collect(),
                    reach: place.iter().zip(begins).map(|(place, begins)| place.distance(*begins)).collect(),
                    place: place.to_vec(),
                    begins: begins.to_vec(),
                    velocity,
                    fast,
                    step,
                }
            };
            Ok([
                tip(0, &fist, &elbow, &shoulder, settings.slow_fist.min(settings.fist) * arm),
                tip(1, &elbow, &shoulder, &shoulder, settings.elbow * arm),
                tip(2, &knee, &hip, &hip, settings.knee * leg),
                tip(3, &foot, &knee, &hip, settings.slow_foot.min(settings.foot) * leg),
            ])
        };
        let tips = [side(Side::Left)?, side(Side::Right)?];
        let floor = percentile(lows, settings.floor);
        let travel = travel.iter().map(|v| Vec3::new(v.x, 0.0, v.z).length()).collect();
        Ok(Body { travel, arm, leg, floor, hips: hips.iter().map(|p| p.y).collect(), facing: facing?, tips })
    }

    /// Fist, elbow, knee and foot of a side.
    pub fn tips(&self, side: Side) -> &[Tip; 4] {
        &self.tips[usize::from(side == Side::Right)]
    }
}

/// m. From the shoulder to the fist.
fn arm_length(skeleton: &Skeleton, side: Side) -> Result<f32, MissingRole> {
    let [shoulder, _, wrist, _] = side.arm();
    let [shoulder, wrist] = [skeleton.joint(shoulder)?, skeleton.joint(wrist)?];
    Ok(skeleton.chain_length(shoulder, wrist) + hand_length(skeleton, side))
}

/// m. From the wrist to the hand's role; nothing where there is none.
fn hand_length(skeleton: &Skeleton, side: Side) -> f32 {
    let [_, _, wrist, hand] = side.arm();
    match (skeleton.site(wrist), skeleton.site(hand)) {
        (Ok(wrist), Ok(hand)) if wrist.joint == hand.joint => (hand.offset - wrist.offset).length(),
        (Ok(wrist), Ok(hand)) => skeleton.chain_length(wrist.joint, hand.joint) + hand.offset.length(),
        _ => 0.0,
    }
}

/// A length that can be divided by.
fn usable(length: f32) -> f32 {
    if length.is_finite() && length > 0.0 { length } else { 1.0 }
}

/// m/s. The difference over some frames to either side, as far as there are any.
fn difference(places: &[Vec3], frame: usize, step: usize, rate: f32) -> Vec3 {
    let (before, after) = (frame.saturating_sub(step), (frame + step).min(places.len() - 1));
    if before == after {
        return Vec3::ZERO;
    }
    (places[after] - places[before]) * (rate / (after - before) as f32)
}

/// Frames a second. Below, a frame to either side is longer than the top of a blow.
const COARSE: f32 = 50.0;

/// m/s. The difference over some frames to either side; in coarse clips, by the curve through two frames to either side,
/// for the difference alone would flatten a blow and make it land late.
fn velocity(places: &[Vec3], frame: usize, step: usize, rate: f32) -> Vec3 {
    let near = difference(places, frame, step, rate);
    if rate >= COARSE || frame < 2 * step || frame + 2 * step >= places.len() {
        return near;
    }
    (4.0 * near - difference(places, frame, 2 * step, rate)) / 3.0
}
