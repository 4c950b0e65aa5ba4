//! What became of players' buttons.

use footwork_stage::{ActorId, Stage};

use crate::protocol::{ActorKeys, KeyLoss, KeysMessage, LostKey};

/// Of everybody whom a player moves, as far as what decides for them says so.
pub fn keys(stage: &Stage) -> KeysMessage {
    let of = |actor: u32| {
        let keys = stage.keys(ActorId(actor))?;
        let lost = keys.lost.map(|lost| LostKey {
            button: lost.button,
            why: match lost.why {
                footwork_stage::KeyLoss::Late => KeyLoss::Late,
                footwork_stage::KeyLoss::Replaced => KeyLoss::Replaced,
                footwork_stage::KeyLoss::NotNow => KeyLoss::NotNow,
            },
            tick: lost.tick,
        });
        Some(ActorKeys { actor, waits: keys.waits, lost })
    };
    KeysMessage { keys: (0..stage.len() as u32).filter_map(of).collect() }
}
