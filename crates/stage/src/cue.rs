//! Cues: what a player or a director asks for, as plain data with the tick it belongs to.

use footwork_annotate::Limb;
use footwork_motion::Side;
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::contact::BodyPart;
use crate::physics::PhysicsLevel;
use crate::prop::PropId;
use crate::stage::{ActorId, DirectorId, MindId};

/// One thing asked of one actor at one tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cue {
    /// The step it belongs to; one that is over already means the next.
    pub tick: u64,
    /// Whom it is for.
    pub to: ActorId,
    /// What is asked.
    pub ask: Ask,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// A stick was moved: X to the right, Y ahead, each from −1 to 1. It stays there.
    Stick(Vec2),
    /// A button went down or up. Buttons are numbered from 0 to 31.
    Button {
        /// Which.
        button: u8,
        /// Whether it is down now.
        down: bool,
    },
    /// The second stick was moved: X to the right, Y ahead, each from −1 to 1. It stays there.
    Look(Vec2),
    /// A dial of the actor's mind was turned. What dials mean is the mind's, numbered from 0 to 7, or a reflex's, from 8 to 15.
    Dial {
        /// Which.
        dial: u8,
        /// Where it is now.
        value: f32,
    },
    /// The actor is handed to another mind of the stage, at once. What it remembered is forgotten.
    Mind(MindId),
    /// The actor is handed to a director of the stage, at once. What it remembered is forgotten.
    Director(DirectorId),
    /// The actor leaves the stage.
    Leave,
    /// The actor is put elsewhere, to begin anew there.
    Put {
        /// m, on the ground: X and Z.
        at: Vec2,
        /// rad, where it faces, to the left from Z.
        heading: f32,
    },
    /// A prop is carried to another place. Whom the cue is for does not matter.
    Carry {
        /// Which.
        prop: PropId,
        /// m
        to: Vec3,
    },
    /// The actor grabs a prop that one of its hands is at. A second hand, its own or somebody else's, may join.
    Grab {
        /// Which.
        prop: PropId,
        /// With which hand.
        hand: Side,
    },
    /// The actor lets a prop go. When no hand holds it any more, it flies on as the hands moved it.
    Release {
        /// Which.
        prop: PropId,
    },
    /// A prop flies, out of whatever hands. Whom the cue is for does not matter, but that it does not hit him.
    Throw {
        /// Which.
        prop: PropId,
        /// m/s
        velocity: Vec3,
    },
    /// m. What the actor is after is here now.
    Target(Vec3),
    /// Somebody pushes.
    Push {
        /// m, where, in the world.
        point: Vec3,
        /// N·s
        impulse: Vec3,
    },
    /// The actor's body is left to its weight, if the stage has a physical world, and gets up by itself where it can.
    LetGo {
        /// How stiff its muscles stay, from 0, limp, to 1.
        tone: f32,
    },
    /// A hand or a foot of a physical body is pulled.
    Pull {
        /// Which.
        limb: Limb,
        /// m, where to, in the world. None lets go of it.
        to: Option<Vec3>,
    },
    /// How much of the actor's body is physical from now on, if the stage has a physical world.
    Physics(PhysicsLevel),
    /// The actor's hands go to somebody else's body while it is near, if its own is physical.
    Catch {
        /// Whom; none ends it.
        whom: Option<ActorId>,
    },
    /// A prop flies from where it is at a part of somebody, where that is by then. Nothing flies if he is not there. Whom the
    /// cue is for does not matter, but that it does not hit him.
    ThrowAt {
        /// Which.
        prop: PropId,
        /// At whom.
        whom: ActorId,
        /// At what of him.
        part: BodyPart,
        /// m/s over the ground.
        speed: f32,
    },
    /// A prop is turned about the vertical. Whom the cue is for does not matter. One that hands hold stays as they hold it.
    Turn {
        /// Which.
        prop: PropId,
        /// rad, where its Z points then, to the left from the stage's.
        heading: f32,
    },
}

impl Ask {
    /// The prop that it is about, if it is about one.
    pub fn prop(&self) -> Option<PropId> {
        match *self {
            Ask::Carry { prop, .. }
            | Ask::Turn { prop, .. }
            | Ask::Grab { prop, .. }
            | Ask::Release { prop }
            | Ask::Throw { prop, .. }
            | Ask::ThrowAt { prop, .. } => Some(prop),
            _ => None,
        }
    }

    /// Whether all its numbers are numbers, and its button or dial is one. Others are refused.
    pub fn is_sound(&self) -> bool {
        match *self {
            Ask::Stick(stick) | Ask::Look(stick) => stick.is_finite(),
            Ask::Dial { dial, value } => usize::from(dial) < Controls::DIALS && value.is_finite(),
            Ask::Mind(_)
            | Ask::Director(_)
            | Ask::Leave
            | Ask::Grab { .. }
            | Ask::Release { .. }
            | Ask::Physics(_)
            | Ask::Catch { .. } => true,
            Ask::Throw { velocity, .. } => velocity.is_finite(),
            Ask::ThrowAt { speed, .. } => speed > 0.0 && speed.is_finite(),
            Ask::Put { at, heading } => at.is_finite() && heading.is_finite(),
            Ask::Carry { to, .. } => to.is_finite(),
            Ask::Turn { heading, .. } => heading.is_finite(),
            Ask::Button { button, .. } => button < 32,
            Ask::Target(point) => point.is_finite(),
            Ask::Push { point, impulse } => point.is_finite() && impulse.is_finite(),
            Ask::LetGo { tone } => (0.0..=1.0).contains(&tone),
            Ask::Pull { to, .. } => to.is_none_or(|to| to.is_finite()),
        }
    }
}

/// What of an actor's cues still holds: minds look here when they choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Controls {
    /// X to the right, Y ahead.
    pub stick: Vec2,
    /// The second stick: X to the right, Y ahead.
    pub look: Vec2,
    /// One bit per button that is down.
    pub buttons: u32,
    /// m. Where the target was last.
    pub target: Option<Vec3>,
    /// What the mind makes of them; all zero at first.
    pub dials: [f32; Controls::DIALS],
}

impl Controls {
    /// How many dials there are.
    pub const DIALS: usize = 16;

    /// Whether a button is down.
    pub fn is_down(&self, button: u8) -> bool {
        button < 32 && self.buttons >> button & 1 == 1
    }

    /// Takes a cue in.
    pub(crate) fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Stick(stick) => self.stick = stick.clamp(Vec2::NEG_ONE, Vec2::ONE),
            Ask::Button { button, down: true } => self.buttons |= 1 << button,
            Ask::Button { button, down: false } => self.buttons &= !(1 << button),
            Ask::Target(point) => self.target = Some(point),
            Ask::Look(look) => self.look = look.clamp(Vec2::NEG_ONE, Vec2::ONE),
            Ask::Dial { dial, value } => {
                if let Some(place) = self.dials.get_mut(usize::from(dial)) {
                    *place = value;
                }
            }
            Ask::Push { .. }
            | Ask::Mind(_)
            | Ask::Director(_)
            | Ask::Leave
            | Ask::Put { .. }
            | Ask::Carry { .. }
            | Ask::Turn { .. }
            | Ask::Grab { .. }
            | Ask::Release { .. }
            | Ask::Throw { .. }
            | Ask::ThrowAt { .. }
            | Ask::LetGo { .. }
            | Ask::Physics(_)
            | Ask::Catch { .. }
            | Ask::Pull { .. } => {}
        }
    }
}
