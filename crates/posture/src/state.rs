//! Everything that goes on in a physical world, as plain data.

use footwork_stage::{ActorId, PhysicsLevel};
use serde::{Deserialize, Serialize};

use crate::carried::Carried;
use crate::fallen::Fallen;
use crate::full::Full;
use crate::needs::Pull;
use crate::touch::{Away, Touched};

/// Everything that goes on in a physical world. Every list is in the order of actors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Who was let go.
    pub fallen: Vec<Fallen>,
    /// Who is physical while he plays.
    pub full: Vec<Full>,
    /// Whose limbs are elsewhere than he plays.
    pub touched: Vec<Touched>,
    /// What is in physical hands.
    pub carried: Vec<Carried>,
    /// Whose hands and feet are pulled.
    pub pulls: Vec<Pull>,
    /// Who catches whom.
    pub catches: Vec<(ActorId, ActorId)>,
    /// Levels that cues have set.
    pub levels: Vec<(ActorId, PhysicsLevel)>,
    /// N·s, what somebody was bumped with lately.
    pub bumped: Vec<(ActorId, f32)>,
}

impl State {
    /// Whether a world can go on from it; if not, why.
    pub fn check(&self) -> Result<(), String> {
        let State { fallen, full, touched, carried, pulls, catches, levels, bumped } = self;
        let rises = fallen.is_sorted_by(|a, b| a.actor < b.actor)
            && full.is_sorted_by(|a, b| a.actor < b.actor)
            && touched.is_sorted_by(|a, b| a.actor < b.actor)
            && carried.is_sorted_by(|a, b| a.prop < b.prop)
            && pulls.is_sorted_by_key(|pull| (pull.actor, pull.limb as u8))
            && catches.is_sorted_by(|a, b| a.0 < b.0)
            && levels.is_sorted_by(|a, b| a.0 < b.0)
            && bumped.is_sorted_by(|a, b| a.0 < b.0);
        if !rises {
            return Err("its bodies are not in order".into());
        }
        let sound = fallen.iter().all(Fallen::is_sound)
            && full.iter().all(Full::is_sound)
            && touched.iter().all(|touched| touched.limbs.iter().all(Away::is_sound))
            && carried.iter().all(Carried::is_sound)
            && pulls.iter().all(|pull| pull.to.is_finite())
            && bumped.iter().all(|(_, sum)| sum.is_finite());
        if !sound {
            return Err("it holds an infinite number, or one that is none".into());
        }
        Ok(())
    }
}
