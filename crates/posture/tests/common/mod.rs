//! What tests share: bodies that stand, and pushes.
#![allow(dead_code)]

use std::sync::Arc;

use footwork_annotate::{Annotation, Limb, Repertoire, Span, Strike, Supports, Take};
use footwork_motion::{Pose, Rng, Transform, kinematics};
use footwork_performer::{Show, perform};
use footwork_posture::world::{self, Acting};
use footwork_posture::{Doll, PhysicalBody};
use footwork_stage::Rig;
use glam::Vec3;

/// s, of a stage.
pub const STEP: f32 = 1.0 / 60.0;

/// The performer's takes of a show, with where its feet stand.
pub fn repertoire(shows: &[Show], seconds: f32, seed: u64) -> Repertoire {
    let rate = 60.0;
    let mut skeleton = None;
    let takes = shows.iter().map(|&show| {
        let shown = perform(show, seconds, seed, rate).expect("a take");
        let frames = shown.clip.frames() as u32;
        let spans = |times: &[[f32; 2]]| {
            let span = |[from, to]: &[f32; 2]| Span {
                first: ((from * rate).ceil() as u32).min(frames),
                end: ((to * rate) as u32 + 1).min(frames),
            };
            times.iter().map(span).filter(|span| span.frames() > 0).collect()
        };
        let supports =
            Supports { left: spans(&shown.truth.supports.left), right: spans(&shown.truth.supports.right) };
        let strikes = shown.truth.strikes.iter().map(|strike| {
            let frame = ((strike.time * rate) as u32).min(frames - 1);
            Strike {
                frame,
                effective: Span { first: frame.saturating_sub(3), end: (frame + 2).min(frames) },
                limb: Limb::ALL.into_iter().find(|limb| limb.name() == strike.limb).expect("a limb"),
                point: strike.point.into(),
                direction: strike.direction.into(),
                speed: strike.speed,
            }
        });
        let strikes = strikes.collect();
        skeleton = Some(shown.skeleton);
        Take::new(shown.clip, Annotation { supports, strikes, ..Annotation::default() })
    });
    let takes = takes.collect();
    Repertoire { skeleton: skeleton.expect("a show"), takes }
}

pub fn rig(shows: &[Show], seconds: f32) -> Arc<Rig> {
    Arc::new(Rig::new(Arc::new(repertoire(shows, seconds, 3))).expect("a rig"))
}

/// A body and a doll of it that stands.
pub fn standing(rig: &Rig) -> (PhysicalBody, Doll) {
    let body = PhysicalBody::new(rig);
    let stand = rig.stand();
    let mut pose = Pose::rest(rig.skeleton());
    rig.take(stand.take).expect("a take").clip.sample(stand.first, &mut pose);
    let mut joints = vec![Transform::IDENTITY; rig.skeleton().len()];
    kinematics::world(rig.skeleton(), pose.view(), &mut joints);
    let doll = Doll::new(&body, pose.view(), &joints, &joints, STEP);
    (body, doll)
}

/// Pushes somebody, by a number: from all around, high and low, 60 to 160 N·s.
pub fn push(body: &PhysicalBody, doll: &mut Doll, number: u32) {
    let mut rng = Rng::stream(7, number);
    let angle = rng.range(0.0, std::f32::consts::TAU);
    let direction = Vec3::new(libm::sinf(angle), 0.0, libm::cosf(angle));
    let link = number as usize % 3;
    let point = doll.links[link].at.point(body.links[link].centre);
    doll.strike(body, point - 0.1 * direction, direction * rng.range(60.0, 160.0));
}

/// One step with nothing but tone.
pub fn fall(body: &PhysicalBody, rig: &Rig, doll: &mut Doll, tone: f32) {
    world::step(body, rig.skeleton(), doll, &Acting { tone, ..Acting::default() }, STEP);
}
