//! Where the bones of a body end, seen from the body itself: what poses are compared by.

use footwork_motion::ground::body_frame;
use footwork_motion::{MissingRole, Pose, PoseView, Role, Site, Skeleton, Transform, kinematics};
use glam::Vec3;

/// m. A bone that is shorter only joins two others in one place.
const NO_BONE: f32 = 0.01;

/// The tips of a body's bones. What lies beyond the wrists is left out: few recordings have fingers, and those that only
/// seem to have them hold noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Tips {
    sites: Vec<Site>,
}

impl Tips {
    /// Finds them.
    pub fn of(skeleton: &Skeleton) -> Tips {
        let wrists: Vec<usize> = [Role::LeftWrist, Role::RightWrist]
            .into_iter()
            .filter_map(|role| skeleton.joint(role).ok())
            .collect();
        let beyond = |joint: usize| skeleton.ancestors(joint).any(|above| wrists.contains(&above));
        let joints = (1..skeleton.len())
            .filter(|&joint| skeleton.offsets()[joint].length() > NO_BONE)
            .filter(|&joint| !skeleton.parent(joint).is_some_and(beyond))
            .map(|joint| Site { joint, offset: Vec3::ZERO });
        let ends = skeleton
            .ends()
            .iter()
            .filter(|end| end.offset.length() > NO_BONE && !beyond(end.joint))
            .map(|end| Site { joint: end.joint, offset: end.offset });
        let mut sites: Vec<Site> = joints.chain(ends).collect();
        // A body of one joint still is somewhere.
        if sites.is_empty() {
            sites.push(Site { joint: 0, offset: Vec3::ZERO });
        }
        Tips { sites }
    }

    /// How many there are; at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Where one of them is, seen from a frame; `back` is that frame's inverse. Allocates nothing.
    pub fn one(&self, tip: usize, joints: &[Transform], back: Transform) -> Vec3 {
        let site = self.sites[tip];
        joints.get(site.joint).map_or(Vec3::ZERO, |joint| back.point(joint.point(site.offset)))
    }
}

/// Room for working out where tips are.
pub struct Bench<'a> {
    skeleton: &'a Skeleton,
    tips: &'a Tips,
    joints: Vec<Transform>,
}

impl<'a> Bench<'a> {
    /// For a body.
    pub fn new(skeleton: &'a Skeleton, tips: &'a Tips) -> Bench<'a> {
        Bench { skeleton, tips, joints: vec![Transform::IDENTITY; skeleton.len()] }
    }

    /// Where a pose's tips are, seen from the body's own frame on the ground.
    pub fn tips(&mut self, pose: PoseView<'_>, out: &mut Vec<Vec3>) -> Result<(), MissingRole> {
        kinematics::world(self.skeleton, pose, &mut self.joints);
        let frame = body_frame(self.skeleton, &self.joints)?;
        out.clear();
        let back = frame.inverse();
        out.extend((0..self.tips.len()).map(|tip| self.tips.one(tip, &self.joints, back)));
        Ok(())
    }

    /// Where the joints of the last pose were, in the world.
    pub fn joints(&self) -> &[Transform] {
        &self.joints
    }
}

/// What a pose becomes if it goes on as it went from another one: every rotation once more by what it turned, every
/// place once more by what it moved.
pub fn reflected(before: PoseView<'_>, now: PoseView<'_>, out: &mut Pose) {
    for ((out, now), before) in out.rotations.iter_mut().zip(now.rotations).zip(before.rotations) {
        *out = (*now * before.conjugate() * *now).normalize();
    }
    for ((out, now), before) in out.translations.iter_mut().zip(now.translations).zip(before.translations) {
        *out = 2.0 * *now - *before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_motion::ground::yaw;
    use footwork_performer::{Show, perform};

    #[test]
    fn a_body_has_its_limbs_tips_and_no_fingers() {
        let show = perform(Show::Locomotion, 1.0, 1, 60.0).unwrap();
        let tips = Tips::of(&show.skeleton);
        assert!((14..30).contains(&tips.len()), "{}", tips.len());
    }

    #[test]
    fn a_steady_turn_is_predicted_exactly() {
        let show = perform(Show::Locomotion, 1.0, 1, 60.0).unwrap();
        let still = Pose::from(show.clip.frame(0));
        let mut turned = [0.0, 0.1, 0.2].map(|angle| {
            let mut pose = still.clone();
            pose.rotations[3] *= yaw(angle);
            pose.translations[0].y += angle;
            pose
        });
        let [before, now, after] = &mut turned;
        let mut predicted = still.clone();
        reflected(before.view(), now.view(), &mut predicted);
        for (a, b) in predicted.rotations.iter().zip(&after.rotations) {
            assert!(a.dot(*b).abs() > 0.999_999);
        }
        assert!((predicted.translations[0] - after.translations[0]).length() < 1e-6);
    }

    #[test]
    fn tips_do_not_know_where_the_body_stands() {
        let show = perform(Show::Locomotion, 1.0, 1, 60.0).unwrap();
        let tips = Tips::of(&show.skeleton);
        let mut bench = Bench::new(&show.skeleton, &tips);
        let (mut here, mut there) = (Vec::new(), Vec::new());
        bench.tips(show.clip.frame(20), &mut here).unwrap();
        let moved = show.clip.clone().moved(Transform::new(yaw(2.0), Vec3::new(3.0, 0.0, -7.0)));
        bench.tips(moved.frame(20), &mut there).unwrap();
        for (a, b) in here.iter().zip(&there) {
            assert!((*a - *b).length() < 1e-4);
        }
    }
}
