//! Actors come and go, get another mind, and are given poses.

use footwork_motion::{PoseView, Transform, kinematics};
use glam::Vec3;

use crate::body::{Body, Ctx, Driver};
use crate::cue::Controls;
use crate::gaze::HeadTurn;
use crate::given::{self, PoseSource};
use crate::legs::LegState;
use crate::limbs::Away;
use crate::offset::Offset;
use crate::props;
use crate::reflex::REFLEXES;
use crate::separation::Separation;
use crate::stage::{ActorId, CastError, DirectorId, MindId, ReflexId, RigId, Stage};
use crate::touches::{PARTS, Touch};
use footwork_motion::Rng;

impl Stage {
    /// Brings an actor, who stands on the ground at a place, facing its Z. Without a mind it only stands.
    pub fn add_actor(
        &mut self,
        rig: RigId,
        mind: Option<MindId>,
        at: Transform,
    ) -> Result<ActorId, CastError> {
        let known = self.cast.rigs.get(rig.0 as usize).ok_or(CastError::NoSuchRig(rig))?.clone();
        let driver = self.mind_driver(mind)?;
        let ahead = at.rotation * Vec3::Z;
        if !(at.translation.is_finite() && ahead.is_finite()) {
            return Err(CastError::NoPlace(at.translation));
        }
        let facing = Vec3::new(ahead.x, 0.0, ahead.z).normalize_or(Vec3::Z);
        let frame = Transform {
            rotation: crate::rig::facing_yaw(facing),
            translation: Vec3::new(at.translation.x, 0.0, at.translation.z),
        };
        let state = &mut self.state;
        let joints = known.skeleton().len();
        if state.rotations.len() + joints > u32::MAX as usize {
            return Err(CastError::Full);
        }
        let id = ActorId(state.next_actor);
        state.next_actor = state.next_actor.checked_add(1).ok_or(CastError::Full)?;
        let stand = known.stand();
        let placed = frame * known.ground(stand.take, stand.first).unwrap_or_default().inverse();
        state.ids.push(id);
        state.bodies.push(Body {
            rig: rig.0,
            driver,
            first_joint: state.rotations.len() as u32,
            first_translated: state.translations.len() as u32,
            segment: stand,
            time: stand.first,
            rate: 1.0,
            elapsed: 0.0,
            placed,
            frame,
            frame_before: frame,
            sink: Offset::NONE,
            legs: [LegState::FREE; 2],
            arms: [Away::NOT; 2],
            touches: [Touch::NOT; PARTS],
            reaches: [None; 4],
            passes: false,
            lead: None,
            gaze: None,
            look: HeadTurn::NONE,
            yields: false,
            apart: Separation::NOT,
            fresh: true,
            offset: false,
            source: PoseSource::Take,
            airborne: 0.0,
            down: false,
            leaves: false,
            fallen_back: false,
            landed: 0,
            reflexes: [0; REFLEXES],
            holder: 0,
        });
        // Until its mind has been asked, it is seen standing.
        let mut pose = footwork_motion::Pose::rest(known.skeleton());
        known.repertoire().takes[stand.take as usize].clip.sample(stand.first, &mut pose);
        pose.translations[0] = placed.point(pose.translations[0]);
        pose.rotations[0] = placed.rotation * pose.rotations[0];
        let first = state.world.len();
        state.world.resize(first + joints, Transform::IDENTITY);
        kinematics::world(known.skeleton(), pose.view(), &mut state.world[first..]);
        state.world_before.extend_from_slice(&state.world[first..]);
        state.rotations.append(&mut pose.rotations);
        state.translations.append(&mut pose.translations);
        state.turns.resize(state.rotations.len(), Offset::NONE);
        state.slides.resize(state.translations.len(), Offset::NONE);
        state.given.fill(state.rotations.len(), state.translations.len());
        state.memories.push();
        (0..REFLEXES).for_each(|_| state.reflex_memories.push());
        state.rngs.push(Rng::stream(self.seed, id.0));
        state.controls.push(Controls::default());
        self.make_room();
        Ok(id)
    }

    /// Hands an actor to another mind, or to none. What it remembered is forgotten, and the new mind is asked when the
    /// segment ends, or at once.
    pub fn set_mind(&mut self, actor: ActorId, mind: Option<MindId>, at_once: bool) -> Result<(), CastError> {
        let driver = self.mind_driver(mind)?;
        self.hand_over(actor, driver, at_once)
    }

    /// Hands an actor to a director, in whose troupe it is from the next step on.
    pub fn set_director(
        &mut self,
        actor: ActorId,
        director: DirectorId,
        at_once: bool,
    ) -> Result<(), CastError> {
        let driver = self.director_driver(director)?;
        self.hand_over(actor, driver, at_once)
    }

    /// Gives an actor these reflexes instead of those it had, the most important first; [`REFLEXES`] at most. They remember
    /// nothing.
    pub fn set_reflexes(&mut self, actor: ActorId, reflexes: &[ReflexId]) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        if reflexes.len() > REFLEXES {
            return Err(CastError::TooManyReflexes(reflexes.len()));
        }
        let unknown = reflexes.iter().find(|reflex| usize::from(reflex.0) >= self.cast.reflexes.len());
        if let Some(reflex) = unknown {
            return Err(CastError::NoSuchReflex(*reflex));
        }
        let body = &mut self.state.bodies[index];
        body.reflexes = [0; REFLEXES];
        for (place, reflex) in body.reflexes.iter_mut().zip(reflexes) {
            *place = reflex.0 + 1;
        }
        body.holder = 0;
        (0..REFLEXES).for_each(|slot| self.state.reflex_memories.clear(index * REFLEXES + slot));
        Ok(())
    }

    fn hand_over(&mut self, actor: ActorId, driver: Driver, at_once: bool) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        self.state.hand_over(index, driver, at_once);
        Ok(())
    }

    /// Takes an actor from the stage. What it held falls; cues for it are dropped when they are due.
    pub fn remove_actor(&mut self, actor: ActorId) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        self.state.bodies[index].leaves = true;
        self.remove_leaving();
        Ok(())
    }

    /// Takes away whoever leaves.
    pub(crate) fn remove_leaving(&mut self) {
        for index in 0..self.state.bodies.len() {
            if self.state.bodies[index].leaves {
                props::let_go_of_all(&mut self.state, &self.cast, index);
            }
        }
        let rings = &mut self.rings;
        self.state.remove_leaving(&self.cast.rigs, |from, to| rings.swap(from, to));
        let actors = self.state.bodies.len();
        self.rings.truncate(actors);
        self.decided.truncate(actors);
        self.bounds.truncate(actors);
        self.outcomes.truncate(actors);
    }

    /// Gives an actor its pose for the next step, in the world, instead of a take's; it keeps the last one it was given. Given
    /// the same pose one step earlier, too, it goes over to it without a jump in speed; without it, it is taken to go on as
    /// fast as it is shown.
    pub fn give_pose(
        &mut self,
        actor: ActorId,
        pose: PoseView<'_>,
        before: Option<PoseView<'_>>,
    ) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        let rig = &self.cast.rigs[self.state.bodies[index].rig as usize];
        if !given::is_sound(pose, rig) || before.is_some_and(|before| !given::is_sound(before, rig)) {
            return Err(CastError::BadPose);
        }
        given::give(&mut self.state, index, rig, pose, before, self.settings.step);
        Ok(())
    }

    /// Has an actor that was given poses play its takes again, from where it is. Its mind is asked at once.
    pub fn take_pose_back(&mut self, actor: ActorId) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        let rig = &self.cast.rigs[self.state.bodies[index].rig as usize];
        given::take_back(&mut self.state, index, rig, &Ctx::new(&self.settings));
        Ok(())
    }
}
