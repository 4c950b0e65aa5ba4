//! Putting a scene on a stage.

use std::sync::Arc;

use footwork_annotate::{Repertoire, vocabulary};
use footwork_motion::Transform;
use footwork_motion::glam::Vec3;
use footwork_motion::ground::yaw;
use footwork_stage::minds::{Follow, Loop, Play};
use footwork_stage::{MindId, Move, Prop, Rig, Segment, Settings, Stage};

use super::{Cast, MindKind, Part, Scene, SceneError, Source};
use crate::cast::{CastError, performance, walk_about};

impl Source {
    /// Performs, where nothing has to be read.
    pub fn perform(&self) -> Option<Result<Repertoire, CastError>> {
        match self {
            Source::Performer { shows, seconds, seeds } => Some(performance(shows, *seconds, seeds)),
            Source::File(_) => None,
        }
    }
}

impl Scene {
    /// Puts everybody on a new stage. Makes the graphs that minds need, which takes a moment.
    pub fn set(
        &self,
        repertoire: Arc<Repertoire>,
        settings: Settings,
        seed: u64,
    ) -> Result<Stage, SceneError> {
        let whole = |what: String| SceneError { line: 1, what };
        let rig = Arc::new(Rig::new(repertoire).map_err(|error| whole(error.to_string()))?);
        let mut stage = Stage::new(settings, seed).map_err(|error| whole(error.to_string()))?;
        let rig_id = stage.add_rig(rig.clone());
        for cast in &self.actors {
            let named = |what: String| SceneError { line: cast.line, what: format!("{}: {what}", cast.name) };
            let mind = mind(&mut stage, &rig, &cast.mind).map_err(named)?;
            for place in places(cast) {
                stage.add_actor(rig_id, mind, place).map_err(|error| named(error.to_string()))?;
            }
        }
        let props = self.props.iter().map(|prop| Prop::new(prop.kind, prop.at, prop.facing));
        stage.props_mut().extend(props);
        Ok(stage)
    }

    /// How many actors there are.
    pub fn cast_size(&self) -> usize {
        self.actors.iter().map(|cast| cast.count as usize).sum()
    }
}

/// Rows about the middle, all facing the same way.
fn places(cast: &Cast) -> impl Iterator<Item = Transform> + '_ {
    let side = (1..).find(|side| side * side >= cast.count).unwrap_or(1);
    let rows = cast.count.div_ceil(side);
    (0..cast.count).map(move |number| {
        let column = (number % side) as f32 - 0.5 * (side - 1) as f32;
        let row = (number / side) as f32 - 0.5 * (rows - 1) as f32;
        let at = Vec3::new(cast.at.x + cast.apart * column, 0.0, cast.at.y + cast.apart * row);
        Transform::new(yaw(cast.facing), at)
    })
}

fn mind(stage: &mut Stage, rig: &Rig, kind: &MindKind) -> Result<Option<MindId>, String> {
    Ok(match kind {
        MindKind::Stand => None,
        MindKind::Play(part) => Some(stage.add_mind(Play { what: part_of(rig, part)? })),
        MindKind::Loop(part) => Some(stage.add_mind(Loop { what: part_of(rig, part)? })),
        MindKind::Follow { take } => {
            let take = find_take(rig, take)?;
            Some(stage.add_mind(Follow { take, place: Transform::IDENTITY }))
        }
        MindKind::Wander { without } => {
            let actions = || rig.repertoire().takes.iter().flat_map(|take| &take.annotation.actions);
            for class in without {
                if !vocabulary::is_known(class) && !actions().any(|action| action.is(class)) {
                    let mut own: Vec<&str> =
                        actions().flat_map(|action| action.classes.iter().map(String::as_str)).collect();
                    own.sort_unstable();
                    own.dedup();
                    let near = vocabulary::nearest_of(class, own.iter().copied());
                    let right = match near.or_else(|| vocabulary::nearest(class)) {
                        Some(meant) => format!("did you mean {meant:?}?"),
                        None => format!("there are: {}", own.join(", ")),
                    };
                    return Err(format!("without: no action is of class {class:?}; {right}"));
                }
            }
            Some(stage.add_mind(walk_about(rig, without).map_err(|error| error.to_string())?))
        }
    })
}

fn part_of(rig: &Rig, part: &Part) -> Result<Move, String> {
    let number = part.take.as_ref().map_or(Ok(0), |name| find_take(rig, name))?;
    let seconds = rig.take(number).map_or(0.0, |take| take.clip.seconds());
    let end = part.to.unwrap_or(seconds);
    if !(part.from < end && end <= seconds + 1e-6) {
        return Err(format!(
            "from and to: {} s to {end} s is not within the take, which lasts {seconds:.2} s",
            part.from
        ));
    }
    Ok(Move::new(Segment { take: number, first: part.from, end }).at_rate(part.rate))
}

fn find_take(rig: &Rig, name: &str) -> Result<u32, String> {
    let names = || rig.repertoire().takes.iter().map(|take| take.clip.name.as_str());
    let found = names().position(|own| own == name);
    found.map(|number| number as u32).ok_or_else(|| match vocabulary::nearest_of(name, names()) {
        Some(meant) => format!("take: there is no take {name:?}; did you mean {meant:?}?"),
        None => {
            format!("take: there is no take {name:?}; there are: {}", names().collect::<Vec<_>>().join(", "))
        }
    })
}
