//! Minds out of skills: read from a baked file, or baked on the spot from the repertoire that is there.

use std::sync::Arc;

use footwork_annotate::vocabulary;
use footwork_behaviors::{self as behaviors, Aim, Behavior, Boxer, BoxerSettings};
use footwork_fragments::{BakeSettings, ControlSpace, Skill, Steered, SteeredSettings, Trace, bake};
use footwork_plan::progress::Flow;
use footwork_stage::Rig;

use crate::collect::Course;
use crate::collect::players::{self, Temper};
use crate::scene::{Aimed, Boxing, Context, Steering};

/// Classes of actions that nobody is steered into.
const NOT_STEERED: [&str; 7] = ["attack", "block", "avoid", "hit", "fall", "lying", "rise"];

/// s, of each scripted player, for a skill that is baked on the spot.
const TRAINING: f32 = 1800.0;

/// A mind that is steered.
pub(crate) fn steered(rig: &Rig, steering: &Steering, means: &Context<'_>) -> Result<Steered, String> {
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
    let settings = SteeredSettings {
        controller: steering.controller,
        lead: steering.root,
        ..SteeredSettings::default()
    };
    Steered::new(Arc::new(skill), rig, settings).map_err(|error| error.to_string())
}

/// A mind that approaches and hits.
pub(crate) fn boxer(
    rig: &Rig,
    target: Option<u32>,
    boxing: &Boxing,
    means: &Context<'_>,
) -> Result<Boxer, String> {
    let mut skill = match &boxing.skill {
        Some(name) => {
            let bytes = (means.load)(name)?;
            behaviors::Skill::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?
        }
        None => {
            let settings = behaviors::BakeSettings::default();
            behaviors::bake(rig.repertoire(), &Behavior::boxer(), &settings, &|_| Flow::GoOn)
                .map_err(|error| error.to_string())?
        }
    };
    for (name, weight) in &boxing.weights {
        let names = || skill.tables.iter().map(|table| table.behavior.name.as_str());
        let unknown = || {
            let near = vocabulary::nearest_of(name, names());
            let right = near.map_or_else(
                || format!("there are: {}", names().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean {near:?}?"),
            );
            format!("weights: there is no behaviour {name:?}; {right}")
        };
        let found = names().position(|own| own == name).ok_or_else(unknown)?;
        skill.tables[found].behavior.weight = *weight;
    }
    let aim = match boxing.aim {
        Aimed::Target => Aim::Prop(target.ok_or("aim = \"target\": there is no prop of kind target")?),
        Aimed::Pair => Aim::Pair,
        Aimed::Nearest => Aim::Nearest,
    };
    let settings = BoxerSettings { aim, blows: boxing.blows, ..BoxerSettings::default() };
    Boxer::new(rig, Arc::new(skill), settings).map_err(|error| error.to_string())
}

/// What the two scripted players ask for in so many seconds each.
pub fn scripted_traces(space: &ControlSpace, seconds: f32, seed: u64) -> [Trace; 2] {
    let course = Course::fields();
    [Temper::BRISK, Temper::CAREFUL].map(|temper| players::trace(&temper, space, &course, seconds, seed))
}
