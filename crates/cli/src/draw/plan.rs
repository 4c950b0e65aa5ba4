//! What a skeleton has to draw a person with, and which of its bones are left over as sticks.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, Site, Skeleton, Transform};

use super::figure::measure;
use super::paint::Hue;

/// What to draw of a skeleton, whatever its pose.
pub struct Plan {
    /// How large it is against the measures.
    pub size: f32,
    /// Arms and legs.
    pub limbs: Vec<Limb>,
    /// Chest and pelvis.
    pub trunk: Option<Trunk>,
    /// Head and neck.
    pub head: Option<Head>,
    /// Down from the sole in the ankle's frame, left and right, where there are feet.
    pub soles: [Option<Vec3>; 2],
    /// Bones that are left over, by the joint they end in.
    pub sticks: Vec<(usize, Hue)>,
    /// Ends that are left over, by their index.
    pub end_sticks: Vec<(usize, Hue)>,
}

/// A stretch of a limb between two roles.
pub struct Limb {
    /// Nearer the trunk.
    pub from: Site,
    /// Farther out.
    pub to: Site,
    /// Joints on the way, for rigs that twist a limb with more of them.
    pub via: Vec<usize>,
    /// At both ends, as in the measures.
    pub radii: [f32; 2],
    /// Its side.
    pub hue: Hue,
}

/// What chest and pelvis hang on.
pub struct Trunk {
    /// Joints from the hips to the neck.
    pub spine: Vec<usize>,
    /// Where the thighs begin, left and right.
    pub hips: [Site; 2],
    /// Where the upper arms begin, left and right.
    pub shoulders: [Site; 2],
}

/// What a head hangs on.
pub struct Head {
    /// The head's joint, at the base of the skull.
    pub site: Site,
    /// Where the neck begins.
    pub neck: Option<Site>,
    /// From the joint to the top, in its frame, where the skeleton says so.
    pub top: Option<Vec3>,
    /// Where the nose points, in its frame.
    pub ahead: Option<Vec3>,
}

impl Plan {
    /// Plans how to draw a skeleton. `moments` are some of its poses, to learn from them which way head and feet
    /// point: motion capture rarely has a rest pose that means anything.
    pub fn new<'m>(skeleton: &Skeleton, moments: impl Iterator<Item = &'m [Transform]> + Clone) -> Plan {
        let size = size(skeleton);
        let mut covered = Covered::new(skeleton);
        let trunk = trunk(skeleton, &mut covered);
        let limbs = limbs(skeleton, &mut covered);
        let mut head = head(skeleton, size, &mut covered);
        if let (Some(head), Some(trunk)) = (&mut head, &trunk) {
            head.ahead = mean(
                moments
                    .clone()
                    .map(|world| world[head.site.joint].rotation.conjugate() * front(trunk, world)),
            );
        }
        let soles = Side::BOTH.map(|side| {
            let [_, knee, ankle, toe] = skeleton.roles().require_all(side.leg()).ok()?;
            covered.branch(skeleton, ankle.joint);
            mean(moments.clone().map(|world| {
                let [knee, at, toe] = [knee, ankle, toe].map(|site| site.position(world));
                let (shin, foot) = ((at - knee).normalize_or_zero(), (toe - at).normalize_or_zero());
                // Where the foot points along the shin this vanishes, and counts for little.
                world[ankle.joint].rotation.conjugate() * (shin - shin.dot(foot) * foot)
            }))
        });
        let sticks = (1..skeleton.len()).filter(|&joint| !covered.joints[joint]);
        let ends = (0..skeleton.ends().len()).filter(|&end| !covered.ends[end]);
        Plan {
            size,
            limbs,
            trunk,
            head,
            soles,
            sticks: sticks.map(|joint| (joint, hue(skeleton, joint))).collect(),
            end_sticks: ends.map(|end| (end, hue(skeleton, skeleton.ends()[end].joint))).collect(),
        }
    }

    /// Whether nothing of a person was found.
    pub fn is_prop(&self) -> bool {
        self.limbs.is_empty() && self.trunk.is_none() && self.head.is_none()
    }
}

/// Bones and ends that some part stands for already.
struct Covered {
    joints: Vec<bool>,
    ends: Vec<bool>,
}

impl Covered {
    fn new(skeleton: &Skeleton) -> Covered {
        Covered { joints: vec![false; skeleton.len()], ends: vec![false; skeleton.ends().len()] }
    }

    /// The bones from a joint to one of its descendants.
    fn chain(&mut self, joints: &[usize]) {
        joints.iter().skip(1).for_each(|&joint| self.joints[joint] = true);
    }

    /// The ends at a role's own point.
    fn end(&mut self, skeleton: &Skeleton, site: Site) {
        for (covered, end) in self.ends.iter_mut().zip(skeleton.ends()) {
            *covered |= end.joint == site.joint && end.offset.distance(site.offset) < 1e-4;
        }
    }

    /// Everything that hangs on a joint.
    fn branch(&mut self, skeleton: &Skeleton, root: usize) {
        let below = |joint: usize| skeleton.ancestors(joint).any(|above| above == root);
        for joint in root + 1..skeleton.len() {
            self.joints[joint] |= below(joint);
        }
        for (covered, end) in self.ends.iter_mut().zip(skeleton.ends()) {
            *covered |= below(end.joint);
        }
    }
}

/// The joints from one down to a descendant, both included.
fn chain(skeleton: &Skeleton, from: usize, to: usize) -> Option<Vec<usize>> {
    let mut joints: Vec<usize> = skeleton.ancestors(to).take_while(|&joint| joint != from).collect();
    (joints.last().map_or(to, |&joint| skeleton.parent(joint).unwrap_or(to)) == from).then(|| {
        joints.push(from);
        joints.reverse();
        joints
    })
}

/// How large a body is: by its legs, or by all of its bones where it has none.
fn size(skeleton: &Skeleton) -> f32 {
    let legs = skeleton.leg_length().map(|length| length / measure::LEG);
    let size = legs.ok().filter(|&size| size > 0.0).unwrap_or_else(|| {
        let bones =
            skeleton.offsets().iter().skip(1).copied().chain(skeleton.ends().iter().map(|e| e.offset));
        // A prop's sticks are as thick as a person's fingers unless it is small.
        bones.map(Vec3::length).fold(0.0, f32::max).min(1.0)
    });
    if size.is_finite() { size.clamp(0.05, 20.0) } else { 1.0 }
}

fn limbs(skeleton: &Skeleton, covered: &mut Covered) -> Vec<Limb> {
    let roles = skeleton.roles();
    let mut limbs = Vec::new();
    for (side, hue) in Side::BOTH.into_iter().zip([Hue::Left, Hue::Right]) {
        let [arm, leg] = [side.arm(), side.leg()];
        let stretches = [
            ([arm[0], arm[1]], [measure::ARM[0], measure::ARM[1]]),
            ([arm[1], arm[2]], [measure::ARM[1], measure::ARM[2]]),
            ([arm[2], arm[3]], [measure::ARM[2], measure::ARM[3]]),
            ([leg[0], leg[1]], [measure::LEGS[0], measure::LEGS[1]]),
            ([leg[1], leg[2]], [measure::LEGS[1], measure::LEGS[2]]),
        ];
        for (ends, radii) in stretches {
            let Ok([from, to]) = roles.require_all(ends) else { continue };
            let Some(joints) = chain(skeleton, from.joint, to.joint) else { continue };
            covered.chain(&joints);
            covered.end(skeleton, to);
            // The last joint is a stop on the way where the role's point lies beyond it.
            let stop = if to.offset == Vec3::ZERO { joints.len() - 1 } else { joints.len() };
            let via = joints.get(1..stop).unwrap_or_default().to_vec();
            limbs.push(Limb { from, to, via, radii, hue });
        }
    }
    limbs
}

fn trunk(skeleton: &Skeleton, covered: &mut Covered) -> Option<Trunk> {
    use Role::*;
    let roles = skeleton.roles();
    let [hips, left, right, left_arm, right_arm] =
        roles.require_all([Hips, LeftHip, RightHip, LeftShoulder, RightShoulder]).ok()?;
    let top = [Neck, Head, Chest, Spine].into_iter().find_map(|role| roles.get(role))?;
    let spine = chain(skeleton, hips.joint, top.joint)?;
    for joint in [left.joint, right.joint, left_arm.joint, right_arm.joint] {
        covered.chain(&chain(skeleton, hips.joint, joint)?);
    }
    covered.chain(&spine);
    // What carries the hips, such as a root that stays on the ground, is no bone.
    skeleton.ancestors(hips.joint).for_each(|joint| covered.joints[joint] = true);
    Some(Trunk { spine, hips: [left, right], shoulders: [left_arm, right_arm] })
}

fn head(skeleton: &Skeleton, size: f32, covered: &mut Covered) -> Option<Head> {
    let site = skeleton.site(Role::Head).ok()?;
    let neck = skeleton.site(Role::Neck).ok().filter(|neck| neck.joint != site.joint);
    if let Some(neck) = neck {
        covered.chain(&chain(skeleton, neck.joint, site.joint)?);
    }
    let ends = skeleton.ends().iter().filter(|end| end.joint == site.joint);
    let top = ends.map(|end| end.offset).find(|offset| offset.length() > 0.04 * size);
    covered.branch(skeleton, site.joint);
    Some(Head { site, neck, top, ahead: None })
}

/// The way a chest faces, lying bodies included: left × up.
fn front(trunk: &Trunk, world: &[Transform]) -> Vec3 {
    let [left, right] = trunk.shoulders.map(|site| site.position(world));
    let [left_hip, right_hip] = trunk.hips.map(|site| site.position(world));
    let up = 0.5 * (left + right) - 0.5 * (left_hip + right_hip);
    (left - right).cross(up).normalize_or_zero()
}

/// The side of the nearest joint, upwards, that has one.
fn hue(skeleton: &Skeleton, joint: usize) -> Hue {
    let role = skeleton.ancestors(joint).find_map(|joint| skeleton.roles().of_joint(joint));
    let limb = |side: Side| role.is_some_and(|role| side.arm().contains(&role) || side.leg().contains(&role));
    match () {
        () if limb(Side::Left) => Hue::Left,
        () if limb(Side::Right) => Hue::Right,
        () => Hue::Trunk,
    }
}

/// The mean direction of vectors, short ones counting less.
fn mean(vectors: impl Iterator<Item = Vec3>) -> Option<Vec3> {
    vectors.filter(|v| v.is_finite()).sum::<Vec3>().try_normalize()
}
