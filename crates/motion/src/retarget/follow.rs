//! Which joint of the source each joint of the target follows.
//!
//! Roles decide. Between the hips and the chest, the chest and the head, and the chest and a shoulder there may be any
//! number of joints: each of the target's takes the turn at the same share of the source's chain, between two of its
//! joints if need be. Fingers follow the same bone of the same finger; what else has no role (helpers) follows a joint of the
//! same name on the same part of the body.

use glam::{Quat, Vec3};

use super::fingers::phalanges;
use super::habit;
use super::stance::Stance;
use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;

/// m. Joints this near are in one place; Blender makes a bone of no length 0.1 mm long or so.
const SAME_PLACE: f32 = 1e-3;

/// What a joint of the target follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Follow {
    /// The joint of the source.
    pub source: usize,
    /// From the source's rotation in the world to the target's: what lies between the two in the common stance.
    pub turn: Quat,
    /// The next joint along the source's chain, its turn, and how much it counts.
    pub toward: Option<(usize, Quat, f32)>,
}

/// For each joint of `to`, what it follows.
pub(super) fn follows(
    from: &Skeleton,
    from_stance: &Stance,
    to: &Skeleton,
    to_stance: &Stance,
) -> Result<Vec<Option<Follow>>, MissingRole> {
    let mut pairs = Pairs { from_stance, to_stance, found: vec![None; to.len()] };
    let hips = [from.joint(Role::Hips)?, to.joint(Role::Hips)?];
    let chest = [(from, hips[0]), (to, hips[1])].map(|(body, hips)| {
        body.joint(Role::Chest).ok().filter(|&chest| below(body, chest, hips)).unwrap_or(hips)
    });
    let (spine, own_spine) = (path(from, hips[0], chest[0]), path(to, hips[1], chest[1]));
    pairs.chain(&spine, &own_spine);
    if let Some(lean) = habit::lean(to, to_stance, &own_spine) {
        pairs.hold(&spine, &own_spine, lean);
    }
    if let (Ok(head), Ok(target)) = (from.joint(Role::Head), to.joint(Role::Head)) {
        let (neck, own_neck) = (path(from, chest[0], head), path(to, chest[1], target));
        pairs.chain(&neck, &own_neck);
        pairs.hold(&neck, &own_neck, Quat::IDENTITY);
        if pairs.found[target].is_none() {
            pairs.pair(head, target);
        }
    }
    for side in Side::BOTH {
        let [shoulder, elbow, wrist, _] = side.arm();
        if let (Ok(source), Ok(target)) = (from.joint(shoulder), to.joint(shoulder)) {
            let collars = |body, chest, shoulder| {
                let mut path = path(body, chest, shoulder);
                path.pop();
                path
            };
            let (source, target) = (collars(from, chest[0], source), collars(to, chest[1], target));
            // A source without collar bones says nothing about the target's.
            if source.len() > 1 {
                pairs.chain(&source, &target);
            } else {
                pairs.carry(&target, to_stance.usual());
            }
        }
        let [hip, knee, ankle, toe] = side.leg();
        for role in [shoulder, elbow, hip, knee, ankle] {
            if let (Ok(source), Ok(target)) = (from.joint(role), to.joint(role)) {
                pairs.pair(source, target);
            }
        }
        if let (Ok(source), Ok(target)) = (from.joint(wrist), to.joint(wrist)) {
            let [palm, own_palm] =
                [(from, source), (to, target)].map(|(body, wrist)| palm(body, side, wrist));
            // Where only one of the bodies has wrists of two joints, its palm is the other's wrist.
            let both = palm != source && own_palm != target;
            pairs.pair(if both { source } else { palm }, target);
            pairs.pair(palm, own_palm);
        }
        let toes = |body: &Skeleton| {
            let site = body.roles().get(toe).filter(|site| site.offset == Vec3::ZERO)?;
            Some(site.joint).filter(|&joint| body.joint(ankle) != Ok(joint))
        };
        if let (Some(source), Some(target)) = (toes(from), toes(to)) {
            pairs.pair(source, target);
        }
    }
    pairs.hands(from, to);
    for target in 0..to.len() {
        let Some(source) = from.find(to.name(target)).filter(|_| pairs.found[target].is_none()) else {
            continue;
        };
        if from.roles().of_joint(source) == to.roles().of_joint(target)
            && carried_by(from, source) == carried_by(to, target)
        {
            pairs.pair(source, target);
        }
    }
    Ok(pairs.found)
}

struct Pairs<'a> {
    from_stance: &'a Stance,
    to_stance: &'a Stance,
    found: Vec<Option<Follow>>,
}

impl Pairs<'_> {
    fn turn(&self, source: usize, target: usize) -> Quat {
        self.from_stance.rotation(source).conjugate() * self.to_stance.rotation(target)
    }

    fn pair(&mut self, source: usize, target: usize) {
        self.found[target] = Some(Follow { source, turn: self.turn(source, target), toward: None });
    }

    /// Pairs fingers, bone by bone. Where both bodies show how their palms lie, hands are compared as they are laid out: palms
    /// face alike, and fingers bend as far, however they rest.
    fn hands(&mut self, from: &Skeleton, to: &Skeleton) {
        let (sources, targets) = (phalanges(from), phalanges(to));
        let wrist = |body: &Skeleton, side: Side| Some(palm(body, side, body.joint(side.arm()[2]).ok()?));
        let laid_out = self.from_stance.laid_out().zip(self.to_stance.laid_out());
        let pair = |pairs: &mut Self, source: usize, target: usize| {
            pairs.pair(source, target);
            if let (Some(follow), Some((from, to))) = (&mut pairs.found[target], laid_out) {
                follow.turn = from[source].conjugate() * to[target];
            }
        };
        for side in Side::BOTH.into_iter().filter(|_| laid_out.is_some()) {
            if let (Some(source), Some(target)) = (wrist(from, side), wrist(to, side)) {
                pair(self, source, target);
            }
        }
        for (target, phalanx) in targets.iter().enumerate() {
            let same = phalanx.and_then(|own| sources.iter().position(|&source| source == Some(own)));
            if let Some(source) = same.filter(|_| self.found[target].is_none()) {
                pair(self, source, target);
            }
        }
    }

    /// Lets joints of a chain of which the source has only the ends stand off as they usually do.
    fn hold(&mut self, source: &[usize], target: &[usize], lean: Quat) {
        if source.len() != 2 || target.len() < 3 {
            return;
        }
        for (&joint, apart) in
            target.iter().zip(habit::apart(self.to_stance, target, lean).into_iter().flatten())
        {
            if let Some(follow) = &mut self.found[joint] {
                follow.turn *= apart;
                if let Some((_, turn, _)) = &mut follow.toward {
                    *turn *= apart;
                }
            }
        }
    }

    /// Lets joints below the first of a chain go with it as they usually do.
    fn carry(&mut self, chain: &[usize], usual: Option<&[Quat]>) {
        let (Some(mut follow), Some(usual)) = (self.found[chain[0]], usual) else { return };
        for &joint in &chain[1..] {
            follow.turn *= usual[joint];
            self.found[joint] = Some(follow);
        }
    }

    /// Pairs the target's joints with the source's at the same share of the chain. Both ends correspond; where the source
    /// has one joint only, all of the target's follow it.
    fn chain(&mut self, source: &[usize], target: &[usize]) {
        let last = [source.len(), target.len()].map(|joints| joints.saturating_sub(1));
        for (place, &joint) in target.iter().enumerate() {
            if self.found[joint].is_some() {
                continue;
            }
            let at = (place * last[0]) as f32 / last[1].max(1) as f32;
            let (near, weight) = (at.floor() as usize, at.fract());
            self.pair(source[near], joint);
            if let Some(follow) = self.found[joint].as_mut().filter(|_| weight > 1e-3) {
                let next = source[near + 1];
                let turn = self.from_stance.rotation(next).conjugate() * self.to_stance.rotation(joint);
                follow.toward = Some((next, turn, weight));
            }
        }
    }
}

/// The joint that turns the hand: the last of those in the wrist's place on the way to the knuckles. CMU's recordings have the
/// forearm's twist in the first and the wrist's bend in the second.
fn palm(body: &Skeleton, side: Side, wrist: usize) -> usize {
    let Some(hand) = body.roles().get(side.arm()[3]).filter(|hand| below(body, hand.joint, wrist)) else {
        return wrist;
    };
    let way = path(body, wrist, hand.joint);
    let here = way.iter().skip(1).take_while(|&&joint| body.offsets()[joint].length() < SAME_PLACE);
    here.last().copied().unwrap_or(wrist)
}

fn below(body: &Skeleton, joint: usize, above: usize) -> bool {
    body.ancestors(joint).any(|ancestor| ancestor == above)
}

/// The joints from one down to another; only the upper one where the other is not below it.
fn path(body: &Skeleton, upper: usize, lower: usize) -> Vec<usize> {
    if !below(body, lower, upper) {
        return vec![upper];
    }
    let mut path: Vec<usize> = body.ancestors(lower).take_while(|&joint| joint != upper).collect();
    path.push(upper);
    path.reverse();
    path
}

/// The role of the nearest joint above that has one.
fn carried_by(body: &Skeleton, joint: usize) -> Option<Role> {
    body.ancestors(joint).skip(1).find_map(|ancestor| body.roles().of_joint(ancestor))
}
