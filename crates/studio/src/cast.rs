//! Whom a scene casts, what decides for them, and what they can do.

use footwork::collect::TraceRecorder;
use footwork::fragments::Trace;
use footwork::scene::{Cast, CastMinds, MindKind, Scene};
use footwork_skill::{Ability, Failure, Lesson, LessonRecorder, Lessons, Summary};
use footwork_stage::{ActorId, MindId, Stage};

use crate::protocol;

/// An actor, as the scene casts it.
#[derive(Clone, Debug, PartialEq)]
pub struct CastActor {
    pub name: String,
    pub team: u32,
    /// The one it begins with, and those that it can be handed to.
    pub minds: Vec<MindId>,
}

/// A mind of a scene.
#[derive(Clone, Copy)]
pub struct CastMind {
    pub id: MindId,
    /// For people, in a few words.
    pub title: &'static str,
    pub abilities: &'static [Ability],
    /// What it learns from, where it does.
    pub lessons: Option<&'static dyn Lessons>,
}

/// Everybody whom a scene casts, in the order of their numbers, and everything that decides for them.
pub fn cast(casts: &[(Cast, CastMinds)]) -> (Vec<CastActor>, Vec<CastMind>) {
    let (mut actors, mut minds) = (Vec::new(), Vec::<CastMind>::new());
    for (cast, CastMinds { first, other }) in casts {
        let kinds = first.map(|id| (id, &cast.mind)).into_iter().chain(other.zip(cast.other.as_ref()));
        let mut own = Vec::new();
        for (id, kind) in kinds {
            own.push(id);
            if minds.iter().all(|mind| mind.id != id) {
                minds.push(CastMind { id, ..about(kind) });
            }
        }
        for number in 1..=cast.count {
            let name = if cast.count == 1 { cast.name.clone() } else { format!("{}-{number}", cast.name) };
            actors.push(CastActor { name, team: cast.team, minds: own.clone() });
        }
    }
    (actors, minds)
}

/// What anybody in a scene can do.
pub fn abilities(scene: &Scene) -> Vec<protocol::Ability> {
    let mut all: Vec<protocol::Ability> = Vec::new();
    let kinds = scene.actors.iter().flat_map(|cast| std::iter::once(&cast.mind).chain(&cast.other));
    for ability in kinds.flat_map(|kind| about(kind).abilities) {
        let ability = (*ability).into();
        if !all.contains(&ability) {
            all.push(ability);
        }
    }
    all
}

/// Every skill's lessons.
pub fn all_lessons() -> impl Iterator<Item = &'static dyn Lessons> {
    std::iter::once(&Steering as &'static dyn Lessons)
}

/// Recordings as scenes take them.
pub fn traces(lessons: &[Lesson]) -> Vec<Trace> {
    lessons.iter().filter_map(|lesson| Trace::parse(&lesson.text).ok()).collect()
}

fn about(kind: &MindKind) -> CastMind {
    let (title, abilities, lessons): (_, &'static [Ability], Option<&'static dyn Lessons>) = match kind {
        MindKind::Stand => ("stands", &[], None),
        MindKind::Play(_) => ("plays a take", &[], None),
        MindKind::Loop(_) => ("repeats a take", &[], None),
        MindKind::Follow { .. } => ("follows a take", &[], None),
        MindKind::Wander { .. } => ("wanders", &[], None),
        MindKind::Steer(_) => {
            ("steered by a player", &[Ability::Steered, Ability::Learns], Some(&Steering as &dyn Lessons))
        }
        MindKind::Box(_) => ("boxes", &[Ability::Fights], None),
    };
    CastMind { id: MindId(0), title, abilities, lessons }
}

struct Steering;

impl Lessons for Steering {
    fn ending(&self) -> &'static str {
        "trace"
    }

    fn recorder(&self, actor: ActorId) -> Box<dyn LessonRecorder> {
        Box::new(TraceLessons(TraceRecorder::new(actor)))
    }

    fn summary(&self, lesson: &Lesson) -> Result<Summary, Failure> {
        let trace = Trace::parse(&lesson.text)?;
        Ok(Summary { seconds: trace.length(), name: trace.name, player: trace.player })
    }
}

struct TraceLessons(TraceRecorder);

impl LessonRecorder for TraceLessons {
    fn keep(&mut self, stage: &Stage) {
        self.0.keep(stage);
    }

    fn seconds(&self) -> f32 {
        self.0.clone().trace("", "").length()
    }

    fn lesson(&self, name: &str, player: &str) -> Lesson {
        Lesson { name: name.to_string(), text: self.0.clone().trace(name, player).to_text() }
    }
}
