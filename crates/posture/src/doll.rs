//! A body let go: where its links are and how they move, as plain numbers, out of a shown pose and back into one.

use footwork_motion::{Pose, PoseView, Skeleton, Transform};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::PhysicalBody;

/// How a link is and moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkState {
    /// Where its frame is.
    pub at: Transform,
    /// m/s, of its centre of mass.
    pub velocity: Vec3,
    /// rad/s
    pub spin: Vec3,
}

/// All of a body's links at a moment, and what the joints inside them keep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doll {
    /// One for each of the body's links.
    pub links: Vec<LinkState>,
    /// How each link was turned against its parent's frame when it was let go: what muscle tone holds on to.
    pub held: Vec<Quat>,
    /// The local rotations of all joints when it was let go. Those of joints inside a link stay so.
    pub rotations: Vec<Quat>,
    /// m, the translations of the same pose.
    pub translations: Vec<Vec3>,
}

/// m/s and rad/s. What is shown may jump, as when an actor is put elsewhere; a body never starts faster than this.
const FASTEST: [f32; 2] = [15.0, 30.0];

/// m/s. What a blow gives a single part at most: flesh and joints give way where it is hit harder.
const HARDEST: f32 = 4.0;

impl Doll {
    /// A doll that goes on as a body is shown: where its joints are, and where they were one step before.
    pub fn new(
        body: &PhysicalBody,
        pose: PoseView<'_>,
        now: &[Transform],
        before: &[Transform],
        step: f32,
    ) -> Doll {
        let links = body.links.iter().map(|link| {
            let (now, before) = (now[link.joint], before[link.joint]);
            let velocity = (now.point(link.centre) - before.point(link.centre)) / step;
            let spin = turn_between(before.rotation, now.rotation) / step;
            LinkState {
                at: now,
                velocity: velocity.clamp_length_max(FASTEST[0]),
                spin: spin.clamp_length_max(FASTEST[1]),
            }
        });
        let mut doll = Doll {
            links: links.collect(),
            held: Vec::new(),
            rotations: pose.rotations.to_vec(),
            translations: pose.translations.to_vec(),
        };
        doll.held = (0..body.links.len()).map(|link| doll.relative(body, link)).collect();
        doll
    }

    /// How a link is turned against its parent's frame; the pelvis, against the world.
    pub fn relative(&self, body: &PhysicalBody, link: usize) -> Quat {
        let own = self.links[link].at.rotation;
        body.links[link].parent.map_or(own, |parent| self.links[parent].at.rotation.conjugate() * own)
    }

    /// The links' pose as one of the skeleton. Only turns are taken from them, and where the pelvis is: so bones keep their
    /// lengths whatever happened to the links.
    pub fn pose(&self, body: &PhysicalBody, skeleton: &Skeleton, out: &mut Pose) {
        out.rotations.clear();
        out.rotations.extend_from_slice(&self.rotations);
        out.translations.clear();
        out.translations.extend_from_slice(&self.translations);
        for (number, link) in body.links.iter().enumerate().skip(1) {
            let Some(parent) = link.parent else { continue };
            // The joints between the parent link's own and this one keep their turns.
            let between = self.turn_between(skeleton, body.links[parent].joint, link.joint);
            let local =
                (self.links[parent].at.rotation * between).conjugate() * self.links[number].at.rotation;
            out.rotations[link.joint] = local.normalize();
        }
        let Some((pelvis, state)) = body.links.first().zip(self.links.first()) else { return };
        // What lies above the pelvis, such as a root that stays on the ground, goes with it.
        let above = self.local(skeleton, pelvis.joint).inverse();
        let root = state.at * above;
        out.rotations[0] = root.rotation.normalize();
        out.translations[0] = root.translation;
    }

    /// The turns of the joints strictly between two, from the inner to the outer.
    fn turn_between(&self, skeleton: &Skeleton, inner: usize, outer: usize) -> Quat {
        let mut turn = Quat::IDENTITY;
        for joint in skeleton.ancestors(outer).skip(1).take_while(|&joint| joint != inner) {
            turn = self.rotations[joint] * turn;
        }
        turn
    }

    /// Where a joint is in the frame of the root, as it was when the body was let go.
    fn local(&self, skeleton: &Skeleton, joint: usize) -> Transform {
        let mut at = Transform::IDENTITY;
        for joint in skeleton.ancestors(joint).take_while(|&joint| joint != 0) {
            let moved = skeleton.translated_joints().position(|translated| translated == joint);
            let translation = moved.map_or(skeleton.offsets()[joint], |place| self.translations[place]);
            at = Transform::new(self.rotations[joint], translation) * at;
        }
        at
    }

    /// m, where a link's own joint is in its parent link's frame.
    pub fn anchor(&self, body: &PhysicalBody, skeleton: &Skeleton, link: usize) -> Vec3 {
        let own = &body.links[link];
        let Some(parent) = own.parent else { return Vec3::ZERO };
        let inner = body.links[parent].joint;
        let mut at = skeleton.offsets()[own.joint];
        for joint in skeleton.ancestors(own.joint).skip(1).take_while(|&joint| joint != inner) {
            at = skeleton.offsets()[joint] + self.rotations[joint] * at;
        }
        at
    }

    /// Gives it a blow, N·s, at a point of the world. The muscles around the struck part spread it before anything moves far:
    /// half goes into the link, half into the whole body.
    pub fn strike(&mut self, body: &PhysicalBody, point: Vec3, impulse: Vec3) {
        let Some(link) = self.nearest(body, point).filter(|_| impulse.is_finite()) else { return };
        let whole = (0.5 * impulse / body.mass).clamp_length_max(FASTEST[0]);
        self.links.iter_mut().for_each(|state| state.velocity += whole);
        let own = (0.5 * impulse / body.links[link].mass).clamp_length_max(HARDEST);
        self.links[link].velocity += own;
    }

    /// The link whose surface is nearest to a point of the world.
    fn nearest(&self, body: &PhysicalBody, point: Vec3) -> Option<usize> {
        let away = |link: &usize| {
            let [a, b] = body.links[*link].line.map(|end| self.links[*link].at.point(end));
            let along = b - a;
            let share = ((point - a).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
            (a + share * along - point).length() - body.links[*link].radius
        };
        (0..body.links.len()).min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// J, what it moves with.
    pub fn kinetic_energy(&self, body: &PhysicalBody) -> f64 {
        let energy = |(state, link): (&LinkState, &crate::body::Link)| {
            let spin = (state.at.rotation * link.axes).conjugate() * state.spin;
            let turning = (spin * spin * link.inertia).element_sum();
            0.5 * f64::from(link.mass * state.velocity.length_squared() + turning)
        };
        self.links.iter().zip(&body.links).map(energy).sum()
    }

    /// m/s, how fast the fastest end of a link goes.
    pub fn speed(&self, body: &PhysicalBody) -> f32 {
        let speed = |(state, link): (&LinkState, &crate::body::Link)| {
            let reach = link.line.map(|end| (end - link.centre).length());
            state.velocity.length() + state.spin.length() * reach[0].max(reach[1])
        };
        self.links.iter().zip(&body.links).map(speed).fold(0.0, f32::max)
    }

    /// Whether all its numbers are numbers, and there are as many as the body and its skeleton need.
    pub fn is_sound(&self, body: &PhysicalBody, skeleton: &Skeleton) -> bool {
        let link = |link: &LinkState| {
            let LinkState { at, velocity, spin } = *link;
            at.rotation.is_normalized()
                && at.translation.is_finite()
                && velocity.is_finite()
                && spin.is_finite()
        };
        self.links.len() == body.links.len()
            && self.held.len() == body.links.len()
            && self.rotations.len() == skeleton.len()
            && self.translations.len() == skeleton.translated_joints().len()
            && self.links.iter().all(link)
            && self.held.iter().chain(&self.rotations).all(|turn| turn.is_normalized())
            && self.translations.iter().all(|translation| translation.is_finite())
    }
}

/// rad, the turn from one rotation to another, in the world, the shorter way.
pub(crate) fn turn_between(from: Quat, to: Quat) -> Vec3 {
    let turn = to * from.conjugate();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let sine = turn.xyz().length();
    if sine < 1e-6 {
        return 2.0 * turn.xyz();
    }
    turn.xyz() * (2.0 * libm::atan2f(sine, turn.w) / sine)
}
