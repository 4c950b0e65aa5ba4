//! Putting a scene on a stage: first everything slow, once, then as many stages as are wanted.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_motion::Transform;
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::ground::yaw;
use footwork_posture::{PhysicalWorld, PostureSettings};
use footwork_skill::{Cache, Context, Control, Hear, Lesson, Shelf, UNHEARD};
use footwork_stage::{
    ActorId, Ask, CastError, Cue, DirectorId, MindId, Prop, PropId, ReflexId, Rig, Settings, SharedDirector,
    SharedMind, SharedReflex, Stage,
};

use super::{Aim, Assigned, Cast, GameKind, PropPlace, Scene, SceneError};
use crate::collect;
use crate::game::{Game, Rounds};

/// What a scene may need to be made ready, besides motion.
pub struct Supplies<'a> {
    /// Reads a file that the scene names, as it is written there.
    pub load: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
    /// Recorded play, for skills that learn from it.
    pub lessons: &'a [Lesson],
    /// Hears how far baking has come.
    pub hear: Hear<'a>,
    /// Keeps what was baked, where somebody keeps it.
    pub cache: Option<&'a dyn Cache>,
}

impl Supplies<'_> {
    /// Nothing: for scenes that name no files, where nobody waits for baking.
    pub const NONE: Supplies<'static> = Supplies {
        load: &|name| Err(format!("{name:?} is a file, and there is nobody here to read it")),
        lessons: &[],
        hear: UNHEARD,
        cache: None,
    };
}

/// A scene with everything slow done: graphs built, skills read or baked. Stages are set from it in a moment.
#[derive(Clone)]
pub struct Prepared {
    rig: Arc<Rig>,
    minds: Vec<SharedMind>,
    directors: Vec<SharedDirector>,
    reflexes: Vec<SharedReflex>,
    casts: Vec<(Cast, CastMinds)>,
    props: Vec<Prop>,
    game: Option<GameKind>,
    physics: Option<PostureSettings>,
    places: Vec<PropPlace>,
}

/// What decides for a cast, by its number on every stage that is set from one [`Prepared`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CastMinds {
    /// The mind it begins with, if that is a mind.
    pub first: Option<MindId>,
    /// The director it begins with, if that is one.
    pub director: Option<DirectorId>,
    /// The mind that the user may hand it to.
    pub other: Option<MindId>,
    /// What it does by itself.
    pub reflexes: Vec<ReflexId>,
}

/// What was made of a casting.
#[derive(Clone, Copy)]
enum Made {
    Nobody,
    Mind(MindId),
    Director(DirectorId),
    Reflex(ReflexId),
}

impl Scene {
    /// Makes what minds need: a moment for a graph, seconds for a skill that has to be baked.
    pub fn prepare(
        &self,
        repertoire: Arc<Repertoire>,
        supplies: &Supplies<'_>,
    ) -> Result<Prepared, SceneError> {
        let rig = Arc::new(Rig::new(repertoire).map_err(whole)?);
        let props = props(&self.props);
        let shelf = Shelf::default();
        let context = Context {
            rig: &rig,
            props: &props,
            load: supplies.load,
            lessons: supplies.lessons,
            hear: supplies.hear,
            shelf: &shelf,
            cache: supplies.cache,
        };
        let (mut minds, mut directors, mut reflexes) = (Vec::new(), Vec::new(), Vec::new());
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
                    Control::Reflex(reflex) => {
                        reflexes.push(reflex);
                        Made::Reflex(ReflexId(reflexes.len() as u16 - 1))
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
                Made::Reflex(_) => return Err(named(cast, is_reflex(&cast.mind))),
            }
            match cast.other.as_ref().map(&mut made).transpose()? {
                None | Some(Made::Nobody) => {}
                Some(Made::Mind(mind)) => numbers.other = Some(mind),
                Some(Made::Director(_)) => {
                    let what = "other: this one directs several actors from the beginning; name it as mind";
                    return Err(named(cast, what));
                }
                Some(Made::Reflex(_)) => {
                    return Err(named(cast, cast.other.as_ref().map_or(String::new(), is_reflex)));
                }
            }
            for own in &cast.reflexes {
                match made(own)? {
                    Made::Reflex(reflex) => numbers.reflexes.push(reflex),
                    _ => {
                        let mind = own.about.mind;
                        return Err(named(
                            cast,
                            format!("reflexes: {mind} decides by itself; say mind = \"{mind}\""),
                        ));
                    }
                }
            }
            casts.push((cast.clone(), numbers));
        }
        let (game, physics, places) = (self.game.clone(), self.physics, self.props.clone());
        Ok(Prepared { rig, minds, directors, reflexes, casts, props, game, physics, places })
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
    /// The same minds for the same scene with another number of people: nothing is baked for that.
    pub fn with_people_of(&self, scene: &Scene) -> Prepared {
        let mut other = self.clone();
        other.casts.iter_mut().zip(&scene.actors).for_each(|((cast, _), now)| cast.clone_from(now));
        other.props = props(&scene.props);
        other.places.clone_from(&scene.props);
        other
    }

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
        for reflex in &self.reflexes {
            stage.add_shared_reflex(reflex.clone());
        }
        for (cast, minds) in &self.casts {
            for place in places(cast) {
                let actor = stage.add_actor(rig, minds.first, place).map_err(|error| named(cast, error))?;
                if let Some(director) = minds.director {
                    stage.set_director(actor, director, true).map_err(|error| named(cast, error))?;
                }
                stage.set_reflexes(actor, &minds.reflexes).map_err(|error| named(cast, error))?;
            }
        }
        for prop in &self.props {
            stage.add_prop(*prop).map_err(whole)?;
        }
        for (place, number) in self.places.iter().zip(0..) {
            handle(&mut stage, place, PropId(number)).map_err(whole)?;
        }
        Ok(stage)
    }

    /// The game, laid out on a stage that was just set.
    pub fn game(&self, stage: &mut Stage, seed: u64) -> Option<Game> {
        match self.game.as_ref()? {
            GameKind::Collect { course, spheres } => {
                let game = collect::Game::new(stage, ActorId(0), course.clone(), *spheres, seed);
                Some(Game::Collect(game))
            }
            GameKind::Rounds(settings) => {
                let mut names = self
                    .casts
                    .iter()
                    .flat_map(|(cast, _)| std::iter::repeat_n(&cast.name, cast.count as usize));
                let names = [names.next()?.clone(), names.next()?.clone()];
                let actors = [ActorId(0), ActorId(1)];
                Some(Game::Rounds(Rounds::new(stage, actors, names, *settings)))
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

/// Ticks. Bodies are shown by then, so that hands are somewhere.
const SHOWN: u64 = 2;
/// s. Balls are thrown for this long: nobody watches for longer, and every throw is a cue that waits.
const THROWS: f32 = 600.0;
/// m/s²
const GRAVITY: f32 = 9.81;

/// Has hands take hold of a prop, or somebody throw it, as the scene says.
fn handle(stage: &mut Stage, place: &PropPlace, prop: PropId) -> Result<(), CastError> {
    for held in &place.held {
        let ask = Ask::Grab { prop, hand: held.hand };
        stage.cue(Cue { tick: SHOWN, to: ActorId(held.by), ask })?;
    }
    let Some(thrown) = place.thrown else { return Ok(()) };
    let speed = thrown.speed;
    let flies = match thrown.aim {
        Aim::Part { whom, part } => Ask::ThrowAt { prop, whom: ActorId(whom), part, speed },
        Aim::Place(at) => {
            let between = at - place.at;
            // As long as it takes over the ground, it falls, too.
            let seconds = (between.with_y(0.0).length() / speed).max(0.05);
            Ask::Throw { prop, velocity: between / seconds + Vec3::Y * (0.5 * GRAVITY * seconds) }
        }
    };
    let every = (thrown.every / stage.settings().step).max(1.0) as u64;
    for throw in 1..=(THROWS / thrown.every) as u64 {
        let asks = [Ask::Carry { prop, to: place.at }, flies];
        for ask in asks {
            stage.cue(Cue { tick: throw * every, to: ActorId(thrown.by), ask })?;
        }
    }
    Ok(())
}

fn props(places: &[PropPlace]) -> Vec<Prop> {
    places.iter().map(|prop| Prop::new(prop.kind, prop.at, prop.facing)).collect()
}

fn whole(error: impl std::fmt::Display) -> SceneError {
    SceneError { line: 1, what: error.to_string() }
}

fn named(cast: &Cast, error: impl std::fmt::Display) -> SceneError {
    SceneError { line: cast.line, what: format!("{}: {error}", cast.name) }
}

/// What to say of a reflex that is named as a mind.
fn is_reflex(assigned: &Assigned) -> String {
    let name = assigned.about.mind;
    format!("{name} is a reflex, which somebody has beside a mind: say reflexes = [\"{name}\"]")
}

/// Where they stand: a company about each place, all facing the same way.
fn places(cast: &Cast) -> impl Iterator<Item = Transform> + '_ {
    let companies = cast.at.len() as u64;
    let before = move |company: usize| (u64::from(cast.count) * company as u64 / companies) as u32;
    cast.at.iter().enumerate().flat_map(move |(company, middle)| {
        let count = before(company + 1) - before(company);
        company_at(*middle, count, cast.apart).map(|at| Transform::new(yaw(cast.facing), at))
    })
}

/// Rows about a middle, nearly as many as there are in each.
fn company_at(middle: Vec2, count: u32, apart: f32) -> impl Iterator<Item = Vec3> {
    let side = (1..).find(|side| side * side >= count).unwrap_or(1);
    let rows = count.div_ceil(side);
    (0..count).map(move |number| {
        let column = (number % side) as f32 - 0.5 * (side - 1) as f32;
        let row = (number / side) as f32 - 0.5 * (rows - 1) as f32;
        Vec3::new(middle.x + apart * column, 0.0, middle.y + apart * row)
    })
}
