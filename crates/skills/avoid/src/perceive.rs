//! What comes at a body: props that fly, follow a path or are swung, and other actors' blows; what of it is seen, and since when.
//!
//! Paper: section 3: "an attack volume can be generated from motion data with some additional information such as the body part
//! used for the attack and the time at which the attack is supposed to hit". What a prop and a body will do is the stage's
//! foresight. Past the paper: something is seen only in front of the eyes, and answered after a reaction time.

use footwork_annotate::Limb;
use footwork_motion::Transform;
use footwork_stage::{ActorId, ActorView, BodyPart, Prop, PropId, PropKind, PropMotion, StageView};
use glam::{Vec2, Vec3};

use crate::attack::{Attack, MOST_MOMENTS, MOST_SHOTS, Shot};
use crate::memory::{MOST_THREATS, Source, Threat};
use crate::settings::AvoidSettings;

/// m. What does not come nearer to where a body stands than this hits no part of it, wherever it steps.
const NEAR: f32 = 1.3;
/// s. Nothing is foreseen further ahead.
const AHEAD: f32 = 1.0;
/// m/s. What is slower is stepped over, and not dodged; what is faster is not seen.
const SPEEDS: std::ops::RangeInclusive<f32> = 1.5..=100.0;
/// m/s²
const GRAVITY: f32 = 9.81;
/// s. A blow is seen to come so long before it lands.
const BLOW_SHOWS: f32 = 0.6;
/// s. From so long before it lands to so long after it a limb can hit.
const BLOW_HITS: [f32; 2] = [0.12, 0.08];
/// m. Nobody strikes further.
const BLOW_REACH: f32 = 2.2;
/// m. Thinner things are as thick as this.
const THINNEST: f32 = 0.03;

/// Something that comes, and when it is near: from and to, in seconds from now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coming {
    /// What.
    pub source: Source,
    /// s from now
    pub near: [f32; 2],
    /// m/s
    pub speed: f32,
    /// m, where it is now.
    pub at: Vec3,
}

/// Where a point that goes straight is near the body: from when to when.
fn near(from: Vec3, velocity: Vec3, frame: Vec3, reach: f32) -> Option<[f32; 2]> {
    let at = Vec2::new(from.x - frame.x, from.z - frame.z);
    let line = Vec2::new(velocity.x, velocity.z);
    let (a, b, c) = (line.length_squared(), at.dot(line), at.length_squared() - reach * reach);
    if a < 1e-6 {
        return (c < 0.0).then_some([0.0, AHEAD]);
    }
    let root = b * b - a * c;
    if root.is_nan() || root <= 0.0 {
        return None;
    }
    let root = root.sqrt();
    let [first, last] = [(-b - root) / a, (-b + root) / a];
    let span = [first.max(0.0), last.min(AHEAD)];
    // What has passed the middle, and goes away, is over; so it is told apart from what is thrown from nearby.
    let over = -b / a < -0.3 / a.sqrt();
    (span[0] < span[1] && !over).then_some(span)
}

/// A prop that comes; none if it stands, is too slow or goes past.
pub fn prop_comes(me: &ActorView<'_>, prop: &Prop) -> Option<Coming> {
    let speed = prop.velocity.length();
    let mine = match prop.motion {
        PropMotion::Flies { thrower } => thrower == Some(me.id()),
        PropMotion::Held { grips } => grips.iter().flatten().any(|grip| grip.actor == me.id()),
        PropMotion::Follows { .. } => false,
        PropMotion::Rests | PropMotion::Swings { .. } => true,
    };
    if mine || !SPEEDS.contains(&speed) || !prop.position.is_finite() {
        return None;
    }
    let size = match prop.kind {
        PropKind::Ball { radius } | PropKind::Target { radius } => radius,
        PropKind::Box { size } => 0.5 * size.max_element(),
        PropKind::Wall { .. } | PropKind::Obstacle { .. } => return None,
    };
    // Larger than a person nothing is dodged by moving a little.
    if size > 1.5 {
        return None;
    }
    let near = near(prop.position, prop.velocity, me.frame().translation, NEAR + size)?;
    let source = Source { kind: 1, id: prop.id.0, ..Source::default() };
    Some(Coming { source, near, speed, at: prop.position })
}

/// A blow of somebody that is about to land; none if he does not strike, or is far away.
pub fn blow_comes(me: &ActorView<'_>, other: &ActorView<'_>) -> Option<Coming> {
    let apart = other.frame().translation - me.frame().translation;
    if other.id() == me.id() || apart.is_nan() || apart.length() >= BLOW_REACH {
        return None;
    }
    let segment = other.segment();
    let take = other.rig().take(segment.take)?;
    let rate = f64::from(take.clip.rate());
    let committed = other.committed();
    let playing = f64::from(other.rate().max(1e-3));
    let later = |frame: u32| ((f64::from(frame) / rate - other.time()) / playing) as f32;
    let strikes = take.annotation.strikes.iter().enumerate();
    let (number, lands) = strikes
        .map(|(number, strike)| (number, later(strike.frame)))
        .find(|(_, lands)| (-BLOW_HITS[1]..BLOW_SHOWS).contains(lands) && *lands <= committed)?;
    let near = [(lands - BLOW_HITS[0]).max(0.0), (lands + BLOW_HITS[1]).min(committed)];
    let speed = take.annotation.strikes[number].speed;
    let source = Source { kind: 2, id: other.id().0, take: segment.take, strike: number as u32 };
    let at = other.frame().translation + Vec3::Y * 1.3;
    (near[0] < near[1]).then_some(Coming { source, near, speed: speed.clamp(1.0, 20.0), at })
}

/// Whether a place is before the eyes. A body without a head sees what is ahead of it.
pub fn sees(me: &ActorView<'_>, at: Vec3, view: f32) -> bool {
    let (rig, world) = (me.rig(), me.world());
    let ahead = rig.head_facing(world).unwrap_or_else(|| me.frame().rotation * Vec3::Z);
    let eyes = rig.eyes(world).unwrap_or_else(|| me.frame().translation + Vec3::Y * 1.6);
    let line = (at - eyes).normalize_or_zero();
    line.dot(ahead.normalize_or_zero()) >= libm::cosf(view.min(std::f32::consts::PI))
}

/// Takes in what comes now: new things are remembered, those that are over forgotten, and given to `over`.
pub fn look_about(
    threats: &mut [Threat; MOST_THREATS],
    me: &ActorView<'_>,
    stage: &StageView<'_>,
    settings: &AvoidSettings,
    mut over: impl FnMut(&Threat),
) -> [Option<Coming>; MOST_THREATS] {
    let mut coming: [Option<Coming>; MOST_THREATS] = [None; MOST_THREATS];
    threats.iter_mut().for_each(|threat| threat.comes = 0);
    let props = stage.props().iter().filter_map(|prop| prop_comes(me, prop));
    let blows = stage.actors().filter_map(|other| blow_comes(me, &other));
    for found in props.chain(blows) {
        let known = threats.iter().position(|threat| threat.source == found.source);
        // Where there is no room, what comes last makes room for what comes sooner.
        let place =
            known.or_else(|| threats.iter().position(|threat| threat.source.kind == 0)).or_else(|| {
                let late = |at: &usize| coming[*at].map_or(f32::MIN, |coming| coming.near[0]);
                let last = (0..MOST_THREATS).max_by(|a, b| late(a).total_cmp(&late(b)))?;
                (late(&last) > found.near[0]).then_some(last)
            });
        let Some(place) = place else { continue };
        let threat = &mut threats[place];
        if threat.source != found.source {
            *threat = Threat { source: found.source, ..Threat::default() };
        }
        threat.comes = 1;
        if threat.seen == 0 && sees(me, found.at, settings.view) {
            threat.seen = stage.tick() + 1;
        }
        coming[place] = Some(found);
    }
    for threat in threats.iter_mut().filter(|threat| threat.source.kind != 0 && threat.comes == 0) {
        over(threat);
        *threat = Threat::default();
    }
    coming
}

/// Whether something was seen long enough ago to be answered.
pub fn is_ready(threat: &Threat, stage: &StageView<'_>, reaction: f32) -> bool {
    let ticks = (reaction / stage.step()) as u64;
    threat.seen > 0 && stage.tick() + 1 >= threat.seen.saturating_add(ticks)
}

/// The attack volume of everything that comes and `counts`.
pub fn attack_of(
    coming: &[Option<Coming>; MOST_THREATS],
    counts: impl Fn(usize) -> bool,
    me: &ActorView<'_>,
    stage: &StageView<'_>,
    settings: &AvoidSettings,
    attack: &mut Attack,
) -> bool {
    let all = || coming.iter().enumerate().filter(|(at, _)| counts(*at)).filter_map(|(_, coming)| *coming);
    let first = all().map(|coming| coming.near[0]).fold(f32::MAX, f32::min);
    let last = all().map(|coming| coming.near[1]).fold(0.0, f32::max);
    let fastest = all().map(|coming| coming.speed).fold(0.1, f32::max);
    attack.count = 0;
    attack.moments = 0;
    if first.is_nan() || last.is_nan() || first >= last {
        return false;
    }
    let most = (MOST_MOMENTS - 1) as f32;
    let step = (settings.tested_way / fastest).min(1.0 / settings.tested);
    let step = step.max((last - first) / most).max(1e-3);
    attack.first = first;
    attack.step = step;
    attack.moments = (((last - first) / step).ceil() as usize + 1).min(MOST_MOMENTS);
    attack.time = 0.5 * (first + last);
    for coming in all() {
        match coming.source.kind {
            1 => of_prop(&coming, stage, attack),
            _ => of_blow(&coming, me, stage, attack),
        }
    }
    attack.count > 0
}

/// Moments of an attack that are within a span.
fn moments_in(attack: &Attack, near: [f32; 2]) -> [u32; 2] {
    let number = |time: f32| ((time - attack.first) / attack.step).max(0.0);
    let first = (number(near[0]) + 1e-3).floor() as u32;
    let last = (number(near[1]) - 1e-3).ceil() as u32 + 1;
    [first, last.min(attack.moments as u32)]
}

fn of_prop(coming: &Coming, stage: &StageView<'_>, attack: &mut Attack) {
    let id = PropId(coming.source.id);
    let Some(prop) = stage.prop(id) else { return };
    let live = moments_in(attack, coming.near);
    let flies = matches!(prop.motion, PropMotion::Flies { .. });
    // A flight is a parabola down to the floor; what bounces or is led is foreseen by the stage.
    let placed = |later: f32| -> Option<Transform> {
        let fall = Vec3::Y * (0.5 * GRAVITY * later * later);
        let free = prop.position + prop.velocity * later - fall;
        match prop.radius() {
            Some(radius) if flies && free.y > radius => {
                Some(Transform { translation: free, ..prop.placed() })
            }
            _ => stage.prop_at(id, later),
        }
    };
    let (count, radius, along) = match prop.kind {
        PropKind::Box { size } => {
            let axis = if size.x >= size.y && size.x >= size.z {
                Vec3::X
            } else if size.y >= size.z {
                Vec3::Y
            } else {
                Vec3::Z
            };
            let long = size.dot(axis);
            let thick = 0.5 * (size - axis * long).max_element().max(2.0 * THINNEST);
            let count = ((long / (2.0 * thick)).ceil() as usize).clamp(1, 6);
            let half = (0.5 * long - thick).max(0.0);
            // Between spheres a bar is as thick as they are.
            let apart = if count > 1 { 2.0 * half / (count - 1) as f32 } else { 0.0 };
            (count, (thick * thick + 0.25 * apart * apart).sqrt(), axis * half)
        }
        _ => (1, prop.radius().unwrap_or(THINNEST), Vec3::ZERO),
    };
    let room = MOST_SHOTS - attack.count.min(MOST_SHOTS);
    let (from, count) = (attack.count, count.min(room));
    for shot in &mut attack.shots[from..from + count] {
        (shot.radius, shot.live) = (radius, live);
    }
    for moment in live[0] as usize..live[1] as usize {
        let later = attack.first + moment as f32 * attack.step;
        let Some(place) = placed(later) else { continue };
        for number in 0..count {
            let share = if count > 1 { 2.0 * number as f32 / (count - 1) as f32 - 1.0 } else { 0.0 };
            attack.shots[from + number].at[moment] = place.point(along * share);
        }
    }
    attack.count += count;
}

/// The parts that a limb strikes with.
fn striking(limb: Limb) -> [BodyPart; 2] {
    use BodyPart::*;
    match limb {
        Limb::LeftHand => [LeftHand, LeftForearm],
        Limb::RightHand => [RightHand, RightForearm],
        Limb::LeftElbow => [LeftForearm, LeftUpperArm],
        Limb::RightElbow => [RightForearm, RightUpperArm],
        Limb::LeftKnee => [LeftShin, LeftThigh],
        Limb::RightKnee => [RightShin, RightThigh],
        Limb::LeftFoot => [LeftFoot, LeftShin],
        Limb::RightFoot => [RightFoot, RightShin],
    }
}

/// m. A hand is led no further off its recorded way.
const LED: f32 = 0.5;

/// How far a striking limb will be off its recorded way, because it is led to where it is to land.
fn led(other: &ActorView<'_>, limb: Limb, later: f32) -> Vec3 {
    let Some((point, effort)) = other.reach_at(limb, later) else { return Vec3::ZERO };
    let [part, _] = striking(limb);
    let outer = other.rig().capsules().iter().find(|(own, _)| *own == part);
    let tip = outer.and_then(|(_, capsule)| other.site_at(capsule.to, later));
    tip.map_or(Vec3::ZERO, |tip| ((point - tip) * effort).clamp_length_max(LED))
}

fn of_blow(coming: &Coming, me: &ActorView<'_>, stage: &StageView<'_>, attack: &mut Attack) {
    let Some(other) = stage.actor(ActorId(coming.source.id)).filter(|other| other.id() != me.id()) else {
        return;
    };
    let take = other.rig().take(coming.source.take);
    let strike = take.and_then(|take| take.annotation.strikes.get(coming.source.strike as usize));
    let Some(strike) = strike else { return };
    let live = moments_in(attack, coming.near);
    let capsules = other.rig().capsules();
    for part in striking(strike.limb) {
        let Some((_, capsule)) = capsules.iter().find(|(own, _)| *own == part) else { continue };
        // Both ends, which for the outer part are what hits.
        if attack.count + 2 > MOST_SHOTS {
            return;
        }
        let from = attack.count;
        for shot in &mut attack.shots[from..from + 2] {
            *shot = Shot { radius: capsule.radius, live, ..Shot::NOWHERE };
        }
        for moment in live[0] as usize..live[1] as usize {
            let later = attack.first + moment as f32 * attack.step;
            let Some([inner, outer]) = other.capsule_at(capsule, later) else { continue };
            let led = led(&other, strike.limb, later);
            let shares = if part == striking(strike.limb)[0] { [1.0, 1.0] } else { [0.0, 1.0] };
            attack.shots[from].at[moment] = inner + led * shares[0];
            attack.shots[from + 1].at[moment] = outer + led * shares[1];
        }
        attack.count += 2;
    }
}
