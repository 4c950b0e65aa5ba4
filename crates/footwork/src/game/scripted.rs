//! A scripted player of rounds: walks up, strikes, and defends himself against what he sees, as soon as a person would.

use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::{Role, ground::Place};
use footwork_stage::{ActorId, ActorView, Ask, CastError, Cue, Rng, Stage};

/// A player with somebody to fight: call [`ScriptedFighter::step`] before every step of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptedFighter {
    rng: Rng,
    actor: ActorId,
    rival: ActorId,
    /// s, that it takes him to see something.
    reaction: f32,
    /// s, since a blow of the rival's began to come; none where none does.
    threatened: Option<f32>,
    /// s, until the next key, and until the one that is down comes up.
    until_key: f32,
    until_up: f32,
    pressed: Option<u8>,
    stick: Vec2,
}

/// m/s. A hand or a foot that comes nearer faster than this is a blow.
const BLOW: f32 = 3.5;
/// m. From further away nobody strikes; and nearer than this nobody stays.
const REACH: f32 = 1.15;
const CLOSE: f32 = 0.55;
/// s. A key is down for so long.
const PRESS: f32 = 0.1;
// The buttons of `footwork_interaction`.
const PUNCH: u8 = 0;
const KICK: u8 = 1;
const DODGE: u8 = 2;
const BLOCK: u8 = 3;

impl ScriptedFighter {
    /// A player of one actor against another. The same seed plays in the same way.
    pub fn new(actor: ActorId, rival: ActorId, reaction: f32, seed: u64) -> ScriptedFighter {
        ScriptedFighter {
            rng: Rng::stream(seed, u32::MAX - 2),
            actor,
            rival,
            reaction,
            threatened: None,
            until_key: 0.5,
            until_up: 0.0,
            pressed: None,
            stick: Vec2::ZERO,
        }
    }

    /// Plays on for a step.
    pub fn step(&mut self, stage: &mut Stage) -> Result<(), CastError> {
        let step = stage.settings().step;
        let (Some(me), Some(rival)) = (stage.actor(self.actor), stage.actor(self.rival)) else {
            return Ok(());
        };
        let (here, there) = (Place::new(me.frame()), Place::new(rival.frame()));
        let far = here.distance(&there);
        let comes = blow_speed(rival, me.frame().translation, step) > BLOW && far < 1.5 * REACH;
        self.threatened = comes.then(|| self.threatened.map_or(0.0, |since| since + step));
        (self.until_key, self.until_up) = (self.until_key - step, self.until_up - step);
        let (tick, to) = (stage.tick(), self.actor);
        if let Some(button) = self.pressed.filter(|_| self.until_up <= 0.0) {
            self.pressed = None;
            stage.cue(Cue { tick, to, ask: Ask::Button { button, down: false } })?;
        }
        let stick = match far {
            far if far > REACH => Vec2::Y,
            far if far < CLOSE => Vec2::NEG_Y,
            _ => Vec2::ZERO,
        };
        if stick != self.stick {
            self.stick = stick;
            stage.cue(Cue { tick, to, ask: Ask::Stick(stick) })?;
        }
        let sees = self.threatened.is_some_and(|since| since >= self.reaction);
        let button = if self.pressed.is_some() || self.until_key > 0.0 {
            None
        } else if sees {
            Some(if self.rng.unit() < 0.6 { DODGE } else { BLOCK })
        } else if far < REACH {
            Some(if self.rng.unit() < 0.65 { PUNCH } else { KICK })
        } else {
            None
        };
        if let Some(button) = button {
            (self.pressed, self.until_up) = (Some(button), PRESS);
            self.until_key = self.reaction + 0.3 + 0.7 * self.rng.unit();
            stage.cue(Cue { tick, to, ask: Ask::Button { button, down: true } })?;
        }
        Ok(())
    }
}

/// m/s, how fast the fastest hand or foot of somebody comes nearer to a place on the ground.
fn blow_speed(actor: ActorView<'_>, to: Vec3, step: f32) -> f32 {
    let skeleton = actor.rig().skeleton();
    let speeds = [Role::LeftWrist, Role::RightWrist, Role::LeftAnkle, Role::RightAnkle].map(|role| {
        skeleton.site(role).map_or(0.0, |site| {
            let far = |joints| (site.position(joints) - to).with_y(0.0).length();
            (far(actor.world_before()) - far(actor.world())) / step
        })
    });
    speeds.into_iter().fold(0.0, f32::max)
}
