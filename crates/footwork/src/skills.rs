//! Minds out of skills: read from a baked file, or baked on the spot from the repertoire that is there.

use std::sync::Arc;

use footwork_fragments::{BakeSettings, ControlSpace, Skill, Steered, SteeredSettings, Trace, bake};
use footwork_plan::policy::Flow;
use footwork_stage::Rig;

use crate::collect::Course;
use crate::collect::players::{self, Temper};
use crate::scene::{Means, Steering};

/// Classes of actions that nobody is steered into.
const NOT_STEERED: [&str; 7] = ["attack", "block", "avoid", "hit", "fall", "lying", "rise"];

/// s, of each scripted player, for a skill that is baked on the spot.
const TRAINING: f32 = 210.0;

/// A mind that is steered.
pub(crate) fn steered(rig: &Rig, steering: &Steering, means: &Means<'_>) -> Result<Steered, String> {
    let skill = match &steering.skill {
        Some(name) => {
            let bytes = (means.load)(name)?;
            Skill::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
        }
        None => {
            let scripted = || scripted_traces(&ControlSpace::default(), TRAINING, 1).to_vec();
            let traces = if means.traces.is_empty() { scripted() } else { means.traces.to_vec() };
            let settings =
                BakeSettings { without: NOT_STEERED.map(String::from).to_vec(), ..BakeSettings::default() };
            bake(rig.repertoire(), &traces, &settings, &|_| Flow::GoOn).map_err(|error| error.to_string())?
        }
    };
    let settings = SteeredSettings { lead: steering.root, ..SteeredSettings::default() };
    Steered::new(Arc::new(skill), rig, settings).map_err(|error| error.to_string())
}

/// What the two scripted players ask for in so many seconds each.
pub fn scripted_traces(space: &ControlSpace, seconds: f32, seed: u64) -> [Trace; 2] {
    let course = Course::fields();
    [Temper::BRISK, Temper::CAREFUL].map(|temper| players::trace(&temper, space, &course, seconds, seed))
}
