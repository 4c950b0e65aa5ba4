//! Putting a scene on a stage: first everything slow, once, then as many stages as are wanted.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_motion::Transform;
use footwork_motion::glam::Vec3;
use footwork_motion::ground::yaw;
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_skill::{Context, Control, Hear, Lesson, UNHEARD};
use footwork_stage::{ActorId, DirectorId, MindId, Prop, Rig, Settings, SharedDirector, SharedMind, Stage};

use super::{Assigned, Cast, GameKind, Scene, SceneError};
use crate::collect::Game;

/// What a scene may need to be made ready, besides motion.
pub struct Supplies<'a> {
    /// Reads a file that the scene names, as it is written there.
    pub load: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
    /// Recorded play, for skills that learn from it.
    pub lessons: &'a [Lesson],
    /// Hears how far baking has come.
    pub hear: Hear<'a>,
}

impl Supplies<'_> {
    /// Nothing: for scenes that name no files, where nobody waits for baking.
    pub const NONE: Supplies<'static> = Supplies {
        load: &|name| Err(format!("{name:?} is a file, and there is nobody here to read it")),
        lessons: &[],
        hear: UNHEARD,
    };
}

/// A scene with everything slow done: graphs built, skills read or baked. Stages are set from it in a moment.
#[derive(Clone)]
pub struct Prepared {
    rig: Arc<Rig>,
    minds: Vec<SharedMind>,
    directors: Vec<SharedDirector>,
    casts: Vec<(Cast, CastMinds)>,
    props: Vec<Prop>,
    game: Option<GameKind>,
    physics: Option<PostureSettings>,
}

/// What decides for a cast, by its number on every stage that is set from one [`Prepared`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CastMinds {
    /// The mind it begins with, if that is a mind.
    pub first: Option<MindId>,
    /// The director it begins with, if that is one.
    pub director: Option<DirectorId>,
    /// The mind that the user may hand it to.
    pub other: Option<MindId>,
}

/// What was made of a casting.
#[derive(Clone, Copy)]
enum Made {
    Nobody,
    Mind(MindId),
    Director(DirectorId),
}

impl Scene {
    /// Makes what minds need: a moment for a graph, seconds for a skill that has to be baked.
    pub fn prepare(
        &self,
        repertoire: Arc<Repertoire>,
        supplies: &Supplies<'_>,
    ) -> Result<Prepared, SceneError> {
        let rig = Arc::new(Rig::new(repertoire).map_err(whole)?);
        let props: Vec<Prop> =
            self.props.iter().map(|prop| Prop::new(prop.kind, prop.at, prop.facing)).collect();
        let context = Context {
            rig: &rig,
            props: &props,
            load: supplies.load,
            lessons: supplies.lessons,
            hear: supplies.hear,
        };
        let (mut minds, mut directors) = (Vec::new(), Vec::new());
        let mut casts = Vec::new();
        // Those that are to do the same share what decides: a skill is baked once.
        let mut known: Vec<(String, Made)> = Vec::new();
        for cast in &self.actors {
            let mut made = |assigned: &Assigned| -> Result<Made, SceneError> {
                let key = assigned.key();
                if let Some((_, made)) = known.iter().find(|(own, _)| *own == key) {
                    return Ok(*made);
                }
                let made = match assigned.casting.make(&context).map_err(|error| named(cast, error))? {
                    Control::Nobody => Made::Nobody,
                    Control::Mind(mind) => {
                        minds.push(mind);
                        Made::Mind(MindId(minds.len() as u32 - 1))
                    }
                    Control::Director(director) => {
                        directors.push(director);
                        Made::Director(DirectorId(directors.len() as u32 - 1))
                    }
                };
                known.push((key, made));
                Ok(made)
            };
            let mut numbers = CastMinds::default();
            match made(&cast.mind)? {
                Made::Nobody => {}
                Made::Mind(mind) => numbers.first = Some(mind),
                Made::Director(director) => numbers.director = Some(director),
            }
            match cast.other.as_ref().map(made).transpose()? {
                None | Some(Made::Nobody) => {}
                Some(Made::Mind(mind)) => numbers.other = Some(mind),
                Some(Made::Director(_)) => {
                    let what = "other: this one directs several actors from the beginning; name it as mind";
                    return Err(named(cast, what));
                }
            }
            casts.push((cast.clone(), numbers));
        }
        Ok(Prepared { rig, minds, directors, casts, props, game: self.game.clone(), physics: self.physics })
    }

    /// Puts everybody on a new stage. For a scene that names no files and plays no game; else [`Scene::prepare`].
    pub fn set(
        &self,
        repertoire: Arc<Repertoire>,
        settings: Settings,
        seed: u64,
    ) -> Result<Stage, SceneError> {
        self.prepare(repertoire, &Supplies::NONE)?.stage(settings, seed)
    }

    /// How many actors there are.
    pub fn cast_size(&self) -> usize {
        self.actors.iter().map(|cast| cast.count as usize).sum()
    }
}

impl Prepared {
    /// Puts everybody on a new stage.
    pub fn stage(&self, settings: Settings, seed: u64) -> Result<Stage, SceneError> {
        let mut stage = Stage::new(settings, seed).map_err(whole)?;
        let rig = stage.add_rig(self.rig.clone());
        if let Some(physics) = self.physics {
            stage.set_physics(PhysicalWorld::new(physics));
        }
        for mind in &self.minds {
            stage.add_shared_mind(mind.clone());
        }
        for director in &self.directors {
            stage.add_shared_director(director.clone());
        }
        for (cast, minds) in &self.casts {
            for place in places(cast) {
                let actor = stage.add_actor(rig, minds.first, place).map_err(|error| named(cast, error))?;
                if let Some(director) = minds.director {
                    stage.set_director(actor, director, true).map_err(|error| named(cast, error))?;
                }
            }
        }
        for prop in &self.props {
            stage.add_prop(*prop).map_err(whole)?;
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

fn whole(error: impl std::fmt::Display) -> SceneError {
    SceneError { line: 1, what: error.to_string() }
}

fn named(cast: &Cast, error: impl std::fmt::Display) -> SceneError {
    SceneError { line: cast.line, what: format!("{}: {error}", cast.name) }
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
