//! Finding a body's roles from its joints' names and from how they hang together.
//!
//! Names come first (`name`), and the structure settles what they leave open: the legs meet in the hips, the
//! arms in the chest, an arm that is called `Shoulder` is one only if nothing further in is. A rig whose names say
//! nothing is read by its shape alone (`shape`).

use glam::Vec3;

use super::{Role, Roles, Side, Site};
use crate::skeleton::Skeleton;

mod name;
mod shape;

pub(crate) use name::sideless;
use name::{Meaning, NamedPart, meaning};

/// A fist is this much of the forearm away from the wrist, where no finger says so.
const FIST: f32 = 0.3;

/// The roles of a skeleton. What cannot be found stays missing.
pub(crate) fn roles(skeleton: &Skeleton) -> Roles {
    let meanings: Vec<Meaning> = (0..skeleton.len()).map(|j| meaning(skeleton.name(j))).collect();
    let mut found = Found { skeleton, meanings, roles: Roles::default() };
    for side in Side::BOTH {
        found.leg(side);
        found.arm(side);
    }
    if found.roles.get(Role::LeftKnee).is_none() && found.roles.get(Role::RightKnee).is_none() {
        found.limbs_by_shape();
    }
    found.trunk();
    for side in Side::BOTH {
        found.toe(side);
        found.hand(side);
    }
    found.roles
}

struct Found<'a> {
    skeleton: &'a Skeleton,
    meanings: Vec<Meaning>,
    roles: Roles,
}

impl Found<'_> {
    fn set(&mut self, role: Role, joint: Option<usize>) {
        if let Some(joint) = joint {
            self.roles.set(role, Site { joint, offset: Vec3::ZERO });
        }
    }

    fn joint(&self, role: Role) -> Option<usize> {
        self.roles.get(role).map(|site| site.joint)
    }

    /// The first joint of a side whose name means one of some parts. Parents come first, so it is the innermost.
    fn first(&self, side: Side, parts: &[NamedPart]) -> Option<usize> {
        self.meanings.iter().position(|m| m.side == Some(side) && m.part.is_some_and(|p| parts.contains(&p)))
    }

    /// The same, among the descendants of a joint.
    fn first_below(&self, above: Option<usize>, side: Side, parts: &[NamedPart]) -> Option<usize> {
        let above = above?;
        let is_below = |&joint: &usize| joint != above && self.skeleton.ancestors(joint).any(|a| a == above);
        (above + 1..self.skeleton.len())
            .filter(|&j| self.meanings[j].side == Some(side))
            .filter(|&j| self.meanings[j].part.is_some_and(|p| parts.contains(&p)))
            .find(is_below)
    }

    fn leg(&mut self, side: Side) {
        use NamedPart::*;
        let [hip, knee, ankle, toe] = side.leg();
        // `LeftHip` is the thigh of some rigs and the pelvis bone above it in others; `LeftLeg` is the shin below a `LeftUpLeg`.
        let thigh = self
            .first(side, &[UpperLeg])
            .or_else(|| self.first(side, &[Hip]))
            .or_else(|| self.first(side, &[Leg]));
        let shin =
            self.first_below(thigh, side, &[LowerLeg]).or_else(|| self.first_below(thigh, side, &[Leg]));
        // Below the shin come ankle and foot, or a foot that is both; or one more `leg`, in rigs that only count.
        let foot = self
            .first_below(shin, side, &[Ankle])
            .or_else(|| self.first_below(shin, side, &[Foot]))
            .or_else(|| self.first_below(shin, side, &[Leg]));
        let toes = self
            .first_below(foot, side, &[Toe])
            .or_else(|| self.first_below(foot, side, &[Foot]))
            .or_else(|| self.first_below(foot, side, &[Leg]));
        self.set(hip, thigh);
        self.set(knee, shin);
        self.set(ankle, foot);
        self.set(toe, toes);
    }

    fn arm(&mut self, side: Side) {
        use NamedPart::*;
        let [shoulder, elbow, wrist, _] = side.arm();
        // `LeftShoulder` is a collar bone unless no upper arm follows.
        let upper = self
            .first(side, &[UpperArm])
            .or_else(|| self.first(side, &[Arm]))
            .or_else(|| self.first(side, &[Shoulder]));
        let lower =
            self.first_below(upper, side, &[LowerArm]).or_else(|| self.first_below(upper, side, &[Arm]));
        let hand = self
            .first_below(lower, side, &[Wrist])
            .or_else(|| self.first_below(lower, side, &[Hand]))
            .or_else(|| self.first_below(lower, side, &[Arm]));
        self.set(shoulder, upper);
        self.set(elbow, lower);
        self.set(wrist, hand);
    }

    fn limbs_by_shape(&mut self) {
        let Some(limbs) = shape::limbs(self.skeleton) else { return };
        for (side, limb) in Side::BOTH.into_iter().zip(limbs.legs) {
            for (role, joint) in side.leg().into_iter().zip(limb) {
                self.set(role, Some(joint));
            }
        }
        for (side, limb) in Side::BOTH.into_iter().zip(limbs.arms) {
            for (role, joint) in side.arm().into_iter().zip(limb) {
                self.set(role, Some(joint));
            }
        }
    }

    fn trunk(&mut self) {
        let named = |part| self.meanings.iter().position(|m| m.side.is_none() && m.part == Some(part));
        let thighs = [Role::LeftHip, Role::RightHip].map(|role| self.joint(role));
        let fork = match thighs {
            [Some(left), Some(right)] => Some(self.common_ancestor(left, right)),
            _ => None,
        };
        let is_above = |joint: usize| {
            fork.is_none_or(|fork| self.skeleton.ancestors(fork).any(|ancestor| ancestor == joint))
        };
        let hips = named(NamedPart::Hips).or_else(|| named(NamedPart::Hip)).filter(|&j| is_above(j)).or(fork);

        let uppers = [Role::LeftShoulder, Role::RightShoulder].map(|role| self.joint(role));
        let middle = |joint: &usize| self.meanings[*joint].side.is_none();
        let mut chest = match uppers {
            [Some(left), Some(right)] => Some(self.common_ancestor(left, right)),
            [Some(arm), None] | [None, Some(arm)] => self.skeleton.ancestors(arm).skip(1).find(middle),
            [None, None] => (0..self.skeleton.len())
                .rev()
                .find(|j| middle(j) && self.meanings[*j].part == Some(NamedPart::Trunk)),
        };
        // Biped hangs the collar bones on the neck.
        while chest.is_some_and(|j| self.meanings[j].part == Some(NamedPart::Neck)) {
            chest = chest.and_then(|j| self.skeleton.parent(j));
        }
        // MikuMikuDance has a lower body beside the upper one: what carries both is the hips.
        let hips = match (hips, chest) {
            (Some(hips), Some(chest)) => Some(self.common_ancestor(hips, chest)),
            _ => hips,
        };
        let chest = chest.filter(|&j| Some(j) != hips);
        let spine = chest.and_then(|chest| {
            let up: Vec<usize> = self.skeleton.ancestors(chest).take_while(|&j| Some(j) != hips).collect();
            // CMU's first one lies in the hips themselves.
            let apart = |&&j: &&usize| self.skeleton.offsets()[j].length_squared() > 0.0;
            up.iter().rev().find(apart).or(up.last()).copied()
        });
        let (neck, head) = self.neck_and_head(chest, named(NamedPart::Neck), named(NamedPart::Head));
        self.set(Role::Hips, hips);
        self.set(Role::Spine, spine);
        self.set(Role::Chest, chest);
        self.set(Role::Neck, neck);
        self.set(Role::Head, head);
    }

    /// Where names fail, the neck is what goes on upwards between the arms, and the head is its last joint.
    fn neck_and_head(
        &self,
        chest: Option<usize>,
        neck: Option<usize>,
        head: Option<usize>,
    ) -> (Option<usize>, Option<usize>) {
        match (neck, head) {
            (Some(_), Some(_)) => return (neck, head),
            (Some(neck), None) => {
                let next = self.onward(neck);
                return (Some(neck), next.or(Some(neck)));
            }
            (None, Some(head)) => {
                let parent = self.skeleton.parent(head).filter(|&p| Some(p) != chest);
                return (parent.or(Some(head)), Some(head));
            }
            (None, None) => {}
        }
        let Some(neck) = chest.and_then(|chest| self.onward(chest)) else { return (None, None) };
        let head = std::iter::successors(Some(neck), |&j| self.onward(j)).last();
        (Some(neck), head)
    }

    /// The next joint on the middle line: a child that has no side and carries no limb.
    fn onward(&self, joint: usize) -> Option<usize> {
        let carries_limb = |child: usize| {
            [Role::LeftShoulder, Role::RightShoulder, Role::LeftHip, Role::RightHip]
                .into_iter()
                .filter_map(|role| self.joint(role))
                .any(|limb| self.skeleton.ancestors(limb).any(|a| a == child))
        };
        self.skeleton
            .children(joint)
            .filter(|&c| self.meanings[c].side.is_none() && self.meanings[c].part != Some(NamedPart::Other))
            .find(|&c| !carries_limb(c))
    }

    fn common_ancestor(&self, a: usize, b: usize) -> usize {
        let above_b: Vec<usize> = self.skeleton.ancestors(b).collect();
        self.skeleton.ancestors(a).find(|joint| above_b.contains(joint)).unwrap_or(0)
    }

    /// Toes that no name told of: the foot's child, or else the end of its bone.
    fn toe(&mut self, side: Side) {
        let [_, _, ankle, toe] = side.leg();
        let Some(ankle) = self.joint(ankle) else { return };
        if self.roles.get(toe).is_some() {
            return;
        }
        let child = self.skeleton.children(ankle).find(|&c| self.meanings[c].part != Some(NamedPart::Other));
        let site = child.map(|joint| Site { joint, offset: Vec3::ZERO }).or_else(|| self.longest_end(ankle));
        if let Some(site) = site {
            self.roles.set(toe, site);
        }
    }

    /// The fist: a middle or first finger's root, the end of the hand's bone, or a point beyond the wrist.
    fn hand(&mut self, side: Side) {
        let [_, _, wrist, hand] = side.arm();
        let Some(wrist) = self.joint(wrist) else { return };
        if self.roles.get(hand).is_some_and(|site| site.joint != wrist) {
            return;
        }
        // SMPL has a hand below the wrist.
        let named = self.first_below(Some(wrist), side, &[NamedPart::Hand]);
        let site = named
            .or_else(|| self.knuckle(wrist))
            .map(|joint| Site { joint, offset: Vec3::ZERO })
            .or_else(|| self.longest_end(wrist))
            .unwrap_or_else(|| {
                // Rigs either align all frames with the world at rest or lay every bone along one axis: in both, the
                // hand goes on in the direction of the forearm.
                Site { joint: wrist, offset: FIST * self.skeleton.offsets()[wrist] }
            });
        self.roles.set(hand, site);
    }

    /// The root of the middle finger, or else of the first finger that is no thumb; not one that lies in the wrist.
    fn knuckle(&self, wrist: usize) -> Option<usize> {
        let fingers: Vec<usize> = (wrist + 1..self.skeleton.len())
            .filter(|&j| self.meanings[j].part == Some(NamedPart::Finger))
            .filter(|&j| self.skeleton.ancestors(j).any(|a| a == wrist))
            .filter(|&j| self.skeleton.chain_length(wrist, j) > 0.0)
            .filter(|&j| !self.skeleton.name(j).to_lowercase().contains("thumb"))
            .collect();
        let middle = |&&j: &&usize| self.skeleton.name(j).to_lowercase().contains("mid");
        fingers.iter().find(middle).or(fingers.first()).copied()
    }

    fn longest_end(&self, joint: usize) -> Option<Site> {
        let ends = self.skeleton.ends().iter().filter(|end| end.joint == joint);
        let longest = ends.max_by(|a, b| a.offset.length_squared().total_cmp(&b.offset.length_squared()))?;
        (longest.offset != Vec3::ZERO).then_some(Site { joint, offset: longest.offset })
    }
}

#[cfg(test)]
mod rigs;
