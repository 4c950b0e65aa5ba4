//! A scene that is played to be drawn: its people, and its boxes and balls.

use std::collections::BTreeMap;
use std::path::Path;

use footwork::stage::{ActorId, PropKind, Recorder, Stage};

use super::Shown;
use crate::draw::{Form, Prop};
use crate::play::{Asked, names, set_up};
use crate::scenes::find;
use crate::terminal::CommandError;

/// The scene that a word means: a scene's file, or a name that is no file and has no ending.
pub fn scene_of(file: &Path) -> Option<&str> {
    let named = match file.extension() {
        Some(ending) => ending.eq_ignore_ascii_case("toml"),
        None => !file.exists() && file.components().count() == 1,
    };
    file.to_str().filter(|_| named)
}

/// Plays a scene for so many seconds, and keeps what is to be seen.
pub fn play(scene: &str, seconds: f64, seed: u64, people: Option<u32>) -> Result<Shown, CommandError> {
    let found = find(scene)?.with_people(people)?;
    let mut ready = set_up(&found, &Asked { player: None, seconds, seed, quiet: true })?;
    let (mut recorder, mut props) = (Recorder::new(), BTreeMap::new());
    let ticks = (seconds / f64::from(ready.stage.settings().step)).round().max(1.0) as usize;
    for tick in 0..ticks {
        ready.step(None)?;
        recorder.keep(&ready.stage);
        keep(&mut props, &ready.stage, tick);
    }
    let stage = ready.stage;
    let mut bodies = Vec::new();
    for (number, name) in names(&found.scene).into_iter().enumerate() {
        let actor = ActorId(number as u32);
        let rig = stage.actor(actor).map(|actor| actor.rig());
        let Some((rig, clip)) = rig.zip(recorder.clip(&stage, actor, &name)) else { continue };
        let clip = clip.map_err(|error| CommandError::Other(format!("{name}: {error}")))?;
        bodies.push((name, rig.skeleton().clone(), clip));
    }
    Ok(Shown { bodies, props: props.into_values().collect() })
}

/// Keeps where boxes and balls are.
fn keep(props: &mut BTreeMap<u32, Prop>, stage: &Stage, tick: usize) {
    for prop in stage.view().props() {
        let form = match prop.kind {
            PropKind::Target { radius } | PropKind::Ball { radius } => Form::Ball(radius),
            PropKind::Box { size } => Form::Box(0.5 * size),
            // What is as large as the room would hide who is in it.
            PropKind::Wall { .. } | PropKind::Obstacle { .. } => continue,
        };
        let rate = 1.0 / stage.settings().step;
        let new = || Prop { form, rate, first: tick, places: Vec::new() };
        props.entry(prop.id.0).or_insert_with(new).places.push((prop.position, prop.rotation));
    }
}
