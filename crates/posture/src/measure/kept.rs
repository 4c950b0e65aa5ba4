//! A world of the same links, joints and floor that is kept from step to step, with the engine's own settings, to compare with.

use footwork_motion::Skeleton;
use rapier3d::prelude::*;

use crate::body::PhysicalBody;
use crate::doll::Doll;
use crate::world::{LIMP, SOFT, add_floor, add_link, joint};

/// What a rag doll of the engine costs. Its ranges are those around the pose it began in.
pub struct Kept(PhysicsWorld);

impl Kept {
    /// Out of a doll.
    pub fn new(body: &PhysicalBody, skeleton: &Skeleton, doll: &Doll, seconds: f32) -> Kept {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.dt = seconds;
        let links = body.links.iter().zip(&doll.links);
        let handles: Vec<RigidBodyHandle> =
            links.map(|(link, state)| add_link(&mut world, link, state, SOFT[0], true)).collect();
        for number in 1..body.links.len() {
            if let Some(parent) = body.links[number].parent {
                let joint = joint(body, skeleton, doll, number, parent, [LIMP, 0.1], seconds);
                world.impulse_joints.insert(handles[parent], handles[number], joint, false);
            }
        }
        add_floor(&mut world);
        Kept(world)
    }

    /// Lets a step pass.
    pub fn step(&mut self) {
        self.0.step();
    }
}
