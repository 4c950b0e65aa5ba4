//! Whom a scene casts, what decides for them, and what they can do.

use footwork::scene::{Assigned, Cast, CastMinds, Scene};
use footwork_skill::{Ability, Lessons, Skills};
use footwork_stage::MindId;

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
pub fn cast(casts: &[(Cast, CastMinds)], skills: &Skills) -> (Vec<CastActor>, Vec<CastMind>) {
    let (mut actors, mut minds) = (Vec::new(), Vec::<CastMind>::new());
    for (cast, CastMinds { first, other }) in casts {
        let own = first.map(|id| (id, &cast.mind)).into_iter().chain(other.zip(cast.other.as_ref()));
        let own: Vec<(MindId, &Assigned)> = own.collect();
        for (id, Assigned { about, .. }) in &own {
            if minds.iter().all(|mind| mind.id != *id) {
                let lessons = skills.of_mind(about.mind).and_then(|skill| skill.lessons());
                minds.push(CastMind { id: *id, title: about.title, abilities: about.abilities, lessons });
            }
        }
        for number in 1..=cast.count {
            let name = if cast.count == 1 { cast.name.clone() } else { format!("{}-{number}", cast.name) };
            actors.push(CastActor { name, team: cast.team, minds: own.iter().map(|(id, _)| *id).collect() });
        }
    }
    (actors, minds)
}

/// What anybody in a scene can do, each once.
pub fn abilities(scene: &Scene) -> Vec<protocol::Ability> {
    let mut all: Vec<protocol::Ability> = Vec::new();
    let minds = scene.actors.iter().flat_map(|cast| std::iter::once(&cast.mind).chain(&cast.other));
    for ability in minds.flat_map(|mind| mind.about.abilities).map(|ability| (*ability).into()) {
        if !all.contains(&ability) {
            all.push(ability);
        }
    }
    all
}
