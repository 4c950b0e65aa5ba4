//! A scene, played and looked at.

use footwork::stage::{ActorId, Ask, BodyPart, Event, Happening, Recorder, Stage};
use footwork_looks::Seen;
use footwork_looks::scene::{Asked, Hit, Scene};
use footwork_motion::glam::Vec2;

use crate::play::{self, set_up};
use crate::scenes::{Found, find};
use crate::terminal::CommandError;

/// Of a crowd, so many are looked at.
const WATCHED: usize = 16;
/// Of its way. A stick that moves further asks for something else.
const MOVED: f32 = 0.5;

/// Plays a scene and looks at its actors, in the order of the scene, and at what happened between them.
pub fn look_at(name: &str, how: &play::Asked<'_>) -> Result<Scene, CommandError> {
    let found = find(name)?;
    let mut ready = set_up(&found, how)?;
    let step = f64::from(ready.stage.settings().step);
    let mut recorder = Recorder::new();
    let mut scene = Scene::default();
    let mut sticks = [Vec2::ZERO; WATCHED];
    for tick in 0..(how.seconds / step).round().max(1.0) as u64 {
        ready.step(None)?;
        recorder.keep(&ready.stage);
        let at = (tick as f64 * step) as f32;
        for event in ready.stage.events() {
            scene.hits.extend(hit(event, at));
            scene.asked.extend(asked(event, at, &mut sticks));
        }
    }
    scene.actors = actors(&found, &ready.stage, &recorder)?;
    Ok(scene)
}

/// A blow that landed. It is told to both, and counted once.
fn hit(event: &Event, at: f32) -> Option<Hit> {
    match event.happening {
        Happening::StrikeLanded(landing) if landing.who == event.to => Some(Hit {
            at,
            whom: landing.whom.0 as usize,
            direction: landing.direction,
            head: landing.part == BodyPart::Head,
            speed: landing.speed,
        }),
        _ => None,
    }
}

/// A stick that moved by half of its way or more.
fn asked(event: &Event, at: f32, sticks: &mut [Vec2]) -> Option<Asked> {
    let whom = event.to.0 as usize;
    match event.happening {
        Happening::Cue(Ask::Stick(stick)) => {
            let before = sticks.get_mut(whom)?;
            let moved = stick.distance(*before) > MOVED;
            if moved {
                *before = stick;
            }
            moved.then_some(Asked { at, whom })
        }
        _ => None,
    }
}

/// Who was there from the beginning.
fn actors(found: &Found, stage: &Stage, recorder: &Recorder) -> Result<Vec<Seen>, CommandError> {
    let mut seen = Vec::new();
    for (number, name) in play::names(&found.scene).into_iter().enumerate().take(WATCHED) {
        let id = ActorId(number as u32);
        let named = |error: &dyn std::fmt::Display| CommandError::Other(format!("{name}: {error}"));
        let (Some(actor), Some(clip), Some(0)) =
            (stage.actor(id), recorder.clip(stage, id, &name), recorder.late(id))
        else {
            break;
        };
        let clip = clip.map_err(|error| named(&error))?;
        seen.push(Seen::of(actor.rig().skeleton(), &clip).map_err(|error| named(&error))?);
    }
    Ok(seen)
}
