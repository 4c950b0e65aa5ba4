//! What is around a physical body: the other bodies, and props, as things that do not give way.

use footwork_motion::Transform;
use footwork_stage::{ActorId, PhysicalBodies, PropId, PropKind};
use glam::Vec3;

use crate::doll::Doll;
use crate::world::{Obstacle, Shape};

/// m. What is further from the pelvis cannot be touched within a step.
const NEAR: f32 = 2.5;
/// m. A part is no further from the origin of its link than 0.35, and goes no further than 0.15 in a step: what is further than both
/// from all links is not even looked at. In a crowd that is nearly everything, and each thing costs as much as a link.
const TOUCHED: f32 = 0.5;
/// m. Half of how thick a wall is taken to be.
const WALL: f32 = 0.1;

/// What somebody may touch in this step, but for what he carries. Others are where they were shown last.
pub fn of(bodies: &PhysicalBodies<'_>, actor: ActorId, doll: &Doll, carries: &[PropId]) -> Vec<Obstacle> {
    let Some(middle) = doll.links.first().map(|pelvis| pelvis.at.translation) else { return Vec::new() };
    let places = || doll.links.iter().map(|link| link.at.translation);
    let low = places().fold(middle, Vec3::min) - TOUCHED;
    let high = places().fold(middle, Vec3::max) + TOUCHED;
    let mut found = Vec::new();
    for &other in bodies.everyone().iter().filter(|other| **other != actor) {
        let (Some(rig), Some(world)) = (bodies.rig(other), bodies.shown(other)) else { continue };
        let near = world.first().is_some_and(|root| (root.translation - middle).length() < NEAR);
        if !near {
            continue;
        }
        for (_, capsule) in rig.capsules() {
            let [a, b] = [capsule.from, capsule.to].map(|site| site.position(world));
            let apart = a.max(b).cmplt(low - capsule.radius) | a.min(b).cmpgt(high + capsule.radius);
            if apart.any() {
                continue;
            }
            let at = Transform::new(glam::Quat::IDENTITY, a);
            let shape = Shape::Capsule([Vec3::ZERO, b - a], capsule.radius);
            found.push(Obstacle { whose: Some(other), shape, at, velocity: Vec3::ZERO });
        }
    }
    for prop in bodies.props() {
        let size = match prop.kind {
            PropKind::Wall { length, .. } => length,
            PropKind::Box { size } => size.max_element(),
            _ => 0.0,
        };
        if carries.contains(&prop.id) || (prop.position - middle).length() > NEAR + size {
            continue;
        }
        let (shape, up) = match prop.kind {
            PropKind::Box { size } => (Shape::Block(0.5 * size), 0.0),
            PropKind::Wall { length, height } => {
                (Shape::Block(Vec3::new(0.5 * length, 0.5 * height, WALL)), 0.5 * height)
            }
            PropKind::Obstacle { radius, height } => {
                let top = Vec3::Y * (height - radius).max(0.0);
                (Shape::Capsule([Vec3::ZERO, top], radius), 0.0)
            }
            // Balls and targets give their blow when they hit.
            PropKind::Ball { .. } | PropKind::Target { .. } => continue,
        };
        let at = Transform::new(prop.rotation, prop.position + Vec3::Y * up);
        found.push(Obstacle { whose: None, shape, at, velocity: prop.velocity });
    }
    found
}
