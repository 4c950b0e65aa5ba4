//! One actor is given its poses now and then, as by a ragdoll: it sinks to the floor and is taken back.

use std::error::Error;

use footwork::motion::Pose;
use footwork::stage::{ActorId, Stage};

/// Who falls.
const DOLL: ActorId = ActorId(4);

pub fn give_poses(stage: &mut Stage) -> Result<(), Box<dyn Error>> {
    match stage.tick() % 300 {
        200..260 => {
            let pose = stage.pose(DOLL).ok_or("it is there")?;
            let mut pose =
                Pose { translations: pose.translations.to_vec(), rotations: pose.rotations.to_vec() };
            // m a tick, down to where it lies.
            pose.translations[0].y = (pose.translations[0].y - 0.02).max(0.15);
            stage.give_pose(DOLL, pose.view(), None)?;
        }
        260 => stage.take_pose_back(DOLL)?,
        _ => {}
    }
    Ok(())
}
