//! A character's own file in place of the plain bodies: dropped on the page, fitted to the body of whatever scene runs.
//!
//! The page draws the file and is told in every frame where its nodes are ([`Fitted::append`]), so that retargeting is
//! done here, once for all who watch.

use std::sync::Arc;

use footwork::Character;
use footwork_stage::{ActorId, PropMotion, Rig, Stage, Worn};
use glam::Vec3;

use crate::protocol::{WornInfo, WornMessage};
use crate::wire;

/// Wearers at most, the first ones: more meshes with skins than these are more than a page draws evenly.
const MOST: usize = 64;

/// A file that was dropped, and who wears it.
#[derive(Debug)]
pub struct Outfit {
    /// Later ones have higher ones.
    pub number: u64,
    pub file: String,
    pub bytes: Vec<u8>,
    /// None for everybody.
    pub actor: Option<u32>,
}

/// An outfit on the body of a scene.
pub struct Fitted {
    outfit: Arc<Outfit>,
    rig: Arc<Rig>,
    character: Character,
    worn: Worn,
    /// Where nodes are in their parents, as nobody moves them.
    places: Vec<Vec3>,
}

impl Fitted {
    /// Fits an outfit to a body, or says why it does not fit.
    pub fn new(outfit: Arc<Outfit>, rig: Arc<Rig>) -> Result<Fitted, String> {
        let character =
            Character::new(&outfit.file, &outfit.bytes, &rig).map_err(|error| error.to_string())?;
        let worn = character.costume().worn();
        let places = character.at(&worn).map(|place| place.translation).collect();
        Ok(Fitted { outfit, rig, character, worn, places })
    }

    /// Whether it was made for a body.
    pub fn fits(&self, rig: &Arc<Rig>) -> bool {
        Arc::ptr_eq(&self.rig, rig)
    }

    /// What viewers are told of it.
    pub fn told(&self) -> WornMessage {
        let Outfit { number, file, actor, .. } = &*self.outfit;
        let places = self.places.iter().map(Vec3::to_array).collect();
        let nodes = self.character.nodes().collect();
        WornMessage {
            worn: Some(WornInfo { number: *number, file: file.clone(), actor: *actor, nodes, places }),
        }
    }

    /// Adds to a frame where the nodes of everybody who wears it are.
    pub fn append(&mut self, stage: &Stage, bytes: &mut Vec<u8>) {
        let wears = |id: ActorId| self.outfit.actor.is_none_or(|actor| ActorId(actor) == id);
        let count = stage.view().actors().filter(|actor| wears(actor.id())).take(MOST).count();
        wire::put_wearers(bytes, count, self.places.len());
        for actor in stage.view().actors().filter(|actor| wears(actor.id())).take(MOST) {
            let hands = holding(stage, actor.id());
            wire::put_wearer(bytes, actor.id(), self.character.show_holding(actor, hands, &mut self.worn));
        }
    }
}

/// Whether somebody's left and right hand hold something, so that they have to be on it with arms of any length.
fn holding(stage: &Stage, actor: ActorId) -> [bool; 2] {
    let mut hands = [false; 2];
    for prop in stage.view().props() {
        let PropMotion::Held { grips } = prop.motion else { continue };
        for grip in grips.iter().flatten().filter(|grip| grip.actor == actor) {
            hands[grip.hand as usize] = true;
        }
    }
    hands
}
