//! Putting a scene on a stage.

use std::sync::Arc;

use footwork_annotate::{Repertoire, vocabulary};
use footwork_fragments::Trace;
use footwork_motion::Transform;
use footwork_motion::glam::Vec3;
use footwork_motion::ground::yaw;
use footwork_stage::minds::{Follow, Loop, Play};
use footwork_stage::{ActorId, MindId, Move, Prop, PropKind, Rig, Segment, Settings, SharedMind, Stage};

use super::{Cast, GameKind, MindKind, Part, PropPlace, Scene, SceneError, Source};
use crate::cast::{CastError, performance, walk_about};
use crate::collect::Game;
use crate::skills::{boxer, steered};

impl Source {
    /// Performs, where nothing has to be read.
    pub fn perform(&self) -> Option<Result<Repertoire, CastError>> {
        match self {
            Source::Performer { shows, seconds, seeds } => Some(performance(shows, *seconds, seeds)),
            Source::File(_) => None,
        }
    }
}

/// What a scene may need to be made ready.
pub struct Context<'a> {
    /// Reads a file that the scene names, as it is written there.
    pub load: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
    /// What steering learns from; where there are none, scripted players play.
    pub traces: &'a [Trace],
}

/// A scene with everything slow done: graphs built, skills read or baked. Stages are set from it in a moment.
#[derive(Clone)]
pub struct Prepared {
    rig: Arc<Rig>,
    minds: Vec<SharedMind>,
    casts: Vec<(Cast, CastMinds)>,
    props: Vec<PropPlace>,
    game: Option<GameKind>,
}

/// Numbers of the minds of a cast, on every stage that is set from one [`Prepared`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CastMinds {
    /// The one it begins with.
    pub first: Option<MindId>,
    /// The one that the user may hand it to.
    pub other: Option<MindId>,
}

impl Scene {
    /// Makes what minds need: a moment for a graph, seconds for a skill that has to be baked. Files that the scene names
    /// are asked for.
    pub fn prepare(&self, repertoire: Arc<Repertoire>, means: &Context<'_>) -> Result<Prepared, SceneError> {
        let whole = |what: String| SceneError { line: 1, what };
        let rig = Arc::new(Rig::new(repertoire).map_err(|error| whole(error.to_string()))?);
        let mut minds: Vec<SharedMind> = Vec::new();
        let mut casts = Vec::new();
        // Those that are to do the same share a mind: a skill is baked once.
        let mut made: Vec<(&MindKind, Option<MindId>)> = Vec::new();
        for cast in &self.actors {
            let named = |what: String| SceneError { line: cast.line, what: format!("{}: {what}", cast.name) };
            for kind in std::iter::once(&cast.mind).chain(&cast.other) {
                if made.iter().all(|(known, _)| *known != kind) {
                    let mind = mind(&self.props, &rig, kind, means).map_err(named)?;
                    let number = mind.is_some().then_some(MindId(minds.len() as u32));
                    minds.extend(mind);
                    made.push((kind, number));
                }
            }
            let number = |kind: &MindKind| made.iter().find(|(known, _)| *known == kind)?.1;
            let (first, other) = (number(&cast.mind), cast.other.as_ref().and_then(number));
            casts.push((cast.clone(), CastMinds { first, other }));
        }
        Ok(Prepared { rig, minds, casts, props: self.props.clone(), game: self.game.clone() })
    }

    /// Puts everybody on a new stage. For a scene that names no files and plays no game; else [`Scene::prepare`].
    pub fn set(
        &self,
        repertoire: Arc<Repertoire>,
        settings: Settings,
        seed: u64,
    ) -> Result<Stage, SceneError> {
        let load = |name: &str| Err(format!("{name:?} is a file, and there is nobody here to read it"));
        self.prepare(repertoire, &Context { load: &load, traces: &[] })?.stage(settings, seed)
    }

    /// How many actors there are.
    pub fn cast_size(&self) -> usize {
        self.actors.iter().map(|cast| cast.count as usize).sum()
    }
}

impl Prepared {
    /// Puts everybody on a new stage.
    pub fn stage(&self, settings: Settings, seed: u64) -> Result<Stage, SceneError> {
        let whole = |what: String| SceneError { line: 1, what };
        let mut stage = Stage::new(settings, seed).map_err(|error| whole(error.to_string()))?;
        let rig = stage.add_rig(self.rig.clone());
        for mind in &self.minds {
            stage.add_shared_mind(mind.clone());
        }
        for (cast, minds) in &self.casts {
            let named = |what: String| SceneError { line: cast.line, what: format!("{}: {what}", cast.name) };
            for place in places(cast) {
                stage.add_actor(rig, minds.first, place).map_err(|error| named(error.to_string()))?;
            }
        }
        for prop in &self.props {
            let prop = Prop::new(prop.kind, prop.at, prop.facing);
            stage.add_prop(prop).map_err(|error| whole(error.to_string()))?;
        }
        Ok(stage)
    }

    /// The game, laid out on a stage that was just set.
    pub fn game(&self, stage: &mut Stage, seed: u64) -> Option<Game> {
        match self.game.as_ref()? {
            GameKind::Collect { course, spheres } => {
                Some(Game::new(stage, ActorId(0), course.clone(), *spheres, seed))
            }
        }
    }

    /// The body.
    pub fn rig(&self) -> &Arc<Rig> {
        &self.rig
    }

    /// Whom the scene casts, with the numbers of their minds.
    pub fn casts(&self) -> &[(Cast, CastMinds)] {
        &self.casts
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

fn mind(
    props: &[PropPlace],
    rig: &Rig,
    kind: &MindKind,
    means: &Context<'_>,
) -> Result<Option<SharedMind>, String> {
    Ok(match kind {
        MindKind::Stand => None,
        MindKind::Play(part) => Some(SharedMind::new(Play { what: part_of(rig, part)? })),
        MindKind::Loop(part) => Some(SharedMind::new(Loop { what: part_of(rig, part)? })),
        MindKind::Follow { take } => {
            let take = find_take(rig, take)?;
            Some(SharedMind::new(Follow { take, place: Transform::IDENTITY }))
        }
        MindKind::Wander { without } => {
            check_classes(rig, without)?;
            Some(SharedMind::new(walk_about(rig, without).map_err(|error| error.to_string())?))
        }
        MindKind::Steer(steering) => Some(SharedMind::new(steered(rig, steering, means)?)),
        MindKind::Box(boxing) => {
            let target = props.iter().position(|prop| matches!(prop.kind, PropKind::Target { .. }));
            Some(SharedMind::new(boxer(rig, target.map(|target| target as u32), boxing, means)?))
        }
    })
}

/// Refuses a class that is nowhere, with the nearest that would be right.
fn check_classes(rig: &Rig, without: &[String]) -> Result<(), String> {
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
    Ok(())
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
