//! A body's limbs from its shape alone, for rigs whose names say nothing.
//!
//! A person is symmetric: where two branches of one joint have bones of the same lengths, they are a pair of
//! limbs. The pair nearest to the root is the legs, and the pair above it the arms, unless the rest pose shows that
//! the first pair points up. Left and right come from the rest pose, where toes point ahead.

use glam::Vec3;

use crate::kinematics::world;
use crate::pose::Pose;
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// Bones of a pair of limbs may differ by this share.
const ALIKE: f32 = 0.1;

/// Left and right, each from the trunk outwards.
pub(super) struct Limbs {
    pub legs: [Vec<usize>; 2],
    pub arms: [Vec<usize>; 2],
}

/// The limbs, if the skeleton has two pairs and a rest pose that tells left from right.
pub(super) fn limbs(skeleton: &Skeleton) -> Option<Limbs> {
    let mut pairs = pairs(skeleton);
    // Depth of the fork: the legs' is the root's side of the trunk.
    pairs.sort_by_key(|pair| skeleton.ancestors(pair[0][0]).count());
    let mut pairs = pairs.into_iter();
    let (legs, arms) = (pairs.next()?, pairs.next()?);
    let [legs, arms] = [legs, arms].map(|pair| pair.map(|limb| from_first_long_bone(skeleton, limb)));
    let mut rest = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, Pose::rest(skeleton).view(), &mut rest);
    let at = |joint: usize| rest[joint].translation;

    let fork = |pair: &[Vec<usize>; 2]| 0.5 * (at(pair[0][0]) + at(pair[1][0]));
    let up = (fork(&arms) - fork(&legs)).try_normalize()?;
    let ahead: Vec3 = legs.iter().filter_map(|leg| Some(at(*leg.get(3)?) - at(*leg.get(2)?))).sum();
    let left = up.cross((ahead - up * ahead.dot(up)).try_normalize()?);
    let sided = |[a, b]: [Vec<usize>; 2]| if (at(a[0]) - at(b[0])).dot(left) > 0.0 { [a, b] } else { [b, a] };
    Some(Limbs { legs: sided(legs), arms: sided(arms) })
}

/// A limb without the collar bone or pelvis bone that it may begin with: its two long bones follow each other, and
/// together they are longer than any other two.
fn from_first_long_bone(skeleton: &Skeleton, limb: Vec<usize>) -> Vec<usize> {
    let long = |first: usize| -> f32 {
        limb[first + 1..].iter().take(2).map(|&joint| skeleton.offsets()[joint].length()).sum()
    };
    let first =
        (0..limb.len().saturating_sub(2)).max_by(|&a, &b| long(a).total_cmp(&long(b)).then(b.cmp(&a)));
    limb[first.unwrap_or(0)..].to_vec()
}

/// All pairs of branches that leave one joint and have at least three bones of like lengths.
fn pairs(skeleton: &Skeleton) -> Vec<[Vec<usize>; 2]> {
    let mut pairs = Vec::new();
    for joint in 0..skeleton.len() {
        let branches: Vec<Vec<usize>> =
            skeleton.children(joint).map(|child| branch(skeleton, child)).collect();
        'found: for (i, a) in branches.iter().enumerate() {
            for b in &branches[i + 1..] {
                if a.len() >= 3 && a.len() == b.len() && alike(skeleton, a, b) {
                    pairs.push([a.clone(), b.clone()]);
                    break 'found;
                }
            }
        }
    }
    pairs
}

/// A joint and what follows it, until it forks or ends.
fn branch(skeleton: &Skeleton, from: usize) -> Vec<usize> {
    let next = |&joint: &usize| {
        let mut children = skeleton.children(joint);
        children.next().filter(|_| children.next().is_none())
    };
    std::iter::successors(Some(from), next).collect()
}

fn alike(skeleton: &Skeleton, a: &[usize], b: &[usize]) -> bool {
    a.iter().zip(b).all(|(&a, &b)| {
        let (a, b) = (skeleton.offsets()[a].length(), skeleton.offsets()[b].length());
        (a - b).abs() <= ALIKE * a.max(b)
    })
}
