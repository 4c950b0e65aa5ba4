//! The place for physical bodies: a world that moves those actors whose pose is given, inside the tick.
//!
//! It is stepped after every body has moved on in what it plays, and gives poses to its actors ([`PhysicalBodies::give`]),
//! which are then shown. It may take over any actor as it is shown ([`PhysicalBodies::let_go`]), and have it play its takes
//! again ([`PhysicalBodies::play`]). It may also have the last word on the pose of an actor that plays its takes
//! ([`PhysicalBodies::adjust`], [`PhysicalBodies::bend`]): that is shown and touched, and what is played goes on unchanged.
//! Its state is its own, and goes with snapshots and hashes as bytes.

use footwork_annotate::Limb;
use footwork_motion::{Pose, PoseView, Side, Transform, kinematics};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::arms::FOLDED;
use crate::body::{Body, Joints};
use crate::cast::Cast;
use crate::deciding::Decided;
use crate::event::{Event, Happening};
use crate::given::{self, PoseSource};
use crate::limb_ik::{self, Swivel};
use crate::palms;
use crate::play::Segment;
use crate::prop::{Grip, Prop, PropId, PropMotion};
use crate::prop_motion;
use crate::props;
use crate::rig::Rig;
use crate::stage::{ActorId, Stage};
use crate::state::State;
use crate::transition::Moment;

/// How much of a body that plays its takes is physical. Who is let go is nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhysicsLevel {
    /// Nothing.
    #[default]
    Off,
    /// Hands and feet, when something needs them.
    Touch,
    /// All of it, always.
    Full,
}

/// What is to be seen of a physical body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhysicalView {
    /// How much of it is physical.
    pub level: PhysicsLevel,
    /// How stiff it is, from 0, limp, to 1, if it is left to its weight.
    pub let_go: Option<f32>,
    /// Its parts: both ends in the world, and a radius, in m.
    pub capsules: Vec<([Vec3; 2], f32)>,
    /// Where hands and feet are to be.
    pub targets: Vec<PhysicalTarget>,
    /// Forces on it: where, in m, and how much, in N.
    pub forces: Vec<[Vec3; 2]>,
}

/// Where a hand or a foot is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhysicalTarget {
    /// Which.
    pub limb: Limb,
    /// m, where it is.
    pub from: Vec3,
    /// m, where it is to be.
    pub to: Vec3,
    /// Whether it must be there.
    pub hard: bool,
}

/// What an actor plays, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playing {
    /// The segment.
    pub segment: Segment,
    /// s, where in its take it is.
    pub time: f64,
    /// How fast it plays.
    pub rate: f32,
    /// From the take's space to the world, on the ground.
    pub placed: Transform,
    /// Where it stands and faces.
    pub frame: Transform,
    /// Which feet are held where they stand: left and right.
    pub planted: [bool; 2],
}

/// A world of physical bodies. Must do the same in the same state: it is part of what a stage repeats to the bit.
pub trait Physics: Send + Sync {
    /// Lets one step pass, and gives poses to whom it moves.
    fn step(&mut self, bodies: &mut PhysicalBodies<'_>, seconds: f32);

    /// Its state as bytes, the same ones for the same state.
    fn save(&self) -> Vec<u8>;

    /// Goes to a state that was saved. Bytes may come from anywhere: it says what is wrong with them, and stays as it is.
    fn load(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// What is to be seen of an actor's physical body; none where there is no physical world.
    fn view(&self, _actor: ActorId) -> Option<PhysicalView> {
        None
    }
}

impl Stage {
    /// What is to be seen of an actor's physical body; none where there is no physical world.
    pub fn physical_view(&self, actor: ActorId) -> Option<PhysicalView> {
        self.physics.as_ref()?.view(actor)
    }
}

/// The bodies of a stage in the middle of a step.
pub struct PhysicalBodies<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) cast: &'a Cast,
    /// What actors are told in this step.
    pub(crate) told: &'a [Event],
    pub(crate) decided: &'a [Decided],
    /// s
    pub(crate) step: f32,
    /// Who plays its takes again when this step is shown, and from where.
    pub(crate) back: Vec<(ActorId, Segment, Transform)>,
    /// Places in the state's lists of those whose pose was adjusted.
    pub(crate) adjusted: Vec<usize>,
}

impl PhysicalBodies<'_> {
    /// The actors whose pose is given, in the order of their ids. [`Stage::give_pose`](crate::Stage::give_pose) makes one
    /// of them.
    pub fn actors(&self) -> impl Iterator<Item = ActorId> + '_ {
        let given = |(_, body): &(&ActorId, &Body)| body.source == PoseSource::Given;
        self.state.ids.iter().zip(&self.state.bodies).filter(given).map(|(id, _)| *id)
    }

    /// Everybody on the stage, in the order of their ids.
    pub fn everyone(&self) -> &[ActorId] {
        &self.state.ids
    }

    /// What everybody is told in this step, sorted by whom it is told to.
    pub fn events(&self) -> &[Event] {
        self.told
    }

    /// With how much tone a mind leaves its body to its weight in this step, if it does.
    pub fn lets_go(&self, actor: ActorId) -> Option<f32> {
        self.decided.get(self.state.index_of(actor)?)?.let_go
    }

    /// What is on the stage besides actors, in the order of their ids.
    pub fn props(&self) -> &[Prop] {
        &self.state.props
    }

    /// Whether an actor's pose is given.
    pub fn is_given(&self, actor: ActorId) -> bool {
        self.find(actor).is_some_and(|(body, _)| body.source == PoseSource::Given)
    }

    /// The number of an actor's rig on the stage: the same for all that have the same body.
    pub fn rig_number(&self, actor: ActorId) -> Option<u32> {
        self.find(actor).map(|(body, _)| body.rig)
    }

    /// The pose in which an actor that plays its takes is shown in this step.
    pub fn pose(&self, actor: ActorId) -> Option<PoseView<'_>> {
        let (body, rig) = self.find(actor)?;
        Some(PoseView {
            rotations: &self.state.rotations[body.joints(rig)],
            translations: &self.state.translations[body.translated_joints(rig)],
        })
    }

    /// Where the joints of an actor that plays its takes are shown in this step.
    pub fn now(&self, actor: ActorId) -> Option<&[Transform]> {
        self.find(actor).map(|(body, rig)| &self.state.world[body.joints(rig)])
    }

    /// Takes an actor over that plays its takes: from the next step on its pose is given, and this step's is kept until then.
    /// None if it is not there, has not been shown yet or is given its pose already.
    pub fn let_go(&mut self, actor: ActorId) -> Option<()> {
        let index = self.state.index_of(actor)?;
        let body = &self.state.bodies[index];
        if body.source == PoseSource::Given || body.fresh {
            return None;
        }
        given::let_go(self.state, index, &self.cast.rigs[body.rig as usize]);
        Some(())
    }

    /// Has an actor whose pose is given play a segment, placed so, from the next step on; its mind is asked when that has
    /// ended. None if there is no such actor or segment.
    pub fn play(&mut self, actor: ActorId, segment: Segment, placed: Transform) -> Option<()> {
        let (body, rig) = self.find(actor)?;
        let placement = crate::play::Placement::At(placed);
        let sound = crate::Move { place: placement, ..crate::Move::new(segment) }.check(rig).is_ok();
        if body.source != PoseSource::Given || !sound {
            return None;
        }
        self.back.push((actor, segment, placed));
        Some(())
    }

    /// What an actor plays, shown or not.
    pub fn playing(&self, actor: ActorId) -> Option<Playing> {
        let (body, _) = self.find(actor)?;
        let Body { segment, time, rate, placed, frame, legs, .. } = *body;
        Some(Playing { segment, time, rate, placed, frame, planted: legs.map(|leg| leg.planted) })
    }

    /// Whether a limb reaches for something in what an actor plays.
    pub fn reaches(&self, actor: ActorId, limb: Limb) -> bool {
        let own = |body: &Body| body.reaches.iter().flatten().any(|reach| reach.limb == limb);
        self.find(actor).is_some_and(|(body, _)| own(body))
    }

    /// Has the last word on the pose of an actor that plays its takes: it is shown so in this step. None if it is not there, is
    /// given its pose, or the pose is not one of its body.
    pub fn adjust(&mut self, actor: ActorId, pose: PoseView<'_>) -> Option<()> {
        let index = self.state.index_of(actor)?;
        let (body, rig) = self.find(actor)?;
        if body.source == PoseSource::Given || !given::is_sound(pose, rig) {
            return None;
        }
        let (joints, translated) = (body.joints(rig), body.translated_joints(rig));
        self.state.rotations[joints.clone()].copy_from_slice(pose.rotations);
        self.state.translations[translated].copy_from_slice(pose.translations);
        let rig = &self.cast.rigs[self.state.bodies[index].rig as usize];
        kinematics::world(rig.skeleton(), pose, &mut self.state.world[joints]);
        self.adjusted.push(index);
        Some(())
    }

    /// Has a hand or a foot of an actor that plays its takes be somewhere in this step, as far as it gets, and the palm of a hand
    /// face somewhere, if that is said: a direction, and how much of the turn, from 0 to 1. Gives back where it got. None if it is
    /// given its pose, or has no such limb.
    pub fn bend(
        &mut self,
        actor: ActorId,
        limb: Limb,
        to: Vec3,
        facing: Option<(Vec3, f32)>,
    ) -> Option<Vec3> {
        let index = self.state.index_of(actor)?;
        let body = &self.state.bodies[index];
        let rig = &self.cast.rigs[body.rig as usize];
        let number = Rig::limb_number(limb)?;
        let chain = match number {
            leg @ 0..2 => rig.legs[leg].as_ref()?,
            arm => rig.arms[arm - 2].as_ref()?,
        };
        if body.source == PoseSource::Given || body.fresh || !to.is_finite() {
            return None;
        }
        let (at, translated) = (body.joints(rig), body.translated_joints(rig));
        let state = &mut *self.state;
        let mut joints = Joints {
            rotations: &mut state.rotations[at.clone()],
            translations: &mut state.translations[translated.clone()],
            turns: &mut state.turns[at.clone()],
            slides: &mut state.slides[translated],
            world: &mut state.world[at.clone()],
            world_before: &state.world_before[at],
        };
        let hand = joints.rotations[chain.joints[2]];
        let target = |world: &[Transform]| {
            let (first, last) = (world[chain.joints[0]].translation, world[chain.joints[2]]);
            // The hand is to be there, but the wrist is placed; and no limb folds further than people's do, unless it does already.
            let reach = last.translation + (to - chain.tip.position(world)) - first;
            let folded = (FOLDED * chain.reach).min((last.translation - first).length());
            let reach = reach.normalize_or(Vec3::NEG_Y) * reach.length().max(folded);
            Transform { translation: first + reach, ..last }
        };
        let swivel = || Some(Swivel::new(joints.world_before, chain, self.step));
        let (once, twice) = (swivel(), swivel());
        let aim = target(joints.world);
        limb_ik::bend(&mut joints, rig, chain, aim, once);
        if number >= 2 {
            // A hand turns with its forearm, and the forearm then makes up for what that moves it.
            joints.rotations[chain.joints[2]] = hand;
            let pose = PoseView { rotations: joints.rotations, translations: joints.translations };
            kinematics::world(rig.skeleton(), pose, joints.world);
            if let Some((direction, share)) = facing {
                palms::turn(&mut joints, rig, chain, to, direction, share);
            }
            let aim = target(joints.world);
            limb_ik::bend(&mut joints, rig, chain, aim, twice);
        }
        let reached = chain.tip.position(joints.world);
        self.adjusted.push(index);
        Some(reached)
    }

    /// Where a hand is and how it is turned, as an actor is shown in this step.
    pub fn hand(&self, actor: ActorId, side: Side) -> Option<Transform> {
        let (_, rig) = self.find(actor)?;
        prop_motion::hand(rig, self.now(actor)?, side)
    }

    /// Where a prop would be that is held so.
    pub fn held(&self, grips: &[Option<Grip>; 2]) -> Option<Transform> {
        prop_motion::held(grips, |grip| self.hand(grip.actor, grip.hand))
    }

    /// Has a prop that is held be somewhere in this step: hands take it there from where they are now.
    pub fn carry(&mut self, prop: PropId, to: Transform) {
        let Some(at) = self.state.prop_place(prop) else { return };
        let PropMotion::Held { mut grips } = self.state.props[at].motion else { return };
        for grip in grips.iter_mut().flatten() {
            if let Some(hand) = self.hand(grip.actor, grip.hand) {
                grip.hold = hand.inverse() * to;
                grip.hold.rotation = grip.hold.rotation.normalize();
            }
        }
        if to.translation.is_finite() && to.rotation.is_normalized() {
            self.state.props[at].motion = PropMotion::Held { grips };
        }
    }

    /// Has one hand of an actor let go of a prop.
    pub fn release(&mut self, actor: ActorId, hand: Side, prop: PropId) {
        let (Some(index), Some(at)) = (self.state.index_of(actor), self.state.prop_place(prop)) else {
            return;
        };
        let PropMotion::Held { grips } = self.state.props[at].motion else { return };
        let own = |grip: &Grip| (grip.actor, grip.hand) == (actor, hand);
        let other = grips.iter().flatten().find(|grip| grip.actor == actor && !own(grip)).copied();
        match other {
            // The other hand of the same actor holds on.
            Some(other) => self.state.props[at].motion = PropMotion::Held { grips: [Some(other), None] },
            None if grips.iter().flatten().any(own) => props::let_go(self.state, self.cast, index, at),
            None => {}
        }
    }

    /// Tells an actor that something happened to it.
    pub fn tell(&mut self, actor: ActorId, happening: Happening) {
        self.state.events.push(Event::new(actor, happening));
    }

    fn find(&self, actor: ActorId) -> Option<(&Body, &Rig)> {
        let body = &self.state.bodies[self.state.index_of(actor)?];
        Some((body, &self.cast.rigs[body.rig as usize]))
    }

    /// An actor's body.
    pub fn rig(&self, actor: ActorId) -> Option<&Rig> {
        self.find(actor).map(|(_, rig)| rig)
    }

    /// Where an actor's joints were shown at the end of the last step.
    pub fn shown(&self, actor: ActorId) -> Option<&[Transform]> {
        self.find(actor).map(|(body, rig)| &self.state.world_before[body.joints(rig)])
    }

    /// What an actor would play now, for its physical body to follow. None if it is not there.
    pub fn played(&self, actor: ActorId, pose: &mut Pose) -> Option<()> {
        let (body, rig) = self.find(actor)?;
        let moment = Moment::new(rig, body.segment.take, body.time, body.placed);
        pose.rotations.clear();
        pose.rotations.extend((0..rig.skeleton().len()).map(|joint| moment.rotation(joint)));
        pose.translations.clear();
        let translated = rig.skeleton().translated_joints().len();
        pose.translations.extend((0..translated).map(|at| moment.translation(at)));
        Some(())
    }

    /// Gives an actor its pose in this step. None if it is not there, plays its takes, or the pose is not one of its body.
    pub fn give(&mut self, actor: ActorId, pose: PoseView<'_>) -> Option<()> {
        let (body, rig) = self.find(actor)?;
        if body.source != PoseSource::Given || !given::is_sound(pose, rig) {
            return None;
        }
        let (joints, translated) = (body.joints(rig), body.translated_joints(rig));
        self.state.given.rotations[joints].copy_from_slice(pose.rotations);
        self.state.given.translations[translated].copy_from_slice(pose.translations);
        Some(())
    }
}

/// A state's hash with that of a physical world beside it.
pub(crate) fn with_physics(hash: u64, physics: Option<&[u8]>) -> u64 {
    physics.map_or(hash, |bytes| {
        let both = [hash.to_le_bytes(), xxh3_64(bytes).to_le_bytes()];
        xxh3_64(both.as_flattened())
    })
}
