//! Somebody who was let go: from the first step of the fall until the mind has its body back.
//!
//! It falls, comes to rest, is drawn into the first pose of the nearest getting up by its own muscles, and plays it. The papers
//! leave that way back open; where the repertoire has none, the body stays down.

use footwork_annotate::Limb;
use footwork_motion::{Pose, Transform};
use footwork_stage::{ActorId, Happening, PhysicalBodies};
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::around;
use crate::body::PhysicalBody;
use crate::doll::Doll;
use crate::draw;
use crate::hold::{self, Hold, Stepped};
use crate::legs::{self, Catching};
use crate::limb;
use crate::physics::Known;
use crate::press;
use crate::reflex;
use crate::rise;
use crate::settings::PostureSettings;
use crate::world::{Acting, Force};

/// Somebody who was let go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fallen {
    /// Who.
    pub actor: ActorId,
    /// His body.
    pub doll: Doll,
    /// How stiff his muscles stay, from 0, limp, to 1.
    pub tone: f32,
    /// How far it has come.
    pub phase: Phase,
    /// Hands and feet that are pulled.
    pub holds: Vec<Hold>,
    /// What his legs do against it.
    pub catching: Catching,
}

/// How far a fall has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// It moves; for so many seconds hardly.
    Falling {
        /// s
        still: f32,
        /// s
        seconds: f32,
    },
    /// It lies, and cannot get up.
    Down,
    /// It is drawn into the first pose of a getting up, placed so, since some seconds.
    Drawn {
        /// The number of that getting up.
        getting_up: u32,
        /// From its take's space to the world.
        placed: Transform,
        /// s
        seconds: f32,
    },
}

impl Phase {
    /// The beginning.
    pub const FALLING: Phase = Phase::Falling { still: 0.0, seconds: 0.0 };
}

/// m/s, of the fastest end of a link. Slower, a body lies.
const RESTS: f32 = 0.15;
/// s. For this long it has to.
const RESTED: f32 = 0.25;
/// s. After this long it is taken to lie, whatever still rocks.
const RESTS_ANYWAY: f32 = 3.5;
/// m. A getting up that begins further off, on average over the body, is none: the body would be thrown about.
const TOO_FAR: f32 = 1.2;
/// How stiff a body is while it is drawn.
const DRAWN_TONE: f32 = 0.5;
/// m and s. Near enough, or long enough drawn, to play on.
const NEAR: f32 = 0.05;
const DRAWN_ENOUGH: f32 = 1.5;

impl Fallen {
    /// Whether all its numbers are numbers. Whether its doll fits its body is seen when it is stepped.
    pub fn is_sound(&self) -> bool {
        let phase = match self.phase {
            Phase::Drawn { placed, seconds, .. } => {
                placed.rotation.is_normalized() && placed.translation.is_finite() && seconds.is_finite()
            }
            Phase::Falling { still, seconds } => still.is_finite() && seconds.is_finite(),
            Phase::Down => true,
        };
        let sound = self.catching.is_sound() && self.holds.iter().all(Hold::is_sound);
        phase && sound && (0.0..=1.0).contains(&self.tone)
    }

    /// Puts it elsewhere, as it is.
    pub fn put(&mut self, at: Vec2) {
        let Some(pelvis) = self.doll.links.first().map(|pelvis| pelvis.at.translation) else { return };
        let shift = Vec3::new(at.x - pelvis.x, 0.0, at.y - pelvis.z);
        self.doll.links.iter_mut().for_each(|link| link.at.translation += shift);
        (self.phase, self.holds) = (Phase::FALLING, Vec::new());
    }

    /// Pulls a hand or a foot, or lets go of it.
    pub fn pull(&mut self, body: &PhysicalBody, limb: Limb, to: Option<Vec3>) {
        let Some(link) = limb::roles(limb).and_then(|[_, _, last, _]| body.find(last)) else { return };
        let old = self.holds.iter_mut().find(|hold| hold.link == link as u32 && hold.left == 1.0);
        match (old, to) {
            (Some(hold), Some(to)) => hold.move_to(to),
            (None, Some(to)) => self.holds.push(Hold::new(link as u32, body.links[link].centre, to, 0)),
            (_, None) => self.holds.retain(|hold| hold.link != link as u32),
        }
        self.phase = Phase::FALLING;
    }
}

/// Lets a step pass. Says whether he is still let go, and leaves the forces on him in `forces`.
pub fn advance(
    fallen: &mut Fallen,
    known: &Known,
    settings: &PostureSettings,
    bodies: &mut PhysicalBodies<'_>,
    seconds: f32,
    forces: &mut Vec<Force>,
) -> bool {
    let body = &known.body;
    let actor = fallen.actor;
    let around = around::of(bodies, actor, &fallen.doll, &[]);
    let Some(rig) = bodies.rig(actor) else { return false };
    let (mut tone, mut tones) = (fallen.tone, Vec::new());
    if settings.reflex && matches!(fallen.phase, Phase::Falling { .. }) {
        legs::resist(&mut fallen.catching, body, &mut fallen.doll, seconds, &mut tones, forces);
    }
    if let Phase::Drawn { getting_up, placed, .. } = fallen.phase
        && let Some(getting_up) = known.getting_up.get(getting_up as usize)
    {
        draw::into(getting_up, placed, body, rig.skeleton(), &mut fallen.doll, seconds, forces);
        tone = DRAWN_TONE;
    } else if settings.reflex && reflex::falls(body, &fallen.doll) {
        reflex::brace(body, &fallen.doll, forces);
        reflex::tuck(body, &mut fallen.doll);
        tone = tone.max(settings.tone);
    }
    let momentum = press::momentum(body, &fallen.doll);
    let acting = Acting { tone, tones: &tones, forces, around: &around, ..Acting::default() };
    let Stepped { released, mut pressed } =
        hold::step(body, rig.skeleton(), &mut fallen.doll, &acting, &mut fallen.holds, seconds);
    let mut pose = Pose { rotations: Vec::new(), translations: Vec::new() };
    fallen.doll.pose(body, rig.skeleton(), &mut pose);
    bodies.give(actor, pose.view());
    press::tell(bodies, actor, body, momentum, &mut pressed, seconds);
    for hold in released {
        if let Some(limb) = limb_of(body, &hold) {
            bodies.tell(actor, Happening::HoldReleased { limb });
        }
    }
    go_on(fallen, known, settings, bodies, seconds)
}

/// What comes next. Says whether the body is still let go.
fn go_on(
    fallen: &mut Fallen,
    known: &Known,
    settings: &PostureSettings,
    bodies: &mut PhysicalBodies<'_>,
    step: f32,
) -> bool {
    let pulled = !fallen.holds.is_empty();
    match &mut fallen.phase {
        Phase::Down => {}
        Phase::Falling { still, seconds } => {
            *still = if fallen.doll.speed(&known.body) < RESTS { *still + step } else { 0.0 };
            *seconds += step;
            if pulled {
                *seconds = 0.0;
            } else if *still >= RESTED || *seconds >= RESTS_ANYWAY {
                let fit = rise::nearest(&known.getting_up, &known.body, &fallen.doll)
                    .filter(|fit| settings.rises && fit.distance < TOO_FAR);
                bodies.tell(fallen.actor, Happening::CameToRest { rises: fit.is_some() });
                fallen.phase = match fit {
                    Some(fit) => {
                        Phase::Drawn { getting_up: fit.number as u32, placed: fit.placed, seconds: 0.0 }
                    }
                    None => Phase::Down,
                };
            }
        }
        Phase::Drawn { getting_up, placed, seconds } => {
            *seconds += step;
            let Some(getting_up) = known.getting_up.get(*getting_up as usize) else {
                fallen.phase = Phase::Down;
                return true;
            };
            let ready = *seconds >= DRAWN_ENOUGH || draw::off(&fallen.doll, getting_up, *placed) < NEAR;
            if ready && bodies.play(fallen.actor, getting_up.segment, *placed).is_some() {
                return false;
            }
        }
    }
    true
}

/// The hand or foot that a hold is of.
pub fn limb_of(body: &PhysicalBody, hold: &Hold) -> Option<Limb> {
    let role = body.links.get(hold.link as usize)?.role;
    limb::ALL.into_iter().find(|limb| limb::roles(*limb).is_some_and(|[_, _, last, _]| last == role))
}
