//! What actors do, on a game's own skeleton.
//!
//! The stage plays the rig that its repertoire was recorded with. A game has characters of its own: other names, other
//! axes, other proportions. A [`Costume`] is made once for a rig and such a skeleton; each frame a game asks it for the pose
//! that shows an actor. Nothing is allocated, nothing on the stage changes, and who does not ask pays nothing.
//!
//! An actor stands where the stage says, whatever its costume: the path is not scaled, so that fists, doors and opponents
//! stay in reach, and feet that the stage holds stay held (`motion::retarget`).

use footwork_motion::{Pose, Retarget, RetargetError, Side, Skeleton, Stance, Transform};

use crate::rig::Rig;
use crate::view::ActorView;

/// A game's own skeleton, for actors of one rig. Plain data that many actors and threads can share.
#[derive(Clone, Debug)]
pub struct Costume {
    skeleton: Skeleton,
    retarget: Retarget,
}

/// What an actor looks like in a costume. A game keeps one for each actor that it shows, or one for all.
#[derive(Clone, Debug)]
pub struct Worn {
    /// The pose, on the costume's skeleton.
    pub pose: Pose,
    /// Where the costume's joints are in the world.
    pub joints: Vec<Transform>,
}

impl Costume {
    /// A skeleton that stands in its rest pose, as a character's file has it.
    pub fn new(rig: &Rig, skeleton: Skeleton) -> Result<Costume, RetargetError> {
        let stance = Stance::at_rest(&skeleton)?;
        Costume::with_stance(rig, skeleton, &stance)
    }

    /// A skeleton of which is known how it stands.
    pub fn with_stance(rig: &Rig, skeleton: Skeleton, stance: &Stance) -> Result<Costume, RetargetError> {
        let clips: Vec<_> = rig.repertoire().takes.iter().map(|take| &take.clip).collect();
        let own = Stance::of(rig.skeleton(), &clips)?;
        let retarget = Retarget::new(rig.skeleton(), &own, &skeleton, stance)?.in_place();
        Ok(Costume { skeleton, retarget })
    }

    /// The game's own skeleton.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Room for one actor's pose.
    pub fn worn(&self) -> Worn {
        Worn { pose: Pose::rest(&self.skeleton), joints: vec![Transform::IDENTITY; self.skeleton.len()] }
    }

    /// The pose that shows an actor.
    ///
    /// # Panics
    /// If the actor is of another rig, or `worn` of another costume.
    pub fn show(&self, actor: ActorView<'_>, worn: &mut Worn) {
        self.retarget.pose(actor.world(), &self.skeleton, &mut worn.pose, &mut worn.joints);
    }

    /// The same, with the left, the right or both hands exactly where the actor has them: what holds a box, or hits somebody,
    /// does so with arms of any length.
    ///
    /// # Panics
    /// As [`Costume::show`].
    pub fn show_holding(&self, actor: ActorView<'_>, hands: [bool; 2], worn: &mut Worn) {
        self.show(actor, worn);
        let own = actor.rig().skeleton().roles();
        for (side, _) in Side::BOTH.into_iter().zip(hands).filter(|(_, held)| *held) {
            if let Some(hand) = own.get(side.arm()[3]) {
                let place = hand.position(actor.world());
                self.retarget.reach_for(side, place, &self.skeleton, &mut worn.pose, &mut worn.joints);
            }
        }
    }
}
