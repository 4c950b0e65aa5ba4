//! Props come and go, are thrown, grabbed and let go.

use footwork_motion::Side;
use glam::Vec3;

use crate::cast::Cast;
use crate::contact::BodyPart;
use crate::event::{Event, Happening};
use crate::prop::{Grip, Prop, PropId, PropMotion};
use crate::prop_motion::{GRAVITY, PropCtx, advance, hand, held, move_to};
use crate::settings::Settings;
use crate::stage::{ActorId, CastError, Stage};
use crate::state::State;

/// m. A hand can grab what is no further than this from it: the length of a hand, and a little.
const GRAB_REACH: f32 = 0.25;

impl Stage {
    /// Brings a prop, which gets an id of its own.
    pub fn add_prop(&mut self, prop: Prop) -> Result<PropId, CastError> {
        self.check_prop(&prop)?;
        let id = PropId(self.state.next_prop);
        self.state.next_prop = id.0.checked_add(1).ok_or(CastError::Full)?;
        self.state.props.push(Prop { id, ..prop });
        self.make_room();
        Ok(id)
    }

    /// Takes a prop away.
    pub fn remove_prop(&mut self, id: PropId) -> Result<(), CastError> {
        let at = self.state.prop_place(id).ok_or(CastError::NoSuchProp(id))?;
        self.state.props.remove(at);
        Ok(())
    }

    /// Changes a prop to another one with the same id.
    pub fn set_prop(&mut self, prop: Prop) -> Result<(), CastError> {
        self.check_prop(&prop)?;
        let at = self.state.prop_place(prop.id).ok_or(CastError::NoSuchProp(prop.id))?;
        self.state.props[at] = prop;
        Ok(())
    }

    fn check_prop(&self, prop: &Prop) -> Result<(), CastError> {
        match prop.motion {
            _ if !prop.is_sound() => Err(CastError::BadProp),
            PropMotion::Follows { path, .. } if path.0 as usize >= self.cast.paths.len() => {
                Err(CastError::NoSuchPath(path))
            }
            _ => Ok(()),
        }
    }

    /// Has a prop fly with a velocity, out of whatever hands.
    pub fn throw(&mut self, id: PropId, velocity: Vec3) -> Result<(), CastError> {
        let at = self.state.prop_place(id).ok_or(CastError::NoSuchProp(id))?;
        if !velocity.is_finite() {
            return Err(CastError::BadProp);
        }
        throw(&mut self.state, at, velocity, None)
    }

    /// Has an actor grab a prop that a hand of it is at.
    pub fn grab(&mut self, actor: ActorId, id: PropId, hand: Side) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        let at = self.state.prop_place(id).ok_or(CastError::NoSuchProp(id))?;
        grab(&mut self.state, &self.cast, index, at, hand)
    }

    /// Has an actor let a prop go, with both hands.
    pub fn release(&mut self, actor: ActorId, id: PropId) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        let at = self.state.prop_place(id).ok_or(CastError::NoSuchProp(id))?;
        let_go(&mut self.state, &self.cast, index, at);
        Ok(())
    }
}

/// m/s, what a prop has to be thrown with to come to the middle of somebody's part as it is now; none if he is not there.
pub(crate) fn aimed(
    state: &State,
    cast: &Cast,
    prop: usize,
    whom: ActorId,
    part: BodyPart,
    speed: f32,
) -> Option<Vec3> {
    let body = &state.bodies[state.index_of(whom)?];
    let rig = &cast.rigs[body.rig as usize];
    let world = &state.world[body.joints(rig)];
    let (_, capsule) = rig.capsules().iter().find(|(own, _)| *own == part)?;
    let at = 0.5 * (capsule.from.position(world) + capsule.to.position(world));
    let to_target = at - state.props[prop].position;
    // As long as it takes over the ground, it falls, too.
    let seconds = (to_target.with_y(0.0).length() / speed).max(0.05);
    let velocity = to_target / seconds + Vec3::Y * (0.5 * GRAVITY * seconds);
    velocity.is_finite().then_some(velocity)
}

pub(crate) fn throw(
    state: &mut State,
    at: usize,
    velocity: Vec3,
    thrower: Option<ActorId>,
) -> Result<(), CastError> {
    let State { props, events, .. } = state;
    let prop = &mut props[at];
    if !prop.is_loose() {
        return Err(CastError::FixedProp(prop.id));
    }
    let mut thrower = thrower;
    if let PropMotion::Held { grips } = prop.motion {
        // One with two hands lets go once.
        let holders =
            [grips[0], grips[1].filter(|grip| Some(grip.actor) != grips[0].map(|first| first.actor))];
        for grip in holders.into_iter().flatten() {
            thrower = thrower.or(Some(grip.actor));
            events.push(Event::new(grip.actor, Happening::Released { prop: prop.id, velocity }));
        }
    }
    prop.velocity = velocity;
    prop.motion = PropMotion::Flies { thrower };
    Ok(())
}

pub(crate) fn grab(
    state: &mut State,
    cast: &Cast,
    index: usize,
    at: usize,
    side: Side,
) -> Result<(), CastError> {
    let (body, actor, prop) = (&state.bodies[index], state.ids[index], state.props[at]);
    if !prop.is_loose() {
        return Err(CastError::FixedProp(prop.id));
    }
    let rig = &cast.rigs[body.rig as usize];
    let reached = hand(rig, &state.world[body.joints(rig)], side)
        .filter(|hand| prop.distance(hand.translation) <= GRAB_REACH)
        .ok_or(CastError::OutOfReach(prop.id))?;
    let mut grips = match prop.motion {
        PropMotion::Held { grips } => grips,
        _ => [None; 2],
    };
    let grip = Grip { actor, hand: side, hold: reached.inverse() * prop.placed() };
    let same = |known: &Grip| (known.actor, known.hand) == (actor, side);
    if grips.iter().flatten().any(same) {
        return Ok(());
    }
    let free = grips.iter_mut().find(|grip| grip.is_none()).ok_or(CastError::OutOfReach(prop.id))?;
    *free = Some(grip);
    let prop = &mut state.props[at];
    prop.motion = PropMotion::Held { grips };
    state.events.push(Event::new(actor, Happening::Grabbed { prop: prop.id, hand: side }));
    Ok(())
}

/// An actor lets a prop go. What another hand still holds stays with that hand, as it is.
pub(crate) fn let_go(state: &mut State, cast: &Cast, index: usize, at: usize) {
    let (actor, prop) = (state.ids[index], state.props[at]);
    let PropMotion::Held { grips } = prop.motion else { return };
    if grips.iter().flatten().all(|grip| grip.actor != actor) {
        return;
    }
    let left = grips.iter().flatten().find(|grip| grip.actor != actor).and_then(|grip| {
        let index = state.index_of(grip.actor)?;
        let rig = &cast.rigs[state.bodies[index].rig as usize];
        let hand = hand(rig, &state.world[state.bodies[index].joints(rig)], grip.hand)?;
        Some(Grip { hold: hand.inverse() * prop.placed(), ..*grip })
    });
    state.props[at].motion = match left {
        Some(grip) => PropMotion::Held { grips: [Some(grip), None] },
        None => PropMotion::Flies { thrower: Some(actor) },
    };
    let released = Happening::Released { prop: prop.id, velocity: prop.velocity };
    state.events.push(Event::new(actor, released));
}

/// An actor that leaves lets go of everything.
pub(crate) fn let_go_of_all(state: &mut State, cast: &Cast, index: usize) {
    (0..state.props.len()).for_each(|at| let_go(state, cast, index, at));
}

/// Lets one step pass for all props; bodies have moved already.
pub(crate) fn advance_all(state: &mut State, cast: &Cast, settings: &Settings) {
    let ctx = PropCtx::new(cast, settings, state.tick);
    for at in 0..state.props.len() {
        let PropMotion::Held { grips } = state.props[at].motion else {
            advance(&mut state.props[at], &ctx);
            continue;
        };
        let place = held(&grips, |grip| {
            let body = &state.bodies[state.index_of(grip.actor)?];
            let rig = &cast.rigs[body.rig as usize];
            hand(rig, &state.world[body.joints(rig)], grip.hand)
        });
        let prop = &mut state.props[at];
        match place {
            Some(place) => move_to(prop, place, settings.step),
            None => prop.motion = PropMotion::Flies { thrower: None },
        }
    }
}
