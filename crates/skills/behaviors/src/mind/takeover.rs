//! The way in: from whatever a body is doing to the state that is most like it.

use footwork_annotate::Repertoire;
use footwork_motion::ground::body_frame;
use footwork_motion::seam::{self, Features, ROLES, VELOCITY};
use footwork_motion::{Site, Transform, kinematics};
use footwork_stage::ActorView;
use glam::Vec3;

use crate::model::Model;

/// How every state looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrance {
    sites: [Option<Site>; ROLES.len()],
    looks: Vec<Features>,
}

impl Entrance {
    /// Looks at every state.
    pub fn new(repertoire: &Repertoire, model: &Model) -> Entrance {
        let skeleton = &repertoire.skeleton;
        let sites = seam::sites(skeleton);
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        let mut before = joints.clone();
        let looks = model.states.iter().map(|state| {
            let clip = &repertoire.takes[state.take as usize].clip;
            let frame = (state.frame as usize).min(clip.frames() - 1);
            kinematics::world(skeleton, clip.frame(frame), &mut joints);
            kinematics::world(skeleton, clip.frame(frame.saturating_sub(1)), &mut before);
            let body = body_frame(skeleton, &joints).unwrap_or_default();
            look(&sites, body, &joints, &before, 1.0 / model.rate)
        });
        Entrance { looks: looks.collect(), sites }
    }

    /// The state that is most like what a body does now. As many comparisons as there are states.
    pub fn nearest(&self, me: ActorView<'_>, step: f32) -> usize {
        let mine = look(&self.sites, me.frame(), me.world(), me.world_before(), step);
        let mut best = (f32::INFINITY, 0);
        for (state, other) in self.looks.iter().enumerate() {
            let mut sum = 0.0;
            for ([at, goes], [other_at, other_goes]) in mine.iter().zip(other) {
                sum += (*at - *other_at).length_squared();
                sum += VELOCITY * VELOCITY * (*goes - *other_goes).length_squared();
            }
            if sum < best.0 {
                best = (sum, state);
            }
        }
        best.1
    }
}

fn look(
    sites: &[Option<Site>; ROLES.len()],
    body: Transform,
    joints: &[Transform],
    before: &[Transform],
    seconds: f32,
) -> Features {
    let turn = body.rotation.conjugate();
    sites.map(|site| {
        let Some(site) = site else { return [Vec3::ZERO; 2] };
        let (now, then) = (site.position(joints), site.position(before));
        [turn * (now - body.translation), turn * ((now - then) / seconds)]
    })
}
