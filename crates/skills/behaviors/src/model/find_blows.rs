//! Finding the blows of a repertoire, with the path of what strikes.

use footwork_annotate::{Limb, Repertoire};
use footwork_motion::{MissingRole, Role, Side, Site, Skeleton, Transform, kinematics};

use super::blows::{Blow, KINDS, Tip};

/// What strikes, where its limb starts, and what is led: the same points as the stage's.
struct Striker {
    tip: Site,
    led: Site,
    root: Site,
    reach: f32,
}

impl Striker {
    fn new(skeleton: &Skeleton, limb: Limb) -> Result<Striker, MissingRole> {
        let side = match limb {
            Limb::LeftHand | Limb::LeftElbow | Limb::LeftKnee | Limb::LeftFoot => Side::Left,
            Limb::RightHand | Limb::RightElbow | Limb::RightKnee | Limb::RightFoot => Side::Right,
        };
        let [shoulder, elbow, wrist, hand] = side.arm();
        let [hip, knee, ankle, toe] = side.leg();
        let or = |role: Role, spare: Role| skeleton.site(role).or_else(|_| skeleton.site(spare));
        let stiff = |role: Role| {
            let site = skeleton.site(role)?;
            Ok(Striker { tip: site, led: site, root: site, reach: 0.0 })
        };
        let length = |from: Role, to: Role| -> Result<f32, MissingRole> {
            Ok(skeleton.chain_length(skeleton.joint(from)?, skeleton.joint(to)?))
        };
        match limb {
            Limb::LeftElbow | Limb::RightElbow => stiff(elbow),
            Limb::LeftKnee | Limb::RightKnee => stiff(knee),
            Limb::LeftHand | Limb::RightHand => {
                let (tip, wrist_at) = (or(hand, wrist)?, skeleton.joint(wrist)?);
                let hand = match tip.joint == wrist_at {
                    true => tip.offset.length(),
                    false => skeleton.chain_length(wrist_at, tip.joint) + tip.offset.length(),
                };
                let (root, reach) = (skeleton.site(shoulder)?, length(shoulder, wrist)? + hand);
                Ok(Striker { tip, led: tip, root, reach })
            }
            Limb::LeftFoot | Limb::RightFoot => {
                let (tip, led) = (or(toe, ankle)?, skeleton.site(ankle)?);
                Ok(Striker { tip, led, root: skeleton.site(hip)?, reach: length(hip, ankle)? })
            }
        }
    }
}

fn frames_of(seconds: f32, rate: f32) -> u32 {
    (seconds * rate).round() as u32
}

/// All blows of a repertoire, by take and time, with their tips. A blow may land so many seconds before it does by itself,
/// and so many after.
pub fn find(repertoire: &Repertoire, [early, late]: [f32; 2]) -> Result<(Vec<Blow>, Vec<Tip>), MissingRole> {
    let skeleton = &repertoire.skeleton;
    let (mut blows, mut tips) = (Vec::new(), Vec::new());
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let strikes = || repertoire.takes.iter().flat_map(|take| &take.annotation.strikes);
    let fastest = strikes().map(|strike| strike.speed).fold(1e-6, f32::max);
    for (number, take) in repertoire.takes.iter().enumerate() {
        let frames = take.clip.frames() as u32;
        let mut own: Vec<_> = take.annotation.strikes.iter().collect();
        own.sort_by_key(|strike| (strike.frame, strike.limb));
        for strike in own {
            let (first, over) = (strike.effective.first, strike.effective.end.min(frames));
            if first >= over {
                continue;
            }
            let lands = strike.frame.clamp(first, over - 1);
            let first = first.max(lands.saturating_sub(frames_of(early, take.clip.rate())));
            let end = over.min(frames_of(late, take.clip.rate()).saturating_add(lands + 1));
            let striker = Striker::new(skeleton, strike.limb)?;
            let action = take.annotation.actions.iter().find(|action| action.span.contains(strike.frame));
            let kind = action.and_then(|action| KINDS.iter().position(|kind| action.is(kind)));
            blows.push(Blow {
                take: number as u32,
                first,
                lands,
                over,
                tip: tips.len() as u32,
                tips: end - first,
                limb: strike.limb,
                weight: (strike.speed / fastest).clamp(0.0, 1.0),
                reach: striker.reach,
                kind: kind.unwrap_or(KINDS.len() + strike.limb as usize) as u32,
            });
            for frame in first..end {
                kinematics::world(skeleton, take.clip.frame(frame as usize), &mut world);
                let tip = striker.tip.position(&world);
                let (root, led) = (striker.root.position(&world), striker.led.position(&world));
                tips.push(Tip { tip, root, beyond: tip - led });
            }
        }
    }
    Ok((blows, tips))
}
